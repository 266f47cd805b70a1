//! Arc Kayles: take two vertices that are joined, and all edges at them (Schaefer 1978).
//!
//! Impartial. On a path of `n` edges it is Dawson's Kayles on `n + 1`, on a rectangle of squares
//! it is Cram. Vertices without edges are out of play.

use super::canonical::canonical;
use super::layout::first_touched;
use super::multigraph::{Edge, Graph};
use super::node_kayles::NOTATION;
use super::tint;
use super::walk::PLAIN;
use crate::naming::played;
use crate::notation::drawn_with_characters;
use crate::registry::{About, Editor, Known};
use crate::{Picture, PositionError, Rules, Shape, no_parameters};
use upstar_base::{Options, Player};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "arc-kayles",
    aliases: &[],
    title: "Arc Kayles",
    rules: "A player takes an edge together with both its ends and all other edges at them. Who \
            cannot move loses.",
    notation: NOTATION,
    examples: &[".-.(-.;-.-.)-.", ".:A-.-.-.-.-:A", "...|...", ".-."],
    source: "Thomas Schaefer 1978",
    known: &[
        Known { position: ".-.", value: "*", source: "Winning Ways ch. 4, Dawson's Kayles" },
        Known { position: ".-.-.-.", value: "*2", source: "Winning Ways ch. 4, Dawson's Kayles" },
        Known { position: ".-.-.-.-.", value: "0", source: "Winning Ways ch. 4, Dawson's Kayles" },
        Known { position: "..|..", value: "0", source: "Winning Ways ch. 15, Cram" },
    ],
    tables: tint::TABLES,
    impartial: true,
    editor: Editor::Graph,
};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct ArcKayles;

impl ArcKayles {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| ArcKayles)
    }
}

/// The graph after an edge was taken with its ends.
pub(super) fn taken(graph: &Graph, edge: &Edge) -> Graph {
    graph.keep(|v| !edge.meets(v), |_, _| true).arranged(None)
}

/// Appends the connected parts that have an edge.
pub(super) fn live_parts(graph: &Graph, out: &mut dyn Options<Graph>) {
    graph.each_part(|part| part.edges().is_empty() || out.push(part));
}

impl Rules for ArcKayles {
    type Position = Graph;

    fn options(&self, graph: &Graph, _: Player, out: &mut dyn Options<Graph>) {
        out.extend(graph.edges().iter().map(|edge| taken(graph, edge)));
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
        first_touched(&drawing.picture, &drawing.links, option, |edge| {
            Some(taken(graph, &graph.edges()[edge]))
        })
    }

    fn name_move(&self, graph: &Graph, _: Player, option: &Graph) -> String {
        let edges = graph.edges();
        match played(edges.len(), option, |edge| Some(taken(graph, &edges[edge]))) {
            Some(edge) => {
                let [a, b] = edges[edge].ends;
                format!("take {}-{}", a + 1, b + 1)
            }
            None => self.show(option),
        }
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
        live_parts(&graph, out);
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
        graph.edges().len() as u32
    }

    fn member(&self, size: &[usize]) -> Option<Graph> {
        tint::rectangle(size)
    }
}
