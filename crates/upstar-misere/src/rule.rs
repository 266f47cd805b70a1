//! A rule for all sums of all heaps of a game that has no finite quotient, of any kind.
//!
//! All kinds give each heap a label that is linear in the end, and tell from the labels who wins; a
//! game is tried for one [`RuleKind`] after the other. A rule is the claim of its certificate; one that
//! was found is proved, for its certificate was verified then.

use crate::counters::{self, Counters};
use crate::knots::{self, Knots};
use crate::ladders::{self, Ladders};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use upstar_base::{Budget, Stopped};
use upstar_proof::{AnyClaim, Certificate, MisereCounters, MisereKnots, MisereLadders, check};
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

    /// For each kind, in the order of [`RuleKind::ALL`], its name, its title, and what grows.
    const WORDS: [[&str; 3]; 3] = [
        ["knots", "a rule like that of Knots", "t"],
        ["ladders", "the rule of two ladders", "the number"],
        ["counters", "a rule with counters", "nothing"],
    ];

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
        RuleKind::WORDS[self as usize][0]
    }

    /// What people call it, with an article.
    pub fn title(self) -> &'static str {
        RuleKind::WORDS[self as usize][1]
    }

    /// What of a label grows with each period.
    pub fn grows(self) -> &'static str {
        RuleKind::WORDS[self as usize][2]
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

/// The same expression for each kind of a [`Rule`] or a [`Sum`].
macro_rules! each_kind {
    ($type:ident, $value:expr, $of:ident => $same:expr) => {
        match $value {
            $type::Knots($of) => $same,
            $type::Ladders($of) => $same,
            $type::Counters($of) => $same,
        }
    };
}

impl Sum {
    /// Is it a P-position?
    pub fn is_previous_win(&self) -> bool {
        each_kind!(Sum, self, sum => sum.is_previous_win())
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each_kind!(Sum, self, sum => sum.fmt(f))
    }
}

/// The rule that a certificate claims; only the checker proves it.
macro_rules! claimed {
    ($($kind:ident: $claim:ident),*) => {
        $(impl From<$claim> for Rule {
            fn from(claim: $claim) -> Rule {
                Rule::$kind($kind { claim })
            }
        })*
    };
}

claimed!(Knots: MisereKnots, Ladders: MisereLadders, Counters: MisereCounters);

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
        each_kind!(Rule, self, rule => rule.label(heap).to_string())
    }

    /// The labels of heaps 1, 2, ... that its claim lists, as they are written.
    pub fn labels(&self) -> Vec<String> {
        match self {
            Rule::Knots(Knots { claim }) => {
                claim.labels.iter().map(|&label| knots::Label::from(label).to_string()).collect()
            }
            Rule::Ladders(Ladders { claim }) => {
                claim.labels.iter().map(|&label| ladders::Label::from(label).to_string()).collect()
            }
            Rule::Counters(counters) => {
                counters.claim.words.iter().map(|word| counters.written(word)).collect()
            }
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
        each_kind!(Rule, self, rule => (rule.claim.preperiod, rule.claim.period))
    }

    /// By how much numbers grow in a period.
    pub fn step(&self) -> u64 {
        match self {
            Rule::Knots(knots) => knots.claim.step,
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
        each_kind!(Rule, self, rule => rule.certificate(code))
    }
}

/// What was found with a number of steps, if they were enough.
pub fn known<T>(found: Result<T, Stopped>, budget: &Budget) -> Result<Option<T>, Stopped> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Stopped::Steps(_)) => budget.check().map(|()| None),
        Err(stopped) => Err(stopped),
    }
}

/// The digits of an octal game in which heaps can be split: only such games are known to have rules.
pub(crate) fn octal(code: &HeapCode) -> Option<Vec<u64>> {
    let digits = code.bits().filter(|digits| digits.iter().all(|&digit| digit < 8));
    digits.filter(|_| code.most_heaps() == Some(2))
}

/// The first of these claims that the checker of certificates proves.
pub(crate) fn first_proved<C: Clone + Into<AnyClaim>>(
    claims: impl IntoIterator<Item = C>,
    budget: &Budget,
) -> Result<Option<C>, Stopped> {
    for claim in claims {
        let verdict = check(&Certificate::new(claim.clone()), budget);
        budget.check()?;
        if verdict.is_verified() {
            return Ok(Some(claim));
        }
    }
    Ok(None)
}
