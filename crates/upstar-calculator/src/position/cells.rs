//! Positions on boards as numbers in cells: a `Grid` or a `Strip` and the letters of the rules.
//!
//! The number of a cell is the place of its letter among those of the ruleset, from 0 on, in the
//! order in which CGSuite counts them: empty, Left's, Right's, and then what belongs to nobody.

use crate::data::Data;
use crate::data::board::{Grid, Strip};

/// The letters of rulesets on boards with rows.
const GRIDS: &[(&str, &[&str])] = &[
    (".#", &["chomp", "cram", "domineering"]),
    (".x#", &["fission"]),
    (".GF", &["fox-and-geese"]),
    (
        ".xo#",
        &[
            "amazons",
            "anti-clobber",
            "cannibal-clobber",
            "clobber",
            "fjords",
            "grid-col",
            "grid-snort",
            "king-clobber",
            "knight-clobber",
            "konane",
            "nogo",
            "queen-clobber",
            "rook-clobber",
        ],
    ),
];

/// The letters of rulesets on a strip.
const STRIPS: &[(&str, &[&str])] = &[
    (".tf", &["backsliding-toads-and-frogs", "elephants-and-rhinos", "toads-and-frogs"]),
    (".xoe", &["push", "shove", "toppling-dominoes"]),
    (
        "th",
        &[
            "mock-turtles",
            "moebius",
            "mogul",
            "moidores",
            "ruler",
            "turning",
            "turning-turtles",
            "turnips",
        ],
    ),
];

fn letters(table: &[(&'static str, &[&str])], rules: &str) -> Option<&'static str> {
    table.iter().find(|(_, names)| names.contains(&rules)).map(|(letters, _)| *letters)
}

/// What goes wrong with a board.
#[derive(Debug)]
pub(crate) enum NoText {
    /// The rules are not played on such a board.
    Rules,
    /// A number means nothing there.
    Cell(i8, &'static str),
}

fn written(cells: &[i8], letters: &'static str) -> Result<String, NoText> {
    let letter = |&cell: &i8| {
        let place = usize::try_from(cell).ok();
        place.and_then(|place| letters.chars().nth(place)).ok_or(NoText::Cell(cell, letters))
    };
    cells.iter().map(letter).collect()
}

/// The text of a board in the notation of some rules.
pub(crate) fn text(rules: &str, data: &Data) -> Result<String, NoText> {
    match data {
        Data::Grid(grid) => {
            let letters = letters(GRIDS, rules).ok_or(NoText::Rules)?;
            let rows: Result<Vec<String>, NoText> =
                grid.rows().map(|row| written(row, letters)).collect();
            Ok(rows?.join("|"))
        }
        Data::Strip(strip) => written(&strip.cells, letters(STRIPS, rules).ok_or(NoText::Rules)?),
        _ => Err(NoText::Rules),
    }
}

fn numbers(text: &str, letters: &str) -> Option<Vec<i8>> {
    let number = |letter: char| {
        let place = letters.chars().position(|known| known == letter)?;
        i8::try_from(place).ok()
    };
    text.chars().map(number).collect()
}

/// The cells of a position with rows, if its rules are played on such a board.
pub(crate) fn grid(rules: &str, text: &str) -> Option<Grid> {
    let letters = letters(GRIDS, rules)?;
    let rows: Option<Vec<Vec<i8>>> = text.split('|').map(|row| numbers(row, letters)).collect();
    Grid::from_rows(&rows?)
}

/// The cells of a position in one row, if its rules are played on such a board.
pub(crate) fn strip(rules: &str, text: &str) -> Option<Strip> {
    Some(Strip { cells: numbers(text, letters(STRIPS, rules)?)? })
}
