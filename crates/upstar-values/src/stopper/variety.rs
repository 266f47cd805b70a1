//! Classes and varieties of games of a stable degree (Winning Ways ch. 11).
//!
//! A degree `d` is *stable* if it is its own sum with itself. The class of `a` reaches from
//! `a<-d>`, the downsum of `a` and `-d`, to `a<d>`, the upsum of `a` and `d`. To the degree `d` a game
//! has an *upsum variety*, the upsum of `a` and `(-a)<-d>`, and a *downsum variety*, the downsum of `a`
//! and `(-a)<d>`; for most games of that degree they are one and the same (the Stability Condition, which
//! the book conjectures and which is not true of all games).
//!
//! Theorem: `docs/loopy.md#varieties`.

use super::error::LoopyError;
use super::order::Ending;
use super::store::{Stopper, Stoppers};
use upstar_base::Stopped;

impl Stoppers {
    /// The upsum (for [`Ending::Left`]) or the downsum of two stoppers.
    pub fn sum_side(
        &mut self,
        g: Stopper,
        h: Stopper,
        ending: Ending,
    ) -> Result<Stopper, LoopyError> {
        self.add(g, h)?.of(ending).ok_or(LoopyError::NoSide)
    }

    /// Is a degree its own sum with itself?
    pub fn is_stable(&mut self, degree: Stopper) -> Result<bool, Stopped> {
        Ok(self.add(degree, degree)?.as_stopper() == Some(degree))
    }

    /// Is a game stable: is its degree, and has the game one variety? The Stability Condition says
    /// that the second follows from the first, but there are games for which it does not.
    pub fn is_stable_game(&mut self, g: Stopper) -> Result<bool, LoopyError> {
        match self.variety(g) {
            Ok(_) => Ok(true),
            Err(LoopyError::Unstable | LoopyError::NoVariety) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The largest (for [`Ending::Left`]) or the smallest member of the class of a game to a degree.
    pub fn class_end(
        &mut self,
        g: Stopper,
        degree: Stopper,
        ending: Ending,
    ) -> Result<Stopper, LoopyError> {
        let end = match ending {
            Ending::Left => degree,
            Ending::Right => self.neg(degree)?,
        };
        self.sum_side(g, end, ending)
    }

    /// The upsum variety (for [`Ending::Left`]) or the downsum variety of a game to a stable degree
    /// that is at least its own.
    ///
    /// ```
    /// use upstar_values::stopper::{Ending, Stoppers};
    /// let mut store = Stoppers::new(Default::default());
    /// let upon = store.upon()?;
    /// let uponth = store.degree(upon)?.unwrap();
    /// let minus = store.neg(uponth)?;
    /// assert_eq!(store.variety_to(upon, uponth, Ending::Right)?, minus);
    /// # Ok::<(), upstar_values::stopper::LoopyError>(())
    /// ```
    pub fn variety_to(
        &mut self,
        g: Stopper,
        degree: Stopper,
        ending: Ending,
    ) -> Result<Stopper, LoopyError> {
        if !self.is_stable(degree)? {
            return Err(LoopyError::Unstable);
        }
        let own = self.degree(g)?.ok_or(LoopyError::NoSide)?;
        if !self.ge(degree, own)? {
            return Err(LoopyError::LargerDegree);
        }
        let negative = self.neg(g)?;
        let opposite = match ending {
            Ending::Left => Ending::Right,
            Ending::Right => Ending::Left,
        };
        let other = self.class_end(negative, degree, opposite)?;
        self.sum_side(g, other, ending)
    }

    /// The variety of a game whose degree is stable.
    pub fn variety(&mut self, g: Stopper) -> Result<Stopper, LoopyError> {
        let degree = self.degree(g)?.ok_or(LoopyError::NoSide)?;
        let upsum = self.variety_to(g, degree, Ending::Left)?;
        let downsum = self.variety_to(g, degree, Ending::Right)?;
        if upsum == downsum { Ok(upsum) } else { Err(LoopyError::NoVariety) }
    }
}
