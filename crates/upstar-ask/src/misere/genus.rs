//! The genus and the class of heaps and of sums of heaps.
//!
//! A limit ends a table early; it says so and is not complete.

use super::ruleset::show_genus;
use super::{Memory, position, show_position, show_word};
use crate::heaps::amount;
use crate::refusal::{Kind, Refusal};
use serde::Serialize;
use std::time::Duration;
use upstar_base::{Budget, Stopped};
use upstar_misere::class::{Class, Classifier, Reversal, WordPositions};
use upstar_misere::genus::{Genera, Genus as Sharp};
use upstar_misere::heaps::Word;
use upstar_notation::format::Grid;
use upstar_rules::heap::code::HeapCode;

/// The largest heap that may be asked for; the limits of time and memory come first.
const LARGEST: u64 = 100_000;
/// The bytes of three texts of a row, about.
const ROW: u64 = 150;

/// The genus and the class of every heap.
#[derive(Clone, Debug, Serialize)]
pub struct GenusTable {
    /// The code.
    pub code: String,
    /// The first heap.
    pub from: u32,
    /// The genera.
    pub genus: Vec<String>,
    /// The classes.
    pub class: Vec<String>,
    /// The heaps in terms of others.
    pub value: Vec<String>,
    /// Why it ends early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// The genus and the class of one sum or position.
#[derive(Clone, Debug, Serialize)]
pub struct Genus {
    /// The code, of a heap game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The ruleset, of a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The sum or position.
    pub position: String,
    /// The genus.
    pub genus: String,
    /// The class.
    pub class: String,
    /// `P` or `N`.
    pub outcome: &'static str,
    /// The same game in terms of irreducible ones.
    pub value: String,
    /// The options that are not tame, with the moves that take them back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reversals: Option<Vec<TakenBack>>,
    /// The nim-value and the misère nim-value.
    #[serde(skip)]
    pub base: (u32, u32),
}

/// An option that is not tame, and the moves that take it back.
#[derive(Clone, Debug, Serialize)]
pub struct TakenBack {
    /// The option.
    pub option: String,
    /// Back to the same nim-value.
    pub to_nim: Option<String>,
    /// Back to the same misère nim-value.
    pub to_misere: Option<String>,
}

impl GenusTable {
    pub(crate) fn text(&self) -> String {
        let width = |texts: &[String]| texts.iter().map(String::len).max().unwrap_or(0);
        let (a, b) = (width(&self.genus), width(&self.class));
        let c = self.genus.len().saturating_sub(1).to_string().len();
        let rows = self.genus.iter().zip(&self.class).zip(&self.value).enumerate();
        let row =
            |(i, ((genus, class), value))| format!("{i:c$}  {genus:a$}  {class:b$}  {value}\n");
        rows.map(row).collect()
    }

    pub(crate) fn grid(&self) -> Grid {
        let rows = self.genus.iter().zip(&self.class).zip(&self.value).zip(self.from..);
        let row = |(((genus, class), value), heap): (((&String, &String), &String), u32)| {
            vec![heap.to_string(), genus.clone(), class.clone(), value.clone()]
        };
        Grid {
            head: ["heap", "genus", "class", "value"].map(str::to_owned).to_vec(),
            rows: rows.map(row).collect(),
            formulas: 0..0,
            sequence: None,
        }
    }

    pub(crate) fn notes(&self) -> Vec<String> {
        let last = self.genus.len().saturating_sub(1);
        self.stopped.iter().map(|stopped| format!("{stopped} after heap {last}")).collect()
    }
}

impl Genus {
    pub(super) fn new(
        game: (Option<String>, Option<String>),
        position: String,
        Classified { genus, class, word, reversals }: Classified,
        blurry: bool,
        show: impl Fn(&Word) -> String,
    ) -> Genus {
        let back = |r: Reversal<Word>| TakenBack {
            option: show(&r.option),
            to_nim: r.to_nim.as_ref().map(&show),
            to_misere: r.to_misere.as_ref().map(&show),
        };
        Genus {
            code: game.0,
            rules: game.1,
            position,
            genus: show_genus(&genus, blurry),
            class: class.to_string(),
            outcome: if genus.is_previous_win() { "P" } else { "N" },
            value: show(&word),
            reversals: reversals.map(|reversals| reversals.into_iter().map(back).collect()),
            base: (genus.base(), genus.exponent(0)),
        }
    }

    pub(crate) fn text(&self) -> String {
        let Genus { genus, class, outcome, value, base: (g, y), .. } = self;
        let mut text = format!("{genus}  {class}  {outcome}  {value}\n");
        for TakenBack { option, to_nim, to_misere } in self.reversals.iter().flatten() {
            let [nim, misere] = [to_nim, to_misere].map(|to| to.as_deref().unwrap_or("none"));
            text +=
                &format!("{option} is not tame; back to {g}^?: {nim}; back to ?^{y}: {misere}\n");
        }
        text
    }
}

/// What is known of a sum.
pub(super) struct Classified {
    pub(super) genus: Sharp,
    pub(super) class: Class,
    pub(super) word: Word,
    pub(super) reversals: Option<Vec<Reversal<Word>>>,
}

/// The table of all heaps to some size.
pub(super) fn table(
    code: &HeapCode,
    memory: &mut Memory,
    to: &str,
    blurry: bool,
    time: Option<Duration>,
    budget: &Budget,
) -> Result<GenusTable, Refusal> {
    let asked = amount(to, 0, "the largest heap")?;
    let limit = Stopped::Limit { what: "the largest heap", limit: LARGEST };
    if asked > LARGEST && time.is_none() {
        let message = format!(
            "stopped: the largest heap of a table of genera is limited to {LARGEST}; with --time \
             the table goes as far as that allows"
        );
        return Err(Refusal::plain(Kind::Stopped(limit), message));
    }
    let to = asked.min(LARGEST);
    let game = memory.genus.get_or_insert_with(|| Game::new(code));
    let (mut genus, mut class, mut value) = (Vec::new(), Vec::new(), Vec::new());
    let mut stopped = None;
    budget.begin("heaps", Some(to + 1));
    for size in 0..=to as u32 {
        match budget.charge(ROW).and_then(|()| game.heap(size, budget)) {
            Ok((found, found_class, word)) => {
                budget.advance(1);
                genus.push(show_genus(&found, blurry));
                class.push(found_class.to_string());
                value.push(show_word(game.genera.parts(), &word));
            }
            Err(end) => {
                stopped = Some(end);
                break;
            }
        }
    }
    let stopped = stopped.or((asked > to).then_some(limit)).map(|stopped| stopped.to_string());
    Ok(GenusTable { code: code.to_string(), from: 0, genus, class, value, stopped })
}

/// One sum.
pub(super) fn sum(
    code: &HeapCode,
    memory: &mut Memory,
    text: &str,
    blurry: bool,
    why: bool,
    budget: &Budget,
) -> Result<Genus, Refusal> {
    let sum = position(text)?;
    let game = memory.genus.get_or_insert_with(|| Game::new(code));
    let found = game.sum(&sum, why, budget).map_err(|stopped| {
        let known = game.genera.known();
        super::stopped(
            stopped,
            format!(
                "a genus is found by search, {known} sums were looked at; `misere outcome` uses \
                 the quotient of the game where that is known"
            ),
        )
    })?;
    let parts = game.genera.parts();
    let names = (Some(code.to_string()), None);
    Ok(Genus::new(names, show_position(&sum), found, blurry, |word| show_word(parts, word)))
}

/// The heaps of one code with their genera and classes.
pub(super) struct Game {
    genera: Genera,
    classifier: Classifier<Word>,
}

impl Game {
    fn new(code: &HeapCode) -> Game {
        Game { genera: Genera::new(code.clone()), classifier: Classifier::default() }
    }

    fn heap(&mut self, size: u32, budget: &Budget) -> Result<(Sharp, Class, Word), Stopped> {
        let genus = self.genera.heap(size, budget)?;
        let word = self.genera.parts().heap(size).clone();
        let mut words = WordPositions::new(&mut self.genera, budget);
        let class = self.classifier.class(&mut words, &word)?;
        Ok((genus, class, word))
    }

    fn sum(
        &mut self,
        sum: &[(u32, u32)],
        why: bool,
        budget: &Budget,
    ) -> Result<Classified, Stopped> {
        if sum.iter().any(|&(heap, _)| u64::from(heap) > LARGEST) {
            return Err(Stopped::Limit { what: "a heap with a genus", limit: LARGEST });
        }
        let word = self.genera.sum(sum, budget)?;
        let genus = self.genera.of(&word, budget)?;
        let mut words = WordPositions::new(&mut self.genera, budget);
        let class = self.classifier.class(&mut words, &word)?;
        let reversals = match why {
            true => Some(self.classifier.reason(&mut words, &word)?.reversals),
            false => None,
        };
        Ok(Classified { genus, class, word, reversals })
    }
}
