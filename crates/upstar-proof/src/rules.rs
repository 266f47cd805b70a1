//! The rules of a heap game, read anew.
//!
//! Only what certificates are about: finitely many digits ...d(-1)d0.d1d2...dt, each a hexadecimal
//! digit or `&n;`, perhaps with one of the marks `!`, `?`, `=`. Bit h of a digit allows h heaps. A
//! digit before d0 adds tokens.

use crate::Verdict;
use crate::shown::quoted;

/// What sizes several heaps may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeapSizes {
    Any,
    /// All different (`!`).
    Different,
    /// Not all equal (`?`).
    NotAllEqual,
    /// All equal (`=`).
    Same,
}

/// A digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DigitRule {
    pub(crate) bits: u64,
    pub(crate) heaps: HeapSizes,
}

/// Why a code is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CodeError {
    /// This checker does not read it, so that it cannot tell.
    Unread(String),
    /// It is read, and play need not end.
    Endless(String),
}

impl From<CodeError> for Verdict {
    fn from(error: CodeError) -> Verdict {
        match error {
            CodeError::Unread(why) => Verdict::Unknown(format!("the code cannot be read: {why}")),
            CodeError::Endless(why) => Verdict::refuted("code", why),
        }
    }
}

/// The digits of a game.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Number i is for taking i tokens.
    pub(crate) taking: Vec<DigitRule>,
    /// Number i is for adding i + 1 tokens; the last one is not 0.
    pub(crate) adding: Vec<DigitRule>,
}

impl Rules {
    /// Reads a code.
    pub(crate) fn read(code: &str) -> Result<Rules, CodeError> {
        let point = || CodeError::Unread(format!("{} has no point", quoted(code)));
        let (before, after) = code.split_once('.').ok_or_else(point)?;
        let mut adding = digits(before)?;
        let none = || CodeError::Unread(format!("{} has no digit before the point", quoted(code)));
        let mut taking = vec![adding.pop().ok_or_else(none)?];
        if taking[0].bits & 3 != 0 {
            let why = "d0 allows a move that leaves the heap as it is";
            return Err(CodeError::Endless(why.to_owned()));
        }
        adding.reverse();
        while adding.last().is_some_and(|rule| rule.bits == 0) {
            adding.pop();
        }
        for (tokens, rule) in (1u32..).zip(&adding) {
            // Fewer heaps could be as large as the heap before the move.
            if rule.bits.trailing_zeros() < tokens.saturating_add(2) {
                let why = format!("a digit adds {tokens} and leaves too few heaps");
                return Err(CodeError::Endless(why));
            }
        }
        taking.extend(digits(after)?);
        while taking.len() > 1 && taking.last().is_some_and(|rule| rule.bits == 0) {
            taking.pop();
        }
        Ok(Rules { taking, adding })
    }

    fn all(&self) -> impl Iterator<Item = &DigitRule> {
        self.taking.iter().chain(&self.adding)
    }

    /// The most tokens that a move takes.
    pub(crate) fn reach(&self) -> u64 {
        self.taking.len() as u64 - 1
    }

    /// The most heaps that a move leaves, at least 1.
    pub(crate) fn most_heaps(&self) -> u64 {
        let all = self.all().fold(0, |bits, rule| bits | rule.bits);
        u64::from(63 - all.leading_zeros().min(63)).max(1)
    }

    /// Whether heaps may always be of any sizes.
    pub(crate) fn any_sizes(&self) -> bool {
        self.all().all(|rule| rule.heaps == HeapSizes::Any || rule.bits < 4)
    }

    /// Reads the code of an octal game.
    pub(crate) fn octal(code: &str) -> Result<Rules, Verdict> {
        let rules = Rules::read(code)?;
        match rules.is_octal() {
            true => Ok(rules),
            false => Err(Verdict::refuted("code", "it is not that of an octal game")),
        }
    }

    /// Whether it is an octal game: at most two heaps, of any sizes, and no tokens added.
    pub(crate) fn is_octal(&self) -> bool {
        self.all().all(|rule| rule.bits < 8 && rule.heaps == HeapSizes::Any)
    }
}

/// A number of decimal digits alone; no sign and no space.
pub(crate) fn number(text: &str) -> Option<u64> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

fn digits(text: &str) -> Result<Vec<DigitRule>, CodeError> {
    let mut rules: Vec<DigitRule> = Vec::new();
    let mut rest = text;
    let unread = |why: String| Err(CodeError::Unread(why));
    while let Some(c) = rest.chars().next() {
        let mut used = c.len_utf8();
        let bits = if let Some(value) = c.to_digit(16) {
            u64::from(value)
        } else if c == '&' {
            let Some(end) = rest.find(';') else {
                return unread(format!("{} has no `;`", quoted(rest)));
            };
            used = end + 1;
            match number(&rest[1..end]) {
                Some(bits) => bits,
                None => return unread(format!("{} is not a digit", quoted(&rest[..used]))),
            }
        } else {
            return unread(format!("{} is not a digit", quoted(&rest[..used])));
        };
        rest = &rest[used..];
        let heaps = match rest.chars().next() {
            Some('!') => HeapSizes::Different,
            Some('?') => HeapSizes::NotAllEqual,
            Some('=') => HeapSizes::Same,
            _ => HeapSizes::Any,
        };
        if heaps != HeapSizes::Any {
            rest = &rest[1..];
        }
        rules.push(DigitRule { bits, heaps });
    }
    Ok(rules)
}

#[cfg(test)]
#[path = "../tests/private/rules.rs"]
mod tests;
