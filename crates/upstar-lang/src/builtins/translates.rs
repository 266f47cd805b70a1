//! Numbers that no short game is, beside games.

use super::{Builtin, Call, On, method};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Machine, fail, loopy_error, stopped, translate_error};
use crate::numbers::Number;
use crate::value::{Game, Value};
use std::sync::Arc;
use upstar_base::Player;
use upstar_values::stopper::{Ending, Side, Sides};
use upstar_values::surreal::Surreal;
use upstar_values::{Dyadic, Summand, Translate};

fn number(x: Surreal) -> Value {
    Number::Surreal(Arc::new(x)).into_value()
}

fn stop(m: &mut Machine, c: &Call<'_>, who: Player) -> Evaluated<Value> {
    let value = m.translate(c.arg(0), c.at(0))?;
    let stop = m.translator().stop(&value, who).map_err(translate_error(c.at(0)))?;
    Ok(m.translated(stop))
}

/// Mean and temperature of the game.
fn heat(m: &mut Machine, c: &Call<'_>) -> Evaluated<[Dyadic; 2]> {
    match m.translate(c.arg(0), c.at(0))?.game {
        Summand::Short(g) => {
            let mean = m.calc.mean(g).map_err(stopped(c.span))?;
            Ok([mean, m.calc.temperature(g).map_err(stopped(c.span))?])
        }
        Summand::Sided(sides) => {
            let g = sides.as_stopper().ok_or_else(|| {
                fail(ErrorKind::Domain, c.at(0), "only a stopper has a mean and a temperature")
            })?;
            let thermograph = m.stoppers.thermograph(g).map_err(loopy_error(c.at(0)))?;
            Ok([thermograph.mean(), thermograph.temperature()])
        }
        Summand::Upons(_) => Ok([Dyadic::zero(), Dyadic::zero()]),
    }
}

fn side(m: &mut Machine, c: &Call<'_>, ending: Ending) -> Evaluated<Value> {
    let mut value = m.translate(c.arg(0), c.at(0))?;
    if let Summand::Upons(upons) = value.game {
        let upper = if ending == Ending::Left { upons.onside } else { upons.offside };
        value.game = Summand::Upons(upons.one_sided(upper));
    }
    if let Summand::Sided(sides) = value.game {
        let Side::Stopper(g) = sides.side(ending) else {
            return Err(crate::eval::loopy::no_stopper(c.at(0), ending));
        };
        value.game = Summand::Sided(Sides::stopper(g));
    }
    let side = m.translator().normal(value).map_err(translate_error(c.at(0)))?;
    Ok(m.translated(side))
}

const FALSE: fn(&mut Machine, &Call<'_>) -> Evaluated<Value> = |_, _| Ok(Value::Boolean(false));

pub(super) static TABLE: &[Builtin] = &[
    method(
        "NumberPart",
        On::Translate,
        &[],
        "the number that stands beside the game",
        ["(omega + ^).NumberPart", "ω"],
        |m, c| {
            let value = m.translate(c.arg(0), c.at(0))?;
            Ok(number(value.number))
        },
    ),
    method(
        "GamePart",
        On::Translate,
        &[],
        "the game that stands beside the number; its mean, or what else tells its place, is 0",
        ["({1|0} + 2/3).GamePart", "+-1/2"],
        |m, c| {
            let game = m.translate(c.arg(0), c.at(0))?.game;
            Ok(m.translated(Translate::from(game)))
        },
    ),
    method(
        "OutcomeClass",
        On::Translate,
        &[],
        "who wins: L, R, N, P, D for a draw, or a mixture",
        ["[(1/omega + v).OutcomeClass, (2/3 + {2|-2}).OutcomeClass]", "[L,N]"],
        |m, c| {
            let value = m.translate(c.arg(0), c.at(0))?;
            let class = m.translator().outcome(&value).map_err(translate_error(c.at(0)))?;
            Ok(Value::Game(Game::Outcome(class)))
        },
    ),
    method(
        "Stop",
        On::Translate,
        &["player"],
        "where alternating play leads when a player starts",
        ["(2/3 + {1|-1}).Stop(Left)", "5/3"],
        |m, c| {
            let who = m.player(c.arg(1), c.at(1))?;
            stop(m, c, who)
        },
    ),
    method(
        "LeftStop",
        On::Translate,
        &[],
        "the stop when Left starts",
        ["(omega + over).LeftStop", "ω+over"],
        |m, c| stop(m, c, Player::Left),
    ),
    method(
        "RightStop",
        On::Translate,
        &[],
        "the stop when Right starts",
        ["(omega + ^).RightStop", "ω"],
        |m, c| stop(m, c, Player::Right),
    ),
    method(
        "Mean",
        On::Translate,
        &[],
        "the number, with the mean of the game",
        ["(2/3 + {1|0}).Mean", "7/6"],
        |m, c| {
            let [mean, _] = heat(m, c)?;
            let place = m.translate(c.arg(0), c.at(0))?.number;
            let mean = place.add(&Surreal::from(&mean));
            mean.map(number).map_err(|why| translate_error(c.at(0))(why.into()))
        },
    ),
    method(
        "Temperature",
        On::Translate,
        &[],
        "how much a move is worth: that of the game",
        ["(omega + {1|0}).Temperature", "1/2"],
        |m, c| {
            let [_, temperature] = heat(m, c)?;
            Ok(Value::dyadic(&temperature))
        },
    ),
    method(
        "Onside",
        On::Translate,
        &[],
        "the value when infinite play is a win for Left",
        ["(omega + (1 & 0)).Onside", "ω+1"],
        |m, c| side(m, c, Ending::Left),
    ),
    method(
        "Offside",
        On::Translate,
        &[],
        "the value when infinite play is a win for Right",
        ["(omega + (1 & 0)).Offside", "ω"],
        |m, c| side(m, c, Ending::Right),
    ),
    method(
        "IsNumber",
        On::Translate,
        &[],
        "is it a number?",
        ["(omega + ^).IsNumber", "false"],
        FALSE,
    ),
];
