//! Reduced canonical form: the simplest game infinitesimally close to a given one.
//!
//! Heat by `*`, then go up from the bottom and replace every follower that is a number or a
//! number plus `*` by the number (Calistrate's construction; its correctness is proved by
//! Grossman and Siegel, *Reductions of partizan games*, Games of No Chance 3, 2009).

use crate::memo::Memos;
use crate::{Calc, Short};
use upstar_base::{Player, Stopped};

impl Calc {
    /// The reduced canonical form of `g`: equal for two games iff they differ by an
    /// infinitesimal.
    ///
    /// ```
    /// use upstar_values::{Calc, Short};
    /// let mut calc = Calc::default();
    /// let (one, star) = (calc.integer(1)?, calc.nimber(1)?);
    /// let one_star = calc.add(one, star)?;
    /// assert_eq!(calc.reduced_canonical_form(one_star)?, one);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn reduced_canonical_form(&mut self, g: Short) -> Result<Short, Stopped> {
        if self.is_numberish(g) {
            let x = self.stop(g, Player::Left);
            return self.number(&x);
        }
        let star = self.nimber(1)?;
        let heated = self.heat(g, star)?;
        self.star_projection(heated)
    }

    fn star_projection(&mut self, g: Short) -> Result<Short, Stopped> {
        if let Some(v) = self.as_number_up_star(g)
            && v.up == 0
            && v.nim <= 1
        {
            return self.number(&v.number);
        }
        self.remembered(Memos::star_projection, g, |calc| {
            calc.map_options(g, |calc, option, _| calc.star_projection(option))
        })
    }
}
