//! Legal moves: those of `moves --all`, without what these are worth.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::time::Duration;
use upstar_rules::registry;
use upstar_session::{
    Answer, Compound, LegalMoves, LegalQuery, Limits, Moves, MovesQuery, Notation, Play, PlayMode,
    Player, PositionSpec, Question, Session,
};

fn session() -> Session {
    let limits = Limits { time: Some(Duration::from_secs(2)), ..Limits::default() };
    Session::new(limits, Notation::Ascii)
}

fn legal(place: PositionSpec) -> LegalQuery {
    LegalQuery { place, player: None, most: 1000 }
}

/// Compares both lists where both are complete. Returns whether they are.
fn compare(session: &mut Session, place: &PositionSpec) -> bool {
    let all = MovesQuery { place: place.clone(), player: None, all: true, replies: false };
    let Ok(moves) = session.run(&all) else { return false };
    let Moves { moves: Some(moves), complete: true, .. } = moves else { return false };
    let legal = session.run(&legal(place.clone())).unwrap_or_else(|e| panic!("{place:?}: {e}"));
    assert!(legal.complete, "{place:?}");
    let expected: BTreeSet<_> = moves.iter().map(|m| (m.player, &m.name, &m.to)).collect();
    let found: BTreeSet<_> = legal.moves.iter().map(|m| (m.player, &m.name, &m.to)).collect();
    assert_eq!(found, expected, "{place:?}");
    true
}

#[test]
fn the_moves_of_every_ruleset() {
    let (mut session, mut compared) = (session(), 0);
    for about in registry::all() {
        for example in about.examples.iter().filter(|text| text.len() <= 12).take(2) {
            compared +=
                usize::from(compare(&mut session, &PositionSpec::new(about.name, *example)));
        }
    }
    assert!(compared > 80, "{compared}");
}

#[test]
fn the_moves_of_every_compound_in_both_plays() {
    let compounds =
        [Compound::Sum, Compound::Union, Compound::Join, Compound::SlowJoin, Compound::UrgentUnion];
    let (mut session, mut compared) = (session(), 0);
    for (rules, position) in
        [("domineering", "../.. + ..."), ("nim", "1+2"), ("clobber", "xo + ox")]
    {
        let position = position.replace('/', "|");
        for compound in compounds {
            for play in [Play::Normal, Play::Misere] {
                let mode = PlayMode { compound, play, ..PlayMode::default() };
                let place = PositionSpec::new(rules, &*position).played(mode);
                compared += usize::from(compare(&mut session, &place));
            }
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn a_large_board_is_listed_at_once() {
    let found = session().run(&legal(PositionSpec::new("domineering", "8x8"))).unwrap();
    assert_eq!((found.moves.len(), found.complete, found.impartial), (112, true, false));
    let left = found.moves.iter().filter(|m| m.player == Player::Left).count();
    assert_eq!(left, 56);
}

#[test]
fn a_limit_is_told() {
    let few = LegalQuery { most: 2, ..legal(PositionSpec::new("nim", "3+5")) };
    let question = Question::from(few);
    let answer: Answer = session().ask(&question).unwrap();
    let found = answer.get::<LegalMoves>().unwrap();
    assert_eq!((found.moves.len(), found.complete), (2, false));
    assert_eq!(answer.notes().len(), 1);
    assert_eq!(answer.grid().unwrap().rows.len(), 2);
    assert!(answer.json().contains(r#""complete":false"#));
}
