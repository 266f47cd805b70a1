//! What the tests of all rulesets share: positions to try, and plain game trees.
//!
//! A tree here is a game as written, options by options, nothing simplified; two positions with
//! the same tree have the same play under any ending of the game.

#![allow(clippy::unwrap_used, dead_code)]

use std::collections::{BTreeSet, HashMap};
use upstar_base::Player;
use upstar_rules::{MoveKind, Rules};
use upstar_testing::Random;

/// The examples of a game with some symbols changed, and positions reached from them by play.
pub fn positions<R: Rules>(
    rules: &R,
    examples: &[&str],
    rounds: usize,
    seed: u64,
) -> Vec<R::Position> {
    let mut dice = Random::new(seed);
    let symbols: BTreeSet<char> = examples.iter().flat_map(|text| text.chars()).collect();
    let separators = ['|', '+', ','];
    let symbols: Vec<char> = symbols.into_iter().filter(|c| !separators.contains(c)).collect();
    let mut found = Vec::new();
    for round in 0..rounds {
        let example = examples[dice.below(examples.len())];
        let changes = if round < examples.len() { 0 } else { dice.below(6) };
        let mut text: Vec<char> = example.chars().collect();
        for _ in 0..changes {
            let at = dice.below(text.len());
            if !separators.contains(&text[at]) {
                text[at] = symbols[dice.below(symbols.len())];
            }
        }
        let text: String = text.into_iter().collect();
        let Ok(mut position) = rules.parse(&text) else { continue };
        for _ in 0..12 {
            found.push(position.clone());
            let mut options = Vec::new();
            let who = Player::BOTH[dice.below(2)];
            rules.options(&position, who, &mut options);
            if options.is_empty() {
                break;
            }
            let option = options[dice.below(options.len())].clone();
            // What a move leaves that wins or loses everything at once is no position to play.
            let kind = rules.move_kind(&position, who, &option);
            if matches!(kind, MoveKind::Overriding | MoveKind::Suiciding) {
                break;
            }
            position = option;
        }
    }
    found
}

/// A tree, by its number.
pub type Tree = u32;

/// Trees met so far; equal ones have equal numbers.
#[derive(Default)]
pub struct Forest {
    trees: Vec<[BTreeSet<Tree>; 2]>,
    numbers: HashMap<[BTreeSet<Tree>; 2], Tree>,
    negatives: HashMap<Tree, Tree>,
    sums: HashMap<(Tree, Tree), Tree>,
    order: HashMap<(Tree, Tree), bool>,
}

impl Forest {
    pub fn make(&mut self, options: [BTreeSet<Tree>; 2]) -> Tree {
        if let Some(&number) = self.numbers.get(&options) {
            return number;
        }
        let number = self.trees.len() as Tree;
        self.trees.push(options.clone());
        self.numbers.insert(options, number);
        number
    }

    pub fn options(&self, tree: Tree, who: Player) -> BTreeSet<Tree> {
        self.trees[tree as usize][who as usize].clone()
    }

    pub fn zero(&mut self) -> Tree {
        self.make(Default::default())
    }

    pub fn integer(&mut self, n: i64) -> Tree {
        let mut tree = self.zero();
        for _ in 0..n.unsigned_abs() {
            let mut options = [BTreeSet::new(), BTreeSet::new()];
            options[usize::from(n < 0)].insert(tree);
            tree = self.make(options);
        }
        tree
    }

    pub fn negative(&mut self, tree: Tree) -> Tree {
        if let Some(&negative) = self.negatives.get(&tree) {
            return negative;
        }
        let mut sides = Player::BOTH.map(|who| self.options(tree, !who));
        for side in &mut sides {
            *side = side.iter().map(|&option| self.negative(option)).collect();
        }
        let negative = self.make(sides);
        self.negatives.insert(tree, negative);
        negative
    }

    pub fn sum(&mut self, a: Tree, b: Tree) -> Tree {
        let key = (a.min(b), a.max(b));
        if let Some(&sum) = self.sums.get(&key) {
            return sum;
        }
        let sides = Player::BOTH.map(|who| {
            let in_a: Vec<Tree> =
                self.options(a, who).into_iter().map(|option| self.sum(option, b)).collect();
            let in_b = self.options(b, who).into_iter().map(|option| self.sum(a, option));
            in_b.collect::<Vec<_>>().into_iter().chain(in_a).collect()
        });
        let sum = self.make(sides);
        self.sums.insert(key, sum);
        sum
    }

    /// `a <= b` by the definition.
    pub fn le(&mut self, a: Tree, b: Tree) -> bool {
        if let Some(&known) = self.order.get(&(a, b)) {
            return known;
        }
        let left = self.options(a, Player::Left);
        let right = self.options(b, Player::Right);
        let answer = !left.into_iter().any(|option| self.le(b, option))
            && !right.into_iter().any(|option| self.le(option, a));
        self.order.insert((a, b), answer);
        answer
    }
}

/// The trees of positions of one game, as long as they are not too large.
pub struct Grower<'a, R: Rules> {
    rules: &'a R,
    known: HashMap<R::Position, Tree>,
}

impl<'a, R: Rules> Grower<'a, R> {
    pub fn new(rules: &'a R) -> Self {
        Grower { rules, known: HashMap::new() }
    }

    /// The tree of a position, if it takes less than `budget` new positions.
    pub fn tree(
        &mut self,
        forest: &mut Forest,
        position: &R::Position,
        budget: &mut usize,
    ) -> Option<Tree> {
        if let Some(&tree) = self.known.get(position) {
            return Some(tree);
        }
        *budget = budget.checked_sub(1)?;
        let mut sides = [BTreeSet::new(), BTreeSet::new()];
        for who in Player::BOTH {
            let mut options = Vec::new();
            self.rules.options(position, who, &mut options);
            for option in &options {
                sides[who as usize].insert(self.tree(forest, option, budget)?);
            }
        }
        if self.rules.nature().impartial {
            assert_eq!(sides[0], sides[1], "impartial: {}", self.rules.show(position));
        }
        if self.rules.nature().all_small {
            let can = sides.each_ref().map(|side| !side.is_empty());
            assert_eq!(can[0], can[1], "all-small: {}", self.rules.show(position));
        }
        let tree = forest.make(sides);
        self.known.insert(position.clone(), tree);
        Some(tree)
    }
}
