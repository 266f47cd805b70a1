//! Sensible play: the moves of a position that its canonical form keeps, and the lines of play that
//! lead to them.
//!
//! A move of Left is sensible if its value is an option of the canonical form. A move that is
//! reversible stands for the moves that Left has after the reply that reverses it, a reply to a
//! position that is not better for Left than where he began; so a line is a sensible move, or a
//! reversible move, such a reply, and a line from there (Berlekamp, Conway, Guy, ch. 3).

use super::Call;
use super::rows::{AnswerList, AnswerSet, rows};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail, stopped};
use crate::value::{Game, Value};
use std::cmp::Ordering;
use upstar_base::Player;

/// What the search for lines knows.
struct LineSearch<'c> {
    who: Player,
    /// The value of the position where it began.
    whole: Value,
    /// The options of its canonical form.
    wanted: Vec<Value>,
    call: &'c Call<'c>,
}

impl LineSearch<'_> {
    fn options(&self, m: &mut Interpreter, position: &Value, who: Player) -> Evaluated<Vec<Value>> {
        let name = match who {
            Player::Left => "LeftOptions",
            Player::Right => "RightOptions",
        };
        let options = m.ask(position.clone(), name, self.call.span)?;
        Ok(m.members(&options, self.call.span)?.items)
    }

    /// Is this value an option of the canonical form?
    fn is_wanted(&self, m: &mut Interpreter, value: &Value) -> Evaluated<bool> {
        for option in &self.wanted {
            if m.equal(option, value, self.call.span)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Is a reply to this value one that reverses?
    fn reverses(&self, m: &mut Interpreter, value: &Value) -> Evaluated<bool> {
        let order = m.compare(value, &self.whole, self.call.span)?;
        Ok(match self.who {
            Player::Left => order.is_some_and(Ordering::is_le),
            Player::Right => order.is_some_and(Ordering::is_ge),
        })
    }

    /// The lines that begin behind `before`, at `position`.
    fn lines(
        &self,
        m: &mut Interpreter,
        position: &Value,
        before: &[Value],
        found: &mut Vec<Vec<Value>>,
    ) -> Evaluated<()> {
        let span = self.call.span;
        for option in self.options(m, position, self.who)? {
            m.step(span)?;
            let value = m.ask(option.clone(), "Value", span)?;
            let mut line = before.to_vec();
            line.push(option.clone());
            if self.is_wanted(m, &value)? {
                m.calc.budget().charge(32 * line.len() as u64).map_err(stopped(span))?;
                found.push(line);
                continue;
            }
            for reply in self.options(m, &option, !self.who)? {
                let value = m.ask(reply.clone(), "Value", span)?;
                if self.reverses(m, &value)? {
                    let mut line = line.clone();
                    line.push(reply.clone());
                    upstar_base::deeper(|| self.lines(m, &reply, &line, found))?;
                }
            }
        }
        Ok(())
    }
}

fn search<'c>(m: &mut Interpreter, c: &'c Call<'c>) -> Evaluated<LineSearch<'c>> {
    let who = m.player(c.arg(1), c.at(1))?;
    let whole = m.ask(c.arg(0).clone(), "Value", c.span)?;
    if !matches!(
        whole,
        Value::Game(Game::Short(_) | Game::UpStar(_) | Game::Integer(_) | Game::Rational(_))
    ) {
        let text = m.brief(&whole);
        let message = format!("only short games have sensible moves, and this is worth {text}");
        return Err(fail(ErrorKind::Domain, c.at(0), message));
    }
    let mut search = LineSearch { who, whole: whole.clone(), wanted: Vec::new(), call: c };
    search.wanted = search.options(m, &whole, who)?;
    Ok(search)
}

rows! { pub(super) TABLE |m, c|
    Position.SensibleOptions(_, player)
        "the moves of a player whose values are options of the canonical form"
        ["hackenbush(\"lrl;l\").SensibleOptions(Left)", "{hackenbush(\"lr;l\")}"] {
            let search = search(m, c)?;
            let mut sensible = Vec::new();
            for option in search.options(m, c.arg(0), search.who)? {
                let value = m.ask(option.clone(), "Value", c.span)?;
                if search.is_wanted(m, &value)? {
                    sensible.push(option);
                }
            }
            AnswerSet(sensible)
        };
    Position.SensibleLines(_, player)
        "the lines of play to options of the canonical form: a move, or a move, a reply that reverses it, and so on"
        ["nim(2,1,1).SensibleLines(Left).Size", "4"] {
            let search = search(m, c)?;
            let mut found = Vec::new();
            search.lines(m, c.arg(0), &[], &mut found)?;
            let bytes = found.iter().map(|line| 32 * line.len() as u64).sum();
            m.calc.budget().refund(bytes);
            AnswerList(found.into_iter().map(AnswerList))
        };
    Position.Decomposition(_) "the positions whose sum it is; the same as Components"
        ["kayles(5,3).Decomposition", "[kayles(5),kayles(3)]"]
            m.ask(c.arg(0).clone(), "Components", c.span);
}
