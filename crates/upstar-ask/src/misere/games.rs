//! Games given by themselves, compared on sums of the games of a base.

use crate::heaps::wrong;
use crate::refusal::Refusal;
use serde::Serialize;
use std::sync::Arc;
use upstar_base::Budget;
use upstar_lang::Span;
use upstar_misere::form::{Form, Forms, NotAForm, Style};
use upstar_misere::genus::{self, Blurry};
use upstar_misere::quotient::{Verdict, decide};

/// Whether two games are equal with respect to a base.
#[derive(Clone, Debug, Serialize)]
pub struct Equal {
    /// A game.
    pub first: String,
    /// Another.
    pub second: String,
    /// The games whose sums are added.
    pub base: Vec<String>,
    /// Are they equal? `None` if that is not known.
    pub equal: Option<bool>,
    /// The order of the quotient that proves it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<usize>,
    /// How many pairs of classes were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairs: Option<usize>,
    /// How many of each game of the base tell them apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub add: Option<Vec<u64>>,
    /// With which of them that is a P-position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_wins: Option<&'static str>,
    /// Equal with up to so many games added.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terms: Option<u64>,
    /// Why no more is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Equal {
    pub(crate) fn text(&self) -> String {
        match (&self.add, self.equal) {
            (Some(counts), _) => {
                let (p, n) = match self.previous_wins {
                    Some("first") => ("first", "second"),
                    _ => ("second", "first"),
                };
                let sum = self.sum(counts);
                format!("false: with {sum} the {p} is a P-position and the {n} is not\n")
            }
            (None, Some(_)) => {
                let (order, pairs) = (self.order.unwrap_or(0), self.pairs.unwrap_or(0));
                format!("true: quotient of order {order}, {pairs} pairs of classes\n")
            }
            (None, None) => {
                let (terms, why) = (self.terms.unwrap_or(0), self.reason.as_deref());
                let why = why.unwrap_or_default();
                format!("not known: equal with up to {terms} games added; {why}\n")
            }
        }
    }

    fn sum(&self, counts: &[u64]) -> String {
        let terms = self.base.iter().zip(counts).filter(|(_, n)| **n > 0);
        let shown = |text: &str| match text.contains(' ') {
            true => format!("{{{text}}}"),
            false => text.to_owned(),
        };
        let term = |(text, &n): (&String, &u64)| match n {
            1 => shown(text),
            n => format!("{n}.{}", shown(text)),
        };
        let terms: Vec<String> = terms.map(term).collect();
        if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
    }
}

/// The blurry genera of a game with copies of another.
#[derive(Clone, Debug, Serialize)]
pub struct Rows {
    /// The game.
    pub game: String,
    /// The other.
    pub base: String,
    /// With 0, 1, 2, ... copies of it.
    pub rows: Vec<Row>,
}

/// A blurry genus.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// As it is written.
    pub blurry: String,
    /// Its entries.
    pub entries: Vec<u64>,
    /// Do they repeat for ever?
    pub repeats: bool,
    #[serde(skip)]
    vertical: String,
}

impl Rows {
    pub(crate) fn text(&self) -> String {
        let width = self.rows.iter().map(|row| row.blurry.len()).max().unwrap_or(0);
        let digits = self.rows.len().saturating_sub(1).to_string().len();
        let line = |(i, row): (usize, &Row)| {
            format!("{i:digits$}  {:<width$}  {}\n", row.blurry, row.vertical)
        };
        self.rows.iter().enumerate().map(line).collect()
    }
}

/// Reads a game in collapsed notation.
fn read(forms: &mut Forms, text: &str) -> Result<Form, Refusal> {
    forms.read(text).map_err(|error| {
        let at = match error {
            NotAForm::Syntax { at, .. } | NotAForm::NoDifference { at } => at.min(text.len()),
            NotAForm::Stopped(stopped) => return Refusal::limit(stopped),
        };
        wrong(text, Span::new(at, text.len().min(at + 1)), error.to_string())
    })
}

/// Decides G = H (X).
pub(super) fn equal(
    first: &str,
    second: &str,
    base: &str,
    budget: &Arc<Budget>,
) -> Result<Equal, Refusal> {
    let mut forms = Forms::new(Arc::clone(budget));
    let (g, h) = (read(&mut forms, first)?, read(&mut forms, second)?);
    let texts: Vec<String> = base.split(';').map(|text| text.trim().to_owned()).collect();
    let mut games = Vec::new();
    for text in &texts {
        games.push(read(&mut forms, text)?);
    }
    let verdict = decide(&forms, g, h, &games, budget).map_err(Refusal::limit)?;
    let open = Equal {
        first: first.to_owned(),
        second: second.to_owned(),
        base: texts,
        equal: None,
        order: None,
        pairs: None,
        add: None,
        previous_wins: None,
        terms: None,
        reason: None,
    };
    Ok(match verdict {
        Verdict::Proved { order, pairs } => {
            Equal { equal: Some(true), order: Some(order), pairs: Some(pairs), ..open }
        }
        Verdict::Refuted { counts, first_is_p } => {
            let previous_wins = Some(if first_is_p { "first" } else { "second" });
            Equal { equal: Some(false), add: Some(counts), previous_wins, ..open }
        }
        Verdict::Open { terms, why } => {
            Equal { terms: Some(terms), reason: Some(why.to_string()), ..open }
        }
    })
}

/// The blurry genera with 0, 1, 2, ... copies of a game added.
pub(super) fn rows(
    game: &str,
    base: &str,
    rows: usize,
    budget: &Arc<Budget>,
) -> Result<Rows, Refusal> {
    let mut forms = Forms::new(Arc::clone(budget));
    let (g, a) = (read(&mut forms, game)?, read(&mut forms, base)?);
    let rows = genus::rows(&forms, g, a, rows, budget).map_err(Refusal::limit)?;
    let row = |row: &Blurry| Row {
        blurry: row.to_string(),
        entries: row.entries().to_vec(),
        repeats: row.repeats(),
        vertical: row.vertical().to_string(),
    };
    let rows = rows.iter().map(row).collect();
    let mut show = |form| forms.show(form, Style::Subscripts).map_err(Refusal::limit);
    Ok(Rows { game: show(g)?, base: show(a)?, rows })
}
