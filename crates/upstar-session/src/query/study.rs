//! All that a page shows of one value: typeset, in words, its walls, its options.
//!
//! [`StudiedValue`] is a value for people of every kind; [`Studied`] is what the calculator's
//! answer to one input has to say about itself.

use crate::answer::Verdicts;
use crate::query::eval::Remark;
use crate::query::prelude::*;
use crate::state::at_whole;
use upstar_base::{OutcomeClass, Player, Verdict};
use upstar_calculator::{Evaluation, Game, Value};
use upstar_notation::print::{self, Notation};
use upstar_notation::spoken;
use upstar_values::{Dyadic, Short, Thermograph};

described! {
    /// Statements of the calculator, with all that can be told of the last value
    pub struct StudyQuery {
        /// The statements.
        pub input: String,
    }
}

impl Query for StudyQuery {
    type Answer = Studied;
    const NAME: &'static str = "study";
    const EXAMPLES: &'static [Example] = &[Example::new("", r#"{"input":"{3|1}"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<Studied, QueryError> {
        study(&mut session.state, &self.input)
    }
}

/// Longer formulas are not typeset.
const MOST_LATEX: usize = 4000;
/// More options are only counted.
const MOST_OPTIONS: usize = 60;

/// A value in all the ways in which people read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StudiedValue {
    /// As it is typed.
    pub value: String,
    /// Typeset, where it can be.
    pub latex: Option<String>,
    /// Read aloud.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aloud: Option<String>,
    /// What it means for the players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
}

impl StudiedValue {
    /// A value that has no other form than its text.
    pub(crate) fn plain(value: String) -> StudiedValue {
        StudiedValue { value, latex: None, aloud: None, meaning: None }
    }

    /// A short game of the desk's store.
    pub(crate) fn short(state: &mut SessionState, game: Short) -> Result<StudiedValue, Stopped> {
        let value = state.show_short(game)?.0;
        let latex = if value.len() > MOST_LATEX {
            None
        } else {
            Some(print::short(state.calc(), game, Notation::Latex)?)
        };
        let aloud = Some(spoken::aloud(state.calc(), game)?);
        let meaning = Some(spoken::meaning(state.calc(), game)?);
        let latex = latex.filter(|latex| latex.len() <= MOST_LATEX);
        Ok(StudiedValue { value, latex, aloud, meaning })
    }
}

/// A thermograph as data: numbers as they are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Walls {
    /// The mast.
    pub mean: String,
    /// Where the mast begins.
    pub temperature: String,
    /// Left's wall from the top down to -1: value and temperature.
    pub left: Vec<[String; 2]>,
    /// Right's wall.
    pub right: Vec<[String; 2]>,
}

impl Walls {
    /// The walls of a thermograph.
    pub(crate) fn of(thermograph: &Thermograph) -> Walls {
        let top = thermograph.temperature();
        let wall = |who: Player| {
            let wall = thermograph.wall(who);
            let mut points = vec![(top.clone(), wall.at(&top))];
            let ground = Dyadic::zero();
            let mut below: Vec<(Dyadic, Dyadic)> = wall.corners();
            if top > ground {
                below.push((ground.clone(), wall.at(&ground)));
            }
            below.retain(|(t, _)| *t < top);
            below.sort_by(|one, other| other.0.cmp(&one.0));
            points.extend(below);
            points.dedup();
            points.iter().map(|(t, x)| [x.to_string(), t.to_string()]).collect()
        };
        Walls {
            mean: thermograph.mean().to_string(),
            temperature: top.to_string(),
            left: wall(Player::Left),
            right: wall(Player::Right),
        }
    }
}

/// What is known of a short game.
#[derive(Clone, Debug, Serialize)]
pub struct GameFacts {
    /// Who wins.
    pub class: OutcomeClass,
    /// The same in words.
    pub who: &'static str,
    /// The thermograph.
    pub thermograph: Walls,
    /// Left's and Right's options in canonical form.
    pub options: [Vec<StudiedValue>; 2],
    /// How many options there are, where they are not all listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<[usize; 2]>,
}

impl GameFacts {
    /// What is known of a game of the desk's store.
    pub(crate) fn of(state: &mut SessionState, game: Short) -> Result<GameFacts, Stopped> {
        let outcome = state.calc().outcome(game);
        let first = Player::BOTH.map(|who| Verdict::of(outcome.winner(who) == who));
        let class = Verdicts::of(first).class();
        let thermograph = Walls::of(&*state.calc().thermograph(game)?);
        let mut counts = [0; 2];
        let mut options = [Vec::new(), Vec::new()];
        for (i, who) in Player::BOTH.into_iter().enumerate() {
            let all = state.calc().sorted_options(game, who)?;
            counts[i] = all.len();
            for &option in all.iter().take(MOST_OPTIONS) {
                options[i].push(StudiedValue::short(state, option)?);
            }
        }
        let more = counts.iter().any(|&count| count > MOST_OPTIONS).then_some(counts);
        Ok(GameFacts { class, who: class.words(), thermograph, options, more })
    }
}

/// An input of the calculator with all that can be told of its value.
#[derive(Clone, Debug, Serialize)]
pub struct Studied {
    /// The input.
    pub input: String,
    /// Its value; `None` if there is nothing to show.
    #[serde(flatten)]
    pub shown: Option<StudiedValue>,
    /// The kind of the value.
    pub kind: Option<&'static str>,
    /// What is known of it, where it is a short game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<GameFacts>,
    /// Why facts are missing.
    #[serde(serialize_with = "in_words", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The lines that were printed on the way.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
    /// What is suspicious about the input.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Remark>,
}

impl Finding for Studied {
    fn text(&self) -> String {
        self.shown.as_ref().map(|shown| format!("{}\n", shown.value)).unwrap_or_default()
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped.clone()
    }
}

/// Kinds whose LaTeX is a formula, not a text of the calculator.
const FORMULAS: &[&str] = &["Integer", "Dyadic", "Rational", "Surreal", "Nimber"];

/// Evaluates one input and tells all about its value.
fn study(state: &mut SessionState, input: &str) -> Result<Studied, QueryError> {
    state.begin("evaluating");
    let found = studied(state, input);
    state.end();
    found
}

fn studied(state: &mut SessionState, input: &str) -> Result<Studied, QueryError> {
    let refused = |error: Box<upstar_calculator::Error>| QueryError::new("input", input, *error);
    let whole = |stopped| refused(at_whole(input, stopped));
    let Evaluation { value, printed, warnings } = state.session().eval(input).map_err(refused)?;
    let warnings = warnings.into_iter().map(Remark::from).collect();
    let input_text = input.to_owned();
    let mut studied = Studied {
        input: input_text,
        shown: None,
        kind: None,
        facts: None,
        stopped: None,
        printed,
        warnings,
    };
    let Some(value) = value else { return Ok(studied) };
    let notation = state.notation();
    let kind = state.session().kind(&value);
    studied.kind = Some(kind);
    let is_game = matches!(
        value,
        Value::Game(Game::Short(_) | Game::UpStar(_) | Game::Integer(_) | Game::Rational(_))
    );
    let game = if is_game { state.session().game(&value).map_err(whole)? } else { None };
    match game {
        Some(game) => {
            studied.shown = Some(StudiedValue::short(state, game).map_err(whole)?);
            // A value that is printed in time may have facts that are not found in time.
            match GameFacts::of(state, game) {
                Ok(facts) => studied.facts = Some(facts),
                Err(Stopped::Interrupted) => return Err(whole(Stopped::Interrupted)),
                Err(stopped) => studied.stopped = Some(stopped),
            }
        }
        None => {
            let text = state.session().show(&value, notation).map_err(whole)?;
            let latex = if FORMULAS.contains(&kind) && text.len() <= MOST_LATEX {
                Some(state.session().show(&value, Notation::Latex).map_err(whole)?)
            } else {
                None
            };
            studied.shown = Some(StudiedValue { latex, ..StudiedValue::plain(text) });
        }
    }
    Ok(studied)
}
