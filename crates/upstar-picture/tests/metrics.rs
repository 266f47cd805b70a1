//! The width of text, and lines of a given width.

use upstar_picture::{text_width, wrapped};

#[test]
fn lines_are_as_long_as_allowed() {
    let text = "a long text, of several words, that is broken into lines|and more of it";
    let lines = wrapped(text, 150, 120, 3);
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| text_width(line, 150) <= 120.0), "{lines:?}");
    assert!(lines[2].ends_with('…'));
    assert_eq!(wrapped("short", 150, 500, 2), ["short"]);
    assert_eq!(wrapped("", 150, 500, 2), [""]);
    let all = wrapped(text, 150, 120, 99);
    assert_eq!(all.concat().replace(' ', ""), text.replace(' ', ""));
    assert!(wrapped("abc", 150, 0, 9).len() == 3);
}
