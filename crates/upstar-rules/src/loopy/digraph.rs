//! A token on a directed graph: any loopy impartial game at all.
//!
//! The graph is part of the position. Several tokens do not meet, so they are components.

use crate::registry::About;
use crate::{Color, Picture, PositionError, Rules, Shape, no_parameters};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use upstar_base::{Options, Player, Weigh};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "digraph",
    aliases: &["directed-graph"],
    title: "Directed graph",
    rules: "Tokens stand on the nodes of a directed graph, any number to a node. A player moves \
            one of them along an arrow. Who cannot move loses; where there are cycles play can go \
            on for ever. Every impartial game can be entered in this way.",
    notation: "Arrows, each node once with where it leads to, separated by `;` or `|` (so that a \
               file has one node a line), then `@` and the tokens: `a>b,c;b>a,d;c>d @ a+b`. Nodes \
               that lead nowhere need not be listed.",
    examples: &["a>b,c;b>a,d;c>d @ a", "a>a,b @ a", "a>b;b>c;c>a,d @ a+c", "x>y,z;y>z @ x"],
    source: "C. A. B. Smith 1966; Winning Ways ch. 12",
    known: &[],
    tables: "",
    impartial: true,
};

/// The most nodes and arrows of a graph that is typed.
const MOST: usize = 1 << 20;

/// A graph with names.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named {
    names: Vec<String>,
    options: Vec<Vec<u32>>,
}

/// Tokens on a graph, in order. Positions of one game share their graph, so comparing and hashing
/// them rarely looks at it.
#[derive(Clone, Debug, Eq)]
pub struct Tokens {
    tokens: Vec<u32>,
    graph: Arc<Named>,
}

impl Weigh for Tokens {
    fn heap_bytes(&self) -> usize {
        self.tokens.heap_bytes()
    }
}

impl PartialEq for Tokens {
    fn eq(&self, other: &Tokens) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl PartialOrd for Tokens {
    fn partial_cmp(&self, other: &Tokens) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Tokens {
    fn cmp(&self, other: &Tokens) -> Ordering {
        self.tokens.cmp(&other.tokens).then_with(|| match Arc::ptr_eq(&self.graph, &other.graph) {
            true => Ordering::Equal,
            false => self.graph.cmp(&other.graph),
        })
    }
}

impl Hash for Tokens {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tokens.hash(state);
    }
}

/// Places of so many nodes around a square, and its side.
pub(crate) fn ring(nodes: usize) -> (Vec<(i32, i32)>, i32) {
    let side = 30 + 5 * nodes as i32;
    let place = |i: usize| {
        let along = 4 * side * i as i32 / nodes as i32;
        let (edge, rest) = (along / side, along % side);
        let (x, y) = match edge {
            0 => (rest, 0),
            1 => (side, rest),
            2 => (side - rest, side),
            _ => (0, side - rest),
        };
        (x + 8, y + 8)
    };
    ((0..nodes).map(place).collect(), side + 16)
}

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Digraph;

impl Digraph {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| Digraph)
    }
}

/// Reads names and numbers the nodes, first in the order in which they come.
#[derive(Default)]
struct Reader {
    numbers: HashMap<String, u32>,
    graph: (Vec<String>, Vec<Vec<u32>>),
}

impl Reader {
    fn node(&mut self, text: &str, at: usize) -> Result<u32, PositionError> {
        let blank = text.len() - text.trim_start().len();
        let name = text.trim();
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '\'' | '.');
        if name.is_empty() || !name.chars().all(plain) {
            let message = "expected the name of a node: letters and digits";
            return Err(PositionError::new(at + blank, name.len(), message));
        }
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        let number = self.graph.0.len() as u32;
        if self.graph.0.len() == MOST {
            let message = format!("the graph has more than {MOST} nodes");
            return Err(PositionError::new(at, text.len(), message));
        }
        self.numbers.insert(name.to_owned(), number);
        self.graph.0.push(name.to_owned());
        self.graph.1.push(Vec::new());
        Ok(number)
    }

    /// The tokens on the graph, its nodes in the order of their names, short ones first: so the
    /// same graph is the same however it was written.
    fn in_order(self, tokens: Vec<u32>) -> Tokens {
        let (names, options) = self.graph;
        let mut order: Vec<u32> = (0..names.len() as u32).collect();
        order.sort_by_key(|&node| (names[node as usize].len(), &names[node as usize]));
        let mut place = vec![0; names.len()];
        order.iter().zip(0..).for_each(|(&node, new)| place[node as usize] = new);
        let moved = |nodes: &[u32]| {
            let mut nodes: Vec<u32> = nodes.iter().map(|&node| place[node as usize]).collect();
            nodes.sort_unstable();
            nodes
        };
        let list = |&node: &u32| {
            let mut list = moved(&options[node as usize]);
            list.dedup();
            list
        };
        let graph = Named {
            names: order.iter().map(|&node| names[node as usize].clone()).collect(),
            options: order.iter().map(list).collect(),
        };
        Tokens { tokens: moved(&tokens), graph: Arc::new(graph) }
    }
}

impl Tokens {
    fn moved(&self, place: usize, to: u32) -> Tokens {
        let mut tokens = self.tokens.clone();
        tokens[place] = to;
        tokens.sort_unstable();
        Tokens { tokens, graph: Arc::clone(&self.graph) }
    }
}

impl Rules for Digraph {
    type Position = Tokens;

    fn options(&self, tokens: &Tokens, _: Player, out: &mut dyn Options<Tokens>) {
        for (place, &node) in tokens.tokens.iter().enumerate() {
            if place > 0 && tokens.tokens[place - 1] == node {
                continue;
            }
            let options = &tokens.graph.options[node as usize];
            if !out.extend(options.iter().map(|&to| tokens.moved(place, to))) {
                return;
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Tokens, PositionError> {
        let Some(at) = text.rfind('@') else {
            let message = "expected `@` and the nodes of the tokens after the arrows";
            return Err(PositionError::new(text.len(), 0, message));
        };
        let mut reader = Reader::default();
        let mut start = 0;
        let mut arrows = 0;
        for line in text[..at].split([';', '|', '\n']) {
            if !line.trim().is_empty() {
                let (name, list) = line.split_once('>').unwrap_or((line, ""));
                let node = reader.node(name, start)?;
                let mut place = start + name.len() + 1;
                for target in list.split(',').filter(|_| !list.trim().is_empty()) {
                    let to = reader.node(target, place)?;
                    reader.graph.1[node as usize].push(to);
                    arrows += 1;
                    place += target.len() + 1;
                }
                if arrows > MOST {
                    let message = format!("the graph has more than {MOST} arrows");
                    return Err(PositionError::new(start, line.len(), message));
                }
            }
            start += line.len() + 1;
        }
        let (mut tokens, mut place) = (Vec::new(), at + 1);
        for token in text[at + 1..].split('+') {
            let known = reader.graph.0.len();
            let node = reader.node(token, place)?;
            if node as usize == known && known > 0 {
                let message = format!("there is no node `{}`", token.trim());
                return Err(PositionError::new(place, token.len(), message));
            }
            tokens.push(node);
            place += token.len() + 1;
        }
        Ok(reader.in_order(tokens))
    }

    fn show(&self, tokens: &Tokens) -> String {
        let Named { names, options } = &*tokens.graph;
        let name = |&node: &u32| names[node as usize].clone();
        let lines = names.iter().zip(options).map(|(node, options)| match options.is_empty() {
            true => node.clone(),
            false => {
                let list: Vec<String> = options.iter().map(name).collect();
                format!("{node}>{}", list.join(","))
            }
        });
        let tokens: Vec<String> = tokens.tokens.iter().map(name).collect();
        format!("{} @ {}", lines.collect::<Vec<_>>().join(";"), tokens.join("+"))
    }

    fn display(&self, tokens: &Tokens) -> String {
        self.show(tokens).replace(';', "\n")
    }

    fn describe(&self, _: &Tokens, _: Player, option: &Tokens) -> String {
        let name = |&node: &u32| option.graph.names[node as usize].clone();
        option.tokens.iter().map(name).collect::<Vec<_>>().join("+")
    }

    /// The nodes around a square, as far as they fit.
    fn picture(&self, tokens: &Tokens) -> Picture {
        let shown = tokens.graph.names.len().min(48);
        let (places, side) = ring(shown);
        let mut picture = Picture { width: side, height: side, ..Picture::default() };
        for (node, &from) in places.iter().enumerate() {
            for &to in tokens.graph.options[node].iter().filter(|&&to| (to as usize) < shown) {
                let to = places[to as usize];
                // Arrows bend to the right of their way, so that both directions are seen.
                let (dx, dy) = (to.0 - from.0, to.1 - from.1);
                let via = ((from.0 + to.0) / 2 - dy / 5, (from.1 + to.1) / 2 + dx / 5);
                picture.shapes.push(Shape::Curve { from, via, to, color: Color::Gray });
                let near = (to.0 + (via.0 - to.0) / 4, to.1 + (via.1 - to.1) / 4);
                let (radius, fill) = (1, Color::Black);
                picture.shapes.push(Shape::Disc { x: near.0, y: near.1, radius, fill });
            }
        }
        for (node, &(x, y)) in places.iter().enumerate() {
            let here = tokens.tokens.iter().filter(|&&token| token as usize == node).count();
            let fill = if here > 0 { Color::Green } else { Color::Light };
            picture.shapes.push(Shape::Disc { x, y, radius: 5, fill });
            let text = match here {
                0 | 1 => tokens.graph.names[node].clone(),
                n => format!("{n}×{}", tokens.graph.names[node]),
            };
            picture.shapes.push(Shape::Text { x, y, text, color: Color::Black });
        }
        picture
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn is_loopy(&self) -> bool {
        true
    }

    fn is_all_small(&self) -> bool {
        true
    }

    fn components(&self, tokens: Tokens, out: &mut dyn Options<Tokens>) {
        let single = |&token| Tokens { tokens: vec![token], graph: Arc::clone(&tokens.graph) };
        out.extend(tokens.tokens.iter().map(single));
    }

    fn parts(&self, tokens: &Tokens, out: &mut dyn Options<(Tokens, u64)>) {
        let single = |&token| Tokens { tokens: vec![token], graph: Arc::clone(&tokens.graph) };
        out.extend(tokens.tokens.iter().map(|token| (single(token), 1)));
    }

    fn size(&self, tokens: &Tokens) -> u32 {
        tokens.tokens.len() as u32
    }
}
