//! Games of independent heaps: what theorems, periods and the heap engine say of sums is what
//! plain recursion finds, and the winning moves they list are all there are.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use std::sync::Arc;
use upstar_base::{Budget, Play, Player};
use upstar_rules::Rules;
use upstar_rules::erased::{Erased, Position};
use upstar_rules::registry::{self, About};
use upstar_theory::grundy::Grundy;
use upstar_theory::misere::Misere;
use upstar_theory::structure::theorem::{KnownTheorem, Rest};

const GAMES: [&str; 24] = [
    "nim",
    "lasker-nim",
    "grundys-game",
    "prim",
    "prim(-)",
    "dim",
    "dim(-)",
    "dividing-rulers",
    "kayles",
    "dawsons-kayles",
    "dawsons-chess",
    "jelly-beans",
    "lemon-drops",
    "stalking",
    "adders",
    "subtraction(2,5,6)",
    "subtraction(4,6)",
    "subtraction(all-but 2,3)",
    "subtraction(squares)",
    "subtraction(primes)",
    "heaps(.3F)",
    "heaps(.2{3+})",
    "heaps(4.[3])",
    "heaps(.0[2])",
];

/// Compares everything that is said of a sum of two positions.
struct Compare<'a> {
    position: &'a str,
    beside: &'a str,
}

impl Compare<'_> {
    fn visit(self, about: &About<'_>, rules: Erased) {
        let rules = Arc::new(rules);
        let name = about.name;
        let budget = Arc::new(Budget::unlimited());
        let (position, beside) =
            (rules.parse(self.position).unwrap(), rules.parse(self.beside).unwrap());
        let known = KnownTheorem::of(&rules).unwrap();
        let mut plain = Grundy::new(&rules, Arc::clone(&budget)).without_theorems();
        let mut grundy = Grundy::new(&rules, Arc::clone(&budget));
        for at in [&position, &beside] {
            let value = plain.of(at.clone()).unwrap();
            assert_eq!(grundy.of(at.clone()).unwrap(), value, "{name} {}", rules.show(at));
        }
        let mut options = Vec::new();
        rules.options(&position, Player::Left, &mut options);
        options.sort_unstable();
        options.dedup();
        let mut misere = Misere::new(&rules, Arc::clone(&budget));
        for play in [Play::Normal, Play::Misere] {
            let Some(elsewhere) = known.rest(&beside, play, &budget).unwrap() else {
                assert_eq!(play, Play::Misere, "{name}");
                continue;
            };
            if play == Play::Misere && self.position.len() + self.beside.len() > 9 {
                continue;
            }
            let mut wanted = Vec::new();
            for option in &options {
                let wins = match play {
                    Play::Normal => {
                        plain.of(option.clone()).unwrap() == plain.of(beside.clone()).unwrap()
                    }
                    Play::Misere => {
                        !misere.wins(&[option.clone(), beside.clone()], Player::Right).unwrap()
                    }
                };
                if wins {
                    wanted.push(option.clone());
                }
            }
            let found = known.winning(&position, elsewhere, play, usize::MAX, &budget).unwrap();
            let mut found = found.unwrap();
            found.moves.sort_unstable();
            let shown = |list: &[Position]| list.iter().map(|p| rules.show(p)).collect::<Vec<_>>();
            assert_eq!(shown(&found.moves), shown(&wanted), "{name} {} {play}", self.position);
            assert!(found.count.is_none_or(|count| count == wanted.len() as u128), "{name}");
            assert!(found.all.is_none_or(|all| all == options.len() as u128), "{name}");
        }
        assert_eq!(Rest::default().and(Rest { nim: 3, firm: 1 }), Rest { nim: 3, firm: 1 });
    }
}

fn heaps(sizes: &[u32]) -> String {
    sizes.iter().map(u32::to_string).collect::<Vec<_>>().join("+")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn sums_agree_with_plain_recursion(
        position in prop::collection::vec(0u32..22, 1..4),
        beside in prop::collection::vec(0u32..9, 1..3),
    ) {
        for rules in GAMES {
            let (position, beside) = (heaps(&position), heaps(&beside));
            let compare = Compare { position: &position, beside: &beside };
            registry::open_sized(rules, (1, 1)).map(|(about, rules)| compare.visit(about, rules)).unwrap();
        }
    }
}

/// The P-positions of Wythoff's game, with slack too, by the rule and by recursion.
#[test]
fn wythoff_pairs() {
    struct Pairs;
    impl Pairs {
        fn visit(self, about: &About<'_>, rules: Erased) {
            let rules = Arc::new(rules);
            let budget = Arc::new(Budget::unlimited());
            let known = KnownTheorem::of(&rules).unwrap();
            let mut plain = Grundy::new(&rules, budget).without_theorems();
            for (row, column) in (0..30).flat_map(|row| (0..30).map(move |column| (row, column))) {
                let queen = rules.parse(&format!("{row},{column}")).unwrap();
                let zero = plain.of(queen.clone()).unwrap() == 0;
                let told = known.previous_player_wins(&queen);
                assert_eq!(told, Some(zero), "{} {row} {column}", about.name);
            }
        }
    }
    for rules in ["wythoff", "wythoff(2)", "wythoff(3)", "wythoff(7)"] {
        registry::open_sized(rules, (1, 1))
            .map(|(about, rules)| Pairs.visit(about, rules))
            .unwrap();
    }
}
