//! A session lives as long as its page asks: whatever ends a question, what the session knows
//! stays, and no question is ended for another one.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::LabState;
use upstar_session::Event;

fn shared(memory: u64) -> Arc<LabState> {
    let limits = Limits { time: None, memory: Some(memory), threads: Some(1) };
    Arc::new(LabState {
        sessions: NamedSessions::new(limits, ExtraRules::default()),
        port: 0,
        atlas: None,
    })
}

fn question(json: &str) -> Question {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// What becomes of a question, and whether the session is given up.
fn ended(shared: &LabState, lease: &Lease, pending: &mut PendingAnswer) -> (SessionAnswer, bool) {
    loop {
        if let Some(Event::Answer(answer)) = pending.wait() {
            let cleared = shared.sessions.cleared(lease, &answer);
            return (answer, cleared);
        }
    }
}

fn ask(shared: &Arc<LabState>, session: &str, json: &str) -> (SessionAnswer, bool) {
    let lease = enter(shared, session, Some(3600.0)).unwrap();
    let mut pending = lease.ask(question(json));
    ended(shared, &lease, &mut pending)
}

fn text(answered: (SessionAnswer, bool)) -> String {
    answered.0.map_or_else(|refusal| refusal.message.clone(), |answer| answer.text())
}

const PLENTY: u64 = 16 << 30;

/// Questions whose answers are not complete, or that are refused.
const INCOMPLETE: [&str; 8] = [
    r#"{"ask":"heap-period","code":".6","limit":"1000"}"#,
    r#"{"ask":"misere","misere":"solve","code":".6","heaps":"9"}"#,
    r#"{"ask":"check-rules","rules":"my.up","games":10}"#,
    r#"{"ask":"verify","certificate":"{}"}"#,
    r#"{"ask":"misere","misere":"genus-table","code":".77","to":"many"}"#,
    r#"{"ask":"value","rules":"no-such-rules","position":"3"}"#,
    r#"{"ask":"eval","input":"error(\"enough\")"}"#,
    r#"{"ask":"add-rules","name":"my.up","text":"game Mine\ngrid . x o\nleft orthogonal q -> .x\n"}"#,
];

#[test]
fn an_answer_that_is_not_complete_leaves_the_room_as_it_is() {
    let shared = shared(PLENTY);
    let rules = r#"{"ask":"add-rules","name":"my.up","text":"game Mine\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\nknown \"xo\" = 0\n"}"#;
    assert!(ask(&shared, "r", rules).0.is_ok());
    assert_eq!(text(ask(&shared, "r", r#"{"ask":"eval","input":"x := 5"}"#)), "5\n");
    for incomplete in INCOMPLETE {
        let (answer, cleared) = ask(&shared, "r", incomplete);
        assert!(
            answer.is_err() || answer.is_ok_and(|answer| !answer.is_complete()),
            "{incomplete}"
        );
        assert!(!cleared, "{incomplete}");
        assert_eq!(text(ask(&shared, "r", r#"{"ask":"eval","input":"x"}"#)), "5\n", "{incomplete}");
        let value = r#"{"ask":"value","rules":"my.up","position":"xxo"}"#;
        assert_eq!(text(ask(&shared, "r", value)), "^\n", "{incomplete}");
    }
}

#[test]
fn a_cancelled_question_does_not_end_the_next() {
    let shared = shared(PLENTY);
    assert_eq!(text(ask(&shared, "r", r#"{"ask":"eval","input":"x := 5"}"#)), "5\n");
    let long = [
        r#"{"ask":"misere","misere":"solve","code":".07"}"#,
        r#"{"ask":"table","rules":"domineering","size":"9x9"}"#,
        r#"{"ask":"heap-period","code":".6"}"#,
        r#"{"ask":"misere","misere":"genus-table","code":".07","to":"3000"}"#,
    ];
    for round in 0..40 {
        let leases = [(); 2].map(|()| enter(&shared, "r", Some(3600.0)).unwrap());
        let mut cancelled = leases[0].ask(question(long[round % long.len()]));
        let mut next = leases[1].ask(question(r#"{"ask":"eval","input":"x + 1"}"#));
        // Before it begins, or while it is at work: the next one is answered all the same.
        for _ in 0..round % 5 {
            std::thread::yield_now();
        }
        cancelled.cancel();
        assert!(!ended(&shared, &leases[0], &mut cancelled).1);
        assert_eq!(text(ended(&shared, &leases[1], &mut next)), "6\n", "round {round}");
    }
}

#[test]
fn a_full_room_answers_those_who_wait_and_makes_way() {
    let shared = shared(16 << 20);
    let fills = r#"{"ask":"value","rules":"domineering","position":".......|.......|.......|.......|.......|.......|......."}"#;
    let leases = [(); 3].map(|()| enter(&shared, "r", Some(3600.0)).unwrap());
    let mut full = leases[0].ask(question(fills));
    let mut waiting =
        [&leases[1], &leases[2]].map(|lease| lease.ask(question(r#"{"ask":"rules"}"#)));
    let (answer, cleared) = ended(&shared, &leases[0], &mut full);
    assert!(cleared && answer.is_err_and(|refusal| refusal.is_out_of_memory()));
    for (lease, pending) in leases[1..].iter().zip(&mut waiting) {
        assert!(ended(&shared, lease, pending).0.is_ok());
    }
    let next = enter(&shared, "r", None).unwrap();
    assert!(next.is_new && next.id != leases[0].id);
    drop(leases);
    assert!(shared.sessions.leaving().is_empty());
}
