//! Names of moves: in every ruleset all moves of a position have different ones, which are read
//! back; and what can be edited by hand is read.

#![allow(clippy::unwrap_used)]

use crate::common::positions;
use std::collections::HashMap;
use upstar_base::{First, Player};
use upstar_rules::erased::Erased;
use upstar_rules::naming::{named, plain, read};
use upstar_rules::registry::{About, all, open};
use upstar_rules::{Editor, Rules, read_sum};
use upstar_testing::on_all_cores;

/// Asks for the names of the moves of both players from many positions.
struct Names<'a> {
    rules: &'a str,
    example: &'a str,
    seed: u64,
}

/// Do two pieces stand on one square? Then a move of one of them needs the position that follows.
fn shares_a_square(text: &str) -> bool {
    let square = |piece: &str| piece.split('<').next().map(str::to_owned);
    let mut squares: Vec<_> = text.split('+').map(square).collect();
    squares.sort_unstable();
    text.contains(',') && squares.windows(2).any(|pair| pair[0] == pair[1])
}

/// The most moves that are looked at.
const MOST: usize = 300;

impl Names<'_> {
    /// How many moves were named, and a name that needed the position too.
    fn visit(self, about: &About<'_>, rules: Erased) -> (usize, Option<String>) {
        let mut met = positions(&rules, &[self.example], 8, self.seed);
        met.extend(read_sum(&rules, self.example).unwrap());
        if self.example == about.examples[0] {
            met.extend(positions(&rules, about.examples, 12, self.seed + 50));
        }
        let (mut count, mut poor) = (0, None);
        for position in met {
            for who in Player::BOTH {
                let mut options = Vec::new();
                rules.options(&position, who, &mut options);
                options.truncate(MOST);
                options.sort_unstable();
                options.dedup();
                let place = || format!("{} {} {who}", self.rules, rules.show(&position));
                let own = options.iter().map(|option| rules.name_move(&position, who, option));
                let own: Vec<String> = own.collect();
                let names = named(&rules, &position, who, &options);
                let mut seen: HashMap<String, usize> = HashMap::new();
                for (i, name) in names.iter().enumerate() {
                    assert!(!name.trim().is_empty() && name.trim() == name, "{}", place());
                    if let Some(j) = seen.insert(plain(name), i) {
                        let [a, b] = [i, j].map(|n| rules.show(&options[n]));
                        panic!("{}: `{name}` is both {a} and {b}", place());
                    }
                    assert_eq!(read(&names, &name.to_uppercase()), Some(i), "{} {name}", place());
                    assert_eq!(read(&names, &format!(" {name} ")), Some(i), "{} {name}", place());
                    if *name != own[i] && !shares_a_square(&rules.show(&position)) {
                        poor.get_or_insert_with(|| format!("{}: {name}", place()));
                    }
                }
                count += names.len();
            }
        }
        (count, poor)
    }
}

#[test]
fn all_moves_of_a_position_have_different_names() {
    on_all_cores(all(), |about| {
        for (i, example) in about.examples.iter().enumerate() {
            let names = Names { rules: about.name, example, seed: 3 + i as u64 };
            let poor = open(about.name, example)
                .map(|(about, rules)| names.visit(about, rules))
                .unwrap()
                .1;
            assert!(poor.is_none(), "names that are not enough: {poor:?}");
        }
    });
}

#[test]
fn parameters_too() {
    for (rules, example) in [
        ("toads-and-frogs(2)", "tt.f.ff"),
        ("fjords(hex)", "x..|.#.|..o"),
        ("wythoff(2)", "3,5"),
        ("silver-dollar(slide-and-take)", "b.o.$"),
        ("subtraction(2,5,6)", "30+12+7"),
        ("tree(deciding)", "{W,0|S}"),
        ("moore-nim(3)", "5+4+3+2"),
    ] {
        let (count, poor) = open(rules, example)
            .map(|(about, opened)| Names { rules, example, seed: 5 }.visit(about, opened))
            .unwrap();
        assert!(count > 0 && poor.is_none(), "{rules} {example}: {poor:?}");
    }
}

/// The names of all moves of a player.
struct Said<'a>(&'a str, Player);

impl Said<'_> {
    fn visit(self, _: &About<'_>, rules: Erased) -> String {
        let position = rules.parse(self.0).unwrap();
        let mut options = Vec::new();
        rules.options(&position, self.1, &mut options);
        let mut names = named(&rules, &position, self.1, &options);
        let mut seen = Vec::new();
        names.retain(|name| {
            !seen.contains(name) && {
                seen.push(name.clone());
                true
            }
        });
        names.join(" ")
    }
}

#[test]
fn names_are_those_of_the_game() {
    use Player::{Left, Right};
    let mut wrong = Vec::new();
    for (rules, position, who, names) in [
        ("domineering", "..|..", Left, "a1-a2 b1-b2"),
        ("domineering", "..|..", Right, "a1-b1 a2-b2"),
        ("clobber", "xo|ox", Left, "a1-b1 a1-a2 b2-b1 b2-a2"),
        ("konane", "xo.o.", Left, "1-3 1-5"),
        ("amazons", "x..", Left, "1-2/1 1-2/3 1-3/1 1-3/2"),
        ("grid-col", "..|..", Right, "a1 b1 a2 b2"),
        ("toads-and-frogs", "t.tf.", Left, "1-2 3-5"),
        ("toppling-dominoes", "xo", Left, "1 left 1 right"),
        ("push", ".xo", Right, "3"),
        ("nim", "3+1", Left, "3->2 3->1 3->0 1->0"),
        ("kayles", "4", Left, "4->3 4->2+1 4->2 4->1+1"),
        ("staircase-nim", "1,2", Left, "1 from step 1 1 from step 2 2 from step 2"),
        ("welter", "1,3", Left, "1->0 3->2 3->0"),
        ("wythoff", "1,1", Left, "1,1->0,1 1,1->1,0 1,1->0,0"),
        ("fibonacci-nim", "4", Left, "4->3 4->2 4->1"),
        ("hackenbush", "l(r;e)", Left, "cut 1 cut 3"),
        ("loopy-hackenbush", "lp", Left, "cut 1 paint 2"),
        ("col", ".-.", Left, "paint 1"),
        ("node-kayles", ".-.-.", Left, "take 1 take 2"),
        ("arc-kayles", ".-.-.", Left, "take 1-2"),
        ("cutcake", "1x3", Left, "1x3->1x1+1x2"),
        ("horses", "d4", Left, "d4-b3 d4-b5"),
        ("chomp", "..|..", Left, "b1 a2 b2"),
        ("turning-turtles", "th", Left, "2 1,2"),
        ("digraph", "a>b,c @ a", Left, "b c"),
        ("fox-and-geese", "...F|....|....|G.G.", Right, "d4-c3"),
        ("sum", "kayles:2 + *2", Left, "*2->0 *2->* kayles: 2->1 kayles: 2->0"),
        ("sum", "nim:2 + nim:1", Left, "nim 1: 1->0 nim 2: 2->1 nim 2: 2->0"),
    ] {
        let mut said: Vec<&str> = names.split(' ').collect();
        let found = open(rules, position)
            .map(|(about, rules)| Said(position, who).visit(about, rules))
            .unwrap();
        let mut found: Vec<&str> = found.split(' ').collect();
        said.sort_unstable();
        found.sort_unstable();
        if found != said {
            wrong.push(format!("{rules} {position}: {found:?}, not {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Tries the symbols of a board.
struct Edited;

impl Edited {
    fn visit(self, about: &About<'_>, rules: Erased) {
        let name = about.name;
        match about.editor {
            Editor::Cells(symbols) => {
                for symbol in symbols.chars() {
                    // Somewhere on some board.
                    let boards = about.examples.iter().filter(|text| rules.parse(text).is_ok());
                    let read = boards.into_iter().any(|board| {
                        (0..board.len()).filter(|&at| board.is_char_boundary(at)).any(|at| {
                            let mut text = (*board).to_owned();
                            text.replace_range(at..=at, &symbol.to_string());
                            text.contains(symbol) && rules.parse(&text).is_ok()
                        })
                    });
                    assert!(read, "{name}: `{symbol}` is not read");
                }
                for example in about.examples {
                    if example.bytes().any(|byte| byte.is_ascii_digit()) {
                        continue;
                    }
                    let shown = rules.show(&rules.parse(example).unwrap());
                    let known = |c: char| c == '|' || "bB-".contains(c) || symbols.contains(c);
                    assert!(shown.chars().all(known), "{name}: {shown} has other symbols");
                }
            }
            Editor::Heaps => {
                for text in ["5", "3+2", "7+1+1"] {
                    assert!(rules.parse(text).is_ok(), "{name}: {text}");
                }
            }
            Editor::Graph => {
                let mut first = First::default();
                rules.options(&rules.parse(about.examples[0]).unwrap(), Player::Left, &mut first);
                assert!(first.is_found(), "{name}");
                assert!(rules.parse("0").is_ok(), "{name}: no empty graph");
            }
            Editor::Text => {}
        }
    }
}

#[test]
fn what_can_be_edited_is_read() {
    for about in all() {
        open(about.name, about.examples[0])
            .map(|(about, rules)| Edited.visit(about, rules))
            .unwrap();
    }
}
