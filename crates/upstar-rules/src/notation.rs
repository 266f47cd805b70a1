//! Reading positions: errors that name the place, and the few forms that many games share.

use crate::Rules;
use std::fmt::Write as _;

/// The most squares, vertices or coins in a position that is read.
pub const MOST_CELLS: usize = 1 << 16;

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PositionError {
    /// The byte at which reading failed.
    pub at: usize,
    /// How many bytes are wrong there.
    pub len: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

impl PositionError {
    /// An error at a place of the text.
    pub fn new(at: usize, len: usize, message: impl Into<String>) -> PositionError {
        PositionError { at, len, message: message.into() }
    }

    /// An error about the whole text.
    pub fn whole(text: &str, message: impl Into<String>) -> PositionError {
        PositionError::new(0, text.len(), message)
    }

    /// The same error in a text that has `offset` bytes in front.
    pub fn shifted(mut self, offset: usize) -> PositionError {
        self.at += offset;
        self
    }
}

/// A rectangle of symbols, row by row, each a place in `alphabet`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// `rows * columns` indices into the alphabet.
    pub cells: Vec<u8>,
}

/// Reads rows joined by `|`, every symbol from `alphabet` (a string for each meaning, all of its
/// characters being equivalent), all rows of one length.
///
/// ```
/// use upstar_rules::read_cells;
/// let board = read_cells("x.|.o", &[".", "xX", "oO"])?;
/// assert_eq!((board.rows, board.columns), (2, 2));
/// assert_eq!(board.cells, [1, 0, 0, 2]);
/// assert_eq!(read_cells("x.|?o", &[".", "x", "o"]).unwrap_err().at, 3);
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn read_cells(text: &str, alphabet: &[&str]) -> Result<Cells, PositionError> {
    if text.is_empty() {
        return Err(PositionError::new(0, 0, "expected a position, found nothing"));
    }
    let mut cells = Vec::new();
    let mut columns = None;
    let mut rows = 0;
    let mut start = 0;
    for row in text.split('|') {
        let before = cells.len();
        for (i, symbol) in row.char_indices() {
            let meaning = alphabet.iter().position(|symbols| symbols.contains(symbol));
            let Some(meaning) = meaning else {
                return Err(PositionError::new(
                    start + i,
                    symbol.len_utf8(),
                    format!("unexpected `{symbol}`: expected {}", expected(alphabet)),
                ));
            };
            if cells.len() == MOST_CELLS {
                return Err(PositionError::new(
                    start + i,
                    text.len() - start - i,
                    format!("the position has more than {MOST_CELLS} squares"),
                ));
            }
            cells.push(meaning as u8);
        }
        let length = cells.len() - before;
        let first = *columns.get_or_insert(length);
        if length != first {
            return Err(PositionError::new(
                start,
                row.len(),
                format!("row {} has {length} squares, the rows before have {first}", rows + 1),
            ));
        }
        if length == 0 {
            return Err(PositionError::new(start, row.len(), "a row is empty"));
        }
        rows += 1;
        start += row.len() + 1;
    }
    Ok(Cells { rows, columns: columns.unwrap_or(0), cells })
}

/// Writes rows joined by `|`, the first symbol of each meaning.
pub fn write_cells(
    rows: usize,
    columns: usize,
    alphabet: &[&str],
    cell: impl Fn(usize, usize) -> u8,
) -> String {
    let symbol = |r, c| alphabet[usize::from(cell(r, c))].chars().next().unwrap_or('?');
    let row = |r| (0..columns).map(move |c| symbol(r, c)).collect::<String>();
    (0..rows).map(row).collect::<Vec<_>>().join("|")
}

/// "`.`, `x` or `o`"
fn expected(alphabet: &[&str]) -> String {
    let names: Vec<String> =
        alphabet.iter().filter_map(|s| s.chars().next()).map(|c| format!("`{c}`")).collect();
    let mut text = String::new();
    for (i, name) in names.iter().enumerate() {
        let separator = match i {
            0 => "",
            _ if i + 1 == names.len() => " or ",
            _ => ", ",
        };
        let _ = write!(text, "{separator}{name}");
    }
    text + ", with `|` between rows"
}

/// Reads heaps such as `9+8+5+3`, `3*7+2` (three sevens and a two) or `10^30+5`; `0` or nothing
/// is the empty position.
///
/// ```
/// use upstar_rules::read_heaps;
/// assert_eq!(read_heaps("3*7+2")?, [7, 7, 7, 2]);
/// assert_eq!(read_heaps("2^100")?, [1 << 100]);
/// assert_eq!(read_heaps("4+x").unwrap_err().at, 2);
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn read_heaps(text: &str) -> Result<Vec<u128>, PositionError> {
    let mut heaps = Vec::new();
    let mut start = 0;
    for term in text.split('+') {
        let wrong = |offset: usize, part: &str, message: String| {
            PositionError::new(start + offset, part.len(), message)
        };
        let expected = "expected heap sizes such as `9+8+5+3` or `3*7+2`";
        let (times, offset, heap) = match term.split_once('*') {
            None => (1, 0, term),
            Some((count, heap)) => match read_number(count) {
                Ok(times) => (times.unwrap_or(u128::MAX), count.len() + 1, heap),
                Err(NotANumber) => return Err(wrong(0, count, expected.to_owned())),
            },
        };
        let size = match read_number(heap) {
            Ok(Some(size)) => size,
            Ok(None) => {
                let message = format!("a heap has at most {} beans (2^128 - 1)", u128::MAX);
                return Err(wrong(offset, heap, message));
            }
            Err(NotANumber) => return Err(wrong(offset, heap, expected.to_owned())),
        };
        if times > (MOST_CELLS - heaps.len().min(MOST_CELLS)) as u128 {
            let message = format!("the position has more than {MOST_CELLS} heaps");
            return Err(wrong(0, term, message));
        }
        heaps.extend(std::iter::repeat_n(size, times as usize));
        start += term.len() + 1;
    }
    Ok(heaps)
}

/// The text is no number.
struct NotANumber;

/// Reads `250` or `10^30`; `None` when it does not fit.
fn read_number(text: &str) -> Result<Option<u128>, NotANumber> {
    let digits = |part: &str| -> Result<Option<u128>, NotANumber> {
        if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NotANumber);
        }
        Ok(part.parse().ok())
    };
    match text.trim().split_once('^') {
        None => digits(text.trim()),
        Some((base, exponent)) => {
            let (base, exponent) = (digits(base)?, digits(exponent)?);
            Ok(base.zip(exponent).and_then(|(base, exponent)| match base {
                0 | 1 if exponent > 0 => Some(base),
                _ => base.checked_pow(u32::try_from(exponent).ok()?),
            }))
        }
    }
}

/// Writes heaps as [`read_heaps`] reads them.
pub fn write_heaps(heaps: &[u128]) -> String {
    if heaps.is_empty() {
        return "0".to_owned();
    }
    heaps.iter().map(u128::to_string).collect::<Vec<_>>().join("+")
}

/// Splits a sum such as `(..|..) + "x.o"` into its terms, each with the byte it starts at. Terms
/// are separated by ` + `, a plus between spaces; parentheses or quotes around a whole term are
/// taken off.
///
/// ```
/// use upstar_rules::split_sum;
/// assert_eq!(split_sum("(..|..) + x.o")?, [(1, "..|.."), (10, "x.o")]);
/// assert_eq!(split_sum("9+8+5")?, [(0, "9+8+5")]);
/// assert_eq!(split_sum("(l(r;e)) + l(r;e)")?, [(1, "l(r;e)"), (11, "l(r;e)")]);
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn split_sum(text: &str) -> Result<Vec<(usize, &str)>, PositionError> {
    split_at_signs(text, b"+")
}

/// The same with differences: a term after ` - ` begins with this sign.
pub(crate) fn split_differences(text: &str) -> Result<Vec<(usize, &str)>, PositionError> {
    split_at_signs(text, b"+-")
}

/// The terms between signs that stand alone, outside of parentheses and quotes. A minus belongs to
/// the term behind it.
fn split_at_signs<'t>(text: &'t str, signs: &[u8]) -> Result<Vec<(usize, &'t str)>, PositionError> {
    let bytes = text.as_bytes();
    let (mut terms, mut start, mut open, mut quote) = (Vec::new(), 0, Vec::new(), None);
    for (i, &byte) in bytes.iter().enumerate() {
        match (byte, quote) {
            (b'"' | b'\'', None) => quote = Some((byte, i)),
            (_, Some((q, _))) if byte == q => quote = None,
            (_, Some(_)) => {}
            (b'(', None) => open.push(i),
            (b')', None) => {
                open.pop();
            }
            (sign, None) if signs.contains(&sign) && open.is_empty() => {
                let space = |at: Option<&u8>| at.is_some_and(u8::is_ascii_whitespace);
                let stands_alone = i > 0 && space(bytes.get(i - 1)) && space(bytes.get(i + 1));
                let begins = text[start..i].trim_start().is_empty();
                match sign {
                    _ if !stands_alone => {}
                    b'-' if begins => {}
                    b'-' => {
                        terms.push(term(text, start, i));
                        start = i;
                    }
                    _ => {
                        terms.push(term(text, start, i));
                        start = i + 1;
                    }
                }
            }
            _ => {}
        }
    }
    if let Some((_, at)) = quote {
        return Err(PositionError::new(at, 1, "this quote is not closed"));
    }
    terms.push(term(text, start, text.len()));
    Ok(terms)
}

/// Reads a sum of positions. Where a ruleset has a family of positions by size, as for tables, a
/// size names its member: `8x8` is an empty board of Domineering.
///
/// ```
/// use upstar_rules::grid::domineering::Domineering;
/// use upstar_rules::grid::plane::Small;
/// use upstar_rules::{Rules, read_sum};
/// let rules = Domineering::<Small>::from_parameters("")?;
/// let sum = read_sum(&rules, "2x3 + ..")?;
/// assert_eq!(rules.show(&sum[0]), "...|...");
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn read_sum<R: Rules>(rules: &R, text: &str) -> Result<Vec<R::Position>, PositionError> {
    let read = |(at, term): (usize, &str)| {
        let position = rules.parse(term);
        let position = position.or_else(|error| member(rules, term).unwrap_or(Err(error)));
        position.map_err(|error| error.shifted(at))
    };
    split_sum(text)?.into_iter().map(read).collect()
}

/// The one position that a sum would be without the blanks around `+`, if that is another game: in
/// Fair Shares `4+1` are two heaps that may be merged, and `4 + 1` are two games.
pub fn without_blanks<R: Rules>(rules: &R, text: &str) -> Option<String> {
    let terms = split_sum(text).ok().filter(|terms| terms.len() > 1)?;
    let terms: Vec<&str> = terms.into_iter().map(|(_, term)| term).collect();
    let joined = terms.join("+");
    let components = |positions: &[R::Position]| {
        let mut components = Vec::new();
        for position in positions {
            rules.sum_components(position.clone(), &mut components);
        }
        components.sort_unstable();
        components
    };
    // Other compounds ask for parts.
    let parts = |positions: &[R::Position]| {
        let mut parts = Vec::new();
        positions.iter().for_each(|position| rules.compound_parts(position, &mut parts));
        let mut all: Vec<R::Position> = parts
            .into_iter()
            .flat_map(|(part, count)| std::iter::repeat_n(part, count.min(9) as usize))
            .collect();
        all.sort_unstable();
        all
    };
    let one = [rules.parse(&joined).ok()?];
    let several = read_sum(rules, text).ok()?;
    let same = components(&one) == components(&several) || parts(&one) == parts(&several);
    (!same).then_some(joined)
}

/// The position of a family that a text such as `8x8` names, if it is a size at all.
pub(crate) fn member<R: Rules>(
    rules: &R,
    text: &str,
) -> Option<Result<R::Position, PositionError>> {
    let size = read_size(text)?;
    let cells = size.iter().try_fold(1usize, |product, &n| product.checked_mul(n));
    if cells.is_none_or(|cells| cells > MOST_CELLS) {
        // Where numbers are positions, the ruleset knows better why this one is none.
        if size.len() == 1 && rules.parse("1").is_ok() {
            return None;
        }
        let message = format!("the position has more than {MOST_CELLS} squares");
        return Some(Err(PositionError::whole(text, message)));
    }
    rules.family().member(&size).map(Ok)
}

/// The numbers of `8x8` or `40`.
pub(crate) fn read_size(text: &str) -> Option<Vec<usize>> {
    let numbers = text.split(['x', 'X', '×']).map(|number| {
        let digits = number.bytes().all(|byte| byte.is_ascii_digit());
        // A number that begins with 0 is no size.
        let is_plain = digits && !number.starts_with('0');
        if is_plain { number.parse().ok() } else { None }
    });
    numbers.collect::<Option<Vec<usize>>>().filter(|numbers| numbers.len() <= 2)
}

/// One term without the spaces and the pair of quotes or parentheses around it.
fn term(text: &str, start: usize, end: usize) -> (usize, &str) {
    let piece = &text[start..end];
    let start = start + (piece.len() - piece.trim_start().len());
    let piece = piece.trim();
    for (open, close) in [('(', ')'), ('"', '"'), ('\'', '\'')] {
        let inside = piece.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if let Some(inside) = inside.filter(|inside| is_whole(inside, open, close)) {
            return (start + 1, inside);
        }
    }
    (start, piece)
}

/// Do the signs around this text belong together? Not in `(a)(b)`, nor in `"a" "b"`.
pub(crate) fn is_whole(inside: &str, open: char, close: char) -> bool {
    if open == close {
        return !inside.contains(open);
    }
    let mut depth = 0;
    inside.chars().all(|c| {
        depth += i64::from(c == open) - i64::from(c == close);
        depth >= 0
    }) && depth == 0
}

/// The parameters of a game that takes none.
pub fn no_parameters(text: &str) -> Result<(), PositionError> {
    match text.trim() {
        "" => Ok(()),
        _ => Err(PositionError::whole(text, "this game takes no parameters")),
    }
}
/// The width of a drawing made of characters.
const COLUMNS: usize = 76;

/// A picture drawn with characters for [`crate::Rules::sketch`], or what `otherwise` says if it is
/// too large.
pub(crate) fn drawn_with_characters(
    picture: upstar_picture::Picture,
    otherwise: impl FnOnce() -> String,
) -> String {
    match upstar_picture::text(&picture, COLUMNS) {
        Ok(text) => text.trim_end().to_owned(),
        Err(_) => otherwise(),
    }
}
