//! What is found: plain data, the same for people, programs and pages.
//!
//! Each kind of finding is a struct in the file of its question, with the words it has for
//! people; the JSON of the command line is its `Serialize` and nothing else.

use crate::analyse::Analysis;
use crate::check::Checked;
use crate::compare::Order;
use crate::error::{Kind, QueryError};
use crate::eval::{Completions, Evaluated};
use crate::explore::{Graph, OptionsFound};
use crate::heaps::{HeapInfo, HeapPeriod, HeapSparse, HeapValues};
use crate::misere;
use crate::monoid::QuotientTables;
use crate::moves::Moves;
use crate::outcome::Outcome;
use crate::picture::Drawing;
use crate::play::Choice;
use crate::positions::Positions;
use crate::question::{Endless, PositionSpec, Variant};
use crate::rules::{RulesList, RulesPage};
use crate::study::Studied;
use crate::table::Table;
use crate::value::Value;
use crate::verify::Verified;
use serde::{Serialize, Serializer};
use upstar_base::{OutcomeClass, Play, Stopped, Verdict};
use upstar_notation::format::Grid;
use upstar_theory::compound::Compound;

/// The answer to a question.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The place that was asked about, as it was read.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub place: Option<Asked>,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
    /// What ended the work where there is more to know, if a limit did.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
    #[serde(skip)]
    pub(crate) is_full: bool,
}

/// Writes a limit as a sentence.
pub(crate) fn in_words<S: Serializer>(
    stopped: &Option<Stopped>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match stopped {
        Some(stopped) => serializer.collect_str(stopped),
        None => serializer.serialize_none(),
    }
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each says what it is by the type it holds")]
pub enum Found {
    Value(Value),
    Outcome(Outcome),
    Moves(Moves),
    Choice(Choice),
    Compare(Order),
    Table(Table),
    Positions(Positions),
    Picture(Drawing),
    RulesList(RulesList),
    RulesPage(Box<RulesPage>),
    CheckRules(Checked),
    Eval(Evaluated),
    Complete(Completions),
    HeapInfo(Box<HeapInfo>),
    HeapValues(HeapValues),
    HeapPeriod(HeapPeriod),
    HeapSparse(HeapSparse),
    Misere(misere::Found),
    Verify(Verified),
    Analysis(Analysis),
    Studied(Box<Studied>),
    Options(Box<OptionsFound>),
    Graph(Graph),
    QuotientTables(Box<QuotientTables>),
}

impl Found {
    /// The limit that ended the work, where the answer is not complete for that reason.
    fn cut(&self) -> Option<Stopped> {
        let stopped = |refusal: &QueryError| match &refusal.kind {
            Kind::Stopped(stopped) => Some(stopped.clone()),
            _ => None,
        };
        match self {
            Found::Table(found) => found.cut.as_ref().and_then(stopped),
            Found::Positions(found) => found.cut.as_ref().and_then(stopped),
            Found::Choice(found) => found.unsure.clone(),
            Found::HeapPeriod(found) => found.stopped.clone(),
            Found::QuotientTables(found) => found.stopped.clone(),
            Found::Studied(found) => found.stopped.clone(),
            Found::Verify(found) => found.stopped.clone(),
            Found::Misere(found) => found.cut(),
            _ => None,
        }
    }
}

impl Answer {
    pub(crate) fn of(found: Found) -> Answer {
        let stopped = found.cut();
        Answer { place: None, found, stopped, is_full: false }
    }

    /// Whether the memory is full, so that the session can learn nothing more.
    pub fn is_out_of_memory(&self) -> bool {
        self.is_full
    }

    /// What people read, with the end of its last line.
    pub fn text(&self) -> String {
        match &self.found {
            Found::Value(found) => found.text(),
            Found::Outcome(found) => found.text(),
            Found::Moves(found) => found.text(),
            Found::Choice(found) => found.text(),
            Found::Compare(found) => found.text(),
            Found::Table(found) => found.text(),
            Found::Positions(found) => found.text(),
            Found::Picture(found) => found.text(),
            Found::RulesList(found) => found.text(),
            Found::RulesPage(found) => found.text(),
            Found::CheckRules(found) => found.text(),
            Found::Eval(found) => found.text(),
            Found::Complete(found) => found.text(),
            Found::HeapInfo(found) => found.text(),
            Found::HeapValues(found) => found.text(),
            Found::HeapPeriod(found) => found.text(),
            Found::HeapSparse(found) => found.text(),
            Found::Misere(found) => found.text(),
            Found::Verify(found) => found.text(),
            Found::Analysis(found) => found.text(),
            Found::Studied(found) => found.text(),
            Found::Options(found) => found.text(),
            Found::Graph(found) => found.text(),
            Found::QuotientTables(found) => found.text(),
        }
    }

    /// The same on one line, for an answer among many.
    pub fn line(&self) -> String {
        match &self.found {
            Found::Value(found) => found.line(),
            Found::Moves(found) => found.line(),
            _ => self.text().trim_end().replace('\n', "\\n"),
        }
    }

    /// What people should know besides.
    pub fn notes(&self) -> Vec<String> {
        match &self.found {
            Found::Value(found) => found.notes(),
            Found::Moves(found) => found.notes(),
            Found::Table(found) => found.note.iter().cloned().collect(),
            Found::Misere(found) => found.notes(),
            _ => Vec::new(),
        }
    }

    /// What people should know who see nothing but the table.
    pub fn notes_on_grid(&self) -> Vec<String> {
        match &self.found {
            Found::Moves(found) => found.notes_on_list(),
            _ => self.notes(),
        }
    }

    /// The answer as a table, where it is one.
    pub fn grid(&self) -> Option<Grid> {
        match &self.found {
            Found::Table(found) => Some(found.grid()),
            Found::Positions(found) => Some(found.grid()),
            Found::HeapSparse(found) => Some(found.grid()),
            Found::Moves(found) => Some(found.grid()),
            Found::RulesList(found) => Some(found.grid()),
            Found::HeapValues(found) => Some(found.grid()),
            Found::Misere(found) => found.grid(),
            _ => None,
        }
    }

    /// Is this all that was asked for? Otherwise a limit came first, or no method goes further.
    pub fn is_complete(&self) -> bool {
        match &self.found {
            Found::Table(found) => found.cut.is_none(),
            Found::Positions(found) => found.cut.is_none(),
            Found::HeapPeriod(found) => found.is_complete(),
            Found::QuotientTables(found) => found.stopped.is_none(),
            Found::Studied(found) => found.stopped.is_none(),
            Found::Misere(found) => found.is_complete(),
            Found::Verify(found) => found.is_complete(),
            Found::CheckRules(found) => found.is_complete(),
            _ => true,
        }
    }

    /// Why it is so, where that is one sentence.
    pub fn because(&self) -> Option<&str> {
        match &self.found {
            Found::Value(found) => found.because.as_deref(),
            Found::Outcome(found) => found.why.as_deref(),
            Found::Compare(found) => Some(&found.why),
            _ => None,
        }
    }

    /// The JSON object, on one line.
    ///
    /// ```
    /// use upstar_session::{PositionSpec, Question, Session};
    /// let answer = Session::default().ask(&Question::Outcome(PositionSpec::new("nim", "3+5+7")))?;
    /// assert!(answer.json().contains(r#""class":"N""#));
    /// # Ok::<(), Box<upstar_session::QueryError>>(())
    /// ```
    pub fn json(&self) -> String {
        // By way of a value, in which no key comes twice.
        let object = serde_json::to_value(self);
        object.map_or_else(|_| "null".to_owned(), |object| object.to_string())
    }
}

/// The part of an answer that repeats the question.
#[derive(Clone, Debug, Serialize)]
pub struct Asked {
    /// The ruleset.
    pub rules: String,
    /// The position.
    pub position: String,
    /// How components are played at once.
    pub compound: Compound,
    /// Who wins when a player cannot move.
    pub play: Play,
    /// Another game with the same positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<Variant>,
    /// Is each position one component?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// Who wins play that never ends.
    #[serde(skip_serializing_if = "is_draw")]
    pub endless: Endless,
    /// The component that must be answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entailed: Option<usize>,
    /// How the question was read, where that may not be what was meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

fn is_draw(endless: &Endless) -> bool {
    *endless == Endless::Draw
}

impl Asked {
    pub(crate) fn of(place: &PositionSpec) -> Asked {
        let PositionSpec { rules, position, manner, entailed } = place.clone();
        Asked {
            note: crate::position::reading(place),
            rules,
            position,
            compound: manner.compound,
            play: manner.play,
            variant: manner.variant,
            whole: manner.whole,
            endless: manner.endless,
            entailed,
        }
    }
}

/// What each player gets moving first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Verdicts {
    /// What Left gets if Left starts.
    pub left_first: Verdict,
    /// What Right gets if Right starts.
    pub right_first: Verdict,
}

impl Verdicts {
    pub(crate) fn of([left_first, right_first]: [Verdict; 2]) -> Verdicts {
        Verdicts { left_first, right_first }
    }

    /// The outcome class.
    pub fn class(self) -> OutcomeClass {
        OutcomeClass::from_first([self.left_first, self.right_first])
    }

    /// The outcome class and what it means.
    pub(crate) fn told(self) -> String {
        let class = self.class();
        format!("{class}: {}", class.words())
    }
}
