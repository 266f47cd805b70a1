//! Mistakes in files: a place and a way out for each, and never a panic.

use proptest::prelude::*;
use upstar_rulefile::compile;

/// The place that the first mistake names, and what it says.
fn first(text: &str) -> (String, String) {
    let faults = compile("test.up", text).unwrap_err();
    let fault = &faults[0];
    (text[fault.span.start..fault.span.end].to_owned(), fault.to_string())
}

#[test]
fn mistakes_have_places() {
    let grid = |line: &str| format!("game G\ngrid . x o\n{line}\n");
    let tuple = |line: &str| format!("game G\ntuple (m, n)\n{line}\n");
    for (text, place, says) in [
        (String::new(), "", "this is empty (the first line is `game NAME`)"),
        ("grid . x\n".to_owned(), "grid", "the first line is `game NAME`"),
        ("game G\n".to_owned(), "game", "there is no board"),
        ("game G\ngrid . x\n".to_owned(), "game", "there are no moves"),
        ("game G\ngrid . x x\nleft x -> .\n".to_owned(), "x", "`x` is a kind already"),
        ("game G\ngrid . *\nleft . -> .\n".to_owned(), "*", "`*` cannot be a kind of square"),
        ("game G\ngrid . x\nstrip . x\nleft x -> .\n".to_owned(), "strip", "a game has one board"),
        ("game G\ngrid . x\nlefft x -> .\n".to_owned(), "lefft", "did you mean `left`?"),
        (grid("left q. -> .x"), "q", "`q` is no kind of square; the kinds are . x o"),
        (grid("left xo. -> .x"), "xo. -> .x", "the left side has 3 squares, the right side 2"),
        (grid("left xo .x"), "xo .x", "expected `->`"),
        (grid("left orthogonl xo -> .x"), "orthogonl", "did you mean `orthogonal`?"),
        (grid("left xo -> .x twice"), "twice", "unexpected `twice`"),
        (grid("left x -> . again"), "again", "two squares or more"),
        (grid("left *x -> .x"), "*", "`*` stands behind a square"),
        (grid("left x[. -> x."), "[", "this bracket is not closed"),
        (grid("left x^. -> .^x"), "^", "the beginning or at the end"),
        (grid("left x. -> .x unless x"), "unless", "expected `unless beside KINDS`"),
        (grid("left x. -> [xo]x"), "[xo]", "a square becomes one kind"),
        (grid("left x.* -> x.x"), "x.* -> x.x", "the left side has"),
        (grid("left x.|. -> .x|."), "x.|.", "the rows of a figure have the same length"),
        (grid("right as left with x<->o"), "left with x<->o", "there are no moves of `left`"),
        (grid("left xo -> .x\nright as left with x<->q"), "q", "`q` is no kind of square"),
        (grid("left xo -> .x\nshow x mauve disc"), "mauve", "`mauve` is no colour"),
        (grid("left xo -> .x\nstart sideways"), "sideways", "expected `fill .`"),
        (grid("left xo -> .x\nsame mirrored"), "same", "comprehensions"),
        (tuple("both -> (m-k, n) for k from 1 to mm"), "mm", "there is no `mm` here (did you mean `m`?)"),
        (tuple("both -> (m-1, n, 3)"), "(m-1, n, 3)", "this has 3 entries; a position has 2"),
        (tuple("both -> m-1"), "m-1", "expected a position with 2 entries"),
        (tuple("both -> (m-k, n) for k from 1"), "1", "this loop has no end"),
        (tuple("both -> (m-k, n) for k from 1 to m where k"), "k", "this is a number; true or false is needed"),
        (tuple("both -> (m < n, n)"), "m < n", "this is true or false; a number is needed"),
        (tuple("both -> (m-1, n) for k in squares"), "squares", "there is no `squares` here"),
        (tuple("both -> (m-1,"), "", "the input ends too early"),
        (tuple("both (m-1, n)"), "(", "expected `->`"),
        (tuple("both -> (f(m), n)"), "f(m)", "there is no `f` here"),
        ("game G\nheap v\nboth -> v-1\n".to_owned(), "v", "expected the name of a number"),
        ("game G\nstrip . x\nleft for i in squares where b[i] == \"q\" yield b with i => \".\"\n".to_owned(), "\"q\"", "expected one kind of square"),
        ("game G\nstrip . x\nleft for i in squares yield b with i => i\n".to_owned(), "i", "a kind of square is needed"),
        ("game G\nstrip . x\nleft for i in squares\n".to_owned(), "for i in squares", "nothing is yielded"),
        ("game G\ngraph . x\nleft x.* -> x.*\n".to_owned(), "x.* -> x.*", "on a graph"),
        ("game G\nstrip . x\nleft vertical x. -> .x\n".to_owned(), "vertical", "on a strip nothing lies"),
        ("game G\ngrid . x\nknown x = 1\nleft x -> .\n".to_owned(), "x = 1", "expected a position in quotes"),
    ] {
        let (found, told) = first(&text);
        assert_eq!(found, place, "{text}: {told}");
        assert!(told.contains(says), "{text}: {told}");
    }
}

#[test]
fn all_mistakes_are_told_at_once() {
    let text = "game G\ngrid . x\nleft q -> .\nright x -> y\nshow z red disc\n";
    assert_eq!(compile("test.up", text).unwrap_err().len(), 3);
}

#[test]
fn limits_are_refused() {
    let many = |n: usize| ('a'..='z').take(n).map(|c| c.to_string()).collect::<Vec<_>>().join(" ");
    assert!(compile("t", &format!("game G\ngrid {}\nleft a -> b\n", many(15))).is_ok());
    let error = first(&format!("game G\ngrid {}\nleft a -> b\n", many(16)));
    assert_eq!(error, ("p".to_owned(), "a board has at most 15 kinds of squares".to_owned()));
    let error = first(&format!("game G\ngrid . x\nleft {0} -> {0}\n", ".".repeat(9)));
    assert!(error.1.contains("from 1 to 8 squares"));
    let long = "x".repeat(70_000);
    assert!(compile("t", &long).unwrap_err()[0].message.contains("at most 65536 bytes"));
    let deep = format!("game G\nheap n\nboth -> {}n{}\n", "(".repeat(200), ")".repeat(200));
    assert!(compile("t", &deep).is_err());
    let wide = format!("game G\nheap n\nboth -> n{}\n", "-1".repeat(5000));
    assert!(compile("t", &wide).unwrap_err()[0].message.contains("too long"));
}

/// Words and signs of the language, and a few that are none.
const WORDS: [&str; 48] = [
    "game",
    "G",
    "grid",
    "strip",
    "graph",
    "heap",
    "tuple",
    "left",
    "right",
    "both",
    "as",
    "with",
    "x<->o",
    "east<->west",
    ".",
    "x",
    "o",
    "#",
    "xo",
    ".x",
    "x.*.",
    "^x",
    "[xo]",
    "!x",
    "?",
    "->",
    "again",
    "then",
    "unless",
    "if",
    "beside",
    "orthogonal",
    "for",
    "k",
    "from",
    "1",
    "to",
    "n",
    "where",
    "yield",
    "b",
    "=>",
    "\"x\"",
    "(",
    ")",
    ",",
    "é",
    "\n",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn arbitrary_words_never_panic(words in prop::collection::vec(0usize..WORDS.len(), 0..40)) {
        let text: Vec<&str> = words.iter().map(|&i| WORDS[i]).collect();
        for text in [text.join(" "), format!("game G\ngrid . x o\nleft {}", text.join(" "))] {
            if let Err(faults) = compile("t", &text) {
                prop_assert!(!faults.is_empty());
                for fault in faults {
                    prop_assert!(text.get(fault.span.start..fault.span.end).is_some(), "{text}");
                }
            }
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text in "\\PC{0,120}") {
        for text in [text.clone(), format!("game G\nheap n\nboth -> {text}"), format!("game G\ngrid . x\nleft {text}")] {
            if let Err(faults) = compile("t", &text) {
                for fault in faults {
                    prop_assert!(text.get(fault.span.start..fault.span.end).is_some(), "{text}");
                }
            }
        }
    }
}
