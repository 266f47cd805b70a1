//! Pictures with characters: lines in braille dots, letters as they are.
//!
//! A character cell holds 2 by 4 dots of about the same size. What is dark is filled, so that a
//! token is seen on its node; broken lines have gaps here too.

use crate::sheet::{StrokedLine, on_curve};
use crate::{Anchor, Color, Dash, Picture, Shape, Sheet, Tile, TooLarge};

/// Pixels of a dot, where there is room.
const DOT: f64 = 3.6;
/// The most lines of a drawing.
const MOST_LINES: f64 = 1000.0;

/// Draws a picture with characters, at most `columns` wide.
///
/// ```
/// use upstar_picture::{Color, Picture, Shape, text};
/// let mut picture = Picture::new(2, 1);
/// picture.shapes.push(Shape::text(10, 5, "heap", Color::Black));
/// assert!(text(&picture, 60)?.contains("heap"));
/// # Ok::<(), upstar_picture::TooLarge>(())
/// ```
pub fn text(picture: &Picture, columns: usize) -> Result<String, TooLarge> {
    let sheet = Sheet::new(picture)?;
    let widest = 2.0 * columns.max(8) as f64;
    let dot = DOT.max(sheet.width / widest);
    let (across, down) = ((sheet.width / dot / 2.0).ceil(), (sheet.height / dot / 4.0).ceil());
    if down > MOST_LINES {
        return Err(TooLarge::Pixels(sheet.width as u64, sheet.height as u64, "1000 lines"));
    }
    let mut field = CharacterField::new(across as usize, down as usize, dot);
    for shape in &picture.shapes {
        field.draw(&sheet, shape);
    }
    Ok(field.finish())
}

struct CharacterField {
    columns: usize,
    rows: usize,
    dot: f64,
    dots: Vec<u8>,
    letters: Vec<Option<char>>,
}

impl CharacterField {
    fn new(columns: usize, rows: usize, dot: f64) -> CharacterField {
        let cells = columns * rows;
        CharacterField { columns, rows, dot, dots: vec![0; cells], letters: vec![None; cells] }
    }

    fn set(&mut self, (x, y): (f64, f64), on: bool) {
        /// The bit of each dot in a cell, by row and column (Unicode, block 2800).
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        let (x, y) = ((x / self.dot).floor(), (y / self.dot).floor());
        if x < 0.0 || y < 0.0 {
            return;
        }
        let (x, y) = (x as usize, y as usize);
        if x / 2 >= self.columns || y / 4 >= self.rows {
            return;
        }
        let bit = BITS[y % 4][x % 2];
        let cell = &mut self.dots[y / 4 * self.columns + x / 2];
        *cell = if on { *cell | bit } else { *cell & !bit };
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), done: &mut f64, dash: Dash) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt();
        let steps = (length / self.dot * 2.0).ceil().max(1.0);
        let step = length / steps;
        for i in 0..=steps as usize {
            let t = i as f64 / steps;
            let place = ((*done + step * i as f64) / self.dot) as u64;
            let on = match dash {
                Dash::Solid => true,
                Dash::Dashed | Dash::Mixed => place % 4 < 2,
                Dash::Dotted => place.is_multiple_of(3),
                Dash::Shared { index, of } => place / 2 % u64::from(of.max(1)) == u64::from(index),
            };
            if on {
                self.set((from.0 + t * dx, from.1 + t * dy), true);
            }
        }
        *done += length;
    }

    fn path(&mut self, points: &[(f64, f64)], dash: Dash) {
        let mut done = 0.0;
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], &mut done, dash);
        }
    }

    /// Dots everywhere in a box where `inside` says so, or nowhere.
    fn fill(&mut self, tile: Tile, on: bool, inside: impl Fn(f64, f64) -> bool) {
        let Tile { left, top, right, bottom } = tile;
        let mut y = (top / self.dot).floor() * self.dot + self.dot / 2.0;
        while y < bottom {
            let mut x = (left / self.dot).floor() * self.dot + self.dot / 2.0;
            while x < right {
                if inside(x, y) {
                    self.set((x, y), on);
                }
                x += self.dot;
            }
            y += self.dot;
        }
    }

    fn draw(&mut self, sheet: &Sheet, shape: &Shape) {
        match shape {
            &Shape::Rectangle { x, y, width, height, fill } => {
                let tile = sheet.rectangle(x, y, width, height);
                self.fill(tile, is_filled(fill), |_, _| true);
                self.border(tile, Dash::Solid);
            }
            &Shape::Frame { x, y, width, height, pen } => {
                self.border(sheet.rectangle(x, y, width, height), pen.dash);
            }
            Shape::Disc { x, y, radius, fill } => {
                let ((cx, cy), r) = (sheet.at((*x, *y)), sheet.length(*radius));
                let distance = |x: f64, y: f64| ((x - cx) * (x - cx) + (y - cy) * (y - cy)).sqrt();
                let around = Tile::centred((cx, cy), (2.0 * r, 2.0 * r));
                self.fill(around, is_filled(*fill), |x, y| distance(x, y) <= r);
                let rim = self.dot;
                self.fill(around, true, |x, y| (distance(x, y) - r + rim / 2.0).abs() <= rim / 2.0);
            }
            Shape::Polygon { points, .. } => {
                let mut points: Vec<_> = points.iter().map(|&point| sheet.at(point)).collect();
                points.extend(points.first().copied());
                self.path(&points, Dash::Solid);
            }
            Shape::Line { .. } | Shape::Curve { .. } => {
                let Some(StrokedLine { points, curved, head, pen }) = StrokedLine::of(sheet, shape)
                else {
                    return;
                };
                match <[(f64, f64); 4]>::try_from(points.as_slice()) {
                    Ok(ends) if curved => {
                        let on = (0..=32).map(|i| on_curve(ends, f64::from(i) / 32.0));
                        self.path(&on.collect::<Vec<_>>(), pen.dash);
                    }
                    _ => self.path(&points, pen.dash),
                }
                if let Some([tip, a, b]) = head {
                    // Lines close enough that the head is full.
                    for i in 0..=4 {
                        let t = f64::from(i) / 4.0;
                        let foot = (a.0 + t * (b.0 - a.0), a.1 + t * (b.1 - a.1));
                        self.path(&[tip, foot], Dash::Solid);
                    }
                }
            }
            Shape::Text { x, y, text, anchor, .. } => {
                let (x, y) = sheet.at((*x, *y));
                let count = text.chars().count() as f64;
                let column = x / self.dot / 2.0;
                let column = match anchor {
                    Anchor::Start => column,
                    Anchor::Middle => column - count / 2.0,
                    Anchor::End => column - count,
                };
                let most = (self.columns as f64 - count).max(0.0);
                let column = column.round().clamp(0.0, most) as usize;
                let row = ((y / self.dot / 4.0).floor().max(0.0) as usize)
                    .min(self.rows.saturating_sub(1));
                for (c, at) in text.chars().zip(column..self.columns) {
                    self.letters[row * self.columns + at] = Some(c);
                }
            }
        }
    }

    fn border(&mut self, tile: Tile, dash: Dash) {
        let [a, b, c, d] = tile.corners();
        self.path(&[a, b, c, d, a], dash);
    }

    fn finish(self) -> String {
        let character = |(&dots, letter): (&u8, &Option<char>)| match (letter, dots) {
            (Some(letter), _) => *letter,
            (None, 0) => ' ',
            (None, dots) => char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' '),
        };
        let columns = self.columns.max(1);
        let rows = self.dots.chunks(columns).zip(self.letters.chunks(columns));
        let lines = rows.map(|(dots, letters)| {
            let line: String = dots.iter().zip(letters).map(character).collect();
            line.trim_end().to_owned()
        });
        let lines: Vec<String> = lines.collect();
        let full = |line: &String| !line.is_empty();
        let first = lines.iter().position(full).unwrap_or(0);
        let last = lines.iter().rposition(full).map_or(first, |last| last + 1);
        let mut out = lines[first..last.max(first)].join("\n");
        out.push('\n');
        out
    }
}

/// Is a colour so dark, or so special, that it is shown by a filled shape?
fn is_filled(color: Color) -> bool {
    !matches!(color, Color::White | Color::Light | Color::Pale | Color::Pink)
}
