//! A nim-sequence, part by part, so that a long one need not be held.

use super::threads;
use crate::parts::Part;
use crate::query::prelude::*;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};
use upstar_heaps::beginning::{Beginning, NotListed};
use upstar_heaps::checkpoint::{FileError, keeps_all, load_on, packed, save};
use upstar_heaps::period::Period;
use upstar_heaps::search::extend_or_prove;
use upstar_heaps::{Engine, Prover, engine_on};

described! {
    /// The nim-values of heaps of 0 to N tokens
    pub struct HeapValuesQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// The largest heap
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        pub to: String,
    }
}

impl Query for HeapValuesQuery {
    type Answer = HeapValuesAnswer;
    const NAME: &'static str = "heap-values";
    const EXAMPLES: &'static [Example] =
        &[Example::new("heaps values .77 --to 20", r#"{"code":".77","to":"20"}"#)];

    fn run(&self, session: &mut Session, hear: Hear<'_>) -> Result<HeapValuesAnswer, QueryError> {
        let mut part = |values: &[u32]| hear(Part::Values { values: values.to_vec() });
        self.kept(session, Keeping::default(), &mut part)
    }
}

impl HeapValuesQuery {
    /// Computes the sequence part by part, with files.
    pub(crate) fn kept(
        &self,
        session: &Session,
        keeping: Keeping<'_>,
        hear: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<HeapValuesAnswer, QueryError> {
        let (code, to) = (code(&self.code)?, amount(&self.to, 0, "the largest heap")?);
        if !keeping.pack && to >= MOST_LISTED {
            let most = MOST_LISTED;
            let message = format!("a list has at most {most} values; ask for heaps below {most}");
            return Err(QueryError::plain(Kind::Size, message));
        }
        values(&session.state, &code, to, keeping, hear)
    }
}

/// The nim-values of heaps of 0 to some number of tokens.
#[derive(Clone, Debug, Default, Serialize)]
pub struct HeapValuesAnswer {
    /// The code.
    pub code: String,
    /// The first heap.
    pub from: u64,
    /// The values; empty where they were handed over part by part.
    pub values: Vec<u32>,
    /// The values in the compact form of files, where that was asked for.
    #[serde(skip)]
    pub packed: Option<Vec<u8>>,
    /// Why the state of the computation could not be saved.
    #[serde(skip)]
    pub unsaved: Option<String>,
}

/// How many values stand in a line.
const COLUMNS: usize = 32;

impl Finding for HeapValuesAnswer {
    fn text(&self) -> String {
        let line = |values: &[u32]| {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            values.join(" ") + "\n"
        };
        self.values.chunks(COLUMNS).map(line).collect()
    }

    fn grid(&self) -> Option<Grid> {
        let terms: Vec<String> = self.values.iter().map(ToString::to_string).collect();
        let rows = (self.from..).zip(&terms).map(|(n, term)| vec![n.to_string(), term.clone()]);
        Some(Grid {
            head: ["n", "value"].map(str::to_owned).to_vec(),
            rows: rows.collect(),
            formulas: 1..2,
            sequence: Some((self.from, terms)),
        })
    }
}

impl HeapValuesAnswer {
    /// Hands over the values of the compact form, should it have no place to go to.
    pub fn unpacked(&self, hear: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) {
        let bytes = self.packed.as_deref().unwrap_or_default();
        let head = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let width = bytes[..head].last().map_or(1, |digit| usize::from(digit - b'0')).max(1);
        let value =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte));
        let values = bytes.get(head + 1..).unwrap_or_default();
        for part in values.chunks(PART * width) {
            let part: Vec<u32> = part.chunks(width).map(value).collect();
            if hear(&part).is_break() {
                return;
            }
        }
    }
}

/// How many values are handed over at once: whole lines of a listing.
const PART: usize = COLUMNS << 9;

/// The most values that are handed over part by part.
pub const MOST_LISTED: u64 = 1_000_000_000;

/// What is to be done with a sequence besides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Keeping<'a> {
    /// The file that holds the state of the computation, which goes on from it.
    pub checkpoint: Option<&'a Path>,
    /// Are the values wanted in the compact form of files, instead of part by part?
    pub pack: bool,
}

/// Computes a sequence and hands it over.
fn values(
    state: &SessionState,
    code: &HeapCode,
    to: u64,
    Keeping { checkpoint: file, pack }: Keeping<'_>,
    hear: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<HeapValuesAnswer, QueryError> {
    let budget = state.budget();
    state.begin("nim-values");
    budget.begin("nim-values", Some(to + 1));
    let fresh = || engine_on(code, threads(state));
    let loaded = file.map(|file| load_on(file, code, threads(state), budget)).transpose();
    let loaded = loaded.and_then(|resumed| match (resumed.flatten(), file) {
        // What a check of a long claim left has only the first and the last values.
        (Some(engine), Some(file)) if !keeps_all(&*engine) => {
            budget.refund(engine.bytes());
            let what = format!(
                "it keeps only the first and the last of {} values, for the check of a claim; name \
                 another file",
                engine.len()
            );
            Err(FileError::Foreign { path: file.to_owned(), what })
        }
        (resumed, _) => Ok(resumed),
    });
    let mut engine = match loaded {
        Ok(resumed) => resumed.unwrap_or_else(fresh),
        Err(error) => {
            state.end();
            let kind = match error {
                FileError::Foreign { .. } => Kind::Checkpoint,
                FileError::File(_) => Kind::Lost,
            };
            return Err(QueryError::plain(kind, error.to_string()));
        }
    };
    budget.advance(engine.len());
    let (end, saved) = extend_saved(&mut *engine, to + 1, budget, file, code);
    let end = end.and_then(|period| {
        // Four bytes a value are enough for what is written at once.
        budget.charge(if pack { 4 * (to + 1) } else { 0 }).map(|()| period)
    });
    let unsaved = saved.as_ref().err().map(ToString::to_string);
    let period = match end {
        Ok(period) => period,
        Err(stopped) => {
            state.end();
            let kept = match (file, &unsaved) {
                (None, _) => String::new(),
                (Some(file), None) => {
                    format!("; {} holds the first {}", file.display(), engine.len())
                }
                (Some(_), Some(error)) => format!("; {error}"),
            };
            let message = format!("{stopped} after {} values{kept}", engine.len());
            return Err(QueryError::plain(Kind::Stopped(stopped), message));
        }
    };
    let first = Beginning::new(&*engine, period.as_ref(), to + 1).map_err(|error| match error {
        NotListed::Stopped(stopped) => QueryError::limit(stopped),
        forgotten @ NotListed::Forgotten(_) => {
            QueryError::plain(Kind::Checkpoint, forgotten.to_string())
        }
    });
    let packed = first.and_then(|first| {
        let done = if pack {
            packed(code, &first, budget).map(Some)
        } else {
            each_part(&first, budget, hear).map(|()| None)
        };
        done.map_err(QueryError::limit)
    });
    state.end();
    let packed = packed?;
    Ok(HeapValuesAnswer { code: code.to_string(), packed, unsaved, ..HeapValuesAnswer::default() })
}

/// Hands over all values, unless the budget or the reader ends it.
fn each_part(
    engine: &dyn Engine,
    budget: &Budget,
    hear: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<(), Stopped> {
    let mut block = vec![0; PART];
    let mut n = 0;
    while n < engine.len() {
        let size = (engine.len() - n).min(PART as u64) as usize;
        budget.spend(size as u64)?;
        if !engine.read(n, &mut block[..size]) {
            return Ok(());
        }
        if hear(&block[..size]).is_break() {
            // Either a limit ended the waiting for the reader, or the reader is gone.
            return budget.check().and(Err(Stopped::Interrupted));
        }
        n += size as u64;
    }
    Ok(())
}

/// Computes and saves the state now and then, and at the end; or until a period gives the rest. A
/// state that cannot be saved does not end the computation.
fn extend_saved(
    engine: &mut dyn Engine,
    len: u64,
    budget: &Budget,
    file: Option<&Path>,
    code: &HeapCode,
) -> (Result<Option<Period>, Stopped>, Result<(), FileError>) {
    let mut prover = Prover::new(code);
    let Some(file) = file else {
        return (extend_or_prove(engine, &mut prover, len, budget, &mut ()), Ok(()));
    };
    let mut portion = 1 << 12;
    let (mut end, mut saved) = (Ok(None), Ok(()));
    let mut rest = Duration::from_secs(2);
    let mut last = Instant::now();
    while matches!(end, Ok(None)) && engine.len() < len {
        let start = Instant::now();
        let to = len.min(engine.len() + portion);
        end = extend_or_prove(engine, &mut prover, to, budget, &mut ());
        if start.elapsed() < Duration::from_millis(500) {
            portion *= 2;
        }
        if !matches!(end, Ok(None)) || engine.len() >= len || last.elapsed() > rest {
            let start = Instant::now();
            saved = save(file, code, engine);
            // Writing takes at most a twentieth of the time.
            rest = Duration::from_secs(2).max(20 * start.elapsed());
            last = Instant::now();
        }
    }
    (end, saved)
}
