//! Comparing: by value, by identity, and the order in which sets are kept.
//!
//! How games compare is said by their kinds in `upstar-values`; here is the order of data.

use super::arithmetic::Operands;
use super::object::is_played;
use super::{Interpreter, fail, stopped};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::value::{Game, Growing, Value};
use dashu_int::IBig;
use std::borrow::Cow;
use std::cmp::Ordering;
use upstar_syntax::Relation;
use upstar_values::value::Arranged;

impl Interpreter {
    pub(crate) fn relate(
        &mut self,
        relation: Relation,
        a: &Value,
        b: &Value,
        span: Span,
    ) -> Evaluated<Value> {
        self.step(span)?;
        let by_content = matches!(relation, Relation::Same | Relation::NotSame);
        if !by_content && (is_played(a) || is_played(b)) {
            let (a, b) = (self.unplayed(a, span)?, self.unplayed(b, span)?);
            return self.relate(relation, &a, &b, span);
        }
        match relation {
            Relation::Same => return Ok(Value::Boolean(self.identical(a, b, span)?)),
            Relation::NotSame => return Ok(Value::Boolean(!self.identical(a, b, span)?)),
            Relation::Equal => return Ok(Value::Boolean(self.equal(a, b, span)?)),
            Relation::NotEqual => return Ok(Value::Boolean(!self.equal(a, b, span)?)),
            _ => {}
        }
        let order = self.compare(a, b, span)?;
        let answer = match relation {
            Relation::Less => order == Some(Ordering::Less),
            Relation::Greater => order == Some(Ordering::Greater),
            Relation::LessEqual => order.is_some_and(Ordering::is_le),
            Relation::GreaterEqual => order.is_some_and(Ordering::is_ge),
            Relation::Fuzzy => order.is_none(),
            Relation::LessFuzzy => order.is_none_or(Ordering::is_lt),
            Relation::GreaterFuzzy => order.is_none_or(Ordering::is_gt),
            _ => {
                return match order {
                    Some(order) => Ok(Value::Game(Game::Integer(IBig::from(order as i8)))),
                    None => {
                        let star = self.calc.nimber(1).map_err(stopped(span))?;
                        Ok(self.demote(star))
                    }
                };
            }
        };
        Ok(Value::Boolean(answer))
    }

    /// Equality of content, where a range is the list of its members.
    fn identical(&mut self, a: &Value, b: &Value, span: Span) -> Evaluated<bool> {
        let listed = |value: &Value| matches!(value, Value::List(_) | Value::Range(_));
        let a_range = matches!(a, Value::Range(_)) || matches!(b, Value::Range(_));
        if a_range && listed(a) && listed(b) { self.equal(a, b, span) } else { Ok(same(a, b)) }
    }

    /// The order of two games, numbers or strings; `None` if they are confused.
    pub(crate) fn compare(
        &mut self,
        a: &Value,
        b: &Value,
        span: Span,
    ) -> Evaluated<Option<Ordering>> {
        if let (Value::Game(Game::Integer(a)), Value::Game(Game::Integer(b))) = (a, b) {
            return Ok(Some(a.cmp(b)));
        }
        let position = |value: &Value| matches!(value, Value::Position(_));
        if (position(a) && (position(b) || is_game_like(b))) || (position(b) && is_game_like(a)) {
            return self.compare_positions(a, b, span);
        }
        match (a, b) {
            (Value::Text(a), Value::Text(b)) => Ok(Some(a.as_str().cmp(b.as_str()))),
            _ if is_game_like(a) && is_game_like(b) => {
                let (g, h) = (self.unwritten(a, span)?, self.unwritten(b, span)?);
                let order = self.stores().compare(&g, &h);
                order.map_err(|error| self.value_error(error, &Operands::at(a, b, span)))
            }
            _ => {
                let message = format!("{} and {} have no order", a.sort(), b.sort());
                Err(fail(ErrorKind::Kind, span, message))
            }
        }
    }

    /// The game that a value is worth, of a form its value.
    fn unwritten<'v>(&mut self, value: &'v Value, span: Span) -> Evaluated<Cow<'v, Game>> {
        match value {
            Value::Game(game) => Ok(Cow::Borrowed(game)),
            _ => Ok(Cow::Owned(Game::Short(self.game(value, span)?))),
        }
    }

    /// Equality of value for games, of content for everything else.
    pub(crate) fn equal(&mut self, a: &Value, b: &Value, span: Span) -> Evaluated<bool> {
        if same(a, b) {
            return Ok(true);
        }
        match (a, b) {
            (Value::Game(g), Value::Game(h)) => {
                let equal = self.stores().equal(g, h);
                equal.map_err(|error| self.value_error(error, &Operands::at(a, b, span)))
            }
            (Value::Form(_), _) if is_game_like(b) => {
                Ok(self.compare(a, b, span)? == Some(Ordering::Equal))
            }
            (_, Value::Form(_)) if is_game_like(a) => {
                Ok(self.compare(a, b, span)? == Some(Ordering::Equal))
            }
            // Positions are compared by what they are worth; `===` asks whether they are the same.
            (Value::Position(_), Value::Position(_)) => {
                Ok(self.compare_positions(a, b, span)? == Some(Ordering::Equal))
            }
            (Value::Position(_), other) | (other, Value::Position(_)) if is_game_like(other) => {
                let [a, b] = [self.valued(a, span)?, self.valued(b, span)?];
                self.equal(&a, &b, span)
            }
            // A range is the list of its members.
            (Value::Range(_), Value::List(_) | Value::Range(_))
            | (Value::List(_), Value::Range(_)) => {
                let (mut a, mut b) = (self.cursor(a, span)?, self.cursor(b, span)?);
                loop {
                    match (a.next(self, span)?, b.next(self, span)?) {
                        (None, None) => return Ok(true),
                        (Some(a), Some(b)) if self.equal(&a, &b, span)? => {}
                        _ => return Ok(false),
                    }
                }
            }
            (Value::List(a), Value::List(b)) => {
                let (a, b) = (a.as_slice(), b.as_slice());
                if a.len() != b.len() {
                    return Ok(false);
                }
                for (a, b) in a.iter().zip(b) {
                    self.step(span)?;
                    if !self.equal(a, b, span)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// The order in which sets and maps are kept; total, and equal only for the same.
    ///
    /// Numbers ascending, then games in the order of printing, then everything else by sort.
    pub(crate) fn arrange(&mut self, a: &Value, b: &Value, span: Span) -> Evaluated<Ordering> {
        self.step(span)?;
        if let (Value::Game(Game::Integer(a)), Value::Game(Game::Integer(b))) = (a, b) {
            return Ok(a.cmp(b));
        }
        let ranks = rank(a).cmp(&rank(b));
        if ranks.is_ne() {
            return Ok(ranks);
        }
        match (a, b) {
            (Value::Game(g), Value::Game(h)) => {
                let arranged = self.stores().arrange(g, h);
                match arranged.map_err(|error| self.unary_error(error, a, span))? {
                    Arranged::As(order) => Ok(order),
                    Arranged::Texts(games) => {
                        let [a, b] = games.map(|game| self.plain(&Value::Game(game), span));
                        let (a, b) = (a?, b?);
                        Ok((a.len(), a).cmp(&(b.len(), b)))
                    }
                }
            }
            (Value::Form(a), Value::Form(b)) => Ok(a.cmp(b)),
            (Value::Boolean(a), Value::Boolean(b)) => Ok(a.cmp(b)),
            (Value::Text(a), Value::Text(b)) => Ok(a.as_str().cmp(b.as_str())),
            (Value::Coordinates(a), Value::Coordinates(b)) => Ok(a.cmp(b)),
            (Value::Player(a), Value::Player(b)) => Ok(a.cmp(b)),
            (Value::List(a), Value::List(b)) | (Value::Set(a), Value::Set(b)) => {
                self.arrange_all(a.as_slice(), b.as_slice(), span)
            }
            (Value::Map(a), Value::Map(b)) => {
                for (a, b) in a.entries().iter().zip(b.entries()) {
                    let order = self.arrange_pair(a, b, span)?;
                    if order.is_ne() {
                        return Ok(order);
                    }
                }
                Ok(a.entries().len().cmp(&b.entries().len()))
            }
            (Value::Entry(a), Value::Entry(b)) => self.arrange_pair(a, b, span),
            (Value::Range(a), Value::Range(b)) => {
                let parts = |r: &crate::value::Range| {
                    [r.first.clone(), r.last.clone(), r.step.clone().unwrap_or(Value::Nothing)]
                };
                self.arrange_all(&parts(a), &parts(b), span)
            }
            (Value::Thermograph(a), Value::Thermograph(b)) => Ok(a.to_string().cmp(&b.to_string())),
            (Value::Wall(a), Value::Wall(b)) => Ok(a.to_string().cmp(&b.to_string())),
            (Value::Expansion(a), Value::Expansion(b)) => Ok(a.to_string().cmp(&b.to_string())),
            (Value::Function(a), Value::Function(b)) => Ok(a.serial.cmp(&b.serial)),
            (Value::Builtin(a), Value::Builtin(b)) => Ok(a.name.cmp(b.name)),
            (Value::Kind(a), Value::Kind(b)) => Ok(a.cmp(b)),
            (Value::Position(a), Value::Position(b)) => Ok((***a).cmp(&***b)),
            (Value::Ruleset(a), Value::Ruleset(b)) => Ok(a.cmp(b)),
            (Value::Way(a), Value::Way(b)) => Ok(a.to_string().cmp(&b.to_string())),
            (Value::Package(a), Value::Package(b)) => Ok(a.cmp(b)),
            (Value::Data(a), Value::Data(b)) => match a.order(b) {
                Ordering::Equal => self.arrange_all(&a.members(), &b.members(), span),
                order => Ok(order),
            },
            (Value::MutableList(a), Value::MutableList(b))
            | (Value::MutableSet(a), Value::MutableSet(b)) => {
                let (a, b) = (a.borrow().items.clone(), b.borrow().items.clone());
                self.arrange_all(&a, &b, span)
            }
            _ => Ok(Ordering::Equal),
        }
    }

    fn arrange_pair(
        &mut self,
        a: &(Value, Value),
        b: &(Value, Value),
        span: Span,
    ) -> Evaluated<Ordering> {
        match self.arrange(&a.0, &b.0, span)? {
            Ordering::Equal => self.arrange(&a.1, &b.1, span),
            order => Ok(order),
        }
    }

    fn arrange_all(&mut self, a: &[Value], b: &[Value], span: Span) -> Evaluated<Ordering> {
        for (a, b) in a.iter().zip(b) {
            let order = self.arrange(a, b, span)?;
            if order.is_ne() {
                return Ok(order);
            }
        }
        Ok(a.len().cmp(&b.len()))
    }

    /// Sorts stably by an order that may fail.
    pub(crate) fn sort_by<T: Clone>(
        &mut self,
        items: &mut Vec<T>,
        order: &mut dyn FnMut(&mut Interpreter, &T, &T) -> Evaluated<Ordering>,
    ) -> Evaluated<()> {
        let mut width = 1;
        let mut merged = Vec::with_capacity(items.len());
        while width < items.len() {
            merged.clear();
            for chunk in items.chunks(2 * width) {
                let (mut left, mut right) = chunk.split_at(width.min(chunk.len()));
                while let ([a, rest_a @ ..], [b, rest_b @ ..]) = (left, right) {
                    if order(self, a, b)?.is_le() {
                        merged.push(a.clone());
                        left = rest_a;
                    } else {
                        merged.push(b.clone());
                        right = rest_b;
                    }
                }
                merged.extend_from_slice(left);
                merged.extend_from_slice(right);
            }
            std::mem::swap(items, &mut merged);
            width *= 2;
        }
        Ok(())
    }

    /// Sorts as sets are kept.
    pub(crate) fn sort(&mut self, items: &mut Vec<Value>, span: Span) -> Evaluated<()> {
        self.sort_by(items, &mut |machine, a, b| machine.arrange(a, b, span))
    }

    pub(crate) fn sort_distinct(&mut self, items: &mut Growing, span: Span) -> Evaluated<()> {
        self.sort(&mut items.items, span)?;
        items.items.dedup_by(|a, b| same(a, b));
        Ok(())
    }

    /// Where `value` is in sorted `items`, or where it would be.
    pub(crate) fn find<T>(
        &mut self,
        items: &[T],
        key: impl Fn(&T) -> &Value,
        value: &Value,
        span: Span,
    ) -> Evaluated<Result<usize, usize>> {
        let (mut low, mut high) = (0, items.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.arrange(key(&items[middle]), value, span)? {
                Ordering::Equal => return Ok(Ok(middle)),
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        Ok(Err(low))
    }
}

/// Is it a game or a number of any kind?
pub(crate) fn is_game_like(value: &Value) -> bool {
    match value {
        Value::Game(game) => game.is_game(),
        Value::Form(_) => true,
        _ => false,
    }
}

/// The place of a kind in a set of all kinds.
fn rank(value: &Value) -> u8 {
    match value {
        Value::Game(game) => game.place(),
        Value::Form(_) => 3,
        Value::Boolean(_) => 4,
        Value::Text(_) => 5,
        Value::Coordinates(_) => 6,
        Value::Player(_) => 7,
        Value::Range(_) => 9,
        Value::List(_) => 10,
        Value::Set(_) => 11,
        Value::Map(_) => 12,
        Value::Entry(_) => 13,
        Value::Thermograph(_) => 14,
        Value::Wall(_) => 15,
        Value::Expansion(_) => 16,
        Value::Function(_) => 17,
        Value::Builtin(_) => 18,
        Value::Kind(_) => 19,
        Value::MutableList(_) => 20,
        Value::MutableSet(_) => 21,
        Value::Nothing => 22,
        Value::Position(_) => 35,
        Value::Ruleset(_) => 36,
        Value::Way(_) => 37,
        Value::Package(_) => 38,
        Value::Data(_) => 39,
    }
}

/// Equality of content; for games that is equality of value, for forms identity of form.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Nothing, Value::Nothing) => true,
        (Value::Boolean(a), Value::Boolean(b)) => a == b,
        (Value::Game(a), Value::Game(b)) => a == b,
        (Value::Form(a), Value::Form(b)) => a == b,
        (Value::Text(a), Value::Text(b)) => a.as_str() == b.as_str(),
        (Value::List(a), Value::List(b)) | (Value::Set(a), Value::Set(b)) => {
            same_all(a.as_slice(), b.as_slice())
        }
        (Value::Map(a), Value::Map(b)) => {
            a.entries().len() == b.entries().len()
                && a.entries()
                    .iter()
                    .zip(b.entries())
                    .all(|(a, b)| same(&a.0, &b.0) && same(&a.1, &b.1))
        }
        (Value::Entry(a), Value::Entry(b)) => same(&a.0, &b.0) && same(&a.1, &b.1),
        (Value::Range(a), Value::Range(b)) => {
            same(&a.first, &b.first)
                && same(&a.last, &b.last)
                && match (&a.step, &b.step) {
                    (Some(a), Some(b)) => same(a, b),
                    (None, None) => true,
                    _ => false,
                }
        }
        (Value::Coordinates(a), Value::Coordinates(b)) => a == b,
        (Value::Player(a), Value::Player(b)) => a == b,
        (Value::Thermograph(a), Value::Thermograph(b)) => a == b,
        (Value::Wall(a), Value::Wall(b)) => a == b,
        (Value::Expansion(a), Value::Expansion(b)) => a == b,
        (Value::Function(a), Value::Function(b)) => a.serial == b.serial,
        (Value::Builtin(a), Value::Builtin(b)) => std::ptr::eq(*a, *b),
        (Value::Kind(a), Value::Kind(b)) => a == b,
        (Value::Position(a), Value::Position(b)) => a == b,
        (Value::Ruleset(a), Value::Ruleset(b)) => a == b,
        (Value::Way(a), Value::Way(b)) => a == b,
        (Value::Package(a), Value::Package(b)) => a == b,
        (Value::Data(a), Value::Data(b)) => {
            a.order(b).is_eq() && same_all(&a.members(), &b.members())
        }
        (Value::MutableList(a), Value::MutableList(b))
        | (Value::MutableSet(a), Value::MutableSet(b)) => {
            std::sync::Arc::ptr_eq(a, b) || same_all(&a.borrow().items, &b.borrow().items)
        }
        _ => false,
    }
}

fn same_all(a: &[Value], b: &[Value]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}
