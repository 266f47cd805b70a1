//! A laboratory for combinatorial games.
//!
//! Upstar computes with games as in *Winning Ways*: exact values, outcomes, temperatures, best
//! moves, for hundreds of built-in games and for your own. All arithmetic is exact, with numbers of
//! any size, and every value it prints is valid input.
//!
//! # Games
//! A [`Game`] is a number in a larger sense. Parse one, add it to others, compare it:
//!
//! ```
//! use upstar::Game;
//!
//! let switch: Game = "{3|1}".parse()?;
//! let star: Game = "*".parse()?;
//! assert_eq!((&switch + &star).to_string(), "{3*|1*}");
//! assert_eq!(switch.mean()?, 2);
//! assert_eq!(switch.temperature()?, 1);
//! assert!(switch > 0); // Left wins, moving first or second
//! # Ok::<(), upstar::Error>(())
//! ```
//!
//! # Positions
//! A [`Ruleset`] has [`Position`]s. A position has legal moves, a value, an outcome, and winning
//! moves with reasons:
//!
//! ```
//! use upstar::{OutcomeClass, Player, Ruleset};
//!
//! let domineering = Ruleset::named("domineering")?;
//! let board = domineering.position("...|...|...")?;
//! assert_eq!(board.outcome()?, OutcomeClass::N);
//! assert_eq!(board.value()?.to_string(), "+-1");
//! for found in board.winning_moves(Player::Left)? {
//!     println!("{} wins: it {}", found.name(), found.reason().unwrap_or("wins"));
//! }
//! let board = board.play(Player::Left, "b2-b3")?;
//! assert_eq!(board.value()?, 1);
//! # Ok::<(), upstar::Error>(())
//! ```
//!
//! Misère play and other compounds are modes of a position: [`Position::misere`],
//! [`Position::compound`].
//!
//! # Your own games
//! Write the rules as a text in the language of rule files ([`Ruleset::from_text`]), or in Rust
//! ([`CustomRules`]).
//!
//! # Sessions
//! Games and positions belong to a [`Session`], which remembers what it has computed. Without one
//! they belong to [`Session::shared`]. A session of your own has [`Limits`], can be cancelled from
//! another thread ([`Session::canceller`]) and frees its memory when its last handle is dropped, or
//! by [`Session::close`]. [`CancelToken::run`] cancels and limits single operations, and
//! [`briefly`] gives up what takes longer than a moment. Everything here is `Send` and `Sync`.
//!
//! # Errors
//! Methods return an [`Error`]: it has a kind, a place in the text, a hint, and the limit that was
//! reached, if there is one. Only operators such as `+` panic, and only where [`Game`] says so.
//!
//! # Tables, heap games, certificates
//! [`Session::ask`] answers every query of the command line as data; see [`session`].
//!
//! # Features
//! The default feature `cli` builds the program `upstar`. Libraries turn it off:
//!
//! ```toml
//! [dependencies]
//! upstar = { version = "0.1", default-features = false }
//! ```

mod library;

pub use library::{
    CancelToken, Cancellable, CustomRules, Error, Evaluation, Game, GameArgument, Move, Position,
    Ruleset, Session, Value, briefly,
};
pub use upstar_base::{Budget, OutcomeClass, Play, Player, Progress, Stopped, Verdict};
pub use upstar_session::{
    Answer, Compound, Endless, Kind as ErrorKind, Limits, Notation, PlayMode, PositionSpec,
    Question, Variant,
};

/// Queries and answers as data, as the command line, the lab and Python use them.
pub use upstar_session as session;

/// The page on the library, so that its examples are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryPage;
