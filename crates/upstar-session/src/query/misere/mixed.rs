//! Sums of heaps of a game with nim-heaps and adders beside them: `13+*4`, `9+8+:3`.
//!
//! An adder :n is n/2 copies of *2, and *1 if n is odd; so are the nim-heaps up to 3. Larger
//! nim-heaps become parts of their own, with numbers that no heap has.

use super::moves::{listed, named, played, too_many};
use super::{large_position, show_position};
use crate::query::prelude::*;
use std::collections::BTreeMap;
use upstar_misere::heaps::{Parts, Word};

/// The largest nim-heap or adder that may be typed.
const LARGEST: u32 = 255;
/// The part that nim-heap n introduces has the number of heap n with this bit.
const NIM: u32 = 1 << 31;

/// A sum of heaps of a game, with nim-heaps beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mixed {
    /// Heaps with multiplicities, the largest first.
    pub(super) heaps: Vec<(u64, u32)>,
    /// The adder of all adders and nim-heaps up to 3.
    adder: Word,
    /// Larger nim-heaps with multiplicities.
    nim_heaps: BTreeMap<u32, u32>,
    /// As it was typed.
    beside: Vec<String>,
}

/// Do nim-heaps or adders stand beside heaps?
pub(super) fn is_mixed(text: &str) -> bool {
    text.split('+').any(|term| term.trim_start().starts_with(['*', ':']))
}

impl Mixed {
    /// Reads heaps as [`large_position`] does, `*4` and `:4`.
    pub(super) fn read(text: &str) -> Result<Mixed, QueryError> {
        let mut mixed = Mixed::default();
        // What is read as nim-heaps is blank for the other reader, which then has the same places.
        let mut heaps = String::new();
        let mut start = 0;
        for term in text.split('+') {
            let place = Span::new(start, start + term.len());
            heaps.push_str(if start == 0 { "" } else { "+" });
            start += term.len() + 1;
            let body = term.trim();
            let Some(digits) = body.strip_prefix(['*', ':']) else {
                heaps.push_str(term);
                continue;
            };
            let digits = if body == "*" { "1" } else { digits };
            let number = digits.parse::<u32>().ok().filter(|&n| n <= LARGEST);
            let number = number.ok_or_else(|| {
                wrong(text, place, format!("expected *n or :n with a number n up to {LARGEST}"))
            })?;
            let too_many = |_| wrong(text, place, "too many nim-heaps".to_owned());
            if body.starts_with(':') || number < 4 {
                mixed.adder = mixed.adder.plus(&Word::adder(number)).map_err(too_many)?;
            } else {
                *mixed.nim_heaps.entry(number).or_default() += 1
            }
            mixed.beside.push(body.to_owned());
            heaps.push('0');
            heaps.extend(std::iter::repeat_n(' ', term.len().saturating_sub(1)));
        }
        mixed.heaps = large_position(&heaps).map_err(|refusal| {
            if mixed.beside.is_empty() {
                refusal
            } else {
                QueryError { input: text.to_owned(), ..refusal }
            }
        })?;
        Ok(mixed)
    }

    /// Are there only heaps?
    pub(super) fn is_plain(&self) -> bool {
        self.beside.is_empty()
    }

    /// The sum of the words of the nim-heaps and adders.
    pub(super) fn besides(&self, parts: &mut Parts, budget: &Budget) -> Result<Word, Stopped> {
        let mut sum = self.adder.clone();
        let largest = self.nim_heaps.keys().last().copied().unwrap_or(0);
        let mut words: Vec<Word> = Vec::new();
        for n in 0..=largest {
            let word = match n {
                0..4 => Word::adder(n),
                _ => parts.make(words.clone(), NIM | n, budget)?,
            };
            if let Some(&times) = self.nim_heaps.get(&n) {
                sum = sum.with_copies(&word, times)?;
            }
            words.push(word);
        }
        Ok(sum)
    }

    /// Every move: what it is called and what it leaves.
    pub(super) fn moves(
        &self,
        code: &HeapCode,
        budget: &Budget,
    ) -> Result<Vec<(String, Mixed)>, Stopped> {
        let mut moves = Vec::new();
        for &(heap, _) in &self.heaps {
            for option in listed(code, heap, budget)?.ok_or_else(too_many)? {
                budget.check()?;
                let heaps = played(&self.heaps, heap, &option);
                moves.push((named(heap, &option), Mixed { heaps, ..self.clone() }));
            }
        }
        for (i, term) in self.beside.iter().enumerate() {
            if self.beside[..i].contains(term) {
                continue;
            }
            for option in options_beside(term) {
                let name = format!("{term}->{}", option.as_deref().unwrap_or("0"));
                let mut beside = self.beside.clone();
                beside.splice(i..=i, option);
                moves.push((name, Mixed { beside, ..self.clone() }));
            }
        }
        Ok(moves)
    }

    /// Writes what [`Mixed::read`] reads.
    pub(super) fn show(&self) -> String {
        let heaps = (!self.heaps.is_empty()).then(|| show_position(&self.heaps));
        let terms: Vec<String> = heaps.into_iter().chain(self.beside.iter().cloned()).collect();
        if terms.is_empty() { "0".to_owned() } else { terms.join("+") }
    }
}

/// The moves in a nim-heap or an adder, the largest first; nothing where nothing is left.
fn options_beside(term: &str) -> Vec<Option<String>> {
    let digits = term.trim_start_matches(['*', ':']);
    let n: u32 = if term == "*" { 1 } else { digits.parse().unwrap_or(0) };
    let (sign, left) = match term.starts_with('*') {
        true => ('*', (0..n).rev().map(Some).collect()),
        // Twos and perhaps a one: a two becomes a one, which cancels another, or vanishes.
        false if n.is_multiple_of(2) => (':', vec![n.checked_sub(1), n.checked_sub(2)]),
        false => (':', vec![n.checked_sub(1), n.checked_sub(2), n.checked_sub(3)]),
    };
    left.into_iter().flatten().map(|n| (n > 0).then(|| format!("{sign}{n}"))).collect()
}

/// Some copies of the part that a heap, or a nim-heap, introduced: `2h13`, `*4`, `2(*4)`.
pub(super) fn copies(count: u16, heap: u32) -> String {
    let name = match heap & NIM {
        0 => format!("h{heap}"),
        _ if count > 1 => format!("(*{})", heap & !NIM),
        _ => format!("*{}", heap & !NIM),
    };
    if count > 1 { format!("{count}{name}") } else { name }
}
