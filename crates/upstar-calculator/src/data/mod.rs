//! Values with a structure of their own: boards, strips, graphs, tables, plots, records.
//!
//! They all are one kind of [`Value`](crate::Value), so that the evaluator needs to know nothing of
//! them but how they are printed, compared and counted. What they can do stands in the table of
//! builtins.

pub(crate) mod board;
pub(crate) mod graph;
pub(crate) mod object;
pub(crate) mod table;

use crate::code::Depends;
use crate::value::{Charge, Nesting, Value};
use board::{Grid, Strip, Symmetry};
use graph::Graph;
use object::{Class, Object};
use std::cmp::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use table::{Plot, Table};
use upstar_base::Random;

/// A structured value.
#[derive(Debug)]
pub enum Data {
    /// Numbers in a row.
    Strip(Strip),
    /// Numbers in rows.
    Grid(Grid),
    /// A graph, directed or not.
    Graph(Graph),
    /// A way to turn or mirror a board.
    Symmetry(Symmetry),
    /// Values in rows and columns, to be looked at.
    Table(Table),
    /// A picture of a table or of points.
    Plot(Plot),
    /// The period of a sequence.
    Periodicity(Periodicity),
    /// Text that is printed without quotes.
    Output(Box<str>),
    /// The name of an icon.
    Icon(&'static str),
    /// A generator of random numbers.
    Random(Mutex<Random>),
    /// A map that can be changed: entries sorted by key.
    MutableMap(Mutex<Entries>),
    /// Rules of a heap game that a function tells.
    HeapRules(HeapRules),
    /// A heap of such a game.
    HeapPosition(HeapRules, u64),
    /// A class of the user.
    Class(Arc<Class>),
    /// What such a class was called with.
    Object(Object),
}

/// The entries of a mutable map, sorted by key, and the memory they count for.
#[derive(Debug)]
pub struct Entries {
    pub(crate) list: Vec<(Value, Value)>,
    pub(crate) charge: Charge,
}

/// From which heap on a sequence repeats, after how many heaps, and how much larger.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Periodicity {
    /// After how many heaps.
    pub period: u64,
    /// From which heap on.
    pub preperiod: u64,
    /// How much is added.
    pub saltus: u64,
}

/// A function that says what may become of a heap.
#[derive(Clone, Debug)]
pub struct HeapRules {
    /// Heap size to the list of what it may become: each a heap size or a list of them.
    pub(crate) function: Value,
    /// The nim-values that were needed.
    pub(crate) known: Arc<Mutex<HeapValues>>,
}

/// Nim-values of heaps that a function tells, as long as it answers the same.
#[derive(Debug, Default)]
pub struct HeapValues {
    /// Those of the heaps 0, 1, ...
    pub(crate) list: Vec<u64>,
    /// What the answers of the function depend on.
    pub(crate) depends: Depends,
}

impl Data {
    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Data::Strip(strip) => strip.cells.len(),
            Data::Grid(grid) => grid.bytes(),
            Data::Graph(graph) => graph.bytes(),
            Data::Table(table) => table.cells().map(|cell| cell.weight() as usize).sum(),
            Data::Plot(plot) => plot.bytes(),
            Data::Output(text) => text.len(),
            Data::Object(object) => object.fields.iter().map(|field| field.weight() as usize).sum(),
            _ => 64,
        }
    }

    pub(crate) fn nesting(&self) -> Nesting {
        match self {
            Data::Table(table) => {
                let inside = |nesting: Nesting, cell: &Value| nesting.with(cell.nesting());
                table.cells().fold(Nesting::default(), inside).container()
            }
            Data::HeapRules(rules) | Data::HeapPosition(rules, _) => {
                rules.function.nesting().container()
            }
            Data::MutableMap(_) | Data::Random(_) => Nesting::SHARED,
            Data::Class(class) => class.nesting(),
            Data::Object(object) => object.nesting(),
            _ => Nesting::default(),
        }
    }

    /// The entries of a mutable map at the moment.
    pub(crate) fn entries(&self) -> Option<Vec<(Value, Value)>> {
        match self {
            Data::MutableMap(entries) => {
                Some(entries.lock().unwrap_or_else(PoisonError::into_inner).list.clone())
            }
            _ => None,
        }
    }

    /// The values in it, in a fixed order, that decide whether two of them are the same.
    pub(crate) fn members(&self) -> Vec<Value> {
        match self {
            Data::Table(table) => table.cells().cloned().collect(),
            Data::HeapRules(rules) | Data::HeapPosition(rules, _) => vec![rules.function.clone()],
            Data::Class(class) => vec![class.maker.clone()],
            Data::Object(object) => {
                let parts = [&object.class.maker].into_iter().chain(&object.fields);
                parts.chain(&object.outer).cloned().collect()
            }
            Data::MutableMap(_) => {
                let entries = self.entries().unwrap_or_default();
                entries.into_iter().flat_map(|(key, value)| [key, value]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// An order of what is not [`Data::members`].
    pub(crate) fn order(&self, other: &Data) -> Ordering {
        match (self, other) {
            (Data::Strip(a), Data::Strip(b)) => a.cmp(b),
            (Data::Grid(a), Data::Grid(b)) => a.cmp(b),
            (Data::Graph(a), Data::Graph(b)) => a.cmp(b),
            (Data::Symmetry(a), Data::Symmetry(b)) => a.cmp(b),
            (Data::Table(a), Data::Table(b)) => a.shape().cmp(&b.shape()),
            (Data::Plot(a), Data::Plot(b)) => a.cmp(b),
            (Data::Periodicity(a), Data::Periodicity(b)) => a.cmp(b),
            (Data::Output(a), Data::Output(b)) => a.cmp(b),
            (Data::Icon(a), Data::Icon(b)) => a.cmp(b),
            (Data::Random(a), Data::Random(b)) => {
                (std::ptr::from_ref(a) as usize).cmp(&(std::ptr::from_ref(b) as usize))
            }
            (Data::HeapPosition(_, a), Data::HeapPosition(_, b)) => a.cmp(b),
            _ => self.kind().cmp(other.kind()),
        }
    }
}
