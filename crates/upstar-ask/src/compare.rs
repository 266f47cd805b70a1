//! Which of two positions is better for Left, by who wins `G - H`.

use crate::case::Case;
use crate::desk::Desk;
use crate::position::{Inquiry, put};
use crate::question::{Manner, Place, Variant};
use crate::refusal::{Failure, Refusal};
use serde::Serialize;
use upstar_base::Verdict;
use upstar_rules::Rules;

/// How two positions compare.
#[derive(Clone, Debug, Serialize)]
pub struct Order {
    /// The ruleset.
    pub rules: String,
    /// A position.
    pub left: String,
    /// Another.
    pub right: String,
    /// `<`, `=`, `>`, or `||` where neither is better.
    pub order: &'static str,
    /// Who wins the difference.
    pub why: &'static str,
}

impl Order {
    pub(crate) fn text(&self) -> String {
        format!("{}  {}\n", self.order, self.why)
    }
}

struct Difference;

impl Inquiry for Difference {
    type Found = (&'static str, &'static str);
    const WHAT: &'static str = "the difference";

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Self::Found, Failure> {
        if case.judge().is_none() {
            return Err(Failure::Unfit(
                "only games that end can be compared by their difference; `value` tells the \
                 others, and the calculator compares values"
                    .to_owned(),
            ));
        }
        let ([left, right], _) = case.verdicts()?;
        Ok(match (left == Verdict::Win, right == Verdict::Win) {
            (true, false) => (">", "Left wins the difference, whoever starts"),
            (false, true) => ("<", "Right wins the difference, whoever starts"),
            (false, false) => ("=", "whoever starts loses the difference"),
            (true, true) => ("||", "whoever starts wins the difference"),
        })
    }
}

/// Compares two positions.
pub(crate) fn compare(
    desk: &mut Desk,
    rules: &str,
    [left, right]: [&str; 2],
    variant: Option<Variant>,
) -> Result<Order, Refusal> {
    let manner = Manner { variant, ..Manner::default() };
    let place = Place::new(rules, format!("{left} + -({right})")).played(manner);
    let (order, why) = put(desk, &place, Difference)?;
    let [rules, left, right] = [rules, left, right].map(str::to_owned);
    Ok(Order { rules, left, right, order, why })
}
