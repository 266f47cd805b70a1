//! The genus over larger bases <1,2,a> (Allemang, "A bigger genus sequence").
//!
//! Let the options of a be adders. Row i of the table of G is the blurry genus of G plus i copies
//! of a, so the rows say for every sum x of copies of *1, *2 and a whether G + x is a P-position:
//! two games with equal tables satisfy G = H (<1,2,a>). A move from G + (i+1)a leads to
//! G' + (i+1)a or, for an option :k of a, to G + ia + :k; so row i+1 is the mex! of the rows i+1
//! of the options of G and of the shifts of row i. Unlike genera, tables need not be periodic.
//! If a has other options, or there are further games, only the sums themselves tell, which
//! [`rows`] looks at in any case.

use super::blurry::Blurry;
use super::calculator::Genera;
use crate::form::{Form, Forms};
use crate::heaps::Parts;
use upstar_base::{Budget, Stopped};

/// The most rows of a table.
pub const MOST_ROWS: usize = 100_000;

/// The blurry genera of a game with 0, ..., `count` - 1 copies of each game of a base: the table
/// over <1,2,a,b,...>, whose last number runs fastest.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_misere::{form::Forms, genus::rows};
/// let mut forms = Forms::default();
/// let (zero, a) = (forms.read("0").unwrap(), forms.read("2_2 1").unwrap());
/// let rows = rows(&forms, zero, &[a], 3, &Budget::unlimited())?;
/// let vertical: Vec<String> = rows.iter().map(|(_, row)| row.vertical()).collect();
/// assert_eq!(vertical, ["1 4", "1 6", "1 4"]);
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn rows(
    forms: &Forms,
    game: Form,
    base: &[Form],
    count: usize,
    budget: &Budget,
) -> Result<Vec<(Vec<usize>, Blurry)>, Stopped> {
    let all = base.iter().try_fold(1usize, |all, _| all.checked_mul(count));
    if all.is_none_or(|all| all > MOST_ROWS) {
        return Err(Stopped::Limit { what: "the number of rows", limit: MOST_ROWS as u64 });
    }
    let games: Vec<Form> = std::iter::once(game).chain(base.iter().copied()).collect();
    let parts = Parts::from_forms(forms, &games, budget)?;
    let words: Vec<_> = (1..).take(games.len()).map(|number| parts.heap(number).clone()).collect();
    let mut genera = Genera::over(parts);
    let mut table = Vec::new();
    let mut counts = vec![0; base.len()];
    if count == 0 {
        return Ok(table);
    }
    loop {
        let mut sum = words[0].clone();
        for (word, &times) in words[1..].iter().zip(&counts) {
            sum = sum.with_copies(word, times as u32)?;
        }
        table.push((counts.clone(), Blurry::from(&genera.of(&sum, budget)?)));
        let Some(i) = (0..counts.len()).rev().find(|&i| counts[i] + 1 < count) else {
            return Ok(table);
        };
        counts[i] += 1;
        counts[i + 1..].fill(0);
    }
}
