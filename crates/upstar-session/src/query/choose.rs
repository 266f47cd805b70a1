//! The move that the program would make.

use crate::names::name;
use crate::play::MOST_LISTED;
use crate::play::opponent::{self, Level};
use crate::query::prelude::*;
use upstar_base::{Player, Random};

described! {
    /// The move that the program would make in a game
    ///
    /// ```
    /// use upstar_session::{ChooseQuery, Level, PositionSpec, Player, Session};
    /// let (place, player) = (PositionSpec::new("nim", "3+5+7"), Player::Left);
    /// let query = ChooseQuery { place, player, level: Level::Master, seed: 0 };
    /// let answer = Session::default().ask(&query.into())?;
    /// assert_eq!(answer.text(), "7->6  leaves nim-sum 0\n");
    /// # Ok::<(), Box<upstar_session::QueryError>>(())
    /// ```
    pub struct ChooseQuery {
        /// The position.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub place: PositionSpec,
        /// Who is to move.
        #[cfg_attr(feature = "clap", arg(long, value_enum))]
        pub player: Player,
        /// How well it plays.
        #[cfg_attr(feature = "clap", arg(long, value_enum, default_value_t))]
        #[serde(default)]
        pub level: Level,
        /// What the dice of the weaker levels begin with.
        #[cfg_attr(feature = "clap", arg(long, default_value_t))]
        #[serde(default)]
        pub seed: u64,
    }
}

impl Query for ChooseQuery {
    type Answer = ChosenMove;
    const NAME: &'static str = "choose";
    const EXAMPLES: &'static [Example] = &[Example::new(
        "",
        r#"{"rules":"nim","position":"3+5+7","player":"left","level":"novice","seed":1}"#,
    )];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<ChosenMove, QueryError> {
        session.with_position(&self.place, "thinking", |case| choose(case, self))
    }
}

/// A move that the program would make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChosenMove {
    /// Who makes it.
    pub player: Player,
    /// What it is called; nothing if there is no move.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// Where it leads.
    pub to: Option<String>,
    /// Why it is made, as far as that is known.
    pub why: String,
    /// Which limit came first, if the move may not be the best.
    #[serde(serialize_with = "in_words", skip_serializing_if = "Option::is_none")]
    pub unsure: Option<Stopped>,
}

impl Finding for ChosenMove {
    fn text(&self) -> String {
        match &self.name {
            None => format!("{} cannot move\n", self.player),
            Some(name) if self.why.is_empty() => format!("{name}\n"),
            Some(name) => format!("{name}  {}\n", self.why),
        }
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn stopped(&self) -> Option<Stopped> {
        self.unsure.clone()
    }
}

fn choose(case: &mut OpenPosition<'_>, query: &ChooseQuery) -> Result<ChosenMove, PositionFailure> {
    let ChooseQuery { player, level, seed, .. } = *query;
    let legal = case.legal(player, MOST_LISTED)?;
    let dice = &mut Random::new(seed);
    let found = opponent::choose(case, player, &legal, (level, dice), &|_| false);
    let unsure = found.as_ref().and_then(|found| found.unsure.clone());
    if let Some(Stopped::Interrupted) = unsure {
        return Err(Stopped::Interrupted.into());
    }
    let made = found.map(|found| found.made);
    Ok(ChosenMove {
        player,
        name: made.as_ref().map(|made| name(case, player, made)),
        to: made.as_ref().map(|made| case.show(&made.to)),
        why: made.map(|made| made.why).unwrap_or_default(),
        unsure,
    })
}
