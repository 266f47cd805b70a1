//! Games in which guests sit down in rows of free chairs, some of them not side by side.
//!
//! Whoever sits down splits a row into two, so a position is a sum of rows `LnL`, `LnR` and `RnR`
//! between those who sit already. A row without chairs between two who must not be neighbours never
//! arises. Exchanging the players negates, and a row is its own mirror image.

pub mod boys_and_girls;
pub mod chairs;

use crate::prelude::*;

/// Who is seated by one move.
pub trait Guests: Default + Send + Sync + 'static {
    /// Who must not sit side by side.
    const QUARREL: Quarrel;

    /// How many chairs they take.
    const CHAIRS: u32;

    /// Draws those who sit at an end of a row, each 10 wide, the first around this point.
    fn draw(at: (i32, i32), fill: Color, shapes: &mut Vec<Shape>);
}

/// What a row of free chairs lies between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ends {
    /// Guests of one player on both sides.
    Same(Player),
    /// Guests of each.
    Mixed,
    /// A round table at which nobody sits.
    Round,
}

/// Free chairs in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    /// How many.
    pub chairs: u32,
    /// What they lie between.
    pub ends: Ends,
}

impl Weigh for Row {}

/// Who must not sit side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quarrel {
    /// Those of one player.
    Same,
    /// Those of different players.
    Different,
}

impl Row {
    /// The row of so many chairs between the people of two players; `None` if they would sit side
    /// by side and must not.
    fn between(a: Player, b: Player, chairs: u32, quarrel: Quarrel) -> Option<Row> {
        let ends = if a == b { Ends::Same(a) } else { Ends::Mixed };
        let apart = chairs > 0 || (a == b) == (quarrel == Quarrel::Different);
        apart.then_some(Row { chairs, ends })
    }

    fn exchanged(self) -> Row {
        let ends = match self.ends {
            Ends::Same(who) => Ends::Same(!who),
            other => other,
        };
        Row { ends, ..self }
    }

    /// The sides at the ends, unless the row is round.
    fn sides(self) -> Option<(Player, Player)> {
        match self.ends {
            Ends::Same(side) => Some((side, side)),
            Ends::Mixed => Some((Player::Left, Player::Right)),
            Ends::Round => None,
        }
    }

    fn symbols(self) -> (&'static str, &'static str) {
        match self.ends {
            Ends::Same(Player::Left) => ("L", "L"),
            Ends::Same(Player::Right) => ("R", "R"),
            Ends::Mixed => ("L", "R"),
            Ends::Round => ("O", ""),
        }
    }

    fn show(self) -> String {
        let (a, b) = self.symbols();
        format!("{a}{}{b}", self.chairs)
    }

    /// The row of a table: 1 is LnL, 2 is LnR, 3 is RnR.
    fn member(size: &[usize], quarrel: Quarrel) -> Option<Row> {
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
        Row::between(a, b, chairs, quarrel)
    }

    /// Reads a row; a round table only where two of one side must not sit side by side.
    fn read(text: &str, quarrel: Quarrel) -> Result<Row, PositionError> {
        let side = |c: Option<char>| match c {
            Some('L' | 'l') => Some(Player::Left),
            Some('R' | 'r') => Some(Player::Right),
            _ => None,
        };
        let expected = || {
            let message = match quarrel {
                Quarrel::Same => "expected a row such as `L5R` or a round table such as `O8`",
                Quarrel::Different => "expected a row of chairs such as `L5R`",
            };
            PositionError::whole(text, message)
        };
        let mut rest = text.chars();
        let round = quarrel == Quarrel::Same && text.starts_with(['O', 'o']);
        let first = side(text.chars().next());
        rest.next();
        let last = if round { None } else { side(rest.next_back()) };
        let number = rest.as_str();
        if !(round || first.is_some() && last.is_some()) {
            return Err(expected());
        }
        let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        let chairs = number.parse::<u32>().ok().filter(|&n| n as usize <= MOST_CELLS);
        let problem = |message: String| PositionError::new(1, number.len(), message);
        let chairs = match (digits, chairs) {
            (false, _) => return Err(problem("expected a number of chairs".to_owned())),
            (true, None) => return Err(problem(format!("a row has at most {MOST_CELLS} chairs"))),
            (true, Some(chairs)) => chairs,
        };
        match (first, last) {
            (Some(a), Some(b)) => Row::between(a, b, chairs, quarrel).ok_or_else(|| {
                let message = match quarrel {
                    Quarrel::Same => "two couples of one player must not sit side by side",
                    Quarrel::Different => "a boy must not sit next to a girl",
                };
                problem(message.to_owned())
            }),
            _ => Ok(Row { chairs, ends: Ends::Round }),
        }
    }
}

/// A free chair around a point of the picture.
pub(crate) fn chair((x, y): (i32, i32)) -> Shape {
    Shape::Rectangle { x: x - 4, y: y - 4, width: 8, height: 8, fill: Color::Light }
}

/// The rules of such a game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seating<G>(G);

impl<G: Guests> PieceGame for Seating<G> {
    fn moves(&self, row: Row, who: Player, visit: &mut dyn Visit<Row>) -> ControlFlow<()> {
        let Some(left) = row.chairs.checked_sub(G::CHAIRS) else {
            return ControlFlow::Continue(());
        };
        let Some((a, b)) = row.sides() else {
            // At a table for two the couple has no neighbours.
            return visit.pieces(Row::between(who, who, left, G::QUARREL).as_slice());
        };
        // Both ends alike: a row and its mirror image are the same.
        let most = if a == b { left / 2 } else { left };
        (0..=most).try_for_each(|before| {
            let one = Row::between(a, who, before, G::QUARREL);
            let other = Row::between(who, b, left - before, G::QUARREL);
            match (one, other) {
                (Some(one), Some(other)) => visit.pieces(&[one, other]),
                _ => ControlFlow::Continue(()),
            }
        })
    }

    /// How many chairs are free.
    fn left_in(&self, row: Row) -> u64 {
        row.chairs.into()
    }

    fn is_alive(&self, row: Row) -> bool {
        row.chairs >= G::CHAIRS
    }
}

impl<G: Guests> Rules for Seating<G> {
    by_pieces!(Bag<Row>, "each row");

    fn parse(&self, text: &str) -> Result<Bag<Row>, PositionError> {
        Bag::read(text, |text| Row::read(text, G::QUARREL).map(Some))
    }

    fn show(&self, rows: &Bag<Row>) -> String {
        rows.write(Row::show)
    }

    fn picture(&self, rows: &Bag<Row>) -> Picture {
        let mut picture = Picture::default();
        for (i, &(row, n)) in rows.kinds().iter().enumerate() {
            let y = 10 + 20 * i as i32;
            let start = if n > 1 { 20 } else { 5 };
            let mut x = start;
            if n > 1 {
                let text = format!("{n}×");
                picture.shapes.push(Shape::text(8, y, text, Color::Black));
            }
            let guests = |x: &mut i32, side: Player, shapes: &mut Vec<Shape>| {
                let fill = if side == Player::Left { Color::Blue } else { Color::Red };
                G::draw((*x, y), fill, shapes);
                *x += 10 * G::CHAIRS as i32;
            };
            if let Some((a, _)) = row.sides() {
                guests(&mut x, a, &mut picture.shapes);
            }
            for _ in 0..row.chairs {
                picture.shapes.push(chair((x, y)));
                x += 10;
            }
            match row.sides() {
                Some((_, b)) => guests(&mut x, b, &mut picture.shapes),
                // The last chair of a round table is next to the first.
                None => picture.shapes.push(Shape::curve(
                    (start, y + 4),
                    (x / 2, y + 14),
                    (x - 10, y + 4),
                    Color::Gray,
                )),
            }
            picture.width = picture.width.max(x - 5);
            picture.height = y + 10;
        }
        picture
    }

    /// The lesser of rows and the rows with the players exchanged.
    fn normal_form(&self, rows: Bag<Row>) -> (Bag<Row>, bool) {
        let exchanged = rows.map(Row::exchanged);
        if exchanged < rows { (exchanged, true) } else { (rows, false) }
    }

    fn family(&self) -> Family<'_, Bag<Row>> {
        Family::of(|size| Row::member(size, G::QUARREL).map(Bag::one))
    }
}
