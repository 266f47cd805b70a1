//! Components that have a code: the moves by code are the moves of the position.

use std::collections::BTreeSet;
use upstar_base::Player;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};
use upstar_rules::variant::Impartial;
use upstar_rules::{Rules, read_sum};

/// The codes of the components of a position; `None` if one of them has none.
fn codes<R: Rules>(rules: &R, position: &R::Position) -> Option<BTreeSet<u64>> {
    let mut parts = Vec::new();
    rules.compound_parts(position, &mut parts);
    parts.iter().map(|(part, _)| rules.coded()?.code(part)).collect()
}

/// Compares the moves of all components that can be reached, up to so many; tells how many there
/// were.
fn compare<R: Rules>(rules: &R, start: R::Position, most: usize) -> usize {
    let (mut open, mut met) = (vec![start], BTreeSet::new());
    while let Some(position) = open.pop() {
        let mut parts = Vec::new();
        rules.compound_parts(&position, &mut parts);
        for (part, _) in parts {
            let Some(coded) = rules.coded() else { continue };
            let Some(code) = coded.code(&part) else { continue };
            if met.len() == most || !met.insert(code) {
                continue;
            }
            for who in Player::BOTH {
                let mut options = Vec::new();
                rules.options(&part, who, &mut options);
                let by_position: BTreeSet<_> =
                    options.iter().map(|option| codes(rules, option)).collect();
                let mut by_code = BTreeSet::new();
                coded.coded_moves(code, who, &mut |parts| {
                    by_code.insert(Some(parts.iter().copied().collect::<BTreeSet<u64>>()));
                    true
                });
                assert_eq!(by_code, by_position, "{} for {who:?}", rules.show(&part));
                // Who wants only one gets only one.
                let mut count = 0;
                coded.coded_moves(code, who, &mut |_| {
                    count += 1;
                    false
                });
                assert_eq!(count, options.len().min(1), "{}", rules.show(&part));
                open.extend(options);
            }
        }
    }
    met.len()
}

struct Coded;

impl Coded {
    fn visit(self, about: &About<'_>, rules: Erased) -> usize {
        let examples = about.examples.iter().filter_map(|text| read_sum(&rules, text).ok());
        let starts: Vec<_> = examples.flatten().collect();
        let mut met: usize = starts.iter().map(|start| compare(&rules, start.clone(), 200)).sum();
        let texts: Vec<String> = starts.iter().map(|start| rules.show(start)).collect();
        let both = Erased::new(Impartial(rules));
        for text in texts {
            met += both.parse(&text).map_or(0, |start| compare(&both, start, 200));
        }
        met
    }
}

#[test]
fn moves_by_code_are_the_moves() {
    let mut coded = Vec::new();
    for about in registry::all() {
        if registry::open_sized(about.name, (8, 64))
            .map(|(about, rules)| Coded.visit(about, rules))
            .unwrap_or(0)
            > 0
        {
            coded.push(about.name);
        }
    }
    for name in ["cutcake", "eatcake", "hotcakes"] {
        assert!(coded.contains(&name), "{name} in {coded:?}");
    }
}
