//! `upstar misere moves CODE POSITION`: every winning move in a sum of heaps.
//! ```text
//! $ upstar misere moves .123 9+8+5+3
//! 8->5  leaves 9+2*5+3: pretend: b^2 is P, genus 0^02
//! ```
//! A heap too large to list its moves is understood by the period of its game: splits that differ
//! by a period in both parts leave the same class, and one stands for all.

use super::outcome::capped;
use super::quotient::Game;
use super::{code, for_each_sum, large_position, show_position};
use crate::args::{Global, SumArgs};
use crate::limits;
use crate::report::{self, Status};
use anyhow::Result;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// The most moves that are listed one by one.
const MOST_MOVES: u64 = 1_000_000;

struct Winning {
    heap: u64,
    to: String,
    leaves: Vec<(u64, u32)>,
    value: Option<String>,
    why: String,
    /// How many moves this one stands for, each with so many tokens more in the smaller part.
    family: Option<(u64, u64)>,
}

/// Options of a heap: the heaps that are left, and the family they stand for.
type Choice = (Vec<u64>, Option<(u64, u64)>);

/// Finds and prints the winning moves, of each line if the position is read from stdin.
pub(crate) fn run(global: &Global, args: &SumArgs, out: &mut impl Write) -> Result<Status> {
    let code = code(&args.game.code)?;
    let budget = limits::interruptible(global)?;
    for_each_sum(global, &args.position, out, |text, out| one(global, &code, text, &budget, out))
}

fn one(
    global: &Global,
    code: &HeapCode,
    text: &str,
    budget: &Arc<Budget>,
    out: &mut impl Write,
) -> Result<Status> {
    let sum = large_position(text)?;
    let largest = sum.first().map_or(0, |&(heap, _)| heap);
    let mut game = Game::new(code, capped(largest), budget);
    let (winning, losing) = match winning_moves(code, &sum, &mut game, budget) {
        Ok(moves) => moves,
        Err(stopped) => {
            let message = format!("{stopped}; {}", game.known());
            return report::no_answer(global, out, "stopped", &message);
        }
    };
    if global.json {
        let row = |w: &Winning| {
            let mut row = json!({
                "move": format!("{}->{}", w.heap, w.to), "to": show_position(&w.leaves),
                "value": w.value, "why": w.why,
            });
            if let Some((moves, period)) = w.family {
                row["moves"] = moves.into();
                row["period"] = period.into();
            }
            row
        };
        let rows: Vec<_> = winning.iter().map(row).collect();
        let object = json!({
            "code": code.to_string(), "position": show_position(&sum), "winning": rows,
            "losing": losing,
        });
        writeln!(out, "{}", report::json_line(&object))?;
        return Ok(Status::Answered);
    }
    for Winning { heap, to, leaves, why, family, .. } in &winning {
        let more = family.map_or(String::new(), |(moves, period)| {
            format!("; and with {period}, {}, ... tokens moved over: {moves} moves", 2 * period)
        });
        writeln!(out, "{heap}->{to}  leaves {}: {why}{more}", show_position(leaves))?;
    }
    if winning.is_empty() {
        let text = match (sum.is_empty(), losing) {
            (_, 0) => "no move is left: whoever is to move has won",
            _ => "no winning move",
        };
        writeln!(out, "{text}")?;
    }
    Ok(Status::Answered)
}

fn winning_moves(
    code: &HeapCode,
    sum: &[(u64, u32)],
    game: &mut Game,
    budget: &Arc<Budget>,
) -> Result<(Vec<Winning>, u64), Stopped> {
    let (mut winning, mut losing) = (Vec::new(), 0u64);
    for &(heap, _) in sum {
        for (option, family) in options(code, heap, game, budget)? {
            budget.check()?;
            let leaves = played(sum, heap, &option);
            let verdict = game.verdict(&leaves)?;
            if !verdict.previous_wins {
                losing = losing.saturating_add(family.map_or(1, |(moves, _)| moves));
                continue;
            }
            let to: Vec<String> = option.iter().map(ToString::to_string).collect();
            let to = if to.is_empty() { "0".to_owned() } else { to.join("+") };
            let (value, why) = (verdict.class.clone(), verdict.why());
            winning.push(Winning { heap, to, leaves, value, why, family });
        }
    }
    Ok((winning, losing))
}

/// What a move in a heap may leave, the largest first.
fn options(
    code: &HeapCode,
    heap: u64,
    game: &Game,
    budget: &Budget,
) -> Result<Vec<Choice>, Stopped> {
    let listed = u32::try_from(heap).ok().filter(|&heap| code.most_options(heap) <= MOST_MOVES);
    if let Some(heap) = listed {
        let mut options: BTreeSet<Vec<u64>> = BTreeSet::new();
        let mut end = Ok(());
        code.each_option(heap, &mut |option| {
            if end.is_ok() {
                options.insert(option.iter().copied().map(u64::from).collect());
                if options.len().is_multiple_of(1 << 12) {
                    end = budget.check();
                }
            }
        });
        end?;
        return Ok(options.into_iter().rev().map(|option| (option, None)).collect());
    }
    let digits = code.bits().filter(|digits| digits.iter().all(|&digit| digit < 8));
    let (Some(digits), Some((start, period))) = (digits, game.period()) else {
        let what = "the number of moves, where no quotient of all heaps is known,";
        return Err(Stopped::Limit { what, limit: MOST_MOVES });
    };
    let mut options: BTreeMap<Vec<u64>, Option<(u64, u64)>> = BTreeMap::new();
    for (taken, &digit) in (0u64..).zip(&digits) {
        let Some(left) = heap.checked_sub(taken) else { continue };
        if digit & 1 != 0 && left == 0 {
            options.insert(Vec::new(), None);
        }
        if digit & 2 != 0 && left > 0 && taken > 0 {
            options.insert(vec![left], None);
        }
        if digit & 4 == 0 {
            continue;
        }
        // From `start` on, a smaller part stands for all that are larger by periods.
        for small in 1..start.saturating_add(period).min(left / 2 + 1) {
            budget.check()?;
            let family = (small >= start).then(|| ((left / 2 - small) / period + 1, period));
            options.insert(vec![left - small, small], family);
        }
    }
    Ok(options.into_iter().rev().collect())
}

/// The sum after a move in one heap.
fn played(sum: &[(u64, u32)], heap: u64, option: &[u64]) -> Vec<(u64, u32)> {
    let mut next: BTreeMap<u64, u32> = sum.iter().copied().collect();
    if let Some(times) = next.get_mut(&heap) {
        *times -= 1;
    }
    for &size in option {
        let times = next.entry(size).or_default();
        *times = times.saturating_add(1);
    }
    next.into_iter().rev().filter(|&(_, times)| times > 0).collect()
}
