//! A position with everything that can be asked of it, whatever theory answers: the answers of a
//! theory in words and as data.

mod handle;
pub(crate) mod show_misere;
mod valuation;

pub(crate) use valuation::NOT_PROVED;

use crate::error::{PositionFailure, QueryError};
use crate::query::study::StudiedValue;
use crate::query::value::{Cell, More};
use crate::question::PlayMode;
use crate::state::SessionState;
use std::path::Path;
use std::sync::Arc;
use upstar_base::file::sealed::SealedError;
use upstar_base::{Budget, Play, Player, Stopped, Verdict};
use upstar_calculator::{ErrorKind, Game};
use upstar_engine::{Evaluator, OpenRules};
use upstar_notation::print::Notation;
use upstar_rules::erased::{Erased, Position};
use upstar_rules::{PositionError, Rules};
use upstar_theory::compound::Compound;
use upstar_theory::loopy::remoteness::Remoteness;
use upstar_theory::sum_solver::KeptSearch;
use upstar_theory::theory::{
    self, CompoundPosition, Move, NamedValue, NoAnswer, Reason, Theory, TurnListing,
};
use upstar_values::Short;
use upstar_values::stopper::{Ending, Sides};

/// Returns an evaluator of these rules; refused where no theory is known.
pub(crate) fn evaluator(
    rules: &Arc<OpenRules>,
    state: &mut SessionState,
    manner: &PlayMode,
) -> Result<Evaluator, PositionFailure> {
    if let Some(winner) = manner.endless.winner().filter(|_| !rules.rules().nature().loopy) {
        let text = winner.to_string().to_lowercase();
        let message = format!("{}: play always comes to an end", rules.title());
        return Err(QueryError::whole("endless", &text, ErrorKind::Domain, message).into());
    }
    let mode = mode(state, manner);
    Ok(Evaluator::new(rules, &mode, state.calc().fork())?)
}

/// Returns the play mode as theories have it.
pub(crate) fn mode(state: &SessionState, manner: &PlayMode) -> theory::PlayMode {
    let PlayMode { compound, play, variant, endless, .. } = *manner;
    let (plain, threads) = (variant.is_none(), state.limits().threads());
    theory::PlayMode { compound, play, plain, endless: endless.winner(), threads }
}

/// Refuses what no play leads to: parts that are decided already, for both players.
fn has_one_winner(
    rules: &Erased,
    standing: &CompoundPosition<Position>,
) -> Result<(), PositionFailure> {
    if rules.nature().special_moves.is_empty() {
        return Ok(());
    }
    let mut parts = Vec::new();
    standing.components.iter().for_each(|component| rules.compound_parts(component, &mut parts));
    let won = |player| parts.iter().find(|(part, _)| rules.decided(part) == Some(player));
    match (won(Player::Left), won(Player::Right)) {
        (Some((left, _)), Some((right, _))) => {
            let [left, right] = [left, right].map(|part| rules.show(part));
            let message = format!(
                "Left has won already because of {left}, and Right because of {right}: no play \
                 leads there"
            );
            Err(PositionError::new(0, 0, message).into())
        }
        _ => Ok(()),
    }
}

/// What is on the table and who answers questions about it.
pub(crate) struct OpenPosition<'c> {
    evaluator: &'c mut Evaluator,
    pub(crate) state: &'c mut SessionState,
    pub(crate) standing: CompoundPosition<Position>,
    /// The terms as they were typed.
    terms: Vec<Position>,
}

/// A value as people and programs read it.
pub(crate) struct ValuationText {
    pub(crate) text: String,
    pub(crate) kind: &'static str,
    /// As data, for tables.
    pub(crate) cell: Cell,
    /// What else there is to say.
    pub(crate) more: More,
    /// The same in words.
    pub(crate) note: Option<String>,
    /// What the theory said.
    pub(crate) found: theory::Valuation,
}

/// A move in the position, as the theory has it.
pub(crate) type Turn = Move<CompoundPosition<Position>>;

/// What a move leaves, where that is a short game.
pub(crate) fn short(turn: &Turn) -> Option<Short> {
    match turn.value.as_ref()?.value {
        Game::Short(value) => Some(value),
        _ => None,
    }
}

impl<'c> OpenPosition<'c> {
    /// Opens a position, the sum of some terms.
    pub(crate) fn new(
        evaluator: &'c mut Evaluator,
        state: &'c mut SessionState,
        terms: &[Position],
    ) -> Result<OpenPosition<'c>, PositionFailure> {
        evaluator.set_budget(state.budget());
        if evaluator.theory().is_one_position() && terms.len() > 1 {
            let message = "a sum stands in one position here: commas between the parts, and no \
                blanks around the `+` in a number";
            return Err(PositionError::new(0, 0, message).into());
        }
        let standing = evaluator.theory().standing(terms)?;
        has_one_winner(evaluator.rules().rules(), &standing)?;
        Ok(OpenPosition { evaluator, state, standing, terms: terms.to_vec() })
    }

    /// What people call the rules.
    pub(crate) fn title(&self) -> &str {
        self.evaluator.rules().title()
    }

    /// Are positions boards of squares?
    pub(crate) fn is_board(&self) -> bool {
        self.evaluator.rules().is_board()
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &Arc<Erased> {
        self.evaluator.rules().rules()
    }

    /// Works within another budget, a part of the session's, from now on.
    pub(crate) fn set_budget(&mut self, budget: &Arc<Budget>) {
        self.evaluator.set_budget(budget);
    }

    /// Asks the theory.
    pub(crate) fn ask<T>(&mut self, query: impl FnOnce(&mut dyn Theory<Erased>) -> T) -> T {
        self.evaluator.ask(self.state.session().stores().stoppers, query)
    }

    /// One line of reason for a turn of `who`.
    pub(crate) fn words(
        &mut self,
        reason: &Reason,
        verdict: Verdict,
        who: Player,
    ) -> Result<String, Stopped> {
        let impartial = self.rules().nature().impartial;
        words(self.state, reason, verdict, who, impartial)
    }

    /// Who wins when a player cannot move.
    pub(crate) fn play(&self) -> Play {
        self.evaluator.mode().play
    }

    /// [`OpenPosition::entail`] where the query says so by a number, counted from 1, or where a term
    /// of the position is marked, counted from 0.
    pub(crate) fn entail_as_told(
        &mut self,
        component: Option<usize>,
        marked: Option<usize>,
    ) -> Result<(), PositionFailure> {
        let marked = marked.map(|term| self.component_of(term)).transpose()?;
        let Some(place) = component.or(marked) else { return Ok(()) };
        let wrong = |message: String| {
            QueryError::whole("entailed", &place.to_string(), ErrorKind::Domain, message)
        };
        self.entail(place).map_err(|error| wrong(error.message))?;
        match marked.filter(|&marked| marked != place) {
            Some(marked) => {
                let message = format!("the position says that component {marked} must be answered");
                Err(wrong(message).into())
            }
            None => Ok(()),
        }
    }

    /// The component, counted from 1, that a term is.
    fn component_of(&self, term: usize) -> Result<usize, PositionFailure> {
        let count = |terms: &[Position]| -> Result<usize, Stopped> {
            Ok(self.evaluator.theory().standing(terms)?.components.len())
        };
        let (before, from) = self.terms.split_at(term.min(self.terms.len()));
        if count(&from[..from.len().min(1)])? != 1 {
            let message = "only one component must be answered: separate the terms by ` + `";
            return Err(PositionError::new(0, 0, message).into());
        }
        Ok(count(before)? + 1)
    }

    /// Says that the last move, to a component counted from 1, was an entailing one.
    fn entail(&mut self, component: usize) -> Result<(), PositionError> {
        let special = self.rules().nature().special_moves;
        let wrong = |message: String| Err(PositionError::new(0, 0, message));
        if !special.contains(&upstar_rules::MoveKind::Entailing) {
            return wrong(format!("{} has no entailing moves", self.title()));
        }
        match component.checked_sub(1).filter(|&i| i < self.standing.components.len()) {
            Some(place) => self.standing.entailed = Some(place),
            None => {
                let count = self.standing.components.len();
                return wrong(format!("expected a component from 1 to {count}"));
            }
        }
        Ok(())
    }

    /// What terms that were typed put on the table.
    pub(crate) fn read(&self, terms: &[Position]) -> Result<CompoundPosition<Position>, Stopped> {
        self.evaluator.theory().standing(terms)
    }

    /// What was learnt so far.
    pub(crate) fn progress(&self) -> String {
        self.evaluator.theory().progress().to_string()
    }

    /// Why the values are known, where that is worth a word.
    pub(crate) fn because(&self) -> Option<String> {
        self.evaluator.theory().because()
    }

    /// A turn that was typed and is legal though it was not listed.
    pub(crate) fn unlisted(&self, who: Player, wanted: &[Position]) -> Option<Turn> {
        let legal = self.evaluator.theory().unlisted(&self.standing, who, wanted);
        let to = CompoundPosition::of(wanted.to_vec());
        legal.then(|| Turn::new(to.clone(), self.standing.changed(&to)))
    }

    /// The value of what is on the table.
    pub(crate) fn worth(&mut self) -> Result<ValuationText, PositionFailure> {
        let arrival = match &self.standing.components[..] {
            [one] => self.rules().family().arrival(one),
            _ => upstar_rules::MoveKind::Ordinary,
        };
        let stoppers = self.state.session().stores().stoppers;
        let found = match self.evaluator.ask(stoppers, |theory| theory.worth(&self.standing)) {
            Ok(found) => found,
            Err(NoAnswer::Stopped(stopped)) => {
                let reached = self.state.show_bounds();
                return Err(PositionFailure::Stopped(stopped, reached));
            }
            Err(why) => return Err(why.into()),
        };
        let (text, kind) = match &found.value {
            Game::Sided(sides) => self.state.show_sides(*sides)?,
            Game::Short(value) => self.state.show_short(*value)?,
            Game::Nimber(nim) => self.state.show_nim(nim.size())?,
            Game::OrdinalNimber(value) => self.state.show_nimber(value)?,
            _ => {
                let plain_sum = self.evaluator.theory().is_plain_sum();
                let misere = self.play() == Play::Misere && plain_sum;
                return Ok(valuation::of(found, misere, arrival));
            }
        };
        let (mut cell, mut note) = (Cell::Text(text.clone()), None);
        match &found.value {
            Game::Nimber(nim) => {
                cell = u64::try_from(nim.size()).map_or(cell, Cell::Number);
            }
            Game::Sided(sides) => {
                let unprinted =
                    text.contains('?').then_some("`?` is one that is too large to print");
                note = sides_note(*sides).map(|note| {
                    let reached = self.state.show_bounds();
                    let more = unprinted.map(str::to_owned).into_iter().chain(reached);
                    more.fold(note, |note, more| format!("{note}; {more}"))
                });
            }
            _ => {}
        }
        Ok(ValuationText { text, kind, cell, more: More::default(), note, found })
    }

    /// What a method of the calculator says of a value.
    pub(crate) fn method(
        &mut self,
        found: &theory::Valuation,
        method: &str,
    ) -> Result<String, PositionFailure> {
        let answer = self.state.method(found, method);
        answer.map_err(|error| QueryError::new("show", method, *error).into())
    }

    /// Are sums decided by values, those of games that end?
    pub(crate) fn is_sum_that_ends(&self) -> bool {
        self.evaluator.theory().is_plain_sum() && !self.evaluator.theory().is_one_position()
    }

    /// Is this a sum of loopy games, where how soon play is over has a meaning of its own?
    pub(crate) fn is_loopy_sum(&self) -> bool {
        let mode = self.evaluator.mode();
        let normal = mode.play == Play::Normal && mode.compound == Compound::Sum;
        normal && self.rules().nature().loopy && !self.is_sum_that_ends()
    }

    /// Who wins, by a search that is kept in a file; none where the answer is found otherwise.
    pub(crate) fn outcome_kept(
        &mut self,
        file: &Path,
        name: &str,
    ) -> Option<Result<KeptSearch, SealedError>> {
        let stoppers = self.state.session().stores().stoppers;
        self.evaluator.ask(stoppers, |theory| theory.outcome_kept(&self.standing, file, name))
    }

    /// What Left gets moving first and what Right does; perhaps with the reason.
    pub(crate) fn verdicts(&mut self) -> Result<([Verdict; 2], Option<String>), Stopped> {
        let stoppers = self.state.session().stores().stoppers;
        let answer = self.evaluator.ask(stoppers, |theory| theory.verdicts(&self.standing));
        let (verdicts, reason) = answer?;
        Ok((verdicts, reason.and_then(|reason| reason.of_outcome())))
    }

    /// Whether the outcome is proved, where it may only be likely.
    pub(crate) fn is_proved(&mut self) -> Result<Option<bool>, Stopped> {
        let stoppers = self.state.session().stores().stoppers;
        self.evaluator.ask(stoppers, |theory| theory.is_proved(&self.standing))
    }

    /// How soon play is over when `who` moves first, going through up to `most` states.
    pub(crate) fn remoteness(&mut self, who: Player, most: usize) -> Result<Remoteness, Stopped> {
        let stoppers = self.state.session().stores().stoppers;
        self.evaluator.ask(stoppers, |theory| theory.remoteness(&self.standing, who, most))
    }

    /// What the player to move gets who has no move.
    pub(crate) fn verdict_when_stuck(&mut self, who: Player) -> Result<Verdict, Stopped> {
        if self.evaluator.theory().is_plain_sum() {
            return Ok(Verdict::of(self.play() == Play::Misere));
        }
        let stoppers = self.state.session().stores().stoppers;
        self.evaluator.ask(stoppers, |theory| theory.verdict(&self.standing, who))
    }

    /// Every turn of `who`, the same result only once.
    pub(crate) fn moves(&mut self, who: Player) -> Result<TurnListing<Position>, Stopped> {
        let standing = self.standing.clone();
        self.moves_from(&standing, who)
    }

    /// Every turn of `who` from elsewhere.
    pub(crate) fn moves_from(
        &mut self,
        standing: &CompoundPosition<Position>,
        who: Player,
    ) -> Result<TurnListing<Position>, Stopped> {
        self.ask(|theory| theory.turns(standing, who))
    }

    /// A move in words.
    pub(crate) fn told(
        &mut self,
        turn: &Turn,
        who: Player,
        name: String,
    ) -> Result<crate::moves::Move, Stopped> {
        let value = match turn.value.as_ref().map(|value| (value, &value.value)) {
            Some((_, Game::Short(value))) => Some(self.state.show_short(*value)?.0),
            Some((_, Game::OrdinalNimber(value))) => Some(self.state.show_nimber(value)?.0),
            Some((other, _)) => valuation::left(other),
            None => None,
        };
        let genus = match &turn.reason {
            Some(Reason::Genus(genus) | Reason::MisereNim(genus)) => Some(genus.to_string()),
            Some(Reason::Heaps(heaps)) => heaps.genus.as_ref().map(ToString::to_string),
            _ => None,
        };
        Ok(crate::moves::Move {
            changed: turn.changed,
            entailed: turn.to.entailed.map(|place| place + 1),
            verdict: turn.verdict,
            value,
            reason: self.why(turn, who)?,
            genus,
            remoteness: turn.remoteness(),
            proved: turn.is_proved(),
            again: turn.again,
            decides: turn.decides,
            bonus: turn.bonus.as_ref().map(|bonus| self.show(bonus)),
            ..crate::moves::Move::new(who, name, self.show(&turn.to))
        })
    }

    /// What a move leaves, for a page; `told` is the move in words.
    pub(crate) fn studied(
        &mut self,
        turn: &Turn,
        told: &crate::moves::Move,
    ) -> Result<Option<StudiedValue>, Stopped> {
        match short(turn) {
            Some(short) => StudiedValue::short(self.state, short).map(Some),
            None => Ok(told.value.clone().map(StudiedValue::plain)),
        }
    }

    /// Why a move wins or does not, in words.
    pub(crate) fn why(&mut self, turn: &Turn, who: Player) -> Result<Option<String>, Stopped> {
        let (Some(reason), Some(verdict)) = (&turn.reason, turn.verdict) else { return Ok(None) };
        self.words(reason, verdict, who).map(Some)
    }

    /// The moves of `who` without a word about who wins, at most so many.
    pub(crate) fn legal(&self, who: Player, most: usize) -> Result<Vec<Turn>, Stopped> {
        self.evaluator.theory().legal(&self.standing, who, most)
    }

    /// What is on the table, as it is typed, with the mark of a component that must be answered.
    pub(crate) fn show(&self, standing: &CompoundPosition<Position>) -> String {
        let mark = |place| if standing.entailed == Some(place) { "!" } else { "" };
        match &standing.components[..] {
            [one] => format!("{}{}", self.rules().show(one), mark(0)),
            several => {
                let term = |(place, term): (usize, &Position)| {
                    format!("({}){}", self.rules().show(term), mark(place))
                };
                several.iter().enumerate().map(term).collect::<Vec<_>>().join(" + ")
            }
        }
    }
}

/// One line of reason, with the values it names as the session prints them; formulas of LaTeX stand
/// between dollar signs.
fn words(
    state: &mut SessionState,
    reason: &Reason,
    verdict: Verdict,
    who: Player,
    impartial: bool,
) -> Result<String, Stopped> {
    let is_formula = state.notation() == Notation::Latex;
    reason.words(verdict, who, impartial, &mut |named| {
        let text = match named {
            NamedValue::Short(value) => state.show_short(value)?.0,
            NamedValue::Ordinal(value) => state.show_nimber(&Arc::new(value.clone()))?.0,
        };
        Ok(if is_formula { format!("${text}$") } else { text })
    })
}

/// Is this how a sum is played?
pub(crate) fn is_sum(manner: &PlayMode) -> bool {
    manner.compound == Compound::Sum && manner.variant.is_none()
}

/// What is to be said of sides that are no stoppers.
fn sides_note(sides: Sides) -> Option<String> {
    let which = match (sides.of(Ending::Left), sides.of(Ending::Right)) {
        (Some(_), Some(_)) => return None,
        (None, Some(_)) => "the onside is",
        (Some(_), None) => "the offside is",
        (None, None) => "the sides are",
    };
    Some(format!("{which} not known to equal a stopper, and may not be as simple as possible"))
}
