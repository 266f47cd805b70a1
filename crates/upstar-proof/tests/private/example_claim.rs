//! Checking a list of nim-values.

use crate::certificate::Claim;
use crate::meter::Meter;
use crate::nim::plain;
use crate::period::WatchValues;
use crate::rules::Rules;
use crate::shown::shown;
use crate::{Checked, Verdict, step, told};
use serde::{Deserialize, Serialize};
use upstar_base::Stopped;

/// The most values that are derived.
const MOST: usize = 1 << 11;

/// The claim that these are the nim-values of the heaps 0, 1, ... of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NimValues {
    /// The code of the game.
    pub code: String,
    /// The values.
    pub values: Vec<u32>,
}

impl Claim for NimValues {
    fn check(&self, meter: &Meter<'_>, _: Option<WatchValues<'_>>) -> Result<Verdict, Stopped> {
        told(check(self, meter))
    }
}

fn check(claim: &NimValues, meter: &Meter<'_>) -> Checked<Verdict> {
    let NimValues { code, values } = claim;
    let count = values.len();
    step!("length", (1..=MOST).contains(&count), "there are {count} values");
    let rules = Rules::read(code)?;
    step!("sizes", rules.any_sizes(), "the code restricts the sizes of heaps");
    let derived = plain(&rules, count as u64, meter)?;
    for (heap, (said, value)) in values.iter().zip(derived).enumerate() {
        step!("values", *said == value, "G({heap}) = {value}, not {said}");
    }
    Ok(Verdict::Verified(format!(
        "in normal play, the first {count} heaps of {} have these nim-values",
        shown(code)
    )))
}
