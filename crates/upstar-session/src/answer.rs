//! What is found: plain data, the same for people, programs and pages.
//!
//! Each kind of finding is a struct in the file of its question, with the words it has for
//! people; the JSON of the command line is its `Serialize` and nothing else.

use crate::error::QueryError;
use crate::query::heaps::HeapValuesAnswer;
use crate::query::{AnswerData, Finding};
use crate::question::{Endless, PositionSpec, Variant};
use serde::{Serialize, Serializer};
use std::any::Any;
use std::ops::Deref;
use upstar_base::{OutcomeClass, Play, Stopped, Verdict};
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

impl Answer {
    pub(crate) fn new(place: Option<&PositionSpec>, found: AnswerData) -> Answer {
        let (place, stopped) = (place.map(Asked::of), found.stopped());
        Answer { place, found, stopped, is_full: false }
    }

    /// Returns what was found as a `T`, if it is one.
    ///
    /// ```
    /// use upstar_session::{OutcomeAnswer, OutcomeQuery, PositionSpec, Session};
    /// let query = OutcomeQuery { place: PositionSpec::new("nim", "3+5+7") };
    /// let answer = Session::default().ask(&query.into())?;
    /// assert!(answer.get::<OutcomeAnswer>().is_some_and(|found| found.why.is_none()));
    /// # Ok::<(), Box<upstar_session::QueryError>>(())
    /// ```
    pub fn get<T: Finding>(&self) -> Option<&T> {
        let mut found: &dyn Finding = &self.found;
        loop {
            let any: &dyn Any = found;
            match any.downcast_ref() {
                Some(found) => return Some(found),
                None => found = found.inner()?,
            }
        }
    }

    /// Returns a nim-sequence, to be filled in.
    pub(crate) fn heap_values(&mut self) -> Option<&mut HeapValuesAnswer> {
        match &mut self.found {
            AnswerData::HeapValues(found) => Some(found),
            _ => None,
        }
    }

    /// The same with the error that ended it early, if one did, as a front end tells it.
    #[must_use]
    pub fn worded(mut self, words: impl FnOnce(QueryError) -> QueryError) -> Answer {
        let cut = match &mut self.found {
            AnswerData::Table(table) => &mut table.cut,
            AnswerData::Positions(positions) => &mut positions.cut,
            _ => return self,
        };
        *cut = cut.take().map(words);
        self
    }

    /// Whether the memory is full, so that the session can learn nothing more.
    pub fn is_out_of_memory(&self) -> bool {
        self.is_full
    }

    /// The JSON object, on one line.
    ///
    /// ```
    /// use upstar_session::{OutcomeQuery, PositionSpec, Session};
    /// let query = OutcomeQuery { place: PositionSpec::new("nim", "3+5+7") };
    /// let answer = Session::default().ask(&query.into())?;
    /// assert!(answer.json().contains(r#""class":"N""#));
    /// # Ok::<(), Box<upstar_session::QueryError>>(())
    /// ```
    pub fn json(&self) -> String {
        // By way of a value, in which no key comes twice.
        let object = serde_json::to_value(self);
        object.map_or_else(|_| "null".to_owned(), |object| object.to_string())
    }
}

/// An answer is in all respects what was found.
impl Deref for Answer {
    type Target = dyn Finding;

    fn deref(&self) -> &dyn Finding {
        &self.found
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
        Asked { note: crate::position::reading(place), ..Asked::plain(place.clone()) }
    }

    /// The same without a word about how it was read.
    pub(crate) fn plain(place: PositionSpec) -> Asked {
        let PositionSpec { rules, position, manner, entailed } = place;
        Asked {
            note: None,
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
