//! Which genera occur among sums with few tokens.

use super::show_position;
use super::work;
use crate::query::prelude::*;
use upstar_misere::genus::{Genera, first_sums};

described! {
    /// Which genera occur among sums with few tokens
    pub struct GeneraQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// At most this many tokens.
        pub tokens: u32,
    }
}

impl Query for GeneraQuery {
    type Answer = GeneraFound;
    const NAME: &'static str = "genera";
    const EXAMPLES: &'static [Example] =
        &[Example::new("misere genus .77 --tokens 9", r#"{"code":".77","tokens":9}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<GeneraFound, QueryError> {
        work(session, |state, _| {
            genera(&code(&self.code)?, self.tokens, &Arc::clone(state.budget()))
        })
    }
}

/// The genera of all sums with few tokens.
#[derive(Clone, Debug, Serialize)]
pub struct GeneraFound {
    /// The code.
    pub code: String,
    /// The most tokens.
    pub tokens: u32,
    /// Each with the first sum that has it.
    pub genera: Vec<GenusFirstSum>,
}

/// A genus and the first sum that has it.
#[derive(Clone, Debug, Serialize)]
pub struct GenusFirstSum {
    /// The genus.
    pub genus: String,
    /// The tokens of the sum.
    pub tokens: u32,
    /// The sum.
    pub first: String,
}

impl Finding for GeneraFound {
    fn text(&self) -> String {
        let digits = self.tokens.to_string().len();
        let row = |GenusFirstSum { genus, tokens, first }: &GenusFirstSum| {
            vec![genus.clone(), format!("{tokens:>digits$} tokens"), first.clone()]
        };
        let rows: Vec<_> = self.genera.iter().map(row).collect();
        format!("{} genera\n{}", self.genera.len(), aligned(&rows))
    }
}

/// Looks at all sums.
fn genera(code: &HeapCode, tokens: u32, budget: &Budget) -> Result<GeneraFound, QueryError> {
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
        GenusFirstSum {
            genus: first.genus.to_string(),
            tokens: first.tokens,
            first: show_position(&sum),
        }
    });
    Ok(GeneraFound { code: code.to_string(), tokens, genera: genera.collect() })
}
