//! A graph with arrows of both players: any finite loopy game at all.
//!
//! The graph is part of the position; the token stands on one of its nodes.

use crate::registry::About;
use crate::{Color, Picture, PositionError, Rules, Shape, no_parameters};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use upstar_base::{Options, Player, Weigh};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "partizan-digraph",
    aliases: &["loopy-graph"],
    title: "Partizan directed graph",
    rules: "A token stands on a node of a graph; each node lists the nodes to which Left can move \
            it and those to which Right can. Who cannot move loses; where there are cycles play \
            can go on for ever. Kos, checkers endings and every other finite loopy game can be \
            entered in this way; Bach's Carousel is an example.",
    notation: "Nodes as `name={left|right}` separated by `;`, then `@` and the node of the token: \
               `a={0,b|0};b={1|1,a} @ a`. Integers and `*` may be used as options without being \
               listed, and `pass` for the node itself.",
    examples: &[
        "a={0|pass} @ a",
        "a={0,b|0};b={1|1,c};c={*,d|*};d={e|e,a};e={1|1} @ a",
        "x={y|};y={|x} @ x",
        "k={1|j};j={k|-1} @ k",
    ],
    source: "Winning Ways ch. 11; A. N. Siegel, Coping with cycles",
    known: &[],
    tables: "",
    impartial: false,
};

/// The most nodes of a graph that is typed, and the largest integer among its options.
const MOST: usize = 1 << 12;
const LARGEST: i64 = 1 << 10;

/// A graph with names; the options of Left and of Right.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    names: Vec<String>,
    options: Vec<[Vec<u32>; 2]>,
}

/// The node of the token. Positions of one game share their graph, so comparing and hashing them
/// rarely looks at it.
#[derive(Clone, Debug, Eq)]
pub struct Token {
    node: u32,
    graph: Arc<Named>,
}

impl Weigh for Token {}

impl Token {
    /// The name of the node.
    pub fn name(&self) -> &str {
        &self.graph.names[self.node as usize]
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl PartialOrd for Token {
    fn partial_cmp(&self, other: &Token) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Token {
    fn cmp(&self, other: &Token) -> Ordering {
        self.node.cmp(&other.node).then_with(|| match Arc::ptr_eq(&self.graph, &other.graph) {
            true => Ordering::Equal,
            false => self.graph.cmp(&other.graph),
        })
    }
}

impl Hash for Token {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.node.hash(state);
    }
}

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartizanDigraph;

impl PartizanDigraph {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| PartizanDigraph)
    }
}

#[derive(Default)]
struct Reader {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
    options: Vec<Option<[Vec<u32>; 2]>>,
}

impl Reader {
    fn node(&mut self, name: &str, at: usize) -> Result<u32, PositionError> {
        let wrong = |message: String| Err(PositionError::new(at, name.len(), message));
        let constant = name == "*" || name.parse::<i64>().is_ok_and(|n| n.abs() <= LARGEST);
        let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let word = name.starts_with(char::is_alphabetic) && name.chars().all(plain);
        if !constant && !word || name == "pass" {
            return wrong("expected the name of a node, an integer or `*`".to_owned());
        }
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = self.names.len() as u32;
        if self.names.len() == MOST {
            return wrong(format!("the graph has more than {MOST} nodes"));
        }
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        self.options.push(None);
        // Integers and star bring their options with them.
        if name == "*" {
            let zero = self.node("0", at)?;
            self.options[number as usize] = Some([vec![zero], vec![zero]]);
        } else if let Ok(n) = name.parse::<i64>() {
            let mut sides = [Vec::new(), Vec::new()];
            if n != 0 {
                let nearer = self.node(&(n - n.signum()).to_string(), at)?;
                sides[usize::from(n < 0)].push(nearer);
            }
            self.options[number as usize] = Some(sides);
        }
        Ok(number)
    }

    fn list(&mut self, text: &str, at: usize, own: u32) -> Result<Vec<u32>, PositionError> {
        let (mut list, mut place) = (Vec::new(), at);
        for item in text.split(',').filter(|_| !text.trim().is_empty()) {
            let blank = item.len() - item.trim_start().len();
            let node = match item.trim() {
                "pass" => own,
                name => self.node(name, place + blank)?,
            };
            if !list.contains(&node) {
                list.push(node);
            }
            place += item.len() + 1;
        }
        list.sort_unstable();
        Ok(list)
    }
}

impl Rules for PartizanDigraph {
    type Position = Token;

    fn options(&self, token: &Token, who: Player, out: &mut dyn Options<Token>) {
        let options = &token.graph.options[token.node as usize][who as usize];
        let moved = |&node: &u32| Token { node, graph: Arc::clone(&token.graph) };
        out.extend(options.iter().map(moved));
    }

    fn parse(&self, text: &str) -> Result<Token, PositionError> {
        let Some(end) = text.rfind('@') else {
            let message = "expected `@` and the node of the token after the graph";
            return Err(PositionError::new(text.len(), 0, message));
        };
        let (mut reader, mut at) = (Reader::default(), 0);
        for line in text[..end].split([';', '\n']) {
            if !line.trim().is_empty() {
                let parts = line.split_once('=').and_then(|(name, sides)| {
                    let inside = sides.trim().strip_prefix('{')?.strip_suffix('}')?;
                    Some((name, inside, inside.split_once('|')?))
                });
                let Some((name, inside, (left, right))) = parts else {
                    let message = "expected a node such as `a={0,b|c}`";
                    return Err(PositionError::new(at, line.len(), message));
                };
                let blank = name.len() - name.trim_start().len();
                let node = reader.node(name.trim(), at + blank)?;
                let start = at + line.find(inside).unwrap_or(0);
                let left_list = reader.list(left, start, node)?;
                let right_list = reader.list(right, start + left.len() + 1, node)?;
                if reader.options[node as usize].replace([left_list, right_list]).is_some() {
                    let message = format!("`{}` has its options already", name.trim());
                    return Err(PositionError::new(at + blank, name.trim().len(), message));
                }
            }
            at += line.len() + 1;
        }
        let token = text[end + 1..].trim();
        let place = text.len() - text[end + 1..].trim_start().len();
        let node = reader.node(token, place)?;
        if let Some(unknown) = reader.options.iter().position(Option::is_none) {
            let name = &reader.names[unknown];
            let at = text.find(name.as_str()).unwrap_or(0);
            let message = format!("the options of `{name}` are missing");
            return Err(PositionError::new(at, name.len(), message));
        }
        let options = reader.options.into_iter().flatten().collect();
        Ok(Token { node, graph: Arc::new(Named { names: reader.names, options }) })
    }

    /// Nodes are listed in their order, constants left out where they come by themselves.
    fn show(&self, token: &Token) -> String {
        let Named { names, options } = &*token.graph;
        let constant = |name: &str| name == "*" || name.parse::<i64>().is_ok();
        let mut lines = Vec::new();
        for (node, name) in names.iter().enumerate().filter(|(_, name)| !constant(name)) {
            let side = |who: usize| {
                let name = |&to: &u32| match to as usize == node {
                    true => "pass".to_owned(),
                    false => names[to as usize].clone(),
                };
                options[node][who].iter().map(name).collect::<Vec<_>>().join(",")
            };
            lines.push(format!("{name}={{{}|{}}}", side(0), side(1)));
        }
        format!("{} @ {}", lines.join(";"), names[token.node as usize])
    }

    fn display(&self, token: &Token) -> String {
        self.show(token).replace(';', "\n")
    }

    fn describe(&self, _: &Token, _: Player, option: &Token) -> String {
        option.graph.names[option.node as usize].clone()
    }

    /// The nodes around a square, as far as they fit; Left's arrows blue, Right's red.
    fn picture(&self, token: &Token) -> Picture {
        let shown = token.graph.names.len().min(48);
        let (places, side) = crate::loopy::digraph::ring(shown);
        let mut picture = Picture { width: side, height: side, ..Picture::default() };
        for (node, &from) in places.iter().enumerate() {
            for (who, color) in [Color::Blue, Color::Red].into_iter().enumerate() {
                let options = &token.graph.options[node][who];
                for &to in options.iter().filter(|&&to| (to as usize) < shown) {
                    let to = places[to as usize];
                    if to == from {
                        // A pass: a loop above for Left, below for Right.
                        let side = if who == 0 { -1 } else { 1 };
                        let end = |dx: i32| (from.0 + dx, from.1 + 3 * side);
                        let (from, to, via) = (end(-4), end(4), (from.0, from.1 + 16 * side));
                        picture.shapes.push(Shape::Curve { from, via, to, color });
                        continue;
                    }
                    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                    let bend = if who == 0 { 5 } else { 8 };
                    let via = ((from.0 + to.0) / 2 - dy / bend, (from.1 + to.1) / 2 + dx / bend);
                    picture.shapes.push(Shape::Curve { from, via, to, color });
                    let near = (to.0 + (via.0 - to.0) / 4, to.1 + (via.1 - to.1) / 4);
                    let (x, y, radius, fill) = (near.0, near.1, 1, color);
                    picture.shapes.push(Shape::Disc { x, y, radius, fill });
                }
            }
        }
        for (node, &(x, y)) in places.iter().enumerate() {
            let fill = if node as u32 == token.node { Color::Green } else { Color::Light };
            picture.shapes.push(Shape::Disc { x, y, radius: 5, fill });
            let (text, color) = (token.graph.names[node].clone(), Color::Black);
            picture.shapes.push(Shape::Text { x, y, text, color });
        }
        picture
    }

    fn is_loopy(&self) -> bool {
        true
    }

    fn size(&self, token: &Token) -> u32 {
        token.graph.names.len() as u32
    }
}
