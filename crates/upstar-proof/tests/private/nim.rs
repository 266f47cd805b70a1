//! Tests of what is private to `nim`.
#![allow(clippy::unwrap_used)]
use super::*;
use upstar_base::Budget;

fn plain(rules: &Rules, len: u64) -> Vec<u32> {
    super::plain(rules, len, &Meter::new(&Budget::unlimited())).unwrap()
}

fn step(run: &mut SparseArgument) -> Result<usize, Stopped> {
    run.step(&Meter::new(&Budget::unlimited()))
}

#[test]
fn the_sparse_argument_agrees_with_the_rule_for_any_mask() {
    for code in ["0.77", "0.6", "4.3", "0.137", "0.104", "4.007"] {
        let rules = Rules::read(code).unwrap();
        let wanted = plain(&rules, 500);
        for mask in [0, 1, 6, 0x1e, 0xff] {
            let mut sparse = SparseArgument::new(&rules, mask, None, None).unwrap();
            for _ in 1..500 {
                step(&mut sparse).unwrap();
            }
            let found: Vec<u32> = sparse.values.front.iter().map(|&v| u32::from(v)).collect();
            assert_eq!(found, wanted, "{code} {mask}");
        }
    }
}

#[test]
fn three_heaps() {
    let values = |code: &str| plain(&Rules::read(code).unwrap(), 19);
    let digits = |text: &str| text.chars().map(|c| c.to_digit(10).unwrap()).collect::<Vec<_>>();
    assert_eq!(values("0.3F"), digits("0120123453456786789"));
    assert_eq!(values("0.8")[..16], digits("0000111222333444"));
    assert_eq!(values("0.E")[..18], digits("001234153215826514"));
}

#[test]
fn grundys_game() {
    let rules = Rules::read("4!.0").unwrap();
    let mut sparse = SparseArgument::new(&rules, 0xfe, None, None).unwrap();
    for _ in 1..21 {
        step(&mut sparse).unwrap();
    }
    let known = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
    assert_eq!(sparse.values.front, known);
}

/// The value of a heap by the mex rule, over options that are listed one by one.
fn least_missing(rules: &Rules, heap: u64, values: &[u32]) -> u32 {
    let budget = Budget::unlimited();
    let mut seen = BTreeSet::new();
    let mut visit = |option: &[u64]| {
        seen.insert(option.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]));
        Ok(())
    };
    rules.each_option(heap, &Meter::new(&budget), &mut visit).unwrap();
    (0..).find(|value| !seen.contains(value)).unwrap()
}

/// Halves, and heaps that differ: the mex rule over options that are listed one by one.
#[test]
fn restricted_sizes() {
    for code in ["4=.3", "0.34=", "0.7=", "4!.34=", "0.14?", "4=.07!"] {
        let rules = Rules::read(code).unwrap();
        let mut sparse = SparseArgument::new(&rules, 0, None, None).unwrap();
        let mut values = vec![0u32];
        for n in 1..40 {
            values.push(least_missing(&rules, n, &values));
            step(&mut sparse).unwrap();
        }
        let found: Vec<u32> = sparse.values.front.iter().map(|&value| value.into()).collect();
        assert_eq!(found, values, "{code}");
    }
}

#[test]
fn with_few_values_kept_it_is_the_same_or_stops() {
    let rules = Rules::read("0.77").unwrap();
    let mut all = SparseArgument::new(&rules, 0xf, None, None).unwrap();
    let mut few = SparseArgument::new(&rules, 0xf, None, Some((200, 200))).unwrap();
    let mut none = SparseArgument::new(&rules, 0xf, None, Some((8, 8))).unwrap();
    for n in 1..5_000 {
        assert_eq!(step(&mut all).unwrap(), step(&mut few).unwrap());
        assert_eq!(all.values.get(n), few.values.get(n));
    }
    assert_eq!(few.values.len(), 5_000);
    assert_eq!(few.values.get(3_000), None);
    assert!((0..5_000).any(|_| step(&mut none).is_err()));
}

/// A game in which every smaller heap is an option, so that G(n) = n.
#[test]
fn values_have_15_bits() {
    let rules = Rules::read(&format!("0.{}", "3".repeat(1 << 15))).unwrap();
    let mut run = SparseArgument::new(&rules, 0, None, None).unwrap();
    run.values.front = (0..MOST).collect();
    assert_eq!(step(&mut run), Ok(0));
    assert_eq!(run.values.get(32_767), Some(32_767));
    let limit = Stopped::Limit { what: "a nim-value in the checker", limit: 32_767 };
    assert_eq!(step(&mut run), Err(limit));
}

/// The mex rule over options that are listed one by one, with tokens added as well.
#[test]
fn values_are_those_of_all_options() {
    for code in
        ["80.0", "80.3", "80.17", "&16;00.0", "&16;80.3", "&32;000.0", "0.3F", "0.&24;7", "80.8"]
    {
        let rules = Rules::read(code).unwrap();
        let mut values = vec![0u32];
        for n in 1..24 {
            values.push(least_missing(&rules, n, &values));
        }
        assert_eq!(plain(&rules, 24), values, "{code}");
    }
}
