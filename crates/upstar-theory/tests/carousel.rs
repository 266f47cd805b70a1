//! Bach's Carousel: what Winning Ways says of its sides, which are not known to be stoppers, by
//! comparing the fixed games.
#![allow(clippy::unwrap_used)]

use std::cell::RefCell;
use std::sync::Arc;
use upstar_base::{Budget, Player, Verdict};
use upstar_rules::Rules;
use upstar_rules::loopy::carousel::Carousel;
use upstar_theory::loopy::partizan::SidedValues;
use upstar_values::stopper::order::{Infinite, StopperOrder};
use upstar_values::stopper::{Draft, Ending, Ref, Stopper, Stoppers};

const A: u32 = 0;
const B: u32 = 1;
const C: u32 = 2;
const D: u32 = 3;

struct Ride {
    store: RefCell<Stoppers>,
    draft: Draft,
    zero: Ref,
    one: Ref,
    star: Ref,
    one_star: Ref,
}

impl Ride {
    fn new() -> Ride {
        let mut store = Stoppers::new(Arc::new(Budget::unlimited()));
        let zero = Stopper::ZERO;
        let one = store.make(&[zero], &[]).unwrap();
        let star = store.make(&[zero], &[zero]).unwrap();
        let one_star = store.make(&[one], &[one]).unwrap();
        let [zero, one, star, one_star] = [zero, one, star, one_star].map(Ref::Known);
        let mut draft = Draft::new();
        draft.add(vec![zero, Ref::Node(B)], vec![zero]);
        draft.add(vec![one], vec![one, Ref::Node(C)]);
        draft.add(vec![star, Ref::Node(D)], vec![star]);
        draft.add(vec![one_star], vec![one_star, Ref::Node(A)]);
        Ride { store: RefCell::new(store), draft, zero, one, star, one_star }
    }

    /// The graph without an option.
    fn without(draft: &Draft, node: u32, who: Player, option: Ref) -> Draft {
        let mut less = draft.clone();
        let kept: Vec<Ref> =
            draft.of_node(node, who).iter().copied().filter(|&o| o != option).collect();
        assert_eq!(kept.len() + 1, draft.of_node(node, who).len());
        less.set(node, who, kept);
        less
    }

    fn ge(&self, draft: &Draft, a: Ref, b: Ref, ending: Ending) -> bool {
        let infinite = Infinite::fixed(ending);
        StopperOrder::default().ge(&mut self.store.borrow_mut(), draft, (a, b), infinite).unwrap()
    }

    /// Is a node the same in two graphs, fixed for one player?
    fn same(&self, a: &Draft, b: &Draft, node: u32, ending: Ending) -> bool {
        let mut both = a.clone();
        let shift = both.append(b);
        let (x, y) = (Ref::Node(node), Ref::Node(node + shift));
        self.ge(&both, x, y, ending) && self.ge(&both, y, x, ending)
    }

    /// The offside of the book: without the three options of which nobody makes use.
    fn reduced(&self) -> Draft {
        let draft = Ride::without(&self.draft, C, Player::Left, self.star);
        let draft = Ride::without(&draft, B, Player::Right, self.one);
        Ride::without(&draft, D, Player::Right, self.one_star)
    }

    /// After Right has moved round the carousel in `x - x`, is the move that mirrors his the only
    /// one after which Left survives?
    fn only_the_mirror(&self, node: u32, ending: Ending) -> bool {
        let next = (node + 1) % 4;
        let (x, round) = (Ref::Node(node), Ref::Node(next));
        // Left goes round from a and c, Right from b and d; in -x it is the other way about.
        let in_first = node == B || node == D;
        let (a, b) = if in_first { (round, x) } else { (x, round) };
        let mut replies = Vec::new();
        for to in self.draft.options(&self.store.borrow(), a, Player::Left) {
            replies.push((to, b));
        }
        for to in self.draft.options(&self.store.borrow(), b, Player::Right) {
            replies.push((a, to));
        }
        let infinite = Infinite::fixed(ending);
        let survives = |(a, b): (Ref, Ref)| {
            let start = (a, b, Player::Right);
            StopperOrder::default()
                .survives(&mut self.store.borrow_mut(), &self.draft, start, infinite)
                .unwrap()
        };
        replies.retain(|&reply| survives(reply));
        replies == [(round, round)]
    }

    fn outcome() -> [Verdict; 2] {
        let mut values = SidedValues::new(&Arc::new(Carousel), Arc::new(Budget::unlimited()));
        let a = [Carousel.parse("a").unwrap()];
        Player::BOTH.map(|who| values.verdict(&a, who).unwrap())
    }
}

#[test]
fn every_verified_claim() {
    let file: serde_json::Value = upstar_testing::golden::read("cycles/toads-frogs-carousel.json");
    let ride = Ride::new();
    let mut checked = 0;
    for vector in file["vectors"].as_array().unwrap() {
        let id = vector["id"].as_str().unwrap();
        if vector["verified"] != true || id.starts_with("btf-") {
            continue;
        }
        let sides = ride.store.borrow_mut().sides(&ride.draft).unwrap();
        let reduced = ride.reduced();
        let holds = match id {
            "carousel-reduced-minus-strict" => {
                let less = Ride::without(&reduced, A, Player::Left, ride.zero);
                (A..=D).all(|x| ride.same(&ride.draft, &reduced, x, Ending::Right))
                    && !ride.same(&ride.draft, &less, A, Ending::Right)
                    && !ride.same(&reduced, &less, A, Ending::Right)
            }
            "carousel-dominated" => ride.ge(&ride.draft, Ref::Node(B), ride.zero, Ending::Right),
            "carousel-reduced-plus-strict" => {
                let less = Ride::without(&ride.draft, B, Player::Right, ride.one);
                ride.ge(&ride.draft, ride.one, Ref::Node(C), Ending::Left)
                    && !ride.same(&ride.draft, &less, B, Ending::Left)
            }
            "carousel-outcome" => Ride::outcome() == [Verdict::Win; 2],
            "carousel-nonstopper+" => sides[0].of(Ending::Left).is_none(),
            "carousel-nonstopper-" => sides[0].of(Ending::Right).is_none(),
            "carousel-iii+" => (A..=D).all(|x| ride.only_the_mirror(x, Ending::Left)),
            "carousel-iii-" => (A..=D).all(|x| ride.only_the_mirror(x, Ending::Right)),
            _ => panic!("nothing checks {id}"),
        };
        assert!(holds, "{id}");
        checked += 1;
    }
    assert_eq!(checked, 8);
}

/// On the onside the three options matter.
#[test]
fn the_reduction_is_of_the_offside_only() {
    let ride = Ride::new();
    assert!(!ride.same(&ride.draft, &ride.reduced(), A, Ending::Left));
}
