//! The order ideal of representatives and its border, as in Buchberger and Möller's algorithm.
//!
//! Words are visited in a monomial order (weight, then exponents from the largest letter down). A
//! word whose maximal proper divisors are all representatives is put into the classification
//! tree: if its leaf is empty it becomes the representative of that leaf, otherwise it is a
//! *corner*, a rule that rewrites it to the representative. A word w = s + g with a divisor
//! d = w - l that is no representative has the normal form of (normal form of d) + l, which is
//! smaller than w; so one walk in increasing order finds all normal forms.
//!
//! Words are kept from round to round and from heap to heap, in order, with their places in the
//! tree; a round costs a walk over them and queries for what is new.

use super::letters::Letters;
use super::tree::{NONE, TreeNode};
use super::word::{Letter, ONE, Word};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use upstar_base::{Budget, Stopped};

/// The number of a word.
pub(super) type Id = u32;

struct BorderEntry {
    word: Word,
    weight: u64,
    /// The word without each of its letters.
    divisors: SmallVec<[(Letter, Id); 4]>,
    /// The word plus a letter, where that was needed, by letter.
    multiples: Vec<Id>,
    /// Where it is in the tree.
    place: TreeNode,
}

/// The bytes of a word with its places in tables and lists, some of them half empty.
const ENTRY: u64 = (2 * size_of::<BorderEntry>() + 2 * (size_of::<Word>() + 8) + 48) as u64;
/// So many bytes are charged at a time.
const PORTION: u64 = 1 << 18;

/// The words that were ever candidates, in order.
pub(super) struct Words {
    entries: Vec<BorderEntry>,
    index: FxHashMap<Word, Id>,
    sorted: Vec<Id>,
    /// The bytes of all this, about, and those that a budget knows of.
    bytes: u64,
    charged: u64,
}

/// A word in the monomial order.
#[derive(PartialEq, Eq)]
struct OrderedWord(u64, Word, Id);

impl Ord for OrderedWord {
    fn cmp(&self, other: &OrderedWord) -> Ordering {
        self.0.cmp(&other.0).then_with(|| self.1.compare(&other.1))
    }
}

impl PartialOrd for OrderedWord {
    fn partial_cmp(&self, other: &OrderedWord) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Words {
    pub(super) fn new() -> Words {
        let mut words = Words {
            entries: Vec::new(),
            index: FxHashMap::default(),
            sorted: Vec::new(),
            bytes: 0,
            charged: 0,
        };
        words.intern(Word::default(), 0, SmallVec::new());
        words.sorted.push(0);
        words
    }

    /// Charges what was made since the last time.
    pub(super) fn settle(&mut self, budget: &Budget) -> Result<(), Stopped> {
        let more = self.bytes - self.charged;
        if more < PORTION {
            return Ok(());
        }
        self.charged = self.bytes;
        budget.charge(more)
    }

    /// Gives back what was charged.
    pub(super) fn release(&mut self, budget: &Budget) {
        budget.refund(std::mem::take(&mut self.charged));
    }

    pub(super) fn word(&self, id: Id) -> &Word {
        &self.entries[id as usize].word
    }

    pub(super) fn place(&self, id: Id) -> TreeNode {
        self.entries[id as usize].place
    }

    pub(super) fn put(&mut self, id: Id, place: TreeNode) {
        self.entries[id as usize].place = place;
    }

    /// Puts every word where `place` says, for a new tree.
    pub(super) fn replace(&mut self, place: impl Fn(&Word) -> TreeNode) {
        for entry in &mut self.entries {
            entry.place = place(&entry.word);
        }
    }

    fn intern(&mut self, word: Word, weight: u64, divisors: SmallVec<[(Letter, Id); 4]>) -> Id {
        let id = self.entries.len() as Id;
        self.bytes += ENTRY + 2 * word.bytes_beside();
        self.index.insert(word.clone(), id);
        self.entries.push(BorderEntry { word, weight, divisors, multiples: Vec::new(), place: 0 });
        id
    }

    /// The word plus a letter, if it was made.
    pub(super) fn multiple(&self, id: Id, letter: Letter) -> Option<Id> {
        let entry = &self.entries[id as usize];
        if letter == ONE && entry.word.has_one() {
            return self.divisor(id, ONE);
        }
        entry.multiples.get(usize::from(letter)).copied().filter(|&id| id != NONE)
    }

    /// The word without one of its letters.
    pub(super) fn divisor(&self, id: Id, letter: Letter) -> Option<Id> {
        let divisors = &self.entries[id as usize].divisors;
        divisors.iter().find(|divisor| divisor.0 == letter).map(|divisor| divisor.1)
    }

    /// Makes the word plus a letter; `Some` if it is new.
    fn make(&mut self, id: Id, letter: Letter, letters: &Letters) -> Option<Id> {
        if self.multiple(id, letter).is_some() {
            return None;
        }
        let word = self.entries[id as usize].word.plus(&Word::letter(letter));
        let known = self.index.get(&word).copied();
        let made = known.unwrap_or_else(|| {
            let weight = self.entries[id as usize].weight + u64::from(letters.weight(letter));
            let divisors = word
                .places()
                .filter_map(|(i, l)| {
                    let divisor =
                        if l == letter { id } else { *self.index.get(&word.without(i))? };
                    Some((l, divisor))
                })
                .collect();
            self.intern(word, weight, divisors)
        });
        let multiples = &mut self.entries[id as usize].multiples;
        if multiples.len() <= usize::from(letter) {
            let before = multiples.capacity();
            multiples.resize(usize::from(letter) + 1, NONE);
            self.bytes += 4 * (multiples.capacity() - before) as u64;
        }
        multiples[usize::from(letter)] = made;
        known.is_none().then_some(made)
    }
}

/// How a word is rewritten.
#[derive(Clone, Copy)]
pub(super) enum Rewriting {
    /// It is no candidate in this round.
    Unknown,
    /// It is a representative.
    Normal,
    /// By a rule of its own.
    Corner,
    /// By the rules of the word without this letter, and of what comes of that.
    Through(Letter, Id),
}

/// The representatives of one round.
pub(super) struct Border {
    /// The representatives, increasing.
    pub(super) ideal: Vec<Id>,
    /// The leaf of each representative.
    pub(super) leaves: Vec<TreeNode>,
    /// The letters that are representatives.
    pub(super) generators: Vec<Letter>,
    /// The number of the representative of each word, or [`NONE`].
    pub(super) normal: Vec<u32>,
    pub(super) rules: Vec<Rewriting>,
}

impl Border {
    /// Walks through the words; `sift` finds the leaf of a word. At most `most` representatives:
    /// `None` beyond that.
    pub(super) fn build<E>(
        words: &mut Words,
        letters: &Letters,
        nodes: usize,
        most: usize,
        mut sift: impl FnMut(&mut Words, Id) -> Result<TreeNode, E>,
    ) -> Result<Option<Border>, E> {
        let mut border = Border {
            ideal: Vec::new(),
            leaves: Vec::new(),
            generators: Vec::new(),
            normal: vec![NONE; words.entries.len()],
            rules: vec![Rewriting::Unknown; words.entries.len()],
        };
        let mut holder = vec![NONE; nodes];
        let known = std::mem::take(&mut words.sorted);
        let mut known = known.into_iter().peekable();
        let mut fresh: BinaryHeap<Reverse<OrderedWord>> = BinaryHeap::new();
        let mut sorted = Vec::new();
        let mut answer = Ok(());
        loop {
            let from_fresh = match (known.peek(), fresh.peek()) {
                (None, None) => break,
                (Some(_), None) => false,
                (None, Some(_)) => true,
                (Some(&id), Some(Reverse(key))) => {
                    let entry = &words.entries[id as usize];
                    let order = key.0.cmp(&entry.weight);
                    order.then_with(|| key.1.compare(&entry.word)) == Ordering::Less
                }
            };
            let id = if from_fresh { fresh.pop().map(|Reverse(key)| key.2) } else { known.next() };
            let Some(id) = id else { break };
            sorted.push(id);
            if answer.is_err() || border.ideal.len() > most {
                continue;
            }
            let (mut inside, mut outside) = (false, None);
            for &(letter, divisor) in &words.entries[id as usize].divisors {
                match border.rules[divisor as usize] {
                    Rewriting::Normal => inside = true,
                    _ => outside = outside.or(Some((letter, divisor))),
                }
            }
            let i = id as usize;
            if let Some((letter, divisor)) = outside {
                let step = border.normal[divisor as usize];
                if inside && step != NONE {
                    let before = border.ideal[step as usize];
                    let next = words.multiple(before, letter);
                    let normal = next.map_or(NONE, |next| border.normal[next as usize]);
                    if normal != NONE {
                        border.normal[i] = normal;
                        border.rules[i] = Rewriting::Through(letter, divisor);
                    }
                }
                continue;
            }
            let leaf = match sift(words, id) {
                Ok(leaf) => leaf,
                Err(error) => {
                    answer = Err(error);
                    continue;
                }
            };
            if holder[leaf as usize] != NONE {
                border.normal[i] = holder[leaf as usize];
                border.rules[i] = Rewriting::Corner;
                continue;
            }
            holder[leaf as usize] = border.ideal.len() as u32;
            border.normal[i] = border.ideal.len() as u32;
            border.rules[i] = Rewriting::Normal;
            border.ideal.push(id);
            border.leaves.push(leaf);
            let mut made = Vec::new();
            if let &[letter] = words.word(id).letters() {
                border.generators.push(letter);
                let all = border.ideal.iter();
                made.extend(all.filter_map(|&other| words.make(other, letter, letters)));
            }
            if id == 0 {
                made.extend(letters.live().filter_map(|letter| words.make(0, letter, letters)));
            } else {
                let all = border.generators.iter();
                made.extend(all.filter_map(|&letter| words.make(id, letter, letters)));
            }
            border.normal.resize(words.entries.len(), NONE);
            border.rules.resize(words.entries.len(), Rewriting::Unknown);
            for id in made {
                let entry = &words.entries[id as usize];
                fresh.push(Reverse(OrderedWord(entry.weight, entry.word.clone(), id)));
            }
        }
        words.sorted = sorted;
        answer?;
        border.generators.sort_unstable();
        Ok((border.ideal.len() <= most).then_some(border))
    }

    /// The representative of a representative plus a generator.
    pub(super) fn step(&self, words: &Words, from: u32, letter: Letter) -> Option<u32> {
        let next = words.multiple(self.ideal[from as usize], letter)?;
        Some(self.normal[next as usize]).filter(|&normal| normal != NONE)
    }

    /// Appends the rules that rewrite `word` + `context` to its representative + `context`: each
    /// is (corner, context), in the order of their use.
    pub(super) fn chain(
        &self,
        words: &Words,
        word: Id,
        context: &Word,
        steps: &mut Vec<(Id, Word)>,
    ) {
        let mut waiting = vec![(word, context.clone())];
        while let Some((word, context)) = waiting.pop() {
            match self.rules[word as usize] {
                Rewriting::Normal | Rewriting::Unknown => {}
                Rewriting::Corner => steps.push((word, context)),
                Rewriting::Through(letter, divisor) => {
                    let before = self.ideal[self.normal[divisor as usize] as usize];
                    let more = context.plus(&Word::letter(letter));
                    if let Some(next) = words.multiple(before, letter) {
                        waiting.push((next, context));
                    }
                    waiting.push((divisor, more));
                }
            }
        }
    }
}
