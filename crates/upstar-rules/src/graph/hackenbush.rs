//! Hackenbush: cut an edge; what no longer hangs together with the ground is gone.
//!
//! What stands on the ground in different places is a sum, so a position is cut at the ground. A
//! loop plays like an edge with a free end, since both go when they are cut or fall, so normal
//! forms have no loops; isomorphic pictures meet, and so do a picture and its negative.

use super::canonical::canonical_up_to_sign;
use super::layout::first_touched;
use super::layout::{Look, draw};
use super::multigraph::{Edge, Graph, mark};
use super::walk::Symbols;
use crate::naming::played;
use crate::notation::drawn_with_characters;
use crate::registry::{About, Editor, Known};
use crate::rules::once;
use crate::{Color, Picture, PositionError, Rules, Shape, no_parameters};
use upstar_base::{Options, Player};
use upstar_picture::diagram::Drawing;

/// The kind of the ground among vertices.
pub const GROUND: u8 = 1;
/// The kind of an edge that Left may cut.
pub const BLUE: u8 = 1;
/// The kind of an edge that Right may cut.
pub const RED: u8 = 2;
/// The kind of an edge that both may cut.
pub const GREEN: u8 = 3;

/// How Hackenbush is written.
pub const SYMBOLS: Symbols = Symbols {
    vertices: &[".", "_"],
    edges: &["", "lb", "r", "eg"],
    ground: Some(GROUND),
    simple: false,
};

pub(super) const NOTATION: &str = "Edges one after another from the ground up: `l` blue (Left), `r` red (Right), `e` green \
     (either). Branches in parentheses, `l(r;ee)`; `;` starts again at the ground; `:A` after an \
     edge names the vertex at its end, so that another edge can lead there: `lr:A;lr:A`. `_` is \
     the ground, `.` a vertex (it may be left out).";

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "hackenbush",
    aliases: &["blue-red-hackenbush", "red-blue-hackenbush", "green-hackenbush"],
    title: "Hackenbush",
    rules: "A picture of blue, red and green edges stands on the ground. Left cuts a blue or a \
            green edge, Right a red or a green one; what is no longer connected to the ground \
            disappears. Who cannot move loses.",
    notation: NOTATION,
    examples: &["l(r;ee);lr:A;lr:A", "eeeeee", "e(l;r;l)", "ll:Ar_;e(r;l:A)", "lrrl;rl", "e:Al:A"],
    source: "John Conway; Winning Ways ch. 1, 2 and 7",
    known: &[
        Known { position: "eeeeee", value: "*6", source: "Winning Ways ch. 2" },
        Known { position: "lr", value: "1/2", source: "Winning Ways ch. 1" },
        Known { position: "lrr", value: "1/4", source: "Winning Ways ch. 1" },
        Known { position: "lr;lrrr", value: "5/8", source: "Winning Ways ch. 2, fig. 1" },
        Known { position: "lrrrrrrr", value: "1/128", source: "Winning Ways ch. 2, fig. 11" },
        Known { position: "el", value: "^*", source: "Winning Ways ch. 3" },
        Known { position: "e(l;r)", value: "*", source: "Winning Ways ch. 7, colon principle" },
    ],
    tables: "",
    impartial: false,
    editor: Editor::Graph,
};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hackenbush;

impl Hackenbush {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| Hackenbush)
    }
}

/// The number of the ground.
pub fn ground(graph: &Graph) -> Option<usize> {
    graph.vertices().iter().position(|&kind| kind == GROUND)
}

/// For each vertex whether it hangs together with the ground by the edges that `counts`.
pub(super) fn standing(graph: &Graph, counts: impl Fn(usize, &Edge) -> bool) -> Vec<bool> {
    let parts = graph.parts(counts);
    let root = ground(graph).map(|v| parts[v]);
    parts.iter().map(|&part| Some(part) == root).collect()
}

/// May this player cut it?
pub(super) fn may_cut(edge: &Edge, who: Player) -> bool {
    edge.kind & mark(who) != 0
}

/// Appends what stands on the ground, each connected part by itself, loops made into edges with
/// a free end.
pub(super) fn stands(graph: &Graph, out: &mut dyn Options<Graph>) {
    let Some(ground) = ground(graph) else { return };
    let parts = graph.parts(|_, edge| !edge.meets(ground));
    for (root, &part) in parts.iter().enumerate() {
        if root != ground && root == usize::from(part) {
            let wanted = |v: usize| v == ground || usize::from(parts[v]) == root;
            let stand = graph.keep(wanted, |_, edge| !(edge.meets(ground) && edge.is_loop()));
            if !out.push(unlooped(&stand)) {
                return;
            }
        }
    }
    for edge in graph.edges().iter().filter(|edge| edge.is_loop() && edge.meets(ground)) {
        if !out.push(Graph::new(vec![GROUND, 0], vec![Edge::new(0, 1, edge.kind)])) {
            return;
        }
    }
}

pub(super) fn unlooped(graph: &Graph) -> Graph {
    if !graph.edges().iter().any(Edge::is_loop) {
        return graph.clone();
    }
    let mut vertices = graph.vertices().to_vec();
    let free_end = |edge: &Edge| match edge.is_loop() {
        true => {
            vertices.push(0);
            Edge::new(edge.ends[0], (vertices.len() - 1) as u16, edge.kind)
        }
        false => *edge,
    };
    let edges = graph.edges().iter().map(free_end).collect();
    Graph::new(vertices, edges)
}

pub(super) fn normal(graph: &Graph) -> (Graph, bool) {
    let graph = unlooped(graph);
    canonical_up_to_sign(&graph, &graph.recolored(|_, kind| kind, |edge| exchanged(edge.kind)))
}

/// The kind of an edge when the players are exchanged.
pub(super) fn exchanged(kind: u8) -> u8 {
    match kind {
        BLUE => RED,
        RED => BLUE,
        other => other,
    }
}

/// How many edges `who` may cut.
pub(super) fn cuts(graph: &Graph, who: Player) -> i64 {
    graph.edges().iter().filter(|edge| may_cut(edge, who)).count() as i64
}

/// The colour of an edge of this kind.
pub(super) fn color(kind: u8) -> Color {
    match kind {
        BLUE => Color::Blue,
        RED => Color::Red,
        GREEN => Color::Green,
        _ => Color::Black,
    }
}

pub(super) fn drawn(graph: &Graph) -> Drawing {
    let look = Look { ground: ground(graph), vertex: &|_| (Color::Black, 1), edge: &color };
    draw(graph, &look)
}

/// What stands after `who` has cut an edge, if that is allowed.
fn cut(graph: &Graph, edge: usize, who: Player) -> Option<Graph> {
    may_cut(&graph.edges()[edge], who).then(|| {
        let stands = standing(graph, |j, _| j != edge);
        SYMBOLS.arranged(&graph.keep(|v| stands[v], |j, _| j != edge))
    })
}

impl Rules for Hackenbush {
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
