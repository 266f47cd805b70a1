//! Genus table, heap pretending table, addition table, adder approximator and exceptions, in rows
//! of the period.
//!
//! What is proved to repeat are the names of heaps; their genera are computed as far as shown.

use super::labels::Labels;
use super::solve::legend;
use super::{MOST_SUMS, work};
use crate::query::prelude::*;
use std::time::Duration;
use upstar_misere::game::known;
use upstar_misere::genus::Genera;
use upstar_misere::glance::glance;
use upstar_misere::pretend::{Name, Pretension};
use upstar_misere::quotient::{End, Quotient, Solver};
use upstar_proof::Standing;

described! {
    /// Which heaps may be treated as adders or as a few special symbols
    pub struct PretendQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// Cover only the heaps up to this one
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heaps: Option<u32>,
        /// Where the addition table has more sums than this, print only so many, of the fewest symbols
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = MOST_SUMS))]
        #[serde(default = "most_sums")]
        pub sums: u64,
    }
}

impl Query for PretendQuery {
    type Answer = Pretend;
    const NAME: &'static str = "pretend";
    const EXAMPLES: &'static [Example] = &[Example::new(
        "misere pretend .77 --heaps 12 --sums 100",
        r#"{"code":".77","heaps":12,"sums":100}"#,
    )];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<Pretend, QueryError> {
        work(session, |state, _| {
            let time = state.limits().time;
            pretend(&code(&self.code)?, self.heaps, self.sums, time, &Arc::clone(state.budget()))
        })
    }
}

fn most_sums() -> u64 {
    MOST_SUMS
}

/// Heaps beyond this are never tried.
const MOST_HEAPS: u32 = 5000;
/// The length of rows when there is no period, or one that is too long for a row.
const COLUMNS: u64 = 10;
/// The longest rows.
const WIDEST: u64 = 60;
/// How many steps a quotient is looked for when no time is given.
const PATIENCE: u64 = 40_000;
/// So many heaps are shown besides labels for all heaps.
const WITH_LABELS: u32 = 12;
/// Elements of larger quotients are not named.
const NAMED: usize = 500;

/// The tables of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Pretend {
    /// The code.
    pub code: String,
    /// Do they hold for all heaps?
    pub complete: bool,
    /// The heaps that are covered.
    pub heaps: u32,
    /// Whether the names are proved for heaps of every size: the checker accepted the quotient.
    pub proved_for_all_heaps: bool,
    /// What stands behind the names: `verified` by the checker, or `computed`.
    pub status: &'static str,
    /// Are the genera?
    pub genus_proved_for_all_heaps: bool,
    /// From which heap on names repeat.
    pub preperiod: Option<u64>,
    /// With which period.
    pub period: Option<u64>,
    /// The order of the quotient.
    pub order: usize,
    /// The genus of each heap.
    pub genus: Vec<String>,
    /// What each heap is treated as.
    pub names: Vec<String>,
    /// The special symbols.
    pub symbols: Vec<PretendSymbol>,
    /// The letters of the quotient with the heaps that they stand for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub letters: Vec<(String, u32)>,
    /// Labels for all heaps, where the game has a rule and no finite quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<Labels>,
    /// The addition table has only sums of so many terms.
    pub most_terms: Option<u64>,
    /// The sums of symbols with their genera.
    pub addition: Vec<SymbolSum>,
    /// The sums whose genus the adder approximator misses.
    pub exceptions: Vec<PretendException>,
    /// Is this all that was asked for?
    #[serde(skip)]
    pub met: bool,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "in_words", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    #[serde(skip)]
    tables: String,
    #[serde(skip)]
    note: Option<String>,
}

/// A special symbol.
#[derive(Clone, Debug, Serialize)]
pub struct PretendSymbol {
    /// Its name.
    pub name: String,
    /// p and s of the law (p+s)X = sX.
    pub law: [u64; 2],
    /// The heaps that are treated as it.
    pub heaps: Vec<u32>,
    /// The element of the quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// The adder that comes near it.
    pub approximator: Option<String>,
}

/// A sum of symbols.
#[derive(Clone, Debug, Serialize)]
pub struct SymbolSum {
    /// How many of each.
    pub counts: Vec<u64>,
    /// Its genus.
    pub genus: String,
}

/// A sum whose genus the adder approximator misses.
#[derive(Clone, Debug, Serialize)]
pub struct PretendException {
    /// How many of each symbol.
    pub counts: Vec<u64>,
    /// Its genus.
    pub genus: String,
    /// What the approximator says.
    pub approximation: String,
}

impl Finding for Pretend {
    fn text(&self) -> String {
        self.tables.clone()
    }

    fn notes(&self) -> Vec<String> {
        self.note.iter().cloned().collect()
    }

    fn is_complete(&self) -> bool {
        self.met
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped.clone()
    }
}

/// Makes the tables.
fn pretend(
    code: &HeapCode,
    heaps: Option<u32>,
    sums: u64,
    time: Option<Duration>,
    budget: &Arc<Budget>,
) -> Result<Pretend, QueryError> {
    // Half of the time is for the tables.
    let part = match time {
        Some(time) => Budget::part_of(budget, time / 2),
        None => Budget::steps_of(budget, PATIENCE),
    };
    let mut solver = Solver::new(code);
    let (quotient, rule) = match heaps {
        Some(heaps) => (solver.run(heaps.min(MOST_HEAPS), &part), None),
        None => match glance(code, &mut solver, MOST_HEAPS, budget) {
            (quotient, Ok(None)) if !matches!(quotient.end(), End::Complete { .. }) => {
                (solver.run(MOST_HEAPS, &part), None)
            }
            (quotient, Ok(rule)) => (quotient, rule),
            (quotient, Err(stopped)) => return Err(super::stopped(stopped, known(&quotient))),
        },
    };
    let labels = rule.as_ref().map(Labels::new);
    let (shown, row) = match (quotient.end().clone(), heaps) {
        (End::Complete { preperiod, period }, None) => {
            let row = if period <= WIDEST { period } else { COLUMNS };
            // Whole rows, to the first that begins in the period and contains it.
            let before = preperiod.saturating_sub(1).div_ceil(row) * row;
            let last = before + period.div_ceil(row) * row;
            (last.min(u64::from(MOST_HEAPS)) as u32, row)
        }
        (End::Complete { period, .. }, Some(heaps)) => {
            (heaps.min(MOST_HEAPS), if period <= WIDEST { period } else { COLUMNS })
        }
        _ if labels.is_some() => (quotient.heaps().min(WITH_LABELS), COLUMNS),
        (_, heaps) => (quotient.heaps().min(heaps.unwrap_or(MOST_HEAPS)), COLUMNS),
    };
    budget.begin("the tables", None);
    let mut genera = Genera::new(code.clone());
    let pretension = Pretension::new(&quotient, &mut genera, shown, sums, budget)
        .map_err(|stopped| super::stopped(stopped, known(&quotient)))?;
    let met = labels.is_some()
        || pretension.period.is_some()
        || heaps.is_some_and(|heaps| pretension.heaps >= heaps);
    let note = (!met).then(|| {
        let why = match quotient.end() {
            End::Stopped(stopped) => stopped.to_string(),
            End::Stuck(why) => (*why).to_owned(),
            _ => "the game is not solved".to_owned(),
        };
        format!("{why}; heaps up to {} are covered", pretension.heaps)
    });
    let standing = quotient.standing(code, budget);
    let stopped = match quotient.end() {
        End::Stopped(stopped) if stopped.is_external() => Some(stopped.clone()),
        _ => standing.was_stopped().then(|| ended_by(budget)),
    };
    Ok(Pretend {
        stopped,
        ..found(code, &standing, &pretension, &quotient, row, labels, met, note)
    })
}

#[allow(clippy::too_many_arguments)]
fn found(
    code: &HeapCode,
    standing: &Standing,
    pretension: &Pretension,
    quotient: &Quotient,
    row: u64,
    labels: Option<Labels>,
    met: bool,
    note: Option<String>,
) -> Pretend {
    let order = quotient.monoid().order();
    let names = (order <= NAMED).then(|| quotient.presentation());
    let element = |heaps: &[u32]| {
        let class = quotient.class(u64::from(*heaps.first()?))?;
        Some(names.as_ref()?.name(class))
    };
    let symbols = pretension.symbols.iter().map(|symbol| PretendSymbol {
        name: symbol.name.clone(),
        law: [symbol.p, symbol.s],
        element: element(&symbol.heaps),
        heaps: symbol.heaps.clone(),
        approximator: symbol.approximator.map(|stand| stand.to_string()),
    });
    let sum = |(counts, genus): &(Vec<u64>, upstar_misere::genus::Genus)| SymbolSum {
        counts: counts.clone(),
        genus: genus.to_string(),
    };
    let exceptions = pretension.exceptions.iter().map(|exception| PretendException {
        counts: exception.counts.clone(),
        genus: exception.genus.to_string(),
        approximation: exception.approximation.to_string(),
    });
    let proved = pretension.period.is_some() && standing.is_verified();
    let symbols: Vec<PretendSymbol> = symbols.collect();
    let letters = names.as_ref().map_or(Vec::new(), |names| names.letters());
    let mut tables = print(pretension, standing, row);
    let named: Vec<String> = symbols
        .iter()
        .filter_map(|symbol| Some(format!("{} = {}", symbol.name, symbol.element.as_ref()?)))
        .collect();
    if !named.is_empty() {
        tables += &format!("\nin the quotient, with {}: {}\n", legend(&letters), named.join(", "));
    }
    if let Some(labels) = &labels {
        tables = format!("{}\n{}\n{tables}", labels.rule, labels.text());
    }
    Pretend {
        code: code.to_string(),
        complete: proved || labels.is_some(),
        heaps: pretension.heaps,
        proved_for_all_heaps: proved,
        status: standing.status(),
        genus_proved_for_all_heaps: false,
        preperiod: pretension.period.map(|(start, _)| start),
        period: pretension.period.map(|(_, period)| period),
        order,
        genus: pretension.genera.iter().map(ToString::to_string).collect(),
        names: pretension.names.iter().map(|&n| name(pretension, n, false)).collect(),
        symbols,
        letters,
        labels,
        most_terms: pretension.most_terms,
        addition: pretension.addition.iter().map(sum).collect(),
        exceptions: exceptions.collect(),
        met,
        stopped: None,
        tables,
        note,
    }
}

fn name(pretension: &Pretension, name: Name, with_law: bool) -> String {
    match name {
        Name::Adder(a) => format!(":{a}"),
        Name::Symbol(i) => {
            let symbol = &pretension.symbols[i];
            if with_law {
                format!("{}({},{})", symbol.name, symbol.p, symbol.s)
            } else {
                symbol.name.clone()
            }
        }
    }
}

/// `A + 2B`.
fn sum(pretension: &Pretension, counts: &[u64]) -> String {
    let terms = pretension.symbols.iter().zip(counts).filter(|(_, n)| **n > 0);
    let term = |(symbol, &n): (&upstar_misere::pretend::Symbol, &u64)| match n {
        1 => symbol.name.clone(),
        n => format!("{n}{}", symbol.name),
    };
    let terms: Vec<String> = terms.map(term).collect();
    if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
}

/// A line of the tables.
macro_rules! line {
    ($out:expr, $($text:tt)*) => {{
        $out.push_str(&format!($($text)*));
        $out.push('\n');
    }};
}

fn print(pretension: &Pretension, standing: &Standing, row: u64) -> String {
    let mut out = String::new();
    let genera: Vec<String> = pretension.genera.iter().skip(1).map(ToString::to_string).collect();
    line!(out, "genus table");
    rows(&genera, row, false, &mut out);
    line!(out, "computed to heap {}; beyond, genera are not proved to repeat", pretension.heaps);
    line!(out, "\nheap pretending table");
    let names: Vec<String> =
        pretension.names.iter().skip(1).map(|&n| name(pretension, n, true)).collect();
    match pretension.period {
        Some((start, period)) => {
            // The last row repeats if it is one of the period and begins in it.
            let last = (names.len() as u64 / row).saturating_sub(1) * row;
            let whole =
                (names.len() as u64).is_multiple_of(row) && row == period && last + 1 >= start;
            rows(&names, row, whole, &mut out);
            let repeats = if whole { "the last row repeats" } else { "the names repeat" };
            let how = match standing.unchecked() {
                None => "proved for all heaps".to_owned(),
                Some(why) => format!("computed, {why}"),
            };
            line!(out, "{repeats}, period {period} from heap {start} on: {how}");
        }
        None => {
            rows(&names, row, false, &mut out);
            match standing.unchecked() {
                None => line!(out, "proved for sums of these heaps; no period is proved"),
                Some(why) => line!(out, "computed for sums of these heaps, {why}"),
            }
        }
    }
    for symbol in &pretension.symbols {
        let multiple = |n: u64| match n {
            0 => "0".to_owned(),
            1 => symbol.name.clone(),
            n => format!("{n}{}", symbol.name),
        };
        line!(out, "{} = {}", multiple(symbol.p + symbol.s), multiple(symbol.s));
    }
    if pretension.symbols.is_empty() {
        return out;
    }
    line!(out, "\naddition table");
    if let Some(most) = pretension.most_terms {
        line!(out, "(only sums of at most {most} terms)");
    }
    for (counts, genus) in &pretension.addition {
        line!(out, "{:<10} {}", genus.to_string(), sum(pretension, counts));
    }
    let adders = pretension.symbols.iter().map(|s| s.approximator.map(|a| (&s.name, a)));
    if let Some(adders) = adders.collect::<Option<Vec<_>>>() {
        line!(out, "\nadder approximator");
        for (name, a) in adders {
            line!(out, "{name} {a}");
        }
        line!(out, "\nexceptions: {}", pretension.exceptions.len());
        for e in &pretension.exceptions {
            let (genus, approximation) = (e.genus.to_string(), e.approximation.to_string());
            line!(out, "{genus:<10} not {approximation:<8} {}", sum(pretension, &e.counts));
        }
    }
    out
}

/// Rows of `row` cells, numbered from heap 1.
fn rows(cells: &[String], row: u64, endless: bool, out: &mut String) {
    *out += &in_rows(cells, row as usize, 1, "");
    if endless {
        line!(out, "{}+  ...", cells.len());
    }
}
