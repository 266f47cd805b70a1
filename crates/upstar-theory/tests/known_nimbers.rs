//! The values that the registry states for impartial games, against the nim-values.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use upstar_base::Budget;
use upstar_rules::Rules;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};
use upstar_theory::grundy::Grundy;

struct Check;

impl Check {
    fn visit(self, about: &About<'_>, rules: Erased) {
        let rules = Arc::new(rules);
        if rules.nature().infinite {
            // Infinite nimbers have a test of their own.
            return;
        }
        let mut grundy = Grundy::new(&rules, Arc::new(Budget::unlimited()));
        for known in about.known {
            let value = match known.value {
                "0" => 0,
                "*" => 1,
                nimber => nimber.strip_prefix('*').unwrap().parse().unwrap(),
            };
            let position = rules.parse(known.position).unwrap();
            let found = grundy.of(position).unwrap();
            assert_eq!(found, value, "{}: {}", about.name, known.position);
        }
    }
}

#[test]
fn known_nimbers() {
    for about in registry::all().iter().filter(|about| about.impartial) {
        let Some(known) = about.known.first() else { continue };
        registry::open(about.name, known.position)
            .map(|(about, rules)| Check.visit(about, rules))
            .unwrap();
    }
}
