//! What every value has, and the rest.

use super::Call;
use super::rows::{raise, rows};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, stopped};
use crate::position::Ruleset;
use crate::value::Value;
use dashu_int::IBig;
use std::sync::Arc;
use upstar_base::Player;

/// Writes a line of what comes after the first `skipped` arguments.
fn print(m: &mut Interpreter, c: &Call<'_>, skipped: usize) -> Evaluated<Value> {
    let mut line = String::new();
    for (i, value) in c.arguments.iter().enumerate().skip(skipped) {
        if i > skipped {
            line.push(' ');
        }
        line.push_str(&m.plain(value, c.at(i))?);
        if line.len() > m.settings.max_string {
            return Err(m.string_too_long(c.span));
        }
    }
    let budget = m.calc.budget().clone();
    m.printed.push(line, &budget).map_err(stopped(c.span))?;
    Ok(Value::Nothing)
}

rows! { pub(super) TABLE |m, c|
    fn print(values = Many) "writes a line; the text of each value, strings without quotes"
        ["if 1 > 0 then print(\"yes\") end", ""] print(m, c, 0);
    fn error(message) "ends the computation with a message; `try` catches it"
        ["try error(\"too large\") catch e then e end", "\"too large\""] {
            let message = m.plain(c.arg(0), c.at(0))?;
            let message = if message.trim().is_empty() {
                "an error without a message".into()
            } else {
                message
            };
            raise::<()>(ErrorKind::Domain, message)
        };
    System::Print(values = Many) "writes a line, as `print` does"
        ["if 1 > 0 then System.Print(\"yes\") end", ""] print(m, c, 1);
    System::Version() "the version of this program"
        ["System.Version is String", "true"] env!("CARGO_PKG_VERSION");
    Any.Class(_) "the class of such a value in CGSuite, our own kind where there is none"
        ["[5, ^*, off].Map(x -> x.Class)", "[⟪game.Integer⟫,⟪game.Uptimal⟫,⟪game.Pseudonumber⟫]"]
            Value::Kind(m.class_of(c.arg(0), c.at(0))?);
    Any.Kind(_) "the most specific kind of the value"
        ["[1/2, *, ^*, {1|0}].Map(x -> x.Kind)",
         "[\"Dyadic\",\"Nimber\",\"NumberUpStar\",\"ShortGame\"]"] m.kind(c.arg(0));
    Any.ToString(_) "the value as it is printed"
        ["(1/2 + *).ToString", "\"1/2*\""] m.plain(c.arg(0), c.at(0));
    Any.ToOutput(_) "the value itself"
        ["3.ToOutput", "3"] c.arg(0).clone();
    Any.EnclosingObject(_)
        "what the value is a part of: the ruleset of a position under CGSuite's name, Nothing else"
        ["[3.EnclosingObject,amazons(\"x.o\").EnclosingObject]", "[Nothing,Amazons]"]
            match c.arg(0) {
                Value::Position(position) => {
                    let rules = position.only_rules().cloned().map(Ruleset::spelt_as_in_cgsuite);
                    rules.map(|rules| Value::Ruleset(Arc::new(rules)))
                }
                _ => None,
            };
    Coordinates.Row(pair: &[IBig; 2]) "the first coordinate"
        ["(2,5).Row", "2"] pair[0].clone();
    Coordinates.Column(pair: &[IBig; 2]) "the second coordinate"
        ["(2,5).Column", "5"] pair[1].clone();
    Coordinates.Col(pair: &[IBig; 2]) "the second coordinate; the same as Column"
        ["(2,5).Col", "5"] pair[1].clone();
    Player.Opponent(who: Player) "the other player"
        ["Left.Opponent", "Right"] !who;
}
