//! Coins on a strip of squares, by the numbers of their squares.
//!
//! Squares are numbered from 0 at the left. The notation is `1,2,3,5,8` or a strip `.ooo.o..o`.

use crate::prelude::*;

/// The highest number of a square.
pub(super) const LAST_SQUARE: u32 = (1 << 20) - 1;

/// The coins, in increasing order, after the one number `coin` has gone down to `square`. Without
/// sorting: rows have tens of thousands of coins, and as many moves.
pub(super) fn moved(coins: &SmallVec<[u32; 8]>, coin: usize, square: u32) -> SmallVec<[u32; 8]> {
    let mut coins = coins.clone();
    let place = coins[..coin].partition_point(|&other| other <= square);
    coins.copy_within(place..coin, place + 1);
    coins[place] = square;
    coins
}

/// Reads the squares of coins, in increasing order, perhaps with repeats.
pub(super) fn read_places(text: &str) -> Result<Vec<u32>, PositionError> {
    let mut places = Vec::new();
    if text.trim().starts_with(|c: char| c.is_ascii_digit()) {
        for (at, part) in parameters::parts(text, ',') {
            if places.len() == MOST_CELLS {
                let message = format!("the position has more than {MOST_CELLS} coins");
                return Err(PositionError::new(at, text.len() - at, message));
            }
            places.push(parameters::number(at, part, 0, LAST_SQUARE, "the square of a coin")?);
        }
        places.sort_unstable();
        return Ok(places);
    }
    if let Some(at) = text.find('|') {
        return Err(PositionError::new(at, 1, "expected one row of squares"));
    }
    let expected = |mut error: PositionError| {
        error.message = "expected squares such as `1,3,4` or a strip such as `.o.oo`".to_owned();
        error
    };
    let cells = read_cells(text, &[".", "oO"]).map_err(expected)?;
    let taken = (0u32..).zip(&cells.cells).filter(|&(_, &coin)| coin == 1);
    places.extend(taken.map(|(place, _)| place));
    Ok(places)
}

/// Appends all ways to put `coins` coins on the squares below `squares`, on different ones or not.
pub(super) fn every_place(
    coins: usize,
    squares: usize,
    different: bool,
    out: &mut dyn Options<SmallVec<[u32; 8]>>,
) -> bool {
    fn put(
        coins: usize,
        squares: std::ops::Range<u32>,
        step: u32,
        places: &mut SmallVec<[u32; 8]>,
        out: &mut dyn Options<SmallVec<[u32; 8]>>,
    ) -> bool {
        if places.len() == coins {
            return out.push(places.clone());
        }
        for square in squares.clone() {
            places.push(square);
            let go_on = put(coins, square + step..squares.end, step, places, out);
            places.pop();
            if !go_on {
                return false;
            }
        }
        true
    }
    let last = u32::try_from(squares).unwrap_or(LAST_SQUARE).min(LAST_SQUARE + 1);
    if coins > MOST_PLACED {
        return false;
    }
    put(coins, 0..last, u32::from(different), &mut SmallVec::new(), out);
    true
}

/// The most coins of a family of positions.
const MOST_PLACED: usize = 64;

/// The name of a move of one coin: `5->3`, or `5->off`.
pub(super) fn name_move(from: &[u32], to: &[u32]) -> String {
    let count = |coins: &[u32], place: u32| coins.iter().filter(|&&other| other == place).count();
    let more = |coins: &[u32], than: &[u32]| {
        coins.iter().copied().find(|&place| count(coins, place) > count(than, place))
    };
    match (more(from, to), more(to, from)) {
        (Some(from), Some(to)) => format!("{from}->{to}"),
        (Some(from), None) => format!("{from}->off"),
        (None, _) => show_places(to),
    }
}

/// Writes the squares of coins.
pub(super) fn show_places(places: &[u32]) -> String {
    if places.is_empty() {
        return ".".to_owned();
    }
    places.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// The longest strip that is drawn square by square.
const LONGEST: u32 = 200;

/// A strip with coins stacked on it, the numbers of the squares below; of a very long strip only
/// the squares with coins.
pub(super) fn draw_places(places: &[u32]) -> Picture {
    let last = places.last().copied().unwrap_or(0);
    let squares: Vec<u32> = if last < LONGEST {
        (0..=last + 1).collect()
    } else {
        let mut squares = places.to_vec();
        squares.dedup();
        squares
    };
    let coins = |square: u32| places.iter().filter(|&&place| place == square).count();
    let tallest = squares.iter().map(|&square| coins(square)).max().unwrap_or(0).clamp(1, 12);
    let mut picture = Picture::new(squares.len(), tallest + 1);
    let digits = last.checked_ilog10().unwrap_or(0) as i32 + 1;
    let width = (4 * digits + 1).max(10);
    picture.width = picture.width / 10 * width;
    let ground = 10 * tallest as i32;
    for (i, &square) in (0i32..).zip(&squares) {
        let (x, y, height, fill) = (width * i, ground - 10, 10, Color::White);
        picture.shapes.push(Shape::Rectangle { x, y, width, height, fill });
        let (x, on_it) = (x + width / 2, coins(square));
        if on_it > 12 {
            picture.shapes.push(Shape::Disc { x, y: y + 5, radius: 4, fill: Color::Green });
            let (y, text) = (y + 5, on_it.to_string());
            picture.shapes.push(Shape::text(x, y, text, Color::White));
        } else {
            for height in 0..on_it as i32 {
                let y = y + 5 - 10 * height;
                picture.shapes.push(Shape::Disc { x, y, radius: 4, fill: Color::Green });
            }
        }
        let (y, text) = (ground + 5, square.to_string());
        picture.shapes.push(Shape::text(x, y, text, Color::Gray));
    }
    picture
}
