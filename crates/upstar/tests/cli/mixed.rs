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
