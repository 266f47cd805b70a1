//! The kinds of squares of a board, by the symbols people type for them.

use crate::prelude::*;

/// The most kinds of squares.
pub(crate) const MOST_KINDS: usize = 15;

/// What cannot be the symbol of a kind, because patterns and sums mean something by it.
const RESERVED: &str = "[]!?*^|\"'()+,/=";

/// A set of kinds, a bit each.
pub(crate) type KindSet = u16;

/// The kinds of squares; the first one fills an empty board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SquareKinds {
    /// For each kind its symbols, the first of which is printed.
    pub(crate) symbols: Vec<String>,
}

impl SquareKinds {
    /// Reads `. x o #`; a word of several symbols is one kind.
    pub(crate) fn read(body: StatementPiece<'_>) -> Result<SquareKinds, RuleFault> {
        let mut symbols: Vec<String> = Vec::new();
        for word in body.words() {
            for (i, symbol) in word.text.char_indices() {
                let place = word.part(i, i + symbol.len_utf8()).span();
                if RESERVED.contains(symbol) || symbol.is_control() {
                    let message = format!("`{symbol}` cannot be a kind of square");
                    let hint =
                        format!("take a letter, a digit or a sign that is none of {RESERVED}");
                    return Err(RuleFault::new(place, message).hint(hint));
                }
                let known = symbols.iter().any(|kind| kind.contains(symbol));
                if known || word.text[..i].contains(symbol) {
                    return Err(RuleFault::new(place, format!("`{symbol}` is a kind already")));
                }
            }
            if symbols.len() == MOST_KINDS {
                let message = format!("a board has at most {MOST_KINDS} kinds of squares");
                return Err(RuleFault::new(word.span(), message));
            }
            symbols.push(word.text.to_owned());
        }
        if symbols.is_empty() {
            return Err(RuleFault::new(body.span(), "expected the kinds of squares")
                .hint("a blank stands between two of them: `grid . x o`"));
        }
        Ok(SquareKinds { symbols })
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.symbols.len()
    }

    /// All of them.
    pub(crate) fn all(&self) -> KindSet {
        ((1u32 << self.len()) - 1) as KindSet
    }

    /// The kind with this symbol.
    pub(crate) fn of(&self, symbol: char) -> Option<usize> {
        self.symbols.iter().position(|symbols| symbols.contains(symbol))
    }

    /// The kind that a text of one symbol names.
    pub(crate) fn single(&self, text: &str) -> Option<usize> {
        let mut symbols = text.chars();
        symbols.next().filter(|_| symbols.next().is_none()).and_then(|symbol| self.of(symbol))
    }

    /// The symbol that is printed for a kind.
    pub(crate) fn symbol(&self, kind: usize) -> char {
        self.symbols.get(kind).and_then(|symbols| symbols.chars().next()).unwrap_or('?')
    }

    /// The kind with this symbol, or why there is none.
    pub(crate) fn need(&self, symbol: char, place: StatementPiece<'_>) -> Result<usize, RuleFault> {
        self.of(symbol).ok_or_else(|| {
            let message =
                format!("`{symbol}` is no kind of square; the kinds are {}", self.listed());
            RuleFault::new(place.span(), message)
        })
    }

    /// The set of the kinds in a word.
    pub(crate) fn set(&self, word: StatementPiece<'_>) -> Result<KindSet, RuleFault> {
        let symbols = word.text.char_indices();
        symbols.filter(|(_, symbol)| !matches!(symbol, '[' | ']')).try_fold(
            0,
            |set, (i, symbol)| {
                Ok(set | 1 << self.need(symbol, word.part(i, i + symbol.len_utf8()))?)
            },
        )
    }

    /// All symbols that are printed, with blanks between them.
    pub(crate) fn listed(&self) -> String {
        let symbols: Vec<String> = (0..self.len()).map(|k| self.symbol(k).to_string()).collect();
        symbols.join(" ")
    }

    /// A symbol that no kind has, for squares that are out of play.
    pub(crate) fn free_symbol(&self) -> char {
        let mut candidates = "#-_~%@".chars().chain('A'..='Z');
        candidates.find(|&symbol| self.of(symbol).is_none()).unwrap_or('#')
    }
}

/// The members of a set.
pub(crate) fn members(set: KindSet) -> impl Iterator<Item = usize> {
    (0..KindSet::BITS as usize).filter(move |&k| set >> k & 1 == 1)
}
