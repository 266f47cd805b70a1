//! A game as a number of Python: it adds, compares, hashes and shows itself.
//!
//! Short games are handles into the store of a laboratory: equal games have equal handles, sums
//! and comparisons are calls of the engine. Other kinds of games, loopy ones, sets of options of
//! entailing moves, misère forms, go through the calculator by the text they print as, which reads
//! back.

use crate::errors::plain;
use crate::lab::Inner;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyTuple};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use upstar_base::{Player, Stopped};
use upstar_calculator::Game as Known;
use upstar_calculator::{Calculator, Error, ErrorKind, Span, Value};
use upstar_notation::print;
use upstar_session::{Kind, Notation};
use upstar_values::Short;

/// A combinatorial game.
#[pyclass(frozen, module = "upstar")]
pub(crate) struct Game {
    lab: Arc<Inner>,
    worth: Worth,
}

#[derive(Clone)]
enum Worth {
    /// A short game, a number among them.
    Short(Short),
    /// Another kind, by the text it prints as; equal values print alike.
    Other { text: Arc<str>, kind: &'static str },
}

/// What the calculator found, on its way to Python.
pub(crate) enum Found {
    Nothing,
    Boolean(bool),
    Text(String),
    List(Vec<Found>),
    Map(Vec<(Found, Found)>),
    Game(Game),
}

impl Found {
    /// Data become data, games become games, the rest is text.
    pub(crate) fn of(
        lab: &Arc<Inner>,
        session: &mut Calculator,
        value: Value,
        source: &str,
    ) -> Result<Found, Box<Error>> {
        let mut all = |items: Vec<Value>| -> Result<Vec<Found>, Box<Error>> {
            items.into_iter().map(|item| Found::of(lab, session, item, source)).collect()
        };
        Ok(match value {
            Value::Nothing => Found::Nothing,
            Value::Boolean(yes) => Found::Boolean(yes),
            Value::List(items) | Value::Set(items) => Found::List(all(items.as_slice().to_vec())?),
            Value::Map(map) => {
                let (keys, values) =
                    map.entries().iter().map(|(k, v)| (k.clone(), v.clone())).unzip();
                Found::Map(all(keys)?.into_iter().zip(all(values)?).collect())
            }
            value if is_game(&value) => Found::Game(Game::of_value(lab, session, value, source)?),
            Value::Text(text) => Found::Text(text.as_str().to_owned()),
            value => Found::Text(show(session, &value, Notation::Ascii, source)?),
        })
    }

    /// The object of Python.
    pub(crate) fn into_python(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(match self {
            Found::Nothing => py.None(),
            Found::Boolean(yes) => PyBool::new(py, yes).to_owned().into_any().unbind(),
            Found::Text(text) => PyString::new(py, &text).into_any().unbind(),
            Found::Game(game) => Py::new(py, game)?.into_any(),
            Found::List(items) => {
                let items: PyResult<Vec<_>> =
                    items.into_iter().map(|item| item.into_python(py)).collect();
                PyList::new(py, items?)?.into_any().unbind()
            }
            Found::Map(entries) => {
                let map = PyDict::new(py);
                for (key, value) in entries {
                    map.set_item(key.into_python(py)?, value.into_python(py)?)?;
                }
                map.into_any().unbind()
            }
        })
    }
}

/// The hash of a number of Python; an error if the text is none.
fn hash_of_number(py: Python<'_>, text: &str) -> PyResult<isize> {
    if let Ok(n) = text.parse::<i64>() {
        return PyInt::new(py, n).hash();
    }
    if !text.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return Err(PyTypeError::new_err("no number"));
    }
    fraction(py, text)?.hash()
}

fn fraction<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("fractions")?.getattr("Fraction")?.call1((text,))
}

/// Is it a game, and not data about games?
fn is_game(value: &Value) -> bool {
    match value {
        Value::Game(game) => {
            !matches!(game, Known::Infinity { .. } | Known::Integers | Known::Outcome(_))
        }
        _ => false,
    }
}

fn show(
    session: &mut Calculator,
    value: &Value,
    notation: Notation,
    source: &str,
) -> Result<String, Box<Error>> {
    session.show(value, notation).map_err(|why| stopped(why, source))
}

fn stopped(why: Stopped, source: &str) -> Box<Error> {
    let message = why.to_string();
    Box::new(Error::new(ErrorKind::Stopped(why), Span::new(0, source.len()), message))
}

impl Game {
    pub(crate) fn short(lab: &Arc<Inner>, short: Short) -> Game {
        Game { lab: Arc::clone(lab), worth: Worth::Short(short) }
    }

    /// The game that the calculator found.
    pub(crate) fn of_value(
        lab: &Arc<Inner>,
        session: &mut Calculator,
        value: Value,
        source: &str,
    ) -> Result<Game, Box<Error>> {
        if !is_game(&value) {
            let message = format!("a game is needed, this is of kind {}", session.kind(&value));
            let span = Span::new(0, source.len());
            return Err(Box::new(Error::new(ErrorKind::Kind, span, message)));
        }
        let short = session.game(&value).map_err(|why| stopped(why, source))?;
        let worth = match short {
            Some(short) => Worth::Short(short),
            None => {
                let text = show(session, &value, Notation::Ascii, source)?.into();
                Worth::Other { text, kind: session.kind(&value) }
            }
        };
        Ok(Game { lab: Arc::clone(lab), worth })
    }

    /// The handle, if the game is a short one of this laboratory.
    pub(crate) fn short_in(&self, py: Python<'_>, lab: &Arc<Inner>) -> PyResult<Option<Short>> {
        self.same_lab(py, lab)?;
        Ok(match self.worth {
            Worth::Short(short) => Some(short),
            Worth::Other { .. } => None,
        })
    }

    fn same_lab(&self, py: Python<'_>, lab: &Arc<Inner>) -> PyResult<()> {
        if Arc::ptr_eq(&self.lab, lab) {
            return Ok(());
        }
        let message = "games of two laboratories do not mix; `lab.adopt(g)` copies one";
        Err(plain(py, Kind::Argument, message))
    }

    /// Another operand: a game of this laboratory, an integer or a fraction.
    fn operand(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Option<Worth>> {
        if let Ok(game) = other.cast::<Game>() {
            let game = game.get();
            game.same_lab(py, &self.lab)?;
            return Ok(Some(game.worth.clone()));
        }
        if other.is_instance_of::<PyBool>() {
            return Ok(None);
        }
        if other.is_instance_of::<PyInt>() {
            if let Ok(n) = other.extract::<i64>() {
                return self.lab.quick(py, |calc| calc.integer(n)).map(|n| Some(Worth::Short(n)));
            }
            return self.read(py, &other.str()?.to_string()).map(|game| Some(game.worth));
        }
        let is_fraction = other.get_type().name()? == "Fraction";
        if is_fraction {
            return self.read(py, &other.str()?.to_string()).map(|game| Some(game.worth));
        }
        Ok(None)
    }

    /// The value of an expression in the laboratory of this game.
    fn read(&self, py: Python<'_>, source: &str) -> PyResult<Game> {
        self.lab.session(py, None, source, |session| {
            let value = session.eval(source)?.value.unwrap_or(Value::Nothing);
            Game::of_value(&self.lab, session, value, source)
        })
    }

    fn text_of(&self, py: Python<'_>, worth: &Worth) -> PyResult<String> {
        match worth {
            Worth::Short(short) => {
                let short = *short;
                self.lab.quick(py, |calc| print::short(calc, short, Notation::Ascii))
            }
            Worth::Other { text, .. } => Ok(text.to_string()),
        }
    }

    /// An operand in an expression: what is printed is read as it was printed.
    fn term(&self, py: Python<'_>, worth: &Worth) -> PyResult<String> {
        Ok(format!("({})", self.text_of(py, worth)?))
    }

    fn same(&self, worth: Worth) -> Game {
        Game { lab: Arc::clone(&self.lab), worth }
    }

    fn sum(&self, py: Python<'_>, first: &Worth, second: &Worth, minus: bool) -> PyResult<Game> {
        if let (&Worth::Short(g), &Worth::Short(h)) = (first, second) {
            let sum = |calc: &mut upstar_values::Calc| {
                if minus { calc.sub(g, h) } else { calc.add(g, h) }
            };
            return Ok(self.same(Worth::Short(self.lab.quick(py, sum)?)));
        }
        let (first, second) = (self.term(py, first)?, self.term(py, second)?);
        self.read(py, &format!("{first} {} {second}", if minus { '-' } else { '+' }))
    }

    /// Asks the calculator about an expression with this game in it.
    fn ask(&self, py: Python<'_>, source: &str) -> PyResult<Py<PyAny>> {
        let found = self.lab.session(py, None, source, |session| {
            let value = session.eval(source)?.value.unwrap_or(Value::Nothing);
            Found::of(&self.lab, session, value, source)
        })?;
        found.into_python(py)
    }

    /// What a method of the calculator says, as a number of Python where it is one.
    fn number_of(&self, py: Python<'_>, method: &str) -> PyResult<Py<PyAny>> {
        let found = self.ask(py, &format!("{}.{method}", self.term(py, &self.worth)?))?;
        match found.bind(py).cast::<Game>() {
            Ok(game) => match game.get().fraction(py) {
                Ok(fraction) => Ok(fraction),
                Err(_) => Ok(found),
            },
            Err(_) => Ok(found),
        }
    }

    fn options(&self, py: Python<'_>, who: Player) -> PyResult<Vec<Game>> {
        match self.worth {
            Worth::Short(short) => {
                let options = self.lab.quick(py, |calc| calc.sorted_options(short, who))?;
                Ok(options.iter().map(|&option| Game::short(&self.lab, option)).collect())
            }
            Worth::Other { .. } => {
                let term = self.term(py, &self.worth)?;
                let found = self.ask(py, &format!("{term}.Options({who:?})"))?;
                let list = found.bind(py).cast::<PyList>().map_err(|_| {
                    plain(py, Kind::Unsupported, "this kind of value has no options")
                })?;
                let games = list.iter().map(|game| Ok(game.cast::<Game>()?.get().clone()));
                games.collect::<PyResult<_>>()
            }
        }
    }
}

impl Clone for Game {
    fn clone(&self) -> Game {
        self.same(self.worth.clone())
    }
}

#[pymethods]
impl Game {
    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        match self.operand(py, other)? {
            None => Ok(py.NotImplemented()),
            Some(other) => Ok(Py::new(py, self.sum(py, &self.worth, &other, false)?)?.into_any()),
        }
    }

    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__add__(py, other)
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        match self.operand(py, other)? {
            None => Ok(py.NotImplemented()),
            Some(other) => Ok(Py::new(py, self.sum(py, &self.worth, &other, true)?)?.into_any()),
        }
    }

    fn __rsub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        match self.operand(py, other)? {
            None => Ok(py.NotImplemented()),
            Some(other) => Ok(Py::new(py, self.sum(py, &other, &self.worth, true)?)?.into_any()),
        }
    }

    fn __mul__(&self, py: Python<'_>, times: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        if !times.is_instance_of::<PyInt>() || times.is_instance_of::<PyBool>() {
            return Ok(py.NotImplemented());
        }
        let term = self.term(py, &self.worth)?;
        let game = self.read(py, &format!("({}) * {term}", times.str()?))?;
        Ok(Py::new(py, game)?.into_any())
    }

    fn __rmul__(&self, py: Python<'_>, times: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(py, times)
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Game> {
        match self.worth {
            Worth::Short(short) => {
                Ok(self.same(Worth::Short(self.lab.quick(py, |calc| calc.neg(short))?)))
            }
            Worth::Other { .. } => self.read(py, &format!("-{}", self.term(py, &self.worth)?)),
        }
    }

    fn __pos__(&self) -> Game {
        self.clone()
    }

    /// Equal things have equal hashes: numbers have those of the numbers of Python.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let mut hasher = std::hash::DefaultHasher::new();
        match &self.worth {
            Worth::Short(short) => {
                if let Some(number) = self.lab.number(*short) {
                    return hash_of_number(py, &number.to_string());
                }
                short.hash(&mut hasher);
            }
            Worth::Other { text, .. } => {
                if let Ok(hash) = hash_of_number(py, text) {
                    return Ok(hash);
                }
                text.hash(&mut hasher);
            }
        }
        Ok(hasher.finish() as isize)
    }

    /// Only zero is false, as with numbers.
    fn __bool__(&self) -> bool {
        !matches!(self.worth, Worth::Short(short) if short == Short::ZERO)
    }

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        if equality && let Ok(game) = other.cast::<Game>() {
            let game = game.get();
            // Games of two laboratories are different things, whatever they are worth.
            let same = Arc::ptr_eq(&self.lab, &game.lab)
                && match (&self.worth, &game.worth) {
                    (Worth::Short(g), Worth::Short(h)) => g == h,
                    (Worth::Other { text: g, .. }, Worth::Other { text: h, .. }) => g == h,
                    _ => false,
                };
            let yes = same == matches!(op, CompareOp::Eq);
            return Ok(PyBool::new(py, yes).to_owned().into_any().unbind());
        }
        let Some(other) = self.operand(py, other)? else { return Ok(py.NotImplemented()) };
        let yes = match (&self.worth, &other) {
            (&Worth::Short(g), &Worth::Short(h)) => match op {
                CompareOp::Eq => g == h,
                CompareOp::Ne => g != h,
                CompareOp::Le => self.lab.quick(py, |calc| calc.le(g, h))?,
                CompareOp::Ge => self.lab.quick(py, |calc| calc.le(h, g))?,
                CompareOp::Lt => g != h && self.lab.quick(py, |calc| calc.le(g, h))?,
                CompareOp::Gt => g != h && self.lab.quick(py, |calc| calc.le(h, g))?,
            },
            _ => {
                let sign = match op {
                    CompareOp::Eq => "==",
                    CompareOp::Ne => "!=",
                    CompareOp::Le => "<=",
                    CompareOp::Ge => ">=",
                    CompareOp::Lt => "<",
                    CompareOp::Gt => ">",
                };
                let (first, second) = (self.term(py, &self.worth)?, self.term(py, &other)?);
                return self.ask(py, &format!("{first} {sign} {second}"));
            }
        };
        Ok(PyBool::new(py, yes).to_owned().into_any().unbind())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.lab.is_closed() {
            return Ok("<a game of a laboratory that is closed>".to_owned());
        }
        self.text_of(py, &self.worth)
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
                return Err(plain(py, Kind::Argument, message));
            }
        };
        match &self.worth {
            Worth::Short(short) => {
                let short = *short;
                self.lab.quick(py, |calc| print::short(calc, short, notation))
            }
            Worth::Other { text, .. } => self.lab.session(py, None, text, |session| {
                let value = session.read(text)?;
                show(session, &value, notation, text)
            }),
        }
    }

    /// The kind of the game, as the calculator calls it.
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<&'static str> {
        match self.worth {
            Worth::Short(short) => self.lab.session(py, None, "", |session| {
                let value = session.value_of(short);
                Ok(session.kind(&value))
            }),
            Worth::Other { kind, .. } => Ok(kind),
        }
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

    /// Any method of the calculator: `g.call("Cool", 1)`.
    #[pyo3(signature = (method, *arguments))]
    fn call(
        &self,
        py: Python<'_>,
        method: &str,
        arguments: &Bound<'_, PyTuple>,
    ) -> PyResult<Py<PyAny>> {
        if method.is_empty() || !method.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return Err(PyTypeError::new_err("the name of a method is one word"));
        }
        let mut source = format!("{}.{method}", self.term(py, &self.worth)?);
        if !arguments.is_empty() {
            let texts: PyResult<Vec<String>> = arguments
                .iter()
                .map(|argument| match self.operand(py, &argument)? {
                    Some(worth) => self.term(py, &worth),
                    None => Ok(argument.str()?.to_string()),
                })
                .collect();
            source += &format!("({})", texts?.join(","));
        }
        self.ask(py, &source)
    }

    /// Is neither game at least the other?
    fn confused(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Some(other) = self.operand(py, other)? else {
            return Err(PyTypeError::new_err("a game or a number is needed"));
        };
        match (&self.worth, &other) {
            (&Worth::Short(g), &Worth::Short(h)) => {
                self.lab.quick(py, |calc| Ok(!calc.le(g, h)? && !calc.le(h, g)?))
            }
            _ => {
                let (first, second) = (self.term(py, &self.worth)?, self.term(py, &other)?);
                let source = format!("not ({first} <= {second}) and not ({second} <= {first})");
                self.ask(py, &source)?.extract(py)
            }
        }
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
        if let Worth::Short(short) = self.worth {
            let zero = Short::ZERO;
            let signs =
                self.lab.quick(py, |calc| Ok((calc.le(zero, short)?, calc.le(short, zero)?)))?;
            return Ok(match signs {
                (true, true) => "P",
                (true, false) => "L",
                (false, true) => "R",
                (false, false) => "N",
            }
            .to_owned());
        }
        let class = self.ask(py, &format!("{}.OutcomeClass", self.term(py, &self.worth)?))?;
        Ok(class.bind(py).str()?.to_string().trim_start_matches("OutcomeClass.").to_owned())
    }

    /// The game cooled by `t`.
    fn cool(&self, py: Python<'_>, t: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        self.call(py, "Cool", &PyTuple::new(py, [t])?)
    }

    /// Is it a number?
    #[getter]
    fn is_number(&self, py: Python<'_>) -> PyResult<bool> {
        match self.worth {
            Worth::Short(short) => self.lab.quick(py, |calc| Ok(calc.as_number(short).is_some())),
            Worth::Other { kind, .. } => Ok(kind.contains("Number") || kind == "Rational"),
        }
    }

    /// The number as a `Fraction`.
    #[getter]
    fn fraction(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let text = self.text_of(py, &self.worth)?;
        let message = || format!("{text} is no rational number");
        fraction(py, &text).map(Bound::unbind).map_err(|_| plain(py, Kind::Domain, &message()))
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
        Ok(module.call_method1("Thermograph", (self.text_of(py, &self.worth)?,))?.unbind())
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        const LONGEST: usize = 20_000;
        let latex = self.text(py, "latex")?;
        Ok((latex.len() <= LONGEST).then(|| format!("${latex}$")))
    }

    /// Pickled as text, never as a handle.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        let game = py.import("upstar")?.getattr("game")?.unbind();
        Ok((game, (self.text_of(py, &self.worth)?,)))
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }
}
