//! Arithmetic on values that a program holds, without text in between.

use super::Calculator;
use crate::error::{Error, Span};
use crate::value::{Game, Value};
use dashu_int::IBig;
use std::sync::Arc;
use upstar_notation::plot::Figure;
use upstar_notation::print::Notation;

impl Calculator {
    /// Reads a game with the built-in meaning of every name, whatever variables are defined. The
    /// text is read as it is printed (`3*5` is 3 + *5), or else as an expression.
    ///
    /// ```
    /// # use upstar_calculator::{Calculator, print::Notation};
    /// let mut calculator = Calculator::default();
    /// calculator.eval("on := 3")?;
    /// let value = calculator.read_constant("on")?;
    /// assert_eq!(calculator.show(&value, Notation::Ascii).unwrap(), "on");
    /// assert_eq!(calculator.names(), ["on"]);
    /// # Ok::<(), Box<upstar_calculator::Error>>(())
    /// ```
    pub fn read_constant(&mut self, text: &str) -> Result<Value, Box<Error>> {
        let variables = std::mem::take(&mut self.machine.globals);
        let value = self.read(text).or_else(|error| match self.eval(text) {
            Ok(evaluation) => Ok(evaluation.value.unwrap_or_default()),
            Err(_) => Err(error),
        });
        self.machine.globals = variables;
        value
    }

    /// Returns the integer `n`.
    pub fn integer(n: i64) -> Value {
        Value::Game(Game::Integer(IBig::from(n)))
    }

    /// Returns `a + b`.
    ///
    /// ```
    /// # use upstar_calculator::{Calculator, print::Notation};
    /// let mut calculator = Calculator::default();
    /// let up = calculator.read("^")?;
    /// let value = calculator.multiple(3, &up)?;
    /// let value = calculator.sum(&value, &Calculator::integer(1))?;
    /// assert_eq!(calculator.show(&value, Notation::Ascii).unwrap(), "1^3");
    /// # Ok::<(), Box<upstar_calculator::Error>>(())
    /// ```
    pub fn sum(&mut self, a: &Value, b: &Value) -> Result<Value, Box<Error>> {
        self.machine.start("");
        self.machine.plus(a, b, Span::default())
    }

    /// Returns `-a`.
    pub fn negative(&mut self, a: &Value) -> Result<Value, Box<Error>> {
        self.machine.start("");
        self.machine.negate(a, Span::default())
    }

    /// Returns the sum of `n` copies of `a`.
    pub fn multiple(&mut self, n: i64, a: &Value) -> Result<Value, Box<Error>> {
        self.machine.start("");
        self.machine.product_of(&Calculator::integer(n), a, Span::default())
    }

    /// Returns the game with these options.
    pub fn game_of(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Box<Error>> {
        self.machine.start("");
        let game = self.machine.make_game(left, right, Span::default())?;
        self.worth_of(&game)
    }

    /// Returns the value of a position or of a game as it was written; other values as they are.
    pub fn worth_of(&mut self, value: &Value) -> Result<Value, Box<Error>> {
        match value {
            Value::Form(_) => {
                let game = self.machine.game(value, Span::default())?;
                Ok(self.machine.demote(game))
            }
            _ => self.machine.valued(value, Span::default()),
        }
    }

    /// Whether two values are equal: games by value, everything else by content.
    pub fn equal(&mut self, a: &Value, b: &Value) -> Result<bool, Box<Error>> {
        self.machine.start("");
        self.machine.equal(a, b, Span::default())
    }

    /// Calls a method with arguments. The case of its name does not matter.
    ///
    /// ```
    /// # use upstar_calculator::{Calculator, print::Notation};
    /// let mut calculator = Calculator::default();
    /// let switch = calculator.read("+-3")?;
    /// let cooled = calculator.call_with(&switch, "cool", &[Calculator::integer(1)])?;
    /// assert_eq!(calculator.show(&cooled, Notation::Ascii).unwrap(), "+-2");
    /// # Ok::<(), Box<upstar_calculator::Error>>(())
    /// ```
    pub fn call_with(
        &mut self,
        value: &Value,
        method: &str,
        arguments: &[Value],
    ) -> Result<Value, Box<Error>> {
        let mut methods = crate::builtins::methods_of(value);
        let known = methods.find(|name| name.eq_ignore_ascii_case(method)).unwrap_or(method);
        self.machine.start(method);
        self.machine.ask_with(value.clone(), known, arguments, Span::new(0, method.len()))
    }

    /// Returns the thermograph of a game, under its printed value; `None` if it has none.
    pub fn figure(
        &mut self,
        value: &Value,
        notation: Notation,
    ) -> Result<Option<Figure>, Box<Error>> {
        let stopped = |why| crate::eval::stopped(Span::default())(why);
        let title = self.show(value, notation).map_err(stopped)?;
        if let Some(game) = self.game(value).map_err(stopped)? {
            let thermograph = self.calc().thermograph(game).map_err(stopped)?;
            return Ok(Some(Figure::new(title, thermograph)));
        }
        if !matches!(value, Value::Game(Game::Sided(_))) {
            return Ok(None);
        }
        let walls = self.walls(value)?;
        if let Some(figure) = walls.and_then(|walls| Figure::one_wall(&title, walls)) {
            return Ok(Some(figure));
        }
        Ok(match self.call(value, "Thermograph")? {
            Value::Thermograph(thermograph) => Some(Figure::new(title, Arc::clone(&thermograph))),
            _ => None,
        })
    }
}
