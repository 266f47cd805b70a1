//! The moves of a position, each with what it is worth and why: the winning ones, or every one,
//! the best first, for the losing side too.

use crate::moves::{Move, widest, written};
use crate::names::names;
use crate::open_position::{Turn, short};
use crate::query::prelude::*;
use serde::Serializer;
use upstar_base::{Player, Verdict};
use upstar_rules::Rules;
use upstar_values::Short;

described! {
    /// Every winning move, what it leaves and why it wins
    pub struct MovesQuery {
        /// The position.
        #[cfg_attr(feature = "clap", command(flatten))]
        #[serde(flatten)]
        pub place: PositionSpec,
        /// Who is to move [default: left; with --all both in turn]
        #[cfg_attr(feature = "clap", arg(long, value_enum))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub player: Option<Player>,
        /// List every move, the best first, with what it leaves and who gains by it
        #[cfg_attr(feature = "clap", arg(long))]
        #[serde(default)]
        pub all: bool,
        /// List every move with a reply that refutes it, where there is one
        #[cfg_attr(feature = "clap", arg(long))]
        #[serde(default)]
        pub replies: bool,
    }
}

impl Query for MovesQuery {
    type Answer = Moves;
    const NAME: &'static str = "moves";
    const IS_TABLE: bool = true;
    const EXAMPLES: &'static [Example] = &[
        Example::new("moves nim 3+5+7", r#"{"rules":"nim","position":"3+5+7"}"#),
        Example::new(
            "moves domineering 3x3 --player right --all --replies",
            r#"{"rules":"domineering","position":"3x3","player":"right","all":true,"replies":true}"#,
        ),
    ];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<Moves, QueryError> {
        if !self.all && !self.replies {
            let player = self.player.unwrap_or(Player::Left);
            let run = |case: &mut OpenPosition<'_>| winning_moves(case, player);
            return session.with_position(&self.place, "the winning moves", run);
        }
        let players = self.player.as_ref().map_or(&Player::BOTH[..], std::slice::from_ref);
        let run = |case: &mut OpenPosition<'_>| every_move(case, players, self.replies);
        session.with_position(&self.place, "the moves", run)
    }
}

/// Longer groups of moves stay in the order in which they were found.
const MOST_COMPARED: usize = 400;

/// The moves that were asked for.
#[derive(Clone, Debug, Serialize)]
pub struct Moves {
    /// Whose moves these are; the first where both players' were asked for.
    pub player: Player,
    /// The winning moves of that player.
    #[serde(serialize_with = "winning_fields")]
    pub winning: Vec<Move>,
    /// How many of his moves lose.
    pub losing: Count,
    /// Where only winning moves are listed because there are too many others: how many win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_count: Option<Count>,
    /// And how many there are in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Count>,
    /// Every move, where all were asked for.
    #[serde(serialize_with = "fields", skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Move>>,
    /// How many hold a draw.
    #[serde(skip_serializing_if = "is_zero")]
    pub drawing: usize,
    /// Is every move listed that was asked for?
    #[serde(skip_serializing_if = "Clone::clone")]
    pub complete: bool,
    /// What becomes of the moves that are not listed, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Verdict>,
    /// False if a move that holds a draw may be better or worse, because the graph of the game is
    /// infinite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<bool>,
    #[serde(skip)]
    players: Vec<Player>,
    #[serde(skip)]
    impartial: bool,
}

fn winning_fields<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    written(moves, &["to", "value", "why", "bonus", "remoteness"], serializer)
}

fn fields<S: Serializer>(moves: &Option<Vec<Move>>, serializer: S) -> Result<S::Ok, S::Error> {
    const FIELDS: &[&str] = &[
        "player",
        "to",
        "move",
        "verdict",
        "value",
        "why",
        "genus",
        "bonus",
        "remoteness",
        "proved",
        "reply",
    ];
    written(moves.as_deref().unwrap_or_default(), FIELDS, serializer)
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// How many moves there are, if that is known. Programs get a number as far as 64 bits go, and
/// beyond that a string of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count(pub Option<u128>);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.map(|count| u64::try_from(count).map_err(|_| count)) {
            None => serializer.serialize_none(),
            Some(Ok(count)) => serializer.serialize_u64(count),
            Some(Err(count)) => serializer.collect_str(&count),
        }
    }
}

/// A number with the word for it.
fn moves(count: u128) -> String {
    if count == 1 { "1 move".to_owned() } else { format!("{count} moves") }
}

impl Moves {
    /// Says how many moves win and how many there are, where only winning ones are listed.
    fn counted(mut self, counts: Option<[Option<u128>; 2]>) -> Moves {
        let Some([winning, all]) = counts else { return self };
        // Where a winning move exists one is listed.
        let winning = winning.or(self.winning.is_empty().then_some(0));
        let losing = all.zip(winning).map(|(all, winning)| all.saturating_sub(winning));
        self.losing = Count(losing);
        (self.winning_count, self.count) = (Some(Count(winning)), Some(Count(all)));
        self
    }

    /// How many moves win and how many there are, where only winning ones are listed.
    fn counts(&self) -> Option<[Option<u128>; 2]> {
        let (Count(winning), Count(all)) = self.winning_count.zip(self.count)?;
        Some([winning, all])
    }

    fn winning_text(&self) -> String {
        let who = self.player;
        let width = widest(self.winning.iter().map(|m| m.to.as_str()));
        let line = |m: &Move| format!("{:width$}  {}{}\n", m.to, m.why(), then(&m.bonus));
        let listed = self.winning.len() as u128;
        let winning = |count: u128| moves(count).replacen(' ', " winning ", 1);
        let summary = if let Some([won, all]) = self.counts() {
            let of_all = all.map(|all| format!(" of {all}")).unwrap_or_default();
            match won {
                Some(0) => format!("{who} has no winning move{}", self.all_losing()),
                Some(count) if count == listed => format!("{}{of_all}", winning(count)),
                Some(count) => {
                    format!("{}{of_all}; the first {listed} are listed", winning(count))
                }
                None => format!("at least {}{of_all}", winning(listed)),
            }
        } else {
            let losing = self.losing.0.unwrap_or(0);
            match (listed, losing, self.drawing as u128) {
                (0, ..) if self.others.is_some() => format!("{who} has no winning move"),
                (w, ..) if self.others.is_some() => format!("{}, all others lose", winning(w)),
                (0, 0, 0) => format!("{who} cannot move"),
                (0, _, 0) => format!("{who} has no winning move{}", self.all_losing()),
                (0, n, d) => {
                    let hold = if d == 1 { "holds" } else { "hold" };
                    let drawing = format!("{} {hold} the draw", moves(d));
                    format!("{who} has no winning move ({drawing}, {n} losing)")
                }
                (w, n, d) => format!("{} of {}", winning(w), w + n + d),
            }
        };
        self.winning.iter().map(line).chain([summary + "\n"]).collect()
    }

    /// How many moves there are, all of which lose, in parentheses.
    fn all_losing(&self) -> String {
        let lose = |count| format!(" ({})", moves(count).replacen(' ', " losing ", 1));
        self.losing.0.map(lose).unwrap_or_default()
    }

    fn every_text(&self, moves: &[Move]) -> String {
        let mut text = String::new();
        let width = widest(moves.iter().map(|m| m.to.as_str()));
        for &player in if self.impartial { &self.players[..1] } else { &self.players[..] } {
            let mine: Vec<&Move> = moves.iter().filter(|m| m.player == player).collect();
            if self.players.len() > 1 && !self.impartial {
                text += &format!("{player}:\n");
            }
            for m in &mine {
                let reply = m.reply.as_ref().map(|to| format!("; reply {to}")).unwrap_or_default();
                let (verdict, then) = (verdict(m), then(&m.bonus));
                text += &format!("{verdict:4}  {:width$}  {}{then}{reply}\n", m.to, m.why());
            }
            if mine.is_empty() {
                text += &match (self.impartial, self.is_short_of_all()) {
                    (_, true) => format!("no move wins{}\n", self.all_losing()),
                    (true, false) => "nobody can move\n".to_owned(),
                    (false, false) => format!("{player} cannot move\n"),
                };
            }
        }
        text
    }

    /// What is said of a list that does not have all moves.
    fn cut_short(&self) -> Vec<String> {
        let listed = self.winning.len();
        let note = match (self.counts(), self.others) {
            _ if self.complete => return Vec::new(),
            (Some([winning, all]), _) => {
                let all = all.map_or("the moves".to_owned(), |all| format!("{all} moves"));
                let which = match winning {
                    Some(0) => return vec![format!("{all} are too many to list, and all lose")],
                    Some(count) if count == listed as u128 => "those that win".to_owned(),
                    Some(count) => format!("the first {listed} of {count} that win"),
                    None => "some that win".to_owned(),
                };
                format!("{all} are too many to list: these are {which}")
            }
            (None, Some(_)) if self.moves.is_none() => return Vec::new(),
            (None, Some(_)) => "there are more moves than these, and all others lose".to_owned(),
            (None, None) => {
                "there are more moves than these, which were looked at first".to_owned()
            }
        };
        vec![note]
    }

    /// What is said where the graph of the game only suggests the draws.
    fn not_proved(&self) -> Vec<String> {
        let unproved = self.proved == Some(false);
        let note = "the graph is infinite: draws are not proved, two cuts agree on them";
        unproved.then(|| note.to_owned()).into_iter().collect()
    }

    /// Are only winning moves listed, though all were asked for?
    fn is_short_of_all(&self) -> bool {
        !self.complete && self.moves.is_some() && self.counts().is_some()
    }
}

impl Finding for Moves {
    fn text(&self) -> String {
        match &self.moves {
            Some(moves) => self.every_text(moves),
            None => self.winning_text(),
        }
    }

    fn line(&self) -> String {
        let mut line = match &self.moves {
            Some(moves) => {
                let entry = |m: &Move| format!("{} {} {}", m.player, verdict(m), m.to);
                moves.iter().map(entry).collect::<Vec<_>>()
            }
            None => self.winning.iter().map(|m| m.to.clone()).collect(),
        };
        if !self.complete && (self.moves.is_some() || self.others.is_none()) {
            let [winning, all] = self.counts().unwrap_or_default();
            let there_are = if self.moves.is_some() { all } else { winning };
            let more = there_are.and_then(|count| count.checked_sub(line.len() as u128));
            line.push(more.map_or("... more".to_owned(), |more| format!("... {more} more")));
        }
        if line.is_empty() { "-".to_owned() } else { line.join("\t") }
    }

    fn notes(&self) -> Vec<String> {
        match (&self.moves, self.counts()) {
            // The last line of the text says it.
            (None, Some(_)) => self.not_proved(),
            _ => self.notes_on_grid(),
        }
    }

    fn notes_on_grid(&self) -> Vec<String> {
        self.cut_short().into_iter().chain(self.not_proved()).collect()
    }

    fn grid(&self) -> Option<Grid> {
        let row = |m: &Move| {
            let value = m.value.clone().unwrap_or_default();
            vec![m.to.clone(), m.player.to_string(), verdict(m), value, m.why().to_owned()]
        };
        Some(Grid {
            head: ["to", "player", "verdict", "value", Grid::WHY].map(str::to_owned).to_vec(),
            rows: self.moves.as_ref().unwrap_or(&self.winning).iter().map(row).collect(),
            formulas: 3..4,
            sequence: None,
        })
    }
}

/// What a move gets the player who makes it.
fn verdict(m: &Move) -> String {
    m.verdict.map(|verdict| verdict.to_string()).unwrap_or_default()
}

/// The move that follows one that gives another.
fn then(bonus: &Option<String>) -> String {
    bonus.as_ref().map(|to| format!("; then {to}")).unwrap_or_default()
}

/// `Some(false)` if a verdict is not proved.
fn proved(moves: &[Turn]) -> Option<bool> {
    moves.iter().any(|one| one.is_proved() == Some(false)).then_some(false)
}

/// Finds the winning moves of a player.
fn winning_moves(case: &mut OpenPosition<'_>, player: Player) -> Result<Moves, PositionFailure> {
    let listing = case.moves(player)?;
    let complete = match listing.counts {
        Some([winning, _]) => winning.unwrap_or_default() == listing.turns.len() as u128,
        None => listing.complete,
    };
    let count = |verdict| listing.turns.iter().filter(|m| m.verdict == Some(verdict)).count();
    let (losing, drawing) = (count(Verdict::Loss), count(Verdict::Draw));
    let mut winning = Vec::new();
    for turn in listing.turns.iter().filter(|turn| turn.wins()) {
        winning.push(told(case, turn, player, String::new())?);
    }
    let found = Moves {
        player,
        winning,
        losing: Count(Some(losing as u128)),
        winning_count: None,
        count: None,
        moves: None,
        drawing,
        complete,
        others: (case.rules().nature().infinite && !complete).then_some(Verdict::Loss),
        proved: proved(&listing.turns),
        players: vec![player],
        impartial: case.rules().nature().impartial,
    };
    Ok(found.counted(listing.counts))
}

/// A move in words, which are charged.
fn told(
    case: &mut OpenPosition<'_>,
    turn: &Turn,
    player: Player,
    name: String,
) -> Result<Move, Stopped> {
    let found = case.told(turn, player, name)?;
    let budget = case.state.budget();
    budget.charge((found.to.len() + found.name.len() + found.why().len()) as u64 + 128)?;
    budget.check()?;
    Ok(found)
}

/// Finds every move of some players.
fn every_move(
    case: &mut OpenPosition<'_>,
    wanted: &[Player],
    replies: bool,
) -> Result<Moves, PositionFailure> {
    let impartial = case.rules().nature().impartial;
    let (mut moves, mut complete, mut counts) = (Vec::new(), true, None);
    let mut proved = None;
    // Both players have the same moves in an impartial game; one list says it all.
    let players = if impartial { &wanted[..1] } else { wanted };
    for &player in players {
        let listed = case.moves(player)?;
        complete &= listed.complete;
        counts = counts.or(listed.counts);
        proved = proved.or(self::proved(&listed.turns));
        let listed = best_first(case, player, listed.turns)?;
        let names = names(case, player, &listed)?;
        for (turn, name) in listed.iter().zip(names) {
            let mut found = told(case, turn, player, name)?;
            if replies && !turn.wins() {
                found.reply = reply(case, player, turn)?;
            }
            moves.push(found);
        }
    }
    let player = wanted.first().copied().unwrap_or(Player::Left);
    let own = |verdict| {
        moves.iter().filter(move |m: &&Move| m.player == player && m.verdict == Some(verdict))
    };
    let found = Moves {
        player,
        winning: own(Verdict::Win).cloned().collect(),
        losing: Count(Some(own(Verdict::Loss).count() as u128)),
        winning_count: None,
        count: None,
        drawing: own(Verdict::Draw).count(),
        complete,
        others: (case.rules().nature().infinite && !complete).then_some(Verdict::Loss),
        proved,
        players: wanted.to_vec(),
        impartial,
        moves: Some(moves),
    };
    Ok(found.counted(counts))
}

/// The best reply of the opponent to a move that does not win.
fn reply(
    case: &mut OpenPosition<'_>,
    player: Player,
    turn: &Turn,
) -> Result<Option<String>, Stopped> {
    // After a move that gives another one the same player is to move.
    if turn.again || turn.decides {
        return Ok(None);
    }
    let replies = case.moves_from(&turn.to, !player)?.turns;
    let best = replies.into_iter().max_by_key(|reply| gain(reply.verdict));
    Ok(best.map(|best| case.show(&best.to)))
}

fn gain(verdict: Option<Verdict>) -> u8 {
    match verdict {
        Some(Verdict::Win) => 2,
        Some(Verdict::Draw) => 1,
        Some(Verdict::Loss) | None => 0,
    }
}

/// Winning moves first, then those that hold a draw; among equals in that, those whose values
/// are better for the player than those of more others.
fn best_first(
    case: &mut OpenPosition<'_>,
    player: Player,
    moves: Vec<Turn>,
) -> Result<Vec<Turn>, Stopped> {
    let mut rated = Vec::with_capacity(moves.len());
    for group in [Verdict::Win, Verdict::Draw, Verdict::Loss] {
        let values: Vec<Option<Short>> =
            moves.iter().filter(|m| m.verdict == Some(group)).map(short).collect();
        let compared = values.len() <= MOST_COMPARED && !case.rules().nature().impartial;
        let mut scores = Vec::with_capacity(values.len());
        for value in &values {
            let mut score = 0usize;
            for other in values.iter().filter(|_| compared) {
                if let (Some(one), Some(other)) = (value, other) {
                    let (low, high) = match player {
                        Player::Left => (*other, *one),
                        Player::Right => (*one, *other),
                    };
                    score += usize::from(case.state.calc().le(low, high)?);
                }
            }
            scores.push(score);
        }
        rated.push(scores.into_iter());
    }
    let mut keyed = Vec::with_capacity(moves.len());
    for candidate in moves {
        let gain = gain(candidate.verdict);
        let score = rated[usize::from(2 - gain)].next().unwrap_or(0);
        keyed.push(((gain, score), candidate));
    }
    keyed.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
    Ok(keyed.into_iter().map(|(_, candidate)| candidate).collect())
}
