//! Rules of files in the calculator.

use crate::answer;
use upstar_calculator::Calculator;

const SHOVER: &str = "game Shover\n\"Push.\"\ngrid . x o #\nleft orthogonal xo. -> #xo\n\
    left orthogonal x.x -> #x#\nright as left with x<->o\ntry \"xo.o\"\n";
const TAKE: &str = "game \"Take Some\" (s = 3)\nheap n\nboth -> n-k for k from 1 to min(n, s)\n";
const CLOBBER: &str =
    "game Clobber\nstrip . x o\nleft horizontal xo -> .x\nright as left with x<->o\n";
const FAULTY: &str = "game Faulty\nheap n\nboth -> (n+1) for k from 1 to n\n";

fn session() -> Calculator {
    let mut session = Calculator::default();
    for (name, text) in
        [("shover.up", SHOVER), ("take", TAKE), ("clobber.up", CLOBBER), ("faulty", FAULTY)]
    {
        session.offer(name, text);
    }
    session.offer("wrong.up", "game Wrong\ngrid . x\nleft q -> x\nleft x -> y\n");
    session
}

#[test]
fn loaded_rules_are_rulesets() {
    let mut session = session();
    for (input, expected) in [
        ("shover", Err("`shover` is not defined")),
        ("load \"shover.up\"", Ok("")),
        ("shover(\"xo.\")", Ok("shover(\"xo.\")")),
        ("shover(\"xo.\").Value", Ok("1")),
        (
            "shover(\"xo.o\").Moves(Left)",
            Ok("{shover(\"#xoo\") => \"win: leaves 0: Right, to move, loses\"}"),
        ),
        ("shover(\"xo.\") + kayles(9)", Ok("kayles(9) + shover(\"xo.\")")),
        ("(shover(\"xo.\") + kayles(9)).Value", Ok("1*4")),
        ("(kayles(9) - shover(\"xo.\")).Value", Ok("-1*4")),
        ("shover(\"xo. + ox.\").Value", Ok("0")),
        ("sum(\"shover.up:xo. + nim:3\").Value", Ok("1*3")),
        ("nim(\"3 + shover.up:xo.\").Value", Ok("1*3")),
        ("shover(\"xo.\") == shover(\"xo.\")", Ok("true")),
        ("(shover(\"xo.\") + nim(2)).Outcome", Ok("L")),
        ("shover(\"xo.o\").Outcome", Ok("N")),
        ("shover(\"xo.o\").Outcome(misere)", Ok("P")),
        ("shover.Title", Ok("\"Shover\"")),
        ("shover.Example", Ok("shover(\"xo.o\")")),
        ("shover.IsImpartial", Ok("false")),
        ("Rulesets.Contains(\"shover\")", Ok("true")),
        ("load \"take\"; take_some(7).NimValue", Ok("3")),
        ("take_some.With(5)(7)", Ok("take_some.With(5)(7)")),
        ("take_some.With(5)(7).NimValue", Ok("1")),
        ("(take_some.With(5)(7) + shover(\"xo.\")).Value", Ok("1*")),
        ("shover(\"q\")", Err("unexpected `q`")),
        ("shover + 1", Err("`shover` is a ruleset, and a position is needed here")),
    ] {
        let told = answer(&mut session, input);
        match expected {
            Ok(expected) => assert_eq!(told.as_deref(), Ok(expected), "{input}"),
            Err(part) => {
                assert!(told.as_ref().is_err_and(|e| e.contains(part)), "{input} {told:?}")
            }
        }
    }
    assert!(session.help("shover").unwrap().contains("shover   (rules of Shover)"));
    assert!(session.complete("shov", 4).1.contains(&"shover".to_owned()));
}

/// Names of rules that come along are not taken away for good: what is loaded hides them.
#[test]
fn the_later_one_of_a_name_counts() {
    let mut session = session();
    assert!(answer(&mut session, "clobber(\"xo|ox\").Value").is_ok());
    answer(&mut session, "load \"clobber.up\"").unwrap();
    assert!(answer(&mut session, "clobber(\"xo|ox\")").unwrap_err().contains("one row"));
    assert_eq!(answer(&mut session, "clobber(\"xxo\").Value").unwrap(), "^");
    assert_eq!(answer(&mut session, "Clobber.Position(\"xo|ox\").Value").unwrap(), "*");
    session.offer("clobber.up", &CLOBBER.replace("xo -> .x", "xo -> .."));
    answer(&mut session, "load \"clobber.up\"").unwrap();
    assert_eq!(answer(&mut session, "clobber(\"xxo\").Value").unwrap(), "*");
}

#[test]
fn what_goes_wrong_is_told() {
    let mut session = session();
    let error = session.eval("load \"wrong.up\"").unwrap_err();
    assert_eq!(error.message, "`q` is no kind of square; the kinds are . x");
    assert_eq!(
        error.notes,
        ["in `wrong.up`, line 3, column 6", "line 4: `y` is no kind of square; the kinds are . x"]
    );
    for _ in 0..2 {
        let error = answer(&mut session, "load \"faulty\"; faulty(3).Value").unwrap_err();
        assert!(error.contains("line 3, at 3: the move to 4 does not lower"), "{error}");
    }
    assert_eq!(answer(&mut session, "faulty(0).Value").unwrap(), "0");
}
