//! Pages of rulesets: what help, documentation and tests know of a game besides its moves.
//!
//! The page of a built-in game is a text in the grammar of the headers of rule files, which is
//! parsed when it is asked for:
//!
//! ```text
//! game Cutcake
//! "Left breaks one piece into two along a vertical line, Right along a horizontal one."
//! notation "Height x width, `5x10`; several cakes with `+`."
//! tables "HEIGHTxWIDTH: all cakes up to this size"
//! try "5x10" "4x4+3*2x5"
//! known "5x10" = 1 (Winning Ways ch. 2)
//! source "Winning Ways ch. 2"
//! ```
//!
//! Besides, `impartial` stands for a game in which both players have the same moves; `edit heaps`,
//! `edit graph` or `edit cells .xo` tells how a position is changed by hand; and after
//! `like NAME` notation, tables and editing are those of another page unless they are given.

mod fault;
mod statement;
mod texts;

pub(crate) use fault::distance;
pub use fault::{RuleFault, TextSpan};
pub use statement::{Statement, StatementPiece, cleaned, statements};
pub use texts::{Editing, KnownValue, Texts};

/// What is worth knowing of a ruleset, all in one place.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The name one types.
    pub name: &'a str,
    /// Other names for it.
    pub aliases: &'a [&'a str],
    /// The name one prints.
    pub title: &'a str,
    /// The rules in words.
    pub rules: &'a str,
    /// How positions are written.
    pub notation: &'a str,
    /// Positions to try, the first one the best to show.
    pub examples: &'a [&'a str],
    /// Who invented or described it.
    pub source: &'a str,
    /// Values of positions in the literature; every one is tested.
    pub known: &'a [Known<'a>],
    /// What the sizes of its table mean; empty when it has none.
    pub tables: &'a str,
    /// Do both players always have the same moves?
    pub impartial: bool,
    /// How a position is changed by hand.
    pub editor: Editor<'a>,
}

/// How a position is made and changed by hand, where there is more than its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Editor<'a> {
    /// A board of squares, written in rows with `|` between; each square has one of these symbols.
    Cells(&'a str),
    /// Heaps, written as numbers with `+` between.
    Heaps,
    /// Vertices and edges.
    Graph,
    /// Its text and nothing else.
    Text,
}

/// A value stated in the literature.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The position, in the notation of the ruleset.
    pub position: &'a str,
    /// Its value in the notation of the calculator.
    pub value: &'a str,
    /// Where it is stated.
    pub source: &'a str,
}

impl About<'static> {
    /// Parses the page of a built-in ruleset, which is kept for the life of the program. `like`
    /// finds the pages of other rulesets. There are no errors, which debug builds check.
    pub(crate) fn parse(
        names: &'static [&'static str],
        page: &str,
        like: impl Fn(&str) -> Option<&'static About<'static>>,
    ) -> About<'static> {
        let (texts, faults) = Texts::of_page(page, like);
        debug_assert!(faults.is_empty(), "{}: {faults:?}", names[0]);
        let texts: &Texts = Box::leak(Box::new(texts));
        let examples = texts.examples().leak();
        let known = texts.known().leak();
        About { name: names[0], aliases: &names[1..], ..texts.about(examples, known) }
    }
}
