//! Which positions with few heaps are frisky.
//!
//! A table for each smallest heap t and all differences but the last two; a cell is the tau of
//! the positions whose largest heap grows token by token. What is printed last repeats without end.

use super::work;
use super::{position, show_position};
use crate::query::prelude::*;
use serde::Serializer;
use upstar_misere::decomposition::eventually::{Eventually, Nest};
use upstar_misere::decomposition::frisky::{FewHeaps, MOST_BITS, MOST_HEAPS, NoLabels, Tau};
use upstar_misere::decomposition::label::{self, OutcomePair};
use upstar_misere::genus::Genera;

described! {
    /// Where misère play differs from normal play when there are few heaps, of any size
    pub struct FriskyQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// Positions with at most this many heaps, 1 to 5
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 2, conflicts_with = "position"))]
        pub heaps: usize,
        /// How many bits make a number, 1 to 32; without this, the period of single heaps
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", conflicts_with = "position"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub group: Option<usize>,
    }
}

impl Query for FriskyQuery {
    type Answer = Frisky;
    const NAME: &'static str = "frisky";
    const EXAMPLES: &'static [Example] = &[Example::new(
        "misere frisky .33 --heaps 2 --group 4",
        r#"{"code":".33","heaps":2,"group":4}"#,
    )];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<Frisky, QueryError> {
        work(session, |state, _| {
            tables(&code(&self.code)?, self.heaps, self.group, &Arc::clone(state.budget()))
        })
    }
}

described! {
    /// Where misère play of one sum of heaps differs from normal play
    pub struct FriskyLabelQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// A sum of heaps such as 22+50+67
        pub position: String,
    }
}

impl Query for FriskyLabelQuery {
    type Answer = FriskyLabel;
    const NAME: &'static str = "frisky-label";
    const EXAMPLES: &'static [Example] =
        &[Example::new("misere frisky .33 --position 5+3", r#"{"code":".33","position":"5+3"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<FriskyLabel, QueryError> {
        work(session, |state, _| {
            label(&code(&self.code)?, &self.position, &Arc::clone(state.budget()))
        })
    }
}

/// The names of smallest heap and differences; the last difference is k.
const COORDINATES: [&str; MOST_HEAPS - 1] = ["t", "s", "r", "q"];
/// The bits of a group when single heaps have a longer period.
const GROUP: usize = 5;

/// Heaps up to this size are searched for so many steps before a pattern is looked for.
const SEARCHED: u32 = 100;
const SEARCH: u64 = 100_000;

/// The tables of all positions with few heaps.
#[derive(Clone, Debug, Serialize)]
pub struct Frisky {
    /// The code.
    pub code: String,
    /// How many heaps.
    pub heaps: usize,
    /// How many bits make a number.
    pub group: usize,
    /// The sizes of heaps that the tables are about.
    pub sizes: &'static str,
    /// What stands behind them: `computed`, for there is no certificate.
    pub status: &'static str,
    /// The tables, with their periods.
    #[serde(serialize_with = "as_object")]
    pub tau: Nest<Tau>,
}

/// The label of one sum.
#[derive(Clone, Debug, Serialize)]
pub struct FriskyLabel {
    /// The code.
    pub code: String,
    /// The sum.
    pub position: String,
    /// Its outcomes in normal and misère play.
    pub label: String,
    /// Do they differ in the way that matters?
    pub frisky: bool,
}

impl Finding for Frisky {
    fn text(&self) -> String {
        let name = |i: usize| if i + 1 == self.heaps { "k" } else { COORDINATES[i] };
        let terms: Vec<String> = (0..self.heaps)
            .map(|heap| (0..=heap).map(name).collect::<Vec<_>>().join("+"))
            .collect();
        let mut text = format!(
            "computed for heaps {} of all sizes, without a certificate\n",
            terms.join(", ")
        );
        print(&self.tau, self.group, &mut Vec::new(), &mut text);
        text
    }
}

impl Finding for FriskyLabel {
    fn text(&self) -> String {
        let not = if self.frisky { "" } else { "not " };
        format!("{}  {not}frisky\n", self.label)
    }
}

fn as_object<S: Serializer>(taus: &Nest<Tau>, serializer: S) -> Result<S::Ok, S::Error> {
    struct Wrapped<'a>(&'a Nest<Tau>);
    impl Serialize for Wrapped<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            as_object(self.0, serializer)
        }
    }
    #[derive(Serialize)]
    struct FriskyRow<'a> {
        start: usize,
        period: usize,
        items: Vec<Wrapped<'a>>,
    }
    match taus {
        Nest::Cell(tau) => serializer.collect_str(tau),
        Nest::Row(row) => {
            let items = row.items().iter().map(Wrapped).collect();
            FriskyRow { start: row.start(), period: row.period(), items }.serialize(serializer)
        }
    }
}

fn refuse(why: &NoLabels) -> QueryError {
    let limit = match why {
        NoLabels::Stopped(stopped) => stopped.clone(),
        _ => Stopped::Limit { what: "the number of heaps", limit: MOST_HEAPS as u64 },
    };
    QueryError::plain(Kind::Stopped(limit), why.to_string())
}

/// The tables of positions with so many heaps.
fn tables(
    code: &HeapCode,
    heaps: usize,
    group: Option<usize>,
    budget: &Budget,
) -> Result<Frisky, QueryError> {
    let labels = FewHeaps::new(code, heaps, budget).map_err(|why| refuse(&why))?;
    let group = match group {
        Some(group) => group.clamp(1, MOST_BITS),
        None => match FewHeaps::new(code, 1, budget).map_err(|why| refuse(&why))?.labels() {
            Nest::Row(row) if row.period() <= MOST_BITS => row.period(),
            _ => GROUP,
        },
    };
    let Some(tau) = labels.taus(group) else {
        return Err(QueryError::plain(refuse(&NoLabels::Heaps).kind, "there are no heaps"));
    };
    let (code, heaps) = (code.to_string(), labels.heaps());
    Ok(Frisky { code, heaps, group, sizes: "all", status: "computed", tau })
}

/// The label of one sum.
fn label(code: &HeapCode, text: &str, budget: &Arc<Budget>) -> Result<FriskyLabel, QueryError> {
    let sum = position(text)?;
    let mut sizes = Vec::new();
    for &(heap, count) in &sum {
        if count as usize > MOST_HEAPS || sizes.len() > MOST_HEAPS {
            return Err(refuse(&NoLabels::Heaps));
        }
        sizes.extend(std::iter::repeat_n(heap, count as usize));
    }
    let label = match searched(code, &sum, budget).map_err(QueryError::limit)? {
        Some(label) => label,
        None => {
            let labels =
                FewHeaps::new(code, sizes.len().max(1), budget).map_err(|why| refuse(&why))?;
            labels.label(&sizes).ok_or_else(|| refuse(&NoLabels::Heaps))?
        }
    };
    Ok(FriskyLabel {
        code: code.to_string(),
        position: show_position(&sum),
        label: label.to_string(),
        frisky: label.is_frisky(),
    })
}

/// The label of a sum of small heaps, if a search finds it soon.
fn searched(
    code: &HeapCode,
    sum: &[(u32, u32)],
    budget: &Arc<Budget>,
) -> Result<Option<OutcomePair>, Stopped> {
    if sum.iter().any(|&(heap, _)| heap > SEARCHED) {
        return Ok(None);
    }
    let part = Budget::steps_of(budget, SEARCH);
    let found = label::label(&mut Genera::new(code.clone()), sum, &part);
    budget.refund(part.held());
    match found {
        Ok(label) => Ok(Some(label)),
        Err(Stopped::Steps(_)) => Ok(None),
        Err(stopped) => Err(stopped),
    }
}

/// Prints the tables below these values of the first coordinates.
fn print(taus: &Nest<Tau>, columns: usize, before: &mut Vec<String>, out: &mut String) {
    let row = match taus {
        Nest::Cell(tau) => return out.push_str(&format!("{tau}\n")),
        Nest::Row(row) => row,
    };
    let name = COORDINATES.get(before.len()).copied().unwrap_or("");
    if matches!(row.items(), [Nest::Cell(_), ..]) {
        if !before.is_empty() {
            out.push_str(&format!("\n{}\n", before.join(", ")));
        }
        return cells(row, name, columns, out);
    }
    for (x, item) in row.items().iter().enumerate() {
        let p = row.period();
        before.push(if x < row.start() {
            format!("{name} = {x}")
        } else {
            format!("{name} = {x}, {}, {}, ...", x + p, x + 2 * p)
        });
        print(item, columns, before, out);
        before.pop();
    }
}

/// Rows of cells, as many as needed; the period begins where the last line says.
fn cells(row: &Eventually<Nest<Tau>>, name: &str, columns: usize, out: &mut String) {
    let lines = row.items().len().div_ceil(columns);
    let text = |x: usize| match row.at(x) {
        Nest::Cell(tau) => tau.to_string(),
        Nest::Row(_) => String::new(),
    };
    let cells: Vec<String> = (0..lines * columns).map(text).collect();
    *out += &in_rows(&cells, columns, 0, name);
    out.push_str(&format!("period {} from {name} = {} on\n", row.period(), row.start()));
}
