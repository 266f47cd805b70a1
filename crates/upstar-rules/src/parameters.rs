//! Reading the parameters of rulesets: `subtraction(2,5,6)`, `moore-nim(3)`.

use crate::PositionError;

/// The parts between `separator`s, trimmed, each with its place.
pub(crate) fn parts(text: &str, separator: char) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split(separator).map(move |part| {
        let indent = part.len() - part.trim_start().len();
        let place = start + indent;
        start += part.len() + separator.len_utf8();
        (place, part.trim())
    })
}

/// What a word stands for, which may be no word at all; `expected` says which there are.
pub(crate) fn word<T: Copy>(
    text: &str,
    words: &[(&str, T)],
    expected: &str,
) -> Result<T, PositionError> {
    let known = words.iter().find(|(word, _)| *word == text.trim());
    known.map(|&(_, is)| is).ok_or_else(|| PositionError::whole(text, expected))
}

/// One number between `least` and `most`; `place` is where its text starts.
pub(crate) fn number(
    place: usize,
    text: &str,
    least: u32,
    most: u32,
    what: &str,
) -> Result<u32, PositionError> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain && text.len() > 1 && text.starts_with('0') {
        let message = format!(
            "expected {what}, a number that does not begin with 0; a comma stands between two \
             numbers and never in one"
        );
        return Err(PositionError::new(place, text.len(), message));
    }
    match text.parse::<u32>() {
        Ok(n) if is_plain && (least..=most).contains(&n) => Ok(n),
        _ => Err(PositionError::new(
            place,
            text.len(),
            format!("expected {what}, a number from {least} to {most}"),
        )),
    }
}

/// Numbers separated by commas, in increasing order and without repeats.
pub(crate) fn number_set(
    place: usize,
    text: &str,
    least: u32,
    most: u32,
    what: &str,
) -> Result<Vec<u32>, PositionError> {
    let mut set = parts(text, ',')
        .map(|(at, part)| number(place + at, part, least, most, what))
        .collect::<Result<Vec<u32>, _>>()?;
    set.sort_unstable();
    set.dedup();
    Ok(set)
}
