//! Games with infinitely many options, asked of the program.

use crate::program::{run, upstar};
use serde_json::Value as Json;

fn ask(args: &[&str]) -> (Option<i32>, Json) {
    let answer = run(upstar([&["--json"], args].concat()), "");
    let json = serde_json::from_str(&answer.stdout);
    let json = json.unwrap_or_else(|_| panic!("{args:?}: {}{}", answer.stdout, answer.stderr));
    (answer.status, json)
}

#[test]
fn values_and_outcomes() {
    let heaps = "omega^omega*5+omega^2+omega*7+5, omega^2*3+omega+3";
    let (status, answer) = ask(&["value", "infinite-nim", heaps]);
    assert_eq!(status, Some(0));
    assert_eq!(answer["value"], "*(ω^ω×5+ω^2×2+ω×6+6)");
    assert_eq!(answer["outcome"]["left_first"], "win");
    let (_, answer) = ask(&["outcome", "infinite-nim", "w+3, w, 3"]);
    assert_eq!(answer["class"], "P");
    let (_, answer) = ask(&["value", "infinite-nim", "5, 3"]);
    assert_eq!(answer["value"], "*6");
    let (_, table) = ask(&["table", "two-dee-nim", "3x3"]);
    assert_eq!(table["cells"][0], serde_json::json!(["0", "*", "*2"]));
    assert_eq!(table["cells"][2], serde_json::json!(["*(ω×2)", "*(ω×2+1)", "*(ω×2+2)"]));
}

#[test]
fn winning_moves() {
    let (_, answer) = ask(&["moves", "infinite-nim", "omega^2*3+omega+3, omega*7+5, 4"]);
    let winning = answer["winning"].as_array().unwrap();
    assert_eq!(winning.len(), 1);
    assert_eq!(winning[0]["to"], "omega*7+5, omega*7+1, 4");
    assert_eq!(winning[0]["value"], "0");
    assert_eq!(answer["complete"], false);
    let (_, answer) = ask(&["moves", "two-dee-nim", "(2,5),(2,5)"]);
    assert_eq!(answer["winning"], serde_json::json!([]));
    let said = run(upstar(["moves", "infinite-nim", "omega, 7"]), "").stdout;
    assert!(said.ends_with("1 winning move, all others lose\n"), "{said}");
}

#[test]
fn played_by_naming_an_ordinal() {
    // Left balances the heaps, and answers every move.
    let lines = "omega, omega\n";
    let said = run(upstar(["play", "infinite-nim", "omega^2, omega"]), lines);
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    assert!(said.stdout.contains("Right plays omega"), "{}", said.stdout);
    let said = run(upstar(["play", "infinite-nim", "omega, 7"]), "omega+1, 7\n1000000, 7\n");
    assert!(said.stdout.contains("Left cannot move there"), "{}", said.stdout);
    assert!(said.stdout.contains("Right plays 1000000->7"), "{}", said.stdout);
    let said = run(upstar(["play", "infinite-nim", "omega"]), "0\n");
    assert!(said.stdout.contains("Right cannot move. You win."), "{}", said.stdout);
}

/// Blue-red trees: an edge with a tree on it is `:`, branches side by side are `+`.
#[test]
fn infinite_trees() {
    for (tree, value) in [
        ("1:(omega - 1)", "ω-1"),
        ("1:(omega + Beanstalk(\"\",\"LR\"))", "(ω×3+2)/3"),
        ("1:(-omega - omega)", "1/ω^2"),
        ("omega:(1:(-omega) + 1)", "(ω^2+ω+1)/ω"),
        ("(-1):(omega + 1)", "-1/(ω×2)"),
        ("Beanstalk(\"\",\"LR\"):1", "(ω×2+3)/(ω×3)"),
        ("1:(1/omega)", "(ω+1)/ω"),
    ] {
        let said = run(upstar(["eval", tree]), "");
        assert_eq!((said.status, said.stdout.trim()), (Some(0), value), "{tree} {}", said.stderr);
    }
}

#[test]
fn refusals() {
    for args in [
        &["value", "infinite-nim", "omega", "--play", "misere"][..],
        &["value", "infinite-nim", "omega", "--compound", "union"],
        &["value", "infinite-nim", "omega", "--variant", "dicotic"],
        &["outcome", "two-dee-nim", "2,2", "--play", "misere"],
    ] {
        let (status, answer) = ask(args);
        assert_eq!(
            (status, &answer["error"]["kind"]),
            (Some(1), &"unsupported".into()),
            "{args:?}"
        );
    }
    for (position, at) in
        [("omega+omega^2", 6), ("omega^", 6), ("omega, x", 7), ("18446744073709551616", 0)]
    {
        let (status, answer) = ask(&["value", "infinite-nim", position]);
        assert_eq!(status, Some(2), "{position}");
        assert_eq!(answer["error"]["span"][0], at, "{position}: {answer}");
    }
    // Blanks around `+` make a sum of positions, which is not what is meant.
    let (status, answer) = ask(&["value", "infinite-nim", "omega + 3"]);
    assert_eq!(status, Some(2));
    assert!(answer["error"]["message"].as_str().unwrap().contains("commas"), "{answer}");
}
