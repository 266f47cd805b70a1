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
pub fn is_sealed(database: &Connection) -> rusqlite::Result<bool> {
    super::database::has(database, "seal")
}

/// Looks for damage; returns what is wrong. A database without a seal is checked as far as SQLite
/// can.
pub fn damage(database: &Connection) -> rusqlite::Result<Option<String>> {
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
pub fn prepare(database: &Connection) -> rusqlite::Result<()> {
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
pub fn watch(database: &Connection) -> rusqlite::Result<()> {
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
pub fn hash<'a>(values: impl IntoIterator<Item = ValueRef<'a>>) -> u128 {
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
