//! What all cake games share: cakes, their notation and their pictures.
//!
//! Turning a cake by a right angle exchanges the players.

use crate::prelude::*;

/// A cake; its sides are positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cake {
    /// How many rows of squares it has; Right's cuts run between them.
    pub height: u32,
    /// How many columns of squares it has; Left's cuts run between them.
    pub width: u32,
}

impl Weigh for Cake {}

/// Cakes that are cut independently.
pub type Cakes = Bag<Cake>;

impl Cake {
    /// A cake of this size, if it is one.
    pub fn new(height: usize, width: usize) -> Option<Cake> {
        let side = |n: usize| (1..=MOST_CELLS).contains(&n).then_some(n as u32);
        Some(Cake { height: side(height)?, width: side(width)? })
    }

    /// Turned by a right angle.
    pub fn turned(self) -> Cake {
        Cake { height: self.width, width: self.height }
    }

    /// A number for it.
    pub(super) fn code(self) -> u64 {
        u64::from(self.height) << 32 | u64::from(self.width)
    }

    /// The cake with this number.
    pub(super) fn from_code(code: u64) -> Cake {
        Cake { height: (code >> 32) as u32, width: code as u32 }
    }

    /// Reads a cake; one of which nothing is left, `0x5`, is none.
    fn read(text: &str) -> Result<Option<Cake>, PositionError> {
        let Some((height, width)) = text.split_once(['x', 'X', '×']) else {
            return Err(PositionError::whole(text, "expected a cake such as `5x10`"));
        };
        let side = |at: usize, text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            let message = match (digits, text.parse::<u32>()) {
                (false, _) => "expected a number of squares".to_owned(),
                (true, Ok(n)) if n as usize <= MOST_CELLS => return Ok(n),
                _ => format!("a side has at most {MOST_CELLS} squares"),
            };
            Err(PositionError::new(at, text.len(), message))
        };
        let at = text.len() - width.len();
        let (height, width) = (side(0, height)?, side(at, width)?);
        Ok((height > 0 && width > 0).then_some(Cake { height, width }))
    }
}

pub(super) fn parse(text: &str) -> Result<Cakes, PositionError> {
    Bag::read(text, Cake::read)
}

pub(super) fn show(cakes: &Cakes) -> String {
    cakes.write(|cake| format!("{}x{}", cake.height, cake.width))
}

/// Does it matter? A single square cannot be cut.
pub(super) fn can_be_cut(cake: Cake) -> bool {
    cake.height > 1 || cake.width > 1
}

/// The lesser of a position and the position turned by a right angle.
pub(super) fn normal_form(cakes: Cakes) -> (Cakes, bool) {
    if let [(cake, _)] = cakes.kinds()
        && *cake <= cake.turned()
    {
        return (cakes, false);
    }
    let turned = cakes.map(Cake::turned);
    if turned < cakes { (turned, true) } else { (cakes, false) }
}

/// How many squares can still be separated.
pub(super) fn size(cake: Cake) -> u64 {
    u64::from(cake.height) * u64::from(cake.width) - 1
}

/// Single cakes.
pub(super) fn family() -> Family<'static, Cakes> {
    Family::boards(|height, width| Cake::new(height, width).map(Bag::one))
}

pub(super) fn picture(cakes: &Cakes) -> Picture {
    // Nothing is drawn as an empty place.
    let mut picture = match cakes.kinds() {
        [] => Picture { width: 10, height: 10, ..Picture::default() },
        _ => Picture::default(),
    };
    for (i, &(cake, n)) in cakes.kinds().iter().enumerate() {
        let x = if i == 0 { 0 } else { picture.width + 10 };
        // Equal cakes are drawn once, with their number in front.
        let x = if n == 1 { x } else { x + 15 };
        let (width, height) = (10 * cake.width as i32, 10 * cake.height as i32);
        if n > 1 {
            let text = format!("{n}×");
            picture.shapes.push(Shape::text(x - 8, height / 2, text, Color::Black));
        }
        picture.shapes.push(Shape::Rectangle { x, y: 0, width, height, fill: Color::Light });
        let lines = (1..cake.width as i32).map(|c| ((x + 10 * c, 0), (x + 10 * c, height)));
        let rows = (1..cake.height as i32).map(|r| ((x, 10 * r), (x + width, 10 * r)));
        let scored = |color| move |(from, to)| Shape::line(from, to, color);
        picture.shapes.extend(lines.map(scored(Color::Blue)));
        picture.shapes.extend(rows.map(scored(Color::Red)));
        picture.width = x + width;
        picture.height = picture.height.max(height);
    }
    picture
}
