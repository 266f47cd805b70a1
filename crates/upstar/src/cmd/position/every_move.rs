//! `upstar moves --all` and `--replies`: every move with what it is worth, the best first, for the
//! losing side too; and to each move that does not win a reply that shows why.
//! ```text
//! $ upstar moves nim 3+3 --replies
//! ```

use super::case::{Candidate, Case};
use super::play::describe;
use super::{Failure, Question};
use serde_json::{Value as Json, json};
use upstar_base::{Player, Stopped, Verdict};
use upstar_rules::Rules;
use upstar_values::Short;

/// Longer groups of moves stay in the order in which they were found.
const MOST_COMPARED: usize = 400;

/// Asks for every move of some players.
pub(super) struct Every<'a> {
    pub(super) players: &'a [Player],
    pub(super) replies: bool,
}

/// A move with what it is worth.
pub(super) struct Entry {
    pub(super) player: Player,
    /// Where it leads.
    pub(super) to: String,
    /// What it is called.
    name: String,
    pub(super) verdict: Verdict,
    pub(super) value: Option<String>,
    pub(super) why: String,
    /// A reply that is best for the opponent, where replies were asked for.
    pub(super) reply: Option<String>,
}

impl Entry {
    pub(super) fn json(&self) -> Json {
        let mut object = json!({
            "player": self.player.to_string().to_lowercase(),
            "to": self.to,
            "move": self.name,
            "verdict": self.verdict.to_string(),
            "value": self.value,
            "why": self.why,
        });
        if let (Some(reply), Some(object)) = (&self.reply, object.as_object_mut()) {
            object.insert("reply".to_owned(), json!(reply));
        }
        object
    }
}

/// The moves of all players that were asked for.
pub(super) struct Found {
    pub(super) moves: Vec<Entry>,
    /// Are these all?
    pub(super) complete: bool,
    /// Do both players have the same moves?
    pub(super) impartial: bool,
}

impl Question for Every<'_> {
    type Answer = Found;
    const WHAT: &'static str = "the moves";

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Found, Failure> {
        let impartial = case.rules.is_impartial();
        let mut found = Found { moves: Vec::new(), complete: true, impartial };
        // Both players have the same moves in an impartial game; one list says it all.
        let players = if impartial { &self.players[..1] } else { self.players };
        for &player in players {
            let listed = case.moves(player)?;
            found.complete &= listed.complete;
            for candidate in best_first(case, player, listed.list)? {
                let reply = match self.replies && candidate.verdict != Verdict::Win {
                    true => reply(case, player, &candidate)?,
                    false => None,
                };
                let entry = Entry {
                    player,
                    to: case.show(&candidate.to),
                    name: describe(case, player, &candidate),
                    verdict: candidate.verdict,
                    value: candidate.value,
                    why: candidate.why,
                    reply,
                };
                let budget = case.desk.calc().budget();
                budget
                    .charge((entry.to.len() + entry.name.len() + entry.why.len()) as u64 + 128)?;
                budget.check()?;
                found.moves.push(entry);
            }
        }
        Ok(found)
    }
}

/// The best reply of the opponent to a move that does not win.
fn reply<R: Rules>(
    case: &mut Case<'_, R>,
    player: Player,
    candidate: &Candidate<R::Position>,
) -> Result<Option<String>, Stopped> {
    // After a move that gives another one the same player is to move.
    if candidate.again || candidate.decides {
        return Ok(None);
    }
    let replies = case.moves_from(&candidate.to, !player)?.list;
    let best = replies.into_iter().max_by_key(|reply| gain(reply.verdict));
    Ok(best.map(|best| case.show(&best.to)))
}

fn gain(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Win => 2,
        Verdict::Draw => 1,
        Verdict::Loss => 0,
    }
}

/// Winning moves first, then those that hold a draw; among equals in that, those whose values
/// are better for the player than those of more others.
fn best_first<R: Rules>(
    case: &mut Case<'_, R>,
    player: Player,
    moves: Vec<Candidate<R::Position>>,
) -> Result<Vec<Candidate<R::Position>>, Stopped> {
    let mut rated = Vec::with_capacity(moves.len());
    for group in [Verdict::Win, Verdict::Draw, Verdict::Loss] {
        let values: Vec<Option<Short>> =
            moves.iter().filter(|m| m.verdict == group).map(|m| m.short).collect();
        let compared = values.len() <= MOST_COMPARED && !case.rules.is_impartial();
        let mut scores = Vec::with_capacity(values.len());
        for value in &values {
            let mut score = 0usize;
            for other in values.iter().filter(|_| compared) {
                if let (Some(one), Some(other)) = (value, other) {
                    let (low, high) = match player {
                        Player::Left => (*other, *one),
                        Player::Right => (*one, *other),
                    };
                    score += usize::from(case.desk.calc().le(low, high)?);
                }
            }
            scores.push(score);
        }
        rated.push(scores.into_iter());
    }
    let mut keyed: Vec<((u8, usize), Candidate<R::Position>)> = Vec::with_capacity(moves.len());
    for candidate in moves {
        let gain = gain(candidate.verdict);
        let score = rated[usize::from(2 - gain)].next().unwrap_or(0);
        keyed.push(((gain, score), candidate));
    }
    keyed.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
    Ok(keyed.into_iter().map(|(_, candidate)| candidate).collect())
}
