//! Every winning move in a sum of heaps with nim-heaps and adders beside them, each by the genus
//! of what it leaves.

use super::CodeMemory;
use super::genus::{self, Besides};
use super::mixed::Mixed;
use super::moves::{MisereMoves, Reply, winning_move};
use super::ruleset::misere;
use super::style::GenusStyle;
use crate::answer::Asked;
use crate::moves::Move;
use crate::query::prelude::*;
use upstar_base::Player;

/// A move: what it is called, what it leaves and whether that wins, with its genus.
struct Tried {
    name: String,
    leaves: Mixed,
    wins: bool,
    genus: String,
}

/// All moves of a sum, tried one after the other.
fn tried<'a>(
    code: &'a HeapCode,
    memory: &'a mut CodeMemory,
    sum: &Mixed,
    budget: &'a Arc<Budget>,
) -> Result<impl Iterator<Item = Result<Tried, QueryError>> + 'a, QueryError> {
    let moves = sum.moves(code, budget).map_err(QueryError::limit)?;
    Ok(moves.into_iter().map(move |(name, leaves)| {
        let (style, besides) = (GenusStyle::default(), Besides::default());
        let found = genus::sum(code, memory, &leaves.show(), style, besides, budget)?;
        Ok(Tried { name, leaves, wins: found.outcome == "P", genus: found.genus })
    }))
}

/// Finds them.
pub(super) fn winning(
    code: &HeapCode,
    memory: &mut CodeMemory,
    text: &str,
    replies: bool,
    budget: &Arc<Budget>,
) -> Result<MisereMoves, QueryError> {
    let sum = Mixed::read(text)?;
    let all: Vec<Tried> = tried(code, memory, &sum, budget)?.collect::<Result<_, _>>()?;
    let mut answered = Vec::new();
    for Tried { name, leaves, wins, .. } in all.iter().filter(|_| replies) {
        let wins_or_fails = |tried: &Result<Tried, _>| {
            tried.as_ref().is_ok_and(|tried| tried.wins) || tried.is_err()
        };
        let answer =
            if *wins { None } else { tried(code, memory, leaves, budget)?.find(wins_or_fails) };
        let made = |name, leaves: &Mixed| Move::new(Player::Left, name, leaves.show());
        let answer = answer.transpose()?.map(|answer| made(answer.name, &answer.leaves));
        answered.push(Reply { made: made(name.clone(), leaves), answer });
    }
    let losing = all.iter().filter(|tried| !tried.wins).count() as u64;
    let winning = all.into_iter().filter(|tried| tried.wins).map(|tried| {
        winning_move(tried.name, tried.leaves.show(), format!("genus {}", tried.genus))
    });
    Ok(MisereMoves {
        place: Asked::plain(misere(&code.to_string(), &sum.show())),
        player: Player::Left,
        winning: winning.collect(),
        losing,
        letters: Vec::new(),
        replies: replies.then_some(answered),
    })
}
