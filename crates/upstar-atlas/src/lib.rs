//! Surveys: all games with few digits, each computed once, the results in a database.
//!
//! A survey has three parts. The *plan* ([`heaps::classes`], [`misere::classes`]) says which
//! classes of codes there are; it depends on nothing but the number of digits, and
//! [`heaps::Survey::plan`] and [`misere::Survey::plan`] say which [`work::Task`]s are left of it. To
//! [`work::compute`] is a function of a task, one code and an amount of work that is counted, never
//! timed; it can be done anywhere. To *record* an outcome is the part of [`heaps::Survey`] and
//! [`misere::Survey`], and only these know the database; they take outcomes in any order and any
//! number of times.
//!
//! The database keeps what was found of single codes, and plans only as lists. So a survey of more
//! digits in the same file has exactly the rows of one in a new file, and one of fewer digits
//! lists nothing but its own classes; whatever was stopped or killed goes on where it was.
//!
//! An atlas is such a file with all surveys in it ([`build`]); proofs from elsewhere can be added
//! ([`add`]). An [`Atlas`] is read and never
//! changed: rows by a filter ([`look`]), all about a code ([`show`]), whether its certificates hold
//! ([`verify`]), in what it differs from another ([`diff`]).

mod accepted;
pub mod add;
mod atlas;
pub mod build;
mod claim;
mod columns;
mod database;
pub mod diff;
pub mod heaps;
mod lists;
pub mod look;
pub mod misere;
#[doc(hidden)]
pub mod packed;
#[doc(hidden)]
pub mod seal;
pub mod show;
pub mod survey;
mod table;
pub mod verify;
pub mod work;

pub use atlas::Atlas;
pub use database::SurveyError;
