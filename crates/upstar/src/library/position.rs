//! Positions: who can move where, what they are worth, who wins and how.

use super::error::Error;
use super::game::Game;
use super::ruleset::Ruleset;
use super::session::Session;
use std::fmt;
use upstar_base::{OutcomeClass, Play, Player, Verdict};
use upstar_rules::obligation::{MARK, unmarked};
use upstar_rules::{PositionError, split_sum};
use upstar_session::{
    Compound, Finding, Kind, LegalQuery, MovesQuery, OutcomeAnswer, OutcomeQuery, PictureQuery,
    PlayMode, PositionSpec, Variant,
};

/// The most moves that [`Position::legal_moves`] returns.
const MOST_MOVES: usize = 1 << 20;

/// A position of a [`Ruleset`], or a sum of positions, and how it is played.
///
/// ```
/// use upstar::{Player, Ruleset};
/// let nim = Ruleset::named("nim")?;
/// let position = nim.position("3 + 5 + 7")?;
/// let best = position.best_move(Player::Left)?.unwrap();
/// assert_eq!((best.name(), best.reason()), ("1: 3->2", Some("leaves nim-sum 0")));
/// let position = best.position();
/// assert!(position.winning_moves(Player::Right)?.is_empty());
/// assert!(position.misere().winning_moves(Player::Right)?.is_empty());
/// # Ok::<(), upstar::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    ruleset: Ruleset,
    terms: Vec<String>,
    mode: PlayMode,
    /// Which term, counted from 0, must be answered.
    entailed: Option<usize>,
}

/// A move: who makes it, what it is called, where it leads and, if that was asked for, who wins by
/// it and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    found: upstar_session::Move,
    position: Position,
}

impl Move {
    /// Returns the player who makes the move.
    pub fn player(&self) -> Player {
        self.found.player
    }

    /// Returns the name of the move in the notation of the game, such as `a1-a2`.
    pub fn name(&self) -> &str {
        &self.found.name
    }

    /// Returns the position that the move leads to.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the same player moves again.
    pub fn moves_again(&self) -> bool {
        self.found.again
    }

    /// Returns who has won, if the move ends the game by itself.
    pub fn winner(&self) -> Option<Player> {
        self.found.winner()
    }

    /// Returns what the player gets by the move; `None` for a move of
    /// [`Position::legal_moves`], which solves nothing, unless it ends the game.
    pub fn verdict(&self) -> Option<Verdict> {
        self.found.verdict
    }

    /// Returns why the move wins or does not, in words.
    pub fn reason(&self) -> Option<&str> {
        Some(self.found.why()).filter(|reason| !reason.is_empty())
    }
}

impl Position {
    pub(crate) fn new(ruleset: &Ruleset, terms: Vec<String>, entailed: Option<usize>) -> Position {
        let mode = PlayMode::default();
        Position { ruleset: ruleset.clone(), terms, mode, entailed }
    }

    /// Returns the ruleset.
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// Returns the session that the position belongs to.
    pub fn session(&self) -> &Session {
        self.ruleset.session()
    }

    /// Returns how the position is played.
    pub fn mode(&self) -> PlayMode {
        self.mode
    }

    /// Returns the same position played in another mode.
    #[must_use]
    pub fn with_mode(&self, mode: PlayMode) -> Position {
        Position { mode, ..self.clone() }
    }

    /// Returns the same position in misère play: a player who cannot move wins.
    #[must_use]
    pub fn misere(&self) -> Position {
        self.with_mode(PlayMode { play: Play::Misere, ..self.mode })
    }

    /// Returns the same position with several components played at once in another way.
    ///
    /// ```
    /// use upstar::{Compound, OutcomeClass, Ruleset};
    /// let sum = Ruleset::named("nim")?.position("2 + 2")?;
    /// assert_eq!(sum.outcome()?, OutcomeClass::P);
    /// assert_eq!(sum.compound(Compound::Union).outcome()?, OutcomeClass::N);
    /// # Ok::<(), upstar::Error>(())
    /// ```
    #[must_use]
    pub fn compound(&self, compound: Compound) -> Position {
        self.with_mode(PlayMode { compound, ..self.mode })
    }

    /// Returns the same position played by a variant of the rules.
    #[must_use]
    pub fn variant(&self, variant: Variant) -> Position {
        self.with_mode(PlayMode { variant: Some(variant), ..self.mode })
    }

    /// Returns the sum of two positions, of the same ruleset or of different ones; it is played in
    /// the mode of `self`.
    ///
    /// ```
    /// use upstar::{OutcomeClass, Ruleset};
    /// let kayles = Ruleset::named("kayles")?.position("9")?;
    /// let nim = Ruleset::named("nim")?.position("4")?;
    /// assert_eq!(kayles.plus(&nim)?.outcome()?, OutcomeClass::P);
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn plus(&self, other: &Position) -> Result<Position, Error> {
        if self.session() != other.session() {
            let message = "positions of two sessions have no sum; parse both in one session";
            return Err(Error::new(Kind::Argument, message));
        }
        if self.entailed.is_some() || other.entailed.is_some() {
            let message = "the last move must be answered before a position is added";
            return Err(Error::new(Kind::Unsupported, message));
        }
        let (ruleset, [mut terms, more]) = if self.ruleset == other.ruleset {
            (self.ruleset.clone(), [self.terms.clone(), other.terms.clone()])
        } else {
            (self.session().ruleset("sum")?, [self.named_terms(), other.named_terms()])
        };
        terms.extend(more);
        let sum = ruleset.position(&joined(&terms, None))?;
        Ok(sum.with_mode(self.mode))
    }

    /// The terms as they are written in a sum of different games.
    fn named_terms(&self) -> Vec<String> {
        let name = self.ruleset.name();
        if name == "sum" {
            return self.terms.clone();
        }
        self.terms.iter().map(|term| format!("{name}:({term})")).collect()
    }

    /// The position as queries name it.
    pub fn spec(&self) -> PositionSpec {
        PositionSpec::new(self.ruleset.name(), self.to_string()).played(self.mode)
    }

    /// The position that a move leads to.
    fn after(&self, to: &str, entailed: bool) -> Result<Position, Error> {
        let wrong = |error: PositionError| Error::new(Kind::Syntax, error.message);
        let marked = if entailed { unmarked(to).map_err(wrong)? } else { None };
        let bare = marked.as_ref().map_or(to, |marked| &marked.text);
        let terms = split_sum(bare).map_err(wrong)?.into_iter();
        let terms = terms.map(|(_, term)| term.to_owned()).collect();
        let (ruleset, mode) = (self.ruleset.clone(), self.mode);
        Ok(Position { ruleset, terms, mode, entailed: marked.map(|marked| marked.term) })
    }

    /// Returns the legal moves of a player, without solving anything.
    ///
    /// ```
    /// use upstar::{Player, Ruleset};
    /// let board = Ruleset::named("domineering")?.position("8x8")?;
    /// assert_eq!(board.legal_moves(Player::Left)?.len(), 56);
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn legal_moves(&self, player: Player) -> Result<Vec<Move>, Error> {
        self.whole(self.legal(player, MOST_MOVES)?)
    }

    /// Moves with the positions that they lead to.
    fn whole(&self, moves: Vec<upstar_session::Move>) -> Result<Vec<Move>, Error> {
        let whole = |found: upstar_session::Move| {
            Ok(Move { position: self.after(&found.to, found.entailed.is_some())?, found })
        };
        moves.into_iter().map(whole).collect()
    }

    fn legal(&self, player: Player, most: usize) -> Result<Vec<upstar_session::Move>, Error> {
        let query = LegalQuery { place: self.spec(), player: Some(player), most };
        Ok(self.session().run(&query)?.moves)
    }

    /// Whether a player has no legal move.
    pub fn is_over(&self, player: Player) -> Result<bool, Error> {
        Ok(self.legal(player, 1)?.is_empty())
    }

    /// Returns the position after a move, which is named as [`Move::name`] does, or by the
    /// position that it leads to.
    ///
    /// ```
    /// use upstar::{Player, Ruleset};
    /// let board = Ruleset::named("domineering")?.position("2x2")?;
    /// assert_eq!(board.play(Player::Left, "a1-a2")?.to_string(), "#.|#.");
    /// let error = board.play(Player::Left, "a1-b1").unwrap_err();
    /// assert_eq!(error.to_string(), "`a1-b1` is not a legal move for Left (try `a1-a2`)");
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn play(&self, player: Player, name: &str) -> Result<Position, Error> {
        let legal = self.legal(player, MOST_MOVES)?;
        let wanted = name.trim();
        let found = legal.iter().find(|legal| legal.name == wanted || legal.to == wanted);
        match (found, legal.first()) {
            (Some(found), _) => self.after(&found.to, found.entailed.is_some()),
            (None, first) => {
                let message = format!("`{wanted}` is not a legal move for {player}");
                let hint = first.map(|first| format!("try `{}`", first.name));
                Err(Error::new(Kind::Argument, message).with_hint(hint))
            }
        }
    }

    /// Returns the options of a player: the positions that they can move to.
    pub fn options(&self, player: Player) -> Result<Vec<Position>, Error> {
        let moves = self.legal_moves(player)?;
        Ok(moves.into_iter().map(|legal| legal.position).collect())
    }

    /// Returns the value: a game for sums in normal play, and the value of the theory in question
    /// for other modes, where there is one.
    pub fn value(&self) -> Result<Game, Error> {
        self.session().value(&self.spec())
    }

    /// Returns who wins.
    pub fn outcome(&self) -> Result<OutcomeClass, Error> {
        Ok(self.found_outcome()?.class)
    }

    /// Whether a player wins when moving first.
    pub fn wins_first(&self, player: Player) -> Result<bool, Error> {
        let verdicts = self.found_outcome()?.outcome;
        let verdict = match player {
            Player::Left => verdicts.left_first,
            Player::Right => verdicts.right_first,
        };
        Ok(verdict == Verdict::Win)
    }

    fn found_outcome(&self) -> Result<OutcomeAnswer, Error> {
        self.session().run(&OutcomeQuery { place: self.spec() })
    }

    /// Returns every move of a player with its verdict and the reason, the best first.
    pub fn moves(&self, player: Player) -> Result<Vec<Move>, Error> {
        let place = self.spec();
        let query = MovesQuery { place, player: Some(player), all: true, replies: false };
        self.whole(self.session().run(&query)?.moves.unwrap_or_default())
    }

    /// Returns the winning moves of a player, each with the reason why it wins.
    pub fn winning_moves(&self, player: Player) -> Result<Vec<Move>, Error> {
        let mut moves = self.moves(player)?;
        moves.retain(|found| found.verdict() == Some(Verdict::Win));
        Ok(moves)
    }

    /// Returns a best move of a player: one that wins, or else holds a draw, or else any; `None` if
    /// the player cannot move.
    pub fn best_move(&self, player: Player) -> Result<Option<Move>, Error> {
        Ok(self.moves(player)?.into_iter().next())
    }

    /// Returns the order of the values of two positions; `None` if they are confused.
    pub fn compare(&self, other: &Position) -> Result<Option<std::cmp::Ordering>, Error> {
        self.value()?.checked_cmp(&other.value()?)
    }

    /// Returns a picture as an SVG document.
    pub fn picture(&self) -> Result<String, Error> {
        let query = PictureQuery { place: self.spec(), winning: None };
        upstar_picture::svg(&self.session().run(&query)?.picture)
            .map_err(|error| Error::new(Kind::Size, error.to_string()))
    }

    /// Returns a drawing with characters, for a terminal.
    pub fn sketch(&self) -> Result<String, Error> {
        let query = PictureQuery { place: self.spec(), winning: None };
        Ok(self.session().run(&query)?.text())
    }
}

/// Several terms as a sum; one may be marked.
fn joined(terms: &[String], marked: Option<usize>) -> String {
    let mark = |place| if marked == Some(place) { MARK.to_string() } else { String::new() };
    let term = |(place, term): (usize, &String)| match term.contains(":(") {
        true => format!("{term}{}", mark(place)),
        false => format!("({term}){}", mark(place)),
    };
    match terms {
        [one] => format!("{one}{}", mark(0)),
        several => several.iter().enumerate().map(term).collect::<Vec<_>>().join(" + "),
    }
}

/// Writes the position so that [`Ruleset::position`] can parse it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&joined(&self.terms, self.entailed))
    }
}
