//! What a game adds to a graph.
//!
//! A move is made at one of the vertices of a graph, or at one of its edges. A game says how its
//! graphs are written, who may play where and what is left, [`GraphGame::played`], and perhaps
//! which parts still matter to each other; everything else is here. Positions keep their vertices
//! in the order in which they are written, so that names of moves count what one sees.

use super::canonical::{canonical, canonical_up_to_sign};
use super::layout::{Look, draw, first_touched};
use super::multigraph::{Graph, exchanged};
use super::walk::Symbols;
use crate::naming::played;
use crate::prelude::*;
use upstar_picture::diagram::Drawing;

/// Where moves are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// At vertices.
    Vertices,
    /// At edges.
    Edges,
}

impl Places {
    fn count(self, graph: &Graph) -> usize {
        match self {
            Places::Vertices => graph.order(),
            Places::Edges => graph.edges().len(),
        }
    }

    /// The kind of a place, by its number.
    fn kind(self, graph: &Graph, place: usize) -> u8 {
        match self {
            Places::Vertices => graph.vertices()[place],
            Places::Edges => graph.edges()[place].kind,
        }
    }
}

/// A game on graphs; [`OnGraph`] are its rules.
///
/// Kind 1 of a vertex or an edge belongs to Left and 2 to Right, unless the game says otherwise.
pub trait GraphGame: Default + Send + Sync + 'static {
    /// How its graphs are written. The kind of the ground belongs to nobody.
    const SYMBOLS: Symbols<'static>;

    /// Where moves are made.
    const PLACES: Places;

    /// What a player does to a place, in one word.
    const VERB: &'static str = "play";

    /// What is a component of a compound, in words.
    const PIECES: &'static str = "each graph that hangs together, a single vertex too";

    /// Have both players the same moves?
    const IS_IMPARTIAL: bool = false;

    /// Can both players move or neither?
    const IS_ALL_SMALL: bool = Self::IS_IMPARTIAL;

    /// Can play go on for ever?
    const IS_LOOPY: bool = false;

    /// Can nobody move more often than there are places for him? Then their numbers are bounds.
    const IS_BOUNDED: bool = false;

    /// May this player move at places of this kind?
    fn may_play(kind: u8, who: Player) -> bool {
        let _ = (kind, who);
        true
    }

    /// What is left after `who` has moved at a place where he may play, if that is a move.
    fn played(graph: &Graph, place: usize, who: Player) -> Option<Graph>;

    /// Names the move of `who` at a place.
    fn name(graph: &Graph, place: usize, who: Player) -> String {
        let _ = who;
        let number = match Self::PLACES {
            Places::Vertices => place + 1,
            Places::Edges => Self::SYMBOLS.number_of(graph, place),
        };
        format!("{} {number}", Self::VERB)
    }

    /// Calls `visit` with every part that matters to no other, until it says no; by default with
    /// those that hang together.
    fn pieces(graph: &Graph, visit: impl FnMut(Graph) -> bool) {
        graph.each_part(visit);
    }

    /// Can anybody ever move in such a part? If in doubt, yes.
    fn is_alive(piece: &Graph) -> bool {
        let _ = piece;
        true
    }

    /// A graph with the same play and less to tell apart.
    fn simplified(graph: Graph) -> Graph {
        graph
    }

    /// The kind of an edge when the players are exchanged.
    fn exchanged_edge(kind: u8) -> u8 {
        exchanged(kind)
    }

    /// How much there is still to play: the number of places.
    fn size(graph: &Graph) -> usize {
        Self::PLACES.count(graph)
    }

    /// The colour and the radius of a vertex of this kind.
    fn vertex(kind: u8) -> (Color, i32) {
        match kind {
            1 => (Color::Blue, 5),
            2 => (Color::Red, 5),
            _ => (Color::White, 5),
        }
    }

    /// The colour of an edge of this kind.
    fn edge(kind: u8) -> Color {
        match kind {
            1 => Color::Blue,
            2 => Color::Red,
            3 => Color::Green,
            _ => Color::Black,
        }
    }

    /// The kind of a square of the rectangles that tables are made of, where rectangles can be
    /// written.
    fn square(row: usize, column: usize) -> u8 {
        let _ = (row, column);
        0
    }
}

/// The rules of a game on graphs.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnGraph<G>(G);

impl<G: GraphGame> OnGraph<G> {
    /// What is left after `who` has moved at a place, if that is allowed.
    fn after(graph: &Graph, place: usize, who: Player) -> Option<Graph> {
        if !G::may_play(G::PLACES.kind(graph, place), who) {
            return None;
        }
        G::played(graph, place, who).map(|left| G::SYMBOLS.arranged(&left))
    }

    fn drawn(graph: &Graph) -> Drawing {
        let ground = G::SYMBOLS.ground_of(graph);
        draw(graph, &Look { ground, vertex: &G::vertex, edge: &G::edge })
    }

    /// The same position with the players exchanged.
    fn negative(graph: &Graph) -> Graph {
        let vertex = |kind| if G::SYMBOLS.ground == Some(kind) { kind } else { exchanged(kind) };
        graph.recolored(|_, kind| vertex(kind), |edge| G::exchanged_edge(edge.kind))
    }

    /// The number of places of a player.
    fn places(graph: &Graph, who: Player) -> i64 {
        let own = |&place: &usize| G::may_play(G::PLACES.kind(graph, place), who);
        (0..G::PLACES.count(graph)).filter(own).count() as i64
    }
}

impl<G: GraphGame> Rules for OnGraph<G> {
    type Position = Graph;

    fn options(&self, graph: &Graph, who: Player, out: &mut dyn Options<Graph>) {
        out.extend((0..G::PLACES.count(graph)).filter_map(|place| Self::after(graph, place, who)));
    }

    fn parse(&self, text: &str) -> Result<Graph, PositionError> {
        G::SYMBOLS.read(text)
    }

    fn show(&self, graph: &Graph) -> String {
        G::SYMBOLS.write(graph)
    }

    fn display(&self, graph: &Graph) -> String {
        G::SYMBOLS.numbered(&self.show(graph))
    }

    fn sketch(&self, graph: &Graph) -> String {
        drawn_with_characters(self.picture(graph), || self.show(graph))
    }

    fn picture(&self, graph: &Graph) -> Picture {
        Self::drawn(graph).picture
    }

    fn touched(&self, graph: &Graph, who: Player, option: &Graph) -> Vec<Shape> {
        let Drawing { picture, nodes, links } = Self::drawn(graph);
        let places = if G::PLACES == Places::Vertices { nodes } else { links };
        first_touched(&picture, &places, option, |place| Self::after(graph, place, who))
    }

    fn name_move(&self, graph: &Graph, who: Player, option: &Graph) -> String {
        let after = |place| Self::after(graph, place, who);
        let place = played(G::PLACES.count(graph), option, after);
        place.map_or_else(|| self.show(option), |place| G::name(graph, place, who))
    }

    fn nature(&self) -> Nature {
        Nature {
            impartial: G::IS_IMPARTIAL,
            all_small: G::IS_ALL_SMALL,
            loopy: G::IS_LOOPY,
            part_noun: G::PIECES,
            ..Nature::PARTIZAN
        }
    }

    fn sum_components(&self, graph: Graph, out: &mut dyn Options<Graph>) {
        G::pieces(&graph, |piece| !G::is_alive(&piece) || out.push(piece));
    }

    fn compound_parts(&self, graph: &Graph, out: &mut dyn Options<(Graph, u64)>) {
        G::pieces(graph, |piece| out.push((piece, 1)));
    }

    fn normal_form(&self, graph: Graph) -> (Graph, bool) {
        let graph = G::simplified(graph);
        if G::IS_IMPARTIAL {
            (canonical(&graph), false)
        } else {
            canonical_up_to_sign(&graph, &Self::negative(&graph))
        }
    }

    fn size(&self, graph: &Graph) -> u32 {
        G::size(graph) as u32
    }

    fn bounds(&self, graph: &Graph) -> Option<(i64, i64)> {
        let places = |who| Self::places(graph, who);
        G::IS_BOUNDED.then(|| (-places(Player::Right), places(Player::Left)))
    }

    fn move_heuristic(&self, graph: &Graph) -> i32 {
        self.bounds(graph).map_or(0, |(least, most)| (least + most) as i32)
    }

    fn family(&self) -> Family<'_, Graph> {
        if !G::SYMBOLS.writes_rectangles() {
            return Family::none();
        }
        Family::of(|size| {
            let (rows, columns) = match *size {
                [rows, columns] => (rows, columns),
                [columns] => (1, columns),
                _ => return None,
            };
            let rectangle = Graph::grid(rows, columns, |row, column| Some(G::square(row, column)));
            rectangle.map(|graph| graph.arranged(None))
        })
    }
}
