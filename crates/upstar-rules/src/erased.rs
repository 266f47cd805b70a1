//! Rules without their type: one type for all games.
//!
//! The registry hands out all rules as this type, so that theories are compiled once and not for
//! each game. Positions are boxed unless they are of one of the types listed in `held!`, which need
//! no allocation. For the few games where the type pays [`crate::registry::typed`] gives it back.

use crate::grid::layers::Layers;
use crate::grid::plane::{Row, Small};
use crate::loopy::fox_and_geese::Chase;
use crate::wrapper::{PositionMap, Same, Wrapper};
use crate::{Nature, PlainData, Rules};
use rustc_hash::FxBuildHasher;
use std::any::Any;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;
use upstar_base::weigh::piece;
use upstar_base::{Mapped, Options, Weigh};

/// What every type of positions can do, callable without knowing the type.
trait AnyPosition: Any + Send + Sync + fmt::Debug {
    fn same(&self, other: &dyn AnyPosition) -> bool;
    fn order(&self, other: &dyn AnyPosition) -> Ordering;
    fn feed(&self, hasher: &mut dyn Hasher);
    fn copied(&self) -> Box<dyn AnyPosition>;
    fn bytes(&self) -> usize;
}

impl<P: PlainData> AnyPosition for P {
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

/// Declares how positions are held. Where the type of a position is known all but one of the ways
/// fall away when this is compiled.
macro_rules! held {
    ($($Name:ident($Type:ty),)*) => {
        /// Invariant: a box holds none of the other types and no [`Position`].
        #[derive(Debug)]
        enum HeldPosition {
            $($Name($Type),)*
            Boxed(Box<dyn AnyPosition>),
        }

        impl Weigh for Position {
            #[inline]
            fn heap_bytes(&self) -> usize {
                match &self.0 {
                    $(HeldPosition::$Name(position) => position.heap_bytes(),)*
                    HeldPosition::Boxed(position) => position.bytes(),
                }
            }
        }

        impl Clone for Position {
            #[inline]
            fn clone(&self) -> Self {
                Position(match &self.0 {
                    $(HeldPosition::$Name(position) => HeldPosition::$Name(position.clone()),)*
                    HeldPosition::Boxed(position) => HeldPosition::Boxed(position.copied()),
                })
            }
        }

        impl PartialEq for Position {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                match (&self.0, &other.0) {
                    $((HeldPosition::$Name(position), HeldPosition::$Name(other)) => position == other,)*
                    (HeldPosition::Boxed(position), HeldPosition::Boxed(other)) => position.same(&**other),
                    _ => false,
                }
            }
        }

        impl Ord for Position {
            fn cmp(&self, other: &Self) -> Ordering {
                match (&self.0, &other.0) {
                    $((HeldPosition::$Name(position), HeldPosition::$Name(other)) => position.cmp(other),)*
                    (HeldPosition::Boxed(position), HeldPosition::Boxed(other)) => position.order(&**other),
                    _ => self.inside().type_id().cmp(&other.inside().type_id()),
                }
            }
        }

        impl Hash for Position {
            #[inline]
            fn hash<H: Hasher>(&self, state: &mut H) {
                match &self.0 {
                    $(HeldPosition::$Name(position) => position.hash(state),)*
                    HeldPosition::Boxed(position) => position.feed(state),
                }
            }
        }

        impl Position {
            #[inline]
            fn of<P: AnyPosition>(position: P) -> Position {
                let mut position = Some(position);
                if let Some(held) = (&mut position as &mut dyn Any).downcast_mut::<Option<Position>>()
                    && let Some(held) = held.take()
                {
                    return held;
                }
                $(if let Some(held) = (&mut position as &mut dyn Any).downcast_mut()
                    && let Some(held) = Option::take(held)
                {
                    return Position(HeldPosition::$Name(held));
                })*
                match position {
                    Some(position) => Position(HeldPosition::Boxed(Box::new(position))),
                    None => unreachable!("the position was taken out"),
                }
            }

            #[inline]
            fn inside(&self) -> &dyn Any {
                match &self.0 {
                    $(HeldPosition::$Name(position) => position,)*
                    HeldPosition::Boxed(position) => &**position,
                }
            }

            #[inline]
            fn get<P: 'static>(&self) -> Option<&P> {
                if let Some(position) = (self as &dyn Any).downcast_ref() {
                    return Some(position);
                }
                match &self.0 {
                    $(HeldPosition::$Name(position) => (position as &dyn Any).downcast_ref(),)*
                    HeldPosition::Boxed(position) => (&**position as &dyn Any).downcast_ref(),
                }
            }
        }
    };
}

held! {
    Number(u32),
    Cells(Vec<u8>),
    Chase(Chase),
    Row1(Layers<Row, 1>),
    Row2(Layers<Row, 2>),
    Row3(Layers<Row, 3>),
    Small1(Layers<Small, 1>),
    Small2(Layers<Small, 2>),
    Small3(Layers<Small, 3>),
}

/// A position of some game.
#[derive(Debug)]
pub struct Position(HeldPosition);

impl Eq for Position {}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Position {
    /// A position of any rules; one that has no type stays as it is.
    pub fn new(position: impl PlainData) -> Position {
        Position::of(position)
    }

    /// The position of rules of this type.
    ///
    /// # Panics
    /// If it belongs to others.
    #[inline]
    pub fn with_type<R: Rules>(&self) -> &R::Position {
        known(self)
    }

    /// The position of a known type of rules; `None` when it belongs to others.
    #[inline]
    pub fn downcast<R: Rules>(&self) -> Option<&R::Position> {
        self.get()
    }

    /// What is in the box, if it is of this type.
    pub fn into_inside<P: PlainData>(self) -> Option<P> {
        self.get().cloned()
    }

    /// The box with another position of the same type in it.
    #[inline]
    fn holding<P: AnyPosition>(mut self, position: P) -> Position {
        if let HeldPosition::Boxed(inside) = &mut self.0
            && let Some(place) = (&mut **inside as &mut dyn Any).downcast_mut::<P>()
        {
            *place = position;
            return self;
        }
        Position::of(position)
    }
}

/// Positions in boxes.
#[derive(Clone, Copy, Debug)]
pub struct InBox;

impl<P: PlainData> PositionMap<P> for InBox {
    type Position = Position;

    fn inner(position: &Position) -> &P {
        known(position)
    }

    fn unwrap(position: Position) -> P {
        known::<P>(&position).clone()
    }

    fn wrap(position: P) -> Position {
        Position::of(position)
    }
}

fn known<P: PlainData>(position: &Position) -> &P {
    match position.get() {
        Some(position) => position,
        None => foreign(position),
    }
}

#[cold]
#[inline(never)]
fn foreign(position: &Position) -> ! {
    panic!("{position:?} is a position of another game")
}

/// Rules whose positions are in boxes.
struct Boxed<R>(Arc<R>);

impl<R: Rules> Wrapper for Boxed<R> {
    type Inside = R;
    type Map = InBox;

    fn rules(&self) -> &R {
        &self.0
    }

    /// Most positions are one component: the first takes the box of the whole, if there is one.
    fn sum_components(&self, position: Position, out: &mut dyn Options<Position>) {
        let whole = known::<R::Position>(&position).clone();
        let mut free = matches!(position.0, HeldPosition::Boxed(_)).then_some(position);
        let part = |part: R::Position| match free.take() {
            Some(position) => position.holding(part),
            None => Position::of(part),
        };
        self.0.sum_components(whole, &mut Mapped::new(out, part));
    }

    /// The form takes the box of the position.
    fn normal_form(&self, position: Position) -> (Position, bool) {
        let (form, negated) = self.0.normal_form(known::<R::Position>(&position).clone());
        (position.holding(form), negated)
    }
}

/// Any rules, in a box; copies share them.
#[derive(Clone)]
pub struct Erased {
    rules: Arc<dyn Rules<Position = Position>>,
    nature: Nature,
    /// The rules with their type.
    inside: Arc<dyn Any + Send + Sync>,
}

impl Erased {
    /// Forgets the type of some rules, if they have one.
    pub fn new(rules: impl Rules) -> Erased {
        if let Some(erased) = (&rules as &dyn Any).downcast_ref::<Erased>() {
            return erased.clone();
        }
        let (nature, inside) = (rules.nature(), Arc::new(rules));
        Erased { rules: Arc::new(Boxed(Arc::clone(&inside))), nature, inside }
    }

    /// What is in the box.
    pub fn inside(&self) -> &dyn Any {
        &*self.inside
    }

    /// What is in the box, to be kept.
    pub fn share(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::clone(&self.inside)
    }

    /// The rules inside, to be kept, if they are of this type.
    ///
    /// ```
    /// use upstar_rules::erased::Erased;
    /// use upstar_rules::heap::euclid::Euclid;
    /// use upstar_rules::strip::wythoff::Wythoff;
    /// let rules = Erased::new(Euclid { to_zero: true });
    /// assert!(rules.with_type::<Euclid>().is_some_and(|euclid| euclid.to_zero));
    /// assert!(rules.with_type::<Wythoff>().is_none());
    /// ```
    pub fn with_type<R: Rules>(&self) -> Option<Arc<R>> {
        self.share().downcast().ok()
    }

    /// The rules inside, if they are of this type.
    pub fn downcast<R: Rules>(&self) -> Option<&R> {
        self.inside.downcast_ref()
    }
}

/// Rules out of their box, if they are in one.
pub fn unboxed<R: Rules>(rules: &R) -> &dyn Any {
    let rules: &dyn Any = rules;
    rules.downcast_ref().map_or(rules, Erased::inside)
}

/// A position in a box, which most are; a bare one is copied.
pub fn boxed<P: PlainData>(position: &P) -> Cow<'_, Position> {
    match (position as &dyn Any).downcast_ref() {
        Some(position) => Cow::Borrowed(position),
        None => Cow::Owned(Position::of(position.clone())),
    }
}

/// A position out of its box, if it is in one and belongs to rules of the type `R`.
pub fn unboxed_position<R: Rules>(position: &impl PlainData) -> Option<&R::Position> {
    let position: &dyn Any = position;
    match position.downcast_ref::<Position>() {
        Some(boxed) => boxed.get(),
        None => position.downcast_ref(),
    }
}

impl Wrapper for Erased {
    type Inside = dyn Rules<Position = Position>;
    type Map = Same;

    fn rules(&self) -> &Self::Inside {
        &*self.rules
    }

    fn nature(&self) -> Nature {
        self.nature
    }

    fn compound_parts(&self, position: &Position, out: &mut dyn Options<(Position, u64)>) {
        self.rules.compound_parts(position, out);
    }
}
