//! The moves of a position, each with what it is worth and why: the winning ones, or every one,
//! the best first, for the losing side too.

use crate::case::{Candidate, Case};
use crate::names::names;
use crate::position::Inquiry;
use crate::refusal::Failure;
use serde::Serialize;
use upstar_base::{Player, Stopped, Verdict};
use upstar_notation::format::Grid;
use upstar_rules::Rules;
use upstar_values::Short;

/// Longer groups of moves stay in the order in which they were found.
const MOST_COMPARED: usize = 400;

/// The moves that were asked for.
#[derive(Clone, Debug, Serialize)]
pub struct Moves {
    /// Whose moves these are; the first where both players' were asked for.
    pub player: Player,
    /// The winning moves of that player.
    pub winning: Vec<Winning>,
    /// How many of his moves lose.
    pub losing: Count,
    /// Where only winning moves are listed because there are too many others: how many win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_count: Option<Option<String>>,
    /// And how many there are in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Option<String>>,
    /// Every move, where all were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Move>>,
    /// How many hold a draw.
    #[serde(skip_serializing_if = "is_zero")]
    pub drawing: usize,
    /// Were all moves looked at?
    #[serde(skip_serializing_if = "Clone::clone")]
    pub complete: bool,
    /// What becomes of the moves that are not listed, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Verdict>,
    #[serde(skip)]
    players: Vec<Player>,
    #[serde(skip)]
    impartial: bool,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// A number that may exceed what programs read as a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Count {
    /// A small one.
    Few(usize),
    /// One that may be large, in decimal digits; `None` where it is not known.
    Many(Option<String>),
}

/// A winning move.
#[derive(Clone, Debug, Serialize)]
pub struct Winning {
    /// Where it leads.
    pub to: String,
    /// What it leaves, where that has a name.
    pub value: Option<String>,
    /// Why it wins.
    pub why: String,
    /// The move that follows and wins, where this one gives another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<String>,
}

/// A move with what it is worth.
#[derive(Clone, Debug, Serialize)]
pub struct Move {
    /// Who makes it.
    pub player: Player,
    /// Where it leads.
    pub to: String,
    /// What it is called.
    #[serde(rename = "move")]
    pub name: String,
    /// What the player gets by it.
    pub verdict: Verdict,
    /// What it leaves, where that has a name.
    pub value: Option<String>,
    /// Why it wins or does not.
    pub why: String,
    /// The genus that it leaves, in misère play, where that decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub genus: Option<String>,
    /// The move that follows and wins, where this one gives another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<String>,
    /// A reply that is best for the opponent, where replies were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
}

impl Moves {
    fn numbers(&self) -> (usize, usize, usize) {
        let losing = match self.losing {
            Count::Few(losing) => losing,
            Count::Many(_) => 0,
        };
        (self.winning.len(), losing, self.drawing)
    }

    pub(crate) fn text(&self) -> String {
        match &self.moves {
            Some(moves) => self.every_text(moves),
            None => self.winning_text(),
        }
    }

    fn winning_text(&self) -> String {
        let who = self.player;
        let width = self.winning.iter().map(|m| m.to.chars().count()).max().unwrap_or(0);
        let line = |Winning { to, why, bonus, .. }: &Winning| {
            format!("{to:width$}  {why}{}\n", then(bonus))
        };
        let mut text: String = self.winning.iter().map(line).collect();
        let moves = |n: usize| if n == 1 { "move" } else { "moves" };
        let listed = self.winning.len();
        if let (Some(winning), Some(all)) = (&self.winning_count, &self.count) {
            let losing = all.as_ref().map(|all| format!(" ({all} losing moves)"));
            let losing = losing.unwrap_or_default();
            let all = all.as_ref().map(|all| format!(" of {all}")).unwrap_or_default();
            text += &match winning.as_deref() {
                Some("0") => format!("{who} has no winning move{losing}\n"),
                Some(count) if count == listed.to_string() => {
                    format!("{count} winning {}{all}\n", moves(listed))
                }
                Some(count) => {
                    format!("{count} winning moves{all}; the first {listed} are listed\n")
                }
                None if listed == 0 => format!("{who} has no winning move{losing}\n"),
                None => format!("at least {listed} winning {}{all}\n", moves(listed)),
            };
            return text;
        }
        text += &match self.numbers() {
            (0, ..) if self.others.is_some() => format!("{who} has no winning move\n"),
            (w, ..) if self.others.is_some() => {
                format!("{w} winning {}, all others lose\n", moves(w))
            }
            (0, 0, 0) => format!("{who} cannot move\n"),
            (0, n, 0) => format!("{who} has no winning move ({n} losing {})\n", moves(n)),
            (0, n, d) => {
                format!("{who} has no winning move ({d} {} hold the draw, {n} losing)\n", moves(d))
            }
            (w, n, d) => format!("{w} winning {} of {}\n", moves(w), w + n + d),
        };
        text
    }

    fn every_text(&self, moves: &[Move]) -> String {
        let mut text = String::new();
        let width = moves.iter().map(|m| m.to.chars().count()).max().unwrap_or(0);
        for &player in if self.impartial { &self.players[..1] } else { &self.players[..] } {
            let mine: Vec<&Move> = moves.iter().filter(|m| m.player == player).collect();
            if self.players.len() > 1 && !self.impartial {
                text += &format!("{player}:\n");
            }
            for Move { to, verdict, why, bonus, reply, .. } in &mine {
                let reply = reply.as_ref().map(|to| format!("; reply {to}")).unwrap_or_default();
                let then = then(bonus);
                text += &format!("{:4}  {to:width$}  {why}{then}{reply}\n", verdict.to_string());
            }
            if mine.is_empty() {
                text += &match self.impartial {
                    true => "nobody can move\n".to_owned(),
                    false => format!("{player} cannot move\n"),
                };
            }
        }
        text
    }

    pub(crate) fn grid(&self) -> Grid {
        let winning = self.winning.iter().map(|m| {
            let value = m.value.clone().unwrap_or_default();
            [m.to.clone(), self.player.to_string(), Verdict::Win.to_string(), value, m.why.clone()]
        });
        let every = self.moves.iter().flatten().map(|m| {
            let (player, verdict) = (m.player.to_string(), m.verdict.to_string());
            [m.to.clone(), player, verdict, m.value.clone().unwrap_or_default(), m.why.clone()]
        });
        let rows: Vec<[String; 5]> = match self.moves {
            Some(_) => every.collect(),
            None => winning.collect(),
        };
        Grid {
            head: ["to", "player", "verdict", "value", "why"].map(str::to_owned).to_vec(),
            rows: rows.into_iter().map(Vec::from).collect(),
            formulas: 3..4,
            sequence: None,
        }
    }

    pub(crate) fn line(&self) -> String {
        let line = match &self.moves {
            Some(moves) => {
                let entry = |m: &Move| format!("{} {} {}", m.player, m.verdict, m.to);
                moves.iter().map(entry).collect::<Vec<_>>()
            }
            None => self.winning.iter().map(|m| m.to.clone()).collect(),
        };
        if line.is_empty() { "-".to_owned() } else { line.join("\t") }
    }

    pub(crate) fn notes(&self) -> Vec<String> {
        let all = self.complete || self.others.is_some() || self.count.is_some();
        let note = "there are more moves than these, which were looked at first";
        if all { Vec::new() } else { vec![note.to_owned()] }
    }
}

/// The move that follows one that gives another.
fn then(bonus: &Option<String>) -> String {
    bonus.as_ref().map(|to| format!("; then {to}")).unwrap_or_default()
}

/// Asks for the winning moves of a player.
pub(crate) struct WinningMoves {
    pub(crate) player: Player,
}

impl Inquiry for WinningMoves {
    type Found = Moves;
    const WHAT: &'static str = "the winning moves";

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Moves, Failure> {
        let moves = case.moves(self.player)?;
        let complete = moves.complete;
        let others = (case.rules().is_infinite() && !complete).then_some(Verdict::Loss);
        let (mut winning, mut losing, mut drawing) = (Vec::new(), 0, 0);
        for candidate in moves.list {
            match candidate.verdict {
                Verdict::Loss => losing += 1,
                Verdict::Draw => drawing += 1,
                Verdict::Win => {
                    let to = case.show(&candidate.to);
                    let budget = case.desk.budget();
                    budget.charge(to.len() as u64 + 64)?;
                    budget.check()?;
                    let bonus = candidate.bonus.as_ref().map(|bonus| case.show(bonus));
                    let (value, why) = (candidate.value, candidate.why);
                    winning.push(Winning { to, value, why, bonus });
                }
            }
        }
        let mut found = Moves {
            player: self.player,
            winning,
            losing: Count::Few(losing),
            winning_count: None,
            count: None,
            moves: None,
            drawing,
            complete,
            others,
            players: vec![self.player],
            impartial: case.rules().is_impartial(),
        };
        if let Some([winning, all]) = moves.counts {
            let digits = |count: Option<u128>| count.map(|count| count.to_string());
            let losing = all.zip(winning).map(|(all, winning)| all.saturating_sub(winning));
            found.losing = Count::Many(digits(losing));
            (found.winning_count, found.count) = (Some(digits(winning)), Some(digits(all)));
        }
        Ok(found)
    }
}

/// Asks for every move of some players.
pub(crate) struct EveryMove<'a> {
    pub(crate) players: &'a [Player],
    pub(crate) replies: bool,
}

impl Inquiry for EveryMove<'_> {
    type Found = Moves;
    const WHAT: &'static str = "the moves";

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Moves, Failure> {
        let impartial = case.rules().is_impartial();
        let (mut moves, mut complete) = (Vec::new(), true);
        // Both players have the same moves in an impartial game; one list says it all.
        let players = if impartial { &self.players[..1] } else { self.players };
        for &player in players {
            let listed = case.moves(player)?;
            complete &= listed.complete;
            let listed = best_first(case, player, listed.list)?;
            let names = names(case, player, &listed)?;
            for (candidate, name) in listed.into_iter().zip(names) {
                let reply = match self.replies && candidate.verdict != Verdict::Win {
                    true => reply(case, player, &candidate)?,
                    false => None,
                };
                let found = Move {
                    player,
                    to: case.show(&candidate.to),
                    name,
                    verdict: candidate.verdict,
                    value: candidate.value,
                    why: candidate.why,
                    genus: candidate.genus,
                    bonus: candidate.bonus.as_ref().map(|bonus| case.show(bonus)),
                    reply,
                };
                let budget = case.desk.budget();
                budget
                    .charge((found.to.len() + found.name.len() + found.why.len()) as u64 + 128)?;
                budget.check()?;
                moves.push(found);
            }
        }
        let player = self.players.first().copied().unwrap_or(Player::Left);
        let own = || moves.iter().filter(|m| m.player == player);
        let count = |verdict| own().filter(|m| m.verdict == verdict).count();
        let winning = own().filter(|m| m.verdict == Verdict::Win);
        let winning = winning.cloned();
        let winning =
            winning.map(|Move { to, value, why, bonus, .. }| Winning { to, value, why, bonus });
        Ok(Moves {
            player,
            winning: winning.collect(),
            losing: Count::Few(count(Verdict::Loss)),
            winning_count: None,
            count: None,
            drawing: count(Verdict::Draw),
            complete,
            others: None,
            players: self.players.to_vec(),
            impartial,
            moves: Some(moves),
        })
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
        let compared = values.len() <= MOST_COMPARED && !case.rules().is_impartial();
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
    let mut keyed = Vec::with_capacity(moves.len());
    for candidate in moves {
        let gain = gain(candidate.verdict);
        let score = rated[usize::from(2 - gain)].next().unwrap_or(0);
        keyed.push(((gain, score), candidate));
    }
    keyed.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
    Ok(keyed.into_iter().map(|(_, candidate)| candidate).collect())
}
