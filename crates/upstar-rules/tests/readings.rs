//! What a text is read as: parameters that are not typed, pieces of positions, blanks.
#![allow(clippy::unwrap_used)]

use upstar_base::Player;
use upstar_rules::erased::{Erased, Position};
use upstar_rules::registry::{self, About};
use upstar_rules::{Rules, read_sum, without_blanks};

/// The moves from the examples of a ruleset, as text.
struct Moves;

impl Moves {
    fn visit(self, about: &About<'_>, rules: Erased) -> Vec<String> {
        let mut moves = Vec::new();
        for position in about.examples.iter().flat_map(|e| read_sum(&rules, e)).flatten() {
            for who in Player::BOTH {
                let mut options = Vec::new();
                rules.options(&position, who, &mut options);
                moves.extend(options.iter().map(|option| {
                    let kind = rules.move_kind(&position, who, option);
                    format!("{who} {} {kind:?}", rules.show(option))
                }));
            }
        }
        moves
    }
}

#[test]
fn assumed_parameters_are_those_that_are_used() {
    let mut assuming = 0;
    for about in registry::all() {
        let Some(full) = registry::assumed(about.name) else { continue };
        let moves = |rules: &str| {
            registry::open(rules, about.examples[0])
                .map(|(about, rules)| Moves.visit(about, rules))
                .unwrap()
        };
        assert!(!moves(&full).is_empty());
        assert_eq!(moves(about.name), moves(&full), "{full}");
        assert_eq!(registry::assumed(&full), None);
        assuming += 1;
    }
    assert!(assuming >= 9);
    assert_eq!(registry::assumed("nim"), None);
}

/// Does a position, or one that can be reached from it, have several pieces?
struct FallsApart;

impl FallsApart {
    fn visit(self, about: &About<'_>, rules: Erased) -> (bool, &'static str) {
        let mut known: Vec<Position> =
            about.examples.iter().flat_map(|e| read_sum(&rules, e)).flatten().collect();
        let mut falls_apart = false;
        let mut next = 0;
        while next < known.len().min(200) {
            let position = known[next].clone();
            let mut parts = Vec::new();
            rules.compound_parts(&position, &mut parts);
            falls_apart |= parts.iter().map(|part| part.1).sum::<u64>() > 1;
            for (part, _) in &parts {
                let mut again = Vec::new();
                rules.compound_parts(part, &mut again);
                assert!(again.len() <= 1, "{}: {}", about.name, rules.show(part));
            }
            for who in Player::BOTH {
                let mut options = Vec::new();
                if !rules.nature().infinite {
                    rules.options(&position, who, &mut options);
                }
                options.truncate(10);
                known.extend(options.into_iter().filter(|option| rules.decided(option).is_none()));
            }
            next += 1;
        }
        (falls_apart, rules.nature().part_noun)
    }
}

/// Rules say that a position is one component exactly if it never has several pieces.
#[test]
fn pieces_are_said() {
    for about in registry::all() {
        let (falls_apart, pieces) = registry::open(about.name, about.examples[0])
            .map(|(about, rules)| FallsApart.visit(about, rules))
            .unwrap();
        if falls_apart {
            assert_ne!(pieces, "the whole position", "{}", about.name);
        }
    }
}

#[test]
fn blanks_that_make_another_game() {
    struct Blanks(&'static str);
    impl Blanks {
        fn visit(self, _: &About<'_>, rules: Erased) -> Option<String> {
            without_blanks(&rules, self.0)
        }
    }
    for (rules, text, one) in [
        ("fair-shares", "4 + 1", Some("4+1")),
        ("unequal-partners", "4 + 2 + 1", Some("4+2+1")),
        ("moore-nim", "3 + 5", Some("3+5")),
        ("fair-shares", "4+1", None),
        ("nim", "4 + 1", None),
        ("kayles", "4 + 1", None),
        ("cutcake", "2x3 + 3x2", None),
        ("domineering", ".. + ..", None),
    ] {
        let found = registry::open(rules, text)
            .map(|(about, rules)| Blanks(text).visit(about, rules))
            .unwrap();
        assert_eq!(found.as_deref(), one, "{rules} {text}");
    }
}
