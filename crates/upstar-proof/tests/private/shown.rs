//! Tests of what is private to `shown`.

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
