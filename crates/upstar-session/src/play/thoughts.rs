//! What the program thinks of a position: the best move, what was wrong with one, and how the board
//! looks after it.

use super::{Drawn, PlayedMove};
use crate::moves::Move;
use crate::names::{name, names};
use crate::open_position::{OpenPosition, Turn};
use upstar_base::{Player, Stopped, Verdict};
use upstar_rules::Rules;
use upstar_rules::erased::Position;
use upstar_theory::theory::CompoundPosition;

/// A move of `who` that wins, or else holds a draw; `None` if all of them lose.
pub(super) fn best(case: &mut OpenPosition<'_>, who: Player) -> Result<Option<Move>, Stopped> {
    let judged = case.moves(who)?.turns;
    let by = |verdict| judged.iter().position(|candidate| candidate.verdict == Some(verdict));
    let Some(place) = by(Verdict::Win).or(by(Verdict::Draw)) else { return Ok(None) };
    let name = names(case, who, &judged)?.swap_remove(place);
    let mut best = case.told(&judged[place], who, name)?;
    if !judged[place].wins() {
        best.reason = Some("nobody can force a win after that".to_owned());
    }
    Ok(Some(best))
}

/// What was good or bad about a move.
pub(super) fn explain(case: &mut OpenPosition<'_>, step: &PlayedMove) -> Result<String, Stopped> {
    let now = std::mem::replace(&mut case.standing, step.from.clone());
    let explained = explain_here(case, step);
    case.standing = now;
    explained
}

fn explain_here(case: &mut OpenPosition<'_>, step: &PlayedMove) -> Result<String, Stopped> {
    let who = step.who;
    let judged = case.moves(who)?.turns;
    let better = best(case, who)?;
    let made = judged.iter().find(|candidate| candidate.to == step.made.to);
    let bare = Turn { verdict: Some(Verdict::Loss), decides: false, ..step.made.clone() };
    let made = made.unwrap_or(&bare);
    let called = name(case, who, made);
    let why = case.why(made, who)?.unwrap_or_default();
    let because = |why: &str| match why.is_empty() {
        true => String::new(),
        false => format!(": {}", sentence(why)),
    };
    let reply =
        if made.wins() || made.again || made.decides { None } else { reply(case, who, &made.to)? };
    let reply = reply.map(|reply| format!(" The answer is {reply}.")).unwrap_or_default();
    Ok(match (made.verdict, better) {
        (Some(Verdict::Win), _) => format!("{called} wins{}.", because(&why)),
        (Some(Verdict::Draw), Some(better)) if better.name != called => {
            let because = because(better.why());
            format!("{called} draws; {} would have been better{because}.", better.name)
        }
        (Some(Verdict::Draw), _) => format!("{called} holds the draw; nothing wins."),
        (_, Some(better)) => format!(
            "{called} loses{}.{reply} Better was {}{}.",
            because(&why),
            better.name,
            because(better.why())
        ),
        (_, None) => {
            format!("{called} loses{}. Every other move loses too.{reply}", because(&why))
        }
    })
}

/// A reason as a sentence about the move: `leaves *: Right, to move, wins` says what the move does and
/// what follows from that.
fn sentence(why: &str) -> String {
    let verbs = ["leaves ", "gives ", "wins at once", "loses at once"];
    if !verbs.iter().any(|verb| why.starts_with(verb)) {
        return why.to_owned();
    }
    match why.split_once(": ") {
        Some((what, follows)) => format!("it {what}, and {follows}"),
        None => format!("it {why}"),
    }
}

/// A reply that wins.
fn reply(
    case: &mut OpenPosition<'_>,
    who: Player,
    to: &CompoundPosition<Position>,
) -> Result<Option<String>, Stopped> {
    let before = std::mem::replace(&mut case.standing, to.clone());
    let found = best(case, !who);
    case.standing = before;
    Ok(found?.map(|best| best.name))
}

/// The parts of what is on the table, and which squares differ from `before`.
pub(super) fn drawn(
    case: &OpenPosition<'_>,
    before: Option<&CompoundPosition<Position>>,
) -> Vec<Drawn> {
    let rules = case.rules();
    let lines = |part: &Position| -> Vec<String> {
        rules.display(part).lines().map(str::to_owned).collect()
    };
    let now = &case.standing.components;
    let before = before.map(|standing| &standing.components).filter(|old| old.len() == now.len());
    let part = |(place, part): (usize, &Position)| {
        let lines_now = lines(part);
        let width = lines_now.first().map_or(0, |line| line.chars().count());
        let even = lines_now.iter().all(|line| line.chars().count() == width);
        if !case.is_board() || !even || width == 0 {
            return Drawn { lines: lines_now, board: None, marks: Vec::new() };
        }
        let old = before.map(|old| lines(&old[place])).unwrap_or_default();
        let mut marks = Vec::new();
        for (r, (line, old)) in lines_now.iter().zip(&old).enumerate() {
            let differ = line.chars().zip(old.chars()).enumerate().filter(|(_, (a, b))| a != b);
            marks.extend(differ.map(|(c, _)| (r, c)));
        }
        Drawn { lines: lines_now, board: Some(rules.nature().row_order), marks }
    };
    now.iter().enumerate().map(part).collect()
}
