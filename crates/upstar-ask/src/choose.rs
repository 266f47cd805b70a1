//! The move that the program makes: one that wins, else one that draws, else the one that leaves
//! the opponent the fewest winning replies.

use crate::case::{Candidate, Case};
use crate::names::name;
use crate::position::Inquiry;
use crate::refusal::Failure;
use serde::Serialize;
use upstar_base::{Player, Stopped, Verdict};
use upstar_rules::Rules;

/// How many losing moves are compared.
const LOSING: usize = 40;

/// A move that was chosen.
#[derive(Clone, Debug, Serialize)]
pub struct Chosen {
    /// Whose move it is.
    pub player: Player,
    /// Where it leads; `None` where there is no move.
    pub to: Option<String>,
    /// What it is called.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// What it gets the player, where that was found in time.
    pub verdict: Option<Verdict>,
    /// Why.
    pub why: Option<String>,
}

impl Chosen {
    pub(crate) fn text(&self) -> String {
        match &self.to {
            Some(to) => format!("{to}\n"),
            None => format!("{} cannot move\n", self.player),
        }
    }
}

/// Asks for a move of a player.
pub(crate) struct Choose {
    pub(crate) player: Player,
}

impl Inquiry for Choose {
    type Found = Chosen;
    const WHAT: &'static str = "thinking";

    fn put<R: Rules>(self, case: &mut Case<'_, R>) -> Result<Chosen, Failure> {
        let player = self.player;
        let mut best = None;
        let sure = match search(case, player, &mut best) {
            Ok(()) => true,
            Err(Stopped::Interrupted) => return Err(Stopped::Interrupted.into()),
            // A limit came first: the best move that is known then.
            Err(_) => false,
        };
        if best.is_none() {
            case.desk.budget().resume();
            best = case.legal(player, 1)?.pop();
        }
        let verdict = best.as_ref().filter(|_| sure).map(|best| best.verdict);
        Ok(Chosen {
            player,
            to: best.as_ref().map(|best| case.show(&best.to)),
            name: best.as_ref().map(|best| name(case, player, best)),
            verdict,
            why: best.filter(|_| sure).map(|best| best.why),
        })
    }
}

/// Looks for a move to make, keeping the best so far in `best`.
fn search<R: Rules>(
    case: &mut Case<'_, R>,
    player: Player,
    best: &mut Option<Candidate<R::Position>>,
) -> Result<(), Stopped> {
    let mut moves = case.moves(player)?.list;
    for wanted in [Verdict::Win, Verdict::Draw] {
        if let Some(i) = moves.iter().position(|m| m.verdict == wanted) {
            *best = Some(moves.swap_remove(i));
            return Ok(());
        }
    }
    let mut least = usize::MAX;
    for candidate in moves.into_iter().take(LOSING) {
        let next = if candidate.again { player } else { !player };
        let good = if candidate.decides {
            usize::MAX - 1
        } else {
            let replies = case.moves_from(&candidate.to, next)?.list;
            replies.iter().filter(|reply| reply.verdict == Verdict::Win).count()
        };
        if good < least {
            least = good;
            *best = Some(candidate);
        }
    }
    Ok(())
}
