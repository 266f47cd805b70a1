//! Canonical stoppers, each kept once.
//!
//! The followers of a canonical stopper are canonical, so the store is one large graph in which
//! every value is a node. Invariant: no two nodes have isomorphic graphs; since canonical forms of
//! equal games are isomorphic, two handles are equal iff the values are. A node whose options are
//! all known is found by its options, whether it lies on a cycle or not. Nodes on a cycle come as a strongly connected component; in
//! a canonical graph no two nodes look alike, so refining colours tells all nodes of a component
//! apart, and the sorted list of its colours finds the component again.

use super::draft::{Draft, Ref, Refs};
use super::fixed::FixedGame;
use super::order::{Infinite, StopperOrder};
use super::safety::Scratch;
use super::safety_table::Numbers;
use super::sides::Sides;
use super::sidling::SidlingBounds;
use crate::{Calc, Dyadic, Short, Store};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped};

/// A canonical stopper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stopper(pub(super) u32);

impl Stopper {
    /// The game without moves.
    pub const ZERO: Stopper = Stopper(0);
}

#[derive(Debug)]
struct StopperNode {
    options: [Box<[Stopper]>; 2],
    /// Is it, or one of its followers, on a cycle?
    loopy: bool,
    number: Option<Dyadic>,
}

/// The deepest loop-free game that is drawn as a graph.
const DEEPEST: u32 = 4096;

/// The store of stoppers; every operation works within its budget.
#[derive(Debug)]
pub struct Stoppers {
    nodes: Vec<StopperNode>,
    by_options: FxHashMap<[Box<[Stopper]>; 2], Stopper>,
    by_colors: FxHashMap<u64, Vec<Vec<Stopper>>>,
    /// Whether Left survives the difference of two when a player is to move.
    order: FxHashMap<(Stopper, Stopper, Player), bool>,
    /// What braces around canonical options have come to.
    made: FxHashMap<[Box<[Stopper]>; 2], Stopper>,
    pub(super) sums: FxHashMap<(Stopper, Stopper), Sides>,
    /// `on` and `off`, once they were asked for.
    pub(super) passing: [Option<Stopper>; 2],
    pub(super) fixed: Vec<FixedGame>,
    pub(super) bounds: Option<SidlingBounds>,
    /// Tables of a search that is over, for the next one.
    pub(super) scratch: Scratch,
    /// Numbers for stoppers, none of which has one between searches.
    pub(super) numbers: Numbers,
    /// The stores of short games that were asked of; a short game means something in its own only.
    short_stores: Vec<Arc<Store>>,
    of_short: FxHashMap<(usize, Short), Stopper>,
    to_short: FxHashMap<(usize, Stopper), Short>,
    budget: Arc<Budget>,
}

impl Stoppers {
    /// A store that holds only zero.
    pub fn new(budget: Arc<Budget>) -> Stoppers {
        let mut store = Stoppers {
            nodes: Vec::new(),
            by_options: FxHashMap::default(),
            by_colors: FxHashMap::default(),
            order: FxHashMap::default(),
            made: FxHashMap::default(),
            sums: FxHashMap::default(),
            passing: [None; 2],
            fixed: Vec::new(),
            bounds: None,
            scratch: Scratch::default(),
            numbers: Numbers::default(),
            short_stores: Vec::new(),
            of_short: FxHashMap::default(),
            to_short: FxHashMap::default(),
            budget,
        };
        store.intern([Box::default(), Box::default()]);
        store
    }

    /// Works within another budget from now on.
    pub fn set_budget(&mut self, budget: Arc<Budget>) {
        self.budget = budget;
    }

    /// The budget that stops everything.
    pub fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    /// The bounds that sidling had reached for the first node of the last graph, if it was
    /// stopped.
    pub fn bounds(&self) -> Option<SidlingBounds> {
        self.bounds
    }

    /// Forgets [`Stoppers::bounds`].
    pub fn forget_bounds(&mut self) {
        self.bounds = None;
    }

    pub(super) fn known_made(&self, options: &[Box<[Stopper]>; 2]) -> Option<Stopper> {
        self.by_options.get(options).or_else(|| self.made.get(options)).copied()
    }

    pub(super) fn remember_made(
        &mut self,
        options: [Box<[Stopper]>; 2],
        value: Stopper,
    ) -> Result<(), Stopped> {
        self.budget.charge(160 + 4 * (options[0].len() + options[1].len()) as u64)?;
        self.made.insert(options, value);
        Ok(())
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: zero is always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The options of the canonical form, in a fixed order.
    pub fn options(&self, g: Stopper, who: Player) -> &[Stopper] {
        &self.nodes[g.0 as usize].options[who as usize]
    }

    /// Can play in it go on for ever?
    pub fn is_loopy(&self, g: Stopper) -> bool {
        self.nodes[g.0 as usize].loopy
    }

    /// The number that it is, if it is one.
    pub fn as_number(&self, g: Stopper) -> Option<&Dyadic> {
        self.nodes[g.0 as usize].number.as_ref()
    }

    /// All positions that can be reached, itself first.
    pub fn followers(&self, g: Stopper) -> Vec<Stopper> {
        let mut seen = rustc_hash::FxHashSet::default();
        seen.insert(g);
        let mut list = vec![g];
        let mut done = 0;
        while let Some(&next) = list.get(done) {
            done += 1;
            for who in Player::BOTH {
                for &option in self.options(next, who) {
                    if seen.insert(option) {
                        list.push(option);
                    }
                }
            }
        }
        list
    }

    /// The graph of a stopper: its followers, itself first, and the nodes that they are.
    pub fn drawn(&self, g: Stopper) -> (Vec<Stopper>, Draft) {
        let followers = self.followers(g);
        let number: FxHashMap<Stopper, u32> = followers.iter().copied().zip(0..).collect();
        let mut draft = Draft::new();
        for &follower in &followers {
            let side = |who| {
                let options = self.options(follower, who).iter();
                options.map(|option| Ref::Node(number[option])).collect()
            };
            draft.add(side(Player::Left), side(Player::Right));
        }
        (followers, draft)
    }

    /// Can play come back to it?
    pub fn is_on_cycle(&self, g: Stopper) -> bool {
        let options = Player::BOTH.into_iter().flat_map(|who| self.options(g, who));
        self.is_loopy(g) && options.into_iter().any(|&option| self.followers(option).contains(&g))
    }

    /// Is `g >= h`?
    pub fn ge(&mut self, g: Stopper, h: Stopper) -> Result<bool, Stopped> {
        self.survives(g, h, Player::Right)
    }

    /// Does Left win or hold `g - h` when `who` is to move? With Right to move that is `g >= h`,
    /// with Left to move `g |> h`.
    pub fn survives(&mut self, g: Stopper, h: Stopper, who: Player) -> Result<bool, Stopped> {
        let start = (Ref::Known(g), Ref::Known(h), who);
        StopperOrder::default().survives(self, &Draft::new(), start, Infinite::Good)
    }

    /// Whether Left survives, if it is seen at once or was asked before.
    pub(super) fn known_survival(&self, (g, h, who): (Stopper, Stopper, Player)) -> Option<bool> {
        if let (Some(x), Some(y)) = (self.as_number(g), self.as_number(h)) {
            return Some(if who == Player::Right { x >= y } else { x > y });
        }
        self.order.get(&(g, h, who)).copied()
    }

    pub(super) fn remember_survival(
        &mut self,
        state: (Stopper, Stopper, Player),
        answer: bool,
    ) -> Result<(), Stopped> {
        self.budget.charge(40)?;
        self.order.insert(state, answer);
        Ok(())
    }

    /// The node with these options, which must be canonical; found or made.
    pub(super) fn intern(&mut self, mut options: [Box<[Stopper]>; 2]) -> Stopper {
        for side in &mut options {
            side.sort_unstable();
        }
        if let Some(&found) = self.by_options.get(&options) {
            return found;
        }
        let loopy = options.iter().flat_map(|side| side.iter()).any(|&o| self.is_loopy(o));
        let stopper = Stopper(self.nodes.len() as u32);
        self.by_options.insert(options.clone(), stopper);
        let number = if loopy { None } else { self.number_of(&options) };
        self.nodes.push(StopperNode { options, loopy, number });
        stopper
    }

    /// As [`Stoppers::intern`], and charges for what it makes.
    pub(super) fn intern_charged(
        &mut self,
        options: [Box<[Stopper]>; 2],
    ) -> Result<Stopper, Stopped> {
        let before = self.nodes.len();
        let stopper = self.intern(options);
        if self.nodes.len() > before {
            self.budget.charge(320)?;
        }
        Ok(stopper)
    }

    /// The number with these canonical options, if it is one: at most one option a side, and the
    /// form that numbers have.
    fn number_of(&self, [left, right]: &[Box<[Stopper]>; 2]) -> Option<Dyadic> {
        let end = |side: &[Stopper]| match side {
            [] => Some(None),
            [one] => self.as_number(*one).map(Some),
            _ => None,
        };
        let (low, high) = (end(left)?, end(right)?);
        if low.zip(high).is_some_and(|(low, high)| low >= high) {
            return None;
        }
        let open = |x: Option<&Dyadic>| x.cloned();
        let (low, high) = (open(low), open(high));
        Dyadic::simplest_between(
            low.as_ref().map(|x| (x, false)),
            high.as_ref().map(|x| (x, false)),
        )
    }

    /// Takes in a strongly connected component of canonical nodes: the options of each, with
    /// nodes numbered within the component. Answers their handles.
    pub(super) fn intern_cycle(&mut self, draft: &Draft) -> Vec<Stopper> {
        let members = draft.nodes();
        let colors = self.colors(members);
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_key(|&i| colors[i]);
        let mut place = vec![0; members.len()];
        order.iter().enumerate().for_each(|(p, &i)| place[i] = p);
        let key = FxBuildHasher.hash_one(order.iter().map(|&i| colors[i]).collect::<Vec<_>>());
        // Nodes correspond by the order of their colours.
        let mapped = |sides: &[Refs; 2], who: Player, component: &dyn Fn(usize) -> Stopper| {
            let mut mapped: Vec<Stopper> = sides[who as usize]
                .iter()
                .map(|option| option.value(|node| component(place[node as usize])))
                .collect();
            mapped.sort_unstable();
            mapped
        };
        for known in self.by_colors.get(&key).into_iter().flatten() {
            let same = known.len() == members.len()
                && members.iter().zip(&place).all(|(sides, &p)| {
                    let options = |who| mapped(sides, who, &|p| known[p]);
                    Player::BOTH.iter().all(|&who| *self.options(known[p], who) == options(who)[..])
                });
            if same {
                return place.iter().map(|&p| known[p]).collect();
            }
        }
        let first = self.nodes.len() as u32;
        let handle = |p: usize| Stopper(first + p as u32);
        for (p, &i) in order.iter().enumerate() {
            let options =
                Player::BOTH.map(|who| mapped(&members[i], who, &handle).into_boxed_slice());
            // The same node may be asked for later by its options, which are known by then.
            self.by_options.insert(options.clone(), handle(p));
            self.nodes.push(StopperNode { options, loopy: true, number: None });
        }
        self.by_colors.entry(key).or_default().push((0..order.len()).map(handle).collect());
        place.into_iter().map(handle).collect()
    }

    /// Colours that tell the nodes of a component apart, the same for isomorphic components. Each
    /// round refines the last one; when one tells no more apart, nothing will.
    fn colors(&self, members: &[[Refs; 2]]) -> Vec<u64> {
        let mut colors = vec![0u64; members.len()];
        let mut different = 1;
        loop {
            let color = |(sides, old): (&[Refs; 2], &u64)| {
                let side = |who: usize| {
                    let mut seen: Vec<(bool, u64)> = sides[who]
                        .iter()
                        .map(|option| match option {
                            Ref::Node(node) => (true, colors[*node as usize]),
                            Ref::Known(stopper) => (false, u64::from(stopper.0)),
                        })
                        .collect();
                    seen.sort_unstable();
                    seen
                };
                FxBuildHasher.hash_one((old, side(0), side(1))).rotate_left(23)
            };
            colors = members.iter().zip(&colors).map(color).collect();
            let mut sorted = colors.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if sorted.len() <= different {
                return colors;
            }
            different = sorted.len();
        }
    }

    /// The stopper that a short game is.
    pub fn of_short(&mut self, calc: &mut Calc, g: Short) -> Result<Stopper, Stopped> {
        let workspace = self.workspace(calc);
        self.deep(calc, workspace, g, 0)
    }

    fn workspace(&mut self, calc: &Calc) -> usize {
        let known =
            self.short_stores.iter().position(|workspace| Arc::ptr_eq(workspace, calc.store()));
        known.unwrap_or_else(|| {
            self.short_stores.push(Arc::clone(calc.store()));
            self.short_stores.len() - 1
        })
    }

    fn deep(
        &mut self,
        calc: &mut Calc,
        workspace: usize,
        g: Short,
        depth: u32,
    ) -> Result<Stopper, Stopped> {
        if let Some(&known) = self.of_short.get(&(workspace, g)) {
            return Ok(known);
        }
        if depth > DEEPEST {
            let what = "the depth of a game that is drawn as a graph";
            return Err(Stopped::Limit { what, limit: u64::from(DEEPEST) });
        }
        self.budget.check()?;
        let mut options: [Box<[Stopper]>; 2] = Default::default();
        for who in Player::BOTH {
            let mut side = Vec::new();
            for option in calc.options(g, who)? {
                side.push(upstar_base::deeper(|| self.deep(calc, workspace, option, depth + 1))?);
            }
            options[who as usize] = side.into_boxed_slice();
        }
        self.budget.charge(480 + 8 * (options[0].len() + options[1].len()) as u64)?;
        let stopper = self.intern(options);
        self.of_short.insert((workspace, g), stopper);
        self.to_short.insert((workspace, stopper), g);
        Ok(stopper)
    }

    /// The short game that a stopper is; `None` if it is loopy.
    pub fn to_short(&mut self, calc: &mut Calc, g: Stopper) -> Result<Option<Short>, Stopped> {
        if self.is_loopy(g) {
            return Ok(None);
        }
        let workspace = self.workspace(calc);
        if let Some(&known) = self.to_short.get(&(workspace, g)) {
            return Ok(Some(known));
        }
        self.budget.check()?;
        let mut sides = [Vec::new(), Vec::new()];
        for who in Player::BOTH {
            for option in self.options(g, who).to_vec() {
                let short = upstar_base::deeper(|| self.to_short(calc, option))?;
                sides[who as usize].extend(short);
            }
        }
        let short = calc.make(&sides[0], &sides[1])?;
        self.budget.charge(80)?;
        self.to_short.insert((workspace, g), short);
        self.of_short.insert((workspace, short), g);
        Ok(Some(short))
    }
}
