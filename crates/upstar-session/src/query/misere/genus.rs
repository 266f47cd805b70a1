//! The genus and the class of heaps and of sums of heaps.
//!
//! Small sums are searched. Where that takes long, monoids tell the superscripts of heaps of any
//! size: those of 4 and more only if the monoid of misère nim-values is finite. A limit ends a
//! table early; it says so and is not complete.

use super::mixed::{Mixed, copies};
use super::style::GenusStyle;
use super::{CodeMemory, GameName};
use super::{files, is_ruleset, ruleset, work};
use crate::query::prelude::*;
use std::time::Duration;
use upstar_heaps::AnyHeap;
use upstar_misere::class::{Classifier, MisereClass, PlacePositions, Reversal};
use upstar_misere::genus::{Genera, Genus as Sharp, KnownWord, Rough};
use upstar_misere::heaps::Word;
use upstar_misere::quotient::{Adjoined, NuMonoid};

described! {
    /// The genus and the class of a sum of heaps, or of a position of a ruleset
    pub struct GenusQuery {
        /// The code or the ruleset.
        pub code: String,
        /// The sum or position.
        pub position: String,
        /// Tell superscripts above 1 no further apart
        #[cfg_attr(feature = "clap", arg(long))]
        #[serde(default)]
        pub blurry: bool,
        /// The same, with Allemang's 2 and 3 before a 0 and a 1
        #[cfg_attr(feature = "clap", arg(long))]
        #[serde(default)]
        pub digits: bool,
        /// Tell the options that are not tame and the moves that take them back
        #[cfg_attr(feature = "clap", arg(long))]
        #[serde(default)]
        pub why: bool,
        /// Tell the genera of all options, and the carries
        #[cfg_attr(feature = "clap", arg(long))]
        #[serde(default)]
        pub options: bool,
    }
}

impl Query for GenusQuery {
    type Answer = GenusAnswer;
    const NAME: &'static str = "genus";
    const EXAMPLES: &'static [Example] = &[
        Example::new(
            "misere genus .77 5+3 --why --options",
            r#"{"code":".77","position":"5+3","why":true,"options":true}"#,
        ),
        Example::new("misere genus cram 2x3", r#"{"code":"cram","position":"2x3"}"#),
    ];

    fn rulesets(&self) -> Vec<&str> {
        files(&self.code, &self.position)
    }

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<GenusAnswer, QueryError> {
        let GenusQuery { code: name, position, blurry, digits, why, options } = self;
        let notation = session.state.notation();
        let style = GenusStyle { blurry: *blurry, digits: *digits, notation };
        let besides = Besides { why: *why, options: *options };
        if is_ruleset(name) {
            return ruleset::genus(&mut session.state, name, position, style, besides);
        }
        work(session, |state, memory| {
            let (budget, code) = (&Arc::clone(state.budget()), code(name)?);
            sum(&code, memory.of(&code, budget), position, style, besides, budget)
        })
    }
}

/// The largest heap that may be asked for in a table; the limits of time and memory come first.
const LARGEST: u64 = 100_000;
/// The bytes of three texts of a row, about.
pub(super) const ROW: u64 = 150;
/// How many steps a search gets.
pub(super) const SEARCH: u64 = 200_000;
/// How many of them come before monoids are asked for heaps that are not small.
const GLANCE: u64 = 20_000;
/// Heaps up to this are small.
const SMALL: u64 = 60;
/// How many steps the quotient with *1 and *2, and the monoid of misère nim-values, get.
const PATIENCE: u64 = 20_000;
/// Heaps beyond this are never needed to find a period.
const MOST_HEAPS: u32 = 5000;
/// Heaps above this are not searched before monoids are asked.
const SEARCHED: u64 = 400;

/// The genus and the class of one sum or position.
#[derive(Clone, Debug, Serialize)]
pub struct GenusAnswer {
    /// The game.
    #[serde(flatten)]
    pub game: GameName,
    /// The sum or position.
    pub position: String,
    /// The genus.
    pub genus: String,
    /// The class, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// `P` or `N`.
    pub outcome: &'static str,
    /// The same game in terms of irreducible ones, where it was reduced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Where the genus comes from, if it was not searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The options that are not tame, with the moves that take them back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reversals: Option<Vec<TakenBack>>,
    /// The options with their genera.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<OptionGenus>>,
    /// The nim-value and the misère nim-value.
    #[serde(skip)]
    pub base: (u32, u32),
    #[serde(skip)]
    sum: Option<String>,
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

/// An option and its genus.
#[derive(Clone, Debug, Serialize)]
pub struct OptionGenus {
    /// The option.
    pub option: String,
    /// Its genus.
    pub genus: String,
}

impl GenusAnswer {
    pub(super) fn new(
        game: GameName,
        position: String,
        Classified { genus, class, word, reversals, options }: Classified,
        style: GenusStyle,
        words: &impl MisereGame,
    ) -> GenusAnswer {
        let show = |word: &Word| words.show(word);
        let back = |r: Reversal<Word>| TakenBack {
            option: show(&r.option),
            to_nim: r.to_nim.as_ref().map(show),
            to_misere: r.to_misere.as_ref().map(show),
        };
        let sum = options.as_ref().map(|options| carries(&genus, options, show));
        let option = |(word, genus): &(Word, Sharp)| OptionGenus {
            option: show(word),
            genus: style.genus(genus),
        };
        GenusAnswer {
            game,
            position,
            genus: style.genus(&genus),
            class: Some(class.to_string()),
            outcome: if genus.is_previous_win() { "P" } else { "N" },
            value: Some(show(&word)),
            source: None,
            reversals: reversals.map(|reversals| reversals.into_iter().map(back).collect()),
            options: options.map(|options| options.iter().map(option).collect()),
            base: (genus.base(), genus.exponent(0)),
            sum,
        }
    }

    /// What a monoid tells.
    fn rough(
        code: &HeapCode,
        position: String,
        rough: &Rough,
        source: String,
        style: GenusStyle,
    ) -> GenusAnswer {
        GenusAnswer {
            game: GameName::of(code),
            position,
            genus: style.rough(rough),
            class: None,
            outcome: if rough.is_previous_win() { "P" } else { "N" },
            value: None,
            source: Some(source),
            reversals: None,
            options: None,
            base: (0, 0),
            sum: None,
        }
    }
}

impl Finding for GenusAnswer {
    fn text(&self) -> String {
        let GenusAnswer { genus, outcome, base: (g, y), .. } = self;
        let mut text = match (&self.class, &self.value, &self.source) {
            (Some(class), Some(value), _) => format!("{genus}  {class}  {outcome}  {value}\n"),
            (_, _, source) => {
                format!("{genus}  {outcome}  ({})\n", source.as_deref().unwrap_or_default())
            }
        };
        for TakenBack { option, to_nim, to_misere } in self.reversals.iter().flatten() {
            let [nim, misere] = [to_nim, to_misere].map(|to| to.as_deref().unwrap_or("none"));
            text +=
                &format!("{option} is not tame; back to {g}^?: {nim}; back to ?^{y}: {misere}\n");
        }
        text + self.sum.as_deref().unwrap_or_default()
    }
}

/// The genus as a sum on paper: the options below each other, the carries, and the least number
/// that is missing in each column.
fn carries(genus: &Sharp, options: &[(Word, Sharp)], show: impl Fn(&Word) -> String) -> String {
    let longest = options.iter().map(|(_, option)| option.exponents().len()).max().unwrap_or(0);
    let columns = longest.max(genus.exponents().len()) + 1;
    let row = |name: String, base: String, cell: &dyn Fn(usize) -> Option<u32>| {
        let text = |i| cell(i).map_or(String::new(), |y| y.to_string());
        let cells: Vec<String> = (0..columns).map(text).collect();
        (name, base, cells)
    };
    let mut rows: Vec<(String, String, Vec<String>)> = options
        .iter()
        .map(|(word, option)| {
            row(show(word), option.base().to_string(), &|i| Some(option.exponent(i)))
        })
        .collect();
    for one in [0, 1] {
        let carried = |i: usize| i.checked_sub(1).map(|i| genus.exponent(i) ^ one);
        rows.push(row(format!("carry +{one}"), String::new(), &carried));
    }
    let base = genus.base().to_string();
    rows.push(row("least missing".to_owned(), base, &|i| Some(genus.exponent(i))));
    let name = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
    let width = rows.iter().flat_map(|row| row.2.iter().chain([&row.1])).map(String::len).max();
    let width = width.unwrap_or(1);
    let line = |(text, base, cells): &(String, String, Vec<String>)| {
        let cells = cells.iter().map(|cell| format!(" {cell:>width$}")).collect::<String>();
        format!("{text:<name$}  {base:>width$} ^{cells}\n")
    };
    rows.iter().map(line).collect()
}

/// What is known of a sum.
pub(super) struct Classified {
    pub(super) genus: Sharp,
    pub(super) class: MisereClass,
    pub(super) word: Word,
    pub(super) reversals: Option<Vec<Reversal<Word>>>,
    pub(super) options: Option<Vec<(Word, Sharp)>>,
}

/// What is told besides the genus.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Besides {
    pub(super) why: bool,
    pub(super) options: bool,
}

/// Reads the largest heap of a table; `None` and a limit if that is too large.
pub(super) fn largest(
    to: &str,
    time: Option<Duration>,
) -> Result<(u64, Option<Stopped>), QueryError> {
    let asked = amount(to, 0, "the largest heap")?;
    let limit = Stopped::Limit { what: "the largest heap", limit: LARGEST };
    if asked > LARGEST && time.is_none() {
        let message =
            format!("stopped: the largest heap of a table of genera is limited to {LARGEST}");
        return Err(QueryError::plain(Kind::Stopped(limit), message).with(Remedy::Table));
    }
    Ok((asked.min(LARGEST), (asked > LARGEST).then_some(limit)))
}

/// A game whose positions are words over parts: the heaps of a code, or the positions of an
/// impartial ruleset.
pub(super) trait MisereGame {
    /// The genera of the words.
    fn genera(&mut self) -> &mut Genera;

    /// The genus of a word.
    fn genus(&mut self, word: &Word, budget: &Budget) -> Result<Sharp, Stopped>;

    /// The class of a word; if it is asked why, with the options that are not tame and the moves
    /// that take them back.
    fn class(&mut self, word: &Word, why: bool, budget: &Budget) -> Result<Reasoned, Stopped>;

    /// Some copies of what introduced a part.
    fn show_copies(&self, part: u16, count: u16) -> String;

    /// A word in terms of what introduced its parts and of an adder: `h9+2h13+:3`, `2[..|..]+:3`.
    fn show(&self, word: &Word) -> String {
        let parts = word.parts.iter();
        let mut terms: Vec<String> =
            parts.map(|&(part, count)| self.show_copies(part, count)).collect();
        if word.twos > 0 || word.one || terms.is_empty() {
            terms.push(format!(":{}", 2 * u64::from(word.twos) + u64::from(word.one)));
        }
        terms.join("+")
    }

    /// Everything that is told of a word.
    fn classified(
        &mut self,
        word: Word,
        besides: Besides,
        budget: &Budget,
    ) -> Result<Classified, Stopped> {
        let genus = self.genus(&word, budget)?;
        let (class, reversals) = self.class(&word, besides.why, budget)?;
        let mut options = besides.options.then(Vec::new);
        if let Some(options) = &mut options {
            for option in self.genera().parts().options(&word)? {
                let genus = self.genus(&option, budget)?;
                options.push((option, genus));
            }
        }
        Ok(Classified { genus, class, word, reversals, options })
    }
}

/// A class, and the moves that take options back if it was asked why.
pub(super) type Reasoned = (MisereClass, Option<Vec<Reversal<Word>>>);

impl MisereGame for GenusGame {
    fn genera(&mut self) -> &mut Genera {
        &mut self.genera
    }

    fn genus(&mut self, word: &Word, budget: &Budget) -> Result<Sharp, Stopped> {
        self.genera.of(word, budget)
    }

    fn class(&mut self, word: &Word, why: bool, budget: &Budget) -> Result<Reasoned, Stopped> {
        let mut places = PlacePositions::new(&mut self.genera, budget);
        let place = places.place(word)?;
        let class = self.classifier.class(&mut places, &place)?;
        if !why {
            return Ok((class, None));
        }
        let reversals = self.classifier.reason(&mut places, &place)?.reversals;
        let word = |place| self.genera.word(place);
        let back = |r: Reversal<KnownWord>| Reversal {
            option: word(r.option),
            to_nim: r.to_nim.map(word),
            to_misere: r.to_misere.map(word),
        };
        Ok((class, Some(reversals.into_iter().map(back).collect())))
    }

    fn show_copies(&self, part: u16, count: u16) -> String {
        copies(count, self.genera.parts().part_heap(part))
    }
}

/// One sum.
pub(super) fn sum(
    code: &HeapCode,
    memory: &mut CodeMemory,
    text: &str,
    style: GenusStyle,
    besides: Besides,
    budget: &Arc<Budget>,
) -> Result<GenusAnswer, QueryError> {
    let sum = Mixed::read(text)?;
    let game = memory.genus.get_or_insert_with(|| GenusGame::new(code));
    let found = game.found(&sum, besides, budget).map_err(|stopped| {
        let known = game.genera.known();
        let why = "neither a search nor a monoid tells the genus";
        super::stopped(stopped, format!("{why}, {known} sums were looked at"))
    })?;
    let position = sum.show();
    Ok(match found {
        GenusMethod::Searched(found) => {
            GenusAnswer::new(GameName::of(code), position, *found, style, game)
        }
        GenusMethod::Far(rough, source) => {
            GenusAnswer::rough(code, position, &rough, source, style)
        }
    })
}

/// How a genus was found.
enum GenusMethod {
    Searched(Box<Classified>),
    Far(Rough, String),
}

/// Monoids of a code for heaps of any size.
struct Far {
    plain: Adjoined,
    values: Option<NuMonoid>,
    nim: AnyHeap,
}

/// The heaps of one code with their genera and classes.
pub(super) struct GenusGame {
    code: HeapCode,
    pub(super) genera: Genera,
    classifier: Classifier<KnownWord>,
    far: Option<Box<Far>>,
}

impl GenusGame {
    pub(super) fn new(code: &HeapCode) -> GenusGame {
        let (genera, classifier) = (Genera::new(code.clone()), Classifier::default());
        GenusGame { code: code.clone(), genera, classifier, far: None }
    }

    /// Forgets what a search learnt. It has a number of steps, so with more known it would find
    /// what a new session does not.
    pub(super) fn forget(&mut self) {
        self.genera = Genera::new(self.code.clone());
        self.classifier = Classifier::default();
    }

    pub(super) fn heap(
        &mut self,
        size: u32,
        budget: &Budget,
    ) -> Result<(Sharp, MisereClass, Word), Stopped> {
        let genus = self.genera.heap(size, budget)?;
        let word = self.genera.parts().heap(size).clone();
        Ok((genus, self.class(&word, false, budget)?.0, word))
    }

    /// Search for a while, then monoids, then search again where they leave something open.
    fn found(
        &mut self,
        sum: &Mixed,
        besides: Besides,
        budget: &Arc<Budget>,
    ) -> Result<GenusMethod, Stopped> {
        let largest = sum.heaps.first().map_or(0, |&(heap, _)| heap);
        let is_small = largest <= SEARCHED;
        // A search tells more than a monoid: the class, the options.
        let wanted = largest <= SMALL || besides.why || besides.options;
        let steps = if wanted { SEARCH } else { GLANCE };
        if is_small && let Some(found) = self.patiently(sum, besides, steps, budget)? {
            return Ok(found);
        }
        let far = if sum.is_plain() { self.far(&sum.heaps, budget)? } else { None };
        let is_sharp = far.as_ref().is_some_and(|(rough, _)| rough.sharp().is_some());
        if is_small
            && !wanted
            && !is_sharp
            && let Some(found) = self.patiently(sum, besides, SEARCH, budget)?
        {
            return Ok(found);
        }
        if let Some((rough, source)) = far {
            return Ok(GenusMethod::Far(rough, source));
        }
        budget.begin("the search", None);
        self.sum(sum, besides, budget).map(|found| GenusMethod::Searched(Box::new(found)))
    }

    /// Searches for so many steps.
    fn patiently(
        &mut self,
        sum: &Mixed,
        besides: Besides,
        steps: u64,
        budget: &Arc<Budget>,
    ) -> Result<Option<GenusMethod>, Stopped> {
        match self.sum(sum, besides, &Budget::steps_of(budget, steps)) {
            Ok(found) => Ok(Some(GenusMethod::Searched(Box::new(found)))),
            Err(Stopped::Steps(_)) => Ok(None),
            Err(stopped) => Err(stopped),
        }
    }

    pub(super) fn sum(
        &mut self,
        sum: &Mixed,
        besides: Besides,
        budget: &Budget,
    ) -> Result<Classified, Stopped> {
        let small = |&(heap, times): &(u64, u32)| Some((u32::try_from(heap).ok()?, times));
        let small: Option<Vec<(u32, u32)>> = sum.heaps.iter().map(small).collect();
        let small = small.filter(|sum| sum.iter().all(|&(heap, _)| u64::from(heap) <= LARGEST));
        let Some(heaps) = small else {
            return Err(Stopped::Limit { what: "a heap whose genus is searched", limit: LARGEST });
        };
        let heaps = self.genera.sum(&heaps, budget)?;
        let word = heaps.plus(&sum.besides(self.genera.parts_mut(), budget)?)?;
        self.classified(word, besides, budget)
    }

    /// What monoids tell of a sum, and their source; `None` if they do not know its heaps.
    pub(super) fn far(
        &mut self,
        sum: &[(u64, u32)],
        budget: &Arc<Budget>,
    ) -> Result<Option<(Rough, String)>, Stopped> {
        if self.far.is_none() {
            budget.begin("the quotient with *1 and *2", None);
            let part = Budget::steps_of(budget, PATIENCE);
            let plain = Adjoined::solve(&self.code, MOST_HEAPS, &part);
            let values = plain.heaps().is_none().then(|| {
                let part = Budget::steps_of(budget, PATIENCE);
                NuMonoid::solve(&self.code, MOST_HEAPS, &plain, &part)
            });
            plain.end().unless_stopped(budget)?;
            if let Some(values) = &values {
                values.end().unless_stopped(budget)?;
            }
            self.far = Some(Box::new(Far { plain, values, nim: AnyHeap::new(&self.code) }));
        }
        let Some(far) = &mut self.far else { return Ok(None) };
        let sharp = far.values.as_ref().and_then(|values| {
            let superscripts = values.superscripts(sum.iter().copied())?;
            Some((superscripts.into_iter().map(Some).collect::<Vec<_>>(), values.order()))
        });
        let (exponents, source) = match sharp {
            Some((exponents, order)) => {
                (exponents, format!("monoid of misère nim-values of order {order}"))
            }
            None => {
                let Some(exponents) = far.plain.superscripts(sum.iter().copied()) else {
                    return Ok(None);
                };
                let order = far.plain.order();
                let rough = exponents.contains(&None);
                let more = if rough { "; # is 4 or more" } else { "" };
                (exponents, format!("quotient with *1 and *2, of order {order}{more}"))
            }
        };
        let mut base = 0u128;
        for &(heap, times) in sum.iter().filter(|(_, times)| times % 2 == 1) {
            let _ = times;
            base ^= far.nim.value(heap.into(), budget)?;
        }
        Ok(Rough::new(base, exponents).map(|rough| (rough, source)))
    }
}
