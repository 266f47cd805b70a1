//! Thermographs of stoppers.
//!
//! When every move costs `t >= 0`, the left wall of a game is the best right wall of a Left option
//! minus `t`, the right wall the best left wall of a Right option plus `t`, until the two meet and
//! both become the mast. In a stopper alternating play ends, so at one temperature the walls follow
//! from each other without going round in a circle; only the masts tie the walls of a game to each
//! other. So the temperature is raised from 0, where the walls are the stops, to the next one at
//! which a better option changes or a game freezes, and the walls are straight in between. Passes
//! gain nothing in such play, and what lies below 0 has no meaning: walls go straight down there.

use super::error::LoopyError;
use super::stops::Pseudonumber;
use super::store::{Stopper, Stoppers};
use crate::{Dyadic, Thermograph};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use upstar_base::{Player, Stopped};

/// Where a wall stands and where it leans, `dx/dt`.
#[derive(Clone, Debug, PartialEq, Eq)]
enum WallLine {
    Off,
    At(Dyadic, i8),
    On,
}

impl WallLine {
    /// The order just above the present temperature.
    fn order(&self, other: &WallLine) -> Ordering {
        match (self, other) {
            (WallLine::At(x, lean), WallLine::At(y, other)) => x.cmp(y).then(lean.cmp(other)),
            (WallLine::Off, WallLine::Off) | (WallLine::On, WallLine::On) => Ordering::Equal,
            (WallLine::Off, _) | (_, WallLine::On) => Ordering::Less,
            (_, WallLine::Off) | (WallLine::On, _) => Ordering::Greater,
        }
    }

    fn leaning(&self, by: i8) -> WallLine {
        match self {
            WallLine::At(x, lean) => WallLine::At(x.clone(), lean + by),
            endless => endless.clone(),
        }
    }
}

/// How soon a lower line that grows faster catches up.
fn meeting(lower: &WallLine, upper: &WallLine) -> Option<Dyadic> {
    let (WallLine::At(x, lean), WallLine::At(y, other)) = (lower, upper) else { return None };
    let apart = y - x;
    match lean - other {
        1 => Some(apart),
        2 => Some(apart.half()),
        _ => None,
    }
}

/// One wall of a thermograph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OneWall {
    /// A player can get more than any number: that one has the wall at infinity.
    Nowhere(Player),
    /// Its corners from temperature 0 up: temperature, place and slope above.
    Corners(Vec<(Dyadic, Dyadic, i8)>),
}

/// The walls of all followers at one temperature.
struct FollowerWalls<'s> {
    store: &'s Stoppers,
    followers: Vec<Stopper>,
    at: FxHashMap<(Stopper, Player), WallLine>,
    masts: FxHashMap<Stopper, WallLine>,
    temperature: Dyadic,
}

impl FollowerWalls<'_> {
    /// Finds the walls of all followers at this temperature, and freezes those that meet.
    fn settle(&mut self) {
        self.raise();
        while self.freeze() {
            self.raise();
        }
    }

    /// Finds the walls of all followers, given the masts; none depends on itself.
    fn raise(&mut self) {
        self.at.clear();
        for i in 0..self.followers.len() {
            for who in Player::BOTH {
                self.wall(self.followers[i], who);
            }
        }
    }

    fn wall(&mut self, g: Stopper, who: Player) -> WallLine {
        if let Some(mast) = self.masts.get(&g) {
            return mast.clone();
        }
        if let Some(known) = self.at.get(&(g, who)) {
            return known.clone();
        }
        let mut best: Option<WallLine> = None;
        for &option in self.store.options(g, who) {
            let wall = upstar_base::deeper(|| self.wall(option, !who));
            let better = best.as_ref().is_none_or(|best| prefers(who, &wall, best));
            if better {
                best = Some(wall);
            }
        }
        let (stuck, tax) = match who {
            Player::Left => (WallLine::Off, -1),
            Player::Right => (WallLine::On, 1),
        };
        // A move costs the temperature itself, and one more for each degree above.
        let line = match best {
            None => stuck,
            Some(WallLine::At(x, lean)) => {
                let cost = &self.temperature;
                let paid = if who == Player::Left { &x - cost } else { &x + cost };
                WallLine::At(paid, lean).leaning(tax)
            }
            Some(endless) => endless,
        };
        self.at.insert((g, who), line.clone());
        line
    }

    /// Freezes the games whose walls have met; answers whether there are any.
    fn freeze(&mut self) -> bool {
        let before = self.masts.len();
        for i in 0..self.followers.len() {
            let g = self.followers[i];
            if self.masts.contains_key(&g) {
                continue;
            }
            let (left, right) = (self.wall(g, Player::Left), self.wall(g, Player::Right));
            let mast = match (&left, &right) {
                (WallLine::At(x, _), WallLine::At(y, _)) if x <= y => WallLine::At(x.clone(), 0),
                (WallLine::Off, WallLine::Off) | (WallLine::On, WallLine::On) => left,
                _ => continue,
            };
            self.masts.insert(g, mast);
        }
        self.masts.len() > before
    }

    /// The next temperature at which something changes.
    fn next_change(&self) -> Option<Dyadic> {
        let mut soonest: Option<Dyadic> = None;
        let mut note = |wait: Option<Dyadic>| {
            if let Some(wait) = wait.filter(|wait| *wait > Dyadic::zero())
                && soonest.as_ref().is_none_or(|known| wait < *known)
            {
                soonest = Some(wait);
            }
        };
        let line = |g: Stopper, who: Player| {
            self.masts.get(&g).or_else(|| self.at.get(&(g, who))).unwrap_or(&WallLine::Off)
        };
        for &g in self.followers.iter().filter(|g| !self.masts.contains_key(g)) {
            note(meeting(line(g, Player::Right), line(g, Player::Left)));
            for who in Player::BOTH {
                let options = self.store.options(g, who);
                let Some(best) = options
                    .iter()
                    .map(|&option| line(option, !who))
                    .reduce(|best, wall| if prefers(who, wall, best) { wall } else { best })
                else {
                    continue;
                };
                for &option in options {
                    note(match who {
                        Player::Left => meeting(line(option, !who), best),
                        Player::Right => meeting(best, line(option, !who)),
                    });
                }
            }
        }
        soonest.map(|wait| &self.temperature + &wait)
    }
}

fn prefers(who: Player, a: &WallLine, b: &WallLine) -> bool {
    a.order(b) == if who == Player::Left { Ordering::Greater } else { Ordering::Less }
}

impl Stoppers {
    /// The thermograph of a stopper, for temperatures from 0 on.
    ///
    /// ```
    /// use upstar_base::Player;
    /// use upstar_values::{Dyadic, stopper::{Stopper, Stoppers}};
    /// let mut store = Stoppers::new(Default::default());
    /// let over = store.over()?;
    /// let one = store.make(&[Stopper::ZERO], &[])?;
    /// let switch = store.make(&[one], &[over])?;
    /// let thermograph = store.thermograph(switch)?;
    /// assert_eq!(thermograph.mean(), Dyadic::new(1, 1));
    /// assert_eq!(thermograph.temperature(), Dyadic::new(1, 1));
    /// # Ok::<(), upstar_values::stopper::LoopyError>(())
    /// ```
    pub fn thermograph(&self, g: Stopper) -> Result<Thermograph, LoopyError> {
        let mut walls = self.walls(g);
        let mut corners: Vec<(Dyadic, [Dyadic; 2])> = Vec::new();
        loop {
            self.budget().check()?;
            walls.settle();
            let both = Player::BOTH.map(|who| walls.wall(g, who));
            let [WallLine::At(left, _), WallLine::At(right, _)] = both else {
                return Err(LoopyError::TooHot);
            };
            corners.push((walls.temperature.clone(), [left, right]));
            if walls.masts.contains_key(&g) {
                return Ok(Thermograph::through(&corners));
            }
            walls.temperature = walls.next_change().ok_or(LoopyError::TooHot)?;
        }
    }

    /// One wall of the thermograph, which may be there though the other is nowhere.
    ///
    /// ```
    /// use upstar_base::Player;
    /// use upstar_values::stopper::{Stopper, Stoppers, temperature::OneWall};
    /// let mut store = Stoppers::new(Default::default());
    /// let off = store.off()?;
    /// let oof = store.make(&[Stopper::ZERO], &[off])?;
    /// assert_eq!(store.one_wall(oof, Player::Right)?, OneWall::Nowhere(Player::Right));
    /// let OneWall::Corners(corners) = store.one_wall(oof, Player::Left)? else { panic!() };
    /// assert_eq!(corners, [(0.into(), 0.into(), -1)]);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn one_wall(&self, g: Stopper, who: Player) -> Result<OneWall, Stopped> {
        let mut walls = self.walls(g);
        let mut corners: Vec<(Dyadic, Dyadic, i8)> = Vec::new();
        loop {
            self.budget().check()?;
            walls.settle();
            let (place, lean) = match walls.wall(g, who) {
                WallLine::On => return Ok(OneWall::Nowhere(Player::Left)),
                WallLine::Off => return Ok(OneWall::Nowhere(Player::Right)),
                WallLine::At(place, lean) => (place, lean),
            };
            if corners.last().is_none_or(|corner| corner.2 != lean) {
                corners.push((walls.temperature.clone(), place, lean));
            }
            let next = walls.next_change().filter(|_| !walls.masts.contains_key(&g));
            match next {
                Some(next) => walls.temperature = next,
                None => return Ok(OneWall::Corners(corners)),
            }
        }
    }

    /// The walls of all followers at temperature 0, not found yet.
    fn walls(&self, g: Stopper) -> FollowerWalls<'_> {
        let followers = self.followers(g);
        let mut masts = FxHashMap::default();
        for &follower in &followers {
            let mast = match self.as_pseudonumber(follower) {
                Some(Pseudonumber::Near(x)) => WallLine::At(x, 0),
                Some(Pseudonumber::On) => WallLine::On,
                Some(Pseudonumber::Off) => WallLine::Off,
                None => continue,
            };
            masts.insert(follower, mast);
        }
        let (at, temperature) = (FxHashMap::default(), Dyadic::zero());
        FollowerWalls { store: self, followers, at, masts, temperature }
    }
}
