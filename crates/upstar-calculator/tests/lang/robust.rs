//! Nothing that is typed makes the calculator panic, hang or overflow its stack.

use proptest::prelude::*;
use std::sync::Arc;
use std::time::Duration;
use upstar_base::Budget;
use upstar_calculator::print::Notation;
use upstar_calculator::{Calculator, ErrorKind, is_incomplete};
use upstar_values::Calc;

const WORDS: &[&str] = &[
    "0",
    "1",
    "2",
    "3/4",
    "1/3",
    "17",
    "99999999999999999999",
    "*",
    "^",
    "^^",
    "v",
    "vv",
    "*2",
    "^3",
    "+",
    "-",
    "+-",
    "/",
    "%",
    ":",
    "&",
    "..",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|",
    "||",
    "|||",
    ",",
    ";",
    ":=",
    "->",
    "=>",
    "==",
    "!=",
    "<",
    ">",
    "<=",
    ">=",
    "<>",
    "<|",
    "|>",
    "<=>",
    "===",
    "x",
    "f",
    "and",
    "or",
    "not",
    "if",
    "then",
    "else",
    "elseif",
    "end",
    "for",
    "in",
    "from",
    "to",
    "by",
    "while",
    "where",
    "do",
    "yield",
    "begin",
    "def",
    "is",
    "true",
    "false",
    "Integer",
    ".Mean",
    ".Heat(1)",
    ".Options(Left)",
    " Heat ",
    "Tiny(2)",
    "omega",
    "inf",
    "'",
    "`",
    "\"a\"",
    " ",
    "½",
    "↑",
    "⧾₂",
    "±",
    "⋆",
    "×",
    "Nothing",
    "MutableList()",
    ".Add(x)",
    ".ToString",
    ".Read",
    "^<2>",
    "^[2]",
    "1*",
    "//",
    "/*",
    "*/",
    "\\",
    "$",
    "é",
];

fn session(milliseconds: u64, bytes: u64) -> Calculator {
    let budget = Budget::new(Some(Duration::from_millis(milliseconds)), Some(bytes));
    Calculator::new(Calc::new(Arc::default(), Arc::new(budget)))
}

fn survive(source: &str) {
    let mut session = session(300, 1 << 28);
    is_incomplete(source);
    session.complete(source, source.len());
    match session.eval(source) {
        Ok(evaluation) => {
            if let Some(value) = evaluation.value {
                for notation in [Notation::Ascii, Notation::Unicode, Notation::Latex] {
                    let _ = session.show(&value, notation);
                }
                let _ = session.kind(&value);
            }
        }
        Err(error) => {
            assert!(error.span.start <= error.span.end && error.span.end <= source.len());
            assert!(source.is_char_boundary(error.span.start), "{source:?} {error:?}");
            assert!(source.is_char_boundary(error.span.end), "{source:?} {error:?}");
            assert!(!error.message.is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn words(words in prop::collection::vec(prop::sample::select(WORDS), 0..20)) {
        survive(&words.concat());
        survive(&words.join(" "));
    }

    #[test]
    fn text(source in "\\PC{0,40}") {
        survive(&source);
    }

    #[test]
    fn bytes(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        survive(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn deep_nesting_is_refused() {
    let mut session = Calculator::default();
    for [open, close] in [
        ["{", "}"],
        ["(", ")"],
        ["[", "]"],
        ["{0|", "}"],
        ["'{", "}'"],
        ["f(", ")"],
        ["-(", ")"],
        ["x -> ", ""],
        ["not ", ""],
        ["2^", ""],
        ["if true then ", " end"],
        ["begin ", " end"],
        ["*(", ")"],
        ["^[", "]"],
        ["{1 => ", "}"],
        ["x := ", ""],
        ["`", "`"],
        ["Tiny(", ")"],
    ] {
        let source = format!("{}0{}", open.repeat(100_000), close.repeat(100_000));
        let error = session.eval(&source).unwrap_err();
        assert!(
            matches!(error.kind, ErrorKind::Size | ErrorKind::Syntax),
            "{open}: {:?} {}",
            error.kind,
            error.message
        );
    }
}

#[test]
fn long_inputs_are_refused_and_chains_are_flat() {
    let mut session = Calculator::default();
    let error = session.eval(&"1+".repeat(5_000_000)).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Size);
    assert!(error.message.contains("too long"), "{}", error.message);
    let sum = format!("{}1", "1+".repeat(100_000));
    assert_eq!(crate::answer(&mut session, &sum).as_deref(), Ok("100001"));
    let signs = format!("{}1", "-".repeat(100_000));
    assert_eq!(crate::answer(&mut session, &signs).as_deref(), Ok("1"));
    let methods = format!("1{}", ".Abs".repeat(50_000));
    assert_eq!(crate::answer(&mut session, &methods).as_deref(), Ok("1"));
    let bars: String = (1..=900).map(|n| format!("0{}", "|".repeat(n))).collect();
    assert!(session.eval(&format!("{{{bars}0}}")).is_ok());
}
