//! The operators on values: `+ - * / % : &`, the signs, powers.
//!
//! Numbers stay numbers; a number and a game make a game, a form and a game make a form.

use super::infinite::is_superheavy;
use super::object::is_played;
use super::translate::{need_translates, need_translates_together};
use super::{Machine, fail, number_error, stopped};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::forms::Form;
use crate::numbers::{Number, whole_chain};
use crate::up_star::UpStar;
use crate::value::Value;
use dashu_int::IBig;
use std::sync::Arc;
use upstar_syntax::{Infix, Prefix};
use upstar_values::LoopyNimber;

/// Two operands and their places.
pub(crate) struct Operands<'a> {
    pub(crate) left: &'a Value,
    pub(crate) right: &'a Value,
    pub(crate) spans: [Span; 2],
    /// The operator.
    pub(crate) at: Span,
}

impl Machine {
    pub(crate) fn infix(&mut self, operator: Infix, operands: &Operands<'_>) -> Evaluated<Value> {
        self.step(operands.at)?;
        if let (Value::Integer(a), Value::Integer(b)) = (operands.left, operands.right)
            && let Some(result) = whole_chain(operator, a, b, self.settings.max_bits)
        {
            return Ok(result);
        }
        if is_played(operands.left) || is_played(operands.right) {
            let left = self.unplayed(operands.left, operands.spans[0])?;
            let right = self.unplayed(operands.right, operands.spans[1])?;
            return self.infix(operator, &Operands { left: &left, right: &right, ..*operands });
        }
        match operator {
            Infix::Add => self.add(operands),
            Infix::Subtract => {
                let right = self.prefix(Prefix::Minus, operands.right, operands.spans[1])?;
                self.add(&Operands { right: &right, ..*operands })
            }
            Infix::AddSwitch => {
                let right = self.prefix(Prefix::PlusMinus, operands.right, operands.spans[1])?;
                self.add(&Operands { right: &right, ..*operands })
            }
            Infix::Multiply => self.multiply(operands),
            Infix::Divide => self.divide(operands),
            Infix::Remainder => {
                let (a, b) = self.numbers("%", operands)?;
                let max = self.settings.max_bits;
                let result = a.rem(&b, max).map_err(number_error(operands.at))?;
                Ok(result.into_value())
            }
            Infix::OrdinalSum => self.ordinal_sum(operands),
            Infix::Sides => self.with_sides(operands.left, operands.right, operands.at),
        }
    }

    /// `a + b` at one place, for loops and sums of collections.
    pub(crate) fn plus(&mut self, left: &Value, right: &Value, span: Span) -> Evaluated<Value> {
        self.add(&Operands { left, right, spans: [span, span], at: span })
    }

    /// `a * b` at one place.
    pub(crate) fn product_of(
        &mut self,
        left: &Value,
        right: &Value,
        span: Span,
    ) -> Evaluated<Value> {
        self.step(span)?;
        self.multiply(&Operands { left, right, spans: [span, span], at: span })
    }

    /// `a ^ b` at one place.
    pub(crate) fn raised(&mut self, left: &Value, right: &Value, span: Span) -> Evaluated<Value> {
        self.power(&Operands { left, right, spans: [span, span], at: span })
    }

    fn add(&mut self, operands: &Operands<'_>) -> Evaluated<Value> {
        let &Operands { left, right, spans, at } = operands;
        if let (Some(a), Some(b)) = (Number::from_value(left), Number::from_value(right)) {
            let sum = a.add(&b, self.settings.max_bits).map_err(number_error(at))?;
            return Ok(sum.into_value());
        }
        if let Some(sum) = UpStar::sum(left, right) {
            return Ok(sum);
        }
        match (left, right) {
            (Value::Text(_), _) | (_, Value::Text(_)) => self.joined(left, right, spans, at),
            (Value::Coordinates(a), Value::Coordinates(b)) => {
                Ok(Value::Coordinates(Arc::new([&a[0] + &b[0], &a[1] + &b[1]])))
            }
            (Value::Position(_) | Value::Ruleset(_), _)
            | (_, Value::Position(_) | Value::Ruleset(_)) => {
                self.add_positions(left, right, spans, at)
            }
            _ if need_translates_together(left, right) => {
                self.add_translates(left, right, spans, at)
            }
            (Value::Sided(_), _) | (_, Value::Sided(_)) => self.add_sided(left, right, at),
            (Value::Superheavy(_), _) | (_, Value::Superheavy(_)) => self.add_superheavy(operands),
            (Value::OrdinalLoopy(_), _)
            | (_, Value::OrdinalLoopy(_))
            | (Value::Loopy(_), Value::OrdinalNimber(_))
            | (Value::OrdinalNimber(_), Value::Loopy(_)) => self.ordinal_loopy_sum(operands),
            (Value::Misere(_), _) | (_, Value::Misere(_)) => self.add_misere(operands),
            (Value::Loopy(_) | Value::Entailed(_), _)
            | (_, Value::Loopy(_) | Value::Entailed(_)) => self.impartial_sum(operands),
            (Value::OrdinalNimber(a), _) => {
                let b = self.ordinal_nimber(right, spans[1])?;
                self.nimber_sum(a, &b, at)
            }
            (_, Value::OrdinalNimber(b)) => {
                let a = self.ordinal_nimber(left, spans[0])?;
                self.nimber_sum(&a, b, at)
            }
            (Value::Form(_), _) | (_, Value::Form(_)) => {
                let form = Form::Sum(self.form(left, spans[0])?, self.form(right, spans[1])?);
                self.new_form(form, at)
            }
            _ => {
                let g = self.game_operand("+", left, right, spans[0])?;
                let h = self.game_operand("+", right, left, spans[1])?;
                let sum = self.calc.add(g, h).map_err(stopped(at))?;
                Ok(self.demote(sum))
            }
        }
    }

    /// An operand of `sign` that must be a game because the other is no plain number.
    fn game_operand(
        &mut self,
        sign: &str,
        value: &Value,
        other: &Value,
        span: Span,
    ) -> Evaluated<upstar_values::Short> {
        match value {
            Value::Game(_)
            | Value::UpStar(_)
            | Value::Form(_)
            | Value::Integer(_)
            | Value::Rational(_)
            | Value::Infinity { .. }
            | Value::Surreal(_) => self.game(value, span),
            _ => {
                let message = match value.sort() == other.sort() {
                    true => format!("`{sign}` is not defined for {}", value.sort()),
                    false => {
                        format!("`{sign}` is not defined for {} and {}", value.sort(), other.sort())
                    }
                };
                Err(fail(ErrorKind::Kind, span, message))
            }
        }
    }

    pub(crate) fn new_form(&mut self, form: Form, span: Span) -> Evaluated<Value> {
        self.forms.put(&mut self.calc, form).map(Value::Form).map_err(stopped(span))
    }

    pub(crate) fn prefix(&mut self, sign: Prefix, value: &Value, span: Span) -> Evaluated<Value> {
        if is_played(value) {
            let value = self.unplayed(value, span)?;
            return self.prefix(sign, &value, span);
        }
        match sign {
            Prefix::Plus => match value {
                Value::Coordinates(_) => Ok(value.clone()),
                _ if Number::from_value(value).is_some() => Ok(value.clone()),
                Value::Game(_)
                | Value::UpStar(_)
                | Value::Form(_)
                | Value::OrdinalNimber(_)
                | Value::Misere(_)
                | Value::Loopy(_)
                | Value::Entailed(_)
                | Value::Superheavy(_)
                | Value::OrdinalLoopy(_)
                | Value::Position(_)
                | Value::Translate(_)
                | Value::Sided(_)
                | Value::Tallies(_) => Ok(value.clone()),
                _ => Err(self.wrong_kind("a game", value, span)),
            },
            Prefix::Minus => self.negate(value, span),
            Prefix::PlusMinus => self.switch(value, span),
        }
    }

    pub(crate) fn negate(&mut self, value: &Value, span: Span) -> Evaluated<Value> {
        if let Some(x) = Number::from_value(value) {
            return Ok(x.neg().into_value());
        }
        match value {
            Value::UpStar(game) => Ok(Value::UpStar(game.negated())),
            Value::Game(g) => {
                let negative = self.calc.neg(*g).map_err(stopped(span))?;
                Ok(self.demote(negative))
            }
            Value::Sided(sides) => self.negate_sided(*sides, span),
            Value::Translate(value) => self.negate_translate(value, span),
            Value::Position(position) => self.negate_position(position, span),
            Value::Ruleset(rules) => Err(self.no_position_yet(rules, span)),
            Value::Form(id) => {
                let negative = self.forms.neg(&mut self.calc, *id).map_err(stopped(span))?;
                Ok(Value::Form(negative))
            }
            Value::OrdinalNimber(_)
            | Value::Misere(_)
            | Value::Loopy(_)
            | Value::OrdinalLoopy(_)
            | Value::Entailed(_) => Ok(value.clone()),
            Value::Superheavy(g) => self.negate_superheavy(g, span),
            Value::Tallies(tallies) => self.tallies(tallies.negated(), span),
            Value::Coordinates(c) => Ok(Value::Coordinates(Arc::new([-&c[0], -&c[1]]))),
            Value::Player(who) => Ok(Value::Player(!*who)),
            Value::Outcome(outcome) => Ok(Value::Outcome(-*outcome)),
            _ => Err(self.wrong_kind("a game", value, span)),
        }
    }

    /// `+-x` is {x|-x}, `+-{a,b}` is {a,b|-a,-b}.
    fn switch(&mut self, value: &Value, span: Span) -> Evaluated<Value> {
        let options: Vec<Value> = match value {
            Value::List(items) | Value::Set(items) => items.as_slice().to_vec(),
            _ => vec![value.clone()],
        };
        let mut opposite = Vec::with_capacity(options.len());
        for option in &options {
            opposite.push(self.negate(option, span)?);
        }
        self.make_game(&options, &opposite, span)
    }

    /// The game with these options, a form if one of them is.
    pub(crate) fn make_game(
        &mut self,
        left: &[Value],
        right: &[Value],
        span: Span,
    ) -> Evaluated<Value> {
        if left.iter().chain(right).any(|option| matches!(option, Value::Position(_))) {
            let [left, right] =
                self.both_sides(left, right, |machine, option| machine.valued(option, span))?;
            return self.make_game(&left, &right, span);
        }
        if left.iter().chain(right).any(|option| matches!(option, Value::Tallies(_))) {
            return self.make_tallies(left, right, span);
        }
        if left.iter().chain(right).any(|option| matches!(option, Value::Paced(_))) {
            return self.make_paced(left, right, span);
        }
        if left.iter().chain(right).any(is_superheavy) {
            return self.make_superheavy(left, right, span);
        }
        if need_translates(left.iter().chain(right)) {
            return self.make_translate(left, right, span);
        }
        if left.iter().chain(right).any(|option| matches!(option, Value::Form(_))) {
            return self.make_form(left, right, span);
        }
        if left.iter().chain(right).any(|option| matches!(option, Value::Sided(_))) {
            return self.make_sided(left, right, span);
        }
        let [left, right] =
            self.both_sides(left, right, |machine, option| machine.game(option, span))?;
        let game = self.calc.make(&left, &right).map_err(stopped(span))?;
        Ok(self.demote(game))
    }

    /// What becomes of the options of both players.
    pub(super) fn both_sides<T>(
        &mut self,
        left: &[Value],
        right: &[Value],
        mut each: impl FnMut(&mut Machine, &Value) -> Evaluated<T>,
    ) -> Evaluated<[Vec<T>; 2]> {
        let mut side = |options: &[Value]| {
            options.iter().map(|option| each(self, option)).collect::<Evaluated<Vec<T>>>()
        };
        Ok([side(left)?, side(right)?])
    }

    pub(crate) fn make_form(
        &mut self,
        left: &[Value],
        right: &[Value],
        span: Span,
    ) -> Evaluated<Value> {
        let mut sides =
            self.both_sides(left, right, |machine, option| machine.form(option, span))?;
        for side in &mut sides {
            let mut met = Vec::with_capacity(side.len());
            side.retain(|id| {
                let is_new = !met.contains(id);
                met.push(*id);
                is_new
            });
        }
        let [left, right] = sides;
        self.new_form(Form::Explicit(left.into(), right.into()), span)
    }

    fn multiply(&mut self, operands: &Operands<'_>) -> Evaluated<Value> {
        let &Operands { left, right, spans, at } = operands;
        if let (Some(a), Some(b)) = (Number::from_value(left), Number::from_value(right)) {
            let product = a.mul(&b, self.settings.max_bits).map_err(number_error(at))?;
            return Ok(product.into_value());
        }
        match (left, right) {
            (Value::Integer(n), other) => self.multiple(n, other, spans[1], at),
            (other, Value::Integer(n)) => self.multiple(n, other, spans[0], at),
            _ => {
                let (a, b) = (left.sort(), right.sort());
                let mut error = fail(
                    ErrorKind::Kind,
                    at,
                    format!(
                        "`*` is not defined for {a} and {b}: one factor must be a whole number"
                    ),
                );
                error.hint = Some(
                    "products of games: `ConwayProduct`, `NortonProduct`, `OrdinalProduct`"
                        .to_string(),
                );
                Err(error)
            }
        }
    }

    /// So many copies of a value.
    pub(super) fn times(&mut self, n: &IBig, value: &Value, span: Span) -> Evaluated<Value> {
        self.multiple(n, value, span, span)
    }

    fn multiple(&mut self, n: &IBig, value: &Value, span: Span, at: Span) -> Evaluated<Value> {
        match value {
            Value::Game(_) | Value::UpStar(_) => {
                let g = self.game(value, span)?;
                let multiple = self.calc.multiple(g, n).map_err(stopped(at))?;
                Ok(self.demote(multiple))
            }
            Value::Misere(g) => self.misere_multiple(*g, n, at),
            Value::Sided(_) | Value::Translate(_) => self.multiple_sided(n, value, at),
            Value::Position(position) => self.multiple_position(n, position, at),
            Value::Ruleset(rules) => Err(self.no_position_yet(rules, span)),
            Value::Integer(_) | Value::Rational(_) => {
                let g = self.game(value, span)?;
                let multiple = self.calc.multiple(g, n).map_err(stopped(at))?;
                Ok(self.demote(multiple))
            }
            Value::Loopy(value) => self.loopy_multiple(value, n, at),
            Value::Superheavy(g) => self.multiple_superheavy(g, n, at),
            Value::OrdinalLoopy(_) if *n == IBig::ONE || *n == -IBig::ONE => Ok(value.clone()),
            Value::OrdinalLoopy(_) => self.loopy_multiple(&LoopyNimber::Loopy(Vec::new()), n, at),
            Value::Form(id) => self.new_form(Form::Multiple(n.clone(), *id), at),
            Value::Coordinates(c) => Ok(Value::Coordinates(Arc::new([n * &c[0], n * &c[1]]))),
            Value::OrdinalNimber(_) => match n % IBig::from(2) == IBig::ZERO {
                true => Ok(Value::Integer(IBig::ZERO)),
                false => Ok(value.clone()),
            },
            Value::Text(text) => {
                let count = usize::try_from(n).ok();
                let length = count.and_then(|count| count.checked_mul(text.as_str().len()));
                match (count, length) {
                    (Some(count), Some(length)) if length <= self.settings.max_string => {
                        self.calc.budget().charge(length as u64).map_err(stopped(at))?;
                        let repeated = text.as_str().repeat(count);
                        self.calc.budget().refund(length as u64);
                        self.string(repeated, at)
                    }
                    _ => Err(self.string_too_long(at)),
                }
            }
            _ => Err(self.wrong_kind("a game", value, span)),
        }
    }

    /// One text after the other, at most as long as a string may be.
    fn joined(
        &mut self,
        left: &Value,
        right: &Value,
        spans: [Span; 2],
        at: Span,
    ) -> Evaluated<Value> {
        let length = |value: &Value| match value {
            Value::Text(text) => text.as_str().len(),
            _ => 0,
        };
        let most = self.settings.max_string;
        if length(left).saturating_add(length(right)) > most {
            return Err(self.string_too_long(at));
        }
        let mut text = self.plain(left, spans[0])?;
        text.push_str(&self.plain(right, spans[1])?);
        if text.len() > most {
            return Err(self.string_too_long(at));
        }
        self.string(text, at)
    }

    pub(crate) fn string_too_long(&self, span: Span) -> Box<crate::Error> {
        let message = format!("strings are limited to {} bytes", self.settings.max_string);
        fail(ErrorKind::Size, span, message)
    }

    fn divide(&mut self, operands: &Operands<'_>) -> Evaluated<Value> {
        let (a, b) = self.numbers("/", operands)?;
        let (quotient, by_zero) =
            a.div(&b, self.settings.max_bits).map_err(number_error(operands.at))?;
        if by_zero {
            self.warn(operands.spans[0].to(operands.spans[1]), "division by zero");
        }
        Ok(quotient.into_value())
    }

    pub(crate) fn power(&mut self, operands: &Operands<'_>) -> Evaluated<Value> {
        self.step(operands.at)?;
        let (a, b) = self.numbers("^", operands)?;
        let (power, by_zero) = a.pow(&b, self.settings.max_bits).map_err(|why| {
            let mut error = number_error(operands.at)(why);
            if matches!(operands.right, Value::Surreal(_)) {
                error.hint = Some("powers of ordinals by order type: `2.CantorPower(ω)`".into());
            }
            error
        })?;
        if by_zero {
            self.warn(operands.at, "division by zero");
        }
        Ok(power.into_value())
    }

    /// Both operands as numbers.
    fn numbers(&mut self, sign: &str, operands: &Operands<'_>) -> Evaluated<(Number, Number)> {
        let mut both = Vec::with_capacity(2);
        for (value, span) in
            [(operands.left, operands.spans[0]), (operands.right, operands.spans[1])]
        {
            let Some(number) = Number::from_value(value) else {
                let text = self.brief(value);
                let message = format!("`{sign}` needs numbers, and {text} is not one");
                let mut error = fail(ErrorKind::Kind, span, message);
                if sign == "^" {
                    error.hint = Some("powers of up: `^.Pow(n)`".to_string());
                }
                return Err(error);
            };
            both.push(number);
        }
        match <[Number; 2]>::try_from(both) {
            Ok([a, b]) => Ok((a, b)),
            Err(_) => Err(fail(ErrorKind::Kind, operands.at, "two numbers are needed")),
        }
    }

    fn ordinal_sum(&mut self, operands: &Operands<'_>) -> Evaluated<Value> {
        let &Operands { left, right, spans, at } = operands;
        if matches!(left, Value::Sided(_)) || matches!(right, Value::Sided(_)) {
            return self.ordinal_sum_sided(left, right, spans, at);
        }
        if matches!(left, Value::Form(_)) || matches!(right, Value::Form(_)) {
            let form = Form::OrdinalSum(self.form(left, spans[0])?, self.form(right, spans[1])?);
            return self.new_form(form, at);
        }
        if let Some(sum) = self.ordinal_sum_of_numbers(left, right, at) {
            return sum;
        }
        let (g, h) = (self.game(left, spans[0])?, self.game(right, spans[1])?);
        let sum = self.calc.ordinal_sum(g, h).map_err(stopped(at))?;
        Ok(self.demote(sum))
    }
}
