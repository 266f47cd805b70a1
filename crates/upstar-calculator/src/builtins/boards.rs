//! Strips, grids, coordinates and symmetries of boards.

use super::Call;
use super::rows::{AnswerList, Arg, rows};
use crate::data::Data;
use crate::data::board::{Grid, Strip, Symmetry};
use crate::error::{Error, ErrorKind, Evaluated, Span};
use crate::eval::{Interpreter, fail};
use crate::value::{Game, Value};
use dashu_int::IBig;

/// The most cells of a board.
const MOST: usize = 1 << 20;

pub(super) fn int(n: usize) -> Value {
    Value::Game(Game::Integer(IBig::from(n)))
}

fn number(n: i8) -> Value {
    Value::Game(Game::Integer(IBig::from(n)))
}

fn pair(row: usize, column: usize) -> Value {
    Value::coordinates(IBig::from(row + 1), IBig::from(column + 1))
}

/// A number that a cell can hold.
struct CellArgument(i8);

impl Arg<'_> for CellArgument {
    fn get(m: &mut Interpreter, c: &Call<'_>, i: usize) -> Evaluated<Self> {
        cell(m, c.arg(i), c.at(i)).map(CellArgument)
    }
}

fn cell(m: &mut Interpreter, value: &Value, span: Span) -> Evaluated<i8> {
    let n = m.integer(value, span)?;
    i8::try_from(&n).map_err(|_| {
        fail(ErrorKind::Domain, span, format!("a cell holds a number from -128 to 127, not {n}"))
    })
}

fn too_many(span: Span) -> Box<Error> {
    fail(ErrorKind::Size, span, format!("a board has at most {MOST} cells"))
}

/// A size that is not too large.
fn size(m: &mut Interpreter, value: &Value, span: Span) -> Evaluated<usize> {
    let n = m.natural(value, span)?;
    usize::try_from(n).ok().filter(|&n| n <= MOST).ok_or_else(|| too_many(span))
}

/// Rows of numbers, read by the places of letters in an alphabet that begins with 0.
fn letters(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Vec<Vec<i8>>> {
    let (text, alphabet) = (m.text(c.arg(1), c.at(1))?, m.text(c.arg(2), c.at(2))?);
    let mut rows = Vec::new();
    for line in text.split('|') {
        let mut row = Vec::new();
        for letter in line.chars() {
            m.step(c.span)?;
            let place = alphabet.chars().position(|known| known == letter);
            let Some(place) = place.and_then(|place| i8::try_from(place).ok()) else {
                let message = format!("`{letter}` is not among the letters `{alphabet}`");
                return Err(fail(ErrorKind::Domain, c.at(1), message));
            };
            row.push(place);
        }
        rows.push(row);
    }
    Ok(rows)
}

/// The text of a board: numbers as letters of the alphabet that is given, rows joined by `|`.
fn spelled<'b>(
    m: &mut Interpreter,
    c: &Call<'_>,
    rows: impl Iterator<Item = &'b [i8]>,
) -> Evaluated<String> {
    if c.arguments.len() == 1 {
        return m.plain(c.arg(0), c.at(0));
    }
    let alphabet: Vec<char> = m.text(c.arg(1), c.at(1))?.chars().collect();
    let letter = |cell: &i8| {
        let place = usize::try_from(*cell).ok();
        place.and_then(|place| alphabet.get(place)).copied().ok_or_else(|| {
            fail(ErrorKind::Domain, c.at(1), format!("there is no letter for the number {cell}"))
        })
    };
    let rows = rows.map(|row| row.iter().map(letter).collect::<Evaluated<String>>());
    Ok(rows.collect::<Evaluated<Vec<String>>>()?.join("|"))
}

fn list_of_cells(m: &mut Interpreter, value: &Value, span: Span) -> Evaluated<Vec<i8>> {
    let members = m.members(value, span)?;
    if members.items.len() > MOST {
        return Err(too_many(span));
    }
    members.items.iter().map(|item| cell(m, item, span)).collect()
}

fn coordinates(m: &mut Interpreter, value: &Value, span: Span) -> Evaluated<(IBig, IBig)> {
    match value {
        Value::Coordinates(pair) => Ok((pair[0].clone(), pair[1].clone())),
        other => Err(m.wrong_kind("coordinates such as `(1,2)`", other, span)),
    }
}

/// A place of a grid, counted from 0.
fn square(
    m: &mut Interpreter,
    grid: &Grid,
    value: &Value,
    span: Span,
) -> Evaluated<(usize, usize)> {
    let (row, column) = coordinates(m, value, span)?;
    let inside = |n: &IBig, most: usize| {
        usize::try_from(n).ok().filter(|n| (1..=most).contains(n)).map(|n| n - 1)
    };
    match (inside(&row, grid.row_count()), inside(&column, grid.column_count())) {
        (Some(row), Some(column)) => Ok((row, column)),
        _ => {
            let message = format!(
                "({row},{column}) is not on the grid, which has {} rows and {} columns",
                grid.row_count(),
                grid.column_count()
            );
            Err(fail(ErrorKind::Domain, span, message))
        }
    }
}

/// A range of places, counted from 0, end excluded, cut off at the ends of what there is.
fn clipped(from: &IBig, to: &IBig, length: usize) -> std::ops::Range<usize> {
    let place = |n: &IBig| {
        if *n <= IBig::ZERO { 0 } else { usize::try_from(n).unwrap_or(length).min(length) }
    };
    let first = place(&(from - IBig::ONE));
    first..place(to).max(first)
}

/// The cell of a strip or a grid, Nothing beside it.
pub(crate) fn cell_at(
    m: &mut Interpreter,
    data: &Data,
    key: &Value,
    span: Span,
) -> Evaluated<Value> {
    match data {
        Data::Strip(strip) => {
            let n = m.integer(key, span)?;
            let place = usize::try_from(&n).ok().and_then(|n| n.checked_sub(1));
            let cell = place.and_then(|place| strip.cells.get(place));
            Ok(cell.map_or(Value::Nothing, |&cell| number(cell)))
        }
        Data::Grid(grid) => {
            let (row, column) = coordinates(m, key, span)?;
            let inside = |n: &IBig| usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
            let cell = inside(&row).zip(inside(&column)).and_then(|(r, c)| grid.get(r, c));
            Ok(cell.map_or(Value::Nothing, number))
        }
        other => Err(fail(ErrorKind::Kind, span, format!("{} cannot be indexed", other.kind()))),
    }
}

/// The places that are given other numbers, with these numbers and the span of the numbers.
fn updates<'c>(
    m: &mut Interpreter,
    c: &'c Call<'_>,
    needed: &str,
) -> Evaluated<(Vec<(&'c Value, &'c Value)>, Span)> {
    match c.arg(1) {
        place if c.arguments.len() == 3 => Ok((vec![(place, c.arg(2))], c.at(2))),
        Value::Map(map) => Ok((map.entries().iter().map(|(k, v)| (k, v)).collect(), c.at(1))),
        other => Err(m.wrong_kind(needed, other, c.at(1))),
    }
}

fn update_strip(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Strip> {
    let mut strip = <&Strip>::get(m, c, 0)?.clone();
    let (updates, span) = updates(m, c, "a map of places to numbers")?;
    for (place, number) in updates {
        let at = m.position(place, strip.cells.len(), c.at(1))?;
        strip.cells[at] = cell(m, number, span)?;
    }
    Ok(strip)
}

fn update_grid(m: &mut Interpreter, c: &Call<'_>) -> Evaluated<Grid> {
    let mut grid = <&Grid>::get(m, c, 0)?.clone();
    let (updates, span) = updates(m, c, "a map of coordinates to numbers")?;
    for (place, number) in updates {
        let (row, column) = square(m, &grid, place, c.at(1))?;
        grid.set(row, column, cell(m, number, span)?);
    }
    Ok(grid)
}

fn symmetry(m: &mut Interpreter, value: &Value, span: Span) -> Evaluated<Symmetry> {
    if let Value::Data(data) = value
        && let Data::Symmetry(symmetry) = &***data
    {
        return Ok(*symmetry);
    }
    let mut error = m.wrong_kind("a symmetry", value, span);
    error.hint = Some("for example `Symmetry.Transpose`".to_owned());
    Err(error)
}

fn directions(m: &mut Interpreter, c: &Call<'_>, steps: &[(i8, i8)]) -> Evaluated<Value> {
    let step = |&(row, column): &(i8, i8)| Value::coordinates(IBig::from(row), IBig::from(column));
    m.list(steps.iter().map(step), c.span)
}

/// A grid with one symmetry done to it.
fn image(m: &mut Interpreter, c: &Call<'_>, name: &str) -> Evaluated<Value> {
    let grid = <&Grid>::get(m, c, 0)?;
    let known = Symmetry::ALL.iter().find(|(known, _)| *known == name);
    let image = known.map_or_else(|| grid.clone(), |(_, symmetry)| grid.image(*symmetry));
    m.data(Data::Grid(image), c.span)
}

const ORTHOGONAL: [(i8, i8); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(-1, 1), (1, 1), (1, -1), (-1, -1)];
const KNIGHT: [(i8, i8); 8] =
    [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];

macro_rules! named_symmetries {
    ($($name:literal $image:literal $text:literal)*) => {
        rows! { pub(super) SYMMETRIES |m, c| $(
            Symmetry::$name() $text
                [concat!("Grid([[1,2],[3,4]]).Transformed(Symmetry.", $name, ")"), $image] {
                    let known = Symmetry::ALL.iter().find(|(known, _)| *known == $name);
                    Data::Symmetry(known.map_or(Symmetry::ALL[0].1, |(_, symmetry)| *symmetry))
                };
        )* }
    };
}

/// A grid with 0 everywhere, from two arguments.
fn empty_grid(m: &mut Interpreter, c: &Call<'_>, from: usize) -> Evaluated<Value> {
    let (rows, columns) =
        (size(m, c.arg(from), c.at(from))?, size(m, c.arg(from + 1), c.at(from + 1))?);
    if rows.saturating_mul(columns) > MOST {
        return Err(too_many(c.span));
    }
    m.data(Data::Grid(Grid::empty(rows, columns)), c.span)
}

named_symmetries! {
    "Identity" "Grid([[1,2],[3,4]])" "the symmetry that changes nothing"
    "HorizontalReflection" "Grid([[2,1],[4,3]])" "exchanges left and right"
    "VerticalReflection" "Grid([[3,4],[1,2]])" "exchanges above and below"
    "Inversion" "Grid([[4,3],[2,1]])" "turns a board by two right angles"
    "Transpose" "Grid([[1,3],[2,4]])" "exchanges rows and columns"
    "AntiTranspose" "Grid([[4,2],[3,1]])" "exchanges rows and columns along the other diagonal"
    "ClockwiseRotation" "Grid([[3,1],[4,2]])" "turns a board to the right"
    "AnticlockwiseRotation" "Grid([[2,4],[1,3]])" "turns a board to the left"
}

rows! { pub(super) TABLE |m, c|
    fn Strip(numbers) "a strip of numbers from -128 to 127"
        ["Strip([0,1,2])", "Strip([0,1,2])"] {
            let cells = list_of_cells(m, c.arg(0), c.at(0))?;
            Strip { cells }
        };
    Strip::Empty(length) "a strip of so many cells with 0"
        ["Strip.Empty(3)", "Strip([0,0,0])"] {
            let length = size(m, c.arg(1), c.at(1))?;
            Strip { cells: vec![0; length] }
        };
    Strip::Parse(text, letters)
        "a strip whose numbers are the places of letters in a string, the first of which means 0"
        ["Strip.Parse(\".xo.\", \".xo\")", "Strip([0,1,2,0])"] match &mut letters(m, c)?[..] {
            [row] => Ok(Strip { cells: std::mem::take(row) }),
            _ => Err(fail(ErrorKind::Domain, c.at(1), "a strip has one row")),
        };
    Strip.Length(strip: &Strip) "how many cells there are"
        ["Strip([4,5]).Length", "2"] strip.cells.len();
    Strip.Updated(_, "place or map", number = Nothing)
        "the strip with another number at a place, or at each place of a map"
        ["Strip([1,2,3]).Updated({1 => 9, 3 => 7})", "Strip([9,2,7])"] update_strip(m, c);
    Strip.UpdatedRange(strip: &Strip, from: IBig, to: IBig, number: CellArgument)
        "the strip with another number at all places from one to another"
        ["Strip([1,2,3,4]).UpdatedRange(2,3,0)", "Strip([1,0,0,4])"] {
            let places = clipped(&from, &to, strip.cells.len());
            let mut cells = strip.cells.clone();
            cells[places].fill(number.0);
            Strip { cells }
        };
    Strip.Substrip(strip: &Strip, from: IBig, to: IBig) "the cells from one place to another"
        ["Strip([5,6,7,8]).Substrip(2,3)", "Strip([6,7])"] {
            let places = clipped(&from, &to, strip.cells.len());
            Strip { cells: strip.cells[places].to_vec() }
        };
    Strip.Decomposition(strip: &Strip, boundary: CellArgument) "the parts between cells with a number"
        ["Strip([1,2,0,3]).Decomposition(0)", "[Strip([1,2]),Strip([3])]"]
            AnswerList(strip.decomposition(boundary.0));
    Strip.FindAll(strip: &Strip, number: CellArgument) "the places that hold a number"
        ["Strip([0,2,2,1]).FindAll(2)", "[2,3]"] {
            let places = (0..strip.cells.len()).filter(move |&i| strip.cells[i] == number.0);
            AnswerList(places.map(|i| i + 1))
        };
    Strip.Reversed(strip: &Strip) "the strip from right to left"
        ["Strip([1,2,3]).Reversed", "Strip([3,2,1])"]
            Strip { cells: strip.cells.iter().rev().copied().collect() };
    Strip.Concat(strip: &Strip, other: &Strip) "both strips, one behind the other"
        ["Strip([1]).Concat(Strip([2]))", "Strip([1,2])"] {
            let mut cells = strip.cells.clone();
            cells.extend(&other.cells);
            if cells.len() > MOST {
                return Err(too_many(c.span).into());
            }
            Strip { cells }
        };
    Strip.ToList(strip: &Strip) "the numbers as a list"
        ["Strip([1,2,3]).ToList", "[1,2,3]"] AnswerList(strip.cells.iter().copied());
    Strip.ToString(strip: &Strip, letters = Nothing)
        "the numbers as letters of a string, the first of which means 0"
        ["Strip([0,1,2]).ToString(\".xo\")", "\".xo\""]
            spelled(m, c, std::iter::once(&strip.cells[..]));
    fn Grid(rows, columns = Nothing)
        "a grid of numbers from -128 to 127, a list for each row; with the numbers of rows and of columns one with 0 everywhere"
        ["Grid([[0,1],[2,3]])", "Grid([[0,1],[2,3]])"] {
            if c.arguments.len() == 2 {
                return Ok(empty_grid(m, c, 0)?);
            }
            let mut rows = Vec::new();
            let mut cells = 0;
            for row in m.members(c.arg(0), c.at(0))?.items {
                let row = list_of_cells(m, &row, c.at(0))?;
                cells += row.len();
                if cells > MOST {
                    return Err(too_many(c.at(0)).into());
                }
                rows.push(row);
            }
            let grid = Grid::from_rows(&rows).ok_or_else(|| {
                fail(ErrorKind::Domain, c.at(0), "the rows of a grid have one length, at least 1")
            })?;
            m.data(Data::Grid(grid), c.span)?
        };
    Grid::Empty(rows, columns) "a grid of this size with 0 everywhere"
        ["Grid.Empty(2,3)", "Grid([[0,0,0],[0,0,0]])"] empty_grid(m, c, 1);
    Grid::Parse(text, letters)
        "a grid from rows joined by `|`; numbers are the places of letters in a string"
        ["Grid.Parse(\"x.|.o\", \".xo\")", "Grid([[1,0],[0,2]])"] {
            let rows = letters(m, c)?;
            Grid::from_rows(&rows).ok_or_else(|| {
                fail(ErrorKind::Domain, c.at(1), "the rows of a grid have one length, at least 1")
            })
        };
    Grid.RowCount(grid: &Grid) "how many rows there are"
        ["Grid.Empty(2,3).RowCount", "2"] grid.row_count();
    Grid.ColumnCount(grid: &Grid) "how many columns there are"
        ["Grid.Empty(2,3).ColumnCount", "3"] grid.column_count();
    Grid.Updated(_, "place or map", number = Nothing)
        "the grid with another number at a place, or at each place of a map"
        ["Grid.Empty(2,2).Updated({(1,2) => 5})", "Grid([[0,5],[0,0]])"] update_grid(m, c);
    Grid.UpdatedRange(grid: &Grid, from: &[IBig; 2], to: &[IBig; 2], number: CellArgument)
        "the grid with another number in the rectangle between two places"
        ["Grid.Empty(2,3).UpdatedRange((1,2),(2,3),7)", "Grid([[0,7,7],[0,7,7]])"] {
            let mut grid = grid.clone();
            for row in clipped(&from[0], &to[0], grid.row_count()) {
                for column in clipped(&from[1], &to[1], grid.column_count()) {
                    grid.set(row, column, number.0);
                }
            }
            grid
        };
    Grid.Subgrid(grid: &Grid, from: &[IBig; 2], to: &[IBig; 2]) "the rectangle between two places"
        ["Grid([[1,2,3],[4,5,6]]).Subgrid((1,2),(2,3))", "Grid([[2,3],[5,6]])"] {
            let rows = clipped(&from[0], &to[0], grid.row_count());
            let columns = clipped(&from[1], &to[1], grid.column_count());
            if rows.is_empty() || columns.is_empty() {
                Grid::default()
            } else {
                grid.part((rows.start, columns.start), (rows.end - 1, columns.end - 1))
            }
        };
    Grid.Decomposition(grid: &Grid, boundary: CellArgument)
        "the regions of cells side by side without a number, each cut out"
        ["Grid([[1,0,2],[1,0,0]]).Decomposition(0)", "[Grid([[1],[1]]),Grid([[2]])]"] {
            let parts = grid.decomposition(boundary.0);
            parts.iter().try_for_each(|_| m.step(c.span))?;
            AnswerList(parts)
        };
    Grid.FindAll(grid: &Grid, number: CellArgument) "the places that hold a number"
        ["Grid([[0,1],[1,0]]).FindAll(1)", "[(1,2),(2,1)]"] {
            let found = grid.places().filter(move |place| place.1 == number.0);
            AnswerList(found.map(|((row, column), _)| pair(row, column)))
        };
    Grid.Rows(grid: &Grid) "the list of rows, each a list"
        ["Grid([[0,1],[2,3]]).Rows", "[[0,1],[2,3]]"]
            AnswerList(grid.rows().map(|row| AnswerList(row.iter().copied())));
    Grid.Transformed(_, symmetry) "the grid with a symmetry done to it"
        ["Grid([[1,2,3]]).Transformed(Symmetry.Transpose)", "Grid([[1],[2],[3]])"] {
            let symmetry = symmetry(m, c.arg(1), c.at(1))?;
            <&Grid>::get(m, c, 0)?.image(symmetry)
        };
    Grid.Transpose(_) "the grid with rows and columns exchanged"
        ["Grid([[1,2],[3,4]]).Transpose", "Grid([[1,3],[2,4]])"] image(m, c, "Transpose");
    Grid.Transposed(_) "the same as Transpose"
        ["Grid([[1,2]]).Transposed", "Grid([[1],[2]])"] image(m, c, "Transpose");
    Grid.SymmetryInvariant(grid: &Grid, symmetries = Nothing)
        "the least of the images of the grid under the symmetries, all eight if none are given"
        ["Grid([[2,1],[0,0]]).SymmetryInvariant", "Grid([[0,0],[1,2]])"] {
            let mut symmetries = Vec::new();
            if c.arguments.len() > 1 {
                for item in m.members(c.arg(1), c.at(1))?.items {
                    symmetries.push(symmetry(m, &item, c.at(1))?);
                }
            } else {
                symmetries.extend(Symmetry::ALL.map(|(_, symmetry)| symmetry));
            }
            let least = symmetries.into_iter().map(|symmetry| grid.image(symmetry)).min();
            least.unwrap_or_else(|| grid.clone())
        };
    Grid.ToString(grid: &Grid, letters = Nothing)
        "the rows as letters of a string, the first of which means 0, joined by `|`"
        ["Grid([[1,0],[0,2]]).ToString(\".xo\")", "\"x.|.o\""]
            spelled(m, c, grid.rows());
    Coordinates::Orthogonal() "the steps to the four neighbours of a square"
        ["Coordinates.Orthogonal", "[(-1,0),(0,1),(1,0),(0,-1)]"] directions(m, c, &ORTHOGONAL);
    Coordinates::Diagonal() "the steps to the four squares that touch a corner"
        ["Coordinates.Diagonal", "[(-1,1),(1,1),(1,-1),(-1,-1)]"] directions(m, c, &DIAGONAL);
    Coordinates::Compass() "the steps to all eight squares around one"
        ["Coordinates.Compass.Size", "8"]
            directions(m, c, &[&ORTHOGONAL[..], &DIAGONAL[..]].concat());
    Coordinates::KnightMoves() "the leaps of a knight"
        ["Coordinates.KnightMoves.Size", "8"] directions(m, c, &KNIGHT);
}
