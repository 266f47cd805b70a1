//! Canonical forms of words.

use super::parts::Parts;
use super::word::Word;
use crate::form::{Form, Forms};
use upstar_base::Stopped;

/// The canonical forms of the parts of one game, as far as they were needed.
#[derive(Default)]
pub struct PartForms(Vec<Form>);

impl PartForms {
    /// The canonical form of a word.
    ///
    /// ```
    /// use upstar_base::Budget;
    /// use upstar_misere::form::{Forms, Style};
    /// use upstar_misere::heaps::{PartForms, Parts};
    /// let mut grundy = Parts::new("grundy".parse()?);
    /// grundy.extend(13, &Budget::unlimited())?;
    /// let mut forms = Forms::default();
    /// let form = PartForms::default().of(&grundy, &mut forms, grundy.heap(13))?;
    /// assert_eq!(forms.show(form, Style::Subscripts)?, "2_2 2 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(&mut self, parts: &Parts, forms: &mut Forms, word: &Word) -> Result<Form, Stopped> {
        let needed = word.parts.iter().map(|&(part, _)| usize::from(part) + 1).max().unwrap_or(0);
        while self.0.len() < needed {
            let part = self.0.len() as u16;
            let mut options = Vec::new();
            for option in parts.options_of_part(part) {
                options.push(self.sum(forms, option)?);
            }
            self.0.push(forms.make(&options)?);
        }
        self.sum(forms, word)
    }

    /// The canonical form of a word over parts whose forms are known.
    fn sum(&self, forms: &mut Forms, word: &Word) -> Result<Form, Stopped> {
        let two = forms.nim_heap(2)?;
        let mut sum = forms.multiple(two, word.twos)?;
        for &(part, count) in &word.parts {
            for _ in 0..count {
                sum = forms.add(sum, self.0[usize::from(part)])?;
            }
        }
        Ok(if word.one { sum.plus_one() } else { sum })
    }
}
