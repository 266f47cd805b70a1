//! Games given by themselves, compared on sums of the games of a base.

use super::relate::{Related, relate};
use super::work;
use super::{position, ruleset};
use crate::query::findings;
use crate::query::prelude::*;
use std::borrow::Cow;
use upstar_misere::form::{Form, Forms, NotAForm, Style};
use upstar_misere::genus::{self, Blurry, NotBlurry};
use upstar_misere::heaps::{PartForms, Parts};
use upstar_misere::quotient::{StatementVerdict, decide};
use upstar_rules::sum;

described! {
    /// A game with a given blurry genus, such as '1##0': the last two symbols repeat
    pub struct ConstructQuery {
        /// The symbols 0, 1 and # from the first superscript on; 2 and 3 are read as #
        pub genus: String,
    }
}

impl Query for ConstructQuery {
    type Answer = Constructed;
    const NAME: &'static str = "construct";
    const EXAMPLES: &'static [Example] =
        &[Example::new("misere construct 1##0", r#"{"genus":"1##0"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<Constructed, QueryError> {
        work(session, |state, _| construct(&self.genus, &Arc::clone(state.budget())))
    }
}

described! {
    /// Whether two games have the same outcomes with every sum of games of a base
    ///
    /// Of two codes it tells which heaps of the first equal which heaps of the second.
    pub struct EqualQuery {
        /// A sum of games in the notation of Winning Ways, '2_2 2 1', '(2_+ 0) 1', of adders ':4',
        /// nim-heaps '*4', heaps '.77(9+8)' and positions 'cram:2x3' or 'wythoff(3,5)'; or a code
        #[cfg_attr(feature = "clap", arg(value_name = "G"))]
        pub first: String,
        /// Another game
        #[cfg_attr(feature = "clap", arg(value_name = "H"))]
        pub second: String,
        /// The games whose sums are added, with semicolons between them
        #[cfg_attr(feature = "clap", arg(long, value_name = "GAMES", default_value = "1;2"))]
        pub base: String,
        /// Of two codes: the largest heap that is compared [default: 20]
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub to: Option<String>,
    }
}

impl Query for EqualQuery {
    type Answer = EqualFound;
    const NAME: &'static str = "equal";
    const EXAMPLES: &'static [Example] = &[
        Example::new(
            "misere equal '2_2 1' '2 1' --to 9",
            r#"{"first":"2_2 1","second":"2 1","base":"1;2","to":"9"}"#,
        ),
        Example::new(
            "misere equal .77 .07 --to 9",
            r#"{"first":".77","second":".07","base":"1;2","to":"9"}"#,
        ),
    ];

    fn rulesets(&self) -> Vec<&str> {
        [&self.first, &self.second, &self.base]
            .into_iter()
            .flat_map(|text| sum::files(text))
            .collect()
    }

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<EqualFound, QueryError> {
        work(session, |state, _| {
            let EqualQuery { first, second, base, to } = self;
            Ok(match (first.parse::<HeapCode>(), second.parse::<HeapCode>()) {
                (Ok(first), Ok(second)) => {
                    let budget = &Arc::clone(state.budget());
                    let found = relate(&first, &second, to.as_deref(), budget)?;
                    EqualFound::Related(Box::new(found))
                }
                _ => EqualFound::Equal(Box::new(equal(state, first, second, base)?)),
            })
        })
    }
}

findings! {
    /// How two games compare, or the heaps of two codes.
    EqualFound {
        Related(Related),
        Equal(Equal),
    }
}

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
    fn sum(&self, counts: &[u64]) -> String {
        let terms = self.base.iter().zip(counts).filter(|(_, n)| **n > 0);
        let shown =
            |text: &str| if text.contains(' ') { format!("{{{text}}}") } else { text.to_owned() };
        let term = |(text, &n): (&String, &u64)| match n {
            1 => shown(text),
            n => format!("{n}.{}", shown(text)),
        };
        let terms: Vec<String> = terms.map(term).collect();
        if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }
    }
}

impl Finding for Equal {
    fn text(&self) -> String {
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

    fn is_complete(&self) -> bool {
        self.equal.is_some()
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

/// A game with a given genus.
#[derive(Clone, Debug, Serialize)]
pub struct Constructed {
    /// The blurry genus that was asked for.
    pub blurry: String,
    /// A game that has it.
    pub game: String,
    /// The same with names for what occurs several times, and these names, the last one first:
    /// written out such games fill pages.
    #[serde(skip)]
    named: (String, Vec<(String, String)>),
    /// The same as the calculator reads it.
    pub calculator: String,
    /// Its genus.
    pub genus: String,
    /// Its birthday.
    pub birthday: u32,
}

impl Finding for Constructed {
    fn text(&self) -> String {
        let (game, names) = &self.named;
        let names = names.iter().map(|(name, text)| format!("{name} = {text}\n"));
        format!("{game}  genus {}\n{}", self.genus, names.collect::<String>())
    }
}

/// A game with this blurry genus.
fn construct(text: &str, budget: &Arc<Budget>) -> Result<Constructed, QueryError> {
    let wanted: Blurry = text.parse().map_err(|error: NotBlurry| {
        let (NotBlurry::Syntax { at } | NotBlurry::NotAdmissible { at }) = error;
        wrong(text, Span::new(at.min(text.len()), text.len().min(at + 1)), error.to_string())
    })?;
    let mut forms = Forms::new(Arc::clone(budget));
    let found = (|| {
        let game = genus::construct(&mut forms, &wanted, budget)?;
        Ok(Constructed {
            blurry: wanted.to_string(),
            game: forms.show(game, Style::Subscripts)?,
            named: forms.show_named(game)?,
            calculator: format!("*[{}]", forms.show(game, Style::Brackets)?),
            genus: forms.genus(game)?.to_string(),
            birthday: forms.birthday(game),
        })
    })();
    found.map_err(QueryError::limit)
}

/// Reads a sum of games: in the notation of Winning Ways, `:4` for an adder, `*4` for a nim-heap,
/// `.77(9+8)` for heaps of a game with a code, `cram:2x3` or `wythoff(3,5)` for a position.
fn read(state: &mut SessionState, forms: &mut Forms, text: &str) -> Result<Form, QueryError> {
    let mut sum = Form::ZERO;
    for (at, term) in terms(text) {
        let game = one(state, forms, term).map_err(|failure| match failure {
            UnreadTerm::Refused(refusal) => *refusal,
            UnreadTerm::Stopped(stopped) => QueryError::limit(stopped),
            UnreadTerm::Wrong(place, message) => {
                let start = (at + place).min(text.len());
                wrong(text, Span::new(start, text.len().min(start + 1)), message)
            }
        })?;
        sum = forms.add(sum, game).map_err(QueryError::limit)?;
    }
    Ok(sum)
}

/// Why a term could not be read: a position that is refused, a limit, or what is wrong at which
/// place.
enum UnreadTerm {
    Refused(Box<QueryError>),
    Stopped(Stopped),
    Wrong(usize, String),
}

impl From<Stopped> for UnreadTerm {
    fn from(stopped: Stopped) -> UnreadTerm {
        UnreadTerm::Stopped(stopped)
    }
}

/// The terms of a sum with their places. A `+` after `_` is a mark of a game, as in `2_+`.
fn terms(text: &str) -> Vec<(usize, &str)> {
    let mut terms = Vec::new();
    let (mut start, mut depth, mut before) = (0, 0i32, ' ');
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            '+' if depth == 0 && before != '_' => {
                terms.push((start, &text[start..at]));
                start = at + 1;
            }
            _ => {}
        }
        before = c;
    }
    terms.push((start, &text[start..]));
    terms
}

/// A position of a ruleset as a term of the ruleset `sum`, if this is one.
fn position_of_rules<'a>(state: &SessionState, text: &'a str) -> Option<Cow<'a, str>> {
    let is_named = |name: &str| {
        let name = name.split('(').next().unwrap_or_default().trim();
        name.ends_with(".up") || state.registry().about(name).is_ok()
    };
    if text.split_once(':').is_some_and(|(name, _)| is_named(name)) {
        return Some(Cow::Borrowed(text));
    }
    let (name, position) = text.strip_suffix(')')?.split_once('(')?;
    is_named(name).then(|| Cow::Owned(format!("{}:{position}", name.trim())))
}

/// Reads one term.
fn one(state: &mut SessionState, forms: &mut Forms, term: &str) -> Result<Form, UnreadTerm> {
    let blank = term.len() - term.trim_start().len();
    let text = term.trim();
    let number = |digits: &str| -> Result<u32, UnreadTerm> {
        let wrong = || UnreadTerm::Wrong(blank + 1, "expected a number up to 1000".to_owned());
        digits.parse().ok().filter(|&n| n <= 1000).ok_or_else(wrong)
    };
    if let Some(adder) = text.strip_prefix(':') {
        return Ok(forms.adder(number(adder)?)?);
    }
    if let Some(heap) = text.strip_prefix('*') {
        return Ok(forms.nim_heap(number(heap)?)?);
    }
    let heaps = text.strip_suffix(')').and_then(|text| text.split_once('('));
    if let Some((name, heaps)) = heaps
        && let Ok(code) = name.trim().parse::<HeapCode>()
    {
        let place = blank + name.len() + 1;
        let sum = position(heaps).map_err(|_| {
            UnreadTerm::Wrong(place, "expected heaps such as 9+8 or 3*9".to_owned())
        })?;
        let largest = sum.first().map_or(0, |&(heap, _)| heap);
        let mut parts = Parts::new(code);
        parts.extend(largest, state.budget())?;
        return Ok(PartForms::default().of(&parts, forms, &parts.sum(&sum)?)?);
    }
    let spelled = position_of_rules(state, text)
        .map(|position| ruleset::spelled(state, &position))
        .transpose()
        .map_err(|refusal| UnreadTerm::Refused(Box::new(refusal)))?;
    let text = spelled.as_deref().unwrap_or(text);
    forms.read(text).map_err(|error| match error {
        NotAForm::Stopped(stopped) => UnreadTerm::Stopped(stopped),
        NotAForm::Syntax { at, .. } | NotAForm::NoDifference { at } => {
            UnreadTerm::Wrong(blank + at, error.to_string())
        }
    })
}

/// Decides G = H (X).
fn equal(
    state: &mut SessionState,
    first: &str,
    second: &str,
    base: &str,
) -> Result<Equal, QueryError> {
    let mut forms = Forms::new(Arc::clone(state.budget()));
    let (g, h) = (read(state, &mut forms, first)?, read(state, &mut forms, second)?);
    let (texts, games) = read_base(state, &mut forms, base)?;
    let verdict = decide(&forms, g, h, &games, state.budget()).map_err(QueryError::limit)?;
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
        StatementVerdict::Proved { order, pairs } => {
            Equal { equal: Some(true), order: Some(order), pairs: Some(pairs), ..open }
        }
        StatementVerdict::Refuted { counts, first_is_p } => {
            let previous_wins = Some(if first_is_p { "first" } else { "second" });
            Equal { equal: Some(false), add: Some(counts), previous_wins, ..open }
        }
        StatementVerdict::Open { terms, why } => {
            Equal { terms: Some(terms), reason: Some(why.to_string()), ..open }
        }
    })
}

/// Reads games with semicolons between them.
fn read_base(
    state: &mut SessionState,
    forms: &mut Forms,
    base: &str,
) -> Result<(Vec<String>, Vec<Form>), QueryError> {
    let texts: Vec<String> = base.split(';').map(|text| text.trim().to_owned()).collect();
    let mut games = Vec::new();
    for text in &texts {
        games.push(read(state, forms, text)?);
    }
    Ok((texts, games))
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
