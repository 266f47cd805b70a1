//! The blurry genera of a game with copies of the games of a base.

use super::games::{read, read_base};
use super::work;
use crate::query::prelude::*;
use upstar_misere::form::{Forms, Style};
use upstar_misere::genus::{self, Blurry};
use upstar_rules::sum;

described! {
    /// The blurry genera of a game with 0, 1, 2, ... copies of others
    pub struct RowsQuery {
        /// A game as `misere equal` reads it
        #[cfg_attr(feature = "clap", arg(value_name = "G"))]
        pub game: String,
        /// The games that are added, with semicolons between them
        #[cfg_attr(feature = "clap", arg(long, value_name = "A"))]
        pub base: String,
        /// How many rows
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 8))]
        pub rows: usize,
    }
}

impl Query for RowsQuery {
    type Answer = BlurryRows;
    const NAME: &'static str = "rows";
    const EXAMPLES: &'static [Example] =
        &[Example::new("misere rows '2_2 1' --base 2", r#"{"game":"2_2 1","base":"2","rows":8}"#)];

    fn rulesets(&self) -> Vec<&str> {
        [&self.game, &self.base].into_iter().flat_map(|text| sum::files(text)).collect()
    }

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<BlurryRows, QueryError> {
        work(session, |state, _| rows(state, &self.game, &self.base, self.rows))
    }
}

/// The blurry genera of a game with copies of the games of a base.
#[derive(Clone, Debug, Serialize)]
pub struct BlurryRows {
    /// The game.
    pub game: String,
    /// The others.
    pub base: Vec<String>,
    /// With 0, 1, 2, ... copies of each, the last one fastest.
    pub rows: Vec<BlurryRow>,
    /// From where on the rows repeat with period 2, with one game as base, as far as they go.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeats_from: Option<usize>,
}

/// A blurry genus.
#[derive(Clone, Debug, Serialize)]
pub struct BlurryRow {
    /// How many copies of each game of the base.
    pub copies: Vec<usize>,
    /// As it is written.
    pub blurry: String,
    /// Its entries.
    pub entries: Vec<u64>,
    /// Do they repeat for ever?
    pub repeats: bool,
    #[serde(skip)]
    vertical: String,
}

impl Finding for BlurryRows {
    fn text(&self) -> String {
        let most = self.rows.iter().flat_map(|row| row.copies.iter().copied()).max().unwrap_or(0);
        let digits = most.to_string().len();
        let row = |row: &BlurryRow| {
            let copies = row.copies.iter().map(|n| format!("{n:digits$}"));
            copies.chain([row.blurry.clone(), row.vertical.clone()]).collect()
        };
        let mut text = aligned(&self.rows.iter().map(row).collect::<Vec<_>>());
        if let Some(from) = self.repeats_from {
            text += &format!("period 2 from row {from} on, as far as the rows go\n");
        }
        text
    }
}

/// The blurry genera with 0, 1, 2, ... copies of some games added.
fn rows(
    state: &mut SessionState,
    game: &str,
    base: &str,
    rows: usize,
) -> Result<BlurryRows, QueryError> {
    let mut forms = Forms::new(Arc::clone(state.budget()));
    let g = read(state, &mut forms, game)?;
    let (_, games) = read_base(state, &mut forms, base)?;
    let found = genus::rows(&forms, g, &games, rows, state.budget()).map_err(QueryError::limit)?;
    let repeats_from = match (&games[..], found.len()) {
        ([_], count @ 4..) => {
            let same = |i: usize| found[i].1 == found[i + 2].1;
            let from = (0..count - 2).rev().take_while(|&i| same(i)).last();
            from.filter(|from| count - from >= 4)
        }
        _ => None,
    };
    let row = |(copies, row): (Vec<usize>, Blurry)| BlurryRow {
        copies,
        blurry: row.to_string(),
        entries: row.entries().to_vec(),
        repeats: row.repeats(),
        vertical: row.vertical().to_string(),
    };
    let rows = found.into_iter().map(row).collect();
    let mut show = |form| forms.show(form, Style::Subscripts).map_err(QueryError::limit);
    let game = show(g)?;
    let base = games.into_iter().map(show).collect::<Result<Vec<_>, QueryError>>()?;
    Ok(BlurryRows { game, base, rows, repeats_from })
}
