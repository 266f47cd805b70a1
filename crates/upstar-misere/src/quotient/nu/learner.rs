//! Learning the monoid of misère nim-values: rows of values, refined by counterexamples.
//!
//! Words are told apart by their values with some test words added. Representatives are the first
//! words with their rows; a representative plus a letter has the row of a representative, or is a
//! new one. If the steps commute they define a monoid; if it cannot be proved, some sum has a
//! value that the monoid does not predict, and on the way from the sum to its representative the
//! value changes at some step, which gives a new test (Rivest and Schapire).

use super::values::WordValues;
use crate::quotient::contexts::Contexts;
use crate::quotient::halt::Halt;
use crate::quotient::letters::Letters;
use crate::quotient::monoid::Monoid;
use crate::quotient::oracle::Model;
use crate::quotient::word::{Letter, Word};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::Budget;

/// The most elements.
const MOST: usize = 2000;
/// Failures that are looked at in one round.
const FAILURES: usize = 16;

/// A generator of the proof: its class and those of its options.
#[derive(Clone, Debug)]
pub(super) struct ProofGenerator {
    pub(super) class: u16,
    pub(super) options: Vec<u16>,
    pub(super) name: u32,
}

/// A monoid that was proved.
pub(super) struct Learned {
    pub(super) model: Model,
    /// ν of each class.
    pub(super) values: Vec<u32>,
    pub(super) pairs: Vec<ProofGenerator>,
}

impl Learned {
    /// The empty sum alone.
    pub(super) fn nothing() -> Learned {
        let model = Model { monoid: Arc::new(Monoid::trivial()), letters: Vec::new() };
        Learned { model, values: vec![1], pairs: Vec::new() }
    }
}

/// Sums that break the conditions, as names of generators; none if everything is proved.
pub(super) fn prove(
    monoid: &Arc<Monoid>,
    values: &[u32],
    pairs: &[&ProofGenerator],
    most: usize,
    budget: &Budget,
) -> Result<Vec<Broken>, Halt> {
    let mut failures = Vec::new();
    for k in 0..=values.iter().copied().max().unwrap_or(0) {
        let mut contexts = Contexts::level(Arc::clone(monoid), values, k);
        for pair in pairs {
            let winning = contexts.winning_contexts(&pair.options);
            let wrong = contexts.contradictions(pair.class, &winning);
            failures.extend(
                wrong.into_iter().map(|y| Broken { names: vec![pair.name], context: Some(y) }),
            );
            let set = contexts.without_move(pair.class, &winning);
            if set[0] & 1 != 0 {
                failures.push(Broken { names: vec![pair.name], context: None });
            } else if !contexts.is_covered(pair.class, &set) {
                contexts.add(pair.class, set, pair.name);
            }
        }
        if failures.is_empty() {
            let found = contexts.close(0, 0, most, budget);
            contexts.release(budget);
            failures.extend(
                found?.into_iter().map(|f| Broken { names: contexts.names(f), context: None }),
            );
        }
        if !failures.is_empty() {
            break;
        }
    }
    failures.truncate(most.max(1));
    Ok(failures)
}

/// A sum of generators, perhaps with a class added, that breaks a condition.
pub(super) struct Broken {
    names: Vec<u32>,
    context: Option<u16>,
}

/// Words by their rows.
struct RowTable {
    representatives: Vec<Word>,
    values: Vec<u32>,
    /// The step of representative x over live letter g, at x * letters + g.
    steps: Vec<u16>,
    parents: Vec<(u16, u16)>,
}

pub(super) struct Learner<'a> {
    letters: &'a Letters,
    live: Vec<Letter>,
    values: WordValues<'a>,
    tests: &'a mut Vec<Word>,
    budget: &'a Budget,
}

impl<'a> Learner<'a> {
    pub(super) fn new(
        letters: &'a Letters,
        values: WordValues<'a>,
        tests: &'a mut Vec<Word>,
        budget: &'a Budget,
    ) -> Learner<'a> {
        Learner { letters, live: letters.live().collect(), values, tests, budget }
    }

    /// Learns until a monoid is proved.
    pub(super) fn learn(&mut self) -> Result<Learned, Halt> {
        loop {
            self.budget.check()?;
            let table = self.table()?;
            if self.commutes(&table)? {
                let learned = self.hypothesis(&table);
                let pairs: Vec<&ProofGenerator> = learned.pairs.iter().collect();
                let Learned { model, values, .. } = &learned;
                let broken = prove(&model.monoid, values, &pairs, FAILURES, self.budget)?;
                if broken.is_empty() {
                    return Ok(learned);
                }
                if !self.refute(&table, &learned, &broken)? {
                    return Err(Halt::Stuck("a failure that nothing explains"));
                }
            }
        }
    }

    fn row(&mut self, word: &Word) -> Result<Vec<u32>, Halt> {
        (0..self.tests.len()).map(|i| self.values.of(&word.plus(&self.tests[i]))).collect()
    }

    /// All representatives and their steps.
    fn table(&mut self) -> Result<RowTable, Halt> {
        let mut numbers: FxHashMap<Vec<u32>, u16> = FxHashMap::default();
        let start = Word::default();
        let row = self.row(&start)?;
        let mut table = RowTable {
            representatives: vec![start],
            values: vec![row[0]],
            steps: Vec::new(),
            parents: vec![(0, 0)],
        };
        numbers.insert(row, 0);
        let mut at = 0;
        while at < table.representatives.len() {
            self.budget.check()?;
            for g in 0..self.live.len() {
                let word = table.representatives[at].plus(&Word::letter(self.live[g]));
                let row = self.row(&word)?;
                let next = table.representatives.len() as u16;
                let value = row[0];
                let number = *numbers.entry(row).or_insert(next);
                if number == next {
                    if table.representatives.len() >= MOST {
                        return Err(Halt::Stuck("there are too many classes"));
                    }
                    table.representatives.push(word);
                    table.values.push(value);
                    table.parents.push((at as u16, g as u16));
                }
                table.steps.push(number);
            }
            at += 1;
        }
        Ok(table)
    }

    /// Do the steps commute? If not, there is a new test.
    fn commutes(&mut self, table: &RowTable) -> Result<bool, Halt> {
        let maps = self.live.len();
        let step = |x: u16, g: usize| table.steps[usize::from(x) * maps + g];
        for x in 0..table.representatives.len() as u16 {
            for a in 0..maps {
                for b in 0..a {
                    if step(step(x, a), b) == step(step(x, b), a) {
                        continue;
                    }
                    for (first, second) in [(a, b), (b, a)] {
                        let letters = [self.live[first], self.live[second]];
                        if self.blame(table, x, &letters)? {
                            return Ok(false);
                        }
                    }
                    return Err(Halt::Stuck("steps do not commute and nothing tells why"));
                }
            }
        }
        Ok(true)
    }

    /// Goes from a representative over some letters; where a test tells a word from its
    /// representative, there is a new test.
    fn blame(&mut self, table: &RowTable, from: u16, letters: &[Letter]) -> Result<bool, Halt> {
        let maps = self.live.len();
        let known = self.tests.clone();
        let mut at = from;
        for (i, &letter) in letters.iter().enumerate() {
            let Ok(g) = self.live.binary_search(&letter) else { return Ok(false) };
            let word = table.representatives[usize::from(at)].plus(&Word::letter(letter));
            at = table.steps[usize::from(at) * maps + g];
            let normal = table.representatives[usize::from(at)].clone();
            let rest: Word = letters[i + 1..].iter().copied().collect();
            for test in &known {
                let test = rest.plus(test);
                let differ =
                    self.values.of(&word.plus(&test))? != self.values.of(&normal.plus(&test))?;
                if differ && !self.tests.contains(&test) {
                    self.tests.push(test);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn hypothesis(&self, table: &RowTable) -> Learned {
        let maps = self.live.len();
        let p = table.values.iter().map(|&value| value == 0).collect();
        let monoid = Monoid::from_actions(&table.steps, maps, &table.parents, p);
        let mut letters = vec![0; self.letters.end()];
        for (g, &letter) in self.live.iter().enumerate() {
            letters[usize::from(letter)] = table.steps[g];
        }
        let model = Model { monoid: Arc::new(monoid), letters };
        let pairs = self.live.iter().map(|&letter| {
            let options = model.option_classes(self.letters, letter);
            ProofGenerator {
                class: model.letters[usize::from(letter)],
                options,
                name: letter.into(),
            }
        });
        let pairs = pairs.collect();
        Learned { model, values: table.values.clone(), pairs }
    }

    /// Finds a new test from a sum that breaks a condition.
    fn refute(
        &mut self,
        table: &RowTable,
        learned: &Learned,
        broken: &[Broken],
    ) -> Result<bool, Halt> {
        for Broken { names, context } in broken {
            let mut sum: Vec<Letter> = names.iter().map(|&name| name as Letter).collect();
            if let Some(y) = context {
                sum.extend_from_slice(table.representatives[usize::from(*y)].letters());
            }
            let whole: Word = sum.iter().copied().collect();
            let mut candidates = vec![whole.clone()];
            for (place, letter) in whole.places() {
                let options = self.letters.options(letter).iter();
                candidates.extend(options.map(|option| whole.replaced(place, option)));
            }
            for word in candidates {
                let class = learned.model.class(&word);
                if self.values.of(&word)? != learned.values[usize::from(class)]
                    && self.blame(table, 0, word.letters())?
                {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
