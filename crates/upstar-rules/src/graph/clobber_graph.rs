//! Clobber on any graph: a stone goes to a neighbouring stone of the other side and removes it.
//!
//! Empty vertices are out of play at once. A part with stones of only one side is dead. Whenever
//! one player can move so can the other, along the same edge, so all values are infinitesimal.

use super::canonical::canonical_up_to_sign;
use super::layout::first_touched;
use super::multigraph::{Edge, Graph, mark};
use super::tint;
use super::walk::Symbols;
use crate::naming::played;
use crate::notation::drawn_with_characters;
use crate::registry::{About, Editor, Known};
use crate::{Picture, PositionError, Rules, Shape, no_parameters};
use upstar_base::{Options, Player};

const SYMBOLS: Symbols =
    Symbols { vertices: &[".", "xX", "oO"], edges: &["-"], ground: None, simple: true };

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "clobber-graph",
    aliases: &["graph-clobber"],
    title: "Clobber on graphs",
    rules: "A player moves one of his stones along an edge to a stone of the opponent, which it \
            removes. Who cannot move loses.",
    notation: "Vertices joined by `-`: `x` Left's stone, `o` Right's, `.` empty. Branches in \
               parentheses, `x(-o;-o-x)`; `:A` names a vertex, so that an edge can lead there \
               again: `x:A-o-o-:A`; `;` starts another graph. Rows of squares joined by `|` are \
               graphs too: `xox|oxo`.",
    examples: &["x(-o;-o-x)-o", "xox|oxo", "x:A-o-o-:A", "xo"],
    source: "Albert, Grossman, Nowakowski and Wolfe 2005, Integers 5(2) A1",
    known: &[
        Known { position: "x-o", value: "*", source: "Albert, Grossman, Nowakowski, Wolfe 2005" },
        Known { position: "x-x-o", value: "^", source: "Albert, Grossman, Nowakowski, Wolfe 2005" },
    ],
    tables: "ROWSxCOLUMNS: all chequered rectangles up to this size",
    impartial: false,
    editor: Editor::Graph,
};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClobberGraph;

impl ClobberGraph {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| ClobberGraph)
    }
}

fn has_both(graph: &Graph) -> bool {
    Player::BOTH.iter().all(|&who| graph.vertices().contains(&mark(who)))
}

/// What is left after `who` has clobbered along an edge, if one end is his and the other is not.
fn clobbered(graph: &Graph, edge: &Edge, who: Player) -> Option<Graph> {
    let kind = |v: u16| graph.vertices()[usize::from(v)];
    let ways = [edge.ends, [edge.ends[1], edge.ends[0]]];
    let [from, to] = ways
        .into_iter()
        .find(|&[from, to]| kind(from) == mark(who) && kind(to) == mark(!who))?
        .map(usize::from);
    let paint = |v: usize, kind| if v == to { mark(who) } else { kind };
    let moved = graph.recolored(paint, |edge| edge.kind);
    Some(moved.keep(|v| v != from, |_, _| true).arranged(None))
}

impl Rules for ClobberGraph {
    type Position = Graph;

    fn options(&self, graph: &Graph, who: Player, out: &mut dyn Options<Graph>) {
        out.extend(graph.edges().iter().filter_map(|edge| clobbered(graph, edge, who)));
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
        let drawing = tint::drawn(graph);
        first_touched(&drawing.picture, &drawing.links, option, |edge| {
            clobbered(graph, &graph.edges()[edge], who)
        })
    }

    fn name_move(&self, graph: &Graph, who: Player, option: &Graph) -> String {
        let edges = graph.edges();
        match played(edges.len(), option, |edge| clobbered(graph, &edges[edge], who)) {
            Some(edge) => {
                let [a, b] = edges[edge].ends;
                let own = graph.vertices()[usize::from(a)] == mark(who);
                let (from, to) = if own { (a, b) } else { (b, a) };
                format!("{}-{}", from + 1, to + 1)
            }
            None => self.show(option),
        }
    }

    fn picture(&self, graph: &Graph) -> Picture {
        tint::drawn(graph).picture
    }

    fn components(&self, graph: Graph, out: &mut dyn Options<Graph>) {
        let stones = graph.keep(|v| graph.vertices()[v] != 0, |_, _| true);
        stones.each_part(|part| !has_both(&part) || out.push(part));
    }

    fn parts(&self, graph: &Graph, out: &mut dyn Options<(Graph, u64)>) {
        let stones = graph.keep(|v| graph.vertices()[v] != 0, |_, _| true);
        stones.each_part(|group| out.push((group, 1)));
    }

    fn pieces(&self) -> &'static str {
        "each group of stones that touch"
    }

    fn normal_form(&self, graph: Graph) -> (Graph, bool) {
        canonical_up_to_sign(&graph, &tint::negative(&graph))
    }

    fn size(&self, graph: &Graph) -> u32 {
        graph.order() as u32
    }

    fn is_all_small(&self) -> bool {
        true
    }

    fn member(&self, size: &[usize]) -> Option<Graph> {
        let checkered = |r: usize, c: usize| Some(1 + ((r + c) % 2) as u8);
        let grid = match *size {
            [rows, columns] => Graph::grid(rows, columns, checkered),
            [columns] => Graph::grid(1, columns, checkered),
            _ => None,
        };
        grid.map(|graph| graph.arranged(None))
    }
}
