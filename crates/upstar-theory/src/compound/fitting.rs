//! Which theory decides which compound of which rules.

use super::Compound;
use super::endless::EndlessCompounds;
use super::joins::Joins;
use super::search::Search;
use super::selective::Selective;
use super::subselective::SubselectiveLevels;
use super::tallies::UnionTallies;
use super::theory::CompoundTheory;
use crate::entailing::Entailing;
use crate::loopy::partizan::SidedValues;
use crate::loopy::values::LoopyValues;
use crate::theory::Unsupported;
use std::sync::Arc;
use upstar_base::{Budget, Play, Remedy};
use upstar_rules::{MoveKind, Rules};

const NO_MISERE_UNIONS: &str =
    "no theory is known of misère unions of partizan games; only the winner can be searched for";
const STUCK: &str = "whether a player is stuck in a component depends on whose turn it is, which \
     tallies do not tell; only the winner can be searched for";
const NO_PARTIZAN_SUBSELECTIVE: &str = "subselective compounds have a theory for impartial games in \
     normal play only; only the winner can be searched for";
const NO_PARTIZAN_TURNS: &str = "entailing and complimenting moves have a theory in impartial sums \
     only; only the winner can be searched for";
const ENDLESS: Unsupported =
    Unsupported::because("play can be endless, and this compound has no theory for that");
const NO_MISERE_LOOPS: Unsupported = Unsupported::because(
    "play can be endless, and there is no theory of that when the last move loses",
);
const OUT_OF_TURN: Unsupported = Unsupported::because(
    "entailing and complimenting moves change whose turn it is, which only a sum has a meaning for",
);
const DECIDING: Unsupported = Unsupported {
    reason: "a move that decides everything has a meaning in unions only",
    remedy: Some(Remedy::Set("compound", "union")),
};
const A_SUM: Unsupported = Unsupported::because("a sum without such moves is decided by values");
const LOOPY_AND_ENTAILING: Unsupported =
    Unsupported::because("there is no theory of entailing moves in games that can be endless");
const NO_MISERE_SUMS: Unsupported = Unsupported::because(
    "there is no theory of such moves, or of endless play, when the last \
     move loses",
);
const PARTIZAN_LOOPS: Unsupported = Unsupported::because(
    "play can be endless, and moves out of turn then have a theory in impartial games only",
);

const INFINITE: Unsupported = Unsupported::because(
    "a position can have infinitely many options, and for that there is a theory \
     of sums in normal play only",
);

/// What decides a compound of these rules; an error says why nothing does.
pub fn fitting<R: Rules>(
    rules: &Arc<R>,
    compound: Compound,
    play: Play,
    budget: &Arc<Budget>,
) -> Result<Box<dyn CompoundTheory<R>>, Unsupported> {
    let own = || Arc::clone(budget);
    let search = |why| Search::new(rules, compound, play, own()).because(why);
    let special = rules.nature().special_moves;
    let out_of_turn =
        special.iter().any(|kind| matches!(kind, MoveKind::Entailing | MoveKind::Complimenting));
    let deciding =
        special.iter().any(|kind| matches!(kind, MoveKind::Overriding | MoveKind::Suiciding));
    let impartial = rules.nature().impartial;
    if rules.nature().infinite {
        return Err(INFINITE);
    }
    if compound == Compound::Sum {
        return match (rules.nature().loopy, out_of_turn, deciding) {
            (false, false, false) => Err(A_SUM),
            _ if play == Play::Misere => Err(NO_MISERE_SUMS),
            (true, false, false) if !impartial => Ok(Box::new(SidedValues::new(rules, own()))),
            (true, _, _) if !impartial => Err(PARTIZAN_LOOPS),
            (false, false, true) if !impartial => Err(DECIDING),
            (true, true, _) => Err(LOOPY_AND_ENTAILING),
            (true, false, _) => Ok(Box::new(LoopyValues::new(rules, own()))),
            (false, true, _) if !impartial => Ok(Box::new(search(NO_PARTIZAN_TURNS))),
            (false, ..) => Ok(Box::new(Entailing::new(rules, own()))),
        };
    }
    if out_of_turn {
        return Err(OUT_OF_TURN);
    }
    if rules.nature().loopy {
        return match (compound, play) {
            _ if !impartial => Err(PARTIZAN_LOOPS),
            (_, Play::Misere) => Err(NO_MISERE_LOOPS),
            (Compound::Join | Compound::JoinPass, _) if deciding => Err(DECIDING),
            (Compound::Join | Compound::JoinPass, _) => {
                Ok(Box::new(EndlessCompounds::joins(rules, own())))
            }
            (Compound::Union, _) => Ok(Box::new(EndlessCompounds::unions(rules, own()))),
            _ => Err(ENDLESS),
        };
    }
    let union =
        matches!(compound, Compound::Union | Compound::UrgentUnion | Compound::UrgentUnionStuck);
    if deciding && !union {
        return Err(DECIDING);
    }
    match (compound, play) {
        _ if compound.is_urgent(impartial)
            || (compound, play) == (Compound::Union, Play::Normal) =>
        {
            let urgent = compound.is_urgent(impartial).then_some(play);
            Ok(Box::new(UnionTallies::new(rules, urgent, own())))
        }
        (Compound::UrgentUnionStuck, _) => Ok(Box::new(search(STUCK))),
        (Compound::Union, Play::Misere) if impartial && !deciding => {
            Ok(Box::new(Selective::new(rules, own())))
        }
        (Compound::Union, Play::Misere) => Ok(Box::new(search(NO_MISERE_UNIONS))),
        (Compound::Subselective, Play::Normal) if impartial => {
            Ok(Box::new(SubselectiveLevels::new(rules, own())))
        }
        (Compound::Subselective, _) => Ok(Box::new(search(NO_PARTIZAN_SUBSELECTIVE))),
        _ => Ok(Box::new(Joins::new(rules, compound, play, own()))),
    }
}
