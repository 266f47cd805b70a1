//! Statements in a file or a terminal: a line ends a statement that is complete.

use crate::CalculatorLimits;
use std::ops::Range;
use upstar_syntax::{Reading, SyntaxError};

/// Could more text make this input complete? For programs that read several lines.
///
/// ```
/// use upstar_calculator::is_incomplete;
/// assert!(is_incomplete("{3|"));
/// assert!(is_incomplete("1 +"));
/// assert!(is_incomplete("def f(x) begin"));
/// assert!(!is_incomplete("{3|2}"));
/// assert!(!is_incomplete("{3|)"));
/// ```
pub fn is_incomplete(source: &str) -> bool {
    let reader = CalculatorLimits::default().reader(Reading::Arithmetic);
    matches!(reader.statements(source), Err(SyntaxError { at_end: true, .. }))
}

/// Statements that stand together in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramPiece<'a> {
    /// Its first line, counted from 1.
    pub line: usize,
    /// Where it is, in bytes.
    pub bytes: Range<usize>,
    /// What it says.
    pub text: &'a str,
}

/// The lines of a program, those of a statement together. Empty lines between them are left out.
///
/// ```
/// use upstar_calculator::pieces;
/// let program = "x := 3\n\nfor i from 1 to x do\n  x := x + i\nend\nx";
/// let lines: Vec<usize> = pieces(program).map(|piece| piece.line).collect();
/// assert_eq!(lines, [1, 3, 6]);
/// ```
pub fn pieces(text: &str) -> ProgramPieces<'_> {
    ProgramPieces { text, at: 0, line: 1 }
}

/// Goes through a program; see [`pieces`].
#[derive(Clone, Debug)]
pub struct ProgramPieces<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Iterator for ProgramPieces<'a> {
    type Item = ProgramPiece<'a>;

    fn next(&mut self) -> Option<ProgramPiece<'a>> {
        let (mut start, mut first) = (self.at, self.line);
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            self.at += rest.find('\n').map_or(rest.len(), |end| end + 1);
            self.line += 1;
            let text = &self.text[start..self.at];
            if text.trim().is_empty() {
                (start, first) = (self.at, self.line);
                continue;
            }
            if self.at == self.text.len() || !is_incomplete(text) {
                let text = text.trim_end_matches(['\n', '\r']);
                return Some(ProgramPiece { line: first, bytes: start..start + text.len(), text });
            }
        }
        None
    }
}
