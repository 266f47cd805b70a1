//! What is kept of a position from one query to the next.

use super::*;
use crate::value::Value;
use upstar_values::Calc;

fn position(m: &mut Interpreter, rules: &str, text: &str) -> Value {
    let rules = Ruleset::of_registry(rules).unwrap();
    let text = m.string(text, Span::default()).unwrap();
    m.make_position(&rules, &[text], &[Span::default()], Span::default()).unwrap()
}

#[test]
fn a_position_is_read_once_for_the_rules_that_are_open() {
    let mut m = Interpreter::new(Calc::default(), Default::default());
    for (rules, text) in [("clobber", "xo|ox"), ("sum", "kayles:5 + col:. + *4")] {
        let Value::Position(position) = position(&mut m, rules, text) else { panic!("{rules}") };
        let ask = |m: &mut Interpreter| m.asked(&position, Span::default()).unwrap();
        let first = ask(&mut m);
        m.position_outcome(&position, PlayMode::default(), Span::default()).unwrap();
        assert!(Arc::ptr_eq(&first, &ask(&mut m)), "{rules}: the text was read again");
        // Other rules than those that read it never get what they have read.
        m.evaluators.clear();
        let second = ask(&mut m);
        assert!(!Arc::ptr_eq(&first.rules, &second.rules), "{rules}");
        assert!(Arc::ptr_eq(&second, &ask(&mut m)), "{rules}: the text was read again");
    }
}

#[test]
fn the_parts_of_a_sum_are_read_once() {
    let mut m = Interpreter::new(Calc::default(), Default::default());
    let sum = position(&mut m, "sum", "-(hackenbush:lr) + 2*(col:.) + *4");
    let Value::Position(sum) = sum else { panic!("no position") };
    let kept = |m: &mut Interpreter| {
        m.position_value(&sum, PlayMode::default(), Span::default()).unwrap();
        sum.alone().iter().map(Position::asked).collect::<Vec<_>>()
    };
    let (first, second) = (kept(&mut m), kept(&mut m));
    assert_eq!(first.iter().flatten().count(), 2);
    for (first, second) in first.iter().flatten().zip(second.iter().flatten()) {
        assert!(Arc::ptr_eq(first, second), "the text was read again");
    }
    assert!(sum.alone().iter().all(|part| part.terms().iter().all(|(term, _)| !term.negated)));
}

#[test]
fn what_is_kept_counts_and_is_given_back() {
    let mut m = Interpreter::new(Calc::default(), Default::default());
    let value = position(&mut m, "nim", "3+5+7");
    let Value::Position(held) = &value else { panic!("no position") };
    let before = m.calc.budget().held();
    let asked = m.asked(held, Span::default()).unwrap();
    let bytes = size_of::<AskedPosition>() + asked.terms.heap_bytes();
    assert_eq!(m.calc.budget().held() - before, bytes as u64);
    drop((asked, value));
    assert!(m.calc.budget().held() < before);
}
