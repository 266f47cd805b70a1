//! Misère nim-values from finite monoids: genera of heaps of any size.
//!
//! Write ν(G) for the misère nim-value, the k for which G + *k is a P-position; the superscripts
//! of the genus are ν(G), ν(G + *2), ν(G + *2 + *2), ... The quotient of the heaps with *1 and *2
//! ([`Adjoined`]) tells ν where it is at most 3, and else only that it is more: equal classes do
//! not give equal ν.
//!
//! So let X ~ Y if ν(X + Z) = ν(Y + Z) for all sums Z of heaps, *1 and *2, and let Q be the monoid
//! of these classes, with ν as a function on it ([`NuMonoid`]).
//!
//! **Theorem.** Let ν(1) = 1, and let heaps without moves have class 1. A map from heaps to such a
//! monoid gives all sums their ν if and only if, for each heap with moves, of class a and with
//! options of classes E, (1) ν(ay) ≠ ν(ey) for every y and every e in E; and (2) for every k, no
//! nonempty sum X of heaps with moves has 1 in U_k(X), where U_k(0) = {z : ν(z) > k},
//! U_k(g) = {y : ν(ay) > k and ν(ey) ≠ k for all e}, U_k(X+Y) = {z : zy in U_k(X), zx in U_k(Y)}.
//! (The empty sum has ν = 1: in misère play *1 is the nim-heap that is a P-position.)
//!
//! For (1) says that no option has the value that is predicted, and (2) that each smaller value
//! is that of an option; by induction the prediction is the mex of the values of the options.
//! So the proof engine of [`super::contexts`] runs once for each k, and the theorem on periods
//! is the same. Q may be infinite where the plain quotient is finite; Kayles seems to be such a
//! game (and genus sequences need not be periodic: M. R. Allen, Integers 7, 2007, G04).
//!
//! Theorem: `docs/quotients.md#nu-monoids`.

mod learner;
mod values;

use super::halt::Halt;
use super::letters::Letters;
use super::monoid::Monoid;
use super::oracle::Model;
use super::periodicity::{Reach, period};
use super::solve::{NIM_HEAPS, Solver, WithNimHeaps, reach};
use super::word::{TWO, Word};
use super::{End, Quotient};
use crate::heaps::{HeapGame, Parts};
use learner::{Learned, Learner, ProofGenerator, prove};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::Budget;
use upstar_rules::heap::code::HeapCode;
use values::WordValues;

/// The quotient of the heaps of a game with the nim-heaps `*1` and `*2`.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_misere::quotient::Adjoined;
/// let kayles = Adjoined::solve(&".77".parse()?, 1000, &Budget::unlimited());
/// // 4^046: what is 4 or more is not told apart.
/// assert_eq!(kayles.superscripts([(9, 1)]).unwrap(), [Some(0), None, None]);
/// assert!(kayles.superscripts([(1_000_000_000_000, 3)]).is_some());
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Adjoined {
    quotient: Quotient,
}

/// Larger quotients are not looked for: they take long, and none is known that is complete.
const MOST_ELEMENTS: usize = 1000;

impl Adjoined {
    /// The quotient with the heaps up to `to`, or with all heaps; of fewer heaps if it has many
    /// elements.
    pub fn solve(code: &HeapCode, to: u32, budget: &Budget) -> Adjoined {
        let to = to.saturating_add(NIM_HEAPS);
        let mut solver = Solver::with_nim_heaps(code).with_at_most(MOST_ELEMENTS);
        Adjoined { quotient: solver.run(to, budget) }
    }

    /// How the computation ended.
    pub fn end(&self) -> &End {
        self.quotient.end()
    }

    /// How many elements it has.
    pub fn order(&self) -> usize {
        self.quotient.monoid().order()
    }

    /// The largest heap for which it is proved, if not for all.
    pub fn heaps(&self) -> Option<u32> {
        match self.quotient.end() {
            End::Complete { .. } => None,
            _ => Some(self.quotient.heaps().saturating_sub(NIM_HEAPS)),
        }
    }

    fn nim_heap(&self, k: u32) -> Option<u16> {
        let (one, two) = (self.quotient.class(1)?, self.quotient.class(2)?);
        Some(match k {
            0 => 0,
            1 => one,
            2 => two,
            _ => self.quotient.monoid().times(one, two),
        })
    }

    /// ν of a class, if it is at most 3.
    fn value(&self, class: u16) -> Option<u32> {
        let monoid = self.quotient.monoid();
        (0..4)
            .find(|&k| self.nim_heap(k).is_some_and(|heap| monoid.is_p(monoid.times(class, heap))))
    }

    /// The superscripts of a sum of heaps with multiplicities, the last two of which repeat; those
    /// of 4 and more are `None`. `None` if a heap is not known.
    pub fn superscripts(
        &self,
        heaps: impl IntoIterator<Item = (u64, u32)>,
    ) -> Option<Vec<Option<u32>>> {
        let first = u64::from(NIM_HEAPS);
        let heaps = heaps.into_iter().filter(|&(heap, _)| heap > 0);
        let heaps: Option<Vec<(u64, u64)>> =
            heaps.map(|(heap, times)| Some((heap.checked_add(first)?, times.into()))).collect();
        let class = self.quotient.class_of_sum(heaps?)?;
        let two = self.quotient.class(2)?;
        Some(sequence(self.quotient.monoid(), class, two, |class| self.value(class)))
    }
}

/// The values of a class times powers of `*2`, in normal form.
fn sequence<T: PartialEq>(
    monoid: &Monoid,
    class: u16,
    two: u16,
    value: impl Fn(u16) -> T,
) -> Vec<T> {
    let (index, period) = monoid.index_and_period(two);
    let mut at = class;
    let mut values = Vec::new();
    for _ in 0..index + period.max(2) {
        values.push(value(at));
        at = monoid.times(at, two);
    }
    while let [.., before, _, last] = &values[..]
        && before == last
    {
        values.pop();
    }
    values
}

/// The monoid of classes of sums with the same misère nim-values in all sums, proved.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_misere::quotient::{Adjoined, NuMonoid};
/// let (code, budget) = (".15".parse()?, Budget::unlimited());
/// let plain = Adjoined::solve(&code, 1000, &budget);
/// let guiles = NuMonoid::solve(&code, 1000, &plain, &budget);
/// assert_eq!((guiles.order(), guiles.heaps()), (58, None));
/// assert_eq!(guiles.superscripts([(1_000_000_022, 1)]).unwrap(), [1, 3]);
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NuMonoid {
    monoid: Arc<Monoid>,
    values: Vec<u32>,
    /// Those of `*1`, `*2` and the heaps, two places further.
    classes: Vec<u16>,
    end: End,
}

impl NuMonoid {
    /// The values of the heaps up to `to`, or of all heaps; the plain quotient must know as many.
    pub fn solve(code: &HeapCode, to: u32, plain: &Adjoined, budget: &Budget) -> NuMonoid {
        let mut search = MonoidSearch::new(code, plain);
        let end = search.run(to, budget).unwrap_or_else(End::from);
        let Learned { model, values, .. } = search.learned;
        NuMonoid { monoid: model.monoid, values, classes: search.classes, end }
    }

    /// How the computation ended.
    pub fn end(&self) -> &End {
        &self.end
    }

    /// How many elements it has.
    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// The largest heap for which it is proved, if not for all.
    pub fn heaps(&self) -> Option<u32> {
        match self.end {
            End::Complete { .. } => None,
            _ => Some((self.classes.len() as u32).saturating_sub(1 + NIM_HEAPS)),
        }
    }

    fn class(&self, heap: u64) -> Option<u16> {
        let known = self.classes.len() as u64 - 1 - u64::from(NIM_HEAPS);
        let heap = match self.end {
            End::Complete { preperiod, period } if heap > known => {
                preperiod + (heap - preperiod) % period
            }
            _ => heap,
        };
        let place = usize::try_from(heap).ok()?.checked_add(NIM_HEAPS as usize)?;
        self.classes.get(place).copied()
    }

    /// The superscripts of a sum of heaps with multiplicities, the last two of which repeat.
    /// `None` if a heap is not known.
    pub fn superscripts(&self, heaps: impl IntoIterator<Item = (u64, u32)>) -> Option<Vec<u32>> {
        let two = *self.classes.get(TWO as usize)?;
        let heaps = heaps.into_iter().filter(|&(heap, _)| heap > 0);
        let mut class = 0;
        for (heap, times) in heaps {
            let power = self.monoid.power(self.class(heap)?, times.into());
            class = self.monoid.times(class, power);
        }
        Some(sequence(&self.monoid, class, two, |class| self.values[usize::from(class)]))
    }
}

/// Grows the monoid heap by heap.
struct MonoidSearch<'a> {
    game: Arc<WithNimHeaps>,
    reach: Option<Reach>,
    plain: &'a Adjoined,
    parts: Parts,
    letters: Letters,
    tests: Vec<Word>,
    learned: Learned,
    /// The classes of heaps that were found without learning, with those of their options.
    more: Vec<ProofGenerator>,
    seen: FxHashMap<Vec<u16>, u16>,
    classes: Vec<u16>,
}

impl<'a> MonoidSearch<'a> {
    fn new(code: &HeapCode, plain: &'a Adjoined) -> MonoidSearch<'a> {
        MonoidSearch {
            game: Arc::new(WithNimHeaps(code.clone())),
            reach: reach(code),
            plain,
            parts: Parts::of(WithNimHeaps(code.clone())),
            letters: Letters::new(),
            tests: vec![Word::default()],
            learned: Learned::nothing(),
            more: Vec::new(),
            seen: FxHashMap::default(),
            classes: vec![0],
        }
    }

    fn run(&mut self, to: u32, budget: &Budget) -> Result<End, Halt> {
        let to = to.saturating_add(NIM_HEAPS);
        while (self.classes.len() as u32) <= to {
            budget.check()?;
            self.heap(self.classes.len() as u32, budget)?;
            let heaps = self.classes.get(NIM_HEAPS as usize..).unwrap_or_default();
            let found = self.reach.and_then(|reach| period(reach, heaps));
            if let Some((preperiod, period)) = found {
                return Ok(End::Complete { preperiod, period });
            }
        }
        Ok(End::Heaps)
    }

    fn heap(&mut self, size: u32, budget: &Budget) -> Result<(), Halt> {
        let monoid = Arc::clone(&self.learned.model.monoid);
        let mut options: Vec<u16> = Vec::new();
        let classes = &self.classes;
        self.game.each_option(size, &mut |heaps| {
            let times = |class, &heap: &u32| monoid.times(class, classes[heap as usize]);
            options.push(heaps.iter().fold(0, times));
        });
        options.sort_unstable();
        options.dedup();
        if options.is_empty() {
            self.classes.push(0);
            return Ok(());
        }
        let known = self.seen.get(&options).copied();
        let class = match known {
            Some(class) => Some(class),
            None if size <= NIM_HEAPS => None,
            None => self.cheap(&options, size, budget)?,
        };
        match class {
            Some(class) => {
                self.seen.insert(options, class);
                self.classes.push(class);
                Ok(())
            }
            None => self.grow(size, budget),
        }
    }

    /// The class of a heap with options of these classes, if the monoid need not grow.
    fn cheap(&mut self, options: &[u16], size: u32, budget: &Budget) -> Result<Option<u16>, Halt> {
        let Learned { model: Model { monoid, .. }, values, pairs } = &self.learned;
        let order = monoid.order() as u16;
        let value = |x: u16| values[usize::from(x)];
        for class in 0..order {
            let agrees = |y: u16| {
                let own = value(monoid.times(class, y));
                options.iter().all(|&e| value(monoid.times(e, y)) != own)
            };
            let least = value(class);
            let mex = (0..least).all(|k| options.iter().any(|&e| value(e) == k));
            if !mex || !(0..order).all(agrees) {
                continue;
            }
            let pair = ProofGenerator { class, options: options.to_vec(), name: size };
            let all: Vec<&ProofGenerator> = pairs.iter().chain(&self.more).chain([&pair]).collect();
            if prove(monoid, values, &all, 1, budget)?.is_empty() {
                self.more.push(pair);
                return Ok(Some(class));
            }
        }
        Ok(None)
    }

    fn grow(&mut self, size: u32, budget: &Budget) -> Result<(), Halt> {
        for heap in self.letters.known() + 1..=size {
            self.letters.extend(&mut self.parts, heap, budget)?;
        }
        let mut classes = vec![0; self.letters.end()];
        let quotient = &self.plain.quotient;
        for letter in self.letters.live() {
            let (heap, with_one) = self.letters.introduced(letter);
            let heaps = [(heap.into(), 1), (1, u64::from(with_one))];
            let class = quotient.class_of_sum(heaps.into_iter().filter(|heap| heap.1 > 0));
            classes[usize::from(letter)] =
                class.ok_or(Halt::Stuck("the quotient does not know this heap"))?;
        }
        let values = WordValues::new(self.plain, &self.letters, classes, budget);
        let mut learner = Learner::new(&self.letters, values, &mut self.tests, budget);
        self.learned = learner.learn()?;
        self.more.clear();
        self.seen.clear();
        let class = |heap| self.learned.model.class(self.letters.heap(heap));
        self.classes = (0..=size).map(class).collect();
        Ok(())
    }
}
