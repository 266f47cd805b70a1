//! The files of `tests/suite`: inputs behind `> `, and what they print.
//!
//! A file is one session. Lines behind an input up to the next input or blank line are its
//! output: what was printed as `printed line`, warnings as `warning 3..4: message`, errors as `error syntax 3..4: message` with what
//! was expected and the hint, further places and notes on lines of their own. `# ` starts a
//! comment. With `UPSTAR_BLESS=1` in the environment the files are rewritten with the output.

use std::fmt::Write;
use std::path::Path;
use upstar_calculator::Calculator;
use upstar_calculator::print::Notation;

fn transcript(session: &mut Calculator, input: &str) -> String {
    let mut text = String::new();
    match session.eval(input) {
        Ok(evaluation) => {
            for line in evaluation.printed {
                writeln!(text, "printed {line}").unwrap();
            }
            if let Some(value) = evaluation.value {
                writeln!(text, "{}", session.show(&value, Notation::Ascii).unwrap()).unwrap();
            }
            for warning in evaluation.warnings {
                let span = warning.span;
                writeln!(text, "warning {}..{}: {}", span.start, span.end, warning.message)
                    .unwrap();
            }
        }
        Err(error) => {
            for line in session.take_printed() {
                writeln!(text, "printed {line}").unwrap();
            }
            let (kind, span) = (error.kind.name(), error.span);
            writeln!(text, "error {kind} {}..{}: {error}", span.start, span.end).unwrap();
            if let Some((span, label)) = &error.other {
                writeln!(text, "  also {}..{}: {label}", span.start, span.end).unwrap();
            }
            for note in &error.notes {
                writeln!(text, "  note: {note}").unwrap();
            }
        }
    }
    text
}

/// What `load` finds.
fn file(name: &str) -> Result<&'static str, String> {
    match name {
        "squares" => Ok("// squares\n\ndef square(n) := n * n\n"),
        "broken" => Ok("p := 1\nq := p +\n  nowhere\n"),
        "itself" => Ok("load \"itself\""),
        "lines" => Ok("p := 1\nq :=\n  p + 1\n"),
        _ => Err("there is no such file".to_owned()),
    }
}

/// The file as it should be.
fn expected(source: &str) -> String {
    let mut session = Calculator::default();
    session.set_loader(|name, _| file(name).map(str::to_owned));
    let mut out = String::new();
    let mut in_output = false;
    for line in source.lines() {
        if let Some(input) = line.strip_prefix("> ") {
            writeln!(out, "{line}").unwrap();
            out.push_str(&transcript(&mut session, input));
            in_output = true;
        } else if line.is_empty() || line.starts_with("# ") {
            writeln!(out, "{line}").unwrap();
            in_output = false;
        } else {
            assert!(in_output, "a line of output without an input: {line}");
        }
    }
    out
}

#[test]
fn suite() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    let bless = std::env::var_os("UPSTAR_BLESS").is_some();
    let mut wrong = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(&file).unwrap();
        let expected = expected(&source);
        if bless {
            std::fs::write(&file, &expected).unwrap();
        } else if source != expected {
            for (got, line) in expected.lines().zip(source.lines()).filter(|(a, b)| a != b).take(3)
            {
                wrong.push(format!("{}:\n    gives {got}\n    not   {line}", file.display()));
            }
            wrong.push(format!("{} differs", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
