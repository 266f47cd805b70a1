//! A game against the program.
//!
//! Every move of the program comes from a theory, so it never misses a win unless a limit ends
//! its search; then it says so. Where it is lost it plays the move that leaves the fewest winning
//! replies.

mod voice;

pub use voice::{Hint, Said};

use crate::case::{Candidate, Case};
use crate::desk::Desk;
use crate::names::name as describe;
use crate::position::{Inquiry, put};
use crate::question::Place;
use crate::refusal::{Failure, Refusal};
use std::io;
use upstar_base::{Player, Stopped, Verdict};
use upstar_rules::{Rules, read_sum};
use upstar_theory::theory::Standing;

/// Where a game is played: who hears what is said, and says what to do.
pub trait Board {
    /// Something happens.
    fn say(&mut self, said: Said<'_>) -> io::Result<()>;
    /// What the human says next; `None` if that is all.
    fn hear(&mut self) -> io::Result<Option<String>>;
}

/// Why a game ended without an end.
#[derive(Debug)]
pub enum Abandoned {
    /// The position has no answer.
    Refused(Box<Refusal>),
    /// Nobody listens.
    Output(io::Error),
}

const HELP: &str = "\
  a position               move there
  #3                       make the move of line 3 of the list; where positions are no
                           numbers `3` will do
  moves                    list your moves
  hint                     a winning move and its reason, if there is one
  undo                     take back your last move
  board                    show the position again
  swap                     change sides
  draw                     end an endless game; I agree if I cannot win
  resign, quit             end the game
";

/// The most turns that are listed to choose from, and how many at least of large positions.
const MOST_LISTED: usize = 2000;
const FEW_LISTED: usize = 20;
/// About how long the text of such a list may be.
const MOST_TEXT: usize = 1 << 20;

struct Match<'a> {
    human: Player,
    first: Player,
    board: &'a mut dyn Board,
    /// What went wrong at the board.
    broken: &'a mut Option<io::Error>,
}

/// What the human wants.
enum Wish<P> {
    Move(Candidate<P>),
    Undo,
    Swap,
    Draw,
    Quit,
}

impl Inquiry for Match<'_> {
    type Found = ();
    const WHAT: &'static str = "thinking";

    fn put<R: Rules>(mut self, case: &mut Case<'_, R>) -> Result<(), Failure> {
        // Until the program thinks, Ctrl-C ends it.
        case.desk.end();
        let mut turn = self.first;
        let mut past: Vec<(Standing<R::Position>, Player)> = Vec::new();
        self.say(Said::Begin { begin: case.title(), you: self.human })?;
        loop {
            self.board(case)?;
            let before = |(past, who): &&(Standing<R::Position>, Player)| {
                *past == case.standing && *who == turn
            };
            if turn == self.human && past.iter().filter(before).count() == 2 {
                let text = "This position comes up for the third time; `draw` ends the game.";
                self.note(text)?;
            }
            case.desk.begin("the moves");
            let length = case.show(&case.standing).len().max(1);
            let moves = case.legal(turn, (MOST_TEXT / length).clamp(FEW_LISTED, MOST_LISTED));
            case.desk.end();
            let moves = moves?;
            if moves.is_empty() {
                case.desk.begin("the moves");
                let verdict = case.verdict_when_stuck(turn);
                case.desk.end();
                let winner = if verdict? == Verdict::Win { turn } else { !turn };
                self.say(Said::End { stuck: turn, winner, human: self.human })?;
                return Ok(());
            }
            let chosen = if turn != self.human {
                let chosen = self.choose(case, turn, moves)?;
                let text = describe(case, turn, &chosen);
                self.say(Said::Move { player: turn, text: &text })?;
                chosen
            } else {
                match self.wish(case, turn, &moves)? {
                    Wish::Quit => return Ok(()),
                    Wish::Draw => {
                        self.say(Said::Drawn { draw: true })?;
                        return Ok(());
                    }
                    Wish::Swap => {
                        self.human = !self.human;
                        continue;
                    }
                    Wish::Move(chosen) => chosen,
                    Wish::Undo => {
                        // Back to the last position in which it was the human's turn.
                        match past.iter().rposition(|(_, who)| *who == self.human) {
                            Some(i) => {
                                past.truncate(i + 1);
                                if let Some((standing, who)) = past.pop() {
                                    (case.standing, turn) = (standing, who);
                                }
                            }
                            None => {
                                self.note("There is nothing to take back.")?;
                            }
                        }
                        continue;
                    }
                }
            };
            if chosen.decides {
                let winner = if chosen.verdict == Verdict::Win { turn } else { !turn };
                self.say(Said::Decided { winner, human: self.human })?;
                return Ok(());
            }
            past.push((std::mem::replace(&mut case.standing, chosen.to), turn));
            if chosen.again {
                self.note(&format!("{turn} moves again."))?;
            } else {
                turn = !turn;
            }
        }
    }
}

impl Match<'_> {
    fn say(&mut self, said: Said<'_>) -> Result<(), Failure> {
        let said = self.board.say(said);
        self.heard(said)
    }

    fn note(&mut self, note: &str) -> Result<(), Failure> {
        self.say(Said::Note { note })
    }

    /// Where the board is broken the game is over.
    fn heard<T>(&mut self, heard: io::Result<T>) -> Result<T, Failure> {
        heard.map_err(|error| {
            *self.broken = Some(error);
            Failure::Unfit("the game was abandoned".to_owned())
        })
    }

    fn board<R: Rules>(&mut self, case: &Case<'_, R>) -> Result<(), Failure> {
        let components = &case.standing.components;
        let drawn: Vec<_> = components.iter().map(|term| case.rules().display(term)).collect();
        let typed = case.show(&case.standing);
        self.say(Said::Board { position: &typed, drawn: &drawn })?;
        if let Some(place) = case.standing.entailed {
            let text = format!("Part {} must be answered.", place + 1);
            self.note(&text)?;
        }
        Ok(())
    }

    /// Reads lines until one says what to do.
    fn wish<R: Rules>(
        &mut self,
        case: &mut Case<'_, R>,
        turn: Player,
        moves: &[Candidate<R::Position>],
    ) -> Result<Wish<R::Position>, Failure> {
        loop {
            self.say(Said::Prompt { turn })?;
            let heard = self.board.hear();
            let Some(line) = self.heard(heard)? else {
                self.say(Said::Leave { leave: true })?;
                return Ok(Wish::Quit);
            };
            let line = line.trim();
            match line {
                "" => {}
                "help" | "?" => self.say(Said::Help { help: HELP })?,
                "quit" | "resign" | "exit" | ":quit" => return Ok(Wish::Quit),
                "undo" => return Ok(Wish::Undo),
                "swap" => return Ok(Wish::Swap),
                "draw" => match self.refusal(case, turn)? {
                    None => return Ok(Wish::Draw),
                    Some(reason) => self.note(reason)?,
                },
                "board" => self.board(case)?,
                "moves" => self.list(case, turn, moves)?,
                "hint" => self.hint(case, turn)?,
                _ => match pick(case, turn, moves, line) {
                    Ok(chosen) => return Ok(Wish::Move(chosen)),
                    Err(message) => self.note(&message)?,
                },
            }
        }
    }

    /// Why the program does not agree to a draw with the human to move; `None` if it does.
    fn refusal<R: Rules>(
        &mut self,
        case: &mut Case<'_, R>,
        turn: Player,
    ) -> Result<Option<&'static str>, Failure> {
        if !case.rules().is_loopy() {
            return Ok(Some("This game comes to an end: somebody wins."));
        }
        case.desk.begin("thinking");
        let judged = case.moves(turn);
        case.desk.end();
        match judged {
            Ok(judged) if judged.list.iter().all(|one| one.verdict == Verdict::Loss) => {
                Ok(Some("I can win this."))
            }
            Err(Stopped::Interrupted) => Err(Stopped::Interrupted.into()),
            // Who does not know better agrees.
            Ok(_) | Err(_) => Ok(None),
        }
    }

    fn list<R: Rules>(
        &mut self,
        case: &Case<'_, R>,
        turn: Player,
        moves: &[Candidate<R::Position>],
    ) -> Result<(), Failure> {
        let moves: Vec<_> = moves.iter().map(|chosen| describe(case, turn, chosen)).collect();
        self.say(Said::Moves { moves: &moves })
    }

    fn hint<R: Rules>(&mut self, case: &mut Case<'_, R>, turn: Player) -> Result<(), Failure> {
        case.desk.begin("thinking");
        let judged = case.moves(turn);
        case.desk.end();
        let judged = match judged {
            Ok(judged) => judged,
            Err(Stopped::Interrupted) => return Err(Stopped::Interrupted.into()),
            Err(stopped) => {
                let text = format!("I do not know: {stopped}.");
                return self.note(&text);
            }
        };
        let by = |verdict| judged.list.iter().find(|candidate| candidate.verdict == verdict);
        match (by(Verdict::Win), by(Verdict::Draw)) {
            (Some(candidate), _) => {
                let to = case.show(&candidate.to);
                self.say(Said::Hint { hint: Some(Hint { to: &to, why: &candidate.why }) })?;
            }
            (None, Some(candidate)) => {
                let to = case.show(&candidate.to);
                let why = "nobody can force a win after that";
                self.say(Said::Hint { hint: Some(Hint { to: &to, why }) })?;
            }
            (None, None) => self.say(Said::Hint { hint: None })?,
        }
        Ok(())
    }

    /// A winning move, else one that draws, else the one after which the opponent has the fewest
    /// winning replies. If a limit comes first, the best move known then.
    fn choose<R: Rules>(
        &mut self,
        case: &mut Case<'_, R>,
        turn: Player,
        moves: Vec<Candidate<R::Position>>,
    ) -> Result<Candidate<R::Position>, Failure> {
        case.desk.begin("thinking");
        let mut best = None;
        let found = search(case, turn, &mut best);
        case.desk.end();
        match found {
            Ok(()) => {}
            Err(Stopped::Interrupted) => return Err(Stopped::Interrupted.into()),
            Err(stopped) => {
                let text = format!("I am not sure of my move ({stopped}).");
                self.note(&text)?;
            }
        }
        match best.or_else(|| moves.into_iter().next()) {
            Some(chosen) => Ok(chosen),
            // There is a move, or this would not have been asked.
            None => Err(Failure::Unfit("there is no move".to_owned())),
        }
    }
}

/// Looks for a move to make, keeping the best so far in `best`.
fn search<R: Rules>(
    case: &mut Case<'_, R>,
    turn: Player,
    best: &mut Option<Candidate<R::Position>>,
) -> Result<(), Stopped> {
    /// How many losing moves are looked at.
    const LOSING: usize = 40;
    let mut candidates = case.moves(turn)?.list;
    for wanted in [Verdict::Win, Verdict::Draw] {
        if let Some(i) = candidates.iter().position(|candidate| candidate.verdict == wanted) {
            *best = Some(candidates.swap_remove(i));
            return Ok(());
        }
    }
    let mut least = usize::MAX;
    for candidate in candidates.into_iter().take(LOSING) {
        if candidate.decides {
            best.get_or_insert(candidate);
            continue;
        }
        let next = if candidate.again { turn } else { !turn };
        let replies = case.moves_from(&candidate.to, next)?.list;
        let good = replies.iter().filter(|reply| reply.verdict == Verdict::Win).count();
        if good < least || best.as_ref().is_some_and(|best| best.decides) {
            least = good;
            *best = Some(candidate);
        }
    }
    Ok(())
}

/// The move that a line names: by its line in the list, by its description, or by where it
/// leads. Where a position can be a plain number, a number is one, and never a line.
fn pick<R: Rules>(
    case: &Case<'_, R>,
    turn: Player,
    moves: &[Candidate<R::Position>],
    line: &str,
) -> Result<Candidate<R::Position>, String> {
    let all_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(number) = line.strip_prefix('#').filter(|&number| all_digits(number)) {
        return by_line(moves, number);
    }
    let terms = read_sum(&**case.rules(), line);
    // Where any ordinal can be named, most moves are not in the list.
    if case.rules().is_infinite()
        && let Ok(terms) = &terms
        && let Some(chosen) = case.unlisted(turn, terms)
    {
        return Ok(chosen);
    }
    if let Some(chosen) = moves.iter().find(|candidate| describe(case, turn, candidate) == line) {
        return Ok(chosen.clone());
    }
    let in_part = |candidate: &&Candidate<R::Position>| {
        candidate.changed.is_some_and(|place| {
            let (from, to) = (&case.standing.components[place], &candidate.to.components[place]);
            case.rules().name_move(from, turn, to) == line
        })
    };
    let mut named = moves.iter().enumerate().filter(|(_, candidate)| in_part(candidate));
    match (named.next(), named.next()) {
        (Some((_, only)), None) => return Ok(only.clone()),
        (Some((a, _)), Some((b, _))) => {
            return Err(format!("that can be #{}, #{} of `moves`: which?", a + 1, b + 1));
        }
        (None, _) => {}
    }
    let is_number = all_digits(line);
    match terms {
        Ok(terms) => {
            let sorted = |mut components: Vec<R::Position>| {
                components.sort_unstable();
                components
            };
            let wanted = case.read(&terms).map_err(|stopped| stopped.to_string())?.components;
            let exact = moves.iter().find(|candidate| candidate.to.components == wanted);
            let wanted = sorted(wanted);
            let in_any_order = || moves.iter().find(|m| sorted(m.to.components.clone()) == wanted);
            let reached = exact.or_else(in_any_order).cloned();
            let unlisted = || case.unlisted(turn, &terms);
            let line_of_list =
                if is_number { format!("; `#{line}` is line {line}") } else { String::new() };
            reached
                .or_else(unlisted)
                .ok_or_else(|| format!("{turn} cannot move there; try `moves`{line_of_list}"))
        }
        Err(_) if is_number => by_line(moves, line),
        Err(error) => Err(format!("{error}; type `help` for what you can do")),
    }
}

/// The move of a line of the list, counted from 1.
fn by_line<P: Clone>(moves: &[Candidate<P>], number: &str) -> Result<Candidate<P>, String> {
    let place = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let chosen = place.and_then(|place| moves.get(place)).cloned();
    chosen.ok_or_else(|| match moves.len() {
        1 => "there is one move, `#1`".to_owned(),
        all => format!("there are {all} moves, `#1` to `#{all}`"),
    })
}

/// Plays until somebody has won or leaves.
pub(crate) fn play(
    desk: &mut Desk,
    place: &Place,
    [human, first]: [Player; 2],
    board: &mut dyn Board,
) -> Result<(), Abandoned> {
    let mut broken = None;
    let played = put(desk, place, Match { human, first, board, broken: &mut broken });
    match (broken, played) {
        (Some(error), _) => Err(Abandoned::Output(error)),
        (None, Err(refusal)) => Err(Abandoned::Refused(Box::new(refusal))),
        (None, Ok(())) => Ok(()),
    }
}
