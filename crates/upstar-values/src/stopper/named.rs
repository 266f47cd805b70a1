//! The loopy games with names (Winning Ways ch. 11), and the basic operations on their graphs.

use super::draft::{Draft, Ref};
use super::store::{Stopper, Stoppers};
use upstar_base::{Player, Stopped};

impl Stoppers {
    /// The game with these options and a pass for some players.
    pub fn with_pass(
        &mut self,
        left: &[Stopper],
        right: &[Stopper],
        pass: &[Player],
    ) -> Result<Stopper, Stopped> {
        let mut draft = Draft::new();
        let side = |options: &[Stopper], who: Player| {
            let mut side: Vec<Ref> = options.iter().map(|&g| Ref::Known(g)).collect();
            if pass.contains(&who) {
                side.push(Ref::Node(0));
            }
            side
        };
        draft.add(side(left, Player::Left), side(right, Player::Right));
        Ok(self.canonical(&draft)?[0])
    }

    /// `on = {pass | }`.
    pub fn on(&mut self) -> Result<Stopper, Stopped> {
        self.only_passing(Player::Left)
    }

    /// `off = { | pass}`.
    pub fn off(&mut self) -> Result<Stopper, Stopped> {
        self.only_passing(Player::Right)
    }

    /// The game in which a player passes for ever and the other cannot move.
    fn only_passing(&mut self, who: Player) -> Result<Stopper, Stopped> {
        if let Some(known) = self.known_passing(who) {
            return Ok(known);
        }
        let game = self.with_pass(&[], &[], &[who])?;
        self.keep_passing(who, game);
        Ok(game)
    }

    /// `over = {0 | pass}`.
    pub fn over(&mut self) -> Result<Stopper, Stopped> {
        self.with_pass(&[Stopper::ZERO], &[], &[Player::Right])
    }

    /// `upon = {pass | *}`.
    pub fn upon(&mut self) -> Result<Stopper, Stopped> {
        let star = self.star()?;
        self.with_pass(&[], &[star], &[Player::Left])
    }

    /// `* = {0 | 0}`.
    pub fn star(&mut self) -> Result<Stopper, Stopped> {
        self.make(&[Stopper::ZERO], &[Stopper::ZERO])
    }

    /// With the players exchanged.
    pub fn neg(&mut self, g: Stopper) -> Result<Stopper, Stopped> {
        let (_, draft) = self.drawn(g);
        // The negative of a canonical form is canonical.
        Ok(self.take_in(&draft.swapped())[0])
    }

    /// Takes in a graph all of whose nodes are canonical and different.
    pub(super) fn take_in(&mut self, draft: &Draft) -> Vec<Stopper> {
        let mut values: Vec<Option<Stopper>> = vec![None; draft.len()];
        for component in draft.components() {
            let inside = |option: &Ref, values: &[Option<Stopper>]| match option {
                Ref::Node(node) => match component.binary_search(node) {
                    Ok(i) => Ref::Node(i as u32),
                    Err(_) => Ref::Known(values[*node as usize].unwrap_or(Stopper::ZERO)),
                },
                known => *known,
            };
            let members: Vec<[Vec<Ref>; 2]> = component
                .iter()
                .map(|&node| {
                    Player::BOTH.map(|who| {
                        draft.of_node(node, who).iter().map(|o| inside(o, &values)).collect()
                    })
                })
                .collect();
            let single = component.len() == 1 && !draft.has_loop(component[0]);
            let handles = if single {
                let side = |who: usize| -> Box<[Stopper]> {
                    members[0][who]
                        .iter()
                        .filter_map(|option| match option {
                            Ref::Known(stopper) => Some(*stopper),
                            Ref::Node(_) => None,
                        })
                        .collect()
                };
                vec![self.intern([side(0), side(1)])]
            } else {
                self.intern_cycle(&members)
            };
            for (&node, handle) in component.iter().zip(handles) {
                values[node as usize] = Some(handle);
            }
        }
        values.into_iter().map(|value| value.unwrap_or(Stopper::ZERO)).collect()
    }
}
