//! What the documents show is what the program does.
//!
//! Two sorts of blocks are run. In a `console` block a line `$ command` is given to a shell
//! and the lines below it are what the command writes. In an `upstar` block a line `> input`
//! is typed into the interactive calculator, of which each document has one.
//! With `UPSTAR_BLESS=1` in the environment the documents are rewritten instead.

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
    let mut files = vec![root().join("README.md")];
    for folder in ["docs", "docs/guide", "docs/own", "docs/reader"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            files.push(entry.unwrap().path());
        }
    }
    files.sort();
    let mut commands = 0;
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "md")) {
        let text = fs::read_to_string(file).unwrap();
        let (expected, found) = replayed(&text);
        commands += found;
        must_be(file, &expected);
    }
    assert!(commands > 30, "only {commands} commands found in the documents");
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
