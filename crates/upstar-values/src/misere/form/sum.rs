//! Sums of games.

use super::store::{Form, Forms};
use upstar_base::Stopped;
use upstar_base::deeper;

impl Forms {
    /// The canonical form of a sum.
    pub fn add(&mut self, g: Form, h: Form) -> Result<Form, Stopped> {
        let odd = g.is_even() != h.is_even();
        let (mut g, mut h) = (g.even_part(), h.even_part());
        if g.0 > h.0 {
            (g, h) = (h, g);
        }
        if g == Form::ZERO {
            return Ok(h.plus_parity(odd));
        }
        if let Some(sum) = self.sums.get(&(g, h)) {
            return Ok(sum.plus_parity(odd));
        }
        self.step()?;
        let sum = deeper(|| {
            let mut options = Vec::new();
            for (from, other) in [(g, h), (h, g)] {
                for option in self.options(from) {
                    options.push(self.add(option, other)?);
                }
                if g == h {
                    break;
                }
            }
            self.make(&options)
        })?;
        self.budget().charge(2 * size_of::<((Form, Form), Form)>() as u64)?;
        self.sums.insert((g, h), sum);
        Ok(sum.plus_parity(odd))
    }

    /// The sum of `times` copies of a game.
    pub fn multiple(&mut self, g: Form, times: u32) -> Result<Form, Stopped> {
        (0..times).try_fold(Form::ZERO, |sum, _| self.add(sum, g))
    }

    /// The adder `:k` of Allemang: k/2 copies of `*2`, and `*1` if k is odd.
    pub fn adder(&mut self, k: u32) -> Result<Form, Stopped> {
        let two = self.nim_heap(2)?;
        Ok(self.multiple(two, k / 2)?.plus_parity(k % 2 == 1))
    }
}
