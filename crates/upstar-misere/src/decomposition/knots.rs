//! Knots, 4.7: Allemang's rule for who wins misère play, with the moves that prove it.
//!
//! A move splits a heap into two, or takes a token and may then split what is left. Let n be the
//! largest heap; t(m) = 0, 0, 1, 0 for m = 0, ..., 3 and m - 3 beyond; w(n) = 0 up to 4, w(5) = 1,
//! w(6) = 0 and n - 6 beyond; A = w(n) minus t of the other heaps; E and D the numbers of even and
//! odd heaps. Allemang: if all heaps are 1 or 3, it is a P-position exactly if their number is
//! odd. Else, A <= 0: P exactly if E and D are even; A = 1: N; A >= 2: P exactly if E and D are
//! odd.
//!
//! Put f = w + t, which is 0, 0, 1, 0, 1, 3, 3, 5, 7, 9, ..., T the sum of t and M the largest f
//! of all heaps, Z = M - T. As f is not decreasing but for f(3) < f(2), Z is A, unless the largest
//! heap is 3 and there are heaps of 2, and then both are at most 0. Since t(m) is odd exactly if m
//! is even, T has the parity of E; T = 0 exactly if all heaps are 1 or 3; and M is odd otherwise.
//! So the rule says: P-positions are those with
//!
//! - T = 0 and D odd, or
//! - T > 0 even, D even and M < T, or
//! - T odd, D odd and M > T.
//!
//! **No P-position has an option that is one.** A move changes the parity of E or of D, and both
//! change only if a token is taken from a heap m > 1 without a split.
//! - From T = 0 to T = 0 the number of heaps changes by one.
//! - From T = 0 to T > 0 one heap of 2 is made, and M = T = 1.
//! - From T > 0 to T = 0 the heap that is played is 2, 4, 5, 6 or 7 and all others are 1 or 3; so
//!   M = T is odd, or T is even and M > T: that was no P-position.
//! - Otherwise both parities change, by m -> m - 1. If M < T before, T falls by at most 1, and M
//!   grows only from f(3) to f(2) = 1: M <= T after. If M > T before, then M >= T + 2, so n >= 8.
//!   Unless m = n, T grows by at most 1; if m = n, M falls by 2 and T by 1: M > T after.
//!
//! **Every other position, but the empty one, has such an option**, which [`winning_move`] names
//! case by case. The parities come out right by the choice of the move. For the sign of M - T
//! note that f(m) = 2m - 9 for m >= 7.
//! - If M > T, then n = 5 and T = 2, or n >= 7 and every other heap is at most n - 4 or at most 3:
//!   what is left of n when two tokens are gone is the largest heap.
//! - If M <= T and n >= 7 occurs once, the next heap m has f(m) <= f(n - 1) = M - 2, and T falls
//!   by at most 2. If it occurs twice, M <= T - 3.
//! - If n < 7, M is at most 3, and at most 1 for n < 5.
//!
//! The steps are tested for all sizes up to a bound far beyond 9, from where on they are the same
//! statement about n - 1 instead of n.

/// t(n): what a heap that is not the largest takes off.
pub fn t(n: impl Into<u64>) -> i128 {
    match n.into() {
        0 | 1 | 3 => 0,
        2 => 1,
        n => i128::from(n) - 3,
    }
}

/// w(n): what the largest heap is worth.
pub fn w(n: impl Into<u64>) -> i128 {
    match n.into() {
        0..=4 | 6 => 0,
        5 => 1,
        n => i128::from(n) - 6,
    }
}

/// All that the rule sees of a sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// T: the sum of t.
    pub sum: i128,
    /// M: the largest w + t.
    pub most: i128,
    /// Is the number of odd heaps odd?
    pub odd: bool,
}

impl Weights {
    /// The weights of one heap.
    pub fn of_heap(n: impl Into<u64>) -> Weights {
        let n: u64 = n.into();
        Weights { sum: t(n), most: w(n) + t(n), odd: n % 2 == 1 }
    }

    /// The weights of several copies.
    pub fn times(self, copies: u32) -> Weights {
        match copies {
            0 => Weights::default(),
            n => Weights {
                sum: self.sum.saturating_mul(i128::from(n)),
                odd: self.odd && n % 2 == 1,
                ..self
            },
        }
    }

    /// The weights of a sum of two sums.
    pub fn plus(self, other: Weights) -> Weights {
        Weights {
            sum: self.sum.saturating_add(other.sum),
            most: self.most.max(other.most),
            odd: self.odd != other.odd,
        }
    }

    /// The weights of a sum of heaps.
    pub fn of(heaps: &[u32]) -> Weights {
        heaps.iter().fold(Weights::default(), |all, &n| all.plus(Weights::of_heap(n)))
    }

    /// The rule.
    pub fn is_previous_win(self) -> bool {
        match self.sum {
            0 => self.odd,
            sum if sum % 2 == 0 => !self.odd && self.most < sum,
            sum => self.odd && self.most > sum,
        }
    }
}

/// Is this sum of heaps of 4.7 a P-position in misère play?
///
/// ```
/// use upstar_misere::decomposition::knots::is_previous_win;
/// assert!(is_previous_win(&[1_000_008, 1]));
/// assert!(!is_previous_win(&[1_000_008, 1_000_000, 1]));
/// ```
pub fn is_previous_win(heaps: &[u32]) -> bool {
    Weights::of(heaps).is_previous_win()
}

/// The move of the proof in a sum that is an N-position: the heap and what it becomes. `None` at
/// a P-position, and where no move is left.
///
/// ```
/// use upstar_misere::decomposition::knots::winning_move;
/// assert_eq!(winning_move(&[9, 3]), Some((9, vec![8])));
/// assert_eq!(winning_move(&[8, 1]), None);
/// ```
pub fn winning_move(heaps: &[u32]) -> Option<(u32, Vec<u32>)> {
    let weights = Weights::of(heaps);
    let n = heaps.iter().copied().max().filter(|&n| n > 0)?;
    if weights.is_previous_win() {
        return None;
    }
    let Weights { sum, most, odd } = weights;
    let has = |m: u32| heaps.contains(&m);
    // Another heap that counts; the largest heap occurs once where it is asked for.
    let counted = || heaps.iter().copied().find(|&m| m != n && t(m) > 0);
    let (heap, left) = match (most - sum, sum % 2 == 1, odd) {
        _ if sum == 0 && has(1) => (1, vec![]),
        _ if sum == 0 => (3, vec![1, 1]),
        (2.., false, true) => (n, vec![n - 1, 1]),
        (2.., true, false) if most - sum > 3 => (n, vec![n - 2, 1]),
        (2.., true, false) => (n, vec![n - 2, 2]),
        (2.., false, false) => (n, vec![n - 1]),
        (1, _, _) if n == 5 && odd => (5, vec![2, 2]),
        (1, _, _) if n == 5 => (5, vec![3, 1]),
        (1, false, false) => match counted() {
            Some(m) => (m, vec![m - 1]),
            None => (7, vec![3, 3]),
        },
        (1, false, true) if n == 7 => (7, vec![4, 2]),
        (1, false, true) => (n, vec![n - 2, 1]),
        (_, true, true) if n == 6 && sum == 3 => (6, vec![3, 3]),
        (_, true, true) if n == 4 && sum == 1 => (4, vec![3, 1]),
        (_, true, true) if n < 4 && sum == 1 => (2, vec![1, 1]),
        (_, true, true) if n < 4 => (2, vec![1]),
        (_, true, true) => (n, vec![n - 1]),
        (_, false, _) if has(1) => (1, vec![]),
        (_, false, _) if has(3) => (3, vec![1, 1]),
        (_, false, _) if n == 5 => (5, vec![2, 2]),
        (_, false, _) => (n, vec![n - 2, 1]),
        (_, true, false) if n == 6 || n == 4 => (n, vec![n - 2, 2]),
        (_, true, false) if n < 4 && sum == 1 => (2, vec![1]),
        (_, true, false) if n < 4 => (2, vec![1, 1]),
        (_, true, false) => (n, vec![n - 1, 1]),
    };
    Some((heap, left))
}
