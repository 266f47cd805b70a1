//! The loopy games with names (Winning Ways ch. 11), and the House of Cards.
//!
//! All names are read. Cards are printed as they are read, `Club(3)`; the others have a notation
//! without names, and `Name` tells what they are called.

use super::Call;
use super::rows::rows;
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail, loopy_error, stopped};
use crate::value::{Game, Value};
use dashu_int::IBig;
use upstar_base::Stopped;
use upstar_values::stopper::{Ending, HIGHEST_CARD, LoopyError, Sides, Stopper, Stoppers, Suit};

type Make = fn(&mut Stoppers) -> Result<Stopper, Stopped>;

/// The stoppers whose names are no functions, but for those that have notations of their own.
const NAMES: [(&str, Make); 12] = [
    ("on", Stoppers::on),
    ("over", Stoppers::over),
    ("upon", Stoppers::upon),
    ("hot", |store| {
        let (on, off) = (store.on()?, store.off()?);
        store.make(&[on], &[off])
    }),
    ("ono", ono),
    ("oof", oof),
    ("hi", hi),
    ("lo", |store| {
        let hi = hi(store)?;
        store.neg(hi)
    }),
    ("tiny", Stoppers::tiny),
    ("uponth", uponth),
    ("ace", Stoppers::ace),
    ("joker", Stoppers::joker),
];

fn ono(store: &mut Stoppers) -> Result<Stopper, Stopped> {
    let on = store.on()?;
    store.make(&[on], &[Stopper::ZERO])
}

fn oof(store: &mut Stoppers) -> Result<Stopper, Stopped> {
    let ono = ono(store)?;
    store.neg(ono)
}

fn hi(store: &mut Stoppers) -> Result<Stopper, Stopped> {
    let (on, oof) = (store.on()?, oof(store)?);
    store.make(&[on], &[oof])
}

fn uponth(store: &mut Stoppers) -> Result<Stopper, Stopped> {
    let zero = Stopper::ZERO;
    let minus = store.with_pass(&[zero], &[zero], &[upstar_base::Player::Right])?;
    store.make(&[zero], &[minus])
}

fn named(m: &mut Interpreter, span: crate::Span, name: &str) -> Evaluated<Value> {
    let (negative, name) = match name {
        "miny" => (true, "tiny"),
        _ => (false, name),
    };
    let Some((_, make)) = NAMES.iter().find(|entry| entry.0 == name) else {
        return Err(fail(ErrorKind::Name, span, format!("`{name}` is not the name of a game")));
    };
    let g = make(&mut m.stoppers).map_err(stopped(span))?;
    let value = m.sided(Sides::stopper(g), span)?;
    if negative { m.negate(&value, span) } else { Ok(value) }
}

fn card(m: &mut Interpreter, c: &Call<'_>, suit: Suit) -> Evaluated<Value> {
    let Value::Game(Game::Integer(n)) = c.arg(0) else {
        return Err(m.wrong_kind("the number of a card", c.arg(0), c.at(0)));
    };
    let number = i32::try_from(n).map_err(|_| LoopyError::Card(HIGHEST_CARD));
    let card = number.and_then(|number| m.stoppers.card(suit, number));
    let card = card.map_err(loopy_error(c.at(0)))?;
    m.sided(Sides::stopper(card), c.span)
}

/// `n` steps up from the ace with this number.
fn club(m: &mut Interpreter, span: crate::Span, number: i32) -> Evaluated<Value> {
    let card = m.stoppers.card(Suit::Club, number).map_err(loopy_error(span))?;
    m.sided(Sides::stopper(card), span)
}

/// The sides `0 + high & 0 + low`, which are whole numbers.
fn between(m: &mut Interpreter, span: crate::Span, high: i32, low: i32) -> Evaluated<Value> {
    let [high, low] = [high, low].map(|n| Value::Game(Game::Integer(IBig::from(n))));
    m.with_sides(&high, &low, span)
}

/// What a game with sides is called: by a name of its own, or by those of its sides.
fn name_of_sides(m: &mut Interpreter, c: &Call<'_>, sides: Sides) -> Evaluated<Option<String>> {
    let text = m.brief(c.arg(0));
    let own = [("1 & 0", "tis"), ("0 & -1", "tisn"), ("dud", "dud")];
    if let Some((_, name)) = own.iter().find(|entry| entry.0 == text) {
        return Ok(Some((*name).to_owned()));
    }
    let mut names = Vec::with_capacity(2);
    for ending in [Ending::Left, Ending::Right] {
        let Some(g) = sides.of(ending) else { return Ok(None) };
        let name = match m.stoppers.as_number(g) {
            Some(x) => Some(x.to_string()),
            None => name_of(m, g).map_err(loopy_error(c.span))?,
        };
        names.extend(name);
    }
    Ok(match &names[..] {
        [on, off] if on == off => Some(on.clone()),
        [on, off] => Some(format!("{on} & {off}")),
        _ => None,
    })
}

/// What a stopper is called, if it has a name.
fn name_of(m: &mut Interpreter, g: Stopper) -> Result<Option<String>, LoopyError> {
    if let Some((suit, number)) = m.stoppers.as_card(g)? {
        return Ok(Some(format!("{suit:?}({number})")));
    }
    for (negative, sign) in [(false, ""), (true, "-")] {
        let g = if negative { m.stoppers.neg(g)? } else { g };
        for (name, make) in NAMES {
            if make(&mut m.stoppers)? == g {
                let opposite = [("on", "off"), ("over", "under"), ("tiny", "miny")];
                let own = opposite.iter().find(|pair| negative && pair.0 == name);
                return Ok(Some(match own {
                    Some((_, name)) => (*name).to_owned(),
                    None => format!("{sign}{name}"),
                }));
            }
        }
    }
    Ok(None)
}

rows! { pub(super) TABLE |m, c|
    const tis "{tisn|}, whose sides are 1 and 0"
        ["tis + tisn", "1 & -1"] between(m, c.span, 1, 0);
    const tisn "{|tis}, whose sides are 0 and -1"
        ["tisn == -tis", "true"] between(m, c.span, 0, -1);
    const hot "{on|off}"
        ["on + hot == (on & hot)", "true"] named(m, c.span, "hot");
    const ono "{on|0}"
        ["ono + ono", "on"] named(m, c.span, "ono");
    const oof "{0|off}, minus ono"
        ["ono + oof == (hi & lo)", "true"] named(m, c.span, "oof");
    const hi "{on|oof}"
        ["hi + lo == (hi & lo)", "true"] named(m, c.span, "hi");
    const lo "{ono|off}, minus hi"
        ["lo == -hi", "true"] named(m, c.span, "lo");
    const tiny "{0||0|off}, the smallest positive stopper"
        ["tiny", "Tiny(on)"] named(m, c.span, "tiny");
    const miny "{on|0||0}, minus tiny"
        ["tiny + miny", "Tiny(on) & Miny(on)"] named(m, c.span, "miny");
    const uponth "{0|-upon*}, the degree of upon"
        ["upon.Degree == uponth", "true"] named(m, c.span, "uponth");
    const ace "{0|tiny}"
        ["ace", "{0|Tiny(on)}"] named(m, c.span, "ace");
    const joker "the degree of ace"
        ["ace.Degree == joker", "true"] named(m, c.span, "joker");
    const deuce "ace + ace, the two of clubs"
        ["ace + ace == deuce", "true"] club(m, c.span, 2);
    const trey "ace + deuce, the three of clubs"
        ["trey", "Club(3)"] club(m, c.span, 3);
    fn Club(n) "a card, n♣"
        ["Club(2) == {0|ace}", "true"] card(m, c, Suit::Club);
    fn Diamond(n) "a card, n♢"
        ["-Diamond(2)", "Heart(-2)"] card(m, c, Suit::Diamond);
    fn Heart(n) "a card, n♡"
        ["Heart(1) == {0|joker}", "true"] card(m, c, Suit::Heart);
    fn Spade(n) "a card, n♠"
        ["Spade(0) + Diamond(0)", "Spade(0) & Diamond(0)"] card(m, c, Suit::Spade);
    Sided.Name(sides: Sides)
        "what Winning Ways calls a loopy game, if it or both its sides have a name"
        ["[(ace - ace).Name, tis.Name, (ono + oof).Name]",
         "[\"joker & -joker\",\"tis\",\"hi & lo\"]"] name_of_sides(m, c, sides);
}
