//! Explicit game trees: any game at all, written out.
//!
//! Unlike values, trees are kept as they are typed: joins and unions tell equal games apart. In
//! `tree(deciding)` an option may also be `W`, a move that wins a union at once, or `S`, one that
//! loses it. A tree shares its subtrees, so copies are cheap.

pub(crate) mod named;

use crate::graph::layout::pen;
use crate::prelude::*;
use crate::sum::{PlainGame, write_braces};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Game tree
"A game given by its tree: Left moves to one of the options on the left of the bar, Right to one on
  the right. In tree(deciding) an option W wins a union at once for the player who chooses it, and S
  loses it."
notation "`{options|options}` with commas between options, `0` for `{|}`, an integer `3` for `{2|}`,
  a fraction `5/8` for `{1/2|3/4}`, `*2` for `{0,*|0,*}`, `^` for `{0|*}`, also `^*`, `^^`, `v3`,
  and `+-1` for `{1|-1}`; in `tree(deciding)` also `W` and `S` as options."
try "{0,{0|}|*}" "{1|-1}" "{*2,{0|0}|}" "3" "{1/2|^*}"
source "Winning Ways ch. 1; ch. 10 for moves that decide"
known "{0|*}" = ^ (Winning Ways ch. 2)
known "{1|-1}" = +-1 (Winning Ways ch. 5)
known "{{|0}|{0|}}" = 0 (Winning Ways ch. 2)
"#;

/// How deep a tree may be, and how many nodes may be written.
const DEEPEST: usize = 200;
const MOST_NODES: usize = 1 << 16;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tree {
    /// Options of Left and of Right.
    Node(Arc<[Vec<Tree>; 2]>),
    /// Reached by a move that wins everything.
    Won,
    /// Reached by a move that loses everything.
    Lost,
}

impl Weigh for Tree {}

impl Tree {
    /// The tree with these options.
    pub fn new(left: Vec<Tree>, right: Vec<Tree>) -> Tree {
        Tree::Node(Arc::new([left, right]))
    }

    /// The options of a player.
    pub fn options(&self, who: Player) -> &[Tree] {
        match self {
            Tree::Node(options) => &options[who as usize],
            Tree::Won | Tree::Lost => &[],
        }
    }

    /// A plain value written out, with the number of its positions and its depth.
    fn of(
        value: &PlainGame,
        known: &mut HashMap<PlainGame, (Tree, usize, usize)>,
    ) -> (Tree, usize, usize) {
        if let Some(known) = known.get(value) {
            return known.clone();
        }
        let (mut nodes, mut deep) = (1usize, 0);
        let sides = Player::BOTH.map(|who| {
            let mut options = Vec::new();
            value.options(who, &mut options);
            let trees = options.iter().map(|option| {
                let (tree, size, depth) = Tree::of(option, known);
                nodes = nodes.saturating_add(size);
                deep = deep.max(depth + 1);
                tree
            });
            trees.collect()
        });
        let found = (Tree::Node(Arc::new(sides)), nodes, deep);
        known.insert(value.clone(), found.clone());
        found
    }

    fn size(&self) -> u32 {
        let options = Player::BOTH.iter().flat_map(|&who| self.options(who));
        options.fold(1, |total: u32, option| total.saturating_add(option.size()))
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Won => f.write_str("W"),
            Tree::Lost => f.write_str("S"),
            Tree::Node(options) if options.iter().all(Vec::is_empty) => f.write_str("0"),
            Tree::Node(options) => write_braces(options, f),
        }
    }
}

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trees {
    /// May moves decide everything?
    deciding: bool,
}

impl Trees {
    /// The rules; `deciding` allows moves that decide everything.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        let words = [("", false), ("deciding", true)];
        parameters::word(text, &words, "expected `deciding` or no parameter")
            .map(|deciding| Trees { deciding })
    }
}

/// A reader at a place of the text.
struct TreeReader<'t> {
    text: &'t str,
    at: usize,
    nodes: usize,
    deciding: bool,
}

impl TreeReader<'_> {
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text.as_bytes().get(self.at).copied()
    }

    /// The characters from here on that may be a name.
    fn token(&self) -> &str {
        let rest = &self.text[self.at..];
        &rest[..rest.find(|c: char| !named::is_part(c)).unwrap_or(rest.len())]
    }

    fn wrong<T>(&self, message: &str) -> Result<T, PositionError> {
        let len = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        Err(PositionError::new(self.at, len, message))
    }

    fn number(&mut self) -> Result<usize, PositionError> {
        let start = self.at;
        let digits = self.text[start..].bytes().take_while(u8::is_ascii_digit).count();
        self.at += digits;
        match self.text[start..self.at].parse::<usize>() {
            Ok(n) if n < DEEPEST => Ok(n),
            _ => {
                let message = format!("expected a number below {DEEPEST}");
                Err(PositionError::new(start, digits, message))
            }
        }
    }

    /// A game with a name, written out.
    fn named(&mut self, len: usize, depth: usize) -> Result<Tree, PositionError> {
        let value = named::value(&self.text[self.at..self.at + len]);
        let tree = value.map(|value| Tree::of(&value, &mut HashMap::new()));
        let Some((tree, nodes, deep)) = tree.filter(|&(_, _, deep)| deep <= DEEPEST) else {
            let message = "expected a number such as `5/8`, a nimber, ups such as `^3*` or a switch \
                           such as `+-1`, and not a large one";
            return Err(PositionError::new(self.at, len.max(1), message));
        };
        if depth + deep > DEEPEST {
            return self.wrong(&format!("the tree is deeper than {DEEPEST} moves"));
        }
        self.counted(nodes)?;
        self.at += len;
        Ok(tree)
    }

    fn counted(&mut self, nodes: usize) -> Result<(), PositionError> {
        self.nodes += nodes;
        if self.nodes > MOST_NODES {
            return self.wrong(&format!("the tree has more than {MOST_NODES} positions"));
        }
        Ok(())
    }

    fn tree(&mut self, depth: usize) -> Result<Tree, PositionError> {
        if depth > DEEPEST {
            return self.wrong(&format!("the tree is deeper than {DEEPEST} moves"));
        }
        match self.peek() {
            Some(b'{') => {
                self.at += 1;
                let left = self.list(b'|', depth)?;
                let right = self.list(b'}', depth)?;
                self.counted(1)?;
                Ok(Tree::new(left, right))
            }
            Some(b'^' | b'v' | b'+' | b'-' | b'0'..=b'9')
                if self.token().contains(['/', '^', 'v', '+']) =>
            {
                let len = self.token().len();
                self.named(len, depth)
            }
            Some(b'*') => {
                self.at += 1;
                let digits = self.text.as_bytes().get(self.at).is_some_and(u8::is_ascii_digit);
                let heap = if digits { self.number()? } else { 1 };
                match Tree::of(&PlainGame::nus((0, 0), 0, heap as u64), &mut HashMap::new()) {
                    (tree, nodes, _) if nodes <= MOST_NODES => self.counted(nodes).map(|()| tree),
                    _ => self.wrong("this nimber is too large to be written as a tree"),
                }
            }
            Some(sign @ (b'-' | b'0'..=b'9')) => {
                self.at += usize::from(sign == b'-');
                let n = self.number()?;
                self.counted(n)?;
                let n = if sign == b'-' { -(n as i64) } else { n as i64 };
                Ok(Tree::of(&PlainGame::nus((n, 0), 0, 0), &mut HashMap::new()).0)
            }
            Some(b'W' | b'S') if !self.deciding => {
                self.wrong("moves that decide everything belong to `tree(deciding)`")
            }
            Some(b'W' | b'S') if depth == 0 => self.wrong("`W` and `S` are moves, not positions"),
            Some(letter @ (b'W' | b'S')) => {
                self.at += 1;
                Ok(if letter == b'W' { Tree::Won } else { Tree::Lost })
            }
            _ => self.wrong("expected a tree such as `{0,*|1}`"),
        }
    }

    fn list(&mut self, end: u8, depth: usize) -> Result<Vec<Tree>, PositionError> {
        let mut trees = Vec::new();
        if self.peek() == Some(end) {
            self.at += 1;
            return Ok(trees);
        }
        loop {
            trees.push(self.tree(depth + 1)?);
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(found) if found == end => {
                    self.at += 1;
                    return Ok(trees);
                }
                _ => return self.wrong(&format!("expected `,` or `{}`", end as char)),
            }
        }
    }
}

impl Rules for Trees {
    type Position = Tree;

    fn options(&self, tree: &Tree, who: Player, out: &mut dyn Options<Tree>) {
        out.extend(tree.options(who).iter().cloned());
    }

    fn parse(&self, text: &str) -> Result<Tree, PositionError> {
        let mut reader = TreeReader { text, at: 0, nodes: 0, deciding: self.deciding };
        let tree = reader.tree(0)?;
        match reader.peek() {
            None => Ok(tree),
            Some(_) => reader.wrong("expected the end of the tree"),
        }
    }

    fn show(&self, tree: &Tree) -> String {
        tree.to_string()
    }

    fn display(&self, tree: &Tree) -> String {
        self.show(tree)
    }

    fn sketch(&self, tree: &Tree) -> String {
        drawn_with_characters(self.picture(tree), || self.show(tree))
    }

    fn name_move(&self, _: &Tree, _: Player, option: &Tree) -> String {
        self.show(option)
    }

    /// Left's moves go down to the left in blue, Right's to the right in red and dashed.
    fn picture(&self, tree: &Tree) -> Picture {
        fn draw(
            tree: &Tree,
            depth: i32,
            next: &mut i32,
            picture: &mut Picture,
            nodes: &mut Vec<Shape>,
        ) -> (i32, i32) {
            let y = 5 + 15 * depth;
            picture.height = picture.height.max(y + 5);
            let mut ends = Vec::new();
            for who in Player::BOTH {
                for option in tree.options(who) {
                    ends.push((who, draw(option, depth + 1, next, picture, nodes)));
                }
            }
            let x = match (ends.first(), ends.last()) {
                (Some(&(_, (first, _))), Some(&(_, (last, _)))) => (first + last) / 2,
                _ => {
                    *next += 10;
                    *next - 5
                }
            };
            for (who, end) in ends {
                let color = if who == Player::Left { Color::Blue } else { Color::Red };
                picture.shapes.push(Shape::line((x, y), end, pen(color).wide(32)));
            }
            match tree {
                Tree::Node(_) => {
                    nodes.push(Shape::Disc { x, y, radius: 2, fill: Color::Black });
                }
                decided => {
                    let text = if *decided == Tree::Won { "W" } else { "S" }.to_owned();
                    nodes.push(Shape::Disc { x, y, radius: 4, fill: Color::Light });
                    nodes.push(Shape::text(x, y, text, Color::Black));
                }
            }
            (x, y)
        }
        let mut picture = Picture::default();
        let mut next = 0;
        let mut nodes = Vec::new();
        draw(tree, 0, &mut next, &mut picture, &mut nodes);
        picture.shapes.extend(nodes);
        picture.width = next.max(10);
        picture
    }

    fn size(&self, tree: &Tree) -> u32 {
        tree.size()
    }

    fn nature(&self) -> Nature {
        let deciding: &[MoveKind] = &[MoveKind::Overriding, MoveKind::Suiciding];
        Nature { special_moves: if self.deciding { deciding } else { &[] }, ..Nature::PARTIZAN }
    }

    fn move_kind(&self, _: &Tree, _: Player, option: &Tree) -> MoveKind {
        match option {
            Tree::Node(_) => MoveKind::Ordinary,
            Tree::Won => MoveKind::Overriding,
            Tree::Lost => MoveKind::Suiciding,
        }
    }
}
