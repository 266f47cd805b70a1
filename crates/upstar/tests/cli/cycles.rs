//! Loopy partizan games of Winning Ways, chapter 11, asked of the program.

use crate::program::{run, upstar};
use serde_json::Value as Json;
use upstar_testing::golden;

fn table_of(name: &str) -> Json {
    golden::read(&format!("cycles/{name}.json"))
}

fn vector(name: &str, id: &str) -> Json {
    let file = table_of(name);
    let vectors = file["vectors"].as_array().unwrap();
    vectors.iter().find(|vector| vector["id"] == id).unwrap().clone()
}

fn ask(args: &[&str]) -> Json {
    let answer = run(upstar([&["--json"], args].concat()), "");
    let json = serde_json::from_str(&answer.stdout);
    json.unwrap_or_else(|_| panic!("{args:?}: {}{}", answer.stdout, answer.stderr))
}

/// `129/32^2*` of the table is `129/32^^*` here.
fn ups(text: &str) -> String {
    text.replace("^2", "^^").replace("v2", "vv")
}

#[test]
fn sisyphus() {
    let table = vector("board-games", "sisyphus-onsides")["table"].clone();
    let cells = ask(&["table", "sisyphus", "6x6"])["cells"].clone();
    for (square, onside) in table.as_object().unwrap() {
        let column = (square.as_bytes()[0] - b'a') as usize;
        let row = (square.as_bytes()[1] - b'1') as usize;
        let expected = ups(onside.as_str().unwrap());
        let cell = cells[row][column].as_str().unwrap();
        assert_eq!(cell.split(" & ").next().unwrap(), expected, "{square}");
        // The offside is minus the onside of the square reflected in the diagonal.
        let mirror = cells[column][row].as_str().unwrap();
        let (offside, other) =
            (cell.split(" & ").nth(1).unwrap(), mirror.split(" & ").next().unwrap());
        let sum = run(upstar(["eval", &format!("`{offside}` + `{other}`")]), "").stdout;
        assert_eq!(sum.trim(), "0", "{square}");
    }
}

/// Onsides as the book writes them, overheated from 1* to 1.
#[test]
fn no_highway() {
    for (id, size) in [("nohighway-fig26", "6x6"), ("nohighway-fig27", "10x5")] {
        let table = vector("board-games", id)["table"].clone();
        let cells = ask(&["table", "no-highway", size])["cells"].clone();
        let mut asked = Vec::new();
        for (crossing, value) in table.as_object().unwrap() {
            let (street, avenue) = crossing.split_once(",av").unwrap();
            let street: usize = street.trim_start_matches("st").parse().unwrap();
            let avenue: usize = avenue.parse().unwrap();
            let cell = cells[avenue - 1][street - 1].as_str().unwrap();
            let onside = cell.split(" & ").next().unwrap().to_owned();
            let value = value.as_str().unwrap();
            let (star, value) = match value.strip_prefix('*') {
                Some(value) => (" + *", value),
                None => ("", value),
            };
            let inner = value.strip_prefix('I').unwrap();
            let (inner, after) = match inner.strip_suffix('*') {
                Some(number) => (format!("{number} + *"), ""),
                None => (inner.to_owned(), ""),
            };
            asked.push((
                crossing.clone(),
                format!("({onside}) == ({inner}).Overheat(1+*, 1){star}{after}"),
            ));
        }
        let mut args = vec!["eval"];
        args.extend(asked.iter().map(|(_, question)| question.as_str()));
        let answers = run(upstar(args), "").stdout;
        for ((crossing, question), answer) in asked.iter().zip(answers.lines()) {
            assert_eq!(answer, "true", "{id} {crossing}: {question}");
        }
        assert_eq!(answers.lines().count(), asked.len());
    }
}

#[test]
fn backsliding_toads_and_frogs() {
    let mut checked = 0;
    for id in ["btf-11_2", "btf-22_1"] {
        let table = vector("toads-frogs-carousel", id)["table"].clone();
        for (row, sides) in table.as_object().unwrap() {
            let (on, off) = sides.as_str().unwrap().split_once(" & ").unwrap();
            assert_eq!(on, off);
            let value = ask(&["value", "backsliding", row])["value"].clone();
            let same = format!("({}) == {on}", value.as_str().unwrap());
            assert_eq!(run(upstar(["eval", &same]), "").stdout, "true\n", "{row}: {same}");
            checked += 1;
        }
    }
    assert_eq!(checked, 42);
}

/// What the book says of the lowest row and the first column of Sisyphus.
#[test]
fn sisyphus_at_the_edges() {
    let cells = ask(&["table", "sisyphus", "6x6"])["cells"].clone();
    let onside = |row: usize, column: usize| {
        let cell = cells[row - 1][column - 1].as_str().unwrap();
        cell.split(" & ").next().unwrap().to_owned()
    };
    let lowest: Vec<String> = (1..=6).map(|column| onside(1, column)).collect();
    assert_eq!(lowest, ["129/32", "65/16", "33/8", "17/4", "9/2", "5"]);
    let first: Vec<String> = (2..=6).rev().map(|row| onside(row, 1)).collect();
    assert_eq!(first, ["0", "1", "2", "3", "4"]);
}

/// Four crossings of No Highway, worth `*` and 3/4 overheated, against three moves.
#[test]
fn no_highway_result() {
    let one = "((3/4).Overheat(1+*, 1) + *)";
    let sum = format!("{one} + {one} + {one} + {one} - 3");
    assert_eq!(run(upstar(["eval", &sum]), "").stdout, "*\n");
}

/// Pale and pink twigs; the rest of Li's rules is tested on random pictures.
#[test]
fn loopy_hackenbush() {
    for (picture, value) in [("p", "1 & 0"), ("k", "0 & -1"), ("lpr", "1 & 1/2")] {
        assert_eq!(ask(&["value", "loopy-hackenbush", picture])["value"], value, "{picture}");
    }
    // As large as one likes, where it is a tree.
    let tall = "lrpk".repeat(60);
    let found = ask(&["moves", "loopy-hackenbush", &format!("l;{tall}")]);
    let first = &found["winning"][0];
    assert_eq!(first["why"], "Right loses, as the sides tell", "{found}");
}

#[test]
fn every_verified_vector_has_a_test() {
    let tested = [
        "sisyphus-onsides",
        "sisyphus-bottom",
        "nohighway-fig26",
        "nohighway-fig27",
        "nohighway-result",
        "btf-11_2",
        "btf-22_1",
        "li-rules",
        "pale-twig",
    ];
    let mut seen = 0;
    for name in ["board-games", "toads-frogs-carousel", "loopy-hackenbush"] {
        for vector in table_of(name)["vectors"].as_array().unwrap() {
            let id = vector["id"].as_str().unwrap();
            // Those of the Carousel are asked of the comparison of fixed games.
            if vector["verified"] == true && !id.starts_with("carousel") {
                assert!(tested.contains(&id), "nothing tests {id}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, tested.len());
}

/// Kings that go to and fro, and a fox that does when it has got behind the geese.
#[test]
fn on_boards() {
    for (rules, position, value) in [
        ("checkers", ".B|..", "on"),
        ("checkers", "..|W.", "off"),
        (
            "checkers",
            ".W......|........|........|........|........|........|........|......B.",
            "dud",
        ),
        ("fox-and-geese", "4x4", "over"),
        ("fox-and-geese", "..G|...|F..", "off"),
        ("fox-and-geese", ".G|F.", "0"),
        ("fox-and-geese", "6x6", "*"),
        ("partizan-digraph", "a={1|b};b={a|0} @ a", "2 & +-1"),
        ("partizan-digraph", "a={1|b};b={a|0} @ b", "{2|0} & -1"),
    ] {
        assert_eq!(ask(&["value", rules, position])["value"], value, "{rules} {position}");
    }
    let sum = "(...F|....|....|G.G.) + ..F|.G.|G..";
    let winning = ask(&["moves", "fox-and-geese", sum])["winning"].clone();
    let why = winning[0]["why"].as_str().unwrap();
    assert!(why.starts_with("Right loses in ") && why.ends_with(" moves at most"), "{why}");
    // Sums of rides have no sides, but a winner.
    assert_eq!(ask(&["outcome", "carousel", "a + b"])["outcome"]["left_first"], "win");
}

/// What the registry states of endless games for two players with different moves.
#[test]
fn stated_values() {
    let mut checked = 0;
    for about in upstar_rules::registry::all() {
        let endless = ["checkers", "fox-and-geese", "loopy-hackenbush"].contains(&about.name);
        for known in about.known.iter().filter(|_| endless) {
            let value = ask(&["value", about.name, known.position])["value"].clone();
            assert_eq!(value, known.value, "{} {}", about.name, known.position);
            checked += 1;
        }
    }
    assert!(checked >= 7, "{checked}");
}

/// Who cannot win an endless game can end it.
#[test]
fn play_ends_in_a_draw() {
    let kings = ".W......|........|........|........|........|........|........|......B.";
    let game = run(upstar(["play", "checkers", kings]), "1\ndraw\n");
    assert!(game.stdout.ends_with("We agree to a draw.\n"), "{}", game.stdout);
    let game = run(upstar(["play", "fox-and-geese", "....|..G.|....|F..."]), "draw\n");
    assert!(game.stdout.contains("I can win this."), "{}", game.stdout);
    let game = run(upstar(["play", "nim", "3"]), "draw\n");
    assert!(game.stdout.contains("somebody wins"), "{}", game.stdout);
}

/// Bach's Carousel has no sides that are known to be stoppers, but a winner.
#[test]
fn the_carousel() {
    let carousel = "a={0,b|0};b={1|1,c};c={*,d|*};d={e|e,a};e={1|1} @ a";
    let answer = ask(&["value", "partizan-digraph", carousel]);
    let value = "a{1|1,{1*|a||*}||0} & a{0,{1|||1*|a||*}|0}";
    assert_eq!(answer["value"], value);
    assert_eq!(answer["outcome"]["left_first"], "win");
    assert_eq!(answer["outcome"]["right_first"], "win");
}

/// Sidling that does not come to an end is ended by a limit, and tells how far it came.
#[test]
fn a_limit_ends_sidling() {
    // A carousel of 72 seats, one of them odd: too large to be simplified.
    let mut ring = vec!["e={1|1}".to_owned()];
    for seat in 0..72 {
        let leaf = if seat == 0 { "*" } else { ["0", "1", "*", "e"][seat % 4] };
        let next = (seat + 1) % 72;
        ring.push(match seat % 2 {
            0 => format!("n{seat}={{{leaf},n{next}|{leaf}}}"),
            _ => format!("n{seat}={{{leaf}|{leaf},n{next}}}"),
        });
    }
    let ring = format!("{} @ n0", ring.join(";"));
    let stopped = run(upstar(["value", "partizan-digraph", &ring, "--memory", "20M"]), "");
    assert_eq!(stopped.status, Some(1), "{}", stopped.stderr);
    assert!(stopped.stderr.contains("sidling came, in "), "{}", stopped.stderr);
    assert!(stopped.stderr.contains("an onside of at most"), "{}", stopped.stderr);
    assert!(stopped.stderr.contains("an offside of at least"), "{}", stopped.stderr);
    assert_eq!(run(upstar(["outcome", "partizan-digraph", &ring]), "").status, Some(0));
}

/// A winning move makes headway, and says how much.
#[test]
fn moves_of_endless_games() {
    let found = ask(&["moves", "partizan-digraph", "a={b,c|};b={|a};c={0|} @ a"]);
    let winning = found["winning"].as_array().unwrap();
    assert_eq!(winning.len(), 2, "{found}");
    // The nearest win comes first.
    assert!(winning[0]["to"].as_str().unwrap().ends_with("@ c"));
    assert_eq!(winning[0]["why"], "leaves Right without a move");
    assert_eq!(winning[1]["why"], "Right loses in 2 moves at most");
    assert_eq!(ask(&["outcome", "sisyphus", "c4"])["class"], "D");
}

#[test]
fn bad_input() {
    for (args, status) in [
        (&["value", "sisyphus", "g1"][..], 2),
        (&["value", "sisyphus", "a0"], 2),
        (&["value", "sisyphus(99x99)", "a1"], 2),
        (&["value", "no-highway", "a1", "--play", "misere"], 1),
        (&["value", "sisyphus", "a1", "--compound", "join"], 1),
        (&["value", "backsliding", "TXF"], 2),
        (&["value", "fox-and-geese", "...|...|G.."], 2),
        (&["value", "fox-and-geese", "F.F|...|G.."], 2),
        (&["value", "fox-and-geese", ".F.|...|G.."], 2),
        (&["value", "fox-and-geese", "1x1"], 2),
        (&["value", "checkers", "b|."], 2),
        (&["value", "checkers", ".........|........."], 2),
        (&["value", "checkers(maybe)", ".B|.."], 2),
        (&["value", "carousel", "e"], 2),
        (&["value", "carousel", "a", "--play", "misere"], 1),
        (&["value", "loopy-hackenbush", "lq"], 2),
        (&["value", "partizan-digraph", "a={0|b} @ a"], 2),
        (&["value", "partizan-digraph", "a={0|1}"], 2),
        (&["value", "partizan-digraph", "a={0|1};a={1|2} @ a"], 2),
        (&["eval", "pass"], 2),
        (&["eval", "a{0|b}"], 2),
        (&["eval", "off & on"], 2),
    ] {
        let answer = run(upstar(args.to_vec()), "");
        assert_eq!(answer.status, Some(status), "{args:?}: {answer:?}");
    }
}
