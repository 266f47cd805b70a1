//! Arguments: which parameter gets which, and what those get that are left out.

use super::frame::{Ran, Slot};
use super::{Interpreter, fail, stopped};
use crate::builtins::Builtin;
use crate::code::Parameter;
use crate::error::{Error, ErrorKind, Evaluated, Span};
use crate::suggest;
use crate::value::{Function, Value};
use smallvec::SmallVec;
use std::sync::Arc;

/// Arguments after evaluation.
#[derive(Default)]
pub(crate) struct Arguments {
    pub(super) values: SmallVec<[Value; 3]>,
    pub(super) spans: SmallVec<[Span; 3]>,
    pub(super) named: Vec<(Arc<str>, Span, Value)>,
}

impl Arguments {
    pub(super) fn none_named(&self, name: &str) -> Evaluated<()> {
        match self.named.first() {
            None => Ok(()),
            Some((_, span, _)) => {
                Err(fail(ErrorKind::Kind, *span, format!("`{name}` has no named arguments")))
            }
        }
    }
}

impl Interpreter {
    /// Fills in the defaults of parameters that were left out. They may speak of those before them.
    pub(super) fn complete(&mut self, function: &Function) -> Ran<()> {
        for (slot, parameter) in (0..).zip(&function.routine.parameters) {
            if let Some(default) = &parameter.default
                && matches!(self.slot(slot), Some(Slot::Empty))
            {
                let value = self.eval(default)?;
                self.check_parameter(parameter, &value, default.span, default.span)?;
                self.fill(slot, Slot::Value(value));
            }
        }
        Ok(())
    }

    /// Which parameter gets which argument; one that gets none is left empty.
    pub(super) fn bind(
        &mut self,
        function: &Function,
        arguments: Arguments,
        span: Span,
    ) -> Evaluated<Vec<Slot>> {
        let parameters = &function.routine.parameters;
        let given = arguments.values.len() + arguments.named.len();
        let mut bound = vec![Slot::Empty; parameters.len()];
        let mut places = vec![span; parameters.len()];
        let mut rest = self.growing();
        let fixed = parameters.iter().take_while(|parameter| !parameter.variadic).count();
        for (at, (value, place)) in arguments.values.into_iter().zip(arguments.spans).enumerate() {
            if at < fixed {
                bound[at] = Slot::Value(value);
                places[at] = place;
            } else if fixed < parameters.len() {
                self.check_parameter(&parameters[fixed], &value, place, place)?;
                rest.push(value).map_err(stopped(place))?;
            } else {
                return Err(wrong_count(function, given, span));
            }
        }
        if fixed < parameters.len() {
            bound[fixed] = Slot::Value(self.finish_list(rest, span)?);
        }
        for (name, place, value) in arguments.named {
            let known = parameters[..fixed].iter().position(|parameter| parameter.name == name);
            let Some(at) = known else {
                let function_name = function.name().unwrap_or("this function");
                let message = format!("`{function_name}` has no parameter `{name}`");
                let mut error = fail(ErrorKind::Kind, place, message);
                let names = parameters[..fixed].iter().map(|parameter| &*parameter.name);
                let near = suggest::nearest(&name, names);
                error.hint = near.map(|near| format!("did you mean `{near}`?"));
                return Err(error);
            };
            if !matches!(bound[at], Slot::Empty) {
                return Err(fail(ErrorKind::Kind, place, format!("`{name}` is given twice")));
            }
            bound[at] = Slot::Value(value);
            places[at] = place;
        }
        for ((parameter, slot), place) in parameters.iter().zip(&bound).zip(places) {
            match (slot, &parameter.kind) {
                (Slot::Empty, _) if parameter.default.is_none() => {
                    return Err(wrong_count(function, given, span));
                }
                (Slot::Value(value), Some((_, at))) if !parameter.variadic => {
                    self.check_parameter(parameter, value, *at, place)?;
                }
                _ => {}
            }
        }
        Ok(bound)
    }

    /// Checks that a value is of the kind that a parameter wants, if it wants one; a kind that
    /// there is not is wrong at `at`, a value of another kind at `place`.
    fn check_parameter(
        &mut self,
        parameter: &Parameter,
        value: &Value,
        at: Span,
        place: Span,
    ) -> Evaluated<()> {
        match &parameter.kind {
            Some((kind, _)) if !self.is_kind(value, kind, at)? => {
                Err(self.wrong_kind(&format!("a value of kind {kind}"), value, place))
            }
            _ => Ok(()),
        }
    }
}

/// Puts arguments with names behind those without, each in the place of its parameter.
pub(super) fn place_named(builtin: &Builtin, arguments: &mut Arguments) -> Evaluated<()> {
    let Arguments { values, spans, named } = arguments;
    for (name, span, value) in named.drain(..) {
        // `vertexLabels` is the parameter `labels`.
        let written = name.to_lowercase();
        let means =
            |known: &&str| written == **known || known.len() > 3 && written.ends_with(*known);
        let place = builtin.parameters.iter().position(means);
        let Some(place) = place.filter(|_| !builtin.is_variadic()) else {
            let message = match builtin.parameters {
                [] => format!("`{}` has no named arguments", builtin.name),
                known => format!("`{}` has the parameters {}", builtin.name, known.join(", ")),
            };
            return Err(fail(ErrorKind::Kind, span, message));
        };
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

/// How many arguments, in words.
pub(super) fn counts(least: usize, most: usize) -> String {
    let many = |n: usize| match n {
        0 => "no arguments".to_string(),
        1 => "1 argument".to_string(),
        n => format!("{n} arguments"),
    };
    match (least, most) {
        _ if least == most => many(most),
        (_, usize::MAX) => format!("at least {}", many(least)),
        _ if most == least + 1 => format!("{least} or {}", many(most)),
        _ => format!("{least} to {}", many(most)),
    }
}

pub(super) fn wrong_count(function: &Function, given: usize, span: Span) -> Box<Error> {
    let name = function.name().unwrap_or("this function");
    let parameters = &function.routine.parameters;
    let needed = parameters.iter().filter(|p| p.default.is_none() && !p.variadic).count();
    let most = match parameters.last() {
        Some(last) if last.variadic => usize::MAX,
        _ => parameters.len(),
    };
    let takes = counts(needed, most);
    let names: Vec<&str> = parameters.iter().map(|parameter| &*parameter.name).collect();
    let list = names.join(", ");
    fail(ErrorKind::Kind, span, format!("`{name}` takes {takes} ({list}), not {given}"))
}
