//! What a player certainly gets of a game, as a few small numbers that add up.
//!
//! A lane is a way to bound a game from below for one player, say Left, so that the bounds of
//! terms add up to a bound of their sum. Every lane has two numbers: `r` if Left moves second in
//! the term and `l` if Left moves first. In a sum Left moves first in one term of Left's choice.
//!
//! - Lane 0 is the order itself. `r` is a number with ups, `x + n.↑`, that the game is at least;
//!   `l` is the best `r` of a Left option. Left wins moving second if the sum of all `r` is at
//!   least 0, and moving first if it is so with one `l` among them.
//! - The other lanes are the walls of the thermograph at one temperature t each, rounded down.
//!   For t >= 0 the walls of a sum satisfy R(G+H) >= R(G) + R(H) and L(G+H) >= L(G) + R(H); the
//!   Left wall falls with t and the Right wall rises with slope at most 1 (Winning Ways ch. 6;
//!   Siegel, Combinatorial Game Theory II.5). So the Left stop of the sum is at least the sum
//!   with one `l`, and the Right stop at least the sum of all `r` less t. Play that stops at a
//!   positive number is won; one that stops at 0 need not be, so both must be more than 0.
//!
//! A bound is a whole number, so that bounds are added and compared as such: in lanes 1 and up it
//! counts [`UNIT`]s, in lane 0 it is the code of an [`EighthsUps`]. `docs/boards.md` adds up an
//! example.
//!
//! Theorem: `docs/boards.md#lanes`.

use dashu_int::IBig;
use rustc_hash::FxHashMap;
use upstar_base::{Player, Stopped};
use upstar_values::{Calc, Dyadic, NumberUpStar, Short};

/// How many lanes there are.
pub(super) const LANES: usize = 8;

/// The most lines of a band.
pub(super) const THICKEST: usize = 3;

/// The most lines that a position is cut into.
pub(super) const MOST_LINES: usize = 64;

/// A bound of 1 in every lane; so lanes 1 and up count 1/512.
pub(super) const UNIT: i32 = 512;

/// The most ups of a bound in lane 0.
const MOST_UPS: i32 = 3;

/// A bound of 1/8 in lane 0, where an up counts 1.
const EIGHTH: i32 = UNIT / 8;

/// The ups of a bound in lane 0, which are less than half of an eighth either way.
const UPS: std::ops::RangeInclusive<i32> = 1 - EIGHTH / 2..=MOST_UPS;

/// The most terms that can be added up: all their ups together are less than an eighth, so the sum
/// is at least 0 only if its number is more than 0, or 0 with at least 0 ups.
pub(super) const MOST_TERMS: usize = ((EIGHTH - 1) / MOST_UPS) as usize;

/// An eighth in lane 0 while the lines of a position are added up: the ups of all of them are
/// less than half of it.
const WIDE_EIGHTH: i32 = EIGHTH * MOST_LINES as i32;

/// The temperature of each lane; that of lane 0 means nothing.
const TEMPERATURES: [i32; LANES] =
    [0, UNIT / 16, UNIT / 4, UNIT / 2, UNIT * 3 / 4, UNIT, UNIT * 5 / 4, UNIT * 3 / 2];

/// Stands for a bound that there is not: a player who cannot move.
const NEVER: i16 = i16::MIN;

/// The same while bounds are added up: less than any sum, and still so when much is added, or
/// when two of them are.
const FAR_DOWN: i32 = i32::MIN / 8;

/// No bound that is kept is greater.
const LARGEST: i32 = 31_000;

/// The greatest integer that is kept.
const MOST_WHOLE: i64 = LARGEST as i64 / UNIT as i64;

/// No more ups are looked for in a bound of a game.
const FEW_UPS: i32 = 2;

/// A bound of lane 0: a number of eighths, with ups.
///
/// Its code is a whole number in which an eighth counts [`EIGHTH`] (as bounds are kept) or
/// [`WIDE_EIGHTH`] (as many lines are added up) and an up counts 1. Codes are ordered as bounds are
/// and the code of a sum is the sum of the codes, as long as the ups stay within an eighth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EighthsUps {
    eighths: i32,
    ups: i32,
}

impl EighthsUps {
    /// The code, where an eighth counts `eighth`.
    fn code(self, eighth: i32) -> i32 {
        eighth * self.eighths + self.ups
    }

    /// The bound with this code, whose ups are at least `least`.
    fn of_code(code: i32, eighth: i32, least: i32) -> EighthsUps {
        let code = code - least;
        EighthsUps { eighths: code.div_euclid(eighth), ups: code.rem_euclid(eighth) + least }
    }

    /// A bound that is not greater, with as many ups as one term may have.
    fn of_one_term(self) -> EighthsUps {
        if self.ups < *UPS.start() {
            // Less by a number, it is less by any number of ups too.
            EighthsUps { eighths: self.eighths - 1, ups: MOST_UPS }
        } else {
            EighthsUps { ups: self.ups.min(MOST_UPS), ..self }
        }
    }
}

/// A number rounded down to eighths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Eighths(i32);

impl Eighths {
    /// Less than every number that matters.
    pub(super) const UNKNOWN: Eighths = Eighths(i32::MIN / 2);

    /// A whole number.
    pub(super) const fn whole(n: i32) -> Eighths {
        Eighths(8 * n)
    }

    pub(super) fn plus(self, other: Eighths) -> Eighths {
        Eighths(self.0.saturating_add(other.0))
    }
}

/// What Left certainly gets of a game in each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(super) struct LaneWalls {
    r: [i16; LANES],
    l: [i16; LANES],
}

impl LaneWalls {
    /// Nothing is known.
    pub(super) const UNKNOWN: LaneWalls = LaneWalls { r: [NEVER; LANES], l: [NEVER; LANES] };

    /// Is something known in every lane?
    pub(super) fn is_known(&self) -> bool {
        self.r[0] != NEVER
    }

    /// What is certain of a game.
    pub(super) fn of(calc: &mut Calc, lows: &mut Lows, g: Short) -> Result<LaneWalls, Stopped> {
        let mut sum = WideLanes::NOTHING;
        sum.r[0] = lows.of(calc, g)?;
        for option in calc.options(g, Player::Left)? {
            sum.l[0] = sum.l[0].max(lows.of(calc, option)?);
        }
        if calc.is_numberish(g) {
            // The walls of a number with an infinitesimal are one mast.
            let Ok(mast) = i32::try_from(units(&calc.stop(g, Player::Left))) else {
                return Ok(LaneWalls::UNKNOWN);
            };
            sum.r[1..].fill(mast.clamp(FAR_DOWN, -FAR_DOWN));
            sum.l[1..].fill(mast.clamp(FAR_DOWN, -FAR_DOWN));
            return Ok(sum.packed());
        }
        let graph = calc.thermograph(g)?;
        for (k, &t) in TEMPERATURES.iter().enumerate().skip(1) {
            let t = Dyadic::new(t, UNIT.ilog2());
            for (lane, who) in [(&mut sum.l[k], Player::Left), (&mut sum.r[k], Player::Right)] {
                match i32::try_from(units(&graph.wall(who).at(&t))) {
                    Ok(wall) => *lane = wall.clamp(FAR_DOWN, -FAR_DOWN),
                    Err(_) => return Ok(LaneWalls::UNKNOWN),
                }
            }
        }
        Ok(sum.packed())
    }

    /// What is certain of a game that is at least this integer; of nothing more is known.
    pub(super) fn at_least(low: i64) -> LaneWalls {
        if low < -MOST_WHOLE {
            return LaneWalls::UNKNOWN;
        }
        // An integer is the same in all lanes.
        let wall = UNIT as i16 * low.min(MOST_WHOLE) as i16;
        let mut walls = LaneWalls { r: [wall; LANES], l: [wall; LANES] };
        walls.l[0] = NEVER;
        walls
    }

    /// The better of two bounds of the same game, lane by lane.
    pub(super) fn or(&self, other: &LaneWalls) -> LaneWalls {
        LaneWalls {
            r: std::array::from_fn(|k| self.r[k].max(other.r[k])),
            l: std::array::from_fn(|k| self.l[k].max(other.l[k])),
        }
    }

    /// Bounds that are not greater, with as many ups in lane 0 as one term may have.
    fn with_few_ups(mut self) -> LaneWalls {
        for bound in [&mut self.r[0], &mut self.l[0]] {
            if *bound != NEVER {
                let sum = EighthsUps::of_code((*bound).into(), EIGHTH, *UPS.start());
                *bound = sum.of_one_term().code(EIGHTH) as i16;
            }
        }
        self
    }

    /// The same as it is added up.
    fn wide(&self) -> WideLanes {
        let of = |walls: &[i16; LANES]| -> [i32; LANES] {
            std::array::from_fn(|k| match i32::from(walls[k]) {
                _ if walls[k] == NEVER => FAR_DOWN,
                code if k == 0 => EighthsUps::of_code(code, EIGHTH, *UPS.start()).code(WIDE_EIGHTH),
                wall => wall,
            })
        };
        WideLanes { r: of(&self.r), l: of(&self.l) }
    }
}

/// For each game the best `x + n.↑` that it is at least, as it is added up.
#[derive(Default)]
pub(super) struct Lows(FxHashMap<Short, i32>);

impl Lows {
    /// Eighths that a game is at least.
    pub(super) fn eighths(&mut self, calc: &mut Calc, g: Short) -> Result<Eighths, Stopped> {
        Ok(Eighths(self.of(calc, g)?.div_euclid(WIDE_EIGHTH)))
    }

    fn of(&mut self, calc: &mut Calc, g: Short) -> Result<i32, Stopped> {
        if let Some(&low) = self.0.get(&g) {
            return Ok(low);
        }
        let low = low(calc, g)?.unwrap_or(FAR_DOWN);
        calc.budget().charge(2 * size_of::<(Short, i32)>() as u64)?;
        self.0.insert(g, low);
        Ok(low)
    }
}

/// A number in [`UNIT`]s, rounded down.
fn units(x: &Dyadic) -> IBig {
    x.shl(UNIT.ilog2()).floor()
}

/// The code of the best bound of a game in lane 0; none when it is very large.
fn low(calc: &mut Calc, g: Short) -> Result<Option<i32>, Stopped> {
    let stop = calc.stop(g, Player::Right);
    let Ok(eighths) = i32::try_from(stop.shl(3).floor()) else { return Ok(None) };
    if eighths.unsigned_abs() > 1 << 16 {
        return Ok(None);
    }
    let code = |eighths: i32, ups: i32| EighthsUps { eighths, ups }.code(WIDE_EIGHTH);
    // Less than the stop by a number, it is less by any number of ups too.
    if Dyadic::new(eighths, 3) != stop {
        return Ok(Some(code(eighths, MOST_UPS)));
    }
    let mut ups = *UPS.start() - 1;
    if let Some(NumberUpStar { up, nim, .. }) = calc.as_number_up_star(g) {
        // ⇑ + *m > 0 for all m, ↑ + *m > 0 unless m is 1.
        ups = up.saturating_sub(match nim {
            0 => 0,
            1 => 2,
            _ => 1,
        });
    } else {
        let mut too_many = FEW_UPS + 1;
        while ups + 1 < too_many {
            let up = (ups + too_many).div_euclid(2);
            let bound = NumberUpStar { number: stop.clone(), up, nim: 0 };
            let bound = calc.number_up_star(&bound)?;
            *(if calc.ge(g, bound)? { &mut ups } else { &mut too_many }) = up;
        }
    }
    Ok(Some(if UPS.contains(&ups.min(FEW_UPS)) {
        code(eighths, ups.min(FEW_UPS))
    } else {
        code(eighths - 1, MOST_UPS)
    }))
}

/// What is certain of a game, or of a sum, as it is added up.
#[derive(Clone, Copy, Debug)]
struct WideLanes {
    r: [i32; LANES],
    l: [i32; LANES],
}

impl WideLanes {
    const ZERO: WideLanes = WideLanes { r: [0; LANES], l: [FAR_DOWN; LANES] };
    const NOTHING: WideLanes = WideLanes { r: [FAR_DOWN; LANES], l: [FAR_DOWN; LANES] };

    /// A sum and one more term, of which something is known. Up to [`MOST_LINES`] terms stay
    /// well within the range, and of what is far down there is never more than one `r` and `l`.
    #[inline]
    fn plus(&self, term: &WideLanes) -> WideLanes {
        let (mut r, mut l) = (self.r, self.l);
        for k in 0..LANES {
            r[k] = self.r[k] + term.r[k];
            l[k] = (self.l[k] + term.r[k]).max(self.r[k] + term.l[k]);
        }
        WideLanes { r, l }
    }

    /// Bounds as they are kept: none is greater than these.
    fn packed(&self) -> LaneWalls {
        let pack = |lanes: &[i32; LANES]| -> [i16; LANES] {
            std::array::from_fn(|k| {
                let mut bound = lanes[k];
                if k == 0 && bound > FAR_DOWN / 2 {
                    let sum = EighthsUps::of_code(bound, WIDE_EIGHTH, -WIDE_EIGHTH / 2);
                    let EighthsUps { eighths, ups } = sum.of_one_term();
                    let eighths = eighths.min(LARGEST / EIGHTH);
                    bound = EighthsUps { eighths, ups }.code(EIGHTH);
                }
                // A bound may become less, but not more.
                if bound < -LARGEST { NEVER } else { bound.min(LARGEST) as i16 }
            })
        };
        let walls = LaneWalls { r: pack(&self.r), l: pack(&self.l) };
        if walls.r.contains(&NEVER) { LaneWalls::UNKNOWN } else { walls }
    }
}

/// What is certain of a sum of games.
pub(super) fn added<'w>(terms: impl Iterator<Item = &'w LaneWalls>) -> LaneWalls {
    let mut sum = WideLanes::ZERO;
    for (i, term) in terms.enumerate() {
        if i >= MOST_LINES || !term.is_known() {
            return LaneWalls::UNKNOWN;
        }
        sum = sum.plus(&term.wide());
    }
    sum.packed()
}

/// The best partition of a position into bands of neighbouring lines, found line by line.
///
/// It is another one for each lane, and for who moves first. Every band counts as a term, so a
/// partition of the lines so far is worth what its best partition up to the last band is, and
/// that band.
///
/// All of it is done in 16 bits. A bound of the lines so far lies between [`DEEP`] and [`HIGH`] and
/// one of a band between -[`HIGH`] and [`HIGH`], or there is none, which stays so whatever is
/// added to it.
pub(super) struct Partition {
    /// What is certain of the first lines, by how many are left out at the end.
    best: [LaneWalls; THICKEST],
    next: LaneWalls,
    lines: usize,
}

/// No bound of the lines so far or of a band is greater.
const HIGH: i16 = 12_000;

/// What is less is not a bound of the lines so far.
const DEEP: i16 = -20_000;

/// After this many lines the ups of lane 0 are cut down.
const FEW_LINES: usize = 8;

const _: () = {
    // An up on the lines so far and on each of the next few are less than half of an eighth.
    assert!(MOST_UPS * (FEW_LINES as i32 + 1) < EIGHTH / 2);
    // The ups of all lines are less than half of a wide eighth.
    assert!(
        MOST_UPS - *UPS.start() < EIGHTH && *UPS.start() * MOST_LINES as i32 > -WIDE_EIGHTH / 2
    );
    // The bounds of a line are added within 16 bits, and one that there is not stays so.
    assert!(DEEP as i32 - HIGH as i32 > NEVER as i32 && 2 * HIGH as i32 <= i16::MAX as i32);
    assert!((NEVER as i32) + (HIGH as i32) < DEEP as i32 && LARGEST <= i16::MAX as i32);
};

impl Partition {
    pub(super) fn new() -> Partition {
        let nothing = LaneWalls { r: [0; LANES], l: [NEVER; LANES] };
        let mut best = [LaneWalls::UNKNOWN; THICKEST];
        best[0] = nothing;
        Partition { best, next: LaneWalls::UNKNOWN, lines: 0 }
    }

    /// What is certain of a band, as [`Partition::band`] wants it; unknown where it is too much.
    pub(super) fn suited(walls: &LaneWalls) -> LaneWalls {
        let is_suited = walls.r.iter().all(|&r| r >= -HIGH);
        if !is_suited {
            return LaneWalls::UNKNOWN;
        }
        LaneWalls { r: walls.r.map(|r| r.min(HIGH)), l: walls.l.map(|l| l.min(HIGH)) }
    }

    /// Considers a band that ends with the next line and has `before` lines more, fewer than
    /// [`THICKEST`]; it must be suited.
    #[inline]
    pub(super) fn band(&mut self, before: usize, band: &LaneWalls) {
        let LaneWalls { r, l } = &self.best[before];
        for k in 0..LANES {
            let (first, second) = (r[k].saturating_add(band.l[k]), r[k].saturating_add(band.r[k]));
            self.next.r[k] = self.next.r[k].max(second);
            self.next.l[k] = self.next.l[k].max(first).max(l[k].saturating_add(band.r[k]));
        }
    }

    /// The next line is done.
    #[inline]
    pub(super) fn advance(&mut self) {
        let kept = |bound: i16| if bound < DEEP { NEVER } else { bound.min(HIGH) };
        let mut next = LaneWalls { r: self.next.r.map(kept), l: self.next.l.map(kept) };
        self.lines += 1;
        if self.lines.is_multiple_of(FEW_LINES) {
            next = next.with_few_ups();
        }
        self.best.rotate_right(1);
        self.best[0] = next;
        self.next = LaneWalls::UNKNOWN;
    }

    /// What is certain of all lines.
    pub(super) fn walls(&self) -> LaneWalls {
        let best = self.best[0].with_few_ups();
        let is_known = (1..=MOST_LINES).contains(&self.lines) && !best.r.contains(&NEVER);
        if is_known { best } else { LaneWalls::UNKNOWN }
    }
}

/// What is certain of a state: at most [`MOST_TERMS`] terms, all of them known.
pub(super) struct Total {
    r: [i32; LANES],
    /// The most that moving first adds.
    more: [i32; LANES],
}

impl Total {
    #[inline]
    pub(super) fn new(walls: &LaneWalls) -> Total {
        let mut total = Total { r: [0; LANES], more: [FAR_DOWN; LANES] };
        total.add(walls);
        total
    }

    /// The same and one more term.
    #[inline]
    pub(super) fn plus(&self, walls: &LaneWalls) -> Total {
        let mut total = Total { r: self.r, more: self.more };
        total.add(walls);
        total
    }

    #[inline]
    pub(super) fn add(&mut self, walls: &LaneWalls) {
        for k in 0..LANES {
            let (r, l) = (i32::from(walls.r[k]), i32::from(walls.l[k]));
            let more = if walls.l[k] == NEVER { FAR_DOWN } else { l - r };
            self.r[k] += r;
            self.more[k] = self.more[k].max(more);
        }
    }

    /// Does the player win, moving first?
    #[inline]
    pub(super) fn wins_first(&self) -> bool {
        (0..LANES).any(|k| self.r[k] + self.more[k] >= i32::from(k > 0))
    }

    /// Does the player win, moving second?
    #[inline]
    pub(super) fn wins_second(&self) -> bool {
        (0..LANES).any(|k| self.r[k] >= TEMPERATURES[k] + i32::from(k > 0))
    }

    /// How much more would let the player win, moving first, in [`UNIT`]s.
    pub(super) fn lacks_first(&self) -> i32 {
        (0..LANES).map(|k| -self.r[k] - self.more[k]).min().unwrap_or(0)
    }

    /// The same, moving second.
    pub(super) fn lacks_second(&self) -> i32 {
        (0..LANES).map(|k| TEMPERATURES[k] - self.r[k]).min().unwrap_or(0)
    }

    /// About what is certain, in [`UNIT`]s: the Right wall at the highest temperature.
    pub(super) fn estimate(&self) -> i32 {
        self.r[LANES - 1]
    }
}

#[cfg(test)]
#[path = "../../tests/private/outcome_search/lanes.rs"]
mod tests;
