//! Numbers, and the marks that stand next to them: `1*`, `9/4^3*2`, `2Tiny(2)`.
//!
//! Values are printed as a number, an up part and a nimber side by side, and must be read back.
//! But `3*5` is also a product and `3^5` a power. The rule: a mark belongs to a number only if
//! nothing stands between them, and
//! - `v`, `^^`, `^*`, `^<n>`, `^[n]`, `↑`, `⋆`, `Tiny(..)` can only be marks;
//! - a single `*` or `^` is a mark if no operand follows it: `1*`, `{2^|0}`, `1*+2`, `1* - 2`;
//! - `^n*` is a mark if no operand follows, and `^n*m` is one after a fraction: `9/4^3*2`;
//! - otherwise arithmetic wins: `3*5`, `3^5`, `1/2^200`, `2^3*5`.
//!
//! So it is with the names of loopy values: `upon*`, `5over*`, but `upon*2`.
//!
//! Between backquotes ([`Reading::Printed`]) the marks always win. A sign that touches the number
//! belongs to it alone: `-1^` is (-1) + ^, as it is printed.

use crate::ast::{Expr, Infix, Marks, NimPart, Node, Relation, UpSize, Ups};
use crate::error::Span;
use crate::lexer::{lowered, raised};
use crate::parser::{Parsed, Parser};
use crate::reader::Reading;
use crate::token::{T, Token};
use dashu_int::ops::PowerOfTwo;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::sync::Arc;

/// Where an operand stands; it decides whether a number may take marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OperandPlace {
    /// At the start of a product.
    First,
    /// Behind an operator of the product.
    After(Infix),
    /// Behind a minus sign that touches it.
    Negative,
    /// Behind `+-`.
    Switch,
    /// In an exponent.
    Exponent,
}

impl Parser<'_> {
    /// A primary with the marks of level 2: `*3`, `^^*`, `v(n)*2`, and marked numbers.
    pub(crate) fn marked(&mut self, place: OperandPlace) -> Parsed<Expr> {
        let token = self.token();
        let start = token.span();
        match token.kind {
            T::Star | T::Nim => {
                let nim = Some(self.nim()?);
                self.marks(start, Marks { number: None, ups: None, nim, tiny: None })
            }
            T::Caret(_) | T::Up(_) | T::Down(_) => {
                let ups = Some(self.ups()?);
                let nim = self.touching_nim()?;
                self.marks(start, Marks { number: None, ups, nim, tiny: None })
            }
            T::Tiny(_) => {
                let tiny = Some(self.tiny()?);
                self.marks(start, Marks { number: None, ups: None, nim: None, tiny })
            }
            T::Integer | T::Vulgar(..) => self.number(place),
            T::Name if self.names.values.contains(&self.text(token)) => {
                let name = self.primary()?;
                self.starred(start, name)
            }
            _ => self.primary(),
        }
    }

    /// A loopy value with the star that touches it, as in `upon*`, if no operand follows.
    fn starred(&mut self, start: Span, value: Expr) -> Parsed<Expr> {
        let star = self.token();
        if star.kind != T::Star || !self.touching(0) || !self.operand_ends(1) {
            return Ok(value);
        }
        let nim = Some(self.nim()?);
        let star = self.marks(star.span(), Marks { number: None, ups: None, nim, tiny: None })?;
        let node = Node::Chain(Box::new(value), vec![(Infix::Add, star.span, star)]);
        Ok(Expr { span: self.since(start), node })
    }

    fn marks(&mut self, start: Span, marks: Marks) -> Parsed<Expr> {
        Ok(Expr { span: self.since(start), node: Node::Marks(Box::new(marks)) })
    }

    /// A number literal, with the marks that belong to it.
    fn number(&mut self, place: OperandPlace) -> Parsed<Expr> {
        let start = self.token().span();
        // How many tokens the number takes if a fraction is read as one.
        let fraction = self.fraction_ahead(place);
        let length = if fraction { 3 } else { 1 };
        let marked = place != OperandPlace::Exponent && self.mark_ahead(length, fraction);
        let next = self.ahead(length);
        // `5over` is `5 + over`.
        if self.touching(length)
            && next.kind == T::Name
            && self.names.values.contains(&self.text(next))
        {
            let number = self.rational(fraction)?;
            let first = Expr { span: self.since(start), node: Node::Fraction(number) };
            let token = self.advance();
            let (at, name) = (token.span(), self.text(token).into());
            let second = Expr { span: at, node: Node::Name(name) };
            let node = Node::Chain(Box::new(first), vec![(Infix::Add, at, second)]);
            let value = Expr { span: self.since(start), node };
            return self.starred(start, value);
        }
        if !(marked || fraction && place == OperandPlace::Switch) {
            if let T::Vulgar(n, d) = self.peek() {
                self.advance();
                let value = RBig::from_parts(IBig::from(n), UBig::from(d));
                return Ok(Expr { span: start, node: Node::Fraction(value) });
            }
            return self.primary();
        }
        let number = self.rational(fraction)?;
        if !marked {
            return Ok(Expr { span: self.since(start), node: Node::Fraction(number) });
        }
        let (mut ups, mut nim, mut tiny) = (None, None, None);
        match self.peek() {
            T::Star | T::Nim => nim = Some(self.nim()?),
            T::Caret(_) | T::Up(_) | T::Down(_) => {
                ups = Some(self.ups()?);
                nim = self.touching_nim()?;
            }
            _ => tiny = Some(self.tiny()?),
        }
        self.marks(start, Marks { number: Some(number), ups, nim, tiny })
    }

    /// Do three touching tokens make a fraction as it is printed, and may one stand here?
    fn fraction_ahead(&self, place: OperandPlace) -> bool {
        let here = match place {
            OperandPlace::First | OperandPlace::Negative | OperandPlace::Switch => true,
            OperandPlace::After(op) => {
                !matches!(op, Infix::Divide | Infix::Multiply | Infix::Remainder)
            }
            OperandPlace::Exponent => false,
        };
        here && self.peek() == T::Integer
            && self.ahead(1).kind == T::Slash
            && self.ahead(2).kind == T::Integer
            && self.touching(1)
            && self.touching(2)
            && (place == OperandPlace::Switch || self.is_lowest(self.token(), self.ahead(2)))
    }

    /// Is this a dyadic fraction in lowest terms? Nothing else is ever printed before a mark.
    fn is_lowest(&self, above: Token, below: Token) -> bool {
        let odd = |text: &str| text.bytes().last().is_some_and(|b| b % 2 == 1);
        odd(self.text(above))
            && UBig::from_str_radix(self.text(below), 10)
                .is_ok_and(|d| d.is_power_of_two() && d != UBig::ONE)
    }

    fn rational(&mut self, fraction: bool) -> Parsed<RBig> {
        if let T::Vulgar(n, d) = self.peek() {
            self.advance();
            return Ok(RBig::from_parts(IBig::from(n), UBig::from(d)));
        }
        let above = self.advance();
        let above = self.integer(above)?;
        if !fraction {
            return Ok(RBig::from(above));
        }
        self.advance();
        let token = self.advance();
        let below = self.integer(token)?;
        match UBig::try_from(below) {
            Ok(below) if below != UBig::ZERO => Ok(RBig::from_parts(above, below)),
            _ => Err(self.error(token.span(), "a fraction cannot have the denominator 0")),
        }
    }

    /// Does a mark stand `n` tokens further on that belongs to the number before it?
    fn mark_ahead(&self, n: usize, fraction: bool) -> bool {
        if !self.touching(n) {
            return false;
        }
        let printed = self.reading == Reading::Printed;
        let touches = |i: usize, kind: T| self.ahead(n + i).kind == kind && self.touching(n + i);
        match self.ahead(n).kind {
            T::Nim | T::Up(_) | T::Down(_) | T::Tiny(_) => true,
            T::Name => {
                let name = self.text(self.ahead(n));
                (name == "Tiny" || name == "Miny") && touches(1, T::Open)
            }
            T::Star => printed || self.operand_ends(n + 1),
            T::Caret(count) if count > 1 => true,
            T::Caret(_) => {
                let next = self.ahead(n + 1).kind;
                match next {
                    T::Star | T::Nim | T::OpenBracket if self.touching(n + 1) => true,
                    T::Relation(Relation::Less) if self.touching(n + 1) => true,
                    T::Integer if self.touching(n + 1) => {
                        printed
                            || touches(2, T::Nim)
                            || (touches(2, T::Star)
                                && (self.operand_ends(n + 3) || fraction && touches(3, T::Integer)))
                    }
                    _ => self.operand_ends(n + 1),
                }
            }
            _ => false,
        }
    }

    /// Is the operand complete before the token `n` further on?
    fn operand_ends(&self, n: usize) -> bool {
        let next = self.ahead(n);
        if !next.kind.starts_operand() {
            return true;
        }
        match next.kind {
            T::Backquote if self.reading == Reading::Printed => true,
            // Nobody multiplies by `+2`; but `2*-3` is a product.
            T::Plus | T::PlusMinus => true,
            _ if self.touching(n) => false,
            T::Minus | T::Star => true,
            T::Name => (self.names.is_method)(self.text(next)),
            _ => false,
        }
    }

    /// `*`, `*P`.
    fn nim(&mut self) -> Parsed<NimPart> {
        self.advance();
        if !self.touching(0) {
            return Ok(NimPart::One);
        }
        let token = self.token();
        let operand = match token.kind {
            T::Name if matches!(self.text(token), "omega" | "ω") => {
                // Printed `*ω^2` is a nimber, not a square.
                self.deeper(|parser| parser.power(OperandPlace::Exponent))?
            }
            T::Integer | T::Name | T::Open | T::OpenBracket | T::Text => {
                self.deeper(Parser::primary)?
            }
            _ => return Ok(NimPart::One),
        };
        Ok(NimPart::Of(operand))
    }

    fn touching_nim(&mut self) -> Parsed<Option<NimPart>> {
        match self.peek() {
            T::Star | T::Nim if self.touching(0) => Ok(Some(self.nim()?)),
            _ => Ok(None),
        }
    }

    /// `^`, `^^`, `^P`, `^<P>`, `^[P]`, and the same down.
    fn ups(&mut self) -> Parsed<Ups> {
        let token = self.advance();
        let (negative, count) = match token.kind {
            T::Down(count) => (true, count),
            T::Caret(count) | T::Up(count) => (false, count),
            _ => return Err(self.unexpected(["`^`", "`v`"])),
        };
        let mut size = UpSize::Count(count);
        if count == 1 && self.touching(0) {
            match self.peek() {
                T::Integer | T::Name | T::Open | T::Text => {
                    size = UpSize::Times(self.deeper(Parser::primary)?);
                }
                T::Relation(Relation::Less)
                    if self.touching(1)
                        && matches!(self.ahead(1).kind, T::Integer | T::Name)
                        && self.ahead(2).kind == T::Relation(Relation::Greater) =>
                {
                    self.advance();
                    size = UpSize::Power(self.primary()?);
                    self.advance();
                }
                T::OpenBracket => {
                    self.advance();
                    size = UpSize::PowerSum(self.expression()?);
                    self.expect(T::CloseBracket)?;
                }
                T::Raised => {
                    let digits = self.advance();
                    let plain: String = self.text(digits).chars().filter_map(raised).collect();
                    let node = Node::Integer(self.digits(&plain, digits)?);
                    size = UpSize::Power(Expr { span: digits.span(), node });
                }
                _ => {}
            }
        }
        Ok(Ups { negative, size, span: self.since(token.span()) })
    }

    /// `Tiny(x)`, `⧾₂`, `⧾(x)` and their negatives.
    fn tiny(&mut self) -> Parsed<(bool, Expr)> {
        let token = self.advance();
        let left = match token.kind {
            T::Tiny(left) => left,
            _ => self.text(token) == "Tiny",
        };
        if let Some(digits) = self.eat(T::Lowered) {
            let plain: String = self.text(digits).chars().filter_map(lowered).collect();
            let node = Node::Integer(self.digits(&plain, digits)?);
            return Ok((left, Expr { span: digits.span(), node }));
        }
        self.expect(T::Open)?;
        let argument = self.expression()?;
        self.expect(T::Close)?;
        Ok((left, argument))
    }

    /// The value of an integer token.
    pub(crate) fn integer(&self, token: Token) -> Parsed<IBig> {
        self.digits(self.text(token), token)
    }

    fn digits(&self, digits: &str, token: Token) -> Parsed<IBig> {
        IBig::from_str_radix(digits, 10)
            .map_err(|_| self.error(token.span(), "this is not a whole number"))
    }

    /// The value of a string token.
    pub(crate) fn unescape(&self, token: Token) -> Parsed<Arc<str>> {
        let quoted = self.text(token);
        let inner = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
        if !inner.contains('\\') {
            return Ok(inner.into());
        }
        let mut text = String::with_capacity(inner.len());
        let mut chars = inner.chars();
        while let Some(c) = chars.next() {
            if c != '\\' {
                text.push(c);
                continue;
            }
            match chars.next() {
                Some('n') => text.push('\n'),
                Some('t') => text.push('\t'),
                Some(c @ ('"' | '\\' | '\'')) => text.push(c),
                other => {
                    let shown = other.map_or(String::new(), String::from);
                    let mut failure =
                        self.error(token.span(), format!("`\\{shown}` is not known in a string"));
                    failure.error.expected =
                        ["`\\n`", "`\\t`", "`\\\"`", "`\\\\`"].map(String::from).to_vec();
                    return Err(failure);
                }
            }
        }
        Ok(text.into())
    }
}

/// A printed `-1^` is (-1) + ^ and `-5under` is (-5) + under: the sign belongs to the number alone;
/// and so it does to the first toll in `-5_5 -6_4`. Does the operand begin like that?
pub(crate) fn negate_first(operand: &mut Expr) -> bool {
    match &mut operand.node {
        Node::Marks(marks) => match &mut marks.number {
            Some(number) => *number = -std::mem::take(number),
            None => return false,
        },
        Node::Tallies(text) => *text = format!("-{text}").into(),
        Node::Postfix(base, _) if matches!(base.node, Node::Tallies(_)) => {
            return negate_first(base);
        }
        Node::Chain(first, _) => match &mut first.node {
            Node::Fraction(number) => *number = -std::mem::take(number),
            Node::Chain(..) => return negate_first(first),
            _ => return false,
        },
        _ => return false,
    }
    true
}
