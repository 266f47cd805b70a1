//! Games with heaps, and other impartial games, when the last move loses.
//!
//! What was learnt of a code stays for the next question about it.

mod games;
mod labels;
mod mixed;
mod mixed_moves;
mod nim_heaps;
mod pairs;
mod relate;
mod ruleset;
mod style;

pub use labels::Labels;
pub use pairs::GenusPairs;
pub use relate::Related;
pub use ruleset::GenusBoard;

use crate::error::{Kind, QueryError};
use crate::own::is_file;
use crate::query::heaps::wrong;
use crate::query::queries;
use crate::session::Session;
use crate::state::SessionState;
use std::collections::BTreeMap;
use upstar_base::{Budget, Stopped};
use upstar_calculator::Span;
use upstar_misere::game::Unfinished;
use upstar_rules::heap::code::HeapCode;
use upstar_rules::sum;

pub use upstar_misere::pretend::MOST_SUMS;

queries! {
    /// A question about misère play. A code is that of a heap game; where it says so, it may be the
    /// name of any impartial ruleset whose play ends.
    Question,
    /// What was found about misère play, by the kind of the question.
    AnswerData,
    "misere", "misere" {
        [genus_table] GenusTable(GenusTableQuery),
        [genus] Genus(GenusQuery),
        [genera] Genera(GeneraQuery),
        [canonical] Canonical(CanonicalQuery),
        [pretend] Pretend(PretendQuery),
        [sibert_conway] SibertConway(SibertConwayQuery),
        [frisky] Frisky(FriskyQuery) FriskyLabel(FriskyLabelQuery),
        [equal] Equal(EqualQuery),
        [rows] Rows(RowsQuery),
        [construct] Construct(ConstructQuery),
        [p_positions] PPositions(PPositionsQuery),
        [solve] Solve(SolveQuery),
        [outcome] Outcome(OutcomeQuery),
        [moves] Moves(MovesQuery),
    }
}

/// The game that an answer is about.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum GameName {
    /// The code of a heap game.
    Code(String),
    /// A ruleset.
    Rules(String),
}

impl GameName {
    fn of(code: &HeapCode) -> GameName {
        GameName::Code(code.to_string())
    }
}

/// What was learnt of one code.
#[derive(Default)]
pub(crate) struct CodeMemory {
    code: Option<HeapCode>,
    genus: Option<genus::GenusGame>,
    canonical: Option<canonical::KeptForms>,
    outcome: Option<outcome::KeptGame>,
    /// The bytes that are charged for it.
    held: u64,
}

impl CodeMemory {
    /// The memory of this code, empty if the last question was about another.
    fn of(&mut self, code: &HeapCode, budget: &Budget) -> &mut CodeMemory {
        if self.code.as_ref() != Some(code) {
            budget.refund(self.held);
            *self = CodeMemory { code: Some(code.clone()), ..CodeMemory::default() };
        }
        self
    }

    /// Ends a question: quotients and canonical forms stay, what a search learnt goes. `others` is
    /// what was charged for other things before the question.
    fn settle(&mut self, others: u64, budget: &Budget) {
        self.genus.iter_mut().for_each(genus::GenusGame::forget);
        let charged = budget.used().saturating_sub(others);
        let is_kept = self.canonical.is_some() || self.outcome.is_some();
        self.held = if is_kept { charged } else { 0 };
        budget.refund(charged.saturating_sub(self.held));
    }
}

/// Does this name a ruleset that is no code?
pub fn is_ruleset(text: &str) -> bool {
    is_file(text)
        || text.parse::<HeapCode>().is_err()
            && text.trim_start().starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Returns the rulesets and rule files that a code and a position name.
fn files<'a>(code: &'a str, position: &'a str) -> Vec<&'a str> {
    let named = std::iter::once(code).filter(|code| is_ruleset(code));
    named.chain(sum::files(position)).collect()
}

/// Works on heaps, with what was learnt of the last code.
fn work<T>(
    session: &mut Session,
    run: impl FnOnce(&mut SessionState, &mut CodeMemory) -> Result<T, QueryError>,
) -> Result<T, QueryError> {
    let Session { state, misere: memory, .. } = session;
    state.begin("");
    let others = state.budget().used().saturating_sub(memory.held);
    let found = run(state, memory);
    memory.settle(others, state.budget());
    state.end();
    found
}

/// A limit that ended the work, and what is known.
fn stopped(stopped: Stopped, known: impl std::fmt::Display) -> QueryError {
    let message = format!("{stopped}; {known}");
    QueryError::plain(Kind::Stopped(stopped), message)
}

/// A look at a game that a limit ended, and what is known.
fn unfinished(unfinished: Unfinished) -> QueryError {
    stopped(unfinished.stopped, unfinished.known)
}

/// Reads a sum of heaps such as `9+8+5+3` or `3*7+2`: sizes with multiplicities, each size once,
/// the largest first.
pub(crate) fn position(text: &str) -> Result<Vec<(u32, u32)>, QueryError> {
    small(text, &large_position(text)?)
}

/// The heaps of a text, none of them too large to be looked at.
fn small(text: &str, heaps: &[(u64, u32)]) -> Result<Vec<(u32, u32)>, QueryError> {
    let small = |&(heap, times): &(u64, u32)| Some((u32::try_from(heap).ok()?, times));
    heaps.iter().map(small).collect::<Option<_>>().ok_or_else(|| {
        let message = format!("a heap has more than {} tokens", u32::MAX);
        wrong(text, Span::new(0, text.len()), message)
    })
}

/// The same for heaps of any size.
fn large_position(text: &str) -> Result<Vec<(u64, u32)>, QueryError> {
    let mut sum: BTreeMap<u64, u32> = BTreeMap::new();
    let mut start = 0;
    for term in text.split('+') {
        let (count, heap) = term.split_once('*').unwrap_or(("1", term));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let heap = heap.trim();
        let count = Some(count.trim()).filter(|text| digits(text));
        let count = count.and_then(|text| text.parse::<u32>().ok());
        let wrong = |message: &str| wrong(text, Span::new(start, start + term.len()), message);
        if digits(heap) && heap.parse::<u64>().is_err() {
            return Err(wrong(&format!("a heap has more than {} tokens", u64::MAX)));
        }
        let heap = heap.parse::<u64>().ok().filter(|_| digits(heap));
        let (Some(count), Some(heap)) = (count, heap) else {
            return Err(wrong(if term.trim_start().starts_with(['*', ':']) {
                "nim-heaps and adders can stand beside heaps in `genus`, `outcome`, `moves` and `canonical` only"
            } else {
                "expected a heap such as 9 or several such as 3*9"
            }));
        };
        if heap > 0 && count > 0 {
            let times = sum.entry(heap).or_default();
            let total = times.checked_add(count);
            *times = total.ok_or_else(|| wrong("too many heaps of one size"))?;
        }
        start += term.len() + 1;
    }
    Ok(sum.into_iter().rev().collect())
}

/// Writes what [`position`] reads.
fn show_position<H: std::fmt::Display>(sum: &[(H, u32)]) -> String {
    let term = |(heap, count): &(H, u32)| match count {
        1 => heap.to_string(),
        n => format!("{n}*{heap}"),
    };
    match sum {
        [] => "0".to_owned(),
        sum => sum.iter().map(term).collect::<Vec<_>>().join("+"),
    }
}
