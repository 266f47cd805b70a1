//! Sums of different games, comparison, every move with its worth, batches, programs.

use crate::program::{run, upstar};
use serde_json::Value as Json;
use std::fs;

fn prints(args: &[&str], expected: &str) {
    let answer = run(upstar(args.iter().copied()), "");
    assert_eq!(
        (answer.status, answer.stdout.trim_end()),
        (Some(0), expected),
        "{args:?} {answer:?}"
    );
}

fn object(args: &[&str], input: &str) -> Json {
    let answer = run(upstar(["--json"].iter().chain(args).copied()), input);
    serde_json::from_str(&answer.stdout).unwrap_or_else(|_| panic!("{args:?} {answer:?}"))
}

#[test]
fn sums_of_different_games() {
    // A half, a star and minus a half; Kayles 9 is *4; a domino and a switch.
    prints(&["value", "sum", "col:. + hackenbush:lr + -(hackenbush:lr)"], "*");
    prints(&["value", "sum", "kayles:9 + *4"], "0");
    prints(&["value", "sum", "kayles:9 + grundys-game:18 + *4"], "*4");
    prints(&["value", "sum", "3*(cutcake:1x2) + -(cutcake:1x3) + 1/2"], "3/2");
    prints(&["value", "sum", "domineering:2x2 + {1|-1}"], "0");
    prints(&["value", "sum", "2*(domineering:2x2) + ^ + v"], "0");
    prints(&["outcome", "sum", "nim:3+5 + *6"], "P: whoever starts loses");
    prints(&["value", "sum", "horses:c4 + cutcake:2x3", "--compound", "join"], "Remoteness(2,1)");
    // Where rules are named, other terms may be mixed in.
    prints(&["value", "kayles", "9 + *4"], "0");
    prints(&["value", "kayles", "9 + -(nim:4)"], "0");
    prints(&["value", "hackenbush", "lr + -1/2 + cutcake:1x2"], "1");
    prints(&["value", "domineering", "2x3 + -(2x3)"], "0");
}

#[test]
fn groups_signs_and_multiples() {
    for (sum, value) in [
        ("(3 + 4)", "7"),
        ("(1/2 + 1/2)", "1"),
        ("({3|1} + 2)", "{5|3}"),
        ("(kayles:3 + 2)", "2*3"),
        ("value:(1 + 3)", "4"),
        ("((nim:1))", "*"),
        ("2*(nim:1 + kayles:2)", "0"),
        ("-(nim:1 + 3)", "-3*"),
        ("( nim:1 + (kayles:2 + 3) ) + *3", "3"),
        ("2*{3|1}", "4"),
        ("-{3|1}", "{-1|-3}"),
        ("-3*(cutcake:1x2)", "-3"),
        ("3*-(cutcake:1x2)", "-3"),
        ("{^^*||0|vv*} + -{^^*||0|vv*}", "0"),
        ("Tiny(2) + Miny(2) + +-(1*) + +-(1*)", "0"),
        ("nim:3 - nim:2", "*"),
        ("5 - 2^", "3v"),
        ("3 - (1 - 2)", "4"),
        ("- 3 + 1", "-2"),
        ("2*(1 - {3|1}) - 1/2", "-5/2"),
        ("hackenbush:lr - hackenbush:lrr - 1/4", "0"),
        ("-(cutcake:1x2 - cutcake:1x3)", "1"),
    ] {
        prints(&["value", "sum", sum], value);
    }
    prints(&["outcome", "sum", "(1 + 1)"], "L: Left wins, whoever starts");
    // Numbers beside positions of named rules are numbers where they are no positions.
    prints(&["value", "domineering", "2x2 + 5"], "{6|4}");
    prints(&["value", "hackenbush", "lr + 3"], "7/2");
    prints(&["value", "cutcake", "2x3 + 2"], "2");
    prints(&["value", "kayles", "9 + -3"], "-3*4");
    // A term of a difference is read as one of a sum.
    prints(&["value", "kayles", "9 - 3"], "*7");
    prints(&["value", "cutcake", "2x5 - 1x2"], "0");
    assert_eq!(object(&["compare", "domineering", "2x4", "Miny(2)"], "")["order"], "=");
    for (rules, sum) in [("sum", "{1|2|3}"), ("nim", "3 + -(10^40)")] {
        let wrong = run(upstar(["value", rules, sum]), "");
        assert_eq!(wrong.status, Some(2), "{wrong:?}");
    }
}

#[test]
fn large_plain_values_are_not_played_out() {
    prints(&["value", "sum", "*5000 + nim:3"], "*5003");
    prints(&["value", "sum", "1/2 + 1000000"], "2000001/2");
    prints(&["outcome", "sum", "{1000000|-1000000} + kayles:9"], "N: whoever starts wins");
    prints(&["outcome", "sum", "1001*(domineering:2x3)"], "L: Left wins, whoever starts");
    prints(
        &["outcome", "sum", "*70000 + nim:70000", "--play", "misere"],
        "P: whoever starts loses (genus 0^02)",
    );
    for play in ["normal", "misere"] {
        let moves = |args: &[&str]| object(&[args, &["--play", play]].concat(), "");
        let mixed = moves(&["moves", "sum", "nim:3+5 + *999999"]);
        let nim = moves(&["moves", "nim", "3+5+999999"]);
        assert_eq!(mixed["losing"], nim["losing"], "{play} {mixed}");
        assert_eq!(mixed["winning"].as_array().map(Vec::len), Some(1), "{play} {mixed}");
    }
}

#[test]
fn impartial_values_leave_a_sum_impartial() {
    let named = object(&["moves", "kayles", "3 + *", "--all"], "");
    let mixed = object(&["moves", "sum", "kayles:3 + *", "--all"], "");
    let verdicts = |moves: &Json| {
        let all = moves["moves"].as_array().cloned().unwrap_or_default();
        all.iter().map(|turn| turn["why"].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(verdicts(&named), verdicts(&mixed));
    assert!(!verdicts(&named).is_empty());
}

#[test]
fn moves_out_of_turn_beside_partizan_games() {
    for (sum, class) in [
        ("wyt-queens-trains:0,0 + hackenbush:l + hackenbush:l", "L"),
        ("all-square:1 + hackenbush:l", "L"),
        ("top-entails:5 + domineering:1x2", "R"),
        ("top-entails:5 + hackenbush:l", "L"),
    ] {
        assert_eq!(object(&["outcome", "sum", sum], "")["class"], class, "{sum}");
    }
    let value = run(upstar(["value", "sum", "top-entails:5 + 1"]), "");
    assert_eq!(value.status, Some(1), "{value:?}");
}

#[test]
fn mixed_sums_in_misere_play() {
    // In misère play a nim-heap is a heap, not what it is worth otherwise.
    for (sum, plain) in [("nim:2 + *2", "2+2"), ("nim:3+1 + *2", "3+2+1"), ("*1 + *1", "1+1")] {
        let mixed = object(&["outcome", "sum", sum, "--play", "misere"], "");
        let nim = object(&["outcome", "nim", plain, "--play", "misere"], "");
        assert_eq!(mixed["class"], nim["class"], "{sum}");
    }
    let genus = run(upstar(["misere", "genus", "sum", "kayles:2 + *2"]), "");
    assert!(genus.stdout.starts_with("0^02  tame  P"), "{genus:?}");
}

#[test]
fn wrong_terms_have_places() {
    for (sum, at) in [
        ("kayls:9 + *4", 0),
        ("kayles:9x + *4", 7),
        ("nim:3 + {1|", 11),
        ("nim:3 + what", 8),
        ("nim:3 + 5*(nim:x)", 15),
        ("infinite-nim:3 + *", 0),
        ("nim:3 + 1/3", 10),
        ("nim:3 - nym:2", 8),
        ("nim:3 - nim:x", 12),
    ] {
        let error = object(&["value", "sum", sum], "");
        assert_eq!(error["error"]["span"][0], at, "{sum}: {error}");
    }
}

#[test]
fn positions_are_compared() {
    for (args, order) in [
        (["domineering", "2x3", "3x2"], ">"),
        (["domineering", "3x2", "2x3"], "<"),
        (["domineering", "2x2", "2x2"], "="),
        (["nim", "3", "5"], "||"),
        (["hackenbush", "lr", "lrr"], ">"),
        (["col", ".", "."], "="),
        (["cutcake", "2x3 + 3x2", "1x1"], "="),
    ] {
        let [rules, g, h] = args;
        assert_eq!(object(&["compare", rules, g, h], "")["order"], order, "{args:?}");
    }
    assert_eq!(run(upstar(["compare", "carousel", "a", "a"]), "").status, Some(1));
    // Endless games are compared by their values.
    let endless = "partizan-digraph";
    for (g, h, order) in [
        ("a={a|} @ a", "z={|} @ z", ">"),
        ("a={0|a} @ a", "z={|} @ z", ">"),
        ("a={a|a} @ a", "z={|} @ z", "||"),
        ("a={a|} @ a", "b={b|};c={b|} @ c", "="),
    ] {
        assert_eq!(object(&["compare", endless, g, h], "")["order"], order, "{g} {h}");
    }
}

#[test]
fn every_move_is_listed_best_first() {
    let found = object(&["moves", "nim", "3+5+7", "--all"], "");
    let moves = found["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 15);
    assert_eq!(found["winning"].as_array().unwrap().len(), 3);
    let verdicts: Vec<&str> = moves.iter().map(|m| m["verdict"].as_str().unwrap()).collect();
    assert!(
        verdicts[..3].iter().all(|v| *v == "win") && verdicts[3..].iter().all(|v| *v == "loss")
    );
    assert!(moves.iter().all(|m| !m["why"].as_str().unwrap().is_empty()), "{found}");
    // Both players of a partizan game; the better value of the losing side first.
    let found = object(&["moves", "hackenbush", "lr + l", "--all"], "");
    let of = |player: &str| -> Vec<(&str, &str)> {
        let mine = found["moves"].as_array().unwrap().iter().filter(|m| m["player"] == player);
        mine.map(|m| (m["verdict"].as_str().unwrap(), m["value"].as_str().unwrap())).collect()
    };
    assert_eq!(of("left"), [("win", "1"), ("win", "1/2")]);
    assert_eq!(of("right"), [("loss", "2")]);
    // A reply to every move from a position in which whoever starts loses.
    let found = object(&["moves", "nim", "3+3", "--replies"], "");
    for listed in found["moves"].as_array().unwrap() {
        let reply = listed["reply"].as_str().unwrap();
        let after = object(&["outcome", "nim", reply], "");
        assert_eq!(after["class"], "P", "{listed}");
    }
}

#[test]
fn every_line_is_answered() {
    let lines = "..|..\n....|....\n?\n.....|.....|.....|.....|.....|.....|.....|.....|.....\n..\n";
    let answer = run(upstar(["--json", "outcome", "domineering", "--each"]), lines);
    let objects: Vec<Json> =
        answer.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let positions: Vec<&str> = objects.iter().map(|o| o["position"].as_str().unwrap()).collect();
    assert_eq!(positions, lines.lines().collect::<Vec<_>>());
    assert_eq!((objects[2]["line"].as_u64(), answer.status), (Some(3), Some(2)), "{answer:?}");
    for (line, object) in lines.lines().zip(&objects) {
        if object.get("error").is_none() {
            let alone = self::object(&["outcome", "domineering", line], "");
            assert_eq!(alone["class"], object["class"], "{line}");
        }
    }
    let sums = "nim:3 + *3\nkayles:9 + *4\n{0|} + -1\n";
    let answer = run(upstar(["value", "sum", "--each"]), sums);
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(0), "0\n0\n0\n"), "{answer:?}");
    let heaps = run(upstar(["value", "kayles", "--each", "--show", "outcome"]), "9\n9 + *4\n");
    assert_eq!(heaps.stdout, "*4\tN: whoever starts wins\n0\tP: whoever starts loses\n");
}

#[test]
fn programs_are_run() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.up");
    fs::write(&file, "g := {3||2|1}\n\nif g > 0 then\n  g.Mean\nend\n1/2 + 1/4\n").unwrap();
    let name = file.to_str().unwrap();
    let answer = run(upstar(["run", name]), "");
    assert_eq!(answer.status, Some(0), "{answer:?}");
    assert_eq!(answer.stdout.lines().last(), Some("3/4"), "{answer:?}");
    fs::write(&file, "1 + 1\n{1|\nfoo\n").unwrap();
    let answer = run(upstar(["run", name]), "");
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(2), "2\n"), "{answer:?}");
    assert_eq!(run(upstar(["run", "nowhere.up"]), "").status, Some(2));
}

#[test]
fn who_wins_endless_play() {
    let drawn = "x={y|};y={|x} @ x";
    let ask = |command: &'static str, endless: &'static str| {
        let answer = run(upstar([command, "partizan-digraph", drawn, "--endless", endless]), "");
        assert_eq!(answer.status, Some(0), "{answer:?}");
        answer.stdout
    };
    assert_eq!(ask("value", "draw"), "1 & 0\n");
    assert_eq!(ask("value", "left"), "1\n");
    assert_eq!(ask("value", "right"), "0\n");
    assert!(ask("outcome", "draw").starts_with("PHat"));
    assert!(ask("outcome", "left").starts_with("L:"));
    assert!(ask("outcome", "right").starts_with("P:"));
    // As sides say it, in a sum too: the onside of two tokens against one.
    prints(&["value", "partizan-digraph", "x={y|};y={|x} @ x+x", "--endless", "left"], "2");
    for (rules, position) in [("nim", "3"), ("digraph", "a>a @ a")] {
        let answer = run(upstar(["outcome", rules, position, "--endless", "left"]), "");
        assert_ne!(answer.status, Some(0), "{rules} {answer:?}");
        assert!(!answer.stderr.is_empty());
    }
}

#[test]
fn several_tokens_on_one_graph() {
    let graph = "a={0|b};b={a|0}";
    let value = |tokens: &str| {
        let position = format!("{graph} @ {tokens}");
        run(upstar(["value", "partizan-digraph", &position]), "").stdout
    };
    let sum = format!("partizan-digraph:({graph} @ a) + partizan-digraph:({graph} @ b)");
    assert_eq!(value("a+b"), run(upstar(["value", "sum", &sum]), "").stdout);
    assert_eq!(value("b+a"), value("a+b"));
    assert_eq!(value("0+a"), value("a"));
    // A join moves every token.
    let joined = format!("{graph} @ a+1");
    let answer = run(upstar(["outcome", "partizan-digraph", &joined, "--compound", "join"]), "");
    assert_eq!(answer.status, Some(1), "{answer:?}");
}

#[test]
fn a_bonus_move_after_a_complimenting_one() {
    let answer = run(upstar(["moves", "all-square", "13", "--all", "--json"]), "");
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let object: Json = serde_json::from_str(&answer.stdout).unwrap();
    let moves = object["moves"].as_array().unwrap();
    let again = |m: &&Json| m["why"].as_str().unwrap().starts_with("gives another move, and");
    let bonus: Vec<_> = moves.iter().filter(again).collect();
    assert!(!bonus.is_empty(), "{answer:?}");
    assert!(bonus.iter().all(|m| m["bonus"].is_string()), "{answer:?}");
}

#[test]
fn genera_of_all_moves_in_misere_play() {
    let answer = run(upstar(["--json", "moves", "cram", "..|..", "--all", "--play", "misere"]), "");
    let object: Json = serde_json::from_str(&answer.stdout).unwrap();
    let moves = object["moves"].as_array().unwrap();
    assert!(!moves.is_empty() && moves.iter().all(|m| m["genus"] == "1^031"), "{answer:?}");
}
