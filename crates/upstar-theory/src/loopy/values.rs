//! Values of positions of a loopy impartial ruleset, from the graph of all that can be reached.
//!
//! Where that graph is infinite it is cut off at a size: positions that lead beyond are never
//! labelled nor counted as reverting, so every label that is found is right. That a position
//! is loopy is then only likely: it is reported when two cuts agree, as unproved.

use super::graph::LoopyGraph;
use super::race::Race;
use super::remoteness::{FEW_STATES, Remoteness, hurry};
use super::{remoteness, smith};
use crate::compound::theory::CompoundTheory;
use crate::lists::{components_in, options_in};
use crate::numbered::Numbered;
use crate::theory::{MovesOf, NoAnswer, PositionOf, Reason, Valuation};
use std::sync::Arc;
use upstar_base::{Budget, Memo, OutcomeClass, Player, Stopped, Verdict, Weigh};
use upstar_rules::{MoveKind, Rules};
use upstar_values::LoopyNimber;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopyLabel {
    /// Its value.
    pub value: LoopyNimber,
    /// Its remoteness; `None` for a draw, and for a sum that was not gone through.
    pub remoteness: Option<u32>,
    /// Is all this proved? Not when the graph was cut off and the value is loopy.
    pub proved: bool,
}

impl LoopyLabel {
    /// How soon it is over.
    pub fn distance(&self) -> Remoteness {
        match self.value.outcome() {
            OutcomeClass::D => Remoteness::Infinite,
            _ => self.remoteness.map_or(Remoteness::Unknown, Remoteness::Finite),
        }
    }

    /// Whether the outcome is proved: labels that are found are right, so only a draw may not be.
    pub fn outcome_is_proved(&self) -> bool {
        self.proved || self.value.outcome() != OutcomeClass::D
    }
}

/// Positions with what is known of them.
pub type Census<R> = Vec<(<R as Rules>::Position, LoopyLabel)>;

impl Weigh for LoopyLabel {
    fn heap_bytes(&self) -> usize {
        self.value.heap_bytes()
    }
}

/// Computes values of positions of one loopy impartial ruleset and remembers them.
pub struct LoopyValues<R: Rules> {
    rules: Arc<R>,
    budget: Arc<Budget>,
    known: Memo<R::Position, LoopyLabel>,
    race: Race<R>,
    /// Can all play from the sum whose turns are listed be gone through?
    solved: bool,
}

/// A graph explored from a position.
struct ExploredGraph<P> {
    positions: Numbered<P>,
    graph: LoopyGraph,
    /// Nodes with options beyond the cut.
    frozen: Vec<bool>,
    /// Nodes with a move that wins at once.
    winning: Vec<bool>,
}

impl<R: Rules> LoopyValues<R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        let rules = Arc::clone(rules);
        let race = Race::new(&rules, Arc::clone(&budget));
        LoopyValues { rules, known: Memo::new(&budget), race, solved: false, budget }
    }

    /// The value of a position, the sum of its components.
    pub fn of(&mut self, position: &R::Position) -> Result<LoopyLabel, Stopped> {
        let components = components_in(Vec::new(), &*self.rules, position.clone(), &self.budget)?;
        match &components[..] {
            // Nothing left to play is a position too, at stage 0.
            [] => self.of_component(position.clone()),
            [component] => self.of_component(component.clone()),
            _ => self.of_sum(&components),
        }
    }

    /// What is known of a position played as one game, without looking at its components. In a
    /// union or a join it is one component, even if it is the sum of several.
    pub fn alone(&mut self, position: &R::Position) -> Result<LoopyLabel, Stopped> {
        self.of_component(position.clone())
    }

    /// The value of a sum. Its remoteness is known where a single component decides it.
    pub fn of_sum(&mut self, sum: &[R::Position]) -> Result<LoopyLabel, Stopped> {
        if let [position] = sum {
            return self.of(position);
        }
        let mut total = LoopyNimber::nim(0);
        let mut proved = true;
        for position in sum {
            let label = self.of(position)?;
            total = total.plus(&label.value);
            proved &= label.proved;
        }
        Ok(LoopyLabel { value: total, remoteness: None, proved })
    }

    /// How soon a sum is over; unknown if its components can reach more than `most` states
    /// together.
    pub fn remoteness(&mut self, sum: &[R::Position], most: usize) -> Result<Remoteness, Stopped> {
        let parts = self.components(sum)?;
        match &parts[..] {
            [] => return Ok(Remoteness::Finite(0)),
            [one] => return Ok(self.of_component(one.clone())?.distance()),
            _ => {}
        }
        if self.of_sum(sum)?.value.outcome() == OutcomeClass::D {
            return Ok(Remoteness::Infinite);
        }
        if self.rules.nature().unbounded {
            return Ok(Remoteness::Unknown);
        }
        let solved = self.race.remoteness(sum, Player::Left, most)?;
        Ok(solved.map_or(Remoteness::Unknown, Remoteness::solved))
    }

    /// The components of all terms of a sum.
    fn components(&self, sum: &[R::Position]) -> Result<Vec<R::Position>, Stopped> {
        let mut all = Vec::new();
        for position in sum {
            let position = position.clone();
            let parts = components_in(Vec::new(), &*self.rules, position, &self.budget)?;
            all.extend(parts.into_vec());
        }
        Ok(all)
    }

    /// The stages of all components of a sum together; `None` if one of them has none.
    pub fn stages(&mut self, sum: &[R::Position]) -> Result<Option<u64>, Stopped> {
        let mut total = Some(0);
        for component in self.components(sum)? {
            let stage = self.of_component(component)?.value.stage();
            total = total.zip(stage).map(|(total, stage)| total + u64::from(stage));
        }
        Ok(total)
    }

    fn of_component(&mut self, component: R::Position) -> Result<LoopyLabel, Stopped> {
        let form = self.rules.normal_form(component).0;
        if let Some(label) = self.known.get(&form) {
            return Ok(label.clone());
        }
        if !self.rules.nature().unbounded {
            let explored = self.explore(&form, u32::MAX)?;
            let labels = self.labels(&explored, true)?;
            let first = labels.first().cloned();
            for (position, label) in explored.positions.into_list().into_iter().zip(labels) {
                self.known.insert(position, label)?;
            }
            // The position itself is number 0.
            return first.ok_or(Stopped::Limit { what: "the graph of a position", limit: 0 });
        }
        let mut cut = self.rules.size(&form).saturating_mul(2).saturating_add(32);
        let mut before: Option<LoopyLabel> = None;
        loop {
            let explored = self.explore(&form, cut)?;
            let label = self.labels(&explored, false)?.swap_remove(0);
            let agrees = before.as_ref().is_some_and(|before| *before == label);
            if agrees {
                self.known.insert(form, label.clone())?;
                return Ok(label);
            }
            before = Some(label);
            cut = cut.saturating_mul(2);
        }
    }

    /// Every position that can be reached from one, in normal form and itself first, with what is
    /// known of it. Only where there are finitely many.
    pub fn census(&mut self, position: &R::Position) -> Result<Option<Census<R>>, Stopped> {
        if self.rules.nature().unbounded {
            return Ok(None);
        }
        let form = self.rules.normal_form(position.clone()).0;
        let explored = self.explore(&form, u32::MAX)?;
        let labels = self.labels(&explored, true)?;
        Ok(Some(explored.positions.into_list().into_iter().zip(labels).collect()))
    }

    /// All positions that can be reached, those of at most a size.
    fn explore(
        &self,
        start: &R::Position,
        cut: u32,
    ) -> Result<ExploredGraph<R::Position>, Stopped> {
        let mut positions = Numbered::new(start.clone(), &self.budget)?;
        let (mut lists, mut frozen, mut winning) = (Vec::new(), Vec::new(), Vec::new());
        let special = !self.rules.nature().special_moves.is_empty();
        let mut old = Vec::new();
        while lists.len() < positions.len() {
            if lists.len() % 256 == 0 {
                self.budget.check()?;
            }
            let position = positions.get(lists.len()).clone();
            let mut options = options_in(old, &*self.rules, &position, Player::Left, &self.budget)?;
            let (mut list, mut beyond, mut wins) = (Vec::new(), false, false);
            for option in options.drain() {
                if special
                    && self.rules.move_kind(&position, Player::Left, &option)
                        == MoveKind::Overriding
                {
                    wins = true;
                    continue;
                }
                if self.rules.size(&option) > cut {
                    beyond = true;
                    continue;
                }
                list.push(positions.number(self.rules.normal_form(option).0)?);
            }
            old = options.into_vec();
            positions.pay(24 * list.len() + 64)?;
            lists.push(list);
            frozen.push(beyond);
            winning.push(wins);
        }
        // Who can win at once does so: nobody moves to such a position, and its own other moves
        // do not matter.
        for (list, &wins) in lists.iter_mut().zip(&winning) {
            if wins {
                list.clear();
            } else {
                list.retain(|&option| !winning[option as usize]);
            }
        }
        Ok(ExploredGraph { positions, graph: LoopyGraph::new(lists), frozen, winning })
    }

    fn labels(
        &self,
        explored: &ExploredGraph<R::Position>,
        whole: bool,
    ) -> Result<Vec<LoopyLabel>, Stopped> {
        let ExploredGraph { graph, frozen, winning, .. } = explored;
        // A position from which one wins at once is no end; it has no label at all.
        let out = |node: u32| frozen[node as usize] || winning[node as usize];
        let values = smith::values(graph, out, &self.budget)?;
        let remoteness = remoteness::remoteness(graph, out);
        let labels = values.into_iter().zip(remoteness).zip(winning);
        Ok(labels
            .map(|((value, remoteness), &wins)| {
                if wins {
                    LoopyLabel { value: LoopyNimber::Loony, remoteness: Some(1), proved: true }
                } else {
                    let proved = whole || !matches!(value, LoopyNimber::Loopy(_));
                    LoopyLabel { value, remoteness, proved }
                }
            })
            .collect())
    }
}

impl<R: Rules> CompoundTheory<R> for LoopyValues<R> {
    fn name(&self) -> &'static str {
        "loopy values"
    }

    fn known(&self) -> usize {
        self.known.len().max(self.race.known())
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.budget = Arc::clone(budget);
        self.race.set_budget(budget);
    }

    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        Ok(self.of_sum(&at.components)?.into())
    }

    fn verdict(&mut self, at: &PositionOf<R>, who: Player) -> Result<Verdict, Stopped> {
        Ok(self.of_sum(&at.components)?.value.outcome().first(who))
    }

    fn remoteness(
        &mut self,
        at: &PositionOf<R>,
        _: Player,
        most: usize,
    ) -> Result<Remoteness, Stopped> {
        LoopyValues::remoteness(self, &at.components, most)
    }

    fn is_proved(&mut self, at: &PositionOf<R>) -> Result<Option<bool>, Stopped> {
        Ok(Some(self.of_sum(&at.components)?.outcome_is_proved()))
    }

    fn begin(&mut self, at: &PositionOf<R>, _: Player) -> Result<(), Stopped> {
        let sum = &at.components;
        self.solved = match self.components(sum)?.len() {
            0 | 1 => true,
            _ if self.rules.nature().unbounded => false,
            _ => self.race.remoteness(sum, Player::Left, FEW_STATES)?.is_some(),
        };
        Ok(())
    }

    fn reason(
        &mut self,
        after: &PositionOf<R>,
        _: Player,
        _: Verdict,
        _: Option<Valuation>,
    ) -> Result<(Option<Valuation>, Reason), Stopped> {
        let mut label = self.of_sum(&after.components)?;
        label.remoteness = match self.solved {
            true => LoopyValues::remoteness(self, &after.components, FEW_STATES)?.moves(),
            false => None,
        };
        Ok((Some(label.clone().into()), Reason::Loopy(label)))
    }

    /// The winner of a loopy game must make progress: the nearest win first. The loser delays: the
    /// most distant loss first. Where a sum was not gone through, the stages of all components
    /// together tell how near its end is: every move from a sum of value 0 has an answer after which
    /// they are less.
    fn sort(&mut self, turns: &mut MovesOf<R>) -> Result<(), Stopped> {
        let mut rated = Vec::with_capacity(turns.len());
        for turn in turns.drain(..) {
            let near = match &turn.reason {
                Some(Reason::Loopy(label)) => match label.remoteness {
                    Some(remoteness) => Some(u64::from(remoteness)),
                    None => self.stages(&turn.to.components)?,
                },
                _ => Some(0),
            };
            rated.push((near.unwrap_or(u64::MAX), turn));
        }
        rated.sort_by_key(|(near, turn)| hurry(turn.verdict, *near));
        turns.extend(rated.into_iter().map(|(_, turn)| turn));
        Ok(())
    }
}
