//! Random files of rules: values with and without the analysis.
//!
//! The analysis finds components, symmetries and an end of play; the oracle knows nothing but the
//! moves. Every file that is proved to end is played on random boards both ways.

use crate::common::{Dice, Plain};
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped};
use upstar_rules::Rules;
use upstar_rules::registry::Ruleset;
use upstar_theory::values::Values;
use upstar_values::{Calc, Store};

const IMAGES: [&str; 12] = [
    "east",
    "west",
    "north",
    "south",
    "horizontal",
    "vertical",
    "orthogonal",
    "diagonal",
    "compass",
    "knight",
    "",
    "orthogonal",
];

fn square(dice: &mut Dice, kinds: &[char]) -> String {
    match dice.roll(12) {
        0 => "?".to_owned(),
        1 => format!("!{}", dice.pick(kinds)),
        2 => format!("[{}{}]", kinds[0], kinds[1]),
        _ => dice.pick(kinds).to_string(),
    }
}

/// A stroke: both sides.
fn sides(dice: &mut Dice, kinds: &[char], rows: usize) -> (String, String) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    let width = 1 + dice.roll(3);
    for _ in 0..rows {
        let (mut a, mut b) = (String::new(), String::new());
        for i in 0..width {
            let from = square(dice, kinds);
            let ray = i > 0 && rows == 1 && dice.roll(8) == 0;
            if ray || dice.roll(3) == 0 {
                let star = if ray { "*" } else { "" };
                a += &format!("{from}{star}");
                b += &format!("{from}{star}");
            } else {
                a += &from;
                b.push(*dice.pick(kinds));
            }
        }
        left.push(a);
        right.push(b);
    }
    if rows == 1 && dice.roll(8) == 0 {
        let at_start = dice.roll(2) == 0;
        for side in [&mut left[0], &mut right[0]] {
            *side = if at_start { format!("^{side}") } else { format!("{side}^") };
        }
    }
    (left.join("|"), right.join("|"))
}

/// A stroke with its direction and what follows it.
fn stroke(dice: &mut Dice, kinds: &[char], strip: bool) -> String {
    let rows = if !strip && dice.roll(8) == 0 { 2 } else { 1 };
    let (a, b) = sides(dice, kinds, rows);
    let image = match (strip, rows) {
        (_, 2) => *dice.pick(&["turned", "all", ""]),
        (true, _) => *dice.pick(&["east", "west", "horizontal", ""]),
        _ => *dice.pick(&IMAGES),
    };
    let again = if rows == 1 && a.len() > 4 && dice.roll(5) == 0 { " again" } else { "" };
    let guard = match dice.roll(8) {
        0 => format!(" unless beside {}", dice.pick(kinds)),
        1 => format!(" if beside {}", dice.pick(kinds)),
        _ => String::new(),
    };
    format!("{image} {a} -> {b}{again}{guard}")
}

/// A whole file.
fn file(dice: &mut Dice) -> String {
    let strip = dice.roll(4) == 0;
    let kinds: &[char] = if dice.roll(2) == 0 { &['.', 'x', 'o'] } else { &['.', 'x', 'o', '#'] };
    let listed = kinds.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    let mut text = format!("game Random\n{} {listed}\n", if strip { "strip" } else { "grid" });
    let mirrored = dice.roll(2) == 0;
    for _ in 0..1 + dice.roll(3) {
        let who = if mirrored { "left" } else { *dice.pick(&["left", "right", "both"]) };
        let then = if dice.roll(6) == 0 {
            format!(" then {}", stroke(dice, kinds, strip))
        } else {
            String::new()
        };
        text += &format!("{who} {}{then}\n", stroke(dice, kinds, strip));
    }
    if mirrored {
        let turn = *dice.pick(&["", " east<->west", " north<->south", " horizontal<->vertical"]);
        let turn = if strip && !turn.contains("west") { "" } else { turn };
        text += &format!("right as left with x<->o{turn}\n");
    }
    text
}

/// A whole file about graphs.
fn graph_file(dice: &mut Dice) -> String {
    let kinds = ['.', 'x', 'o'];
    let mut text = String::from("game Random\ngraph . x o\n");
    let mirrored = dice.roll(2) == 0;
    for _ in 0..1 + dice.roll(3) {
        let who = if mirrored { "left" } else { *dice.pick(&["left", "right", "both"]) };
        let width = 1 + dice.roll(2);
        let side = |dice: &mut Dice| (0..width).map(|_| *dice.pick(&kinds)).collect::<String>();
        let (from, to) = (side(dice), side(dice));
        let edge = if width == 2 { "edge " } else { "" };
        let guard = match dice.roll(3) {
            0 => format!(" unless beside {}", dice.pick(&kinds)),
            1 => format!(" if beside {}", dice.pick(&kinds)),
            _ => String::new(),
        };
        text += &format!("{who} {edge}{from} -> {to}{guard}\n");
    }
    if mirrored {
        text += "right as left with x<->o\n";
    }
    text
}

/// Graphs whose vertices are `v`.
const SHAPES: [&str; 8] = [
    "v",
    "v-v",
    "v-v-v-v",
    "v-v-v-v-v-v",
    "v(-v;-v;-v)",
    "v:A-v-v-v-:A",
    "v(-v-v;-v-v)-v",
    "v:A-v(-v)-v-:A",
];

/// A number for the tree of all play from a position, the same for equal trees.
fn tree<R: Rules>(rules: &R, position: &R::Position, known: &mut HashMap<R::Position, u64>) -> u64 {
    if let Some(&number) = known.get(position) {
        return number;
    }
    let sides = Player::BOTH.map(|who| {
        let mut options = Vec::new();
        rules.options(position, who, &mut options);
        let trees: BTreeSet<u64> =
            options.iter().map(|option| tree(rules, option, known)).collect();
        trees
    });
    let mut hasher = DefaultHasher::new();
    sides.hash(&mut hasher);
    let number = hasher.finish();
    known.insert(position.clone(), number);
    number
}

/// A move in a board is a move in one of its pieces, and leaves the others as they are: what is
/// left falls into the same pieces, whether it is looked at as a whole or piece by piece.
fn pieces_are_independent<R: Rules>(
    rules: &R,
    position: &R::Position,
    known: &mut HashMap<R::Position, u64>,
    file: &str,
) -> usize {
    let pieces = |position: &R::Position| -> Vec<R::Position> {
        let mut parts = Vec::new();
        rules.compound_parts(position, &mut parts);
        parts.into_iter().map(|(part, _)| part).collect()
    };
    let mut trees = |parts: &[R::Position]| -> Vec<u64> {
        let mut all: Vec<u64> = parts.iter().map(|part| tree(rules, part, known)).collect();
        all.sort_unstable();
        all
    };
    let whole = pieces(position);
    for who in Player::BOTH {
        let mut options = Vec::new();
        rules.options(position, who, &mut options);
        let together: BTreeSet<Vec<u64>> =
            options.iter().map(|option| trees(&pieces(option))).collect();
        let mut apart = BTreeSet::new();
        for (i, one) in whole.iter().enumerate() {
            let others = [&whole[..i], &whole[i + 1..]].concat();
            let mut options = Vec::new();
            rules.options(one, who, &mut options);
            for option in &options {
                apart.insert(trees(&[others.clone(), pieces(option)].concat()));
            }
        }
        assert_eq!(together, apart, "{file}{} {who:?}", rules.show(position));
    }
    whole.len()
}

/// What a run has seen.
#[derive(Debug, Default)]
struct Seen {
    files: usize,
    boards: usize,
    split: usize,
    refined: usize,
    /// Boards of several pieces.
    pieces: usize,
}

/// So much may the slow way take for one board.
const STEPS: u64 = 3_000;

/// So many bytes may the values of one file take.
const MEMORY: u64 = 200 << 20;

fn run(seed: u64, files: usize, boards: usize) -> Seen {
    let mut dice = Dice::new(seed);
    let mut seen = Seen::default();
    while seen.files < files {
        let is_graph = dice.roll(6) == 0;
        let text = if is_graph { graph_file(&mut dice) } else { file(&mut dice) };
        // Some files are refused, `again` with one square for example; most are not.
        let Ok(own) = upstar_rulefile::compile("random.up", &text) else { continue };
        let strip = own.is_strip();
        let (rows, columns) =
            if strip { (1, 3 + dice.roll(6)) } else { (1 + dice.roll(3), 2 + dice.roll(3)) };
        let erased = own.sized("", (rows, columns)).unwrap();
        if erased.nature().loopy {
            continue;
        }
        seen.files += 1;
        let symbols = own.symbols();
        let store = Arc::new(Store::default());
        let budget = Arc::new(Budget::new(None, Some(MEMORY)));
        let calc = |budget: &Arc<Budget>| Calc::new(Arc::clone(&store), Arc::clone(budget));
        let fast_rules = Arc::new(erased.clone());
        let mut fast = Values::new(&fast_rules, calc(&budget));
        let mut trees = HashMap::new();
        let mut slow = Values::new(&Arc::new(Plain(erased.clone())), calc(&budget));
        for _ in 0..boards {
            let board = if is_graph {
                let shape = *dice.pick(&SHAPES);
                shape.chars().map(|c| if c == 'v' { *dice.pick(&symbols) } else { c }).collect()
            } else {
                dice.board(&symbols, rows, columns)
            };
            let position = erased.parse(&board).unwrap();
            let again = erased.parse(&erased.show(&position)).unwrap();
            let form = |position: &_| erased.normal_form(Clone::clone(position)).0;
            assert_eq!(form(&again), form(&position), "{text}{board}");
            let mut parts = Vec::new();
            erased.sum_components(position.clone(), &mut parts);
            let mut finer = Vec::new();
            for part in &parts {
                let form = erased.normal_form(part.clone()).0;
                seen.refined += usize::from(erased.refine(&form, &mut finer));
            }
            if limited(&erased, &position, STEPS).is_err() {
                continue;
            }
            let pieces = pieces_are_independent(&erased, &position, &mut trees, &text);
            seen.pieces += usize::from(pieces > 1);
            seen.split += usize::from(parts.len() != 1);
            let (slow_value, fast_value) = (slow.of(position.clone()), fast.of(position));
            // A hot game can have a value that fills any memory: the next file, then.
            let (Ok(slow_value), Ok(fast_value)) = (slow_value, fast_value) else { break };
            assert_eq!(fast_value, slow_value, "{text}{board}");
            seen.boards += 1;
        }
    }
    seen
}

/// Are there few positions to come?
fn limited<R: Rules>(rules: &R, position: &R::Position, most: u64) -> Result<(), Stopped> {
    let mut known = std::collections::HashSet::from([position.clone()]);
    let mut open = vec![position.clone()];
    while let Some(position) = open.pop() {
        for who in Player::BOTH {
            let mut options = Vec::new();
            rules.options(&position, who, &mut options);
            for option in options {
                if known.insert(option.clone()) {
                    open.push(option);
                }
            }
        }
        if known.len() as u64 > most {
            return Err(Stopped::Limit { what: "positions", limit: most });
        }
    }
    Ok(())
}

#[test]
fn random_files_give_the_same_values_with_and_without_the_analysis() {
    let seen = run(0x00C0_FFEE_1234_5678, 300, 30);
    assert!(seen.boards > 5_000 && seen.split > 500 && seen.refined > 100, "{seen:?}");
    assert!(seen.pieces > 500, "{seen:?}");
}

#[test]
#[ignore = "takes many minutes: 5,000 files, 250,000 boards"]
fn five_thousand_random_files() {
    let seen = run(0x0BAD_CAFE_8765_4321, 5_000, 60);
    println!("{seen:?}");
    assert!(seen.boards >= 250_000, "{seen:?}");
}
