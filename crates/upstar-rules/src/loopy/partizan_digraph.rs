//! A graph with arrows of both players: any finite loopy game at all.

use crate::Dash;
use crate::loopy::tokens::{self, NamedGraph};
use crate::prelude::*;
use crate::tree::named;
use std::collections::HashMap;
use upstar_picture::diagram::{Diagram, Link};

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Partizan directed graph
"Tokens stand on the nodes of a graph, any number to a node; each node lists the nodes to which Left
  can move a token and those to which Right can. Who cannot move loses; where there are cycles play
  can go on for ever. Kos, checkers endings and every other finite loopy game can be entered in this
  way; Bach's Carousel is an example."
notation "Nodes as `name={left|right}` separated by `;`, then `@` and the nodes of the tokens:
  `a={0,b|0};b={1|1,a} @ a+b`. Numbers such as `3` and `5/8`, nimbers such as `*2`, ups such as `^*`
  and `v` may be used as options without being listed, and `pass` for the node itself."
try "a={0|pass} @ a" "a={0,b|0};b={1|1,c};c={*,d|*};d={e|e,a};e={1|1} @ a" "x={y|};y={|x} @ x"
try "k={1|j};j={k|-1} @ k" "a={0|b};b={a|0} @ a+b"
source "Winning Ways ch. 11; A. N. Siegel, Coping with cycles"
"#;

/// The most nodes of a graph that is typed.
const MOST: usize = 1 << 12;

/// Tokens on a graph; each node has a list of the options of Left and one of Right's.
pub type Tokens = tokens::Tokens<[Vec<u32>; 2]>;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartizanDigraph;

#[derive(Default)]
struct ArrowReader {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
    options: Vec<Option<[Vec<u32>; 2]>>,
}

impl ArrowReader {
    fn node(&mut self, name: &str, at: usize) -> Result<u32, PositionError> {
        let wrong = |message: String| Err(PositionError::new(at, name.len(), message));
        // A node may be called `v`; what is not listed in the end is a down.
        let constant = named::options(name).is_some() && !name.starts_with('+');
        let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let word = name.starts_with(char::is_alphabetic) && name.chars().all(plain);
        if !constant && !word || name == "pass" {
            let message = "expected the name of a node, a number, a nimber or ups";
            return wrong(message.to_owned());
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
        if constant && !word {
            self.write_out(number, at)?;
        }
        Ok(number)
    }

    /// Games with a name bring their options with them.
    fn write_out(&mut self, number: u32, at: usize) -> Result<(), PositionError> {
        let Some(names) = named::options(&self.names[number as usize]) else { return Ok(()) };
        let mut sides = [Vec::new(), Vec::new()];
        for (side, names) in sides.iter_mut().zip(names) {
            for name in names {
                side.push(self.node(&name, at)?);
            }
            side.sort_unstable();
        }
        self.options[number as usize] = Some(sides);
        Ok(())
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

/// A drawing of the graph, each node under the name that `shown` gives it: Left's arrows are blue,
/// Right's red and dashed, those of both green, dashed and dotted. The nodes of tokens are green,
/// several on a node are counted.
pub(super) fn drawn(token: &Tokens, shown: impl Fn(&str) -> &str) -> Picture {
    let NamedGraph { names, options } = token.graph();
    let nodes = token.nearest(|options, out| out.extend(options.iter().flatten()));
    let pens = [
        (Pen::from(Color::Blue), "Left"),
        (Pen::from(Color::Red).dashed(Dash::Dashed), "Right"),
        (Pen::from(Color::Green).dashed(Dash::Mixed), "either"),
    ]
    .map(|(pen, name)| (pen.wide(24).arrow(), name.to_owned()));
    let mut used = [false; 3];
    let mut links = Vec::new();
    for (from, &node) in nodes.iter().enumerate() {
        let [left, right] = &options[node as usize];
        let both = left.iter().filter(|to| right.contains(to)).map(|to| (to, 2));
        let lone =
            [(left, right, 0), (right, left, 1)].into_iter().flat_map(|(own, other, who)| {
                own.iter().filter(|to| !other.contains(to)).map(move |to| (to, who))
            });
        for (to, kind) in both.chain(lone) {
            if let Ok(to) = nodes.binary_search(to) {
                used[kind] = true;
                links.push(Link { from, to, pen: pens[kind].0 });
            }
        }
    }
    let node = |&node: &u32| token.drawn(node, shown(&names[node as usize]));
    let diagram = Diagram {
        nodes: nodes.iter().map(node).collect(),
        links,
        notes: token.left_out(nodes.len()),
        legend: pens.into_iter().zip(used).filter(|(_, used)| *used).map(|(pen, _)| pen).collect(),
    };
    diagram.draw().picture
}

impl Rules for PartizanDigraph {
    type Position = Tokens;

    fn options(&self, token: &Tokens, who: Player, out: &mut dyn Options<Tokens>) {
        token.moves(|options| &options[who as usize], out);
    }

    fn parse(&self, text: &str) -> Result<Tokens, PositionError> {
        let Some(end) = text.rfind('@') else {
            let message = "expected `@` and the nodes of the tokens after the graph";
            return Err(PositionError::new(text.len(), 0, message));
        };
        let (mut reader, mut at) = (ArrowReader::default(), 0);
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
        let (mut nodes, mut place) = (Vec::new(), end + 1);
        for token in text[end + 1..].split('+') {
            let blank = token.len() - token.trim_start().len();
            nodes.push(reader.node(token.trim(), place + blank)?);
            place += token.len() + 1;
        }
        let mut number = 0;
        while number < reader.options.len() {
            if reader.options[number].is_none() {
                reader.write_out(number as u32, end)?;
            }
            number += 1;
        }
        if let Some(unknown) = reader.options.iter().position(Option::is_none) {
            let name = &reader.names[unknown];
            let at = text.find(name.as_str()).unwrap_or(0);
            let message = format!("the options of `{name}` are missing");
            return Err(PositionError::new(at, name.len(), message));
        }
        let options = reader.options.into_iter().flatten().collect();
        Ok(Tokens::new(nodes, NamedGraph { names: reader.names, options }))
    }

    /// Nodes are listed in their order, constants left out where they come by themselves.
    fn show(&self, token: &Tokens) -> String {
        let NamedGraph { names, options } = token.graph();
        let constant = |name: &str| named::options(name).is_some() && name != "v";
        let mut lines = Vec::new();
        for (node, name) in names.iter().enumerate().filter(|(_, name)| !constant(name)) {
            let side = |who: usize| {
                let name = |&to: &u32| {
                    if to as usize == node { "pass".to_owned() } else { names[to as usize].clone() }
                };
                options[node][who].iter().map(name).collect::<Vec<_>>().join(",")
            };
            lines.push(format!("{name}={{{}|{}}}", side(0), side(1)));
        }
        format!("{} @ {}", lines.join(";"), token.joined())
    }

    fn display(&self, token: &Tokens) -> String {
        self.show(token).replace(';', "\n")
    }

    fn sketch(&self, token: &Tokens) -> String {
        drawn_with_characters(self.picture(token), || self.display(token))
    }

    fn name_move(&self, _: &Tokens, _: Player, option: &Tokens) -> String {
        option.joined()
    }

    fn picture(&self, token: &Tokens) -> Picture {
        drawn(token, |name| name)
    }

    fn nature(&self) -> Nature {
        Nature::LOOPY.in_parts("each token")
    }

    fn sum_components(&self, tokens: Tokens, out: &mut dyn Options<Tokens>) {
        out.extend(tokens.singles());
    }

    fn size(&self, token: &Tokens) -> u32 {
        token.graph().names.len() as u32
    }
}
