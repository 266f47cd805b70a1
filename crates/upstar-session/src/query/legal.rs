//! The legal moves of a position, without a word about who wins.

use crate::moves::{Move, widest, written};
use crate::names::names;
use crate::query::prelude::*;
use serde::Serializer;
use upstar_base::Player;
use upstar_rules::Rules;

described! {
    /// List the legal moves of a position without solving anything
    pub struct LegalQuery {
        /// The position.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub place: PositionSpec,
        /// Whose moves [default: both players']
        #[cfg_attr(feature = "clap", arg(long, value_enum))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub player: Option<Player>,
        /// List at most N moves of each player
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = MOST))]
        #[serde(default = "most")]
        pub most: usize,
    }
}

/// How many moves of a player are listed where nobody says how many.
const MOST: usize = 10_000;

fn most() -> usize {
    MOST
}

impl Query for LegalQuery {
    type Answer = LegalMoves;
    const NAME: &'static str = "legal";
    const IS_TABLE: bool = true;
    const EXAMPLES: &'static [Example] = &[
        Example::new("legal domineering 3x3", r#"{"rules":"domineering","position":"3x3"}"#),
        Example::new(
            "legal nim 3+5+7 --compound union --most 4",
            r#"{"rules":"nim","position":"3+5+7","compound":"union","most":4}"#,
        ),
        Example::new(
            "legal clobber 'xo|ox' --player right",
            r#"{"rules":"clobber","position":"xo|ox","player":"right"}"#,
        ),
    ];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<LegalMoves, QueryError> {
        session.with_position(&self.place, "the moves", |position| legal(position, self))
    }
}

/// The legal moves of a position.
#[derive(Clone, Debug, Serialize)]
pub struct LegalMoves {
    /// Whether both players have the same moves. If no player is named, they are listed once, as
    /// Left's.
    pub impartial: bool,
    /// The moves, in the order in which the rules generate them.
    #[serde(serialize_with = "fields")]
    pub moves: Vec<Move>,
    /// Whether every move is listed.
    pub complete: bool,
    #[serde(skip)]
    players: Vec<Player>,
}

fn fields<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    written(moves, &["player", "name", "to", "again", "winner", "entailed"], serializer)
}

impl Finding for LegalMoves {
    fn text(&self) -> String {
        let width = widest(self.moves.iter().map(|m| m.name.as_str()));
        let mut text = String::new();
        for &player in &self.players {
            let mut moves = self.moves.iter().filter(|m| m.player == player).peekable();
            if moves.peek().is_none() {
                let who = if self.impartial { "nobody".to_owned() } else { player.to_string() };
                let can = if self.impartial { "can" } else { "cannot" };
                text += &format!("{who} {can} move\n");
            } else if self.players.len() > 1 {
                text += &format!("{player}:\n");
            }
            for Move { name, to, .. } in moves {
                text += &format!("{name:width$}  {to}\n");
            }
        }
        text
    }

    fn line(&self) -> String {
        let names: Vec<&str> = self.moves.iter().map(|m| m.name.as_str()).collect();
        if names.is_empty() { "-".to_owned() } else { names.join("\t") }
    }

    fn notes(&self) -> Vec<String> {
        let note = "there are more moves than these, which were generated first";
        if self.complete { Vec::new() } else { vec![note.to_owned()] }
    }

    fn grid(&self) -> Option<Grid> {
        let row = |m: &Move| vec![m.player.to_string(), m.name.clone(), m.to.clone()];
        Some(Grid::new(["player", "name", "to"], self.moves.iter().map(row)))
    }
}

fn legal(
    position: &mut OpenPosition<'_>,
    query: &LegalQuery,
) -> Result<LegalMoves, PositionFailure> {
    let impartial = position.rules().nature().impartial;
    let players = match query.player {
        Some(player) => vec![player],
        None if impartial => vec![Player::Left],
        None => Player::BOTH.to_vec(),
    };
    let (mut moves, mut complete) = (Vec::new(), true);
    for &player in &players {
        // One more than wanted tells whether there are more.
        let mut found = position.legal(player, query.most.saturating_add(1))?;
        complete &= found.len() <= query.most && !position.rules().nature().infinite;
        found.truncate(query.most);
        let names = names(position, player, &found)?;
        for (found, name) in found.iter().zip(names) {
            let found = position.told(found, player, name)?;
            let budget = position.state.budget();
            budget.charge((found.to.len() + found.name.len()) as u64 + 64)?;
            budget.check()?;
            moves.push(found);
        }
    }
    Ok(LegalMoves { impartial, moves, complete, players })
}
