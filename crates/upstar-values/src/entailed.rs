//! Entailed values: which nim-heaps a position can answer (Winning Ways ch. 12).
//!
//! After an entailing move the opponent must reply in the same component. So what counts of a
//! position that was just reached is the set of all `n` for which the player who moved wins if
//! the rest of the sum is worth `*n`. The set is finite or has a finite complement; when the last
//! move was an ordinary one only its least element matters. *Sunny* is the set of all numbers,
//! the move to it wins; *loony* is the empty set, the move to it loses.
//!
//! Invariant: `words` holds the elements below its length in bits, everything above belongs to
//! the set iff `tail`; the last word is not the one that `tail` implies.

use smallvec::SmallVec;
use std::fmt;
use std::str::FromStr;

/// A finite or cofinite set of numbers.
///
/// ```
/// use upstar_values::Entailed;
/// let set: Entailed = "1,4>".parse()?;
/// assert!(set.contains(7) && !set.contains(3));
/// assert_eq!(set.complement().to_string(), "0,2,3");
/// assert_eq!(set.least(), Some(1));
/// assert_eq!(Entailed::sunny().complement(), Entailed::loony());
/// # Ok::<(), upstar_values::ParseEntailedError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Entailed {
    words: SmallVec<[u64; 2]>,
    tail: bool,
}

impl Entailed {
    pub(crate) fn owned_bytes(&self) -> usize {
        upstar_base::Weigh::heap_bytes(&self.words)
    }

    /// The empty set.
    pub fn loony() -> Entailed {
        Entailed::default()
    }

    /// The set of all numbers.
    pub fn sunny() -> Entailed {
        Entailed { words: SmallVec::new(), tail: true }
    }

    /// The set of one number.
    pub fn only(n: u32) -> Entailed {
        let mut set = Entailed::loony();
        set.insert(n);
        set
    }

    /// The set whose numbers below `64 * words.len()` are the bits of `words`; above it has all or
    /// none.
    ///
    /// ```
    /// use upstar_values::Entailed;
    /// assert_eq!(Entailed::from_words(&[!0b1101], true).to_string(), "1,4>");
    /// ```
    pub fn from_words(words: &[u64], above: bool) -> Entailed {
        let mut set = Entailed { words: words.into(), tail: above };
        set.shorten();
        set
    }

    /// Adds a number.
    pub fn insert(&mut self, n: u32) {
        let (word, bit) = (n as usize / 64, n % 64);
        if word >= self.words.len() {
            if self.tail {
                return;
            }
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << bit;
        self.shorten();
    }

    /// Adds every number of another set.
    pub fn add(&mut self, other: &Entailed) {
        let longest = self.words.len().max(other.words.len());
        let filler = if self.tail { u64::MAX } else { 0 };
        self.words.resize(longest, filler);
        let rest = if other.tail { u64::MAX } else { 0 };
        let others = other.words.iter().copied().chain(std::iter::repeat(rest));
        self.words.iter_mut().zip(others).for_each(|(word, other)| *word |= other);
        self.tail |= other.tail;
        self.shorten();
    }

    /// All other numbers.
    pub fn complement(&self) -> Entailed {
        Entailed { words: self.words.iter().map(|word| !word).collect(), tail: !self.tail }
    }

    /// The set with every number nim-added to `n`: what a position that must be answered is
    /// worth beside others worth `*n`.
    ///
    /// ```
    /// use upstar_values::Entailed;
    /// let set: Entailed = "1,4>".parse()?;
    /// assert_eq!(set.beside(2).to_string(), "3>");
    /// assert_eq!(set.beside(4).to_string(), "0,1,2,3,5,8>");
    /// # Ok::<(), upstar_values::ParseEntailedError>(())
    /// ```
    pub fn beside(&self, n: u32) -> Entailed {
        let (high, low) = (n as usize / 64, n % 64);
        let length = self.words.len().max(high + 1).next_power_of_two();
        let filler = if self.tail { u64::MAX } else { 0 };
        let moved = |place: usize| {
            let word = self.words.get(place ^ high).copied().unwrap_or(filler);
            (0..64).fold(0, |moved, bit| moved | (word >> bit & 1) << (bit ^ low))
        };
        let mut set = Entailed { words: (0..length).map(moved).collect(), tail: self.tail };
        set.shorten();
        set
    }

    /// Is a number in the set?
    pub fn contains(&self, n: u32) -> bool {
        self.words.get(n as usize / 64).map_or(self.tail, |word| word >> (n % 64) & 1 == 1)
    }

    /// Does it contain all large numbers? Then it also answers a loony rest.
    pub fn is_cofinite(&self) -> bool {
        self.tail
    }

    /// How many bytes its bits take.
    pub fn bytes(&self) -> usize {
        8 * self.words.len()
    }

    /// The least element: the nim-value when the last move was an ordinary one; `None` is loony.
    pub fn least(&self) -> Option<u32> {
        let place = self.words.iter().position(|&word| word != 0);
        match place {
            Some(i) => Some(64 * i as u32 + self.words[i].trailing_zeros()),
            None if self.tail => Some(64 * self.words.len() as u32),
            None => None,
        }
    }

    fn shorten(&mut self) {
        let implied = if self.tail { u64::MAX } else { 0 };
        while self.words.last() == Some(&implied) {
            self.words.pop();
        }
    }
}

impl fmt::Display for Entailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let below = 64 * self.words.len() as u32;
        match (below, self.tail) {
            (0, true) => return f.write_str("sunny"),
            (0, false) => return f.write_str("loony"),
            _ => {}
        }
        // Where the tail begins: after the last number that is missing.
        let end = if self.tail {
            (0..below).rev().find(|&n| !self.contains(n)).map_or(0, |n| n + 1)
        } else {
            below
        };
        let mut items: Vec<String> =
            (0..end).filter(|&n| self.contains(n)).map(|n| n.to_string()).collect();
        if self.tail {
            items.push(format!("{end}>"));
        }
        f.write_str(&items.join(","))
    }
}

/// A text is not an entailed value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected an entailed value such as `1,4>`, `0,2`, `sunny` or `loony`, found `{0}`")]
pub struct ParseEntailedError(String);

impl FromStr for Entailed {
    type Err = ParseEntailedError;

    fn from_str(text: &str) -> Result<Entailed, ParseEntailedError> {
        /// No value of a game that can be played is larger.
        const MOST: u32 = 1 << 20;
        let wrong = || ParseEntailedError(text.to_owned());
        match text.trim() {
            "sunny" => return Ok(Entailed::sunny()),
            "loony" => return Ok(Entailed::loony()),
            _ => {}
        }
        let mut set = Entailed::loony();
        let items: Vec<&str> = text.split(',').map(str::trim).collect();
        for (i, item) in items.iter().enumerate() {
            let from = item.strip_suffix('>').filter(|_| i + 1 == items.len());
            let n: u32 = from.unwrap_or(item).parse().map_err(|_| wrong())?;
            if n > MOST {
                return Err(wrong());
            }
            if from.is_some() {
                let mut below = Entailed::loony();
                (0..n).for_each(|k| below.insert(k));
                set.add(&below.complement());
            } else {
                set.insert(n);
            }
        }
        Ok(set)
    }
}
