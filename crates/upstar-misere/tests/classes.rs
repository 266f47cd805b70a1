//! Theorems of Winning Ways ch. 13 on classes, over all games born by day 4 and games made of them.
#![allow(clippy::unwrap_used)]

use upstar_misere::class::{Classifier, FormPositions};
use upstar_misere::form::{Form, Forms, born_by_day};

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
            let expected = match fickle((a, y)) && fickle((b, z)) {
                true => (a ^ b, 1 ^ y ^ z),
                false => (a ^ b, a ^ b),
            };
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

/// A restive game g^y with nim-heaps: if all of them are 0, 1, y or y^1, the sum is P exactly if
/// their nim-sum is y, else exactly if it is g.
#[test]
fn restive_games_with_nim_heaps() {
    let mut forms = Forms::default();
    let mut classes = Classifier::default();
    let (mut small, mut large) = (0, 0);
    for g in games(&mut forms) {
        if !classes.is_restive(&mut FormPositions(&mut forms), &g).unwrap() {
            continue;
        }
        let (base, y) = pair(&forms, g);
        for m in 0..6 {
            for n in m..6 {
                let (a, b) = (forms.nim_heap(m).unwrap(), forms.nim_heap(n).unwrap());
                let heaps = forms.add(a, b).unwrap();
                let sum = forms.add(g, heaps).unwrap();
                let near = |k: u32| k < 2 || k | 1 == y | 1;
                let wanted = if near(m) && near(n) { y } else { base };
                *(if near(m) && near(n) { &mut small } else { &mut large }) += 1;
                assert_eq!(forms.is_previous_win(sum), m ^ n == wanted, "{base}^{y} + {m} + {n}");
            }
        }
    }
    assert!(small > 50 && large > 50, "{small} {large}");
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
