//! A short game as a text of numbers, ups, nim-heaps and braces, so that rules of mixed sums can
//! play its canonical form.

use std::fmt::Write;
use upstar_base::{Player, Stopped};
use upstar_values::{Calc, Short};

/// What the rules of sums read: how many braces, how deep, and how large parts may be.
const MOST_NODES: usize = 1 << 15;
const DEEPEST: usize = 90;
const LARGEST_EXPONENT: u32 = 60;
const LARGEST: u32 = 1 << 20;

/// The canonical form as a text; `None` if it is too large to be played move by move.
pub(crate) fn text(calc: &mut Calc, g: Short) -> Result<Option<String>, Stopped> {
    let mut writer = PlainWriter { calc, text: String::new(), nodes: 0 };
    Ok(writer.game(g, 0)?.then_some(writer.text))
}

struct PlainWriter<'c> {
    calc: &'c mut Calc,
    text: String,
    nodes: usize,
}

impl PlainWriter<'_> {
    /// Writes a game; false if it is too large.
    fn game(&mut self, g: Short, depth: usize) -> Result<bool, Stopped> {
        self.calc.step()?;
        self.nodes += 1;
        if self.nodes > MOST_NODES || depth > DEEPEST {
            return Ok(false);
        }
        if let Some(marks) = self.calc.as_number_up_star(g) {
            return Ok(self.marks(&marks));
        }
        for (who, before) in Player::BOTH.into_iter().zip(['{', '|']) {
            self.text.push(before);
            for (i, option) in self.calc.options(g, who)?.into_iter().enumerate() {
                if i > 0 {
                    self.text.push(',');
                }
                if !self.game(option, depth + 1)? {
                    return Ok(false);
                }
            }
        }
        self.text.push('}');
        Ok(true)
    }

    fn marks(&mut self, marks: &upstar_values::NumberUpStar) -> bool {
        let (up, nim) = (marks.up, marks.nim);
        let Ok(numerator) = i64::try_from(marks.number.numerator()) else { return false };
        let exponent = marks.number.exponent();
        let fits = numerator.unsigned_abs() < 1 << 60
            && exponent <= LARGEST_EXPONENT
            && up.unsigned_abs() <= LARGEST
            && nim <= LARGEST;
        if !fits {
            return false;
        }
        if numerator != 0 || (up, nim) == (0, 0) {
            // Writing to a String cannot fail.
            let _ = write!(self.text, "{numerator}");
            if exponent > 0 {
                let _ = write!(self.text, "/{}", 1u64 << exponent);
            }
        }
        let sign = if up > 0 { '^' } else { 'v' };
        match up.unsigned_abs() {
            0 => {}
            1 => self.text.push(sign),
            n => drop(write!(self.text, "{sign}{n}")),
        }
        match nim {
            0 => {}
            1 => self.text.push('*'),
            n => drop(write!(self.text, "*{n}")),
        }
        true
    }
}
