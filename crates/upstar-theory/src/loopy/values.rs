//! Values of positions of a loopy impartial ruleset, from the graph of all that can be reached.
//!
//! Where that graph is infinite it is cut off at a size: positions that lead beyond are never
//! labelled nor counted as reverting, so every label that is found is right. That a position
//! is loopy is then only likely; it is said when two cuts agree, and said to be unproved.

use super::graph::Graph;
use super::{remoteness, smith};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped};
use upstar_rules::{MoveKind, Rules};
use upstar_values::LoopyNimber;

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its value.
    pub value: LoopyNimber,
    /// Its remoteness when played alone; `None` for a draw.
    pub remoteness: Option<u32>,
    /// Is all this proved? Not when the graph was cut off and the value is loopy.
    pub proved: bool,
}

/// Computes values of positions of one loopy impartial ruleset and remembers them.
pub struct LoopyValues<'r, R: Rules> {
    rules: &'r R,
    budget: Arc<Budget>,
    known: FxHashMap<R::Position, Label>,
}

/// A graph explored from a position.
struct Explored<P> {
    positions: Vec<P>,
    graph: Graph,
    /// Nodes with options beyond the cut.
    frozen: Vec<bool>,
    /// Nodes with a move that wins at once.
    winning: Vec<bool>,
}

impl<'r, R: Rules> LoopyValues<'r, R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &'r R, budget: Arc<Budget>) -> Self {
        LoopyValues { rules, budget, known: FxHashMap::default() }
    }

    /// How many positions have a value so far.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// The value of a position, the sum of its components.
    pub fn of(&mut self, position: &R::Position) -> Result<Label, Stopped> {
        let mut components = Vec::new();
        self.rules.components(position.clone(), &mut components);
        match &components[..] {
            // Nothing left to play is a position too, at stage 0.
            [] => self.of_component(position.clone()),
            [component] => self.of_component(component.clone()),
            _ => self.of_sum(&components),
        }
    }

    /// What is known of a position played as one game, without looking at its components. In a
    /// union or a join it is one component, even if it is the sum of several.
    pub fn alone(&mut self, position: &R::Position) -> Result<Label, Stopped> {
        self.of_component(position.clone())
    }

    /// The value of a sum. Its remoteness is known where a single component decides it.
    pub fn of_sum(&mut self, sum: &[R::Position]) -> Result<Label, Stopped> {
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
        Ok(Label { value: total, remoteness: None, proved })
    }

    /// The stages of all components of a sum together; `None` if one of them has none.
    pub fn stages(&mut self, sum: &[R::Position]) -> Result<Option<u64>, Stopped> {
        let mut components = Vec::new();
        for position in sum {
            self.rules.components(position.clone(), &mut components);
        }
        let mut total = Some(0);
        for component in components {
            let stage = self.of_component(component)?.value.stage();
            total = total.zip(stage).map(|(total, stage)| total + u64::from(stage));
        }
        Ok(total)
    }

    fn of_component(&mut self, component: R::Position) -> Result<Label, Stopped> {
        let form = self.rules.normal_form(component).0;
        if let Some(label) = self.known.get(&form) {
            return Ok(label.clone());
        }
        if !self.rules.is_unbounded() {
            let explored = self.explore(&form, u32::MAX)?;
            for (position, label) in explored.positions.iter().zip(self.labels(&explored, true)?) {
                self.budget.charge(2 * size_of::<(R::Position, Label)>() as u64)?;
                self.known.insert(position.clone(), label);
            }
            return Ok(self.known[&form].clone());
        }
        let mut cut = self.rules.size(&form).saturating_mul(2).saturating_add(32);
        let mut before: Option<Label> = None;
        loop {
            let explored = self.explore(&form, cut)?;
            let label = self.labels(&explored, false)?.swap_remove(0);
            let agrees = before.as_ref().is_some_and(|before| *before == label);
            if agrees {
                self.known.insert(form, label.clone());
                return Ok(label);
            }
            before = Some(label);
            cut = cut.saturating_mul(2);
        }
    }

    /// All positions that can be reached, those of at most a size.
    fn explore(&self, start: &R::Position, cut: u32) -> Result<Explored<R::Position>, Stopped> {
        let mut numbers: FxHashMap<R::Position, u32> = FxHashMap::default();
        numbers.insert(start.clone(), 0);
        let mut positions = vec![start.clone()];
        let (mut lists, mut frozen, mut winning) = (Vec::new(), Vec::new(), Vec::new());
        let special = !self.rules.special_moves().is_empty();
        let mut options = Vec::new();
        while lists.len() < positions.len() {
            if lists.len() % 256 == 0 {
                self.budget.check()?;
            }
            let position = positions[lists.len()].clone();
            self.rules.options(&position, Player::Left, &mut options);
            let (mut list, mut beyond, mut wins) = (Vec::new(), false, false);
            for option in options.drain(..) {
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
                let option = self.rules.normal_form(option).0;
                let next = positions.len() as u32;
                let number = *numbers.entry(option).or_insert_with_key(|option| {
                    positions.push(option.clone());
                    next
                });
                list.push(number);
            }
            self.budget.charge((2 * size_of::<R::Position>() + 4 * list.len() + 32) as u64)?;
            lists.push(list);
            frozen.push(beyond);
            winning.push(wins);
        }
        // Who can win at once does so: nobody moves to such a position, and its own other moves
        // do not matter.
        for (list, &wins) in lists.iter_mut().zip(&winning) {
            match wins {
                true => list.clear(),
                false => list.retain(|&option| !winning[option as usize]),
            }
        }
        Ok(Explored { positions, graph: Graph::new(lists), frozen, winning })
    }

    fn labels(&self, explored: &Explored<R::Position>, whole: bool) -> Result<Vec<Label>, Stopped> {
        let Explored { graph, frozen, winning, .. } = explored;
        // A position from which one wins at once is no end; it has no label at all.
        let out = |node: u32| frozen[node as usize] || winning[node as usize];
        let values = smith::values(graph, out, &self.budget)?;
        let remoteness = remoteness::remoteness(graph, out);
        let labels = values.into_iter().zip(remoteness).zip(winning);
        Ok(labels
            .map(|((value, remoteness), &wins)| match wins {
                true => Label { value: LoopyNimber::Loony, remoteness: Some(1), proved: true },
                false => {
                    let proved = whole || !matches!(value, LoopyNimber::Loopy(_));
                    Label { value, remoteness, proved }
                }
            })
            .collect())
    }
}
