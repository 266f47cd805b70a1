//! Welter's Game: its nim-value by mating, its good moves by a frieze pattern.
//!
//! Sources: Conway, On Numbers and Games, ch. 13; Winning Ways ch. 15. Coins stand on different
//! squares numbered from 0.

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
    let mut sorted = coins.to_vec();
    // With the binary digits reversed, numbers that agree in their last digits are neighbours.
    sorted.sort_unstable_by_key(|n| n.reverse_bits());
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let mut sum = 0;
    let spinster = mate(&sorted, 0, &mut sum);
    Some(sum ^ spinster.unwrap_or(0))
}

/// Mates coins that agree below binary place `place`, those that agree further first; adds the
/// values of the pairs to `sum` and returns who is left over.
fn mate(coins: &[u64], place: u32, sum: &mut u64) -> Option<u64> {
    match *coins {
        [] => None,
        [alone] => Some(alone),
        _ => {
            let zeros = coins.partition_point(|n| n >> place & 1 == 0);
            let even = mate(&coins[..zeros], place + 1, sum);
            let odd = mate(&coins[zeros..], place + 1, sum);
            match (even, odd) {
                (Some(a), Some(b)) => {
                    *sum ^= (a ^ b) - 1;
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

/// The moves, as (from, to), that make the Welter function equal to `target`, which must be
/// smaller than it is. There is always an odd number of them.
///
/// ```
/// use upstar_theory::structure::welter::good_moves;
/// assert_eq!(good_moves(&[1, 2, 3, 5, 8, 13, 21], 0), [(2, 0), (13, 11), (21, 19)]);
/// ```
pub fn good_moves(coins: &[u64], target: u64) -> Vec<(u64, u64)> {
    let answers = alterations(coins, target).unwrap_or_default();
    coins.iter().copied().zip(answers).filter(|(from, to)| to < from).collect()
}
