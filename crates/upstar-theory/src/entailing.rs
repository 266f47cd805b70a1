//! Impartial games with entailing and complimenting moves (Winning Ways ch. 12).
//!
//! The value of a position is the set of all `n` for which the player who has just moved there,
//! by an entailing move, wins if everything else is worth `*n`. A number is *not* in the set if
//! the opponent has an answer: an option of that value. So the set is the complement of what the
//! options contribute:
//!
//! - an ordinary move to components of values `a`, `b`, ...: the one number `a ^ b ^ ...`, nothing
//!   if one of them is loony;
//! - an entailing move: the whole set of the position it leads to;
//! - a complimenting move, after which the same player moves again: every number but the nim-value
//!   of where it leads, and every number at all if that is loony;
//! - a move that wins at once: every number.
//!
//! When the last move was an ordinary one only the least element matters, since the player to
//! move may go elsewhere; without elements the position is loony, and so is every sum with it.
//!
//! Stacks of Top Entails have an engine of their own, [`Stacks`].

use crate::lists::components_in;
use crate::path::Path;
use crate::structure::theorem::unboxed;
use crate::structure::top_entails::Stacks;
use std::any::Any;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Player, Stopped, Work, deeper};
use upstar_rules::entailing::tailed::Tailed;
use upstar_rules::entailing::top_entails::TopEntails;
use upstar_rules::erased::Erased;
use upstar_rules::{MoveKind, Rules, listed};
use upstar_values::Entailed;

/// Computes values of positions of one impartial ruleset without cycles and remembers them.
pub struct Entailing<R: Rules> {
    rules: Arc<R>,
    work: Work,
    known: Memo<R::Position, Entailed>,
    path: Path<R::Position>,
    /// For Top Entails.
    stacks: Option<Box<Stacks>>,
}

/// Are these the rules of Top Entails?
fn is_top_entails(mut rules: &dyn Any) -> bool {
    while let Some(boxed) = rules.downcast_ref::<Erased>() {
        rules = boxed.inside();
    }
    rules.downcast_ref::<Tailed>().is_some_and(|tailed| tailed.heap::<TopEntails>().is_some())
}

impl<R: Rules> Entailing<R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        let stacks = is_top_entails(&**rules).then(Box::default);
        Entailing { stacks, ..Entailing::general(rules, budget) }
    }

    /// An engine that looks at the moves of every position, even where there is a faster way.
    pub fn general(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        let (known, path) = (Memo::new(&budget), Path::new(&budget));
        let rules = Arc::clone(rules);
        Entailing { rules, known, path, work: Work::new(budget), stacks: None }
    }

    /// Works within another budget, a part of the first one, from now on.
    pub fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.work.set_budget(Arc::clone(budget));
    }

    /// How many components have a value so far.
    pub fn known(&self) -> usize {
        self.known.len() + self.stacks.as_ref().map_or(0, |stacks| stacks.known() as usize)
    }

    /// The set of a single component.
    pub fn of(&mut self, component: &R::Position) -> Result<Entailed, Stopped> {
        if let Some(stacks) = &mut self.stacks
            && let Some(heaps) = unboxed::<Tailed>(component)
            && let [] | [_] = heaps.sizes()
        {
            let coins = heaps.sizes().first().copied().unwrap_or(0);
            return stacks.set(coins, self.work.budget());
        }
        let form = self.rules.normal_form(component.clone()).0;
        if let Some(set) = self.known.get(&form) {
            return Ok(set.clone());
        }
        self.path.enter(&form, |form| self.rules.show(form))?;
        let set = deeper(|| self.by_options(&form));
        self.path.leave();
        let set = set?;
        self.known.insert(form, set.clone())?;
        Ok(set)
    }

    fn by_options(&mut self, form: &R::Position) -> Result<Entailed, Stopped> {
        let options = listed(&*self.rules, form, Player::Left, self.work.budget())?;
        let mut answered = Entailed::loony();
        for option in &options {
            self.work.steps(16)?;
            match self.rules.move_kind(form, Player::Left, option) {
                MoveKind::Ordinary => {
                    if let Some(n) = self.nim_value(std::slice::from_ref(option))? {
                        answered.insert(n);
                    }
                }
                MoveKind::Entailing => answered.add(&self.of(option)?),
                MoveKind::Complimenting => {
                    let set = match self.nim_value(std::slice::from_ref(option))? {
                        Some(n) => Entailed::only(n).complement(),
                        None => Entailed::sunny(),
                    };
                    answered.add(&set);
                }
                MoveKind::Overriding => answered.add(&Entailed::sunny()),
                // Nobody makes a move that loses at once.
                MoveKind::Suiciding => {}
            }
        }
        Ok(answered.complement())
    }

    /// The nim-value of a sum of positions when the last move was an ordinary one; `None` if it
    /// is loony.
    pub fn nim_value(&mut self, sum: &[R::Position]) -> Result<Option<u32>, Stopped> {
        let mut total = Some(0);
        for position in sum {
            let budget = self.work.budget();
            for component in &components_in(Vec::new(), &*self.rules, position.clone(), budget)? {
                let least = self.of(component)?.least();
                total = total.zip(least).map(|(total, least)| total ^ least);
            }
        }
        Ok(total)
    }

    /// The set of a sum in which `entailed` must be answered: all `n` for which the player who
    /// moved there wins if everything else besides is worth `*n`.
    pub fn entailed_sum(
        &mut self,
        rest: &[R::Position],
        entailed: &R::Position,
    ) -> Result<Entailed, Stopped> {
        let set = self.of(entailed)?;
        Ok(match self.nim_value(rest)? {
            Some(n) => set.beside(n),
            // While something loony waits elsewhere only entailing moves matter.
            None if set.is_cofinite() => Entailed::sunny(),
            None => Entailed::loony(),
        })
    }

    /// Does the player to move win a sum of which `entailed`, if any, must be answered?
    pub fn wins(
        &mut self,
        rest: &[R::Position],
        entailed: Option<&R::Position>,
    ) -> Result<bool, Stopped> {
        match entailed {
            None => Ok(self.nim_value(rest)? != Some(0)),
            Some(entailed) => Ok(!self.entailed_sum(rest, entailed)?.contains(0)),
        }
    }
}
