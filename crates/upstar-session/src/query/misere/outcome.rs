//! Who wins a sum of heaps. The JSON is that of an outcome of any position, with the way it was
//! found.

use super::genus::{self, Besides};
use super::ruleset::misere;
use super::style::GenusStyle;
use super::work;
use super::{CodeMemory, large_position, mixed, nim_heaps};
use crate::answer::Asked;
use crate::query;
use crate::query::prelude::*;
use upstar_base::Verdict;
use upstar_misere::game::{MisereMethod, SumOutcomes};

described! {
    /// Who wins a sum of heaps
    pub struct OutcomeQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// A sum of heaps such as 9+8+5+3 or 2*7+4; `-` reads sums from stdin, one a line
        #[cfg_attr(feature = "clap", arg(value_name = "POSITION"))]
        pub position: String,
    }
}

impl Query for OutcomeQuery {
    type Answer = MisereOutcome;
    const NAME: &'static str = "outcome";
    const EXAMPLES: &'static [Example] =
        &[Example::new("misere outcome .77 5+3", r#"{"code":".77","position":"5+3"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<MisereOutcome, QueryError> {
        work(session, |state, memory| {
            let (budget, code) = (&Arc::clone(state.budget()), code(&self.code)?);
            outcome(&code, memory.of(&code, budget), &self.position, budget)
        })
    }
}

/// Who wins a sum of heaps.
#[derive(Clone, Debug, Serialize)]
pub struct MisereOutcome {
    /// The sum in misère play.
    #[serde(flatten)]
    pub place: Asked,
    /// Who wins, with one line of reason.
    #[serde(flatten)]
    pub found: query::outcome::OutcomeAnswer,
    /// `quotient`, `rule`, `pattern` or `search`.
    pub by: &'static str,
    /// The element of the quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<Option<String>>,
    /// Where the answer comes from.
    pub source: String,
}

impl MisereOutcome {
    /// Who wins by a rule for all sums.
    pub(super) fn new(
        code: &HeapCode,
        position: String,
        is_p: bool,
        why: String,
        source: String,
    ) -> MisereOutcome {
        let place = Asked::plain(misere(&code.to_string(), &position));
        let found = query::outcome::OutcomeAnswer::new([Verdict::of(!is_p); 2], Some(why));
        MisereOutcome { place, found, by: "rule", element: None, source }
    }
}

impl Finding for MisereOutcome {
    fn text(&self) -> String {
        format!("{} ({})\n", self.found.class, self.source)
    }
}

/// A game that was made for sums with this largest heap.
pub(super) struct KeptGame(u64, SumOutcomes);

/// Finds the outcome.
fn outcome(
    code: &HeapCode,
    memory: &mut CodeMemory,
    text: &str,
    budget: &Arc<Budget>,
) -> Result<MisereOutcome, QueryError> {
    if mixed::is_mixed(text) {
        // No quotient knows nim-heaps; the genus does.
        let (style, besides) = (GenusStyle::default(), Besides::default());
        let found = genus::sum(code, memory, text, style, besides, budget)?;
        let why = format!("genus {}", found.genus);
        let is_p = found.outcome == "P";
        let outcome = MisereOutcome::new(code, found.position, is_p, why.clone(), why);
        return Ok(MisereOutcome { by: "search", ..outcome });
    }
    if code.is_subtraction() {
        return nim_heaps::outcome(code, text, budget);
    }
    let sum = large_position(text)?;
    let largest = sum.first().map_or(0, |&(heap, _)| heap);
    // A game that was made for other heaps, or knows more, would name another way.
    let mut game = match memory.outcome.take() {
        Some(KeptGame(known, game)) if known == largest => game,
        _ => SumOutcomes::new(code, capped(largest), budget).map_err(super::unfinished)?,
    };
    let found = game.is_p(&sum).and_then(|found| Ok((found, game.verdict(&sum)?)));
    let ((p, way), verdict) = found.map_err(|stopped| super::stopped(stopped, game.known()))?;
    let by = match way {
        MisereMethod::Quotient => "quotient",
        MisereMethod::Rule => "rule",
        MisereMethod::Pattern => "pattern",
        MisereMethod::Search => "search",
    };
    let source = game.source(way).ok_or_else(|| QueryError::limit(ended_by(budget)))?;
    memory.outcome = game.anew().map(|game| KeptGame(largest, game));
    let found = MisereOutcome::new(code, text.to_owned(), p, verdict.why(), source);
    Ok(MisereOutcome { by, element: Some(verdict.class), ..found })
}

/// No quotient is followed to larger heaps; one that is complete answers for all.
pub(super) fn capped(heap: u64) -> u32 {
    u32::try_from(heap).unwrap_or(u32::MAX - 1).min(u32::MAX - 1)
}
