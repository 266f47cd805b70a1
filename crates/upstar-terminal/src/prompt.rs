//! A line editor: history, completion, and inputs that go over several lines.

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Context, Editor, Helper, Highlighter, Hinter, Validator};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Names that could stand at a place of a line: where they begin, and what they are.
type Complete = Box<dyn Fn(&str, usize) -> (usize, Vec<String>)>;

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, or several that belong together.
    Line(String),
    /// Ctrl-C: what was typed so far is given up.
    Interrupted,
    /// Ctrl-D.
    End,
}

/// Reads lines from a terminal.
pub struct Prompt {
    editor: Editor<KnownNames, DefaultHistory>,
    history: Option<PathBuf>,
    /// Why the history cannot be saved; told once.
    unsaved: Option<String>,
}

#[derive(Helper, Highlighter, Hinter, Validator)]
struct KnownNames(Complete);

impl Completer for KnownNames {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, names) = (self.0)(line, at);
        let pair = |name: String| Pair { display: name.clone(), replacement: name };
        Ok((start, names.into_iter().map(pair).collect()))
    }
}

impl Prompt {
    /// A line editor with the history of earlier sessions, if there is a file for it.
    pub fn new(history: Option<PathBuf>, complete: Complete) -> io::Result<Prompt> {
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
        editor.set_helper(Some(KnownNames(complete)));
        if let Some(file) = &history {
            // A history that is not there yet, or cannot be read, is an empty history.
            let _ = editor.load_history(file);
        }
        Ok(Prompt { editor, history, unsaved: None })
    }

    /// Reads a line; as long as `is_incomplete`, the next lines belong to it and are asked for with
    /// the other prompt.
    pub fn read(
        &mut self,
        [first, next]: [&str; 2],
        is_incomplete: &dyn Fn(&str) -> bool,
    ) -> io::Result<Heard> {
        let mut input = String::new();
        loop {
            let prompt = if input.is_empty() { first } else { next };
            match self.editor.readline(prompt) {
                Ok(line) => input.push_str(&line),
                Err(ReadlineError::Interrupted) => return Ok(Heard::Interrupted),
                Err(ReadlineError::Eof) if input.is_empty() => return Ok(Heard::End),
                Err(ReadlineError::Eof) => break,
                Err(ReadlineError::Io(error)) => return Err(error),
                Err(error) => return Err(io::Error::other(error)),
            }
            if !is_incomplete(&input) {
                break;
            }
            input.push('\n');
        }
        if !input.trim().is_empty() {
            self.remember(&input);
        }
        Ok(Heard::Line(input))
    }

    fn remember(&mut self, input: &str) {
        let _ = self.editor.add_history_entry(input);
        if let Some(file) = self.history.clone()
            && let Err(error) = self.save(&file)
        {
            self.history = None;
            self.unsaved = Some(error.to_string());
        }
    }

    fn save(&mut self, file: &Path) -> rustyline::Result<()> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        self.editor.append_history(file)
    }

    /// Why the history is no longer saved, if that was not reported before.
    pub fn trouble(&mut self) -> Option<String> {
        self.unsaved.take()
    }
}

/// Where the history of earlier sessions is kept: the state folder of the XDG standard.
pub fn history_file(name: &str) -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let state = absolute("XDG_STATE_HOME")
        .or_else(|| Some(absolute("HOME")?.join(".local/state")))
        .or_else(|| absolute("LOCALAPPDATA"))?;
    Some(state.join("upstar").join(name))
}
