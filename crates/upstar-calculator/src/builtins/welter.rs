//! Welter's Game: its function, mates, frieze pattern and alterations (On Numbers and Games ch. 13).

use super::Call;
use super::rows::{AnswerList, Arg, rows};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail};
use crate::value::Value;
use upstar_theory::structure::welter;

/// The most coins.
const MOST: usize = 1 << 12;

/// The squares of coins.
struct WelterCoins(Vec<u64>);

impl Arg<'_> for WelterCoins {
    fn get(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<Self> {
        let Value::List(items) = c.arg(i) else {
            return Err(m.wrong_kind("a list of squares such as [1,3,4]", c.arg(i), c.at(i)));
        };
        if items.as_slice().len() > MOST {
            return Err(fail(ErrorKind::Size, c.at(i), format!("at most {MOST} coins")));
        }
        let squares = items.as_slice().iter().map(|item| number(m, item, c, i));
        let squares = squares.collect::<Evaluated<Vec<u64>>>()?;
        if welter::welter(&squares).is_none() {
            return Err(fail(ErrorKind::Domain, c.at(i), "two coins share a square"));
        }
        Ok(WelterCoins(squares))
    }
}

fn number(m: &mut Interpreter, value: &Value, c: &Call<'_>, i: usize) -> Evaluated<u64> {
    let n = m.integer(value, c.at(i))?;
    u64::try_from(n)
        .ok()
        .filter(|&n| n < 1 << 62)
        .ok_or_else(|| fail(ErrorKind::Domain, c.at(i), "squares are numbers from 0 to 2^62 - 1"))
}

rows! { pub(super) TABLE |m, c|
    fn WelterValue(squares: WelterCoins)
        "the Welter function of coins on different squares: the nim-value of Welter's Game"
        ["WelterValue([1,2,3,5,8,13,21])", "14"] welter::welter(&squares.0).unwrap_or(0);
    fn WelterMates(squares: WelterCoins)
        "the pairs of mates, those that agree modulo the highest power of 2 first, and the spinster"
        ["WelterMates([1,2,3,5,8,13,21])", "[[5,21],[1,13],[2,8],[3]]"] {
            let (mates, spinster) = welter::mates(&squares.0).unwrap_or_default();
            let mates = mates.into_iter().map(|(a, b)| AnswerList(vec![a, b]));
            AnswerList(mates.chain(spinster.map(|spinster| AnswerList(vec![spinster]))))
        };
    fn WelterFrieze(squares: WelterCoins)
        "the rows of the frieze pattern: the coins at its top, the Welter function at its foot"
        ["WelterFrieze([2,4,5])", "[[2,4,5],[5,0],[0]]"]
            AnswerList(welter::frieze(&squares.0).unwrap_or_default().into_iter().map(AnswerList));
    fn WelterAlterations(squares: WelterCoins, n)
        "for each coin the square on which it would make the Welter function n, by the Even Alteration Theorem"
        ["WelterAlterations([1,2,3,5,8,13,21], 0)", "[15,0,37,35,10,11,19]"] {
            let target = number(m, c.arg(1), c, 1)?;
            welter::alterations(&squares.0, target).map(AnswerList).ok_or_else(|| {
                let message = format!("the Welter function is {target} already");
                fail(ErrorKind::Domain, c.at(1), message)
            })
        };
    fn IsAbacus(squares: WelterCoins)
        "is one of the squares i and 2k-1-i taken, for all i, k the number of coins? Such positions \
         are fickle in misère play"
        ["IsAbacus([0,2,4,6])", "true"] welter::is_abacus(&squares.0);
}
