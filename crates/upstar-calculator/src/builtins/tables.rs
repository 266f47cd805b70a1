//! Tables, plots and random numbers.

use super::boards::int;
use super::rows::{AnswerList, Arg, At, raise, rows};
use super::{Call, On};
use crate::data::Data;
use crate::data::table::{Plot, Table};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::eval::{Interpreter, fail};
use crate::numbers::to_dyadic;
use crate::value::{Game, Growing, Value};
use dashu_int::IBig;
use std::sync::{Mutex, PoisonError};
use upstar_base::Random;
use upstar_values::Dyadic;

/// The most cells of a table.
const MOST: usize = 1 << 20;

fn rows(m: &mut Interpreter, value: &Value, span: Span) -> Evaluated<Vec<Vec<Value>>> {
    if let Value::Data(data) = value
        && let Data::Table(table) = &***data
    {
        return Ok(table.rows().to_vec());
    }
    let mut rows = Vec::new();
    let mut cells = 0;
    for row in m.members(value, span)?.items {
        let row =
            if On::Collection.accepts(&row) { m.members(&row, span)?.items } else { vec![row] };
        cells += row.len();
        if cells > MOST {
            return Err(fail(ErrorKind::Size, span, format!("a table has at most {MOST} cells")));
        }
        rows.push(row);
    }
    Ok(rows)
}

fn table(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Vec<Vec<Value>>> {
    rows(m, c.arg(0), c.at(0))
}

/// The number that a value is, or the mean of a game.
fn level(m: &mut Interpreter, value: &Value) -> Option<Dyadic> {
    match value {
        Value::Game(Game::Integer(n)) => Some(Dyadic::from(n.clone())),
        Value::Game(Game::Rational(x)) => to_dyadic(x),
        Value::Boolean(b) => Some(Dyadic::from(i64::from(*b))),
        Value::Game(Game::Short(_) | Game::UpStar(_)) => {
            let heap = m.nim_heap(value).map(|heap| Dyadic::from(i64::from(heap)));
            let game = m.game(value, Span::default()).ok()?;
            heap.or_else(|| m.calc.mean(game).ok())
        }
        _ => None,
    }
}

fn scatter(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let mut points = Vec::new();
    let numbers = |m: &mut Interpreter, x: &Value, y: &Value| {
        let point = level(m, x).zip(level(m, y));
        point.ok_or_else(|| m.wrong_kind("dyadic numbers", y, c.at(0)))
    };
    for (i, item) in m.members(c.arg(0), c.at(0))?.items.into_iter().enumerate() {
        m.step(c.span)?;
        let point = match &item {
            Value::Coordinates(pair) => {
                let [x, y] = [0, 1].map(|i: usize| Dyadic::from(pair[i].clone()));
                (x, y)
            }
            Value::List(pair) if pair.as_slice().len() == 2 => {
                numbers(m, &pair.as_slice()[0], &pair.as_slice()[1])?
            }
            y => numbers(m, &int(i + 1), y)?,
        };
        points.push(point);
    }
    m.data(Data::Plot(Plot::Scatter(points)), c.span)
}

impl<'c> Arg<'c> for &'c Mutex<Random> {
    fn get(m: &mut Interpreter, c: &'c Call<'_>, i: usize) -> Evaluated<Self> {
        // The next number is another one.
        m.globals.other_change();
        if let Value::Data(data) = c.arg(i)
            && let Data::Random(random) = &***data
        {
            return Ok(random);
        }
        Err(m.wrong_kind("a generator of random numbers", c.arg(i), c.at(i)))
    }
}

fn below(random: &Mutex<Random>, n: u64) -> u64 {
    random.lock().unwrap_or_else(PoisonError::into_inner).under(n)
}

fn limit(m: &mut Interpreter, value: &Value, span: Span) -> Evaluated<i64> {
    let n = m.integer(value, span)?;
    i64::try_from(&n).map_err(|_| {
        fail(ErrorKind::Size, span, format!("random numbers are smaller than 2^63, and {n} is not"))
    })
}

rows! { pub(super) TABLE |m, c|
    fn Table(rows = Many) "values in rows and columns, to be looked at"
        ["Table([[1,10,100]])", "1 | 10 | 100"] {
            let rows = match c.arguments.len() {
                1 => rows(m, c.arg(0), c.at(0))?,
                _ => {
                    let all = m.list(c.arguments.iter().cloned(), c.span)?;
                    rows(m, &all, c.span)?
                }
            };
            Data::Table(Table::new(rows))
        };
    Sequence.PeriodicTable(_, period) "the members in rows of a length, one period under the other"
        ["[1,2,3].PeriodicTable(3)", "1 | 2 | 3"] {
            let items = m.members(c.arg(0), c.at(0))?.items;
            let period = m.natural(c.arg(1), c.at(1))?;
            let period = usize::try_from(period).unwrap_or(usize::MAX);
            if period == 0 {
                return raise(ErrorKind::Domain, "the rows must have a length").at(1);
            }
            let rows = items.chunks(period).map(<[Value]>::to_vec).collect();
            Data::Table(Table::new(rows))
        };
    Table.Rows(_) "the list of rows, each a list"
        ["Table([[1,2],[3]]).Rows", "[[1,2],[3]]"] {
            AnswerList(table(m, c)?.into_iter().map(AnswerList))
        };
    Table.RowCount(table: &Table) "how many rows there are"
        ["Table([[1,2],[3,4]]).RowCount", "2"] table.rows().len();
    Table.ColumnCount(table: &Table) "how many columns there are"
        ["Table([[1,2,3]]).ColumnCount", "3"] table.rows().iter().map(Vec::len).max().unwrap_or(0);
    Table.IntensityPlot(_)
        "a picture of the table: the larger a number, a nimber or a mean, the darker its cell"
        ["Table([[1,2],[3,4]]).IntensityPlot()", "<2 x 2 IntensityPlot>"] {
            let rows = table(m, c)?;
            let levels =
                rows.iter().map(|row| row.iter().map(|cell| level(m, cell)).collect()).collect();
            Data::Plot(Plot::Intensity(levels))
        };
    Sequence.ScatterPlot(_)
        "a picture of points `(x,y)` or `[x,y]`; numbers alone are drawn over 1, 2, 3, ..."
        ["kayles.NimValueSequence(20).ScatterPlot()", "<ScatterPlot of 20 points>"] scatter(m, c);
    Plot.Picture(plot: &Plot) "the plot drawn with characters"
        ["Table([[0,9],[9,0]]).IntensityPlot().Picture", "\"  @@\\n@@\""] plot.picture();
    fn Random(seed: Option<IBig>)
        "a generator of random numbers; the same seed gives the same numbers"
        ["Random(5) is Random", "true"] {
            let small = seed.unwrap_or_default() & IBig::from(u64::MAX);
            let seed = u64::try_from(&small).unwrap_or(0);
            Data::Random(Mutex::new(Random::new(seed)))
        };
    Random.NextInteger(_, low, high = Nothing)
        "a whole number from low to high, or from 1 to the one that is given"
        ["r := Random(5); n := r.NextInteger(6); 1 <= n and n <= 6", "true"] {
            let first = limit(m, c.arg(1), c.at(1))?;
            let (low, high) = match c.arguments.len() {
                2 => (1, first),
                _ => (first, limit(m, c.arg(2), c.at(2))?),
            };
            if low > high {
                let message = format!("there is no whole number from {low} to {high}");
                return raise(ErrorKind::Domain, message);
            }
            let random = <&Mutex<Random>>::get(m, c, 0)?;
            let n = below(random, high.abs_diff(low).saturating_add(1));
            IBig::from(low) + IBig::from(n)
        };
    Random.NextBoolean(random: &Mutex<Random>) "true or false"
        ["Random(5).NextBoolean() is Boolean", "true"] below(random, 2) == 1;
    Random.Choice(_, collection) "a member of a collection"
        ["Random(5).Choice([4,4,4])", "4"] {
            let items = m.members(c.arg(1), c.at(1))?.items;
            let random = <&Mutex<Random>>::get(m, c, 0)?;
            let place = below(random, items.len() as u64) as usize;
            let chosen = items.into_iter().nth(place);
            chosen.ok_or_else(|| fail(ErrorKind::Domain, c.at(1), "the collection is empty"))
        };
    Random.Shuffled(_, collection: Growing) "the members in a random order"
        ["Random(5).Shuffled([3,1,2]).Sorted", "[1,2,3]"] {
            let random = <&Mutex<Random>>::get(m, c, 0)?;
            for i in (1..collection.items.len()).rev() {
                collection.items.swap(i, below(random, i as u64 + 1) as usize);
            }
            collection
        };
}
