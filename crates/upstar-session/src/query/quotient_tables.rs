//! A misère quotient as tables that one can look at: the monoid, who is P in it, what two heaps
//! make together.

use crate::query::prelude::*;
use upstar_misere::quotient::{End, solve};

described! {
    /// The misère quotient of heaps up to some size, in tables
    pub struct QuotientTablesQuery {
        /// The code.
        pub code: String,
        /// The largest heap that is looked at.
        #[cfg_attr(feature = "clap", arg(long, value_name = "N"))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heaps: Option<String>,
    }
}

impl Query for QuotientTablesQuery {
    type Answer = QuotientTables;
    const NAME: &'static str = "quotient-tables";
    const EXAMPLES: &'static [Example] = &[Example::new("", r#"{"code":".77","heaps":"5"}"#)];

    fn run(&self, session: &mut Session, _: Hear<'_>) -> Result<QuotientTables, QueryError> {
        tables(&session.state, &self.code, self.heaps.as_deref())
    }
}

/// Larger monoids have no table.
const MOST_ELEMENTS: usize = 256;
/// The heaps of the table of two.
const MOST_HEAPS: u64 = 60;
/// The largest heap when none is given; other limits come first.
const LARGEST: u64 = 100_000;

/// A misère quotient in tables.
#[derive(Clone, Debug, Serialize)]
pub struct QuotientTables {
    /// The code.
    pub code: String,
    /// Is it the quotient of all heaps?
    pub complete: bool,
    /// Which limit was reached.
    #[serde(serialize_with = "in_words", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The largest heap that was looked at.
    #[serde(skip)]
    reached: u32,
    /// The names of the elements; empty if there are too many.
    pub elements: Vec<String>,
    /// How many elements there are.
    pub order: usize,
    /// Which of them are P-positions.
    pub p: Vec<bool>,
    /// The product of each two, by number.
    pub products: Vec<Vec<u16>>,
    /// The elements that generate it, by number.
    pub generators: Vec<u16>,
    /// The element of each heap from 0 on.
    pub heaps: Vec<u16>,
    /// Whether the sum of two heaps from 0 on is a P-position.
    pub pairs: Vec<Vec<bool>>,
}

impl Finding for QuotientTables {
    fn text(&self) -> String {
        let p = self.p.iter().filter(|&&p| p).count();
        let (code, order) = (&self.code, self.order);
        match &self.stopped {
            None => format!("{code}: {order} elements, {p} of them P\n"),
            Some(stopped) => {
                let heaps = self.reached;
                format!("{code} to heap {heaps}: {order} elements, {p} of them P; {stopped}\n")
            }
        }
    }

    fn stopped(&self) -> Option<Stopped> {
        self.stopped.clone()
    }
}

/// Finds the quotient of the heaps up to some size and makes its tables.
fn tables(
    state: &SessionState,
    text: &str,
    heaps: Option<&str>,
) -> Result<QuotientTables, QueryError> {
    let code = code(text)?;
    let largest = heaps.map(|text| amount(text, 1, "the largest heap")).transpose()?;
    state.begin("heaps of the quotient");
    let quotient = solve(&code, largest.unwrap_or(LARGEST).min(LARGEST) as u32, state.budget());
    state.end();
    let monoid = quotient.monoid();
    let order = monoid.order();
    let all = || (0..order).filter_map(|x| u16::try_from(x).ok());
    let small = order <= MOST_ELEMENTS;
    let names = quotient.presentation();
    let to = MOST_HEAPS.min(u64::from(quotient.heaps()));
    let heaps: Vec<u16> = (0..=to).map_while(|heap| quotient.class(heap)).collect();
    let generators =
        names.generators.iter().filter_map(|&heap| quotient.class(u64::from(heap))).collect();
    Ok(QuotientTables {
        code: code.to_string(),
        complete: matches!(quotient.end(), End::Complete { .. }),
        stopped: match quotient.end() {
            End::Stopped(stopped) => Some(stopped.clone()),
            _ => None,
        },
        reached: quotient.heaps(),
        elements: if small { all().map(|x| names.name(x)).collect() } else { Vec::new() },
        order,
        p: all().map(|x| monoid.is_p(x)).collect(),
        products: if small { all().map(|x| monoid.row(x).to_vec()).collect() } else { Vec::new() },
        generators,
        pairs: heaps
            .iter()
            .map(|&x| heaps.iter().map(|&y| monoid.is_p(monoid.times(x, y))).collect())
            .collect(),
        heaps,
    })
}
