//! Which evaluator answers for a position, and how a query is put to it.

use super::position::rules_error;
use super::{Interpreter, fail, stopped};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::position::{Position, PositionTerm, Ruleset};
use crate::value::Charge;
use std::fmt;
use std::sync::Arc;
use upstar_base::{Stopped, Weigh};
use upstar_engine::{Evaluator, Facts, OpenRules, PlayMode, RulesKey};
use upstar_rules::Rules;
use upstar_rules::erased::{self, Erased};
use upstar_rules::registry::{self, plane_of};
use upstar_theory::theory::{CompoundPosition, NoAnswer, Theory};

/// A position as one ruleset has it. It holds the rules, so it means the same after they were closed
/// and others were opened in their place; those read the text anew.
pub(crate) struct AskedPosition {
    key: RulesKey,
    pub(super) rules: Arc<OpenRules>,
    /// One for each copy of a term.
    pub(super) terms: Vec<erased::Position>,
    /// Which of the terms must be answered.
    entailed: Option<usize>,
    _charge: Charge,
}

impl fmt::Debug for AskedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AskedPosition").field(&self.rules.title()).finish()
    }
}

impl AskedPosition {
    /// The position as a theory has it, with the components of its terms.
    fn standing(
        &self,
        theory: &dyn Theory<Erased>,
    ) -> Result<CompoundPosition<erased::Position>, NoAnswer> {
        let terms = &self.terms;
        if theory.is_one_position() && terms.len() > 1 {
            let reason = "a position can have infinitely many options, so it is played alone";
            return Err(unsupported(&self.rules, reason));
        }
        let Some(place) = self.entailed else { return Ok(theory.standing(terms)?) };
        let mut components = theory.standing(&terms[..place])?.components;
        let one = theory.standing(&terms[place..=place])?.components;
        if one.len() != 1 {
            return Err(NoAnswer::Refused(
                "only a single component can be entailed".to_owned(),
                None,
            ));
        }
        let entailed = Some(components.len());
        components.extend(one);
        components.extend(theory.standing(&terms[place + 1..])?.components);
        Ok(CompoundPosition { components, entailed })
    }
}

/// Why there is no answer for these rules.
pub(super) fn unsupported(rules: &OpenRules, reason: &str) -> NoAnswer {
    NoAnswer::Refused(format!("{}: {reason}", rules.title()), None)
}

fn larger(a: (usize, usize), b: (usize, usize)) -> (usize, usize) {
    (a.0.max(b.0), a.1.max(b.1))
}

impl Interpreter {
    /// The rules for positions of this size.
    pub(super) fn open_rules(
        &mut self,
        rules: &Ruleset,
        size: (usize, usize),
        span: Span,
    ) -> Evaluated<(RulesKey, Arc<OpenRules>)> {
        let name = rules.full();
        let registry = &self.registry;
        let key = RulesKey::new(registry, &name, size, "");
        let opened = self.evaluators.rules(&key, || {
            registry.open_sized(&name, size).map(|(about, opened)| OpenRules::new(&about, opened))
        });
        Ok((key, opened.map_err(|error| rules_error(rules, error, span))?))
    }

    /// The rules of a term alone.
    pub(super) fn rules_of(
        &mut self,
        term: &PositionTerm,
        span: Span,
    ) -> Evaluated<Arc<OpenRules>> {
        Ok(self.open_rules(&term.rules, registry::shape(&term.text), span)?.1)
    }

    /// Rules that know all terms.
    fn rules_of_all(
        &mut self,
        position: &Position,
        span: Span,
    ) -> Evaluated<(RulesKey, Arc<OpenRules>)> {
        if let Some(rules) = position.only_rules() {
            let shapes = position.terms().iter().map(|(term, _)| registry::shape(&term.text));
            return self.open_rules(rules, shapes.fold((0, 0), larger), span);
        }
        // The planes of all boards, and that of the largest of each game.
        let mut games: Vec<(String, u8)> = Vec::new();
        let mut largest: Vec<(String, (usize, usize))> = Vec::new();
        for (term, _) in position.terms() {
            let game = if term.rules.is_plain() {
                // Rules of plain values depend on whether all of them are impartial.
                let impartial = upstar_rules::sum::is_impartial_value(&term.text);
                (String::new(), u8::from(impartial == Some(true)))
            } else {
                let (name, shape) = (term.rules.full(), registry::shape(&term.text));
                match largest.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, size)) => *size = larger(*size, shape),
                    None => largest.push((name.clone(), shape)),
                }
                (name, plane_of(shape))
            };
            games.push(game);
        }
        games.sort_unstable();
        games.dedup();
        let mut largest: Vec<(String, u8)> =
            largest.into_iter().map(|(name, size)| (name, plane_of(size))).collect();
        largest.sort_unstable();
        let registry = &self.registry;
        let key = RulesKey::of_sum(registry, &games, &largest);
        let opened = self.evaluators.rules(&key, || {
            let sum = registry.open("sum", &position.bare_text());
            sum.map(|(about, opened)| OpenRules::new(&about, opened))
        });
        Ok((key, opened.map_err(|error| fail(ErrorKind::Domain, span, error.to_string()))?))
    }

    /// The position as its rules have it. Its text is read once, as long as the same rules are open.
    pub(super) fn asked(
        &mut self,
        position: &Position,
        span: Span,
    ) -> Evaluated<Arc<AskedPosition>> {
        if let Some(asked) = position.asked()
            && self.evaluators.has(&asked.key, &asked.rules)
        {
            return Ok(asked);
        }
        let (key, rules) = self.rules_of_all(position, span)?;
        let (mut terms, mut entailed) = (Vec::new(), None);
        for (place, (text, is_entailed)) in position.texts().enumerate() {
            entailed = if is_entailed { Some(place) } else { entailed };
            let term = rules.rules().parse(&text);
            terms.push(term.map_err(|error| fail(ErrorKind::Domain, span, error.message))?);
        }
        let mut charge = Charge::new(self.calc.budget());
        let bytes = size_of::<AskedPosition>() + terms.heap_bytes();
        let is_kept = charge.add(bytes as u64).is_ok();
        let asked = Arc::new(AskedPosition { key, rules, terms, entailed, _charge: charge });
        if is_kept {
            position.keep(&asked);
        }
        Ok(asked)
    }

    /// Answers a query. Where memory ends that older queries hold, the answer is computed once
    /// more without their results.
    pub(super) fn query<T>(
        &mut self,
        position: &Position,
        span: Span,
        query: impl Fn(&mut Interpreter, &AskedPosition) -> Result<T, NoAnswer>,
    ) -> Evaluated<T> {
        let warm = !self.evaluators.is_empty();
        let mut asked = self.asked(position, span)?;
        let mut answer = query(self, &asked);
        if matches!(answer, Err(NoAnswer::Stopped(_))) {
            self.evaluators.clear();
        }
        if warm && matches!(answer, Err(NoAnswer::Stopped(Stopped::Memory(_)))) {
            asked = self.asked(position, span)?;
            answer = query(self, &asked);
        }
        if let Some(fault) = asked.rules.fault() {
            // What comes after something went wrong is no answer.
            self.evaluators.clear();
            return Err(fail(ErrorKind::Domain, span, fault));
        }
        answer.map_err(|error| match error {
            NoAnswer::Stopped(why) => stopped(span)(why),
            NoAnswer::Refused(reason, remedy) => {
                let mut error = fail(ErrorKind::Unsupported, span, reason);
                error.remedy = remedy;
                error
            }
            NoAnswer::NoTheory(reason) => fail(ErrorKind::Unsupported, span, reason),
        })
    }

    /// Answers a query with the theory for this play mode.
    pub(super) fn evaluate<T>(
        &mut self,
        position: &Position,
        mode: PlayMode,
        span: Span,
        query: impl Fn(
            &mut dyn Theory<Erased>,
            &CompoundPosition<erased::Position>,
            &OpenRules,
        ) -> Result<T, NoAnswer>,
    ) -> Evaluated<T> {
        self.query(position, span, |m, asked| {
            let mut evaluator = match m.evaluators.take(&asked.key, &mode) {
                Some(evaluator) => evaluator,
                None => Evaluator::new(&asked.rules, &mode, m.calc.fork())?,
            };
            evaluator.set_budget(m.calc.budget());
            let at = asked.standing(evaluator.theory());
            let answer = at.and_then(|at| {
                evaluator.ask(&mut m.stoppers, |theory| query(theory, &at, &asked.rules))
            });
            m.evaluators.keep(&asked.key, evaluator);
            answer
        })
    }

    /// What rules say of themselves.
    pub(crate) fn facts_of(&mut self, rules: &Ruleset, span: Span) -> Evaluated<Facts> {
        Ok(self.open_rules(rules, (1, 1), span)?.1.facts())
    }

    /// Have both players the same moves?
    pub(crate) fn is_impartial(&mut self, position: &Position, span: Span) -> Evaluated<bool> {
        Ok(self.asked(position, span)?.rules.facts().impartial)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
#[path = "../../tests/private/evaluators.rs"]
mod tests;
