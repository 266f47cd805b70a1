//! Misère games that are won by the rule of two ladders: a rule for all sums of all heaps.
//!
//! A heap is *plain*, with numbers d and b, or it is an Y or an X with a number. A sum has D = the
//! parity of the sum of d and the number of X, and B = the sum of b. Numbers are *near* if they
//! differ by g or less; a sum has a *top pair* if the two largest numbers of its X are near; x is the
//! largest of them. It is called P if
//!
//! - it has no Y and B = 0, and has no X and D is odd, or has a top pair and D is even;
//! - it has no Y, B > 0, and B and D are even;
//! - it has one Y, with number i, B = 0, D is odd, and x > i + g without a top pair, or
//!   x <= i - 2 - g, or there is no X and i >= 2 + g;
//! - it has two Y, with near numbers, the smaller being i, B and D are even, and B > 0 or there is no
//!   X or x <= i + g or it has a top pair;
//! - it has two Y that are not near, and B and D are odd;
//! - it has three Y or more, and their number, B and D are even.
//!
//! For n >= preperiod, heap n + period has the label of heap n, its number, if it has one, larger
//! by one. `docs/quotients.md` proves that the rule is right for all sums of all heaps if no move of
//! finitely many kinds leads from P to P ([`previous`]) and finitely many sums that are not called P
//! have moves to P of a kind that larger ones have as well ([`next`]).

mod heaps;
mod next;
mod previous;
mod rule;

use crate::Verdict;
use crate::certificate::MisereLadders;
use crate::meter::Meter;
use crate::rules::Rules;
use crate::shown::shown;
use heaps::{Heaps, Kind};
use upstar_base::Stopped;

/// The largest heap that a claim lists, and the largest number.
const LARGEST: u64 = 1000;
/// The largest g, and the largest b.
const NEAR: u64 = 4;
const TWOS: u64 = 2;

/// A step that fails, and why.
type Failure = (&'static str, String);

pub(crate) fn check(claim: &MisereLadders, meter: &Meter<'_>) -> Result<Verdict, Stopped> {
    let rules = match Rules::read(&claim.code) {
        Ok(rules) => rules,
        Err(error) => return Ok(error.into()),
    };
    if !rules.is_octal() {
        return Ok(Verdict::refuted("code", "it is not that of an octal game"));
    }
    if let Err((step, why)) = shape(claim) {
        return Ok(Verdict::refuted(step, why));
    }
    let heaps = Heaps::new(claim, &rules);
    let Some(bounds) = heaps.bounds(meter)? else {
        return Ok(Verdict::Unknown("a move leads to a number far above that of its heap".into()));
    };
    meter.begin("sums", None);
    let failure = match still(&heaps, bounds.last, meter)? {
        Some(failure) => Some(failure),
        None => match previous::failure(&heaps, &bounds, meter)? {
            Some(failure) => Some(failure),
            None => next::failure(&heaps, &bounds, meter)?,
        },
    };
    let MisereLadders { code, near, period, preperiod, .. } = claim;
    Ok(match failure {
        Some((step, why)) => Verdict::refuted(step, why),
        None => Verdict::Verified(format!(
            "in misère play, the rule of two ladders, where numbers are near if they differ by {near} or less, holds with \
             these labels for all sums of heaps of every size of {}; the labels are linear with period {period} from heap \
             {preperiod} on, and these numbers are least",
            shown(code)
        )),
    })
}

/// A heap without moves that counts for something.
fn still(heaps: &Heaps<'_>, last: u64, meter: &Meter<'_>) -> Result<Option<Failure>, Stopped> {
    for heap in (1..=last).filter(|&heap| heaps.label(heap).kind != Kind::Plain(false, 0)) {
        let mut has_move = false;
        let mut visit = |_: &[u64]| {
            has_move = true;
            Ok(())
        };
        heaps.rules.each_option(heap, meter, &mut visit)?;
        if !has_move {
            return Ok(Some(("moves", format!("heap {heap} has no moves but a label"))));
        }
    }
    Ok(None)
}

/// Do the numbers fit together, and are they least?
fn shape(claim: &MisereLadders) -> Result<(), Failure> {
    let MisereLadders { near, period, preperiod, labels, .. } = claim;
    let fails = |step, why: String| Err((step, why));
    if [*period, *preperiod].iter().any(|number| !(1..=LARGEST).contains(number)) {
        return fails("shape", format!("period and preperiod must be from 1 to {LARGEST}"));
    }
    if *near > NEAR {
        return fails("shape", format!("near numbers may differ by {NEAR} at most"));
    }
    if labels.len() as u64 != preperiod + period - 1 {
        return fails("shape", format!("there are {} labels", labels.len()));
    }
    for (heap, label) in (1..).zip(labels) {
        let fits = match *label {
            [d, b, 0, 0] => d <= 1 && b <= TWOS,
            [0, 0, number, 0] | [1, 0, 0, number] => number <= LARGEST,
            _ => false,
        };
        if !fits {
            return fails("shape", format!("heap {heap} cannot have the label {label:?}"));
        }
    }
    // The label of a heap one period further.
    let further = |[d, b, y, x]: [u64; 4]| [d, b, y + u64::from(y > 0), x + u64::from(x > 0)];
    let at = |heap: u64| labels[heap as usize - 1];
    let last = preperiod + period - 1;
    if *preperiod > 1 && further(at(preperiod - 1)) == at(last) {
        return fails("least", format!("labels are linear from heap {} on", preperiod - 1));
    }
    // A shorter period would have numbers that grow by a part of one; so it has none.
    let is_plain = |heap: u64| matches!(at(heap), [_, _, 0, 0]);
    let repeats = |q: u64| {
        let place = |i: u64| preperiod + i % period;
        (0..*period).all(|i| is_plain(place(i)) && at(place(i)) == at(place(i + q)))
    };
    match (1..*period).find(|&q| period % q == 0 && repeats(q)) {
        Some(q) => fails("least", format!("{q} is a period as well")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
