//! Random numbers that a seed repeats: SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
//!
//! The one generator of the whole program and of its tests: what was random once can be done again.

/// A stream of random numbers.
///
/// ```
/// use upstar_base::Random;
/// let dice = || { let mut random = Random::new(7); [(); 5].map(|()| 1 + random.below(6)) };
/// assert_eq!(dice(), dice());
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed, whichever.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, all equally likely; 0 where there is none.
    pub fn under(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        // Words beyond the last multiple of n would make small numbers likelier.
        let rest = (u64::MAX % n + 1) % n;
        loop {
            let word = self.bits();
            if word <= u64::MAX - rest {
                return word % n;
            }
        }
    }

    /// The same for sizes and places.
    pub fn below(&mut self, n: usize) -> usize {
        self.under(n as u64) as usize
    }

    /// Is it the case that happens once in `n` times?
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of several things; `None` where there are none.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        things.get(self.below(things.len()))
    }
}
