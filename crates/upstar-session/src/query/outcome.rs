//! Who wins, without a value where that is cheaper.

use crate::answer::Verdicts;
use crate::open_position::is_sum;
use crate::query::misere::position;
use crate::query::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use upstar_base::file::FileError;
use upstar_base::file::sealed::SealedError;
use upstar_base::{OutcomeClass, Play, Player, Verdict};
use upstar_misere::game::{SumOutcomes, Unfinished};
use upstar_rules::registry::{self};
use upstar_rules::{MOST_CELLS, Rules, split_sum};
use upstar_theory::sum_solver::KeptSearch;
use upstar_theory::theory::misere::code_of;

described! {
    /// Who wins a position, without its value where that is cheaper
    ///
    /// The answer begins with the outcome class: L and R are won by that player, N by the next
    /// and P by the previous player, D is drawn, whoever starts. Where only one starter decides
    /// an endless game and the other draws it, the class is half of N or P, with a hat if Left
    /// wins that half and a check if Right does: NHat and NCheck are won by Left and by Right,
    /// moving first, PHat and PCheck by Left and by Right, moving second
    pub struct OutcomeQuery {
        /// The position.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub place: PositionSpec,
    }
}

impl Query for OutcomeQuery {
    type Answer = OutcomeAnswer;
    const NAME: &'static str = "outcome";
    const EXAMPLES: &'static [Example] = &[
        Example::new("outcome domineering 5x5", r#"{"rules":"domineering","position":"5x5"}"#),
        Example::new(
            "outcome nim 3+5+7 --compound union --play misere",
            r#"{"rules":"nim","position":"3+5+7","compound":"union","play":"misere"}"#,
        ),
    ];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<OutcomeAnswer, QueryError> {
        let place = &self.place;
        if let Some(found) = of_many_heaps(&mut session.state, place) {
            return found.map_err(|failure| failure.of(&place.rules, &place.position));
        }
        session.with_position(place, WHAT, |case| {
            let (verdicts, why) = case.verdicts()?;
            Ok(OutcomeAnswer::new(verdicts, why))
        })
    }
}

/// What a terminal shows while the winner is searched for.
const WHAT: &str = "the outcome";

/// Who wins a position.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomeAnswer {
    /// The outcome class.
    pub class: OutcomeClass,
    /// What each player gets moving first.
    pub outcome: Verdicts,
    /// Why, where that is one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Why the state of the search could not be saved.
    #[serde(skip)]
    pub unsaved: Option<String>,
}

impl OutcomeAnswer {
    pub(crate) fn new(verdicts: [Verdict; 2], why: Option<String>) -> OutcomeAnswer {
        let outcome = Verdicts::of(verdicts);
        OutcomeAnswer { class: outcome.class(), outcome, why, unsaved: None }
    }
}

impl Finding for OutcomeAnswer {
    fn text(&self) -> String {
        let why = self.why.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
        format!("{}{why}\n", self.outcome.told())
    }

    fn because(&self) -> Option<&str> {
        self.why.as_deref()
    }
}

/// Asks who wins; the search is kept in a file and goes on from it.
pub(crate) struct KeptOutcome<'a> {
    /// The file.
    pub(crate) file: &'a Path,
    /// The rules as they are told apart: their name, parameters, variant, and for rules of a file
    /// what is in it.
    pub(crate) rules: String,
}

impl KeptOutcome<'_> {
    /// Asks it.
    pub(crate) fn run(
        self,
        session: &mut Session,
        place: &PositionSpec,
    ) -> Result<OutcomeAnswer, QueryError> {
        session.with_position(place, WHAT, |case| self.put(case))
    }

    fn put(self, case: &mut OpenPosition<'_>) -> Result<OutcomeAnswer, PositionFailure> {
        let terms: Vec<String> =
            case.standing.components.iter().map(|term| case.rules().show(term)).collect();
        let name = format!("outcome {} {}", self.rules, terms.join(" + "));
        let Some(kept) = case.outcome_kept(self.file, &name) else {
            let message = "this winner is not searched for, or not by a search that can be kept";
            return Err(QueryError::plain(Kind::Argument, message).with(Remedy::Keep).into());
        };
        let KeptSearch { outcome, saved } = kept.map_err(|error| match error {
            SealedError::File(FileError::Stopped(stopped)) => {
                PositionFailure::Stopped(stopped, None)
            }
            SealedError::File(error) => QueryError::plain(Kind::Lost, error.to_string()).into(),
            foreign => QueryError::plain(Kind::Checkpoint, foreign.to_string()).into(),
        })?;
        match outcome {
            Ok(outcome) => {
                let verdicts = Player::BOTH.map(|who| Verdict::of(outcome.winner(who) == who));
                let unsaved = saved.err().map(|error| error.to_string());
                Ok(OutcomeAnswer { unsaved, ..OutcomeAnswer::new(verdicts, None) })
            }
            Err(stopped) => {
                let kept = match saved {
                    Ok(count) => format!("{} holds {count} proofs", self.file.display()),
                    Err(error) => error.to_string(),
                };
                let known = format!("{}; {kept}", case.progress());
                Err(PositionFailure::Stopped(stopped, Some(known)))
            }
        }
    }
}

/// Misère play of more heaps than a position holds: only how many there are of each size counts.
pub(crate) fn of_many_heaps(
    state: &mut SessionState,
    place: &PositionSpec,
) -> Option<Result<OutcomeAnswer, PositionFailure>> {
    let manner = &place.manner;
    if manner.play != Play::Misere || !is_sum(manner) || place.entailed.is_some() {
        return None;
    }
    let mut heaps: BTreeMap<u32, u32> = BTreeMap::new();
    for (_, term) in split_sum(&place.position).ok()? {
        for (heap, times) in position(term).ok()? {
            let count = heaps.entry(heap).or_default();
            *count = count.checked_add(times)?;
        }
    }
    if heaps.values().map(|&times| u64::from(times)).sum::<u64>() <= MOST_CELLS as u64 {
        return None;
    }
    let code = code_of(&registry::open_sized(&place.rules, (1, 1)).ok()?.1)?;
    let sum: Vec<(u32, u32)> = heaps.into_iter().rev().collect();
    let largest = sum.first().map_or(0, |&(heap, _)| heap);
    let budget = Arc::clone(state.budget());
    state.begin("the outcome");
    let unfinished = |unfinished: Unfinished| {
        PositionFailure::Stopped(unfinished.stopped, Some(unfinished.known))
    };
    let verdict =
        SumOutcomes::new(&code, largest, &budget).map_err(unfinished).and_then(|mut game| {
            game.verdict(&sum)
                .map_err(|stopped| PositionFailure::Stopped(stopped, Some(game.known())))
        });
    state.end();
    Some(verdict.map(|verdict| {
        OutcomeAnswer::new([Verdict::of(!verdict.previous_wins); 2], Some(verdict.why()))
    }))
}
