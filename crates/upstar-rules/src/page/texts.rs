//! What a page or the header of a rule file says in words.

use super::fault::RuleFault;
use super::statement::{Statement, StatementPiece, cleaned, statements};
use super::{About, Editor, Known};

/// All texts of a page.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// The name one types.
    pub name: String,
    /// The name one prints.
    pub title: String,
    /// The rules in words.
    pub rules: String,
    /// How positions are written.
    pub notation: String,
    /// Positions to try.
    pub examples: Vec<String>,
    /// Who invented or described it.
    pub source: String,
    /// Values of positions in the literature.
    pub known: Vec<KnownValue>,
    /// What the sizes of its table mean; empty when it has none.
    pub tables: String,
    /// Whether both players always have the same moves.
    pub impartial: bool,
    /// How positions are changed by hand.
    pub editing: Editing,
}

/// How positions are changed by hand: an [`Editor`] that owns its symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Editing {
    /// Squares with these symbols.
    Cells(String),
    /// Heaps.
    Heaps,
    /// Vertices and edges.
    Graph,
    /// The text of the position.
    #[default]
    Text,
}

/// A value that a page states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownValue {
    /// The position, in the notation of the ruleset.
    pub position: String,
    /// Its value in the notation of the calculator.
    pub value: String,
    /// Where it is stated; empty if the page does not say.
    pub source: String,
}

impl KnownValue {
    /// Parses `"xo" = * (Winning Ways)`.
    fn parse(body: StatementPiece<'_>) -> Result<KnownValue, RuleFault> {
        let form = "`known \"POSITION\" = VALUE (SOURCE)`";
        let wrong = |piece: StatementPiece<'_>, message: &str| {
            RuleFault::new(piece.span(), message).hint(form)
        };
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
        let (value, source) = match source_in(value.trim()) {
            Some((value, source)) => (value.trim(), source.trim()),
            None => (value.trim(), ""),
        };
        if value.is_empty() {
            return Err(wrong(rest, "expected a value behind `=`"));
        }
        let [position, value, source] = [&inside[..end], value, source].map(str::to_owned);
        Ok(KnownValue { position, value, source })
    }
}

/// Splits a value from a source in parentheses at the end, which may have parentheses inside.
fn source_in(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_suffix(')')?;
    let mut open = 1;
    let opens = inside.rmatch_indices(['(', ')']).find(|&(_, bracket)| {
        if bracket == "(" {
            open -= 1
        } else {
            open += 1
        }
        open == 0
    });
    match opens {
        Some((at, _)) => Some((inside[..at].strip_suffix(' ')?, &inside[at + 1..])),
        None => inside.rsplit_once(" ("),
    }
}

/// Joins the words of some texts with single blanks.
fn joined(pieces: &[StatementPiece<'_>]) -> String {
    let words = pieces.iter().flat_map(|piece| piece.text.split_whitespace());
    words.collect::<Vec<_>>().join(" ")
}

impl Texts {
    /// Parses the rules in words, the source and the known values; `faults` gets the errors.
    pub fn parse(all: &[Statement<'_>], faults: &mut Vec<RuleFault>) -> Texts {
        let mut note = |read: Result<Vec<_>, RuleFault>| {
            read.map_err(|fault| faults.push(fault)).unwrap_or_default()
        };
        let about = |word| all.iter().filter(move |one| one.word.text == word).map(|one| one.body);
        let mut quoted =
            |word| joined(&about(word).flat_map(|body| note(body.quoted())).collect::<Vec<_>>());
        let (rules, source) = (quoted(""), quoted("source"));
        let mut known = Vec::new();
        for body in about("known") {
            match KnownValue::parse(body) {
                Ok(value) => known.push(value),
                Err(fault) => faults.push(fault),
            }
        }
        Texts { rules, source, known, ..Texts::default() }
    }

    /// Parses the page of a built-in ruleset, and what is wrong with it.
    pub(super) fn of_page(
        page: &str,
        like: impl Fn(&str) -> Option<&'static About<'static>>,
    ) -> (Texts, Vec<RuleFault>) {
        let clean = cleaned(page);
        let all = statements(&clean);
        let mut faults = Vec::new();
        let mut texts = Texts::parse(&all, &mut faults);
        for Statement { word, body } in all {
            match word.text {
                "" | "source" | "known" => {}
                "game" => texts.title = body.text.to_owned(),
                "impartial" => texts.impartial = true,
                "like" => match like(body.text) {
                    Some(other) => {
                        texts.notation = other.notation.to_owned();
                        texts.tables = other.tables.to_owned();
                        texts.editing = other.editor.into();
                    }
                    None => faults.push(RuleFault::new(body.span(), "there is no such page")),
                },
                "notation" | "tables" | "try" => match body.quoted() {
                    Ok(pieces) if word.text == "notation" => texts.notation = joined(&pieces),
                    Ok(pieces) if word.text == "tables" => texts.tables = joined(&pieces),
                    Ok(pieces) => {
                        texts.examples.extend(pieces.iter().map(|piece| piece.text.to_owned()));
                    }
                    Err(fault) => faults.push(fault),
                },
                "edit" => match body.text.split_once(' ') {
                    Some(("cells", symbols)) => {
                        texts.editing = Editing::Cells(symbols.trim().to_owned());
                    }
                    None if body.text == "heaps" => texts.editing = Editing::Heaps,
                    None if body.text == "graph" => texts.editing = Editing::Graph,
                    None if body.text == "text" => texts.editing = Editing::Text,
                    _ => faults.push(RuleFault::new(body.span(), "expected cells, heaps or graph")),
                },
                _ => faults.push(RuleFault::new(word.span(), "this begins no statement of a page")),
            }
        }
        texts.known_from(&texts.source.clone());
        (texts, faults)
    }

    /// Gives the values without a source this one.
    pub fn known_from(&mut self, source: &str) {
        for known in self.known.iter_mut().filter(|known| known.source.is_empty()) {
            known.source = source.to_owned();
        }
    }

    /// Returns the positions to try.
    pub fn examples(&self) -> Vec<&str> {
        self.examples.iter().map(String::as_str).collect()
    }

    /// Returns the values in the literature.
    pub fn known(&self) -> Vec<Known<'_>> {
        let all = self.known.iter();
        all.map(|KnownValue { position, value, source }| Known { position, value, source })
            .collect()
    }

    /// Returns the page, with the lists that [`Texts::examples`] and [`Texts::known`] return.
    pub fn about<'t>(&'t self, examples: &'t [&'t str], known: &'t [Known<'t>]) -> About<'t> {
        About {
            name: &self.name,
            aliases: &[],
            title: &self.title,
            rules: &self.rules,
            notation: &self.notation,
            examples,
            source: &self.source,
            known,
            tables: &self.tables,
            impartial: self.impartial,
            editor: match &self.editing {
                Editing::Cells(symbols) => Editor::Cells(symbols),
                Editing::Heaps => Editor::Heaps,
                Editing::Graph => Editor::Graph,
                Editing::Text => Editor::Text,
            },
        }
    }
}

impl From<Editor<'_>> for Editing {
    fn from(editor: Editor<'_>) -> Editing {
        match editor {
            Editor::Cells(symbols) => Editing::Cells(symbols.to_owned()),
            Editor::Heaps => Editing::Heaps,
            Editor::Graph => Editing::Graph,
            Editor::Text => Editing::Text,
        }
    }
}
