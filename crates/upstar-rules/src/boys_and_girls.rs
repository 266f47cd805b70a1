//! Select Boys and Girls: children sit down in rows of chairs, never a boy beside a girl.
//!
//! A child that sits down splits a row of free chairs into two, so a position consists of rows
//! `LnL`, `LnR` and `RnR` between children who sit already. A row without chairs between a boy
//! and a girl would be the forbidden neighbourhood, so it never arises. Exchanging boys and girls
//! exchanges the players.

use crate::bag::Bag;
use crate::notation::MOST_CELLS;
use crate::registry::About;
use crate::{Color, Picture, PositionError, Rules, Shape, no_parameters};
use upstar_base::Player;

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
};

/// Free chairs between two children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seats {
    /// How many chairs.
    pub chairs: u32,
    /// Who sits at the ends, Left's first.
    pub ends: (Player, Player),
}

impl Seats {
    fn between(a: Player, b: Player, chairs: u32) -> Option<Seats> {
        let ends = if a == Player::Left { (a, b) } else { (b, a) };
        (chairs > 0 || a == b).then_some(Seats { chairs, ends })
    }

    fn exchanged(self) -> Seats {
        Seats { ends: (!self.ends.1, !self.ends.0), ..self }
    }

    fn read(text: &str) -> Result<Seats, PositionError> {
        let side = |c: Option<char>| match c {
            Some('L' | 'l') => Some(Player::Left),
            Some('R' | 'r') => Some(Player::Right),
            _ => None,
        };
        let mut rest = text.chars();
        let (Some(a), Some(b)) = (side(rest.next()), side(rest.next_back())) else {
            return Err(PositionError::whole(text, "expected a row of chairs such as `L5R`"));
        };
        let number = rest.as_str();
        let problem = |message: String| PositionError::new(1, number.len(), message);
        if number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
            return Err(problem("expected a number of chairs".to_owned()));
        }
        match number.parse::<u32>() {
            Ok(chairs) if chairs as usize <= MOST_CELLS => Seats::between(a, b, chairs)
                .ok_or_else(|| problem("a boy must not sit next to a girl".to_owned())),
            _ => Err(problem(format!("a row has at most {MOST_CELLS} chairs"))),
        }
    }
}

fn letter(who: Player) -> char {
    if who == Player::Left { 'L' } else { 'R' }
}

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
    type Position = Bag<Seats>;

    fn options(&self, rows: &Bag<Seats>, who: Player, out: &mut Vec<Bag<Seats>>) {
        for &(row, _) in rows.kinds() {
            let Some(left) = row.chairs.checked_sub(1) else { continue };
            let rest = rows.without(row);
            let (a, b) = row.ends;
            // Both ends alike: a row and its mirror image are the same.
            let most = if a == b { left / 2 } else { left };
            for before in 0..=most {
                let parts = [Seats::between(a, who, before), Seats::between(who, b, left - before)];
                if let [Some(one), Some(other)] = parts {
                    out.push(rest.with(one, 1).with(other, 1));
                }
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Bag<Seats>, PositionError> {
        Bag::read(text, Seats::read)
    }

    fn show(&self, rows: &Bag<Seats>) -> String {
        rows.write(|row| format!("{}{}{}", letter(row.ends.0), row.chairs, letter(row.ends.1)))
    }

    fn picture(&self, rows: &Bag<Seats>) -> Picture {
        let mut picture = Picture::default();
        for (i, &(row, n)) in rows.kinds().iter().enumerate() {
            let y = 10 + 20 * i as i32;
            let mut x = if n > 1 { 20 } else { 5 };
            if n > 1 {
                let text = format!("{n}×");
                picture.shapes.push(Shape::Text { x: 8, y, text, color: Color::Black });
            }
            let chairs = std::iter::repeat_n(None, row.chairs as usize);
            let all = [Some(row.ends.0)].into_iter().chain(chairs).chain([Some(row.ends.1)]);
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

    fn components(&self, rows: Bag<Seats>, out: &mut Vec<Bag<Seats>>) {
        rows.singles(|row| row.chairs > 0, out);
    }

    fn parts(&self, rows: &Bag<Seats>, out: &mut Vec<(Bag<Seats>, u64)>) {
        rows.parts(out);
    }

    fn normal_form(&self, rows: Bag<Seats>) -> (Bag<Seats>, bool) {
        let exchanged = rows.map(Seats::exchanged);
        if exchanged < rows { (exchanged, true) } else { (rows, false) }
    }

    fn size(&self, rows: &Bag<Seats>) -> u32 {
        let chairs = rows.kinds().iter().map(|&(row, n)| n.saturating_mul(row.chairs.into()));
        u32::try_from(chairs.fold(0, u64::saturating_add)).unwrap_or(u32::MAX)
    }

    fn member(&self, size: &[usize]) -> Option<Bag<Seats>> {
        let (kind, n) = match *size {
            [n] => (1, n),
            [kind, n] => (kind, n),
            _ => return None,
        };
        let chairs = u32::try_from(n).ok().filter(|_| n <= MOST_CELLS)?;
        let (a, b) = match kind {
            1 => (Player::Left, Player::Left),
            2 => (Player::Left, Player::Right),
            3 => (Player::Right, Player::Right),
            _ => return None,
        };
        Seats::between(a, b, chairs).map(Bag::one)
    }
}
