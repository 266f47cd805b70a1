//! Canonical forms against the definitions.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use std::collections::BTreeSet;
use upstar_misere::form::{Form, Forms, Style, born_by_day};

#[test]
fn games_born_by_day() {
    for (day, count) in [1, 2, 3, 5, 22].into_iter().enumerate() {
        let mut forms = Forms::default();
        assert_eq!(born_by_day(&mut forms, day as u32).unwrap().len(), count);
    }
}

/// `cargo test --release -p upstar-misere --test all forms -- --ignored`
#[test]
#[ignore = "builds four million games"]
fn games_born_by_day_five() {
    let mut forms = Forms::default();
    assert_eq!(born_by_day(&mut forms, 5).unwrap().len(), 4_171_780);
}

/// As in print, all digits of a subscript are nim-heaps of their own.
#[test]
fn subscripts() {
    let mut forms = Forms::default();
    let [two, three] = [2, 3].map(|n| forms.nim_heap(n).unwrap());
    let four = forms.add(two, two).unwrap();
    let six = forms.add(four, two).unwrap();
    let large = forms.nim_heap(22).unwrap();
    let large = forms.add(two, large).unwrap();
    let list = forms.make(&[four, two]).unwrap();
    let only = forms.make(&[three]).unwrap();
    let only = forms.add(only, two).unwrap();
    for (text, game) in [
        ("2_22", six),
        ("2_2_2", six),
        ("2_{22}", six),
        ("2_&22;", large),
        ("2_{&22;}", large),
        ("2_2 2", list),
        ("2_{2} 2", list),
        ("3_+2", only),
        ("3_{+2}", only),
    ] {
        assert_eq!(forms.read(text).unwrap(), game, "{text}");
        let shown = forms.show(game, Style::Subscripts).unwrap();
        assert_eq!(forms.read(&shown).unwrap(), game, "{shown}");
    }
    for wrong in ["2_", "2_{", "2_{}", "2_{2", "2_&22", "2_x"] {
        assert!(forms.read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn notation() {
    let mut forms = Forms::default();
    for (text, again) in [
        ("0", "0"),
        ("12", "12"),
        ("2[2]21", "2_2 2 1"),
        ("2#", "2_+"),
        ("2[#1]", "2_+_1"),
        ("2[##-2]", "2_+_+_-2"),
        ("(2#1)2##", "(2_+ 1) 2_+_+"),
        ("4,2", "4 2"),
        ("&12;2#", "12 2_+"),
    ] {
        let game = forms.read(text).unwrap();
        assert_eq!(forms.show(game, Style::Brackets).unwrap(), text);
        assert_eq!(forms.show(game, Style::Subscripts).unwrap(), again);
        assert_eq!(forms.read(again).unwrap(), game);
    }
    for wrong in ["", "(", "2[", "2[x]", "2)", "&12", "2_", "2[-5]", "é", "2 é"] {
        assert!(forms.read(wrong).is_err(), "{wrong}");
    }
}

/// A game as a set of games, without any reduction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Tree(BTreeSet<Tree>);

fn trees(depth: u32) -> impl Strategy<Value = Tree> {
    Just(Tree(BTreeSet::new())).prop_recursive(depth, 30, 4, |inner| {
        prop::collection::btree_set(inner, 0..4).prop_map(Tree)
    })
}

/// Is the sum of these games a P-position? By definition.
fn previous_wins(sum: &mut Vec<Tree>) -> bool {
    let mut moves = 0;
    for i in 0..sum.len() {
        let whole = sum[i].clone();
        for option in &whole.0 {
            moves += 1;
            sum[i] = option.clone();
            let loses = previous_wins(sum);
            sum[i] = whole.clone();
            if loses {
                return false;
            }
        }
    }
    moves > 0
}

fn form(forms: &mut Forms, tree: &Tree) -> Form {
    let options: Vec<Form> = tree.0.iter().map(|option| form(forms, option)).collect();
    forms.make(&options).unwrap()
}

fn tree(forms: &Forms, game: Form) -> Tree {
    Tree(forms.options(game).into_iter().map(|option| tree(forms, option)).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn outcomes_of_sums_are_those_of_the_definition(g in trees(4), h in trees(3), k in trees(2)) {
        let mut forms = Forms::default();
        let (a, b, c) = (form(&mut forms, &g), form(&mut forms, &h), form(&mut forms, &k));
        let sum = forms.add(a, b).unwrap();
        let sum = forms.add(sum, c).unwrap();
        prop_assert_eq!(forms.is_previous_win(sum), previous_wins(&mut vec![g, h, k]));
    }

    #[test]
    fn a_form_is_made_of_its_own_options(g in trees(5)) {
        let mut forms = Forms::default();
        let a = form(&mut forms, &g);
        let options = forms.options(a);
        prop_assert_eq!(forms.make(&options).unwrap(), a);
        let again = tree(&forms, a);
        prop_assert_eq!(form(&mut forms, &again), a);
        let text = forms.show(a, Style::Brackets).unwrap();
        prop_assert_eq!(forms.read(&text).unwrap(), a, "{}", text);
        let text = forms.show(a, Style::Subscripts).unwrap();
        prop_assert_eq!(forms.read(&text).unwrap(), a, "{}", text);
        let one = forms.add(a, Form::ONE).unwrap();
        prop_assert_eq!(one, a.plus_one());
        prop_assert_eq!(forms.birthday(a) < forms.birthday(one), a.is_even());
    }

    #[test]
    fn different_games_are_distinguished(g in trees(4), h in trees(4)) {
        let mut forms = Forms::default();
        let (a, b) = (form(&mut forms, &g), form(&mut forms, &h));
        let mate = forms.mate(a).unwrap();
        let sum = forms.add(a, mate).unwrap();
        prop_assert!(forms.is_previous_win(sum));
        match forms.distinguisher(a, b).unwrap() {
            None => prop_assert_eq!(a, b),
            Some(t) => {
                let (x, y) = (forms.add(a, t).unwrap(), forms.add(b, t).unwrap());
                prop_assert!(forms.is_previous_win(x) && !forms.is_previous_win(y));
            }
        }
        match forms.link(a, b).unwrap() {
            None => prop_assert!(!forms.is_linked(a, b)),
            Some(t) => {
                let (x, y) = (forms.add(a, t).unwrap(), forms.add(b, t).unwrap());
                prop_assert!(forms.is_previous_win(x) && forms.is_previous_win(y));
            }
        }
    }

    #[test]
    fn sums_are_taken_apart(g in trees(4), h in trees(4)) {
        let mut forms = Forms::default();
        let (a, b) = (form(&mut forms, &g), form(&mut forms, &h));
        let sum = forms.add(a, b).unwrap();
        prop_assert_eq!(forms.subtract(sum, b).unwrap(), Some(a));
        for &(x, y) in forms.partitions_in_two(sum).unwrap().iter() {
            prop_assert_eq!(forms.add(x, y).unwrap(), sum.even_part());
        }
        for primes in forms.prime_partitions(sum).unwrap() {
            let total = primes.into_iter().fold(Form::ZERO, |s, p| forms.add(s, p).unwrap());
            prop_assert_eq!(total, sum);
        }
    }

    #[test]
    fn the_genus_is_that_of_sums_with_nim_heaps(g in trees(4)) {
        let mut forms = Forms::default();
        let a = form(&mut forms, &g);
        let genus = forms.genus(a).unwrap();
        prop_assert_eq!(genus.base(), forms.nim_value(a));
        for i in 0..4u32 {
            let adder = forms.adder(2 * i).unwrap();
            let sum = forms.add(a, adder).unwrap();
            prop_assert_eq!(genus.exponent(i as usize), forms.misere_nim_value(sum));
        }
    }
}

#[test]
fn what_looks_like_a_nim_heap() {
    let mut forms = Forms::default();
    let sharp = forms.read("2#").unwrap();
    let heaps: Vec<Form> = (0..4).map(|n| forms.nim_heap(n).unwrap()).collect();
    let like_four = forms.make(&[sharp, heaps[1], heaps[2], heaps[3]]).unwrap();
    assert_eq!((forms.nim_value(like_four), forms.birthday(like_four)), (4, 4));
    assert_eq!(forms.as_nim_heap(like_four), None);
    let options = [&heaps[..], &[like_four, like_four.plus_one()]].concat();
    let like_six = forms.make(&options).unwrap();
    assert_eq!((forms.nim_value(like_six), forms.birthday(like_six)), (6, 6));
    assert_eq!(forms.as_nim_heap(like_six), None);
    for n in 0..30 {
        let heap = forms.nim_heap(n).unwrap();
        assert_eq!(forms.as_nim_heap(heap), Some(n));
    }
}
