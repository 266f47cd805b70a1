//! Yes-or-no questions about a game, and its parity.
//!
//! Each is asked of the canonical form. A parity is one of three answers: even (every option is
//! odd, or the game is a leaf), odd (every option is even) or neither; the leaf is 0 for plain
//! parity, any number for tempered parity.

use crate::memo::Memos;
use crate::{Calc, Short};
use dashu_int::ops::BitTest;
use upstar_base::{Player, Stopped};

/// Even or odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// Every option is odd.
    Even,
    /// Every option is even.
    Odd,
}

impl Parity {
    fn flipped(self) -> Parity {
        match self {
            Parity::Even => Parity::Odd,
            Parity::Odd => Parity::Even,
        }
    }
}

/// Where the recursion of a parity ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ParityLeaf {
    Zero,
    Number,
}

impl Calc {
    /// Is `g` an integer?
    pub fn is_integer(&self, g: Short) -> bool {
        self.as_integer(g).is_some()
    }

    /// Is `g` a nimber, 0 included?
    pub fn is_nimber(&self, g: Short) -> bool {
        self.as_number_up_star(g).is_some_and(|v| v.up == 0 && v.number.is_zero())
    }

    /// Is `g` between all negative and all positive numbers, that is, are both stops 0?
    pub fn is_infinitesimal(&self, g: Short) -> bool {
        Player::BOTH.iter().all(|&who| self.stop(g, who).is_zero())
    }

    /// Is `g` a number plus an infinitesimal, that is, are its stops equal?
    pub fn is_numberish(&self, g: Short) -> bool {
        self.stop(g, Player::Left) == self.stop(g, Player::Right)
    }

    /// Is `g + g = g`?
    pub fn is_idempotent(&mut self, g: Short) -> Result<bool, Stopped> {
        Ok(self.add(g, g)? == g)
    }

    /// Has every follower options for both players or for neither? Such games are also called
    /// dicotic.
    pub fn is_all_small(&mut self, g: Short) -> Result<bool, Stopped> {
        if let Some(v) = self.as_number_up_star(g) {
            return Ok(v.number.is_zero());
        }
        if !self.is_infinitesimal(g) {
            return Ok(false);
        }
        self.remembered(Memos::all_small, g, |calc| {
            for who in Player::BOTH {
                for option in calc.options(g, who)? {
                    if !calc.is_all_small(option)? {
                        return Ok(false);
                    }
                }
            }
            Ok(true)
        })
    }

    /// Is every line of play down to 0 of the same parity? `None` if not.
    ///
    /// ```
    /// use upstar_values::{Calc, Parity};
    /// let mut calc = Calc::default();
    /// let (five, star_two) = (calc.integer(5)?, calc.nimber(2)?);
    /// assert_eq!(calc.parity(five)?, Some(Parity::Odd));
    /// assert_eq!(calc.parity(star_two)?, None);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn parity(&mut self, g: Short) -> Result<Option<Parity>, Stopped> {
        self.parity_down_to(g, ParityLeaf::Zero)
    }

    /// Is every line of play down to a number of the same parity? `None` if not.
    pub fn temper(&mut self, g: Short) -> Result<Option<Parity>, Stopped> {
        self.parity_down_to(g, ParityLeaf::Number)
    }

    /// Is `g` 0, or are all its options odd?
    pub fn is_even(&mut self, g: Short) -> Result<bool, Stopped> {
        Ok(self.parity(g)? == Some(Parity::Even))
    }

    /// Is `g` not 0 and are all its options even?
    pub fn is_odd(&mut self, g: Short) -> Result<bool, Stopped> {
        Ok(self.parity(g)? == Some(Parity::Odd))
    }

    /// Is `g` a number, or are all its options odd-tempered?
    pub fn is_even_tempered(&mut self, g: Short) -> Result<bool, Stopped> {
        Ok(self.temper(g)? == Some(Parity::Even))
    }

    /// Is `g` not a number and are all its options even-tempered?
    pub fn is_odd_tempered(&mut self, g: Short) -> Result<bool, Stopped> {
        Ok(self.temper(g)? == Some(Parity::Odd))
    }

    fn parity_down_to(&mut self, g: Short, leaf: ParityLeaf) -> Result<Option<Parity>, Stopped> {
        if let Some(v) = self.as_number_up_star(g) {
            let is_number = v.up == 0 && v.nim == 0;
            match (is_number, leaf, v.number.to_integer()) {
                (true, ParityLeaf::Number, _) => return Ok(Some(Parity::Even)),
                (true, ParityLeaf::Zero, Some(n)) => {
                    return Ok(Some(if n.bit(0) { Parity::Odd } else { Parity::Even }));
                }
                // Halves lie between integers of different parity, other fractions next to
                // coarser ones.
                (true, ParityLeaf::Zero, None) => return Ok(None),
                // From *2 both 0 and * can be reached.
                (false, ..) if v.up == 0 && v.nim >= 2 => return Ok(None),
                _ => {}
            }
        }
        self.remembered(Memos::parity, (g, leaf), |calc| {
            let mut common = None;
            for who in Player::BOTH {
                for option in calc.options(g, who)? {
                    let parity = calc.parity_down_to(option, leaf)?;
                    if parity.is_none() || common.is_some_and(|other| other != parity) {
                        return Ok(None);
                    }
                    common = Some(parity);
                }
            }
            Ok(common.flatten().map(Parity::flipped))
        })
    }
}
