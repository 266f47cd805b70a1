//! Games of patterns on graphs: a stroke is one vertex or the two ends of an edge.
//!
//! The analysis is that of boards: what a vertex may ever be is closed under all strokes of both
//! players, an edge counts if a stroke may ever use it or look across it, and what hangs together
//! by such edges is a part.

use crate::family::Family;
use crate::kinds::{Kinds, Set};
use crate::program::Look;
use crate::stroke::{Guard, Move, Stroke};
use std::sync::Arc;
use upstar_base::{Options, Player};
use upstar_rules::graph::canonical::{canonical, canonical_up_to_sign};
use upstar_rules::graph::layout;
use upstar_rules::graph::multigraph::Graph;
use upstar_rules::graph::walk::Symbols;
use upstar_rules::{MoveKind, Picture, PositionError, Rules};

/// A game on graphs, compiled.
#[derive(Clone, Debug)]
pub(crate) struct GraphGame {
    pub(crate) kinds: Kinds,
    pub(crate) looks: Vec<Look>,
    pub(crate) moves: [Vec<Move>; 2],
    /// A permutation of the kinds that exchanges the players.
    pub(crate) negative: Option<Vec<u8>>,
    pub(crate) is_impartial: bool,
    pub(crate) is_loopy: bool,
    pub(crate) is_all_small: bool,
    pub(crate) special: Vec<MoveKind>,
}

/// The rules of such a game.
#[derive(Clone, Debug)]
pub struct GraphRules {
    game: Arc<GraphGame>,
    family: Arc<Family>,
}

/// The two ends of an edge in both orders, or one vertex.
type Ends = (usize, Option<usize>);

impl GraphRules {
    pub(crate) fn new(game: &Arc<GraphGame>, family: &Arc<Family>) -> GraphRules {
        GraphRules { game: Arc::clone(game), family: Arc::clone(family) }
    }

    fn with_symbols<T>(&self, ask: impl FnOnce(&Symbols<'_>) -> T) -> T {
        let vertices: Vec<&str> = self.game.kinds.symbols.iter().map(String::as_str).collect();
        ask(&Symbols { vertices: &vertices, edges: &["-"], ground: None, simple: true })
    }

    fn arranged(&self, graph: &Graph) -> Graph {
        graph.arranged(None)
    }

    /// Where a stroke could lie that begins at `start`, or anywhere.
    fn places<'g>(
        graph: &'g Graph,
        stroke: &Stroke,
        start: Option<usize>,
    ) -> Box<dyn Iterator<Item = Ends> + 'g> {
        let from = move |v: usize| start.is_none_or(|start| start == v);
        if stroke.elements.len() == 1 {
            return Box::new((0..graph.order()).filter(move |&v| from(v)).map(|v| (v, None)));
        }
        let edges = graph.edges().iter().filter(|edge| !edge.is_loop());
        let both = edges.flat_map(|edge| {
            let [a, b] = edge.ends.map(usize::from);
            [(a, Some(b)), (b, Some(a))]
        });
        Box::new(both.filter(move |&(a, _)| from(a)))
    }

    fn allows(guard: Guard, graph: &Graph, stroke: &Stroke, (a, b): Ends) -> bool {
        let ends = [Some(a), b];
        let changed =
            ends.into_iter().enumerate().filter_map(|(i, v)| v.filter(|_| stroke.changes(i)));
        let found = changed
            .flat_map(|v| graph.neighbours(v))
            .any(|u| !ends.contains(&Some(u)) && guard.kinds >> graph.vertices()[u] & 1 == 1);
        found == guard.wanted
    }

    /// What a stroke makes of a graph, if it matches, and where it ends.
    fn stroked(graph: &Graph, stroke: &Stroke, (a, b): Ends) -> Option<(Graph, usize)> {
        let ends = [Some(a), b];
        for (element, v) in stroke.elements.iter().zip(ends) {
            if element.from >> graph.vertices()[v?] & 1 == 0 {
                return None;
            }
        }
        if stroke.guard.is_some_and(|guard| !Self::allows(guard, graph, stroke, (a, b))) {
            return None;
        }
        let become_ = |v: usize, kind: u8| {
            let place = ends.iter().position(|&end| end == Some(v));
            place.and_then(|i| stroke.elements.get(i)?.to).unwrap_or(kind)
        };
        Some((graph.recolored(become_, |edge| edge.kind), b.unwrap_or(a)))
    }

    fn stages(
        &self,
        graph: &Graph,
        stages: &[Vec<Stroke>],
        start: Option<usize>,
        out: &mut dyn Options<Graph>,
    ) -> bool {
        let Some((now, later)) = stages.split_first() else {
            return out.push(self.arranged(graph));
        };
        now.iter().all(|stroke| {
            Self::places(graph, stroke, start).all(|ends| {
                match Self::stroked(graph, stroke, ends) {
                    Some((next, end)) => self.stages(&next, later, Some(end), out),
                    None => true,
                }
            })
        })
    }

    fn list(
        &self,
        graph: &Graph,
        who: Player,
        kind: Option<MoveKind>,
        out: &mut dyn Options<Graph>,
    ) {
        let moves = self.game.moves[who as usize].iter();
        moves
            .filter(|rule| kind.is_none_or(|kind| rule.kind == kind))
            .all(|rule| self.stages(graph, &rule.stages, None, out));
    }

    fn strokes(&self) -> impl Iterator<Item = &Stroke> {
        self.game.moves.iter().flatten().flat_map(Move::strokes)
    }

    /// What each vertex may ever be.
    fn closure(&self, graph: &Graph) -> Vec<Set> {
        let mut may: Vec<Set> = graph.vertices().iter().map(|&kind| 1 << kind).collect();
        loop {
            let before = may.clone();
            for stroke in self.strokes() {
                for (a, b) in Self::places(graph, stroke, None) {
                    if !Self::may_match(stroke, &may, (a, b)) {
                        continue;
                    }
                    for (element, v) in stroke.elements.iter().zip([Some(a), b]) {
                        if let (Some(to), Some(v)) = (element.to, v) {
                            may[v] |= 1 << to;
                        }
                    }
                }
            }
            if before == may {
                return may;
            }
        }
    }

    fn may_match(stroke: &Stroke, may: &[Set], (a, b): Ends) -> bool {
        let ends = [Some(a), b];
        let mut pairs = stroke.elements.iter().zip(ends);
        pairs.all(|(element, v)| v.is_some_and(|v| element.from & may[v] != 0))
    }

    /// Which vertices and which edges are ever used.
    fn used(&self, graph: &Graph, may: &[Set]) -> (Vec<bool>, Vec<bool>) {
        let mut vertices = vec![false; graph.order()];
        let mut edges = vec![false; graph.edges().len()];
        for stroke in self.strokes() {
            for (i, edge) in graph.edges().iter().enumerate() {
                let [a, b] = edge.ends.map(usize::from);
                for (a, b) in [(a, b), (b, a)] {
                    let along =
                        stroke.elements.len() == 2 && Self::may_match(stroke, may, (a, Some(b)));
                    let across = stroke.guard.is_some_and(|guard| {
                        let changed = stroke.elements.iter().enumerate();
                        guard.kinds & may[b] != 0
                            && changed
                                .filter(|&(i, _)| stroke.changes(i))
                                .any(|(_, element)| element.from & may[a] != 0)
                    });
                    if along || across {
                        edges[i] = true;
                        (vertices[a], vertices[b]) = (true, true);
                    }
                }
            }
            if let [only] = &stroke.elements[..] {
                for (v, may) in may.iter().enumerate() {
                    vertices[v] |= only.from & may != 0;
                }
            }
        }
        (vertices, edges)
    }
}

impl Rules for GraphRules {
    type Position = Graph;

    fn options(&self, graph: &Graph, who: Player, out: &mut dyn Options<Graph>) {
        self.list(graph, who, None, out);
    }

    fn parse(&self, text: &str) -> Result<Graph, PositionError> {
        self.with_symbols(|symbols| symbols.read(text))
    }

    fn show(&self, graph: &Graph) -> String {
        self.with_symbols(|symbols| symbols.write(graph))
    }

    fn picture(&self, graph: &Graph) -> Picture {
        let vertex = |kind: u8| {
            let look = self.game.looks[usize::from(kind)];
            let empty = upstar_picture::Color::White;
            (look.piece.unwrap_or(if kind == 0 { empty } else { look.square }), 5)
        };
        let edge = |_| upstar_picture::Color::Black;
        layout::draw(graph, &layout::Look { ground: None, vertex: &vertex, edge: &edge }).picture
    }

    fn is_impartial(&self) -> bool {
        self.game.is_impartial
    }

    fn is_loopy(&self) -> bool {
        self.game.is_loopy
    }

    fn is_all_small(&self) -> bool {
        self.game.is_all_small
    }

    fn components(&self, graph: Graph, out: &mut dyn Options<Graph>) {
        if !self.game.special.is_empty() {
            out.push(graph);
            return;
        }
        let may = self.closure(&graph);
        let (vertices, edges) = self.used(&graph, &may);
        graph.keep(|v| vertices[v], |i, _| edges[i]).each_part(|part| out.push(part));
    }

    fn normal_form(&self, graph: Graph) -> (Graph, bool) {
        match &self.game.negative {
            Some(images) if !self.game.is_impartial => {
                let negative =
                    graph.recolored(|_, kind| images[usize::from(kind)], |edge| edge.kind);
                canonical_up_to_sign(&graph, &negative)
            }
            _ => (canonical(&graph), false),
        }
    }

    fn size(&self, graph: &Graph) -> u32 {
        graph.order() as u32
    }

    fn special_moves(&self) -> &'static [MoveKind] {
        crate::patterns::special(&self.game.special)
    }

    fn move_kind(&self, graph: &Graph, who: Player, option: &Graph) -> MoveKind {
        let leads_there = |kind: &&MoveKind| {
            let mut wanted = crate::patterns::Wanted::new(option);
            self.list(graph, who, Some(**kind), &mut wanted);
            wanted.is_found()
        };
        self.game.special.iter().find(leads_there).copied().unwrap_or(MoveKind::Ordinary)
    }

    /// Rectangles of vertices, or paths.
    fn member(&self, size: &[usize]) -> Option<Graph> {
        let cells = match *size {
            [_, _] => self.family.member(size, false),
            _ => self.family.member(size, true),
        }?;
        let kind = |r: usize, c: usize| Some(cells.cells[r * cells.columns + c]);
        Graph::grid(cells.rows, cells.columns, kind).map(|graph| self.arranged(&graph))
    }
}

/// A permutation of the kinds that maps the moves of each player to those of the other.
pub(crate) fn negative(
    moves: &[Vec<Move>; 2],
    kinds: usize,
    declared: Option<&[usize]>,
) -> Option<Vec<u8>> {
    let images = crate::symmetry::images(moves, kinds, true, declared);
    let found = images.into_iter().find(|image| image.turn == 0 && image.negated);
    found.map(|image| image.planes).filter(|planes| {
        // Exchanged twice is as before.
        (0..planes.len()).all(|k| usize::from(planes[usize::from(planes[k])]) == k)
    })
}
