//! A game with a given blurry genus.

use super::work;
use crate::query::prelude::*;
use upstar_misere::form::{Forms, Style};
use upstar_misere::genus::{self, Blurry, NotBlurry};

described! {
    /// A game with a given blurry genus, such as '1##0': the last two symbols repeat
    pub struct ConstructQuery {
        /// The symbols 0, 1 and # from the first superscript on; 2 and 3 are read as #
        pub genus: String,
    }
}

impl Query for ConstructQuery {
    type Answer = Constructed;
    const NAME: &'static str = "construct";
    const EXAMPLES: &'static [Example] =
        &[Example::new("misere construct 1##0", r#"{"genus":"1##0"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<Constructed, QueryError> {
        work(session, |state, _| construct(&self.genus, &Arc::clone(state.budget())))
    }
}

/// A game with a given genus.
#[derive(Clone, Debug, Serialize)]
pub struct Constructed {
    /// The blurry genus that was asked for.
    pub blurry: String,
    /// A game that has it.
    pub game: String,
    /// The same with names for what occurs several times, and these names, the last one first:
    /// written out such games fill pages.
    #[serde(skip)]
    named: (String, Vec<(String, String)>),
    /// The same as the calculator reads it.
    pub calculator: String,
    /// Its genus.
    pub genus: String,
    /// Its birthday.
    pub birthday: u32,
}

impl Finding for Constructed {
    fn text(&self) -> String {
        let (game, names) = &self.named;
        let names = names.iter().map(|(name, text)| format!("{name} = {text}\n"));
        format!("{game}  genus {}\n{}", self.genus, names.collect::<String>())
    }
}

/// A game with this blurry genus.
fn construct(text: &str, budget: &Arc<Budget>) -> Result<Constructed, QueryError> {
    let wanted: Blurry = text.parse().map_err(|error: NotBlurry| {
        let (NotBlurry::Syntax { at } | NotBlurry::NotAdmissible { at }) = error;
        wrong(text, Span::new(at.min(text.len()), text.len().min(at + 1)), error.to_string())
    })?;
    let mut forms = Forms::new(Arc::clone(budget));
    let found = (|| {
        let game = genus::construct(&mut forms, &wanted, budget)?;
        Ok(Constructed {
            blurry: wanted.to_string(),
            game: forms.show(game, Style::Subscripts)?,
            named: forms.show_named(game)?,
            calculator: format!("*[{}]", forms.show(game, Style::Brackets)?),
            genus: forms.genus(game)?.to_string(),
            birthday: forms.birthday(game),
        })
    })();
    found.map_err(QueryError::limit)
}
