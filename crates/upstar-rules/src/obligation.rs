//! The mark of a component that must be answered: `(4)! + (3)` after an entailing move to 4.
//!
//! The mark stands after the term. Other rulesets may write `!` for something else, so only texts
//! for rules with entailing moves are read here.

use crate::{MoveKind, PositionError, Rules, split_sum};

/// The mark.
pub const MARK: char = '!';

/// A text of a position in which one term is marked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnmarkedText {
    /// The text without the mark; a blank stands for it.
    pub text: String,
    /// Which term it belongs to, counted from 0.
    pub term: usize,
}

/// Takes the mark off a text; `None` if there is none.
///
/// ```
/// use upstar_rules::obligation::unmarked;
/// let found = unmarked("(4)! + (3)")?.unwrap();
/// assert_eq!((found.text.as_str(), found.term), ("(4)  + (3)", 0));
/// // Without blanks the mark belongs to the heap before it.
/// let found = unmarked("9+8!+5")?.unwrap();
/// assert_eq!((found.text.as_str(), found.term), ("9 + 8  + 5", 1));
/// assert_eq!(unmarked("9+8")?, None);
/// assert!(unmarked("9! + 8!").is_err());
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn unmarked(text: &str) -> Result<Option<UnmarkedText>, PositionError> {
    let marks = marks(text);
    let (&first, rest) = match marks.split_first() {
        None => return Ok(None),
        Some(found) => found,
    };
    if let Some(&second) = rest.first() {
        let message = "only one component must be answered: write one `!`";
        return Err(PositionError::new(second, 1, message));
    }
    let (before, after) = (&text[..first], &text[first + 1..]);
    // The mark belongs to one heap of a sum without blanks.
    let before = match last_plus(before) {
        Some(plus) => format!("{} + {}", before[..plus].trim_end(), &before[plus + 1..]),
        None => before.to_owned(),
    };
    let after = match after.strip_prefix('+').filter(|rest| !rest.starts_with(' ')) {
        Some(rest) => format!(" + {rest}"),
        None => after.to_owned(),
    };
    let term = split_sum(&before)?.len().saturating_sub(1);
    Ok(Some(UnmarkedText { text: format!("{before} {after}"), term }))
}

/// The same for rules, if they have entailing moves.
pub fn unmarked_for<R: Rules>(
    rules: &R,
    text: &str,
) -> Result<Option<UnmarkedText>, PositionError> {
    if !has_obligations(rules) {
        return Ok(None);
    }
    unmarked(text)
}

/// Whether the rules have entailing moves.
pub fn has_obligations<R: Rules>(rules: &R) -> bool {
    rules.nature().special_moves.contains(&MoveKind::Entailing)
}

/// Where the marks are: after a term, before a `+` or at the end, outside of parentheses.
fn marks(text: &str) -> Vec<usize> {
    let mut depth = 0usize;
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            MARK if depth == 0 && at > 0 => {
                let rest = text[at + 1..].trim_start();
                if rest.is_empty() || rest.starts_with('+') {
                    found.push(at);
                }
            }
            _ => {}
        }
    }
    found
}

/// The last plus without blanks in the term at the end of a text.
fn last_plus(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    let mut last = None;
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'{' | b'[' => depth += 1,
            b')' | b'}' | b']' => depth = depth.saturating_sub(1),
            b'+' if depth == 0 => last = Some(at),
            _ => {}
        }
    }
    last.filter(|&at| {
        let blank = |at: Option<&u8>| at.is_none_or(u8::is_ascii_whitespace);
        at > 0 && !(blank(bytes.get(at - 1)) && blank(bytes.get(at + 1)))
    })
}
