//! Explicit game trees: any game at all, written out.
//!
//! Unlike values, trees are kept as they are typed: joins and unions tell equal games apart. In
//! `tree(deciding)` an option may also be `W`, a move that wins a union at once, or `S`, one that
//! loses it. A tree shares its subtrees, so copies are cheap.

pub(crate) mod named;

use crate::graph::layout::pen;
use crate::notation::drawn_with_characters;
use crate::{Color, MoveKind, Nature, Picture, PositionError, Rules, Shape};
use std::collections::HashMap;
use std::sync::Arc;
use upstar_base::{Options, Player, Weigh};

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

    fn integer(n: i64) -> Tree {
        (0..n.abs()).fold(Tree::new(Vec::new(), Vec::new()), |tree, _| {
            if n > 0 {
                Tree::new(vec![tree], Vec::new())
            } else {
                Tree::new(Vec::new(), vec![tree])
            }
        })
    }

    fn nimber(n: usize) -> Tree {
        let mut heaps: Vec<Tree> = Vec::with_capacity(n);
        for _ in 0..n {
            heaps.push(Tree::new(heaps.clone(), heaps.clone()));
        }
        Tree::new(heaps.clone(), heaps)
    }

    fn size(&self) -> u32 {
        let options = Player::BOTH.iter().flat_map(|&who| self.options(who));
        options.fold(1, |total: u32, option| total.saturating_add(option.size()))
    }

    fn write(&self, out: &mut String) {
        match self {
            Tree::Won => out.push('W'),
            Tree::Lost => out.push('S'),
            Tree::Node(options) => {
                if options.iter().all(Vec::is_empty) {
                    out.push('0');
                    return;
                }
                for (options, before) in options.iter().zip(['{', '|']) {
                    out.push(before);
                    for (i, option) in options.iter().enumerate() {
                        if i > 0 {
                            out.push(',');
                        }
                        option.write(out);
                    }
                }
                out.push('}');
            }
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
        match text.trim() {
            "" => Ok(Trees { deciding: false }),
            "deciding" => Ok(Trees { deciding: true }),
            _ => Err(PositionError::whole(text, "expected `deciding` or no parameter")),
        }
    }
}

/// A reader at a place of the text.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    nodes: usize,
    deciding: bool,
}

impl Reader<'_> {
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
        /// The tree and how many positions it has, if not too many.
        fn grown(
            name: &str,
            known: &mut HashMap<String, (Tree, usize, usize)>,
        ) -> Option<(Tree, usize, usize)> {
            if let Some(known) = known.get(name) {
                return Some(known.clone());
            }
            let (mut nodes, mut deep) = (1usize, 0);
            let mut sides = [Vec::new(), Vec::new()];
            for (side, names) in sides.iter_mut().zip(named::options(name)?) {
                for option in names {
                    let (tree, size, depth) = grown(&option, known)?;
                    nodes = nodes.saturating_add(size);
                    deep = deep.max(depth + 1);
                    side.push(tree);
                }
            }
            let [left, right] = sides;
            let found = (Tree::new(left, right), nodes, deep);
            known.insert(name.to_owned(), found.clone());
            (deep <= DEEPEST).then_some(found)
        }
        let name = &self.text[self.at..self.at + len];
        let Some((tree, nodes, deep)) = grown(name, &mut HashMap::new()) else {
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
                let n = if digits { self.number()? } else { 1 };
                // A nimber of n has 3^n positions in all.
                match 3usize.checked_pow(n as u32) {
                    Some(nodes) if nodes <= MOST_NODES => self.counted(nodes)?,
                    _ => return self.wrong("this nimber is too large to be written as a tree"),
                }
                Ok(Tree::nimber(n))
            }
            Some(sign @ (b'-' | b'0'..=b'9')) => {
                self.at += usize::from(sign == b'-');
                let n = self.number()?;
                self.counted(n)?;
                Ok(Tree::integer(if sign == b'-' { -(n as i64) } else { n as i64 }))
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
        let mut reader = Reader { text, at: 0, nodes: 0, deciding: self.deciding };
        let tree = reader.tree(0)?;
        match reader.peek() {
            None => Ok(tree),
            Some(_) => reader.wrong("expected the end of the tree"),
        }
    }

    fn show(&self, tree: &Tree) -> String {
        let mut text = String::new();
        tree.write(&mut text);
        text
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
