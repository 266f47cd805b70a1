//! Positions as the boards that they are played on: grids, strips, graphs, heaps.

use super::{Builtin, Call, On, method};
use crate::data::{Data, graph};
use crate::error::{ErrorKind, Evaluated};
use crate::eval::{Machine, fail};
use crate::position::{Term, cells};
use crate::value::{Game, Value};

/// The one term that the position is.
fn alone<'c>(m: &mut Machine, c: &'c Call<'_>) -> Evaluated<&'c Term> {
    let Value::Position(position) = c.arg(0) else {
        return Err(m.wrong_kind("a position", c.arg(0), c.at(0)));
    };
    match position.terms() {
        [(term, 1)] if !term.negated => Ok(term),
        _ => Err(fail(ErrorKind::Domain, c.at(0), "a sum of positions has several boards")),
    }
}

fn none(m: &mut Machine, c: &Call<'_>, board: &str) -> Box<crate::Error> {
    let text = m.brief(c.arg(0));
    fail(ErrorKind::Domain, c.at(0), format!("{text} is not played on a {board}"))
}

pub(super) static TABLE: &[Builtin] = &[
    method(
        "grid",
        On::Position,
        &[],
        "the board of a position with rows, as numbers",
        ["clobber(\"xo|.x\").grid", "Grid([[1,2],[0,1]])"],
        |m, c| {
            let term = alone(m, c)?;
            match cells::grid(term.rules.name(), &term.text) {
                Some(grid) => m.data(Data::Grid(grid), c.span),
                None => Err(none(m, c, "grid")),
            }
        },
    ),
    method(
        "strip",
        On::Position,
        &[],
        "the board of a position in one row, as numbers",
        ["toads_and_frogs(\"t.f\").strip", "Strip([1,0,2])"],
        |m, c| {
            let term = alone(m, c)?;
            match cells::strip(term.rules.name(), &term.text) {
                Some(strip) => m.data(Data::Strip(strip), c.span),
                None => Err(none(m, c, "strip")),
            }
        },
    ),
    method(
        "graph",
        On::Position,
        &[],
        "the graph of a position of a game that is written as a walk",
        ["node_kayles(\".-.-.\").graph", "Graph.FromAdjacencyList([[2],[1,3],[2]])"],
        |m, c| {
            let term = alone(m, c)?;
            match graph::parse(&term.text, false) {
                Ok(graph) => m.data(Data::Graph(graph), c.span),
                Err(_) => Err(none(m, c, "graph")),
            }
        },
    ),
    method(
        "heapSize",
        On::Position,
        &[],
        "the size of a single heap",
        ["kayles(9).heapSize", "9"],
        |m, c| {
            let term = alone(m, c)?;
            match term.text.parse::<dashu_int::UBig>() {
                Ok(size) => Ok(Value::Game(Game::Integer(size.into()))),
                Err(_) => Err(none(m, c, "heap")),
            }
        },
    ),
    method(
        "Substitution",
        On::Position,
        &[],
        "what is played in place of the position: itself",
        ["kayles(9).Substitution", "kayles(9)"],
        |_, c| Ok(c.arg(0).clone()),
    ),
    method(
        "DepictionFor",
        On::Position,
        &["player"],
        "the position drawn with characters, the same for both players",
        ["domineering(\"2x2\").DepictionFor(Left) is Output", "true"],
        |m, c| {
            let picture = m.ask(c.arg(0).clone(), "Picture", c.span)?;
            let text = m.plain(&picture, c.at(0))?;
            m.data(Data::Output(text.into()), c.span)
        },
    ),
];
