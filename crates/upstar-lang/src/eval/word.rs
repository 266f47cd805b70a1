//! Arithmetic in machine words.
//!
//! Operands that are small whole numbers are read where they lie, and what lies between the operators
//! of an expression is never wrapped into a [`Value`]. Whatever does not fit goes the general way.

use super::Machine;
use super::arithmetic::Operands;
use super::frame::{Ran, Slot};
use crate::code::{Expr, Node};
use crate::error::Span;
use crate::numbers::{small, small_infix, small_order, small_power};
use crate::value::Value;
use dashu_int::IBig;
use upstar_syntax::{Infix, Relation};

/// A value on its way.
pub(super) enum Word {
    Small(i64),
    Other(Value),
}

impl Word {
    fn new(value: Value) -> Word {
        small(&value).map_or_else(|| Word::Other(value), Word::Small)
    }

    fn of(value: &Value) -> Word {
        small(value).map_or_else(|| Word::Other(value.clone()), Word::Small)
    }

    pub(super) fn value(self) -> Value {
        match self {
            Word::Small(n) => Value::Integer(IBig::from(n)),
            Word::Other(value) => value,
        }
    }
}

impl Machine {
    /// The value of an operand.
    fn word(&mut self, expr: &Expr) -> Ran<Word> {
        let found = match &expr.node {
            Node::Constant(value) => Some(value),
            Node::Local(slot, _) => match self.stack.get(self.base + *slot as usize) {
                Some(Slot::Value(value)) => Some(value),
                _ => None,
            },
            Node::Global(number) => self.globals.value(*number),
            Node::Chain(first, rest) => return self.chain(first, rest),
            _ => None,
        };
        match found {
            Some(value) => Ok(Word::of(value)),
            None => self.eval(expr).map(Word::new),
        }
    }

    pub(super) fn chain(&mut self, first: &Expr, rest: &[(Infix, Span, Expr)]) -> Ran<Word> {
        let mut left = self.word(first)?;
        let mut left_span = first.span;
        for (operator, at, operand) in rest {
            let right = self.word(operand)?;
            left = match (left, right) {
                (Word::Small(a), Word::Small(b)) => match small_infix(*operator, a, b) {
                    Some(n) => Word::Small(n),
                    None => {
                        let spans = [left_span, operand.span];
                        self.wide(*operator, [Word::Small(a), Word::Small(b)], spans, *at)?
                    }
                },
                (a, b) => self.wide(*operator, [a, b], [left_span, operand.span], *at)?,
            };
            left_span = left_span.to(operand.span);
        }
        Ok(left)
    }

    /// `a op b` the general way.
    #[inline(never)]
    fn wide(&mut self, operator: Infix, sides: [Word; 2], spans: [Span; 2], at: Span) -> Ran<Word> {
        let [left, right] = sides.map(Word::value);
        let operands = Operands { left: &left, right: &right, spans, at };
        Ok(Word::new(self.infix(operator, &operands)?))
    }

    pub(super) fn comparison(&mut self, relation: Relation, sides: &[Expr; 2], span: Span) -> Ran {
        let (a, b) = (self.word(&sides[0])?, self.word(&sides[1])?);
        if let (Word::Small(a), Word::Small(b)) = (&a, &b)
            && let Some(answer) = small_order(relation, *a, *b)
        {
            return Ok(Value::Boolean(answer));
        }
        Ok(self.relate(relation, &a.value(), &b.value(), span)?)
    }

    pub(super) fn raise(&mut self, sides: &[Expr; 2], at: Span) -> Ran {
        let (a, b) = (self.word(&sides[0])?, self.word(&sides[1])?);
        if let (Word::Small(a), Word::Small(b)) = (&a, &b)
            && let Some(power) = small_power(*a, *b)
        {
            return Ok(Word::Small(power).value());
        }
        let (left, right) = (a.value(), b.value());
        let spans = [sides[0].span, sides[1].span];
        Ok(self.power(&Operands { left: &left, right: &right, spans, at })?)
    }
}
