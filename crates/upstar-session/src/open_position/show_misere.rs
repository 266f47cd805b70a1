//! What `--show` tells of a position in misère play: genus, class, canonical form.

use super::OpenPosition;
use crate::error::{PositionFailure, QueryError};
use std::sync::Arc;
use upstar_calculator::ErrorKind;
use upstar_misere::form::{Forms, Style};
use upstar_misere::position::ReducedPositions;

/// The answer to one name.
pub(crate) fn show(case: &mut OpenPosition<'_>, name: &str) -> Result<String, PositionFailure> {
    let name_lower = name.to_lowercase();
    if !["genus", "class", "canonical"].contains(&&name_lower[..]) {
        let message = "in misère play a position has an outcome and, if the rules are \
                       impartial, a genus, a class and a canonical form; the rest belongs to \
                       normal play";
        return Err(QueryError::whole("show", name, ErrorKind::Domain, message).into());
    }
    let unfit = || {
        PositionFailure::unsupported(format!(
            "a {name_lower} needs impartial rules and play that ends"
        ))
    };
    let mut positions = ReducedPositions::new(case.rules()).ok_or_else(unfit)?;
    let budget = Arc::clone(case.state.calc().budget());
    let sum = positions.sum(&case.standing.components, &budget)?;
    match &name_lower[..] {
        "genus" => Ok(positions.genus(&sum, &budget)?.to_string()),
        "class" => Ok(positions.class(&sum, &budget)?.to_string()),
        _ => {
            let mut forms = Forms::new(Arc::clone(&budget));
            let form = positions.form(&sum, &mut forms)?;
            Ok(forms.show(form, Style::Subscripts)?)
        }
    }
}
