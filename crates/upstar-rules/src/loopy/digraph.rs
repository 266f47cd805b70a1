//! A token on a directed graph: any loopy impartial game at all.
//!
//! The graph is part of the position. Several tokens do not meet, so they are components.

use crate::notation::drawn_with_characters;
use crate::registry::{About, Editor};
use crate::{Color, Pen, Picture, PositionError, Rules, no_parameters};
use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use upstar_base::{Options, Player, Weigh};
use upstar_picture::diagram::{Diagram, Link, MOST_NODES, Node};

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
    editor: Editor::Text,
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

/// The nodes to draw: all of them, or those nearest to the tokens.
pub(crate) fn nearest(
    nodes: usize,
    tokens: &[u32],
    options: impl Fn(u32, &mut Vec<u32>),
) -> Vec<u32> {
    if nodes <= MOST_NODES {
        return (0..nodes as u32).collect();
    }
    let mut found = tokens.to_vec();
    found.dedup();
    found.truncate(MOST_NODES);
    let mut seen: HashSet<u32> = found.iter().copied().collect();
    let (mut head, mut next) = (0, Vec::new());
    while let Some(&node) = found.get(head) {
        head += 1;
        options(node, &mut next);
        for to in next.drain(..) {
            if found.len() < MOST_NODES && seen.insert(to) {
                found.push(to);
            }
        }
    }
    found.sort_unstable();
    found
}

/// What is written below a drawing that lacks nodes.
pub(crate) fn left_out(shown: usize, nodes: usize) -> Vec<String> {
    match shown == nodes {
        true => Vec::new(),
        false => vec![format!("{shown} of {nodes} nodes: those that are reached first")],
    }
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

    fn sketch(&self, tokens: &Tokens) -> String {
        drawn_with_characters(self.picture(tokens), || self.display(tokens))
    }

    fn name_move(&self, _: &Tokens, _: Player, option: &Tokens) -> String {
        let name = |&node: &u32| option.graph.names[node as usize].clone();
        option.tokens.iter().map(name).collect::<Vec<_>>().join("+")
    }

    /// A drawing of the graph; the nodes of tokens are green, several on a node are counted.
    fn picture(&self, tokens: &Tokens) -> Picture {
        let Named { names, options } = &*tokens.graph;
        let shown = nearest(names.len(), &tokens.tokens, |node, out| {
            out.extend(&options[node as usize]);
        });
        let node = |&node: &u32| {
            let here = tokens.tokens.iter().filter(|&&token| token == node).count();
            let name = &names[node as usize];
            let label = if here > 1 { format!("{here}×{name}") } else { name.clone() };
            let fill = if here > 0 { Color::Green } else { Color::Light };
            Node { label, fill, radius: 18 }
        };
        let pen = Pen::from(Color::Black).wide(20).arrow();
        let links = shown.iter().enumerate().flat_map(|(from, &node)| {
            let ends = options[node as usize].iter();
            ends.filter_map(|to| shown.binary_search(to).ok()).map(move |to| Link { from, to, pen })
        });
        let diagram = Diagram {
            nodes: shown.iter().map(node).collect(),
            links: links.collect(),
            notes: left_out(shown.len(), names.len()),
            legend: Vec::new(),
        };
        diagram.draw().picture
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

    fn pieces(&self) -> &'static str {
        "each token"
    }

    fn size(&self, tokens: &Tokens) -> u32 {
        tokens.tokens.len() as u32
    }
}
