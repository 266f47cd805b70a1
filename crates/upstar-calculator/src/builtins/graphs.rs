//! Graphs and directed graphs. Vertices are numbered from 1.

use super::Call;
use super::rows::{AnswerList, Arg, At, raise, rows};
use crate::data::Data;
use crate::data::graph::{Edge, Graph, MOST, parse};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::eval::{Interpreter, fail, stopped};
use crate::show::quoted;
use crate::value::{Game, Value};
use std::fmt::Write;
use upstar_base::Stopped;

/// A graph as it is read back.
pub(crate) fn graph_text(graph: &Graph) -> String {
    let kind = if graph.is_directed() { "DirectedGraph" } else { "Graph" };
    let labelled = graph.labels().iter().any(Option::is_some);
    let label = |label: &Option<String>| quoted(label.as_deref().unwrap_or_default());
    let labels = || graph.labels().iter().map(label).collect::<Vec<_>>().join(",");
    let mut text = String::new();
    if graph.edges().iter().any(|edge| edge.label.is_some()) {
        let edge =
            |edge: &Edge| format!("[{},{},{}]", edge.from + 1, edge.to + 1, label(&edge.label));
        let edges = graph.edges().iter().map(edge).collect::<Vec<_>>().join(",");
        let _ = write!(text, "{kind}.FromEdges({},[{edges}]", graph.order());
    } else {
        let list = |list: &Vec<usize>| {
            let numbers: Vec<String> = list.iter().map(|v| (v + 1).to_string()).collect();
            format!("[{}]", numbers.join(","))
        };
        let lists = graph.adjacency().iter().map(list).collect::<Vec<_>>().join(",");
        let _ = write!(text, "{kind}.FromAdjacencyList([{lists}]");
    }
    if labelled {
        let _ = write!(text, ",[{}]", labels());
    }
    text.push(')');
    text
}

/// Is the static receiver the kind of directed graphs?
fn directed(c: &Call<'_>) -> bool {
    super::On::named("DirectedGraph").accepts(c.arg(0))
}

/// A vertex of the receiver, counted from 0.
struct Vertex(usize);

impl Arg<'_> for Vertex {
    fn get(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<Self> {
        let graph = <&Graph>::get(m, c, 0)?;
        vertex(m, graph, c.arg(i), c.at(i)).map(Vertex)
    }
}

/// Vertices of the receiver.
struct Vertices(Vec<usize>);

impl Arg<'_> for Vertices {
    fn get(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<Self> {
        let graph = <&Graph>::get(m, c, 0)?;
        vertices(m, graph, c.arg(i), c.at(i)).map(Vertices)
    }
}

fn vertex(m: &mut Interpreter, graph: &Graph, value: &Value, span: Span) -> Evaluated<usize> {
    let n = m.integer(value, span)?;
    match usize::try_from(&n) {
        Ok(v) if (1..=graph.order()).contains(&v) => Ok(v - 1),
        _ => {
            let message = match graph.order() {
                0 => format!("there is no vertex {n}: the graph has none"),
                order => format!("there is no vertex {n}: they are 1 to {order}"),
            };
            Err(fail(ErrorKind::Domain, span, message))
        }
    }
}

fn vertices(
    m: &mut Interpreter,
    graph: &Graph,
    value: &Value,
    span: Span,
) -> Evaluated<Vec<usize>> {
    let members = m.members(value, span)?;
    members.items.iter().map(|item| vertex(m, graph, item, span)).collect()
}

fn label(m: &mut Interpreter, value: &Value, span: Span) -> Evaluated<Option<String>> {
    let text = match value {
        Value::Nothing => String::new(),
        other => m.plain(other, span)?,
    };
    Ok(Some(text).filter(|text| !text.is_empty()))
}

fn labels(
    m: &mut Interpreter,
    c: &Call<'_>,
    i: usize,
    order: usize,
) -> Evaluated<Vec<Option<String>>> {
    if matches!(c.arg(i), Value::Nothing) {
        return Ok(vec![None; order]);
    }
    let members = m.members(c.arg(i), c.at(i))?;
    if members.items.len() != order {
        let message = format!("there are {order} vertices and {} labels", members.items.len());
        return Err(fail(ErrorKind::Domain, c.at(i), message));
    }
    members.items.iter().map(|item| label(m, item, c.at(i))).collect()
}

fn too_large(span: Span) -> Box<crate::Error> {
    fail(ErrorKind::Size, span, format!("a graph has at most {MOST} vertices and edges"))
}

fn count(m: &mut Interpreter, value: &Value, span: Span) -> Evaluated<usize> {
    let n = m.natural(value, span)?;
    usize::try_from(n).ok().filter(|&n| n <= MOST).ok_or_else(|| too_large(span))
}

fn from_adjacency(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let directed = directed(c);
    let lists = m.members(c.arg(1), c.at(1))?.items;
    let order = lists.len();
    let blank = Graph::new(directed, vec![None; order], Vec::new());
    let labels = labels(m, c, 2, order)?;
    if order > MOST {
        return Err(too_large(c.at(1)));
    }
    let mut edges: Vec<Edge> = Vec::new();
    for (from, list) in lists.iter().enumerate() {
        for to in vertices(m, &blank, list, c.at(1))? {
            // An edge without direction is in the lists of both its ends.
            if directed || from <= to {
                edges.push(Edge { from, to, label: None });
            }
            if edges.len() > MOST {
                return Err(too_large(c.at(1)));
            }
        }
    }
    let graph = Graph::new(directed, labels, edges);
    if !directed {
        let lists_agree =
            graph.adjacency().iter().zip(&lists).try_fold(true, |agree, (own, list)| {
                let mut given = vertices(m, &blank, list, c.at(1))?;
                given.sort_unstable();
                Ok::<bool, Box<crate::Error>>(agree && *own == given)
            })?;
        if !lists_agree {
            let message = "an edge must be in the lists of both its ends";
            let mut error = fail(ErrorKind::Domain, c.at(1), message);
            error.hint = Some("arrows make a `DirectedGraph.FromAdjacencyList(..)`".to_owned());
            return Err(error);
        }
    }
    m.data(Data::Graph(graph), c.span)
}

fn from_edges(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Value> {
    let directed = directed(c);
    let order = count(m, c.arg(1), c.at(1))?;
    let blank = Graph::new(directed, vec![None; order], Vec::new());
    let mut edges = Vec::new();
    for edge in m.members(c.arg(2), c.at(2))?.items {
        let parts = match &edge {
            Value::Coordinates(pair) => {
                pair.iter().cloned().map(|it| Value::Game(Game::Integer(it))).collect()
            }
            other => m.members(other, c.at(2))?.items,
        };
        let (from, to, text) = match &parts[..] {
            [from, to] => (from, to, None),
            [from, to, text] => (from, to, label(m, text, c.at(2))?),
            _ => {
                let message = "an edge is a list of two vertices, and perhaps a label";
                return Err(fail(ErrorKind::Domain, c.at(2), message));
            }
        };
        let (from, to) = (vertex(m, &blank, from, c.at(2))?, vertex(m, &blank, to, c.at(2))?);
        edges.push(Edge { from, to, label: text });
        if edges.len() > MOST {
            return Err(too_large(c.at(2)));
        }
    }
    let labels = labels(m, c, 3, order)?;
    m.data(Data::Graph(Graph::new(directed, labels, edges)), c.span)
}

/// A list of numbers of vertices.
fn numbers(list: Vec<usize>) -> AnswerList<impl Iterator<Item = usize>> {
    AnswerList(list.into_iter().map(|v| v + 1))
}

fn without(graph: &Graph, gone: &[usize]) -> Graph {
    let kept: Vec<usize> = (0..graph.order()).filter(|v| !gone.contains(v)).collect();
    graph.induced(&kept)
}

fn components(m: &mut Interpreter, graph: &Graph) -> Result<AnswerList<Vec<Graph>>, Stopped> {
    let mut parts = Vec::new();
    for part in graph.components() {
        m.calc.step()?;
        parts.push(graph.induced(&part));
    }
    Ok(AnswerList(parts))
}

fn degree(graph: &Graph, ends: impl Fn(&Edge) -> usize) -> usize {
    graph.edges().iter().map(ends).sum()
}

/// The graph with other edges.
fn with_edges(graph: &Graph, edges: Vec<Edge>) -> Graph {
    Graph::new(graph.is_directed(), graph.labels().to_vec(), edges)
}

fn relabelled(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Graph> {
    let graph = <&Graph>::get(m, c, 0)?;
    let mut labels = graph.labels().to_vec();
    if let Value::Map(map) = c.arg(1) {
        for (key, value) in map.entries() {
            let v = vertex(m, graph, key, c.at(1))?;
            labels[v] = label(m, value, c.at(1))?;
        }
    } else {
        let v = vertex(m, graph, c.arg(1), c.at(1))?;
        labels[v] = label(m, c.arg(2), c.at(2))?;
    }
    Ok(Graph::new(graph.is_directed(), labels, graph.edges().to_vec()))
}

/// A family of graphs with so many vertices.
fn family(
    m: &mut Interpreter,
    c: &Call<'_>,
    joins: fn(usize) -> Vec<(usize, usize)>,
) -> Evaluated<Value> {
    let order = count(m, c.arg(1), c.at(1))?;
    // A complete graph has the most edges.
    let most = order.saturating_mul(order);
    m.calc.budget().charge(most as u64 * 8).map_err(stopped(c.span))?;
    m.calc.budget().refund(most as u64 * 8);
    let joins = joins(order);
    if joins.len() > MOST {
        return Err(too_large(c.at(1)));
    }
    let edge = |(from, to)| Edge { from, to, label: None };
    let edges = joins.into_iter().map(edge).collect();
    m.data(Data::Graph(Graph::new(directed(c), vec![None; order], edges)), c.span)
}

rows! { pub(super) TABLE |m, c|
    Graph|DirectedGraph::Parse(text: &str)
        "a graph from a walk that branches and meets itself again: `.-.(-.;-L)`, `.:A-.-.-:A`"
        ["Graph.Parse(\".:A-.-.-:A\")", "Graph.FromAdjacencyList([[2,3],[1,3],[1,2]])"]
            match parse(text, directed(c)) {
                Ok(graph) => m.data(Data::Graph(graph), c.span),
                Err(wrong) => {
                    let brief: String = text.chars().take(60).collect();
                    let message =
                        format!("{} (at character {} of `{brief}`)", wrong.message, wrong.at + 1);
                    Err(fail(ErrorKind::Syntax, c.at(1), message))
                }
            };
    Graph|DirectedGraph::FromAdjacencyList(lists, labels = Nothing)
        "a graph from the list of neighbours of each vertex"
        ["DirectedGraph.FromAdjacencyList([[2],[]])", "DirectedGraph.FromAdjacencyList([[2],[]])"]
            from_adjacency(m, c);
    Graph|DirectedGraph::FromEdges(order, edges, labels = Nothing)
        "a graph with so many vertices and these edges, each with its two ends and perhaps a label"
        ["Graph.FromEdges(3,[[1,2],[2,3]])", "Graph.FromAdjacencyList([[2],[1,3],[2]])"]
            from_edges(m, c);
    Graph|DirectedGraph::Empty(order) "a graph without edges"
        ["Graph.Empty(2)", "Graph.FromAdjacencyList([[],[]])"] family(m, c, |_| Vec::new());
    Graph|DirectedGraph::Path(order) "vertices in a row"
        ["Graph.Path(3)", "Graph.FromAdjacencyList([[2],[1,3],[2]])"]
            family(m, c, |n| (1..n).map(|v| (v - 1, v)).collect());
    Graph|DirectedGraph::Cycle(order) "vertices in a ring"
        ["Graph.Cycle(4)", "Graph.FromAdjacencyList([[2,4],[1,3],[2,4],[1,3]])"]
            family(m, c, |n| (0..n).map(|v| (v, (v + 1) % n)).collect());
    Graph|DirectedGraph::Complete(order) "every two vertices joined"
        ["Graph.Complete(3).EdgeCount", "3"] family(m, c, |n| {
            let most = MOST + 1;
            (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).take(most).collect()
        });
    Graphs.VertexCount(graph: &Graph) "how many vertices there are"
        ["Graph.Path(4).VertexCount", "4"] graph.order();
    Graphs.EdgeCount(graph: &Graph) "how many edges there are"
        ["Graph.Path(4).EdgeCount", "3"] graph.edges().len();
    Graphs.Vertices(graph: &Graph) "the numbers of the vertices"
        ["Graph.Path(3).Vertices", "[1,2,3]"] AnswerList(1..=graph.order());
    Graphs.Edges(graph: &Graph) "the ends of each edge"
        ["Graph.Path(3).Edges", "[[1,2],[2,3]]"]
            AnswerList(graph.edges().iter().map(|edge| numbers(vec![edge.from, edge.to])));
    Graphs.AdjacencyList(graph: &Graph)
        "the neighbours of each vertex; in a directed graph those to which arrows lead"
        ["Graph.Path(3).AdjacencyList", "[[2],[1,3],[2]]"]
            AnswerList(graph.adjacency().into_iter().map(numbers));
    Graphs.Neighbors(graph: &Graph, vertex: Vertex) "the neighbours of a vertex"
        ["Graph.Path(3).Neighbors(2)", "[1,3]"]
            numbers(graph.adjacency().swap_remove(vertex.0));
    Graphs.Adjacencies(graph: &Graph, vertex: Vertex) "the same as Neighbors"
        ["Graph.Path(3).Adjacencies(1)", "[2]"]
            numbers(graph.adjacency().swap_remove(vertex.0));
    Graphs.IsAdjacent(graph: &Graph, from: Vertex, to: Vertex)
        "does an edge lead from one vertex to the other?"
        ["Graph.Path(3).IsAdjacent(1,3)", "false"]
            graph.adjacency()[from.0].contains(&to.0);
    Graphs.Degree(graph: &Graph, vertex: Vertex) "how many ends of edges are at a vertex"
        ["Graph.Path(3).Degree(2)", "2"]
            degree(graph, |edge| {
                usize::from(edge.from == vertex.0) + usize::from(edge.to == vertex.0)
            });
    Graphs.OutDegree(graph: &Graph, vertex: Vertex) "how many arrows leave a vertex"
        ["DirectedGraph.Parse(\".>.<.\").OutDegree(2)", "0"]
            degree(graph, |edge| usize::from(edge.from == vertex.0));
    Graphs.InDegree(graph: &Graph, vertex: Vertex) "how many arrows lead to a vertex"
        ["DirectedGraph.Parse(\".>.<.\").InDegree(2)", "2"]
            degree(graph, |edge| usize::from(edge.to == vertex.0));
    Graphs.VertexLabels(graph: &Graph) "the labels of the vertices, Nothing where there is none"
        ["Graph.Parse(\"L-R\").VertexLabels", "[\"L\",\"R\"]"]
            AnswerList(graph.labels().iter().map(Option::as_deref));
    Graphs.VertexLabel(graph: &Graph, vertex: Vertex) "the label of a vertex, or Nothing"
        ["Graph.Parse(\"L-R\").VertexLabel(2)", "\"R\""]
            graph.labels()[vertex.0].as_deref();
    Graphs.EdgeLabels(graph: &Graph) "the labels of the edges, in the order of Edges"
        ["Graph.FromEdges(2,[[1,2,\"l\"]]).EdgeLabels", "[\"l\"]"]
            AnswerList(graph.edges().iter().map(|edge| edge.label.as_deref()));
    Graphs.UpdatedVertexLabel(_, "vertex or map", label = Nothing)
        "the graph with another label at a vertex, or at each vertex of a map"
        ["Graph.Parse(\".-.\").UpdatedVertexLabel(2,\"L\").VertexLabel(2)", "\"L\""]
            relabelled(m, c);
    Graphs.UpdatedVertexLabels(_, map) "the graph with other labels at the vertices of a map"
        ["Graph.Path(2).UpdatedVertexLabels({1 => \"L\"}).VertexLabels", "[\"L\",Nothing]"]
            relabelled(m, c);
    Graphs.IsConnected(graph: &Graph)
        "is there a way between any two vertices? Directions do not matter"
        ["Graph.Parse(\".-.;.\").IsConnected", "false"] graph.components().len() <= 1;
    Graphs.ConnectedComponents(graph: &Graph) "the connected parts, as graphs"
        ["Graph.Parse(\".-.;.\").ConnectedComponents",
         "[Graph.FromAdjacencyList([[2],[1]]),Graph.FromAdjacencyList([[]])]"] components(m, graph);
    Graphs.Decomposition(graph: &Graph) "the same as ConnectedComponents"
        ["Graph.Parse(\".;.\").Decomposition.Size", "2"] components(m, graph);
    Graphs.ConnectedComponent(graph: &Graph, vertex: Vertex) "the connected part with a vertex, as a graph"
        ["Graph.Parse(\".-.;.\").ConnectedComponent(3)", "Graph.FromAdjacencyList([[]])"] {
            let part = graph.components().into_iter().find(|part| part.contains(&vertex.0));
            graph.induced(&part.unwrap_or_default())
        };
    Graphs.DeleteVertex(graph: &Graph, vertex: Vertex)
        "the graph without a vertex and its edges; later vertices move up"
        ["Graph.Path(3).DeleteVertex(1)", "Graph.FromAdjacencyList([[2],[1]])"]
            without(graph, &[vertex.0]);
    Graphs.DeleteVertices(graph: &Graph, vertices: Vertices)
        "the graph without some vertices and their edges"
        ["Graph.Path(4).DeleteVertices([1,3])", "Graph.FromAdjacencyList([[],[]])"]
            without(graph, &vertices.0);
    Graphs.RetainVertices(graph: &Graph, vertices: Vertices)
        "the graph with some of its vertices and the edges between them"
        ["Graph.Cycle(4).RetainVertices([1,2,3])", "Graph.FromAdjacencyList([[2],[1,3],[2]])"] {
            vertices.0.sort_unstable();
            vertices.0.dedup();
            graph.induced(&vertices.0)
        };
    Graphs.Subgraph(graph: &Graph, vertices: Vertices)
        "the graph with some of its vertices in another order"
        ["Graph.Path(3).Subgraph([3,2]).AdjacencyList", "[[2],[1]]"] {
            let mut distinct = vertices.0.clone();
            distinct.sort_unstable();
            distinct.dedup();
            if distinct.len() < vertices.0.len() {
                return raise(ErrorKind::Domain, "a vertex is named twice").at(1);
            }
            graph.induced(&vertices.0)
        };
    Graphs.DeleteEdge(graph: &Graph, from: Vertex, to: Vertex)
        "the graph without an edge between two vertices"
        ["Graph.Path(3).DeleteEdge(1,2)", "Graph.FromAdjacencyList([[],[3],[2]])"]
            {
                let (from, to) = (from.0, to.0);
                let joins = |edge: &Edge| {
                    (edge.from, edge.to) == (from, to)
                        || !graph.is_directed() && (edge.to, edge.from) == (from, to)
                };
                let Some(place) = graph.edges().iter().position(joins) else {
                    let message = format!("there is no edge from {} to {}", from + 1, to + 1);
                    return raise(ErrorKind::Domain, message);
                };
                let mut edges = graph.edges().to_vec();
                edges.remove(place);
                with_edges(graph, edges)
            };
    Graphs.AddEdge(graph: &Graph, from: Vertex, to: Vertex, label = Nothing)
        "the graph with one more edge"
        ["Graph.Path(3).AddEdge(1,3)", "Graph.FromAdjacencyList([[2,3],[1,3],[1,2]])"]
            {
                let label = label(m, c.arg(3), c.at(3))?;
                let mut edges = graph.edges().to_vec();
                edges.push(Edge { from: from.0, to: to.0, label });
                if edges.len() > MOST {
                    return Err(too_large(c.span).into());
                }
                with_edges(graph, edges)
            };
    Graphs.Distance(graph: &Graph, from: Vertex, to: Vertex)
        "the number of edges on the shortest way, or Nothing"
        ["Graph.Path(4).Distance(1,4)", "3"] graph.distances(from.0)[to.0];
    Graphs.IsAcyclic(graph: &Graph) "is there no cycle?"
        ["[Graph.Path(3).IsAcyclic,Graph.Cycle(3).IsAcyclic]", "[true,false]"] !graph.has_cycle();
    Graphs.IsDirected(graph: &Graph) "have edges a direction?"
        ["DirectedGraph.Empty(1).IsDirected", "true"] graph.is_directed();
    Graphs.IsIsomorphicTo(graph: &Graph, other: &Graph)
        "is the other one the same graph with its vertices numbered in another way?"
        ["Graph.Parse(\"L-.\").IsIsomorphicTo(Graph.Parse(\".-L\"))", "true"] {
            let calc = &mut m.calc;
            graph.is_isomorphic(other, &mut || calc.step())
        };
    Graphs.Walk(graph: &Graph) "the graph as a walk, as Parse and the rules of games on graphs read it"
        ["Graph.Cycle(3).Walk", "\".:A0(-.(-.(-:A0)))\""] {
            let message = "arrows, labels at edges and labels of several letters are not written";
            graph.walk().ok_or_else(|| fail(ErrorKind::Domain, c.at(0), message))
        };
    Graphs.Reversed(graph: &Graph) "the graph with all arrows turned around"
        ["DirectedGraph.Path(2).Reversed", "DirectedGraph.FromAdjacencyList([[],[1]])"] {
            let turned =
                |edge: &Edge| Edge { from: edge.to, to: edge.from, label: edge.label.clone() };
            with_edges(graph, graph.edges().iter().map(turned).collect())
        };
}
