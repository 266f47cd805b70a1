//! Childish Hackenbush: only cuts after which nothing falls.
//!
//! The positions and their symmetries are those of Hackenbush. What stands on the ground in
//! different places is still a sum, since whether an edge may be cut depends only on its own
//! stand; and a loop may be cut at any time, as an edge with a free end.

use super::hackenbush::{NOTATION, SYMBOLS};
use super::hackenbush::{cuts, drawn, may_cut, normal, standing, stands};
use super::layout::first_touched;
use super::multigraph::Graph;
use crate::naming::played;
use crate::notation::drawn_with_characters;
use crate::registry::{About, Editor, Known};
use crate::rules::once;
use crate::{Picture, PositionError, Rules, Shape, no_parameters};
use upstar_base::{Options, Player};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "childish-hackenbush",
    aliases: &[],
    title: "Childish Hackenbush",
    rules: "Hackenbush in which nothing may fall: Left cuts a blue or a green edge, Right a red \
            or a green one, but only an edge without which every other edge is still connected \
            to the ground. Who cannot move loses.",
    notation: NOTATION,
    examples: &["l(r;l)", "ll:Ar_;e(r;l:A)", "lr:A;lr:A", "rll"],
    source: "J. Schaer; Winning Ways ch. 2",
    known: &[
        Known { position: "lll", value: "3", source: "Winning Ways ch. 2" },
        Known { position: "lr", value: "0", source: "Winning Ways ch. 2" },
    ],
    tables: "",
    impartial: false,
    editor: Editor::Graph,
};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChildishHackenbush;

impl ChildishHackenbush {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| ChildishHackenbush)
    }
}

/// What stands after `who` has cut an edge, if that is allowed: nothing else may fall.
fn cut(graph: &Graph, edge: usize, who: Player) -> Option<Graph> {
    let edges = graph.edges();
    if !may_cut(&edges[edge], who) {
        return None;
    }
    let stands = standing(graph, |j, _| j != edge);
    let falls = |other: &super::multigraph::Edge| !stands[usize::from(other.ends[0])];
    let alone = edges.iter().enumerate().all(|(j, other)| j == edge || !falls(other));
    alone.then(|| SYMBOLS.arranged(&graph.keep(|v| stands[v], |j, _| j != edge)))
}

impl Rules for ChildishHackenbush {
    type Position = Graph;

    fn options(&self, graph: &Graph, who: Player, out: &mut dyn Options<Graph>) {
        out.extend((0..graph.edges().len()).filter_map(|edge| cut(graph, edge, who)));
    }

    fn parse(&self, text: &str) -> Result<Graph, PositionError> {
        SYMBOLS.read(text)
    }

    fn show(&self, graph: &Graph) -> String {
        SYMBOLS.write(graph)
    }

    fn display(&self, graph: &Graph) -> String {
        SYMBOLS.numbered(&self.show(graph))
    }

    fn sketch(&self, graph: &Graph) -> String {
        drawn_with_characters(self.picture(graph), || self.show(graph))
    }

    fn touched(&self, graph: &Graph, who: Player, option: &Graph) -> Vec<Shape> {
        let drawing = drawn(graph);
        first_touched(&drawing.picture, &drawing.links, option, |edge| cut(graph, edge, who))
    }

    fn name_move(&self, graph: &Graph, who: Player, option: &Graph) -> String {
        let found = played(graph.edges().len(), option, |edge| cut(graph, edge, who));
        found.map_or_else(|| self.show(option), |n| format!("cut {}", SYMBOLS.number_of(graph, n)))
    }

    fn picture(&self, graph: &Graph) -> Picture {
        drawn(graph).picture
    }

    fn components(&self, graph: Graph, out: &mut dyn Options<Graph>) {
        stands(&graph, out);
    }

    fn parts(&self, graph: &Graph, out: &mut dyn Options<(Graph, u64)>) {
        self.components(graph.clone(), &mut once(out));
    }

    fn pieces(&self) -> &'static str {
        "whatever hangs together above the ground"
    }

    fn normal_form(&self, graph: Graph) -> (Graph, bool) {
        normal(&graph)
    }

    fn size(&self, graph: &Graph) -> u32 {
        graph.edges().len() as u32
    }

    /// Nobody can move more often than there are edges for him.
    fn bounds(&self, graph: &Graph) -> Option<(i64, i64)> {
        Some((-cuts(graph, Player::Right), cuts(graph, Player::Left)))
    }

    fn promise(&self, graph: &Graph) -> i32 {
        (cuts(graph, Player::Left) - cuts(graph, Player::Right)) as i32
    }
}
