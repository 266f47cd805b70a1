//! What a file says of its game besides the moves, kept so that [`About`] can borrow it.

use crate::fault::Fault;
use crate::statement::Piece;
use self_cell::self_cell;
use std::fmt;
use upstar_rules::registry::{About, Editor, Known};

/// All texts of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) rules: String,
    pub(crate) notation: String,
    pub(crate) examples: Vec<String>,
    pub(crate) source: String,
    pub(crate) known: Vec<KnownValue>,
    pub(crate) tables: String,
    pub(crate) impartial: bool,
    pub(crate) editing: Editing,
}

/// How positions are changed by hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Editing {
    /// Squares with these symbols.
    Cells(String),
    Heaps,
    Graph,
    #[default]
    Text,
}

/// A value that the file states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KnownValue {
    pub(crate) position: String,
    pub(crate) value: String,
    pub(crate) source: String,
}

impl KnownValue {
    /// Reads `"xo" = * (Winning Ways)`.
    pub(crate) fn read(body: Piece<'_>) -> Result<KnownValue, Fault> {
        let form = "`known \"POSITION\" = VALUE (SOURCE)`";
        let wrong = |piece: Piece<'_>, message: &str| Fault::new(piece.span(), message).hint(form);
        let inside = body.text.strip_prefix('"');
        let Some(inside) = inside else {
            return Err(wrong(body, "expected a position in quotes"));
        };
        let Some(end) = inside.find('"') else {
            return Err(wrong(body.part(0, 1), "this quote is not closed"));
        };
        let rest = body.part(end + 2, body.text.len()).trimmed();
        let Some(value) = rest.text.strip_prefix('=') else {
            return Err(wrong(rest, "expected `=` and a value"));
        };
        let (value, source) = match value.trim().strip_suffix(')').and_then(|v| v.rsplit_once(" ("))
        {
            Some((value, source)) => (value.trim(), source.trim()),
            None => (value.trim(), "the file"),
        };
        if value.is_empty() {
            return Err(wrong(rest, "expected a value behind `=`"));
        }
        let [position, value, source] = [&inside[..end], value, source].map(str::to_owned);
        Ok(KnownValue { position, value, source })
    }
}

/// The lists of [`About`], which borrow from the texts.
pub(crate) struct Lists<'t> {
    examples: Vec<&'t str>,
    known: Vec<Known<'t>>,
}

self_cell! {
    /// The texts with the lists that borrow from them.
    pub(crate) struct Page {
        owner: Texts,
        #[covariant]
        dependent: Lists,
    }
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.borrow_owner().fmt(f)
    }
}

impl Page {
    pub(crate) fn of(texts: Texts) -> Page {
        Page::new(texts, |texts| Lists {
            examples: texts.examples.iter().map(String::as_str).collect(),
            known: texts
                .known
                .iter()
                .map(|known| Known {
                    position: &known.position,
                    value: &known.value,
                    source: &known.source,
                })
                .collect(),
        })
    }

    pub(crate) fn about(&self) -> About<'_> {
        let (texts, lists) = (self.borrow_owner(), self.borrow_dependent());
        About {
            name: &texts.name,
            aliases: &[],
            title: &texts.title,
            rules: &texts.rules,
            notation: &texts.notation,
            examples: &lists.examples,
            source: &texts.source,
            known: &lists.known,
            tables: &texts.tables,
            impartial: texts.impartial,
            editor: match &texts.editing {
                Editing::Cells(symbols) => Editor::Cells(symbols),
                Editing::Heaps => Editor::Heaps,
                Editing::Graph => Editor::Graph,
                Editing::Text => Editor::Text,
            },
        }
    }
}
