//! The geometry that drawings of graphs need. Only operations that every machine rounds alike.

/// A place in pixels.
pub(super) type Spot = (f64, f64);

pub(super) fn plus(a: Spot, b: Spot) -> Spot {
    (a.0 + b.0, a.1 + b.1)
}

pub(super) fn minus(a: Spot, b: Spot) -> Spot {
    (a.0 - b.0, a.1 - b.1)
}

pub(super) fn times(a: Spot, by: f64) -> Spot {
    (a.0 * by, a.1 * by)
}

pub(super) fn length(a: Spot) -> f64 {
    (a.0 * a.0 + a.1 * a.1).sqrt()
}

/// The direction of a vector; to the right if it has none.
pub(super) fn unit(a: Spot) -> Spot {
    let length = length(a);
    if length > 1e-9 { times(a, 1.0 / length) } else { (1.0, 0.0) }
}

/// A direction turned by a quarter.
pub(super) fn across(a: Spot) -> Spot {
    (-a.1, a.0)
}

/// The direction at this part of a full turn, by its series.
pub(super) fn turn(part: f64) -> Spot {
    let angle = (part - part.round()) * std::f64::consts::TAU;
    let (mut cos, mut sin) = (0.0, 0.0);
    let mut term = 1.0;
    for n in 0..40 {
        match n % 4 {
            0 => cos += term,
            1 => sin += term,
            2 => cos -= term,
            _ => sin -= term,
        }
        term *= angle / f64::from(n + 1);
    }
    (cos, sin)
}

/// The distance of a point from a segment.
pub(super) fn distance_to_segment(point: Spot, from: Spot, to: Spot) -> f64 {
    let way = minus(to, from);
    let square = way.0 * way.0 + way.1 * way.1;
    let offset = minus(point, from);
    let t = if square > 0.0 { (offset.0 * way.0 + offset.1 * way.1) / square } else { 0.0 };
    length(minus(point, plus(from, times(way, t.clamp(0.0, 1.0)))))
}

/// Do two segments cross?
pub(super) fn cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool {
    let side = |p: Spot, q: Spot, r: Spot| {
        let (u, v) = (minus(q, p), minus(r, p));
        u.0 * v.1 - u.1 * v.0
    };
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}
