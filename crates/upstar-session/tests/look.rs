//! What a page asks: analyses in parts, options, graphs, values in words, quotients in tables, each
//! against what the other questions say.

#![allow(clippy::unwrap_used)]

use serde_json::Value as Json;
use std::ops::ControlFlow;
use std::time::Duration;
use upstar_base::Stopped;
use upstar_session::{
    AnalyseQuery, Answer, CheckRulesQuery, Compound, EvalQuery, Event, GraphQuery,
    HeapCertificateQuery, HeapValuesQuery, Kind, Limits, MovesQuery, Notation, OptionsQuery, Part,
    Play, PlayMode, PositionSpec, Question, QuotientTablesQuery, Session, SessionPool, StudyQuery,
    Verdict, VerifyQuery, misere,
};

fn json(session: &mut Session, question: &Question) -> Json {
    serde_json::from_str(&session.ask(question).unwrap().json()).unwrap()
}

fn eval(session: &mut Session, input: &str) -> String {
    let answer = session.ask(&Question::Eval(EvalQuery { input: input.to_owned() })).unwrap();
    answer.text().trim_end().to_owned()
}

fn analysed(session: &mut Session, place: &PositionSpec) -> (Vec<Part>, Answer) {
    let mut parts = Vec::new();
    let question = Question::Analyse(AnalyseQuery { place: place.clone() });
    let answer = session.ask_in_parts(&question, &mut |part| {
        parts.push(part);
        ControlFlow::Continue(())
    });
    (parts, answer.unwrap())
}

fn places() -> Vec<PositionSpec> {
    let misere = PlayMode { play: Play::Misere, ..PlayMode::default() };
    let join = PlayMode { compound: Compound::Join, ..PlayMode::default() };
    let union = PlayMode { compound: Compound::Union, play: Play::Misere, ..PlayMode::default() };
    vec![
        PositionSpec::new("domineering", "...|...|..."),
        PositionSpec::new("domineering", "..|.. + ...|..."),
        PositionSpec::new("nim", "3+5+7"),
        PositionSpec::new("kayles", "9").played(misere),
        PositionSpec::new("hackenbush", "lr;rl;l(r;l)"),
        PositionSpec::new("toads-and-frogs", "t.f + tt.ff"),
        PositionSpec::new("clobber", "xox|oxo"),
        PositionSpec::new("nim", "2+3").played(join),
        PositionSpec::new("domineering", "..|.. + ..|..").played(union),
        PositionSpec::new("top-entails", "5"),
        PositionSpec::new("fox-and-geese", ""),
        PositionSpec::new("sum", "kayles:3 + domineering:..|.."),
    ]
}

/// A table on which not all moves are shown says so.
#[test]
fn tables_with_too_many_moves() {
    let mut session = Session::default();
    for (position, complete) in [("3+5", true), ("70000+70000", false), ("20000+20000+1", false)] {
        let (parts, answer) = analysed(&mut session, &PositionSpec::new("nim", position));
        let Some(Part::Board(table)) = parts.first() else { panic!("{position}") };
        assert_eq!(table.complete, complete, "{position}");
        assert!(!answer.text().contains("can move"), "{position}: {}", answer.text());
    }
}

#[test]
fn an_analysis_says_of_every_move_what_the_list_of_moves_says() {
    let mut session = Session::default();
    for place in places() {
        let all = Question::Moves(MovesQuery {
            place: place.clone(),
            player: None,
            all: true,
            replies: false,
        });
        let Ok(listed) = session.ask(&all) else { continue };
        let listed: Json = serde_json::from_str(&listed.json()).unwrap();
        let (parts, _) = analysed(&mut session, &place);
        let Some(Part::Board(table)) = parts.first() else { panic!("{place:?}") };
        let told = listed["moves"].as_array().unwrap();
        assert_eq!(table.moves.len(), told.len(), "{place:?}");
        let mut verdicts: Vec<Option<Verdict>> = vec![None; table.moves.len()];
        let mut reasons: Vec<Option<String>> = vec![None; table.moves.len()];
        for part in &parts {
            match part {
                Part::Verdict { number, verdict } => verdicts[*number] = Some(*verdict),
                Part::Leaves { number, why, .. } => reasons[*number] = Some(why.clone()),
                _ => {}
            }
        }
        for (i, choice) in table.moves.iter().enumerate() {
            let player = choice.found.player.to_string().to_lowercase();
            let same = told
                .iter()
                .find(|m| m["to"] == choice.found.to.as_str() && m["player"] == player.as_str())
                .unwrap_or_else(|| panic!("{place:?}: {choice:?}"));
            assert_eq!(same["verdict"], verdicts[i].unwrap().to_string(), "{place:?} {choice:?}");
            assert_eq!(same["why"], reasons[i].clone().unwrap(), "{place:?} {choice:?}");
            assert_eq!(same["move"], choice.found.name.as_str(), "{place:?}");
        }
        let outcomes = parts.iter().filter(|part| matches!(part, Part::Outcome(_))).count();
        assert_eq!(outcomes, 1, "{place:?}");
    }
}

#[test]
fn an_analysis_that_nobody_hears_ends() {
    let mut session = Session::default();
    let question = Question::Analyse(AnalyseQuery {
        place: PositionSpec::new("domineering", "....|....|....|...."),
    });
    let mut heard = 0;
    let answer = session.ask_in_parts(&question, &mut |_| {
        heard += 1;
        if heard == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(answer.unwrap_err().is_cancelled());
    assert_eq!(heard, 5);
}

#[test]
fn dominated_options_can_be_left_out() {
    let mut session = Session::default();
    for (rules, position) in [
        ("domineering", "...|...|..#"),
        ("domineering", "....|...."),
        ("hackenbush", "lr;rl;l(r;l)"),
        ("toads-and-frogs", "tt.ff"),
        ("clobber", "xo.|oxo"),
    ] {
        let found = json(
            &mut session,
            &Question::Options(OptionsQuery { place: PositionSpec::new(rules, position) }),
        );
        let side = |i: usize| {
            let kept = found["options"][i].as_array().unwrap().iter();
            let kept = kept.filter(|option| option["dominated"].is_null());
            kept.map(|option| option["value"]["value"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
                .join(",")
        };
        let value = eval(&mut session, &format!("{{{}|{}}}", side(0), side(1)));
        assert_eq!(value, found["of"]["value"].as_str().unwrap(), "{rules} {position}");
    }
    // On a row Left has nothing to choose: in 3x3 with a hole she has.
    let found = json(
        &mut session,
        &Question::Options(OptionsQuery { place: PositionSpec::new("domineering", "...|...|..#") }),
    );
    let all: Vec<&Json> = (0..2).flat_map(|i| found["options"][i].as_array().unwrap()).collect();
    assert!(all.iter().any(|option| !option["dominated"].is_null()));
}

#[test]
fn reversible_moves_are_answered_to_something_as_good() {
    let mut session = Session::default();
    let found = json(
        &mut session,
        &Question::Options(OptionsQuery { place: PositionSpec::new("toads-and-frogs", "tt..ff") }),
    );
    let whole = found["of"]["value"].as_str().unwrap().to_owned();
    for (side, order) in [(0, "<="), (1, ">=")] {
        for option in found["options"][side].as_array().unwrap() {
            let Some(through) = option["reversible"].as_str() else { continue };
            let holds = eval(&mut session, &format!("({through}) {order} ({whole})"));
            assert_eq!(holds, "true", "{option}");
        }
    }
}

#[test]
fn a_graph_has_the_options_of_each_of_its_positions() {
    let mut session = Session::default();
    for input in ["{3||2|1} + ^", "+-{2|1} + ^*", "0", "^^*", "Tiny(2)"] {
        let graph =
            json(&mut session, &Question::Graph(GraphQuery { input: input.into(), most: 300 }));
        let nodes = graph["nodes"].as_array().unwrap();
        let text = |i: usize| nodes[i]["value"].as_str().unwrap();
        assert_eq!(text(0), eval(&mut session, input));
        for i in 0..nodes.len() {
            let side = |player: &str| {
                let edges = graph["edges"].as_array().unwrap().iter();
                let own = edges.filter(|e| e["from"] == i && e["player"] == player);
                own.map(|e| text(e["to"].as_u64().unwrap() as usize).to_string())
                    .collect::<Vec<_>>()
                    .join(",")
            };
            let again = format!("{{{}|{}}}", side("left"), side("right"));
            assert_eq!(eval(&mut session, &again), text(i), "{input}: {again}");
        }
    }
    let cut =
        json(&mut session, &Question::Graph(GraphQuery { input: "{3||2|1} + ^".into(), most: 3 }));
    assert_eq!(cut["nodes"].as_array().unwrap().len(), 3);
    assert_eq!(cut["cut"], true);
}

#[test]
fn a_value_is_studied() {
    let mut session = Session::default();
    let study = |session: &mut Session, input: &str| {
        json(session, &Question::Study(StudyQuery { input: input.to_owned() }))
    };
    let found = study(&mut session, "{3||2|1}");
    assert_eq!(found["value"], "{3||2|1}");
    assert_eq!(found["facts"]["thermograph"]["mean"], "9/4");
    assert_eq!(found["facts"]["thermograph"]["temperature"], "3/4");
    assert_eq!(
        found["meaning"],
        "Hot: a move is worth three quarters of a move. On average Left is ahead by 2 1/4 moves."
    );
    assert_eq!(found["facts"]["options"][1][0]["value"], "{2|1}");
    // What is assigned stays; what is no game has no facts.
    study(&mut session, "g := +-1");
    assert_eq!(study(&mut session, "g")["value"], "+-1");
    assert!(study(&mut session, "[1,2]")["facts"].is_null());
    assert!(study(&mut session, "on & off")["latex"].is_null());
    let refusal = session.ask(&Question::Study(StudyQuery { input: "1 + ".into() })).unwrap_err();
    assert_eq!(refusal.field, "input");
}

#[test]
fn a_quotient_in_tables_decides_sums_of_two_heaps() {
    let mut compared = 0;
    let mut session = Session::default();
    for code in [".123", ".77", ".31"] {
        let heaps = Some("20".to_owned());
        let found = json(
            &mut session,
            &Question::QuotientTables(QuotientTablesQuery { code: code.into(), heaps }),
        );
        let product = |x: usize, y: usize| found["products"][x][y].as_u64().unwrap() as usize;
        let order = found["order"].as_u64().unwrap() as usize;
        assert_eq!(found["elements"].as_array().unwrap().len(), order);
        for x in 0..order {
            for y in 0..order {
                assert_eq!(product(x, y), product(y, x));
                for z in (0..order).step_by(7) {
                    assert_eq!(product(product(x, y), z), product(x, product(y, z)));
                }
            }
        }
        for a in 0..12 {
            for b in 0..=a {
                let position = format!("{a}+{b}");
                let question = Question::Misere(misere::Question::Outcome(misere::OutcomeQuery {
                    code: code.into(),
                    position,
                }));
                let Ok(outcome) = session.ask(&question) else { continue };
                let is_p = outcome.json().contains(r#""class":"P""#);
                let Some(known) = found["pairs"][a][b].as_bool() else { continue };
                assert_eq!(known, is_p, "{code} {a}+{b}: {}", outcome.json());
                compared += 1;
            }
        }
    }
    assert!(compared > 60, "{compared}");
}

#[test]
fn a_certificate_comes_with_a_period() {
    let mut session = Session::default();
    let question =
        Question::HeapCertificate(HeapCertificateQuery { code: ".77".into(), limit: None });
    let answer = session.ask(&question).unwrap();
    let found = answer.get::<upstar_session::HeapPeriod>().unwrap();
    let certificate = found.certificate.clone().unwrap();
    let checked = session.ask(&Question::Verify(VerifyQuery { certificate, long: false })).unwrap();
    assert!(checked.is_complete(), "{}", checked.text());
}

/// A sequence that is longer than anybody reads.
fn flood() -> Question {
    Question::HeapValues(HeapValuesQuery { code: "4.3[3]".into(), to: "900000000".into() })
}

#[test]
fn a_reader_that_does_not_read_costs_nothing() {
    let pool = SessionPool::default();
    let room = pool.open(Limits::default(), Notation::Ascii);
    let easy = || {
        let question = Question::Eval(EvalQuery { input: "1+1".into() });
        pool.ask(room, question, None, &mut |_| ControlFlow::Continue(())).unwrap().text()
    };
    // The limit of time holds while nobody reads: the next question is answered.
    let mut unread = pool.start(room, flood(), Some(Duration::from_millis(200)));
    assert_eq!(easy(), "2\n");
    let mut parts = 0;
    let end = loop {
        match unread.wait() {
            Some(Event::Part(_)) => parts += 1,
            Some(Event::Answer(answer)) => break answer,
            _ => {}
        }
    };
    assert!(parts < 100, "{parts} parts waited");
    let refusal = end.unwrap_err();
    assert!(matches!(refusal.kind, Kind::Stopped(Stopped::Time(_))), "{refusal}");
    // So does the switch, for one that is held and for one that is dropped.
    let unread = pool.start(room, flood(), None);
    unread.cancel();
    assert_eq!(easy(), "2\n");
    drop(unread);
    drop(pool.start(room, flood(), None));
    assert_eq!(easy(), "2\n");
    // A reader that has enough ends it too.
    let mut heard = 0;
    let enough = pool.ask(room, flood(), None, &mut |_| {
        heard += 1;
        if heard < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(enough.unwrap_err().is_cancelled());
    assert_eq!(easy(), "2\n");
}

#[test]
fn lists_and_checks_have_a_largest_size() {
    let mut session = Session::default();
    let to = "1000000000".to_owned();
    for (question, most) in [
        (Question::HeapValues(HeapValuesQuery { code: ".77".into(), to }), "1000000000"),
        (
            Question::CheckRules(CheckRulesQuery {
                rules: "nim".into(),
                games: Some(u32::MAX),
                seed: 0,
            }),
            "1000000",
        ),
    ] {
        let refusal = session.ask(&question).unwrap_err();
        assert_eq!(refusal.kind, Kind::Size);
        assert!(refusal.message.contains(most), "{refusal}");
    }
}
