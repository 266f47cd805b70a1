//! Learning the quotient that a new part makes: conjectures from a classification tree,
//! refuted by counterexamples until one is proved.
//!
//! A round builds the border ([`super::border`]); if its steps commute they define a commutative
//! monoid, and the P- and N-conditions of [`super::contexts`] are tried on it. Each failure is a
//! word on which the hypothesis and the truth differ, so somewhere in the chain of rules that
//! rewrite it the outcome flips; that rule is wrong, and its context is a new test.
//!
//! Queries have a limited number of nodes. Beyond it a conjecture may use the guide's prediction,
//! while splits of the tree use exact answers only. This is sound: the result is accepted only
//! when both conditions hold, and leaves are always separated exactly.

use super::border::{Border, Id, Words};
use super::contexts::Contexts;
use super::halt::Halt;
use super::letters::Letters;
use super::monoid::Monoid;
use super::oracle::{Hashed, Model, Oracle};
use super::tree::{ClassificationTree, TreeNode};
use super::word::{Letter, Word};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use upstar_base::Budget;

/// A quotient that was proved.
pub(super) struct Learned {
    pub(super) model: Model,
    pub(super) representatives: Vec<Word>,
    pub(super) contexts: Contexts,
}

/// Nodes that a query of a conjecture may take at first.
const FAST: u64 = 20_000;
/// After so many nodes one explanation is enough for a round.
const EXPLAINING: u64 = 1_000_000;
/// Nodes that the treatment of one counterexample may take at first.
const PATIENCE: u64 = 3_000;
/// Nobody waits for longer searches.
const MOST_NODES: u64 = 1_000_000_000;
/// Failures of the N-condition that are looked at in one round.
const FAILURES: usize = 48;

pub(super) struct Learner<'a> {
    pub(super) letters: &'a Letters,
    pub(super) oracle: Oracle<'a>,
    pub(super) tree: ClassificationTree,
    pub(super) words: &'a mut Words,
    pub(super) budget: &'a Budget,
    /// Larger quotients are given up.
    most: usize,
    /// The bytes of the multiplication table of the last hypothesis.
    pub(super) table: u64,
    fast: u64,
    guesses: u64,
    split: FxHashSet<Id>,
}

impl<'a> Learner<'a> {
    /// Learns until a conjecture is proved.
    pub(super) fn learn(&mut self) -> Result<Learned, Halt> {
        loop {
            self.budget.check()?;
            let border = self.conjecture()?;
            let Some(steps) = self.commuting(&border)? else { continue };
            let (model, representatives) = self.hypothesis(&border, &steps)?;
            self.oracle.follow(model.clone());
            match self.prove(&border, &model)? {
                Ok(contexts) => return Ok(Learned { model, representatives, contexts }),
                Err(failures) => self.refute(&border, &model, &representatives, failures)?,
            }
        }
    }

    pub(super) fn new(
        letters: &'a Letters,
        oracle: Oracle<'a>,
        tree: ClassificationTree,
        words: &'a mut Words,
        most: usize,
        budget: &'a Budget,
    ) -> Learner<'a> {
        let (fast, guesses, split) = (FAST, 0, FxHashSet::default());
        Learner { letters, oracle, tree, words, budget, most, fast, guesses, split, table: 0 }
    }

    fn conjecture(&mut self) -> Result<Border, Halt> {
        let Learner { letters, oracle, tree, words, fast, guesses, budget, most, .. } = self;
        let sift = |words: &mut Words, id: Id| -> Result<TreeNode, Halt> {
            words.settle(budget)?;
            let word = oracle.hashed(words.word(id).clone());
            let mut node = words.place(id);
            let mut certain = true;
            while let Some(test) = tree.test(node) {
                let (p, exact) = oracle.ask_within(&word, test, *fast)?;
                certain &= exact;
                *guesses += u64::from(!exact);
                node = tree.child(node, p);
                if certain {
                    words.put(id, node);
                }
            }
            Ok(node)
        };
        Border::build(words, letters, tree.len(), *most, sift)?
            .ok_or(Halt::Stuck("the quotient has too many elements"))
    }

    /// The table of steps if they commute; otherwise splits leaves.
    fn commuting(&mut self, border: &Border) -> Result<Option<Vec<u16>>, Halt> {
        let generators = &border.generators;
        let maps = generators.len();
        let mut steps = Vec::with_capacity(border.ideal.len() * maps);
        for from in 0..border.ideal.len() as u32 {
            for &letter in generators {
                let to = border.step(self.words, from, letter);
                steps.push(to.ok_or(Halt::Stuck("a step is missing"))? as u16);
            }
        }
        let at = |from: u16, g: usize| steps[usize::from(from) * maps + g];
        let mut patience = PATIENCE;
        loop {
            self.split.clear();
            let (mut added, mut tried, mut skipped) = (0, 0, 0);
            let mut pairs = FxHashSet::default();
            'all: for from in 0..border.ideal.len() as u16 {
                for a in 0..maps {
                    for b in 0..a {
                        let (x, y) = (at(at(from, a), b), at(at(from, b), a));
                        if x == y || !pairs.insert((x, y)) {
                            continue;
                        }
                        tried += 1;
                        let pair = [(generators[a], x), (generators[b], y)];
                        match self.limited(patience, |me| me.commute(border, from, pair)) {
                            Ok(progress) => added += u32::from(progress),
                            Err(Halt::Nodes) => skipped += 1,
                            Err(halt) => return Err(halt),
                        }
                        if added >= 64 || tried >= 400 {
                            break 'all;
                        }
                    }
                }
            }
            if tried == 0 {
                return Ok(Some(steps));
            }
            if added > 0 {
                return Ok(None);
            }
            self.budget.check()?;
            if skipped > 0 && patience < MOST_NODES {
                patience *= 8;
                self.fast = self.fast.max(patience);
                if self.guesses > 0 && patience > 200_000 {
                    self.fast *= 8;
                    return Ok(None);
                }
                continue;
            }
            if self.guesses > 0 && self.fast < MOST_NODES {
                self.fast *= 8;
                return Ok(None);
            }
            return Err(Halt::Stuck("steps do not commute and nothing tells why"));
        }
    }

    /// Two ways from a representative over two letters end in different classes: splits a leaf.
    fn commute(
        &mut self,
        border: &Border,
        from: u16,
        [(a, x), (b, y)]: [(Letter, u16); 2],
    ) -> Result<bool, Halt> {
        let leaf = |x: u16| border.leaves[usize::from(x)];
        let separating = self.tree.separating(leaf(x), leaf(y));
        let test = separating.ok_or(Halt::Stuck("two classes share a leaf"))?.clone();
        let start = self.words.word(border.ideal[usize::from(from)]).clone();
        let word = start.plus(&Word::letter(a)).plus(&Word::letter(b));
        let word = self.oracle.hashed(word);
        let truth = self.oracle.ask(&word, &test)?;
        let end = self.words.word(border.ideal[usize::from(x)]).clone();
        let end = self.oracle.hashed(end);
        // x is reached by a first; if it has the right outcome the other way went wrong.
        let wrong = if self.oracle.ask(&end, &test)? == truth { [b, a] } else { [a, b] };
        let mut chain = Vec::new();
        let mut at = u32::from(from);
        for (i, &letter) in wrong.iter().enumerate() {
            let context = match wrong.get(i + 1) {
                Some(&next) => test.word.plus(&Word::letter(next)),
                None => test.word.clone(),
            };
            at = self.advance(border, at, letter, &context, &mut chain)?;
        }
        self.flip(border, &chain, truth, None)
    }

    /// Goes from a representative over a generator, and appends the rules that are used.
    fn advance(
        &self,
        border: &Border,
        from: u32,
        letter: Letter,
        context: &Word,
        chain: &mut Vec<(Id, Word)>,
    ) -> Result<u32, Halt> {
        let next = self.words.multiple(border.ideal[from as usize], letter);
        let next = next.ok_or(Halt::Stuck("a step is missing"))?;
        border.chain(self.words, next, context, chain);
        Ok(border.normal[next as usize])
    }

    fn limited<T>(
        &mut self,
        nodes: u64,
        work: impl FnOnce(&mut Self) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        self.oracle.limit = self.oracle.nodes.saturating_add(nodes);
        let answer = work(self);
        self.oracle.limit = u64::MAX;
        answer
    }

    fn representative(&self, border: &Border, word: Id) -> Hashed {
        let normal = border.ideal[border.normal[word as usize] as usize];
        self.oracle.hashed(self.words.word(normal).clone())
    }

    /// The chain starts at a word with outcome `truth` and ends at one that differs: finds a rule
    /// that changes the outcome, and splits the leaf.
    fn flip(
        &mut self,
        border: &Border,
        chain: &[(Id, Word)],
        truth: bool,
        hypothesis: Option<(&Model, &[Word])>,
    ) -> Result<bool, Halt> {
        let Some((last, context)) = chain.last() else {
            return Err(if self.guesses > 0 {
                Halt::Nodes
            } else {
                Halt::Stuck("no rule to blame")
            });
        };
        if self.guesses > 0 {
            let (end, context) = (self.representative(border, *last), context.clone());
            let context = self.oracle.hashed(context);
            if self.oracle.ask(&end, &context)? == truth {
                return Ok(false);
            }
        }
        let (mut low, mut high) = (0, chain.len());
        while high - low > 1 {
            let middle = (low + high) / 2;
            let (word, context) = &chain[middle - 1];
            let word = self.representative(border, *word);
            let context = self.oracle.hashed(context.clone());
            if self.oracle.ask(&word, &context)? == truth { low = middle } else { high = middle }
        }
        let (corner, context) = &chain[high - 1];
        self.separate(border, *corner, context.clone(), hypothesis)
    }

    /// Splits the leaf of a corner and its representative, which differ in this context.
    fn separate(
        &mut self,
        border: &Border,
        corner: Id,
        context: Word,
        hypothesis: Option<(&Model, &[Word])>,
    ) -> Result<bool, Halt> {
        if self.split.contains(&corner) {
            return Ok(false);
        }
        let word = self.oracle.hashed(self.words.word(corner).clone());
        let normal = self.representative(border, corner);
        let mut context = self.oracle.hashed(context);
        // Shorten the context.
        'shorter: loop {
            let places: Vec<usize> = context.word.places().map(|(i, _)| i).collect();
            for i in places {
                let less = self.oracle.hashed(context.word.without(i));
                if self.oracle.ask(&word, &less)? != self.oracle.ask(&normal, &less)? {
                    context = less;
                    continue 'shorter;
                }
            }
            break;
        }
        if let Some((model, representatives)) = hypothesis {
            let other = representatives[usize::from(model.class(&context.word))].clone();
            if self.letters.weight_of(&other) < self.letters.weight_of(&context.word) {
                let other = self.oracle.hashed(other);
                if self.oracle.ask(&word, &other)? != self.oracle.ask(&normal, &other)? {
                    context = other;
                }
            }
        }
        let mut node = 0;
        while let Some(test) = self.tree.test(node) {
            let p = self.oracle.ask(&word, test)?;
            if p != self.oracle.ask(&normal, test)? {
                // They share a leaf only by a guess; the exact answer is known from now on.
                self.split.insert(corner);
                return Ok(self.guesses > 0);
            }
            node = self.tree.child(node, p);
        }
        self.tree.split(node, context);
        self.split.insert(corner);
        Ok(true)
    }

    /// The monoid of commuting steps.
    fn hypothesis(&mut self, border: &Border, steps: &[u16]) -> Result<(Model, Vec<Word>), Halt> {
        let order = border.ideal.len();
        // The hypothesis before this one is still in use.
        let bytes = 2 * (order as u64).pow(2);
        self.budget.charge(bytes)?;
        self.budget.refund(std::mem::replace(&mut self.table, bytes));
        let mut parents = vec![(0, 0)];
        for &id in &border.ideal[1..] {
            let letter = self.words.word(id).letters()[0];
            let missing = Halt::Stuck("a representative is no multiple");
            let Some(before) = self.words.divisor(id, letter) else { return Err(missing) };
            let Ok(g) = border.generators.binary_search(&letter) else { return Err(missing) };
            parents.push((border.normal[before as usize] as u16, g as u16));
        }
        let p = border.leaves.iter().map(|&leaf| self.tree.is_p(leaf)).collect();
        let monoid = Monoid::from_actions(steps, border.generators.len(), &parents, p);
        let mut letters = vec![0; self.letters.end()];
        for letter in self.letters.live() {
            let word = self.words.multiple(0, letter).ok_or(Halt::Stuck("a letter is missing"))?;
            letters[usize::from(letter)] = border.normal[word as usize] as u16;
        }
        let words = border.ideal.iter().map(|&id| self.words.word(id).clone()).collect();
        Ok((Model { monoid: Arc::new(monoid), letters }, words))
    }

    /// The closed context sets, or words that show where the hypothesis is wrong.
    #[allow(clippy::type_complexity)]
    fn prove(
        &mut self,
        border: &Border,
        model: &Model,
    ) -> Result<Result<Contexts, Vec<Vec<Letter>>>, Halt> {
        let mut contexts = Contexts::new(Arc::clone(&model.monoid));
        let mut failures: Vec<Vec<Letter>> = Vec::new();
        let mut generators = Vec::new();
        for letter in self.letters.live() {
            let options = model.option_classes(self.letters, letter);
            let class = model.letters[usize::from(letter)];
            let winning = contexts.winning_contexts(&options);
            for y in contexts.contradictions(class, &winning) {
                if failures.len() < 200 {
                    let mut word = self.words.word(border.ideal[usize::from(y)]).letters().to_vec();
                    word.push(letter);
                    failures.push(word);
                }
            }
            generators.push((letter, class, contexts.without_move(class, &winning)));
        }
        if !failures.is_empty() {
            return Ok(Err(failures));
        }
        for (letter, class, set) in generators {
            if set[0] & 1 != 0 {
                failures.push(vec![letter]);
            } else if !contexts.is_covered(class, &set) {
                contexts.add(class, set, u32::from(letter));
            }
        }
        if failures.is_empty() {
            let found = contexts.close(0, 0, FAILURES, self.budget);
            if found.is_err() {
                contexts.release(self.budget);
            }
            let found = found?;
            let letters = |failure| contexts.names(failure).iter().map(|&l| l as Letter).collect();
            failures = found.into_iter().map(letters).collect();
        }
        if failures.is_empty() {
            return Ok(Ok(contexts));
        }
        contexts.release(self.budget);
        Ok(Err(failures))
    }

    /// Splits leaves so that the hypothesis changes.
    fn refute(
        &mut self,
        border: &Border,
        model: &Model,
        representatives: &[Word],
        mut failures: Vec<Vec<Letter>>,
    ) -> Result<(), Halt> {
        self.split.clear();
        let weight = |word: &Vec<Letter>| -> u64 {
            word.iter().map(|&letter| u64::from(self.letters.weight(letter))).sum()
        };
        failures.iter_mut().for_each(|word| word.sort_unstable());
        failures.sort_by_key(weight);
        let start = self.oracle.nodes;
        let mut patience = PATIENCE;
        loop {
            let (mut added, mut found, mut skipped) = (0, 0, 0);
            for failure in &failures {
                let hypothesis = (model, representatives);
                match self.limited(patience, |me| me.explain(border, hypothesis, failure)) {
                    Ok(None) => {}
                    Ok(Some(progress)) => {
                        found += 1;
                        added += u32::from(progress);
                    }
                    Err(Halt::Nodes) => skipped += 1,
                    Err(halt) => return Err(halt),
                }
                if added >= 24 || (added > 0 && self.oracle.nodes - start > EXPLAINING) {
                    break;
                }
            }
            if added > 0 {
                return Ok(());
            }
            self.budget.check()?;
            if (skipped > 0 || self.guesses > 0) && patience < MOST_NODES {
                patience *= 8;
                self.fast = self.fast.max(patience);
                if skipped > 0 {
                    continue;
                }
                if found == 0 && self.guesses > 0 {
                    // Exact answers are asked for the guesses in the next round.
                    self.guesses = 0;
                    return Ok(());
                }
            }
            return Err(Halt::Stuck("a failure that nothing explains"));
        }
    }

    /// Looks for a word in a failure whose outcome is predicted wrong and splits a leaf for it;
    /// `None` if all predictions are right.
    fn explain(
        &mut self,
        border: &Border,
        (model, representatives): (&Model, &[Word]),
        failure: &[Letter],
    ) -> Result<Option<bool>, Halt> {
        let mut candidates = vec![failure.to_vec()];
        for (i, &letter) in failure.iter().enumerate() {
            if i > 0 && failure[i - 1] == letter {
                continue;
            }
            for option in self.letters.options(letter) {
                let mut next = failure.to_vec();
                next.remove(i);
                next.extend_from_slice(option.letters());
                next.sort_unstable();
                candidates.push(next);
            }
        }
        let zero = self.oracle.hashed(Word::default());
        for letters in candidates {
            let predicted = model.class_of(&letters);
            let word = self.oracle.hashed(letters.iter().copied().collect());
            let truth = self.oracle.ask(&word, &zero)?;
            if truth == model.monoid.is_p(predicted) {
                continue;
            }
            let mut chain = Vec::new();
            let mut at = 0;
            for (i, &letter) in letters.iter().enumerate() {
                let rest: Word = letters[i + 1..].iter().copied().collect();
                at = self.take(border, at, letter, &rest, &mut chain)?;
            }
            let hypothesis = Some((model, representatives));
            return self.flip(border, &chain, truth, hypothesis).map(Some);
        }
        Ok(None)
    }

    /// Goes from a representative over any letter: a letter that is no generator is first
    /// rewritten to its representative.
    fn take(
        &self,
        border: &Border,
        from: u32,
        letter: Letter,
        rest: &Word,
        chain: &mut Vec<(Id, Word)>,
    ) -> Result<u32, Halt> {
        if border.generators.binary_search(&letter).is_ok() {
            return self.advance(border, from, letter, rest, chain);
        }
        let word = self.words.multiple(0, letter).ok_or(Halt::Stuck("a letter is missing"))?;
        let here = self.words.word(border.ideal[from as usize]);
        border.chain(self.words, word, &here.plus(rest), chain);
        let normal = border.ideal[border.normal[word as usize] as usize];
        let letters = self.words.word(normal).letters();
        let mut at = from;
        for (i, &next) in letters.iter().enumerate() {
            let later: Word = letters[i + 1..].iter().copied().collect();
            at = self.advance(border, at, next, &later.plus(rest), chain)?;
        }
        Ok(at)
    }
}
