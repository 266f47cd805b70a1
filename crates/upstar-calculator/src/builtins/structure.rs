//! Options, followers, birthdays, outcomes, stops.

use super::Call;
use super::rows::{Answer, AnswerSet, rows};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail, stopped};
use crate::numbers::{Number, to_dyadic};
use crate::value::{Game, Value};
use std::sync::Arc;
use upstar_base::{Outcome, Player, Stopped};
use upstar_values::Short;
use upstar_values::surreal::Surreal;

fn options(m: &mut Interpreter, c: &Call<'_>, who: Player) -> Evaluated<Value> {
    if let Value::Form(id) = c.arg(0) {
        let options = m.forms.options(&mut m.calc, *id, who).map_err(stopped(c.span))?;
        let mut values = Vec::with_capacity(options.len());
        for &option in options.iter() {
            values.push(m.form_as_value(option));
        }
        return m.set(values, c.span);
    }
    let g = m.game(c.arg(0), c.at(0))?;
    let options = m.calc.options(g, who).map_err(stopped(c.span))?;
    AnswerSet(options).value(m, c)
}

fn sensible(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let who = m.player(c.arg(1), c.at(1))?;
    let g = m.game(c.arg(0), c.at(0))?;
    let form = m.form(c.arg(0), c.at(0))?;
    let canonical = m.calc.options(g, who).map_err(stopped(c.span))?;
    let mut values = Vec::new();
    for &option in m.forms.options(&mut m.calc, form, who).map_err(stopped(c.span))?.iter() {
        let value = m.form_value(option, c.span)?;
        let mut good = false;
        for &best in &canonical {
            let (low, high) = if who == Player::Left { (best, value) } else { (value, best) };
            good = good || m.calc.le(low, high).map_err(stopped(c.span))?;
        }
        if good {
            values.push(m.form_as_value(option));
        }
    }
    m.set(values, c.span)
}

/// A number that is not a short game.
fn beyond(value: &Value) -> Option<Number> {
    match Number::from_value(value) {
        Some(Number::Finite(x)) if to_dyadic(&x).is_some() => None,
        other => other,
    }
}

fn birthday(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    match beyond(c.arg(0)) {
        Some(Number::Finite(_)) => Ok(Value::Game(Game::Surreal(Arc::new(Surreal::omega())))),
        Some(Number::Surreal(x)) => {
            let day = x
                .birthday()
                .map_err(|error| fail(ErrorKind::Domain, c.at(0), error.to_string()))?;
            Ok(Number::Surreal(Arc::new(Surreal::from(day))).into_value())
        }
        Some(Number::Infinite { .. }) => {
            Err(fail(ErrorKind::Domain, c.at(0), "inf has no birthday: it is not a game"))
        }
        None => match c.arg(0) {
            Value::Game(Game::OrdinalNimber(nimber)) => {
                let day = Surreal::from(nimber.heap().clone());
                Ok(Number::Surreal(Arc::new(day)).into_value())
            }
            _ => {
                let g = m.game(c.arg(0), c.at(0))?;
                m.calc.birthday(g).map(|it| Value::Game(Game::Integer(it))).map_err(stopped(c.span))
            }
        },
    }
}

fn outcome(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Outcome> {
    if let Some(number) = beyond(c.arg(0)) {
        return Ok(match number.sign() {
            std::cmp::Ordering::Greater => Outcome::L,
            std::cmp::Ordering::Less => Outcome::R,
            std::cmp::Ordering::Equal => Outcome::P,
        });
    }
    if let Value::Game(Game::OrdinalNimber(nimber)) = c.arg(0) {
        return Ok(nimber.outcome());
    }
    let g = m.game(c.arg(0), c.at(0))?;
    Ok(m.calc.outcome(g))
}

fn stop(m: &mut Interpreter, c: &Call<'_>, who: Player) -> Evaluated<Value> {
    if let Some(number) = beyond(c.arg(0)) {
        return Ok(number.into_value());
    }
    let g = m.game(c.arg(0), c.at(0))?;
    Ok(Value::dyadic(&m.calc.stop(g, who)))
}

/// The numbers that a game is confused with, as an interval: from one stop to the other, with a
/// bracket where the stop belongs to them.
fn confusion_interval(m: &mut Interpreter, g: Short) -> Result<String, Stopped> {
    let mut ends = Vec::new();
    for who in [Player::Right, Player::Left] {
        let stop = m.calc.stop(g, who);
        let number = m.calc.number(&stop)?;
        let order = m.calc.compare(g, number)?;
        ends.push((stop, order.is_none()));
    }
    Ok(match &ends[..] {
        [(low, low_in), (high, high_in)] if low < high || *low_in || *high_in => {
            let (left, right) = (if *low_in { '[' } else { '(' }, if *high_in { ']' } else { ')' });
            format!("{left}{low}, {high}{right}")
        }
        _ => "empty".to_owned(),
    })
}

/// A number as signs: the moves down the tree of numbers.
fn signs(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<String> {
    let x = match c.arg(0) {
        value @ Value::Game(Game::Short(_) | Game::UpStar(_)) => {
            return Err(m.wrong_kind("a dyadic number", value, c.at(0)));
        }
        value => m.dyadic(value, c.at(0))?,
    };
    upstar_values::sign_expansion(&x).map_err(stopped(c.span))
}

/// The game itself.
fn itself(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    match c.arg(0) {
        Value::Form(id) => {
            let g = m.form_value(*id, c.at(0))?;
            Ok(m.demote(g))
        }
        other => Ok(other.clone()),
    }
}

rows! { pub(super) TABLE |m, c|
    Game.CanonicalForm(_) "the value of a form"
        ["('{-1|1}' : 1).CanonicalForm", "1/2"] itself(m, c);
    Game.GameValue(_) "the value of a form"
        ["(2 * '{|-1}').GameValue", "-4"] itself(m, c);
    Game.Options(_, player = Nothing)
        "the options of a player in canonical form, of both if none is named; those of a form as written"
        ["[^*.Options(Left),^*.Options]", "[{0,*},{0,*}]"] {
            if c.arguments.len() > 1 {
                let who = m.player(c.arg(1), c.at(1))?;
                return Ok(options(m, c, who)?);
            }
            let left = options(m, c, Player::Left)?;
            let right = options(m, c, Player::Right)?;
            let mut both = m.members(&left, c.span)?;
            for option in m.members(&right, c.span)?.items {
                both.push(option)?;
            }
            m.finish_set(both, c.span)?
        };
    Game.LeftOptions(_) "the options of Left"
        ["{3||2|1}.LeftOptions", "{3}"] options(m, c, Player::Left);
    Game.RightOptions(_) "the options of Right"
        ["{3||2|1}.RightOptions", "{{2|1}}"] options(m, c, Player::Right);
    Game.SensibleOptions(_, player)
        "the options that are as good for the player as some option of the canonical form"
        ["'{-2,0|1,2}'.SensibleOptions(Left)", "{0}"] sensible(m, c);
    Game.Birthday(_) "0 for 0, otherwise one more than the largest birthday of an option"
        ["(9/8 + *).Birthday", "6"] birthday(m, c);
    Game.StopCount(g: Short) "1 for a number, otherwise the sum over all options"
        ["(*8).StopCount", "4374"] m.calc.stop_count(g);
    Game.Followers(g: Short) "all positions that can be reached"
        ["^.Followers", "{0,*,^}"] m.calc.followers(g).map(AnswerSet);
    Game.FollowerCount(g: Short) "how many followers there are"
        ["5.FollowerCount", "6"] m.calc.follower_count(g);
    Game.Companion(g: Short)
        "{companions of Left's options, and 0 if G >= 0 | the same for Right, and 0 if G <= 0}"
        ["^.Companion", "^*"] m.calc.companion(g);
    Game.OutcomeClass(_) "who wins: L, R, N (the next player) or P (the previous player)"
        ["*.OutcomeClass", "N"] outcome(m, c);
    Game.MisereOutcomeClass(_)
        "who wins the canonical form, or the form as written, when the last player to move loses"
        ["*.MisereOutcomeClass", "P"] match c.arg(0) {
            Value::Form(id) => m.forms.misere_outcome(&mut m.calc, *id),
            value => {
                let g = m.game(value, c.at(0))?;
                m.calc.misere_outcome(g)
            }
        };
    Game.NimValue(g: Short) "n for a nimber *n"
        ["(*3 + *5).NimValue", "6"] match m.calc.as_number_up_star(g) {
            Some(marks) if marks.up == 0 && marks.number.is_zero() => {
                Ok(Value::Game(Game::Integer(marks.nim.into())))
            }
            _ => Err(m.wrong_kind("a nimber", c.arg(0), c.at(0))),
        };
    Game.LeftStop(_) "the number that is reached with best play when Left starts"
        ["{3||2|1}.LeftStop", "3"] stop(m, c, Player::Left);
    Game.RightStop(_) "the number that is reached with best play when Right starts"
        ["{3||2|1}.RightStop", "2"] stop(m, c, Player::Right);
    Game.Stop(_, player: Player) "LeftStop or RightStop"
        ["{3||2|1}.Stop(Right)", "2"] stop(m, c, player);
    Game.StrongStop(_, player: Player) "the stop as a number; for short games the same as Stop"
        ["{3||2|1}.StrongStop(Left)", "3"] stop(m, c, player);
    Game.ConfusionInterval(g: Short)
        "the numbers that G is confused with: from stop to stop, a bracket where the end belongs to them"
        ["{3||2|1}.ConfusionInterval", "\"(2, 3]\""] confusion_interval(m, g);
    Game.SignExpansion(_)
        "a dyadic number as the moves down the tree of numbers: + to the right, - to the left"
        ["(13/16).SignExpansion", "\"+-++-\""] signs(m, c);
    Game.HackenbushString(_)
        "the string of Hackenbush edges with this dyadic number as its value, by Berlekamp's rule"
        ["(13/16).HackenbushString", "\"lrllr\""] {
            let signs = signs(m, c)?;
            signs.replace('+', "l").replace('-', "r")
        };
    Game.Onside(_) "the value when draws count for Left: a short game itself"
        ["^.Onside", "^"] itself(m, c);
    Game.Offside(_) "the value when draws count for Right: a short game itself"
        ["^.Offside", "^"] itself(m, c);
    Game.Degree(_g: Short) "G - G taken for Left when play is endless: 0 for a short game"
        ["^.Degree", "0"] 0;
    Game.Variety(_g: Short) "the variety of the onside and offside: 0 for a short game"
        ["^.Variety", "0"] 0;
}
