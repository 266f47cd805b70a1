//! Questions through the door: `cargo run --release -p upstar-bench --bin door`.
//!
//! All times are those of the processor, but for the time from a cancellation to the answer, which
//! is what somebody waits.
#![allow(clippy::unwrap_used, clippy::float_arithmetic)]

use std::time::Instant;
use upstar_bench::{report, timed};
use upstar_session::{
    EvalQuery, Event, Limits, MovesQuery, Notation, PositionSpec, Question, Session, SessionPool,
    ValueQuery,
};
use upstar_testing::Random;

fn rectangle(rows: usize, columns: usize) -> String {
    vec![".".repeat(columns); rows].join("|")
}

fn moves(rules: &str, position: &str) -> Question {
    let place = PositionSpec::new(rules, position);
    Question::Moves(MovesQuery { place, player: None, all: false, replies: false })
}

fn world() -> Session {
    Session::new(Limits { threads: Some(1), ..Limits::default() }, Notation::Ascii)
}

/// The last line of an answer.
fn last(text: &str) -> String {
    text.lines().last().unwrap_or_default().to_owned()
}

fn cold_and_warm(what: &str, question: &Question, target: f64) {
    let mut world = world();
    let (answer, seconds) = timed(|| world.ask(question).unwrap().text());
    report(what, seconds, Some(target), &last(&answer));
    let (_, seconds) = timed(|| world.ask(question).unwrap());
    report(&format!("{what}, once more"), seconds, Some(0.02), "");
}

/// Boards with four rows and columns, some squares taken.
fn boards(count: usize) -> Vec<String> {
    let mut random = Random::new(4);
    let mut square = || if random.below(3) == 0 { '#' } else { '.' };
    let mut row = || (0..4).map(|_| square()).collect::<String>();
    (0..count).map(|_| [row(), row(), row(), row()].join("|")).collect()
}

fn main() {
    let six = rectangle(6, 6);
    cold_and_warm("moves of domineering 6x6", &moves("domineering", &six), 0.05);
    let amazons = "x..x|....|....|o..o";
    cold_and_warm("moves of amazons 4x4", &moves("amazons", amazons), 3.0);
    let boards = boards(10_000);
    let mut world = world();
    let ((), seconds) = timed(|| {
        for board in &boards {
            let place = PositionSpec::new("domineering", board.as_str());
            world.ask(&Question::Value(ValueQuery { place, show: Vec::new() })).unwrap();
        }
    });
    report("values of 10000 boards 4x4", seconds, Some(1.0), "");
    let inputs = ["{3||2|1} + ^*", "(^ + *).Mean", "domineering(\"2x3\").Value"];
    let ((), seconds) = timed(|| {
        for i in 0..3000 {
            world.ask(&Question::Eval(EvalQuery { input: inputs[i % 3].to_owned() })).unwrap();
        }
    });
    report("3000 inputs of the calculator", seconds, None, "");
    let house = SessionPool::default();
    let room = house.open(Limits::default(), Notation::Ascii);
    let mut worst = 0.0f64;
    for rules in ["domineering", "amazons", "clobber", "cram", "konane"] {
        let position = match rules {
            "amazons" => "x.......|........|........|........|........|.......o".to_owned(),
            "clobber" => ["xoxoxoxo", "oxoxoxox"].repeat(4).join("|"),
            "konane" => ["xoxoxoxo", "oxoxox.x"].repeat(4).join("|"),
            _ => rectangle(10, 10),
        };
        let place = PositionSpec::new(rules, position);
        let mut ticket =
            house.start(room, Question::Value(ValueQuery { place, show: Vec::new() }), None);
        let under_way = |event: &Event| matches!(event, Event::Progress(h) if h.steps > 1000);
        while !under_way(&ticket.wait().unwrap()) {}
        let begun = Instant::now();
        ticket.cancel();
        while !matches!(ticket.wait().unwrap(), Event::Answer(_)) {}
        worst = worst.max(begun.elapsed().as_secs_f64());
    }
    report("from a cancellation to the answer", worst, Some(0.05), "the worst of five games");
}
