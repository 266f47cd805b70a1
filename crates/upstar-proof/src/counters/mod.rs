//! Misère games that are won by counting: a rule for all sums of all heaps, with an infinite quotient.
//!
//! A heap is a word. Words lead from element to element of a finite monoid and add to some counters,
//! which are integers. A sum is called P if one of the counters, which depends on the element, is in an interval.
//! `docs/quotients.md` proves that the rule is right for all sums of all heaps if letters commute, the empty sum
//! is not called P, heaps without moves are the empty word, words have a period, and for finitely many heaps no move leads from P to P ([`moves`]) and in every sum that is not called
//! P some heap has a move to P, where all that is known of a sum is its element, which kinds of heaps it has, and
//! ranges of the counters ([`sums`], [`ranges`]).
//!
//! Theorem: `docs/quotients.md#counters`.

mod moves;
mod ranges;
mod rule;
mod sums;

use crate::certificate::Claim;
use crate::linear::{Linear, NotLeast};
use crate::meter::Meter;
use crate::period::WatchValues;
use crate::rules::Rules;
use crate::shown::shown;
use crate::{Checked, Verdict, step, told};
use rule::{CounterRule, LetterSum, MovingHeap};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use upstar_base::Stopped;

/// The largest heap that a claim lists.
const LARGEST: u64 = 1000;
/// The most elements, letters, letters of a word, counters and kinds of heaps.
const MOST: [usize; 5] = [10_000, 64, 16, 6, 63];
/// The most relations of counters.
const MOST_RELATIONS: usize = 6 * 6 * 6;
/// The largest weight, and the largest bound of a counter.
const WEIGHT: i64 = 1000;

/// A counter, from where to where it is; no end is no bound.
pub type CounterRange = (u16, Option<i64>, Option<i64>);

/// The claim that a rule with counters tells who wins misère play of every sum of heaps of this game
/// (`docs/quotients.md`).
///
/// Heap n is the word `words[n - 1]`, a list of letters; for n >= `preperiod`, heap n + `period` is the
/// same word as heap n. A letter adds its `weights` to the counters, which are 0 at first, and leads from
/// element q of a finite monoid to `steps[q][letter]`; element 0 is the first. A sum is a P-position exactly if
/// `winning` of its element is [i, low, high] and counter i is from low to high, where `null` is no bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereCounters {
    /// The code of the game.
    pub code: String,
    /// The period of the words.
    pub period: u64,
    /// From this heap on, at least 1.
    pub preperiod: u64,
    /// The words of the heaps before `preperiod` + `period`.
    pub words: Vec<Vec<u16>>,
    /// What each letter adds to the counters.
    pub weights: Vec<Vec<i64>>,
    /// Counters of which [i, j, k] says that i is always j plus k.
    pub relations: Vec<[u16; 3]>,
    /// Where each letter leads from each element.
    pub steps: Vec<Vec<u16>>,
    /// When a sum with this element is a P-position; `null` is never.
    pub winning: Vec<Option<CounterRange>>,
}

impl Claim for MisereCounters {
    fn check(&self, meter: &Meter<'_>, _: Option<WatchValues<'_>>) -> Result<Verdict, Stopped> {
        told(check(self, meter))
    }
}

fn check(claim: &MisereCounters, meter: &Meter<'_>) -> Checked<Verdict> {
    let rules = Rules::octal(&claim.code)?;
    shape(claim, meter)?;
    meter.begin("sums", None);
    let rule = CounterRule::new(claim);
    // The player to move in the empty sum wins. Without this every rule of normal play would pass.
    let is_wrong = rule.calls_nothing_p();
    step!(
        "nothing",
        !is_wrong,
        "the empty sum is called P, but in misère play it is an N-position"
    );
    let MisereCounters { code, period, preperiod, .. } = claim;
    // The theorem on periods: larger heaps have the words and options of those one period before.
    // All numbers are at most 1000, but for the length of the code.
    let last = rules.most_heaps() * (preperiod + period - 1) + rules.reach();
    let mut heaps: BTreeMap<MovingHeap, u64> = BTreeMap::new();
    for heap in 1..=last {
        meter.tick(1)?;
        let mut options: BTreeSet<LetterSum> = BTreeSet::new();
        let mut visit = |option: &[u64]| {
            meter.tick(rule.work())?;
            if options.insert(rule.word(option)) {
                meter.charge(rule.bytes())?;
            }
            Ok(())
        };
        rules.each_option(heap, meter, &mut visit)?;
        if !options.is_empty() {
            meter.tick(rule.work())?;
            meter.charge(rule.bytes())?;
            heaps.entry(MovingHeap { word: rule.word(&[heap]), options }).or_insert(heap);
        } else {
            step!("moves", rule.letters(heap).is_empty(), "heap {heap} has no moves but a word");
        }
    }
    let kinds: BTreeSet<&LetterSum> = heaps.keys().map(|moves| &moves.word).collect();
    let kinds: Vec<LetterSum> = kinds.into_iter().cloned().collect();
    if kinds.len() > MOST[4] {
        return Ok(Verdict::Unknown(format!("there are {} kinds of heaps", kinds.len())));
    }
    let places = sums::reach(&rule, &kinds, meter)?;
    moves::check(&rule, &kinds, &heaps, &places, meter)?;
    Ok(Verdict::Verified(format!(
        "in misère play, the rule with {} counters and {} elements holds for all sums of heaps of every size of {}; \
         the words of heaps have period {period} from {preperiod} on, and both numbers are least",
        rule.counters,
        rule.elements(),
        shown(code)
    )))
}

/// Do the numbers fit together, do letters commute, and are period and preperiod least?
fn shape(claim: &MisereCounters, meter: &Meter<'_>) -> Checked<()> {
    let MisereCounters { period, preperiod, words, weights, relations, steps, winning, .. } = claim;
    let fit = [period, preperiod].iter().all(|number| (1..=LARGEST).contains(*number));
    step!("shape", fit, "period or preperiod is too small or too large");
    let (elements, letters) = (steps.len(), weights.len());
    let counters = weights.first().map_or(0, Vec::len);
    let sizes = [elements, letters, words.iter().map(Vec::len).max().unwrap_or(0), counters];
    // Without letters there are no counters.
    let nothing = elements == 0 || counters == 0;
    let large = sizes.iter().zip(MOST).any(|(&size, most)| size > most);
    let wrong = nothing || large || relations.len() > MOST_RELATIONS;
    step!("shape", !wrong, "there is nothing or too much of something");
    let is_letter = |&letter: &u16| usize::from(letter) < letters;
    let is_counter = |&counter: &u16| usize::from(counter) < counters;
    let fits = words.iter().flatten().all(is_letter)
        && weights.iter().all(|weights| weights.len() == counters)
        && weights.iter().flatten().all(|weight| (-WEIGHT..=WEIGHT).contains(weight))
        && relations.iter().flatten().all(is_counter)
        && steps.iter().all(|row| row.len() == letters)
        && steps.iter().flatten().all(|&element| usize::from(element) < elements)
        && winning.len() == elements
        && winning.iter().flatten().all(|(counter, low, high)| {
            let ends = low.iter().chain(high);
            is_counter(counter) && ends.copied().all(|end| (-WEIGHT..=WEIGHT).contains(&end))
        });
    let linear = Linear::new(words, *preperiod, *period).ok().filter(|_| fits);
    let linear =
        linear.ok_or_else(|| Verdict::refuted("shape", "the lists do not fit together"))?;
    let holds = |weights: &Vec<i64>, [i, j, k]: [u16; 3]| {
        let [i, j, k] = [i, j, k].map(|counter| weights[usize::from(counter)]);
        i == j + k
    };
    let hold = relations.iter().all(|&kept| weights.iter().all(|weights| holds(weights, kept)));
    step!("relations", hold, "a letter does not keep to a relation of counters");
    let after = |element: u16, letter: usize| steps[usize::from(element)][letter];
    for row in steps {
        meter.tick((letters * letters) as u64)?;
        let commute = (0..letters).all(|a| (0..a).all(|b| after(row[a], b) == after(row[b], a)));
        step!("monoid", commute, "two letters do not commute");
    }
    let not_least = linear.not_least(|word, _| Some(word.clone()));
    let sooner = matches!(not_least, Some(NotLeast::Preperiod));
    step!("least", !sooner, "words repeat from an earlier heap on");
    step!("least", not_least.is_none(), "words have a shorter period");
    Ok(())
}
