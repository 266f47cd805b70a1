//! Temperature theory: means, thermographs, cooling and heating, incentives.

use super::Call;
use super::rows::{AnswerList, AnswerSet, Arg, At, Raise, raise, rows};
use crate::data::Data;
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail, loopy_error, stopped};
use crate::value::{Game, Value};
use std::sync::Arc;
use upstar_base::Player;
use upstar_notation::plot::{Figure, terminal};
use upstar_values::{Dyadic, Short, Thermograph, Wall};

impl Arg<'_> for Arc<Thermograph> {
    fn get(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<Self> {
        match c.arg(i) {
            Value::Thermograph(thermograph) => Ok(thermograph.clone()),
            value @ Value::Game(Game::Sided(_)) => {
                let g = m.stopper(value, c.at(i))?;
                m.stoppers.thermograph(g).map(Arc::new).map_err(loopy_error(c.at(i)))
            }
            value => {
                let g = m.game(value, c.at(i))?;
                m.calc.thermograph(g).map_err(stopped(c.span))
            }
        }
    }
}

/// The game heated by all integers, `{GL + n | GR - n}` for all n (Winning Ways ch. 11). Where a
/// move leads to what is no number, the heated options have no form here: they are an infinite
/// list of superheavy games without a best.
fn by_integers(m: &mut Interpreter, c: &Call<'_>, g: Short) -> Evaluated<Value> {
    if m.calc.is_number(g) {
        return Ok(m.demote(g));
    }
    for who in Player::BOTH {
        for option in m.calc.options(g, who).map_err(stopped(c.span))? {
            if !m.calc.is_number(option) {
                let text = m.brief(c.arg(0));
                let message = format!(
                    "{text} heated by all integers is known only if all moves lead to numbers"
                );
                return Err(fail(ErrorKind::Unsupported, c.at(0), message));
            }
        }
    }
    m.make_game(&[Value::Game(Game::Integers)], &[Value::Game(Game::Integers)], c.span)
}

/// A wall from three arguments: its mast, the temperatures where it bends, its slopes.
fn read_wall(m: &mut Interpreter, c: &Call<'_>, from: usize) -> Evaluated<Wall> {
    let mast = m.dyadic(c.arg(from), c.at(from))?;
    let mut critical = Vec::new();
    for t in m.members(c.arg(from + 1), c.at(from + 1))?.items {
        critical.push(m.dyadic(&t, c.at(from + 1))?);
    }
    let mut slopes = Vec::new();
    for slope in m.members(c.arg(from + 2), c.at(from + 2))?.items {
        let slope = m.integer(&slope, c.at(from + 2))?;
        // A slope that is too large for the number is no slope of a wall either.
        slopes.push(i8::try_from(&slope).unwrap_or(i8::MAX));
    }
    Wall::new(mast, critical, slopes).ok_or_else(|| {
        let message = "a wall bends at temperatures that fall, all above -1, and has one slope more: \
            0, then -1 and 0 in turn, or 1 and 0 in turn";
        fail(ErrorKind::Domain, c.at(from), message)
    })
}

/// How wide a plot is.
const COLUMNS: usize = 72;

fn stop(thermograph: &Thermograph, who: Player) -> Dyadic {
    thermograph.wall(who).at(&Dyadic::from(0))
}

/// Where a wall stands at a temperature.
fn wall_at(wall: &Wall, t: &Dyadic) -> Result<Dyadic, Raise> {
    if *t < Dyadic::from(-1) {
        return raise(ErrorKind::Domain, "walls are defined for t >= -1").at(1);
    }
    Ok(wall.at(t))
}

rows! { pub(super) TABLE |m, c|
    Game.Mean(g: Short) "the limit of n.G / n: what a copy is worth among many"
        ["{3||2|1}.Mean", "9/4"] m.calc.mean(g);
    Game.Temperature(g: Short)
        "how much a move is worth; -1 for integers, -1/2^n for other numbers m/2^n"
        ["{3||2|1}.Temperature", "3/4"] m.calc.temperature(g);
    Game.Thermograph(thermograph: Arc<Thermograph>)
        "the stops of G cooled by t, as functions of t; each wall is its mast, critical temperatures, slopes"
        ["{3||2|1}.Thermograph", "Thermograph(9/4,[3/4],[0,-1],9/4,[3/4,1/2],[0,1,0])"]
            thermograph;
    Game.Cool(g: Short, t: Dyadic) "G when every move costs t > -1; above its temperature the mean"
        ["{3||2+*|1+*}.Cool(1/4)", "{11/4||2|3/2}"] m.calc.cool(g, &t).at(1);
    Game.Heat(g: Short, t)
        "{heated Left options + t | heated Right options - t}, numbers unchanged; t may be any game, or Z, all integers"
        ["[* Heat 2, * Heat Z]", "[+-2,{Z|Z}]"] {
            if matches!(c.arg(1), Value::Game(Game::Integers)) {
                return Ok(by_integers(m, c, g)?);
            }
            let t = m.game(c.arg(1), c.at(1))?;
            let heated = m.calc.heat(g, t)?;
            m.demote(heated)
        };
    Game.Overheat(g: Short, s, t) "like Heat, but integers n become n.s"
        ["{3||2+*|1+*}.Overheat(*,1+*)", "{1||+-(1*)|-1,{-1|-3}}"] {
            if matches!(c.arg(2), Value::Game(Game::Integers)) {
                return Ok(by_integers(m, c, g)?);
            }
            let s = m.game(c.arg(1), c.at(1))?;
            let t = m.game(c.arg(2), c.at(2))?;
            let heated = m.calc.overheat(g, s, t)?;
            m.demote(heated)
        };
    Game.Freeze(g: Short) "G cooled by its temperature; numbers unchanged"
        ["{3||2|1}.Freeze", "9/4*"] m.calc.freeze(g);
    Game.Incentives(g: Short) "what moves change: GL - G and G - GR, without dominated ones"
        ["^.Incentives", "{^*}"] m.calc.incentives(g).map(AnswerSet);
    Game.LeftIncentives(g: Short) "the GL - G, without dominated ones"
        ["^.LeftIncentives", "{v}"] m.calc.incentives_of(g, Player::Left).map(AnswerSet);
    Game.RightIncentives(g: Short) "the G - GR, without dominated ones"
        ["^.RightIncentives", "{^*}"] m.calc.incentives_of(g, Player::Right).map(AnswerSet);
    Thermograph.Temperature(thermograph: Arc<Thermograph>) "where the walls meet"
        ["{3||2|1}.Thermograph.Temperature", "3/4"] thermograph.temperature();
    Thermograph.Mean(thermograph: Arc<Thermograph>) "where the mast stands"
        ["{3||2|1}.Thermograph.Mean", "9/4"] thermograph.mean();
    Thermograph.Mast(thermograph: Arc<Thermograph>) "where the mast stands; the same as Mean"
        ["{3||2|1}.Thermograph.Mast", "9/4"] thermograph.mean();
    Thermograph.LeftStop(thermograph: Arc<Thermograph>) "where the left wall stands at temperature 0"
        ["{3||2|1}.Thermograph.LeftStop", "3"] stop(&thermograph, Player::Left);
    Thermograph.RightStop(thermograph: Arc<Thermograph>) "where the right wall stands at temperature 0"
        ["{3||2|1}.Thermograph.RightStop", "2"] stop(&thermograph, Player::Right);
    Thermograph.Plot(thermograph: Arc<Thermograph>)
        "the thermograph drawn with characters; `:plot` and `upstar draw` make pictures"
        ["{1|-1}.Thermograph.Plot() is Output", "true"] {
            let figure = Figure::new("", thermograph);
            Data::Output(terminal(&[figure], COLUMNS).into())
        };
    fn Trajectory(mast, temperatures, slopes)
        "a wall of a thermograph: where it stands at high temperatures, where it bends, and its slopes, from the top"
        ["Trajectory(2,[1],[0,-1]) == {3|1}.Thermograph.LeftWall", "true"] read_wall(m, c, 0)?;
    fn Thermograph(mast, temperatures, slopes, mast2, temperatures2, slopes2)
        "the thermograph with these walls, the left one first"
        ["Thermograph(2,[1],[0,-1],2,[1],[0,1]) == {3|1}.Thermograph", "true"] {
            let walls = [read_wall(m, c, 0)?, read_wall(m, c, 3)?];
            let message = "the walls of a thermograph have one mast, the left one leans to the left, \
                the right one to the right, and they do not cross";
            let found = Thermograph::new(walls);
            found.map_or_else(|| raise(ErrorKind::Domain, message), |found| Ok(Arc::new(found)))
        };
    Thermograph.Wall(thermograph: Arc<Thermograph>, player: Player) "the wall of a player"
        ["{3||2|1}.Thermograph.Wall(Left)", "Trajectory(9/4,[3/4],[0,-1])"]
            thermograph.wall(player).clone();
    Thermograph.LeftWall(thermograph: Arc<Thermograph>) "the left wall"
        ["{3|1}.Thermograph.LeftWall", "Trajectory(2,[1],[0,-1])"]
            thermograph.wall(Player::Left).clone();
    Thermograph.RightWall(thermograph: Arc<Thermograph>) "the right wall"
        ["{3|1}.Thermograph.RightWall", "Trajectory(2,[1],[0,1])"]
            thermograph.wall(Player::Right).clone();
    Trajectory.Mast(wall: &Wall) "where it stands at high temperatures"
        ["{3|1}.Thermograph.LeftWall.Mast", "2"] Value::dyadic(wall.mast());
    Trajectory.CriticalTemperatures(wall: &Wall) "where the slope changes, from the top"
        ["{3||2|1}.Thermograph.RightWall.CriticalTemperatures", "[3/4,1/2]"]
            AnswerList(wall.critical_temperatures().iter().map(Value::dyadic));
    Trajectory.Slopes(wall: &Wall) "dx/dt of each piece, from the top"
        ["{3||2|1}.Thermograph.RightWall.Slopes", "[0,1,0]"]
            AnswerList(wall.slopes().iter().copied());
    Trajectory.At(wall: &Wall, t: Dyadic) "where it stands at temperature t >= -1"
        ["{3|1}.Thermograph.LeftWall.At(1/2)", "5/2"] wall_at(wall, &t);
    Trajectory.Value(wall: &Wall, t: Dyadic) "the same as At"
        ["{3|1}.Thermograph.RightWall.Value(1/2)", "3/2"] wall_at(wall, &t);
}
