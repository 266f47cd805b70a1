//! All rulesets by name.
//!
//! [`open`] looks up a name, builds the rules with the parameters that were typed and hands them
//! over as [`Erased`] rules, so that what works with them is compiled once. [`typed`] gives the type
//! back where that pays. The macro at the end is the list: one line a game.

use crate::entailing::tailed::TailedHeap;
use crate::erased::Erased;
use crate::grid::plane::{Double, Medium, Plane, Row, Small, Wide};
use crate::heap::code::NAMES;
use crate::heap::independent::Heap;
use crate::notation::read_size;
use crate::page::distance;
pub use crate::page::{About, Editor, Known};
use crate::sum::{self, Sum};
use crate::{PositionError, Rules, split_sum};
use std::fmt;
use std::sync::{Arc, LazyLock, OnceLock};
use upstar_base::Remedy;

/// A computation that is compiled for each type of rules of which [`typed`] knows.
pub trait TypedVisitor {
    /// What it computes.
    type Output;

    /// Computes with these rules.
    fn visit<R: Rules>(self, rules: Arc<R>) -> Self::Output;
}

/// Why rules cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// There is no ruleset of this name.
    #[error("there is no ruleset `{name}`{}", suggestion(.suggestions))]
    Unknown {
        /// What was typed.
        name: String,
        /// Names that look like it.
        suggestions: Vec<&'static str>,
    },
    /// There is one of this name already.
    #[error("there is a ruleset `{0}` already")]
    Taken(String),
    /// The parameters in parentheses are wrong.
    #[error("{0}")]
    Parameters(PositionError),
}

impl RulesError {
    /// Returns what shows the way to a name that exists, where none is like this one.
    pub fn remedy(&self) -> Option<Remedy> {
        let is_lost =
            matches!(self, RulesError::Unknown { suggestions, .. } if suggestions.is_empty());
        is_lost.then_some(Remedy::ListRules)
    }
}

fn suggestion(names: &[&'static str]) -> String {
    match names {
        [] => String::new(),
        _ => format!("; did you mean {}?", names.join(" or ")),
    }
}

/// The heap games that are known by a code.
const HEAPS: &str = "heaps";

/// A name without parameters, as the list has it.
fn plain_name(name: &str) -> String {
    let name = name.split('(').next().unwrap_or(name).trim().to_lowercase();
    name.replace(['_', ' '], "-")
}

/// Whether a registry finds the same ruleset by these names, whatever parameters they have.
///
/// ```
/// use upstar_rules::registry::same_name;
/// assert!(same_name("My_Game.up", "my-game.up(3)"));
/// ```
pub fn same_name(one: &str, other: &str) -> bool {
    plain_name(one) == plain_name(other)
}

/// The code of a heap game that has a name but no page of its own.
fn named_code(name: &str) -> Option<&'static str> {
    let wanted = plain_name(name);
    let named = NAMES.iter().find(|named| named.names.contains(&wanted.as_str()));
    let has_page = || BuiltIn::find(&wanted).is_some();
    named.filter(|_| !name.contains('(') && !has_page()).map(|named| named.code)
}

/// A ruleset of the list.
struct BuiltIn {
    /// Its name and the others.
    names: &'static [&'static str],
    /// Parses its page when it is first asked for.
    about: fn() -> &'static About<'static>,
    /// Whether it is played on planes of bits.
    is_board: bool,
    /// Builds the rules for boards of a size.
    rules: fn(&str, (usize, usize)) -> Result<Erased, PositionError>,
}

impl BuiltIn {
    fn find(name: &str) -> Option<&'static BuiltIn> {
        RULESETS.iter().find(|ruleset| ruleset.names.contains(&name))
    }
}

/// Returns the pages of all built-in rulesets, in the order of the list.
pub fn all() -> &'static [&'static About<'static>] {
    static ALL: LazyLock<Vec<&'static About<'static>>> =
        LazyLock::new(|| RULESETS.iter().map(|ruleset| (ruleset.about)()).collect());
    &ALL
}

/// Looks up the built-in ruleset of this name; names that are like it are suggested.
fn built_in(name: &str) -> Result<&'static BuiltIn, RulesError> {
    let wanted = match named_code(name) {
        Some(_) => HEAPS.to_owned(),
        None => plain_name(name),
    };
    BuiltIn::find(&wanted).ok_or_else(|| {
        let wanted = plain_name(name);
        let names = RULESETS.iter().flat_map(|ruleset| ruleset.names);
        let mut near: Vec<(usize, &'static str)> = names
            .map(|&candidate| (distance(&wanted, candidate), candidate))
            .filter(|&(distance, candidate)| {
                distance <= 2 + candidate.len() / 5 || candidate.starts_with(&wanted)
            })
            .collect();
        near.sort_unstable();
        near.truncate(3);
        let suggestions = near.into_iter().map(|(_, name)| name).collect();
        RulesError::Unknown { name: name.to_owned(), suggestions }
    })
}

/// The ruleset of this name, without its parameters, if there is one; a heap game with a name is
/// one of `heaps`.
pub fn find(name: &str) -> Option<&'static About<'static>> {
    about(name).ok()
}

/// The same, or which names are like this one.
pub fn about(name: &str) -> Result<&'static About<'static>, RulesError> {
    built_in(name).map(|ruleset| (ruleset.about)())
}

/// Rulesets whose parameters are the game, and which of them are meant where none are typed.
const ASSUMED: &[(&str, &str)] = &[
    ("acrostic-product", "nim,nim"),
    ("addsub", "-1,2,5"),
    ("cake-product", "nim,nim"),
    ("direct-product", "nim,nim"),
    ("heaps", ".77"),
    ("join-product", "nim,nim"),
    ("kotzig", "1,2"),
    ("moore-nim", "2"),
    ("nim-entailing", "1"),
    ("partizan-splittles", "1,2;1,3"),
    ("partizan-subtraction", "1,2;1,3"),
    ("partizan-take-and-break", ".3;.7"),
    ("spawning", "2"),
    ("subtraction", "1,2,3"),
    ("take-away", "2"),
    ("tartan", "turning-turtles,turning-turtles"),
    ("turning", "turning-turtles"),
];

/// The rules that a name without parameters means, where the parameters are the game:
/// `subtraction(1,2,3)` for `subtraction`.
pub fn assumed(rules: &str) -> Option<String> {
    let name = about(rules).ok()?.name;
    let (parameters, _) = parameters(rules).ok()?;
    let &(_, assumed) = ASSUMED.iter().find(|(known, _)| *known == name)?;
    parameters.trim().is_empty().then(|| format!("{name}({assumed})"))
}

const COL: &str = "the letter of a tinted region names the player who may still paint it: `R-.` is \
     -1/2. In CGSuite it names the one who may not, and `R-.` is 1/2 there";
const SNORT: &str = "the letter of a tinted region names the player who may still paint it";
const STANDS: &str = "`;` goes back to where one began, outside of parentheses to the ground: `l;r` \
     are two edges side by side, `lr` one upon the other";

/// Rulesets whose symbols are easily taken for the opposite, and what they mean here.
const CAUTIONS: &[(&str, &str)] = &[
    ("col", COL),
    ("grid-col", COL),
    ("snort", SNORT),
    ("grid-snort", SNORT),
    ("hackenbush", STANDS),
    ("childish-hackenbush", STANDS),
    ("loopy-hackenbush", STANDS),
    (
        "fjords",
        "`x` and `o` are stones of Left and of Right on squares they have, not squares that \
         a player may take: `x..` is 2, for Left",
    ),
];

/// What the symbols of a ruleset mean where other books and programs mean the opposite.
pub fn caution(rules: &str) -> Option<&'static str> {
    let name = about(rules).ok()?.name;
    CAUTIONS.iter().find(|(known, _)| *known == name).map(|(_, caution)| *caution)
}

/// The parameters in `name(parameters)`, with the place where they start.
fn parameters(text: &str) -> Result<(&str, usize), RulesError> {
    let Some(open) = text.find('(') else {
        return Ok((named_code(text).unwrap_or(""), text.len()));
    };
    match text[open + 1..].trim_end().strip_suffix(')') {
        Some(inside) => Ok((inside, open + 1)),
        None => Err(RulesError::Parameters(PositionError::new(
            text.len(),
            0,
            "expected `)` at the end of the parameters",
        ))),
    }
}

/// The size of the largest board in a sum of positions: most rows, longest row.
pub fn shape(text: &str) -> (usize, usize) {
    let terms = split_sum(text).unwrap_or_else(|_| vec![(0, text)]);
    let size = |board: &str| {
        if let Some([rows, columns]) = read_size(board).as_deref() {
            return (*rows, *columns);
        }
        let rows = board.split('|');
        (rows.clone().count(), rows.map(|row| row.chars().count()).max().unwrap_or(0))
    };
    terms
        .iter()
        .map(|&(_, board)| size(board))
        .fold((0, 0), |(r, c), (rows, columns)| (r.max(rows), c.max(columns)))
}

/// Looks up rules, such as `domineering` or `subtraction(2,5,6)`, for a position such as `position`:
/// its size decides how boards are kept. The rules of a sum are made for the games in it; a position
/// that the rules do not read and that has terms of other games, signs or plain values is such a sum.
///
/// ```
/// use upstar_rules::{Rules, registry};
/// let (about, rules) = registry::open("Toads and Frogs", "tf.")?;
/// assert_eq!((about.name, rules.nature().impartial), ("toads-and-frogs", false));
/// # Ok::<(), upstar_rules::registry::RulesError>(())
/// ```
pub fn open(rules: &str, position: &str) -> Result<(&'static About<'static>, Erased), RulesError> {
    let about = about(rules)?;
    if about.name == sum::NAME {
        return Ok((about, Erased::new(Sum::reading(position, None))));
    }
    let found = open_sized(rules, shape(position))?;
    if sum::is_mixed(position) && crate::read_sum(&found.1, position).is_err() {
        return Ok((self::about(sum::NAME)?, Erased::new(Sum::reading(position, Some(rules)))));
    }
    Ok(found)
}

/// Returns a number for the size of a board: rules that were made for one size serve for all
/// others of the same number. It tells the planes that hold a board of that size.
///
/// ```
/// use upstar_rules::registry::plane_of;
/// assert_eq!(plane_of((2, 9)), plane_of((3, 11)));
/// assert_ne!(plane_of((2, 9)), plane_of((2, 17)));
/// ```
pub fn plane_of((rows, columns): (usize, usize)) -> u8 {
    let holds = [
        Small::holds(rows, columns),
        Row::holds(rows, columns),
        Double::holds(rows, columns),
        Medium::holds(rows, columns),
    ];
    holds.into_iter().fold(0, |planes, holds| 2 * planes + u8::from(holds))
}

/// A ruleset that can be added to a [`Registry`].
pub trait Ruleset: Send + Sync {
    /// All about it.
    fn about(&self) -> About<'_>;

    /// The rules with these parameters, which stand in parentheses after the name.
    fn rules(&self, parameters: &str) -> Result<Erased, PositionError>;

    /// The same for boards of at most so many rows and columns, where that makes a difference.
    fn sized(&self, parameters: &str, size: (usize, usize)) -> Result<Erased, PositionError> {
        let _ = size;
        self.rules(parameters)
    }
}

/// Rulesets by name: those of the list, and those that were added.
///
/// ```
/// use std::sync::{Arc, LazyLock, OnceLock};
/// use upstar_rules::erased::Erased;
/// use upstar_rules::heap::{independent::Heap, nim::Nim};
/// use upstar_rules::registry::{self, About, Registry, Ruleset};
/// use upstar_rules::{PositionError, Rules};
///
/// struct Marbles(About<'static>);
/// impl Ruleset for Marbles {
///     fn about(&self) -> About<'_> {
///         About { name: "marbles", aliases: &[], ..self.0 }
///     }
///     fn rules(&self, parameters: &str) -> Result<Erased, PositionError> {
///         Ok(Erased::new(Nim::from_parameters(parameters)?))
///     }
/// }
///
/// let mut added = Registry::default();
/// assert!(added.about("marbles").is_err());
/// added.add(Arc::new(Marbles(*registry::about("nim")?)))?;
/// assert_eq!(added.about("Marbles")?.title, "Nim");
/// assert!(added.add(Arc::new(Marbles(*registry::about("nim")?))).is_err());
/// # Ok::<(), upstar_rules::registry::RulesError>(())
/// ```
#[derive(Clone, Default)]
pub struct Registry {
    added: Vec<Arc<dyn Ruleset>>,
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.added.iter().map(|ruleset| ruleset.about().name)).finish()
    }
}

impl Registry {
    /// Adds a ruleset under a name that is free.
    pub fn add(&mut self, ruleset: Arc<dyn Ruleset>) -> Result<(), RulesError> {
        let about = ruleset.about();
        let names = std::iter::once(&about.name).chain(about.aliases);
        if let Some(&name) = names.into_iter().find(|name| self.knows(name)) {
            return Err(RulesError::Taken(name.to_owned()));
        }
        self.added.push(ruleset);
        Ok(())
    }

    /// Takes a ruleset away that was added.
    pub fn remove(&mut self, name: &str) {
        self.added.retain(|ruleset| ruleset.about().name != name);
    }

    fn knows(&self, name: &str) -> bool {
        self.added(name).is_some() || find(name).is_some()
    }

    /// The ruleset of this name, if it was added.
    pub fn added(&self, name: &str) -> Option<&Arc<dyn Ruleset>> {
        if self.added.is_empty() {
            return None;
        }
        let wanted = plain_name(name);
        let is_wanted = |ruleset: &&Arc<dyn Ruleset>| {
            let about = ruleset.about();
            plain_name(about.name) == wanted || about.aliases.contains(&wanted.as_str())
        };
        self.added.iter().find(is_wanted)
    }

    /// The rulesets that were added.
    pub fn own(&self) -> impl Iterator<Item = About<'_>> {
        self.added.iter().map(|ruleset| ruleset.about())
    }

    /// All about the ruleset of this name.
    pub fn about(&self, name: &str) -> Result<About<'_>, RulesError> {
        match self.added(name) {
            Some(ruleset) => Ok(ruleset.about()),
            None => about(name).copied(),
        }
    }

    /// [`open`] that knows the rulesets that were added.
    pub fn open(&self, rules: &str, position: &str) -> Result<(About<'_>, Erased), RulesError> {
        let mixed = |default| Erased::new(Sum::knowing(self, position, default));
        match self.added(rules) {
            Some(ruleset) => {
                let found = open_added(&**ruleset, rules, shape(position))?;
                if sum::is_mixed(position) && crate::read_sum(&found.1, position).is_err() {
                    return Ok((*about(sum::NAME)?, mixed(Some(rules))));
                }
                Ok(found)
            }
            None if !self.added.is_empty() && !sum::files(position).is_empty() => {
                let about = self.about(rules)?;
                Ok((*self::about(sum::NAME)?, mixed((about.name != sum::NAME).then_some(rules))))
            }
            None => open(rules, position).map(|(about, rules)| (*about, rules)),
        }
    }

    /// [`open_sized`] that knows the rulesets that were added.
    pub fn open_sized(
        &self,
        rules: &str,
        size: (usize, usize),
    ) -> Result<(About<'_>, Erased), RulesError> {
        match self.added(rules) {
            Some(ruleset) => open_added(&**ruleset, rules, size),
            None => open_sized(rules, size).map(|(about, rules)| (*about, rules)),
        }
    }
}

fn open_added<'r>(
    ruleset: &'r dyn Ruleset,
    rules: &str,
    size: (usize, usize),
) -> Result<(About<'r>, Erased), RulesError> {
    let (parameters, start) = parameters(rules)?;
    let shifted = |error: PositionError| RulesError::Parameters(error.shifted(start));
    let built = ruleset.sized(parameters, size).map_err(shifted)?;
    Ok((ruleset.about(), built))
}

/// Looks up rules for boards of up to `size.0` rows and `size.1` columns.
pub fn open_sized(
    rules: &str,
    size: (usize, usize),
) -> Result<(&'static About<'static>, Erased), RulesError> {
    let ruleset = built_in(rules)?;
    let (parameters, start) = parameters(rules)?;
    let built = (ruleset.rules)(parameters, size)
        .map_err(|error| RulesError::Parameters(error.shifted(start)))?;
    Ok(((ruleset.about)(), built))
}

/// The part of a table of boards that is kept in one word, which is the whole table where it makes
/// no difference.
pub fn small_shape(rules: &str, size: (usize, usize)) -> Result<(usize, usize), RulesError> {
    let least = (size.0.min(8), size.1.min(8));
    let is_large = built_in(rules)?.is_board && !Row::holds(size.0, size.1);
    Ok(if is_large { least } else { size })
}

/// Lists the games with their names and where they are: a type, or a function `rules` where the type
/// has several games. All are handed out as [`Erased`] rules, those
/// `on planes` with the smallest plane that holds the position. [`typed`] gives rules on the planes
/// that are named their types back, so that an engine can be compiled for them: a game belongs
/// there if [`Erased`] costs it more than a tenth. These planes come before all others.
macro_rules! rulesets {
    ($($($name:literal)+ => $($place:ident)::+ ($Game:ident $($planes:tt)*),)*) => {
        /// All built-in rulesets.
        static RULESETS: &[BuiltIn] = &[
            $(BuiltIn {
                names: &[$($name),+],
                about: || {
                    static ABOUT: OnceLock<About<'static>> = OnceLock::new();
                    ABOUT.get_or_init(|| About::parse(&[$($name),+], crate::$($place)::+::PAGE, find))
                },
                is_board: rulesets!(@is_board $($planes)*),
                rules: {
                    use crate::$($place)::+::$Game;
                    rulesets!(@rules $Game $($planes)*)
                },
            },)*
        ];

        /// Lets `visitor` work with the type of rules on a plane that the list names; gives it back
        /// if they are not.
        pub fn typed<V: TypedVisitor>(rules: &Erased, visitor: V) -> Result<V::Output, V> {
            $({ rulesets! { @typed rules visitor crate::$($place)::+::$Game, $($planes)* } })*
            Err(visitor)
        }
    };
    (@is_board) => { false };
    (@is_board on planes $($Plane:ident)*) => { true };
    (@rules rules) => { |text, _| rules(text).map(Erased::new) };
    (@rules $Game:ident) => { |text, _| $Game::from_parameters(text).map(Erased::new) };
    (@rules $Game:ident on planes $($Plane:ident)*) => {
        |text, (rows, columns)| {
            $(if $Plane::holds(rows, columns) {
                return $Game::<$Plane>::from_parameters(text).map(Erased::new);
            })*
            if Small::holds(rows, columns) {
                $Game::<Small>::from_parameters(text).map(Erased::new)
            } else if Row::holds(rows, columns) {
                $Game::<Row>::from_parameters(text).map(Erased::new)
            } else if Medium::holds(rows, columns) {
                $Game::<Medium>::from_parameters(text).map(Erased::new)
            } else {
                $Game::<Wide>::from_parameters(text).map(Erased::new)
            }
        }
    };
    (@typed $rules:ident $visitor:ident $Game:path, $(on planes)?) => {};
    (@typed $rules:ident $visitor:ident $Game:path, on planes $($Plane:ident)+) => {
        use $Game as Typed;
        $(if let Some(rules) = $rules.with_type::<Typed<$Plane>>() {
            return Ok($visitor.visit(rules));
        })+
    };
}

rulesets! {
    "domineering" "crosscram" "dominoes" => grid::domineering(Domineering on planes Small Double),
    "cram" "impartial-domineering" "plugg" "dots-and-pairs" => grid::cram(Cram on planes Small),
    "clobber" => grid::clobber(Clobber on planes Small),
    "cannibal-clobber" "hot-clobber" => grid::cannibal_clobber(CannibalClobber on planes),
    "anti-clobber" => grid::anti_clobber(AntiClobber on planes),
    "amazons" "game-of-the-amazons" => grid::amazons(Amazons on planes Small),
    "konane" "hawaiian-checkers" => grid::konane(Konane on planes),
    "fission" => grid::fission(Fission on planes),
    "nogo" "anti-atari-go" => grid::nogo(NoGo on planes),
    "grid-col" "col-grid" => grid::col(Col on planes),
    "grid-snort" "snort-grid" "cats-and-dogs" => grid::snort(Snort on planes),
    "fjords" => grid::fjords(Fjords on planes),
    "toads-and-frogs" "toads" "frogs-and-toads" =>
        strip::toads_and_frogs(ToadsAndFrogs on planes Row),
    "elephants-and-rhinos" "elephants" => strip::elephants_and_rhinos(ElephantsAndRhinos on planes),
    "nim" => heap::nim(Nim),
    "infinite-nim" "hilbert-nim" "green-beanstalks" => infinite::infinite_nim(InfiniteNim),
    "two-dee-nim" "two-dimensional-nim" "2d-nim" => infinite::two_dee_nim(TwoDeeNim),
    "lasker-nim" "laskers-nim" "lasker" => heap::lasker_nim(LaskerNim),
    "moore-nim" "moores-nim" "nim-k" => heap::moore_nim(MooreNim),
    "poker-nim" => heap::poker_nim(PokerNim),
    "staircase-nim" "staircase" => heap::staircase_nim(StaircaseNim),
    "subtraction" "sub" "s" => heap::subtraction(Take),
    "grundys-game" "grundy" => heap::grundys_game(GrundysGame),
    "prim" => heap::prim(Prim),
    "dim" => heap::dim(Dim),
    "dividing-rulers" => heap::dividing_rulers(DividingRulers),
    "heaps" "octal" "hexadecimal" "take-and-break" => heap::take_and_break(HeapCode),
    "kayles" => heap::octal_names::kayles(rules),
    "dawsons-kayles" => heap::octal_names::dawsons_kayles(rules),
    "dawsons-chess" => heap::octal_names::dawsons_chess(rules),
    "jelly-beans" "jelly-bean-game" => heap::octal_names::jelly_beans(rules),
    "lemon-drops" => heap::octal_names::lemon_drops(rules),
    "stalking" => heap::octal_names::stalking(rules),
    "adders" => heap::octal_names::adders(rules),
    "euclid" "euclids-game" => heap::euclid(Euclid),
    "fibonacci-nim" => heap::fibonacci_nim(FibonacciNim),
    "spawning" => heap::spawning(Spawning),
    "mem" => heap::remembering::mem(rules),
    "take-away" "takeaway" => heap::remembering::take_away(rules),
    "partizan-take-and-break" "partizan-heaps" "partizan-octal" =>
        heap::partizan_heaps::take_and_break(rules),
    "partizan-splittles" "splittles" => heap::partizan_heaps::splittles(rules),
    "partizan-euclid" => heap::partizan_euclid(PartizanEuclid),
    "nimble" => coin::nimble(Nimble),
    "welter" "welters-game" => coin::welter(Welter),
    "kotzig" "kotzigs-nim" => coin::kotzig(Kotzig),
    "turning" "coin-turning" => coin::turning(Turning),
    "turning-turtles" => coin::turning_names::turning_turtles(rules),
    "mock-turtles" => coin::turning_names::mock_turtles(rules),
    "moebius" => coin::turning_names::moebius(rules),
    "mogul" => coin::turning_names::mogul(rules),
    "moidores" => coin::turning_names::moidores(rules),
    "ruler" "ruler-game" => coin::turning_names::ruler(rules),
    "turnips" "ternups" => coin::turning_names::turnips(rules),
    "tartan" "coin-product" => coin::tartan(Tartan),
    "king-clobber" "kings" => grid::chess_clobber::kings(rules),
    "knight-clobber" "knights" => grid::chess_clobber::knights(rules),
    "rook-clobber" "rooks" => grid::chess_clobber::rooks(rules),
    "queen-clobber" "clobber-queens" => grid::chess_clobber::queens(rules),
    "ski-jumps" "ski-jump" => grid::ski_jumps(SkiJumps),
    "chomp" "schuh" => grid::chomp(Chomp),
    "northcott" "northcotts-game" => grid::northcott(Northcott),
    "toppling-dominoes" "toppling" => strip::toppling_dominoes(TopplingDominoes),
    "push" => strip::push(Push),
    "shove" => strip::shove(Shove),
    "silver-dollar" "silver-dollar-without-the-dollar" "coins" =>
        strip::silver_dollar(SilverDollar),
    "wythoff" "wyt-queens" "wythoffs-game" "queens" => strip::wythoff(Wythoff),
    "white-knight" "white-knights" => strip::white_knight(WhiteKnight),
    "hackenbush" "blue-red-hackenbush" "red-blue-hackenbush" "green-hackenbush" =>
        graph::hackenbush(Hackenbush),
    "childish-hackenbush" => graph::childish_hackenbush(ChildishHackenbush),
    "col" => graph::col(Col),
    "snort" => graph::snort(Snort),
    "clobber-graph" "graph-clobber" => graph::clobber_graph(ClobberGraph),
    "node-kayles" => graph::node_kayles(NodeKayles),
    "partizan-node-kayles" "bigraph-node-kayles" =>
        graph::partizan_node_kayles(PartizanNodeKayles),
    "arc-kayles" => graph::arc_kayles(ArcKayles),
    "partizan-arc-kayles" => graph::partizan_arc_kayles(PartizanArcKayles),
    "cutcake" "cut-cake" "cutcakes" => cake::cutcake(Cutcake),
    "maundy-cake" "maundy" "maundy-cakes" => cake::maundy(MaundyCake),
    "seating-couples" "seating" "couples" => seating::chairs(SeatingCouples),
    "partizan-subtraction" => heap::partizan_subtraction(PartizanSubtraction),
    "tree" "game-tree" "explicit" => tree(Trees),
    "sum" "mixed-sum" "mixed" => sum(Sum),
    "horses" "all-the-kings-horses" "kings-horses" => horse::horses(Horses),
    "eatcake" "eatcakes" "eat-cake" => cake::eatcake(Eatcake),
    "turn-and-eatcake" "turn-and-eat-cake" => cake::turn_and_eatcake(TurnAndEatcake),
    "acrostic-product" => cake::product::acrostic(rules),
    "direct-product" => cake::product::direct(rules),
    "join-product" => cake::product::join(rules),
    "cake-product" => cake::product::cake(rules),
    "hotcakes" "hotcake" => cake::hotcakes(Hotcakes),
    "coldcakes" "coldcake" => cake::coldcakes(Coldcakes),
    "coolcakes" "coolcake" => cake::coolcakes(Coolcakes),
    "baked-alaska" => cake::baked_alaska(BakedAlaska),
    "select-boys-and-girls" "boys-and-girls" => seating::boys_and_girls(BoysAndGirls),
    "mrs-grundy" => heap::mrs_grundy(MrsGrundy),
    "squares-off" "one-for-you-two-for-me" => heap::squares_off(SquaresOff),
    "falada-first-off-wins" => horse::falada::first_off_wins(rules),
    "falada-first-home-wins" => horse::falada::first_home_wins(rules),
    "falada-first-home-loses" => horse::falada::first_home_loses(rules),
    "sisyphus" => loopy::sisyphus(Sisyphus),
    "no-highway" => loopy::no_highway(NoHighway),
    "backsliding-toads-and-frogs" "backsliding" => loopy::backsliding(Backsliding),
    "fox-and-geese" "fox" => loopy::fox_and_geese(FoxAndGeese),
    "ceylonese-fox-and-geese" "koti-keliya" => loopy::ceylonese(rules),
    "checkers" "draughts" => loopy::checkers(Checkers),
    "loopy-hackenbush" "double-hackenbush" => loopy::loopy_hackenbush(LoopyHackenbush),
    "carousel" "bachs-carousel" => loopy::carousel(Carousel),
    "partizan-digraph" "loopy-graph" => loopy::partizan_digraph(PartizanDigraph),
    "fair-shares" "varied-pairs" "fair-shares-and-varied-pairs" =>
        loopy::fair_shares::varied_pairs(rules),
    "unequal-partners" "fair-shares-and-unequal-partners" =>
        loopy::fair_shares::unequal_partners(rules),
    "sweets-and-nuts" => loopy::sweets_and_nuts(SweetsAndNuts),
    "adders-and-ladders" "snakes-and-ladders" => loopy::adders_and_ladders(AddersAndLadders),
    "addsub" "additional-subtraction" => loopy::additional_subtraction(AdditionalSubtraction),
    "horsefly" => loopy::horsefly(Horsefly),
    "l-game" "de-bonos-l-game" => loopy::l_game(LGame),
    "digraph" "directed-graph" => loopy::digraph(Digraph),
    "top-entails" => entailing::top_entails(TopEntails),
    "nim-entailing" "entailing-nim" => entailing::nim_entailing(NimEntailing),
    "goldbach-nim" "goldbachs-nim" => entailing::goldbach_nim(GoldbachNim),
    "wyt-queens-trains" "wyt-queens-with-trains" =>
        entailing::queens::wyt_queens_trains(rules),
    "off-wyth-its-tail" => entailing::queens::off_wyth_its_tail(rules),
    "prim-tails" => entailing::tails::prim_tails(PrimTails),
    "dim-tails" => entailing::tails::dim_tails(DimTails),
    "all-square" => entailing::all_square(AllSquare),
    "on-the-rails" => entailing::on_the_rails(OnTheRails),
}
