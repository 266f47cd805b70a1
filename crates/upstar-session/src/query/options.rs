//! The options of a position, and which of them count.
//!
//! An option is dominated if the same player has one at least as good, and reversible if the
//! opponent can answer to something at least as good for him as the whole was (Winning Ways,
//! ch. 3). Of options that are equal the first one counts.

use crate::moves::{Move, known};
use crate::names::names;
use crate::open_position::short;
use crate::query::prelude::*;
use crate::query::study::StudiedValue;
use serde::ser::{SerializeMap, Serializer};
use upstar_base::{Play, Player};
use upstar_calculator::Game;
use upstar_values::{Calc, Short};

described! {
    /// The options of a position with their values, and which of them count
    pub struct OptionsQuery {
        /// The position.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub place: PositionSpec,
    }
}

impl Query for OptionsQuery {
    type Answer = OptionsFound;
    const NAME: &'static str = "options";
    const EXAMPLES: &'static [Example] =
        &[Example::new("", r#"{"rules":"nim","position":"3+5+7"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<OptionsFound, QueryError> {
        session.with_position(&self.place, "the options", options)
    }
}

/// More options are not compared with each other.
const MOST_COMPARED: usize = 400;

/// The options of a position.
#[derive(Clone, Debug, Serialize)]
pub struct OptionsFound {
    /// The value of the position, where it has one.
    pub of: Option<StudiedValue>,
    /// Left's and Right's options.
    pub options: [Vec<Explored>; 2],
}

/// An option of a position.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The move that leads to it.
    pub found: Move,
    /// What it leaves.
    pub value: Option<StudiedValue>,
    /// The option that is at least as good, by its number in the list.
    pub dominated: Option<usize>,
    /// What the opponent's answer leads to, where it reverses the move.
    pub reversible: Option<String>,
}

impl Serialize for Explored {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.found.write(&["to", "name", "verdict"], &mut map)?;
        map.serialize_entry("value", &self.value)?;
        known(&mut map, "dominated", self.dominated)?;
        known(&mut map, "reversible", self.reversible.as_ref())?;
        map.end()
    }
}

impl Finding for OptionsFound {
    fn text(&self) -> String {
        let mut text = String::new();
        for (who, options) in Player::BOTH.into_iter().zip(&self.options) {
            for option in options {
                let value = option.value.as_ref().map_or("", |shown| &shown.value);
                let note = match (&option.dominated, &option.reversible) {
                    (Some(_), _) => "  dominated",
                    (None, Some(_)) => "  reversible",
                    (None, None) => "",
                };
                text += &format!("{who}  {}  {value}{note}\n", option.found.to);
            }
        }
        text
    }
}

/// Finds the options.
fn options(case: &mut OpenPosition<'_>) -> Result<OptionsFound, PositionFailure> {
    let normal = case.is_sum_that_ends() && case.play() == Play::Normal;
    let whole = if normal { short_of(case)? } else { None };
    let mut found = OptionsFound { of: None, options: [Vec::new(), Vec::new()] };
    if let Some(whole) = whole {
        found.of = Some(StudiedValue::short(case.state, whole)?);
    }
    for (i, who) in Player::BOTH.into_iter().enumerate() {
        let listed = case.moves(who)?.turns;
        let shorts: Vec<Option<Short>> = listed.iter().map(short).collect();
        let called = names(case, who, &listed)?;
        for (place, (turn, name)) in listed.iter().zip(called).enumerate() {
            let option = case.told(turn, who, name)?;
            let value = case.studied(turn, &option)?;
            let dominated = match shorts[place] {
                Some(_) if shorts.len() <= MOST_COMPARED => {
                    better(case.state.calc(), who, &shorts, place)?
                }
                _ => None,
            };
            let reversible = match (shorts[place], whole) {
                (Some(short), Some(whole)) => reply(case.state, who, short, whole)?,
                _ => None,
            };
            case.state.budget().check()?;
            found.options[i].push(Explored { found: option, value, dominated, reversible });
        }
    }
    Ok(found)
}

/// The value of the table as a short game, where it is one.
fn short_of(case: &mut OpenPosition<'_>) -> Result<Option<Short>, PositionFailure> {
    Ok(match case.worth()?.found.value {
        Game::Short(value) => Some(value),
        Game::Nimber(nim) => match u32::try_from(nim.size()) {
            Ok(nim) => Some(case.state.calc().nimber(nim)?),
            Err(_) => None,
        },
        _ => None,
    })
}

/// Is the first game at least as good for `who` as the second?
fn is_as_good(calc: &mut Calc, who: Player, one: Short, other: Short) -> Result<bool, Stopped> {
    match who {
        Player::Left => calc.le(other, one),
        Player::Right => calc.le(one, other),
    }
}

/// An option that dominates the one at `place`; of equal ones the first.
fn better(
    calc: &mut Calc,
    who: Player,
    options: &[Option<Short>],
    place: usize,
) -> Result<Option<usize>, Stopped> {
    let Some(option) = options[place] else { return Ok(None) };
    for (i, other) in options.iter().enumerate() {
        let Some(other) = *other else { continue };
        let counts = other != option || i < place;
        if i != place && counts && is_as_good(calc, who, other, option)? {
            return Ok(Some(i));
        }
    }
    Ok(None)
}

/// What a reply leads to that reverses a move of `who` to `option`.
fn reply(
    state: &mut SessionState,
    who: Player,
    option: Short,
    whole: Short,
) -> Result<Option<String>, Stopped> {
    let replies = state.calc().sorted_options(option, !who)?;
    for &reply in replies.iter() {
        if is_as_good(state.calc(), !who, reply, whole)? {
            return Ok(Some(state.show_short(reply)?.0));
        }
    }
    Ok(None)
}
