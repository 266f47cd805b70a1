//! Stops of stoppers, and what they say about size.
//!
//! A *pseudonumber* is a number, `on`, `off`, or a number with `over` or `under`. Played
//! alternately a stopper comes to one; the stops are the best that the player who starts can
//! get. Pseudonumbers are totally ordered.

use super::store::{Stopper, Stoppers};
use crate::Dyadic;
use rustc_hash::FxHashMap;
use upstar_base::{Player, Stopped};

/// Where a pseudonumber lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pseudonumber {
    /// A number, perhaps a little more or less.
    Near(Dyadic),
    /// Larger than all numbers.
    On,
    /// Smaller than all numbers.
    Off,
}

impl Stoppers {
    /// The pseudonumber that a stopper is, if it is one.
    pub fn as_pseudonumber(&self, g: Stopper) -> Option<Pseudonumber> {
        if let Some(x) = self.as_number(g) {
            return Some(Pseudonumber::Near(x.clone()));
        }
        let (left, right) = (self.options(g, Player::Left), self.options(g, Player::Right));
        let near = |h: Stopper| self.as_number(h).cloned().map(Pseudonumber::Near);
        match (left, right) {
            ([l], []) if *l == g => Some(Pseudonumber::On),
            ([], [r]) if *r == g => Some(Pseudonumber::Off),
            ([x], [r]) if *r == g => near(*x),
            ([l], [x]) if *l == g => near(*x),
            _ => None,
        }
    }

    /// The stop of a stopper when `who` moves first.
    pub fn stop(&mut self, g: Stopper, who: Player) -> Result<Stopper, Stopped> {
        self.stop_knowing(g, who, &mut FxHashMap::default())
    }

    fn stop_knowing(
        &mut self,
        g: Stopper,
        who: Player,
        known: &mut FxHashMap<(Stopper, Player), Stopper>,
    ) -> Result<Stopper, Stopped> {
        if self.as_pseudonumber(g).is_some() {
            return Ok(g);
        }
        if let Some(&stop) = known.get(&(g, who)) {
            return Ok(stop);
        }
        self.budget().check()?;
        let mut best: Option<Stopper> = None;
        for option in self.options(g, who).to_vec() {
            let stop = upstar_base::deeper(|| self.stop_knowing(option, !who, known))?;
            let better = match best {
                None => true,
                Some(best) => match who {
                    Player::Left => self.ge(stop, best)?,
                    Player::Right => self.ge(best, stop)?,
                },
            };
            if better {
                best = Some(stop);
            }
        }
        // A player without a move in what is no pseudonumber does not occur: {|...} is one.
        let best = best.unwrap_or(g);
        known.insert((g, who), best);
        Ok(best)
    }

    /// The number that it is infinitely close to, if there is one.
    pub fn near_number(&mut self, g: Stopper) -> Result<Option<Dyadic>, Stopped> {
        let mut stops = Vec::with_capacity(2);
        for who in Player::BOTH {
            let stop = self.stop(g, who)?;
            stops.push(self.as_pseudonumber(stop));
        }
        Ok(match (&stops[0], &stops[1]) {
            (Some(Pseudonumber::Near(x)), Some(Pseudonumber::Near(y))) if x == y => Some(x.clone()),
            _ => None,
        })
    }
}
