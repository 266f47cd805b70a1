//! Mates, links and distinguishers: why different canonical forms are different games.
//!
//! Conway (On Numbers and Games, ch. 12). The mate G- of G has the mates of its options as
//! options, and 0- = 1; G + G- is always a P-position. G and H are linked by T if G+T and H+T
//! are both P-positions; there is such a T exactly when neither is an option of the other's
//! canonical form. If G and H differ, some T is a distinguisher: one of G+T, H+T is a P-position
//! and the other is not.

use super::store::{Form, Forms};
use upstar_base::Stopped;
use upstar_base::deeper;

impl Forms {
    /// The mate of a game.
    pub fn mate(&mut self, g: Form) -> Result<Form, Stopped> {
        if g.even_part() == Form::ZERO {
            return Ok(g.plus_one());
        }
        if let Some(&mate) = self.mates.get(&g) {
            return Ok(mate);
        }
        let options = self.options(g);
        let mates = options.into_iter().map(|option| deeper(|| self.mate(option)));
        let mates = mates.collect::<Result<Vec<Form>, Stopped>>()?;
        let mate = self.make(&mates)?;
        self.mates.insert(g, mate);
        Ok(mate)
    }

    /// A game T such that `g` + T is a P-position and `h` + T is not; `None` if they are equal.
    pub fn distinguisher(&mut self, g: Form, h: Form) -> Result<Option<Form>, Stopped> {
        if g == h {
            return Ok(None);
        }
        let either = self.separator(g, h)?;
        let sum = self.add(g, either)?;
        if self.is_previous_win(sum) {
            return Ok(Some(either));
        }
        // From g + {mates of the options of g, T} every move has an answer that leaves a
        // P-position, and h + it has the move to h + T.
        let options = self.options(g);
        let mut with_mates = Vec::with_capacity(options.len() + 1);
        for option in options {
            with_mates.push(self.mate(option)?);
        }
        with_mates.push(either);
        self.make(&with_mates).map(Some)
    }

    /// A game T such that exactly one of `g` + T and `h` + T is a P-position; they differ.
    fn separator(&mut self, g: Form, h: Form) -> Result<Form, Stopped> {
        let zero = |x: Form| x == Form::ZERO;
        if (zero(g) && self.is_previous_win(h)) || (zero(h) && self.is_previous_win(g)) {
            return Ok(Form::ZERO);
        }
        let key = if g.0 < h.0 { (g, h) } else { (h, g) };
        if let Some(&known) = self.distinguishers.get(&key) {
            return Ok(known);
        }
        self.step()?;
        for (from, to) in [(g, h), (h, g)] {
            for option in self.options(from) {
                if let Some(link) = deeper(|| self.link(to, option))? {
                    self.distinguishers.insert(key, link);
                    return Ok(link);
                }
            }
        }
        // Canonical forms that differ are separated by one of these links.
        Err(Stopped::Limit { what: "a distinguisher", limit: 0 })
    }

    /// Is there a game T such that `g` + T and `h` + T are P-positions?
    pub fn is_linked(&self, g: Form, h: Form) -> bool {
        !self.has_option(g, h) && !self.has_option(h, g)
    }

    /// A game T such that `g` + T and `h` + T are P-positions, if there is one.
    pub fn link(&mut self, g: Form, h: Form) -> Result<Option<Form>, Stopped> {
        if g == Form::ZERO && h == Form::ZERO {
            return Ok(Some(Form::ONE));
        }
        if !self.is_linked(g, h) {
            return Ok(None);
        }
        if let Some(&known) = self.links.get(&(g, h)) {
            return Ok(known);
        }
        self.step()?;
        let mut options = Vec::new();
        for (from, to) in [(h, g), (g, h)] {
            for option in self.options(from) {
                options.extend(deeper(|| self.distinguisher(option, to))?);
            }
        }
        let link = self.make(&options)?;
        self.links.insert((g, h), Some(link));
        Ok(Some(link))
    }
}
