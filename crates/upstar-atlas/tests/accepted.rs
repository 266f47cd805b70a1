//! A survey stores `proved`, `complete` and `rule` only for what the checker has accepted, whoever
//! says so; states that are foreign, longer, shorter or damaged change no row.
#![allow(clippy::unwrap_used)]

use crate::work::dump;
use std::sync::Arc;
use upstar_atlas::work::{SurveyKind, Task, TaskFinding, TaskOutcome, compute};
use upstar_atlas::{SurveyError, heaps, misere};
use upstar_base::{Budget, Random};
use upstar_proof::{AnyClaim, Certificate};

fn unlimited() -> Arc<Budget> {
    Arc::new(Budget::unlimited())
}

fn normal(code: &str, amount: u64) -> TaskOutcome {
    let task = Task { kind: SurveyKind::Normal, code: code.to_owned(), amount };
    compute(&task, None, &unlimited(), &mut |_| ()).unwrap()
}

/// The same outcome with another claim, in the row and in a certificate with a right seal.
fn claimed(outcome: &TaskOutcome, preperiod: u64, period: u64) -> TaskOutcome {
    let mut other = outcome.clone();
    let Some(TaskFinding::Normal(found)) = &mut other.found else { panic!() };
    let mut certificate = Certificate::read(found.certificate.as_deref().unwrap()).unwrap();
    if let AnyClaim::NimPeriod(claim) = &mut certificate.claim {
        (claim.preperiod, claim.period) = (preperiod, period);
    }
    certificate.reseal();
    found.certificate = Some(certificate.write());
    let (s, p, _) = found.period.as_mut().unwrap();
    (*s, *p) = (preperiod, period);
    other
}

#[test]
fn false_periods_from_elsewhere_are_not_stored() {
    let folder = tempfile::tempdir().unwrap();
    let mut survey =
        heaps::Survey::open(&folder.path().join("atlas.db"), 2, &Budget::unlimited()).unwrap();
    let kayles = normal("0.77", 1000);
    for (preperiod, period) in [(71, 24), (71, 6), (70, 12), (72, 12), (71, 13), (0, 12)] {
        let wrong = claimed(&kayles, preperiod, period);
        assert!(
            matches!(survey.record(&[wrong]), Err(SurveyError::Task(_))),
            "{preperiod},{period}"
        );
        assert_eq!(survey.progress().unwrap().proved, 0, "{preperiod},{period}");
    }
    // A row that says something else than its certificate, or has none.
    let mut other = kayles.clone();
    let Some(TaskFinding::Normal(found)) = &mut other.found else { panic!() };
    found.period.as_mut().unwrap().1 = 6;
    assert!(survey.record(&[other.clone()]).is_err());
    let Some(TaskFinding::Normal(found)) = &mut other.found else { panic!() };
    found.certificate = None;
    assert!(survey.record(&[other]).is_err());
    // The certificate of another code.
    let mut other = normal("0.15", 1000);
    let Some(TaskFinding::Normal(found)) = &mut other.found else { panic!() };
    let Some(TaskFinding::Normal(right)) = &kayles.found else { panic!() };
    *found = right.clone();
    assert!(survey.record(&[other]).is_err());
    assert_eq!(survey.progress().unwrap().proved, 0);
    survey.record(&[kayles]).unwrap();
    assert_eq!(survey.progress().unwrap().proved, 1);
}

#[test]
fn false_quotients_from_elsewhere_are_not_stored() {
    let folder = tempfile::tempdir().unwrap();
    let mut survey =
        misere::Survey::open(&folder.path().join("atlas.db"), 2, None, &Budget::unlimited())
            .unwrap();
    let task = Task { kind: SurveyKind::Misere, code: "0.33".to_owned(), amount: 2000 };
    let right = compute(&task, None, &unlimited(), &mut |_| ()).unwrap();
    let Some(TaskFinding::Misere(found)) = &right.found else { panic!() };
    let (preperiod, period) = found.period.unwrap();
    for (s, p) in [(preperiod, 2 * period), (preperiod + 1, period), (preperiod, period + 1)] {
        let mut certificate = Certificate::read(&found.certificate).unwrap();
        if let AnyClaim::MisereQuotient(claim) = &mut certificate.claim {
            let periodic = claim.periodic.as_mut().unwrap();
            (periodic.preperiod, periodic.period) = (s, p);
        }
        certificate.reseal();
        let mut wrong = found.clone();
        (wrong.certificate, wrong.period) = (certificate.write(), Some((s, p)));
        let wrong = TaskOutcome { found: Some(TaskFinding::Misere(wrong)), ..right.clone() };
        assert!(survey.record(&[wrong]).is_err(), "{s},{p}");
    }
    let mut wrong = found.clone();
    wrong.order += 1;
    let wrong = TaskOutcome { found: Some(TaskFinding::Misere(wrong)), ..right.clone() };
    assert!(survey.record(&[wrong]).is_err());
    survey.record(&[right]).unwrap();
}

/// The state of one code under the name of another, cut off, changed or from further on.
#[test]
fn states_of_others_change_no_row() {
    let folder = tempfile::tempdir().unwrap();
    let (right, wrong) = (folder.path().join("right.db"), folder.path().join("wrong.db"));
    let mut survey = heaps::Survey::open(&right, 1, &Budget::unlimited()).unwrap();
    let tasks = survey.plan(9000).unwrap();
    let mut states: Vec<Vec<u8>> = vec![b"nonsense".to_vec(), Vec::new()];
    for task in &tasks {
        let outcome = compute(task, None, &unlimited(), &mut |_| ()).unwrap();
        survey.record(&[outcome]).unwrap();
        for steps in [1, 2, 3, 4, 6, 9, 14, 30] {
            let few = Arc::new(Budget::steps_of(&unlimited(), steps));
            states.extend(compute(task, None, &few, &mut |_| ()).unwrap().state);
        }
    }
    assert!(states.len() > 2, "{}", states.len());
    drop(survey);
    let mut survey = heaps::Survey::open(&wrong, 1, &Budget::unlimited()).unwrap();
    let mut random = Random::new(5);
    for task in &tasks {
        let mut outcome = None;
        for _ in 0..40 {
            let mut state = states[random.below(states.len())].clone();
            if random.one_in(2) && !state.is_empty() {
                let place = random.below(state.len());
                state[place] ^= 1 << random.below(8);
            }
            if random.one_in(3) {
                state.truncate(random.below(state.len() + 1));
            }
            let resumed = compute(task, Some(&state), &unlimited(), &mut |_| ()).unwrap();
            assert_eq!(outcome.get_or_insert_with(|| resumed.clone()), &resumed, "{task:?}");
        }
        survey.record(&outcome.into_iter().collect::<Vec<_>>()).unwrap();
    }
    drop(survey);
    assert_eq!(dump(&right), dump(&wrong));
}
