//! The session that games and positions belong to.

use super::cancel::CancelToken;
use super::error::Error;
use super::game::Game;
use super::value::{Evaluation, Value};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;
use upstar_base::Budget;
use upstar_calculator::Calculator;
use upstar_session::{Answer, Kind, Limits, Notation, Query, Question};

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
/// operation at a time. Every [`Game`], [`Ruleset`](crate::Ruleset) and
/// [`Position`](crate::Position) keeps its session alive. What a session has computed it keeps until
/// the last handle is dropped.
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
    state: Mutex<State>,
    token: CancelToken,
    budget: Arc<Budget>,
}

/// What one operation at a time works with.
pub(crate) struct State {
    pub(crate) session: upstar_session::Session,
    /// How long an operation may take.
    time: Option<Duration>,
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
        let token = CancelToken::default();
        let watch = Box::new(token.clone());
        let session = upstar_session::Session::watched(limits, Notation::Ascii, watch);
        let budget = Arc::clone(session.budget());
        let state = State { session, time: limits.time, rule_files: Vec::new(), custom: 0 };
        Session(Arc::new(Inner { state: Mutex::new(state), token, budget }))
    }

    /// Returns the session that everything without a session of its own belongs to. It has no
    /// limit of time, and its memory is limited to half of the machine's.
    pub fn shared() -> Session {
        SHARED.clone()
    }

    /// Limits the time of every operation from now on.
    pub fn set_time_limit(&self, time: Option<Duration>) -> Result<(), Error> {
        self.with(|state| {
            state.time = time;
            state.session.set_time(time);
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
        self.0.token.clone()
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
        let read = |calculator: &mut Calculator| calculator.read_constant(text);
        self.game_from(text, read)
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
        let values = |games: &[&Game]| -> Result<Vec<_>, Error> {
            games.iter().map(|game| Ok(game.in_session(self)?.handle())).collect()
        };
        let (left, right) = (values(left)?, values(right)?);
        self.game_from("", |calculator| calculator.game_of(&left, &right))
    }

    /// Evaluates statements of the calculator. Variables persist in the session.
    pub fn eval(&self, source: &str) -> Result<Evaluation, Error> {
        self.with(|state| {
            let calculator = state.session.calculator();
            let refused = |error: Box<upstar_calculator::Error>| Error::of_input(source, *error);
            let evaluation = calculator.eval(source).map_err(refused)?;
            let value = evaluation.value.unwrap_or_default();
            let value = Value::new(self, calculator, value)?;
            let warnings = evaluation.warnings.into_iter().map(|warning| warning.message);
            let printed = evaluation.printed;
            Ok(Evaluation { value, printed, warnings: warnings.collect() })
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

    /// Does something with the state when its turn has come.
    pub(crate) fn with<T>(
        &self,
        work: impl FnOnce(&mut State) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Inner { state, token, budget } = &*self.0;
        let Some(count) = token.ask() else {
            let message = "rules must not use the session that is playing them";
            return Err(Error::new(Kind::Unsupported, message));
        };
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let _operation = token.begin(count, budget, state.time)?;
        work(&mut state)
    }

    /// Does something with the calculator; `input` is the text that errors are about.
    pub(crate) fn calculate<T>(
        &self,
        input: &str,
        work: impl FnOnce(&mut Calculator) -> Result<T, Box<upstar_calculator::Error>>,
    ) -> Result<T, Error> {
        self.with(|state| {
            let done = work(state.session.calculator());
            done.map_err(|error| Error::of_input(input, *error))
        })
    }

    /// The game that the calculator finds.
    pub(crate) fn game_from(
        &self,
        input: &str,
        work: impl FnOnce(
            &mut Calculator,
        ) -> Result<upstar_calculator::Value, Box<upstar_calculator::Error>>,
    ) -> Result<Game, Error> {
        let (value, kind) = self.calculate(input, |calculator| {
            let value = work(calculator)?;
            let value = calculator.worth_of(&value)?;
            let kind = calculator.kind(&value);
            Ok((value, kind))
        })?;
        match value {
            upstar_calculator::Value::Game(game) => Ok(Game::new(self, game)),
            _ => Err(Error::new(Kind::Kind, format!("expected a game; this is of kind {kind}"))),
        }
    }
}

/// Parses a game in the shared session.
impl FromStr for Game {
    type Err = Error;

    fn from_str(text: &str) -> Result<Game, Error> {
        SHARED.game(text)
    }
}
