//! What comprehensions are lowered to.

use crate::prelude::*;
use std::cmp::Ordering;
use upstar_syntax::Relation;

/// Where an operation stands in the file; two operations at different places may be the same.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OpPlace(pub(crate) TextSpan);

impl PartialEq for OpPlace {
    fn eq(&self, _: &OpPlace) -> bool {
        true
    }
}

impl Eq for OpPlace {}

impl PartialOrd for OpPlace {
    fn partial_cmp(&self, other: &OpPlace) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OpPlace {
    fn cmp(&self, _: &OpPlace) -> Ordering {
        Ordering::Equal
    }
}

/// Operations on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    /// Must come out even.
    Exact,
    /// Rounded down.
    Floor,
    Remainder,
    Power,
    Least,
    Greatest,
    Divisor,
}

impl Binary {
    fn is_commutative(self) -> bool {
        use Binary::{Add, Divisor, Greatest, Least, Multiply};
        matches!(self, Add | Multiply | Least | Greatest | Divisor)
    }
}

/// Comparisons of two numbers or kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
}

impl Comparison {
    /// What a relation of the calculator is, and whether its sides are exchanged.
    pub(crate) fn of(relation: Relation) -> Option<(Comparison, bool)> {
        Some(match relation {
            Relation::Equal | Relation::Same => (Comparison::Equal, false),
            Relation::NotEqual | Relation::NotSame => (Comparison::NotEqual, false),
            Relation::Less => (Comparison::Less, false),
            Relation::LessEqual => (Comparison::LessEqual, false),
            Relation::Greater => (Comparison::Less, true),
            Relation::GreaterEqual => (Comparison::LessEqual, true),
            _ => return None,
        })
    }
}

/// An operation. Truths are 0 and 1, kinds their numbers, -1 off the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Op {
    Number(i64),
    Slot(usize),
    /// A kind of square.
    Kind(usize),
    Binary(Binary, OpPlace, Box<[Op; 2]>),
    Compare(Comparison, Box<[Op; 2]>),
    All(Vec<Op>),
    Any(Vec<Op>),
    Not(Box<Op>),
    If(Box<[Op; 3]>),
    /// A function of the file.
    Call(usize, OpPlace, Vec<Op>),
    /// The kind of a square, by its number from 1.
    At(Box<Op>),
    /// The kind of a square by row and column from 1.
    AtPlace(Box<[Op; 2]>),
    /// How many squares are of these kinds.
    Count(KindSet),
    /// Is a kind one of these?
    Among(Box<Op>, KindSet),
    Rows,
    Columns,
}

impl Op {
    /// An operation on two operands; where their order does not matter, the lesser one first.
    pub(crate) fn binary(binary: Binary, span: TextSpan, a: Op, b: Op) -> Op {
        let (a, b) = if binary.is_commutative() && b < a { (b, a) } else { (a, b) };
        Op::Binary(binary, OpPlace(span), Box::new([a, b]))
    }

    /// How many operations are nested in each other.
    pub(crate) fn depth(&self) -> usize {
        let of = |ops: &[Op]| ops.iter().map(Op::depth).max().unwrap_or(0);
        1 + match self {
            Op::Binary(_, _, ops) => of(&ops[..]),
            Op::Compare(_, ops) | Op::AtPlace(ops) => of(&ops[..]),
            Op::All(ops) | Op::Any(ops) | Op::Call(_, _, ops) => of(ops),
            Op::Not(op) | Op::At(op) | Op::Among(op, _) => op.depth(),
            Op::If(ops) => of(&ops[..]),
            Op::Number(_) | Op::Slot(_) | Op::Kind(_) | Op::Count(_) | Op::Rows | Op::Columns => 0,
        }
    }

    /// The same operation with other slots and kinds.
    pub(crate) fn renamed(&self, to: &Renaming<'_>) -> Op {
        let pair = |[a, b]: &[Op; 2]| Box::new([a.renamed(to), b.renamed(to)]);
        let all = |ops: &[Op]| ops.iter().map(|op| op.renamed(to)).collect();
        let set = |set: KindSet| members(set).fold(0, |image, kind| image | 1 << (to.kind)(kind));
        match self {
            Op::Slot(i) => Op::Slot((to.slot)(*i)),
            Op::Kind(kind) => Op::Kind((to.kind)(*kind)),
            Op::Binary(binary, place, ops) => {
                let [a, b] = *pair(ops);
                Op::binary(*binary, place.0, a, b)
            }
            Op::Compare(comparison, ops) => Op::Compare(*comparison, pair(ops)),
            Op::All(ops) => Op::All(all(ops)),
            Op::Any(ops) => Op::Any(all(ops)),
            Op::Not(op) => Op::Not(Box::new(op.renamed(to))),
            Op::If(ops) => {
                let [a, b, c] = &**ops;
                Op::If(Box::new([a.renamed(to), b.renamed(to), c.renamed(to)]))
            }
            Op::Call(function, place, ops) => Op::Call((to.function)(*function), *place, all(ops)),
            Op::At(op) => Op::At(Box::new(op.renamed(to))),
            Op::AtPlace(ops) => Op::AtPlace(pair(ops)),
            Op::Among(op, kinds) => Op::Among(Box::new(op.renamed(to)), set(*kinds)),
            Op::Count(kinds) => Op::Count(set(*kinds)),
            Op::Number(_) | Op::Rows | Op::Columns => self.clone(),
        }
    }
}

/// Other slots, other places of entries, other kinds of squares and other functions.
pub(crate) struct Renaming<'r> {
    pub(crate) slot: &'r dyn Fn(usize) -> usize,
    pub(crate) entry: &'r dyn Fn(usize) -> usize,
    pub(crate) kind: &'r dyn Fn(usize) -> usize,
    pub(crate) function: &'r dyn Fn(usize) -> usize,
}

/// A loop, or a name for a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RuleStep {
    pub(crate) slot: usize,
    pub(crate) source: LoopValues,
    pub(crate) until: Option<Op>,
    pub(crate) wanted: Option<Op>,
}

/// Where the values of a loop come from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LoopValues {
    Range { first: Op, last: Option<Op>, by: Op, place: OpPlace },
    Listed(Vec<Op>),
}

/// Squares that change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ChangedSquares {
    One(Op, OpPlace),
    At(Box<[Op; 2]>, OpPlace),
    Stretch(Box<[Op; 2]>, OpPlace),
}

/// What a rule yields.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Yield {
    Sum(Vec<Vec<Op>>, OpPlace),
    Board(Vec<(ChangedSquares, Op)>, OpPlace),
}

/// A rule: loops and what they yield.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CodeRule {
    pub(crate) steps: Vec<RuleStep>,
    pub(crate) yields: Vec<Yield>,
    pub(crate) kind: MoveKind,
    pub(crate) place: OpPlace,
}

impl CodeRule {
    /// The same rule with entries of tuples, slots and kinds renamed.
    pub(crate) fn renamed(&self, to: &Renaming<'_>) -> CodeRule {
        let op = |op: &Op| op.renamed(to);
        let step = |step: &RuleStep| RuleStep {
            slot: (to.slot)(step.slot),
            source: match &step.source {
                LoopValues::Range { first, last, by, place } => LoopValues::Range {
                    first: op(first),
                    last: last.as_ref().map(op),
                    by: op(by),
                    place: *place,
                },
                LoopValues::Listed(all) => LoopValues::Listed(all.iter().map(op).collect()),
            },
            until: step.until.as_ref().map(op),
            wanted: step.wanted.as_ref().map(op),
        };
        let yielded = |found: &Yield| match found {
            Yield::Sum(sum, at) => {
                let tuple = |tuple: &Vec<Op>| {
                    let mut image = tuple.clone();
                    for (i, entry) in tuple.iter().enumerate() {
                        image[(to.entry)(i)] = op(entry);
                    }
                    image
                };
                let mut sum: Vec<Vec<Op>> = sum.iter().map(tuple).collect();
                sum.sort_unstable();
                Yield::Sum(sum, *at)
            }
            Yield::Board(changes, at) => {
                let pair = |ops: &[Op; 2]| Box::new([op(&ops[0]), op(&ops[1])]);
                let change = |(target, kind): &(ChangedSquares, Op)| {
                    let target = match target {
                        ChangedSquares::One(square, place) => {
                            ChangedSquares::One(op(square), *place)
                        }
                        ChangedSquares::At(ops, place) => ChangedSquares::At(pair(ops), *place),
                        ChangedSquares::Stretch(ops, place) => {
                            ChangedSquares::Stretch(pair(ops), *place)
                        }
                    };
                    (target, op(kind))
                };
                Yield::Board(changes.iter().map(change).collect(), *at)
            }
        };
        CodeRule {
            steps: self.steps.iter().map(step).collect(),
            yields: self.yields.iter().map(yielded).collect(),
            kind: self.kind,
            place: self.place,
        }
    }
}

/// A function of the file: numbers in, a number or a truth out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileFunction {
    pub(crate) parameters: usize,
    /// How many slots it needs.
    pub(crate) slots: usize,
    pub(crate) body: Op,
}

/// Adds a copy with exchanged kinds of every function that looks at kinds, itself or through others,
/// and returns which function each one becomes.
pub(crate) fn with_exchanged_kinds(
    functions: &mut Vec<FileFunction>,
    kind: &dyn Fn(usize) -> usize,
) -> Vec<usize> {
    let count = functions.len();
    let mut image: Vec<usize> = (0..count).collect();
    let renamed = |function: &FileFunction, image: &[usize]| {
        let function_of = |number: usize| image.get(number).copied().unwrap_or(number);
        let to = Renaming { slot: &|i| i, entry: &|i| i, kind, function: &function_of };
        function.body.renamed(&to)
    };
    // A function that calls one with a copy needs a copy too.
    loop {
        let next = image.iter().filter(|&&to| to >= count).count();
        let found = (0..count).find(|&number| {
            let function = &functions[number];
            image[number] == number && renamed(function, &image) != function.body
        });
        match found {
            Some(number) => image[number] = count + next,
            None => break,
        }
    }
    let mut copies: Vec<(usize, FileFunction)> = (0..count)
        .filter(|&number| image[number] != number)
        .map(|number| {
            let body = renamed(&functions[number], &image);
            (image[number], FileFunction { body, ..functions[number].clone() })
        })
        .collect();
    copies.sort_by_key(|(number, _)| *number);
    functions.extend(copies.into_iter().map(|(_, copy)| copy));
    image
}
