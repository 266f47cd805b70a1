//! Calls: functions, methods, indices.

use super::{Machine, fail};
use crate::builtins::{self, Builtin, Call, Run};
use crate::data::Data;
use crate::error::{Error, ErrorKind, Evaluated, Span};
use crate::position::cgsuite;
use crate::suggest;
use crate::value::{Function, Value};
use dashu_int::IBig;
use std::sync::Arc;
use upstar_base::{OutcomeClass, Player};
use upstar_syntax::{Argument, Expr, Postfix};

/// Arguments after evaluation.
#[derive(Default)]
struct Arguments {
    values: Vec<Value>,
    spans: Vec<Span>,
    named: Vec<(Arc<str>, Span, Value)>,
}

impl Machine {
    pub(super) fn postfix(&mut self, base: &Expr, rest: &[Postfix]) -> Evaluated<Value> {
        let mut value = self.eval(base)?;
        let mut so_far = base.span;
        for part in rest {
            value = match part {
                Postfix::Method { name, span, arguments } => {
                    let arguments = self.arguments(arguments.as_deref().unwrap_or_default())?;
                    self.method(value, so_far, name, *span, arguments)?
                }
                Postfix::Index(index, span) => {
                    let key = self.eval(index)?;
                    self.index(&value, &key, *span)?
                }
                Postfix::Call(arguments, span) => {
                    let arguments = self.arguments(arguments)?;
                    self.call(&value, arguments, so_far.to(*span))?
                }
            };
            so_far = match part {
                Postfix::Method { span, .. } | Postfix::Index(_, span) | Postfix::Call(_, span) => {
                    so_far.to(*span)
                }
            };
        }
        Ok(value)
    }

    fn arguments(&mut self, arguments: &[Argument]) -> Evaluated<Arguments> {
        let mut evaluated = Arguments::default();
        for argument in arguments {
            let value = self.eval(&argument.value)?;
            match &argument.name {
                Some((name, span)) => evaluated.named.push((name.clone(), *span, value)),
                None if !evaluated.named.is_empty() => {
                    let message = "arguments without a name come before those with one";
                    return Err(fail(ErrorKind::Kind, argument.value.span, message));
                }
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
        name: &str,
        span: Span,
        arguments: Arguments,
    ) -> Evaluated<Value> {
        if let Value::Kind(kind) = receiver
            && let Some(value) = member(kind, name)
        {
            return Ok(value);
        }
        if let Value::Package(package) = receiver {
            return self.member_of_package(package, name, span, arguments);
        }
        let Some(builtin) = builtins::method_of(name, &receiver) else {
            return Err(self.no_method(&receiver, name, span));
        };
        let mut values = vec![receiver];
        let mut spans = vec![receiver_span];
        values.extend(arguments.values);
        spans.extend(arguments.spans);
        place_named(builtin, arguments.named, &mut values, &mut spans)?;
        self.builtin(builtin, values, spans, span)
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
                let global = self.name(name, span)?;
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
        self.method(receiver, span, name, span, Arguments::default())
    }

    fn no_method(&mut self, receiver: &Value, name: &str, span: Span) -> Box<Error> {
        let kind = self.kind(receiver).unwrap_or_else(|_| receiver.sort());
        let message = match builtins::is_method(name) {
            true => format!("`{name}` is not defined for {kind}"),
            false => format!("there is no method `{name}`"),
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
        arguments: Vec<Value>,
        spans: Vec<Span>,
        span: Span,
    ) -> Evaluated<Value> {
        self.step(span)?;
        let receiver = usize::from(builtin.on.is_some());
        let (least, most) = match builtin.is_variadic() {
            true => (receiver, usize::MAX),
            false => {
                let most = builtin.parameters.len() + receiver;
                (most - builtin.optional, most)
            }
        };
        if arguments.len() < least || arguments.len() > most {
            let counts = |n: usize| match n {
                0 => "no arguments".to_string(),
                1 => "1 argument".to_string(),
                n => format!("{n} arguments"),
            };
            let (least, most) = (least - receiver, most - receiver);
            let takes = match least == most {
                true => counts(most),
                false => format!("{least} or {}", counts(most)),
            };
            let message =
                format!("`{}` takes {takes}, not {}", builtin.name, arguments.len() - receiver);
            let mut error = fail(ErrorKind::Kind, span, message);
            error.hint = Some(format!("for example `{}`", builtin.example));
            return Err(error);
        }
        match builtin.run {
            Run::Constant(value) => value(self, span),
            Run::Call(run) => upstar_base::deeper(|| {
                run(self, &Call { arguments: &arguments, spans: &spans, span })
            }),
        }
    }

    fn call(&mut self, callee: &Value, arguments: Arguments, span: Span) -> Evaluated<Value> {
        match callee {
            Value::Builtin(builtin) => {
                let Arguments { mut values, mut spans, named } = arguments;
                place_named(builtin, named, &mut values, &mut spans)?;
                self.builtin(builtin, values, spans, span)
            }
            Value::Function(function) => self.call_function(function, arguments, span),
            Value::Ruleset(rules) => {
                if let Some((_, span, _)) = arguments.named.first() {
                    let message = format!("`{}` has no named arguments", rules.written());
                    return Err(fail(ErrorKind::Kind, *span, message));
                }
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
                _ => Err(self.wrong_kind("a function", callee, span)),
            },
            _ => Err(self.wrong_kind("a function", callee, span)),
        }
    }

    /// Calls a function value from a builtin.
    pub(crate) fn call_value(
        &mut self,
        callee: &Value,
        arguments: Vec<Value>,
        span: Span,
    ) -> Evaluated<Value> {
        let spans = vec![span; arguments.len()];
        self.call(callee, Arguments { values: arguments, spans, named: Vec::new() }, span)
    }

    fn call_function(
        &mut self,
        function: &Arc<Function>,
        arguments: Arguments,
        span: Span,
    ) -> Evaluated<Value> {
        let parameters = bind(function, arguments, span)?;
        if self.calls >= self.settings.max_calls {
            let message = format!("calls are nested more than {} deep", self.settings.max_calls);
            return Err(fail(ErrorKind::Size, span, message));
        }
        self.step(span)?;
        let foreign = self.is_foreign(function);
        let start = self.locals.len();
        if let Some(name) = &function.code.name {
            self.locals.push((name.clone(), Value::Function(function.clone())));
        }
        self.locals.extend(function.captured.iter().cloned());
        self.locals.extend(parameters);
        let frame = self.frame.replace(start);
        let called_at = self.called_at;
        let source = self.source.clone();
        if foreign {
            self.called_at = called_at.or(Some(span));
            self.source = function.source.clone();
        }
        self.calls += 1;
        let result = self.run(&function.code.body);
        self.calls -= 1;
        self.locals.truncate(start);
        self.frame = frame;
        self.called_at = called_at;
        self.source = source;
        result.map_err(|mut error| {
            if foreign {
                let name = function.code.name.as_deref().unwrap_or("a function");
                let place = error.span.text(&function.source).unwrap_or_default();
                if error.notes.len() < 10 {
                    error.notes.push(format!("in `{name}`, at `{place}`"));
                }
                error.span = span;
                error.other = None;
            }
            error
        })
    }

    fn index(&mut self, value: &Value, key: &Value, span: Span) -> Evaluated<Value> {
        match value {
            Value::Map(map) => match self.find(map.entries(), |entry| &entry.0, key, span)? {
                Ok(at) => Ok(map.entries()[at].1.clone()),
                Err(_) => {
                    let text = self.brief(key);
                    Err(fail(ErrorKind::Name, span, format!("the map has no key {text}")))
                }
            },
            Value::List(items) => {
                let at = self.position(key, items.as_slice().len(), span)?;
                Ok(items.as_slice()[at].clone())
            }
            Value::Data(data) => match data.entries() {
                Some(entries) => builtins::mutable_maps::value_at(self, &entries, key, span),
                None => builtins::boards::cell_at(self, data, key, span),
            },
            Value::MutableList(items) => {
                let at = self.position(key, items.borrow().items.len(), span)?;
                Ok(items.borrow().items[at].clone())
            }
            Value::Text(text) => {
                let at = self.position(key, text.as_str().chars().count(), span)?;
                let letter: String = text.as_str().chars().skip(at).take(1).collect();
                self.string(letter, span)
            }
            Value::Coordinates(parts) => {
                let at = self.position(key, 2, span)?;
                Ok(Value::Integer(parts[at].clone()))
            }
            Value::Range(_) => {
                let n = self.integer(key, span)?;
                if n < IBig::ONE {
                    return Err(fail(
                        ErrorKind::Domain,
                        span,
                        format!("there is no place {n}: the first is 1"),
                    ));
                }
                let mut cursor = self.cursor(value, span)?;
                let mut at = IBig::ONE;
                while let Some(member) = cursor.next(self, span)? {
                    if at == n {
                        return Ok(member);
                    }
                    at += 1;
                }
                Err(fail(
                    ErrorKind::Domain,
                    span,
                    format!("there is no place {n}: the last is {}", at - 1),
                ))
            }
            _ => {
                let message = format!("{} cannot be indexed", value.sort());
                Err(fail(ErrorKind::Kind, span, message))
            }
        }
    }

    /// The place `key`, counted from 1, among `length`, counted from 0.
    pub(crate) fn position(&mut self, key: &Value, length: usize, span: Span) -> Evaluated<usize> {
        let n = self.integer(key, span)?;
        match usize::try_from(&n) {
            Ok(at) if at >= 1 && at <= length => Ok(at - 1),
            _ => {
                let range = match length {
                    0 => "there are none".to_string(),
                    _ => format!("they are 1 to {length}"),
                };
                Err(fail(ErrorKind::Domain, span, format!("there is no place {n}: {range}")))
            }
        }
    }
}

/// Puts arguments with names behind those without, each in the place of its parameter.
fn place_named(
    builtin: &Builtin,
    named: Vec<(Arc<str>, Span, Value)>,
    values: &mut Vec<Value>,
    spans: &mut Vec<Span>,
) -> Evaluated<()> {
    let receiver = usize::from(builtin.on.is_some());
    for (name, span, value) in named {
        // `vertexLabels` is the parameter `labels`.
        let written = name.to_lowercase();
        let place = builtin.parameters.iter().position(|known| written.ends_with(known));
        let Some(place) = place.filter(|_| !builtin.is_variadic()) else {
            let message = match builtin.parameters {
                [] => format!("`{}` has no named arguments", builtin.name),
                known => format!("`{}` has the parameters {}", builtin.name, known.join(", ")),
            };
            return Err(fail(ErrorKind::Kind, span, message));
        };
        let place = place + receiver;
        if values.get(place).is_some_and(|value| !matches!(value, Value::Nothing)) {
            return Err(fail(ErrorKind::Kind, span, format!("`{name}` is given twice")));
        }
        while values.len() <= place {
            values.push(Value::Nothing);
            spans.push(span);
        }
        values[place] = value;
        spans[place] = span;
    }
    Ok(())
}

/// Which parameter gets which argument.
fn bind(
    function: &Function,
    arguments: Arguments,
    span: Span,
) -> Evaluated<Vec<(Arc<str>, Value)>> {
    let code = &function.code;
    let name = code.name.as_deref().unwrap_or("this function");
    let count = arguments.values.len() + arguments.named.len();
    let mut bound: Vec<(Arc<str>, Value)> =
        code.parameters.iter().map(|p| p.name.clone()).zip(arguments.values).collect();
    for (parameter, at, value) in arguments.named {
        if bound.iter().any(|(known, _)| *known == parameter) {
            return Err(fail(ErrorKind::Kind, at, format!("`{parameter}` is given twice")));
        }
        if !code.parameters.iter().any(|known| known.name == parameter) {
            let message = format!("`{name}` has no parameter `{parameter}`");
            return Err(fail(ErrorKind::Kind, at, message));
        }
        bound.push((parameter, value));
    }
    if bound.len() != code.parameters.len() || count != code.parameters.len() {
        let names: Vec<&str> = code.parameters.iter().map(|known| &*known.name).collect();
        let (takes, list) = (names.len(), names.join(", "));
        let message = format!("`{name}` takes {takes} arguments ({list}), not {count}");
        return Err(fail(ErrorKind::Kind, span, message));
    }
    Ok(bound)
}

/// The constants that belong to a kind: `Player.Left`.
fn member(kind: &str, name: &str) -> Option<Value> {
    Some(match (kind, name) {
        ("Player", "Left") => Value::Player(Player::Left),
        ("Player", "Right") => Value::Player(Player::Right),
        ("OutcomeClass", _) => {
            let class = OutcomeClass::ALL.into_iter().find(|class| class.to_string() == name)?;
            Value::Outcome(class)
        }
        _ => return None,
    })
}
