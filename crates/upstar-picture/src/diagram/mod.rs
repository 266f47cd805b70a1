//! Drawings of graphs: discs with names, joined by lines or arrows.
//!
//! Several ways to place the nodes are tried ([`place`]) and the one is taken in which the fewest
//! lines cross or run over a node. Lines then bend round the nodes on their way ([`route`]), lines
//! between the same nodes apart from each other; a line from a node to itself is a loop on its free
//! side. Everything depends on the numbers of nodes and lines alone and is rounded at the end, so
//! the same graph has the same drawing everywhere.

mod place;
mod plane;
mod route;

use crate::{Color, LABEL, Pen, Picture, Shape, text_width, wrapped};
use plane::Spot;

/// The most nodes that are placed with care, and the most that are drawn at all.
pub const MOST_NODES: usize = 160;

/// The grain of a drawing: tenths of a pixel.
const GRAIN: i32 = 10;

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// What is written in it.
    pub label: String,
    /// The inside.
    pub fill: Color,
    /// Its radius in pixels at least; it grows with its label.
    pub radius: i32,
}

/// A line from a node to a node.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// How it is drawn.
    pub pen: Pen,
}

/// A graph to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Diagram {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The lines; those to nodes that do not exist are left out.
    pub links: Vec<Link>,
    /// Lines of text below.
    pub notes: Vec<String>,
    /// Pens explained below, each with what it means.
    pub legend: Vec<(Pen, String)>,
}

/// A drawing, and which shapes of it belong to each line and node.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The picture.
    pub picture: Picture,
    /// The place of each line among the shapes.
    pub links: Vec<std::ops::Range<usize>>,
    /// The place of each node among the shapes.
    pub nodes: Vec<std::ops::Range<usize>>,
}

impl Diagram {
    /// Draws it.
    ///
    /// ```
    /// use upstar_picture::diagram::{Diagram, Link, Node};
    /// use upstar_picture::{Color, Pen, svg};
    /// let node = |label: &str| Node { label: label.into(), fill: Color::Light, radius: 18 };
    /// let link = |from, to| Link { from, to, pen: Pen::from(Color::Black).arrow() };
    /// let graph = Diagram {
    ///     nodes: vec![node("a"), node("b")],
    ///     links: vec![link(0, 1), link(1, 0), link(0, 0)],
    ///     ..Diagram::default()
    /// };
    /// assert_eq!(svg(&graph.draw().picture)?.matches("class=\"arrow\"").count(), 3);
    /// # Ok::<(), upstar_picture::TooLarge>(())
    /// ```
    pub fn draw(&self) -> Drawing {
        let exists = |link: &&Link| link.from.max(link.to) < self.nodes.len();
        let ends: Vec<(usize, usize)> =
            self.links.iter().filter(exists).map(|link| (link.from, link.to)).collect();
        let radii: Vec<f64> = self.nodes.iter().map(radius).collect();
        let directed = self.links.iter().any(|link| link.pen.arrow);
        let spots = place::places(&radii, &ends, directed);
        let mut routes = route::routes(&spots, &radii, &ends).into_iter();

        let mut picture = Picture::fine(0, 0, GRAIN);
        let mut drawing = Drawing { picture: Picture::default(), links: vec![], nodes: vec![] };
        for link in &self.links {
            let start = picture.shapes.len();
            if let Some([from, a, b, to]) = Some(link).filter(exists).and_then(|_| routes.next()) {
                let [from, a, b, to] = [from, a, b, to].map(rounded);
                let pen = link.pen;
                let straight = is_straight([from, a, b, to]);
                picture.shapes.push(if straight {
                    Shape::line(from, to, pen)
                } else {
                    Shape::Curve { from, via: [a, b], to, pen }
                });
            }
            drawing.links.push(start..picture.shapes.len());
        }
        for ((node, &spot), &radius) in self.nodes.iter().zip(&spots).zip(&radii) {
            let start = picture.shapes.len();
            let (x, y) = rounded(spot);
            let fill = node.fill;
            picture.shapes.push(Shape::Disc { x, y, radius: (10.0 * radius) as i32, fill });
            if !node.label.is_empty() {
                picture.shapes.push(label(node, radius, (x, y)));
            }
            drawing.nodes.push(start..picture.shapes.len());
        }
        let right = spots.iter().zip(&radii).map(|(spot, r)| spot.0 + r).fold(40.0, f64::max);
        let below = spots.iter().zip(&radii).map(|(spot, r)| spot.1 + r).fold(40.0, f64::max);
        (picture.width, picture.height) = rounded((right, below));
        self.explain(&mut picture);
        drawing.picture = picture;
        drawing
    }

    /// The legend and the notes below the drawing.
    fn explain(&self, picture: &mut Picture) {
        // Curves may hang below the lowest node.
        let lowest = crate::Sheet::new(picture).map_or(0.0, |mut sheet| {
            sheet.unmoved();
            sheet.extent(picture).bottom
        });
        let mut y = (10.0 * lowest) as i32;
        let mut x = 0;
        for (pen, meaning) in &self.legend {
            if x == 0 {
                y += 240;
            }
            picture.shapes.push(Shape::line((x, y), (x + 420, y), *pen));
            picture.shapes.push(Shape::legend((x + 500, y), meaning.clone(), None));
            x += 500 + (10.0 * text_width(meaning, LABEL)) as i32 + 260;
        }
        picture.width = picture.width.max(x - 260);
        for note in &self.notes {
            for text in wrapped(note, LABEL, (picture.width / 10).max(300), 3) {
                y += 240;
                let full = text.ends_with('…').then(|| note.clone());
                picture.shapes.push(Shape::legend((0, y), text, full));
            }
        }
        picture.height = picture.height.max(y);
    }
}

/// Labels are not wider than this, in pixels.
const WIDEST: f64 = 76.0;

fn radius(node: &Node) -> f64 {
    let width = text_width(&node.label, LABEL).min(WIDEST);
    f64::from(node.radius).max(if node.label.is_empty() { 0.0 } else { width / 2.0 + 6.0 })
}

fn label(node: &Node, radius: f64, (x, y): (i32, i32)) -> Shape {
    let color = if node.fill.is_dark() { Color::White } else { Color::Black };
    let large = crate::TEXT * 3 / 4;
    let size = if text_width(&node.label, large) <= 2.0 * radius - 10.0 { large } else { LABEL };
    let mut lines = wrapped(&node.label, size, (2.0 * radius - 6.0).ceil() as i32, 1);
    let text = lines.pop().unwrap_or_default();
    let full = (text != node.label).then(|| node.label.clone());
    Shape::Text { x, y, text, full, size, anchor: crate::Anchor::Middle, color }
}

fn rounded((x, y): Spot) -> (i32, i32) {
    ((10.0 * x).round() as i32, (10.0 * y).round() as i32)
}

/// Do all four points lie on a line, up to a pixel?
fn is_straight([from, a, b, to]: [(i32, i32); 4]) -> bool {
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let length = (dx * dx + dy * dy).sqrt().max(1.0);
    [a, b].iter().all(|point| {
        let (px, py) = (f64::from(point.0 - from.0), f64::from(point.1 - from.1));
        ((px * dy - py * dx) / length).abs() < 10.0
    }) && from != to
}
