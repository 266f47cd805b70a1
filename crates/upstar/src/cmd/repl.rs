//! `upstar` without a command: the interactive calculator.
//!
//! A line that is not complete asks for more. `help` and words with a colon are for the
//! program, everything else is for the calculator.

use super::draw;
use crate::args::Global;
use crate::report::{self, Status};
use crate::{files, limits, signals};
use anyhow::{Context as _, Result};
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper, Highlighter, Hinter};
use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;
use std::{env, fs};
use upstar_ask::{Found, Notation, Question, World};
use upstar_base::file::{LONGEST_LINE, Line, Target, read_line};

const COMMANDS: &str = "\
Commands of the program:
  help              this text
  help NAME         what a function, method or constant does, with an example
  :plot G           draw the thermograph of G
  :plot G FILE.svg  the same as a picture in a file
  :notation N       print values in ascii, unicode or latex
  :reset            free the tables; variables and functions are forgotten
  :time             show how long each answer takes, or stop showing it
  :quit             leave (also Ctrl-D)
Ctrl-C stops a computation; Tab completes names.";

const PROMPT: &str = "> ";

/// Talks until the end of the input.
pub(crate) fn run(global: &Global, out: &mut impl Write) -> Result<Status> {
    let world = Rc::new(RefCell::new(limits::world(global)));
    let mut editor = Editor::<Assistant, DefaultHistory>::with_config(
        Config::builder().completion_type(CompletionType::List).auto_add_history(true).build(),
    )?;
    editor.set_helper(Some(Assistant { world: Rc::clone(&world) }));
    let interactive = io::stdin().is_terminal();
    signals::go_on_after_questions();
    if !interactive {
        let mut repl = Repl { world, out, quiet: global.quiet, timing: false };
        return repl.pipe();
    }
    signals::terminal::remember();
    let history = history_file();
    if let Some(file) = &history {
        // A history that is not there yet, or cannot be read, is an empty history.
        let _ = editor.load_history(file);
    }
    if !global.quiet {
        let version = env!("CARGO_PKG_VERSION");
        writeln!(out, "Upstar {version}, a laboratory for combinatorial games. Try `help`.")?;
    }
    let mut repl = Repl { world, out, quiet: global.quiet, timing: false };
    loop {
        repl.out.flush()?;
        match editor.readline(PROMPT) {
            Ok(line) => {
                if !repl.respond(&line)? || signals::must_end() {
                    break;
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error).context("cannot read the input"),
        }
        if let Some(file) = &history
            && let Err(error) = save(&mut editor, file)
            && !global.quiet
        {
            report::say(&format!("warning: cannot save the history: {error}\n"));
        }
    }
    Ok(Status::Answered)
}

fn save(editor: &mut Editor<Assistant, DefaultHistory>, file: &PathBuf) -> rustyline::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    editor.append_history(file)
}

/// Where the history of earlier sessions is kept: the state folder of the XDG standard.
fn history_file() -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let state = absolute("XDG_STATE_HOME")
        .or_else(|| Some(absolute("HOME")?.join(".local/state")))
        .or_else(|| absolute("LOCALAPPDATA"))?;
    Some(state.join("upstar").join("history"))
}

struct Repl<'a, W> {
    world: Rc<RefCell<World>>,
    out: &'a mut W,
    quiet: bool,
    timing: bool,
}

impl<W: Write> Repl<'_, W> {
    /// Answers what comes through a pipe.
    fn pipe(&mut self) -> Result<Status> {
        let mut stdin = io::BufReader::new(io::stdin().lock());
        let mut input = String::new();
        loop {
            self.out.flush()?;
            match read_line(&mut stdin).context("cannot read the input")? {
                Line::Text(line) => input.push_str(&line),
                Line::NotUtf8(..) => self.complain("a line is not UTF-8"),
                Line::TooLong => {
                    self.complain(&format!("a line is limited to {} bytes", LONGEST_LINE));
                }
                Line::Endless => {
                    self.complain(&format!("a line is limited to {} bytes", LONGEST_LINE));
                    return Ok(Status::Answered);
                }
                Line::End => {
                    if !input.is_empty() {
                        self.respond(&input)?;
                    }
                    return Ok(Status::Answered);
                }
            }
            if is_to_be_continued(&input) {
                input.push('\n');
            } else if !self.respond(&std::mem::take(&mut input))? || signals::must_end() {
                return Ok(Status::Answered);
            }
        }
    }

    /// Answers one input; false if it was the last.
    fn respond(&mut self, line: &str) -> Result<bool> {
        let (word, rest) = match line.trim().split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line.trim(), ""),
        };
        match word {
            "" => {}
            ":quit" | ":q" | ":exit" => return Ok(false),
            "help" | ":help" if rest.is_empty() => {
                writeln!(self.out, "{COMMANDS}")?;
                if let Some(overview) = upstar_lang::help("") {
                    writeln!(self.out, "\n{}", overview.trim_end())?;
                }
            }
            "help" | ":help" => match upstar_lang::help(rest) {
                Some(text) => writeln!(self.out, "{}", text.trim_end())?,
                None => self.complain(&unknown(rest)),
            },
            ":plot" => self.plot(rest)?,
            ":notation" => match rest {
                "ascii" => self.world.borrow_mut().set_notation(Notation::Ascii),
                "unicode" => self.world.borrow_mut().set_notation(Notation::Unicode),
                "latex" => self.world.borrow_mut().set_notation(Notation::Latex),
                _ => self.complain("expected :notation ascii, unicode or latex"),
            },
            ":reset" => {
                let names = self.world.borrow_mut().reset();
                if !names.is_empty() && !self.quiet {
                    report::say(&format!("forgotten: {}\n", names.join(", ")));
                }
            }
            ":time" => self.timing = !self.timing,
            _ if word.starts_with(':') => {
                self.complain(&format!("there is no command {word}; `help` lists them"));
            }
            _ => self.evaluate(line)?,
        }
        Ok(true)
    }

    fn evaluate(&mut self, line: &str) -> Result<()> {
        let start = Instant::now();
        let answer = self.world.borrow_mut().ask(&Question::Eval { input: line.to_owned() });
        self.out.flush()?;
        match answer {
            Ok(answer) => {
                self.out.write_all(answer.text().as_bytes())?;
                self.out.flush()?;
                if let (Found::Eval(found), false) = (&answer.found, self.quiet) {
                    found.warnings.iter().for_each(|w| report::warning("input", line, w));
                }
            }
            Err(refusal) => {
                for line in &refusal.printed {
                    writeln!(self.out, "{line}")?;
                }
                self.out.flush()?;
                report::error(&refusal);
            }
        }
        if self.timing {
            writeln!(self.out, "({:.1?})", start.elapsed())?;
        }
        Ok(())
    }

    /// `:plot G` or `:plot G FILE.svg`; `.png`, `.pdf` and `.tex` too.
    fn plot(&mut self, rest: &str) -> Result<()> {
        let (source, file) = match rest.rsplit_once(char::is_whitespace) {
            Some((source, file)) if draw::has_format(Path::new(file)) => {
                (source.trim_end(), Some(file))
            }
            _ => (rest, None),
        };
        if source.is_empty() {
            self.complain("expected a game after :plot, as in `:plot {3||2|1}`");
            return Ok(());
        }
        let target = match file.map(|file| Target::new(Path::new(file))).transpose() {
            Ok(target) => target,
            Err(error) => {
                self.complain(&error.to_string());
                return Ok(());
            }
        };
        let question = Question::Thermographs { games: vec![source.to_owned()] };
        let answer = self.world.borrow_mut().ask(&question);
        let drawing = match answer {
            Ok(answer) => answer,
            Err(refusal) => {
                self.out.flush()?;
                report::error(&refusal);
                return Ok(());
            }
        };
        match (&drawing.found, target) {
            (Found::Picture(drawing), Some(target)) => {
                let picture = draw::in_format_of(target.name(), &drawing.picture);
                let written = picture.map_err(anyhow::Error::from);
                match written.and_then(|bytes| files::write(&target, &bytes)) {
                    Ok(()) => writeln!(self.out, "wrote {}", target.name().display())?,
                    Err(error) => self.complain(&error.to_string()),
                }
            }
            _ => self.out.write_all(drawing.text().as_bytes())?,
        }
        Ok(())
    }

    fn complain(&mut self, message: &str) {
        // The order of the two streams matters to people only.
        let _ = self.out.flush();
        report::say(&format!("error: {message}\n"));
    }
}

fn unknown(name: &str) -> String {
    let near = upstar_lang::suggestions(name);
    match near.first() {
        Some(first) => format!("nothing is known of `{name}`; did you mean `{first}`?"),
        None => format!("nothing is known of `{name}`; `help` gives an overview"),
    }
}

/// Completion and the question whether an input is complete.
#[derive(Helper, Highlighter, Hinter)]
struct Assistant {
    world: Rc<RefCell<World>>,
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let question = Question::Complete { input: line.to_owned(), at };
        let pair = |name: String| Pair { display: name.clone(), replacement: name };
        match self.world.borrow_mut().ask(&question).map(|answer| answer.found) {
            Ok(Found::Complete(found)) => {
                Ok((found.start, found.names.into_iter().map(pair).collect()))
            }
            _ => Ok((at, Vec::new())),
        }
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if is_to_be_continued(context.input()) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

/// Does an input go on in the next line?
fn is_to_be_continued(input: &str) -> bool {
    let word = input.split_whitespace().next().unwrap_or("");
    let for_program = word == "help" || word.starts_with(':');
    !for_program && upstar_lang::is_incomplete(input)
}
