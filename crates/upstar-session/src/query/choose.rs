//! The move that the program would make.

use crate::moves::Move;
use crate::names::name;
use crate::play::MOST_LISTED;
use crate::play::opponent::{self, Level};
use crate::query::prelude::*;
use serde::ser::{SerializeMap, Serializer};
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenMove {
    /// Who makes it.
    pub player: Player,
    /// The move, with the reason as far as that is known; nothing if there is none.
    pub found: Option<Move>,
    /// Which limit came first, if the move may not be the best.
    pub unsure: Option<Stopped>,
}

impl Serialize for ChosenMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("player", &self.player)?;
        map.serialize_entry("move", &self.found.as_ref().map(|found| &found.name))?;
        map.serialize_entry("to", &self.found.as_ref().map(|found| &found.to))?;
        map.serialize_entry("why", self.found.as_ref().map_or("", Move::why))?;
        if let Some(unsure) = &self.unsure {
            map.serialize_entry("unsure", &unsure.to_string())?;
        }
        map.end()
    }
}

impl Finding for ChosenMove {
    fn text(&self) -> String {
        match &self.found {
            None => format!("{} cannot move\n", self.player),
            Some(found) => format!("{}  {}", found.name, found.why()).trim_end().to_owned() + "\n",
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
    let found = match found {
        Some(found) => {
            let name = name(case, player, &found.made);
            Some(case.told(&found.made, player, name)?)
        }
        None => None,
    };
    Ok(ChosenMove { player, found, unsure })
}
