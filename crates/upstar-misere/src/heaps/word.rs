//! Words: sums of irreducible parts and of the nim-heaps *1 and *2.
//!
//! In misère play `*1 + *1 = 0`, so only the parity of the number of `*1` matters, while copies
//! of `*2` do not cancel. Invariant: parts are sorted by number, none twice, none with
//! multiplicity 0. So two words with the same parts are equal data.

use smallvec::SmallVec;
use std::fmt;
use upstar_base::Stopped;

/// A sum: parts with their multiplicities, copies of `*2`, and perhaps `*1`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Word {
    /// Numbers of parts and how often each occurs.
    pub parts: SmallVec<[(u16, u16); 4]>,
    /// How many copies of `*2`.
    pub twos: u32,
    /// Is there a `*1`?
    pub one: bool,
}

/// Refusal of a sum with too many equal parts.
const TOO_MANY: Stopped =
    Stopped::Limit { what: "the number of equal parts in a sum", limit: u16::MAX as u64 };

impl Word {
    /// The adder `:k` of Allemang: k/2 copies of `*2`, and `*1` if k is odd.
    pub fn adder(k: u32) -> Word {
        Word { parts: SmallVec::new(), twos: k / 2, one: k % 2 == 1 }
    }

    /// One part.
    pub fn part(part: u16) -> Word {
        Word { parts: SmallVec::from_slice(&[(part, 1)]), twos: 0, one: false }
    }

    /// Is this the empty sum?
    pub fn is_zero(&self) -> bool {
        self.parts.is_empty() && self.twos == 0 && !self.one
    }

    /// The number k when this is the adder `:k`.
    pub fn as_adder(&self) -> Option<u64> {
        self.parts.is_empty().then(|| 2 * u64::from(self.twos) + u64::from(self.one))
    }

    /// The sum without its adder.
    pub fn without_adder(&self) -> Word {
        Word { parts: self.parts.clone(), twos: 0, one: false }
    }

    /// The sum of two words.
    pub fn plus(&self, other: &Word) -> Result<Word, Stopped> {
        self.times_plus(1, other)
    }

    /// This word and `times` copies of another.
    pub fn with_copies(&self, other: &Word, times: u32) -> Result<Word, Stopped> {
        other.times_plus(times, self)
    }

    /// `times` copies of this word and one of another.
    fn times_plus(&self, times: u32, other: &Word) -> Result<Word, Stopped> {
        let mut parts = SmallVec::with_capacity(self.parts.len() + other.parts.len());
        let (mut mine, mut theirs) = (&self.parts[..], &other.parts[..]);
        let copies = |n: u16| u32::from(n).checked_mul(times).ok_or(TOO_MANY);
        while times > 0 || !theirs.is_empty() {
            let (part, count) = match (mine, theirs) {
                ([], []) => break,
                (&[(p, m), ref rest @ ..], &[(q, n), ref others @ ..]) if p == q => {
                    (mine, theirs) = (rest, others);
                    (p, copies(m)?.checked_add(u32::from(n)).ok_or(TOO_MANY)?)
                }
                (&[(p, m), ref rest @ ..], &[(q, _), ..]) if p < q => {
                    mine = rest;
                    (p, copies(m)?)
                }
                (&[(p, m), ref rest @ ..], []) => {
                    mine = rest;
                    (p, copies(m)?)
                }
                (_, &[(q, n), ref others @ ..]) => {
                    theirs = others;
                    (q, u32::from(n))
                }
            };
            if count > 0 {
                parts.push((part, u16::try_from(count).map_err(|_| TOO_MANY)?));
            }
        }
        let twos = self.twos.checked_mul(times).and_then(|twos| twos.checked_add(other.twos));
        let one = (self.one && times % 2 == 1) ^ other.one;
        Ok(Word { parts, twos: twos.ok_or(TOO_MANY)?, one })
    }

    /// The word that gives this one when `other` is added; `None` if there is none.
    pub fn minus(&self, other: &Word) -> Option<Word> {
        let twos = self.twos.checked_sub(other.twos)?;
        let mut parts = SmallVec::new();
        let mut theirs = &other.parts[..];
        for &(part, count) in &self.parts {
            let mut left = count;
            if let [(q, n), rest @ ..] = theirs
                && *q == part
            {
                left = count.checked_sub(*n)?;
                theirs = rest;
            }
            if left > 0 {
                parts.push((part, left));
            }
        }
        theirs.is_empty().then_some(Word { parts, twos, one: self.one ^ other.one })
    }

    /// The bytes of an entry for this word in a hash table that grows.
    pub(crate) fn weight(&self) -> u64 {
        let beside = if self.parts.spilled() { self.parts.capacity() } else { 0 };
        (5 * (size_of::<Word>() + 8) / 2 + beside * size_of::<(u16, u16)>()) as u64
    }

    /// The word without one copy of the part in place `i`.
    pub fn without(&self, i: usize) -> Word {
        let mut rest = self.clone();
        match rest.parts[i].1 {
            1 => {
                rest.parts.remove(i);
            }
            n => rest.parts[i].1 = n - 1,
        }
        rest
    }
}

/// Parts by number, adders as `:k`: `2p0+p3+:5`.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut terms = Vec::new();
        for &(part, count) in &self.parts {
            let times = if count > 1 { count.to_string() } else { String::new() };
            terms.push(format!("{times}p{part}"));
        }
        if self.twos > 0 || self.one || terms.is_empty() {
            terms.push(format!(":{}", 2 * u64::from(self.twos) + u64::from(self.one)));
        }
        f.write_str(&terms.join("+"))
    }
}
