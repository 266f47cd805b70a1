//! Reading sums and differences: first which games occur, with the largest board of each, then the
//! terms.

use super::plain::{PlainGame, PlainValues};
use super::{MOST_TERMS, PLAIN, Sum, SumTerms, SummedGame, Term, VALUE};
use crate::RulesError;
use crate::erased::Erased;
use crate::notation::{is_whole, read_sum, split_differences, split_sum};
use crate::prelude::*;
use crate::registry::{self, Registry};

/// How deep parentheses may be nested.
const DEEPEST: usize = 64;

/// A term as it is written: its sign, how often it occurs and what stands there.
struct WrittenTerm<'t> {
    at: usize,
    /// Where the name of its rules stands.
    name_at: usize,
    negated: bool,
    count: u64,
    rules: Option<&'t str>,
    text: &'t str,
}

/// The rules for the games that occur in a text. What is wrong with a term is told when it is read
/// with them.
pub(super) fn games(registry: &Registry, text: &str, default: Option<&str>) -> Sum {
    let mut written = Vec::new();
    for (at, term) in split_differences(text).unwrap_or_default() {
        let _ = split(term, at, (false, 1), 0, &mut written);
    }
    let plain = |impartial| SummedGame {
        name: String::new(),
        rules: Erased::new(PlainValues { impartial }),
    };
    let mut sum = Sum { games: vec![plain(true)], default: None, registry: registry.clone() };
    let mut named: Vec<(&str, Vec<&str>)> =
        default.map(|name| (name, vec![])).into_iter().collect();
    for term in &written {
        let Some(name) = term.rules.or(default).filter(|&name| name != VALUE) else { continue };
        match named.iter_mut().find(|(other, _)| *other == name) {
            Some((_, positions)) => positions.push(term.text),
            None => named.push((name, vec![term.text])),
        }
    }
    for (name, positions) in named {
        let Ok(rules) = rules(registry, name, &positions.join(" + ")) else { continue };
        let (Ok(place), Ok(name_of)) = (u16::try_from(sum.games.len()), spelled(registry, name))
        else {
            continue;
        };
        if default == Some(name) {
            sum.default = Some(place);
        }
        sum.games.push(SummedGame { name: name_of, rules });
    }
    let is_partizan = |term: &WrittenTerm<'_>| {
        let terms = split_sum(term.text).unwrap_or_default();
        let values = terms.iter().filter(|&(_, text)| match term.rules {
            None => !sum.is_read_by_default(text),
            name => name == Some(VALUE),
        });
        values.filter_map(|(_, text)| PlainGame::read(text).ok()).any(|value| !value.is_impartial())
    };
    if written.iter().any(is_partizan) {
        sum.games[usize::from(PLAIN)] = plain(false);
    }
    sum
}

/// The rules of a term, or why they are none.
fn rules(registry: &Registry, name: &str, positions: &str) -> Result<Erased, String> {
    let about = registry.about(name).map_err(|error| error.to_string())?;
    if about.name == super::NAME {
        return Err("a sum is no term of a sum: write its terms".to_owned());
    }
    let size = registry::shape(positions);
    let (_, rules) = registry.open_sized(name, size).map_err(|error| error.to_string())?;
    if rules.nature().infinite {
        return Err(format!(
            "{}: a position can have infinitely many options, so it is played alone",
            about.title
        ));
    }
    Ok(rules)
}

/// The name of rules as the registry spells it, with the parameters that were typed.
fn spelled(registry: &Registry, name: &str) -> Result<String, RulesError> {
    let about = registry.about(name)?;
    Ok(match name.find('(') {
        Some(open) => format!("{}{}", about.name, name[open..].trim_end()),
        None => about.name.to_owned(),
    })
}

/// Reads terms joined by ` + ` and ` - `.
pub(super) fn terms(sum: &Sum, text: &str) -> Result<SumTerms, PositionError> {
    let mut written = Vec::new();
    for (at, term) in split_differences(text)? {
        split(term, at, (false, 1), 0, &mut written)?;
    }
    let mut terms = SumTerms::default();
    for term in written {
        let (game, positions) = positions(sum, &term)?;
        for position in positions {
            let read: Term = sum.term(game, term.negated, position);
            // A term in which nobody can move is kept: it may end a join.
            terms.add(read, term.count);
        }
        if terms.total() > MOST_TERMS {
            let message = format!("the sum has more than {MOST_TERMS} terms");
            return Err(PositionError::new(term.at, term.text.len(), message));
        }
    }
    Ok(terms)
}

/// The positions that a term names: `cutcake:2x3`, or `tree:({0|} + *)`, which are two.
fn positions(
    sum: &Sum,
    term: &WrittenTerm<'_>,
) -> Result<(u16, Vec<crate::erased::Position>), PositionError> {
    let read = |game: u16| {
        let rules = &sum.games[usize::from(game)].rules;
        read_sum(rules, term.text).map_err(|error| error.shifted(term.at))
    };
    match term.rules {
        Some(VALUE) => Ok((PLAIN, read(PLAIN)?)),
        Some(name) => {
            let wanted = spelled(&sum.registry, name).unwrap_or_default();
            let known = |game: &SummedGame| !wanted.is_empty() && game.name == wanted;
            match sum.games.iter().position(known).and_then(|place| u16::try_from(place).ok()) {
                Some(game) => Ok((game, read(game)?)),
                None => {
                    let why = rules(&sum.registry, name, term.text).err();
                    let why = why.unwrap_or_else(|| format!("`{wanted}` is no game of this sum"));
                    Err(PositionError::new(term.name_at, name.len(), why))
                }
            }
        }
        None => match (sum.default, PlainGame::read(term.text)) {
            (Some(game), plain) => match (read(game), plain) {
                (Ok(positions), _) => Ok((game, positions)),
                (Err(error), _) if is_power(term.text) => Err(error),
                (Err(_), Ok(_)) => Ok((PLAIN, read(PLAIN)?)),
                (Err(error), Err(_)) => Err(error),
            },
            (None, Ok(_)) => Ok((PLAIN, read(PLAIN)?)),
            (None, Err(error)) if looks_plain(term.text) => Err(error.shifted(term.at)),
            (None, Err(_)) => Err(PositionError::new(
                term.at,
                term.text.len(),
                "expected `RULES:POSITION` or a plain value such as `*4` or `{3|1}`",
            )),
        },
    }
}

/// Is this a power such as `10^18`? Heaps are written so; nobody means ten and eighteen ups.
fn is_power(text: &str) -> bool {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()) && !text.is_empty();
    text.split_once('^').is_some_and(|(base, power)| is_number(base) && is_number(power))
}

fn looks_plain(text: &str) -> bool {
    text.starts_with(['{', '*', '^', ':', '±', '+', '-', '↑', '↓'])
        || text.starts_with(|c: char| c.is_ascii_digit())
}

/// Takes signs, multiples and parentheses off a term; what is in parentheses may be a sum again.
fn split<'t>(
    text: &'t str,
    at: usize,
    (negated, count): (bool, u64),
    depth: usize,
    out: &mut Vec<WrittenTerm<'t>>,
) -> Result<(), PositionError> {
    if depth > DEEPEST {
        let message = format!("parentheses may be {DEEPEST} deep at the most");
        return Err(PositionError::new(at, text.len(), message));
    }
    let (text, at) = (text.trim(), at + (text.len() - text.trim_start().len()));
    let group = split_differences(text).map_err(|error| error.shifted(at))?;
    if group.len() > 1 || group.iter().any(|&(_, term)| term.len() < text.len()) {
        for (offset, term) in group {
            split(term, at + offset, (negated, count), depth + 1, out)?;
        }
        return Ok(());
    }
    let place = |rest: &str| at + (text.len() - rest.len());
    if let Some(rest) = text.strip_prefix('-').map(str::trim_start)
        && (is_difference(text) || is_factor(rest) || multiple(rest).is_some())
    {
        return split(rest, place(rest), (!negated, count), depth + 1, out);
    }
    if let Some((digits, rest)) = multiple(text) {
        let times = digits.trim().parse::<u64>().ok().filter(|&n| n <= MOST_TERMS);
        let total = times.and_then(|n| n.checked_mul(count)).filter(|&n| n <= MOST_TERMS);
        return match total {
            Some(0) => Ok(()),
            Some(total) => split(rest, place(rest), (negated, total), depth + 1, out),
            None => {
                let message = format!("the sum has more than {MOST_TERMS} terms");
                Err(PositionError::new(at, digits.len(), message))
            }
        };
    }
    let (rules, start) = match prefix(text) {
        Some(end) => (Some(text[..end].trim()), end + 1),
        None => (None, 0),
    };
    let body = &text[start..];
    let start = start + (body.len() - body.trim_start().len());
    let mut body = body.trim();
    let mut start = at + start;
    if rules.is_some() && in_parentheses(body) && is_several(body) {
        (body, start) = (&body[1..body.len() - 1], start + 1);
    }
    out.push(WrittenTerm { at: start, name_at: at, negated, count, rules, text: body });
    Ok(())
}

/// The number and the rest of a multiple such as `3*(2x2)` or `2*{3|1}`; `2*3` is a plain value.
fn multiple(text: &str) -> Option<(&str, &str)> {
    let (digits, rest) = text.split_once('*')?;
    let (times, rest) = (digits.trim(), rest.trim_start());
    let is_number = !times.is_empty() && times.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = rest.strip_prefix('-').map_or(rest, str::trim_start);
    (is_number && is_factor(unsigned)).then_some((digits, rest))
}

/// Would this be several terms without parentheses around it?
pub(super) fn is_several(text: &str) -> bool {
    text.contains(" + ") || text.contains(" - ")
}

/// Does it begin with a minus that belongs to the whole, whatever follows: `- 3^`?
fn is_difference(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|rest| rest.starts_with(char::is_whitespace))
}

/// May a sign or a number stand before this, so that it belongs to the whole of it?
fn is_factor(text: &str) -> bool {
    let braces = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    in_parentheses(text)
        || braces.is_some_and(|inside| is_whole(inside, '{', '}'))
        || prefix(text).is_some()
}

fn in_parentheses(text: &str) -> bool {
    let inside = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    inside.is_some_and(|inside| is_whole(inside, '(', ')'))
}

/// Where the colon stands after the name of a file of rules, perhaps with parameters.
fn file_prefix(text: &str) -> Option<usize> {
    let at = text.find(".up:").map(|at| at + 3).or_else(|| {
        let open = text.find(".up(")?;
        text[open..].find("):").map(|close| open + close + 1)
    })?;
    (!text[..at].contains(['|', '\n'])).then_some(at)
}

/// Where the colon stands after the name of rules, if there is one.
fn prefix(text: &str) -> Option<usize> {
    if let Some(at) = file_prefix(text) {
        return Some(at);
    }
    let mut depth = 0u32;
    let named = text.starts_with(|c: char| c.is_ascii_alphabetic());
    let colon = text.char_indices().find(|&(_, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && !(c.is_ascii_alphanumeric() || "-_ ()".contains(c))
    });
    match colon {
        Some((at, ':')) if named && depth == 0 => Some(at),
        _ => None,
    }
}

/// The files of rules that the terms of a sum name.
///
/// ```
/// use upstar_rules::sum::files;
/// assert_eq!(files("./my.up:xo. + nim:3 + -(other.up(3):..)"), ["./my.up", "other.up(3)"]);
/// ```
pub fn files(text: &str) -> Vec<&str> {
    let mut written = Vec::new();
    for (at, term) in split_differences(text).unwrap_or_default() {
        let _ = split(term, at, (false, 1), 0, &mut written);
    }
    let named = written.iter().filter_map(|term| term.rules);
    named.filter(|name| name.split('(').next().is_some_and(|name| name.ends_with(".up"))).collect()
}

/// Does a text that names one ruleset carry terms of others, plain values or signs, so that it is
/// read as a sum with these rules as default?
///
/// ```
/// use upstar_rules::sum::is_mixed;
/// assert!(is_mixed("9 + *4"));
/// assert!(is_mixed("9 + -(nim:4)"));
/// assert!(is_mixed("2x2 + 1/2"));
/// assert!(is_mixed("2x3 - 3x2"));
/// assert!(!is_mixed("9+8+5 + 3+4"));
/// ```
pub fn is_mixed(text: &str) -> bool {
    let Ok(terms) = split_differences(text) else { return false };
    let plain = |term: &str| PlainGame::read(term).is_ok();
    let is_other = |term: &str| {
        is_difference(term)
            || term.strip_prefix('-').is_some_and(|rest| is_factor(rest.trim_start()))
            || multiple(term).is_some()
            || prefix(term).is_some_and(|end| {
                let name = &term[..end];
                name == VALUE || registry::about(name).is_ok() || file_prefix(term).is_some()
            })
            || (term.starts_with(['*', '^', '±', ':']) && plain(term))
            || (term.starts_with(['{', '-']) && terms.len() > 1 && plain(term))
            || term.starts_with("+-")
    };
    // Numbers among what is none: numbers alone are heaps.
    let plain_ones = terms.iter().filter(|(_, term)| plain(term)).count();
    let some_numbers = plain_ones > 0 && plain_ones < terms.len();
    some_numbers || terms.iter().any(|(_, term)| is_other(term))
}
