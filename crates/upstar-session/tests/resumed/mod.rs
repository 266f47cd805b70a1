//! Files that resume: wherever the work was stopped, the end is that of work in one go, and a file
//! never answers for another question.

use crate::Calculator;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::Ordering;
use upstar_base::Random;
use upstar_session::{Keeping, OutcomeAnswer, OutcomeQuery, PositionSpec};
use upstar_testing::state::{AskedSession, Stop, up_to};

const BOARDS: [(&str, &str); 9] = [
    ("domineering", "....|....|....|...."),
    ("domineering", "...|...|...|..."),
    ("clobber", "xoxo|oxox|xoxo"),
    ("clobber", "xoxoxo|oxoxox"),
    ("amazons", "x..|...|..o"),
    ("konane", "xoxo|oxox|x.xo"),
    ("snort", "....|...."),
    ("col", "...|..."),
    ("nogo", "...|..."),
];

/// Who wins, by a search that is kept in a file; `None` if it was stopped or refused.
fn kept(session: &mut Calculator, place: &PositionSpec, file: &Path, steps: u64) -> Option<String> {
    session.steps.store(steps, Ordering::Relaxed);
    let answer = session.session.outcome_kept(place, file).ok()?;
    Some(answer.get::<OutcomeAnswer>().unwrap().class.to_string())
}

fn outcome(session: &mut Calculator, place: &PositionSpec) -> String {
    session.steps.store(u64::MAX, Ordering::Relaxed);
    let query = OutcomeQuery { place: place.clone() };
    session.session.run(&query).unwrap().class.to_string()
}

#[test]
fn a_search_that_is_stopped_again_and_again_finds_the_same_winner() {
    let folder = tempfile::tempdir().unwrap();
    let mut dice = Random::new(11);
    let (mut compared, mut stops, mut others) = (0, 0, 0);
    for (number, (rules, position)) in BOARDS.into_iter().enumerate() {
        let place = PositionSpec::new(rules, position);
        let expected = outcome(&mut Calculator::new(), &place);
        let file = folder.path().join(format!("{number}.search"));
        for _ in 0..6 {
            let found = kept(&mut Calculator::new(), &place, &file, up_to(&mut dice, 12));
            stops += usize::from(found.is_none());
            compared += usize::from(found.is_some());
            assert!(found.is_none_or(|found| found == expected), "{rules} {position}");
        }
        let found = kept(&mut Calculator::new(), &place, &file, u64::MAX);
        assert_eq!(found, Some(expected), "{rules} {position}");
        compared += 1;
        // With the file of another board the answer is right, or there is none.
        let other = folder.path().join(format!("{}.search", dice.below(number + 1)));
        let copy = folder.path().join("copy.search");
        std::fs::copy(other, &copy).unwrap();
        let (rules, position) = *dice.pick(&BOARDS).unwrap();
        let place = PositionSpec::new(rules, position);
        if let Some(found) = kept(&mut Calculator::new(), &place, &copy, u64::MAX) {
            assert_eq!(found, outcome(&mut Calculator::new(), &place), "{rules} {position}");
            (compared, others) = (compared + 1, others + 1);
        }
    }
    println!("{compared} compared, {stops} stopped, {others} answers with other files");
    assert!(stops > 10, "{stops} stops");
}

/// The rules that a name means are part of what a file is about, however the name is spelt.
#[test]
fn a_file_of_older_rules_answers_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let add_rules = |name: &str, change: &str| {
        let text = format!(
            "game Mine\\ngrid . x o\\nleft orthogonal xo -> {change}\\nright as left with x<->o\\n"
        );
        format!(r#"{{"ask":"add-rules","name":"{name}","text":"{text}"}}"#)
    };
    for (asked, number) in [("my.up", 0), ("My.up", 1)] {
        let file = folder.path().join(format!("{number}.search"));
        let place = PositionSpec::new(asked, "xxoxo|oxxox");
        let mut first = Calculator::new();
        first.ask(&add_rules("my.up", ".x"), Stop::Never).unwrap();
        assert!(kept(&mut first, &place, &file, u64::MAX).is_some());
        let mut second = Calculator::new();
        second.ask(&add_rules("my.up", ".."), Stop::Never).unwrap();
        let expected = outcome(&mut second, &place);
        let found = kept(&mut second, &place, &file, u64::MAX);
        assert!(found.as_ref().is_none_or(|found| *found == expected), "{asked}: {found:?}");
        // In one session too.
        first.ask(&add_rules("my.up", ".."), Stop::Never).unwrap();
        let found = kept(&mut first, &place, &file, u64::MAX);
        assert!(found.as_ref().is_none_or(|found| *found == expected), "{asked}: {found:?}");
        assert_eq!(outcome(&mut first, &place), expected);
    }
}

fn values(session: &mut Calculator, code: &str, to: u64, file: Option<&Path>) -> Option<Vec<u32>> {
    let mut all = Vec::new();
    let keeping = Keeping { checkpoint: file, pack: false };
    let found = session.session.heap_values(code, &to.to_string(), keeping, &mut |part| {
        all.extend_from_slice(part);
        ControlFlow::Continue(())
    });
    found.ok().map(|_| all)
}

#[test]
fn a_sequence_that_is_stopped_again_and_again_has_the_same_values() {
    let folder = tempfile::tempdir().unwrap();
    let mut dice = Random::new(3);
    let (mut compared, mut stops) = (0, 0);
    for code in [".77", ".37", ".6", ".26", ".007", ".106", "4.3", ".56", "sub(2,5,7)", "4!.0"] {
        let file =
            folder.path().join(format!("{}.values", code.replace(['.', '(', ',', ')'], "-")));
        for _ in 0..6 {
            let to = dice.under(20_000);
            let expected = values(&mut Calculator::new(), code, to, None).unwrap();
            let mut session = Calculator::new();
            session.steps.store(up_to(&mut dice, 14), Ordering::Relaxed);
            let found = values(&mut session, code, to, Some(&file));
            stops += usize::from(found.is_none());
            compared += 1 + usize::from(found.is_some());
            assert!(found.is_none_or(|found| found == expected), "{code} to {to}");
            let found = values(&mut Calculator::new(), code, to, Some(&file));
            assert_eq!(found, Some(expected), "{code} to {to}");
        }
    }
    println!("{compared} compared, {stops} stopped");
}
