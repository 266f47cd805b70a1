//! The format of certificates: JSON, small enough to read (`docs/certificates.md`).
//!
//! The seal is a checksum of everything else. It finds accidents and careless changes; what a
//! certificate is worth comes from the checker alone.

use crate::Verdict;
use crate::counters::MisereCounters;
use crate::json::JsonLines;
use crate::knots::MisereKnots;
use crate::ladders::MisereLadders;
use crate::meter::Meter;
use crate::period::{NimPeriod, WatchValues};
use crate::quotient::MisereQuotient;
use crate::shown::{message, quoted};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize, Serializer};
use upstar_base::Stopped;

/// The version that is written.
const VERSION: u32 = 1;

/// A kind of certificate: what is claimed, and how the claim is checked.
///
/// A new kind is a module with an implementation, and a row in the list of [`claims!`].
pub(crate) trait Claim {
    /// Checks every hypothesis of the theorem; `watch` asks for a long check where there is one.
    fn check(&self, meter: &Meter<'_>, watch: Option<WatchValues<'_>>) -> Result<Verdict, Stopped>;

    /// Whether the claim is checked at once. Rules are: they are verified when they are found.
    fn is_short(&self) -> bool {
        true
    }

    /// Returns how many values are derived; `None` if sums of heaps are looked at.
    fn values(&self) -> Option<u64> {
        None
    }

    /// Returns the most bytes of a certificate of this kind.
    fn longest() -> usize
    where
        Self: Sized,
    {
        Certificate::LONGEST
    }
}

/// Makes the type of all claims of a list of kinds, each with its name in certificates.
macro_rules! claims {
    ($($(#[$doc:meta])* $kind:literal => $claim:ident,)*) => {
        /// A claim of any kind.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum AnyClaim {
            $($(#[$doc])* $claim($claim),)*
        }

        /// The kinds of certificates.
        const KINDS: &[&str] = &[$($kind),*];

        impl AnyClaim {
            /// Returns the name of its kind, as it is written.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(AnyClaim::$claim(_) => $kind,)*
                }
            }

            /// Returns the code of the game that the claim is about.
            pub fn code(&self) -> &str {
                match self {
                    $(AnyClaim::$claim(claim) => &claim.code,)*
                }
            }

            pub(crate) fn get(&self) -> &dyn Claim {
                match self {
                    $(AnyClaim::$claim(claim) => claim,)*
                }
            }

            /// Reads a certificate of the kind with this name.
            fn read(kind: String, text: &str) -> Result<Certificate, ReadError> {
                match kind.as_str() {
                    $($kind => sealed::<$claim>(text),)*
                    _ => Err(ReadError::Kind(kind)),
                }
            }
        }

        $(impl From<$claim> for AnyClaim {
            fn from(claim: $claim) -> AnyClaim {
                AnyClaim::$claim(claim)
            }
        })*
    };
}

claims! {
    /// A nim-sequence is periodic.
    "nim-period" => NimPeriod,
    /// The misère quotient of a heap game.
    "misere-quotient" => MisereQuotient,
    /// A rule of the type of Knots.
    "misere-knots" => MisereKnots,
    /// A rule of two ladders.
    "misere-ladders" => MisereLadders,
    /// A rule with counters.
    "misere-counters" => MisereCounters,
}

impl AnyClaim {
    /// Returns how many values are derived; `None` if sums of heaps are looked at.
    pub fn values(&self) -> Option<u64> {
        self.get().values()
    }

    /// Checks every hypothesis of the theorem; `watch` asks for a long check where there is one.
    pub(crate) fn check(
        &self,
        meter: &Meter<'_>,
        watch: Option<WatchValues<'_>>,
    ) -> Result<Verdict, Stopped> {
        self.get().check(meter, watch)
    }
}

/// A certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The version of the format.
    version: u32,
    /// What is claimed.
    pub claim: AnyClaim,
    /// The checksum of the rest.
    seal: String,
}

impl Serialize for Certificate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Certificate { version, claim, seal } = self;
        WrittenFields { certificate: claim.kind(), version: *version, claim, seal }
            .serialize(serializer)
    }
}

/// The kind of a certificate, whatever else is there.
#[derive(Deserialize)]
struct CertificateKind {
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

/// The fields of a certificate, as they are written.
#[derive(Serialize)]
struct WrittenFields<'a> {
    certificate: &'static str,
    version: u32,
    claim: &'a AnyClaim,
    seal: &'a str,
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

fn sealed<C>(text: &str) -> Result<Certificate, ReadError>
where
    C: Claim + DeserializeOwned + Into<AnyClaim>,
{
    if text.len() > C::longest() {
        return Err(ReadError::Long(C::longest()));
    }
    let Sealed::<C> { version, claim, seal, .. } = serde_json::from_str(text)?;
    Ok(Certificate { version, claim: claim.into(), seal })
}

impl Certificate {
    /// Longer texts are not read: no certificate has so many bytes.
    pub const LONGEST: usize = 1 << 26;

    /// Returns a sealed certificate of a claim.
    pub fn new(claim: impl Into<AnyClaim>) -> Certificate {
        let (claim, seal) = (claim.into(), String::new());
        let mut certificate = Certificate { version: VERSION, claim, seal };
        certificate.reseal();
        certificate
    }

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
        let CertificateKind { certificate: kind } = serde_json::from_str(text)?;
        let certificate = AnyClaim::read(kind, text)?;
        match certificate.version {
            VERSION => Ok(certificate),
            other => Err(ReadError::Version(other)),
        }
    }

    /// Writes it as [`Certificate::read`] reads it.
    pub fn write(&self) -> String {
        // Plain data without maps: this cannot fail.
        let mut text = Vec::new();
        let mut serializer =
            serde_json::Serializer::with_formatter(&mut text, JsonLines::default());
        let _ = self.serialize(&mut serializer);
        text.push(b'\n');
        String::from_utf8(text).unwrap_or_default()
    }

    /// Computes the seal again.
    pub fn reseal(&mut self) {
        self.seal = self.expected_seal();
    }

    /// Whether the seal is that of this content.
    pub fn seal_fits(&self) -> bool {
        self.seal == self.expected_seal()
    }

    fn expected_seal(&self) -> String {
        let text = serde_json::to_string(&(self.version, &self.claim)).unwrap_or_default();
        // FNV-1a, 64 bits.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
}
