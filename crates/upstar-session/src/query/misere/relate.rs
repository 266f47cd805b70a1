//! Equal heaps of two games.

use crate::query::prelude::*;
use upstar_misere::heaps::equal_heaps;

/// Which heaps of one game equal which heaps of another, in all misère sums.
#[derive(Clone, Debug, Serialize)]
pub struct Related {
    /// A code.
    pub first: String,
    /// Another.
    pub second: String,
    /// The largest heap of either.
    pub to: u64,
    /// For the heaps 1, 2, ... of the first the equal ones of the second.
    pub equal: Vec<Vec<u32>>,
    /// Does every heap of the first equal one of the second?
    pub all: bool,
    /// If heap n of the first is heap n + `shift` of the second for all n that were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shift: Option<i64>,
    /// If the heaps 1, 2, ... of the first are those of the second, each so many times in a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fold: Option<u64>,
}

impl Finding for Related {
    fn text(&self) -> String {
        let mut text = String::new();
        for (heap, equal) in (1..).zip(&self.equal) {
            let equal: Vec<String> = equal.iter().map(ToString::to_string).collect();
            let equal = if equal.is_empty() { "none".to_owned() } else { equal.join(", ") };
            text += &format!("{heap}  {equal}\n");
        }
        let Related { first, second, to, .. } = self;
        let fold = self.fold.unwrap_or(1);
        text += &match (self.shift, self.all) {
            (None, true) if fold > 1 => {
                format!(
                    "heap n of {first} is heap n/{fold}, rounded up, of {second}, for all that were \
                     looked at\n"
                )
            }
            (Some(0), _) => format!("heaps of {first} and {second} are equal up to {to}\n"),
            (Some(shift), _) => {
                format!(
                    "heap n of {first} is heap n{shift:+} of {second}, for all that were looked at\n"
                )
            }
            (None, true) => {
                format!("every heap of {first} up to {to} is one of {second}, in another order\n")
            }
            (None, false) => format!("not every heap of {first} is one of {second} up to {to}\n"),
        };
        text
    }
}

/// How far heaps are compared when nothing is said.
const HEAPS: &str = "20";

/// Compares the heaps of two codes.
pub(super) fn relate(
    first: &HeapCode,
    second: &HeapCode,
    to: Option<&str>,
    budget: &Budget,
) -> Result<Related, QueryError> {
    let to = amount(to.unwrap_or(HEAPS), 1, "the largest heap")?.min(100_000);
    let equal = equal_heaps(first, second, to as u32, budget).map_err(QueryError::limit)?;
    let equal: Vec<Vec<u32>> = equal.into_iter().skip(1).collect();
    // Heaps that are moved down past the largest of the second are not looked at.
    let near = to as i64 / 2;
    let mut shifts = (-near..=near).collect::<Vec<i64>>();
    shifts.sort_by_key(|shift| shift.abs());
    let fits = |shift: &i64| {
        let heaps = (1i64..).zip(&equal).filter(|(n, _)| (0..=to as i64).contains(&(n + shift)));
        let before = shift.unsigned_abs() as usize;
        let none = |n: usize| equal.get(n).is_some_and(|equal| equal.contains(&0));
        let early = *shift >= 0 || (0..before.saturating_sub(1)).all(none);
        early
            && heaps.clone().count() > 0
            && heaps
                .clone()
                .all(|(n, equal)| u32::try_from(n + shift).is_ok_and(|heap| equal.contains(&heap)))
    };
    let shift = shifts.iter().find(|shift| fits(shift)).copied();
    // Each heap at least twice, or nothing is seen of a fold.
    let mut folds = 2..=to / 2;
    let folded = |fold: u64| {
        let mut heaps = (1u64..).zip(&equal);
        heaps.all(|(n, equal)| equal.iter().any(|&heap| u64::from(heap) == n.div_ceil(fold)))
    };
    let fold = if shift.is_some() { None } else { folds.find(|&fold| folded(fold)) };
    let all = equal.iter().all(|equal| !equal.is_empty());
    let (first, second) = (first.to_string(), second.to_string());
    Ok(Related { first, second, to, equal, all, shift, fold })
}
