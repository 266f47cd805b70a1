//! A game that somebody wrote, compiled.

use crate::family::Family;
use crate::kinds::Kinds;
use crate::page::Page;
use crate::patterns::Patterns;
use crate::program::Program;
use std::sync::Arc;
use upstar_rules::erased::Erased;
use upstar_rules::grid::plane::{Plane, Row, Small, Wide};
use upstar_rules::registry::{About, Ruleset};
use upstar_rules::{PositionError, no_parameters};

/// What was found out about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is about: `play`, `components`, ...
    pub what: &'static str,
    /// What is the case.
    pub text: String,
}

/// How its positions move.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Patterns(Arc<Program>),
}

/// A game of a file.
///
/// ```
/// use upstar_own::compile;
/// let text = "game Cram\ngrid . #\nboth orthogonal .. -> ##\n";
/// let cram = compile("cram.up", text).unwrap();
/// let found = cram.findings();
/// assert!(found.iter().any(|found| found.text == "impartial: both players have the same moves"));
/// assert!(found.iter().any(|found| found.text == "ends: every move lowers number(.)"));
/// ```
#[derive(Clone, Debug)]
pub struct Own {
    pub(crate) page: Arc<Page>,
    pub(crate) kinds: Arc<Kinds>,
    pub(crate) family: Arc<Family>,
    pub(crate) body: Body,
    /// Positions that the file tells to try.
    pub(crate) tries: Vec<String>,
}

impl Own {
    /// What was found out about the game.
    pub fn findings(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let mut add = |what, text: String| found.push(Finding { what, text });
        match &self.body {
            Body::Patterns(program) => {
                add("moves", pattern_moves(program));
                let words = if program.is_impartial {
                    "impartial: both players have the same moves".to_owned()
                } else if program.is_all_small {
                    "all-small: one player can move exactly where the other can".to_owned()
                } else {
                    "partizan".to_owned()
                };
                add("players", words);
                add(
                    "play",
                    match &program.ending {
                        Some(measures) => {
                            let words: Vec<String> = measures
                                .iter()
                                .map(|measure| measure.words(&self.kinds, &program.kind_of_plane))
                                .collect();
                            let words = words.join(", or keeps it and lowers ");
                            format!(
                                "ends: every move lowers {}",
                                if words.is_empty() { "nothing" } else { &words }
                            )
                        }
                        None => {
                            "may be endless: no measure was found that every move lowers".to_owned()
                        }
                    },
                );
                add("symmetry", symmetries(program));
                add("components", components(program));
            }
        }
        found
    }

    /// Positions to try, as the file names them.
    pub fn tries(&self) -> impl Iterator<Item = &str> {
        self.tries.iter().map(String::as_str)
    }

    /// The symbols of the kinds of squares, the first of each, if it is played on a board.
    pub fn symbols(&self) -> Vec<char> {
        (0..self.kinds.len()).map(|kind| self.kinds.symbol(kind)).collect()
    }

    /// Is it played on one row?
    pub fn is_strip(&self) -> bool {
        match &self.body {
            Body::Patterns(program) => program.is_strip,
        }
    }
}

fn pattern_moves(program: &Program) -> String {
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    format!(
        "patterns: {} in all directions, {}",
        count(program.strokes.len(), "stroke"),
        count(program.planes, "plane")
    )
}

fn symmetries(program: &Program) -> String {
    let turns = |negated: bool| {
        let images = program.images.iter().filter(|image| image.negated == negated);
        images.count()
    };
    let of = if program.is_strip { 2 } else { 8 };
    match (turns(false), turns(true)) {
        (same, 0) => format!("{same} images of a position have its value (turns: {of})"),
        (same, negative) => {
            format!("{same} images of a position have its value, {negative} its negative")
        }
    }
}

fn components(program: &Program) -> String {
    if !program.special.is_empty() {
        return "a position stays whole, since some moves must be answered in it".to_owned();
    }
    if program.links.exact {
        "squares that a move can use together, from the kinds of neighbours".to_owned()
    } else {
        "squares that moves can ever come to use together, by closure".to_owned()
    }
}

fn with_planes<P: Plane>(program: &Arc<Program>, family: &Arc<Family>) -> Erased {
    match program.planes {
        0 | 1 => Erased::new(Patterns::<P, 1>::new(program, family)),
        2 => Erased::new(Patterns::<P, 2>::new(program, family)),
        3 => Erased::new(Patterns::<P, 3>::new(program, family)),
        4 => Erased::new(Patterns::<P, 4>::new(program, family)),
        5 | 6 => Erased::new(Patterns::<P, 6>::new(program, family)),
        _ => Erased::new(Patterns::<P, 15>::new(program, family)),
    }
}

impl Ruleset for Own {
    fn about(&self) -> About<'_> {
        self.page.about()
    }

    fn rules(&self, parameters: &str) -> Result<Erased, PositionError> {
        self.sized(parameters, (usize::MAX, usize::MAX))
    }

    fn sized(
        &self,
        parameters: &str,
        (rows, columns): (usize, usize),
    ) -> Result<Erased, PositionError> {
        match &self.body {
            Body::Patterns(program) => {
                no_parameters(parameters)?;
                let family = &self.family;
                Ok(if Row::holds(rows, columns) && (program.is_strip || columns > 8) {
                    with_planes::<Row>(program, family)
                } else if Small::holds(rows, columns) {
                    with_planes::<Small>(program, family)
                } else if program.planes <= 4 {
                    Erased::new(Patterns::<Wide, 4>::new(program, family))
                } else {
                    Erased::new(Patterns::<Wide, 15>::new(program, family))
                })
            }
        }
    }
}
