//! Positions: how they are made, added and asked.

use super::{Machine, fail, stopped};
use crate::error::{Error, ErrorKind, Evaluated, Span};
use crate::position::room::{Desk, Facts, Manner, Opening, Played, Refused, Table, Wanted};
use crate::position::{NoSum, Position, Ruleset, Term, plain};
use crate::value::{Charged, Genus, Value};
use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use std::rc::Rc;
use upstar_base::{OutcomeClass, Player, Stopped, Verdict};
use upstar_misere::class::Kind;
use upstar_rules::grid::plane::{Plane, Row, Small};
use upstar_rules::registry;
use upstar_rules::sum::Spelled;
use upstar_rules::{PositionError, RulesError};
use upstar_theory::theory::Worth;
use upstar_values::LoopyOutcome;
use upstar_values::surreal::TransfiniteNimber;

/// How many rulesets are kept at hand.
const MOST_ROOMS: usize = 64;

/// Rules at hand, by name and the size of their boards.
#[derive(Default)]
pub(crate) struct Rooms(FxHashMap<String, Rc<dyn Played>>);

impl std::fmt::Debug for Rooms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} rooms", self.0.len())
    }
}

/// The board that holds a position: rules keep positions of one kind of board.
fn board(size: (usize, usize)) -> u8 {
    if Small::holds(size.0, size.1) {
        0
    } else if Row::holds(size.0, size.1) {
        1
    } else {
        2
    }
}

fn larger(a: (usize, usize), b: (usize, usize)) -> (usize, usize) {
    (a.0.max(b.0), a.1.max(b.1))
}

impl Machine {
    /// The rules for positions of this size.
    fn room(
        &mut self,
        rules: &Ruleset,
        size: (usize, usize),
        span: Span,
    ) -> Evaluated<Rc<dyn Played>> {
        let name = rules.full();
        let key = format!("{name}#{}", board(size));
        if let Some(room) = self.rooms.0.get(&key) {
            return Ok(Rc::clone(room));
        }
        let room = registry::visit_sized(&name, size, Opening)
            .map_err(|error| rules_error(rules, error, span))?;
        Ok(self.keep(key, room))
    }

    fn keep(&mut self, key: String, room: Box<dyn Played>) -> Rc<dyn Played> {
        if self.rooms.0.len() >= MOST_ROOMS {
            self.rooms.0.clear();
        }
        let room: Rc<dyn Played> = Rc::from(room);
        self.rooms.0.insert(key, Rc::clone(&room));
        room
    }

    /// The rules of a term alone.
    fn room_of(&mut self, term: &Term, span: Span) -> Evaluated<Rc<dyn Played>> {
        self.room(&term.rules, registry::shape(&term.text), span)
    }

    /// Rules that know all terms, and the terms in their notation.
    fn table(&mut self, position: &Position, span: Span) -> Evaluated<(Rc<dyn Played>, Table)> {
        let mut table = Table::default();
        for (place, (text, entailed)) in position.texts().enumerate() {
            table.entailed = if entailed { Some(place) } else { table.entailed };
            table.terms.push(text);
        }
        if let Some(rules) = position.only_rules() {
            let shapes = position.terms().iter().map(|(term, _)| registry::shape(&term.text));
            let room = self.room(rules, shapes.fold((0, 0), larger), span)?;
            return Ok((room, table));
        }
        let mut games: Vec<(String, u8)> = Vec::new();
        for (term, _) in position.terms() {
            let game = if term.rules.is_plain() {
                // Rules of plain values depend on whether all of them are impartial.
                let impartial = upstar_rules::sum::is_impartial_value(&term.text);
                (String::new(), u8::from(impartial == Some(true)))
            } else {
                (term.rules.full(), board(registry::shape(&term.text)))
            };
            games.push(game);
        }
        games.sort_unstable();
        games.dedup();
        let key = format!("sum {games:?}");
        if let Some(room) = self.rooms.0.get(&key) {
            return Ok((Rc::clone(room), table));
        }
        let text = position.text();
        let sum = registry::visit("sum", &text, Opening);
        let room = sum.map_err(|error| fail(ErrorKind::Domain, span, error.to_string()))?;
        Ok((self.keep(key, room), table))
    }

    /// Puts a question. Where memory ends that older questions hold, it is put once more without
    /// what they have learnt.
    fn put<T>(
        &mut self,
        position: &Position,
        span: Span,
        question: impl Fn(&dyn Played, &Table, &mut Desk<'_>) -> Result<T, Refused>,
    ) -> Evaluated<T> {
        let warm = !self.rooms.0.is_empty();
        let (room, table) = self.table(position, span)?;
        let mut answer = question(&*room, &table, &mut self.desk());
        drop(room);
        if matches!(answer, Err(Refused::Stopped(_))) {
            self.rooms.0.clear();
        }
        if warm && matches!(answer, Err(Refused::Stopped(Stopped::Memory(_)))) {
            let (room, table) = self.table(position, span)?;
            answer = question(&*room, &table, &mut self.desk());
        }
        answer.map_err(|refused| self.refused(refused, span))
    }

    fn desk(&mut self) -> Desk<'_> {
        Desk { calc: &mut self.calc, stoppers: &mut self.stoppers, forms: &mut self.misere }
    }

    /// A position as a value.
    pub(crate) fn sum_of(&mut self, terms: Vec<(Term, u64)>, span: Span) -> Evaluated<Value> {
        let position = Position::new(terms).map_err(|error| {
            let kind = if error == NoSum::TooMany { ErrorKind::Size } else { ErrorKind::Domain };
            fail(kind, span, error.to_string())
        })?;
        let bytes = position.bytes();
        let charged = Charged::new(position, bytes, self.calc.budget());
        charged.map(Value::Position).map_err(stopped(span))
    }

    /// Terms that some rules have written.
    fn terms_of(
        &mut self,
        own: &Ruleset,
        spelled: Vec<Spelled>,
        entailed: Option<usize>,
        span: Span,
    ) -> Evaluated<Vec<(Term, u64)>> {
        let mut terms = Vec::with_capacity(spelled.len());
        for (place, Spelled { rules, text, negated, count }) in spelled.into_iter().enumerate() {
            let rules = match (rules.is_empty(), own.is_sum()) {
                (true, true) => Ruleset::plain(),
                (true, false) => own.clone(),
                (false, _) => Ruleset::of_registry(&rules).ok_or_else(|| {
                    fail(ErrorKind::Name, span, format!("there is no ruleset `{rules}`"))
                })?,
            };
            let entailed = entailed == Some(place);
            terms.push((Term { rules, text: text.into(), negated, entailed }, count));
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
        let items = match arguments {
            [Value::List(items) | Value::Set(items)] => items.as_slice(),
            other => other,
        };
        let mut parts = Vec::with_capacity(items.len());
        for item in items {
            parts.push(match item {
                Value::Text(text) => text.as_str().to_owned(),
                Value::Integer(n) => n.to_string(),
                Value::Ruleset(inner) => inner.full(),
                other => {
                    let needed = "a string, whole numbers or rulesets";
                    return Err(self.wrong_kind(needed, other, span));
                }
            });
        }
        let text = parts.join(",");
        let with = rules.with(&text);
        let Err(error) = registry::visit_sized(&with.full(), (1, 1), Opening) else {
            return Ok(Value::Ruleset(Rc::new(with)));
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
        if let [Value::Text(text)] = arguments {
            let at = spans.first().copied().unwrap_or(span);
            return match self.read_position(rules, text.as_str(), at)? {
                Ok(terms) => self.sum_of(terms, span),
                Err(error) => Err(self.position_error(rules, text.as_str(), error, at)),
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
        let mut first = None;
        for separator in ["+", "x", ","] {
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

    /// Reads a text as positions of some rules, or as a sum with them as default.
    fn read_position(
        &mut self,
        rules: &Ruleset,
        text: &str,
        span: Span,
    ) -> Evaluated<Result<Vec<(Term, u64)>, PositionError>> {
        let cost = 64 * text.len() as u64;
        self.calc.budget().charge(cost).map_err(stopped(span))?;
        self.calc.budget().refund(cost);
        if rules.is_sum() {
            if text.trim() == "0" {
                return Ok(Ok(Vec::new()));
            }
            return self.read_sum(rules, rules, text, span);
        }
        let room = self.room(rules, registry::shape(text), span)?;
        match room.read(text) {
            Ok(spelled) => {
                if room.facts().infinite && spelled.len() > 1 {
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
    fn read_sum(
        &mut self,
        default: &Ruleset,
        sum: &Ruleset,
        text: &str,
        span: Span,
    ) -> Evaluated<Result<Vec<(Term, u64)>, PositionError>> {
        let room = registry::visit(&default.full(), text, Opening)
            .map_err(|error| rules_error(default, error, span))?;
        match room.read(text) {
            Ok(spelled) => self.terms_of(sum, spelled, None, span).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Says what is wrong with a text, in the text if it stands in the input.
    fn position_error(
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
    fn operand_terms(&mut self, value: &Value, span: Span) -> Evaluated<Vec<(Term, u64)>> {
        match value {
            Value::Position(position) => Ok(position.terms().to_vec()),
            Value::Ruleset(rules) => Err(self.no_position_yet(rules, span)),
            Value::Game(_) | Value::Integer(_) | Value::Rational(_) | Value::Form(_) => {
                let g = self.game(value, span)?;
                match plain::text(&mut self.calc, g).map_err(stopped(span))? {
                    Some(text) => Ok(vec![(Term::plain(&text), 1)]),
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
                && self.room_of(term, span)?.facts().infinite
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
            let impartial = self.room_of(&term, span)?.facts().impartial;
            term.negated = !impartial && !term.negated;
            terms.push((term, *count));
        }
        self.sum_of(terms, span)
    }

    pub(super) fn multiple_position(
        &mut self,
        n: &IBig,
        position: &Rc<Charged<Position>>,
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
        let many = |(term, count): &(Term, u64)| (term.clone(), count.saturating_mul(times));
        let terms = position.terms().iter().map(many).collect();
        self.sum_of(terms, span)
    }

    /// What a position is worth.
    pub(crate) fn position_value(
        &mut self,
        position: &Position,
        manner: Manner,
        span: Span,
    ) -> Evaluated<Value> {
        if manner == Manner::default()
            && position.only_rules().is_none()
            && let Some(value) = self.sum_of_values(position, span)?
        {
            return Ok(value);
        }
        let worth =
            self.put(position, span, |room, table, desk| room.worth(table, manner, desk))?;
        self.worth(&worth, span)
    }

    /// The value of a sum of different games, if the values of its terms are short games.
    fn sum_of_values(&mut self, position: &Position, span: Span) -> Evaluated<Option<Value>> {
        let mut total = Value::Integer(IBig::ZERO);
        for (term, _) in position.terms() {
            if !term.rules.is_plain() && !self.room_of(term, span)?.facts().ordinary {
                return Ok(None);
            }
        }
        for (term, count) in position.terms() {
            self.step(span)?;
            let mut value = if term.rules.is_plain() {
                self.read(&term.text, span)?
            } else {
                let alone = Term { negated: false, ..term.clone() };
                let Ok(alone) = Position::new(vec![(alone, 1)]) else { return Ok(None) };
                let manner = Manner::default();
                let worth =
                    self.put(&alone, span, |room, table, desk| room.worth(table, manner, desk))?;
                self.worth(&worth, span)?
            };
            if term.negated {
                value = self.negate(&value, span)?;
            }
            if *count > 1 {
                value = self.times(&IBig::from(*count), &value, span)?;
            }
            total = self.plus(&total, &value, span)?;
        }
        Ok(Some(total))
    }

    /// A nimber of any size.
    pub(crate) fn nimber_of(&mut self, nim: u128) -> Result<Value, Stopped> {
        match u32::try_from(nim) {
            Ok(nim) => {
                let nimber = self.calc.nimber(nim)?;
                Ok(self.demote(nimber))
            }
            Err(_) => Ok(Value::OrdinalNimber(Rc::new(TransfiniteNimber::finite(nim.into())))),
        }
    }

    /// A nimber that may be infinite.
    pub(crate) fn transfinite(&mut self, nimber: TransfiniteNimber) -> Result<Value, Stopped> {
        match nimber.as_integer().and_then(|n| u128::try_from(n).ok()) {
            Some(nim) => self.nimber_of(nim),
            None => Ok(Value::OrdinalNimber(Rc::new(nimber))),
        }
    }

    /// What a theory found, as a value of its most specific kind; short games and sides are those
    /// of this session.
    pub(crate) fn worth(&mut self, worth: &Worth, span: Span) -> Evaluated<Value> {
        const NOT_PROVED: &str = "the graph is infinite: this is not proved, two cuts agree on it";
        match worth {
            Worth::Numbers { pace, left, right } => {
                let (pace, left, right) = (*pace, *left, *right);
                Ok(Value::Paced(crate::value::Paced { pace, left, right }))
            }
            Worth::Tallies(tallies) => self.tallies(tallies.clone(), span),
            Worth::Loopy(label) => {
                if !label.proved {
                    self.warn(span, NOT_PROVED);
                }
                self.loopy_nimber(label.value.clone(), span)
            }
            Worth::Endless(prospect) => {
                if !prospect.proved {
                    self.warn(span, NOT_PROVED);
                }
                if prospect.is_union {
                    return Ok(Value::Outcome(match prospect.outcome {
                        LoopyOutcome::P => OutcomeClass::P,
                        LoopyOutcome::N => OutcomeClass::N,
                        LoopyOutcome::D => OutcomeClass::D,
                    }));
                }
                Ok(match prospect.remoteness {
                    None => Value::Infinity { negative: false },
                    Some(left) => {
                        let pace = upstar_values::Pace::Rapid;
                        Value::Paced(crate::value::Paced { pace, left, right: None })
                    }
                })
            }
            Worth::Entailed(set) => self.entailed(set.clone(), span),
            Worth::Short(g) => Ok(self.demote(*g)),
            Worth::Nim(nim) => self.nimber_of(*nim).map_err(stopped(span)),
            Worth::Ordinal(nimber) => self.transfinite(nimber.clone()).map_err(stopped(span)),
            Worth::Loony(Some(nim)) => self.nimber_of((*nim).into()).map_err(stopped(span)),
            Worth::Loony(None) => self.entailed(upstar_values::Entailed::loony(), span),
            Worth::Outcome(outcome) | Worth::Misere(outcome) => {
                Ok(Value::Outcome((*outcome).into()))
            }
            Worth::Sides(sides) => self.sided(*sides, span),
            Worth::Number(pace, left) => {
                let (pace, left) = (*pace, *left);
                Ok(Value::Paced(crate::value::Paced { pace, left, right: None }))
            }
            Worth::Tally(tally) => self.string(tally.to_string(), span),
        }
    }

    /// What rules say of themselves.
    pub(crate) fn facts_of(&mut self, rules: &Ruleset, span: Span) -> Evaluated<Facts> {
        Ok(self.room(rules, (1, 1), span)?.facts())
    }

    /// Have both players the same moves?
    pub(crate) fn is_impartial(&mut self, position: &Position, span: Span) -> Evaluated<bool> {
        Ok(self.table(position, span)?.0.facts().impartial)
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
        if term.rules.is_plain() || !self.room_of(term, span)?.facts().entailing {
            let title = term.rules.about().map_or("a plain value", |about| about.title);
            return Err(fail(ErrorKind::Domain, span, format!("{title} has no entailing moves")));
        }
        self.sum_of(vec![(Term { entailed: true, ..term.clone() }, 1)], span)
    }

    /// Who wins.
    pub(crate) fn position_outcome(
        &mut self,
        position: &Position,
        manner: Manner,
        span: Span,
    ) -> Evaluated<OutcomeClass> {
        let verdicts =
            self.put(position, span, |room, table, desk| room.verdicts(table, manner, desk))?;
        Ok(OutcomeClass::from_first(verdicts))
    }

    /// The turns of a player, each with what it gets him, the same position only once.
    pub(crate) fn position_turns(
        &mut self,
        position: &Position,
        manner: Manner,
        who: Player,
        wanted: Wanted,
        span: Span,
    ) -> Evaluated<Vec<(Value, Verdict)>> {
        let mut turns = self.put(position, span, |room, table, desk| {
            room.turns(table, manner, who, wanted, desk)
        })?;
        if let Some(more) = &turns.more {
            let more = more.clone();
            self.warn(span, &more);
        }
        let rules = match position.only_rules() {
            Some(rules) => rules.clone(),
            None => Ruleset::named("sum").unwrap_or_else(Ruleset::plain),
        };
        let mut seen: FxHashSet<Rc<Charged<Position>>> = FxHashSet::default();
        let mut list = Vec::with_capacity(turns.list.len());
        for turn in turns.list.drain(..) {
            self.step(span)?;
            let terms = self.terms_of(&rules, turn.to, turn.entailed, span)?;
            let to = self.sum_of(terms, span)?;
            if let Value::Position(position) = &to
                && !seen.insert(Rc::clone(position))
            {
                continue;
            }
            list.push((to, turn.verdict));
        }
        Ok(list)
    }

    /// The components of a position.
    pub(crate) fn position_components(
        &mut self,
        position: &Position,
        span: Span,
    ) -> Evaluated<Vec<Value>> {
        let mut list = Vec::new();
        for (term, count) in position.terms() {
            let parts = if term.rules.is_plain() || term.entailed {
                vec![(term.clone(), 1)]
            } else {
                let parts = self.room_of(term, span)?.components(&term.text);
                let parts = parts.map_err(|error| self.refused(error.into(), span))?;
                let mut parts = self.terms_of(&term.rules, parts, None, span)?;
                for (part, _) in &mut parts {
                    part.negated = term.negated;
                }
                parts
            };
            for part in parts {
                for _ in 0..*count {
                    self.step(span)?;
                    list.push(self.sum_of(vec![part.clone()], span)?);
                }
            }
        }
        Ok(list)
    }

    /// The position drawn with characters.
    pub(crate) fn position_sketch(&mut self, position: &Position, span: Span) -> Evaluated<String> {
        let mut pictures = Vec::new();
        for (term, count) in position.terms() {
            self.step(span)?;
            let picture = if term.rules.is_plain() {
                term.text.to_string()
            } else {
                let sketch = self.room_of(term, span)?.sketch(&term.text);
                sketch.map_err(|error| self.refused(error.into(), span))?
            };
            let sign = if term.negated { "-" } else { "" };
            let times = if *count > 1 { format!("{count} times ") } else { String::new() };
            pictures.push(match (position.terms().len(), sign.is_empty(), *count) {
                (1, true, 1) => picture,
                _ if term.rules.is_plain() => format!("{times}{picture}"),
                _ => format!("{times}{sign}{}\n{picture}", term.rules.written()),
            });
        }
        Ok(if pictures.is_empty() { "0".to_owned() } else { pictures.join("\n+\n") })
    }

    pub(crate) fn position_genus(&mut self, position: &Position, span: Span) -> Evaluated<Value> {
        let (genus, class) =
            self.put(position, span, |room, table, desk| room.genus(table, desk))?;
        let text = match class.kind {
            Kind::Nim(heap) => heap.to_string(),
            Kind::Tame | Kind::Restive => Genus::short_text(genus.base(), genus.exponent(0)),
            _ => genus.to_string(),
        };
        Ok(Value::Genus(Rc::new(Genus { genus, text })))
    }

    pub(crate) fn position_form(&mut self, position: &Position, span: Span) -> Evaluated<Value> {
        let form = self.put(position, span, |room, table, desk| room.misere_form(table, desk))?;
        Ok(Value::Misere(form))
    }

    /// How two sides compare of which one is a position: by who wins the difference, or where play
    /// may be endless by their values.
    pub(super) fn compare_positions(
        &mut self,
        a: &Value,
        b: &Value,
        span: Span,
    ) -> Evaluated<Option<Ordering>> {
        let mut ordinary = true;
        for side in [a, b] {
            if let Value::Position(position) = side {
                for (term, _) in position.terms() {
                    let plain = term.rules.is_plain();
                    ordinary &= plain || self.room_of(term, span)?.facts().ordinary;
                }
            } else if !matches!(side, Value::Game(_) | Value::Integer(_)) {
                ordinary = false;
            }
        }
        if !ordinary {
            let [a, b] = [self.valued(a, span)?, self.valued(b, span)?];
            return self.compare(&a, &b, span);
        }
        let negative = self.negate(b, span)?;
        let difference = self.add_positions(a, &negative, [span, span], span)?;
        let Value::Position(difference) = difference else { return Ok(Some(Ordering::Equal)) };
        let outcome = self.position_outcome(&difference, Manner::default(), span)?;
        Ok(match outcome {
            OutcomeClass::L => Some(Ordering::Greater),
            OutcomeClass::R => Some(Ordering::Less),
            OutcomeClass::P => Some(Ordering::Equal),
            _ => None,
        })
    }

    /// The value itself, of a position what it is worth.
    pub(crate) fn valued(&mut self, value: &Value, span: Span) -> Evaluated<Value> {
        match value {
            Value::Position(position) => self.position_value(position, Manner::default(), span),
            _ => Ok(value.clone()),
        }
    }

    /// Says what is missing where rules stand for a position.
    pub(crate) fn no_position_yet(&mut self, rules: &Ruleset, span: Span) -> Box<Error> {
        let message = format!("`{}` is a ruleset, and a position is needed here", rules.written());
        let mut error = fail(ErrorKind::Kind, span, message);
        error.hint = example(rules);
        error
    }

    fn refused(&mut self, refused: Refused, span: Span) -> Box<Error> {
        match refused {
            Refused::Stopped(why) => stopped(span)(why),
            Refused::NoTheory(reason) => fail(ErrorKind::Unsupported, span, reason),
            Refused::Position(error) => fail(ErrorKind::Domain, span, error.message),
        }
    }

    /// The value that a plain term is, if its text is that of the canonical form.
    pub(crate) fn canonical_plain(&mut self, text: &str) -> Result<Option<Value>, Stopped> {
        let value = match self.read(text, Span::default()) {
            Ok(value) => value,
            Err(error) => match error.kind {
                ErrorKind::Stopped(why) => return Err(why),
                _ => return Ok(None),
            },
        };
        let Ok(g) = self.game(&value, Span::default()) else { return Ok(None) };
        let canonical = plain::text(&mut self.calc, g)?;
        Ok((canonical.as_deref() == Some(text)).then_some(value))
    }
}

/// Whole numbers as texts, also in a list.
fn numbers(arguments: &[Value]) -> Option<Vec<String>> {
    let digits = |value: &Value| match value {
        Value::Integer(n) if *n >= IBig::ZERO => Some(n.to_string()),
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
fn rules_error(rules: &Ruleset, error: RulesError, span: Span) -> Box<Error> {
    match error {
        RulesError::Unknown { .. } | RulesError::Taken(_) => {
            fail(ErrorKind::Name, span, error.to_string())
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
