//! Compounds, endless games and entailing moves asked in ways that cannot be answered, and played
//! to the end.

use crate::program::{Run, run, upstar};
use serde_json::Value as Json;

fn ask(args: &[&str]) -> Run {
    run(upstar(args.iter().copied()), "")
}

/// The message and its place, for a wrong input.
#[track_caller]
fn wrong(args: &[&str]) -> (String, u64, u64) {
    let run = ask(&[&["--json"], args].concat());
    assert_eq!(run.status, Some(2), "{args:?}: {}", run.stdout);
    let json: Json = serde_json::from_str(&run.stdout).unwrap();
    let error = &json["error"];
    let place = |i: usize| error["span"][i].as_u64().unwrap();
    (error["message"].as_str().unwrap().to_owned(), place(0), place(1))
}

#[test]
fn positions_off_the_board() {
    let join = ["--compound", "join"];
    let (message, ..) = wrong(&[&["value", "horses", "i1"], &join[..]].concat());
    assert_eq!(message, "this square is not on the board 8x8");
    let (message, from, to) = wrong(&[&["value", "horses", "9x9:a99"], &join[..]].concat());
    assert_eq!((message.as_str(), from, to), ("this square is not on the board 9x9", 4, 7));
    assert_eq!(wrong(&["value", "horses", "quarter:zzz9999999"]).1, 8);
    assert_eq!(wrong(&["value", "adders-and-ladders", "26"]).1, 0);
    assert_eq!(wrong(&["value", "horsefly", "5,8"]).1, 0);
    assert!(wrong(&["value", "l-game", "AAAA|....|BBBB|n..n"]).0.contains("form an L"));
    assert_eq!(wrong(&["value", "digraph", "a>b @ c"]).0, "there is no node `c`");
    assert!(wrong(&["value", "tree", "{0|"]).0.contains("expected a tree"));
    assert!(wrong(&["value", "tree", &"{".repeat(5000)]).0.contains("deeper"));
}

#[test]
fn components_that_must_be_answered() {
    let (message, ..) = wrong(&["moves", "top-entails", "5+7", "--entailed", "9"]);
    assert_eq!(message, "expected a component from 1 to 2");
    assert!(wrong(&["moves", "top-entails", "5", "--entailed", "0"]).0.contains("from 1 to 1"));
    assert!(wrong(&["moves", "nim", "5", "--entailed", "1"]).0.contains("no entailing moves"));
}

#[test]
fn compounds_that_rules_cannot_have() {
    for (args, reason) in [
        (&["fair-shares", "3+2", "--compound", "slow-join"][..], "endless"),
        (&["top-entails", "3", "--compound", "join"], "whose turn"),
        (&["top-entails", "3", "--play", "misere"], "no theory"),
        (&["falada-first-off-wins", "c4"], "unions only"),
        (&["squares-off", "9", "--compound", "join"], "unions only"),
        (&["cutcake", "2x2", "--compound", "union", "--play", "misere"], "no theory"),
    ] {
        let run = ask(&[&["value"], args].concat());
        assert_eq!((run.status, run.stdout.as_str()), (Some(1), ""), "{args:?}");
        assert!(run.stderr.contains(reason), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn sizes_that_are_too_large() {
    for size in ["100000x100000", "4000000000x4000000000", "0x3", "3x3x3"] {
        wrong(&["table", "horses", size, "--compound", "join"]);
    }
    assert!(wrong(&["value", "top-entails", "6000000"]).0.contains("more than"));
    for args in [
        &["value", "hotcakes", "5000x5000", "--compound", "union"][..],
        &["value", "nim", "60000", "--compound", "slow-join"],
        &["table", "squares-off", "200000", "--compound", "union"],
    ] {
        let run = ask(&[&["--time", "300ms"], args].concat());
        assert_eq!(run.status, Some(1), "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains("time limit"), "{args:?}: {}", run.stderr);
    }
}

/// A chain of forced moves is no danger to the stack.
#[test]
fn deep_games() {
    let run = ask(&["value", "subtraction(1)", "60000", "--compound", "slow-join"]);
    assert_eq!((run.status, run.stdout.trim()), (Some(0), "Suspense(60000)"), "{}", run.stderr);
    let run = ask(&["value", "subtraction(1)", "60001", "--compound", "union"]);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let arrows: Vec<_> = (0..20000).map(|n| format!("n{}>n{n}", n + 1)).collect();
    let file = format!("{}\n@ n20000\n", arrows.join("\n"));
    let run = crate::program::run(upstar(["value", "digraph", "-"]), file);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
}

/// In a subselective compound one term with several heaps is several components.
#[test]
fn subselective_components() {
    for position in ["3+5+4", "3 + 5 + 4"] {
        let run = ask(&["moves", "nim", position, "--compound", "subselective"]);
        assert_eq!(
            run.stdout,
            "(3) + (3) + (3)  leaves the same nim-value in all components\n1 winning move of 59\n"
        );
    }
    let run = ask(&["outcome", "kayles", "(3+2) + 1", "--compound", "subselective"]);
    assert!(run.stdout.starts_with('P'), "{}", run.stdout);
}

#[track_caller]
fn play(args: &[&str], lines: &str, parts: &[&str]) {
    let run = run(upstar(["play"].into_iter().chain(args.iter().copied())), lines);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    let mut rest = run.stdout.as_str();
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("no {part:?} in order:\n{}", run.stdout));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn games_to_the_end() {
    let join = ["horses", "d4+e6", "--compound", "join"];
    play(&join, "moves\n(b3) + (c5)\n", &["(b3) + (c5)", "Right plays", "cannot move. I win."]);
    // A square is there to be eaten.
    let alaska = ["baked-alaska", "2x3", "--compound", "union"];
    play(&alaska, "2x2\n", &["Right plays", "That decides the game. I win."]);
    let entailing = "7 + 4\n";
    let answered = ["Part 2 must be answered.", "Right plays (7) + (2) + (2)"];
    play(&["top-entails", "5+7"], entailing, &answered);
    play(&["all-square", "26"], "25+1\n", &["Left moves again.", "25\n+\n1", "Left> "]);
    play(
        &["fair-shares", "4+3+2", "--json"],
        "hint\n7+2\n",
        &["\"hint\"", "7+2", "\"player\":\"right\""],
    );
    play(&["digraph", "a>a,b @ a"], "a>a,b @ b\n", &["Right cannot move. You win."]);
}
