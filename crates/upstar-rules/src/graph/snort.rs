//! Snort: neighbouring regions must not get different colours (Simon Norton).
//!
//! Painting a region reserves its neighbours for the same player. An edge between regions
//! reserved for one player does nothing: painting one does not change the other. So such edges
//! are forgotten.

use super::layout::first_touched;
use super::multigraph::Graph;
use super::tint;
use crate::naming::played;
use crate::notation::drawn_with_characters;
use crate::registry::{About, Editor, Known};
use crate::rules::once;
use crate::{Picture, PositionError, Rules, Shape, no_parameters};
use upstar_base::{Options, Player};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "snort",
    aliases: &[],
    title: "Snort",
    rules: "On a map Left paints one region blue or Right one red. Two neighbouring regions must not \
            have different colours, so a painted region reserves its unpainted neighbours for \
            the player who painted it. Who cannot move loses.",
    notation: tint::NOTATION,
    examples: &[".(-.;-R-.)-.", "...|...", ".:A-.-L-:A", "..L.", "."],
    source: "Simon Norton; Winning Ways ch. 6",
    known: &[
        Known { position: ".", value: "*", source: "Winning Ways ch. 6" },
        Known { position: ".-.", value: "+-1", source: "Winning Ways ch. 6" },
    ],
    tables: tint::TABLES,
    impartial: false,
    editor: Editor::Graph,
};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Snort;

impl Snort {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| Snort)
    }
}

impl Rules for Snort {
    type Position = Graph;

    fn options(&self, graph: &Graph, who: Player, out: &mut dyn Options<Graph>) {
        tint::paint(graph, who, who, out);
    }

    fn parse(&self, text: &str) -> Result<Graph, PositionError> {
        tint::SYMBOLS.read(text)
    }

    fn show(&self, graph: &Graph) -> String {
        tint::SYMBOLS.write(graph)
    }

    fn display(&self, graph: &Graph) -> String {
        tint::SYMBOLS.numbered(&self.show(graph))
    }

    fn sketch(&self, graph: &Graph) -> String {
        drawn_with_characters(self.picture(graph), || self.show(graph))
    }

    fn touched(&self, graph: &Graph, who: Player, option: &Graph) -> Vec<Shape> {
        let drawing = tint::drawn(graph);
        first_touched(&drawing.picture, &drawing.nodes, option, |v| {
            tint::painted(graph, v, who, who)
        })
    }

    fn name_move(&self, graph: &Graph, who: Player, option: &Graph) -> String {
        let found = played(graph.order(), option, |v| tint::painted(graph, v, who, who));
        found.map_or_else(|| self.show(option), |n| format!("paint {}", n + 1))
    }

    fn picture(&self, graph: &Graph) -> Picture {
        tint::drawn(graph).picture
    }

    fn components(&self, graph: Graph, out: &mut dyn Options<Graph>) {
        tint::split(&graph, |a, b| a != 0 && a == b, out);
    }

    fn parts(&self, graph: &Graph, out: &mut dyn Options<(Graph, u64)>) {
        self.components(graph.clone(), &mut once(out));
    }

    fn pieces(&self) -> &'static str {
        "each map of regions that matter to each other"
    }

    fn normal_form(&self, graph: Graph) -> (Graph, bool) {
        tint::normal(&graph)
    }

    fn size(&self, graph: &Graph) -> u32 {
        graph.order() as u32
    }

    fn bounds(&self, graph: &Graph) -> Option<(i64, i64)> {
        Some(tint::bounds(graph))
    }

    fn promise(&self, graph: &Graph) -> i32 {
        tint::promise(graph)
    }

    fn member(&self, size: &[usize]) -> Option<Graph> {
        tint::rectangle(size)
    }
}
