//! A game: what a position is worth, as a number to compute with.

use super::error::Error;
use super::session::Session;
use std::cmp::Ordering;
use std::fmt;
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
        self.with(other, Calculator::sum)
    }

    /// Returns `self - other`.
    pub fn checked_sub(&self, other: &Game) -> Result<Game, Error> {
        self.with(other, |calculator, a, b| {
            let negative = calculator.negative(b)?;
            calculator.sum(a, &negative)
        })
    }

    /// Returns `-self`.
    pub fn checked_neg(&self) -> Result<Game, Error> {
        self.session.game_from("", |calculator| calculator.negative(&self.handle()))
    }

    /// Returns the sum of `n` copies of the game.
    pub fn checked_mul(&self, n: i64) -> Result<Game, Error> {
        self.session.game_from("", |calculator| calculator.multiple(n, &self.handle()))
    }

    /// Returns the order of two games; `None` if they are confused.
    pub fn checked_cmp(&self, other: &Game) -> Result<Option<Ordering>, Error> {
        let other = other.in_session(&self.session)?;
        if self.worth == other.worth {
            return Ok(Some(Ordering::Equal));
        }
        self.session.calculate("", |calculator| calculator.compare(&self.handle(), &other.handle()))
    }

    /// Whether two games are equal in value.
    pub fn checked_eq(&self, other: &Game) -> Result<bool, Error> {
        let other = other.in_session(&self.session)?;
        if self.worth == other.worth {
            return Ok(true);
        }
        self.session.calculate("", |calculator| calculator.equal(&self.handle(), &other.handle()))
    }

    /// The game that the calculator finds for two games.
    fn with(
        &self,
        other: &Game,
        work: impl FnOnce(
            &mut Calculator,
            &Value,
            &Value,
        ) -> Result<Value, Box<upstar_calculator::Error>>,
    ) -> Result<Game, Error> {
        let other = other.in_session(&self.session)?;
        self.session.game_from("", |calculator| work(calculator, &self.handle(), &other.handle()))
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
        let arguments: Result<Vec<Value>, Error> = arguments
            .iter()
            .map(|argument| Ok(argument.in_session(&self.session)?.handle()))
            .collect();
        let arguments = arguments?;
        self.session.game_from(method, |calculator| {
            calculator.call_with(&self.handle(), method, &arguments)
        })
    }

    /// Returns the options of a player in the canonical form.
    pub fn options(&self, player: Player) -> Result<Vec<Game>, Error> {
        let method = match player {
            Player::Left => "LeftOptions",
            Player::Right => "RightOptions",
        };
        let options = self.session.calculate(method, |calculator| {
            let options = calculator.call(&self.handle(), method)?;
            Ok(match options {
                Value::List(items) | Value::Set(items) => items.as_slice().to_vec(),
                _ => Vec::new(),
            })
        })?;
        let games = options.into_iter().filter_map(|option| match option {
            Value::Game(worth) => Some(Game::new(&self.session, worth)),
            _ => None,
        });
        Ok(games.collect())
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
        self.session.calculate("", |calculator| Ok(calculator.kind(&self.handle())))
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
        self.session.with(|state| Ok(state.session.calculator().show(&self.handle(), notation)?))
    }

    /// Returns the thermograph as an SVG document.
    pub fn thermograph(&self) -> Result<String, Error> {
        let figure = self
            .session
            .calculate("", |calculator| calculator.figure(&self.handle(), Notation::Unicode))?;
        match figure {
            Some(figure) => Ok(plot::svg(&[figure])),
            None => {
                let message = format!("a {} has no thermograph", self.kind()?);
                Err(Error::new(Kind::Kind, message))
            }
        }
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
