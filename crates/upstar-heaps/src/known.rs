//! What is known of octal games with up to three digits.

use serde_json::Value;
use std::sync::LazyLock;
use upstar_rules::heap::code::HeapCode;

static TABLE: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../golden/octal-periods.json")).unwrap_or_default()
});

/// What the table of octal games says of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// A code of the same class, to which the numbers refer.
    pub game: String,
    /// Preperiod and period, if they are known.
    pub period: Option<(u64, u64)>,
    /// How many codes of the same class there are.
    pub codes: usize,
    /// Who found the period, if that is known.
    pub by: Option<String>,
}

/// Looks a code up.
///
/// ```
/// use upstar_heaps::known::known;
/// assert_eq!(known(&".77".parse()?).unwrap().period, Some((71, 12)));
/// assert_eq!(known(&".6".parse()?).unwrap().period, None);
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn known(code: &HeapCode) -> Option<Known> {
    let text = code.to_string();
    let row = ["solved", "unsolved"].iter().find_map(|key| {
        TABLE[key].as_array()?.iter().find(|row| {
            let codes = row["codes"].as_array();
            codes.is_some_and(|codes| codes.iter().any(|c| same(c.as_str(), &text)))
        })
    })?;
    Some(Known {
        game: row["game"].as_str()?.to_owned(),
        period: row["preperiod"].as_u64().zip(row["period"].as_u64()),
        codes: row["codes"].as_array().map_or(0, Vec::len),
        by: row["first_solved_by"].as_str().map(str::to_owned),
    })
}

/// The table writes `.77` and `4.` where codes print `0.77` and `4.0`.
fn same(written: Option<&str>, code: &str) -> bool {
    written
        .is_some_and(|w| w == code || code.strip_prefix('0') == Some(w) || format!("{w}0") == code)
}
