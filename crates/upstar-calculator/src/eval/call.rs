//! Calls of functions and methods.
//!
//! The arguments of a function are put where its frame begins, so that a call copies nothing.

use super::bind::{Arguments, counts, place_named, wrong_count};
use super::frame::{Ran, Slot, settled};
use super::object::{is_played, object};
use super::{Interpreter, fail, stopped, too_deep};
use crate::builtins::{self, Builtin, BuiltinCode, Call};
use crate::code::{Argument, Assigned, Expr, Method, Postfix, Routine, Update};
use crate::data::Data;
use crate::error::{Error, ErrorKind, Evaluated, Span};
use crate::position::cgsuite;
use crate::suggest;
use crate::value::{Function, Game, Growing, Value};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;
use upstar_base::{OutcomeClass, Player};

/// Methods of values that positions answer as well: equal positions have them in common, so that no
/// form could be meant.
const OF_THE_VALUE: &[&str] = &[
    "AtomicWeight",
    "Cool",
    "Freeze",
    "Heat",
    "LeftStop",
    "Mean",
    "ReducedCanonicalForm",
    "RightStop",
    "Temperature",
    "Thermograph",
];

impl Interpreter {
    pub(super) fn postfix(&mut self, base: &Expr, rest: &[Postfix]) -> Ran {
        let mut value = self.eval(base)?;
        let mut so_far = base.span;
        for part in rest {
            let whole = so_far.to(part.span());
            value = match part {
                Postfix::Method(method) => {
                    let arguments = self.arguments(&method.arguments)?;
                    self.method(value, so_far, method, arguments)?
                }
                Postfix::Index(index, span) => {
                    let key = self.eval(index)?;
                    self.index(&value, &key, *span)?
                }
                Postfix::Call(arguments, _) => match &value {
                    Value::Function(function) => self.call_directly(function, arguments, whole)?,
                    _ => {
                        let arguments = self.arguments(arguments)?;
                        self.call(&value, arguments, whole)?
                    }
                },
            };
            so_far = whole;
        }
        Ok(value)
    }

    fn arguments(&mut self, arguments: &[Argument]) -> Ran<Arguments> {
        let mut evaluated = Arguments::default();
        for argument in arguments {
            let value = self.eval(&argument.value)?;
            match &argument.name {
                Some((name, span)) => evaluated.named.push((name.clone(), *span, value)),
                None => {
                    evaluated.values.push(value);
                    evaluated.spans.push(argument.value.span);
                }
            }
        }
        Ok(evaluated)
    }

    fn method(
        &mut self,
        receiver: Value,
        receiver_span: Span,
        method: &Method,
        mut arguments: Arguments,
    ) -> Evaluated<Value> {
        match builtins::method_among(method.rows, &receiver) {
            // Kinds, packages and objects have members of their own.
            Some(builtin)
                if !matches!(receiver, Value::Kind(_) | Value::Package(_))
                    && object(&receiver).is_none() =>
            {
                place_named(builtin, &mut arguments)?;
                self.call_method(builtin, receiver, receiver_span, arguments, method.span)
            }
            _ => self.method_named(receiver, receiver_span, &method.name, method.span, arguments),
        }
    }

    pub(super) fn method_named(
        &mut self,
        receiver: Value,
        receiver_span: Span,
        name: &str,
        span: Span,
        mut arguments: Arguments,
    ) -> Evaluated<Value> {
        if let Value::Kind(kind) = receiver
            && let Some(value) = member(kind, name)
        {
            return Ok(value);
        }
        if let Value::Package(package) = receiver {
            return self.member_of_package(package, name, span, arguments);
        }
        let mut receiver = receiver;
        if let Some(member) =
            self.member_of_object(&receiver, name, receiver_span, &mut arguments, span)
        {
            return member;
        }
        if is_played(&receiver) && builtins::method_of(name, &receiver).is_none() {
            receiver = self.unplayed(&receiver, receiver_span)?;
        }
        if matches!(receiver, Value::Position(_)) && OF_THE_VALUE.contains(&name) {
            receiver = self.valued(&receiver, receiver_span)?;
        }
        let Some(builtin) = builtins::method_of(name, &receiver) else {
            return Err(self.no_method(&receiver, name, span));
        };
        place_named(builtin, &mut arguments)?;
        self.call_method(builtin, receiver, receiver_span, arguments, span)
    }

    fn call_method(
        &mut self,
        builtin: &'static Builtin,
        receiver: Value,
        receiver_span: Span,
        mut arguments: Arguments,
        span: Span,
    ) -> Evaluated<Value> {
        arguments.values.insert(0, receiver);
        arguments.spans.insert(0, receiver_span);
        self.builtin(builtin, arguments.values, &arguments.spans, span)
    }

    /// `x := x.Method(..)`. The variable lets go of its value while the method works, so that a
    /// collection that nobody else holds grows in place.
    pub(super) fn update(&mut self, target: Assigned, update: &Update, span: Span) -> Ran {
        let Update { variable, method } = update;
        let receiver = self.eval(variable)?;
        let mut arguments = self.arguments(&method.arguments)?;
        let builtin = builtins::method_among(method.rows, &receiver);
        let Some((builtin, BuiltinCode::Grow(grow))) =
            builtin.map(|builtin| (builtin, builtin.run))
        else {
            let value = self.method(receiver, variable.span, method, arguments)?;
            self.assign(target, value.clone(), span)?;
            return Ok(value);
        };
        place_named(builtin, &mut arguments)?;
        self.step(span)?;
        self.check_count(builtin, arguments.values.len() + 1, method.span)?;
        self.take(target, &receiver);
        arguments.values.insert(0, receiver);
        arguments.spans.insert(0, variable.span);
        let call = (&mut arguments.values, &arguments.spans[..], method.span);
        let (value, failed) = self.grow(grow, call)?;
        self.assign(target, value.clone(), span)?;
        match failed {
            Some(error) => Err(error.into()),
            None => Ok(value),
        }
    }

    /// The receiver as it grew, and why it did not. A list that nobody else holds always comes back.
    fn grow(
        &mut self,
        grow: fn(&mut Interpreter, &mut Growing, &Call<'_>) -> Evaluated<()>,
        (values, spans, span): (&mut SmallVec<[Value; 3]>, &[Span], Span),
    ) -> Evaluated<(Value, Option<Box<Error>>)> {
        let receiver = values.first_mut().map_or(Value::Nothing, std::mem::take);
        let budget = self.calc.budget().clone();
        let is_set = matches!(receiver, Value::Set(_) | Value::MutableSet(_));
        let mut items = match receiver {
            Value::List(items) | Value::Set(items) => {
                Growing::from_items(items, &budget).map_err(stopped(span))?
            }
            other => self.members(&other, spans.first().copied().unwrap_or(span))?,
        };
        let length = items.items.len();
        let grown = grow(self, &mut items, &Call { arguments: values, spans, span });
        if is_set {
            return Ok((self.finish_set(items, span)?, grown.err()));
        }
        match items.finish_grown() {
            Ok(items) => Ok((Value::List(items), grown.err())),
            Err(mut items) => {
                items.shorten(length);
                Ok((self.finish_list(items, span)?, Some(too_deep(span))))
            }
        }
    }

    /// A name in the library of CGSuite, or what it is called with.
    fn member_of_package(
        &mut self,
        package: &'static str,
        name: &str,
        span: Span,
        arguments: Arguments,
    ) -> Evaluated<Value> {
        let named: Vec<(&str, &Value)> =
            arguments.named.iter().map(|(name, _, value)| (&**name, value)).collect();
        let meant = cgsuite::find(package, name, &arguments.values, &named);
        let meant = meant.map_err(|unknown| {
            let mut error = fail(ErrorKind::Name, span, unknown.message);
            error.hint = unknown.hint;
            error
        })?;
        let rules = match meant {
            cgsuite::Meant::Package(package) => return Ok(Value::Package(package)),
            cgsuite::Meant::Global => {
                let global = self.ask_global(name, span)?;
                let bare = arguments.values.is_empty() && arguments.named.is_empty();
                return if bare { Ok(global) } else { self.call(&global, arguments, span) };
            }
            cgsuite::Meant::Parameters(rules) => return Ok(Value::Ruleset(Arc::new(rules))),
            cgsuite::Meant::Rules(rules) => Value::Ruleset(Arc::new(rules)),
        };
        if arguments.values.is_empty() && arguments.named.is_empty() {
            return Ok(rules);
        }
        self.call(&rules, arguments, span)
    }

    /// Calls a method without arguments.
    pub(crate) fn ask(&mut self, receiver: Value, name: &str, span: Span) -> Evaluated<Value> {
        self.method_named(receiver, span, name, span, Arguments::default())
    }

    /// Calls a method with arguments that were not written anywhere.
    pub(crate) fn ask_with(
        &mut self,
        receiver: Value,
        name: &str,
        arguments: &[Value],
        span: Span,
    ) -> Evaluated<Value> {
        let values: SmallVec<[Value; 3]> = arguments.iter().cloned().collect();
        let spans = smallvec![span; values.len()];
        let arguments = Arguments { values, spans, ..Arguments::default() };
        self.method_named(receiver, span, name, span, arguments)
    }

    fn no_method(&mut self, receiver: &Value, name: &str, span: Span) -> Box<Error> {
        let kind = self.kind(receiver).unwrap_or_else(|_| receiver.sort());
        let message = if builtins::is_method(name) {
            format!("`{name}` is not defined for {kind}")
        } else {
            format!("there is no method `{name}`")
        };
        let mut error = fail(ErrorKind::Name, span, message);
        if !builtins::is_method(name)
            && let Some(near) = suggest::nearest(name, builtins::methods_of(receiver))
        {
            error.hint = Some(format!("did you mean `.{near}`?"));
        }
        match receiver {
            Value::Position(_) if builtins::is_method(name) => {
                error.hint = Some(format!("it may be one of the value: `.Value.{name}`"));
            }
            Value::Ruleset(rules) if builtins::method_of_position(name) => {
                error.hint = crate::eval::example(rules)
                    .map(|example| format!("it is one of positions, {example}"));
            }
            _ => {}
        }
        error
    }

    /// Calls a builtin after checking how many arguments there are.
    fn builtin(
        &mut self,
        builtin: &'static Builtin,
        mut arguments: SmallVec<[Value; 3]>,
        spans: &[Span],
        span: Span,
    ) -> Evaluated<Value> {
        self.step(span)?;
        self.check_count(builtin, arguments.len(), span)?;
        match builtin.run {
            BuiltinCode::Constant(value) => value(self, span),
            BuiltinCode::Call(run) => {
                upstar_base::deeper(|| run(self, &Call { arguments: &arguments, spans, span }))
            }
            BuiltinCode::Grow(grow) => match self.grow(grow, (&mut arguments, spans, span))? {
                (value, None) => Ok(value),
                (_, Some(error)) => Err(error),
            },
        }
    }

    fn check_count(&self, builtin: &Builtin, given: usize, span: Span) -> Evaluated<()> {
        let receiver = usize::from(builtin.on.is_some());
        let (least, most) = if builtin.is_variadic() {
            (receiver, usize::MAX)
        } else {
            let most = builtin.parameters.len() + receiver;
            (most - builtin.optional, most)
        };
        if given >= least && given <= most {
            return Ok(());
        }
        let (least, most) = (least - receiver, most - receiver);
        let takes = counts(least, most);
        let message = format!("`{}` takes {takes}, not {}", builtin.name, given - receiver);
        let mut error = fail(ErrorKind::Kind, span, message);
        error.hint = Some(format!("for example `{}`", builtin.example));
        Err(error)
    }

    pub(super) fn call(
        &mut self,
        callee: &Value,
        mut arguments: Arguments,
        span: Span,
    ) -> Evaluated<Value> {
        match callee {
            Value::Builtin(builtin) => {
                place_named(builtin, &mut arguments)?;
                self.builtin(builtin, arguments.values, &arguments.spans, span)
            }
            Value::Kind(kind) => match builtins::global(kind) {
                Some(maker) => self.call(&Value::Builtin(maker), arguments, span),
                None => Err(self.wrong_kind("a function", callee, span)),
            },
            Value::Function(function) => self.call_function(function, arguments, span),
            Value::Ruleset(rules) => {
                arguments.none_named(&rules.written())?;
                self.step(span)?;
                let Arguments { values, spans, .. } = &arguments;
                if rules.wants_parameters() {
                    self.with_parameters(rules, values, spans, span)
                } else {
                    self.make_position(rules, values, spans, span)
                }
            }
            Value::Data(data) => match &***data {
                Data::HeapRules(rules) if arguments.named.is_empty() => {
                    builtins::heap_rules::heap_position(self, rules, &arguments.values, span)
                }
                Data::Class(class) => self.new_object(class, None, arguments, span),
                Data::Object(_) => self.call_object(callee, arguments, span),
                _ => Err(self.wrong_kind("a function", callee, span)),
            },
            _ => Err(self.wrong_kind("a function", callee, span)),
        }
    }

    /// Calls a function value from a builtin.
    pub(crate) fn call_value(
        &mut self,
        callee: &Value,
        arguments: impl IntoIterator<Item = Value>,
        span: Span,
    ) -> Evaluated<Value> {
        if let Value::Function(function) = callee
            && function.routine.plain
        {
            let start = self.stack.len();
            self.stack.extend(arguments.into_iter().map(Slot::Value));
            let given = self.stack.len() - start;
            if given != function.routine.parameters.len() {
                self.stack.truncate(start);
                return Err(wrong_count(function, given, span));
            }
            if let Some(value) = self.at_once(&function.routine, start) {
                self.stack.truncate(start);
                self.step(span)?;
                return Ok(value);
            }
            return self.enter(function, start, span);
        }
        let values: SmallVec<[Value; 3]> = arguments.into_iter().collect();
        let spans = smallvec![span; values.len()];
        self.call(callee, Arguments { values, spans, named: Vec::new() }, span)
    }

    /// Calls a function with arguments as they are written.
    fn call_directly(
        &mut self,
        function: &Arc<Function>,
        arguments: &[Argument],
        span: Span,
    ) -> Ran {
        let plain = function.routine.plain && arguments.iter().all(|a| a.name.is_none());
        if !plain || arguments.len() != function.routine.parameters.len() {
            let arguments = self.arguments(arguments)?;
            return Ok(self.call_function(function, arguments, span)?);
        }
        let start = self.stack.len();
        for argument in arguments {
            match self.eval(&argument.value) {
                Ok(value) => self.stack.push(Slot::Value(value)),
                Err(flow) => {
                    self.stack.truncate(start);
                    return Err(flow);
                }
            }
        }
        Ok(self.enter(function, start, span)?)
    }

    fn call_function(
        &mut self,
        function: &Arc<Function>,
        arguments: Arguments,
        span: Span,
    ) -> Evaluated<Value> {
        let slots = self.bind(function, arguments, span)?;
        let start = self.stack.len();
        self.stack.extend(slots);
        self.enter(function, start, span)
    }

    /// Runs a function whose parameters lie on the stack from `start` on.
    /// What a function of small whole numbers gives, its arguments being where its frame would begin.
    fn at_once(&mut self, routine: &Routine, start: usize) -> Option<Value> {
        let [body] = &routine.body[..] else { return None };
        if !routine.captures.is_empty() || routine.itself.is_some() {
            return None;
        }
        let base = std::mem::replace(&mut self.base, start);
        let found = self.small_value(body);
        self.base = base;
        found
    }

    fn enter(&mut self, function: &Arc<Function>, start: usize, span: Span) -> Evaluated<Value> {
        if self.calls >= self.settings.max_calls {
            self.stack.truncate(start);
            let message = format!("calls are nested more than {} deep", self.settings.max_calls);
            return Err(fail(ErrorKind::Size, span, message));
        }
        if let Err(error) = self.step(span) {
            self.stack.truncate(start);
            return Err(error);
        }
        let routine = &*function.routine;
        self.stack.resize(start + routine.slots as usize, Slot::Empty);
        for (capture, slot) in routine.captures.iter().zip(&function.captured) {
            if let Some(place) = self.stack.get_mut(start + capture.to as usize) {
                *place = slot.clone();
            }
        }
        if let Some(itself) = routine.itself
            && let Some(place) = self.stack.get_mut(start + itself as usize)
        {
            *place = Slot::Value(Value::Function(function.clone()));
        }
        let base = std::mem::replace(&mut self.base, start);
        let outside = self.is_foreign(function).then(|| {
            let called_at = self.called_at;
            self.called_at = called_at.or(Some(span));
            (called_at, std::mem::replace(&mut self.source, function.source.clone()))
        });
        self.calls += 1;
        let ran = upstar_base::deeper(|| {
            if !routine.plain {
                self.complete(function)?;
            }
            self.block(&routine.body)
        });
        self.calls -= 1;
        self.stack.truncate(start);
        self.base = base;
        let result = settled(ran, span);
        let Some((called_at, source)) = outside else { return result };
        self.called_at = called_at;
        self.source = source;
        result.map_err(|mut error| {
            let name = function.name().unwrap_or("a function");
            let place = error.span.text(&function.source).unwrap_or_default();
            if error.notes.len() < 10 {
                error.notes.push(format!("in `{name}`, at `{place}`"));
            }
            error.span = span;
            error.other = None;
            error
        })
    }
}

/// The constants that belong to a kind: `Player.Left`.
fn member(kind: &str, name: &str) -> Option<Value> {
    Some(match (kind, name) {
        ("Player", "Left") => Value::Player(Player::Left),
        ("Player", "Right") => Value::Player(Player::Right),
        ("OutcomeClass", _) => {
            let class = OutcomeClass::ALL.into_iter().find(|class| class.to_string() == name)?;
            Value::Game(Game::Outcome(class))
        }
        _ => return None,
    })
}
