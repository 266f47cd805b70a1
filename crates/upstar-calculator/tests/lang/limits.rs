//! Budgets and bounds: what would run forever, or fill the memory, ends with a clear error.

use std::sync::Arc;
use std::time::Duration;
use upstar_base::{Budget, Stopped};
use upstar_calculator::{Calculator, CalculatorLimits, ErrorKind, LoadError};
use upstar_values::Calc;

fn limited(time: Option<Duration>, memory: Option<u64>) -> Calculator {
    Calculator::new(Calc::new(Arc::default(), Arc::new(Budget::new(time, memory))))
}

#[test]
fn endless_loops_end_with_the_time() {
    for source in [
        "while true do end",
        "for x from 1 do end",
        "x := 0; while x < 1 do x := x - 1 end",
        "(1..10^30).Size",
        "(1..10^30).Contains(0)",
        "while true do continue end",
        "for x from 1 do continue end",
        "while true do try error(\"x\") catch then 0 end end",
        "try while true do end catch then 0 end",
        "def f() begin try f() catch then f() end end; f()",
        "def g(n ? g()) := n; try g() catch then while true do end end",
        "f := () -> begin while true do end end; [1].ForEach(x -> f())",
    ] {
        let mut session = limited(Some(Duration::from_millis(100)), None);
        let error = session.eval(source).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Stopped(Stopped::Time(_))), "{source}: {error}");
    }
}

#[test]
fn memory_is_counted() {
    for source in [
        "[x for x in 1..10^12]",
        "[x for x from 1]",
        "{x for x from 1}",
        "for x from 1 yield x end",
        "l := []; while true do l := l.Append(l.Concat(l)).Concat(l) end",
        "m := MutableList(); while true do m.Add(2^10000 + m.Size) end",
        "s := \"a\"; l := [s]; for i from 1 do s := s + i; l := l.Append(s + \"b\" * 100000) end",
        "f := '{0|}'; while true do f := f + 1 end",
        "while true do print(\"a\" * 1000) end",
        "l := []; while true do l := l.Append(x -> l.Length) end",
    ] {
        let mut session = limited(None, Some(30_000_000));
        let error = session.eval(source).unwrap_err();
        assert!(
            matches!(
                error.kind,
                ErrorKind::Stopped(Stopped::Memory(_) | Stopped::Limit { .. }) | ErrorKind::Size
            ),
            "{source}: {error}"
        );
    }
}

#[test]
fn files_that_load_each_other_end() {
    let mut session = Calculator::default();
    session.set_loader(|name, _| Ok::<_, LoadError>(format!("x := \"{name}\"\nload \"{name}!\"")));
    let error = session.eval("load \"a\"").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Size, "{error}");
    assert_eq!(error.notes.len(), 10);
    assert_eq!(error.span.text("load \"a\""), Some("load \"a\""));
}

#[test]
fn a_list_grows_in_place_and_its_copies_stay() {
    let mut session = Calculator::default();
    let program = "l := []; old := []; for i from 1 to 20000 do l := l.Append(i); \
                   if i == 3 then old := l end end; [l.Length, old]";
    assert_eq!(crate::answer(&mut session, program).as_deref(), Ok("[20000,[1,2,3]]"));
    // The variable keeps its value when the method fails.
    assert!(session.eval("l := l.Append()").is_err());
    assert!(session.eval("l := l.Append(undefined)").is_err());
    assert_eq!(crate::answer(&mut session, "l.Length").as_deref(), Ok("20000"));
    assert_eq!(
        crate::answer(&mut session, "old := old.Append(old)").as_deref(),
        Ok("[1,2,3,[1,2,3]]")
    );
    assert_eq!(crate::answer(&mut session, "s := {1}; s := s.Append(1)").as_deref(), Ok("{1}"));
}

#[test]
fn memory_is_given_back() {
    let mut session = limited(None, Some(50_000_000));
    for _ in 0..20 {
        session.eval("x := (1..100000).ToList; x := 0").unwrap();
    }
}

#[test]
fn sizes_are_refused() {
    let mut session = Calculator::default();
    for source in [
        "2^(2^100)",
        "10^(10^9)",
        "(1/3)^(10^9)",
        "x := 2; for i from 1 to 100 do x := x*x end",
        "x := 1/3; for i from 1 to 100 do x := x + x*x end",
        "\"a\" * 10^12",
        "def f(n) := f(n+1); f(1)",
        "x := []; while true do x := [x] end",
        "f := x -> x; while true do f := (g -> (x -> g(x)))(f) end",
        "x := {0 => 0}; while true do x := {0 => x} end",
    ] {
        let error = session.eval(source).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Size, "{source}: {error}");
    }
    assert_eq!(crate::answer(&mut session, "2^200 + 1/2^200").unwrap().len(), 183);
    assert_eq!(crate::answer(&mut session, "(2^63-1)+1").as_deref(), Ok("9223372036854775808"));
    assert_eq!(crate::answer(&mut session, "+-(3^40)").as_deref(), Ok("+-12157665459056928801"));
}

#[test]
fn recursion_goes_deep_but_not_for_ever() {
    let mut session = Calculator::default();
    session.eval("def f(n) := if n == 0 then 0 else 1 + f(n-1) end").unwrap();
    assert_eq!(crate::answer(&mut session, "f(9000)").as_deref(), Ok("9000"));
    let settings = CalculatorLimits { max_calls: 100, ..CalculatorLimits::default() };
    let mut session = Calculator::with_settings(Calc::default(), settings);
    session.eval("def f(n) := if n == 0 then 0 else 1 + f(n-1) end").unwrap();
    assert_eq!(crate::answer(&mut session, "f(90)").as_deref(), Ok("90"));
    let error = session.eval("f(200)").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Size);
    assert!(error.message.contains("100 deep"), "{error}");
}

#[test]
fn interruption_stops_and_the_session_goes_on() {
    let budget = Arc::new(Budget::unlimited());
    let mut session = Calculator::new(Calc::new(Arc::default(), budget.clone()));
    budget.interrupt();
    let error = session.eval("while true do end").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Stopped(Stopped::Interrupted));
    budget.resume();
    assert_eq!(crate::answer(&mut session, "1 + 1").as_deref(), Ok("2"));
}
