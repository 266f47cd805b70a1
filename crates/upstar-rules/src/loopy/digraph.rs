//! Tokens on a directed graph: any loopy impartial game at all.

use super::tokens::{self, NamedGraph};
use crate::prelude::*;
use std::collections::HashMap;
use upstar_picture::diagram::{Diagram, Link};

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Directed graph
"Tokens stand on the nodes of a directed graph, any number to a node. A player moves one of them
  along an arrow. Who cannot move loses; where there are cycles play can go on for ever. Every
  impartial game can be entered in this way."
impartial
notation "Arrows, each node once with where it leads to, separated by `;` or `|` (so that a file has
  one node a line), then `@` and the tokens: `a>b,c;b>a,d;c>d @ a+b`. Nodes that lead nowhere need
  not be listed."
try "a>b,c;b>a,d;c>d @ a" "a>a,b @ a" "a>b;b>c;c>a,d @ a+c" "x>y,z;y>z @ x"
source "C. A. B. Smith 1966; Winning Ways ch. 12"
"#;

/// The most nodes and arrows of a graph that is typed.
const MOST: usize = 1 << 20;

/// Tokens on a graph; each node has a list of where its arrows lead.
pub type Tokens = tokens::Tokens<Vec<u32>>;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Digraph;

/// Reads names and numbers the nodes, first in the order in which they come.
#[derive(Default)]
struct DigraphReader {
    numbers: HashMap<String, u32>,
    graph: (Vec<String>, Vec<Vec<u32>>),
}

impl DigraphReader {
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
        let graph = NamedGraph {
            names: order.iter().map(|&node| names[node as usize].clone()).collect(),
            options: order.iter().map(list).collect(),
        };
        Tokens::new(moved(&tokens), graph)
    }
}

impl Rules for Digraph {
    type Position = Tokens;

    fn options(&self, tokens: &Tokens, _: Player, out: &mut dyn Options<Tokens>) {
        tokens.moves(|arrows| arrows, out);
    }

    fn parse(&self, text: &str) -> Result<Tokens, PositionError> {
        let Some(at) = text.rfind('@') else {
            let message = "expected `@` and the nodes of the tokens after the arrows";
            return Err(PositionError::new(text.len(), 0, message));
        };
        let mut reader = DigraphReader::default();
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
        let NamedGraph { names, options } = tokens.graph();
        let name = |&node: &u32| names[node as usize].clone();
        let lines = names.iter().zip(options).map(|(node, options)| {
            if options.is_empty() {
                node.clone()
            } else {
                let list: Vec<String> = options.iter().map(name).collect();
                format!("{node}>{}", list.join(","))
            }
        });
        format!("{} @ {}", lines.collect::<Vec<_>>().join(";"), tokens.joined())
    }

    fn display(&self, tokens: &Tokens) -> String {
        self.show(tokens).replace(';', "\n")
    }

    fn sketch(&self, tokens: &Tokens) -> String {
        drawn_with_characters(self.picture(tokens), || self.display(tokens))
    }

    fn name_move(&self, _: &Tokens, _: Player, option: &Tokens) -> String {
        option.joined()
    }

    /// A drawing of the graph; the nodes of tokens are green, several on a node are counted.
    fn picture(&self, tokens: &Tokens) -> Picture {
        let NamedGraph { names, options } = tokens.graph();
        let shown = tokens.nearest(|arrows, out| out.extend(arrows));
        let node = |&node: &u32| tokens.drawn(node, &names[node as usize]);
        let pen = Pen::from(Color::Black).wide(20).arrow();
        let links = shown.iter().enumerate().flat_map(|(from, &node)| {
            let ends = options[node as usize].iter();
            ends.filter_map(|to| shown.binary_search(to).ok()).map(move |to| Link { from, to, pen })
        });
        let diagram = Diagram {
            nodes: shown.iter().map(node).collect(),
            links: links.collect(),
            notes: tokens.left_out(shown.len()),
            legend: Vec::new(),
        };
        diagram.draw().picture
    }

    fn nature(&self) -> Nature {
        Nature { loopy: true, part_noun: "each token", ..Nature::IMPARTIAL }
    }

    fn sum_components(&self, tokens: Tokens, out: &mut dyn Options<Tokens>) {
        out.extend(tokens.singles());
    }

    fn size(&self, tokens: &Tokens) -> u32 {
        tokens.count() as u32
    }
}
