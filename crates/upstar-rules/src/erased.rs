//! Rules without their type: one type for all games.
//!
//! Engines are compiled for each type of rules. For the few games where that pays the registry
//! hands out their own types; all others share this one, whose positions are boxed unless they
//! are [`Words`].

use crate::{MoveKind, Picture, PositionError, Rules, Shape, Words};
use rustc_hash::FxBuildHasher;
use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;
use upstar_base::weigh::piece;
use upstar_base::{Mapped, Options, Player, Weigh};
use upstar_picture::Rows;

/// What every type of positions can do, callable without knowing the type.
trait AnyPosition: Any + Send + Sync + fmt::Debug {
    fn same(&self, other: &dyn AnyPosition) -> bool;
    fn order(&self, other: &dyn AnyPosition) -> Ordering;
    fn feed(&self, hasher: &mut dyn Hasher);
    fn copied(&self) -> Box<dyn AnyPosition>;
    fn bytes(&self) -> usize;
}

impl<P: Clone + Eq + Ord + Hash + fmt::Debug + Weigh + Send + Sync + 'static> AnyPosition for P {
    fn same(&self, other: &dyn AnyPosition) -> bool {
        (other as &dyn Any).downcast_ref::<P>() == Some(self)
    }

    fn order(&self, other: &dyn AnyPosition) -> Ordering {
        match (other as &dyn Any).downcast_ref::<P>() {
            Some(other) => self.cmp(other),
            None => Any::type_id(self).cmp(&(other as &dyn Any).type_id()),
        }
    }

    fn feed(&self, hasher: &mut dyn Hasher) {
        // The fields are hashed where their types are known.
        hasher.write_u64(FxBuildHasher.hash_one(self));
    }

    fn copied(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn bytes(&self) -> usize {
        piece(size_of::<P>()) + self.heap_bytes()
    }
}

/// A position of some game.
#[derive(Debug)]
pub struct Position(Held);

/// Invariant: a box never holds [`Words`].
#[derive(Debug)]
enum Held {
    Words(Words),
    Boxed(Box<dyn AnyPosition>),
}

impl Weigh for Position {
    fn heap_bytes(&self) -> usize {
        match &self.0 {
            Held::Words(_) => 0,
            Held::Boxed(position) => position.bytes(),
        }
    }
}

impl Clone for Position {
    #[inline]
    fn clone(&self) -> Self {
        Position(match &self.0 {
            Held::Words(words) => Held::Words(*words),
            Held::Boxed(position) => Held::Boxed(position.copied()),
        })
    }
}

impl PartialEq for Position {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Held::Words(words), Held::Words(others)) => words == others,
            (Held::Boxed(position), Held::Boxed(other)) => position.same(&**other),
            _ => false,
        }
    }
}

impl Eq for Position {}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Position {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Held::Words(words), Held::Words(others)) => words.cmp(others),
            (Held::Boxed(position), Held::Boxed(other)) => position.order(&**other),
            (Held::Words(_), Held::Boxed(_)) => Ordering::Less,
            (Held::Boxed(_), Held::Words(_)) => Ordering::Greater,
        }
    }
}

impl Hash for Position {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Held::Words(words) => words.hash(state),
            Held::Boxed(position) => position.feed(state),
        }
    }
}

impl Position {
    /// A position of rules that are in a box.
    pub fn new<R: Rules>(position: R::Position) -> Position {
        boxed(position)
    }

    /// The position of a known type of rules; `None` when it belongs to others.
    #[inline]
    pub fn downcast<R: Rules>(&self) -> Option<&R::Position> {
        match &self.0 {
            Held::Words(words) => (words as &dyn Any).downcast_ref(),
            Held::Boxed(position) => (&**position as &dyn Any).downcast_ref(),
        }
    }

    /// The box with another position of the same type in it.
    #[inline]
    fn holding<P: AnyPosition>(mut self, position: P) -> Position {
        if let Held::Boxed(inside) = &mut self.0
            && let Some(place) = (&mut **inside as &mut dyn Any).downcast_mut::<P>()
        {
            *place = position;
            return self;
        }
        boxed(position)
    }

    /// What is in the box.
    pub fn inside(&self) -> &dyn Any {
        match &self.0 {
            Held::Words(words) => words,
            Held::Boxed(position) => &**position,
        }
    }
}

/// [`Rules`], callable without knowing the type.
trait AnyRules: Any + Send + Sync {
    fn options(&self, position: &Position, who: Player, out: &mut dyn Options<Position>);
    fn most_options(&self, position: &Position) -> u128;
    fn parse(&self, text: &str) -> Result<Position, PositionError>;
    fn show(&self, position: &Position) -> String;
    fn picture(&self, position: &Position) -> Picture;
    fn touched(&self, position: &Position, who: Player, option: &Position) -> Vec<Shape>;
    fn display(&self, position: &Position) -> String;
    fn sketch(&self, position: &Position) -> String;
    fn row_order(&self) -> Rows;
    fn name_move(&self, position: &Position, who: Player, option: &Position) -> String;
    fn is_impartial(&self) -> bool;
    fn is_loopy(&self) -> bool;
    fn is_unbounded(&self) -> bool;
    fn is_infinite(&self) -> bool;
    fn can_move(&self, position: &Position, who: Player, option: &Position) -> bool;
    fn components(&self, position: Position, out: &mut dyn Options<Position>);
    fn is_undivided(&self) -> bool;
    fn refine(&self, form: &Position, out: &mut dyn Options<Position>) -> bool;
    fn fault(&self) -> Option<String>;
    fn parts(&self, position: &Position, out: &mut dyn Options<(Position, u64)>);
    fn code(&self, part: &Position) -> Option<u64>;
    fn coded_moves(&self, code: u64, who: Player, visit: &mut dyn FnMut(&[u64]) -> bool);
    fn pieces(&self) -> &'static str;
    fn normal_form(&self, position: Position) -> (Position, bool);
    fn size(&self, position: &Position) -> u32;
    fn exact_size(&self) -> u32;
    fn bounds(&self, position: &Position) -> Option<(i64, i64)>;
    fn is_all_small(&self) -> bool;
    fn promise(&self, position: &Position) -> i32;
    fn one_hand_tied(&self, p: &Position, tied: Player, lines: Range<usize>) -> Option<Position>;
    fn line_codes(&self, position: &Position, tied: Player, out: &mut Vec<u32>) -> bool;
    fn special_moves(&self) -> &'static [MoveKind];
    fn move_kind(&self, position: &Position, who: Player, option: &Position) -> MoveKind;
    fn decided(&self, position: &Position) -> Option<Player>;
    fn member(&self, size: &[usize]) -> Option<Position>;
    fn every(&self, size: &[usize], out: &mut dyn Options<Position>) -> bool;
    fn first_size(&self) -> usize;
    fn arrival(&self, position: &Position) -> MoveKind;
    fn cell(&self, table: &[usize], cell: &[usize]) -> Option<Position>;
}

#[inline]
fn boxed<P: AnyPosition>(position: P) -> Position {
    Position(match (&position as &dyn Any).downcast_ref::<Words>() {
        Some(words) => Held::Words(*words),
        None => Held::Boxed(Box::new(position)),
    })
}

fn known<R: Rules>(position: &Position) -> &R::Position {
    match position.downcast::<R>() {
        Some(position) => position,
        None => foreign(position),
    }
}

#[cold]
#[inline(never)]
fn foreign(position: &Position) -> ! {
    panic!("{position:?} is a position of another game")
}

impl<R: Rules> AnyRules for R {
    fn options(&self, position: &Position, who: Player, out: &mut dyn Options<Position>) {
        Rules::options(self, known::<R>(position), who, &mut Mapped::new(out, boxed));
    }

    fn most_options(&self, position: &Position) -> u128 {
        Rules::most_options(self, known::<R>(position))
    }

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        Rules::parse(self, text).map(boxed)
    }

    fn show(&self, position: &Position) -> String {
        Rules::show(self, known::<R>(position))
    }

    fn picture(&self, position: &Position) -> Picture {
        Rules::picture(self, known::<R>(position))
    }

    fn touched(&self, position: &Position, who: Player, option: &Position) -> Vec<Shape> {
        Rules::touched(self, known::<R>(position), who, known::<R>(option))
    }

    fn display(&self, position: &Position) -> String {
        Rules::display(self, known::<R>(position))
    }

    fn sketch(&self, position: &Position) -> String {
        Rules::sketch(self, known::<R>(position))
    }

    fn row_order(&self) -> Rows {
        Rules::row_order(self)
    }

    fn name_move(&self, position: &Position, who: Player, option: &Position) -> String {
        Rules::name_move(self, known::<R>(position), who, known::<R>(option))
    }

    fn is_impartial(&self) -> bool {
        Rules::is_impartial(self)
    }

    fn is_loopy(&self) -> bool {
        Rules::is_loopy(self)
    }

    fn is_unbounded(&self) -> bool {
        Rules::is_unbounded(self)
    }

    fn is_infinite(&self) -> bool {
        Rules::is_infinite(self)
    }

    fn can_move(&self, position: &Position, who: Player, option: &Position) -> bool {
        Rules::can_move(self, known::<R>(position), who, known::<R>(option))
    }

    fn components(&self, position: Position, out: &mut dyn Options<Position>) {
        let whole = known::<R>(&position).clone();
        // Most positions are one component: the first takes the box of the whole.
        let mut free = Some(position);
        let part = |part: R::Position| match free.take() {
            Some(position) => position.holding(part),
            None => boxed(part),
        };
        Rules::components(self, whole, &mut Mapped::new(out, part));
    }

    fn is_undivided(&self) -> bool {
        Rules::is_undivided(self)
    }

    fn refine(&self, form: &Position, out: &mut dyn Options<Position>) -> bool {
        Rules::refine(self, known::<R>(form), &mut Mapped::new(out, boxed))
    }

    fn fault(&self) -> Option<String> {
        Rules::fault(self)
    }

    fn parts(&self, position: &Position, out: &mut dyn Options<(Position, u64)>) {
        let counted = |(part, count)| (boxed::<R::Position>(part), count);
        Rules::parts(self, known::<R>(position), &mut Mapped::new(out, counted));
    }

    fn code(&self, part: &Position) -> Option<u64> {
        Rules::code(self, known::<R>(part))
    }

    fn coded_moves(&self, code: u64, who: Player, visit: &mut dyn FnMut(&[u64]) -> bool) {
        Rules::coded_moves(self, code, who, visit);
    }

    fn pieces(&self) -> &'static str {
        Rules::pieces(self)
    }

    fn normal_form(&self, position: Position) -> (Position, bool) {
        let (form, negated) = Rules::normal_form(self, known::<R>(&position).clone());
        (position.holding(form), negated)
    }

    fn size(&self, position: &Position) -> u32 {
        Rules::size(self, known::<R>(position))
    }

    fn exact_size(&self) -> u32 {
        Rules::exact_size(self)
    }

    fn bounds(&self, position: &Position) -> Option<(i64, i64)> {
        Rules::bounds(self, known::<R>(position))
    }

    fn is_all_small(&self) -> bool {
        Rules::is_all_small(self)
    }

    fn promise(&self, position: &Position) -> i32 {
        Rules::promise(self, known::<R>(position))
    }

    fn one_hand_tied(&self, p: &Position, tied: Player, lines: Range<usize>) -> Option<Position> {
        Rules::one_hand_tied(self, known::<R>(p), tied, lines).map(boxed)
    }

    fn line_codes(&self, position: &Position, tied: Player, out: &mut Vec<u32>) -> bool {
        Rules::line_codes(self, known::<R>(position), tied, out)
    }

    fn special_moves(&self) -> &'static [MoveKind] {
        Rules::special_moves(self)
    }

    fn move_kind(&self, position: &Position, who: Player, option: &Position) -> MoveKind {
        Rules::move_kind(self, known::<R>(position), who, known::<R>(option))
    }

    fn decided(&self, position: &Position) -> Option<Player> {
        Rules::decided(self, known::<R>(position))
    }

    fn member(&self, size: &[usize]) -> Option<Position> {
        Rules::member(self, size).map(boxed)
    }

    fn every(&self, size: &[usize], out: &mut dyn Options<Position>) -> bool {
        Rules::every(self, size, &mut Mapped::new(out, boxed))
    }

    fn first_size(&self) -> usize {
        Rules::first_size(self)
    }

    fn arrival(&self, position: &Position) -> MoveKind {
        Rules::arrival(self, known::<R>(position))
    }

    fn cell(&self, table: &[usize], cell: &[usize]) -> Option<Position> {
        Rules::cell(self, table, cell).map(boxed)
    }
}

/// Any rules, in a box; copies share them.
#[derive(Clone)]
pub struct Erased(Arc<dyn AnyRules>);

impl Erased {
    /// Forgets the type of some rules.
    pub fn new(rules: impl Rules) -> Erased {
        Erased(Arc::new(rules))
    }

    /// What is in the box.
    pub fn inside(&self) -> &dyn Any {
        &*self.0
    }

    /// What is in the box, to be kept.
    pub fn share(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::clone(&self.0) as Arc<dyn Any + Send + Sync>
    }

    /// The rules inside, if they are of this type.
    pub fn downcast<R: Rules>(&self) -> Option<&R> {
        (&*self.0 as &dyn Any).downcast_ref()
    }
}

impl Rules for Erased {
    type Position = Position;

    fn options(&self, position: &Position, who: Player, out: &mut dyn Options<Position>) {
        self.0.options(position, who, out);
    }

    fn most_options(&self, position: &Position) -> u128 {
        self.0.most_options(position)
    }

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        self.0.parse(text)
    }

    fn show(&self, position: &Position) -> String {
        self.0.show(position)
    }

    fn picture(&self, position: &Position) -> Picture {
        self.0.picture(position)
    }

    fn touched(&self, position: &Position, who: Player, option: &Position) -> Vec<Shape> {
        self.0.touched(position, who, option)
    }

    fn display(&self, position: &Position) -> String {
        self.0.display(position)
    }

    fn sketch(&self, position: &Position) -> String {
        self.0.sketch(position)
    }

    fn row_order(&self) -> Rows {
        self.0.row_order()
    }

    fn name_move(&self, position: &Position, who: Player, option: &Position) -> String {
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

    fn can_move(&self, position: &Position, who: Player, option: &Position) -> bool {
        self.0.can_move(position, who, option)
    }

    fn components(&self, position: Position, out: &mut dyn Options<Position>) {
        self.0.components(position, out);
    }

    fn is_undivided(&self) -> bool {
        self.0.is_undivided()
    }

    fn refine(&self, form: &Position, out: &mut dyn Options<Position>) -> bool {
        self.0.refine(form, out)
    }

    fn fault(&self) -> Option<String> {
        self.0.fault()
    }

    fn parts(&self, position: &Position, out: &mut dyn Options<(Position, u64)>) {
        self.0.parts(position, out);
    }

    fn code(&self, part: &Position) -> Option<u64> {
        self.0.code(part)
    }

    fn coded_moves(&self, code: u64, who: Player, visit: &mut dyn FnMut(&[u64]) -> bool) {
        self.0.coded_moves(code, who, visit);
    }

    fn pieces(&self) -> &'static str {
        self.0.pieces()
    }

    fn normal_form(&self, position: Position) -> (Position, bool) {
        self.0.normal_form(position)
    }

    fn size(&self, position: &Position) -> u32 {
        self.0.size(position)
    }

    fn exact_size(&self) -> u32 {
        self.0.exact_size()
    }

    fn bounds(&self, position: &Position) -> Option<(i64, i64)> {
        self.0.bounds(position)
    }

    fn is_all_small(&self) -> bool {
        self.0.is_all_small()
    }

    fn promise(&self, position: &Position) -> i32 {
        self.0.promise(position)
    }

    fn one_hand_tied(&self, p: &Position, tied: Player, lines: Range<usize>) -> Option<Position> {
        self.0.one_hand_tied(p, tied, lines)
    }

    fn line_codes(&self, position: &Position, tied: Player, out: &mut Vec<u32>) -> bool {
        self.0.line_codes(position, tied, out)
    }

    fn special_moves(&self) -> &'static [MoveKind] {
        self.0.special_moves()
    }

    fn move_kind(&self, position: &Position, who: Player, option: &Position) -> MoveKind {
        self.0.move_kind(position, who, option)
    }

    fn decided(&self, position: &Position) -> Option<Player> {
        self.0.decided(position)
    }

    fn member(&self, size: &[usize]) -> Option<Position> {
        self.0.member(size)
    }

    fn every(&self, size: &[usize], out: &mut dyn Options<Position>) -> bool {
        self.0.every(size, out)
    }

    fn first_size(&self) -> usize {
        self.0.first_size()
    }

    fn arrival(&self, position: &Position) -> MoveKind {
        self.0.arrival(position)
    }

    fn cell(&self, table: &[usize], cell: &[usize]) -> Option<Position> {
        self.0.cell(table, cell)
    }
}
