//! Constants and functions that make games.

use super::rows::{AnswerSet, rows};
use crate::value::{Game, Value};
use dashu_int::UBig;
use std::sync::Arc;
use upstar_base::Player;
use upstar_values::surreal::Surreal;

rows! { pub(super) TABLE |m, c|
    const Left "the player who is positive"
        ["^.Options(Left)", "{0}"] Player::Left;
    const Right "the player who is negative"
        ["^.Options(Right)", "{*}"] Player::Right;
    const Nothing "no value"
        ["[1,2].IndexOf(3) === Nothing", "true"] ();
    const inf "what a positive number divided by 0 gives"
        ["inf > 2^100", "true"] Value::Game(Game::Infinity { negative: false });
    const "∞" "the same as inf"
        ["-∞", "-inf"] Value::Game(Game::Infinity { negative: false });
    const omega "the first infinite ordinal; also written ω"
        ["omega + 5", "ω+5"] Value::Game(Game::Surreal(Arc::new(Surreal::omega())));
    const ω "the first infinite ordinal; also written omega"
        ["2*ω^2", "ω^2×2"] Value::Game(Game::Surreal(Arc::new(Surreal::omega())));
    fn Tiny(x) "tiny-x, the game {0||0|-x}"
        ["Tiny(2) == {0||0|-2}", "true"] {
            if let Value::Game(Game::Sided(_)) = c.arg(0) {
                return Ok(m.loopy_tiny(c.arg(0), true, c.at(0))?);
            }
            let tiny = m.tiny(c.arg(0), true, c.at(0))?;
            m.demote(tiny)
        };
    fn Miny(x) "miny-x, the negative of tiny-x"
        ["Miny(1/2)", "Miny(1/2)"] {
            if let Value::Game(Game::Sided(_)) = c.arg(0) {
                return Ok(m.loopy_tiny(c.arg(0), false, c.at(0))?);
            }
            let miny = m.tiny(c.arg(0), false, c.at(0))?;
            m.demote(miny)
        };
    fn BornBy(day: UBig) "the set of all games born by that day, up to day 3"
        ["BornBy(1)", "{-1,0,1,*}"] {
            let day = u32::try_from(day).unwrap_or(u32::MAX);
            let games = m.calc.born_by(day).map_err(crate::eval::stopped(c.at(0)))?;
            AnswerSet(games)
        };
}
