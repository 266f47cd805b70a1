//! `upstar play RULES POSITION`: a game against the program, in the terminal.
//!
//! Every move of the program comes from the judge, so it never misses a win unless a limit ends
//! its search; then it says so. Where it is lost it plays the move that leaves the fewest winning
//! replies.

use super::moves::{result, why};
use super::{Case, Failure, Question, ask, fail, parse_sum};
use crate::args::{Global, PlayArgs};
use crate::report::Status;
use anyhow::Result;
use std::io::{self, BufRead, Write};
use upstar_base::{Player, Stopped};
use upstar_rules::Rules;
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
    out: &'a mut W,
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
        writeln!(self.out, "{}: you are {}. Type `help` for help.", case.about.title, self.human)?;
        loop {
            self.board(case)?;
            let moves = legal(case, turn);
            if moves.is_empty() {
                let winner = if self.play == Play::Normal { !turn } else { turn };
                let who = if winner == self.human { "You win" } else { "I win" };
                writeln!(self.out, "{turn} cannot move. {who}.")?;
                return Ok(());
            }
            if turn != self.human {
                let (term, to) = self.choose(case, turn, &moves)?;
                past.push((case.sum.clone(), turn));
                let text = case.rules.describe(&case.sum[term], turn, &to);
                writeln!(self.out, "{turn} moves to {text}{}", part(case, term))?;
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
                        None => writeln!(self.out, "There is nothing to take back.")?,
                    }
                }
            }
        }
    }
}

impl<W: Write> Match<'_, W> {
    fn board<R: Rules>(&mut self, case: &Case<'_, R>) -> Result<(), Failure> {
        writeln!(self.out)?;
        for (i, term) in case.sum.iter().enumerate() {
            if i > 0 {
                writeln!(self.out, "+")?;
            }
            writeln!(self.out, "{}", case.rules.display(term))?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    /// Reads lines until one says what to do.
    fn wish<R: Rules>(
        &mut self,
        case: &mut Case<'_, R>,
        turn: Player,
        moves: &[(usize, R::Position)],
    ) -> Result<Wish<R::Position>, Failure> {
        loop {
            write!(self.out, "{turn}> ")?;
            self.out.flush()?;
            let mut line = String::new();
            if io::stdin().lock().read_line(&mut line)? == 0 {
                writeln!(self.out)?;
                return Ok(Wish::Quit);
            }
            let line = line.trim();
            match line {
                "" => {}
                "help" | "?" => self.out.write_all(HELP.as_bytes())?,
                "quit" | "resign" | "exit" | ":quit" => return Ok(Wish::Quit),
                "undo" => return Ok(Wish::Undo),
                "swap" => return Ok(Wish::Swap),
                "board" => self.board(case)?,
                "moves" => self.list(case, turn, moves)?,
                "hint" => self.hint(case, turn)?,
                _ => match pick(case, turn, moves, line) {
                    Ok((term, to)) => return Ok(Wish::Move(term, to)),
                    Err(message) => writeln!(self.out, "{message}")?,
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
        for (i, (term, to)) in moves.iter().enumerate() {
            let text = case.rules.describe(&case.sum[*term], turn, to);
            writeln!(self.out, "{:>4}  {text}{}", i + 1, part(case, *term))?;
        }
        Ok(())
    }

    fn hint<R: Rules>(&mut self, case: &mut Case<'_, R>, turn: Player) -> Result<(), Failure> {
        case.desk.begin();
        let judged = case.judge.moves(&case.sum, turn);
        case.desk.end();
        let judged = match judged {
            Ok(judged) => judged,
            Err(Stopped::Interrupted) => return Err(Stopped::Interrupted.into()),
            Err(stopped) => {
                writeln!(self.out, "I do not know: {stopped}.")?;
                return Ok(());
            }
        };
        match judged.into_iter().find_map(|m| Some((m.wins?, m))) {
            Some((reason, candidate)) => {
                let impartial = case.rules.is_impartial();
                let reason = why(case.desk, reason, turn, impartial)?;
                writeln!(self.out, "Move to {}: {reason}.", result(case, &candidate))?;
            }
            None => writeln!(self.out, "Every move loses against best play.")?,
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
            Err(stopped) => writeln!(self.out, "I am not sure of my move ({stopped}).")?,
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
    let candidates = case.judge.moves(&case.sum, turn)?;
    if let Some(winning) = candidates.iter().find(|m| m.wins.is_some()) {
        *best = Some((winning.term, winning.to.clone()));
        return Ok(());
    }
    let mut least = usize::MAX;
    for candidate in candidates.into_iter().take(LOSING) {
        let mut after = case.sum.clone();
        after[candidate.term] = candidate.to.clone();
        let replies = case.judge.moves(&after, !turn)?;
        let good = replies.iter().filter(|reply| reply.wins.is_some()).count();
        if good < least {
            least = good;
            *best = Some((candidate.term, candidate.to));
        }
    }
    Ok(())
}

/// Which part of a sum is meant, if there are several.
fn part<R: Rules>(case: &Case<'_, R>, term: usize) -> String {
    if case.sum.len() > 1 { format!(" (part {})", term + 1) } else { String::new() }
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
    match parse_sum(case.rules, line) {
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
        out,
    };
    match ask(global, &args.place, question) {
        Ok(()) => Ok(Status::Answered),
        Err(failure) => fail(global, &args.place.rules, &args.place.position, failure, out),
    }
}
