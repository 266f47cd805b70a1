//! The door: questions and answers as data, rooms that stay warm, questions that are cancelled.

#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread;
use upstar_session::{
    Answer, Compound, EvalQuery, Event, Format, HeapPeriodQuery, HeapValuesQuery, Limits,
    MovesQuery, Notation, OutcomeQuery, PendingAnswer, PictureQuery, Play, PlayMode, Player,
    PositionSpec, QueryError, Question, RulesQuery, Session, SessionPool, TableQuery, ValueQuery,
    misere,
};

fn value(rules: &str, position: &str) -> Question {
    Question::Value(ValueQuery { place: PositionSpec::new(rules, position), show: Vec::new() })
}

fn moves(rules: &str, position: &str, all: bool) -> Question {
    let place = PositionSpec::new(rules, position);
    Question::Moves(MovesQuery { place, player: None, all, replies: false })
}

/// A question that no machine answers soon.
fn endless() -> Question {
    value("domineering", &["............"; 12].join("|"))
}

#[test]
fn everything_can_be_sent() {
    fn is_send<T: Send>() {}
    fn is_sync<T: Sync>() {}
    is_send::<Session>();
    is_send::<upstar_calculator::Calculator>();
    is_send::<upstar_calculator::Value>();
    is_send::<SessionPool>();
    is_sync::<SessionPool>();
    is_send::<Question>();
    is_send::<Answer>();
    is_send::<QueryError>();
    is_send::<Event>();
    is_send::<PendingAnswer>();
    is_send::<Limits>();
}

#[test]
fn questions_are_plain_data() {
    let misere = PlayMode { play: Play::Misere, compound: Compound::Union, ..PlayMode::default() };
    let questions = [
        value("nim", "3+5"),
        Question::Outcome(OutcomeQuery { place: PositionSpec::new("kayles", "9").played(misere) }),
        moves("cram", "..|..", true),
        Question::Table(TableQuery {
            rules: "nim".into(),
            size: "4".into(),
            manner: misere,
            periods: false,
        }),
        Question::Rules(RulesQuery { name: None }),
        Question::Eval(EvalQuery { input: "1+1".into() }),
        Question::HeapPeriod(HeapPeriodQuery { code: ".77".into(), limit: None }),
        Question::Misere(misere::Question::Outcome(misere::OutcomeQuery {
            code: ".07".into(),
            position: "3".into(),
        })),
        Question::Picture(PictureQuery {
            place: PositionSpec::new("nim", "3"),
            winning: Some(Player::Right),
        }),
    ];
    for question in questions {
        let text = serde_json::to_string(&question).unwrap();
        assert_eq!(serde_json::from_str::<Question>(&text).unwrap(), question, "{text}");
    }
    let short = r#"{"ask":"value","rules":"nim","position":"3+5+7"}"#;
    let question: Question = serde_json::from_str(short).unwrap();
    assert_eq!(Session::default().ask(&question).unwrap().text(), "*\n");
}

#[test]
fn a_warm_world_answers_as_a_fresh_one() {
    let questions = [
        value("domineering", "....|....|...."),
        moves("domineering", "...|...", true),
        value("domineering", "..|..|..|.."),
        moves("nim", "3+5+7", false),
        value("clobber", "xo.xo|oxoxo"),
        value("domineering", "....|....|....|...."),
        moves("amazons", "x..|...|..o", false),
        value("kayles", "20"),
        value("sum", "kayles:9 + domineering:..|.."),
        Question::Outcome(OutcomeQuery { place: PositionSpec::new("cram", "...|...") }),
    ];
    let mut warm = Session::default();
    for _ in 0..2 {
        for question in &questions {
            let fresh = Session::default().ask(question).map(|answer| answer.json());
            let found = warm.ask(question).map(|answer| answer.json());
            assert_eq!(found, fresh, "{question:?}");
        }
    }
}

#[test]
fn a_question_is_cancelled_from_another_thread() {
    let pool = Arc::new(SessionPool::default());
    let room = pool.open(Limits::default(), Notation::Ascii);
    let mut ticket = pool.start(room, endless(), None);
    // It is under way as soon as somebody can say what is being done.
    loop {
        match ticket.wait() {
            Some(Event::Progress(headway)) if headway.steps > 0 => break,
            Some(Event::Answer(answer)) => panic!("{answer:?}"),
            _ => {}
        }
    }
    let switch = ticket.switch();
    thread::spawn(move || switch.cancel()).join().unwrap();
    let refusal = loop {
        if let Some(Event::Answer(answer)) = ticket.wait() {
            break answer.unwrap_err();
        }
    };
    assert!(refusal.is_cancelled(), "{refusal}");
    // The room goes on.
    let answer = pool.ask(room, value("nim", "3+5"), None, &mut |_| ControlFlow::Continue(()));
    assert_eq!(answer.unwrap().text(), "*6\n");
}

#[test]
fn a_question_that_waits_can_be_cancelled_and_a_dropped_one_is() {
    let pool = SessionPool::default();
    let room = pool.open(Limits::default(), Notation::Ascii);
    let first = pool.start(room, endless(), None);
    let mut second = pool.start(room, endless(), None);
    second.cancel();
    drop(first);
    let refusal = loop {
        if let Some(Event::Answer(answer)) = second.wait() {
            break answer.unwrap_err();
        }
    };
    assert!(refusal.is_cancelled(), "{refusal}");
    let answer = pool.ask(room, value("nim", "1"), None, &mut |_| ControlFlow::Continue(()));
    assert_eq!(answer.unwrap().text(), "*\n");
}

#[test]
fn whoever_hears_may_end_it() {
    let pool = SessionPool::default();
    let room = pool.open(Limits::default(), Notation::Ascii);
    let answer = pool.ask(room, endless(), None, &mut |_| ControlFlow::Break(()));
    assert!(answer.unwrap_err().is_cancelled());
    pool.close(room);
    let answer = pool.ask(room, value("nim", "1"), None, &mut |_| ControlFlow::Continue(()));
    assert!(answer.is_err());
}

#[test]
fn rooms_answer_at_once_and_alike() {
    let pool = SessionPool::default();
    let limits = Limits { threads: Some(1), ..Limits::default() };
    let rooms = [(); 3].map(|()| pool.open(limits, Notation::Ascii));
    let question = moves("domineering", "....|....|....|....", true);
    let answers: Vec<String> = thread::scope(|scope| {
        let ask = |room| {
            let (pool, question) = (&pool, question.clone());
            scope.spawn(move || {
                let answer = pool.ask(room, question, None, &mut |_| ControlFlow::Continue(()));
                answer.unwrap().json()
            })
        };
        rooms.map(ask).into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    let mut alone = Session::new(Limits { threads: Some(2), ..Limits::default() }, Notation::Ascii);
    let alone = alone.ask(&question).unwrap().json();
    assert!(answers.iter().all(|answer| *answer == alone));
}

#[test]
fn a_limit_of_time_belongs_to_one_question() {
    let pool = SessionPool::default();
    let room = pool.open(Limits::default(), Notation::Ascii);
    let now = Some(std::time::Duration::ZERO);
    let refusal = pool.ask(room, endless(), now, &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(refusal.is_out_of_reach() && !refusal.is_cancelled(), "{refusal}");
    let answer = pool.ask(room, value("nim", "2"), None, &mut |_| ControlFlow::Continue(()));
    assert_eq!(answer.unwrap().text(), "*2\n");
}

#[test]
fn tables_in_every_format() {
    let mut session = Session::default();
    let question = Question::Table(TableQuery {
        rules: "domineering".into(),
        size: "2x2".into(),
        manner: PlayMode::default(),
        periods: false,
    });
    let grid = session.ask(&question).unwrap().grid().unwrap();
    let written = |format: Format| format.write(&grid).unwrap();
    assert_eq!(written(Format::Csv).unwrap(), ",1,2\n1,0,-1\n2,1,+-1\n");
    let markdown = "|  | 1 | 2 |\n|---|---|---|\n| 1 | 0 | -1 |\n| 2 | 1 | +-1 |\n";
    assert_eq!(written(Format::Markdown).unwrap(), markdown);
    assert!(written(Format::Latex).unwrap().starts_with("\\begin{tabular}{r|cc}\n & 1 & 2 \\\\\n"));
    assert!(written(Format::BFile).is_err());
    assert!(Format::Text.write(&grid).is_none());
    let question = Question::HeapValues(HeapValuesQuery { code: ".77".into(), to: "5".into() });
    let grid = session.ask(&question).unwrap().grid().unwrap();
    let b_file = Format::BFile.write(&grid).unwrap().unwrap();
    assert_eq!(b_file, "0 0\n1 1\n2 2\n3 3\n4 1\n5 4\n");
}

#[test]
fn a_world_goes_from_thread_to_thread() {
    let mut session = Session::default();
    session
        .ask(&Question::Eval(EvalQuery { input: "m := MutableList([kayles(5).Value])".into() }))
        .unwrap();
    let there = std::thread::spawn(move || {
        let answer =
            session.ask(&Question::Eval(EvalQuery { input: "m.Add(*4); m.ToList.Sum".into() }));
        (session, answer.unwrap().text())
    });
    let (mut session, text) = there.join().unwrap();
    assert_eq!(text, "0\n");
    let answer = session.ask(&Question::Eval(EvalQuery { input: "m.Length".into() })).unwrap();
    assert_eq!(answer.text(), "2\n");
}
