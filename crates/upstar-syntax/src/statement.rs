//! Statements: blocks, definitions, conditions, loops.

use crate::ast::{Clause, Code, Expr, Loop, LoopSource, Node, Parameter, Try};
use crate::parser::{FunctionScope, Parsed, Parser};
use crate::token::{Key, T};
use std::sync::Arc;

impl Parser<'_> {
    /// Statements between semicolons, up to a word or sign that ends them.
    pub fn statements(&mut self) -> Parsed<Vec<Expr>> {
        let mut statements = Vec::new();
        loop {
            while self.eat(T::Semicolon).is_some() {}
            if self.peek() == T::End || self.peek().ends_block() {
                return Ok(statements);
            }
            statements.push(self.statement()?);
            if self.peek() != T::Semicolon {
                return Ok(statements);
            }
        }
    }

    fn statement(&mut self) -> Parsed<Expr> {
        match self.peek() {
            T::Key(Key::Def) => self.deeper(Parser::definition),
            _ if self.at_class() => self.deeper(Parser::class),
            T::Key(Key::Var) => self.declaration(),
            T::Key(Key::Break) => Ok(self.word(Node::Break)),
            T::Key(Key::Continue) => Ok(self.word(Node::Continue)),
            T::Key(Key::Return) => self.returned(),
            T::Name
                if matches!(self.text(self.token()), "load" | "import")
                    && self.ahead(1).kind == T::Text =>
            {
                let start = self.advance().span();
                let file = self.advance();
                let node = Node::Load(self.unescape(file)?);
                Ok(Expr { span: self.since(start), node })
            }
            _ => {
                let value = self.expression()?;
                self.entry(value)
            }
        }
    }

    /// A statement that is one word.
    fn word(&mut self, node: Node) -> Expr {
        Expr { span: self.advance().span(), node }
    }

    fn declaration(&mut self) -> Parsed<Expr> {
        let start = self.advance().span();
        let mut variables = Vec::new();
        loop {
            let name = self.expect(T::Name)?;
            let name: Arc<str> = self.text(name).into();
            let value = match self.eat(T::Assign) {
                Some(_) => Some(self.expression()?),
                None => None,
            };
            if let Some(scope) = self.scopes.last_mut()
                && !scope.declared.contains(&name)
            {
                scope.declared.push(name.clone());
            }
            variables.push((name, value));
            if self.eat(T::Comma).is_none() {
                return Ok(Expr { span: self.since(start), node: Node::Var(variables) });
            }
        }
    }

    fn returned(&mut self) -> Parsed<Expr> {
        let start = self.advance().span();
        let ends = matches!(self.peek(), T::Semicolon | T::End) || self.peek().ends_block();
        let value = if ends { None } else { Some(Box::new(self.expression()?)) };
        Ok(Expr { span: self.since(start), node: Node::Return(value) })
    }

    pub(crate) fn trial(&mut self) -> Parsed<Expr> {
        let start = self.advance().span();
        let body = self.statements()?;
        let (mut name, mut handler) = (None, Vec::new());
        if self.eat_key(Key::Catch).is_some() {
            if let Some(token) = self.eat(T::Name) {
                let text: Arc<str> = self.text(token).into();
                self.assigns(&text);
                name = Some(text);
            }
            self.expect(T::Key(Key::Then))?;
            handler = self.statements()?;
        } else if self.peek() != T::Key(Key::End) {
            return Err(self.unexpected(["`;`", "`catch`", "`end`"]));
        }
        self.end()?;
        let node = Node::Try(Box::new(Try { body, name, handler }));
        Ok(Expr { span: self.since(start), node })
    }

    fn definition(&mut self) -> Parsed<Expr> {
        let start = self.advance().span();
        let name = self.expect(T::Name)?;
        let name: Arc<str> = self.text(name).into();
        self.assigns(&name);
        self.expect(T::Open)?;
        let parameters = self.parameters()?;
        let code = self.body(name, parameters)?;
        Ok(Expr { span: self.since(start), node: Node::Def(code) })
    }

    /// What a function does: `:= x` or `begin .. end`.
    pub(crate) fn body(&mut self, name: Arc<str>, parameters: Vec<Parameter>) -> Parsed<Arc<Code>> {
        match self.peek() {
            T::Assign => {
                self.advance();
                self.code(Some(name), parameters, |parser| Ok(vec![parser.expression()?]))
            }
            T::Key(Key::Begin) => {
                self.advance();
                self.code(Some(name), parameters, |parser| {
                    let body = parser.statements()?;
                    parser.end()?;
                    Ok(body)
                })
            }
            _ => Err(self.unexpected(["`:=`", "`begin`"])),
        }
    }

    /// `x, y as Integer, z ? 3, rest ...` up to the parenthesis.
    pub(crate) fn parameters(&mut self) -> Parsed<Vec<Parameter>> {
        let mut parameters: Vec<Parameter> = Vec::new();
        while self.peek() != T::Close {
            let token = self.expect(T::Name)?;
            let mut parameter = Parameter::plain(self.text(token).into(), token.span());
            let name = &parameter.name;
            if parameters.iter().any(|known| known.name == *name) {
                let message = format!("the parameter `{name}` is there twice");
                return Err(self.error(token.span(), message));
            }
            if parameters.last().is_some_and(|last| last.variadic) {
                let message = "the parameter that takes all further arguments is the last one";
                return Err(self.error(token.span(), message));
            }
            if self.eat_key(Key::As).is_some() {
                let kind = self.expect(T::Name)?;
                parameter.kind = Some((self.text(kind).into(), kind.span()));
            }
            if self.eat(T::Ellipsis).is_some() {
                parameter.variadic = true;
            } else if self.eat(T::Question).or_else(|| self.eat(T::Assign)).is_some() {
                parameter.default = Some(self.expression()?);
            } else if parameters.last().is_some_and(|last| last.default.is_some()) {
                let message = "parameters without a default come before those with one";
                return Err(self.error(token.span(), message));
            }
            parameters.push(parameter);
            if self.eat(T::Comma).is_none() {
                break;
            }
        }
        if self.eat(T::Close).is_none() {
            return Err(self.unexpected(["`,`", "`)`"]));
        }
        Ok(parameters)
    }

    /// A function with `body`, which is parsed in a scope of its own.
    pub(crate) fn code(
        &mut self,
        name: Option<Arc<str>>,
        parameters: Vec<Parameter>,
        body: impl FnOnce(&mut Self) -> Parsed<Vec<Expr>>,
    ) -> Parsed<Arc<Code>> {
        self.scopes.push(FunctionScope::default());
        let body = body(self);
        let FunctionScope { assigned, declared, inner } = self.scopes.pop().unwrap_or_default();
        if let Some(outer) = self.scopes.last_mut() {
            for name in assigned.iter().chain(&inner) {
                let own = declared.contains(name) || parameters.iter().any(|p| p.name == *name);
                if !own && !outer.inner.contains(name) {
                    outer.inner.push(name.clone());
                }
            }
        }
        Ok(Arc::new(Code { name, parameters, body: body?, assigned, declared, inner }))
    }

    fn end(&mut self) -> Parsed<()> {
        self.eat_key(Key::End).map(drop).ok_or_else(|| self.unexpected(["`;`", "`end`"]))
    }

    pub(crate) fn block(&mut self) -> Parsed<Expr> {
        let start = self.advance().span();
        let body = self.statements()?;
        self.end()?;
        Ok(Expr { span: self.since(start), node: Node::Block(body) })
    }

    pub(crate) fn conditional(&mut self) -> Parsed<Expr> {
        let start = self.token().span();
        let mut arms = Vec::new();
        let mut otherwise = Vec::new();
        while self.eat_key(Key::If).is_some() || self.eat_key(Key::Elseif).is_some() {
            let condition = self.expression()?;
            self.expect(T::Key(Key::Then))?;
            arms.push((condition, self.statements()?));
            match self.peek() {
                T::Key(Key::Elseif) => {}
                T::Key(Key::Else) => {
                    self.advance();
                    otherwise = self.statements()?;
                    break;
                }
                _ => break,
            }
        }
        self.end()?;
        Ok(Expr { span: self.since(start), node: Node::If(arms, otherwise) })
    }

    pub(crate) fn while_loop(&mut self) -> Parsed<Expr> {
        let start = self.advance().span();
        let condition = self.expression()?;
        self.expect(T::Key(Key::Do))?;
        let body = self.statements()?;
        self.end()?;
        Ok(Expr { span: self.since(start), node: Node::While(Box::new(condition), body) })
    }

    pub(crate) fn for_loop(&mut self) -> Parsed<Expr> {
        let start = self.token().span();
        let clauses = self.clauses()?;
        let mut body = Vec::new();
        let mut yields = Vec::new();
        if self.eat_key(Key::Do).is_some() {
            body = self.statements()?;
        } else if self.peek() != T::Key(Key::Yield) {
            return Err(self.unexpected(["`do`", "`yield`"]));
        }
        while self.eat_key(Key::Yield).is_some() {
            yields.push(self.expression()?);
        }
        self.end()?;
        let node = Node::For(Box::new(Loop { clauses, body, yields }));
        Ok(Expr { span: self.since(start), node })
    }

    /// `for x in c where p for y from a to b ...`, at least one.
    pub fn clauses(&mut self) -> Parsed<Vec<Clause>> {
        let mut clauses = Vec::new();
        self.expect(T::Key(Key::For))?;
        loop {
            clauses.push(self.clause()?);
            if self.eat_key(Key::For).is_none() {
                return Ok(clauses);
            }
        }
    }

    fn clause(&mut self) -> Parsed<Clause> {
        let name = self.expect(T::Name)?;
        let variable: Arc<str> = self.text(name).into();
        let source = match self.peek() {
            T::Key(Key::In) => {
                self.advance();
                LoopSource::In(self.expression()?)
            }
            T::Assign => {
                self.advance();
                LoopSource::Once(self.expression()?)
            }
            T::Key(Key::From) => {
                self.advance();
                let first = self.expression()?;
                let [last, step] = self.after_words([Key::To, Key::By])?;
                LoopSource::From { first, last, step }
            }
            _ => return Err(self.unexpected(["`in`", "`from`", "`:=`"])),
        };
        let [while_, where_] = self.after_words([Key::While, Key::Where])?;
        Ok(Clause { variable, source, while_, where_ })
    }

    /// What stands after each of two words, which come in any order and at most once.
    fn after_words(&mut self, words: [Key; 2]) -> Parsed<[Option<Expr>; 2]> {
        let mut values = [None, None];
        while let Some(i) = words.iter().position(|&word| self.peek() == T::Key(word)) {
            let word = self.advance();
            if values[i].is_some() {
                let message = format!("a second `{}`", self.text(word));
                return Err(self.error(word.span(), message));
            }
            values[i] = Some(self.expression()?);
        }
        Ok(values)
    }
}
