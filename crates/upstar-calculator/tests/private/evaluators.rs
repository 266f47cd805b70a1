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
fn what_is_kept_counts_and_is_given_back() {
    let mut m = Interpreter::new(Calc::default(), Default::default());
    let value = position(&mut m, "nim", "100*5");
    let Value::Position(held) = &value else { panic!("no position") };
    let before = m.calc.budget().held();
    let asked = m.asked(held, Span::default()).unwrap();
    assert_eq!(asked.terms.len(), 100);
    let kept = m.calc.budget().held() - before;
    assert!(kept >= (100 * size_of::<erased::Position>()) as u64, "{kept}");
    drop((asked, value));
    assert!(m.calc.budget().held() < before);
}
