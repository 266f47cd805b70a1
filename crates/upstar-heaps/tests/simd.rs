//! Every loop of every instruction set against the portable one, on random data.

use proptest::prelude::*;
use upstar_heaps::simd::{
    CANDIDATES, LANES, SPAN, SimdLevel, Survivors, Tap, Taps, Windows, at_least, bitmaps,
    candidates, clashes, find_pair, mark_small, meet, overlap, planes, strike, unite,
};

/// Bytes with few different codes, some with bit 7, and a place in them with room on both sides.
fn bytes(width: u32) -> impl Strategy<Value = (Vec<u8>, usize)> {
    let byte = (0..1u32 << width, prop::bool::weighted(0.05))
        .prop_map(move |(code, rare)| code as u8 | if rare && width < 8 { 0x80 } else { 0 });
    (prop::collection::vec(byte, 1200..1300), 600usize..1100)
}

fn taps(width: u32, most: u32) -> impl Strategy<Value = Taps> {
    let tap = (1..most, 0..1u32 << width).prop_map(|(back, code)| Tap { back, code: code as u8 });
    prop::collection::vec(tap, 0..60).prop_map(Taps::new)
}

proptest! {
    #[test]
    fn marking(
        (wide, (bytes, at), taps) in any::<bool>().prop_flat_map(|wide| {
            let width = 4 + u32::from(wide);
            (Just(wide), bytes(width), taps(width, 600))
        }),
    ) {
        let mut expected = [0; LANES];
        mark_small(SimdLevel::PORTABLE, &bytes, at, &taps, wide, &mut expected);
        for level in SimdLevel::available() {
            let mut out = [7; LANES];
            mark_small(level, &bytes, at, &taps, wide, &mut out);
            prop_assert_eq!(out, expected, "{:?}", level);
        }
    }

    #[test]
    fn candidates_and_clashes(
        ((bytes, at), marked, rest, near) in (6u32..=8).prop_flat_map(|width| {
            (bytes(width), taps(width, 600), taps(width, 600), taps(width, 64))
        }),
        least in 5usize..32,
    ) {
        let planes = planes(least);
        let mut expected = Survivors::default();
        candidates(SimdLevel::PORTABLE, &bytes, at, [&marked, &rest], planes, &mut expected);
        for level in SimdLevel::available() {
            let mut out = Survivors::default();
            candidates(level, &bytes, at, [&marked, &rest], planes, &mut out);
            prop_assert_eq!(out.alive, expected.alive, "{:?}", level);
            prop_assert_eq!(out.none, expected.none);
            for lane in 0..LANES {
                for j in 0..CANDIDATES {
                    if out.alive[j] >> lane & 1 == 1 {
                        prop_assert_eq!(out.codes[j][lane], expected.codes[j][lane]);
                    }
                }
                prop_assert_eq!(out.first[lane], expected.first[lane]);
            }
            prop_assert_eq!(
                clashes(level, &bytes, at, &near),
                clashes(SimdLevel::PORTABLE, &bytes, at, &near)
            );
        }
    }

    #[test]
    fn bitmaps_and_windows(
        (bytes, _) in bytes(5),
        symbols in prop::sample::subsequence((0..32u8).collect::<Vec<_>>(), 0..32),
        starts in prop::collection::vec(0u32..1000, 0..40),
        limits in any::<[u8; 2]>(),
    ) {
        let Some(block) = bytes.first_chunk::<SPAN>() else { return Ok(()) };
        let (stride, at) = (100, 7);
        let mut expected = vec![0x55; 32 * stride + 100];
        bitmaps(SimdLevel::PORTABLE, block, &symbols, &mut expected, stride, at);
        let windows = Windows::new(starts.clone());
        let need = vec![[0x0123_4567_89ab_cdef; SPAN / 64]; starts.len()];
        for level in SimdLevel::available() {
            let mut bits = vec![0x55; expected.len()];
            bitmaps(level, block, &symbols, &mut bits, stride, at);
            prop_assert_eq!(&bits, &expected, "{:?}", level);
            prop_assert_eq!(
                unite(level, &bits, at, &windows),
                unite(SimdLevel::PORTABLE, &bits, at, &windows)
            );
            prop_assert_eq!(
                overlap(level, &bits, at, &starts, &need),
                overlap(SimdLevel::PORTABLE, &bits, at, &starts, &need)
            );
            let mut left = need.clone();
            strike(level, &bits, at, &starts, &mut left);
            for (left, &start) in left.iter().zip(&starts) {
                let window = unite(SimdLevel::PORTABLE, &bits, at, &Windows::new(vec![start]));
                for (left, window) in left.iter().zip(window) {
                    prop_assert_eq!(*left, 0x0123_4567_89ab_cdef & !window);
                }
            }
            prop_assert_eq!(
                at_least(level, block, limits),
                at_least(SimdLevel::PORTABLE, block, limits)
            );
        }
    }

    #[test]
    fn pairs(
        (front, _) in bytes(7),
        (back, end) in bytes(7),
        allowed in prop::option::of(prop::collection::vec(any::<u64>(), 9)),
        code in 0u8..128,
    ) {
        let find = |level| {
            find_pair(level, (&front, 1000), (&back, end), allowed.as_deref(), 9, code)
        };
        for level in SimdLevel::available() {
            prop_assert_eq!(find(level), find(SimdLevel::PORTABLE), "{:?}", level);
        }
    }
}

proptest! {
    #[test]
    fn sums(
        small in prop::array::uniform32(0u16..600),
        large in prop::array::uniform32(0u16..600),
        open in prop::collection::vec(0u16..1024, 0..80),
    ) {
        let two = |half: [u16; 32]| std::array::from_fn(|i| half[i % 32] ^ (i / 32) as u16);
        let (small, large): ([u16; LANES], [u16; LANES]) = (two(small), two(large));
        let sums: Vec<u16> =
            small.iter().zip(large.iter().rev()).map(|(x, y)| x ^ y).collect();
        let expected: Vec<u16> = open.iter().copied().filter(|v| !sums.contains(v)).collect();
        for level in SimdLevel::available() {
            let mut left = open.clone();
            meet(level, &small, &large, &mut left);
            prop_assert_eq!(&left, &expected, "{:?}", level);
        }
    }
}

#[test]
#[should_panic(expected = "at >= self.reach")]
fn taps_before_the_first_byte_are_refused() {
    let taps = Taps::new(vec![Tap { back: 101, code: 0 }]);
    clashes(SimdLevel::best(), &[0; 200], 100, &taps);
}
