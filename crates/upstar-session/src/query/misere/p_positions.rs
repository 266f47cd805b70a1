//! Sums of few heaps that are P-positions.

use super::outcome::capped;
use super::show_position;
use super::work;
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
pub(super) const MOST: u64 = 10_000_000;

/// The most heaps of a sum.
const MOST_HEAPS: usize = 1000;

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

pub(super) fn too_many() -> QueryError {
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
