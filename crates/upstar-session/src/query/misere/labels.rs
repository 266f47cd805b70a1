//! The labels of a game with a rule for all heaps, as people and programs see them.

use crate::query::columns::in_rows;
use serde::Serialize;
use upstar_misere::rule::Rule;

/// Labels for all heaps, and the rule that they serve.
#[derive(Clone, Debug, Serialize)]
pub struct Labels {
    /// Which rule: `knots`, `ladders` or `counters`.
    pub kind: &'static str,
    /// For n from here on, heap n + `period` has the label of heap n with t + `step` and, unless it
    /// is 0, m + 2 `step`; or, on ladders, with its number + `step`.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// The step.
    pub step: u64,
    /// The labels of the heaps 1, 2, ... as they are written: sign, t, and m after a stroke; or sign
    /// and b, or Y or X and a number; or the heaps that it counts as.
    pub labels: Vec<String>,
    /// Who wins.
    pub rule: String,
}

/// The rule of Knots in words.
const KNOTS: &str = "a heap has a sign, a number t and perhaps a larger odd number m, written -t/m; a sum has the \
     product of the signs, the sum T of t and the largest m, M. It is a P-position exactly if T = 0 and the sign is -, or T > 0 is even, \
     the sign is + and M < T, or T is odd, the sign is - and M > T: proved for all sums of all heaps";

/// The rule of two ladders in words, but for what is near.
const LADDERS: &str = "a heap has a sign and a number b, written -b, or it is Y or X with a number i, written Yi or Xi. A sum has the \
     product of the signs, where each X has the sign -, and the sum B of b; it has a top pair if the two largest numbers of its X are near, and \
     x is the largest of them. It is a P-position exactly if it has no Y and B = 0, and no X and the sign -, or a top pair and the sign +; or \
     no Y, and B > 0 is even and the sign +; or one Y, B = 0, the sign - and x > i + g and no top pair, or x <= i - 2 - g, or no X and \
     i >= 2 + g; or two near Y, i being the smaller, B is even and the sign +, and B > 0 or no X or x <= i + g or a top pair; or two Y that \
     are not near, B is odd and the sign -; or more Y, their number and B are even and the sign +: proved for all sums of all heaps";

/// What a rule with counters is.
const COUNTERS: &str = "a heap counts as the sum of heaps that stands in its place. These lead from element to element of a finite monoid \
     and add to counters; a sum is a P-position exactly if a counter is in an interval, both depending on its element, as the certificate \
     says: proved for all sums of all heaps";

/// A rule in words.
pub(super) fn in_words(rule: &Rule) -> String {
    match rule {
        Rule::Knots(_) => KNOTS.to_owned(),
        Rule::Counters(_) => COUNTERS.to_owned(),
        Rule::Ladders(ladders) => {
            let g = ladders.near();
            format!("numbers are near if they differ by g = {g} or less; {LADDERS}")
        }
    }
}

impl Labels {
    pub(super) fn new(rule: &Rule) -> Labels {
        let ((preperiod, period), step) = (rule.period(), rule.step());
        let row = period.min(20);
        // Whole rows of the period, to the first that begins where labels are linear.
        let last = preperiod.saturating_sub(1).div_ceil(row) * row + period;
        let labels = (1..=last).map(|heap| rule.label(heap)).collect();
        let kind = rule.kind().name();
        Labels { kind, preperiod, period, step, labels, rule: in_words(rule) }
    }

    /// The table, in rows of the period.
    pub(super) fn text(&self) -> String {
        let text = in_rows(&self.labels, self.period.clamp(1, 20) as usize, 1, "");
        let Labels { kind, preperiod, period, step, .. } = self;
        let larger = match *kind {
            "knots" => format!("t is larger by {step}, and m, if there is one, by {}", 2 * step),
            "counters" => "it is the same".to_owned(),
            _ => format!("the number, if there is one, is larger by {step}"),
        };
        text + &format!("from heap {preperiod} on, {period} heaps further {larger}\n")
    }
}
