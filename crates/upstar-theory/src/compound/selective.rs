//! Unions of impartial games in misère play (C. A. B. Smith, Graphs and composite games, 1966).
//!
//! As long as two components are alive the winner is as in normal play: the player to move wins
//! iff they win one of them. With one component alive it is played by its own, and with none the
//! player to move has won. A component may fall apart, so both questions go together.
//!
//! Theorem: `docs/compounds.md#impartial-unions`.

use super::parts_of;
use super::theory::{CompoundTheory, counted, outcome};
use crate::engine::{Algebra, Engine};
use crate::lists::can_move;
use crate::theory::{NoAnswer, PositionOf, Reason, Valuation};
use std::sync::Arc;
use upstar_base::{Budget, Memo, Play, Player, Stopped, Verdict};
use upstar_rules::Rules;

/// Values are wins and losses of the player to move, for each ending.
pub struct Wins;

impl<R: Rules> Algebra<R> for Wins {
    type Aspect = Play;
    type Value = bool;
    type Total = bool;
    type Memory = Memo<(R::Position, Play), bool>;

    fn of(engine: &mut Engine<R, Self>, form: &R::Position, play: Play) -> Result<bool, Stopped> {
        let mut options = engine.options(form, Player::Left)?;
        let mut wins = options.is_empty() && play == Play::Misere;
        for option in options.drain() {
            engine.work.step()?;
            let parts = parts_of(&*engine.rules, &option, engine.budget())?;
            if !union(engine, &parts, play)? {
                wins = true;
                break;
            }
        }
        engine.done(options);
        Ok(wins)
    }

    fn add(&mut self, total: &mut bool, wins: bool, _: u64) -> Result<(), Stopped> {
        *total |= wins;
        Ok(())
    }
}

fn union<R: Rules>(
    engine: &mut Engine<R, Wins>,
    parts: &[(R::Position, u64)],
    play: Play,
) -> Result<bool, Stopped> {
    let alive = |part: &R::Position| can_move(&*engine.rules, part, Player::Left);
    let alive: Vec<_> = parts.iter().filter(|(part, _)| alive(part)).collect();
    match (play, &alive[..]) {
        (Play::Misere, []) => Ok(true),
        (Play::Misere, [(part, 1)]) => engine.part(part.clone(), Play::Misere),
        _ => {
            for (part, _) in alive {
                if engine.part(part.clone(), Play::Normal)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
    }
}

/// Decides unions of positions of one impartial ruleset without cycles.
pub struct Selective<R: Rules>(Engine<R, Wins>);

impl<R: Rules> Selective<R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &Arc<R>, budget: Arc<Budget>) -> Self {
        Selective(Engine::new(rules, Wins, &budget))
    }

    /// Does the player to move win a union of these components?
    pub fn wins(&mut self, parts: &[(R::Position, u64)], play: Play) -> Result<bool, Stopped> {
        union(&mut self.0, parts, play)
    }
}

impl<R: Rules> CompoundTheory<R> for Selective<R> {
    fn name(&self) -> &'static str {
        "outcomes"
    }

    fn known(&self) -> usize {
        self.0.known()
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.0.set_budget(budget);
    }

    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        outcome(self, at)
    }

    fn verdict(&mut self, at: &PositionOf<R>, _: Player) -> Result<Verdict, Stopped> {
        Ok(Verdict::of(self.wins(&counted(&at.components), Play::Misere)?))
    }

    fn reason_of_win(&self) -> Reason {
        Reason::Lost
    }
}
