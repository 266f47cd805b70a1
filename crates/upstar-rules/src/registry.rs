//! All rulesets by name.
//!
//! [`open`] looks up a name, builds the rules with the parameters that were typed and hands them
//! over as [`Erased`] rules, so that what works with them is compiled once. [`typed`] gives the type
//! back where that pays. The macro at the end is the list: one line a game.

use crate::erased::Erased;
use crate::grid::plane::{Double, Medium, Plane, Row, Small, Wide};
use crate::heap::code::NAMES;
use crate::heap::take_and_break;
use crate::notation::read_size;
use crate::sum::{self, Sum};
use crate::{PositionError, Rules, split_sum};
use std::fmt;
use std::sync::Arc;

/// What is worth knowing of a ruleset, all in one place: help, documentation and tests read it.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The name one types.
    pub name: &'a str,
    /// Other names for it.
    pub aliases: &'a [&'a str],
    /// The name one prints.
    pub title: &'a str,
    /// The rules in words.
    pub rules: &'a str,
    /// How positions are written.
    pub notation: &'a str,
    /// Positions to try, the first one the best to show.
    pub examples: &'a [&'a str],
    /// Who invented or described it.
    pub source: &'a str,
    /// Values of positions in the literature; every one is tested.
    pub known: &'a [Known<'a>],
    /// What the sizes of its table mean; empty when it has none.
    pub tables: &'a str,
    /// Do both players always have the same moves?
    pub impartial: bool,
    /// How a position is changed by hand.
    pub editor: Editor<'a>,
}

/// How a position is made and changed by hand, where there is more than its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Editor<'a> {
    /// A board of squares, written in rows with `|` between; each square has one of these symbols.
    Cells(&'a str),
    /// Heaps, written as numbers with `+` between.
    Heaps,
    /// Vertices and edges.
    Graph,
    /// Its text and nothing else.
    Text,
}

/// A value stated in the literature.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The position, in the notation of the ruleset.
    pub position: &'a str,
    /// Its value in the notation of the calculator.
    pub value: &'a str,
    /// Where it is stated.
    pub source: &'a str,
}

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

fn suggestion(names: &[&'static str]) -> String {
    match names {
        [] => "; `upstar rules` lists them".to_owned(),
        _ => format!("; did you mean {}?", names.join(" or ")),
    }
}

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
    let has_page = all().iter().any(|a| a.name == wanted || a.aliases.contains(&wanted.as_str()));
    let named = NAMES.iter().find(|named| named.names.contains(&wanted.as_str()));
    named.filter(|_| !has_page && !name.contains('(')).map(|named| named.code)
}

/// The ruleset of this name, without its parameters, if there is one; a heap game with a name is
/// one of `heaps`.
pub fn find(name: &str) -> Option<&'static About<'static>> {
    let wanted = match named_code(name) {
        Some(_) => take_and_break::ABOUT.name.to_owned(),
        None => plain_name(name),
    };
    all().iter().find(|a| a.name == wanted || a.aliases.contains(&wanted.as_str())).copied()
}

/// The same, or which names are like this one.
pub fn about(name: &str) -> Result<&'static About<'static>, RulesError> {
    find(name).ok_or_else(|| {
        let wanted = plain_name(name);
        let mut near: Vec<(usize, &'static str)> = all()
            .iter()
            .flat_map(|a| std::iter::once(&a.name).chain(a.aliases))
            .map(|&candidate| (edit_distance(&wanted, candidate), candidate))
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

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
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
/// assert_eq!((about.name, rules.is_impartial()), ("toads-and-frogs", false));
/// # Ok::<(), upstar_rules::registry::RulesError>(())
/// ```
pub fn open(rules: &str, position: &str) -> Result<(&'static About<'static>, Erased), RulesError> {
    let about = about(rules)?;
    if about.name == sum::ABOUT.name {
        return Ok((about, Erased::new(Sum::reading(position, None))));
    }
    let found = open_sized(rules, shape(position))?;
    if sum::is_mixed(position) && crate::read_sum(&found.1, position).is_err() {
        return Ok((&sum::ABOUT, Erased::new(Sum::reading(position, Some(rules)))));
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
/// use std::sync::Arc;
/// use upstar_rules::erased::Erased;
/// use upstar_rules::heap::nim::{self, Nim};
/// use upstar_rules::registry::{About, Registry, Ruleset};
/// use upstar_rules::{PositionError, Rules};
///
/// struct Marbles;
/// impl Ruleset for Marbles {
///     fn about(&self) -> About<'_> {
///         About { name: "marbles", aliases: &[], ..nim::ABOUT }
///     }
///     fn rules(&self, parameters: &str) -> Result<Erased, PositionError> {
///         Ok(Erased::new(Nim::from_parameters(parameters)?))
///     }
/// }
///
/// let mut registry = Registry::default();
/// assert!(registry.about("marbles").is_err());
/// registry.add(Arc::new(Marbles))?;
/// assert_eq!(registry.about("Marbles")?.title, "Nim");
/// assert!(registry.add(Arc::new(Marbles)).is_err());
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

    fn added(&self, name: &str) -> Option<&dyn Ruleset> {
        let wanted = plain_name(name);
        let is_wanted = |ruleset: &&Arc<dyn Ruleset>| {
            let about = ruleset.about();
            plain_name(about.name) == wanted || about.aliases.contains(&wanted.as_str())
        };
        self.added.iter().find(is_wanted).map(|ruleset| &**ruleset)
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
                let found = open_added(ruleset, rules, shape(position))?;
                if sum::is_mixed(position) && crate::read_sum(&found.1, position).is_err() {
                    return Ok((sum::ABOUT, mixed(Some(rules))));
                }
                Ok(found)
            }
            None if !self.added.is_empty() && !sum::files(position).is_empty() => {
                let about = self.about(rules)?;
                Ok((sum::ABOUT, mixed((about.name != sum::ABOUT.name).then_some(rules))))
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
            Some(ruleset) => open_added(ruleset, rules, size),
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

/// Lists the games. All are handed out as [`Erased`] rules, those on boards with the smallest plane
/// that holds the position. [`typed`] gives `fast` games on the given planes their types back, so that
/// an engine can be compiled for them: a game belongs there if [`Erased`] costs it more than a tenth.
macro_rules! rulesets {
    (
        fast { $($fast_room:ident :: $fast:ident :: $Fast:ident on $plane:ident,)* }
        plane { $($room:ident :: $board:ident :: $Board:ident,)* }
        plain { $($path:path => $Rules:path,)* }
    ) => {
        /// All rulesets, in the order of the list.
        pub fn all() -> &'static [&'static About<'static>] {
            &[$(&crate::$room::$board::ABOUT,)* $(&{ use $path as module; module::ABOUT },)*]
        }

        /// Looks up rules for boards of up to `size.0` rows and `size.1` columns.
        pub fn open_sized(
            rules: &str,
            size: (usize, usize),
        ) -> Result<(&'static About<'static>, Erased), RulesError> {
            let about = about(rules)?;
            let (parameters, start) = parameters(rules)?;
            let built = erased(about, parameters, size);
            Ok((about, built.map_err(|error| RulesError::Parameters(error.shifted(start)))?))
        }

        /// The part of a table of boards that is kept in one word, which is the whole table where
        /// it makes no difference.
        pub fn small_shape(
            rules: &str,
            size: (usize, usize),
        ) -> Result<(usize, usize), RulesError> {
            let about = about(rules)?;
            let boards = [$(crate::$room::$board::ABOUT.name,)*];
            let least = (size.0.min(8), size.1.min(8));
            Ok(if boards.contains(&about.name) && !Row::holds(size.0, size.1) { least } else { size })
        }

        /// Lets `visitor` work with the type of rules that are `fast` in the list; gives it back if they
        /// are not.
        pub fn typed<V: TypedVisitor>(rules: &Erased, visitor: V) -> Result<V::Output, V> {
            $({
                use crate::$fast_room::$fast::$Fast;
                if let Some(rules) = rules.with_type::<$Fast<$plane>>() {
                    return Ok(visitor.visit(rules));
                }
            })*
            Err(visitor)
        }

        fn erased(
            about: &About<'_>,
            parameters: &str,
            (rows, columns): (usize, usize),
        ) -> Result<Erased, PositionError> {
            $(if about.name == crate::$fast_room::$fast::ABOUT.name
                && <$plane as Plane>::holds(rows, columns)
            {
                use crate::$fast_room::$fast::$Fast;
                return Ok(Erased::new($Fast::<$plane>::from_parameters(parameters)?));
            })*
            $(if about.name == crate::$room::$board::ABOUT.name {
                use crate::$room::$board::$Board;
                return Ok(if Small::holds(rows, columns) {
                    Erased::new($Board::<Small>::from_parameters(parameters)?)
                } else if Row::holds(rows, columns) {
                    Erased::new($Board::<Row>::from_parameters(parameters)?)
                } else if Medium::holds(rows, columns) {
                    Erased::new($Board::<Medium>::from_parameters(parameters)?)
                } else {
                    Erased::new($Board::<Wide>::from_parameters(parameters)?)
                });
            })*
            $({
                use $path as module;
                if about.name == module::ABOUT.name {
                    return Ok(Erased::new(<$Rules>::from_parameters(parameters)?));
                }
            })*
            unreachable!("{} is in the list", about.name)
        }
    };
}

rulesets! {
    fast {
        grid::domineering::Domineering on Small,
        grid::domineering::Domineering on Double,
        grid::cram::Cram on Small,
        grid::clobber::Clobber on Small,
        grid::amazons::Amazons on Small,
        strip::toads_and_frogs::ToadsAndFrogs on Row,
    }
    plane {
        grid::domineering::Domineering,
        grid::cram::Cram,
        grid::clobber::Clobber,
        grid::cannibal_clobber::CannibalClobber,
        grid::anti_clobber::AntiClobber,
        grid::amazons::Amazons,
        grid::konane::Konane,
        grid::fission::Fission,
        grid::nogo::NoGo,
        grid::col::Col,
        grid::snort::Snort,
        grid::fjords::Fjords,
        strip::toads_and_frogs::ToadsAndFrogs,
        strip::elephants_and_rhinos::ElephantsAndRhinos,
    }
    plain {
        crate::heap::nim => crate::heap::nim::Nim,
        crate::infinite::infinite_nim => crate::infinite::infinite_nim::InfiniteNim,
        crate::infinite::two_dee_nim => crate::infinite::two_dee_nim::TwoDeeNim,
        crate::heap::lasker_nim => crate::heap::lasker_nim::LaskerNim,
        crate::heap::moore_nim => crate::heap::moore_nim::MooreNim,
        crate::heap::poker_nim => crate::heap::poker_nim::PokerNim,
        crate::heap::staircase_nim => crate::heap::staircase_nim::StaircaseNim,
        crate::heap::subtraction => crate::heap::subtraction::Take,
        crate::heap::grundys_game => crate::heap::grundys_game::GrundysGame,
        crate::heap::prim => crate::heap::prim::Prim,
        crate::heap::dim => crate::heap::dim::Dim,
        crate::heap::dividing_rulers => crate::heap::dividing_rulers::DividingRulers,
        crate::heap::take_and_break => crate::heap::code::HeapCode,
        crate::heap::octal_names::kayles => crate::heap::octal_names::kayles::Kayles,
        crate::heap::octal_names::dawsons_kayles => crate::heap::octal_names::dawsons_kayles::DawsonsKayles,
        crate::heap::octal_names::dawsons_chess => crate::heap::octal_names::dawsons_chess::DawsonsChess,
        crate::heap::octal_names::jelly_beans => crate::heap::octal_names::jelly_beans::JellyBeans,
        crate::heap::octal_names::lemon_drops => crate::heap::octal_names::lemon_drops::LemonDrops,
        crate::heap::octal_names::stalking => crate::heap::octal_names::stalking::Stalking,
        crate::heap::octal_names::adders => crate::heap::octal_names::adders::Adders,
        crate::heap::euclid => crate::heap::euclid::Euclid,
        crate::heap::fibonacci_nim => crate::heap::fibonacci_nim::FibonacciNim,
        crate::heap::spawning => crate::heap::spawning::Spawning,
        crate::heap::remembering::mem => crate::heap::remembering::mem::Mem,
        crate::heap::remembering::take_away => crate::heap::remembering::take_away::TakeAway,
        crate::heap::partizan_heaps::take_and_break =>
            crate::heap::partizan_heaps::take_and_break::PartizanTakeAndBreak,
        crate::heap::partizan_heaps::splittles =>
            crate::heap::partizan_heaps::splittles::PartizanSplittles,
        crate::heap::partizan_euclid => crate::heap::partizan_euclid::PartizanEuclid,
        crate::coin::nimble => crate::coin::nimble::Nimble,
        crate::coin::welter => crate::coin::welter::Welter,
        crate::coin::kotzig => crate::coin::kotzig::Kotzig,
        crate::coin::turning => crate::coin::turning::Turning,
        crate::coin::turning_names::turning_turtles => crate::coin::turning_names::turning_turtles::TurningTurtles,
        crate::coin::turning_names::mock_turtles => crate::coin::turning_names::mock_turtles::MockTurtles,
        crate::coin::turning_names::moebius => crate::coin::turning_names::moebius::Moebius,
        crate::coin::turning_names::mogul => crate::coin::turning_names::mogul::Mogul,
        crate::coin::turning_names::moidores => crate::coin::turning_names::moidores::Moidores,
        crate::coin::turning_names::ruler => crate::coin::turning_names::ruler::Ruler,
        crate::coin::turning_names::turnips => crate::coin::turning_names::turnips::Turnips,
        crate::coin::tartan => crate::coin::tartan::Tartan,
        crate::grid::chess_clobber::kings => crate::grid::chess_clobber::kings::Kings,
        crate::grid::chess_clobber::knights => crate::grid::chess_clobber::knights::Knights,
        crate::grid::chess_clobber::rooks => crate::grid::chess_clobber::rooks::Rooks,
        crate::grid::chess_clobber::queens => crate::grid::chess_clobber::queens::Queens,
        crate::grid::ski_jumps => crate::grid::ski_jumps::SkiJumps,
        crate::grid::chomp => crate::grid::chomp::Chomp,
        crate::grid::northcott => crate::grid::northcott::Northcott,
        crate::strip::toppling_dominoes => crate::strip::toppling_dominoes::TopplingDominoes,
        crate::strip::push => crate::strip::push::Push,
        crate::strip::shove => crate::strip::shove::Shove,
        crate::strip::silver_dollar => crate::strip::silver_dollar::SilverDollar,
        crate::strip::wythoff => crate::strip::wythoff::Wythoff,
        crate::strip::white_knight => crate::strip::white_knight::WhiteKnight,
        crate::graph::hackenbush => crate::graph::hackenbush::Hackenbush,
        crate::graph::childish_hackenbush => crate::graph::childish_hackenbush::ChildishHackenbush,
        crate::graph::col => crate::graph::col::Col,
        crate::graph::snort => crate::graph::snort::Snort,
        crate::graph::clobber_graph => crate::graph::clobber_graph::ClobberGraph,
        crate::graph::node_kayles => crate::graph::node_kayles::NodeKayles,
        crate::graph::partizan_node_kayles =>
            crate::graph::partizan_node_kayles::PartizanNodeKayles,
        crate::graph::arc_kayles => crate::graph::arc_kayles::ArcKayles,
        crate::graph::partizan_arc_kayles => crate::graph::partizan_arc_kayles::PartizanArcKayles,
        crate::cake::cutcake => crate::cake::cutcake::Cutcake,
        crate::cake::maundy => crate::cake::maundy::MaundyCake,
        crate::chairs => crate::chairs::SeatingCouples,
        crate::partizan_subtraction => crate::partizan_subtraction::PartizanSubtraction,
        crate::tree => crate::tree::Trees,
        crate::sum => crate::sum::Sum,
        crate::horse::horses => crate::horse::horses::Horses,
        crate::cake::eatcake => crate::cake::eatcake::Eatcake,
        crate::cake::turn_and_eatcake => crate::cake::turn_and_eatcake::TurnAndEatcake,
        crate::cake::product::acrostic => crate::cake::product::acrostic::Acrostic,
        crate::cake::product::direct => crate::cake::product::direct::Direct,
        crate::cake::product::join => crate::cake::product::join::Join,
        crate::cake::product::cake => crate::cake::product::cake::CakeProduct,
        crate::cake::hotcakes => crate::cake::hotcakes::Hotcakes,
        crate::cake::coldcakes => crate::cake::coldcakes::Coldcakes,
        crate::cake::coolcakes => crate::cake::coolcakes::Coolcakes,
        crate::cake::baked_alaska => crate::cake::baked_alaska::BakedAlaska,
        crate::boys_and_girls => crate::boys_and_girls::BoysAndGirls,
        crate::heap::mrs_grundy => crate::heap::mrs_grundy::MrsGrundy,
        crate::heap::squares_off => crate::heap::squares_off::SquaresOff,
        crate::horse::falada::first_off_wins => crate::horse::falada::first_off_wins::FirstOffWins,
        crate::horse::falada::first_home_wins =>
            crate::horse::falada::first_home_wins::FirstHomeWins,
        crate::horse::falada::first_home_loses =>
            crate::horse::falada::first_home_loses::FirstHomeLoses,
        crate::cycle::sisyphus => crate::cycle::sisyphus::Sisyphus,
        crate::cycle::no_highway => crate::cycle::no_highway::NoHighway,
        crate::cycle::backsliding => crate::cycle::backsliding::Backsliding,
        crate::cycle::fox_and_geese => crate::cycle::fox_and_geese::FoxAndGeese,
        crate::cycle::ceylonese => crate::cycle::ceylonese::CeyloneseFoxAndGeese,
        crate::cycle::checkers => crate::cycle::checkers::Checkers,
        crate::graph::loopy_hackenbush => crate::graph::loopy_hackenbush::LoopyHackenbush,
        crate::cycle::carousel => crate::cycle::carousel::Carousel,
        crate::cycle::partizan_digraph => crate::cycle::partizan_digraph::PartizanDigraph,
        crate::loopy::fair_shares::varied_pairs =>
            crate::loopy::fair_shares::varied_pairs::VariedPairs,
        crate::loopy::fair_shares::unequal_partners =>
            crate::loopy::fair_shares::unequal_partners::UnequalPartners,
        crate::loopy::sweets_and_nuts => crate::loopy::sweets_and_nuts::SweetsAndNuts,
        crate::loopy::adders_and_ladders => crate::loopy::adders_and_ladders::AddersAndLadders,
        crate::loopy::additional_subtraction =>
            crate::loopy::additional_subtraction::AdditionalSubtraction,
        crate::loopy::horsefly => crate::loopy::horsefly::Horsefly,
        crate::loopy::l_game => crate::loopy::l_game::LGame,
        crate::loopy::digraph => crate::loopy::digraph::Digraph,
        crate::entailing::top_entails => crate::entailing::top_entails::TopEntails,
        crate::entailing::nim_entailing => crate::entailing::nim_entailing::NimEntailing,
        crate::entailing::goldbach_nim => crate::entailing::goldbach_nim::GoldbachNim,
        crate::entailing::queens::wyt_queens_trains =>
            crate::entailing::queens::wyt_queens_trains::WytQueensTrains,
        crate::entailing::queens::off_wyth_its_tail =>
            crate::entailing::queens::off_wyth_its_tail::OffWythItsTail,
        crate::entailing::tails::prim_tails => crate::entailing::tails::prim_tails::PrimTails,
        crate::entailing::tails::dim_tails => crate::entailing::tails::dim_tails::DimTails,
        crate::entailing::all_square => crate::entailing::all_square::AllSquare,
        crate::entailing::on_the_rails => crate::entailing::on_the_rails::OnTheRails,
    }
}
