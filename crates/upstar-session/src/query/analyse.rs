//! A position as somebody sees it who sits at the board: every move with what it gets, and why.
//!
//! Verdicts first, values after. Who wins is mostly found long before anybody knows by how much,
//! so the moves are told apart at once and their values follow; a limit that comes in between
//! takes nothing back. Each pass gives every question some steps before any gets more, so one
//! that is hard does not hide those that are easy.

use crate::moves::Move;
use crate::names::names;
use crate::open_position::Turn;
use crate::parts::Part;
use crate::query::outcome::OutcomeAnswer;
use crate::query::prelude::*;
use crate::query::study::{StudiedValue, Walls};
use serde::ser::{SerializeMap, Serializer};
use std::collections::HashMap;
use upstar_base::{Play, Player, Verdict};
use upstar_calculator::Game;
use upstar_picture::{Picture, Shape, Terms};
use upstar_rules::Rules;
use upstar_theory::theory;

described! {
    /// Everything about a position for somebody at a board, part by part: who wins, what each move
    /// gets and why, and what everything is worth
    pub struct AnalyseQuery {
        /// The position.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub place: PositionSpec,
    }
}

impl Query for AnalyseQuery {
    type Answer = Analysis;
    const NAME: &'static str = "analyse";
    const EXAMPLES: &'static [Example] =
        &[Example::new("", r#"{"rules":"nim","position":"3+5+7"}"#)];

    fn run(&self, session: &mut Session, hear: Hear<'_>) -> Result<Analysis, QueryError> {
        let budget = Arc::clone(session.state.budget());
        let analysis = Analyse { hear, budget };
        session.with_position(&self.place, WHAT, |case| analysis.run(case))
    }
}

/// The most moves of a player that are shown, and how many at least of large positions.
const MOST_MOVES: usize = 1000;
const FEW_MOVES: usize = 40;
/// About how long the text of such a list may be.
const MOST_TEXT: usize = 1 << 19;
/// Larger pictures are not sent.
const MOST_SHAPES: usize = 20_000;
/// The steps that each question gets at first, and how much more each time.
const PATIENCE: u64 = 20_000;
const MORE: u64 = 8;

/// What is on the table, and where one can move.
#[derive(Clone, Debug, Serialize)]
pub struct AnalysedTable {
    /// The position as it is typed.
    pub position: String,
    /// Its components.
    pub terms: Vec<String>,
    /// What people call the rules.
    pub title: String,
    /// Do both players have the same moves? Then they are listed once, as Left's.
    pub impartial: bool,
    /// Can play go on for ever?
    pub loopy: bool,
    /// The component, counted from 1, that must be answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entailed: Option<usize>,
    /// The picture, unless nobody could look at it.
    pub picture: Option<Picture>,
    /// The moves.
    pub moves: Vec<SeenMove>,
    /// Are these all?
    pub complete: bool,
}

/// A move on the table.
#[derive(Clone, Debug)]
pub struct SeenMove {
    /// The move.
    pub found: Move,
    /// The shapes of the picture that it touches.
    pub touches: Vec<usize>,
    /// What is there afterwards and not before.
    pub ghosts: Vec<Shape>,
}

impl Serialize for SeenMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.found.write(&["player", "to", "name", "term"], &mut map)?;
        map.serialize_entry("touches", &self.touches)?;
        if !self.ghosts.is_empty() {
            map.serialize_entry("ghosts", &self.ghosts)?;
        }
        self.found.write(&["again", "decides", "entails"], &mut map)?;
        map.end()
    }
}

/// What the table is worth.
#[derive(Clone, Debug, Serialize)]
pub struct MoveScore {
    /// The value; `None` where only who wins is known.
    #[serde(flatten)]
    pub value: Option<StudiedValue>,
    /// Its kind.
    pub kind: Option<&'static str>,
    /// The thermograph, of a short game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thermograph: Option<Walls>,
    /// What else is to be said.
    pub notes: Vec<String>,
}

/// The end of an analysis.
#[derive(Clone, Debug, Serialize)]
pub struct Analysis {
    /// How many moves there are.
    pub moves: usize,
    /// How many win.
    pub winning: usize,
    /// The outcome in words, and how many moves win.
    pub summary: String,
}

impl Finding for Analysis {
    fn text(&self) -> String {
        format!("{}\n", self.summary)
    }
}

/// What a terminal shows in the meantime.
const WHAT: &str = "the moves";

/// An analysis that is under way.
struct Analyse<'a> {
    hear: Hear<'a>,
    /// What ends the waiting for a slow reader.
    budget: Arc<Budget>,
}

impl Analyse<'_> {
    fn tell(&mut self, part: Part) -> Result<(), Stopped> {
        if (self.hear)(part).is_break() {
            // Either a limit ended the waiting for the reader, or the reader is gone.
            return self.budget.check().and(Err(Stopped::Interrupted));
        }
        Ok(())
    }
}

impl Analyse<'_> {
    fn run(mut self, case: &mut OpenPosition<'_>) -> Result<Analysis, PositionFailure> {
        let (mut moves, complete) = listed(case)?;
        let table = table(case, &moves, complete)?;
        self.tell(Part::Board(Box::new(table)))?;
        let verdicts = self.verdicts(case, &mut moves)?;
        self.values(case, &mut moves)?;
        let winning = moves.iter().filter(|(_, turn)| turn.wins()).count();
        let summary = format!("{}; {}", verdicts, told(moves.len(), winning));
        Ok(Analysis { moves: moves.len(), winning, summary })
    }
}

fn told(moves: usize, winning: usize) -> String {
    match (moves, winning) {
        (0, _) => "nobody can move".to_owned(),
        (_, 0) => "no winning move".to_owned(),
        (_, 1) => "1 winning move".to_owned(),
        (_, n) => format!("{n} winning moves"),
    }
}

/// Moves, and whether these are all.
type ListedMoves = (Vec<(Player, Turn)>, bool);

/// The moves of both players, or those of one where both have the same.
fn listed(case: &mut OpenPosition<'_>) -> Result<ListedMoves, Stopped> {
    let length = case.show(&case.standing).len().max(1);
    let most = (MOST_TEXT / length).clamp(FEW_MOVES, MOST_MOVES);
    let players =
        if case.rules().nature().impartial { &Player::BOTH[..1] } else { &Player::BOTH[..] };
    let (mut moves, mut complete) = (Vec::new(), true);
    for &player in players {
        let mut turns = case.legal(player, most)?;
        let all = turns.len() < most && !case.rules().nature().infinite;
        if !all {
            // Those that win are the ones to know; where there are too many moves they are found
            // from what they must leave.
            let found = case.moves(player)?;
            let (winning, others): (Vec<_>, Vec<_>) = found.turns.into_iter().partition(Turn::wins);
            let known = winning.iter().map(|m| m.to.components.clone()).collect::<Vec<_>>();
            turns.retain(|turn| !known.contains(&turn.to.components));
            let rest = if others.is_empty() { turns } else { others };
            complete &= found.complete && winning.len() + rest.len() <= most;
            turns = winning.into_iter().chain(rest).take(most).collect();
        }
        moves.extend(turns.into_iter().map(|turn| (player, turn)));
    }
    Ok((moves, complete))
}

/// The table with its moves, told apart on the picture.
fn table(
    case: &mut OpenPosition<'_>,
    moves: &[(Player, Turn)],
    complete: bool,
) -> Result<AnalysedTable, Stopped> {
    let mut called = Vec::with_capacity(moves.len());
    for player in Player::BOTH {
        let own = moves.iter().filter(|(who, _)| *who == player).map(|(_, turn)| turn.clone());
        called.extend(names(case, player, &own.collect::<Vec<_>>())?);
    }
    let rules = Arc::clone(case.rules());
    let before = case.standing.components.clone();
    let sum = Picture::terms(before.iter().map(|term| rules.picture(term)).collect());
    let drawn = sum.picture.shapes.len() <= MOST_SHAPES;
    let places = ShapePlaces::of(&sum);
    let mut seen = Vec::with_capacity(moves.len());
    for ((player, turn), name) in moves.iter().zip(called) {
        let (touches, ghosts) = if drawn {
            places.of_move(case, &sum, *player, turn)
        } else {
            (Vec::new(), Vec::new())
        };
        let found = Move {
            changed: turn.changed,
            entailed: turn.to.entailed.map(|place| place + 1),
            again: turn.again,
            decides: turn.decides,
            ..Move::new(*player, name, case.show(&turn.to))
        };
        seen.push(SeenMove { found, touches, ghosts });
    }
    Ok(AnalysedTable {
        position: case.show(&case.standing),
        terms: before.iter().map(|term| rules.show(term)).collect(),
        title: case.title().to_owned(),
        impartial: rules.nature().impartial,
        loopy: rules.nature().loopy,
        entailed: case.standing.entailed.map(|place| place + 1),
        moves: seen,
        picture: drawn.then_some(sum.picture),
        complete,
    })
}

/// Where each shape of a picture stands in its list.
struct ShapePlaces(HashMap<Shape, Vec<usize>>);

impl ShapePlaces {
    fn of(sum: &Terms) -> ShapePlaces {
        let mut places: HashMap<Shape, Vec<usize>> = HashMap::new();
        for (i, shape) in sum.picture.shapes.iter().enumerate() {
            places.entry(shape.clone()).or_default().push(i);
        }
        ShapePlaces(places)
    }

    /// The shapes that a move touches, and those that are new after it.
    fn of_move(
        &self,
        case: &OpenPosition<'_>,
        sum: &Terms,
        player: Player,
        turn: &Turn,
    ) -> (Vec<usize>, Vec<Shape>) {
        let (before, after) = (&case.standing.components, &turn.to.components);
        let rules = case.rules();
        let mut shapes: Vec<Shape> = Vec::new();
        if before.len() == after.len() {
            for (i, (old, new)) in before.iter().zip(after).enumerate() {
                if old != new {
                    let touched = rules.touched(old, player, new).into_iter();
                    shapes.extend(touched.map(|shape| sum.placed(i, shape)));
                }
            }
        } else {
            // Components come or go: those that are there no longer are touched as a whole.
            let mut left = after.clone();
            for (i, old) in before.iter().enumerate() {
                match left.iter().position(|new| new == old) {
                    Some(same) => drop(left.swap_remove(same)),
                    None => {
                        let all = rules.picture(old).shapes.into_iter();
                        shapes.extend(all.map(|shape| sum.placed(i, shape)));
                    }
                }
            }
        }
        let (mut touches, mut ghosts) = (Vec::new(), Vec::new());
        for shape in shapes {
            match self.0.get(&shape) {
                Some(places) => touches.extend(places),
                None => ghosts.push(shape),
            }
        }
        touches.sort_unstable();
        touches.dedup();
        (touches, ghosts)
    }
}

/// Runs questions that are open until all are answered, each with some steps before any gets
/// more. `ask` takes a question from the list by answering.
fn in_turn(
    case: &mut OpenPosition<'_>,
    mut open: Vec<usize>,
    mut ask: impl FnMut(&mut OpenPosition<'_>, usize) -> Result<(), PositionFailure>,
) -> Result<(), PositionFailure> {
    let whole = Arc::clone(case.state.budget());
    let mut patience = PATIENCE;
    while !open.is_empty() {
        whole.begin(WHAT, None);
        let mut still = Vec::new();
        for question in open {
            let part = Arc::new(Budget::steps_of(&whole, patience));
            case.set_budget(&part);
            let answer = ask(case, question);
            case.set_budget(&whole);
            match answer {
                Ok(()) => {}
                Err(PositionFailure::Stopped(Stopped::Steps(_), _)) => still.push(question),
                Err(other) => return Err(other),
            }
            whole.check()?;
        }
        open = still;
        patience = patience.saturating_mul(MORE);
    }
    Ok(())
}

impl Analyse<'_> {
    /// Who wins, and what each move gets; the outcome in words.
    fn verdicts(
        &mut self,
        case: &mut OpenPosition<'_>,
        moves: &mut [(Player, Turn)],
    ) -> Result<&'static str, PositionFailure> {
        let mut words = "";
        // Question 0 is the outcome, the others are the moves.
        in_turn(case, (0..=moves.len()).collect(), |case, question| {
            let Some(place) = question.checked_sub(1) else {
                let (verdicts, why) = case.verdicts()?;
                let outcome = OutcomeAnswer::new(verdicts, why);
                words = outcome.class.words();
                return Ok(self.tell(Part::Outcome(outcome))?);
            };
            let (player, turn) = &mut moves[place];
            let found = match (turn.verdict, turn.again) {
                (Some(known), _) => known,
                (None, true) => case.ask(|theory| theory.verdict(&turn.to, *player))?,
                (None, false) => !case.ask(|theory| theory.verdict(&turn.to, !*player))?,
            };
            turn.verdict = Some(found);
            Ok(self.tell(Part::Verdict { number: place, verdict: found })?)
        })?;
        Ok(words)
    }

    /// What everything is worth, and why.
    fn values(
        &mut self,
        case: &mut OpenPosition<'_>,
        moves: &mut [(Player, Turn)],
    ) -> Result<(), PositionFailure> {
        let one_by_one = case.is_sum_that_ends()
            && case.play() == Play::Normal
            && !case.rules().nature().impartial
            && !case.rules().nature().loopy;
        if one_by_one {
            return in_turn(case, (0..=moves.len()).collect(), |case, question| {
                match question.checked_sub(1) {
                    None => self.worth(case),
                    Some(place) => self.leaves(case, place, &moves[place]),
                }
            });
        }
        self.worth(case)?;
        // Where moves are judged together, so are their reasons.
        for player in Player::BOTH {
            if !moves.iter().any(|(who, _)| *who == player) {
                continue;
            }
            for turn in case.moves(player)?.turns {
                let same = |(who, known): &(Player, Turn)| *who == player && known.to == turn.to;
                let Some(number) = moves.iter().position(same) else { continue };
                let found = case.told(&turn, player, String::new())?;
                let value = case.studied(&turn, &found)?;
                let why = found.reason.unwrap_or_default();
                self.tell(Part::Leaves { number, value, why })?;
            }
        }
        Ok(())
    }

    /// What a move of a plain sum leaves.
    fn leaves(
        &mut self,
        case: &mut OpenPosition<'_>,
        number: usize,
        (player, turn): &(Player, Turn),
    ) -> Result<(), PositionFailure> {
        let worth = match case.ask(|theory| theory.worth(&turn.to)) {
            Ok(worth) => worth,
            Err(theory::NoAnswer::Stopped(stopped)) => return Err(stopped.into()),
            Err(_) => return Ok(()),
        };
        let Game::Short(value) = worth.value else { return Ok(()) };
        let verdict = turn.verdict.unwrap_or(Verdict::Loss);
        let why = case.words(&theory::Reason::Leaves(value), verdict, *player)?;
        let value = Some(StudiedValue::short(case.state, value)?);
        Ok(self.tell(Part::Leaves { number, value, why })?)
    }

    /// What the table is worth.
    fn worth(&mut self, case: &mut OpenPosition<'_>) -> Result<(), PositionFailure> {
        let worth = match case.worth() {
            Ok(worth) => worth,
            Err(PositionFailure::Unsupported(mut note, remedy)) => {
                note.extend(remedy.map(|remedy| remedy.to_string()));
                let (value, kind, thermograph) = (None, None, None);
                let weighed = MoveScore { value, kind, thermograph, notes: vec![note] };
                return Ok(self.tell(Part::Value(Box::new(weighed)))?);
            }
            Err(failure) => return Err(failure),
        };
        let short = match &worth.found.value {
            Game::Short(value) => Some(*value),
            Game::Nimber(nim) => match u32::try_from(nim.size()) {
                Ok(nim) => Some(case.state.calc().nimber(nim)?),
                Err(_) => None,
            },
            _ => None,
        };
        let (value, thermograph) = match short {
            Some(short) => {
                let thermograph = case.state.calc().thermograph(short)?;
                (StudiedValue::short(case.state, short)?, Some(Walls::of(&thermograph)))
            }
            None => (StudiedValue::plain(worth.text), None),
        };
        let notes = worth.note.into_iter().chain(case.because()).collect();
        let weighed = MoveScore { value: Some(value), kind: Some(worth.kind), thermograph, notes };
        Ok(self.tell(Part::Value(Box::new(weighed)))?)
    }
}
