//! Families of positions by size: what tables are made of.

use crate::MoveKind;
use upstar_base::{Mapped, Options};

type MemberOf<'r, P> = Box<dyn Fn(&[usize]) -> Option<P> + 'r>;
type CellOf<'r, P> = Box<dyn Fn(&[usize], &[usize]) -> Option<P> + 'r>;
type EveryOf<'r, P> = Box<dyn Fn(&[usize], &mut dyn Options<P>) -> bool + 'r>;
type ArrivalOf<'r, P> = Box<dyn Fn(&P) -> MoveKind + 'r>;

/// The positions of a ruleset that tables show, by their sizes.
///
/// ```
/// use upstar_rules::{Rules, grid::clobber::Clobber, grid::plane::Small};
/// let clobber = Clobber::<Small>::default();
/// let board = clobber.family().member(&[2, 3]);
/// assert_eq!(board.map(|board| clobber.show(&board)).as_deref(), Some("xox|oxo"));
/// assert!(clobber.family().member(&[9, 9]).is_none());
/// ```
pub struct Family<'r, P> {
    member: MemberOf<'r, P>,
    cell: Option<CellOf<'r, P>>,
    every: Option<EveryOf<'r, P>>,
    arrival: Option<ArrivalOf<'r, P>>,
}

impl<'r, P: 'r> Family<'r, P> {
    /// No position has a size.
    pub fn none() -> Self {
        Family::of(|_| None)
    }

    /// One position of each size that `member` knows.
    pub fn of(member: impl Fn(&[usize]) -> Option<P> + 'r) -> Self {
        Family { member: Box::new(member), cell: None, every: None, arrival: None }
    }

    /// Positions whose size is one number: heaps, strips.
    pub fn line(member: impl Fn(usize) -> Option<P> + 'r) -> Self {
        Family::of(move |size| if let &[n] = size { member(n) } else { None })
    }

    /// Positions whose size is two numbers: rows and columns of a board.
    pub fn boards(member: impl Fn(usize, usize) -> Option<P> + 'r) -> Self {
        Family::of(move |size| if let &[m, n] = size { member(m, n) } else { None })
    }

    /// The same with other cells in a table of a given size, where that is the size of a board and a
    /// cell a place on it.
    pub fn with_cells(self, cell: impl Fn(&[usize], &[usize]) -> Option<P> + 'r) -> Self {
        Family { cell: Some(Box::new(cell)), ..self }
    }

    /// The same where one size has several positions: all rows of so many coins, so many coins on so
    /// many squares. `every` appends them; false if there is no such size.
    pub fn with_every(self, every: impl Fn(&[usize], &mut dyn Options<P>) -> bool + 'r) -> Self {
        Family { every: Some(Box::new(every)), ..self }
    }

    /// The same with what every move to a position does to the order of play, if it is the same for
    /// all of them and should be seen in tables.
    pub fn with_arrival(self, arrival: impl Fn(&P) -> MoveKind + 'r) -> Self {
        Family { arrival: Some(Box::new(arrival)), ..self }
    }

    /// Returns the position of this size.
    pub fn member(&self, size: &[usize]) -> Option<P> {
        (self.member)(size)
    }

    /// Returns the position in a cell of a table of the given size.
    pub fn cell(&self, table: &[usize], cell: &[usize]) -> Option<P> {
        self.cell.as_ref().map_or_else(|| self.member(cell), |of| of(table, cell))
    }

    /// Appends every position of a size that has several; false if it has not.
    pub fn every(&self, size: &[usize], out: &mut dyn Options<P>) -> bool {
        self.every.as_ref().is_some_and(|every| every(size, out))
    }

    /// Returns what every move to this position does to the order of play.
    pub fn arrival(&self, position: &P) -> MoveKind {
        self.arrival.as_ref().map_or(MoveKind::Ordinary, |arrival| arrival(position))
    }

    /// The same positions inside others.
    pub(crate) fn wrapped<Q: 'r>(self, wrap: fn(P) -> Q, inner: fn(&Q) -> &P) -> Family<'r, Q> {
        let Family { member, cell, every, arrival } = self;
        Family {
            member: Box::new(move |size| member(size).map(wrap)),
            cell: cell.map(|of| -> CellOf<'r, Q> {
                Box::new(move |table, cell| of(table, cell).map(wrap))
            }),
            every: every.map(|every| -> EveryOf<'r, Q> {
                Box::new(move |size, out| every(size, &mut Mapped::new(out, wrap)))
            }),
            arrival: arrival.map(|arrival| -> ArrivalOf<'r, Q> {
                Box::new(move |position| arrival(inner(position)))
            }),
        }
    }
}
