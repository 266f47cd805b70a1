//! Canonical forms as positions to classify.

use super::classifier::{ClassifiedGame, Twice};
use crate::form::{Form, Forms};
use upstar_base::Stopped;

/// The games of a store.
pub struct FormPositions<'a>(pub &'a mut Forms);

impl ClassifiedGame<Form> for FormPositions<'_> {
    fn options(&mut self, form: &Form) -> Result<Vec<Form>, Stopped> {
        self.0.budget().check()?;
        Ok(self.0.options(*form))
    }

    fn pair(&mut self, form: &Form) -> Result<(u32, u32), Stopped> {
        Ok((self.0.nim_value(*form), self.0.misere_nim_value(*form)))
    }

    fn nim_heap(&self, form: &Form) -> Option<u32> {
        self.0.as_nim_heap(*form)
    }

    fn twice(&mut self, form: &Form) -> Result<Twice<Form>, Stopped> {
        let twice = self.0.add(*form, *form)?;
        Ok(if self.0.is_previous_win(twice) { Twice::Previous(twice) } else { Twice::Next })
    }

    fn charge(&self, _: &Form) -> Result<(), Stopped> {
        self.0.budget().charge(2 * size_of::<(Form, bool)>() as u64)
    }

    fn even(&self, form: &Form) -> Option<Form> {
        (!form.is_even()).then(|| form.even_part())
    }

    fn splits(&mut self, form: &Form) -> Result<Vec<Vec<Form>>, Stopped> {
        Ok(if form.is_even() { Vec::new() } else { vec![vec![form.even_part(), Form::ONE]] })
    }
}
