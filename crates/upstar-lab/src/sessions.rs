//! Sessions by name: a page names those that it asks in, so that they keep what they learnt.
//!
//! There are at most [`MOST_SESSIONS`], each with an equal share of the memory. A session in which
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

/// The most sessions.
pub(crate) const MOST_SESSIONS: usize = 16;
/// The most questions of a session: the one that is being answered and those that wait.
const MOST_WAITING: usize = 8;
/// A session in which nobody asks for so long is closed.
const IDLE: Duration = Duration::from_secs(600);
/// A question is let alone for so long even where others want its session.
const UNDISTURBED: Duration = Duration::from_millis(200);
/// The longest that a question may take, and what it gets where nobody says.
const LONGEST: Duration = Duration::from_secs(3600);
const USUAL: Duration = Duration::from_secs(30);
/// Names are short.
const LONGEST_NAME: usize = 64;

/// The sessions of the laboratory.
#[derive(Debug)]
pub(crate) struct NamedSessions {
    pool: SessionPool,
    limits: Limits,
    named: Mutex<BTreeMap<String, NamedSession>>,
    /// Sessions whose memory is full, with the number of questions that still wait in each.
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
    /// The name of the session is none.
    Name,
    /// Too much is being asked.
    Full,
}

/// A question's place in a session; the session knows when it is given up.
#[derive(Debug)]
pub(crate) struct Lease {
    shared: Arc<crate::LabState>,
    name: String,
    id: SessionId,
    /// Was the session opened for this question? Then it knows nothing of earlier ones.
    pub(crate) is_new: bool,
    /// When it was asked, and how long it may take.
    pub(crate) begun: Instant,
    time: Duration,
}

/// How a question ended.
pub(crate) type SessionAnswer = Result<Box<Answer>, Box<QueryError>>;

impl Lease {
    /// Asks a question in the session.
    pub(crate) fn ask(&self, question: Question) -> PendingAnswer {
        self.shared.sessions.pool.start(self.id, question, Some(self.time))
    }
}

impl NamedSessions {
    pub(crate) fn new(limits: Limits, extra_rules: ExtraRules) -> NamedSessions {
        let pool = SessionPool::with_rules(extra_rules);
        NamedSessions { pool, limits, named: Mutex::default(), leaving: Mutex::default() }
    }

    fn named(&self) -> MutexGuard<'_, BTreeMap<String, NamedSession>> {
        self.named.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn leaving(&self) -> MutexGuard<'_, BTreeMap<SessionId, usize>> {
        self.leaving.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What one session may hold and how much it may do at once.
    fn share(&self) -> Limits {
        let memory = self.limits.memory.unwrap_or_else(half_of_ram) / MOST_SESSIONS as u64;
        Limits { time: None, memory: Some(memory), threads: Some(1) }
    }

    /// How long a question may take that asks for so many seconds.
    fn time(&self, seconds: Option<f64>) -> Duration {
        let most = self.limits.time.unwrap_or(LONGEST);
        let wanted = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        wanted.unwrap_or(USUAL).min(most)
    }

    /// Gives up the session of a question that ended because its memory is full, and returns
    /// whether it is so: tables only grow, so nothing could be asked there any more. The next
    /// question opens another session; questions that wait in this one are still answered. An
    /// answer that is not complete for any other reason leaves the session and all that it holds as
    /// it is.
    pub(crate) fn cleared(&self, lease: &Lease, answer: &SessionAnswer) -> bool {
        let is_full = match answer {
            Ok(answer) => answer.is_out_of_memory(),
            Err(refusal) => refusal.is_out_of_memory(),
        };
        if is_full {
            let mut named = self.named();
            if let Some(session) = named.get(&lease.name).filter(|session| session.id == lease.id) {
                self.leaving().insert(session.id, session.busy);
                named.remove(&lease.name);
            }
        }
        is_full
    }

    /// Closes the sessions in which nobody asks any more.
    pub(crate) async fn sweep(&self) {
        loop {
            tokio::time::sleep(IDLE / 10).await;
            let mut named = self.named();
            named.retain(|_, session| {
                let stays = session.busy > 0 || session.since.elapsed() < IDLE;
                if !stays {
                    self.pool.close(session.id);
                }
                stays
            });
        }
    }
}

/// Takes a lease for so many seconds in the session of this name, which is opened if there is none.
pub(crate) fn enter(
    shared: &Arc<crate::LabState>,
    name: &str,
    seconds: Option<f64>,
) -> Result<Lease, Refused> {
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(letters) {
        return Err(Refused::Name);
    }
    let sessions = &shared.sessions;
    let mut named = sessions.named();
    let is_new = !named.contains_key(name);
    if is_new {
        if named.len() >= MOST_SESSIONS {
            let least = named
                .iter()
                .filter(|(_, session)| session.busy == 0 || session.since.elapsed() >= UNDISTURBED)
                .min_by_key(|(_, session)| (session.busy > 0, session.since))
                .map(|(name, session)| (name.clone(), session.id));
            let Some((other, id)) = least else { return Err(Refused::Full) };
            named.remove(&other);
            sessions.pool.close(id);
        }
        let id = sessions.pool.open(sessions.share(), Notation::Ascii);
        named.insert(name.to_owned(), NamedSession { id, busy: 0, since: Instant::now() });
    }
    let Some(session) = named.get_mut(name) else { return Err(Refused::Full) };
    if session.busy >= MOST_WAITING {
        return Err(Refused::Full);
    }
    let begun = Instant::now();
    if session.busy == 0 {
        session.since = begun;
    }
    session.busy += 1;
    let (name, time) = (name.to_owned(), sessions.time(seconds));
    Ok(Lease { shared: Arc::clone(shared), name, id: session.id, is_new, begun, time })
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut named = self.shared.sessions.named();
        if let Some(session) = named.get_mut(&self.name).filter(|session| session.id == self.id) {
            session.busy = session.busy.saturating_sub(1);
            session.since = Instant::now();
            return;
        }
        drop(named);
        let mut leaving = self.shared.sessions.leaving();
        if let Some(busy) = leaving.get_mut(&self.id) {
            *busy = busy.saturating_sub(1);
            if *busy == 0 {
                leaving.remove(&self.id);
                self.shared.sessions.pool.close(self.id);
            }
        }
    }
}

#[cfg(test)]
mod tests;
