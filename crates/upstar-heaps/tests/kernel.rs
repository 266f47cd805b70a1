//! Block kernels against the plain rule, on every instruction set of this machine.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use upstar_base::Budget;
use upstar_heaps::kernel::{BlockEngine, Fast};
use upstar_heaps::simd::SimdLevel;
use upstar_heaps::sparse::Sparse;
use upstar_heaps::{Breaks, Engine, HeapDigit, TwoHeaps};

/// The rule as it is written down: G(n) is the least value that no option has.
fn plain(game: &Breaks, count: usize) -> Vec<u16> {
    let mut values: Vec<u16> = Vec::new();
    for n in 0..count {
        let mut seen = vec![false; 2048];
        for (i, digit) in game.digits().iter().enumerate().take(n + 1) {
            let rest = n - i;
            if n > 0 && rest == 0 && digit.whole {
                seen[0] = true;
            }
            if rest > 0 && digit.one {
                seen[usize::from(values[rest])] = true;
            }
            for a in 1..=rest / 2 {
                let allowed = match digit.two {
                    TwoHeaps::No => false,
                    TwoHeaps::Any => true,
                    TwoHeaps::Unequal => a != rest - a,
                    TwoHeaps::Equal => a == rest - a,
                };
                if allowed {
                    seen[usize::from(values[a] ^ values[rest - a])] = true;
                }
            }
        }
        values.push(seen.iter().position(|&s| !s).unwrap() as u16);
    }
    values
}

fn octal(code: &str) -> Breaks {
    let digit = |c: char| {
        let d = c.to_digit(8).unwrap();
        let two = if d & 4 != 0 { TwoHeaps::Any } else { TwoHeaps::No };
        HeapDigit { whole: d & 1 != 0, one: d & 2 != 0, two }
    };
    Breaks::new(code.chars().filter(|&c| c != '.').map(digit).collect()).unwrap()
}

fn grundy() -> Breaks {
    Breaks::new(vec![HeapDigit { two: TwoHeaps::Unequal, ..HeapDigit::default() }]).unwrap()
}

fn agrees(game: &Breaks, expected: &[u16], known: usize) -> Result<(), TestCaseError> {
    for level in SimdLevel::available() {
        let Some(engine) = BlockEngine::new(game, &expected[..known]) else { continue };
        let mut engine = engine.with_level(level);
        let ended = engine.extend(expected.len() as u64, &Budget::unlimited());
        let known_now = engine.len() as usize;
        if ended.is_err() {
            // The only excuse is a value that is too large, and it must be the next one.
            prop_assert!(expected[known_now] >= 496, "{:?}: {:?}", game, ended);
        }
        let mut values = vec![0; known_now];
        prop_assert!(engine.copy_values(0, &mut values));
        if ended.is_err() {
            prop_assert_eq!(&values[..], &expected[..known_now]);
            continue;
        }
        let differ = values.iter().zip(expected).position(|(x, y)| x != y);
        prop_assert_eq!(differ, None, "{:?} {:?} from {}", level, game, known);
        for n in [0, 1, expected.len() / 2, expected.len() - 1] {
            prop_assert_eq!(engine.value(n as u64), Some(u32::from(expected[n])));
        }
        let largest = *expected.iter().max().unwrap();
        let statistics = engine.statistics();
        prop_assert_eq!(statistics.largest, u32::from(largest));
        prop_assert_eq!(engine.len(), expected.len() as u64);
    }
    Ok(())
}

#[test]
fn known_games() {
    for code in ["0.16", "0.104", "0.106", "0.6", "0.36", "0.161", "0.07", "0.77", "0.167", "4.045"]
    {
        let game = octal(code);
        let expected = plain(&game, 4000);
        for known in [1, 1500] {
            agrees(&game, &expected, known).unwrap();
        }
    }
    let game = grundy();
    let expected = plain(&game, 4000);
    for known in [1, 1500] {
        agrees(&game, &expected, known).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_games(
        d0 in prop::sample::select(vec![0u32, 4]),
        digits in prop::collection::vec(0u32..8, 1..5),
        unequal in prop::bool::weighted(0.2),
        known in 1usize..1500,
    ) {
        let two = if unequal { TwoHeaps::Unequal } else { TwoHeaps::Any };
        let digits = std::iter::once(d0).chain(digits).map(|d| HeapDigit {
            whole: d & 1 != 0,
            one: d & 2 != 0,
            two: if d & 4 != 0 { two } else { TwoHeaps::No },
        });
        let game = Breaks::new(digits.collect()).unwrap();
        let expected = plain(&game, 2000);
        agrees(&game, &expected, known)?;
    }
}

/// Compares with the scalar engine, far beyond where the plain rule is practical.
fn agrees_with_sparse(game: &Breaks, to: usize) {
    let mut sparse = Sparse::new(game.clone());
    sparse.extend(to as u64, &Budget::unlimited()).unwrap();
    let expected = &sparse.values().unwrap()[..to];
    for level in SimdLevel::available() {
        for threads in if level == SimdLevel::best() { 1..=2 } else { 1..=1 } {
            let engine = BlockEngine::new(game, &expected[..1 << 14]).unwrap();
            let mut engine = engine.with_level(level).with_threads(threads);
            engine.extend(to as u64, &Budget::unlimited()).unwrap();
            let mut values = vec![0; to];
            assert!(engine.copy_values(0, &mut values));
            assert!(values == expected, "{level:?} {threads} {game:?}");
            assert_eq!(engine.len(), to as u64);
            let (x, y) = (engine.statistics(), sparse.statistics());
            assert_eq!((x.largest, x.largest_at), (y.largest, y.largest_at));
        }
    }
}

#[test]
fn small_values_like_the_scalar_engine() {
    for code in ["0.16", "0.104", "0.106", "0.054", "0.167", "4.045"] {
        agrees_with_sparse(&octal(code), 150_000);
    }
}

#[test]
fn large_values_like_the_scalar_engine() {
    for code in ["0.36", "0.161", "0.6"] {
        agrees_with_sparse(&octal(code), 24_000);
    }
    agrees_with_sparse(&grundy(), 24_000);
}

/// About a minute: `cargo test --release -p upstar-heaps --test all kernel -- --ignored`.
#[test]
#[ignore = "about a minute in a release build"]
fn long_runs_like_the_scalar_engine() {
    for code in ["0.16", "0.104", "0.106"] {
        agrees_with_sparse(&octal(code), 10_000_000);
    }
    for code in ["0.36", "0.161", "0.6"] {
        agrees_with_sparse(&octal(code), 1_000_000);
    }
    agrees_with_sparse(&grundy(), 1_000_000);
}

#[test]
fn constant_memory_has_the_same_values() {
    let to = 6_000_000;
    let game = octal("0.106");
    let budget = Budget::unlimited();
    let mut whole = BlockEngine::new(&game, &[0]).unwrap();
    whole.extend(to, &budget).unwrap();
    for threads in [1, 2] {
        let engine = BlockEngine::new(&game, &[0]).unwrap().with_threads(threads);
        let mut engine = engine.in_constant_memory();
        engine.extend(to / 2, &budget).unwrap();
        // Halfway through the state is written down and read back.
        let snapshot = engine.snapshot().unwrap();
        assert!(snapshot.window.len() < 5_000_000);
        let mut engine = BlockEngine::resume(&game, &snapshot).unwrap().with_threads(threads);
        assert_eq!(engine.snapshot().unwrap(), snapshot);
        engine.extend(to, &budget).unwrap();
        assert_eq!(engine.value(1 << 19), None);
        let mut last = vec![0; 1 << 17];
        let from = to - (1 << 17);
        assert!(engine.copy_values(from, &mut last));
        let mut expected = vec![0; 1 << 17];
        assert!(whole.copy_values(from, &mut expected));
        assert!(last == expected);
        assert_eq!(engine.statistics().largest, whole.statistics().largest);
    }
}

#[test]
fn an_interrupted_run_goes_on() {
    let game = octal("0.36");
    let expected = plain(&game, 6000);
    let mut engine = BlockEngine::new(&game, &expected[..100]).unwrap();
    let budget = Budget::unlimited();
    for to in (200..6000).step_by(700) {
        budget.interrupt();
        assert!(engine.extend(to + 100_000, &budget).is_err());
        budget.resume();
        engine.extend(to, &budget).unwrap();
    }
    engine.extend(6000, &budget).unwrap();
    let mut values = vec![0; 6000];
    assert!(engine.copy_values(0, &mut values));
    assert!(values == expected);
}

#[test]
fn games_that_are_not_for_blocks() {
    let equal = HeapDigit { two: TwoHeaps::Equal, ..HeapDigit::default() };
    let nothing = HeapDigit { whole: true, ..HeapDigit::default() };
    for digits in [vec![equal], vec![HeapDigit::default(), nothing]] {
        assert!(BlockEngine::new(&Breaks::new(digits).unwrap(), &[0]).is_none());
    }
    assert!(BlockEngine::new(&octal("0.77"), &[0, 600]).is_none());
    assert!(BlockEngine::new(&octal("0.77"), &[]).is_none());
}

#[test]
fn scalar_first_then_blocks() {
    let budget = Budget::unlimited();
    for code in ["0.16", "0.036", "0.007", "0.6"] {
        let game = octal(code);
        let to = 40_000;
        let mut sparse = Sparse::new(game.clone());
        sparse.extend(to, &budget).unwrap();
        let mut fast = Fast::new(game.clone());
        for part in [1, 10_000, 20_000, to] {
            fast.extend(part, &budget).unwrap();
        }
        let mut values = vec![0; to as usize];
        assert!(fast.read(0, &mut values));
        let expected = sparse.values().unwrap();
        assert!(values.iter().zip(expected).all(|(&x, &y)| x == u32::from(y)), "{code}");
        // Odd beginnings, the end, and beyond it, in half the room.
        for (from, count) in [(0usize, 5), (1, 3000), (16_383, 4), (35_001, 4_999)] {
            let mut narrow = vec![0u16; count];
            assert!(fast.read_u16(from as u64, &mut narrow), "{code} from {from}");
            assert_eq!(narrow, expected[from..from + count], "{code} from {from}");
            assert!(sparse.read_u16(from as u64, &mut narrow), "{code} from {from}");
            assert_eq!(narrow, expected[from..from + count], "{code} from {from}");
        }
        assert!(!fast.read_u16(fast.len(), &mut [0]));
        if let Some(snapshot) = fast.snapshot() {
            let mut again = Fast::from_snapshot(game, &snapshot).unwrap();
            again.extend(to + 1000, &budget).unwrap();
            fast.extend(to + 1000, &budget).unwrap();
            assert!((0..to + 1000).all(|n| again.value(n) == fast.value(n)));
        }
    }
}

#[test]
fn snapshots_that_contradict_themselves_are_refused() {
    let game = octal("0.104");
    let budget = Budget::unlimited();
    let mut engine = BlockEngine::new(&game, &[0]).unwrap().in_constant_memory();
    engine.extend(2_000_000, &budget).unwrap();
    let snapshot = engine.snapshot().unwrap();
    assert!(snapshot.prefix.len() + snapshot.window.len() < 2_000_000);
    assert!(BlockEngine::resume(&game, &snapshot).is_some());
    let wrong = |change: fn(&mut upstar_heaps::Snapshot)| {
        let mut snapshot = snapshot.clone();
        change(&mut snapshot);
        BlockEngine::resume(&game, &snapshot).is_none()
    };
    assert!(wrong(|s| s.len = 5));
    assert!(wrong(|s| s.mask.bits = 0));
    assert!(wrong(|s| s.mask.bits ^= 2));
    assert!(wrong(|s| s.mask.position = None));
    assert!(wrong(|s| s.window[7] ^= 1));
    assert!(wrong(|s| s.window[7] = 5000));
    assert!(wrong(|s| s.prefix.clear()));
    assert!(wrong(|s| {
        s.rares.pop();
    }));
}

/// With little memory rare positions and long proofs need values that were forgotten.
#[test]
fn constant_memory_goes_on_past_every_event() {
    let budget = Budget::unlimited();
    let mut restarts = 0;
    for (code, to) in [("0.36", 300_000u64), ("0.16", 400_000)] {
        let game = Breaks::from_code(&code.parse().unwrap()).unwrap();
        let mut whole = Sparse::new(game.clone());
        whole.extend(to, &budget).unwrap();
        let mut fast = Fast::new(game).with_kept(1 << 8);
        fast.forget();
        let mut forgot = false;
        for len in (1 << 12..).step_by(1 << 12).take_while(|&len| len <= to) {
            fast.extend(len, &budget).unwrap();
            forgot |= fast.value(len / 2).is_none();
            for n in len - 100..len {
                assert_eq!(fast.value(n), whole.value(n), "{code} {n}");
            }
        }
        assert!(forgot, "{code}");
        restarts += fast.restarts();
    }
    assert!(restarts > 0);
}
