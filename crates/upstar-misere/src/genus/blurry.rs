//! The blurry genus (Allemang 1984): which of G, G+*1, G+*2, G+*2+*1, ... are P-positions.
//!
//! Each superscript of the genus that is neither 0 nor 1 is replaced by #. Written vertically it
//! is the list of the numbers i such that G + :i is a P-position, where :i is the adder. A
//! sequence is admissible if no 0 or 1 directly follows a 0 or 1, and it alternates in the end;
//! these are exactly the blurry genera of games (Allemang, Theorem IV). Vertically: an entry n
//! is followed by at least n+4 if n is even and n+3 if n is odd, for :1 + :1 = 0; and in the end
//! every difference is 4, or nothing follows.
//!
//! Invariant: `entries` is sorted and admissible, and if `repeats` the last entry begins the run
//! with differences 4 and is as early as possible.
//!
//! Theorem: `docs/theorems.md#admissible-genera`.

use super::Genus;
use std::fmt;
use std::str::FromStr;

/// A blurry genus in vertical form.
///
/// ```
/// use upstar_misere::genus::{Blurry, Genus};
/// let g: Genus = "2^1420".parse()?;
/// let blurry = Blurry::from(&g);
/// assert_eq!(blurry.to_string(), "1##0");
/// assert_eq!(blurry.vertical(), "1 6");
/// # Ok::<(), upstar_misere::genus::NotAGenus>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Blurry {
    entries: Vec<u64>,
    repeats: bool,
}

/// The first place at which a list of entries is not admissible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {0} comes too early or the list does not increase")]
pub struct NotAdmissible(pub u64);

impl From<&Genus> for Blurry {
    fn from(genus: &Genus) -> Blurry {
        let n = genus.exponents().len();
        let entry = |i: usize| match genus.exponent(i) {
            y @ 0..2 => Some(2 * i as u64 + u64::from(y)),
            _ => None,
        };
        let entries: Vec<u64> = (0..n).filter_map(entry).collect();
        // One of the last two superscripts is 0 or 1, or none of those that repeat is.
        let repeats = (n - 2..n).any(|i| genus.exponent(i) < 2);
        Blurry { entries, repeats }.normal()
    }
}

impl Blurry {
    /// The blurry genus with P-positions at these entries, and, if `repeats`, at the last one
    /// plus 4, plus 8, ...
    pub fn new(entries: &[u64], repeats: bool) -> Result<Blurry, NotAdmissible> {
        for pair in entries.windows(2) {
            if pair[1] < next_least(pair[0]) {
                return Err(NotAdmissible(pair[1]));
            }
        }
        Ok(Blurry { entries: entries.to_vec(), repeats: repeats && !entries.is_empty() }.normal())
    }

    fn normal(mut self) -> Blurry {
        while self.repeats
            && let [.., before, last] = self.entries[..]
            && before + 4 == last
        {
            self.entries.pop();
        }
        self
    }

    /// The entries up to the one that begins the run with differences 4.
    pub fn entries(&self) -> &[u64] {
        &self.entries
    }

    /// Are there infinitely many entries?
    pub fn repeats(&self) -> bool {
        self.repeats
    }

    /// Is the game with the adder `:i` a P-position?
    pub fn contains(&self, i: u64) -> bool {
        match self.entries.last() {
            Some(&last) if self.repeats && i >= last => (i - last).is_multiple_of(4),
            _ => self.entries.binary_search(&i).is_ok(),
        }
    }

    /// The blurry genus when the adder `:k` is added to the game.
    pub fn plus(&self, k: u64) -> Blurry {
        let end = self.entries.last().map_or(0, |last| last.saturating_add(k) / 2 + 4);
        let odd = k % 2;
        let entries = (0..end).flat_map(|i| [2 * i, 2 * i + 1]);
        // :k + :i is :(k+i), but the two ones cancel if both are odd.
        let sum = |i: u64| k - odd + (i - i % 2) + (odd ^ (i % 2));
        let mut entries: Vec<u64> = entries.filter(|&i| self.contains(sum(i))).collect();
        entries.sort_unstable();
        Blurry { entries, repeats: self.repeats }.normal()
    }

    /// The blurry genus of the game with options of these blurry genera: the first admissible
    /// sequence that avoids all their entries; without options, that of 0.
    pub fn of_options(options: &[Blurry]) -> Blurry {
        if options.is_empty() {
            return Blurry { entries: vec![1, 4], repeats: true };
        }
        let blocked = |i: u64| options.iter().any(|option| option.contains(i));
        let settled = options.iter().filter_map(|o| o.entries.last()).max().map_or(0, |m| m + 4);
        let mut entries: Vec<u64> = Vec::new();
        loop {
            let from = entries.last().map_or(0, |&last| next_least(last));
            // Beyond `settled` what is blocked has period 4.
            let Some(next) = (from..from.max(settled) + 8).find(|&i| !blocked(i)) else {
                return Blurry { entries, repeats: false };
            };
            let last = entries.last().copied();
            entries.push(next);
            if last.is_some_and(|last| last >= settled && last + 4 == next) {
                return Blurry { entries, repeats: true }.normal();
            }
        }
    }

    /// The same with Allemang's 2 and 3 for a # before a 0 and before a 1: what is added to reach
    /// a P-position, if that is at most 3.
    ///
    /// ```
    /// use upstar_misere::genus::{Blurry, Genus};
    /// let g: Genus = "3^1431".parse()?;
    /// assert_eq!(Blurry::from(&g).in_digits(), "1#31");
    /// assert_eq!(Blurry::from(&Genus::of_nothing()).in_digits(), "120");
    /// # Ok::<(), upstar_misere::genus::NotAGenus>(())
    /// ```
    pub fn in_digits(&self) -> String {
        let symbols: Vec<char> = self.to_string().chars().collect();
        let digit = |(i, &symbol): (usize, &char)| {
            let next = symbols.get(i + 1).or_else(|| symbols.get(symbols.len() - 2));
            match (symbol, next) {
                ('#', Some('0')) => '2',
                ('#', Some('1')) => '3',
                (symbol, _) => symbol,
            }
        };
        symbols.iter().enumerate().map(digit).collect()
    }

    /// The entries with spaces between them; `inf` at the end if there are finitely many.
    pub fn vertical(&self) -> String {
        let mut texts: Vec<String> = self.entries.iter().map(u64::to_string).collect();
        if !self.repeats {
            texts.push("inf".to_owned());
        }
        texts.join(" ")
    }
}

/// The least entry that may follow `n`.
fn next_least(n: u64) -> u64 {
    if n.is_multiple_of(2) { n + 4 } else { n + 3 }
}

/// Superscripts 0, 1 and #; the last two repeat.
impl fmt::Display for Blurry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.entries.last().map_or(0, |last| last / 2 + 1) + 2;
        let symbol = |i: u64| match (self.contains(2 * i), self.contains(2 * i + 1)) {
            (true, _) => '0',
            (_, true) => '1',
            _ => '#',
        };
        let mut symbols: Vec<char> = (0..end).map(symbol).collect();
        while let [.., before, _, last] = symbols[..]
            && before == last
        {
            symbols.pop();
        }
        f.write_str(&symbols.into_iter().collect::<String>())
    }
}

/// This text is not a blurry genus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotBlurry {
    /// Another character, or too few of them.
    #[error(
        "expected at least two of the symbols 0, 1 and #, the last two of which repeat; 2 and 3 are read as #"
    )]
    Syntax {
        /// Where, in bytes.
        at: usize,
    },
    /// No game has it.
    #[error("no game has this genus: after a 0 or a 1 there is always a #")]
    NotAdmissible {
        /// Where, in bytes.
        at: usize,
    },
}

/// Reads what is written, with # or with 2 and 3.
impl FromStr for Blurry {
    type Err = NotBlurry;

    fn from_str(text: &str) -> Result<Blurry, NotBlurry> {
        let mut symbols = Vec::new();
        for (at, c) in text.char_indices() {
            symbols.push(match c {
                '0' => Some(0),
                '1' => Some(1),
                '#' | '2' | '3' => None,
                _ => return Err(NotBlurry::Syntax { at }),
            });
        }
        let Some(last) = symbols.len().checked_sub(2) else {
            return Err(NotBlurry::Syntax { at: text.len() });
        };
        let after = (last..last + 2).map(|i| symbols[i]);
        let all: Vec<Option<u64>> = symbols.iter().copied().chain(after).collect();
        if let Some(at) = all.windows(2).position(|pair| pair[0].and(pair[1]).is_some()) {
            return Err(NotBlurry::NotAdmissible { at: (at + 1).min(symbols.len() - 1) });
        }
        let entries = all.iter().zip(0u64..).filter_map(|(symbol, i)| Some(2 * i + (*symbol)?));
        let repeats = all[last..].iter().any(Option::is_some);
        Ok(Blurry { entries: entries.collect(), repeats }.normal())
    }
}
