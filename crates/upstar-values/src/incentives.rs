//! Incentives: what a player gains by a move, `GL - G` and `G - GR`.
//!
//! Gains of both players are measured alike, so larger is better for either; a gain that is at
//! most another one is dominated and left out (Winning Ways ch. 6).

use crate::{Calc, Short};
use upstar_base::{Player, Stopped};

impl Calc {
    /// The incentives of `who`, undominated, in house order.
    ///
    /// ```
    /// use upstar_base::Player;
    /// use upstar_values::{Calc, Short};
    /// let mut calc = Calc::default();
    /// let star = calc.nimber(1)?;
    /// let up = calc.make(&[Short::ZERO], &[star])?;
    /// assert_eq!(calc.incentives_of(up, Player::Left)?, [calc.neg(up)?]);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn incentives_of(&mut self, g: Short, who: Player) -> Result<Vec<Short>, Stopped> {
        let mut gains = Vec::new();
        for option in self.options(g, who)? {
            gains.push(match who {
                Player::Left => self.sub(option, g)?,
                Player::Right => self.sub(g, option)?,
            });
        }
        self.undominated(gains)
    }

    /// The incentives of both players together, undominated, in house order.
    pub fn incentives(&mut self, g: Short) -> Result<Vec<Short>, Stopped> {
        let mut gains = self.incentives_of(g, Player::Left)?;
        gains.extend(self.incentives_of(g, Player::Right)?);
        self.undominated(gains)
    }

    /// The maximal ones of `games`, each once, in house order.
    pub(crate) fn undominated(&mut self, games: Vec<Short>) -> Result<Vec<Short>, Stopped> {
        let mut best: Vec<Short> = Vec::new();
        'next: for g in games {
            let mut kept = Vec::with_capacity(best.len() + 1);
            for &h in &best {
                if self.le(g, h)? {
                    continue 'next;
                }
                if !self.le(h, g)? {
                    kept.push(h);
                }
            }
            kept.push(g);
            best = kept;
        }
        self.sort_house(&mut best)?;
        Ok(best)
    }
}
