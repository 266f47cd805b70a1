//! How the lines of a graph run.
//!
//! A line is straight if nothing is in its way and it is alone; otherwise it bends aside, as
//! little as possible.

use super::plane::{Spot, across, length, minus, plus, times, turn, unit};
use std::collections::BTreeMap;

/// How far a line stays away from nodes, in pixels.
const CLEAR: f64 = 7.0;
/// The distance between lines of the same nodes in their middle.
const FAN: f64 = 17.0;

/// The most lines times nodes for which ways round are looked for.
const MOST_CARE: usize = 100_000;

/// A curve with two bends for each line, from rim to rim.
pub(super) fn routes(spots: &[Spot], radii: &[f64], ends: &[(usize, usize)]) -> Vec<[Spot; 4]> {
    let mut twins: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (i, &(a, b)) in ends.iter().enumerate() {
        twins.entry((a.min(b), a.max(b))).or_default().push(i);
    }
    let mut found = vec![[(0.0, 0.0); 4]; ends.len()];
    // Where nothing can be told apart anyway nothing is looked for.
    let careful = ends.len() * spots.len() <= MOST_CARE;
    for (&(a, b), lines) in twins.iter().filter(|((a, b), _)| a != b) {
        let mut used: Vec<f64> = Vec::new();
        for (k, &line) in lines.iter().enumerate() {
            let wanted = (2.0 * k as f64 - (lines.len() as f64 - 1.0)) * FAN;
            let bend = bends(wanted)
                .find(|&bend| {
                    let apart = used.iter().all(|other| (other - bend).abs() >= 1.8 * FAN);
                    let clear =
                        || is_clear(spots, radii, (a, b), curve(spots, radii, (a, b), bend));
                    apart && (!careful || clear())
                })
                .unwrap_or_else(|| used.last().map_or(wanted, |last| last + 2.0 * FAN));
            used.push(bend);
            let [from, p, q, to] = curve(spots, radii, (a, b), bend);
            found[line] = if ends[line].0 == a { [from, p, q, to] } else { [to, q, p, from] };
        }
    }
    let mut taken: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for (&(v, _), lines) in twins.iter().filter(|((a, b), _)| a == b) {
        for &line in lines {
            let taken = taken.entry(v).or_default();
            let side = free_side(v, spots, ends, &found, taken);
            taken.push(side);
            found[line] = ring(spots[v], radii[v], side);
        }
    }
    found
}

/// Bends to try, the wanted one first, then ever larger ones on both sides.
fn bends(wanted: f64) -> impl Iterator<Item = f64> {
    let further = (1..14).flat_map(move |i| {
        let more = 1.2 * FAN * f64::from(i);
        if wanted < 0.0 { [wanted - more, wanted + more] } else { [wanted + more, wanted - more] }
    });
    std::iter::once(wanted).chain(further)
}

/// The curve between two nodes whose middle is this far from the straight line.
fn curve(spots: &[Spot], radii: &[f64], (a, b): (usize, usize), bend: f64) -> [Spot; 4] {
    let (from, to) = (spots[a], spots[b]);
    let way = minus(to, from);
    let beside = times(across(unit(way)), bend * 4.0 / 3.0);
    let p = plus(plus(from, times(way, 0.28)), beside);
    let q = plus(plus(from, times(way, 0.72)), beside);
    // From rim to rim, so that arrowheads are seen.
    let start = plus(from, times(unit(minus(p, from)), radii[a] + 1.0));
    let end = plus(to, times(unit(minus(q, to)), radii[b] + 1.0));
    [start, p, q, end]
}

fn is_clear(spots: &[Spot], radii: &[f64], (a, b): (usize, usize), curve: [Spot; 4]) -> bool {
    (1..24).all(|i| {
        let point = crate::sheet::on_curve(curve, f64::from(i) / 24.0);
        let free = |(v, &spot): (usize, &Spot)| {
            v == a || v == b || length(minus(point, spot)) > radii[v] + CLEAR
        };
        spots.iter().enumerate().all(free)
    })
}

/// The direction from a node, as a part of a turn, in which most space is left.
fn free_side(
    v: usize,
    spots: &[Spot],
    ends: &[(usize, usize)],
    routes: &[[Spot; 4]],
    taken: &[f64],
) -> f64 {
    let mut busy: Vec<Spot> = taken.iter().map(|&side| turn(side)).collect();
    for (&(a, b), route) in ends.iter().zip(routes).filter(|((a, b), _)| a != b) {
        if a == v {
            busy.push(unit(minus(route[1], spots[v])));
        }
        if b == v {
            busy.push(unit(minus(route[2], spots[v])));
        }
    }
    for (u, &spot) in spots.iter().enumerate() {
        if u != v && length(minus(spot, spots[v])) < 130.0 {
            busy.push(unit(minus(spot, spots[v])));
        }
    }
    // Straight up first.
    let sides = (0..16).map(|i| f64::from(i) / 16.0 - 0.25);
    let nearest = |side: f64| {
        let way = turn(side);
        busy.iter().map(|other| length(minus(*other, way))).fold(2.0, f64::min)
    };
    let better =
        |best: f64, side: f64| if nearest(side) > nearest(best) + 1e-9 { side } else { best };
    sides.reduce(better).unwrap_or(-0.25)
}

/// A loop on one side of a node.
fn ring(spot: Spot, radius: f64, side: f64) -> [Spot; 4] {
    const HALF: f64 = 0.085;
    let reach = radius + 46.0;
    let rim = |part: f64| plus(spot, times(turn(part), radius + 1.0));
    let far = |part: f64| plus(spot, times(turn(part), reach + 10.0));
    [rim(side - HALF), far(side - 0.9 * HALF), far(side + 0.9 * HALF), rim(side + HALF)]
}
