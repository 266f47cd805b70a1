//! Where the nodes of a graph stand.
//!
//! Three ways are tried: in layers, on a circle, and by forces (T. M. J. Fruchterman and E. M.
//! Reingold, Graph drawing by force-directed placement, 1991: all nodes repel each other, lines
//! pull). The layout with the least trouble wins; of equal ones the first.

use super::plane::{Spot, cross, distance_to_segment, length, minus, plus, times, turn, unit};

/// The distance between neighbours that looks best, in pixels.
const APART: f64 = 105.0;
/// Larger graphs are not looked at so closely.
const SMALL: usize = super::MOST_NODES;
const MOST_LINES: usize = 1500;

/// The place of every node; the smallest coordinates are those of discs at the edge.
pub(super) fn places(radii: &[f64], ends: &[(usize, usize)], directed: bool) -> Vec<Spot> {
    let n = radii.len();
    let mut links: Vec<(usize, usize)> = ends.iter().copied().filter(|(a, b)| a != b).collect();
    links.sort_unstable();
    links.dedup();
    let mut layouts = vec![layered(n, &links, directed), circle(n)];
    if n <= SMALL {
        layouts.push(forced(circle(n), &links, radii));
        layouts.push(forced(layered(n, &links, directed), &links, radii));
    }
    for layout in &mut layouts {
        separate(layout, radii);
    }
    let judged = n <= SMALL && links.len() <= MOST_LINES;
    let best = layouts.into_iter().min_by(|a, b| {
        if judged {
            trouble(a, &links, radii).total_cmp(&trouble(b, &links, radii))
        } else {
            std::cmp::Ordering::Equal
        }
    });
    let mut best = best.unwrap_or_default();
    let least = |part: fn(&Spot) -> f64| {
        let edges = best.iter().zip(radii).map(|(spot, radius)| part(spot) - radius);
        edges.fold(f64::INFINITY, f64::min)
    };
    let corner = (least(|spot| spot.0), least(|spot| spot.1));
    best.iter_mut().for_each(|spot| *spot = minus(*spot, corner));
    best
}

/// How hard a layout is to read: crossings, nodes on lines, long lines, wide paper.
fn trouble(spots: &[Spot], links: &[(usize, usize)], radii: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (i, &(a, b)) in links.iter().enumerate() {
        let (from, to) = (spots[a], spots[b]);
        sum += 0.4 * (length(minus(to, from)) / APART - 1.0).abs();
        for (v, &spot) in spots.iter().enumerate() {
            if v != a && v != b && distance_to_segment(spot, from, to) < radii[v] + 6.0 {
                sum += 4.0;
            }
        }
        for &(c, d) in &links[..i] {
            let apart = a != c && a != d && b != c && b != d;
            if apart && cross(from, to, spots[c], spots[d]) {
                sum += 3.0;
            }
        }
    }
    let extent = |part: fn(&Spot) -> f64| {
        let low = spots.iter().map(part).fold(f64::INFINITY, f64::min);
        spots.iter().map(part).fold(f64::NEG_INFINITY, f64::max) - low
    };
    let (width, height) = (extent(|spot| spot.0), extent(|spot| spot.1));
    sum + (width + 2.0 * height) / APART / 20.0
}

fn circle(n: usize) -> Vec<Spot> {
    let radius = (APART * n as f64 / std::f64::consts::TAU).max(APART * 0.6);
    (0..n).map(|i| times(turn(i as f64 / n as f64 - 0.25), radius)).collect()
}

/// From left to right: directed graphs by the longest way to a node (arrows that would lead back
/// are ignored), others by their distance from an end.
fn layered(n: usize, links: &[(usize, usize)], directed: bool) -> Vec<Spot> {
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); n];
    for &(a, b) in links {
        near[a].push(b);
        near[b].push(a);
        out[a].push(b);
    }
    let layers = if directed { longest_ways(&out) } else { distances(&near) };
    let last = layers.iter().copied().max().unwrap_or(0);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); last + 1];
    (0..n).for_each(|v| rows[layers[v]].push(v));
    // Each node to the middle of its neighbours in the layer before, then after, a few times.
    let mut rank = vec![0.0; n];
    let number = |rows: &[Vec<usize>], rank: &mut Vec<f64>| {
        for row in rows {
            let half = (row.len() as f64 - 1.0) / 2.0;
            row.iter().enumerate().for_each(|(i, &v)| rank[v] = i as f64 - half);
        }
    };
    number(&rows, &mut rank);
    for sweep in 0..8 {
        for i in 0..rows.len() {
            let layer = if sweep % 2 == 0 { i } else { rows.len() - 1 - i };
            let mut keys: Vec<(f64, usize)> = rows[layer]
                .iter()
                .map(|&v| {
                    let others = near[v].iter().filter(|&&u| layers[u] != layer);
                    let (sum, count) = others.fold((0.0, 0.0), |(s, c), &u| (s + rank[u], c + 1.0));
                    (if count > 0.0 { sum / count } else { rank[v] }, v)
                })
                .collect();
            keys.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            rows[layer] = keys.into_iter().map(|(_, v)| v).collect();
            number(&rows, &mut rank);
        }
    }
    (0..n).map(|v| (APART * layers[v] as f64, 0.85 * APART * rank[v])).collect()
}

/// The layer of each node: after all nodes that lead to it, cycles cut where they close.
fn longest_ways(out: &[Vec<usize>]) -> Vec<usize> {
    let n = out.len();
    let mut arrivals = vec![0; n];
    out.iter().flatten().for_each(|&v| arrivals[v] += 1);
    let mut starts: Vec<usize> = (0..n).collect();
    starts.sort_by_key(|&v| (arrivals[v] > 0, v));
    // By depth first, without recursion: a node is done after everything behind it.
    let (mut state, mut done, mut forward) = (vec![0u8; n], Vec::new(), Vec::new());
    for start in starts {
        if state[start] != 0 {
            continue;
        }
        state[start] = 1;
        let mut path = vec![(start, 0)];
        while let Some((v, next)) = path.last_mut() {
            let from = *v;
            match out[from].get(*next) {
                Some(&to) => {
                    *next += 1;
                    if state[to] != 1 {
                        forward.push((from, to));
                    }
                    if state[to] == 0 {
                        state[to] = 1;
                        path.push((to, 0));
                    }
                }
                None => {
                    state[from] = 2;
                    done.push(from);
                    path.pop();
                }
            }
        }
    }
    let mut onward: Vec<Vec<usize>> = vec![Vec::new(); n];
    forward.into_iter().for_each(|(from, to)| onward[from].push(to));
    let mut layers = vec![0; n];
    for &v in done.iter().rev() {
        for &to in &onward[v] {
            layers[to] = layers[to].max(layers[v] + 1);
        }
    }
    layers
}

/// The distance of each node from the first end of its component.
fn distances(near: &[Vec<usize>]) -> Vec<usize> {
    let n = near.len();
    let mut layers = vec![usize::MAX; n];
    let mut roots: Vec<usize> = (0..n).collect();
    roots.sort_by_key(|&v| (near[v].len(), v));
    for root in roots {
        if layers[root] != usize::MAX {
            continue;
        }
        layers[root] = 0;
        let mut found = vec![root];
        let mut head = 0;
        while let Some(&v) = found.get(head) {
            head += 1;
            for &u in &near[v] {
                if layers[u] == usize::MAX {
                    layers[u] = layers[v] + 1;
                    found.push(u);
                }
            }
        }
    }
    layers
}

fn forced(mut spots: Vec<Spot>, links: &[(usize, usize)], radii: &[f64]) -> Vec<Spot> {
    const STEPS: usize = 300;
    let n = spots.len();
    // Nodes on one line would stay there.
    for (i, spot) in spots.iter_mut().enumerate() {
        *spot = plus(*spot, times(turn(0.381966 * i as f64), 3.0));
    }
    for step in 0..STEPS {
        let mut push = vec![(0.0, 0.0); n];
        for a in 0..n {
            for b in 0..a {
                let way = minus(spots[a], spots[b]);
                let far = length(way).max(1.0);
                // Not between distant nodes: loose parts would fly apart.
                if far > 5.0 * APART {
                    continue;
                }
                let force = times(unit(way), APART * APART / far);
                push[a] = plus(push[a], force);
                push[b] = minus(push[b], force);
            }
        }
        for &(a, b) in links {
            let way = minus(spots[a], spots[b]);
            let far = (length(way) - (radii[a] + radii[b]) / 2.0).max(0.0);
            let force = times(unit(way), far * far / APART);
            push[a] = minus(push[a], force);
            push[b] = plus(push[b], force);
        }
        let heat = APART * 0.5 * (1.0 - step as f64 / STEPS as f64) + 0.5;
        for v in 0..n {
            // Towards the middle, so that parts stay together.
            push[v] = minus(push[v], times(spots[v], 0.12));
            let far = length(push[v]);
            spots[v] = plus(spots[v], times(unit(push[v]), far.min(heat)));
        }
    }
    spots
}

/// Moves nodes apart that touch.
fn separate(spots: &mut [Spot], radii: &[f64]) {
    for _ in 0..60 {
        let mut touched = false;
        for a in 0..spots.len().min(400) {
            for b in 0..a {
                let room = radii[a] + radii[b] + 30.0;
                let way = minus(spots[a], spots[b]);
                let far = length(way);
                if far < room - 0.01 {
                    let by = times(unit(way), (room - far) / 2.0);
                    spots[a] = plus(spots[a], by);
                    spots[b] = minus(spots[b], by);
                    touched = true;
                }
            }
        }
        if !touched {
            return;
        }
    }
}
