//! What answers say: who wins with each starter, what was read, what is known at a limit.

use crate::program::{Run, run, upstar};
use serde_json::{Value as Json, json};

fn ask(args: &[&str]) -> Run {
    run(upstar(args.iter().copied()), "")
}

#[track_caller]
fn answers(args: &[&str], expected: &str) {
    let answer = ask(args);
    assert_eq!(answer.stdout.trim_end(), expected, "{args:?}: {}", answer.stderr);
    assert_eq!(answer.status, Some(0), "{args:?}");
}

fn json(args: &[&str]) -> Json {
    let answer = ask(&[&["--json"], args].concat());
    serde_json::from_str(&answer.stdout).unwrap_or_else(|_| panic!("{args:?}: {answer:?}"))
}

/// One game for each of the nine classes: one starter may win what the other one draws.
#[test]
fn outcomes_per_starter() {
    let digraph = "partizan-digraph";
    for (position, class, words) in [
        ("a={0|} @ a", "L", "Left wins, whoever starts"),
        ("a={|0} @ a", "R", "Right wins, whoever starts"),
        ("a={0|0} @ a", "N", "whoever starts wins"),
        ("a={|} @ a", "P", "whoever starts loses"),
        ("a={a|a} @ a", "D", "drawn, whoever starts"),
        ("a={0|a} @ a", "L", "Left wins, whoever starts"),
        ("a={0|b};b={b|b} @ a", "NHat", "Left wins if Left starts; drawn if Right starts"),
        ("a={b|0};b={b|b} @ a", "NCheck", "Right wins if Right starts; drawn if Left starts"),
        ("a={b|};b={b|b} @ a", "PHat", "Left wins if Right starts; drawn if Left starts"),
        ("a={|b};b={b|b} @ a", "PCheck", "Right wins if Left starts; drawn if Right starts"),
        (
            "(t={u|};u={|t} @ t) + (s={0|0} @ s)",
            "NHat",
            "Left wins if Left starts; drawn if Right starts",
        ),
    ] {
        let text = format!("{class}: {words}");
        answers(&["outcome", digraph, position], &text);
        let object = json(&["outcome", digraph, position]);
        assert_eq!(object["class"], class, "{object}");
        let shown = ask(&["value", digraph, position, "--show", "outcome"]);
        assert!(shown.stdout.contains(&format!("outcome: {text}")), "{}", shown.stdout);
        // The calculator says the same of the same game.
        let value = ask(&["value", digraph, position, "--show", "OutcomeClass"]);
        if value.status == Some(0) {
            let said = format!("OutcomeClass: {class}\n");
            assert!(value.stdout.ends_with(&said), "{position}: {}", value.stdout);
        }
    }
    answers(&["outcome", "fair-shares", "6+5"], "D: drawn, whoever starts");
    answers(&["eval", "inf_{1}.OutcomeClass", "dud.OutcomeClass"], "D\nD");
    answers(&["eval", "-OutcomeClass.NHat"], "NCheck");
    let help = ask(&["outcome", "--help"]).stdout;
    assert!(help.contains("NHat") && help.contains("PCheck"), "{help}");
}

#[test]
fn the_component_that_must_be_answered() {
    answers(&["value", "top-entails", "5 + 9", "--entailed", "2"], "0,2");
    answers(&["value", "top-entails", "5 + 9"], "0");
    let object = json(&["value", "top-entails", "5 + 9", "--entailed", "2"]);
    assert_eq!((&object["value"], &object["entailed"]), (&json!("0,2"), &json!(2)), "{object}");
    // Whether 0 is in the set says who wins.
    for place in ["1", "2"] {
        for sum in ["5 + 9", "3 + 4", "2 + 7", "1 + 6", "10 + 11"] {
            let set = ask(&["value", "top-entails", sum, "--entailed", place]).stdout;
            let outcome = ask(&["outcome", "top-entails", sum, "--entailed", place]).stdout;
            let has_zero = set.starts_with('0') || set.starts_with("sunny");
            assert_eq!(has_zero, outcome.starts_with('P'), "{sum} {place}: {set}{outcome}");
        }
    }
    let refused = ask(&["value", "kayles", "5 + 9", "--entailed", "2"]);
    assert_eq!(refused.status, Some(2), "{}", refused.stdout);
}

#[test]
fn pieces_are_components() {
    for compound in ["join", "join-pass", "slow-join", "union", "urgent-union"] {
        let flags = ["--compound", compound];
        let heap = ask(&[&["outcome", "dawsons-kayles", "5"], &flags[..]].concat()).stdout;
        let path = ask(&[&["outcome", "arc-kayles", ".-.-.-.-."], &flags[..]].concat()).stdout;
        assert_eq!(heap, path, "{compound}");
    }
    answers(
        &["outcome", "arc-kayles", ".-.-.-.-.", "--compound", "join", "--whole"],
        "P: whoever starts loses",
    );
    let page = ask(&["rules", "domineering"]).stdout;
    assert!(page.contains("a component is each region of free squares; `--whole`"), "{page}");
}

#[test]
fn what_was_read_is_said() {
    let note = |args: &[&str]| (ask(args).stderr, json(args)["note"].clone());
    let (text, object) = note(&["value", "fair-shares", "4 + 1"]);
    assert!(text.contains("a sum of 2 positions; `4+1` is one position"), "{text}");
    assert!(object.as_str().is_some_and(|note| note.contains("`4+1`")), "{object}");
    for quiet in [
        &["value", "fair-shares", "4+1"][..],
        &["value", "nim", "4 + 1"],
        &["value", "kayles", "9 + 8"],
        &["value", "hackenbush", "l + r"],
        &["value", "subtraction(1,2,3)", "10"],
    ] {
        assert_eq!(note(quiet), (String::new(), Json::Null), "{quiet:?}");
    }
    let (text, object) = note(&["value", "heaps", "20"]);
    assert_eq!(text, "note: `heaps` is read as `heaps(.77)`\n");
    assert_eq!(object, "`heaps` is read as `heaps(.77)`");
    assert!(note(&["value", "subtraction", "10"]).0.contains("subtraction(1,2,3)"));
    assert!(note(&["table", "subtraction", "10"]).0.contains("subtraction(1,2,3)"));
    assert_eq!(ask(&["--quiet", "value", "heaps", "20"]).stderr, "");
}

#[test]
fn every_vertex_is_written() {
    for (rules, position, place) in [
        ("col", ".-.-", 4),
        ("node-kayles", "-.", 0),
        ("arc-kayles", ".-.(-;-.)", 5),
        ("snort", ".;-.", 2),
        ("clobber-graph", "x-o-", 4),
        ("partizan-node-kayles", ".-", 2),
    ] {
        let object = json(&["value", rules, position]);
        let error = &object["error"];
        assert_eq!(error["span"][0], place, "{rules} {position}: {object}");
        assert!(error["message"].as_str().unwrap().contains("expected a vertex"), "{object}");
        assert_eq!(ask(&["value", rules, position]).status, Some(2));
    }
    // Edges of Hackenbush end in vertices that need not be written.
    answers(&["value", "hackenbush", "lr"], "1/2");
}

#[test]
fn symbols_that_mean_the_opposite_elsewhere() {
    answers(&["value", "col", "R-."], "-1/2");
    let wrong = ask(&["value", "col", "R-x"]).stderr;
    assert!(wrong.contains("names the player who may still paint it"), "{wrong}");
    for rules in ["col", "grid-col", "fjords", "hackenbush"] {
        let page = ask(&["rules", rules]).stdout;
        assert!(page.contains("Beware: "), "{page}");
    }
}

#[test]
fn show_asks_the_calculator_and_runs_nothing() {
    answers(
        &["value", "fox-and-geese", "..F|.G.|G..", "--show", "temperature,mean"],
        "0\ntemperature: -1\nmean: 0",
    );
    answers(
        &["value", "partizan-digraph", "a={0|pass} @ a", "--show", "IsInfinitesimal"],
        "over\nIsInfinitesimal: true",
    );
    for program in ["Mean; G:=5; G", "Mean()", "Mean + 1", ""] {
        let refused = ask(&["value", "nim", "5", "--show", program]);
        assert_eq!((refused.status, refused.stdout.as_str()), (Some(2), ""), "{program}");
    }
    let list = ask(&["rules"]).stdout;
    assert_eq!(
        list.lines().filter(|line| line.contains("partizan, endless")).count(),
        10,
        "{list}"
    );
}

#[test]
fn tables_keep_what_is_known() {
    let args = ["table", "domineering", "9x9", "--memory", "20M"];
    let answer = ask(&[&["--json"], &args[..]].concat());
    let object: Json = serde_json::from_str(&answer.stdout).unwrap();
    assert_eq!(answer.status, Some(1));
    assert_eq!(object["cells"][0][0], "0", "{object}");
    assert_eq!(object["cells"][0][8], "-4", "cheap cells come first: {object}");
    assert_eq!(object["cells"][8][8], Json::Null);
    assert_eq!(object["cells"].as_array().map(Vec::len), Some(9));
    assert_eq!(object["error"]["kind"], "stopped", "{object}");
    let text = ask(&args);
    assert!(text.stdout.lines().count() == 10 && text.stdout.contains('?'), "{}", text.stdout);
    // Other tables are as before.
    let whole = json(&["table", "cutcake", "3x4"]);
    assert_eq!(whole["cells"][2], json!(["-2", "0", "0", "1"]), "{whole}");
    assert_eq!(whole.get("error"), None);
}

#[test]
fn errors_carry_their_input() {
    let object = json(&["value", "nim", "5x"]);
    assert_eq!((&object["input"], &object["argument"]), (&json!("5x"), &json!("position")));
    let lines = run(upstar(["--json", "eval", "-"]), "1\n2+\n").stdout;
    let second: Json = serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
    assert_eq!((&second["input"], &second["line"]), (&json!("2+"), &json!(2)), "{second}");
    let object = json(&["heaps", "values", ".9x", "--to", "9"]);
    assert_eq!(object["input"], ".9x", "{object}");
}

/// A line of a batch names the argument that is to blame as the single command does.
#[test]
fn errors_of_a_batch_name_the_argument() {
    for (args, position, own) in [
        (&["value", "baked-alaska"][..], "2x", true),
        (&["value", "nim"], "2+x", false),
        (&["value", "nim", "--show", "nothing"], "3", true),
        (&["value", "kayles", "--entailed", "1"], "3", true),
    ] {
        let alone = json(&[args, &[position]].concat());
        let batch = [&["--json"], args, &["--each"]].concat();
        let batch = run(upstar(batch.iter().copied()), format!("{position}\n")).stdout;
        let line: Json = serde_json::from_str(&batch).unwrap();
        assert!(alone["argument"].is_string(), "{args:?}: {alone}");
        assert_eq!(line["argument"], alone["argument"], "{args:?}: {line}");
        assert_eq!(line["error"], alone["error"], "{args:?}: {line}");
        let input = if own { alone["input"].clone() } else { Json::Null };
        assert_eq!((&line["position"], &line["input"]), (&json!(position), &input), "{args:?}");
    }
}

/// A mistake in one of two positions is shown in that one, as it was typed.
#[test]
fn errors_of_a_comparison_name_the_side() {
    for (rules, left, right, side, span) in [
        ("domineering", "..|..", "?", "right", [0, 1]),
        ("domineering", "..|..", "1x2 + .?", "right", [7, 8]),
        ("domineering", ".?.", "..|..", "left", [1, 2]),
        ("nim", "", "4", "left", [0, 0]),
        ("nim", "4", "10^40", "right", [0, 5]),
        ("sum", "nim:3", "nim:3 + kayles:x", "right", [15, 16]),
    ] {
        let object = json(&["compare", rules, left, right]);
        assert_eq!(object["argument"], side, "{object}");
        assert_eq!(object["input"], if side == "left" { left } else { right }, "{object}");
        assert_eq!(object["error"]["span"], json!(span), "{object}");
        let shown = ask(&["compare", rules, left, right]);
        assert_eq!(shown.status, Some(2), "{shown:?}");
        assert!(shown.stderr.contains(&format!("[ {side}:1:")), "{shown:?}");
        assert!(!shown.stderr.contains("-("), "{shown:?}");
    }
    // No side ends the other.
    let object = json(&["compare", "domineering", "1x2", "1x2) + (1x2"]);
    assert_eq!(object["argument"], "right", "{object}");
    // Values beside positions, and games that stand in no difference.
    answers(&["compare", "hackenbush", "lr", "1/2"], "=  whoever starts loses the difference");
    answers(&["compare", "hackenbush", "1/2", "lr"], "=  whoever starts loses the difference");
    assert_eq!(json(&["compare", "infinite-nim", "omega", "omega"])["order"], "=");
    assert_eq!(json(&["compare", "infinite-nim", "omega", "omega+1"])["order"], "||");
    // A limit is the fault of neither.
    let object = json(&["--time", "1ms", "compare", "domineering", "8x8", "8x8"]);
    assert_eq!(object["error"]["kind"], "stopped", "{object}");
    assert_eq!((&object["error"]["span"], object.get("input")), (&Json::Null, None), "{object}");
}

#[test]
fn moves_that_draw() {
    answers(
        &["moves", "partizan-digraph", "a={a|a} @ a"],
        "Left has no winning move (1 move holds the draw, 0 losing)",
    );
    answers(
        &["moves", "fair-shares", "6+5"],
        "Left has no winning move (2 moves hold the draw, 3 losing)",
    );
    for more in [&[][..], &["--all"], &["--replies"]] {
        let found = json(&[&["moves", "fair-shares", "6+5"], more].concat());
        assert_eq!((&found["drawing"], &found["losing"]), (&json!(2), &json!(3)), "{found}");
    }
}

/// Who cannot move does not lose in 0 moves.
#[test]
fn moves_that_leave_none() {
    for (rules, position) in [
        ("partizan-digraph", "a={b,c|};b={|a};c={0|} @ a"),
        ("partizan-digraph", "(a={b|};b={|} @ a) + (c={c|} @ c)"),
        ("fair-shares", "2"),
        ("fox-and-geese", ".G|F."),
    ] {
        for flags in [&[][..], &["--compound", "union"], &["--compound", "join"]] {
            let args = [&["moves", rules, position, "--all"], flags].concat();
            let said = ask(&args).stdout;
            assert!(!said.contains(" 0 moves") && !said.contains(" 0 more"), "{args:?}: {said}");
            assert!(!said.contains(" 1 moves"), "{args:?}: {said}");
        }
    }
}
