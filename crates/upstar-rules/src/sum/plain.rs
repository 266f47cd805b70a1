//! Plain values as games: numbers, ups, nim-heaps and braces, each played by its canonical form.
//!
//! Rules know nothing of values, so nothing is added or compared here: `3/4` is the game
//! `{1/2|1}`, `^` is `{0|*}`, `*4` a heap of four, `{3|1}` has the options that are written.
//! Invariant of [`PlainGame::Nus`]: the number is an odd numerator over a power of two, or an
//! integer. Source of the options of ups: Winning Ways ch. 3 and 8.

use crate::prelude::*;
use std::fmt::{self, Write};
use std::sync::Arc;

/// How deep braces may be nested, how many may be written, and how large parts may be.
const DEEPEST: usize = 100;
const MOST_NODES: usize = 1 << 16;
const LARGEST_UP: i64 = 1 << 20;
const LARGEST_HEAP: u64 = 1 << 20;
const LARGEST_EXPONENT: u32 = 60;

/// A plain value, as a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlainGame {
    /// A number, ups and a nim-heap together.
    Nus {
        /// The numerator of the number.
        numerator: i64,
        /// The number is the numerator over two to this power.
        exponent: u32,
        /// How many ups; negative for downs.
        ups: i64,
        /// The size of the nim-heap.
        heap: u64,
    },
    /// Options of Left and of Right, as written.
    Node(Arc<[Vec<PlainGame>; 2]>),
}

impl Weigh for PlainGame {}

/// A reduced dyadic number.
fn reduced(mut numerator: i64, mut exponent: u32) -> (i64, u32) {
    while exponent > 0 && numerator % 2 == 0 {
        (numerator, exponent) = (numerator / 2, exponent - 1);
    }
    (numerator, exponent)
}

impl PlainGame {
    /// Reads a plain value.
    pub(crate) fn read(text: &str) -> Result<PlainGame, PositionError> {
        let mut reader = PlainReader { text, at: 0, nodes: 0 };
        let value = reader.value(0)?;
        match reader.peek() {
            None => Ok(value),
            Some(_) => reader.wrong("expected the end of the value"),
        }
    }

    pub(crate) fn nus((numerator, exponent): (i64, u32), ups: i64, heap: u64) -> PlainGame {
        PlainGame::Nus { numerator, exponent, ups, heap }
    }

    /// The same game with the players exchanged.
    fn negative(&self) -> PlainGame {
        match self {
            &PlainGame::Nus { numerator, exponent, ups, heap } => {
                PlainGame::nus((-numerator, exponent), -ups, heap)
            }
            PlainGame::Node(options) => {
                let negatives = |who: Player| {
                    options[who as usize].iter().map(PlainGame::negative).collect::<Vec<_>>()
                };
                PlainGame::Node(Arc::new([negatives(Player::Right), negatives(Player::Left)]))
            }
        }
    }

    /// The switch between this game and its negative.
    pub(crate) fn switch(self) -> PlainGame {
        let negative = self.negative();
        PlainGame::Node(Arc::new([vec![self], vec![negative]]))
    }

    /// Have both players the same options, here and ever after?
    pub(super) fn is_impartial(&self) -> bool {
        match self {
            PlainGame::Nus { numerator, ups, .. } => *numerator == 0 && *ups == 0,
            PlainGame::Node(options) => {
                let sorted = |who: Player| {
                    let mut options: Vec<&PlainGame> = options[who as usize].iter().collect();
                    options.sort_unstable();
                    options.dedup();
                    options
                };
                sorted(Player::Left) == sorted(Player::Right)
                    && options[0].iter().all(PlainGame::is_impartial)
            }
        }
    }

    /// Lists the options of a player.
    pub(crate) fn options(&self, who: Player, out: &mut dyn Options<PlainGame>) {
        match self {
            PlainGame::Node(options) => {
                out.extend(options[who as usize].iter().cloned());
            }
            &PlainGame::Nus { numerator, exponent, ups: 0, heap: 0 } => {
                let step = if who == Player::Left { -1 } else { 1 };
                // An integer has a move for the player it favours only.
                if exponent > 0 || numerator.signum() == -step {
                    out.push(PlainGame::nus(reduced(numerator + step, exponent), 0, 0));
                }
            }
            &PlainGame::Nus { numerator, exponent, ups: 0, heap } => {
                out.extend((0..heap).map(|rest| PlainGame::nus((numerator, exponent), 0, rest)));
            }
            &PlainGame::Nus { numerator, exponent, ups, heap } => {
                let at = |ups, heap| PlainGame::nus((numerator, exponent), ups, heap);
                let favoured = if ups > 0 { Player::Left } else { Player::Right };
                if who == favoured {
                    out.push(at(0, 0));
                    if ups.abs() == 1 && heap == 1 {
                        out.push(at(0, 1));
                    }
                } else if ups.abs() == 1 && heap == 1 {
                    out.push(at(0, 0));
                } else {
                    out.push(at(ups - ups.signum(), heap ^ 1));
                }
            }
        }
    }

    fn size(&self) -> u32 {
        match self {
            PlainGame::Nus { numerator, exponent, ups, heap } => {
                let total = numerator
                    .unsigned_abs()
                    .saturating_add(u64::from(*exponent))
                    .saturating_add(ups.unsigned_abs())
                    .saturating_add(*heap);
                u32::try_from(total).unwrap_or(u32::MAX)
            }
            PlainGame::Node(options) => options
                .iter()
                .flatten()
                .fold(1, |total: u32, option| total.saturating_add(option.size())),
        }
    }
}

impl fmt::Display for PlainGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            &PlainGame::Nus { numerator, exponent, ups, heap } => {
                if numerator != 0 || (ups, heap) == (0, 0) {
                    write!(f, "{numerator}")?;
                    if exponent > 0 {
                        write!(f, "/{}", 1u64 << exponent)?;
                    }
                }
                let mark = if ups > 0 { '^' } else { 'v' };
                match ups.unsigned_abs() {
                    0 => {}
                    1 => write!(f, "{mark}")?,
                    n => write!(f, "{mark}{n}")?,
                }
                match heap {
                    0 => Ok(()),
                    1 => f.write_str("*"),
                    n => write!(f, "*{n}"),
                }
            }
            PlainGame::Node(options) => write_braces(options, f),
        }
    }
}

/// Writes `{a,b|c}`.
pub(crate) fn write_braces<T: fmt::Display>(
    options: &[Vec<T>; 2],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    for (options, before) in options.iter().zip(['{', '|']) {
        f.write_char(before)?;
        for (i, option) in options.iter().enumerate() {
            write!(f, "{}{option}", if i > 0 { "," } else { "" })?;
        }
    }
    f.write_char('}')
}

/// A reader at a place of the text.
struct PlainReader<'t> {
    text: &'t str,
    at: usize,
    nodes: usize,
}

impl PlainReader<'_> {
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn next_is(&self, wanted: &[char]) -> bool {
        self.text[self.at..].starts_with(wanted)
    }

    fn wrong<T>(&self, message: impl Into<String>) -> Result<T, PositionError> {
        let len = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        Err(PositionError::new(self.at, len, message))
    }

    /// Digits, if there are any, as a number up to `most`.
    fn digits(&mut self, most: u64, what: &str) -> Result<Option<u64>, PositionError> {
        let start = self.at;
        let count = self.text[start..].bytes().take_while(u8::is_ascii_digit).count();
        if count == 0 {
            return Ok(None);
        }
        self.at += count;
        match self.text[start..self.at].parse::<u64>() {
            Ok(n) if n <= most => Ok(Some(n)),
            _ => Err(PositionError::new(start, count, format!("{what} may be {most} at the most"))),
        }
    }

    fn value(&mut self, depth: usize) -> Result<PlainGame, PositionError> {
        self.nodes += 1;
        if depth > DEEPEST || self.nodes > MOST_NODES {
            return self.wrong(format!(
                "braces may be {DEEPEST} deep and {MOST_NODES} in number at the most"
            ));
        }
        match self.peek() {
            Some('{') => {
                self.at += 1;
                let node = self.sides(depth)?;
                self.close('}')?;
                Ok(node)
            }
            Some('(') => {
                self.at += 1;
                let value = self.value(depth + 1)?;
                self.close(')')?;
                Ok(value)
            }
            Some('T' | 'M') => self.tiny(depth),
            Some('±') => {
                self.at += '±'.len_utf8();
                self.switch(depth)
            }
            Some('+') if self.text[self.at..].starts_with("+-") => {
                self.at += 2;
                self.switch(depth)
            }
            _ => self.nus(),
        }
    }

    fn switch(&mut self, depth: usize) -> Result<PlainGame, PositionError> {
        Ok(self.value(depth + 1)?.switch())
    }

    /// `Tiny(G)`, which is `{0||0|-G}`, or `Miny(G)`, its negative (Winning Ways ch. 5).
    fn tiny(&mut self, depth: usize) -> Result<PlainGame, PositionError> {
        let is_tiny = self.text[self.at..].starts_with("Tiny(");
        if !is_tiny && !self.text[self.at..].starts_with("Miny(") {
            return self.wrong("expected a value such as `3/4`, `*2`, `Tiny(2)` or `{3|1}`");
        }
        self.at += "Tiny(".len();
        let threat = self.value(depth + 1)?.negative();
        self.close(')')?;
        let zero = || vec![PlainGame::nus((0, 0), 0, 0)];
        let reply = PlainGame::Node(Arc::new([zero(), vec![threat]]));
        let tiny = PlainGame::Node(Arc::new([zero(), vec![reply]]));
        Ok(if is_tiny { tiny } else { tiny.negative() })
    }

    fn close(&mut self, by: char) -> Result<(), PositionError> {
        if self.peek() != Some(by) {
            return match by {
                '}' => self.wrong("expected `,`, `|` or `}`"),
                _ => self.wrong(format!("expected `{by}`")),
            };
        }
        self.at += 1;
        Ok(())
    }

    /// `a,b|c`, with more bars between than on either side where a side has bars of its own.
    fn sides(&mut self, depth: usize) -> Result<PlainGame, PositionError> {
        let (middle, bars) = match self.widest_bar() {
            Some(found) => found,
            None => return self.wrong("expected `|` between the options of Left and of Right"),
        };
        let inside = PlainReader { at: middle + bars, ..*self };
        if let Some((other, _)) = inside.widest_bar().filter(|&(_, other)| other == bars) {
            let message = "this bar is as wide as one before it: write `||` where a side has bars";
            return Err(PositionError::new(other, bars, message));
        }
        let left = self.side(depth, middle)?;
        self.at = middle + bars;
        let end = self.closing();
        let right = self.side(depth, end)?;
        self.at = end;
        Ok(PlainGame::Node(Arc::new([left, right])))
    }

    /// One side of a game that ends at `end`: a list, or a game with fewer bars.
    fn side(&mut self, depth: usize, end: usize) -> Result<Vec<PlainGame>, PositionError> {
        let mut bounded = PlainReader { text: &self.text[..end], at: self.at, nodes: self.nodes };
        let mut options = Vec::new();
        if bounded.peek().is_some() {
            if bounded.widest_bar().is_some() {
                if depth >= DEEPEST {
                    return bounded.wrong(format!("braces may be {DEEPEST} deep at the most"));
                }
                options.push(bounded.sides(depth + 1)?);
            } else {
                loop {
                    options.push(bounded.value(depth + 1)?);
                    match bounded.peek() {
                        None => break,
                        Some(',') => bounded.at += 1,
                        Some(_) => return bounded.wrong("expected `,` or the end of the options"),
                    }
                }
            }
        }
        self.nodes = bounded.nodes;
        self.at = end;
        Ok(options)
    }

    /// Where the longest run of bars outside of inner braces stands, and its length.
    fn widest_bar(&self) -> Option<(usize, usize)> {
        let (mut best, mut depth, mut i) = (None, 0u32, self.at);
        let bytes = self.text.as_bytes();
        while i < bytes.len() {
            match bytes[i] {
                b'{' | b'(' => depth += 1,
                b'}' | b')' if depth == 0 => break,
                b'}' | b')' => depth -= 1,
                b'|' if depth == 0 => {
                    let run = bytes[i..].iter().take_while(|&&byte| byte == b'|').count();
                    if best.is_none_or(|(_, longest)| run > longest) {
                        best = Some((i, run));
                    }
                    i += run;
                    continue;
                }
                _ => {}
            }
            i += 1;
        }
        best
    }

    /// Where the braces that are open close, or the end of the text.
    fn closing(&self) -> usize {
        let mut depth = 0u32;
        for (i, byte) in self.text.bytes().enumerate().skip(self.at) {
            match byte {
                b'{' | b'(' => depth += 1,
                b'}' | b')' if depth == 0 => return i,
                b'}' | b')' => depth -= 1,
                _ => {}
            }
        }
        self.text.len()
    }

    /// A number, ups and a nim-heap, of which at least one must be there. A sign belongs to the
    /// number, as in the calculator: `-3^` is -3 + ^; without a number it belongs to the ups.
    fn nus(&mut self) -> Result<PlainGame, PositionError> {
        let start = self.at;
        let negative = self.next_is(&['-']);
        self.at += usize::from(negative);
        let most = i64::MAX as u64 >> 2;
        let digits = self.digits(most, "a numerator")?;
        let number = match digits {
            None => (0, 0),
            Some(numerator) => {
                let exponent = if self.next_is(&['/']) {
                    self.at += 1;
                    let at = self.at;
                    let power = self.digits(1 << LARGEST_EXPONENT, "a denominator")?;
                    match power.filter(|power| power.is_power_of_two()) {
                        Some(power) => power.trailing_zeros(),
                        None => {
                            let message = "expected a power of two as denominator";
                            return Err(PositionError::new(at, (self.at - at).max(1), message));
                        }
                    }
                } else {
                    0
                };
                // Checked above: far below the largest number.
                reduced(i64::try_from(numerator).unwrap_or(i64::MAX >> 2), exponent)
            }
        };
        let ups = if self.next_is(&['^', '↑', 'v', '↓']) {
            let up = self.next_is(&['^', '↑']);
            let sign: &[char] = if up { &['^', '↑'] } else { &['v', '↓'] };
            let signs = self.text[self.at..].chars().take_while(|c| sign.contains(c));
            let (count, len) = signs.fold((0, 0), |(n, len), c| (n + 1, len + c.len_utf8()));
            self.at += len;
            let most = LARGEST_UP as u64;
            let times = if count == 1 { self.digits(most, "the number of ups")? } else { None };
            let count = times.unwrap_or(count).min(most) as i64;
            if up { count } else { -count }
        } else {
            0
        };
        let heap = if self.next_is(&['*', ':']) {
            self.at += 1;
            self.digits(LARGEST_HEAP, "a nim-heap")?.unwrap_or(1)
        } else {
            0
        };
        if self.at == start + usize::from(negative) {
            self.at = start;
            return self.wrong("expected a value such as `3/4`, `*2`, `^*` or `{3|1}`");
        }
        let (numerator, exponent) = number;
        Ok(match (negative, digits) {
            (false, _) => PlainGame::nus((numerator, exponent), ups, heap),
            (true, Some(_)) => PlainGame::nus((-numerator, exponent), ups, heap),
            (true, None) => PlainGame::nus((0, 0), -ups, heap),
        })
    }
}

/// The rules of plain values.
#[derive(Clone, Copy, Debug)]
pub struct PlainValues {
    /// Are all values that occur impartial?
    pub impartial: bool,
}

impl Rules for PlainValues {
    type Position = PlainGame;

    fn options(&self, value: &PlainGame, who: Player, out: &mut dyn Options<PlainGame>) {
        value.options(who, out);
    }

    fn most_options(&self, value: &PlainGame) -> u128 {
        match value {
            PlainGame::Nus { heap, .. } => u128::from(*heap),
            PlainGame::Node(options) => options.iter().map(Vec::len).max().unwrap_or(0) as u128,
        }
    }

    fn parse(&self, text: &str) -> Result<PlainGame, PositionError> {
        PlainGame::read(text)
    }

    fn show(&self, value: &PlainGame) -> String {
        value.to_string()
    }

    fn display(&self, value: &PlainGame) -> String {
        self.show(value)
    }

    fn name_move(&self, _: &PlainGame, _: Player, option: &PlainGame) -> String {
        self.show(option)
    }

    fn picture(&self, value: &PlainGame) -> Picture {
        let text = self.show(value);
        let width = 4 * i32::try_from(text.chars().count()).unwrap_or(1 << 16).min(1 << 16) + 6;
        let mut picture = Picture { width, height: 10, ..Picture::default() };
        picture.shapes.push(Shape::text(width / 2, 5, text, Color::Black));
        picture
    }

    fn nature(&self) -> Nature {
        Nature { impartial: self.impartial, ..Nature::PARTIZAN }
    }

    fn size(&self, value: &PlainGame) -> u32 {
        value.size()
    }
}
