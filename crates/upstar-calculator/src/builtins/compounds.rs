//! Products, compounds other than `+`, variants.
//!
//! Where the value depends on the form, the answer is a form unless the operation is one that the
//! field applies to canonical forms; `.CanonicalForm` evaluates it.

use super::rows::{Args, At, rows};
use super::{Call, ordinals};
use crate::error::Evaluated;
use crate::eval::{Interpreter, operation, stopped};
use crate::forms::{FormCompound, FormNode, FormVariant};
use crate::value::{Game, Value};
use upstar_base::Player;
use upstar_values::Short;
use upstar_values::surreal::GeneralizedOrdinal;

fn compound(m: &mut Interpreter, c: &Call<'_>, compound: FormCompound) -> Evaluated<Value> {
    let (g, h) = Args::get(m, c)?;
    m.new_form(FormNode::Compound(compound, g, h), c.span)
}

fn variant(m: &mut Interpreter, c: &Call<'_>, variant: FormVariant) -> Evaluated<Value> {
    let form = m.form(c.arg(0), c.at(0))?;
    let value = m.forms.variant(&mut m.calc, form, variant).map_err(stopped(c.span))?;
    Ok(m.demote(value))
}

rows! { pub(super) TABLE |m, c|
    Game.NortonProduct(g: Short, unit: Short)
        "n copies of the unit u > 0 for an integer n, else {GL.u + (u + D) | GR.u - (u + D)} over incentives D of u"
        ["^ NortonProduct ^", "{^^*||0|v4}"] m.calc.norton_product(g, unit).at(1);
    Game.ConwayProduct(_, other)
        "Conway's product: a.H + G.b - a.b over pairs of options; a form if one factor is"
        ["*4 ConwayProduct *4", "*6"] {
            if matches!(c.arg(0), Value::Form(_)) || matches!(c.arg(1), Value::Form(_)) {
                return Ok(compound(m, c, FormCompound::Conway)?);
            }
            let (g, h): (Short, Short) = Args::get(m, c)?;
            let product = m.calc.conway_product(g, h)?;
            m.demote(product)
        };
    Game.OrdinalSum(_, other) "G : H, in which a move in G throws H away"
        ["1.OrdinalSum(-1)", "1/2"] {
            if matches!(c.arg(1), Value::Game(Game::Sided(_))) {
                return Ok(super::classes::ordinal_sum(m, c)?);
            }
            if matches!(c.arg(0), Value::Form(_)) || matches!(c.arg(1), Value::Form(_)) {
                let (g, h) = Args::get(m, c)?;
                return Ok(m.new_form(FormNode::OrdinalSum(g, h), c.span)?);
            }
            let cantor = GeneralizedOrdinal::cantor_sum;
            if let Some(sum) = ordinals::of_infinite(c.arg(0), c.arg(1), cantor, c.span) {
                return Ok(sum?);
            }
            let (g, h): (Short, Short) = Args::get(m, c)?;
            let sum = m.calc.ordinal_sum(g, h)?;
            m.demote(sum)
        };
    Game.Subordinate(_, base)
        "the H with G = base : H, the base as written if it is a form; an error if there is none"
        ["(1/8).Subordinate(1)", "-3"] {
            if matches!(c.arg(1), Value::Game(Game::Sided(_))) {
                return Ok(super::classes::subordinate(m, c)?);
            }
            let g = m.game(c.arg(0), c.at(0))?;
            let subordinate = if let Value::Form(id) = c.arg(1) {
                let mut base = [Vec::new(), Vec::new()];
                for (who, side) in Player::BOTH.into_iter().zip(&mut base) {
                    let options = m.forms.options(&mut m.calc, *id, who).at(1)?;
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
            m.demote(subordinate)
        };
    Game.OrdinalProduct(_, other)
        "H with every blue edge replaced by G and every red one by -G; a form"
        ["((1/2) OrdinalProduct (1/4)).CanonicalForm", "11/32"] {
            let cantor = GeneralizedOrdinal::cantor_product;
            ordinals::of_infinite(c.arg(0), c.arg(1), cantor, c.span)
                .unwrap_or_else(|| compound(m, c, FormCompound::Ordinal))
        };
    Game.ConjunctiveSum(_, other) "move in both components until one has ended; a form"
        ["(*5 ConjunctiveSum *6).CanonicalForm", "*5"] compound(m, c, FormCompound::Conjunctive);
    Game.SelectiveSum(_, other) "move in one component or in both; a form"
        ["((1/2) SelectiveSum (1/4)).CanonicalForm", "3/4"] compound(m, c, FormCompound::Selective);
    Game.DicoticVariant(_) "the game without the moves where only one player has one"
        ["{2|^}.DicoticVariant", "^^*"] variant(m, c, FormVariant::Dicotic);
    Game.ImpartialVariant(_) "the game in which every move is open to both players"
        ["^.ImpartialVariant", "*2"] variant(m, c, FormVariant::Impartial);
    Game.TwistedVariant(_) "the game in which the players change sides after every move"
        ["{3|1}.TwistedVariant", "-1*"] variant(m, c, FormVariant::Twisted);
}
