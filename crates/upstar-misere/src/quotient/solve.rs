//! Heap by heap: the cheap step where the quotient stays, the learner where it grows.

use super::border::Words;
use super::contexts::Contexts;
use super::halt::Halt;
use super::learner::Learner;
use super::letters::Letters;
use super::monoid::{MOST_ELEMENTS, Monoid};
use super::oracle::{Model, Oracle};
use super::periodicity::{Reach, period};
use super::tree::ClassificationTree;
use super::word::{Letter, ONE, Word};
use super::{End, Growth, Quotient};
use crate::heaps::{HeapGame, Parts};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};
use upstar_base::Budget;
use upstar_rules::heap::code::HeapCode;

/// The nim-heaps `*1` and `*2`, and then the heaps of a game, two tokens further.
pub(super) struct WithNimHeaps(pub(super) HeapCode);

/// How many nim-heaps come first.
pub(super) const NIM_HEAPS: u32 = 2;

impl HeapGame for WithNimHeaps {
    fn each_option(&self, size: u32, visit: &mut dyn FnMut(&[u32])) {
        match size {
            0 => {}
            1 => visit(&[]),
            2 => {
                visit(&[]);
                visit(&[1]);
            }
            _ => {
                let mut moved = Vec::new();
                self.0.each_option(size - NIM_HEAPS, &mut |option| {
                    moved.clear();
                    moved.extend(option.iter().map(|heap| heap + NIM_HEAPS));
                    visit(&moved);
                });
            }
        }
    }

    fn most_options(&self, size: u32) -> u64 {
        match size {
            0..=2 => u64::from(size),
            _ => self.0.most_options(size - NIM_HEAPS),
        }
    }
}

/// What the periodicity theorem must know of a code; `None` if it says nothing.
pub(super) fn reach(code: &HeapCode) -> Option<Reach> {
    let tokens = code.reach().filter(|_| code.bits().is_some());
    let heaps = code.most_heaps().map(|heaps| heaps.max(1) as u64);
    tokens.zip(heaps).map(|(tokens, heaps)| Reach { tokens, heaps })
}

/// A quotient that grows heap by heap.
pub struct Solver {
    game: Arc<dyn HeapGame>,
    reach: Option<Reach>,
    /// Heap n of the code is number n + `first`.
    first: u32,
    parts: Parts,
    letters: Letters,
    words: Words,
    model: Model,
    representatives: Vec<Word>,
    contexts: Contexts,
    /// The letter that a heap introduces, kept for when learning it was stopped.
    newest: Option<(u32, Letter)>,
    /// Larger quotients are given up.
    most: usize,
    /// Φ of heaps 0, 1, ...
    classes: Vec<u16>,
    /// Classes of heaps by the contexts in which they have a winning move.
    seen: FxHashMap<Vec<u64>, u16>,
    orders: Vec<u32>,
    nodes: u64,
    growth: Option<Growth>,
    end: Option<End>,
    /// The bytes of the table and of `seen` that the budget knows of.
    charged: u64,
}

/// Nobody waits for so many heaps.
const MANY: u32 = 100_000;

impl Solver {
    /// The quotient of a heap game, so far of no heap.
    pub fn new(code: &HeapCode) -> Solver {
        Solver { reach: reach(code), ..Solver::of(Arc::new(code.clone())) }
    }

    /// The quotient of `*1`, `*2` and the heaps of a game, which stand two places further.
    pub(super) fn with_nim_heaps(code: &HeapCode) -> Solver {
        let game = Arc::new(WithNimHeaps(code.clone()));
        Solver { reach: reach(code), first: NIM_HEAPS, ..Solver::of(game) }
    }

    /// The quotient of any game with heaps; it is never known to be complete.
    pub fn of(game: Arc<dyn HeapGame>) -> Solver {
        let monoid = Arc::new(Monoid::trivial());
        let mut words = Words::new();
        words.replace(|_| 0);
        Solver {
            parts: Parts::over(Arc::clone(&game)),
            game,
            reach: None,
            first: 0,
            letters: Letters::new(),
            words,
            contexts: Contexts::new(Arc::clone(&monoid)),
            model: Model { monoid, letters: vec![0; 3] },
            representatives: vec![Word::default()],
            newest: None,
            most: MOST_ELEMENTS,
            classes: vec![0],
            seen: FxHashMap::default(),
            orders: Vec::new(),
            nodes: 0,
            growth: None,
            end: None,
            charged: 0,
        }
    }

    /// Gives up a quotient with more elements.
    pub fn with_at_most(self, elements: usize) -> Solver {
        Solver { most: elements.min(MOST_ELEMENTS), ..self }
    }

    /// Goes on until the heaps up to `to` tokens are known, or the quotient is complete, or the
    /// budget ends.
    pub fn run(&mut self, to: u32, budget: &Budget) -> Quotient {
        // A solution comes long before the largest heap that can be asked for.
        let of = (to < MANY).then_some(u64::from(to));
        budget.begin("heaps of the quotient", of);
        budget.advance(self.classes.len() as u64 - 1);
        while !matches!(self.end, Some(End::Complete { .. } | End::Stuck(_))) {
            let next = self.classes.len() as u32;
            if next > to {
                self.end = Some(End::Heaps);
                break;
            }
            if let Err(halt) = self.heap(next, budget) {
                self.end = Some(halt.into());
                break;
            }
            budget.advance(1);
            let heaps = self.classes.get(self.first as usize..).unwrap_or_default();
            let found = self.reach.and_then(|reach| period(reach, heaps));
            if let Some((preperiod, period)) = found {
                let preperiod = preperiod + u64::from(self.first);
                self.end = Some(End::Complete { preperiod, period });
            }
        }
        self.words.release(budget);
        self.contexts.release(budget);
        budget.refund(std::mem::take(&mut self.charged));
        self.quotient()
    }

    fn quotient(&self) -> Quotient {
        Quotient {
            monoid: Arc::clone(&self.model.monoid),
            classes: self.classes.clone(),
            orders: self.orders.clone(),
            nodes: self.nodes,
            growth: self.growth,
            end: self.end.clone().unwrap_or(End::Heaps),
            standing: OnceLock::new(),
        }
    }

    fn heap(&mut self, size: u32, budget: &Budget) -> Result<(), Halt> {
        budget.check()?;
        let options = self.option_classes(size, budget)?;
        let class = if options.is_empty() { Some(0) } else { self.cheap(&options, size, budget)? };
        match class {
            Some(class) => self.classes.push(class),
            None => self.grow(size, budget)?,
        }
        self.orders.push(self.model.monoid.order() as u32);
        Ok(())
    }

    fn option_classes(&self, size: u32, budget: &Budget) -> Result<Vec<u16>, Halt> {
        let most = self.game.most_options(size).saturating_mul(2);
        let room = budget.charge(most);
        budget.refund(most);
        room?;
        let monoid = &self.model.monoid;
        let mut present = vec![false; monoid.order()];
        self.game.each_option(size, &mut |heaps| {
            let class = heaps
                .iter()
                .fold(0, |class, &heap| monoid.times(class, self.classes[heap as usize]));
            present[usize::from(class)] = true;
        });
        Ok((0..monoid.order() as u16).filter(|&x| present[usize::from(x)]).collect())
    }

    fn cheap(&mut self, options: &[u16], size: u32, budget: &Budget) -> Result<Option<u16>, Halt> {
        if self.model.monoid.order() == 1 {
            return Ok(None);
        }
        let winning = self.contexts.winning_contexts(options);
        if let Some(&class) = self.seen.get(&winning) {
            return Ok(Some(class));
        }
        let class = self.contexts.class_of_options(options, size, budget)?;
        if let Some(class) = class {
            let bytes = (2 * size_of::<(Vec<u64>, u16)>() + 8 * winning.len()) as u64;
            budget.charge(bytes)?;
            self.charged += bytes;
            self.seen.insert(winning, class);
        }
        Ok(class)
    }

    fn grow(&mut self, size: u32, budget: &Budget) -> Result<(), Halt> {
        let newest = match self.newest {
            Some((heap, letter)) if heap == size => Some(letter),
            _ => self.letters.extend(&mut self.parts, size, budget)?,
        };
        let newest = newest.ok_or(Halt::Stuck("the quotient grows without a new part"))?;
        self.newest = Some((size, newest));
        // Letters that came with heaps for which the quotient did not grow.
        self.model.letters.resize(self.letters.end(), 0);
        for letter in self.letters.live().filter(|&letter| letter != newest) {
            let (heap, with_one) = self.letters.introduced(letter);
            let class = self.classes[heap as usize];
            let Model { monoid, letters } = &mut self.model;
            let one = if with_one { letters[usize::from(ONE)] } else { 0 };
            letters[usize::from(letter)] = monoid.times(class, one);
        }
        let oracle = Oracle::new(&self.letters, newest, self.model.clone(), budget);
        let monoid = &self.model.monoid;
        let balanced =
            ClassificationTree::balanced(&oracle, &self.letters, monoid, &self.representatives);
        let (tree, leaves) = balanced.ok_or(Halt::Stuck("two classes cannot be separated"))?;
        let model = &self.model;
        self.words.replace(|word| {
            if word.letters().contains(&newest) {
                0
            } else {
                leaves[usize::from(model.class(word))]
            }
        });
        let mut learner =
            Learner::new(&self.letters, oracle, tree, &mut self.words, self.most, budget);
        let learned = learner.learn();
        self.nodes += learner.oracle.nodes;
        let leaves = learner.tree.leaves() as u32;
        learner.oracle.refund();
        let table = learner.table;
        self.growth = Some(Growth { heap: size, at_least: leaves });
        let learned = match learned {
            Ok(learned) => learned,
            Err(halt) => {
                budget.refund(table);
                return Err(halt);
            }
        };
        self.growth = None;
        // The new table instead of the old one and of what was seen with it.
        budget.refund(std::mem::replace(&mut self.charged, table));
        self.contexts.release(budget);
        self.model = learned.model;
        self.representatives = learned.representatives;
        self.contexts = learned.contexts;
        self.seen.clear();
        self.classes = (0..=size).map(|n| self.model.class(self.letters.heap(n))).collect();
        Ok(())
    }
}
