//! Running comprehensions.

use super::RuleResults;
use super::op::{
    Binary, ChangedSquares, CodeRule, Comparison, FileFunction, LoopValues, Op, OpPlace, Yield,
};
use crate::prelude::*;
use upstar_base::arithmetic::gcd;
use upstar_base::deeper;

/// The most steps of one list of moves.
pub(crate) const MOST_STEPS: u64 = 10_000_000;

/// How deeply functions may call each other.
const MOST_CALLS: usize = 64;

/// So many steps are made between two looks at whether the list is still wanted.
const STRIDE: u64 = 1 << 12;

/// What went wrong, and where in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    pub(crate) span: TextSpan,
    pub(crate) message: String,
}

/// Why a run ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RunStop {
    Trouble(Trouble),
    /// Nobody wants more.
    Closed,
}

fn trouble(place: OpPlace, message: impl Into<String>) -> RunStop {
    RunStop::Trouble(Trouble { span: place.0, message: message.into() })
}

/// A board as comprehensions see it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RunBoard<'b> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) kinds: &'b [u8],
}

impl RunBoard<'_> {
    /// The kind of a square counted from 1; -1 off the board.
    fn at(&self, square: i64) -> i64 {
        let index = usize::try_from(square).ok().and_then(|square| square.checked_sub(1));
        index.and_then(|index| self.kinds.get(index)).map_or(-1, |&kind| kind.into())
    }

    fn number(&self, row: i64, column: i64) -> Option<usize> {
        let within =
            |n: i64, most: usize| usize::try_from(n).ok().filter(|n| (1..=most).contains(n));
        let (row, column) = (within(row, self.rows)?, within(column, self.columns)?);
        Some((row - 1) * self.columns + column - 1)
    }
}

/// Who takes what is found, and says whether more is wanted.
pub(crate) trait Taker {
    fn take(&mut self, found: RuleResults<'_>, place: TextSpan) -> Result<(), RunStop>;
    fn is_closed(&mut self) -> bool;
}

/// A run of rules on one position.
pub(crate) struct RuleRun<'r> {
    pub(crate) functions: &'r [FileFunction],
    pub(crate) board: RunBoard<'r>,
    pub(crate) slots: Vec<i64>,
    steps: u64,
    calls: usize,
}

impl<'r> RuleRun<'r> {
    pub(crate) fn new(
        functions: &'r [FileFunction],
        board: RunBoard<'r>,
        slots: Vec<i64>,
    ) -> RuleRun<'r> {
        RuleRun { functions, board, slots, steps: 0, calls: 0 }
    }

    /// Runs one rule from its first loop on.
    pub(crate) fn rule(&mut self, rule: &CodeRule, taker: &mut dyn Taker) -> Result<(), RunStop> {
        self.steps(rule, 0, taker)
    }

    fn tick(&mut self, place: OpPlace, taker: &mut dyn Taker) -> Result<(), RunStop> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(trouble(place, format!("this takes more than {MOST_STEPS} steps")));
        }
        if self.steps.is_multiple_of(STRIDE) && taker.is_closed() {
            return Err(RunStop::Closed);
        }
        Ok(())
    }

    fn steps(&mut self, rule: &CodeRule, i: usize, taker: &mut dyn Taker) -> Result<(), RunStop> {
        let Some(step) = rule.steps.get(i) else {
            return rule.yields.iter().try_for_each(|found| self.yielded(found, taker));
        };
        let round =
            |run: &mut RuleRun<'r>, value: i64, taker: &mut dyn Taker| -> Result<bool, RunStop> {
                run.tick(rule.place, taker)?;
                run.slots[step.slot] = value;
                if let Some(until) = &step.until
                    && run.value(until)? == 0
                {
                    return Ok(false);
                }
                if let Some(wanted) = &step.wanted
                    && run.value(wanted)? == 0
                {
                    return Ok(true);
                }
                run.steps(rule, i + 1, taker)?;
                Ok(true)
            };
        match &step.source {
            LoopValues::Listed(all) => {
                for op in all {
                    let value = self.value(op)?;
                    if !round(self, value, taker)? {
                        break;
                    }
                }
            }
            LoopValues::Range { first, last, by, place } => {
                let mut value = self.value(first)?;
                let last = last.as_ref().map(|last| self.value(last)).transpose()?;
                let by = self.value(by)?;
                if by == 0 {
                    return Err(trouble(*place, "a loop with step 0 has no end"));
                }
                while last.is_none_or(|last| if by > 0 { value <= last } else { value >= last }) {
                    if !round(self, value, taker)? {
                        break;
                    }
                    let Some(next) = value.checked_add(by) else { break };
                    value = next;
                }
            }
        }
        Ok(())
    }

    fn yielded(&mut self, found: &Yield, taker: &mut dyn Taker) -> Result<(), RunStop> {
        match found {
            Yield::Sum(terms, place) => {
                let mut sum = Vec::with_capacity(terms.len());
                for term in terms {
                    let mut tuple = Vec::with_capacity(term.len());
                    for entry in term {
                        let value = self.value(entry)?;
                        if value < 0 {
                            return Err(trouble(
                                *place,
                                format!("an entry becomes {value}; entries are not negative"),
                            ));
                        }
                        tuple.push(value);
                    }
                    sum.push(tuple);
                }
                taker.take(RuleResults::Sum(&sum), place.0)
            }
            Yield::Board(changes, place) => {
                let mut squares: Vec<(usize, u8)> = Vec::with_capacity(changes.len());
                for (target, kind) in changes {
                    let kind = self.value(kind)?;
                    let Ok(kind) = u8::try_from(kind) else {
                        return Err(trouble(*place, "a square becomes what is off the board"));
                    };
                    self.targets(target, &mut |square| squares.push((square, kind)))?;
                }
                taker.take(RuleResults::Squares(&squares), place.0)
            }
        }
    }

    /// The squares of a target, from 0.
    fn targets(
        &mut self,
        target: &ChangedSquares,
        each: &mut dyn FnMut(usize),
    ) -> Result<(), RunStop> {
        let off = |place: &OpPlace| trouble(*place, "this square is off the board");
        let squares = self.board.kinds.len();
        let index = |n: i64| usize::try_from(n).ok().filter(|n| (1..=squares).contains(n));
        match target {
            ChangedSquares::One(op, place) => {
                let square = self.value(op)?;
                each(index(square).ok_or_else(|| off(place))? - 1);
            }
            ChangedSquares::At(ops, place) => {
                let (row, column) = (self.value(&ops[0])?, self.value(&ops[1])?);
                each(self.board.number(row, column).ok_or_else(|| off(place))?);
            }
            ChangedSquares::Stretch(ops, place) => {
                let (first, last) = (self.value(&ops[0])?, self.value(&ops[1])?);
                if first <= last {
                    let first = index(first).ok_or_else(|| off(place))?;
                    let last = index(last).ok_or_else(|| off(place))?;
                    (first - 1..last).for_each(each);
                }
            }
        }
        Ok(())
    }

    /// What an operation gives.
    pub(crate) fn value(&mut self, op: &Op) -> Result<i64, RunStop> {
        Ok(match op {
            Op::Number(n) => *n,
            Op::Slot(i) => self.slots[*i],
            Op::Kind(kind) => *kind as i64,
            Op::Binary(binary, place, ops) => {
                let (a, b) = (self.value(&ops[0])?, self.value(&ops[1])?);
                arithmetic(*binary, *place, a, b)?
            }
            Op::Compare(comparison, ops) => {
                let (a, b) = (self.value(&ops[0])?, self.value(&ops[1])?);
                i64::from(match comparison {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::Less => a < b,
                    Comparison::LessEqual => a <= b,
                })
            }
            Op::All(ops) => {
                for op in ops {
                    if self.value(op)? == 0 {
                        return Ok(0);
                    }
                }
                1
            }
            Op::Any(ops) => {
                for op in ops {
                    if self.value(op)? != 0 {
                        return Ok(1);
                    }
                }
                0
            }
            Op::Not(op) => i64::from(self.value(op)? == 0),
            Op::If(ops) => {
                let [condition, yes, no] = &**ops;
                let chosen = if self.value(condition)? == 0 { no } else { yes };
                self.value(chosen)?
            }
            Op::Call(number, place, arguments) => self.call(*number, *place, arguments)?,
            Op::At(op) => {
                let square = self.value(op)?;
                self.board.at(square)
            }
            Op::AtPlace(ops) => {
                let (row, column) = (self.value(&ops[0])?, self.value(&ops[1])?);
                let number = self.board.number(row, column);
                number.map_or(-1, |number| self.board.kinds[number].into())
            }
            Op::Count(set) => {
                self.board.kinds.iter().filter(|&&kind| set >> kind & 1 == 1).count() as i64
            }
            Op::Among(op, set) => {
                let kind = self.value(op)?;
                i64::from((0..KindSet::BITS.into()).contains(&kind) && set >> kind & 1 == 1)
            }
            Op::Rows => self.board.rows as i64,
            Op::Columns => self.board.columns as i64,
        })
    }

    fn call(&mut self, number: usize, place: OpPlace, arguments: &[Op]) -> Result<i64, RunStop> {
        if self.calls == MOST_CALLS {
            return Err(trouble(
                place,
                format!("functions call each other more than {MOST_CALLS} deep"),
            ));
        }
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(trouble(place, format!("this takes more than {MOST_STEPS} steps")));
        }
        let function = &self.functions[number];
        let mut slots = vec![0; function.slots];
        for (slot, argument) in slots.iter_mut().zip(arguments) {
            *slot = self.value(argument)?;
        }
        let before = std::mem::replace(&mut self.slots, slots);
        self.calls += 1;
        let value = deeper(|| self.value(&function.body));
        self.calls -= 1;
        self.slots = before;
        value
    }
}

fn arithmetic(binary: Binary, place: OpPlace, a: i64, b: i64) -> Result<i64, RunStop> {
    let fits = |value: Option<i64>| {
        value.ok_or_else(|| trouble(place, "a number does not fit into 64 bits"))
    };
    match binary {
        Binary::Add => fits(a.checked_add(b)),
        Binary::Subtract => fits(a.checked_sub(b)),
        Binary::Multiply => fits(a.checked_mul(b)),
        Binary::Exact | Binary::Floor | Binary::Remainder if b == 0 => {
            Err(trouble(place, "division by zero"))
        }
        Binary::Exact => match fits(a.checked_rem(b))? {
            0 => fits(a.checked_div(b)),
            _ => Err(trouble(place, format!("{a}/{b} is no integer; `Div` rounds down"))),
        },
        Binary::Floor => {
            let (quotient, rest) = (fits(a.checked_div(b))?, fits(a.checked_rem(b))?);
            Ok(if rest != 0 && (rest < 0) != (b < 0) { quotient - 1 } else { quotient })
        }
        Binary::Remainder => {
            let rest = fits(a.checked_rem(b))?;
            Ok(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
        }
        Binary::Power => {
            let exponent = u32::try_from(b)
                .map_err(|_| trouble(place, "an exponent is from 0 to 2^32 - 1"))?;
            fits(a.checked_pow(exponent))
        }
        Binary::Least => Ok(a.min(b)),
        Binary::Greatest => Ok(a.max(b)),
        Binary::Divisor => fits(i64::try_from(gcd(a.unsigned_abs(), b.unsigned_abs())).ok()),
    }
}
