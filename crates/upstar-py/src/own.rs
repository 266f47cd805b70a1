//! Rules that are written in Python.
//!
//! To the engines a position is a number: the objects stand in a table, so engines hash and compare
//! numbers and never call Python for that. An exception cannot pass through an engine; it is kept,
//! from then on there are no moves, so that the engine comes to an end soon, and it is raised
//! again before an answer is given. What the engines remember by then is worthless: the ruleset is
//! added anew under another name.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyIterator, PyList, PyString, PyTuple,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use upstar::{Limits, Player};
use upstar_base::Options;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{About, Editor, Ruleset};
use upstar_rules::{Color, Nature, Picture, PositionError, Rules, Shape};

/// All rulesets that are in use, by name, to ask them for faults.
static IN_USE: Mutex<Vec<(String, Weak<PythonGame>)>> = Mutex::new(Vec::new());
static COUNT: AtomicU64 = AtomicU64::new(0);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The exception that spoilt a ruleset that a question names, if there is one.
pub(crate) fn fault(py: Python<'_>, question: &str) -> Option<PyErr> {
    let named: Vec<Arc<PythonGame>> = {
        let mut all = lock(&IN_USE);
        all.retain(|(_, own)| own.strong_count() > 0);
        let named = all.iter().filter(|(name, _)| question.contains(name.as_str()));
        named.filter_map(|(_, own)| own.upgrade()).collect()
    };
    named.iter().find_map(|own| lock(&own.fault).as_ref().map(|error| error.clone_ref(py)))
}

/// Does a question name rules of Python? These answer one thread at a time, and two that wait for
/// each other at every move take ten times as long.
pub(crate) fn is_named(question: &str) -> bool {
    lock(&IN_USE).iter().any(|(name, _)| question.contains(name.as_str()))
}

/// The limits of a question, for which that holds.
pub(crate) fn limits(question: &str, limits: Limits) -> Limits {
    if is_named(question) { Limits { threads: Some(1), ..limits } } else { limits }
}

/// What a class of Python says, and the positions met so far.
struct PythonGame {
    name: String,
    title: String,
    words: String,
    rules: Py<PyAny>,
    /// The method that is asked most, if the class has it.
    options: Option<Py<PyAny>>,
    /// From objects to numbers, but for plain integers.
    numbers: Py<PyDict>,
    table: Mutex<MethodTable>,
    /// Was there an integer that needs the dictionary?
    is_wide: AtomicBool,
    /// Was there a position of a kind that might change?
    is_changeable: AtomicBool,
    fault: Mutex<Option<PyErr>>,
    broken: AtomicBool,
    impartial: bool,
    loopy: bool,
    all_small: bool,
    components: bool,
    normal_form: bool,
    size: bool,
    both: bool,
}

#[derive(Default)]
struct MethodTable {
    objects: Vec<RulesObject>,
    /// From integers to numbers.
    integers: FxHashMap<i64, u32>,
    texts: Vec<Option<Arc<str>>>,
    /// By what is left of the text when it is read.
    by_text: HashMap<Box<str>, u32>,
    /// The moves of one player that came with those of the other.
    waiting: HashMap<(u32, Player), MoveNumbers>,
}

struct RulesObject {
    position: Py<PyAny>,
    /// Its hash when it was met, if it is of a kind that might change.
    hash: Option<isize>,
}

/// Integers below this one are their own hashes, -1 apart.
const OWN_HASH: i64 = (1 << 61) - 1;

/// A short list of moves.
type MoveNumbers = SmallVec<[u32; 32]>;

/// An integer that the dictionary is not needed for.
fn small(position: &Bound<'_, PyAny>) -> Option<i64> {
    let n: i64 = position.cast_exact::<PyInt>().ok()?.extract().ok()?;
    (-OWN_HASH < n && n < OWN_HASH).then_some(n)
}

/// Is an object of a kind that never changes, with all that is in it?
fn is_immutable(object: &Bound<'_, PyAny>) -> bool {
    if let Ok(tuple) = object.cast_exact::<PyTuple>() {
        return tuple.iter().all(|part| is_immutable(&part));
    }
    if let Ok(set) = object.cast_exact::<PyFrozenSet>() {
        return set.iter().all(|part| is_immutable(&part));
    }
    object.is_none()
        || object.is_exact_instance_of::<PyInt>()
        || object.is_exact_instance_of::<PyString>()
        || object.is_exact_instance_of::<PyBytes>()
        || object.is_exact_instance_of::<PyBool>()
        || object.is_exact_instance_of::<PyFloat>()
}

/// An iterator over what a method of a class of rules gave.
fn iterated<'py>(found: &Bound<'py, PyAny>, method: &str) -> PyResult<Bound<'py, PyIterator>> {
    let py = found.py();
    PyIterator::from_object(found).map_err(|error| {
        if !error.is_instance_of::<PyTypeError>(py) {
            return error;
        }
        let kind = found.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
        let message = format!("{method}() must give a list of positions, not an object of {kind}");
        let wrong = PyTypeError::new_err(message);
        wrong.set_cause(py, Some(error));
        wrong
    })
}

impl MethodTable {
    fn add(&mut self, object: RulesObject) -> PyResult<u32> {
        let number = u32::try_from(self.objects.len());
        let number = number.map_err(|_| PyTypeError::new_err("there are too many positions"))?;
        self.objects.push(object);
        self.texts.push(None);
        Ok(number)
    }
}

impl PythonGame {
    /// The number of a position. Equal objects have the same one, whatever their types are.
    ///
    /// Comparing objects may run Python code and with it other threads: no lock is held then, and
    /// the interpreter keeps others from changing the dictionary meanwhile.
    fn intern(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        if !self.is_wide.load(Ordering::Relaxed) && position.is_exact_instance_of::<PyInt>() {
            match small(position) {
                Some(n) => return self.intern_small(py, position, n),
                None => self.is_wide.store(true, Ordering::Relaxed),
            }
        }
        let numbers = self.numbers.bind(py);
        let known = numbers.get_item(position).map_err(|error| {
            let message =
                format!("a position must be hashable and never change: {}", said(position));
            let wrong = PyTypeError::new_err(message);
            wrong.set_cause(py, Some(error));
            wrong
        })?;
        if let Some(number) = known {
            return number.extract();
        }
        let hash = position.hash()?;
        let number = match self.equal_integer(py, position, hash as i64)? {
            Some(number) => number,
            None => {
                let changeable = !is_immutable(position);
                if changeable {
                    self.is_changeable.store(true, Ordering::Relaxed);
                }
                let hash = changeable.then_some(hash);
                lock(&self.table).add(RulesObject { position: position.clone().unbind(), hash })?
            }
        };
        numbers.set_item(position, number)?;
        Ok(number)
    }

    /// The number of a small integer.
    fn intern_small(&self, py: Python<'_>, position: &Bound<'_, PyAny>, n: i64) -> PyResult<u32> {
        if let Some(&number) = lock(&self.table).integers.get(&n) {
            return Ok(number);
        }
        let numbers = self.numbers.bind(py);
        let known = if numbers.is_empty() { None } else { numbers.get_item(position)? };
        let known = known.map(|number| number.extract()).transpose()?;
        let mut table = lock(&self.table);
        let number = match known {
            Some(number) => number,
            None => table.add(RulesObject { position: position.clone().unbind(), hash: None })?,
        };
        table.integers.insert(n, number);
        Ok(number)
    }

    /// The number of an integer that is equal to an object with this hash, if it was met.
    fn equal_integer(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        hash: i64,
    ) -> PyResult<Option<u32>> {
        // The hash of -1 is that of -2.
        for n in [hash, -1].into_iter().take(if hash == -2 { 2 } else { 1 }) {
            let known = lock(&self.table).integers.get(&n).copied();
            if let Some(number) = known
                && self.object(py, number).eq(position)?
            {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    fn object<'py>(&self, py: Python<'py>, number: u32) -> Bound<'py, PyAny> {
        let table = lock(&self.table);
        let object = table.objects.get(number as usize);
        object.map_or_else(|| py.None(), |object| object.position.clone_ref(py)).into_bound(py)
    }

    /// An error if a position is not what it was when it was met.
    fn unchanged(&self, py: Python<'_>, number: u32) -> PyResult<()> {
        if !self.is_changeable.load(Ordering::Relaxed) {
            return Ok(());
        }
        let hash = lock(&self.table).objects.get(number as usize).and_then(|object| object.hash);
        let Some(hash) = hash else { return Ok(()) };
        let position = self.object(py, number);
        if position.hash()? == hash {
            return Ok(());
        }
        let message = format!("a position must never change, this one did: {}", said(&position));
        Err(PyTypeError::new_err(message))
    }

    /// Hands on the numbers of the positions that a method gave, one by one where they are made one
    /// by one, until no more are wanted: there may be no end of them.
    fn each(
        &self,
        py: Python<'_>,
        found: &Bound<'_, PyAny>,
        method: &str,
        take: &mut dyn FnMut(u32) -> bool,
    ) -> PyResult<()> {
        let Ok(list) = found.cast_exact::<PyList>() else {
            for position in iterated(found, method)? {
                if !take(self.intern(py, &position?)?) {
                    break;
                }
            }
            return Ok(());
        };
        let mut numbers = MoveNumbers::new();
        if !self.is_wide.load(Ordering::Relaxed) {
            // To read integers runs no code of Python.
            let table = lock(&self.table);
            for position in list {
                let known = small(&position).and_then(|n| table.integers.get(&n));
                let Some(&number) = known else { break };
                numbers.push(number);
            }
        }
        for i in numbers.len().. {
            // A method of a position may change the list.
            if i >= list.len() {
                break;
            }
            numbers.push(self.intern(py, &list.get_item(i)?)?);
        }
        // Whoever takes them may ask for other moves: no lock is held any more.
        numbers.into_iter().all(take);
        Ok(())
    }

    /// The text of a position, which different positions must not share.
    fn text(&self, py: Python<'_>, number: u32) -> PyResult<Arc<str>> {
        if let Some(Some(text)) = lock(&self.table).texts.get(number as usize) {
            return Ok(Arc::clone(text));
        }
        let object = self.object(py, number);
        let shown = self.rules.bind(py).call_method1("show", (object,))?;
        let text: Arc<str> = match shown.extract::<String>() {
            Ok(text) => text.into(),
            Err(_) => {
                let message = format!("show() must give a text, not {}", said(&shown));
                return Err(PyTypeError::new_err(message));
            }
        };
        let mut table = lock(&self.table);
        if let Some(&other) = table.by_text.get(bare(&text))
            && other != number
        {
            let message = format!("show() writes two positions alike: {text}");
            return Err(PyTypeError::new_err(message));
        }
        table.by_text.insert(bare(&text).into(), number);
        if let Some(place) = table.texts.get_mut(number as usize) {
            *place = Some(Arc::clone(&text));
        }
        Ok(text)
    }

    /// Does something in Python; the first exception is kept.
    fn attached<T>(&self, otherwise: T, work: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
        if self.broken.load(Ordering::Relaxed) {
            return otherwise;
        }
        match Python::attach(work) {
            Ok(done) => done,
            Err(error) => {
                self.broken.store(true, Ordering::Relaxed);
                lock(&self.fault).get_or_insert(error);
                otherwise
            }
        }
    }

    /// The moves of a player; those of the other, if they came with them, are kept until asked for.
    fn moves(
        &self,
        py: Python<'_>,
        position: u32,
        who: Player,
        take: &mut dyn FnMut(u32) -> bool,
    ) -> PyResult<()> {
        let object = self.object(py, position);
        if self.both {
            let waiting = lock(&self.table).waiting.remove(&(position, who));
            if let Some(moves) = waiting {
                moves.into_iter().all(take);
                return Ok(());
            }
            let found = self.rules.bind(py).call_method1(intern!(py, "options_both"), (object,))?;
            let (left, right) = pair(&found, "options_both", "the moves of Left and of Right")?;
            let (mine, others) = if who == Player::Left { (left, right) } else { (right, left) };
            let mut waiting = MoveNumbers::new();
            self.each(py, &others, "options_both", &mut |other| {
                waiting.push(other);
                true
            })?;
            lock(&self.table).waiting.insert((position, !who), waiting);
            self.each(py, &mine, "options_both", take)?;
        } else {
            let player =
                if who == Player::Left { intern!(py, "left") } else { intern!(py, "right") };
            let found = match &self.options {
                Some(options) => options.bind(py).call1((object, player))?,
                None => self.rules.bind(py).call_method1("options", (object, player))?,
            };
            self.each(py, &found, "options", take)?;
        }
        self.unchanged(py, position)
    }

    fn flag(rules: &Bound<'_, PyAny>, name: &str) -> PyResult<bool> {
        rules.getattr(name)?.is_truthy()
    }
}

/// A ruleset of Python, as the registry knows it.
pub(crate) struct OwnRuleset(Arc<PythonGame>);

impl OwnRuleset {
    pub(crate) fn new(py: Python<'_>, rules: Py<PyAny>) -> PyResult<Arc<OwnRuleset>> {
        let bound = rules.bind(py);
        let class = bound.get_type();
        let title = class.name()?.to_string();
        let words = class.getattr("__doc__")?;
        let words = if words.is_none() { String::new() } else { words.str()?.to_string() };
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let plain: String =
            title.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
        let has = |name: &str| bound.hasattr(name);
        let own = Arc::new(PythonGame {
            // Sums look for added rules among the names of files.
            name: format!("python-{plain}-{number}.up"),
            title,
            words,
            impartial: PythonGame::flag(bound, "impartial")?,
            loopy: PythonGame::flag(bound, "loopy")?,
            all_small: PythonGame::flag(bound, "all_small")?,
            components: has("components")?,
            normal_form: has("normal_form")?,
            size: has("size")?,
            both: has("options_both")?,
            options: bound.getattr_opt("options")?.map(Bound::unbind),
            is_wide: AtomicBool::new(false),
            is_changeable: AtomicBool::new(false),
            numbers: PyDict::new(py).unbind(),
            table: Mutex::default(),
            fault: Mutex::new(None),
            broken: AtomicBool::new(false),
            rules,
        });
        lock(&IN_USE).push((own.name.clone(), Arc::downgrade(&own)));
        Ok(Arc::new(OwnRuleset(own)))
    }

    pub(crate) fn name(&self) -> &str {
        &self.0.name
    }
}

/// The ruleset that was added under a name.
pub(crate) fn added(name: &str) -> PyResult<Arc<OwnRuleset>> {
    Ok(Arc::new(OwnRuleset(in_use(name)?)))
}

/// The text of a position of added rules, and back.
pub(crate) fn text_of(py: Python<'_>, name: &str, position: &Bound<'_, PyAny>) -> PyResult<String> {
    let own = in_use(name)?;
    let number = own.intern(py, position)?;
    Ok(own.text(py, number)?.to_string())
}

pub(crate) fn object_of(py: Python<'_>, name: &str, text: &str) -> PyResult<Py<PyAny>> {
    let own = in_use(name)?;
    let number = lock(&own.table).by_text.get(bare(text)).copied();
    match number {
        Some(number) => Ok(own.object(py, number).unbind()),
        None => own.rules.call_method1(py, "parse", (text,)),
    }
}

/// A text as the readers of positions hand it on: without the spaces and the quotes around it.
fn bare(text: &str) -> &str {
    let text = text.trim();
    let inside = |quote: char| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    inside('\'').or_else(|| inside('"')).unwrap_or(text)
}

/// What an exception says; of one that is no `ValueError` also its kind.
fn message(error: &PyErr) -> String {
    Python::attach(|py| match error.value(py).str() {
        Ok(text) if error.is_instance_of::<PyValueError>(py) => text.to_string(),
        _ => error.to_string(),
    })
}

/// Did an exception spoil what the engines remember of these rules?
pub(crate) fn is_spoilt(name: &str) -> bool {
    in_use(name).is_ok_and(|own| own.broken.load(Ordering::Relaxed))
}

/// The pair that a method of a class of rules must give.
fn pair<'py>(
    found: &Bound<'py, PyAny>,
    method: &str,
    what: &str,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    found.extract().map_err(|_| {
        let message = format!("{method}() must give a pair: {what}; this is {}", said(found));
        PyTypeError::new_err(message)
    })
}

fn said(position: &Bound<'_, PyAny>) -> String {
    position.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string())
}

fn in_use(name: &str) -> PyResult<Arc<PythonGame>> {
    let all = lock(&IN_USE);
    let own = all.iter().find(|(known, _)| known == name).and_then(|(_, own)| own.upgrade());
    own.ok_or_else(|| PyTypeError::new_err("these rules are not added"))
}

impl Ruleset for OwnRuleset {
    fn about(&self) -> About<'_> {
        About {
            name: &self.0.name,
            aliases: &[],
            title: &self.0.title,
            rules: &self.0.words,
            notation: "as the method show() of the class writes it",
            examples: &[],
            source: "",
            known: &[],
            tables: "",
            impartial: self.0.impartial,
            editor: Editor::Text,
        }
    }

    fn rules(&self, _: &str) -> Result<Erased, PositionError> {
        Ok(Erased::new(PythonRules(Arc::clone(&self.0))))
    }
}

/// The rules themselves. To the engines a position is its number.
struct PythonRules(Arc<PythonGame>);

impl Rules for PythonRules {
    type Position = u32;

    fn options(&self, position: &u32, who: Player, out: &mut dyn Options<u32>) {
        self.0.attached((), |py| self.0.moves(py, *position, who, &mut |option| out.push(option)));
    }

    fn parse(&self, text: &str) -> Result<u32, PositionError> {
        if let Some(&number) = lock(&self.0.table).by_text.get(bare(text)) {
            return Ok(number);
        }
        let read = Python::attach(|py| {
            let object = self.0.rules.bind(py).call_method1("parse", (text,))?;
            self.0.intern(py, &object)
        });
        read.map_err(|error: PyErr| PositionError::whole(text, message(&error)))
    }

    fn show(&self, position: &u32) -> String {
        self.0.attached(String::new(), |py| Ok(self.0.text(py, *position)?.to_string()))
    }

    fn picture(&self, position: &u32) -> Picture {
        let text = self.show(position);
        let columns = text.chars().count().div_ceil(4).max(2);
        let mut picture = Picture::new(columns, 1);
        let middle = picture.width / 2;
        picture.shapes.push(Shape::text(middle, 5, text, Color::Black));
        picture
    }

    fn fault(&self) -> Option<String> {
        if !self.0.broken.load(Ordering::Relaxed) {
            return None;
        }
        Python::attach(|py| {
            let fault = lock(&self.0.fault).as_ref().map(|error| error.clone_ref(py));
            fault.map(|error| error.to_string())
        })
    }

    fn nature(&self) -> Nature {
        Nature {
            impartial: self.0.impartial,
            all_small: self.0.all_small,
            loopy: self.0.loopy,
            undivided: !self.0.components && !self.0.normal_form,
            ..Nature::PARTIZAN
        }
    }

    fn sum_components(&self, position: u32, out: &mut dyn Options<u32>) {
        if !self.0.components {
            out.push(position);
            return;
        }
        self.0.attached((), |py| {
            let object = self.0.object(py, position);
            let found = self.0.rules.bind(py).call_method1("components", (object,))?;
            self.0.each(py, &found, "components", &mut |part| out.push(part))
        });
    }

    fn normal_form(&self, position: u32) -> (u32, bool) {
        if !self.0.normal_form {
            return (position, false);
        }
        self.0.attached((position, false), |py| {
            let object = self.0.object(py, position);
            let found = self.0.rules.bind(py).call_method1("normal_form", (object,))?;
            let what = "a position and whether the players are exchanged in it";
            let (form, negated) = pair(&found, "normal_form", what)?;
            Ok((self.0.intern(py, &form)?, negated.is_truthy()?))
        })
    }

    fn size(&self, position: &u32) -> u32 {
        if !self.0.size {
            return u32::MAX;
        }
        self.0.attached(u32::MAX, |py| {
            let object = self.0.object(py, *position);
            let size = self.0.rules.bind(py).call_method1("size", (object,))?;
            size.extract().map_err(|_| {
                let message = format!("size() must give a number from 0 on, not {}", said(&size));
                PyTypeError::new_err(message)
            })
        })
    }
}
