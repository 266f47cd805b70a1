//! The tree of an input.
//!
//! Chains of operators of one level (`1+2-3`), of prefixes (`--x`) and of postfixes (`x.A.B[1]`)
//! are flat, so that only brackets and the few right associative operators nest; their depth is
//! bounded by the parser and with it the stack that evaluation and dropping need.

use crate::error::Span;
use dashu_int::IBig;
use dashu_ratio::RBig;
use std::rc::Rc;
use upstar_values::{LoopyNimber, Tallies};

/// An expression and its place.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) span: Span,
    pub(crate) node: Node,
}

/// The forms of an expression. Statements are expressions too; some have no value.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Integer(IBig),
    Fraction(RBig),
    Text(Rc<str>),
    /// What stands between the brackets of a misère game in collapsed notation.
    Misere(Rc<str>),
    /// A loopy nimber, `inf_{0,3}` or `2@11`.
    Loopy(Rc<LoopyNimber>),
    /// Two tallies, `5_5 -6_4`.
    Tallies(Rc<Tallies>),
    Boolean(bool),
    Name(Rc<str>),
    Marks(Box<Marks>),
    /// `{left|right}`; `explicit` keeps the form as written.
    Game {
        left: Vec<Expr>,
        right: Vec<Expr>,
        explicit: bool,
    },
    /// `name{..|..}`, a game that may refer to itself.
    Labelled(Rc<str>, Box<Expr>),
    List(Vec<Expr>),
    Set(Vec<Expr>),
    Map(Vec<(Expr, Expr)>),
    Comprehension(Box<Comprehension>),
    Tuple(Vec<Expr>),
    /// Prefix operators, the outermost first.
    Prefix(Vec<(Prefix, Span)>, Box<Expr>),
    /// Operators of one level, from left to right.
    Chain(Box<Expr>, Vec<(Infix, Span, Expr)>),
    Power(Box<Expr>, Box<Expr>),
    Range(Vec<Expr>),
    Compare(Relation, Box<[Expr; 2]>),
    Is(Box<Expr>, Rc<str>, Span),
    Not(Box<Expr>),
    All(Vec<Expr>),
    Any(Vec<Expr>),
    Postfix(Box<Expr>, Vec<Postfix>),
    Lambda(Rc<Code>),
    Assign(Rc<str>, Box<Expr>),
    Def(Rc<Code>),
    Block(Vec<Expr>),
    If(Vec<(Expr, Vec<Expr>)>, Vec<Expr>),
    For(Box<Loop>),
    While(Box<Expr>, Vec<Expr>),
}

/// Number, ups and nimber side by side.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    pub(crate) number: Option<RBig>,
    pub(crate) ups: Option<Ups>,
    pub(crate) nim: Option<Nim>,
    /// A tiny or miny in place of the ups: Left's or not, and its argument.
    pub(crate) tiny: Option<(bool, Expr)>,
}

/// An up part: its sign and its size.
#[derive(Clone, Debug)]
pub(crate) struct Ups {
    pub(crate) negative: bool,
    pub(crate) size: UpSize,
    pub(crate) span: Span,
}

/// How many ups, or which power of up.
#[derive(Clone, Debug)]
pub(crate) enum UpSize {
    /// `^`, `^^`, ...
    Count(u32),
    /// `^n`
    Times(Expr),
    /// `^<n>`
    Power(Expr),
    /// `^[n]`
    PowerSum(Expr),
}

/// A nimber part.
#[derive(Clone, Debug)]
pub(crate) enum Nim {
    One,
    Of(Expr),
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prefix {
    Minus,
    Plus,
    PlusMinus,
}

/// Operators between operands that compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Infix {
    Add,
    Subtract,
    /// `a +- b`, which is a + (+-b).
    AddSwitch,
    Multiply,
    Divide,
    Remainder,
    OrdinalSum,
    Sides,
}

/// Operators between operands that compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Equal,
    NotEqual,
    Same,
    NotSame,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
    Fuzzy,
    LessFuzzy,
    GreaterFuzzy,
    Compare,
}

/// What follows an operand.
#[derive(Clone, Debug)]
pub(crate) enum Postfix {
    /// `.Name` or `.Name(arguments)`, also written infix: `a Name b`.
    Method {
        name: Rc<str>,
        span: Span,
        arguments: Option<Vec<Argument>>,
    },
    Index(Expr, Span),
    Call(Vec<Argument>, Span),
}

/// An argument, perhaps with its name: `f(1, step => 2)`.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub(crate) name: Option<(Rc<str>, Span)>,
    pub(crate) value: Expr,
}

/// A function as written.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) name: Option<Rc<str>>,
    pub(crate) parameters: Vec<Rc<str>>,
    pub(crate) body: Vec<Expr>,
    /// The names that the body reads, to be captured where the function is made.
    pub(crate) free: Vec<Rc<str>>,
}

/// `[..for..]` and its relatives.
#[derive(Clone, Debug)]
pub(crate) struct Comprehension {
    pub(crate) shape: Shape,
    pub(crate) item: Expr,
    /// The value that goes with `item` in a map.
    pub(crate) value: Option<Expr>,
    pub(crate) clauses: Vec<Clause>,
}

/// What a comprehension makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    List,
    Set,
    Map,
}

/// A `for` statement.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub(crate) clauses: Vec<Clause>,
    pub(crate) body: Vec<Expr>,
    /// With `yield` the loop is the list of these.
    pub(crate) yields: Vec<Expr>,
}

/// `for x in c while p where q`.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) variable: Rc<str>,
    pub(crate) source: Source,
    pub(crate) while_: Option<Expr>,
    pub(crate) where_: Option<Expr>,
}

/// Where the values of a loop variable come from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    In(Expr),
    From { first: Expr, last: Option<Expr>, step: Option<Expr> },
    Once(Expr),
}
