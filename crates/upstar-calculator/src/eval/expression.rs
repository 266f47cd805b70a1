//! Expressions: one arm per node of the tree.

use super::class_names::kind_named;
use super::frame::{Flow, Ran, Slot};
use super::{Interpreter, fail, stopped, too_deep};
use crate::builtins::{self, Builtin, BuiltinCode};
use crate::code::{Expr, Node, Routine, Try};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::suggest;
use crate::value::{Charge, Function, Game, MAX_DEPTH, Nesting, Range, Value};
use std::sync::Arc;
use upstar_base::OutcomeClass;

impl Interpreter {
    /// The value of the last of `statements`, [`Value::Nothing`] if there is none.
    pub(super) fn block(&mut self, statements: &[Expr]) -> Ran {
        let Some((last, before)) = statements.split_last() else { return Ok(Value::Nothing) };
        self.perform(before)?;
        self.eval(last)
    }

    /// Runs statements whose values nobody needs.
    pub(super) fn perform(&mut self, statements: &[Expr]) -> Ran<()> {
        for statement in statements {
            match &statement.node {
                Node::Assign(target, value) => {
                    let value = self.eval(value)?;
                    self.assign(*target, value, statement.span)?;
                }
                Node::If(arms, otherwise) => {
                    let body = self.arm(arms, otherwise)?;
                    self.perform(body)?;
                }
                Node::Block(body) => self.perform(body)?,
                _ => drop(self.eval(statement)?),
            }
        }
        Ok(())
    }

    /// What is to be done of the parts of an `if`.
    fn arm<'e>(&mut self, arms: &'e [(Expr, Vec<Expr>)], otherwise: &'e [Expr]) -> Ran<&'e [Expr]> {
        for (condition, body) in arms {
            if self.condition(condition)? {
                return Ok(body);
            }
        }
        Ok(otherwise)
    }

    /// The value of one expression.
    pub(super) fn eval(&mut self, expr: &Expr) -> Ran {
        match &expr.node {
            Node::Constant(value) => Ok(value.clone()),
            Node::Local(slot, global) => match self.stack.get(self.base + *slot as usize) {
                Some(Slot::Value(value)) => Ok(value.clone()),
                _ => match self.shared(*slot) {
                    Some(value) => Ok(value),
                    None => Ok(self.global(*global, expr.span)?),
                },
            },
            Node::Global(number) => match self.globals.value(*number) {
                Some(value) => Ok(value.clone()),
                None => Ok(self.global(*number, expr.span)?),
            },
            Node::Chain(first, rest) => self.chained(first, rest),
            Node::Compare(relation, sides) => self.comparison(*relation, sides, expr.span),
            Node::Postfix(base, rest) => self.postfix(base, rest),
            Node::Assign(target, value) => {
                let value = self.eval(value)?;
                self.assign(*target, value.clone(), expr.span)?;
                Ok(value)
            }
            Node::If(arms, otherwise) => {
                let body = self.arm(arms, otherwise)?;
                self.block(body)
            }
            Node::Block(body) => self.block(body),
            Node::Deep(inner) => upstar_base::deeper(|| self.eval(inner)),
            _ => self.eval_node(expr),
        }
    }

    /// The forms that are met less often.
    #[inline(never)]
    fn eval_node(&mut self, expr: &Expr) -> Ran {
        let span = expr.span;
        Ok(match &expr.node {
            Node::Constant(_)
            | Node::Local(..)
            | Node::Global(_)
            | Node::Chain(..)
            | Node::Compare(..)
            | Node::Postfix(..)
            | Node::Assign(..)
            | Node::If(..)
            | Node::Block(_)
            | Node::Deep(_) => self.eval(expr)?,
            Node::Misere(text) => self.collapsed(text, span.start + 2, span)?,
            Node::Loopy(text) => self.written_loopy_nimber(text, span)?,
            Node::Tallies(text) => self.written_tallies(text, span)?,
            Node::Marks(marked) => {
                if let Some(value) = marked.fixed.as_ref().and_then(|fixed| fixed.get()) {
                    return Ok(value.clone());
                }
                let value = self.marks(&marked.marks, span)?;
                if let Some(fixed) = &marked.fixed {
                    // Whoever was faster has found the same.
                    let _ = fixed.set(value.clone());
                }
                value
            }
            Node::Game { drawn: true, .. } | Node::Labelled(..) => self.drawn(expr)?,
            Node::Game { left, right, explicit, .. } => {
                self.eval_game(left, right, *explicit, span)?
            }
            Node::List(items) => {
                let items = self.values(items)?;
                self.finish_list(items, span)?
            }
            Node::Set(items) => {
                let items = self.values(items)?;
                self.finish_set(items, span)?
            }
            Node::Map(entries) => {
                let mut pairs = Vec::new();
                for (key, value) in entries {
                    let key = self.eval(key)?;
                    pairs.push((key, self.eval(value)?));
                }
                self.map(pairs, span)?
            }
            Node::Comprehension(comprehension) => self.comprehension(comprehension, span)?,
            Node::Tuple(parts) => self.coordinates(parts, span)?,
            Node::Prefix(signs, operand) => {
                let mut value = self.eval(operand)?;
                for sign in signs.iter().rev() {
                    value = self.prefix(*sign, &value, operand.span)?;
                }
                value
            }
            Node::Power(sides) => self.raise(sides, span)?,
            Node::Range(parts) => self.range(parts, span)?,
            Node::Is(value, kind, at) => {
                let value = self.eval(value)?;
                self.is_kind(&value, kind, *at).map(Value::Boolean)?
            }
            Node::Not(operand) => Value::Boolean(!self.condition(operand)?),
            Node::Logical(operands, decisive) => {
                for operand in operands {
                    if self.condition(operand)? == *decisive {
                        return Ok(Value::Boolean(*decisive));
                    }
                }
                Value::Boolean(!decisive)
            }
            Node::Function(routine) => self.function(routine, span)?,
            Node::Update(target, update) => self.update(*target, update, span)?,
            Node::Declare(target, value) => {
                let value = self.optional(value)?;
                if let crate::code::Assigned::Local(slot) = target {
                    // A new variable, though functions may hold an older one of this name.
                    self.fill(*slot, Slot::Empty);
                }
                self.assign(*target, value.clone(), span)?;
                value
            }
            Node::Define(target, routine) => {
                let function = self.function(routine, span)?;
                self.assign(*target, function, span)?;
                Value::Nothing
            }
            Node::Class(target, class) => {
                let class = self.class(class, span)?;
                self.assign(*target, class, span)?;
                Value::Nothing
            }
            Node::For(statement) => self.for_loop(statement, span)?,
            Node::While(condition, body) => self.while_loop(condition, body, span)?,
            Node::Break => return Err(Flow::Break),
            Node::Continue => return Err(Flow::Continue),
            Node::Return(value) => return Err(Flow::Return(self.optional(value)?)),
            Node::Try(trial) => self.trial(trial, span)?,
            Node::Load(file) => self.load(file, span)?,
        })
    }

    /// The value of an expression that may be left out.
    fn optional(&mut self, expr: &Option<Box<Expr>>) -> Ran {
        expr.as_ref().map_or(Ok(Value::Nothing), |expr| self.eval(expr))
    }

    fn values(&mut self, exprs: &[Expr]) -> Ran<crate::value::Growing> {
        let mut values = self.growing();
        for expr in exprs {
            let value = self.eval(expr)?;
            values.push(value).map_err(stopped(expr.span))?;
        }
        Ok(values)
    }

    pub(super) fn condition(&mut self, expr: &Expr) -> Ran<bool> {
        match self.eval(expr)? {
            Value::Boolean(answer) => Ok(answer),
            value => Ok(self.boolean(&value, expr.span)?),
        }
    }

    /// A mistake in the body is told to the handler; the end of the budget is not.
    fn trial(&mut self, trial: &Try, span: Span) -> Ran {
        let height = self.stack.len();
        match self.block(&trial.body) {
            Err(Flow::Error(error)) if !error.is_stopped() => {
                self.stack.truncate(height);
                if let Some(name) = trial.name {
                    let message = self.string(error.message, span)?;
                    self.assign(name, message, span)?;
                }
                self.block(&trial.handler)
            }
            other => other,
        }
    }

    fn eval_game(&mut self, left: &[Expr], right: &[Expr], explicit: bool, span: Span) -> Ran {
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
                        Value::Game(Game::Infinity { .. }) => {
                            endless = Some((option.clone(), expr.span))
                        }
                        Value::Game(
                            Game::Sided(_)
                            | Game::Translate(_)
                            | Game::Surreal(_)
                            | Game::Rational(_)
                            | Game::Tallies(_)
                            | Game::Paced(_)
                            | Game::Integers
                            | Game::Superheavy(_),
                        ) => {}
                        _ => drop(self.game(&option, expr.span)?),
                    }
                    side.push(option);
                }
            }
        }
        let [left, right] = sides;
        // Only beside tallies an infinity is something to move to.
        let tallies = |value: &Value| matches!(value, Value::Game(Game::Tallies(_)));
        if let Some((value, span)) = endless.filter(|_| !left.iter().chain(&right).any(tallies)) {
            self.game(&value, span)?;
        }
        Ok(if holds_form {
            self.make_form([&left, &right], span)?
        } else {
            self.make_game(&left, &right, span)?
        })
    }

    fn coordinates(&mut self, parts: &[Expr], span: Span) -> Ran {
        let [row, column] = parts else {
            let message = "coordinates are a pair `(row,column)`";
            return Err(fail(ErrorKind::Kind, span, message).into());
        };
        let (a, b) = (self.eval(row)?, self.eval(column)?);
        let (a, b) = (self.integer(&a, row.span)?, self.integer(&b, column.span)?);
        Ok(Value::Coordinates(Arc::new([a, b])))
    }

    fn range(&mut self, parts: &[Expr], span: Span) -> Ran {
        let mut values = Vec::with_capacity(3);
        for part in parts {
            let value = self.eval(part)?;
            if !super::order::is_game_like(&value) {
                return Err(self.wrong_kind("a number or game", &value, part.span).into());
            }
            values.push(value);
        }
        let mut values = values.into_iter();
        match (values.next(), values.next(), values.next()) {
            (Some(first), Some(last), step) => {
                Ok(Value::Range(Arc::new(Range { first, last, step })))
            }
            _ => Err(fail(ErrorKind::Kind, span, "a range has two ends").into()),
        }
    }

    /// A function with what it takes along from here.
    pub(super) fn function(&mut self, routine: &Arc<Routine>, span: Span) -> Evaluated<Value> {
        let mut captured = Vec::with_capacity(routine.captures.len());
        let mut nesting = Nesting::default();
        for capture in &routine.captures {
            let slot = if capture.shared {
                self.share(capture.from, span)?
            } else {
                self.shared(capture.from).map_or(Slot::Empty, Slot::Value)
            };
            nesting = nesting.with(slot.nesting());
            captured.push(slot);
        }
        let nesting = nesting.container();
        if nesting.depth > MAX_DEPTH {
            return Err(too_deep(span));
        }
        let mut charge = Charge::new(self.calc.budget());
        let bytes = size_of::<Function>() + captured.len() * size_of::<Slot>();
        charge.add(bytes as u64).map_err(stopped(span))?;
        let serial = self.new_serial();
        let (routine, source) = (routine.clone(), self.source.clone());
        let function = Function { routine, captured, source, serial, nesting, _charge: charge };
        Ok(Value::Function(Arc::new(function)))
    }

    /// What a name means in the table of builtins, or as that of a kind.
    fn table_value(
        &mut self,
        builtin: Option<&'static Builtin>,
        name: &str,
        span: Span,
    ) -> Option<Evaluated<Value>> {
        let Some(builtin) = builtin else { return kind_named(name).map(Ok) };
        Some(match builtin.run {
            BuiltinCode::Constant(value) => value(self, span),
            // The function that makes values of a kind has the name of the kind.
            BuiltinCode::Call(_) | BuiltinCode::Grow(_) => {
                Ok(kind_named(builtin.name).unwrap_or(Value::Builtin(builtin)))
            }
        })
    }

    /// What a name means that no variable can hide.
    pub(crate) fn ask_global(&mut self, name: &str, span: Span) -> Evaluated<Value> {
        self.table_value(builtins::global(name), name, span)
            .unwrap_or_else(|| Err(fail(ErrorKind::Name, span, format!("`{name}` is not defined"))))
    }

    /// What a name means that no variable of a function has.
    fn global(&mut self, number: u32, span: Span) -> Evaluated<Value> {
        let Some(global) = self.globals.get(number) else { return Ok(Value::Nothing) };
        if let Some(value) = &global.value {
            return Ok(value.clone());
        }
        let name = global.name.clone();
        if let Some(value) = self.table_value(global.builtin, &name, span) {
            return value;
        }
        if let Some(class) = OutcomeClass::ALL.into_iter().find(|class| class.to_string() == *name)
        {
            return Ok(Value::Game(Game::Outcome(class)));
        }
        let rules = crate::position::Ruleset::named(&name);
        if let Some(rules) = rules.or_else(|| crate::position::cgsuite::bare(&name)) {
            return Ok(Value::Ruleset(Arc::new(rules)));
        }
        if &*name == "pass" {
            let message = "`pass` is an option: it stands in braces, as in `{0|pass}`";
            return Err(fail(ErrorKind::Name, span, message));
        }
        let mut error = fail(ErrorKind::Name, span, format!("`{name}` is not defined"));
        if let Some(hint) = crate::position::cgsuite::only_there(&name) {
            error.hint = Some(format!("only CGSuite has it: {hint}"));
            return Err(error);
        }
        let globals = self.globals.names().map(|name| &**name);
        let known = globals.chain(builtins::globals().map(|builtin| builtin.name));
        let rules = || suggest::nearest(&name, crate::position::words());
        if let Some(near) = suggest::nearest(&name, known).or_else(rules) {
            error.hint = Some(format!("did you mean `{near}`?"));
        } else if builtins::is_method(&name) {
            error.hint = Some(format!("`{name}` is a method: write `x.{name}`"));
        }
        Err(error)
    }
}
