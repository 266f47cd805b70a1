//! What can be made of the members of a collection: subsets, orders, groups, maps, tables.

use super::Call;
use super::boards::int;
use super::collections::alike;
use super::rows::rows;
use crate::data::Data;
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail, stopped};
use crate::value::{Growing, Range, Value};
use std::sync::Arc;

/// The subsets, those without the first members before those with them.
fn subsets(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    const MOST: usize = 20;
    let members = m.members(c.arg(0), c.at(0))?.items;
    if members.len() > MOST {
        let message = format!("subsets are listed of at most {MOST} members");
        return Err(fail(ErrorKind::Size, c.at(0), message));
    }
    let mut all = m.growing();
    for choice in 0_u32..1 << members.len() {
        let mut subset = m.growing();
        for (i, member) in members.iter().enumerate() {
            if choice >> i & 1 == 1 {
                subset.push(member.clone()).map_err(stopped(c.span))?;
            }
        }
        let subset = alike(m, c, subset)?;
        all.push(subset).map_err(stopped(c.span))?;
    }
    alike(m, c, all)
}

/// All orders, in the order of a dictionary.
fn permutations(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    const MOST: usize = 9;
    let members = m.members(c.arg(0), c.at(0))?.items;
    if members.len() > MOST {
        let message = format!("permutations are listed of at most {MOST} members");
        return Err(fail(ErrorKind::Size, c.at(0), message));
    }
    let mut order: Vec<usize> = (0..members.len()).collect();
    let mut all = m.growing();
    loop {
        let permutation = m.list(order.iter().map(|&i| members[i].clone()), c.span)?;
        all.push(permutation).map_err(stopped(c.span))?;
        let Some(rise) = order.windows(2).rposition(|pair| pair[0] < pair[1]) else {
            return m.finish_list(all, c.span);
        };
        let next = order.iter().rposition(|&i| i > order[rise]).unwrap_or(rise);
        order.swap(rise, next);
        order[rise + 1..].reverse();
    }
}

/// Lists of members with the same answer of a function, by answer.
fn grouped_by(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let mut groups: Vec<(Value, Growing)> = Vec::new();
    let mut cursor = m.cursor(c.arg(0), c.at(0))?;
    while let Some(member) = cursor.next(m, c.span)? {
        let key = m.call_value(c.arg(1), [member.clone()], c.at(1))?;
        let at = match m.find(&groups, |group| &group.0, &key, c.span)? {
            Ok(at) => at,
            Err(at) => {
                groups.insert(at, (key, m.growing()));
                at
            }
        };
        groups[at].1.push(member).map_err(stopped(c.span))?;
    }
    let mut entries = Vec::with_capacity(groups.len());
    for (key, group) in groups {
        entries.push((key, m.finish_list(group, c.span)?));
    }
    m.map(entries, c.span)
}

/// The map from members to what a function says of them, or from the entries of a list.
fn to_map(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let mut entries = Vec::new();
    let mut cursor = m.cursor(c.arg(0), c.at(0))?;
    while let Some(member) = cursor.next(m, c.span)? {
        entries.push(match (c.arg(1), member) {
            (Value::Nothing, Value::Entry(entry)) => (entry.0.clone(), entry.1.clone()),
            (Value::Nothing, other) => {
                return Err(m.wrong_kind("an entry `k => v`", &other, c.at(0)));
            }
            (function, member) => {
                let value = m.call_value(function, [member.clone()], c.at(1))?;
                (member, value)
            }
        });
    }
    m.map(entries, c.span)
}

fn removed(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let mut kept = m.growing();
    let mut cursor = m.cursor(c.arg(0), c.at(0))?;
    while let Some(member) = cursor.next(m, c.span)? {
        if !m.equal(&member, c.arg(1), c.span)? {
            kept.push(member).map_err(stopped(c.span))?;
        }
    }
    alike(m, c, kept)
}

/// Rows as columns.
fn transposed(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let mut rows = Vec::new();
    for row in m.members(c.arg(0), c.at(0))?.items {
        rows.push(m.members(&row, c.at(0))?.items);
    }
    let length = rows.first().map_or(0, Vec::len);
    if rows.iter().any(|row| row.len() != length) {
        return Err(fail(ErrorKind::Domain, c.at(0), "the lists differ in length"));
    }
    let mut columns = m.growing();
    for i in 0..length {
        let column = m.list(rows.iter().map(|row| row[i].clone()), c.span)?;
        columns.push(column).map_err(stopped(c.span))?;
    }
    m.finish_list(columns, c.span)
}

/// The value of a key, or what to take if there is none.
fn get_or_else(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let entries = match c.arg(0) {
        Value::Map(map) => map.entries().to_vec(),
        Value::Data(data) => match &***data {
            Data::MutableMap(_) => data.entries().unwrap_or_default(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    let found = m.find(&entries, |entry| &entry.0, c.arg(1), c.span)?;
    Ok(found.map_or_else(|_| c.arg(2).clone(), |at| entries[at].1.clone()))
}

rows! { pub(super) TABLE |m, c|
    Collection.Subsets(_) "all subsets: sets of a set, lists of a list"
        ["[{1,2}.Subsets,[1,2].Subsets]", "[{{},{1},{1,2},{2}},[[],[1],[2],[1,2]]]"] subsets(m, c);
    Collection.Permutations(_) "the members in every order"
        ["[1,2,3].Permutations", "[[1,2,3],[1,3,2],[2,1,3],[2,3,1],[3,1,2],[3,2,1]]"]
            permutations(m, c);
    Collection.GroupedBy(_, function)
        "a map from the values of a function to the lists of members that have them"
        ["(0..6).GroupedBy(n -> n % 3)", "{0 => [0,3,6], 1 => [1,4], 2 => [2,5]}"] grouped_by(m, c);
    Collection.ToMap(_, function = Nothing)
        "the map from the members to the values of a function; without one, the map of a collection of entries"
        ["[1,2,3].ToMap(n -> n^2)", "{1 => 1, 2 => 4, 3 => 9}"] to_map(m, c);
    Collection.ToTable(rows: Growing) "the members, lists of the cells of a row each, as a table"
        ["[[1,2],[3,4]].ToTable.RowCount", "2"] {
            let rows = m.finish_list(rows, c.span)?;
            let table = Value::Kind("Table");
            m.call_value(&table, [rows], c.span)
        };
    Sequence.Removed(_, x) "the list without the members that equal x"
        ["[1,2,3,2].Removed(2)", "[1,3]"] removed(m, c);
    Sets.Removed(_, x) "the set without x"
        ["{1,2,3}.Removed(2)", "{1,3}"] removed(m, c);
    Collection.SymmetricDifference(_, other) "the set of the members that are in one of the two"
        ["{1,2}.SymmetricDifference({2,3})", "{1,3}"] {
            let [a, b] = [c.arg(0), c.arg(1)];
            let mut all = m.growing();
            for (one, other) in [(a, b), (b, a)] {
                let other = m.members(other, c.at(1))?;
                let Value::Set(other) = m.finish_set(other, c.at(1))? else { continue };
                let mut cursor = m.cursor(one, c.at(0))?;
                while let Some(member) = cursor.next(m, c.span)? {
                    if m.find(other.as_slice(), |value| value, &member, c.span)?.is_err() {
                        all.push(member)?;
                    }
                }
            }
            m.finish_set(all, c.span)
        };
    Sequence.Transposed(_) "the lists of the members in the same places of lists: rows as columns"
        ["[[1,2,3],[4,5,6]].Transposed", "[[1,4],[2,5],[3,6]]"] transposed(m, c);
    Map.GetOrElse(_, key, otherwise) "the value of a key, or something else if there is no such key"
        ["{1 => 2}.GetOrElse(3, *)", "*"] get_or_else(m, c);
    MutableMap.GetOrElse(_, key, otherwise)
        "the value of a key, or something else if there is no such key"
        ["MutableMap({1 => 2}).GetOrElse(1, *)", "2"] get_or_else(m, c);
    Sequence.Indices(_) "the places of the members: 1 to the length"
        ["[5,6,7].Indices", "1..3"] {
            let length = m.members(c.arg(0), c.at(0))?.items.len();
            let first = int(1);
            let last = int(length);
            Value::Range(Arc::new(Range { first, last, step: None }))
        };
}
