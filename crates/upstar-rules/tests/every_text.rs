//! Any text given to any ruleset: it is read or refused with a place, what is read is written
//! so that it reads back, and it can be drawn. What the registry says of a game is true.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::HashSet;
use upstar_base::Player;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};
use upstar_rules::{Rules, split_sum};

struct Read<'t>(&'t str);

impl Read<'_> {
    fn visit(self, about: &About<'_>, rules: Erased) -> bool {
        match rules.parse(self.0) {
            Ok(position) => {
                let shown = rules.show(&position);
                assert_eq!(rules.parse(&shown).as_ref(), Ok(&position), "{}: {shown}", about.name);
                true
            }
            Err(error) => {
                assert!(error.at <= self.0.len(), "{}: {:?}", about.name, self.0);
                assert!(!error.message.is_empty());
                false
            }
        }
    }
}

#[test]
fn any_text() {
    let config = Config { cases: 300, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new(config);
    let texts = prop_oneof!["[-.ohtTH@#xX|+,;:*0-9 ()lreé]{0,12}", "[0-9+*,;:]{0,30}", ".{0,8}"];
    let run = runner.run(&texts, |text| {
        for about in registry::all() {
            registry::open(about.name, &text)
                .map(|(about, rules)| Read(&text).visit(about, rules))
                .unwrap();
        }
        Ok(())
    });
    run.unwrap();
}

#[test]
fn examples_with_a_slip() {
    for about in registry::all() {
        for example in about.examples {
            let term = split_sum(example).unwrap()[0].1;
            assert!(
                registry::open(about.name, term)
                    .map(|(about, rules)| Read(term).visit(about, rules))
                    .unwrap(),
                "{term}"
            );
            for (i, symbol) in term.char_indices() {
                let (before, after) = (&term[..i], &term[i + symbol.len_utf8()..]);
                for new in ["", "?", "|", "9", ".", "o", "99999999999999999999", ","] {
                    let text = format!("{before}{new}{after}");
                    registry::open(about.name, &text)
                        .map(|(about, rules)| Read(&text).visit(about, rules))
                        .unwrap();
                }
            }
        }
    }
}

struct Truth;

impl Truth {
    fn visit(self, about: &About<'_>, rules: Erased) {
        let name = about.name;
        assert_eq!(rules.nature().impartial, about.impartial, "{name}");
        let has_members = rules.family().member(&[3]).is_some()
            || rules.family().cell(&[3, 3], &[3, 3]).is_some();
        assert_eq!(has_members, !about.tables.is_empty(), "{name}");
        assert!(rules.parse("").is_err(), "{name} reads nothing as a position");
        for example in about.examples {
            let position = rules.parse(split_sum(example).unwrap()[0].1).unwrap();
            let svg = rules.picture(&position).to_svg();
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{name}");
            let of = |who| {
                let mut options = Vec::new();
                rules.options(&position, who, &mut options);
                options
            };
            if about.impartial {
                assert_eq!(of(Player::Left), of(Player::Right), "{name}");
            }
            assert!(!of(Player::Left).contains(&position) || rules.nature().loopy, "{name}");
        }
        for known in about.known {
            assert!(rules.parse(known.position).is_ok(), "{name}: {}", known.position);
        }
    }
}

#[test]
fn the_registry_tells_the_truth() {
    let mut names = HashSet::new();
    for about in registry::all() {
        for name in std::iter::once(&about.name).chain(about.aliases) {
            assert!(names.insert(*name), "two games are called {name}");
        }
        let known = about.known.iter().map(|known| known.position);
        let texts: Vec<&str> = about.examples.iter().copied().chain(known).collect();
        registry::open(about.name, &texts.join(" + "))
            .map(|(about, rules)| Truth.visit(about, rules))
            .unwrap();
    }
}

#[test]
fn parameters_have_places() {
    let fails = |rules: &str, at: usize| {
        let error = registry::open(rules, "1")
            .map(|(about, rules)| Read("1").visit(about, rules))
            .unwrap_err();
        match error {
            upstar_rules::RulesError::Parameters(error) => assert_eq!(error.at, at, "{rules}"),
            other => panic!("{rules}: {other}"),
        }
    };
    fails("subtraction(2,x)", 14);
    fails("subtraction(2,5", 15);
    fails("nim(3)", 4);
    fails("moore-nim(zwei)", 10);
    fails("octal(.8G)", 8);
    fails("turning(3-)", 10);
    fails("tartan(ruler,rule)", 13);
    fails("nimble(fly)", 7);
    fails("kotzig(1,0)", 9);
    fails("prim(*)", 5);
    assert!(matches!(
        registry::open("nimm", "1").map(|(about, rules)| Read("1").visit(about, rules)),
        Err(upstar_rules::RulesError::Unknown { suggestions, .. }) if suggestions.contains(&"nim")
    ));
}
