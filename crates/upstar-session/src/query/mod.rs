//! Queries: what can be asked, one file each.
//!
//! A file holds the data of a query (its JSON, its arguments on a command line and its schema come
//! from that one definition), how it is answered, and what its answer looks like. The list at the
//! end of this file names it once, as a module with the kinds of queries in it; everything that goes
//! through all queries follows from there: JSON, schema, help, commands, documents, tests.

pub(crate) mod columns;
pub(crate) mod describe;
pub mod misere;
pub(crate) mod periods;
mod schema;

/// What most queries use.
pub(crate) mod prelude {
    pub(crate) use crate::answer::in_words;
    pub(crate) use crate::error::{Kind, PositionFailure, QueryError, ended_by};
    pub(crate) use crate::open_position::OpenPosition;
    pub(crate) use crate::parts::Hear;
    pub(crate) use crate::query::columns::{aligned, in_rows};
    pub(crate) use crate::query::describe::described;
    pub(crate) use crate::query::heaps::{amount, code, wrong};
    pub(crate) use crate::query::{Example, Finding, Query};
    pub(crate) use crate::question::{PlayMode, PositionSpec};
    pub(crate) use crate::session::Session;
    pub(crate) use crate::state::SessionState;
    pub(crate) use serde::Serialize;
    pub(crate) use std::sync::Arc;
    pub(crate) use upstar_base::{Budget, Remedy, Stopped};
    pub(crate) use upstar_calculator::{Error, ErrorKind, Span};
    pub(crate) use upstar_notation::format::Grid;
    pub(crate) use upstar_rules::heap::code::HeapCode;
}

pub use describe::Described;
#[cfg(feature = "clap")]
pub use describe::QueryArguments;
pub use schema::{SCHEMA_VERSION, schema};

use crate::error::QueryError;
use crate::parts::Hear;
use crate::question::PositionSpec;
use crate::session::Session;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::any::Any;
use std::fmt::Debug;
use upstar_base::Stopped;
use upstar_notation::format::Grid;

/// A query: plain data that can be typed, sent and stored, and how it is answered.
///
/// Text in it is what a person types. Parsing it is part of answering, so every front end has the
/// same notation and the same errors.
pub trait Query: Described + Debug + Clone + PartialEq + Serialize + DeserializeOwned {
    /// What it finds.
    type Answer: Finding + Debug + Clone + Serialize;
    /// The tag in JSON.
    const NAME: &'static str;
    /// Queries of this kind that are answered at once.
    const EXAMPLES: &'static [Example];

    /// Whether its finding is always a table, which a command can write in any format.
    const IS_TABLE: bool = false;

    /// Returns the position that it is about, if the answer repeats it.
    fn place(&self) -> Option<&PositionSpec> {
        self.spec()
    }

    /// Returns the rulesets and rule files that it names, some of which may have to be loaded.
    fn rulesets(&self) -> Vec<&str> {
        self.place().map(PositionSpec::rulesets).unwrap_or_default()
    }

    /// Answers it. What is known early goes to `hear`.
    fn run(&self, session: &mut Session, hear: Hear<'_>) -> Result<Self::Answer, QueryError>;

    /// Describes it for front ends.
    fn info() -> QueryInfo {
        QueryInfo {
            name: Self::NAME,
            summary: Self::doc(),
            examples: Self::EXAMPLES,
            schema: Self::schema,
            is_table: Self::IS_TABLE,
            #[cfg(feature = "clap")]
            arguments: Self::arguments(),
            nested: Vec::new(),
        }
    }
}

/// A query with the command line that asks the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// The arguments of the program, as typed into a shell; empty where no command asks this.
    pub command: &'static str,
    /// The query as a JSON object without its tag.
    pub json: &'static str,
}

impl Example {
    pub(crate) const fn new(command: &'static str, json: &'static str) -> Example {
        Example { command, json }
    }
}

/// A kind of query, for front ends that list them.
#[derive(Clone, Debug)]
pub struct QueryInfo {
    /// The tag in JSON.
    pub name: &'static str,
    /// What it asks, in words; the first line is a summary.
    pub summary: String,
    /// Queries of this kind.
    pub examples: &'static [Example],
    /// Returns the JSON Schema of its data, without the tag.
    pub schema: fn() -> serde_json::Value,
    /// Whether its finding is always a table.
    pub is_table: bool,
    /// Its data as arguments of a command line.
    #[cfg(feature = "clap")]
    pub arguments: Option<QueryArguments>,
    /// The kinds that it is divided into.
    pub nested: Vec<QueryInfo>,
}

/// What a query finds. Its JSON is its `Serialize`.
pub trait Finding: Any + Send {
    /// Returns the finding that this one stands for in all respects, if it is one of several kinds.
    fn inner(&self) -> Option<&dyn Finding> {
        None
    }

    /// Returns what people read, with the end of its last line.
    fn text(&self) -> String;

    /// Returns the same on one line, for an answer among many.
    fn line(&self) -> String {
        let own = || self.text().trim_end().replace('\n', "\\n");
        self.inner().map_or_else(own, Finding::line)
    }

    /// Returns what people should know in addition.
    fn notes(&self) -> Vec<String> {
        self.inner().map(Finding::notes).unwrap_or_default()
    }

    /// Returns what people should know who see only the table.
    fn notes_on_grid(&self) -> Vec<String> {
        self.inner().map_or_else(|| self.notes(), Finding::notes_on_grid)
    }

    /// Returns it as a table, where it is one.
    fn grid(&self) -> Option<Grid> {
        self.inner()?.grid()
    }

    /// Returns why it is so, where that is one sentence.
    fn because(&self) -> Option<&str> {
        self.inner()?.because()
    }

    /// Returns the limit that ended the work, if there is more to know.
    fn stopped(&self) -> Option<Stopped> {
        self.inner()?.stopped()
    }

    /// Whether this is all that was asked for. Otherwise a limit was reached, or no method goes
    /// further.
    fn is_complete(&self) -> bool {
        self.inner().map_or_else(|| self.stopped().is_none(), Finding::is_complete)
    }

    /// Returns the certificate of what is proved.
    fn certificate(&self) -> Option<&str> {
        self.inner()?.certificate()
    }
}

/// Defines a finding that is one of several kinds, and is in all respects like that one.
macro_rules! findings {
    ($(#[$meta:meta])* $Name:ident { $($Variant:ident($Finding:ty)),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, serde::Serialize)]
        #[serde(untagged)]
        #[non_exhaustive]
        pub enum $Name {
            $(
                #[doc = concat!("Holds `", stringify!($Finding), "`.")]
                $Variant(Box<$Finding>),
            )*
        }

        impl $crate::query::Finding for $Name {
            fn inner(&self) -> Option<&dyn $crate::query::Finding> {
                match self {
                    $($Name::$Variant(found) => Some(&**found),)*
                }
            }

            fn text(&self) -> String {
                self.inner().map($crate::query::Finding::text).unwrap_or_default()
            }
        }
    };
}
pub(crate) use findings;

/// Defines a query that is one of several kinds, with the answers to them. Each row is a module and
/// the queries in it; what is public there is public here.
macro_rules! queries {
    (
        $(#[$meta:meta])*
        $Question:ident, $(#[$answer_meta:meta])* $Answer:ident, $tag:literal, $name:literal {
            $([$($module:ident)?] $($Variant:ident($Query:ty))+),* $(,)?
        }
    ) => {
        $($(
            pub(crate) mod $module;
            pub use $module::*;
        )?)*

        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(tag = $tag, rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum $Question {
            $($(
                #[doc = concat!("Asks a [`", stringify!($Query), "`].")]
                $Variant($Query),
            )+)*
        }

        $crate::query::findings! {
            $(#[$answer_meta])*
            $Answer {
                $($($Variant(<$Query as $crate::query::Query>::Answer),)+)*
            }
        }

        $($(impl From<$Query> for $Question {
            fn from(query: $Query) -> $Question {
                $Question::$Variant(query)
            }
        })+)*

        impl $crate::query::Described for $Question {
            fn doc() -> String {
                $crate::query::describe::doc_of(&[$(stringify!($meta)),*])
            }

            fn schema() -> serde_json::Value {
                $crate::query::describe::one_of($tag, &<Self as $crate::query::Query>::info().nested)
            }

            fn spec(&self) -> Option<&$crate::question::PositionSpec> {
                match self {
                    $($($Question::$Variant(query) => query.spec(),)+)*
                }
            }

            fn spec_mut(&mut self) -> Option<&mut $crate::question::PositionSpec> {
                match self {
                    $($($Question::$Variant(query) => query.spec_mut(),)+)*
                }
            }
        }

        impl $crate::query::Query for $Question {
            type Answer = $Answer;
            const NAME: &'static str = $name;
            const EXAMPLES: &'static [$crate::query::Example] = &[];

            fn place(&self) -> Option<&$crate::question::PositionSpec> {
                match self {
                    $($($Question::$Variant(query) => query.place(),)+)*
                }
            }

            fn rulesets(&self) -> Vec<&str> {
                match self {
                    $($($Question::$Variant(query) => query.rulesets(),)+)*
                }
            }

            fn run(
                &self,
                session: &mut $crate::session::Session,
                hear: $crate::parts::Hear<'_>,
            ) -> Result<$Answer, $crate::error::QueryError> {
                Ok(match self {
                    $($($Question::$Variant(query) => {
                        $Answer::$Variant(Box::new(query.run(session, hear)?))
                    })+)*
                })
            }

            fn info() -> $crate::query::QueryInfo {
                $crate::query::QueryInfo {
                    name: $name,
                    summary: <Self as $crate::query::Described>::doc(),
                    examples: &[],
                    schema: <Self as $crate::query::Described>::schema,
                    is_table: false,
                    #[cfg(feature = "clap")]
                    arguments: None,
                    nested: vec![$($(<$Query as $crate::query::Query>::info(),)+)*],
                }
            }
        }
    };
}
pub(crate) use queries;

queries! {
    /// A question about games.
    ///
    /// ```
    /// use upstar_session::{OutcomeQuery, PositionSpec, Question};
    /// let question = Question::from(OutcomeQuery { place: PositionSpec::new("nim", "3+5+7") });
    /// let text = serde_json::to_string(&question).unwrap();
    /// assert_eq!(text, r#"{"ask":"outcome","rules":"nim","position":"3+5+7"}"#);
    /// ```
    Question,
    /// What was found, by the kind of the question.
    AnswerData,
    "ask", "" {
        [value] Value(ValueQuery),
        [outcome] Outcome(OutcomeQuery),
        [moves] Moves(MovesQuery),
        [legal] Legal(LegalQuery),
        [analyse] Analyse(AnalyseQuery),
        [options] Options(OptionsQuery),
        [study] Study(StudyQuery),
        [graph] Graph(GraphQuery),
        [choose] Choose(ChooseQuery),
        [compare] Compare(CompareQuery),
        [table] Table(TableQuery),
        [positions] Positions(PositionsQuery),
        [picture] Picture(PictureQuery),
        [rules] Rules(RulesQuery),
        [add_rules] AddRules(AddRulesQuery),
        [check_rules] CheckRules(CheckRulesQuery),
        [eval] Eval(EvalQuery),
        [complete] Complete(CompleteQuery),
        [thermographs] Thermographs(ThermographsQuery),
        [number_tree] NumberTree(NumberTreeQuery),
        [heaps]
            HeapValues(HeapValuesQuery)
            HeapPeriod(HeapPeriodQuery)
            HeapInfo(HeapInfoQuery)
            HeapCertificate(HeapCertificateQuery)
            HeapSparse(HeapSparseQuery),
        [quotient_tables] QuotientTables(QuotientTablesQuery),
        [] Misere(misere::Question),
        [verify] Verify(VerifyQuery),
    }
}
