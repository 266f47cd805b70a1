//! How expressions are read: tokens, the levels of operators, braces, marks next to numbers.
//!
//! A [`Reader`] makes a tree of [`Expr`] with places out of text, or an [`Error`] with a place
//! and what was expected there. It knows no values and evaluates nothing: the calculator and rule
//! files are read with it, each giving the tree a meaning of its own. The few names that decide how
//! text is read are handed in ([`Names`]).
//!
//! ```
//! use upstar_syntax::{Expr, Infix, Node, Reader};
//! let reader = Reader::default();
//! let sum = reader.expression("m - k", 0..5)?;
//! let Node::Chain(first, rest) = &sum.node else { panic!("a sum") };
//! assert!(matches!(&first.node, Node::Name(name) if &**name == "m"));
//! assert_eq!(rest[0].0, Infix::Subtract);
//! let error = reader.expression("m - ", 0..4).unwrap_err();
//! assert_eq!(error.to_string(), "the input ends too early; expected a value");
//! # Ok::<(), upstar_syntax::SyntaxError>(())
//! ```
//!
//! A language with statements of its own drives a [`Parser`]: it looks at tokens, takes some and
//! asks for an expression or for clauses where one belongs.

mod ast;
mod braces;
mod class;
mod error;
mod lexer;
mod literal;
mod operand;
mod parser;
mod reader;
mod spelled;
mod statement;
mod token;

pub use ast::{
    Argument, ClassSyntax, Clause, Code, Comprehension, ComprehensionShape, Expr, Infix, Loop,
    LoopSource, Marks, NimPart, Node, Parameter, Postfix, Prefix, Relation, Try, UpSize, Ups,
};
pub use class::THIS;
pub use error::{Error, ErrorKind, Span, SyntaxError};
pub use parser::{Parsed, Parser};
pub use reader::{Input, Names, ReadLimits, Reader, Reading};
pub use token::{Key, T, Token};
