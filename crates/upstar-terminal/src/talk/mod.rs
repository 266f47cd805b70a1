//! The interactive session of the calculator.
//!
//! `help` and words with a colon are for the program, everything else is for the calculator. Inputs
//! and answers are kept, so that they can be saved.

mod commands;
pub mod sheet;
pub mod tour;

use crate::{Colors, page};
use commands::{COMMANDS, command, nearest, overview};
use sheet::SheetCell;
use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;
use tour::Tour;
use upstar_base::file::{Source, Target, read_text};
use upstar_calculator::{ProgramPiece, pieces};
use upstar_picture::Picture;
use upstar_session::{
    CompleteQuery, EvalAnswer, EvalQuery, Notation, PictureAnswer, PictureQuery, PositionSpec,
    QueryError, Question, Remark, Session, ThermographsQuery,
};

/// The prompt, and the one for continued lines.
pub const PROMPTS: [&str; 2] = ["> ", ". "];

/// Longer files are not worksheets.
const LONGEST: u64 = 64 << 20;

/// How errors are shown and pictures written.
pub trait Listener {
    /// A question has no answer.
    fn refused(&mut self, refusal: &QueryError);

    /// The same error as the program tells it.
    fn worded(&self, refusal: &QueryError) -> QueryError;
    /// Something about an input is suspicious.
    fn warned(&mut self, input: &str, remark: &Remark);
    /// What was typed makes no sense.
    fn complain(&mut self, message: &str);
    /// Something worth knowing happened.
    fn note(&mut self, message: &str);
    /// Does the name of a file tell a format of pictures?
    fn is_picture(&self, file: &Path) -> bool;
    /// A picture in the format that the name of a file tells.
    fn written(&self, file: &Path, picture: &Picture) -> Result<Vec<u8>, String>;
}

/// An interactive session.
pub struct Repl {
    world: Rc<RefCell<Session>>,
    timing: bool,
    tour: Option<Tour>,
    cells: Vec<SheetCell>,
    colors: Colors,
}

/// What was typed, and who hears the answer.
struct ReplTurn<'a> {
    out: &'a mut dyn Write,
    listener: &'a mut dyn Listener,
    cell: SheetCell,
}

impl ReplTurn<'_> {
    fn say(&mut self, text: &str) -> io::Result<()> {
        self.cell.output.push_str(text);
        self.out.write_all(text.as_bytes())
    }

    fn complain(&mut self, message: &str) {
        self.fail(message);
        self.listener.complain(message);
    }

    fn refused(&mut self, refusal: &QueryError) {
        let refusal = self.listener.worded(refusal);
        self.fail(&refusal.to_string());
        self.listener.refused(&refusal);
    }

    fn fail(&mut self, message: &str) {
        self.cell.failed = true;
        self.cell.output.push_str(&format!("error: {message}\n"));
        // The order of the two streams matters to people only.
        let _ = self.out.flush();
    }
}

impl Repl {
    /// Starts an interactive session.
    pub fn new(world: Rc<RefCell<Session>>) -> Repl {
        let colors = Colors::of_stdout();
        Repl { world, timing: false, tour: None, cells: Vec::new(), colors }
    }

    fn help(&self, rest: &str, turn: &mut ReplTurn<'_>) -> io::Result<()> {
        if rest.is_empty() {
            let more = upstar_calculator::help("").unwrap_or_default();
            return page(&format!("{}\n{}\n", overview(), more.trim_end()), turn.out);
        }
        let command = command(rest).or_else(|| command(&format!(":{rest}")));
        let found = self.world.borrow_mut().help(rest);
        // A word may be a command and a function: `time`.
        let command = command.filter(|_| rest.starts_with(':') || found.is_none());
        match command.map(commands::ReplCommand::page).or(found) {
            Some(text) => page(&format!("{}\n", text.trim_end()), turn.out),
            None => {
                let own = nearest(rest).filter(|_| rest.starts_with(':'));
                let near = own.or_else(|| upstar_calculator::suggestions(rest).first().copied());
                turn.complain(&match near {
                    Some(near) => format!("nothing is known of `{rest}`; did you mean `{near}`?"),
                    None => format!("nothing is known of `{rest}`; `help` gives an overview"),
                });
                Ok(())
            }
        }
    }

    /// Answers one input; false if it was the last.
    pub fn respond(
        &mut self,
        line: &str,
        out: &mut dyn Write,
        listener: &mut dyn Listener,
    ) -> io::Result<bool> {
        let input = line.trim();
        let (word, rest) = match input.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (input, ""),
        };
        if word.is_empty() {
            return Ok(true);
        }
        let cell = SheetCell { input: input.to_owned(), ..SheetCell::default() };
        let mut turn = ReplTurn { out, listener, cell };
        // `?Mean` is `help Mean`, as in CGSuite.
        if let Some(name) = input.strip_prefix('?') {
            return self.help(name.trim(), &mut turn).map(|()| true);
        }
        let name = if word == "help" || word.starts_with(':') { command(word) } else { None };
        match name.map(|command| command.word) {
            Some(":quit") => return Ok(false),
            Some("help") => return self.help(rest, &mut turn).map(|()| true),
            Some(":tour") => return self.tour(rest, &mut turn).map(|()| true),
            Some(":save") => return self.save(rest, &mut turn).map(|()| true),
            Some(":load") => return self.load(rest, out, listener).map(|()| true),
            Some(":plot") => self.plot(rest, &mut turn)?,
            Some(":draw") => self.draw(rest, &mut turn)?,
            Some(":notation") => self.notation(rest, &mut turn),
            Some(":reset") => {
                let names = self.world.borrow_mut().reset();
                if !names.is_empty() {
                    turn.listener.note(&format!("forgotten: {}", names.join(", ")));
                }
            }
            Some(":time") => self.timing = !self.timing,
            _ if word.starts_with(':') && !word.starts_with(":=") => {
                let near = nearest(word).map(|near| format!("; did you mean {near}?"));
                let near = near.unwrap_or_else(|| "; `help` lists them".to_owned());
                turn.complain(&format!("there is no command {word}{near}"));
            }
            _ => self.evaluate(line, &mut turn)?,
        }
        self.cells.push(turn.cell);
        Ok(true)
    }

    /// Evaluates a statement.
    fn evaluate(&mut self, line: &str, turn: &mut ReplTurn<'_>) -> io::Result<()> {
        let start = Instant::now();
        turn.cell.is_statement = true;
        let answer =
            self.world.borrow_mut().ask(&Question::Eval(EvalQuery { input: line.to_owned() }));
        turn.out.flush()?;
        match answer {
            Ok(answer) => {
                let text = answer.text();
                turn.say(&text)?;
                turn.out.flush()?;
                if let Some(found) = answer.get::<EvalAnswer>() {
                    found.warnings.iter().for_each(|w| turn.listener.warned(line, w));
                }
                if let Some((said, next)) = self.tour.and_then(|tour| tour.after(&text)) {
                    self.tour = next;
                    turn.out.write_all(said.as_bytes())?;
                }
            }
            Err(refusal) => {
                for line in &refusal.printed {
                    turn.say(&format!("{line}\n"))?;
                }
                turn.refused(&refusal);
            }
        }
        if self.timing {
            writeln!(turn.out, "({:.1?})", start.elapsed())?;
        }
        Ok(())
    }

    fn notation(&mut self, rest: &str, turn: &mut ReplTurn<'_>) {
        let notation = match rest {
            "ascii" => Notation::Ascii,
            "unicode" => Notation::Unicode,
            "latex" => Notation::Latex,
            _ => return turn.complain("expected :notation ascii, unicode or latex"),
        };
        self.world.borrow_mut().set_notation(notation);
    }

    fn tour(&mut self, rest: &str, turn: &mut ReplTurn<'_>) -> io::Result<()> {
        let here = self.tour;
        self.tour = match (rest, here) {
            ("" | "start", None) | ("start", Some(_)) => Some(Tour::default()),
            ("", Some(here)) => Some(here),
            ("next" | "skip", here) => here.unwrap_or_default().next(),
            ("back", here) => Some(here.unwrap_or_default().back()),
            ("stop" | "end" | "quit", _) => None,
            _ => {
                turn.complain("expected :tour, :tour next, :tour back or :tour stop");
                return Ok(());
            }
        };
        match self.tour {
            Some(tour) => turn.say(&self.colors.strong(&tour.text())),
            None => turn.say("The tour is over; `:tour` begins it again.\n"),
        }
    }

    /// `:plot G` or `:plot G FILE.svg`; `.png`, `.pdf` and `.tex` too.
    fn plot(&mut self, rest: &str, turn: &mut ReplTurn<'_>) -> io::Result<()> {
        let (source, file) = with_file(rest, turn.listener);
        if source.is_empty() {
            turn.complain("expected a game after :plot, as in `:plot {3||2|1}`");
            return Ok(());
        }
        let question = Question::Thermographs(ThermographsQuery { games: vec![source.to_owned()] });
        self.picture(&question, file, turn)
    }

    /// `:draw RULES POSITION`, perhaps with a file.
    fn draw(&mut self, rest: &str, turn: &mut ReplTurn<'_>) -> io::Result<()> {
        let (source, file) = with_file(rest, turn.listener);
        let (rules, position) = source.split_once(char::is_whitespace).unwrap_or((source, ""));
        if rules.is_empty() {
            turn.complain("expected rules and a position, as in `:draw domineering ..|..`");
            return Ok(());
        }
        let place = PositionSpec::new(rules, position.trim());
        self.picture(&Question::Picture(PictureQuery { place, winning: None }), file, turn)
    }

    fn picture(
        &mut self,
        question: &Question,
        file: Option<&str>,
        turn: &mut ReplTurn<'_>,
    ) -> io::Result<()> {
        let target = match file.map(|file| Target::new(Path::new(file))).transpose() {
            Ok(target) => target,
            Err(error) => {
                turn.complain(&error.to_string());
                return Ok(());
            }
        };
        let answer = self.world.borrow_mut().ask(question);
        let answer = match answer {
            Ok(answer) => answer,
            Err(refusal) => {
                turn.refused(&refusal);
                return Ok(());
            }
        };
        let Some(drawing) = answer.get::<PictureAnswer>() else { return Ok(()) };
        turn.cell.picture = upstar_picture::svg(&drawing.picture).ok();
        let Some(target) = target else {
            let text = drawing.sketch.clone().unwrap_or_else(|| answer.text());
            // The picture takes its place in a transcript.
            return writeln!(turn.out, "{}", text.trim_end());
        };
        let bytes = turn.listener.written(target.name(), &drawing.picture);
        let written =
            bytes.and_then(|bytes| target.write(&bytes).map_err(|error| error.to_string()));
        match written {
            Ok(()) => turn.say(&format!("wrote {}\n", target.name().display())),
            Err(message) => {
                turn.complain(&message);
                Ok(())
            }
        }
    }

    /// Writes the session into a file, as the name of the file says.
    fn save(&mut self, file: &str, turn: &mut ReplTurn<'_>) -> io::Result<()> {
        if file.is_empty() {
            turn.complain("expected a file, as in `:save today.up`, `today.md` or `today.html`");
            return Ok(());
        }
        let extension = Path::new(file).extension().map(|e| e.to_string_lossy().to_lowercase());
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let mut files = Vec::new();
        let text = match extension.as_deref() {
            Some("md" | "markdown") => {
                let (text, pictures) = sheet::markdown(&self.cells, |n| format!("{stem}-{n}.svg"));
                // In the text a picture is named from where the text stands.
                let folder = Path::new(file).parent().map(|p| format!("{}/", p.display()));
                let folder = folder.filter(|folder| folder.len() > 1).unwrap_or_default();
                files = pictures;
                text.replace(&format!("](<{folder}"), "](<")
            }
            Some("html" | "htm") => sheet::html(&self.cells),
            _ => sheet::worksheet(&self.cells),
        };
        files.push((file.to_owned(), text));
        for (name, text) in files {
            let target = Target::new(Path::new(&name));
            let written = target.and_then(|target| target.write(text.as_bytes()));
            if let Err(error) = written {
                turn.complain(&error.to_string());
                return Ok(());
            }
        }
        turn.say(&format!("wrote {file}\n"))
    }

    /// Evaluates the statements of a file.
    fn load(
        &mut self,
        file: &str,
        out: &mut dyn Write,
        listener: &mut dyn Listener,
    ) -> io::Result<()> {
        if file.is_empty() || file == "-" {
            listener.complain("expected a file, as in `:load today.up`");
            return Ok(());
        }
        let budget = std::sync::Arc::clone(self.world.borrow().budget());
        budget.resume();
        let text = match read_text(&Source::named(Path::new(file)), LONGEST, &budget) {
            Ok(text) => text,
            Err(error) => {
                listener.complain(&error.to_string());
                return Ok(());
            }
        };
        // Rules are no statements: the calculator loads them.
        let load = format!("load \"{}\"", file.replace('\\', "\\\\").replace('"', "\\\""));
        let all = if upstar_calculator::is_rules(&text) {
            vec![(1, load.as_str())]
        } else {
            pieces(&text).map(|ProgramPiece { line, text, .. }| (line, text)).collect()
        };
        for (line, text) in all {
            let cell = SheetCell { input: text.to_owned(), ..SheetCell::default() };
            let mut turn = ReplTurn { out: &mut *out, listener: &mut *listener, cell };
            self.evaluate(text, &mut turn)?;
            let failed = turn.cell.failed;
            self.cells.push(turn.cell);
            if failed {
                listener.complain(&format!("{file} was loaded up to line {line}"));
                break;
            }
        }
        Ok(())
    }
}

/// What is drawn, and the file for it if the last word is the name of one.
fn with_file<'t>(rest: &'t str, listener: &dyn Listener) -> (&'t str, Option<&'t str>) {
    match rest.rsplit_once(char::is_whitespace) {
        Some((source, file)) if listener.is_picture(Path::new(file)) => {
            (source.trim_end(), Some(file))
        }
        _ => (rest, None),
    }
}

/// Where the word before a place begins, and what it may become: commands, what may follow them,
/// and what the calculator knows.
pub fn complete(world: &RefCell<Session>, line: &str, at: usize) -> (usize, Vec<String>) {
    let before = line.get(..at).unwrap_or(line);
    let (word, rest) = match before.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, Some(rest)),
        None => (before, None),
    };
    let fitting = |names: &mut dyn Iterator<Item = &str>, begun: &str| -> Vec<String> {
        names.filter(|name| name.starts_with(begun)).map(str::to_owned).collect()
    };
    let Some(rest) = rest else {
        let mut commands = fitting(&mut COMMANDS.iter().map(|command| command.word), word);
        if !word.starts_with(':') {
            let (start, names) = names(world, line, at);
            if start > 0 || word.is_empty() {
                return (start, names);
            }
            commands.extend(names);
        }
        return (0, commands);
    };
    let begun = rest.rsplit(char::is_whitespace).next().unwrap_or(rest);
    let start = at - begun.len();
    match command(word).filter(|_| word == "help" || word.starts_with(':')).map(|c| c.word) {
        Some(":notation") => {
            (start, fitting(&mut ["ascii", "unicode", "latex"].into_iter(), begun))
        }
        Some(":tour") => (start, fitting(&mut ["next", "back", "stop"].into_iter(), begun)),
        Some(":draw") if begun.len() == rest.trim_start().len() => {
            let all = upstar_rules::registry::all();
            (start, fitting(&mut all.iter().map(|about| about.name), begun))
        }
        Some("help") if begun.starts_with(':') => {
            (start, fitting(&mut COMMANDS.iter().map(|command| command.word), begun))
        }
        Some(":save" | ":load" | ":draw") => (at, Vec::new()),
        _ => names(world, line, at),
    }
}

fn names(world: &RefCell<Session>, line: &str, at: usize) -> (usize, Vec<String>) {
    let query = CompleteQuery { input: line.to_owned(), at };
    match world.borrow_mut().run(&query) {
        Ok(found) => (found.start, found.names),
        Err(_) => (at, Vec::new()),
    }
}

/// Whether an input continues on the next line.
pub fn is_to_be_continued(input: &str) -> bool {
    let word = input.split_whitespace().next().unwrap_or("");
    let for_program = word == "help" || word.starts_with(':');
    !for_program && upstar_calculator::is_incomplete(input)
}
