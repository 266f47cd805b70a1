//! Pictures of thermographs, for all formats and for the terminal.
//!
//! The convention is that of Winning Ways and of On Numbers and Games: temperature grows
//! upward, values grow to the *left*, so that Left's wall stands on the left; where the walls
//! meet a mast rises. The foot of the picture is at temperature 0, or at -1 if some game in it
//! is not hot, for then everything that happens lies below 0. Of an endless game one wall may be
//! nowhere; then there is no mast, and the other wall leaves the picture with an arrow.
//!
//! Invariant: every coordinate is an exact number until it is rounded once to the grid of the
//! picture ([`Axis::at`]); no floating point is involved.

mod numbers;
mod picture;
mod strokes;
mod terminal;

use dashu_int::IBig;
use std::sync::Arc;
use upstar_base::Player;
use upstar_values::stopper::temperature::OneWall;
use upstar_values::{Dyadic, Thermograph};

pub use numbers::{LAST_DAY, number_tree};
pub use picture::{picture, svg};
pub use terminal::terminal;

/// One thermograph with what is written above it.
#[derive(Clone, Debug)]
pub struct Figure {
    title: String,
    drawn: DrawnFigure,
}

#[derive(Clone, Debug)]
enum DrawnFigure {
    Whole(Arc<Thermograph>),
    /// Whose wall it is, and its corners from temperature 0 up.
    OneWall(Player, Vec<(Dyadic, Dyadic, i8)>),
}

impl Figure {
    /// A thermograph to be drawn under `title`.
    pub fn new(title: impl Into<String>, thermograph: Arc<Thermograph>) -> Figure {
        Figure { title: title.into(), drawn: DrawnFigure::Whole(thermograph) }
    }

    /// A thermograph of which only one wall is somewhere, as that of `oof = {0|off}`; none if
    /// both are, or neither.
    pub fn one_wall(title: &str, walls: [OneWall; 2]) -> Option<Figure> {
        let (who, corners, nowhere) = match walls {
            [OneWall::Corners(corners), OneWall::Nowhere(who)] => (Player::Left, corners, who),
            [OneWall::Nowhere(who), OneWall::Corners(corners)] => (Player::Right, corners, who),
            _ => return None,
        };
        let place = if nowhere == Player::Left { "on" } else { "off" };
        let title = format!("{title}, {}'s wall at {place}", !who);
        Some(Figure { title, drawn: DrawnFigure::OneWall(who, corners) })
    }

    fn is_hot(&self) -> bool {
        match &self.drawn {
            DrawnFigure::Whole(thermograph) => thermograph.temperature().sign().is_gt(),
            DrawnFigure::OneWall(..) => true,
        }
    }

    /// The highest temperature at which something happens.
    fn summit(&self) -> Dyadic {
        match &self.drawn {
            DrawnFigure::Whole(thermograph) => thermograph.temperature(),
            // High enough to see where the last piece leads.
            DrawnFigure::OneWall(_, corners) => {
                let last = corners.last().map_or_else(Dyadic::zero, |corner| corner.0.clone());
                &last + &Dyadic::from(2)
            }
        }
    }
}

/// A point of a picture: value and temperature.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PlotPoint {
    value: Dyadic,
    temperature: Dyadic,
}

/// A figure as lines.
struct FigureOutline {
    title: String,
    /// Where the mast stands, and the temperature at which it begins.
    mast: Option<PlotPoint>,
    /// The walls from the foot of the mast down, Left's first; one that is nowhere is empty.
    walls: [Vec<PlotPoint>; 2],
}

impl FigureOutline {
    fn new(figure: &Figure, foot: &Dyadic, summit: &Dyadic) -> FigureOutline {
        let title = figure.title.clone();
        match &figure.drawn {
            DrawnFigure::Whole(thermograph) => {
                let start = thermograph.temperature();
                let start = if start < *foot { foot.clone() } else { start };
                let walls = Player::BOTH.map(|who| {
                    let wall = thermograph.wall(who);
                    let bends = wall.critical_temperatures().iter();
                    let below = bends.filter(|t| **t < start && *t > foot);
                    let mut heights = vec![start.clone()];
                    heights.extend(below.cloned());
                    heights.push(foot.clone());
                    heights.dedup();
                    let point = |temperature: Dyadic| PlotPoint {
                        value: wall.at(&temperature),
                        temperature,
                    };
                    heights.into_iter().map(point).collect::<Vec<_>>()
                });
                let mast = Some(PlotPoint { value: thermograph.mean(), temperature: start });
                FigureOutline { title, mast, walls }
            }
            DrawnFigure::OneWall(who, corners) => {
                let wall = one_wall(corners, foot, summit);
                let walls = match who {
                    Player::Left => [wall, Vec::new()],
                    Player::Right => [Vec::new(), wall],
                };
                FigureOutline { title, mast: None, walls }
            }
        }
    }

    fn points(&self) -> impl Iterator<Item = &PlotPoint> {
        self.mast.iter().chain(self.walls.iter().flatten())
    }
}

/// A wall without a mast, from the summit down; below 0 it goes straight down.
fn one_wall(corners: &[(Dyadic, Dyadic, i8)], foot: &Dyadic, summit: &Dyadic) -> Vec<PlotPoint> {
    let mut points: Vec<PlotPoint> = corners
        .iter()
        .map(|(temperature, value, _)| PlotPoint {
            value: value.clone(),
            temperature: temperature.clone(),
        })
        .collect();
    if let Some((temperature, value, slope)) = corners.last()
        && temperature < summit
    {
        let rise = summit - temperature;
        let value = match slope {
            0 => value.clone(),
            1.. => value + &rise,
            _ => value - &rise,
        };
        points.push(PlotPoint { value, temperature: summit.clone() });
    }
    if let Some(first) = points.first().cloned()
        && *foot < first.temperature
    {
        points.insert(0, PlotPoint { temperature: foot.clone(), ..first });
    }
    points.reverse();
    points
}

/// Everything in a picture, before it has a size.
struct Scene {
    outlines: Vec<FigureOutline>,
    foot: Dyadic,
    /// The largest temperature at which a mast begins.
    summit: Dyadic,
    /// The smallest and the largest value.
    values: [Dyadic; 2],
}

impl Scene {
    fn new(figures: &[Figure]) -> Scene {
        let all_hot = figures.iter().all(Figure::is_hot);
        let foot = if all_hot { Dyadic::from(0) } else { Dyadic::from(-1) };
        let summit = figures.iter().map(Figure::summit).fold(foot.clone(), Ord::max);
        let outlines: Vec<_> =
            figures.iter().map(|f| FigureOutline::new(f, &foot, &summit)).collect();
        let mut seen = outlines.iter().flat_map(FigureOutline::points).map(|p| &p.value);
        let first = seen.next().cloned().unwrap_or_else(Dyadic::zero);
        let [low, high] = seen.fold([first.clone(), first], |[low, high], v| {
            [if *v < low { v.clone() } else { low }, if *v > high { v.clone() } else { high }]
        });
        Scene { outlines, foot, summit, values: [low, high] }
    }

    /// The smallest and the largest value with `2^-pad` of their distance beside them, and the
    /// summit with a quarter of the rise above it.
    fn with_margins(&self, pad: u32) -> ([Dyadic; 2], Dyadic) {
        let part = |range: Dyadic, shift| {
            if range.sign().is_eq() { Dyadic::from(1) } else { range.shr(shift) }
        };
        let [low, high] = &self.values;
        let pad = part(high - low, pad);
        let spare = part(&self.summit - &self.foot, 2);
        ([low - &pad, high + &pad], &self.summit + &spare)
    }

    /// The values worth a label, the most important first.
    fn value_ticks(&self) -> Vec<Dyadic> {
        let masts = self.outlines.iter().filter_map(|o| o.mast.as_ref());
        let walls = || self.outlines.iter().flat_map(|o| &o.walls);
        let feet = walls().filter_map(|w| w.last());
        unique(masts.chain(feet).chain(walls().flatten()).map(|p| &p.value))
    }

    /// The temperatures worth a label, the most important first.
    fn temperature_ticks(&self) -> Vec<Dyadic> {
        let masts = self.outlines.iter().filter_map(|o| o.mast.as_ref());
        let zero = Dyadic::zero();
        let fixed = [&self.foot, &zero];
        let walls = self.outlines.iter().flat_map(|o| &o.walls).flatten();
        unique(masts.chain(walls).map(|p| &p.temperature).chain(fixed))
    }
}

/// The different numbers of a sequence, in the order in which they come first.
fn unique<'a>(numbers: impl Iterator<Item = &'a Dyadic>) -> Vec<Dyadic> {
    let mut seen: Vec<Dyadic> = Vec::new();
    for number in numbers {
        if !seen.contains(number) {
            seen.push(number.clone());
        }
    }
    seen
}

/// A scale from `low` at 0 to `high` at `size`.
struct Axis {
    low: Dyadic,
    high: Dyadic,
    size: i64,
}

impl Axis {
    /// The place of `x`, rounded to the nearest whole number.
    fn at(&self, x: &Dyadic) -> i64 {
        let [offset, range] = to_integers(&(x - &self.low), &(&self.high - &self.low));
        if range == IBig::ZERO {
            return self.size / 2;
        }
        let twice: IBig = offset * IBig::from(self.size) * IBig::from(2) + &range;
        i64::try_from(floor_div(twice, range * IBig::from(2))).unwrap_or(i64::MAX)
    }
}

/// Both numbers times the same power of two, as integers.
fn to_integers(a: &Dyadic, b: &Dyadic) -> [IBig; 2] {
    let exponent = a.exponent().max(b.exponent());
    [a, b].map(|x| x.numerator() << (exponent - x.exponent()) as usize)
}

fn floor_div(a: IBig, b: IBig) -> IBig {
    let (quotient, rest) = (&a / &b, &a % &b);
    if rest != IBig::ZERO && (rest < IBig::ZERO) != (b < IBig::ZERO) {
        quotient - IBig::from(1)
    } else {
        quotient
    }
}

/// The longest label that is written out in full.
const LABEL: usize = 12;

/// A number as an axis shows it: exact if that is short, or `≈` and its leading digits.
fn label(x: &Dyadic) -> String {
    let exact = x.to_string();
    if exact.len() <= LABEL {
        return exact;
    }
    if !x.is_integer() {
        let power = format!("{}/2^{}", x.numerator(), x.exponent());
        if power.len() <= LABEL {
            return power;
        }
    }
    let whole = x.floor().to_string();
    let (sign, digits) = match whole.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", whole.as_str()),
    };
    match digits.len() {
        0..=6 => format!("≈{sign}{digits}"),
        n => format!("≈{sign}{}.{}e{}", &digits[..1], &digits[1..4], n - 1),
    }
}

/// Labels that fit on a line without touching: given centres and widths, the most important
/// first, which of them can stay.
fn without_overlap(labels: &[(i64, i64)], gap: i64) -> Vec<bool> {
    let mut kept: Vec<(i64, i64)> = Vec::new();
    let mut fits = Vec::new();
    for &(centre, width) in labels {
        let free = kept.iter().all(|&(c, w)| 2 * (c - centre).abs() >= w + width + 2 * gap);
        if free {
            kept.push((centre, width));
        }
        fits.push(free);
    }
    fits
}

/// At most `most` characters of a text, with an ellipsis if something is missing.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}
