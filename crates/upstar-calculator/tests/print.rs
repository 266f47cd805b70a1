//! Printing of short games, checked against a reader of its own.
//!
//! The reader here knows the printed notation and nothing of the calculator language, so a
//! mistake that printer and parser share does not go unnoticed.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use upstar_base::Stopped;
use upstar_calculator::print::{self, Notation};
use upstar_values::{Calc, Dyadic, Short, Uptimal};

/// Reads a printed game.
fn read(calc: &mut Calc, text: &str) -> Short {
    if let Some((at, bars)) = longest_run(text) {
        let left = options(calc, &text[..at]);
        let right = options(calc, &text[at + bars..]);
        return calc.make(&left, &right).unwrap();
    }
    if let Some(inner) = text.strip_prefix('{') {
        return read(calc, inner.strip_suffix('}').unwrap());
    }
    if let Some(rest) = text.strip_prefix("+-") {
        let inner = rest.strip_prefix('{').and_then(|r| r.strip_suffix('}'));
        let left = match inner.filter(|inner| longest_run(inner).is_none()) {
            Some(several) => options(calc, several),
            None => vec![read(calc, rest)],
        };
        let right: Vec<_> = left.iter().map(|&g| calc.neg(g).unwrap()).collect();
        return calc.make(&left, &right).unwrap();
    }
    if let Some(inner) = text.strip_prefix('(') {
        return read(calc, inner.strip_suffix(')').unwrap());
    }
    let end = text.find(|c: char| !c.is_ascii_digit() && !"-/".contains(c)).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let number: Dyadic = if end == 0 { Dyadic::zero() } else { number.parse().unwrap() };
    if let Some(subscript) = rest.strip_suffix(')') {
        let (name, subscript) = subscript.split_once('(').unwrap();
        let subscript = read(calc, subscript);
        let tiny = match name {
            "Tiny" => calc.tiny(subscript).unwrap(),
            "Miny" => calc.miny(subscript).unwrap(),
            _ => panic!("{text}"),
        };
        let number = calc.number(&number).unwrap();
        return calc.add(number, tiny).unwrap();
    }
    let (ups, star) = match rest.split_once('*') {
        Some((ups, "")) => (ups, 1),
        Some((ups, nim)) => (ups, nim.parse().unwrap()),
        None => (rest, 0),
    };
    calc.uptimal(&Uptimal { number, nim: star, ups: coefficients(ups) }).unwrap()
}

fn coefficients(ups: &str) -> Vec<i32> {
    let sign = if ups.starts_with('^') { 1 } else { -1 };
    let degree = ups.trim_start_matches(['^', 'v']);
    let inside =
        |open, close| degree.strip_prefix(open)?.strip_suffix(close)?.parse::<usize>().ok();
    if let Some(n) = inside('<', '>') {
        let mut list = vec![0; n];
        list[n - 1] = sign;
        list
    } else if let Some(n) = inside('[', ']') {
        vec![sign; n]
    } else if degree.is_empty() {
        let n = i32::try_from(ups.len()).unwrap();
        if n == 0 { Vec::new() } else { vec![sign * n] }
    } else {
        vec![sign * degree.parse::<i32>().unwrap()]
    }
}

fn options(calc: &mut Calc, text: &str) -> Vec<Short> {
    if longest_run(text).is_some() {
        // Only a lone option goes without braces.
        return vec![read(calc, text)];
    }
    let mut depth = 0;
    let mut parts = vec![String::new()];
    for c in text.chars() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().unwrap().push(c);
    }
    parts.retain(|part| !part.is_empty());
    parts.iter().map(|part| read(calc, part)).collect()
}

/// Where the longest run of bars outside of brackets begins, and its length.
fn longest_run(text: &str) -> Option<(usize, usize)> {
    let mut best: Option<(usize, usize)> = None;
    let (mut depth, mut run) = (0, 0);
    for (i, c) in text.char_indices() {
        run = if c == '|' && depth == 0 { run + 1 } else { 0 };
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            _ => {}
        }
        if run > best.map_or(0, |(_, length)| length) {
            best = Some((i + 1 - run, run));
        }
    }
    best
}

/// Unicode marks in ascii.
fn to_ascii(text: &str) -> String {
    let digit = |c: char, alphabet: &str| alphabet.chars().position(|d| d == c);
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let (mark, alphabet, [open, close]) = match c {
            '↑' => ("^", "⁰¹²³⁴⁵⁶⁷⁸⁹", ["<", ">"]),
            '↓' => ("v", "⁰¹²³⁴⁵⁶⁷⁸⁹", ["<", ">"]),
            '⧾' => ("Tiny", "₀₁₂₃₄₅₆₇₈₉", ["(", ")"]),
            '⧿' => ("Miny", "₀₁₂₃₄₅₆₇₈₉", ["(", ")"]),
            '⇑' => ("^^", "", ["", ""]),
            '⇓' => ("vv", "", ["", ""]),
            '±' => ("+-", "", ["", ""]),
            c => {
                assert!(c.is_ascii(), "{c} in {text}");
                out.push(c);
                continue;
            }
        };
        out.push_str(mark);
        let mut digits = String::new();
        while let Some(d) = chars.peek().and_then(|&c| digit(c, alphabet)) {
            digits.push_str(&d.to_string());
            chars.next();
        }
        if !digits.is_empty() {
            out.push_str(&format!("{open}{digits}{close}"));
        }
    }
    out
}

#[test]
fn texts_that_print_as_themselves() {
    let mut calc = Calc::default();
    for text in [
        "0",
        "-3",
        "11/4",
        "*",
        "*7",
        "1*",
        "-1/2*3",
        "^",
        "vv",
        "^3",
        "v9*8",
        "73/16v9*8",
        "6^*",
        "^<2>",
        "v<2>",
        "^<2>*",
        "^[2]",
        "^[3]",
        "^[2]*",
        "v[2]",
        "1^[2]*3",
        "-2v<3>*",
        "+-1",
        "+-1/2",
        "+-(1*)",
        "+-^^",
        "+-{1,1*}",
        "+-{3|2}",
        "+-{10|8||6|4|||4|2||0|-2}",
        "Tiny(1)",
        "Tiny(1/4)",
        "Tiny({2|1})",
        "Miny(1)",
        "2Tiny(2)",
        "5Tiny({5||3|1})",
        "-1Miny(2)",
        "3/2Miny({5||3|1})",
        "{3|1}",
        "{3||2|1}",
        "{3|2||1|0}",
        "{0||0|v3}",
        "{0|v3}",
        "{^3|vv}",
        "{0|^<2>}",
        "{v<2>|0}",
        "{0|^<2>*}",
        "{1|^^||^}",
        "{1|^3||^}",
        "{2*|1*||0}",
        "{11/4||2|3/2}",
        "{^^*||0|v4}",
        "{0,*|||*||-1|-3}",
        "{3/2,{3/2|0}|0}",
        "{0||0,*|0,{0,*|0,*2}}",
        "{1||+-(1*)|-1,{-1|-3}}",
        "{3|||2||1|0,*||||-1/2}",
        "{3/2*|1/2||{*|-3},{-1*,{-1/2|-1*}|-5/2}}",
        "{Tiny(2)||0|-2|||0|-2}",
        "{Tiny(2)|{0|-2},{Tiny(2)||0|-2}||{0|-2},{Tiny(2)||0|-2}}",
        "{5Tiny({5||3|1})|{3,{3|1}|||3|1||0|-2,{-2|-4}},{{4|2},{5||3|1}|0}||0}",
        "{0||0,v*|vv|||{0||0,v*|vv|||vv,{0,v*|vv}},{0||0,v*|vv}|{0||0,v*|vv|||vv,{0,v*|vv}||||vv}}",
        "+-{{2|*},{5/2||2|{0||||{0||v<2>|-1},{0||||0||Miny(1/32)|-2|||-1/2*}|||v<2>|-1/2||-1*}|||0}}",
    ] {
        let game = read(&mut calc, text);
        assert_eq!(print::short(&mut calc, game, Notation::Ascii).unwrap(), text);
    }
}

#[test]
fn the_three_notations() {
    let mut calc = Calc::default();
    for (ascii, unicode, latex) in [
        ("-3/4", "-3/4", r"-\frac{3}{4}"),
        ("^*", "↑*", r"{\uparrow}{\ast}"),
        ("1vv*2", "1⇓*2", r"1{\Downarrow}{\ast}2"),
        ("1/2^3", "1/2↑3", r"\frac{1}{2}+3{\cdot}{\uparrow}"),
        ("v<12>", "↓¹²", r"{\downarrow}^{12}"),
        ("^[2]", "↑[2]", r"{\uparrow}^{[2]}"),
        ("+-(1*)", "±(1*)", r"\pm (1{\ast})"),
        ("+-{1,1*}", "±{1,1*}", r"\pm \{1,1{\ast}\}"),
        ("5Tiny(20)", "5⧾₂₀", r"5\boldsymbol{+}_{20}"),
        ("Miny(1/4)", "⧿(1/4)", r"\boldsymbol{-}_{\frac{1}{4}}"),
        ("{3|2||1|0}", "{3|2||1|0}", r"\{3\mid 2\parallel 1\mid 0\}"),
    ] {
        let game = read(&mut calc, ascii);
        let mut print = |notation| print::short(&mut calc, game, notation).unwrap();
        assert_eq!(print(Notation::Ascii), ascii);
        assert_eq!(print(Notation::Unicode), unicode);
        assert_eq!(print(Notation::Latex), latex);
    }
}

#[test]
fn operands_hold_together() {
    let mut calc = Calc::default();
    for (text, operand) in
        [("3", "3"), ("1*", "(1*)"), ("^*", "(^*)"), ("*2", "*2"), ("^3", "^3"), ("{3|1}", "{3|1}")]
    {
        let game = read(&mut calc, text);
        assert_eq!(print::operand(&mut calc, game, Notation::Ascii).unwrap(), operand);
    }
}

#[test]
fn a_text_without_bound_is_refused() {
    let mut calc = Calc::default();
    let (star, one) = (calc.nimber(24).unwrap(), calc.integer(1).unwrap());
    // Some dozens of games, but each option of each option is written out.
    let hot = calc.heat(star, one).unwrap();
    assert!(matches!(
        print::short(&mut calc, hot, Notation::Ascii),
        Err(Stopped::Limit { limit, .. }) if limit == print::LIMIT as u64
    ));
}

#[test]
fn a_deep_game_does_not_exhaust_the_stack() {
    let mut calc = Calc::default();
    let [minus, star] = [calc.integer(-1).unwrap(), calc.nimber(1).unwrap()];
    let mut game = star;
    for i in 0..20_000 {
        game = match i % 2 {
            0 => calc.make(&[Short::ZERO], &[game]).unwrap(),
            _ => calc.make(&[game], &[minus]).unwrap(),
        };
    }
    let text = print::short(&mut calc, game, Notation::Ascii).unwrap();
    assert!(!text.is_empty());
}

/// Random games, bottom up: each step makes one from games made before.
fn random_game(calc: &mut Calc, steps: &[(Vec<usize>, Vec<usize>)]) -> Short {
    let mut made = vec![Short::ZERO];
    for text in ["1", "-1", "*", "1/2", "^", "3", "-2", "v*", "2*"] {
        made.push(read(calc, text));
    }
    for (left, right) in steps {
        let pick =
            |side: &Vec<usize>| side.iter().map(|i| made[i % made.len()]).collect::<Vec<_>>();
        let (left, right) = (pick(left), pick(right));
        made.push(calc.make(&left, &right).unwrap());
    }
    made[made.len() - 1]
}

fn steps() -> impl Strategy<Value = Vec<(Vec<usize>, Vec<usize>)>> {
    let side = || proptest::collection::vec(0..64_usize, 1..3);
    proptest::collection::vec((side(), side()), 1..9)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn printed_games_read_back(steps in steps()) {
        let mut calc = Calc::default();
        let game = random_game(&mut calc, &steps);
        let ascii = print::short(&mut calc, game, Notation::Ascii).unwrap();
        prop_assert_eq!(read(&mut calc, &ascii), game, "{}", ascii);
        prop_assert!(!ascii.contains("|||||"));
        let unicode = print::short(&mut calc, game, Notation::Unicode).unwrap();
        prop_assert_eq!(to_ascii(&unicode), ascii);
    }

    #[test]
    fn printing_does_not_depend_on_the_order_of_making(steps in steps()) {
        let mut calc = Calc::default();
        let game = random_game(&mut calc, &steps);
        let text = print::short(&mut calc, game, Notation::Ascii).unwrap();
        let mut other = Calc::default();
        // Fill the other store in another order first.
        let negative = calc.neg(game).unwrap();
        let mirrored = print::short(&mut calc, negative, Notation::Ascii).unwrap();
        read(&mut other, &mirrored);
        let again = read(&mut other, &text);
        prop_assert_eq!(print::short(&mut other, again, Notation::Ascii).unwrap(), text);
    }
}
