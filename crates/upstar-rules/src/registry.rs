//! All rulesets by name, and how a generic program meets a particular one.
//!
//! A [`Visitor`] is a computation that works for every ruleset; [`visit`] looks up the name,
//! builds the rules with the parameters that were typed and hands them over with their type, so
//! that engines are compiled for each game. The macro at the end is the list: one line a game.

use crate::{PositionError, Rules};

/// What is worth knowing of a ruleset, all in one place: help, documentation and tests read it.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name one types.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// The name one prints.
    pub title: &'static str,
    /// The rules in words.
    pub rules: &'static str,
    /// How positions are written.
    pub notation: &'static str,
    /// Positions to try, the first one the best to show.
    pub examples: &'static [&'static str],
    /// Who invented or described it.
    pub source: &'static str,
    /// Values of positions in the literature; every one is tested.
    pub known: &'static [Known],
    /// What the sizes of its table mean; empty when it has none.
    pub tables: &'static str,
    /// Do both players always have the same moves?
    pub impartial: bool,
}

/// A value stated in the literature.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// The position, in the notation of the ruleset.
    pub position: &'static str,
    /// Its value in the notation of the calculator.
    pub value: &'static str,
    /// Where it is stated.
    pub source: &'static str,
}

/// A computation that works for every ruleset.
pub trait Visitor {
    /// What it computes.
    type Output;

    /// Computes with these rules.
    fn visit<R: Rules>(self, about: &'static About, rules: R) -> Self::Output;
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

/// The ruleset of this name, without its parameters.
pub fn about(name: &str) -> Result<&'static About, RulesError> {
    let wanted = name.split('(').next().unwrap_or(name).trim().to_lowercase();
    let wanted = wanted.replace(['_', ' '], "-");
    let found = all().iter().find(|a| a.name == wanted || a.aliases.contains(&wanted.as_str()));
    found.copied().ok_or_else(|| {
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

/// The parameters in `name(parameters)`, with the place where they start.
fn parameters(text: &str) -> Result<(&str, usize), RulesError> {
    let Some(open) = text.find('(') else {
        return Ok(("", text.len()));
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

/// The size of the board that a text describes: rows and the longest row.
fn shape(text: &str) -> (usize, usize) {
    let rows = text.split('|');
    (rows.clone().count(), rows.map(|row| row.chars().count()).max().unwrap_or(0))
}

/// Lists the games. `plane` games are compiled for each kind of plane and the smallest that
/// holds the position is taken; `plain` games are built from their parameters.
macro_rules! rulesets {
    (
        plane { $($board:ident :: $Board:ident,)* }
        plain { $($path:path => $Rules:path,)* }
    ) => {
        /// All rulesets, in the order of the list.
        pub fn all() -> &'static [&'static About] {
            &[$(&crate::grid::$board::ABOUT,)* $(&{ use $path as module; module::ABOUT },)*]
        }

        /// Looks up `rules`, such as `domineering` or `subtraction(2,5,6)`, for a position such
        /// as `position` (its size decides how boards are kept), and lets `visitor` work.
        pub fn visit<V: Visitor>(
            rules: &str,
            position: &str,
            visitor: V,
        ) -> Result<V::Output, RulesError> {
            use crate::grid::plane::{Plane, Row, Small, Wide};
            let about = about(rules)?;
            let (parameters, start) = parameters(rules)?;
            let (rows, columns) = shape(position);
            let _ = (parameters, start);
            $(if about.name == crate::grid::$board::ABOUT.name {
                use crate::grid::$board::$Board;
                return Ok(if Small::holds(rows, columns) {
                    visitor.visit(about, $Board::<Small>::new())
                } else if Row::holds(rows, columns) {
                    visitor.visit(about, $Board::<Row>::new())
                } else {
                    visitor.visit(about, $Board::<Wide>::new())
                });
            })*
            $({
                use $path as module;
                if about.name == module::ABOUT.name {
                    let built = <$Rules>::from_parameters(parameters)
                        .map_err(|error| RulesError::Parameters(error.shifted(start)))?;
                    return Ok(visitor.visit(about, built));
                }
            })*
            Err(RulesError::Unknown { name: rules.to_owned(), suggestions: Vec::new() })
        }
    };
}

rulesets! {
    plane {
        domineering::Domineering,
    }
    plain {
        crate::heap::nim => crate::heap::nim::Nim,
        crate::heap::lasker_nim => crate::heap::lasker_nim::LaskerNim,
        crate::heap::moore_nim => crate::heap::moore_nim::MooreNim,
        crate::heap::poker_nim => crate::heap::poker_nim::PokerNim,
        crate::heap::staircase_nim => crate::heap::staircase_nim::StaircaseNim,
        crate::heap::subtraction => crate::heap::subtraction::Subtraction,
        crate::heap::grundys_game => crate::heap::grundys_game::GrundysGame,
        crate::heap::prim => crate::heap::prim::Prim,
        crate::heap::dim => crate::heap::dim::Dim,
        crate::heap::dividing_rulers => crate::heap::dividing_rulers::DividingRulers,
        crate::heap::take_and_break => crate::heap::take_and_break::TakeAndBreak,
        crate::heap::octal_names::kayles => crate::heap::octal_names::kayles::Kayles,
        crate::heap::octal_names::dawsons_kayles => crate::heap::octal_names::dawsons_kayles::DawsonsKayles,
        crate::heap::octal_names::dawsons_chess => crate::heap::octal_names::dawsons_chess::DawsonsChess,
        crate::heap::octal_names::jelly_beans => crate::heap::octal_names::jelly_beans::JellyBeans,
        crate::heap::octal_names::lemon_drops => crate::heap::octal_names::lemon_drops::LemonDrops,
        crate::heap::octal_names::stalking => crate::heap::octal_names::stalking::Stalking,
        crate::heap::octal_names::adders => crate::heap::octal_names::adders::Adders,
        crate::heap::euclid => crate::heap::euclid::Euclid,
        crate::heap::fibonacci_nim => crate::heap::fibonacci_nim::FibonacciNim,
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
    }
}
