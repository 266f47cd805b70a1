//! The store: canonical forms of short games, kept once each.
//!
//! Append-only and shared by threads. Invariant: the options of a node are canonical, sorted by
//! handle, unrepeated, none dominated or reversible; so two games of one store are equal iff
//! their handles are (Conway: the canonical form is unique). Sums `x + n.↑ + *m` of a number,
//! ups and a nimber are recognised when they are made and kept in closed form: their options
//! are written down only when somebody looks. So are those of translates by a number, which are
//! links to another game (see [`crate::translation`]).
//!
//! Beside its options a node holds what makes comparison fast, all computed from the options'
//! own entries in one pass: both stops; whether the game lies on the near side of each
//! ([`GameNode::below_left_stop`], [`GameNode::above_right_stop`]); and four integers that place it
//! between its stops by multiples of ↑ (see [`UpBounds`]).

use crate::fixed::{Fixed, LargeDyadics};
use crate::ups::UpBounds;
use crate::{Dyadic, Short};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use upstar_base::{Budget, Player, Stopped};

const SHARDS: usize = 16;
const FIRST_BITS: u32 = 8;
const BUCKETS: usize = (Short::BITS - FIRST_BITS + 1) as usize;
const NONE: u32 = u32::MAX;

/// `number + up.↑ + *nim` in the store's own terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Simple {
    pub(crate) number: Fixed,
    pub(crate) up: i32,
    pub(crate) nim: u32,
}

impl Simple {
    pub(crate) fn is_number(self) -> bool {
        self.up == 0 && self.nim == 0
    }
}

/// Where a game lies, as one pass over its options tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameBounds {
    /// The Left and the Right stop.
    pub(crate) stops: [Fixed; 2],
    pub(crate) ups: UpBounds,
    /// The largest and the least stop of any position of the game that is not a part of a number.
    pub(crate) reach: [Fixed; 2],
    /// `G <= left stop`: no Left option is at least the Left stop.
    pub(crate) below_left_stop: bool,
    /// `right stop <= G`: no Right option is at most the Right stop.
    pub(crate) above_right_stop: bool,
}

/// The bounds of a game, with its ups and nimber if it is a number plus those.
pub(crate) type GameSight<'a> = (&'a GameBounds, Option<(i32, u32)>);

/// What is known of one canonical form.
#[derive(Debug)]
pub(crate) struct GameNode {
    pub(crate) bounds: GameBounds,
    /// Set iff the game is a number plus ups plus a nimber.
    pub(crate) simple: Option<(i32, u32)>,
    /// A hash of the options' shapes and places relative to the game's own: the same for all
    /// translates of a game by numbers.
    pub(crate) shape: u32,
    options: OnceLock<BothOptions>,
    negative: AtomicU32,
    /// A translate of this game with a smaller handle.
    link: AtomicU32,
}

/// What the store answers when it is asked for a game.
pub(crate) enum StoreAnswer {
    /// The game, old or new.
    Game(Short),
    /// Nothing was added, because this game may be the same.
    Unclear(Short),
}

/// Left's options, then Right's.
#[derive(Debug)]
pub(crate) struct BothOptions {
    all: Box<[Short]>,
    left_count: u32,
}

impl BothOptions {
    pub(crate) fn new(left: &[Short], right: &[Short]) -> BothOptions {
        BothOptions {
            all: [left, right].concat().into_boxed_slice(),
            left_count: left.len() as u32,
        }
    }

    #[inline]
    pub(crate) fn of(&self, who: Player) -> &[Short] {
        let (left, right) = self.all.split_at(self.left_count as usize);
        match who {
            Player::Left => left,
            Player::Right => right,
        }
    }
}

impl GameNode {
    fn new(
        shape: u32,
        bounds: GameBounds,
        simple: Option<(i32, u32)>,
        options: OnceLock<BothOptions>,
        link: u32,
    ) -> GameNode {
        let (negative, link) = (AtomicU32::new(NONE), AtomicU32::new(link));
        GameNode { bounds, simple, shape, options, negative, link }
    }

    /// A game whose options are those of `root`, moved to where the bounds say.
    pub(crate) fn translate(shape: u32, bounds: GameBounds, root: Short) -> GameNode {
        GameNode::new(shape, bounds, None, OnceLock::new(), root.0)
    }

    /// What a comparison needs.
    #[inline]
    pub(crate) fn sight(&self) -> GameSight<'_> {
        (&self.bounds, self.simple)
    }

    #[inline]
    pub(crate) fn is_number(&self) -> bool {
        self.simple == Some((0, 0))
    }

    #[inline]
    pub(crate) fn as_simple(&self) -> Option<Simple> {
        self.simple.map(|(up, nim)| Simple { number: self.stops[0], up, nim })
    }

    #[inline]
    pub(crate) fn negative(&self) -> Option<Short> {
        match self.negative.load(Ordering::Relaxed) {
            NONE => None,
            id => Some(Short(id)),
        }
    }

    pub(crate) fn set_negative(&self, g: Short) {
        self.negative.store(g.0, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn link(&self) -> Option<Short> {
        match self.link.load(Ordering::Acquire) {
            NONE => None,
            id => Some(Short(id)),
        }
    }

    /// Links a game that has no link yet; tells whether it had none.
    pub(crate) fn set_link(&self, root: Short) -> bool {
        let set = self.link.compare_exchange(NONE, root.0, Ordering::AcqRel, Ordering::Relaxed);
        set.is_ok()
    }
}

impl Deref for GameNode {
    type Target = GameBounds;

    #[inline]
    fn deref(&self) -> &GameBounds {
        &self.bounds
    }
}

/// Names of values: the tag of each hash and the handle.
type Shard = Mutex<HashTable<(u32, u32)>>;

/// The canonical forms of short games, shared by all who work with them.
///
/// Handles of one store mean nothing in another. Work happens at a [`Calc`](crate::Calc).
#[derive(Debug)]
pub struct Store {
    buckets: [OnceLock<Box<[OnceLock<GameNode>]>>; BUCKETS],
    len: AtomicU32,
    shards: [Shard; SHARDS],
    pub(crate) numbers: LargeDyadics,
}

impl Default for Store {
    fn default() -> Store {
        let store = Store {
            buckets: [const { OnceLock::new() }; BUCKETS],
            len: AtomicU32::new(0),
            shards: std::array::from_fn(|_| Mutex::default()),
            numbers: LargeDyadics::default(),
        };
        let zero = Simple { number: Fixed::ZERO, up: 0, nim: 0 };
        let first = store.simple(&Budget::unlimited(), zero);
        debug_assert_eq!(first, Ok(Short::ZERO));
        store
    }
}

impl Store {
    /// How many distinct values the store holds.
    pub fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed) as usize
    }

    /// A store always holds 0.
    pub fn is_empty(&self) -> bool {
        false
    }

    fn place(g: Short) -> (usize, usize) {
        let index = g.0 + (1 << FIRST_BITS);
        let bits = index.ilog2();
        ((bits - FIRST_BITS) as usize, (index - (1 << bits)) as usize)
    }

    #[inline]
    pub(crate) fn node(&self, g: Short) -> &GameNode {
        let (bucket, slot) = Store::place(g);
        match self.buckets[bucket].get().and_then(|nodes| nodes.get(slot)).and_then(OnceLock::get) {
            Some(node) => node,
            None => foreign_handle(g),
        }
    }

    /// Adds a node; the caller holds the lock of the shard that will name it.
    fn push(&self, budget: &Budget, node: GameNode) -> Result<Short, Stopped> {
        let id = self.len.fetch_add(1, Ordering::Relaxed);
        if id >= Short::LIMIT {
            self.len.fetch_sub(1, Ordering::Relaxed);
            return Err(Stopped::Limit {
                what: "the number of values in a store",
                limit: u64::from(Short::LIMIT),
            });
        }
        let (bucket, slot) = Store::place(Short(id));
        let size = 1usize << (bucket as u32 + FIRST_BITS);
        if slot == 0 {
            // About as much again for option lists and the table of names.
            budget.charge((size * (size_of::<OnceLock<GameNode>>() + 48)) as u64)?;
        }
        let nodes =
            self.buckets[bucket].get_or_init(|| (0..size).map(|_| OnceLock::new()).collect());
        let fresh = nodes[slot].set(node).is_ok();
        debug_assert!(fresh, "each slot is filled once");
        Ok(Short(id))
    }

    /// The game of this shape and Left stop that `is_same` accepts, or a new one. `is_same`
    /// answers `None` if it cannot tell yet.
    pub(crate) fn find_or_push(
        &self,
        budget: &Budget,
        shape: u32,
        left_stop: Fixed,
        is_same: impl Fn(Short) -> Option<bool>,
        build: impl FnOnce() -> GameNode,
    ) -> Result<StoreAnswer, Stopped> {
        let mut hasher = FxHasher::default();
        (shape, left_stop).hash(&mut hasher);
        let hash = finish(hasher);
        let (shard, tag) = (hash as usize % SHARDS, (hash >> 32) as u32);
        let mut unclear = None;
        let mut table = self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner);
        let hit = table.find(spread(tag), |&(t, id)| {
            if t != tag {
                return false;
            }
            let node = self.node(Short(id));
            if node.shape != shape || node.stops[0] != left_stop {
                return false;
            }
            let answer = is_same(Short(id));
            if answer.is_none() {
                unclear = Some(Short(id));
            }
            answer == Some(true)
        });
        if let Some(&(_, id)) = hit {
            return Ok(StoreAnswer::Game(Short(id)));
        }
        if let Some(g) = unclear {
            return Ok(StoreAnswer::Unclear(g));
        }
        let g = self.push(budget, build())?;
        table.insert_unique(spread(tag), (tag, g.0), |&(t, _)| spread(t));
        Ok(StoreAnswer::Game(g))
    }

    /// The handle of `number + up.↑ + *nim`.
    pub(crate) fn simple(&self, budget: &Budget, value: Simple) -> Result<Short, Stopped> {
        let shape = mix(value.up as u32, u64::from(value.nim)) as u32;
        let is_same = |g: Short| Some(self.node(g).as_simple() == Some(value));
        let build = || {
            let bounds = GameBounds {
                stops: [value.number; 2],
                ups: UpBounds::of_simple(value.up, value.nim),
                reach: [value.number; 2],
                below_left_stop: at_least_zero(-value.up, value.nim),
                above_right_stop: at_least_zero(value.up, value.nim),
            };
            GameNode::new(shape, bounds, Some((value.up, value.nim)), OnceLock::new(), NONE)
        };
        match self.find_or_push(budget, shape, value.number, is_same, build)? {
            StoreAnswer::Game(g) | StoreAnswer::Unclear(g) => Ok(g),
        }
    }

    /// The handle of `{left|right}`: both sides sorted and canonical, the game not simple.
    pub(crate) fn intern(
        &self,
        budget: &Budget,
        left: &[Short],
        right: &[Short],
        bounds: GameBounds,
    ) -> Result<Short, Stopped> {
        let shape = self.shape(left, right, bounds.stops[0]);
        let is_same = |g: Short| {
            let node = self.node(g);
            if node.simple.is_some() {
                return Some(false);
            }
            let options = node.options.get()?;
            Some(options.of(Player::Left) == left && options.of(Player::Right) == right)
        };
        loop {
            let options = || OnceLock::from(BothOptions::new(left, right));
            let build = || GameNode::new(shape, bounds, None, options(), NONE);
            match self.find_or_push(budget, shape, bounds.stops[0], is_same, build)? {
                StoreAnswer::Game(g) => return Ok(g),
                StoreAnswer::Unclear(g) => {
                    self.options(budget, g, Player::Left)?;
                }
            }
        }
    }

    /// See [`GameNode::shape`].
    fn shape(&self, left: &[Short], right: &[Short], left_stop: Fixed) -> u32 {
        let origin = self.numbers.neg(left_stop);
        let side = |options: &[Short]| {
            let each = options.iter().map(|&g| {
                let node = self.node(g);
                let place = self.numbers.add(node.stops[0], origin);
                let mut hasher = FxHasher::default();
                place.hash(&mut hasher);
                mix(node.shape, finish(hasher))
            });
            each.fold(0, u64::wrapping_add)
        };
        mix(left.len() as u32, side(left) ^ side(right).rotate_left(32)) as u32
    }

    /// The options of one player, written down if they are not yet.
    #[inline]
    pub(crate) fn options(
        &self,
        budget: &Budget,
        g: Short,
        who: Player,
    ) -> Result<&[Short], Stopped> {
        let node = self.node(g);
        match (node.options.get(), node.as_simple()) {
            (Some(options), _) => Ok(options.of(who)),
            (None, Some(value)) => {
                let options = self.simple_options(budget, value)?;
                Ok(node.options.get_or_init(|| options).of(who))
            }
            (None, None) => {
                let (root, x) = self.as_translate(g);
                debug_assert_ne!(root, g, "a game without a link has its options");
                let options = self.translated_options(budget, root, x)?;
                Ok(node.options.get_or_init(|| options).of(who))
            }
        }
    }

    /// The canonical options of `x + n.↑ + *m` (Winning Ways ch. 2; Siegel II.3):
    /// `*m` has all smaller nimbers, `↑* = {0,*|0}`, and otherwise
    /// `n.↑ + *m = {0 | (n-1).↑ + *(m xor 1)}` for n > 0.
    fn simple_options(&self, budget: &Budget, value: Simple) -> Result<BothOptions, Stopped> {
        let Simple { number, up, nim } = value;
        let make = |up: i32, nim: u32| self.simple(budget, Simple { number, up, nim });
        let (mut left, mut right) = (Vec::new(), Vec::new());
        if value.is_number() {
            let (below, above) = self.numbers.neighbours(number);
            for (side, neighbour) in [(&mut left, below), (&mut right, above)] {
                if let Some(number) = neighbour {
                    side.push(self.simple(budget, Simple { number, up: 0, nim: 0 })?);
                }
            }
        } else if up == 0 {
            for m in 0..nim {
                if m % 1024 == 1023 {
                    budget.check()?;
                }
                left.push(make(0, m)?);
            }
            right.clone_from(&left);
        } else {
            let (near, far) =
                if up > 0 { (&mut left, &mut right) } else { (&mut right, &mut left) };
            near.push(make(0, 0)?);
            if up.abs() == 1 && nim == 1 {
                near.push(make(0, 1)?);
                far.push(make(0, 0)?);
            } else {
                far.push(make(up - up.signum(), nim ^ 1)?);
            }
        }
        left.sort_unstable_by_key(|g| g.0);
        right.sort_unstable_by_key(|g| g.0);
        Ok(BothOptions::new(&left, &right))
    }

    pub(crate) fn number_of(&self, g: Short) -> Option<Dyadic> {
        let node = self.node(g);
        node.is_number().then(|| self.numbers.dyadic(node.stops[0]))
    }
}

/// Is `up.↑ + *nim >= 0`?
pub(crate) fn at_least_zero(up: i32, nim: u32) -> bool {
    (up == 0 && nim == 0) || up >= 2 || (up == 1 && nim != 1)
}

fn mix(a: u32, b: u64) -> u64 {
    let x = (b ^ u64::from(a).wrapping_mul(0xBF58_476D_1CE4_E5B9)).wrapping_add(0x94D0_49BB);
    let x = (x ^ (x >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^ (x >> 32)
}

fn finish(hasher: FxHasher) -> u64 {
    let hash = hasher.finish();
    (hash ^ (hash >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The hash inside a shard, made from the tag alone so that a growing table need not look at
/// the nodes.
fn spread(tag: u32) -> u64 {
    u64::from(tag).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cold]
#[inline(never)]
fn foreign_handle(g: Short) -> ! {
    panic!("{g:?} was not made by this store")
}
