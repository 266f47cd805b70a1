//! A game that somebody wrote, compiled.

use crate::code::CodeGame;
use crate::compile::Parameters;
use crate::graphs::{CompiledGraphGame, GraphRules};
use crate::measure::KindMeasure;
use crate::page::FilePage;
use crate::patterns::Patterns;
use crate::prelude::*;
use crate::sheets::{SheetGame, SheetRules};
use crate::tuples::{TupleGame, TupleRules};
use upstar_rules::erased::Erased;
use upstar_rules::grid::plane::{Row, Small, Wide};
use upstar_rules::registry::{About, Ruleset};

/// What was found out about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesFinding {
    /// What it is about: `play`, `components`, ...
    pub what: &'static str,
    /// What is the case.
    pub text: String,
}

/// How its positions move.
#[derive(Clone, Debug)]
pub(crate) enum OwnMoves {
    Patterns(Arc<PatternGame>),
    Graph(Arc<CompiledGraphGame>),
    Tuples(Arc<TupleGame>),
    Sheets(Arc<SheetGame>),
}

/// A game of a file.
///
/// ```
/// use upstar_rulefile::compile;
/// let text = "game Cram\ngrid . #\nboth orthogonal .. -> ##\n";
/// let cram = compile("cram.up", text).unwrap();
/// let found = cram.findings();
/// assert!(found.iter().any(|found| found.text == "impartial: both players have the same moves"));
/// assert!(found.iter().any(|found| found.text == "ends: every move lowers number(.)"));
/// ```
#[derive(Clone, Debug)]
pub struct Own {
    pub(crate) page: Arc<FilePage>,
    pub(crate) kinds: Arc<SquareKinds>,
    pub(crate) family: Arc<BoardFamily>,
    pub(crate) body: OwnMoves,
    /// The parameters and their defaults.
    pub(crate) parameters: Parameters,
    /// Positions that the file tells to try.
    pub(crate) tries: Vec<String>,
}

impl Own {
    /// What was found out about the game.
    pub fn findings(&self) -> Vec<RulesFinding> {
        const ENDLESS: &str = "may be endless: no measure was found that every move lowers";
        let players = |impartial: bool, all_small: bool| match (impartial, all_small) {
            (true, _) => "impartial: both players have the same moves",
            (_, true) => "all-small: one player can move exactly where the other can",
            _ => "partizan",
        };
        let checked = |code: &CodeGame, usual: &str| {
            let measure = if code.measure.is_empty() { usual } else { "the measure" };
            match code.is_loopy {
                true => "may be endless: the file says so".to_owned(),
                false => format!("ends: every move must lower {measure}, and is held against it"),
            }
        };
        let texts: [String; 5] = match &self.body {
            OwnMoves::Patterns(program) => {
                let words =
                    |measure: &KindMeasure| measure.words(&self.kinds, &program.kind_of_plane);
                let lowered = program.ending.as_ref().map(|measures| {
                    let words: Vec<String> = measures.iter().map(words).collect();
                    format!("ends: every move lowers {}", words.join(", or keeps it and lowers "))
                });
                [
                    pattern_moves(program),
                    players(program.is_impartial, program.is_all_small).into(),
                    lowered.unwrap_or_else(|| ENDLESS.into()),
                    symmetries(program),
                    components(program),
                ]
            }
            OwnMoves::Graph(game) => [
                "patterns on vertices and edges".into(),
                players(game.is_impartial, game.is_all_small).into(),
                match game.is_loopy {
                    true => ENDLESS.into(),
                    false => "ends: weights of the kinds fall with every move".into(),
                },
                match &game.negative {
                    Some(_) => "isomorphic graphs, and the negative with kinds exchanged".into(),
                    None => "isomorphic graphs".into(),
                },
                "vertices that moves can ever come to use together".into(),
            ],
            OwnMoves::Tuples(game) => [
                "comprehensions".into(),
                players(game.code.is_impartial, false).into(),
                checked(&game.code, "the sum of the entries"),
                match game.images.len() {
                    0 | 1 => "no entries can be exchanged".into(),
                    count => format!("{count} ways to exchange entries, itself among them"),
                },
                "each heap or tuple".into(),
            ],
            OwnMoves::Sheets(game) => [
                "comprehensions on squares".into(),
                players(game.code.is_impartial, false).into(),
                checked(
                    &game.code,
                    &format!("the number of squares other than `{}`", self.kinds.symbol(0)),
                ),
                match game.images.len() {
                    0 | 1 => "none but the position itself".into(),
                    count => format!("{count} images, itself among them, as declared"),
                },
                match &game.joined {
                    Some(_) => "as declared".into(),
                    None => "a position stays whole; `parts` would tell how it falls apart".into(),
                },
            ],
        };
        let what = ["moves", "players", "play", "symmetry", "components"];
        what.into_iter().zip(texts).map(|(what, text)| RulesFinding { what, text }).collect()
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
            OwnMoves::Patterns(program) => program.is_strip,
            OwnMoves::Sheets(game) => game.is_strip,
            OwnMoves::Graph(_) | OwnMoves::Tuples(_) => false,
        }
    }

    /// How many numbers a position is made of, if it is played with heaps or tuples.
    pub fn entries(&self) -> Option<usize> {
        match &self.body {
            OwnMoves::Tuples(game) => Some(game.entries),
            _ => None,
        }
    }

    /// Is it played on a graph?
    pub fn is_graph(&self) -> bool {
        matches!(self.body, OwnMoves::Graph(_))
    }

    /// Reads `3`, `3, 5` or `k = 3`; what is not said has its default.
    fn read_parameters(&self, text: &str) -> Result<Vec<i64>, PositionError> {
        if self.parameters.is_empty() {
            no_parameters(text)?;
        }
        let mut values: Vec<i64> = self.parameters.iter().map(|(_, default)| *default).collect();
        let mut start = 0;
        for (i, part) in text.split(',').enumerate() {
            let wrong = |message: String| PositionError::new(start, part.len(), message);
            let (place, value) = match part.split_once('=') {
                Some((name, value)) => {
                    let name = name.trim();
                    let place = self.parameters.iter().position(|(known, _)| known == name);
                    let names: Vec<&str> =
                        self.parameters.iter().map(|(name, _)| name.as_str()).collect();
                    let unknown = || {
                        wrong(format!(
                            "there is no parameter `{name}`; there are {}",
                            names.join(", ")
                        ))
                    };
                    (place.ok_or_else(unknown)?, value)
                }
                None if part.trim().is_empty() && text.trim().is_empty() => break,
                None => (i, part),
            };
            let number = value.trim().parse::<i64>();
            let number = number.map_err(|_| wrong("expected an integer".to_owned()))?;
            match values.get_mut(place) {
                Some(slot) => *slot = number,
                None => return Err(wrong(format!("the game has {} parameters", values.len()))),
            }
            start += part.len() + 1;
        }
        Ok(values)
    }
}

fn pattern_moves(program: &PatternGame) -> String {
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    format!(
        "patterns: {} in all directions, {}",
        count(program.strokes.len(), "stroke"),
        count(program.planes, "plane")
    )
}

fn symmetries(program: &PatternGame) -> String {
    let turns = |negated: bool| {
        let images = program.images.iter().filter(|image| image.negated == negated);
        images.count()
    };
    let images = |n: usize, end: &str| match n {
        1 => format!("1 image{end}"),
        n => format!("{n} images{end}"),
    };
    match (turns(false), turns(true)) {
        (1, 0) => "none but the position itself".to_owned(),
        (same, 0) => images(same, " with the value of a position"),
        (same, negative) => {
            format!(
                "{} of a position, {}",
                images(same, " with the value"),
                images(negative, " with its negative")
            )
        }
    }
}

fn components(program: &PatternGame) -> String {
    if !program.special.is_empty() {
        return "a position stays whole, since some moves must be answered in it".to_owned();
    }
    if program.links.exact {
        "squares that a move can use together, from the kinds of neighbours".to_owned()
    } else {
        "squares that moves can ever come to use together, by closure".to_owned()
    }
}

fn with_planes<P: Plane>(program: &Arc<PatternGame>, family: &Arc<BoardFamily>) -> Erased {
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
        let family = &self.family;
        match &self.body {
            OwnMoves::Patterns(program) => {
                no_parameters(parameters)?;
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
            OwnMoves::Graph(game) => {
                no_parameters(parameters)?;
                Ok(Erased::new(GraphRules::new(game, family)))
            }
            OwnMoves::Tuples(game) => {
                Ok(Erased::new(TupleRules::new(game, self.read_parameters(parameters)?)))
            }
            OwnMoves::Sheets(game) => {
                let parameters = self.read_parameters(parameters)?;
                Ok(Erased::new(SheetRules::new(game, family, parameters)))
            }
        }
    }
}
