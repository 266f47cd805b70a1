//! Plain values as terms of a sum: each is worth what is written.

use super::theorem::{Inside, KnownTheorem, Rest, Theorem, TheoremMoves};
use std::sync::Arc;
use upstar_base::{Budget, Play, Player, Stopped, deeper};
use upstar_rules::sum::{PlainGame, PlainValues};
use upstar_values::{Calc, Dyadic, NumberUpStar, Short};

struct AsWritten;

/// The theorem on plain values.
pub(super) fn known(inside: &Inside) -> Option<KnownTheorem> {
    KnownTheorem::join(inside, |_: Arc<PlainValues>| Some(AsWritten))
}

/// The size of a value that is a nim-heap.
fn heap(value: &PlainGame) -> Option<u64> {
    match *value {
        PlainGame::Nus { numerator: 0, ups: 0, heap, .. } => Some(heap),
        _ => None,
    }
}

/// The value, from those of the options where these are written.
fn value(written: &PlainGame, calc: &mut Calc) -> Result<Option<Short>, Stopped> {
    match written {
        &PlainGame::Nus { numerator, exponent, ups, heap } => {
            let (Ok(up), Ok(nim)) = (i32::try_from(ups), u32::try_from(heap)) else {
                return Ok(None);
            };
            let number = Dyadic::new(numerator, exponent);
            calc.number_up_star(&NumberUpStar { number, up, nim }).map(Some)
        }
        PlainGame::Node(options) => {
            let mut sides = [Vec::new(), Vec::new()];
            for who in Player::BOTH {
                for option in &options[who as usize] {
                    match deeper(|| value(option, calc))? {
                        Some(option) => sides[who as usize].push(option),
                        None => return Ok(None),
                    }
                }
            }
            calc.make(&sides[0], &sides[1]).map(Some)
        }
    }
}

impl Theorem<PlainGame> for AsWritten {
    fn statement(&self) -> &'static str {
        "a plain value is worth what is written"
    }

    fn nim_value(&self, written: &PlainGame, _: &Budget) -> Result<Option<u128>, Stopped> {
        Ok(heap(written).map(u128::from))
    }

    fn value(&self, written: &PlainGame, calc: &mut Calc) -> Result<Option<Short>, Stopped> {
        value(written, calc)
    }

    fn rest(&self, written: &PlainGame, _: Play, _: &Budget) -> Result<Option<Rest>, Stopped> {
        let rest = |heap| Rest { nim: u128::from(heap), firm: u64::from(heap > 1) };
        Ok(heap(written).map(rest))
    }

    fn winning(
        &self,
        written: &PlainGame,
        elsewhere: Rest,
        play: Play,
        most: usize,
        _: &Budget,
    ) -> Result<Option<TheoremMoves<PlainGame>>, Stopped> {
        let Some(heap) = heap(written) else { return Ok(None) };
        let left = u64::try_from(elsewhere.wanted(play)).ok().filter(|&wanted| wanted < heap);
        let left = left.map(|heap| PlainGame::Nus { numerator: 0, exponent: 0, ups: 0, heap });
        let (count, all) = (Some(left.iter().count() as u128), Some(u128::from(heap)));
        Ok(Some(TheoremMoves { moves: left.into_iter().take(most).collect(), count, all }))
    }
}
