//! What a certificate from elsewhere says of a nim-sequence.

use crate::add::Before;
use crate::claim::{CodeClaim, Proves};
use crate::database::{SurveyError, count, has, number};
use crate::packed::pack;
use rusqlite::{Connection, OptionalExtension, Transaction, named_params};
use upstar_proof::{NimPeriod, Theorem};

/// Would an atlas know more with it? A class keeps the certificate of its first code.
pub(crate) fn before(database: &Connection, claim: &CodeClaim<'_>) -> Result<Before, SurveyError> {
    let code = claim.code;
    let nowhere = || Before::NoPlace(format!("no survey in this atlas was about {code}"));
    let Proves::Period { preperiod, period, saltus, .. } = claim.proves else {
        return Ok(nowhere());
    };
    if !has(database, "code")? {
        return Ok(nowhere());
    }
    let sql = "select class, preperiod, period, saltus, status = 'proved' from code
         join class on representative = class where code = ?1 order by class <> ?1";
    let row = database.query_row(sql, [code], |row| {
        let numbers = [row.get(1)?, row.get(2)?, row.get(3)?].map(count);
        Ok((row.get::<_, String>(0)?, numbers, row.get::<_, bool>(4)?))
    });
    Ok(match row.optional()? {
        None => nowhere(),
        Some((class, ..)) if class != code => Before::NoPlace(format!(
            "the atlas keeps the certificate of {class}, the first code of the class of {code}"
        )),
        Some((_, known, true)) if known == [preperiod, period, saltus].map(Some) => {
            Before::Same(format!("the period of {code} is proved"))
        }
        Some((_, _, true)) => {
            Before::NoPlace(format!("another period of {code} is proved in the atlas"))
        }
        Some((.., false)) => Before::Less,
    })
}

/// Keeps what was verified. Values that were computed here stay as they are; rare ones were
/// counted under some mask and count for no other.
pub(crate) fn keep(
    all: &Transaction<'_>,
    claim: &NimPeriod,
    certificate: &str,
) -> Result<(), SurveyError> {
    let (mask, position, last) = match claim.theorem {
        Theorem::SparseSpace { mask, position, last_rare, .. } => {
            (Some(mask), position, Some(number(last_rare)))
        }
        _ => (None, None, None),
    };
    all.execute(
        "update class set status = 'proved', preperiod = :preperiod, period = :period,
             saltus = :saltus, theorem = :theorem, certificate = :certificate,
             rares = case when mask is :mask and mask_position is :position
                 and last_rare is :last then rares end,
             mask = :mask, mask_position = :position, last_rare = :last
         where representative = :code and status <> 'proved'",
        named_params! {
            ":code": claim.code, ":preperiod": number(claim.preperiod),
            ":period": number(claim.period), ":saltus": number(claim.saltus),
            ":theorem": claim.theorem.name(), ":certificate": pack(certificate),
            ":mask": mask, ":position": position, ":last": last,
        },
    )?;
    all.execute("delete from state where class = ?", [&claim.code])?;
    Ok(())
}
