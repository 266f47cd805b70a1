//! States that were decided, told so that another search understands them.
//!
//! In a search a state is a few numbers, which mean something only there and only until the next
//! sweep. Written with the components themselves and the values next to them it means the same
//! everywhere: who wins a sum does not depend on the search that has proved it. So what is proved
//! passes from thread to thread, and into a file and back.

use super::OutcomeSearch;
use super::lone::Alone;
use super::state::{LargeComponent, SearchState};
use super::table::SearchEffort;
use upstar_base::{Stopped, Weigh};
use upstar_rules::Rules;
use upstar_values::Short;

/// Does Left, to move, win this sum?
pub(super) struct Proved<P> {
    /// Large components, with the players exchanged or not.
    pub(super) parts: Vec<(P, bool)>,
    /// Values of everything small.
    pub(super) values: Vec<Short>,
    pub(super) effort: SearchEffort,
    pub(super) answer: bool,
}

impl<R: Rules> OutcomeSearch<R> {
    /// A state that was decided, for others.
    pub(super) fn told(
        &self,
        state: &SearchState,
        effort: SearchEffort,
        answer: bool,
    ) -> Proved<R::Position> {
        let told = |part: &LargeComponent| {
            (self.components.get(part.index()).form.clone(), part.is_negated())
        };
        let parts = state.parts.iter().map(told).collect();
        Proved { parts, values: self.rests.values(state.rest), effort, answer }
    }

    /// Takes over what was proved elsewhere.
    pub(super) fn learn(&mut self, proved: &Proved<R::Position>) -> Result<(), Stopped> {
        let mut state = SearchState::empty();
        for &value in &proved.values {
            self.add_value(&mut state, value, false)?;
        }
        for (form, exchanged) in &proved.parts {
            self.absorb(&mut state, form.clone(), *exchanged)?;
        }
        self.note(&state, proved.effort, proved.answer)
    }

    /// Keeps who wins a state.
    pub(super) fn note(
        &mut self,
        state: &SearchState,
        effort: SearchEffort,
        answer: bool,
    ) -> Result<(), Stopped> {
        if let Some(part) = state.lone_part() {
            let component = self.components.get_mut(part.index());
            component.alone.wins[usize::from(part.is_negated())] = Some(answer);
            component.alone.effort = component.alone.effort.max(effort);
            Ok(())
        } else if state.parts.is_empty() {
            self.rests.remember(state.rest, answer);
            Ok(())
        } else {
            self.table.insert(self.values.calc().budget(), state, effort, answer)
        }
    }

    /// Up to `most` states, those that took the most work.
    pub(super) fn hardest(&self, most: usize) -> Vec<Proved<R::Position>> {
        let mut count = [0usize; SearchEffort::COUNT];
        self.components.alone().for_each(|(_, alone)| {
            count[alone.effort.level()] += alone.wins.iter().flatten().count();
        });
        self.table.states().for_each(|(_, effort, _)| count[effort.level()] += 1);
        // What was seen at once is seen again.
        let (mut least, mut sum) = (SearchEffort::COUNT, 0);
        while least > 1 && sum + count[least - 1] <= most {
            least -= 1;
            sum += count[least];
        }
        let is_hard = |effort: SearchEffort| effort.level() >= least;
        let alone = self.components.alone().filter(|(_, alone)| is_hard(alone.effort));
        let alone = alone.flat_map(|(form, &Alone { wins, effort })| {
            let told = move |(answer, exchanged): (Option<bool>, bool)| {
                let (parts, values) = (vec![(form.clone(), exchanged)], Vec::new());
                Some(Proved { parts, values, effort, answer: answer? })
            };
            wins.into_iter().zip([false, true]).filter_map(told)
        });
        let sums = self.table.states().filter(|&(_, effort, _)| is_hard(effort));
        let sums = sums.map(|(state, effort, answer)| self.told(&state, effort, answer));
        alone.chain(sums).collect()
    }
}

impl<P: Weigh> Proved<P> {
    /// The bytes it takes, about.
    pub(super) fn bytes(&self) -> u64 {
        let parts: usize =
            self.parts.iter().map(|(form, _)| size_of::<(P, bool)>() + form.heap_bytes()).sum();
        (size_of::<Self>() + parts + size_of_val(&self.values[..])) as u64
    }
}
