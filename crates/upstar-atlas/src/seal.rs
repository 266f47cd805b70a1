//! The seal of a database: for each table the number of its rows and a digest of them.
//!
//! SQLite has no checksums of its own, so a damaged file may still look like a database, with rows
//! missing or changed. The table `seal` has a row for each other table of ours; it is compared
//! whenever a file is opened, and together with SQLite's own check of its pages and indexes it covers
//! everything that a question reads. Triggers of the connection that writes keep it up to date, in
//! the transaction of each change, whatever statement makes it.
//!
//! The digest of a table is the sum modulo 2^128 of the first 16 bytes of SHA-256 of each row and of
//! the statement that made the table. So it does not depend on the order of the rows, and one row is
//! replaced at the cost of that row. It detects damage, not forgery.

use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

const SCHEMA: &str = "
    create table if not exists seal (
        part text primary key,            -- the table
        rows integer not null,            -- how many rows it has
        digest blob not null              -- the sum of their hashes
    ) without rowid;
";

/// The tables under the seal.
const PARTS: [&str; 5] = ["class", "code", "state", "misere_code", "misere_plan"];

/// What a seal says of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seal {
    rows: i64,
    digest: u128,
}

/// Whether the database has a seal.
pub(crate) fn is_sealed(database: &Connection) -> rusqlite::Result<bool> {
    super::database::has(database, "seal")
}

/// Looks for damage; returns what is wrong. A database without a seal is checked as far as SQLite
/// can.
pub(crate) fn damage(database: &Connection) -> rusqlite::Result<Option<String>> {
    let said: String =
        database.query_row("pragma main.integrity_check(1)", [], |row| row.get(0))?;
    if said != "ok" {
        return Ok(Some(said));
    }
    if !is_sealed(database)? {
        return Ok(None);
    }
    for part in PARTS {
        let known = known(database, part)?;
        let Some(statement) = statement(database, part)? else {
            match known {
                Some(_) => return Ok(Some(format!("the table `{part}` is missing"))),
                None => continue,
            }
        };
        let Some(known) = known else {
            return Ok(Some(format!("the seal of the table `{part}` is missing")));
        };
        let found = computed(database, part, &statement)?;
        if found.rows != known.rows {
            let Seal { rows, .. } = found;
            let should = known.rows;
            return Ok(Some(format!("the table `{part}` has {rows} rows instead of {should}")));
        }
        if found != known {
            return Ok(Some(format!("the rows of the table `{part}` do not match its seal")));
        }
    }
    Ok(None)
}

/// Seals the tables that have no seal yet.
pub(crate) fn prepare(database: &Connection) -> rusqlite::Result<()> {
    database.execute_batch(SCHEMA)?;
    for part in PARTS {
        if let Some(statement) = statement(database, part)?
            && known(database, part)?.is_none()
        {
            let Seal { rows, digest } = computed(database, part, &statement)?;
            let sql = "insert into seal (part, rows, digest) values (?, ?, ?)";
            database.execute(sql, params![part, rows, digest.to_be_bytes()])?;
        }
    }
    Ok(())
}

/// Keeps the seals of all tables up to date from now on, as long as the connection lives. Tables
/// that are made later need another call.
pub(crate) fn watch(database: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    database.create_scalar_function("upstar_seal", -1, flags, changed)?;
    // A row that is replaced is deleted first, and only so a trigger sees it.
    database.pragma_update(None, "recursive_triggers", true)?;
    for part in PARTS {
        if statement(database, part)?.is_none() {
            continue;
        }
        let columns = columns(database, part)?;
        let row = |name: &str| -> String {
            columns.iter().map(|column| format!(", {name}.\"{column}\"")).collect()
        };
        let (new, old) = (row("new"), row("old"));
        let trigger = |on: &str, rows: &str, digest: &str| {
            format!(
                "create temp trigger if not exists seal_{part}_{on} after {on} on {part} begin
                     update seal set rows = rows {rows}, digest = {digest} where part = '{part}';
                 end;"
            )
        };
        let added = |digest: &str| format!("upstar_seal({digest}, 1{new})");
        let removed = |digest: &str| format!("upstar_seal({digest}, -1{old})");
        database.execute_batch(&trigger("insert", "+ 1", &added("digest")))?;
        database.execute_batch(&trigger("delete", "- 1", &removed("digest")))?;
        database.execute_batch(&trigger("update", "+ 0", &added(&removed("digest"))))?;
    }
    Ok(())
}

/// The SQL function `upstar_seal(DIGEST, SIGN, COLUMN...)`: a digest with a row more or less.
fn changed(context: &Context<'_>) -> rusqlite::Result<[u8; 16]> {
    let digest = u128::from_be_bytes(context.get(0)?);
    let sign: i64 = context.get(1)?;
    let row = hash((2..context.len()).map(|i| context.get_raw(i)));
    let changed = if sign < 0 { digest.wrapping_sub(row) } else { digest.wrapping_add(row) };
    Ok(changed.to_be_bytes())
}

/// The seal that is kept of a table.
fn known(database: &Connection, part: &str) -> rusqlite::Result<Option<Seal>> {
    let mut query = database.prepare_cached("select rows, digest from seal where part = ?")?;
    let seal = query.query_row([part], |row| {
        Ok(Seal { rows: row.get(0)?, digest: u128::from_be_bytes(row.get(1)?) })
    });
    seal.optional()
}

/// The seal that fits a table.
fn computed(database: &Connection, part: &str, statement: &str) -> rusqlite::Result<Seal> {
    let mut seal = Seal { rows: 0, digest: hash([ValueRef::Text(statement.as_bytes())]) };
    // An index may have all columns, but the table itself is what is sealed.
    let mut query = database.prepare(&format!("select * from main.{part} not indexed"))?;
    let columns = query.column_count();
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let values: Vec<ValueRef<'_>> =
            (0..columns).map(|i| row.get_ref(i)).collect::<Result<_, _>>()?;
        seal.rows += 1;
        seal.digest = seal.digest.wrapping_add(hash(values));
    }
    Ok(seal)
}

/// The statement that made a table; `None` if there is none of this name.
fn statement(database: &Connection, part: &str) -> rusqlite::Result<Option<String>> {
    let sql = "select sql from main.sqlite_schema where type = 'table' and name = ?";
    database.prepare_cached(sql)?.query_row([part], |row| row.get(0)).optional()
}

/// The columns of a table, in their order.
fn columns(database: &Connection, part: &str) -> rusqlite::Result<Vec<String>> {
    let query = database.prepare(&format!("select * from main.{part}"))?;
    Ok(query.column_names().into_iter().map(str::to_owned).collect())
}

/// The hash of a row: of the kind, the length and the bytes of each value.
fn hash<'a>(values: impl IntoIterator<Item = ValueRef<'a>>) -> u128 {
    let mut hash = Sha256::new();
    let mut add = |kind: u8, bytes: &[u8]| {
        hash.update([kind]);
        hash.update((bytes.len() as u64).to_be_bytes());
        hash.update(bytes);
    };
    for value in values {
        match value {
            ValueRef::Null => add(0, &[]),
            ValueRef::Integer(n) => add(1, &n.to_be_bytes()),
            ValueRef::Real(x) => add(2, &x.to_be_bytes()),
            ValueRef::Text(text) => add(3, text),
            ValueRef::Blob(bytes) => add(4, bytes),
        }
    }
    let hash = hash.finalize();
    hash.iter().take(16).fold(0, |sum, &byte| (sum << 8) | u128::from(byte))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

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
            let triggers =
                "select group_concat('drop trigger ' || name, ';') from temp.sqlite_schema";
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
}
