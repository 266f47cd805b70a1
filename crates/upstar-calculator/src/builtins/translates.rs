//! Numbers that no short game is, beside games.

use super::Call;
use super::rows::rows;
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail, loopy_error, stopped, translate_error};
use crate::numbers::Number;
use crate::value::Value;
use std::sync::Arc;
use upstar_base::Player;
use upstar_values::stopper::{Ending, Side, Sides};
use upstar_values::surreal::Surreal;
use upstar_values::{Dyadic, Summand, Translate};

fn number(x: Surreal) -> Value {
    Number::Surreal(Arc::new(x)).into_value()
}

fn stop(m: &mut Interpreter, c: &Call<'_>, who: Player) -> Evaluated<Value> {
    let value = m.translate(c.arg(0), c.at(0))?;
    let stop = m.translator().stop(&value, who).map_err(translate_error(c.at(0)))?;
    Ok(m.translated(stop))
}

/// Mean and temperature of the game.
fn heat(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<[Dyadic; 2]> {
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

fn side(m: &mut Interpreter, c: &Call<'_>, ending: Ending) -> Evaluated<Value> {
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

rows! { pub(super) TABLE |m, c|
    Translate.NumberPart(_) "the number that stands beside the game"
        ["(omega + ^).NumberPart", "ω"] {
            let value = m.translate(c.arg(0), c.at(0))?;
            number(value.number)
        };
    Translate.GamePart(_)
        "the game that stands beside the number; its mean, or what else tells its place, is 0"
        ["({1|0} + 2/3).GamePart", "+-1/2"] {
            let game = m.translate(c.arg(0), c.at(0))?.game;
            m.translated(Translate::from(game))
        };
    Translate.OutcomeClass(_) "who wins: L, R, N, P, D for a draw, or a mixture"
        ["[(1/omega + v).OutcomeClass, (2/3 + {2|-2}).OutcomeClass]", "[L,N]"] {
            let value = m.translate(c.arg(0), c.at(0))?;
            m.translator().outcome(&value).map_err(translate_error(c.at(0)))
        };
    Translate.Stop(_, player: Player) "where alternating play leads when a player starts"
        ["(2/3 + {1|-1}).Stop(Left)", "5/3"] stop(m, c, player);
    Translate.LeftStop(_) "the stop when Left starts"
        ["(omega + over).LeftStop", "ω+over"] stop(m, c, Player::Left);
    Translate.RightStop(_) "the stop when Right starts"
        ["(omega + ^).RightStop", "ω"] stop(m, c, Player::Right);
    Translate.Mean(_) "the number, with the mean of the game"
        ["(2/3 + {1|0}).Mean", "7/6"] {
            let [mean, _] = heat(m, c)?;
            let place = m.translate(c.arg(0), c.at(0))?.number;
            let mean = place.add(&Surreal::from(&mean));
            mean.map(number).map_err(|why| translate_error(c.at(0))(why.into()))
        };
    Translate.Temperature(_) "how much a move is worth: that of the game"
        ["(omega + {1|0}).Temperature", "1/2"] {
            let [_, temperature] = heat(m, c)?;
            temperature
        };
    Translate.Onside(_) "the value when infinite play is a win for Left"
        ["(omega + (1 & 0)).Onside", "ω+1"] side(m, c, Ending::Left);
    Translate.Offside(_) "the value when infinite play is a win for Right"
        ["(omega + (1 & 0)).Offside", "ω"] side(m, c, Ending::Right);
    Translate.IsNumber(_) "is it a number?"
        ["(omega + ^).IsNumber", "false"] false;
}
