//! Tallies: what the components of a union are worth (Winning Ways ch. 10).
//!
//! In a union a player moves in one or more components. A *tally* says how the play of
//! one component goes when a given player starts: a *toll*, the number of free moves that Left
//! is ahead in the end, and a *timer*, how long the fight for it lasts. Infinite tolls are
//! positions in which somebody wins outright. Timers of finite tolls are suspenses, those of
//! infinite tolls remotenesses.
//!
//! Invariant: the timer of an infinite toll has the parity that its winner needs, odd iff the
//! starting player wins, so `inf` and `-inf` with the same timer never meet on one side.

use crate::Dyadic;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use upstar_base::Player;

/// How far Left is ahead.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Toll {
    /// Right wins outright.
    MinusInfinity,
    /// By this many moves.
    Finite(Dyadic),
    /// Left wins outright.
    Infinity,
}

impl Toll {
    fn won_by(player: Player) -> Toll {
        match player {
            Player::Left => Toll::Infinity,
            Player::Right => Toll::MinusInfinity,
        }
    }

    fn is_finite(&self) -> bool {
        matches!(self, Toll::Finite(_))
    }

    fn negated(&self) -> Toll {
        match self {
            Toll::MinusInfinity => Toll::Infinity,
            Toll::Finite(x) => Toll::Finite(-x),
            Toll::Infinity => Toll::MinusInfinity,
        }
    }
}

impl fmt::Display for Toll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Toll::MinusInfinity => f.write_str("-inf"),
            Toll::Finite(x) => x.fmt(f),
            Toll::Infinity => f.write_str("inf"),
        }
    }
}

/// What happens when a certain player starts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tally {
    /// How far Left is ahead in the end.
    pub toll: Toll,
    /// How long the fight lasts.
    pub timer: u32,
}

impl Tally {
    /// The tally with a finite toll.
    pub fn finite(toll: Dyadic, timer: u32) -> Tally {
        Tally { toll: Toll::Finite(toll), timer }
    }

    /// Nothing to fight for.
    pub fn zero() -> Tally {
        Tally::finite(Dyadic::from(0), 0)
    }

    /// The tally of a union, given those of its components for the same starting player and how
    /// often each occurs.
    ///
    /// ```
    /// use upstar_values::Tally;
    /// let read = |text: &str| text.parse::<Tally>().unwrap();
    /// let hot = [read("4_3"), read("1_2"), read("0_5")];
    /// assert_eq!(Tally::union(hot.iter().map(|t| (t, 1))), read("5_5"));
    /// let won = [read("4_3"), read("inf_7"), read("-inf_2")];
    /// assert_eq!(Tally::union(won.iter().map(|t| (t, 1))), read("-inf_2"));
    /// ```
    pub fn union<'t>(components: impl IntoIterator<Item = (&'t Tally, u64)>) -> Tally {
        let mut total = Tally::zero();
        for (tally, count) in components.into_iter().filter(|&(_, count)| count > 0) {
            match (&mut total.toll, &tally.toll) {
                (Toll::Finite(sum), Toll::Finite(toll)) => {
                    *sum = &*sum + &(toll * &Dyadic::new(count, 0));
                    total.timer = total.timer.max(tally.timer);
                }
                (Toll::Finite(_), _) => total = tally.clone(),
                (_, Toll::Finite(_)) => {}
                _ if tally.timer < total.timer => total = tally.clone(),
                _ => {}
            }
        }
        total
    }

    /// Who wins when `starter` starts a position of this tally.
    pub fn winner(&self, starter: Player) -> Player {
        let zero = Toll::Finite(Dyadic::from(0));
        match self.toll.cmp(&zero) {
            Ordering::Greater => Player::Left,
            Ordering::Less => Player::Right,
            Ordering::Equal if self.timer.is_multiple_of(2) => !starter,
            Ordering::Equal => starter,
        }
    }

    /// Can a position have this tally when `starter` starts? An infinite toll is won by the
    /// player who makes the last move of the fight, or was won before it began.
    pub fn is_possible(&self, starter: Player) -> bool {
        let odd = !self.timer.is_multiple_of(2);
        match &self.toll {
            Toll::Finite(_) => true,
            _ if self.timer == 0 => true,
            toll => (*toll == Toll::won_by(starter)) == odd,
        }
    }

    /// With the opposite toll.
    pub fn negated(&self) -> Tally {
        Tally { toll: self.toll.negated(), timer: self.timer }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.toll, self.timer)
    }
}

/// A text is not a tally.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a tally such as `3_2`, `-1/2_5` or `inf_1`, found `{0}`")]
pub struct ParseTallyError(String);

impl FromStr for Tally {
    type Err = ParseTallyError;

    fn from_str(text: &str) -> Result<Tally, ParseTallyError> {
        let wrong = || ParseTallyError(text.to_owned());
        let (toll, timer) = text.split_once('_').unwrap_or((text, "0"));
        let toll = match toll {
            "inf" | "∞" => Toll::Infinity,
            "-inf" | "-∞" => Toll::MinusInfinity,
            number => Toll::Finite(number.parse().map_err(|_| wrong())?),
        };
        Ok(Tally { toll, timer: timer.parse().map_err(|_| wrong())? })
    }
}

/// The tally if Left starts and the tally if Right starts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tallies {
    /// Left starts.
    pub left: Tally,
    /// Right starts.
    pub right: Tally,
}

impl Tallies {
    /// The tallies of a number, a cold position.
    pub fn number(x: Dyadic) -> Tallies {
        let tally = Tally::finite(x, 0);
        Tallies { left: tally.clone(), right: tally }
    }

    /// The tallies of a position that somebody has won already.
    pub fn won(winner: Player) -> Tallies {
        let tally = Tally { toll: Toll::won_by(winner), timer: 0 };
        Tallies { left: tally.clone(), right: tally }
    }

    /// The tally when `starter` starts.
    pub fn of(&self, starter: Player) -> &Tally {
        match starter {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// The number, of a cold position.
    pub fn as_number(&self) -> Option<&Dyadic> {
        match &self.left {
            Tally { toll: Toll::Finite(x), timer: 0 } if self.left == self.right => Some(x),
            _ => None,
        }
    }

    /// With the players exchanged.
    pub fn negated(&self) -> Tallies {
        Tallies { left: self.right.negated(), right: self.left.negated() }
    }

    /// The tallies of a position from the best options of both players (the tally machine).
    ///
    /// ```
    /// use upstar_base::Player::{Left, Right};
    /// use upstar_values::{Best, Tallies, Tally};
    /// let read = |text: &str| text.parse::<Tally>().unwrap();
    /// let best = |who, text: &str| Best::of(who, [read(text)]);
    /// let tallies = |x, y| Tallies::from_best(best(Left, x), best(Right, y)).to_string();
    /// assert_eq!(tallies("4_2", "1_3"), "4_3 1_4"); // hot
    /// assert_eq!(tallies("1/2_8", "1_4"), "3/4"); // cold
    /// assert_eq!(tallies("1_7", "1_4"), "1_8 1_9"); // tepid
    /// ```
    pub fn from_best(left: Best, right: Best) -> Tallies {
        let (x, y) = (left.toll, right.toll);
        // Timers after one more move; a fictitious option has timer -1, kept as 0 here.
        let (mut a, mut b) = (left.moves, right.moves);
        match x.cmp(&y) {
            Ordering::Greater => {}
            Ordering::Less => {
                // `a` and `b` are one more than the timers of the options: an end point belongs
                // to the interval iff the timer of its option is odd.
                fn bound(toll: &Toll, moves: u32) -> Option<(&Dyadic, bool)> {
                    match toll {
                        Toll::Finite(x) => Some((x, moves.is_multiple_of(2))),
                        _ => None,
                    }
                }
                let simplest = Dyadic::simplest_between(bound(&x, a), bound(&y, b));
                // Between different numbers there is always another.
                return Tallies::number(simplest.unwrap_or_else(|| Dyadic::from(0)));
            }
            Ordering::Equal if x.is_finite() => match (a.is_multiple_of(2), b.is_multiple_of(2)) {
                (true, true) => (a, b) = (0, 0),
                (true, false) if b < a => b = a + 1,
                (false, true) if a < b => a = b + 1,
                _ => {}
            },
            Ordering::Equal if x == Toll::Infinity => {
                if b < a {
                    b = a + 1;
                }
            }
            Ordering::Equal => {
                if a < b {
                    a = b + 1;
                }
            }
        }
        Tallies { left: Tally { toll: x, timer: a }, right: Tally { toll: y, timer: b } }
    }
}

impl Tallies {
    /// Reads the tallies of the options as Winning Ways writes them, `..inf_4, ..2_2 | 1_6..`: of
    /// each option the one that it leaves to the opponent, or both.
    ///
    /// ```
    /// use upstar_values::Tallies;
    /// let tallies = Tallies::from_options("..inf_8 | inf_3..").unwrap();
    /// assert_eq!(tallies.to_string(), "inf_9 inf_10");
    /// ```
    pub fn from_options(text: &str) -> Result<Tallies, ParseTallyError> {
        let wrong = || ParseTallyError(text.to_owned());
        let (left, right) = text.split_once('|').ok_or_else(wrong)?;
        let best = |who: Player, options: &str| -> Result<Best, ParseTallyError> {
            let mut best = Best::none(who);
            for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
                let plain = option.replace("..", " ");
                let parts: Vec<&str> = plain.split_whitespace().collect();
                let tally: Tally = match (&parts[..], who) {
                    ([one], _) | ([_, one], Player::Left) | ([one, _], Player::Right) => {
                        one.parse()?
                    }
                    _ => return Err(wrong()),
                };
                best.consider(who, tally);
            }
            Ok(best)
        };
        Ok(Tallies::from_best(best(Player::Left, left)?, best(Player::Right, right)?))
    }
}

impl fmt::Display for Tallies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_number() {
            Some(x) => x.fmt(f),
            None => write!(f, "{} {}", self.left, self.right),
        }
    }
}

impl FromStr for Tallies {
    type Err = ParseTallyError;

    fn from_str(text: &str) -> Result<Tallies, ParseTallyError> {
        let wrong = || ParseTallyError(text.to_owned());
        let terms: Vec<&str> = text.split_whitespace().collect();
        match terms[..] {
            [left, right] => Ok(Tallies { left: left.parse()?, right: right.parse()? }),
            [number] => Ok(Tallies::number(number.parse().map_err(|_| wrong())?)),
            _ => Err(wrong()),
        }
    }
}

/// The best option of a player in a union.
#[derive(Clone, Debug)]
pub struct Best {
    toll: Toll,
    /// One more than the timer of the option.
    moves: u32,
}

impl Best {
    /// A player without options, or whose only moves lose at once.
    pub fn none(who: Player) -> Best {
        Best { toll: Toll::won_by(!who), moves: 0 }
    }

    /// The best of the options of `who`, given the tallies they leave to the opponent.
    pub fn of(who: Player, options: impl IntoIterator<Item = Tally>) -> Best {
        let mut best = Best::none(who);
        for option in options {
            best.improve(who, option);
        }
        best
    }

    /// Takes one more option of `who` into account.
    pub fn improve(&mut self, who: Player, option: Tally) {
        let moves = option.timer.saturating_add(1);
        let order = option.toll.cmp(&self.toll);
        let better = match if who == Player::Left { order } else { order.reverse() } {
            Ordering::Greater => true,
            Ordering::Less => false,
            // Odd counts of moves are even timers, which the mover wants.
            Ordering::Equal => match (moves % 2 == 1, self.moves % 2 == 1) {
                (true, false) => true,
                (false, true) => false,
                (good, _) => (moves > self.moves) == (good == option.toll.is_finite()),
            },
        };
        if better {
            *self = Best { toll: option.toll, moves };
        }
    }

    /// Takes one more option into account, unless it loses at once: such a move might as well not
    /// be there.
    pub fn consider(&mut self, who: Player, option: Tally) {
        if option.timer > 0 || option.toll != Toll::won_by(!who) {
            self.improve(who, option);
        }
    }

    /// Takes a move of `who` into account that wins at once.
    pub fn override_by(&mut self, who: Player) {
        self.improve(who, Tally { toll: Toll::won_by(who), timer: 0 });
    }
}
