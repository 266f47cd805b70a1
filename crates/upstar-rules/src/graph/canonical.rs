//! A representative of each class of isomorphic graphs.
//!
//! Colours of vertices are refined by the colours around them until nothing changes; where two
//! vertices still look alike one of them is singled out, and the least of all graphs that such
//! choices lead to is the representative (McKay 1981). Colours are hashes that depend only on
//! what is seen from a vertex, never on its number: two different sights may collide, which
//! makes the search longer but not wrong.
//!
//! Two things keep the search short. In a forest, vertices of one refined colour are images of
//! each other under symmetries, so a single choice is enough. Elsewhere, vertices with the same
//! neighbours are images of each other, and two choices that led to the same graph reveal a
//! symmetry; what is an image of something tried is not tried.
//!
//! Whatever happens the result is isomorphic to what was given. On graphs that are too large or
//! too symmetric for the limits below isomorphic graphs may get different results, which costs
//! a memo some hits and nothing else.

use super::multigraph::{Edge, Graph};
use smallvec::SmallVec;
use std::cmp::Ordering;

/// Larger graphs are left as they are.
const MOST_ORDER: usize = 128;

/// The most graphs that are compared.
const MOST_LEAVES: u32 = 500;

/// An isomorphic graph, the same for isomorphic graphs.
///
/// ```
/// use upstar_rules::graph::{canonical::canonical, walk::PLAIN};
/// let one = PLAIN.read(".-.(-.;-.-.)")?;
/// let other = PLAIN.read(".(-.;-.;-.-.)")?;
/// assert_eq!(canonical(&one), canonical(&other));
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn canonical(graph: &Graph) -> Graph {
    match CanonicalSearch::new(graph) {
        Some(search) => search.least(),
        None => graph.clone(),
    }
}

/// The representative of a graph or of its `negative`, and whether of the negative. The choice
/// depends on the pair alone: exchanging the two exchanges the answer, unless they are
/// isomorphic.
pub fn canonical_up_to_sign(graph: &Graph, negative: &Graph) -> (Graph, bool) {
    let (Some(search), Some(negated)) =
        (CanonicalSearch::new(graph), CanonicalSearch::new(negative))
    else {
        return match graph.cmp(negative) {
            Ordering::Greater => (negative.clone(), true),
            _ => (graph.clone(), false),
        };
    };
    match search.sight().cmp(&negated.sight()) {
        Ordering::Less => (search.least(), false),
        Ordering::Greater => (negated.least(), true),
        Ordering::Equal => {
            let (positive, negative) = (search.least(), negated.least());
            if negative < positive { (negative, true) } else { (positive, false) }
        }
    }
}

/// Spreads the bits of a word (the finaliser of SplitMix64).
fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Added to the colour of a vertex that is singled out.
const SINGLED_OUT: u64 = 0x9e37_79b9_7f4a_7c15;

/// A colour not in use, made from one that is. So every choice makes a new class, and the search
/// is no deeper than there are vertices.
fn fresh(colors: &[u64], color: u64) -> u64 {
    let mut new = mix(color.wrapping_add(SINGLED_OUT));
    while colors.contains(&new) {
        new = new.wrapping_add(1);
    }
    new
}

struct CanonicalLeaf {
    graph: Graph,
    /// The old number of each new one.
    old: Vec<u16>,
    /// The vertices that were singled out on the way.
    path: Vec<u16>,
}

struct CanonicalSearch<'a> {
    graph: &'a Graph,
    /// For each vertex where its neighbours start in `near`.
    start: Vec<u32>,
    /// Neighbours with a hash of the kind of the edge.
    near: Vec<(u16, u64)>,
    colors: Vec<u64>,
    is_forest: bool,
    best: Option<CanonicalLeaf>,
    symmetries: Vec<Vec<u16>>,
    leaves: u32,
}

impl<'a> CanonicalSearch<'a> {
    fn new(graph: &'a Graph) -> Option<Self> {
        let order = graph.order();
        if order > MOST_ORDER {
            return None;
        }
        let mut start = vec![0u32; order + 1];
        for edge in graph.edges() {
            for end in edge.ends {
                start[usize::from(end) + 1] += 1;
            }
        }
        for v in 0..order {
            start[v + 1] += start[v];
        }
        let mut fill = start.clone();
        let mut near = vec![(0, 0); 2 * graph.edges().len()];
        for edge in graph.edges() {
            let [a, b] = edge.ends;
            let hash = mix(SINGLED_OUT ^ u64::from(edge.kind) << 1 ^ u64::from(edge.is_loop()));
            for (from, to) in [(a, b), (b, a)] {
                let place = &mut fill[usize::from(from)];
                near[*place as usize] = (to, hash);
                *place += 1;
            }
        }
        let colors = graph.vertices().iter().map(|&kind| mix(u64::from(kind) + 1)).collect();
        let is_forest = is_forest(graph);
        let (best, symmetries) = (None, Vec::new());
        let leaves = 0;
        let unrefined = CanonicalSearch {
            graph,
            start,
            near,
            colors: Vec::new(),
            is_forest,
            best,
            symmetries,
            leaves,
        };
        let (colors, _) = unrefined.refined(colors);
        Some(CanonicalSearch { colors, ..unrefined })
    }

    /// What all vertices see together; equal for isomorphic graphs.
    fn sight(&self) -> u64 {
        let sizes = mix(self.graph.order() as u64) ^ self.graph.edges().len() as u64;
        self.colors.iter().fold(sizes, |sum, &color| sum.wrapping_add(mix(color)))
    }

    fn least(mut self) -> Graph {
        let colors = std::mem::take(&mut self.colors);
        self.descend(colors, &mut Vec::new());
        self.best.map_or_else(|| self.graph.clone(), |leaf| leaf.graph)
    }

    /// Refines until the number of colours stays, and tells that number.
    fn refined(&self, mut colors: Vec<u64>) -> (Vec<u64>, usize) {
        let order = colors.len();
        let mut sorted = Vec::with_capacity(order);
        let mut count = |colors: &[u64]| {
            sorted.clear();
            sorted.extend_from_slice(colors);
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len()
        };
        let mut classes = count(&colors);
        let mut next = vec![0; order];
        while classes < order {
            for v in 0..order {
                let (from, to) = (self.start[v] as usize, self.start[v + 1] as usize);
                let seen = self.near[from..to].iter().fold(0u64, |sum, &(u, hash)| {
                    sum.wrapping_add(mix(colors[usize::from(u)] ^ hash))
                });
                next[v] = mix(colors[v].wrapping_add(mix(seen)));
            }
            let refined = count(&next);
            if refined <= classes {
                break;
            }
            classes = refined;
            std::mem::swap(&mut colors, &mut next);
        }
        (colors, classes)
    }

    /// Visits everything below a choice. Returns the depth at which the search goes on: deeper
    /// levels have nothing new.
    fn descend(&mut self, colors: Vec<u64>, path: &mut Vec<u16>) -> usize {
        let depth = path.len();
        let (colors, classes) = self.refined(colors);
        if classes == colors.len() {
            return self.leaf(&colors, path);
        }
        let cell = self.cell(&colors);
        let mut tried: Vec<u16> = Vec::new();
        for v in cell {
            let is_image = |search: &Self| {
                search.is_forest
                    || tried.iter().any(|&t| search.are_twins(t, v))
                    || search.is_image_of(v, &tried, path)
            };
            if !tried.is_empty() && is_image(self) {
                continue;
            }
            tried.push(v);
            let mut singled_out = colors.clone();
            singled_out[usize::from(v)] = fresh(&colors, colors[usize::from(v)]);
            path.push(v);
            let resume = self.descend(singled_out, path);
            path.pop();
            if self.leaves >= MOST_LEAVES {
                return 0;
            }
            if resume < depth {
                return resume;
            }
        }
        depth
    }

    /// The vertices of the smallest colour class that is not a single vertex, the least colour
    /// deciding.
    fn cell(&self, colors: &[u64]) -> Vec<u16> {
        let mut sorted: Vec<(u64, u16)> =
            colors.iter().enumerate().map(|(v, &color)| (color, v as u16)).collect();
        sorted.sort_unstable();
        sorted
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|class| class.len() > 1)
            .min_by_key(|class| class.len())
            .map(|class| class.iter().map(|&(_, v)| v).collect())
            .unwrap_or_default()
    }

    /// Is exchanging these two vertices, and nothing else, a symmetry?
    fn are_twins(&self, a: u16, b: u16) -> bool {
        let kinds = self.graph.vertices();
        let sight = |v: u16, other: u16| {
            let (from, to) = (self.start[usize::from(v)], self.start[usize::from(v) + 1]);
            let near = self.near[from as usize..to as usize].iter();
            let seen = near.map(|&(u, hash)| match u {
                _ if u == v => (u16::MAX, hash),
                _ if u == other => (u16::MAX - 1, hash),
                _ => (u, hash),
            });
            let mut seen: SmallVec<[_; 8]> = seen.collect();
            seen.sort_unstable();
            seen
        };
        kinds[usize::from(a)] == kinds[usize::from(b)] && sight(a, b) == sight(b, a)
    }

    /// Does a symmetry that fixes the path take a vertex that was tried to `vertex`?
    fn is_image_of(&self, vertex: u16, tried: &[u16], path: &[u16]) -> bool {
        let fixing = self
            .symmetries
            .iter()
            .filter(|symmetry| path.iter().all(|&v| symmetry[usize::from(v)] == v));
        let edges = fixing.flat_map(|symmetry| {
            symmetry.iter().enumerate().map(|(v, &image)| Edge::new(v as u16, image, 0))
        });
        let orbits = Graph::new(vec![0; self.graph.order()], edges.collect()).parts(|_, _| true);
        tried.iter().any(|&t| orbits[usize::from(t)] == orbits[usize::from(vertex)])
    }

    fn leaf(&mut self, colors: &[u64], path: &[u16]) -> usize {
        self.leaves += 1;
        let kinds = self.graph.vertices();
        let mut old: Vec<u16> = (0..colors.len() as u16).collect();
        old.sort_unstable_by_key(|&v| {
            (std::cmp::Reverse(kinds[usize::from(v)]), colors[usize::from(v)])
        });
        let mut new = vec![0u16; old.len()];
        for (number, &v) in old.iter().enumerate() {
            new[usize::from(v)] = number as u16;
        }
        let vertices = old.iter().map(|&v| kinds[usize::from(v)]).collect();
        let edges = self.graph.edges().iter().map(|edge| {
            let [a, b] = edge.ends.map(|v| new[usize::from(v)]);
            Edge::new(a, b, edge.kind)
        });
        let graph = Graph::new(vertices, edges.collect());
        let order = self.best.as_ref().map_or(Ordering::Less, |best| graph.cmp(&best.graph));
        match (order, &self.best) {
            (Ordering::Equal, Some(best)) => {
                let symmetry = new.iter().map(|&number| best.old[usize::from(number)]).collect();
                self.symmetries.push(symmetry);
                path.iter().zip(&best.path).take_while(|(a, b)| a == b).count()
            }
            (Ordering::Less, _) => {
                self.best = Some(CanonicalLeaf { graph, old, path: path.to_vec() });
                path.len()
            }
            _ => path.len(),
        }
    }
}

/// Has the graph no circuit, counting parallel edges as one and loops as none?
fn is_forest(graph: &Graph) -> bool {
    let mut pairs: Vec<[u16; 2]> =
        graph.edges().iter().filter(|edge| !edge.is_loop()).map(|edge| edge.ends).collect();
    pairs.dedup();
    let parts = graph.parts(|_, _| true);
    let trees = parts.iter().enumerate().filter(|&(v, &root)| v == usize::from(root)).count();
    pairs.len() + trees == graph.order()
}
