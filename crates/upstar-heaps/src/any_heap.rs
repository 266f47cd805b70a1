//! The value of a heap of any size, and the moves from it that leave a given value.
//!
//! The ways, in this order: a closed form (Nim, Lasker's Nim); a subtraction game whose amounts
//! have a common divisor g is played with n / g tokens, since n mod g never changes; a period that
//! a theorem gives; the sequence itself up to the heap that is asked for. What is computed is kept.
//! A period is called proved only if the checker has accepted its certificate.

use crate::arithmetic::{Digits, SeenPeriod, option_worth};
use crate::auto::engine;
use crate::game::{Breaks, TwoHeaps};
use crate::period::Period;
use crate::prover::Prover;
use crate::search::extend_or_prove;
use crate::sequence::Engine;
use std::ops::ControlFlow;
use upstar_base::arithmetic::gcd;
use upstar_base::{Budget, Stopped};
use upstar_proof::{Standing, Unchecked};
use upstar_rules::heap::code::{HeapCode, Set};
use upstar_rules::piecewise::Visit;

/// The longest sequence that is computed, and among whose values a period is looked for.
pub const MOST_COMPUTED: u64 = 1 << 28;

/// Options that leave a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replies {
    /// The heaps that they leave, as many options as were wanted.
    pub options: Vec<Vec<u128>>,
    /// How many options leave the value, if that is known.
    pub count: Option<u128>,
    /// How many options there are in all, if that is known.
    pub all: Option<u128>,
}

/// Computes values of heaps of one game.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_heaps::AnyHeap;
/// let budget = Budget::unlimited();
/// let mut kayles = AnyHeap::new(&".77".parse()?);
/// assert_eq!(kayles.value(10u128.pow(30), &budget)?, 1);
/// assert_eq!(kayles.period().map(|period| (period.preperiod, period.period)), Some((71, 12)));
/// let mut nim = AnyHeap::new(&"0.[3]".parse()?);
/// assert_eq!(nim.value(1 << 100, &budget)?, 1 << 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnyHeap {
    code: HeapCode,
    form: HeapMethod,
}

enum HeapMethod {
    /// A heap is worth its size (Bouton 1902).
    Nim,
    /// Heaps 4k+3 and 4k+4 are worth each other's size, the others their own (Winning Ways ch. 4).
    Lasker,
    /// The values of another game, for heaps so many times smaller.
    Scaled {
        by: u128,
        game: Box<AnyHeap>,
    },
    Sequence(Box<ComputedSequence>),
}

struct ComputedSequence {
    code: HeapCode,
    engine: Box<dyn Engine>,
    game: Option<Breaks>,
    digits: Option<Digits>,
    prover: Prover,
    period: Option<Period>,
    /// What stands behind the period.
    standing: Option<Standing>,
}

impl AnyHeap {
    /// The values of this game.
    pub fn new(code: &HeapCode) -> AnyHeap {
        AnyHeap { code: code.clone(), form: HeapMethod::of(code) }
    }

    /// The period that a theorem gave on the way, if one was needed.
    pub fn period(&self) -> Option<&Period> {
        match &self.form {
            HeapMethod::Sequence(sequence) => sequence.period.as_ref(),
            HeapMethod::Scaled { game, .. } => game.period(),
            HeapMethod::Nim | HeapMethod::Lasker => None,
        }
    }

    /// Why the value of a large heap is known, in words; `None` where the sequence itself tells.
    pub fn because(&self) -> Option<String> {
        match &self.form {
            HeapMethod::Nim => Some("a heap of Nim is worth its size (Bouton 1902)".to_owned()),
            HeapMethod::Lasker => Some(
                "heaps 4k+3 and 4k+4 of Lasker's Nim are worth each other's size, the others \
                 their own (Winning Ways ch. 4)"
                    .to_owned(),
            ),
            HeapMethod::Scaled { by, game } => {
                let more = game.because().map(|why| format!("; {why}")).unwrap_or_default();
                Some(format!("all amounts are multiples of {by}, so n counts as n/{by}{more}"))
            }
            HeapMethod::Sequence(sequence) => {
                let Period { period, preperiod, saltus, proof } = sequence.period.as_ref()?;
                let theorem = proof.as_ref()?.name();
                let code = &self.code;
                let saltus = match saltus {
                    0 => String::new(),
                    saltus => format!(" and saltus {saltus}"),
                };
                let how = match sequence.standing.as_ref().and_then(Standing::unchecked) {
                    None if sequence.standing.is_none() => format!("computed ({theorem})"),
                    None => format!("proved ({theorem})"),
                    Some(Unchecked::Long) => format!("computed ({theorem}), not yet checked"),
                    Some(why) => format!("computed ({theorem}), {why}"),
                };
                Some(format!(
                    "the values of {code} have period {period}{saltus} from {preperiod} on: {how}"
                ))
            }
        }
    }

    /// What stands behind the period, if one was needed.
    pub fn standing(&self) -> Option<&Standing> {
        match &self.form {
            HeapMethod::Sequence(sequence) => sequence.standing.as_ref(),
            HeapMethod::Scaled { game, .. } => game.standing(),
            HeapMethod::Nim | HeapMethod::Lasker => None,
        }
    }

    /// The nim-value of a heap of `n` tokens.
    pub fn value(&mut self, n: u128, budget: &Budget) -> Result<u128, Stopped> {
        match &mut self.form {
            HeapMethod::Nim => Ok(n),
            HeapMethod::Lasker => lasker(n),
            HeapMethod::Scaled { by, game } => game.value(n / *by, budget),
            HeapMethod::Sequence(sequence) => sequence.value(n, budget),
        }
    }

    /// The options of a heap of `n` tokens that are worth `value`: the first `most`, fewest
    /// tokens taken and smallest heaps first. If there is such an option one is found.
    ///
    /// ```
    /// use upstar_base::Budget;
    /// use upstar_heaps::AnyHeap;
    /// let mut kayles = AnyHeap::new(&".77".parse()?);
    /// let replies = kayles.options_worth(5, 0, 2, &Budget::unlimited())?;
    /// assert_eq!((replies.count, replies.all), (Some(1), Some(5)));
    /// assert_eq!(replies.options, [[2, 2]]);
    /// let replies = kayles.options_worth(10u128.pow(18), 0, 2, &Budget::unlimited())?;
    /// assert_eq!(replies.all, Some(10u128.pow(18)));
    /// assert_eq!(replies.count, Some(83_333_333_333_333_338));
    /// assert_eq!(replies.options[0], [1, 999_999_999_999_999_997]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options_worth(
        &mut self,
        n: u128,
        value: u128,
        most: usize,
        budget: &Budget,
    ) -> Result<Replies, Stopped> {
        let own = self.value(n, budget)?;
        if value == own {
            return Ok(Replies { options: Vec::new(), count: Some(0), all: self.all(n) });
        }
        let wanted = WantedOptions { value, most, sure: value < own };
        match &mut self.form {
            HeapMethod::Nim => {
                let count = u128::from(value < n);
                let options = if value < n { vec![heap(value)] } else { Vec::new() };
                Ok(Replies { options, count: Some(count), all: Some(n) })
            }
            HeapMethod::Lasker => lasker_options(n, wanted, budget),
            HeapMethod::Sequence(sequence) if sequence.game.is_some() => {
                sequence.options_worth(n, wanted, budget)
            }
            HeapMethod::Sequence(sequence)
                if self.code.most_heaps().is_some_and(|most| most < 2) =>
            {
                let Some(heaps) = sequence.heaps_worth(n, value) else {
                    return self.listed(n, wanted, budget);
                };
                let legal = |&left: &u128| self.code.allows(n, &heap(left));
                let found: Vec<u128> = heaps.into_iter().filter(legal).collect();
                let count = Some(found.len() as u128);
                let options = found.into_iter().rev().take(most).map(heap).collect();
                Ok(Replies { options, count, all: None })
            }
            HeapMethod::Sequence(sequence) if value < own && n > ENOUGH => {
                let found = sequence.witness(n, value, budget)?;
                match found.filter(|heaps| self.is_worth(heaps, value, budget)) {
                    Some(heaps) => Ok(Replies { options: vec![heaps], count: None, all: None }),
                    None => self.listed(n, wanted, budget),
                }
            }
            _ => self.listed(n, wanted, budget),
        }
    }

    /// How many options a heap of `n` tokens has, where that is told at once.
    fn all(&self, n: u128) -> Option<u128> {
        match &self.form {
            HeapMethod::Nim => Some(n),
            HeapMethod::Lasker => n.checked_add(n / 2),
            // Each amount is a digit 3: it leaves one heap or nothing.
            HeapMethod::Scaled { .. } => {
                let amounts = self.code.amounts()?;
                Some(amounts.iter().filter(|&&amount| u128::from(amount) <= n).count() as u128)
            }
            HeapMethod::Sequence(sequence) => sequence.all(n),
        }
    }

    /// Have these heaps this nim-sum?
    fn is_worth(&mut self, heaps: &[u128], value: u128, budget: &Budget) -> bool {
        let sum = heaps.iter().try_fold(0, |sum, &heap| Ok(sum ^ self.value(heap, budget)?));
        matches!(sum, Ok::<u128, Stopped>(sum) if sum == value)
    }

    /// Goes through the options one by one, until enough are found.
    fn listed(
        &mut self,
        n: u128,
        wanted: WantedOptions,
        budget: &Budget,
    ) -> Result<Replies, Stopped> {
        let code = self.code.clone();
        let mut of = |heaps: &[u128]| {
            heaps.iter().try_fold(0, |sum, &heap| Ok(sum ^ self.value(heap, budget)?))
        };
        scan(|visit| code.try_each_option(n, visit), &mut of, wanted, budget)
    }
}

/// How many options are looked at before a list is said to be long enough.
const ENOUGH: u128 = 1 << 16;

/// Which options are wanted.
#[derive(Clone, Copy, Debug)]
pub struct WantedOptions {
    /// What they leave.
    pub value: u128,
    /// How many of them.
    pub most: usize,
    /// Is there certainly one? Then it is looked for until it is found.
    pub sure: bool,
}

/// Goes through options one by one: all of them, or for a while and until one is found.
pub fn scan(
    each: impl FnOnce(&mut dyn Visit<u128>) -> ControlFlow<()>,
    of: &mut dyn FnMut(&[u128]) -> Result<u128, Stopped>,
    wanted: WantedOptions,
    budget: &Budget,
) -> Result<Replies, Stopped> {
    let mut look = OptionVisitor {
        of,
        wanted,
        budget,
        found: Replies::default(),
        seen: 0,
        count: 0,
        stopped: None,
    };
    let end = each(&mut look);
    let OptionVisitor { mut found, seen, count, stopped, .. } = look;
    match (end, stopped) {
        // What was found is true, even if a limit came then.
        (_, Some(reason)) if count == 0 => return Err(reason),
        (ControlFlow::Continue(()), None) => (found.count, found.all) = (Some(count), Some(seen)),
        _ => {}
    }
    Ok(found)
}

/// Looks at options one by one.
struct OptionVisitor<'l> {
    of: &'l mut dyn FnMut(&[u128]) -> Result<u128, Stopped>,
    wanted: WantedOptions,
    budget: &'l Budget,
    found: Replies,
    seen: u128,
    count: u128,
    stopped: Option<Stopped>,
}

impl OptionVisitor<'_> {
    fn stop(&mut self, reason: Stopped) -> ControlFlow<()> {
        self.stopped = Some(reason);
        ControlFlow::Break(())
    }
}

impl Visit<u128> for OptionVisitor<'_> {
    fn pieces(&mut self, heaps: &[u128]) -> ControlFlow<()> {
        if self.seen.is_multiple_of(1024) {
            self.pause()?;
        }
        self.seen += 1;
        match (self.of)(heaps) {
            Ok(worth) if worth == self.wanted.value => {
                self.count += 1;
                if self.found.options.len() < self.wanted.most {
                    let full = heaps.iter().copied().filter(|&heap| heap > 0).collect();
                    self.found.options.push(full);
                }
            }
            Ok(_) => {}
            Err(reason) => return self.stop(reason),
        }
        if self.seen >= ENOUGH && (self.count > 0 || !self.wanted.sure) {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        match self.budget.check() {
            Ok(()) => ControlFlow::Continue(()),
            Err(reason) => self.stop(reason),
        }
    }
}

fn heap(size: u128) -> Vec<u128> {
    if size == 0 { Vec::new() } else { vec![size] }
}

fn lasker(n: u128) -> Result<u128, Stopped> {
    match n % 4 {
        3 => n.checked_add(1).ok_or(Stopped::Limit { what: "a nimber, in bits,", limit: 128 }),
        0 if n > 0 => Ok(n - 1),
        _ => Ok(n),
    }
}

fn lasker_options(n: u128, wanted: WantedOptions, budget: &Budget) -> Result<Replies, Stopped> {
    let WantedOptions { value, most, sure } = wanted;
    let mut taken = Vec::new();
    for left in value.saturating_sub(1)..=value.saturating_add(1) {
        if left < n && lasker(left)? == value {
            taken.push(heap(left));
        }
    }
    let split = |visit: &mut dyn Visit<u128>| {
        (1..=n / 2).take(ENOUGH as usize).try_for_each(|part| visit.pieces(&[part, n - part]))
    };
    let mut of = |heaps: &[u128]| heaps.iter().try_fold(0, |sum, &n| Ok(sum ^ lasker(n)?));
    // A heap 4k+3 is worth 4k+4 only because it can be split into 1 and 4k+2.
    let wanted = WantedOptions { sure: sure && taken.is_empty(), ..wanted };
    let mut found = scan(split, &mut of, wanted, budget)?;
    found.count =
        if n / 2 <= ENOUGH { found.count.map(|count| count + taken.len() as u128) } else { None };
    found.options.splice(0..0, taken);
    found.options.truncate(most);
    found.all = n.checked_add(n / 2);
    Ok(found)
}

impl HeapMethod {
    fn of(code: &HeapCode) -> HeapMethod {
        let is = |text: &str| text.parse::<HeapCode>().is_ok_and(|other| other.same_moves(code));
        if is("0.[3]") {
            return HeapMethod::Nim;
        }
        if is("4.[3]") {
            return HeapMethod::Lasker;
        }
        if let Some(set) = code.amounts()
            && let Some(by) = set.iter().copied().reduce(gcd)
            && by > 1
        {
            let smaller = Set::These(set.iter().map(|amount| amount / by).collect());
            let game = Box::new(AnyHeap::new(&HeapCode::subtraction(smaller)));
            return HeapMethod::Scaled { by: by.into(), game };
        }
        HeapMethod::Sequence(Box::new(ComputedSequence {
            engine: engine(code),
            game: Breaks::from_code(code),
            digits: Digits::of(code),
            prover: Prover::new(code),
            period: None,
            standing: None,
            code: code.clone(),
        }))
    }
}

impl ComputedSequence {
    /// Computes until a heap of `n` tokens has a value: itself or by a period.
    fn reach(&mut self, n: u128, budget: &Budget) -> Result<(), Stopped> {
        let wanted = u64::try_from(n).unwrap_or(u64::MAX).saturating_add(1);
        if self.period.is_some() || self.engine.len() >= wanted {
            self.verify(budget);
            return Ok(());
        }
        // A period may show with the last value that is allowed.
        let len = wanted.min(MOST_COMPUTED + 1);
        let engine = &mut *self.engine;
        self.period = extend_or_prove(engine, &mut self.prover, len, budget, &mut ())?;
        if self.period.is_none() && self.engine.len() < wanted {
            let what = "a heap of a game for which no period is proved";
            return Err(Stopped::Limit { what, limit: MOST_COMPUTED });
        }
        self.verify(budget);
        Ok(())
    }

    /// Asks the checker about the period, once; what a limit ended is asked again.
    fn verify(&mut self, budget: &Budget) {
        if let Some(period) = &self.period
            && self.standing.as_ref().is_none_or(Standing::was_stopped)
        {
            self.standing = period.standing_alone(&self.code, self.engine.len(), budget);
        }
    }

    fn value(&mut self, n: u128, budget: &Budget) -> Result<u128, Stopped> {
        self.reach(n, budget)?;
        let near = u64::try_from(n).ok().and_then(|n| self.engine.value(n)).map(u128::from);
        let far = || {
            let (place, more) = self.period.as_ref()?.place(n)?;
            u128::from(self.engine.value(place)?).checked_add(more)
        };
        near.or_else(far).ok_or(Stopped::Limit { what: "a nimber, in bits,", limit: 128 })
    }

    /// The value of a heap that was reached, in a game whose values are bounded.
    fn known(&self, n: u128) -> u32 {
        let place = match &self.period {
            Some(period) if n >= u128::from(self.engine.len()) => {
                period.place(n).map(|(place, _)| place)
            }
            _ => u64::try_from(n).ok(),
        };
        // A period is proved by values from its preperiod to the end of a period, at least.
        place.and_then(|n| self.engine.value(n)).unwrap_or(0)
    }

    /// An option worth less than the heap, by the proof of a saltus.
    fn witness(&self, n: u128, value: u128, budget: &Budget) -> Result<Option<Vec<u128>>, Stopped> {
        let (Some(Period { preperiod, period, saltus, proof: Some(theorem) }), Some(digits)) =
            (&self.period, &self.digits)
        else {
            return Ok(None);
        };
        let (preperiod, period) = (*preperiod as usize, *period as usize);
        let seen = SeenPeriod { preperiod, period, saltus: *saltus };
        option_worth(digits, &*self.engine, seen, theorem, n, value, budget)
    }

    /// All heaps below `n` that are worth `value`, if the sequence has a saltus: at most one in
    /// each residue.
    fn heaps_worth(&self, n: u128, value: u128) -> Option<Vec<u128>> {
        let Period { preperiod, period, saltus, .. } =
            self.period.as_ref().filter(|period| period.saltus > 0)?;
        let mut heaps: Vec<u128> = Vec::new();
        for place in 0..preperiod + period {
            let first = u128::from(self.engine.value(place)?);
            let heap = if place < *preperiod {
                (first == value).then_some(place.into())
            } else {
                let over = value.checked_sub(first).filter(|over| over % u128::from(*saltus) == 0);
                over.map(|over| {
                    over / u128::from(*saltus) * u128::from(*period) + u128::from(place)
                })
            };
            heaps.extend(heap.filter(|&heap| heap < n));
        }
        heaps.sort_unstable();
        Some(heaps)
    }

    /// How many options a heap has, if at most two heaps are left.
    fn all(&self, n: u128) -> Option<u128> {
        let mut all = 0u128;
        for (taken, digit) in (0u128..=n).zip(self.game.as_ref()?.digits()) {
            let left = n - taken;
            let pairs = match digit.two {
                TwoHeaps::No => 0,
                TwoHeaps::Equal => u128::from(left > 0 && left.is_multiple_of(2)),
                TwoHeaps::Any => left / 2,
                TwoHeaps::Unequal => left.saturating_sub(1) / 2,
            };
            let whole = u128::from(digit.whole && left == 0);
            let one = u128::from(digit.one && left > 0 && left < n);
            all = all.checked_add(pairs)?.checked_add(whole + one)?;
        }
        Some(all)
    }

    /// The options of a game that leaves at most two heaps.
    ///
    /// With a preperiod s and a period p, two heaps a <= b with a >= s + p can give p tokens from
    /// a to b without a change of value. So all pairs with a >= s are counted by their residues,
    /// and if there is one there is one with a < s + p.
    fn options_worth(
        &mut self,
        n: u128,
        wanted: WantedOptions,
        budget: &Budget,
    ) -> Result<Replies, Stopped> {
        let mut found = Replies { options: Vec::new(), count: Some(0), all: self.all(n) };
        let Some(game) = self.game.clone() else { return Ok(found) };
        // No sequence here has larger values.
        let Ok(value) = u32::try_from(wanted.value) else { return Ok(found) };
        self.reach(n, budget)?;
        let mut counts = OptionCounter { found: &mut found, most: wanted.most };
        for (taken, digit) in (0u128..=n).zip(game.digits()) {
            let left = n - taken;
            if digit.whole && left == 0 {
                counts.one(value == 0, &[]);
            }
            if digit.one && left > 0 && left < n {
                counts.one(self.known(left) == value, &[left]);
            }
            let half = match digit.two {
                TwoHeaps::No => continue,
                TwoHeaps::Equal if left > 0 && left.is_multiple_of(2) => {
                    counts.one(value == 0, &[left / 2, left / 2]);
                    continue;
                }
                TwoHeaps::Equal => continue,
                TwoHeaps::Any => left / 2,
                TwoHeaps::Unequal => left.saturating_sub(1) / 2,
            };
            self.pairs(left, half, value, &mut counts, budget)?;
        }
        Ok(found)
    }

    /// Counts the pairs a + b = `left` with a <= `half` that are worth `value`.
    fn pairs(
        &self,
        left: u128,
        half: u128,
        value: u32,
        counts: &mut OptionCounter<'_>,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        let fits = |a: u128| self.known(a) ^ self.known(left - a) == value;
        let (start, period) = match &self.period {
            Some(Period { preperiod, period, .. }) => {
                (u128::from(*preperiod).max(1), u128::from(*period))
            }
            None => (half + 1, 1),
        };
        for a in 1..=half.min(start - 1) {
            if a.is_multiple_of(1 << 14) {
                budget.check()?;
            }
            counts.one(fits(a), &[a, left - a]);
        }
        let mut cycle = Vec::new();
        for a in start..=half.min(start + period - 1) {
            if a.is_multiple_of(1 << 14) {
                budget.check()?;
            }
            if fits(a) {
                cycle.push(a);
                counts.more((half - a) / period + 1);
            }
        }
        // The first ones, cycle by cycle.
        let mut turn = 0;
        while counts.wanted() && !cycle.is_empty() {
            for &a in &cycle {
                let a = a + turn * period;
                if a > half || !counts.wanted() {
                    return Ok(());
                }
                counts.list(&[a, left - a]);
            }
            turn += 1;
        }
        Ok(())
    }
}

/// Counts options and keeps the first ones.
struct OptionCounter<'f> {
    found: &'f mut Replies,
    most: usize,
}

impl OptionCounter<'_> {
    fn wanted(&self) -> bool {
        self.found.options.len() < self.most
    }

    fn list(&mut self, heaps: &[u128]) {
        if self.wanted() {
            self.found.options.push(heaps.to_vec());
        }
    }

    fn more(&mut self, count: u128) {
        self.found.count = self.found.count.and_then(|before| before.checked_add(count));
    }

    fn one(&mut self, fits: bool, heaps: &[u128]) {
        if fits {
            self.more(1);
            self.list(heaps);
        }
    }
}
