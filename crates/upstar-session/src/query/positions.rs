//! The positions of a family with a given outcome: their list, and how many there are.
//!
//! A family is all rows of so many coins, so many coins on so many squares, all boards of a table,
//! sums of so many members of a family with one size, or all followers of a position. Rows of
//! coins in normal play are counted and listed as a linear code; everything else is looked at one
//! by one.

use crate::open_position::evaluator;
use crate::position::must_have_variant;
use crate::query::outcome::OutcomeAnswer;
use crate::query::prelude::*;
use crate::query::value::Cell;
use serde::Deserialize;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use upstar_base::{Options, OutcomeClass, Play, Player, Weigh};
use upstar_engine::{Evaluator, OpenRules};
use upstar_rules::erased::{Erased, Position};
use upstar_rules::registry::About;
use upstar_rules::{PositionError, Rules, listed, read_sum, sum};
use upstar_theory::compound::Compound;
use upstar_theory::loopy::remoteness::{MOST_STATES, Remoteness};
use upstar_theory::structure::{coin_code, coins};

described! {
    /// The positions of a family with some outcome: their list, or how many there are
    pub struct PositionsQuery {
        /// The ruleset, perhaps with parameters
        pub rules: String,
        /// The family: 18 coins, 2x20 for two heaps of at most 20, or a position, for its followers
        pub size: String,
        /// Only those with this outcome class: P, N, L, R, ...
        #[cfg_attr(feature = "clap", arg(long, value_name = "CLASS"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub outcome: Option<String>,
        /// Count them by this
        #[cfg_attr(feature = "clap", arg(long, value_enum, value_name = "WHAT"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub by: Option<By>,
        /// Only say how many there are
        #[cfg_attr(feature = "clap", arg(long, conflicts_with = "by"))]
        #[serde(default)]
        pub count: bool,
        /// How it is played.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub manner: PlayMode,
    }
}

impl Query for PositionsQuery {
    type Answer = PositionsAnswer;
    const NAME: &'static str = "positions";
    const IS_TABLE: bool = true;
    const EXAMPLES: &'static [Example] = &[
        Example::new(
            "positions nim 2x4 --outcome P",
            r#"{"rules":"nim","size":"2x4","outcome":"P"}"#,
        ),
        Example::new(
            "positions turning-turtles 6 --by heads",
            r#"{"rules":"turning-turtles","size":"6","by":"heads"}"#,
        ),
    ];

    fn rulesets(&self) -> Vec<&str> {
        std::iter::once(self.rules.as_str()).chain(sum::files(&self.size)).collect()
    }

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<PositionsAnswer, QueryError> {
        positions(&mut session.state, self)
    }
}

/// What positions are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum By {
    /// Who wins
    Outcome,
    /// What they are worth
    Value,
    /// How many coins show heads
    Heads,
    /// How many components there are
    Components,
    /// The total of all numbers in them: tokens, squares
    Total,
    /// How many moves play lasts, in joins and in endless games
    Remoteness,
}

impl By {
    fn name(self) -> &'static str {
        match self {
            By::Outcome => "outcome",
            By::Value => "value",
            By::Heads => "heads",
            By::Components => "components",
            By::Total => "total",
            By::Remoteness => "remoteness",
        }
    }
}

/// Positions of a family.
#[derive(Clone, Debug, Default, Serialize)]
pub struct PositionsAnswer {
    /// The outcome that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<OutcomeClass>,
    /// The positions, unless only numbers were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<String>,
    /// How many have each property.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<Counted>,
    /// By what they are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// How many there are; a text, since it may be large.
    pub count: String,
    /// How many positions the family has.
    pub family: String,
    /// Why the list ends early.
    #[serde(flatten)]
    pub cut: Option<QueryError>,
}

/// How many positions have a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// The property.
    pub is: String,
    /// How many; a text, since it may be large.
    pub count: String,
}

impl Finding for PositionsAnswer {
    fn text(&self) -> String {
        let mut text = String::new();
        for position in &self.positions {
            text += &format!("{position}\n");
        }
        let name = self.by.map_or("", By::name);
        let widest = self.counts.iter().map(|row| row.is.chars().count()).max().unwrap_or(0);
        for Counted { is, count } in &self.counts {
            text += &format!("{name} {is:>widest$}: {count}\n");
        }
        let what = match self.outcome {
            Some(class) => format!("{class}-positions"),
            None => "positions".to_owned(),
        };
        let so_far = if self.cut.is_some() { " so far" } else { "" };
        text + &format!("{} {what} of {}{so_far}\n", self.count, self.family)
    }

    fn grid(&self) -> Option<Grid> {
        Some(match self.by {
            Some(by) => {
                let row = |row: &Counted| vec![row.is.clone(), row.count.clone()];
                Grid::new([by.name(), "count"], self.counts.iter().map(row))
            }
            None if self.positions.is_empty() => Grid::new(["count"], [vec![self.count.clone()]]),
            None => Grid::new(["position"], self.positions.iter().map(|one| vec![one.clone()])),
        })
    }

    fn is_complete(&self) -> bool {
        self.cut.is_none()
    }

    fn stopped(&self) -> Option<Stopped> {
        self.cut.as_ref().and_then(QueryError::limit_reached)
    }
}

/// The most positions that are listed.
const MOST_LISTED: usize = 1 << 20;
/// The most words of a linear code that are listed, as a power of 2.
const MOST_DIMENSIONS: usize = 20;
/// The most coins of a row whose words are listed one by one.
const MOST_COINS: usize = 128;

/// Finds the positions of a family.
fn positions(
    state: &mut SessionState,
    wanted: &PositionsQuery,
) -> Result<PositionsAnswer, QueryError> {
    let rules = wanted.rules.as_str();
    let class = wanted.outcome.as_deref().map(outcome_class).transpose()?;
    let registry = state.registry();
    state.begin("positions");
    let family = PositionFamily { state: &mut *state, wanted, class };
    let shape = match sizes(&wanted.size).as_deref() {
        Some([rows, columns]) => Some((*rows, *columns)),
        Some(_) => Some((1, 1)),
        None => None,
    };
    let opened = match shape {
        Some(shape) => registry.open_sized(rules, shape),
        None => registry.open(rules, &wanted.size),
    };
    let found = opened
        .map_err(PositionFailure::Rules)
        .and_then(|(about, rules)| family.find(&about, rules));
    state.end();
    found.map_err(|failure| failure.of(rules, &wanted.size))
}

/// Reads an outcome class.
fn outcome_class(text: &str) -> Result<OutcomeClass, QueryError> {
    OutcomeClass::ALL
        .into_iter()
        .find(|class| class.to_string().eq_ignore_ascii_case(text))
        .ok_or_else(|| {
            let message =
                "expected an outcome class: L, R, N, P, D, or one of NHat, NCheck, PHat, PCheck";
            QueryError::whole("outcome", text, ErrorKind::Domain, message)
        })
}

/// Reads `18` or `2x20`; `None` if this is no size.
fn sizes(text: &str) -> Option<Vec<usize>> {
    let numbers: Option<Vec<usize>> =
        text.split(['x', 'X', '×']).map(|part| part.trim().parse().ok()).collect();
    numbers.filter(|numbers| numbers.len() <= 2)
}

struct PositionFamily<'a> {
    state: &'a mut SessionState,
    wanted: &'a PositionsQuery,
    class: Option<OutcomeClass>,
}

impl PositionFamily<'_> {
    fn find(self, about: &About<'_>, rules: Erased) -> Result<PositionsAnswer, PositionFailure> {
        must_have_variant(about, &rules, &self.wanted.manner)?;
        let rules = Arc::new(self.wanted.manner.varied(rules));
        let sizes = sizes(&self.wanted.size);
        let PositionsQuery { manner, by, .. } = *self.wanted;
        let plain = manner.compound == Compound::Sum && manner.play == Play::Normal;
        if let (true, Some([coins]), Some(class)) = (plain, sizes.as_deref(), self.class)
            && let Some(rule) = coin_code::turning_rule(&*rules)
            && matches!(class, OutcomeClass::P | OutcomeClass::N)
            && matches!(by, None | Some(By::Heads))
        {
            let budget = Arc::clone(self.state.budget());
            let values = coins::head_values(rule, *coins, &budget)?;
            if let Some(found) = self.code(&values, class, &budget)? {
                return Ok(found);
            }
        }
        let opened = Arc::new(OpenRules::new(about, Erased::clone(&rules)));
        let mut evaluator = evaluator(&opened, self.state, &manner)?;
        let budget = Arc::clone(self.state.budget());
        let mut gathering = Gathering {
            evaluator: &mut evaluator,
            state: self.state,
            wanted: self.wanted,
            class: self.class,
            found: PositionsAnswer { outcome: self.class, by, ..PositionsAnswer::default() },
            count: 0,
            family: 0,
            counts: BTreeMap::new(),
            failed: None,
            charged: 0,
        };
        match &sizes {
            Some(sizes) => gathering.family(about, &rules, sizes)?,
            None => gathering.followers(&rules, &self.wanted.size)?,
        }
        let end = gathering.finish();
        budget.refund(end.as_ref().map_or(0, |(_, charged)| *charged));
        let found = end.map(|(found, _)| found);
        // What comes after something went wrong is no answer.
        rules.fault().map_or(found, |fault| Err(PositionFailure::Fault(fault)))
    }

    /// Rows of coins whose heads add by nim-sums.
    fn code(
        &self,
        values: &[u64],
        class: OutcomeClass,
        budget: &Budget,
    ) -> Result<Option<PositionsAnswer>, PositionFailure> {
        let coins = values.len();
        let is_zero = class == OutcomeClass::P;
        let by = self.wanted.by;
        let Some(mut counts) = coin_code::weights(values, budget)? else { return Ok(None) };
        let Some(all) = 1u128.checked_shl(coins as u32).filter(|_| coins < MOST_COINS) else {
            return Ok(None);
        };
        if !is_zero {
            let mut rows = 1u128;
            for (heads, count) in counts.iter_mut().enumerate() {
                *count = rows - *count;
                let Some(next) = rows.checked_mul((coins - heads) as u128) else {
                    return Ok(None);
                };
                rows = next / (heads as u128 + 1);
            }
        }
        let total: u128 = counts.iter().sum();
        let mut found = PositionsAnswer {
            outcome: Some(class),
            by,
            count: total.to_string(),
            family: all.to_string(),
            ..PositionsAnswer::default()
        };
        if by.is_some() {
            let rows = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            let row = |(heads, count): (usize, &u128)| Counted {
                is: heads.to_string(),
                count: count.to_string(),
            };
            found.counts = rows.map(row).collect();
            return Ok(Some(found));
        }
        if self.wanted.count {
            return Ok(Some(found));
        }
        let basis = coin_code::basis(values);
        if !is_zero || basis.len() > MOST_DIMENSIONS {
            if total > MOST_LISTED as u128 {
                let message = format!("{total} positions are too many to list");
                return Err(PositionFailure::Unsupported(message, Some(Remedy::Count)));
            }
            return Ok(None);
        }
        budget.charge((1u64 << basis.len()) * (coins as u64 + 32))?;
        let mut words: Vec<u128> = (0..1u32 << basis.len())
            .map(|chosen| {
                let chosen = (0..basis.len()).filter(|i| chosen >> i & 1 == 1);
                chosen.fold(0, |word, i| word ^ basis[i])
            })
            .collect();
        words.sort_by_key(|word| (word.count_ones(), Reverse(word.reverse_bits())));
        let text = |word: &u128| -> String {
            (0..coins).map(|i| if word >> i & 1 == 1 { 'h' } else { 't' }).collect()
        };
        found.positions = words.iter().map(text).collect();
        Ok(Some(found))
    }
}

/// Positions that are looked at one by one.
struct Gathering<'a> {
    evaluator: &'a mut Evaluator,
    state: &'a mut SessionState,
    wanted: &'a PositionsQuery,
    class: Option<OutcomeClass>,
    found: PositionsAnswer,
    count: u128,
    family: u128,
    counts: BTreeMap<Property, u128>,
    failed: Option<PositionFailure>,
    charged: u64,
}

/// What positions are counted by: numbers in their order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Property {
    Number(u128),
    Nimber(u128),
    Text(String),
}

impl Property {
    fn of(value: String) -> Property {
        let nimber = value.strip_prefix('*').map(|size| if size.is_empty() { "1" } else { size });
        match (value.parse(), nimber.map(str::parse)) {
            (Ok(number), _) => Property::Number(number),
            (_, Some(Ok(size))) => Property::Nimber(size),
            _ => Property::Text(value),
        }
    }

    fn text(self) -> String {
        match self {
            Property::Number(number) => number.to_string(),
            Property::Nimber(1) => "*".to_owned(),
            Property::Nimber(size) => format!("*{size}"),
            Property::Text(text) => text,
        }
    }
}

fn cannot_count(by: By, message: impl Into<String>) -> QueryError {
    QueryError::whole("by", by.name(), ErrorKind::Domain, message)
}

/// How soon play of a loopy game is over: one number, or one for each player who may move first.
fn remoteness(case: &mut OpenPosition<'_>) -> Result<Property, PositionFailure> {
    let far = Player::BOTH.map(|who| case.remoteness(who, MOST_STATES));
    let text = |far| match far {
        Remoteness::Finite(moves) => Some(moves.to_string()),
        Remoteness::Infinite => Some("inf".to_owned()),
        Remoteness::Unknown => None,
    };
    let [left, right] = [text(far[0].clone()?), text(far[1].clone()?)];
    let Some((left, right)) = left.zip(right) else {
        let message = "a position leads to too many others to find its remoteness";
        return Err(cannot_count(By::Remoteness, message).into());
    };
    let impartial = case.rules().nature().impartial;
    Ok(if impartial { Property::of(left) } else { Property::Text(format!("{left},{right}")) })
}

/// All numbers in a text.
fn numbers(text: &str) -> impl Iterator<Item = u128> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok())
}

impl Gathering<'_> {
    /// Looks at one position; false when that is enough.
    fn look(&mut self, terms: &[Position]) -> bool {
        match self.try_look(terms) {
            Ok(()) => true,
            Err(failure) => {
                self.failed = Some(failure);
                false
            }
        }
    }

    fn try_look(&mut self, terms: &[Position]) -> Result<(), PositionFailure> {
        let rules = Arc::clone(self.evaluator.rules().rules());
        let budget = Arc::clone(self.state.budget());
        budget.check()?;
        budget.advance(1);
        self.family += 1;
        let mut case = OpenPosition::new(self.evaluator, self.state, terms)?;
        let mut worth = None;
        if self.class.is_some() || self.wanted.by == Some(By::Outcome) {
            let (verdicts, _) = case.verdicts()?;
            let class = OutcomeAnswer::new(verdicts, None).class;
            if self.class.is_some_and(|wanted| wanted != class) {
                return Ok(());
            }
            worth = Some(class.to_string());
        }
        self.count += 1;
        let text = shown(&rules, terms);
        if let Some(by) = self.wanted.by {
            let property = match by {
                By::Outcome => Property::Text(worth.unwrap_or_default()),
                By::Value => Property::of(case.worth()?.text),
                By::Heads if text.chars().all(|c| "ht|".contains(c)) => {
                    Property::Number(text.chars().filter(|&c| c == 'h').count() as u128)
                }
                By::Heads => {
                    let message = format!("{}: these positions have no coins", case.title());
                    return Err(cannot_count(by, message).into());
                }
                By::Remoteness => {
                    if case.is_loopy_sum() {
                        let property = remoteness(&mut case)?;
                        *self.counts.entry(property).or_default() += 1;
                        return self.pay(64);
                    }
                    let worth = case.worth()?;
                    match (worth.more.remoteness, worth.kind, worth.cell) {
                        (Some(Some(far)), ..) => Property::Number(u128::from(far)),
                        (Some(None), ..) => Property::Text("inf".to_owned()),
                        (None, "Remoteness", Cell::Number(far)) => Property::Number(far.into()),
                        (None, "Remoteness", Cell::Pair([l, r])) => {
                            Property::Text(format!("{l},{r}"))
                        }
                        (None, "Remoteness", _) => Property::Text("inf".to_owned()),
                        _ => {
                            let error = cannot_count(by, "a remoteness is that of a join");
                            return Err(error.with(Remedy::Remoteness("compound", "join")).into());
                        }
                    }
                }
                By::Components => Property::Number(components(&rules, terms)),
                By::Total => Property::Number(numbers(&text).sum()),
            };
            self.pay(64)?;
            *self.counts.entry(property).or_default() += 1;
        } else if !self.wanted.count {
            if self.found.positions.len() == MOST_LISTED {
                let what = "the number of positions listed";
                return Err(Stopped::Limit { what, limit: MOST_LISTED as u64 }.into());
            }
            self.pay(text.len() as u64 + 24)?;
            self.found.positions.push(text);
        }
        Ok(())
    }

    fn pay(&mut self, bytes: u64) -> Result<(), PositionFailure> {
        self.state.budget().charge(bytes)?;
        self.charged += bytes;
        Ok(())
    }

    /// All positions of these sizes.
    fn family(
        &mut self,
        about: &About<'_>,
        rules: &Erased,
        sizes: &[usize],
    ) -> Result<(), PositionFailure> {
        struct Each<'g, 'a>(&'g mut Gathering<'a>);
        impl Options<Position> for Each<'_, '_> {
            fn push(&mut self, position: Position) -> bool {
                self.0.failed.is_none() && self.0.look(&[position])
            }
            fn is_closed(&mut self) -> bool {
                self.0.failed.is_some()
            }
        }
        if rules.family().every(sizes, &mut Each(self)) {
            return Ok(());
        }
        match *sizes {
            [rows, columns] if rules.family().cell(sizes, sizes).is_some() => {
                let cells = (1..=rows).flat_map(|r| (1..=columns).map(move |c| [r, c]));
                for cell in cells {
                    if let Some(position) = rules.family().cell(sizes, &cell)
                        && !self.look(&[position])
                    {
                        return Ok(());
                    }
                }
            }
            [largest] if rules.family().member(&[1]).is_some() => {
                for size in rules.nature().first_size..=largest {
                    if let Some(position) = rules.family().member(&[size])
                        && !self.look(&[position])
                    {
                        return Ok(());
                    }
                }
            }
            [terms, largest] if rules.family().member(&[1]).is_some() => {
                self.sums(rules, terms, largest)?;
            }
            _ => {
                let message = format!(
                    "{} has no family of this size; a position stands for all its followers",
                    about.title
                );
                return Err(PositionError::whole(&self.wanted.size, message).into());
            }
        }
        if self.family == 0 && self.failed.is_none() {
            let message = format!("{} has no position of this size", about.title);
            return Err(PositionError::whole(&self.wanted.size, message).into());
        }
        Ok(())
    }

    /// Sums of up to `terms` members of sizes up to `largest`, the sizes in order; fewer members
    /// come first, then smaller ones.
    fn sums(
        &mut self,
        rules: &Erased,
        terms: usize,
        largest: usize,
    ) -> Result<(), PositionFailure> {
        let mut sizes: Vec<usize> = Vec::new();
        loop {
            let members: Option<Vec<Position>> = match &sizes[..] {
                [] => rules.family().member(&[0]).map(|nothing| vec![nothing]),
                sizes => {
                    Some(sizes.iter().filter_map(|&size| rules.family().member(&[size])).collect())
                }
            };
            match members {
                Some(members) if !members.is_empty() && !self.look(&members) => return Ok(()),
                _ => self.state.budget().check()?,
            }
            match sizes.iter().rposition(|&size| size < largest) {
                Some(last) => {
                    let next = sizes[last] + 1;
                    sizes[last..].fill(next);
                }
                None if sizes.len() < terms && largest > 0 => {
                    let more = sizes.len() + 1;
                    sizes.clear();
                    sizes.resize(more, 1);
                }
                None => return Ok(()),
            }
        }
    }

    /// A position and all that can follow it, whoever moves.
    fn followers(&mut self, rules: &Erased, text: &str) -> Result<(), PositionFailure> {
        let start = read_sum(rules, text)?;
        let budget = Arc::clone(self.state.budget());
        let mut known: BTreeSet<Vec<String>> = BTreeSet::new();
        let mut queue = VecDeque::from([start]);
        while let Some(sum) = queue.pop_front() {
            let mut names: Vec<String> = sum.iter().map(|term| rules.show(term)).collect();
            names.sort();
            let bytes = 64 + names.iter().map(|name| name.len() as u64 + 64).sum::<u64>();
            if !known.insert(names) {
                continue;
            }
            self.pay(bytes)?;
            if !self.look(&sum) {
                return Ok(());
            }
            for (place, term) in sum.iter().enumerate() {
                for who in Player::BOTH {
                    let options = match listed(rules, term, who, &budget) {
                        Ok(options) => options,
                        Err(stopped) => {
                            self.failed = Some(stopped.into());
                            return Ok(());
                        }
                    };
                    for option in options.iter() {
                        let mut after = sum.clone();
                        after[place] = option.clone();
                        self.pay((size_of_val(&after) + after.heap_bytes() + 16) as u64)?;
                        queue.push_back(after);
                    }
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<(PositionsAnswer, u64), PositionFailure> {
        let Gathering { mut found, count, family, counts, failed, charged, wanted, .. } = self;
        match failed {
            None => {}
            Some(PositionFailure::Stopped(stopped, _)) => {
                let known = format!("{family} positions are known");
                found.cut = Some(QueryError::stopped("size", &wanted.size, stopped, Some(known)));
            }
            Some(failure) => return Err(failure),
        }
        found.count = count.to_string();
        found.family = family.to_string();
        let row = |(property, count): (Property, u128)| Counted {
            is: property.text(),
            count: count.to_string(),
        };
        found.counts = counts.into_iter().map(row).collect();
        Ok((found, charged))
    }
}

/// How a sum is written; heaps without blanks.
fn shown(rules: &Erased, terms: &[Position]) -> String {
    let texts: Vec<String> = terms.iter().map(|term| rules.show(term)).collect();
    let heaps = texts.iter().all(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    texts.join(if heaps { "+" } else { " + " })
}

/// How many components a sum has, as a sum.
fn components(rules: &Erased, terms: &[Position]) -> u128 {
    let mut all: Vec<Position> = Vec::new();
    terms.iter().for_each(|term| rules.sum_components(term.clone(), &mut all));
    all.len() as u128
}
