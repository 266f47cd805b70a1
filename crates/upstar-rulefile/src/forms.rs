//! Clobber in its five forms, as the header of the crate tells it.

#![allow(clippy::unwrap_used)]

use crate::compile::compile;
use crate::links::Touch;
use crate::moves::{Mover, matches};
use crate::own::OwnMoves;
use crate::pattern::{self, PatternGround};
use crate::prelude::*;
use upstar_rules::grid::plane::Small;
use upstar_rules::page::{cleaned, statements};

const CLOBBER: &str =
    "game Clobber\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n";

/// What a square of one kind becomes.
fn pair(from: u8, to: u8) -> StrokeSquare {
    StrokeSquare { from: 1 << from, to: Some(to), ray: false }
}

#[test]
fn clobber_takes_five_forms() {
    // Statements.
    let clean = cleaned(CLOBBER);
    let all = statements(&clean);
    let words: Vec<&str> = all.iter().map(|one| one.word.text).collect();
    assert_eq!(words, ["game", "grid", "left", "right"]);
    assert_eq!(all[2].body.text, "orthogonal xo -> .x");

    // A pattern: x becomes the ground, o becomes x. The kinds are numbered as the grid has them.
    let (ground, x, o) = (0, 1, 2);
    let kinds = SquareKinds::read(all[1].body).unwrap();
    assert_eq!([ground, x, o].map(|kind| kinds.symbol(kind.into())), ['.', 'x', 'o']);
    let rule = pattern::read(&kinds, PatternGround::Grid, all[2].body).unwrap();
    let [stage] = &rule.stages[..] else { panic!("one stroke makes the move") };
    let pairs = [pair(x, ground), pair(o, x)];
    assert!(stage.iter().all(|stroke| stroke.elements[..] == pairs));
    let exchanged = rule.image(0, &|kind| [0, 2, 1][kind]);
    assert_eq!(exchanged.stages[0][0].elements[..], [pair(o, ground), pair(x, o)]);

    // Strokes: one in each direction.
    let steps: Vec<Vector> = stage.iter().map(|stroke| stroke.steps[1]).collect();
    assert_eq!(steps, [(0, 1), (0, -1), (1, 0), (-1, 0)]);

    // The program: planes for x and o; the ground is out of play.
    let clobber = compile("clobber.up", CLOBBER).unwrap();
    let OwnMoves::Patterns(program) = &clobber.body else { panic!("these are patterns") };
    let (x, o) = (0, 1);
    assert_eq!((program.symbols(), program.planes), (vec!["x", "o", "."], 2));
    assert_eq!(program.strokes.len(), 8);
    assert_eq!(program.strokes[0].elements[..], [pair(x, VOID), pair(o, x)]);
    assert_eq!(program.links.touch, Some((1 << x | 1 << o, Touch::Edge)));
    assert_eq!(program.images.iter().filter(|image| image.negated).count(), 8);
    assert_eq!(program.images.iter().filter(|image| !image.negated).count(), 8);
    let [measure] = &program.ending.as_ref().unwrap()[..] else { panic!("one measure is enough") };
    let words = measure.words(&kinds, &program.kind_of_plane);
    assert_eq!(words, "number(x) + number(o)");

    // Planes: two stones, one in each; a stroke takes the plane of x over that of o.
    let board: Layers<Small, 2> = Layers::parse("xo.", &program.symbols()).unwrap();
    let at = |column| Layers::<Small, 2>::drawn(1, 3, |_, c| (c == column).then_some(0)).unwrap();
    let [xs, os] = &board.layers;
    assert_eq!((xs, os), (&at(0).layers[0], &at(1).layers[0]));
    assert_eq!(matches(&board, &program.strokes[0]), at(0).layers[0]);
    let mut options = Vec::new();
    Mover { program, out: &mut options }.list(&board, Player::Left, None);
    let shown: Vec<String> = options.iter().map(|to| to.show(&program.symbols())).collect();
    assert_eq!(shown, [".x."]);
}
