//! The companion of a game, and who wins it in misère play.
//!
//! `comp(G) = {comp(GL), and 0 if G >= 0 | comp(GR), and 0 if G <= 0}`. On the games born by
//! day `n` this is an automorphism of their lattice (Fraser, Hirshberg and Wolfe, *The structure
//! of the distributive lattice of games born by day n*, 2005). By induction it only exchanges
//! `n.↑` with `n.↑ + *`, 0 with `*` among them, and fixes every other number plus ups plus nimber.

use crate::memo::Memos;
use crate::recursion::GameOptions;
use crate::{Calc, NumberUpStar, Short};
use upstar_base::{Outcome, Player, Stopped};

impl Calc {
    /// The companion of `g`.
    ///
    /// ```
    /// use upstar_values::{Calc, Short};
    /// let mut calc = Calc::default();
    /// let star = calc.nimber(1)?;
    /// let up = calc.make(&[Short::ZERO], &[star])?;
    /// assert_eq!(calc.companion(up)?, calc.add(up, star)?);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn companion(&mut self, g: Short) -> Result<Short, Stopped> {
        if let Some(v) = self.as_number_up_star(g) {
            let nim = if v.number.is_zero() && v.nim <= 1 { v.nim ^ 1 } else { v.nim };
            return self.number_up_star(&NumberUpStar { nim, ..v });
        }
        self.remembered(Memos::companion, g, |calc| {
            let mut sides = [GameOptions::new(), GameOptions::new()];
            for (who, side) in Player::BOTH.into_iter().zip(&mut sides) {
                for option in calc.options(g, who)? {
                    side.push(calc.companion(option)?);
                }
                if calc.as_good_for(who, g, Short::ZERO)? {
                    side.push(Short::ZERO);
                }
            }
            calc.make(&sides[0], &sides[1])
        })
    }

    /// Who wins the canonical form of `g` when the player who cannot move wins.
    pub fn misere_outcome(&mut self, g: Short) -> Result<Outcome, Stopped> {
        if let Some(v) = self.as_number_up_star(g) {
            if let Some(n) = v.number.to_integer().filter(|_| v.up == 0 && v.nim == 0) {
                return Ok(match n.cmp(&0.into()) {
                    std::cmp::Ordering::Less => Outcome::L,
                    std::cmp::Ordering::Equal => Outcome::N,
                    std::cmp::Ordering::Greater => Outcome::R,
                });
            }
            if v.up == 0 && v.number.is_zero() {
                return Ok(if v.nim == 1 { Outcome::P } else { Outcome::N });
            }
        }
        self.remembered(Memos::misere, g, |calc| {
            let mut first = [false; 2];
            for (who, wins) in Player::BOTH.into_iter().zip(&mut first) {
                let options = calc.options(g, who)?;
                *wins = options.is_empty();
                for option in options {
                    *wins = *wins || calc.misere_outcome(option)?.winner(!who) == who;
                }
            }
            Ok(Outcome::from_first(first[0], first[1]))
        })
    }
}
