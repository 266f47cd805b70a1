//! A board to play at: a terminal with a line editor, or a program at the other end of a pipe.

use crate::{Colors, Heard, Prompt, history_file};
use std::cell::RefCell;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;
use upstar_base::file::Target;
use upstar_session::{PLAY_WORDS, PlayBoard, PlayMessage, Record};

/// The most bytes of a line; longer ones are not read.
const LONGEST: u64 = 1 << 20;

/// Where somebody sits at a board.
pub struct BoardSeat<'a, W> {
    out: &'a mut W,
    json: bool,
    colors: Colors,
    editor: Option<Prompt>,
    prompt: String,
    /// The names of the moves that could be made, for completion.
    names: Rc<RefCell<Vec<String>>>,
    record: Option<Target>,
    must_end: fn() -> bool,
}

impl<'a, W: Write> BoardSeat<'a, W> {
    /// A seat for a program, which speaks JSON, or for people at the other end of a pipe. After each
    /// move the game is kept in `record`.
    pub fn piped(
        out: &'a mut W,
        json: bool,
        record: Option<Target>,
        must_end: fn() -> bool,
    ) -> Self {
        let (colors, names) = (Colors::of_stdout(), Rc::default());
        BoardSeat {
            out,
            json,
            colors,
            editor: None,
            prompt: String::new(),
            names,
            record,
            must_end,
        }
    }

    /// A seat at a terminal.
    pub fn at_terminal(
        out: &'a mut W,
        record: Option<Target>,
        must_end: fn() -> bool,
    ) -> io::Result<Self> {
        let mut seat = BoardSeat::piped(out, false, record, must_end);
        let names = Rc::clone(&seat.names);
        let complete = move |line: &str, at: usize| {
            let begun = line.get(..at).unwrap_or(line).trim_start();
            let start = at - begun.len();
            let names = names.borrow();
            let words = names.iter().map(String::as_str).chain(PLAY_WORDS.iter().copied());
            let fit = |word: &&str| {
                word.len() >= begun.len()
                    && word.get(..begun.len()).is_some_and(|head| head.eq_ignore_ascii_case(begun))
            };
            (start, words.filter(fit).map(str::to_owned).collect())
        };
        seat.editor = Some(Prompt::new(history_file("play-history"), Box::new(complete))?);
        Ok(seat)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

impl<W: Write> PlayBoard for BoardSeat<'_, W> {
    fn say(&mut self, said: PlayMessage<'_>) -> io::Result<()> {
        if self.json {
            let line = serde_json::to_string(&said).map_err(io::Error::other)?;
            return self.write(&format!("{line}\n"));
        }
        match said {
            PlayMessage::Prompt { names, .. } if self.editor.is_some() => {
                *self.names.borrow_mut() = names.to_vec();
                self.prompt = said.text();
                Ok(())
            }
            PlayMessage::Board { drawn, .. } => {
                let colors = self.colors;
                let paint = move |symbol, is_new| colors.square(symbol, is_new);
                let parts: Vec<String> = drawn.iter().map(|part| part.text(&paint)).collect();
                self.write(&format!("\n{}\n\n", parts.join("\n+\n")))
            }
            PlayMessage::Move { .. } => {
                let text = self.colors.strong(said.text().trim_end());
                self.write(&format!("{text}\n"))
            }
            _ => self.write(&said.text()),
        }
    }

    fn hear(&mut self) -> io::Result<Option<String>> {
        if let Some(editor) = &mut self.editor {
            return Ok(match editor.read([&self.prompt, ""], &|_| false)? {
                Heard::Line(line) => Some(line),
                // What was typed is given up, the game is not.
                Heard::Interrupted => Some(String::new()),
                Heard::End => None,
            });
        }
        let mut line = String::new();
        let read = io::stdin().lock().take(LONGEST).read_line(&mut line)?;
        let ends = read == 0 || (read as u64 == LONGEST && !line.ends_with('\n'));
        Ok((!ends).then_some(line))
    }

    fn keep(&mut self, record: &Record) -> io::Result<()> {
        match &self.record {
            Some(target) => target.write(record.text().as_bytes()).map_err(io::Error::other),
            None => Ok(()),
        }
    }

    fn save(&mut self, file: &str, record: &Record) -> Result<(), String> {
        let target = Target::new(file.as_ref()).map_err(|error| error.to_string())?;
        target.write(record.text().as_bytes()).map_err(|error| error.to_string())
    }

    fn lingers(&self) -> bool {
        self.editor.is_some()
    }

    fn must_end(&self) -> bool {
        (self.must_end)()
    }
}
