//! Braces: games, sets, maps.
//!
//! A run of bars inside makes a game; the longest run is the outermost split, and commas bind
//! tighter than bars. Two runs of the same greatest length at one level would be ambiguous and
//! are refused, with both places. Without bars it is a map if there is `=>`, else a set.

use crate::ast::{Comprehension, ComprehensionShape, Expr, Node, Postfix};
use crate::error::Span;
use crate::parser::{Parsed, Parser};
use crate::token::{Key, T};

/// What stands between two runs of bars.
type Segment = (Vec<Expr>, Span);

impl Parser<'_> {
    /// From `{` to `}`.
    pub(crate) fn braces(&mut self, explicit: bool) -> Parsed<Expr> {
        let start = self.expect(T::OpenBrace)?.span();
        if !explicit && self.peek() == T::FatArrow {
            self.advance();
            self.expect(T::CloseBrace)?;
            return Ok(Expr { span: self.since(start), node: Node::Map(Vec::new()) });
        }
        let mut segments: Vec<Segment> = vec![(Vec::new(), start)];
        let mut bars: Vec<(u32, Span)> = Vec::new();
        loop {
            match self.peek() {
                T::CloseBrace => break,
                T::Bars(count) => {
                    let span = self.advance().span();
                    bars.push((count, span));
                    segments.push((Vec::new(), span));
                    continue;
                }
                _ => {}
            }
            let first = self.expression()?;
            if bars.is_empty() && !explicit && segments[0].0.is_empty() {
                match self.peek() {
                    T::FatArrow => return self.map(start, first),
                    T::Key(Key::For) => return self.set_comprehension(start, first),
                    _ => {}
                }
            }
            if let Some((items, span)) = segments.last_mut() {
                *span = if items.is_empty() { first.span } else { span.to(first.span) };
                items.push(first);
            }
            match self.peek() {
                T::Comma => {
                    self.advance();
                    if matches!(self.peek(), T::CloseBrace | T::Bars(_)) {
                        return Err(self.unexpected(["a value"]));
                    }
                }
                T::CloseBrace | T::Bars(_) => {}
                _ => return Err(self.unexpected(["`,`", "`|`", "`}`"])),
            }
        }
        if bars.is_empty() && explicit {
            return Err(self.unexpected(["`|`"]));
        }
        self.advance();
        let span = self.since(start);
        let node = if bars.is_empty() {
            Node::Set(segments.swap_remove(0).0)
        } else {
            self.split(segments, &bars, explicit)?
        };
        Ok(Expr { span, node })
    }

    /// The game of `segments` with `bars` between them.
    fn split(
        &mut self,
        mut segments: Vec<Segment>,
        bars: &[(u32, Span)],
        explicit: bool,
    ) -> Parsed<Node> {
        let longest = bars.iter().map(|&(count, _)| count).max().unwrap_or(0);
        let mut places = (0..bars.len()).filter(|&i| bars[i].0 == longest);
        let (Some(at), second) = (places.next(), places.next()) else {
            return Err(self.unexpected(["`|`"]));
        };
        if let Some(second) = second {
            let run = "|".repeat(longest as usize);
            let mut failure =
                self.error(bars[second].1, format!("a second `{run}` at the same level"));
            let error = failure.error.other(bars[at].1, "the first one is here");
            failure.error = Box::new(error.hint(
                "the longest run of bars is the outermost: write `{3||2|1}` or use inner braces",
            ));
            return Err(failure);
        }
        let right = segments.split_off(at + 1);
        let left = self.side(segments, &bars[..at], explicit)?;
        let right = self.side(right, &bars[at + 1..], explicit)?;
        Ok(Node::Game { left, right, explicit })
    }

    fn side(
        &mut self,
        mut segments: Vec<Segment>,
        bars: &[(u32, Span)],
        explicit: bool,
    ) -> Parsed<Vec<Expr>> {
        if bars.is_empty() {
            return Ok(segments.swap_remove(0).0);
        }
        let span = segments.iter().map(|s| s.1).reduce(Span::to).unwrap_or_default();
        let node = self.deeper(|parser| parser.split(segments, bars, explicit))?;
        Ok(vec![Expr { span, node }])
    }

    fn map(&mut self, start: Span, first: Expr) -> Parsed<Expr> {
        self.expect(T::FatArrow)?;
        let value = self.expression()?;
        if self.peek() == T::Key(Key::For) {
            let map = self.rounds(start, ComprehensionShape::Map, first, Some(value))?;
            self.expect(T::CloseBrace)?;
            return Ok(Expr { span: self.since(start), ..map });
        }
        let mut entries = vec![(first, value)];
        while self.eat(T::Comma).is_some() {
            let key = self.expression()?;
            self.expect(T::FatArrow)?;
            entries.push((key, self.expression()?));
        }
        if self.eat(T::CloseBrace).is_none() {
            return Err(self.unexpected(["`,`", "`}`"]));
        }
        Ok(Expr { span: self.since(start), node: Node::Map(entries) })
    }

    fn set_comprehension(&mut self, start: Span, item: Expr) -> Parsed<Expr> {
        let set = self.rounds(start, ComprehensionShape::Set, item, None)?;
        self.expect(T::CloseBrace)?;
        Ok(Expr { span: self.since(start), ..set })
    }

    /// What a loop gives from `for` on, round by round.
    fn rounds(
        &mut self,
        start: Span,
        shape: ComprehensionShape,
        item: Expr,
        value: Option<Expr>,
    ) -> Parsed<Expr> {
        let clauses = self.clauses()?;
        let node = Node::Comprehension(Box::new(Comprehension { shape, item, value, clauses }));
        Ok(Expr { span: self.since(start), node })
    }

    /// `first`, or the entry `first => ..` if an arrow follows: the only one of a map.
    pub(crate) fn entry(&mut self, first: Expr) -> Parsed<Expr> {
        let Some(arrow) = self.eat(T::FatArrow) else { return Ok(first) };
        let start = first.span;
        let value = self.expression()?;
        let span = self.since(start);
        let map = Expr { span, node: Node::Map(vec![(first, value)]) };
        let head = Postfix::Method { name: "Head".into(), span: arrow.span(), arguments: None };
        Ok(Expr { span, node: Node::Postfix(Box::new(map), vec![head]) })
    }

    /// `item`, or the list `item for ..` makes if `for` follows.
    pub(crate) fn comprehended(&mut self, start: Span, item: Expr) -> Parsed<Expr> {
        if self.peek() != T::Key(Key::For) {
            return Ok(item);
        }
        self.rounds(start, ComprehensionShape::List, item, None)
    }
}
