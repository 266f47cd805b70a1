//! Ordinal sums of stoppers, and their inverse.
//!
//! `G:H = {GL, G:HL | GR, G:HR}`: the graph of `H` with the options of `G` at every position. An
//! alternating play that does not end would be one in `H`, so the sum of stoppers is a stopper. The
//! value depends on the form of `G` and on the value of `H`. `g:on` is `g` with a pass for Left, and
//! `g:off` with one for Right (Winning Ways ch. 11, Plumtrees).

use super::draft::{Draft, Ref};
use super::error::LoopyError;
use super::store::{Stopper, Stoppers};
use rustc_hash::{FxHashMap, FxHashSet};
use upstar_base::{Player, Stopped};

impl Stoppers {
    /// `g:h` with the canonical form of `g` as base.
    ///
    /// ```
    /// use upstar_values::stopper::Stoppers;
    /// let mut store = Stoppers::new(Default::default());
    /// let (star, on, upon) = (store.star()?, store.on()?, store.upon()?);
    /// assert_eq!(store.ordinal_sum(star, on)?, store.add(upon, star)?.as_stopper().unwrap());
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn ordinal_sum(&mut self, g: Stopper, h: Stopper) -> Result<Stopper, Stopped> {
        let base = self.form(g);
        self.ordinal_sum_of_form(&base, h)
    }

    /// `{left|right}:h` with the base as written.
    pub fn ordinal_sum_of_form(
        &mut self,
        base: &[Vec<Stopper>; 2],
        h: Stopper,
    ) -> Result<Stopper, Stopped> {
        let (followers, mut draft) = self.drawn(h);
        for node in 0..followers.len() as u32 {
            for who in Player::BOTH {
                let mut side = draft.of_node(node, who).to_vec();
                side.extend(base[who as usize].iter().map(|&option| Ref::Known(option)));
                draft.set(node, who, side);
            }
        }
        Ok(self.canonical(&draft)?[0])
    }

    fn form(&self, g: Stopper) -> [Vec<Stopper>; 2] {
        Player::BOTH.map(|who| self.options(g, who).to_vec())
    }

    /// The `h` with `g = base:h`, the base in canonical form.
    ///
    /// The options of `base:h` that are sums on that base give the options of `h`, the others come
    /// from the base; adding up again tells whether that was right. A cycle is first taken to
    /// consist of such sums, then what fails is left out.
    pub fn subordinate(&mut self, g: Stopper, base: Stopper) -> Result<Stopper, LoopyError> {
        if base == Stopper::ZERO {
            return Ok(g);
        }
        let form = self.form(base);
        self.subordinate_of_form(g, &form)
    }

    /// The `h` with `g = {left|right}:h`, the base as written.
    pub fn subordinate_of_form(
        &mut self,
        g: Stopper,
        form: &[Vec<Stopper>; 2],
    ) -> Result<Stopper, LoopyError> {
        let base = self.ordinal_sum_of_form(form, Stopper::ZERO)?;
        let (followers, graph) = self.drawn(g);
        let mut parts: FxHashMap<Stopper, Stopper> = FxHashMap::default();
        parts.insert(base, Stopper::ZERO);
        for component in graph.components() {
            let mut members: Vec<Stopper> = component
                .iter()
                .map(|&node| followers[node as usize])
                .filter(|&member| member != base)
                .collect();
            while !members.is_empty() {
                let found = self.parts_of(&members, &parts)?;
                let mut right = FxHashSet::default();
                for (&member, &part) in members.iter().zip(&found) {
                    if self.ordinal_sum_of_form(form, part)? == member {
                        right.insert(member);
                    }
                }
                if right.len() == members.len() {
                    parts.extend(members.drain(..).zip(found));
                }
                members.retain(|member| right.contains(member));
            }
        }
        parts.get(&g).copied().ok_or(LoopyError::NotSubordinate)
    }

    /// What stands on the base in each of some games, if they are all sums on it: their options
    /// among each other and those with known parts.
    fn parts_of(
        &mut self,
        members: &[Stopper],
        parts: &FxHashMap<Stopper, Stopper>,
    ) -> Result<Vec<Stopper>, Stopped> {
        let mut draft = Draft::new();
        for &member in members {
            let part = |&option: &Stopper| match members.iter().position(|&m| m == option) {
                Some(i) => Some(Ref::Node(i as u32)),
                None => parts.get(&option).map(|&known| Ref::Known(known)),
            };
            let side = |who: Player| self.options(member, who).iter().filter_map(part).collect();
            draft.add(side(Player::Left), side(Player::Right));
        }
        self.canonical(&draft)
    }
}
