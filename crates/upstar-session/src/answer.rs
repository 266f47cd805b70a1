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
    pub found: AnswerData,
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
pub enum AnswerData {
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
    Misere(misere::AnswerData),
    Verify(Verified),
    Analysis(Analysis),
    Studied(Box<Studied>),
    Options(Box<OptionsFound>),
    Graph(Graph),
    QuotientTables(Box<QuotientTables>),
}

impl AnswerData {
    /// The limit that ended the work, where the answer is not complete for that reason.
    fn cut(&self) -> Option<Stopped> {
        let stopped = |refusal: &QueryError| match &refusal.kind {
            Kind::Stopped(stopped) => Some(stopped.clone()),
            _ => None,
        };
        match self {
            AnswerData::Table(found) => found.cut.as_ref().and_then(stopped),
            AnswerData::Positions(found) => found.cut.as_ref().and_then(stopped),
            AnswerData::Choice(found) => found.unsure.clone(),
            AnswerData::HeapPeriod(found) => found.stopped.clone(),
            AnswerData::QuotientTables(found) => found.stopped.clone(),
            AnswerData::Studied(found) => found.stopped.clone(),
            AnswerData::Verify(found) => found.stopped.clone(),
            AnswerData::Misere(found) => found.cut(),
            _ => None,
        }
    }
}

impl Answer {
    pub(crate) fn of(found: AnswerData) -> Answer {
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
            AnswerData::Value(found) => found.text(),
            AnswerData::Outcome(found) => found.text(),
            AnswerData::Moves(found) => found.text(),
            AnswerData::Choice(found) => found.text(),
            AnswerData::Compare(found) => found.text(),
            AnswerData::Table(found) => found.text(),
            AnswerData::Positions(found) => found.text(),
            AnswerData::Picture(found) => found.text(),
            AnswerData::RulesList(found) => found.text(),
            AnswerData::RulesPage(found) => found.text(),
            AnswerData::CheckRules(found) => found.text(),
            AnswerData::Eval(found) => found.text(),
            AnswerData::Complete(found) => found.text(),
            AnswerData::HeapInfo(found) => found.text(),
            AnswerData::HeapValues(found) => found.text(),
            AnswerData::HeapPeriod(found) => found.text(),
            AnswerData::HeapSparse(found) => found.text(),
            AnswerData::Misere(found) => found.text(),
            AnswerData::Verify(found) => found.text(),
            AnswerData::Analysis(found) => found.text(),
            AnswerData::Studied(found) => found.text(),
            AnswerData::Options(found) => found.text(),
            AnswerData::Graph(found) => found.text(),
            AnswerData::QuotientTables(found) => found.text(),
        }
    }

    /// The same on one line, for an answer among many.
    pub fn line(&self) -> String {
        match &self.found {
            AnswerData::Value(found) => found.line(),
            AnswerData::Moves(found) => found.line(),
            _ => self.text().trim_end().replace('\n', "\\n"),
        }
    }

    /// What people should know besides.
    pub fn notes(&self) -> Vec<String> {
        match &self.found {
            AnswerData::Value(found) => found.notes(),
            AnswerData::Moves(found) => found.notes(),
            AnswerData::Table(found) => found.note.iter().cloned().collect(),
            AnswerData::Misere(found) => found.notes(),
            _ => Vec::new(),
        }
    }

    /// What people should know who see nothing but the table.
    pub fn notes_on_grid(&self) -> Vec<String> {
        match &self.found {
            AnswerData::Moves(found) => found.notes_on_list(),
            _ => self.notes(),
        }
    }

    /// The answer as a table, where it is one.
    pub fn grid(&self) -> Option<Grid> {
        match &self.found {
            AnswerData::Table(found) => Some(found.grid()),
            AnswerData::Positions(found) => Some(found.grid()),
            AnswerData::HeapSparse(found) => Some(found.grid()),
            AnswerData::Moves(found) => Some(found.grid()),
            AnswerData::RulesList(found) => Some(found.grid()),
            AnswerData::HeapValues(found) => Some(found.grid()),
            AnswerData::Misere(found) => found.grid(),
            _ => None,
        }
    }

    /// Is this all that was asked for? Otherwise a limit came first, or no method goes further.
    pub fn is_complete(&self) -> bool {
        match &self.found {
            AnswerData::Table(found) => found.cut.is_none(),
            AnswerData::Positions(found) => found.cut.is_none(),
            AnswerData::HeapPeriod(found) => found.is_complete(),
            AnswerData::QuotientTables(found) => found.stopped.is_none(),
            AnswerData::Studied(found) => found.stopped.is_none(),
            AnswerData::Misere(found) => found.is_complete(),
            AnswerData::Verify(found) => found.is_complete(),
            AnswerData::CheckRules(found) => found.is_complete(),
            _ => true,
        }
    }

    /// Why it is so, where that is one sentence.
    pub fn because(&self) -> Option<&str> {
        match &self.found {
            AnswerData::Value(found) => found.because.as_deref(),
            AnswerData::Outcome(found) => found.why.as_deref(),
            AnswerData::Compare(found) => Some(&found.why),
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
