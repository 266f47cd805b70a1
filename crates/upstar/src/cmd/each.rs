//! `--each`: a question about every line of stdin.
//!
//! The lines are answered in order, one line of output each, by worlds that stay warm: what one
//! learnt of a position serves for its next. Which world answers which line depends on the number
//! of the line alone, so the answers do not depend on the number of threads.
//! ```text
//! $ upstar value domineering --each < boards.txt
//! ```

use crate::args::GlobalOptions;
use crate::report::{self, CommandStatus};
use crate::wording::worded;
use crate::{limits, progress, signals};
use anyhow::{Context, Result};
use serde::Serialize;
use std::io::{self, BufReader, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use upstar_base::Budget;
use upstar_base::file::{LONGEST_LINE, Line, Lines};
use upstar_calculator::{Error, ErrorKind, Span};
use upstar_session::{
    Answer, Described, Kind, Limits, Observer, PositionSpec, QueryError, Question, Session,
};

/// How many worlds there are.
const WORLDS: u64 = 4;
/// How many lines in a row one world answers.
const BLOCK: u64 = 64;
/// How many lines may wait for each thread.
const WAITING: usize = 1024;

type Answered = Result<Box<Answer>, Box<QueryError>>;

/// A line that was read: what it is, or who answers it.
enum NumberedLine {
    Refused(Box<QueryError>),
    Asked { text: String, worker: usize },
}

/// Interrupted with all others; nobody shows how far a single line is.
struct Among;

impl Observer for Among {
    fn begin(&self, budget: &Arc<Budget>) {
        signals::also(budget);
        if signals::must_end() {
            budget.interrupt();
        }
    }

    fn end(&self) {}

    fn stage(&self, _: &'static str, _: usize, _: usize) {}
}

/// Asks about every line.
pub(super) fn run(
    global: &GlobalOptions,
    question: &Question,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    let place = &question.spec().cloned().unwrap_or_default();
    if !place.position.is_empty() {
        let message = "with --each the positions come from stdin, one a line";
        return report::wrong(global, out, Kind::Argument, message);
    }
    let limits = limits::limits(global);
    let workers = limits.threads().min(WORLDS as usize);
    let limits = Limits { memory: limits.memory.map(|m| m / WORLDS), threads: Some(1), ..limits };
    let whole = Arc::new(Budget::unlimited());
    whole.begin("positions", None);
    signals::begin(&whole);
    progress::begin(&whole);
    let status = thread::scope(|scope| {
        let mut tasks = Vec::new();
        let mut answers = Vec::new();
        for _ in 0..workers {
            let (task, received) = sync_channel::<(u64, String)>(WAITING);
            let (answer, answered) = sync_channel::<Answered>(WAITING);
            scope.spawn(move || {
                work(global, limits, question.clone(), &received, &answer);
            });
            tasks.push(task);
            answers.push(answered);
        }
        let (order, ordered) = sync_channel(WAITING);
        // Who waits for an answer before writing the next line must get it, so lines are read
        // while answers are written; the process ends without this thread.
        let reader = thread::Builder::new().name("stdin".to_owned());
        let tasks_of_reader = tasks;
        let reader = reader.spawn(move || read(&tasks_of_reader, &order))?;
        let status = write(global, place, &whole, &ordered, &answers, out);
        // A reader that still waits for a line holds nothing that matters.
        drop(ordered);
        drop(answers);
        match status {
            Ok((status, true)) => match reader.join() {
                Ok(read) => read.map(|()| status),
                Err(panic) => std::panic::resume_unwind(panic),
            },
            Ok((status, false)) => leave(status, out),
            Err(error) => leave(report::failure(&error), out),
        }
    });
    signals::end();
    progress::end();
    status
}

/// Ends the program without waiting for lines that may never come.
fn leave(status: CommandStatus, out: &mut impl Write) -> ! {
    let flushed = out.flush().map_err(anyhow::Error::from);
    let status = status.max(flushed.map_or_else(|error| report::failure(&error), |()| status));
    progress::end();
    std::process::exit(status as i32)
}

/// Answers lines in worlds of its own.
fn work(
    global: &GlobalOptions,
    allowed: Limits,
    mut question: Question,
    tasks: &Receiver<(u64, String)>,
    answers: &SyncSender<Answered>,
) {
    let mut worlds: Vec<Option<Session>> = (0..WORLDS).map(|_| None).collect();
    while let Ok((number, text)) = tasks.recv() {
        let world = &mut worlds[(number / BLOCK % WORLDS) as usize];
        let world = world.get_or_insert_with(|| {
            limits::with_files(Session::watched(allowed, global.notation, Box::new(Among)))
        });
        if let Some(place) = question.spec_mut() {
            place.position = text;
        }
        if answers.send(world.ask(&question).map(Box::new)).is_err() {
            return;
        }
    }
}

/// Reads lines and hands them out.
fn read(tasks: &[SyncSender<(u64, String)>], order: &SyncSender<NumberedLine>) -> Result<()> {
    let mut input = Lines::of(BufReader::new(io::stdin().lock()));
    for number in 0u64.. {
        let (text, span, message) = match input.read().context("cannot read stdin")? {
            Line::End => break,
            Line::Text(text) => {
                let worker = (number / BLOCK % WORLDS) as usize % tasks.len();
                let asked = NumberedLine::Asked { text: text.clone(), worker };
                if order.send(asked).is_err() || tasks[worker].send((number, text)).is_err() {
                    break;
                }
                continue;
            }
            Line::NotUtf8(text, at) => {
                (text, Span::new(at.start, at.end), "this is not UTF-8".to_owned())
            }
            Line::TooLong | Line::Endless => {
                let message = format!("a line is limited to {} bytes", LONGEST_LINE);
                (String::new(), Span::new(0, 0), message)
            }
        };
        let error = Error::new(ErrorKind::Syntax, span, message);
        let refused = NumberedLine::Refused(Box::new(QueryError::new("position", text, error)));
        if order.send(refused).is_err() {
            break;
        }
    }
    Ok(())
}

/// Writes the answers in the order of the lines. Was every line answered?
fn write(
    global: &GlobalOptions,
    place: &PositionSpec,
    whole: &Budget,
    lines: &Receiver<NumberedLine>,
    answers: &[Receiver<Answered>],
    out: &mut impl Write,
) -> Result<(CommandStatus, bool)> {
    let mut status = CommandStatus::Answered;
    let mut number = 0;
    loop {
        let line = match lines.try_recv() {
            Ok(line) => line,
            Err(_) => {
                // Nothing waits to be written: whoever reads may look.
                out.flush()?;
                match lines.recv() {
                    Ok(line) => line,
                    Err(_) => return Ok((status, true)),
                }
            }
        };
        number += 1;
        whole.advance(1);
        let (text, answer) = match line {
            NumberedLine::Refused(refusal) => (refusal.input.clone(), Err(refusal)),
            NumberedLine::Asked { text, worker } => match answers[worker].try_recv() {
                Ok(answer) => (text, answer),
                Err(_) => {
                    out.flush()?;
                    match answers[worker].recv() {
                        Ok(answer) => (text, answer),
                        Err(_) => return Ok((status, true)),
                    }
                }
            },
        };
        match answer {
            Ok(answer) if global.json => writeln!(out, "{}", answer.json())?,
            Ok(answer) => writeln!(out, "{}", answer.line())?,
            // No line can be answered.
            Err(refusal) if is_about_rules(place, &refusal) => {
                return Ok((report::refused(global, &refusal, out)?, false));
            }
            Err(refusal) => {
                status = status.max(refuse(global, number, &text, &refusal, out)?);
                if refusal.is_cancelled() {
                    return Ok((status, false));
                }
            }
        }
    }
}

/// Are the rules wrong, whatever the position?
fn is_about_rules(place: &PositionSpec, refusal: &QueryError) -> bool {
    refusal.field == "rules"
        && refusal.input == place.rules
        && matches!(refusal.kind, Kind::Name | Kind::Syntax)
}

/// A line that has no answer.
fn refuse(
    global: &GlobalOptions,
    line: u64,
    position: &str,
    refusal: &QueryError,
    out: &mut impl Write,
) -> Result<CommandStatus> {
    #[derive(Serialize)]
    struct LineJson<'a> {
        position: &'a str,
        line: u64,
        error: serde_json::Value,
        #[serde(skip_serializing_if = "Option::is_none")]
        argument: Option<&'a str>,
        /// Where it is not the position.
        #[serde(skip_serializing_if = "Option::is_none")]
        input: Option<&'a str>,
    }
    let refusal = &worded(refusal.clone());
    if global.json {
        let error = serde_json::to_value(refusal)?["error"].take();
        let argument = refusal.span.map(|_| refusal.field.as_ref());
        let input = argument.map(|_| &refusal.input[..]).filter(|&input| input != position);
        let object = LineJson { position, line, error, argument, input };
        writeln!(out, "{}", report::json_line(&object))?;
    } else {
        writeln!(out, "error: {}", refusal.to_string().replace('\n', " "))?;
    }
    Ok(CommandStatus::from(refusal))
}
