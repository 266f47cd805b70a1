//! The House of Cards: ace, joker, and the cards of four suits (Winning Ways ch. 11).
//!
//! With `tiny = {0||0|off}` the ace is `{0|tiny}`; clubs begin with `2C = {0|A}`, `1C = {2C|0}`,
//! `0C = {1C|0}`, hearts with `1H = {0|J}`, `0H = {1H|-A}`, and diamonds with `0D = -(0H)`, spades with
//! `0S = -(0C)`. From there on every card is `{0|card before}`, and the negative of a club is a spade,
//! that of a diamond a heart.

use super::error::LoopyError;
use super::store::{Stopper, Stoppers};
use upstar_base::{Player, Stopped};

/// A suit, in the order of value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Suit {
    /// ♣, the lowest.
    Club,
    /// ♢.
    Diamond,
    /// ♡.
    Heart,
    /// ♠, the highest.
    Spade,
}

impl Suit {
    /// All four, the lowest first.
    pub const ALL: [Suit; 4] = [Suit::Club, Suit::Diamond, Suit::Heart, Suit::Spade];

    /// The suit of the negatives.
    pub fn opposite(self) -> Suit {
        match self {
            Suit::Club => Suit::Spade,
            Suit::Diamond => Suit::Heart,
            Suit::Heart => Suit::Diamond,
            Suit::Spade => Suit::Club,
        }
    }
}

/// The highest number on a card.
pub const HIGHEST_CARD: u32 = 1000;

/// Cards from minus to plus this number are found by looking, others by climbing down to one.
const NEAR: i32 = 2;

impl Stoppers {
    /// `tiny = {0||0|off}`, the smallest positive stopper.
    pub fn tiny(&mut self) -> Result<Stopper, Stopped> {
        let off = self.off()?;
        let threat = self.make(&[Stopper::ZERO], &[off])?;
        self.make(&[Stopper::ZERO], &[threat])
    }

    /// `ace = {0|tiny}`.
    pub fn ace(&mut self) -> Result<Stopper, Stopped> {
        let tiny = self.tiny()?;
        self.make(&[Stopper::ZERO], &[tiny])
    }

    /// `joker = {0||0||-ace|off}`, the degree of the ace.
    pub fn joker(&mut self) -> Result<Stopper, Stopped> {
        let (ace, off) = (self.ace()?, self.off()?);
        let minus = self.neg(ace)?;
        let threat = self.make(&[minus], &[off])?;
        let answer = self.make(&[Stopper::ZERO], &[threat])?;
        self.make(&[Stopper::ZERO], &[answer])
    }

    /// The card with this number and suit.
    ///
    /// ```
    /// use upstar_values::stopper::{Stoppers, Suit};
    /// let mut store = Stoppers::new(Default::default());
    /// let ace = store.ace()?;
    /// let deuce = store.card(Suit::Club, 2)?;
    /// assert_eq!(store.add(ace, ace)?.as_stopper(), Some(deuce));
    /// # Ok::<(), upstar_values::stopper::LoopyError>(())
    /// ```
    pub fn card(&mut self, suit: Suit, number: i32) -> Result<Stopper, LoopyError> {
        if number.unsigned_abs() > HIGHEST_CARD {
            return Err(LoopyError::Card(HIGHEST_CARD));
        }
        if number < 0 {
            let opposite = self.card(suit.opposite(), -number)?;
            return Ok(self.neg(opposite)?);
        }
        let (mut at, mut card) = self.first_card(suit, number)?;
        while at < number {
            card = self.make(&[Stopper::ZERO], &[card])?;
            at += 1;
        }
        Ok(card)
    }

    /// The card below which a suit is defined otherwise, or a card below it.
    fn first_card(&mut self, suit: Suit, number: i32) -> Result<(i32, Stopper), LoopyError> {
        let zero = Stopper::ZERO;
        Ok(match (suit, number) {
            (Suit::Club, 0 | 1) => {
                let above = self.card(suit, number + 1)?;
                (number, self.make(&[above], &[zero])?)
            }
            (Suit::Club, _) => {
                let ace = self.ace()?;
                (2, self.make(&[zero], &[ace])?)
            }
            (Suit::Heart, 0) => {
                let (above, ace) = (self.card(suit, 1)?, self.ace()?);
                let minus = self.neg(ace)?;
                (0, self.make(&[above], &[minus])?)
            }
            (Suit::Heart, _) => {
                let joker = self.joker()?;
                (1, self.make(&[zero], &[joker])?)
            }
            (Suit::Diamond | Suit::Spade, _) => {
                let opposite = self.card(suit.opposite(), 0)?;
                (0, self.neg(opposite)?)
            }
        })
    }

    /// The suit and number of a stopper that is a card.
    pub fn as_card(&mut self, g: Stopper) -> Result<Option<(Suit, i32)>, LoopyError> {
        if !self.looks_like_a_card(g) {
            return Ok(None);
        }
        let mut near = Vec::new();
        for suit in Suit::ALL {
            for number in -NEAR..=NEAR {
                near.push((self.card(suit, number)?, suit, number));
            }
        }
        let mut at = g;
        let mut steps = 0;
        let mut sign = 1;
        loop {
            if let Some(&(_, suit, number)) = near.iter().find(|card| card.0 == at) {
                // Only beyond the near ones is each card made from the one before in the same way.
                let climbed = steps == 0 || number == sign * NEAR;
                return Ok(climbed.then_some((suit, number + sign * steps)));
            }
            let (left, right) = (self.options(at, Player::Left), self.options(at, Player::Right));
            let (next, way) = match (left, right) {
                (&[Stopper::ZERO], &[right]) => (right, 1),
                (&[left], &[Stopper::ZERO]) => (left, -1),
                _ => return Ok(None),
            };
            if (steps > 0 && way != sign) || steps >= HIGHEST_CARD as i32 {
                return Ok(None);
            }
            (at, sign, steps) = (next, way, steps + 1);
        }
    }

    /// All positions of a card are 0, `on`, `off`, or have one option for each player, and it is
    /// loopy.
    fn looks_like_a_card(&self, g: Stopper) -> bool {
        self.is_loopy(g)
            && self.followers(g).into_iter().all(|f| {
                match (self.options(f, Player::Left), self.options(f, Player::Right)) {
                    ([], []) => true,
                    ([o], []) | ([], [o]) => *o == f,
                    ([left], [right]) => *left != f && *right != f,
                    _ => false,
                }
            })
    }
}
