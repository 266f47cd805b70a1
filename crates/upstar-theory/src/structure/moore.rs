//! Moore's Nim: who wins when up to k heaps may be touched in one move (Moore 1910).

/// Does the previous player win? Just if in every binary place the number of heaps with a 1
/// there is a multiple of k+1. With k = 0 nobody can move.
///
/// ```
/// use upstar_theory::structure::moore::previous_player_wins;
/// assert!(previous_player_wins(&[5, 5, 5], 2));
/// assert!(!previous_player_wins(&[5, 5, 4], 2));
/// ```
pub fn previous_player_wins(heaps: &[u64], k: u32) -> bool {
    let modulus = u64::from(k) + 1;
    (0..u64::BITS).all(|place| {
        let ones = heaps.iter().filter(|&heap| heap >> place & 1 == 1).count() as u64;
        ones.is_multiple_of(modulus)
    })
}
