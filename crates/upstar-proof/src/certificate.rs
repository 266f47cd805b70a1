//! The format of certificates: JSON, small enough to read (`docs/certificates.md`).
//!
//! The seal is a checksum of everything else. It finds accidents and careless changes; what a
//! certificate is worth comes from the checker alone.

use crate::shown::{message, quoted};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::ser::Formatter;
use std::io;

/// The version that is written.
const VERSION: u32 = 1;

/// The kinds of certificates.
const KINDS: [&str; 5] =
    ["nim-period", "misere-quotient", "misere-knots", "misere-ladders", "misere-counters"];

/// The longest certificate of a period: it has no lists.
const LONGEST_PERIOD: usize = 1 << 20;

/// The kind of a certificate, whatever else is there.
#[derive(Deserialize)]
struct Kind {
    certificate: String,
}

/// The fields of a certificate of a known kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed<C> {
    #[serde(rename = "certificate")]
    _kind: IgnoredAny,
    version: u32,
    claim: C,
    seal: String,
}

/// A certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "certificate", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Certificate {
    /// A nim-sequence is periodic.
    NimPeriod {
        /// The version of the format.
        version: u32,
        /// What is claimed.
        claim: NimPeriod,
        /// The checksum of the rest.
        seal: String,
    },
    /// The misère quotient of a heap game.
    MisereQuotient {
        /// The version of the format.
        version: u32,
        /// What is claimed.
        claim: MisereQuotient,
        /// The checksum of the rest.
        seal: String,
    },
    /// A rule of the type of Knots.
    MisereKnots {
        /// The version of the format.
        version: u32,
        /// What is claimed.
        claim: MisereKnots,
        /// The checksum of the rest.
        seal: String,
    },
    /// A rule of two ladders.
    MisereLadders {
        /// The version of the format.
        version: u32,
        /// What is claimed.
        claim: MisereLadders,
        /// The checksum of the rest.
        seal: String,
    },
    /// A rule with counters.
    MisereCounters {
        /// The version of the format.
        version: u32,
        /// What is claimed.
        claim: MisereCounters,
        /// The checksum of the rest.
        seal: String,
    },
}

/// A counter, from where to where it is; no end is no bound.
pub type Interval = (u16, Option<i64>, Option<i64>);

/// The claim that a rule with counters tells who wins misère play of every sum of heaps of this game
/// (`docs/quotients.md`).
///
/// Heap n is the word `words[n - 1]`, a list of letters; for n >= `preperiod`, heap n + `period` is the
/// same word as heap n. A letter adds its `weights` to the counters, which are 0 at first, and leads from
/// element q of a finite monoid to `steps[q][letter]`; element 0 is the first. A sum is a P-position exactly if
/// `winning` of its element is [i, low, high] and counter i is from low to high, where `null` is no bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereCounters {
    /// The code of the game.
    pub code: String,
    /// The period of the words.
    pub period: u64,
    /// From this heap on, at least 1.
    pub preperiod: u64,
    /// The words of the heaps before `preperiod` + `period`.
    pub words: Vec<Vec<u16>>,
    /// What each letter adds to the counters.
    pub weights: Vec<Vec<i64>>,
    /// Counters of which [i, j, k] says that i is always j plus k.
    pub relations: Vec<[u16; 3]>,
    /// Where each letter leads from each element.
    pub steps: Vec<Vec<u16>>,
    /// When a sum with this element is a P-position; `null` is never.
    pub winning: Vec<Option<Interval>>,
}

/// The claim that the rule of two ladders tells who wins misère play of every sum of heaps of this
/// game (`docs/quotients.md`).
///
/// Heap n has the label `labels[n - 1]` = [d, b, y, x]: [d, b, 0, 0] if it is plain, [0, 0, i, 0]
/// if it is an Y with the number i, [1, 0, 0, i] if it is an X; for n >= `preperiod`, heap
/// n + `period` has the label of heap n, its number, if it has one, larger by 1. Numbers that differ by
/// `near` or less count as near.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereLadders {
    /// The code of the game.
    pub code: String,
    /// Numbers that differ by so much or less are near.
    pub near: u64,
    /// The period of the labels.
    pub period: u64,
    /// From this heap on, at least 1.
    pub preperiod: u64,
    /// The labels of the heaps before `preperiod` + `period`.
    pub labels: Vec<[u64; 4]>,
}

/// The claim that the rule of Knots tells who wins misère play of every sum of heaps of this game.
///
/// Heap n has the label `labels[n - 1]` = [d, t, m]; for n >= `preperiod`, heap n + `period` has
/// the label of heap n with t + `step` and, unless it is 0, m + 2 `step`. A sum with D the parity
/// of the sum of d, T the sum of t and M the largest m is a P-position exactly if T = 0 and D is
/// odd, or T > 0 and D are even and M < T, or T and D are odd and M > T.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereKnots {
    /// The code of the game.
    pub code: String,
    /// The period of the labels.
    pub period: u64,
    /// By how much t grows in a period.
    pub step: u64,
    /// From this heap on, at least 1.
    pub preperiod: u64,
    /// The labels of the heaps before `preperiod` + `period`.
    pub labels: Vec<[u64; 3]>,
}

/// The claim that this bipartite monoid is the misère quotient of the heaps up to some size, or of
/// all heaps, with this pretending function. Element 0 is the identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MisereQuotient {
    /// The code of the game.
    pub code: String,
    /// The largest heap that the argument looks at.
    pub heaps: u64,
    /// The number of elements.
    pub order: u64,
    /// Heaps whose classes generate the monoid; each is the least of its class.
    pub generators: Vec<u64>,
    /// The products of each element with the generators.
    pub steps: Vec<Vec<u16>>,
    /// The P-elements, increasing.
    pub p_portion: Vec<u16>,
    /// The classes of the heaps 1, 2, ...
    pub pretending: Vec<u16>,
    /// The period of the pretending function, if the quotient is that of all heaps.
    pub periodic: Option<Periodic>,
}

/// The pretending function repeats; both numbers are least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Periodic {
    /// From this heap on, at least 1.
    pub preperiod: u64,
    /// With this period.
    pub period: u64,
}

/// The claim G(n + period) = G(n) + saltus for all n >= preperiod, both numbers being least.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NimPeriod {
    /// The code of the game.
    pub code: String,
    /// The least index from which the values repeat.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// What is added in each period.
    pub saltus: u64,
    /// How many values G(0), G(1), ... the argument looks at.
    pub computed: u64,
    /// The theorem and its data.
    pub theorem: Theorem,
}

/// Theorems about periods; `docs/heaps.md` has statements and proofs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Theorem {
    /// A move takes at most `reach` tokens and leaves at most `heaps` heaps.
    BoundedHeaps {
        /// The most heaps that a move leaves.
        heaps: u64,
        /// The most tokens that a move takes.
        reach: u64,
    },
    /// Rare values have died out and the proofs for common ones are short.
    SparseSpace {
        /// The most tokens that a move takes.
        reach: u64,
        /// Bits of a value whose parity makes it rare or common.
        mask: u32,
        /// The parity of all breaking digits, if the parity of positions counts too.
        position: Option<u8>,
        /// The last rare position.
        last_rare: u64,
        /// The largest smaller heap that is needed to exclude a rare value in the last period.
        longest_proof: u64,
        /// The length of the two windows that agree.
        window: u64,
        /// How far apart they are.
        distance: u64,
    },
    /// Digits repeat, or allow any number of heaps; no saltus.
    Tails {
        /// The most heaps among the numbers that digits name one by one.
        heaps: u64,
        /// The index from which on digits repeat.
        head: u64,
        /// After how many digits they repeat.
        tail: u64,
        /// A multiple of the period and of `tail`.
        distance: u64,
    },
    /// A saltus: weights and options that climb or stay.
    Arithmetic {
        /// A multiple of the period and of the length after which digits repeat.
        distance: u64,
        /// Values are looked at modulo 2 to this power.
        bits: u32,
        /// The heaps from here to the end are looked at.
        from: u64,
        /// Options worth less stay; from here on and one rise more they climb.
        low: u64,
    },
}

/// Why a text is not a certificate.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is not JSON, or has other fields.
    #[error("this is not a certificate: {}", message(&.0.to_string()))]
    Shape(#[from] serde_json::Error),
    /// It is of a kind that this program does not know.
    #[error("{} is not a kind of certificate; this program reads {}", quoted(.0), KINDS.join(", "))]
    Kind(String),
    /// It is longer than any certificate.
    #[error("a certificate of this kind has at most {0} bytes")]
    Long(usize),
    /// It is of a version that this program does not know.
    #[error("the certificate has version {0}; this program reads version {VERSION}")]
    Version(u32),
}

impl Certificate {
    /// A sealed certificate of a period.
    pub fn nim_period(claim: NimPeriod) -> Certificate {
        let seal = String::new();
        let mut certificate = Certificate::NimPeriod { version: VERSION, claim, seal };
        certificate.reseal();
        certificate
    }

    /// A sealed certificate of a quotient.
    pub fn misere_quotient(claim: MisereQuotient) -> Certificate {
        let seal = String::new();
        let mut certificate = Certificate::MisereQuotient { version: VERSION, claim, seal };
        certificate.reseal();
        certificate
    }

    /// A sealed certificate of a rule of the type of Knots.
    pub fn misere_knots(claim: MisereKnots) -> Certificate {
        let seal = String::new();
        let mut certificate = Certificate::MisereKnots { version: VERSION, claim, seal };
        certificate.reseal();
        certificate
    }

    /// A sealed certificate of a rule of two ladders.
    pub fn misere_ladders(claim: MisereLadders) -> Certificate {
        let seal = String::new();
        let mut certificate = Certificate::MisereLadders { version: VERSION, claim, seal };
        certificate.reseal();
        certificate
    }

    /// A sealed certificate of a rule with counters.
    pub fn misere_counters(claim: MisereCounters) -> Certificate {
        let seal = String::new();
        let mut certificate = Certificate::MisereCounters { version: VERSION, claim, seal };
        certificate.reseal();
        certificate
    }

    /// Longer texts are not read: no certificate has so many bytes.
    pub const LONGEST: usize = 1 << 26;

    /// Reads a certificate.
    ///
    /// ```
    /// use upstar_proof::Certificate;
    /// let hostile = r#"{"certificate":"\u001b[8m\nverified: everything"}"#;
    /// let error = Certificate::read(hostile).unwrap_err().to_string();
    /// assert!(error.starts_with(r"`\u{1b}[8m\nverified: everything` is not a kind of certificate"));
    /// ```
    pub fn read(text: &str) -> Result<Certificate, ReadError> {
        if text.len() > Certificate::LONGEST {
            return Err(ReadError::Long(Certificate::LONGEST));
        }
        // The kind first, and then the fields of this kind: nothing is kept that is not asked for.
        let Kind { certificate: kind } = serde_json::from_str(text)?;
        let certificate = match kind.as_str() {
            "nim-period" if text.len() > LONGEST_PERIOD => {
                return Err(ReadError::Long(LONGEST_PERIOD));
            }
            "nim-period" => {
                let Sealed { version, claim, seal, .. } = serde_json::from_str(text)?;
                Certificate::NimPeriod { version, claim, seal }
            }
            "misere-quotient" => {
                let Sealed { version, claim, seal, .. } = serde_json::from_str(text)?;
                Certificate::MisereQuotient { version, claim, seal }
            }
            "misere-knots" => {
                let Sealed { version, claim, seal, .. } = serde_json::from_str(text)?;
                Certificate::MisereKnots { version, claim, seal }
            }
            "misere-ladders" => {
                let Sealed { version, claim, seal, .. } = serde_json::from_str(text)?;
                Certificate::MisereLadders { version, claim, seal }
            }
            "misere-counters" => {
                let Sealed { version, claim, seal, .. } = serde_json::from_str(text)?;
                Certificate::MisereCounters { version, claim, seal }
            }
            _ => return Err(ReadError::Kind(kind)),
        };
        match certificate.version() {
            VERSION => Ok(certificate),
            other => Err(ReadError::Version(other)),
        }
    }

    /// The version of the format.
    fn version(&self) -> u32 {
        match self {
            Certificate::NimPeriod { version, .. }
            | Certificate::MisereQuotient { version, .. }
            | Certificate::MisereKnots { version, .. }
            | Certificate::MisereLadders { version, .. }
            | Certificate::MisereCounters { version, .. } => *version,
        }
    }

    /// Writes it as [`Certificate::read`] reads it.
    pub fn write(&self) -> String {
        // Plain data without maps: this cannot fail.
        let mut text = Vec::new();
        let mut serializer = serde_json::Serializer::with_formatter(&mut text, Lines::default());
        let _ = self.serialize(&mut serializer);
        text.push(b'\n');
        String::from_utf8(text).unwrap_or_default()
    }

    /// Computes the seal again.
    pub fn reseal(&mut self) {
        let fresh = self.expected_seal();
        match self {
            Certificate::NimPeriod { seal, .. }
            | Certificate::MisereQuotient { seal, .. }
            | Certificate::MisereKnots { seal, .. }
            | Certificate::MisereLadders { seal, .. }
            | Certificate::MisereCounters { seal, .. } => *seal = fresh,
        }
    }

    /// Is the seal that of this content?
    pub fn seal_fits(&self) -> bool {
        match self {
            Certificate::NimPeriod { seal, .. }
            | Certificate::MisereQuotient { seal, .. }
            | Certificate::MisereKnots { seal, .. }
            | Certificate::MisereLadders { seal, .. }
            | Certificate::MisereCounters { seal, .. } => *seal == self.expected_seal(),
        }
    }

    fn expected_seal(&self) -> String {
        let text = match self {
            Certificate::NimPeriod { version, claim, .. } => {
                serde_json::to_string(&(version, claim))
            }
            Certificate::MisereQuotient { version, claim, .. } => {
                serde_json::to_string(&(version, claim))
            }
            Certificate::MisereKnots { version, claim, .. } => {
                serde_json::to_string(&(version, claim))
            }
            Certificate::MisereLadders { version, claim, .. } => {
                serde_json::to_string(&(version, claim))
            }
            Certificate::MisereCounters { version, claim, .. } => {
                serde_json::to_string(&(version, claim))
            }
        };
        let text = text.unwrap_or_default();
        // FNV-1a, 64 bits.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
}

/// JSON with a line for each field, and for each list of numbers.
#[derive(Default)]
struct Lines {
    fields: usize,
    lists: usize,
    nested: bool,
}

impl Lines {
    fn new_line<W: io::Write + ?Sized>(&self, writer: &mut W) -> io::Result<()> {
        write!(writer, "\n{:1$}", "", 2 * (self.fields + self.lists))
    }
}

impl Formatter for Lines {
    fn begin_array<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.lists > 0 {
            self.nested = true;
            self.new_line(writer)?;
        } else {
            self.nested = false;
        }
        self.lists += 1;
        writer.write_all(b"[")
    }

    fn end_array<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.lists -= 1;
        if self.lists == 0 && self.nested {
            self.new_line(writer)?;
        }
        writer.write_all(b"]")
    }

    fn begin_array_value<W: io::Write + ?Sized>(
        &mut self,
        w: &mut W,
        first: bool,
    ) -> io::Result<()> {
        w.write_all(if first { b"" } else { b"," })
    }

    fn begin_object<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.fields += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        self.fields -= 1;
        self.new_line(writer)?;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: io::Write + ?Sized>(
        &mut self,
        w: &mut W,
        first: bool,
    ) -> io::Result<()> {
        w.write_all(if first { b"" } else { b"," })?;
        self.new_line(w)
    }

    fn begin_object_value<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn kayles() -> Certificate {
        Certificate::nim_period(NimPeriod {
            code: "0.77".into(),
            preperiod: 71,
            period: 12,
            saltus: 0,
            computed: 200,
            theorem: Theorem::BoundedHeaps { heaps: 2, reach: 2 },
        })
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Certificate::read(&kayles().write()).unwrap(), kayles());
        let counters = include_str!("../../upstar-misere/src/counters/known.json");
        assert_eq!(Certificate::read(counters).unwrap().write(), counters);
    }

    #[test]
    fn a_text_may_be_as_long_as_the_limit() {
        let long = |text: &str| match Certificate::read(text) {
            Err(ReadError::Long(limit)) => limit,
            _ => 0,
        };
        let mut text = kayles().write();
        text.extend(std::iter::repeat_n(' ', LONGEST_PERIOD - text.len()));
        assert_eq!(Certificate::read(&text).unwrap(), kayles());
        assert_eq!(long(&(text + " ")), LONGEST_PERIOD);
        let text = "x".repeat(Certificate::LONGEST);
        assert_eq!(long(&text), 0);
        assert_eq!(long(&(text + "x")), Certificate::LONGEST);
    }

    #[test]
    fn errors_are_one_line_of_visible_text() {
        let text = kayles().write();
        let hostile = r"\n\u001b[8m\u2028\u202everified: it";
        let texts = [
            text.replace("nim-period", hostile),
            text.replace("\"saltus\"", &format!("\"{hostile}\"")),
            text.replace("\"seal\"", &format!("\"{hostile}\"")),
            text.replace("bounded-heaps", hostile),
            text.replace("\"version\": 1", "\"version\": 2"),
            text.replace("\"version\": 1", "\"version\": 1, \"version\": 1"),
            text.replace("71", "71.5"),
            text.replace("71", "-71"),
            text.replace("71", "99999999999999999999"),
            text.replace("71", &format!("\"{}\"", "x".repeat(500))),
            "[".repeat(1_000_000),
            format!("{{\"certificate\":{}", "[".repeat(1_000_000)),
            format!("{text}{text}"),
            text.replace("0.77", &"7".repeat(LONGEST_PERIOD)),
            String::new(),
        ];
        for text in texts {
            let error = Certificate::read(&text).unwrap_err().to_string();
            let visible = error.chars().all(|c| matches!(c, ' '..='~'));
            assert!(visible && error.len() < 500, "{error}");
        }
        let error = Certificate::read("[").unwrap_err().to_string();
        assert_eq!(error, "this is not a certificate: EOF while parsing a list at line 1 column 1");
    }
}
