//! The House of Cards.

use crate::{covers, run, show, statements};
use upstar_calculator::Calculator;

const CASES: &[(&str, &[&str])] = &[
    ("A-", &["ace.Downsum(miny) == {on|ace||0}", "ace.Upsum(miny) == ace"]),
    ("ace-sums", &["ace + ace == deuce", "deuce == Club(2)", "deuce == {0|ace}"]),
    ("ace-sums2", &["ace + deuce == trey", "trey == {0|deuce}", "trey == Club(3)"]),
    ("ace-neg", &["ace - ace == (joker & -joker)"]),
    ("aces-order", &["-ace < -joker", "-joker < 0", "0 < joker", "joker < ace"]),
    ("ace-ne-1C", &["ace != Club(1)", "ace > Club(1)"]),
    (
        "card-rec",
        &[
            "Club(0) == {Club(1)|0}",
            "Club(1) == {Club(2)|0}",
            "Club(2) == {0|ace}",
            "Club(3) == {0|Club(2)}",
            "Club(40) == {0|Club(39)}",
            "Diamond(0) == {ace|Diamond(-1)}",
            "Diamond(-1) == {-joker|0}",
            "Diamond(1) == {0|Diamond(0)}",
            "Diamond(2) == {0|Diamond(1)}",
            "Diamond(3) == {0|Diamond(2)}",
            "Heart(0) == {Heart(1)|-ace}",
            "Heart(1) == {0|joker}",
            "Heart(-1) == {Heart(0)|0}",
            "Heart(2) == {0|Heart(1)}",
            "Spade(0) == {0|Spade(-1)}",
            "Spade(-1) == {0|Spade(-2)}",
            "Spade(-2) == {-ace|0}",
            "Spade(1) == {0|Spade(0)}",
            "Spade(3) == {0|Spade(2)}",
            "joker == {0|(-ace).Upsum(tiny)}",
            "(-ace).Upsum(tiny) == {0||-ace|off}",
        ],
    ),
    ("deg-tiny", &["tiny.Degree == tiny"]),
    ("deg-miny", &["miny.Degree == tiny"]),
    ("deg-J-", &["joker.Downsum(miny).Degree == joker", "joker.Downsum(miny) == {on|joker||-ace}"]),
    ("deg-J~", &["(-joker).Degree == joker"]),
    ("deg-A~", &["(-ace).Degree == joker"]),
    ("deg-A~+", &["(-ace).Upsum(tiny).Degree == joker"]),
    ("stable-0S", &["Spade(0) + Spade(0) == Spade(0)", "Spade(0).IsStable"]),
    (
        "deg-joker-unstable",
        &["joker.Upsum(joker) == Spade(0)", "joker.Downsum(joker) == joker", "not joker.IsStable"],
    ),
    (
        "ace-varieties",
        &[
            "ace.UpsumVariety(Spade(0)) == Club(0)",
            "ace.DownsumVariety(Spade(0)) == Diamond(0)",
            "ace.Upsum(Heart(2)) == Club(1).Upsum(Heart(2))",
            "ace.Downsum(Heart(2)) == Diamond(1).Downsum(Heart(2))",
            "ace.Upsum(Spade(-1)) == Club(1).Upsum(Spade(-1))",
            "ace.Downsum(Spade(-1)) == Diamond(1).Downsum(Spade(-1))",
        ],
    ),
];

const SUITS: [&str; 4] = ["Club", "Diamond", "Heart", "Spade"];

/// `A~`, `J`, `-2S` as the calculator reads it.
fn card(text: &str) -> String {
    let text = text.trim();
    let suit = |letter: char| SUITS.into_iter().find(|suit| suit.starts_with(letter));
    match text {
        "A" => "ace".to_string(),
        "J" => "joker".to_string(),
        "A~" => "(-ace)".to_string(),
        "J~" => "(-joker)".to_string(),
        _ => {
            let (number, letter) = text.split_at(text.len() - 1);
            let number: i32 = number.parse().unwrap();
            format!("{}({number})", suit(letter.chars().next().unwrap()).unwrap())
        }
    }
}

/// `X + Y = Z & T` as it is read.
fn equation(statement: &str) -> (String, String, String, String) {
    let (sum, value) = statement.split_once('=').unwrap();
    let (x, y) = sum.split_once(" + ").unwrap();
    let (z, t) = value.split_once('&').unwrap();
    (card(x), card(y), card(z), card(t))
}

/// `nC < nD < nH < nS`, for each neighbour.
fn chain(statement: &str) -> Vec<String> {
    let cards: Vec<String> = statement.split('<').map(card).collect();
    cards.windows(2).map(|pair| format!("{} < {}", pair[0], pair[1])).collect()
}

#[test]
fn house_of_cards() {
    let all = statements("house-of-cards");
    let table = all.iter().filter(|s| s.id.starts_with("fig22-") && s.id != "fig22-plusminus");
    let orders = all.iter().filter(|s| s.id.starts_with("suit-order"));
    let elsewhere = ["fig22-plusminus", "cards-absorb", "cards-canonical"];
    let ids = CASES.iter().map(|case| case.0).chain(elsewhere);
    let ids = ids.chain(table.clone().map(|s| &*s.id)).chain(orders.clone().map(|s| &*s.id));
    covers("house-of-cards", ids);
    run(CASES);
    let mut cells = 0;
    for statement in table {
        let (x, y, z, t) = equation(&statement.statement);
        run(&[(&statement.id, &[&format!("{x} + {y} == ({z} & {t})")])]);
        cells += 1;
    }
    assert!(cells == 42, "{cells}");
    for statement in orders {
        for input in chain(&statement.statement) {
            run(&[(&statement.id, &[&input])]);
        }
    }
}

/// fig22-plusminus: if `X + Y = Z & T` then `X+` and `Y+`, `X-` and `Y-`, `X+` and `Y-` add up as the
/// letters do.
#[test]
fn plus_and_minus() {
    let names = ["A~", "J~", "J", "A", "0C", "0D", "0H", "0S"].map(card);
    let plus = |g: &str| format!("{g}.Upsum(tiny)");
    let minus = |g: &str| format!("{g}.Downsum(miny)");
    let mut session = Calculator::default();
    for (i, x) in names.iter().enumerate() {
        for y in &names[i..] {
            let sum = format!("z := {x}.Upsum({y}); t := {x}.Downsum({y});");
            for (f, g, up, down) in [
                (plus(x), plus(y), plus("z"), plus("t")),
                (minus(x), minus(y), minus("z"), minus("t")),
                (plus(x), minus(y), plus("z"), minus("t")),
            ] {
                let input = format!("begin {sum} {f} + {g} == ({up} & {down}) end");
                assert_eq!(show(&mut session, &input), "true", "{input}");
            }
        }
    }
}

/// cards-absorb: a tiny more or less makes no difference to a card, whatever its number.
#[test]
fn cards_absorb() {
    let mut session = Calculator::default();
    for suit in SUITS {
        for n in -3..=3 {
            let input =
                format!("begin c := {suit}({n}); c.Upsum(tiny) == c and c.Downsum(miny) == c end");
            assert_eq!(show(&mut session, &input), "true", "{input}");
        }
    }
}

/// cards-canonical: the options that define a card are those of its canonical form.
#[test]
fn cards_are_canonical() {
    let mut session = Calculator::default();
    let mut forms: Vec<(String, String, String)> = [
        ("tiny", "0", "{0|off}"),
        ("ace", "0", "tiny"),
        ("joker", "0", "(-ace).Upsum(tiny)"),
        ("(-ace).Upsum(tiny)", "0", "{-ace|off}"),
        ("ace.Downsum(miny)", "{on|ace}", "0"),
        ("joker.Downsum(miny)", "{on|joker}", "-ace"),
        ("(-joker).Upsum(tiny)", "ace", "{-joker|off}"),
        ("Club(2)", "0", "ace"),
        ("Club(1)", "Club(2)", "0"),
        ("Club(0)", "Club(1)", "0"),
        ("Diamond(-1)", "-joker", "0"),
        ("Diamond(0)", "ace", "Diamond(-1)"),
        ("Heart(1)", "0", "joker"),
        ("Heart(0)", "Heart(1)", "-ace"),
        ("Spade(-2)", "-ace", "0"),
    ]
    .map(|(g, left, right)| (g.to_string(), left.to_string(), right.to_string()))
    .into();
    for (suit, from, to) in [("Club", 3, 6), ("Diamond", 1, 6), ("Heart", 2, 6), ("Spade", -1, 6)] {
        for n in from..=to {
            forms.push((format!("{suit}({n})"), "0".to_string(), format!("{suit}({})", n - 1)));
        }
    }
    for (suit, from, to) in [("Spade", 3, 6), ("Heart", 1, 6), ("Diamond", 2, 6), ("Club", -1, 6)] {
        for n in from..=to {
            forms.push((format!("{suit}({})", -n), format!("{suit}({})", 1 - n), "0".to_string()));
        }
    }
    for (game, left, right) in forms {
        for (side, option) in [("Left", left), ("Right", right)] {
            let input = format!("{game}.{side}Options");
            let expected = format!("{{{}}}", show(&mut session, &option));
            assert_eq!(show(&mut session, &input), expected, "{input}");
        }
    }
}

/// Cards are printed as they are read, far from 0 as well, and sums follow the table of varieties.
#[test]
fn cards_are_read_back() {
    let mut session = Calculator::default();
    for suit in SUITS {
        for n in [-1000, -41, -3, -2, -1, 0, 1, 2, 3, 40, 1000] {
            let text = format!("{suit}({n})");
            assert_eq!(show(&mut session, &text), text);
        }
    }
    for (input, sum) in [
        ("Club(5) + Club(-2)", "Club(3)"),
        ("Heart(4) + Diamond(-6)", "Spade(-2) & Club(-2)"),
        ("Spade(7) + Heart(1)", "Spade(8) & Heart(8)"),
        ("-Spade(12)", "Club(-12)"),
    ] {
        assert_eq!(show(&mut session, input), sum, "{input}");
    }
}
