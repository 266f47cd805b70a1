//! Horsefly: knights that gallop to the posts, and may also step back, but never straight back.
//!
//! A fly remembers its last move, whose exact reverse it may not make. The course has no end away
//! from the posts, so the graph of a fly is infinite.

use crate::list::List;
use crate::naming::by_texts;
use crate::piecewise::Pieces;
use crate::prelude::*;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Horsefly
"The course has seven columns and rows 1, 2, 3, ... away from the finish; winning posts stand at the
  finish in columns 1, 4 and 7. A horsefly moves like a knight: two rows forward and one column
  aside, one forward and two aside, or one back and two aside, but not exactly back where it has
  just come from. Who first brings a horsefly to a post wins. Play can go on for ever."
impartial
notation "Row and column of each fly, joined by `+`: `5,3+4,6`; with `<` and the place where it came
  from if it has moved: `5,3<6,5`."
tables "ROWSx7: one fly on each square that has not moved yet, the row next to the finish first"
try "5,3" "4,2+5,6" "6,3<5,5" "3,3"
source "Winning Ways ch. 12"
"#;

const COLUMNS: i32 = 7;
const FURTHEST: i32 = 1 << 12;
/// The moves: rows away from the finish, columns aside.
const MOVES: [(i32, i32); 6] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2)];

/// A fly: where it stands, and where its last move began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fly {
    row: i32,
    column: i32,
    from: Option<(i32, i32)>,
}

impl Weigh for Fly {}

/// Flies, in order.
pub type Flies = List<[Fly; 2], false>;

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Horsefly;

/// Is there a post?
fn is_post(row: i32, column: i32) -> bool {
    row == 0 && column % 3 == 1
}

fn is_square(row: i32, column: i32) -> bool {
    (1..=COLUMNS).contains(&column) && (row > 0 || is_post(row, column))
}

fn pair(text: &str) -> Option<(i32, i32)> {
    let (row, column) = text.split_once(',')?;
    Some((row.trim().parse().ok()?, column.trim().parse().ok()?))
}

fn read(text: &str) -> Result<Fly, PositionError> {
    let wrong = |message: &str| Err(PositionError::whole(text, message));
    let (at, from) = match text.split_once('<') {
        Some((at, from)) => (at, Some(from)),
        None => (text, None),
    };
    let Some((row, column)) = pair(at) else {
        return wrong("expected a row and a column such as `5,3`");
    };
    if !is_square(row, column) || row > FURTHEST {
        return wrong("this square is not on the course");
    }
    let from = match from.map(pair) {
        None => None,
        Some(Some((r, c))) if MOVES.contains(&(row - r, column - c)) && is_square(r, c) => {
            Some((r, c))
        }
        Some(_) => return wrong("a fly cannot have come from there"),
    };
    Ok(Fly { row, column, from })
}

impl PieceGame for Horsefly {
    fn moves(&self, fly: Fly, _: Player, visit: &mut dyn Visit<Fly>) -> ControlFlow<()> {
        let places = MOVES.map(|(back, aside)| (fly.row + back, fly.column + aside));
        let allowed = |&(row, column): &(i32, i32)| {
            fly.row > 0 && is_square(row, column) && fly.from != Some((row, column))
        };
        places.into_iter().filter(allowed).try_for_each(|(row, column)| {
            visit.pieces(&[Fly { row, column, from: Some((fly.row, fly.column)) }])
        })
    }

    fn left_in(&self, fly: Fly) -> u64 {
        fly.row.unsigned_abs().into()
    }
}

impl Rules for Horsefly {
    by_pieces!(Flies);

    fn parse(&self, text: &str) -> Result<Flies, PositionError> {
        let terms = parameters::parts(text, '+');
        terms.map(|(at, term)| read(term).map_err(|error| error.shifted(at))).collect()
    }

    fn show(&self, flies: &Flies) -> String {
        flies.write(|fly| match fly.from {
            None => format!("{},{}", fly.row, fly.column),
            Some((row, column)) => format!("{},{}<{row},{column}", fly.row, fly.column),
        })
    }

    /// Where a fly came from before is left out.
    fn name_move(&self, flies: &Flies, _: Player, option: &Flies) -> String {
        let name = by_texts(&self.show(flies), &self.show(option));
        let side = |side: &str| side.split('<').next().unwrap_or(side).to_owned();
        match name.split_once("->") {
            Some((from, to)) if !name.contains('+') => format!("{}->{}", side(from), side(to)),
            _ => name,
        }
    }

    fn picture(&self, flies: &Flies) -> Picture {
        let rows = flies.iter().map(|fly| fly.row).max().unwrap_or(1).min(64) + 1;
        let mut picture = Picture { width: 10 * COLUMNS, height: 10 * rows, ..Picture::default() };
        for (row, column) in (0..rows).flat_map(|r| (1..=COLUMNS).map(move |c| (r, c))) {
            if is_square(row, column) {
                let post = is_post(row, column);
                let fill = if post { Color::Green } else { Color::White };
                let (x, y, width, height) = (10 * (column - 1), 10 * row, 10, 10);
                picture.shapes.push(Shape::Rectangle { x, y, width, height, fill });
            }
        }
        let row = |r: usize| (r > 0).then(|| r.to_string());
        picture.name_lines(rows as usize, COLUMNS as usize, row, |c| (c + 1).to_string());
        // Fine enough for the outline of a knight.
        const FINE: i32 = 10;
        let mut picture = picture.finer(FINE);
        for fly in flies.iter().filter(|fly| fly.row < rows) {
            let centre = |row: i32, column: i32| (FINE * (10 * column - 5), FINE * (10 * row + 5));
            let at = centre(fly.row, fly.column);
            if let Some((row, column)) = fly.from {
                let pen = Pen::from(Color::Gray).arrow();
                picture.shapes.push(Shape::line(centre(row, column), at, pen));
            }
            picture.knights(at, 1);
        }
        picture
    }

    fn nature(&self) -> Nature {
        Nature {
            loopy: true,
            unbounded: true,
            part_noun: "each fly",
            special_moves: &[crate::MoveKind::Overriding],
            ..Nature::IMPARTIAL
        }
    }

    fn move_kind(&self, _: &Flies, _: Player, option: &Flies) -> crate::MoveKind {
        if option.iter().any(|fly| fly.row == 0) {
            crate::MoveKind::Overriding
        } else {
            crate::MoveKind::Ordinary
        }
    }

    fn family(&self) -> Family<'_, Flies> {
        Family::boards(|row, column| {
            let fits = row <= FURTHEST as usize && column <= COLUMNS as usize;
            let fly = Fly { row: row as i32, column: column as i32, from: None };
            fits.then(|| Pieces::one(fly))
        })
    }
}
