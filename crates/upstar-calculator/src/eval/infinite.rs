//! Superheavy games, and loopy nimbers with infinite subscripts: how they are made.

use super::Interpreter;
use crate::error::{Evaluated, Span};
use crate::value::{Game, Value};
use upstar_values::surreal::OrdinalLoopy;

impl Interpreter {
    /// A game with `Z` or a superheavy game among its options.
    pub(super) fn make_superheavy(&mut self, sides: [&[Value]; 2], span: Span) -> Evaluated<Value> {
        let [left, right] = self.both_sides(sides, |m, option| match option {
            Value::Game(game @ (Game::Integers | Game::Superheavy(_))) => Ok(game.clone()),
            _ => m.game(option, span).map(Game::Short),
        })?;
        let made = self.stores().make_superheavy([&left, &right]);
        self.stored(made, span)
    }

    /// Its most specific kind: without infinite sizes it is one of the finite values.
    pub(crate) fn ordinal_loopy_value(
        &mut self,
        value: OrdinalLoopy,
        span: Span,
    ) -> Evaluated<Value> {
        let value = self.stores().ordinal_loopy(value);
        self.stored(value, span)
    }
}
