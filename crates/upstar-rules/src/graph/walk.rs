//! Graphs as text: walks that branch and meet again.
//!
//! ```text
//! graph     = "0" | component { ";" component }
//! component = vertex { step | branches } | branch
//! branches  = "(" branch { ";" branch } ")"
//! branch    = step { step | branches }
//! step      = edge [ vertex ]
//! vertex    = symbol [ ":" name ] | ":" name
//! name      = a capital letter, then digits
//! ```
//! The symbols of vertices and edges belong to the game. A step leads from the vertex where one
//! stands to the vertex that follows. Where edges have colours a vertex may be left out and is the
//! plain one; where there is one kind of edge, every vertex is written. The
//! branches in parentheses all begin where one stands, and so does what follows them. A name
//! that was met before means that vertex again. In a game with a ground each component begins on
//! the ground. `0` is the graph without vertices.
//!
//! A rectangle of vertices may be written as rows of their symbols joined by `|`, with `#` for
//! what is missing, where the game has only one kind of edge.
//!
//! Writing walks depth first from the first vertex. Depth first search of an undirected graph
//! leaves only edges between a vertex and its ancestors, so a name is always met before it is
//! used again (Tarjan 1972). Positions keep their vertices in that order ([`Graph::arranged`]).

use super::multigraph::{Edge, Graph, MOST_VERTICES, Stride};
use crate::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// How one game writes its graphs.
#[derive(Clone, Copy, Debug)]
pub struct Symbols<'s> {
    /// For each kind of vertex its symbols; the first is written, kind 0 is the plain one.
    pub vertices: &'s [&'s str],
    /// For each kind of edge its symbols; a kind without symbols does not occur.
    pub edges: &'s [&'s str],
    /// The kind of the ground, which is a single vertex.
    pub ground: Option<u8>,
    /// Are loops and parallel edges refused?
    pub simple: bool,
}

/// Symbols of a game in which vertices are all alike and edges too.
pub const PLAIN: Symbols = Symbols { vertices: &["."], edges: &["-"], ground: None, simple: true };

impl Symbols<'_> {
    fn kind(symbols: &[&str], symbol: char) -> Option<u8> {
        symbols.iter().position(|all| all.contains(symbol)).map(|kind| kind as u8)
    }

    fn listed(symbols: &[&str]) -> String {
        let names = symbols.iter().filter_map(|all| all.chars().next());
        names.map(|symbol| format!("`{symbol}`")).collect::<Vec<_>>().join(", ")
    }

    /// Are the symbols of vertices always written?
    fn writes_vertices(&self) -> bool {
        self.edges.len() == 1
    }

    /// May a rectangle be written as its rows?
    pub(super) fn writes_rectangles(&self) -> bool {
        self.writes_vertices() && self.ground.is_none()
    }

    /// Reads a graph.
    ///
    /// ```
    /// use upstar_rules::graph::walk::PLAIN;
    /// let triangle = PLAIN.read(".:A-.-.-:A")?;
    /// assert_eq!((triangle.order(), triangle.edges().len()), (3, 3));
    /// assert_eq!(PLAIN.write(&triangle), ".:A-.-.-:A");
    /// assert_eq!(PLAIN.read(".-.(-.;?)").unwrap_err().at, 7);
    /// assert_eq!(PLAIN.read("..|..")?.edges().len(), 4);
    /// # Ok::<(), upstar_rules::PositionError>(())
    /// ```
    pub fn read(&self, text: &str) -> Result<Graph, PositionError> {
        if text.is_empty() {
            return Err(PositionError::new(0, 0, "expected a graph, found nothing"));
        }
        if text == "0" {
            let ground = self.ground.into_iter().collect();
            return Ok(Graph::new(ground, Vec::new()));
        }
        if self.writes_rectangles() && !text.contains(['-', '(', ':', ';']) {
            return self.read_rectangle(text);
        }
        WalkReader::new(self, text).graph().map(|graph| self.arranged(&graph))
    }

    /// The vertex that is the ground.
    pub(super) fn ground_of(&self, graph: &Graph) -> Option<usize> {
        graph.vertices().iter().position(|&kind| Some(kind) == self.ground)
    }

    /// The same graph with its vertices in the order in which they are written, so that it is
    /// read back with the same numbers.
    pub fn arranged(&self, graph: &Graph) -> Graph {
        graph.arranged(self.ground_of(graph))
    }

    fn read_rectangle(&self, text: &str) -> Result<Graph, PositionError> {
        let mut alphabet = self.vertices.to_vec();
        alphabet.push("#");
        let cells = read_cells(text, &alphabet)?;
        let kind = |r: usize, c: usize| {
            let kind = cells.cells[r * cells.columns + c];
            (usize::from(kind) < self.vertices.len()).then_some(kind)
        };
        Graph::grid(cells.rows, cells.columns, kind)
            .map(|graph| self.arranged(&graph))
            .ok_or_else(|| PositionError::whole(text, too_many("vertices")))
    }

    /// A text of this notation with the numbers of its vertices below it, or, where vertices are
    /// not written, of its edges; by these numbers moves are named.
    ///
    /// ```
    /// use upstar_rules::graph::{hackenbush, walk::PLAIN};
    /// assert_eq!(PLAIN.numbered(".-.(-.;-.)"), ".-.(-.;-.)\n1 2  3  4");
    /// assert_eq!(hackenbush::SYMBOLS.numbered("l(r;e:Al)"), "l(r;e:Al)\n1 2 3  4");
    /// ```
    pub fn numbered(&self, text: &str) -> String {
        let symbols = if self.writes_vertices() { self.vertices } else { self.edges };
        // A colon, a letter and digits are a name.
        #[derive(Clone, Copy, PartialEq)]
        enum Within {
            Graph,
            Colon,
            Name,
        }
        let (mut line, mut number, mut within) = (String::new(), 0usize, Within::Graph);
        for (column, c) in text.chars().enumerate() {
            within = match (c, within) {
                (':', _) => Within::Colon,
                (_, Within::Colon) => Within::Name,
                ('0'..='9', Within::Name) => Within::Name,
                _ => Within::Graph,
            };
            if within != Within::Graph || Symbols::kind(symbols, c).is_none() {
                continue;
            }
            number += 1;
            // A number that would touch another is left out, unless both have one digit.
            if line.len() < column || (line.len() == column && number < 10) {
                line.push_str(&" ".repeat(column - line.len()));
                line.push_str(&number.to_string());
            }
        }
        match number {
            0 => text.to_owned(),
            _ => format!("{text}\n{line}"),
        }
    }

    /// The number of an edge, counted from 1 in the order in which edges are written.
    ///
    /// ```
    /// use upstar_rules::graph::hackenbush::SYMBOLS;
    /// let picture = SYMBOLS.read("l(r;ee)")?;
    /// let numbers: Vec<usize> = (0..4).map(|edge| SYMBOLS.number_of(&picture, edge)).collect();
    /// assert_eq!(numbers, [1, 2, 3, 4]);
    /// # Ok::<(), upstar_rules::PositionError>(())
    /// ```
    pub fn number_of(&self, graph: &Graph, edge: usize) -> usize {
        let edges = graph.edges();
        // Edges with the same ends and kind are written in their order.
        let twins = edges[..edge].iter().rev().take_while(|twin| **twin == edges[edge]).count();
        let (mut number, mut left, mut found) = (0, twins, None);
        graph.walk(self.ground_of(graph), |stride| {
            let Stride::Along { from, to, kind, .. } = stride else { return };
            number += 1;
            if found.is_none() && Edge::new(from as u16, to as u16, kind) == edges[edge] {
                match left.checked_sub(1) {
                    Some(fewer) => left = fewer,
                    None => found = Some(number),
                }
            }
        });
        found.unwrap_or(edge + 1)
    }

    /// Writes a graph so that [`Symbols::read`] reads it back, arranged.
    pub fn write(&self, graph: &Graph) -> String {
        WalkWriter::new(self, graph).text()
    }
}

fn too_many(what: &str) -> String {
    format!("the graph has more than {MOST_VERTICES} {what}")
}

struct WalkReader<'a> {
    symbols: &'a Symbols<'a>,
    text: &'a str,
    at: usize,
    vertices: Vec<u8>,
    edges: Vec<Edge>,
    joined: BTreeSet<[u16; 2]>,
    names: BTreeMap<&'a str, u16>,
}

impl<'a> WalkReader<'a> {
    fn new(symbols: &'a Symbols<'a>, text: &'a str) -> Self {
        WalkReader {
            symbols,
            text,
            at: 0,
            vertices: symbols.ground.into_iter().collect(),
            edges: Vec::new(),
            joined: BTreeSet::new(),
            names: BTreeMap::new(),
        }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// An error at the next character.
    fn unexpected(&self, expected: &str) -> PositionError {
        match self.peek() {
            Some(c) => PositionError::new(
                self.at,
                c.len_utf8(),
                format!("unexpected `{c}`: expected {expected}"),
            ),
            None => PositionError::new(self.at, 0, format!("the text ends: expected {expected}")),
        }
    }

    fn vertex_expected(&self) -> String {
        format!("a vertex ({} or a name such as `:A`)", Symbols::listed(self.symbols.vertices))
    }

    fn edge_expected(&self) -> String {
        format!("an edge ({})", Symbols::listed(self.symbols.edges))
    }

    fn graph(mut self) -> Result<Graph, PositionError> {
        // Where each open parenthesis stands in the text and in the graph.
        let mut open: Vec<(usize, u16)> = Vec::new();
        let mut here = self.start()?;
        let mut must_step = false;
        while let Some(c) = self.peek() {
            if let Some(kind) = Symbols::kind(self.symbols.edges, c) {
                here = self.step(here, kind)?;
                must_step = false;
                continue;
            }
            if must_step {
                return Err(self.unexpected(&self.edge_expected()));
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
                (')', None) => {
                    return Err(PositionError::new(self.at, 1, "there is no `(` to close"));
                }
                (';', Some(&(_, branching))) => {
                    here = branching;
                    must_step = true;
                }
                (';', None) => {
                    self.at += 1;
                    here = self.start()?;
                    continue;
                }
                _ => {
                    let expected = format!("{}, `(`, `)` or `;`", self.edge_expected());
                    return Err(self.unexpected(&expected));
                }
            }
            self.at += 1;
        }
        if must_step {
            return Err(self.unexpected(&self.edge_expected()));
        }
        if let Some(&(at, _)) = open.last() {
            return Err(PositionError::new(at, 1, "this `(` is never closed"));
        }
        Ok(Graph::new(self.vertices, self.edges))
    }

    /// The first vertex of a component.
    fn start(&mut self) -> Result<u16, PositionError> {
        let at = self.at;
        let found = self.vertex(self.symbols.ground.is_some())?;
        let next = self.peek();
        let starts = |c| Symbols::kind(self.symbols.edges, c).is_some();
        if found.is_none() && self.symbols.writes_vertices() {
            return Err(self.unexpected(&self.vertex_expected()));
        }
        if found.is_none() && !next.is_some_and(starts) {
            let expected = format!("{} or {}", self.vertex_expected(), self.edge_expected());
            return Err(self.unexpected(&expected));
        }
        if self.symbols.ground.is_some() && found.is_some_and(|v| v != 0) {
            let message = "a component begins on the ground, and this vertex is above it";
            return Err(PositionError::new(at, self.at - at, message));
        }
        match (found, self.symbols.ground) {
            (Some(vertex), _) => Ok(vertex),
            (None, Some(_)) => Ok(0),
            (None, None) => self.add(0),
        }
    }

    fn step(&mut self, here: u16, kind: u8) -> Result<u16, PositionError> {
        let at = self.at;
        self.at += self.peek().map_or(0, char::len_utf8);
        let there = match self.vertex(false)? {
            Some(vertex) => vertex,
            None if self.symbols.writes_vertices() => {
                return Err(self.unexpected(&self.vertex_expected()));
            }
            None => self.add(0)?,
        };
        let edge = Edge::new(here, there, kind);
        if self.symbols.simple {
            let problem = if edge.is_loop() {
                Some("an edge must join two different vertices")
            } else if !self.joined.insert(edge.ends) {
                Some("these vertices are joined twice")
            } else {
                None
            };
            if let Some(message) = problem {
                return Err(PositionError::new(at, self.at - at, message));
            }
        }
        if self.edges.len() == MOST_VERTICES {
            return Err(PositionError::new(at, self.text.len() - at, too_many("edges")));
        }
        self.edges.push(edge);
        Ok(there)
    }

    /// Reads a vertex if there is one. On the ground a plain symbol means the ground.
    fn vertex(&mut self, on_ground: bool) -> Result<Option<u16>, PositionError> {
        let at = self.at;
        let symbol = self.peek().and_then(|c| Symbols::kind(self.symbols.vertices, c));
        if symbol.is_some() {
            self.at += self.peek().map_or(0, char::len_utf8);
        }
        let kind = match (self.symbols.ground, symbol) {
            (Some(ground), None | Some(0)) if on_ground => ground,
            _ => symbol.unwrap_or(0),
        };
        let new = |reader: &mut Self| match reader.symbols.ground {
            Some(ground) if ground == kind => Ok(0),
            _ => reader.add(kind),
        };
        let Some(name) = self.name()? else {
            return if symbol.is_some() { new(self).map(Some) } else { Ok(None) };
        };
        let Some(&known) = self.names.get(name) else {
            if symbol.is_none() && self.symbols.writes_vertices() {
                let message = format!(
                    "the vertex `{name}` is not there yet: expected {} before its name",
                    self.vertex_expected()
                );
                return Err(PositionError::new(at, self.at - at, message));
            }
            let vertex = new(self)?;
            self.names.insert(name, vertex);
            return Ok(Some(vertex));
        };
        if symbol.is_some() && self.vertices[usize::from(known)] != kind {
            let message = format!("the vertex `{name}` was of another kind before");
            return Err(PositionError::new(at, self.at - at, message));
        }
        Ok(Some(known))
    }

    fn name(&mut self) -> Result<Option<&'a str>, PositionError> {
        if self.peek() != Some(':') {
            return Ok(None);
        }
        self.at += 1;
        let rest = &self.text[self.at..];
        if !rest.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Err(self.unexpected("a name: a capital letter, then digits"));
        }
        let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
        self.at += 1 + digits;
        Ok(Some(&rest[..=digits]))
    }

    fn add(&mut self, kind: u8) -> Result<u16, PositionError> {
        if self.vertices.len() == MOST_VERTICES {
            let (at, len) = (self.at.min(self.text.len()), self.text.len());
            return Err(PositionError::new(at, len - at, too_many("vertices")));
        }
        self.vertices.push(kind);
        Ok((self.vertices.len() - 1) as u16)
    }
}

/// Where a walk goes on from a vertex: to a new one or back to one met before.
#[derive(Clone, Copy)]
struct WalkStep {
    kind: u8,
    to: usize,
    back: bool,
}

struct WalkWriter<'a> {
    symbols: &'a Symbols<'a>,
    graph: &'a Graph,
    roots: Vec<usize>,
    steps: Vec<Vec<WalkStep>>,
    met_again: Vec<bool>,
}

impl<'a> WalkWriter<'a> {
    fn new(symbols: &'a Symbols<'a>, graph: &'a Graph) -> Self {
        let (mut roots, mut steps) = (Vec::new(), vec![Vec::new(); graph.order()]);
        let mut met_again = vec![false; graph.order()];
        graph.walk(symbols.ground_of(graph), |stride| match stride {
            Stride::Start(root) => roots.push(root),
            Stride::Along { from, to, kind, back } => {
                steps[from].push(WalkStep { kind, to, back });
                met_again[to] |= back;
            }
        });
        WalkWriter { symbols, graph, roots, steps, met_again }
    }

    fn text(&self) -> String {
        enum WalkTask {
            Say(char),
            Go(WalkStep),
            Arrive { vertex: usize, first: bool },
        }
        if self.graph.order() == 0 {
            return "0".to_owned();
        }
        let mut text = String::new();
        let mut names: BTreeMap<usize, String> = BTreeMap::new();
        // What is still to be written, the next thing last.
        let mut tasks = Vec::new();
        for (i, &root) in self.roots.iter().enumerate().rev() {
            tasks.push(WalkTask::Arrive { vertex: root, first: true });
            if i > 0 {
                tasks.push(WalkTask::Say(';'));
            }
        }
        while let Some(task) = tasks.pop() {
            match task {
                WalkTask::Say(c) => text.push(c),
                WalkTask::Go(step) => {
                    text.push(symbol(self.symbols.edges, step.kind));
                    if !step.back {
                        tasks.push(WalkTask::Arrive { vertex: step.to, first: false });
                    } else if let Some(name) = names.get(&step.to) {
                        text.push_str(name);
                    } else {
                        text.push(symbol(self.symbols.vertices, self.graph.vertices()[step.to]));
                    }
                }
                WalkTask::Arrive { vertex, first } => {
                    let steps = &self.steps[vertex];
                    let kind = self.graph.vertices()[vertex];
                    let is_ground = Some(kind) == self.symbols.ground;
                    let silent = kind == 0 || is_ground;
                    // A graph begins with a vertex or a step.
                    let alone = steps.is_empty() || (steps.len() > 1 && !is_ground);
                    if self.symbols.writes_vertices() || !silent || (first && alone) {
                        text.push(symbol(self.symbols.vertices, kind));
                    }
                    // The ground needs no name: it has its own symbol.
                    if self.met_again[vertex] && !is_ground {
                        let name = nth_name(names.len());
                        text.push_str(&name);
                        names.insert(vertex, name);
                    }
                    // What begins on the ground needs no parentheses.
                    let branches = steps.len() > 1 && !is_ground;
                    if branches {
                        tasks.push(WalkTask::Say(')'));
                    }
                    for (i, &step) in steps.iter().enumerate().rev() {
                        tasks.push(WalkTask::Go(step));
                        if i > 0 {
                            tasks.push(WalkTask::Say(';'));
                        }
                    }
                    if branches {
                        tasks.push(WalkTask::Say('('));
                    }
                }
            }
        }
        text
    }
}

fn symbol(symbols: &[&str], kind: u8) -> char {
    symbols.get(usize::from(kind)).and_then(|all| all.chars().next()).unwrap_or('?')
}

/// `:A` to `:Z`, then `:A1` to `:Z1` and so on.
fn nth_name(n: usize) -> String {
    let letter = char::from(b'A' + (n % 26) as u8);
    match n / 26 {
        0 => format!(":{letter}"),
        round => format!(":{letter}{round}"),
    }
}
