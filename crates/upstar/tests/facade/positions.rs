//! Positions: moves, values, winners, modes and sums, against each other.

use upstar::{
    Compound, CustomRules, ErrorKind, Game, OutcomeClass, Player, Position, Ruleset, Session,
    Verdict,
};

fn position(rules: &str, text: &str) -> Position {
    Ruleset::named(rules).unwrap().position(text).unwrap()
}

/// The value that follows from the values of the options.
fn value_by_options(position: &Position) -> Game {
    let values = |player| -> Vec<Game> {
        position.options(player).unwrap().iter().map(|option| option.value().unwrap()).collect()
    };
    let (left, right) = (values(Player::Left), values(Player::Right));
    let (left, right): (Vec<_>, Vec<_>) = (left.iter().collect(), right.iter().collect());
    position.session().game_of(&left, &right).unwrap()
}

#[test]
fn values_follow_from_the_legal_moves() {
    for (rules, text) in [
        ("domineering", "...|...|..."),
        ("col", "...|.L.|..R"),
        ("clobber", "xo.|oxo|.xo"),
        ("hackenbush", "l(r;le)r"),
        ("toads-and-frogs", "tt.ff"),
        ("kayles", "7"),
        ("nim", "2 + 3"),
        ("amazons", "x..|..o"),
    ] {
        let position = position(rules, text);
        assert_eq!(position.value().unwrap(), value_by_options(&position), "{rules} {text}");
    }
}

#[test]
fn legal_moves_are_the_moves() {
    for (rules, text) in
        [("domineering", "3x4"), ("snort", ".L.|..."), ("nim", "3 + 4"), ("kayles", "6")]
    {
        let position = position(rules, text);
        for player in Player::BOTH {
            let sorted = |moves: Vec<upstar::Move>| {
                let mut found: Vec<_> =
                    moves.iter().map(|m| (m.name().to_owned(), m.position().to_string())).collect();
                found.sort();
                found
            };
            let legal = position.legal_moves(player).unwrap();
            assert!(legal.iter().all(|legal| legal.verdict().is_none()));
            let all = position.moves(player).unwrap();
            assert!(all.iter().all(|found| found.verdict().is_some()));
            for found in &all {
                let next = position.play(player, found.name()).unwrap();
                assert_eq!(&next, found.position());
                let loses = !next.wins_first(!player).unwrap();
                assert_eq!(found.verdict() == Some(Verdict::Win), loses, "{}", found.name());
            }
            assert_eq!(sorted(legal), sorted(all), "{rules} {player}");
        }
    }
}

#[test]
fn moves_of_a_large_board_need_no_solving() {
    let board = position("domineering", "16x16");
    assert_eq!(board.legal_moves(Player::Left).unwrap().len(), 240);
    assert!(!board.is_over(Player::Right).unwrap());
    assert!(position("domineering", "..").is_over(Player::Left).unwrap());
    assert!(!position("domineering", "..").is_over(Player::Right).unwrap());
}

#[test]
fn a_wrong_move_is_refused_with_a_hint() {
    let error = position("domineering", "2x2").play(Player::Right, "a1-a2").unwrap_err();
    assert_eq!(error.message(), "`a1-a2` is not a legal move for Right");
    assert!(error.hint().is_some());
    let error = Ruleset::named("domineering").unwrap().position("..?").unwrap_err();
    assert_eq!((error.kind(), error.span()), (&ErrorKind::Syntax, Some(2..3)));
    assert_eq!(Ruleset::named("dominering").unwrap_err().kind(), &ErrorKind::Name);
}

#[test]
fn play_modes() {
    let heaps = position("nim", "1 + 1 + 1");
    assert_eq!(heaps.outcome().unwrap(), OutcomeClass::N);
    assert_eq!(heaps.misere().outcome().unwrap(), OutcomeClass::P);
    assert_eq!(heaps.compound(Compound::Union).outcome().unwrap(), OutcomeClass::N);
    let next = heaps.misere().best_move(Player::Left).unwrap().unwrap();
    assert_eq!(next.position().mode(), heaps.misere().mode());
    assert_ne!(heaps, heaps.misere());
}

#[test]
fn an_entailing_move_must_be_answered() {
    let rules = Ruleset::named("top-entails").unwrap();
    let heaps = rules.position("5 + 2").unwrap();
    let entailing = heaps.legal_moves(Player::Left).unwrap().into_iter();
    let entailing: Vec<_> =
        entailing.filter(|legal| legal.position().to_string().contains('!')).collect();
    assert!(!entailing.is_empty());
    for found in entailing {
        let answers = found.position().legal_moves(Player::Right).unwrap().len();
        let text = found.position().to_string();
        let same = rules.position(&text).unwrap();
        assert_eq!(same.to_string(), text);
        assert_eq!(same.legal_moves(Player::Right).unwrap().len(), answers);
        assert_eq!(same.outcome().unwrap(), found.position().outcome().unwrap());
        let free = rules.position(&text.replace('!', "")).unwrap();
        assert!(answers < free.legal_moves(Player::Right).unwrap().len(), "{}", found.name());
        assert!(found.position().plus(&heaps).is_err());
    }
}

#[test]
fn sums_of_different_games() {
    let sum = position("kayles", "9").plus(&position("nim", "4")).unwrap();
    assert_eq!(sum.value().unwrap(), 0);
    let sum = sum.plus(&position("domineering", "....")).unwrap();
    assert_eq!(sum.value().unwrap(), -2);
    let same = position("nim", "3").plus(&position("nim", "3 + 5")).unwrap();
    assert_eq!(same.ruleset().name(), "nim");
    assert_eq!(same.value().unwrap().to_string(), "*5");
    let other = Session::new().ruleset("nim").unwrap().position("3").unwrap();
    assert!(same.plus(&other).is_err());
    assert_eq!(same.compare(&other).unwrap(), None);
}

#[test]
fn pictures() {
    let board = position("domineering", "2x2");
    assert!(board.picture().unwrap().starts_with("<svg"));
    assert!(!board.sketch().unwrap().is_empty());
}

#[test]
fn rule_files_have_names_of_their_own() {
    let text = "game Clobber\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n";
    let other = text.replace("orthogonal", "diagonal");
    let (clobber, diagonal) =
        (Ruleset::from_text(text).unwrap(), Ruleset::from_text(&other).unwrap());
    assert_eq!(clobber, Ruleset::from_text(text).unwrap());
    assert_ne!(clobber, diagonal);
    assert_eq!(clobber.position("xo").unwrap().value().unwrap().to_string(), "*");
    assert_eq!(diagonal.position("xo").unwrap().value().unwrap(), 0);
    let built_in = position("clobber", "xo");
    assert_eq!(clobber.position("xo").unwrap().plus(&built_in).unwrap().value().unwrap(), 0);
}

/// Nim with one heap, to be compared with the built-in one.
struct OneHeap;

impl CustomRules for OneHeap {
    type Position = u8;

    fn moves(&self, heap: &u8, _: Player) -> Vec<u8> {
        (0..*heap).collect()
    }

    fn parse(&self, text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| "expected a heap".to_owned())
    }

    fn show(&self, heap: &u8) -> String {
        heap.to_string()
    }

    fn is_impartial(&self) -> bool {
        true
    }
}

#[test]
fn rules_in_rust_have_every_theory() {
    let rules = Ruleset::from_rules(OneHeap).unwrap();
    for text in ["3", "3 + 5", "1 + 1 + 1", "3 + 5 + 6"] {
        let (own, nim) = (rules.position(text).unwrap(), position("nim", text));
        assert_eq!(own.value().unwrap(), nim.value().unwrap(), "{text}");
        assert_eq!(own.misere().outcome().unwrap(), nim.misere().outcome().unwrap(), "{text}");
        for compound in [Compound::Join, Compound::Union] {
            let [own, nim] = [&own, &nim].map(|p| p.compound(compound).outcome().unwrap());
            assert_eq!(own, nim, "{text}");
        }
    }
    let sum = rules.position("5").unwrap().plus(&position("kayles", "5")).unwrap();
    assert_eq!(sum.value().unwrap().to_string(), "*");
    assert_eq!(rules.position("x").unwrap_err().message(), "expected a heap");
}

/// Rules that break the one law for rules.
struct Reentrant(Session);

impl CustomRules for Reentrant {
    type Position = u8;

    fn moves(&self, _: &u8, _: Player) -> Vec<u8> {
        Vec::new()
    }

    fn parse(&self, text: &str) -> Result<u8, String> {
        match self.0.eval(text) {
            Ok(_) => Ok(0),
            Err(error) => Err(error.message().to_owned()),
        }
    }

    fn show(&self, _: &u8) -> String {
        "0".to_owned()
    }
}

#[test]
fn rules_that_use_their_own_session_get_an_error() {
    let session = Session::new();
    let rules = session.ruleset_of(Reentrant(session.clone())).unwrap();
    let error = rules.position("0").unwrap_err();
    assert_eq!(error.message(), "rules must not use the session that is playing them");
    assert!(session.ruleset_of(Reentrant(Session::new())).unwrap().position("0").is_ok());
}
