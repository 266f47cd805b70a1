//! The genus and the class of every heap, in a table.

use super::genus::{GenusGame, MisereGame, ROW, SEARCH, largest};
use super::pairs::{self, GenusPairs};
use super::ruleset::{self, GenusBoard};
use super::style::GenusStyle;
use super::{CodeMemory, GameName, is_ruleset, work};
use crate::query::findings;
use crate::query::prelude::*;
use std::time::Duration;

described! {
    /// The genus and the class of heaps, or of the positions of a ruleset
    pub struct GenusTableQuery {
        /// The code or the ruleset.
        pub code: String,
        /// The largest heap, also of a ruleset with heaps; of other rulesets a size such as 9x9
        pub to: String,
        /// Tell superscripts above 1 no further apart
        #[cfg_attr(feature = "clap", arg(long))]
        #[serde(default)]
        pub blurry: bool,
        /// The same, with Allemang's 2 and 3 before a 0 and a 1
        #[cfg_attr(feature = "clap", arg(long))]
        #[serde(default)]
        pub digits: bool,
        /// The genera of all sums of two heaps
        #[cfg_attr(feature = "clap", arg(long))]
        #[serde(default)]
        pub pairs: bool,
    }
}

impl Query for GenusTableQuery {
    type Answer = GenusTableFound;
    const NAME: &'static str = "genus-table";
    const EXAMPLES: &'static [Example] = &[
        Example::new("misere genus .77 --to 20", r#"{"code":".77","to":"20"}"#),
        Example::new(
            "misere genus .77 --to 9 --pairs --digits",
            r#"{"code":".77","to":"9","digits":true,"pairs":true}"#,
        ),
        Example::new("misere genus cram --to 3x3", r#"{"code":"cram","to":"3x3"}"#),
    ];

    fn rulesets(&self) -> Vec<&str> {
        if is_ruleset(&self.code) { vec![&self.code] } else { Vec::new() }
    }

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<GenusTableFound, QueryError> {
        let GenusTableQuery { code: name, to, blurry, digits, pairs } = self;
        let notation = session.state.notation();
        let style = GenusStyle { blurry: *blurry, digits: *digits, notation };
        if is_ruleset(name) && !pairs {
            return Ok(if to.contains('x') {
                GenusTableFound::Board(Box::new(ruleset::board(
                    &mut session.state,
                    name,
                    to,
                    style,
                )?))
            } else {
                let found = ruleset::table(&mut session.state, name, to, style)?;
                GenusTableFound::Table(Box::new(found))
            });
        }
        work(session, |state, memory| {
            let (budget, time) = (&Arc::clone(state.budget()), state.limits().time);
            let code = code(name)?;
            let memory = memory.of(&code, budget);
            Ok(if *pairs {
                GenusTableFound::Pairs(Box::new(pairs::pairs(&code, memory, to, style, budget)?))
            } else {
                let found = table(&code, memory, to, style, time, budget)?;
                GenusTableFound::Table(Box::new(found))
            })
        })
    }
}

findings! {
    /// A table of genera: of single heaps, of two heaps, or of boards.
    GenusTableFound {
        Table(GenusTable),
        Pairs(GenusPairs),
        Board(GenusBoard),
    }
}

/// The genus and the class of every heap.
#[derive(Clone, Debug, Serialize)]
pub struct GenusTable {
    /// The game.
    #[serde(flatten)]
    pub game: GameName,
    /// The first heap.
    pub from: u32,
    /// The genera.
    pub genus: Vec<String>,
    /// The classes; empty where only the genus is known.
    pub class: Vec<String>,
    /// The heaps in terms of others.
    pub value: Vec<String>,
    /// Where the last genera come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Why it ends early.
    #[serde(serialize_with = "in_words", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The first heap with `#` that was not searched because a limit came first.
    #[serde(skip)]
    open: Option<u32>,
}

impl GenusTable {
    /// A table in which nothing stands yet.
    pub(super) fn new(game: GameName, from: u32) -> GenusTable {
        GenusTable {
            game,
            from,
            genus: Vec::new(),
            class: Vec::new(),
            value: Vec::new(),
            source: None,
            stopped: None,
            open: None,
        }
    }

    /// Writes a row anew.
    fn set(&mut self, heap: u32, genus: String, class: String, value: String) {
        let row = (heap - self.from) as usize;
        (self.genus[row], self.class[row], self.value[row]) = (genus, class, value);
    }

    pub(super) fn push(&mut self, genus: String, class: String, value: String) {
        self.genus.push(genus);
        self.class.push(class);
        self.value.push(value);
    }

    /// A line for each heap, its size in so many places.
    fn rows(&self, places: usize) -> Vec<Vec<String>> {
        let rows = self.genus.iter().zip(&self.class).zip(&self.value).zip(self.from..);
        let row = |(((genus, class), value), heap): (((&String, &String), &String), u32)| {
            vec![format!("{heap:places$}"), genus.clone(), class.clone(), value.clone()]
        };
        rows.map(row).collect()
    }
}

impl Finding for GenusTable {
    fn text(&self) -> String {
        let last = self.from as usize + self.genus.len();
        aligned(&self.rows(last.saturating_sub(1).to_string().len()))
    }

    fn notes(&self) -> Vec<String> {
        let last = (self.from as usize + self.genus.len()).saturating_sub(1);
        let stopped = self.stopped.iter().map(|stopped| match self.open {
            Some(heap) => format!("{stopped} before the superscripts of heap {heap}, # here"),
            None => format!("{stopped} after heap {last}"),
        });
        self.source.iter().cloned().chain(stopped).collect()
    }

    fn grid(&self) -> Option<Grid> {
        Some(Grid::new(["heap", "genus", "class", "value"], self.rows(0)))
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped.clone()
    }
}

/// The table of all heaps to some size.
fn table(
    code: &HeapCode,
    memory: &mut CodeMemory,
    to: &str,
    style: GenusStyle,
    time: Option<Duration>,
    budget: &Arc<Budget>,
) -> Result<GenusTable, QueryError> {
    let (to, limit) = largest(to, time)?;
    let game = memory.genus.get_or_insert_with(|| GenusGame::new(code));
    let mut table = GenusTable::new(GameName::of(code), 0);
    let mut stopped = None;
    budget.begin("heaps", Some(to + 1));
    let patience = Budget::steps_of(budget, SEARCH);
    let mut searching = true;
    let mut far_from = None;
    // Heaps whose superscripts a monoid does not tell, and what told the others.
    let (mut rough_heaps, mut sharp_source) = (Vec::new(), None);
    for size in 0..=to as u32 {
        let mut found = budget.charge(ROW).map(|()| None);
        if found.is_ok() && searching {
            found = match game.heap(size, &patience) {
                Ok(found) => Ok(Some(found)),
                Err(Stopped::Steps(_)) => Ok(None),
                Err(stopped) => Err(stopped),
            };
            searching = found.as_ref().is_ok_and(Option::is_some);
        }
        if let Ok(None) = found {
            match game.far(&[(size.into(), 1)], budget) {
                Ok(Some((rough, source))) => {
                    table.push(style.rough(&rough), String::new(), String::new());
                    // The first row may say less than a later one: what `#` is.
                    let from = *far_from.get_or_insert(size);
                    let source = format!("from heap {from} on by the {source}");
                    if rough.is_sharp() {
                        sharp_source.get_or_insert_with(|| source.clone());
                    } else {
                        rough_heaps.push(size);
                    }
                    if table.source.as_ref().is_none_or(|known| known.len() < source.len()) {
                        table.source = Some(source);
                    }
                    budget.advance(1);
                    continue;
                }
                Ok(None) => found = game.heap(size, budget).map(Some),
                Err(stopped) => found = Err(stopped),
            }
        }
        match found {
            Ok(Some((genus, class, word))) => {
                budget.advance(1);
                table.push(style.genus(&genus), class.to_string(), game.show(&word));
            }
            Ok(None) => {}
            Err(end) => {
                stopped = Some(end);
                break;
            }
        }
    }
    // What is asked for is the genus: the search goes on for it, unless the style has `#` itself.
    if stopped.is_none() && !style.is_blurry() {
        stopped = sharpen(game, &mut table, &rough_heaps, style, budget);
        if table.open.is_none() && !rough_heaps.is_empty() {
            table.source = sharp_source;
        }
    }
    table.stopped = stopped.or(limit);
    Ok(table)
}

/// Searches the genera of heaps of which a monoid says only that superscripts are 4 or more, until
/// a limit comes.
fn sharpen(
    game: &mut GenusGame,
    table: &mut GenusTable,
    heaps: &[u32],
    style: GenusStyle,
    budget: &Arc<Budget>,
) -> Option<Stopped> {
    budget.begin("heaps with superscripts above 3", Some(heaps.len() as u64));
    for &size in heaps {
        match game.heap(size, budget) {
            Ok((genus, class, word)) => {
                budget.advance(1);
                table.set(size, style.genus(&genus), class.to_string(), game.show(&word));
            }
            Err(stopped) => {
                table.open = Some(size);
                return Some(stopped);
            }
        }
    }
    None
}
