//! The entry point of this crate: from text to a tree, or to an error with its place.

use crate::ast::Expr;
use crate::error::SyntaxError;
use crate::parser::{Parsed, Parser};
use crate::token::T;
use std::ops::Range;

/// How much text, and how deeply nested, is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadLimits {
    /// The most bytes of one input.
    pub input: usize,
    /// How deeply brackets may nest.
    pub nesting: usize,
}

impl Default for ReadLimits {
    fn default() -> ReadLimits {
        ReadLimits { input: 4 << 20, nesting: 1000 }
    }
}

/// How marks next to a number are understood where both readings make sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reading {
    /// `3*5` is a product and `3^5` a power.
    #[default]
    Arithmetic,
    /// `3*5` is 3 + *5 and `3^5` is 3 + ^5, as values are printed.
    Printed,
}

/// Names that decide how the text around them is read.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// Values that may touch a number and a star: `5over`, `upon*`.
    pub values: &'static [&'static str],
    /// Whether this is the name of a method, which may be between operands: `1* Heat 2`.
    pub is_method: fn(&str) -> bool,
}

impl Names {
    /// No name is special.
    pub const NONE: Names = Names { values: &[], is_method: |_| false };
}

impl Default for Names {
    fn default() -> Names {
        Names::NONE
    }
}

/// What somebody typed.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its statements.
    pub statements: Vec<Expr>,
    /// Does it end with a semicolon, so that nothing is to be printed?
    pub silent: bool,
}

/// A way to read: limits, names, and what marks mean.
///
/// ```
/// use upstar_syntax::{Names, Node, Reader, Reading};
/// let names = Names { values: &["over"], ..Names::NONE };
/// let reader = Reader { names, reading: Reading::Printed, ..Reader::default() };
/// assert!(matches!(reader.expression("3*5", 0..3)?.node, Node::Marks(_)));
/// assert!(matches!(reader.expression("5over", 0..5)?.node, Node::Chain(..)));
/// # Ok::<(), upstar_syntax::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Reader {
    /// How much is read.
    pub limits: ReadLimits,
    /// What marks mean.
    pub reading: Reading,
    /// Which names are special.
    pub names: Names,
}

impl Reader {
    /// All statements of `source`.
    ///
    /// ```
    /// # use upstar_syntax::Reader;
    /// let statements = Reader::default().statements("x := 1; x + 1")?;
    /// assert_eq!(statements.len(), 2);
    /// let failure = Reader::default().statements("def f(x) begin").unwrap_err();
    /// assert!(failure.at_end);
    /// # Ok::<(), upstar_syntax::SyntaxError>(())
    /// ```
    pub fn statements(&self, source: &str) -> Parsed<Vec<Expr>> {
        Ok(self.input(source)?.statements)
    }

    /// The same, with a word on how it ends.
    ///
    /// ```
    /// # use upstar_syntax::Reader;
    /// assert!(Reader::default().input("x := 1; // one")?.silent);
    /// assert!(!Reader::default().input("x := 1; x")?.silent);
    /// # Ok::<(), upstar_syntax::SyntaxError>(())
    /// ```
    pub fn input(&self, source: &str) -> Parsed<Input> {
        let mut parser = Parser::new(self, source, 0..source.len())?;
        let statements = parser.statements()?;
        parser.finish()?;
        Ok(Input { statements, silent: parser.before() == Some(T::Semicolon) })
    }

    /// The one expression that the bytes `part` of `source` are. Places are counted from the
    /// beginning of `source`.
    ///
    /// ```
    /// # use upstar_syntax::Reader;
    /// let line = "both -> k for k from 0 to n-1";
    /// let bound = Reader::default().expression(line, 26..29)?;
    /// assert_eq!(bound.span.text(line), Some("n-1"));
    /// # Ok::<(), upstar_syntax::SyntaxError>(())
    /// ```
    pub fn expression(&self, source: &str, part: Range<usize>) -> Result<Expr, SyntaxError> {
        let mut parser = Parser::new(self, source, part)?;
        let expression = parser.expression()?;
        parser.finish()?;
        Ok(expression)
    }
}
