//! Operands: names, literals, what brackets hold together, and the calls and indices behind them.

use crate::ast::{Argument, Expr, Node, Postfix};
use crate::literal::OperandPlace;
use crate::parser::{Parsed, Parser};
use crate::reader::Reading;
use crate::token::{Key, T};
use std::sync::Arc;

impl Parser<'_> {
    pub(crate) fn postfixed(&mut self, place: OperandPlace) -> Parsed<Expr> {
        let start = self.token().span();
        let base = self.marked(place)?;
        let mut rest = Vec::new();
        loop {
            match self.peek() {
                T::Dot => {
                    self.advance();
                    let name = self.expect(T::Name).map_err(|mut failure| {
                        if self.peek() == T::Integer && self.touching(0) {
                            let hint = "numbers are exact: write 7/2, not 3.5";
                            failure.error.hint = Some(hint.to_string());
                        }
                        failure
                    })?;
                    let arguments = match self.peek() {
                        T::Open => Some(self.arguments()?),
                        _ => None,
                    };
                    let name_text = self.text(name).into();
                    rest.push(Postfix::Method { name: name_text, span: name.span(), arguments });
                }
                T::Open if self.touching(0) => {
                    let open = self.token().span();
                    let arguments = self.arguments()?;
                    rest.push(Postfix::Call(arguments, self.since(open)));
                }
                T::OpenBracket if self.touching(0) => {
                    let open = self.advance().span();
                    let mut index = self.expression()?;
                    // `grid[1,2]` is `grid[(1,2)]`.
                    if self.eat(T::Comma).is_some() {
                        let column = self.expression()?;
                        let span = index.span.to(column.span);
                        index = Expr { span, node: Node::Tuple(vec![index, column]) };
                    }
                    self.expect(T::CloseBracket)?;
                    rest.push(Postfix::Index(index, self.since(open)));
                }
                _ => break,
            }
        }
        if rest.is_empty() {
            return Ok(base);
        }
        Ok(Expr { span: self.since(start), node: Node::Postfix(Box::new(base), rest) })
    }

    fn arguments(&mut self) -> Parsed<Vec<Argument>> {
        self.expect(T::Open)?;
        let mut arguments = Vec::new();
        while self.peek() != T::Close {
            let name = match (self.peek(), self.ahead(1).kind) {
                (T::Name, T::FatArrow) => {
                    let name = self.advance();
                    self.advance();
                    Some((self.text(name).into(), name.span()))
                }
                _ => None,
            };
            let start = self.token().span();
            let value = self.expression()?;
            let value = self.entry(value)?;
            let value = self.comprehended(start, value)?;
            arguments.push(Argument { name, value });
            if self.eat(T::Comma).is_none() {
                break;
            }
        }
        if self.eat(T::Close).is_none() {
            return Err(self.unexpected(["`,`", "`)`"]));
        }
        Ok(arguments)
    }

    /// The tightest level: what needs nothing on either side.
    pub(crate) fn primary(&mut self) -> Parsed<Expr> {
        let token = self.token();
        let start = token.span();
        let node = match token.kind {
            T::Integer => {
                self.advance();
                Node::Integer(self.integer(token)?)
            }
            T::Misere => {
                self.advance();
                let text = self.text(token);
                Node::Misere(text[2..text.len() - 1].into())
            }
            T::Loopy => {
                self.advance();
                Node::Loopy(self.text(token).into())
            }
            T::Tallies => {
                self.advance();
                Node::Tallies(self.text(token).into())
            }
            T::Text => {
                self.advance();
                Node::Text(self.unescape(token)?)
            }
            T::Key(Key::True | Key::False) => {
                self.advance();
                Node::Boolean(token.kind == T::Key(Key::True))
            }
            T::Name => {
                self.advance();
                let name: Arc<str> = self.text(token).into();
                if self.peek() == T::OpenBrace && self.touching(0) {
                    let game = self.deeper(|parser| parser.braces(false))?;
                    if !matches!(game.node, Node::Game { .. }) {
                        return Err(
                            self.error(game.span, "a label stands before a game".to_owned())
                        );
                    }
                    let node = Node::Labelled(name, Box::new(game));
                    return Ok(Expr { span: self.since(start), node });
                }
                Node::Name(name)
            }
            T::Open => return self.parenthesised(),
            T::OpenBracket => return self.list(),
            T::OpenBrace => return self.deeper(|parser| parser.braces(false)),
            T::Quote => {
                self.advance();
                let mut game = self.deeper(|parser| parser.braces(true))?;
                self.expect(T::Quote)?;
                game.span = self.since(start);
                return Ok(game);
            }
            T::Backquote => {
                self.advance();
                let before = std::mem::replace(&mut self.reading, Reading::Printed);
                let value = self.expression();
                self.reading = before;
                let mut value = value?;
                self.expect(T::Backquote)?;
                value.span = self.since(start);
                return Ok(value);
            }
            T::Key(Key::If) => return self.deeper(Parser::conditional),
            T::Key(Key::For) => return self.deeper(Parser::for_loop),
            T::Key(Key::While) => return self.deeper(Parser::while_loop),
            T::Key(Key::Begin) => return self.deeper(Parser::block),
            T::Key(Key::Try) => return self.deeper(Parser::trial),
            T::Key(Key::Def) => {
                return Err(self.error(start, "a definition must be a statement of its own"));
            }
            T::Key(Key::Var | Key::Break | Key::Continue | Key::Return) => {
                let word = self.text(token);
                return Err(self.error(start, format!("`{word}` must begin a statement")));
            }
            _ => return Err(self.unexpected(["a value"])),
        };
        Ok(Expr { span: start, node })
    }

    fn parenthesised(&mut self) -> Parsed<Expr> {
        let start = self.advance().span();
        let mut parts = Vec::new();
        while self.peek() != T::Close {
            let part = self.expression()?;
            parts.push(self.entry(part)?);
            if self.eat(T::Comma).is_none() {
                break;
            }
        }
        if self.eat(T::Close).is_none() {
            return Err(self.unexpected(["`,`", "`)`"]));
        }
        let span = self.since(start);
        match parts.len() {
            1 => {
                let mut inner = parts.swap_remove(0);
                inner.span = span;
                Ok(inner)
            }
            0 if self.peek() != T::Arrow => Err(self.unexpected(["`->`"])),
            _ => Ok(Expr { span, node: Node::Tuple(parts) }),
        }
    }

    fn list(&mut self) -> Parsed<Expr> {
        let start = self.advance().span();
        let mut items = Vec::new();
        while self.peek() != T::CloseBracket {
            let item = self.expression()?;
            let item = self.entry(item)?;
            if items.is_empty() && self.peek() == T::Key(Key::For) {
                let list = self.comprehended(start, item)?;
                self.expect(T::CloseBracket)?;
                return Ok(Expr { span: self.since(start), ..list });
            }
            items.push(item);
            if self.eat(T::Comma).is_none() {
                break;
            }
        }
        if self.eat(T::CloseBracket).is_none() {
            return Err(self.unexpected(["`,`", "`]`"]));
        }
        Ok(Expr { span: self.since(start), node: Node::List(items) })
    }
}
