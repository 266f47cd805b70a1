//! Names of moves: `a1-a2`, `b3`, `7->5`, `cut 3`.
//!
//! A name says what a player does, in the custom of the game. Most of them follow from the texts
//! of the two positions: squares that change have names ([`by_squares`]), and so have heaps
//! ([`by_terms`]). Columns are letters and rows numbers from the top, as in pictures; a strip has
//! numbers only.
//!
//! Invariant: all moves of a position have different names, even if blanks and capitals do not
//! count. A ruleset tries its best, [`named`] sees to the rest.

use crate::Rules;
use std::collections::HashMap;
use upstar_base::Player;
use upstar_picture::column_name;

/// What a move is called that changes nothing.
pub const PASS: &str = "pass";

/// The name of a square of a board with so many rows, both counted from 0.
///
/// ```
/// use upstar_rules::naming::square;
/// assert_eq!(square(3, 0, 1), "b1");
/// assert_eq!(square(1, 0, 1), "2");
/// ```
pub fn square(rows: usize, row: usize, column: usize) -> String {
    match rows {
        1 => (column + 1).to_string(),
        _ => format!("{}{}", column_name(column), row + 1),
    }
}

/// The name of a move from one position to another, by their texts.
///
/// ```
/// use upstar_rules::naming::by_texts;
/// assert_eq!(by_texts("x.|.o", ".x|.o"), "a1-b1");
/// assert_eq!(by_texts("7+5", "5+4+2"), "7->4+2");
/// assert_eq!(by_texts("{0|*}", "*"), "{0|*}->*");
/// ```
pub fn by_texts(from: &str, to: &str) -> String {
    if from == to {
        return PASS.to_owned();
    }
    let squares = by_squares(from, to);
    squares.or_else(|| by_terms(from, to, '+')).unwrap_or_else(|| to.to_owned())
}

/// A square that a move changes.
struct Changed {
    name: String,
    old: char,
    new: char,
}

/// The name of a move on a board, written in rows of symbols: where a piece goes, `a1-b2`, and
/// what is put elsewhere, `a1-b2/c3`; or the squares that change, `a1-a2`. `None` where the texts
/// are no boards of one shape.
///
/// ```
/// use upstar_rules::naming::by_squares;
/// assert_eq!(by_squares("x..|...|..o", "...|.x#|..o").unwrap(), "a1-b2/c2");
/// assert_eq!(by_squares("...|...", "#..|#..").unwrap(), "a1-a2");
/// assert_eq!(by_squares("t.tf", ".ttf").unwrap(), "1-2");
/// assert_eq!(by_squares("...", "...|..."), None);
/// ```
pub fn by_squares(from: &str, to: &str) -> Option<String> {
    let changed = changes(from, to)?;
    Some(gone(&changed).unwrap_or_else(|| {
        let names: Vec<&str> = changed.iter().map(|square| &*square.name).collect();
        let alike = changed.iter().all(|square| square.new == changed[0].new);
        names.join(if alike && names.len() == 2 { "-" } else { "," })
    }))
}

/// The names of the squares of a board that a move changes to what `wanted` says.
///
/// ```
/// use upstar_rules::naming::squares;
/// assert_eq!(squares("tth", "hht", |_| true).unwrap(), "1,2,3");
/// assert_eq!(squares("..|..", "xr|r.", |new| new == 'x').unwrap(), "a1");
/// ```
pub fn squares(from: &str, to: &str, wanted: impl Fn(char) -> bool) -> Option<String> {
    let changed = changes(from, to)?.into_iter().filter(|square| wanted(square.new));
    let names: Vec<String> = changed.map(|square| square.name).collect();
    (!names.is_empty()).then(|| names.join(","))
}

/// The squares in which two boards of one shape differ.
fn changes(from: &str, to: &str) -> Option<Vec<Changed>> {
    if from.len() != to.len() || !from.chars().chain(to.chars()).all(is_symbol) {
        return None;
    }
    let rows = from.split('|').count();
    let mut changed = Vec::new();
    let mut pairs = to.split('|');
    for (r, row) in from.split('|').enumerate() {
        let other = pairs.next()?;
        if row.chars().count() != other.chars().count() {
            return None;
        }
        let differ =
            row.chars().zip(other.chars()).enumerate().filter(|(_, (old, new))| old != new);
        changed.extend(differ.map(|(c, (old, new))| Changed {
            name: square(rows, r, c),
            old,
            new,
        }));
    }
    Some(changed)
}

fn is_symbol(c: char) -> bool {
    c == '|' || (!c.is_ascii_digit() && !c.is_whitespace() && !"+*,;:{}()<>=^/~\"'".contains(c))
}

/// Where a piece went, if one did, and what was burnt.
fn gone(changed: &[Changed]) -> Option<String> {
    let is_piece = |symbol: char| !matches!(symbol, '.' | '#' | '_');
    let names = |which: &dyn Fn(&Changed) -> bool| -> Vec<&str> {
        changed.iter().filter(|square| which(square)).map(|square| &*square.name).collect()
    };
    let piece = changed.iter().map(|square| square.old).filter(|&symbol| is_piece(symbol));
    let (from, to) = piece.into_iter().find_map(|symbol| {
        let lost = names(&|square| square.old == symbol);
        let won = names(&|square| square.new == symbol);
        (lost.len() == 1 && !won.is_empty()).then(|| (lost[0], won))
    })?;
    let burnt = names(&|square| square.new == '#');
    let arrow = if burnt.is_empty() { String::new() } else { format!("/{}", burnt.join(",")) };
    Some(format!("{from}-{}{arrow}", to.join("+")))
}

/// The name of a move on a multiset of heaps, pieces or cakes, written with a separator between:
/// what becomes of which, `7->5`, `5x10->2x10+3x10`, `7->0` if it vanishes. Squares have a hyphen,
/// `c4-a3`. What stands before the heaps, as in `12x12:c4`, is left out. `None` where the texts have
/// the same terms or no numbers.
///
/// ```
/// use upstar_rules::naming::by_terms;
/// assert_eq!(by_terms("3*7+2", "2*7+5+2", '+').unwrap(), "7->5");
/// assert_eq!(by_terms("1,3,4", "0,1,3", ',').unwrap(), "4->0");
/// assert_eq!(by_terms("12x12:c4+e6", "12x12:a3+e6", '+').unwrap(), "c4-a3");
/// ```
pub fn by_terms(from: &str, to: &str, separator: char) -> Option<String> {
    if !from.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (from, to) = without_board(from, to);
    let [old, new] = [from, to].map(|text| counted(text, separator));
    let (lost, won) = (more(&old, &new), more(&new, &old));
    if lost.is_empty() && won.is_empty() {
        return None;
    }
    let places = !lost.is_empty() && lost.iter().chain(&won).all(|term| is_square(term));
    let separator = separator.to_string();
    let side = |terms: &[&str], nothing: &str| match terms {
        [] => nothing.to_owned(),
        _ => terms.join(&separator),
    };
    let (arrow, nothing) = if places { ("-", "off") } else { ("->", "0") };
    Some(format!("{}{arrow}{}", side(&lost, "0"), side(&won, nothing)))
}

/// Is it written like `c4`?
fn is_square(term: &str) -> bool {
    let digits = term.trim_start_matches(|c: char| c.is_ascii_lowercase());
    digits.len() < term.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The texts without the board that both have in front.
fn without_board<'t>(from: &'t str, to: &'t str) -> (&'t str, &'t str) {
    match (from.split_once(':'), to.split_once(':')) {
        (Some((board, rest)), Some((same, other))) if board == same && !board.contains('+') => {
            (rest, other)
        }
        _ => (from, to),
    }
}

/// The different terms of a text, as they come, and how often each occurs: `3*7+2` has three
/// sevens. `0` is no term.
fn counted(text: &str, separator: char) -> Vec<(&str, usize)> {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    let mut places = HashMap::new();
    for term in text.split(separator).map(str::trim).filter(|term| !matches!(*term, "" | "0")) {
        let times = term.split_once('*').and_then(|(n, term)| Some((n.parse().ok()?, term)));
        let (count, term): (usize, &str) = times.unwrap_or((1, term));
        let place = *places.entry(term).or_insert(counted.len());
        match counted.get_mut(place) {
            // There are no more in a position.
            Some((_, so_far)) => *so_far = so_far.saturating_add(count).min(crate::MOST_CELLS),
            None => counted.push((term, count.min(crate::MOST_CELLS))),
        }
    }
    counted
}

/// The terms that occur more often than among others, as often as they do.
fn more<'t>(terms: &[(&'t str, usize)], others: &[(&str, usize)]) -> Vec<&'t str> {
    let others: HashMap<&str, usize> = others.iter().copied().collect();
    let mut more = Vec::new();
    for &(term, count) in terms {
        let there = others.get(term).copied().unwrap_or(0);
        more.extend(std::iter::repeat_n(term, count.saturating_sub(there)));
    }
    more
}

/// The first of some things, counted from 0, that can be played so as to leave this.
pub(crate) fn played<P: PartialEq>(
    things: usize,
    option: &P,
    after: impl Fn(usize) -> Option<P>,
) -> Option<usize> {
    (0..things).find(|&thing| after(thing).as_ref() == Some(option))
}

/// The names of moves from a position to these options, all of them different: where two have the
/// same name, the position that follows is told too.
///
/// ```
/// use upstar_base::Player;
/// use upstar_rules::naming::{named, read};
/// use upstar_rules::{Rules, grid::amazons::Amazons, grid::plane::Small};
/// let rules = Amazons::<Small>::from_parameters("")?;
/// let board = rules.parse("x..|..o")?;
/// let mut options = Vec::new();
/// rules.options(&board, Player::Left, &mut options);
/// let names = named(&rules, &board, Player::Left, &options);
/// assert_eq!(names[0], "a1-b1/a1");
/// assert_eq!(read(&names, "A1-B1 / a1"), Some(0));
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn named<R: Rules>(
    rules: &R,
    from: &R::Position,
    who: Player,
    options: &[R::Position],
) -> Vec<String> {
    let names = options.iter().map(|option| rules.name_move(from, who, option)).collect();
    told_apart(names, |place| rules.show(&options[place]))
}

/// Names that are different where `more` is: those that occur twice get what it says of their
/// places.
pub fn told_apart(mut names: Vec<String>, more: impl Fn(usize) -> String) -> Vec<String> {
    let mut places: HashMap<String, Vec<usize>> = HashMap::with_capacity(names.len());
    for (place, name) in names.iter().enumerate() {
        places.entry(plain(name)).or_default().push(place);
    }
    for same in places.into_values().filter(|same| same.len() > 1) {
        let texts: Vec<String> = same.iter().map(|&place| more(place)).collect();
        if texts.iter().any(|text| *text != texts[0]) {
            for (place, text) in same.into_iter().zip(texts) {
                names[place] = format!("{} to {text}", names[place]);
            }
        }
    }
    names
}

/// A name as it is compared: without blanks, in small letters, with plain arrows.
///
/// ```
/// use upstar_rules::naming::plain;
/// assert_eq!(plain(" 7 → 5 "), plain("7->5"));
/// assert_eq!(plain("Cut 3"), plain("cut3"));
/// ```
pub fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for c in name.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '→' | '⇒' => plain.push_str("->"),
            '–' | '—' | '−' => plain.push('-'),
            '×' => plain.push('x'),
            _ => plain.extend(c.to_lowercase()),
        }
    }
    plain
}

/// Which of the names a text is; a word in front, as in `cut 3`, may be left out if that leaves no
/// doubt.
///
/// ```
/// use upstar_rules::naming::read;
/// assert_eq!(read(&["cut 1", "cut 3"], "3"), Some(1));
/// assert_eq!(read(&["cut 3", "turn 3"], "3"), None);
/// ```
pub fn read<S: AsRef<str>>(names: &[S], text: &str) -> Option<usize> {
    let wanted = plain(text);
    if wanted.is_empty() {
        return None;
    }
    let same = |name: &S| plain(name.as_ref()) == wanted;
    if let Some(place) = names.iter().position(same) {
        return Some(place);
    }
    let short =
        |name: &S| name.as_ref().split_once(' ').is_some_and(|(_, rest)| plain(rest) == wanted);
    let mut found = names.iter().enumerate().filter(|(_, name)| short(name));
    match (found.next(), found.next()) {
        (Some((place, _)), None) => Some(place),
        _ => None,
    }
}
