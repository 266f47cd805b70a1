//! Positions: how they are made and added.

use super::{Interpreter, fail, stopped};
use crate::data::Data;
use crate::error::{Error, ErrorKind, Evaluated, Span};
use crate::position::cells::{self, NoText};
use crate::position::{NoSum, Position, PositionTerm, Ruleset, cgsuite, plain};
use crate::value::{Charged, Game, Value};
use dashu_int::IBig;
use std::sync::Arc;
use upstar_base::Stopped;
use upstar_engine::OpenRules;
use upstar_rules::registry;
use upstar_rules::sum::Spelled;
use upstar_rules::{PositionError, RulesError};

impl Interpreter {
    /// A position as a value.
    pub(crate) fn sum_of(
        &mut self,
        terms: Vec<(PositionTerm, u64)>,
        span: Span,
    ) -> Evaluated<Value> {
        let position = Position::new(terms).map_err(|error| {
            let kind = if error == NoSum::TooMany { ErrorKind::Size } else { ErrorKind::Domain };
            fail(kind, span, error.to_string())
        })?;
        let bytes = position.bytes();
        let charged = Charged::new(position, bytes, self.calc.budget());
        charged.map(Value::Position).map_err(stopped(span))
    }

    /// Terms that some rules have written.
    pub(super) fn terms_of(
        &mut self,
        own: &Ruleset,
        spelled: Vec<Spelled>,
        entailed: Option<usize>,
        span: Span,
    ) -> Evaluated<Vec<(PositionTerm, u64)>> {
        let mut terms = Vec::with_capacity(spelled.len());
        for (place, Spelled { rules, text, negated, count }) in spelled.into_iter().enumerate() {
            let rules = match (rules.is_empty(), own.is_sum()) {
                (true, true) => Ruleset::plain(),
                (true, false) => own.clone(),
                (false, _) => self.ruleset(&rules).ok_or_else(|| {
                    fail(ErrorKind::Name, span, format!("there is no ruleset `{rules}`"))
                })?,
            };
            let entailed = entailed == Some(place);
            terms.push((PositionTerm { rules, text: text.into(), negated, entailed }, count));
        }
        Ok(terms)
    }

    /// Rules with the parameters that arguments name: texts, numbers, names of rules.
    pub(crate) fn with_parameters(
        &mut self,
        rules: &Ruleset,
        arguments: &[Value],
        spans: &[Span],
        span: Span,
    ) -> Evaluated<Value> {
        let listed;
        let items = match arguments {
            [Value::List(items) | Value::Set(items)] => items.as_slice(),
            [range @ Value::Range(_)] => {
                listed = self.members(range, span)?.items;
                &listed
            }
            other => other,
        };
        let mut parts = Vec::with_capacity(items.len());
        let mut sets = false;
        for item in items {
            parts.push(match item {
                Value::Text(text) => text.as_str().to_owned(),
                Value::Game(Game::Integer(n)) => n.to_string(),
                Value::Ruleset(inner) => inner.full(),
                // A set for each player.
                Value::List(set) | Value::Set(set) => {
                    sets = true;
                    match set.as_slice().iter().map(cgsuite::digits).collect::<Option<Vec<_>>>() {
                        Some(set) => set.join(","),
                        None => return Err(self.wrong_kind("whole numbers", item, span)),
                    }
                }
                other => {
                    let needed = "a string, whole numbers or rulesets";
                    return Err(self.wrong_kind(needed, other, span));
                }
            });
        }
        let text = parts.join(if sets { ";" } else { "," });
        let with = rules.with(&text);
        let Err(error) = self.registry.open_sized(&with.full(), (1, 1)) else {
            return Ok(Value::Ruleset(Arc::new(with)));
        };
        let inside = match error {
            RulesError::Parameters(inside) => inside,
            other => return Err(fail(ErrorKind::Name, span, other.to_string())),
        };
        // Places are counted from the beginning of the name.
        let before = rules.name().len() + 1;
        let at = inside.at.saturating_sub(before);
        let inside = PositionError { at, ..inside };
        let literal = matches!(arguments, [Value::Text(_)]) && with.parameters() == Some(&text);
        let at = spans.first().copied().filter(|_| literal).unwrap_or(span);
        let mut error = self.position_error(rules, &text, inside, at);
        error.hint = example(rules);
        Err(error)
    }

    /// The position of some rules that arguments name: texts, numbers.
    pub(crate) fn make_position(
        &mut self,
        rules: &Ruleset,
        arguments: &[Value],
        spans: &[Span],
        span: Span,
    ) -> Evaluated<Value> {
        let told = match arguments {
            [Value::Text(text)] => {
                Some((text.as_str().to_owned(), spans.first().copied().unwrap_or(span)))
            }
            _ => self.drawn_position(rules, arguments, span)?.map(|text| (text, span)),
        };
        if let Some((text, at)) = told {
            let exchanged = rules.is_spelt_as_in_cgsuite() && cgsuite::is_exchanged(rules);
            let text = if exchanged { cgsuite::exchanged(&text) } else { text };
            return match self.read_position(rules, &text, at)? {
                Ok(terms) => self.sum_of(terms, span),
                Err(error) => Err(self.position_error(rules, &text, error, at)),
            };
        }
        let Some(numbers) = numbers(arguments) else {
            let mut error = fail(
                ErrorKind::Kind,
                span,
                format!("`{}` takes a position as a string, or whole numbers", rules.written()),
            );
            error.hint = example(rules);
            return Err(error);
        };
        // Heaps, else the numbers as a position is written, else the size of a board.
        let mut first = None;
        for separator in ["+", ",", "x"] {
            let text = numbers.join(separator);
            match self.read_position(rules, &text, span)? {
                Ok(terms) => return self.sum_of(terms, span),
                Err(error) => first = first.or(Some((text, error))),
            }
            if numbers.len() == 1 {
                break;
            }
        }
        match first {
            Some((text, error)) => Err(self.position_error(rules, &text, error, span)),
            None => Err(fail(ErrorKind::Kind, span, "a position is missing")),
        }
    }

    /// The text of a position that is told by a board, a graph, or the squares of geese and fox.
    fn drawn_position(
        &mut self,
        rules: &Ruleset,
        arguments: &[Value],
        span: Span,
    ) -> Evaluated<Option<String>> {
        match arguments {
            [Value::Data(data)] => match &***data {
                Data::Graph(graph) => match graph.walk() {
                    Some(text) => Ok(Some(text)),
                    None => {
                        let message = "a graph that is a position has labels of one letter, and \
                            neither arrows nor labels at its edges";
                        Err(fail(ErrorKind::Domain, span, message))
                    }
                },
                board => match cells::text(rules.name(), board) {
                    Ok(text) => Ok(Some(text)),
                    Err(NoText::Rules) => Ok(None),
                    Err(NoText::Cell(cell, letters)) => {
                        let message = format!(
                            "a cell holds {cell}, and the numbers of `{letters}` are 0 to {}",
                            letters.len() - 1
                        );
                        Err(fail(ErrorKind::Domain, span, message))
                    }
                },
            },
            [Value::List(geese) | Value::Set(geese), Value::Coordinates(fox)]
                if ["fox-and-geese", "ceylonese-fox-and-geese"].contains(&rules.name()) =>
            {
                let mut rows = [[b'.'; 8]; 8];
                let geese = geese.as_slice().iter().map(|goose| match goose {
                    Value::Coordinates(place) => Ok((place, b'G')),
                    other => Err(other),
                });
                for piece in geese.chain([Ok((fox, b'F'))]) {
                    let square = |n: &IBig| {
                        usize::try_from(n).ok().filter(|n| (1..=8).contains(n)).map(|n| n - 1)
                    };
                    let (place, letter) = match piece {
                        Ok(piece) => piece,
                        Err(other) => return Err(self.wrong_kind("coordinates", other, span)),
                    };
                    let (Some(row), Some(column)) = (square(&place[0]), square(&place[1])) else {
                        let message =
                            format!("({},{}) is not on the board of 8 rows", place[0], place[1]);
                        return Err(fail(ErrorKind::Domain, span, message));
                    };
                    rows[row][column] = letter;
                }
                // The corner at the lower left is dark; what stands on light squares is mirrored.
                let light = |row: &[u8; 8], r: usize| {
                    row.iter()
                        .enumerate()
                        .all(|(c, &piece)| piece == b'.' || (r + c).is_multiple_of(2))
                };
                if rows.iter().enumerate().all(|(r, row)| light(row, r)) {
                    rows.iter_mut().for_each(|row| row.reverse());
                }
                let rows: Vec<_> = rows.iter().map(|row| String::from_utf8_lossy(row)).collect();
                Ok(Some(rows.join("|")))
            }
            _ => Ok(None),
        }
    }

    /// Reads a text as positions of some rules, or as a sum with them as default.
    pub(super) fn read_position(
        &mut self,
        rules: &Ruleset,
        text: &str,
        span: Span,
    ) -> Evaluated<Result<Vec<(PositionTerm, u64)>, PositionError>> {
        let cost = 64 * text.len() as u64;
        self.calc.budget().charge(cost).map_err(stopped(span))?;
        self.calc.budget().refund(cost);
        if rules.is_sum() {
            if text.trim() == "0" {
                return Ok(Ok(Vec::new()));
            }
            return self.read_sum(rules, rules, text, span);
        }
        let (_, opened) = self.open_rules(rules, registry::shape(text), span)?;
        match opened.read(text) {
            Ok(spelled) => {
                if opened.facts().infinite && spelled.len() > 1 {
                    return Err(played_alone(rules, span));
                }
                self.terms_of(rules, spelled, None, span).map(Ok)
            }
            Err(_) if upstar_rules::sum::is_mixed(text) => {
                let sum = Ruleset::named("sum").unwrap_or_else(|| rules.clone());
                self.read_sum(rules, &sum, text, span)
            }
            Err(error) => Ok(Err(error)),
        }
    }

    /// Reads a sum of different games.
    pub(super) fn read_sum(
        &mut self,
        default: &Ruleset,
        sum: &Ruleset,
        text: &str,
        span: Span,
    ) -> Evaluated<Result<Vec<(PositionTerm, u64)>, PositionError>> {
        let opened = self.registry.open(&default.full(), text);
        let (about, opened) = opened.map_err(|error| rules_error(default, error, span))?;
        match OpenRules::new(&about, opened).read(text) {
            Ok(spelled) => self.terms_of(sum, spelled, None, span).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Says what is wrong with a text, in the text if it stands in the input.
    pub(super) fn position_error(
        &mut self,
        rules: &Ruleset,
        text: &str,
        error: PositionError,
        span: Span,
    ) -> Box<Error> {
        let PositionError { at, len, message } = error;
        let literal = span.text(&self.source).is_some_and(|written| {
            let inside = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            inside == Some(text)
        });
        let mut error = if literal {
            let start = span.start + 1 + at.min(text.len());
            let end = (start + len).min(span.end - 1);
            fail(ErrorKind::Syntax, Span::new(start, end.max(start)), message)
        } else {
            let brief: String = text.chars().take(60).collect();
            fail(ErrorKind::Syntax, span, format!("{message} (in the position `{brief}`)"))
        };
        let caution = registry::caution(rules.name()).map(str::to_owned);
        error.hint = caution.or_else(|| example(rules));
        error
    }

    /// The terms of an operand of `+`: those of a position, or a plain value.
    pub(super) fn operand_terms(
        &mut self,
        value: &Value,
        span: Span,
    ) -> Evaluated<Vec<(PositionTerm, u64)>> {
        match value {
            Value::Position(position) => Ok(position.terms().to_vec()),
            Value::Ruleset(rules) => Err(self.no_position_yet(rules, span)),
            Value::Game(
                Game::Short(_) | Game::UpStar(_) | Game::Integer(_) | Game::Rational(_),
            )
            | Value::Form(_) => {
                let g = self.game(value, span)?;
                match plain::text(&mut self.calc, g).map_err(stopped(span))? {
                    Some(text) => Ok(vec![(PositionTerm::plain(&text), 1)]),
                    None => {
                        let message = "this value is too large to be played move by move";
                        let mut error = fail(ErrorKind::Size, span, message);
                        error.hint = Some("add it to the `.Value` of the position".to_owned());
                        Err(error)
                    }
                }
            }
            _ => {
                let mut error = self.wrong_kind("a position or a short game", value, span);
                error.hint =
                    Some("values of any kind are added to the `.Value` of a position".into());
                Err(error)
            }
        }
    }

    pub(super) fn add_positions(
        &mut self,
        left: &Value,
        right: &Value,
        spans: [Span; 2],
        at: Span,
    ) -> Evaluated<Value> {
        let mut terms = self.operand_terms(left, spans[0])?;
        let more = self.operand_terms(right, spans[1])?;
        for (side, span) in [(&terms, spans[0]), (&more, spans[1])] {
            if let [(term, 1)] = &side[..]
                && !term.rules.is_plain()
                && self.rules_of(term, span)?.facts().infinite
            {
                return Err(played_alone(&term.rules, span));
            }
        }
        terms.extend(more);
        self.sum_of(terms, at)
    }

    pub(super) fn negate_position(&mut self, position: &Position, span: Span) -> Evaluated<Value> {
        let mut terms = Vec::with_capacity(position.terms().len());
        for (term, count) in position.terms() {
            let mut term = term.clone();
            if term.rules.is_plain() {
                let value = self.read(&term.text, span)?;
                let negative = self.negate(&value, span)?;
                for (negative, _) in self.operand_terms(&negative, span)? {
                    terms.push((negative, *count));
                }
                continue;
            }
            let impartial = self.rules_of(&term, span)?.facts().impartial;
            term.negated = !impartial && !term.negated;
            terms.push((term, *count));
        }
        self.sum_of(terms, span)
    }

    pub(super) fn multiple_position(
        &mut self,
        n: &IBig,
        position: &Arc<Charged<Position>>,
        span: Span,
    ) -> Evaluated<Value> {
        if n < &IBig::ZERO {
            let negative = self.negate_position(position, span)?;
            return match &negative {
                Value::Position(negative) => self.multiple_position(&-n, negative, span),
                _ => Ok(negative),
            };
        }
        // More than the most is refused when the sum is made.
        let times = u64::try_from(n).unwrap_or(u64::MAX);
        let many =
            |(term, count): &(PositionTerm, u64)| (term.clone(), count.saturating_mul(times));
        let terms = position.terms().iter().map(many).collect();
        self.sum_of(terms, span)
    }

    /// The position after an entailing move to it.
    pub(crate) fn entailed_position(
        &mut self,
        position: &Position,
        span: Span,
    ) -> Evaluated<Value> {
        let [(term, 1)] = position.terms() else {
            let message = "only a single component can be entailed";
            return Err(fail(ErrorKind::Domain, span, message));
        };
        if term.rules.is_plain() || !self.rules_of(term, span)?.facts().entailing {
            let title = term.rules.about().map_or("a plain value", |about| about.title);
            return Err(fail(ErrorKind::Domain, span, format!("{title} has no entailing moves")));
        }
        self.sum_of(vec![(PositionTerm { entailed: true, ..term.clone() }, 1)], span)
    }

    /// Says what is missing where rules stand for a position.
    pub(crate) fn no_position_yet(&mut self, rules: &Ruleset, span: Span) -> Box<Error> {
        let message = format!("`{}` is a ruleset, and a position is needed here", rules.written());
        let mut error = fail(ErrorKind::Kind, span, message);
        error.hint = example(rules);
        error
    }

    /// The value that a plain term is, if its text is that of the canonical form.
    pub(crate) fn canonical_plain(&mut self, text: &str) -> Result<Option<Value>, Stopped> {
        let read = self.read(text, Span::default());
        let read = read.and_then(|value| Ok((self.game(&value, Span::default())?, value)));
        let (g, value) = match read {
            Ok(read) => read,
            Err(error) => match error.kind {
                ErrorKind::Stopped(why) => return Err(why),
                _ => return Ok(None),
            },
        };
        let canonical = plain::text(&mut self.calc, g)?;
        Ok((canonical.as_deref() == Some(text)).then_some(value))
    }
}

/// Whole numbers as texts, also in a list.
fn numbers(arguments: &[Value]) -> Option<Vec<String>> {
    let digits = |value: &Value| match value {
        Value::Game(Game::Integer(n)) if *n >= IBig::ZERO => Some(n.to_string()),
        _ => None,
    };
    let items = match arguments {
        [Value::List(items)] => items.as_slice(),
        other => other,
    };
    if items.is_empty() || items.len() as u64 > crate::position::MOST_TERMS {
        return None;
    }
    items.iter().map(digits).collect()
}

fn played_alone(rules: &Ruleset, span: Span) -> Box<Error> {
    let title = rules.about().map_or("this game", |about| about.title);
    let message =
        format!("{title}: a position can have infinitely many options, so it is played alone");
    let mut error = fail(ErrorKind::Unsupported, span, message);
    error.hint = Some("add the values: `x.Value + y.Value`".to_owned());
    error
}

/// A position of these rules to try.
pub(crate) fn example(rules: &Ruleset) -> Option<String> {
    let about = rules.about()?;
    let text = about.examples.first()?;
    let rules = rules.assumed().written();
    Some(format!("for example `{rules}({})`", crate::position::arguments(text, '+')))
}

/// What is wrong with the name or the parameters of rules.
pub(super) fn rules_error(rules: &Ruleset, error: RulesError, span: Span) -> Box<Error> {
    match error {
        RulesError::Unknown { .. } | RulesError::Taken(_) => {
            let mut failed = fail(ErrorKind::Name, span, error.to_string());
            failed.remedy = error.remedy();
            failed
        }
        RulesError::Parameters(inside) => {
            let parameters = rules.parameters().unwrap_or_default();
            let message = format!("{} (in the parameters `{parameters}`)", inside.message);
            let mut error = fail(ErrorKind::Syntax, span, message);
            error.hint = example(&rules.with(""));
            error
        }
    }
}
