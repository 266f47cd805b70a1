//! Loopy games: braces with `pass` and labels, sides, and arithmetic with them.
//!
//! A game in braces that names itself is drawn as a graph: each pair of braces is a node, `pass`
//! the node itself, a label the node that it stands before. Everything else inside is a value that
//! is known. Values that have two sides stand in the graph with the one that is asked for, so the
//! graph is drawn once for each side.

use super::frame::{Flow, Ran};
use super::{Interpreter, fail, stopped};
use crate::code::{Expr, Node};
use crate::error::{ErrorKind, Evaluated, Span};
use crate::print;
use crate::value::{Game, Value};
use std::sync::Arc;
use upstar_base::{Player, Stopped};
use upstar_syntax::Reading;
use upstar_values::stopper::{Draft, Ending, Ref, Side, Sides, Stopper};

/// A graph that is being drawn, and the braces around the place.
struct LoopyDraft {
    draft: Draft,
    ending: Ending,
    labels: Vec<(Arc<str>, u32)>,
    /// Labels of braces that are closed again.
    closed: Vec<Arc<str>>,
}

/// Whether both sides of a game are stoppers.
pub(crate) fn are_stoppers(sides: Sides) -> bool {
    [Ending::Left, Ending::Right].into_iter().all(|ending| sides.of(ending).is_some())
}

impl Interpreter {
    /// The value of a game that names itself.
    pub(super) fn drawn(&mut self, expr: &Expr) -> Ran {
        let mut drawn = Vec::with_capacity(2);
        for ending in [Ending::Left, Ending::Right] {
            let mut drawing =
                LoopyDraft { draft: Draft::new(), ending, labels: Vec::new(), closed: Vec::new() };
            let root = self.draw(expr, &mut drawing)?;
            drawn.push((ending, root, drawing.draft));
        }
        let sides = self.sides_of_drafts(drawn, expr.span)?;
        Ok(self.sided(sides, expr.span)?)
    }

    /// The name that stands here, if it is nothing but one.
    fn written_name(&self, expr: &Expr) -> Option<&Arc<str>> {
        match &expr.node {
            Node::Local(_, global) | Node::Global(global) => {
                self.globals.get(*global).map(|global| &global.name)
            }
            Node::Deep(inner) => self.written_name(inner),
            _ => None,
        }
    }

    fn draw(&mut self, expr: &Expr, drawing: &mut LoopyDraft) -> Ran<Ref> {
        self.step(expr.span)?;
        match &expr.node {
            Node::Labelled(label, game) => {
                if drawing.labels.iter().any(|(known, _)| known == label) {
                    let message =
                        format!("the label `{label}` already stands for a game further out");
                    return Err(fail(ErrorKind::Name, expr.span, message).into());
                }
                let node = drawing.draft.len() as u32;
                drawing.labels.push((label.clone(), node));
                let drawn = upstar_base::deeper(|| self.draw(game, drawing));
                drawing.closed.extend(drawing.labels.pop().map(|(label, _)| label));
                drawn
            }
            Node::Game { left, right, .. } => {
                let at = drawing.draft.add(Vec::new(), Vec::new());
                let Ref::Node(node) = at else { return Ok(at) };
                for (who, exprs) in Player::BOTH.into_iter().zip([left, right]) {
                    let mut options = Vec::with_capacity(exprs.len());
                    for option in exprs {
                        let pass = self.written_name(option).is_some_and(|name| **name == *"pass");
                        options.push(if pass {
                            at
                        } else {
                            upstar_base::deeper(|| self.draw(option, drawing))?
                        });
                    }
                    options.sort_unstable();
                    options.dedup();
                    drawing.draft.set(node, who, options);
                }
                Ok(at)
            }
            Node::Deep(inner) => self.draw(inner, drawing),
            Node::Local(..) | Node::Global(_) => {
                let Some(name) = self.written_name(expr).cloned() else {
                    return self.known(expr, drawing);
                };
                let label = drawing.labels.iter().rev().find(|(label, _)| *label == name);
                match label {
                    Some(&(_, node)) => Ok(Ref::Node(node)),
                    None => self.known(expr, drawing).map_err(|flow| match flow {
                        Flow::Error(mut error)
                            if error.kind == ErrorKind::Name && drawing.closed.contains(&name) =>
                        {
                            error.message = format!(
                                "the label `{name}` stands for a game only inside of its braces"
                            );
                            Flow::Error(error)
                        }
                        flow => flow,
                    }),
                }
            }
            _ => self.known(expr, drawing),
        }
    }

    /// An option that is a value.
    fn known(&mut self, expr: &Expr, drawing: &mut LoopyDraft) -> Ran<Ref> {
        let value = self.eval(expr)?;
        let side = self.sides(&value, expr.span)?.side(drawing.ending);
        Ok(self.stoppers.draw(&mut drawing.draft, side))
    }

    /// The graph of a game that is written in a text, one node for each pair of braces.
    pub(crate) fn drawn_text(
        &mut self,
        text: &str,
        ending: Ending,
        span: Span,
    ) -> Evaluated<Draft> {
        let reader = self.settings.reader(Reading::Arithmetic);
        let parsed = reader.statements(text).map_err(|failure| {
            let message = format!("not a game in braces: {}", failure.error.message);
            fail(ErrorKind::Domain, span, message)
        })?;
        let expected = |what: &str| fail(ErrorKind::Domain, span, format!("expected {what}"));
        let mut drawing =
            LoopyDraft { draft: Draft::new(), ending, labels: Vec::new(), closed: Vec::new() };
        let drawn = self.in_frame(&parsed, |machine, program| match program {
            [expr] => machine.draw(expr, &mut drawing).map(Some),
            _ => Ok(None),
        });
        match drawn {
            Ok(Ok(Some(Ref::Node(_)))) => Ok(drawing.draft),
            Ok(Ok(None)) => Err(expected("one game in braces")),
            Err(mut error) | Ok(Err(Flow::Error(mut error))) => {
                error.span = span;
                Err(error)
            }
            _ => Err(expected("a game in braces")),
        }
    }

    /// A game with sides as a value: a short game if it is one.
    pub(crate) fn sided(&mut self, sides: Sides, span: Span) -> Evaluated<Value> {
        let value = self.stores().sided(sides);
        self.stored(value, span)
    }

    /// The sides of a game, loopy or not.
    pub(crate) fn sides(&mut self, value: &Value, span: Span) -> Evaluated<Sides> {
        let known = match value {
            Value::Game(game) => self.stores().sides(game),
            _ => {
                let g = Game::Short(self.game(value, span)?);
                self.stores().sides(&g)
            }
        };
        known.map_err(|why| self.unary_error(why.into(), value, span))
    }

    /// The stopper that a value is.
    pub(crate) fn stopper(&mut self, value: &Value, span: Span) -> Evaluated<Stopper> {
        let sides = self.sides(value, span)?;
        sides.as_stopper().ok_or_else(|| {
            let text = self.brief(value);
            fail(ErrorKind::Domain, span, format!("{text} is not a stopper"))
        })
    }

    /// `s & t`.
    pub(crate) fn with_sides(&mut self, a: &Value, b: &Value, at: Span) -> Evaluated<Value> {
        let onside = self.written_side(a, Ending::Left, at)?;
        let offside = self.written_side(b, Ending::Right, at)?;
        if !self.stoppers.covers(onside, offside).map_err(stopped(at))? {
            let message = "an onside is at least as large as the offside";
            return Err(fail(ErrorKind::Domain, at, message));
        }
        self.sided(Sides { onside, offside }, at)
    }

    /// A side that stands before or after `&`: a stopper, or a game that has none there.
    fn written_side(&mut self, value: &Value, ending: Ending, at: Span) -> Evaluated<Side> {
        match self.sides(value, at)?.side(ending) {
            Side::Stopper(_) => self.stopper(value, at).map(Side::Stopper),
            fixed => Ok(fixed),
        }
    }

    /// The game with these options, one of which is loopy.
    pub(super) fn make_sided(&mut self, sides: [&[Value]; 2], span: Span) -> Evaluated<Value> {
        let mut drawn = Vec::with_capacity(2);
        for ending in [Ending::Left, Ending::Right] {
            let mut draft = Draft::new();
            let root = draft.add(Vec::new(), Vec::new());
            for (who, values) in Player::BOTH.into_iter().zip(sides) {
                let mut options = Vec::with_capacity(values.len());
                for value in values {
                    let side = self.sides(value, span)?.side(ending);
                    options.push(self.stoppers.draw(&mut draft, side));
                }
                draft.set(0, who, options);
            }
            drawn.push((ending, root, draft));
        }
        let sides = self.sides_of_drafts(drawn, span)?;
        self.sided(sides, span)
    }

    /// The sides of a game from a graph for each; often both graphs are the same.
    fn sides_of_drafts(
        &mut self,
        drawn: Vec<(Ending, Ref, Draft)>,
        span: Span,
    ) -> Evaluated<Sides> {
        let mut sides = Sides::stopper(Stopper::ZERO);
        let mut done: Option<(Draft, Vec<Sides>)> = None;
        for (ending, root, draft) in drawn {
            let all = match done.take().filter(|(known, _)| *known == draft) {
                Some((_, all)) => all,
                None => self.stoppers.sides(&draft).map_err(|stop| self.sidled(stop, span))?,
            };
            let side = match root {
                Ref::Node(node) => all[node as usize].side(ending),
                Ref::Known(stopper) => Side::Stopper(stopper),
            };
            match ending {
                Ending::Left => sides.onside = side,
                Ending::Right => sides.offside = side,
            }
            done = Some((draft, all));
        }
        Ok(sides)
    }

    /// An error that tells how far sidling came.
    pub(super) fn sidled(&mut self, stop: Stopped, span: Span) -> Box<crate::Error> {
        let mut error = stopped(span)(stop);
        let (store, calc) = (&mut self.stoppers, &mut self.calc);
        // The time that is allowed runs anew, for two texts.
        store.budget().resume();
        error.notes.extend(print::stopper::bounds(store, calc, print::Notation::Ascii));
        error
    }

    /// Are two games with sides equal?
    pub(crate) fn same_sides(&mut self, g: Sides, h: Sides, span: Span) -> Evaluated<bool> {
        let mut at_least = |g, h| self.stoppers.sides_ge(g, h).map_err(stopped(span));
        Ok(at_least(g, h)? && at_least(h, g)?)
    }
}

/// There is no stopper to answer with.
pub(crate) fn no_stopper(span: Span, ending: Ending) -> Box<crate::Error> {
    let side = match ending {
        Ending::Left => "onside",
        Ending::Right => "offside",
    };
    let message = format!("no stopper is known to be the {side} of this game");
    fail(ErrorKind::Unsupported, span, message)
}
