//! A board as a few layers of squares: one for the empty squares, one for each kind of piece.
//!
//! What every game on a board needs and none should write twice: reading, writing, cutting out
//! components, and the least image under the symmetries of the square.

use super::plane::Plane;
use crate::prelude::*;
use std::hash::{Hash, Hasher};

/// A board whose squares lie in one of `K` layers or, when in none, are out of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Layers<P, const K: usize> {
    /// The squares of each kind.
    pub layers: [P; K],
    rows: u16,
    columns: u16,
}

impl<P: Hash, const K: usize> Hash for Layers<P, K> {
    /// Layer by layer: an array would hash its length too.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.layers.iter().for_each(|layer| layer.hash(state));
        state.write_u32(u32::from(self.rows) << 16 | u32::from(self.columns));
    }
}

impl<P: Plane, const K: usize> Weigh for Layers<P, K> {
    fn heap_bytes(&self) -> usize {
        self.layers.heap_bytes()
    }
}

/// On boards with more squares parts that nobody needs are worth a look at the clock.
const LARGE: usize = 1 << 10;

/// A symmetry of a game on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image {
    /// The number of the plane's image.
    pub turn: usize,
    /// Two layers that are exchanged as well.
    pub swap: Option<(usize, usize)>,
    /// Does it exchange the players?
    pub negated: bool,
}

impl<P: Plane, const K: usize> Layers<P, K> {
    /// A board of this size with these layers.
    pub fn new(layers: [P; K], rows: usize, columns: usize) -> Self {
        Layers { layers, rows: rows as u16, columns: columns as u16 }
    }

    /// A board without squares.
    pub fn blank(rows: usize, columns: usize) -> Self {
        Layers::new(std::array::from_fn(|_| P::blank(rows, columns)), rows, columns)
    }

    /// A board of this size, if there is room, with each square in the layer that `layer` says or
    /// out of play.
    pub fn drawn<L: Into<Option<usize>>>(
        rows: usize,
        columns: usize,
        layer: impl Fn(usize, usize) -> L,
    ) -> Option<Self> {
        P::holds(rows, columns).then(|| {
            let mut board = Self::blank(rows, columns);
            for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
                if let Some(layer) = layer(r, c).into() {
                    board.layers[layer].insert(r, c);
                }
            }
            board
        })
    }

    /// A board of this size with all squares in `layer`, if there is room.
    pub fn filled(rows: usize, columns: usize, layer: usize) -> Option<Self> {
        Self::drawn(rows, columns, |_, _| layer)
    }

    /// Reads a board. `alphabet[i]` are the symbols of layer `i`, `alphabet[K]` those of squares
    /// that are out of play.
    pub fn parse(text: &str, alphabet: &[&str]) -> Result<Self, PositionError> {
        Self::parse_some(text, alphabet, K)
    }

    /// The same where only the first `used` layers have squares: all other symbols are out of play.
    pub fn parse_some(text: &str, alphabet: &[&str], used: usize) -> Result<Self, PositionError> {
        let cells = read_cells(text, alphabet)?;
        let (rows, columns) = (cells.rows, cells.columns);
        let too_large = || PositionError::whole(text, "the board is too large");
        if rows > u16::MAX.into() || columns > u16::MAX.into() {
            return Err(too_large());
        }
        let layer = |r: usize, c: usize| usize::from(cells.cells[r * columns + c]);
        let board = Self::drawn(rows, columns, |r, c| Some(layer(r, c)).filter(|&k| k < used));
        board.ok_or_else(too_large)
    }

    /// Writes the board as [`Layers::parse`] reads it.
    pub fn show(&self, alphabet: &[&str]) -> String {
        write_cells(self.rows(), self.columns(), alphabet, |r, c| self.kind(r, c) as u8)
    }

    /// The layer of a square; `K` when it is out of play.
    pub fn kind(&self, row: usize, column: usize) -> usize {
        self.layers.iter().position(|layer| layer.contains(row, column)).unwrap_or(K)
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows.into()
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns.into()
    }

    /// The same board with other layers.
    pub fn with(&self, layers: [P; K]) -> Self {
        Layers { layers, ..*self }
    }

    /// The same board with only the squares of `mask`.
    pub fn masked(&self, mask: &P) -> Self {
        self.with(std::array::from_fn(|i| self.layers[i].and(mask)))
    }

    /// All squares in play.
    pub fn in_play(&self) -> P {
        let mut all = self.layers[0].clone();
        for layer in &self.layers[1..] {
            all = all.or(layer);
        }
        all
    }

    /// No squares of this board.
    pub fn nowhere(&self) -> P {
        self.layers[0].minus(&self.layers[0])
    }

    /// All squares of the board, in play or not.
    pub fn everywhere(&self) -> P {
        let mut all = P::blank(self.rows(), self.columns());
        if self.rows == 0 || self.columns == 0 {
            return all;
        }
        all.insert(0, 0);
        for (step, size) in [((0, 1), self.columns), ((1, 0), self.rows)] {
            for _ in 1..size {
                all = all.or(&all.moved(step));
            }
        }
        all
    }

    /// Is a look at the whole board worth a look at the clock?
    pub fn is_large(&self) -> bool {
        usize::from(self.rows) * usize::from(self.columns) > LARGE
    }

    /// Appends the parts of the board that hang together by edges and that `alive` accepts.
    pub fn split(&self, alive: impl Fn(&Self) -> bool, out: &mut dyn Options<Self>) {
        let mut rest = self.in_play();
        let is_large = self.is_large();
        while !rest.is_empty() {
            let part = rest.connected(rest.first());
            rest = rest.minus(&part);
            let board = self.masked(&part);
            let wanted =
                if alive(&board) { out.push(board) } else { !(is_large && out.is_closed()) };
            if !wanted {
                return;
            }
        }
    }

    /// Appends the regions of squares in play that have a square of `seeds` among them: what
    /// hangs together by the steps of `near`.
    pub fn regions_with(&self, seeds: P, near: impl Fn(&P) -> P, out: &mut dyn Options<Self>) {
        let all = self.in_play();
        self.split_from(seeds, |part| part.or(&near(part).and(&all)), |_| true, out);
    }

    /// Appends parts of the board: each grows from a square of `seeds` by `grow` until nothing
    /// is added. `grow` must return at least what it is given and be symmetric: of two squares
    /// each reaches the other or neither does.
    pub fn split_from(
        &self,
        seeds: P,
        grow: impl Fn(&P) -> P,
        alive: impl Fn(&Self) -> bool,
        out: &mut dyn Options<Self>,
    ) {
        let mut rest = seeds;
        let is_large = self.is_large();
        while !rest.is_empty() {
            let mut part = rest.first();
            for round in 1u32.. {
                let more = grow(&part);
                if more == part {
                    break;
                }
                part = more;
                if is_large && round.is_multiple_of(64) && out.is_closed() {
                    return;
                }
            }
            rest = rest.minus(&part);
            let board = self.masked(&part);
            let wanted =
                if alive(&board) { out.push(board) } else { !(is_large && out.is_closed()) };
            if !wanted {
                return;
            }
        }
    }

    /// The least image under the symmetries that the plane knows, cut to its bounding box, and
    /// whether it is negative. Exchanging rows and columns negates iff `transposing_negates`; if
    /// `swap` names two layers, exchanging them negates and is tried too.
    #[inline]
    pub fn least_image(
        &self,
        transposing_negates: bool,
        swap: Option<(usize, usize)>,
    ) -> (Self, bool) {
        let cut = self.cut_to_box();
        let (upright, rows, columns) = (cut.layers, cut.rows.into(), cut.columns.into());
        let mut best: Option<([P; K], bool)> = None;
        // The image of least height comes first, so only a square box is tried both ways.
        for transposed in [false, true] {
            let needless = if transposed { rows < columns } else { rows > columns };
            if P::IMAGES > 4 && needless || P::IMAGES <= 4 && transposed {
                continue;
            }
            let negated = transposing_negates && transposed;
            let (base, rows, columns) = if transposed {
                (turned(&upright, 4, rows, columns), columns, rows)
            } else {
                (upright.clone(), rows, columns)
            };
            for i in 0..P::IMAGES.min(4) {
                let image = turned(&base, i, rows, columns);
                if let Some((a, b)) = swap {
                    let mut swapped = image.clone();
                    swapped.swap(a, b);
                    keep_least(&mut best, (swapped, !negated));
                }
                keep_least(&mut best, (image, negated));
            }
        }
        let (layers, negated) = best.unwrap_or((upright, false));
        let (rows, columns) =
            if P::IMAGES > 4 { (rows.min(columns), rows.max(columns)) } else { (rows, columns) };
        (Layers::new(layers, rows, columns), negated)
    }

    /// The least of these images, cut to its bounding box; turns that the plane does not know
    /// are passed over.
    pub fn least_of(&self, images: &[Image]) -> (Self, bool) {
        let cut = self.cut_to_box();
        let (rows, columns) = (cut.rows(), cut.columns());
        let mut best: Option<(Self, bool)> = None;
        for &Image { turn, swap, negated } in images.iter().filter(|i| i.turn < P::IMAGES) {
            let mut layers = turned(&cut.layers, turn, rows, columns);
            if let Some((a, b)) = swap {
                layers.swap(a, b);
            }
            let (rows, columns) = if turn & 4 == 0 { (rows, columns) } else { (columns, rows) };
            keep_least(&mut best, (Layers::new(layers, rows, columns), negated));
        }
        best.unwrap_or_else(|| (self.clone(), false))
    }

    /// The board cut to the bounding box of the squares in play, which moves to the first row and
    /// column.
    pub fn cut_to_box(&self) -> Self {
        let all = self.in_play();
        let (corner, end) = (all.corner(), all.extent());
        let (rows, columns) = (end.0 - corner.0.min(end.0), end.1 - corner.1.min(end.1));
        let mut layers = self.layers.clone();
        for layer in &mut layers {
            *layer = layer.moved_to_corner(corner, rows, columns);
        }
        Layers::new(layers, rows, columns)
    }

    /// A board of squares, each drawn by its layer.
    pub fn picture(&self, look: impl Fn(usize) -> (crate::Color, Option<crate::Color>)) -> Picture {
        Picture::board(self.rows(), self.columns(), |r, c| look(self.kind(r, c)))
    }
}

#[inline]
fn turned<P: Plane, const K: usize>(
    layers: &[P; K],
    i: usize,
    rows: usize,
    columns: usize,
) -> [P; K] {
    let mut image = layers.clone();
    for layer in &mut image {
        *layer = layer.turned(i, rows, columns);
    }
    image
}

#[inline]
fn keep_least<T: Ord>(best: &mut Option<T>, candidate: T) {
    if best.as_ref().is_none_or(|least| candidate < *least) {
        *best = Some(candidate);
    }
}
