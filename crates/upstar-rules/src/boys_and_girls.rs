//! Select Boys and Girls: children sit down in rows of chairs, never a boy beside a girl.
//!
//! A child that sits down splits a row of free chairs into two, so a position consists of rows
//! `LnL`, `LnR` and `RnR` between children who sit already. A row without chairs between a boy
//! and a girl would be the forbidden neighbourhood, so it never arises. Exchanging boys and girls
//! exchanges the players.

use crate::bag::Bag;
use crate::chairs::{Quarrel, Row, chairs, normal_form, seat};
use crate::registry::{About, Editor};
use crate::{Color, Picture, PositionError, Rules, Shape, no_parameters};
use upstar_base::{Options, Player};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "select-boys-and-girls",
    aliases: &["boys-and-girls"],
    title: "Select Boys and Girls",
    rules: "Left seats boys, Right girls, in free chairs; no boy may sit next to a girl. In one \
            turn a player may seat several, if between any two of them somebody was sitting \
            before: at most one in each row of free chairs. Played with --compound union.",
    notation: "A row of free chairs between two children: `L5R` has a boy, five chairs, a girl. \
               Several with `+`: `R12R+2*L3R`; `0` for none.",
    examples: &["L5L", "L4R+R3R", "L7R", "L2L"],
    source: "Winning Ways ch. 10",
    known: &[],
    tables: "3xN: the rows LnL, LnR and RnR for n from 1 to N; or N: LnL alone",
    impartial: false,
    editor: Editor::Text,
};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoysAndGirls;

impl BoysAndGirls {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| BoysAndGirls)
    }
}

impl Rules for BoysAndGirls {
    type Position = Bag<Row>;

    fn options(&self, rows: &Bag<Row>, who: Player, out: &mut dyn Options<Bag<Row>>) {
        for &(row, _) in rows.kinds() {
            let Some(left) = row.chairs.checked_sub(1) else { continue };
            let rest = rows.without(row);
            if let Some(ends) = row.sides() {
                seat(ends, who, left, Quarrel::Different, &rest, out);
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Bag<Row>, PositionError> {
        Bag::read(text, |text| Row::read(text, Quarrel::Different))
    }

    fn show(&self, rows: &Bag<Row>) -> String {
        rows.write(Row::show)
    }

    fn picture(&self, rows: &Bag<Row>) -> Picture {
        let mut picture = Picture::default();
        for (i, &(row, n)) in rows.kinds().iter().enumerate() {
            let y = 10 + 20 * i as i32;
            let mut x = if n > 1 { 20 } else { 5 };
            if n > 1 {
                let text = format!("{n}×");
                picture.shapes.push(Shape::text(8, y, text, Color::Black));
            }
            let free = std::iter::repeat_n(None, row.chairs as usize);
            let (first, last) = row.sides().unzip();
            let all = [first].into_iter().chain(free).chain([last]);
            for seat in all {
                let (width, height, fill) = (8, 8, Color::Light);
                let (left, top) = (x - 4, y - 4);
                picture.shapes.push(Shape::Rectangle { x: left, y: top, width, height, fill });
                if let Some(who) = seat {
                    let fill = if who == Player::Left { Color::Blue } else { Color::Red };
                    picture.shapes.push(Shape::Disc { x, y, radius: 3, fill });
                }
                x += 10;
            }
            picture.width = picture.width.max(x - 5);
            picture.height = y + 10;
        }
        picture
    }

    fn components(&self, rows: Bag<Row>, out: &mut dyn Options<Bag<Row>>) {
        rows.singles(|row| row.chairs > 0, out);
    }

    fn parts(&self, rows: &Bag<Row>, out: &mut dyn Options<(Bag<Row>, u64)>) {
        rows.parts(out);
    }

    fn pieces(&self) -> &'static str {
        "each row"
    }

    fn normal_form(&self, rows: Bag<Row>) -> (Bag<Row>, bool) {
        normal_form(rows)
    }

    fn size(&self, rows: &Bag<Row>) -> u32 {
        chairs(rows)
    }

    fn member(&self, size: &[usize]) -> Option<Bag<Row>> {
        Row::member(size, Quarrel::Different).map(Bag::one)
    }
}
