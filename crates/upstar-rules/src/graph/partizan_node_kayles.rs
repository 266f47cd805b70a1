//! Partizan Node Kayles: take a vertex of one's own with all its neighbours.
//!
//! Also known as Bigraph Node Kayles when every vertex has an owner. Exchanging the owners
//! negates.

use super::layout::first_touched;
use super::multigraph::Graph;
use super::node_kayles::taken;
use super::tint;
use crate::naming::played;
use crate::notation::drawn_with_characters;
use crate::registry::{About, Editor, Known};
use crate::{Picture, PositionError, Rules, Shape, no_parameters};
use upstar_base::{Options, Player};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "partizan-node-kayles",
    aliases: &["bigraph-node-kayles"],
    title: "Partizan Node Kayles",
    rules: "Vertices belong to Left, to Right or to both. A player takes one of his own together with \
            all its neighbours. Who cannot move loses.",
    notation: "Vertices joined by `-`: `L` Left's, `R` Right's, `.` for both. Branches in \
               parentheses, `L(-.;-R-L)`; `:A` names a vertex, so that an edge can lead there \
               again: `L:A-R-.-:A`; `;` starts another graph. Rows of squares joined by `|` are \
               graphs too: `L.R|.R.`.",
    examples: &["L-.(-R;-R-L)", "R-L-R-L", "L.R|.R.", "."],
    source: "Thomas Schaefer 1978",
    known: &[
        Known { position: ".", value: "*", source: "the rules" },
        Known { position: "L-R", value: "*", source: "the rules" },
        Known { position: "L-R-L", value: "{1|0}", source: "the rules" },
    ],
    tables: tint::TABLES,
    impartial: false,
    editor: Editor::Graph,
};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartizanNodeKayles;

impl PartizanNodeKayles {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| PartizanNodeKayles)
    }
}

impl Rules for PartizanNodeKayles {
    type Position = Graph;

    fn options(&self, graph: &Graph, who: Player, out: &mut dyn Options<Graph>) {
        for (v, &kind) in graph.vertices().iter().enumerate() {
            if tint::may_use(kind, who) && !out.push(taken(graph, v)) {
                return;
            }
        }
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
        first_touched(&drawing.picture, &drawing.nodes, option, |vertex| {
            tint::may_use(graph.vertices()[vertex], who).then(|| taken(graph, vertex))
        })
    }

    fn name_move(&self, graph: &Graph, who: Player, option: &Graph) -> String {
        let found = played(graph.order(), option, |v| {
            tint::may_use(graph.vertices()[v], who).then(|| taken(graph, v))
        });
        found.map_or_else(|| self.show(option), |n| format!("take {}", n + 1))
    }

    fn picture(&self, graph: &Graph) -> Picture {
        tint::drawn(graph).picture
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
