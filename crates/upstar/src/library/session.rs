//! The session that games and positions belong to.

use super::cancel::CancelToken;
use super::error::Error;
use super::game::{Game, is_portable};
use super::turn::LibraryTurns;
use super::value::{Evaluation, Value};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use upstar_base::Budget;
use upstar_calculator::{Calculator, ErrorKind, Value as Found};
use upstar_session::{Answer, Kind, Limits, Notation, PositionSpec, Query, Question};
use upstar_values::{Calc, Store};

/// Why the calculator has no answer.
pub(crate) type Refusal = Box<upstar_calculator::Error>;

/// The session of everything that names none.
static SHARED: LazyLock<Session> = LazyLock::new(|| {
    Session::with_limits(Limits {
        memory: Some(upstar_session::half_of_ram()),
        ..Limits::default()
    })
});

/// Holds games, rules and everything learnt about them.
///
/// A session is a handle: clones share one session, which can be used from any thread and does one
/// operation at a time; only sums, comparisons and facts of short games wait for nobody. Every
/// [`Game`], [`Ruleset`](crate::Ruleset) and [`Position`](crate::Position) keeps its session alive.
/// What a session has computed it keeps until the last handle is dropped.
///
/// [`Session::shared`] is the session of this process; texts parsed without a session live there.
/// Use sessions of your own to work in parallel, to set [`Limits`], or to free memory.
///
/// ```
/// use upstar::Session;
/// let session = Session::new();
/// let switch = session.game("{3|1}")?;
/// assert_eq!(switch.mean()?, 2);
/// let evaluation = session.eval("g := {3||2|1}; g.Temperature")?;
/// assert_eq!(evaluation.value.to_string(), "3/4");
/// # Ok::<(), upstar::Error>(())
/// ```
#[derive(Clone)]
pub struct Session(Arc<Inner>);

struct Inner {
    turns: LibraryTurns,
    state: Mutex<State>,
    budget: Arc<Budget>,
    calculators: Mutex<FreeCalculators>,
}

/// Where short games are computed with beside the session: a calculator for each thread that does.
struct FreeCalculators {
    /// The games, which have the same handles here and in the session; `None` once it is closed.
    store: Option<Arc<Store>>,
    free: Vec<Calculator>,
}

/// So much is done with short games before it has to wait for its turn.
const BRIEF_STEPS: u64 = 20_000;

/// What one operation at a time works with.
pub(crate) struct State {
    pub(crate) session: upstar_session::Session,
    /// What an operation may cost.
    limits: Limits,
    /// The names and texts of the rule files that were added.
    pub(crate) rule_files: Vec<(String, String)>,
    /// How many rulesets written in Rust were added.
    pub(crate) custom: usize,
}

impl Default for Session {
    fn default() -> Session {
        Session::new()
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Session").field(&Arc::as_ptr(&self.0)).finish()
    }
}

/// Two handles are equal if they are of one session.
impl PartialEq for Session {
    fn eq(&self, other: &Session) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Session {}

impl Session {
    /// Returns a new session without limits.
    pub fn new() -> Session {
        Session::with_limits(Limits::default())
    }

    /// Returns a new session with limits: `time` for each operation, `memory` for all tables of
    /// the session, `threads` for one operation.
    ///
    /// ```
    /// use std::time::Duration;
    /// use upstar::{Limits, Session};
    /// let time = Some(Duration::from_millis(50));
    /// let session = Session::with_limits(Limits { time, ..Limits::default() });
    /// let error = session.ruleset("domineering")?.position("9x9")?.value().unwrap_err();
    /// assert!(error.limit().is_some());
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn with_limits(limits: Limits) -> Session {
        // To count the cores takes longer than many an operation.
        let limits = Limits { threads: Some(limits.threads()), ..limits };
        let turns = LibraryTurns::default();
        let watch = Box::new(turns.clone());
        let mut session = upstar_session::Session::watched(limits, Notation::Ascii, watch);
        let budget = Arc::clone(session.budget());
        let store = Some(Arc::clone(session.calculator().calc().store()));
        let calculators = Mutex::new(FreeCalculators { store, free: Vec::new() });
        let state = Mutex::new(State { session, limits, rule_files: Vec::new(), custom: 0 });
        Session(Arc::new(Inner { turns, state, budget, calculators }))
    }

    /// Returns the session that everything without a session of its own belongs to. It has no
    /// limit of time, and its memory is limited to half of the machine's.
    pub fn shared() -> Session {
        SHARED.clone()
    }

    /// Limits the time of every operation from now on.
    pub fn set_time_limit(&self, time: Option<Duration>) -> Result<(), Error> {
        self.with(|state| {
            state.limits.time = time;
            Ok(())
        })
    }

    /// Frees everything that the session holds, although games of it may still be around. Every
    /// later operation is an error.
    ///
    /// ```
    /// use upstar::Session;
    /// let session = Session::new();
    /// let game = session.game("^")?;
    /// session.close()?;
    /// assert!(game.checked_add(&game).is_err());
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn close(&self) -> Result<(), Error> {
        self.with(|state| {
            let watch = Box::new(self.0.turns.clone());
            state.session =
                upstar_session::Session::watched(Limits::default(), Notation::Ascii, watch);
            state.rule_files.clear();
            *self.calculators() = FreeCalculators { store: None, free: Vec::new() };
            Ok(())
        })
    }

    /// Returns a token with which any thread can cancel what this session is doing.
    ///
    /// ```
    /// use std::{thread, time::Duration};
    /// use upstar::Session;
    /// let session = Session::new();
    /// let token = session.canceller();
    /// let board = session.ruleset("domineering")?.position("12x12")?;
    /// thread::spawn(move || {
    ///     thread::sleep(Duration::from_millis(50));
    ///     token.cancel();
    /// });
    /// assert!(board.outcome().unwrap_err().is_cancelled());
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn canceller(&self) -> CancelToken {
        self.0.turns.token().clone()
    }

    /// Returns the bytes that the tables of this session take.
    pub fn memory_used(&self) -> u64 {
        self.0.budget.used()
    }

    /// Parses a game. Names have their built-in meaning, whatever variables [`Session::eval`] has
    /// defined. Standard notation comes first, in which `2*3` is 2 + *3; other expressions, such
    /// as `3*^`, are evaluated.
    ///
    /// ```
    /// use upstar::Session;
    /// let session = Session::new();
    /// session.eval("on := 3")?;
    /// assert_eq!(session.game("on")?.to_string(), "on");
    /// assert_eq!(session.game("3*^")?.to_string(), "^3");
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn game(&self, text: &str) -> Result<Game, Error> {
        self.game_from(&[], text, |calculator| calculator.read_constant(text))
    }

    /// Returns the integer `n` as a game.
    pub fn integer(&self, n: i64) -> Game {
        Game::new(self, upstar_calculator::Game::Integer(n.into()))
    }

    /// Returns the game with these options, `{left|right}`.
    ///
    /// ```
    /// use upstar::Session;
    /// let session = Session::new();
    /// let zero = session.integer(0);
    /// assert_eq!(session.game_of(&[&zero], &[&zero])?.to_string(), "*");
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn game_of(&self, left: &[&Game], right: &[&Game]) -> Result<Game, Error> {
        let here = |games: &[&Game]| -> Result<Vec<Game>, Error> {
            games.iter().map(|game| game.in_session(self)).collect()
        };
        let (left, right) = (here(left)?, here(right)?);
        let all: Vec<&Game> = left.iter().chain(&right).collect();
        let [left, right] = [&left, &right].map(|games| games.iter().map(Game::handle).collect());
        let (left, right): (Vec<_>, Vec<_>) = (left, right);
        self.game_from(&all, "", |calculator| calculator.game_of(&left, &right))
    }

    /// Evaluates statements of the calculator. Variables persist in the session.
    pub fn eval(&self, source: &str) -> Result<Evaluation, Error> {
        self.with(|state| {
            let calculator = state.session.calculator();
            let evaluated = calculator.eval(source).and_then(|evaluation| {
                let value = evaluation.value.unwrap_or_default();
                let value = Value::new(self, calculator, value)?;
                let warnings = evaluation.warnings.into_iter().map(|warning| warning.message);
                let (printed, warnings) = (evaluation.printed, warnings.collect());
                Ok(Evaluation { value, printed, warnings })
            });
            evaluated.map_err(|error| {
                Error::of_input(source, *error).with_printed(calculator.take_printed())
            })
        })
    }

    /// Answers any query: tables, heap games, misère quotients, certificates. The queries are those
    /// of the command line; see [`upstar_session`](crate::session).
    ///
    /// ```
    /// use upstar::{Question, Session, session::HeapPeriodQuery};
    /// let code = "kayles".to_owned();
    /// let question = Question::from(HeapPeriodQuery { code, limit: None });
    /// let answer = Session::new().ask(&question)?;
    /// assert!(answer.text().starts_with("period 12 from 71 on"), "{}", answer.text());
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn ask(&self, question: &Question) -> Result<Answer, Error> {
        self.with(|state| Ok(state.session.ask(question)?))
    }

    /// Answers a query of one kind with its own type.
    ///
    /// ```
    /// use upstar::{Player, PositionSpec, Session, session::LegalQuery};
    /// let place = PositionSpec::new("domineering", "8x8");
    /// let query = LegalQuery { place, player: Some(Player::Left), most: 100 };
    /// assert_eq!(Session::new().run(&query)?.moves.len(), 56);
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn run<Q: Query>(&self, query: &Q) -> Result<Q::Answer, Error> {
        self.with(|state| Ok(state.session.run(query)?))
    }

    /// Returns what a position is worth in its play mode; see
    /// [`Position::value`](crate::Position::value).
    pub fn value(&self, place: &PositionSpec) -> Result<Game, Error> {
        self.with(|state| match state.session.value_of(place)? {
            Found::Game(worth) => Ok(Game::new(self, worth)),
            _ => Err(Error::new(Kind::Kind, "a position without a value")),
        })
    }

    /// Does something with the state when its turn has come.
    pub(crate) fn with<T>(
        &self,
        work: impl FnOnce(&mut State) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Inner { turns, state, budget, .. } = &*self.0;
        let mut turn = turns.begin(budget)?;
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_closed() {
            return Err(closed());
        }
        let limits = turn.start(state.limits)?;
        state.session.set_time(limits.time);
        state.session.set_threads(limits.threads);
        turn.result(work(&mut state))
    }

    fn calculators(&self) -> MutexGuard<'_, FreeCalculators> {
        self.0.calculators.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this thread is inside an operation of the session, as rules are that it plays. They
    /// can use short games of the session and nothing else of it.
    pub fn is_inside(&self) -> bool {
        self.0.turns.is_inside()
    }

    /// Whether [`Session::close`] was called.
    pub fn is_closed(&self) -> bool {
        self.calculators().store.is_none()
    }

    /// Does something with the calculator; `input` is the text that errors are about. What needs no
    /// more than short games waits for nobody, unless it takes long.
    pub(crate) fn calculate<T>(
        &self,
        games: &[&Game],
        input: &str,
        work: impl Fn(&mut Calculator) -> Result<T, Refusal>,
        is_portable: impl Fn(&T) -> bool,
    ) -> Result<T, Error> {
        let refused = |error: Refusal| Error::of_input(input, *error);
        if games.iter().all(|game| game.is_portable()) {
            match self.at_calculator(&work)? {
                Ok(found) if is_portable(&found) => return Ok(found),
                Err(error) if !matches!(error.kind, ErrorKind::Stopped(_)) => {
                    return Err(refused(error));
                }
                _ => {}
            }
        }
        self.with(|state| work(state.session.calculator()).map_err(refused))
    }

    /// Does something short at a free calculator.
    fn at_calculator<T>(
        &self,
        work: impl FnOnce(&mut Calculator) -> Result<T, Refusal>,
    ) -> Result<Result<T, Refusal>, Error> {
        let budget = &self.0.budget;
        let mut calculator = {
            let mut calculators = self.calculators();
            let free = calculators.free.pop();
            let store = calculators.store.as_ref().ok_or_else(closed)?;
            let new = || Calculator::new(Calc::new(Arc::clone(store), Arc::clone(budget)));
            free.unwrap_or_else(new)
        };
        calculator.calc().set_budget(Arc::new(Budget::steps_of(budget, BRIEF_STEPS)));
        let found = work(&mut calculator);
        if !calculator.evaluators().is_empty() {
            calculator.evaluators().clear();
        }
        let mut calculators = self.calculators();
        if calculators.store.is_some() {
            calculators.free.push(calculator);
        }
        Ok(found)
    }

    /// The game that the calculator finds.
    pub(crate) fn game_from(
        &self,
        games: &[&Game],
        input: &str,
        work: impl Fn(&mut Calculator) -> Result<Found, Refusal>,
    ) -> Result<Game, Error> {
        let find = |calculator: &mut Calculator| {
            let value = work(calculator)?;
            match calculator.worth_of(&value)? {
                Found::Game(worth) => Ok(Ok(worth)),
                other => Ok(Err(calculator.kind(&other))),
            }
        };
        let is_found = |found: &Result<_, _>| found.as_ref().is_ok_and(is_portable);
        match self.calculate(games, input, find, is_found)? {
            Ok(worth) => Ok(Game::new(self, worth)),
            Err(kind) => {
                Err(Error::new(Kind::Kind, format!("expected a game; this is of kind {kind}")))
            }
        }
    }
}

fn closed() -> Error {
    Error::new(Kind::Argument, "this session is closed")
}

/// Parses a game in the shared session.
impl FromStr for Game {
    type Err = Error;

    fn from_str(text: &str) -> Result<Game, Error> {
        SHARED.game(text)
    }
}
