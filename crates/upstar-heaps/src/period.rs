//! Periods: how they are found and why they are true.
//!
//! **Bounded heaps (Guy and Smith 1956 for two).** A move takes at most t tokens and leaves at
//! most h heaps of any sizes. Let G(0..N) be known, p > 0, s >= 1 and G(i) = G(i + p) whenever
//! s <= i < N - p. If N >= h (s + p - 1) + t + 1 and N >= p + t + 1, then G(i) = G(i + p) for all
//! i >= s. Proof by induction on n >= N: n and n - p exceed t, so every option of either leaves a
//! heap. An option of n has a total of at least N - t > h (s + p - 1), so its largest heap is at
//! least s + p; taking p from that heap gives an option of n - p of the same value. An option of
//! n - p has a total of at least N - p - t > h (s - 1), so its largest heap is at least s; adding
//! p to it gives an option of n of the same value. So G(n) = G(n - p).
//!
//! **Sparse space.** A move leaves at most two heaps (which may have to differ, or to be equal). With the
//! classes of a mask ([`crate::mask`]), let all rare positions below N = s + p be <= R, let every
//! rare value below G(n), s <= n < s + p, be excluded by taking or by a pair (a, n - m - a) with
//! a <= A, let W >= max(R, A) + t, s - W > max(R, A), s > t, let G agree on [s - W, s) and
//! [s + p - W, s + p), and let p be even if the mask looks at positions or a move leaves two equal
//! heaps (their nim-sum 0 is an option of n for one parity of n only). Then G(n + p) = G(n) for
//! all n >= s - W. Proof by induction on n >= s: options of n + p by taking, and those with a
//! rare heap r <= R, equal those of n, because n - m - r >= s - W; no pair has two rare heaps,
//! because n - m - r >= s - W > R. Positions beyond R are common, also n + p by induction. Hence
//! the least common value that is not excluded is the same number c at n and n + p, and pairs of
//! two common heaps do not exclude it. Every rare value below c is excluded at n by taking or
//! by a pair with a <= A; at n + p the same pair does it (its heaps differ, as s - W > A).
//!
//! Theorems: `docs/heaps.md#bounded-heaps`, `docs/heaps.md#sparse-space`.

use crate::arithmetic::{Digits, SeenPeriod, tails_range};
use crate::game::TwoHeaps;
use crate::repeats::{cyclic_period, earlier_occurrences, first_period};
use crate::sequence::Engine;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_proof::{Certificate, NimPeriod, Standing, Theorem, standing, standing_alone};
use upstar_rules::heap::code::{HeapCode, Sizes};

/// A regularity of a nim-sequence: G(n + period) = G(n) + saltus for all n >= preperiod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// The period; the least one if it is proved.
    pub period: u64,
    /// The least index from which it holds.
    pub preperiod: u64,
    /// What is added in each period.
    pub saltus: u64,
    /// The theorem that the engine applied, with its data; `None` when the period was only seen in the
    /// values that were computed. Only [`Period::standing`] tells whether it is proved.
    pub proof: Option<Theorem>,
}

impl Period {
    /// For a heap from the preperiod on: the heap of the first period in its place, and what is
    /// to be added to the value of that one. `None` when that is too large, or the heap too small.
    ///
    /// ```
    /// use upstar_heaps::Period;
    /// let period = Period { period: 4, preperiod: 1, saltus: 4, proof: None };
    /// assert_eq!(period.place(10), Some((2, 8)));
    /// assert_eq!(period.place(0), None);
    /// ```
    pub fn place(&self, n: u128) -> Option<(u64, u128)> {
        let over = n.checked_sub(self.preperiod.into())?;
        let (turns, rest) = (over / u128::from(self.period), over % u128::from(self.period));
        let place = self.preperiod.checked_add(u64::try_from(rest).ok()?)?;
        Some((place, turns.checked_mul(self.saltus.into())?))
    }

    /// What stands behind this period: the word of the checker, or only that of the engine; `None`
    /// where no theorem was applied. `computed` values were known.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use upstar_base::Budget;
    /// let (code, budget) = (".77".parse()?, Arc::new(Budget::unlimited()));
    /// let answer = upstar_heaps::search(&code, 2000, &budget, &mut ());
    /// let period = answer.period.unwrap();
    /// assert!(period.standing(&code, answer.computed, &budget).unwrap().is_verified());
    /// # Ok::<(), upstar_rules::PositionError>(())
    /// ```
    pub fn standing(
        &self,
        code: &HeapCode,
        computed: u64,
        budget: &Arc<Budget>,
    ) -> Option<Standing> {
        Some(standing(&self.certificate(code, computed)?, budget))
    }

    /// The same within a budget that no other thread charges meanwhile.
    pub(crate) fn standing_alone(
        &self,
        code: &HeapCode,
        computed: u64,
        budget: &Budget,
    ) -> Option<Standing> {
        Some(standing_alone(&self.certificate(code, computed)?, budget))
    }

    /// A certificate of this period, if a theorem was applied; `computed` values were known.
    pub fn certificate(&self, code: &HeapCode, computed: u64) -> Option<Certificate> {
        let theorem = self.proof.clone()?;
        let (preperiod, period) = (self.preperiod, self.period);
        let computed = match theorem {
            Theorem::BoundedHeaps { heaps, reach } => {
                bounded_range(heaps, reach, preperiod, period)
            }
            Theorem::SparseSpace { .. } => computed,
            Theorem::Tails { .. } => tails_range(&Digits::of(code)?, preperiod, period)?.1,
            Theorem::Arithmetic { distance, from, .. } => from + distance,
        };
        Some(Certificate::new(NimPeriod {
            code: code.to_string(),
            preperiod,
            period,
            saltus: self.saltus,
            computed,
            theorem,
        }))
    }
}

/// For which codes which theorem can speak.
#[derive(Clone, Copy, Debug)]
pub struct Theorems {
    /// h and t of the theorem for boundedly many heaps, if it applies.
    pub bounded: Option<(u64, u64)>,
    /// t of the sparse-space theorem, if it applies.
    pub sparse: Option<u64>,
    /// Whether the sparse-space theorem needs an even distance because a move leaves two equal
    /// heaps.
    pub even: bool,
    /// Can the theorem for digits that repeat speak, where the other two cannot?
    pub tails: bool,
    /// Can the theorem for a saltus? With finitely many digits and at most two heaps there is
    /// none, and the other theorems find every period.
    pub arithmetic: bool,
}

impl Theorems {
    /// What can be applied to a code.
    pub fn of(code: &HeapCode) -> Theorems {
        let reach = code.reach();
        let heaps = code.most_heaps();
        let any_sizes = || {
            code.written().all(|(_, digit)| {
                (2..=heaps.unwrap_or(0)).all(|h| matches!(digit.allows(h), None | Some(Sizes::Any)))
            })
        };
        let both = heaps.map(|h| h.max(1) as u64).zip(reach);
        let bounded = both.filter(|_| any_sizes());
        let breaks = crate::Breaks::from_code(code);
        let sparse = reach.filter(|_| breaks.is_some());
        let is_equal = |(_, two): (u64, TwoHeaps)| two == TwoHeaps::Equal;
        let even = breaks.is_some_and(|game| game.breaks().any(is_equal));
        let repeats = sparse.is_none() && Digits::of(code).is_some();
        let tails = repeats && bounded.is_none();
        Theorems { bounded, sparse, even, tails, arithmetic: repeats }
    }
}

/// The longest sequence that is searched by the Z-function, which needs 8 bytes for each value.
const LONGEST_SEARCH: u64 = 1 << 26;

/// Looks for a period that can be proved with the values that the engine knows.
pub fn prove(
    theorems: Theorems,
    engine: &dyn Engine,
    budget: &Budget,
) -> Result<Option<Period>, Stopped> {
    if let Some(reach) = theorems.sparse
        && let Some(period) = prove_sparse(reach, theorems.even, engine)
    {
        return Ok(Some(period));
    }
    let covered = theorems.sparse.is_some() && sparse_sees_all(engine);
    match theorems.bounded {
        Some((heaps, reach)) if !covered && engine.len() <= LONGEST_SEARCH => {
            prove_bounded(heaps, reach, engine, budget)
        }
        _ => Ok(None),
    }
}

/// Would the sparse-space theorem have found every period that the other theorem can prove? That
/// needs s + p <= N / 2; with W <= N / 4 the windows before N - p and N then agree. (Where the
/// mask looks at positions, p is even: an odd one would exchange the classes.)
fn sparse_sees_all(engine: &dyn Engine) -> bool {
    let len = engine.len();
    let Some((_, rares)) = engine.rares() else { return false };
    let last_rare = rares.last().map_or(0, |rare| rare.at);
    let far = last_rare.max(engine.proof_length_since(len / 2));
    len > 1 << 16 && far < len / 8
}

fn prove_bounded(
    heaps: u64,
    reach: u64,
    engine: &dyn Engine,
    budget: &Budget,
) -> Result<Option<Period>, Stopped> {
    let len = engine.len();
    budget.charge(8 * len)?;
    let mut values = vec![0; len as usize];
    let found = engine.read(0, &mut values).then(|| {
        let enough = |p: usize, s: usize| bounded_range(heaps, reach, s as u64, p as u64) <= len;
        first_period(&values, enough)
    });
    budget.refund(8 * len);
    let Some((p, s)) = found.flatten() else { return Ok(None) };
    let proof = Theorem::BoundedHeaps { heaps, reach };
    let read = |from: u64, out: &mut [u32]| {
        out.copy_from_slice(&values[from as usize..from as usize + out.len()]);
        true
    };
    Ok(least(s.max(1) as u64, p as u64, read, proof))
}

/// How many values the theorem for boundedly many heaps asks for.
pub fn bounded_range(heaps: u64, reach: u64, start: u64, period: u64) -> u64 {
    let sum = start.max(1).saturating_add(period).saturating_sub(1);
    let more = reach.saturating_add(1);
    heaps.saturating_mul(sum).max(period).saturating_add(more)
}

fn prove_sparse(reach: u64, even: bool, engine: &dyn Engine) -> Option<Period> {
    let (mask, rares) = engine.rares()?;
    let last_rare = rares.last().map_or(0, |rare| rare.at);
    let len = engine.len();
    let longest_proof = engine.proof_length_since(len / 2);
    let far = last_rare.max(longest_proof);
    let window = far.checked_add(reach)?.max(1);
    // s = len - p must be at least len / 2, exceed t, and s - W must exceed R and A.
    let least_end = (len / 2).max(reach + 1).max(window.checked_add(far)?.checked_add(1)?);
    if least_end >= len {
        return None;
    }
    let mut pattern = vec![0; usize::try_from(window).ok()?];
    if !engine.read(len - window, &mut pattern) {
        return None;
    }
    let even = even || mask.position.is_some();
    let read = |from: u64, out: &mut [u32]| engine.read(from, out);
    let fits = |p: u64| !even || p.is_multiple_of(2);
    let distance = earlier_occurrences(&pattern, len, least_end, read, fits)?;
    let proof = mask.theorem(reach, [last_rare, longest_proof, window, distance]);
    let read = |from: u64, out: &mut [u32]| engine.read(from, out);
    least(len - distance - window, distance, read, proof)
}

/// The least period and preperiod of a sequence of which G(n + p) = G(n) is certain for n >= s,
/// and of which G(0..s + p) is known.
fn least(
    s: u64,
    p: u64,
    mut read: impl FnMut(u64, &mut [u32]) -> bool,
    proof: Theorem,
) -> Option<Period> {
    let mut cycle = vec![0; usize::try_from(p).ok()?];
    if !read(s, &mut cycle) {
        return None;
    }
    let period = cyclic_period(&cycle) as u64;
    // Walk down from s: position i matches if it equals what the cycle would have there.
    let mut preperiod = s;
    let mut block = vec![0; 1 << 14];
    'down: while preperiod > 0 {
        let from = preperiod.saturating_sub(block.len() as u64);
        let block = &mut block[..(preperiod - from) as usize];
        if !read(from, block) {
            return None;
        }
        for &value in block.iter().rev() {
            let behind = (s - (preperiod - 1)) % period;
            if value != cycle[((period - behind) % period) as usize] {
                break 'down;
            }
            preperiod -= 1;
        }
    }
    Some(Period { period, preperiod, saltus: 0, proof: Some(proof) })
}

/// A regularity that the known values show: G(n + p) = G(n) + d from the first half of the
/// sequence to its end, over at least three periods.
pub(crate) fn observed(
    engine: &dyn Engine,
    budget: &Budget,
) -> Result<Option<(Vec<u32>, SeenPeriod)>, Stopped> {
    let len = engine.len().min(LONGEST_SEARCH);
    if len < 8 {
        return Ok(None);
    }
    budget.charge(16 * len)?;
    let mut values = vec![0; len as usize];
    let known = engine.read(0, &mut values);
    let steps: Vec<i64> = values.windows(2).map(|w| i64::from(w[1]) - i64::from(w[0])).collect();
    let enough = |p: usize, s: usize| s <= steps.len() / 2 && s + 3 * p <= steps.len();
    let found = known.then(|| first_period(&steps, enough)).flatten();
    budget.refund(16 * len);
    Ok(found.and_then(|(period, preperiod)| {
        let saltus = values[preperiod + period].checked_sub(values[preperiod])?.into();
        Some((values, SeenPeriod { preperiod, period, saltus }))
    }))
}

/// A regularity that the known values show, proved or not; it may break at the next value.
pub fn observe(engine: &dyn Engine, budget: &Budget) -> Result<Option<Period>, Stopped> {
    Ok(observed(engine, budget)?.map(|(_, SeenPeriod { preperiod, period, saltus })| Period {
        period: period as u64,
        preperiod: preperiod as u64,
        saltus,
        proof: None,
    }))
}
