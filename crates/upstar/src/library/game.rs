//! A game: what a position is worth, as a number to compute with.

use super::error::{Error, stopped};
use super::session::{Refusal, Session};
use super::value::Value as Data;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use upstar_base::{OutcomeClass, Player};
use upstar_calculator::{Calculator, Game as Worth, Value};
use upstar_notation::plot;
use upstar_session::{Kind, Notation};

/// A combinatorial game of any kind: a number, a nimber, a short game, a loopy game, an ordinal.
///
/// A game is a handle into its [`Session`]: it is cheap to clone, and games that are equal have
/// equal handles. It supports `+`, `-` and multiplication by an integer, and comparison as games:
/// `g < h` if `h - g` is a win for Left, and [`PartialOrd::partial_cmp`] returns `None` if the
/// games are confused.
///
/// ```
/// use upstar::Game;
/// let g: Game = "{3||2|1}".parse()?;
/// assert_eq!((&g + 1).to_string(), "{4||3|2}");
/// assert_eq!((g.mean()?.to_string(), g.temperature()?.to_string()), ("9/4".into(), "3/4".into()));
/// let (up, star): (Game, Game) = ("^".parse()?, "*".parse()?);
/// assert!(up > 0 && up.partial_cmp(&star).is_none());
/// assert_eq!((&up * 2 + &star).to_string(), "^^*");
/// # Ok::<(), upstar::Error>(())
/// ```
///
/// # Games of different sessions
/// Games of two sessions can be mixed: operators and comparisons copy the right operand into the
/// session of the left one, by its canonical form. [`Game::in_session`] does that explicitly.
///
/// # Panics
/// The operators and comparisons panic if the result would exceed the limits of the session, or if
/// the session was cancelled meanwhile; the operators also if the kinds of games cannot be added.
/// Use [`Game::checked_add`], [`Game::checked_cmp`] and the like where that can happen.
#[derive(Clone)]
pub struct Game {
    session: Session,
    worth: Worth,
}

impl Game {
    pub(crate) fn new(session: &Session, worth: Worth) -> Game {
        Game { session: session.clone(), worth }
    }

    /// The value that the calculator knows.
    pub(crate) fn handle(&self) -> Value {
        Value::Game(self.worth.clone())
    }

    /// Returns the session that the game belongs to.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the same game in another session.
    pub fn in_session(&self, session: &Session) -> Result<Game, Error> {
        if self.session == *session {
            return Ok(self.clone());
        }
        session.game(&self.text(Notation::Ascii)?)
    }

    /// Returns `self + other`.
    pub fn checked_add(&self, other: &Game) -> Result<Game, Error> {
        self.with(other, sum)
    }

    /// Returns `self - other`.
    pub fn checked_sub(&self, other: &Game) -> Result<Game, Error> {
        self.with(other, |calculator, a, b| {
            let negative = calculator.negative(b)?;
            sum(calculator, a, &negative)
        })
    }

    /// Returns `-self`.
    pub fn checked_neg(&self) -> Result<Game, Error> {
        self.session.game_from(&[self], "", |calculator| calculator.negative(&self.handle()))
    }

    /// Returns the sum of `n` copies of the game.
    pub fn checked_mul(&self, n: i64) -> Result<Game, Error> {
        self.session.game_from(&[self], "", |calculator| calculator.multiple(n, &self.handle()))
    }

    /// Returns the order of two games; `None` if they are confused.
    pub fn checked_cmp(&self, other: &Game) -> Result<Option<Ordering>, Error> {
        let other = other.in_session(&self.session)?;
        if self.worth == other.worth {
            return Ok(Some(Ordering::Equal));
        }
        let compare =
            |calculator: &mut Calculator| calculator.compare(&self.handle(), &other.handle());
        self.session.calculate(&[self, &other], "", compare, |_| true)
    }

    /// Whether `self <= other`.
    pub fn checked_le(&self, other: &Game) -> Result<bool, Error> {
        let other = other.in_session(&self.session)?;
        let le = |calculator: &mut Calculator| {
            let (a, b) = (self.handle(), other.handle());
            let mut short = |value| calculator.game(value).map_err(stopped);
            match (short(&a)?, short(&b)?) {
                (Some(g), Some(h)) => calculator.calc().le(g, h).map_err(stopped),
                _ => Ok(calculator.compare(&a, &b)?.is_some_and(Ordering::is_le)),
            }
        };
        self.session.calculate(&[self, &other], "", le, |_| true)
    }

    /// Whether two games are equal in value.
    pub fn checked_eq(&self, other: &Game) -> Result<bool, Error> {
        let other = other.in_session(&self.session)?;
        if let Some(is_equal) = self.is_same(&other) {
            return Ok(is_equal);
        }
        let equal = |calculator: &mut Calculator| calculator.equal(&self.handle(), &other.handle());
        self.session.calculate(&[self, &other], "", equal, |_| true)
    }

    /// Returns a hash that games of one session share if they are equal.
    ///
    /// ```
    /// use upstar::Session;
    /// let session = Session::new();
    /// let (one, other) = (session.game("{3||2|1}")? + 1, session.game("{4||3|2}")?);
    /// assert_eq!(one.hash_in_session(), other.hash_in_session());
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn hash_in_session(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        match &self.worth {
            Worth::Short(short) => short.hash(&mut hasher),
            Worth::UpStar(sum) => sum.hash(&mut hasher),
            _ => self.text(Notation::Ascii).unwrap_or_default().hash(&mut hasher),
        }
        hasher.finish()
    }

    /// Whether two games of one session are equal, where that takes no computation.
    pub fn is_same(&self, other: &Game) -> Option<bool> {
        let is_known = self.worth == other.worth || (self.is_normal() && other.is_normal());
        (self.session == other.session && is_known).then(|| self.worth == other.worth)
    }

    /// Whether the value is the only one of the session that is equal to it.
    fn is_normal(&self) -> bool {
        let numbers = matches!(self.worth, Worth::Integer(_) | Worth::Rational(_));
        numbers || matches!(self.worth, Worth::UpStar(_) | Worth::Short(_))
    }

    /// Whether other calculators of the session know the game.
    pub(crate) fn is_portable(&self) -> bool {
        is_portable(&self.worth)
    }

    /// The game that the calculator finds for two games.
    fn with(
        &self,
        other: &Game,
        work: impl Fn(&mut Calculator, &Value, &Value) -> Result<Value, Refusal>,
    ) -> Result<Game, Error> {
        let other = other.in_session(&self.session)?;
        let work = |calculator: &mut Calculator| work(calculator, &self.handle(), &other.handle());
        self.session.game_from(&[self, &other], "", work)
    }

    /// Calls a method of the calculator, such as `Heat` or `AtomicWeight`, that returns a game. The
    /// case of its name does not matter.
    ///
    /// ```
    /// use upstar::Game;
    /// let switch: Game = "+-3".parse()?;
    /// let one = switch.session().integer(1);
    /// assert_eq!(switch.call("Cool", &[&one])?.to_string(), "+-2");
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn call(&self, method: &str, arguments: &[&Game]) -> Result<Game, Error> {
        let arguments: Vec<GameArgument<'_>> = arguments.iter().map(|&game| game.into()).collect();
        match self.ask(method, &arguments)? {
            Data::Game(game) => Ok(game),
            other => {
                let message = format!("expected a game; `{method}` is of kind {}", other.kind());
                Err(Error::new(Kind::Kind, message))
            }
        }
    }

    /// Calls a method of the calculator that returns anything. The names of several methods with
    /// dots between them are called one after another, the last one with the arguments.
    ///
    /// ```
    /// use upstar::Game;
    /// let g: Game = "{3||2|1}".parse()?;
    /// assert_eq!(g.ask("Thermograph.LeftWall.Slopes", &[])?.to_string(), "[0,-1]");
    /// assert_eq!(g.ask("Options", &["Left".into()])?.to_string(), "[3]");
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn ask(&self, methods: &str, arguments: &[GameArgument<'_>]) -> Result<Data, Error> {
        let here = |argument: &GameArgument<'_>| match argument {
            GameArgument::Game(game) => Ok(Some(game.in_session(&self.session)?)),
            GameArgument::Text(_) => Ok(None),
        };
        let games: Result<Vec<Option<Game>>, Error> = arguments.iter().map(here).collect();
        let games = games?;
        let ask = |calculator: &mut Calculator| {
            let mut values = Vec::new();
            for (argument, game) in arguments.iter().zip(&games) {
                values.push(match (argument, game) {
                    (GameArgument::Text(text), _) => calculator.read_constant(text)?,
                    (_, game) => game.as_ref().map(Game::handle).unwrap_or_default(),
                });
            }
            let (first, last) = match methods.rsplit_once('.') {
                Some((first, last)) => (Some(first), last),
                None => (None, methods),
            };
            let mut receiver = self.handle();
            for method in first.into_iter().flat_map(|first| first.split('.')) {
                receiver = calculator.call(&receiver, method)?;
            }
            let found = calculator.call_with(&receiver, last, &values)?;
            Data::new(&self.session, calculator, found)
        };
        let all: Vec<&Game> = games.iter().flatten().chain([self]).collect();
        self.session.calculate(&all, methods, ask, Data::is_portable)
    }

    /// Returns the options of a player in the canonical form.
    pub fn options(&self, player: Player) -> Result<Vec<Game>, Error> {
        let method = match player {
            Player::Left => "LeftOptions",
            Player::Right => "RightOptions",
        };
        match self.ask(method, &[])? {
            Data::List(items) => {
                let games = items.into_iter().filter_map(|item| match item {
                    Data::Game(game) => Some(game),
                    _ => None,
                });
                Ok(games.collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Returns Left's options in the canonical form.
    pub fn left_options(&self) -> Result<Vec<Game>, Error> {
        self.options(Player::Left)
    }

    /// Returns Right's options in the canonical form.
    pub fn right_options(&self) -> Result<Vec<Game>, Error> {
        self.options(Player::Right)
    }

    /// Returns the mean value.
    pub fn mean(&self) -> Result<Game, Error> {
        self.call("Mean", &[])
    }

    /// Returns the temperature.
    pub fn temperature(&self) -> Result<Game, Error> {
        self.call("Temperature", &[])
    }

    /// Returns the stop of a player: the first number reached when that player moves first.
    pub fn stop(&self, player: Player) -> Result<Game, Error> {
        self.call(if player == Player::Left { "LeftStop" } else { "RightStop" }, &[])
    }

    /// Returns the Left stop.
    pub fn left_stop(&self) -> Result<Game, Error> {
        self.stop(Player::Left)
    }

    /// Returns the Right stop.
    pub fn right_stop(&self) -> Result<Game, Error> {
        self.stop(Player::Right)
    }

    /// Returns the birthday, the length of the longest play in the canonical form.
    pub fn birthday(&self) -> Result<Game, Error> {
        self.call("Birthday", &[])
    }

    /// Returns who wins.
    ///
    /// ```
    /// use upstar::{Game, OutcomeClass};
    /// assert_eq!("*2".parse::<Game>()?.outcome()?, OutcomeClass::N);
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn outcome(&self) -> Result<OutcomeClass, Error> {
        match self.call("OutcomeClass", &[])?.worth {
            Worth::Outcome(class) => Ok(class),
            _ => Err(Error::new(Kind::Domain, "this kind of game has no outcome class")),
        }
    }

    /// Whether it is a game in the strict sense, and not an outcome class or an infinity.
    pub fn is_game(&self) -> bool {
        !matches!(self.worth, Worth::Infinity { .. } | Worth::Integers | Worth::Outcome(_))
    }

    /// Whether the game is a number, of any size.
    pub fn is_number(&self) -> bool {
        matches!(self.worth, Worth::Integer(_) | Worth::Rational(_) | Worth::Surreal(_))
    }

    /// Returns the integer that the game is, if it is one that fits.
    pub fn to_integer(&self) -> Option<i64> {
        match &self.worth {
            Worth::Integer(n) => i64::try_from(n).ok(),
            _ => None,
        }
    }

    /// Returns the numerator and the denominator of the number that the game is, if they fit.
    ///
    /// ```
    /// let number: upstar::Game = "-3/4".parse()?;
    /// assert_eq!(number.to_fraction(), Some((-3, 4)));
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn to_fraction(&self) -> Option<(i64, i64)> {
        match &self.worth {
            Worth::Rational(x) => {
                let denominator = i64::try_from(x.denominator()).ok()?;
                Some((i64::try_from(x.numerator()).ok()?, denominator))
            }
            _ => self.to_integer().map(|n| (n, 1)),
        }
    }

    /// Returns the name of the kind of game, such as `Nimber` or `Stopper`.
    pub fn kind(&self) -> Result<&'static str, Error> {
        let kind = |calculator: &mut Calculator| Ok(calculator.kind(&self.handle()));
        self.session.calculate(&[self], "", kind, |_| true)
    }

    /// Returns the canonical form as text. In [`Notation::Ascii`], which [`Display`](fmt::Display)
    /// uses, it can be parsed again.
    ///
    /// ```
    /// use upstar::{Game, Notation};
    /// let up: Game = "^".parse()?;
    /// assert_eq!((up.text(Notation::Ascii)?, up.text(Notation::Unicode)?), ("^".into(), "↑".into()));
    /// # Ok::<(), upstar::Error>(())
    /// ```
    pub fn text(&self, notation: Notation) -> Result<String, Error> {
        let show = |calculator: &mut Calculator| {
            calculator.show(&self.handle(), notation).map_err(stopped)
        };
        self.session.calculate(&[self], "", show, |_| true)
    }

    /// Returns the thermograph as an SVG document.
    pub fn thermograph(&self) -> Result<String, Error> {
        let figure =
            |calculator: &mut Calculator| calculator.figure(&self.handle(), Notation::Unicode);
        match self.session.calculate(&[self], "", figure, |_| true)? {
            Some(figure) => Ok(plot::svg(&[figure])),
            None => {
                let message = format!("a {} has no thermograph", self.kind()?);
                Err(Error::new(Kind::Kind, message))
            }
        }
    }
}

/// The sum of two values.
fn sum(calculator: &mut Calculator, a: &Value, b: &Value) -> Result<Value, Refusal> {
    if let (Value::Game(a), Value::Game(b)) = (a, b)
        && let Ok(sum) = calculator.stores().sum(a, b)
    {
        return Ok(Value::Game(sum));
    }
    calculator.sum(a, b)
}

/// Whether a value means the same in all calculators that share a store of short games.
pub(crate) fn is_portable(worth: &Worth) -> bool {
    matches!(
        worth,
        Worth::Integer(_)
            | Worth::Rational(_)
            | Worth::Infinity { .. }
            | Worth::Surreal(_)
            | Worth::UpStar(_)
            | Worth::Short(_)
            | Worth::Nimber(_)
            | Worth::OrdinalNimber(_)
            | Worth::Outcome(_)
    )
}

/// An argument of [`Game::ask`].
#[derive(Clone, Copy, Debug)]
pub enum GameArgument<'a> {
    /// A game of any session.
    Game(&'a Game),
    /// An expression in which names have their built-in meaning.
    Text(&'a str),
}

impl<'a> From<&'a Game> for GameArgument<'a> {
    fn from(game: &'a Game) -> GameArgument<'a> {
        GameArgument::Game(game)
    }
}

impl<'a> From<&'a str> for GameArgument<'a> {
    fn from(text: &'a str) -> GameArgument<'a> {
        GameArgument::Text(text)
    }
}

/// Writes the canonical form, in ASCII or, with `{:#}`, in Unicode. Fails if it exceeds the limits
/// of the session; [`Game::text`] returns the reason.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let notation = if f.alternate() { Notation::Unicode } else { Notation::Ascii };
        let text = self.text(notation).map_err(|_| fmt::Error)?;
        f.pad(&text)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text(Notation::Ascii) {
            Ok(text) => write!(f, "Game({text})"),
            Err(error) => write!(f, "Game({error})"),
        }
    }
}
