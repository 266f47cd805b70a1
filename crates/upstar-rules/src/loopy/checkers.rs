//! Checkers (English draughts) on small boards: men, kings and jumps.
//!
//! Jumps land on squares of one colour of the four that rows and columns make, and go over
//! squares of another, so it does not matter when captured pieces are taken from the board.

use super::checkered::{Board, forward};
use crate::prelude::*;
use upstar_picture::Rows;

/// The most squares of a board.
const MOST_SQUARES: usize = 128;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Checkers
"Left has black pieces, Right white ones, on the dark squares of a board of at most 8x8. A man moves
  one square diagonally forward, Left's up and Right's down, or jumps forward over a piece of the
  opponent onto the empty square behind it and removes it; kings do so in all four directions. Jumps
  go on with the same piece as long as there is one. A man that reaches the last row becomes a king,
  which ends the move. Who can jump must not make a plain move on this board (on another he may); in
  checkers(free) he may. Who cannot move loses; play can go on for ever."
notation "Rows joined by `|`: `b` black man, `B` black king (Left's), `w` white man, `W` white king
  (Right's), `.` no piece. The corner at the lower left is dark."
edit cells .bBwW
try ".B|.." ".W......|........|........|........|........|........|........|......B."
try "...W|....|....|B..." "...w|..b.|....|b..." "..w|.b.|B.." "...W|....|.b..|...."
source "traditional; Winning Ways ch. 11"
known ".B|.." = on (Winning Ways ch. 11: onfro)
known "..|B." = on (Winning Ways ch. 11: onto)
"#;

const ALPHABET: [&str; 5] = [".", "b", "B", "w", "W"];
const LONGEST: u8 = 8;

/// The pieces as sets of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces {
    board: Board,
    /// All pieces of Left and of Right.
    of: [u64; 2],
    /// Those of both that are kings.
    kings: u64,
}

impl Weigh for Pieces {}

impl Pieces {
    fn is_free(&self, square: usize) -> bool {
        (self.of[0] | self.of[1]) >> square & 1 == 0
    }

    fn is_king(&self, square: usize) -> bool {
        self.kings >> square & 1 == 1
    }

    /// The last row of a player's men.
    fn last_row(&self, who: Player) -> usize {
        match who {
            Player::Left => 0,
            Player::Right => usize::from(self.board.rows) - 1,
        }
    }

    fn ways(&self, square: usize, who: Player) -> impl Iterator<Item = (isize, isize)> + use<> {
        Board::ways((!self.is_king(square)).then_some(forward(who)))
    }

    /// After a piece has gone from one square to another; and whether it was crowned.
    fn moved(&self, from: usize, to: usize, who: Player) -> (Pieces, bool) {
        let mut next = *self;
        next.of[who as usize] = self.of[who as usize] & !(1 << from) | 1 << to;
        next.kings &= !(1 << from);
        let crowned = !self.is_king(from) && self.board.row(to) == self.last_row(who);
        if crowned || self.is_king(from) {
            next.kings |= 1 << to;
        }
        (next, crowned)
    }

    /// Appends what a piece can reach by jumps, each series to its end; false when it can reach
    /// nothing.
    fn jumps(&self, from: usize, who: Player, out: &mut dyn Options<Pieces>) -> bool {
        let mut found = false;
        for way in self.ways(from, who) {
            let over = self.board.step(from, way, 1);
            let Some(over) = over.filter(|&over| self.of[!who as usize] >> over & 1 == 1) else {
                continue;
            };
            let to = self.board.step(from, way, 2).filter(|&to| self.is_free(to));
            let Some(to) = to else { continue };
            let (mut next, crowned) = self.moved(from, to, who);
            next.of[!who as usize] &= !(1 << over);
            next.kings &= !(1 << over);
            found = true;
            if (crowned || !next.jumps(to, who, out)) && !out.push(next) {
                break;
            }
        }
        found
    }

    fn own(&self, who: Player) -> impl Iterator<Item = usize> + use<> {
        let own = self.of[who as usize];
        (0..self.board.squares()).filter(move |&square| own >> square & 1 == 1)
    }

    fn piece(&self, square: usize) -> u8 {
        let of = |who: Player| self.of[who as usize] >> square & 1 == 1;
        let color = match (of(Player::Left), of(Player::Right)) {
            (true, _) => 1,
            (_, true) => 3,
            _ => return 0,
        };
        color + u8::from(self.is_king(square))
    }
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Checkers {
    /// Must one jump if one can?
    obliged: bool,
}

impl Checkers {
    /// The rules: jumps are obligatory, or `free`.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        let words = [("", true), ("free", false)];
        parameters::word(text, &words, "expected `free` or no parameters")
            .map(|obliged| Checkers { obliged })
    }
}

impl Rules for Checkers {
    type Position = Pieces;

    fn options(&self, pieces: &Pieces, who: Player, out: &mut dyn Options<Pieces>) {
        let mut jumped = false;
        for from in pieces.own(who) {
            jumped |= pieces.jumps(from, who, out);
        }
        if self.obliged && jumped {
            return;
        }
        for from in pieces.own(who) {
            for way in pieces.ways(from, who) {
                let to = pieces.board.step(from, way, 1).filter(|&to| pieces.is_free(to));
                if !out.extend(to.map(|to| pieces.moved(from, to, who).0)) {
                    return;
                }
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Pieces, PositionError> {
        let (board, cells) = Board::read(text, &ALPHABET, MOST_SQUARES)?;
        if board.rows > LONGEST || board.columns > LONGEST {
            let message = format!("expected a board of at most {LONGEST}x{LONGEST}");
            return Err(PositionError::whole(text, message));
        }
        let mut pieces = Pieces { board, of: [0; 2], kings: 0 };
        for (square, &piece) in cells.cells.iter().enumerate().filter(|(_, piece)| **piece > 0) {
            let who = if piece < 3 { Player::Left } else { Player::Right };
            pieces.of[who as usize] |= 1 << square;
            if piece % 2 == 0 {
                pieces.kings |= 1 << square;
            } else if board.row(square) == pieces.last_row(who) {
                let message = "a man on its last row is a king: write a capital letter";
                return Err(PositionError::new(board.place(square), 1, message));
            }
        }
        Ok(pieces)
    }

    fn show(&self, pieces: &Pieces) -> String {
        pieces.board.show(&ALPHABET, |square| pieces.piece(square))
    }

    fn name_move(&self, pieces: &Pieces, who: Player, option: &Pieces) -> String {
        let (own, next) = (pieces.of[who as usize], option.of[who as usize]);
        let taken = pieces.of[!who as usize] != option.of[!who as usize];
        match (own & !next, next & !own) {
            // A king that jumps round in a circle is back where it was.
            (0, _) | (_, 0) => self.show(option),
            (from, to) => {
                let [from, to] =
                    [from, to].map(|set| pieces.board.name(set.trailing_zeros() as usize));
                format!("{from}{}{to}", if taken { 'x' } else { '-' })
            }
        }
    }

    fn picture(&self, pieces: &Pieces) -> Picture {
        pieces.board.picture(|square| match pieces.piece(square) {
            0 => None,
            piece => {
                let color = if piece < 3 { Color::Blue } else { Color::Red };
                Some((color, if piece % 2 == 0 { "K" } else { "" }))
            }
        })
    }

    fn nature(&self) -> Nature {
        Nature { row_order: Rows::Up, ..Nature::LOOPY }
    }

    /// Pieces count more than the rows that men can still go.
    fn size(&self, pieces: &Pieces) -> u32 {
        let rows = u32::from(pieces.board.rows);
        let left = |who: Player| {
            let worth = move |square: usize| {
                if pieces.is_king(square) {
                    rows
                } else {
                    rows + pieces.board.row(square).abs_diff(pieces.last_row(who)) as u32
                }
            };
            pieces.own(who).map(worth).sum::<u32>()
        };
        left(Player::Left) + left(Player::Right)
    }
}
