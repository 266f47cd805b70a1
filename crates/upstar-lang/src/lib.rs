//! The calculator of combinatorial games: reads, evaluates, prints.
//!
//! A [`Session`] keeps variables from one input to the next and works at one desk of the value
//! store. Text goes through [`syntax`] to a tree with spans, through the evaluator to a [`Value`]
//! of the most specific kind, and through [`print`] back to text that can be read again. One table
//! of builtins feeds evaluation, help, completion, suggestions and the reference.

mod error;

pub use error::{Error, ErrorKind, Span, Warning};

// PUBLISHED SIGNATURES (being filled in; the program may rely on them)
//
// pub struct Session;
// impl Session {
//     pub fn new(calc: Calc) -> Session;                              // default Settings
//     pub fn with_settings(calc: Calc, settings: Settings) -> Session;
//     pub fn eval(&mut self, source: &str) -> Result<Evaluation, Error>;  // several statements with `;` or newlines; variables persist
//     pub fn read(&mut self, text: &str) -> Result<Value, Error>;     // printed value notation: `3*5` is 3 + *5 here, `1^4` is 1 + ^4
//     pub fn show(&mut self, value: &Value, notation: Notation) -> Result<String, Stopped>;
//     pub fn kind(&mut self, value: &Value) -> &'static str;          // "Integer", "Dyadic", "Nimber", ... for --json
//     pub fn game(&mut self, value: &Value) -> Result<Option<Short>, Stopped>;   // the value as a short game (numbers, games, forms), for pictures
//     pub fn calc(&mut self) -> &mut Calc;
//     pub fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>);   // where the word to complete starts, candidates
//     pub fn names(&self) -> Vec<String>;                             // variables defined so far
// }
// pub struct Evaluation { pub value: Option<Value>, pub warnings: Vec<Warning> }   // value None: nothing to print (def, loop, empty input)
// pub struct Settings { pub max_input: usize, pub max_nesting: usize, pub max_calls: usize, pub max_bits: u64, .. }  // Default
// pub struct Warning { pub span: Span, pub message: String }
// pub fn is_incomplete(source: &str) -> bool;                         // open bracket, `begin` without `end`, dangling operator...
// pub fn help(name: &str) -> Option<String>;                          // plain text; `help("")` is the overview
// pub fn suggestions(name: &str) -> Vec<&'static str>;                // near names for "did you mean"
// pub fn reference_markdown() -> String;
