//! Games with infinitely many options: their values are nimbers, and of the moves only those
//! that win and some others can be listed. Any legal one can be typed.

use super::Failure;
use super::case::{Candidate, Candidates, Case, Worth, candidate};
use serde_json::json;
use upstar_base::{Outcome, Player, Stopped};
use upstar_rules::{PositionError, Rules, leads_to};
use upstar_theory::compound::Compound;
use upstar_theory::compound::referee::Standing;
use upstar_theory::infinite::nimber;
use upstar_theory::judge::Play;

/// Are these rules played here?
pub(super) fn fits<R: Rules>(rules: &R, compound: Compound, play: Play) -> bool {
    rules.is_infinite() && compound == Compound::Sum && play == Play::Normal
}

/// The winning moves of a position are listed by its rules, so it must be one.
pub(super) fn must_be_one_position<P>(terms: &[P]) -> Result<(), Failure> {
    if terms.len() > 1 {
        let message = "a sum stands in one position here: commas between the parts, and no \
            blanks around the `+` in a number";
        return Err(PositionError::new(0, 0, message).into());
    }
    Ok(())
}

/// The value of what is on the table.
pub(super) fn worth<R: Rules>(case: &mut Case<'_, R>) -> Result<Worth, Failure> {
    let value = match &case.standing.components[..] {
        [position] => nimber::<R>(position),
        _ => Ok(None),
    };
    match value {
        Ok(Some(value)) => {
            let (text, kind) = case.desk.show_nimber(value)?;
            Ok(Worth { cell: json!(text), text, kind, more: json!({}), note: None })
        }
        Ok(None) => Err(Failure::Unfit("these rules have no theory".to_owned())),
        Err(refused) => Err(Failure::Unfit(refused.to_string())),
    }
}

/// Does the player who has just moved win?
pub(super) fn previous_wins<R: Rules>(components: &[R::Position]) -> Result<bool, Stopped> {
    let mut wins = true;
    for position in components {
        match nimber::<R>(position) {
            Ok(Some(value)) => wins &= value.outcome() == Outcome::P,
            Ok(None) | Err(_) => {
                return Err(Stopped::Limit { what: "terms of an ordinal", limit: MOST_SIZE });
            }
        }
    }
    Ok(wins)
}

const MOST_SIZE: u64 = upstar_values::surreal::MAX_SIZE;

/// Every winning move, and some others.
pub(super) fn moves<R: Rules>(
    case: &mut Case<'_, R>,
    standing: &Standing<R::Position>,
    who: Player,
) -> Result<Candidates<R::Position>, Stopped> {
    let mut list = Vec::new();
    for mut option in legal(&**case.rules, standing, who, usize::MAX) {
        let components = &option.to.components;
        let wins = previous_wins::<R>(components)?;
        let value = match components.first().map(|to| nimber::<R>(to)) {
            Some(Ok(Some(value))) => Some(case.desk.show_nimber(value)?.0),
            _ => None,
        };
        option.why = match &value {
            Some(value) => format!("leaves nim-sum {value}"),
            None => "leaves a nim-sum that is not 0".to_owned(),
        };
        option.value = value;
        if wins {
            option.verdict = upstar_base::Verdict::Win;
            option.why = "leaves nim-sum 0".to_owned();
        }
        list.push(option);
    }
    let complete = list.is_empty();
    Ok(Candidates::new(list, complete))
}

/// Some moves without a word about who wins.
pub(super) fn legal<R: Rules>(
    rules: &R,
    standing: &Standing<R::Position>,
    who: Player,
    most: usize,
) -> Vec<Candidate<R::Position>> {
    let mut moves = Vec::new();
    for (term, position) in standing.components.iter().enumerate() {
        let mut options = Vec::new();
        rules.options(position, who, &mut options);
        for to in options {
            let mut after = standing.components.clone();
            after[term] = to;
            moves.push(candidate(after, term, false, None, String::new()));
        }
    }
    moves.truncate(most);
    moves
}

/// So many bytes of moves are looked through for one that was typed.
const MOST_LOOKED_AT: usize = 256 << 20;

/// A move that was typed and is legal though not listed.
pub(super) fn unlisted<R: Rules>(
    case: &Case<'_, R>,
    who: Player,
    terms: &[R::Position],
) -> Option<Candidate<R::Position>> {
    let ([from], [to]) = (&case.standing.components[..], terms) else { return None };
    let rules = &**case.rules;
    // Rules whose lists are never whole know their moves; the others are looked through.
    let known = rules.is_infinite() || rules.most_options(from) > 0;
    let legal = case.is_plain_sum()
        && match known {
            true => rules.can_move(from, who, to),
            false => leads_to(rules, from, who, to, MOST_LOOKED_AT) == Some(true),
        };
    legal.then(|| candidate(vec![to.clone()], 0, false, None, String::new()))
}
