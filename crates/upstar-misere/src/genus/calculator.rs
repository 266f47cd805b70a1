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
    /// Sums of parts, each with its number among `sums`.
    memo: FxHashMap<Multiset, u32>,
    /// The sums of parts by their numbers, with the numbers of their genera.
    sums: Vec<(Multiset, u32)>,
    /// The options of sums of parts by their numbers, as far as they were asked for.
    options: Vec<Option<Box<[KnownWord]>>>,
    mex: Mex,
}

/// A word whose genus is known: the number of its sum of parts, and its adder. It stands for the
/// word in tables that are asked often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KnownWord {
    sum: u32,
    /// Twice the copies of `*2`, and 1 more if there is `*1`.
    adder: u32,
}

impl KnownWord {
    fn new(sum: u32, twos: u32, one: bool) -> Result<KnownWord, Stopped> {
        let limit = u64::from(u32::MAX / 2);
        let twos = twos.checked_mul(2).ok_or(Stopped::Limit { what: "copies of *2", limit })?;
        Ok(KnownWord { sum, adder: twos + u32::from(one) })
    }

    pub(crate) fn twos(self) -> u32 {
        self.adder / 2
    }

    pub(crate) fn one(self) -> bool {
        self.adder % 2 == 1
    }

    /// Without its `*1`.
    pub(crate) fn even(self) -> KnownWord {
        KnownWord { adder: self.adder & !1, ..self }
    }

    /// With another adder.
    pub(crate) fn with_adder(self, twos: u32, one: bool) -> Result<KnownWord, Stopped> {
        KnownWord::new(self.sum, twos, one)
    }
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
            memo: FxHashMap::from_iter([(Multiset::new(), 0)]),
            sums: vec![(Multiset::new(), 0)],
            options: Vec::new(),
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
        self.memo.len() - 1
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
        Ok(self.pair_of(number, word.twos, word.one))
    }

    /// Nim-value and first superscript of the genus with this number and an adder.
    fn pair_of(&self, number: u32, twos: u32, one: bool) -> (u32, u32) {
        let genus = &self.genera[number as usize];
        let (two, one) = (2 * (twos % 2), u32::from(one));
        (genus.base() ^ two ^ one, genus.exponent(twos as usize) ^ one)
    }

    /// Is a word a P-position in misère play?
    pub fn is_previous_win(&mut self, word: &Word, budget: &Budget) -> Result<bool, Stopped> {
        Ok(self.pair(word, budget)?.1 == 0)
    }

    /// The place of a word.
    pub(crate) fn place(&mut self, word: &Word, budget: &Budget) -> Result<KnownWord, Stopped> {
        KnownWord::new(self.sum_number(&word.parts, budget)?, word.twos, word.one)
    }

    /// The word at a place.
    pub fn word(&self, place: KnownWord) -> Word {
        let parts = self.sums[place.sum as usize].0.clone();
        Word { parts, twos: place.twos(), one: place.one() }
    }

    /// The nim-value and the first superscript of the word at a place.
    pub(crate) fn pair_at(&self, place: KnownWord) -> (u32, u32) {
        self.pair_of(self.sums[place.sum as usize].1, place.twos(), place.one())
    }

    /// The size of the nim-heap that the word at a place is.
    pub(crate) fn nim_heap_at(&self, place: KnownWord) -> Option<u32> {
        let parts = &self.sums[place.sum as usize].0;
        self.parts.nim_heap_of(parts, place.twos(), place.one())
    }

    /// Option number `i` of the word at a place, of those that leave its adder as it is; `None` if
    /// there are not so many.
    pub(crate) fn option_at(
        &mut self,
        place: KnownWord,
        i: usize,
        budget: &Budget,
    ) -> Result<Option<KnownWord>, Stopped> {
        let sum = place.sum as usize;
        if self.options.get(sum).is_none_or(Option::is_none) {
            self.list_options(place.sum, budget)?;
        }
        let list = self.options.get(sum).and_then(Option::as_ref);
        let Some(&option) = list.and_then(|list| list.get(i)) else { return Ok(None) };
        let twos = option.twos().saturating_add(place.twos());
        KnownWord::new(option.sum, twos, option.one() != place.one()).map(Some)
    }

    /// Lists the options of a sum of parts.
    fn list_options(&mut self, sum: u32, budget: &Budget) -> Result<(), Stopped> {
        let word = Word { parts: self.sums[sum as usize].0.clone(), twos: 0, one: false };
        let mut options = Vec::new();
        for (i, &(part, _)) in word.parts.iter().enumerate() {
            let rest = word.without(i);
            for j in 0..self.parts.options_of_part(part).len() {
                let option = rest.plus(&self.parts.options_of_part(part)[j])?;
                options.push(self.place(&option, budget)?);
            }
        }
        options.sort_unstable();
        options.dedup();
        budget.charge(
            (size_of_val(&options[..]) + 2 * size_of::<Option<Box<[KnownWord]>>>()) as u64,
        )?;
        self.options.resize_with(self.sums.len().max(self.options.len()), || None);
        self.options[sum as usize] = Some(options.into());
        Ok(())
    }

    /// The number of the genus of a sum of parts.
    fn number(&mut self, sum: &Multiset, budget: &Budget) -> Result<u32, Stopped> {
        let sum = self.sum_number(sum, budget)?;
        Ok(self.sums[sum as usize].1)
    }

    /// The number of a sum of parts, whose genus is then known.
    fn sum_number(&mut self, sum: &Multiset, budget: &Budget) -> Result<u32, Stopped> {
        if let Some(&number) = self.memo.get(sum) {
            return Ok(number);
        }
        if self.known().is_multiple_of(1 << 8) {
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
        budget.charge(word.weight() + size_of::<(Multiset, u32)>() as u64)?;
        let place = self.sums.len() as u32;
        self.sums.push((sum.clone(), number));
        self.memo.insert(sum.clone(), place);
        Ok(place)
    }
}
