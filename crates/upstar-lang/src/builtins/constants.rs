//! Constants and functions that make games.

use super::{Builtin, Run, function};
use crate::value::{Game, Value};
use std::sync::Arc;
use upstar_base::Player;
use upstar_values::surreal::Surreal;

pub(super) const fn constant(
    name: &'static str,
    summary: &'static str,
    [example, output]: [&'static str; 2],
    run: fn(&mut crate::eval::Machine, crate::Span) -> crate::error::Evaluated<Value>,
) -> Builtin {
    Builtin {
        name,
        on: None,
        parameters: &[],
        optional: 0,
        summary,
        example,
        output,
        run: Run::Constant(run),
    }
}

pub(super) static TABLE: &[Builtin] = &[
    constant("Left", "the player who is positive", ["^.Options(Left)", "{0}"], |_, _| {
        Ok(Value::Player(Player::Left))
    }),
    constant("Right", "the player who is negative", ["^.Options(Right)", "{*}"], |_, _| {
        Ok(Value::Player(Player::Right))
    }),
    constant("Nothing", "no value", ["[1,2].IndexOf(3) === Nothing", "true"], |_, _| {
        Ok(Value::Nothing)
    }),
    constant(
        "inf",
        "what a positive number divided by 0 gives",
        ["inf > 2^100", "true"],
        |_, _| Ok(Value::Game(Game::Infinity { negative: false })),
    ),
    constant("∞", "the same as inf", ["-∞", "-inf"], |_, _| {
        Ok(Value::Game(Game::Infinity { negative: false }))
    }),
    constant(
        "omega",
        "the first infinite ordinal; also written ω",
        ["omega + 5", "ω+5"],
        |_, _| Ok(Value::Game(Game::Surreal(Arc::new(Surreal::omega())))),
    ),
    constant(
        "ω",
        "the first infinite ordinal; also written omega",
        ["2*ω^2", "ω^2×2"],
        |_, _| Ok(Value::Game(Game::Surreal(Arc::new(Surreal::omega())))),
    ),
    function(
        "Tiny",
        &["x"],
        "tiny-x, the game {0||0|-x}",
        ["Tiny(2) == {0||0|-2}", "true"],
        |m, c| {
            if let Value::Game(Game::Sided(_)) = c.arg(0) {
                return m.loopy_tiny(c.arg(0), true, c.at(0));
            }
            let tiny = m.tiny(c.arg(0), true, c.at(0))?;
            Ok(m.demote(tiny))
        },
    ),
    function(
        "Miny",
        &["x"],
        "miny-x, the negative of tiny-x",
        ["Miny(1/2)", "Miny(1/2)"],
        |m, c| {
            if let Value::Game(Game::Sided(_)) = c.arg(0) {
                return m.loopy_tiny(c.arg(0), false, c.at(0));
            }
            let miny = m.tiny(c.arg(0), false, c.at(0))?;
            Ok(m.demote(miny))
        },
    ),
    function(
        "BornBy",
        &["day"],
        "the set of all games born by that day, up to day 3",
        ["BornBy(1)", "{-1,0,1,*}"],
        |m, c| {
            let day = m.natural(c.arg(0), c.at(0))?;
            let day = u32::try_from(day).unwrap_or(u32::MAX);
            let games = m.calc.born_by(day).map_err(crate::eval::stopped(c.at(0)))?;
            m.game_set(games, c.span)
        },
    ),
];
