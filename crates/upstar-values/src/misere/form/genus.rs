//! The genus of a canonical form.

use super::store::{Form, Forms};
use crate::misere::genus::Genus;
use upstar_base::{Stopped, deeper};

impl Forms {
    /// The genus of a game.
    pub fn genus(&mut self, g: Form) -> Result<Genus, Stopped> {
        let even = g.even_part();
        let genus = match self.genera.get(&even).cloned() {
            Some(genus) => genus,
            None => {
                let options = self.options(even).into_iter();
                let options = options.map(|option| deeper(|| self.genus(option)));
                let genus = Genus::of_options(&options.collect::<Result<Vec<_>, Stopped>>()?);
                self.step()?;
                self.budget().charge(2 * size_of::<Genus>() as u64)?;
                self.genera.insert(even, genus.clone());
                genus
            }
        };
        Ok(genus.plus(0, !g.is_even()))
    }
}
