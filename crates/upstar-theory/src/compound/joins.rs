//! Joins: the remoteness or suspense of every component for each player (Winning Ways ch. 9).
//!
//! The number of a player follows from the opponent's numbers of the player's options; an option that
//! falls apart is itself a join. In compounds with passes a player who cannot move where the
//! opponent can has one option, the same position with the opponent to move. Without that the
//! rule for slow joins would be wrong for partizan games; with it no two passes follow each
//! other, so the recursion ends.
//!
//! Theorems: `docs/compounds.md#remoteness`, `docs/compounds.md#suspense`.

use super::Compound;
use super::theory::CompoundTheory;
use crate::engine::{Algebra, Engine};
use crate::lists::can_move;
use crate::path::Path;
use crate::theory::{NoAnswer, PositionOf, Reason, Valuation};
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::{Budget, Listing, Memo, Play, Player, Stopped, Verdict, deeper};
use upstar_rules::Rules;
use upstar_values::value::Paced;
use upstar_values::{ComponentPace, Value, mover_wins};

/// Values are remoteness or suspense, for the player who is to move.
pub struct JoinNumbers {
    pace: ComponentPace,
    passes: bool,
    play: Play,
    /// Numbers of components that have codes.
    coded: Memo<(u64, Player), u32>,
    coded_path: Path<(u64, Player)>,
}

impl<R: Rules> Algebra<R> for JoinNumbers {
    type Aspect = Player;
    type Value = u32;
    type Total = Option<u32>;
    type Memory = Memo<(R::Position, Player), u32>;

    fn of(engine: &mut Engine<R, Self>, form: &R::Position, who: Player) -> Result<u32, Stopped> {
        let mut options = engine.options(form, who)?;
        let impartial = engine.rules.nature().impartial;
        if options.is_empty() && engine.algebra.passes && !impartial {
            return if can_move(&*engine.rules, form, !who) {
                Ok(engine.part(form.clone(), !who)? + 1)
            } else {
                Ok(0)
            };
        }
        engine.work.steps(options.len() as u64 + 1)?;
        // Both players have the same numbers in an impartial game.
        let next = if impartial { who } else { !who };
        let mut numbers = Vec::with_capacity(options.len());
        let mut room = Vec::new();
        for option in options.drain() {
            numbers.push(join(engine, &option, next, &mut room)?);
        }
        engine.done(options);
        Ok(engine.algebra.pace.number(engine.algebra.play, numbers))
    }

    fn add(&mut self, total: &mut Option<u32>, number: u32, _: u64) -> Result<(), Stopped> {
        *total = self.pace.join(total.iter().copied().chain([number]));
        Ok(())
    }

    fn exchanged(&self, who: Player) -> Player {
        !who
    }
}

/// The number of a position, with room for the components that serves again.
fn join<R: Rules>(
    engine: &mut Engine<R, JoinNumbers>,
    position: &R::Position,
    who: Player,
    room: &mut Vec<(R::Position, u64)>,
) -> Result<u32, Stopped> {
    room.clear();
    let bytes = size_of::<(R::Position, u64)>();
    let budget = engine.budget();
    let mut listing = Listing::reusing(std::mem::take(room), budget, bytes);
    engine.rules.compound_parts(position, &mut listing);
    *room = listing.finish()?.into_vec();
    if room.is_empty() {
        return one(engine, position.clone(), who);
    }
    let mut total = None;
    for (part, _) in room.drain(..) {
        let number = one(engine, part, who)?;
        total = engine.algebra.pace.join(total.into_iter().chain([number]));
    }
    Ok(total.unwrap_or(0))
}

/// The number of a component.
fn one<R: Rules>(
    engine: &mut Engine<R, JoinNumbers>,
    part: R::Position,
    who: Player,
) -> Result<u32, Stopped> {
    match engine.rules.coded().and_then(|coded| coded.code(&part)) {
        Some(code) => of_code(engine, code, who),
        None => engine.part(part, who),
    }
}

/// The number of a component that has a code.
fn of_code<R: Rules>(
    engine: &mut Engine<R, JoinNumbers>,
    code: u64,
    who: Player,
) -> Result<u32, Stopped> {
    let who = if engine.rules.nature().impartial { Player::Left } else { who };
    let key = (code, who);
    if let Some(&number) = engine.algebra.coded.get(&key) {
        return Ok(number);
    }
    engine.algebra.coded_path.enter(&key, |key| format!("with the code {}", key.0))?;
    let number = deeper(|| by_coded_moves(engine, code, who));
    engine.algebra.coded_path.leave();
    let number = number?;
    engine.algebra.coded.insert(key, number)?;
    Ok(number)
}

/// The same as [`JoinNumbers::of`].
fn by_coded_moves<R: Rules>(
    engine: &mut Engine<R, JoinNumbers>,
    code: u64,
    who: Player,
) -> Result<u32, Stopped> {
    let rules = Arc::clone(&engine.rules);
    let (mut numbers, mut end) = (Vec::new(), Ok(()));
    let Some(coded) = rules.coded() else { return Ok(0) };
    coded.coded_moves(code, who, &mut |parts| {
        let mut total = None;
        for &part in parts {
            match of_code(engine, part, !who) {
                Ok(number) => {
                    total = engine.algebra.pace.join(total.into_iter().chain([number]));
                }
                Err(stopped) => end = Err(stopped),
            }
        }
        numbers.push(total.unwrap_or(0));
        end = std::mem::replace(&mut end, Ok(())).and_then(|()| engine.work.step());
        end.is_ok()
    });
    end?;
    if numbers.is_empty() && engine.algebra.passes && !rules.nature().impartial {
        let mut can_move = false;
        coded.coded_moves(code, !who, &mut |_| {
            can_move = true;
            false
        });
        return if can_move { Ok(of_code(engine, code, !who)? + 1) } else { Ok(0) };
    }
    Ok(engine.algebra.pace.number(engine.algebra.play, numbers))
}

/// Computes numbers of positions of one ruleset without cycles and remembers them.
pub struct Joins<R: Rules>(Engine<R, JoinNumbers>);

impl<R: Rules> Joins<R> {
    /// An engine for one of the joins that works within `budget`.
    pub fn new(rules: &Arc<R>, compound: Compound, play: Play, budget: Arc<Budget>) -> Self {
        let pace =
            if compound == Compound::SlowJoin { ComponentPace::Slow } else { ComponentPace::Rapid };
        let passes = compound.has_passes();
        let (coded, coded_path) = (Memo::new(&budget), Path::new(&budget));
        let numbers = JoinNumbers { pace, passes, play, coded, coded_path };
        Joins(Engine::new(rules, numbers, &budget))
    }

    /// Which component decides.
    pub fn pace(&self) -> ComponentPace {
        self.0.algebra.pace
    }

    /// The number of a position for the player who is to move.
    pub fn of(&mut self, position: &R::Position, who: Player) -> Result<u32, Stopped> {
        let who = if self.0.rules.nature().impartial { Player::Left } else { who };
        join(&mut self.0, position, who, &mut Vec::new())
    }
}

impl<R: Rules> Joins<R> {
    /// The number of a join of these components.
    fn join(&mut self, components: &[R::Position], who: Player) -> Result<u32, Stopped> {
        let mut total = None;
        for component in components {
            let number = self.of(component, who)?;
            total = self.pace().join(total.into_iter().chain([number]));
        }
        Ok(total.unwrap_or(0))
    }
}

impl<R: Rules> CompoundTheory<R> for Joins<R> {
    fn name(&self) -> &'static str {
        self.pace().name()
    }

    fn known(&self) -> usize {
        self.0.known() + self.0.algebra.coded.len()
    }

    fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.0.set_budget(budget);
    }

    fn worth(&mut self, at: &PositionOf<R>) -> Result<Valuation, NoAnswer> {
        let left = self.join(&at.components, Player::Left)?;
        let right = if self.0.rules.nature().impartial {
            None
        } else {
            Some(self.join(&at.components, Player::Right)?)
        };
        Ok(Value::Paced(Paced { pace: self.pace(), left, right }).into())
    }

    fn verdict(&mut self, at: &PositionOf<R>, who: Player) -> Result<Verdict, Stopped> {
        Ok(Verdict::of(mover_wins(self.0.algebra.play, self.join(&at.components, who)?)))
    }

    fn leaves(
        &mut self,
        components: &[R::Position],
        who: Player,
    ) -> Result<Option<Valuation>, Stopped> {
        let number = self.join(components, who)?;
        Ok(Some(Value::Paced(Paced::of_mover(self.pace(), number)).into()))
    }

    fn together(&self, parts: &[&Valuation]) -> Option<Valuation> {
        let numbers = parts.iter().filter_map(|worth| paced(worth)).map(|paced| paced.left);
        let number = self.pace().join(numbers).unwrap_or(0);
        Some(Value::Paced(Paced::of_mover(self.pace(), number)).into())
    }

    fn gets(&self, left: &Valuation, _: Player) -> Option<Verdict> {
        paced(left).map(|paced| Verdict::of(mover_wins(self.0.algebra.play, paced.left)))
    }

    /// As the rules for remoteness and suspense prefer it.
    fn better(&self, one: &Valuation, other: &Valuation, _: Player) -> Ordering {
        let key = |worth: &Valuation| {
            let Paced { pace, left: number, .. } = paced(worth)?;
            let bad = mover_wins(self.0.algebra.play, number);
            let slower = (pace == ComponentPace::Slow) ^ bad;
            Some((bad, if slower { -i64::from(number) } else { i64::from(number) }))
        };
        key(one).cmp(&key(other))
    }

    fn reason_of(&self, left: &Valuation) -> Reason {
        paced(left).map_or(Reason::Replies, |paced| Reason::Number(paced.pace, paced.left))
    }
}

/// Remoteness or suspense.
fn paced(worth: &Valuation) -> Option<Paced> {
    match worth.value {
        Value::Paced(paced) => Some(paced),
        _ => None,
    }
}
