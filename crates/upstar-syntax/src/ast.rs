//! The tree of an input.
//!
//! Chains of operators of one level (`1+2-3`), of prefixes (`--x`) and of postfixes (`x.A.B[1]`)
//! are flat, so that only brackets and the few right associative operators nest; their depth is
//! bounded by the parser and with it the stack that evaluation and dropping need.

use crate::error::Span;
use crate::spelled::spelled;
use dashu_int::IBig;
use dashu_ratio::RBig;
use std::sync::Arc;

/// An expression and its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its place in the text.
    pub span: Span,
    /// What it is.
    pub node: Node,
}

/// The forms of an expression. Statements are expressions too; some have no value.
#[derive(Clone, Debug)]
pub enum Node {
    /// `12`
    Integer(IBig),
    /// A number in lowest terms that was read as one, `½` or the 5 of `5over`.
    Fraction(RBig),
    /// A string, without quotes and escapes.
    Text(Arc<str>),
    /// What stands between the brackets of a misère game in collapsed notation.
    Misere(Arc<str>),
    /// The text of a loopy nimber, `inf_{0,3}` or `2@11`.
    Loopy(Arc<str>),
    /// The text of two tallies, `5_5 -6_4`.
    Tallies(Arc<str>),
    /// `true` or `false`
    Boolean(bool),
    /// A variable, a function, a constant.
    Name(Arc<str>),
    /// `9/4^3*2`
    Marks(Box<Marks>),
    /// `{left|right}`; `explicit` keeps the form as written.
    Game {
        /// Left's options.
        left: Vec<Expr>,
        /// Right's options.
        right: Vec<Expr>,
        /// Between quotes: `'{1|0}'`.
        explicit: bool,
    },
    /// `name{..|..}`, a game that may refer to itself.
    Labelled(Arc<str>, Box<Expr>),
    /// `[a,b]`
    List(Vec<Expr>),
    /// `{a,b}`
    Set(Vec<Expr>),
    /// `{k => v}`
    Map(Vec<(Expr, Expr)>),
    /// `[x for x in c]`
    Comprehension(Box<Comprehension>),
    /// `(a,b)`
    Tuple(Vec<Expr>),
    /// Prefix operators, the outermost first.
    Prefix(Vec<(Prefix, Span)>, Box<Expr>),
    /// Operators of one level, from left to right.
    Chain(Box<Expr>, Vec<(Infix, Span, Expr)>),
    /// `a^b`
    Power(Box<Expr>, Box<Expr>),
    /// `a..b` or `a..b..step`
    Range(Vec<Expr>),
    /// `a <= b`
    Compare(Relation, Box<[Expr; 2]>),
    /// `x is Kind`, and where the kind stands.
    Is(Box<Expr>, Arc<str>, Span),
    /// `not a`
    Not(Box<Expr>),
    /// `a and b`
    All(Vec<Expr>),
    /// `a or b`
    Any(Vec<Expr>),
    /// `x.A(b)[c]`
    Postfix(Box<Expr>, Vec<Postfix>),
    /// `x -> y`
    Lambda(Arc<Code>),
    /// `x := y`
    Assign(Arc<str>, Box<Expr>),
    /// `var x := y, z`: variables of the function that contains them.
    Var(Vec<(Arc<str>, Option<Expr>)>),
    /// `def f(x) := y`
    Def(Arc<Code>),
    /// `class Name(fields) .. end`
    Class(Arc<ClassSyntax>),
    /// `begin .. end`
    Block(Vec<Expr>),
    /// `if c then a elseif d then b else e end`
    If(Vec<(Expr, Vec<Expr>)>, Vec<Expr>),
    /// `for x in c do .. end`
    For(Box<Loop>),
    /// `while c do .. end`
    While(Box<Expr>, Vec<Expr>),
    /// `break` ends a loop.
    Break,
    /// `continue` starts the next round.
    Continue,
    /// `return x` ends a function.
    Return(Option<Box<Expr>>),
    /// `try .. catch e then .. end`
    Try(Box<Try>),
    /// `load "file"`
    Load(Arc<str>),
}

/// `try .. catch e then .. end`. Expressions are of type `E`, variables of type `V`.
#[derive(Clone, Debug)]
pub struct Try<E = Expr, V = Arc<str>> {
    /// What may fail.
    pub body: Vec<E>,
    /// The variable that gets the message.
    pub name: Option<V>,
    /// What is done then.
    pub handler: Vec<E>,
}

/// Number, ups and nimber side by side. The parts that are computed are of type `E`.
#[derive(Clone, Debug)]
pub struct Marks<E = Expr> {
    /// The number before them.
    pub number: Option<RBig>,
    /// `^3`
    pub ups: Option<Ups<E>>,
    /// `*2`
    pub nim: Option<NimPart<E>>,
    /// A tiny or miny in place of the ups: Left's or not, and its argument.
    pub tiny: Option<(bool, E)>,
}

impl<E> Marks<E> {
    /// The same marks with other parts, unless `part` fails on one.
    pub fn try_map<F, X>(&self, part: &mut impl FnMut(&E) -> Result<F, X>) -> Result<Marks<F>, X> {
        let ups = match &self.ups {
            None => None,
            Some(Ups { negative, size, span }) => {
                let size = match size {
                    UpSize::Count(n) => UpSize::Count(*n),
                    UpSize::Times(x) => UpSize::Times(part(x)?),
                    UpSize::Power(x) => UpSize::Power(part(x)?),
                    UpSize::PowerSum(x) => UpSize::PowerSum(part(x)?),
                };
                Some(Ups { negative: *negative, size, span: *span })
            }
        };
        let nim = match &self.nim {
            None => None,
            Some(NimPart::One) => Some(NimPart::One),
            Some(NimPart::Of(size)) => Some(NimPart::Of(part(size)?)),
        };
        let tiny = match &self.tiny {
            None => None,
            Some((left, argument)) => Some((*left, part(argument)?)),
        };
        Ok(Marks { number: self.number.clone(), ups, nim, tiny })
    }
}

/// An up part: its sign and its size.
#[derive(Clone, Debug)]
pub struct Ups<E = Expr> {
    /// Downs?
    pub negative: bool,
    /// How much of it.
    pub size: UpSize<E>,
    /// Its place in the text.
    pub span: Span,
}

/// How many ups, or which power of up.
#[derive(Clone, Debug)]
pub enum UpSize<E = Expr> {
    /// `^`, `^^`, ...
    Count(u32),
    /// `^n`
    Times(E),
    /// `^<n>`
    Power(E),
    /// `^[n]`
    PowerSum(E),
}

/// A nimber part.
#[derive(Clone, Debug)]
pub enum NimPart<E = Expr> {
    /// `*`
    One,
    /// `*n`
    Of(E),
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// `-`
    Minus,
    /// `+`
    Plus,
    /// `+-`
    PlusMinus,
}

/// Operators between operands that compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Infix {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `a +- b`, which is a + (+-b).
    AddSwitch,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Remainder,
    /// `:`
    OrdinalSum,
    /// `&`
    Sides,
}

spelled! {
    /// Operators between operands that compare.
    Relation {}
    "===" Same,
    "!==" NotSame,
    "<=>" Compare,
    "==" Equal,
    "!=" NotEqual,
    "<=" LessEqual,
    ">=" GreaterEqual,
    "<>" Fuzzy,
    "<|" LessFuzzy,
    "|>" GreaterFuzzy,
    "<" Less,
    ">" Greater,
}

/// What follows an operand.
#[derive(Clone, Debug)]
pub enum Postfix {
    /// `.Name` or `.Name(arguments)`, also written infix: `a Name b`.
    Method {
        /// What it is called.
        name: Arc<str>,
        /// The place of the name.
        span: Span,
        /// What stands in parentheses behind it.
        arguments: Option<Vec<Argument>>,
    },
    /// `[i]`
    Index(Expr, Span),
    /// `(a, b)`
    Call(Vec<Argument>, Span),
}

/// An argument, perhaps with its name: `f(1, step => 2)`.
#[derive(Clone, Debug)]
pub struct Argument<E = Expr> {
    /// The name and its place.
    pub name: Option<(Arc<str>, Span)>,
    /// What is handed over.
    pub value: E,
}

/// What a function takes.
#[derive(Clone, Debug)]
pub struct Parameter<E = Expr> {
    /// Its name.
    pub name: Arc<str>,
    /// The place of the name.
    pub span: Span,
    /// The kind that arguments must have: `x as Integer`.
    pub kind: Option<(Arc<str>, Span)>,
    /// What it is if no argument is given: `x ? 1`.
    pub default: Option<E>,
    /// All further arguments, as a list: `x ...`.
    pub variadic: bool,
}

impl Parameter {
    /// A parameter that takes any value and must be given.
    pub fn plain(name: Arc<str>, span: Span) -> Parameter {
        Parameter { name, span, kind: None, default: None, variadic: false }
    }
}

/// A function as written.
#[derive(Debug)]
pub struct Code {
    /// Of `def`.
    pub name: Option<Arc<str>>,
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// What it does; the last expression is its value.
    pub body: Vec<Expr>,
    /// The names that the body assigns, functions inside of it aside.
    pub assigned: Vec<Arc<str>>,
    /// The names that it declares with `var`.
    pub declared: Vec<Arc<str>>,
    /// The names that functions inside of it assign and do not declare.
    pub inner: Vec<Arc<str>>,
}

/// `class Name(fields) extends Base .. end`.
#[derive(Debug)]
pub struct ClassSyntax {
    /// What its objects are made with.
    pub name: Arc<str>,
    /// The arguments with which an object is made.
    pub fields: Vec<Parameter>,
    /// What it extends, and where that stands.
    pub bases: Vec<(Arc<str>, Span)>,
    /// Names and functions; the first parameter of each is the object.
    pub methods: Vec<(Arc<str>, Arc<Code>)>,
    /// The classes inside, whose objects belong to one of this class.
    pub nested: Vec<Arc<ClassSyntax>>,
    /// Is its name that of its only object?
    pub singleton: bool,
}

/// `[..for..]` and its relatives.
#[derive(Clone, Debug)]
pub struct Comprehension<E = Expr, V = Arc<str>> {
    /// List, set or map.
    pub shape: ComprehensionShape,
    /// What each round gives.
    pub item: E,
    /// The value that goes with `item` in a map.
    pub value: Option<E>,
    /// The loops, the outermost first.
    pub clauses: Vec<Clause<E, V>>,
}

/// What a comprehension makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComprehensionShape {
    /// `[..]`
    List,
    /// `{..}`
    Set,
    /// `{.. => ..}`
    Map,
}

/// A `for` statement.
#[derive(Clone, Debug)]
pub struct Loop<E = Expr, V = Arc<str>> {
    /// The loops, the outermost first.
    pub clauses: Vec<Clause<E, V>>,
    /// What each round does.
    pub body: Vec<E>,
    /// With `yield` the loop is the list of these.
    pub yields: Vec<E>,
}

/// `for x in c while p where q`.
#[derive(Clone, Debug)]
pub struct Clause<E = Expr, V = Arc<str>> {
    /// The loop variable.
    pub variable: V,
    /// Where its values come from.
    pub source: LoopSource<E>,
    /// The first value without this ends the loop.
    pub while_: Option<E>,
    /// Values without this are passed over.
    pub where_: Option<E>,
}

/// Where the values of a loop variable come from.
#[derive(Clone, Debug)]
pub enum LoopSource<E = Expr> {
    /// `in c`
    In(E),
    /// `from a to b by s`
    From {
        /// The first value.
        first: E,
        /// The bound.
        last: Option<E>,
        /// The step, 1 if there is none.
        step: Option<E>,
    },
    /// `:= x`, one round.
    Once(E),
}
