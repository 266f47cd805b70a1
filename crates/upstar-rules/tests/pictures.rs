//! Pictures that people can read: every example of every ruleset, in every format.

#![allow(clippy::unwrap_used, clippy::float_arithmetic)]

use upstar_base::Player;
use upstar_picture::{Color, Dash, Picture, Shape, Sheet, Tile, pdf, png, svg, text, tikz};
use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};
use upstar_rules::{Rules, read_sum};

struct Each<'a, F>(&'a str, F);

impl<F: FnMut(Picture, String, Vec<Vec<Shape>>)> Each<'_, F> {
    fn visit(mut self, _: &About<'_>, rules: Erased) {
        for term in read_sum(&rules, self.0).unwrap() {
            let mut touched = Vec::new();
            for who in Player::BOTH {
                let mut options = Vec::new();
                rules.options(&term, who, &mut options);
                // A pass touches nothing.
                options.retain(|option| *option != term);
                touched.extend(options.iter().take(40).map(|o| rules.touched(&term, who, o)));
            }
            (self.1)(rules.picture(&term), rules.sketch(&term), touched);
        }
    }
}

fn each(name: &str, position: &str, visit: impl FnMut(Picture, String, Vec<Vec<Shape>>)) {
    assert!(
        registry::open(name, position)
            .map(|(about, rules)| Each(position, visit).visit(about, rules))
            .is_ok(),
        "{name} {position}"
    );
}

fn drawn(name: &str, position: &str) -> Picture {
    let mut found = None;
    each(name, position, |picture, _, _| found = Some(picture));
    found.unwrap()
}

fn tiles(picture: &Picture, which: impl Fn(&Shape) -> bool) -> Vec<Tile> {
    let sheet = Sheet::new(picture).unwrap();
    picture.shapes.iter().filter(|shape| which(shape)).filter_map(|s| sheet.tile(s)).collect()
}

#[test]
fn labels_do_not_overlap_and_nothing_is_cut_off() {
    for about in registry::all() {
        for example in about.examples {
            let name = format!("{} {example}", about.name);
            each(about.name, example, |picture, _, _| {
                let sheet = Sheet::new(&picture).unwrap();
                for tile in tiles(&picture, |_| true) {
                    let inside = tile.left >= 0.0
                        && tile.top >= 0.0
                        && tile.right <= sheet.width
                        && tile.bottom <= sheet.height;
                    assert!(inside, "{name}: {tile:?}");
                }
                let labels = tiles(&picture, |shape| matches!(shape, Shape::Text { .. }));
                for (i, a) in labels.iter().enumerate() {
                    assert!(
                        !labels[..i].iter().any(|b| a.grown(-1.0).meets(b.grown(-1.0))),
                        "{name}"
                    );
                }
            });
        }
    }
}

#[test]
fn every_format_is_written() {
    for about in registry::all() {
        let example = about.examples[0];
        each(about.name, example, |picture, sketch, _| {
            let name = about.name;
            let image = png(&picture).unwrap();
            assert!(image.starts_with(b"\x89PNG") && image.len() > 100, "{name}");
            let page = pdf(&picture).unwrap();
            assert!(page.starts_with(b"%PDF") && page.ends_with(b"%%EOF"), "{name}");
            let document = svg(&picture).unwrap();
            assert!(document.starts_with("<svg ") && document.ends_with("</svg>\n"), "{name}");
            let code = tikz(&picture).unwrap();
            assert_eq!(code.matches("\\begin{tikzpicture}").count(), 1, "{name}");
            assert!(code.ends_with("\\end{tikzpicture}\n"), "{name}");
            let depth = code.chars().try_fold(0i32, |depth, c| match c {
                '{' => Some(depth + 1),
                '}' if depth > 0 => Some(depth - 1),
                '}' => None,
                _ => Some(depth),
            });
            // Braces that are text are escaped, in pairs in all notations.
            assert_eq!(depth, Some(0), "{name}");
            for line in
                code.lines().filter(|line| !line.starts_with('%') && line.starts_with("\\d"))
            {
                assert!(line.ends_with(';') || line.starts_with("\\definecolor"), "{name}: {line}");
            }
            assert!(!text(&picture, 76).unwrap().trim().is_empty(), "{name}");
            assert!(!sketch.trim().is_empty(), "{name}");
        });
    }
}

#[test]
fn every_move_touches_something() {
    for about in registry::all() {
        for example in about.examples {
            each(about.name, example, |picture, _, touched| {
                assert!(
                    touched.iter().all(|shapes| !shapes.is_empty()),
                    "{} {example}",
                    about.name
                );
                // What graphs and heaps say is part of the picture itself.
                if matches!(about.name, "hackenbush" | "node-kayles" | "kayles" | "nim") {
                    let own = |shape| picture.shapes.contains(shape);
                    assert!(touched.iter().flatten().all(own), "{} {example}", about.name);
                }
            });
        }
    }
}

#[test]
fn arrows_have_heads_and_loops_are_seen() {
    for (name, position, arrows) in [
        ("digraph", "a>b,c;b>a,d;c>d @ a", 5),
        ("digraph", "a>a,b @ a", 2),
        ("digraph", "a>a @ a", 1),
        ("partizan-digraph", "a={0|pass} @ a", 2),
        ("partizan-digraph", "a={b|b};b={a|pass} @ a", 3),
    ] {
        let picture = drawn(name, position);
        let heads = |shape: &Shape| match shape {
            Shape::Line { pen, .. } | Shape::Curve { pen, .. } => pen.arrow,
            _ => false,
        };
        // The legend has arrows too, one for each pen.
        let shown = picture.shapes.iter().filter(|shape| heads(shape)).count();
        let legend = ["Left", "Right", "either"].iter().filter(|word| {
            let says = |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text == *word);
            picture.shapes.iter().any(says)
        });
        let legend = legend.count();
        assert_eq!(shown, arrows + legend, "{name} {position}");
        assert_eq!(svg(&picture).unwrap().matches("class=\"arrow\"").count(), shown);
    }
    let looped = drawn("digraph", "a>a @ a");
    let disc = tiles(&looped, |shape| matches!(shape, Shape::Disc { .. }))[0];
    let ring = tiles(&looped, |shape| matches!(shape, Shape::Curve { .. }))[0];
    assert!(ring.bottom - ring.top > 15.0 && ring.top < disc.top - 10.0);
}

/// Lines keep away from the nodes that they do not join.
#[test]
fn lines_run_round_nodes() {
    for position in ["a>b,c,d;b>c,d;c>d,a @ a", "a>b;b>c;c>d;d>e;a>c,d,e @ a"] {
        let picture = drawn("digraph", position);
        let discs = tiles(&picture, |shape| matches!(shape, Shape::Disc { .. }));
        for shape in &picture.shapes {
            let (from, to) = match shape {
                Shape::Line { points, .. } => (points[0], points[1]),
                Shape::Curve { from, to, .. } => (*from, *to),
                _ => continue,
            };
            let sheet = Sheet::new(&picture).unwrap();
            let [from, to] = [from, to].map(|end| sheet.at(end));
            let ends = |tile: &&Tile| {
                let holds = |(x, y): (f64, f64)| {
                    let tile = tile.grown(4.0);
                    tile.left < x && x < tile.right && tile.top < y && y < tile.bottom
                };
                holds(from) || holds(to)
            };
            assert_eq!(discs.iter().filter(ends).count(), 2, "{position}: {shape:?}");
        }
    }
}

#[test]
fn colours_are_also_dashes() {
    let picture = drawn("hackenbush", "l(r;e)");
    let pens = picture.shapes.iter().filter_map(|shape| match shape {
        Shape::Line { pen, .. } | Shape::Curve { pen, .. } => Some((pen.color, pen.dash)),
        _ => None,
    });
    let pens: Vec<_> = pens.collect();
    for pen in [(Color::Blue, Dash::Solid), (Color::Red, Dash::Dashed), (Color::Green, Dash::Mixed)]
    {
        assert!(pens.contains(&pen), "{pen:?}");
    }
}

#[test]
fn heaps_carry_numbers_and_skittles_stand_in_rows() {
    let texts = |picture: &Picture| -> Vec<String> {
        let texts = picture.shapes.iter().filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text.clone()),
            _ => None,
        });
        texts.collect()
    };
    assert_eq!(texts(&drawn("nim", "7+5+3")), ["7", "5", "3"]);
    let row = drawn("kayles", "5");
    let discs = row.shapes.iter().filter_map(|shape| match shape {
        Shape::Disc { x, y, .. } => Some((*x, *y)),
        _ => None,
    });
    assert_eq!(discs.collect::<Vec<_>>(), [(5, 5), (15, 5), (25, 5), (35, 5), (45, 5)]);
    assert!(texts(&row).contains(&"5".to_owned()));
    each("nim", "3+1", |_, sketch, _| assert_eq!(sketch, "3 ooo\n1 o"));
}

#[test]
fn boards_have_the_coordinates_of_the_notation() {
    let place = |picture: &Picture, name: &str| {
        let found = picture.shapes.iter().find_map(|shape| match shape {
            Shape::Text { x, y, text, .. } if text == name => Some((*x, *y)),
            _ => None,
        });
        found.unwrap_or_else(|| panic!("no {name}"))
    };
    let board = drawn("domineering", "...|...");
    assert!(
        place(&board, "1").1 < place(&board, "2").1 && place(&board, "a").0 < place(&board, "c").0
    );
    // The first row of the horses is in the North, that of checkers in the South.
    let field = drawn("horses", "c4");
    assert!(place(&field, "1").1 < place(&field, "4").1);
    let board = drawn(
        "checkers",
        registry::all().iter().find(|a| a.name == "checkers").unwrap().examples[0],
    );
    assert!(place(&board, "1").1 > place(&board, "2").1);
}

#[test]
fn knights_fill_their_squares() {
    for (name, position) in [("horses", "c4"), ("white-knight", "2,2"), ("horsefly", "5,3")] {
        let picture = drawn(name, position);
        let knight = tiles(&picture, |shape| matches!(shape, Shape::Polygon { .. }))[0];
        assert!(knight.right - knight.left > 24.0 && knight.bottom - knight.top > 28.0, "{name}");
    }
}

#[test]
fn large_positions_end() {
    let chain: Vec<String> = (0..3000).map(|i| format!("n{i}>n{}", i + 1)).collect();
    let picture = drawn("digraph", &format!("{} @ n0", chain.join(";")));
    assert!(png(&picture).is_ok());
    let says =
        |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text.contains("of 3001"));
    assert!(picture.shapes.iter().any(says));
    let heaps = drawn("nim", &vec!["9"; 5000].join("+"));
    assert!(svg(&heaps).is_ok());
}
