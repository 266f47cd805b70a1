//! Variants of a ruleset that are rulesets themselves, so that every theory works on them.
//!
//! - [`Whole`]: the same game, but what falls apart stays one component of a compound;
//! - [`Impartial`]: both players may make either player's moves;
//! - [`Dicotic`]: play ends as soon as one of the players cannot move;
//! - [`Twisted`]: after each move the players exchange their roles.
//!
//! Each of them answers for every method of [`Rules`], so that no default takes the place of what
//! the rules inside say; `tests/wrappers.rs` sees to that.

use crate::{MoveKind, Picture, PositionError, Rules, Shape};
use std::ops::Range;
use upstar_base::{First, Mapped, Options, Player};
use upstar_picture::Rows;

/// The same game; a position stays one component of a compound, whatever pieces it has.
#[derive(Clone, Copy, Debug)]
pub struct Whole<R>(pub R);

impl<R: Rules> Rules for Whole<R> {
    type Position = R::Position;

    fn options(&self, position: &R::Position, who: Player, out: &mut dyn Options<R::Position>) {
        self.0.options(position, who, out);
    }

    fn parse(&self, text: &str) -> Result<R::Position, PositionError> {
        self.0.parse(text)
    }

    fn show(&self, position: &R::Position) -> String {
        self.0.show(position)
    }

    fn most_options(&self, position: &R::Position) -> u128 {
        self.0.most_options(position)
    }

    fn sketch(&self, position: &R::Position) -> String {
        self.0.sketch(position)
    }

    fn touched(&self, position: &R::Position, who: Player, option: &R::Position) -> Vec<Shape> {
        self.0.touched(position, who, option)
    }

    fn picture(&self, position: &R::Position) -> Picture {
        self.0.picture(position)
    }

    fn display(&self, position: &R::Position) -> String {
        self.0.display(position)
    }

    fn row_order(&self) -> Rows {
        self.0.row_order()
    }

    fn name_move(&self, position: &R::Position, who: Player, option: &R::Position) -> String {
        self.0.name_move(position, who, option)
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

    fn is_infinite(&self) -> bool {
        self.0.is_infinite()
    }

    fn can_move(&self, position: &R::Position, who: Player, option: &R::Position) -> bool {
        self.0.can_move(position, who, option)
    }

    fn is_undivided(&self) -> bool {
        self.0.is_undivided()
    }

    fn components(&self, position: R::Position, out: &mut dyn Options<R::Position>) {
        self.0.components(position, out);
    }

    fn refine(&self, form: &R::Position, out: &mut dyn Options<R::Position>) -> bool {
        self.0.refine(form, out)
    }

    fn fault(&self) -> Option<String> {
        self.0.fault()
    }

    fn parts(&self, position: &R::Position, out: &mut dyn Options<(R::Position, u64)>) {
        out.push((position.clone(), 1));
    }

    /// What falls apart has no number.
    fn code(&self, _: &R::Position) -> Option<u64> {
        None
    }

    fn coded_moves(&self, _: u64, _: Player, _: &mut dyn FnMut(&[u64]) -> bool) {}

    fn pieces(&self) -> &'static str {
        "the whole position"
    }

    fn normal_form(&self, position: R::Position) -> (R::Position, bool) {
        self.0.normal_form(position)
    }

    fn size(&self, position: &R::Position) -> u32 {
        self.0.size(position)
    }

    fn exact_size(&self) -> u32 {
        self.0.exact_size()
    }

    fn bounds(&self, position: &R::Position) -> Option<(i64, i64)> {
        self.0.bounds(position)
    }

    fn is_all_small(&self) -> bool {
        self.0.is_all_small()
    }

    fn promise(&self, position: &R::Position) -> i32 {
        self.0.promise(position)
    }

    fn one_hand_tied(
        &self,
        position: &R::Position,
        tied: Player,
        lines: Range<usize>,
    ) -> Option<R::Position> {
        self.0.one_hand_tied(position, tied, lines)
    }

    fn line_codes(&self, position: &R::Position, tied: Player, out: &mut Vec<u32>) -> bool {
        self.0.line_codes(position, tied, out)
    }

    fn special_moves(&self) -> &'static [MoveKind] {
        self.0.special_moves()
    }

    fn move_kind(&self, from: &R::Position, who: Player, to: &R::Position) -> MoveKind {
        self.0.move_kind(from, who, to)
    }

    fn decided(&self, position: &R::Position) -> Option<Player> {
        self.0.decided(position)
    }

    fn member(&self, size: &[usize]) -> Option<R::Position> {
        self.0.member(size)
    }

    fn every(&self, size: &[usize], out: &mut dyn Options<R::Position>) -> bool {
        self.0.every(size, out)
    }

    fn first_size(&self) -> usize {
        self.0.first_size()
    }

    fn arrival(&self, position: &R::Position) -> MoveKind {
        self.0.arrival(position)
    }

    fn cell(&self, table: &[usize], cell: &[usize]) -> Option<R::Position> {
        self.0.cell(table, cell)
    }
}

/// Both players may make the moves of either.
#[derive(Clone, Copy, Debug)]
pub struct Impartial<R>(pub R);

impl<R: Rules> Impartial<R> {
    /// Whose move from `position` to `option` it is in the rules inside.
    fn mover(&self, position: &R::Position, who: Player, option: &R::Position) -> Player {
        if self.0.is_impartial() || self.0.can_move(position, who, option) { who } else { !who }
    }
}

impl<R: Rules> Rules for Impartial<R> {
    type Position = R::Position;

    fn options(&self, position: &R::Position, _: Player, out: &mut dyn Options<R::Position>) {
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

    fn sketch(&self, position: &R::Position) -> String {
        self.0.sketch(position)
    }

    fn touched(&self, position: &R::Position, who: Player, option: &R::Position) -> Vec<Shape> {
        self.0.touched(position, self.mover(position, who, option), option)
    }

    fn picture(&self, position: &R::Position) -> Picture {
        self.0.picture(position)
    }

    fn display(&self, position: &R::Position) -> String {
        self.0.display(position)
    }

    fn row_order(&self) -> Rows {
        self.0.row_order()
    }

    fn name_move(&self, position: &R::Position, who: Player, option: &R::Position) -> String {
        self.0.name_move(position, self.mover(position, who, option), option)
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

    fn is_infinite(&self) -> bool {
        self.0.is_infinite()
    }

    fn can_move(&self, position: &R::Position, who: Player, option: &R::Position) -> bool {
        self.0.can_move(position, who, option) || self.0.can_move(position, !who, option)
    }

    fn is_undivided(&self) -> bool {
        self.0.is_undivided()
    }

    fn components(&self, position: R::Position, out: &mut dyn Options<R::Position>) {
        self.0.components(position, out);
    }

    fn refine(&self, form: &R::Position, out: &mut dyn Options<R::Position>) -> bool {
        self.0.refine(form, out)
    }

    fn fault(&self) -> Option<String> {
        self.0.fault()
    }

    fn parts(&self, position: &R::Position, out: &mut dyn Options<(R::Position, u64)>) {
        self.0.parts(position, out);
    }

    fn code(&self, part: &R::Position) -> Option<u64> {
        self.0.code(part)
    }

    fn coded_moves(&self, code: u64, _: Player, visit: &mut dyn FnMut(&[u64]) -> bool) {
        let mut is_open = true;
        for who in Player::BOTH {
            self.0.coded_moves(code, who, &mut |parts| {
                is_open = is_open && visit(parts);
                is_open
            });
        }
    }

    fn pieces(&self) -> &'static str {
        self.0.pieces()
    }

    fn normal_form(&self, position: R::Position) -> (R::Position, bool) {
        (self.0.normal_form(position).0, false)
    }

    fn size(&self, position: &R::Position) -> u32 {
        self.0.size(position)
    }

    fn exact_size(&self) -> u32 {
        self.0.exact_size()
    }

    /// Those of the rules inside are of another game.
    fn bounds(&self, _: &R::Position) -> Option<(i64, i64)> {
        None
    }

    fn is_all_small(&self) -> bool {
        true
    }

    /// What is good for Left is as good for Right.
    fn promise(&self, _: &R::Position) -> i32 {
        0
    }

    /// A cut that ties one player ties the other.
    fn one_hand_tied(&self, _: &R::Position, _: Player, _: Range<usize>) -> Option<R::Position> {
        None
    }

    fn line_codes(&self, _: &R::Position, _: Player, _: &mut Vec<u32>) -> bool {
        false
    }

    fn special_moves(&self) -> &'static [MoveKind] {
        self.0.special_moves()
    }

    fn move_kind(&self, from: &R::Position, who: Player, to: &R::Position) -> MoveKind {
        self.0.move_kind(from, self.mover(from, who, to), to)
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

    fn every(&self, size: &[usize], out: &mut dyn Options<R::Position>) -> bool {
        self.0.every(size, out)
    }

    fn arrival(&self, position: &R::Position) -> MoveKind {
        self.0.arrival(position)
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

    fn options(&self, position: &R::Position, who: Player, out: &mut dyn Options<R::Position>) {
        let mut first = First::default();
        self.0.options(position, !who, &mut first);
        if first.is_found() {
            self.0.options(position, who, out);
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

    fn sketch(&self, position: &R::Position) -> String {
        self.0.sketch(position)
    }

    fn touched(&self, position: &R::Position, who: Player, option: &R::Position) -> Vec<Shape> {
        self.0.touched(position, who, option)
    }

    fn picture(&self, position: &R::Position) -> Picture {
        self.0.picture(position)
    }

    fn display(&self, position: &R::Position) -> String {
        self.0.display(position)
    }

    fn row_order(&self) -> Rows {
        self.0.row_order()
    }

    fn name_move(&self, position: &R::Position, who: Player, option: &R::Position) -> String {
        self.0.name_move(position, who, option)
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

    fn is_infinite(&self) -> bool {
        self.0.is_infinite()
    }

    fn can_move(&self, position: &R::Position, who: Player, option: &R::Position) -> bool {
        let mut first = First::default();
        self.0.options(position, !who, &mut first);
        first.is_found() && self.0.can_move(position, who, option)
    }

    fn is_undivided(&self) -> bool {
        self.0.is_undivided()
    }

    /// A move in one part keeps another part alive.
    fn components(&self, position: R::Position, out: &mut dyn Options<R::Position>) {
        out.push(position);
    }

    /// Whoever can move anywhere decides everywhere, so nothing falls apart.
    fn refine(&self, _: &Self::Position, _: &mut dyn Options<Self::Position>) -> bool {
        false
    }

    fn fault(&self) -> Option<String> {
        self.0.fault()
    }

    fn parts(&self, position: &R::Position, out: &mut dyn Options<(R::Position, u64)>) {
        out.push((position.clone(), 1));
    }

    /// Moves depend on whether both players have one.
    fn code(&self, _: &R::Position) -> Option<u64> {
        None
    }

    fn coded_moves(&self, _: u64, _: Player, _: &mut dyn FnMut(&[u64]) -> bool) {}

    fn pieces(&self) -> &'static str {
        "the whole position"
    }

    fn normal_form(&self, position: R::Position) -> (R::Position, bool) {
        self.0.normal_form(position)
    }

    fn size(&self, position: &R::Position) -> u32 {
        self.0.size(position)
    }

    fn exact_size(&self) -> u32 {
        self.0.exact_size()
    }

    /// Those of the rules inside are of another game.
    fn bounds(&self, _: &R::Position) -> Option<(i64, i64)> {
        None
    }

    fn is_all_small(&self) -> bool {
        true
    }

    fn promise(&self, position: &R::Position) -> i32 {
        self.0.promise(position)
    }

    /// A player with a hand tied may end the game for both.
    fn one_hand_tied(&self, _: &R::Position, _: Player, _: Range<usize>) -> Option<R::Position> {
        None
    }

    fn line_codes(&self, _: &R::Position, _: Player, _: &mut Vec<u32>) -> bool {
        false
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

    fn every(&self, size: &[usize], out: &mut dyn Options<R::Position>) -> bool {
        self.0.every(size, out)
    }

    fn arrival(&self, position: &R::Position) -> MoveKind {
        self.0.arrival(position)
    }

    fn cell(&self, table: &[usize], cell: &[usize]) -> Option<R::Position> {
        self.0.cell(table, cell)
    }
}

/// After each move the players exchange their roles: `t(G) = {-t(GL) | -t(GR)}`. A position
/// remembers whether the roles are exchanged. Not a sum of its components.
#[derive(Clone, Copy, Debug)]
pub struct Twisted<R>(pub R);

/// The part that `who` plays in a position.
fn role<P>(position: &(P, bool), who: Player) -> Player {
    if position.1 { !who } else { who }
}

impl<R: Rules> Rules for Twisted<R> {
    type Position = (R::Position, bool);

    fn options(
        &self,
        position: &Self::Position,
        who: Player,
        out: &mut dyn Options<Self::Position>,
    ) {
        let (inner, exchanged) = position;
        let mut turned = Mapped::new(out, |option| (option, !exchanged));
        self.0.options(inner, role(position, who), &mut turned);
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

    fn most_options(&self, position: &Self::Position) -> u128 {
        self.0.most_options(&position.0)
    }

    /// A line with `~` says that the roles are exchanged.
    fn sketch(&self, position: &Self::Position) -> String {
        format!("{}{}", if position.1 { "~\n" } else { "" }, self.0.sketch(&position.0))
    }

    fn touched(
        &self,
        position: &Self::Position,
        who: Player,
        option: &Self::Position,
    ) -> Vec<Shape> {
        self.0.touched(&position.0, role(position, who), &option.0)
    }

    fn picture(&self, position: &Self::Position) -> Picture {
        self.0.picture(&position.0)
    }

    /// A line with `~` says that the roles are exchanged.
    fn display(&self, position: &Self::Position) -> String {
        format!("{}{}", if position.1 { "~\n" } else { "" }, self.0.display(&position.0))
    }

    fn row_order(&self) -> Rows {
        self.0.row_order()
    }

    fn name_move(&self, position: &Self::Position, who: Player, option: &Self::Position) -> String {
        self.0.name_move(&position.0, role(position, who), &option.0)
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

    fn is_infinite(&self) -> bool {
        self.0.is_infinite()
    }

    fn can_move(&self, position: &Self::Position, who: Player, option: &Self::Position) -> bool {
        position.1 != option.1 && self.0.can_move(&position.0, role(position, who), &option.0)
    }

    /// A normal form has its roles as they were at the beginning.
    fn is_undivided(&self) -> bool {
        false
    }

    /// A move anywhere exchanges the roles everywhere.
    fn components(&self, position: Self::Position, out: &mut dyn Options<Self::Position>) {
        out.push(position);
    }

    /// The roles belong to the whole position.
    fn refine(&self, _: &Self::Position, _: &mut dyn Options<Self::Position>) -> bool {
        false
    }

    fn fault(&self) -> Option<String> {
        self.0.fault()
    }

    fn parts(&self, position: &Self::Position, out: &mut dyn Options<(Self::Position, u64)>) {
        out.push((position.clone(), 1));
    }

    /// A number does not tell the roles.
    fn code(&self, _: &Self::Position) -> Option<u64> {
        None
    }

    fn coded_moves(&self, _: u64, _: Player, _: &mut dyn FnMut(&[u64]) -> bool) {}

    fn pieces(&self) -> &'static str {
        "the whole position"
    }

    fn normal_form(&self, position: Self::Position) -> (Self::Position, bool) {
        let (form, negated) = self.0.normal_form(position.0);
        ((form, false), negated ^ position.1)
    }

    fn size(&self, position: &Self::Position) -> u32 {
        self.0.size(&position.0)
    }

    fn exact_size(&self) -> u32 {
        self.0.exact_size()
    }

    /// Those of the rules inside are of another game.
    fn bounds(&self, _: &Self::Position) -> Option<(i64, i64)> {
        None
    }

    /// In every position the same players can move as inside.
    fn is_all_small(&self) -> bool {
        self.0.is_all_small()
    }

    fn promise(&self, position: &Self::Position) -> i32 {
        let promise = self.0.promise(&position.0);
        if position.1 { promise.saturating_neg() } else { promise }
    }

    fn one_hand_tied(
        &self,
        _: &Self::Position,
        _: Player,
        _: Range<usize>,
    ) -> Option<Self::Position> {
        None
    }

    fn line_codes(&self, _: &Self::Position, _: Player, _: &mut Vec<u32>) -> bool {
        false
    }

    fn special_moves(&self) -> &'static [MoveKind] {
        self.0.special_moves()
    }

    fn move_kind(&self, from: &Self::Position, who: Player, to: &Self::Position) -> MoveKind {
        self.0.move_kind(&from.0, role(from, who), &to.0)
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

    fn every(&self, size: &[usize], out: &mut dyn Options<Self::Position>) -> bool {
        self.0.every(size, &mut Mapped::new(out, |position| (position, false)))
    }

    fn arrival(&self, position: &Self::Position) -> MoveKind {
        self.0.arrival(&position.0)
    }

    fn cell(&self, table: &[usize], cell: &[usize]) -> Option<Self::Position> {
        Some((self.0.cell(table, cell)?, false))
    }
}
