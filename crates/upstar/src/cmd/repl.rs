//! `upstar` without a command: the interactive calculator, at a terminal or through a pipe.

use super::draw;
use crate::args::GlobalOptions;
use crate::report::{self, CommandStatus};
use crate::wording::worded;
use crate::{limits, signals};
use anyhow::{Context as _, Result};
use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::rc::Rc;
use upstar_base::file::{LONGEST_LINE, Line, Lines};
use upstar_picture::Picture;
use upstar_session::{QueryError, Remark};
use upstar_terminal::talk::{Listener, PROMPTS, Repl, complete, is_to_be_continued};
use upstar_terminal::{Heard, Prompt, history_file};

/// Talks until the end of the input.
pub(crate) fn run(global: &GlobalOptions, out: &mut impl Write) -> Result<CommandStatus> {
    let world = Rc::new(RefCell::new(limits::world(global)));
    let talk = Repl::new(Rc::clone(&world));
    let mut voice = Voice { quiet: global.quiet };
    signals::go_on_after_questions();
    if !io::stdin().is_terminal() {
        return pipe(talk, &mut voice, out);
    }
    signals::terminal::remember();
    let names = move |line: &str, at: usize| complete(&world, line, at);
    let prompt = Prompt::new(history_file("history"), Box::new(names))?;
    if !global.quiet {
        let version = env!("CARGO_PKG_VERSION");
        writeln!(
            out,
            "Upstar {version}, a laboratory for combinatorial games. Try `help` or `:tour`."
        )?;
    }
    terminal(talk, prompt, &mut voice, out)
}

fn terminal(
    mut talk: Repl,
    mut prompt: Prompt,
    voice: &mut Voice,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    loop {
        out.flush()?;
        match prompt.read(PROMPTS, &is_to_be_continued).context("cannot read the input")? {
            Heard::Line(line) => {
                if !talk.respond(&line, out, voice)? || signals::must_end() {
                    return Ok(CommandStatus::Answered);
                }
            }
            Heard::Interrupted => {}
            Heard::End => return Ok(CommandStatus::Answered),
        }
        if let Some(error) = prompt.trouble() {
            voice.note(&format!("warning: cannot save the history: {error}"));
        }
    }
}

/// Answers what comes through a pipe.
fn pipe(mut talk: Repl, voice: &mut Voice, out: &mut impl Write) -> Result<CommandStatus> {
    let mut stdin = Lines::of(io::BufReader::new(io::stdin().lock()));
    let mut input = String::new();
    loop {
        out.flush()?;
        match stdin.read().context("cannot read the input")? {
            Line::Text(line) => input.push_str(&line),
            Line::NotUtf8(..) => voice.complain("a line is not UTF-8"),
            line @ (Line::TooLong | Line::Endless) => {
                voice.complain(&format!("a line is limited to {LONGEST_LINE} bytes"));
                if line == Line::Endless {
                    return Ok(CommandStatus::Answered);
                }
            }
            Line::End => {
                talk.respond(&input, out, voice)?;
                return Ok(CommandStatus::Answered);
            }
        }
        if is_to_be_continued(&input) {
            input.push('\n');
        } else if !talk.respond(&std::mem::take(&mut input), out, voice)? || signals::must_end() {
            return Ok(CommandStatus::Answered);
        }
    }
}

/// What is said besides answers goes to stderr.
struct Voice {
    quiet: bool,
}

impl Listener for Voice {
    fn refused(&mut self, refusal: &QueryError) {
        report::error(refusal);
    }

    fn worded(&self, refusal: &QueryError) -> QueryError {
        worded(refusal.clone())
    }

    fn warned(&mut self, input: &str, remark: &Remark) {
        if !self.quiet {
            report::warning("input", input, remark);
        }
    }

    fn complain(&mut self, message: &str) {
        report::say(&format!("error: {message}\n"));
    }

    fn note(&mut self, message: &str) {
        if !self.quiet {
            report::say(&format!("{message}\n"));
        }
    }

    fn is_picture(&self, file: &Path) -> bool {
        draw::has_format(file)
    }

    fn written(&self, file: &Path, picture: &Picture) -> Result<Vec<u8>, String> {
        draw::in_format_of(file, picture).map_err(|error| error.to_string())
    }
}
