//! All games born by a given day.
//!
//! A game born by day `n + 1` is `{A|B}` for sets `A`, `B` of games born by day `n`; dominated
//! options do not matter, so antichains are enough. There are 1, 4, 22 and 1474 games born by
//! days 0 to 3; day 4 has more than three million million.

use crate::{Calc, Short};
use rustc_hash::FxHashSet;
use upstar_base::Stopped;

/// The last day whose games are listed.
pub const LAST_DAY: u32 = 3;

impl Calc {
    /// All games born by day `n`, in house order.
    ///
    /// ```
    /// use upstar_values::Calc;
    /// let mut calc = Calc::default();
    /// assert_eq!(calc.born_by(2)?.len(), 22);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn born_by(&mut self, n: u32) -> Result<Vec<Short>, Stopped> {
        if n > LAST_DAY {
            let limit = u64::from(LAST_DAY);
            return Err(Stopped::Limit { what: "the day by which listed games are born", limit });
        }
        let mut games = vec![Short::ZERO];
        for _ in 0..n {
            let sides = self.antichains(&games)?;
            let mut seen = FxHashSet::default();
            let mut born = Vec::new();
            for left in &sides {
                for right in &sides {
                    self.step()?;
                    let g = self.make(left, right)?;
                    if seen.insert(g) {
                        born.push(g);
                    }
                }
            }
            games = born;
        }
        self.sort_house(&mut games)?;
        Ok(games)
    }

    /// All sets of pairwise incomparable games among `games`, the empty one included.
    fn antichains(&mut self, games: &[Short]) -> Result<Vec<Vec<Short>>, Stopped> {
        let mut all: Vec<Vec<Short>> = vec![Vec::new()];
        for &g in games {
            for i in 0..all.len() {
                self.step()?;
                let mut larger = all[i].clone();
                let mut comparable = false;
                for &h in &larger {
                    comparable = comparable || self.compare(g, h)?.is_some();
                }
                if !comparable {
                    larger.push(g);
                    all.push(larger);
                }
            }
        }
        Ok(all)
    }
}
