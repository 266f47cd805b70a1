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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// What is computed in a machine word is what rationals give.
    #[test]
    fn small_numbers_are_computed_as_large_ones_are() {
        let edges = [0, 1, 2, 3, 7, 63, 64, 1 << 31, 1 << 32, (1 << 62) - 1, i64::MAX];
        let all: Vec<i64> = edges.into_iter().flat_map(|n| [n, -n]).collect();
        let value = |n: i64| Value::Game(Game::Integer(IBig::from(n)));
        let max = 1 << 20;
        let mut answered = 0;
        for &a in &all {
            for &b in &all {
                let (x, y) = (value(a), value(b));
                let [p, q] = [&x, &y].map(|v| Number::from_value(v).unwrap());
                let slow = |operator| match operator {
                    Infix::Add => p.add(&q, max).ok(),
                    Infix::Subtract => p.add(&-q.clone(), max).ok(),
                    Infix::Multiply => p.mul(&q, max).ok(),
                    Infix::Divide => p.div(&q, max).ok().map(|(quotient, _)| quotient),
                    _ => p.rem(&q, max).ok(),
                };
                for operator in
                    [Infix::Add, Infix::Subtract, Infix::Multiply, Infix::Divide, Infix::Remainder]
                {
                    let (Value::Game(Game::Integer(m)), Value::Game(Game::Integer(n))) = (&x, &y)
                    else {
                        continue;
                    };
                    let whole = whole_chain(operator, m, n, max);
                    let word = small_infix(operator, a, b).map(value);
                    for found in [word, whole].into_iter().flatten() {
                        answered += 1;
                        let Value::Game(Game::Integer(found)) = found else { panic!("not whole") };
                        let slow = slow(operator).unwrap().into_value();
                        let Value::Game(Game::Integer(slow)) = slow else {
                            panic!("{a} {operator:?} {b}")
                        };
                        assert_eq!(found, slow, "{a} {operator:?} {b}");
                    }
                }
                if let Some(power) = small_power(a, b) {
                    answered += 1;
                    let (slow, _) = p.pow(&q, max).unwrap();
                    let Value::Game(Game::Integer(slow)) = slow.into_value() else {
                        panic!("{a}^{b}")
                    };
                    assert_eq!(IBig::from(power), slow, "{a}^{b}");
                }
                assert_eq!(small_order(Relation::Less, a, b), Some(a < b));
                assert_eq!(small_order(Relation::GreaterEqual, a, b), Some(a >= b));
                assert_eq!(small_order(Relation::Fuzzy, a, b), Some(false));
            }
        }
        assert!(answered > 2000, "{answered}");
        assert_eq!(small(&Value::Game(Game::Integer(IBig::from(i64::MIN)))), None);
    }
}
