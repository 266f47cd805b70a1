//! Reading rules that are patterns: `left orthogonal xo. -> ..x again`.
//!
//! A pattern is drawn in the direction east, or as a figure of several rows; its images are the
//! directions in which it may lie. Both sides have the same squares, so a stroke is read as pairs
//! of what a square is and what it becomes.

use crate::prelude::*;

/// The most squares of a stroke and the most strokes of a move.
const MOST_SQUARES: usize = 8;
const MOST_STROKES: usize = 4;

/// Where patterns lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatternGround {
    Grid,
    Strip,
    Graph,
}

const EAST: Vector = (0, 1);
const ORTHOGONAL: [Vector; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
const DIAGONAL: [Vector; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The names of directions.
const IMAGES: [&str; 13] = [
    "east",
    "west",
    "north",
    "south",
    "horizontal",
    "vertical",
    "orthogonal",
    "diagonal",
    "compass",
    "knight",
    "turned",
    "all",
    "edge",
];

/// What begins after a pattern.
const AFTER: [&str; 6] = ["again", "unless", "if", "then", "entails", "compliments"];

fn directions(name: &str) -> Vec<Vector> {
    let knight = || {
        let jumps = [(1, 2), (2, 1)].into_iter();
        jumps.flat_map(|(a, b)| [(a, b), (a, -b), (-a, b), (-a, -b)]).collect()
    };
    match name {
        "west" => vec![(0, -1)],
        "north" => vec![(-1, 0)],
        "south" => vec![(1, 0)],
        "horizontal" => ORTHOGONAL[..2].to_vec(),
        "vertical" => ORTHOGONAL[2..].to_vec(),
        "orthogonal" | "turned" | "all" => ORTHOGONAL.to_vec(),
        "diagonal" => DIAGONAL.to_vec(),
        "compass" => [ORTHOGONAL, DIAGONAL].concat(),
        "knight" => knight(),
        _ => vec![EAST],
    }
}

/// One side of a stroke: a square, or a mark of the edge.
#[derive(Clone, Copy, Debug)]
enum StrokeMark {
    /// Some kinds, perhaps any number of such squares; `plain` if it is one symbol.
    Square {
        set: KindSet,
        plain: Option<u8>,
        ray: bool,
    },
    Edge,
}

/// One side of the arrow.
struct ArrowSide {
    rows: Vec<Vec<(StrokeMark, TextSpan)>>,
    span: TextSpan,
}

fn side(kinds: &SquareKinds, word: StatementPiece<'_>) -> Result<ArrowSide, RuleFault> {
    let mut rows = vec![Vec::new()];
    let mut at = 0;
    while let Some(first) = word.text[at..].chars().next() {
        let start = at;
        at += first.len_utf8();
        let mut negated = false;
        let mut symbol = first;
        if first == '!' {
            negated = true;
            let Some(next) = word.text[at..].chars().next() else {
                let message = "expected a kind behind `!`, which excludes it";
                return Err(RuleFault::new(word.part(start, at).span(), message));
            };
            symbol = next;
            at += next.len_utf8();
        }
        let (set, plain) = match symbol {
            '|' if !negated => {
                rows.push(Vec::new());
                continue;
            }
            '^' if !negated => {
                if let Some(row) = rows.last_mut() {
                    row.push((StrokeMark::Edge, word.part(start, at).span()));
                }
                continue;
            }
            '?' if !negated => (kinds.all(), None),
            '*' => {
                let message = "`*` stands behind a square: `.*` is any number of free squares";
                return Err(RuleFault::new(word.part(start, at).span(), message));
            }
            '[' => {
                let Some(end) = word.text[at..].find(']') else {
                    let place = word.part(start, start + 1).span();
                    return Err(RuleFault::new(place, "this bracket is not closed")
                        .hint("kinds to choose from stand in brackets: `[xo]`"));
                };
                let set = kinds.set(word.part(at, at + end))?;
                at += end + 1;
                if set == 0 {
                    let message = "no kind of square stands in these brackets";
                    return Err(RuleFault::new(word.part(start, at).span(), message));
                }
                (set, None)
            }
            _ => {
                let kind = kinds.need(symbol, word.part(at - symbol.len_utf8(), at))?;
                (1 << kind, (!negated).then_some(kind as u8))
            }
        };
        let set = if negated { kinds.all() & !set } else { set };
        if set == 0 {
            let message = "no kind of square is left: this never matches";
            return Err(RuleFault::new(word.part(start, at).span(), message));
        }
        let ray = word.text[at..].starts_with('*');
        at += usize::from(ray);
        if let Some(row) = rows.last_mut() {
            row.push((StrokeMark::Square { set, plain, ray }, word.part(start, at).span()));
        }
    }
    Ok(ArrowSide { rows, span: word.span() })
}

/// A stroke as it is drawn, before it is turned.
struct DrawnStroke {
    rows: Vec<Vec<StrokeSquare>>,
    before: bool,
    behind: bool,
}

fn drawn(
    kinds: &SquareKinds,
    left: StatementPiece<'_>,
    right: StatementPiece<'_>,
) -> Result<DrawnStroke, RuleFault> {
    let (old, new) = (side(kinds, left)?, side(kinds, right)?);
    let squares = |side: &ArrowSide| side.rows.iter().map(Vec::len).sum::<usize>();
    let shape = |side: &ArrowSide| side.rows.iter().map(Vec::len).collect::<Vec<_>>();
    if shape(&old) != shape(&new) {
        let (a, b) = (squares(&old), squares(&new));
        let message = if a == b {
            "the rows of the two sides are not of the same lengths".to_owned()
        } else {
            let plural = if a == 1 { "" } else { "s" };
            format!("the left side has {a} square{plural}, the right side {b}")
        };
        let hint = "a square that stays as it is stands on both sides";
        return Err(RuleFault::new(old.span.to(new.span), message).hint(hint));
    }
    let width = old.rows[0].len();
    if old.rows.iter().any(|row| row.len() != width) {
        let message = "the rows of a figure have the same length";
        return Err(RuleFault::new(old.span, message).hint("`?` is any square on the board"));
    }
    if squares(&old) > MOST_SQUARES || width == 0 {
        let message = format!("a stroke has from 1 to {MOST_SQUARES} squares");
        return Err(RuleFault::new(old.span, message));
    }
    let is_figure = old.rows.len() > 1;
    let mut stroke = DrawnStroke { rows: Vec::new(), before: false, behind: false };
    for (old_row, new_row) in old.rows.iter().zip(&new.rows) {
        let mut row = Vec::new();
        for (i, (&(a, place), &(b, new_place))) in old_row.iter().zip(new_row).enumerate() {
            match (a, b) {
                (StrokeMark::Edge, StrokeMark::Edge) if is_figure => {
                    let message = "`^` goes with patterns of one row";
                    return Err(RuleFault::new(place, message));
                }
                (StrokeMark::Edge, StrokeMark::Edge) if i == 0 => stroke.before = true,
                (StrokeMark::Edge, StrokeMark::Edge) if i + 1 == width => stroke.behind = true,
                (StrokeMark::Edge, StrokeMark::Edge) => {
                    let message = "`^`, the edge, stands at the beginning or at the end";
                    return Err(RuleFault::new(place, message));
                }
                (StrokeMark::Edge, _) | (_, StrokeMark::Edge) => {
                    let message = "the edge `^` stands at the same place on both sides";
                    return Err(RuleFault::new(place.to(new_place), message));
                }
                (
                    StrokeMark::Square { set, ray, .. },
                    StrokeMark::Square { set: after, plain, ray: new_ray },
                ) => row.push(element((set, ray, place), (after, plain, new_ray, new_place))?),
            }
        }
        stroke.rows.push(row);
    }
    let first = stroke.rows.first().and_then(|row| row.first());
    match first {
        None => Err(RuleFault::new(old.span, "expected a square beside the edge")),
        Some(first) if first.ray => Err(RuleFault::new(
            old.span,
            "a stroke begins with a square, not with any number of them",
        )
        .hint("a stroke has a square to begin with: `x.*.`")),
        Some(_) if is_figure && stroke.rows.iter().flatten().any(|element| element.ray) => {
            Err(RuleFault::new(old.span, "`*` goes with patterns of one row"))
        }
        Some(_) => Ok(stroke),
    }
}

fn element(
    (set, ray, place): (KindSet, bool, TextSpan),
    (after, plain, new_ray, new_place): (KindSet, Option<u8>, bool, TextSpan),
) -> Result<StrokeSquare, RuleFault> {
    let same = set == after;
    if (ray || new_ray) && !(ray && new_ray && same) {
        let message = "any number of squares, `*`, stays as it is: the same on both sides";
        return Err(RuleFault::new(place.to(new_place), message));
    }
    match plain {
        _ if same => Ok(StrokeSquare { from: set, to: None, ray }),
        Some(kind) => Ok(StrokeSquare { from: set, to: Some(kind), ray }),
        None => {
            let message = "a square becomes one kind, or the same stands on both sides";
            Err(RuleFault::new(new_place, message))
        }
    }
}

impl DrawnStroke {
    /// The stroke in all its images.
    fn images(&self, name: &str, again: bool, guard: Option<Guard>) -> Vec<Stroke> {
        let stroke = |along: Vector, places: Vec<(Vector, StrokeSquare)>| {
            let mut steps: SmallVec<[Vector; 4]> = SmallVec::new();
            let mut before = places.first().map_or((0, 0), |first| first.0);
            for &((r, c), _) in &places {
                steps.push((r - before.0, c - before.1));
                before = (r, c);
            }
            Stroke {
                elements: places.into_iter().map(|(_, element)| element).collect(),
                steps,
                along,
                before: self.before,
                behind: self.behind,
                guard,
                again,
            }
        };
        if let [row] = &self.rows[..] {
            let along = |(r, c): Vector| {
                let place = |(i, &element): (i8, &StrokeSquare)| ((i * r, i * c), element);
                stroke((r, c), (0..).zip(row).map(place).collect())
            };
            // One square looks the same from all sides, unless the edge is beside it.
            let alone = row.len() == 1 && !self.before && !self.behind;
            let all = if alone { vec![EAST] } else { directions(name) };
            return all.into_iter().map(along).collect();
        }
        let turns: &[usize] = match name {
            // The four rotations: identity, half a turn, the two quarters.
            "turned" => &[0, 3, 5, 6],
            "all" => &[0, 1, 2, 3, 4, 5, 6, 7],
            _ => &[0],
        };
        let figure = |&turn: &usize| {
            let rows = (0..).zip(&self.rows);
            let places = rows.flat_map(|(r, row)| {
                (0..).zip(row).map(move |(c, &element)| (turned((r, c), turn), element))
            });
            stroke(turned(EAST, turn), places.collect())
        };
        turns.iter().map(figure).collect()
    }
}

/// Reads what stands behind `left`, `right` or `both`.
pub(crate) fn read(
    kinds: &SquareKinds,
    ground: PatternGround,
    body: StatementPiece<'_>,
) -> Result<StrokeRule, RuleFault> {
    let words: Vec<StatementPiece<'_>> = body.words().collect();
    let mut stages = Vec::new();
    let mut kind = MoveKind::Ordinary;
    let mut rest = &words[..];
    loop {
        let (stage, left) = stage(kinds, ground, rest, body)?;
        stages.push(stage);
        rest = left;
        match rest.first() {
            Some(word) if word.text == "then" => {
                if stages.len() == MOST_STROKES {
                    let message = format!("a move has at most {MOST_STROKES} strokes");
                    return Err(RuleFault::new(word.span(), message));
                }
                rest = &rest[1..];
            }
            Some(word) if word.text == "entails" || word.text == "compliments" => {
                kind = match word.text {
                    "entails" => MoveKind::Entailing,
                    _ => MoveKind::Complimenting,
                };
                if let Some(more) = rest.get(1) {
                    let message = format!("nothing follows `{}`", word.text);
                    return Err(RuleFault::new(more.span(), message));
                }
                break;
            }
            Some(word) => {
                let message = format!("unexpected `{}`; expected {}", word.text, AFTER.join(", "));
                return Err(RuleFault::new(word.span(), message).near(word.text, AFTER));
            }
            None => break,
        }
    }
    if ground == PatternGround::Graph {
        refuse_on_graphs(&stages, body)?;
    }
    Ok(StrokeRule { stages, kind })
}

/// Vertices have no directions, so rays, edges of the board and going on mean nothing there.
fn refuse_on_graphs(stages: &[Vec<Stroke>], body: StatementPiece<'_>) -> Result<(), RuleFault> {
    let strange = |stroke: &Stroke| {
        stroke.has_ray()
            || stroke.again
            || stroke.before
            || stroke.behind
            || stroke.elements.len() > 2
    };
    if stages.iter().flatten().any(strange) {
        let message = "on a graph a stroke is one vertex or an edge: no `*`, `^` or `again`";
        return Err(RuleFault::new(body.span(), message));
    }
    Ok(())
}

/// One stroke in its images, and the words behind it.
fn stage<'w, 't>(
    kinds: &SquareKinds,
    ground: PatternGround,
    words: &'w [StatementPiece<'t>],
    body: StatementPiece<'_>,
) -> Result<(Vec<Stroke>, &'w [StatementPiece<'t>]), RuleFault> {
    let form = "a rule is `PATTERN -> PATTERN`, perhaps with a direction before it";
    let arrow = words.iter().position(|word| word.text == "->").ok_or_else(|| {
        let place = words.first().map_or(body.span(), |first| first.span().to(body.span()));
        RuleFault::new(place, "expected `->` with blanks around it").hint(form)
    })?;
    let (image, old) = match &words[..arrow] {
        [old] => (None, *old),
        [image, old] => (Some(*image), *old),
        [] => {
            return Err(
                RuleFault::new(words[arrow].span(), "nothing stands before `->`").hint(form)
            );
        }
        [_, _, more, ..] => {
            let message = format!("`{}` is too much before `->`", more.text);
            return Err(RuleFault::new(more.span(), message).hint(form));
        }
    };
    let Some(&new) = words.get(arrow + 1) else {
        return Err(RuleFault::new(words[arrow].span(), "nothing stands behind `->`").hint(form));
    };
    if let Some(image) = image.filter(|image| !IMAGES.contains(&image.text)) {
        let message = format!("`{}` is no direction", image.text);
        let fault = RuleFault::new(image.span(), message);
        let near = fault.clone().near(image.text, IMAGES);
        let listed = format!("the directions are {}", IMAGES.join(", "));
        return Err(if near == fault { fault.hint(listed) } else { near });
    }
    let mut rest = &words[arrow + 2..];
    let again = rest.first().filter(|word| word.text == "again").copied();
    rest = if again.is_some() { &rest[1..] } else { rest };
    let (guard, rest) = guard(kinds, rest)?;
    let figure = drawn(kinds, old, new)?;
    if let Some(again) = again
        && (figure.rows.len() > 1 || figure.rows[0].len() == 1)
    {
        let message = "only a stroke of two squares or more in a row can go on";
        return Err(RuleFault::new(again.span(), message));
    }
    let name = image.map_or("east", |image| image.text);
    let mut strokes = figure.images(name, again.is_some(), guard);
    let placed = image.unwrap_or(old);
    match ground {
        PatternGround::Strip => {
            if figure.rows.len() > 1 {
                return Err(RuleFault::new(old.span(), "a strip has one row"));
            }
            strokes.retain(|stroke| stroke.steps.iter().all(|step| step.0 == 0));
            if strokes.is_empty() {
                let message = format!("on a strip nothing lies in the direction `{name}`");
                return Err(
                    RuleFault::new(placed.span(), message).hint("take east, west or horizontal")
                );
            }
        }
        PatternGround::Graph => {
            if figure.rows.len() > 1 || image.is_some_and(|image| image.text != "edge") {
                let message = "a graph has no directions but `edge`";
                return Err(RuleFault::new(placed.span(), message));
            }
        }
        PatternGround::Grid if name == "edge" => {
            let message = "`edge` is a direction on graphs; on a grid take `orthogonal`";
            return Err(RuleFault::new(placed.span(), message));
        }
        PatternGround::Grid => {}
    }
    if figure.rows.len() > 1 && !matches!(name, "east" | "turned" | "all") {
        let message = "a figure of several rows is `turned` (4 ways), `all` (8 ways) or as it is";
        return Err(RuleFault::new(placed.span(), message));
    }
    Ok((strokes, rest))
}

/// `unless beside KINDS` or `if beside KINDS`.
fn guard<'w, 't>(
    kinds: &SquareKinds,
    words: &'w [StatementPiece<'t>],
) -> Result<(Option<Guard>, &'w [StatementPiece<'t>]), RuleFault> {
    let Some(first) = words.first().filter(|word| matches!(word.text, "unless" | "if")) else {
        return Ok((None, words));
    };
    let beside = words.get(1).filter(|word| word.text == "beside");
    let named = words.get(2).filter(|_| beside.is_some());
    let Some(named) = named else {
        let message = format!("expected `{} beside KINDS`", first.text);
        return Err(RuleFault::new(first.span(), message));
    };
    let set = kinds.set(*named)?;
    if set == 0 {
        return Err(RuleFault::new(named.span(), "expected the kinds that are looked for"));
    }
    Ok((Some(Guard { wanted: first.text == "if", kinds: set }), &words[3..]))
}
