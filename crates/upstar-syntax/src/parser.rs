//! Expressions: the levels of operators, from `:=` down to powers; [`crate::operand`] has the rest.
//!
//! One function per level, each calling the next tighter one; levels that associate to the left
//! collect their operands in a flat chain. Everything that recurses passes through
//! [`Parser::expression`] or [`Parser::deeper`], which count the depth and refuse what is deeper
//! than the limit.

use crate::ast::{Argument, Expr, Infix, Node, Parameter, Postfix, Prefix};
use crate::error::{Error, ErrorKind, Span, SyntaxError};
use crate::lexer;
use crate::literal::{self, OperandPlace};
use crate::reader::{Names, ReadLimits, Reader, Reading};
use crate::token::{Key, T, Token};
use std::ops::Range;
use std::sync::Arc;

/// What reading gives.
pub type Parsed<X> = Result<X, SyntaxError>;

/// Tokens, and how far they are read.
///
/// ```
/// use upstar_syntax::{Parser, Reader, T};
/// let line = "heap n where n % 2 == 1";
/// let mut parser = Parser::new(&Reader::default(), line, 0..line.len())?;
/// let word = parser.expect(T::Name)?;
/// assert_eq!(parser.text(word), "heap");
/// let error = parser.expect(T::Assign).unwrap_err();
/// assert_eq!(error.to_string(), "unexpected `n`; expected `:=`");
/// # Ok::<(), upstar_syntax::SyntaxError>(())
/// ```
pub struct Parser<'a> {
    pub(crate) source: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    limits: ReadLimits,
    pub(crate) reading: Reading,
    pub(crate) names: Names,
    /// The names assigned so far in each function body that is open.
    pub(crate) scopes: Vec<FunctionScope>,
}

/// The names of a function body.
#[derive(Default)]
pub(crate) struct FunctionScope {
    pub(crate) assigned: Vec<Arc<str>>,
    pub(crate) declared: Vec<Arc<str>>,
    pub(crate) inner: Vec<Arc<str>>,
}

/// The function that `f(x,y)` before `:=` defines: its name and its parameters.
fn defined(target: &Expr) -> Option<(Arc<str>, Vec<Parameter>)> {
    let Node::Postfix(base, rest) = &target.node else { return None };
    let (Node::Name(name), [Postfix::Call(arguments, _)]) = (&base.node, &rest[..]) else {
        return None;
    };
    let parameter = |argument: &Argument| match &argument.value.node {
        Node::Name(name) if argument.name.is_none() => {
            Some(Parameter::plain(name.clone(), argument.value.span))
        }
        _ => None,
    };
    let parameters: Option<Vec<Parameter>> = arguments.iter().map(parameter).collect();
    let parameters = parameters?;
    let twice = |i: usize| parameters[..i].iter().any(|p| p.name == parameters[i].name);
    (!(0..parameters.len()).any(twice)).then_some((name.clone(), parameters))
}

/// What stands before `:=`.
const NOT_ASSIGNED: &str = "only a name or a place of a collection can be assigned to";

impl<'a> Parser<'a> {
    /// At the first token of the bytes `part` of `source`. Places are counted from the beginning
    /// of `source`.
    pub fn new(reader: &Reader, source: &'a str, part: Range<usize>) -> Parsed<Parser<'a>> {
        let Reader { limits, reading, names } = *reader;
        let tokens = lexer::tokens(source, part, limits.input)?;
        Ok(Parser { source, tokens, at: 0, depth: 0, limits, reading, names, scopes: Vec::new() })
    }

    /// Nothing may follow.
    pub fn finish(&self) -> Parsed<()> {
        match self.peek() {
            T::End => Ok(()),
            kind if kind.ends_block() => {
                let span = self.token().span();
                let word = self.text(self.token());
                Err(self.error(span, format!("`{word}` does not belong to anything before it")))
            }
            _ => Err(self.operator_expected()),
        }
    }

    /// The kind of the token that was read last.
    pub(crate) fn before(&self) -> Option<T> {
        self.at.checked_sub(1).map(|at| self.tokens[at].kind)
    }

    /// Notes that the body of the open function assigns a name.
    pub(crate) fn assigns(&mut self, name: &Arc<str>) {
        if let Some(scope) = self.scopes.last_mut()
            && !scope.assigned.contains(name)
        {
            scope.assigned.push(name.clone());
        }
    }

    /// The present token.
    pub fn token(&self) -> Token {
        self.ahead(0)
    }

    /// The token `n` further on; the end repeats itself.
    pub fn ahead(&self, n: usize) -> Token {
        self.tokens[(self.at + n).min(self.tokens.len() - 1)]
    }

    /// The kind of the present token.
    pub fn peek(&self) -> T {
        self.token().kind
    }

    /// Does the token `n` further on touch the one before it?
    pub fn touching(&self, n: usize) -> bool {
        let at = (self.at + n).min(self.tokens.len() - 1);
        at > 0 && self.tokens[at - 1].touches(self.tokens[at])
    }

    /// Takes the present token.
    pub fn advance(&mut self) -> Token {
        let token = self.token();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Takes the present token if it is of this kind.
    pub fn eat(&mut self, kind: T) -> Option<Token> {
        (self.peek() == kind).then(|| self.advance())
    }

    /// Takes the present token if it is this word.
    pub fn eat_key(&mut self, key: Key) -> Option<Token> {
        self.eat(T::Key(key))
    }

    /// Takes the present token, which must be of this kind.
    pub fn expect(&mut self, kind: T) -> Parsed<Token> {
        self.eat(kind).ok_or_else(|| self.unexpected([kind.quoted()]))
    }

    /// How a token is written.
    pub fn text(&self, token: Token) -> &'a str {
        token.span().text(self.source).unwrap_or_default()
    }

    /// From the start of `from` to the end of the last token read.
    pub fn since(&self, from: Span) -> Span {
        let last = self.at.saturating_sub(1);
        from.to(self.tokens[last].span())
    }

    /// The present token cannot stand here.
    pub fn unexpected(&self, expected: impl IntoIterator<Item = impl Into<String>>) -> SyntaxError {
        let token = self.token();
        let message = match token.kind {
            T::End => "the input ends too early".to_string(),
            T::Key(_) | T::Name | T::Integer | T::Vulgar(..) | T::Raised | T::Lowered => {
                format!("unexpected `{}`", self.text(token))
            }
            kind => format!("unexpected {}", kind.quoted()),
        };
        let mut error = Error::new(ErrorKind::Syntax, token.span(), message).expected(expected);
        if token.kind == T::Ampersand && self.before() == Some(T::Ampersand) {
            error.hint = Some("conditions are joined by `and`".to_string());
        }
        SyntaxError::new(error, token.kind == T::End)
    }

    /// An operand is complete, and what follows does not continue it.
    fn operator_expected(&self) -> SyntaxError {
        let token = self.token();
        let mut failure = self.unexpected(["an operator", "the end of the input"]);
        let hint = match token.kind {
            T::Bars(2) => Some("games stand in braces, `{2||1|0}`; conditions are joined by `or`"),
            T::Bars(_) => Some("games stand in braces: `{1|0}`"),
            T::Caret(_) | T::Up(_) | T::Down(_) | T::Star | T::Nim => {
                Some("marks stand next to a plain number, `1^*`; otherwise put `+` before them")
            }
            _ => None,
        };
        failure.error.hint = hint.map(str::to_string);
        failure
    }

    /// A mistake at `span`.
    pub fn error(&self, span: Span, message: impl Into<String>) -> SyntaxError {
        SyntaxError::new(Error::new(ErrorKind::Syntax, span, message), false)
    }

    /// Runs `inner` one level deeper, on a stack that is large enough.
    pub(crate) fn deeper<X>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<X>) -> Parsed<X> {
        if self.depth >= self.limits.nesting {
            let message = format!("nested more than {} deep", self.limits.nesting);
            let error = Error::new(ErrorKind::Size, self.token().span(), message);
            return Err(SyntaxError::new(error, false));
        }
        self.depth += 1;
        let result = upstar_base::deeper(|| inner(self));
        self.depth -= 1;
        result
    }

    /// Any expression: assignments and functions, the loosest level.
    pub fn expression(&mut self) -> Parsed<Expr> {
        self.deeper(Parser::assignment)
    }

    fn assignment(&mut self) -> Parsed<Expr> {
        let start = self.token().span();
        let target = self.function()?;
        if self.eat(T::Assign).is_none() {
            return Ok(target);
        }
        if let Some((name, parameters)) = defined(&target) {
            // `f(x) := e` is `def f(x) := e`.
            self.assigns(&name);
            let body = |parser: &mut Self| Ok(vec![parser.expression()?]);
            let code = self.code(Some(name), parameters, body)?;
            return Ok(Expr { span: self.since(start), node: Node::Def(code) });
        }
        let node = match target.node {
            Node::Name(name) => {
                self.assigns(&name);
                Node::Assign(name, Box::new(self.expression()?))
            }
            Node::Postfix(collection, mut calls) => {
                let Some(Postfix::Index(place, span)) = calls.pop() else {
                    return Err(self.error(target.span, NOT_ASSIGNED));
                };
                // `c[place] := value` is `c.Update(place, value)`.
                let both = [place, self.expression()?];
                let arguments = both.into_iter().map(|value| Argument { name: None, value });
                let arguments = Some(arguments.collect());
                calls.push(Postfix::Method { name: "Update".into(), span, arguments });
                Node::Postfix(collection, calls)
            }
            _ => return Err(self.error(target.span, NOT_ASSIGNED)),
        };
        Ok(Expr { span: self.since(start), node })
    }

    fn function(&mut self) -> Parsed<Expr> {
        let start = self.token().span();
        let left = self.disjunction()?;
        if self.eat(T::Arrow).is_none() {
            return match left.node {
                Node::Tuple(ref parts) if parts.is_empty() => Err(self.unexpected(["`->`"])),
                _ => Ok(left),
            };
        }
        let mut parameters = Vec::new();
        let parts = match left.node {
            Node::Tuple(parts) => parts,
            node => vec![Expr { span: left.span, node }],
        };
        for part in parts {
            match part.node {
                Node::Name(name) => parameters.push(Parameter::plain(name, part.span)),
                _ => return Err(self.error(part.span, "a parameter must be a name")),
            }
        }
        let code = self.code(None, parameters, |parser| Ok(vec![parser.expression()?]))?;
        Ok(Expr { span: self.since(start), node: Node::Lambda(code) })
    }

    fn disjunction(&mut self) -> Parsed<Expr> {
        self.logical(Key::Or, Parser::conjunction, Node::Any)
    }

    fn conjunction(&mut self) -> Parsed<Expr> {
        self.logical(Key::And, Parser::negation, Node::All)
    }

    fn logical(
        &mut self,
        key: Key,
        operand: fn(&mut Self) -> Parsed<Expr>,
        node: fn(Vec<Expr>) -> Node,
    ) -> Parsed<Expr> {
        let start = self.token().span();
        let first = operand(self)?;
        if self.peek() != T::Key(key) {
            return Ok(first);
        }
        let mut operands = vec![first];
        while self.eat_key(key).is_some() {
            operands.push(operand(self)?);
        }
        Ok(Expr { span: self.since(start), node: node(operands) })
    }

    fn negation(&mut self) -> Parsed<Expr> {
        let Some(not) = self.eat_key(Key::Not) else { return self.test() };
        let operand = self.deeper(Parser::negation)?;
        Ok(Expr { span: self.since(not.span()), node: Node::Not(Box::new(operand)) })
    }

    fn test(&mut self) -> Parsed<Expr> {
        let start = self.token().span();
        let mut left = self.relation()?;
        if let Some(word) = self.eat_key(Key::In) {
            // `x in c` is `c.Contains(x)`.
            let collection = self.infix_methods()?;
            let contains = Postfix::Method {
                name: "Contains".into(),
                span: word.span(),
                arguments: Some(vec![Argument { name: None, value: left }]),
            };
            let node = Node::Postfix(Box::new(collection), vec![contains]);
            return Ok(Expr { span: self.since(start), node });
        }
        if self.eat_key(Key::Is).is_some() {
            let kind = self.expect(T::Name)?;
            let name = self.text(kind).into();
            left =
                Expr { span: self.since(start), node: Node::Is(Box::new(left), name, kind.span()) };
        }
        Ok(left)
    }

    fn relation(&mut self) -> Parsed<Expr> {
        let start = self.token().span();
        let left = self.infix_methods()?;
        let T::Relation(relation) = self.peek() else { return Ok(left) };
        self.advance();
        let right = self.infix_methods()?;
        if matches!(self.peek(), T::Relation(_)) {
            let span = self.token().span();
            let mut failure = self.error(span, "comparisons do not chain");
            failure.error.hint = Some("join them with `and`".to_string());
            return Err(failure);
        }
        let node = Node::Compare(relation, Box::new([left, right]));
        Ok(Expr { span: self.since(start), node })
    }

    fn infix_methods(&mut self) -> Parsed<Expr> {
        let start = self.token().span();
        let mut left = self.range()?;
        let mut calls = Vec::new();
        while self.peek() == T::Name && self.ahead(1).kind.starts_operand() {
            let name = self.advance();
            let right = self.range()?;
            calls.push(Postfix::Method {
                name: self.text(name).into(),
                span: name.span(),
                arguments: Some(vec![Argument { name: None, value: right }]),
            });
        }
        if !calls.is_empty() {
            left = Expr { span: self.since(start), node: Node::Postfix(Box::new(left), calls) };
        }
        Ok(left)
    }

    fn range(&mut self) -> Parsed<Expr> {
        let start = self.token().span();
        let first = self.sum()?;
        if self.peek() != T::DotDot {
            return Ok(first);
        }
        let mut parts = vec![first];
        while parts.len() < 3 && self.eat(T::DotDot).is_some() {
            parts.push(self.sum()?);
        }
        Ok(Expr { span: self.since(start), node: Node::Range(parts) })
    }

    fn chain(
        &mut self,
        operand: fn(&mut Self, OperandPlace) -> Parsed<Expr>,
        operator: fn(&Self) -> Option<Infix>,
    ) -> Parsed<Expr> {
        let start = self.token().span();
        let first = operand(self, OperandPlace::First)?;
        let mut rest = Vec::new();
        while let Some(op) = operator(self) {
            let sign = self.advance();
            rest.push((op, sign.span(), operand(self, OperandPlace::After(op))?));
        }
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(Expr { span: self.since(start), node: Node::Chain(Box::new(first), rest) })
    }

    fn sum(&mut self) -> Parsed<Expr> {
        self.chain(
            |parser, _| parser.sides(),
            |parser| match parser.peek() {
                T::Plus => Some(Infix::Add),
                T::Minus => Some(Infix::Subtract),
                T::PlusMinus => Some(Infix::AddSwitch),
                _ => None,
            },
        )
    }

    fn sides(&mut self) -> Parsed<Expr> {
        self.chain(
            |parser, _| parser.ordinal_sum(),
            |parser| (parser.peek() == T::Ampersand).then_some(Infix::Sides),
        )
    }

    fn ordinal_sum(&mut self) -> Parsed<Expr> {
        self.chain(
            |parser, _| parser.product(),
            |parser| (parser.peek() == T::Colon).then_some(Infix::OrdinalSum),
        )
    }

    fn product(&mut self) -> Parsed<Expr> {
        self.chain(Parser::prefixed, |parser| match parser.peek() {
            T::Star | T::Times => Some(Infix::Multiply),
            T::Slash => Some(Infix::Divide),
            T::Percent => Some(Infix::Remainder),
            // A variable may have this name too.
            T::Name if parser.text(parser.token()) == "mod" => {
                parser.ahead(1).kind.starts_operand().then_some(Infix::Remainder)
            }
            _ => None,
        })
    }

    fn prefixed(&mut self, place: OperandPlace) -> Parsed<Expr> {
        let start = self.token().span();
        let mut signs = Vec::new();
        loop {
            let sign = match self.peek() {
                T::Minus => Prefix::Minus,
                T::Plus => Prefix::Plus,
                T::PlusMinus => Prefix::PlusMinus,
                _ => break,
            };
            signs.push((sign, self.advance().span()));
        }
        let place = match signs.last() {
            None => place,
            Some((Prefix::PlusMinus, _)) => OperandPlace::Switch,
            // What brackets hold together takes the sign as a whole.
            Some((Prefix::Minus, _))
                if self.touching(0) && !matches!(self.peek(), T::Open | T::Backquote) =>
            {
                OperandPlace::Negative
            }
            Some(_) => OperandPlace::First,
        };
        let mut operand = self.power(place)?;
        if place == OperandPlace::Negative && literal::negate_first(&mut operand) {
            let sign = signs.pop().map_or(operand.span, |(_, span)| span);
            operand.span = sign.to(operand.span);
        }
        if signs.is_empty() {
            return Ok(operand);
        }
        Ok(Expr { span: self.since(start), node: Node::Prefix(signs, Box::new(operand)) })
    }

    pub(crate) fn power(&mut self, place: OperandPlace) -> Parsed<Expr> {
        let start = self.token().span();
        let base = self.postfixed(place)?;
        if self.peek() != T::Caret(1) || !self.ahead(1).kind.starts_operand() {
            return Ok(base);
        }
        self.advance();
        let exponent = self.deeper(|parser| match parser.peek() {
            T::Minus | T::Plus => {
                let start = parser.token().span();
                let sign = match parser.advance() {
                    t if t.kind == T::Minus => (Prefix::Minus, t.span()),
                    t => (Prefix::Plus, t.span()),
                };
                let operand = Box::new(parser.power(OperandPlace::Exponent)?);
                Ok(Expr { span: parser.since(start), node: Node::Prefix(vec![sign], operand) })
            }
            _ => parser.power(OperandPlace::Exponent),
        })?;
        let node = Node::Power(Box::new(base), Box::new(exponent));
        Ok(Expr { span: self.since(start), node })
    }
}
