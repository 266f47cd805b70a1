//! From bytes to tokens.
//!
//! Blanks, line ends and comments separate tokens and are dropped; what touches what is still
//! known from the spans, and the parser asks (`1*` is a star on one, `1 * 2` a product).

use crate::ast::Relation;
use crate::error::{Error, ErrorKind, Span, SyntaxError};
use crate::token::{Key, T, Token};
use std::ops::Range;

fn error(span: Span, message: impl Into<String>) -> SyntaxError {
    SyntaxError::new(Error::new(ErrorKind::Syntax, span, message), false)
}

/// All tokens of the bytes `part` of `source`, the last one [`T::End`].
pub(crate) fn tokens(
    source: &str,
    part: Range<usize>,
    max_input: usize,
) -> Result<Vec<Token>, SyntaxError> {
    let limit = max_input.min(u32::MAX as usize - 1);
    if source.len() > limit {
        let message =
            format!("the input is too long: {} bytes, at most {limit} are read", source.len());
        let error = Error::new(ErrorKind::Size, Span::new(0, 0), message);
        return Err(SyntaxError::new(error, false));
    }
    if source.get(part.clone()).is_none() {
        let message = format!("the bytes {} to {} are no text", part.start, part.end);
        return Err(error(Span::new(0, 0), message));
    }
    let mut lexer = Lexer { source: &source[..part.end], at: part.start, tokens: Vec::new() };
    while lexer.token()? {}
    lexer.push(T::End, part.end);
    Ok(lexer.tokens)
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.source[self.at..]
    }

    fn push(&mut self, kind: T, end: usize) {
        self.tokens.push(Token::new(kind, self.at, end));
        self.at = end;
    }

    /// Moves over one token or blank; false at the end.
    fn token(&mut self) -> Result<bool, SyntaxError> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return Ok(false) };
        if first.is_whitespace() {
            self.at += first.len_utf8();
        } else if rest.starts_with("//") {
            self.at += rest.find('\n').unwrap_or(rest.len());
        } else if let Some(comment) = rest.strip_prefix("/*") {
            match comment.find("*/") {
                Some(length) => self.at += length + 4,
                None => {
                    let span = Span::new(self.at, self.source.len());
                    let error = error(span, "this comment does not end").error.expected(["`*/`"]);
                    return Err(SyntaxError::new(error, true));
                }
            }
        } else if let Some(length) = tallies(rest) {
            self.push(T::Tallies, self.at + length);
        } else if let Some(length) = staged(rest) {
            self.push(T::Loopy, self.at + length);
        } else if let Some(subscripts) = after_infinity(rest).and_then(|r| r.strip_prefix("_{")) {
            let start = self.source.len() - subscripts.len();
            self.subscripts(start)?;
        } else if first == '∞' {
            self.push(T::Name, self.at + first.len_utf8());
        } else if let Some(length) = class_name(rest) {
            self.push(T::Name, self.at + length);
        } else if first.is_ascii_digit() {
            self.run(T::Integer, |c| c.is_ascii_digit());
        } else if is_name_start(first) {
            if first != 'v' || !self.down() {
                self.name();
            }
        } else if first == '"' {
            self.text()?;
        } else if let Some(length) = collapsed(rest) {
            self.push(T::Misere, self.at + length);
        } else {
            self.sign(first)?;
        }
        Ok(true)
    }

    fn run_length(&self, belongs: impl Fn(char) -> bool) -> usize {
        self.rest().find(|c| !belongs(c)).unwrap_or(self.rest().len())
    }

    fn run(&mut self, kind: T, belongs: impl Fn(char) -> bool) {
        let end = self.at + self.run_length(belongs);
        self.push(kind, end);
    }

    /// A loopy nimber whose subscripts begin at `start`.
    fn subscripts(&mut self, start: usize) -> Result<(), SyntaxError> {
        let inside = &self.source[start..];
        let stop = inside.find(|c: char| !c.is_ascii_digit() && c != ',' && !c.is_whitespace());
        let at = start + stop.unwrap_or(inside.len());
        let list = &self.source[start..at];
        if let Some(empty) = list.split(',').position(|part| part.trim().is_empty())
            && !list.trim().is_empty()
            && stop.is_some()
        {
            let before: usize = list.split(',').take(empty).map(|part| part.len() + 1).sum();
            let place = start + before;
            let length = self.source[place..].chars().next().map_or(0, char::len_utf8);
            let span = Span::new(place, place + length);
            return Err(error(span, "a subscript is missing here"));
        }
        if self.source[at..].starts_with('}') {
            self.push(T::Loopy, at + 1);
            return Ok(());
        }
        let end = self.source[at..].chars().next().map_or(at, |c| at + c.len_utf8());
        let error = error(Span::new(at, end), "the subscripts of a loopy nimber are nim-heaps");
        let error = error.error.expected(["a number", "`,`", "`}`"]);
        Err(SyntaxError::new(error, stop.is_none()))
    }

    /// A run of `v` is as many downs, unless another letter makes it a name.
    fn down(&mut self) -> bool {
        let count = self.run_length(|c| c == 'v');
        let next = self.rest()[count..].chars().next();
        let names = next.is_some_and(|c| is_name_start(c) && !is_mark(c));
        if !names {
            self.push(T::Down(count as u32), self.at + count);
        }
        !names
    }

    fn name(&mut self) {
        let length = self.run_length(|c| (c.is_alphanumeric() || c == '_') && !is_digit_mark(c));
        let word = &self.rest()[..length];
        let kind = Key::parse(word).map_or(T::Name, T::Key);
        self.push(kind, self.at + length);
    }

    fn text(&mut self) -> Result<(), SyntaxError> {
        let mut escaped = false;
        for (i, c) in self.rest().char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    self.push(T::Text, self.at + i + 1);
                    return Ok(());
                }
                _ => {}
            }
        }
        let span = Span::new(self.at, self.source.len());
        let error = error(span, "this string does not end").error.expected(["`\"`"]);
        Err(SyntaxError::new(error, true))
    }

    fn sign(&mut self, first: char) -> Result<(), SyntaxError> {
        const MORE: [(&str, T); 15] = [
            ("*", T::Star),
            ("'", T::Quote),
            ("`", T::Backquote),
            ("⋆", T::Nim),
            ("∗", T::Nim),
            ("×", T::Times),
            ("±", T::PlusMinus),
            ("↑", T::Up(1)),
            ("⇑", T::Up(2)),
            ("↓", T::Down(1)),
            ("⇓", T::Down(2)),
            ("⧾", T::Tiny(true)),
            ("⧿", T::Tiny(false)),
            ("−", T::Minus),
            ("½", T::Vulgar(1, 2)),
        ];
        let rest = self.rest();
        let next = |n: usize| rest[n..].chars().next();
        // Two of them are not always what they look like; none begins like another sign.
        let relations = Relation::SPELLED.iter().filter(|(text, _)| !text.contains('|'));
        let relations = relations.map(|&(text, relation)| (text, T::Relation(relation)));
        let mut signs = T::SPELLED.iter().chain(&MORE).copied().chain(relations);
        match first {
            '^' => {
                let count = self.run_length(|c| c == '^');
                self.push(T::Caret(count as u32), self.at + count);
            }
            '|' => {
                let count = self.run_length(|c| c == '|');
                if count == 1 && next(1) == Some('>') && next(2) != Some('=') {
                    self.push(T::Relation(Relation::GreaterFuzzy), self.at + 2);
                } else {
                    self.push(T::Bars(count as u32), self.at + count);
                }
            }
            '<' if next(1) == Some('|') && next(2) != Some('|') => {
                self.push(T::Relation(Relation::LessFuzzy), self.at + 2);
            }
            '¼' => self.push(T::Vulgar(1, 4), self.at + first.len_utf8()),
            '¾' => self.push(T::Vulgar(3, 4), self.at + first.len_utf8()),
            c if raised(c).is_some() => self.run(T::Raised, |c| raised(c).is_some()),
            c if lowered(c).is_some() => self.run(T::Lowered, |c| lowered(c).is_some()),
            _ => match signs.find(|(text, _)| rest.starts_with(text)) {
                Some((text, kind)) => self.push(kind, self.at + text.len()),
                None => {
                    let span = Span::new(self.at, self.at + first.len_utf8());
                    let name = match first {
                        c if c.is_control() => format!("U+{:04X}", u32::from(c)),
                        c => format!("`{c}`"),
                    };
                    let mut failure = error(span, format!("{name} is not part of the language"));
                    failure.error.hint = elsewhere(first).map(str::to_string);
                    return Err(failure);
                }
            },
        }
        Ok(())
    }
}

/// What a sign of other languages is called here.
fn elsewhere(sign: char) -> Option<&'static str> {
    Some(match sign {
        '=' => "`:=` assigns and `==` compares",
        '!' => "`not` denies, `!=` compares",
        '#' => "comments begin with `//`",
        '\u{201c}' | '\u{201d}' | '\u{201e}' => "strings stand between `\"`",
        '\u{2018}' | '\u{2019}' => "explicit forms stand between `'`",
        '\u{2264}' => "write `<=`",
        '\u{2265}' => "write `>=`",
        '\u{2260}' => "write `!=`",
        '\u{00f7}' => "write `/`",
        '\u{00b7}' => "write `*`",
        _ => return None,
    })
}

/// The length of a misère game in collapsed notation, `*[2#0]`, that stands at the beginning.
///
/// Lists of options are written with the same brackets, `*[[2],0]`. What makes the difference is
/// what no list contains: a `#` or `&n;`, a bracket behind a number or parenthesis, or numbers and
/// parentheses without anything between them.
fn collapsed(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("*[")?;
    let (mut depth, mut before, mut found) = (1usize, b'[', false);
    for (i, byte) in inside.bytes().enumerate() {
        let closed = matches!(before, b')' | b']' | b'#' | b';');
        let after_item = closed || before.is_ascii_digit();
        match byte {
            b'[' if after_item => (depth, found) = (depth + 1, true),
            b']' if after_item => {
                depth -= 1;
                if depth == 0 {
                    return found.then_some(i + 3);
                }
            }
            b'#' | b'&' => found = true,
            b'(' => found |= after_item,
            b'0'..=b'9' => found |= before == b')',
            b')' | b';' | b'-' => {}
            _ => return None,
        }
        before = byte;
    }
    None
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

/// What follows `inf` or `∞`.
fn after_infinity(text: &str) -> Option<&str> {
    text.strip_prefix("inf").or_else(|| text.strip_prefix('∞'))
}

/// What follows one or more digits.
fn after_digits(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

/// Does a number end before this?
fn ends_number(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// The length of a nim-heap with its stage, `2@11`, at the beginning.
fn staged(text: &str) -> Option<usize> {
    let rest = after_digits(after_digits(text)?.strip_prefix('@')?)?;
    ends_number(rest).then(|| text.len() - rest.len())
}

/// The length of two tallies, `5_5 -6_4`, at the beginning; one alone is nothing. A sign of the
/// first is a token of its own.
fn tallies(text: &str) -> Option<usize> {
    fn tally(toll: &str) -> Option<&str> {
        let rest = match after_infinity(toll) {
            Some(rest) => rest,
            None => {
                let rest = after_digits(toll)?;
                rest.strip_prefix('/').and_then(after_digits).unwrap_or(rest)
            }
        };
        after_digits(rest.strip_prefix('_')?)
    }
    let between = tally(text)?;
    let second = between.trim_start_matches(is_blank);
    let unsigned = second.strip_prefix('-').unwrap_or(second);
    let rest = tally(unsigned).filter(|_| second.len() < between.len())?;
    ends_number(rest).then(|| text.len() - rest.len())
}

/// The length of the name of a class as it is printed, `⟪game.Integer⟫`.
fn class_name(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('⟪')?;
    let length = inside.find(|c: char| !c.is_alphanumeric() && c != '.')?;
    let closed = inside[length..].starts_with('⟫') && length > 0;
    closed.then_some('⟪'.len_utf8() + length + '⟫'.len_utf8())
}

fn is_name_start(c: char) -> bool {
    (c.is_alphabetic() || c == '_') && !is_mark(c)
}

/// Letters, to Unicode, that are signs here.
fn is_mark(c: char) -> bool {
    is_digit_mark(c)
}

fn is_digit_mark(c: char) -> bool {
    raised(c).is_some() || lowered(c).is_some() || matches!(c, '½' | '¼' | '¾')
}

/// The digit that a superscript digit raises.
pub(crate) fn raised(c: char) -> Option<char> {
    Some(match c {
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴'..='⁹' => char::from_digit(c as u32 - '⁰' as u32, 10)?,
        _ => return None,
    })
}

/// The digit that a subscript digit lowers.
pub(crate) fn lowered(c: char) -> Option<char> {
    match c {
        '₀'..='₉' => char::from_digit(c as u32 - '₀' as u32, 10),
        _ => None,
    }
}
