//! Values of positions of a loopy partizan ruleset: the sides of the graph of all that can be
//! reached (Winning Ways ch. 11).
//!
//! The graph is valued component by component, so a position on no cycle costs no more than a
//! short game. Play of a game with sides `s & t` that goes on for ever is drawn: a player wins if
//! he wins the side in which infinite play counts against him, and does not lose if he survives
//! the other.

use super::graph::Graph;
use super::remoteness::remoteness;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::{Budget, Player, Stopped, Verdict};
use upstar_rules::Rules;
use upstar_values::stopper::{Draft, Ref, Sides, Stopper, Stoppers};

/// Computes sides of positions of one ruleset and remembers them.
pub struct SidedValues<'r, R: Rules> {
    rules: &'r R,
    budget: Arc<Budget>,
    store: Stoppers,
    known: FxHashMap<R::Position, Known>,
}

/// What is known of a component.
#[derive(Clone, Copy, Debug)]
struct Known {
    sides: Sides,
    /// In how many moves the game is over with best play, for each player to move; `None` is a
    /// draw. Odd if the player to move wins.
    remoteness: [Option<u32>; 2],
}

impl<'r, R: Rules> SidedValues<'r, R> {
    /// An engine that works within `budget`.
    pub fn new(rules: &'r R, budget: Arc<Budget>) -> Self {
        let store = Stoppers::new(Arc::clone(&budget));
        SidedValues { rules, budget, store, known: FxHashMap::default() }
    }

    /// How many positions have a value so far.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// The store to which the sides belong.
    pub fn store(&mut self) -> &mut Stoppers {
        &mut self.store
    }

    /// The sides of a sum of positions.
    pub fn of_sum(&mut self, sum: &[R::Position]) -> Result<Sides, Stopped> {
        let mut total = Sides::stopper(Stopper::ZERO);
        let mut components = Vec::new();
        for position in sum {
            self.rules.components(position.clone(), &mut components);
        }
        for component in components {
            let sides = self.of_component(component)?.sides;
            total = self.store.add_sides(total, sides)?;
        }
        Ok(total)
    }

    /// In how many moves a single component is over with best play; `None` for several.
    pub fn remoteness(
        &mut self,
        sum: &[R::Position],
        who: Player,
    ) -> Result<Option<Option<u32>>, Stopped> {
        let mut components = Vec::new();
        for position in sum {
            self.rules.components(position.clone(), &mut components);
        }
        match &components[..] {
            [component] => {
                let known = self.of_component(component.clone())?;
                Ok(Some(known.remoteness[who as usize]))
            }
            _ => Ok(None),
        }
    }

    fn of_component(&mut self, component: R::Position) -> Result<Known, Stopped> {
        if let Some(&known) = self.known.get(&component) {
            return Ok(known);
        }
        let mut numbers: FxHashMap<R::Position, u32> = FxHashMap::default();
        numbers.insert(component.clone(), 0);
        let (mut positions, mut draft) = (vec![component.clone()], Draft::new());
        while draft.len() < positions.len() {
            if draft.len().is_multiple_of(256) {
                self.budget.check()?;
            }
            let position = positions[draft.len()].clone();
            let mut sides = [Vec::new(), Vec::new()];
            for who in Player::BOTH {
                let mut options = Vec::new();
                self.rules.options(&position, who, &mut options);
                for option in options {
                    let next = positions.len() as u32;
                    let number = *numbers.entry(option).or_insert_with_key(|option| {
                        positions.push(option.clone());
                        next
                    });
                    if !sides[who as usize].contains(&Ref::Node(number)) {
                        sides[who as usize].push(Ref::Node(number));
                    }
                }
            }
            let [left, right] = sides;
            draft.add(left, right);
            self.budget.charge(2 * size_of::<R::Position>() as u64 + 64)?;
        }
        let sides = self.store.sides(&draft)?;
        // Who wins alone, and how soon: nodes are positions with a player to move.
        let node = |option: &Ref, who: Player| match option {
            Ref::Node(node) => Some(2 * node + who as u32),
            Ref::Known(_) => None,
        };
        let lists = (0..draft.len() as u32).flat_map(|n| Player::BOTH.map(|who| (n, who)));
        let lists = lists.map(|(n, who)| {
            draft.of_node(n, who).iter().filter_map(|option| node(option, !who)).collect()
        });
        let remoteness = remoteness(&Graph::new(lists), |_| false);
        let known: Vec<Known> = sides
            .into_iter()
            .zip(remoteness.chunks(2))
            .map(|(sides, both)| Known { sides, remoteness: [both[0], both[1]] })
            .collect();
        let first = known[0];
        self.known.extend(positions.into_iter().zip(known));
        Ok(first)
    }

    /// What `who`, to move, gets in a sum.
    pub fn verdict(&mut self, sum: &[R::Position], who: Player) -> Result<Verdict, Stopped> {
        if let Some(remoteness) = self.remoteness(sum, who)? {
            return Ok(match remoteness {
                None => Verdict::Draw,
                Some(moves) => Verdict::of(moves % 2 == 1),
            });
        }
        let sides = self.of_sum(sum)?;
        Ok(match self.store.left_wins(sides, who)? {
            None => Verdict::Draw,
            Some(left) => Verdict::of(left == (who == Player::Left)),
        })
    }
}
