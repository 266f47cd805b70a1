//! The sparse space of a nim-sequence: which values are rare, and where they occurred.
//!
//! The mask with the fewest rare values is found among the values themselves; where the parity of
//! positions may take part, what counts is not the value alone, and the mask of values is given
//! with that parity.

use super::threads;
use crate::query::prelude::*;
use upstar_heaps::search::extend_watched;
use upstar_heaps::{EngineChoice, Mask, engine_on};

described! {
    /// The rare values: mask, sparse space, and the heaps that have them
    pub struct HeapSparseQuery {
        /// A code (`.77`, `4.3[3]`, `4!.0`, `.3F`), `sub(2,5,6)`, or a name (kayles, grundy)
        #[cfg_attr(feature = "clap", arg(value_name = "CODE"))]
        pub code: String,
        /// The largest heap [default: 100000]
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub to: Option<String>,
    }
}

impl Query for HeapSparseQuery {
    type Answer = HeapSparse;
    const NAME: &'static str = "heap-sparse";
    const IS_TABLE: bool = true;
    const EXAMPLES: &'static [Example] =
        &[Example::new("heaps sparse .77 --to 1000", r#"{"code":".77","to":"1000"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<HeapSparse, QueryError> {
        sparse(&session.state, &code(&self.code)?, self.to.as_deref())
    }
}

/// How many values are looked at when nothing is said.
const LENGTH: u64 = 100_000;

/// The most rare positions that are listed.
const MOST_LISTED: usize = 100;

/// The rare values of a sequence.
#[derive(Clone, Debug, Serialize)]
pub struct HeapSparse {
    /// The code.
    pub code: String,
    /// The largest heap that was looked at.
    pub computed_to: u64,
    /// A value is rare if it has an even number of these binary digits.
    pub mask: u32,
    /// If positions count too: the parity of the tokens taken when a heap is broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<u8>,
    /// The first values that the mask makes rare.
    pub rare_values: Vec<u32>,
    /// How many heaps have a rare value; the empty heap is not counted.
    pub count: u64,
    /// The largest of them.
    pub last: Option<RareHeap>,
    /// The first of them.
    pub heaps: Vec<RareHeap>,
}

/// A heap with a rare value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RareHeap {
    /// Its size.
    pub heap: u64,
    /// Its nim-value.
    pub value: u32,
}

impl Finding for HeapSparse {
    fn text(&self) -> String {
        let HeapSparse { computed_to, mask, count, .. } = self;
        let list =
            |numbers: &[u32]| numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let positions = match self.position {
            None => String::new(),
            Some(parity) => format!(
                ", exchanged in heaps of {} parity",
                ["odd", "even"][usize::from(parity == 1)]
            ),
        };
        let heaps: Vec<String> =
            self.heaps.iter().map(|rare| format!("G({})={}", rare.heap, rare.value)).collect();
        let more = if self.heaps.len() < *count as usize { " ..." } else { "" };
        let last = match &self.last {
            Some(rare) => format!("last        G({}) = {}\n", rare.heap, rare.value),
            None => String::new(),
        };
        format!(
            "mask        {mask} = binary {mask:b}: a value is rare if it has an even number of \
             these digits{positions}\n\
             rare values {} ...\n\
             count       {count} of the heaps 1 to {computed_to}\n{last}\
             heaps       {}{more}\n",
            list(&self.rare_values),
            heaps.join(" "),
        )
    }

    fn grid(&self) -> Option<Grid> {
        let row = |rare: &RareHeap| vec![rare.heap.to_string(), rare.value.to_string()];
        Some(Grid::new(["heap", "value"], self.heaps.iter().map(row)))
    }
}

/// Looks for the sparse space of a sequence.
fn sparse(
    state: &SessionState,
    code: &HeapCode,
    to: Option<&str>,
) -> Result<HeapSparse, QueryError> {
    let to = to.map(|text| amount(text, 1, "the largest heap")).transpose()?.unwrap_or(LENGTH);
    if EngineChoice::of(code) != EngineChoice::Sparse {
        let message = format!(
            "{code}: a sparse space is looked for in games that take boundedly many tokens and \
             leave at most two heaps, and break some"
        );
        return Err(QueryError::plain(Kind::Theorem, message));
    }
    state.begin("nim-values");
    let budget = state.budget();
    budget.begin("nim-values", Some(to + 1));
    let mut engine = engine_on(code, threads(state));
    let end = extend_watched(&mut *engine, to + 1, budget, &mut ());
    state.end();
    end.map_err(QueryError::limit)?;
    let Some((mask, rares)) = engine.rares() else {
        let message = format!("{code}: no sparse space was found in {to} values");
        return Err(QueryError::plain(Kind::Open, message));
    };
    let heap = |rare: &upstar_heaps::Rare| RareHeap { heap: rare.at, value: rare.value.into() };
    let Mask { bits, position } = mask;
    let even = |v: &u32| (v & bits).count_ones().is_multiple_of(2);
    Ok(HeapSparse {
        code: code.to_string(),
        computed_to: to,
        mask: bits,
        position,
        rare_values: (0..).filter(even).take(16).collect(),
        count: rares.len() as u64,
        last: rares.last().map(heap),
        heaps: rares.iter().take(MOST_LISTED).map(heap).collect(),
    })
}
