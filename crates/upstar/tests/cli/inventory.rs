//! Every sentence that says *proved* is listed in docs/proved.md with what stands behind it.
//!
//! The strings of all sources are searched for the words; each that has one must be in a table of
//! the page, next to its file, and each row of the tables must still be in its file.

use std::fs;
use std::path::{Path, PathBuf};

/// The words that promise something.
const WORDS: [&str; 10] = [
    "proved",
    "proven",
    "solved",
    "verified",
    "all heaps",
    "every size",
    "all sizes",
    "all sums",
    "for all n",
    "for ever",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder with one of these endings, in order; no tests, nothing from others.
fn files(folder: &Path, endings: &[&str], out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !matches!(name.as_str(), "tests" | "vendor" | "node_modules" | "target") {
                files(&path, endings, out);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            out.push(path);
        }
    }
}

/// The strings of a source text. Comments are left out; so is what comes after `#[cfg(test)]`.
pub(crate) fn strings(text: &str, language: &str) -> Vec<String> {
    // A module of tests in the text, and not one in a file of its own.
    let tests = text.match_indices("#[cfg(test)]").map(|(at, _)| at).find(|&at| {
        text[at..].find(['{', ';']).is_some_and(|end| text[at + end..].starts_with('{'))
    });
    let text = match (language, tests) {
        ("rs", Some(end)) => &text[..end],
        _ => text,
    };
    let mut found = Vec::new();
    let mut rest = text;
    let mut before = ' ';
    let upto = |rest: &str, end: &str, skip: usize| {
        rest.get(skip..).and_then(|inside| inside.find(end)).map(|at| skip + at)
    };
    while let Some(first) = rest.chars().next() {
        let slashes = language != "py";
        let mut step = first.len_utf8();
        if slashes && rest.starts_with("//") || language == "py" && first == '#' {
            step = rest.find('\n').unwrap_or(rest.len());
        } else if slashes && rest.starts_with("/*") {
            step = upto(rest, "*/", 2).map_or(rest.len(), |at| at + 2);
        } else if language == "rs" && first == 'r' && !(before.is_alphanumeric() || before == '_') {
            let marks = rest[1..].chars().take_while(|&c| c == '#').count();
            if rest[1 + marks..].starts_with('"') {
                let end = format!("\"{}", "#".repeat(marks));
                let at = upto(rest, &end, marks + 2).unwrap_or(rest.len());
                found.push(rest[marks + 2..at].to_owned());
                step = (at + end.len()).min(rest.len());
            }
        } else if language == "py" && rest.starts_with("\"\"\"") {
            let at = upto(rest, "\"\"\"", 3).unwrap_or(rest.len());
            found.push(rest[3..at].to_owned());
            step = (at + 3).min(rest.len());
        } else if language == "rs" && first == '\'' {
            // A character, or else the mark of a lifetime.
            let inside: Vec<(usize, char)> = rest.char_indices().skip(1).take(12).collect();
            step = match inside.as_slice() {
                [(_, '\\'), _, more @ ..] => {
                    more.iter().find(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 1)
                }
                [(_, c), (at, '\''), ..] if *c != '\'' => at + 1,
                _ => 1,
            };
        } else if first == '"'
            || language != "rs" && first == '\''
            || language == "js" && first == '`'
        {
            let mut escaped = false;
            let end = rest.char_indices().skip(1).find(|&(_, c)| {
                let ends = !escaped && c == first;
                escaped = !escaped && c == '\\';
                ends
            });
            let at = end.map_or(rest.len(), |(at, _)| at);
            found.push(rest[1..at].to_owned());
            step = (at + 1).min(rest.len());
        }
        before = rest[..step].chars().last().unwrap_or(' ');
        rest = &rest[step..];
    }
    found
}

/// A string as the tables write it: lines that go on are joined, marks of tables left out.
pub(crate) fn plain(text: &str) -> String {
    let mut joined = String::new();
    let mut lines = text.split("\\\n");
    joined.push_str(lines.next().unwrap_or_default());
    lines.for_each(|line| joined.push_str(line.trim_start()));
    let joined = joined.replace("\\n", " ").replace('`', "").replace('|', "/");
    joined.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn promises(text: &str) -> bool {
    let text = text.to_lowercase();
    WORDS.iter().any(|word| {
        text.match_indices(word).any(|(at, _)| {
            let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
            !is_letter(text[..at].chars().last())
                && !is_letter(text[at + word.len()..].chars().next())
        })
    })
}

/// The sentences in the sources: file and text.
fn sentences() -> Vec<(String, String)> {
    let crates = root().join("crates");
    let mut sources = Vec::new();
    let mut folders: Vec<PathBuf> =
        fs::read_dir(&crates).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    for folder in folders {
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        // The rules of games in words speak of play.
        if !matches!(name.as_str(), "upstar-rules" | "upstar-testing") {
            files(&folder.join("src"), &[".rs"], &mut sources);
        }
    }
    files(&crates.join("upstar-lab/web"), &[".js"], &mut sources);
    files(&crates.join("upstar-py/python"), &[".py"], &mut sources);
    let mut found = Vec::new();
    for source in sources {
        let text = fs::read_to_string(&source).unwrap();
        let language = source.extension().unwrap().to_string_lossy().into_owned();
        let file = source.strip_prefix(&crates).unwrap().to_string_lossy().replace('\\', "/");
        let all = strings(&text, &language);
        let all = all.iter().map(|text| plain(text)).filter(|text| promises(text));
        found.extend(all.map(|text| (file.clone(), text)));
    }
    found
}

/// The rows of the page: file and sentence.
fn listed() -> Vec<(String, String)> {
    let page = fs::read_to_string(root().join("docs/proved.md")).unwrap();
    let row = |line: &str| {
        let (sentence, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
        let (file, why) = rest.split_once(" | ")?;
        let has_reason = why.trim_end_matches([' ', '|']).len() > 3;
        let is_file = file.ends_with(".rs") || file.ends_with(".js") || file.ends_with(".py");
        (is_file && has_reason).then(|| (file.to_owned(), plain(sentence)))
    };
    page.lines().filter_map(row).collect()
}

/// A row names a whole string, or three words of it at least.
fn fits((file, sentence): &(String, String), found: &(String, String)) -> bool {
    let part = sentence.split_whitespace().count() >= 3 && found.1.contains(sentence.as_str());
    *file == found.0 && (part || *sentence == found.1)
}

#[test]
fn every_promise_is_listed() {
    let (found, listed) = (sentences(), listed());
    assert!(found.len() > 60 && listed.len() > 60, "{} {}", found.len(), listed.len());
    let missing: Vec<_> =
        found.iter().filter(|found| !listed.iter().any(|row| fits(row, found))).collect();
    assert!(missing.is_empty(), "enter these in docs/proved.md: {missing:#?}");
    let gone: Vec<_> =
        listed.iter().filter(|row| !found.iter().any(|found| fits(row, found))).collect();
    assert!(gone.is_empty(), "docs/proved.md lists what is in no source: {gone:#?}");
}

#[test]
fn strings_are_found() {
    let rust = "let a = 'x'; // \"all heaps\"\nlet b: &'a str = \"proved \\\n    here\"; r#\"solved \"x\" \"#";
    let found: Vec<String> = strings(rust, "rs").iter().map(|text| plain(text)).collect();
    assert_eq!(found, ["proved here", "solved \"x\""]);
    assert_eq!(strings("f('it', \"is\", `so`)", "js"), ["it", "is", "so"]);
    assert_eq!(strings("\"\"\"All\nheaps\"\"\" # 'no'\n'yes'", "py"), ["All\nheaps", "yes"]);
    assert!(promises("Proved for sums") && promises("(all heaps)") && !promises("unproved"));
}
