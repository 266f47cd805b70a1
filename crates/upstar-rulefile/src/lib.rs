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

mod analysis;
mod blame;
mod board;
mod code;
mod compile;
mod comprehensions;
mod falling;
mod family;
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
mod program;
mod sheets;
mod simplex;
mod stroke;
mod symmetry;
mod tuples;

pub use compile::{compile, is_rules};
pub use own::{Own, RulesFinding};
pub use upstar_rules::page::{RuleFault, TextSpan};
