//! Which genera occur among sums with few tokens.

use super::show_position;
use crate::error::QueryError;
use serde::Serialize;
use upstar_base::Budget;
use upstar_misere::genus::{Genera, first_sums};
use upstar_rules::heap::code::HeapCode;

/// The genera of all sums with few tokens.
#[derive(Clone, Debug, Serialize)]
pub struct GeneraFound {
    /// The code.
    pub code: String,
    /// The most tokens.
    pub tokens: u32,
    /// Each with the first sum that has it.
    pub genera: Vec<FirstSum>,
}

/// A genus and the first sum that has it.
#[derive(Clone, Debug, Serialize)]
pub struct FirstSum {
    /// The genus.
    pub genus: String,
    /// The tokens of the sum.
    pub tokens: u32,
    /// The sum.
    pub first: String,
}

impl GeneraFound {
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{} genera\n", self.genera.len());
        let width = self.genera.iter().map(|first| first.genus.len()).max().unwrap_or(0);
        let digits = self.tokens.to_string().len();
        for FirstSum { genus, tokens, first } in &self.genera {
            text += &format!("{genus:<width$}  {tokens:>digits$} tokens  {first}\n");
        }
        text
    }
}

/// Looks at all sums.
pub(super) fn genera(
    code: &HeapCode,
    tokens: u32,
    budget: &Budget,
) -> Result<GeneraFound, QueryError> {
    let found =
        first_sums(&mut Genera::new(code.clone()), tokens, budget).map_err(QueryError::limit)?;
    let genera = found.iter().map(|first| {
        let mut sum: Vec<(u32, u32)> = Vec::new();
        for &heap in &first.heaps {
            match sum.last_mut() {
                Some((last, count)) if *last == heap => *count += 1,
                _ => sum.push((heap, 1)),
            }
        }
        FirstSum {
            genus: first.genus.to_string(),
            tokens: first.tokens,
            first: show_position(&sum),
        }
    });
    Ok(GeneraFound { code: code.to_string(), tokens, genera: genera.collect() })
}
