//! Positions as the boards that they are played on: grids, strips, graphs, heaps.

use super::Call;
use super::rows::{Arg, rows};
use crate::data::{Data, graph};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Interpreter, fail};
use crate::position::{PositionTerm, cells};
use crate::value::Value;

/// The one term that the position is.
impl<'c> Arg<'c> for &'c PositionTerm {
    fn get(m: &mut Interpreter, c: &'c Call<'_>, i: usize) -> Evaluated<Self> {
        let Value::Position(position) = c.arg(i) else {
            return Err(m.wrong_kind("a position", c.arg(i), c.at(i)));
        };
        match position.terms() {
            [(term, 1)] if !term.negated => Ok(term),
            _ => Err(fail(ErrorKind::Domain, c.at(i), "a sum of positions has several boards")),
        }
    }
}

fn none(m: &mut Interpreter, c: &Call<'_>, board: &str) -> Box<crate::Error> {
    let text = m.brief(c.arg(0));
    fail(ErrorKind::Domain, c.at(0), format!("{text} is not played on a {board}"))
}

rows! { pub(super) TABLE |m, c|
    Position.grid(term: &PositionTerm) "the board of a position with rows, as numbers"
        ["clobber(\"xo|.x\").grid", "Grid([[1,2],[0,1]])"]
            cells::grid(term.rules.name(), &term.text).ok_or_else(|| none(m, c, "grid"));
    Position.strip(term: &PositionTerm) "the board of a position in one row, as numbers"
        ["toads_and_frogs(\"t.f\").strip", "Strip([1,0,2])"]
            cells::strip(term.rules.name(), &term.text).ok_or_else(|| none(m, c, "strip"));
    Position.graph(term: &PositionTerm) "the graph of a position of a game that is written as a walk"
        ["node_kayles(\".-.-.\").graph", "Graph.FromAdjacencyList([[2],[1,3],[2]])"]
            graph::parse(&term.text, false).map_err(|_| none(m, c, "graph"));
    Position.heapSize(term: &PositionTerm) "the size of a single heap"
        ["kayles(9).heapSize", "9"]
            term.text.parse::<dashu_int::UBig>().map_err(|_| none(m, c, "heap"));
    Position.Substitution(_) "what is played in place of the position: itself"
        ["kayles(9).Substitution", "kayles(9)"] c.arg(0).clone();
    Position.DepictionFor(_, player) "the position drawn with characters, the same for both players"
        ["domineering(\"2x2\").DepictionFor(Left) is Output", "true"] {
            let picture = m.ask(c.arg(0).clone(), "Picture", c.span)?;
            let text = m.plain(&picture, c.at(0))?;
            Data::Output(text.into())
        };
}
