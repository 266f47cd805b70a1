//! What the tests share: a reader for plain notation and random games.
#![allow(dead_code)]
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use upstar_values::{Calc, Dyadic, NumberUpStar, Short};

/// Reads a game in the notation of the books: `{3||2*|1*}`, `9/4^3*2`, `v<2>`, `^[3]*`,
/// `-1Miny(2)`, `+-{1,1*}`. It panics on anything else: tests write it, nobody types it.
pub fn game(calc: &mut Calc, text: &str) -> Short {
    let mut reader = Reader { calc, text: text.as_bytes(), at: 0 };
    let g = reader.game();
    assert_eq!(reader.at, text.len(), "`{text}` was not read to its end");
    g
}

/// A comma-separated list of games.
pub fn games(calc: &mut Calc, text: &str) -> Vec<Short> {
    let mut reader = Reader { calc, text: text.as_bytes(), at: 0 };
    let list = if text.is_empty() { Vec::new() } else { reader.list() };
    assert_eq!(reader.at, text.len(), "`{text}` was not read to its end");
    list
}

struct Reader<'a> {
    calc: &'a mut Calc,
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(b' ')
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.text[self.at..].starts_with(token.as_bytes());
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn must(&mut self, token: &str) {
        let rest = String::from_utf8_lossy(&self.text[self.at..]).into_owned();
        assert!(self.eat(token), "expected `{token}` at `{rest}`");
    }

    fn integer(&mut self) -> Option<i64> {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        std::str::from_utf8(&self.text[start..self.at]).unwrap().parse().ok()
    }

    fn game(&mut self) -> Short {
        let first = self.at;
        if self.eat("+-") {
            let left = if self.eat("{") {
                let start = self.at;
                let list = self.list();
                if self.eat("}") {
                    list
                } else {
                    self.at = start - 1;
                    vec![self.game()]
                }
            } else {
                vec![self.game()]
            };
            let right: Vec<_> = left.iter().map(|&g| self.calc.neg(g).unwrap()).collect();
            return self.calc.make(&left, &right).unwrap();
        }
        if self.eat("(") {
            let g = self.game();
            self.must(")");
            return g;
        }
        if self.eat("{") {
            let close = self.closing();
            let g = self.braces(close);
            self.must("}");
            return g;
        }
        let mut sum = Short::ZERO;
        let negative = self.eat("-");
        if let Some(n) = self.integer() {
            let exponent = if self.eat("/") { self.integer().unwrap().ilog2() } else { 0 };
            let x = Dyadic::new(if negative { -n } else { n }, exponent);
            sum = self.calc.number(&x).unwrap();
        }
        for (token, favours) in [("^", true), ("v", false)] {
            if self.peek() == token.as_bytes()[0] {
                let ups = self.ups(token);
                sum = if favours {
                    self.calc.add(sum, ups).unwrap()
                } else {
                    self.calc.sub(sum, ups).unwrap()
                };
            }
        }
        for (token, favours) in [("Tiny(", true), ("Miny(", false)] {
            if self.eat(token) {
                let x = self.game();
                self.must(")");
                let tiny = if favours { self.calc.tiny(x) } else { self.calc.miny(x) };
                sum = self.calc.add(sum, tiny.unwrap()).unwrap();
            }
        }
        if self.eat("*") {
            let m = self.integer().unwrap_or(1);
            let star = self.calc.nimber(m as u32).unwrap();
            sum = self.calc.add(sum, star).unwrap();
        }
        assert!(self.at > first, "no game at {first} of `{}`", String::from_utf8_lossy(self.text));
        sum
    }

    fn ups(&mut self, token: &str) -> Short {
        let mut count = 0;
        while self.eat(token) {
            count += 1;
        }
        if self.eat("<") {
            let n = self.integer().unwrap();
            self.must(">");
            return self.calc.up_power(n as u32).unwrap();
        }
        if self.eat("[") {
            let n = self.integer().unwrap();
            self.must("]");
            return self.calc.up_sum(n as u32).unwrap();
        }
        if count == 1 {
            count = self.integer().unwrap_or(1);
        }
        let up = NumberUpStar { number: Dyadic::zero(), up: count as i32, nim: 0 };
        self.calc.number_up_star(&up).unwrap()
    }

    fn list(&mut self) -> Vec<Short> {
        let mut games = vec![self.game()];
        while self.eat(",") {
            games.push(self.game());
        }
        games
    }

    /// Where the brace that was just opened is closed.
    fn closing(&self) -> usize {
        let mut depth = 1;
        let place = self.text[self.at..].iter().position(|c| {
            depth += i32::from(*c == b'{') - i32::from(*c == b'}');
            depth == 0
        });
        self.at + place.unwrap()
    }

    /// What is between here and `end`: split at the longest run of bars.
    fn braces(&mut self, end: usize) -> Short {
        let (mut depth, mut i) = (0, self.at);
        let (mut split, mut longest) = (self.at, 0);
        while i < end {
            match self.text[i] {
                b'{' | b'(' => depth += 1,
                b'}' | b')' => depth -= 1,
                b'|' if depth == 0 => {
                    let run = self.text[i..end].iter().take_while(|c| **c == b'|').count();
                    if run > longest {
                        (split, longest) = (i, run);
                    }
                    i += run - 1;
                }
                _ => {}
            }
            i += 1;
        }
        assert!(longest > 0, "braces without a bar");
        let left = self.side(split);
        self.at = split + longest;
        let right = self.side(end);
        self.calc.make(&left, &right).unwrap()
    }

    fn side(&mut self, end: usize) -> Vec<Short> {
        if self.at == end {
            return Vec::new();
        }
        let start = self.at;
        let mut depth = 0;
        let bars = self.text[start..end].iter().any(|c| {
            depth += i32::from(matches!(c, b'{' | b'(')) - i32::from(matches!(c, b'}' | b')'));
            depth == 0 && *c == b'|'
        });
        if bars { vec![self.braces(end)] } else { self.list() }
    }
}

/// A recipe for a random game: leaves, and steps that put earlier games between the bars, each
/// with a reward for the move.
#[derive(Clone, Debug)]
pub struct Recipe {
    leaves: Vec<(i64, u32, i32, u32)>,
    steps: Vec<(Vec<usize>, Vec<usize>, i64)>,
}

impl Recipe {
    /// The last game of the recipe.
    pub fn cook(&self, calc: &mut Calc) -> Short {
        let mut made = Vec::new();
        for &(numerator, exponent, up, nim) in &self.leaves {
            let number = Dyadic::new(numerator, exponent);
            made.push(calc.number_up_star(&NumberUpStar { number, up, nim }).unwrap());
        }
        for (left, right, reward) in &self.steps {
            let reward = calc.integer(*reward).unwrap();
            let pick = |i: &usize| made[made.len() - 1 - i % made.len()];
            let left: Vec<_> = left.iter().map(|i| calc.add(pick(i), reward).unwrap()).collect();
            let right: Vec<_> = right.iter().map(|i| calc.sub(pick(i), reward).unwrap()).collect();
            made.push(calc.make(&left, &right).unwrap());
        }
        *made.last().unwrap()
    }
}

fn recipe(
    leaf: impl Strategy<Value = (i64, u32, i32, u32)>,
    sides: std::ops::Range<usize>,
    steps: std::ops::Range<usize>,
    reward: std::ops::Range<i64>,
) -> impl Strategy<Value = Recipe> {
    let most = sides.end;
    let side = move || {
        prop_oneof![
            9 => prop::collection::vec(0usize..6, 1..most),
            1 => prop::collection::vec(0usize..6, sides.start..=sides.start),
        ]
    };
    (prop::collection::vec(leaf, 1..4), prop::collection::vec((side(), side(), reward), steps))
        .prop_map(|(leaves, steps)| Recipe { leaves, steps })
}

/// Games of all kinds: hot, tepid, cold.
pub fn any_game() -> impl Strategy<Value = Recipe> {
    let leaf = prop_oneof![
        3 => (-4i64..5, 0u32..2, Just(0), Just(0)),
        1 => (-2i64..3, 0u32..2, -1i32..2, 0u32..3),
    ];
    recipe(leaf, 0..3, 2..7, 0..4)
}

/// All-small games.
pub fn all_small_game() -> impl Strategy<Value = Recipe> {
    recipe((Just(0), Just(0), -1i32..2, 0u32..3), 1..3, 1..5, 0..1)
}

/// Small games whose followers are numbers of few bits: every one is born soon.
pub fn small_game() -> impl Strategy<Value = Recipe> {
    recipe((-1i64..2, Just(0), Just(0), 0u32..2), 0..3, 1..4, 0..2)
}
