//! The operators and comparisons of games.

use super::error::Error;
use super::game::Game;
use super::session::Session;
use std::cmp::Ordering;
use std::iter::Sum;
use std::ops::{Add, Mul, Neg, Sub};
use upstar_session::Kind;

/// The result of an operator, which cannot return an error.
fn computed<T>(result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("no result of an operator on games: {error}; see `Game::checked_add`"),
    }
}

/// Implements an operator for games and references to games.
macro_rules! operator {
    ($Operator:ident, $operator:ident, $checked:ident) => {
        impl $Operator<&Game> for &Game {
            type Output = Game;

            fn $operator(self, other: &Game) -> Game {
                computed(self.$checked(other))
            }
        }

        impl $Operator<Game> for &Game {
            type Output = Game;

            fn $operator(self, other: Game) -> Game {
                self.$operator(&other)
            }
        }

        impl $Operator<i64> for &Game {
            type Output = Game;

            fn $operator(self, n: i64) -> Game {
                self.$operator(&self.session().integer(n))
            }
        }

        impl<T> $Operator<T> for Game
        where
            for<'g> &'g Game: $Operator<T, Output = Game>,
        {
            type Output = Game;

            fn $operator(self, other: T) -> Game {
                (&self).$operator(other)
            }
        }
    };
}

operator!(Add, add, checked_add);
operator!(Sub, sub, checked_sub);

impl Mul<i64> for &Game {
    type Output = Game;

    fn mul(self, n: i64) -> Game {
        computed(self.checked_mul(n))
    }
}

impl Mul<i64> for Game {
    type Output = Game;

    fn mul(self, n: i64) -> Game {
        &self * n
    }
}

impl Mul<&Game> for i64 {
    type Output = Game;

    fn mul(self, game: &Game) -> Game {
        game * self
    }
}

impl Mul<Game> for i64 {
    type Output = Game;

    fn mul(self, game: Game) -> Game {
        game * self
    }
}

impl Neg for &Game {
    type Output = Game;

    fn neg(self) -> Game {
        computed(self.checked_neg())
    }
}

impl Neg for Game {
    type Output = Game;

    fn neg(self) -> Game {
        -&self
    }
}

/// The sum of games lives in the session of the first; the sum of none is 0 in the shared session.
impl Sum for Game {
    fn sum<I: Iterator<Item = Game>>(games: I) -> Game {
        games.reduce(|sum, game| sum + game).unwrap_or_else(|| Game::from(0))
    }
}

impl From<i64> for Game {
    /// Returns the integer, in the shared session.
    fn from(n: i64) -> Game {
        Session::shared().integer(n)
    }
}

/// The order where there is one: of two kinds that are not compared there is none.
fn order<T>(result: Result<T, Error>) -> Option<T> {
    match result {
        Err(error) if matches!(error.kind(), Kind::Kind | Kind::Domain | Kind::Unsupported) => None,
        other => Some(computed(other)),
    }
}

/// Equality of value. Games of kinds that are not compared are different.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        order(self.checked_eq(other)).unwrap_or(false)
    }
}

impl PartialEq<i64> for Game {
    fn eq(&self, n: &i64) -> bool {
        *self == self.session().integer(*n)
    }
}

/// The partial order of games. Games of kinds that are not compared have no order.
impl PartialOrd for Game {
    fn partial_cmp(&self, other: &Game) -> Option<Ordering> {
        order(self.checked_cmp(other)).flatten()
    }
}

impl PartialOrd<i64> for Game {
    fn partial_cmp(&self, n: &i64) -> Option<Ordering> {
        self.partial_cmp(&self.session().integer(*n))
    }
}
