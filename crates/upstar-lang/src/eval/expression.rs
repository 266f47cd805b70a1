//! Expressions: one arm per node of the tree.

use super::arithmetic::Operands;
use super::{Machine, fail, stopped, too_deep};
use crate::builtins::{self, Run};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::suggest;
use crate::value::{Function, MAX_DEPTH, Nesting, Range, Value};
use std::sync::Arc;
use upstar_syntax::{Code, Expr, Node};

impl Machine {
    /// The value of the last of `statements`, [`Value::Nothing`] if there is none.
    pub(crate) fn run(&mut self, statements: &[Expr]) -> Evaluated<Value> {
        let mut value = Value::Nothing;
        for statement in statements {
            value = self.eval(statement)?;
        }
        Ok(value)
    }

    /// The value of one expression.
    pub(crate) fn eval(&mut self, expr: &Expr) -> Evaluated<Value> {
        match &expr.node {
            Node::Integer(n) => Ok(Value::Integer(n.clone())),
            Node::Fraction(x) => Ok(Value::rational(x.clone())),
            Node::Boolean(b) => Ok(Value::Boolean(*b)),
            Node::Name(name) => self.name(name, expr.span),
            _ => {
                self.step(expr.span)?;
                upstar_base::deeper(|| self.eval_node(expr))
            }
        }
    }

    fn eval_node(&mut self, expr: &Expr) -> Evaluated<Value> {
        let span = expr.span;
        match &expr.node {
            Node::Integer(_) | Node::Fraction(_) | Node::Boolean(_) | Node::Name(_) => {
                self.eval(expr)
            }
            Node::Text(text) => self.string(&**text, span),
            Node::Misere(text) => self.collapsed(text, span.start + 2, span),
            Node::Loopy(text) => self.written_loopy_nimber(text, span),
            Node::Tallies(text) => self.written_tallies(text, span),
            Node::Marks(marks) => self.marks(marks, span),
            Node::Game { left, right, explicit } => match self.drawn(expr)? {
                Some(value) => Ok(value),
                None => self.eval_game(left, right, *explicit, span),
            },
            Node::Labelled(_, game) => match self.drawn(expr)? {
                Some(value) => Ok(value),
                None => self.eval(game),
            },
            Node::List(items) => {
                let mut growing = self.growing();
                for item in items {
                    let value = self.eval(item)?;
                    growing.push(value).map_err(stopped(item.span))?;
                }
                self.finish_list(growing, span)
            }
            Node::Set(items) => {
                let mut growing = self.growing();
                for item in items {
                    let value = self.eval(item)?;
                    growing.push(value).map_err(stopped(item.span))?;
                }
                self.finish_set(growing, span)
            }
            Node::Map(entries) => {
                let mut pairs = Vec::new();
                for (key, value) in entries {
                    let key = self.eval(key)?;
                    pairs.push((key, self.eval(value)?));
                }
                self.map(pairs, span)
            }
            Node::Comprehension(comprehension) => self.comprehension(comprehension, span),
            Node::Tuple(parts) => self.coordinates(parts, span),
            Node::Prefix(signs, operand) => {
                let mut value = self.eval(operand)?;
                for (sign, _) in signs.iter().rev() {
                    value = self.prefix(*sign, &value, operand.span)?;
                }
                Ok(value)
            }
            Node::Chain(first, rest) => {
                let mut left = self.eval(first)?;
                let mut left_span = first.span;
                for (operator, at, operand) in rest {
                    let right = self.eval(operand)?;
                    let operands = Operands {
                        left: &left,
                        right: &right,
                        spans: [left_span, operand.span],
                        at: *at,
                    };
                    left = self.infix(*operator, &operands)?;
                    left_span = left_span.to(operand.span);
                }
                Ok(left)
            }
            Node::Power(base, exponent) => {
                let left = self.eval(base)?;
                let right = self.eval(exponent)?;
                self.power(&Operands {
                    left: &left,
                    right: &right,
                    spans: [base.span, exponent.span],
                    at: span,
                })
            }
            Node::Range(parts) => self.range(parts, span),
            Node::Compare(relation, sides) => {
                let a = self.eval(&sides[0])?;
                let b = self.eval(&sides[1])?;
                self.relate(*relation, &a, &b, span)
            }
            Node::Is(value, kind, kind_span) => {
                let value = self.eval(value)?;
                self.is_kind(&value, kind, *kind_span).map(Value::Boolean)
            }
            Node::Not(operand) => {
                let value = self.eval(operand)?;
                Ok(Value::Boolean(!self.boolean(&value, operand.span)?))
            }
            Node::All(operands) => self.logical(operands, false),
            Node::Any(operands) => self.logical(operands, true),
            Node::Postfix(base, rest) => self.postfix(base, rest),
            Node::Lambda(code) => self.function(code, span),
            Node::Assign(name, value) => {
                let value = self.eval(value)?;
                self.assign(name, value.clone());
                Ok(value)
            }
            Node::Def(code) => {
                let function = self.function(code, span)?;
                if let Some(name) = &code.name {
                    self.assign(name, function);
                }
                Ok(Value::Nothing)
            }
            Node::Block(body) => self.run(body),
            Node::If(arms, otherwise) => {
                for (condition, body) in arms {
                    let value = self.eval(condition)?;
                    if self.boolean(&value, condition.span)? {
                        return self.run(body);
                    }
                }
                self.run(otherwise)
            }
            Node::For(statement) => self.for_loop(statement, span),
            Node::While(condition, body) => loop {
                let value = self.eval(condition)?;
                if !self.boolean(&value, condition.span)? {
                    return Ok(Value::Nothing);
                }
                self.run(body)?;
                self.step(span)?;
            },
        }
    }

    /// `and` and `or`: the first operand that is `decisive` decides.
    fn logical(&mut self, operands: &[Expr], decisive: bool) -> Evaluated<Value> {
        for operand in operands {
            let value = self.eval(operand)?;
            if self.boolean(&value, operand.span)? == decisive {
                return Ok(Value::Boolean(decisive));
            }
        }
        Ok(Value::Boolean(!decisive))
    }

    fn eval_game(
        &mut self,
        left: &[Expr],
        right: &[Expr],
        explicit: bool,
        span: Span,
    ) -> Evaluated<Value> {
        let mut sides: [Vec<Value>; 2] = [Vec::new(), Vec::new()];
        let mut holds_form = explicit;
        let mut endless = None;
        for (side, exprs) in sides.iter_mut().zip([left, right]) {
            for expr in exprs {
                let value = self.eval(expr)?;
                let mut cursor = match &value {
                    Value::List(_) | Value::Set(_) | Value::Range(_) => {
                        self.cursor(&value, expr.span)?
                    }
                    _ => super::Cursor::one(value),
                };
                while let Some(option) = cursor.next(self, expr.span)? {
                    // Checked here so that the message shows the option and not the game.
                    match option {
                        Value::Form(_) => holds_form = true,
                        Value::Infinity { .. } => endless = Some((option.clone(), expr.span)),
                        Value::Sided(_)
                        | Value::Translate(_)
                        | Value::Surreal(_)
                        | Value::Rational(_)
                        | Value::Tallies(_)
                        | Value::Paced(_)
                        | Value::Integers
                        | Value::Superheavy(_) => {}
                        _ => drop(self.game(&option, expr.span)?),
                    }
                    side.push(option);
                }
            }
        }
        let [left, right] = sides;
        // Only beside tallies an infinity is something to move to.
        let tallies = |value: &Value| matches!(value, Value::Tallies(_));
        if let Some((value, span)) = endless.filter(|_| !left.iter().chain(&right).any(tallies)) {
            self.game(&value, span)?;
        }
        match holds_form {
            true => self.make_form(&left, &right, span),
            false => self.make_game(&left, &right, span),
        }
    }

    fn coordinates(&mut self, parts: &[Expr], span: Span) -> Evaluated<Value> {
        let [row, column] = parts else {
            return Err(fail(ErrorKind::Kind, span, "coordinates are a pair `(row,column)`"));
        };
        let (a, b) = (self.eval(row)?, self.eval(column)?);
        let (a, b) = (self.integer(&a, row.span)?, self.integer(&b, column.span)?);
        Ok(Value::Coordinates(Arc::new([a, b])))
    }

    fn range(&mut self, parts: &[Expr], span: Span) -> Evaluated<Value> {
        let mut values = Vec::with_capacity(3);
        for part in parts {
            let value = self.eval(part)?;
            if !super::order::is_game_like(&value) {
                return Err(self.wrong_kind("a number or game", &value, part.span));
            }
            values.push(value);
        }
        let mut values = values.into_iter();
        match (values.next(), values.next(), values.next()) {
            (Some(first), Some(last), step) => {
                Ok(Value::Range(Arc::new(Range { first, last, step })))
            }
            _ => Err(fail(ErrorKind::Kind, span, "a range has two ends")),
        }
    }

    /// A function with the present values of the locals that it reads.
    fn function(&mut self, code: &Arc<Code>, span: Span) -> Evaluated<Value> {
        let mut captured: Vec<(Arc<str>, Value)> = Vec::new();
        let mut nesting = Nesting::default();
        for name in &code.free {
            if let Some(value) = self.local(name) {
                let value = value.clone();
                nesting = nesting.with(value.nesting());
                captured.push((name.clone(), value));
            }
        }
        let nesting = nesting.container();
        if nesting.depth > MAX_DEPTH {
            return Err(too_deep(span));
        }
        let serial = self.new_serial();
        let function =
            Function { code: code.clone(), captured, source: self.source.clone(), serial, nesting };
        Ok(Value::Function(Arc::new(function)))
    }

    pub(super) fn local(&self, name: &str) -> Option<&Value> {
        let locals = &self.locals[self.frame.unwrap_or(0)..];
        locals.iter().rev().find(|(local, _)| &**local == name).map(|(_, value)| value)
    }

    fn name(&mut self, name: &str, span: Span) -> Evaluated<Value> {
        if let Some(value) = self.local(name).or_else(|| self.globals.get(name)) {
            return Ok(value.clone());
        }
        if let Some(builtin) = builtins::global(name) {
            return match builtin.run {
                Run::Constant(value) => value(self, span),
                Run::Call(_) => Ok(Value::Builtin(builtin)),
            };
        }
        if let Some(kind) = super::KINDS.iter().find(|kind| kind.name == name) {
            return Ok(Value::Kind(kind.name));
        }
        if let Some(rules) = crate::position::Ruleset::named(name) {
            return Ok(Value::Ruleset(Arc::new(rules)));
        }
        if name == "pass" {
            let message = "`pass` is an option: it stands in braces, as in `{0|pass}`";
            return Err(fail(ErrorKind::Name, span, message));
        }
        let mut error = fail(ErrorKind::Name, span, format!("`{name}` is not defined"));
        let known = self
            .globals
            .keys()
            .map(|name| &**name)
            .chain(self.locals.iter().map(|(name, _)| &**name))
            .chain(builtins::globals().map(|builtin| builtin.name));
        let rules = || suggest::nearest(name, crate::position::words());
        if let Some(near) = suggest::nearest(name, known).or_else(rules) {
            error.hint = Some(format!("did you mean `{near}`?"));
        } else if builtins::is_method(name) {
            error.hint = Some(format!("`{name}` is a method: write `x.{name}`"));
        }
        Err(error)
    }

    pub(super) fn assign(&mut self, name: &Arc<str>, value: Value) {
        let start = self.frame.unwrap_or(0);
        let local = self.locals[start..].iter_mut().rev().find(|(local, _)| local == name);
        match (local, self.frame) {
            (Some((_, slot)), _) => *slot = value,
            (None, Some(_)) => self.locals.push((name.clone(), value)),
            (None, None) => drop(self.globals.insert(name.clone(), value)),
        }
    }
}
