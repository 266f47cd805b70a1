//! `upstar moves RULES POSITION`: every winning move, what it leaves and why it wins.
//! ```text
//! $ upstar moves nim 3+5+7
//! ```

use super::answer::{extend, question_json};
use super::case::Case;
use super::every_move::{Entry, Every};
use super::{Failure, Question, batch, every_move};
use crate::args::{Global, MovesArgs, PositionArgs};
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::io::Write;
use upstar_base::{Player, Verdict};
use upstar_rules::Rules;

struct Winning {
    who: Player,
}

/// A winning move in words.
struct Line {
    to: String,
    value: Option<String>,
    why: String,
}

struct Found {
    winning: Vec<Line>,
    losing: usize,
    drawing: usize,
    /// Are these all moves?
    complete: bool,
    /// Are all moves losing that are not listed?
    others_lose: bool,
    /// Where only winning moves are listed: how many there are, and how many moves in all.
    counts: Option<[Option<u128>; 2]>,
}

impl Question for Winning {
    type Answer = Found;
    const WHAT: &'static str = "the winning moves";

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Found, Failure> {
        let moves = case.moves(self.who)?;
        let complete = moves.complete;
        let others_lose = case.rules.is_infinite() && !complete;
        let mut found = Found {
            winning: Vec::new(),
            losing: 0,
            drawing: 0,
            complete,
            others_lose,
            counts: moves.counts,
        };
        for candidate in moves.list {
            match candidate.verdict {
                Verdict::Loss => found.losing += 1,
                Verdict::Draw => found.drawing += 1,
                Verdict::Win => {
                    let to = case.show(&candidate.to);
                    let budget = case.desk.calc().budget();
                    budget.charge(to.len() as u64 + 64)?;
                    budget.check()?;
                    found.winning.push(Line { to, value: candidate.value, why: candidate.why });
                }
            }
        }
        Ok(found)
    }
}

/// Answers the command.
pub(crate) fn run(global: &Global, args: &MovesArgs, out: &mut impl Write) -> Result<Status> {
    if args.all || args.replies {
        return every(global, args, out);
    }
    let who = args.player.unwrap_or_default().into();
    batch::answer(
        global,
        &args.place,
        out,
        || Winning { who },
        |place, found, out| say_winning(global, place, who, &found, out),
    )
}

/// Writes the winning moves; of a batch where they lead, on one line.
fn say_winning(
    global: &Global,
    place: &PositionArgs,
    who: Player,
    found: &Found,
    out: &mut impl Write,
) -> Result<()> {
    if place.each && !global.json {
        let to: Vec<&str> = found.winning.iter().map(|m| m.to.as_str()).collect();
        writeln!(out, "{}", if to.is_empty() { "-".to_owned() } else { to.join("\t") })?;
        return Ok(());
    }
    if global.json {
        let line = |m: &Line| json!({"to": m.to, "value": m.value, "why": m.why});
        let winning: Vec<_> = found.winning.iter().map(line).collect();
        let mut more = json!({
            "player": who.to_string().to_lowercase(), "winning": winning, "losing": found.losing,
        });
        if let Some(counts) = found.counts {
            // Numbers that may exceed what programs read as numbers.
            let [winning, all] = counts.map(|count| count.map(|count| count.to_string()));
            let losing = counts[1].zip(counts[0]).map(|(all, winning)| all.saturating_sub(winning));
            let losing = losing.map(|losing| losing.to_string());
            more = extend(more, json!({"losing": losing, "winning_count": winning, "count": all}));
        }
        if found.drawing > 0 {
            more = extend(more, json!({"drawing": found.drawing}));
        }
        if !found.complete {
            more = extend(more, json!({"complete": false}));
        }
        if found.others_lose {
            more = extend(more, json!({"others": "loss"}));
        }
        writeln!(out, "{}", extend(question_json(place), more))?;
        return Ok(());
    }
    let width = found.winning.iter().map(|m| m.to.chars().count()).max().unwrap_or(0);
    for Line { to, why, .. } in &found.winning {
        writeln!(out, "{to:width$}  {why}")?;
    }
    let moves = |n: usize| if n == 1 { "move" } else { "moves" };
    if let Some([winning, all]) = found.counts {
        let listed = found.winning.len() as u128;
        let losing = all.map(|all| format!(" ({all} losing moves)")).unwrap_or_default();
        let all = all.map(|all| format!(" of {all}")).unwrap_or_default();
        match winning {
            Some(0) => writeln!(out, "{who} has no winning move{losing}")?,
            Some(count) if count == listed => {
                writeln!(out, "{count} winning {}{all}", moves(found.winning.len()))?
            }
            Some(count) => {
                writeln!(out, "{count} winning moves{all}; the first {listed} are listed")?
            }
            None if listed == 0 => writeln!(out, "{who} has no winning move{losing}")?,
            None => writeln!(out, "at least {listed} winning {}{all}", moves(found.winning.len()))?,
        }
        return Ok(());
    }
    let all = found.winning.len() + found.losing + found.drawing;
    match (found.winning.len(), found.losing, found.drawing) {
        (0, ..) if found.others_lose => writeln!(out, "{who} has no winning move")?,
        (w, ..) if found.others_lose => writeln!(out, "{w} winning {}, all others lose", moves(w))?,
        (0, 0, 0) => writeln!(out, "{who} cannot move")?,
        (0, n, 0) => writeln!(out, "{who} has no winning move ({n} losing {})", moves(n))?,
        (0, n, d) => {
            writeln!(out, "{who} has no winning move ({d} {} hold the draw, {n} losing)", moves(d))?
        }
        (w, ..) => writeln!(out, "{w} winning {} of {all}", moves(w))?,
    }
    if !found.complete && !found.others_lose && !global.quiet {
        report::say("note: there are more moves than these, which were looked at first\n");
    }
    Ok(())
}

/// Answers the command with every move.
fn every(global: &Global, args: &MovesArgs, out: &mut impl Write) -> Result<Status> {
    let players: Vec<Player> = match args.player {
        Some(player) => vec![player.into()],
        None => Player::BOTH.to_vec(),
    };
    let question = || Every { players: &players, replies: args.replies };
    batch::answer(global, &args.place, out, question, |place, found, out| {
        say_every(global, place, &players, &found, out)
    })
}

/// Writes every move; of a batch with what becomes of it, on one line.
fn say_every(
    global: &Global,
    place: &PositionArgs,
    players: &[Player],
    found: &every_move::Found,
    out: &mut impl Write,
) -> Result<()> {
    let first = players.first().copied().unwrap_or(Player::Left);
    let own = |entry: &&Entry| entry.player == first;
    let count = |verdict| found.moves.iter().filter(own).filter(|m| m.verdict == verdict).count();
    if global.json {
        let winning = found.moves.iter().filter(own).filter(|m| m.verdict == Verdict::Win);
        let line = |m: &Entry| json!({"to": m.to, "value": m.value, "why": m.why});
        let mut more = json!({
            "player": first.to_string().to_lowercase(),
            "winning": winning.map(line).collect::<Vec<_>>(),
            "losing": count(Verdict::Loss),
            "moves": found.moves.iter().map(Entry::json).collect::<Vec<_>>(),
        });
        if count(Verdict::Draw) > 0 {
            more = extend(more, json!({"drawing": count(Verdict::Draw)}));
        }
        if !found.complete {
            more = extend(more, json!({"complete": false}));
        }
        writeln!(out, "{}", extend(question_json(place), more))?;
        return Ok(());
    }
    if place.each {
        let entry = |m: &Entry| format!("{} {} {}", m.player, m.verdict, m.to);
        let line = found.moves.iter().map(entry).collect::<Vec<_>>().join("\t");
        writeln!(out, "{}", if line.is_empty() { "-" } else { &line })?;
        return Ok(());
    }
    let width = found.moves.iter().map(|m| m.to.chars().count()).max().unwrap_or(0);
    for &player in if found.impartial { &players[..1] } else { players } {
        let mine: Vec<&Entry> = found.moves.iter().filter(|m| m.player == player).collect();
        if players.len() > 1 && !found.impartial {
            writeln!(out, "{player}:")?;
        }
        for Entry { to, verdict, why, reply, .. } in &mine {
            let reply = reply.as_ref().map(|to| format!("; reply {to}")).unwrap_or_default();
            writeln!(out, "{:4}  {to:width$}  {why}{reply}", verdict.to_string())?;
        }
        if mine.is_empty() {
            match found.impartial {
                true => writeln!(out, "nobody can move")?,
                false => writeln!(out, "{player} cannot move")?,
            }
        }
    }
    if !found.complete && !global.quiet {
        report::say("note: there are more moves than these, which were looked at first\n");
    }
    Ok(())
}
