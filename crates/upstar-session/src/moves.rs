//! A move in words: one type for all answers, each of which writes the fields that belong to it.

use serde::ser::{Error, Serialize, SerializeMap, Serializer};
use upstar_base::{Player, Verdict};

/// A move of a player, with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The player who makes it.
    pub player: Player,
    /// Its name, in the notation of the game.
    pub name: String,
    /// The position that it leads to.
    pub to: String,
    /// The component that it changes, counted from 0, if it is one.
    pub changed: Option<usize>,
    /// The component, counted from 1, in which the opponent must answer.
    pub entailed: Option<usize>,
    /// What the player gets by it; `None` where nothing was solved.
    pub verdict: Option<Verdict>,
    /// What it leaves, where that has a name.
    pub value: Option<String>,
    /// Why it wins or does not.
    pub reason: Option<String>,
    /// The genus that it leaves, in misère play, where that decides.
    pub genus: Option<String>,
    /// In how many moves play is over afterwards, in loopy games, where that is known.
    pub remoteness: Option<u32>,
    /// Whether the verdict is proved, where it may only be likely.
    pub proved: Option<bool>,
    /// Whether the same player moves again.
    pub again: bool,
    /// Whether the game is over.
    pub decides: bool,
    /// Where the same player moves again and wins: what the next move leads to.
    pub bonus: Option<String>,
    /// What a reply that is best for the opponent leads to, where replies were asked for.
    pub reply: Option<String>,
    /// How many moves this one stands for, each with this many tokens more in the smaller part.
    pub family: Option<[u64; 2]>,
}

impl Move {
    /// Returns a move of which nothing is known but what it leads to.
    pub(crate) fn new(player: Player, name: String, to: String) -> Move {
        Move {
            player,
            name,
            to,
            changed: None,
            entailed: None,
            verdict: None,
            value: None,
            reason: None,
            genus: None,
            remoteness: None,
            proved: None,
            again: false,
            decides: false,
            bonus: None,
            reply: None,
            family: None,
        }
    }

    /// Returns who has won, if the move ends the game.
    pub fn winner(&self) -> Option<Player> {
        let wins = self.verdict == Some(Verdict::Win);
        self.decides.then_some(if wins { self.player } else { !self.player })
    }

    /// Returns why it wins or does not, in words; empty where that is not known.
    pub fn why(&self) -> &str {
        self.reason.as_deref().unwrap_or_default()
    }

    /// Writes some fields, by their names in JSON. What is not there is left out, but for a value.
    pub(crate) fn write<M: SerializeMap>(
        &self,
        fields: &[&str],
        map: &mut M,
    ) -> Result<(), M::Error> {
        for &field in fields {
            match field {
                "player" => map.serialize_entry(field, &self.player)?,
                "move" | "name" => map.serialize_entry(field, &self.name)?,
                "to" => map.serialize_entry(field, &self.to)?,
                "verdict" => map.serialize_entry(field, &self.verdict)?,
                "value" => map.serialize_entry(field, &self.value)?,
                "why" => map.serialize_entry(field, self.why())?,
                "again" => known(map, field, self.again.then_some(true))?,
                "decides" => known(map, field, self.decides.then_some(true))?,
                "winner" => known(map, field, self.winner())?,
                "term" => known(map, field, self.changed)?,
                "entailed" | "entails" => known(map, field, self.entailed)?,
                "genus" => known(map, field, self.genus.as_ref())?,
                "remoteness" => known(map, field, self.remoteness)?,
                "proved" => known(map, field, self.proved.filter(|proved| !proved))?,
                "bonus" => known(map, field, self.bonus.as_ref())?,
                "reply" => known(map, field, self.reply.as_ref())?,
                "moves" => known(map, field, self.family.map(|[moves, _]| moves))?,
                "period" => known(map, field, self.family.map(|[_, period]| period))?,
                _ => return Err(M::Error::custom(format!("a move has no field {field}"))),
            }
        }
        Ok(())
    }
}

/// Writes a field where there is a value.
pub(crate) fn known<M: SerializeMap>(
    map: &mut M,
    field: &str,
    value: Option<impl Serialize>,
) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(field, &value))
}

/// A move with the fields that are written of it.
pub(crate) struct Written<'m>(pub(crate) &'m Move, pub(crate) &'static [&'static str]);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.0.write(self.1, &mut map)?;
        map.end()
    }
}

/// Writes a list of moves, these fields of each.
pub(crate) fn written<S: Serializer>(
    moves: &[Move],
    fields: &'static [&'static str],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(|m| Written(m, fields)))
}

/// Returns the width of a column with these texts.
pub(crate) fn widest<'t>(texts: impl Iterator<Item = &'t str>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}
