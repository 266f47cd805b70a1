//! Guessing labels heap by heap.
//!
//! The quotient of the first heaps, which is proved, tells who wins their sums. A label fits a heap
//! if in sums of one or two copies with up to three heaps that have labels the rule says the same.
//! Plain labels come first, then the largest numbers. What is found are guesses: a period is read off,
//! and the proof is another program's.

use super::{Label, Sum};
use crate::linear::at_end;
use crate::quotient::{Quotient, Solver};
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_proof::MisereLadders;
use upstar_rules::heap::code::HeapCode;

/// How many heaps get labels at first, how many in the end.
const HEAPS: [u32; 2] = [12, 44];
/// How many steps the quotients of so many heaps may take.
const STEPS: [u64; 2] = [100, 2_000];
/// The largest difference of near numbers that is tried.
const NEAR: u64 = 2;
/// The most heaps in a sum that is tried, besides the one that gets a label.
const MOST_HEAPS: usize = 3;
/// The longest period that is looked for.
const LONGEST: usize = 20;

/// The rules that the labels of small heaps suggest.
pub(super) fn guesses(
    code: &HeapCode,
    budget: &Arc<Budget>,
) -> Result<Vec<MisereLadders>, Stopped> {
    let mut solver = Solver::new(code);
    let mut nears: Vec<u64> = (0..=NEAR).collect();
    let mut found = Vec::new();
    for (heaps, steps) in HEAPS.into_iter().zip(STEPS) {
        let part = Budget::steps_of(budget, steps);
        let quotient = solver.run(heaps, &part);
        budget.refund(part.held());
        quotient.end().unless_stopped(budget)?;
        if quotient.heaps() < HEAPS[0] {
            return Ok(Vec::new());
        }
        found.clear();
        for &near in &nears {
            if let Some(labels) = labels(&quotient, near, budget)? {
                found.push((near, labels));
            }
        }
        nears = found.iter().map(|&(near, _)| near).collect();
    }
    Ok(found.iter().flat_map(|(near, labels)| periods(code, *near, labels)).collect())
}

/// A sum of heaps with labels.
struct Context {
    class: u16,
    sum: Sum,
    heaps: usize,
}

/// Labels of all heaps that the quotient knows, the empty one first.
fn labels(quotient: &Quotient, near: u64, budget: &Budget) -> Result<Option<Vec<Label>>, Stopped> {
    let monoid = quotient.monoid();
    let mut labels = vec![Label::NOTHING];
    let mut contexts = vec![Context { class: 0, sum: Sum::new(near), heaps: 0 }];
    let mut largest = [0; 2];
    for heap in 1..=quotient.heaps() {
        let Some(class) = quotient.class(heap.into()) else { return Ok(None) };
        budget.spend(1)?;
        let fits = |label: &Label| {
            contexts.iter().all(|context| {
                (1..=2).all(|copies| {
                    let product = monoid.times(context.class, monoid.power(class, copies));
                    let sum = context.sum.plus(*label, copies as u32);
                    monoid.is_p(product) == sum.is_previous_win()
                })
            })
        };
        let Some(label) = candidates(largest).find(fits) else { return Ok(None) };
        if !labels.contains(&label) {
            let mut more: Vec<Context> = Vec::new();
            for context in &contexts {
                for copies in 1..=MOST_HEAPS - context.heaps {
                    more.push(Context {
                        class: monoid.times(context.class, monoid.power(class, copies as u64)),
                        sum: context.sum.plus(label, copies as u32),
                        heaps: context.heaps + copies,
                    });
                }
            }
            contexts.extend(more);
        }
        match label {
            Label::Plain { .. } => {}
            Label::First(number) => largest[0] = largest[0].max(number),
            Label::Second(number) => largest[1] = largest[1].max(number),
        }
        labels.push(label);
    }
    Ok(Some(labels))
}

/// The labels that a heap may have where these are the largest numbers.
fn candidates([first, second]: [u64; 2]) -> impl Iterator<Item = Label> {
    let plain = (0..3).flat_map(|twos| [false, true].map(|odd| Label::Plain { odd, twos }));
    let firsts = (1..=first + 1).rev().map(Label::First);
    plain.chain(firsts).chain((1..=second + 1).rev().map(Label::Second))
}

/// The rules that a list of labels suggests: linear at its end, short periods first.
fn periods(code: &HeapCode, near: u64, labels: &[Label]) -> Vec<MisereLadders> {
    let last = labels.len() - 1;
    let mut found = Vec::new();
    for period in 1..=LONGEST.min(last / 2) {
        let has_numbers =
            labels[last - period + 1..].iter().any(|label| !matches!(label, Label::Plain { .. }));
        if !has_numbers {
            continue;
        }
        let moves = |heap: usize| labels[heap].further(1) == labels[heap + period];
        let listed = at_end(labels, period, 2, moves, |&label| label.into());
        found.extend(listed.map(|(labels, preperiod)| {
            let (code, period) = (code.to_string(), period as u64);
            MisereLadders { code, near, period, preperiod, labels }
        }));
    }
    found
}
