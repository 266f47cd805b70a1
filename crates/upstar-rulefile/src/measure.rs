//! Why play ends: measures of a board, of which each move lowers one and keeps those before it.
//!
//! A measure gives every kind of square a weight, and perhaps weights for its row and its column.
//! On a board of any size it takes finitely many integers, so what falls with every move comes to
//! an end. A stroke lowers a measure by an amount that must not depend on where it lies, nor grow
//! with the length of its rays. The weights that lower most of the strokes are the solution of a
//! linear programme (Alur's and Podelski's linear ranking functions are found in the same way);
//! what it finds is checked again with integers. Strokes that are lowered are done with; for those
//! that are left the next measure is sought.

use crate::prelude::*;
use crate::simplex::{Fraction, Programme};
use std::collections::HashSet;
use upstar_base::arithmetic::gcd;

/// How much each kind counts by itself, by its row and by its column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KindMeasure(Vec<[i64; 3]>);

/// What must fall as a whole: for each stroke of a move the images it may have.
type Unit<'m> = Vec<&'m [Stroke]>;

/// Measures that prove that play ends, the first of which counts most. Rows and columns count only
/// where squares have places.
pub(crate) fn ending(
    moves: &[Vec<StrokeRule>; 2],
    planes: usize,
    has_places: bool,
) -> Option<Vec<KindMeasure>> {
    let mut units: Vec<Unit<'_>> = Vec::new();
    for rule in moves.iter().flatten() {
        match &rule.stages[..] {
            [stage] => units.extend(stage.iter().map(|stroke| vec![std::slice::from_ref(stroke)])),
            stages => units.push(stages.iter().map(Vec::as_slice).collect()),
        }
    }
    let mut measures = Vec::new();
    while !units.is_empty() {
        let kinds: &[usize] = if has_places { &[1, 3] } else { &[1] };
        let best = kinds.iter().find_map(|&parts| best(&units, planes, parts))?;
        let before = units.len();
        units.retain(|unit| best.change(unit).is_none_or(|change| change >= 0));
        if units.len() == before {
            return None;
        }
        measures.push(best);
    }
    Some(measures)
}

/// Larger programmes are not solved: play then counts as endless.
const MOST_ENTRIES: usize = 100_000;

/// A sum of variables, each so often.
type WeightedSum = Vec<(usize, i64)>;

/// The columns of a programme: each weight is the difference of two of them.
struct Columns {
    next: usize,
    rows: Vec<(WeightedSum, i64)>,
}

impl Columns {
    /// A variable of either sign.
    fn free(&mut self) -> WeightedSum {
        self.next += 2;
        vec![(self.next - 2, 1), (self.next - 1, -1)]
    }

    fn at_most_zero(&mut self, sum: WeightedSum) {
        self.rows.push((sum, 0));
    }

    fn zero(&mut self, sum: &WeightedSum) {
        self.at_most_zero(sum.clone());
        self.at_most_zero(times(sum, -1));
    }
}

fn times(sum: &WeightedSum, factor: i64) -> WeightedSum {
    sum.iter().map(|&(column, n)| (column, n * factor)).collect()
}

fn plus(mut a: WeightedSum, b: &WeightedSum) -> WeightedSum {
    a.extend(b);
    a
}

/// Without rows and columns the direction of a stroke does not matter, nor its order.
fn plain(stroke: &Stroke) -> Vec<StrokeSquare> {
    let squares = stroke.elements.iter().filter(|element| element.to.is_some());
    let mut squares: Vec<StrokeSquare> = squares.copied().collect();
    squares.sort_unstable();
    squares
}

/// The units that differ in what they do to a measure.
fn distinct<'u, 'm>(units: &'u [Unit<'m>], parts: usize) -> Vec<&'u Unit<'m>> {
    let form = |unit: &Unit<'_>| -> Vec<Vec<Vec<StrokeSquare>>> {
        let stage = |stage: &&[Stroke]| {
            let mut all: Vec<Vec<StrokeSquare>> = stage.iter().map(plain).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        unit.iter().map(stage).collect()
    };
    let mut seen = HashSet::new();
    units.iter().filter(|unit| parts > 1 || seen.insert(form(unit))).collect()
}

/// The measure that lowers as many of the units as one can, and raises none.
fn best(units: &[Unit<'_>], planes: usize, parts: usize) -> Option<KindMeasure> {
    let mut columns = Columns { next: 0, rows: Vec::new() };
    let weights: Vec<Vec<WeightedSum>> =
        (0..planes).map(|_| (0..parts).map(|_| columns.free()).collect()).collect();
    for column in 0..columns.next {
        columns.rows.push((vec![(column, 1)], 1));
    }
    let mut gains = Vec::new();
    for unit in distinct(units, parts) {
        let gain = columns.next;
        columns.next += 1;
        columns.rows.push((vec![(gain, 1)], 1));
        gains.push(gain);
        let mut total: WeightedSum = vec![(gain, 1)];
        for stage in unit {
            let changes: Vec<WeightedSum> =
                stage.iter().map(|stroke| linear_change(&mut columns, &weights, stroke)).collect();
            for (stroke, change) in stage.iter().zip(&changes) {
                if stroke.again {
                    columns.at_most_zero(change.clone());
                }
            }
            if let [change] = &changes[..] {
                total = plus(total, change);
            } else {
                let most = columns.free();
                for change in &changes {
                    columns.at_most_zero(plus(change.clone(), &times(&most, -1)));
                }
                total = plus(total, &most);
            }
        }
        columns.at_most_zero(total);
    }
    if columns.next * columns.rows.len() > MOST_ENTRIES {
        return None;
    }
    let mut programme = Programme::new(columns.next);
    gains.iter().for_each(|&gain| programme.maximise(gain));
    columns.rows.iter().for_each(|(row, bound)| programme.at_most(row, *bound));
    let solution = programme.solve()?;
    let measure = KindMeasure::scaled(&weights, &solution)?;
    let falls = |unit: &Unit<'_>| measure.change(unit);
    let sound = units.iter().all(|unit| falls(unit).is_some_and(|change| change <= 0));
    let useful = units.iter().any(|unit| falls(unit).is_some_and(|change| change < 0));
    (sound && useful).then_some(measure)
}

/// The change of a measure by a stroke as a sum of variables, and what must hold for it.
fn linear_change(
    columns: &mut Columns,
    weights: &[Vec<WeightedSum>],
    stroke: &Stroke,
) -> WeightedSum {
    let parts = weights.first().map_or(1, Vec::len);
    let weight = |kind: u8, part: usize| match kind {
        VOID => WeightedSum::new(),
        kind => weights[usize::from(kind)][part].clone(),
    };
    let mut total = WeightedSum::new();
    let mut slopes = [WeightedSum::new(), WeightedSum::new()];
    // What each ray moves by one square.
    let mut rays: Vec<WeightedSum> = Vec::new();
    let mut at = (0i64, 0i64);
    for (element, &(r, c)) in stroke.elements.iter().zip(&stroke.steps) {
        if element.ray {
            rays.push(WeightedSum::new());
            continue;
        }
        at = (at.0 + i64::from(r), at.1 + i64::from(c));
        let Some(to) = element.to else { continue };
        let from: Vec<u8> = members(element.from).map(|k| k as u8).collect();
        let difference =
            |kind: u8, part: usize| plus(weight(to, part), &times(&weight(kind, part), -1));
        if let [only] = from[..] {
            total = plus(total, &difference(only, 0));
        } else {
            let most = columns.free();
            for &kind in &from {
                columns.at_most_zero(plus(difference(kind, 0), &times(&most, -1)));
            }
            total = plus(total, &most);
        }
        if parts == 1 {
            continue;
        }
        for (part, place, step) in [(1, at.0, stroke.along.0), (2, at.1, stroke.along.1)] {
            let slope = difference(from[0], part);
            for &other in &from[1..] {
                columns.zero(&plus(slope.clone(), &times(&difference(other, part), -1)));
            }
            total = plus(total, &times(&slope, place));
            slopes[part - 1] = plus(std::mem::take(&mut slopes[part - 1]), &slope);
            for ray in &mut rays {
                *ray = plus(std::mem::take(ray), &times(&slope, step.into()));
            }
        }
    }
    for slope in &slopes {
        columns.zero(slope);
    }
    for ray in rays {
        columns.at_most_zero(ray);
    }
    total
}

impl KindMeasure {
    fn scaled(weights: &[Vec<WeightedSum>], solution: &[Fraction]) -> Option<KindMeasure> {
        let used: Vec<Fraction> =
            weights.iter().flatten().flatten().map(|&(column, _)| solution[column]).collect();
        let common = used.iter().try_fold(1i128, |common, fraction| {
            (common / gcd(common, fraction.under)).checked_mul(fraction.under)
        })?;
        let value = |sum: &WeightedSum| {
            sum.iter().try_fold(0i64, |total, &(column, factor)| {
                let scaled = solution[column].over.checked_mul(common / solution[column].under)?;
                total.checked_add(i64::try_from(scaled).ok()?.checked_mul(factor)?)
            })
        };
        let small = |value: i64| (value.unsigned_abs() <= 1 << 20).then_some(value);
        let mut measure = Vec::new();
        for parts in weights {
            let mut weight = [0; 3];
            for (slot, sum) in weight.iter_mut().zip(parts) {
                *slot = small(value(sum)?)?;
            }
            measure.push(weight);
        }
        Some(KindMeasure(measure))
    }

    fn weight(&self, kind: u8) -> [i64; 3] {
        if kind == VOID { [0; 3] } else { self.0[usize::from(kind)] }
    }

    /// The most that a unit can raise it by; `None` if that has no bound.
    fn change(&self, unit: &Unit<'_>) -> Option<i64> {
        unit.iter().try_fold(0, |total, stage| {
            let mut worst = i64::MIN;
            for stroke in *stage {
                let change = self.change_by(stroke)?;
                if stroke.again && change > 0 {
                    return None;
                }
                worst = worst.max(change);
            }
            Some(total + worst)
        })
    }

    /// The most that a stroke can raise it by, wherever it lies and however long its rays are.
    fn change_by(&self, stroke: &Stroke) -> Option<i64> {
        let (mut total, mut slope) = (0, [0, 0]);
        let mut rays: Vec<i64> = Vec::new();
        let mut at = (0i64, 0i64);
        for (element, &(r, c)) in stroke.elements.iter().zip(&stroke.steps) {
            if element.ray {
                rays.push(0);
                continue;
            }
            at = (at.0 + i64::from(r), at.1 + i64::from(c));
            let Some(to) = element.to else { continue };
            let after = self.weight(to);
            let mut changes = members(element.from).map(|kind| {
                let before = self.weight(kind as u8);
                [after[0] - before[0], after[1] - before[1], after[2] - before[2]]
            });
            let mut worst = changes.next()?;
            for change in changes {
                if change[1..] != worst[1..] {
                    return None;
                }
                worst[0] = worst[0].max(change[0]);
            }
            total += worst[0] + worst[1] * at.0 + worst[2] * at.1;
            slope = [slope[0] + worst[1], slope[1] + worst[2]];
            let (r, c) = stroke.along;
            rays.iter_mut()
                .for_each(|ray| *ray += worst[1] * i64::from(r) + worst[2] * i64::from(c));
        }
        (slope == [0, 0] && rays.iter().all(|&ray| ray <= 0)).then_some(total)
    }

    /// In words: what falls.
    pub(crate) fn words(&self, kinds: &SquareKinds, kind_of_plane: &[Option<usize>]) -> String {
        let mut text = String::new();
        for (part, name) in ["number", "row", "column"].into_iter().enumerate() {
            for (plane, weight) in self.0.iter().enumerate() {
                let (weight, kind) = (weight[part], kind_of_plane.get(plane).copied().flatten());
                let Some(kind) = kind.filter(|_| weight != 0) else { continue };
                let sign = match (text.is_empty(), weight < 0) {
                    (true, false) => "",
                    (true, true) => "-",
                    (false, false) => " + ",
                    (false, true) => " - ",
                };
                let times = weight.unsigned_abs();
                let times = if times == 1 { String::new() } else { format!("{times} ") };
                text += &format!("{sign}{times}{name}({})", kinds.symbol(kind));
            }
        }
        text
    }
}
