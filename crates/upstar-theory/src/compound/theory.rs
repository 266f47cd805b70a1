//! Which theory decides which compound of which rules.

use super::Compound;
use upstar_base::Play;
use upstar_rules::{MoveKind, Rules};

/// How a compound is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theory {
    /// By remoteness or suspense.
    Numbers,
    /// By tallies.
    Tallies,
    /// By the outcomes of the components.
    Outcomes,
    /// By the nim-values of the components.
    NimValues,
    /// By Smith's values of loopy games.
    Loopy,
    /// By remoteness, which may be infinite.
    LoopyNumbers,
    /// By the outcomes of the components, which may be draws.
    LoopyOutcomes,
    /// By the sets that entailing moves need.
    Entailed,
    /// By the sides of loopy partizan games.
    Sides,
    /// By plain search, for this reason.
    Search(&'static str),
    /// Not at all, for this reason.
    Refused(&'static str),
}

const NO_MISERE_UNIONS: &str =
    "no theory is known of misère unions of partizan games; only the winner can be searched for";
const NO_PARTIZAN_SUBSELECTIVE: &str = "subselective compounds have a theory for impartial games in \
     normal play only; only the winner can be searched for";
const ENDLESS: &str = "play can be endless, and this compound has no theory for that";
const NO_MISERE_LOOPS: &str =
    "play can be endless, and there is no theory of that when the last move loses";
const OUT_OF_TURN: &str =
    "entailing and complimenting moves change whose turn it is, which only a sum has a meaning for";
const DECIDING: &str = "a move that decides everything has a meaning in unions only";
const A_SUM: &str = "a sum without such moves is decided by values";
const LOOPY_AND_ENTAILING: &str =
    "there is no theory of entailing moves in games that can be endless";
const NO_MISERE_SUMS: &str = "there is no theory of such moves, or of endless play, when the last \
     move loses";
const PARTIZAN_LOOPS: &str =
    "play can be endless, and moves out of turn then have a theory in impartial games only";

const INFINITE: &str = "a position can have infinitely many options, and for that there is a theory \
     of sums in normal play only";

/// The theory that fits.
pub fn fitting<R: Rules>(rules: &R, compound: Compound, play: Play) -> Theory {
    let special = rules.special_moves();
    let out_of_turn =
        special.iter().any(|kind| matches!(kind, MoveKind::Entailing | MoveKind::Complimenting));
    let deciding =
        special.iter().any(|kind| matches!(kind, MoveKind::Overriding | MoveKind::Suiciding));
    let impartial = rules.is_impartial();
    if rules.is_infinite() {
        return Theory::Refused(INFINITE);
    }
    if compound == Compound::Sum {
        return match (rules.is_loopy(), out_of_turn, deciding) {
            (false, false, false) => Theory::Refused(A_SUM),
            _ if play == Play::Misere => Theory::Refused(NO_MISERE_SUMS),
            (true, false, false) if !impartial => Theory::Sides,
            (true, _, _) if !impartial => Theory::Refused(PARTIZAN_LOOPS),
            (false, false, true) if !impartial => Theory::Refused(DECIDING),
            (true, true, _) => Theory::Refused(LOOPY_AND_ENTAILING),
            (true, false, _) => Theory::Loopy,
            (false, ..) => Theory::Entailed,
        };
    }
    if out_of_turn {
        return Theory::Refused(OUT_OF_TURN);
    }
    if rules.is_loopy() {
        return match (compound, play) {
            _ if !impartial => Theory::Refused(PARTIZAN_LOOPS),
            (_, Play::Misere) => Theory::Refused(NO_MISERE_LOOPS),
            (Compound::Join | Compound::JoinPass, _) if deciding => Theory::Refused(DECIDING),
            (Compound::Join | Compound::JoinPass, _) => Theory::LoopyNumbers,
            (Compound::Union, _) => Theory::LoopyOutcomes,
            _ => Theory::Refused(ENDLESS),
        };
    }
    let union = matches!(compound, Compound::Union | Compound::UrgentUnion);
    if deciding && !union {
        return Theory::Refused(DECIDING);
    }
    match (compound, play) {
        (Compound::Union, Play::Normal) | (Compound::UrgentUnion, _) => Theory::Tallies,
        (Compound::Union, Play::Misere) if impartial && !deciding => Theory::Outcomes,
        (Compound::Union, Play::Misere) => Theory::Search(NO_MISERE_UNIONS),
        (Compound::Subselective, Play::Normal) if impartial => Theory::NimValues,
        (Compound::Subselective, _) => Theory::Search(NO_PARTIZAN_SUBSELECTIVE),
        _ => Theory::Numbers,
    }
}
