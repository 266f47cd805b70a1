//! `class Name(fields) extends Base .. end`: definitions of methods on what the fields say.
//!
//! Only the words `def` and `var` of the members are reserved; `class`, `extends` and the words before
//! a member are names that mean something in their places. A class inside another one belongs to the
//! objects of that one, as the positions of a game belong to its rules.

use crate::ast::{ClassSyntax, Expr, Node, Parameter};
use crate::parser::{Parsed, Parser};
use crate::token::{Key, T};
use std::sync::Arc;

/// What a method calls the object that it belongs to.
pub const THIS: &str = "this";

/// Words before a class or a member that say what is so anyway.
const WORDS: [&str; 5] = ["mutable", "override", "singleton", "static", "system"];

/// What is read between the head and the `end` of a class.
#[derive(Default)]
struct ClassBody {
    methods: Vec<(Arc<str>, Arc<crate::ast::Code>)>,
    nested: Vec<Arc<ClassSyntax>>,
}

impl Parser<'_> {
    /// Does a class begin here?
    pub(crate) fn at_class(&self) -> bool {
        let is_word =
            |n: usize| self.ahead(n).kind == T::Name && WORDS.contains(&self.text(self.ahead(n)));
        let words = (0..WORDS.len()).take_while(|&n| is_word(n)).count();
        self.ahead(words).kind == T::Name
            && self.text(self.ahead(words)) == "class"
            && self.ahead(words + 1).kind == T::Name
    }

    pub(crate) fn class(&mut self) -> Parsed<Expr> {
        let start = self.token().span();
        if !self.scopes.is_empty() {
            return Err(self.error(start, "a class stands outside of functions"));
        }
        let class = self.class_from_word()?;
        Ok(Expr { span: self.since(start), node: Node::Class(Arc::new(class)) })
    }

    /// From the words before `class` to `end`.
    fn class_from_word(&mut self) -> Parsed<ClassSyntax> {
        let mut singleton = false;
        while !self.eat_name("class") {
            let word = self.advance();
            singleton |= self.text(word) == "singleton";
        }
        let token = self.expect(T::Name)?;
        let name: Arc<str> = self.text(token).into();
        let fields = match self.eat(T::Open) {
            Some(_) if singleton => {
                return Err(self.error(token.span(), "the only object of a class has no fields"));
            }
            Some(_) => self.parameters()?,
            None => Vec::new(),
        };
        self.not_this(&fields)?;
        let mut bases = Vec::new();
        if self.eat_name("extends") {
            loop {
                let mut token = self.expect(T::Name)?;
                // `game.grid.GridGame` is `GridGame`.
                while self.eat(T::Dot).is_some() {
                    token = self.expect(T::Name)?;
                }
                bases.push((self.text(token).into(), token.span()));
                if self.eat(T::Comma).is_none() {
                    break;
                }
            }
        }
        let mut body = ClassBody::default();
        loop {
            while self.eat(T::Semicolon).is_some() {}
            if self.eat_key(Key::End).is_some() {
                break;
            }
            self.member(&fields, &mut body)?;
        }
        let ClassBody { methods, nested } = body;
        Ok(ClassSyntax { name, fields, bases, methods, nested, singleton })
    }

    /// A method, a constant or a class inside.
    fn member(&mut self, fields: &[Parameter], body: &mut ClassBody) -> Parsed<()> {
        let is_class = self.at_class();
        let class = if is_class { Some(self.deeper(Parser::class_from_word)?) } else { None };
        while class.is_none() && WORDS.iter().any(|word| self.eat_name(word)) {}
        let constant = class.is_none() && self.eat_key(Key::Var).is_some();
        let (name, span) = match &class {
            Some(class) => (class.name.clone(), self.token().span()),
            None => {
                if !constant && self.eat_key(Key::Def).is_none() {
                    return Err(self.unexpected(["`def`", "`end`"]));
                }
                let token = self.expect(T::Name)?;
                (self.text(token).into(), token.span())
            }
        };
        let known = fields.iter().any(|field| field.name == name)
            || body.methods.iter().any(|(known, _)| *known == name)
            || body.nested.iter().any(|class| class.name == name);
        if known {
            return Err(self.error(span, format!("the class has `{name}` twice")));
        }
        if let Some(class) = class {
            body.nested.push(Arc::new(class));
            return Ok(());
        }
        let mut parameters = vec![Parameter::plain(THIS.into(), span)];
        if !constant && self.eat(T::Open).is_some() {
            let further = self.parameters()?;
            self.not_this(&further)?;
            parameters.extend(further);
        }
        body.methods.push((name.clone(), self.body(name, parameters)?));
        Ok(())
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
