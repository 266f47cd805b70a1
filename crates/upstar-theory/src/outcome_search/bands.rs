//! Bands of a position in which one player has a hand tied, and what is certain of their sum.
//!
//! A band is worth the same wherever it lies, so its value is computed once. Where a ruleset has
//! numbers for lines, a band is found by the numbers of its one or two lines: short ones are a
//! place in a list, long ones a key. What is kept is the band as the player who is tied sees it,
//! so that its walls are one look away.
//!
//! Bands of more lines lose less, but their values are dear. So they are asked for only where few
//! squares are left in them, and only where lines have numbers: these tell how many.
//!
//! Theorem: `docs/boards.md#bands`.

use super::OutcomeSearch;
use super::lanes::{LaneWalls, MOST_LINES, Partition, THICKEST};
use std::ops::Range;
use std::sync::Arc;
use upstar_base::{Budget, Memo, Player, Stopped};
use upstar_rules::Rules;

/// The most bits of a short number of a line.
const SHORT: u32 = 10;

/// Numbers of lines with more bits are not asked for in bands of more than two lines.
const NARROW: u32 = 15;

/// The most squares of a band of more than two lines.
const MOST_SQUARES: u32 = 16;

/// The bytes that a short line takes.
const ENTRY: u64 = size_of::<u32>() as u64;

/// The bands met so far, each as a term of the player who is tied.
pub(super) struct Bands<P> {
    /// Those of rulesets without numbers for lines.
    by_position: Memo<(P, Player), u32>,
    /// One more than the term, or 0: by player, by whether there are two lines, by their numbers.
    short: [[Vec<u32>; 2]; 2],
    long: Memo<u64, u32>,
    /// Those of more than two lines.
    thick: Memo<u64, u32>,
    /// Numbers of lines, to use again.
    codes: Vec<u32>,
}

/// Where a band is kept.
enum BandPlace {
    Short(usize),
    Long(u64),
    Thick(u64),
}

impl BandPlace {
    #[inline]
    fn of(who: Player, codes: &[u32]) -> BandPlace {
        match *codes {
            [one] if one >> SHORT == 0 => BandPlace::Short(one as usize),
            [one, two] if (one | two) >> SHORT == 0 => {
                BandPlace::Short((two << SHORT | one) as usize)
            }
            [_, _, _, ..] => {
                let shape = 2 | who as u64;
                BandPlace::Thick(
                    codes.iter().fold(shape, |key, &code| key << NARROW | u64::from(code)),
                )
            }
            _ => {
                let shape = ((who as u64) << 1) | (codes.len() as u64 - 1);
                BandPlace::Long(codes.iter().fold(shape, |key, &code| key << 31 | u64::from(code)))
            }
        }
    }
}

impl<P: Eq + std::hash::Hash + upstar_base::Weigh> Bands<P> {
    pub(super) fn new(budget: &Arc<Budget>) -> Self {
        Bands {
            by_position: Memo::new(budget),
            short: Default::default(),
            long: Memo::new(budget),
            thick: Memo::new(budget),
            codes: Vec::new(),
        }
    }

    /// How many bands are known but for those of short lines.
    pub(super) fn len(&self) -> usize {
        self.by_position.len() + self.long.len() + self.thick.len()
    }

    /// Forgets those.
    pub(super) fn forget(&mut self, budget: &Arc<Budget>) {
        self.by_position = Memo::new(budget);
        (self.long, self.thick) = (Memo::new(budget), Memo::new(budget));
    }

    /// The bytes that short lines take; they are charged and not swept.
    pub(super) fn bytes(&self) -> u64 {
        self.short.as_flattened().iter().map(|list| list.capacity() as u64 * ENTRY).sum()
    }

    #[inline]
    fn get(&self, who: Player, codes: &[u32]) -> Option<u32> {
        match BandPlace::of(who, codes) {
            BandPlace::Short(place) => {
                let list = &self.short[who as usize][codes.len() - 1];
                list.get(place)?.checked_sub(1)
            }
            BandPlace::Long(key) => self.long.get(&key).copied(),
            BandPlace::Thick(key) => self.thick.get(&key).copied(),
        }
    }

    fn insert(
        &mut self,
        budget: &Budget,
        who: Player,
        codes: &[u32],
        term: u32,
    ) -> Result<(), Stopped> {
        match BandPlace::of(who, codes) {
            BandPlace::Short(place) => {
                let list = &mut self.short[who as usize][codes.len() - 1];
                if place >= list.len() {
                    let (before, length) = (list.capacity(), (place + 1).next_power_of_two());
                    list.reserve_exact(length - list.len());
                    list.resize(length, 0);
                    budget.charge((list.capacity() - before) as u64 * ENTRY)?;
                }
                list[place] = term + 1;
                Ok(())
            }
            BandPlace::Long(key) => self.long.insert(key, term),
            BandPlace::Thick(key) => self.thick.insert(key, term),
        }
    }
}

/// Have these lines numbers, and few squares?
#[inline]
fn are_few(codes: &[u32], lines: Range<usize>) -> bool {
    codes.get(lines).is_some_and(|codes| {
        codes.iter().map(|code| code.count_ones()).sum::<u32>() <= MOST_SQUARES
            && codes.iter().all(|code| code >> NARROW == 0)
    })
}

impl<R: Rules> OutcomeSearch<R> {
    /// What a player certainly gets of a component with one hand tied.
    pub(super) fn tied(&mut self, form: &R::Position, who: Player) -> Result<LaneWalls, Stopped> {
        let mut partition = Partition::new();
        let codes = self.line_codes(form, who);
        for line in 0..=MOST_LINES {
            let Some(term) = self.band_of_lines(form, who, line..line + 1, &codes)? else { break };
            partition.band(0, self.rests.band(term));
            if line > 0
                && let Some(term) = self.band_of_lines(form, who, line - 1..line + 1, &codes)?
            {
                partition.band(1, self.rests.band(term));
            }
            for before in 2..THICKEST.min(line + 1) {
                let lines = line - before..line + 1;
                if !are_few(&codes, lines.clone()) {
                    break;
                }
                let Some(term) = self.band_of_lines(form, who, lines, &codes)? else { break };
                partition.band(before, self.rests.band(term));
            }
            partition.advance();
        }
        self.bands.codes = codes;
        let walls = partition.walls();
        self.has_bands |= walls.is_known();
        Ok(walls)
    }

    /// Numbers for the lines of a position, to be given back; none where there are none.
    pub(super) fn line_codes(&mut self, form: &R::Position, who: Player) -> Vec<u32> {
        let mut codes = std::mem::take(&mut self.bands.codes);
        codes.clear();
        if let Some(bands) = self.rules.banded() {
            bands.line_codes(form, who, &mut codes);
        }
        codes
    }

    /// Gives numbers of lines back.
    pub(super) fn done_with(&mut self, codes: Vec<u32>) {
        self.bands.codes = codes;
    }

    /// The value of some lines, which may have numbers, as a term of the player who is tied; none when
    /// the position ends before. More than two of them must have [few squares](are_few).
    #[inline]
    pub(super) fn band_of_lines(
        &mut self,
        form: &R::Position,
        who: Player,
        lines: Range<usize>,
        codes: &[u32],
    ) -> Result<Option<u32>, Stopped> {
        if codes.is_empty() {
            let bands = self.rules.banded();
            let band = bands.and_then(|bands| bands.one_hand_tied(form, who, lines));
            return band.map(|band| self.band(band, who)).transpose();
        }
        let Some(codes) = codes.get(lines.clone()) else { return Ok(None) };
        match self.bands.get(who, codes) {
            Some(term) => Ok(Some(term)),
            None => self.new_band(form, who, lines, codes),
        }
    }

    #[cold]
    fn new_band(
        &mut self,
        form: &R::Position,
        who: Player,
        lines: Range<usize>,
        codes: &[u32],
    ) -> Result<Option<u32>, Stopped> {
        let bands = self.rules.banded();
        let Some(band) = bands.and_then(|bands| bands.one_hand_tied(form, who, lines)) else {
            return Ok(None);
        };
        let term = self.term_of(band, who)?;
        self.bands.insert(self.values.calc().budget(), who, codes, term)?;
        Ok(Some(term))
    }

    /// The value of a band, as a term of the player who is tied.
    #[inline]
    fn band(&mut self, band: R::Position, who: Player) -> Result<u32, Stopped> {
        let key = (band, who);
        if let Some(&term) = self.bands.by_position.get(&key) {
            return Ok(term);
        }
        let term = self.term_of(key.0.clone(), who)?;
        self.bands.by_position.insert(key, term)?;
        Ok(term)
    }

    fn term_of(&mut self, band: R::Position, who: Player) -> Result<u32, Stopped> {
        let value = self.values.of(band)?;
        let term = self.rests.term(self.values.calc(), value)?;
        Ok(match who {
            Player::Left => term,
            Player::Right => self.rests.negative_term(term),
        })
    }
}

#[cfg(test)]
#[path = "../../tests/private/outcome_search/bands.rs"]
mod tests;
