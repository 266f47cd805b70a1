//! The genus g^abc... of a game G: g is its nim-value in normal play, a, b, c, ... are the misère
//! nim-values of G, G+*2, G+*2+*2, ...
//!
//! The misère nim-value of a game is 1 if there is no move and else the least number that is not
//! the misère nim-value of an option; a game is a P-position of misère play exactly when it is 0.
//! With y(i) for the superscripts of G and the mex taken over its options G',
//! y(0) = mex y'(0) and y(i+1) = mex({y(i), y(i)^1} and all y'(i+1)), because the options of *2
//! are 0 and *1 and adding *1 changes a misère nim-value by ^1.
//!
//! The superscripts are eventually periodic with period 2. Let L be the largest length of the
//! normal forms of the options. From i = L-2 on the sets of option values alternate; y(i+1)
//! depends on y(i) and that set, so y(i) = y(i-2) with i-2 >= L-2 proves the period. It comes at
//! once: let m, n be the mex of the two sets and m', n' the next values allowed outside the pairs
//! {m, m^1}, {n, n^1}; every superscript is one of these four and after three steps they repeat.
//!
//! Invariant (normal form): at least two superscripts, and the last is not equal to the one two
//! before it. The last two repeat for ever. So equal genera are equal data.
//!
//! Theorem: `docs/misere.md#genus`.

use smallvec::SmallVec;
use std::fmt;
use std::str::FromStr;

/// A genus in normal form.
///
/// ```
/// use upstar_values::misere::genus::Genus;
/// let two = Genus::nim_heap(2);
/// assert_eq!(two.to_string(), "2^20");
/// let g = Genus::of_options(&[Genus::of_options(&[two]), Genus::nim_heap(1)]);
/// assert_eq!(g.to_string(), "2^1420");
/// assert_eq!("2^1420".parse(), Ok(g));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Genus {
    base: u32,
    exponents: SmallVec<[u32; 4]>,
}

/// An option: its genus after `twos` copies of `*2` and perhaps `*1` were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shifted<T> {
    /// Before.
    pub genus: T,
    /// How many copies of `*2`.
    pub twos: u32,
    /// And `*1`?
    pub one: bool,
}

impl Genus {
    /// The genus of a tame game with this nim-value; a fickle one has nim-value 0 or 1.
    pub fn tame(nim: u32, firm: bool) -> Genus {
        match Genus::new(nim, &[nim, nim ^ 2]) {
            Some(genus) if firm => genus,
            _ => Genus::nim_heap(nim),
        }
    }

    /// The genus with this nim-value and these superscripts, the last two of which repeat;
    /// `None` if there are fewer than two.
    pub fn new(base: u32, exponents: &[u32]) -> Option<Genus> {
        (exponents.len() >= 2).then(|| Genus::normal(base, SmallVec::from_slice(exponents)))
    }

    fn normal(base: u32, mut exponents: SmallVec<[u32; 4]>) -> Genus {
        while let [.., before, _, last] = exponents[..]
            && before == last
        {
            exponents.pop();
        }
        Genus { base, exponents }
    }

    /// The genus of the game without moves, 0^120.
    pub fn of_nothing() -> Genus {
        Genus { base: 0, exponents: SmallVec::from_slice(&[1, 2, 0]) }
    }

    /// The genus of a nim-heap.
    pub fn nim_heap(n: u32) -> Genus {
        match n {
            0 => Genus::of_nothing(),
            1 => Genus::of_nothing().plus(0, true),
            n => Genus { base: n, exponents: SmallVec::from_slice(&[n, n ^ 2]) },
        }
    }

    /// The genus of the game with options of these genera.
    pub fn of_options(options: &[Genus]) -> Genus {
        let shifted = |genus| Shifted { genus, twos: 0, one: false };
        let options: Vec<_> = options.iter().map(shifted).collect();
        Genus::of_shifted(&options, &mut Mex::default())
    }

    /// The genus of the game with these options.
    pub fn of_shifted(options: &[Shifted<&Genus>], mex: &mut Mex) -> Genus {
        if options.is_empty() {
            return Genus::of_nothing();
        }
        let nim = |o: &Shifted<&Genus>| o.genus.base ^ (2 * (o.twos % 2)) ^ u32::from(o.one);
        let base = mex.of(options.iter().map(nim));
        let length = |o: &Shifted<&Genus>| o.genus.exponents.len().saturating_sub(o.twos as usize);
        let longest = options.iter().map(length).max().unwrap_or(0).max(2);
        let mut exponents: SmallVec<[u32; 4]> = SmallVec::new();
        loop {
            let i = exponents.len();
            let column = options
                .iter()
                .map(|o| o.genus.exponent(i.saturating_add(o.twos as usize)) ^ u32::from(o.one));
            let y = match exponents.last() {
                None => mex.of(column),
                Some(&last) => mex.of(column.chain([last, last ^ 1])),
            };
            exponents.push(y);
            if i >= longest && exponents[i - 2] == y {
                return Genus::normal(base, exponents);
            }
        }
    }

    /// The nim-value in normal play.
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The misère nim-value of the game with `i` copies of `*2`.
    pub fn exponent(&self, i: usize) -> u32 {
        let n = self.exponents.len();
        if i < n { self.exponents[i] } else { self.exponents[n - 2 + (i - n) % 2] }
    }

    /// The superscripts of the normal form.
    pub fn exponents(&self) -> &[u32] {
        &self.exponents
    }

    /// Is the game a P-position in misère play?
    pub fn is_previous_win(&self) -> bool {
        self.exponents[0] == 0
    }

    /// The genus when `twos` copies of `*2`, and `*1` if `one`, are added to the game.
    pub fn plus(&self, twos: u32, one: bool) -> Genus {
        let from = twos as usize;
        let len = self.exponents.len().saturating_sub(from).max(2);
        let exponents = (from..from.saturating_add(len)).map(|i| self.exponent(i) ^ u32::from(one));
        let base = self.base ^ (2 * (twos % 2)) ^ u32::from(one);
        Genus::normal(base, exponents.collect())
    }
}

/// Finds least missing numbers, keeping its table between questions.
#[derive(Debug, Default)]
pub struct Mex {
    seen: Vec<u32>,
    round: u32,
}

impl Mex {
    /// The least number that is not among `values`.
    pub fn of(&mut self, values: impl Iterator<Item = u32> + Clone) -> u32 {
        self.round = match self.round.checked_add(1) {
            Some(round) => round,
            None => {
                self.seen.fill(0);
                1
            }
        };
        for value in values {
            let place = value as usize;
            if place >= self.seen.len() {
                self.seen.resize(place + 1, 0);
            }
            self.seen[place] = self.round;
        }
        let least = self.seen.iter().position(|&round| round != self.round);
        least.unwrap_or(self.seen.len()) as u32
    }
}

/// `2^1420`; superscripts of two digits and more in brackets: `8^8[10]`.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.base)?;
        self.exponents.iter().try_for_each(|&y| match y {
            0..10 => write!(f, "{y}"),
            y => write!(f, "[{y}]"),
        })
    }
}

/// This text is not a genus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a genus such as 2^1420 or 8^8[10], with two superscripts at least")]
pub struct NotAGenus;

impl FromStr for Genus {
    type Err = NotAGenus;

    fn from_str(text: &str) -> Result<Genus, NotAGenus> {
        let (base, mut rest) = text.split_once('^').ok_or(NotAGenus)?;
        let number = |digits: &str| {
            if digits.bytes().all(|b| b.is_ascii_digit()) {
                digits.parse::<u32>().map_err(|_| NotAGenus)
            } else {
                Err(NotAGenus)
            }
        };
        let base = number(base)?;
        let mut exponents: Vec<u32> = Vec::new();
        while let Some(first) = rest.chars().next() {
            let (digits, after) = match first {
                '[' => rest[1..].split_once(']').ok_or(NotAGenus)?,
                _ => rest.split_at(first.len_utf8()),
            };
            exponents.push(number(digits)?);
            rest = after;
        }
        Genus::new(base, &exponents).ok_or(NotAGenus)
    }
}
