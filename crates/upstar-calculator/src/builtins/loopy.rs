//! Loopy partizan games (Winning Ways ch. 11).

use super::Call;
use super::rows::{AnswerList, AnswerSet, Arg, rows};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::loopy::{are_stoppers, no_stopper};
use crate::eval::{Interpreter, fail, loopy_error, stopped};
use crate::value::{Game, Value};
use dashu_int::IBig;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use upstar_base::{OutcomeClass, Player, Stopped, Verdict};
use upstar_values::stopper::temperature::OneWall;
use upstar_values::stopper::{Draft, Ending, LoopyError, Ref, Sides, Stopper, Stoppers};
use upstar_values::{Dyadic, Thermograph};

/// A constant that is a stopper.
fn named(
    m: &mut Interpreter,
    span: crate::Span,
    make: fn(&mut Stoppers) -> Result<Stopper, Stopped>,
) -> Evaluated<Value> {
    let g = make(&mut m.stoppers).map_err(stopped(span))?;
    m.sided(Sides::stopper(g), span)
}

/// A side as a game of its own.
fn side(c: &Call<'_>, sides: Sides, ending: Ending) -> Evaluated<Stopper> {
    sides.of(ending).ok_or_else(|| no_stopper(c.at(0), ending))
}

fn options(m: &mut Interpreter, c: &Call<'_>, who: Player) -> Evaluated<AnswerSet<Vec<Stopper>>> {
    let g = Stopper::get(m, c, 0)?;
    Ok(AnswerSet(m.stoppers.options(g, who).to_vec()))
}

/// The outcome class, with draws or without.
fn outcome(m: &mut Interpreter, sides: Sides) -> Result<OutcomeClass, Stopped> {
    let mut verdicts = [Verdict::Draw; 2];
    for (who, verdict) in Player::BOTH.into_iter().zip(&mut verdicts) {
        if let Some(left) = m.stoppers.left_wins(sides, who)? {
            *verdict = Verdict::of(left == (who == Player::Left));
        }
    }
    Ok(OutcomeClass::from_first(verdicts))
}

/// The number that a game, or both its sides, are infinitely close to.
fn near_number(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Option<Dyadic>> {
    let sides = Sides::get(m, c, 0)?;
    let mut near = [None, None];
    for (ending, near) in [Ending::Left, Ending::Right].into_iter().zip(&mut near) {
        let g = side(c, sides, ending)?;
        *near = m.stoppers.near_number(g).map_err(stopped(c.span))?;
    }
    let [onside, offside] = near;
    Ok(if onside == offside { onside } else { None })
}

fn stop(m: &mut Interpreter, c: &Call<'_>, who: Player) -> Evaluated<Stopper> {
    let g = Stopper::get(m, c, 0)?;
    m.stoppers.stop(g, who).map_err(stopped(c.span))
}

/// All cycles are passes.
fn is_plumtree(store: &Stoppers, g: Stopper) -> bool {
    let (_, graph) = store.drawn(g);
    graph.components().iter().all(|component| component.len() == 1)
}

/// A position of the ruleset `partizan-digraph`: the canonical form of a stopper, or a game that is
/// grafted from its two sides.
fn graph(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let sides = Sides::get(m, c, 0)?;
    let (root, draft) = match sides.as_stopper() {
        Some(g) => (Ref::Known(g), Draft::new()),
        None => {
            let [Some(onside), Some(offside)] = [Ending::Left, Ending::Right].map(|e| sides.of(e))
            else {
                return Err(loopy_error(c.at(0))(LoopyError::NoSide));
            };
            let graft = m.stoppers.graft(onside, offside).map_err(stopped(c.span))?;
            (Ref::Node(0), graft.ok_or_else(|| loopy_error(c.at(0))(LoopyError::NoSide))?)
        }
    };
    let mut numbers: FxHashMap<Ref, usize> = FxHashMap::default();
    numbers.insert(root, 0);
    let (mut places, mut nodes) = (vec![root], Vec::new());
    while let Some(&place) = places.get(nodes.len()) {
        let mut both = [String::new(), String::new()];
        for who in Player::BOTH {
            let mut names = Vec::new();
            for option in draft.options(&m.stoppers, place, who) {
                let next = places.len();
                let number = *numbers.entry(option).or_insert(next);
                if number == next {
                    places.push(option);
                }
                names.push(format!("n{number}"));
            }
            both[who as usize] = names.join(",");
        }
        nodes.push(format!("n{}={{{}|{}}}", nodes.len(), both[0], both[1]));
    }
    m.string(format!("{} @ n0", nodes.join(";")), c.span)
}

/// The atomic weight, the same for both sides.
fn weight(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let sides = Sides::get(m, c, 0)?;
    let mut weights = Vec::with_capacity(2);
    for ending in [Ending::Left, Ending::Right] {
        let g = side(c, sides, ending)?;
        let weight = m.stoppers.atomic_weight(&mut m.calc, g);
        weights.push(weight.map_err(loopy_error(c.at(0)))?);
    }
    match weights[..] {
        [Some(on), Some(off)] if on == off => Ok(Value::Game(Game::Integer(IBig::from(on)))),
        _ => {
            let text = m.brief(c.arg(0));
            let message = format!("{text} has no atomic weight that is a whole number");
            Err(fail(ErrorKind::Domain, c.at(0), message))
        }
    }
}

/// One wall of a thermograph, where the other may be nowhere.
fn one_wall(m: &mut Interpreter, c: &Call<'_>, who: Player) -> Evaluated<Value> {
    let g = m.stopper(c.arg(0), c.at(0))?;
    match m.stoppers.one_wall(g, who).map_err(stopped(c.span))? {
        OneWall::Nowhere(Player::Left) => named(m, c.span, Stoppers::on),
        OneWall::Nowhere(Player::Right) => named(m, c.span, Stoppers::off),
        OneWall::Corners(corners) => {
            let mut list = Vec::with_capacity(corners.len());
            for (temperature, place, slope) in &corners {
                let slope = Value::Game(Game::Integer(IBig::from(*slope)));
                let corner = [Value::dyadic(temperature), Value::dyadic(place), slope];
                list.push(m.list(corner, c.span)?);
            }
            m.list(list, c.span)
        }
    }
}

/// The most sweeps that are listed unless more are asked for.
const SWEEPS: u32 = 24;

fn sidling(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Vec<Vec<Stopper>>> {
    let who = m.player(c.arg(1), c.at(1))?;
    let ending = if who == Player::Left { Ending::Left } else { Ending::Right };
    let most = match c.arg(2) {
        Value::Nothing => SWEEPS as usize,
        other => {
            let most = m.natural(other, c.at(2))?;
            usize::try_from(&most)
                .ok()
                .filter(|&most| most <= 1000)
                .ok_or_else(|| fail(ErrorKind::Size, c.at(2), "at most 1000 sweeps are listed"))?
        }
    };
    let text = m.text(c.arg(0), c.at(0))?.to_owned();
    let graph = m.drawn_text(&text, ending, c.at(0))?;
    let sweeps = m.stoppers.sweeps(&graph, ending, most).map_err(stopped(c.span))?;
    if !sweeps.limit {
        m.warn(c.span, "sidling has not come to its limit; these are bounds");
    }
    Ok(sweeps.values)
}

rows! { pub(super) TABLE |m, c|
    const on "{pass|}, larger than every number"
        ["on + off", "dud"] named(m, c.span, Stoppers::on);
    const off "{|pass}, smaller than every number"
        ["-off", "on"] named(m, c.span, Stoppers::off);
    const dud "{pass|pass}, with which every sum is drawn"
        ["dud + 3", "dud"] {
            let on = m.stoppers.on()?;
            let off = m.stoppers.off()?;
            Sides::new(on, off)
        };
    const over "{0|pass}, the largest infinitesimal of its kind"
        ["over + over", "over"] named(m, c.span, Stoppers::over);
    const under "{pass|0}, minus over"
        ["under == -over", "true"] named(m, c.span, |store| {
            let over = store.over()?;
            store.neg(over)
        });
    const upon "{pass|*}, the sum of all powers of up"
        ["upon + *", "^[on]*"] named(m, c.span, Stoppers::upon);
    Sided.Onside(sides: Sides) "the value when infinite play is a win for Left"
        ["dud.Onside", "on"] side(c, sides, Ending::Left);
    Sided.Offside(sides: Sides) "the value when infinite play is a win for Right"
        ["dud.Offside", "off"] side(c, sides, Ending::Right);
    Sided.OutcomeClass(sides: Sides) "who wins: L, R, N, P, D for a draw, or a mixture"
        ["on.OutcomeClass", "L"] outcome(m, sides);
    Sided.IsStopper(g: Sides) "is there no infinite alternating play?"
        ["over.IsStopper", "true"] g.as_stopper().is_some();
    Sided.IsStopperSided(sides: Sides) "are both sides stoppers?"
        ["dud.IsStopperSided", "true"] are_stoppers(sides);
    Sided.IsLoopfree(_) "is it equal to a game that ends?"
        ["over.IsLoopfree", "false"] false;
    Sided.IsPlumtree(sides: Sides) "are passes its only cycles?"
        ["over.IsPlumtree", "true"]
            sides.as_stopper().is_some_and(|g| is_plumtree(&m.stoppers, g));
    Sided.IsPseudonumber(sides: Sides) "is it a number, on, off, or a number with over or under?"
        ["over.IsPseudonumber", "true"]
            sides.as_stopper().is_some_and(|g| m.stoppers.as_pseudonumber(g).is_some());
    Sided.IsNumberish(_) "is it infinitely close to a number?"
        ["5over.IsNumberish", "true"] near_number(m, c)?.is_some();
    Sided.IsInfinitesimal(_) "is it infinitely close to 0?"
        ["upon.IsInfinitesimal", "true"] near_number(m, c)?.is_some_and(|x| x.is_zero());
    Sided.IsIdempotent(sides: Sides) "is it its own double?"
        ["over.IsIdempotent", "true"] {
            let double = m.stoppers.add_sides(sides, sides)?;
            m.same_sides(double, sides, c.span)
        };
    Sided.IsStable(g: Stopper)
        "is its degree its own sum with itself, and are its upsum and downsum varieties the same?"
        ["upon.IsStable", "true"] m.stoppers.is_stable_game(g);
    Sided.Stop(_, player: Player)
        "the pseudonumber that alternating play leads to when a player starts"
        ["(+-over).Stop(Left)", "over"] stop(m, c, player);
    Sided.LeftStop(_) "the stop when Left starts"
        ["over.LeftStop", "over"] stop(m, c, Player::Left);
    Sided.RightStop(_) "the stop when Right starts"
        ["(+-over).RightStop", "under"] stop(m, c, Player::Right);
    Sided.Upsum(g: Sides, h: Sides) "the onside of a sum"
        ["on.Upsum(off)", "on"] {
            let sum = m.stoppers.add_sides(g, h)?;
            side(c, sum, Ending::Left)
        };
    Sided.Downsum(g: Sides, h: Sides) "the offside of a sum"
        ["on.Downsum(off)", "off"] {
            let sum = m.stoppers.add_sides(g, h)?;
            side(c, sum, Ending::Right)
        };
    Sided.IsZero(_) "is it 0?"
        ["over.IsZero", "false"] false;
    Sided.IsInteger(_) "is it a whole number?"
        ["on.IsInteger", "false"] false;
    Sided.IsNumber(_) "is it a number?"
        ["over.IsNumber", "false"] false;
    Sided.IsNimber(_) "is it a nimber?"
        ["dud.IsNimber", "false"] false;
    Sided.IsOrdinal(_) "is it an ordinal?"
        ["on.IsOrdinal", "false"] false;
    Sided.IsUptimal(_) "is it an uptimal?"
        ["upon.IsUptimal", "false"] false;
    Sided.IsNumberTiny(_) "is it a number and a tiny or miny that ends?"
        ["on.IsNumberTiny", "false"] false;
    Sided.LeftOptions(_) "Left's options in canonical form"
        ["over.LeftOptions", "{0}"] options(m, c, Player::Left);
    Sided.RightOptions(_) "Right's options in canonical form"
        ["over.RightOptions", "{over}"] options(m, c, Player::Right);
    Sided.Options(_, player: Player) "the options of a player in canonical form"
        ["over.Options(Left)", "{0}"] options(m, c, player);
    Sided.Followers(g: Stopper) "all positions that can be reached"
        ["over.Followers", "{0,over}"] AnswerSet(m.stoppers.followers(g));
    Sided.Thermograph(thermograph: Arc<Thermograph>)
        "the stops when every move costs t >= 0, of a stopper; below 0 the walls go straight down"
        ["{1|over}.Thermograph", "Thermograph(1/2,[1/2,0],[0,-1,0],1/2,[1/2,0],[0,1,0])"]
            thermograph;
    Sided.Mean(thermograph: Arc<Thermograph>) "where the mast of its thermograph stands"
        ["{1|over}.Mean", "1/2"] thermograph.mean();
    Sided.Temperature(thermograph: Arc<Thermograph>)
        "how much a move is worth: where the walls of its thermograph meet"
        ["{1|over}.Temperature", "1/2"] thermograph.temperature();
    Sided.LeftWall(_)
        "corners of the left wall of a stopper's thermograph, [temperature, place, slope above], or on or off if it is nowhere"
        ["[oof.LeftWall, {1|over}.LeftWall]", "[[[0,0,-1]],[[0,1,-1],[1/2,1/2,0]]]"]
            one_wall(m, c, Player::Left);
    Sided.RightWall(_) "corners of the right wall of a stopper's thermograph, as for the left one"
        ["[oof.RightWall, {1|over}.RightWall]", "[off,[[0,0,1],[1/2,1/2,0]]]"]
            one_wall(m, c, Player::Right);
    Sided.Graph(_)
        "the canonical form as a position of `partizan-digraph`, which can be drawn; of a game with two sides one that is grafted from them"
        ["over.Graph", "\"n0={n1|n0};n1={|} @ n0\""] graph(m, c);
    Sided.FollowerCount(g: Stopper) "how many positions can be reached"
        ["off.FollowerCount", "1"] m.stoppers.followers(g).len();
    Sided.AtomicWeight(_)
        "how many ups a loopy infinitesimal is worth beside large nimbers, if that is a whole number"
        ["[ace.AtomicWeight, Heart(5).AtomicWeight, upon.AtomicWeight]", "[1,5,1]"] weight(m, c);
    fn Sidling(game, player, sweeps = Nothing)
        "the values of all braces in a game, written as a string, as one sidles from on (for Left) or off towards its sides"
        ["Sidling(\"a{b{|a}|}\", Left)", "[[on,on],[on,0],[1,0]]"]
            AnswerList(sidling(m, c)?.into_iter().map(AnswerList));
    Sided.Degree(sides: Sides) "the degree of loopiness, the onside of the game minus itself"
        ["upon.Degree", "^<on>"] {
            let degree = m.stoppers.degree_of_sides(sides)?;
            degree.ok_or_else(|| no_stopper(c.at(0), Ending::Left))
        };
}
