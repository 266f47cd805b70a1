//! A calculator: variables, stores of values, and one input after another.

mod handles;

use crate::error::{Error, ErrorKind, Evaluated, LoadError, Span, Warning};
use crate::eval::Interpreter;
use crate::position::{Ruleset, cgsuite, words};
use crate::print::Notation;
use crate::show;
use crate::value::{Charge, Game, Value};
use crate::{builtins, eval};
use std::cmp::Ordering;
use upstar_base::{Budget, Player, Stopped};
use upstar_engine::EvaluatorCache;
use upstar_syntax::{Expr, Node};
use upstar_syntax::{Key, ReadLimits, Reader, Reading};
use upstar_theory::theory::Valuation;
use upstar_values::stopper::temperature::OneWall;
use upstar_values::value::Stores;
use upstar_values::{Calc, Short};

/// Bounds that hold whatever the budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CalculatorLimits {
    /// The most bytes of one input.
    pub max_input: usize,
    /// How deeply brackets may nest in an input.
    pub max_nesting: usize,
    /// How deeply calls of user functions may nest.
    pub max_calls: usize,
    /// The most binary digits of a numerator or denominator.
    pub max_bits: u64,
    /// The most bytes of a string.
    pub max_string: usize,
}

impl Default for CalculatorLimits {
    fn default() -> CalculatorLimits {
        CalculatorLimits {
            max_input: 4 << 20,
            max_nesting: 1000,
            max_calls: 10_000,
            max_bits: 1 << 20,
            max_string: 1 << 24,
        }
    }
}

impl CalculatorLimits {
    /// A reader that keeps to these bounds.
    pub(crate) fn reader(&self, reading: Reading) -> Reader {
        let limits = ReadLimits { input: self.max_input, nesting: self.max_nesting };
        Reader { limits, reading, names: eval::NAMES }
    }
}

/// What an input gave.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// The value of the last statement; `None` if it has none (a definition, a loop, no input), and
    /// if a semicolon ends the input.
    pub value: Option<Value>,
    /// The lines that `print` wrote.
    pub printed: Vec<String>,
    /// What is suspicious about the input.
    pub warnings: Vec<Warning>,
}

/// Variables and stores of values, kept from one input to the next.
///
/// ```
/// use upstar_calculator::{Calculator, print::Notation};
/// let mut session = Calculator::default();
/// session.eval("g := {3||2|1}")?;
/// let value = session.eval("g.Mean + *")?.value.unwrap();
/// assert_eq!(session.show(&value, Notation::Ascii).unwrap(), "9/4*");
/// let error = session.eval("g.Temprature").unwrap_err();
/// assert_eq!(error.hint.as_deref(), Some("did you mean `.Temperature`?"));
/// # Ok::<(), Box<upstar_calculator::Error>>(())
/// ```
#[derive(Debug)]
pub struct Calculator {
    machine: Interpreter,
}

impl Default for Calculator {
    fn default() -> Calculator {
        Calculator::new(Calc::default())
    }
}

impl Calculator {
    /// A session without variables that works at `calc`.
    pub fn new(calc: Calc) -> Calculator {
        Calculator::with_settings(calc, CalculatorLimits::default())
    }

    /// The same with other bounds.
    pub fn with_settings(calc: Calc, settings: CalculatorLimits) -> Calculator {
        Calculator { machine: Interpreter::new(calc, settings) }
    }

    /// Evaluates statements; variables persist.
    pub fn eval(&mut self, source: &str) -> Result<Evaluation, Box<Error>> {
        let value = self.run(source, Reading::Arithmetic)?;
        let printed = self.take_printed();
        Ok(Evaluation { value, printed, warnings: std::mem::take(&mut self.machine.warnings) })
    }

    /// The lines that `print` wrote before an input failed.
    ///
    /// ```
    /// # use upstar_calculator::Calculator;
    /// let mut session = Calculator::default();
    /// session.eval("print(1 + 1); error(\"enough\")").unwrap_err();
    /// assert_eq!(session.take_printed(), ["2"]);
    /// ```
    pub fn take_printed(&mut self) -> Vec<String> {
        std::mem::take(&mut self.machine.printed).lines
    }

    /// Lets `load "name"` ask `loader` for the text of that name. The loader gets the budget of the
    /// session and stops reading when that does; another error is told in words. Without a loader
    /// nothing can be loaded.
    ///
    /// ```
    /// # use upstar_calculator::{Calculator, print::Notation};
    /// let mut session = Calculator::default();
    /// session.set_loader(|name, _| match name {
    ///     "squares" => Ok("def square(n) := n * n".to_owned()),
    ///     _ => Err("there is only `squares`".to_owned()),
    /// });
    /// let value = session.eval("load \"squares\"; square(12)")?.value.unwrap();
    /// assert_eq!(session.show(&value, Notation::Ascii).unwrap(), "144");
    /// # Ok::<(), Box<upstar_calculator::Error>>(())
    /// ```
    pub fn set_loader<E: Into<LoadError>>(
        &mut self,
        mut loader: impl FnMut(&str, &Budget) -> Result<String, E> + Send + 'static,
    ) {
        let loader = move |name: &str, budget: &Budget| loader(name, budget).map_err(Into::into);
        self.machine.loader = Some(eval::Loader(Box::new(loader)));
    }

    /// Lets `load "name"` have this text without asking the loader. Rules begin with `game NAME`:
    ///
    /// ```
    /// # use upstar_calculator::{Calculator, print::Notation};
    /// let mut session = Calculator::default();
    /// let text = "game Tag\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n";
    /// session.offer("tag.up", text);
    /// let value = session.eval("load \"tag.up\"; tag(\"xxo\") + kayles(2)")?.value.unwrap();
    /// assert_eq!(session.show(&value, Notation::Ascii).unwrap(), "kayles(2) + tag(\"xxo\")");
    /// let value = session.eval("tag(\"xxo\").Value")?.value.unwrap();
    /// assert_eq!(session.show(&value, Notation::Ascii).unwrap(), "^");
    /// assert!(session.help("tag").unwrap().contains("rows joined by"));
    /// # Ok::<(), Box<upstar_calculator::Error>>(())
    /// ```
    pub fn offer(&mut self, name: &str, text: &str) {
        self.machine.offered.retain(|(known, _)| known != name);
        self.machine.offered.push((name.to_owned(), text.to_owned()));
    }

    /// Takes over what another session can load.
    pub fn load_as(&mut self, other: &mut Calculator) {
        self.machine.loader = other.machine.loader.take();
        self.machine.offered = std::mem::take(&mut other.machine.offered);
    }

    /// Help on a name, also of rules that were loaded; on everything if the name is empty.
    pub fn help(&self, name: &str) -> Option<String> {
        let word = name.trim().replace('-', "_");
        let mut loaded = self.machine.loaded.iter();
        match loaded.find(|loaded| loaded.word() == word && !loaded.is_replaced()) {
            Some(loaded) => Some(builtins::rules_page(&Ruleset::of_file(loaded))),
            None => builtins::help(name).or_else(|| {
                // `game.grid.Clobber` and `Clobber` are rules of ours.
                let last = name.trim().rsplit('.').next().unwrap_or_default();
                Some(builtins::rules_page(&crate::position::cgsuite::bare(last)?))
            }),
        }
    }

    /// Reads a value as it is printed: `3*5` is 3 + *5 here and `1^4` is 1 + ^4.
    ///
    /// ```
    /// # use upstar_calculator::{Calculator, print::Notation};
    /// let mut session = Calculator::default();
    /// let value = session.read("3*5")?;
    /// assert_eq!(session.kind(&value), "NumberUpStar");
    /// assert_eq!(session.show(&value, Notation::Ascii).unwrap(), "3*5");
    /// # Ok::<(), Box<upstar_calculator::Error>>(())
    /// ```
    pub fn read(&mut self, text: &str) -> Result<Value, Box<Error>> {
        Ok(self.run(text, Reading::Printed)?.unwrap_or(Value::Nothing))
    }

    fn run(&mut self, source: &str, reading: Reading) -> Evaluated<Option<Value>> {
        let reader = self.machine.settings.reader(reading);
        let mut charge = Charge::new(self.machine.calc.budget());
        let whole = Span::new(0, source.len());
        charge
            .add(source.len().min(reader.limits.input) as u64 * eval::BYTES)
            .map_err(eval::stopped(whole))?;
        self.machine.start(source);
        let input = reader.input(source).map_err(|failure| failure.error)?;
        let value = self.machine.run_statements(&input.statements)?;
        let last = input.statements.last().filter(|_| !input.silent);
        Ok(last.filter(|last| has_value(last, &value)).map(|_| value))
    }

    /// The text of a value.
    pub fn show(&mut self, value: &Value, notation: Notation) -> Result<String, Stopped> {
        show::value(&mut self.machine, value, notation)
    }

    /// The most specific kind of a value: "Integer", "Dyadic", "Nimber", "ShortGame"...
    pub fn kind(&mut self, value: &Value) -> &'static str {
        self.machine.kind(value).unwrap_or_else(|_| value.sort())
    }

    /// The value as a short game, if it is one: games, forms, dyadic numbers.
    pub fn game(&mut self, value: &Value) -> Result<Option<Short>, Stopped> {
        match self.machine.game(value, Span::default()) {
            Ok(game) => Ok(Some(game)),
            Err(error) => match error.kind {
                crate::ErrorKind::Stopped(why) => Err(why),
                _ => Ok(None),
            },
        }
    }

    /// The walls of the thermograph of an endless game, one of which may be nowhere; none if the
    /// value is no stopper.
    pub fn walls(&mut self, value: &Value) -> Result<Option<[OneWall; 2]>, Box<Error>> {
        let g = match self.machine.stopper(value, Span::default()) {
            Ok(g) => g,
            Err(error) if matches!(error.kind, ErrorKind::Stopped(_)) => return Err(error),
            Err(_) => return Ok(None),
        };
        let wall = |who| {
            let wall = self.machine.stoppers.one_wall(g, who);
            wall.map_err(eval::stopped(Span::default()))
        };
        Ok(Some([wall(Player::Left)?, wall(Player::Right)?]))
    }

    /// Short games, and operations on them.
    pub fn calc(&mut self) -> &mut Calc {
        &mut self.machine.calc
    }

    /// All stores of values.
    pub fn stores(&mut self) -> Stores<'_> {
        self.machine.stores()
    }

    /// The evaluators of positions. Values that they find belong to the [`Calculator::stores`].
    pub fn evaluators(&mut self) -> &mut EvaluatorCache {
        &mut self.machine.evaluators
    }

    /// A short game of this session's store as a value, of its most specific kind.
    pub fn value_of(&mut self, g: Short) -> Value {
        self.machine.demote(g)
    }

    /// A nimber of any size as a value.
    pub fn nimber(&mut self, nim: u128) -> Result<Value, Stopped> {
        self.machine.nimber_of(nim)
    }

    /// What an evaluator found as a value of its kind, so that every method of that kind works on
    /// it; `None` if it is a game with sides that are no stoppers.
    ///
    /// ```
    /// # use upstar_calculator::{Calculator, print::Notation};
    /// use upstar_calculator::{Game, Paced};
    /// use upstar_values::ComponentPace;
    /// let mut session = Calculator::default();
    /// let paced = Game::Paced(Paced { pace: ComponentPace::Rapid, left: 3, right: Some(4) });
    /// let value = session.worth_value(&paced.into())?.unwrap();
    /// assert_eq!(session.show(&value, Notation::Ascii).unwrap(), "Remoteness(3,4)");
    /// # Ok::<(), Box<upstar_calculator::Error>>(())
    /// ```
    pub fn worth_value(&mut self, worth: &Valuation) -> Result<Option<Value>, Box<Error>> {
        match &worth.value {
            Game::Sided(sides) if !eval::loopy::are_stoppers(*sides) => Ok(None),
            _ => self.machine.worth(worth, Span::default()).map(Some),
        }
    }

    /// A position of a ruleset of the registry, read as the command line reads it.
    ///
    /// ```
    /// # use upstar_calculator::{Calculator, print::Notation};
    /// let mut session = Calculator::default();
    /// let position = session.position("subtraction(2,5,6)", "9 + 4")?;
    /// let text = session.show(&position, Notation::Ascii).unwrap();
    /// assert_eq!(text, "subtraction(2,5,6)(4) + subtraction(2,5,6)(9)");
    /// # Ok::<(), Box<upstar_calculator::Error>>(())
    /// ```
    pub fn position(&mut self, rules: &str, position: &str) -> Result<Value, Box<Error>> {
        let whole = Span::new(0, position.len());
        self.machine.start(position);
        let known = self.machine.ruleset(rules).map(|rules| rules.assumed());
        let rules = known.ok_or_else(|| {
            let message = format!("there is no ruleset `{rules}`");
            Box::new(Error::new(ErrorKind::Name, Span::default(), message))
        })?;
        let text = self.machine.string(position, whole)?;
        self.machine.make_position(&rules, &[text], &[whole], whole)
    }

    /// What a method without arguments says of a value. The name is looked up and nothing else:
    /// no text is evaluated. The case of its name does not matter.
    ///
    /// ```
    /// # use upstar_calculator::{Calculator, print::Notation};
    /// let mut session = Calculator::default();
    /// let value = session.eval("+-3").unwrap().value.unwrap();
    /// let answer = session.call(&value, "temperature")?;
    /// assert_eq!(session.show(&answer, Notation::Ascii).unwrap(), "3");
    /// # Ok::<(), Box<upstar_calculator::Error>>(())
    /// ```
    pub fn call(&mut self, value: &Value, method: &str) -> Result<Value, Box<Error>> {
        self.call_with(value, method, &[])
    }

    /// The order of two games; none if they are confused.
    pub fn compare(&mut self, a: &Value, b: &Value) -> Result<Option<Ordering>, Box<Error>> {
        self.machine.compare(a, b, Span::default())
    }

    /// The variables that are defined, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.machine.globals.names().map(|name| name.to_string()).collect();
        names.sort_unstable();
        names
    }

    /// Where the word before byte `at` of `line` starts, and what it may become.
    pub fn complete(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        let before = line.get(..at).unwrap_or(line);
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let start = before
            .rfind(|c| !is_part(c))
            .map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
        let word = &before[start..];
        let left = before[..start].trim_end();
        let package = cgsuite::package_before(left);
        let mut names: Vec<String> = if let Some(package) = package {
            cgsuite::names(package)
        } else if left.ends_with('.') && !left.ends_with("..") {
            builtins::all().filter(|b| b.on.is_some()).map(|b| b.name.to_string()).collect()
        } else if word.is_empty() {
            Vec::new()
        } else {
            builtins::all()
                .map(|builtin| builtin.name.to_string())
                .chain(Key::SPELLED.iter().map(|(word, _)| word.to_string()))
                .chain(words().map(str::to_owned))
                .chain(self.names())
                .collect()
        };
        names.retain(|name| name.starts_with(word));
        names.sort_unstable();
        names.dedup();
        (start, names)
    }
}

/// Is the value of this statement worth printing?
fn has_value(statement: &Expr, value: &Value) -> bool {
    match &statement.node {
        Node::Def(_) | Node::Class(_) | Node::Var(_) | Node::While(..) | Node::Load(_) => false,
        Node::For(statement) => !statement.yields.is_empty(),
        Node::If(..) | Node::Block(_) | Node::Try(_) => !matches!(value, Value::Nothing),
        // What `print` has to say is said.
        Node::Postfix(base, _) if matches!(&base.node, Node::Name(name) if **name == *"print") => {
            !matches!(value, Value::Nothing)
        }
        _ => true,
    }
}
