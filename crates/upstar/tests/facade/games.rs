//! Games of every kind, their operators, and games of several sessions together.

use std::cmp::Ordering;
use upstar::{Error, ErrorKind, Game, Notation, OutcomeClass, Player, Session};

/// One game of each kind that is a number or adds to others.
const KINDS: &[&str] = &[
    "0",
    "-7",
    "3/8",
    "1/3",
    "*",
    "*5",
    "^",
    "^^*",
    "1v3*2",
    "+-1",
    "{3||2|1}",
    "Tiny(2)",
    "on",
    "over",
    "dud",
    "omega",
    "omega^2+1",
    "{0||||0|||0|-3||-5}",
    "*omega",
    "upon",
    "{on|0}",
];

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_kind_of_value_is_a_game_and_reads_back() {
    for text in KINDS {
        let found = game(text);
        let again = game(&found.to_string());
        assert_eq!(found, again, "{text}");
        assert_eq!(found.checked_cmp(&again).unwrap(), Some(Ordering::Equal), "{text}");
        assert_eq!(found.to_string(), again.to_string());
        assert!(!found.text(Notation::Latex).unwrap().is_empty());
        assert!(!found.kind().unwrap().is_empty());
    }
}

#[test]
fn methods_that_do_not_apply_return_errors() {
    for text in KINDS {
        let found = game(text);
        type Ask = fn(&Game) -> Result<Game, Error>;
        let questions: [(&str, Ask); 5] = [
            ("mean", Game::mean),
            ("temperature", Game::temperature),
            ("left stop", Game::left_stop),
            ("right stop", Game::right_stop),
            ("birthday", Game::birthday),
        ];
        for (name, question) in questions {
            if let Err(error) = question(&found) {
                assert!(!error.message().is_empty(), "{text} {name}");
                assert_eq!(error.limit(), None, "{text} {name}: {error}");
            }
        }
        for player in Player::BOTH {
            let _ = found.options(player).map(|options| options.len());
        }
        let _ = found.thermograph().map(|svg| assert!(svg.starts_with("<svg")));
        let _ = found.outcome();
    }
    assert_eq!(game("*omega").mean().unwrap_err().limit(), None);
    assert!(game("{3|1}").thermograph().unwrap().contains("</svg>"));
}

#[test]
fn the_operators_are_those_of_games() {
    let (up, star) = (game("^"), game("*"));
    assert_eq!(&up + &up + &star, game("^^*"));
    assert_eq!(&up - &up, 0);
    assert_eq!(-&up, game("v"));
    assert_eq!(3 * &up, &up + &up + &up);
    assert_eq!(&up * -2, game("vv"));
    assert_eq!(&star * 2, 0);
    assert_eq!(&up + 1, game("1^"));
    assert_eq!([up.clone(), star.clone(), star.clone()].into_iter().sum::<Game>(), up);
    assert!(up > 0 && up < 1 && game("-3") < game("1/2"));
    assert_eq!(up.partial_cmp(&star), None);
    assert!(game("on") > 1_000_000);
    assert_eq!(game("on") + game("off"), game("dud"));
    assert_eq!(game("omega") - game("omega"), 0);
}

#[test]
fn facts_of_games() {
    let g = game("{3||2|1}");
    assert_eq!(g.left_options().unwrap(), [game("3")]);
    assert_eq!(g.right_options().unwrap(), [game("{2|1}")]);
    assert_eq!(g.mean().unwrap().to_fraction(), Some((9, 4)));
    assert_eq!(g.temperature().unwrap().to_string(), "3/4");
    assert_eq!((g.left_stop().unwrap(), g.right_stop().unwrap()), (game("3"), game("2")));
    assert_eq!(game("3/4").birthday().unwrap().to_integer(), Some(3));
    assert_eq!(g.outcome().unwrap(), OutcomeClass::L);
    assert!(game("3/4").is_number() && !g.is_number() && game("omega").is_number());
    assert_eq!((g.to_integer(), g.to_fraction()), (None, None));
    assert_eq!(game("12345678901234567890").to_integer(), None);
    assert_eq!(format!("{:#}|{:>4}", game("^"), game("1/2")), "↑| 1/2");
    assert_eq!(game("+-3").call("cool", &[&game("1")]).unwrap(), game("+-2"));
}

#[test]
fn games_of_two_sessions_mix_by_value() {
    let (one, other) = (Session::new(), Session::new());
    // The stores are filled in different orders, so equal handles mean different games.
    one.game("{5|{3|-2}}").unwrap();
    other.game("^^*").unwrap();
    for text in KINDS {
        let (g, h) = (one.game(text).unwrap(), other.game(text).unwrap());
        assert_eq!(g, h, "{text}");
        assert_eq!(g.to_string(), h.to_string(), "{text}");
        if let Ok(sum) = g.checked_add(&h) {
            assert_eq!(sum.session(), &one);
            assert_eq!(sum, g.checked_add(&g).unwrap(), "{text}");
        }
    }
    assert!(one.game("^").unwrap() != other.game("v").unwrap());
    assert!(one.game("^").unwrap() < other.game("1").unwrap());
}

#[test]
fn variables_do_not_change_games() {
    let session = Session::new();
    let on = session.game("on").unwrap();
    let tiny = session.game("Tiny(2)").unwrap();
    session.eval("on := 3; Tiny := 5; omega := *").unwrap();
    assert_eq!((&on + 1).to_string(), "on");
    assert_eq!((-&on).to_string(), "off");
    assert_eq!(on.in_session(&Session::new()).unwrap().to_string(), "on");
    assert_eq!(session.game("on").unwrap(), on);
    assert_eq!(session.game("Tiny(2)").unwrap(), tiny);
    assert_eq!(session.eval("on + 1").unwrap().value.to_string(), "4");
}

#[test]
fn errors_have_a_kind_and_a_place() {
    let error = "{1|?".parse::<Game>().unwrap_err();
    assert_eq!((error.kind(), error.input()), (&ErrorKind::Syntax, "{1|?"));
    assert_eq!(error.span(), Some(3..4));
    let error = "[1,2]".parse::<Game>().unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::Kind);
    let error = game("^").call("Temprature", &[]).unwrap_err();
    assert_eq!(error.hint(), Some("did you mean `.Temperature`?"));
}

#[test]
#[should_panic(expected = "no result of an operator on games")]
fn an_operator_without_a_result_panics_with_a_message() {
    let _ = game("*omega") + game("1/2");
}
