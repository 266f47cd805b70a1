//! What the documents show is what the program does.
//!
//! Two sorts of blocks are run. In a `console` block a line `$ command` is given to a shell
//! and the lines below it are what the command writes. In an `upstar` block a line `> input`
//! is typed into the interactive calculator, of which each document has one.
//! With `UPSTAR_BLESS=1` in the environment the documents are rewritten instead.
//!
//! What a sentence says of an output is a claim, and is checked as well. After the sentence stands a
//! comment, which no reader of the page sees:
//!
//! ```text
//! <!-- check: Beanstalk("", "LR") == 2/3 -->
//! ```
//!
//! The calculator must answer `true` to an expression. A command of the program, which begins with
//! `upstar`, ends with `=> LINE`, and LINE must be a line of what it writes. A comment with one claim
//! per line begins with the line `<!-- check:` and ends with the line `-->`. The pages in
//! `docs/reader` have claims in each section, or a comment `<!-- nothing to check: REASON -->`.

use crate::program::{self, run, upstar};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn blessing() -> bool {
    std::env::var_os("UPSTAR_BLESS").is_some()
}

#[track_caller]
pub(crate) fn must_be(file: &Path, expected: &str) {
    let text = fs::read_to_string(file).unwrap_or_default();
    if text == expected {
        return;
    }
    if blessing() {
        fs::write(file, expected).unwrap();
        return;
    }
    let differs = |(a, b): &(&str, &str)| a != b;
    let line = text.lines().zip(expected.lines()).position(|pair| differs(&pair));
    let line = line.unwrap_or(text.lines().count().min(expected.lines().count()));
    panic!(
        "{} is out of date at line {}:\n  written:  {:?}\n  should be: {:?}\nUPSTAR_BLESS=1 rewrites it",
        file.display(),
        line + 1,
        text.lines().nth(line),
        expected.lines().nth(line)
    );
}

#[test]
fn reference() {
    let run = run(upstar(["reference"]), "");
    assert_eq!(run.status, Some(0));
    must_be(&root().join("docs/reference.md"), &run.stdout);
}

/// The pages on rulesets, their pictures and nothing else.
#[test]
fn pages_of_rulesets() {
    let folder = tempfile::tempdir().unwrap();
    let run = run(upstar(["reference", "--rules", folder.path().to_str().unwrap()]), "");
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
    let pages = root().join("docs/rules");
    let names = |folder: &Path| -> Vec<_> {
        let entries = fs::read_dir(folder).into_iter().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let expected = names(folder.path());
    assert!(expected.len() > 120);
    if blessing() {
        fs::create_dir_all(&pages).unwrap();
        for stray in names(&pages).iter().filter(|name| !expected.contains(name)) {
            fs::remove_file(pages.join(stray)).unwrap();
        }
    }
    for name in &expected {
        must_be(&pages.join(name), &fs::read_to_string(folder.path().join(name)).unwrap());
    }
    assert_eq!(names(&pages), expected);
}

#[test]
fn commands_in_documents() {
    let mut commands = 0;
    let readme = root().join("README.md");
    let readme = (readme.clone(), fs::read_to_string(readme).unwrap());
    let pages = pages(&["docs", "docs/guide", "docs/own", "docs/reader"]);
    for (file, text) in [readme].iter().chain(&pages) {
        let (expected, found) = replayed(text);
        commands += found;
        must_be(file, &expected);
    }
    assert!(commands > 30, "only {commands} commands found in the documents");
}

/// The pages that are read, with their texts.
fn pages(folders: &[&str]) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            files.push(entry.unwrap().path());
        }
    }
    files.sort();
    let pages = files.into_iter().filter(|file| file.extension().is_some_and(|end| end == "md"));
    pages.map(|file| (file.clone(), fs::read_to_string(file).unwrap())).collect()
}

#[test]
fn claims_in_documents() {
    let mut claims = 0;
    let mut wrong = Vec::new();
    for (file, text) in pages(&["docs", "docs/guide", "docs/own", "docs/reader"]) {
        let found = claims_of(&text);
        claims += found.len();
        for (line, claim, answer) in refuted(&found) {
            wrong.push(format!("{}:{line}: {claim}\n{answer}", file.display()));
        }
    }
    assert!(claims > 150, "only {claims} claims");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every section of a reader's page that says something has a claim, or a reason why there is none.
#[test]
fn readers_pages_have_claims() {
    for (file, text) in pages(&["docs/reader"]) {
        for section in text.split("\n## ").skip(1) {
            let is_checked = !claims_of(section).is_empty();
            let has_reason = section.lines().any(|line| {
                let reason = line.strip_prefix("<!-- nothing to check: ");
                reason.is_some_and(|reason| reason.ends_with(" -->") && reason.len() > 20)
            });
            let title = section.lines().next().unwrap();
            assert!(is_checked || has_reason, "{}: no claim in `{title}`", file.display());
        }
    }
}

/// The claims in the comments of a page, each with its line.
fn claims_of(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let (mut in_code, mut in_comment) = (false, false);
    for (n, line) in text.lines().enumerate() {
        let claim = line.trim();
        if in_comment {
            in_comment = claim != "-->";
            assert!(!in_comment || !line.contains("-->"), "line {}: `-->` ends a line", n + 1);
            if in_comment && !claim.is_empty() {
                found.push((n + 1, claim.to_owned()));
            }
        } else if line.starts_with("```") {
            in_code = !in_code;
        } else if !in_code && let Some(rest) = line.strip_prefix("<!-- check:") {
            match rest.strip_suffix("-->") {
                Some(claim) => found.push((n + 1, claim.trim().to_owned())),
                None => {
                    assert_eq!(rest, "", "line {}: claims begin on the next line", n + 1);
                    in_comment = true;
                }
            }
        }
    }
    assert!(!in_comment, "a comment with claims does not end");
    found
}

/// The claims that are not true: the line, the claim and what the program says instead.
fn refuted(claims: &[(usize, String)]) -> Vec<(usize, String, String)> {
    let is_command = |claim: &str| claim.starts_with("upstar ");
    let mut wrong = Vec::new();
    let (commands, expressions): (Vec<_>, Vec<_>) =
        claims.iter().partition(|(_, claim)| is_command(claim));
    let inputs: Vec<String> = expressions.iter().map(|(_, claim)| claim.clone()).collect();
    if !inputs.is_empty() {
        for ((line, claim), answer) in expressions.into_iter().zip(session(&inputs)) {
            // Definitions for the claims below answer nothing.
            let is_true = if claim.ends_with(';') { answer.is_empty() } else { answer == "true\n" };
            if !is_true {
                wrong.push((*line, claim.clone(), answer));
            }
        }
    }
    for (line, claim) in commands {
        let (command, expected) = claim.rsplit_once(" => ").unwrap_or((claim, "a line after =>"));
        let answer = shell(command);
        if !answer.lines().any(|line| line.trim() == expected) {
            wrong.push((*line, claim.clone(), answer));
        }
    }
    wrong
}

#[test]
fn claims_can_fail() {
    let page = "Text.\n<!-- check: 1 + 1 == 2 -->\n<!-- check:\n1 < 0\n\nupstar eval 2+2 => 4\n\
                upstar eval 2+2 => 5\nno_such_name\n-->\n```\n<!-- check: 1 == 0 -->\n```\n";
    let claims = claims_of(page);
    assert_eq!(claims.iter().map(|claim| claim.0).collect::<Vec<_>>(), [2, 4, 6, 7, 8]);
    let wrong: Vec<usize> = refuted(&claims).into_iter().map(|(line, _, _)| line).collect();
    assert_eq!(wrong, [4, 8, 7]);
}

/// The document with every output as it is now, and the number of inputs in it.
fn replayed(text: &str) -> (String, usize) {
    let mut sessions = Vec::new();
    let mut shells = Vec::new();
    for (language, input) in inputs(text) {
        match language {
            Language::Console => shells.push(shell(&input)),
            Language::Upstar => sessions.push(input),
        }
    }
    let count = sessions.len() + shells.len();
    let (mut sessions, mut shells) = (session(&sessions).into_iter(), shells.into_iter());
    let mut out = String::new();
    let mut within = None;
    for line in text.lines() {
        match within {
            None => within = Language::opened_by(line),
            Some(_) if line == "```" => within = None,
            Some(language) if language.input(line).is_some() => {
                out.push_str(line);
                out.push('\n');
                let answer = match language {
                    Language::Console => shells.next(),
                    Language::Upstar => sessions.next(),
                };
                out.push_str(&answer.unwrap());
                continue;
            }
            Some(_) => continue,
        }
        out.push_str(line);
        out.push('\n');
    }
    (out, count)
}

#[derive(Clone, Copy)]
enum Language {
    Console,
    Upstar,
}

impl Language {
    fn opened_by(line: &str) -> Option<Language> {
        match line {
            "```console" => Some(Language::Console),
            "```upstar" => Some(Language::Upstar),
            _ => None,
        }
    }

    fn input(self, line: &str) -> Option<&str> {
        match self {
            Language::Console => line.strip_prefix("$ "),
            Language::Upstar => line.strip_prefix("> "),
        }
    }
}

fn inputs(text: &str) -> Vec<(Language, String)> {
    let mut found = Vec::new();
    let mut within = None;
    for line in text.lines() {
        match within {
            None => within = Language::opened_by(line),
            Some(_) if line == "```" => within = None,
            Some(language) => {
                found.extend(Language::input(language, line).map(|i| (language, i.to_string())));
            }
        }
    }
    found
}

/// What a shell command writes, with the program on its path.
fn shell(command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_upstar")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let folder = tempfile::tempdir().unwrap();
    // The library of rules lies where a reader of the documents has it.
    if command.contains("games/") {
        let games = folder.path().join("games");
        fs::create_dir(&games).unwrap();
        for entry in fs::read_dir(root().join("games")).unwrap() {
            let file = entry.unwrap();
            fs::copy(file.path(), games.join(file.file_name())).unwrap();
        }
    }
    let mut sh = program::command("sh");
    sh.arg("-c").arg(format!("exec 2>&1; {command}")).current_dir(folder.path());
    sh.env("PATH", format!("{}:{path}", program.display()));
    run(sh, "").stdout
}

/// What each input of an interactive session gives.
fn session(inputs: &[String]) -> Vec<String> {
    let mut script = String::new();
    for (i, input) in inputs.iter().enumerate() {
        script.push_str(&format!("{input}\n\"answer {i}\"\n"));
    }
    let mut sh = program::command("sh");
    sh.arg("-c").arg("exec \"$0\" 2>&1").arg(env!("CARGO_BIN_EXE_upstar"));
    let mut rest = run(sh, script).stdout;
    let mut answers = Vec::new();
    for (i, input) in inputs.iter().enumerate() {
        let mark = format!("\"answer {i}\"\n");
        let at = rest.find(&mark).unwrap_or_else(|| panic!("no answer to {input}: {rest}"));
        answers.push(rest[..at].to_string());
        rest.drain(..at + mark.len());
    }
    answers
}
