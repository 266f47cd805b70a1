//! Exact reduction of a heap.
//!
//! Let S be the set of options of G. Conway (On Numbers and Games, ch. 12): if the options of H
//! belong to S, every other member of S has H as an option, and, when H = 0, some member of S is
//! a P-position (the endgame proviso), then G = H. If there is no such H and no word with exactly
//! the options S, G is a part of its own.
//!
//! Which H need to be tried? Some member of S has H as an option, so H is less deep than the
//! deepest member t of S; hence t is no option of H, and H must be an option of t. By the same
//! reason H is an option of every member at least as deep as H itself. Equal games have equal
//! nim-values in normal play, which rules out most candidates at once.
//!
//! A word W with exactly the options S has t as one of its deepest options; that option was made
//! by a deepest move in one of its parts. So W is found among the words t - o + p, where o is a
//! deepest option of the part p.

use super::parts::{IrreduciblePart, Parts};
use super::word::Word;
use upstar_base::arithmetic::mex;
use upstar_base::{Budget, Stopped};

impl Parts {
    /// The word that equals the game with these options; `heap` is noted if it is a new part.
    pub fn make(
        &mut self,
        mut options: Vec<Word>,
        heap: u32,
        budget: &Budget,
    ) -> Result<Word, Stopped> {
        options.sort_unstable();
        options.dedup();
        let mut by_depth: Vec<(u64, u32)> =
            options.iter().map(|o| self.depth(o)).zip(0..).collect();
        by_depth.sort_unstable_by(|a, b| b.cmp(a));
        let Some(&(depth, first)) = by_depth.first() else { return Ok(Word::default()) };
        let deepest = options[first as usize].clone();
        let nim = self.mex(&options);
        for candidate in self.options(&deepest)? {
            if self.nim_value(&candidate) == nim
                && self.reverts(&options, &by_depth, &candidate, budget)?
            {
                return Ok(candidate);
            }
        }
        if let Some(word) = self.with_options(&options, &deepest, depth, nim, budget)? {
            return Ok(word);
        }
        let number = u16::try_from(self.parts.len()).ok().filter(|&number| number < u16::MAX);
        let number = number
            .ok_or(Stopped::Limit { what: "the number of parts", limit: u64::from(u16::MAX) })?;
        options.shrink_to_fit();
        let bytes = options.iter().map(Word::weight).sum::<u64>() / 2;
        budget.charge(bytes + size_of::<IrreduciblePart>() as u64)?;
        let deepest = by_depth.iter().take_while(|entry| entry.0 == depth).map(|entry| entry.1);
        let deepest = deepest.collect();
        // k nim-heaps with mex k are those below k.
        let nim_heap = (nim as usize == options.len()
            && options.iter().all(|option| self.as_nim_heap(option).is_some()))
        .then_some(nim);
        let depth = depth.saturating_add(1);
        self.parts.push(IrreduciblePart { heap, options, depth, deepest, nim, nim_heap });
        Ok(Word::part(number))
    }

    fn mex(&self, options: &[Word]) -> u32 {
        let mut seen: Vec<u32> = options.iter().map(|option| self.nim_value(option)).collect();
        mex(&mut seen) as u32
    }

    /// Does the game with these options equal `to` because all other moves are reversible?
    fn reverts(
        &mut self,
        options: &[Word],
        by_depth: &[(u64, u32)],
        to: &Word,
        budget: &Budget,
    ) -> Result<bool, Stopped> {
        budget.check()?;
        let depth = self.depth(to);
        let deep = by_depth.iter().take_while(|entry| entry.0 >= depth);
        if !deep.map(|entry| &options[entry.1 as usize]).all(|option| self.is_option(option, to)) {
            return Ok(false);
        }
        let kept = self.options(to)?;
        let belongs = |option: &Word| options.binary_search(option).is_ok();
        if kept.len() > options.len() || !kept.iter().all(belongs) {
            return Ok(false);
        }
        let reversible =
            |option: &Word| kept.binary_search(option).is_ok() || self.is_option(option, to);
        if !options.iter().all(reversible) {
            return Ok(false);
        }
        if !to.is_zero() {
            return Ok(true);
        }
        for option in options {
            if self.is_previous_win(option, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A word with exactly these options.
    fn with_options(
        &self,
        options: &[Word],
        deepest: &Word,
        depth: u64,
        nim: u32,
        budget: &Budget,
    ) -> Result<Option<Word>, Stopped> {
        let mut candidates = Vec::new();
        if deepest.one {
            candidates.push(Word { twos: deepest.twos + 1, one: false, ..deepest.clone() });
        } else {
            candidates.push(Word { one: true, ..deepest.clone() });
        }
        for (part, number) in self.parts.iter().zip(0u16..) {
            for &i in &part.deepest {
                if let Some(rest) = deepest.minus(&part.options[i as usize]) {
                    candidates.push(rest.plus(&Word::part(number))?);
                }
            }
        }
        for candidate in candidates {
            budget.check()?;
            if self.nim_value(&candidate) == nim
                && self.depth(&candidate) == depth.saturating_add(1)
                && self.options(&candidate)? == options
            {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }
}
