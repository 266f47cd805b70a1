//! The values of a whole family of positions.

use crate::open_position::{ValuationText, evaluator};
use crate::position::must_have_variant;
use crate::query::periods::RowPeriod;
use crate::query::prelude::*;
use crate::query::value::Cell as Data;
use serde::Serializer;
use upstar_engine::OpenRules;
use upstar_rules::erased::{Erased, Position};
use upstar_rules::registry::{self, About, Registry};
use upstar_rules::{PositionError, Rules};

described! {
    /// The values of a family of positions
    pub struct TableQuery {
        /// The ruleset, perhaps with parameters
        pub rules: String,
        /// The largest size: 8x8, or 40 for a family with one parameter
        pub size: String,
        /// How it is played.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub manner: PlayMode,
        /// Say with which period each row repeats, as far as the table goes
        #[cfg_attr(feature = "clap", arg(long, conflicts_with = "format"))]
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub periods: bool,
    }
}

impl Query for TableQuery {
    type Answer = TableAnswer;
    const NAME: &'static str = "table";
    const EXAMPLES: &'static [Example] = &[
        Example::new("table domineering 3x3", r#"{"rules":"domineering","size":"3x3"}"#),
        Example::new(
            "table kayles 40 --periods",
            r#"{"rules":"kayles","size":"40","periods":true}"#,
        ),
    ];

    fn rulesets(&self) -> Vec<&str> {
        vec![&self.rules]
    }

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<TableAnswer, QueryError> {
        let TableQuery { rules, size, manner, periods } = self;
        let mut table = table(&mut session.state, rules, size, manner)?;
        if *periods {
            table.find_periods();
        }
        Ok(table)
    }
}

/// The values of a family.
#[derive(Clone, Debug)]
pub struct TableAnswer {
    /// Row by row; a cell that is not known is `None`.
    pub cells: Vec<Vec<Option<TableCell>>>,
    /// What the sizes mean.
    pub index: String,
    /// What the first column is called.
    pub first: usize,
    /// Is there something to remember about the values?
    pub note: Option<String>,
    /// How the rules were read, where that may not be what was meant.
    pub reading: Option<String>,
    /// With which period each row repeats, where that was asked and is seen.
    pub periods: Option<Vec<Option<RowPeriod>>>,
    /// Why it ends early.
    pub cut: Option<QueryError>,
}

/// What a cell holds.
#[derive(Clone, Debug, Default)]
pub struct TableCell {
    /// As text; empty where a family has no position.
    pub text: String,
    /// As data.
    pub data: Data,
}

/// The texts and the data apart, then what is wrong where the table ends early.
impl Serialize for TableAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct TableRow<'a> {
            rows: Vec<Vec<Option<&'a str>>>,
            cells: Vec<Vec<Option<&'a Data>>>,
            index: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            note: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            periods: Option<&'a [Option<RowPeriod>]>,
            #[serde(flatten)]
            cut: Option<&'a QueryError>,
        }
        fn each<'a, T>(
            cells: &'a [Vec<Option<TableCell>>],
            part: impl Fn(&'a TableCell) -> T,
        ) -> Vec<Vec<Option<T>>> {
            let row = |row: &'a Vec<Option<TableCell>>| {
                row.iter().map(|cell| cell.as_ref().map(&part)).collect()
            };
            cells.iter().map(row).collect()
        }
        let rows = each(&self.cells, |cell| cell.text.as_str());
        let cells = each(&self.cells, |cell| &cell.data);
        let (note, cut) = (self.reading.as_deref(), self.cut.as_ref());
        let periods = self.periods.as_deref();
        TableRow { rows, cells, index: &self.index, note, periods, cut }.serialize(serializer)
    }
}

impl TableAnswer {
    /// The texts of the rows; `?` where nothing is known.
    pub fn texts(&self) -> Vec<Vec<&str>> {
        fn text(cell: &Option<TableCell>) -> &str {
            cell.as_ref().map_or("?", |cell| &cell.text)
        }
        self.cells.iter().map(|row| row.iter().map(text).collect()).collect()
    }

    /// Looks for the periods of the rows.
    fn find_periods(&mut self) {
        let row = |row: &Vec<Option<TableCell>>| {
            let known = row.iter().map_while(Option::as_ref).map(|cell| cell.text.as_str());
            RowPeriod::seen(&known.collect::<Vec<_>>(), self.first)
        };
        self.periods = Some(self.cells.iter().map(row).collect());
    }
}

impl Finding for TableAnswer {
    fn text(&self) -> String {
        let texts = self.texts();
        let columns = texts.first().map_or(0, Vec::len);
        let widths: Vec<usize> = (0..columns)
            .map(|c| {
                let cells = texts.iter().filter_map(|row| row.get(c));
                let widest = cells.map(|text| text.chars().count()).max().unwrap_or(0);
                widest.max(columns.to_string().len()).min(WIDEST)
            })
            .collect();
        let numbered = texts.len() > 1;
        let margin = if numbered { texts.len().to_string().len() + 2 } else { 0 };
        let line = |cells: &[&str]| {
            let padded = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
            padded.collect::<Vec<_>>().join("  ")
        };
        let names: Vec<String> =
            (self.first..self.first + columns).map(|c| c.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut text = format!("{:margin$}{}\n", "", line(&names));
        for (r, row) in texts.iter().enumerate() {
            let label = if numbered { format!("{:<margin$}", r + 1) } else { String::new() };
            text += &format!("{label}{}\n", line(row));
        }
        for (r, period) in self.periods.iter().flatten().enumerate() {
            let row = if numbered { format!("row {}", r + 1) } else { "the row".to_owned() };
            text += &match period {
                Some(period) => format!("{row}: {period}\n"),
                None => format!("{row}: no period is seen\n"),
            };
        }
        text
    }

    fn grid(&self) -> Option<Grid> {
        let texts = self.texts();
        let columns = texts.first().map_or(0, Vec::len);
        let names = (self.first..self.first + columns).map(|c| c.to_string());
        let row = |(r, row): (usize, &Vec<&str>)| {
            let name = if texts.len() > 1 { (r + 1).to_string() } else { String::new() };
            std::iter::once(name).chain(row.iter().map(|&cell| cell.to_owned())).collect()
        };
        let sequence = match &self.cells[..] {
            [row] => {
                let term = |cell: &Option<TableCell>| match &cell.as_ref()?.data {
                    Data::Number(number) => Some(number.to_string()),
                    Data::Text(text) if text.parse::<i128>().is_ok() => Some(text.clone()),
                    _ => None,
                };
                row.iter().map(term).collect::<Option<Vec<_>>>()
            }
            _ => None,
        };
        Some(Grid {
            head: std::iter::once(String::new()).chain(names).collect(),
            rows: texts.iter().enumerate().map(row).collect(),
            formulas: 1..columns + 1,
            sequence: sequence.map(|terms| (self.first as u64, terms)),
        })
    }

    fn notes(&self) -> Vec<String> {
        self.note.iter().cloned().collect()
    }

    fn is_complete(&self) -> bool {
        self.cut.is_none()
    }

    fn stopped(&self) -> Option<Stopped> {
        self.cut.as_ref().and_then(QueryError::limit_reached)
    }
}

/// The most cells of a table.
const MOST_CELLS: usize = 1 << 18;

/// Columns are no wider than this; a longer value stands out.
const WIDEST: usize = 400;

/// What a cell holds until it is printed, about.
const CELL_BYTES: u64 = 160;

/// The most squares of a board that hardly takes time however it is kept.
const CHEAP: usize = 16;

/// Which cells are filled at once, and the size of the boards for which the rules are made.
type FilledCells<'a> = ((usize, usize), &'a dyn Fn(usize, usize) -> bool);

/// A table that is being filled.
struct Filling {
    cells: Vec<Vec<Option<TableCell>>>,
    /// What the sizes mean; empty until a cell is found.
    index: String,
    first: usize,
    note: Option<String>,
    cut: Option<Stopped>,
    /// How many cells have a position.
    known: usize,
}

struct TableFamily<'a> {
    size: &'a str,
    manner: &'a PlayMode,
    state: &'a mut SessionState,
    table: &'a mut Filling,
    /// Which cells are asked for now.
    wanted: &'a dyn Fn(usize, usize) -> bool,
}

/// A mistake in an argument that is neither rules nor position.
fn wrong(name: &'static str, text: &str, error: PositionError) -> PositionFailure {
    let span = Span::new(error.at, error.at + error.len);
    QueryError::new(name, text, Error::new(ErrorKind::Domain, span, error.message)).into()
}

/// Reads `8x8` or `40`.
fn parse_size(text: &str) -> Result<Vec<usize>, PositionError> {
    let mut start = 0;
    let mut numbers = Vec::new();
    for part in text.split(['x', 'X', '×']) {
        let wrong = |message: &str| PositionError::new(start, part.len(), message);
        let number: usize =
            part.trim().parse().map_err(|_| wrong("expected a size such as `8x8` or `40`"))?;
        if number == 0 {
            return Err(wrong("a size must be at least 1"));
        }
        numbers.push(number);
        start += part.len() + 1;
    }
    let cells = numbers.iter().try_fold(1usize, |product, &n| product.checked_mul(n));
    if numbers.len() > 2 || cells.is_none_or(|cells| cells > MOST_CELLS) {
        let message = format!("a table has one or two sizes and at most {MOST_CELLS} cells");
        return Err(PositionError::whole(text, message));
    }
    Ok(numbers)
}

impl Filling {
    /// A table in which nothing is known yet.
    fn new(size: &[usize]) -> Filling {
        let (rows, columns) = match *size {
            [rows, columns] => (rows, columns),
            [n] => (1, n),
            _ => (0, 0),
        };
        let cells = vec![vec![None; columns]; rows];
        Filling { cells, index: String::new(), first: 1, note: None, cut: None, known: 0 }
    }
}

/// The places of a table from the cheapest to the dearest, about: small boards before large ones,
/// narrow ones before square ones.
fn by_cost(
    rows: std::ops::RangeInclusive<usize>,
    columns: std::ops::RangeInclusive<usize>,
) -> Vec<(usize, usize)> {
    let mut places: Vec<(usize, usize)> =
        rows.flat_map(|r| columns.clone().map(move |c| (r, c))).collect();
    places.sort_by_key(|&(r, c)| (r.saturating_mul(c), r.min(c), r));
    places
}

impl TableFamily<'_> {
    /// Fills the cells that `wanted` names, the cheapest first.
    fn fill(self, about: &About<'_>, rules: Erased) -> Result<(), PositionFailure> {
        must_have_variant(about, &rules, self.manner)?;
        let rules = Arc::new(self.manner.varied(rules));
        let size = parse_size(self.size).map_err(|e| wrong("size", self.size, e))?;
        let table = self.table;
        let (rows, columns, first) = match *size {
            [n] => (1, n, rules.nature().first_size),
            [rows, columns] => (rows, columns, 1),
            _ => (0, 0, 1),
        };
        table.first = first;
        table.index = about.tables.to_owned();
        // A family may begin at 0.
        let width = (columns + 1).saturating_sub(first);
        table.cells.iter_mut().for_each(|row| row.resize(width, None));
        let opened = Arc::new(OpenRules::new(about, Erased::clone(&rules)));
        let mut evaluator = evaluator(&opened, self.state, self.manner)?;
        let mut case = OpenPosition::new(&mut evaluator, self.state, &[])?;
        let cells = width.saturating_mul(rows);
        for (r, c) in by_cost(1..=rows, first..=columns) {
            if !(self.wanted)(r, c) {
                continue;
            }
            let both = [r, c];
            let place = if size.len() == 2 { &both[..] } else { &both[1..] };
            let Some(position) = rules.family().cell(&size, place) else {
                table.cells[r - 1][c - first] = Some(TableCell::default());
                continue;
            };
            case.state.stage("cells", table.known, cells);
            table.known += 1;
            match cell(&mut case, position) {
                Ok(worth) => {
                    // Cells are data; as text they show the same.
                    let numbers = matches!(worth.kind, "Remoteness" | "Suspense");
                    let text = match &worth.cell {
                        Data::Text(text) => text.clone(),
                        Data::Pair([left, right]) if numbers => format!("{left},{right}"),
                        Data::Number(number) if numbers => number.to_string(),
                        _ => worth.text,
                    };
                    table.cells[r - 1][c - first] = Some(TableCell { text, data: worth.cell });
                    if table.note.is_none() {
                        table.note = worth.note;
                    }
                }
                Err(PositionFailure::Stopped(stopped, _)) => {
                    table.cut = Some(stopped);
                    break;
                }
                Err(failure) => return Err(failure),
            }
            if let Some(fault) = rules.fault() {
                return Err(PositionFailure::Fault(fault));
            }
        }
        Ok(())
    }
}

/// Why a table has no cells at all.
fn no_cells(known: &Registry, rules: &str, size: &str) -> PositionFailure {
    let whole = |text: &str, message| PositionError::whole(text, message);
    match known.about(rules) {
        Ok(about) if about.tables.is_empty() => {
            let message = format!("{} has no table", about.title);
            wrong("rules", rules, whole(rules, message))
        }
        Ok(about) => {
            let message = format!("this is no size for {}; expected {}", about.title, about.tables);
            wrong("size", size, whole(size, message))
        }
        Err(error) => PositionFailure::Rules(error),
    }
}

/// The size and the rules that a size such as `quarter:12x12` means: `horses(quarter)` and 12x12.
fn with_board(rules: &str, size: &str) -> Option<(String, String)> {
    let (board, size) = size.split_once(':')?;
    (!rules.contains('(')).then(|| (format!("{rules}({board})"), size.to_owned()))
}

/// The table, boards that are kept in one word first.
fn filled(
    state: &mut SessionState,
    rules: &str,
    size: &str,
    shape: (usize, usize),
    manner: &PlayMode,
) -> Result<Filling, PositionFailure> {
    let sizes = parse_size(size).map_err(|e| wrong("size", size, e))?;
    let mut table = Filling::new(&sizes);
    let known = state.registry();
    // Rulesets that were added know by themselves how to keep boards.
    let small = registry::small_shape(rules, shape).unwrap_or(shape);
    let is_small = |r, c| r <= small.0 && c <= small.1;
    let is_cheap = |r: usize, c: usize| r.saturating_mul(c) <= CHEAP;
    let narrow = |r, c| !is_small(r, c) && is_cheap(r, c);
    let large = |r, c| !is_small(r, c) && !is_cheap(r, c);
    // Large boards with few squares, small boards, the rest.
    let turns: [FilledCells<'_>; 3] = [(shape, &narrow), (small, &is_small), (shape, &large)];
    let one_turn: [FilledCells<'_>; 1] = [(shape, &|_, _| true)];
    state.begin("");
    let turns = if small == shape { &one_turn[..] } else { &turns[..] };
    let mut filled = Ok(());
    for &(shape, wanted) in turns {
        let family = TableFamily { size, manner, state: &mut *state, table: &mut table, wanted };
        let opened = known.open_sized(rules, shape).map_err(PositionFailure::Rules);
        filled = opened.and_then(|(about, rules)| family.fill(&about, rules));
        if filled.is_err() || table.cut.is_some() {
            break;
        }
    }
    state.end();
    filled?;
    if table.known == 0 && table.cut.is_none() {
        return Err(no_cells(&known, rules, size));
    }
    Ok(table)
}

/// Fills a table; where a limit comes first it says so and is not complete.
fn table(
    state: &mut SessionState,
    rules: &str,
    size: &str,
    manner: &PlayMode,
) -> Result<TableAnswer, QueryError> {
    let (rules, size) =
        with_board(rules, size).unwrap_or_else(|| (rules.to_owned(), size.to_owned()));
    let shape = match parse_size(&size).as_deref() {
        Ok([n]) => (1, *n),
        Ok([rows, columns]) => (*rows, *columns),
        _ => (1, 1),
    };
    let filled = filled(state, &rules, &size, shape, manner);
    let Filling { cells, index, first, note, cut, .. } =
        filled.map_err(|failure| failure.of(&rules, &size))?;
    let cut = cut.map(|stopped| {
        let all: usize = cells.iter().map(Vec::len).sum();
        let known = cells.iter().flatten().flatten().count();
        QueryError::stopped(
            "size",
            &size,
            stopped,
            Some(format!("{known} of {all} cells are known")),
        )
    });
    let reading = registry::assumed(&rules).map(|full| format!("`{rules}` is read as `{full}`"));
    Ok(TableAnswer { cells, index, first, note, reading, periods: None, cut })
}

/// What a position is worth, with the memory of the cell counted.
fn cell(case: &mut OpenPosition<'_>, position: Position) -> Result<ValuationText, PositionFailure> {
    let budget = Arc::clone(case.state.budget());
    budget.charge(CELL_BYTES)?;
    budget.check()?;
    budget.advance(1);
    case.standing = case.read(&[position])?;
    case.worth()
}
