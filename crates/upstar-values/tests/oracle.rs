//! An independent oracle: games as plain trees, played out move by move.
//!
//! Nothing here uses the crate's order, canonical form, sums or memo tables; a tree knows its
//! options and that is all. Slow, so the games are small.
#![allow(clippy::unwrap_used)]

use crate::common;

use common::small_game;
use proptest::prelude::*;
use std::cmp::Ordering;
use upstar_base::{Outcome, Player};
use upstar_values::{Calc, Dyadic, Short};

#[derive(Clone, Debug)]
struct Tree {
    sides: [Vec<Tree>; 2],
}

impl Tree {
    fn zero() -> Tree {
        Tree { sides: [Vec::new(), Vec::new()] }
    }

    fn side(&self, who: Player) -> &[Tree] {
        &self.sides[who as usize]
    }

    fn number(n: i64, exponent: u32) -> Tree {
        let x = Dyadic::new(n, exponent);
        let (n, exponent) = (i64::try_from(x.numerator()).unwrap(), x.exponent());
        let sides = match (exponent, n.cmp(&0)) {
            (0, Ordering::Equal) => [Vec::new(), Vec::new()],
            (0, Ordering::Greater) => [vec![Tree::number(n - 1, 0)], Vec::new()],
            (0, Ordering::Less) => [Vec::new(), vec![Tree::number(n + 1, 0)]],
            _ => [vec![Tree::number(n - 1, exponent)], vec![Tree::number(n + 1, exponent)]],
        };
        Tree { sides }
    }

    fn plus(&self, other: &Tree) -> Tree {
        let sides = Player::BOTH.map(|who| {
            let ours = self.side(who).iter().map(|option| option.plus(other));
            let theirs = other.side(who).iter().map(|option| self.plus(option));
            ours.chain(theirs).collect()
        });
        Tree { sides }
    }

    fn size(&self) -> usize {
        1 + self.sides.iter().flatten().map(Tree::size).sum::<usize>()
    }

    /// The same tree between the crate's bars, from the bottom up.
    fn value(&self, calc: &mut Calc) -> Short {
        let [left, right] = Player::BOTH
            .map(|who| self.side(who).iter().map(|option| option.value(calc)).collect::<Vec<_>>());
        calc.make(&left, &right).unwrap()
    }

    /// The canonical form that the crate found, written out.
    fn written_out(calc: &mut Calc, g: Short) -> Tree {
        let sides = Player::BOTH.map(|who| {
            let options = calc.options(g, who).unwrap();
            options.iter().map(|&option| Tree::written_out(calc, option)).collect()
        });
        Tree { sides }
    }

    /// The number this tree is equal to, tried one by one among the eighths from -8 to 8: the
    /// games below start from -1, 0, 1 and have at most three levels, each of which adds at most
    /// 2 or halves a step.
    fn as_number(&self) -> Option<Dyadic> {
        (-8i64..=8).flat_map(|n| (0..=3u32).map(move |e| (n << e, e))).find_map(|(base, e)| {
            (0..1i64 << e).find_map(|part| {
                let n = base + part;
                equal(self, &Tree::number(n, e)).then(|| Dyadic::new(n, e))
            })
        })
    }

    /// Stops by their definition.
    fn stop(&self, who: Player) -> Dyadic {
        if let Some(x) = self.as_number() {
            return x;
        }
        let reached = self.side(who).iter().map(|option| option.stop(!who));
        match who {
            Player::Left => reached.max().unwrap(),
            Player::Right => reached.min().unwrap(),
        }
    }

    /// Does `who`, to move, win when the player who cannot move loses (or wins, in misère play)?
    fn wins(&self, who: Player, misere: bool) -> bool {
        let options = self.side(who);
        if options.is_empty() { misere } else { options.iter().any(|o| !o.wins(!who, misere)) }
    }

    fn outcome(&self, misere: bool) -> Outcome {
        Outcome::from_first(self.wins(Player::Left, misere), self.wins(Player::Right, misere))
    }
}

/// Does `who`, to move, win `g - h`?
fn wins_difference(who: Player, g: &Tree, h: &Tree) -> bool {
    g.side(who).iter().any(|option| !wins_difference(!who, option, h))
        || h.side(!who).iter().any(|option| !wins_difference(!who, g, option))
}

fn le(g: &Tree, h: &Tree) -> bool {
    !wins_difference(Player::Left, g, h)
}

fn equal(g: &Tree, h: &Tree) -> bool {
    le(g, h) && le(h, g)
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        Just(Tree::zero()),
        (-2i64..3).prop_map(|n| Tree::number(n, 0)),
        Just(Tree::number(1, 1)),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let side = || prop::collection::vec(inner.clone(), 0..3);
        (side(), side()).prop_map(|(left, right)| Tree { sides: [left, right] })
    })
    .prop_filter("small enough to be played out", |tree| tree.size() <= 30)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn order_is_what_play_decides(g in tree(), h in tree()) {
        let mut calc = Calc::default();
        let (a, b) = (g.value(&mut calc), h.value(&mut calc));
        let (below, above) = (le(&g, &h), le(&h, &g));
        prop_assert_eq!(calc.le(a, b).unwrap(), below);
        prop_assert_eq!(calc.ge(a, b).unwrap(), above);
        prop_assert_eq!(a == b, below && above);
        let expected = match (below, above) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        };
        prop_assert_eq!(calc.compare(a, b).unwrap(), expected);
    }

    #[test]
    fn outcomes_are_what_play_decides(g in tree()) {
        let mut calc = Calc::default();
        let a = g.value(&mut calc);
        prop_assert_eq!(calc.outcome(a), g.outcome(false));
        let canonical = Tree::written_out(&mut calc, a);
        prop_assert_eq!(calc.misere_outcome(a).unwrap(), canonical.outcome(true));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Equal to what was given, no option dominated, none reversible.
    #[test]
    fn forms_are_canonical(g in tree()) {
        let mut calc = Calc::default();
        let a = g.value(&mut calc);
        let form = Tree::written_out(&mut calc, a);
        prop_assert!(equal(&g, &form));
        for who in Player::BOTH {
            let no_better = |x: &Tree, y: &Tree| match who {
                Player::Left => le(x, y),
                Player::Right => le(y, x),
            };
            for (i, option) in form.side(who).iter().enumerate() {
                let others = form.side(who).iter().enumerate().filter(|(j, _)| *j != i);
                for (_, other) in others {
                    prop_assert!(!no_better(option, other), "a dominated option is left");
                }
                for reply in option.side(!who) {
                    prop_assert!(!no_better(reply, &form), "a reversible option is left");
                }
            }
        }
    }

    #[test]
    fn sums_are_played_in_either(g in tree(), h in tree()) {
        prop_assume!(g.size() * h.size() <= 200);
        let mut calc = Calc::default();
        let (a, b) = (g.value(&mut calc), h.value(&mut calc));
        let sum = g.plus(&h).value(&mut calc);
        prop_assert_eq!(calc.add(a, b).unwrap(), sum);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn stops_are_where_play_stops(recipe in small_game()) {
        let mut calc = Calc::default();
        let g = recipe.cook(&mut calc);
        let form = Tree::written_out(&mut calc, g);
        prop_assume!(form.size() <= 30);
        for who in Player::BOTH {
            prop_assert_eq!(calc.stop(g, who), form.stop(who));
        }
    }
}

const GRID: i64 = 16;
const HOTTEST: i64 = 4 * GRID;

/// Both walls at the temperatures -1, -15/16, ... up to 4, by the definition alone; `None` if
/// the game freezes between two of them.
fn walls(tree: &Tree) -> Option<Vec<(Dyadic, Dyadic)>> {
    let mut both: Vec<(Dyadic, Dyadic)> = Vec::new();
    if tree.sides.iter().any(Vec::is_empty) {
        let x = tree.as_number().unwrap();
        return Some(vec![(x.clone(), x); (GRID + HOTTEST + 1) as usize]);
    }
    let options = Player::BOTH.map(|who| tree.side(who).iter().map(walls).collect());
    let [left, right]: [Option<Vec<_>>; 2] = options;
    let (left, right) = (left?, right?);
    for (i, s) in (-GRID..=HOTTEST).enumerate() {
        if let Some((l, r)) = both.last().filter(|(l, r)| l == r) {
            both.push((l.clone(), r.clone()));
            continue;
        }
        let tax = Dyadic::new(s, GRID.ilog2());
        let l = left.iter().map(|walls| &walls[i].1 - &tax).max().unwrap();
        let r = right.iter().map(|walls| &walls[i].0 + &tax).min().unwrap();
        if l < r {
            return None;
        }
        both.push((l, r));
    }
    Some(both)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn thermographs_are_what_taxes_leave(recipe in small_game()) {
        let mut calc = Calc::default();
        let g = recipe.cook(&mut calc);
        let form = Tree::written_out(&mut calc, g);
        prop_assume!(form.size() <= 60);
        let Some(walls) = walls(&form) else { return Ok(()) };
        let thermograph = calc.thermograph(g).unwrap();
        for (s, (left, right)) in (-GRID..).zip(walls) {
            let t = Dyadic::new(s, GRID.ilog2());
            prop_assert_eq!(thermograph.wall(Player::Left).at(&t), left);
            prop_assert_eq!(thermograph.wall(Player::Right).at(&t), right);
        }
    }
}
