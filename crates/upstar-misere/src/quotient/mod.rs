//! Misère quotients. What the engine shows is *proved* once the checker has accepted the certificate
//! ([`Quotient::standing`]).
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
//!
//! Who does what in a round of the learner ([`learner::Learner::learn`]; `docs/quotients.md` has a
//! worked run, "`.77`, heap by heap"):
//!
//! | module | job | in the words of learning theory |
//! |---|---|---|
//! | [`oracle`] | tells who wins a sum, by search and by the quotient before | teacher |
//! | [`tree`] | sorts sums into classes by tests | classification tree |
//! | [`border`] | lists a representative for each class, and the rules for all other sums | observation table |
//! | [`learner`] | makes a monoid of the rules, and blames a rule where it is wrong | learner |
//! | [`contexts`] | proves the monoid, or shows a sum where it is wrong | equivalence query |

mod border;
mod certificate;
mod contexts;
mod games;
mod halt;
mod learner;
mod letters;
mod monoid;
mod nu;
mod oracle;
mod orders;
mod periodicity;
mod presentation;
mod solve;
mod statement;
mod tree;
mod word;

pub use games::QuotientOfGames;
pub use monoid::{MOST_ELEMENTS, Monoid};
pub use nu::{Adjoined, NuMonoid};
pub use presentation::{Exponents, Packed, Presentation};
pub use solve::Solver;
pub use statement::{StatementVerdict, decide};

use std::sync::{Arc, OnceLock};
use upstar_base::{Budget, Stopped};
use upstar_proof::Standing;
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

impl End {
    /// Fails if the computation ended because the whole budget did, and not because it was
    /// finished or had used up the steps of its part. What such a computation found says nothing
    /// about the game beyond it, so caches must not keep it as finished.
    pub fn unless_stopped(&self, whole: &Budget) -> Result<(), Stopped> {
        match self {
            End::Stopped(Stopped::Steps(_)) => whole.check(),
            End::Stopped(stopped) if stopped.is_external() => Err(stopped.clone()),
            _ => Ok(()),
        }
    }
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
    nodes: u64,
    growth: Option<Growth>,
    end: End,
    /// What the checker said of it, once it was asked.
    standing: OnceLock<Standing>,
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

    /// The heaps at which the order became larger.
    pub fn growths(&self) -> Vec<u32> {
        let before = std::iter::once(&1).chain(&self.orders);
        let heaps = (1..).zip(before.zip(&self.orders));
        heaps.filter(|(_, (before, now))| before < now).map(|(heap, _)| heap).collect()
    }

    /// The same quotient of the heaps that were looked at, without the step to all heaps.
    pub fn of_some_heaps(&self) -> Quotient {
        let end = match &self.end {
            End::Complete { .. } => End::Heaps,
            end => end.clone(),
        };
        Quotient { end, standing: OnceLock::new(), ..self.clone() }
    }

    /// How it ended.
    pub fn end(&self) -> &End {
        &self.end
    }

    /// Where it was growing when the computation ended.
    pub fn growth(&self) -> Option<Growth> {
        self.growth
    }

    /// Generators, normal forms and relations.
    pub fn presentation(&self) -> Presentation {
        Presentation::new(self)
    }

    /// Is the quotient that of tame games: order 2^n + 2 with two P-elements, or at most 2?
    ///
    /// The tame quotient T(n) is generated by a and b1, ..., with a^2 = 1, b^3 = b and all b^2
    /// equal; so all squares are 1 or one idempotent z, which is P with a.
    pub fn is_tame(&self) -> bool {
        let monoid = &self.monoid;
        if monoid.order() <= 2 {
            return true;
        }
        let kernel = monoid.kernel();
        let square = |x: u16| monoid.times(x, x);
        let z = kernel.iter().copied().find(|&z| square(z) == z);
        let outside = (0..monoid.order() as u16).filter(|x| kernel.binary_search(x).is_err());
        // T(n) is the group of order 2 and a kernel that is an elementary 2-group.
        outside.count() == 2
            && kernel.iter().all(|&x| Some(square(x)) == z)
            && monoid.p_portion().len() == 2
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
