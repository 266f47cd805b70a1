//! The lines of an input of any length, of which only those of a sensible length are kept.

use std::io::{self, BufRead, Read};
use std::ops::Range;

/// Longer lines are read past, not kept.
pub const LONGEST_LINE: usize = 64 << 20;

/// How far lines that are too long are read past.
const SKIPPED: usize = 1 << 30;

/// What comes next.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// The input is over.
    End,
    /// A line without its end.
    Text(String),
    /// The line with the wrong bytes replaced, and where the first of them was.
    NotUtf8(String, Range<usize>),
    /// It was read past.
    TooLong,
    /// It does not end, as far as one can tell.
    Endless,
}

/// The mark of the byte order, which some programs put before a text.
const MARK: char = '\u{feff}';

/// A text without the mark of the byte order that may stand before it.
///
/// ```
/// use upstar_base::file::without_mark;
/// assert_eq!(without_mark("\u{feff}1+1"), "1+1");
/// assert_eq!(without_mark("1+1"), "1+1");
/// ```
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// Reads an input line by line; a mark of the byte order at its start is no part of it.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    has_begun: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of an input that nobody has read from.
    pub fn of(input: R) -> Lines<R> {
        Lines { input, has_begun: false }
    }

    /// The next line.
    pub fn read(&mut self) -> io::Result<Line> {
        let line = read_line(&mut self.input)?;
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        Ok(match line {
            Line::Text(text) if is_first && text.starts_with(MARK) => {
                Line::Text(without_mark(&text).to_owned())
            }
            Line::NotUtf8(text, at) if is_first && text.starts_with(MARK) => {
                let mark = MARK.len_utf8();
                Line::NotUtf8(without_mark(&text).to_owned(), at.start - mark..at.end - mark)
            }
            line => line,
        })
    }
}

fn read_line(input: &mut impl BufRead) -> io::Result<Line> {
    let mut line = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(Line::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    } else if line.len() > LONGEST_LINE {
        return Ok(if skip_line(input)? { Line::TooLong } else { Line::Endless });
    }
    Ok(match String::from_utf8(line) {
        Ok(text) => Line::Text(text),
        Err(wrong) => {
            let at = wrong.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(wrong.as_bytes()).into_owned();
            Line::NotUtf8(text, at..at + 1)
        }
    })
}

/// Reads past the end of a line; false if it is not found.
fn skip_line(input: &mut impl BufRead) -> io::Result<bool> {
    let mut skipped = 0;
    while skipped < SKIPPED {
        let buffer = input.fill_buf()?;
        let (used, done) = match buffer.iter().position(|&b| b == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        skipped += used;
        if done {
            return Ok(true);
        }
    }
    Ok(false)
}
