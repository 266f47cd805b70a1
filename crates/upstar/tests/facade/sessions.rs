//! Limits, cancellation, threads, and what the calculator answers.

use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};
use upstar::{Error, Game, Limits, Position, Ruleset, Session, Stopped, Value};

fn is_shared<T: Send + Sync>() {}

#[test]
fn everything_can_be_sent_to_other_threads() {
    is_shared::<Session>();
    is_shared::<Game>();
    is_shared::<Position>();
    is_shared::<Ruleset>();
    is_shared::<Error>();
    let session = Session::new();
    let threads: Vec<_> = (1..=4)
        .map(|n| {
            let session = session.clone();
            thread::spawn(move || session.game("^").unwrap() * n)
        })
        .collect();
    let sum: Game = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    assert_eq!(sum, session.game("^10").unwrap());
}

#[test]
fn a_limit_of_time_holds_for_each_operation() {
    let time = Some(Duration::from_millis(100));
    let session = Session::with_limits(Limits { time, ..Limits::default() });
    let board = session.ruleset("domineering").unwrap().position("12x12").unwrap();
    for _ in 0..2 {
        let begun = Instant::now();
        let error = board.outcome().unwrap_err();
        assert_eq!(error.limit(), Some(&Stopped::Time(Duration::from_millis(100))));
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
    assert_eq!(session.game("{3|1}").unwrap().mean().unwrap(), 2);
    let error = session.eval("while true do end").unwrap_err();
    assert!(error.limit().is_some(), "{error}");
}

#[test]
fn a_limit_of_memory_is_an_error() {
    let session = Session::with_limits(Limits { memory: Some(4 << 20), ..Limits::default() });
    let board = session.ruleset("domineering").unwrap().position("9x9").unwrap();
    let error = board.value().unwrap_err();
    assert!(matches!(error.limit(), Some(Stopped::Memory(_))), "{error}");
}

#[test]
fn another_thread_cancels_what_runs_and_what_waits() {
    let session = Session::new();
    let token = session.canceller();
    let board = session.ruleset("domineering").unwrap().position("12x12").unwrap();
    let (done, all_done) = channel();
    for _ in 0..3 {
        let (board, done) = (board.clone(), done.clone());
        thread::spawn(move || done.send(board.outcome()).unwrap());
    }
    thread::sleep(Duration::from_millis(300));
    token.cancel();
    for _ in 0..3 {
        let found = all_done.recv_timeout(Duration::from_secs(60)).unwrap();
        assert!(found.unwrap_err().is_cancelled());
    }
    // Later operations are not affected.
    token.cancel();
    assert_eq!(session.game("^").unwrap() + session.game("v").unwrap(), 0);
}

#[test]
fn the_calculator_keeps_variables_and_answers_with_data() {
    let session = Session::new();
    let evaluation = session.eval("g := {3||2|1}; print(g); [g, true, \"x\", g.Mean]").unwrap();
    assert_eq!(evaluation.printed, ["{3||2|1}"]);
    let Value::List(items) = &evaluation.value else { panic!("{:?}", evaluation.value) };
    assert_eq!(items[0], Value::Game(session.game("{3||2|1}").unwrap()));
    assert_eq!((&items[1], &items[2]), (&Value::Boolean(true), &Value::Text("x".into())));
    assert_eq!(items[3].as_game().unwrap().to_fraction(), Some((9, 4)));
    assert_eq!(session.eval("f := n -> n").unwrap().value.to_string(), "n -> n");
    assert_eq!(session.eval("g - g").unwrap().value.to_string(), "0");
    assert_eq!(session.eval("1;").unwrap().value, Value::Nothing);
    assert_eq!(session.eval("g.Foo").unwrap_err().input(), "g.Foo");
}

#[test]
fn rules_are_known_to_the_calculator_too() {
    let session = Session::new();
    let text = "game Tag\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n";
    let rules = session.ruleset_from_text(text).unwrap();
    let source = format!("load \"{}\"; tag(\"xxo\").Value", rules.name());
    let value = session.eval(&source).map(|evaluation| evaluation.value.to_string());
    assert_eq!(value.unwrap(), "^");
}

#[test]
fn a_game_keeps_its_session() {
    let session = Session::new();
    let game = session.game("{5|{3|-2}}").unwrap();
    drop(session);
    assert_eq!(game.session().game("1").unwrap() + &game, game.clone() + 1);
    let board = game.session().ruleset("domineering").unwrap().position("5x5").unwrap();
    assert_eq!(board.value().unwrap(), game.session().integer(0));
}
