//! The labels of a game that is won like Knots, as people and programs see them.

use serde::Serialize;
use upstar_misere::knots::Knots;

/// Labels for all heaps, and the rule that they serve.
#[derive(Clone, Debug, Serialize)]
pub struct Labels {
    /// Heap n + `period` has the label of heap n with t + `step` and, unless it is 0, m + 2 `step`,
    /// for n from here on.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// The step.
    pub step: u64,
    /// The labels of the heaps 1, 2, ... as they are written: sign, t, and m after a stroke.
    pub labels: Vec<String>,
    /// Who wins.
    pub rule: &'static str,
}

/// The rule in words.
pub(super) const RULE: &str = "a heap has a sign, a number t and perhaps a larger odd number m, written -t/m; a sum has the \
     product of the signs, the sum T of t and the largest m, M. It is a P-position exactly if T = 0 and the sign is -, or T > 0 is even, \
     the sign is + and M < T, or T is odd, the sign is - and M > T: proved for all sums of all heaps";

impl Labels {
    pub(super) fn new(knots: &Knots) -> Labels {
        let (preperiod, period, step) = knots.period();
        let row = period.min(20);
        // Whole rows of the period, to the first that begins where labels are linear.
        let last = preperiod.saturating_sub(1).div_ceil(row) * row + period;
        let labels = (1..=last).map(|heap| knots.label(heap).to_string()).collect();
        Labels { preperiod, period, step, labels, rule: RULE }
    }

    /// The table, in rows of the period.
    pub(super) fn text(&self) -> String {
        let row = self.period.clamp(1, 20) as usize;
        let width = |column: usize| {
            let cells = self.labels.iter().skip(column).step_by(row);
            cells.map(String::len).chain([(column + 1).to_string().len()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..row).map(width).collect();
        let margin = format!("{}+", self.labels.len()).len() + 2;
        let line = |first: String, cells: Vec<String>| {
            let cells = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
            let line = format!("{first:<margin$}{}", cells.collect::<Vec<_>>().join("  "));
            format!("{}\n", line.trim_end())
        };
        let mut text = line(String::new(), (1..=row).map(|n| n.to_string()).collect());
        for (i, cells) in self.labels.chunks(row).enumerate() {
            text += &line(format!("{}+", i * row), cells.to_vec());
        }
        let Labels { preperiod, period, step, .. } = self;
        text += &format!(
            "from heap {preperiod} on, {period} heaps further t is larger by {step}, and m, if there is one, by {}\n",
            2 * step
        );
        text
    }
}
