//! Statements G = H (X) against a search without quotients.
#![allow(clippy::unwrap_used)]

use crate::by_definition::larger_genus;
use upstar_base::Budget;
use upstar_misere::form::{Form, Forms, born_by_day};
use upstar_misere::genus::{Blurry, rows};
use upstar_misere::quotient::{StatementVerdict, decide};

/// Over <1,2> a statement says that the blurry genera are equal.
#[test]
fn the_base_of_the_genus() {
    let budget = Budget::unlimited();
    let mut forms = Forms::default();
    let games = born_by_day(&mut forms, 4).unwrap();
    let base = [forms.nim_heap(1).unwrap(), forms.nim_heap(2).unwrap()];
    let (mut proved, mut refuted) = (0, 0);
    for (i, &g) in games.iter().enumerate() {
        for &h in &games[..i] {
            let blurry = |forms: &mut Forms, g| Blurry::from(&forms.genus(g).unwrap());
            let (a, b) = (blurry(&mut forms, g), blurry(&mut forms, h));
            match decide(&forms, g, h, &base, &budget).unwrap() {
                StatementVerdict::Proved { .. } => {
                    assert_eq!(a, b);
                    proved += 1;
                }
                StatementVerdict::Refuted { counts, first_is_p } => {
                    let k = 2 * counts[1] + counts[0] % 2;
                    assert_eq!((a.contains(k), b.contains(k)), (first_is_p, !first_is_p));
                    refuted += 1;
                }
                StatementVerdict::Open { why, .. } => panic!("{why}"),
            }
        }
    }
    assert!(proved > 5 && refuted > 100, "{proved} {refuted}");
}

/// Over larger bases: sums of canonical forms decide.
#[test]
fn larger_bases() {
    let budget = Budget::unlimited();
    let mut forms = Forms::default();
    let games = born_by_day(&mut forms, 4).unwrap();
    let two = forms.nim_heap(2).unwrap();
    let (mut proved, mut refuted) = (0, 0);
    for &a in games.iter().skip(3).step_by(4) {
        let base = [two, a];
        for (i, &g) in games.iter().enumerate().step_by(2) {
            for &h in &games[..i] {
                let verdict = decide(&forms, g, h, &base, &budget).unwrap();
                let add = |forms: &mut Forms, g: Form, counts: &[u64]| {
                    base.iter().zip(counts).fold(g, |sum, (&game, &n)| {
                        let many = forms.multiple(game, n as u32).unwrap();
                        forms.add(sum, many).unwrap()
                    })
                };
                let is_p = |forms: &Forms, g: Form| forms.misere_nim_value(g) == 0;
                match verdict {
                    StatementVerdict::Refuted { counts, first_is_p } => {
                        refuted += 1;
                        let (x, y) = (add(&mut forms, g, &counts), add(&mut forms, h, &counts));
                        assert_eq!((is_p(&forms, x), is_p(&forms, y)), (first_is_p, !first_is_p));
                    }
                    StatementVerdict::Proved { .. } => {
                        proved += 1;
                        for counts in (0..16).map(|i| [i % 4, i / 4]) {
                            let (x, y) = (add(&mut forms, g, &counts), add(&mut forms, h, &counts));
                            assert_eq!(is_p(&forms, x), is_p(&forms, y), "{counts:?}");
                        }
                    }
                    StatementVerdict::Open { why, .. } => panic!("{why}"),
                }
            }
        }
    }
    assert!(proved > 5 && refuted > 100, "{proved} {refuted}");
}

/// The recurrence for rows and the search for them.
#[test]
fn rows_by_recurrence_and_by_search() {
    let budget = Budget::unlimited();
    let mut forms = Forms::default();
    let a = forms.read("2_2 1").unwrap();
    for g in born_by_day(&mut forms, 4).unwrap() {
        fn table(forms: &Forms, g: Form) -> Vec<Blurry> {
            let options: Vec<Vec<Blurry>> =
                forms.options(g).into_iter().map(|option| table(forms, option)).collect();
            let options: Vec<&[Blurry]> = options.iter().map(|option| &option[..]).collect();
            larger_genus(&options, &[4, 1], 6)
        }
        let found = rows(&forms, g, &[a], 6, &budget).unwrap().into_iter();
        assert_eq!(found.map(|(_, row)| row).collect::<Vec<_>>(), table(&forms, g));
    }
}
