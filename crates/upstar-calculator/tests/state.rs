//! Answers of the calculator do not depend on what was asked before.
//!
//! Random inputs go to one long-lived session: definitions, redefinitions, files that are loaded
//! again, questions, and questions that are stopped after some steps or at some bytes. Every answer
//! is compared with that of a new session which knows the definitions and nothing else. Stops are
//! counted in steps and bytes, so a run is the same on every machine.
//!
//! The long run:
//! `cargo test -p upstar-calculator --test state -- --ignored`
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::{Budget, Random};
use upstar_calculator::print::Notation;
use upstar_calculator::{Calculator, ErrorKind};
use upstar_testing::state::{self, AskedSession, SessionInput, Stop};
use upstar_values::{Calc, Store};

/// No question takes more steps in a new session; those that do are left out.
const MOST_STEPS: u64 = 60_000;
/// What a session may hold.
const MEMORY: u64 = 1 << 30;
/// What changes the meaning of later inputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Definition {
    /// Text that `load` can have from now on.
    Offer(&'static str, &'static str),
    /// A statement.
    Say(&'static str),
}

struct Tested {
    session: Calculator,
    budget: Arc<Budget>,
}

impl Tested {
    /// All that an input says; `None` if it was stopped.
    fn eval(&mut self, text: &str) -> Option<String> {
        let (value, printed) = match self.session.eval(text) {
            Ok(found) => {
                let value = match found.value {
                    Some(value) => self.session.show(&value, Notation::Ascii).ok()?,
                    None => String::new(),
                };
                (format!("{value} {:?}", found.warnings), found.printed)
            }
            Err(error) if matches!(error.kind, ErrorKind::Stopped(_)) => return None,
            Err(error) => {
                let told = format!("{:?} {} {:?}", error.kind, error.message, error.hint);
                (told, self.session.take_printed())
            }
        };
        Some(format!("{value} {printed:?}"))
    }
}

impl AskedSession for Tested {
    type Definition = Definition;

    fn new() -> Tested {
        let budget = Arc::new(Budget::new(None, Some(MEMORY)));
        let calc = Calc::new(Arc::new(Store::default()), Arc::clone(&budget));
        Tested { session: Calculator::new(calc), budget }
    }

    fn define(&mut self, definition: &Definition) {
        match definition {
            Definition::Offer(name, text) => self.session.offer(name, text),
            Definition::Say(text) => drop(self.ask(text, Stop::Never)),
        }
    }

    fn ask(&mut self, text: &str, stop: Stop) -> Option<String> {
        self.budget.resume();
        let held = match stop {
            Stop::Never => 0,
            Stop::Steps(steps) => {
                self.budget.interrupt_after(steps);
                0
            }
            Stop::Bytes(bytes) => self.budget.room().unwrap().saturating_sub(bytes),
        };
        let _ = self.budget.charge(held);
        let answer = self.eval(text);
        self.budget.refund(held);
        self.budget.resume();
        answer
    }

    fn most(_: &str) -> Stop {
        Stop::Steps(MOST_STEPS)
    }

    fn is_own(_: &str) -> bool {
        true
    }
}

const CLASSES: [&str; 9] = [
    "class T(n) extends Game def Options(p) := if p == Left then [n-1] else [] end end",
    "class T(n) extends Game def Options(p) := if p == Left then [] else [1-n] end end",
    "class T(n) extends ImpartialGame def Options() := [T(k) for k from 0 to n-1] end",
    "class T(n) extends Game def Options(p) := if n <= 0 then [] else [T(n-1), S(n-1)] end end",
    "class S(n) extends ImpartialGame def Options() := [S(k) for k from Max(0,n-2) to n-1] end",
    "class S(n) extends Game def Options(p) := if n <= 0 then [] else [S(n-k)] end end",
    "class R(m) extends Ruleset class Position(n) extends ImpartialGame \
     def Options() := [Position(n-i) for i from 1 to Min(m,n)] end end",
    "class R(m) extends Ruleset class Position(n) extends ImpartialGame \
     def Options() := [Position(n-i) for i from 1 to Min(m+1,n)] end end",
    "class P(x) extends Game def Options(p) := if p == Left then [x] else [] end end",
];

const DEFINITIONS: [&str; 27] = [
    "k := 1",
    "k := 2",
    "k := 3",
    "a := T(5)",
    "b := T(5)",
    "c := S(4)",
    "r := R(2)",
    "q := R(3)(7)",
    "w := P(T(3))",
    "z := P(S(3))",
    "def f(n) := [[n-1]]",
    "def f(n) := [[n-1],[0]]",
    "def g(n) := f(n)",
    "h := HeapRuleset(n -> g(n))",
    "h := HeapRuleset(n -> [[j] for j from Max(0,n-k) to n-1])",
    "h := HeapRuleset(f)",
    "l := MutableList(1,2)",
    "l.Add(3);",
    "l.Clear();",
    "i := HeapRuleset(n -> [[j] for j from Max(0,n-l.Length) to n-1])",
    "load \"one.up\"",
    "load \"two.up\"",
    "t := tag(\"xxo\")",
    "u := tag(\"xo\") + kayles(2)",
    "s := {t, u}",
    "x := {1||0|-1}",
    "x := +-2",
];

const FILES: [(&str, &str); 5] = [
    ("one.up", "game Tag\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n"),
    ("one.up", "game Tag\ngrid . x o\nleft orthogonal xo -> ..\nright as left with x<->o\n"),
    ("two.up", "game Tag\ngrid . x o\nleft east xo -> .x\nright as left with x<->o\n"),
    ("two.up", "game Tag\ngrid . x o\nleft orthogonal q -> .x\n"),
    ("two.up", "game Other\ngrid . x o\nleft orthogonal x. -> .x\nright west .o -> o.\n"),
];

const QUESTIONS: [&str; 60] = [
    "a + b",
    "b - a",
    "a == b",
    "a === b",
    "{a, b, T(5)}",
    "a + c",
    "T(4) + S(3)",
    "S(5).CanonicalForm",
    "T(3) is T",
    "r(9) + R(3)(9)",
    "r(7) + q",
    "w + z",
    "w.CanonicalForm",
    "[w, z, a, b]",
    "h(6).NimValue",
    "h.NimValueSequence(8)",
    "h(5).Genus",
    "i.NimValueSequence(6)",
    "[h(4).NimValue, i(4).NimValue, l]",
    "t",
    "t.Value",
    "u.Value",
    "t + tag(\"xxo\")",
    "t == tag(\"xxo\")",
    "s",
    "tag(\"xoxo\").Value",
    "tag(\"xo|ox\").Outcome",
    "u - u",
    "other(\"x..o\").Value",
    "cram(2,9).Outcome",
    "cram(2,17).Outcome",
    "cram(3,3).Value",
    "cram(1,40).Outcome",
    "clobber(\"xoxox|oxoxo\").Outcome",
    "clobber(2,9) + clobber(1,20)",
    "(cram(1,12) + cram(2,9)).Outcome",
    "(cram(1,40) + cram(2,9)).Outcome",
    "domineering(3,4).Value",
    "domineering(2,5).Temperature",
    "(kayles(7) + nim(3)).Outcome",
    "(kayles(7) + nim(3)).Outcome(misere)",
    "kayles(9,4).Genus",
    "amazons(\"x.o\").Value",
    "toads_and_frogs(\"tt.ff\").Value",
    "x.Thermograph",
    "x + x + *2",
    "(x + ^).Temperature",
    "x.Heat(1/2)",
    "{3||x|-2}.CanonicalForm",
    "{^|v*}.AtomicWeight",
    "(1/2).NortonMultiply(^)",
    "*4 * *7",
    "Tiny(2) + Miny(1)",
    "{0||0|-2}.Mean + k",
    "[k^j for j from 0 to 5]",
    "nim(5,6).MisereCanonicalForm",
    "grundys_game(9).NimValue",
    "hackenbush(\"0-1-2\").Value",
    "snort(1,4).Value",
    "undefined_name + 1",
];

/// Expressions of the reference that define nothing and roll no dice.
fn examples() -> Vec<&'static str> {
    let plain = |text: &&str| [":=", "Random", "load"].iter().all(|word| !text.contains(word));
    upstar_calculator::builtins().map(|builtin| builtin.example).filter(plain).collect()
}

fn random_input(dice: &mut Random, examples: &[&'static str]) -> SessionInput<Definition> {
    let define = |text: &&'static str| SessionInput::Define(Definition::Say(text));
    match dice.below(12) {
        0 => {
            let (name, text) = *dice.pick(&FILES).unwrap();
            SessionInput::Define(Definition::Offer(name, text))
        }
        1 | 2 => define(dice.pick(&CLASSES).unwrap()),
        3..=5 => define(dice.pick(&DEFINITIONS).unwrap()),
        kind => {
            let pool = if kind < 10 { &QUESTIONS[..] } else { examples };
            let question = (*dice.pick(pool).unwrap()).to_owned();
            SessionInput::Ask(question, Stop::random(dice, 14, 22))
        }
    }
}

/// Makes so many comparisons.
fn compare(comparisons: usize) {
    let examples = examples();
    assert!(examples.len() > 300, "{}", examples.len());
    state::compare::<Tested>(comparisons, 0, |dice, _| random_input(dice, &examples));
}

#[test]
fn answers_do_not_depend_on_earlier_inputs() {
    compare(900);
}

#[test]
#[ignore = "takes some minutes"]
fn many_answers_do_not_depend_on_earlier_inputs() {
    compare(40_000);
}

fn all(inputs: &[&str]) -> Vec<String> {
    let mut calculator = Tested::new();
    inputs.iter().map(|input| calculator.ask(input, Stop::Never).unwrap()).collect()
}

fn last(inputs: &[&str]) -> String {
    let answer = all(inputs).pop().unwrap();
    answer.split(" [").next().unwrap().to_owned()
}

#[test]
fn classes_of_one_name_are_two_classes() {
    let (left, right) = (CLASSES[0], CLASSES[1]);
    assert_eq!(last(&[left, "a := T(5)", right, "b := T(5)", "a + b"]), "0");
    assert_eq!(last(&[left, "a := T(5)", right, "b := T(5)", "a - b"]), "10");
    assert_eq!(last(&[left, "a := T(5)", right, "b := T(5)", "a == b"]), "false");
    let (two, three) = (CLASSES[6], CLASSES[7]);
    assert_eq!(last(&[two, "r := R(3)", three, "r(9) + R(3)(9)"]), "*5");
    // In fields of objects of one class.
    let fields = [CLASSES[8], left, "w := P(T(3))", right, "z := P(T(3))", "w - z"];
    assert_eq!(last(&fields), last(&[CLASSES[8], "P(3) - P(-3)"]));
}

#[test]
fn functions_answer_anew_after_a_change() {
    let define = ["def f(n) := [[n-1]]", "h := HeapRuleset(n -> f(n))"];
    let change = "def f(n) := [[j] for j from 0 to n-1]";
    assert_eq!(last(&[define[0], define[1], "h(3).NimValue", change, "h(3).NimValue"]), "3");
    let list =
        ["l := MutableList(1)", "h := HeapRuleset(n -> [[j] for j from Max(0,n-l.Length) to n-1])"];
    assert_eq!(
        last(&[list[0], list[1], "h(3).NimValue", "l.Add(1); l.Add(1);", "h(3).NimValue"]),
        "3"
    );
    let class =
        "class T(n) extends ImpartialGame def Options() := [j for j from 0 to l.Length-1] end";
    let both = "[T(1) + 0, begin l.Add(1) end, T(1) + 0]";
    let [one, two] = ["MutableList(1)", "MutableList(1,1)"]
        .map(|list| last(&[&format!("l := {list}"), class, "T(1) + 0"]));
    assert_ne!(one, two);
    let found = last(&["l := MutableList(1)", class, both]);
    assert!(
        found.starts_with(&format!("[{one},")) && found.ends_with(&format!(",{two}]")),
        "{found}"
    );
}

#[test]
fn positions_keep_the_rules_they_were_made_with() {
    let mut calculator = Tested::new();
    let mut say = |name, text, input: &str| {
        calculator.define(&Definition::Offer(name, text));
        calculator.ask(input, Stop::Never).unwrap()
    };
    let (name, first) = FILES[0];
    let (_, second) = FILES[1];
    assert!(say(name, first, "load \"one.up\"; a := tag(\"xxo\"); a.Value").starts_with("^ "));
    say(name, second, "load \"one.up\"; b := tag(\"xxo\");");
    assert!(say(name, second, "a.Value").starts_with("^ "));
    assert!(say(name, second, "b.Value").starts_with("* "));
    assert!(say(name, second, "a == b").starts_with("false "));
    assert!(say(name, second, "(a + b + kayles(1)).Value").starts_with("^ "));
    // A text with a mistake changes nothing.
    assert!(say(name, FILES[3].1, "load \"one.up\"").starts_with("Syntax"));
    assert!(say(name, second, "tag(\"xxo\").Value").starts_with("* "));
}

#[test]
fn boards_of_all_sizes_live_in_one_session() {
    let boards = ["cram(2,9)", "cram(2,17)", "cram(9,9)", "cram(1,40)", "cram(12,2)", "cram(2,3)"];
    for first in boards {
        for second in boards {
            let inputs = [format!("{first}.NimValue;"), format!("({second} - {second}).Outcome")];
            let mut calculator = Tested::new();
            let _ = calculator.ask(&inputs[0], Stop::Steps(1000));
            let found = calculator.ask(&inputs[1], Stop::Steps(MOST_STEPS));
            assert_eq!(found, Tested::new().ask(&inputs[1], Stop::Steps(MOST_STEPS)));
            assert!(!found.unwrap_or_default().contains("Syntax"), "{first}, {second}");
        }
    }
}
