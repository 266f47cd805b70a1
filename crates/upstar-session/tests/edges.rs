//! Answers at the edges of theories and notations: remoteness in sums, moves of the loser, draws that
//! are not proved, obligations in the text, rules that are checked by their moves alone.

#![allow(clippy::unwrap_used)]

use std::time::Duration;
use upstar_base::Random;
use upstar_session::misere::{GenusTableFound, GenusTableQuery};
use upstar_session::{
    CheckRulesQuery, EvalQuery, Finding, Limits, Moves, MovesQuery, Notation, OutcomeQuery, Player,
    PositionSpec, PositionsQuery, RulesCheck, Session, ValueQuery, Verdict,
};

fn session() -> Session {
    Session::new(Limits::default(), Notation::Ascii)
}

fn every_move(session: &mut Session, place: PositionSpec, player: Option<Player>) -> Moves {
    let query = MovesQuery { place, player, all: true, replies: false };
    session.run(&query).unwrap_or_else(|error| panic!("{:?}: {error}", query.place))
}

fn eval(session: &mut Session, source: &str) -> String {
    let query = EvalQuery { input: source.to_owned() };
    match session.run(&query) {
        Ok(answer) => answer.text().trim().to_owned(),
        Err(error) => format!("error: {error}"),
    }
}

fn by_remoteness(session: &mut Session, rules: &str, size: &str) -> Vec<(String, String)> {
    let query: PositionsQuery = serde_json::from_value(serde_json::json!({
        "rules": rules, "size": size, "by": "remoteness",
    }))
    .unwrap();
    let found = session.run(&query).unwrap();
    found.counts.into_iter().map(|row| (row.is, row.count)).collect()
}

/// No cycle, so nothing is drawn: the sum of two walks of 4 and 3 steps takes 7 moves from its start.
#[test]
fn remoteness_of_sums() {
    let session = &mut session();
    let counts = by_remoteness(session, "digraph", "a>b;b>c;c>d;d>e @ a+b");
    let expected = [("0", "1"), ("1", "2"), ("2", "3")];
    let shown: Vec<(&str, &str)> =
        counts.iter().map(|(is, count)| (is.as_str(), count.as_str())).collect();
    assert!(shown.starts_with(&expected[..1]), "{shown:?}");
    assert!(shown.iter().all(|(is, _)| *is != "inf"), "{shown:?}");
    assert_eq!(shown.last().unwrap().0, "7", "{shown:?}");
    let counts = by_remoteness(session, "adders-and-ladders", "20+22");
    assert!(counts.iter().all(|(is, _)| is != "inf"), "{counts:?}");
    // The book's example of chapter 12: 25 moves in all.
    assert_eq!(eval(session, "sweets_and_nuts(\"2+2+2+2+1;5\").Remoteness"), "Remoteness(25)");
    assert_eq!(eval(session, "digraph(\"a>b;b>c;c>d;d>e @ a+b\").Remoteness"), "Remoteness(7)");
    assert_eq!(eval(session, "digraph(\"a>b;b>a @ a+b\").Remoteness"), "inf");
    // Where play ends, it is that of a join, as it was.
    assert_eq!(eval(session, "nim(3,5).Remoteness"), "Remoteness(1)");
    let query =
        ValueQuery { place: PositionSpec::new("sweets-and-nuts", "2+2+2+2+1;5"), show: Vec::new() };
    assert_eq!(session.run(&query).unwrap().more.remoteness, Some(Some(25)));
}

/// The loser delays, and each line says for how long.
#[test]
fn losing_moves_of_loopy_games() {
    let session = &mut session();
    for (rules, position) in [
        ("fair-shares", "5+2+1+1"),
        ("fair-shares", "4+2+2+1"),
        ("sweets-and-nuts", "2+2+2+2+1;5"),
        ("adders-and-ladders", "20+22"),
        ("partizan-digraph", "a={b|};b={c|c};c={|d};d={|} @ a+b+c"),
    ] {
        for player in Player::BOTH {
            let found = every_move(session, PositionSpec::new(rules, position), Some(player));
            let moves = found.moves.unwrap();
            for pair in moves.windows(2) {
                if let [one, other] = pair
                    && one.verdict == other.verdict
                    && let (Some(near), Some(far)) = (one.remoteness, other.remoteness)
                {
                    match one.verdict {
                        Some(Verdict::Win) => assert!(near <= far, "{rules} {position}"),
                        Some(Verdict::Loss) => assert!(near >= far, "{rules} {position}"),
                        Some(Verdict::Draw) => {}
                        None => panic!("{rules} {position}: no verdict"),
                    }
                }
            }
            for one in moves.iter().filter(|one| one.verdict == Some(Verdict::Loss)) {
                let far = one.remoteness.unwrap();
                assert!(one.why().contains(&format!(" in {far} move")), "{}", one.why());
            }
        }
    }
}

#[test]
fn draws_that_are_not_proved() {
    let session = &mut session();
    for (rules, position) in [("addsub(-2,4,5)", "1000"), ("horsefly", "5,3+6,3")] {
        let place = PositionSpec::new(rules, position);
        let outcome = session.run(&OutcomeQuery { place: place.clone() }).unwrap();
        assert_eq!((outcome.class.to_string().as_str(), outcome.proved), ("D", Some(false)));
        assert!(outcome.notes()[0].contains("not proved"));
        let moves = every_move(session, place, Some(Player::Left));
        assert_eq!(moves.proved, Some(false));
        assert!(moves.notes().iter().any(|note| note.contains("not proved")));
        let drawn = moves.moves.iter().flatten().filter(|one| one.verdict == Some(Verdict::Draw));
        assert!(drawn.clone().count() > 0);
        assert!(drawn.clone().all(|one| one.proved == Some(false)));
    }
    let proved = PositionSpec::new("digraph", "a>b;b>a @ a+b");
    let outcome = session.run(&OutcomeQuery { place: proved }).unwrap();
    assert_eq!((outcome.proved, outcome.notes().len()), (Some(true), 0));
}

/// Every move that is printed means, read back, what it was said to be worth.
#[test]
fn obligations_are_read_back() {
    let session = &mut session();
    let mut random = Random::new(0x0b11_6a71);
    let (mut compared, mut entailing) = (0, 0);
    for (rules, most) in [
        ("top-entails", 12),
        ("nim-entailing(2,5)", 9),
        ("goldbach-nim(a)", 12),
        ("top-entails", 7),
    ] {
        for _ in 0..60 {
            let heap = |random: &mut Random| (1 + random.below(most)).to_string();
            let terms = 1 + random.below(3);
            let position = (0..terms).map(|_| heap(&mut random)).collect::<Vec<_>>().join("+");
            let place = PositionSpec::new(rules, &*position);
            let moves = every_move(session, place, Some(Player::Left)).moves.unwrap();
            for one in moves {
                let place = PositionSpec::new(rules, &*one.to);
                let found = session.run(&OutcomeQuery { place }).unwrap();
                let expected = if one.verdict == Some(Verdict::Win) { "P" } else { "N" };
                assert_eq!(found.class.to_string(), expected, "{rules} {position}: {}", one.to);
                compared += 1;
                entailing += usize::from(one.to.contains('!'));
            }
        }
    }
    assert!(compared > 2000 && entailing > 300, "{compared} {entailing}");
}

#[test]
fn obligations_are_read_everywhere() {
    let session = &mut session();
    let outcome = |session: &mut Session, position: &str| {
        let place = PositionSpec::new("top-entails", position);
        session.run(&OutcomeQuery { place }).map(|found| found.class.to_string())
    };
    for text in ["(4)! + (3)", "4! + 3", "4!+3", "3+4!", "3 + (4)!"] {
        assert_eq!(outcome(session, text).unwrap(), "P", "{text}");
    }
    assert_eq!(outcome(session, "(4) + (3)").unwrap(), "N");
    assert!(outcome(session, "4! + 3!").is_err());
    assert!(outcome(session, "(4+5)! + 3").is_err());
    let mut both = PositionSpec::new("top-entails", "4! + 3");
    both.entailed = Some(2);
    assert!(session.run(&OutcomeQuery { place: both.clone() }).is_err());
    both.entailed = Some(1);
    assert!(session.run(&OutcomeQuery { place: both }).is_ok());
    assert_eq!(eval(session, "top_entails(\"4! + 3\").Outcome"), "P");
    assert_eq!(eval(session, "top_entails(\"4! + 3\").Text"), "\"3 + 4!\"");
    assert_eq!(eval(session, "(top_entails(4).Entailed + top_entails(3)).Outcome"), "P");
    // Without entailing moves the mark means nothing.
    let place = PositionSpec::new("nim", "4! + 3");
    assert!(session.run(&OutcomeQuery { place }).is_err());
}

fn check(session: &mut Session, name: &str, text: &str) -> RulesCheck {
    session.add_rules(name, text).unwrap_or_else(|error| panic!("{error}"));
    session.run(&CheckRulesQuery { rules: name.to_owned(), games: Some(150), seed: 3 }).unwrap()
}

fn value(session: &mut Session, rules: &str, position: &str) -> String {
    let query = ValueQuery { place: PositionSpec::new(rules, position), show: Vec::new() };
    session.run(&query).unwrap_or_else(|error| panic!("{rules} {position}: {error}")).value
}

/// Functions of the file look at exchanged kinds where the moves of the other player are taken over.
#[test]
fn functions_with_exchanged_kinds() {
    let session = &mut session();
    let with = "game \"Col A\"\nstrip . x o\n\
        def at(i) := b[i] == \"x\"\n\
        def free(i) := not at(i-1) and not at(i+1)\n\
        left for i in squares where b[i] == \".\" and free(i) yield b with i => \"x\"\n\
        right as left with x<->o\nmeasure count(\".\")\n";
    let without = "game \"Col B\"\nstrip . x o\n\
        left for i in squares where b[i] == \".\" and b[i-1] != \"x\" and b[i+1] != \"x\" \
        yield b with i => \"x\"\n\
        right for i in squares where b[i] == \".\" and b[i-1] != \"o\" and b[i+1] != \"o\" \
        yield b with i => \"o\"\nmeasure count(\".\")\n";
    session.add_rules("a.up", with).unwrap();
    session.add_rules("b.up", without).unwrap();
    for position in ["..", "x.", "o.", "..."] {
        assert_eq!(value(session, "a.up", position), value(session, "b.up", position));
    }
    assert_eq!(value(session, "a.up", "x."), "-1");
    let mut random = Random::new(11);
    for _ in 0..2000 {
        let length = 1 + random.below(7);
        let board: String = (0..length).map(|_| ['.', 'x', 'o'][random.below(3)]).collect();
        let values = ["a.up", "b.up"].map(|rules| value(session, rules, &board));
        assert_eq!(values[0], values[1], "{board}");
    }
}

/// What lies outside of a part becomes a kind that joins nothing.
#[test]
fn parts_of_empty_squares() {
    let session = &mut session();
    let text = "game \"Fill\"\ngrid . x\n\
        both for i in squares where b[i] == \".\" yield b with i => \"x\"\n\
        measure count(\".\")\nparts joined orthogonal by .\n";
    let checked = check(session, "fill.up", text);
    assert_eq!((checked.wrong, checked.not_checked), (None, None));
    assert!(checked.split > 10 && checked.positions > 100);
    assert_eq!(value(session, "fill.up", ".x."), "0");
    assert_eq!(value(session, "fill.up", ".xx|x.x|xx."), "*");
    let ambiguous = text.replace("grid . x\n", "grid . x o\n");
    let error = session.add_rules("two.up", &ambiguous).unwrap_err();
    assert!(error.to_string().contains("joins parts"), "{error}");
}

/// A walk that may turn back, a walk that wins at the end, and a move that gives another.
#[test]
fn rules_are_checked_by_their_moves() {
    let session = &mut session();
    let walk = "game \"Walk\"\nstrip . x\nloopy\n\
        both for i in squares where b[i] == \"x\" and b[i+1] == \".\" \
        yield b with i => \".\", i+1 => \"x\"\n\
        both for i in squares where b[i] == \"x\" and b[i-1] == \".\" and i > 2 \
        yield b with i => \".\", i-1 => \"x\"\n";
    let checked = check(session, "walk.up", walk);
    assert!(checked.positions > 50, "{}", checked.text());
    assert_eq!((checked.wrong, checked.not_checked), (None, None));
    // A mirror image is another position here: what the file says is false, and found out.
    let wrong = check(session, "wrong.up", &walk.replace("loopy\n", "loopy\nsame mirrored\n"));
    assert!(wrong.wrong.is_some() && !wrong.is_complete(), "{}", wrong.text());
    let again = "game \"Again\"\nheap n\n\
        both -> (n-1) where n > 0 compliments\nboth -> (n-2) where n > 1\nmeasure n\n";
    let checked = check(session, "again.up", again);
    assert!(checked.positions > 50, "{}", checked.text());
    assert_eq!((checked.wrong, checked.not_checked), (None, None));
    let entailing = again.replace("compliments", "entails");
    let checked = check(session, "entailing.up", &entailing);
    assert!(checked.not_checked.is_some() && !checked.is_complete(), "{}", checked.text());
    assert!(checked.text().contains("not checked"));
}

/// Exact genera of Kayles to heap 72, as chapter 13 has them for smaller heaps.
#[test]
fn genera_without_hashes() {
    let session = &mut session();
    let query: GenusTableQuery =
        serde_json::from_value(serde_json::json!({ "code": ".77", "to": "72" })).unwrap();
    let GenusTableFound::Table(table) = session.run(&query).unwrap() else { panic!("no table") };
    assert_eq!((table.genus.len(), table.stopped.clone()), (73, None));
    assert!(table.genus.iter().all(|genus| !genus.contains('#')), "{:?}", table.genus);
    assert_eq!((table.genus[41].as_str(), table.genus[72].as_str()), ("4^64", "4^64"));
    assert_eq!(table.genus[47], "7^57");
    let limits = Limits { time: Some(Duration::from_millis(1)), ..Limits::default() };
    let mut hurried = Session::new(limits, Notation::Ascii);
    if let Ok(GenusTableFound::Table(table)) = hurried.run(&query) {
        let open = table.genus.iter().any(|genus| genus.contains('#')) || table.genus.len() < 73;
        assert!(!open || table.stopped.is_some());
    }
}

#[test]
fn the_calculator_says_what_to_type() {
    let session = &mut session();
    assert_eq!(eval(session, "nim(3) == nim(2,1)"), "true");
    assert_eq!(eval(session, "nim(3) === nim(2,1)"), "false");
    assert_eq!(eval(session, "nim(3) != nim(2,1)"), "false");
    assert_eq!(eval(session, "kayles(4) == nim(1)"), "true");
    assert_eq!(eval(session, "domineering(\"..\") == domineering(\".|.\")"), "false");
    assert_eq!(eval(session, "[nim(3),nim(1,1)] == [nim(1,2),nim(0)]"), "true");
    for equal in [
        "{Z,0|} == {Z|}",
        "{Z,0|} == omega",
        "{Z,*,5|} == omega",
        "{|Z,0} == -omega",
        "GenusOf([*[0].Genus]) == *[1].Genus",
        "GenusOf([*[[2]].Genus]) == *[[[2]]].Genus",
        "Genus(\"0^02\") == (*[2]+*[2]).Genus",
    ] {
        assert_eq!(eval(session, equal), "true", "{equal}");
    }
    assert!(eval(session, "{Z|0} == omega").starts_with("error"));
    for refused in ["7//2", "2**3", "tiny-1", "miny-2"] {
        assert!(eval(session, refused).starts_with("error"), "{refused}");
    }
    for fine in ["7 // 2", "2 * *3", "tiny - 1", "3 ^ 5", "Tiny(1)"] {
        assert!(!eval(session, fine).starts_with("error"), "{fine}");
    }
}
