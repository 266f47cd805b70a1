//! `class Name(fields) extends Base .. end`: definitions of methods on what the fields say.
//!
//! Only the word `def` of the members is reserved; `class`, `extends` and `override` are names that
//! mean something in their places.

use crate::ast::{Class, Expr, Node, Parameter};
use crate::parser::{Parsed, Parser};
use crate::token::{Key, T};
use std::sync::Arc;

/// What a method calls the object that it belongs to.
pub const THIS: &str = "this";

impl Parser<'_> {
    /// Does a class begin here?
    pub(crate) fn at_class(&self) -> bool {
        self.peek() == T::Name
            && self.text(self.token()) == "class"
            && self.ahead(1).kind == T::Name
    }

    pub(crate) fn class(&mut self) -> Parsed<Expr> {
        let start = self.advance().span();
        if !self.scopes.is_empty() {
            return Err(self.error(start, "a class stands outside of functions"));
        }
        let token = self.expect(T::Name)?;
        let name: Arc<str> = self.text(token).into();
        let fields = match self.eat(T::Open) {
            Some(_) => self.parameters()?,
            None => Vec::new(),
        };
        self.not_this(&fields)?;
        let mut base = None;
        if self.eat_name("extends") {
            let token = self.expect(T::Name)?;
            base = Some((self.text(token).into(), token.span()));
        }
        let mut methods: Vec<_> = Vec::new();
        loop {
            while self.eat(T::Semicolon).is_some() {}
            if self.eat_key(Key::End).is_some() {
                break;
            }
            self.eat_name("override");
            if self.eat_key(Key::Def).is_none() {
                return Err(self.unexpected(["`def`", "`end`"]));
            }
            let token = self.expect(T::Name)?;
            let method: Arc<str> = self.text(token).into();
            let known = fields.iter().any(|field| field.name == method)
                || methods.iter().any(|(known, _)| *known == method);
            if known {
                let message = format!("the class has `{method}` twice");
                return Err(self.error(token.span(), message));
            }
            let mut parameters = vec![Parameter::plain(THIS.into(), token.span())];
            if self.eat(T::Open).is_some() {
                let further = self.parameters()?;
                self.not_this(&further)?;
                parameters.extend(further);
            }
            methods.push((method.clone(), self.body(method, parameters)?));
        }
        let class = Class { name, fields, base, methods };
        Ok(Expr { span: self.since(start), node: Node::Class(Arc::new(class)) })
    }

    fn not_this(&self, parameters: &[Parameter]) -> Parsed<()> {
        match parameters.iter().find(|parameter| &*parameter.name == THIS) {
            Some(parameter) => Err(self.error(parameter.span, "`this` is the object itself")),
            None => Ok(()),
        }
    }

    /// Takes a name that means something here.
    fn eat_name(&mut self, word: &str) -> bool {
        let here = self.peek() == T::Name && self.text(self.token()) == word;
        if here {
            self.advance();
        }
        here
    }
}
