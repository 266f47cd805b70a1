//! Inputs line by line.

use std::io::{self, Read};
use upstar_base::file::{LONGEST_LINE, Line, Lines};

#[test]
fn lines_of_all_sorts() {
    let input: &[u8] = b"1+1\r\n\n\xff\nlast";
    let mut lines = Lines::of(input);
    let mut next = || lines.read().unwrap();
    assert!(matches!(next(), Line::Text(t) if t == "1+1"));
    assert!(matches!(next(), Line::Text(t) if t.is_empty()));
    assert!(matches!(next(), Line::NotUtf8(_, span) if span.start == 0));
    assert!(matches!(next(), Line::Text(t) if t == "last"));
    assert!(matches!(next(), Line::End));
}

#[test]
fn a_mark_at_the_start_is_no_part_of_the_text() {
    let mut lines = Lines::of(&b"\xef\xbb\xbf1+1\n\xef\xbb\xbf2\n"[..]);
    assert_eq!(lines.read().unwrap(), Line::Text("1+1".to_owned()));
    assert_eq!(lines.read().unwrap(), Line::Text("\u{feff}2".to_owned()));
    assert_eq!(lines.read().unwrap(), Line::End);
    let mut lines = Lines::of(&b"\xef\xbb\xbf1\xff\n"[..]);
    assert!(matches!(lines.read().unwrap(), Line::NotUtf8(_, at) if at == (1..2)));
    // Another character that begins with the same byte stays.
    let mut lines = Lines::of("\u{ff10}\n".as_bytes());
    assert_eq!(lines.read().unwrap(), Line::Text("\u{ff10}".to_owned()));
}

#[test]
fn a_line_without_end_is_read_past() {
    let mut input = io::repeat(b'1').take(LONGEST_LINE as u64 * 2);
    let mut text = Vec::new();
    input.read_to_end(&mut text).unwrap();
    text.extend_from_slice(b"\n2\n");
    let mut lines = Lines::of(text.as_slice());
    assert!(matches!(lines.read().unwrap(), Line::TooLong));
    assert!(matches!(lines.read().unwrap(), Line::Text(t) if t == "2"));
}

#[test]
fn an_endless_line_is_given_up() {
    let input = io::BufReader::with_capacity(1 << 20, io::repeat(b'1'));
    assert_eq!(Lines::of(input).read().unwrap(), Line::Endless);
}
