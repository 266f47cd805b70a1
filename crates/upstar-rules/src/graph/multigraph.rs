//! Finite multigraphs with coloured vertices and edges, as plain data.
//!
//! Invariant: the ends of every edge are in order and the edges are sorted, so that two graphs
//! are equal iff they have the same vertices and edges under the same numbers.

use crate::prelude::*;

/// The most vertices and the most edges of a graph that is read. A position with `n` edges has
/// up to `n` options with almost `n` edges each, and all of them must fit into memory.
pub const MOST_VERTICES: usize = 1 << 12;

/// An edge between two vertices, which may be the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The numbers of its ends, the lesser first.
    pub ends: [u16; 2],
    /// Its kind, which each game reads in its own way.
    pub kind: u8,
}

impl Weigh for Edge {}

impl Edge {
    /// An edge between these vertices, in either order.
    pub fn new(a: u16, b: u16, kind: u8) -> Edge {
        Edge { ends: [a.min(b), a.max(b)], kind }
    }

    /// Are both ends the same vertex?
    pub fn is_loop(&self) -> bool {
        self.ends[0] == self.ends[1]
    }

    /// Is this vertex one of its ends?
    pub fn meets(&self, vertex: usize) -> bool {
        self.ends.map(usize::from).contains(&vertex)
    }
}

/// A multigraph with a kind for every vertex and edge.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Graph {
    vertices: Vec<u8>,
    edges: Vec<Edge>,
}

weighs!(Graph: vertices, edges);

/// What happens on a walk through a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// It begins, or begins again, at this vertex.
    Start(usize),
    /// It goes along an edge.
    Along {
        /// Where it stood.
        from: usize,
        /// Where the edge leads.
        to: usize,
        /// The kind of the edge.
        kind: u8,
        /// Was the vertex met before?
        back: bool,
    },
}

/// The number that stands for a player among the kinds of vertices and edges.
pub(crate) fn mark(who: Player) -> u8 {
    match who {
        Player::Left => 1,
        Player::Right => 2,
    }
}

/// The kind of a vertex or an edge that belongs to one player, when the players are exchanged.
pub(crate) fn exchanged(kind: u8) -> u8 {
    match kind {
        1 => 2,
        2 => 1,
        other => other,
    }
}

impl Graph {
    /// A graph from the kinds of its vertices and its edges. Edges to vertices that do not exist
    /// are left out.
    pub fn new(vertices: Vec<u8>, mut edges: Vec<Edge>) -> Graph {
        edges.retain(|edge| usize::from(edge.ends[1]) < vertices.len());
        edges.sort_unstable();
        Graph { vertices, edges }
    }

    /// A grid of vertices, neighbours joined; `kind` tells the kind of each square, `None` when
    /// it is missing.
    pub fn grid(
        rows: usize,
        columns: usize,
        kind: impl Fn(usize, usize) -> Option<u8>,
    ) -> Option<Graph> {
        if rows.checked_mul(columns).is_none_or(|cells| cells > MOST_VERTICES) {
            return None;
        }
        let mut numbers = vec![None; rows * columns];
        let mut vertices = Vec::new();
        let mut edges = Vec::new();
        for r in 0..rows {
            for c in 0..columns {
                let Some(found) = kind(r, c) else { continue };
                let number = vertices.len() as u16;
                numbers[r * columns + c] = Some(number);
                vertices.push(found);
                let north = r.checked_sub(1).and_then(|r| numbers[r * columns + c]);
                let west = c.checked_sub(1).and_then(|c| numbers[r * columns + c]);
                edges.extend([north, west].into_iter().flatten().map(|n| Edge::new(n, number, 0)));
            }
        }
        Some(Graph::new(vertices, edges))
    }

    /// The kinds of the vertices.
    pub fn vertices(&self) -> &[u8] {
        &self.vertices
    }

    /// The edges, sorted.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// How many vertices there are.
    pub fn order(&self) -> usize {
        self.vertices.len()
    }

    /// The same graph with the vertices and edges that are wanted; edges that lose an end go.
    /// Vertices keep their order.
    pub fn keep(
        &self,
        vertex: impl Fn(usize) -> bool,
        edge: impl Fn(usize, &Edge) -> bool,
    ) -> Graph {
        let mut numbers = vec![None; self.order()];
        let mut vertices = Vec::new();
        for (v, &kind) in self.vertices.iter().enumerate() {
            if vertex(v) {
                numbers[v] = Some(vertices.len() as u16);
                vertices.push(kind);
            }
        }
        let mut edges = Vec::new();
        for (i, e) in self.edges.iter().enumerate() {
            if let [Some(a), Some(b)] = e.ends.map(|v| numbers[usize::from(v)])
                && edge(i, e)
            {
                edges.push(Edge::new(a, b, e.kind));
            }
        }
        // The new numbers are in the order of the old ones, so the edges are still sorted.
        Graph { vertices, edges }
    }

    /// The same graph without these vertices.
    pub fn without(&self, gone: &[bool]) -> Graph {
        self.keep(|v| !gone[v], |_, _| true)
    }

    /// The same graph with other kinds.
    pub fn recolored(&self, vertex: impl Fn(usize, u8) -> u8, edge: impl Fn(&Edge) -> u8) -> Graph {
        let vertices = self.vertices.iter().enumerate().map(|(v, &kind)| vertex(v, kind)).collect();
        let edges = self.edges.iter().map(|e| Edge { kind: edge(e), ..*e }).collect();
        Graph::new(vertices, edges)
    }

    /// For every vertex, the least vertex it hangs together with by edges that `counts`.
    pub fn parts(&self, counts: impl Fn(usize, &Edge) -> bool) -> Vec<u16> {
        let mut parent: Vec<u16> = (0..self.order() as u16).collect();
        fn root(parent: &mut [u16], mut v: u16) -> u16 {
            while parent[usize::from(v)] != v {
                let up = parent[usize::from(v)];
                parent[usize::from(v)] = parent[usize::from(up)];
                v = up;
            }
            v
        }
        for (i, edge) in self.edges.iter().enumerate() {
            if counts(i, edge) {
                let (a, b) = (root(&mut parent, edge.ends[0]), root(&mut parent, edge.ends[1]));
                parent[usize::from(a.max(b))] = a.min(b);
            }
        }
        (0..self.order() as u16).map(|v| root(&mut parent, v)).collect()
    }

    /// The vertices joined to this one, with repeats.
    pub fn neighbours(&self, vertex: usize) -> impl Iterator<Item = usize> + '_ {
        self.edges.iter().filter_map(move |edge| {
            let [a, b] = edge.ends.map(usize::from);
            match (a == vertex, b == vertex) {
                (true, _) => Some(b),
                (_, true) => Some(a),
                _ => None,
            }
        })
    }

    /// Walks depth first through the whole graph, without recursion: from `first` if there is
    /// such a vertex, then from the least vertex not yet met. At each vertex edges are taken in
    /// their order.
    pub fn walk(&self, first: Option<usize>, mut visit: impl FnMut(Stride)) {
        let order = self.order();
        let mut start = vec![0usize; order + 1];
        let ends = |edge: &Edge| edge.ends.into_iter().take(if edge.is_loop() { 1 } else { 2 });
        for end in self.edges.iter().flat_map(ends) {
            start[usize::from(end) + 1] += 1;
        }
        for v in 0..order {
            start[v + 1] += start[v];
        }
        let mut next = start.clone();
        let mut incident = vec![0; start[order]];
        for (i, edge) in self.edges.iter().enumerate() {
            for end in ends(edge) {
                incident[next[usize::from(end)]] = i;
                next[usize::from(end)] += 1;
            }
        }
        next.copy_from_slice(&start);
        let mut met = vec![false; order];
        let mut used = vec![false; self.edges.len()];
        let mut path = Vec::new();
        for root in first.into_iter().filter(|&v| v < order).chain(0..order) {
            if std::mem::replace(&mut met[root], true) {
                continue;
            }
            visit(Stride::Start(root));
            path.push(root);
            while let Some(&from) = path.last() {
                if next[from] == start[from + 1] {
                    path.pop();
                    continue;
                }
                let i = incident[next[from]];
                next[from] += 1;
                if std::mem::replace(&mut used[i], true) {
                    continue;
                }
                let edge = self.edges[i];
                let [a, b] = edge.ends.map(usize::from);
                let to = if a == from { b } else { a };
                let back = std::mem::replace(&mut met[to], true);
                visit(Stride::Along { from, to, kind: edge.kind, back });
                if !back {
                    path.push(to);
                }
            }
        }
    }

    /// The same graph with its vertices numbered as [`Graph::walk`] meets them.
    ///
    /// Doing it twice changes nothing: if the numbers come from one depth first search, then
    /// the search that prefers low numbers meets them in order, since at every step the next
    /// number is that of a neighbour of the last vertex that has new neighbours.
    pub fn arranged(&self, first: Option<usize>) -> Graph {
        let mut old = Vec::with_capacity(self.order());
        self.walk(first, |stride| match stride {
            Stride::Start(v) | Stride::Along { to: v, back: false, .. } => old.push(v),
            Stride::Along { .. } => {}
        });
        let mut new = vec![0; self.order()];
        for (number, &v) in old.iter().enumerate() {
            new[v] = number as u16;
        }
        let vertices = old.iter().map(|&v| self.vertices[v]).collect();
        let edges = self.edges.iter().map(|edge| {
            let [a, b] = edge.ends.map(|v| new[usize::from(v)]);
            Edge::new(a, b, edge.kind)
        });
        Graph::new(vertices, edges.collect())
    }

    /// Calls `visit` with every part of the graph that hangs together, until it says no. Vertices
    /// keep their order in each.
    pub fn each_part(&self, visit: impl FnMut(Graph) -> bool) {
        const NONE: u16 = u16::MAX;
        let roots = self.parts(|_, _| true);
        // The number of the part of each root, and of each vertex within its part.
        let (mut places, mut numbers) = (vec![NONE; self.order()], vec![0; self.order()]);
        let mut parts: Vec<Graph> = Vec::new();
        for (v, (&root, &kind)) in roots.iter().zip(&self.vertices).enumerate() {
            let place = &mut places[usize::from(root)];
            if *place == NONE {
                *place = parts.len() as u16;
                parts.push(Graph::default());
            }
            let part = &mut parts[usize::from(*place)];
            numbers[v] = part.vertices.len() as u16;
            part.vertices.push(kind);
        }
        for edge in &self.edges {
            let root = roots[usize::from(edge.ends[0])];
            let ends = edge.ends.map(|v| numbers[usize::from(v)]);
            // The numbers are in the order of the old ones, so the edges are still sorted.
            let part = &mut parts[usize::from(places[usize::from(root)])];
            part.edges.push(Edge { ends, ..*edge });
        }
        parts.into_iter().all(visit);
    }
}
