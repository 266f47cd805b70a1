//! From the tree of an expression to operations: names to slots, kinds of values checked.

use super::op::{Binary, Comparison, Op};
use crate::prelude::*;
use std::collections::HashMap;
use upstar_syntax::{Argument, Expr, Infix, Node, Postfix, Prefix};

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Number,
    Truth,
    Kind,
}

impl Type {
    fn name(self) -> &'static str {
        match self {
            Type::Number => "a number",
            Type::Truth => "true or false",
            Type::Kind => "a kind of square",
        }
    }
}

/// A function by its name: its number, how many arguments, what it gives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Signature {
    pub(crate) number: usize,
    pub(crate) arguments: usize,
    pub(crate) gives: Type,
}

/// Names in reach.
#[derive(Clone, Debug, Default)]
pub(crate) struct NameScope {
    /// Variables and their slots.
    pub(crate) variables: Vec<(String, usize)>,
    /// How many slots are in use at the most.
    pub(crate) slots: usize,
    pub(crate) functions: HashMap<String, Signature>,
    /// The kinds of squares, where there is a board.
    pub(crate) kinds: Option<SquareKinds>,
    /// Is division rounded down here?
    pub(crate) rounds: bool,
}

/// How deeply operations may be nested: the stack must hold them.
const MOST_NESTED: usize = 100;

/// Functions that come along, with how many numbers they take.
const FUNCTIONS: [&str; 6] = ["min", "max", "abs", "gcd", "Div", "Mod"];

impl NameScope {
    pub(crate) fn with(names: &[String]) -> NameScope {
        let variables = names.iter().cloned().zip(0..).collect();
        NameScope { variables, slots: names.len(), ..NameScope::default() }
    }

    /// A new variable; it hides one of the same name.
    pub(crate) fn bind(&mut self, name: &str) -> usize {
        self.slots += 1;
        self.variables.push((name.to_owned(), self.slots - 1));
        self.slots - 1
    }

    fn names(&self) -> Vec<&str> {
        let variables = self.variables.iter().map(|(name, _)| name.as_str());
        let mut functions: Vec<&str> = self.functions.keys().map(String::as_str).collect();
        functions.sort_unstable();
        let mut all: Vec<&str> = variables.chain(functions).chain(FUNCTIONS).collect();
        if self.kinds.is_some() {
            all.extend(["b", "rows", "columns", "squares", "count", "row", "column"]);
        }
        all
    }

    fn unknown(&self, name: &str, span: TextSpan) -> RuleFault {
        let message = format!("there is no `{name}` here");
        let fault = RuleFault::new(span, message);
        let near = fault.clone().near(name, self.names());
        let listed = format!("there are {}", self.names().join(", "));
        if near == fault { fault.hint(listed) } else { near }
    }

    /// An expression that must be of a type.
    pub(crate) fn need(&self, wanted: Type, expr: &Expr) -> Result<Op, RuleFault> {
        let (op, found) = self.lower(expr)?;
        if op.depth() > MOST_NESTED {
            let message = "this expression is nested too deeply";
            return Err(
                RuleFault::new(span(expr), message).hint("a function takes a part of it: `def`")
            );
        }
        if found == wanted {
            return Ok(op);
        }
        let message = format!("this is {}; {} is needed", found.name(), wanted.name());
        Err(RuleFault::new(span(expr), message))
    }

    pub(crate) fn number(&self, expr: &Expr) -> Result<Op, RuleFault> {
        self.need(Type::Number, expr)
    }

    pub(crate) fn lower(&self, expr: &Expr) -> Result<(Op, Type), RuleFault> {
        let here = span(expr);
        let number = |op| Ok((op, Type::Number));
        let truth = |op| Ok((op, Type::Truth));
        match &expr.node {
            Node::Integer(n) => match i64::try_from(n) {
                Ok(n) => number(Op::Number(n)),
                Err(_) => Err(RuleFault::new(here, "numbers have 64 bits here")),
            },
            Node::Boolean(value) => truth(Op::Number((*value).into())),
            Node::Text(text) => Ok((Op::Kind(self.kind(text, here)?), Type::Kind)),
            Node::Name(name) => self.name(name, here),
            Node::Prefix(signs, operand) => {
                let mut op = self.number(operand)?;
                for (sign, _) in signs.iter().rev() {
                    op = match sign {
                        Prefix::Plus => op,
                        Prefix::Minus => match op {
                            Op::Number(n) => Op::Number(n.wrapping_neg()),
                            op => Op::binary(Binary::Subtract, here, Op::Number(0), op),
                        },
                        Prefix::PlusMinus => {
                            return Err(RuleFault::new(
                                here,
                                "there are no games here, only numbers",
                            ));
                        }
                    };
                }
                number(op)
            }
            Node::Chain(first, rest) => {
                if rest.len() > MOST_NESTED {
                    return Err(RuleFault::new(here, "this expression is too long"));
                }
                let mut op = self.number(first)?;
                for (infix, place, operand) in rest {
                    let operand = self.number(operand)?;
                    let binary = match infix {
                        Infix::Add => Binary::Add,
                        Infix::Subtract => Binary::Subtract,
                        Infix::Multiply => Binary::Multiply,
                        Infix::Divide if self.rounds => Binary::Floor,
                        Infix::Divide => Binary::Exact,
                        Infix::Remainder => Binary::Remainder,
                        _ => {
                            let message = "numbers have no such operation here";
                            return Err(RuleFault::new(
                                TextSpan::new(place.start, place.end),
                                message,
                            ));
                        }
                    };
                    op = Op::binary(binary, here, op, operand);
                }
                number(op)
            }
            Node::Power(base, exponent) => {
                let (base, exponent) = (self.number(base)?, self.number(exponent)?);
                number(Op::binary(Binary::Power, here, base, exponent))
            }
            Node::Compare(relation, sides) => {
                let (a, of) = self.lower(&sides[0])?;
                let b = self.need(of, &sides[1])?;
                let Some((comparison, swapped)) = Comparison::of(*relation) else {
                    return Err(RuleFault::new(here, "numbers are not compared like this"));
                };
                let is_order = matches!(comparison, Comparison::Less | Comparison::LessEqual);
                if of != Type::Number && is_order {
                    let message = format!("{} has no order", of.name());
                    return Err(RuleFault::new(here, message).hint("take == or !="));
                }
                let sides = if swapped { [b, a] } else { [a, b] };
                truth(Op::Compare(comparison, Box::new(sides)))
            }
            Node::Not(operand) => truth(Op::Not(Box::new(self.need(Type::Truth, operand)?))),
            Node::All(operands) => truth(Op::All(self.truths(operands)?)),
            Node::Any(operands) => truth(Op::Any(self.truths(operands)?)),
            Node::If(arms, otherwise) => self.choice(arms, otherwise, here),
            Node::Postfix(base, rest) => self.postfix(base, rest, here),
            Node::Tuple(_) => Err(RuleFault::new(here, "this is a tuple; a number is needed")),
            Node::List(_) | Node::Range(_) => {
                Err(RuleFault::new(here, "this is a list; a number is needed"))
            }
            _ => Err(RuleFault::new(
                here,
                "only numbers, conditions and kinds of squares belong here",
            )),
        }
    }

    fn truths(&self, all: &[Expr]) -> Result<Vec<Op>, RuleFault> {
        all.iter().map(|one| self.need(Type::Truth, one)).collect()
    }

    fn choice(
        &self,
        arms: &[(Expr, Vec<Expr>)],
        otherwise: &[Expr],
        here: TextSpan,
    ) -> Result<(Op, Type), RuleFault> {
        let one = |body: &[Expr]| match body {
            [one] => self.lower(one),
            _ => Err(RuleFault::new(here, "expected one value behind `then` and behind `else`")),
        };
        let (mut op, of) = one(otherwise)?;
        for (condition, body) in arms.iter().rev() {
            let (value, found) = one(body)?;
            if found != of {
                return Err(RuleFault::new(here, "the cases are not of the same sort"));
            }
            op = Op::If(Box::new([self.need(Type::Truth, condition)?, value, op]));
        }
        Ok((op, of))
    }

    fn name(&self, name: &str, here: TextSpan) -> Result<(Op, Type), RuleFault> {
        if let Some((_, slot)) = self.variables.iter().rev().find(|(known, _)| known == name) {
            return Ok((Op::Slot(*slot), Type::Number));
        }
        match name {
            "rows" if self.kinds.is_some() => Ok((Op::Rows, Type::Number)),
            "columns" if self.kinds.is_some() => Ok((Op::Columns, Type::Number)),
            "squares" if self.kinds.is_some() => {
                let op = Op::binary(Binary::Multiply, here, Op::Rows, Op::Columns);
                Ok((op, Type::Number))
            }
            "b" if self.kinds.is_some() => {
                Err(RuleFault::new(here, "the board itself is no number")
                    .hint("b[i] is a square of it"))
            }
            _ => Err(self.unknown(name, here)),
        }
    }

    /// The kind that a text of one symbol names.
    fn kind(&self, text: &str, here: TextSpan) -> Result<usize, RuleFault> {
        let Some(kinds) = &self.kinds else {
            return Err(RuleFault::new(here, "there are no kinds of squares here"));
        };
        kinds.single(text).ok_or_else(|| {
            let message = format!("expected one kind of square; they are {}", kinds.listed());
            RuleFault::new(here, message)
        })
    }

    fn set(&self, expr: &Expr) -> Result<KindSet, RuleFault> {
        let here = span(expr);
        let (Some(kinds), Node::Text(text)) = (&self.kinds, &expr.node) else {
            return Err(RuleFault::new(
                here,
                "expected kinds of squares in quotes, such as \"xo\"",
            ));
        };
        text.chars().try_fold(0, |set, symbol| match kinds.of(symbol) {
            Some(kind) => Ok(set | 1 << kind),
            None => {
                let message =
                    format!("`{symbol}` is no kind of square; the kinds are {}", kinds.listed());
                Err(RuleFault::new(here, message))
            }
        })
    }

    fn postfix(
        &self,
        base: &Expr,
        rest: &[Postfix],
        here: TextSpan,
    ) -> Result<(Op, Type), RuleFault> {
        let (mut value, rest) = match (&base.node, rest) {
            (Node::Name(name), [Postfix::Call(arguments, _), rest @ ..]) => {
                (self.call(name, arguments, here)?, rest)
            }
            (Node::Name(name), [Postfix::Index(index, _), rest @ ..])
                if &**name == "b" && self.kinds.is_some() =>
            {
                (self.square(index)?, rest)
            }
            _ => (self.lower(base)?, rest),
        };
        for one in rest {
            value = match one {
                Postfix::Method { name, arguments: Some(arguments), .. } => {
                    let [argument] = &arguments[..] else {
                        return Err(RuleFault::new(
                            here,
                            format!("`{name}` takes one argument here"),
                        ));
                    };
                    match (&**name, value) {
                        (super::read::AMONG, (op, Type::Kind)) => {
                            let set = self.set(&argument.value)?;
                            (Op::Among(Box::new(op), set), Type::Truth)
                        }
                        (super::read::AMONG, _) => {
                            return Err(RuleFault::new(
                                here,
                                "only a kind of square is `in` others",
                            ));
                        }
                        (word @ ("Div" | "Mod"), (op, Type::Number)) => {
                            let binary =
                                if word == "Div" { Binary::Floor } else { Binary::Remainder };
                            let other = self.number(&argument.value)?;
                            (Op::binary(binary, here, op, other), Type::Number)
                        }
                        _ => return Err(self.unknown(name, here)),
                    }
                }
                Postfix::Method { name, .. } => return Err(self.unknown(name, here)),
                Postfix::Index(..) => {
                    return Err(RuleFault::new(here, "only the board `b` has squares"));
                }
                Postfix::Call(..) => return Err(RuleFault::new(here, "this is no function")),
            };
        }
        Ok(value)
    }

    /// `b[i]` or `b[(r,c)]`
    fn square(&self, index: &Expr) -> Result<(Op, Type), RuleFault> {
        let op = match &index.node {
            Node::Tuple(place) => match &place[..] {
                [row, column] => Op::AtPlace(Box::new([self.number(row)?, self.number(column)?])),
                _ => return Err(RuleFault::new(span(index), "a square has a row and a column")),
            },
            _ => Op::At(Box::new(self.number(index)?)),
        };
        Ok((op, Type::Kind))
    }

    fn call(
        &self,
        name: &str,
        arguments: &[Argument],
        here: TextSpan,
    ) -> Result<(Op, Type), RuleFault> {
        if let Some(named) = arguments.iter().find_map(|argument| argument.name.as_ref()) {
            let place = TextSpan::new(named.1.start, named.1.end);
            return Err(RuleFault::new(place, "arguments have no names here"));
        }
        let values: Vec<&Expr> = arguments.iter().map(|argument| &argument.value).collect();
        let wrong = |n: &str| Err(RuleFault::new(here, format!("`{name}` takes {n}")));
        let numbers =
            || values.iter().map(|value| self.number(value)).collect::<Result<Vec<_>, _>>();
        if values.len() > MOST_NESTED {
            return wrong("fewer numbers");
        }
        let folded = |binary: Binary| -> Result<(Op, Type), RuleFault> {
            let mut all = numbers()?.into_iter();
            let Some(first) = all.next() else { return wrong("numbers") };
            let op = all.fold(first, |op, next| Op::binary(binary, here, op, next));
            Ok((op, Type::Number))
        };
        if let Some(signature) = self.functions.get(name) {
            if signature.arguments != values.len() {
                return wrong(&format!("{} arguments", signature.arguments));
            }
            return Ok((
                Op::Call(signature.number, super::op::OpPlace(here), numbers()?),
                signature.gives,
            ));
        }
        match (name, &values[..]) {
            ("min", _) => folded(Binary::Least),
            ("max", _) => folded(Binary::Greatest),
            ("gcd", _) => folded(Binary::Divisor),
            ("abs", [one]) => {
                let op = self.number(one)?;
                let negative = Op::binary(Binary::Subtract, here, Op::Number(0), op.clone());
                Ok((Op::binary(Binary::Greatest, here, op, negative), Type::Number))
            }
            ("abs", _) => wrong("one number"),
            ("Div" | "Mod", [a, b]) => {
                let binary = if name == "Div" { Binary::Floor } else { Binary::Remainder };
                Ok((Op::binary(binary, here, self.number(a)?, self.number(b)?), Type::Number))
            }
            ("Div" | "Mod", _) => wrong("two numbers"),
            ("b", [row, column]) if self.kinds.is_some() => {
                let place = [self.number(row)?, self.number(column)?];
                Ok((Op::AtPlace(Box::new(place)), Type::Kind))
            }
            ("b", _) if self.kinds.is_some() => wrong("a row and a column"),
            ("count", [kinds]) if self.kinds.is_some() => {
                Ok((Op::Count(self.set(kinds)?), Type::Number))
            }
            ("row" | "column", [square]) if self.kinds.is_some() => {
                let before =
                    Op::binary(Binary::Subtract, here, self.number(square)?, Op::Number(1));
                let binary = if name == "row" { Binary::Floor } else { Binary::Remainder };
                let from_zero = Op::binary(binary, here, before, Op::Columns);
                Ok((Op::binary(Binary::Add, here, from_zero, Op::Number(1)), Type::Number))
            }
            _ => Err(self.unknown(name, here)),
        }
    }
}

/// The place of an expression.
pub(crate) fn span(expr: &Expr) -> TextSpan {
    TextSpan::new(expr.span.start, expr.span.end)
}
