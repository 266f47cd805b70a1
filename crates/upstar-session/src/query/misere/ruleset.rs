//! Genus and canonical form of positions of any impartial ruleset whose play ends.

use super::GameName;
use super::canonical::Canonical;
use super::genus::{Besides, Classified, GenusAnswer, MisereGame, Reasoned};
use super::genus_table::GenusTable;
use super::style::GenusStyle;
use crate::position::with_position;
use crate::query::prelude::*;
use upstar_base::Play;
use upstar_misere::form::Forms;
use upstar_misere::genus::{Genera, Genus as Sharp};
use upstar_misere::heaps::Word;
use upstar_misere::position::ReducedPositions;
use upstar_rules::Rules;
use upstar_rules::erased::{Erased, Position};

/// Runs a query on the positions of an impartial ruleset.
fn with_positions<T>(
    state: &mut SessionState,
    place: &PositionSpec,
    run: impl FnOnce(
        &Erased,
        &mut ReducedPositions<Erased>,
        &[Position],
        &Arc<Budget>,
    ) -> Result<T, Stopped>,
) -> Result<T, QueryError> {
    with_position(state, place, "the misère form", |case| {
        let Some(mut positions) = ReducedPositions::new(case.rules()) else {
            let message = format!(
                "{} is partizan: genus and canonical form in misère play are for impartial games",
                case.title()
            );
            return Err(PositionFailure::unsupported(message));
        };
        let budget = Arc::clone(case.state.budget());
        let rules = Arc::clone(case.rules());
        let found = run(&rules, &mut positions, &case.standing.components, &budget);
        found.map_err(|stopped| {
            let known = match positions.known() {
                1 => "1 position was reduced".to_owned(),
                n => format!("{n} positions were reduced"),
            };
            PositionFailure::Stopped(stopped, Some(known))
        })
    })
}

/// A position in misère play.
pub(super) fn misere(rules: &str, position: &str) -> PositionSpec {
    let manner = PlayMode { play: Play::Misere, ..PlayMode::default() };
    PositionSpec::new(rules, position).played(manner)
}

/// The genus of a position.
pub(super) fn genus(
    state: &mut SessionState,
    rules: &str,
    position: &str,
    style: GenusStyle,
    besides: Besides,
) -> Result<GenusAnswer, QueryError> {
    let place = misere(rules, position);
    with_positions(state, &place, |_, positions, terms, budget| {
        let word = positions.sum(terms, budget)?;
        let found = positions.classified(word, besides, budget)?;
        let game = GameName::Rules(place.rules.clone());
        Ok(GenusAnswer::new(game, place.position.clone(), found, style, positions))
    })
}

impl MisereGame for ReducedPositions<Erased> {
    fn genera(&mut self) -> &mut Genera {
        self.genera()
    }

    fn genus(&mut self, word: &Word, budget: &Budget) -> Result<Sharp, Stopped> {
        self.genus(word, budget)
    }

    fn class(&mut self, word: &Word, why: bool, budget: &Budget) -> Result<Reasoned, Stopped> {
        let class = self.class(word, budget)?;
        Ok((class, if why { Some(self.reversals(word, budget)?) } else { None }))
    }

    fn show_copies(&self, part: u16, count: u16) -> String {
        let times = if count > 1 { count.to_string() } else { String::new() };
        format!("{times}[{}]", self.show_part(part))
    }
}

/// The genera of the positions n, for n up to some number.
fn fill(
    (name, to, limit, style): (&str, u32, Option<Stopped>, GenusStyle),
    rules: &Erased,
    positions: &mut ReducedPositions<Erased>,
    budget: &Arc<Budget>,
) -> Result<GenusTable, Stopped> {
    // Heaps that cannot be typed, such as 0, are left out at the beginning.
    let read = |n: u32| rules.parse(&n.to_string()).ok();
    let from = (0..=to).find(|&n| read(n).is_some()).unwrap_or(0);
    let mut table = GenusTable::new(GameName::Rules(name.to_owned()), from);
    budget.begin("heaps", Some(u64::from(to) + 1));
    for n in from..=to {
        let Some(position) = read(n) else { break };
        let row: Result<_, Stopped> = (|| {
            budget.charge(256)?;
            let word = positions.word(&position, budget)?;
            positions.classified(word, Besides::default(), budget)
        })();
        match row {
            Ok(Classified { genus, class, word, .. }) => {
                table.push(style.genus(&genus), class.to_string(), positions.show(&word));
            }
            Err(stopped) => {
                table.stopped = Some(stopped);
                return Ok(table);
            }
        }
        budget.advance(1);
    }
    table.stopped = limit;
    Ok(table)
}

/// The table of all heaps of a ruleset whose positions are written as numbers.
pub(super) fn table(
    state: &mut SessionState,
    rules: &str,
    to: &str,
    style: GenusStyle,
) -> Result<GenusTable, QueryError> {
    let (to, limit) = super::genus::largest(to, state.limits().time)?;
    let place = misere(rules, &example(state, rules));
    let table = with_positions(state, &place, |erased, positions, _, budget| {
        fill((rules, to as u32, limit, style), erased, positions, budget)
    })?;
    if table.genus.is_empty() && table.stopped.is_none() {
        let message = format!("the positions of {rules} are not written as numbers");
        return Err(QueryError::plain(Kind::Argument, message).with(Remedy::Board(to)));
    }
    Ok(table)
}

/// Some position of a ruleset, of which nothing is asked.
fn example(state: &SessionState, rules: &str) -> String {
    let registry = state.registry();
    let about = registry.about(rules).ok();
    about.and_then(|about| about.examples.first().map(|&text| text.to_owned())).unwrap_or_default()
}

/// The genera of the positions of a board, row by row.
#[derive(Clone, Debug, Serialize)]
pub struct GenusBoard {
    /// The ruleset.
    pub rules: String,
    /// The number of the first row and column.
    pub from: usize,
    /// The genera; empty where there is no position.
    pub genus: Vec<Vec<String>>,
    /// Why it ends early.
    #[serde(serialize_with = "in_words", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

impl GenusBoard {
    /// The lines of the table, the numbers of the columns first.
    fn rows(&self) -> Vec<Vec<String>> {
        let numbers = |count: usize| (self.from..self.from + count).map(|n| n.to_string());
        let columns = numbers(self.genus.first().map_or(0, Vec::len));
        let head = std::iter::once(String::new()).chain(columns).collect();
        let row = |(name, row): (String, &Vec<String>)| {
            std::iter::once(name).chain(row.iter().cloned()).collect()
        };
        let rows = numbers(self.genus.len()).zip(&self.genus).map(row);
        std::iter::once(head).chain(rows).collect()
    }
}

impl Finding for GenusBoard {
    fn text(&self) -> String {
        aligned(&self.rows())
    }

    fn grid(&self) -> Option<Grid> {
        let mut rows = self.rows().into_iter();
        rows.next().map(|head| Grid::new(head, rows))
    }

    fn notes(&self) -> Vec<String> {
        self.stopped.iter().map(ToString::to_string).collect()
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped.clone()
    }
}

fn fill_board(
    (name, size, style): (&str, [usize; 2], GenusStyle),
    rules: &Erased,
    positions: &mut ReducedPositions<Erased>,
    budget: &Arc<Budget>,
) -> Result<GenusBoard, Stopped> {
    let [rows, columns] = size;
    // Places are written as two numbers; boards are members of their family.
    let places = rules.parse("1,1").is_ok();
    let from = if places && rules.parse("0,1").is_ok() { 0 } else { 1 };
    let at = |r: usize, c: usize| {
        if places {
            rules.parse(&format!("{r},{c}")).ok()
        } else {
            rules.family().cell(&size, &[r, c])
        }
    };
    let mut board = GenusBoard { rules: name.to_owned(), from, genus: Vec::new(), stopped: None };
    budget.begin("rows", Some((rows + 1 - from) as u64));
    for r in from..=rows {
        let mut row = Vec::new();
        for c in from..=columns {
            let Some(position) = at(r, c) else {
                row.push(String::new());
                continue;
            };
            let genus = budget.charge(64).and_then(|()| {
                let word = positions.word(&position, budget)?;
                positions.genus(&word, budget)
            });
            match genus {
                Ok(genus) => row.push(style.genus(&genus)),
                Err(stopped) => {
                    row.push("?".to_owned());
                    board.stopped.get_or_insert(stopped);
                }
            }
        }
        budget.advance(1);
        board.genus.push(row);
    }
    Ok(board)
}

/// The most cells of a board.
const MOST_CELLS: usize = 1 << 16;

/// The genera of a board such as `9x9`, of a ruleset whose positions are places on it.
pub(super) fn board(
    state: &mut SessionState,
    rules: &str,
    size: &str,
    style: GenusStyle,
) -> Result<GenusBoard, QueryError> {
    let numbers: Option<Vec<usize>> = size.split('x').map(|n| n.trim().parse().ok()).collect();
    let cells =
        |[rows, columns]: [usize; 2]| rows.checked_add(1)?.checked_mul(columns.checked_add(1)?);
    let size = numbers
        .and_then(|numbers| <[usize; 2]>::try_from(numbers).ok())
        .filter(|&size| cells(size).is_some_and(|cells| cells <= MOST_CELLS) && size[0] > 0)
        .ok_or_else(|| {
            let message = format!("expected a size such as 9x9, with at most {MOST_CELLS} cells");
            wrong(size, Span::new(0, size.len()), message)
        })?;
    let place = misere(rules, &example(state, rules));
    with_positions(state, &place, |erased, positions, _, budget| {
        fill_board((rules, size, style), erased, positions, budget)
    })
}

/// The canonical form of a position.
pub(super) fn canonical(
    state: &mut SessionState,
    rules: &str,
    position: &str,
    named: bool,
) -> Result<Canonical, QueryError> {
    let place = misere(rules, position);
    with_positions(state, &place, |_, positions, terms, budget| {
        let word = positions.sum(terms, budget)?;
        let mut forms = Forms::new(Arc::clone(budget));
        let form = positions.form(&word, &mut forms)?;
        let game = GameName::Rules(place.rules.clone());
        Canonical::new(game, place.position.clone(), &mut forms, form, named)
    })
}

/// The canonical form of a sum of positions of any rulesets, spelled out.
pub(super) fn spelled(state: &mut SessionState, sum: &str) -> Result<String, QueryError> {
    let found = canonical(state, "sum", sum, false);
    // The question that it is a part of goes on.
    state.begin("");
    found.map(|form| form.canonical)
}
