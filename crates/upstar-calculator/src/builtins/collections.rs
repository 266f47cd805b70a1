//! Lists, sets and ranges; most methods also take mutable collections.

use super::Call;
use super::rows::{AnswerList, Arg, At, raise, rows};
use crate::error::{Error, ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail, stopped};
use crate::value::{Game, Growing, Value};
use dashu_int::IBig;
use std::cmp::Ordering;
use upstar_values::integers;

/// A collection like the receiver, from new members.
pub(super) fn alike(m: &mut Interpreter, c: &Call<'_>, items: Growing) -> Evaluated<Value> {
    match c.arg(0) {
        Value::Set(_) | Value::MutableSet(_) => m.finish_set(items, c.span),
        _ => m.finish_list(items, c.span),
    }
}

pub(super) fn empty(c: &Call<'_>) -> Box<Error> {
    fail(ErrorKind::Domain, c.at(0), "the collection is empty")
}

fn size(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<usize> {
    Ok(match c.arg(0) {
        Value::List(items) | Value::Set(items) => items.as_slice().len(),
        Value::Map(map) => map.entries().len(),
        Value::MutableList(items) | Value::MutableSet(items) => items.borrow().items.len(),
        other => {
            let mut cursor = m.cursor(other, c.at(0))?;
            let mut size = 0;
            while cursor.next(m, c.span)?.is_some() {
                size += 1;
            }
            size
        }
    })
}

fn extreme(m: &mut Interpreter, c: &Call<'_>, wanted: Ordering) -> Evaluated<Value> {
    let mut cursor = m.cursor(c.arg(0), c.at(0))?;
    let mut best: Option<Value> = None;
    while let Some(member) = cursor.next(m, c.span)? {
        best = Some(match best {
            None => member,
            Some(best) => match m.compare(&member, &best, c.span)? {
                Some(order) if order == wanted => member,
                _ => best,
            },
        });
    }
    best.ok_or_else(|| empty(c))
}

/// Filters or asks: calls the function on every member until `decide` gives a result.
fn each(
    m: &mut Interpreter,
    c: &Call<'_>,
    decide: &mut dyn FnMut(Value, bool) -> Result<Option<Value>, upstar_base::Stopped>,
) -> Evaluated<Option<Value>> {
    let mut cursor = m.cursor(c.arg(0), c.at(0))?;
    while let Some(member) = cursor.next(m, c.span)? {
        let answer = m.call_value(c.arg(1), [member.clone()], c.at(1))?;
        let answer = m.boolean(&answer, c.at(1))?;
        if let Some(result) = decide(member, answer).map_err(stopped(c.span))? {
            return Ok(Some(result));
        }
    }
    Ok(None)
}

fn map_members(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let mut mapped = m.growing();
    let mut cursor = m.cursor(c.arg(0), c.at(0))?;
    while let Some(member) = cursor.next(m, c.span)? {
        let value = m.call_value(c.arg(1), [member], c.at(1))?;
        mapped.push(value).map_err(stopped(c.span))?;
    }
    alike(m, c, mapped)
}

fn first(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let mut cursor = m.cursor(c.arg(0), c.at(0))?;
    let first = cursor.next(m, c.span)?;
    first.ok_or_else(|| empty(c))
}

/// Sorts by a function that answers a negative number, 0 or a positive one.
pub(super) fn sort_with(
    m: &mut Interpreter,
    items: &mut Vec<Value>,
    c: &Call<'_>,
) -> Evaluated<()> {
    let (order, at) = (c.arg(1).clone(), c.at(1));
    m.sort_by(items, &mut |m, a, b| {
        let answer = m.call_value(&order, [a.clone(), b.clone()], at)?;
        Ok(m.integer(&answer, at)?.cmp(&IBig::ZERO))
    })
}

/// The place `n` behind the first `n` members, for a count that may be too large.
fn count(m: &mut Interpreter, c: &Call<'_>, length: usize) -> Evaluated<usize> {
    let n = m.natural(c.arg(1), c.at(1))?;
    Ok(usize::try_from(n).unwrap_or(length).min(length))
}

fn slice(items: &Growing, places: std::ops::Range<usize>) -> AnswerList<Vec<Value>> {
    AnswerList(items.items.get(places).unwrap_or_default().to_vec())
}

/// Members of the first that are (or are not) in the second, as a set.
pub(super) fn compare_sets(m: &mut Interpreter, c: &Call<'_>, keep: bool) -> Evaluated<Value> {
    let first = Growing::get(m, c, 0)?;
    let mut second = Growing::get(m, c, 1)?;
    m.sort_distinct(&mut second, c.span)?;
    let mut kept = m.growing();
    for item in first.items {
        let found = m.find(&second.items, |x| x, &item, c.span)?.is_ok();
        if found == keep {
            kept.push(item).map_err(stopped(c.span))?;
        }
    }
    m.finish_set(kept, c.span)
}

rows! { pub(super) TABLE |m, c|
    Collection.Size(_) "how many members there are"
        ["{1,2,2}.Size", "2"] size(m, c);
    Collection.Length(_) "how many members there are"
        ["[1,2,2].Length", "3"] size(m, c);
    Collection.IsEmpty(_) "are there no members?"
        ["[].IsEmpty", "true"] {
            let mut cursor = m.cursor(c.arg(0), c.at(0))?;
            cursor.next(m, c.span)?.is_none()
        };
    Collection.Contains(_, x) "is x a member?"
        ["[0,1,7].Contains(7)", "true"] {
            let wanted = c.arg(1);
            let mut cursor = m.cursor(c.arg(0), c.at(0))?;
            while let Some(member) = cursor.next(m, c.span)? {
                if m.equal(&member, wanted, c.span)? {
                    return Ok(Value::Boolean(true));
                }
            }
            Value::Boolean(false)
        };
    Sequence.IndexOf(_, x) "the first place of x, or Nothing"
        ["[3,1,4,1].IndexOf(1)", "2"] {
            let mut cursor = m.cursor(c.arg(0), c.at(0))?;
            let mut at = IBig::ZERO;
            while let Some(member) = cursor.next(m, c.span)? {
                at += 1;
                if m.equal(&member, c.arg(1), c.span)? {
                    return Ok(Value::Game(Game::Integer(at)));
                }
            }
            Value::Nothing
        };
    Collection.First(_) "the first member"
        ["(3..9).First", "3"] first(m, c);
    Collection.Head(_) "the first member"
        ["[3,4,9].Head", "3"] first(m, c);
    Collection.Tail(items: Growing) "all members but the first"
        ["[3,4,9].Tail", "[4,9]"] {
            items.remove(0).ok_or_else(|| empty(c))?;
            alike(m, c, items)
        };
    Collection.Last(_) "the last member"
        ["[3,4,9].Last", "9"] {
            let last = Growing::get(m, c, 0)?.items.pop();
            last.ok_or_else(|| empty(c))
        };
    Collection.ToList(_) "the members as a list"
        ["[(1..4).ToList,{3,1}.ToList]", "[1..4,[1,3]]"] {
            // A range is a list.
            if let Value::Range(_) = c.arg(0) {
                return Ok(c.arg(0).clone());
            }
            let items = Growing::get(m, c, 0)?;
            m.finish_list(items, c.span)?
        };
    Collection.ToSet(items: Growing) "the members as a set"
        ["[3,1,3].ToSet", "{1,3}"] m.finish_set(items, c.span);
    Collection.Sorted(items: Growing) "the members in the order in which sets are printed"
        ["[*,5,1/2,^].Sorted", "[1/2,5,*,^]"] {
            m.sort(&mut items.items, c.span)?;
            items
        };
    Collection.SortedWith(items: Growing, order)
        "the members sorted by a function of two that answers -1, 0 or 1"
        ["[1,3,2].SortedWith((a, b) -> b <=> a)", "[3,2,1]"] {
            sort_with(m, &mut items.items, c)?;
            items
        };
    Sequence.Reversed(items: Growing) "the members from the last to the first"
        ["[1,2,3].Reversed", "[3,2,1]"] {
            items.items.reverse();
            items
        };
    grow Collection.Append(items, x) "the collection with x as a further member"
        ["[1,2].Append(3)", "[1,2,3]"] items.push(c.arg(1).clone()).map_err(stopped(c.span));
    Collection.Concat(items: Growing, other: Growing) "the members of both"
        ["[1,2].Concat([2,3])", "[1,2,2,3]"] {
            other.items.drain(..).try_for_each(|item| items.push(item))?;
            alike(m, c, items)
        };
    Sequence.Grouped(items: Growing, n) "the members in lists of n"
        ["[1,2,3].Grouped(2)", "[[1,2],[3]]"] {
            let n = count(m, c, items.items.len().max(1))?;
            if n == 0 {
                return raise(ErrorKind::Domain, "the lists must have a length").at(1);
            }
            let mut groups = m.growing();
            for group in items.items.chunks(n) {
                let group = m.list(group.to_vec(), c.span)?;
                groups.push(group)?;
            }
            groups
        };
    Sequence.Take(items: Growing, n) "the first n members"
        ["[1,2,3].Take(2)", "[1,2]"] {
            let n = count(m, c, items.items.len())?;
            slice(&items, 0..n)
        };
    Sequence.Drop(items: Growing, n) "all but the first n members"
        ["[1,2,3].Drop(2)", "[3]"] {
            let n = count(m, c, items.items.len())?;
            slice(&items, n..items.items.len())
        };
    Sequence.Sublist(items: Growing, from, to) "the members from one place to another"
        ["[5,6,7,8].Sublist(2,3)", "[6,7]"] {
            let length = items.items.len();
            let from = m.position(c.arg(1), length, c.at(1))?;
            let to = m.position(c.arg(2), length, c.at(2))? + 1;
            slice(&items, from..to.max(from))
        };
    Sequence.Updated(old: Growing, "place or map", x = Nothing)
        "the list with x at that place, or with other members at the places of a map"
        ["[[1,2,3].Updated(2, 9),[1,2,3].Updated({1 => 7, 3 => 8})]", "[[1,9,3],[7,2,8]]"] {
            let entries = match c.arg(1) {
                Value::Map(map) if c.arguments.len() == 2 => map.entries().to_vec(),
                place => vec![(place.clone(), c.arg(2).clone())],
            };
            for (place, member) in entries {
                let at = m.position(&place, old.items.len(), c.at(1))?;
                old.items[at] = member;
            }
            // What is put in may be larger than what it stands for.
            AnswerList(old.items)
        };
    Collection.Sum(_) "the sum of the members"
        ["[1/2,^,*].Sum", "1/2^*"] m.total(c.arg(0), c.at(0));
    Collection.Max(_) "the first member that no other one exceeds"
        ["[3,9,4].Max", "9"] extreme(m, c, Ordering::Greater);
    Collection.Min(_) "the first member that exceeds no other one"
        ["[^,*2,v].Min", "v"] extreme(m, c, Ordering::Less);
    Collection.Mex(items: Growing) "the least number 0, 1, 2, ... that is not a member"
        ["[0,1,3,*2].Mex", "2"] {
            let integers = items.items.iter().filter_map(|item| match item {
                Value::Game(Game::Integer(n)) => Some(n),
                _ => None,
            });
            integers::mex(integers)
        };
    Collection.Map(_, function) "the values of a function on the members"
        ["[1,2,3].Map(x -> x^2)", "[1,4,9]"] map_members(m, c);
    Collection.Apply(_, function) "the same as Map"
        ["(1..3).Apply(x -> +-x)", "[+-1,+-2,+-3]"] map_members(m, c);
    Collection.ForEach(_, function) "calls a function on every member"
        ["x := MutableList(); [1,2].ForEach(n -> x.Add(n)); x", "MutableList(1, 2)"] {
            let mut cursor = m.cursor(c.arg(0), c.at(0))?;
            while let Some(member) = cursor.next(m, c.span)? {
                m.call_value(c.arg(1), [member], c.at(1))?;
            }
        };
    Collection.Find(_, test) "the first member that passes a test, or Nothing"
        ["[1,2,3].Find(x -> x > 1)", "2"] {
            let found = each(m, c, &mut |member, passes| Ok(passes.then_some(member)))?;
            found.unwrap_or(Value::Nothing)
        };
    Collection.Filter(_, test) "the members that pass a test"
        ["[1,2,3].Filter(x -> x > 1)", "[2,3]"] {
            let mut kept = m.growing();
            each(m, c, &mut |member, passes| {
                if passes {
                    kept.push(member)?;
                }
                Ok(None)
            })?;
            match c.arg(0) {
                Value::Map(_) => {
                    let pairs = kept.items.iter().filter_map(|item| match item {
                        Value::Entry(entry) => Some(entry.as_ref().clone()),
                        _ => None,
                    });
                    m.map(pairs.collect(), c.span)
                }
                _ => alike(m, c, kept),
            }
        };
    Collection.Exists(_, test) "does some member pass the test?"
        ["[1,2,3].Exists(x -> x > 2)", "true"] {
            let found = each(m, c, &mut |_, passes| Ok(passes.then_some(Value::Boolean(true))))?;
            found.unwrap_or(Value::Boolean(false))
        };
    Collection.ForAll(_, test) "do all members pass the test?"
        ["[1,2,3].ForAll(x -> x > 2)", "false"] {
            let failed =
                each(m, c, &mut |_, passes| Ok((!passes).then_some(Value::Boolean(false))))?;
            failed.unwrap_or(Value::Boolean(true))
        };
    Collection.Union(items: Growing, other: Growing) "the set of all members of both"
        ["{1,2}.Union({2,3})", "{1,2,3}"] {
            other.items.drain(..).try_for_each(|item| items.push(item))?;
            m.finish_set(items, c.span)
        };
    Collection.Intersection(_, other) "the set of the members that are in both"
        ["{1,2}.Intersection({2,3})", "{2}"] compare_sets(m, c, true);
    Collection.Difference(_, other) "the set of the members that are not in the other"
        ["{1,2}.Difference({2,3})", "{1}"] compare_sets(m, c, false);
    Sets.IsSubsetOf(_, other) "are all members in the other?"
        ["{1,2}.IsSubsetOf({1,2,3})", "true"] {
            let rest = compare_sets(m, c, false)?;
            matches!(rest, Value::Set(items) if items.as_slice().is_empty())
        };
}
