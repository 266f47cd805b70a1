//! Whole numbers that fit a machine word or need no fraction, computed without one; everything
//! else is [`Number`]'s.

use crate::value::{Game, Value, bits};
use dashu_int::{IBig, Sign};
use upstar_syntax::{Infix, Relation};
pub(crate) use upstar_values::value::number::{Number, NumberError, magnitude, to_dyadic};

/// A whole number that fits into a machine word.
pub(crate) fn small(value: &Value) -> Option<i64> {
    let Value::Game(Game::Integer(n)) = value else { return None };
    let (sign, words) = n.as_sign_words();
    let magnitude = match words {
        [] => 0,
        [word] => i64::try_from(*word).ok()?,
        _ => return None,
    };
    Some(if sign == Sign::Negative { -magnitude } else { magnitude })
}

/// `a op b` for small whole numbers, if it is one too.
#[inline]
pub(crate) fn small_infix(operator: Infix, a: i64, b: i64) -> Option<i64> {
    Some(match operator {
        Infix::Add => a.checked_add(b)?,
        Infix::Subtract => a.checked_sub(b)?,
        Infix::Multiply => a.checked_mul(b)?,
        // With the sign of the divisor.
        Infix::Remainder => {
            let rest = a.checked_rem(b)?;
            if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
        }
        Infix::Divide if b != 0 && a.checked_rem(b)? == 0 => a / b,
        _ => return None,
    })
}

/// `a^b` for small whole numbers, if it is one too.
pub(crate) fn small_power(a: i64, b: i64) -> Option<i64> {
    a.checked_pow(u32::try_from(b).ok()?)
}

/// `a op b` for whole numbers of any size.
pub(crate) fn whole_chain(operator: Infix, a: &IBig, b: &IBig, max: u64) -> Option<Value> {
    let result = match operator {
        Infix::Add => a + b,
        Infix::Subtract => a - b,
        Infix::Multiply if bits(a).saturating_add(bits(b)) <= max => a * b,
        _ => return None,
    };
    (bits(&result) <= max).then_some(Value::Game(Game::Integer(result)))
}

/// How small whole numbers compare.
#[inline]
pub(crate) fn small_order(relation: Relation, a: i64, b: i64) -> Option<bool> {
    let order = a.cmp(&b);
    Some(match relation {
        Relation::Equal | Relation::Same => order.is_eq(),
        Relation::NotEqual | Relation::NotSame => order.is_ne(),
        Relation::Less | Relation::LessFuzzy => order.is_lt(),
        Relation::Greater | Relation::GreaterFuzzy => order.is_gt(),
        Relation::LessEqual => order.is_le(),
        Relation::GreaterEqual => order.is_ge(),
        Relation::Fuzzy => false,
        Relation::Compare => return None,
    })
}
