//! What is known of octal games with up to three digits.

use upstar_rules::heap::code::HeapCode;

/// A code of each class, its preperiod and period if they are known, and who found them.
type KnownRow = (&'static str, Option<(u64, u64)>, Option<&'static str>);

static TABLE: &[KnownRow] = include!("../data/octal-periods.rs");

/// What the table of octal games says of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPeriod {
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
pub fn known(codes: &[HeapCode]) -> Option<KnownPeriod> {
    let is_there = |(game, ..): &&KnownRow| game.parse().is_ok_and(|game| codes.contains(&game));
    let &(game, period, by) = TABLE.iter().find(is_there)?;
    Some(KnownPeriod { game: game.to_owned(), period, by: by.map(str::to_owned) })
}
