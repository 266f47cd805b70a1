//! How the program chooses its move.
//!
//! A master plays a winning move if there is one, else one that draws, else the one that is hardest
//! to answer: after which the fewest replies win, the most lose, and the most is left to play. What
//! a limit leaves open is guessed from how promising the positions look. Weaker levels leave the
//! choice to dice now and then.

use crate::open_position::{OpenPosition, Turn};
use serde::{Deserialize, Serialize};
use upstar_base::{Player, Random, Stopped, Verdict};
use upstar_rules::Rules;
use upstar_rules::erased::Position;
use upstar_theory::theory::CompoundPosition;

/// How well the program plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Level {
    /// Moves at random, but sees a move that ends the game in its favour
    Novice,
    /// Plays every second move as a master would
    Amateur,
    /// Never misses a win, unless a limit ends its thinking
    #[default]
    Master,
}

/// A move, and which limit came first if it may not be the best.
pub(crate) struct OpponentMove {
    pub(crate) made: Turn,
    pub(crate) unsure: Option<Stopped>,
}

/// How many losing moves are looked at.
const MOST_LOSING: usize = 40;

/// Chooses among the legal moves of `who`; `None` if there are none. A position that was there
/// before is avoided where another move does as well.
pub(crate) fn choose(
    case: &mut OpenPosition<'_>,
    who: Player,
    legal: &[Turn],
    (level, dice): (Level, &mut Random),
    was_there: &dyn Fn(&CompoundPosition<Position>) -> bool,
) -> Option<OpponentMove> {
    let guess = match level {
        Level::Master => false,
        Level::Amateur => dice.below(2) == 0,
        Level::Novice => true,
    };
    if guess {
        let ends = legal.iter().find(|turn| turn.decides && turn.wins());
        let ends = ends.or_else(|| ending(case, who, legal));
        let made = ends.or_else(|| legal.get(dice.below(legal.len())))?.clone();
        return Some(OpponentMove { made, unsure: None });
    }
    let mut best = None;
    let unsure = search(case, who, was_there, &mut best).err();
    let made = best.or_else(|| promising(case, who, legal).cloned())?;
    Some(OpponentMove { made, unsure })
}

/// A move after which the opponent cannot move and has lost.
fn ending<'m>(case: &OpenPosition<'_>, who: Player, legal: &'m [Turn]) -> Option<&'m Turn> {
    const MOST: usize = 200;
    if case.play() != upstar_base::Play::Normal || !case.is_sum_that_ends() {
        return None;
    }
    legal.iter().take(MOST).filter(|turn| !turn.again).find(|turn| {
        let stuck = |part: &Position| {
            let mut first = upstar_base::First::default();
            case.rules().options(part, !who, &mut first);
            !first.is_found()
        };
        turn.to.components.iter().all(stuck)
    })
}

/// The move after which things look best, or most is left to play.
fn promising<'m>(case: &OpenPosition<'_>, who: Player, legal: &'m [Turn]) -> Option<&'m Turn> {
    let looks = |turn: &Turn| {
        let sum =
            turn.to.components.iter().fold(0i64, |sum, part| {
                sum.saturating_add(case.rules().move_heuristic(part).into())
            });
        let sum = if who == Player::Left { sum } else { sum.saturating_neg() };
        let loses = turn.decides && !turn.wins();
        (!loses, sum, size(case, &turn.to))
    };
    // The first of the best, so that the order of the rules decides between equals.
    legal.iter().rev().max_by_key(|turn| looks(turn))
}

fn size(case: &OpenPosition<'_>, standing: &CompoundPosition<Position>) -> u64 {
    standing.components.iter().map(|part| u64::from(case.rules().size(part))).sum()
}

/// Looks for a move, keeping the best so far in `best`.
fn search(
    case: &mut OpenPosition<'_>,
    who: Player,
    was_there: &dyn Fn(&CompoundPosition<Position>) -> bool,
    best: &mut Option<Turn>,
) -> Result<(), Stopped> {
    let candidates = case.moves(who)?.turns;
    for wanted in [Verdict::Win, Verdict::Draw] {
        let good = || candidates.iter().filter(|candidate| candidate.verdict == Some(wanted));
        let found = good().find(|candidate| !was_there(&candidate.to)).or_else(|| good().next());
        if let Some(found) = found {
            *best = Some(found.clone());
            return Ok(());
        }
    }
    // In a loopy game the list has the longest resistance first.
    if let Some(last) = candidates.first().filter(|turn| turn.remoteness().is_some()) {
        *best = Some(last.clone());
        return Ok(());
    }
    let mut least = None;
    for candidate in candidates.into_iter().take(MOST_LOSING) {
        if candidate.decides {
            best.get_or_insert(candidate);
            continue;
        }
        let next = if candidate.again { who } else { !who };
        let replies = case.moves_from(&candidate.to, next)?;
        let count = |verdict| replies.turns.iter().filter(|m| m.verdict == Some(verdict)).count();
        let (wins, losses) = (count(Verdict::Win), count(Verdict::Loss));
        // For the opponent; after a move that gives another it is the other way round.
        let (refuted, trapped) = if candidate.again { (losses, wins) } else { (wins, losses) };
        let left = size(case, &candidate.to);
        let ease = (refuted, usize::MAX - trapped, u64::MAX - left);
        if least.is_none_or(|least| ease < least) {
            least = Some(ease);
            *best = Some(candidate);
        }
    }
    Ok(())
}
