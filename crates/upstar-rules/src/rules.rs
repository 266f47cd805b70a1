//! The trait of this crate, and the views of what few games know of themselves.

use crate::{Family, MoveKind, Nature, Picture, PositionError, Shape, no_parameters};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;
use upstar_base::{Budget, Listed, Listing, Mapped, Options, Player, Stopped, Weigh};

/// What a position must be: plain data that knows how much memory it holds, which memos and lists
/// count. Whatever can do all this is plain data.
pub trait PlainData: Clone + Eq + Ord + Hash + Debug + Weigh + Send + Sync + 'static {}

impl<P: Clone + Eq + Ord + Hash + Debug + Weigh + Send + Sync + 'static> PlainData for P {}

/// Says which fields of a position own memory.
macro_rules! weighs {
    ($Position:ty: $($field:tt),+) => {
        impl upstar_base::Weigh for $Position {
            fn heap_bytes(&self) -> usize {
                0 $(+ upstar_base::Weigh::heap_bytes(&self.$field))+
            }
        }
    };
}

pub(crate) use weighs;

/// A game: its positions, moves, notation and picture.
///
/// Whoever adds a game writes [`options`](Rules::options), [`parse`](Rules::parse),
/// [`show`](Rules::show) and [`picture`](Rules::picture), and says in [`nature`](Rules::nature)
/// what is true whatever the position. All else has a default that is right and can be improved:
///
/// - so that theories add instead of search: `sum_components`, `refine`, for compounds other than
///   a sum `compound_parts`, `coded`;
/// - so that equal positions meet in a memo: `normal_form`;
/// - to guide a search: `size`, `bounds`, `move_heuristic`, `banded`;
/// - where there are too many moves to list: `most_options`, `can_move`;
/// - for moves that change the order of play or decide it: `move_kind`, `decided`;
/// - for tables: `family`;
/// - for those who look on: `name_move`, `display`, `sketch`, `touched`.
pub trait Rules: Send + Sync + 'static {
    /// A position. Equal positions must have equal options.
    type Position: PlainData;

    /// Returns rules that take no parameters; an error if some are given. Rules with parameters
    /// have a function of this name of their own.
    fn from_parameters(text: &str) -> Result<Self, PositionError>
    where
        Self: Sized + Default,
    {
        no_parameters(text).map(|()| Self::default())
    }

    /// Appends the positions that `who` can move to, in a fixed order, perhaps with repeats, as
    /// long as `out` wants more.
    fn options(
        &self,
        position: &Self::Position,
        who: Player,
        out: &mut dyn Options<Self::Position>,
    );

    /// At least the number of options of a player, where it may be too large for a list; 0 where
    /// lists are always short enough.
    fn most_options(&self, position: &Self::Position) -> u128 {
        let _ = position;
        0
    }

    /// Reads a position. Errors say where and what was expected.
    fn parse(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// Writes a position so that [`Rules::parse`] reads it back.
    fn show(&self, position: &Self::Position) -> String;

    /// Draws a position.
    fn picture(&self, position: &Self::Position) -> Picture;

    /// The shapes of the picture that the move from `position` to `option` of `who` touches; by
    /// default those in which the two pictures differ. A ruleset whose pictures are laid out anew
    /// after a move knows better.
    fn touched(
        &self,
        position: &Self::Position,
        who: Player,
        option: &Self::Position,
    ) -> Vec<Shape> {
        let _ = who;
        self.picture(position).difference(&self.picture(option))
    }

    /// Writes a position over several lines for a terminal; boards one row a line.
    fn display(&self, position: &Self::Position) -> String {
        self.show(position).replace('|', "\n")
    }

    /// Draws a position with characters: graphs with lines, heaps with their beans; what needs no
    /// drawing as [`Rules::display`] writes it.
    fn sketch(&self, position: &Self::Position) -> String {
        self.display(position)
    }

    /// Names the move from `position` to `option` in the custom of the game: `a1-a2`, `b3`,
    /// `7->5`, `cut 3`; by default from what differs in the texts of the positions. Moves of one
    /// position have different names; [`named`](crate::naming::named) makes sure of it.
    fn name_move(&self, position: &Self::Position, who: Player, option: &Self::Position) -> String {
        let _ = who;
        crate::naming::by_texts(&self.show(position), &self.show(option))
    }

    /// Returns what is true whatever the position.
    fn nature(&self) -> Nature {
        Nature::PARTIZAN
    }

    /// Can `who` move from `position` to `option`?
    fn can_move(&self, position: &Self::Position, who: Player, option: &Self::Position) -> bool {
        let mut search = PositionSearch::new(option);
        self.options(position, who, &mut search);
        search.found
    }

    /// Appends positions whose sum has the same play as this one: every move is a move in one
    /// of them. A part in which nobody can ever move may be left out.
    fn sum_components(&self, position: Self::Position, out: &mut dyn Options<Self::Position>) {
        out.push(position);
    }

    /// Appends parts whose sum has the same play as a component in normal form, found with more
    /// effort than [`Rules::sum_components`] makes; false, and nothing is appended, if there is nothing
    /// to gain. Engines ask only when they meet a component for the first time. Each part has
    /// fewer squares, or whatever positions are made of, than the whole.
    fn refine(&self, form: &Self::Position, out: &mut dyn Options<Self::Position>) -> bool {
        let _ = (form, out);
        false
    }

    /// What went wrong while moves were listed, if something did: rules that somebody wrote may
    /// divide by zero or write off the board. From then on nobody can move, and no answer counts.
    fn fault(&self) -> Option<String> {
        None
    }

    /// Appends the components of a compound other than a sum, each kind with how often it occurs:
    /// the pieces that one sees and between which there can never be a move, heaps, rows, cakes,
    /// connected graphs, regions of a board. Unlike [`Rules::sum_components`] it keeps the pieces in
    /// which nobody can move, since they may end a join; what is taken or out of play is no piece,
    /// and nothing at all is one component without moves. [`Nature::part_noun`] says it in words; by
    /// default what it names are the components of a sum.
    fn compound_parts(
        &self,
        position: &Self::Position,
        out: &mut dyn Options<(Self::Position, u64)>,
    ) {
        if self.nature().part_noun == Nature::PARTIZAN.part_noun {
            out.push((position.clone(), 1));
        } else {
            self.sum_components(position.clone(), &mut once(out));
        }
    }

    /// Returns the view for components that are known by numbers, if some are.
    fn coded(&self) -> Option<&dyn Coded<Self::Position>> {
        None
    }

    /// A position with the same play, the same one for as many equivalent positions as
    /// possible, and whether the players are exchanged in it.
    fn normal_form(&self, position: Self::Position) -> (Self::Position, bool) {
        (position, false)
    }

    /// How much there is still to play, roughly the squares, edges or coins in play.
    fn size(&self, position: &Self::Position) -> u32 {
        let _ = position;
        u32::MAX
    }

    /// Integers between which the value certainly lies.
    fn bounds(&self, position: &Self::Position) -> Option<(i64, i64)> {
        let _ = position;
        None
    }

    /// How good the position looks for Left; used only to try promising moves first.
    fn move_heuristic(&self, position: &Self::Position) -> i32 {
        let _ = position;
        0
    }

    /// Returns the view for positions that can be cut into bands, if they can.
    fn banded(&self) -> Option<&dyn Banded<Self::Position>> {
        None
    }

    /// What the move from `position` to `option` does to the order of play.
    fn move_kind(
        &self,
        position: &Self::Position,
        who: Player,
        option: &Self::Position,
    ) -> MoveKind {
        let _ = (position, who, option);
        MoveKind::Ordinary
    }

    /// Who has won everything when this position is reached, if somebody has; then nobody moves
    /// any more.
    fn decided(&self, position: &Self::Position) -> Option<Player> {
        let _ = position;
        None
    }

    /// Returns the positions that have sizes, for tables and for whoever types `8x8`.
    fn family(&self) -> Family<'_, Self::Position> {
        Family::none()
    }
}

/// Components of [`Rules::compound_parts`] that are so small a thing, a cake or a row, that a number
/// is enough to know their moves. Engines that meet many thousands of components then need not make
/// a position of each.
pub trait Coded<P> {
    /// Returns the number of a component, if it has one.
    fn code(&self, part: &P) -> Option<u64>;

    /// Calls `visit` with the components, by number, of each option of the component with this
    /// number, until it says no. A component that vanishes leaves none.
    fn coded_moves(&self, code: u64, who: Player, visit: &mut dyn FnMut(&[u64]) -> bool);
}

/// Bands of neighbouring lines that run across the moves of a player.
///
/// Playing the bands that a position is cut into, wherever the cuts are, only restricts that player
/// ("one hand tied"). So the sum of the bands is a bound: lower if Left is tied, upper if Right is.
pub trait Banded<P> {
    /// Returns the band of these lines, which run across the moves of `tied`. `None` when the
    /// position ends before the lines do, or has no lines.
    fn one_hand_tied(&self, position: &P, tied: Player, lines: Range<usize>) -> Option<P>;

    /// Appends a number less than 2^31 for each line, so that a band is known by the numbers of its
    /// lines; false, and nothing is appended, where there are none. In binary a number has as many
    /// ones as its line is large, by [`Rules::size`]. Engines that meet the same bands again and
    /// again then need not make a position of each.
    fn line_codes(&self, position: &P, tied: Player, out: &mut Vec<u32>) -> bool {
        let _ = (position, tied, out);
        false
    }
}

/// The positions that `who` can move to, perhaps with repeats, as long as the budget lasts.
///
/// ```
/// use std::sync::Arc;
/// use upstar_base::{Budget, Player, Stopped};
/// use upstar_rules::{Rules, heap::independent::Heap, heap::nim::Nim, listed};
/// let nim = Nim::from_parameters("")?;
/// let million = nim.parse("1000000")?;
/// let budget = Arc::new(Budget::new(None, Some(1 << 20)));
/// let end = listed(&nim, &million, Player::Left, &budget).err();
/// assert_eq!(end, Some(Stopped::Memory(1 << 20)));
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn listed<R: Rules>(
    rules: &R,
    position: &R::Position,
    who: Player,
    budget: &Arc<Budget>,
) -> Result<Listed<R::Position>, Stopped> {
    let mut listing = Listing::new(budget, size_of::<R::Position>() + position.heap_bytes());
    rules.options(position, who, &mut listing);
    listing.finish()
}

/// Components that come once.
pub(crate) type Once<'a, P> = Mapped<'a, (P, u64), fn(P) -> (P, u64)>;

/// A list of [`Rules::compound_parts`] to which each component that is listed comes once. It closes when
/// the other does.
pub(crate) fn once<P>(out: &mut dyn Options<(P, u64)>) -> Once<'_, P> {
    Mapped::new(out, |part| (part, 1))
}

/// Can `who` move from `position` to `option`? Looks at moves of so many bytes together at the
/// most; `None` if the option is not among those.
///
/// ```
/// use upstar_base::Player;
/// use upstar_rules::{Rules, heap::independent::Heap, heap::nim::Nim, leads_to};
/// let nim = Nim::from_parameters("")?;
/// let (heap, rest) = (nim.parse("9")?, nim.parse("4")?);
/// assert_eq!(leads_to(&nim, &heap, Player::Left, &rest, 1 << 20), Some(true));
/// assert_eq!(leads_to(&nim, &rest, Player::Left, &heap, 1 << 20), Some(false));
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn leads_to<R: Rules>(
    rules: &R,
    position: &R::Position,
    who: Player,
    option: &R::Position,
    bytes: usize,
) -> Option<bool> {
    let mut search = PositionSearch { bytes, ..PositionSearch::new(option) };
    rules.options(position, who, &mut search);
    if search.found { Some(true) } else { (search.bytes > 0).then_some(false) }
}

/// Looks for one position among those that are listed.
#[derive(Debug)]
pub struct PositionSearch<'p, P> {
    wanted: &'p P,
    found: bool,
    /// How much more is looked at.
    bytes: usize,
}

impl<'p, P> PositionSearch<'p, P> {
    /// A search for this position.
    pub fn new(wanted: &'p P) -> Self {
        PositionSearch { wanted, found: false, bytes: usize::MAX }
    }

    /// Whether it was listed.
    pub fn is_found(&self) -> bool {
        self.found
    }
}

impl<P: Eq + Weigh> Options<P> for PositionSearch<'_, P> {
    fn push(&mut self, option: P) -> bool {
        self.found |= option == *self.wanted;
        if self.bytes < usize::MAX {
            self.bytes = self.bytes.saturating_sub(size_of::<P>() + option.heap_bytes());
        }
        !self.is_closed()
    }

    fn is_closed(&mut self) -> bool {
        self.found || self.bytes == 0
    }
}
