//! Printing of short games.
//!
//! A game is printed as the first of these that fits: a number with ups and a nimber, a
//! switch `+-`, a number with a tiny or a miny, its options in braces. Options stand in the
//! house order of [`Calc::sorted_options`], so equal values print equally in every run.
//!
//! Braces are spared by counting bars: a game in braces whose options carry at most `k - 1`
//! bars needs `k` bars itself and no inner braces, `{3||2|1}`. Beyond `||||` braces come
//! back. Which of the forms fits, and how many bars it takes, is decided once per game
//! ([`PrintedForm`]). The text can be exponentially longer than the game is large, so it is bounded
//! by [`LIMIT`], and a game that was written before is copied from where it stands.
//!
//! Invariant: the text in [`Notation::Ascii`] and [`Notation::Unicode`] reads back as the
//! same value.

mod glyphs;
pub mod stopper;
mod stopper_names;
pub mod superheavy;
pub mod together;

pub use glyphs::Notation;

use glyphs::UpGlyphs;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use upstar_base::{Player, Stopped};
use upstar_values::{Calc, Dyadic, Short};

/// The most bytes that one printed game may take.
pub const LIMIT: usize = 1 << 25;

/// The text of a short game.
///
/// ```
/// use upstar_notation::print::{Notation, short};
/// use upstar_values::Calc;
/// let mut calc = Calc::default();
/// let [one, two, three] = [1, 2, 3].map(|n| calc.integer(n).unwrap());
/// let inner = calc.make(&[two], &[one])?;
/// let game = calc.make(&[three], &[inner])?;
/// assert_eq!(short(&mut calc, game, Notation::Ascii)?, "{3||2|1}");
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn short(calc: &mut Calc, game: Short, notation: Notation) -> Result<String, Stopped> {
    print(calc, game, notation, Surroundings { braces: true, parens: false })
}

/// The text of a short game as an operand: in parentheses unless it is a single mark, like
/// `3`, `*2`, `^^`, or stands in braces anyway.
pub fn operand(calc: &mut Calc, game: Short, notation: Notation) -> Result<String, Stopped> {
    print(calc, game, notation, Surroundings { braces: true, parens: true })
}

/// A number in one of the notations.
pub fn number(x: &Dyadic, notation: Notation) -> String {
    notation.number(x)
}

fn print(
    calc: &mut Calc,
    game: Short,
    notation: Notation,
    context: Surroundings,
) -> Result<String, Stopped> {
    let mut printer = ShortPrinter {
        calc,
        notation,
        shapes: FxHashMap::default(),
        written: FxHashMap::default(),
        text: String::new(),
    };
    printer.write(game, context)?;
    Ok(printer.text)
}

/// What the place where a game stands asks of its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Surroundings {
    /// Bars must not show.
    braces: bool,
    /// Several marks in a row must be held together.
    parens: bool,
}

/// Which form a game is printed in.
#[derive(Clone)]
enum PrintedForm {
    /// Number, ups, nimber: the text, and whether it is a single mark.
    Marks(Rc<str>, bool),
    /// `+-`, with the Left options.
    Switch(Arc<[Short]>),
    /// A number plus a tiny (Left's) or miny (Right's) of a game.
    Tiny(Rc<Dyadic>, Player, Short),
    /// Options of Left and of Right with that many bars between them.
    Bars(Arc<[Short]>, Arc<[Short]>, u8),
}

/// From this many bars on a game stands in braces whatever its place asks.
const MOST_BARS: u8 = 4;

struct ShortPrinter<'a> {
    calc: &'a mut Calc,
    notation: Notation,
    shapes: FxHashMap<Short, PrintedForm>,
    /// Where in `text` a game was written first.
    written: FxHashMap<(Short, Surroundings), Range<usize>>,
    text: String,
}

impl ShortPrinter<'_> {
    fn write(&mut self, game: Short, context: Surroundings) -> Result<(), Stopped> {
        let start = self.text.len();
        if let Some(range) = self.written.get(&(game, context)).cloned() {
            self.check_room(range.len())?;
            self.text.extend_from_within(range);
            return Ok(());
        }
        upstar_base::deeper(|| self.write_here(game, context))?;
        self.written.insert((game, context), start..self.text.len());
        Ok(())
    }

    fn write_here(&mut self, game: Short, context: Surroundings) -> Result<(), Stopped> {
        self.calc.step()?;
        let notation = self.notation;
        match self.shape(game)? {
            PrintedForm::Marks(marks, single) => {
                if context.parens && !single {
                    self.put("(")?;
                    self.put(&marks)?;
                    self.put(")")
                } else {
                    self.put(&marks)
                }
            }
            PrintedForm::Switch(options) => {
                self.put(notation.switch())?;
                if let [only] = *options {
                    return self.write(only, Surroundings { braces: true, parens: true });
                }
                let [open, close] = notation.braces();
                self.put(open)?;
                self.side(&options)?;
                self.put(close)
            }
            PrintedForm::Tiny(number, who, argument) => {
                if number.sign().is_ne() {
                    self.put(&notation.number(&number))?;
                }
                let whole = self.calc.as_number(argument);
                if let Some(text) = whole.and_then(|n| notation.tiny_whole(who, &n)) {
                    return self.put(&text);
                }
                let [open, close] = notation.tiny(who);
                self.put(open)?;
                self.write(argument, Surroundings { braces: true, parens: false })?;
                self.put(close)
            }
            PrintedForm::Bars(left, right, bars) => {
                let [open, close] = notation.braces();
                let braces = context.braces || bars == MOST_BARS;
                if braces {
                    self.put(open)?;
                }
                self.side(&left)?;
                self.put(notation.bars(bars))?;
                self.side(&right)?;
                if braces {
                    self.put(close)?;
                }
                Ok(())
            }
        }
    }

    /// The options of one player, between commas.
    fn side(&mut self, options: &[Short]) -> Result<(), Stopped> {
        let context = Surroundings { braces: options.len() > 1, parens: false };
        for (i, &option) in options.iter().enumerate() {
            if i > 0 {
                self.put(",")?;
            }
            self.write(option, context)?;
        }
        Ok(())
    }

    fn put(&mut self, text: &str) -> Result<(), Stopped> {
        self.check_room(text.len())?;
        self.text.push_str(text);
        Ok(())
    }

    fn check_room(&self, bytes: usize) -> Result<(), Stopped> {
        if self.text.len() + bytes > LIMIT {
            let limit = LIMIT as u64;
            return Err(Stopped::Limit { what: "the length of a printed game", limit });
        }
        Ok(())
    }

    fn shape(&mut self, game: Short) -> Result<PrintedForm, Stopped> {
        if let Some(shape) = self.shapes.get(&game) {
            return Ok(shape.clone());
        }
        let shape = upstar_base::deeper(|| self.find_shape(game))?;
        self.shapes.insert(game, shape.clone());
        Ok(shape)
    }

    fn find_shape(&mut self, game: Short) -> Result<PrintedForm, Stopped> {
        self.calc.step()?;
        let uptimal = self.calc.as_uptimal(game)?;
        if let Some(u) = &uptimal
            && let Some(ups) = UpGlyphs::from_coefficients(&u.ups)
        {
            let marks = [u.number.sign().is_ne(), ups != UpGlyphs::None, u.nim > 0];
            let single = marks.iter().filter(|&&there| there).count() <= 1;
            return Ok(PrintedForm::Marks(
                self.notation.uptimal(&u.number, ups, u.nim).into(),
                single,
            ));
        }
        if uptimal.is_none() {
            if self.calc.neg(game)? == game {
                return Ok(PrintedForm::Switch(self.calc.sorted_options(game, Player::Left)?));
            }
            if let Some(t) = self.calc.as_number_tiny(game)? {
                return Ok(PrintedForm::Tiny(t.number.into(), t.favours, t.subscript));
            }
        }
        let sides = [
            self.calc.sorted_options(game, Player::Left)?,
            self.calc.sorted_options(game, Player::Right)?,
        ];
        let mut bars = 0;
        for side in &sides {
            // Where a side has several options each stands in braces and shows no bars.
            if let [only] = **side
                && let PrintedForm::Bars(_, _, inner) = self.shape(only)?
                && inner < MOST_BARS
            {
                bars = bars.max(inner);
            }
        }
        let [left, right] = sides;
        Ok(PrintedForm::Bars(left, right, bars + 1))
    }
}
