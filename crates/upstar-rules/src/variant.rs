//! Variants of a ruleset that are rulesets themselves, so that every theory works on them.
//!
//! - [`Whole`]: the same game, but what falls apart stays one component of a compound;
//! - [`Impartial`]: both players may make either player's moves;
//! - [`Dicotic`]: play ends as soon as one of the players cannot move;
//! - [`Twisted`]: after each move the players exchange their roles.
//!
//! Each says here what it changes; see [`Wrapper`].

use crate::wrapper::{PositionMap, Same, Wrapper, role};
use crate::{Nature, PlainData, PositionError, Rules};
use upstar_base::{First, Mapped, Options, Player};

/// The same game; a position stays one component of a compound, whatever pieces it has.
#[derive(Clone, Copy, Debug)]
pub struct Whole<R>(pub R);

impl<R: Rules> Wrapper for Whole<R> {
    type Inside = R;
    type Map = Same;

    const HAS_PARTS: bool = false;

    fn rules(&self) -> &R {
        &self.0
    }
}

/// Both players may make the moves of either.
#[derive(Clone, Copy, Debug)]
pub struct Impartial<R>(pub R);

impl<R: Rules> Wrapper for Impartial<R> {
    type Inside = R;
    type Map = Same;

    /// A cut that ties one player ties the other, too.
    const SAME_VALUES: bool = false;

    fn rules(&self) -> &R {
        &self.0
    }

    fn mover(&self, position: &R::Position, who: Player, option: &R::Position) -> Player {
        if self.0.nature().impartial || self.0.can_move(position, who, option) { who } else { !who }
    }

    fn options(&self, position: &R::Position, _: Player, out: &mut dyn Options<R::Position>) {
        self.0.options(position, Player::Left, out);
        if !self.0.nature().impartial {
            self.0.options(position, Player::Right, out);
        }
    }

    fn can_move(&self, position: &R::Position, who: Player, option: &R::Position) -> bool {
        self.0.can_move(position, who, option) || self.0.can_move(position, !who, option)
    }

    fn most_options(&self, position: &R::Position) -> u128 {
        self.0.most_options(position).saturating_mul(2)
    }

    fn nature(&self) -> Nature {
        Nature { impartial: true, all_small: true, ..self.0.nature() }
    }

    fn coded_moves(&self, code: u64, _: Player, visit: &mut dyn FnMut(&[u64]) -> bool) {
        let (Some(coded), mut is_open) = (self.0.coded(), true) else { return };
        for who in Player::BOTH {
            coded.coded_moves(code, who, &mut |parts| {
                is_open = is_open && visit(parts);
                is_open
            });
        }
    }

    fn normal_form(&self, position: R::Position) -> (R::Position, bool) {
        (self.0.normal_form(position).0, false)
    }

    /// What is good for Left is as good for Right.
    fn move_heuristic(&self, _: &R::Position) -> i32 {
        0
    }
}

/// Nobody may move once one of the players cannot.
#[derive(Clone, Copy, Debug)]
pub struct Dicotic<R>(pub R);

impl<R: Rules> Dicotic<R> {
    /// Can the other player move?
    fn goes_on(&self, position: &R::Position, who: Player) -> bool {
        let mut first = First::default();
        self.0.options(position, !who, &mut first);
        first.is_found()
    }
}

impl<R: Rules> Wrapper for Dicotic<R> {
    type Inside = R;
    type Map = Same;

    /// A move in one part keeps another part alive.
    const IS_SUM: bool = false;

    /// A player with a hand tied may end the game for both.
    const SAME_VALUES: bool = false;

    fn rules(&self) -> &R {
        &self.0
    }

    fn options(&self, position: &R::Position, who: Player, out: &mut dyn Options<R::Position>) {
        if self.goes_on(position, who) {
            self.0.options(position, who, out);
        }
    }

    fn can_move(&self, position: &R::Position, who: Player, option: &R::Position) -> bool {
        self.goes_on(position, who) && self.0.can_move(position, who, option)
    }

    fn most_options(&self, position: &R::Position) -> u128 {
        self.0.most_options(position).saturating_mul(2)
    }

    fn nature(&self) -> Nature {
        Nature { all_small: true, ..self.0.nature() }
    }
}

/// After each move the players exchange their roles: `t(G) = {-t(GL) | -t(GR)}`. A position
/// remembers whether the roles are exchanged.
#[derive(Clone, Copy, Debug)]
pub struct Twisted<R>(pub R);

/// Positions that remember whether the roles are exchanged; at the beginning they are not.
#[derive(Clone, Copy, Debug)]
pub struct Roles;

impl<P: PlainData> PositionMap<P> for Roles {
    type Position = (P, bool);

    fn inner((position, _): &(P, bool)) -> &P {
        position
    }

    fn unwrap((position, _): (P, bool)) -> P {
        position
    }

    fn wrap(position: P) -> (P, bool) {
        (position, false)
    }

    fn is_exchanged(&(_, exchanged): &(P, bool)) -> bool {
        exchanged
    }
}

impl<R: Rules> Wrapper for Twisted<R> {
    type Inside = R;
    type Map = Roles;

    /// A move anywhere exchanges the roles everywhere.
    const IS_SUM: bool = false;

    const SAME_VALUES: bool = false;

    fn rules(&self) -> &R {
        &self.0
    }

    fn options(
        &self,
        position: &(R::Position, bool),
        who: Player,
        out: &mut dyn Options<(R::Position, bool)>,
    ) {
        let mut turned = Mapped::new(out, |option| (option, !position.1));
        self.0.options(&position.0, role::<Self>(position, who), &mut turned);
    }

    fn can_move(
        &self,
        position: &(R::Position, bool),
        who: Player,
        option: &(R::Position, bool),
    ) -> bool {
        position.1 != option.1
            && self.0.can_move(&position.0, role::<Self>(position, who), &option.0)
    }

    fn parse(&self, text: &str) -> Result<(R::Position, bool), PositionError> {
        match text.strip_prefix('~') {
            Some(rest) => Ok((self.0.parse(rest).map_err(|error| error.shifted(1))?, true)),
            None => Ok((self.0.parse(text)?, false)),
        }
    }

    /// A normal form has its roles as they were at the beginning.
    fn nature(&self) -> Nature {
        Nature { undivided: false, ..self.0.nature() }
    }
}
