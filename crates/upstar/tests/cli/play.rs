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
        &[
            "you are Left",
            "#1  a1-a2\n",
            "#2  b1-b2\n",
            "1 # .\n2 # .",
            "Right cannot move. You win.",
        ],
    );
}

#[test]
fn by_notation() {
    let run = game(&["nim", "1+2"], "1+1\n#1\n");
    says(&run, &["Left> ", "Right plays 1->0", "cannot move. You win."]);
}

#[test]
fn in_a_sum() {
    let run = game(&["domineering", "(..) + .|."], "moves\n(..) + #|#\n");
    says(&run, &[" . .\n 1 2\n+\n  a\n1 .\n2 .", "2: a1-a2", "Right plays 1: 1-2", "I win."]);
    let run = game(&["domineering", "(..) + .|."], "a1-a2\n");
    says(&run, &["Right plays 1: 1-2", "I win."]);
}

#[test]
fn hints_have_reasons() {
    let run = game(&["nim", "3+5+7"], "hint\n");
    says(&run, &["Play 7->6: leaves nim-sum 0."]);
    let run = game(&["nim", "2+2"], "hint\n");
    says(&run, &["Every move loses against best play."]);
}

#[test]
fn undo_and_swap() {
    let run = game(&["nim", "5+5"], "undo\n4+5\nundo\nboard\nswap\n");
    says(&run, &["nothing to take back", "Right plays", "Left> ", "Left plays", "Right> "]);
    let run = game(&["nim", "3"], "swap\n");
    says(&run, &["Left plays 3->0", "Right cannot move. I win."]);
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
    assert_eq!(
        lines[3],
        serde_json::json!({"moves": [
            {"move": "2->0", "to": "1"}, {"move": "2->1", "to": "1+1"}, {"move": "1->0", "to": "2"},
        ]})
    );
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
    says(&run, &["a position", "#3", "Left cannot move there: there are 2 moves"]);
}

#[test]
fn the_program_plays_either_side_and_wins() {
    let run =
        game(&["nim", "3+5+7", "--side", "right"], "#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n");
    says(&run, &["you are Right", "Left plays 7->6", "Right> ", "Right cannot move. I win."]);
    let run =
        game(&["nim", "3+5+7", "--first", "right"], "#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n#1\n");
    says(&run, &["you are Left", "Right plays 7->6", "Left cannot move. I win."]);
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
    says(&run, &["Left plays 2->1", "Left cannot move. I win."]);
}

#[test]
fn misere_hints_have_reasons() {
    let run = game(&["kayles", "5+2", "--play", "misere"], "hint\n");
    says(&run, &["Play 5->3+1: pretend: b^2 is P, genus 0^02."]);
    let run = game(&["wythoff", "5,7", "--play", "misere"], "hint\n");
    says(&run, &["Play 5,7->4,7: genus 0^02."]);
    let run = game(&["kayles", "1+1+1", "--play", "misere"], "#1\n#1\n");
    says(&run, &["Right plays 1->0\n", "Right cannot move. I win."]);
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
    says(&run, &["Left> ", "\n3\n", "Right plays 3->0"]);
    let run = game(&["nim", "5"], "#3\n");
    says(&run, &["Left> ", "\n2\n", "Right plays 2->0"]);
    let run = game(&["nim", "5"], "7\n#9\n");
    says(
        &run,
        &["cannot move there: there are 5 moves", "`#7` is line 7", "5 moves, `#1` to `#5`"],
    );
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
    let run = game(&["nim", "5 + 7"], "3\n2: 7->3\n");
    says(&run, &["that can be #", "which?", "\n5\n+\n3\n"]);
    let run = game(&["domineering", "..|.. + ..|.."], "a1-a2\n2:A1-A2\n");
    says(&run, &["that can be `1: a1-a2` or `2: a1-a2`: which?", "Right plays"]);
}

/// A variant keeps the way in which a position is shown.
#[test]
fn the_board_of_a_variant() {
    let run = game(&["tree", "{0,{0|}|*}", "--variant", "impartial"], "");
    says(&run, &["\n{0,{0|}|{0|0}}\n"]);
}

/// Every name of the list makes its move, whatever its blanks and capitals.
#[test]
fn by_name() {
    for (rules, position, name) in [
        ("clobber", "xo|ox", "A1 - b1"),
        ("amazons", "x..|..o", "a1-b2/a1"),
        ("nim", "3+5+7", "7 → 6"),
        ("kayles", "7+5", "7->4+2"),
        ("hackenbush", "l(r;ee)", "cut 3"),
        ("hackenbush", "l(r;ee)", "3"),
        ("col", ".-.(-.;-R-.)-.", "Paint 2"),
        ("toads-and-frogs", "t.tf.f", "3-5"),
        ("cutcake", "2x3", "2x3->2x1+2x2"),
        ("staircase-nim", "3,1,2", "2 from step 1"),
    ] {
        let run = game(&[rules, position], &format!("{name}\nrecord\n"));
        assert!(!run.stdout.contains("cannot move there"), "{rules} {name}: {}", run.stdout);
        says(&run, &[&format!("rules: {rules}\n"), "first: left\n\nLeft "]);
    }
}

#[test]
fn boards_have_coordinates() {
    let run = game(&["clobber", "xo|ox"], "");
    says(&run, &["  a b\n1 x o\n2 o x\n"]);
    let run = game(&["toads-and-frogs", "t.f"], "");
    says(&run, &[" t . f\n 1 2 3\n"]);
    let run = game(&["fox-and-geese", "...F|....|....|G.G."], "");
    says(&run, &["  a b c d\n4 . . . F\n", "1 G . G .\n"]);
    let run = game(&["col", ".-.(-.;-R-.)-."], "");
    says(&run, &["1 2  3  4 5  6\n"]);
}

#[test]
fn why_explains_a_bad_move() {
    let run = game(&["nim", "3+5+7"], "why\n7->5\nwhy\n");
    says(
        &run,
        &[
            "Nobody but me",
            "7->5 loses: ",
            "The answer is ",
            "Better was 7->6: it leaves nim-sum 0.",
        ],
    );
    let run = game(&["nim", "3+5+7"], "7->6\nwhy\n");
    says(&run, &["7->6 wins: it leaves nim-sum 0."]);
    let run = game(&["nim", "2+2"], "2->1\nwhy\n");
    says(&run, &["2->1 loses", "Every other move loses too."]);
    let run = game(&["nim", "3+5+7", "--json"], "7->5\nwhy\n");
    assert!(run.stdout.contains("{\"why\":\"7->5 loses"), "{}", run.stdout);
}

#[test]
fn two_people_and_nobody() {
    let run = game(&["nim", "2+1", "--side", "both"], "2->1\n1->0\nundo\n1->0\n1->0\n");
    says(
        &run,
        &["two people play", "Left> ", "Right> ", "Left> ", "Right> ", "Left> ", "Left wins."],
    );
    let run = game(&["nim", "3+5+7", "--side", "neither"], "");
    says(&run, &["I play with myself", "Left plays 7->6", "Right cannot move. Left wins."]);
}

#[test]
fn several_moves_are_taken_back() {
    let run = game(&["nim", "5+5"], "5->4\n4->3\nundo 2\nboard\nundo x\n");
    says(&run, &["Left> ", "Left> ", "Left> ", "\n5+5\n", "expected how many"]);
}

/// In a lost position the move that leaves the fewest winning replies, and of those the one that
/// leaves the most losing ones.
#[test]
fn a_lost_position_is_made_hard() {
    let run = game(&["nim", "3+3", "--first", "right"], "");
    says(&run, &["Right plays 3->2"]);
    let run = game(&["nim", "10^30+10^30", "--first", "right"], "");
    says(&run, &["Right plays"]);
}

#[test]
fn levels() {
    let lines = "#1\n".repeat(20);
    let won = |level: &str, seed: usize| {
        let seed = seed.to_string();
        let args = ["nim", "3+5+7", "--side", "right", "--level", level, "--seed", &seed];
        game(&args, &lines).stdout.contains("You win")
    };
    assert!((0..6).all(|seed| !won("master", seed)));
    assert!((0..12).any(|seed| won("novice", seed)));
    let run = game(&["nim", "5+5"], "level novice\nlevel 9\n");
    says(&run, &["expected `level novice`"]);
}

/// A game is kept after every move, gone on with, and not overwritten by another.
#[test]
fn records() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.txt").display().to_string();
    game(&["domineering", "4x4", "--record", &file], "a1-a2\n");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(
        text.starts_with("rules: domineering\nposition: 4x4\nfirst: left\n\nLeft a1-a2\nRight "),
        "{text}"
    );
    let run = game(&["--record", &file], "record\nundo\n");
    says(&run, &["after 2 moves", "Left a1-a2\nRight ", "  a b c d\n1 . . . ."]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.ends_with("first: left\n\n"), "{text}");
    let run = crate::program::run(upstar(["play", "nim", "3", "--record", &file]), "");
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.stderr.contains("has another game"), "{run:?}");
    for (text, message) in [
        ("rules: nim\nposition: 3\n\nRight 3->1\n", "it is Left's turn"),
        ("rules: nim\nposition: 3\n\nLeft 3->7\n", "move 1 of the record"),
        ("rules: nim\ncompund: join\n", "line 2: there is no field `compund`"),
        ("rules: nim\nsome words\n", "line 2: expected a field"),
        ("position: 3\n", "rules"),
        ("rules: nim\nposition: x\n", "heap sizes"),
    ] {
        std::fs::write(&file, text).unwrap();
        let run = crate::program::run(upstar(["play", "--record", &file]), "");
        assert_eq!(run.status, Some(2), "{text}: {run:?}");
        assert!(run.stderr.contains(message), "{text}: {run:?}");
    }
    let run = game(&["nim", "3"], &format!("save {file}\n3->0\nsave\n"));
    says(&run, &["Saved in "]);
    let run = game(&["--record", &file], "3->0\n");
    says(&run, &["you are Left. ", "You win"]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.ends_with("Left 3->0\nresult: Left wins\n"), "{text}");
}

#[test]
fn repetition_is_noticed() {
    let lines = "pass\n".repeat(6);
    let run = game(&["partizan-digraph", "a={pass|pass} @ a", "--side", "both"], &lines);
    says(&run, &["This position was there before.", "third time"]);
}

#[cfg(unix)]
mod at_a_terminal {
    use crate::program::tell;
    use crate::terminal::Terminal;
    use nix::sys::signal::Signal;

    #[test]
    fn lines_are_edited_and_the_last_move_is_marked() {
        let mut terminal = Terminal::open(&["play", "domineering", "2x4"]);
        terminal.expect("Left> ");
        // Tab completes the only name that begins so.
        terminal.type_in("d1\t\r");
        terminal.expect("\u{1b}[2;7m#");
        terminal.expect("Right plays");
        terminal.expect("Left> ");
        terminal.type_in("\u{3}");
        terminal.expect("Left> ");
        terminal.type_in("why\r");
        terminal.expect("d1-d2");
        terminal.type_in("quit\r");
        assert_eq!(terminal.child.status(), Some(0));
    }

    /// Ctrl-C ends a thought, and the move that looks best is made.
    #[test]
    fn ctrl_c_ends_the_thought_not_the_game() {
        let args = ["play", "clobber", "8x8", "--first", "right", "--time", "1h"];
        let mut terminal = Terminal::open(&args);
        terminal.expect("moves searched");
        tell(&terminal.child, Signal::SIGINT);
        terminal.expect("I am not sure of my move");
        terminal.expect("Right plays");
        terminal.expect("Left> ");
        terminal.type_in("quit\r");
        assert_eq!(terminal.child.status(), Some(0));
    }
}
