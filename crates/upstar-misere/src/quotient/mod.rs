//! Misère quotients, proved.
//!
//! Let A be a set of positions closed under sums and options. X and Y are indistinguishable in A
//! if X + Z and Y + Z have the same outcome for every Z in A; the classes form a commutative
//! monoid Q, and P is the set of classes of P-positions (Plambeck 2005, Plambeck and Siegel
//! 2008). The pretending function Φ gives each heap its class; a position is won by looking up
//! the product of the classes of its heaps.
//!
//! Heaps are added one at a time ([`Solver`]). Either the new heap behaves like a class that is
//! there ([`contexts`]), or a learner ([`learner`]) conjectures a larger quotient; every
//! conjecture is proved before it is accepted. When the pretending function has been periodic
//! for long enough, the quotient is that of all heaps ([`periodicity`]).

mod border;
mod contexts;
mod halt;
mod learner;
mod letters;
mod monoid;
mod oracle;
mod periodicity;
mod solve;
mod tree;
mod word;

pub use monoid::{MOST_ELEMENTS, Monoid};
pub use solve::Solver;

use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// How a computation ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The quotient is that of all heaps, and Φ has this period from this heap on.
    Complete {
        /// The least heap from which Φ repeats, at least 1.
        preperiod: u64,
        /// The least period.
        period: u64,
    },
    /// As many heaps as were asked for.
    Heaps,
    /// The budget ended.
    Stopped(Stopped),
    /// The method came to an end of its own.
    Stuck(&'static str),
}

/// A quotient that was growing when the computation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The heap that makes it grow.
    pub heap: u32,
    /// It has at least so many elements with that heap; each pair is separated by a search.
    pub at_least: u32,
}

/// A quotient of the heaps up to some size.
#[derive(Clone, Debug)]
pub struct Quotient {
    monoid: Arc<Monoid>,
    classes: Vec<u16>,
    orders: Vec<u32>,
    context_sets: usize,
    nodes: u64,
    growth: Option<Growth>,
    end: End,
}

impl Quotient {
    /// The monoid Q with its P-elements.
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// The largest heap for which it is proved; see [`Quotient::class`] for larger ones.
    pub fn heaps(&self) -> u32 {
        self.orders.len() as u32
    }

    /// Φ of the heaps 0, 1, ..., [`Quotient::heaps`].
    pub fn pretending(&self) -> &[u16] {
        &self.classes
    }

    /// The order of the quotient of the heaps up to 1, 2, ..., [`Quotient::heaps`].
    pub fn orders(&self) -> &[u32] {
        &self.orders
    }

    /// How it ended.
    pub fn end(&self) -> &End {
        &self.end
    }

    /// Where it was growing when the computation ended.
    pub fn growth(&self) -> Option<Growth> {
        self.growth
    }

    /// The size of the antichain of context sets in the proof.
    pub fn context_sets(&self) -> usize {
        self.context_sets
    }

    /// How many positions were searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Φ of a heap; `None` if the quotient says nothing about it.
    pub fn class(&self, heap: u64) -> Option<u16> {
        let known = u64::from(self.heaps());
        let heap = match self.end {
            End::Complete { preperiod, period } if heap > known => {
                preperiod + (heap - preperiod) % period
            }
            _ => heap,
        };
        self.classes.get(usize::try_from(heap).ok()?).copied()
    }

    /// The class of a sum of heaps with multiplicities.
    pub fn class_of_sum(&self, heaps: impl IntoIterator<Item = (u64, u64)>) -> Option<u16> {
        heaps.into_iter().try_fold(0, |sum, (heap, times)| {
            let class = self.monoid.power(self.class(heap)?, times);
            Some(self.monoid.times(sum, class))
        })
    }
}

/// The quotient of a heap game up to `to` tokens, or of all heaps.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_misere::quotient::{End, solve};
/// let kayles = solve(&".77".parse()?, 1000, &Budget::unlimited());
/// assert_eq!(kayles.monoid().order(), 40);
/// assert!(matches!(kayles.end(), End::Complete { period: 12, .. }));
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn solve(code: &HeapCode, to: u32, budget: &Budget) -> Quotient {
    Solver::new(code).run(to, budget)
}
