//! What is known of octal games with up to three digits.

use serde_json::Value;
use std::sync::LazyLock;
use upstar_rules::heap::code::HeapCode;

static TABLE: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../golden/octal-periods.json")).unwrap_or_default()
});

/// What the table of octal games says of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// A code of the class, to which the numbers refer.
    pub game: String,
    /// Preperiod and period, if they are known.
    pub period: Option<(u64, u64)>,
    /// Who found the period, if that is known.
    pub by: Option<String>,
}

/// Looks a class up, by all its codes.
///
/// ```
/// let kayles = upstar_heaps::known::known(&[".77".parse()?]);
/// assert_eq!(kayles.unwrap().period, Some((71, 12)));
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn known(codes: &[HeapCode]) -> Option<Known> {
    let rows = ["solved", "unsolved"].iter().filter_map(|key| TABLE[key].as_array()).flatten();
    rows.filter_map(|row| Some((row, row["game"].as_str()?)))
        .find(|(_, game)| game.parse().is_ok_and(|game| codes.contains(&game)))
        .map(|(row, game)| Known {
            game: game.to_owned(),
            period: row["preperiod"].as_u64().zip(row["period"].as_u64()),
            by: row["first_solved_by"].as_str().map(str::to_owned),
        })
}
