//! Where an input is wrong: the line, with a caret under the place, for people.
//!
//! Invariant: no message can fail or panic, however long or strange the input is; only the
//! part of a line that an error speaks of is shown.

use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};
use std::io::{self, IsTerminal};
use upstar_calculator::Span;
use upstar_session::{QueryError, Remark};

/// Why there is no answer, with a caret under the place that is to blame.
///
/// ```
/// use upstar_session::{Limits, Notation, Question, Session, EvalQuery};
/// let mut world = Session::new(Limits::default(), Notation::Ascii);
/// let refusal = world.ask(&Question::Eval(EvalQuery { input: "1 + ".into() })).unwrap_err();
/// assert!(upstar_terminal::caret::error(&refusal).contains("expected"));
/// ```
pub fn error(refusal: &QueryError) -> String {
    let Some(span) = refusal.span else {
        return format!("error: {refusal}\n");
    };
    let excerpt = Excerpt::new(&refusal.input, span);
    let mut labels = vec![(span, Color::Red, expectation(refusal))];
    if let Some((span, text)) = &refusal.other {
        labels.push((*span, Color::Blue, text.clone()));
    }
    let (helps, message) = (refusal.hint.iter().cloned(), &refusal.message);
    let kind = ReportKind::Error;
    render(kind, &refusal.field, &excerpt, message, labels, helps, &refusal.notes)
}

/// A warning with a caret under its place.
pub fn warning(name: &str, source: &str, Remark { message, span }: &Remark) -> String {
    let span = Span::new(span[0], span[1]);
    let excerpt = Excerpt::new(source, span);
    let labels = vec![(span, Color::Yellow, String::new())];
    let helps = std::iter::empty();
    render(ReportKind::Warning, name, &excerpt, message, labels, helps, &[])
}

fn expectation(refusal: &QueryError) -> String {
    match refusal.expected.as_slice() {
        [] => String::new(),
        [one] => format!("expected {one}"),
        [first @ .., last] => format!("expected {} or {last}", first.join(", ")),
    }
}

fn render(
    kind: ReportKind<'_>,
    name: &str,
    excerpt: &Excerpt,
    message: &str,
    labels: Vec<(Span, Color, String)>,
    helps: impl Iterator<Item = String>,
    notes: &[String],
) -> String {
    let colours = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let config = Config::default()
        .with_color(colours)
        .with_index_type(IndexType::Byte)
        .with_char_set(CharSet::Unicode);
    let mut places = labels
        .into_iter()
        .filter_map(|(span, colour, text)| Some((excerpt.place(span)?, colour, text)));
    let Some(first) = places.next() else {
        return format!("error: {message}\n");
    };
    let mut report =
        Report::build(kind, (name, first.0.clone())).with_config(config).with_message(message);
    for (place, colour, text) in std::iter::once(first).chain(places) {
        let label = Label::new((name, place)).with_color(colour);
        // A label without text is not drawn.
        let text = if text.is_empty() { "here".to_string() } else { text };
        report = report.with_label(label.with_message(text));
    }
    for help in helps {
        report = report.with_help(help);
    }
    for note in notes {
        report = report.with_note(note);
    }
    let mut text = Vec::new();
    match report.finish().write((name, Source::from(excerpt.text.as_str())), &mut text) {
        Ok(()) => {
            let text = String::from_utf8_lossy(&text);
            text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
        }
        Err(_) => format!("error: {message}\n"),
    }
}

/// The part of a source that a message shows: all of it, or what surrounds a place in it.
struct Excerpt {
    text: String,
    /// Which bytes of the source these are.
    from: usize,
    to: usize,
    /// How many bytes stand before them in `text`.
    lead: usize,
}

/// How much of a long line is shown on each side of a place.
const AROUND: usize = 60;
/// Sources up to this length are shown as they are.
const SHORT: usize = 400;

impl Excerpt {
    fn new(source: &str, span: Span) -> Excerpt {
        let longest = source.split('\n').map(str::len).max().unwrap_or(0);
        let whole = source.len() <= 10 * SHORT && longest <= SHORT;
        let [from, to] = if whole {
            [0, source.len()]
        } else {
            let start = source.floor_char_boundary(span.start.min(source.len()));
            let end =
                source.ceil_char_boundary(span.end.clamp(start, start.saturating_add(AROUND)));
            let line = source[..start].rfind('\n').map_or(0, |i| i + 1);
            let line_end = source[end..].find('\n').map_or(source.len(), |i| end + i);
            [
                source.floor_char_boundary(start.saturating_sub(AROUND)).max(line),
                source.ceil_char_boundary(end.saturating_add(AROUND)).min(line_end),
            ]
        };
        let lead = if from > 0 && !source[..from].ends_with('\n') { "…" } else { "" };
        let trail = if to < source.len() && !source[to..].starts_with('\n') { "…" } else { "" };
        let plain = source[from..to].replace(|c: char| c.is_ascii_control() && c != '\n', " ");
        Excerpt { text: format!("{lead}{plain}{trail}"), from, to, lead: lead.len() }
    }

    /// The bytes of the excerpt that show `span`; `None` if it lies outside.
    fn place(&self, span: Span) -> Option<std::ops::Range<usize>> {
        if span.start < self.from || span.start > self.to {
            return None;
        }
        let shift = |at: usize| at.min(self.to) - self.from + self.lead;
        let start = self.text.floor_char_boundary(shift(span.start));
        let end = self.text.ceil_char_boundary(shift(span.end.max(span.start)));
        Some(start..end)
    }
}
