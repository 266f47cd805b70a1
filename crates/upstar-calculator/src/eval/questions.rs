//! Questions about positions, and their answers as values.

use super::evaluators::unsupported;
use super::loopy::are_stoppers;
use super::turns::{TurnLister, WantedTurns};
use super::{Interpreter, stopped};
use crate::error::{Evaluated, Span};
use crate::position::{Position, Ruleset};
use crate::value::{Charged, Game, Genus, Paced, Value};
use dashu_int::IBig;
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::{Budget, OutcomeClass, Player, Stopped, Verdict};
use upstar_engine::PlayMode;
use upstar_misere::class::ClassKind;
use upstar_misere::position::ReducedPositions;
use upstar_rules::Rules;
use upstar_rules::erased::{self, Erased};
use upstar_theory::loopy::remoteness::{MOST_STATES, Remoteness};
use upstar_theory::loopy::values::LoopyValues;
use upstar_theory::theory::{NamedValue, NoAnswer, Reason, Valuation};
use upstar_values::ComponentPace;
use upstar_values::surreal::TransfiniteNimber;

/// A turn of a player.
pub(crate) struct Judged {
    /// The position that it leaves.
    pub(crate) to: Value,
    /// What it gets the player.
    pub(crate) verdict: Verdict,
    /// Why, where that is known.
    pub(crate) reason: Option<Reason>,
}

impl Interpreter {
    /// What a turn of `who` gets him, and why.
    pub(crate) fn judgement(
        &mut self,
        turn: &Judged,
        who: Player,
        impartial: bool,
        span: Span,
    ) -> Evaluated<String> {
        let Some(reason) = &turn.reason else { return Ok(turn.verdict.to_string()) };
        let words = reason.words(turn.verdict, who, impartial, &mut |named| {
            let value = match named {
                NamedValue::Short(g) => self.demote(g),
                NamedValue::Ordinal(nimber) => self.transfinite(nimber.clone())?,
            };
            crate::show::value(self, &value, crate::print::Notation::Ascii)
        });
        Ok(format!("{}: {}", turn.verdict, words.map_err(stopped(span))?))
    }

    /// What a position is worth.
    pub(crate) fn position_value(
        &mut self,
        position: &Position,
        manner: PlayMode,
        span: Span,
    ) -> Evaluated<Value> {
        if manner == PlayMode::default()
            && position.only_rules().is_none()
            && let Some(value) = self.sum_of_values(position, span)?
        {
            return Ok(value);
        }
        let worth = self.valuation(position, manner, span)?;
        self.worth(&worth, span)
    }

    /// What a position is worth, as the theory for this play mode has it.
    fn valuation(
        &mut self,
        position: &Position,
        manner: PlayMode,
        span: Span,
    ) -> Evaluated<Valuation> {
        self.evaluate(position, manner, span, |theory, at, _| {
            let worth = theory.worth(at)?;
            match worth.value {
                Game::Sided(sides) if !are_stoppers(sides) => {
                    let reason = "the sides of this game are not known to equal stoppers";
                    Err(NoAnswer::Refused(reason.to_owned(), None))
                }
                _ => Ok(worth),
            }
        })
    }

    /// How soon a sum of loopy games is over; `None` if no loopy game is in it.
    pub(crate) fn position_remoteness(
        &mut self,
        position: &Position,
        span: Span,
    ) -> Evaluated<Option<Value>> {
        self.evaluate(position, PlayMode::default(), span, |theory, at, rules| {
            let nature = rules.rules().nature();
            // Where a theorem has the values of a loopy game it is played as one that ends.
            if !nature.loopy || theory.is_plain_sum() {
                return Ok(None);
            }
            let [left, right] =
                [Player::Left, Player::Right].map(|who| theory.remoteness(at, who, MOST_STATES));
            let value = |paced| Ok(Some(Value::Game(Game::Paced(paced))));
            let pace = ComponentPace::Rapid;
            match (left?, right?) {
                (Remoteness::Finite(far), _) if nature.impartial => {
                    value(Paced::of_mover(pace, far))
                }
                (Remoteness::Finite(left), Remoteness::Finite(right)) => {
                    value(Paced { pace, left, right: Some(right) })
                }
                (Remoteness::Infinite, Remoteness::Infinite) => {
                    Ok(Some(Value::Game(Game::Infinity { negative: false })))
                }
                (Remoteness::Unknown, _) | (_, Remoteness::Unknown) => Err(unsupported(
                    rules,
                    "this position leads to too many others to find its remoteness",
                )),
                (left, right) => {
                    let [left, right] = [left, right].map(|far| match far.moves() {
                        Some(moves) => format!("{moves} moves"),
                        None => "a draw".to_owned(),
                    });
                    let reason = format!("{left} if Left moves first, {right} if Right does");
                    Err(unsupported(rules, &reason))
                }
            }
        })
    }

    /// All positions that can be reached in an endless impartial game, with their remotenesses.
    pub(crate) fn position_census(
        &mut self,
        position: &Position,
        span: Span,
    ) -> Evaluated<Vec<(String, Option<u32>)>> {
        self.query(position, span, |m, asked| {
            let rules = asked.rules.rules();
            let refused = |reason: &str| Err(unsupported(&asked.rules, reason));
            let [position] = &asked.terms[..] else {
                return refused("the positions that can be reached are those of one position");
            };
            if !rules.nature().loopy || !rules.nature().impartial {
                return refused("remotenesses are listed for endless impartial games");
            }
            let mut values = LoopyValues::new(rules, Arc::clone(m.calc.budget()));
            let Some(all) = values.census(position)? else {
                return refused("infinitely many positions can be reached");
            };
            let spelled = all.iter().map(|(position, label)| {
                m.calc.step()?;
                Ok((rules.show(position), label.remoteness))
            });
            spelled.collect()
        })
    }

    /// The value of a sum of different games, if the values of its terms are short games.
    pub(super) fn sum_of_values(
        &mut self,
        position: &Position,
        span: Span,
    ) -> Evaluated<Option<Value>> {
        let mut total = Value::Game(Game::Integer(IBig::ZERO));
        for (term, _) in position.terms() {
            if !term.rules.is_plain() && !self.rules_of(term, span)?.facts().ordinary {
                return Ok(None);
            }
        }
        for ((term, count), alone) in position.terms().iter().zip(position.alone()) {
            self.step(span)?;
            let mut value = if term.rules.is_plain() {
                self.read(&term.text, span)?
            } else {
                let worth = self.valuation(alone, PlayMode::default(), span)?;
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
        self.stores().nimber(nim).map(Value::Game)
    }

    /// A nimber that may be infinite.
    pub(crate) fn transfinite(&mut self, nimber: TransfiniteNimber) -> Result<Value, Stopped> {
        self.stores().transfinite(nimber).map(Value::Game)
    }

    /// What a theory found, as a value of its most specific kind; short games and sides are those
    /// of this session.
    pub(crate) fn worth(&mut self, worth: &Valuation, span: Span) -> Evaluated<Value> {
        const NOT_PROVED: &str = "the graph is infinite: this is not proved, two cuts agree on it";
        if worth.prospect.is_some_and(|prospect| !prospect.proved) {
            self.warn(span, NOT_PROVED);
        }
        let normal = self.stores().normal(&worth.value);
        self.stored(normal, span)
    }

    /// Who wins.
    pub(crate) fn position_outcome(
        &mut self,
        position: &Position,
        manner: PlayMode,
        span: Span,
    ) -> Evaluated<OutcomeClass> {
        let verdicts =
            self.evaluate(position, manner, span, |theory, at, _| Ok(theory.verdicts(at)?.0))?;
        Ok(OutcomeClass::from_first(verdicts))
    }

    /// The turns of a player, each with what it gets him, the same position only once.
    pub(crate) fn position_turns(
        &mut self,
        position: &Position,
        manner: PlayMode,
        who: Player,
        wanted: WantedTurns,
        span: Span,
    ) -> Evaluated<Vec<Judged>> {
        let budget = Arc::clone(self.calc.budget());
        let mut turns = self.evaluate(position, manner, span, |theory, at, rules| {
            TurnLister { theory, at, rules, budget: &budget }.run(who, wanted)
        })?;
        if let Some(more) = &turns.more {
            self.warn(span, more);
        }
        let rules = match position.only_rules() {
            Some(rules) => rules.clone(),
            None => Ruleset::named("sum").unwrap_or_else(Ruleset::plain),
        };
        // What can change behind a position are the memories of its rules, no part of its identity.
        #[allow(clippy::mutable_key_type)]
        let mut seen: FxHashSet<Arc<Charged<Position>>> = FxHashSet::default();
        let mut list = Vec::with_capacity(turns.list.len());
        for turn in turns.list.drain(..) {
            self.step(span)?;
            let terms = self.terms_of(&rules, turn.to, turn.entailed, span)?;
            let to = self.sum_of(terms, span)?;
            if let Value::Position(position) = &to
                && !seen.insert(Arc::clone(position))
            {
                continue;
            }
            list.push(Judged { to, verdict: turn.verdict, reason: turn.reason });
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
        for ((term, count), alone) in position.terms().iter().zip(position.alone()) {
            let parts = if term.rules.is_plain() || term.entailed {
                vec![(term.clone(), 1)]
            } else {
                let asked = self.asked(alone, span)?;
                let parts = asked.terms.iter().flat_map(|part| asked.rules.components(part));
                let mut parts = self.terms_of(&term.rules, parts.collect(), None, span)?;
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
        for ((term, count), alone) in position.terms().iter().zip(position.alone()) {
            self.step(span)?;
            let picture = if term.rules.is_plain() {
                term.text.to_string()
            } else {
                let asked = self.asked(alone, span)?;
                asked.terms.iter().map(|at| asked.rules.rules().sketch(at)).collect()
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
        let (genus, class) = self.reduced(position, span, |_, positions, terms, budget| {
            let word = positions.sum(terms, budget)?;
            Ok((positions.genus(&word, budget)?, positions.class(&word, budget)?))
        })?;
        let text = match class.kind {
            ClassKind::Nim(heap) => heap.to_string(),
            ClassKind::Tame | ClassKind::Restive => {
                Genus::short_text(genus.base(), genus.exponent(0))
            }
            _ => genus.to_string(),
        };
        Ok(Value::Game(Game::Genus(Arc::new(Genus { genus, text }))))
    }

    pub(crate) fn position_form(&mut self, position: &Position, span: Span) -> Evaluated<Value> {
        let form = self.reduced(position, span, |m, positions, terms, budget| {
            let word = positions.sum(terms, budget)?;
            positions.form(&word, &mut m.misere)
        })?;
        Ok(Value::Game(Game::Misere(form)))
    }

    /// Reduces a position in misère play.
    fn reduced<T>(
        &mut self,
        position: &Position,
        span: Span,
        query: impl Fn(
            &mut Interpreter,
            &mut ReducedPositions<Erased>,
            &[erased::Position],
            &Budget,
        ) -> Result<T, Stopped>,
    ) -> Evaluated<T> {
        self.query(position, span, |m, asked| {
            let budget = Arc::clone(m.calc.budget());
            let reduced = asked
                .rules
                .reduced(&budget, |positions, part| query(m, positions, &asked.terms, part));
            let reason = "genus and canonical form in misère play are for impartial games that end";
            Ok(reduced.ok_or_else(|| unsupported(&asked.rules, reason))??)
        })
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
                    ordinary &= plain || self.rules_of(term, span)?.facts().ordinary;
                }
            } else if !matches!(
                side,
                Value::Game(Game::Short(_) | Game::UpStar(_) | Game::Integer(_))
            ) {
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
        let outcome = self.position_outcome(&difference, PlayMode::default(), span)?;
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
            Value::Position(position) => self.position_value(position, PlayMode::default(), span),
            _ => Ok(value.clone()),
        }
    }
}
