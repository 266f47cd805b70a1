//! Words of parts, packed words, and sequences that are periodic in the end.

use proptest::prelude::*;
use upstar_base::Random;
use upstar_misere::decomposition::eventually::Eventually;
use upstar_misere::heaps::Word;
use upstar_misere::quotient::{Exponents, Packed};

fn words() -> impl Strategy<Value = Word> {
    let parts = prop::collection::btree_map(0u16..6, 1u16..4, 0..4);
    (parts, 0u32..5, any::<bool>()).prop_map(|(parts, twos, one)| Word {
        parts: parts.into_iter().collect(),
        twos,
        one,
    })
}

proptest! {
    #[test]
    fn sums_are_commutative_and_differences_undo_them(a in words(), b in words(), n in 0u32..4) {
        let sum = a.plus(&b).unwrap();
        prop_assert_eq!(&sum, &b.plus(&a).unwrap());
        prop_assert_eq!(sum.minus(&b), Some(a.clone()));
        let mut many = a.clone();
        for _ in 0..n {
            many = many.plus(&b).unwrap();
        }
        prop_assert_eq!(many, a.with_copies(&b, n).unwrap());
    }
}

#[test]
fn too_many_parts_are_refused() {
    let many = Word::part(3).with_copies(&Word::part(3), 65534).unwrap();
    assert_eq!(many.parts[0], (3, 65535));
    assert!(many.plus(&Word::part(3)).is_err());
    assert!(Word::adder(2).with_copies(&Word::adder(u32::MAX), u32::MAX).is_err());
}

proptest! {
    #[test]
    fn normal_form(items in prop::collection::vec(0u8..2, 1..12), period in 1usize..12) {
        let Some(sequence) = Eventually::new(items.clone(), period) else {
            prop_assert!(period > items.len());
            return Ok(());
        };
        let start = items.len() - period;
        let long: Vec<u8> = (0..200).map(|i| *sequence.at(i)).collect();
        for (i, &item) in long.iter().enumerate() {
            let same = if i < items.len() { i } else { start + (i - start) % period };
            prop_assert_eq!(item, items[same]);
        }
        prop_assert_eq!(Eventually::guess(long, 10), Some(sequence));
    }
}

#[test]
fn packed_words_are_words() {
    let mut random = Random::new(7);
    let (mut replaced, mut too_large) = (0, 0);
    for _ in 0..20_000 {
        let most = *random.pick(&[3, 127]).unwrap_or(&3);
        let mut word = || (0..16).map(|_| random.below(most + 1) as u16).collect::<Exponents>();
        let (mut w, u, v) = (word(), word(), word());
        if most == 127 || w[0] == 1 {
            w = w.iter().zip(&u).map(|(a, b)| *a.max(b)).collect();
        }
        let expected = w.iter().zip(&u).zip(&v).map(|((&n, &minus), &plus)| {
            n.checked_sub(minus).map(|rest| rest + plus).filter(|&whole| whole < 128)
        });
        let expected: Option<Exponents> = expected.collect();
        let [w, u, v] = [w, u, v].map(|word| Packed::of(&word).unwrap());
        replaced += usize::from(expected.is_some());
        too_large += usize::from(expected.is_none() && most == 127);
        assert!(w.replaced(u, v) == expected.and_then(|word| Packed::of(&word)));
    }
    assert!(replaced > 100 && too_large > 100, "{replaced} {too_large}");
    assert!(Packed::of(&vec![128]).is_none() && Packed::of(&vec![0; 17]).is_none());
}
