//! Families of positions by size, for tables: `start checkerboard x o`, `start (a,b) = t^a . f^b`.

use crate::prelude::*;

/// How often a symbol is repeated in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Times {
    Fixed(usize),
    Size(usize),
}

/// What a board of a given size looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BoardFamily {
    Fill(u8),
    Checkerboard([u8; 2]),
    /// A row of runs, with so many sizes to choose.
    Runs {
        names: Vec<String>,
        runs: Vec<(u8, Times)>,
    },
}

impl Default for BoardFamily {
    fn default() -> BoardFamily {
        BoardFamily::Fill(0)
    }
}

impl BoardFamily {
    /// Reads what stands behind `start`.
    pub(crate) fn read(
        kinds: &SquareKinds,
        body: StatementPiece<'_>,
    ) -> Result<BoardFamily, RuleFault> {
        let expected = "expected `fill .`, `checkerboard x o` or `(a,b) = t^a . f^b`";
        let (word, rest) = body.first_word();
        let symbol = |word: StatementPiece<'_>| -> Result<u8, RuleFault> {
            let mut symbols = word.text.chars();
            match (symbols.next(), symbols.next()) {
                (Some(symbol), None) => Ok(kinds.need(symbol, word)? as u8),
                _ => Err(RuleFault::new(word.span(), "expected one kind of square")),
            }
        };
        let words: Vec<StatementPiece<'_>> = rest.words().collect();
        match (word.text, &words[..]) {
            ("fill", [one]) => Ok(BoardFamily::Fill(symbol(*one)?)),
            ("checkerboard", [a, b]) => Ok(BoardFamily::Checkerboard([symbol(*a)?, symbol(*b)?])),
            _ if body.trimmed().text.starts_with('(') => runs(kinds, body.trimmed()),
            _ => Err(RuleFault::new(body.span(), expected)),
        }
    }

    /// How many sizes a member has on a grid or a strip.
    fn sizes(&self, is_strip: bool) -> usize {
        match self {
            BoardFamily::Runs { names, .. } => names.len(),
            _ if is_strip => 1,
            _ => 2,
        }
    }

    /// The member of this size, each square by its kind.
    pub(crate) fn member(&self, size: &[usize], is_strip: bool) -> Option<Cells> {
        if size.len() != self.sizes(is_strip) {
            return None;
        }
        let (rows, columns) = match *size {
            [rows, columns] => (rows, columns),
            [columns] => (1, columns),
            _ => return None,
        };
        let cells: Vec<u8> = match self {
            BoardFamily::Runs { runs, .. } => {
                let length = |times: &Times| match times {
                    Times::Fixed(n) => *n,
                    Times::Size(i) => size[*i],
                };
                let total =
                    runs.iter().try_fold(0usize, |sum, (_, times)| sum.checked_add(length(times)));
                total.filter(|total| (1..=MOST_CELLS).contains(total))?;
                let run = |(kind, times): &(u8, Times)| std::iter::repeat_n(*kind, length(times));
                let cells: Vec<u8> = runs.iter().flat_map(run).collect();
                return Some(Cells { rows: 1, columns: cells.len(), cells });
            }
            _ if rows.checked_mul(columns).is_none_or(|n| n == 0 || n > MOST_CELLS) => return None,
            BoardFamily::Fill(kind) => vec![*kind; rows * columns],
            BoardFamily::Checkerboard(kinds) => {
                (0..rows * columns).map(|i| kinds[(i / columns + i % columns) % 2]).collect()
            }
        };
        Some(Cells { rows, columns, cells })
    }

    /// What the sizes of a table mean.
    pub(crate) fn words(&self, is_strip: bool, kinds: &SquareKinds) -> String {
        let board = if is_strip { "strips of so many squares" } else { "boards of rows x columns" };
        match self {
            BoardFamily::Fill(kind) => format!("{board}, all `{}`", kinds.symbol((*kind).into())),
            BoardFamily::Checkerboard([a, b]) => {
                let (a, b) = (kinds.symbol((*a).into()), kinds.symbol((*b).into()));
                format!("{board}, `{a}` and `{b}` in turn")
            }
            BoardFamily::Runs { names, runs } => {
                let run = |(kind, times): &(u8, Times)| {
                    let symbol = kinds.symbol((*kind).into());
                    match times {
                        Times::Fixed(1) => symbol.to_string(),
                        Times::Fixed(n) => format!("{symbol}^{n}"),
                        Times::Size(i) => format!("{symbol}^{}", names[*i]),
                    }
                };
                let row = runs.iter().map(run).collect::<Vec<_>>().join(" ");
                format!("rows `{row}` for {}", names.join(" x "))
            }
        }
    }
}

/// `(a,b) = t^a . f^b`
fn runs(kinds: &SquareKinds, body: StatementPiece<'_>) -> Result<BoardFamily, RuleFault> {
    let wrong = |piece: StatementPiece<'_>, message: &str| {
        RuleFault::new(piece.span(), message).hint("for example `start (a,b) = t^a . f^b`")
    };
    let Some(close) = body.text.find(')') else {
        return Err(wrong(body.part(0, 1), "this parenthesis is not closed"));
    };
    let mut names = Vec::new();
    let mut start = 1;
    for name in body.text[1..close].split(',') {
        let piece = body.part(start, start + name.len()).trimmed();
        start += name.len() + 1;
        let is_name = piece.text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let begins = piece.text.chars().next().is_some_and(|c| c.is_ascii_alphabetic());
        if !is_name || !begins || names.iter().any(|known| known == piece.text) {
            return Err(wrong(piece, "expected the name of a size"));
        }
        names.push(piece.text.to_owned());
    }
    if names.len() > 2 {
        return Err(wrong(body.part(0, close + 1), "a table has one or two sizes"));
    }
    let rest = body.part(close + 1, body.text.len()).trimmed();
    if !rest.text.starts_with('=') {
        return Err(wrong(rest, "expected `=` and a row"));
    }
    let row = rest.part(1, rest.text.len()).trimmed();
    let mut found = Vec::new();
    for word in row.words() {
        let mut at = 0;
        while let Some(symbol) = word.text[at..].chars().next() {
            let place = word.part(at, at + symbol.len_utf8());
            let kind = kinds.need(symbol, place)? as u8;
            at += symbol.len_utf8();
            let Some(power) = word.text[at..].strip_prefix('^') else {
                found.push((kind, Times::Fixed(1)));
                continue;
            };
            let end = power.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let power = word.part(at + 1, at + 1 + end.unwrap_or(power.len()));
            at += 1 + power.text.len();
            let times = match names.iter().position(|name| name == power.text) {
                Some(size) => Times::Size(size),
                None => match power.text.parse::<u16>() {
                    Ok(times) => Times::Fixed(times.into()),
                    Err(_) => return Err(wrong(power, "expected a number or the name of a size")),
                },
            };
            found.push((kind, times));
        }
    }
    if found.is_empty() {
        return Err(wrong(row, "expected a row of kinds"));
    }
    Ok(BoardFamily::Runs { names, runs: found })
}
