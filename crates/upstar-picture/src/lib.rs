//! Pictures: a few shapes on a plane, and the formats they are written in.
//!
//! A ruleset or a thermograph that is drawn fills a [`Picture`] with [`Shape`]s; coordinates are
//! integers, so the same picture comes out everywhere. A [`Sheet`] knows how much paper that
//! takes, and each writer puts the shapes on it: [`svg`], [`tikz`], [`text`], and with the feature
//! `print` also `png` and `pdf`, for which letters become outlines of a built-in font.
//! Nothing is ever cut off: the sheet is as large as what is drawn.
//!
//! ```
//! use upstar_picture::{Color, Picture, Shape, svg};
//! let mut picture = Picture::new(2, 1);
//! picture.shapes.push(Shape::line((0, 5), (20, 5), Color::Blue));
//! assert!(svg(&picture)?.contains("<line "));
//! # Ok::<(), upstar_picture::TooLarge>(())
//! ```

// Paper is measured in fractions of pixels; nothing exact is computed here.
#![allow(clippy::float_arithmetic)]

mod board;
mod color;
pub mod diagram;
mod marked;
mod metrics;
#[cfg(feature = "print")]
mod outline;
#[cfg(feature = "print")]
mod pdf;
mod picture;
#[cfg(feature = "print")]
mod png;
mod shape;
mod sheet;
mod svg;
mod text;
mod tikz;

pub use board::{Rows, column_name};
pub use color::Color;
pub use marked::{MOST_MARKS, marked};
pub use metrics::{text_width, wrapped};
#[cfg(feature = "print")]
pub use pdf::pdf;
pub use picture::{MOST_SHAPES, Picture, Terms, TooLarge};
#[cfg(feature = "print")]
pub use png::png;
pub use shape::{Anchor, Dash, LABEL, Pen, Point, Shape, TEXT};
pub use sheet::{Sheet, Tile};
pub use svg::svg;
pub use text::text;
pub use tikz::tikz;
