//! Ski-Jumps (Winning Ways ch. 1).
//!
//! Skiers move sideways or jump straight down, so rows of the slope interact only through jumps.
//! Which rows a jumper could ever reach, and who could be below, is found from the most backward
//! skier in every row; rows that no possible jump links are independent. The mirror image with
//! the teams exchanged is the negative.
//!
//! Winning Ways lets a skier glide "one square or more"; here, as usual on a board, the squares
//! passed must be empty.

use crate::prelude::*;

const ALPHABET: [&str; 5] = [".", "L", "R", "l", "r"];
const EMPTY: u8 = 0;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Ski-Jumps
"A player moves one of their skiers any number of empty squares sideways, Left's to the right,
  Right's to the left; a skier may leave the slope at its edge and is then out of the game. Or a
  skier with an opposing skier on the square just below jumps over it onto the square below that, if
  that is empty. Who has been jumped over will never jump again. Who cannot move loses."
notation "Rows joined by `|`: `L`, `R` skiers of Left and Right, `l`, `r` the same after they have
  been jumped over, `.` empty."
edit cells .LRlr
try "L....|....R|....." "..L..|..R..|....." "L...|....|...R"
source "Winning Ways ch. 1"
known "L...." = 5
known "..R.." = -3
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct SkiJumps;

/// A slope: the kinds of its squares row by row, as places in the alphabet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slope {
    columns: u32,
    squares: Vec<u8>,
}

weighs!(Slope: squares);

/// A skier of `who` that may still jump, or one that may not.
fn skier(who: Player, jumper: bool) -> u8 {
    1 + who as u8 + if jumper { 0 } else { 2 }
}

/// Whose skier this is, if it is one.
fn team(kind: u8) -> Option<Player> {
    match kind {
        1 | 3 => Some(Player::Left),
        2 | 4 => Some(Player::Right),
        _ => None,
    }
}

/// The columns that have not been passed: the larger, the more is before the skier.
fn ahead(who: Player, columns: usize, column: usize) -> usize {
    match who {
        Player::Left => columns - column,
        Player::Right => column + 1,
    }
}

impl Slope {
    fn columns(&self) -> usize {
        self.columns as usize
    }

    fn rows(&self) -> usize {
        self.squares.len().checked_div(self.columns()).unwrap_or(0)
    }

    /// For each row except the last two, can a jump from it ever happen?
    fn jumps(&self) -> Vec<bool> {
        let (rows, columns) = (self.rows(), self.columns());
        // By player and row, the most any skier, and any jumper, has ahead.
        let mut any = [vec![0; rows], vec![0; rows]];
        let mut jumper = any.clone();
        for (i, &kind) in self.squares.iter().enumerate() {
            if let Some(who) = team(kind) {
                let (row, p) = (i / columns, who as usize);
                let ahead = ahead(who, columns, i % columns);
                any[p][row] = any[p][row].max(ahead);
                if kind == skier(who, true) {
                    jumper[p][row] = jumper[p][row].max(ahead);
                }
            }
        }
        // Opposing skiers can stand in one column iff together they have more than all columns
        // ahead. A jumper that lands below is a jumper there.
        let mut possible = vec![false; rows.saturating_sub(2)];
        for row in 0..possible.len() {
            for who in Player::BOTH {
                let (me, you) = (who as usize, !who as usize);
                let (above, below) = (jumper[me][row], any[you][row + 1]);
                if above > 0 && below > 0 && above + below > columns {
                    possible[row] = true;
                    jumper[me][row + 2] = jumper[me][row + 2].max(above);
                    any[me][row + 2] = any[me][row + 2].max(above);
                }
            }
        }
        possible
    }
}

impl Rules for SkiJumps {
    type Position = Slope;

    fn options(&self, slope: &Slope, who: Player, out: &mut dyn Options<Slope>) {
        let columns = slope.columns();
        for (i, &kind) in slope.squares.iter().enumerate() {
            if team(kind) != Some(who) {
                continue;
            }
            let mut lifted = slope.clone();
            lifted.squares[i] = EMPTY;
            for distance in 1..=ahead(who, columns, i % columns) {
                if distance == ahead(who, columns, i % columns) {
                    if !out.push(lifted.clone()) {
                        return;
                    }
                    break;
                }
                let to = match who {
                    Player::Left => i + distance,
                    Player::Right => i - distance,
                };
                if slope.squares[to] != EMPTY {
                    break;
                }
                let mut next = lifted.clone();
                next.squares[to] = kind;
                if !out.push(next) {
                    return;
                }
            }
            let (over, to) = (i + columns, i + 2 * columns);
            if kind == skier(who, true)
                && to < slope.squares.len()
                && team(slope.squares[over]) == Some(!who)
                && slope.squares[to] == EMPTY
            {
                lifted.squares[over] = skier(!who, false);
                lifted.squares[to] = kind;
                if !out.push(lifted) {
                    return;
                }
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Slope, PositionError> {
        let cells = read_cells(text, &ALPHABET)?;
        Ok(Slope { columns: cells.columns as u32, squares: cells.cells })
    }

    fn show(&self, slope: &Slope) -> String {
        let columns = slope.columns();
        write_cells(slope.rows(), columns, &ALPHABET, |r, c| slope.squares[r * columns + c])
    }

    /// Skiers as discs; the arrow shows where they go, and who can still jump has a dot.
    fn picture(&self, slope: &Slope) -> Picture {
        let columns = slope.columns();
        let mut picture = Picture::board(slope.rows(), columns, |r, c| {
            let piece = team(slope.squares[r * columns + c]).map(|who| match who {
                Player::Left => Color::Blue,
                Player::Right => Color::Red,
            });
            (Color::White, piece)
        });
        for (i, &kind) in slope.squares.iter().enumerate() {
            let Some(who) = team(kind) else { continue };
            let (x, y) = (10 * (i % columns) as i32 + 5, 10 * (i / columns) as i32 + 5);
            let text = match who {
                Player::Left => "\u{2192}",
                Player::Right => "\u{2190}",
            };
            let arrow = Shape::text(x, y, text.to_owned(), Color::White);
            picture.shapes.push(arrow);
            if kind == skier(who, true) {
                picture.shapes.push(Shape::Disc { x, y: y + 3, radius: 1, fill: Color::White });
            }
        }
        picture
    }

    fn sum_components(&self, slope: Slope, out: &mut dyn Options<Slope>) {
        let (rows, columns) = (slope.rows(), slope.columns());
        let jumps = slope.jumps();
        let linked = |row: usize| {
            let jump = |from: Option<usize>| from.and_then(|row| jumps.get(row)) == Some(&true);
            jump(Some(row)) || jump(row.checked_sub(1))
        };
        let mut start = 0;
        for row in 0..rows {
            if linked(row) {
                continue;
            }
            let squares = &slope.squares[start * columns..(row + 1) * columns];
            if squares.iter().any(|&kind| kind != EMPTY)
                && !out.push(Slope { columns: slope.columns, squares: squares.to_vec() })
            {
                return;
            }
            start = row + 1;
        }
    }

    fn nature(&self) -> Nature {
        Nature::PARTIZAN.in_parts("each row with a skier, rows with a jump between them together")
    }

    fn normal_form(&self, slope: Slope) -> (Slope, bool) {
        let mut mirrored = slope.clone();
        for row in mirrored.squares.chunks_mut(slope.columns().max(1)) {
            row.reverse();
            for kind in row {
                *kind = [0, 2, 1, 4, 3][usize::from(*kind)];
            }
        }
        if mirrored < slope { (mirrored, true) } else { (slope, false) }
    }

    fn size(&self, slope: &Slope) -> u32 {
        let columns = slope.columns();
        let squares = slope.squares.iter().enumerate();
        squares.filter_map(|(i, &kind)| Some(ahead(team(kind)?, columns, i % columns) as u32)).sum()
    }
}
