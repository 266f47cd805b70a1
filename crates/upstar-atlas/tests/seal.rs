//! The seal of a database, and packed texts.

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use upstar_atlas::packed::{pack, unpack};
use upstar_atlas::seal::{damage, hash, prepare, watch};

#[test]
fn a_text_comes_back_and_nothing_else_does() {
    let text = "label -4/5, again and again ".repeat(200);
    let packed = pack(&text);
    assert!(packed.len() < text.len() / 20);
    assert_eq!(unpack(&packed), Some(text));
    assert_eq!(unpack(&pack("")), Some(String::new()));
    assert_eq!(unpack(b"no such thing"), None);
    for i in 0..packed.len() {
        let mut other = packed.clone();
        other[i] ^= 1;
        assert_ne!(unpack(&other), unpack(&packed), "bit 0 of byte {i}");
    }
}

fn tables() -> Connection {
    let database = Connection::open_in_memory().unwrap();
    let tables = "
        create table class (name text primary key, n integer, body blob) without rowid;
        create table misere_plan (a integer, b text, primary key (a, b)) without rowid;
        create index by_b on misere_plan (b);
        insert into class values ('before', 1, x'00');";
    database.execute_batch(tables).unwrap();
    prepare(&database).unwrap();
    watch(&database).unwrap();
    database
}

/// Whatever statement changes a row, the seal goes along.
#[test]
fn every_statement_keeps_the_seal() {
    let database = tables();
    let statements = [
        "insert into class values ('a', 1, null), ('b', 2, x'0102')",
        "insert or ignore into class values ('a', 7, null)",
        "insert or replace into class values ('a', 7, x'03')",
        "insert into class values ('a', 8, null) on conflict (name) do update set n = excluded.n",
        "insert into class values ('c', 8, null) on conflict (name) do update set n = 9",
        "update class set n = n + 1",
        "update class set name = name || '!' where n > 3",
        "update class set n = 0 where false",
        "insert into misere_plan select n, name from class",
        "update or replace misere_plan set b = 'x', a = 1",
        "delete from class where n < 4",
        "delete from misere_plan",
        "delete from class",
    ];
    for statement in statements {
        database.execute_batch(statement).unwrap();
        assert_eq!(damage(&database).unwrap(), None, "{statement}");
    }
    let rows: i64 = database
        .query_row("select rows from seal where part = 'class'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(rows, 0);
}

/// A change that goes past the triggers does not go past the seal.
#[test]
fn changes_without_the_seal_are_noticed() {
    let changes = [
        ("delete from class", "the table `class` has 0 rows instead of 1"),
        ("update class set n = 2", "the rows of the table `class` do not match its seal"),
        ("update class set n = '1x'", "the rows of the table `class` do not match its seal"),
        ("update class set body = 0", "the rows of the table `class` do not match its seal"),
        ("alter table class rename to klass", "the table `class` is missing"),
        ("alter table class rename n to m", "the rows of the table `class` do not match"),
        ("update seal set rows = 9", "the table `class` has 1 rows instead of 9"),
        ("delete from seal where part = 'class'", "the seal of the table `class` is missing"),
        ("insert into misere_plan values (1, 'a')", "the table `misere_plan` has 1 rows"),
    ];
    for (change, expected) in changes {
        let database = tables();
        let triggers = "select group_concat('drop trigger ' || name, ';') from temp.sqlite_schema";
        let triggers: String = database.query_row(triggers, [], |row| row.get(0)).unwrap();
        database.execute_batch(&triggers).unwrap();
        database.execute_batch(change).unwrap();
        let said = damage(&database).unwrap().unwrap_or_default();
        assert!(said.starts_with(expected), "{change}: {said}");
    }
}

#[test]
fn values_of_different_kinds_have_different_hashes() {
    let values = [
        ValueRef::Null,
        ValueRef::Integer(0),
        ValueRef::Real(0.0),
        ValueRef::Text(&[0; 8]),
        ValueRef::Blob(&[0; 8]),
        ValueRef::Blob(&[]),
    ];
    let mut hashes: Vec<u128> = values.iter().map(|&value| hash([value])).collect();
    hashes.push(hash([values[0], values[0]]));
    hashes.push(hash([ValueRef::Blob(&[0; 4]), ValueRef::Blob(&[0; 4])]));
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 8);
}
