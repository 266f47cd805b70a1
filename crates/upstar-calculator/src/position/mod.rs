//! Positions as values of the calculator.
//!
//! A [`Position`] is a sum of terms: positions of any rulesets, each as its rules write it, and
//! plain values. Queries about it are answered by an [`Evaluator`](upstar_engine::Evaluator); what
//! the first one reads is kept with the position, so that no other one reads its text again.
//!
//! Invariant: terms are sorted, none occurs twice, none has the count 0, terms of impartial games
//! are not negated, at most one is entailed. So equal sums are equal data.

pub(crate) mod cells;
pub(crate) mod cgsuite;
pub(crate) mod loaded;
pub(crate) mod plain;

use crate::eval::AskedPosition;
use loaded::Loaded;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use upstar_base::Play;
use upstar_rules::registry::{self, About};
use upstar_theory::compound::Compound;

/// A word that says how positions are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// What the last move does.
    Play(Play),
    /// How components are played together.
    Compound(Compound),
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Way::Play(Play::Normal) => f.write_str("normal"),
            Way::Play(Play::Misere) => f.write_str("misere"),
            Way::Compound(compound) => f.write_str(&word_of(&compound.to_string())),
        }
    }
}

/// The most terms of a sum, each counted as often as it occurs.
pub(crate) const MOST_TERMS: u64 = 1 << 16;

/// Rules by name, with the parameters that were given.
#[derive(Clone, Debug)]
pub struct Ruleset {
    game: RulesetSource,
    parameters: Option<Arc<str>>,
    /// Whether the rules were named as in CGSuite and are written so. It makes no difference to
    /// what they are: all spellings are equal.
    as_in_cgsuite: bool,
}

/// Rules of the registry, told apart by name, or of a file that was loaded.
#[derive(Clone, Debug)]
enum RulesetSource {
    Listed(&'static str),
    Loaded(Arc<Loaded>),
}

impl RulesetSource {
    fn name(&self) -> &str {
        match self {
            RulesetSource::Listed(name) => name,
            RulesetSource::Loaded(loaded) => loaded.name(),
        }
    }

    fn identity(&self) -> (&str, u64) {
        match self {
            RulesetSource::Listed(name) => (name, 0),
            RulesetSource::Loaded(loaded) => loaded.identity(),
        }
    }
}

impl Ruleset {
    /// What makes rules equal, and their order.
    fn identity(&self) -> ((&str, u64), Option<&str>) {
        (self.game.identity(), self.parameters())
    }
}

impl PartialEq for Ruleset {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Ruleset {}

impl PartialOrd for Ruleset {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ruleset {
    fn cmp(&self, other: &Self) -> Ordering {
        self.identity().cmp(&other.identity())
    }
}

impl Hash for Ruleset {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

impl Ruleset {
    /// The rules of the registry that this name means in the calculator, where `_` stands for
    /// `-` and names begin small.
    pub(crate) fn named(word: &str) -> Option<Ruleset> {
        if !word.starts_with(|c: char| c.is_ascii_lowercase()) {
            return None;
        }
        let spelled = |name: &str| same_word(name, word);
        let found = registry::all()
            .iter()
            .find(|about| spelled(about.name) || about.aliases.iter().any(|alias| spelled(alias)));
        found.map(|about| Ruleset::bare(about.name))
    }

    /// The rules that the registry calls `text`, such as `subtraction(2,5,6)`.
    pub(crate) fn of_registry(text: &str) -> Option<Ruleset> {
        Some(Ruleset::bare(registry::about(text).ok()?.name).with_typed(text))
    }

    /// The rules of a file.
    pub(crate) fn of_file(loaded: &Arc<Loaded>) -> Ruleset {
        Ruleset { game: RulesetSource::Loaded(Arc::clone(loaded)), ..Ruleset::plain() }
    }

    /// Which of the rules that were loaded they are; 0 for those of the registry.
    pub(crate) fn serial(&self) -> u64 {
        self.game.identity().1
    }

    /// The same with the parameters of a text such as `subtraction(2,5,6)`.
    pub(crate) fn with_typed(&self, text: &str) -> Ruleset {
        let inside = text.find('(').and_then(|open| text[open + 1..].trim_end().strip_suffix(')'));
        inside.map_or_else(|| self.clone(), |inside| self.with(inside))
    }

    /// The same with parameters; blanks around commas do not matter in them.
    pub(crate) fn with(&self, parameters: &str) -> Ruleset {
        let tight = |text: &str, sign: char| {
            let parts: Vec<&str> = text.split(sign).map(str::trim).collect();
            parts.join(&sign.to_string())
        };
        let parameters = tight(&tight(parameters, ','), ';');
        let parameters = Some(parameters).filter(|text| !text.is_empty()).map(Arc::from);
        Ruleset { parameters, ..self.clone() }
    }

    fn bare(name: &'static str) -> Ruleset {
        Ruleset { game: RulesetSource::Listed(name), parameters: None, as_in_cgsuite: false }
    }

    /// The same, written as CGSuite does where it has them.
    pub(crate) fn spelt_as_in_cgsuite(mut self) -> Ruleset {
        self.as_in_cgsuite = matches!(self.game, RulesetSource::Listed(_));
        self
    }

    /// Is it written as CGSuite does?
    pub(crate) fn is_spelt_as_in_cgsuite(&self) -> bool {
        self.as_in_cgsuite
    }

    /// What stands for plain values.
    pub(crate) fn plain() -> Ruleset {
        Ruleset::bare("")
    }

    /// Does it stand for plain values?
    pub(crate) fn is_plain(&self) -> bool {
        self.name().is_empty()
    }

    /// Are these the rules of mixed sums?
    pub(crate) fn is_sum(&self) -> bool {
        self.name() == "sum"
    }

    /// The page of the rules; `None` for plain values.
    pub(crate) fn about(&self) -> Option<About<'_>> {
        match &self.game {
            RulesetSource::Listed(name) => registry::about(name).ok().copied(),
            RulesetSource::Loaded(loaded) => Some(loaded.about()),
        }
    }

    /// The name in the registry.
    pub fn name(&self) -> &str {
        self.game.name()
    }

    /// The name as a word of the calculator.
    pub(crate) fn word(&self) -> String {
        match &self.game {
            RulesetSource::Listed(name) => word_of(name),
            RulesetSource::Loaded(loaded) => loaded.word().to_owned(),
        }
    }

    /// What was given in parentheses.
    pub fn parameters(&self) -> Option<&str> {
        self.parameters.as_deref()
    }

    /// The rules as the registry takes them: `subtraction(2,5,6)`.
    pub fn full(&self) -> String {
        match &self.parameters {
            Some(parameters) => format!("{}({parameters})", self.name()),
            None => self.name().to_owned(),
        }
    }

    /// Are the parameters the game, and still missing?
    pub(crate) fn wants_parameters(&self) -> bool {
        self.parameters.is_none() && self.is_family()
    }

    /// Are parameters the game?
    fn is_family(&self) -> bool {
        self.assumed_text().is_some()
    }

    /// The rules that are meant where parameters are the game and none are given.
    fn assumed_text(&self) -> Option<String> {
        match &self.game {
            RulesetSource::Listed(name) => registry::assumed(name),
            RulesetSource::Loaded(_) => None,
        }
    }

    /// With the parameters that are meant where none are given.
    pub(crate) fn assumed(&self) -> Ruleset {
        let full = self.parameters.is_none().then(|| self.assumed_text()).flatten();
        let assumed = full.and_then(|full| Ruleset::of_registry(&full));
        assumed.map_or_else(
            || self.clone(),
            |assumed| Ruleset { as_in_cgsuite: self.as_in_cgsuite, ..assumed },
        )
    }

    /// As it is written in the calculator: `grundys_game`, `subtraction(2,5,6)`.
    pub(crate) fn written(&self) -> String {
        let name = if self.as_in_cgsuite { cgsuite::written(self) } else { self.word() };
        match &self.parameters {
            None => name,
            Some(parameters) => {
                let method = if self.is_family() { "" } else { ".With" };
                format!("{name}{method}({})", arguments(parameters, ','))
            }
        }
    }
}

/// The name of rules as a word of the calculator.
pub(crate) fn word_of(name: &str) -> String {
    name.replace('-', "_")
}

/// Is `word` the name with `_` for `-`?
fn same_word(name: &str, word: &str) -> bool {
    name.len() == word.len()
        && name.bytes().zip(word.bytes()).all(|(a, b)| a == b || (a == b'-' && b == b'_'))
}

/// The words of the calculator for all rulesets.
pub(crate) fn words() -> impl Iterator<Item = &'static str> {
    static WORDS: std::sync::LazyLock<Vec<String>> = std::sync::LazyLock::new(|| {
        let mut words: Vec<String> = registry::all()
            .iter()
            .flat_map(|about| std::iter::once(&about.name).chain(about.aliases))
            .map(|name| word_of(name))
            .filter(|word| word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'))
            .filter(|word| Ruleset::named(word).is_some())
            .collect();
        words.sort_unstable();
        words.dedup();
        words
    });
    WORDS.iter().map(String::as_str)
}

/// Text as arguments of a call: whole numbers as they are, everything else in quotes.
pub(crate) fn arguments(text: &str, separator: char) -> String {
    let plain = |part: &str| {
        part == "0"
            || !part.is_empty()
                && !part.starts_with('0')
                && part.bytes().all(|b| b.is_ascii_digit())
    };
    if text.split(separator).all(plain) {
        text.replace(separator, ",")
    } else {
        crate::show::quoted(text)
    }
}

/// A position of one ruleset, or a plain value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PositionTerm {
    pub(crate) rules: Ruleset,
    /// As the rules write it.
    pub(crate) text: Arc<str>,
    /// Are the players exchanged?
    pub(crate) negated: bool,
    /// Must the player to move answer here?
    pub(crate) entailed: bool,
}

impl PositionTerm {
    pub(crate) fn plain(text: &str) -> PositionTerm {
        PositionTerm { rules: Ruleset::plain(), text: text.into(), negated: false, entailed: false }
    }

    /// As a sum of different games writes it.
    fn in_sum(&self) -> String {
        let text = if self.rules.is_plain() {
            format!("value:{}", self.text)
        } else if self.text.contains(" + ") {
            format!("{}:({})", self.rules.full(), self.text)
        } else {
            format!("{}:{}", self.rules.full(), self.text)
        };
        if self.negated { format!("-({text})") } else { text }
    }

    /// As it is written in the calculator, without its sign; a plain value as often as it occurs.
    pub(crate) fn written(&self, count: u64) -> String {
        if self.rules.is_plain() {
            return match count {
                1 => format!("sum({})", crate::show::quoted(&self.text)),
                _ => format!("sum({})", crate::show::quoted(&format!("{count}*({})", self.text))),
            };
        }
        let entailed = if self.entailed { ".Entailed" } else { "" };
        if self.rules.is_spelt_as_in_cgsuite() {
            let text = if cgsuite::is_exchanged(&self.rules) {
                cgsuite::exchanged(&self.text)
            } else {
                self.text.to_string()
            };
            let inside = arguments(&text, '+');
            return format!("{}.Position({inside}){entailed}", self.rules.written());
        }
        format!("{}({}){entailed}", self.rules.written(), arguments(&self.text, '+'))
    }
}

/// Why terms make no sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NoSum {
    #[error("a sum has at most {MOST_TERMS} terms")]
    TooMany,
    #[error("only one component can be entailed")]
    EntailedTwice,
}

/// A sum of positions.
#[derive(Debug, Default)]
pub struct Position {
    terms: Vec<(PositionTerm, u64)>,
    /// The same as rules have it, once it was asked for. It is no part of what the position is.
    asked: Mutex<Option<Arc<AskedPosition>>>,
    /// The parts of a sum, once they were asked for.
    alone: OnceLock<Vec<Position>>,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.terms == other.terms
    }
}

impl Eq for Position {}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Position {
    fn cmp(&self, other: &Self) -> Ordering {
        self.terms.cmp(&other.terms)
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.terms.hash(state);
    }
}

impl Position {
    /// The sum of these terms.
    pub(crate) fn new(mut terms: Vec<(PositionTerm, u64)>) -> Result<Position, NoSum> {
        terms.retain(|(_, count)| *count > 0);
        terms.sort_unstable();
        let mut sum: Vec<(PositionTerm, u64)> = Vec::with_capacity(terms.len());
        for (term, count) in terms {
            match sum.last_mut() {
                Some((last, total)) if *last == term => *total = total.saturating_add(count),
                _ => sum.push((term, count)),
            }
        }
        let total = |counts: &mut dyn Iterator<Item = u64>| counts.fold(0, u64::saturating_add);
        if total(&mut sum.iter().map(|(_, count)| *count)) > MOST_TERMS {
            return Err(NoSum::TooMany);
        }
        if total(&mut sum.iter().filter(|(t, _)| t.entailed).map(|(_, count)| *count)) > 1 {
            return Err(NoSum::EntailedTwice);
        }
        Ok(Position { terms: sum, ..Position::default() })
    }

    /// Each term alone, once, with the players not exchanged.
    pub(crate) fn alone(&self) -> &[Position] {
        if matches!(&self.terms[..], [(only, 1)] if !only.negated) {
            return std::slice::from_ref(self);
        }
        self.alone.get_or_init(|| {
            let alone = |(term, _): &(PositionTerm, u64)| {
                let term = PositionTerm { negated: false, ..term.clone() };
                Position { terms: vec![(term, 1)], ..Position::default() }
            };
            self.terms.iter().map(alone).collect()
        })
    }

    /// The position as the rules had it that were asked last.
    pub(crate) fn asked(&self) -> Option<Arc<AskedPosition>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps what was asked for the next query.
    pub(crate) fn keep(&self, asked: &Arc<AskedPosition>) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(asked));
    }

    /// The terms, each with how often it occurs.
    pub(crate) fn terms(&self) -> &[(PositionTerm, u64)] {
        &self.terms
    }

    /// The rules, if it is a position of one ruleset and nothing is negated.
    pub(crate) fn only_rules(&self) -> Option<&Ruleset> {
        let (first, _) = self.terms.first()?;
        let same = |term: &PositionTerm| term.rules == first.rules && !term.negated;
        (!first.rules.is_plain() && self.terms.iter().all(|(term, _)| same(term)))
            .then_some(&first.rules)
    }

    /// Each term in the notation of one ruleset, or of sums where there are several.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (String, bool)> {
        let pure = self.only_rules().is_some();
        self.terms.iter().flat_map(move |(term, count)| {
            let text = if pure { term.text.to_string() } else { term.in_sum() };
            std::iter::repeat_n((text, term.entailed), *count as usize)
        })
    }

    /// The text of the whole in the notation of the rules, as the command line takes it, with the
    /// mark of a component that must be answered.
    pub(crate) fn text(&self) -> String {
        self.text_with(|term| if term.entailed { "!" } else { "" })
    }

    /// The same without the mark.
    pub(crate) fn bare_text(&self) -> String {
        self.text_with(|_| "")
    }

    fn text_with(&self, mark: impl Fn(&PositionTerm) -> &'static str) -> String {
        let pure = self.only_rules().is_some();
        let term = |(term, count): &(PositionTerm, u64)| {
            let text = if pure { term.text.to_string() } else { term.in_sum() };
            let text = text + mark(term);
            match (count, pure) {
                (1, _) => vec![text],
                (_, true) => vec![text; *count as usize],
                (_, false) => vec![format!("{count}*({text})")],
            }
        };
        match &self.terms[..] {
            [] => "0".to_owned(),
            terms => terms.iter().flat_map(term).collect::<Vec<_>>().join(" + "),
        }
    }

    /// The bytes that it takes, with its parts if it has several.
    pub(crate) fn bytes(&self) -> usize {
        let each = size_of::<(PositionTerm, u64)>();
        let part = if self.terms.len() > 1 { size_of::<Position>() + each } else { 0 };
        self.terms.iter().map(|(term, _)| each + part + 16 + term.text.len()).sum()
    }
}
