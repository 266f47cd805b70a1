//! A rule for all sums of all heaps of a game that has no finite quotient, of any kind.
//!
//! All kinds give each heap a label that is linear in the end, and tell from the labels who wins; a
//! game is tried for one [`RuleKind`] after the other. A [`Rule`] is proved: its certificate was
//! verified when it was found.

use crate::counters::{self, Counters};
use crate::knots::{self, Knots};
use crate::ladders::{self, Ladders};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_proof::Certificate;
use upstar_rules::heap::code::HeapCode;

/// How many steps each kind of rule is looked for.
const GUESSING: u64 = 2_000_000;

/// Which rule it is.
///
/// ```
/// use upstar_misere::rule::RuleKind;
/// assert!(RuleKind::ALL.iter().all(|kind| kind.name().parse() == Ok(*kind)));
/// assert!("snakes".parse::<RuleKind>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKind {
    /// As that of Knots.
    Knots,
    /// Of two ladders.
    Ladders,
    /// With counters.
    Counters,
}

impl RuleKind {
    /// All kinds, in the order in which they are looked for.
    pub const ALL: [RuleKind; 3] = [RuleKind::Knots, RuleKind::Ladders, RuleKind::Counters];

    /// The rule of this kind of a game, if labels are found and proved.
    fn find(self, code: &HeapCode, budget: &Arc<Budget>) -> Result<Option<Rule>, Stopped> {
        Ok(match self {
            RuleKind::Knots => Knots::find(code, budget)?.map(Rule::Knots),
            RuleKind::Ladders => Ladders::find(code, budget)?.map(Rule::Ladders),
            RuleKind::Counters => Counters::find(code, budget)?.map(Rule::Counters),
        })
    }

    /// Its name in files and for programs.
    pub fn name(self) -> &'static str {
        match self {
            RuleKind::Knots => "knots",
            RuleKind::Ladders => "ladders",
            RuleKind::Counters => "counters",
        }
    }

    /// What people call it, with an article.
    pub fn title(self) -> &'static str {
        match self {
            RuleKind::Knots => "a rule like that of Knots",
            RuleKind::Ladders => "the rule of two ladders",
            RuleKind::Counters => "a rule with counters",
        }
    }

    /// What of a label grows with each period.
    pub fn grows(self) -> &'static str {
        match self {
            RuleKind::Knots => "t",
            RuleKind::Ladders => "the number",
            RuleKind::Counters => "nothing",
        }
    }
}

impl FromStr for RuleKind {
    type Err = String;

    fn from_str(name: &str) -> Result<RuleKind, String> {
        let known = || RuleKind::ALL.map(RuleKind::name).join(", ");
        let found = RuleKind::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| format!("no rule is called `{name}`; there are {}", known()))
    }
}

/// A rule for all sums of all heaps of a game.
///
/// ```
/// use std::sync::Arc;
/// use upstar_base::Budget;
/// use upstar_misere::rule::Rule;
/// let find = |code: &str| Rule::find(&code.parse().unwrap(), &Arc::new(Budget::unlimited()));
/// assert!(matches!(find("4.7")?, Some(Rule::Knots(_))));
/// assert!(matches!(find(".145")?, Some(Rule::Ladders(_))));
/// assert!(find(".07")?.is_none());
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub enum Rule {
    /// As that of Knots.
    Knots(Knots),
    /// Of two ladders.
    Ladders(Ladders),
    /// With counters.
    Counters(Counters),
}

/// What a rule sees of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sum {
    /// By a rule like that of Knots.
    Knots(knots::Label),
    /// By the rule of two ladders.
    Ladders(ladders::Sum),
    /// By a rule with counters.
    Counters(counters::Sum),
}

impl Sum {
    /// Is it a P-position?
    pub fn is_previous_win(&self) -> bool {
        match self {
            Sum::Knots(label) => label.is_previous_win(),
            Sum::Ladders(sum) => sum.is_previous_win(),
            Sum::Counters(sum) => sum.is_previous_win(),
        }
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sum::Knots(label) => label.fmt(f),
            Sum::Ladders(sum) => sum.fmt(f),
            Sum::Counters(sum) => sum.fmt(f),
        }
    }
}

impl Rule {
    /// The rule of a game, if one is found in some steps; `None` for most games.
    pub fn find(code: &HeapCode, budget: &Arc<Budget>) -> Result<Option<Rule>, Stopped> {
        for kind in RuleKind::ALL {
            let part = Arc::new(Budget::steps_of(budget, GUESSING));
            if let Some(rule) = known(kind.find(code, &part), budget)?.flatten() {
                return Ok(Some(rule));
            }
        }
        Ok(None)
    }

    /// Which rule it is.
    pub fn kind(&self) -> RuleKind {
        match self {
            Rule::Knots(_) => RuleKind::Knots,
            Rule::Ladders(_) => RuleKind::Ladders,
            Rule::Counters(_) => RuleKind::Counters,
        }
    }

    /// What it is called, with an article.
    pub fn name(&self) -> &'static str {
        self.kind().title()
    }

    /// The label of a heap, as it is written.
    pub fn label(&self, heap: u64) -> String {
        match self {
            Rule::Knots(knots) => knots.label(heap).to_string(),
            Rule::Ladders(ladders) => ladders.label(heap).to_string(),
            Rule::Counters(counters) => counters.label(heap),
        }
    }

    /// What it sees of a sum of heaps with multiplicities.
    pub fn sum<H: Into<u64>>(&self, heaps: impl IntoIterator<Item = (H, u32)>) -> Sum {
        match self {
            Rule::Knots(knots) => Sum::Knots(knots.sum(heaps)),
            Rule::Ladders(ladders) => Sum::Ladders(ladders.sum(heaps)),
            Rule::Counters(counters) => Sum::Counters(counters.sum(heaps)),
        }
    }

    /// From which heap on labels are linear, and with which period.
    pub fn period(&self) -> (u64, u64) {
        match self {
            Rule::Knots(knots) => (knots.period().0, knots.period().1),
            Rule::Ladders(ladders) => ladders.period(),
            Rule::Counters(counters) => counters.period(),
        }
    }

    /// By how much numbers grow in a period.
    pub fn step(&self) -> u64 {
        match self {
            Rule::Knots(knots) => knots.period().2,
            Rule::Ladders(_) => 1,
            Rule::Counters(_) => 0,
        }
    }

    /// Splits of `left` tokens with `small` + i periods in the smaller part, for i below `splits`,
    /// both parts being linear, fall into runs: with the rest of a sum, all splits of a run have the
    /// same winner. These are the first i of the runs.
    pub fn runs(&self, rest: &Sum, left: u64, small: u64, splits: u64) -> Vec<u64> {
        match (self, rest) {
            (Rule::Knots(knots), Sum::Knots(rest)) => knots.runs(*rest, left, small, splits),
            (Rule::Ladders(ladders), Sum::Ladders(rest)) => ladders.runs(rest, left, small, splits),
            // Words repeat, so that all splits leave the same ones.
            (Rule::Counters(_), _) => vec![0],
            // A sum that another rule saw says nothing.
            _ => (0..splits).collect(),
        }
    }

    /// The certificate that the rule holds.
    pub fn certificate(&self, code: &HeapCode) -> Certificate {
        match self {
            Rule::Knots(knots) => knots.certificate(code),
            Rule::Ladders(ladders) => ladders.certificate(code),
            Rule::Counters(counters) => counters.certificate(code),
        }
    }
}

/// What was found with a number of steps, if they were enough.
fn known<T>(found: Result<T, Stopped>, budget: &Budget) -> Result<Option<T>, Stopped> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Stopped::Steps(_)) => budget.check().map(|()| None),
        Err(stopped) => Err(stopped),
    }
}
