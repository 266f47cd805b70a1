//! `upstar play RULES POSITION`: a game against the program, in the terminal.
//!
//! Every move of the program comes from the judge, so it never misses a win unless a limit ends
//! its search; then it says so. Where it is lost it plays the move that leaves the fewest winning
//! replies. With `--json` it says everything in JSON, one object a line, for programs that play.

use super::moves::{result, why};
use super::voice::{Event, Voice};
use super::{Case, Failure, Question, ask, fail};
use crate::args::{Global, PlayArgs};
use crate::report::Status;
use anyhow::Result;
use std::io::{self, BufRead, Write};
use upstar_base::{Player, Stopped};
use upstar_rules::{Rules, read_sum};
use upstar_theory::judge::Play;

const HELP: &str = "\
  a number or a position   make that move
  moves                    list your moves
  hint                     a winning move and its reason, if there is one
  undo                     take back your last move
  board                    show the position again
  swap                     change sides
  resign, quit             end the game
";

struct Match<'a, W> {
    human: Player,
    first: Player,
    play: Play,
    voice: Voice<&'a mut W>,
}

/// What the human wants.
enum Wish<P> {
    Move(usize, P),
    Undo,
    Swap,
    Quit,
}

impl<W: Write> Question for Match<'_, W> {
    type Answer = ();

    fn put<R: Rules>(mut self, case: &mut Case<'_, R>) -> Result<(), Failure> {
        // Until the program thinks, Ctrl-C ends it.
        case.desk.end();
        let mut turn = self.first;
        let mut past: Vec<(Vec<R::Position>, Player)> = Vec::new();
        self.voice.say(Event::Begin { title: case.about.title, human: self.human })?;
        loop {
            self.board(case)?;
            let moves = legal(case, turn);
            if moves.is_empty() {
                let winner = if self.play == Play::Normal { !turn } else { turn };
                self.voice.say(Event::End { stuck: turn, winner, human: self.human })?;
                return Ok(());
            }
            if turn != self.human {
                let (term, to) = self.choose(case, turn, &moves)?;
                past.push((case.sum.clone(), turn));
                let text = describe(case, turn, term, &to);
                self.voice.say(Event::Move { turn, text: &text })?;
                case.sum[term] = to;
                turn = !turn;
                continue;
            }
            match self.wish(case, turn, &moves)? {
                Wish::Quit => return Ok(()),
                Wish::Swap => self.human = !self.human,
                Wish::Move(term, to) => {
                    past.push((case.sum.clone(), turn));
                    case.sum[term] = to;
                    turn = !turn;
                }
                Wish::Undo => {
                    // Back to the last position in which it was the human's turn.
                    let last = past.iter().rposition(|(_, who)| *who == self.human);
                    match last {
                        Some(i) => {
                            past.truncate(i + 1);
                            if let Some((sum, who)) = past.pop() {
                                (case.sum, turn) = (sum, who);
                            }
                        }
                        None => self.voice.say(Event::Note("There is nothing to take back."))?,
                    }
                }
            }
        }
    }
}

impl<W: Write> Match<'_, W> {
    fn board<R: Rules>(&mut self, case: &Case<'_, R>) -> Result<(), Failure> {
        let drawn: Vec<_> = case.sum.iter().map(|term| case.rules.display(term)).collect();
        let typed = case.show(&case.sum);
        Ok(self.voice.say(Event::Board { typed: &typed, drawn: &drawn })?)
    }

    /// Reads lines until one says what to do.
    fn wish<R: Rules>(
        &mut self,
        case: &mut Case<'_, R>,
        turn: Player,
        moves: &[(usize, R::Position)],
    ) -> Result<Wish<R::Position>, Failure> {
        loop {
            self.voice.say(Event::Prompt { turn })?;
            let mut line = String::new();
            if io::stdin().lock().read_line(&mut line)? == 0 {
                self.voice.say(Event::Leave)?;
                return Ok(Wish::Quit);
            }
            let line = line.trim();
            match line {
                "" => {}
                "help" | "?" => self.voice.say(Event::Help(HELP))?,
                "quit" | "resign" | "exit" | ":quit" => return Ok(Wish::Quit),
                "undo" => return Ok(Wish::Undo),
                "swap" => return Ok(Wish::Swap),
                "board" => self.board(case)?,
                "moves" => self.list(case, turn, moves)?,
                "hint" => self.hint(case, turn)?,
                _ => match pick(case, turn, moves, line) {
                    Ok((term, to)) => return Ok(Wish::Move(term, to)),
                    Err(message) => self.voice.say(Event::Note(&message))?,
                },
            }
        }
    }

    fn list<R: Rules>(
        &mut self,
        case: &Case<'_, R>,
        turn: Player,
        moves: &[(usize, R::Position)],
    ) -> Result<(), Failure> {
        let described = moves.iter().map(|(term, to)| describe(case, turn, *term, to));
        Ok(self.voice.say(Event::Moves(&described.collect::<Vec<_>>()))?)
    }

    fn hint<R: Rules>(&mut self, case: &mut Case<'_, R>, turn: Player) -> Result<(), Failure> {
        case.desk.begin();
        let sum = case.sum.clone();
        let judged = case.moves(&sum, turn);
        case.desk.end();
        let judged = match judged {
            Ok(judged) => judged,
            Err(Stopped::Interrupted) => return Err(Stopped::Interrupted.into()),
            Err(stopped) => {
                let text = format!("I do not know: {stopped}.");
                return Ok(self.voice.say(Event::Note(&text))?);
            }
        };
        let mut winning = judged.into_iter().filter(|candidate| candidate.wins.is_some());
        match winning.next().and_then(|mut candidate| Some((candidate.wins.take()?, candidate))) {
            Some((reason, candidate)) => {
                let impartial = case.rules.is_impartial();
                let reason = why(case.desk, reason, turn, impartial)?;
                let to = result(case, &candidate);
                self.voice.say(Event::Hint(Some((&to, &reason))))?;
            }
            None => self.voice.say(Event::Hint(None))?,
        }
        Ok(())
    }

    /// A winning move, else the one after which the opponent has the fewest winning replies. If
    /// a limit comes first, the best move known then.
    fn choose<R: Rules>(
        &mut self,
        case: &mut Case<'_, R>,
        turn: Player,
        moves: &[(usize, R::Position)],
    ) -> Result<(usize, R::Position), Failure> {
        case.desk.begin();
        let mut best = None;
        let found = search(case, turn, &mut best);
        case.desk.end();
        match found {
            Ok(()) => {}
            Err(Stopped::Interrupted) => return Err(Stopped::Interrupted.into()),
            Err(stopped) => {
                let text = format!("I am not sure of my move ({stopped}).");
                self.voice.say(Event::Note(&text))?;
            }
        }
        // There is a move, or this would not have been asked.
        Ok(best.unwrap_or_else(|| moves[0].clone()))
    }
}

/// Looks for a move to make, keeping the best so far in `best`.
fn search<R: Rules>(
    case: &mut Case<'_, R>,
    turn: Player,
    best: &mut Option<(usize, R::Position)>,
) -> Result<(), Stopped> {
    /// How many losing moves are looked at.
    const LOSING: usize = 40;
    let sum = case.sum.clone();
    let candidates = case.moves(&sum, turn)?;
    if let Some(winning) = candidates.iter().find(|m| m.wins.is_some()) {
        *best = Some((winning.term, winning.to.clone()));
        return Ok(());
    }
    let mut least = usize::MAX;
    for candidate in candidates.into_iter().take(LOSING) {
        let mut after = case.sum.clone();
        after[candidate.term] = candidate.to.clone();
        let replies = case.moves(&after, !turn)?;
        let good = replies.iter().filter(|reply| reply.wins.is_some()).count();
        if good < least {
            least = good;
            *best = Some((candidate.term, candidate.to));
        }
    }
    Ok(())
}

/// A move in words; in a sum also which part it changes.
fn describe<R: Rules>(case: &Case<'_, R>, turn: Player, term: usize, to: &R::Position) -> String {
    let text = case.rules.describe(&case.sum[term], turn, to);
    if case.sum.len() > 1 { format!("{text} (part {})", term + 1) } else { text }
}

fn legal<R: Rules>(case: &Case<'_, R>, who: Player) -> Vec<(usize, R::Position)> {
    let mut moves: Vec<(usize, R::Position)> = Vec::new();
    for (term, position) in case.sum.iter().enumerate() {
        let mut options = Vec::new();
        case.rules.options(position, who, &mut options);
        for option in options {
            if !moves.contains(&(term, option.clone())) {
                moves.push((term, option));
            }
        }
    }
    moves
}

/// The move that a line names: by number, by its description, or by where it leads.
fn pick<R: Rules>(
    case: &Case<'_, R>,
    turn: Player,
    moves: &[(usize, R::Position)],
    line: &str,
) -> Result<(usize, R::Position), String> {
    if let Ok(number) = line.parse::<usize>()
        && let Some(chosen) = number.checked_sub(1).and_then(|i| moves.get(i))
    {
        return Ok(chosen.clone());
    }
    let described =
        moves.iter().find(|(term, to)| case.rules.describe(&case.sum[*term], turn, to) == line);
    if let Some(chosen) = described {
        return Ok(chosen.clone());
    }
    match read_sum(case.rules, line) {
        Ok(sum) if sum.len() == case.sum.len() => {
            let reached = moves.iter().find(|(term, to)| {
                let mut after = case.sum.clone();
                after[*term] = to.clone();
                after == sum
            });
            reached.cloned().ok_or_else(|| format!("{turn} cannot move there; try `moves`"))
        }
        Ok(_) => Err("that is a sum with another number of parts; try `moves`".to_owned()),
        Err(error) => Err(format!("{error}; type `help` for what you can do")),
    }
}

/// Plays.
pub(crate) fn run(global: &Global, args: &PlayArgs, out: &mut impl Write) -> Result<Status> {
    let question = Match {
        human: args.side.into(),
        first: args.first.into(),
        play: args.place.manner.play.into(),
        voice: Voice { out, json: global.json },
    };
    match ask(global, &args.place, question) {
        Ok(()) => Ok(Status::Answered),
        Err(failure) => fail(global, &args.place.rules, &args.place.position, failure, out),
    }
}
