//! Limits, cancellation, threads, and what the calculator answers.

use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};
use upstar::{
    CancelToken, CustomRules, Error, Game, Limits, Player, Position, Ruleset, Session, Stopped,
    Value, briefly,
};

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
fn a_token_of_its_own_cancels_one_operation_and_no_other() {
    let session = Session::new();
    let board = session.ruleset("domineering").unwrap().position("12x12").unwrap();
    let (one, other) = (CancelToken::new(), session.canceller());
    let (done, all_done) = channel();
    let start = |token: CancelToken| {
        let (board, done) = (board.clone(), done.clone());
        let time = Some(Duration::from_secs(60));
        let limits = Limits { time, ..Limits::default() };
        thread::spawn(move || {
            let found = token.run(limits, || board.outcome());
            done.send((token.is_cancelled(), found)).unwrap();
        });
    };
    start(one.clone());
    while one.progress().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    let waits = CancelToken::new();
    start(waits.clone());
    one.cancel();
    let (is_cancelled, found) = all_done.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(is_cancelled && found.unwrap_err().is_cancelled());
    // The one that waited has its turn now, and goes on until its session is told.
    while waits.progress().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    other.cancel();
    let (is_cancelled, found) = all_done.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(!is_cancelled && found.unwrap_err().is_cancelled());
    assert!(waits.progress().is_none());
}

#[test]
fn short_games_wait_for_nobody() {
    let session = Session::new();
    let [up, star] = ["^", "*"].map(|text| session.game(text).unwrap());
    let board = session.ruleset("domineering").unwrap().position("12x12").unwrap();
    let (token, work) = (CancelToken::new(), CancelToken::new());
    let busy = work.clone();
    let search = thread::spawn(move || busy.run(Limits::default(), || board.outcome()));
    while work.progress().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    assert_eq!((&up + &star).to_string(), "^*");
    assert!(up > 0 && up.partial_cmp(&star).is_none());
    assert_eq!(session.game("{3||2|1}").unwrap().mean().unwrap().to_fraction(), Some((9, 4)));
    let error = briefly(|| session.eval("1")).unwrap_err();
    assert!(matches!(error.limit(), Some(Stopped::Steps(_))), "{error}");
    let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
    let error = token.run(limits, || session.eval("1")).unwrap_err();
    assert_eq!(error.limit(), Some(&Stopped::Time(Duration::from_millis(20))));
    assert!(!search.is_finished());
    work.cancel();
    assert!(search.join().unwrap().unwrap_err().is_cancelled());
}

#[test]
fn what_is_not_brief_says_so_and_is_done_later() {
    let session = Session::new();
    let rules = session.ruleset("domineering").unwrap();
    let (small, large) = (rules.position("2x2").unwrap(), rules.position("5x5").unwrap());
    assert_eq!(briefly(|| small.value()).unwrap().to_string(), "+-1");
    let error = briefly(|| large.value()).unwrap_err();
    assert!(matches!(error.limit(), Some(Stopped::Steps(_))), "{error}");
    assert_eq!(large.value().unwrap(), 0);
    assert_eq!(briefly(|| large.value()).unwrap(), 0);
}

#[test]
fn a_closed_session_refuses() {
    let session = Session::new();
    let (g, board) = (session.game("^").unwrap(), session.ruleset("nim").unwrap());
    assert!(!session.is_closed());
    session.close().unwrap();
    assert!(session.is_closed());
    let errors = [
        g.checked_add(&g).map(drop),
        g.text(upstar::Notation::Ascii).map(drop),
        board.position("3").map(drop),
        session.eval("1").map(drop),
        session.close(),
    ];
    for error in errors {
        assert_eq!(error.unwrap_err().message(), "this session is closed");
    }
}

/// Rules that use the session that plays them.
struct Inside(Session);

impl CustomRules for Inside {
    type Position = u8;

    fn moves(&self, heap: &u8, _: Player) -> Vec<u8> {
        assert!(self.0.is_inside());
        assert_eq!(self.0.game("^").unwrap() + self.0.game("v").unwrap(), 0);
        assert!(self.0.eval("1").is_err() && self.0.game("on").is_err());
        (0..*heap).collect()
    }

    fn parse(&self, text: &str) -> Result<u8, String> {
        text.parse().map_err(|_| "expected a heap".to_owned())
    }

    fn show(&self, heap: &u8) -> String {
        heap.to_string()
    }
}

#[test]
fn rules_can_use_short_games_of_their_session() {
    let session = Session::with_limits(Limits { threads: Some(1), ..Limits::default() });
    let rules = session.ruleset_of(Inside(session.clone())).unwrap();
    assert_eq!(rules.position("3").unwrap().value().unwrap().to_string(), "*3");
    assert!(!session.is_inside());
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
    let error = session.eval("print(1); error(\"enough\")").unwrap_err();
    assert_eq!(error.printed(), ["1"]);
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
