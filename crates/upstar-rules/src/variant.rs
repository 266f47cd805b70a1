//! Variants of a ruleset that are rulesets themselves, so that every theory works on them.
//!
//! - [`Impartial`]: both players may make either player's moves;
//! - [`Dicotic`]: play ends as soon as one of the players cannot move;
//! - [`Twisted`]: after each move the players exchange their roles.

use crate::{MoveKind, Picture, PositionError, Rules};
use upstar_base::Player;

/// Both players may make the moves of either.
#[derive(Clone, Copy, Debug)]
pub struct Impartial<R>(pub R);

impl<R: Rules> Rules for Impartial<R> {
    type Position = R::Position;

    fn options(&self, position: &R::Position, _: Player, out: &mut Vec<R::Position>) {
        self.0.options(position, Player::Left, out);
        if !self.0.is_impartial() {
            self.0.options(position, Player::Right, out);
        }
    }

    fn most_options(&self, position: &R::Position) -> u128 {
        self.0.most_options(position).saturating_mul(2)
    }

    fn parse(&self, text: &str) -> Result<R::Position, PositionError> {
        self.0.parse(text)
    }

    fn show(&self, position: &R::Position) -> String {
        self.0.show(position)
    }

    fn picture(&self, position: &R::Position) -> Picture {
        self.0.picture(position)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn is_loopy(&self) -> bool {
        self.0.is_loopy()
    }

    fn is_unbounded(&self) -> bool {
        self.0.is_unbounded()
    }

    fn components(&self, position: R::Position, out: &mut Vec<R::Position>) {
        self.0.components(position, out);
    }

    fn parts(&self, position: &R::Position, out: &mut Vec<(R::Position, u64)>) {
        self.0.parts(position, out);
    }

    fn normal_form(&self, position: R::Position) -> (R::Position, bool) {
        (self.0.normal_form(position).0, false)
    }

    fn size(&self, position: &R::Position) -> u32 {
        self.0.size(position)
    }

    fn is_all_small(&self) -> bool {
        true
    }

    fn special_moves(&self) -> &'static [MoveKind] {
        self.0.special_moves()
    }

    fn move_kind(&self, from: &R::Position, who: Player, to: &R::Position) -> MoveKind {
        self.0.move_kind(from, who, to)
    }

    fn first_size(&self) -> usize {
        self.0.first_size()
    }

    fn decided(&self, position: &R::Position) -> Option<Player> {
        self.0.decided(position)
    }

    fn member(&self, size: &[usize]) -> Option<R::Position> {
        self.0.member(size)
    }

    fn cell(&self, table: &[usize], cell: &[usize]) -> Option<R::Position> {
        self.0.cell(table, cell)
    }
}

/// Nobody may move once one of the players cannot. Not a sum of its components: a move in one
/// part keeps another part alive.
#[derive(Clone, Copy, Debug)]
pub struct Dicotic<R>(pub R);

impl<R: Rules> Rules for Dicotic<R> {
    type Position = R::Position;

    fn options(&self, position: &R::Position, who: Player, out: &mut Vec<R::Position>) {
        let before = out.len();
        self.0.options(position, !who, out);
        if out.len() == before {
            return;
        }
        out.truncate(before);
        self.0.options(position, who, out);
    }

    fn most_options(&self, position: &R::Position) -> u128 {
        self.0.most_options(position).saturating_mul(2)
    }

    fn parse(&self, text: &str) -> Result<R::Position, PositionError> {
        self.0.parse(text)
    }

    fn show(&self, position: &R::Position) -> String {
        self.0.show(position)
    }

    fn picture(&self, position: &R::Position) -> Picture {
        self.0.picture(position)
    }

    fn is_impartial(&self) -> bool {
        self.0.is_impartial()
    }

    fn is_loopy(&self) -> bool {
        self.0.is_loopy()
    }

    fn is_unbounded(&self) -> bool {
        self.0.is_unbounded()
    }

    fn normal_form(&self, position: R::Position) -> (R::Position, bool) {
        self.0.normal_form(position)
    }

    fn size(&self, position: &R::Position) -> u32 {
        self.0.size(position)
    }

    fn is_all_small(&self) -> bool {
        true
    }

    fn special_moves(&self) -> &'static [MoveKind] {
        self.0.special_moves()
    }

    fn move_kind(&self, from: &R::Position, who: Player, to: &R::Position) -> MoveKind {
        self.0.move_kind(from, who, to)
    }

    fn first_size(&self) -> usize {
        self.0.first_size()
    }

    fn decided(&self, position: &R::Position) -> Option<Player> {
        self.0.decided(position)
    }

    fn member(&self, size: &[usize]) -> Option<R::Position> {
        self.0.member(size)
    }

    fn cell(&self, table: &[usize], cell: &[usize]) -> Option<R::Position> {
        self.0.cell(table, cell)
    }
}

/// After each move the players exchange their roles: `t(G) = {-t(GL) | -t(GR)}`. A position
/// remembers whether the roles are exchanged. Not a sum of its components.
#[derive(Clone, Copy, Debug)]
pub struct Twisted<R>(pub R);

impl<R: Rules> Rules for Twisted<R> {
    type Position = (R::Position, bool);

    fn options(&self, position: &Self::Position, who: Player, out: &mut Vec<Self::Position>) {
        let (inner, exchanged) = position;
        let mut options = Vec::new();
        self.0.options(inner, if *exchanged { !who } else { who }, &mut options);
        out.extend(options.into_iter().map(|option| (option, !exchanged)));
    }

    fn parse(&self, text: &str) -> Result<Self::Position, PositionError> {
        match text.strip_prefix('~') {
            Some(rest) => Ok((self.0.parse(rest).map_err(|error| error.shifted(1))?, true)),
            None => Ok((self.0.parse(text)?, false)),
        }
    }

    fn show(&self, position: &Self::Position) -> String {
        format!("{}{}", if position.1 { "~" } else { "" }, self.0.show(&position.0))
    }

    fn picture(&self, position: &Self::Position) -> Picture {
        self.0.picture(&position.0)
    }

    fn is_impartial(&self) -> bool {
        self.0.is_impartial()
    }

    fn is_loopy(&self) -> bool {
        self.0.is_loopy()
    }

    fn is_unbounded(&self) -> bool {
        self.0.is_unbounded()
    }

    fn normal_form(&self, position: Self::Position) -> (Self::Position, bool) {
        let (form, negated) = self.0.normal_form(position.0);
        ((form, false), negated ^ position.1)
    }

    fn size(&self, position: &Self::Position) -> u32 {
        self.0.size(&position.0)
    }

    fn special_moves(&self) -> &'static [MoveKind] {
        self.0.special_moves()
    }

    fn move_kind(&self, from: &Self::Position, who: Player, to: &Self::Position) -> MoveKind {
        self.0.move_kind(&from.0, if from.1 { !who } else { who }, &to.0)
    }

    fn decided(&self, position: &Self::Position) -> Option<Player> {
        let winner = self.0.decided(&position.0)?;
        Some(if position.1 { !winner } else { winner })
    }

    fn first_size(&self) -> usize {
        self.0.first_size()
    }

    fn member(&self, size: &[usize]) -> Option<Self::Position> {
        Some((self.0.member(size)?, false))
    }

    fn cell(&self, table: &[usize], cell: &[usize]) -> Option<Self::Position> {
        Some((self.0.cell(table, cell)?, false))
    }
}
