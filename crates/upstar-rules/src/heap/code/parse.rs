//! Reading codes.
//!
//! ```text
//! code   = [digits] "." [digits] ["[" digits "]"]      .77   4.3   4!.0   0.3F   4.3[3]
//! digit  = ( 0..9 A..F | "&" number ";" | "*" | "{" item {"," item} "}" ) [mark]
//! item   = number [mark] ["+"]                         how many heaps; + is "or more"
//! mark   = "!" | "?" | "="                             all different, not all equal, all equal
//! set    = "sub(" ( numbers | "all-but" numbers | "squares" | "primes" | "powers-of-2" ) ")"
//! ```
//! A code that starts with `base32:` may use the digits G to V as well. `*` is "any number of
//! heaps". A name such as `kayles` stands for its code.

use super::digit::MOST_HEAPS;
use super::{Digit, HeapCode, LONGEST, NAMES, Set, Sizes};
use crate::prelude::*;

impl std::str::FromStr for HeapCode {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<HeapCode, PositionError> {
        let start = text.len() - text.trim_start().len();
        let inner = text.trim();
        if inner.is_empty() {
            let message = "expected a code such as `.77`, `4.3[3]`, `sub(2,5,6)` or a name";
            return Err(PositionError::new(0, text.len(), message));
        }
        read(inner).map_err(|error| error.shifted(start))
    }
}

fn read(text: &str) -> Result<HeapCode, PositionError> {
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) && !text.contains('.') {
        return match text.find('(') {
            Some(open) => set(text, open),
            None => name(text),
        };
    }
    let (prefix, base) = match text.strip_prefix("base32:") {
        Some(_) => ("base32:".len(), 32),
        None => (0, 16),
    };
    CodeReader { text, at: prefix, base }.code()
}

/// A code by its name.
fn name(text: &str) -> Result<HeapCode, PositionError> {
    let wanted = text.to_lowercase().replace(['_', ' ', '\''], "-").replace("-s-", "s-");
    match NAMES.iter().find(|named| named.names.contains(&wanted.as_str())) {
        Some(named) => read(named.code),
        None => Err(PositionError::whole(
            text,
            format!(
                "there is no heap game called `{text}`: expected a code such as `.77` or a name such as `kayles`"
            ),
        )),
    }
}

/// `sub(2,5,6)`, as the books write it `S(2,5,6)`; `open` is the place of the parenthesis.
fn set(text: &str, open: usize) -> Result<HeapCode, PositionError> {
    if !matches!(text[..open].trim(), "sub" | "subtraction" | "s" | "S") {
        return Err(PositionError::new(
            0,
            open,
            "expected `sub(...)` or `S(...)` with the numbers that may be taken",
        ));
    }
    let Some(inside) = text[open + 1..].strip_suffix(')') else {
        return Err(PositionError::new(text.len(), 0, "expected `)` after the numbers"));
    };
    Set::read(inside).map(HeapCode::subtraction).map_err(|error| error.shifted(open + 1))
}

impl Set {
    /// Reads `2,5,6`, `all-but 2,3`, `squares`, `primes` or `powers-of-2`.
    pub fn read(text: &str) -> Result<Set, PositionError> {
        const WHAT: &str = "a number that may be taken";
        let start = text.len() - text.trim_start().len();
        match text.trim() {
            "squares" => Ok(Set::Squares),
            "primes" => Ok(Set::Primes),
            "powers-of-2" => Ok(Set::PowersOfTwo),
            list => match list.strip_prefix("all-but") {
                Some(rest) => {
                    let place = start + list.len() - rest.len();
                    parameters::number_set(place, rest, 1, u32::MAX, WHAT).map(Set::AllBut)
                }
                None if list.starts_with(|c: char| c.is_ascii_digit()) => {
                    parameters::number_set(start, list, 1, u32::MAX, WHAT).map(Set::These)
                }
                None => Err(PositionError::new(
                    start,
                    list.len(),
                    "expected amounts such as `2,5,6`, `all-but 2,3`, `squares`, `primes` or \
                     `powers-of-2`",
                )),
            },
        }
    }
}

struct CodeReader<'t> {
    text: &'t str,
    at: usize,
    base: u32,
}

impl CodeReader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// An error at the present place.
    fn expected<T>(&self, what: &str) -> Result<T, PositionError> {
        Err(match self.peek() {
            Some(c) => {
                let message = format!("unexpected `{c}`: expected {what}");
                PositionError::new(self.at, c.len_utf8(), message)
            }
            None => PositionError::new(self.at, 0, format!("expected {what}, found the end")),
        })
    }

    fn code(mut self) -> Result<HeapCode, PositionError> {
        let (mut before, mut places) = (Vec::new(), Vec::new());
        while !matches!(self.peek(), Some('.') | None) {
            places.push(self.at);
            before.push(self.digit("a digit or the point")?);
        }
        places.push(self.at);
        let point = self.at;
        if !self.eat('.') {
            return self.expected("the point of a code such as `.77` or `4.3`");
        }
        for (added, (i, digit)) in before.iter().enumerate().rev().enumerate() {
            if digit.fewest().is_some_and(|fewest| fewest < added + 2) {
                let message = match added {
                    0 => "the digit before the point must leave at least two heaps (4, 8, C, \
                          ...), or a move could leave the heap as it is"
                        .to_owned(),
                    _ => format!(
                        "this digit adds {added} to the heap, so it must leave at least {} \
                         heaps for play to end",
                        added + 2
                    ),
                };
                return Err(PositionError::new(places[i], places[i + 1] - places[i], message));
            }
        }
        let mut after = Vec::new();
        while !matches!(self.peek(), None | Some('[')) {
            after.push(self.digit("a digit or `[`")?);
            if after.len() > LONGEST {
                let message = format!("a code has at most {LONGEST} digits");
                return Err(PositionError::new(self.at, 0, message));
            }
        }
        let mut repeat = Vec::new();
        let bracket = self.at;
        if self.eat('[') {
            while !matches!(self.peek(), Some(']') | None) {
                repeat.push(self.digit("a digit or `]`")?);
            }
            if !self.eat(']') {
                return self.expected("`]` after the digits that repeat");
            }
            if repeat.is_empty() {
                return Err(PositionError::new(bracket, 2, "expected digits that repeat in `[]`"));
            }
            if self.at < self.text.len() {
                return self.expected("the end: nothing can follow the digits that repeat");
            }
        }
        if after.is_empty() && repeat.is_empty() && before.iter().all(Digit::is_zero) {
            let message = "expected digits after the point: this code allows no move at all";
            return Err(PositionError::new(point + 1, 0, message));
        }
        before.reverse();
        Ok(HeapCode::normal(before, after, repeat))
    }

    fn digit(&mut self, what: &str) -> Result<Digit, PositionError> {
        let start = self.at;
        let Some(c) = self.peek() else { return self.expected(what) };
        if let Some(value) = c.to_digit(self.base) {
            self.at += c.len_utf8();
            let sizes = self.mark().unwrap_or(Sizes::Any);
            return Ok(Digit::from_bits(u64::from(value), sizes));
        }
        match c {
            '&' => {
                self.at += 1;
                let value = self.number(u64::MAX)?;
                if !self.eat(';') {
                    return self.expected("`;` at the end of a digit such as `&16;`");
                }
                let sizes = self.mark().unwrap_or(Sizes::Any);
                Ok(Digit::from_bits(value, sizes))
            }
            '*' => {
                self.at += 1;
                let sizes = self.mark().unwrap_or(Sizes::Any);
                Ok(Digit::new(&[], Some(sizes)))
            }
            '{' => self.list(),
            c if c.is_digit(32) => Err(PositionError::new(
                start,
                1,
                format!(
                    "`{c}` is not a hexadecimal digit; for more than three heaps write `&16;`, \
                     or put `base32:` before the code"
                ),
            )),
            _ => self.expected(what),
        }
    }

    /// `{0,2!,3+}` and perhaps a mark for all of it.
    fn list(&mut self) -> Result<Digit, PositionError> {
        let open = self.at;
        self.at += 1;
        let (mut items, mut more) = (Vec::<(usize, Option<Sizes>)>::new(), None);
        loop {
            let start = self.at;
            let heaps = self.number(MOST_HEAPS as u64)? as usize;
            if items.last().is_some_and(|&(last, _)| last >= heaps) || more.is_some() {
                let message = match more {
                    Some(_) => "nothing can follow `+`",
                    None => "the numbers of heaps must increase",
                };
                return Err(PositionError::new(start, self.at - start, message));
            }
            let mark = self.mark();
            if self.eat('+') {
                more = Some((heaps, mark));
            } else {
                items.push((heaps, mark));
            }
            if self.eat('}') {
                break;
            }
            if !self.eat(',') {
                return self.expected("`,` or `}`");
            }
        }
        let all = self.mark();
        let sizes = |heaps: usize, mark: Option<Sizes>| match (mark, all) {
            (Some(own), Some(all)) if own != all && heaps > 1 => Err(PositionError::new(
                open,
                self.at - open,
                "a number of heaps and the whole list have different marks",
            )),
            (own, all) => Ok(own.or(all).unwrap_or(Sizes::Any)),
        };
        let longest = items.last().map_or(0, |&(heaps, _)| heaps + 1);
        let mut exact = vec![None; more.map_or(longest, |(heaps, _)| heaps)];
        for &(heaps, mark) in &items {
            exact[heaps] = Some(sizes(heaps, mark)?);
        }
        let more = more.map(|(heaps, mark)| sizes(heaps.max(2), mark)).transpose()?;
        Ok(Digit::new(&exact, more))
    }

    fn mark(&mut self) -> Option<Sizes> {
        let sizes = Sizes::from_mark(self.peek()?)?;
        self.at += 1;
        Some(sizes)
    }

    fn number(&mut self, most: u64) -> Result<u64, PositionError> {
        let rest = &self.text[self.at..];
        let len = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if len == 0 {
            return self.expected("a number");
        }
        match rest[..len].parse::<u64>() {
            Ok(number) if number <= most => {
                self.at += len;
                Ok(number)
            }
            _ => Err(PositionError::new(self.at, len, format!("expected at most {most}"))),
        }
    }
}
