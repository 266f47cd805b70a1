//! Rules at hand: which room answers for a position, and how a question is put to it.

use super::position::rules_error;
use super::{Interpreter, fail, stopped};
use crate::error::{Error, ErrorKind, Evaluated, Span};
use crate::position::room::{Evaluator, Facts, Refused, StoreAccess, Table};
use crate::position::{Position, Ruleset, Term};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::Stopped;
use upstar_rules::registry::{self, plane_of};

/// How many rulesets are kept at hand.
const MOST_ROOMS: usize = 64;

/// Rules at hand, by name and the size of their boards.
#[derive(Default)]
pub(crate) struct EvaluatorCache(FxHashMap<String, Arc<Evaluator>>);

impl std::fmt::Debug for EvaluatorCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} rooms", self.0.len())
    }
}

fn larger(a: (usize, usize), b: (usize, usize)) -> (usize, usize) {
    (a.0.max(b.0), a.1.max(b.1))
}

impl Interpreter {
    /// The rules for positions of this size.
    pub(super) fn room(
        &mut self,
        rules: &Ruleset,
        size: (usize, usize),
        span: Span,
    ) -> Evaluated<Arc<Evaluator>> {
        let name = rules.full();
        let key = format!("{name}#{}", plane_of(size));
        if let Some(room) = self.rooms.0.get(&key) {
            return Ok(Arc::clone(room));
        }
        let opened = self.registry.open_sized(&name, size);
        let room = Evaluator::new(opened.map_err(|error| rules_error(rules, error, span))?);
        Ok(self.keep(key, room))
    }

    pub(super) fn keep(&mut self, key: String, room: Evaluator) -> Arc<Evaluator> {
        if self.rooms.0.len() >= MOST_ROOMS {
            self.rooms.0.clear();
        }
        let room = Arc::new(room);
        self.rooms.0.insert(key, Arc::clone(&room));
        room
    }

    /// The rules of a term alone.
    pub(super) fn room_of(&mut self, term: &Term, span: Span) -> Evaluated<Arc<Evaluator>> {
        self.room(&term.rules, registry::shape(&term.text), span)
    }

    /// Rules that know all terms, and the terms in their notation.
    pub(super) fn table(
        &mut self,
        position: &Position,
        span: Span,
    ) -> Evaluated<(Arc<Evaluator>, Table)> {
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
        let key = format!("sum {games:?} {largest:?}");
        if let Some(room) = self.rooms.0.get(&key) {
            return Ok((Arc::clone(room), table));
        }
        let text = position.text();
        let sum = self.registry.open("sum", &text);
        let sum = sum.map_err(|error| fail(ErrorKind::Domain, span, error.to_string()))?;
        let room = Evaluator::new(sum);
        Ok((self.keep(key, room), table))
    }

    /// Puts a question. Where memory ends that older questions hold, it is put once more without
    /// what they have learnt.
    pub(super) fn put<T>(
        &mut self,
        position: &Position,
        span: Span,
        question: impl Fn(&Evaluator, &Table, &mut StoreAccess<'_>) -> Result<T, Refused>,
    ) -> Evaluated<T> {
        let warm = !self.rooms.0.is_empty();
        let (room, table) = self.table(position, span)?;
        let mut answer = question(&room, &table, &mut self.desk());
        let mut fault = room.fault();
        drop(room);
        if matches!(answer, Err(Refused::Stopped(_))) {
            self.rooms.0.clear();
        }
        if warm && matches!(answer, Err(Refused::Stopped(Stopped::Memory(_)))) {
            let (room, table) = self.table(position, span)?;
            answer = question(&room, &table, &mut self.desk());
            fault = room.fault();
        }
        if let Some(fault) = fault {
            // What comes after something went wrong is no answer.
            self.rooms.0.clear();
            return Err(fail(ErrorKind::Domain, span, fault));
        }
        answer.map_err(|refused| self.refused(refused, span))
    }

    pub(super) fn desk(&mut self) -> StoreAccess<'_> {
        StoreAccess { calc: &mut self.calc, stoppers: &mut self.stoppers, forms: &mut self.misere }
    }

    /// What rules say of themselves.
    pub(crate) fn facts_of(&mut self, rules: &Ruleset, span: Span) -> Evaluated<Facts> {
        Ok(self.room(rules, (1, 1), span)?.facts())
    }

    /// Have both players the same moves?
    pub(crate) fn is_impartial(&mut self, position: &Position, span: Span) -> Evaluated<bool> {
        Ok(self.table(position, span)?.0.facts().impartial)
    }

    pub(super) fn refused(&mut self, refused: Refused, span: Span) -> Box<Error> {
        match refused {
            Refused::Stopped(why) => stopped(span)(why),
            Refused::NoTheory(reason) => fail(ErrorKind::Unsupported, span, reason),
            Refused::Position(error) => fail(ErrorKind::Domain, span, error.message),
        }
    }
}
