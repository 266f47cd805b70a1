//! Which of two positions is better for Left, by who wins `G - H`.

use crate::case::Case;
use crate::position::Inquiry;
use crate::question::{Manner, Place, Variant};
use crate::refusal::Failure;
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

/// Asks who wins the difference of two positions.
pub(crate) struct Difference<'a> {
    pub(crate) rules: &'a str,
    pub(crate) left: &'a str,
    pub(crate) right: &'a str,
}

impl Difference<'_> {
    /// The place of the difference.
    pub(crate) fn place(&self, variant: Option<Variant>) -> Place {
        let manner = Manner { variant, ..Manner::default() };
        let position = format!("{} + -({})", self.left, self.right);
        Place::new(self.rules, position).played(manner)
    }
}

impl Inquiry for Difference<'_> {
    type Found = Order;
    const WHAT: &'static str = "the difference";

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Order, Failure> {
        if !case.is_sum_that_ends() {
            return Err(Failure::Unfit(
                "only games that end can be compared by their difference; `value` tells the \
                 others, and the calculator compares values"
                    .to_owned(),
            ));
        }
        let ([left, right], _) = case.verdicts()?;
        let (order, why) = match (left == Verdict::Win, right == Verdict::Win) {
            (true, false) => (">", "Left wins the difference, whoever starts"),
            (false, true) => ("<", "Right wins the difference, whoever starts"),
            (false, false) => ("=", "whoever starts loses the difference"),
            (true, true) => ("||", "whoever starts wins the difference"),
        };
        let [rules, left, right] = [self.rules, self.left, self.right].map(str::to_owned);
        Ok(Order { rules, left, right, order, why })
    }
}
