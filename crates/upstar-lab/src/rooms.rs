//! Rooms by name: a page names the rooms it asks in, so that they stay warm for it.
//!
//! There are at most [`MOST_ROOMS`], each with an equal share of the memory. A room in which
//! nobody has asked for a while is closed; where all are taken, the one that was idle for longest
//! makes way, and where all are busy the one that has been at its question for longest, so that
//! pages that ask without end cannot keep others out.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use upstar_session::{
    Answer, ExtraRules, Limits, Notation, PendingAnswer, QueryError, Question, SessionId,
    SessionPool, half_of_ram,
};

/// The most rooms.
pub(crate) const MOST_ROOMS: usize = 16;
/// The most questions of a room: the one that is being answered and those that wait.
const MOST_WAITING: usize = 8;
/// A room in which nobody asks for so long is closed.
const IDLE: Duration = Duration::from_secs(600);
/// A question is let alone for so long even where others want its room.
const UNDISTURBED: Duration = Duration::from_millis(200);
/// The longest that a question may take, and what it gets where nobody says.
const LONGEST: Duration = Duration::from_secs(3600);
const USUAL: Duration = Duration::from_secs(30);
/// Names are short.
const LONGEST_NAME: usize = 64;

/// The rooms of the laboratory.
#[derive(Debug)]
pub(crate) struct NamedSessions {
    house: SessionPool,
    limits: Limits,
    named: Mutex<BTreeMap<String, NamedSession>>,
    /// Rooms whose memory is full, with the number of questions that still wait in each.
    leaving: Mutex<BTreeMap<SessionId, usize>>,
}

#[derive(Debug)]
struct NamedSession {
    id: SessionId,
    /// Questions that are being answered or wait.
    busy: usize,
    /// Since when it is idle, or at its question.
    since: Instant,
}

/// Why a question is not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The name of the room is none.
    Name,
    /// Too much is being asked.
    Full,
}

/// A question's place in a room; the room knows when it is given up.
#[derive(Debug)]
pub(crate) struct Lease {
    rooms: Arc<crate::Shared>,
    name: String,
    id: SessionId,
    /// Was the room opened for this question? Then it knows nothing of earlier ones.
    pub(crate) is_new: bool,
    /// When it was asked, and how long it may take.
    pub(crate) begun: Instant,
    time: Duration,
}

/// How a question ended.
pub(crate) type Answered = Result<Box<Answer>, Box<QueryError>>;

impl Lease {
    /// Asks a question in the room.
    pub(crate) fn ask(&self, question: Question) -> PendingAnswer {
        self.rooms.rooms.house.start(self.id, question, Some(self.time))
    }
}

impl NamedSessions {
    pub(crate) fn new(limits: Limits, furniture: ExtraRules) -> NamedSessions {
        let house = SessionPool::furnished(furniture);
        NamedSessions { house, limits, named: Mutex::default(), leaving: Mutex::default() }
    }

    fn named(&self) -> MutexGuard<'_, BTreeMap<String, NamedSession>> {
        self.named.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn leaving(&self) -> MutexGuard<'_, BTreeMap<SessionId, usize>> {
        self.leaving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What one room may hold and how much it may do at once.
    fn share(&self) -> Limits {
        let memory = self.limits.memory.unwrap_or_else(half_of_ram) / MOST_ROOMS as u64;
        Limits { time: None, memory: Some(memory), threads: Some(1) }
    }

    /// How long a question may take that asks for so many seconds.
    fn time(&self, seconds: Option<f64>) -> Duration {
        let most = self.limits.time.unwrap_or(LONGEST);
        let wanted = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        wanted.unwrap_or(USUAL).min(most)
    }

    /// Gives up the room of a question that ended because its memory is full, and returns whether
    /// it is so: tables only grow, so nothing could be asked there any more. The next question
    /// opens another room; questions that wait in this one are still answered. An answer that is
    /// not complete for any other reason leaves the room and all that it holds as it is.
    pub(crate) fn cleared(&self, seat: &Lease, answer: &Answered) -> bool {
        let is_full = match answer {
            Ok(answer) => answer.is_out_of_memory(),
            Err(refusal) => refusal.is_out_of_memory(),
        };
        if is_full {
            let mut named = self.named();
            if let Some(room) = named.get(&seat.name).filter(|room| room.id == seat.id) {
                self.leaving().insert(room.id, room.busy);
                named.remove(&seat.name);
            }
        }
        is_full
    }

    /// Closes the rooms in which nobody asks any more.
    pub(crate) async fn sweep(&self) {
        loop {
            tokio::time::sleep(IDLE / 10).await;
            let mut named = self.named();
            named.retain(|_, room| {
                let stays = room.busy > 0 || room.since.elapsed() < IDLE;
                if !stays {
                    self.house.close(room.id);
                }
                stays
            });
        }
    }
}

/// Takes a seat for so many seconds in the room of this name, which is opened if there is none.
pub(crate) fn enter(
    shared: &Arc<crate::Shared>,
    name: &str,
    seconds: Option<f64>,
) -> Result<Lease, Refused> {
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(letters) {
        return Err(Refused::Name);
    }
    let rooms = &shared.rooms;
    let mut named = rooms.named();
    let is_new = !named.contains_key(name);
    if is_new {
        if named.len() >= MOST_ROOMS {
            let least = named
                .iter()
                .filter(|(_, room)| room.busy == 0 || room.since.elapsed() >= UNDISTURBED)
                .min_by_key(|(_, room)| (room.busy > 0, room.since))
                .map(|(name, room)| (name.clone(), room.id));
            let Some((other, id)) = least else { return Err(Refused::Full) };
            named.remove(&other);
            rooms.house.close(id);
        }
        let id = rooms.house.open(rooms.share(), Notation::Ascii);
        named.insert(name.to_owned(), NamedSession { id, busy: 0, since: Instant::now() });
    }
    let Some(room) = named.get_mut(name) else { return Err(Refused::Full) };
    if room.busy >= MOST_WAITING {
        return Err(Refused::Full);
    }
    let begun = Instant::now();
    if room.busy == 0 {
        room.since = begun;
    }
    room.busy += 1;
    let (name, time) = (name.to_owned(), rooms.time(seconds));
    Ok(Lease { rooms: Arc::clone(shared), name, id: room.id, is_new, begun, time })
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut named = self.rooms.rooms.named();
        if let Some(room) = named.get_mut(&self.name).filter(|room| room.id == self.id) {
            room.busy = room.busy.saturating_sub(1);
            room.since = Instant::now();
            return;
        }
        drop(named);
        let mut leaving = self.rooms.rooms.leaving();
        if let Some(busy) = leaving.get_mut(&self.id) {
            *busy = busy.saturating_sub(1);
            if *busy == 0 {
                leaving.remove(&self.id);
                self.rooms.rooms.house.close(self.id);
            }
        }
    }
}

#[cfg(test)]
mod tests;
