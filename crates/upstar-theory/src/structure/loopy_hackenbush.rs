//! Loopy Hackenbush by Li's rules: two pictures of Hackenbush, one for each side.
//!
//! First every pale or pink edge is contracted and becomes a twig, which changes nothing: it is
//! never cut. When infinite play counts for Left a pink twig is worth nothing, since Left answers
//! its only move, Right's, by taking it back, and for ever if Right likes; then Left's move in a
//! pale twig does away with it as cutting a blue one would. So the onside is the picture with
//! pale twigs painted blue and pink ones deleted, and the offside the one with pink twigs painted
//! red and pale ones deleted (Bob Li; Winning Ways ch. 11). The argument looks at the twig
//! alone, so it holds in any picture, with green edges and circuits as well.
//!
//! Theorem: `docs/loopy.md#li`.

use crate::values::Values;
use std::sync::Arc;
use upstar_base::Stopped;
use upstar_rules::graph::hackenbush::{BLUE, Hackenbush, RED, SYMBOLS, ground};
use upstar_rules::graph::multigraph::Graph;
use upstar_rules::loopy::loopy_hackenbush::{PALE, PINK, disentangled};
use upstar_values::stopper::Ending;
use upstar_values::{Calc, Short};

/// The picture of Hackenbush that one side of a picture of Loopy Hackenbush is.
///
/// ```
/// use upstar_rules::{Rules, graph::hackenbush::Hackenbush, loopy::loopy_hackenbush::LoopyHackenbush};
/// use upstar_theory::structure::loopy_hackenbush::side;
/// use upstar_values::stopper::Ending;
/// let picture = LoopyHackenbush::default().parse("lpr")?;
/// assert_eq!(Hackenbush::default().show(&side(&picture, Ending::Left)), "l(r;l)");
/// assert_eq!(Hackenbush::default().show(&side(&picture, Ending::Right)), "lr");
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub fn side(graph: &Graph, ending: Ending) -> Graph {
    let (painted, colour, deleted) = match ending {
        Ending::Left => (PALE, BLUE, PINK),
        Ending::Right => (PINK, RED, PALE),
    };
    let twigs = disentangled(graph);
    let left = twigs.keep(|_| true, |_, edge| edge.kind != deleted);
    let parts = left.parts(|_, _| true);
    let root = ground(&left).map(|v| parts[v]);
    let stands = left.keep(|v| Some(parts[v]) == root, |_, _| true);
    let paint = |kind: u8| if kind == painted { colour } else { kind };
    SYMBOLS.arranged(&stands.recolored(|_, kind| kind, |edge| paint(edge.kind)))
}

/// The value of one side of a picture.
pub fn value(graph: &Graph, ending: Ending, calc: &Calc) -> Result<Short, Stopped> {
    Values::new(&Arc::new(Hackenbush::default()), calc.fork()).of(side(graph, ending))
}
