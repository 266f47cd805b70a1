//! Sums of a game and a number of any kind: `ω + ^`, `2/3 + *`, `10^6 + over`.
//!
//! A [`Translate`] is `x + g` with a number `x` and a short or loopy game `g`. What is sound about
//! it rests on three facts.
//!
//! - *Numbers are avoided.* Nobody moves in a number while there is something else. So who wins
//!   `x + g` follows from the stops of `g`: if `-x` is not a stop, Left, moving second, wins exactly when
//!   the Right stop is above `-x`. A stop of a game here is dyadic, `on`, `off`, or dyadic with `over`
//!   or `under`, which is less than every positive number, 1/ω too: Right runs out of moves in
//!   the number sooner than Left of passes. Play in `x + g` ends if it ends in `g`, since a number
//!   has no infinite play at all.
//! - *Numbers are moved out.* `{x + a | x + b}` is `x + {a|b}` unless that is a number, and then it is
//!   the simplest one that fits between the options.
//! - *What absorbs 1 absorbs every number*, like `on`: to a finite graph ω is a large integer.
//!
//! Invariant of a normal form: the number is not dyadic, or has too many signs to be drawn with a
//! loopy game; the mean of the game, or what tells its place, is 0. So equal values are equal as data.
//!
//! Theorem: `docs/infinity.md#translates`.

use crate::stopper::stops::Pseudonumber;
use crate::stopper::translation::{LONGEST_NUMBER, length};
use crate::stopper::upons::{MOST_DRAWN, Upons};
use crate::stopper::{Ending, Sides, Stopper, Stoppers};
use crate::surreal::{Bound, Surreal, SurrealError};
use crate::value::number;
use crate::{Calc, Dyadic, Short};
use std::cmp::Ordering;
use upstar_base::{OutcomeClass, Player, Stopped, Verdict};

/// Numbers with more signs are kept next to a loopy game and not drawn with it.
pub(crate) const LONGEST_DRAWN: u64 = 512;

/// Loopy games with fewer followers cannot hold such a number.
const FEW: usize = 64;

/// The game that a number is added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Summand {
    /// One that ends.
    Short(Short),
    /// One that need not.
    Sided(Sides),
    /// More upons than are drawn.
    Upons(Upons),
}

impl Summand {
    /// No game.
    pub const ZERO: Summand = Summand::Short(Short::ZERO);
}

/// `number + game`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Translate {
    /// The number.
    pub number: Surreal,
    /// The game.
    pub game: Summand,
}

impl From<Surreal> for Translate {
    fn from(number: Surreal) -> Translate {
        Translate { number, game: Summand::ZERO }
    }
}

impl From<Summand> for Translate {
    fn from(game: Summand) -> Translate {
        Translate { number: Surreal::from(0), game }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranslateError {
    /// The budget ended.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The numbers are beyond what this program handles.
    #[error(transparent)]
    Surreal(#[from] SurrealError),
    /// A side that is needed is not a stopper.
    #[error(
        "a side of this game is not known to be a stopper, so it has no stops to compare with a number"
    )]
    NoStopper,
    /// Nothing tells where the game lies.
    #[error("the game has neither a mean nor a finite stop, so a number beside it has no place")]
    NoPlace,
    /// The options do not lie in one place.
    #[error(
        "the options are infinitely far apart, or no dyadic number apart, and no number is between them: such hot games have no theory here"
    )]
    Apart,
    /// A sum that is not arithmetic.
    #[error("so many upons are added to numbers, stars and upons only")]
    Upons,
    /// The options of a game that is not a stopper.
    #[error("{0} beside numbers that are not dyadic must be stoppers")]
    Options(&'static str),
}

/// The stores of games that are summed with numbers.
pub struct Translator<'a> {
    calc: &'a mut Calc,
    store: &'a mut Stoppers,
}

/// The number as a dyadic one, if it is one.
fn to_dyadic(x: &Surreal) -> Option<Dyadic> {
    number::to_dyadic(&x.as_rational()?)
}

impl<'a> Translator<'a> {
    /// Works in these stores.
    pub fn new(calc: &'a mut Calc, store: &'a mut Stoppers) -> Translator<'a> {
        Translator { calc, store }
    }

    /// The normal form. A number has the game 0, a game that needs no number the number 0.
    ///
    /// ```
    /// use upstar_values::stopper::{Sides, Stoppers};
    /// use upstar_values::surreal::Surreal;
    /// use upstar_values::{Calc, Summand, Translate, Translator};
    /// let (mut calc, mut store) = (Calc::default(), Stoppers::new(Default::default()));
    /// let over = Summand::Sided(Sides::stopper(store.over()?));
    /// let (omega, near) = (Surreal::omega(), Surreal::omega().reciprocal()?);
    /// let mut translator = Translator::new(&mut calc, &mut store);
    /// let sum = translator.normal(Translate { number: omega.clone(), game: over })?;
    /// assert_eq!(sum.number, omega);
    /// assert!(translator.at_least(&near.into(), &over.into())?);
    /// # Ok::<(), upstar_values::TranslateError>(())
    /// ```
    pub fn normal(&mut self, value: Translate) -> Result<Translate, TranslateError> {
        let Translate { mut number, mut game } = value;
        if let Summand::Upons(upons) = game {
            if upons.count.unsigned_abs() > MOST_DRAWN {
                return Ok(Translate { number, game });
            }
            game = Summand::Sided(self.store.upons(upons)?);
        }
        if let Summand::Sided(sides) = game
            && let Some(stopper) = sides.as_stopper()
            && let Some(short) = self.store.to_short(self.calc, stopper)?
        {
            game = Summand::Short(short);
        }
        if let Summand::Short(short) = game
            && let Some(x) = self.calc.as_number(short)
        {
            return Ok(Translate::from(number.add(&Surreal::from(&x))?));
        }
        if self.is_small(game) && number.sign().is_eq() {
            return Ok(Translate { number, game });
        }
        if let (Some(x), Summand::Short(short)) = (to_dyadic(&number), game) {
            let x = self.calc.number(&x)?;
            return Ok(Summand::Short(self.calc.add(short, x)?).into());
        }
        if let Summand::Sided(sides) = game
            && number.sign().is_eq()
            && self.both(sides).is_err()
        {
            return Ok(game.into());
        }
        match self.place(game)? {
            TranslatePlace::Everywhere => return Ok(game.into()),
            TranslatePlace::At(x) => {
                number = number.add(&Surreal::from(&x))?;
                game = self.moved(game, &-&x)?;
            }
            // A game that is alone needs no place.
            TranslatePlace::Nowhere if number.sign().is_eq() => return Ok(game.into()),
            TranslatePlace::Nowhere => return Err(TranslateError::NoPlace),
        }
        if let Summand::Sided(sides) = game
            && !self.is_small(game)
            && let Some(upons) = self.store.as_upons(sides)?
        {
            return Ok(Translate { number, game: Summand::Upons(upons) });
        }
        match to_dyadic(&number).filter(|x| length(x) <= LONGEST_DRAWN) {
            Some(x) => Ok(self.moved(game, &x)?.into()),
            None => Ok(Translate { number, game }),
        }
    }

    /// Does a normal form need no look at its place, when there is no number next to it?
    fn is_small(&self, game: Summand) -> bool {
        match game {
            Summand::Short(_) => true,
            Summand::Upons(_) => false,
            Summand::Sided(sides) => [Ending::Left, Ending::Right].into_iter().all(|ending| {
                sides.of(ending).is_none_or(|g| self.store.followers(g).len() <= FEW)
            }),
        }
    }

    /// The game moved by a number.
    fn moved(&mut self, game: Summand, by: &Dyadic) -> Result<Summand, TranslateError> {
        Ok(match game {
            Summand::Short(g) => {
                let x = self.calc.number(by)?;
                Summand::Short(self.calc.add(g, x)?)
            }
            Summand::Sided(sides) => {
                let [onside, offside] = self.both(sides)?;
                let [onside, offside] =
                    [self.store.translate(onside, by)?, self.store.translate(offside, by)?];
                Summand::Sided(Sides::new(onside, offside))
            }
            Summand::Upons(_) => return Err(TranslateError::Upons),
        })
    }

    fn both(&self, sides: Sides) -> Result<[Stopper; 2], TranslateError> {
        match (sides.of(Ending::Left), sides.of(Ending::Right)) {
            (Some(onside), Some(offside)) => Ok([onside, offside]),
            _ => Err(TranslateError::NoStopper),
        }
    }

    fn place(&mut self, game: Summand) -> Result<TranslatePlace, TranslateError> {
        let sides = match game {
            Summand::Short(g) => return Ok(TranslatePlace::At(self.calc.mean(g)?)),
            Summand::Sided(sides) => self.both(sides)?,
            Summand::Upons(_) => return Ok(TranslatePlace::At(Dyadic::zero())),
        };
        let mut everywhere = true;
        for side in sides {
            if let Some(x) = self.store.anchor(side)? {
                return Ok(TranslatePlace::At(x));
            }
            everywhere &= self.store.absorbs_numbers(side)?;
        }
        Ok(if everywhere { TranslatePlace::Everywhere } else { TranslatePlace::Nowhere })
    }

    /// The sides of the game of a translate.
    fn sides(&mut self, game: Summand) -> Result<Sides, TranslateError> {
        match game {
            Summand::Sided(sides) => Ok(sides),
            Summand::Short(g) => Ok(Sides::stopper(self.store.of_short(self.calc, g)?)),
            Summand::Upons(upons) => Ok(self.store.upons(upons)?),
        }
    }

    /// The game as a sum of upons: none, with a star or without, is one that ends.
    fn as_upons(&mut self, game: Summand) -> Result<Option<UponClass>, TranslateError> {
        Ok(match game {
            Summand::Upons(upons) => Some(UponClass::Upons(upons)),
            Summand::Short(g) => match self.calc.as_number_up_star(g) {
                Some(marks) if marks.up == 0 && marks.nim <= 1 && marks.number.is_zero() => {
                    Some(UponClass::Star(marks.nim == 1))
                }
                _ => None,
            },
            Summand::Sided(sides) => self.store.as_upons(sides)?.map(UponClass::Upons),
        })
    }

    /// Returns two values, of which one is loopy, with numbers that are too long to be drawn moved
    /// out of short games; two short ones as they are.
    fn spread(&mut self, both: [&Translate; 2]) -> Result<[Translate; 2], TranslateError> {
        let mut spread = both.map(Translate::clone);
        if both.iter().all(|a| matches!(a.game, Summand::Short(_))) {
            return Ok(spread);
        }
        for a in &mut spread {
            if let Summand::Short(g) = a.game {
                let mean = self.calc.mean(g)?;
                if length(&mean) > LONGEST_DRAWN {
                    a.number = a.number.add(&Surreal::from(&mean))?;
                    a.game = self.moved(a.game, &-&mean)?;
                }
            }
        }
        Ok(spread)
    }

    /// `a + b`
    pub fn add(&mut self, a: &Translate, b: &Translate) -> Result<Translate, TranslateError> {
        let [a, b] = self.spread([a, b])?;
        let number = a.number.add(&b.number)?;
        let game = match (a.game, b.game) {
            (Summand::ZERO, game) | (game, Summand::ZERO) => game,
            (Summand::Short(g), Summand::Short(h)) => Summand::Short(self.calc.add(g, h)?),
            (Summand::Upons(_), _) | (_, Summand::Upons(_)) => {
                match (self.as_upons(a.game)?, self.as_upons(b.game)?) {
                    (Some(UponClass::Upons(g)), Some(UponClass::Upons(h))) => {
                        Summand::Upons(g.plus(h)?)
                    }
                    (Some(UponClass::Upons(g)), Some(UponClass::Star(star)))
                    | (Some(UponClass::Star(star)), Some(UponClass::Upons(g))) => {
                        Summand::Upons(Upons { star: g.star != star, ..g })
                    }
                    _ => return Err(TranslateError::Upons),
                }
            }
            (g, h) => {
                let (g, h) = (self.sides(g)?, self.sides(h)?);
                Summand::Sided(self.store.add_sides(g, h)?)
            }
        };
        self.normal(Translate { number, game })
    }

    /// `-a`
    pub fn neg(&mut self, a: &Translate) -> Result<Translate, TranslateError> {
        let game = match a.game {
            Summand::Short(g) => Summand::Short(self.calc.neg(g)?),
            Summand::Sided(sides) => Summand::Sided(self.store.neg_sides(sides)?),
            Summand::Upons(upons) => Summand::Upons(upons.negated()),
        };
        // The place of a game with two sides is told by its onside, which is another one now.
        self.normal(Translate { number: a.number.neg(), game })
    }

    /// Is `a >= b`?
    pub fn at_least(&mut self, a: &Translate, b: &Translate) -> Result<bool, TranslateError> {
        let [a, b] = self.spread([a, b])?;
        let apart = a.number.sub(&b.number)?;
        if let (Summand::Short(g), Summand::Short(h)) = (a.game, b.game) {
            let difference = self.calc.sub(g, h)?;
            return match to_dyadic(&apart) {
                Some(x) => {
                    let low = self.calc.number(&-&x)?;
                    Ok(self.calc.ge(difference, low)?)
                }
                None => {
                    let stop = Surreal::from(&self.calc.stop(difference, Player::Right));
                    Ok(stop.compare(&apart.neg())?.is_gt())
                }
            };
        }
        if let Summand::Upons(upons) = a.game {
            return self.upons_at_least(upons, &Translate { number: apart.neg(), game: b.game });
        }
        if let Summand::Upons(_) = b.game {
            let (a, b) = (self.neg(&b)?, self.neg(&a)?);
            return self.at_least(&a, &b);
        }
        let (g, h) = (self.sides(a.game)?, self.sides(b.game)?);
        if apart.sign().is_eq() {
            return Ok(self.store.sides_ge(g, h)?);
        }
        for (g, h) in self.both(g)?.into_iter().zip(self.both(h)?) {
            if !self.stopper_at_least(g, h, &apart)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a number of upons is at least `b`.
    fn upons_at_least(&mut self, upons: Upons, b: &Translate) -> Result<bool, TranslateError> {
        if b.number.sign().is_eq() {
            match self.as_upons(b.game)? {
                Some(UponClass::Upons(other)) => return Ok(upons.at_least(other)),
                // An end is between the two varieties of class 0.
                Some(UponClass::Star(star)) => {
                    let (low, high) = (upons.offside, upons.onside);
                    let end = Upons { count: 0, star, onside: high, offside: low };
                    return Ok(upons.at_least(end));
                }
                None => {}
            }
        }
        // Fewer upons of the same sign may decide; else the stop of the other game, since upons are
        // infinitesimal, unless that is 0.
        let count = MOST_DRAWN as i64 / 4 * upons.count.signum();
        let few = self.store.upons(Upons { count, star: false, ..upons })?;
        let above = self.at_least(&Summand::Sided(few).into(), b)?;
        if above == (upons.count > 0) {
            return Ok(above);
        }
        let zero = Translate::from(Surreal::from(0));
        let stop = self.stop(b, Player::Left)?;
        match self.compare(&stop, &zero)? {
            Some(Ordering::Less) => Ok(true),
            Some(Ordering::Greater) => Ok(false),
            _ => Err(TranslateError::Upons),
        }
    }

    /// Is `g + apart >= h`?
    fn stopper_at_least(
        &mut self,
        g: Stopper,
        h: Stopper,
        apart: &Surreal,
    ) -> Result<bool, TranslateError> {
        if let Some(x) = to_dyadic(apart).filter(|x| length(x) <= LONGEST_DRAWN) {
            let g = self.store.translate(g, &x)?;
            return Ok(self.store.ge(g, h)?);
        }
        // What never ends is as good as won here, so the onside of the difference counts.
        let opposite = self.store.neg(h)?;
        let difference = self.store.add(g, opposite)?.of(Ending::Left);
        let difference = difference.ok_or(TranslateError::NoStopper)?;
        let stop = self.store.stop(difference, Player::Right)?;
        let near = match self.store.as_pseudonumber(stop) {
            Some(Pseudonumber::On) => return Ok(true),
            Some(Pseudonumber::Near(x)) => x,
            Some(Pseudonumber::Off) | None => return Ok(false),
        };
        match Surreal::from(&near).compare(&apart.neg())? {
            Ordering::Greater => Ok(true),
            Ordering::Less => Ok(false),
            // Then the number is dyadic, and found in the graph of the difference.
            Ordering::Equal => {
                let g = self.store.translate(g, &-&near)?;
                Ok(self.store.ge(g, h)?)
            }
        }
    }

    /// The order; `None` if they are confused.
    pub fn compare(
        &mut self,
        a: &Translate,
        b: &Translate,
    ) -> Result<Option<Ordering>, TranslateError> {
        Ok(match (self.at_least(a, b)?, self.at_least(b, a)?) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        })
    }

    /// One side of a translate as a translate.
    fn side(&mut self, a: &Translate, ending: Ending) -> Result<Translate, TranslateError> {
        if let Summand::Upons(upons) = a.game {
            let upper = if ending == Ending::Left { upons.onside } else { upons.offside };
            let game = Summand::Upons(upons.one_sided(upper));
            return Ok(Translate { number: a.number.clone(), game });
        }
        let sides = self.sides(a.game)?;
        let stopper = sides.of(ending).ok_or(TranslateError::NoStopper)?;
        let game = Summand::Sided(Sides::stopper(stopper));
        Ok(Translate { number: a.number.clone(), game })
    }

    /// Who wins, with draws.
    pub fn outcome(&mut self, a: &Translate) -> Result<OutcomeClass, TranslateError> {
        let zero = Translate::from(Surreal::from(0));
        let (onside, offside) = match a.game {
            Summand::Short(_) => (a.clone(), a.clone()),
            _ => (self.side(a, Ending::Left)?, self.side(a, Ending::Right)?),
        };
        let verdict = |wins: bool, loses: bool| match (wins, loses) {
            (true, _) => Verdict::of(true),
            (_, true) => Verdict::of(false),
            _ => Verdict::Draw,
        };
        let left = verdict(!self.at_least(&zero, &offside)?, self.at_least(&zero, &onside)?);
        let right = verdict(!self.at_least(&onside, &zero)?, self.at_least(&offside, &zero)?);
        Ok(OutcomeClass::from_first([left, right]))
    }

    /// The stop of a game that stops, when `who` moves first.
    pub fn stop(&mut self, a: &Translate, who: Player) -> Result<Translate, TranslateError> {
        let game = match a.game {
            Summand::Short(g) => {
                let stop = self.calc.stop(g, who);
                Summand::Short(self.calc.number(&stop)?)
            }
            Summand::Sided(sides) => {
                let g = sides.as_stopper().ok_or(TranslateError::NoStopper)?;
                Summand::Sided(Sides::stopper(self.store.stop(g, who)?))
            }
            Summand::Upons(_) => Summand::ZERO,
        };
        self.normal(Translate { number: a.number.clone(), game })
    }

    /// `{left|right}`
    pub fn make(&mut self, options: [&[Translate]; 2]) -> Result<Translate, TranslateError> {
        if let Some(number) = self.number_between(options)? {
            return Ok(number.into());
        }
        let mut place: Option<Surreal> = None;
        let mut games = [Vec::new(), Vec::new()];
        for (games, options) in games.iter_mut().zip(options) {
            for option in options {
                let absorbing = match option.game {
                    Summand::Short(_) => false,
                    game => self.place(game)? == TranslatePlace::Everywhere,
                };
                if absorbing {
                    games.push(option.game);
                    continue;
                }
                let place = place.get_or_insert_with(|| option.number.clone());
                let apart = to_dyadic(&option.number.sub(place)?).ok_or(TranslateError::Apart)?;
                games.push(match option.game {
                    Summand::Sided(_) if length(&apart) > LONGEST_NUMBER => {
                        return Err(TranslateError::Apart);
                    }
                    game => self.moved(game, &apart)?,
                });
            }
        }
        let short = |game: &Summand| match game {
            Summand::Short(g) => Some(*g),
            _ => None,
        };
        let all: [Option<Vec<Short>>; 2] =
            games.each_ref().map(|games| games.iter().map(short).collect());
        let game = match all {
            [Some(left), Some(right)] => Summand::Short(self.calc.make(&left, &right)?),
            _ => {
                let mut both = [Vec::new(), Vec::new()];
                for (both, games) in both.iter_mut().zip(games) {
                    for game in games {
                        let sides = self.sides(game)?;
                        both.push(sides.as_stopper().ok_or(TranslateError::Options("options"))?);
                    }
                }
                Summand::Sided(Sides::stopper(self.store.make(&both[0], &both[1])?))
            }
        };
        self.normal(Translate { number: place.unwrap_or_else(|| 0.into()), game })
    }

    /// The simplest number that no option passes, if there is one.
    fn number_between(
        &mut self,
        options: [&[Translate]; 2],
    ) -> Result<Option<Surreal>, TranslateError> {
        let mut ends: [Option<Bound>; 2] = [None, None];
        for ((who, end), options) in Player::BOTH.into_iter().zip(&mut ends).zip(options) {
            for option in options {
                let Some(bound) = self.bound(option, who)? else { continue };
                let Some(bound) = bound else { return Ok(None) };
                let tighter = match end {
                    None => true,
                    Some(end) => {
                        let order = bound.number.compare(&end.number)?;
                        let order = if who == Player::Left { order } else { order.reverse() };
                        order.is_gt() || (order.is_eq() && !bound.closed)
                    }
                };
                if tighter {
                    *end = Some(bound);
                }
            }
        }
        let [low, high] = ends.each_ref().map(Option::as_ref);
        Ok(Surreal::simplest_between(low, high)?)
    }

    /// How far a number must be beyond an option of a player: `None` if every number is,
    /// `Some(None)` if none is.
    fn bound(
        &mut self,
        option: &Translate,
        who: Player,
    ) -> Result<Option<Option<Bound>>, TranslateError> {
        let stop = match option.game {
            Summand::Short(g) => self.calc.stop(g, !who),
            Summand::Upons(_) => Dyadic::zero(),
            Summand::Sided(sides) => {
                let g = sides.as_stopper().ok_or(TranslateError::Options("options"))?;
                let stop = self.store.stop(g, !who)?;
                match self.store.as_pseudonumber(stop) {
                    Some(Pseudonumber::Near(x)) => x,
                    Some(Pseudonumber::On) if who == Player::Left => return Ok(Some(None)),
                    Some(Pseudonumber::Off) if who == Player::Right => return Ok(Some(None)),
                    _ => return Ok(None),
                }
            }
        };
        let number = option.number.add(&Surreal::from(&stop))?;
        let there = Translate::from(number.clone());
        let passes = match who {
            Player::Left => self.at_least(option, &there)?,
            Player::Right => self.at_least(&there, option)?,
        };
        Ok(Some(Some(Bound { number, closed: !passes })))
    }
}

/// A game as a sum of upons and perhaps a star.
enum UponClass {
    /// No upons, and perhaps a star: a game that ends.
    Star(bool),
    Upons(Upons),
}

/// Where a game lies.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TranslatePlace {
    /// Adding a number makes no difference.
    Everywhere,
    At(Dyadic),
    Nowhere,
}
