//! Whether two games are equal on the sums of the games of a base.

use super::games::{read, read_base};
use super::relate::{Related, relate};
use super::work;
use crate::query::findings;
use crate::query::prelude::*;
use upstar_misere::form::Forms;
use upstar_misere::quotient::{StatementVerdict, decide};
use upstar_rules::sum;

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
