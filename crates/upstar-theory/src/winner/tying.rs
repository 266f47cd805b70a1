//! What is certain of a state when bands are added up exactly.
//!
//! Lanes tell a band by few numbers and lose a little. Where they leave a state open the values
//! of the bands themselves are added, for two partitions: bands of two lines from the first line
//! on, and from the second. The sum is compared with the rest as it is.

use super::Winner;
use super::state::State;
use upstar_base::{Player, Stopped};
use upstar_rules::Rules;
use upstar_values::Short;

/// The partitions that are tried.
const WAYS: usize = 2;

/// Sums of more hot values and components are too complex to be worth it.
const FEW_TERMS: usize = 4;

/// Who lacks more by the lanes, in 1/512 of a move, will not win by exact sums.
const NEAR: i32 = 640;

/// So many sums are remembered at most.
const MANY_SUMS: usize = 1 << 16;

/// The component, the player whose hand is tied, and the partition.
pub(super) type Cut = (usize, Player, usize);

impl<R: Rules> Winner<R> {
    /// Does Left, to move, win? From exact sums of bands; the player who seems to `lead` is tied
    /// first.
    pub(super) fn by_tying(
        &mut self,
        state: &State,
        lead: Player,
    ) -> Result<Option<bool>, Stopped> {
        let Some(part) = state.parts.first() else { return Ok(None) };
        let form = &self.components.get(part.index()).form;
        let Some([own, other]) = self.totals(state) else { return Ok(None) };
        let is_near = [own.lacks_first() < NEAR, other.lacks_second() < NEAR];
        if is_near == [false; 2] {
            return Ok(None);
        }
        let is_complex = state.parts.len() + self.rests.hot(state.rest) > FEW_TERMS;
        if is_complex || self.rules.one_hand_tied(form, lead, 0..1).is_none() {
            return Ok(None);
        }
        let rest = self.rests.total(self.values.calc(), state.rest)?;
        let rest = self.calc().neg(rest)?;
        for way in 0..WAYS {
            for tied in [lead, !lead] {
                if !is_near[tied as usize] {
                    continue;
                }
                let mut sum = Short::ZERO;
                for part in &state.parts {
                    // Exchanged players: the other one is tied, and the bound is negated.
                    let who = if part.is_negated() { !tied } else { tied };
                    let Some(bound) = self.bands_of((part.index(), who, way))? else {
                        return Ok(None);
                    };
                    let bound = if part.is_negated() { self.calc().neg(bound)? } else { bound };
                    sum = self.calc().add(sum, bound)?;
                }
                // Left wins moving first unless the whole is <= 0.
                let lost = self.calc().le(sum, rest)?;
                match tied {
                    Player::Left if !lost => return Ok(Some(true)),
                    Player::Right if lost => return Ok(Some(false)),
                    _ => {}
                }
            }
        }
        Ok(None)
    }

    /// The sum of the bands of a component; none when it cannot be cut.
    fn bands_of(&mut self, cut: Cut) -> Result<Option<Short>, Stopped> {
        if let Some(&sum) = self.exact.get(&cut) {
            return Ok(sum);
        }
        let (i, tied, way) = cut;
        let form = self.components.get(i).form.clone();
        let (mut sum, mut start) = (None, 0);
        loop {
            let thick = if start == 0 && way == 1 { 1 } else { 2 };
            let bands = [start + thick, start + 1].map(|end| start..end);
            let rules = &self.rules;
            let found = bands.into_iter().find_map(|lines| {
                Some((rules.one_hand_tied(&form, tied, lines.clone())?, lines.end))
            });
            let Some((band, end)) = found else { break };
            let term = self.band(band)?;
            let value = self.rests.term_value(term);
            sum = Some(self.calc().add(sum.unwrap_or(Short::ZERO), value)?);
            start = end;
        }
        if self.exact.len() >= MANY_SUMS {
            self.exact.clear();
        }
        self.exact.insert(cut, sum);
        Ok(sum)
    }
}
