//! A game as a number of Python: it adds, compares, hashes and shows itself.
//!
//! Every operation is one of the library, on handles into a session. What a class of Python adds:
//! integers and fractions are games too, numbers have the hashes of Python's numbers, and games of
//! two sessions do not mix.

use crate::errors::plain;
use crate::session::SessionParts;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyTuple};
use std::sync::Arc;
use upstar::{Error, ErrorKind, GameArgument, Notation, Player, Value};

/// A combinatorial game.
#[pyclass(frozen, module = "upstar")]
#[derive(Clone)]
pub(crate) struct Game {
    lab: Arc<SessionParts>,
    game: upstar::Game,
}

/// What the calculator found as an object of Python: data become data, games become games, the
/// rest is text.
pub(crate) fn into_python(
    py: Python<'_>,
    lab: &Arc<SessionParts>,
    value: Value,
) -> PyResult<Py<PyAny>> {
    Ok(match value {
        Value::Nothing => py.None(),
        Value::Boolean(yes) => PyBool::new(py, yes).to_owned().into_any().unbind(),
        Value::Text(text) | Value::Other { text, .. } => {
            PyString::new(py, &text).into_any().unbind()
        }
        Value::Game(game) if game.is_game() => Py::new(py, Game::new(lab, game))?.into_any(),
        Value::Game(data) => PyString::new(py, &data.to_string()).into_any().unbind(),
        Value::List(items) => {
            let items: PyResult<Vec<_>> =
                items.into_iter().map(|item| into_python(py, lab, item)).collect();
            PyList::new(py, items?)?.into_any().unbind()
        }
        Value::Map(entries) => {
            let map = PyDict::new(py);
            for (key, value) in entries {
                map.set_item(into_python(py, lab, key)?, into_python(py, lab, value)?)?;
            }
            map.into_any().unbind()
        }
        other => PyString::new(py, &other.to_string()).into_any().unbind(),
    })
}

fn fraction<'py>(py: Python<'py>, game: &upstar::Game) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import("fractions")?.getattr("Fraction")?;
    match game.to_fraction() {
        Some(parts) => class.call1(parts),
        None => class.call1((game.to_string(),)),
    }
}

impl Game {
    pub(crate) fn new(lab: &Arc<SessionParts>, game: upstar::Game) -> Game {
        Game { lab: Arc::clone(lab), game }
    }

    /// A game in the strict sense, or an error.
    pub(crate) fn checked(
        py: Python<'_>,
        lab: &Arc<SessionParts>,
        game: upstar::Game,
    ) -> PyResult<Game> {
        if game.is_game() {
            return Ok(Game::new(lab, game));
        }
        let kind = lab.quick(py, || game.kind())?;
        let message = format!("a game is needed, this is of kind {kind}");
        Err(plain(py, ErrorKind::Kind, &message))
    }

    /// The game, if it is one of this session.
    pub(crate) fn of(&self, py: Python<'_>, lab: &Arc<SessionParts>) -> PyResult<&upstar::Game> {
        if Arc::ptr_eq(&self.lab, lab) {
            return Ok(&self.game);
        }
        let message = "games of two laboratories do not mix; `g.copy_into(session)` copies one";
        Err(plain(py, ErrorKind::Argument, message))
    }

    /// Another operand: a game of this session, an integer or a fraction.
    fn operand(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Option<upstar::Game>> {
        if let Ok(game) = other.cast::<Game>() {
            return game.get().of(py, &self.lab).map(|game| Some(game.clone()));
        }
        if other.is_instance_of::<PyBool>() {
            return Ok(None);
        }
        if let Ok(n) = other.cast::<PyInt>().map_err(PyErr::from).and_then(|n| n.extract::<i64>()) {
            return Ok(Some(self.game.session().integer(n)));
        }
        if other.is_instance_of::<PyInt>() || other.get_type().name()? == "Fraction" {
            let text = other.str()?.to_string();
            return self.lab.quick(py, || self.game.session().game(&text)).map(Some);
        }
        Ok(None)
    }

    /// What an operation with another game gives, in the one order or the other.
    fn with(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        work: impl Fn(&upstar::Game, &upstar::Game) -> Result<upstar::Game, Error> + Send + Sync,
    ) -> PyResult<Py<PyAny>> {
        match self.operand(py, other)? {
            None => Ok(py.NotImplemented()),
            Some(other) => {
                let game = self.lab.quick(py, || work(&self.game, &other))?;
                Ok(Py::new(py, Game::new(&self.lab, game))?.into_any())
            }
        }
    }

    /// What a method of the calculator says.
    fn ask(
        &self,
        py: Python<'_>,
        method: &str,
        arguments: &[GameArgument<'_>],
    ) -> PyResult<Py<PyAny>> {
        let found = self.lab.quick(py, || self.game.ask(method, arguments))?;
        into_python(py, &self.lab, found)
    }

    /// The same, as a number of Python where it is one.
    fn number_of(&self, py: Python<'_>, method: &str) -> PyResult<Py<PyAny>> {
        match self.lab.quick(py, || self.game.ask(method, &[]))? {
            Value::Game(number) if number.is_number() => {
                let number = Game::new(&self.lab, number);
                match fraction(py, &number.game) {
                    Ok(fraction) => Ok(fraction.unbind()),
                    Err(_) => Ok(Py::new(py, number)?.into_any()),
                }
            }
            found => into_python(py, &self.lab, found),
        }
    }

    fn options(&self, py: Python<'_>, who: Player) -> PyResult<Vec<Game>> {
        let options = self.lab.quick(py, || self.game.options(who))?;
        Ok(options.into_iter().map(|option| Game::new(&self.lab, option)).collect())
    }

    fn ascii(&self, py: Python<'_>) -> PyResult<String> {
        self.lab.quick(py, || self.game.text(Notation::Ascii))
    }
}

#[pymethods]
impl Game {
    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(py, other, upstar::Game::checked_add)
    }

    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(py, other, upstar::Game::checked_add)
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(py, other, upstar::Game::checked_sub)
    }

    fn __rsub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.with(py, other, |game, other| other.checked_sub(game))
    }

    fn __mul__(&self, py: Python<'_>, times: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        if !times.is_instance_of::<PyInt>() || times.is_instance_of::<PyBool>() {
            return Ok(py.NotImplemented());
        }
        let game = match times.extract::<i64>() {
            Ok(times) => self.lab.quick(py, || self.game.checked_mul(times))?,
            // Only numbers have so large multiples.
            Err(_) => {
                let source = format!("({}) * ({})", times.str()?, self.ascii(py)?);
                self.lab.quick(py, || self.game.session().game(&source))?
            }
        };
        Ok(Py::new(py, Game::new(&self.lab, game))?.into_any())
    }

    fn __rmul__(&self, py: Python<'_>, times: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(py, times)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Game> {
        Ok(Game::new(&self.lab, self.lab.quick(py, || self.game.checked_neg())?))
    }

    fn __pos__(&self) -> Game {
        self.clone()
    }

    /// Equal things have equal hashes: numbers have those of the numbers of Python.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if let Some(n) = self.game.to_integer() {
            return PyInt::new(py, n).hash();
        }
        if self.game.is_number()
            && let Ok(number) = fraction(py, &self.game)
        {
            return number.hash();
        }
        Ok(self.game.hash_in_session() as isize)
    }

    /// Only zero is false, as with numbers.
    fn __bool__(&self) -> bool {
        self.game.to_integer() != Some(0)
    }

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        if matches!(op, CompareOp::Eq | CompareOp::Ne)
            && let Ok(other) = other.cast::<Game>()
        {
            // Games of two sessions are different things, whatever they are worth.
            let is_foreign = !Arc::ptr_eq(&self.lab, &other.get().lab);
            let same = self.game.is_same(&other.get().game).or(is_foreign.then_some(false));
            if let Some(same) = same {
                let yes = same == matches!(op, CompareOp::Eq);
                return Ok(PyBool::new(py, yes).to_owned().into_any().unbind());
            }
        }
        let Some(other) = self.operand(py, other)? else { return Ok(py.NotImplemented()) };
        let (g, h) = (&self.game, &other);
        let yes = self.lab.quick(py, || {
            Ok(match op {
                CompareOp::Eq => g.checked_eq(h)?,
                CompareOp::Ne => !g.checked_eq(h)?,
                CompareOp::Le => g.checked_le(h)?,
                CompareOp::Ge => h.checked_le(g)?,
                CompareOp::Lt => g.checked_le(h)? && !g.checked_eq(h)?,
                CompareOp::Gt => h.checked_le(g)? && !h.checked_eq(g)?,
            })
        })?;
        Ok(PyBool::new(py, yes).to_owned().into_any().unbind())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.game.session().is_closed() {
            return Ok("<a game of a laboratory that is closed>".to_owned());
        }
        self.ascii(py)
    }

    fn __format__(&self, py: Python<'_>, spec: &str) -> PyResult<String> {
        PyString::new(py, &self.__repr__(py)?).call_method1("__format__", (spec,))?.extract()
    }

    /// The text in a notation: `ascii`, `unicode` or `latex`.
    fn text(&self, py: Python<'_>, notation: &str) -> PyResult<String> {
        let notation = match notation {
            "ascii" => Notation::Ascii,
            "unicode" => Notation::Unicode,
            "latex" => Notation::Latex,
            _ => {
                let message = "the notations are ascii, unicode and latex";
                return Err(plain(py, ErrorKind::Argument, message));
            }
        };
        self.lab.quick(py, || self.game.text(notation))
    }

    /// The kind of the game, as the calculator calls it.
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.lab.quick(py, || self.game.kind())
    }

    /// Left's options, in canonical form.
    #[getter]
    fn left(&self, py: Python<'_>) -> PyResult<Vec<Game>> {
        self.options(py, Player::Left)
    }

    /// Right's options, in canonical form.
    #[getter]
    fn right(&self, py: Python<'_>) -> PyResult<Vec<Game>> {
        self.options(py, Player::Right)
    }

    /// Any method of the calculator: `g.call("Cool", 1)`, or several with dots between them.
    #[pyo3(signature = (method, *arguments))]
    fn call(
        &self,
        py: Python<'_>,
        method: &str,
        arguments: &Bound<'_, PyTuple>,
    ) -> PyResult<Py<PyAny>> {
        let is_word =
            |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !method.split('.').all(is_word) {
            return Err(PyTypeError::new_err("the name of a method is one word"));
        }
        let mut values = Vec::new();
        for argument in arguments.iter() {
            values.push((self.operand(py, &argument)?, argument.str()?.to_string()));
        }
        let arguments: Vec<GameArgument<'_>> = values
            .iter()
            .map(|(game, text)| game.as_ref().map_or_else(|| text.as_str().into(), Into::into))
            .collect();
        self.ask(py, method, &arguments)
    }

    /// Is neither game at least the other?
    fn confused(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Some(other) = self.operand(py, other)? else {
            return Err(PyTypeError::new_err("a game or a number is needed"));
        };
        self.lab.quick(py, || Ok(self.game.checked_cmp(&other)?.is_none()))
    }

    /// The mean value, as a `Fraction` where it is a number.
    #[getter]
    fn mean(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.number_of(py, "Mean")
    }

    /// The temperature.
    #[getter]
    fn temperature(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.number_of(py, "Temperature")
    }

    /// The left stop and the right stop.
    #[getter]
    fn stops(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        Ok((self.number_of(py, "LeftStop")?, self.number_of(py, "RightStop")?))
    }

    /// Who wins: `L`, `R`, `N`, `P`, or a class with draws.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.lab.quick(py, || self.game.outcome())?.to_string())
    }

    /// The game cooled by `t`.
    fn cool(&self, py: Python<'_>, t: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call(py, "Cool", &PyTuple::new(py, [t])?)
    }

    /// Is it a number?
    #[getter]
    fn is_number(&self) -> bool {
        self.game.is_number()
    }

    /// The number as a `Fraction`.
    #[getter]
    fn fraction(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if self.game.is_number()
            && let Ok(number) = fraction(py, &self.game)
        {
            return Ok(number.unbind());
        }
        let message = format!("{} is no rational number", self.ascii(py)?);
        Err(plain(py, ErrorKind::Domain, &message))
    }

    fn __float__(&self, py: Python<'_>) -> PyResult<f64> {
        self.fraction(py)?.bind(py).call_method0("__float__")?.extract()
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.fraction(py)?.bind(py).call_method0("__int__")?.unbind())
    }

    /// The thermograph, which shows itself.
    #[getter]
    fn thermograph(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let module = py.import("upstar.values")?;
        Ok(module.call_method1("Thermograph", (self.ascii(py)?,))?.unbind())
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        const LONGEST: usize = 20_000;
        let latex = self.text(py, "latex")?;
        Ok((latex.len() <= LONGEST).then(|| format!("${latex}$")))
    }

    /// The same game in another session.
    fn copy_into<'py>(&self, session: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        session.call_method1("game", (self.ascii(session.py())?,))
    }

    /// Pickled as text, never as a handle.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        let game = py.import("upstar")?.getattr("game")?.unbind();
        Ok((game, (self.ascii(py)?,)))
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }
}
