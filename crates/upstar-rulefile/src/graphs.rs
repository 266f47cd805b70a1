//! Games of patterns on graphs: a stroke is one vertex or the two ends of an edge.
//!
//! The analysis is that of boards: what a vertex may ever be is closed under all strokes of both
//! players, an edge counts if a stroke may ever use it or look across it, and what hangs together
//! by such edges is a part. A vertex of a kind that is only ever looked at never changes; each part
//! that looks at it has it.

use crate::links;
use crate::patterns::special_kind;
use crate::prelude::*;
use upstar_rules::graph::canonical::{canonical, canonical_up_to_sign};
use upstar_rules::graph::layout;
use upstar_rules::graph::multigraph::Graph;
use upstar_rules::graph::walk::Symbols;

/// A game on graphs, compiled.
#[derive(Clone, Debug)]
pub(crate) struct CompiledGraphGame {
    pub(crate) kinds: SquareKinds,
    pub(crate) looks: Vec<KindLook>,
    pub(crate) moves: [Vec<StrokeRule>; 2],
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
    game: Arc<CompiledGraphGame>,
    family: Arc<BoardFamily>,
    /// Kinds that are only ever looked at.
    fixed: KindSet,
    /// Does every move begin with something else than the first kind?
    needs_pieces: bool,
}

/// What hangs together in a graph.
struct GraphParts {
    /// Which vertices strokes may ever use.
    alive: Vec<bool>,
    /// Which edges they may use or look across.
    edges: Vec<bool>,
    /// The least vertex of the part of each vertex.
    roots: Vec<u16>,
}

/// The two ends of an edge in both orders, or one vertex.
type EdgeEnds = (usize, Option<usize>);

impl GraphRules {
    pub(crate) fn new(game: &Arc<CompiledGraphGame>, family: &Arc<BoardFamily>) -> GraphRules {
        let all = || game.moves.iter().flatten();
        let fixed = links::fixed(all().flat_map(StrokeRule::strokes));
        let mut first = all().filter_map(|rule| rule.stages.first()).flatten();
        let needs_pieces = first.all(|stroke| stroke.needs(!1));
        let (game, family) = (Arc::clone(game), Arc::clone(family));
        GraphRules { game, family, fixed, needs_pieces }
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
    ) -> Box<dyn Iterator<Item = EdgeEnds> + 'g> {
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

    fn allows(guard: Guard, graph: &Graph, stroke: &Stroke, (a, b): EdgeEnds) -> bool {
        let ends = [Some(a), b];
        let changed =
            ends.into_iter().enumerate().filter_map(|(i, v)| v.filter(|_| stroke.changes(i)));
        let found = changed
            .flat_map(|v| graph.neighbours(v))
            .any(|u| !ends.contains(&Some(u)) && guard.kinds >> graph.vertices()[u] & 1 == 1);
        found == guard.wanted
    }

    /// What a stroke makes of a graph, if it matches, and where it ends.
    fn stroked(graph: &Graph, stroke: &Stroke, (a, b): EdgeEnds) -> Option<(Graph, usize)> {
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
        self.game.moves.iter().flatten().flat_map(StrokeRule::strokes)
    }

    /// May the vertex of this element change for all that is beside it?
    fn is_open(&self, graph: &Graph, may: &[KindSet], stroke: &Stroke, i: usize, v: usize) -> bool {
        let Some(guard) = stroke.guard.filter(|_| stroke.changes(i)) else { return true };
        if guard.wanted {
            return stroke.only_change().is_none()
                || graph.neighbours(v).any(|u| may[u] & guard.kinds != 0);
        }
        let forbids = |u: usize| guard.kinds & self.fixed & (1 << graph.vertices()[u]) != 0;
        !graph.neighbours(v).any(forbids)
    }

    /// May this vertex come to match this element of a stroke?
    fn fits(&self, graph: &Graph, may: &[KindSet], stroke: &Stroke, i: usize, v: usize) -> bool {
        stroke.elements[i].from & may[v] != 0 && self.is_open(graph, may, stroke, i, v)
    }

    /// What each vertex may ever be; with `apart` whatever its neighbours are, but for what is
    /// beside it for good.
    fn closure(&self, graph: &Graph, apart: bool) -> Vec<KindSet> {
        let mut may: Vec<KindSet> = graph.vertices().iter().map(|&kind| 1 << kind).collect();
        loop {
            let before = may.clone();
            for stroke in self.strokes() {
                for (a, b) in Self::places(graph, stroke, None) {
                    let ends = [Some(a), b];
                    let ends = ends.iter().flatten().enumerate();
                    let fits = |(i, &v): (usize, &usize)| self.fits(graph, &before, stroke, i, v);
                    if !apart && !ends.clone().all(fits) {
                        continue;
                    }
                    for (i, &v) in ends.filter(|&end| fits(end)) {
                        if let Some(to) = stroke.elements[i].to {
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

    /// What is used, and what hangs together by it.
    fn used(&self, graph: &Graph, may: &[KindSet], apart: bool) -> GraphParts {
        let mut alive = vec![false; graph.order()];
        let mut edges = vec![false; graph.edges().len()];
        let is_fixed = |v: usize| self.fixed >> graph.vertices()[v] & 1 == 1;
        for stroke in self.strokes() {
            let fits = |i: usize, v: usize| self.fits(graph, may, stroke, i, v);
            for (i, edge) in graph.edges().iter().enumerate() {
                let [a, b] = edge.ends.map(usize::from);
                for (a, b) in [(a, b), (b, a)] {
                    let along = stroke.elements.len() == 2 && fits(0, a) && fits(1, b);
                    let across = stroke.guard.is_some_and(|guard| {
                        let mut changed = (0..stroke.elements.len()).filter(|&i| stroke.changes(i));
                        guard.kinds & may[b] != 0 && !is_fixed(b) && changed.any(|i| fits(i, a))
                    });
                    if along || across {
                        edges[i] = true;
                        (alive[a], alive[b]) = (true, true);
                    }
                }
            }
            if apart || stroke.elements.len() == 1 {
                for (v, alive) in alive.iter_mut().enumerate() {
                    *alive |= (0..stroke.elements.len()).any(|i| fits(i, v));
                }
            }
        }
        let roots = graph.parts(|i, _| edges[i]);
        GraphParts { alive, edges, roots }
    }

    /// Appends the parts in which a vertex counts, each with the vertices that it looks at.
    fn split(
        &self,
        graph: &Graph,
        GraphParts { alive, edges, roots }: &GraphParts,
        counts: impl Fn(usize) -> bool,
        out: &mut dyn Options<Graph>,
    ) {
        let mut wanted: Vec<u16> =
            (0..graph.order()).filter(|&v| alive[v] && counts(v)).map(|v| roots[v]).collect();
        wanted.sort_unstable();
        wanted.dedup();
        for root in wanted {
            let inside = |v: usize| alive[v] && roots[v] == root;
            let is_fixed = |v: usize| self.fixed >> graph.vertices()[v] & 1 == 1;
            let mut shore = vec![false; graph.order()];
            for edge in graph.edges() {
                let [a, b] = edge.ends.map(usize::from);
                shore[a] |= inside(b) && is_fixed(a);
                shore[b] |= inside(a) && is_fixed(b);
            }
            let kept = |i: usize, ends: [u16; 2]| {
                let [a, b] = ends.map(usize::from);
                edges[i] && inside(a) || inside(a) && shore[b] || inside(b) && shore[a]
            };
            let part = graph.keep(|v| inside(v) || shore[v], |i, edge| kept(i, edge.ends));
            if !out.push(part) {
                return;
            }
        }
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

    fn nature(&self) -> Nature {
        Nature {
            impartial: self.game.is_impartial,
            all_small: self.game.is_all_small,
            loopy: self.game.is_loopy,
            special_moves: crate::patterns::special(&self.game.special, false),
            part_noun: match self.game.special.is_empty() {
                true => "each part of the graph whose vertices can come to matter to each other",
                false => "the whole position",
            },
            ..Nature::PARTIZAN
        }
    }

    fn sum_components(&self, graph: Graph, out: &mut dyn Options<Graph>) {
        if !self.game.special.is_empty() {
            out.push(graph);
            return;
        }
        let may = self.closure(&graph, false);
        let parts = self.used(&graph, &may, false);
        let has_fixed = graph.vertices().iter().any(|&kind| self.fixed >> kind & 1 == 1);
        if has_fixed {
            self.split(&graph, &parts, |_| true, out);
        } else {
            let GraphParts { alive, edges, .. } = parts;
            graph.keep(|v| alive[v], |i, _| edges[i]).each_part(|part| out.push(part));
        }
    }

    fn compound_parts(&self, graph: &Graph, out: &mut dyn Options<(Graph, u64)>) {
        if !self.game.special.is_empty() {
            out.push((graph.clone(), 1));
            return;
        }
        let may = self.closure(graph, true);
        let parts = self.used(graph, &may, true);
        let counts = |v: usize| !self.needs_pieces || graph.vertices()[v] != 0;
        self.split(graph, &parts, counts, &mut Mapped::new(out, |part| (part, 1)));
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

    fn move_kind(&self, graph: &Graph, who: Player, option: &Graph) -> MoveKind {
        special_kind(&self.game.special, option, |kind, wanted| {
            self.list(graph, who, Some(kind), wanted);
        })
    }

    /// Rectangles of vertices, or paths.
    fn family(&self) -> Family<'_, Graph> {
        Family::of(|size| {
            let cells = self.family.member(size, size.len() != 2)?;
            let kind = |r: usize, c: usize| Some(cells.cells[r * cells.columns + c]);
            Graph::grid(cells.rows, cells.columns, kind).map(|graph| self.arranged(&graph))
        })
    }
}

/// A permutation of the kinds that maps the moves of each player to those of the other.
pub(crate) fn negative(
    moves: &[Vec<StrokeRule>; 2],
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
