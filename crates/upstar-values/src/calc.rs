//! Arithmetic of short games: a shared store with memo tables of one thread.

use crate::canonical::OptionList;
use crate::fixed::Fixed;
use crate::memo::Memos;
use crate::store::Simple;
use crate::sum::{MOST_UPS, too_many_ups};
use crate::workspace::Workspace;
use crate::{Dyadic, Short, Store};
use dashu_int::IBig;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::{Budget, Outcome, Player, Stopped};

/// `number + up.↑ + *nim`: the values with closed-form arithmetic.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumberUpStar {
    /// The number part.
    pub number: Dyadic,
    /// How many ups; negative for downs.
    pub up: i32,
    /// The nimber part.
    pub nim: u32,
}

/// Arithmetic of short games: a shared store, a shared budget, private memo tables.
///
/// Every operation that may take long answers `Err(`[`Stopped`]`)` when the budget ends.
///
/// ```
/// use upstar_values::Calc;
/// let mut calc = Calc::default();
/// let (three, one) = (calc.integer(3)?, calc.integer(1)?);
/// let hot = calc.make(&[three], &[one])?; // {3|1}
/// let twice = calc.add(hot, hot)?;
/// assert_eq!(twice, calc.integer(4)?);
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
#[derive(Debug, Default)]
pub struct Calc {
    store: Arc<Store>,
    workspace: Workspace,
    pub(crate) memos: Memos,
}

impl Calc {
    /// Returns a calculator for the games of `store` that works within `budget`.
    pub fn new(store: Arc<Store>, budget: Arc<Budget>) -> Calc {
        Calc { store, workspace: Workspace::new(budget), memos: Memos::default() }
    }

    /// Returns another one with the same store and budget, for another thread.
    pub fn fork(&self) -> Calc {
        Calc::new(Arc::clone(&self.store), Arc::clone(self.workspace.budget()))
    }

    /// The shared store.
    pub fn store(&self) -> &Arc<Store> {
        &self.store
    }

    /// The shared budget.
    pub fn budget(&self) -> &Arc<Budget> {
        self.workspace.budget()
    }

    /// Works within another budget from now on.
    pub fn set_budget(&mut self, budget: Arc<Budget>) {
        self.workspace.work.set_budget(budget);
    }

    /// Counts one unit of work and asks the budget now and then.
    pub fn step(&mut self) -> Result<(), Stopped> {
        self.workspace.work.step()
    }

    /// Counts the memos of operations against the budget, now and then.
    pub(crate) fn settle_memos(&mut self) {
        self.memos.settle(self.workspace.budget());
    }

    /// The canonical form of `{left|right}`.
    ///
    /// ```
    /// use upstar_values::{Calc, Short};
    /// let mut calc = Calc::default();
    /// let one = calc.make(&[Short::ZERO], &[])?;
    /// let half = calc.make(&[Short::ZERO], &[one])?;
    /// assert_eq!(calc.as_number(half).map(|x| x.to_string()).as_deref(), Some("1/2"));
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn make(&mut self, left: &[Short], right: &[Short]) -> Result<Short, Stopped> {
        self.workspace.canonical(
            &self.store,
            OptionList::from_slice(left),
            OptionList::from_slice(right),
            None,
        )
    }

    /// The integer `n`.
    pub fn integer(&mut self, n: i64) -> Result<Short, Stopped> {
        self.number(&Dyadic::from(n))
    }

    /// The number `x`.
    pub fn number(&mut self, x: &Dyadic) -> Result<Short, Stopped> {
        let number = self.store.numbers.fix(x);
        self.store.simple(self.workspace.budget(), Simple { number, up: 0, nim: 0 })
    }

    /// The nimber `*m`.
    pub fn nimber(&mut self, m: u32) -> Result<Short, Stopped> {
        self.number_up_star(&NumberUpStar { number: Dyadic::zero(), up: 0, nim: m })
    }

    /// `number + up.↑ + *nim`.
    pub fn number_up_star(&mut self, value: &NumberUpStar) -> Result<Short, Stopped> {
        if value.up.unsigned_abs() > MOST_UPS as u32 {
            return Err(too_many_ups());
        }
        let number = self.store.numbers.fix(&value.number);
        let simple = Simple { number, up: value.up, nim: value.nim };
        self.store.simple(self.workspace.budget(), simple)
    }

    /// Is it equal to a number?
    pub fn is_number(&self, g: Short) -> bool {
        self.store.node(g).is_number()
    }

    /// The number it is equal to, if there is one.
    pub fn as_number(&self, g: Short) -> Option<Dyadic> {
        self.store.number_of(g)
    }

    /// The sum of a number, ups and a nimber it is equal to, if there is one.
    pub fn as_number_up_star(&self, g: Short) -> Option<NumberUpStar> {
        let Simple { number, up, nim } = self.store.node(g).as_simple()?;
        Some(NumberUpStar { number: self.store.numbers.dyadic(number), up, nim })
    }

    /// The options of `who` in canonical form, in no particular order.
    pub fn options(&mut self, g: Short, who: Player) -> Result<SmallVec<[Short; 8]>, Stopped> {
        Ok(SmallVec::from_slice(self.workspace.options(&self.store, g, who)?))
    }

    /// How many options `who` has in canonical form.
    pub fn option_count(&mut self, g: Short, who: Player) -> Result<usize, Stopped> {
        Ok(self.workspace.options(&self.store, g, who)?.len())
    }

    /// Is `g <= h`: does Left, moving second, win `h - g`?
    pub fn le(&mut self, g: Short, h: Short) -> Result<bool, Stopped> {
        self.workspace.le(&self.store, g, h)
    }

    /// Is `g >= h`?
    pub fn ge(&mut self, g: Short, h: Short) -> Result<bool, Stopped> {
        self.le(h, g)
    }

    /// How `g` compares with `h`; `None` when they are confused.
    pub fn compare(&mut self, g: Short, h: Short) -> Result<Option<Ordering>, Stopped> {
        if g == h {
            return Ok(Some(Ordering::Equal));
        }
        Ok(match (self.le(g, h)?, self.le(h, g)?) {
            (true, _) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        })
    }

    /// `-g`: the players change roles.
    pub fn neg(&mut self, g: Short) -> Result<Short, Stopped> {
        self.workspace.neg(&self.store, g)
    }

    /// `g + h`: a move in one of them.
    pub fn add(&mut self, g: Short, h: Short) -> Result<Short, Stopped> {
        self.workspace.add(&self.store, g, h)
    }

    /// `g - h`.
    pub fn sub(&mut self, g: Short, h: Short) -> Result<Short, Stopped> {
        let minus_h = self.neg(h)?;
        self.add(g, minus_h)
    }

    /// `n` copies of `g`, or `-n` copies of `-g`.
    ///
    /// ```
    /// use upstar_values::{Calc, Dyadic};
    /// let mut calc = Calc::default();
    /// let half = calc.number(&Dyadic::new(1, 1))?;
    /// let many = calc.multiple(half, &(-7).into())?;
    /// assert_eq!(many, calc.number(&Dyadic::new(-7, 1))?);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn multiple(&mut self, g: Short, n: &IBig) -> Result<Short, Stopped> {
        if let Some(x) = self.as_number(g) {
            return self.number(&(&x * &Dyadic::from(n.clone())));
        }
        let (mut term, mut rest) =
            if *n < IBig::ZERO { (self.neg(g)?, -n.clone()) } else { (g, n.clone()) };
        let mut total = Short::ZERO;
        while rest > IBig::ZERO {
            self.step()?;
            if &rest & &IBig::ONE == IBig::ONE {
                total = self.add(total, term)?;
            }
            rest >>= 1usize;
            if rest > IBig::ZERO {
                term = self.add(term, term)?;
            }
        }
        Ok(total)
    }

    /// The number that play stops at when `who` begins and play alternates.
    pub fn stop(&self, g: Short, who: Player) -> Dyadic {
        self.store.numbers.dyadic(self.store.node(g).stops[who as usize])
    }

    /// The stop of `who`, in eighths, rounded down and clamped: good enough to guess by.
    pub fn rough_stop(&self, g: Short, who: Player) -> i64 {
        self.store.node(g).stops[who as usize].rough()
    }

    /// Is `g <= n`, at once?
    pub fn le_integer(&self, g: Short, n: i64) -> bool {
        self.store.le_number(self.store.node(g), self.store.numbers.fix(&Dyadic::from(n)))
    }

    /// Who wins in normal play.
    pub fn outcome(&self, g: Short) -> Outcome {
        let node = self.store.node(g);
        let zero = Fixed::ZERO;
        // Left wins moving first unless G <= 0.
        Outcome::from_first(!self.store.le_number(node, zero), !self.store.number_le(zero, node))
    }
}
