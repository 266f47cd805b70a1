//! Loopy Hackenbush: edges that are repainted instead of cut.
//!
//! Pale and pink edges are never cut, so their two ends stand or fall together. The picture is cut
//! at the ground into a sum as in Hackenbush.

use super::canonical::canonical_up_to_sign;
use super::hackenbush::{BLUE, GREEN, GROUND, RED};
use super::hackenbush::{exchanged, ground, may_cut, standing, stands, unlooped};
use super::layout::first_touched;
use super::layout::{Look, draw};
use super::multigraph::{Edge, Graph};
use super::walk::Symbols;
use crate::naming::played;
use crate::notation::drawn_with_characters;
use crate::registry::{About, Editor, Known};
use crate::rules::once;
use crate::{Color, Picture, PositionError, Rules, Shape, no_parameters};
use upstar_base::{Options, Player};
use upstar_picture::diagram::Drawing;

/// The kind of an edge that Left may repaint pink.
pub const PALE: u8 = 4;
/// The kind of an edge that Right may repaint pale.
pub const PINK: u8 = 8;

/// How Loopy Hackenbush is written.
pub const SYMBOLS: Symbols = Symbols {
    vertices: &[".", "_"],
    edges: &["", "lb", "r", "eg", "p", "", "", "", "k"],
    ground: Some(GROUND),
    simple: false,
};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "loopy-hackenbush",
    aliases: &["double-hackenbush"],
    title: "Loopy Hackenbush",
    rules: "Hackenbush with two more colours. Left cuts a blue or a green edge, Right a red or a \
            green one, and what is no longer connected to the ground disappears. Instead Left may \
            repaint a pale edge pink, and Right a pink edge pale; pale and pink edges are never \
            cut. Who cannot move loses; play can go on for ever.",
    notation: "As in hackenbush: edges from the ground up, `l` blue (Left), `r` red (Right), `e` \
               green (either), `p` pale and `k` pink. Branches in parentheses, `l(r;pk)`; `;` \
               starts again at the ground; `:A` after an edge names the vertex at its end, so that \
               another edge can lead there: `lp:A;rk:A`. `_` is the ground, `.` a vertex (it may \
               be left out).",
    examples: &["l(r;pk);lp:A;rk:A", "p", "lk", "e(p;k)", "pl:Ar_;k(r;l:A)", "lrp;rlk", "k:Al:A"],
    source: "Bob Li (Double Hackenbush); Winning Ways ch. 11",
    known: &[
        Known { position: "p", value: "1 & 0", source: "Winning Ways ch. 11: tis" },
        Known { position: "k", value: "0 & -1", source: "Winning Ways ch. 11: tisn" },
    ],
    tables: "",
    impartial: false,
    editor: Editor::Graph,
};

/// The colour of an edge after `who` has repainted it, if he may.
fn repainted(edge: &Edge, who: Player) -> Option<u8> {
    match (who, edge.kind) {
        (Player::Left, PALE) => Some(PINK),
        (Player::Right, PINK) => Some(PALE),
        _ => None,
    }
}

/// The same picture with each pale and pink edge contracted: its ends become one vertex, on which
/// it stands as a twig. Play does not change, since such an edge is never cut.
///
/// ```
/// use upstar_rules::{Rules, graph::loopy_hackenbush::{LoopyHackenbush, disentangled}};
/// let picture = LoopyHackenbush.parse("lpr")?;
/// assert_eq!(LoopyHackenbush.show(&disentangled(&picture)), "l(r;p)");
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn disentangled(graph: &Graph) -> Graph {
    let fused = graph.parts(|_, edge| edge.kind == PALE || edge.kind == PINK);
    let mut vertices = graph.vertices().to_vec();
    // What is fused with the ground is the ground.
    for (v, &first) in fused.iter().enumerate() {
        if graph.vertices()[v] == GROUND {
            vertices[usize::from(first)] = GROUND;
        }
    }
    let mut edges = Vec::with_capacity(graph.edges().len());
    for edge in graph.edges() {
        let [a, b] = edge.ends.map(|v| fused[usize::from(v)]);
        let twig = edge.kind == PALE || edge.kind == PINK;
        // The free end of a twig; there are fewer vertices than numbers for them.
        let end = if twig { vertices.len() as u16 } else { b };
        if twig {
            vertices.push(0);
        }
        edges.push(Edge::new(a, end, edge.kind));
    }
    let alone = |v: usize| v < fused.len() && usize::from(fused[v]) != v;
    let fused = Graph::new(vertices, edges).keep(|v| !alone(v), |_, _| true);
    SYMBOLS.arranged(&fused)
}

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoopyHackenbush;

impl LoopyHackenbush {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| LoopyHackenbush)
    }
}

/// What is left after `who` has cut or repainted an edge, if that is allowed.
fn played_at(graph: &Graph, edge: usize, who: Player) -> Option<Graph> {
    let mut edges = graph.edges().to_vec();
    if let Some(kind) = repainted(&edges[edge], who) {
        edges[edge].kind = kind;
        return Some(SYMBOLS.arranged(&Graph::new(graph.vertices().to_vec(), edges)));
    }
    may_cut(&edges[edge], who).then(|| {
        let stands = standing(graph, |j, _| j != edge);
        SYMBOLS.arranged(&graph.keep(|v| stands[v], |j, _| j != edge))
    })
}

fn drawn(graph: &Graph) -> Drawing {
    let color = |kind| match kind {
        BLUE => Color::Blue,
        RED => Color::Red,
        GREEN => Color::Green,
        PALE => Color::Pale,
        PINK => Color::Pink,
        _ => Color::Black,
    };
    draw(graph, &Look { ground: ground(graph), vertex: &|_| (Color::Black, 1), edge: &color })
}

impl Rules for LoopyHackenbush {
    type Position = Graph;

    fn options(&self, graph: &Graph, who: Player, out: &mut dyn Options<Graph>) {
        out.extend((0..graph.edges().len()).filter_map(|edge| played_at(graph, edge, who)));
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
        first_touched(&drawing.picture, &drawing.links, option, |edge| played_at(graph, edge, who))
    }

    fn name_move(&self, graph: &Graph, who: Player, option: &Graph) -> String {
        let edges = graph.edges();
        match played(edges.len(), option, |edge| played_at(graph, edge, who)) {
            Some(edge) => {
                let verb = if repainted(&edges[edge], who).is_some() { "paint" } else { "cut" };
                format!("{verb} {}", SYMBOLS.number_of(graph, edge))
            }
            None => self.show(option),
        }
    }

    fn picture(&self, graph: &Graph) -> Picture {
        drawn(graph).picture
    }

    fn is_loopy(&self) -> bool {
        true
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
        let graph = unlooped(&graph);
        let negative = |edge: &Edge| match edge.kind {
            PALE => PINK,
            PINK => PALE,
            kind => exchanged(kind),
        };
        canonical_up_to_sign(&graph, &graph.recolored(|_, kind| kind, negative))
    }

    fn size(&self, graph: &Graph) -> u32 {
        graph.edges().len() as u32
    }
}
