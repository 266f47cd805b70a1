//! Looking into a game: the options of a position and which of them count, and the canonical form
//! of a value as a graph.
//!
//! An option is dominated if the same player has one at least as good, and reversible if the
//! opponent can answer to something at least as good for him as the whole was (Winning Ways,
//! ch. 3). Of options that are equal the first one counts.

use crate::error::{Failure, QueryError};
use crate::names::names;
use crate::open_position::OpenPosition;
use crate::state::{SessionState, at_whole};
use crate::study::Shown;
use serde::Serialize;
use std::collections::HashMap;
use upstar_base::{Play, Player, Stopped, Verdict};
use upstar_calculator::{Error, ErrorKind, Evaluation, Game, Span};
use upstar_values::{Calc, Short};

/// The most positions of a graph.
pub(crate) const MOST_NODES: usize = 300;
/// More options are not compared with each other.
const MOST_COMPARED: usize = 400;

/// The options of a position.
#[derive(Clone, Debug, Serialize)]
pub struct OptionsFound {
    /// The value of the position, where it has one.
    pub of: Option<Shown>,
    /// Left's and Right's options.
    pub options: [Vec<Explored>; 2],
}

/// An option of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Explored {
    /// Where it leads.
    pub to: String,
    /// What the move is called.
    pub name: String,
    /// What it gets the player who makes it.
    pub verdict: Verdict,
    /// What it leaves.
    pub value: Option<Shown>,
    /// The option that is at least as good, by its number in the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dominated: Option<usize>,
    /// What the opponent's answer leads to, where it reverses the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reversible: Option<String>,
}

impl OptionsFound {
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (who, options) in Player::BOTH.into_iter().zip(&self.options) {
            for option in options {
                let value = option.value.as_ref().map_or("", |shown| &shown.value);
                let note = match (&option.dominated, &option.reversible) {
                    (Some(_), _) => "  dominated",
                    (None, Some(_)) => "  reversible",
                    (None, None) => "",
                };
                text += &format!("{who}  {}  {value}{note}\n", option.to);
            }
        }
        text
    }
}

/// Asks for the options.
pub(crate) struct Options;

impl Options {
    pub(crate) const WHAT: &'static str = "the options";

    pub(crate) fn put(self, case: &mut OpenPosition<'_>) -> Result<OptionsFound, Failure> {
        let normal = case.is_sum_that_ends() && case.play() == Play::Normal;
        let whole = if normal { short_of(case)? } else { None };
        let mut found = OptionsFound { of: None, options: [Vec::new(), Vec::new()] };
        if let Some(whole) = whole {
            found.of = Some(Shown::short(case.state, whole)?);
        }
        for (i, who) in Player::BOTH.into_iter().enumerate() {
            let listed = case.moves(who)?.list;
            let shorts: Vec<Option<Short>> = listed.iter().map(|m| m.short).collect();
            let called = names(case, who, &listed)?;
            for (place, (option, name)) in listed.into_iter().zip(called).enumerate() {
                let value = match option.short {
                    Some(short) => Some(Shown::short(case.state, short)?),
                    None => option.value.clone().map(Shown::plain),
                };
                let dominated = match option.short {
                    Some(_) if shorts.len() <= MOST_COMPARED => {
                        better(case.state.calc(), who, &shorts, place)?
                    }
                    _ => None,
                };
                let reversible = match (option.short, whole) {
                    (Some(short), Some(whole)) => reply(case.state, who, short, whole)?,
                    _ => None,
                };
                case.state.budget().check()?;
                found.options[i].push(Explored {
                    to: case.show(&option.to),
                    name,
                    verdict: option.verdict,
                    value,
                    dominated,
                    reversible,
                });
            }
        }
        Ok(found)
    }
}

/// The value of the table as a short game, where it is one.
fn short_of(case: &mut OpenPosition<'_>) -> Result<Option<Short>, Failure> {
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

/// The canonical form of a game as a graph.
#[derive(Clone, Debug, Serialize)]
pub struct Graph {
    /// The positions, the game itself first.
    pub nodes: Vec<Shown>,
    /// How many moves each may last at most.
    pub height: Vec<usize>,
    /// The moves.
    pub edges: Vec<Edge>,
    /// Are there more positions than these?
    pub cut: bool,
}

/// A move in a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Edge {
    /// Whose move it is.
    pub player: Player,
    /// The number of the position that it leaves.
    pub from: usize,
    /// The number of the position that it leads to.
    pub to: usize,
}

impl Graph {
    pub(crate) fn text(&self) -> String {
        let line = |edge: &Edge| {
            let value = |i: usize| self.nodes.get(i).map_or("", |shown| &shown.value);
            format!("{}  {} -> {}\n", edge.player, value(edge.from), value(edge.to))
        };
        self.edges.iter().map(line).collect()
    }
}

/// The graph of a game.
pub(crate) fn graph(
    state: &mut SessionState,
    input: &str,
    most: usize,
) -> Result<Graph, QueryError> {
    state.begin("positions");
    let found = walked(state, input, most.clamp(1, MOST_NODES));
    state.end();
    found.map_err(|error| QueryError::new("input", input, *error))
}

fn walked(state: &mut SessionState, input: &str, most: usize) -> Result<Graph, Box<Error>> {
    let whole = |stopped| at_whole(input, stopped);
    let Evaluation { value, .. } = state.session().eval(input)?;
    let game = match value {
        Some(value) => state.session().game(&value).map_err(whole)?,
        None => None,
    };
    let Some(game) = game else {
        let message = "expected a short game, such as `{3||2|1}`";
        let span = Span::new(0, input.len());
        return Err(Box::new(Error::new(ErrorKind::Kind, span, message)));
    };
    let mut places: HashMap<Short, usize> = HashMap::from([(game, 0)]);
    let mut order = vec![game];
    let (mut edges, mut cut, mut next) = (Vec::new(), false, 0);
    while next < order.len() {
        for player in Player::BOTH {
            let options = state.calc().sorted_options(order[next], player).map_err(whole)?;
            for &option in options.iter() {
                let to = match places.get(&option) {
                    Some(&known) => known,
                    None if order.len() < most => {
                        order.push(option);
                        places.insert(option, order.len() - 1);
                        order.len() - 1
                    }
                    None => {
                        cut = true;
                        continue;
                    }
                };
                edges.push(Edge { player, from: next, to });
            }
        }
        state.budget().check().map_err(whole)?;
        next += 1;
    }
    let height = heights(order.len(), &edges);
    let mut nodes = Vec::with_capacity(order.len());
    for game in order {
        nodes.push(Shown::short(state, game).map_err(whole)?);
    }
    Ok(Graph { nodes, height, edges, cut })
}

/// The longest way from each node; the graph has no cycles.
fn heights(nodes: usize, edges: &[Edge]) -> Vec<usize> {
    let mut height = vec![0; nodes];
    loop {
        let mut grown = false;
        for edge in edges {
            if height[edge.from] <= height[edge.to] {
                height[edge.from] = height[edge.to] + 1;
                grown = true;
            }
        }
        if !grown {
            return height;
        }
    }
}
