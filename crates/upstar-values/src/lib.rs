//! Values of games and their arithmetic.
//!
//! A short game is a [`Short`]: a copyable handle to a canonical form in a [`Store`], so that
//! within one store two games are equal iff their handles are. A [`Calc`] adds, compares
//! and cools games of a store and remembers the results. Threads share the store, and each has its
//! own [`Calc`].
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
pub mod misere;
pub mod nim;
pub mod stopper;
pub mod surreal;
pub mod value;

mod atomic;
mod calc;
mod canonical;
mod charge;
mod companion;
mod dyadic;
mod entailed;
mod enumerate;
mod error;
mod fixed;
mod heating;
mod house;
mod incentives;
mod loopy_nimber;
mod memo;
mod order;
mod ordinal;
mod pace;
mod pairs;
mod powers;
mod predicates;
mod products;
mod recursion;
mod reduced;
mod short;
mod signs;
mod store;
mod structure;
mod sum;
mod superheavy;
mod tally;
mod temperature;
mod thermograph;
mod tiny;
mod translate;
mod translation;
mod ups;
mod uptimal;
mod weigh;
mod workspace;

pub use calc::{Calc, NumberUpStar};
pub use charge::{Charge, Charged};
pub use dyadic::{Dyadic, ParseDyadicError};
pub use entailed::{Entailed, ParseEntailedError};
pub use enumerate::LAST_DAY;
pub use error::OpError;
pub use loopy_nimber::{LoopyNimber, ParseLoopyNimberError};
pub use pace::{ComponentPace, mover_wins};
pub use predicates::Parity;
pub use short::Short;
pub use signs::sign_expansion;
pub use store::Store;
pub use structure::FOLLOWERS;
pub use superheavy::{MAX_NUMBER, Side, Superheavy, SuperheavyStore};
pub use tally::{Best, ParseTallyError, Tallies, Tally, Toll};
pub use thermograph::{Thermograph, Wall};
pub use tiny::NumberTiny;
pub use translate::{Summand, Translate, TranslateError, Translator};
pub use uptimal::Uptimal;
pub use value::{Stores, Value};
