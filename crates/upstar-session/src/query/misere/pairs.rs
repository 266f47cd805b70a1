//! The genera of sums of two heaps.

use super::CodeMemory;
use super::genus::GenusGame as Genera;
use super::p_positions::{MOST, too_many};
use super::style::GenusStyle;
use crate::query::prelude::*;

/// What the genus of a sum takes as text, about.
const GENUS_BYTES: u64 = 48;

/// The genera of all sums of two heaps.
#[derive(Clone, Debug, Serialize)]
pub struct GenusPairs {
    /// The code.
    pub code: String,
    /// The largest heap.
    pub to: u64,
    /// Row i: the genera of the heap i with the heaps i, i+1, ...; from heap 1 on.
    pub genus: Vec<Vec<String>>,
    /// Why it ends early.
    #[serde(serialize_with = "in_words", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

impl GenusPairs {
    /// The lines of the table, the numbers of the columns first.
    fn rows(&self) -> Vec<Vec<String>> {
        let columns = (1..=self.genus.first().map_or(0, Vec::len)).map(|i| i.to_string());
        let head = std::iter::once(String::new()).chain(columns).collect();
        let row = |(i, row): (usize, &Vec<String>)| {
            let before = std::iter::repeat_n(String::new(), i);
            let name = std::iter::once((i + 1).to_string());
            name.chain(before).chain(row.iter().cloned()).collect()
        };
        std::iter::once(head).chain(self.genus.iter().enumerate().map(row)).collect()
    }
}

impl Finding for GenusPairs {
    fn text(&self) -> String {
        aligned(&self.rows())
    }

    fn notes(&self) -> Vec<String> {
        let rows = self.genus.len();
        self.stopped.iter().map(|stopped| format!("{stopped} in row {rows}")).collect()
    }

    fn grid(&self) -> Option<Grid> {
        let mut rows = self.rows().into_iter();
        rows.next().map(|head| Grid::new(head, rows))
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped.clone()
    }
}

/// The genera of sums of two heaps up to some size.
pub(super) fn pairs(
    code: &HeapCode,
    memory: &mut CodeMemory,
    to: &str,
    style: GenusStyle,
    budget: &Arc<Budget>,
) -> Result<GenusPairs, QueryError> {
    let to = amount(to, 1, "the largest heap")?;
    if to.saturating_mul(to) > 2 * MOST {
        return Err(too_many());
    }
    let Genera { genera, .. } = memory.genus.get_or_insert_with(|| Genera::new(code));
    let mut genus: Vec<Vec<String>> = Vec::new();
    budget.begin("rows", Some(to));
    let (mut stopped, mut charged) = (None, 0);
    'rows: for i in 1..=to as u32 {
        let mut row = Vec::new();
        for j in i..=to as u32 {
            let found = budget.charge(GENUS_BYTES);
            charged += GENUS_BYTES;
            let found = found.and_then(|()| genera.sum(&[(i, 1), (j, 1)], budget));
            match found.and_then(|word| genera.of(&word, budget)) {
                Ok(found) => row.push(style.genus(&found)),
                Err(end) => {
                    stopped = Some(end);
                    genus.push(row);
                    break 'rows;
                }
            }
        }
        budget.advance(1);
        genus.push(row);
    }
    budget.refund(charged);
    Ok(GenusPairs { code: code.to_string(), to, genus, stopped })
}
