//! Pictures of numbers.

use upstar_notation::plot::number_tree;
use upstar_picture::{Color, Shape};
use upstar_values::{Dyadic, sign_expansion};

/// The Hackenbush string above each number, as signs from the ground up.
#[test]
fn strings_are_those_of_the_numbers() {
    let picture = number_tree(5);
    let texts = picture.shapes.iter().filter_map(|shape| match shape {
        Shape::Text { x, text, .. } => Some((*x, text.parse::<Dyadic>().unwrap())),
        _ => None,
    });
    let numbers: Vec<(i32, Dyadic)> = texts.collect();
    assert_eq!(numbers.len(), 63);
    assert!(numbers.windows(2).all(|pair| pair[0].1 < pair[1].1 && pair[0].0 < pair[1].0));
    for (at, number) in numbers {
        let edges = picture.shapes.iter().filter_map(|shape| match shape {
            Shape::Line { points, pen } if points[0].0 == at => match pen.color {
                Color::Blue => Some('+'),
                Color::Red => Some('-'),
                _ => None,
            },
            _ => None,
        });
        assert_eq!(edges.collect::<String>(), sign_expansion(&number).unwrap(), "{number}");
    }
}
