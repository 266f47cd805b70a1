//! Who wins a sum of parts, when everything but the newest part is understood.
//!
//! Words without the newest letter h are looked up in the verified quotient of the game without
//! h. For words with h a memoised search looks at the options, those first that the current
//! hypothesis calls P. The memo is keyed by a 128-bit hash of the multiset; a collision could
//! only mislead the learner, whose result is accepted by nothing but the proof of
//! [`super::contexts`].

use super::halt::Halt;
use super::letters::Letters;
use super::monoid::Monoid;
use super::word::{Letter, ONE, Word};
use crate::deeper;
use smallvec::SmallVec;
use std::sync::Arc;
use upstar_base::{Budget, Random};

/// A monoid and the class of each letter.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub(super) monoid: Arc<Monoid>,
    pub(super) letters: Vec<u16>,
}

impl Model {
    pub(super) fn class(&self, word: &Word) -> u16 {
        self.class_of(word.letters())
    }

    /// The classes of the options of a letter, increasing.
    pub(super) fn option_classes(&self, letters: &Letters, letter: Letter) -> Vec<u16> {
        let options = letters.options(letter).iter().map(|option| self.class(option));
        let mut options: Vec<u16> = options.collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    pub(super) fn class_of(&self, letters: &[Letter]) -> u16 {
        let step =
            |class, &letter: &Letter| self.monoid.times(class, self.letters[usize::from(letter)]);
        letters.iter().fold(0, step)
    }

    /// Is a sum predicted to be a P-position?
    pub(super) fn is_p(&self, word: &Word) -> bool {
        self.monoid.is_p(self.class(word))
    }
}

/// A word and its hash.
#[derive(Clone, Debug)]
pub(super) struct Hashed {
    pub(super) word: Word,
    hash: u128,
}

struct OracleChoice {
    word: Word,
    hash: u128,
    guide: u16,
}

/// The oracle for one new letter.
pub(super) struct Oracle<'a> {
    budget: &'a Budget,
    verified: Model,
    newest: Letter,
    /// The classes of the verified quotient in whose context a move in the new letter wins.
    winning: Vec<bool>,
    guide: Model,
    choices: Vec<Vec<OracleChoice>>,
    keys: Vec<u128>,
    memo: BitMemo,
    /// Positions searched so far.
    pub(super) nodes: u64,
    /// A query fails with [`Halt::Nodes`] beyond this.
    pub(super) limit: u64,
}

impl<'a> Oracle<'a> {
    pub(super) fn new(
        letters: &Letters,
        newest: Letter,
        verified: Model,
        budget: &'a Budget,
    ) -> Oracle<'a> {
        let monoid = Arc::clone(&verified.monoid);
        let options: Vec<u16> = letters.options(newest).iter().map(|o| verified.class(o)).collect();
        let wins = |y: u16| options.iter().any(|&e| monoid.is_p(monoid.times(e, y)));
        let winning: Vec<bool> = (0..monoid.order() as u16).map(wins).collect();
        // Before there is a hypothesis: the class that the new letter resembles most.
        let doubt = |x: &u16| -> u64 {
            let each = (0..monoid.order() as u16).map(|y| {
                match (monoid.is_p(monoid.times(*x, y)), winning[usize::from(y)]) {
                    (true, true) => 4,
                    (false, false) => 1,
                    _ => 0,
                }
            });
            each.sum()
        };
        let mut guide = verified.clone();
        let best = (0..monoid.order() as u16).min_by_key(doubt).unwrap_or(0);
        guide.letters.resize(letters.end(), 0);
        guide.letters[usize::from(newest)] = best;
        // A fixed pseudo-random number for each letter.
        let mut random = Random::new(0);
        let mut key = || u128::from(random.bits()) << 64 | u128::from(random.bits());
        let keys = (0..letters.end()).map(|_| key()).collect();
        let mut oracle = Oracle {
            budget,
            verified,
            newest,
            winning,
            guide: guide.clone(),
            choices: Vec::new(),
            keys,
            memo: BitMemo::new(),
            nodes: 0,
            limit: u64::MAX,
        };
        oracle.choices = (0..letters.end() as Letter)
            .map(|letter| {
                let choice = |word: &Word| {
                    let Hashed { word, hash } = oracle.hashed(word.clone());
                    OracleChoice { word, hash, guide: 0 }
                };
                letters.options(letter).iter().map(choice).collect()
            })
            .collect();
        oracle.follow(guide);
        oracle
    }

    /// Takes a new hypothesis as the guide.
    pub(super) fn follow(&mut self, guide: Model) {
        for choice in self.choices.iter_mut().flatten() {
            // Options of letters that are not in use have no class, and are not looked at.
            choice.guide = guide.class(&choice.word);
        }
        self.guide = guide;
    }

    pub(super) fn hashed(&self, word: Word) -> Hashed {
        let keys = word.letters().iter().map(|&letter| self.keys[usize::from(letter)]);
        let hash = keys.fold(0u128, u128::wrapping_add);
        Hashed { word, hash }
    }

    /// Is the sum of two words a P-position?
    pub(super) fn ask(&mut self, a: &Hashed, b: &Hashed) -> Result<bool, Halt> {
        let mut hash = a.hash.wrapping_add(b.hash);
        if a.word.has_one() && b.word.has_one() {
            hash = hash.wrapping_sub(self.keys[usize::from(ONE)].wrapping_mul(2));
        }
        if let Some(known) = self.memo.get(hash) {
            return Ok(known);
        }
        self.search(&a.word.plus(&b.word), hash)
    }

    /// The same, but beyond so many nodes the guide's prediction; was the answer certain?
    pub(super) fn ask_within(
        &mut self,
        a: &Hashed,
        b: &Hashed,
        nodes: u64,
    ) -> Result<(bool, bool), Halt> {
        let before = std::mem::replace(&mut self.limit, self.nodes.saturating_add(nodes));
        let answer = self.ask(a, b);
        self.limit = before;
        match answer {
            Ok(answer) => Ok((answer, true)),
            Err(Halt::Nodes) => Ok((self.guide.is_p(&a.word.plus(&b.word)), false)),
            Err(halt) => Err(halt),
        }
    }

    fn search(&mut self, word: &Word, hash: u128) -> Result<bool, Halt> {
        deeper(|| self.searched(word, hash))
    }

    /// The word is not in the memo.
    fn searched(&mut self, word: &Word, hash: u128) -> Result<bool, Halt> {
        let letters = word.letters();
        if letters.last() != Some(&self.newest) {
            return Ok(self.verified.is_p(word));
        }
        self.nodes += 1;
        if self.nodes > self.limit {
            return Err(Halt::Nodes);
        }
        if self.nodes & 255 == 0 {
            self.budget.check()?;
        }
        let len = letters.len();
        let newest = letters.iter().rev().take_while(|&&l| l == self.newest).count();
        let mut end = len;
        if newest == 1 {
            // Moves in the new letter lead to words that are understood.
            end = len - 1;
            if self.winning[usize::from(self.verified.class_of(&letters[..end]))] {
                self.memo.put(hash, false, self.budget)?;
                return Ok(false);
            }
        }
        let monoid = Arc::clone(&self.guide.monoid);
        let mut after: SmallVec<[u16; 32]> = SmallVec::from_elem(0, len + 1);
        for i in (0..len).rev() {
            after[i] = monoid.times(after[i + 1], self.guide.letters[usize::from(letters[i])]);
        }
        for promising in [true, false] {
            let mut before = 0;
            for i in 0..end {
                let letter = letters[i];
                let here = before;
                before = monoid.times(before, self.guide.letters[usize::from(letter)]);
                if i > 0 && letters[i - 1] == letter {
                    continue;
                }
                let rest = monoid.row(monoid.times(here, after[i + 1]));
                let without = hash.wrapping_sub(self.keys[usize::from(letter)]);
                let one = word.has_one() && letter != ONE;
                for j in 0..self.choices[usize::from(letter)].len() {
                    let choice = &self.choices[usize::from(letter)][j];
                    if monoid.is_p(rest[usize::from(choice.guide)]) != promising {
                        continue;
                    }
                    let mut next = without.wrapping_add(choice.hash);
                    if one && choice.word.has_one() {
                        next = next.wrapping_sub(self.keys[usize::from(ONE)].wrapping_mul(2));
                    }
                    let wins = match self.memo.get(next) {
                        Some(known) => known,
                        None => {
                            let option = word.replaced(i, &choice.word);
                            self.search(&option, next)?
                        }
                    };
                    if wins {
                        self.memo.put(hash, false, self.budget)?;
                        return Ok(false);
                    }
                }
            }
        }
        self.memo.put(hash, true, self.budget)?;
        Ok(true)
    }

    /// Forgets the memo.
    pub(super) fn refund(&mut self) {
        self.budget.refund(self.memo.bytes());
        self.memo = BitMemo::new();
    }
}

/// A hash table from hashes to bits: open addressing, the lowest bit of an entry is the answer.
struct BitMemo {
    entries: Vec<u128>,
    len: usize,
}

impl BitMemo {
    fn new() -> BitMemo {
        BitMemo { entries: vec![0; 1 << 12], len: 0 }
    }

    fn bytes(&self) -> u64 {
        (self.entries.len() as u64 - (1 << 12)) * 16
    }

    fn slot(&self, hash: u128) -> usize {
        let mask = self.entries.len() - 1;
        let mut at = ((hash >> 64) as u64 ^ hash as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        at ^= at >> 32;
        let mut at = at as usize & mask;
        while self.entries[at] != 0 && (self.entries[at] ^ hash) >> 1 != 0 {
            at = (at + 1) & mask;
        }
        at
    }

    fn get(&self, hash: u128) -> Option<bool> {
        let entry = self.entries[self.slot(hash)];
        (entry != 0).then_some(entry & 1 == 1)
    }

    fn put(&mut self, hash: u128, answer: bool, budget: &Budget) -> Result<(), Halt> {
        if (self.len + 1) * 10 > self.entries.len() * 7 {
            // For a moment there are both.
            let now = 16 * self.entries.len() as u64;
            budget.charge(2 * now)?;
            budget.refund(now);
            let larger = vec![0; self.entries.len() * 2];
            let old = std::mem::replace(&mut self.entries, larger);
            for entry in old.into_iter().filter(|&entry| entry != 0) {
                let slot = self.slot(entry);
                self.entries[slot] = entry;
            }
        }
        let slot = self.slot(hash);
        self.len += usize::from(self.entries[slot] == 0);
        self.entries[slot] = hash & !1 | u128::from(answer);
        Ok(())
    }
}
