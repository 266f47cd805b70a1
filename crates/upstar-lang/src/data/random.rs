//! Random numbers that depend on nothing but their seed (SplitMix64; Steele, Lea, Flood 2014).

/// A generator; the same seed gives the same numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `n`, all equally likely; 0 if there is none.
    pub fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        // Words beyond the last multiple of n would make small numbers likelier.
        let rest = (u64::MAX % n + 1) % n;
        loop {
            let word = self.word();
            if word <= u64::MAX - rest {
                return word % n;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_even() {
        let mut random = Random::new(7);
        let mut counts = [0; 6];
        (0..6000).for_each(|_| counts[random.below(6) as usize] += 1);
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        assert_eq!(Random::new(7).below(1000), Random::new(7).below(1000));
        assert_eq!(random.below(0), 0);
    }
}
