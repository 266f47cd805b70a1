//! Graphs with numbered vertices, which may carry labels, and edges, which may too.
//!
//! Vertices are counted from 0 here and from 1 in the calculator. Invariants: the ends of edges are
//! vertices; the edges of an undirected graph have their lesser end first; edges are sorted. So two
//! graphs are equal iff they have the same labels and edges under the same numbers.
//!
//! Text: walks that branch and meet again, `.-.(-.;-L-.)`, with `:A` for a vertex that is met again,
//! as positions of games on graphs are written. `>` leads one way and `<` the other in a directed
//! graph, `-` both ways. A symbol that is not `.` is the label of its vertex.

use std::collections::{BTreeMap, VecDeque};

/// The most vertices and edges.
pub(crate) const MOST: usize = 1 << 16;

/// An edge or an arrow.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Where it begins; the lesser end of an edge without direction.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What is written at it.
    pub label: Option<String>,
}

/// A graph, directed or not.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Graph {
    directed: bool,
    labels: Vec<Option<String>>,
    edges: Vec<Edge>,
}

/// A place in a text and what is wrong there.
pub(crate) struct Misread {
    pub(crate) at: usize,
    pub(crate) message: String,
}

impl Graph {
    /// A graph; edges to vertices that do not exist are left out.
    pub fn new(directed: bool, labels: Vec<Option<String>>, mut edges: Vec<Edge>) -> Graph {
        edges.retain(|edge| edge.from.max(edge.to) < labels.len());
        if !directed {
            for edge in &mut edges {
                if edge.from > edge.to {
                    std::mem::swap(&mut edge.from, &mut edge.to);
                }
            }
        }
        edges.sort_unstable();
        Graph { directed, labels, edges }
    }

    /// Have edges a direction?
    pub fn is_directed(&self) -> bool {
        self.directed
    }

    /// How many vertices there are.
    pub fn order(&self) -> usize {
        self.labels.len()
    }

    /// The labels of the vertices.
    pub fn labels(&self) -> &[Option<String>] {
        &self.labels
    }

    /// The edges, sorted.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        let text = |label: &Option<String>| label.as_ref().map_or(0, String::len);
        self.labels.iter().map(|label| 24 + text(label)).sum::<usize>()
            + self.edges.iter().map(|edge| 40 + text(&edge.label)).sum::<usize>()
    }

    /// For each vertex where its edges lead, sorted; an edge twice is there twice.
    pub fn adjacency(&self) -> Vec<Vec<usize>> {
        let mut lists = vec![Vec::new(); self.order()];
        for edge in &self.edges {
            lists[edge.from].push(edge.to);
            if !self.directed && edge.from != edge.to {
                lists[edge.to].push(edge.from);
            }
        }
        lists.iter_mut().for_each(|list| list.sort_unstable());
        lists
    }

    /// For each vertex what it is joined to in either direction.
    fn joined(&self) -> Vec<Vec<usize>> {
        let mut lists = vec![Vec::new(); self.order()];
        for edge in &self.edges {
            lists[edge.from].push(edge.to);
            lists[edge.to].push(edge.from);
        }
        lists
    }

    /// The graph with some of its vertices, in the given order.
    pub fn induced(&self, vertices: &[usize]) -> Graph {
        let numbers: BTreeMap<usize, usize> =
            vertices.iter().enumerate().map(|(new, &old)| (old, new)).collect();
        let labels = vertices.iter().map(|&v| self.labels[v].clone()).collect();
        let kept = self.edges.iter().filter_map(|edge| {
            let (from, to) = (*numbers.get(&edge.from)?, *numbers.get(&edge.to)?);
            Some(Edge { from, to, label: edge.label.clone() })
        });
        Graph::new(self.directed, labels, kept.collect())
    }

    /// The vertices of each connected component; directions do not matter.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let joined = self.joined();
        let mut seen = vec![false; self.order()];
        let mut components = Vec::new();
        for start in 0..self.order() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let (mut component, mut open) = (vec![start], vec![start]);
            while let Some(v) = open.pop() {
                for &next in &joined[v] {
                    if !std::mem::replace(&mut seen[next], true) {
                        component.push(next);
                        open.push(next);
                    }
                }
            }
            component.sort_unstable();
            components.push(component);
        }
        components
    }

    /// How far each vertex is from one, along the edges.
    pub fn distances(&self, from: usize) -> Vec<Option<usize>> {
        let adjacency = self.adjacency();
        let mut distances = vec![None; self.order()];
        distances[from] = Some(0);
        let mut open = VecDeque::from([(from, 0)]);
        while let Some((v, distance)) = open.pop_front() {
            for &next in &adjacency[v] {
                if distances[next].is_none() {
                    distances[next] = Some(distance + 1);
                    open.push_back((next, distance + 1));
                }
            }
        }
        distances
    }

    /// Can one go along edges and come back, never using an edge twice?
    pub fn has_cycle(&self) -> bool {
        if !self.directed {
            // A forest has as many edges as vertices that are not the first of their tree.
            return self.edges.len() + self.components().len() > self.order();
        }
        let adjacency = self.adjacency();
        let mut incoming = vec![0usize; self.order()];
        self.edges.iter().for_each(|edge| incoming[edge.to] += 1);
        let mut open: Vec<usize> = (0..self.order()).filter(|&v| incoming[v] == 0).collect();
        let mut removed = 0;
        while let Some(v) = open.pop() {
            removed += 1;
            for &next in &adjacency[v] {
                incoming[next] -= 1;
                if incoming[next] == 0 {
                    open.push(next);
                }
            }
        }
        removed < self.order()
    }

    /// A number for each vertex that does not depend on the numbering: labels, degrees and those of
    /// the neighbours, again and again.
    fn colors(&self) -> Vec<usize> {
        let classes = |keys: &[GraphKey]| {
            let mut sorted: Vec<&GraphKey> = keys.iter().collect();
            sorted.sort_unstable();
            sorted.dedup();
            keys.iter().map(|key| sorted.partition_point(|known| *known < key)).collect::<Vec<_>>()
        };
        let start: Vec<GraphKey> =
            self.labels.iter().map(|label| (0, label.clone(), Vec::new())).collect();
        let mut colors = classes(&start);
        for _ in 0..self.order() {
            let mut around = vec![Vec::new(); self.order()];
            for edge in &self.edges {
                let way = usize::from(self.directed);
                around[edge.from].push((0, colors[edge.to], edge.label.clone()));
                around[edge.to].push((way, colors[edge.from], edge.label.clone()));
            }
            let keys: Vec<GraphKey> = around
                .into_iter()
                .enumerate()
                .map(|(v, mut list)| {
                    list.sort_unstable();
                    (colors[v], None, list)
                })
                .collect();
            let finer = classes(&keys);
            let count = |colors: &[usize]| {
                let mut colors = colors.to_vec();
                colors.sort_unstable();
                colors.dedup();
                colors.len()
            };
            let done = count(&finer) == count(&colors);
            colors = finer;
            if done {
                break;
            }
        }
        colors
    }

    /// Is there a renumbering that makes this graph the other one? `step` is asked at each attempt
    /// and ends the search with its error.
    pub fn is_isomorphic<E>(
        &self,
        other: &Graph,
        step: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        if self.directed != other.directed
            || self.order() != other.order()
            || self.edges.len() != other.edges.len()
        {
            return Ok(false);
        }
        let (a, b) = (self.colors(), other.colors());
        let sorted = |colors: &[usize]| {
            let mut colors = colors.to_vec();
            colors.sort_unstable();
            colors
        };
        if sorted(&a) != sorted(&b) {
            return Ok(false);
        }
        // Rare colours first, so that wrong guesses are noticed early.
        let mut order: Vec<usize> = (0..self.order()).collect();
        let often = |v: &usize| a.iter().filter(|&&color| color == a[*v]).count();
        order.sort_by_cached_key(|v| (often(v), a[*v]));
        let mut matching = Matching {
            edges: [self, other].map(Graph::edge_counts),
            colors: [&a, &b],
            order: &order,
            image: vec![None; self.order()],
            taken: vec![false; self.order()],
        };
        matching.extend(0, step)
    }

    /// The graph as a walk that [`parse`] reads back, with its vertices in the order of the walk;
    /// `None` where edges have labels or directions, or labels have several letters.
    pub fn walk(&self) -> Option<String> {
        let plain = !self.directed && self.edges.iter().all(|edge| edge.label.is_none());
        let mut symbols = Vec::with_capacity(self.order());
        for label in &self.labels {
            let mut letters = label.as_deref().unwrap_or(".").chars();
            symbols.push(letters.next().filter(|_| letters.next().is_none())?);
        }
        if !plain {
            return None;
        }
        if symbols.is_empty() {
            return Some("0".to_owned());
        }
        let mut walk = WalkText {
            adjacency: self.adjacency(),
            symbols,
            number: vec![None; self.order()],
            met: 0,
            pieces: Vec::new(),
            named: Vec::new(),
        };
        for start in 0..self.order() {
            if walk.number[start].is_none() {
                if start > 0 {
                    walk.pieces.push(WalkPiece::Text(";"));
                }
                walk.visit(start, None);
            }
        }
        Some(walk.text())
    }

    fn edge_counts(&self) -> BTreeMap<(usize, usize), Vec<Option<String>>> {
        let mut counts: BTreeMap<(usize, usize), Vec<Option<String>>> = BTreeMap::new();
        for edge in &self.edges {
            counts.entry((edge.from, edge.to)).or_default().push(edge.label.clone());
            if !self.directed && edge.from != edge.to {
                counts.entry((edge.to, edge.from)).or_default().push(edge.label.clone());
            }
        }
        counts.values_mut().for_each(|labels| labels.sort_unstable());
        counts
    }
}

/// A part of the text of a walk.
enum WalkPiece {
    Text(&'static str),
    /// A vertex that is met for the first time.
    Vertex(usize),
    /// A vertex that was met before.
    Again(usize),
}

/// A walk through a graph, depth first: edges lead to new vertices or back to ancestors.
struct WalkText {
    adjacency: Vec<Vec<usize>>,
    symbols: Vec<char>,
    number: Vec<Option<usize>>,
    met: usize,
    pieces: Vec<WalkPiece>,
    /// The vertices that are met again.
    named: Vec<usize>,
}

impl WalkText {
    fn visit(&mut self, v: usize, parent: Option<usize>) {
        upstar_base::deeper(|| {
            self.number[v] = Some(self.met);
            self.met += 1;
            self.pieces.push(WalkPiece::Vertex(v));
            let mut branches = 0;
            let mut from_parent = false;
            for next in self.adjacency[v].clone() {
                // The edge that led here, once; a second one is an edge back.
                if Some(next) == parent && !std::mem::replace(&mut from_parent, true) {
                    continue;
                }
                let again = match self.number[next] {
                    None => false,
                    // Written from the other end, after this vertex was met from there.
                    Some(number) if Some(number) > self.number[v] => continue,
                    Some(_) => true,
                };
                self.pieces.push(WalkPiece::Text(if branches == 0 { "(-" } else { ";-" }));
                branches += 1;
                if again {
                    self.named.push(next);
                    self.pieces.push(WalkPiece::Again(next));
                } else {
                    self.visit(next, Some(v))
                }
            }
            if branches > 0 {
                self.pieces.push(WalkPiece::Text(")"));
            }
        });
    }

    fn text(mut self) -> String {
        self.named.sort_unstable();
        self.named.dedup();
        let name = |v: usize| self.named.binary_search(&v).ok().map(|i| format!(":A{i}"));
        let mut text = String::new();
        for piece in &self.pieces {
            match piece {
                WalkPiece::Text(part) => text.push_str(part),
                WalkPiece::Vertex(v) => {
                    text.push(self.symbols[*v]);
                    text.push_str(&name(*v).unwrap_or_default());
                }
                WalkPiece::Again(v) => text.push_str(&name(*v).unwrap_or_default()),
            }
        }
        text
    }
}

type GraphKey = (usize, Option<String>, Vec<(usize, usize, Option<String>)>);

/// The labels of the edges between two places.
type Edges = BTreeMap<(usize, usize), Vec<Option<String>>>;

/// A renumbering that is being made.
struct Matching<'g> {
    edges: [Edges; 2],
    colors: [&'g [usize]; 2],
    order: &'g [usize],
    image: Vec<Option<usize>>,
    taken: Vec<bool>,
}

impl Matching<'_> {
    fn extend<E>(
        &mut self,
        depth: usize,
        step: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        let Some(&v) = self.order.get(depth) else { return Ok(true) };
        for w in 0..self.taken.len() {
            step()?;
            if self.taken[w] || self.colors[0][v] != self.colors[1][w] || !self.fits(depth, v, w) {
                continue;
            }
            self.taken[w] = true;
            self.image[v] = Some(w);
            if upstar_base::deeper(|| self.extend(depth + 1, step))? {
                return Ok(true);
            }
            self.taken[w] = false;
            self.image[v] = None;
        }
        Ok(false)
    }

    fn fits(&self, depth: usize, v: usize, w: usize) -> bool {
        let loops = self.edges[0].get(&(v, v)) == self.edges[1].get(&(w, w));
        loops
            && self.order[..depth].iter().all(|&u| {
                self.image[u].is_some_and(|x| {
                    self.edges[0].get(&(u, v)) == self.edges[1].get(&(x, w))
                        && self.edges[0].get(&(v, u)) == self.edges[1].get(&(w, x))
                })
            })
    }
}

/// Reads a graph from text.
pub(crate) fn parse(text: &str, directed: bool) -> Result<Graph, Misread> {
    GraphReader {
        text,
        at: 0,
        directed,
        labels: Vec::new(),
        edges: Vec::new(),
        names: BTreeMap::new(),
    }
    .graph()
}

struct GraphReader<'t> {
    text: &'t str,
    at: usize,
    directed: bool,
    labels: Vec<Option<String>>,
    edges: Vec<Edge>,
    names: BTreeMap<&'t str, usize>,
}

impl<'t> GraphReader<'t> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn wrong<T>(&self, expected: &str) -> Result<T, Misread> {
        let message = match self.peek() {
            Some(c) => format!("unexpected `{c}`: expected {expected}"),
            None => format!("the text ends: expected {expected}"),
        };
        Err(Misread { at: self.at, message })
    }

    fn graph(mut self) -> Result<Graph, Misread> {
        if self.text.is_empty() {
            return Ok(Graph::new(self.directed, Vec::new(), Vec::new()));
        }
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut here = self.vertex()?;
        let mut must_step = false;
        while let Some(c) = self.peek() {
            if let Some(way) = self.edge() {
                let there = self.vertex()?;
                self.join(here, there, way)?;
                here = there;
                must_step = false;
                continue;
            }
            if must_step {
                return self.wrong("an edge `-`");
            }
            match (c, open.last()) {
                ('(', _) => {
                    open.push((self.at, here));
                    must_step = true;
                }
                (')', Some(&(_, branching))) => {
                    open.pop();
                    here = branching;
                }
                (';', Some(&(_, branching))) => {
                    here = branching;
                    must_step = true;
                }
                (';', None) => {
                    self.at += 1;
                    here = self.vertex()?;
                    continue;
                }
                _ => return self.wrong("an edge `-`, `(` or `;`"),
            }
            self.at += 1;
        }
        if must_step {
            return self.wrong("an edge `-`");
        }
        if let Some(&(at, _)) = open.last() {
            return Err(Misread { at, message: "this `(` is never closed".to_owned() });
        }
        Ok(Graph::new(self.directed, self.labels, self.edges))
    }

    /// The directions of an edge, if one is written here: there, back.
    fn edge(&mut self) -> Option<(bool, bool)> {
        let rest = &self.text[self.at..];
        let written: &[(&str, (bool, bool))] = if self.directed {
            &[
                ("<->", (true, true)),
                ("->", (true, false)),
                ("<-", (false, true)),
                ("-", (true, true)),
                (">", (true, false)),
                ("<", (false, true)),
            ]
        } else {
            &[("-", (true, false))]
        };
        let &(symbol, way) = written.iter().find(|(symbol, _)| rest.starts_with(symbol))?;
        self.at += symbol.len();
        Some(way)
    }

    fn join(&mut self, a: usize, b: usize, (there, back): (bool, bool)) -> Result<(), Misread> {
        let ways = [(there, a, b), (back && a != b, b, a)];
        for (_, from, to) in ways.into_iter().filter(|way| way.0) {
            if self.edges.len() == MOST {
                let message = format!("the graph has more than {MOST} edges");
                return Err(Misread { at: self.at, message });
            }
            self.edges.push(Edge { from, to, label: None });
        }
        Ok(())
    }

    fn vertex(&mut self) -> Result<usize, Misread> {
        let symbol = self.peek().filter(|c| !"-<>();:|".contains(*c) && !c.is_whitespace());
        self.at += symbol.map_or(0, char::len_utf8);
        let label = symbol.filter(|&c| c != '.').map(String::from);
        let start = self.at;
        let name = match self.peek() {
            Some(':') => {
                let letters = |c: &char| c.is_alphanumeric();
                let rest = &self.text[start + 1..];
                let length: usize = rest.chars().take_while(letters).map(char::len_utf8).sum();
                if length == 0 {
                    self.at += 1;
                    return self.wrong("a name");
                }
                self.at = start + 1 + length;
                Some(&rest[..length])
            }
            _ => None,
        };
        if symbol.is_none() && name.is_none() {
            return self.wrong("a vertex: `.`, a label or a name such as `:A`");
        }
        if let Some(&known) = name.and_then(|name| self.names.get(name)) {
            if label.is_some() && self.labels[known] != label {
                let message = "this vertex had another label before".to_owned();
                return Err(Misread { at: start, message });
            }
            return Ok(known);
        }
        if self.labels.len() == MOST {
            let message = format!("the graph has more than {MOST} vertices");
            return Err(Misread { at: start, message });
        }
        self.labels.push(label);
        let vertex = self.labels.len() - 1;
        if let Some(name) = name {
            self.names.insert(name, vertex);
        }
        Ok(vertex)
    }
}
