//! Many upons: `n.upon`, perhaps with a star, of one of two varieties.
//!
//! Adding upons and their negatives gives one class for each integer `n`, and each class has two
//! varieties, `n.upon` with minus up-onth and with up-onth (Winning Ways ch. 11, Extras); upon itself
//! is of the lower one. Varieties add as in the book: equal ones stay, different ones give a game with
//! both as its sides. A star adds as always. So sums are arithmetic, and graphs are drawn only for small
//! `n`, where `n.upon + s* = {0 | (n-1).upon + (1-s)*}`.

use super::order::Ending;
use super::sides::Sides;
use super::store::{Stopper, Stoppers};
use std::cmp::Ordering;
use upstar_base::{Player, Stopped};

/// The most upons that are drawn as a graph.
pub const MOST_DRAWN: u64 = 128;

/// A sum of upons and perhaps a star, with sides that may be of different varieties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Upons {
    /// How many; negative for minus upons.
    pub count: i64,
    /// Is there a star?
    pub star: bool,
    /// Is the onside of the upper variety?
    pub onside: bool,
    /// Is the offside of the upper variety?
    pub offside: bool,
}

impl Upons {
    /// `a + b`; an error beyond 64 bits.
    pub fn plus(self, other: Upons) -> Result<Upons, Stopped> {
        let what = "the number of upons in a sum";
        let count = self.count.checked_add(other.count);
        let count = count.ok_or(Stopped::Limit { what, limit: i64::MAX as u64 })?;
        Ok(Upons {
            count,
            star: self.star != other.star,
            onside: self.onside || other.onside,
            offside: self.offside && other.offside,
        })
    }

    /// `-a`
    #[must_use]
    pub fn negated(self) -> Upons {
        Upons {
            count: self.count.saturating_neg(),
            star: self.star,
            onside: !self.offside,
            offside: !self.onside,
        }
    }

    /// One side, as if both were that.
    #[must_use]
    pub fn one_sided(self, upper: bool) -> Upons {
        Upons { onside: upper, offside: upper, ..self }
    }

    /// Is `self >= other`? Side by side: by two upons, by one unless star and variety are both against
    /// it, or by the variety in the same class. (The difference has the onside `upon⟨d⟩*`, which is
    /// positive, unless a lower variety stands against an upper one: `upon*` is confused with 0.)
    pub fn at_least(self, other: Upons) -> bool {
        let sides = [(self.onside, other.onside), (self.offside, other.offside)];
        sides.into_iter().all(|(a, b)| match self.count.cmp(&other.count) {
            Ordering::Less => false,
            Ordering::Equal => self.star == other.star && a >= b,
            Ordering::Greater => {
                self.star == other.star || self.count.saturating_sub(other.count) > 1 || a >= b
            }
        })
    }
}

/// A stopper that a sum of a few upons is known to have.
fn known(side: Option<Stopper>) -> Result<Stopper, Stopped> {
    side.ok_or(Stopped::Limit { what: "the sides of a sum of upons", limit: 1 })
}

impl Stoppers {
    /// `0 | -upon*`, the degree of upon.
    pub fn uponth(&mut self) -> Result<Stopper, Stopped> {
        let minus = self.with_pass(&[Stopper::ZERO], &[Stopper::ZERO], &[Player::Right])?;
        self.make(&[Stopper::ZERO], &[minus])
    }

    /// The graph of a few upons, of one variety.
    fn drawn_upons(&mut self, upons: Upons, upper: bool) -> Result<Stopper, Stopped> {
        if upons.count.unsigned_abs() > MOST_DRAWN {
            let what = "the number of upons that are drawn as a graph";
            return Err(Stopped::Limit { what, limit: MOST_DRAWN });
        }
        if upons.count < 0 {
            let positive = self.drawn_upons(upons.negated(), !upper)?;
            return self.neg(positive);
        }
        let star = self.star()?;
        let degree = self.uponth()?;
        let mut base = match upons.count {
            0 if upper => degree,
            0 => self.neg(degree)?,
            _ => self.upon()?,
        };
        if upper && upons.count > 0 {
            // The sum has both varieties as its sides.
            base = known(self.add(base, degree)?.of(Ending::Left))?;
        }
        let steps = (upons.count - 1).max(0);
        if upons.star != (steps % 2 == 1) {
            base = known(self.add(base, star)?.as_stopper())?;
        }
        for _ in 0..steps {
            base = self.make(&[Stopper::ZERO], &[base])?;
        }
        Ok(base)
    }

    /// The game that a few upons are.
    ///
    /// ```
    /// use upstar_values::stopper::{Stoppers, upons::Upons};
    /// let mut store = Stoppers::new(Default::default());
    /// let upon = store.upon()?;
    /// let two = Upons { count: 2, star: false, onside: false, offside: false };
    /// let sum = store.upons(two)?;
    /// assert_eq!(sum, store.add(upon, upon)?);
    /// assert_eq!(store.as_upons(sum)?, Some(two));
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn upons(&mut self, upons: Upons) -> Result<Sides, Stopped> {
        let onside = self.drawn_upons(upons, upons.onside)?;
        let offside = self.drawn_upons(upons, upons.offside)?;
        Ok(Sides::new(onside, offside))
    }

    /// The upons that a game is, if it is some; read off its graph.
    pub fn as_upons(&mut self, sides: Sides) -> Result<Option<Upons>, Stopped> {
        let (Some(on), Some(off)) = (sides.onside.as_stopper(), sides.offside.as_stopper()) else {
            return Ok(None);
        };
        let (Some(on), Some(off)) = (self.side_upons(on)?, self.side_upons(off)?) else {
            return Ok(None);
        };
        let alike = on.count == off.count && on.star == off.star;
        Ok(alike.then_some(Upons { offside: off.offside, ..on }))
    }

    fn side_upons(&mut self, g: Stopper) -> Result<Option<Upons>, Stopped> {
        if let Some(found) = self.chain(g)? {
            return Ok(Some(found));
        }
        let opposite = self.neg(g)?;
        Ok(self.chain(opposite)?.map(Upons::negated))
    }

    /// The number of steps from a game to one of the first class, and which that is.
    fn chain(&mut self, mut g: Stopper) -> Result<Option<Upons>, Stopped> {
        let mut steps = 0i64;
        loop {
            for (count, upper, star) in [
                (1, false, false),
                (1, false, true),
                (1, true, false),
                (1, true, true),
                (0, true, false),
                (0, true, true),
            ] {
                // Below the first class there are no steps.
                let first = Upons { count, star, onside: upper, offside: upper };
                if (count > 0 || steps == 0) && self.drawn_upons(first, upper)? == g {
                    let star = star != (steps % 2 == 1);
                    return Ok(Some(Upons { count: count + steps, star, ..first }));
                }
            }
            let (left, right) = (self.options(g, Player::Left), self.options(g, Player::Right));
            match (left, right) {
                ([Stopper::ZERO], [next]) if *next != g => g = *next,
                _ => return Ok(None),
            }
            steps += 1;
        }
    }
}
