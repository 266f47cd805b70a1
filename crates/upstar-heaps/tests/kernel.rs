//! Block kernels against the plain rule, on every instruction set of this machine.

#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use upstar_base::Budget;
use upstar_heaps::kernel::BlockEngine;
use upstar_heaps::simd::Level;
use upstar_heaps::{Breaks, Digit, Engine, TwoHeaps};

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
        Digit { whole: d & 1 != 0, one: d & 2 != 0, two }
    };
    Breaks::new(code.chars().filter(|&c| c != '.').map(digit).collect()).unwrap()
}

fn grundy() -> Breaks {
    Breaks::new(vec![Digit { two: TwoHeaps::Unequal, ..Digit::default() }]).unwrap()
}

fn agrees(game: &Breaks, expected: &[u16], known: usize) -> Result<(), TestCaseError> {
    for level in Level::available() {
        let Some(engine) = BlockEngine::new(game, &expected[..known]) else { continue };
        let mut engine = engine.with_level(level);
        engine.extend(expected.len() as u64, &Budget::unlimited()).unwrap();
        let mut values = vec![0; expected.len()];
        prop_assert!(engine.copy_values(0, &mut values));
        let differ = values.iter().zip(expected).position(|(x, y)| x != y);
        prop_assert_eq!(differ, None, "{:?} {:?} from {}", level, game, known);
        for n in [0, 1, expected.len() / 2, expected.len() - 1] {
            prop_assert_eq!(engine.value(n as u64), Some(u32::from(expected[n])));
        }
        let largest = *expected.iter().max().unwrap();
        let statistics = engine.statistics();
        prop_assert!(statistics.largest >= u32::from(largest));
    }
    Ok(())
}

#[test]
fn known_games() {
    for code in ["0.16", "0.104", "0.106", "0.6", "0.36", "0.161", "0.07", "0.77", "0.167", "4.045"] {
        let game = octal(code);
        let expected = plain(&game, 6000);
        for known in [1, 100, 2000, 4000] {
            agrees(&game, &expected, known).unwrap();
        }
    }
    let game = grundy();
    let expected = plain(&game, 6000);
    for known in [1, 100, 2000, 4000] {
        agrees(&game, &expected, known).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_games(
        d0 in prop::sample::select(vec![0u32, 4]),
        digits in prop::collection::vec(0u32..8, 1..5),
        unequal in prop::bool::weighted(0.2),
        known in 1usize..1500,
    ) {
        let two = if unequal { TwoHeaps::Unequal } else { TwoHeaps::Any };
        let digits = std::iter::once(d0).chain(digits).map(|d| Digit {
            whole: d & 1 != 0,
            one: d & 2 != 0,
            two: if d & 4 != 0 { two } else { TwoHeaps::No },
        });
        let game = Breaks::new(digits.collect()).unwrap();
        let expected = plain(&game, 2000);
        agrees(&game, &expected, known)?;
    }
}
