//! What is found out about games: ends of play, impartiality, symmetries.

use crate::common::game;

/// What was found out about one thing.
fn found(text: &str, what: &str) -> String {
    let findings = game(text).findings();
    findings.into_iter().find(|found| found.what == what).unwrap().text
}

#[test]
fn an_end_of_play_is_proved() {
    let stones = "game G\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n";
    assert_eq!(found(stones, "play"), "ends: every move lowers number(x) + number(o)");
    let toads = "game T\nstrip . t f\nleft t. -> .t\nleft tf. -> .ft\nright as left with t<->f east<->west\n";
    assert!(
        found(toads, "play").starts_with("ends: every move lowers "),
        "{}",
        found(toads, "play")
    );
    assert!(found(toads, "play").contains("column(t)"));
    let amazons = "game A\ngrid . x o #\nleft compass x.*. -> ..*x then compass x.*. -> x.*#\nright as left with x<->o\n";
    assert!(found(amazons, "play").starts_with("ends"));
    let back = "game B\nstrip . t f\nleft horizontal t. -> .t\nright as left with t<->f\n";
    assert!(found(back, "play").starts_with("may be endless"));
    // First the stones become fewer; among moves that keep them one thing goes south.
    let mixed = "game M\ngrid . x\nleft south x. -> .x\nright x -> .\n";
    assert!(found(mixed, "play").contains("or keeps it and lowers"), "{}", found(mixed, "play"));
}

#[test]
fn players_are_told_apart() {
    let of = |text: &str| found(text, "players");
    assert!(of("game C\ngrid . #\nboth orthogonal .. -> ##\n").starts_with("impartial"));
    assert!(
        of("game C\ngrid . #\nleft horizontal .. -> ##\nright east .. -> ##\n")
            .starts_with("impartial")
    );
    assert!(
        of("game C\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n")
            .starts_with("all-small")
    );
    assert_eq!(
        of("game D\ngrid . #\nleft vertical .. -> ##\nright horizontal .. -> ##\n"),
        "partizan"
    );
    assert!(of("game N\nheap n\nboth -> n-1 for k in [1] where n > 0\n").starts_with("impartial"));
    let pair = "game W\ntuple (m, n)\nleft -> (m-1, n) for k in [1] where m > 0\nright as left with m<->n\n";
    assert_eq!(of(pair), "partizan");
    assert_eq!(found(pair, "symmetry"), "2 ways to exchange entries, itself among them");
}

#[test]
fn symmetries_are_found() {
    let of = |text: &str| found(text, "symmetry");
    let domineering = "game D\ngrid . #\nleft vertical .. -> ##\nright horizontal .. -> ##\n";
    assert_eq!(
        of(domineering),
        "4 images with the value of a position, 4 images with its negative"
    );
    let clobber = "game C\ngrid . x o\nleft orthogonal xo -> .x\nright as left with x<->o\n";
    assert_eq!(of(clobber), "8 images with the value of a position, 8 images with its negative");
    // A step to the right is a step to the left of the free square.
    let step = "game S\nstrip . x\nleft x. -> .x\n";
    assert_eq!(of(step), "2 images with the value of a position");
    let lonely = "game L\nstrip . x #\nleft xx. -> ..x\n";
    assert_eq!(of(lonely), "none but the position itself");
}
