//! Rules with counters: a finite monoid and a few integers tell who wins every sum of all heaps.
//!
//! A heap is a word, a list of letters. A letter leads from element to element of a finite monoid and adds
//! its weights to counters, which may become negative. A sum is a P-position of misère play exactly if a
//! counter, which depends on its element, is in an interval, which depends on it as well. So numbers of
//! heaps are subtracted, the quotient is infinite, and yet finitely many heaps generate it.
//!
//! The rule that is known (`known.json`, its certificate for .544) was found by hand, from outcomes by search. It is
//! not searched for: its words are tried, and a game has it only if the checker of certificates proves that it does
//! (`docs/quotients.md`).
//!
//! Invariant of [`Counters`]: its certificate is verified. Heaps from `preperiod` on have words with the period.

use crate::linear::listed;
use crate::rule::{first_proved, octal};
use std::fmt;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_proof::{AnyClaim, Certificate, MisereCounters};
use upstar_rules::heap::code::HeapCode;

/// The certificate of the rule that is known.
const KNOWN: &str = include_str!("known.json");
/// A rule is tried if it is right for sums of two heaps up to this size.
const GLANCE: u64 = 16;

/// A rule with counters, proved for all sums of all heaps of a game.
///
/// ```
/// use std::sync::Arc;
/// use upstar_base::Budget;
/// use upstar_misere::counters::Counters;
/// let budget = Arc::new(Budget::unlimited());
/// let counters = Counters::find(&".544".parse()?, &budget)?.unwrap();
/// assert_eq!(counters.label(8_000_002), "1+15+15");
/// // j heaps of 7 and k of 15 with one of 9: P exactly if j - k is odd and positive.
/// assert!(counters.sum([(9u64, 1), (7, 1001), (15, 1000)]).is_previous_win());
/// assert!(!counters.sum([(9u64, 1), (7, 1000), (15, 1001)]).is_previous_win());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counters {
    pub(crate) claim: MisereCounters,
}

/// What the rule sees of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    element: u16,
    counters: Vec<i128>,
    is_previous_win: bool,
}

impl Sum {
    /// Is it a P-position?
    pub fn is_previous_win(&self) -> bool {
        self.is_previous_win
    }
}

/// The element, and the counters: `#17 (1, -1, 2)`.
impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counters: Vec<String> = self.counters.iter().map(i128::to_string).collect();
        write!(f, "#{} ({})", self.element, counters.join(", "))
    }
}

impl Counters {
    /// The rule of a game, if it is the one that is known; `None` for most games.
    pub fn find(code: &HeapCode, budget: &Arc<Budget>) -> Result<Option<Counters>, Stopped> {
        let Some(digits) = octal(code) else { return Ok(None) };
        let known = Certificate::read(KNOWN).map(|known| known.claim);
        let Ok(AnyClaim::MisereCounters(claim)) = known else { return Ok(None) };
        let counters = Counters { claim: MisereCounters { code: code.to_string(), ..claim } };
        let guess = counters.is_right_for_two(&digits).then_some(counters.claim);
        Ok(first_proved(guess, budget)?.map(|claim| Counters { claim }))
    }

    /// Does the rule fit one or two small heaps? That is quick, and few games get further.
    fn is_right_for_two(&self, digits: &[u64]) -> bool {
        let called =
            |heaps: &[u64]| self.sum(heaps.iter().map(|&heap| (heap, 1))).is_previous_win();
        (1..=GLANCE).all(|large| {
            (0..=large).all(|small| {
                let options = options(digits, large)
                    .map(|[a, b]| [a, b, small])
                    .chain(options(digits, small).map(|[a, b]| [a, b, large]));
                let options: Vec<[u64; 3]> = options.collect();
                let wins = options.is_empty() || options.iter().any(|option| called(option));
                called(&[small, large]) != wins
            })
        })
    }

    /// The word of a heap: heaps that are one letter, as a sum; `0` if it is empty.
    pub fn label(&self, heap: u64) -> String {
        self.written(self.word(heap))
    }

    /// A word as it is written.
    pub(crate) fn written(&self, word: &[u16]) -> String {
        let first = |letter: &u16| {
            let place = self.claim.words.iter().position(|word| word[..] == [*letter]);
            place.map_or_else(|| format!("#{letter}"), |place| (place + 1).to_string())
        };
        let letters: Vec<String> = word.iter().map(first).collect();
        if letters.is_empty() { "0".to_owned() } else { letters.join("+") }
    }

    fn word(&self, heap: u64) -> &[u16] {
        let MisereCounters { period, preperiod, words, .. } = &self.claim;
        listed(heap, *preperiod, *period).map_or(&[], |(place, _)| &words[place])
    }

    /// What the rule sees of a sum of heaps with multiplicities.
    pub fn sum<H: Into<u64>>(&self, heaps: impl IntoIterator<Item = (H, u32)>) -> Sum {
        let MisereCounters { weights, winning, .. } = &self.claim;
        let mut element = 0;
        let mut counters = vec![0i128; weights.first().map_or(0, Vec::len)];
        for (heap, times) in heaps {
            for &letter in self.word(heap.into()) {
                element = self.after(element, letter, times);
                for (sum, &weight) in counters.iter_mut().zip(&weights[usize::from(letter)]) {
                    *sum += i128::from(weight) * i128::from(times);
                }
            }
        }
        let is_previous_win = winning[usize::from(element)].is_some_and(|(counter, low, high)| {
            let value = counters[usize::from(counter)];
            low.is_none_or(|low| i128::from(low) <= value)
                && high.is_none_or(|high| value <= i128::from(high))
        });
        Sum { element, counters, is_previous_win }
    }

    /// Where so many of a letter lead.
    fn after(&self, element: u16, letter: u16, times: u32) -> u16 {
        let mut path = vec![element];
        for _ in 0..times {
            let last = path[path.len() - 1];
            let next = self.claim.steps[usize::from(last)][usize::from(letter)];
            if let Some(start) = path.iter().position(|&seen| seen == next) {
                let more = times as usize - start;
                return path[start + more % (path.len() - start)];
            }
            path.push(next);
        }
        path[path.len() - 1]
    }

    /// From which heap on words repeat, and with which period.
    pub fn period(&self) -> (u64, u64) {
        (self.claim.preperiod, self.claim.period)
    }

    /// The certificate that the rule holds.
    pub fn certificate(&self, code: &HeapCode) -> Certificate {
        let code = code.to_string();
        Certificate::new(MisereCounters { code, ..self.claim.clone() })
    }
}

/// The options of a heap in an octal game, with 0 for no heap.
fn options(digits: &[u64], heap: u64) -> impl Iterator<Item = [u64; 2]> {
    digits.iter().zip(0..=heap).flat_map(move |(&digit, taken)| {
        let left = heap - taken;
        let none = (digit & 1 != 0 && left == 0).then_some([0, 0]);
        let one = (digit & 2 != 0 && left > 0).then_some([0, left]);
        let most = if digit & 4 != 0 { left / 2 } else { 0 };
        none.into_iter().chain(one).chain((1..=most).map(move |part| [part, left - part]))
    })
}
