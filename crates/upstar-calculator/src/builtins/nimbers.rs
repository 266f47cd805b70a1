//! Nim arithmetic, on numbers and on nimbers, finite and infinite.

use super::Call;
use super::rows::{AnswerList, Arg, rows};
use crate::error::{Error, ErrorKind, Evaluated, Span};
use crate::eval::{Interpreter, fail, stopped};
use crate::numbers::Number;
use crate::value::{Game, Value};
use dashu_int::{IBig, UBig};
use std::sync::Arc;
use upstar_values::nim::{self, NimError};
use upstar_values::surreal::{MAX_ROOTS, Surreal, TransfiniteNimber};

/// A nim-heap: its size, and whether it was given as a nimber.
struct HeapArgument {
    size: Surreal,
    nimber: bool,
}

impl HeapArgument {
    fn finite(&self) -> Option<UBig> {
        self.size.as_integer().and_then(|n| UBig::try_from(n).ok())
    }

    fn element(&self, span: Span) -> Evaluated<TransfiniteNimber> {
        TransfiniteNimber::new(self.size.clone())
            .map_err(|error| fail(ErrorKind::Domain, span, error.to_string()))
    }
}

impl Arg<'_> for HeapArgument {
    fn get(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<Self> {
        let (value, span) = (c.arg(i), c.at(i));
        let (size, nimber) = match value {
            Value::Game(Game::Integer(n)) => (Surreal::from(n.clone()), false),
            Value::Game(Game::Surreal(x)) => (Surreal::clone(x), false),
            Value::Game(Game::OrdinalNimber(nimber)) => {
                (Surreal::from(nimber.heap().clone()), true)
            }
            Value::Game(Game::UpStar(game)) => match game.as_nimber() {
                Some(heap) => (Surreal::from(i64::from(heap)), true),
                None => return Err(m.wrong_kind("a number or a nimber", value, span)),
            },
            Value::Game(Game::Short(g)) => match m.calc.as_number_up_star(*g) {
                Some(marks) if marks.up == 0 && marks.number.is_zero() => {
                    (Surreal::from(i64::from(marks.nim)), true)
                }
                _ => return Err(m.wrong_kind("a number or a nimber", value, span)),
            },
            _ => return Err(m.wrong_kind("a number or a nimber", value, span)),
        };
        if !size.is_ordinal() {
            let text = m.brief(value);
            let message = format!("nim arithmetic needs ordinals, and {text} is not one");
            return Err(fail(ErrorKind::Domain, span, message));
        }
        Ok(HeapArgument { size, nimber })
    }
}

fn result(m: &mut Interpreter, size: Surreal, nimber: bool, span: Span) -> Evaluated<Value> {
    if !nimber {
        return Ok(Number::Surreal(Arc::new(size)).into_value());
    }
    match size.as_integer().map(|n| u32::try_from(&n)) {
        Some(Ok(n)) => {
            let nimber = m.calc.nimber(n).map_err(stopped(span))?;
            Ok(m.demote(nimber))
        }
        Some(Err(_)) | None => {
            let nimber = TransfiniteNimber::new(size)
                .map_err(|error| fail(ErrorKind::Domain, span, error.to_string()))?;
            Ok(Value::Game(Game::OrdinalNimber(Arc::new(nimber))))
        }
    }
}

fn refused(span: Span) -> impl Fn(NimError) -> Box<Error> {
    move |error| match error {
        NimError::Stopped(why) => stopped(span)(why),
        other => fail(ErrorKind::Domain, span, other.to_string()),
    }
}

/// Combines two heaps: finite ones by `finite`, infinite ones by `infinite`.
fn combine(
    m: &mut Interpreter,
    c: &Call<'_>,
    finite: fn(&UBig, &UBig) -> Result<UBig, NimError>,
    infinite: fn(&TransfiniteNimber, &TransfiniteNimber) -> Result<TransfiniteNimber, String>,
) -> Evaluated<Value> {
    let (a, b) = (HeapArgument::get(m, c, 0)?, HeapArgument::get(m, c, 1)?);
    let nimber = a.nimber || b.nimber;
    let size = match (a.finite(), b.finite()) {
        (Some(a), Some(b)) => Surreal::from(IBig::from(finite(&a, &b).map_err(refused(c.span))?)),
        _ => {
            let (a, b) = (a.element(c.at(0))?, b.element(c.at(1))?);
            let product = infinite(&a, &b).map_err(|why| fail(ErrorKind::Domain, c.span, why))?;
            Surreal::from(product.heap().clone())
        }
    };
    result(m, size, nimber, c.span)
}

/// What a finite heap becomes by `finite`, an infinite one by `infinite`.
fn apply<E: ToString>(
    m: &mut Interpreter,
    c: &Call<'_>,
    a: &HeapArgument,
    finite: impl FnOnce(&UBig) -> Result<UBig, NimError>,
    infinite: impl FnOnce(&TransfiniteNimber) -> Result<TransfiniteNimber, E>,
) -> Evaluated<Value> {
    let size = match a.finite() {
        Some(n) => Surreal::from(IBig::from(finite(&n).map_err(refused(c.span))?)),
        None => {
            let found = infinite(&a.element(c.at(0))?);
            let found = found.map_err(|why| fail(ErrorKind::Domain, c.span, why.to_string()))?;
            Surreal::from(found.heap().clone())
        }
    };
    result(m, size, a.nimber, c.span)
}

/// All roots in the algebraic closure of the finite numbers, smallest first.
fn infinite_roots(m: &mut Interpreter, c: &Call<'_>, a: &HeapArgument) -> Evaluated<Vec<Value>> {
    let n = m.natural(c.arg(1), c.at(1))?;
    let degree = u64::try_from(&n).ok().filter(|n| (1..=MAX_ROOTS).contains(n));
    let Some(degree) = degree else {
        let message = format!("nim-roots of infinite numbers have degrees from 1 to {MAX_ROOTS}");
        return Err(fail(ErrorKind::Domain, c.at(1), message));
    };
    let roots = a.element(c.at(0))?.roots(degree);
    let roots = roots.map_err(|why| fail(ErrorKind::Domain, c.span, why.to_string()))?;
    let roots = roots.into_iter().map(|root| Surreal::from(root.heap().clone()));
    roots.map(|root| result(m, root, a.nimber, c.span)).collect()
}

fn roots(m: &mut Interpreter, c: &Call<'_>, a: &HeapArgument) -> Evaluated<Vec<Value>> {
    let Some(size) = a.finite() else { return infinite_roots(m, c, a) };
    let n = m.natural(c.arg(1), c.at(1))?;
    let budget = m.calc.budget().clone();
    let roots = nim::nim_roots(&size, &n, &budget).map_err(refused(c.span))?;
    let roots = roots.into_iter().map(|root| Surreal::from(IBig::from(root)));
    roots.map(|root| result(m, root, a.nimber, c.span)).collect()
}

rows! { pub(super) TABLE |m, c|
    Game.NimSum(_, other) "binary addition without carrying"
        ["5 NimSum 3", "6"] combine(
            m,
            c,
            |a, b| Ok(nim::nim_sum(a, b)),
            |a, b| a.add(b).map_err(|why| why.to_string()),
        );
    Game.NimProduct(_, other) "the product of Nimbers in Conway's field"
        ["13 NimProduct 7", "2"]
            combine(m, c, nim::nim_product, |a, b| a.mul(b).map_err(|why| why.to_string()));
    Game.NimDiv(_, divisor) "the quotient in Conway's field"
        ["2 NimDiv 7", "13"] combine(m, c, nim::nim_quotient, |a, b| {
            let inverse = b.inverse().map_err(|why| why.to_string())?;
            a.mul(&inverse).map_err(|why| why.to_string())
        });
    Game.NimInverse(a: HeapArgument) "what gives 1 in a nim-product"
        ["2.NimInverse", "3"]
            apply(m, c, &a, nim::nim_inverse, TransfiniteNimber::inverse);
    Game.NimExp(a: HeapArgument, n: IBig) "the nim-product of n equal factors"
        ["2 NimExp 2", "3"] {
            let budget = m.calc.budget().clone();
            apply(m, c, &a, |base| nim::nim_power(base, &n, &budget), |base| base.pow(&n))
        };
    Game.NimSqrt(a: HeapArgument) "what has this nim-square"
        ["[3.NimSqrt, omega.NimSqrt]", "[2,ω^2×2]"]
            apply(m, c, &a, nim::nim_square_root, TransfiniteNimber::square_root);
    Game.NimRoots(a: HeapArgument, n)
        "all nth nim-roots in the smallest field that has a finite number; of an infinite one all"
        ["1.NimRoots(5)", "[1,8,10,13,14]"] roots(m, c, &a).map(AnswerList);
    Game.NimRoot(a: HeapArgument, n) "the least nth nim-root, which may be infinite"
        ["[2.NimRoot(3), 4.NimRoot(5), omega.NimRoot(3)]", "[ω,ω^ω,ω^3]"] {
            let least = infinite_roots(m, c, &a)?.into_iter().next();
            least.unwrap_or(Value::Nothing)
        };
}
