//! Misère games and genera are read as they are printed.
#![allow(clippy::unwrap_used)]

use upstar_calculator::Calculator;
use upstar_calculator::print::Notation;
use upstar_values::Calc;

fn shown(session: &mut Calculator, source: &str) -> String {
    let value = session.eval(source).unwrap_or_else(|e| panic!("{source}: {e}")).value.unwrap();
    session.show(&value, Notation::Ascii).unwrap()
}

/// All games born by day 4, by their texts, and those with up to three of them as options.
fn games(session: &mut Calculator) -> Vec<String> {
    let mut early = vec!["*[0]".to_owned()];
    for _ in 0..4 {
        let mut next = Vec::new();
        for set in 0..1u32 << early.len() {
            let chosen = early.iter().zip(0..).filter(|&(_, i)| set >> i & 1 == 1);
            let options: Vec<&str> = chosen.map(|(game, _)| game.as_str()).collect();
            next.push(match options[..] {
                [] => "*[0]".to_owned(),
                [only] => shown(session, &format!("*[[{only}]]")),
                _ => shown(session, &format!("*[{}]", options.join(","))),
            });
        }
        next.sort();
        next.dedup();
        early = next;
    }
    assert_eq!(early.len(), 22);
    let mut all = early.clone();
    for (i, a) in early.iter().enumerate() {
        for (j, b) in early.iter().enumerate().skip(i) {
            all.push(shown(session, &format!("{a}+{b}")));
            for c in &early[j..] {
                all.push(shown(session, &format!("*[{a},{b},{c}]")));
            }
        }
    }
    all.sort();
    all.dedup();
    all
}

#[test]
fn printed_games_read_back() {
    let mut session = Calculator::new(Calc::default());
    let games = games(&mut session);
    assert!(games.len() > 1000, "{}", games.len());
    for text in &games {
        assert_eq!(&shown(&mut session, text), text);
        let printed = session.read(text).unwrap();
        assert_eq!(&session.show(&printed, Notation::Ascii).unwrap(), text);
        // A list of them is printed and read as well.
        let list = format!("[{text},{text}]");
        assert_eq!(shown(&mut session, &list), list);
    }
}

#[test]
fn printed_genera_read_back() {
    let mut session = Calculator::new(Calc::default());
    for game in games(&mut session) {
        let text = shown(&mut session, &format!("({game}).Genus"));
        let question = format!("Genus(\"{text}\") == ({game}).Genus");
        assert_eq!(shown(&mut session, &question), "true", "{question}");
        assert_eq!(shown(&mut session, &format!("Genus(\"{text}\")")), text);
    }
    assert_eq!(shown(&mut session, "(*[12]+*[[2]]).Genus"), "12^[12]");
    assert_eq!(shown(&mut session, "Genus(\"12^[12]\") == (*[12]+*[[2]]).Genus"), "true");
    for wrong in ["", "^", "2^", "x", "2^x", "^12", "2^3", "2^[", "2^[]", "-1", "99999999999", "2#"]
    {
        assert!(session.eval(&format!("Genus(\"{wrong}\")")).is_err(), "{wrong}");
    }
}

#[test]
fn mistakes_in_collapsed_notation_have_a_place() {
    let mut session = Calculator::new(Calc::default());
    for (text, place) in [("*[2#(]", 0), ("*[2[#-9]]", 5), ("1+*[&;2#]", 5), ("*[2[x]]", 0)] {
        let error = session.eval(text).unwrap_err();
        if place > 0 {
            assert_eq!(error.span.start, place, "{text}: {error}");
        }
    }
}
