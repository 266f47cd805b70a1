//! A small linear programme, solved exactly.
//!
//! Maximises `c·x` over `A x <= b`, `x >= 0` with `b >= 0`, so that the origin is a vertex to
//! begin with. Bland's rule (1977): of the columns that may enter, and of the rows that may leave,
//! the least one; then no basis comes twice. Numbers are fractions of 128-bit integers; where one
//! does not fit there is no answer.

use std::cmp::Ordering;
use upstar_base::arithmetic::gcd;

/// A fraction with a positive denominator, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fraction {
    pub(crate) over: i128,
    pub(crate) under: i128,
}

fn divisor(a: i128, b: i128) -> i128 {
    gcd(a, b).abs().max(1)
}

impl Fraction {
    pub(crate) const ZERO: Fraction = Fraction { over: 0, under: 1 };
    pub(crate) const ONE: Fraction = Fraction { over: 1, under: 1 };

    pub(crate) fn from(integer: i64) -> Fraction {
        Fraction { over: integer.into(), under: 1 }
    }

    fn new(over: i128, under: i128) -> Option<Fraction> {
        if under == 0 || over == i128::MIN || under == i128::MIN {
            return None;
        }
        let common = divisor(over, under) * under.signum();
        Some(Fraction { over: over / common, under: under / common })
    }

    fn minus(self, other: Fraction) -> Option<Fraction> {
        let over = self.over.checked_mul(other.under)?;
        let over = over.checked_sub(other.over.checked_mul(self.under)?)?;
        Fraction::new(over, self.under.checked_mul(other.under)?)
    }

    fn times(self, other: Fraction) -> Option<Fraction> {
        Fraction::new(self.over.checked_mul(other.over)?, self.under.checked_mul(other.under)?)
    }

    fn divided(self, other: Fraction) -> Option<Fraction> {
        Fraction::new(self.over.checked_mul(other.under)?, self.under.checked_mul(other.over)?)
    }

    fn compare(self, other: Fraction) -> Option<Ordering> {
        Some(self.minus(other)?.over.cmp(&0))
    }
}

/// Rows `a·x <= b` and an objective.
pub(crate) struct Programme {
    columns: usize,
    rows: Vec<(Vec<Fraction>, Fraction)>,
    objective: Vec<Fraction>,
}

/// The most pivots: far more than the games of a file need.
const MOST_PIVOTS: usize = 1_000;

impl Programme {
    pub(crate) fn new(columns: usize) -> Programme {
        Programme { columns, rows: Vec::new(), objective: vec![Fraction::ZERO; columns] }
    }

    /// Wants more of a variable.
    pub(crate) fn maximise(&mut self, column: usize) {
        self.objective[column] = Fraction::ONE;
    }

    /// The sum of these variables, each so often, is at most `bound`, which is not negative.
    pub(crate) fn at_most(&mut self, terms: &[(usize, i64)], bound: i64) {
        let mut row = vec![0i64; self.columns];
        for &(column, factor) in terms {
            row[column] += factor;
        }
        if row.iter().any(|&factor| factor != 0) {
            let row = row.into_iter().map(Fraction::from).collect();
            self.rows.push((row, Fraction::from(bound.max(0))));
        }
    }

    /// An optimal `x`; `None` if there is no bound or numbers grow too large.
    pub(crate) fn solve(mut self) -> Option<Vec<Fraction>> {
        let (n, m) = (self.columns, self.rows.len());
        // Slack variables have the numbers from n on; a row belongs to one variable.
        let mut basis: Vec<usize> = (n..n + m).collect();
        // What each column of the tableau stands for: entering and leaving exchange places.
        let mut outside: Vec<usize> = (0..n).collect();
        for _ in 0..MOST_PIVOTS {
            let entering =
                (0..n).filter(|&j| self.objective[j].over > 0).min_by_key(|&j| outside[j]);
            let Some(j) = entering else {
                let mut solution = vec![Fraction::ZERO; n];
                for (i, &variable) in basis.iter().enumerate().filter(|&(_, &v)| v < n) {
                    solution[variable] = self.rows[i].1;
                }
                return Some(solution);
            };
            let mut leaving: Option<(usize, Fraction)> = None;
            for (i, (row, bound)) in self.rows.iter().enumerate() {
                if row[j].over <= 0 {
                    continue;
                }
                let ratio = bound.divided(row[j])?;
                let better = match leaving {
                    None => true,
                    Some((k, least)) => match ratio.compare(least)? {
                        Ordering::Less => true,
                        Ordering::Equal => basis[i] < basis[k],
                        Ordering::Greater => false,
                    },
                };
                if better {
                    leaving = Some((i, ratio));
                }
            }
            let (i, _) = leaving?;
            self.pivot(i, j)?;
            std::mem::swap(&mut basis[i], &mut outside[j]);
        }
        None
    }

    /// Solves row `i` for the variable of column `j` and puts that into all others.
    fn pivot(&mut self, i: usize, j: usize) -> Option<()> {
        let factor = self.rows[i].0[j];
        let (row, bound) = &mut self.rows[i];
        for (k, entry) in row.iter_mut().enumerate() {
            *entry = if k == j { Fraction::ONE } else { *entry }.divided(factor)?;
        }
        *bound = bound.divided(factor)?;
        let (pivot, value) = self.rows[i].clone();
        let reduce = |row: &mut [Fraction]| -> Option<Fraction> {
            let factor = row[j];
            if factor.over == 0 {
                return Some(factor);
            }
            for (k, entry) in row.iter_mut().enumerate() {
                let base = if k == j { Fraction::ZERO } else { *entry };
                *entry = base.minus(factor.times(pivot[k])?)?;
            }
            Some(factor)
        };
        for (other, bound) in self
            .rows
            .iter_mut()
            .enumerate()
            .filter(|(k, _)| *k != i)
            .map(|(_, row)| (&mut row.0, &mut row.1))
        {
            let factor = reduce(other)?;
            *bound = bound.minus(factor.times(value)?)?;
        }
        reduce(&mut self.objective)?;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_vertex_is_found() {
        // x + 2y <= 4, 3x + y <= 6: x + y is largest at (8/5, 6/5).
        let mut programme = Programme::new(2);
        programme.maximise(0);
        programme.maximise(1);
        programme.at_most(&[(0, 1), (1, 2)], 4);
        programme.at_most(&[(0, 3), (1, 1)], 6);
        let solution = programme.solve().unwrap();
        assert_eq!((solution[0].over, solution[0].under), (8, 5));
        assert_eq!((solution[1].over, solution[1].under), (6, 5));
    }

    #[test]
    fn without_a_bound_there_is_no_answer() {
        let mut programme = Programme::new(2);
        programme.maximise(0);
        programme.at_most(&[(0, -1), (1, 1)], 1);
        assert!(programme.solve().is_none());
    }
}
