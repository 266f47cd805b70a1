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
mod tests {
    use super::*;

    /// Line ends, escape sequences, DEL, C1, separators of lines, marks of direction, invisible
    /// letters.
    const HOSTILE: &str = "\n\r\t\u{0}\u{1b}[8m\u{7f}\u{85}\u{9b}\u{2028}\u{2029}\u{202e}\u{2066}\u{200b}\u{feff}\u{e0041}\u{ad}";

    #[test]
    fn everything_invisible_is_escaped() {
        let visible = |text: &str| text.chars().all(|c| matches!(c, ' '..='~') || c == 'è');
        let cut = |text: &str| HOSTILE.chars().map(|c| format!("{text}{c}")).collect::<Vec<_>>();
        for text in cut("0.7").iter().chain([&HOSTILE.repeat(20)]) {
            assert!(visible(&shown(text)) && visible(&quoted(text)), "{text:?}");
            assert!(visible(&message(text)), "{text:?}");
            let verdicts = [
                Verdict::Verified(text.clone()),
                Verdict::refuted("code", text.clone()),
                Verdict::Unknown(text.clone()),
            ];
            for verdict in verdicts {
                assert!(visible(&clean(verdict).to_string()), "{text:?}");
            }
        }
        let sentence = Verdict::Verified("in misère play".to_owned());
        assert_eq!(clean(sentence.clone()), sentence);
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(shown("0.77"), "0.77");
        assert_eq!(quoted("0.7\n"), r"`0.7\n`");
        let long = shown(&format!("0.{}", "4".repeat(60_000)));
        assert_eq!(long, format!("0.{}... (60002 characters)", "4".repeat(46)));
        assert_eq!(message(&"x".repeat(301)), "x".repeat(300) + "...");
        assert_eq!(message(&"x".repeat(300)), "x".repeat(300));
    }

    #[test]
    fn visible_text_stays() {
        assert_eq!(quoted("'\"\\~"), "`'\"\\~`");
        assert_eq!(one_line("\u{24f}"), "\u{24f}");
        assert_eq!(one_line("\u{250}"), r"\u{250}");
    }
}
