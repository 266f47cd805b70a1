//! Drawings of graphs.
//!
//! Graphs without a ground are drawn by [`upstar_picture::diagram`]; those that stand on the ground,
//! and very large ones, in layers. The layer of a vertex is its distance from the ground or, where there is none, from an end of
//! its component; so an edge joins neighbouring layers or stays in one. Within a layer vertices
//! stand as the leaves of the spanning tree of shortest paths stand, a parent over the middle of
//! its children. Everything depends on the numbers of the vertices alone.

use super::multigraph::{Edge, Graph};
use crate::Dash;
use crate::prelude::*;
use std::collections::BTreeMap;
use upstar_picture::diagram::{Diagram, Drawing, Link, MOST_NODES, Node};

/// The distance between layers and between neighbours in a layer.
const STEP: i32 = 20;

/// How the game paints its graphs.
pub struct Look<'a> {
    /// The ground, if the game has one: it is drawn as a line at the bottom.
    pub ground: Option<usize>,
    /// The fill and radius of a vertex.
    pub vertex: &'a dyn Fn(u8) -> (Color, i32),
    /// The colour of an edge.
    pub edge: &'a dyn Fn(u8) -> Color,
}

/// Where a vertex stands: its layer, and its place in the layer in tenths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct VertexPlace {
    layer: i32,
    across: i32,
}

/// The pen of a colour. What a colour says can be seen without it: Left's lines are whole, Right's
/// dashed, those of both dashed and dotted.
pub fn pen(color: Color) -> Pen {
    match color {
        Color::Red | Color::Pink => Pen::from(color).dashed(Dash::Dashed),
        Color::Green => Pen::from(color).dashed(Dash::Mixed),
        _ => Pen::from(color),
    }
}

/// The shapes of the first of several things that a move could touch, numbered from 0, after which
/// `option` is left; `after` tells what is left then.
pub(super) fn first_touched<T: PartialEq>(
    picture: &Picture,
    things: &[std::ops::Range<usize>],
    option: &T,
    after: impl Fn(usize) -> Option<T>,
) -> Vec<Shape> {
    let touched = (0..things.len()).find(|&thing| after(thing).as_ref() == Some(option));
    touched.map_or_else(Vec::new, |thing| picture.shapes[things[thing].clone()].to_vec())
}

/// Draws a graph: upward from the ground, or as it is seen best where there is none.
pub fn draw(graph: &Graph, look: &Look) -> Drawing {
    if look.ground.is_none() && graph.order() <= MOST_NODES && graph.order() > 0 {
        let node = |&kind: &u8| {
            let (fill, radius) = (look.vertex)(kind);
            Node { label: String::new(), fill, radius: 4 * radius }
        };
        let link = |edge: &Edge| {
            let [from, to] = edge.ends.map(usize::from);
            Link { from, to, pen: pen((look.edge)(edge.kind)).wide(32) }
        };
        let nodes = graph.vertices().iter().map(node).collect();
        let links = graph.edges().iter().map(link).collect();
        return Diagram { nodes, links, ..Diagram::default() }.draw();
    }
    in_layers(graph, look)
}

fn in_layers(graph: &Graph, look: &Look) -> Drawing {
    let (mut links, mut nodes) = (Vec::new(), Vec::new());
    let (places, mut width) = places(graph, look.ground);
    let layers = places.iter().map(|place| place.layer).max().unwrap_or(0);
    let upward = look.ground.is_some();
    let most_loops = graph.edges().chunk_by(|a, b| a.ends == b.ends && a.is_loop());
    let most_loops = most_loops.filter(|twins| twins[0].is_loop()).map(<[Edge]>::len).max();
    // Room for the loops of the highest vertices.
    let head = most_loops.map_or(0, |loops| ring_size(loops as i32));
    let length = layers * STEP + if upward { head } else { STEP };
    let point = |place: VertexPlace| {
        if upward {
            (place.across, length - place.layer * STEP)
        } else {
            (place.layer * STEP + STEP / 2, head + place.across)
        }
    };
    let mut shapes = Vec::new();
    for twins in graph.edges().chunk_by(|a, b| a.ends == b.ends) {
        for (i, edge) in twins.iter().enumerate() {
            let color = pen((look.edge)(edge.kind));
            let number = i as i32;
            let start = shapes.len();
            let [a, b] = edge.ends.map(usize::from);
            let stands = look.ground.is_some_and(|ground| edge.meets(ground));
            let (lower, upper) = match (edge.is_loop(), stands) {
                (true, false) => {
                    ring(point(places[a]), number, color, &mut shapes);
                    links.push(start..shapes.len());
                    continue;
                }
                (true, true) => {
                    let foot = VertexPlace { layer: 0, across: width };
                    width += STEP;
                    (foot, VertexPlace { across: width - STEP / 4, ..foot })
                }
                // An edge stands on the ground right below its upper end.
                (false, true) => {
                    let upper = places[if look.ground == Some(a) { b } else { a }];
                    (VertexPlace { layer: 0, ..upper }, upper)
                }
                (false, false) => (places[a], places[b]),
            };
            let beyond = (lower.across - upper.across).abs() > STEP;
            // Edges within a layer go round what stands between their ends.
            let round = lower.layer == upper.layer && (beyond || stands);
            let spread = (2 * number - twins.len() as i32 + 1) * STEP / 3;
            let bend = if round { STEP } else { 0 } + if stands && round { 0 } else { spread };
            let (from, to) = (point(lower), point(upper));
            shapes.push(match bend {
                0 => Shape::line(from, to, color),
                _ => Shape::curve(from, beside(from, to, bend), to, color),
            });
            links.push(start..shapes.len());
        }
    }
    for (v, &place) in places.iter().enumerate() {
        let (x, y) = point(place);
        let (fill, radius) = (look.vertex)(graph.vertices()[v]);
        let start = shapes.len();
        if look.ground != Some(v) {
            shapes.push(Shape::Disc { x, y, radius, fill });
        }
        nodes.push(start..shapes.len());
    }
    if upward {
        let (from, to) = ((0, length), (width, length));
        shapes.push(Shape::line(from, to, Color::Black));
    }
    let (width, height) = if upward { (width, length) } else { (length, head + width) };
    // An empty graph still has a place.
    let (width, height) = (width.max(10), height.max(10));
    let picture = Picture { width, height, shapes, ..Picture::default() };
    Drawing { picture, links, nodes }
}

/// The point at a distance from the middle of a line, along the axis that the line follows
/// least.
fn beside(from: (i32, i32), to: (i32, i32), distance: i32) -> (i32, i32) {
    let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
    if (from.0 - to.0).abs() >= (from.1 - to.1).abs() {
        (middle.0, middle.1 - distance)
    } else {
        (middle.0 + distance, middle.1)
    }
}

fn ring_size(number: i32) -> i32 {
    7 + 3 * number
}

/// A loop above a vertex, the next one larger.
fn ring(at: (i32, i32), number: i32, color: Pen, shapes: &mut Vec<Shape>) {
    let size = ring_size(number);
    let top = (at.0, at.1 - size);
    for side in [-size, size] {
        let via = (at.0 + side, at.1 - size);
        shapes.push(Shape::curve(at, via, top, color));
    }
}

/// The place of every vertex and the width of it all.
fn places(graph: &Graph, ground: Option<usize>) -> (Vec<VertexPlace>, i32) {
    let order = graph.order();
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); order];
    for Edge { ends, .. } in graph.edges() {
        let [a, b] = ends.map(usize::from);
        near[a].push(b);
        near[b].push(a);
    }
    let mut places = vec![VertexPlace::default(); order];
    let mut visited = vec![false; order];
    let mut next = STEP / 2;
    let mut roots: Vec<usize> = (0..order).collect();
    // The ground first, then ends, so that a path is a straight line.
    roots.sort_by_key(|&v| (ground != Some(v), near[v].len()));
    for root in roots {
        if visited[root] {
            continue;
        }
        visited[root] = true;
        let mut children: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut found = vec![root];
        let mut head = 0;
        while let Some(&v) = found.get(head) {
            head += 1;
            for &u in &near[v] {
                if !std::mem::replace(&mut visited[u], true) {
                    places[u].layer = places[v].layer + 1;
                    children.entry(v).or_default().push(u);
                    found.push(u);
                }
            }
        }
        // Leaves from one side to the other, by a walk without recursion; then the parents,
        // from the last that was found to the first.
        let mut walk = vec![root];
        while let Some(v) = walk.pop() {
            match children.get(&v) {
                Some(below) => walk.extend(below.iter().rev()),
                None => {
                    places[v].across = next;
                    next += STEP;
                }
            }
        }
        for &v in found.iter().rev() {
            if let Some([first, .., last] | [first @ last]) = children.get(&v).map(Vec::as_slice) {
                places[v].across = (places[*first].across + places[*last].across) / 2;
            }
        }
    }
    let widest = places.iter().map(|place| place.across).max().unwrap_or(0);
    (places, widest + STEP / 2)
}
