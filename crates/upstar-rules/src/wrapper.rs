//! Rules made from other rules.
//!
//! A [`Wrapper`] says what it changes; for everything else the rules inside answer. That is
//! written here once, for every method of [`Rules`] and of its views, so that no wrapper can forget one
//! and let a default take the place of what the rules inside say; `tests/wrappers.rs` sees to that.

use crate::{
    Banded, Coded, Family, MoveKind, Nature, Picture, PlainData, PositionError, Rules, Shape,
};
use std::ops::Range;
use upstar_base::{Mapped, Options, Player};

/// How positions of the rules inside, of type `P`, are positions of a wrapper.
pub trait PositionMap<P>: 'static {
    /// A position of the wrapper.
    type Position: PlainData;

    /// Returns the position inside.
    fn inner(position: &Self::Position) -> &P;

    /// Unwraps the position inside.
    fn unwrap(position: Self::Position) -> P;

    /// Wraps a position at the beginning of play.
    fn wrap(position: P) -> Self::Position;

    /// Have the players exchanged their roles? The text of a position says so, and a board in a
    /// line above it.
    fn is_exchanged(position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// Lets `fill` list positions that are wrapped on the way to `out`.
    fn list(out: &mut dyn Options<Self::Position>, fill: impl FnOnce(&mut dyn Options<P>)) {
        fill(&mut Mapped::new(out, Self::wrap));
    }
}

/// The positions are those of the rules inside.
#[derive(Clone, Copy, Debug)]
pub struct Same;

impl<P: PlainData> PositionMap<P> for Same {
    type Position = P;

    fn inner(position: &P) -> &P {
        position
    }

    fn unwrap(position: P) -> P {
        position
    }

    fn wrap(position: P) -> P {
        position
    }

    fn list(out: &mut dyn Options<P>, fill: impl FnOnce(&mut dyn Options<P>)) {
        fill(out);
    }
}

/// A position of the rules inside a wrapper.
pub type Inner<W> = <<W as Wrapper>::Inside as Rules>::Position;

/// A position of a wrapper.
pub type Outer<W> = <<W as Wrapper>::Map as PositionMap<Inner<W>>>::Position;

/// Rules that are other rules with a few changes. Whatever implements it implements [`Rules`]. The
/// two traits share names of methods, so whoever plays by the rules imports [`Rules`] alone.
///
/// Here is any game that is one component of a compound, whatever pieces it has:
///
/// ```
/// use upstar_rules::{Rules, graph::hackenbush::Hackenbush, wrapper};
///
/// struct Whole<R>(R);
///
/// impl<R: Rules> wrapper::Wrapper for Whole<R> {
///     type Inside = R;
///     type Map = wrapper::Same;
///     const HAS_PARTS: bool = false;
///
///     fn rules(&self) -> &R {
///         &self.0
///     }
/// }
///
/// let rules = Whole(Hackenbush::default());
/// let two = rules.parse("lr;rl")?;
/// let mut parts = Vec::new();
/// rules.compound_parts(&two, &mut parts);
/// assert_eq!(parts.len(), 1);
/// assert_eq!(rules.display(&two), "lr;rl\n12 34");
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub trait Wrapper: Send + Sync + 'static {
    /// The rules inside.
    type Inside: Rules + ?Sized;

    /// How positions contain those of the rules inside.
    type Map: PositionMap<Inner<Self>>;

    /// Is a position still the sum of the components that it has inside? Otherwise it is one
    /// component.
    const IS_SUM: bool = true;

    /// Are the components of a compound still those inside? Otherwise a position is one.
    const HAS_PARTS: bool = Self::IS_SUM;

    /// Has a position the value that it has inside? Otherwise nothing is known to bound it.
    const SAME_VALUES: bool = true;

    /// The rules inside.
    fn rules(&self) -> &Self::Inside;

    /// Whose move from `position` to `option` it is inside, when `who` makes it here.
    fn mover(&self, position: &Outer<Self>, who: Player, option: &Outer<Self>) -> Player {
        let _ = option;
        role::<Self>(position, who)
    }

    /// As [`Rules::options`].
    fn options(&self, position: &Outer<Self>, who: Player, out: &mut dyn Options<Outer<Self>>) {
        Self::Map::list(out, |out| self.rules().options(Self::Map::inner(position), who, out));
    }

    /// As [`Rules::can_move`], which has to agree with the options.
    fn can_move(&self, position: &Outer<Self>, who: Player, option: &Outer<Self>) -> bool {
        self.rules().can_move(Self::Map::inner(position), who, Self::Map::inner(option))
    }

    /// As [`Rules::most_options`].
    fn most_options(&self, position: &Outer<Self>) -> u128 {
        self.rules().most_options(Self::Map::inner(position))
    }

    /// As [`Rules::parse`].
    fn parse(&self, text: &str) -> Result<Outer<Self>, PositionError> {
        self.rules().parse(text).map(Self::Map::wrap)
    }

    /// As [`Rules::nature`].
    fn nature(&self) -> Nature {
        self.rules().nature()
    }

    /// As [`Rules::sum_components`], where [`Wrapper::IS_SUM`].
    fn sum_components(&self, position: Outer<Self>, out: &mut dyn Options<Outer<Self>>) {
        Self::Map::list(out, |out| self.rules().sum_components(Self::Map::unwrap(position), out));
    }

    /// As [`Rules::compound_parts`], where [`Wrapper::HAS_PARTS`].
    fn compound_parts(&self, position: &Outer<Self>, out: &mut dyn Options<(Outer<Self>, u64)>) {
        let wrap = |(part, count)| (Self::Map::wrap(part), count);
        self.rules().compound_parts(Self::Map::inner(position), &mut Mapped::new(out, wrap));
    }

    /// As [`Coded::coded_moves`], where [`Wrapper::HAS_PARTS`].
    fn coded_moves(&self, code: u64, who: Player, visit: &mut dyn FnMut(&[u64]) -> bool) {
        if let Some(coded) = self.rules().coded() {
            coded.coded_moves(code, who, visit);
        }
    }

    /// As [`Rules::normal_form`].
    fn normal_form(&self, position: Outer<Self>) -> (Outer<Self>, bool) {
        let is_exchanged = Self::Map::is_exchanged(&position);
        let (form, negated) = self.rules().normal_form(Self::Map::unwrap(position));
        (Self::Map::wrap(form), negated ^ is_exchanged)
    }

    /// As [`Rules::move_heuristic`].
    fn move_heuristic(&self, position: &Outer<Self>) -> i32 {
        let promise = self.rules().move_heuristic(Self::Map::inner(position));
        if Self::Map::is_exchanged(position) { promise.saturating_neg() } else { promise }
    }

    /// As [`Rules::move_kind`].
    fn move_kind(&self, position: &Outer<Self>, who: Player, option: &Outer<Self>) -> MoveKind {
        let who = self.mover(position, who, option);
        self.rules().move_kind(Self::Map::inner(position), who, Self::Map::inner(option))
    }
}

/// The part that `who` plays in a position.
pub(crate) fn role<W: Wrapper + ?Sized>(position: &Outer<W>, who: Player) -> Player {
    if W::Map::is_exchanged(position) { !who } else { who }
}

/// Returns the position inside.
fn inner<W: Wrapper + ?Sized>(position: &Outer<W>) -> &Inner<W> {
    W::Map::inner(position)
}

/// A text that says whether the players have exchanged their roles.
fn marked<W: Wrapper + ?Sized>(position: &Outer<W>, gap: &str, text: String) -> String {
    if W::Map::is_exchanged(position) { format!("~{gap}{text}") } else { text }
}

impl<W: Wrapper> Rules for W {
    type Position = Outer<W>;

    fn options(&self, position: &Outer<W>, who: Player, out: &mut dyn Options<Outer<W>>) {
        Wrapper::options(self, position, who, out);
    }

    fn most_options(&self, position: &Outer<W>) -> u128 {
        Wrapper::most_options(self, position)
    }

    fn parse(&self, text: &str) -> Result<Outer<W>, PositionError> {
        Wrapper::parse(self, text)
    }

    fn show(&self, position: &Outer<W>) -> String {
        marked::<W>(position, "", self.rules().show(inner::<W>(position)))
    }

    fn picture(&self, position: &Outer<W>) -> Picture {
        self.rules().picture(inner::<W>(position))
    }

    fn touched(&self, position: &Outer<W>, who: Player, option: &Outer<W>) -> Vec<Shape> {
        let who = self.mover(position, who, option);
        self.rules().touched(inner::<W>(position), who, inner::<W>(option))
    }

    fn display(&self, position: &Outer<W>) -> String {
        marked::<W>(position, "\n", self.rules().display(inner::<W>(position)))
    }

    fn sketch(&self, position: &Outer<W>) -> String {
        marked::<W>(position, "\n", self.rules().sketch(inner::<W>(position)))
    }

    fn name_move(&self, position: &Outer<W>, who: Player, option: &Outer<W>) -> String {
        let who = self.mover(position, who, option);
        self.rules().name_move(inner::<W>(position), who, inner::<W>(option))
    }

    fn nature(&self) -> Nature {
        let nature = Wrapper::nature(self);
        if W::HAS_PARTS { nature } else { nature.in_parts(Nature::PARTIZAN.part_noun) }
    }

    fn can_move(&self, position: &Outer<W>, who: Player, option: &Outer<W>) -> bool {
        Wrapper::can_move(self, position, who, option)
    }

    fn sum_components(&self, position: Outer<W>, out: &mut dyn Options<Outer<W>>) {
        if W::IS_SUM {
            Wrapper::sum_components(self, position, out)
        } else {
            _ = out.push(position)
        }
    }

    fn refine(&self, form: &Outer<W>, out: &mut dyn Options<Outer<W>>) -> bool {
        let mut refined = false;
        if W::IS_SUM {
            W::Map::list(out, |out| refined = self.rules().refine(inner::<W>(form), out));
        }
        refined
    }

    fn fault(&self) -> Option<String> {
        self.rules().fault()
    }

    fn compound_parts(&self, position: &Outer<W>, out: &mut dyn Options<(Outer<W>, u64)>) {
        if W::HAS_PARTS {
            Wrapper::compound_parts(self, position, out)
        } else {
            _ = out.push((position.clone(), 1))
        }
    }

    fn coded(&self) -> Option<&dyn Coded<Outer<W>>> {
        if W::HAS_PARTS && self.rules().coded().is_some() { Some(self) } else { None }
    }

    fn normal_form(&self, position: Outer<W>) -> (Outer<W>, bool) {
        Wrapper::normal_form(self, position)
    }

    fn size(&self, position: &Outer<W>) -> u32 {
        self.rules().size(inner::<W>(position))
    }

    fn bounds(&self, position: &Outer<W>) -> Option<(i64, i64)> {
        if W::SAME_VALUES { self.rules().bounds(inner::<W>(position)) } else { None }
    }

    fn move_heuristic(&self, position: &Outer<W>) -> i32 {
        Wrapper::move_heuristic(self, position)
    }

    fn banded(&self) -> Option<&dyn Banded<Outer<W>>> {
        if W::SAME_VALUES && self.rules().banded().is_some() { Some(self) } else { None }
    }

    fn move_kind(&self, position: &Outer<W>, who: Player, option: &Outer<W>) -> MoveKind {
        Wrapper::move_kind(self, position, who, option)
    }

    fn decided(&self, position: &Outer<W>) -> Option<Player> {
        let winner = self.rules().decided(inner::<W>(position))?;
        Some(role::<W>(position, winner))
    }

    fn family(&self) -> Family<'_, Outer<W>> {
        self.rules().family().wrapped(W::Map::wrap, W::Map::inner)
    }
}

impl<W: Wrapper> Coded<Outer<W>> for W {
    fn code(&self, part: &Outer<W>) -> Option<u64> {
        self.rules().coded()?.code(inner::<W>(part))
    }

    fn coded_moves(&self, code: u64, who: Player, visit: &mut dyn FnMut(&[u64]) -> bool) {
        Wrapper::coded_moves(self, code, who, visit);
    }
}

impl<W: Wrapper> Banded<Outer<W>> for W {
    fn one_hand_tied(
        &self,
        position: &Outer<W>,
        tied: Player,
        lines: Range<usize>,
    ) -> Option<Outer<W>> {
        self.rules().banded()?.one_hand_tied(inner::<W>(position), tied, lines).map(W::Map::wrap)
    }

    fn line_codes(&self, position: &Outer<W>, tied: Player, out: &mut Vec<u32>) -> bool {
        let bands = self.rules().banded();
        bands.is_some_and(|bands| bands.line_codes(inner::<W>(position), tied, out))
    }
}
