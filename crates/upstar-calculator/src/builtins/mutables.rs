//! Lists and sets that can be changed. What changes them returns them.
//!
//! They hold nothing mutable, so that no value contains itself.

use super::Call;
use super::rows::rows;
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail, stopped};
use crate::value::{Growing, Shared, Value};
use std::sync::Arc;

/// The members of the one argument if it is a collection, else the arguments.
fn initial(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Growing> {
    let collection = matches!(c.arg(0), Value::List(_) | Value::Set(_) | Value::Range(_))
        || super::On::Mutable.accepts(c.arg(0));
    if c.arguments.len() == 1 && collection {
        return m.members(c.arg(0), c.at(0));
    }
    let mut items = m.growing();
    for (i, argument) in c.arguments.iter().enumerate() {
        items.push(argument.clone()).map_err(stopped(c.at(i)))?;
    }
    Ok(items)
}

fn fits(value: &Value, c: &Call<'_>) -> Evaluated<()> {
    if value.nesting().fits_mutable() {
        Ok(())
    } else {
        Err(fail(
            ErrorKind::Kind,
            c.at(1),
            "a mutable collection cannot contain a mutable or deeply nested value",
        ))
    }
}

/// The content of the receiver, and whether it is a set.
fn receiver(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<(Arc<Shared>, bool)> {
    // Whoever asks for it changes it.
    m.globals.other_change();
    match c.arg(0) {
        Value::MutableList(items) => Ok((items.clone(), false)),
        Value::MutableSet(items) => Ok((items.clone(), true)),
        other => Err(m.wrong_kind("a mutable collection", other, c.at(0))),
    }
}

fn add(m: &mut Interpreter, c: &Call<'_>, value: Value) -> Evaluated<()> {
    fits(&value, c)?;
    let (items, is_set) = receiver(m, c)?;
    if !is_set {
        return items.borrow_mut().push(value).map_err(stopped(c.span));
    }
    let place = m.find(&items.borrow().items, |item| item, &value, c.span)?;
    match place {
        Ok(_) => Ok(()),
        Err(at) => items.borrow_mut().insert(at, value).map_err(stopped(c.span)),
    }
}

/// Removes the first member that equals `value`; was there one?
fn remove(m: &mut Interpreter, c: &Call<'_>, value: &Value) -> Evaluated<bool> {
    let (items, _) = receiver(m, c)?;
    let snapshot = items.borrow().items.clone();
    for (at, item) in snapshot.iter().enumerate() {
        if m.equal(item, value, c.span)? {
            items.borrow_mut().remove(at);
            return Ok(true);
        }
    }
    Ok(false)
}

rows! { pub(super) TABLE |m, c|
    fn MutableList(members = Many) "a list that can be changed"
        ["MutableList([3,4,5])", "MutableList(3, 4, 5)"] {
            let items = initial(m, c)?;
            for item in &items.items {
                fits(item, c)?;
            }
            Value::MutableList(Shared::new(items))
        };
    fn MutableSet(members = Many) "a set that can be changed"
        ["MutableSet([3,4,3])", "MutableSet(3, 4)"] {
            let mut items = initial(m, c)?;
            for item in &items.items {
                fits(item, c)?;
            }
            m.sort_distinct(&mut items, c.span)?;
            Value::MutableSet(Shared::new(items))
        };
    Mutable.Add(_, x) "adds a member"
        ["MutableList(1).Add(*)", "MutableList(1, *)"] {
            add(m, c, c.arg(1).clone())?;
            c.arg(0).clone()
        };
    Mutable.AddAll(_, others) "adds all members of a collection"
        ["MutableSet(3).AddAll([1,3])", "MutableSet(1, 3)"] {
            for item in m.members(c.arg(1), c.at(1))?.items {
                add(m, c, item)?;
            }
            c.arg(0).clone()
        };
    Mutable.Remove(_, x) "removes x where it first occurs"
        ["MutableList(1,2,1).Remove(1)", "MutableList(2, 1)"] {
            remove(m, c, c.arg(1))?;
            c.arg(0).clone()
        };
    Mutable.RemoveAll(_, others) "removes every member that is in a collection"
        ["MutableList(1,2,1).RemoveAll([1])", "MutableList(2)"] {
            for item in m.members(c.arg(1), c.at(1))?.items {
                while remove(m, c, &item)? {}
            }
            c.arg(0).clone()
        };
    MutableList.RemoveAt(_, place) "removes the member at a place"
        ["MutableList(5,6,7).RemoveAt(2)", "MutableList(5, 7)"] {
            let (items, _) = receiver(m, c)?;
            let length = items.borrow().items.len();
            let at = m.position(c.arg(1), length, c.at(1))?;
            items.borrow_mut().remove(at);
            c.arg(0).clone()
        };
    MutableList.Update(_, place, x) "puts x at a place, also written `c[place] := x`"
        ["MutableList(5,6,7).Update(2, *)", "MutableList(5, *, 7)"] {
            fits(c.arg(2), c)?;
            let (items, _) = receiver(m, c)?;
            let length = items.borrow().items.len();
            let at = m.position(c.arg(1), length, c.at(1))?;
            items.borrow_mut().items[at] = c.arg(2).clone();
            c.arg(0).clone()
        };
    MutableList.Sort(_) "sorts as sets are printed"
        ["MutableList(3,*,1/2).Sort()", "MutableList(1/2, 3, *)"] {
            let (items, _) = receiver(m, c)?;
            let mut sorted = items.borrow().items.clone();
            m.sort(&mut sorted, c.span)?;
            items.borrow_mut().items = sorted;
            c.arg(0).clone()
        };
    MutableList.SortWith(_, order) "sorts by a function of two that answers -1, 0 or 1"
        ["MutableList(1,3,2).SortWith((a, b) -> b <=> a)", "MutableList(3, 2, 1)"] {
            let (items, _) = receiver(m, c)?;
            let mut sorted = items.borrow().items.clone();
            super::collections::sort_with(m, &mut sorted, c)?;
            items.borrow_mut().items = sorted;
            c.arg(0).clone()
        };
    Mutable.Clear(_) "removes all members"
        ["MutableList(1,2).Clear()", "MutableList()"] {
            let (items, _) = receiver(m, c)?;
            items.borrow_mut().clear();
            c.arg(0).clone()
        };
}
