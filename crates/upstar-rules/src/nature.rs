//! What is true of a game as a whole.

use upstar_picture::Rows;

/// What a move does to the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// The opponent moves next, anywhere.
    Ordinary,
    /// The opponent must answer in the same component (Winning Ways ch. 12).
    Entailing,
    /// The mover moves again (Winning Ways ch. 12).
    Complimenting,
    /// Wins a union at once (Winning Ways ch. 10).
    Overriding,
    /// Loses a union at once (Winning Ways ch. 10).
    Suiciding,
}

/// What is true of a game, whatever the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nature {
    /// Both players have the same options in every position.
    pub impartial: bool,
    /// In every position either both players can move or neither: all values are infinitesimal.
    pub all_small: bool,
    /// Play can go on for ever.
    pub loopy: bool,
    /// Positions of ever larger [size](crate::Rules::size) can be reached. Then their graph is
    /// infinite.
    pub unbounded: bool,
    /// Positions have infinitely many options. Then [`options`](crate::Rules::options) lists some
    /// of them, all that win alone among them, and [`can_move`](crate::Rules::can_move) knows all.
    pub infinite: bool,
    /// Every position is one component and its own normal form. Then engines ask for neither.
    pub undivided: bool,
    /// The kinds of moves that are not ordinary and may occur.
    pub special_moves: &'static [MoveKind],
    /// What is a component of a compound other than a sum, in words.
    pub part_noun: &'static str,
    /// Up to this size a component is rather valued than searched.
    pub exact_size: u32,
    /// The least size of a [member](crate::Family::member), where tables with one size begin.
    pub first_size: usize,
    /// Where the rows of its boards are counted from.
    pub row_order: Rows,
}

impl Nature {
    /// Nothing in particular.
    pub const PARTIZAN: Nature = Nature {
        impartial: false,
        all_small: false,
        loopy: false,
        unbounded: false,
        infinite: false,
        undivided: false,
        special_moves: &[],
        part_noun: "the whole position",
        exact_size: 4,
        first_size: 1,
        row_order: Rows::Down,
    };

    /// Both players can move if one of them can.
    pub const ALL_SMALL: Nature = Nature { all_small: true, ..Nature::PARTIZAN };

    /// Both players have the same options.
    pub const IMPARTIAL: Nature = Nature { impartial: true, ..Nature::ALL_SMALL };

    /// Play can go on for ever.
    pub const LOOPY: Nature = Nature { loopy: true, ..Nature::PARTIZAN };

    /// The same with components that have a name.
    pub const fn in_parts(self, part_noun: &'static str) -> Nature {
        Nature { part_noun, ..self }
    }
}
