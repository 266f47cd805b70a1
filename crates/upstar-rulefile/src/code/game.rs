//! What all games in code have in common, whatever they are played on.

use super::{CodeRule, FileFunction, Op, RuleRun, RunBoard, RunStop};
use crate::falling::Height;
use crate::patterns::{special, special_kind};
use crate::prelude::*;
use upstar_rules::PositionSearch;

/// A game in code, compiled.
#[derive(Clone, Debug)]
pub(crate) struct CodeGame {
    pub(crate) rules: [Vec<CodeRule>; 2],
    pub(crate) functions: Vec<FileFunction>,
    pub(crate) slots: usize,
    /// What falls, the first counting most; nothing is what the positions take for granted.
    pub(crate) measure: Vec<Op>,
    pub(crate) is_loopy: bool,
    pub(crate) is_impartial: bool,
    pub(crate) special: Vec<MoveKind>,
    pub(crate) wins: [Vec<Op>; 2],
    pub(crate) blame: Blame,
}

impl CodeGame {
    pub(crate) fn has_wins(&self) -> bool {
        self.wins.iter().any(|wins| !wins.is_empty())
    }

    pub(crate) fn nature(&self, part_noun: &'static str) -> Nature {
        Nature {
            impartial: self.is_impartial,
            loopy: self.is_loopy,
            special_moves: special(&self.special, self.has_wins()),
            part_noun,
            ..Nature::PARTIZAN
        }
    }

    /// The rules of a player for moves of one kind, or of all.
    pub(crate) fn rules(
        &self,
        who: Player,
        kind: Option<MoveKind>,
    ) -> impl Iterator<Item = &CodeRule> {
        let rules = self.rules[who as usize].iter();
        rules.filter(move |rule| kind.is_none_or(|kind| rule.kind == kind))
    }

    /// A run with parameters and entries in the first slots.
    pub(crate) fn run<'r>(&'r self, board: RunBoard<'r>, first: [&[i64]; 2]) -> RuleRun<'r> {
        let mut slots = first.concat();
        slots.resize(self.slots.max(slots.len()), 0);
        RuleRun::new(&self.functions, board, slots)
    }

    /// What the file says that falls, or what is taken for granted.
    pub(crate) fn height<'r>(
        &self,
        run: impl FnOnce() -> RuleRun<'r>,
        granted: impl FnOnce() -> i64,
    ) -> Result<Height, RunStop> {
        if self.measure.is_empty() {
            return Ok(SmallVec::from_slice(&[granted()]));
        }
        let mut run = run();
        self.measure.iter().map(|op| run.value(op)).collect()
    }

    /// The kind of the move of `who` to `option`, which somebody may have won: `list` lists the
    /// moves of one kind.
    pub(crate) fn move_kind<P: Eq>(
        &self,
        who: Player,
        option: &P,
        winner: Option<Player>,
        list: impl FnMut(MoveKind, &mut PositionSearch<'_, P>),
    ) -> MoveKind {
        match winner {
            Some(winner) if winner == who => MoveKind::Overriding,
            Some(_) => MoveKind::Suiciding,
            None => special_kind(&self.special, option, list),
        }
    }
}
