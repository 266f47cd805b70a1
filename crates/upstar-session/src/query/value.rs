//! What a position is worth.

use crate::answer::Verdicts;
use crate::open_position::{ValuationText, show_misere};
use crate::query::prelude::*;
use serde::Serializer;
use serde::ser::SerializeMap;
use upstar_base::{Play, Player, Verdict};
use upstar_calculator::Game;
use upstar_rules::Rules;
use upstar_theory::loopy::remoteness::FEW_STATES;

described! {
    /// What a position is worth
    pub struct ValueQuery {
        /// The position.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub place: PositionSpec,
        /// Show more of the value: outcome, or any method of the calculator without arguments, such
        /// as Temperature, Mean, Thermograph, AtomicWeight; in misère play outcome, genus, class,
        /// canonical
        #[cfg_attr(feature = "clap", arg(long, value_delimiter = ',', value_name = "WHAT"))]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub show: Vec<String>,
    }
}

impl Query for ValueQuery {
    type Answer = ValueAnswer;
    const NAME: &'static str = "value";
    const EXAMPLES: &'static [Example] = &[
        Example::new("value domineering 3x3", r#"{"rules":"domineering","position":"3x3"}"#),
        Example::new(
            "value nim 3+5+7 --show outcome",
            r#"{"rules":"nim","position":"3+5+7","show":["outcome"]}"#,
        ),
        Example::new(
            "value kayles 9 --play misere --show genus",
            r#"{"rules":"kayles","position":"9","play":"misere","show":["genus"]}"#,
        ),
    ];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<ValueAnswer, QueryError> {
        let run = |case: &mut OpenPosition<'_>| value(case, &self.show);
        session.with_position(&self.place, WHAT, run)
    }
}

/// What a terminal shows while the value is computed.
pub(crate) const WHAT: &str = "the value";

/// The value of a position.
#[derive(Clone, Debug, Serialize)]
pub struct ValueAnswer {
    /// As it is written.
    pub value: String,
    /// What kind of value it is.
    pub kind: &'static str,
    /// What each player gets moving first.
    pub outcome: Verdicts,
    /// What theories of endless play tell besides.
    #[serde(flatten)]
    pub more: More,
    /// What else was asked for, by name; where this value has no such thing, why not.
    #[serde(flatten, serialize_with = "by_name")]
    pub shown: Vec<(String, Result<String, String>)>,
    /// Why this is the value, where that is worth a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
    /// What people should know besides.
    #[serde(skip)]
    pub note: Option<String>,
    /// Can play be endless?
    #[serde(skip)]
    pub endless: bool,
}

/// What theories of endless play tell besides a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct More {
    /// In how many moves the game is over if the winner hurries and the loser delays; null if it
    /// is drawn, absent if that is not known of a large sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<Option<u32>>,
    /// How many moves it may take at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest: Option<Option<u32>>,
    /// Is it proved? An infinite graph may only suggest it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<bool>,
}

/// A value as data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "each says what it is")]
pub enum Cell {
    #[default]
    Nothing,
    Number(u64),
    Pair([u32; 2]),
    /// Tolls and timers of both players.
    Tallies([(String, u32); 2]),
    Text(String),
}

/// `outcome` keeps its shape whatever is asked for; what there is not is null.
fn by_name<S: Serializer>(
    shown: &[(String, Result<String, String>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for (name, value) in shown.iter().filter(|(name, _)| !name.eq_ignore_ascii_case("outcome")) {
        map.serialize_entry(&name.to_lowercase(), &value.as_ref().ok())?;
    }
    map.end()
}

impl Finding for ValueAnswer {
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.value);
        for (name, value) in &self.shown {
            text += &match value {
                Ok(value) => format!("{name}: {value}\n"),
                Err(why) => format!("{name}: none, {why}\n"),
            };
        }
        text
    }

    fn line(&self) -> String {
        let shown = self.shown.iter().map(|(_, value)| value.as_deref().unwrap_or("none"));
        std::iter::once(self.value.as_str()).chain(shown).collect::<Vec<_>>().join("\t")
    }

    fn notes(&self) -> Vec<String> {
        let endless = if self.endless { "play can be endless, but " } else { "" };
        let because = self.because.iter().map(|because| format!("{endless}{because}"));
        because.chain(self.note.clone()).collect()
    }

    fn because(&self) -> Option<&str> {
        self.because.as_deref()
    }
}

/// Computes the value, and what methods of the calculator say of it.
pub(crate) fn value(
    case: &mut OpenPosition<'_>,
    show: &[String],
) -> Result<ValueAnswer, PositionFailure> {
    let is_outcome = |name: &String| name.eq_ignore_ascii_case("outcome");
    let short = case.play() == Play::Normal && case.is_sum_that_ends();
    let misere = case.play() == Play::Misere && case.is_sum_that_ends();
    let ValuationText { text, kind, mut more, note, found, .. } = case.worth()?;
    if matches!(found.value, Game::Loopy(_))
        && found.prospect.is_some()
        && more.remoteness.is_none()
    {
        let far = case.remoteness(Player::Left, FEW_STATES)?;
        more.remoteness = far.moves().map(Some);
    }
    let outcome = match &found.value {
        Game::Nimber(nim) => Verdicts::of([Verdict::of(nim.size() != 0); 2]),
        Game::Short(value) if short => {
            let outcome = case.state.calc().outcome(*value);
            Verdicts::of(Player::BOTH.map(|who| Verdict::of(outcome.winner(who) == who)))
        }
        _ => Verdicts::of(case.verdicts()?.0),
    };
    let mut shown = Vec::new();
    for name in show {
        let answer = if is_outcome(name) {
            Ok(outcome.told())
        } else if misere {
            Ok(show_misere::show(case, name)?)
        } else {
            match case.method(&found, name) {
                // One thing that is not there leaves the others standing.
                Err(PositionFailure::Query(error))
                    if error.kind == Kind::Domain && show.len() > 1 =>
                {
                    Err(error.message)
                }
                answer => Ok(answer?),
            }
        };
        shown.push((name.clone(), answer));
    }
    let endless = case.rules().nature().loopy && short;
    let because = case.because().filter(|_| short);
    Ok(ValueAnswer { value: text, kind, outcome, more, shown, because, note, endless })
}
