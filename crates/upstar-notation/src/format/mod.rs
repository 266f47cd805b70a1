//! Tables in the formats of other programs, one file each.
//!
//! An answer that is a table is a [`Grid`]; a format writes any grid. A new format is a file with
//! an implementation of [`Write`] and two lines here: `mod` and its row in the list at the end.

mod b_file;
mod csv;
mod latex;
mod markdown;

use std::fmt;
use std::ops::Range;

/// Rows and columns of text, with names for both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The name of each column; the first column holds the names of the rows.
    pub head: Vec<String>,
    /// The rows, each with its name first.
    pub rows: Vec<Vec<String>>,
    /// Which columns hold values, as far as they are; the others hold text.
    pub formulas: Range<usize>,
    /// The cells as the terms of an integer sequence from some index on, where they are one.
    pub sequence: Option<(u64, Vec<String>)>,
}

impl Grid {
    /// The name of a column of sentences. Where values are written for LaTeX, the formulas in them
    /// stand between dollar signs.
    pub const WHY: &'static str = "why";

    /// A table of text.
    pub fn new<N: Into<String>>(
        head: impl IntoIterator<Item = N>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Grid {
        let head = head.into_iter().map(Into::into).collect();
        Grid { head, rows: rows.into_iter().collect(), ..Grid::default() }
    }
}

/// Why a table cannot be written in a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unwritable(pub &'static str);

/// How a format writes the terms of a sequence while they are computed: a line with the index, the
/// separator and the term for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    /// What comes before the first term.
    pub head: &'static str,
    /// What comes between an index and its term.
    pub separator: char,
}

/// Writes a table.
pub(crate) trait Write {
    /// Returns the whole text.
    fn write(&self, grid: &Grid) -> Result<String, Unwritable>;

    /// Returns how a long sequence is written; `None` if the format has no lines for that.
    fn stream(&self) -> Option<Stream>;
}

/// Makes the formats from a row for each: what help says of it, its name in programs and on the
/// command line, and what writes it.
macro_rules! formats {
    ($(#[doc = $help:literal] $Format:ident = $name:literal $writer:expr,)*) => {
        /// The formats of tables.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
        pub enum Format {
            /// Columns for reading
            #[default]
            Text,
            $(#[doc = $help] $Format,)*
        }

        impl Format {
            /// Returns its name and what writes it; answers write the text that people read
            /// themselves.
            fn row(self) -> (&'static str, Option<&'static dyn Write>) {
                match self {
                    Format::Text => ("text", None),
                    $(Format::$Format => ($name, Some(&$writer)),)*
                }
            }
        }
    };
}

impl Format {
    /// Returns how a sequence is written while it is computed; `None` if this is no format for that.
    pub fn stream(self) -> Option<Stream> {
        self.row().1?.stream()
    }

    /// Returns a table in this format; `None` for the text that people read, which answers write
    /// themselves.
    ///
    /// ```
    /// use upstar_notation::format::{Format, Grid};
    /// let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
    /// let (head, rows) = (row(["", "1"]), vec![row(["1", "{1|0}"])]);
    /// let grid = Grid { head, rows, formulas: 1..2, sequence: None };
    /// assert_eq!(Format::Csv.write(&grid).unwrap()?, ",1\n1,{1|0}\n");
    /// assert_eq!(Format::Markdown.write(&grid).unwrap()?, "|  | 1 |\n|---|---|\n| 1 | {1\\|0} |\n");
    /// # Ok::<(), upstar_notation::format::Unwritable>(())
    /// ```
    pub fn write(self, grid: &Grid) -> Option<Result<String, Unwritable>> {
        self.row().1.map(|writer| writer.write(grid))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().0)
    }
}

formats! {
    /// Comma-separated values, with a line of names
    Csv = "csv" csv::Csv,
    /// A table of Markdown
    Markdown = "markdown" markdown::Markdown,
    /// A tabular of LaTeX, with the values as formulas
    Latex = "latex" latex::Latex,
    /// Index and term on each line, as the OEIS has it
    BFile = "b-file" b_file::BFile,
}
