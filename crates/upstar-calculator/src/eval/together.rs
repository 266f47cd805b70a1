//! Values of joins, unions, loopy and entailing games: how they are made.

use super::{Interpreter, fail};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::value::{Game, Paced, Value};
use dashu_int::IBig;
use upstar_base::{Play, Player};
use upstar_values::{Best, ComponentPace, Entailed, LoopyNimber, Tallies};

impl Interpreter {
    /// Two tallies as they are written.
    pub(super) fn written_tallies(&mut self, text: &str, span: Span) -> Evaluated<Value> {
        let tallies = text.parse().map_err(|_| {
            let message =
                "the denominator of a toll is a power of 2, and a timer is at most 4294967295";
            fail(ErrorKind::Syntax, span, message)
        })?;
        self.tallies(tallies, span)
    }

    /// A loopy nimber as it is written.
    pub(super) fn written_loopy_nimber(&mut self, text: &str, span: Span) -> Evaluated<Value> {
        let nimber = text.parse().map_err(|_| {
            let message = "the numbers of a loopy nimber are at most 4294967295";
            fail(ErrorKind::Syntax, span, message)
        })?;
        self.loopy_nimber(nimber, span)
    }

    /// Tallies, as a number if they are those of one.
    pub(crate) fn tallies(&mut self, tallies: Tallies, span: Span) -> Evaluated<Value> {
        let tallies = self.stores().tallies(tallies);
        self.stored(tallies, span)
    }

    /// The tally machine: the tallies of a position from those of its options. A number is a cold
    /// option, `inf` or `-inf` one that wins or loses at once.
    pub(super) fn make_tallies(&mut self, sides: [&[Value]; 2], span: Span) -> Evaluated<Value> {
        let mut best = Player::BOTH.map(Best::none);
        for ((who, best), options) in Player::BOTH.into_iter().zip(&mut best).zip(sides) {
            for option in options {
                let tallies = match option {
                    Value::Game(Game::Tallies(tallies)) => (***tallies).clone(),
                    Value::Game(Game::Infinity { negative: false }) => Tallies::won(Player::Left),
                    Value::Game(Game::Infinity { negative: true }) => Tallies::won(Player::Right),
                    Value::Game(Game::Integer(_) | Game::Rational(_)) => {
                        Tallies::number(self.dyadic(option, span)?)
                    }
                    other => return Err(self.wrong_kind("tallies or a number", other, span)),
                };
                best.consider(who, tallies.of(!who).clone());
            }
        }
        let [left, right] = best;
        self.tallies(Tallies::from_best(left, right), span)
    }

    /// Remoteness or suspense of a position in normal play from those of its options. In a slow
    /// join who has no move passes while the other has one.
    pub(super) fn make_paced(&mut self, sides: [&[Value]; 2], span: Span) -> Evaluated<Value> {
        let mut pace = None;
        let mut numbers = [Vec::new(), Vec::new()];
        for ((who, numbers), options) in Player::BOTH.into_iter().zip(&mut numbers).zip(sides) {
            for option in options {
                let paced = match option {
                    Value::Game(Game::Paced(paced)) => *paced,
                    // Nobody can move from 0.
                    Value::Game(Game::Integer(n)) if *n == IBig::ZERO => {
                        numbers.push(0);
                        continue;
                    }
                    other => {
                        return Err(self.wrong_kind("a remoteness or suspense", other, span));
                    }
                };
                if *pace.get_or_insert(paced.pace) != paced.pace {
                    let message = "remotenesses and suspenses are of different joins";
                    return Err(fail(ErrorKind::Kind, span, message));
                }
                numbers.push(match who {
                    Player::Left => paced.right.unwrap_or(paced.left),
                    Player::Right => paced.left,
                });
            }
        }
        let pace = pace.unwrap_or(ComponentPace::Rapid);
        let number = |options: &[u32]| pace.number(Play::Normal, options.iter().copied());
        let [mut left, mut right] = numbers.each_ref().map(|options| number(options));
        if pace == ComponentPace::Slow {
            match numbers.each_ref().map(|options| options.is_empty()) {
                [true, false] => left = number(&[right]),
                [false, true] => right = number(&[left]),
                _ => {}
            }
        }
        Ok(Value::Game(Game::Paced(Paced { pace, left, right: Some(right) })))
    }

    pub(crate) fn loopy_nimber(&mut self, value: LoopyNimber, span: Span) -> Evaluated<Value> {
        let value = self.stores().loopy(value);
        self.stored(value, span)
    }

    pub(crate) fn entailed(&mut self, set: Entailed, span: Span) -> Evaluated<Value> {
        let set = self.stores().entailed(set);
        self.stored(set, span)
    }

    /// The size of a nim-heap, of an impartial game or a loopy one.
    pub(crate) fn nim_heap(&mut self, value: &Value) -> Option<u32> {
        match value {
            Value::Game(game) => game.nim_heap(&self.calc),
            _ => None,
        }
    }
}
