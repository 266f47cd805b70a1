//! Cakes: the value of a rectangle by a closed rule, for Cutcake and for Maundy Cake.
//!
//! Both values are integers (Winning Ways ch. 2 and its Extras). In both games turning the cake
//! by a right angle exchanges the players, so a rule for broad cakes is enough.

use super::theorem::{Inside, KnownTheorem, Theorem};
use std::sync::Arc;
use upstar_base::Stopped;
use upstar_rules::cake::cutcake::Cutcake;
use upstar_rules::cake::maundy::MaundyCake;
use upstar_rules::cake::{Cake, Cakes};
use upstar_values::integers::prime_factors;
use upstar_values::{Calc, Short};

/// Cutcake: with 2^k the largest power of 2 that is at most the shorter side, a cake is worth as
/// many moves as the longer side contains 2^k, less one, for the player who cuts that side.
///
/// ```
/// use upstar_theory::structure::cakes::cutcake;
/// assert_eq!((cutcake(5, 10), cutcake(7, 11), cutcake(4, 2)), (1, 1, -1));
/// ```
pub fn cutcake(height: u32, width: u32) -> i64 {
    let (short, long) = (height.min(width), height.max(width));
    let Some(k) = short.checked_ilog2() else { return 0 };
    let moves = i64::from(long >> k) - 1;
    if width >= height { moves } else { -moves }
}

/// Maundy Cake: every prime factor of the shorter list of prime factors stops one of the longer
/// list, the smallest ones; with what is left, p, q, ..., r from the largest down, a cake is
/// worth 1 + p(1 + q(1 + ... r)) moves, where the last factor counts 1.
///
/// A player cuts by the largest prime first, since that gives the most pieces worth something.
///
/// ```
/// use upstar_theory::structure::cakes::maundy;
/// assert_eq!((maundy(5, 12), maundy(8, 6), maundy(1, 18)), (4, -1, 13));
/// ```
pub fn maundy(height: u32, width: u32) -> i64 {
    let (down, across) = (prime_factors(height.into()), prime_factors(width.into()));
    let moves = |more: &[u64], fewer: &[u64]| {
        // The factors increase, so the last one is cut first.
        more[fewer.len()..].iter().fold(0, |moves: i64, &p| 1 + p as i64 * moves)
    };
    if across.len() >= down.len() { moves(&across, &down) } else { -moves(&down, &across) }
}

/// A closed rule for one cake.
struct Closed {
    rule: fn(u32, u32) -> i64,
    statement: &'static str,
}

impl Theorem<Cakes> for Closed {
    fn statement(&self) -> &'static str {
        self.statement
    }

    fn value(&self, cakes: &Cakes, calc: &mut Calc) -> Result<Option<Short>, Stopped> {
        let mut total = 0i64;
        for &(Cake { height, width }, count) in cakes.kinds() {
            let worth = (self.rule)(height, width);
            let all = i64::try_from(count).ok().and_then(|count| worth.checked_mul(count));
            match all.and_then(|all| total.checked_add(all)) {
                Some(sum) => total = sum,
                None => return Ok(None),
            }
        }
        calc.integer(total).map(Some)
    }
}

pub(super) fn known(rules: &Inside) -> Option<KnownTheorem> {
    let blocks = "a cake is worth as many moves as its longer side contains the largest power of \
                  2 in the shorter one, less one (Winning Ways ch. 2)";
    let factors = "a cake is worth what its prime factors say that are left when each factor of \
                   one side stops the smallest of the other (Winning Ways ch. 2)";
    KnownTheorem::join(rules, |_: Arc<Cutcake>| Some(Closed { rule: cutcake, statement: blocks }))
        .or_else(|| {
            KnownTheorem::join(rules, |_: Arc<MaundyCake>| {
                Some(Closed { rule: maundy, statement: factors })
            })
        })
}
