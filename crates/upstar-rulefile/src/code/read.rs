//! Reading comprehensions: the grammar of the calculator, and a few words around it.

use super::lower::{NameScope, Signature, Type, span};
use super::op::{ChangedSquares, CodeRule, FileFunction, LoopValues, Op, OpPlace, RuleStep, Yield};
use crate::prelude::*;
use upstar_syntax::{
    Expr, Infix, Key, LoopSource, Node, Parser, ReadLimits, Reader, SyntaxError, T,
};

/// How the question `b[i] in "xo"` is spelt for the grammar, to which `in` belongs to loops; as
/// long as the word it stands for, so that places stay.
pub(super) const AMONG: &str = "In";

/// The deepest nesting of an expression.
const NESTING: usize = 64;

/// What the files of one game are read with.
pub(crate) struct Grammar {
    /// The text with the questions spelt out.
    source: String,
    reader: Reader,
}

impl Grammar {
    /// For a cleaned text.
    pub(crate) fn new(clean: &str) -> Grammar {
        let limits = ReadLimits { input: 1 << 20, nesting: NESTING };
        Grammar { source: questions(clean), reader: Reader { limits, ..Reader::default() } }
    }

    fn parser(&self, piece: StatementPiece<'_>) -> Result<Parser<'_>, RuleFault> {
        let part = piece.start..piece.start + piece.text.len();
        Parser::new(&self.reader, &self.source, part).map_err(syntax)
    }
}

/// Replaces `in` before a text by a name that may stand between two operands.
fn questions(clean: &str) -> String {
    let mut source = clean.to_owned();
    let mut from = 0;
    while let Some(at) = source[from..].find("in").map(|at| from + at) {
        from = at + 2;
        let before = source[..at].chars().next_back();
        let after = source[from..].trim_start();
        let is_word = before.is_some_and(|c| c.is_whitespace() || c == ']' || c == ')');
        if is_word && after.starts_with('"') && source[from..].starts_with([' ', '"']) {
            source.replace_range(at..from, AMONG);
        }
    }
    source
}

fn syntax(failure: SyntaxError) -> RuleFault {
    let error = failure.error;
    let message = if error.expected.is_empty() {
        error.message
    } else {
        format!("{}; expected {}", error.message, error.expected.join(" or "))
    };
    let fault = RuleFault::new(TextSpan::new(error.span.start, error.span.end), message);
    match error.hint {
        Some(hint) => fault.hint(hint),
        None => fault,
    }
}

/// A whole piece as an expression.
pub(crate) fn expression(grammar: &Grammar, piece: StatementPiece<'_>) -> Result<Expr, RuleFault> {
    let mut parser = grammar.parser(piece)?;
    let found = parser.expression().map_err(syntax)?;
    parser.finish().map_err(syntax)?;
    Ok(found)
}

/// A whole piece as a condition.
pub(crate) fn condition(
    grammar: &Grammar,
    scope: &NameScope,
    piece: StatementPiece<'_>,
) -> Result<Op, RuleFault> {
    scope.need(Type::Truth, &expression(grammar, piece)?)
}

/// `f(x, y) := ...`
pub(crate) fn definition(
    grammar: &Grammar,
    scope: &mut NameScope,
    number: usize,
    piece: StatementPiece<'_>,
) -> Result<FileFunction, RuleFault> {
    let form = "for example `def f(x) := x % 3`";
    let wrong = |span: TextSpan, message: &str| RuleFault::new(span, message).hint(form);
    let Some(assign) = piece.text.find(":=") else {
        return Err(wrong(piece.span(), "expected `:=` in a definition"));
    };
    let head = piece.part(0, assign).trimmed();
    let call = expression(grammar, head)?;
    let Node::Postfix(name, rest) = &call.node else {
        return Err(wrong(head.span(), "expected a name with parameters before `:=`"));
    };
    let (Node::Name(name), [upstar_syntax::Postfix::Call(arguments, _)]) = (&name.node, &rest[..])
    else {
        return Err(wrong(head.span(), "expected a name with parameters before `:=`"));
    };
    let mut parameters = Vec::new();
    for argument in arguments {
        match &argument.value.node {
            Node::Name(parameter) => parameters.push(parameter.to_string()),
            _ => return Err(wrong(span(&argument.value), "a parameter is a name")),
        }
    }
    if scope.functions.contains_key(&**name) {
        return Err(wrong(head.span(), "there is a function of this name already"));
    }
    let mut inner = NameScope::with(&parameters);
    inner.functions.clone_from(&scope.functions);
    inner.kinds.clone_from(&scope.kinds);
    let signature = Signature { number, arguments: parameters.len(), gives: Type::Number };
    // Where it calls itself it gives a number.
    inner.functions.insert(name.to_string(), signature);
    let body = expression(grammar, piece.part(assign + 2, piece.text.len()).trimmed())?;
    let (body, gives) = inner.lower(&body)?;
    scope.functions.insert(name.to_string(), Signature { gives, ..signature });
    Ok(FileFunction { parameters: parameters.len(), slots: inner.slots, body })
}

/// A rule behind `left`, `right` or `both`: `-> SUM for ..` on tuples with so many entries, or
/// `for .. yield b with ..` on boards.
pub(crate) fn rule(
    grammar: &Grammar,
    scope: &NameScope,
    entries: Option<usize>,
    piece: StatementPiece<'_>,
) -> Result<(CodeRule, usize), RuleFault> {
    let (piece, kind) = without_kind(piece);
    let mut scope = scope.clone();
    let mut parser = grammar.parser(piece)?;
    let place = OpPlace(piece.span());
    let mut rule = CodeRule { steps: Vec::new(), yields: Vec::new(), kind, place };
    match entries {
        Some(entries) => {
            parser.expect(T::Arrow).map_err(|failure| {
                syntax(failure).hint("for example `both -> n-k for k from 1 to n`")
            })?;
            let sum = parser.expression().map_err(syntax)?;
            if parser.peek() == T::Key(Key::For) {
                rule.steps = steps(&mut parser, &mut scope)?;
            } else if parser.eat_key(Key::Where).is_some() {
                let condition = parser.expression().map_err(syntax)?;
                let wanted = Some(scope.need(Type::Truth, &condition)?);
                let (slot, source) = (scope.bind(""), LoopValues::Listed(vec![Op::Number(0)]));
                rule.steps.push(RuleStep { slot, source, until: None, wanted });
            }
            parser.finish().map_err(syntax)?;
            let terms = terms(&scope, entries, &sum)?;
            rule.yields.push(Yield::Sum(terms, OpPlace(span(&sum))));
        }
        None => {
            if parser.peek() == T::Key(Key::For) {
                rule.steps = steps(&mut parser, &mut scope)?;
            }
            while let Some(word) = parser.eat_key(Key::Yield) {
                rule.yields.push(yielded(&mut parser, &scope, word.span())?);
            }
            parser.finish().map_err(syntax)?;
            if rule.yields.is_empty() {
                let message = "nothing is yielded";
                let hint = "for example `left for i in squares where b[i] == \"x\" yield b with i => \".\"`";
                return Err(RuleFault::new(piece.span(), message).hint(hint));
            }
        }
    }
    Ok((rule, scope.slots))
}

/// The piece without the word at its end that says what the move does to the order of play.
fn without_kind(piece: StatementPiece<'_>) -> (StatementPiece<'_>, MoveKind) {
    let piece = piece.trimmed();
    for (word, kind) in [("entails", MoveKind::Entailing), ("compliments", MoveKind::Complimenting)]
    {
        let rest = piece.text.strip_suffix(word);
        if let Some(rest) = rest.filter(|rest| rest.ends_with(char::is_whitespace)) {
            return (piece.part(0, rest.len()).trimmed(), kind);
        }
    }
    (piece, MoveKind::Ordinary)
}

fn steps(parser: &mut Parser<'_>, scope: &mut NameScope) -> Result<Vec<RuleStep>, RuleFault> {
    let clauses = parser.clauses().map_err(syntax)?;
    let mut steps = Vec::new();
    for clause in clauses {
        let rounded = NameScope { rounds: true, ..scope.clone() };
        let source = match &clause.source {
            LoopSource::Once(value) => LoopValues::Listed(vec![scope.number(value)?]),
            LoopSource::From { first, last, step } => {
                if last.is_none() && clause.while_.is_none() {
                    let message = "this loop has no end: expected `to` or `while`";
                    return Err(RuleFault::new(span(first), message));
                }
                LoopValues::Range {
                    first: rounded.number(first)?,
                    last: last.as_ref().map(|last| rounded.number(last)).transpose()?,
                    by: match step {
                        Some(step) => rounded.number(step)?,
                        None => Op::Number(1),
                    },
                    place: OpPlace(span(first)),
                }
            }
            LoopSource::In(Expr { node: Node::List(items), .. }) => {
                let items = items.iter().map(|item| scope.number(item));
                LoopValues::Listed(items.collect::<Result<_, _>>()?)
            }
            LoopSource::In(source @ Expr { node: Node::Range(ends), .. }) if ends.len() == 2 => {
                LoopValues::Range {
                    first: rounded.number(&ends[0])?,
                    last: Some(rounded.number(&ends[1])?),
                    by: Op::Number(1),
                    place: OpPlace(span(source)),
                }
            }
            LoopSource::In(source @ Expr { node: Node::Name(name), .. })
                if &**name == "squares" =>
            {
                LoopValues::Range {
                    first: Op::Number(1),
                    last: Some(scope.number(source)?),
                    by: Op::Number(1),
                    place: OpPlace(span(source)),
                }
            }
            LoopSource::In(source) => {
                let message = "expected `squares`, a list such as [1,2,5], or 1..n";
                return Err(RuleFault::new(span(source), message));
            }
        };
        let slot = scope.bind(&clause.variable);
        let truth = |condition: &Option<Expr>| {
            condition.as_ref().map(|condition| scope.need(Type::Truth, condition)).transpose()
        };
        let (until, wanted) = (truth(&clause.while_)?, truth(&clause.where_)?);
        steps.push(RuleStep { slot, source, until, wanted });
    }
    Ok(steps)
}

/// What follows the first operand of a chain.
type ChainRest = Vec<(Infix, upstar_syntax::Span, Expr)>;

/// What a move leaves that leaves nothing.
const NOTHING: &str = "nothing";

/// The terms of a sum: tuples with so many entries, or numbers.
fn terms(scope: &NameScope, entries: usize, sum: &Expr) -> Result<Vec<Vec<Op>>, RuleFault> {
    if matches!(&sum.node, Node::Name(name) if &**name == NOTHING) {
        return Ok(Vec::new());
    }
    // A sum in parentheses is one number; its place begins before its first term.
    if let Node::Chain(first, rest) = &sum.node
        && first.span.start == sum.span.start
        && rest.iter().any(|(infix, ..)| *infix == Infix::Add)
    {
        let mut terms: Vec<(Expr, ChainRest)> = vec![((**first).clone(), Vec::new())];
        for (infix, place, operand) in rest {
            match (infix, terms.last_mut()) {
                (Infix::Add, _) => terms.push((operand.clone(), Vec::new())),
                (_, Some((_, rest))) => rest.push((*infix, *place, operand.clone())),
                (_, None) => {}
            }
        }
        let whole = |(first, rest): (Expr, ChainRest)| {
            let end = rest.last().map_or(first.span, |last| last.2.span);
            let span = first.span.to(end);
            if rest.is_empty() {
                first
            } else {
                Expr { span, node: Node::Chain(Box::new(first), rest) }
            }
        };
        let mut found = Vec::new();
        for one in terms.into_iter().map(whole) {
            found.push(term(scope, entries, &one)?);
        }
        return Ok(found);
    }
    Ok(vec![term(scope, entries, sum)?])
}

fn term(scope: &NameScope, entries: usize, term: &Expr) -> Result<Vec<Op>, RuleFault> {
    match &term.node {
        Node::Tuple(parts) if parts.len() == entries => {
            parts.iter().map(|part| scope.number(part)).collect()
        }
        Node::Tuple(parts) => {
            let message = format!("this has {} entries; a position has {entries}", parts.len());
            Err(RuleFault::new(span(term), message))
        }
        _ if entries == 1 => Ok(vec![scope.number(term)?]),
        _ => {
            let message = format!("expected a position with {entries} entries in parentheses");
            Err(RuleFault::new(span(term), message))
        }
    }
}

/// `b with SQUARE => KIND, ..`
fn yielded(
    parser: &mut Parser<'_>,
    scope: &NameScope,
    start: upstar_syntax::Span,
) -> Result<Yield, RuleFault> {
    for word in ["b", "with"] {
        let token = parser.token();
        if token.kind != T::Name || parser.text(token) != word {
            let message = "expected `yield b with SQUARE => KIND`";
            let place = token.span();
            return Err(RuleFault::new(
                TextSpan::new(place.start, place.end.max(place.start)),
                message,
            ));
        }
        parser.advance();
    }
    let mut changes = Vec::new();
    loop {
        let square = parser.expression().map_err(syntax)?;
        let place = OpPlace(span(&square));
        let target = match &square.node {
            Node::Range(ends) if ends.len() == 2 => {
                let ends = [scope.number(&ends[0])?, scope.number(&ends[1])?];
                ChangedSquares::Stretch(Box::new(ends), place)
            }
            Node::Tuple(parts) if parts.len() == 2 => ChangedSquares::At(
                Box::new([scope.number(&parts[0])?, scope.number(&parts[1])?]),
                place,
            ),
            _ => ChangedSquares::One(scope.number(&square)?, place),
        };
        parser.expect(T::FatArrow).map_err(syntax)?;
        let kind = parser.expression().map_err(syntax)?;
        changes.push((target, scope.need(Type::Kind, &kind)?));
        if parser.eat(T::Comma).is_none() {
            break;
        }
    }
    let end = parser.since(start);
    Ok(Yield::Board(changes, OpPlace(TextSpan::new(end.start, end.end))))
}
