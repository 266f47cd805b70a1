//! A text as statements: one per line; an indented line continues the one above.
//!
//! Comments and the ends of continued lines become blanks of the same length, so every statement
//! is a stretch of one text and places in it are places in the file.

use super::fault::{RuleFault, TextSpan};

/// A piece of a statement and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementPiece<'t> {
    /// Its text.
    pub text: &'t str,
    /// The index of its first byte in the whole text.
    pub start: usize,
}

impl<'t> StatementPiece<'t> {
    /// Returns where it is.
    pub fn span(self) -> TextSpan {
        TextSpan::new(self.start, self.start + self.text.len())
    }

    /// Returns the bytes `from..to` of it.
    pub fn part(self, from: usize, to: usize) -> StatementPiece<'t> {
        StatementPiece { text: &self.text[from..to], start: self.start + from }
    }

    /// Returns it without the blanks around it.
    pub fn trimmed(self) -> StatementPiece<'t> {
        let from = self.text.len() - self.text.trim_start().len();
        self.part(from, from + self.text.trim().len())
    }

    /// Returns the words, separated by blanks.
    pub fn words(self) -> impl Iterator<Item = StatementPiece<'t>> {
        self.text.split_whitespace().map(move |word| {
            // A piece of a text is where its first byte is.
            let from = word.as_ptr() as usize - self.text.as_ptr() as usize;
            self.part(from, from + word.len())
        })
    }

    /// Splits off the first word.
    pub fn first_word(self) -> (StatementPiece<'t>, StatementPiece<'t>) {
        let this = self.trimmed();
        let end = this.text.find(char::is_whitespace).unwrap_or(this.text.len());
        (this.part(0, end), this.part(end, this.text.len()).trimmed())
    }

    /// Parses the texts in quotes of a statement such as `try "xo" "ox"`.
    pub fn quoted(self) -> Result<Vec<StatementPiece<'t>>, RuleFault> {
        let mut texts = Vec::new();
        let mut rest = self.trimmed();
        while !rest.text.is_empty() {
            let inside = rest.text.strip_prefix('"').ok_or_else(|| {
                RuleFault::new(rest.span(), "expected a text in quotes, such as \"xo.\"")
            })?;
            let end = inside.find('"').ok_or_else(|| {
                RuleFault::new(
                    TextSpan::new(rest.start, rest.start + 1),
                    "this quote is not closed",
                )
            })?;
            texts.push(rest.part(1, 1 + end));
            rest = rest.part(end + 2, rest.text.len()).trimmed();
        }
        Ok(texts)
    }
}

/// A line with those that continue it.
#[derive(Clone, Copy, Debug)]
pub struct Statement<'t> {
    /// What it is about: `game`, `left`; empty for a text in quotes.
    pub word: StatementPiece<'t>,
    /// The rest.
    pub body: StatementPiece<'t>,
}

/// Replaces comments and the ends of continued lines by blanks; everything keeps its place.
pub fn cleaned(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let (mut quoted, mut comment) = (false, false);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        if c == '\n' {
            comment = false;
            let mut ahead = characters.clone();
            let indented = matches!(ahead.peek(), Some(' ' | '\t'));
            let blank = ahead.by_ref().take_while(|&c| c != '\n').all(char::is_whitespace);
            // A text may go on over lines; everything else ends where a line begins anew.
            if !indented || blank {
                quoted = false;
            }
            clean.push(if indented && !blank { ' ' } else { '\n' });
            continue;
        }
        quoted ^= c == '"' && !comment;
        comment |= c == '/' && !quoted && characters.peek() == Some(&'/');
        // Some editors begin a file with a mark of its encoding.
        if comment || c == '\r' || c == '\u{feff}' {
            clean.extend(std::iter::repeat_n(' ', c.len_utf8()));
        } else {
            clean.push(c);
        }
    }
    clean
}

/// Parses the statements of a cleaned text.
pub fn statements(clean: &str) -> Vec<Statement<'_>> {
    let mut start = 0;
    let mut found = Vec::new();
    for line in clean.split('\n') {
        let line_piece = StatementPiece { text: line, start };
        start += line.len() + 1;
        let trimmed = line_piece.trimmed();
        if trimmed.text.is_empty() {
            continue;
        }
        if trimmed.text.starts_with('"') {
            found.push(Statement { word: trimmed.part(0, 0), body: trimmed });
            continue;
        }
        let (word, body) = trimmed.first_word();
        found.push(Statement { word, body });
    }
    found
}
