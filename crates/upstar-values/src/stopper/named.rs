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
        if let Some(known) = self.passing[who as usize] {
            return Ok(known);
        }
        let game = self.with_pass(&[], &[], &[who])?;
        self.passing[who as usize] = Some(game);
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
        let mut values = vec![Stopper::ZERO; draft.len()];
        for component in draft.components() {
            // Components come after those that they lead to.
            if let [node] = component[..]
                && !draft.has_loop(node)
            {
                let value = |option: &Ref| option.value(|node| values[node as usize]);
                let side = |who| draft.of_node(node, who).iter().map(value).collect();
                values[node as usize] = self.intern(Player::BOTH.map(side));
                continue;
            }
            let part = draft.component(&component, |node| Ref::Known(values[node as usize]));
            for (&node, handle) in component.iter().zip(self.intern_cycle(&part)) {
                values[node as usize] = handle;
            }
        }
        values
    }
}
