//! Classes: which names mean members in their methods.
//!
//! A name in a method that no variable has is a member of the object if its class, or a class that
//! it extends, has a member of that name; else one of the object that it belongs to.

use super::compile::Compiler;
use super::scope::{Opens, resolve};
use super::{Board, ClassCode, Expr, Method, Node, Postfix, Routine};
use crate::builtins;
use crate::data::object::Class;
use crate::error::{ErrorKind, Evaluated, Span};
use crate::eval::{class_in, fail};
use std::sync::Arc;
use upstar_syntax as read;

/// How an object is asked for the one that it belongs to.
const OUTER: &str = "EnclosingObject";

/// The names that mean members of the object in the methods of a class.
#[derive(Clone, Default)]
pub(super) struct Members {
    class: Arc<str>,
    fields: Vec<Arc<str>>,
    /// Methods and classes inside.
    methods: Vec<Arc<str>>,
    outer: Option<Box<Members>>,
}

/// Names and functions whose first parameter is the object.
type Methods = Vec<(Arc<str>, Arc<Routine>)>;

/// Is a name followed by arguments?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Called {
    Yes,
    No,
}

impl Members {
    fn of_class(class: &Class) -> Members {
        let mut members = Members::default();
        members.add(class);
        members
    }

    fn add(&mut self, class: &Class) {
        self.fields.extend(class.fields.iter().cloned());
        self.methods.extend(class.methods.iter().map(|(name, _)| name.clone()));
        self.methods.extend(class.nested.iter().map(|class| class.name.clone()));
        for base in &class.bases {
            self.add(base);
        }
    }

    /// How many objects further out the member is.
    fn distance(&self, name: &Arc<str>, called: Called) -> Option<usize> {
        let here =
            self.methods.contains(name) || called == Called::No && self.fields.contains(name);
        if here { Some(0) } else { Some(self.outer.as_ref()?.distance(name, called)? + 1) }
    }

    fn is_class(&self, name: &str) -> bool {
        *self.class == *name || self.outer.as_ref().is_some_and(|outer| outer.is_class(name))
    }
}

/// The list of all parameters.
fn listed(parameters: &[read::Parameter]) -> read::Expr {
    let items = parameters.iter().map(|parameter| read::Expr {
        span: parameter.span,
        node: read::Node::Name(parameter.name.clone()),
    });
    read::Expr { span: Span::default(), node: read::Node::List(items.collect()) }
}

impl Compiler<'_> {
    /// The object whose member `name` is, and the way to it, unless a variable has that name.
    pub(super) fn owner(
        &mut self,
        name: &Arc<str>,
        called: Called,
        span: Span,
    ) -> Option<(Box<Expr>, Vec<Postfix>)> {
        let distance = self.members.as_ref()?.distance(name, called)?;
        if resolve(&mut self.scopes, name, false).is_some() {
            return None;
        }
        let this: Arc<str> = read::THIS.into();
        let slot = resolve(&mut self.scopes, &this, false)?;
        let node = Node::Local(slot, self.globals.number(&this));
        let outer = || {
            let (name, rows) = (Arc::from(OUTER), builtins::named(OUTER));
            Postfix::Method(Method { name, span, arguments: Vec::new(), rows })
        };
        Some((Box::new(Expr { span, node }), (0..distance).map(|_| outer()).collect()))
    }

    /// Is it the name of a class that is known here?
    pub(super) fn is_known_class(&self, name: &str) -> bool {
        self.members.as_ref().is_some_and(|members| members.is_class(name))
            || self.classes.iter().any(|members| *members.class == *name)
            || self.globals.named(name).and_then(class_in).is_some()
    }

    pub(super) fn class_statement(&mut self, class: &read::ClassSyntax) -> Evaluated<Node> {
        let target = self.target(&class.name);
        let code = self.class(class)?;
        Ok(Node::Class(target, Box::new(code)))
    }

    fn class(&mut self, class: &read::ClassSyntax) -> Evaluated<ClassCode> {
        let mut inherited = Members::default();
        let (mut impartial, mut board, mut bases) = (false, None, Vec::new());
        for (base, at) in &class.bases {
            let before = self.classes.iter().rev().find(|members| members.class == *base);
            let known = match before {
                Some(members) => Some(members.clone()),
                None => {
                    let class = self.globals.named(base).and_then(class_in);
                    class.map(|class| Members::of_class(&class))
                }
            };
            match (known, &**base) {
                (Some(members), _) => {
                    inherited.fields.extend(members.fields);
                    inherited.methods.extend(members.methods);
                    bases.push((base.clone(), *at));
                }
                (None, "Game" | "Ruleset" | "GridRuleset" | "StripRuleset") => {}
                (None, "ImpartialGame") => impartial = true,
                (None, "GridGame") => board = Some(Board::Grid),
                (None, "StripGame") => board = Some(Board::Strip),
                (None, _) => {
                    let message = format!("a class cannot extend `{base}` here");
                    let mut error = fail(ErrorKind::Unsupported, *at, message);
                    let hint = "classes of games extend `Game`, `ImpartialGame`, `GridGame`, \
                        `StripGame` or another class";
                    error.hint = Some(hint.to_string());
                    return Err(error);
                }
            }
        }
        let fields: Vec<Arc<str>> = class.fields.iter().map(|field| field.name.clone()).collect();
        let maker = read::Code {
            name: Some(class.name.clone()),
            parameters: class.fields.clone(),
            body: vec![listed(&class.fields)],
            assigned: Vec::new(),
            declared: Vec::new(),
            inner: Vec::new(),
        };
        let maker = self.routine(&maker, Opens::Def, None, Span::default())?;
        let mut members = inherited;
        members.class = class.name.clone();
        members.fields.extend(fields.iter().cloned());
        members.methods.extend(class.methods.iter().map(|(name, _)| name.clone()));
        members.methods.extend(class.nested.iter().map(|class| class.name.clone()));
        let outer = self.members.take();
        let is_outermost = outer.is_none();
        members.outer = outer;
        self.members = Some(Box::new(members));
        let parts = self.inside(class);
        let mut members = self.members.take().map(|members| *members).unwrap_or_default();
        self.members = members.outer.take();
        if is_outermost {
            self.classes.push(members);
        }
        let (methods, nested) = parts?;
        let (name, singleton) = (class.name.clone(), class.singleton);
        Ok(ClassCode { name, fields, bases, impartial, board, maker, methods, nested, singleton })
    }

    /// The methods and the classes inside.
    fn inside(&mut self, class: &read::ClassSyntax) -> Evaluated<(Methods, Vec<ClassCode>)> {
        let mut methods = Vec::with_capacity(class.methods.len());
        for (name, code) in &class.methods {
            let span = code.body.first().map(|first| first.span).unwrap_or_default();
            methods.push((name.clone(), self.routine(code, Opens::Def, None, span)?));
        }
        let nested = class.nested.iter().map(|class| self.class(class));
        Ok((methods, nested.collect::<Evaluated<_>>()?))
    }
}
