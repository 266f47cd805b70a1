//! Theorems of Winning Ways ch. 13 on classes, over all games born by day 4 and games made of them.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeSet, HashMap};
use upstar_base::Budget;
use upstar_misere::class::{Classifier, FormPositions, PlacePositions, WordPositions};
use upstar_misere::form::{Form, Forms, born_by_day};
use upstar_misere::genus::{Genera, KnownWord};
use upstar_misere::heaps::Word;
use upstar_rules::heap::code::HeapCode;

/// Games born by day 4, and those with up to three of them as options.
fn games(forms: &mut Forms) -> Vec<Form> {
    let early = born_by_day(forms, 4).unwrap();
    let mut all = early.clone();
    for (i, &a) in early.iter().enumerate() {
        for (j, &b) in early.iter().enumerate().skip(i) {
            for &c in &early[j..] {
                all.push(forms.make(&[a, b, c]).unwrap());
            }
        }
    }
    all.sort_unstable_by(|&a, &b| forms.compare(a, b));
    all.dedup();
    all
}

fn pair(forms: &Forms, g: Form) -> (u32, u32) {
    (forms.nim_value(g), forms.misere_nim_value(g))
}

#[test]
fn sums_of_tame_games_are_tame() {
    let mut forms = Forms::default();
    let mut classes = Classifier::default();
    let mut tame = Vec::new();
    for g in games(&mut forms) {
        if classes.is_tame(&mut FormPositions(&mut forms), &g).unwrap() && forms.birthday(g) < 5 {
            tame.push(g);
        }
    }
    assert!(tame.len() > 5);
    for &g in &tame {
        for &h in &tame {
            let sum = forms.add(g, h).unwrap();
            assert!(classes.is_tame(&mut FormPositions(&mut forms), &sum).unwrap());
            let ((a, y), (b, z)) = (pair(&forms, g), pair(&forms, h));
            let fickle = |(g, y): (u32, u32)| g != y;
            let expected =
                if fickle((a, y)) && fickle((b, z)) { (a ^ b, 1 ^ y ^ z) } else { (a ^ b, a ^ b) };
            assert_eq!(pair(&forms, sum), expected);
        }
    }
}

#[test]
fn noahs_ark_and_intermediate_values() {
    let mut forms = Forms::default();
    let mut classes = Classifier::default();
    let (mut arks, mut between, mut halves) = (0, 0, 0);
    for g in games(&mut forms) {
        let restive = classes.is_restive(&mut FormPositions(&mut forms), &g).unwrap();
        let just_wild = classes.is_just_wild(&mut FormPositions(&mut forms), &g).unwrap();
        let half = classes.is_half_tame(&mut FormPositions(&mut forms), &g).unwrap();
        let (r, y) = pair(&forms, g);
        let two = forms.add(g, g).unwrap();
        if half {
            halves += 1;
            assert_eq!(pair(&forms, two), (0, 0));
            assert!(classes.is_tame(&mut FormPositions(&mut forms), &two).unwrap());
        }
        if restive && just_wild {
            arks += 1;
            assert_eq!(pair(&forms, two), (0, 0));
            let three = forms.add(two, g).unwrap();
            assert_eq!(pair(&forms, three), (r, r));
            assert!(classes.is_tame(&mut FormPositions(&mut forms), &three).unwrap());
        }
        if restive {
            for n in 2..y.min(y ^ 1) {
                between += 1;
                let heap = forms.nim_heap(n).unwrap();
                let sum = forms.add(g, heap).unwrap();
                assert_eq!(pair(&forms, sum), (r ^ n, r ^ n));
                assert!(classes.is_tame(&mut FormPositions(&mut forms), &sum).unwrap());
            }
        }
    }
    assert!(arks > 5 && halves > 5 && between > 0, "{arks} {halves} {between}");
}

/// All sets of these tame games as options.
fn games_with_tame_options(forms: &mut Forms) -> Vec<Form> {
    let mut tame: Vec<Form> = (0..8).map(|n| forms.nim_heap(n).unwrap()).collect();
    for text in ["2_2", "2_3", "2_+", "4_4"] {
        tame.push(forms.read(text).unwrap());
    }
    let mut all = Vec::new();
    for set in 1u32..1 << tame.len() {
        let options: Vec<Form> =
            (0..tame.len()).filter(|i| set >> i & 1 == 1).map(|i| tame[i]).collect();
        all.push(forms.make(&options).unwrap());
    }
    all.sort_unstable_by(|&a, &b| forms.compare(a, b));
    all.dedup();
    all
}

/// A restive game with nim-heaps: which sums are P, and which are tame.
#[test]
fn restive_games_with_nim_heaps() {
    let mut forms = Forms::default();
    let mut classes = Classifier::default();
    let nim: Vec<Form> = (0..10).map(|n| forms.nim_heap(n).unwrap()).collect();
    let (mut between, mut sums, mut values) = (0, 0, std::collections::BTreeSet::new());
    for r in games_with_tame_options(&mut forms) {
        if !classes.is_restive(&mut FormPositions(&mut forms), &r).unwrap() {
            continue;
        }
        let (g, y) = pair(&forms, r);
        values.insert((g, y));
        for n in 2..y.min(y ^ 1) {
            between += 1;
            let sum = forms.add(r, nim[n as usize]).unwrap();
            assert_eq!(pair(&forms, sum), (g ^ n, g ^ n), "{g}^{y} + {n}");
            assert!(classes.is_tame(&mut FormPositions(&mut forms), &sum).unwrap());
        }
        for m in 0..10u32 {
            let with = forms.add(r, nim[m as usize]).unwrap();
            for n in m..10u32 {
                sums += 1;
                let sum = forms.add(with, nim[n as usize]).unwrap();
                let small = |k: u32| k < 2 || k == y || k == y ^ 1;
                let p = m ^ n == if small(m) && small(n) { y } else { g };
                assert_eq!(forms.misere_nim_value(sum) == 0, p, "{g}^{y} + {m} + {n}");
            }
        }
    }
    assert!(between > 100 && sums > 5000 && values.len() >= 8, "{between} {sums} {values:?}");
}

/// Noah's Ark: pairs of a restless game can be taken away.
#[test]
fn noahs_ark_for_restless_games() {
    let mut forms = Forms::default();
    let mut classes = Classifier::default();
    let mut arks = 0;
    let tame: Vec<Form> = ["0", "1", "2", "3", "4", "5", "2_2", "2_3", "4_2"]
        .map(|t| forms.read(t).unwrap())
        .to_vec();
    for r in games_with_tame_options(&mut forms) {
        if !classes.is_restless(&mut FormPositions(&mut forms), &r).unwrap() {
            continue;
        }
        // All options are tame sums of nim-heaps, so the only fickle tame positions are 0 and 1.
        let (_, y) = pair(&forms, r);
        let options = forms.options(r);
        let pairs: Vec<(u32, u32)> = options.iter().map(|&o| pair(&forms, o)).collect();
        let partner = forms.nim_heap(y ^ 1).unwrap();
        let fits = |(option, &(a, b)): (&Form, &(u32, u32))| {
            a != b
                || a < 2
                || forms.options(*option).contains(&partner)
                || pairs.contains(&(a ^ 1, a ^ 1))
        };
        if !options.iter().zip(&pairs).all(fits) {
            continue;
        }
        arks += 1;
        let genus = forms.genus(r).unwrap();
        let two = forms.add(r, r).unwrap();
        assert_eq!(forms.genus(two).unwrap().to_string(), "0^120", "{genus}");
        let three = forms.add(two, r).unwrap();
        assert_eq!(forms.genus(three).unwrap(), genus);
        for &t in &tame {
            let sum = forms.add(two, t).unwrap();
            let same = forms.misere_nim_value(sum) == 0;
            assert_eq!(same, forms.misere_nim_value(t) == 0, "{genus}");
        }
    }
    assert!(arks > 20, "{arks}");
}

/// With a fickle game the superscripts are not nim-added: 0^1 + 2^2 is 2^2, not 2^3.
#[test]
fn superscripts_of_tame_games_do_not_add() {
    let mut forms = Forms::default();
    let two = forms.nim_heap(2).unwrap();
    let one = forms.nim_heap(1).unwrap();
    for g in [Form::ZERO, one] {
        let (base, y) = pair(&forms, g);
        let sum = forms.add(g, two).unwrap();
        assert_eq!(pair(&forms, sum), (base ^ 2, base ^ 2));
        assert_ne!(y ^ 2, base ^ 2, "{base}^{y}");
    }
}

/// Half-tame is what has a tame double, whether it is asked of forms or of heaps; the test by
/// options of Winning Ways finds only some of them.
#[test]
fn half_tame_games_have_tame_doubles() {
    let mut forms = Forms::default();
    let mut classes = Classifier::default();
    let mut halves = 0;
    for g in games(&mut forms) {
        let tame = classes.is_tame(&mut FormPositions(&mut forms), &g).unwrap();
        let double = forms.add(g, g).unwrap();
        let double = classes.is_tame(&mut FormPositions(&mut forms), &double).unwrap();
        let half = classes.is_half_tame(&mut FormPositions(&mut forms), &g).unwrap();
        assert_eq!(half, !tame && double);
        halves += u32::from(half);
    }
    assert!(halves > 5, "{halves}");
    let budget = Budget::unlimited();
    for (code, to) in [(".71", 16), (".77", 16), (".123", 14), ("4.7", 12), (".35", 10)] {
        let code: HeapCode = code.parse().unwrap();
        let mut genera = Genera::new(code.clone());
        let mut words = Classifier::default();
        for heap in 1..=to {
            let word = genera.sum(&[(heap, 1)], &budget).unwrap();
            let double = word.plus(&word).unwrap();
            let on = &mut WordPositions::new(&mut genera, &budget);
            let class = words.class(on, &word).unwrap();
            let tame = words.is_tame(on, &word).unwrap();
            let half = !tame && words.is_tame(on, &double).unwrap();
            assert_eq!(class.half_tame, Some(half), "{code} {heap}");
            let text = class.to_string();
            assert_eq!(text.contains("half-tame"), half, "{code} {heap} {text}");
            let tameable = text == "nim" || text == "tame" || text.contains("tameable");
            assert_eq!(class.tameable, tameable, "{code} {heap} {text}");
        }
    }
}

/// Tame to the letter: no theorem on sums, every option looked at.
fn is_tame_by_the_letter(
    genera: &mut Genera,
    known: &mut HashMap<Word, bool>,
    word: &Word,
) -> bool {
    if word.is_zero() {
        return true;
    }
    if let Some(&known) = known.get(word) {
        return known;
    }
    let budget = Budget::unlimited();
    let (g, y) = genera.pair(word, &budget).unwrap();
    let (mut nim, mut misere) = (BTreeSet::new(), BTreeSet::new());
    let mut answer = g == y || (g < 2 && y == g ^ 1);
    for option in genera.parts().options(word).unwrap() {
        if is_tame_by_the_letter(genera, known, &option) {
            let (h, z) = genera.pair(&option, &budget).unwrap();
            nim.insert(h);
            misere.insert(z);
            continue;
        }
        let (mut to_nim, mut to_misere) = (false, false);
        for back in genera.parts().options(&option).unwrap() {
            if is_tame_by_the_letter(genera, known, &back) {
                let (h, z) = genera.pair(&back, &budget).unwrap();
                to_nim |= h == g;
                to_misere |= z == y;
            }
        }
        answer &= to_nim && to_misere;
    }
    let mex = |set: &BTreeSet<u32>| (0..).find(|n| !set.contains(n)).unwrap();
    answer &= (mex(&nim), mex(&misere)) == (g, y);
    known.insert(word.clone(), answer);
    answer
}

#[test]
fn tame_sums_of_heaps_are_tame_by_the_letter() {
    let budget = Budget::unlimited();
    let mut tame = [0; 2];
    for (code, to) in [(".77", 12), (".35", 12), (".71", 12), (".07", 16), ("4.7", 8), (".54", 17)]
    {
        let mut genera = Genera::new(code.parse().unwrap());
        let (mut classes, mut known) = (Classifier::default(), HashMap::new());
        for a in 0..=to {
            for b in 0..=a {
                for adder in [0, 1, 2, 3, 5] {
                    let sum = genera.sum(&[(a, 1), (b, 1)], &budget).unwrap();
                    let sum = sum.plus(&Word::adder(adder)).unwrap();
                    let on = &mut WordPositions::new(&mut genera, &budget);
                    let found = classes.is_tame(on, &sum).unwrap();
                    let letter = is_tame_by_the_letter(&mut genera, &mut known, &sum);
                    assert_eq!(found, letter, "{code} {a}+{b}+:{adder}");
                    tame[usize::from(found)] += 1;
                }
            }
        }
    }
    assert!(tame[0] > 100 && tame[1] > 100, "{tame:?}");
}

/// A position known by its place has the class and the reason of its word.
#[test]
fn places_have_the_classes_of_words() {
    let budget = Budget::unlimited();
    for (code, to) in [(".35", 40u32), (".123", 24), (".77", 20), (".71", 14), ("4.7", 10)] {
        let mut genera = Genera::new(code.parse().unwrap());
        let (mut by_words, mut by_places) = (Classifier::default(), Classifier::default());
        for heap in 1..=to {
            // A heap, with *1, with *2 + *1, and with a smaller heap.
            for (others, adder) in [(0, 0), (0, 1), (0, 3), (heap / 3, 2)] {
                let sum = genera.sum(&[(heap, 1), (others, 1)], &budget).unwrap();
                let word = sum.plus(&Word::adder(adder)).unwrap();
                let on = &mut WordPositions::new(&mut genera, &budget);
                let class = by_words.class(on, &word).unwrap();
                let reason = by_words.reason(on, &word).unwrap();
                let on = &mut PlacePositions::new(&mut genera, &budget);
                let place = on.place(&word).unwrap();
                assert_eq!(by_places.class(on, &place).unwrap(), class, "{code} {word:?}");
                let other = by_places.reason(on, &place).unwrap();
                assert_eq!((other.kind, other.pair), (reason.kind, reason.pair), "{code} {word:?}");
                assert_eq!(genera.word(place), word);
                let words = reason.reversals.into_iter();
                let words: Vec<_> =
                    words.map(|r| [Some(r.option), r.to_nim, r.to_misere]).collect();
                let places = other.reversals.into_iter();
                let places = places.map(|r| [Some(r.option), r.to_nim, r.to_misere]);
                let at = |place: Option<KnownWord>| place.map(|place| genera.word(place));
                let places: Vec<_> = places.map(|places| places.map(at)).collect();
                assert_eq!(places, words, "{code} {word:?}");
            }
        }
    }
}
