//! Loops and comprehensions: where values come from and what is made of them.
//!
//! A loop variable is a slot that is filled anew before each round and emptied after the loop.

use super::arithmetic::Operands;
use super::frame::{Flow, Ran, Slot};
use super::{Interpreter, fail, stopped, too_deep};
use crate::code::{Clause, Comprehension, Expr, Loop};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::numbers::small;
use crate::value::{Game, Items, Map, Value};
use dashu_int::IBig;
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_syntax::{ComprehensionShape, Infix, LoopSource};

/// Goes through the members of a collection.
pub(crate) enum Cursor {
    One(Option<Value>),
    Items(Arc<Items>, usize),
    Entries(Arc<Map>, usize),
    Owned(std::vec::IntoIter<Value>),
    /// next, next + step, ... up or down to last.
    Count {
        next: Option<i64>,
        last: i64,
        step: i64,
    },
    Progression(Progression),
}

/// first, first + step, ..., up or down to last.
pub(crate) struct Progression {
    next: Value,
    last: Option<Value>,
    step: Value,
    descending: bool,
}

impl Cursor {
    pub(crate) fn one(value: Value) -> Cursor {
        Cursor::One(Some(value))
    }

    pub(crate) fn next(
        &mut self,
        machine: &mut Interpreter,
        span: Span,
    ) -> Evaluated<Option<Value>> {
        machine.step(span)?;
        match self {
            Cursor::One(value) => Ok(value.take()),
            Cursor::Items(items, at) => {
                *at += 1;
                Ok(items.as_slice().get(*at - 1).cloned())
            }
            Cursor::Entries(map, at) => {
                *at += 1;
                let entry = map.entries().get(*at - 1).cloned();
                Ok(entry.map(|entry| Value::Entry(Arc::new(entry))))
            }
            Cursor::Owned(values) => Ok(values.next()),
            Cursor::Count { next, last, step } => Ok(next.and_then(|n| {
                let goes_on = if *step < 0 { n >= *last } else { n <= *last };
                goes_on.then(|| {
                    *next = n.checked_add(*step);
                    Value::Game(Game::Integer(IBig::from(n)))
                })
            })),
            Cursor::Progression(progression) => {
                let Progression { next, last, step, descending } = progression;
                if let Some(last) = last {
                    let order = machine.compare(next, last, span)?;
                    let goes_on = if *descending {
                        order.is_some_and(Ordering::is_ge)
                    } else {
                        order.is_some_and(Ordering::is_le)
                    };
                    if !goes_on {
                        return Ok(None);
                    }
                }
                let after = machine.plus(next, step, span)?;
                Ok(Some(std::mem::replace(next, after)))
            }
        }
    }
}

impl Interpreter {
    /// The members of a collection, one by one.
    pub(crate) fn cursor(&mut self, value: &Value, span: Span) -> Evaluated<Cursor> {
        match value {
            Value::List(items) | Value::Set(items) => Ok(Cursor::Items(items.clone(), 0)),
            Value::Map(map) => Ok(Cursor::Entries(map.clone(), 0)),
            Value::Data(data) => match data.entries() {
                Some(entries) => {
                    let entries: Vec<Value> = entries.into_iter().map(Value::entry).collect();
                    Ok(Cursor::Owned(entries.into_iter()))
                }
                None => Err(self.wrong_kind("a collection", value, span)),
            },
            Value::MutableList(items) | Value::MutableSet(items) => {
                Ok(Cursor::Owned(items.borrow().items.clone().into_iter()))
            }
            Value::Range(range) => self.progression(
                range.first.clone(),
                Some(range.last.clone()),
                range.step.clone(),
                span,
            ),
            Value::Text(text) => {
                let mut letters = self.growing();
                let mut buffer = [0; 4];
                for c in text.as_str().chars() {
                    let letter = self.string(&*c.encode_utf8(&mut buffer), span)?;
                    letters.push(letter).map_err(stopped(span))?;
                }
                Ok(Cursor::Owned(letters.items.into_iter()))
            }
            _ => Err(self.wrong_kind("a collection", value, span)),
        }
    }

    fn progression(
        &mut self,
        first: Value,
        last: Option<Value>,
        step: Option<Value>,
        span: Span,
    ) -> Evaluated<Cursor> {
        let zero = Value::Game(Game::Integer(IBig::ZERO));
        let step = step.unwrap_or(Value::Game(Game::Integer(IBig::ONE)));
        let order = self.compare(&step, &zero, span)?;
        if order == Some(Ordering::Equal) && last.is_some() {
            return Err(fail(ErrorKind::Domain, span, "the step of this range is 0"));
        }
        let descending = order == Some(Ordering::Less);
        if let (Some(next), Some(last), Some(step)) =
            (small(&first), last.as_ref().and_then(small), small(&step))
        {
            return Ok(Cursor::Count { next: Some(next), last, step });
        }
        Ok(Cursor::Progression(Progression { next: first, last, step, descending }))
    }

    /// All members, in a vector.
    pub(crate) fn members(
        &mut self,
        value: &Value,
        span: Span,
    ) -> Evaluated<crate::value::Growing> {
        let mut cursor = self.cursor(value, span)?;
        let mut members = self.growing();
        while let Some(member) = cursor.next(self, span)? {
            members.push(member).map_err(stopped(span))?;
        }
        Ok(members)
    }

    pub(super) fn for_loop(&mut self, statement: &Loop, span: Span) -> Ran {
        let Loop { clauses, body, yields } = statement;
        let mut yielded = self.growing();
        let ran = self.rounds(clauses, span, &mut |machine| {
            let mut round = |machine: &mut Interpreter| {
                machine.perform(body)?;
                for expr in yields {
                    let value = machine.eval(expr)?;
                    yielded.push(value).map_err(stopped(expr.span))?;
                }
                Ok(())
            };
            match round(machine) {
                Err(Flow::Continue) => Ok(()),
                ran => ran,
            }
        });
        match ran {
            Ok(()) | Err(Flow::Break) => {}
            Err(flow) => return Err(flow),
        }
        if yields.is_empty() { Ok(Value::Nothing) } else { Ok(self.finish_list(yielded, span)?) }
    }

    pub(super) fn while_loop(&mut self, condition: &Expr, body: &[Expr], span: Span) -> Ran {
        while self.condition(condition)? {
            match self.perform(body) {
                Ok(()) | Err(Flow::Continue) => {}
                Err(Flow::Break) => break,
                Err(flow) => return Err(flow),
            }
            self.step(span)?;
        }
        Ok(Value::Nothing)
    }

    pub(super) fn comprehension(&mut self, comprehension: &Comprehension, span: Span) -> Ran {
        let mut items = self.growing();
        let mut values = self.growing();
        let Comprehension { shape, item, value, clauses } = comprehension;
        self.rounds(clauses, span, &mut |machine| {
            let member = machine.eval(item)?;
            items.push(member).map_err(stopped(item.span))?;
            if let Some(value) = value {
                let member = machine.eval(value)?;
                values.push(member).map_err(stopped(value.span))?;
            }
            Ok(())
        })?;
        Ok(match shape {
            ComprehensionShape::List => self.finish_list(items, span)?,
            ComprehensionShape::Set => self.finish_set(items, span)?,
            ComprehensionShape::Map => {
                self.map(items.items.into_iter().zip(values.items).collect(), span)?
            }
        })
    }

    /// Runs `body` once for each combination of values of the loop variables.
    fn rounds(
        &mut self,
        clauses: &[Clause],
        span: Span,
        body: &mut dyn FnMut(&mut Interpreter) -> Ran<()>,
    ) -> Ran<()> {
        let Some((clause, inner)) = clauses.split_first() else { return body(self) };
        let (mut cursor, source_span) = match &clause.source {
            LoopSource::In(collection) => {
                let value = self.eval(collection)?;
                (self.cursor(&value, collection.span)?, collection.span)
            }
            LoopSource::Once(value) => (Cursor::one(self.eval(value)?), value.span),
            LoopSource::From { first, last, step } => {
                let start = self.eval(first)?;
                let mut rest = [None, None];
                for (slot, expr) in rest.iter_mut().zip([last, step]) {
                    if let Some(expr) = expr {
                        *slot = Some(self.eval(expr)?);
                    }
                }
                let [last, step] = rest;
                (self.progression(start, last, step, first.span)?, first.span)
            }
        };
        let result = self.turns(&mut cursor, source_span, clause, inner, span, body);
        self.fill(clause.variable, Slot::Empty);
        result
    }

    fn turns(
        &mut self,
        cursor: &mut Cursor,
        source_span: Span,
        clause: &Clause,
        inner: &[Clause],
        span: Span,
        body: &mut dyn FnMut(&mut Interpreter) -> Ran<()>,
    ) -> Ran<()> {
        while let Some(value) = cursor.next(self, source_span)? {
            self.fill(clause.variable, Slot::Value(value));
            if let Some(condition) = &clause.while_
                && !self.condition(condition)?
            {
                return Ok(());
            }
            if let Some(condition) = &clause.where_
                && !self.condition(condition)?
            {
                continue;
            }
            if inner.is_empty() {
                body(self)?;
            } else {
                upstar_base::deeper(|| self.rounds(inner, span, body))?;
            }
        }
        Ok(())
    }

    /// The map of these pairs; a later one replaces an earlier one with the same key.
    pub(crate) fn map(&mut self, mut pairs: Vec<(Value, Value)>, span: Span) -> Evaluated<Value> {
        // Equal keys stay in their order, so that the last value counts.
        self.sort_by(&mut pairs, &mut |m, a, b| m.arrange(&a.0, &b.0, span))?;
        pairs.dedup_by(|later, kept| {
            let is_same = super::order::same(&later.0, &kept.0);
            if is_same {
                std::mem::swap(&mut later.1, &mut kept.1);
            }
            is_same
        });
        match Map::new(pairs, self.calc.budget()).map_err(stopped(span))? {
            Some(map) => Ok(Value::Map(map)),
            None => Err(too_deep(span)),
        }
    }

    /// The sum of all members.
    pub(crate) fn total(&mut self, value: &Value, span: Span) -> Evaluated<Value> {
        let mut cursor = self.cursor(value, span)?;
        let Some(mut total) = cursor.next(self, span)? else {
            return Ok(Value::Game(Game::Integer(IBig::ZERO)));
        };
        while let Some(member) = cursor.next(self, span)? {
            total = self.infix(Infix::Add, &Operands::at(&total, &member, span))?;
        }
        Ok(total)
    }
}
