//! Games against the program, with the human's lines on stdin.

use crate::program::{Run, run, upstar};

fn game(args: &[&str], lines: &str) -> Run {
    let mut all = vec!["play"];
    all.extend(args);
    let run = run(upstar(all), lines);
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{}", run.stdout);
    run
}

#[track_caller]
fn says(run: &Run, parts: &[&str]) {
    let mut rest = run.stdout.as_str();
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("no {part:?} in order:\n{}", run.stdout));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn by_number() {
    let run = game(&["domineering", "..|.."], "moves\n1\n");
    says(
        &run,
        &["you are Left", "#1  #.|#.", "#2  .#|.#", "#.\n#.", "Right cannot move. You win."],
    );
}

#[test]
fn by_notation() {
    let run = game(&["nim", "1+2"], "1+1\n#1\n");
    says(&run, &["Left> ", "Right moves to 1", "cannot move. You win."]);
}

#[test]
fn in_a_sum() {
    let run = game(&["domineering", "(..) + .|."], "moves\n(..) + #|#\n");
    says(&run, &["..\n+\n.\n.", "#|# (part 2)", "Right moves to ## (part 1)", "I win."]);
}

#[test]
fn hints_have_reasons() {
    let run = game(&["nim", "3+5+7"], "hint\n");
    says(&run, &["Move to 6+5+3: leaves nim-sum 0."]);
    let run = game(&["nim", "2+2"], "hint\n");
    says(&run, &["Every move loses against best play."]);
}

#[test]
fn undo_and_swap() {
    let run = game(&["nim", "5+5"], "undo\n4+5\nundo\nboard\nswap\n");
    says(&run, &["nothing to take back", "Right moves", "Left> ", "Left moves", "Right> "]);
    let run = game(&["nim", "3"], "swap\n");
    says(&run, &["Left moves to 0", "Right cannot move. I win."]);
    // After undo it is the same position and the same player again.
    let run = game(&["nim", "5+5"], "4+5\nundo\n");
    assert_eq!(run.stdout.matches("\n5+5\n").count(), 2, "{}", run.stdout);
}

#[test]
fn in_json() {
    let run = game(&["nim", "1+2", "--json"], "moves\nhint\nnonsense\n1+1\n0\n");
    let lines: Vec<serde_json::Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let said = |key: &str| lines.iter().filter(|line| line.get(key).is_some()).count();
    assert_eq!(lines[0], serde_json::json!({"begin": "Nim", "you": "left"}));
    assert_eq!(lines[1], serde_json::json!({"position": "2+1"}));
    assert_eq!(lines[3], serde_json::json!({"moves": ["1", "1+1", "2"]}));
    assert!(lines[5]["hint"]["why"].is_string(), "{}", run.stdout);
    assert_eq!((said("note"), said("move")), (1, 1), "{}", run.stdout);
    assert_eq!(lines[lines.len() - 1], serde_json::json!({"stuck": "right", "winner": "left"}));
}

#[test]
fn mistakes_cost_nothing() {
    let run = game(&["domineering", "..|.."], "9\n??\n##|..\n.\n\nhelp\n(..) + ..\nquit\n");
    says(
        &run,
        &[
            "there are 2 moves, `#1` to `#2`",
            "`?`",
            "Left cannot move there",
            "Left cannot move there",
        ],
    );
    says(&run, &["a position", "#3", "Left cannot move there"]);
}

#[test]
fn the_program_plays_either_side_and_wins() {
    let run =
        game(&["nim", "3+5+7", "--side", "right"], "#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n");
    says(&run, &["you are Right", "Left moves to 6+5+3", "Right> ", "Right cannot move. I win."]);
    let run =
        game(&["nim", "3+5+7", "--first", "right"], "#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n");
    says(&run, &["you are Left", "Right moves to 6+5+3", "Left cannot move. I win."]);
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    let run = game(&["nim", "1"], "");
    assert!(run.stdout.ends_with("Left> \n"), "{}", run.stdout);
    for word in ["quit", "resign", "exit"] {
        game(&["nim", "1"], word);
    }
}

#[test]
fn nothing_to_move_at_the_start() {
    let run = game(&["nim", "0"], "1\n");
    says(&run, &["Left cannot move. I win."]);
    let run = game(&["nim", "0", "--play", "misere"], "1\n");
    says(&run, &["Left cannot move. You win."]);
}

#[test]
fn misere() {
    let run = game(&["nim", "2", "--play", "misere", "--side", "right"], "#1\n");
    says(&run, &["Left moves to 1", "Left cannot move. I win."]);
}

#[test]
fn misere_hints_have_reasons() {
    let run = game(&["kayles", "5+2", "--play", "misere"], "hint\n");
    says(&run, &["Move to 3+2+1: pretend: b^2 is P, genus 0^02."]);
    let run = game(&["wythoff", "5,7", "--play", "misere"], "hint\n");
    says(&run, &["Move to 4,7: genus 0^02."]);
    let run = game(&["kayles", "1+1+1", "--play", "misere"], "#1\n#1\n");
    says(&run, &["Right moves to 1\n", "Right cannot move. I win."]);
}

/// A limit makes the program unsure, but the game goes on.
#[test]
fn out_of_time() {
    let board = ["........"; 8].join("|");
    let run = game(&["domineering", &board, "--time", "50ms"], "hint\n1\n");
    says(
        &run,
        &["I do not know: stopped: the time limit of 50ms", "not sure of my move", "Left> "],
    );
}

/// Where positions are numbers, a number is where a move leads and never a line of the list.
#[test]
fn a_number_is_a_position() {
    let run = game(&["nim", "5"], "3\n");
    says(&run, &["Left> ", "\n3\n", "Right moves to 0"]);
    let run = game(&["nim", "5"], "#3\n");
    says(&run, &["Left> ", "\n2\n", "Right moves to 0"]);
    let run = game(&["nim", "5"], "7\n#9\n");
    says(&run, &["cannot move there; try `moves`; `#7` is line 7", "5 moves, `#1` to `#5`"]);
    let run = game(&["top-entails", "5"], "4\n");
    says(&run, &["Left> ", "\n4\n"]);
    let run = game(&["nim", "5", "--json"], "3\n");
    assert!(run.stdout.contains("{\"position\":\"3\"}"), "{}", run.stdout);
    let run = game(&["nim", "5", "--json"], "#3\n");
    assert!(run.stdout.contains("{\"position\":\"2\"}"), "{}", run.stdout);
}

/// A heap that can be reached in two parts is not guessed.
#[test]
fn a_move_that_two_parts_have_is_asked_for() {
    let run = game(&["nim", "5 + 7"], "3\n3 (part 2)\n");
    says(&run, &["that can be #", "which?", "\n5\n+\n3\n"]);
}

/// A variant keeps the way in which a position is shown.
#[test]
fn the_board_of_a_variant() {
    let run = game(&["tree", "{0,{0|}|*}", "--variant", "impartial"], "");
    says(&run, &["\n{0,{0|}|{0|0}}\n"]);
}
