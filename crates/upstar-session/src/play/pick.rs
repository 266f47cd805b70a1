//! Which move a line means: by its name, by where it leads, or by its line in the list.

use crate::open_position::{OpenPosition, Turn};
use crate::position::without_mark;
use upstar_base::Player;
use upstar_rules::erased::Position;
use upstar_rules::naming::{plain, read};
use upstar_rules::{Rules, read_sum};

/// The move that a line names. Where a position can be a plain number, a number is one, and never
/// a line of the list; `#3` always is.
pub(super) fn pick(
    case: &OpenPosition<'_>,
    turn: Player,
    moves: &[Turn],
    names: &[String],
    line: &str,
) -> Result<Turn, String> {
    let all_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(number) = line.strip_prefix('#').filter(|&number| all_digits(number)) {
        return by_line(moves, number);
    }
    let terms = without_mark(case.rules(), line).and_then(|line| read_sum(&**case.rules(), &line));
    // Where any ordinal can be named, most moves are not in the list.
    if case.rules().nature().infinite
        && let Ok(terms) = &terms
        && let Some(chosen) = case.unlisted(turn, terms)
    {
        return Ok(chosen);
    }
    if let Some(place) = read(names, line) {
        return Ok(moves[place].clone());
    }
    // A name without the part, where only one part has such a move.
    let wanted = plain(line);
    let in_part = |name: &&String| {
        let part = name.split_once(": ").filter(|(part, _)| all_digits(part));
        part.is_some_and(|(_, rest)| plain(rest) == wanted)
    };
    let mut named = names.iter().enumerate().filter(|(_, name)| in_part(name));
    match (named.next(), named.next()) {
        (Some((place, _)), None) => return Ok(moves[place].clone()),
        (Some((_, a)), Some((_, b))) => return Err(format!("that can be `{a}` or `{b}`: which?")),
        (None, _) => {}
    }
    let is_number = all_digits(line);
    let count = match moves.len() {
        1 => "there is one move".to_owned(),
        all => format!("there are {all} moves"),
    };
    match terms {
        Ok(terms) => {
            let sorted = |mut components: Vec<Position>| {
                components.sort_unstable();
                components
            };
            let wanted = case.read(&terms).map_err(|stopped| stopped.to_string())?.components;
            let exact = moves.iter().find(|candidate| candidate.to.components == wanted);
            let wanted = sorted(wanted);
            let in_any_order = || moves.iter().find(|m| sorted(m.to.components.clone()) == wanted);
            let reached = exact.or_else(in_any_order).cloned();
            let part = || one_part(case, moves, &terms);
            let unlisted = || case.unlisted(turn, &terms);
            let line_of_list =
                if is_number { format!("; `#{line}` is line {line}") } else { String::new() };
            match reached.map(Ok).or_else(part).or_else(|| unlisted().map(Ok)) {
                Some(found) => found,
                None => Err(format!(
                    "{turn} cannot move there: {count}, which `moves` lists{line_of_list}"
                )),
            }
        }
        Err(_) if is_number => by_line(moves, line),
        Err(error) => {
            let near = names.first().map(|name| format!("a move such as `{name}`, or "));
            let near = near.unwrap_or_default();
            Err(format!(
                "that is no move of {turn} and no position ({error}); expected {near}`help`"
            ))
        }
    }
}

/// A move that makes one part this position, if one part alone can be made so.
fn one_part(
    case: &OpenPosition<'_>,
    moves: &[Turn],
    terms: &[Position],
) -> Option<Result<Turn, String>> {
    let [wanted] = terms else { return None };
    let makes =
        |turn: &&Turn| turn.changed.is_some_and(|place| turn.to.components[place] == *wanted);
    if case.standing.components.len() < 2 {
        return None;
    }
    let mut found = moves.iter().enumerate().filter(|(_, turn)| makes(turn));
    match (found.next(), found.next()) {
        (Some((_, only)), None) => Some(Ok(only.clone())),
        (Some((a, _)), Some((b, _))) => {
            Some(Err(format!("that can be #{}, #{} of `moves`: which?", a + 1, b + 1)))
        }
        (None, _) => None,
    }
}

/// The move of a line of the list, counted from 1.
fn by_line(moves: &[Turn], number: &str) -> Result<Turn, String> {
    let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let chosen = place.and_then(|place| moves.get(place)).cloned();
    chosen.ok_or_else(|| match moves.len() {
        1 => "there is one move, `#1`".to_owned(),
        all => format!("there are {all} moves, `#1` to `#{all}`"),
    })
}
