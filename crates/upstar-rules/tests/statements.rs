//! Statements of pages and rule files keep their places in the text.

use upstar_rules::page::{StatementPiece, TextSpan, cleaned, statements};

#[test]
fn lines_comments_and_continuations_keep_their_places() {
    let text = "game X // \"not\" a text\n\nleft a -> b\n   again\n\"one // two\n  three\"\n";
    let clean = cleaned(text);
    assert_eq!(clean.len(), text.len());
    let all = statements(&clean);
    assert_eq!(all.len(), 3);
    assert_eq!((all[0].word.text, all[0].body.text), ("game", "X"));
    assert_eq!(all[1].body.words().map(|w| w.text).collect::<Vec<_>>(), ["a", "->", "b", "again"]);
    assert_eq!(&text[all[1].body.start..][..1], "a");
    assert!(all[2].body.quoted().unwrap()[0].text.starts_with("one // two"));
}

#[test]
fn quotes_must_close() {
    let piece = StatementPiece { text: " \"a\" \"b", start: 10 };
    assert_eq!(piece.quoted().unwrap_err().span, TextSpan::new(15, 16));
}
