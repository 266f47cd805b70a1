//! Games with a name: numbers, nimbers, ups and switches, and the names of their options.
//!
//! A name is a plain value in lowest terms, so its options have names again, down to `0`. A reader
//! of trees or graphs can write out whatever is named, sharing what occurs several times.

use crate::sum::PlainGame;
use upstar_base::Player;

/// The largest integer, denominator, nimber and number of ups that has a name.
const LARGEST: i64 = 1 << 10;

/// The characters that names are made of.
pub(crate) fn is_part(c: char) -> bool {
    c.is_ascii_digit() || "/*^v+-".contains(c)
}

/// The game with this name; `None` if nothing is called so.
///
/// Numbers are written `3`, `-1`, `5/8`; nimbers `*`, `*2`; ups `^`, `^^`, `^3`, downs `v`, each
/// perhaps with a nimber behind (`^*`, `^3*2`); `+-1/2` is the switch {1/2|-1/2}.
pub(crate) fn value(name: &str) -> Option<PlainGame> {
    let number = name.strip_prefix("+-");
    let text = number.unwrap_or(name);
    let mut digits = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    if !text.chars().all(is_part) || !digits.all(|n| n.parse().is_ok_and(|n: i64| n <= LARGEST)) {
        return None;
    }
    let value = PlainGame::read(text).ok()?;
    let PlainGame::Nus { numerator, ups, heap, .. } = value else { return None };
    // A size that is written is above one, a number of ups above zero; a number stands alone.
    let is_named = if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        !text.contains(['^', 'v', '*'])
    } else {
        (ups != 0) == text.starts_with(['^', 'v'])
            && ups.abs() <= LARGEST
            && (heap > u64::from(!text.ends_with('*')) || !text.contains('*'))
    };
    match number {
        None => is_named.then_some(value),
        Some(_) => (is_named && numerator > 0).then(|| value.switch()),
    }
}

/// The names of the options of Left and of Right; `None` if nothing is called so.
pub(crate) fn options(name: &str) -> Option<[Vec<String>; 2]> {
    let value = value(name)?;
    Some(Player::BOTH.map(|who| {
        let mut options = Vec::new();
        value.options(who, &mut options);
        options.iter().map(PlainGame::to_string).collect()
    }))
}
