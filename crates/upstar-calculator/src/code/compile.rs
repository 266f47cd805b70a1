//! From the tree that was read to the tree that is run.

use super::class::{Called, Members};
use super::scope::{CodeScope, Globals, Opens, resolve};
use super::{
    Argument, Assigned, Clause, Comprehension, Expr, LEVELS, Loop, Marked, Method, Node, Parameter,
    Postfix, Program, Routine, Try, Update,
};
use crate::builtins;
use crate::error::{ErrorKind, Evaluated, Span};
use crate::eval::{check_kind, fail, stopped};
use crate::value::{Game, Text, Value};
use std::sync::{Arc, OnceLock};
use upstar_base::Budget;
use upstar_syntax::{self as read, LoopSource};

/// The program of the statements of an input.
pub(crate) fn compile(
    statements: &[read::Expr],
    globals: &mut Globals,
    budget: &Arc<Budget>,
) -> Evaluated<Program> {
    let scopes = vec![CodeScope::new(Opens::Input, None, &[])];
    let mut compiler = Compiler {
        globals,
        budget,
        scopes,
        assigned: Vec::new(),
        depth: 0,
        members: None,
        classes: Vec::new(),
    };
    let statements = compiler.all(statements)?;
    let slots = compiler.scopes.first().map_or(0, |scope| scope.slots);
    Ok(Program { statements, slots })
}

pub(super) struct Compiler<'m> {
    pub(super) globals: &'m mut Globals,
    budget: &'m Arc<Budget>,
    pub(super) scopes: Vec<CodeScope>,
    /// The globals that the input assigns before the present place.
    assigned: Vec<Arc<str>>,
    depth: usize,
    /// Those of the class whose methods are being compiled.
    pub(super) members: Option<Box<Members>>,
    /// Those of the classes before in the same input.
    pub(super) classes: Vec<Members>,
}

/// Does a game in braces name itself, or one further out that is drawn with it?
fn is_drawn(expr: &read::Expr) -> bool {
    match &expr.node {
        read::Node::Labelled(..) => true,
        read::Node::Name(name) => &**name == "pass",
        read::Node::Game { left, right, .. } => left.iter().chain(right).any(is_drawn),
        _ => false,
    }
}

impl Compiler<'_> {
    fn scope(&mut self) -> Option<&mut CodeScope> {
        self.scopes.last_mut()
    }

    fn new_slot(&mut self) -> u32 {
        self.scope().map_or(0, CodeScope::new_slot)
    }

    fn all(&mut self, exprs: &[read::Expr]) -> Evaluated<Vec<Expr>> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn boxed(&mut self, expr: &read::Expr) -> Evaluated<Box<Expr>> {
        self.expr(expr).map(Box::new)
    }

    fn pair(&mut self, a: &read::Expr, b: &read::Expr) -> Evaluated<Box<[Expr; 2]>> {
        Ok(Box::new([self.expr(a)?, self.expr(b)?]))
    }

    fn optional(&mut self, expr: Option<&read::Expr>) -> Evaluated<Option<Expr>> {
        expr.map(|expr| self.expr(expr)).transpose()
    }

    fn expr(&mut self, expr: &read::Expr) -> Evaluated<Expr> {
        self.nested(expr.span, |compiler| compiler.node(expr))
    }

    /// A node one level deeper.
    fn nested(
        &mut self,
        span: Span,
        node: impl FnOnce(&mut Self) -> Evaluated<Node>,
    ) -> Evaluated<Expr> {
        self.depth += 1;
        let deep = self.depth.is_multiple_of(LEVELS);
        let node = upstar_base::deeper(|| node(self));
        self.depth -= 1;
        let expr = Expr { span, node: node? };
        Ok(if deep { Expr { span, node: Node::Deep(Box::new(expr)) } } else { expr })
    }

    fn node(&mut self, expr: &read::Expr) -> Evaluated<Node> {
        use read::Node as R;
        let span = expr.span;
        Ok(match &expr.node {
            R::Integer(n) => Node::Constant(Value::Game(Game::Integer(n.clone()))),
            R::Fraction(x) => Node::Constant(Value::rational(x.clone())),
            R::Boolean(b) => Node::Constant(Value::Boolean(*b)),
            R::Text(text) => {
                let text = Text::new(&**text, self.budget).map_err(stopped(span))?;
                Node::Constant(Value::Text(Arc::new(text)))
            }
            R::Misere(text) => Node::Misere(text.clone()),
            R::Loopy(text) => Node::Loopy(text.clone()),
            R::Tallies(text) => Node::Tallies(text.clone()),
            R::Name(name) => self.name(name, span),
            R::Marks(marks) => {
                let mut is_fixed = true;
                let marks = marks.try_map(&mut |part| {
                    let part = self.expr(part)?;
                    is_fixed &= matches!(part.form(), Node::Constant(_));
                    Evaluated::Ok(part)
                })?;
                Node::Marks(Box::new(Marked { marks, fixed: is_fixed.then(OnceLock::new) }))
            }
            R::Game { left, right, explicit } => Node::Game {
                left: self.all(left)?,
                right: self.all(right)?,
                explicit: *explicit,
                drawn: is_drawn(expr),
            },
            R::Labelled(label, game) => Node::Labelled(label.clone(), self.boxed(game)?),
            R::List(items) => Node::List(self.all(items)?),
            R::Set(items) => Node::Set(self.all(items)?),
            R::Map(entries) => {
                let pairs = entries.iter().map(|(k, v)| Ok((self.expr(k)?, self.expr(v)?)));
                Node::Map(pairs.collect::<Evaluated<_>>()?)
            }
            R::Comprehension(comprehension) => self.comprehension(comprehension)?,
            R::Tuple(parts) => Node::Tuple(self.all(parts)?),
            R::Prefix(signs, operand) => {
                let signs = signs.iter().map(|&(sign, _)| sign).collect();
                Node::Prefix(signs, self.boxed(operand)?)
            }
            R::Chain(first, rest) => {
                let first = self.boxed(first)?;
                let rest = rest.iter().map(|(op, at, x)| Ok((*op, *at, self.expr(x)?)));
                Node::Chain(first, rest.collect::<Evaluated<_>>()?)
            }
            R::Power(base, exponent) => Node::Power(self.pair(base, exponent)?),
            R::Range(parts) => Node::Range(self.all(parts)?),
            R::Compare(relation, sides) => {
                Node::Compare(*relation, self.pair(&sides[0], &sides[1])?)
            }
            R::Is(value, kind, at) => Node::Is(self.boxed(value)?, kind.clone(), *at),
            R::Not(operand) => Node::Not(self.boxed(operand)?),
            R::All(operands) => Node::Logical(self.all(operands)?, false),
            R::Any(operands) => Node::Logical(self.all(operands)?, true),
            R::Postfix(base, rest) => {
                if let (read::Node::Name(name), [read::Postfix::Call(arguments, _), rest @ ..]) =
                    (&base.node, &rest[..])
                    && let Some((this, mut parts)) = self.owner(name, Called::Yes, base.span)
                {
                    parts.push(self.method(name, base.span, arguments)?);
                    for part in rest {
                        parts.push(self.postfix(part)?);
                    }
                    return Ok(Node::Postfix(this, parts));
                }
                let base = self.boxed(base)?;
                let rest = rest.iter().map(|part| self.postfix(part));
                Node::Postfix(base, rest.collect::<Evaluated<_>>()?)
            }
            R::Lambda(code) => Node::Function(self.routine(code, Opens::Lambda, None, span)?),
            R::Assign(name, value) => self.assignment(name, value)?,
            R::Var(variables) => self.declaration(variables)?,
            R::Def(code) => {
                let name = code.name.clone();
                let target = match &name {
                    Some(name) => self.target(name),
                    None => Assigned::Local(self.new_slot()),
                };
                Node::Define(target, self.routine(code, Opens::Def, name, span)?)
            }
            R::Class(class) => self.class_statement(class)?,
            R::Block(body) => Node::Block(self.all(body)?),
            R::If(arms, otherwise) => {
                let arms = arms.iter().map(|(c, body)| Ok((self.expr(c)?, self.all(body)?)));
                Node::If(arms.collect::<Evaluated<_>>()?, self.all(otherwise)?)
            }
            R::For(statement) => self.for_loop(statement)?,
            R::While(condition, body) => {
                let condition = self.boxed(condition)?;
                Node::While(condition, self.looped(body)?)
            }
            R::Break => self.in_loop(Node::Break, "break", span)?,
            R::Continue => self.in_loop(Node::Continue, "continue", span)?,
            R::Return(value) => {
                if self.scopes.len() < 2 {
                    let message = "`return` stands in a function";
                    return Err(fail(ErrorKind::Syntax, span, message));
                }
                Node::Return(self.optional(value.as_deref())?.map(Box::new))
            }
            R::Try(trial) => {
                let body = self.all(&trial.body)?;
                let name = trial.name.as_ref().map(|name| self.target(name));
                Node::Try(Box::new(Try { body, name, handler: self.all(&trial.handler)? }))
            }
            R::Load(file) => Node::Load(file.clone()),
        })
    }

    fn name(&mut self, name: &Arc<str>, span: Span) -> Node {
        let global = self.globals.number(name);
        if let Some(slot) = resolve(&mut self.scopes, name, false) {
            return Node::Local(slot, global);
        }
        if let Some((this, mut parts)) = self.owner(name, Called::No, span) {
            let (name, rows) = (name.clone(), builtins::named(name));
            parts.push(Postfix::Method(Method { name, span, arguments: Vec::new(), rows }));
            return Node::Postfix(this, parts);
        }
        Node::Global(global)
    }

    /// The variable that `name :=` sets. Functions have declared theirs before.
    pub(super) fn target(&mut self, name: &Arc<str>) -> Assigned {
        if let Some(slot) = self.scopes.last().and_then(|scope| scope.find(name)) {
            return Assigned::Local(slot);
        }
        let outside = self.scopes.len() < 2;
        if !outside && let Some(slot) = resolve(&mut self.scopes, name, true) {
            return Assigned::Local(slot);
        }
        if outside && !self.assigned.contains(name) {
            self.assigned.push(name.clone());
        }
        Assigned::Global(self.globals.number(name))
    }

    fn assignment(&mut self, name: &Arc<str>, value: &read::Expr) -> Evaluated<Node> {
        if let read::Node::Lambda(code) = &value.node {
            // A function that is assigned to a name may call itself by it.
            let function = self.nested(value.span, |compiler| {
                let itself = Some(name.clone());
                let routine = compiler.routine(code, Opens::Lambda, itself, value.span)?;
                Ok(Node::Function(routine))
            })?;
            return Ok(Node::Assign(self.target(name), Box::new(function)));
        }
        if let read::Node::Postfix(base, rest) = &value.node
            && let [read::Postfix::Method { .. }] = &rest[..]
            && matches!(&base.node, read::Node::Name(read) if read == name)
            && let Postfix::Method(method) = self.postfix(&rest[0])?
        {
            let variable = self.expr(base)?;
            return Ok(Node::Update(self.target(name), Box::new(Update { variable, method })));
        }
        let value = self.boxed(value)?;
        Ok(Node::Assign(self.target(name), value))
    }

    fn declaration(&mut self, variables: &[(Arc<str>, Option<read::Expr>)]) -> Evaluated<Node> {
        let mut declared = Vec::with_capacity(variables.len());
        for (name, value) in variables {
            let span = value.as_ref().map(|value| value.span).unwrap_or_default();
            let value = match value {
                // So that the function may call itself by its name.
                Some(value) if matches!(value.node, read::Node::Lambda(_)) => {
                    match self.assignment(name, value)? {
                        Node::Assign(_, value) => Some(value),
                        _ => None,
                    }
                }
                _ => self.optional(value.as_ref())?.map(Box::new),
            };
            let node = Node::Declare(self.target(name), value);
            declared.push(Expr { span, node });
        }
        Ok(match declared.len() {
            1 => declared.swap_remove(0).node,
            _ => Node::Block(declared),
        })
    }

    fn postfix(&mut self, part: &read::Postfix) -> Evaluated<Postfix> {
        Ok(match part {
            read::Postfix::Method { name, span, arguments } => {
                self.method(name, *span, arguments.as_deref().unwrap_or_default())?
            }
            read::Postfix::Index(index, span) => Postfix::Index(self.expr(index)?, *span),
            read::Postfix::Call(arguments, span) => {
                Postfix::Call(self.arguments(arguments)?, *span)
            }
        })
    }

    fn method(
        &mut self,
        name: &Arc<str>,
        span: Span,
        arguments: &[read::Argument],
    ) -> Evaluated<Postfix> {
        let (name, rows) = (name.clone(), builtins::named(name));
        let arguments = self.arguments(arguments)?;
        Ok(Postfix::Method(Method { name, span, arguments, rows }))
    }

    fn arguments(&mut self, arguments: &[read::Argument]) -> Evaluated<Vec<Argument>> {
        let mut compiled: Vec<Argument> = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let named = compiled.last().is_some_and(|last| last.name.is_some());
            if named && argument.name.is_none() {
                let message = "arguments without a name come before those with one";
                return Err(fail(ErrorKind::Kind, argument.value.span, message));
            }
            let value = self.expr(&argument.value)?;
            compiled.push(Argument { name: argument.name.clone(), value });
        }
        Ok(compiled)
    }

    fn comprehension(&mut self, comprehension: &read::Comprehension) -> Evaluated<Node> {
        let read::Comprehension { shape, item, value, clauses } = comprehension;
        let (clauses, (item, value)) = self.within(clauses, |compiler| {
            Ok((compiler.expr(item)?, compiler.optional(value.as_ref())?))
        })?;
        let comprehension = Comprehension { shape: *shape, item, value, clauses };
        Ok(Node::Comprehension(Box::new(comprehension)))
    }

    fn for_loop(&mut self, statement: &read::Loop) -> Evaluated<Node> {
        let (clauses, (body, yields)) = self.within(&statement.clauses, |compiler| {
            Ok((compiler.looped(&statement.body)?, compiler.looped(&statement.yields)?))
        })?;
        Ok(Node::For(Box::new(Loop { clauses, body, yields })))
    }

    fn looped(&mut self, body: &[read::Expr]) -> Evaluated<Vec<Expr>> {
        if let Some(scope) = self.scope() {
            scope.loops += 1;
        }
        let body = self.all(body);
        if let Some(scope) = self.scope() {
            scope.loops -= 1;
        }
        body
    }

    fn in_loop(&mut self, node: Node, word: &str, span: Span) -> Evaluated<Node> {
        match self.scope() {
            Some(scope) if scope.loops > 0 => Ok(node),
            _ => Err(fail(ErrorKind::Syntax, span, format!("`{word}` stands in a loop"))),
        }
    }

    /// The clauses of a loop, and what stands inside: the loop variables are known there.
    fn within<X>(
        &mut self,
        clauses: &[read::Clause],
        inside: impl FnOnce(&mut Self) -> Evaluated<X>,
    ) -> Evaluated<(Vec<Clause>, X)> {
        let mark = self.scopes.last().map_or(0, |scope| scope.names.len());
        let mut compiled = Vec::with_capacity(clauses.len());
        for clause in clauses {
            let source = match &clause.source {
                LoopSource::In(collection) => LoopSource::In(self.expr(collection)?),
                LoopSource::Once(value) => LoopSource::Once(self.expr(value)?),
                LoopSource::From { first, last, step } => LoopSource::From {
                    first: self.expr(first)?,
                    last: self.optional(last.as_ref())?,
                    step: self.optional(step.as_ref())?,
                },
            };
            let variable = self.scope().map_or(0, |scope| scope.declare(&clause.variable));
            compiled.push(Clause {
                variable,
                source,
                while_: self.optional(clause.while_.as_ref())?,
                where_: self.optional(clause.where_.as_ref())?,
            });
        }
        let inside = inside(self)?;
        if let Some(scope) = self.scope() {
            scope.names.truncate(mark);
        }
        Ok((compiled, inside))
    }

    /// Does `:=` in a lambda here change a global of this name?
    fn changes_global(&self, name: &Arc<str>) -> bool {
        let lambdas = self.scopes.iter().skip(1).all(|scope| scope.opens == Opens::Lambda);
        lambdas && (self.assigned.contains(name) || self.globals.names().any(|g| g == name))
    }

    pub(super) fn routine(
        &mut self,
        code: &read::Code,
        opens: Opens,
        itself: Option<Arc<str>>,
        span: Span,
    ) -> Evaluated<Arc<Routine>> {
        self.scopes.push(CodeScope::new(opens, itself, &code.inner));
        for parameter in &code.parameters {
            self.scope().map(|scope| scope.declare(&parameter.name));
        }
        for name in &code.declared {
            self.own(name);
        }
        for name in &code.assigned {
            let shared = resolve(&mut self.scopes, name, true).is_some();
            let global = opens == Opens::Lambda && self.changes_global(name);
            if !(shared || global) {
                self.own(name);
            }
        }
        let depth = std::mem::replace(&mut self.depth, 0);
        let parts = self.parts(code);
        self.depth = depth;
        let scope = self.scopes.pop().unwrap_or_else(|| CodeScope::new(opens, None, &[]));
        let (parameters, body) = parts?;
        let plain =
            parameters.iter().all(|p| p.kind.is_none() && p.default.is_none() && !p.variadic);
        Ok(Arc::new(Routine {
            name: code.name.clone(),
            parameters,
            plain,
            captures: scope.captures,
            itself: scope.own_slot,
            slots: scope.slots,
            body,
            span,
        }))
    }

    /// A variable of the function, unless it is one already.
    fn own(&mut self, name: &Arc<str>) {
        if let Some(scope) = self.scope()
            && !scope.names.iter().any(|(known, _)| known == name)
        {
            scope.declare(name);
        }
    }

    fn parts(&mut self, code: &read::Code) -> Evaluated<(Vec<Parameter>, Vec<Expr>)> {
        let mut parameters = Vec::with_capacity(code.parameters.len());
        for parameter in &code.parameters {
            if let Some((kind, at)) = &parameter.kind
                && !self.is_known_class(kind)
            {
                check_kind(kind, *at)?;
            }
            parameters.push(Parameter {
                span: parameter.span,
                name: parameter.name.clone(),
                kind: parameter.kind.clone(),
                default: self.optional(parameter.default.as_ref())?,
                variadic: parameter.variadic,
            });
        }
        Ok((parameters, self.tail(&code.body)?))
    }

    /// Statements at the end of a function: what they return is its value.
    fn tail(&mut self, statements: &[read::Expr]) -> Evaluated<Vec<Expr>> {
        let Some((last, before)) = statements.split_last() else { return Ok(Vec::new()) };
        let mut compiled = self.all(before)?;
        compiled.push(match &last.node {
            read::Node::Return(Some(value)) => self.expr(value)?,
            read::Node::Block(body) => {
                self.nested(last.span, |compiler| Ok(Node::Block(compiler.tail(body)?)))?
            }
            read::Node::If(arms, otherwise) => self.nested(last.span, |compiler| {
                let arms =
                    arms.iter().map(|(c, body)| Ok((compiler.expr(c)?, compiler.tail(body)?)));
                Ok(Node::If(arms.collect::<Evaluated<_>>()?, compiler.tail(otherwise)?))
            })?,
            _ => self.expr(last)?,
        });
        Ok(compiled)
    }
}
