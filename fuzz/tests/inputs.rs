//! Single texts through the program, as one that a run reported is tried again.
#![allow(clippy::unwrap_used)]

use std::process::Command;

fn accepts(target: &str, text: &str) -> bool {
    let program = env!("CARGO_BIN_EXE_upstar-fuzz");
    let tried = Command::new(program).args([target, "--input", text]).output().unwrap();
    tried.status.success()
}

#[test]
fn texts_that_make_sense_and_texts_that_do_not() {
    for text in [
        "{3||2|1} + ^*",
        "class Take(n) extends ImpartialGame def Options := [Take(n-1) for k from 1 to n] end; Take(3)",
        "class Take(n) extends ImpartialGame def Options :=",
        "{1|",
        "",
    ] {
        assert!(accepts("lang", text), "{text}");
    }
    assert!(accepts("positions", "kayles\n5+3"));
}

#[test]
fn unknown_words_are_refused() {
    assert!(!accepts("nowhere", "1"));
}
