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

/// What answers say of moves, field by field: programs read them.
#[test]
fn each_answer_writes_its_own_fields_of_a_move() {
    let choose = r#"{"ask":"choose","rules":"nim","position":"3+5+7","player":"left"}"#;
    let chosen = r#"{"rules":"nim","position":"3+5+7","compound":"sum","play":"normal","player":"left","move":"7->6","to":"6+5+3","why":"leaves nim-sum 0"}"#;
    let stuck = r#"{"ask":"choose","rules":"nim","position":"0","player":"right"}"#;
    let nothing = r#"{"rules":"nim","position":"0","compound":"sum","play":"normal","player":"right","move":null,"to":null,"why":""}"#;
    for (query, expected) in [
        (choose, chosen),
        (stuck, nothing),
        (
            r#"{"ask":"moves","rules":"nim","position":"1+2"}"#,
            r###"{"rules":"nim","position":"1+2","compound":"sum","play":"normal","player":"left","winning":[{"to":"1+1","value":"0","why":"leaves nim-sum 0"}],"losing":2}"###,
        ),
        (
            r#"{"ask":"moves","rules":"domineering","position":"..|..","all":true,"replies":true}"#,
            r###"{"rules":"domineering","position":"..|..","compound":"sum","play":"normal","player":"left","winning":[{"to":"#.|#.","value":"1","why":"leaves 1 > 0: Left wins, whoever moves"},{"to":".#|.#","value":"1","why":"leaves 1 > 0: Left wins, whoever moves"}],"losing":0,"moves":[{"player":"left","to":"#.|#.","move":"a1-a2","verdict":"win","value":"1","why":"leaves 1 > 0: Left wins, whoever moves"},{"player":"left","to":".#|.#","move":"b1-b2","verdict":"win","value":"1","why":"leaves 1 > 0: Left wins, whoever moves"},{"player":"right","to":"##|..","move":"a1-b1","verdict":"win","value":"-1","why":"leaves -1 < 0: Right wins, whoever moves"},{"player":"right","to":"..|##","move":"a2-b2","verdict":"win","value":"-1","why":"leaves -1 < 0: Right wins, whoever moves"}]}"###,
        ),
        (
            r#"{"ask":"moves","rules":"nim","position":"1+2","all":true,"replies":true}"#,
            r###"{"rules":"nim","position":"1+2","compound":"sum","play":"normal","player":"left","winning":[{"to":"1+1","value":"0","why":"leaves nim-sum 0"}],"losing":2,"moves":[{"player":"left","to":"1+1","move":"2->1","verdict":"win","value":"0","why":"leaves nim-sum 0"},{"player":"left","to":"1","move":"2->0","verdict":"loss","value":"*","why":"leaves nim-sum *","reply":"0"},{"player":"left","to":"2","move":"1->0","verdict":"loss","value":"*2","why":"leaves nim-sum *2","reply":"0"}]}"###,
        ),
        (
            r#"{"ask":"moves","rules":"kayles","position":"3","play":"misere","all":true}"#,
            r###"{"rules":"kayles","position":"3","compound":"sum","play":"misere","player":"left","winning":[{"to":"1","value":null,"why":"pretend: a is P, genus 1^031"}],"losing":2,"moves":[{"player":"left","to":"1","move":"3->1","verdict":"win","value":null,"why":"pretend: a is P, genus 1^031","genus":"1^031"},{"player":"left","to":"2","move":"3->2","verdict":"loss","value":null,"why":"pretend: b is N, genus 2^20","genus":"2^20"},{"player":"left","to":"1+1","move":"3->1+1","verdict":"loss","value":null,"why":"pretend: 1 is N, genus 0^120","genus":"0^120"}]}"###,
        ),
        (
            r#"{"ask":"legal","rules":"top-entails","position":"1+2","player":"left"}"#,
            r###"{"rules":"top-entails","position":"1+2","compound":"sum","play":"normal","impartial":true,"moves":[{"player":"left","name":"1: 2->1","to":"(1)! + (1)","entailed":1},{"player":"left","name":"(1) + (1) + (1)","to":"(1) + (1) + (1)"},{"player":"left","name":"2: 1->0","to":"(2) + (0)!","entailed":2}],"complete":true}"###,
        ),
        (
            r#"{"ask":"misere","misere":"moves","code":".77","position":"2","replies":true}"#,
            r###"{"rules":"0.77","position":"2","compound":"sum","play":"misere","player":"left","winning":[{"to":"1","value":"a","why":"pretend: a is P, genus 1^031","move":"2->1"}],"losing":1,"letters":[["a",1],["b",2],["c",5],["d",9],["e",12],["f",25],["g",27]],"replies":[{"move":"2->1","to":"1","reply":null,"leaves":null},{"move":"2->0","to":"0","reply":null,"leaves":null}]}"###,
        ),
        (
            r#"{"ask":"misere","misere":"moves","code":".77","position":"3+1","replies":true}"#,
            r###"{"rules":"0.77","position":"3+1","compound":"sum","play":"misere","player":"left","winning":[{"to":"3*1","value":"a","why":"pretend: a is P, genus 1^031","move":"3->1+1"}],"losing":3,"letters":[["a",1],["b",2],["c",5],["d",9],["e",12],["f",25],["g",27]],"replies":[{"move":"3->2","to":"2+1","reply":"2->0","leaves":"1"},{"move":"3->1+1","to":"3*1","reply":null,"leaves":null},{"move":"3->1","to":"2*1","reply":"1->0","leaves":"1"},{"move":"1->0","to":"3","reply":"3->1","leaves":"1"}]}"###,
        ),
        (
            r#"{"ask":"misere","misere":"moves","code":".77","position":"1+*1","replies":true}"#,
            r###"{"rules":"0.77","position":"1+*1","compound":"sum","play":"misere","player":"left","winning":[{"to":"*1","value":null,"why":"genus 1^031","move":"1->0"},{"to":"1","value":null,"why":"genus 1^031","move":"*1->0"}],"losing":0,"replies":[{"move":"1->0","to":"*1","reply":null,"leaves":null},{"move":"*1->0","to":"1","reply":null,"leaves":null}]}"###,
        ),
    ] {
        let question: Question = serde_json::from_str(query).unwrap();
        assert_eq!(Session::default().ask(&question).unwrap().json(), expected, "{query}");
    }
}
