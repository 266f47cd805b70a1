//! The rule of two ladders: a rule for all sums of all heaps where no quotient is finite.
//!
//! In games that are won like Knots numbers of heaps are added up; here they are only compared. A
//! heap is plain, with numbers d and b, or it is an Y or an X with a number. A sum has D = the parity
//! of the sum of d and the number of X, and B = the sum of b. Numbers are near if they differ by g or
//! less; a sum has a top pair if the two largest numbers of its X are near; x is the largest of them.
//! It is a P-position of misère play exactly if
//!
//! | Y | B = 0 | B > 0 |
//! |---|---|---|
//! | none | no X and D odd; or a top pair and D even | B and D even |
//! | Y(i) | D odd, and x > i + g and no top pair, or x <= i - 2 - g, or no X and i >= 2 + g | never |
//! | Y(i), Y(j) near, i <= j | D even, and x <= i + g or no X or a top pair | B and D even |
//! | Y(i), Y(j) not near | never | B and D odd |
//! | three or more | D and the number of Y even | B, D and the number of Y even |
//!
//! The labels of a game are guessed from small heaps ([`find`]) and accepted only if the checker of
//! certificates proves them (`docs/quotients.md`); nothing that is guessed is used otherwise.
//!
//! Invariant of [`Ladders`]: its certificate is verified. For heaps from `preperiod` on, a period
//! adds 1 to the number, if there is one.

mod find;
mod sum;

pub use sum::{Label, Sum};

use crate::linear::listed;
use crate::rule::{first_proved, octal};
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_proof::{Certificate, MisereLadders};
use upstar_rules::heap::code::HeapCode;

/// A rule of two ladders, proved for all sums of all heaps of a game.
///
/// ```
/// use std::sync::Arc;
/// use upstar_base::Budget;
/// use upstar_misere::ladders::Ladders;
/// let budget = Arc::new(Budget::unlimited());
/// let ladders = Ladders::find(&".54".parse()?, &budget)?.unwrap();
/// assert_eq!(ladders.label(7_000_000).to_string(), "Y1000000");
/// assert!(ladders.sum([(7_000_000u64, 1), (1, 1)]).is_previous_win());
/// assert!(!ladders.sum([(7_000_000u64, 1), (7_000_003, 1)]).is_previous_win());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ladders {
    pub(crate) claim: MisereLadders,
}

impl Ladders {
    /// The rule of a game, if labels are found and proved; `None` for most games.
    pub fn find(code: &HeapCode, budget: &Arc<Budget>) -> Result<Option<Ladders>, Stopped> {
        let Some(_) = octal(code) else { return Ok(None) };
        let proved = first_proved(find::guesses(code, budget)?, budget)?;
        Ok(proved.map(|claim| Ladders { claim }))
    }

    /// The label of a heap.
    pub fn label(&self, heap: u64) -> Label {
        let MisereLadders { period, preperiod, labels, .. } = &self.claim;
        let at = listed(heap, *preperiod, *period);
        at.map_or(Label::NOTHING, |(place, periods)| Label::from(labels[place]).further(periods))
    }

    /// What the rule sees of a sum of heaps with multiplicities.
    pub fn sum<H: Into<u64>>(&self, heaps: impl IntoIterator<Item = (H, u32)>) -> Sum {
        let add = |sum: Sum, (heap, times): (H, u32)| sum.plus(self.label(heap.into()), times);
        heaps.into_iter().fold(Sum::new(self.claim.near), add)
    }

    /// From which heap on labels are linear, and with which period.
    pub fn period(&self) -> (u64, u64) {
        (self.claim.preperiod, self.claim.period)
    }

    /// Numbers that differ by so much or less are near.
    pub fn near(&self) -> u64 {
        self.claim.near
    }

    /// Splits of `left` tokens with `small` + i periods in one part, for i below `splits`, fall
    /// into runs; with the rest of a sum, all splits of a run have the same winner. These are the
    /// first i of the runs.
    pub fn runs(&self, rest: &Sum, left: u64, small: u64, splits: u64) -> Vec<u64> {
        // Only differences of numbers up to this count.
        let far = i128::from(self.claim.near) + 3;
        let number = |heap: u64| match self.label(heap) {
            Label::Plain { .. } => None,
            Label::First(number) | Label::Second(number) => Some(i128::from(number)),
        };
        let (large, small) = (number(left - small), number(small));
        let others: Vec<i128> = rest.numbers().map(i128::from).chain([0]).collect();
        let mut turns = Vec::new();
        for &other in &others {
            // In split i the numbers are large - i and small + i.
            turns.extend(large.map(|large| large - other));
            turns.extend(small.map(|small| other - small));
        }
        if let (Some(large), Some(small)) = (large, small) {
            turns.push((large - small) / 2);
        }
        let mut starts = vec![0];
        for turn in turns {
            let near = turn - far..=turn + far;
            starts.extend(near.filter_map(|i| u64::try_from(i).ok()).filter(|&i| i < splits));
        }
        starts.sort_unstable();
        starts.dedup();
        starts
    }

    /// The certificate that the rule holds.
    pub fn certificate(&self, code: &HeapCode) -> Certificate {
        Certificate::new(MisereLadders { code: code.to_string(), ..self.claim.clone() })
    }
}
