//! Games that are won like Knots: a rule for all sums of all heaps where no quotient is finite.
//!
//! Every heap has a label (d, t, m): d is a parity, t >= 0, and m is 0 or odd and above t. A sum
//! has D = the parity of the sum of d, T = the sum of t and M = the largest m; it is a P-position
//! of misère play exactly if
//!
//! - T = 0 and D is odd, or
//! - T > 0 and D are even and M < T, or
//! - T and D are odd and M > T.
//!
//! Allemang (1984) found this for 4.7, in other words: with w = m - t for the largest heap. The
//! labels of a game are guessed from small heaps ([`find`]) and accepted only if the checker of
//! certificates proves them (`docs/quotients.md`); nothing that is guessed is used otherwise.
//!
//! Invariant of a [`Knots`]: its certificate is verified. For heaps from `preperiod` on, a period
//! adds `step` to t and, unless it is 0, twice that to m.

mod find;
mod label;

pub use label::Label;

use crate::linear::listed;
use crate::rule::{first_proved, octal};
use upstar_base::{Budget, Stopped};
use upstar_proof::{Certificate, MisereKnots};
use upstar_rules::heap::code::HeapCode;

/// A rule of the type of Knots, proved for all sums of all heaps of a game.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_misere::knots::Knots;
/// let knots = Knots::find(&"4.7".parse()?, &Budget::unlimited())?.unwrap();
/// assert_eq!(knots.label(8).to_string(), "+5/7");
/// assert!(knots.sum([(1_000_008u64, 1), (1, 1)]).is_previous_win());
/// assert!(!knots.sum([(1_000_008u64, 1), (1_000_000, 1), (1, 1)]).is_previous_win());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Knots {
    pub(crate) claim: MisereKnots,
}

impl Knots {
    /// The rule of a game, if labels are found and proved; `None` for most games.
    pub fn find(code: &HeapCode, budget: &Budget) -> Result<Option<Knots>, Stopped> {
        let guesses = octal(code).map(|_| find::Guesses::new(code)).into_iter().flatten();
        for guess in guesses {
            if let Some(claim) = first_proved(guess.claims(code, budget)?, budget)? {
                return Ok(Some(Knots { claim }));
            }
        }
        Ok(None)
    }

    /// The label of a heap.
    pub fn label(&self, heap: u64) -> Label {
        let MisereKnots { period, step, preperiod, labels, .. } = &self.claim;
        let Some((place, periods)) = listed(heap, *preperiod, *period) else {
            return Label::default();
        };
        let Label { odd, t, m } = Label::from(labels[place]);
        let more = u128::from(periods) * u128::from(*step);
        Label { odd, t: t + more, m: if m == 0 { 0 } else { m + 2 * more } }
    }

    /// The label of a sum of heaps with multiplicities.
    pub fn sum<H: Into<u64>>(&self, heaps: impl IntoIterator<Item = (H, u32)>) -> Label {
        let labels = heaps.into_iter().map(|(heap, times)| self.label(heap.into()).times(times));
        labels.fold(Label::default(), Label::plus)
    }

    /// From which heap on labels are linear, with which period and step.
    pub fn period(&self) -> (u64, u64, u64) {
        (self.claim.preperiod, self.claim.period, self.claim.step)
    }

    /// Splits of `left` tokens with `small` + i periods in the smaller part, for i below `splits`,
    /// leave the same T and D, and the larger of the two m first falls and then grows; so they fall
    /// into runs: with the rest of a sum, all splits of a run have the same winner. These are the first
    /// i of the runs.
    pub fn runs(&self, rest: Label, left: u64, small: u64, splits: u64) -> Vec<u64> {
        let part = |i: u64| small + i * self.claim.period;
        let parts = |i: u64| [self.label(left - part(i)), self.label(part(i))];
        let wins = |i: u64| {
            let [large, small] = parts(i);
            rest.plus(large).plus(small).is_previous_win()
        };
        // The larger m falls up to here and grows from here on.
        let turn = first(0, splits, |i| parts(i)[0].m <= parts(i)[1].m);
        let mut starts = Vec::new();
        for (from, to) in [(0, turn), (turn, splits)] {
            if from < to {
                let switch = first(from, to, |i| wins(i) != wins(from));
                starts.extend([from, switch].into_iter().filter(|&start| start < to));
            }
        }
        starts.dedup();
        starts
    }

    /// The certificate that the rule holds.
    pub fn certificate(&self, code: &HeapCode) -> Certificate {
        Certificate::new(MisereKnots { code: code.to_string(), ..self.claim.clone() })
    }
}

/// The first number in a range for which something holds that then holds for all larger ones; the
/// end if there is none.
fn first(from: u64, to: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (from, to);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}
