//! Questions about positions: what is written, as text and as JSON, and how mistakes look.

use crate::program::{Run, Running, run, upstar};
use serde_json::{Value as Json, json};
use std::process::Stdio;

const EIGHT: &str = "........|........|........|........|........|........|........|........";

fn ask(args: &[&str]) -> Run {
    run(upstar(args.iter().copied()), "")
}

#[track_caller]
fn answers(args: &[&str], expected: &str) {
    let run = ask(args);
    assert_eq!((run.stdout.as_str(), run.status), (expected, Some(0)), "{}", run.stderr);
    assert_eq!(run.stderr, "");
}

#[track_caller]
fn refuses(args: &[&str], status: i32, place: &str, parts: &[&str]) {
    let run = ask(args);
    assert_eq!((run.stdout.as_str(), run.status), ("", Some(status)), "{}", run.stderr);
    assert!(run.stderr.contains(place), "{place}: {}", run.stderr);
    for part in parts {
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
    // The same as JSON, on stdout.
    let mut args = args.to_vec();
    args.push("--json");
    let run = ask(&args);
    assert_eq!(run.status, Some(status));
    let error: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(error["error"]["span"].as_array().map(Vec::len), Some(2), "{error}");
    assert!(error["error"]["kind"].is_string());
    assert!(error["error"]["message"].as_str().unwrap().contains(parts[0]), "{error}");
    assert_eq!(run.stderr, "");
}

fn keys(object: &Json) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn values() {
    answers(&["value", "domineering", "...|...|...|..."], "3/2\n");
    answers(&["value", "domineering", "(..|..) + ...|..."], "{3|1||1/2|-3/2}\n");
    answers(&["value", "nim", "7+5+3"], "*\n");
    answers(&["value", "clobber", "xxo", "--notation", "unicode"], "↑\n");
    answers(&["value", "hackenbush", "lr"], "1/2\n");
    answers(
        &["value", "domineering", "..|..", "--show", "temperature,Mean", "--show", "outcome"],
        "+-1\ntemperature: 1\nMean: 0\noutcome: N: whoever starts wins\n",
    );
}

#[test]
fn a_value_as_json() {
    let run = ask(&["--json", "value", "domineering", "..|..", "--show", "Temperature,outcome"]);
    assert_eq!(run.stdout.lines().count(), 1);
    let answer: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        keys(&answer),
        ["rules", "position", "compound", "play", "value", "kind", "outcome", "temperature"]
    );
    assert_eq!(answer["outcome"], json!({"left_first": "win", "right_first": "win"}));
    assert_eq!(keys(&answer["outcome"]), ["left_first", "right_first"]);
    assert_eq!(answer["value"], "+-1");
    assert_eq!(answer["kind"], "ShortGame");
    assert_eq!(answer["temperature"], "1");
    let run = ask(&["--json", "value", "domineering", "...|...|...|..."]);
    let answer: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(answer["outcome"], json!({"left_first": "win", "right_first": "loss"}));
    assert_eq!(answer["kind"], "Dyadic");
}

#[test]
fn a_size_names_a_board() {
    answers(&["value", "domineering", "3x4"], "-3/2\n");
    answers(&["value", "domineering", "4x5 + (..)"], "0\n");
    answers(&["outcome", "clobber", "4x5"], "N: whoever starts wins\n");
    let run = ask(&["value", "domineering", "1000x1000"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("more than 65536 squares"), "{}", run.stderr);
}

#[test]
fn misere_play() {
    answers(&["value", "nim", "1+1+1", "--play", "misere"], "P\n");
    answers(
        &["value", "nim", "1+1", "--play", "misere", "--show", "outcome"],
        "N\noutcome: N: whoever starts wins\n",
    );
    answers(&["outcome", "domineering", ".", "--play", "misere"], "N: whoever starts wins\n");
    let run = ask(&["--json", "value", "nim", "2+2", "--play", "misere"]);
    let answer: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&answer["play"], &answer["value"]), (&json!("misere"), &json!("P")));
    let args = ["value", "nim", "2", "--play", "misere", "--show", "Temperature"];
    refuses(&args, 2, "--show:1:1", &["normal play"]);
}

#[test]
fn misere_play_has_reasons() {
    answers(
        &["outcome", "kayles", "5+2", "--play", "misere"],
        "N: whoever starts wins (pretend: bc is N, genus 6^46)\n",
    );
    let run = ask(&["moves", "kayles", "5+2", "--play", "misere"]);
    assert_eq!(run.stdout.matches("pretend: ").count(), 2, "{}", run.stdout);
    let run = ask(&["outcome", "nim", "1000000+999998+126", "--play", "misere"]);
    assert!(run.stdout.contains("(misère Nim, genus 0^02)"), "{}", run.stdout);
    let run = ask(&["moves", "wythoff", "5,7", "--play", "misere"]);
    assert!(run.stdout.contains("5,3  genus 0^02\n"), "{}", run.stdout);
    let run = ask(&["outcome", "domineering", "...", "--variant", "impartial", "--play", "misere"]);
    assert_eq!(run.stdout, "P: whoever starts loses (genus 1^031)\n");
    // Two seconds do not reduce this board; search or the limit ends it.
    let board = ["........"; 8].join("|");
    let run = ask(&["outcome", "cram", &board, "--play", "misere", "--time", "3s"]);
    assert_eq!(run.status, Some(1), "{}", run.stdout);
}

#[test]
fn misere_play_of_a_million_heaps() {
    let run = ask(&["--json", "outcome", "kayles", "1000000*9+999999*17", "--play", "misere"]);
    let answer: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(run.status, Some(0));
    assert!(answer["why"].as_str().unwrap().starts_with("pretend: "), "{answer}");
    let twin = ask(&["misere", "outcome", ".77", "1000000*9+999999*17", "--json"]);
    let twin: Json = serde_json::from_str(&twin.stdout).unwrap();
    assert_eq!(answer["class"], twin["class"]);
    // Heaps are nim-heaps here, so that only numbers count.
    let run = ask(&["outcome", "nim", "1000000*3+1000001*2", "--play", "misere"]);
    assert!(run.stdout.starts_with("N: "), "{}", run.stdout);
    let run = ask(&["outcome", "nim", "1000000*3+1000000*2", "--play", "misere"]);
    assert!(run.stdout.starts_with("P: "), "{}", run.stdout);
}

#[test]
fn variants() {
    answers(&["value", "domineering", "...", "--variant", "impartial"], "*\n");
    // Cram is Domineering with the moves of both players.
    let cram = ask(&["value", "cram", "...|...|..."]).stdout;
    answers(&["value", "domineering", "...|...|...", "--variant", "impartial"], &cram);
    answers(&["value", "domineering", "..", "--variant", "dicotic"], "0\n");
    let run = ask(&["value", "domineering", "..|..", "--variant", "twisted"]);
    assert_eq!(run.status, Some(0));
    assert_eq!(ask(&["value", "nim", "1", "--variant", "loopy"]).status, Some(2));
    assert_eq!(ask(&["value", "nim", "1", "--compound", "sideways"]).status, Some(2));
}

#[test]
fn outcomes() {
    answers(&["outcome", "domineering", "...|..."], "N: whoever starts wins\n");
    answers(&["outcome", "domineering", ".|."], "L: Left wins, whoever starts\n");
    answers(&["outcome", "nim", "3+5+6"], "P: whoever starts loses\n");
    let run =
        ask(&["--json", "outcome", "domineering", "......|......|......|......|......|......"]);
    let answer: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(keys(&answer), ["rules", "position", "compound", "play", "class", "outcome"]);
    assert_eq!(answer["class"], "N");
}

#[test]
fn winning_moves() {
    answers(
        &["moves", "nim", "3+5+7"],
        "6+5+3  leaves nim-sum 0\n7+4+3  leaves nim-sum 0\n7+5+2  leaves nim-sum 0\n\
         3 winning moves of 15\n",
    );
    answers(
        &["moves", "domineering", "..|..", "--player", "right"],
        "##|..  leaves -1 < 0: Right wins, whoever moves\n\
         ..|##  leaves -1 < 0: Right wins, whoever moves\n2 winning moves of 2\n",
    );
    answers(&["moves", "domineering", ".."], "Left cannot move\n");
    answers(&["moves", "nim", "2+2"], "Left has no winning move (2 losing moves)\n");
    let run = ask(&["moves", "nim", "2+1", "--play", "misere"]);
    assert!(run.stdout.contains("1  misère Nim, genus 1^031\n"), "{}", run.stdout);
    let run = ask(&["moves", "domineering", "...|...", "--play", "misere"]);
    assert!(run.stdout.contains("by search"), "{}", run.stdout);
    let run = ask(&["--json", "moves", "domineering", "..|..|.."]);
    let answer: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        keys(&answer),
        ["rules", "position", "compound", "play", "player", "winning", "losing"]
    );
    assert_eq!(keys(&answer["winning"][0]), ["to", "value", "why"]);
    let (winning, losing) = (answer["winning"].as_array().unwrap().len(), &answer["losing"]);
    assert_eq!(winning as u64 + losing.as_u64().unwrap(), 4);
}

/// Whatever `moves` says of a sum, `outcome` says of where the moves lead.
#[test]
fn winning_moves_win() {
    for (rules, position, player) in [
        ("domineering", "(...|..#|...) + ..|..", "left"),
        ("clobber", "xoxo|oxox", "right"),
        ("toads-and-frogs", "tt.ff", "right"),
    ] {
        let run = ask(&["--json", "moves", rules, position, "--player", player]);
        let answer: Json = serde_json::from_str(&run.stdout).unwrap();
        let winning = answer["winning"].as_array().unwrap();
        assert!(!winning.is_empty() || answer["losing"] != json!(0));
        let opponent = if player == "left" { "right_first" } else { "left_first" };
        for m in winning {
            let after = ask(&["--json", "outcome", rules, m["to"].as_str().unwrap()]);
            let after: Json = serde_json::from_str(&after.stdout).unwrap();
            assert_eq!(after["outcome"][opponent], "loss", "{rules} {}", m["to"]);
        }
    }
}

#[test]
fn tables() {
    answers(
        &["table", "cutcake", "3x5"],
        "    1  2  3  4  5\n1   0  1  2  3  4\n2  -1  0  0  1  1\n3  -2  0  0  1  1\n",
    );
    answers(&["table", "kayles", "6"], "1   2   3  4   5   6\n*  *2  *3  *  *4  *3\n");
    let run = ask(&["--json", "table", "cram", "2x3"]);
    let answer: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(keys(&answer), ["rows", "cells", "index"]);
    assert_eq!(answer["rows"], json!([["0", "*", "*"], ["*", "0", "*"]]));
    assert_eq!(answer["cells"], json!([[0, 1, 1], [1, 0, 1]]));
    assert!(!answer["index"].as_str().unwrap().is_empty());
    let run = ask(&["table", "nim", "3", "--play", "misere"]);
    assert_eq!(run.stdout, "1  2  3\nP  N  N\n");
}

#[test]
fn sizes_that_are_none() {
    refuses(&["table", "nim", "3x3"], 2, "size:1:1", &["no size for Nim"]);
    refuses(&["table", "nim", "x"], 2, "size:1:1", &["expected a size"]);
    refuses(&["table", "cram", "3x0"], 2, "size:1:3", &["at least 1"]);
    refuses(&["table", "cram", "99999x99999"], 2, "size:1:1", &["cells"]);
    refuses(&["table", "cram", "2x2x2"], 2, "size:1:1", &["one or two sizes"]);
    refuses(&["table", "toppling-dominoes", "3"], 2, "rules:1:1", &["has no table"]);
}

#[test]
fn rules() {
    let run = ask(&["rules"]);
    assert!(run.stdout.lines().count() > 60);
    assert!(run.stdout.contains("domineering"));
    let page = ask(&["rules", "toads"]).stdout;
    assert!(page.starts_with("# Toads and Frogs\n") && page.contains("Notation:"));
    let run = ask(&["--json", "rules", "nim"]);
    let answer: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(answer["impartial"], true);
    assert_eq!(answer["examples"][0].as_str().map(str::is_empty), Some(false));
    let run = ask(&["--json", "rules"]);
    let all: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(all["rules"].as_array().unwrap().len(), ask(&["rules"]).stdout.lines().count());
}

#[test]
fn pictures() {
    let run = ask(&["draw", "domineering", "(..#|...) + .."]);
    assert!(run.stdout.starts_with("<svg ") && run.stdout.trim_end().ends_with("</svg>"));
    answers(&["draw", "--text", "domineering", "(..#|...) + .."], "..#\n...\n+\n..\n");
    let run = ask(&["--json", "draw", "nim", "2"]);
    let answer: Json = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(answer["input"], json!(["nim", "2"]));
    assert!(answer["picture"].as_str().unwrap().contains("<circle"));
    refuses(&["draw", "nim", "2+x"], 2, "position:1:3", &["expected"]);
    assert_eq!(ask(&["draw", "nim"]).status, Some(2));
}

#[test]
fn wrong_positions() {
    let domineering = |position| ["value", "domineering", position];
    refuses(&domineering(".?."), 2, "position:1:2", &["unexpected `?`", "expected `.`"]);
    refuses(&domineering("..|..."), 2, "position:1:4", &["row 2 has 3 squares"]);
    refuses(&domineering(""), 2, "position:1:1", &["expected a position"]);
    refuses(&domineering("..||.."), 2, "position:1:4", &["row 2"]);
    refuses(&domineering("(..|.."), 2, "position:1:1", &["unexpected `(`"]);
    refuses(&domineering("(..) + .é."), 2, "position:1:9", &["`é`"]);
    refuses(&["moves", "nim", "3+-5"], 2, "position:1:3", &["expected"]);
    refuses(&["outcome", "nim", "3++5"], 2, "position:1:3", &["expected"]);
    let large = "9".repeat(60);
    refuses(&["value", "nim", &large], 2, "position:1:1", &["2^128"]);
    refuses(&["value", "hackenbush", "l(r"], 2, "position:1:2", &["never closed"]);
    refuses(&["value", "euclid", "0,0"], 2, "position:1:", &["expected"]);
    refuses(&["play", "domineering", ".?"], 2, "position:1:2", &["unexpected `?`"]);
}

#[test]
fn a_million_squares() {
    for (rules, row, rows) in [
        ("domineering", ".", 1000),
        ("clobber", "xo", 500),
        ("nogo", ".", 1000),
        ("chomp", ".", 1000),
    ] {
        let board = vec![row.repeat(1000); rows].join("\n");
        for command in ["value", "outcome", "moves", "draw"] {
            let run = run(upstar([command, rules, "-"]), board.clone());
            assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{command} {rules}");
            assert!(run.stderr.contains("squares"), "{}", run.stderr);
            assert!(run.stderr.contains("position:1:"), "{}", run.stderr);
            assert!(run.stderr.len() < 2000);
        }
    }
}

#[test]
fn a_position_on_stdin() {
    let answer = run(upstar(["value", "domineering", "-"]), "...\n...\n...\n...\n");
    assert_eq!((answer.stdout.as_str(), answer.status), ("3/2\n", Some(0)));
    let answer = run(upstar(["value", "domineering", "-"]), "");
    assert_eq!(answer.status, Some(2));
    let answer = run(upstar(["value", "domineering", "-"]), b"\xff\xfe".as_slice());
    assert_eq!(answer.status, Some(2));
    assert!(answer.stderr.contains("UTF-8"), "{}", answer.stderr);
}

#[test]
fn wrong_rules() {
    refuses(&["value", "domeneering", ".."], 2, "rules:1:1", &["did you mean domineering?"]);
    refuses(&["rules", "tods"], 2, "rules:1:1", &["did you mean toads"]);
    refuses(&["outcome", "zzzzzz", ".."], 2, "rules:1:1", &["`upstar rules` lists them"]);
    refuses(&["value", "", ".."], 2, "rules:1:1", &["there is no ruleset"]);
    refuses(&["value", "moore-nim(x)", "1+2"], 2, "rules:1:11", &["expected how many heaps"]);
    refuses(&["value", "subtraction(2,y)", "7"], 2, "rules:1:15", &["expected"]);
    refuses(&["value", "subtraction(2,5", "7"], 2, "rules:1:", &["expected `)`"]);
    refuses(&["value", "domineering(3)", ".."], 2, "rules:1:13", &["no parameters"]);
}

#[test]
fn wrong_things_to_show() {
    let show = |what| ["value", "domineering", "..|..", "--show", what];
    refuses(&show("Temprature"), 2, "--show:1:1", &["Temprature"]);
    refuses(&show("AtomicWeight"), 2, "--show:1:1", &["tomic"]);
}

#[test]
fn limits_say_what_is_known() {
    for command in ["value", "outcome"] {
        let args = [command, "domineering", EIGHT, "--time", "100ms"];
        refuses(&args, 1, "position:1:1", &["the time limit of 100ms was reached"]);
        let run = ask(&args);
        assert!(run.stderr.contains("components have a value"), "{}", run.stderr);
        assert!(run.stderr.contains("`--time` allows more"), "{}", run.stderr);
    }
    let run = ask(&["outcome", "domineering", EIGHT, "--memory", "20M"]);
    assert!(run.stderr.contains("positions were searched"), "{}", run.stderr);
    let args = ["value", "domineering", EIGHT, "--memory", "20M"];
    refuses(&args, 1, "position:1:1", &["memory limit"]);
    // What is known of a table is its first cells.
    let run = ask(&["table", "domineering", "7x7", "--time", "500ms"]);
    assert_eq!(run.status, Some(1));
    assert!(run.stdout.starts_with("   "), "{}", run.stdout);
    assert!(run.stdout.contains("\n1 "), "{}", run.stdout);
    assert!(run.stderr.contains("of 49 cells are known"), "{}", run.stderr);
}

#[test]
fn a_closed_stdout_is_not_an_error() {
    for args in [
        ["rules"].as_slice(),
        &["--json", "rules"],
        &["table", "nim", "1000"],
        &["moves", "nim", "1000"],
        &["draw", "cram", "...|...|..."],
        &["play", "nim", "3"],
    ] {
        let mut command = upstar(args.iter().copied());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = Running::start(&mut command);
        drop(child.stdout.take());
        let run = child.output();
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[test]
fn a_value_stands_whatever_it_has_not() {
    let args = ["value", "domineering", "3x3", "--show", "mean,AtomicWeight"];
    answers(&args, "+-1\nmean: 0\nAtomicWeight: none, the game has no atomic weight\n");
    let answer: Json =
        serde_json::from_str(&ask(&[&args[..], &["--json"]].concat()).stdout).unwrap();
    assert_eq!((&answer["mean"], &answer["atomicweight"]), (&json!("0"), &Json::Null));
}
