//! More of lists and sets: what changes, counts, flattens and combines them; the functions `Max`, `Min`,
//! `Sum`, `Mex` of a collection or of several values.

use super::collections::{alike, compare_sets, empty};
use super::rows::{AnswerList, rows};
use super::{Call, On};
use crate::error::Evaluated;
use crate::eval::{Interpreter, stopped};
use crate::value::{Game, Growing, Value};
use dashu_int::IBig;
use std::cmp::Ordering;

/// The one argument if it is a collection, else a list of the arguments.
fn gathered(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    match c.arguments {
        [only] if On::Collection.accepts(only) => Ok(only.clone()),
        several => m.list(several.iter().cloned(), c.span),
    }
}

/// Asks the method of that name of a collection.
fn of_all(m: &mut Interpreter, c: &Call<'_>, method: &str) -> Evaluated<Value> {
    let all = gathered(m, c)?;
    m.ask(all, method, c.span)
}

/// Members without what came before, in their order.
fn distinct(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let items = m.members(c.arg(0), c.at(0))?;
    let mut seen: Vec<Value> = Vec::new();
    let mut kept = m.growing();
    for item in items.items {
        if let Err(at) = m.find(&seen, |value| value, &item, c.span)? {
            seen.insert(at, item.clone());
            kept.push(item).map_err(stopped(c.span))?;
        }
    }
    alike(m, c, kept)
}

fn flattened(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let mut flat = m.growing();
    let mut cursor = m.cursor(c.arg(0), c.at(0))?;
    while let Some(member) = cursor.next(m, c.span)? {
        if !On::Collection.accepts(&member) {
            flat.push(member).map_err(stopped(c.span))?;
            continue;
        }
        let mut inner = m.cursor(&member, c.at(0))?;
        while let Some(part) = inner.next(m, c.span)? {
            flat.push(part).map_err(stopped(c.span))?;
        }
    }
    alike(m, c, flat)
}

fn count(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<usize> {
    let callable = matches!(c.arg(1), Value::Function(_) | Value::Builtin(_));
    let mut cursor = m.cursor(c.arg(0), c.at(0))?;
    let mut count = 0;
    while let Some(member) = cursor.next(m, c.span)? {
        let counts = if callable {
            let answer = m.call_value(c.arg(1), vec![member], c.at(1))?;
            m.boolean(&answer, c.at(1))?
        } else {
            m.equal(&member, c.arg(1), c.span)?
        };
        count += usize::from(counts);
    }
    Ok(count)
}

/// Pairs of members in the same place.
fn zipped(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let (mut a, mut b) = (m.cursor(c.arg(0), c.at(0))?, m.cursor(c.arg(1), c.at(1))?);
    let mut pairs = m.growing();
    while let (Some(x), Some(y)) = (a.next(m, c.span)?, b.next(m, c.span)?) {
        let pair = m.list([x, y], c.span)?;
        pairs.push(pair).map_err(stopped(c.span))?;
    }
    m.finish_list(pairs, c.span)
}

/// The place of the greatest or least member.
fn place_of_extreme(m: &mut Interpreter, c: &Call<'_>, wanted: Ordering) -> Evaluated<usize> {
    let mut cursor = m.cursor(c.arg(0), c.at(0))?;
    let mut best: Option<(usize, Value)> = None;
    let mut at = 0;
    while let Some(member) = cursor.next(m, c.span)? {
        at += 1;
        let better = match &best {
            None => true,
            Some((_, best)) => m.compare(&member, best, c.span)? == Some(wanted),
        };
        if better {
            best = Some((at, member));
        }
    }
    best.map(|(at, _)| at).ok_or_else(|| empty(c))
}

/// What a function of two makes of `so_far` and the rest of a collection.
fn folded(m: &mut Interpreter, c: &Call<'_>, start: Option<&Value>, by: usize) -> Evaluated<Value> {
    let mut cursor = m.cursor(c.arg(0), c.at(0))?;
    let mut so_far = match start {
        Some(start) => start.clone(),
        None => match cursor.next(m, c.span)? {
            Some(first) => first,
            None => return Err(empty(c)),
        },
    };
    while let Some(member) = cursor.next(m, c.span)? {
        so_far = m.call_value(c.arg(by), [so_far, member], c.at(by))?;
    }
    Ok(so_far)
}

rows! { pub(super) TABLE |m, c|
    Collection.Fold(_, start, function)
        "what a function of two makes of a start and the members, one after the other"
        ["[3,5,6].Fold(100, (a, b) -> a - b)", "86"] folded(m, c, Some(c.arg(1)), 2);
    Collection.Reduce(_, function) "the same, from the first member on"
        ["[3,5,6].Reduce((a, b) -> a NimSum b)", "0"] folded(m, c, None, 1);
    Collection.SortedBy(_, key) "the members in the order of what a function says of each"
        ["[3,-4,1].SortedBy(x -> x.Abs)", "[1,3,-4]"] {
            let mut keyed = Vec::new();
            for member in m.members(c.arg(0), c.at(0))?.items {
                keyed.push((m.call_value(c.arg(1), [member.clone()], c.at(1))?, member));
            }
            m.sort_by(&mut keyed, &mut |m, a, b| m.arrange(&a.0, &b.0, c.span))?;
            AnswerList(keyed.into_iter().map(|(_, member)| member))
        };
    Collection.Adjoin(items: Growing, x)
        "the collection with x as a further member; the same as Append"
        ["{1,3}.Adjoin(2)", "{1,2,3}"] {
            items.push(c.arg(1).clone())?;
            alike(m, c, items)
        };
    Collection.Distinct(_) "the members without repetitions, in their order"
        ["[3,1,3,2,1].Distinct", "[3,1,2]"] distinct(m, c);
    Collection.Flattened(_) "the members of the members; a member that is no collection stays"
        ["[[1,2],[3],4].Flattened", "[1,2,3,4]"] flattened(m, c);
    Collection.Count(_, "test or x") "how many members pass a test, or equal x"
        ["[1,2,3,4].Count(n -> n % 2 == 0)", "2"] count(m, c);
    Collection.Product(_) "the product of the members"
        ["(1..5).Product", "120"] {
            let mut total = Value::Game(Game::Integer(IBig::ONE));
            let mut cursor = m.cursor(c.arg(0), c.at(0))?;
            while let Some(member) = cursor.next(m, c.span)? {
                total = m.product_of(&total, &member, c.at(0))?;
            }
            total
        };
    Collection.Zip(_, other) "pairs of the members in the same place"
        ["[1,2].Zip([*,^])", "[[1,*],[2,^]]"] zipped(m, c);
    Sequence.IndexOfMax(_) "the first place of a member that no other one exceeds"
        ["[3,9,4,9].IndexOfMax", "2"] place_of_extreme(m, c, Ordering::Greater);
    Sequence.IndexOfMin(_) "the first place of a member that exceeds no other one"
        ["[3,9,3].IndexOfMin", "1"] place_of_extreme(m, c, Ordering::Less);
    Collection.Intersect(_, other) "the same as Intersection"
        ["{1,2}.Intersect({2,3})", "{2}"] compare_sets(m, c, true);
    Sequence.RemovedAt(items: Growing, place) "the list without the member at a place"
        ["[5,6,7].RemovedAt(2)", "[5,7]"] {
            let at = m.position(c.arg(1), items.items.len(), c.at(1))?;
            items.remove(at);
            items
        };
    fn Max(values = Many) "the greatest of the members of a collection, or of several values"
        ["[Max([3,9,4]),Max(2,7)]", "[9,7]"] of_all(m, c, "Max");
    fn Min(values = Many) "the least of the members of a collection, or of several values"
        ["[Min([3,9,4]),Min(2,7)]", "[3,2]"] of_all(m, c, "Min");
    fn Sum(values = Many) "the sum of the members of a collection, or of several values"
        ["Sum([1,^,*])", "1^*"] of_all(m, c, "Sum");
    fn Mex(values = Many)
        "the least number 0, 1, 2, ... that is not a member of a collection, or none of several values"
        ["Mex([0,1,3])", "2"] of_all(m, c, "Mex");
}
