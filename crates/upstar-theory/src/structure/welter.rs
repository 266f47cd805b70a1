//! Welter's Game: its nim-value by mating, its good moves by a frieze pattern.
//!
//! Sources: Conway, On Numbers and Games, ch. 13; Winning Ways ch. 15. Coins stand on different
//! squares numbered from 0.
//!
//! **Misère play.** Of k coins, pair square i < 2k with 2k-1-i. An *abacus position* has one coin
//! on each pair. *An abacus position is worth 0 or 1, as the number of its coins on squares from k
//! on is even or odd, and every other position from which an abacus position can be reached
//! reaches those of both kinds. So abacus positions are fickle, all others firm: sums are played
//! like sums of nim-heaps, whoever makes the last move.* Proof by induction on the total of the
//! squares. Let a position have both coins of the pair {y, y'} and none of {x, x'}, and one of
//! every other pair. If the greater of y, y' exceeds both x and x', it can go to either; the two
//! abacus positions differ in one coin that is on the other side, so they are of both kinds. Else
//! by reflection the lesser of x, x' is below both y and y', and either coin can go there: both
//! kinds again. The same holds with a coin on a square from 2k on instead of one of y, y'. By one
//! move from an abacus position one comes to another one, with a coin moved to its pair square,
//! which is of the other kind, or to a position with both coins of a pair, whose value is at least
//! 2 because it has options worth 0 and 1. A coin on a square from k on can always go to its pair
//! square. So abacus positions are worth 0 or 1 as claimed. In misère play the two kinds change
//! places: an abacus position is worth 1 or 0, since its other options are worth 2 or more; any
//! other position is worth the same as in normal play, since options that change places come in
//! both kinds. All this holds for sums as well, where those of abacus positions alone are fickle.
//! Positions without moves are abacus positions. ∎
//!
//! Theorem: `docs/theorems.md#misere-welter`.

/// The Welter function of coins on different squares; `None` if two share a square.
///
/// Mating: of all pairs take one whose squares agree modulo the highest power of 2, and so on
/// with the rest; the function is the nim-sum of (a nim-plus b) - 1 over the mates, and of the
/// spinster if one remains.
///
/// ```
/// use upstar_theory::structure::welter::welter;
/// assert_eq!(welter(&[1, 2, 3, 5, 8, 13, 21]), Some(14));
/// assert_eq!(welter(&[4, 4]), None);
/// ```
pub fn welter(coins: &[u64]) -> Option<u64> {
    let (mates, spinster) = mates(coins)?;
    let sum = mates.iter().fold(0, |sum, (a, b)| sum ^ ((a ^ b) - 1));
    Some(sum ^ spinster.unwrap_or(0))
}

/// The pairs of mates, the smaller coin first, and the spinster; `None` if two share a square.
///
/// ```
/// use upstar_theory::structure::welter::mates;
/// let mated = vec![(5, 21), (1, 13), (2, 8)];
/// assert_eq!(mates(&[1, 2, 3, 5, 8, 13, 21]), Some((mated, Some(3))));
/// ```
pub fn mates(coins: &[u64]) -> Option<Mated> {
    let mut sorted = coins.to_vec();
    // With the binary digits reversed, numbers that agree in their last digits are neighbours.
    sorted.sort_unstable_by_key(|n| n.reverse_bits());
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let mut mates = Vec::new();
    let spinster = mate(&sorted, 0, &mut mates);
    // Those that agree modulo the highest power of 2 first.
    mates.sort_by_key(|&(a, b)| (std::cmp::Reverse((a ^ b).trailing_zeros()), a));
    Some((mates, spinster))
}

/// Pairs of coins, and who is left over.
pub type Mated = (Vec<(u64, u64)>, Option<u64>);

/// Mates coins that agree below binary place `place`, those that agree further first; returns
/// who is left over.
fn mate(coins: &[u64], place: u32, mates: &mut Vec<(u64, u64)>) -> Option<u64> {
    match *coins {
        [] => None,
        [alone] => Some(alone),
        _ => {
            let zeros = coins.partition_point(|n| n >> place & 1 == 0);
            let even = mate(&coins[..zeros], place + 1, mates);
            let odd = mate(&coins[zeros..], place + 1, mates);
            match (even, odd) {
                (Some(a), Some(b)) => {
                    mates.push((a.min(b), a.max(b)));
                    None
                }
                (alone, None) | (None, alone) => alone,
            }
        }
    }
}

/// For each coin the square on which it would make the Welter function equal to `target`.
///
/// These are the numbers a', b', ... of the Even Alteration Theorem. The frieze pattern has the
/// coins in its second row, zeros above, and diamonds with left + right = (top + bottom) + 1,
/// where the sums of two are nim-sums; its foot is the Welter function. Continued to the right
/// with `target` at the foot, its second row shows the answers. Some are not legal moves: they
/// may lie to the right of the coin. `None` if two coins share a square or if the function is
/// `target` already.
///
/// ```
/// use upstar_theory::structure::welter::alterations;
/// let coins = [1, 2, 3, 5, 8, 13, 21];
/// assert_eq!(alterations(&coins, 0), Some(vec![15, 0, 37, 35, 10, 11, 19]));
/// ```
pub fn alterations(coins: &[u64], target: u64) -> Option<Vec<u64>> {
    if welter(coins)? == target {
        return None;
    }
    let k = coins.len();
    // diagonal[j]: the foot of the triangle over the last j coins.
    let mut diagonal = vec![0u64];
    for &coin in coins {
        let mut next = vec![0, coin];
        for j in 1..diagonal.len() {
            let sides = (diagonal[j] ^ next[j]).wrapping_sub(1);
            next.push(diagonal[j - 1] ^ sides);
        }
        diagonal = next;
    }
    let mut feet = [target, diagonal[k]].into_iter().cycle();
    let mut answers = Vec::with_capacity(k);
    for _ in 0..k {
        let mut next = vec![0; k + 1];
        next[k] = feet.next()?;
        for j in (1..k).rev() {
            next[j] = diagonal[j] ^ (diagonal[j - 1] ^ next[j + 1]).wrapping_add(1);
        }
        answers.push(next[1]);
        diagonal = next;
    }
    Some(answers)
}

/// The rows of the frieze pattern below the row of zeros: the coins, then a shorter row after the
/// other down to the Welter function. `None` if two coins share a square or there are none.
///
/// ```
/// use upstar_theory::structure::welter::frieze;
/// let rows = frieze(&[2, 4, 5]).unwrap();
/// assert_eq!(rows, [vec![2, 4, 5], vec![5, 0], vec![0]]);
/// ```
pub fn frieze(coins: &[u64]) -> Option<Vec<Vec<u64>>> {
    mates(coins)?;
    let mut rows = vec![coins.to_vec()];
    let mut above = vec![0; coins.len() + 1];
    while rows.last()?.len() > 1 {
        let row = rows.last()?;
        let below = row.windows(2).zip(above.iter().skip(1));
        let below = below.map(|(pair, top)| (pair[0] ^ pair[1]).wrapping_sub(1) ^ top).collect();
        above = row.clone();
        rows.push(below);
    }
    Some(rows)
}

/// Is this an abacus position: has every pair {i, 2k-1-i}, k the number of coins, one coin?
///
/// ```
/// use upstar_theory::structure::welter::is_abacus;
/// assert!(is_abacus(&[0, 2, 4, 6]));
/// assert!(!is_abacus(&[0, 2, 5, 7]));
/// ```
pub fn is_abacus(coins: &[u64]) -> bool {
    let k = coins.len() as u64;
    let mut pairs: Vec<u64> =
        coins.iter().filter(|&&i| i < 2 * k).map(|&i| i.min(2 * k - 1 - i)).collect();
    pairs.sort_unstable();
    pairs.into_iter().eq(0..k)
}
