//! A name of a type means one thing: those that several crates have are listed in docs/design.md,
//! with the reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Calls a function for each source file below a folder.
fn visit(folder: &Path, each: &mut impl FnMut(&str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, each);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            each(&fs::read_to_string(path).unwrap());
        }
    }
}

/// The type that a line declares. Types of traits are left out: they are indented.
fn declared(line: &str) -> Option<&str> {
    let inside = line.trim_start();
    let private = match inside.strip_prefix("pub") {
        Some(scope) if scope.starts_with('(') => scope.split_once(") ")?.1,
        Some(rest) => rest.strip_prefix(' ')?,
        None => inside,
    };
    let (word, rest) = private.split_once(' ')?;
    let is_type = match word {
        "struct" | "enum" | "trait" | "union" => true,
        "type" => inside.len() == line.len(),
        _ => false,
    };
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    (is_type && rest.starts_with(|c: char| c.is_ascii_uppercase())).then_some(&rest[..end])
}

/// The names that several crates have.
fn shared() -> BTreeSet<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut crates_of: BTreeMap<String, BTreeSet<_>> = BTreeMap::new();
    for entry in fs::read_dir(crates).unwrap() {
        let path = entry.unwrap().path();
        visit(&path.join("src"), &mut |text| {
            for name in text.lines().filter_map(declared) {
                crates_of.entry(name.to_owned()).or_default().insert(path.clone());
            }
        });
    }
    crates_of.retain(|_, crates| crates.len() > 1);
    crates_of.into_keys().collect()
}

#[test]
fn shared_names_have_a_reason() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/design.md");
    let text = fs::read_to_string(page).unwrap();
    let (_, section) = text.split_once("## Names that crates share\n").unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let listed: BTreeSet<String> =
        rows.flat_map(|names| names.split(", ")).map(|name| name.replace('`', "")).collect();
    assert_eq!(shared(), listed, "list them in docs/design.md, or rename them");
    assert!(listed.len() < 40);
}

#[test]
fn declarations_are_seen() {
    let seen = [
        ("pub struct Game(u8);", Some("Game")),
        ("    pub(crate) enum Kind<T> {", Some("Kind")),
        ("trait Rules: Send {", Some("Rules")),
        ("pub(super) type Place = u8;", Some("Place")),
        ("    type Position = u8;", None),
        ("pub enum $Question {", None),
        ("/// A struct Game", None),
    ];
    for (line, name) in seen {
        assert_eq!(declared(line), name, "{line}");
    }
}
