//! The classification tree: inner nodes are test words, leaves are classes.
//!
//! A word goes to the child of the outcome of itself plus the test. Invariant: the root's test is
//! the empty word, and every leaf was made by a split whose two sides were separated by queries
//! that were answered exactly; so there are at least as many classes as leaves.

use super::letters::Letters;
use super::monoid::Monoid;
use super::oracle::{Hashed, Oracle};
use super::word::Word;

/// The number of a node.
pub(super) type TreeNode = u32;

/// Nowhere.
pub(super) const NONE: u32 = u32::MAX;

struct Branch {
    test: Option<Hashed>,
    /// Where words go that are N and P with the test.
    children: [TreeNode; 2],
    parent: TreeNode,
}

/// A classification tree.
pub(super) struct ClassificationTree(Vec<Branch>);

impl ClassificationTree {
    /// The tree that knows only outcomes: N is leaf 1, P is leaf 2.
    pub(super) fn new(oracle: &Oracle<'_>) -> ClassificationTree {
        let mut tree =
            ClassificationTree(vec![Branch { test: None, children: [NONE; 2], parent: NONE }]);
        tree.split(0, oracle.hashed(Word::default()));
        tree
    }

    /// A shallow tree for a quotient that is known, with representatives as tests, and the leaf
    /// of each class. `None` if two classes cannot be separated.
    pub(super) fn balanced(
        oracle: &Oracle<'_>,
        letters: &Letters,
        monoid: &Monoid,
        representatives: &[Word],
    ) -> Option<(ClassificationTree, Vec<TreeNode>)> {
        let order = monoid.order();
        let mut tree = ClassificationTree::new(oracle);
        let mut leaf_of = vec![NONE; order];
        let weights: Vec<u64> = representatives.iter().map(|r| letters.weight_of(r)).collect();
        let (p, n): (Vec<u16>, Vec<u16>) = (0..order as u16).partition(|&x| monoid.is_p(x));
        let mut waiting = vec![(1, n), (2, p)];
        while let Some((node, classes)) = waiting.pop() {
            if let [class] = classes[..] {
                leaf_of[usize::from(class)] = node;
            }
            if classes.len() <= 1 {
                continue;
            }
            let size = classes.len() as u64;
            let score = |z: u16| {
                let row = monoid.row(z);
                let p = classes.iter().filter(|&&x| monoid.is_p(row[usize::from(x)])).count();
                let p = p as u64;
                p.min(size - p) * 100_000_000 / (size * (100 + weights[usize::from(z)]))
            };
            let scored = (0..order as u16).map(|z| (score(z), std::cmp::Reverse(z)));
            let (best, std::cmp::Reverse(test)) = scored.max()?;
            if best == 0 {
                return None;
            }
            tree.split(node, oracle.hashed(representatives[usize::from(test)].clone()));
            let row = monoid.row(test);
            let (p, n) = classes.iter().partition(|&&x| monoid.is_p(row[usize::from(x)]));
            let [left, right] = tree.0[node as usize].children;
            waiting.push((left, n));
            waiting.push((right, p));
        }
        Some((tree, leaf_of))
    }

    /// The test of an inner node.
    pub(super) fn test(&self, node: TreeNode) -> Option<&Hashed> {
        self.0[node as usize].test.as_ref()
    }

    pub(super) fn child(&self, node: TreeNode, p: bool) -> TreeNode {
        self.0[node as usize].children[usize::from(p)]
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// How many leaves there are.
    pub(super) fn leaves(&self) -> usize {
        self.0.len().div_ceil(2)
    }

    /// Makes a leaf an inner node.
    pub(super) fn split(&mut self, leaf: TreeNode, test: Hashed) {
        let next = self.0.len() as TreeNode;
        for _ in 0..2 {
            self.0.push(Branch { test: None, children: [NONE; 2], parent: leaf });
        }
        let branch = &mut self.0[leaf as usize];
        (branch.test, branch.children) = (Some(test), [next, next + 1]);
    }

    /// Do words at this node that is not the root have outcome P?
    pub(super) fn is_p(&self, mut node: TreeNode) -> bool {
        while self.0[node as usize].parent != 0 {
            node = self.0[node as usize].parent;
        }
        node == self.0[0].children[1]
    }

    /// The test that separates two leaves.
    pub(super) fn separating(&self, a: TreeNode, b: TreeNode) -> Option<&Hashed> {
        let path = |mut node: TreeNode| {
            let mut path = vec![node];
            while self.0[node as usize].parent != NONE {
                node = self.0[node as usize].parent;
                path.push(node);
            }
            path
        };
        let (a, b) = (path(a), path(b));
        let shared = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).last()?;
        self.test(*shared.0)
    }
}
