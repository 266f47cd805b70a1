//! Sums of stoppers and numbers.
//!
//! The canonical form of `g + x`, for a number `x` and a stopper `g` that is not one, has the options
//! of `g` moved by `x` (number translation: nobody moves in a number while there is something
//! else). So the graph of `g` is moved node by node instead of multiplied by that of `x`, and the
//! graph of a number is as long as its signs.

use super::draft::{Draft, Ref};
use super::stops::Pseudonumber;
use super::store::{Stopper, Stoppers};
use crate::Dyadic;
use dashu_int::IBig;
use rustc_hash::FxHashMap;
use upstar_base::{Player, Stopped};

/// The longest string of signs of a number that is drawn as a graph.
pub const LONGEST_NUMBER: u64 = 4096;

/// How many signs a number has.
pub fn length(x: &Dyadic) -> u64 {
    let run = x.abs().ceil();
    u64::try_from(&run).unwrap_or(u64::MAX).saturating_add(u64::from(x.exponent()))
}

impl Stoppers {
    /// The number `x` as a stopper.
    pub fn number(&mut self, x: &Dyadic) -> Result<Stopper, Stopped> {
        if length(x) > LONGEST_NUMBER {
            let what = "the length of a number that is drawn as a graph";
            return Err(Stopped::Limit { what, limit: LONGEST_NUMBER });
        }
        // The options of a number are beginnings of its string of signs, the longer of them all
        // but the last sign.
        let mut chain: Vec<Dyadic> = vec![x.clone()];
        while let Some(shorter) = chain.last().and_then(parent) {
            chain.push(shorter);
        }
        let mut known: FxHashMap<Dyadic, Stopper> = FxHashMap::default();
        for y in chain.into_iter().rev() {
            let side = |who| option(&y, who).and_then(|o| known.get(&o).copied());
            let options = Player::BOTH.map(|who| side(who).into_iter().collect());
            let g = self.intern_charged(options)?;
            known.insert(y, g);
        }
        Ok(known.get(x).copied().unwrap_or(Stopper::ZERO))
    }

    /// `g + x`
    ///
    /// ```
    /// use upstar_values::{Dyadic, stopper::Stoppers};
    /// let mut store = Stoppers::new(Default::default());
    /// let (over, two) = (store.over()?, store.number(&Dyadic::from(2))?);
    /// let sum = store.add(over, two)?.as_stopper();
    /// assert_eq!(Some(store.translate(over, &Dyadic::from(2))?), sum);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn translate(&mut self, g: Stopper, x: &Dyadic) -> Result<Stopper, Stopped> {
        if x.is_zero() {
            return Ok(g);
        }
        if let Some(y) = self.as_number(g) {
            let sum = x + y;
            return self.number(&sum);
        }
        let followers = self.followers(g);
        let mut moved: FxHashMap<Stopper, Ref> = FxHashMap::default();
        let mut kept = Vec::new();
        for &follower in &followers {
            let at = match self.as_number(follower).cloned() {
                Some(y) => Ref::Known(self.number(&(x + &y))?),
                None => {
                    kept.push(follower);
                    Ref::Node(kept.len() as u32 - 1)
                }
            };
            moved.insert(follower, at);
        }
        let mut draft = Draft::new();
        for follower in kept {
            let side = |who| self.options(follower, who).iter().map(|o| moved[o]).collect();
            draft.add(side(Player::Left), side(Player::Right));
        }
        Ok(self.take_in(&draft)[0])
    }

    /// Does adding a number to it change nothing?
    pub fn absorbs_numbers(&mut self, g: Stopper) -> Result<bool, Stopped> {
        if self.followers(g).iter().any(|&follower| self.as_number(follower).is_some()) {
            // A number that can be reached is moved; what remains may still be the same game.
            return Ok(self.translate(g, &Dyadic::one())? == g);
        }
        Ok(true)
    }

    /// The number that tells where a stopper lies, and which moves with it: its mean, if it has
    /// one, else a stop that is not infinite.
    pub fn anchor(&mut self, g: Stopper) -> Result<Option<Dyadic>, Stopped> {
        if let Some(Pseudonumber::Near(x)) = self.as_pseudonumber(g) {
            return Ok(Some(x));
        }
        if self.absorbs_numbers(g)? {
            return Ok(None);
        }
        if let Ok(thermograph) = self.thermograph(g) {
            return Ok(Some(thermograph.mean()));
        }
        for who in [Player::Right, Player::Left] {
            let stop = self.stop(g, who)?;
            if let Some(Pseudonumber::Near(x)) = self.as_pseudonumber(stop) {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }
}

/// The option of a number in its canonical form.
fn option(x: &Dyadic, who: Player) -> Option<Dyadic> {
    let step = Dyadic::new(IBig::ONE, x.exponent());
    let towards = match who {
        Player::Left => x - &step,
        Player::Right => x + &step,
    };
    let whole = match who {
        Player::Left => x > &Dyadic::zero(),
        Player::Right => x < &Dyadic::zero(),
    };
    (!x.is_integer() || whole).then_some(towards)
}

fn parent(x: &Dyadic) -> Option<Dyadic> {
    Player::BOTH.into_iter().filter_map(|who| option(x, who)).max_by_key(length)
}
