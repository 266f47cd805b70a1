//! The handle of a short game.

/// A short game in canonical form: a small copyable handle into a [`Store`](crate::Store).
///
/// Within one store `==` is equality of value; in another store the handle means nothing. There
/// is no `Ord`: games are only partially ordered, see [`Calc::le`](crate::Calc::le).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Short(pub(crate) u32);

impl Short {
    /// The game 0, in which nobody can move; every store has it at the same place.
    pub const ZERO: Short = Short(0);

    /// Handles have so many bits, so that two of them and some flags fit one word.
    pub(crate) const BITS: u32 = 30;
    pub(crate) const LIMIT: u32 = (1 << Short::BITS) - (1 << 9);

    /// The position of this value in its store: 0 is 0, later values are larger. Two handles of
    /// one store with the same index are the same value.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
