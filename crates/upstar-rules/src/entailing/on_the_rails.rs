//! On-the-Rails: horses gallop to the finishing line; a horse on the rails moves on.

use crate::prelude::*;
use crate::strip::pieces::Pieces;

/// How many columns the course has; the rails are the first and the last.
const COLUMNS: u32 = 8;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game On-the-Rails
"Horses stand on a course eight columns wide and move like knights towards the finishing line: two
  rows forward and one column aside, or one forward and two aside. Who crosses the line first wins.
  A horse that lands in the first or the last column, on the rails, gives its player another move,
  with any horse; who cannot make it has lost."
impartial
notation "Row and column of each horse, joined by `+`: `5,3+8,1`; rows are counted from 1 at the
  finishing line, columns from 1 to 8."
tables "ROWSx8: one horse on each square, the row next to the line first; the value is that of a
  move there, `not0` on the rails where the value is 0 once the horse has moved on"
try "7,4" "5,3+6,2" "3,4" "9,5"
source "Winning Ways ch. 12"
"#;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnTheRails;

impl PieceGame for OnTheRails {
    /// A horse that crosses the line stands in row 0.
    fn moves(
        &self,
        (row, column): (u32, u32),
        _: Player,
        visit: &mut dyn Visit<(u32, u32)>,
    ) -> ControlFlow<()> {
        let steps = [(2, 1), (1, 2)].into_iter().filter(|_| row > 0);
        let places = steps.flat_map(|(forward, aside)| {
            let to = [column.checked_sub(aside), Some(column + aside)].into_iter().flatten();
            to.map(move |to| (row.saturating_sub(forward), to))
        });
        let mut inside = places.filter(|(_, column)| (1..=COLUMNS).contains(column));
        inside.try_for_each(|place| visit.pieces(&[place]))
    }

    fn left_in(&self, (row, _): (u32, u32)) -> u64 {
        row.into()
    }
}

impl Rules for OnTheRails {
    by_pieces!(Pieces);

    fn parse(&self, text: &str) -> Result<Pieces, PositionError> {
        let horses = Pieces::parse(text)?;
        let outside = |&&(_, column): &&(u32, u32)| !(1..=COLUMNS).contains(&column);
        match horses.0.iter().find(outside) {
            Some((row, column)) => {
                let message = format!("{row},{column} is not on the course");
                Err(PositionError::whole(text, message))
            }
            None => Ok(horses),
        }
    }

    fn show(&self, horses: &Pieces) -> String {
        horses.show()
    }

    /// The course with the finishing line above it and the rails in another colour; horses too
    /// far away are left to the notation.
    fn picture(&self, horses: &Pieces) -> Picture {
        let furthest = horses.0.iter().map(|horse| horse.0).max().unwrap_or(1);
        if furthest > 64 {
            return horses.picture("♞");
        }
        let mut picture =
            Picture::squares(furthest.max(1) as usize, COLUMNS as usize, |_, column| {
                let rail = column == 0 || column + 1 == COLUMNS as usize;
                (if rail { Color::Green } else { Color::White }, None)
            });
        let (from, to) = ((0, -2), (10 * COLUMNS as i32, -2));
        picture.shapes.push(Shape::line(from, to, Color::Black));
        let rows = furthest.max(1) as usize;
        let row = |r: usize| Some((r + 1).to_string());
        picture.name_lines(rows, COLUMNS as usize, row, |c| (c + 1).to_string());
        // Fine enough for the outline of a horse.
        const FINE: i32 = 10;
        let mut picture = picture.finer(FINE);
        let mut sorted = horses.0.clone();
        sorted.sort_unstable();
        for same in sorted.chunk_by(|a, b| a == b) {
            let (x, y) = (10 * same[0].1 as i32 - 5, 10 * same[0].0 as i32 - 5);
            picture.knights((FINE * x, FINE * y), same.len());
        }
        picture
    }

    fn nature(&self) -> Nature {
        Nature {
            special_moves: &[MoveKind::Complimenting, MoveKind::Overriding],
            part_noun: "each horse",
            ..Nature::IMPARTIAL
        }
    }

    /// The course is its own mirror image.
    fn normal_form(&self, horses: Pieces) -> (Pieces, bool) {
        let mirrored = horses.0.iter().map(|&(row, column)| (row, COLUMNS + 1 - column));
        let mut forms = [horses.0.clone(), mirrored.collect()];
        forms.iter_mut().for_each(|form| form.sort_unstable());
        let [one, other] = forms;
        (Pieces(one.min(other)), false)
    }

    fn move_kind(&self, horses: &Pieces, _: Player, option: &Pieces) -> MoveKind {
        let moved = horses.0.iter().zip(&option.0).find(|(before, after)| before != after);
        match moved {
            Some((_, &(0, _))) => MoveKind::Overriding,
            Some((_, &(_, column))) => arrival(column),
            None => MoveKind::Ordinary,
        }
    }

    fn family(&self) -> Family<'_, Pieces> {
        let horse = |row, column| {
            let (row, column) = (u32::try_from(row).ok()?, u32::try_from(column).ok()?);
            let inside = row > 0 && row < 1 << 16 && (1..=COLUMNS).contains(&column);
            inside.then(|| Pieces(vec![(row, column)]))
        };
        Family::boards(horse).with_arrival(|horses| match horses.0[..] {
            [(_, column)] => arrival(column),
            _ => MoveKind::Ordinary,
        })
    }
}

fn arrival(column: u32) -> MoveKind {
    match column {
        1 | COLUMNS => MoveKind::Complimenting,
        _ => MoveKind::Ordinary,
    }
}
