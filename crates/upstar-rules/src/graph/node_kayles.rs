//! Node Kayles: take a vertex with all its neighbours (Schaefer 1978).
//!
//! Impartial. On a path of `n` vertices it is Dawson's Kayles, the code .07 on `n + 1`.

use super::canonical::canonical;
use super::layout::first_touched;
use super::multigraph::Graph;
use super::tint;
use super::walk::PLAIN;
use crate::naming::played;
use crate::notation::drawn_with_characters;
use crate::registry::{About, Editor, Known};
use crate::{Picture, PositionError, Rules, Shape, no_parameters};
use upstar_base::{Options, Player};

pub(super) const NOTATION: &str = "Vertices `.` joined by edges `-`. Branches in parentheses, `.(-.;-.-.)`; `:A` names a \
     vertex, so that an edge can lead there again: `.:A-.-.-:A`; `;` starts another graph. Rows \
     of squares joined by `|`, `#` for a missing one, are graphs too: `...|.#.`.";

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "node-kayles",
    aliases: &[],
    title: "Node Kayles",
    rules: "A player takes a vertex together with all its neighbours. Who cannot move loses.",
    notation: NOTATION,
    examples: &[".-.(-.;-.-.)-.", ".:A-.-.-.-.-:A", "...|...", "."],
    source: "Thomas Schaefer 1978",
    known: &[
        Known { position: ".", value: "*", source: "Winning Ways ch. 4, Dawson's Kayles" },
        Known { position: ".-.-.", value: "*2", source: "Winning Ways ch. 4, Dawson's Kayles" },
        Known { position: ".-.-.-.", value: "0", source: "Winning Ways ch. 4, Dawson's Kayles" },
        Known { position: ".-.-.-.-.", value: "*3", source: "Winning Ways ch. 4, Dawson's Kayles" },
    ],
    tables: tint::TABLES,
    impartial: true,
    editor: Editor::Graph,
};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeKayles;

impl NodeKayles {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| NodeKayles)
    }
}

/// Marks a vertex and its neighbours.
pub(super) fn surroundings(graph: &Graph, vertex: usize) -> Vec<bool> {
    let mut marked = vec![false; graph.order()];
    marked[vertex] = true;
    for u in graph.neighbours(vertex) {
        marked[u] = true;
    }
    marked
}

/// What is left after a vertex and its neighbours are taken.
pub(super) fn taken(graph: &Graph, vertex: usize) -> Graph {
    graph.without(&surroundings(graph, vertex)).arranged(None)
}

impl Rules for NodeKayles {
    type Position = Graph;

    fn options(&self, graph: &Graph, _: Player, out: &mut dyn Options<Graph>) {
        out.extend((0..graph.order()).map(|vertex| taken(graph, vertex)));
    }

    fn parse(&self, text: &str) -> Result<Graph, PositionError> {
        PLAIN.read(text)
    }

    fn show(&self, graph: &Graph) -> String {
        PLAIN.write(graph)
    }

    fn display(&self, graph: &Graph) -> String {
        PLAIN.numbered(&self.show(graph))
    }

    fn sketch(&self, graph: &Graph) -> String {
        drawn_with_characters(self.picture(graph), || self.show(graph))
    }

    fn touched(&self, graph: &Graph, _: Player, option: &Graph) -> Vec<Shape> {
        let drawing = tint::drawn(graph);
        first_touched(&drawing.picture, &drawing.nodes, option, |vertex| Some(taken(graph, vertex)))
    }

    fn name_move(&self, graph: &Graph, _: Player, option: &Graph) -> String {
        let found = played(graph.order(), option, |v| Some(taken(graph, v)));
        found.map_or_else(|| self.show(option), |n| format!("take {}", n + 1))
    }

    fn picture(&self, graph: &Graph) -> Picture {
        tint::drawn(graph).picture
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn is_all_small(&self) -> bool {
        true
    }

    fn components(&self, graph: Graph, out: &mut dyn Options<Graph>) {
        graph.each_part(|part| out.push(part));
    }

    fn parts(&self, graph: &Graph, out: &mut dyn Options<(Graph, u64)>) {
        graph.each_part(|part| out.push((part, 1)));
    }

    fn pieces(&self) -> &'static str {
        "each graph that hangs together, a single vertex too"
    }

    fn normal_form(&self, graph: Graph) -> (Graph, bool) {
        (canonical(&graph), false)
    }

    fn size(&self, graph: &Graph) -> u32 {
        graph.order() as u32
    }

    fn member(&self, size: &[usize]) -> Option<Graph> {
        tint::rectangle(size)
    }
}
