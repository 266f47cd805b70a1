//! Welter's Game: its function, mates, frieze pattern and alterations (On Numbers and Games ch. 13).

use super::Call;
use super::rows::{List, rows};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail};
use crate::value::{Game, Value};
use upstar_theory::structure::welter;

/// The most coins.
const MOST: usize = 1 << 12;

/// The squares of coins, from a list.
fn coins(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Vec<u64>> {
    let Value::List(items) = c.arg(0) else {
        return Err(m.wrong_kind("a list of squares such as [1,3,4]", c.arg(0), c.at(0)));
    };
    if items.as_slice().len() > MOST {
        let message = format!("at most {MOST} coins");
        return Err(fail(ErrorKind::Size, c.at(0), message));
    }
    let mut squares = Vec::with_capacity(items.as_slice().len());
    for item in items.as_slice() {
        squares.push(number(m, item, c, 0)?);
    }
    if welter::welter(&squares).is_none() {
        return Err(fail(ErrorKind::Domain, c.at(0), "two coins share a square"));
    }
    Ok(squares)
}

fn number(m: &mut Interpreter, value: &Value, c: &Call<'_>, i: usize) -> Evaluated<u64> {
    let n = m.integer(value, c.at(i))?;
    u64::try_from(n)
        .ok()
        .filter(|&n| n < 1 << 62)
        .ok_or_else(|| fail(ErrorKind::Domain, c.at(i), "squares are numbers from 0 to 2^62 - 1"))
}

fn list(m: &mut Interpreter, c: &Call<'_>, numbers: &[u64]) -> Evaluated<Value> {
    m.list(numbers.iter().map(|&n| Value::Game(Game::Integer(n.into()))), c.span)
}

rows! { pub(super) TABLE |m, c|
    fn WelterValue(squares)
        "the Welter function of coins on different squares: the nim-value of Welter's Game"
        ["WelterValue([1,2,3,5,8,13,21])", "14"] {
            let coins = coins(m, c)?;
            welter::welter(&coins).unwrap_or(0)
        };
    fn WelterMates(squares)
        "the pairs of mates, those that agree modulo the highest power of 2 first, and the spinster"
        ["WelterMates([1,2,3,5,8,13,21])", "[[5,21],[1,13],[2,8],[3]]"] {
            let coins = coins(m, c)?;
            let (mates, spinster) = welter::mates(&coins).unwrap_or_default();
            let mut lists = Vec::new();
            for (a, b) in mates {
                lists.push(list(m, c, &[a, b])?);
            }
            if let Some(spinster) = spinster {
                lists.push(list(m, c, &[spinster])?);
            }
            List(lists)
        };
    fn WelterFrieze(squares)
        "the rows of the frieze pattern: the coins at its top, the Welter function at its foot"
        ["WelterFrieze([2,4,5])", "[[2,4,5],[5,0],[0]]"] {
            let coins = coins(m, c)?;
            let mut rows = Vec::new();
            for row in welter::frieze(&coins).unwrap_or_default() {
                rows.push(list(m, c, &row)?);
            }
            List(rows)
        };
    fn WelterAlterations(squares, n)
        "for each coin the square on which it would make the Welter function n, by the Even Alteration Theorem"
        ["WelterAlterations([1,2,3,5,8,13,21], 0)", "[15,0,37,35,10,11,19]"] {
            let coins = coins(m, c)?;
            let target = number(m, c.arg(1), c, 1)?;
            match welter::alterations(&coins, target) {
                Some(squares) => list(m, c, &squares),
                None => {
                    let message = format!("the Welter function is {target} already");
                    Err(fail(ErrorKind::Domain, c.at(1), message))
                }
            }
        };
    fn IsAbacus(squares)
        "is one of the squares i and 2k-1-i taken, for all i, k the number of coins? Such positions \
         are fickle in misère play"
        ["IsAbacus([0,2,4,6])", "true"] welter::is_abacus(&coins(m, c)?);
}
