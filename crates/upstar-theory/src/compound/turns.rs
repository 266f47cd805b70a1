//! What a turn is: in each component a choice, and which choices go together.

use super::{Compound, parts_of};
use crate::lists::{can_move, options_of};
use std::sync::Arc;
use upstar_base::{Budget, Listing, Options, Play, Player, Stopped, Weigh};
use upstar_rules::{MoveKind, Rules};

/// What may become of one component in a turn.
#[derive(Clone, Debug)]
pub struct Choice<P> {
    /// The components that take its place.
    pub to: Vec<P>,
    /// Is it a move? Otherwise the component stays as it is.
    pub moves: bool,
    /// Who wins at once, if somebody does.
    pub decides: Option<Player>,
}

impl<P: Weigh> Weigh for Choice<P> {
    fn heap_bytes(&self) -> usize {
        self.to.heap_bytes()
    }
}

/// The turns of a player in a compound.
#[derive(Clone, Debug)]
pub struct Turns<P> {
    compound: Compound,
    /// The choices in each component.
    pub choices: Vec<Vec<Choice<P>>>,
}

/// Can nobody move?
pub(crate) fn is_dead<R: Rules>(rules: &R, position: &R::Position) -> bool {
    !can_move(rules, position, Player::Left)
        && (rules.nature().impartial || !can_move(rules, position, Player::Right))
}

impl<P: Clone> Turns<P> {
    /// The turns of `who`; none when play is over.
    pub fn of<R: Rules<Position = P>>(
        rules: &R,
        compound: Compound,
        play: Play,
        components: &[P],
        who: Player,
        budget: &Arc<Budget>,
    ) -> Result<Turns<P>, Stopped>
    where
        P: Weigh,
    {
        let over = Turns { compound, choices: vec![Vec::new()] };
        if components.iter().any(|component| rules.decided(component).is_some()) {
            return Ok(over);
        }
        let mut choices = Vec::with_capacity(components.len());
        for component in components {
            let stay = Choice { to: vec![component.clone()], moves: false, decides: None };
            let mut options = options_of(rules, component, who, budget)?;
            let mut here = Listing::new(budget, size_of::<Choice<P>>());
            for option in options.drain() {
                here.push(choice(rules, compound, play, component, who, option, budget)?);
            }
            let mut here = here.finish()?.into_vec();
            let stuck = here.is_empty();
            let dead = stuck && is_dead(rules, component);
            match compound {
                _ if dead && compound.ends_with_first() => return Ok(over),
                Compound::Join | Compound::UrgentUnionStuck if stuck => return Ok(over),
                Compound::Join => {}
                Compound::JoinPass | Compound::SlowJoin if stuck => here.push(stay),
                Compound::JoinPass | Compound::SlowJoin => {}
                _ => here.push(stay),
            }
            choices.push(here);
        }
        // Only in a slow join can all of them be passes over dead components.
        if compound == Compound::SlowJoin && components.iter().all(|c| is_dead(rules, c)) {
            return Ok(over);
        }
        Ok(Turns { compound, choices })
    }

    /// Calls `visit` with the choice in each component for turn after turn, the first choices
    /// first, until it answers `false`. Every combination of choices is a step, whether it is a
    /// turn or not: there may be millions of them.
    pub fn visit(
        &self,
        budget: &Budget,
        mut visit: impl FnMut(&[usize]) -> Result<bool, Stopped>,
    ) -> Result<(), Stopped> {
        if self.choices.iter().any(Vec::is_empty) {
            return Ok(());
        }
        let mut at = vec![0; self.choices.len()];
        loop {
            budget.check()?;
            if self.is_turn(&at) && !visit(&at)? {
                return Ok(());
            }
            let Some(place) = (0..at.len()).find(|&i| at[i] + 1 < self.choices[i].len()) else {
                return Ok(());
            };
            at[..place].fill(0);
            at[place] += 1;
        }
    }

    /// Do these choices make a turn?
    fn is_turn(&self, at: &[usize]) -> bool {
        let moves = at.iter().zip(&self.choices).filter(|&(&c, choices)| choices[c].moves).count();
        match self.compound {
            Compound::Join | Compound::JoinPass | Compound::SlowJoin => true,
            Compound::Sum => moves == 1,
            Compound::Union | Compound::UrgentUnion | Compound::UrgentUnionStuck => moves > 0,
            Compound::Subselective => moves > 0 && moves < at.len(),
        }
    }

    /// Who wins at once by a turn, if somebody does.
    pub fn decides(&self, at: &[usize]) -> Option<Player> {
        at.iter().zip(&self.choices).find_map(|(&c, choices)| choices[c].decides)
    }

    /// The components after a turn.
    pub fn after(&self, at: &[usize]) -> Vec<P> {
        let chosen = at.iter().zip(&self.choices).flat_map(|(&c, choices)| &choices[c].to);
        chosen.cloned().collect()
    }
}

fn choice<R: Rules>(
    rules: &R,
    compound: Compound,
    play: Play,
    from: &R::Position,
    who: Player,
    option: R::Position,
    budget: &Arc<Budget>,
) -> Result<Choice<R::Position>, Stopped> {
    let parts = if compound.splits() {
        parts_of(rules, &option, budget)?
    } else {
        vec![(option.clone(), 1)]
    };
    let urgent = compound.is_urgent(rules.nature().impartial).then_some(play);
    let decides = decides(rules, urgent, from, who, &option, &parts);
    Ok(Choice { to: flatten(&parts), moves: true, decides })
}

/// Who wins at once by the move of `who` from `from` to `option`, which consists of `parts`. In
/// an urgent union, given by its ending, the move that ends a component decides.
pub(crate) fn decides<R: Rules>(
    rules: &R,
    urgent: Option<Play>,
    from: &R::Position,
    who: Player,
    option: &R::Position,
    parts: &[(R::Position, u64)],
) -> Option<Player> {
    let kind = match rules.nature().special_moves {
        [] => MoveKind::Ordinary,
        _ => rules.move_kind(from, who, option),
    };
    let ended = || parts.iter().any(|(part, _)| is_dead(rules, part));
    match (kind, urgent) {
        (MoveKind::Overriding, _) => Some(who),
        (MoveKind::Suiciding, _) => Some(!who),
        (_, Some(Play::Normal)) if ended() => Some(who),
        (_, Some(Play::Misere)) if ended() => Some(!who),
        _ => None,
    }
}

/// Every component as often as it occurs.
pub(crate) fn flatten<P: Clone>(parts: &[(P, u64)]) -> Vec<P> {
    parts.iter().flat_map(|(part, n)| std::iter::repeat_n(part.clone(), *n as usize)).collect()
}
