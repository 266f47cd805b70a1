//! Partizan Arc Kayles: take an edge of one's own with both its ends.
//!
//! Among edges between the same two vertices only it matters whose they are, since all go
//! together; so in a normal form there is one, for the players that have one. Vertices without
//! edges are out of play, and exchanging blue and red negates.

use super::arc_kayles::{live_parts, taken};
use super::canonical::canonical_up_to_sign;
use super::hackenbush::{color, cuts, exchanged, may_cut};
use super::layout::first_touched;
use super::layout::{Look, draw};
use super::multigraph::{Edge, Graph};
use super::walk::Symbols;
use crate::naming::played;
use crate::notation::drawn_with_characters;
use crate::registry::{About, Editor, Known};
use crate::{Color, Picture, PositionError, Rules, Shape, no_parameters};
use upstar_base::{Options, Player};
use upstar_picture::diagram::Drawing;

const SYMBOLS: Symbols =
    Symbols { vertices: &["."], edges: &["", "lb", "r", "eg"], ground: None, simple: false };

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "partizan-arc-kayles",
    aliases: &[],
    title: "Partizan Arc Kayles",
    rules: "Left takes a blue or a green edge, Right a red or a green one, together with both its \
            ends and all other edges at them. Who cannot move loses.",
    notation: "Edges one after another: `l` blue (Left), `r` red (Right), `e` green (either). \
               Branches in parentheses, `l(r;ee)`; `:A` after an edge names the vertex at its \
               end, so that another edge can lead there: `l:Arl:A`; `;` starts another graph. \
               `.` is a vertex (it may be left out).",
    examples: &["lrlr(ll;ree(rl;l))", "l:Arl(e;r:A)", "llr", ".(l;r;e)"],
    source: "a partizan form of Schaefer's Arc Kayles",
    known: &[
        Known { position: "llr", value: "1/2", source: "the rules" },
        Known {
            position: "lrlr(ll;ree(rl;l))",
            value: "{3*|2*||3/2,3/2*|1/2*}",
            source: "CGSuite",
        },
    ],
    tables: "",
    impartial: false,
    editor: Editor::Graph,
};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartizanArcKayles;

impl PartizanArcKayles {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| PartizanArcKayles)
    }
}

/// One edge for each pair of vertices that are joined.
fn simplified(graph: &Graph) -> Graph {
    let pairs = graph.edges().chunk_by(|a, b| a.ends == b.ends);
    let merged = pairs.map(|twins| {
        let kind = twins.iter().fold(0, |all, edge| all | edge.kind);
        Edge { kind, ..twins[0] }
    });
    Graph::new(graph.vertices().to_vec(), merged.collect())
}

fn drawn(graph: &Graph) -> Drawing {
    draw(graph, &Look { ground: None, vertex: &|_| (Color::White, 3), edge: &color })
}

impl Rules for PartizanArcKayles {
    type Position = Graph;

    fn options(&self, graph: &Graph, who: Player, out: &mut dyn Options<Graph>) {
        let own = graph.edges().iter().filter(|edge| may_cut(edge, who));
        out.extend(own.map(|edge| taken(graph, edge)));
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
        first_touched(&drawing.picture, &drawing.links, option, |edge| {
            let edge = &graph.edges()[edge];
            may_cut(edge, who).then(|| taken(graph, edge))
        })
    }

    fn name_move(&self, graph: &Graph, who: Player, option: &Graph) -> String {
        let found = played(graph.edges().len(), option, |edge| {
            let edge = &graph.edges()[edge];
            may_cut(edge, who).then(|| taken(graph, edge))
        });
        found.map_or_else(|| self.show(option), |n| format!("take {}", SYMBOLS.number_of(graph, n)))
    }

    fn picture(&self, graph: &Graph) -> Picture {
        drawn(graph).picture
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
        let graph = simplified(&graph);
        canonical_up_to_sign(&graph, &graph.recolored(|_, kind| kind, |edge| exchanged(edge.kind)))
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
