//! The tree of numbers, the ruler below it, and the Hackenbush strings of the numbers.
//!
//! The picture of *Winning Ways* ch. 2: numbers born by some day stand in their order from left to
//! right, each as far down as its birthday; under the tree a ruler with longer marks for simpler
//! numbers, and under that the string of blue and red edges whose value the number is.

use upstar_picture::{Color, Pen, Picture, Shape};
use upstar_values::Dyadic;

/// The last day whose numbers are drawn.
pub const LAST_DAY: u32 = 6;

/// From one number to the next, from one day to the next, an edge of a string.
const STEP: i32 = 16;
const DAY: i32 = 18;
const EDGE: i32 = 8;

/// A number in the tree.
struct Fork {
    number: Dyadic,
    day: u32,
    /// The place of the number from which it comes.
    parent: Option<usize>,
    /// The moves down the tree, true to the right.
    signs: Vec<bool>,
}

/// The numbers born by a day, in their order; a parent is known by its number of signs.
fn forks(days: u32) -> Vec<Fork> {
    fn grow(
        [low, high]: [Option<&Dyadic>; 2],
        signs: &mut Vec<bool>,
        days: u32,
        out: &mut Vec<Fork>,
    ) {
        let day = signs.len() as u32;
        if day > days {
            return;
        }
        let one = Dyadic::from(1);
        let number = match (low, high) {
            (None, None) => Dyadic::from(0),
            (Some(low), None) => low + &one,
            (None, Some(high)) => high - &one,
            (Some(low), Some(high)) => &(low + high) * &Dyadic::new(1, 1),
        };
        signs.push(false);
        grow([low, Some(&number)], signs, days, out);
        signs.pop();
        let fork = Fork { number: number.clone(), day, parent: None, signs: signs.clone() };
        out.push(fork);
        signs.push(true);
        grow([Some(&number), high], signs, days, out);
        signs.pop();
    }
    let mut all = Vec::new();
    grow([None, None], &mut Vec::new(), days, &mut all);
    for i in 0..all.len() {
        let Some((_, before)) = all[i].signs.split_last() else { continue };
        let before = before.to_vec();
        all[i].parent = all.iter().position(|fork| fork.signs == before);
    }
    all
}

/// The tree of the numbers born by day `days`, at most [`LAST_DAY`], with ruler and strings.
///
/// ```
/// use upstar_notation::plot::number_tree;
/// use upstar_picture::Shape;
/// let picture = number_tree(2);
/// let names = picture.shapes.iter().filter_map(|shape| match shape {
///     Shape::Text { text, .. } => Some(text.as_str()),
///     _ => None,
/// });
/// assert_eq!(names.collect::<Vec<_>>(), ["-2", "-1", "-1/2", "0", "1/2", "1", "2"]);
/// ```
pub fn number_tree(days: u32) -> Picture {
    let days = days.min(LAST_DAY);
    let forks = forks(days);
    let ruler = DAY * (days as i32 + 1) + 12;
    let longest = EDGE * days as i32;
    let width = STEP * forks.len() as i32;
    let height = ruler + 20 + longest + 6;
    let mut picture = Picture { width, height, ..Picture::new(1, 1) };
    let x = |i: usize| STEP * i as i32 + STEP / 2;
    let y = |day: u32| DAY * day as i32 + 8;
    let thin = |color: Color| Pen::from(color).wide(20);
    for (i, fork) in forks.iter().enumerate() {
        if let Some(parent) = fork.parent {
            let to = (x(parent), y(forks[parent].day) + 3);
            picture.shapes.push(Shape::line((x(i), y(fork.day) - 4), to, thin(Color::Gray)));
        }
    }
    picture.shapes.push(Shape::line((0, ruler), (width, ruler), thin(Color::Black)));
    for (i, fork) in forks.iter().enumerate() {
        let name = fork.number.to_string();
        picture.shapes.push(Shape::fitted(x(i), y(fork.day), name, Color::Black, STEP * 3));
        let mark = 2 + 2 * (days - fork.day) as i32;
        picture.shapes.push(Shape::line((x(i), ruler - mark), (x(i), ruler), thin(Color::Black)));
        // Strings stand on the ground.
        let ground = height - 4;
        for (edge, &right) in (0..).zip(&fork.signs) {
            let color = if right { Color::Blue } else { Color::Red };
            let (from, to) = (ground - EDGE * edge, ground - EDGE * (edge + 1) + 1);
            picture.shapes.push(Shape::line((x(i), from), (x(i), to), Pen::from(color).wide(40)));
        }
    }
    let ground = height - 4;
    picture.shapes.push(Shape::line((0, ground), (width, ground), thin(Color::Black)));
    picture
}
