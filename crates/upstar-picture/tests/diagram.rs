//! Drawings of graphs.

use upstar_picture::diagram::{Diagram, Link, Node};
use upstar_picture::{Color, Pen, Shape};

/// Loops begin and end on the rim of their node, whichever way they point.
#[test]
fn loops_end_on_a_circle() {
    for loops in 1..=5 {
        let node = Node { label: String::new(), fill: Color::Light, radius: 20 };
        let link = Link { from: 0, to: 0, pen: Pen::from(Color::Black) };
        let graph = Diagram { nodes: vec![node], links: vec![link; loops], ..Diagram::default() };
        let shapes = graph.draw().picture.shapes;
        let middle = shapes.iter().find_map(|shape| match shape {
            Shape::Disc { x, y, .. } => Some((*x, *y)),
            _ => None,
        });
        let (x, y) = middle.unwrap();
        let mut ends = Vec::new();
        for shape in &shapes {
            if let Shape::Curve { from, to, .. } = shape {
                ends.extend([*from, *to]);
            }
        }
        assert_eq!(ends.len(), 2 * loops);
        for (a, b) in ends {
            let length = f64::from(a - x).hypot(f64::from(b - y));
            assert!((length - 210.0).abs() < 2.0, "{loops}: {length}");
        }
    }
}
