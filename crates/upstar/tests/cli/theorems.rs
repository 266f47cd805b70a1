//! Every theorem that the code names is in docs/theorems.md, and the other way round.
//!
//! A row of the tables links to the anchor of a statement. A source file that rests on the theorem
//! cites it as `docs/PAGE.md#NAME`, and the rows list these files; with `UPSTAR_BLESS=1` in the
//! environment the lists are rewritten. Each row names a test, which must exist.

use crate::docs::{must_be, root};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The page and the name of a theorem, as in `heaps.md#tails`.
type Link = String;

/// All Rust files below a folder, in order, with their texts.
fn sources(folder: &Path, out: &mut Vec<(String, String)>) {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                sources(&path, out);
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let name = path.strip_prefix(root().join("crates")).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            out.push((name.to_string_lossy().replace('\\', "/"), text));
        }
    }
}

/// The sources of the program: no tests.
fn program() -> Vec<(String, String)> {
    let mut found = Vec::new();
    sources(&root().join("crates"), &mut found);
    found.retain(|(file, _)| !file.contains("/tests/"));
    found
}

/// The pages with theorems: name and text.
fn pages() -> Vec<(String, String)> {
    let entries = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = entries
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    pages.sort();
    pages
}

/// The anchors of statements in the pages.
fn anchors() -> BTreeSet<Link> {
    let mut found = BTreeSet::new();
    for (page, text) in pages() {
        for line in text.lines() {
            let name = line.strip_prefix("<a id=\"").and_then(|rest| rest.strip_suffix("\"></a>"));
            if let Some(name) = name {
                assert!(found.insert(format!("{page}#{name}")), "{page} has two anchors {name}");
            }
        }
    }
    found
}

/// The link at the beginning of a text, without the mark that may end a sentence.
fn link(text: &str) -> Link {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-._#".contains(c);
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    text[..end].trim_end_matches('.').to_owned()
}

/// What the sources cite: each theorem with the files that do.
fn citations() -> BTreeMap<Link, BTreeSet<String>> {
    let mut found: BTreeMap<Link, BTreeSet<String>> = BTreeMap::new();
    for (file, text) in program() {
        for (at, mark) in text.match_indices("docs/") {
            let link = link(&text[at + mark.len()..]);
            if link.contains(".md#") {
                found.entry(link).or_default().insert(file.clone());
            }
        }
    }
    found
}

/// A row of the tables of theorems.
struct Row {
    link: Link,
    name: String,
    cells: Vec<String>,
}

/// The row in a line, if it is one of a theorem.
fn row(line: &str) -> Option<Row> {
    let (name, rest) = line.strip_prefix("| [")?.split_once("](")?;
    let (target, _) = rest.split_once(')')?;
    let link = match target.strip_prefix('#') {
        Some(here) => format!("theorems.md#{here}"),
        None => target.to_owned(),
    };
    let cells = line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    Some(Row { link, name: name.to_owned(), cells })
}

fn page() -> String {
    fs::read_to_string(root().join("docs/theorems.md")).unwrap()
}

/// The rows agree with the anchors and the citations, and their tests exist.
#[test]
fn the_table_of_theorems() {
    let (anchors, citations) = (anchors(), citations());
    let mut rows = BTreeSet::new();
    let mut rewritten = String::new();
    for line in page().lines() {
        let Some(Row { link, name, cells }) = row(line) else {
            rewritten.push_str(line);
            rewritten.push('\n');
            continue;
        };
        assert_eq!(
            link.rsplit('#').next(),
            Some(&name[..]),
            "{link}: the name is that of the link"
        );
        assert!(anchors.contains(&link), "docs/{link} is in the table and on no page");
        let [_, statement, proof, _, test] = &cells[..] else { panic!("{link}: {cells:?}") };
        assert!(statement.len() > 20 && !proof.is_empty(), "{link}: {cells:?}");
        let (file, test) = test.split_once("`: `").unwrap_or_else(|| panic!("{link}: {test}"));
        let (file, test) = (file.trim_matches('`'), test.trim_matches('`'));
        let text = fs::read_to_string(root().join("crates").join(file)).unwrap_or_default();
        assert!(text.contains(&format!("fn {test}(")), "{link}: no test {test} in {file}");
        let files = citations.get(&link).unwrap_or_else(|| panic!("no source cites docs/{link}"));
        let files: Vec<String> = files.iter().map(|file| format!("`{file}`")).collect();
        let files = files.join(", ");
        let [first, _, _, _, last] = &cells[..] else { unreachable!() };
        rewritten.push_str(&format!("| {first} | {statement} | {proof} | {files} | {last} |\n"));
        assert!(rows.insert(link.clone()), "two rows for docs/{link}");
    }
    assert!(rows.len() > 40, "{} theorems", rows.len());
    let missing: Vec<_> = anchors.difference(&rows).collect();
    assert!(missing.is_empty(), "these statements are not in docs/theorems.md: {missing:?}");
    must_be(&root().join("docs/theorems.md"), &rewritten);
    let headings: BTreeSet<Link> =
        pages().iter().flat_map(|(name, text)| slugs(name, text)).collect();
    for (cited, files) in &citations {
        let exists = rows.contains(cited) || headings.contains(cited);
        assert!(exists, "docs/{cited} is cited and exists nowhere: {files:?}");
    }
}

/// The links to the headings of a page.
fn slugs(page: &str, text: &str) -> Vec<Link> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let slug = |heading: &str| -> String {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(|heading| format!("{page}#{}", slug(heading))).collect()
}

/// A statement that calls itself a theorem has an anchor on a page and a citation in a source.
#[test]
fn what_is_called_a_theorem() {
    for (page, text) in pages() {
        // The method of the second checker is described next to it.
        if page == "certificates.md" {
            continue;
        }
        let lines: Vec<&str> = text.lines().collect();
        for (n, line) in lines.iter().enumerate() {
            if line.starts_with("*Theorem") || line.starts_with("**Theorem") {
                let before = lines[..n].iter().rev().find(|line| !line.is_empty());
                let has_anchor = before.is_some_and(|line| line.starts_with("<a id="));
                assert!(has_anchor, "{page}, line {}: a theorem without an anchor", n + 1);
            }
        }
    }
    for (file, text) in program() {
        let states = text.lines().any(|line| line.trim_start().starts_with("//! **Theorem"));
        assert!(!states || text.contains(".md#"), "{file} states a theorem and cites no page");
    }
    // The names in certificates are those of the page.
    let names = fs::read_to_string(root().join("crates/upstar-proof/src/period.rs")).unwrap();
    let names = names.lines().filter(|line| line.trim_start().starts_with("Theorem::"));
    let names: Vec<&str> = names
        .filter_map(|line| line.split_once("=> \"")?.1.split_once('"').map(|(name, _)| name))
        .collect();
    assert!(names.len() >= 4, "{names:?}");
    for name in names {
        assert!(anchors().contains(&format!("heaps.md#{name}")), "no theorem {name} in heaps.md");
    }
}

/// The sentences of closed forms are those of the code.
#[test]
fn closed_forms() {
    let mut found = BTreeSet::new();
    for (file, text) in program() {
        let Some(file) = file.strip_prefix("upstar-theory/src/structure/") else { continue };
        let strings = crate::inventory::strings(&text, "rs");
        let sentences = strings.iter().map(|text| crate::inventory::plain(text));
        let sentences = sentences.filter(|text| text.split_whitespace().count() >= 8);
        found.extend(sentences.map(|sentence| (file.to_owned(), sentence)));
    }
    // Sums of games with theorems have those of their terms; the other names a limit.
    let others =
        ["the theorems on the terms tell their values", "the least prime factor of a heap of Prim"];
    found.retain(|(_, sentence)| !others.contains(&&sentence[..]));
    let page = page();
    let rows =
        page.split("## Closed forms").nth(1).unwrap().lines().filter(|l| l.contains(".rs |"));
    let listed: BTreeSet<(String, String)> = rows
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            (cells[1].to_owned(), cells[0].to_owned())
        })
        .collect();
    assert!(listed.len() > 15);
    assert_eq!(found, listed, "the table of closed forms and the sentences of the code");
}

#[test]
fn links_and_rows_are_read() {
    assert_eq!(link("heaps.md#tails`, with"), "heaps.md#tails");
    assert_eq!(link("heaps.md#tails."), "heaps.md#tails");
    let row = row("| [tails](heaps.md#tails) | a | b |  | `x.rs`: `y` |").unwrap();
    assert_eq!((&row.link[..], row.cells.len()), ("heaps.md#tails", 5));
    assert_eq!(slugs("a.md", "## Who wins?\n")[0], "a.md#who-wins");
}
