//! Ways out of an error.

use std::fmt;

/// A way out of an error. Each front end words it for its own users; what is displayed names the
/// fields of queries.
///
/// ```
/// use upstar_base::Remedy;
/// assert_eq!(Remedy::Set("compound", "union").to_string(), ": `compound: union`");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Give a field this value.
    Set(&'static str, &'static str),
    /// Ask for a remoteness where this value of a field gives positions one.
    Remoteness(&'static str, &'static str),
    /// Ask who wins: that is searched for.
    Search,
    /// Look at the list of rulesets.
    ListRules,
    /// Count the positions, or count them by their heads.
    Count,
    /// Ask for a board with so many rows and columns, or for one position.
    Board(u64),
    /// Keep only searches that can go on.
    Keep,
    /// Allow a table that is too long as much time as it may take.
    Table,
    /// Allow more time.
    Time,
    /// Allow more memory.
    Memory,
}

impl Remedy {
    /// Whether it is a sentence of its own. The others go on with the message of the error.
    pub fn is_sentence(self) -> bool {
        matches!(self, Remedy::Time | Remedy::Memory)
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Remedy::Set(field, value) => write!(f, ": `{field}: {value}`"),
            Remedy::Remoteness(field, value) => {
                write!(f, " (`{field}: {value}`) or of an endless impartial game")
            }
            Remedy::Search => {
                f.write_str(": queries for the outcome and the moves do that for small positions")
            }
            Remedy::ListRules => f.write_str("; a query for the rules lists them"),
            Remedy::Count => f.write_str(": `count` counts them, `by: heads` by their heads"),
            Remedy::Board(size) => {
                write!(
                    f,
                    ": a board such as `to: {size}x{size}`, or one position, can be asked for"
                )
            }
            Remedy::Keep => {
                f.write_str(": those of sums of partizan games that end, in normal play, can")
            }
            Remedy::Table => {
                f.write_str("; with a limit of time the table goes as far as that allows")
            }
            Remedy::Time => f.write_str("a larger limit of time allows more"),
            Remedy::Memory => f.write_str(
                "a larger limit of memory allows more; the tables stay full until the session is \
                 reset",
            ),
        }
    }
}
