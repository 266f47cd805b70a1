//! Sums of two heaps: their genera as a table; sums of few heaps that are P-positions.

use super::genus::GenusGame as Genera;
use super::outcome::capped;
use super::style::GenusStyle;
use super::work;
use super::{CodeMemory, show_position};
use crate::query::prelude::*;
use upstar_misere::game::SumOutcomes;

described! {
    /// All P-positions with some number of heaps
    pub struct PPositionsQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// The largest heap
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        pub to: String,
        /// How many heaps
        #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = 2))]
        pub heaps: usize,
    }
}

impl Query for PPositionsQuery {
    type Answer = PPositions;
    const NAME: &'static str = "p-positions";
    const EXAMPLES: &'static [Example] =
        &[Example::new("misere p-positions .77 --to 20", r#"{"code":".77","to":"20","heaps":2}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<PPositions, QueryError> {
        work(session, |state, _| {
            p_positions(&code(&self.code)?, &self.to, self.heaps, &Arc::clone(state.budget()))
        })
    }
}

/// The most sums that are looked at.
const MOST: u64 = 10_000_000;

/// The most heaps of a sum.
const MOST_HEAPS: usize = 1000;

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

/// The P-positions with some number of heaps.
#[derive(Clone, Debug, Serialize)]
pub struct PPositions {
    /// The code.
    pub code: String,
    /// The largest heap.
    pub to: u64,
    /// How many heaps.
    pub heaps: usize,
    /// The sums.
    pub positions: Vec<String>,
    /// Where the answers come from.
    pub source: String,
}

impl Finding for PPositions {
    fn text(&self) -> String {
        let mut text: String =
            self.positions.iter().map(|position| format!("{position}\n")).collect();
        let (count, heaps, to) = (self.positions.len(), self.heaps, self.to);
        let of = if heaps == 1 { "one heap".to_owned() } else { format!("{heaps} heaps") };
        text += &format!("{count} P-positions of {of} up to {to} ({})\n", self.source);
        text
    }
}

fn too_many() -> QueryError {
    let limit = Stopped::Limit { what: "the number of sums", limit: MOST };
    let message = format!("more than {MOST} sums");
    QueryError::plain(Kind::Stopped(limit), message)
}

/// All P-positions with so many heaps up to some size, each heap with a move.
fn p_positions(
    code: &HeapCode,
    to: &str,
    heaps: usize,
    budget: &Arc<Budget>,
) -> Result<PPositions, QueryError> {
    let to = amount(to, 1, "the largest heap")?;
    if heaps > MOST_HEAPS {
        let limit = Stopped::Limit { what: "the number of heaps", limit: MOST_HEAPS as u64 };
        return Err(QueryError::limit(limit));
    }
    let count = (0..heaps as u64)
        .try_fold(1u64, |count, i| Some(count.checked_mul(to.checked_add(i)?)? / (i + 1)));
    if heaps == 0 || count.is_none_or(|count| count > MOST) {
        return Err(too_many());
    }
    let mut game = SumOutcomes::new(code, capped(to), budget).map_err(super::unfinished)?;
    budget.begin("sums", count);
    let mut positions = Vec::new();
    let mut sizes = vec![1u64; heaps];
    let way = loop {
        let mut sum: Vec<(u64, u32)> = Vec::new();
        for &size in sizes.iter().rev() {
            match sum.last_mut() {
                Some((heap, times)) if *heap == size => *times += 1,
                _ => sum.push((size, 1)),
            }
        }
        let answer = budget.check().and_then(|()| game.is_p(&sum));
        let (p, way) = answer.map_err(|stopped| super::stopped(stopped, game.known()))?;
        budget.advance(1);
        if p {
            budget.charge(64).map_err(QueryError::limit)?;
            positions.push(show_position(&sum));
        }
        // The next sizes that do not decrease.
        let Some(i) = (0..heaps).rev().find(|&i| sizes[i] < to) else { break way };
        let size = sizes[i] + 1;
        sizes[i..].fill(size);
    };
    let source = game.source(way).ok_or_else(|| QueryError::limit(ended_by(budget)))?;
    Ok(PPositions { code: code.to_string(), to, heaps, positions, source })
}
