//! What turns are called: the name that the rules give a move, with the part of a compound in which
//! it is made; on huge boards its line in the list. A name depends on the position alone, never on
//! how fast it was found, so that a record of a game can be read on any machine.

use crate::open_position::{OpenPosition, Turn};
use upstar_base::{Player, Stopped};
use upstar_rules::Rules;
use upstar_rules::naming::told_apart;

/// The most moves times the length of the position for which moves are compared with the board.
const MOST_COMPARED: usize = 1 << 18;

/// The names of turns from what is on the table, all of them different: `a1-a2`, or `2: a1-a2` in
/// the second of several parts, or `1: a1, 3: b2` if several parts change; `#17` on huge boards.
pub(crate) fn names(
    case: &OpenPosition<'_>,
    who: Player,
    turns: &[Turn],
) -> Result<Vec<String>, Stopped> {
    let budget = case.state.budget();
    let length = case.show(&case.standing).len();
    if turns.len().saturating_mul(length) > MOST_COMPARED {
        return Ok(lines_of_list(turns.len()));
    }
    let mut names = Vec::with_capacity(turns.len());
    for turn in turns {
        names.push(name(case, who, turn));
        budget.check()?;
    }
    Ok(told_apart(names, |place| case.show(&turns[place].to)))
}

/// What moves are called that have no other names: `#1`, `#2` ...
pub(crate) fn lines_of_list(count: usize) -> Vec<String> {
    (1..=count).map(|line| format!("#{line}")).collect()
}

/// The name of one turn; another may have the same.
pub(crate) fn name(case: &OpenPosition<'_>, who: Player, turn: &Turn) -> String {
    let (before, after) = (&case.standing.components, &turn.to.components);
    // Components that come or go have no places that could be compared.
    if before.len() != after.len() {
        return case.show(&turn.to);
    }
    let named = |place: usize| {
        let name = case.rules().name_move(&before[place], who, &after[place]);
        if before.len() > 1 { format!("{}: {name}", place + 1) } else { name }
    };
    let changed = (0..before.len()).filter(|&place| before[place] != after[place]);
    let names: Vec<String> = changed.map(named).collect();
    match (names.is_empty(), turn.changed) {
        (false, _) => names.join(", "),
        (true, Some(place)) => named(place),
        (true, None) => upstar_rules::naming::PASS.to_owned(),
    }
}
