//! The file from which a search resumes: what it has proved so far, the hardest states first to be
//! kept.
//!
//! A [sealed](upstar_base::file::sealed) file with the body
//!
//! ```text
//! u32 length of the name, the name of the search; u8 kind 2
//! u32 count, values:     u8 0; u32 length, numerator in decimal; u32 exponent; i32 ups; u32 nim
//!                        u8 1; u32 count, Left options; u32 count, Right options, all u32
//! u32 count, positions:  u32 length, text
//! u32 count, states:     u8 effort; u8 answer; u32 count, values u32; u32 count, parts u32
//! ```
//!
//! Values, positions and options are given by their index in the lists before, a part as twice the
//! place of its position and 1 more if the players are exchanged. All numbers are little-endian.
//!
//! Invariant: a state in the file is a sum of positions and values that stands for itself, with
//! the answer of a whole proof. So a search that resumes from it has the same answer.

use super::OutcomeSearch;
use super::proved::Proved;
use super::table::SearchEffort;
use dashu_int::IBig;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use upstar_base::file::FileError;
use upstar_base::file::sealed::{self, SealedError, SealedReader, put_text};
use upstar_base::{Budget, Player, Stopped};
use upstar_rules::Rules;
use upstar_values::{Calc, Dyadic, NumberUpStar, Short};

const KIND: u8 = 2;

/// So many states are kept at most.
const MOST_STATES: usize = 1 << 19;

/// So many are kept even if there is little room.
const FEW_STATES: usize = 1 << 12;

/// About the bytes of a state while it is written.
const STATE_BYTES: u64 = 256;

/// The least time between two saves.
const WHILE: Duration = Duration::from_secs(2);

/// Writing takes at most so much of the time: one part in this many.
const RARELY: u32 = 20;

/// The most characters of a name in a message.
const LONG_NAME: usize = 120;

/// Where and when a search is saved.
pub(super) struct SearchKeeper {
    file: PathBuf,
    name: String,
    last: Instant,
    wait: Duration,
}

impl SearchKeeper {
    pub(super) fn new(file: &Path, name: &str) -> SearchKeeper {
        let (file, name) = (file.to_owned(), name.to_owned());
        SearchKeeper { file, name, last: Instant::now(), wait: WHILE }
    }

    fn is_due(&self) -> bool {
        self.last.elapsed() > self.wait
    }
}

impl<R: Rules> OutcomeSearch<R> {
    /// Saves what was proved, now and then. A file that cannot be written does not end the search.
    pub(super) fn save_if_due(&mut self) {
        if self.keeper.as_ref().is_some_and(SearchKeeper::is_due) {
            let began = Instant::now();
            let _ = self.save();
            if let Some(keeper) = &mut self.keeper {
                keeper.wait = WHILE.max(RARELY * began.elapsed());
                keeper.last = Instant::now();
            }
        }
    }

    /// Saves what was proved, also when the budget is used up; how many states the file holds.
    pub(super) fn save(&mut self) -> Result<usize, SealedError> {
        let budget = Arc::clone(self.budget());
        self.calc().set_budget(Arc::new(Budget::unlimited()));
        let saved = self.save_within(&budget);
        self.calc().set_budget(budget);
        saved
    }

    /// The same in the memory that a budget has left.
    fn save_within(&mut self, budget: &Budget) -> Result<usize, SealedError> {
        let Some((file, name)) =
            self.keeper.as_ref().map(|keeper| (keeper.file.clone(), keeper.name.clone()))
        else {
            return Ok(0);
        };
        let room = budget.room().map_or(u64::MAX, |room| room / 2 / STATE_BYTES);
        let most = usize::try_from(room).unwrap_or(usize::MAX).clamp(FEW_STATES, MOST_STATES);
        self.learn_news().map_err(FileError::from)?;
        let proved = self.hardest(most);
        let mut body = FileBody::default();
        for proved in &proved {
            body.state(self.values.calc(), proved, |form| self.rules.show(form))
                .map_err(FileError::from)?;
        }
        sealed::write(&file, &body.bytes(&name))?;
        Ok(proved.len())
    }

    /// Learns what a file holds; nothing when there is none.
    pub(super) fn resume(
        &mut self,
        file: &Path,
        name: &str,
    ) -> Result<Vec<Proved<R::Position>>, SealedError> {
        let budget = Arc::clone(self.budget());
        let Some(body) = sealed::read(file, &budget)? else { return Ok(Vec::new()) };
        let foreign = |what: String| SealedError::Foreign { path: file.to_owned(), what };
        let mut reader = SealedReader::new(&body);
        match reader.text() {
            Some(other) if other == name => {}
            Some(other) => {
                let mut shown: String = other.chars().take(LONG_NAME).collect();
                if shown.len() < other.len() {
                    shown.push_str("...");
                }
                return Err(foreign(format!("it belongs to `{shown}`")));
            }
            None => return Err(foreign("it names no search".to_owned())),
        }
        let mut bytes = 0;
        let proved = self.states_of(&mut reader, &mut bytes);
        let learnt = proved.and_then(|proved| {
            proved.iter().try_for_each(|proved| self.learn(proved))?;
            Ok(proved)
        });
        budget.refund(bytes);
        learnt.map_err(|unread| match unread {
            UnreadFile::Nonsense => foreign("its pieces do not fit together".to_owned()),
            UnreadFile::Stopped(stopped) => FileError::from(stopped).into(),
        })
    }

    /// The states in a file, after its name; `bytes` is what they were charged.
    fn states_of(
        &mut self,
        reader: &mut SealedReader<'_>,
        bytes: &mut u64,
    ) -> Result<Vec<Proved<R::Position>>, UnreadFile> {
        reader.u8().filter(|&kind| kind == KIND).ok_or(UnreadFile::Nonsense)?;
        let mut values: Vec<Short> = Vec::new();
        for _ in 0..reader.u32().ok_or(UnreadFile::Nonsense)? {
            self.calc().step()?;
            let value = value(self.values.calc(), reader, &values)?;
            values.push(value);
        }
        let mut positions: Vec<R::Position> = Vec::new();
        for _ in 0..reader.u32().ok_or(UnreadFile::Nonsense)? {
            self.calc().step()?;
            let text = reader.text().ok_or(UnreadFile::Nonsense)?;
            positions.push(self.rules.parse(text).map_err(|_| UnreadFile::Nonsense)?);
        }
        let mut states = Vec::new();
        for _ in 0..reader.u32().ok_or(UnreadFile::Nonsense)? {
            self.calc().step()?;
            let state = state(reader, &values, &positions).ok_or(UnreadFile::Nonsense)?;
            *bytes += state.bytes();
            self.budget().charge(state.bytes())?;
            states.push(state);
        }
        if reader.is_at_end() { Ok(states) } else { Err(UnreadFile::Nonsense) }
    }
}

/// Why a file was not read to its end.
enum UnreadFile {
    Nonsense,
    Stopped(Stopped),
}

impl From<Stopped> for UnreadFile {
    fn from(stopped: Stopped) -> UnreadFile {
        match stopped {
            // No value that was saved is that large.
            Stopped::Limit { .. } => UnreadFile::Nonsense,
            other => UnreadFile::Stopped(other),
        }
    }
}

/// No numerator or denominator of a value in a state is longer, in digits.
const LONGEST_NUMBER: usize = 4096;

/// Reads a value whose options were read before.
fn value(
    calc: &mut Calc,
    reader: &mut SealedReader<'_>,
    known: &[Short],
) -> Result<Short, UnreadFile> {
    match reader.u8() {
        Some(0) => {
            let simple = simple(reader).ok_or(UnreadFile::Nonsense)?;
            Ok(calc.number_up_star(&simple)?)
        }
        Some(1) => {
            let mut options = || list(reader, |place| known.get(place as usize).copied());
            let (left, right) = (options(), options());
            match (left, right) {
                (Some(left), Some(right)) => Ok(calc.make(&left, &right)?),
                _ => Err(UnreadFile::Nonsense),
            }
        }
        _ => Err(UnreadFile::Nonsense),
    }
}

fn simple(reader: &mut SealedReader<'_>) -> Option<NumberUpStar> {
    let numerator = reader.text().filter(|text| text.len() <= LONGEST_NUMBER)?;
    let numerator: IBig = numerator.parse().ok()?;
    let exponent = reader.u32().filter(|&exponent| exponent as usize <= LONGEST_NUMBER)?;
    let (up, nim) = (reader.u32()? as i32, reader.u32()?);
    Some(NumberUpStar { number: Dyadic::new(numerator, exponent), up, nim })
}

/// Reads numbers after their count.
fn list<T>(reader: &mut SealedReader<'_>, item: impl Fn(u32) -> Option<T>) -> Option<Vec<T>> {
    let count = reader.u32()?;
    (0..count).map(|_| item(reader.u32()?)).collect()
}

fn state<P: Clone>(
    reader: &mut SealedReader<'_>,
    values: &[Short],
    positions: &[P],
) -> Option<Proved<P>> {
    let effort = reader.u8().and_then(SearchEffort::from_level)?;
    let answer = match reader.u8()? {
        0 => false,
        1 => true,
        _ => return None,
    };
    let values = list(reader, |place| values.get(place as usize).copied())?;
    let parts =
        list(reader, |part| Some((positions.get((part >> 1) as usize)?.clone(), part & 1 == 1)))?;
    Some(Proved { parts, values, effort, answer })
}

/// The body of a file in the making.
struct FileBody<P> {
    values: Vec<u8>,
    place_of_value: FxHashMap<Short, u32>,
    positions: Vec<u8>,
    place_of_position: FxHashMap<P, u32>,
    states: Vec<u8>,
    count: u32,
}

impl<P> Default for FileBody<P> {
    fn default() -> Self {
        FileBody {
            values: Vec::new(),
            place_of_value: FxHashMap::default(),
            positions: Vec::new(),
            place_of_position: FxHashMap::default(),
            states: Vec::new(),
            count: 0,
        }
    }
}

fn put_list(bytes: &mut Vec<u8>, list: &[u32]) {
    bytes.extend((list.len() as u32).to_le_bytes());
    list.iter().for_each(|item| bytes.extend(item.to_le_bytes()));
}

impl<P: Clone + Eq + std::hash::Hash> FileBody<P> {
    /// Adds a state.
    fn state(
        &mut self,
        calc: &mut Calc,
        proved: &Proved<P>,
        show: impl Fn(&P) -> String,
    ) -> Result<(), Stopped> {
        let mut values = Vec::with_capacity(proved.values.len());
        for &value in &proved.values {
            values.push(self.value(calc, value)?);
        }
        let mut parts = Vec::with_capacity(proved.parts.len());
        for (form, exchanged) in &proved.parts {
            let next = self.place_of_position.len() as u32;
            let place = match self.place_of_position.get(form) {
                Some(&place) => place,
                None => {
                    put_text(&mut self.positions, &show(form));
                    self.place_of_position.insert(form.clone(), next);
                    next
                }
            };
            parts.push(place << 1 | u32::from(*exchanged));
        }
        self.states.extend([proved.effort.level() as u8, u8::from(proved.answer)]);
        put_list(&mut self.states, &values);
        put_list(&mut self.states, &parts);
        self.count += 1;
        Ok(())
    }

    /// The place of a value, which is added after its options if it is new.
    fn value(&mut self, calc: &mut Calc, value: Short) -> Result<u32, Stopped> {
        let mut open = vec![value];
        while let Some(&value) = open.last() {
            let next = self.place_of_value.len() as u32;
            if self.place_of_value.contains_key(&value) {
                open.pop();
                continue;
            }
            if let Some(NumberUpStar { number, up, nim }) = calc.as_number_up_star(value) {
                self.values.push(0);
                put_text(&mut self.values, &number.numerator().to_string());
                self.values.extend(number.exponent().to_le_bytes());
                self.values.extend(up.to_le_bytes());
                self.values.extend(nim.to_le_bytes());
            } else {
                let mut sides = [Vec::new(), Vec::new()];
                let before = open.len();
                for (who, side) in Player::BOTH.into_iter().zip(&mut sides) {
                    for option in calc.options(value, who)? {
                        match self.place_of_value.get(&option) {
                            Some(&place) => side.push(place),
                            None => open.push(option),
                        }
                    }
                }
                if open.len() > before {
                    continue;
                }
                self.values.push(1);
                sides.iter().for_each(|side| put_list(&mut self.values, side));
            }
            self.place_of_value.insert(value, next);
            open.pop();
        }
        Ok(self.place_of_value.get(&value).copied().unwrap_or(0))
    }

    /// The whole body.
    fn bytes(self, name: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_text(&mut bytes, name);
        bytes.push(KIND);
        let values = self.place_of_value.len() as u32;
        let positions = self.place_of_position.len() as u32;
        let lists = [(values, self.values), (positions, self.positions), (self.count, self.states)];
        for (count, list) in lists {
            bytes.extend(count.to_le_bytes());
            bytes.extend(list);
        }
        bytes
    }
}
