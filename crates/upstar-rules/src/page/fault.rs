//! What is wrong with a page or a rule file: a place, what was expected there, and a hint.

use std::fmt;

/// A stretch of bytes of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextSpan {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl TextSpan {
    /// The bytes `start..end`.
    pub const fn new(start: usize, end: usize) -> TextSpan {
        TextSpan { start, end }
    }

    /// The smallest stretch that contains both.
    pub fn to(self, other: TextSpan) -> TextSpan {
        TextSpan { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// An error in a page or a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFault {
    /// Where it is.
    pub span: TextSpan,
    /// What is wrong, in one line.
    pub message: String,
    /// How to fix it, where that is obvious.
    pub hint: Option<String>,
}

impl RuleFault {
    /// Returns an error at a place.
    pub fn new(span: TextSpan, message: impl Into<String>) -> RuleFault {
        RuleFault { span, message: message.into(), hint: None }
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> RuleFault {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the nearest of these names as a hint, if one is near.
    #[must_use]
    pub fn near<'n>(self, word: &str, names: impl IntoIterator<Item = &'n str>) -> RuleFault {
        let allowed = 1 + word.chars().count() / 4;
        let near = names
            .into_iter()
            .map(|name| (distance(word, name), name))
            .filter(|&(distance, _)| distance <= allowed)
            .min();
        match near {
            Some((_, name)) => self.hint(format!("did you mean `{name}`?")),
            None => self,
        }
    }
}

impl fmt::Display for RuleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for RuleFault {}

/// Returns Levenshtein's distance of two short words; only the first 64 characters of each count.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}
