//! What games are worth.
//!
//! A short game is a [`Short`]: a copyable handle to a canonical form in a [`Store`], so that
//! within one store two games are equal iff their handles are. A [`Calc`] is a worker's desk at
//! that store: it adds, compares and cools, and remembers what it did. Threads share the store,
//! each has its own desk.
//!
//! ```
//! use upstar_base::Player;
//! use upstar_values::{Calc, Short};
//! let mut calc = Calc::default();
//! let star = calc.make(&[Short::ZERO], &[Short::ZERO])?;
//! let up = calc.make(&[Short::ZERO], &[star])?;
//! assert_eq!(calc.add(star, star)?, Short::ZERO);
//! assert!(calc.le(Short::ZERO, up)?);
//! assert_eq!(calc.options(up, Player::Right)?[..], [star]);
//! # Ok::<(), upstar_base::Stopped>(())
//! ```

pub mod integers;
pub mod nim;
pub mod surreal;

mod calc;
mod canonical;
mod desk;
mod dyadic;
mod fixed;
mod memo;
mod order;
mod pairs;
mod short;
mod store;
mod sum;
mod ups;

pub use calc::{Calc, NumberUpStar};
pub use dyadic::{Dyadic, ParseDyadicError};
pub use short::Short;
pub use store::Store;
