//! What is certain of a state when bands are added up exactly.
//!
//! Lanes describe a band by a few numbers and lose a little. Where they leave a state open the values
//! of the bands themselves are added, for two partitions: bands of two lines from the first line
//! on, and from the second. The sum is compared with the rest as it is.

use super::OutcomeSearch;
use super::lanes::UNIT;
use super::state::SearchState;
use upstar_base::{Player, Stopped};
use upstar_rules::Rules;
use upstar_values::Short;

/// The partitions that are tried.
const WAYS: usize = 2;

/// Sums of more hot values and components are too complex to be worth it.
const FEW_TERMS: usize = 4;

/// A player who lacks more than this by the lanes will not win by exact sums.
const NEAR: i32 = UNIT * 5 / 4;

/// The most sums that are remembered.
const MANY_SUMS: usize = 1 << 16;

/// The component, the player whose hand is tied, and the partition.
pub(super) type TiedCut = (usize, Player, usize);

/// How often exact sums have decided a state, by what was lacking: where they hardly ever do they
/// are asked no more than now and then.
#[derive(Default)]
pub(super) struct Luck([Odds; KINDS]);

#[derive(Clone, Copy, Default)]
struct Odds {
    tried: u32,
    decided: u32,
    passed: u32,
}

/// What is lacking is counted in steps of this size.
const STEP: i32 = UNIT / 4;

/// Kinds of trials: by way, by whether the leading player is tied, by what is lacking.
const KINDS: usize = WAYS * 2 * (NEAR / STEP) as usize;

/// One trial in this many must decide a state to be worth it.
const RARELY: u32 = 150;

/// Of this many trials that are not worth it, one is made.
const NOW_AND_THEN: u32 = 32;

/// How many trials are made before their use is decided, and how many are remembered.
const ENOUGH: u32 = 512;
const LONG: u32 = 1 << 12;

impl Luck {
    /// The number of a kind of trial.
    fn kind(way: usize, is_leading: bool, lack: i32) -> usize {
        let steps = (NEAR / STEP) as usize;
        (2 * way + usize::from(is_leading)) * steps + (lack.max(0) / STEP) as usize
    }

    fn is_worth_trying(&mut self, kind: usize) -> bool {
        let odds = &mut self.0[kind];
        if odds.tried < ENOUGH || RARELY * odds.decided >= odds.tried {
            return true;
        }
        odds.passed = (odds.passed + 1) % NOW_AND_THEN;
        odds.passed == 0
    }

    fn tried(&mut self, kind: usize, has_decided: bool) {
        let odds = &mut self.0[kind];
        odds.tried += 1;
        odds.decided += u32::from(has_decided);
        if odds.tried >= LONG {
            (odds.tried, odds.decided) = (odds.tried / 2, odds.decided / 2);
        }
    }
}

impl<R: Rules> OutcomeSearch<R> {
    /// Does Left, to move, win? From exact sums of bands; the player who seems to `lead` is tied
    /// first.
    pub(super) fn by_tying(
        &mut self,
        state: &SearchState,
        lead: Player,
    ) -> Result<Option<bool>, Stopped> {
        let Some(part) = state.parts.first() else { return Ok(None) };
        let Some([own, other]) = self.totals(state) else { return Ok(None) };
        let lacks = [own.lacks_first(), other.lacks_second()];
        let form = &self.components.get(part.index()).form;
        let is_complex = state.parts.len() + self.rests.hot(state.rest) > FEW_TERMS;
        if lacks.iter().all(|&lack| lack >= NEAR)
            || is_complex
            || self.rules.banded().is_none_or(|b| b.one_hand_tied(form, lead, 0..1).is_none())
        {
            return Ok(None);
        }
        let mut rest = None;
        for way in 0..WAYS {
            for tied in [lead, !lead] {
                let lack = lacks[tied as usize];
                if lack >= NEAR {
                    continue;
                }
                let kind = Luck::kind(way, tied == lead, lack);
                if !self.luck.is_worth_trying(kind) {
                    continue;
                }
                let rest = match rest {
                    Some(rest) => rest,
                    None => {
                        let total = self.rests.total(self.values.calc(), state.rest)?;
                        *rest.insert(self.calc().neg(total)?)
                    }
                };
                let Some(sum) = self.sum_of_bands(state, tied, way)? else { return Ok(None) };
                // Left wins moving first unless the whole is <= 0.
                let is_lost = self.calc().le(sum, rest)?;
                let is_decided = is_lost == (tied == Player::Right);
                self.luck.tried(kind, is_decided);
                if is_decided {
                    return Ok(Some(!is_lost));
                }
            }
        }
        Ok(None)
    }

    /// The sum of the bands of all components of a state; none when one cannot be cut.
    fn sum_of_bands(
        &mut self,
        state: &SearchState,
        tied: Player,
        way: usize,
    ) -> Result<Option<Short>, Stopped> {
        let mut sum = Short::ZERO;
        for part in &state.parts {
            // Exchanged players: the other one is tied, and the bound is negated.
            let who = if part.is_negated() { !tied } else { tied };
            let Some(bound) = self.bands_of((part.index(), who, way))? else { return Ok(None) };
            let bound = if part.is_negated() { self.calc().neg(bound)? } else { bound };
            sum = self.calc().add(sum, bound)?;
        }
        Ok(Some(sum))
    }

    /// The sum of the bands of a component; none when it cannot be cut.
    fn bands_of(&mut self, cut: TiedCut) -> Result<Option<Short>, Stopped> {
        if let Some(&sum) = self.exact.get(&cut) {
            return Ok(sum);
        }
        let (i, tied, way) = cut;
        let form = self.components.get(i).form.clone();
        let (mut sum, mut start) = (None, 0);
        let codes = self.line_codes(&form, tied);
        loop {
            let thick = if start == 0 && way == 1 { 1 } else { 2 };
            let (mut term, mut end) = (None, start);
            for thickness in [thick, 1] {
                end = start + thickness;
                term = self.band_of_lines(&form, tied, start..end, &codes)?;
                if term.is_some() {
                    break;
                }
            }
            let Some(term) = term else { break };
            // As the player who is tied sees it.
            let term = match tied {
                Player::Left => term,
                Player::Right => self.rests.negative_term(term),
            };
            let value = self.rests.term_value(term);
            sum = Some(self.calc().add(sum.unwrap_or(Short::ZERO), value)?);
            start = end;
        }
        self.done_with(codes);
        if self.exact.len() >= MANY_SUMS {
            self.exact.clear();
        }
        self.exact.insert(cut, sum);
        Ok(sum)
    }
}
