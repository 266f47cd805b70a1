//! The tree that is run: names are places, constants are values.
//!
//! [`compile`] makes it of the tree that was read. A name becomes a slot of the frame of its
//! function or the number of a global, so that running never compares names. Frames are as large
//! as their [`Routine`] says, parameters first.
//!
//! Invariant: whatever nests deeper than [`LEVELS`] levels passes through a [`Node::Deep`], where
//! the stack may grow; calls are the other place where it does.

mod class;
mod compile;
mod scope;

pub(crate) use compile::compile;
pub(crate) use scope::{Depends, Globals, ReadWatch};

use crate::builtins::Builtin;
use crate::error::Span;
use crate::value::Value;
use std::sync::{Arc, OnceLock};
use upstar_syntax::{self as read, Infix, Marks, Prefix, Relation};

/// An argument, perhaps with its name.
pub(crate) type Argument = read::Argument<Expr>;
/// `[..for..]` and its relatives.
pub(crate) type Comprehension = read::Comprehension<Expr, u32>;
/// A `for` statement.
pub(crate) type Loop = read::Loop<Expr, u32>;
/// `for x in c while p where q`; the variable is a slot.
pub(crate) type Clause = read::Clause<Expr, u32>;
/// `try .. catch e then .. end`
pub(crate) type Try = read::Try<Expr, Assigned>;
/// A parameter; its slot is its place in the list.
pub(crate) type Parameter = read::Parameter<Expr>;

/// After how many levels of nesting the stack is looked at.
const LEVELS: usize = 16;

/// An expression and its place in the text.
#[derive(Debug)]
pub(crate) struct Expr {
    pub(crate) span: Span,
    pub(crate) node: Node,
}

impl Expr {
    /// What it is, wherever it is run.
    pub(crate) fn form(&self) -> &Node {
        match &self.node {
            Node::Deep(inner) => inner.form(),
            node => node,
        }
    }
}

/// A variable that can be assigned: a slot of the frame, or a global.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assigned {
    Local(u32),
    Global(u32),
}

/// The forms of an expression.
#[derive(Debug)]
pub(crate) enum Node {
    Constant(Value),
    Misere(Arc<str>),
    Loopy(Arc<str>),
    Tallies(Arc<str>),
    /// A slot, and the global that is meant as long as the slot is empty.
    Local(u32, u32),
    Global(u32),
    Marks(Box<Marked>),
    Game {
        left: Vec<Expr>,
        right: Vec<Expr>,
        explicit: bool,
        /// Does it name itself, with `pass` or a label?
        drawn: bool,
    },
    Labelled(Arc<str>, Box<Expr>),
    List(Vec<Expr>),
    Set(Vec<Expr>),
    Map(Vec<(Expr, Expr)>),
    Comprehension(Box<Comprehension>),
    Tuple(Vec<Expr>),
    Prefix(Vec<Prefix>, Box<Expr>),
    Chain(Box<Expr>, Vec<(Infix, Span, Expr)>),
    Power(Box<[Expr; 2]>),
    Range(Vec<Expr>),
    Compare(Relation, Box<[Expr; 2]>),
    Is(Box<Expr>, Arc<str>, Span),
    Not(Box<Expr>),
    /// `and` and `or`; the first operand with this value decides.
    Logical(Vec<Expr>, bool),
    Postfix(Box<Expr>, Vec<Postfix>),
    Function(Arc<Routine>),
    Assign(Assigned, Box<Expr>),
    /// `x := x.Method(..)`: nobody else needs the old value.
    Update(Assigned, Box<Update>),
    /// `var x := ..`, which begins a new variable.
    Declare(Assigned, Option<Box<Expr>>),
    Define(Assigned, Arc<Routine>),
    /// `class Name(fields) .. end`
    Class(Assigned, Box<ClassCode>),
    Block(Vec<Expr>),
    If(Vec<(Expr, Vec<Expr>)>, Vec<Expr>),
    For(Box<Loop>),
    While(Box<Expr>, Vec<Expr>),
    Break,
    Continue,
    Return(Option<Box<Expr>>),
    Try(Box<Try>),
    Load(Arc<str>),
    /// The same on a stack that is large enough.
    Deep(Box<Expr>),
}

/// Marks beside a number.
#[derive(Debug)]
pub(crate) struct Marked {
    pub(crate) marks: Marks<Expr>,
    /// For those that never change: what they are worth, once that is known.
    pub(crate) fixed: Option<OnceLock<Value>>,
}

/// What follows an operand.
#[derive(Debug)]
pub(crate) enum Postfix {
    Method(Method),
    Index(Expr, Span),
    Call(Vec<Argument>, Span),
}

impl Postfix {
    pub(crate) fn span(&self) -> Span {
        match self {
            Postfix::Method(method) => method.span,
            Postfix::Index(_, span) | Postfix::Call(_, span) => *span,
        }
    }
}

/// `.Name(arguments)`
#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) name: Arc<str>,
    pub(crate) span: Span,
    pub(crate) arguments: Vec<Argument>,
    /// The builtins of that name.
    pub(crate) rows: &'static [&'static Builtin],
}

/// A method of a variable whose value replaces that of the variable.
#[derive(Debug)]
pub(crate) struct Update {
    /// The variable as it is read.
    pub(crate) variable: Expr,
    pub(crate) method: Method,
}

/// What an input does, and how many slots it needs.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) statements: Vec<Expr>,
    pub(crate) slots: u32,
}

/// What a function does.
#[derive(Debug)]
pub(crate) struct Routine {
    pub(crate) name: Option<Arc<str>>,
    pub(crate) parameters: Vec<Parameter>,
    /// Are all parameters names and nothing else?
    pub(crate) plain: bool,
    /// What it takes along from where it is made.
    pub(crate) captures: Vec<Capture>,
    /// The slot in which it finds itself.
    pub(crate) itself: Option<u32>,
    pub(crate) slots: u32,
    pub(crate) body: Vec<Expr>,
    /// Its text.
    pub(crate) span: Span,
}

/// What a class is made of.
#[derive(Debug)]
pub(crate) struct ClassCode {
    pub(crate) name: Arc<str>,
    pub(crate) fields: Vec<Arc<str>>,
    /// The classes that it extends, and where their names stand.
    pub(crate) bases: Vec<(Arc<str>, Span)>,
    /// Does it extend `ImpartialGame`?
    pub(crate) impartial: bool,
    pub(crate) board: Option<Board>,
    /// Takes the fields and answers the list of them.
    pub(crate) maker: Arc<Routine>,
    pub(crate) methods: Vec<(Arc<str>, Arc<Routine>)>,
    pub(crate) nested: Vec<ClassCode>,
    pub(crate) singleton: bool,
}

/// What a text means that an object is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Board {
    /// It extends `GridGame`: the rows of a grid.
    Grid,
    /// It extends `StripGame`: a strip.
    Strip,
}

/// A variable of the function around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Capture {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// Is it assigned inside, so that both functions share it? Otherwise its value is kept.
    pub(crate) shared: bool,
}
