//! Childish Hackenbush: only cuts after which nothing falls.
//!
//! The positions and their symmetries are those of Hackenbush. What stands on the ground in
//! different places is still a sum, since whether an edge may be cut depends only on its own
//! stand; and a loop may be cut at any time, as an edge with a free end.

use super::hackenbush::{NOTATION, SYMBOLS};
use super::hackenbush::{cuts, drawn, may_cut, normal, standing, stands};
use super::multigraph::Graph;
use crate::registry::{About, Known};
use crate::{Picture, PositionError, Rules, no_parameters};
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

impl Rules for ChildishHackenbush {
    type Position = Graph;

    fn options(&self, graph: &Graph, who: Player, out: &mut dyn Options<Graph>) {
        for (i, edge) in graph.edges().iter().enumerate() {
            if !may_cut(edge, who) {
                continue;
            }
            let stands = standing(graph, |j, _| j != i);
            let falls = |other: &super::multigraph::Edge| !stands[usize::from(other.ends[0])];
            if graph.edges().iter().enumerate().all(|(j, other)| j == i || !falls(other))
                && !out.push(SYMBOLS.arranged(&graph.keep(|v| stands[v], |j, _| j != i)))
            {
                return;
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Graph, PositionError> {
        SYMBOLS.read(text)
    }

    fn show(&self, graph: &Graph) -> String {
        SYMBOLS.write(graph)
    }

    fn picture(&self, graph: &Graph) -> Picture {
        drawn(graph)
    }

    fn components(&self, graph: Graph, out: &mut dyn Options<Graph>) {
        stands(&graph, out);
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
