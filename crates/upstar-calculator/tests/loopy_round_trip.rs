//! Loopy values are read as they are printed, in ascii and in Unicode.
#![allow(clippy::unwrap_used)]

use upstar_calculator::Calculator;
use upstar_calculator::print::Notation;
use upstar_testing::Random;

/// A game in braces, within those of the labels given.
fn game(random: &mut Random, labels: &mut Vec<char>, depth: u64) -> String {
    let label = (b'a' + labels.len() as u8) as char;
    labels.push(label);
    let (left, right) = (side(random, labels, depth), side(random, labels, depth));
    labels.pop();
    format!("{label}{{{left}|{right}}}")
}

fn side(random: &mut Random, labels: &mut Vec<char>, depth: u64) -> String {
    let options: Vec<String> =
        (0..random.below(3)).map(|_| option(random, labels, depth)).collect();
    options.join(",")
}

fn option(random: &mut Random, labels: &mut Vec<char>, depth: u64) -> String {
    const KNOWN: [&str; 14] = [
        "0",
        "1",
        "-2",
        "*",
        "^",
        "v*2",
        "on",
        "off",
        "over",
        "-3under",
        "1/2^[on]*",
        "v<on>",
        "Tiny(on)",
        "(on & 0)",
    ];
    match random.below(5) {
        0 | 1 if depth > 0 => game(random, labels, depth - 1),
        2 => labels[random.below(labels.len())].to_string(),
        3 => "pass".to_owned(),
        _ => KNOWN[random.below(KNOWN.len())].to_owned(),
    }
}

#[test]
fn what_is_printed_is_read() {
    let mut random = Random::new(0x00c0_ffee_1234_5678);
    let mut session = Calculator::default();
    let (mut stoppers, mut sided, mut labelled) = (0, 0, 0);
    for _ in 0..3000 {
        let text = game(&mut random, &mut Vec::new(), 2);
        let value = session.eval(&text).unwrap().value.unwrap();
        for notation in [Notation::Ascii, Notation::Unicode] {
            let shown = session.show(&value, notation).unwrap();
            let again = session.eval(&shown).unwrap().value.unwrap();
            assert_eq!(session.show(&again, notation).unwrap(), shown, "{text}");
            let equal = session.eval(&format!("({shown}) == {text}")).unwrap().value.unwrap();
            assert_eq!(session.show(&equal, Notation::Ascii).unwrap(), "true", "{text}: {shown}");
            labelled += usize::from(shown.contains("a{"));
            match session.kind(&value) {
                "Stopper" => stoppers += 1,
                "SidedGame" => sided += 1,
                _ => {}
            }
        }
    }
    assert!(stoppers > 500 && sided > 500, "{stoppers} {sided} {labelled}");
}
