//! The format of certificates: JSON, small enough to read (`docs/certificates.md`).
//!
//! The seal is a checksum of everything else. It finds accidents and careless changes; what a
//! certificate is worth comes from the checker alone.

use serde::{Deserialize, Serialize};

/// The version that is written.
const VERSION: u32 = 1;

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
}

/// Why a text is not a certificate.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is not JSON, or has other fields.
    #[error("this is not a certificate: {0}")]
    Shape(#[from] serde_json::Error),
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

    /// Reads a certificate.
    pub fn read(text: &str) -> Result<Certificate, ReadError> {
        let certificate: Certificate = serde_json::from_str(text)?;
        let Certificate::NimPeriod { version, .. } = certificate;
        match version {
            VERSION => Ok(certificate),
            other => Err(ReadError::Version(other)),
        }
    }

    /// Writes it as [`Certificate::read`] reads it.
    pub fn write(&self) -> String {
        // Plain data without maps: this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Computes the seal again.
    pub fn reseal(&mut self) {
        let fresh = self.expected_seal();
        let Certificate::NimPeriod { seal, .. } = self;
        *seal = fresh;
    }

    /// Is the seal that of this content?
    pub fn seal_fits(&self) -> bool {
        let Certificate::NimPeriod { seal, .. } = self;
        *seal == self.expected_seal()
    }

    fn expected_seal(&self) -> String {
        let Certificate::NimPeriod { version, claim, .. } = self;
        let text = serde_json::to_string(&(version, claim)).unwrap_or_default();
        // FNV-1a, 64 bits.
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
}
