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
//!
//! Theorem: `docs/quotients.md#two-ladders`.

mod heaps;
mod next;
mod previous;
mod rule;

use crate::certificate::Claim;
use crate::linear::Linear;
use crate::meter::Meter;
use crate::period::WatchValues;
use crate::rules::Rules;
use crate::shown::shown;
use crate::{Checked, Verdict, step, told};
use heaps::{HeapRole, LadderHeaps};
use serde::{Deserialize, Serialize};
use upstar_base::Stopped;

/// The largest heap that a claim lists, and the largest number.
const LARGEST: u64 = 1000;
/// The largest g, and the largest b.
const NEAR: u64 = 4;
const TWOS: u64 = 2;

/// The claim that the rule of two ladders tells who wins misère play of every sum of heaps of this
/// game (`docs/quotients.md`).
///
/// Heap n has the label `labels[n - 1]` = [d, b, y, x]: [d, b, 0, 0] if it is plain, [0, 0, i, 0]
/// if it is an Y with the number i, [1, 0, 0, i] if it is an X; for n >= `preperiod`, heap
/// n + `period` has the label of heap n, its number, if it has one, larger by 1. Numbers that differ by
/// `near` or less count as near.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereLadders {
    /// The code of the game.
    pub code: String,
    /// Numbers that differ by so much or less are near.
    pub near: u64,
    /// The period of the labels.
    pub period: u64,
    /// From this heap on, at least 1.
    pub preperiod: u64,
    /// The labels of the heaps before `preperiod` + `period`.
    pub labels: Vec<[u64; 4]>,
}

impl Claim for MisereLadders {
    fn check(&self, meter: &Meter<'_>, _: Option<WatchValues<'_>>) -> Result<Verdict, Stopped> {
        told(check(self, meter))
    }
}

fn check(claim: &MisereLadders, meter: &Meter<'_>) -> Checked<Verdict> {
    let rules = Rules::octal(&claim.code)?;
    shape(claim)?;
    let heaps = LadderHeaps::new(claim, &rules);
    let Some(bounds) = heaps.bounds(meter)? else {
        return Ok(Verdict::Unknown("a move leads to a number far above that of its heap".into()));
    };
    meter.begin("sums", None);
    still(&heaps, bounds.last, meter)?;
    previous::check(&heaps, &bounds, meter)?;
    next::check(&heaps, &bounds, meter)?;
    let MisereLadders { code, near, period, preperiod, .. } = claim;
    Ok(Verdict::Verified(format!(
        "in misère play, the rule of two ladders, where numbers are near if they differ by {near} or less, holds with \
         these labels for all sums of heaps of every size of {}; the labels are linear with period {period} from heap \
         {preperiod} on, and these numbers are least",
        shown(code)
    )))
}

/// Heaps without moves count for nothing.
fn still(heaps: &LadderHeaps<'_>, last: u64, meter: &Meter<'_>) -> Checked<()> {
    for heap in (1..=last).filter(|&heap| heaps.label(heap).kind != HeapRole::Plain(false, 0)) {
        let mut has_move = false;
        let mut visit = |_: &[u64]| {
            has_move = true;
            Ok(())
        };
        heaps.rules.each_option(heap, meter, &mut visit)?;
        step!("moves", has_move, "heap {heap} has no moves but a label");
    }
    Ok(())
}

/// Do the numbers fit together, and are they least?
fn shape(claim: &MisereLadders) -> Checked<()> {
    let MisereLadders { near, period, preperiod, labels, .. } = claim;
    let fit = [period, preperiod].iter().all(|number| (1..=LARGEST).contains(*number));
    step!("shape", fit, "period and preperiod must be from 1 to {LARGEST}");
    step!("shape", *near <= NEAR, "near numbers may differ by {NEAR} at most");
    let linear = Linear::new(labels, *preperiod, *period)?;
    for (heap, label) in (1..).zip(labels) {
        let fits = match *label {
            [d, b, 0, 0] => d <= 1 && b <= TWOS,
            [0, 0, number, 0] | [1, 0, 0, number] => number <= LARGEST,
            _ => false,
        };
        step!("shape", fits, "heap {heap} cannot have the label {label:?}");
    }
    // A shorter period would have numbers that grow by a part of one; so it has none.
    let moved = |&[d, b, y, x]: &[u64; 4], by: u64| {
        let further = |number: u64| number + if number > 0 { by / period } else { 0 };
        let fits = by.is_multiple_of(*period) || (y, x) == (0, 0);
        fits.then(|| [d, b, further(y), further(x)])
    };
    Ok(linear.least("labels", moved)?)
}
