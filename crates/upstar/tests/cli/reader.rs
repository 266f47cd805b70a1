//! What a reader with a book in hand types: names, sums of different games, sizes as positions,
//! numbers beside games. The pages `docs/reader` have the rest, and their commands are run too.

use crate::program::{Run, run, upstar};

fn ask(args: &[&str]) -> Run {
    run(upstar(args.iter().copied()), "")
}

fn says(args: &[&str]) -> String {
    let run = ask(args);
    assert_eq!(run.status, Some(0), "{args:?} {run:?}");
    run.stdout
}

#[test]
fn names_of_the_documents() {
    for (name, values) in [
        ("lasker", "0 1 2 4 3 5 6 8 7"),
        ("kenyon", "0 1 2 0 1 2 3 4 5"),
        ("triplicate-nim", "0 0 0 1 1 1 2 2 2"),
        ("dawson", "0 1 1 2 0 3 1 1 0"),
        ("knots", "0 1 2 1 2 1 2 1 2"),
        ("tins", "0 0 0 0 1 1 1 2 2"),
        ("canapes", "0 1 2 1 2 1 2 1 2"),
        ("take-a-square", "0 1 0 1 2 0 1 0 1"),
    ] {
        let said = says(&["heaps", "values", name, "--to", "8"]);
        assert_eq!(said.trim(), values, "{name}");
    }
    assert_eq!(says(&["value", "cutcakes", "2x3"]), "0\n");
    for (one, other) in [("rapid-join", "join"), ("conjunctive", "join"), ("selective", "union")] {
        let [one, other] =
            [one, other].map(|name| says(&["value", "cutcake", "3x4", "--compound", name]));
        assert_eq!(one, other);
    }
}

/// Endless games and infinite numbers beside others.
#[test]
fn numbers_beside_games() {
    for (input, value) in [
        ("5000 + over", "5000over"),
        ("on > 10^6", "true"),
        ("10^9*upon > 0", "true"),
        ("10^9*upon == 10^9*upon + *", "false"),
        ("2/3 + *", "2/3+*"),
        ("omega + ^", "ω+^"),
        ("{omega|}", "ω+1"),
        ("on > omega", "true"),
        ("over < 1/omega", "true"),
        ("omega:(-1)", "ω-1"),
        ("1:(-omega)", "1/ω"),
        ("tis.Degree", "1"),
        ("(ace-ace).Name", "\"joker & -joker\""),
        ("[ace.AtomicWeight, deuce.AtomicWeight, joker.AtomicWeight]", "[1,2,0]"),
        ("[Club(1).AtomicWeight, Diamond(1).AtomicWeight]", "[1,1]"),
        ("[oof.LeftWall, oof.RightWall]", "[[[0,0,-1]],off]"),
        ("*.Overheat(Z,Z)", "{Z|Z}"),
        ("(3/8).SignExpansion", "\"+--+\""),
        ("{2|-1}.ConfusionInterval", "\"[-1, 2]\""),
        ("Remoteness([0,1],[1,3])", "Remoteness(1,4)"),
        ("Tally(\"{1_2 0_1|0_1 0_1}\")", "0"),
    ] {
        assert_eq!(says(&["eval", input]).trim(), value, "{input}");
    }
}

#[test]
fn arithmetic_periods_are_proved() {
    for (code, period) in [
        ("0.[3]", "period 1 and saltus 1 from 0"),
        ("4.[3]", "period 4 and saltus 4 from 1"),
        (".8", "period 3 and saltus 1 from 1"),
        (".3F", "period 6 and saltus 3 from 0"),
    ] {
        let said = says(&["heaps", "period", code]);
        assert_eq!(said.trim(), format!("{period} on: proved (arithmetic)"), "{code}");
    }
}

#[test]
fn sums_of_different_games() {
    let sum = "col:. + hackenbush:e + -(hackenbush:lr)";
    assert!(says(&["outcome", "sum", sum]).starts_with("R: "));
    assert!(says(&["compare", "hackenbush", "lr", "l"]).starts_with("<"));
    let moves = says(&["moves", "kayles", "13 + *4"]);
    assert!(moves.contains("(kayles:12) + (*4)  leaves nim-sum 0"), "{moves}");
    // Several tokens on one graph.
    assert!(says(&["outcome", "partizan-digraph", "a={b|};b={|a} @ a+b"]).starts_with("D: "));
}

/// Boards by their size, and tables of boards.
#[test]
fn konane_and_amazons_by_size() {
    assert_eq!(says(&["value", "konane", "4x4"]), "0\n");
    assert_eq!(says(&["table", "konane", "4x4"]).lines().count(), 5);
    let square = says(&["value", "amazons", "3x3"]);
    assert_eq!(square.trim(), "+-{5|{2|-1/4},{1*|0,{1/2|0}}}");
    let table = says(&["table", "amazons", "3x3"]);
    assert!(table.lines().last().is_some_and(|row| row.ends_with(square.trim())), "{table}");
}

/// Games whose moves decide everything: where they have no meaning, the way out is said.
#[test]
fn games_of_unions_only() {
    for (rules, position) in
        [("falada-first-home-wins", "c4"), ("baked-alaska", "2x3"), ("squares-off", "13")]
    {
        for command in ["value", "outcome", "moves"] {
            let refused = ask(&[command, rules, position]);
            assert_eq!(refused.status, Some(1), "{rules} {refused:?}");
            assert!(refused.stderr.contains("--compound union"), "{rules} {}", refused.stderr);
            says(&[command, rules, position, "--compound", "union"]);
        }
    }
    // The field of Falada with the horse on it.
    let field = says(&["draw", "falada-first-home-wins", "c4", "--format", "svg"]);
    let squares = field.matches("<rect").count();
    assert!(squares > 20 && field.contains("<svg"), "{squares}");
    assert_ne!(field, says(&["draw", "falada-first-home-wins", "d5", "--format", "svg"]));
}

/// Endless games in which somebody wins what goes on for ever.
#[test]
fn fixed_games() {
    let graph = "a={b|};b={|a} @ a";
    for (endless, class) in [("left", "L: "), ("right", "P: ")] {
        let said = says(&["outcome", "partizan-digraph", graph, "--endless", endless]);
        assert!(said.starts_with(class), "{endless} {said}");
    }
}

/// A table that a limit ends keeps what it has and says where it ended.
#[test]
fn tables_that_end_early() {
    let table = ask(&["misere", "genus", ".35", "--to", "80", "--time", "300ms"]);
    assert_eq!(table.status, Some(1));
    let rows: Vec<&str> = table.stdout.lines().collect();
    assert!(rows.len() < 81, "{rows:?}");
    if let Some(last) = rows.len().checked_sub(1) {
        assert!(table.stderr.contains(&format!("after heap {last}")), "{}", table.stderr);
    }
}

#[test]
fn welter_in_misere_play() {
    let said = says(&["outcome", "welter", "30,41,52,63,75", "--play", "misere"]);
    assert!(said.starts_with("N: ") && said.contains("115^"), "{said}");
}
