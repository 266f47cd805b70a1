//! The operators on values: `+ - * / % : &`, the signs, powers.
//!
//! Numbers stay numbers; a number and a game make a game, a form and a game make a form.

use super::object::is_played;
use super::{Interpreter, fail, number_error, stopped, surreal, translate_error};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::forms::{FormId, FormNode};
use crate::numbers::{Number, whole_chain};
use crate::value::{Game, Value};
use dashu_int::IBig;
use std::sync::Arc;
use upstar_syntax::{Infix, Prefix};
use upstar_values::Stores;
use upstar_values::value::{ValueError, Why, is_strange, is_superheavy, need_translates};

/// Two operands and their places.
pub(crate) struct Operands<'a> {
    pub(crate) left: &'a Value,
    pub(crate) right: &'a Value,
    pub(crate) spans: [Span; 2],
    /// The operator.
    pub(crate) at: Span,
}

impl<'a> Operands<'a> {
    /// Operands that stand at one place.
    pub(super) fn at(left: &'a Value, right: &'a Value, span: Span) -> Operands<'a> {
        Operands { left, right, spans: [span, span], at: span }
    }
}

impl Interpreter {
    pub(crate) fn infix(&mut self, operator: Infix, operands: &Operands<'_>) -> Evaluated<Value> {
        self.step(operands.at)?;
        if let (Value::Game(Game::Integer(a)), Value::Game(Game::Integer(b))) =
            (operands.left, operands.right)
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
        self.add(&Operands::at(left, right, span))
    }

    /// `a * b` at one place.
    pub(crate) fn product_of(
        &mut self,
        left: &Value,
        right: &Value,
        span: Span,
    ) -> Evaluated<Value> {
        self.step(span)?;
        self.multiply(&Operands::at(left, right, span))
    }

    /// `a ^ b` at one place.
    pub(crate) fn raised(&mut self, left: &Value, right: &Value, span: Span) -> Evaluated<Value> {
        self.power(&Operands::at(left, right, span))
    }

    fn add(&mut self, operands: &Operands<'_>) -> Evaluated<Value> {
        let &Operands { left, right, spans, at } = operands;
        if let (Value::Game(a), Value::Game(b)) = (left, right) {
            let sum = self.stores().sum(a, b);
            return sum.map(Value::Game).map_err(|error| self.value_error(error, operands));
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
            (Value::Form(id), Value::Game(game)) if !takes_forms(game) => {
                let left = self.known_form(*id, game, spans[0])?;
                self.add(&Operands { left: &left, ..*operands })
            }
            (Value::Game(game), Value::Form(id)) if !takes_forms(game) => {
                let right = self.known_form(*id, game, spans[1])?;
                self.add(&Operands { right: &right, ..*operands })
            }
            (Value::Form(_), _) | (_, Value::Form(_)) => {
                let form = FormNode::Sum(self.form(left, spans[0])?, self.form(right, spans[1])?);
                self.new_form(form, at)
            }
            (Value::Game(game), other) if game.is_game() => Err(no_sum(other, left, spans[1])),
            _ => Err(no_sum(left, right, spans[0])),
        }
    }

    /// The value of a form beside a game that is no part of a form.
    fn known_form(&mut self, id: FormId, beside: &Game, span: Span) -> Evaluated<Value> {
        let needed = match beside {
            Game::Misere(_) => "a misère game or a nimber",
            Game::OrdinalNimber(_) | Game::Loopy(_) | Game::OrdinalLoopy(_) | Game::Entailed(_) => {
                "a nimber"
            }
            _ => return Ok(Value::Game(Game::Short(self.form_value(id, span)?))),
        };
        Err(self.wrong_kind(needed, &Value::Form(id), span))
    }

    pub(crate) fn new_form(&mut self, form: FormNode, span: Span) -> Evaluated<Value> {
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
                Value::Game(game) if game.is_signed() => Ok(value.clone()),
                Value::Form(_) | Value::Position(_) => Ok(value.clone()),
                _ => Err(self.wrong_kind("a game", value, span)),
            },
            Prefix::Minus => self.negate(value, span),
            Prefix::PlusMinus => self.switch(value, span),
        }
    }

    pub(crate) fn negate(&mut self, value: &Value, span: Span) -> Evaluated<Value> {
        match value {
            Value::Game(game) => {
                let negative = self.stores().negative(game);
                negative.map(Value::Game).map_err(|error| self.unary_error(error, value, span))
            }
            Value::Position(position) => self.negate_position(position, span),
            Value::Ruleset(rules) => Err(self.no_position_yet(rules, span)),
            Value::Form(id) => {
                let negative = self.forms.neg(&mut self.calc, *id).map_err(stopped(span))?;
                Ok(Value::Form(negative))
            }
            Value::Coordinates(c) => Ok(Value::Coordinates(Arc::new([-&c[0], -&c[1]]))),
            Value::Player(who) => Ok(Value::Player(!*who)),
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
        let sides = [left, right];
        let all = || left.iter().chain(right);
        let any = |is: fn(&Game) -> bool| {
            all().any(|option| matches!(option, Value::Game(game) if is(game)))
        };
        if all().any(|option| matches!(option, Value::Position(_))) {
            let [left, right] = self.both_sides(sides, |m, option| m.valued(option, span))?;
            return self.make_game(&left, &right, span);
        }
        if any(|game| matches!(game, Game::Tallies(_))) {
            return self.make_tallies(sides, span);
        }
        if any(|game| matches!(game, Game::Paced(_))) {
            return self.make_paced(sides, span);
        }
        if any(is_superheavy) {
            return self.make_superheavy(sides, span);
        }
        let games: Option<Vec<&Game>> = all().filter_map(as_option).collect();
        if games.is_some_and(need_translates) {
            return self.make_translate(sides, span);
        }
        if all().any(|option| matches!(option, Value::Form(_))) {
            return self.make_form(sides, span);
        }
        if any(|game| matches!(game, Game::Sided(_))) {
            return self.make_sided(sides, span);
        }
        let [left, right] = self.both_sides(sides, |m, option| m.game(option, span))?;
        let game = self.calc.make(&left, &right).map_err(stopped(span))?;
        Ok(self.demote(game))
    }

    /// What becomes of the options of both players.
    pub(super) fn both_sides<T>(
        &mut self,
        sides: [&[Value]; 2],
        mut each: impl FnMut(&mut Interpreter, &Value) -> Evaluated<T>,
    ) -> Evaluated<[Vec<T>; 2]> {
        let mut side = |options: &[Value]| {
            options.iter().map(|option| each(self, option)).collect::<Evaluated<Vec<T>>>()
        };
        Ok([side(sides[0])?, side(sides[1])?])
    }

    pub(crate) fn make_form(&mut self, sides: [&[Value]; 2], span: Span) -> Evaluated<Value> {
        let mut sides = self.both_sides(sides, |m, option| m.form(option, span))?;
        for side in &mut sides {
            let mut met = Vec::with_capacity(side.len());
            side.retain(|id| {
                let is_new = !met.contains(id);
                met.push(*id);
                is_new
            });
        }
        let [left, right] = sides;
        self.new_form(FormNode::Explicit(left.into(), right.into()), span)
    }

    fn multiply(&mut self, operands: &Operands<'_>) -> Evaluated<Value> {
        let &Operands { left, right, spans, at } = operands;
        if let (Some(a), Some(b)) = (Number::from_value(left), Number::from_value(right)) {
            let product = a.mul(&b, self.settings.max_bits).map_err(number_error(at))?;
            return Ok(product.into_value());
        }
        match (left, right) {
            (Value::Game(Game::Integer(n)), other) => self.multiple(n, other, spans[1], at),
            (other, Value::Game(Game::Integer(n))) => self.multiple(n, other, spans[0], at),
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
            Value::Game(game) => {
                let multiple = self.stores().multiple(n, game);
                let operands = Operands { at, ..Operands::at(value, value, span) };
                multiple.map(Value::Game).map_err(|error| self.value_error(error, &operands))
            }
            Value::Position(position) => self.multiple_position(n, position, at),
            Value::Ruleset(rules) => Err(self.no_position_yet(rules, span)),
            Value::Form(id) => self.new_form(FormNode::Multiple(n.clone(), *id), at),
            Value::Coordinates(c) => Ok(Value::Coordinates(Arc::new([n * &c[0], n * &c[1]]))),
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
            if matches!(operands.right, Value::Game(Game::Surreal(_))) {
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
        let mut number = |value, span| {
            Number::from_value(value).ok_or_else(|| {
                let text = self.brief(value);
                let message = format!("`{sign}` needs numbers, and {text} is not one");
                let mut error = fail(ErrorKind::Kind, span, message);
                error.hint = (sign == "^").then(|| "powers of up: `^.Pow(n)`".to_string());
                error
            })
        };
        let [left, right] = operands.spans;
        Ok((number(operands.left, left)?, number(operands.right, right)?))
    }

    fn ordinal_sum(&mut self, operands: &Operands<'_>) -> Evaluated<Value> {
        let &Operands { left, right, spans, at } = operands;
        if matches!(left, Value::Game(Game::Sided(_)))
            || matches!(right, Value::Game(Game::Sided(_)))
        {
            return self.ordinal_sum_sided(left, right, spans, at);
        }
        if matches!(left, Value::Form(_)) || matches!(right, Value::Form(_)) {
            let form =
                FormNode::OrdinalSum(self.form(left, spans[0])?, self.form(right, spans[1])?);
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

/// May a sum with this game be kept as it is written?
fn takes_forms(game: &Game) -> bool {
    let own_sums = matches!(
        game,
        Game::Translate(_)
            | Game::Sided(_)
            | Game::Superheavy(_)
            | Game::Misere(_)
            | Game::OrdinalNimber(_)
            | Game::Loopy(_)
            | Game::OrdinalLoopy(_)
            | Game::Entailed(_)
    );
    !own_sums && !is_strange(game)
}

/// An option that a number beside a game may have: `None` for data, nothing for a form.
fn as_option(value: &Value) -> Option<Option<&Game>> {
    match value {
        Value::Form(_) => None,
        _ => Some(value.into()),
    }
}

fn no_sum(value: &Value, other: &Value, span: Span) -> Box<crate::Error> {
    let (a, b) = (value.sort(), other.sort());
    let message = if a == b {
        format!("`+` is not defined for {a}")
    } else {
        format!("`+` is not defined for {a} and {b}")
    };
    fail(ErrorKind::Kind, span, message)
}

impl Interpreter {
    /// The stores that the values of games refer to.
    pub(crate) fn stores(&mut self) -> Stores<'_> {
        let Interpreter { calc, stoppers, heavy, misere, settings, .. } = self;
        Stores { calc, stoppers, heavy, misere, max_bits: settings.max_bits }
    }

    /// What the stores made, as a value.
    pub(crate) fn stored(
        &mut self,
        game: Result<Game, ValueError>,
        span: Span,
    ) -> Evaluated<Value> {
        game.map(Value::Game).map_err(|error| self.unary_error(error, &Value::Nothing, span))
    }

    /// Why an operation on one value has no answer.
    pub(crate) fn unary_error(
        &mut self,
        error: ValueError,
        value: &Value,
        span: Span,
    ) -> Box<crate::Error> {
        self.value_error(error, &Operands::at(value, value, span))
    }

    /// Why an operation on games has no answer.
    pub(crate) fn value_error(
        &mut self,
        error: ValueError,
        operands: &Operands<'_>,
    ) -> Box<crate::Error> {
        let ValueError { why, operand } = error;
        let values = [operands.left, operands.right];
        let i = operand.unwrap_or(0);
        let span = operand.map_or(operands.at, |i| operands.spans[i]);
        match why {
            Why::Stopped(why) => stopped(span)(why),
            Why::Sidled(why) => self.sidled(why, span),
            Why::Number(error) => number_error(span)(error),
            Why::Translate(error) => translate_error(span)(error),
            Why::Surreal(error) => surreal(span)(error),
            Why::Needs(what) => self.wrong_kind(what, values[i], operands.spans[i]),
            Why::NotShort => self.not_short(values[i], operands.spans[i]),
            Why::NoSum => no_sum(values[i], values[1 - i], operands.spans[i]),
            Why::NoOrder => {
                let message =
                    format!("{} and {} have no order", values[0].sort(), values[1].sort());
                fail(ErrorKind::Kind, span, message)
            }
            Why::NoTheory(message) => fail(ErrorKind::Kind, span, message),
            Why::Domain(message) => fail(ErrorKind::Domain, span, message),
            Why::Size(message) => fail(ErrorKind::Size, span, message),
        }
    }
}
