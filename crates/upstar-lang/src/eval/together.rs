//! Values of joins, unions, loopy and entailing games: how they are made and added.
//!
//! Each becomes the most specific kind there is: cold tallies a number, a nim-heap without a
//! stage a nimber, a loony position of a loopy game `loony`.

use super::arithmetic::Operands;
use super::{Machine, fail, stopped};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::value::{Charged, Value};
use dashu_int::IBig;
use upstar_base::Player;
use upstar_values::{Entailed, LoopyNimber, Tallies, Toll};

impl Machine {
    /// Two tallies as they are written.
    pub(super) fn written_tallies(&mut self, text: &str, span: Span) -> Evaluated<Value> {
        let tallies = text.parse().map_err(|_| {
            let message =
                "the denominator of a toll is a power of 2, and a timer is at most 4294967295";
            fail(ErrorKind::Syntax, span, message)
        })?;
        self.tallies(tallies, span)
    }

    /// A loopy nimber as it is written.
    pub(super) fn written_loopy_nimber(&mut self, text: &str, span: Span) -> Evaluated<Value> {
        let nimber = text.parse().map_err(|_| {
            let message = "the numbers of a loopy nimber are at most 4294967295";
            fail(ErrorKind::Syntax, span, message)
        })?;
        self.loopy_nimber(nimber, span)
    }

    /// Tallies, as a number if they are those of one.
    pub(crate) fn tallies(&mut self, tallies: Tallies, span: Span) -> Evaluated<Value> {
        if let Some(x) = tallies.as_number() {
            return Ok(Value::dyadic(x));
        }
        let mut bytes = 0;
        for who in Player::BOTH {
            let tally = tallies.of(who);
            if !tally.is_possible(who) {
                let starts = if who == Player::Left { "Left" } else { "Right" };
                let message = format!(
                    "{tally} cannot be: {starts} starts, and whoever wins outright moves last"
                );
                return Err(fail(ErrorKind::Domain, span, message));
            }
            if let Toll::Finite(x) = &tally.toll {
                bytes += (crate::value::bits(&x.numerator()) / 8) as usize;
            }
        }
        let tallies = Charged::new(tallies, bytes, self.calc.budget()).map_err(stopped(span))?;
        Ok(Value::Tallies(tallies))
    }

    pub(crate) fn loopy_nimber(&mut self, value: LoopyNimber, span: Span) -> Evaluated<Value> {
        match &value {
            LoopyNimber::Nim { size, stage: None } => {
                let nimber = self.calc.nimber(*size).map_err(stopped(span))?;
                Ok(self.demote(nimber))
            }
            LoopyNimber::Loony => self.entailed(Entailed::loony(), span),
            LoopyNimber::Nim { .. } => self.charged_loopy(value, 0, span),
            LoopyNimber::Loopy(subscripts) => {
                let bytes = size_of_val(&subscripts[..]);
                self.charged_loopy(value, bytes, span)
            }
        }
    }

    fn charged_loopy(&mut self, value: LoopyNimber, bytes: usize, span: Span) -> Evaluated<Value> {
        Charged::new(value, bytes, self.calc.budget()).map(Value::Loopy).map_err(stopped(span))
    }

    pub(crate) fn entailed(&mut self, set: Entailed, span: Span) -> Evaluated<Value> {
        let bytes = set.bytes();
        Charged::new(set, bytes, self.calc.budget()).map(Value::Entailed).map_err(stopped(span))
    }

    /// The size of a nim-heap, of an impartial game or a loopy one.
    pub(crate) fn nim_heap(&mut self, value: &Value) -> Option<u32> {
        match value {
            Value::Integer(n) if *n == IBig::ZERO => Some(0),
            Value::Game(g) => {
                let marks = self.calc.as_number_up_star(*g)?;
                (marks.up == 0 && marks.number.is_zero()).then_some(marks.nim)
            }
            Value::Loopy(value) => match ***value {
                LoopyNimber::Nim { size, .. } => Some(size),
                _ => None,
            },
            _ => None,
        }
    }

    /// A sum in which one part is loopy or entailed. The other must be such a part or a nimber.
    pub(super) fn impartial_sum(&mut self, operands: &Operands<'_>) -> Evaluated<Value> {
        let &Operands { left, right, spans, at } = operands;
        match (left, right) {
            (Value::Entailed(_), Value::Loopy(_)) | (Value::Loopy(_), Value::Entailed(_)) => {
                let message = "`+` is not defined for LoopyNimber and Entailed: there is no \
                    theory of entailing moves beside games without end";
                Err(fail(ErrorKind::Kind, at, message))
            }
            (Value::Entailed(_), _) | (_, Value::Entailed(_)) => {
                let mut total = Some(0);
                for (part, span) in [(left, spans[0]), (right, spans[1])] {
                    let free = match part {
                        Value::Entailed(set) => set.least(),
                        _ => Some(self.heap_operand(part, span)?),
                    };
                    total = total.zip(free).map(|(a, b)| a ^ b);
                }
                let sum = total.map_or(LoopyNimber::Loony, LoopyNimber::nim);
                self.loopy_nimber(sum, at)
            }
            _ => {
                let mut total = LoopyNimber::nim(0);
                for (part, span) in [(left, spans[0]), (right, spans[1])] {
                    total = match part {
                        Value::Loopy(value) => total.plus(value),
                        _ => total.plus(&LoopyNimber::nim(self.heap_operand(part, span)?)),
                    };
                }
                self.loopy_nimber(total, at)
            }
        }
    }

    fn heap_operand(&mut self, value: &Value, span: Span) -> Evaluated<u32> {
        match self.nim_heap(value) {
            Some(heap) => Ok(heap),
            None => Err(self.wrong_kind("a nimber", value, span)),
        }
    }

    /// Many copies of a loopy game.
    pub(super) fn loopy_multiple(
        &mut self,
        value: &LoopyNimber,
        n: &IBig,
        span: Span,
    ) -> Evaluated<Value> {
        let single = *n == IBig::ONE || *n == -IBig::ONE;
        let odd = n % IBig::from(2) != IBig::ZERO;
        let multiple = match value {
            _ if *n == IBig::ZERO => LoopyNimber::nim(0),
            _ if single => value.clone(),
            LoopyNimber::Nim { size, .. } => LoopyNimber::nim(if odd { *size } else { 0 }),
            LoopyNimber::Loopy(_) => LoopyNimber::Loopy(Vec::new()),
            LoopyNimber::Loony => LoopyNimber::Loony,
        };
        self.loopy_nimber(multiple, span)
    }
}
