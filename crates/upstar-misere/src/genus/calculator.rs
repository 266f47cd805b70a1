//! The genus of heaps and of sums of heaps.
//!
//! Adders shift a genus ([`Genus::plus`]), so only sums of irreducible parts are remembered.
//! Few genera occur among many sums; they are kept once and known by number.

use crate::deeper;
use crate::heaps::{Parts, Word};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;
use upstar_values::misere::genus::{Genus, Mex, Shifted};

type Multiset = SmallVec<[(u16, u16); 4]>;

/// Computes genera of words over the parts of a game and remembers them.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_misere::genus::Genera;
/// let budget = Budget::unlimited();
/// let mut game = Genera::new(".123".parse()?);
/// let sum = game.sum(&[(9, 1), (6, 1)], &budget)?;
/// assert_eq!(game.of(&sum, &budget)?.to_string(), "1^13");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Genera {
    parts: Parts,
    genera: Vec<Genus>,
    numbers: FxHashMap<Genus, u32>,
    memo: FxHashMap<Multiset, u32>,
    mex: Mex,
}

impl Genera {
    /// Genera of sums of heaps of the game of a code.
    pub fn new(code: HeapCode) -> Genera {
        Genera::over(Parts::new(code))
    }

    /// Genera of words over these parts.
    pub fn over(parts: Parts) -> Genera {
        let nothing = Genus::of_nothing();
        Genera {
            parts,
            numbers: FxHashMap::from_iter([(nothing.clone(), 0)]),
            genera: vec![nothing],
            memo: FxHashMap::default(),
            mex: Mex::default(),
        }
    }

    /// The parts.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The parts, to add heaps or other games.
    pub fn parts_mut(&mut self) -> &mut Parts {
        &mut self.parts
    }

    /// How many sums have a genus so far.
    pub fn known(&self) -> usize {
        self.memo.len()
    }

    /// The word of a sum of heaps, given with multiplicities.
    pub fn sum(&mut self, heaps: &[(u32, u32)], budget: &Budget) -> Result<Word, Stopped> {
        let largest = heaps.iter().map(|&(heap, _)| heap).max().unwrap_or(0);
        self.parts.extend(largest, budget)?;
        self.parts.sum(heaps)
    }

    /// The genus of a heap.
    pub fn heap(&mut self, size: u32, budget: &Budget) -> Result<Genus, Stopped> {
        self.parts.extend(size, budget)?;
        let word = self.parts.heap(size).clone();
        self.of(&word, budget)
    }

    /// The genus of a word.
    pub fn of(&mut self, word: &Word, budget: &Budget) -> Result<Genus, Stopped> {
        let number = self.number(&word.parts, budget)?;
        Ok(self.genera[number as usize].plus(word.twos, word.one))
    }

    /// The nim-value in normal play and the first superscript, without copying the genus.
    pub fn pair(&mut self, word: &Word, budget: &Budget) -> Result<(u32, u32), Stopped> {
        let number = self.number(&word.parts, budget)?;
        let genus = &self.genera[number as usize];
        let (two, one) = (2 * (word.twos % 2), u32::from(word.one));
        Ok((genus.base() ^ two ^ one, genus.exponent(word.twos as usize) ^ one))
    }

    /// Is a word a P-position in misère play?
    pub fn is_previous_win(&mut self, word: &Word, budget: &Budget) -> Result<bool, Stopped> {
        Ok(self.pair(word, budget)?.1 == 0)
    }

    /// The number of the genus of a sum of parts.
    fn number(&mut self, sum: &Multiset, budget: &Budget) -> Result<u32, Stopped> {
        if sum.is_empty() {
            return Ok(0);
        }
        if let Some(&number) = self.memo.get(sum) {
            return Ok(number);
        }
        if self.memo.len().is_multiple_of(1 << 8) {
            budget.spend(1 << 8)?;
        }
        let word = Word { parts: sum.clone(), twos: 0, one: false };
        let mut options: Vec<Shifted<u32>> = Vec::new();
        for (i, &(part, _)) in sum.iter().enumerate() {
            let rest = word.without(i);
            for j in 0..self.parts.options_of_part(part).len() {
                let next = rest.plus(&self.parts.options_of_part(part)[j])?;
                let genus = deeper(|| self.number(&next.parts, budget))?;
                options.push(Shifted { genus, twos: next.twos, one: next.one });
            }
        }
        options.sort_unstable();
        options.dedup();
        let shifted = |o: &Shifted<u32>| Shifted {
            genus: &self.genera[o.genus as usize],
            twos: o.twos,
            one: o.one,
        };
        let options: Vec<_> = options.iter().map(shifted).collect();
        let genus = Genus::of_shifted(&options, &mut self.mex);
        let number = match self.numbers.get(&genus) {
            Some(&number) => number,
            None => {
                budget.charge(2 * (size_of::<Genus>() + 4 * genus.exponents().len()) as u64)?;
                let number = self.genera.len() as u32;
                self.genera.push(genus.clone());
                self.numbers.insert(genus, number);
                number
            }
        };
        budget.charge(word.weight())?;
        self.memo.insert(sum.clone(), number);
        Ok(number)
    }
}
