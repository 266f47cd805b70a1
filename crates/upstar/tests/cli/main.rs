//! The program from outside: what it writes where, and how it ends.

#![allow(clippy::unwrap_used)]

mod atlas;
mod bad_compounds;
mod bad_input;
mod boards;
mod claims;
mod compounds;
mod cycles;
mod docs;
mod draw;
mod eval;
mod families;
mod faults;
mod files;
mod flags;
mod golden;
mod heaps;
mod infinite;
mod inventory;
mod large_heaps;
mod limits;
mod loopy;
mod matrix;
mod misere;
mod misere_reader;
mod mixed;
mod names;
mod own;
mod play;
mod positions;
mod program;
#[cfg(unix)]
mod progress;
mod queries;
mod quotients;
mod read_back;
mod reader;
mod repl;
mod same;
#[cfg(target_os = "linux")]
mod signals;
mod tape;
#[cfg(unix)]
mod terminal;
mod theorems;
mod verify;
mod words;
