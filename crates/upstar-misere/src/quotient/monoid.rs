//! Finite bipartite monoids: a multiplication table and the set of P-elements.
//!
//! Element 0 is the identity. Invariant of a table made here: products are commutative and
//! associative, because the table is made from commuting maps ([`Monoid::from_actions`]).

/// A finite commutative monoid with a set of P-elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    order: usize,
    table: Vec<u16>,
    p: Vec<bool>,
}

/// The most elements.
pub const MOST_ELEMENTS: usize = 30_000;

impl Monoid {
    /// The quotient of the empty sum alone, which is an N-position.
    pub fn trivial() -> Monoid {
        Monoid { order: 1, table: vec![0], p: vec![false] }
    }

    /// The monoid of words in commuting maps: `step[x * maps + g]` is x times the generator g,
    /// and element y > 0 is its parent times a generator, `parent[y] = (element before y, g)`.
    /// At most [`MOST_ELEMENTS`] elements.
    pub(super) fn from_actions(
        step: &[u16],
        maps: usize,
        parent: &[(u16, u16)],
        p: Vec<bool>,
    ) -> Monoid {
        let order = p.len();
        let mut table = vec![0u16; order * order];
        for (x, row) in table.chunks_exact_mut(order).enumerate() {
            row[0] = x as u16;
            for y in 1..order {
                let (before, g) = parent[y];
                row[y] = step[usize::from(row[usize::from(before)]) * maps + usize::from(g)];
            }
        }
        Monoid { order, table, p }
    }

    /// The monoid in which `steps[x][g]` is x times the generator g; `None` if these are no steps
    /// that reach all elements. That they commute is the caller's promise.
    pub(super) fn from_steps(steps: &[Vec<u16>], p_portion: &[u16]) -> Option<Monoid> {
        let order = steps.len();
        if order == 0 || order > MOST_ELEMENTS {
            return None;
        }
        // Each element is one that was reached before times a generator.
        let mut reached: Vec<(usize, usize, usize)> = vec![(0, 0, 0)];
        let mut seen = vec![false; order];
        seen[0] = true;
        let mut i = 0;
        while let Some(&(x, ..)) = reached.get(i) {
            for (g, &product) in steps[x].iter().enumerate() {
                let product = usize::from(product);
                if !std::mem::replace(seen.get_mut(product)?, true) {
                    reached.push((product, x, g));
                }
            }
            i += 1;
        }
        if reached.len() < order {
            return None;
        }
        let mut table = vec![0u16; order * order];
        for (x, row) in table.chunks_exact_mut(order).enumerate() {
            row[0] = x as u16;
            for &(y, before, g) in &reached[1..] {
                row[y] = *steps[usize::from(row[before])].get(g)?;
            }
        }
        let mut p = vec![false; order];
        for &x in p_portion {
            *p.get_mut(usize::from(x))? = true;
        }
        Some(Monoid { order, table, p })
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The product of two elements.
    pub fn times(&self, x: u16, y: u16) -> u16 {
        self.table[usize::from(x) * self.order + usize::from(y)]
    }

    /// The products of an element with all others.
    pub fn row(&self, x: u16) -> &[u16] {
        &self.table[usize::from(x) * self.order..][..self.order]
    }

    /// Is it the element of P-positions?
    pub fn is_p(&self, x: u16) -> bool {
        self.p[usize::from(x)]
    }

    /// The P-elements, increasing.
    pub fn p_portion(&self) -> Vec<u16> {
        (0..self.order as u16).filter(|&x| self.is_p(x)).collect()
    }

    /// `x` to the power `n`, by squaring.
    pub fn power(&self, x: u16, mut n: u64) -> u16 {
        let (mut base, mut result) = (x, 0);
        while n > 0 {
            if n % 2 == 1 {
                result = self.times(result, base);
            }
            base = self.times(base, base);
            n /= 2;
        }
        result
    }

    /// The kernel: the least ideal, which is a group. Its elements, increasing.
    ///
    /// It is the ideal of the product of all elements: that product lies in every ideal.
    pub fn kernel(&self) -> Vec<u16> {
        let bottom = (0..self.order as u16).fold(0, |z, x| self.times(z, x));
        let mut kernel = self.row(bottom).to_vec();
        kernel.sort_unstable();
        kernel.dedup();
        kernel
    }

    /// The least (s, p) with x^(s+p) = x^s.
    pub fn index_and_period(&self, x: u16) -> (u64, u64) {
        let mut seen = vec![None; self.order];
        let (mut power, mut n) = (0u16, 0u64);
        loop {
            if let Some(before) = seen[usize::from(power)] {
                return (before, n - before);
            }
            seen[usize::from(power)] = Some(n);
            power = self.times(power, x);
            n += 1;
        }
    }
}
