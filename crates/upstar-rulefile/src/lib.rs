//! Games that people write.
//!
//! A file of a few lines declares a board and its moves. A move is a *pattern*, `xo -> .x`, which
//! is compiled to operations on planes of bits and analysed: components, symmetries, impartiality
//! and a proof that play ends are found, not declared. Or it is a *comprehension* in the syntax of
//! the calculator, `-> (m-k, n) for k from 1 to m`. The result are [`upstar_rules::Rules`], so every
//! theory works on it. The language has no input or output, no clock and no chance.
//!
//! ```
//! use upstar_rulefile::compile;
//! use upstar_rules::registry::Ruleset;
//! let text = "game Clobber\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n";
//! let clobber = compile("clobber.up", text).unwrap();
//! assert_eq!(clobber.about().title, "Clobber");
//! let faults = compile("wrong.up", "game G\ngrid . x\nleft q. -> .x\n").unwrap_err();
//! assert_eq!(faults[0].message, "`q` is no kind of square; the kinds are . x");
//! ```
//!
//! # Clobber in its five forms
//!
//! On the way from that text to moves a game of patterns takes five forms, each in files of its own.
//! `forms.rs` tests what is said here.
//!
//! 1. A *statement* is a line, its first word and the rest ([`upstar_rules::page::statements`]):
//!    `left`, then `orthogonal xo -> .x`. `compile.rs` asks for statements by their words, and
//!    collects what is wrong with any of them.
//! 2. A *pattern* is what `pattern.rs` makes of the rest. Both sides of the arrow have the same
//!    squares, so it is pairs: a square that is `x` becomes `.`, the next one is `o` and becomes `x`.
//!    `right as left with x<->o` is its image with the kinds exchanged.
//! 3. A *stroke* (`stroke.rs`) is a pattern in one direction: the pairs, each a set of kinds and what
//!    it becomes, and the step to each from the one before. `orthogonal` makes four of them.
//! 4. The *program* (`program.rs`) has all strokes, and speaks of planes instead of kinds. No pattern
//!    reads `.`, so there are planes for `x` and `o` alone, and what becomes `.` is out of play. What
//!    holds on every board is found here: which neighbours can come to be used together (`links.rs`:
//!    all that touch by an edge), the symmetries (`symmetry.rs`: eight images of a board, and eight
//!    with the kinds and the players exchanged), and why play ends (`measure.rs`: each move lowers
//!    the number of stones).
//! 5. *Planes*: a position is a set of squares for each plane. `moves.rs` moves the planes over each
//!    other, so that a stroke is found wherever it matches at once, and rewrites them;
//!    `analysis.rs` cuts a board into its components.

mod analysis;
mod blame;
mod board;
mod code;
mod compile;
mod comprehensions;
mod falling;
mod family;
#[cfg(test)]
mod forms;
mod graphs;
mod kinds;
mod links;
mod looks;
mod measure;
mod moves;
mod own;
mod page;
mod pattern;
mod patterns;
mod prelude;
mod program;
mod sheets;
mod simplex;
mod stroke;
mod symmetry;
mod tuples;

pub use compile::{compile, is_rules};
pub use own::{Own, RulesFinding};
pub use upstar_rules::page::{RuleFault, TextSpan};
