//! Where a game lies between its stops, measured in ups.
//!
//! Let `L` and `R` be the stops of `G`. Four integers place `G` more finely: the least `n` with
//! `G <= L + n.↑`, the least `n` with `G <= L + n.↑ + *`, the greatest `n` with `R + n.↑ <= G`
//! and the greatest `n` with `R + n.↑ + * <= G`. All four are monotone in `G` among games with
//! the same stop, so they decide many comparisons without looking at an option, and they follow
//! from the options' own four in one pass.

/// The four integers, the two upper bounds first, each pair without and with `*`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct UpBounds {
    pub(crate) upper: [i32; 2],
    pub(crate) lower: [i32; 2],
}

/// Larger than every count of ups a store accepts.
pub(crate) const FAR: i32 = 1 << 30;

/// How many ups are needed, above `n.↑`, to be at least `n.↑ + *m`.
fn excess(nim: u32) -> i32 {
    match nim {
        0 => 0,
        1 => 2,
        _ => 1,
    }
}

impl UpBounds {
    /// Of `up.↑ + *nim`, both stops being 0.
    pub(crate) fn of_simple(up: i32, nim: u32) -> UpBounds {
        let (plain, starred) = (excess(nim), excess(nim ^ 1));
        UpBounds { upper: [up + plain, up + starred], lower: [up - plain, up - starred] }
    }

    /// Is `G <= H`? `stops` are those of `G` and `H`, compared by `same`.
    /// `None` when the integers do not tell.
    #[inline]
    pub(crate) fn decide(
        &self,
        other: &UpBounds,
        same_left_stop: bool,
        same_right_stop: bool,
        left_meets_right: bool,
    ) -> Option<bool> {
        let exceeds = |a: [i32; 2], b: [i32; 2]| a[0] > b[0] || a[1] > b[1];
        if (same_left_stop && exceeds(self.upper, other.upper))
            || (same_right_stop && exceeds(self.lower, other.lower))
        {
            return Some(false);
        }
        let meets = left_meets_right
            && (self.upper[0] <= other.lower[0] || self.upper[1] <= other.lower[1]);
        meets.then_some(true)
    }

    /// From the options: `left` is the componentwise maximum of `lower` over the Left options
    /// whose Right stop is the game's Left stop, `right` the minimum of `upper` over the Right
    /// options whose Left stop is the game's Right stop. `tepid`: the stops are equal.
    pub(crate) fn from_options(left: [i32; 2], right: [i32; 2], tepid: bool) -> UpBounds {
        let mut ups = UpBounds {
            upper: [left[0].saturating_add(1), left[1].saturating_add(1)],
            lower: [right[0].saturating_sub(1), right[1].saturating_sub(1)],
        };
        if tepid {
            // Now the options of n.↑ and n.↑ + * can be reached too; each count moves a few
            // steps at most.
            let game = Tepid { left, right };
            while !game.le_up(ups.upper[0]) {
                ups.upper[0] += 1;
            }
            while !game.le_up_star(ups.upper[1]) {
                ups.upper[1] += 1;
            }
            while !game.ge_up(ups.lower[0]) {
                ups.lower[0] -= 1;
            }
            while !game.ge_up_star(ups.lower[1]) {
                ups.lower[1] -= 1;
            }
        }
        ups
    }
}

/// A game whose stops are both `x`, known by its options' bounds: how `G - x` compares with
/// `n.↑` and `n.↑ + *`. Each answer unfolds `G <= H` once: no Left option of `G` is `>= H`, and
/// no Right option of `H` is `<= G`; the options of `n.↑` are `0` and `(n-1).↑ + *`, those of
/// `n.↑ + *` are `0` and `(n-1).↑`, except `↑* = {0,*|0}`.
struct Tepid {
    left: [i32; 2],
    right: [i32; 2],
}

impl Tepid {
    fn le_zero(&self) -> bool {
        self.left[0] < 0
    }

    fn ge_zero(&self) -> bool {
        self.right[0] > 0
    }

    fn le_up(&self, n: i32) -> bool {
        self.left[0] < n
            && match n {
                1.. => !self.ge_up_star(n - 1),
                0 => true,
                _ => !self.ge_zero(),
            }
    }

    fn ge_up(&self, n: i32) -> bool {
        self.right[0] > n
            && match n {
                1.. => !self.le_zero(),
                0 => true,
                _ => !self.le_up_star(n + 1),
            }
    }

    fn le_up_star(&self, n: i32) -> bool {
        self.left[1] < n
            && match n {
                2.. => !self.ge_up(n - 1),
                0 | 1 => !self.ge_zero(),
                -1 => !self.ge_zero() && !self.ge_up_star(0),
                _ => !self.ge_zero(),
            }
    }

    fn ge_up_star(&self, n: i32) -> bool {
        self.right[1] > n
            && match n {
                ..=-2 => !self.le_up(n + 1),
                0 | -1 => !self.le_zero(),
                1 => !self.le_zero() && !self.le_up_star(0),
                _ => !self.le_zero(),
            }
    }
}
