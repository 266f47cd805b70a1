//! A game with given sides.
//!
//! For stoppers `g >= h` the game `{gL', hL | gR, hR'}` is `g & h`, where `gL'` is `gL` with a move to
//! dud for Right, and `hR'` is `hR` with one for Left (grafting, Winning Ways ch. 11; the figure is
//! restored from the text). When infinite play is won by Left a move to dud is worth `on`, so in `gL'`
//! it is useless and in `hR'` it refutes Right's move there, and `hL` is no better than what Left has,
//! because `g >= h`. The same holds with the players exchanged.
//!
//! Theorem: `docs/loopy.md#graft`.

use super::draft::{Draft, Ref};
use super::store::{Stopper, Stoppers};
use upstar_base::{Player, Stopped};

impl Stoppers {
    /// The graph of a game whose sides are `onside` and `offside`, from its first node; `None`
    /// unless the one is at least the other.
    pub fn graft(&mut self, onside: Stopper, offside: Stopper) -> Result<Option<Draft>, Stopped> {
        if !self.ge(onside, offside)? {
            return Ok(None);
        }
        let mut draft = Draft::new();
        draft.add(Vec::new(), Vec::new());
        let dud = draft.add(vec![Ref::Node(1)], vec![Ref::Node(1)]);
        for (who, own, other) in [(Player::Left, onside, offside), (Player::Right, offside, onside)]
        {
            let mut options: Vec<Ref> =
                self.options(other, who).iter().map(|&option| Ref::Known(option)).collect();
            for &option in self.options(own, who) {
                let known = |who| -> Vec<Ref> {
                    self.options(option, who).iter().map(|&next| Ref::Known(next)).collect()
                };
                let mut sides = Player::BOTH.map(known);
                sides[!who as usize].push(dud);
                let [left, right] = sides;
                options.push(draft.add(left, right));
            }
            draft.set(0, who, options);
        }
        Ok(Some(draft))
    }
}
