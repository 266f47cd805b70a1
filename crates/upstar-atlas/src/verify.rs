//! Are the certificates of an atlas right, and do they say what the rows say?
//!
//! Each certificate is unpacked, read and compared with its row; then the checker of `upstar-proof`
//! derives it again, which shares no code with the engines that found it. A sample is drawn by a
//! number, so that the same sample can be drawn again. The rows themselves are compared with the list
//! of all codes that the atlas is about.

use crate::atlas::Atlas;
use crate::claim::CodeClaim;
use crate::database::{SurveyError, count};
use crate::lists::Compared;
use crate::packed::unpack;
use crate::work::SurveyKind;
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;
use upstar_base::{Budget, Random};
use upstar_proof::{Certificate, Verdict, check};

/// Which certificates are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// So many; all if none is given.
    pub size: Option<u64>,
    /// Another number draws other ones.
    pub seed: u64,
}

/// A row or a certificate that was not verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RejectedRow {
    /// Of which survey.
    pub kind: SurveyKind,
    /// Of which code.
    pub code: String,
    /// What is wrong.
    pub reason: String,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verification {
    /// How many codes the atlas lists, over all its surveys.
    pub listed: u64,
    /// How many results are still to be computed.
    pub waiting: u64,
    /// Whether the file has a seal, which was compared when it was opened.
    pub sealed: bool,
    /// Rows that are missing, too many, or different from the lists of all codes.
    pub rows: Vec<RejectedRow>,
    /// How many certificates there are.
    pub certificates: u64,
    /// How many were checked.
    pub checked: u64,
    /// How many were verified.
    pub verified: u64,
    /// How many of these are proofs for all heaps: of a period, a quotient of all heaps or a rule.
    pub for_all_heaps: u64,
    /// Those that are wrong.
    pub refuted: Vec<RejectedRow>,
    /// Those of which the checker could not tell.
    pub unknown: Vec<RejectedRow>,
}

impl Verification {
    /// Was everything verified?
    pub fn is_verified(&self) -> bool {
        self.verified == self.checked && self.rows.is_empty()
    }

    /// A line for each fault, and the counts.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let faults =
            [("wrong row", &self.rows), ("refuted", &self.refuted), ("unknown", &self.unknown)];
        for (word, faults) in faults {
            for RejectedRow { kind, code, reason } in faults {
                out.push_str(&format!("{word}: {code} ({kind}): {reason}\n"));
            }
        }
        let Verification { listed, waiting, .. } = self;
        out.push_str(&format!("{listed} codes listed: {} rows wrong or missing", self.rows.len()));
        if *waiting > 0 {
            out.push_str(&format!(", {waiting} results not computed yet"));
        }
        out.push_str(match self.sealed {
            true => "\n",
            false => "; the file has no seal, since an earlier version wrote it\n",
        });
        let Verification { certificates, checked, verified, for_all_heaps, .. } = self;
        let (wrong, unknown) = (self.refuted.len(), self.unknown.len());
        out.push_str(&format!(
            "{checked} of {certificates} certificates: {verified} verified ({for_all_heaps} for all heaps), \
             {wrong} refuted, {unknown} unknown\n"
        ));
        out
    }
}

/// A row with a certificate.
struct ClaimedRow {
    kind: SurveyKind,
    code: String,
    /// The numbers of the row, by the names of its columns.
    numbers: Vec<Option<u64>>,
    text: Option<String>,
    status: String,
    packed: Option<Vec<u8>>,
}

const NORMAL: &str = "
    select representative, theorem, certificate, status, preperiod, period, saltus from class
    where certificate is not null or status = 'proved'";

const MISERE: &str = "
    select code, rule || ' ' || labels, certificate, status, elements, p_elements, heaps, preperiod, period,
        linear_from, linear_period, linear_step
    from misere_code";

impl Atlas {
    /// Checks certificates, on several threads (0: as many as there are cores).
    ///
    /// ```
    /// use std::sync::Arc;
    /// use upstar_atlas::{Atlas, verify::Sample};
    /// use upstar_base::{Budget, Random};
    /// let sample = Sample { size: Some(5), seed: 1 };
    /// let checked = Atlas::shipped()?.verify(sample, 1, &Arc::new(Budget::unlimited()))?;
    /// assert_eq!((checked.checked, checked.verified), (5, 5));
    /// # Ok::<(), upstar_atlas::SurveyError>(())
    /// ```
    pub fn verify(
        &self,
        sample: Sample,
        threads: usize,
        budget: &Arc<Budget>,
    ) -> Result<Verification, SurveyError> {
        let mut claims = Vec::new();
        for (kind, table, sql) in
            [(SurveyKind::Normal, "class", NORMAL), (SurveyKind::Misere, "misere_code", MISERE)]
        {
            if self.has(table)? {
                claims.extend(self.claims(kind, sql).map_err(|error| self.named(error))?);
            }
        }
        let certificates = claims.len() as u64;
        let sealed = self.is_sealed()?;
        let Compared { listed, waiting, faults: rows } = self.compare_lists(budget)?;
        let size = sample.size.map_or(claims.len(), |n| n.min(certificates) as usize);
        draw(&mut claims, size, sample.seed);
        budget.begin("certificates", Some(size as u64));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let said: Vec<(Verdict, bool)> = pool.install(|| {
            claims
                .par_iter()
                .with_max_len(1)
                .map(|claim| {
                    let said = claim.check(budget);
                    budget.advance(1);
                    said
                })
                .collect()
        });
        let checked = size as u64;
        let mut checked = Verification {
            listed,
            waiting,
            sealed,
            rows,
            certificates,
            checked,
            ..Verification::default()
        };
        for (claim, (verdict, for_all)) in claims.iter().zip(said) {
            let fault =
                |reason: String| RejectedRow { kind: claim.kind, code: claim.code.clone(), reason };
            match verdict {
                Verdict::Verified(_) => {
                    checked.verified += 1;
                    checked.for_all_heaps += u64::from(for_all);
                }
                Verdict::Refuted { step, reason } => {
                    checked.refuted.push(fault(format!("step \"{step}\": {reason}")));
                }
                Verdict::Unknown(why) => checked.unknown.push(fault(why)),
            }
        }
        Ok(checked)
    }

    fn claims(&self, kind: SurveyKind, sql: &str) -> rusqlite::Result<Vec<ClaimedRow>> {
        let mut statement = self.database.prepare(&format!("{sql} order by 1"))?;
        let columns = statement.column_count();
        let rows = statement.query_map([], |row| {
            let number = |i: usize| row.get(i).map(count);
            Ok(ClaimedRow {
                kind,
                code: row.get(0)?,
                text: row.get(1)?,
                packed: row.get(2)?,
                status: row.get(3)?,
                numbers: (4..columns).map(number).collect::<Result<_, _>>()?,
            })
        })?;
        rows.collect()
    }
}

impl ClaimedRow {
    /// Is the certificate right, and does it say what the row says? And is it one for all heaps?
    fn check(&self, budget: &Budget) -> (Verdict, bool) {
        let refuted =
            |step: &'static str, reason: String| (Verdict::Refuted { step, reason }, false);
        let Some(packed) = &self.packed else {
            return refuted("row", "it has no certificate".to_owned());
        };
        let Some(text) = unpack(packed) else {
            return refuted("unpack", "these bytes are no packed text".to_owned());
        };
        let certificate = match Certificate::read(&text) {
            Ok(certificate) => certificate,
            Err(error) => return refuted("read", error.to_string()),
        };
        let claim = CodeClaim::of(&certificate);
        if claim.code != self.code {
            return refuted("row", format!("it speaks of {}", claim.code));
        }
        let (text, columns) = claim.columns();
        // The row of a rule has a quotient of some heaps besides, without a certificate.
        let numbers = self.numbers.get(self.numbers.len().saturating_sub(columns.len())..);
        let is_same = numbers == Some(&columns[..]) && text == self.text;
        if !is_same || !claim.proves.allows(&self.status) {
            return refuted("row", "it says something else than the row".to_owned());
        }
        match budget.check() {
            Ok(()) => (check(&certificate, budget), claim.proves.for_all()),
            Err(stopped) => (Verdict::Unknown(stopped.to_string()), false),
        }
    }
}

/// Leaves so many, drawn by the seed, in their order.
fn draw<T>(items: &mut Vec<T>, size: usize, seed: u64) {
    let mut random = Random::new(seed);
    let mut left = items.len();
    let mut wanted = size;
    // Each item is taken with the probability that what is left must give.
    items.retain(|_| {
        let take = (u128::from(random.bits()) * left as u128) >> 64 < wanted as u128;
        left -= 1;
        wanted -= usize::from(take);
        take
    });
}
