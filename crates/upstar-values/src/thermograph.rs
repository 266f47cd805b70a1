//! Thermographs: what each player can reach when every move costs `t`.
//!
//! The walls are taken from the canonical form and for all taxes `t >= -1`: an integer stands
//! as a mast, and otherwise the left wall is the highest right wall of a Left option minus `t`,
//! the right wall the lowest left wall of a Right option plus `t`, up to the temperature where
//! the two meet; from there on both are the mast at the mean (Conway, *On Numbers and Games*
//! ch. 9; Siegel, *Combinatorial Game Theory* II.5, with the part below 0 as in Berlekamp's
//! extended thermographs).
//!
//! Invariants of a [`Wall`]: exact; critical temperatures strictly descending and above -1, one
//! slope more than critical temperatures, adjacent slopes different, the first slope 0; the
//! slopes of a left wall are 0 and -1, those of a right wall 0 and 1 (`dx/dt`).

use crate::Dyadic;
use std::fmt;
use upstar_base::Player;

/// One boundary of a thermograph: a piecewise linear function of `t >= -1`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wall {
    mast: Dyadic,
    critical: Vec<Dyadic>,
    slopes: Vec<i8>,
}

/// The left and the right wall of a game.
///
/// It prints as left wall, then right wall; a wall is its mast, its critical temperatures from
/// the top and its slopes from the top.
///
/// ```
/// use upstar_values::{Calc, Dyadic};
/// let mut calc = Calc::default();
/// let [one, two, three] = [calc.integer(1)?, calc.integer(2)?, calc.integer(3)?];
/// let threat = calc.make(&[two], &[one])?;
/// let g = calc.make(&[three], &[threat])?;
/// let thermograph = calc.thermograph(g)?;
/// assert_eq!(
///     thermograph.to_string(),
///     "Thermograph(9/4,[3/4],[0,-1],9/4,[3/4,1/2],[0,1,0])"
/// );
/// assert_eq!(thermograph.temperature(), Dyadic::new(3, 2));
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thermograph {
    walls: [Wall; 2],
    temperature: Dyadic,
}

impl Wall {
    /// The vertical line at `x`.
    pub fn mast_at(x: Dyadic) -> Wall {
        Wall { mast: x, critical: Vec::new(), slopes: vec![0] }
    }

    /// The wall with these parts, as it prints them: its mast, where it bends from the top down, and
    /// the slopes from the top down. `None` if no wall has them.
    ///
    /// ```
    /// use upstar_values::{Dyadic, Wall};
    /// let wall = Wall::new(Dyadic::from(2), vec![Dyadic::from(1)], vec![0, -1]).unwrap();
    /// assert_eq!(wall.at(&Dyadic::from(0)), Dyadic::from(3));
    /// assert_eq!(Wall::new(Dyadic::from(2), vec![], vec![0, -1]), None);
    /// ```
    pub fn new(mast: Dyadic, critical: Vec<Dyadic>, slopes: Vec<i8>) -> Option<Wall> {
        let above = critical.last().is_none_or(|lowest| *lowest > Dyadic::from(-1));
        let descending = critical.is_sorted_by(|a, b| a > b);
        let bends = slopes.windows(2).all(|pair| pair[0] != pair[1]);
        let one_sided = [-1, 1].iter().any(|side| slopes.iter().all(|s| s == side || *s == 0));
        let fitting = slopes.first() == Some(&0) && slopes.len() == critical.len() + 1;
        (above && descending && bends && one_sided && fitting).then_some(Wall {
            mast,
            critical,
            slopes,
        })
    }

    /// Its place at high temperatures.
    pub fn mast(&self) -> &Dyadic {
        &self.mast
    }

    /// Where it bends, from the top down.
    pub fn critical_temperatures(&self) -> &[Dyadic] {
        &self.critical
    }

    /// The slopes `dx/dt` between the critical temperatures, from the top down.
    pub fn slopes(&self) -> &[i8] {
        &self.slopes
    }

    /// Where it is at temperature `t` (taken as -1 if it is less).
    pub fn at(&self, t: &Dyadic) -> Dyadic {
        let t = t.max(&Dyadic::from(-1)).clone();
        let mut x = self.mast.clone();
        for (i, top) in self.critical.iter().enumerate() {
            if t >= *top {
                break;
            }
            let bottom = self.critical.get(i + 1).map_or(&t, |next| next.max(&t));
            x = &x - &slope_times(self.slopes[i + 1], &(top - bottom));
        }
        x
    }

    /// The slope just below temperature `t > -1`.
    fn slope_below(&self, t: &Dyadic) -> i8 {
        self.slopes[self.critical.iter().take_while(|top| *top >= t).count()]
    }

    /// The corners from the top down, the last one at -1: (temperature, place).
    pub fn corners(&self) -> Vec<(Dyadic, Dyadic)> {
        let bottom = Dyadic::from(-1);
        self.critical.iter().chain([&bottom]).map(|t| (t.clone(), self.at(t))).collect()
    }

    /// The better wall for `who` wherever they differ.
    fn better(&self, other: &Wall, who: Player) -> Wall {
        let prefers = |a: &Dyadic, b: &Dyadic| match who {
            Player::Left => a > b,
            Player::Right => a < b,
        };
        let mut places = merged(&self.critical, &other.critical);
        // Between two bends both are straight and cross at most once; with slopes that differ
        // by one the crossing is as far above the lower end as they are apart there.
        let mut ends = places.clone();
        ends.push(Dyadic::from(-1));
        for pair in ends.windows(2) {
            let (top, bottom) = (&pair[0], &pair[1]);
            let apart = [top, bottom].map(|t| &self.at(t) - &other.at(t));
            let tilt = self.slope_below(top) - other.slope_below(top);
            if tilt != 0 && apart[0].sign() == apart[1].sign().reverse() {
                debug_assert_eq!(tilt.abs(), 1);
                places.push(bottom + &apart[1].abs());
            }
        }
        places.sort_by(|a, b| b.cmp(a));
        places.dedup();
        let chosen = |t: &Dyadic| {
            let (a, b) = (self.at(t), other.at(t));
            if prefers(&b, &a) { b } else { a }
        };
        let mast = if prefers(&other.mast, &self.mast) { &other.mast } else { &self.mast };
        Wall::through(mast.clone(), &places, chosen)
    }

    /// The wall with this mast that bends at most at `places` (descending) and passes where
    /// `at` says; `at` must be linear in between with slopes -1, 0 or 1.
    fn through(mast: Dyadic, places: &[Dyadic], at: impl Fn(&Dyadic) -> Dyadic) -> Wall {
        let mut wall = Wall::mast_at(mast);
        let bottom = Dyadic::from(-1);
        for (i, top) in places.iter().enumerate() {
            let next = places.get(i + 1).unwrap_or(&bottom);
            let slope = at(top).cmp(&at(next)) as i8;
            if wall.slopes.last() != Some(&slope) {
                wall.critical.push(top.clone());
                wall.slopes.push(slope);
            }
        }
        wall
    }
}

fn slope_times(slope: i8, x: &Dyadic) -> Dyadic {
    match slope {
        0 => Dyadic::zero(),
        1 => x.clone(),
        _ => -x,
    }
}

fn merged(a: &[Dyadic], b: &[Dyadic]) -> Vec<Dyadic> {
    let mut all = [a, b].concat();
    all.sort_by(|x, y| y.cmp(x));
    all.dedup();
    all
}

/// What a player reaches by moving: the best of the opponent's walls of the options, minus the
/// tax. Kept untaxed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scaffold(Option<Wall>);

impl Scaffold {
    /// One more option for `who`: its far wall is what remains after the move.
    pub(crate) fn add_option(&mut self, option: &Thermograph, who: Player) {
        let wall = option.wall(!who);
        self.0 = Some(match self.0.take() {
            None => wall.clone(),
            Some(best) => best.better(wall, who),
        });
    }
}

impl Thermograph {
    /// The thermograph with these walls, the left one first; `None` if they do not fit: their masts
    /// are one, the left wall leans to the left and the right one to the right, and the right wall
    /// is nowhere left of the left one.
    ///
    /// ```
    /// use upstar_values::{Dyadic, Thermograph, Wall};
    /// let wall = |slope| Wall::new(Dyadic::from(0), vec![Dyadic::from(1)], vec![0, slope]).unwrap();
    /// let switch = Thermograph::new([wall(-1), wall(1)]).unwrap();
    /// assert_eq!(switch.temperature(), Dyadic::from(1));
    /// assert_eq!(Thermograph::new([wall(1), wall(-1)]), None);
    /// ```
    pub fn new(walls: [Wall; 2]) -> Option<Thermograph> {
        let [left, right] = &walls;
        let leaning = !left.slopes.contains(&1) && !right.slopes.contains(&-1);
        let mut corners = left.corners().into_iter().chain(right.corners());
        let apart = corners.all(|(t, _)| left.at(&t) >= right.at(&t));
        let tops = [left, right].map(|wall| wall.critical.first().cloned());
        let temperature = tops.into_iter().flatten().max().unwrap_or_else(|| Dyadic::from(-1));
        (left.mast == right.mast && leaning && apart).then_some(Thermograph { walls, temperature })
    }

    /// Of an integer: a mast down to -1.
    pub(crate) fn integer(x: &Dyadic) -> Thermograph {
        let wall = Wall::mast_at(x.clone());
        Thermograph { walls: [wall.clone(), wall], temperature: Dyadic::from(-1) }
    }

    /// Of a game with options on both sides. `None` if a side has none: in canonical form such a
    /// game is an integer.
    pub(crate) fn from_scaffolds(left: Scaffold, right: Scaffold) -> Option<Thermograph> {
        let (left, right) = (left.0?, right.0?);
        let minus_one = Dyadic::from(-1);
        // The gap LS(t) - RS(t) falls with t, by 0, 1 or 2 per unit.
        let gap = |t: &Dyadic| &(&left.at(t) - &right.at(t)) - &(t + t);
        let mut ends = merged(&left.critical, &right.critical);
        ends.push(minus_one.clone());
        // The lowest end point with no gap above it: from here up the walls have met.
        let met = ends.iter().take_while(|t| gap(t) <= Dyadic::zero()).count();
        let temperature = match ends.get(met) {
            None => minus_one,
            Some(open) => {
                let tilt = match met {
                    0 => -2,
                    _ => left.slope_below(&ends[met - 1]) - right.slope_below(&ends[met - 1]) - 2,
                };
                let rest = gap(open);
                debug_assert!(tilt == -1 || tilt == -2);
                open + &if tilt == -2 { rest.half() } else { rest }
            }
        };
        let mean = &left.at(&temperature) - &temperature;
        let wall = |scaffold: &Wall, tax: i8| {
            let below = scaffold.critical.iter().filter(|t| **t < temperature);
            let mut places = vec![temperature.clone()];
            places.extend(below.cloned());
            Wall::through(mean.clone(), &places, |t| &scaffold.at(t) + &slope_times(tax, t))
        };
        let walls = [wall(&left, -1), wall(&right, 1)];
        Some(Thermograph { walls, temperature })
    }

    /// The thermograph with these corners: temperatures from 0 on, ascending, with the places of
    /// the left and the right wall; at the last they meet. Below 0 the walls go straight down.
    pub(crate) fn through(corners: &[(Dyadic, [Dyadic; 2])]) -> Thermograph {
        let places: Vec<Dyadic> = corners.iter().rev().map(|(t, _)| t.clone()).collect();
        let walls = [0, 1].map(|who: usize| {
            let at = |t: &Dyadic| {
                let known = corners.iter().find(|(place, _)| place >= t);
                known.map_or_else(Dyadic::zero, |(_, both)| both[who].clone())
            };
            let mast = corners.last().map_or_else(Dyadic::zero, |(_, both)| both[who].clone());
            Wall::through(mast, &places, at)
        });
        let temperature = places.first().cloned().unwrap_or_else(Dyadic::zero);
        Thermograph { walls, temperature }
    }

    /// The thermograph of `G + n` for an integer `n`, if this is that of `G`.
    pub(crate) fn moved(&self, n: &Dyadic) -> Thermograph {
        let mut moved = self.clone();
        for wall in &mut moved.walls {
            wall.mast = &wall.mast + n;
        }
        moved
    }

    /// The wall of one player.
    pub fn wall(&self, who: Player) -> &Wall {
        match who {
            Player::Left => &self.walls[0],
            Player::Right => &self.walls[1],
        }
    }

    /// Where the walls meet, at least -1.
    pub fn temperature(&self) -> Dyadic {
        self.temperature.clone()
    }

    /// The place of the mast.
    pub fn mean(&self) -> Dyadic {
        self.walls[0].mast.clone()
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn list<T: fmt::Display>(items: &[T]) -> String {
            items.iter().map(T::to_string).collect::<Vec<_>>().join(",")
        }
        write!(f, "{},[{}],[{}]", self.mast, list(&self.critical), list(&self.slopes))
    }
}

impl fmt::Display for Thermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Thermograph({},{})", self.walls[0], self.walls[1])
    }
}
