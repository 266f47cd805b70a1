//! Products, compounds other than `+`, variants.
//!
//! Where the value depends on the form, the answer is a form unless the operation is one that the
//! field applies to canonical forms; `.CanonicalForm` evaluates it.

use super::{Builtin, Call, On, method, ordinals};
use crate::error::Evaluated;
use crate::eval::{Machine, operation, stopped};
use crate::forms::{Compound, Form, Variant};
use crate::value::{Game, Value};
use upstar_base::Player;
use upstar_values::surreal::GeneralizedOrdinal;

fn compound(m: &mut Machine, c: &Call<'_>, compound: Compound) -> Evaluated<Value> {
    let (g, h) = (m.form(c.arg(0), c.at(0))?, m.form(c.arg(1), c.at(1))?);
    m.new_form(Form::Compound(compound, g, h), c.span)
}

fn variant(m: &mut Machine, c: &Call<'_>, variant: Variant) -> Evaluated<Value> {
    let form = m.form(c.arg(0), c.at(0))?;
    let value = m.forms.variant(&mut m.calc, form, variant).map_err(stopped(c.span))?;
    Ok(m.demote(value))
}

pub(super) static TABLE: &[Builtin] = &[
    method(
        "NortonProduct",
        On::Game,
        &["unit"],
        "n copies of the unit u > 0 for an integer n, else {GL.u + (u + D) | GR.u - (u + D)} over incentives D of u",
        ["^ NortonProduct ^", "{^^*||0|v4}"],
        |m, c| {
            let g = m.game(c.arg(0), c.at(0))?;
            let u = m.game(c.arg(1), c.at(1))?;
            let product = m.calc.norton_product(g, u).map_err(operation(c.at(1)))?;
            Ok(m.demote(product))
        },
    ),
    method(
        "ConwayProduct",
        On::Game,
        &["other"],
        "Conway's product: a.H + G.b - a.b over pairs of options; a form if one factor is",
        ["*4 ConwayProduct *4", "*6"],
        |m, c| {
            if matches!(c.arg(0), Value::Form(_)) || matches!(c.arg(1), Value::Form(_)) {
                return compound(m, c, Compound::Conway);
            }
            let (g, h) = (m.game(c.arg(0), c.at(0))?, m.game(c.arg(1), c.at(1))?);
            let product = m.calc.conway_product(g, h).map_err(stopped(c.span))?;
            Ok(m.demote(product))
        },
    ),
    method(
        "OrdinalSum",
        On::Game,
        &["other"],
        "G : H, in which a move in G throws H away",
        ["1.OrdinalSum(-1)", "1/2"],
        |m, c| {
            if matches!(c.arg(1), Value::Game(Game::Sided(_))) {
                return super::classes::ordinal_sum(m, c);
            }
            if matches!(c.arg(0), Value::Form(_)) || matches!(c.arg(1), Value::Form(_)) {
                let (g, h) = (m.form(c.arg(0), c.at(0))?, m.form(c.arg(1), c.at(1))?);
                return m.new_form(Form::OrdinalSum(g, h), c.span);
            }
            let cantor = GeneralizedOrdinal::cantor_sum;
            if let Some(sum) = ordinals::of_infinite(c.arg(0), c.arg(1), cantor, c.span) {
                return sum;
            }
            let (g, h) = (m.game(c.arg(0), c.at(0))?, m.game(c.arg(1), c.at(1))?);
            let sum = m.calc.ordinal_sum(g, h).map_err(stopped(c.span))?;
            Ok(m.demote(sum))
        },
    ),
    method(
        "Subordinate",
        On::Game,
        &["base"],
        "the H with G = base : H, the base as written if it is a form; an error if there is none",
        ["(1/8).Subordinate(1)", "-3"],
        |m, c| {
            if matches!(c.arg(1), Value::Game(Game::Sided(_))) {
                return super::classes::subordinate(m, c);
            }
            let g = m.game(c.arg(0), c.at(0))?;
            let subordinate = if let Value::Form(id) = c.arg(1) {
                let mut base = [Vec::new(), Vec::new()];
                for (who, side) in Player::BOTH.into_iter().zip(&mut base) {
                    let options =
                        m.forms.options(&mut m.calc, *id, who).map_err(stopped(c.at(1)))?;
                    for &option in options.iter() {
                        side.push(m.form_value(option, c.at(1))?);
                    }
                }
                m.calc.subordinate_of_form(g, &base[0], &base[1])
            } else {
                let base = m.game(c.arg(1), c.at(1))?;
                m.calc.subordinate(g, base)
            };
            let subordinate = subordinate.map_err(operation(c.span))?;
            Ok(m.demote(subordinate))
        },
    ),
    method(
        "OrdinalProduct",
        On::Game,
        &["other"],
        "H with every blue edge replaced by G and every red one by -G; a form",
        ["((1/2) OrdinalProduct (1/4)).CanonicalForm", "11/32"],
        |m, c| {
            let cantor = GeneralizedOrdinal::cantor_product;
            ordinals::of_infinite(c.arg(0), c.arg(1), cantor, c.span)
                .unwrap_or_else(|| compound(m, c, Compound::Ordinal))
        },
    ),
    method(
        "ConjunctiveSum",
        On::Game,
        &["other"],
        "move in both components until one has ended; a form",
        ["(*5 ConjunctiveSum *6).CanonicalForm", "*5"],
        |m, c| compound(m, c, Compound::Conjunctive),
    ),
    method(
        "SelectiveSum",
        On::Game,
        &["other"],
        "move in one component or in both; a form",
        ["((1/2) SelectiveSum (1/4)).CanonicalForm", "3/4"],
        |m, c| compound(m, c, Compound::Selective),
    ),
    method(
        "DicoticVariant",
        On::Game,
        &[],
        "the game without the moves where only one player has one",
        ["{2|^}.DicoticVariant", "^^*"],
        |m, c| variant(m, c, Variant::Dicotic),
    ),
    method(
        "ImpartialVariant",
        On::Game,
        &[],
        "the game in which every move is open to both players",
        ["^.ImpartialVariant", "*2"],
        |m, c| variant(m, c, Variant::Impartial),
    ),
    method(
        "TwistedVariant",
        On::Game,
        &[],
        "the game in which the players change sides after every move",
        ["{3|1}.TwistedVariant", "-1*"],
        |m, c| variant(m, c, Variant::Twisted),
    ),
];
