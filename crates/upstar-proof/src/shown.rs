//! Text of a certificate as it is shown: one line of visible ASCII, and not much of it.
//!
//! A certificate comes from anywhere. Its text must not write lines of its own, hide what follows or
//! move the cursor of a terminal.

use crate::Verdict;

/// Longer texts are cut, and so are longer messages about them.
const LONGEST: usize = 60;
const LONGEST_MESSAGE: usize = 300;

fn is_ascii(c: char) -> bool {
    matches!(c, ' '..='~')
}

/// The characters with all escaped that are not visible.
fn escaped(text: impl Iterator<Item = char>, is_visible: impl Fn(char) -> bool) -> String {
    let mut shown = String::new();
    for c in text {
        if is_visible(c) {
            shown.push(c);
        } else {
            shown.extend(c.escape_default());
        }
    }
    shown
}

/// The text with everything escaped that is not visible ASCII, cut if it is long.
pub(crate) fn shown(text: &str) -> String {
    let length = text.chars().count();
    if length <= LONGEST {
        return escaped(text.chars(), is_ascii);
    }
    let start = escaped(text.chars().take(LONGEST - 12), is_ascii);
    format!("{start}... ({length} characters)")
}

/// The same in backquotes.
pub(crate) fn quoted(text: &str) -> String {
    format!("`{}`", shown(text))
}

/// A message of the reader of JSON, which quotes the text that it reads.
pub(crate) fn message(text: &str) -> String {
    let more = if text.chars().nth(LONGEST_MESSAGE).is_some() { "..." } else { "" };
    escaped(text.chars().take(LONGEST_MESSAGE), is_ascii) + more
}

/// The verdict as it leaves the checker: one line without invisible characters, whatever was quoted.
pub(crate) fn clean(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Verified(what) => Verdict::Verified(one_line(&what)),
        Verdict::Refuted { step, reason } => Verdict::Refuted { step, reason: one_line(&reason) },
        Verdict::Unknown(why) => Verdict::Unknown(one_line(&why)),
    }
}

/// The text as one line without invisible characters. Letters such as è stay; anything else beyond
/// ASCII is escaped.
///
/// ```
/// let hostile = "no survey was about 0.7\n\u{1b}[8mverified: it";
/// assert_eq!(upstar_proof::one_line(hostile), r"no survey was about 0.7\n\u{1b}[8mverified: it");
/// ```
pub fn one_line(text: &str) -> String {
    escaped(text.chars(), |c| is_ascii(c) || c.is_alphabetic() && c < '\u{250}')
}

#[cfg(test)]
#[path = "../tests/private/shown.rs"]
mod tests;
