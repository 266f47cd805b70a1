//! What belongs to one thread: memo tables, scratch marks and a count of steps.
//!
//! The core algorithms (order, canonical form, sum) are methods of [`Workspace`] that borrow the
//! shared [`Store`]; so they read option lists in place while they write their memos.

use crate::pairs::{OrderMemo, SumMemo};
use crate::{Short, Store};
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped, Work};

#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(crate) work: Work,
    pub(crate) order: OrderMemo,
    pub(crate) sums: SumMemo,
    pub(crate) marks: DraftMarks,
}

impl Workspace {
    pub(crate) fn new(budget: Arc<Budget>) -> Workspace {
        Workspace { work: Work::new(budget), ..Workspace::default() }
    }

    pub(crate) fn budget(&self) -> &Arc<Budget> {
        self.work.budget()
    }

    /// Takes as many steps as a list is long.
    #[inline]
    pub(crate) fn steps(&mut self, length: usize) -> Result<(), Stopped> {
        self.work.steps(length as u64)
    }

    #[inline]
    pub(crate) fn options<'s>(
        &self,
        store: &'s Store,
        g: Short,
        who: Player,
    ) -> Result<&'s [Short], Stopped> {
        store.options(self.work.budget(), g, who)
    }
}

/// Answers about one game that is not in the store yet: `H <= G` and `G <= H` for handles `H`.
/// A new game begins a new epoch, which forgets all marks at once.
#[derive(Debug, Default)]
pub(crate) struct DraftMarks {
    below: Vec<u32>,
    above: Vec<u32>,
    epoch: u32,
}

/// Which of the two comparisons a mark is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ComparisonSide {
    /// `H <= G`.
    Below,
    /// `G <= H`.
    Above,
}

impl DraftMarks {
    pub(crate) fn begin(&mut self) {
        if self.epoch == u32::MAX >> 1 {
            self.below.fill(0);
            self.above.fill(0);
            self.epoch = 0;
        }
        self.epoch += 1;
    }

    fn table(&mut self, side: ComparisonSide) -> &mut Vec<u32> {
        match side {
            ComparisonSide::Below => &mut self.below,
            ComparisonSide::Above => &mut self.above,
        }
    }

    #[inline]
    pub(crate) fn get(&mut self, side: ComparisonSide, h: Short) -> Option<bool> {
        let epoch = self.epoch;
        let mark = *self.table(side).get(h.index())?;
        (mark >> 1 == epoch).then_some(mark & 1 == 1)
    }

    #[inline]
    pub(crate) fn set(&mut self, side: ComparisonSide, h: Short, answer: bool) {
        let mark = self.epoch << 1 | u32::from(answer);
        let table = self.table(side);
        if table.len() <= h.index() {
            table.resize(h.index() + 1024, 0);
        }
        table[h.index()] = mark;
    }
}
