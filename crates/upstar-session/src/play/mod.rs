//! A game at a board: people against the program, against each other, or the program alone.
//!
//! Every move of the program comes from a theory ([`opponent`]), so a master never misses a win
//! unless a limit ends its thinking; then it says so. A thought that is interrupted ends, the game
//! does not. What was played is a [`Record`]: it can be kept after every move and gone on with.

pub(crate) mod opponent;
mod pick;
mod record;
mod thoughts;
mod voice;

pub use opponent::Level;
pub use record::{Made, NoRecord, Record};
pub use voice::{Drawn, PlayMessage};

use crate::error::{PositionFailure, QueryError};
use crate::moves::Move;
use crate::names::{lines_of_list, names};
use crate::open_position::{OpenPosition, Turn};
use crate::position::with_position;
use crate::state::SessionState;
use opponent::choose;
use pick::pick;
use serde::{Deserialize, Serialize};
use std::io;
use upstar_base::{Player, Random, Stopped, Verdict};
use upstar_calculator::ErrorKind;
use upstar_rules::Rules;
use upstar_rules::erased::Position;
use upstar_theory::theory::CompoundPosition;

/// Where a game is played: who hears what is said, and says what to do.
///
/// ```
/// use std::io;
/// use upstar_session::{PlayBoard, Game, Level, PositionSpec, Player, Record, PlayMessage, Seats, Session};
///
/// /// Somebody who says what was written down before.
/// struct Script(Vec<&'static str>, Vec<String>);
/// impl PlayBoard for Script {
///     fn say(&mut self, said: PlayMessage<'_>) -> io::Result<()> {
///         self.1.push(said.text());
///         Ok(())
///     }
///     fn hear(&mut self) -> io::Result<Option<String>> {
///         Ok(self.0.pop().map(str::to_owned))
///     }
/// }
///
/// let record = Record::new(PositionSpec::new("nim", "3+5+7"), Player::Right);
/// let game = Game { record, seats: Seats::Left, level: Level::Master, seed: 1 };
/// let mut board = Script(vec!["quit", "why", "5->4"], Vec::new());
/// Session::default().play(&game, &mut board).unwrap();
/// assert!(board.1.contains(&"Right plays 7->6\n".to_owned()));
/// ```
pub trait PlayBoard {
    /// Something happens.
    fn say(&mut self, said: PlayMessage<'_>) -> io::Result<()>;
    /// What a person says next; `None` if that is all.
    fn hear(&mut self) -> io::Result<Option<String>>;
    /// A move was made or taken back: the game so far may be kept.
    fn keep(&mut self, record: &Record) -> io::Result<()> {
        let _ = record;
        Ok(())
    }
    /// Writes the game so far into a file of this name; says why where it cannot.
    fn save(&mut self, file: &str, record: &Record) -> Result<(), String> {
        let _ = (file, record);
        Err("games cannot be saved here".to_owned())
    }
    /// Is anybody there who may want to talk about a game that is over?
    fn lingers(&self) -> bool {
        false
    }
    /// Must the game end now?
    fn must_end(&self) -> bool {
        false
    }
}

/// Which players are people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Seats {
    /// You play Left, the program Right
    #[default]
    Left,
    /// You play Right, the program Left
    Right,
    /// Two people play
    Both,
    /// The program plays both sides
    Neither,
}

impl Seats {
    /// Is this player a person?
    fn is_person(self, player: Player) -> bool {
        match self {
            Seats::Left => player == Player::Left,
            Seats::Right => player == Player::Right,
            Seats::Both => true,
            Seats::Neither => false,
        }
    }

    fn swapped(self) -> Seats {
        match self {
            Seats::Left => Seats::Right,
            Seats::Right => Seats::Left,
            other => other,
        }
    }

    /// Who wins, in words.
    fn wins(self, winner: Player) -> String {
        match self {
            Seats::Left | Seats::Right if self.is_person(winner) => "You win".to_owned(),
            Seats::Left | Seats::Right => "I win".to_owned(),
            Seats::Both | Seats::Neither => format!("{winner} wins"),
        }
    }
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// Where it begins, and the moves that were made already.
    #[serde(flatten)]
    pub record: Record,
    /// Which players are people.
    #[serde(default)]
    pub seats: Seats,
    /// How well the program plays.
    #[serde(default)]
    pub level: Level,
    /// What the dice of the weaker levels begin with.
    #[serde(default)]
    pub seed: u64,
}

/// Why a game ended without an end.
#[derive(Debug)]
pub enum Abandoned {
    /// The position has no answer.
    Refused(Box<QueryError>),
    /// Nobody listens.
    Output(io::Error),
}

const HELP: &str = "\
  a1-a2, 7->5, cut 3, ...  make the move of this name (`moves` lists the names)
  a position               move there
  #3                       make the move of line 3 of the list
  moves                    list your moves
  hint                     a winning move and its reason, if there is one
  why                      what was good or bad about the last move of a person
  undo, undo 3             take back your last move, or the last three
  board                    show the position again
  swap                     change sides
  level novice             let me play worse (novice, amateur), or my best (master)
  record                   show the moves so far
  save FILE                write them into a file, with which `upstar play --record FILE` goes on
  draw                     end an endless game; I agree if I cannot win
  resign, quit             end the game
";

/// What can be typed besides moves.
pub const WORDS: &[&str] = &[
    "board", "draw", "help", "hint", "level", "moves", "quit", "record", "resign", "save", "swap",
    "undo", "why",
];

/// The most turns that are listed to choose from, and how many at least of large positions.
pub(crate) const MOST_LISTED: usize = 2000;
const FEW_LISTED: usize = 20;
/// About how long the text of such a list may be.
const MOST_TEXT: usize = 1 << 20;

/// The moves that were made, and whose turn it is.
type Replayed = (Vec<PlayedMove>, Player);

/// A move that was made, and from where.
struct PlayedMove {
    from: CompoundPosition<Position>,
    who: Player,
    made: Turn,
}

struct Match<'a> {
    game: &'a Game,
    seats: Seats,
    level: Level,
    dice: Random,
    record: Record,
    board: &'a mut dyn PlayBoard,
    /// What went wrong at the board.
    broken: &'a mut Option<io::Error>,
}

/// What a person wants.
enum Wish {
    Move(Box<Turn>),
    Undo(usize),
    Swap,
    Draw,
    Quit,
}

impl Match<'_> {
    pub(crate) const WHAT: &'static str = "thinking";

    pub(crate) fn put(mut self, case: &mut OpenPosition<'_>) -> Result<(), PositionFailure> {
        // Until the program thinks, Ctrl-C ends it.
        case.state.end();
        let (mut past, mut turn) = self.replay(case)?;
        let (begin, moves) = (case.title(), past.len());
        self.say(PlayMessage::Begin { begin, you: self.seats, moves })?;
        loop {
            self.board(case, past.last())?;
            if self.note_repetition(case, &past, turn)? {
                return self.draw();
            }
            let (moves, names) = match self.listed(case, turn)? {
                Some(listed) => listed,
                None => continue,
            };
            let wish = if moves.is_empty() {
                case.state.begin("the moves");
                let verdict = case.verdict_when_stuck(turn);
                case.state.end();
                let winner = if verdict? == Verdict::Win { turn } else { !turn };
                self.say(PlayMessage::End { stuck: turn, winner, seats: self.seats })?;
                self.over(case, &past, &format!("{winner} wins"))?
            } else if self.seats.is_person(turn) {
                self.wish(case, turn, (&moves, &names), &past)?
            } else {
                Wish::Move(Box::new(self.think(case, turn, (&moves, &names), &past)?))
            };
            let chosen = match wish {
                Wish::Quit => return Ok(()),
                Wish::Draw => return self.draw(),
                Wish::Swap => {
                    self.seats = self.seats.swapped();
                    continue;
                }
                Wish::Undo(times) => {
                    self.undo(case, &mut past, &mut turn, times)?;
                    continue;
                }
                Wish::Move(chosen) => *chosen,
            };
            let name = spelled(case, &moves, &names, &chosen);
            self.record.moves.push(Made { player: turn, name });
            self.keep()?;
            let (again, decides, wins) = (chosen.again, chosen.decides, chosen.wins());
            let from = std::mem::replace(&mut case.standing, chosen.to.clone());
            past.push(PlayedMove { from, who: turn, made: chosen });
            if decides {
                let winner = if wins { turn } else { !turn };
                self.say(PlayMessage::Decided { winner, seats: self.seats })?;
                match self.over(case, &past, &format!("{winner} wins"))? {
                    Wish::Undo(times) => self.undo(case, &mut past, &mut turn, times)?,
                    _ => return Ok(()),
                }
            } else if again {
                self.note(&format!("{turn} moves again."))?;
            } else {
                turn = !turn;
            }
        }
    }
}

/// The name of a move, or where it leads if it was not listed.
fn spelled(case: &OpenPosition<'_>, moves: &[Turn], names: &[String], chosen: &Turn) -> String {
    let place = moves.iter().position(|candidate| candidate.to == chosen.to);
    place.map_or_else(|| case.show(&chosen.to), |place| names[place].clone())
}

impl Match<'_> {
    fn say(&mut self, said: PlayMessage<'_>) -> Result<(), PositionFailure> {
        let said = self.board.say(said);
        self.heard(said)
    }

    fn note(&mut self, note: &str) -> Result<(), PositionFailure> {
        self.say(PlayMessage::Note { note })
    }

    fn draw(&mut self) -> Result<(), PositionFailure> {
        self.say(PlayMessage::Drawn { draw: true })?;
        self.record.result = Some("drawn".to_owned());
        self.keep()
    }

    fn keep(&mut self) -> Result<(), PositionFailure> {
        let kept = self.board.keep(&self.record);
        self.heard(kept)
    }

    /// Where the board is broken the game is over.
    fn heard<T>(&mut self, heard: io::Result<T>) -> Result<T, PositionFailure> {
        heard.map_err(|error| {
            *self.broken = Some(error);
            PositionFailure::unsupported("the game was abandoned")
        })
    }

    /// An interrupted thought ends the game only if everything must end.
    fn goes_on(&mut self, stopped: &Stopped) -> Result<(), PositionFailure> {
        match stopped {
            Stopped::Interrupted if self.board.must_end() => Err(Stopped::Interrupted.into()),
            _ => Ok(()),
        }
    }

    /// The moves of `turn` with their names; `None` if they were interrupted.
    #[expect(clippy::type_complexity, reason = "two lists of one length")]
    fn listed(
        &mut self,
        case: &OpenPosition<'_>,
        turn: Player,
    ) -> Result<Option<(Vec<Turn>, Vec<String>)>, PositionFailure> {
        case.state.begin("the moves");
        let length = case.show(&case.standing).len().max(1);
        let moves = case.legal(turn, (MOST_TEXT / length).clamp(FEW_LISTED, MOST_LISTED));
        let named = moves.map(|moves| {
            let names = names(case, turn, &moves).unwrap_or_else(|_| lines_of_list(moves.len()));
            (moves, names)
        });
        case.state.end();
        match named {
            Ok(listed) => Ok(Some(listed)),
            Err(Stopped::Interrupted) => {
                self.goes_on(&Stopped::Interrupted)?;
                Ok(None)
            }
            Err(stopped) => Err(stopped.into()),
        }
    }

    /// Makes the moves of the record that is gone on with.
    fn replay(&mut self, case: &mut OpenPosition<'_>) -> Result<Replayed, PositionFailure> {
        let (mut past, mut turn) = (Vec::new(), self.game.record.first);
        for (number, Made { player, name }) in (1..).zip(&self.game.record.moves) {
            let wrong = |message: String| {
                let message = format!("move {number} of the record, {player} {name}: {message}");
                QueryError::whole("record", name, ErrorKind::Domain, message).into()
            };
            if *player != turn {
                return Err(wrong(format!("it is {turn}'s turn")));
            }
            let Some((moves, names)) = self.listed(case, turn)? else {
                return Err(Stopped::Interrupted.into());
            };
            let chosen = pick(case, turn, &moves, &names, name).map_err(wrong)?;
            let (again, decides) = (chosen.again, chosen.decides);
            let from = std::mem::replace(&mut case.standing, chosen.to.clone());
            past.push(PlayedMove { from, who: turn, made: chosen });
            self.record.moves.push(Made { player: turn, name: name.clone() });
            if decides {
                return Err(wrong(
                    "it decides the game: there is nothing to go on with".to_owned(),
                ));
            }
            turn = if again { turn } else { !turn };
        }
        Ok((past, turn))
    }

    /// Takes back moves until so many of people's are undone.
    fn undo(
        &mut self,
        case: &mut OpenPosition<'_>,
        past: &mut Vec<PlayedMove>,
        turn: &mut Player,
        times: usize,
    ) -> Result<(), PositionFailure> {
        let mut undone = 0;
        while undone < times {
            let Some(place) = past.iter().rposition(|step| self.seats.is_person(step.who)) else {
                break;
            };
            let from = past.drain(place..).next();
            self.record.moves.truncate(place);
            if let Some(PlayedMove { from, who, .. }) = from {
                (case.standing, *turn) = (from, who);
            }
            undone += 1;
        }
        if undone == 0 {
            return self.note("There is nothing to take back.");
        }
        self.record.result = None;
        self.keep()
    }

    /// Says that a position comes up again; is the game over, since nobody is there to end it?
    fn note_repetition(
        &mut self,
        case: &OpenPosition<'_>,
        past: &[PlayedMove],
        turn: Player,
    ) -> Result<bool, PositionFailure> {
        let same = |step: &&PlayedMove| step.from == case.standing && step.who == turn;
        match past.iter().filter(same).count() {
            0 => {}
            1 => self.note("This position was there before.")?,
            _ if self.seats.is_person(turn) => {
                self.note("This position comes up for the third time; `draw` ends the game.")?;
            }
            _ if self.seats == Seats::Neither => {
                self.note("This position comes up for the third time.")?;
                return Ok(true);
            }
            _ => {}
        }
        Ok(false)
    }

    fn board(
        &mut self,
        case: &OpenPosition<'_>,
        last: Option<&PlayedMove>,
    ) -> Result<(), PositionFailure> {
        let drawn = thoughts::drawn(case, last.map(|step| &step.from));
        let typed = case.show(&case.standing);
        self.say(PlayMessage::Board { position: &typed, drawn: &drawn })?;
        if let Some(place) = case.standing.entailed {
            let text = format!("Part {} must be answered.", place + 1);
            self.note(&text)?;
        }
        Ok(())
    }

    /// The game has ended: keeps it, and lets people talk about it.
    fn over(
        &mut self,
        case: &mut OpenPosition<'_>,
        past: &[PlayedMove],
        result: &str,
    ) -> Result<Wish, PositionFailure> {
        self.record.result = Some(result.to_owned());
        self.keep()?;
        if !self.board.lingers() || self.seats == Seats::Neither {
            return Ok(Wish::Quit);
        }
        self.note("The game is over: `why`, `undo`, `record`, or `quit`.")?;
        let turn = past.last().map_or(Player::Left, |step| step.who);
        match self.wish(case, turn, (&[], &[]), past)? {
            Wish::Undo(times) => Ok(Wish::Undo(times)),
            _ => Ok(Wish::Quit),
        }
    }

    /// Reads lines until one says what to do.
    fn wish(
        &mut self,
        case: &mut OpenPosition<'_>,
        turn: Player,
        (moves, names): (&[Turn], &[String]),
        past: &[PlayedMove],
    ) -> Result<Wish, PositionFailure> {
        loop {
            self.say(PlayMessage::Prompt { turn, names })?;
            let heard = self.board.hear();
            let Some(line) = self.heard(heard)? else {
                self.say(PlayMessage::Leave { leave: true })?;
                return Ok(Wish::Quit);
            };
            let line = line.trim();
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            let rest = rest.trim();
            match (word.trim_start_matches(':'), rest) {
                ("", _) => {}
                ("help" | "?", "") => self.say(PlayMessage::Help { help: HELP })?,
                ("quit" | "resign" | "exit", "") => return Ok(Wish::Quit),
                ("undo" | "takeback", "") => return Ok(Wish::Undo(1)),
                ("undo" | "takeback", times) => match times.parse() {
                    Ok(times @ 1..) => return Ok(Wish::Undo(times)),
                    _ => self.note("expected how many moves to take back, as in `undo 2`")?,
                },
                ("swap", "") => return Ok(Wish::Swap),
                ("draw", "") => match self.refusal(case, turn)? {
                    None => return Ok(Wish::Draw),
                    Some(reason) => self.note(reason)?,
                },
                ("board", "") => self.board(case, past.last())?,
                ("moves", "") => self.list(case, turn, moves, names)?,
                ("hint", "") => self.hint(case, turn)?,
                ("why", "") => self.why(case, past)?,
                ("record", "") => {
                    let text = self.record.text();
                    self.say(PlayMessage::Record { record: &text })?;
                }
                ("save", "") => self.note("expected a file, as in `save game.txt`")?,
                ("save", file) => match self.board.save(file, &self.record) {
                    Ok(()) => self.note(&format!("Saved in {file}."))?,
                    Err(message) => self.note(&message)?,
                },
                ("level", level) => self.set_level(level)?,
                _ if moves.is_empty() => {
                    self.note("The game is over; `undo` takes a move back.")?
                }
                _ => match pick(case, turn, moves, names, line) {
                    Ok(chosen) => return Ok(Wish::Move(Box::new(chosen))),
                    Err(message) => self.note(&message)?,
                },
            }
        }
    }

    fn set_level(&mut self, level: &str) -> Result<(), PositionFailure> {
        self.level = match level.to_lowercase().as_str() {
            "novice" | "1" => Level::Novice,
            "amateur" | "2" => Level::Amateur,
            "master" | "3" => Level::Master,
            _ => return self.note("expected `level novice`, `level amateur` or `level master`"),
        };
        Ok(())
    }

    /// Why the program does not agree to a draw with a person to move; `None` if it does.
    fn refusal(
        &mut self,
        case: &mut OpenPosition<'_>,
        turn: Player,
    ) -> Result<Option<&'static str>, PositionFailure> {
        if !case.rules().nature().loopy {
            return Ok(Some("This game comes to an end: somebody wins."));
        }
        if self.seats == Seats::Both {
            return Ok(None);
        }
        case.state.begin("thinking");
        let judged = case.moves(turn);
        case.state.end();
        match judged {
            Ok(judged) if judged.turns.iter().all(|one| one.verdict == Some(Verdict::Loss)) => {
                Ok(Some("I can win this."))
            }
            Ok(_) => Ok(None),
            // Who does not know better agrees.
            Err(stopped) => self.goes_on(&stopped).map(|()| None),
        }
    }

    fn list(
        &mut self,
        case: &OpenPosition<'_>,
        turn: Player,
        moves: &[Turn],
        names: &[String],
    ) -> Result<(), PositionFailure> {
        let listed = moves.iter().zip(names);
        let listed = listed.map(|(m, name)| Move::new(turn, name.clone(), case.show(&m.to)));
        let listed: Vec<Move> = listed.collect();
        self.say(PlayMessage::Moves { moves: &listed })
    }

    fn hint(&mut self, case: &mut OpenPosition<'_>, turn: Player) -> Result<(), PositionFailure> {
        case.state.begin("thinking");
        let found = thoughts::best(case, turn);
        case.state.end();
        match found {
            Ok(best) => self.say(PlayMessage::Hint { hint: best.as_ref() }),
            Err(stopped) => {
                self.goes_on(&stopped)?;
                self.note(&format!("I do not know: {stopped}."))
            }
        }
    }

    /// Explains the last move that a person made.
    fn why(
        &mut self,
        case: &mut OpenPosition<'_>,
        past: &[PlayedMove],
    ) -> Result<(), PositionFailure> {
        let Some(step) = past.iter().rev().find(|step| self.seats.is_person(step.who)) else {
            return self.note("Nobody but me has moved yet.");
        };
        case.state.begin("thinking");
        let found = thoughts::explain(case, step);
        case.state.end();
        match found {
            Ok(why) => self.say(PlayMessage::Why { why: &why }),
            Err(stopped) => {
                self.goes_on(&stopped)?;
                self.note(&format!("I do not know: {stopped}."))
            }
        }
    }

    /// The program's move.
    fn think(
        &mut self,
        case: &mut OpenPosition<'_>,
        turn: Player,
        (moves, names): (&[Turn], &[String]),
        past: &[PlayedMove],
    ) -> Result<Turn, PositionFailure> {
        case.state.begin("thinking");
        let was_there = |to: &CompoundPosition<Position>| {
            past.iter().any(|step| step.from == *to || step.made.to == *to)
        };
        let found = choose(case, turn, moves, (self.level, &mut self.dice), &was_there);
        case.state.end();
        // There is a move, or this would not have been asked.
        let Some(opponent::OpponentMove { made, unsure }) = found else {
            return Err(PositionFailure::unsupported("there is no move"));
        };
        if let Some(stopped) = unsure {
            self.goes_on(&stopped)?;
            self.note(&format!("I am not sure of my move ({stopped})."))?;
        }
        let (name, to) = (spelled(case, moves, names, &made), case.show(&made.to));
        self.say(PlayMessage::Move { player: turn, name: &name, to: &to })?;
        Ok(made)
    }
}

/// Plays until somebody has won or leaves.
pub(crate) fn play(
    state: &mut SessionState,
    game: &Game,
    board: &mut dyn PlayBoard,
) -> Result<(), Abandoned> {
    let mut broken = None;
    let place = &game.record.place;
    let record = Record::new(place.clone(), game.record.first);
    let (seats, level, dice) = (game.seats, game.level, Random::new(game.seed));
    let game = Match { game, seats, level, dice, record, board, broken: &mut broken };
    let played = with_position(state, place, Match::WHAT, |case| game.put(case));
    match (broken, played) {
        (Some(error), _) => Err(Abandoned::Output(error)),
        (None, Err(refusal)) => Err(Abandoned::Refused(Box::new(refusal))),
        (None, Ok(())) => Ok(()),
    }
}
