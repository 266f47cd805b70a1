//! Games with heaps, and other impartial games, when the last move loses.
//!
//! What was learnt of a code stays for the next question about it.

mod canonical;
mod frisky;
mod games;
mod genera;
mod genus;
mod labels;
mod mixed;
mod mixed_moves;
mod moves;
mod nim_heaps;
mod outcome;
mod pairs;
mod pretend;
mod relate;
mod ruleset;
mod sibert_conway;
mod solve;
mod style;

pub use canonical::Canonical;
pub use frisky::{Frisky, FriskyLabel};
pub use games::{Constructed, Equal, Rows};
pub use genera::GeneraFound;
pub use genus::{Genus, GenusTable};
pub use labels::Labels;
pub use moves::Moves;
pub use outcome::Outcome;
pub use pairs::{PPositions, Pairs};
pub use pretend::Pretend;
pub use relate::Related;
pub use ruleset::Board;
pub use sibert_conway::SibertConway;
pub use solve::Solved;

use crate::error::{Kind, QueryError};
use crate::heaps::{code, wrong};
use crate::own::is_file;
use crate::state::SessionState;
use genus::Besides;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use style::Style;
use upstar_base::{Budget, Stopped};
use upstar_calculator::Span;
use upstar_misere::game::Unfinished;
use upstar_misere::heaps::{Parts, Word};
use upstar_notation::format::Grid;
use upstar_rules::heap::code::HeapCode;
use upstar_rules::sum;

/// A question about misère play. A code is that of a heap game; where it says so, it may be the
/// name of any impartial ruleset whose play ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "misere", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Question {
    /// The genus and the class of every heap.
    GenusTable {
        /// The code or the ruleset.
        code: String,
        /// The largest heap; for a ruleset also the size of a board, such as `9x9`.
        to: String,
        /// Tell superscripts above 1 no further apart?
        #[serde(default)]
        blurry: bool,
        /// The same, with 2 and 3 where the next superscript is 0 or 1?
        #[serde(default)]
        digits: bool,
        /// The genera of sums of two heaps instead?
        #[serde(default)]
        pairs: bool,
    },
    /// The genus and the class of a sum of heaps, or of a position of a ruleset.
    Genus {
        /// The code or the ruleset.
        code: String,
        /// The sum or position.
        position: String,
        /// Tell superscripts above 1 no further apart?
        #[serde(default)]
        blurry: bool,
        /// The same, with 2 and 3 where the next superscript is 0 or 1?
        #[serde(default)]
        digits: bool,
        /// Tell the options that are not tame and the moves that take them back?
        #[serde(default)]
        why: bool,
        /// Tell the genera of all options, with the carries?
        #[serde(default)]
        options: bool,
    },
    /// Which genera occur among sums with few tokens.
    Genera {
        /// The code.
        code: String,
        /// How many.
        tokens: u32,
    },
    /// The canonical form of a sum of heaps, or of a position of a ruleset.
    Canonical {
        /// The code or the ruleset.
        code: String,
        /// The sum or position.
        position: String,
        /// Give names to the games inside that occur several times?
        #[serde(default)]
        named: bool,
    },
    /// All P-positions with some number of heaps.
    PPositions {
        /// The code.
        code: String,
        /// The largest heap.
        to: String,
        /// How many heaps.
        heaps: usize,
    },
    /// A game with a given blurry genus.
    Construct {
        /// The genus: 0, 1 and #, the last two of which repeat.
        genus: String,
    },
    /// Which heaps may be treated as adders or as a few special symbols.
    Pretend {
        /// The code.
        code: String,
        /// Cover only the heaps up to this one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heaps: Option<u32>,
        /// The most sums of the addition table.
        #[serde(default = "most_sums")]
        sums: u64,
    },
    /// Where misère play differs from normal play.
    SibertConway {
        /// The code.
        code: String,
        /// Positions with at most so many tokens are looked at.
        tokens: u32,
    },
    /// Where misère play differs from normal play when there are few heaps, of any size.
    Frisky {
        /// The code.
        code: String,
        /// How many heaps.
        heaps: usize,
        /// How many bits make a number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        group: Option<usize>,
    },
    /// The same of one sum.
    FriskyLabel {
        /// The code.
        code: String,
        /// The sum.
        position: String,
    },
    /// Whether two games have the same outcomes with every sum of games of a base.
    Equal {
        /// A game in the notation of Winning Ways, or a code.
        first: String,
        /// Another.
        second: String,
        /// The games whose sums are added, with semicolons between them.
        base: String,
        /// Of two codes, which heaps are equal, up to this one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// The blurry genera of a game with 0, 1, 2, ... copies of others.
    Rows {
        /// The game.
        game: String,
        /// The others, with semicolons between them.
        base: String,
        /// How many rows.
        rows: usize,
    },
    /// The misère quotient of a game.
    Solve {
        /// The code.
        code: String,
        /// The largest heap that is looked at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        heaps: Option<String>,
        /// Is a certificate wanted?
        #[serde(default)]
        certificate: bool,
    },
    /// Who wins a sum of heaps.
    Outcome {
        /// The code.
        code: String,
        /// The sum.
        position: String,
    },
    /// Every winning move in a sum of heaps.
    Moves {
        /// The code.
        code: String,
        /// The sum.
        position: String,
        /// An answer to every move besides?
        #[serde(default)]
        replies: bool,
    },
}

pub use upstar_misere::pretend::MOST_SUMS;

fn most_sums() -> u64 {
    MOST_SUMS
}

/// What was found about misère play.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each says what it is by the type it holds")]
pub enum AnswerData {
    GenusTable(GenusTable),
    Genus(Genus),
    Genera(GeneraFound),
    Canonical(Canonical),
    Pretend(Box<Pretend>),
    SibertConway(SibertConway),
    Frisky(Frisky),
    FriskyLabel(FriskyLabel),
    PPositions(PPositions),
    Pairs(Pairs),
    Board(Board),
    Construct(Constructed),
    Related(Related),
    Equal(Equal),
    Rows(Rows),
    Solve(Box<Solved>),
    Outcome(Outcome),
    Moves(Moves),
}

impl AnswerData {
    pub(crate) fn text(&self) -> String {
        match self {
            AnswerData::GenusTable(found) => found.text(),
            AnswerData::Genus(found) => found.text(),
            AnswerData::Genera(found) => found.text(),
            AnswerData::Canonical(found) => found.text(),
            AnswerData::Pretend(found) => found.text(),
            AnswerData::SibertConway(found) => found.text(),
            AnswerData::Frisky(found) => found.text(),
            AnswerData::FriskyLabel(found) => found.text(),
            AnswerData::PPositions(found) => found.text(),
            AnswerData::Pairs(found) => found.text(),
            AnswerData::Board(found) => found.text(),
            AnswerData::Construct(found) => found.text(),
            AnswerData::Related(found) => found.text(),
            AnswerData::Equal(found) => found.text(),
            AnswerData::Rows(found) => found.text(),
            AnswerData::Solve(found) => found.text(),
            AnswerData::Outcome(found) => found.text(),
            AnswerData::Moves(found) => found.text(),
        }
    }

    pub(crate) fn notes(&self) -> Vec<String> {
        match self {
            AnswerData::GenusTable(found) => found.notes(),
            AnswerData::Pretend(found) => found.notes(),
            AnswerData::Pairs(found) => found.notes(),
            AnswerData::Board(found) => found.stopped.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        }
    }

    /// The answer as a table, where it is one.
    pub(crate) fn grid(&self) -> Option<Grid> {
        match self {
            AnswerData::GenusTable(found) => Some(found.grid()),
            AnswerData::Pairs(found) => Some(found.grid()),
            AnswerData::Board(found) => Some(found.grid()),
            _ => None,
        }
    }

    /// The limit that ended the work.
    pub(crate) fn cut(&self) -> Option<Stopped> {
        match self {
            AnswerData::GenusTable(found) => found.stopped.clone(),
            AnswerData::Pretend(found) => found.stopped.clone(),
            AnswerData::Pairs(found) => found.stopped.clone(),
            AnswerData::Board(found) => found.stopped.clone(),
            AnswerData::Solve(found) => found.cut.clone(),
            _ => None,
        }
    }

    pub(crate) fn is_complete(&self) -> bool {
        match self {
            AnswerData::GenusTable(found) => found.stopped.is_none(),
            AnswerData::Pretend(found) => found.met,
            AnswerData::Pairs(found) => found.stopped.is_none(),
            AnswerData::Board(found) => found.stopped.is_none(),
            AnswerData::SibertConway(found) => found.families.is_some() || found.rule.is_some(),
            AnswerData::Equal(found) => found.equal.is_some(),
            AnswerData::Solve(found) => found.complete,
            _ => true,
        }
    }
}

/// What was learnt of one code.
#[derive(Default)]
pub(crate) struct Memory {
    code: Option<HeapCode>,
    genus: Option<genus::Game>,
    canonical: Option<canonical::Kept>,
    outcome: Option<outcome::Kept>,
    /// The bytes that are charged for it.
    held: u64,
}

impl Memory {
    /// The memory of this code, empty if the last question was about another.
    fn of(&mut self, code: &HeapCode, budget: &Budget) -> &mut Memory {
        if self.code.as_ref() != Some(code) {
            budget.refund(self.held);
            *self = Memory { code: Some(code.clone()), ..Memory::default() };
        }
        self
    }

    /// Ends a question: quotients and canonical forms stay, what a search learnt goes. `others` is
    /// what was charged for other things before the question.
    fn settle(&mut self, others: u64, budget: &Budget) {
        self.genus.iter_mut().for_each(genus::Game::forget);
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

/// The files of rules that a question names.
pub(crate) fn files(question: &Question) -> Vec<&str> {
    match question {
        Question::Genus { code, position, .. } | Question::Canonical { code, position, .. } => {
            let named = std::iter::once(code.as_str()).filter(|code| is_ruleset(code));
            named.chain(sum::files(position)).collect()
        }
        Question::Equal { first, second, base, .. } => {
            [first, second, base].into_iter().flat_map(|text| sum::files(text)).collect()
        }
        Question::Rows { game, base, .. } => {
            [game, base].into_iter().flat_map(|text| sum::files(text)).collect()
        }
        Question::GenusTable { code, .. } if is_ruleset(code) => vec![code],
        _ => Vec::new(),
    }
}

/// Answers a question.
pub(crate) fn answer(
    state: &mut SessionState,
    memory: &mut Memory,
    question: &Question,
) -> Result<AnswerData, QueryError> {
    let notation = state.notation();
    match question {
        Question::Genus { code, position, blurry, digits, why, options } if is_ruleset(code) => {
            let style = Style { blurry: *blurry, digits: *digits, notation };
            let besides = Besides { why: *why, options: *options };
            ruleset::genus(state, code, position, style, besides)
        }
        Question::GenusTable { code, to, blurry, digits, pairs: false } if is_ruleset(code) => {
            let style = Style { blurry: *blurry, digits: *digits, notation };
            if to.contains('x') {
                ruleset::board(state, code, to, style)
            } else {
                ruleset::table(state, code, to, style)
            }
        }
        Question::Canonical { code, position, named } if is_ruleset(code) => {
            ruleset::canonical(state, code, position, *named)
        }
        _ => {
            state.begin("");
            let others = state.budget().used().saturating_sub(memory.held);
            let found = heaps(state, memory, question);
            memory.settle(others, state.budget());
            state.end();
            found
        }
    }
}

fn heaps(
    state: &mut SessionState,
    memory: &mut Memory,
    question: &Question,
) -> Result<AnswerData, QueryError> {
    let (budget, time) = (&Arc::clone(state.budget()), state.limits().time);
    Ok(match question {
        Question::GenusTable { code: name, to, blurry, digits, pairs } => {
            let code = code(name)?;
            let style = Style { blurry: *blurry, digits: *digits, notation: state.notation() };
            if *pairs {
                AnswerData::Pairs(pairs::pairs(&code, memory.of(&code, budget), to, style, budget)?)
            } else {
                let table = genus::table(&code, memory.of(&code, budget), to, style, time, budget)?;
                AnswerData::GenusTable(table)
            }
        }
        Question::Genus { code: name, position, blurry, digits, why, options } => {
            let code = code(name)?;
            let style = Style { blurry: *blurry, digits: *digits, notation: state.notation() };
            let besides = Besides { why: *why, options: *options };
            AnswerData::Genus(genus::sum(
                &code,
                memory.of(&code, budget),
                position,
                style,
                besides,
                budget,
            )?)
        }
        Question::PPositions { code: name, to, heaps } => {
            AnswerData::PPositions(pairs::p_positions(&code(name)?, to, *heaps, budget)?)
        }
        Question::Construct { genus } => AnswerData::Construct(games::construct(genus, budget)?),
        Question::Genera { code: name, tokens } => {
            AnswerData::Genera(genera::genera(&code(name)?, *tokens, budget)?)
        }
        Question::Canonical { code: name, position, named } => {
            let code = code(name)?;
            AnswerData::Canonical(canonical::sum(
                &code,
                memory.of(&code, budget),
                position,
                *named,
                budget,
            )?)
        }
        Question::Pretend { code: name, heaps, sums } => {
            let found = pretend::pretend(&code(name)?, *heaps, *sums, time, budget)?;
            AnswerData::Pretend(Box::new(found))
        }
        Question::SibertConway { code: name, tokens } => {
            AnswerData::SibertConway(sibert_conway::families_of(&code(name)?, *tokens, budget)?)
        }
        Question::Frisky { code: name, heaps, group } => {
            AnswerData::Frisky(frisky::tables(&code(name)?, *heaps, *group, budget)?)
        }
        Question::FriskyLabel { code: name, position } => {
            AnswerData::FriskyLabel(frisky::label(&code(name)?, position, budget)?)
        }
        Question::Equal { first, second, base, to } => {
            match (first.parse::<HeapCode>(), second.parse::<HeapCode>()) {
                (Ok(first), Ok(second)) => {
                    AnswerData::Related(relate::relate(&first, &second, to.as_deref(), budget)?)
                }
                _ => AnswerData::Equal(games::equal(state, first, second, base)?),
            }
        }
        Question::Rows { game, base, rows } => {
            AnswerData::Rows(games::rows(state, game, base, *rows)?)
        }
        Question::Solve { code: name, heaps, certificate } => {
            let found = solve::quotient(&code(name)?, heaps.as_deref(), *certificate, budget)?;
            AnswerData::Solve(Box::new(found))
        }
        Question::Outcome { code: name, position } => {
            let code = code(name)?;
            AnswerData::Outcome(outcome::outcome(
                &code,
                memory.of(&code, budget),
                position,
                budget,
            )?)
        }
        Question::Moves { code: name, position, replies } => {
            let code = code(name)?;
            AnswerData::Moves(moves::winning(
                &code,
                memory.of(&code, budget),
                position,
                *replies,
                budget,
            )?)
        }
    })
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

/// A word in terms of the heaps that introduced its parts and of an adder: `h9+2h13+:3`.
fn show_word(parts: &Parts, word: &Word) -> String {
    let mut terms = Vec::new();
    for &(part, count) in &word.parts {
        terms.push(mixed::copies(count, parts.part_heap(part)));
    }
    if word.twos > 0 || word.one || terms.is_empty() {
        terms.push(format!(":{}", 2 * u64::from(word.twos) + u64::from(word.one)));
    }
    terms.join("+")
}
