//! From text to tree: tokens, the levels of operators, braces, juxtaposed marks.

pub(crate) mod ast;
mod braces;
mod lexer;
mod literal;
mod parser;
mod statement;
mod token;

pub(crate) use lexer::SyntaxError;
pub(crate) use parser::{Limits, Reading, parse};
pub(crate) use token::Key;
