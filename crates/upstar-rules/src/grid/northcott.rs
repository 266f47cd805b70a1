//! Northcott's Game: rooks that cannot pass (Winning Ways ch. 3).
//!
//! Each row is independent of the others, and a row in which neither checker can move is dead.
//! Checkers may retreat, so play need not end; but a retreat is answered by an equal advance,
//! and the winner is the winner of Nim with the gaps between the checkers for heaps.

use crate::prelude::*;

const ALPHABET: [&str; 3] = ["xX", "oO", "."];

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Northcott's Game
"Each row has one checker of each player. A player slides one of their checkers any number of
  squares along its row, forwards or backwards, without jumping over the other checker or leaving
  the board. Who cannot move loses."
notation "Rows joined by `|`: `x` Left's checker, `o` Right's checker, `.` empty; one of each in
  every row."
edit cells .xo
try "x..o..|.x...o|..xo.." "x...o"
source "D. G. Northcott; Winning Ways ch. 3"
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Northcott;

/// The columns of Left's and Right's checker in each row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    columns: u32,
    rows: Vec<[u32; 2]>,
}

weighs!(Board: rows);

impl Rules for Northcott {
    type Position = Board;

    fn options(&self, board: &Board, who: Player, out: &mut dyn Options<Board>) {
        for (r, row) in board.rows.iter().enumerate() {
            let (own, other) = (row[who as usize], row[!who as usize]);
            let range = if own < other { 0..other } else { other + 1..board.columns };
            for to in range.filter(|&to| to != own) {
                let mut next = board.clone();
                next.rows[r][who as usize] = to;
                if !out.push(next) {
                    return;
                }
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Board, PositionError> {
        let cells = read_cells(text, &ALPHABET)?;
        let mut rows = Vec::with_capacity(cells.rows);
        for (r, row) in cells.cells.chunks(cells.columns).enumerate() {
            let start = r * (cells.columns + 1);
            let place = |kind: u8| -> Result<u32, PositionError> {
                let mut found = (0u32..).zip(row).filter(|cell| *cell.1 == kind);
                match (found.next(), found.next()) {
                    (Some((column, _)), None) => Ok(column),
                    (None, _) => Err(PositionError::new(
                        start,
                        row.len(),
                        format!("row {} has no `{}`", r + 1, ['x', 'o'][usize::from(kind)]),
                    )),
                    (_, Some((column, _))) => Err(PositionError::new(
                        start + column as usize,
                        1,
                        format!("row {} has a second `{}`", r + 1, ['x', 'o'][usize::from(kind)]),
                    )),
                }
            };
            rows.push([place(0)?, place(1)?]);
        }
        Ok(Board { columns: cells.columns as u32, rows })
    }

    fn show(&self, board: &Board) -> String {
        write_cells(board.rows.len(), board.columns as usize, &ALPHABET, |r, c| board.kind(r, c))
    }

    fn picture(&self, board: &Board) -> Picture {
        Picture::board(board.rows.len(), board.columns as usize, |r, c| {
            let fill = if (r + c) % 2 == 0 { Color::White } else { Color::Light };
            (fill, [Some(Color::Blue), Some(Color::Red), None][usize::from(board.kind(r, c))])
        })
    }

    fn nature(&self) -> Nature {
        Nature::LOOPY.in_parts("each row")
    }

    fn sum_components(&self, board: Board, out: &mut dyn Options<Board>) {
        let alive = |row: &&[u32; 2]| board.columns > 2 || row[0].abs_diff(row[1]) > 1;
        out.extend(
            board
                .rows
                .iter()
                .filter(alive)
                .map(|&row| Board { columns: board.columns, rows: vec![row] }),
        );
    }

    fn compound_parts(&self, board: &Board, out: &mut dyn Options<(Board, u64)>) {
        let single = |&row| (Board { columns: board.columns, rows: vec![row] }, 1);
        out.extend(board.rows.iter().map(single));
    }

    /// Rows in order; in each Left's checker on the left.
    fn normal_form(&self, mut board: Board) -> (Board, bool) {
        let last = board.columns.saturating_sub(1);
        for row in &mut board.rows {
            if row[0] > row[1] {
                *row = row.map(|column| last - column);
            }
        }
        let mut swapped = board.clone();
        for row in &mut swapped.rows {
            *row = [last - row[1], last - row[0]];
        }
        board.rows.sort_unstable();
        swapped.rows.sort_unstable();
        if swapped < board { (swapped, true) } else { (board, false) }
    }

    fn size(&self, board: &Board) -> u32 {
        board.rows.iter().map(|row| row[0].abs_diff(row[1]) - 1).sum()
    }
}

impl Board {
    /// How many squares there are between the checkers of each row.
    pub fn gaps(&self) -> impl Iterator<Item = u32> {
        self.rows.iter().map(|row| row[0].abs_diff(row[1]).saturating_sub(1))
    }

    fn kind(&self, row: usize, column: usize) -> u8 {
        let found = self.rows[row].iter().position(|&c| c as usize == column);
        found.map_or(2, |who| who as u8)
    }
}
