//! `upstar misere moves CODE POSITION`: every winning move in a sum of heaps.
//! ```text
//! $ upstar misere moves .123 9+8+5+3
//! 8->5  leaves 9+2*5+3: pretend: b^2 is P, genus 0^02
//! ```

use super::quotient::Game;
use super::{code, position, show_position};
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

/// The most moves that are looked at.
const MOST_MOVES: u64 = 10_000_000;

struct Winning {
    heap: u32,
    to: String,
    leaves: Vec<(u32, u32)>,
    value: Option<String>,
    why: String,
}

/// Finds and prints the winning moves.
pub(crate) fn run(global: &Global, args: &SumArgs, out: &mut impl Write) -> Result<Status> {
    let code = code(&args.game.code)?;
    let sum = position(&args.position)?;
    let budget = limits::interruptible(global)?;
    let count = sum.iter().map(|&(heap, _)| code.most_options(heap));
    if count.fold(0u64, u64::saturating_add) > MOST_MOVES {
        let message = format!("stopped: the number of moves is limited to {MOST_MOVES}");
        return report::no_answer(global, out, "stopped", &message);
    }
    let largest = sum.first().map_or(0, |&(heap, _)| heap);
    let mut game = Game::new(&code, largest, &budget);
    let (winning, losing) = match winning_moves(&code, &sum, &mut game, &budget) {
        Ok(moves) => moves,
        Err(stopped) => {
            let message = format!("{stopped}; {}", game.known());
            return report::no_answer(global, out, "stopped", &message);
        }
    };
    if global.json {
        let row = |w: &Winning| {
            json!({
                "move": format!("{}->{}", w.heap, w.to), "to": show_position(&w.leaves),
                "value": w.value, "why": w.why,
            })
        };
        let rows: Vec<_> = winning.iter().map(row).collect();
        let object = json!({
            "code": code.to_string(), "position": show_position(&sum), "winning": rows,
            "losing": losing,
        });
        writeln!(out, "{}", report::json_line(&object))?;
        return Ok(Status::Answered);
    }
    for Winning { heap, to, leaves, why, .. } in &winning {
        writeln!(out, "{heap}->{to}  leaves {}: {why}", show_position(leaves))?;
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
    sum: &[(u32, u32)],
    game: &mut Game,
    budget: &Arc<Budget>,
) -> Result<(Vec<Winning>, u64), Stopped> {
    let (mut winning, mut losing) = (Vec::new(), 0);
    for &(heap, _) in sum {
        let mut options: BTreeSet<Vec<u32>> = BTreeSet::new();
        code.each_option(heap, &mut |option| {
            options.insert(option.to_vec());
        });
        for option in options.into_iter().rev() {
            budget.check()?;
            let leaves = played(sum, heap, &option);
            let verdict = game.verdict(&leaves)?;
            if !verdict.previous_wins {
                losing += 1;
                continue;
            }
            let to: Vec<String> = option.iter().map(ToString::to_string).collect();
            let to = if to.is_empty() { "0".to_owned() } else { to.join("+") };
            winning.push(Winning { heap, to, leaves, value: verdict.class, why: verdict.why });
        }
    }
    Ok((winning, losing))
}

/// The sum after a move in one heap.
fn played(sum: &[(u32, u32)], heap: u32, option: &[u32]) -> Vec<(u32, u32)> {
    let mut next: BTreeMap<u32, u32> = sum.iter().copied().collect();
    if let Some(times) = next.get_mut(&heap) {
        *times -= 1;
    }
    for &size in option {
        let times = next.entry(size).or_default();
        *times = times.saturating_add(1);
    }
    next.into_iter().rev().filter(|&(_, times)| times > 0).collect()
}
