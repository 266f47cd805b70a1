//! Partizan Euclid: the algorithm with least remainders from below for Left, from above for Right.
//!
//! A pair (p,q) with p = kq + r, 0 < r < q, goes to (q,r) when Left moves and to (q,q-r) when Right
//! does; nobody moves when q divides p (McKay and Nowakowski). So a pair has one option for each
//! player, and a common factor does not matter.

use super::euclid::Pairs;
use crate::registry::{About, Editor, Known};
use crate::{Picture, PositionError, Rules, no_parameters};
use upstar_base::{Options, Player};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "partizan-euclid",
    aliases: &[],
    title: "Partizan Euclid",
    rules: "Choose a pair of numbers p > q where q does not divide p. Left replaces p by the \
            remainder of p divided by q, Right by what is missing from p to the next multiple of q. \
            Who cannot move loses.",
    notation: "Pairs of positive numbers, with `+` between several: `25,7` or `25,7+8,5`.",
    examples: &["25,7", "8,5+7,3", "19,12"],
    source: "N. A. McKay and R. J. Nowakowski, Outcomes of Partizan Euclid, Integers 12B, 2012/13, A9",
    known: &[
        Known { position: "6,3", value: "0", source: "nobody can move" },
        Known { position: "3,2", value: "*", source: "both leave 2,1" },
        Known { position: "4,3", value: "^", source: "Left leaves 3,1 and Right 3,2, which is *" },
    ],
    tables: "MxN: one pair",
    editor: Editor::Text,
    impartial: false,
};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct PartizanEuclid;

/// The pairs in which somebody can move, the largest first.
fn sorted(mut pairs: Pairs) -> Pairs {
    pairs.retain(|&(p, q)| q > 0 && !p.is_multiple_of(q));
    pairs.sort_unstable_by(|a, b| b.cmp(a));
    pairs
}

impl PartizanEuclid {
    /// The rules, which take no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| PartizanEuclid)
    }
}

impl Rules for PartizanEuclid {
    type Position = Pairs;

    fn options(&self, pairs: &Pairs, who: Player, out: &mut dyn Options<Pairs>) {
        let firsts = (0..pairs.len()).filter(|&i| i == 0 || pairs[i - 1] != pairs[i]);
        out.extend(firsts.map(|place| {
            let (p, q) = pairs[place];
            let mut to = pairs.clone();
            to[place] = match who {
                Player::Left => (q, p % q),
                Player::Right => (q, q - p % q),
            };
            sorted(to)
        }));
    }

    fn parse(&self, text: &str) -> Result<Pairs, PositionError> {
        super::euclid::read(text).map(sorted)
    }

    fn show(&self, pairs: &Pairs) -> String {
        super::euclid::write(pairs)
    }

    fn picture(&self, pairs: &Pairs) -> Picture {
        super::euclid::rectangles(pairs)
    }

    fn is_all_small(&self) -> bool {
        true
    }

    fn components(&self, pairs: Pairs, out: &mut dyn Options<Pairs>) {
        out.extend(pairs.into_iter().map(|pair| vec![pair]));
    }

    fn parts(&self, pairs: &Pairs, out: &mut dyn Options<(Pairs, u64)>) {
        out.extend(pairs.iter().map(|&pair| (vec![pair], 1)));
    }

    fn pieces(&self) -> &'static str {
        "each pair"
    }

    fn normal_form(&self, pairs: Pairs) -> (Pairs, bool) {
        (sorted(super::euclid::reduced(pairs)), false)
    }

    /// The second number falls with every move.
    fn size(&self, pairs: &Pairs) -> u32 {
        pairs.iter().fold(0, |total, &(_, q)| total.saturating_add(q))
    }

    fn member(&self, size: &[usize]) -> Option<Pairs> {
        let &[a, b] = size else { return None };
        let (a, b) = (u32::try_from(a.max(b)).ok()?, u32::try_from(a.min(b)).ok()?);
        (b > 0).then(|| sorted(vec![(a, b)]))
    }
}
