//! A game of patterns, compiled for boards of every size.
//!
//! Kinds that some pattern reads have a plane each. One kind that none reads has none: its squares
//! are out of play. Everything here speaks of planes; kinds are for people.

use crate::links::Links;
use crate::measure::{self, KindMeasure};
use crate::prelude::*;
use crate::symmetry::{self, GameImage};

/// What a kind of square looks like in pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KindLook {
    pub(crate) square: upstar_picture::Color,
    pub(crate) piece: Option<upstar_picture::Color>,
}

/// A game of patterns.
#[derive(Clone, Debug)]
pub(crate) struct PatternGame {
    /// How many planes are in use.
    pub(crate) planes: usize,
    /// The symbols of each plane, and behind them those of squares out of play.
    pub(crate) alphabet: Vec<String>,
    /// The kind of each plane, and behind them the one out of play, if there is one.
    pub(crate) kind_of_plane: Vec<Option<usize>>,
    pub(crate) looks: Vec<KindLook>,
    /// The moves of each player.
    pub(crate) moves: [Vec<StrokeRule>; 2],
    /// All strokes of either player, each once.
    pub(crate) strokes: Vec<Stroke>,
    /// Those with which a move begins.
    pub(crate) first_strokes: Vec<Stroke>,
    pub(crate) links: Links,
    /// The symmetries, by their turns.
    pub(crate) images: Vec<GameImage>,
    /// Does one of them exchange rows and columns?
    pub(crate) transposes: bool,
    /// Why play ends, if that is proved.
    pub(crate) ending: Option<Vec<KindMeasure>>,
    pub(crate) is_impartial: bool,
    pub(crate) is_all_small: bool,
    /// Does a pattern speak of the edge? Then boards are never cut.
    pub(crate) has_edges: bool,
    pub(crate) is_strip: bool,
    pub(crate) special: Vec<MoveKind>,
    /// The planes of pieces: all but that of the first kind, which is the ground.
    pub(crate) pieces: KindSet,
    /// Does every move begin with a piece? Then ground without one is no component.
    pub(crate) needs_pieces: bool,
}

/// What is read by some pattern.
fn read_kinds(moves: &[Vec<StrokeRule>; 2]) -> KindSet {
    let strokes = moves.iter().flatten().flat_map(StrokeRule::strokes);
    strokes.fold(0, |set, stroke| {
        let elements = stroke.elements.iter().fold(set, |set, element| set | element.from);
        elements | stroke.guard.map_or(0, |guard| guard.kinds)
    })
}

impl PatternGame {
    /// Compiles moves that speak of kinds.
    pub(crate) fn new(
        kinds: &SquareKinds,
        looks: &[KindLook],
        moves: &[Vec<StrokeRule>; 2],
        is_strip: bool,
        declared: Option<&dyn Fn(usize) -> usize>,
    ) -> PatternGame {
        let read = read_kinds(moves);
        let void = (0..kinds.len()).find(|&kind| read >> kind & 1 == 0);
        let planes: Vec<usize> = (0..kinds.len()).filter(|&kind| Some(kind) != void).collect();
        let plane = |kind: usize| planes.iter().position(|&k| k == kind);
        let recoded = |moves: &Vec<StrokeRule>| -> Vec<StrokeRule> {
            moves.iter().map(|rule| on_planes(rule, &plane)).collect()
        };
        let moves = [recoded(&moves[0]), recoded(&moves[1])];
        let mut strokes = Vec::new();
        let mut first_strokes = Vec::new();
        for rule in moves.iter().flatten() {
            add_new(&mut strokes, rule.strokes());
            add_new(&mut first_strokes, rule.stages.iter().take(1).flatten());
        }
        let mut alphabet: Vec<String> =
            planes.iter().map(|&kind| kinds.symbols[kind].clone()).collect();
        alphabet.push(match void {
            Some(kind) => kinds.symbols[kind].clone(),
            None => kinds.free_symbol().to_string(),
        });
        let gray = KindLook { square: upstar_picture::Color::Gray, piece: None };
        let kind_of_plane: Vec<Option<usize>> =
            planes.iter().map(|&kind| Some(kind)).chain([void]).collect();
        let look = |kind: &Option<usize>| kind.map_or(gray, |kind| looks[kind]);
        let exchanged = declared.map(|declared| {
            planes.iter().map(|&kind| plane(declared(kind)).unwrap_or(0)).collect::<Vec<_>>()
        });
        let images = symmetry::images(&moves, planes.len(), is_strip, exchanged.as_deref());
        let is_impartial = images.iter().any(GameImage::is_exchange_alone);
        let mut special: Vec<MoveKind> = moves.iter().flatten().map(|rule| rule.kind).collect();
        special.retain(|&kind| kind != MoveKind::Ordinary);
        special.dedup();
        let pieces = (0..planes.len()).filter(|&k| planes[k] != 0).fold(0, |set, k| set | 1 << k);
        PatternGame {
            needs_pieces: first_strokes.iter().all(|stroke| stroke.needs(pieces)),
            pieces,
            planes: planes.len(),
            alphabet,
            looks: kind_of_plane.iter().map(look).collect(),
            kind_of_plane,
            links: Links::new(&strokes, planes.len()),
            ending: measure::ending(&moves, planes.len(), true),
            is_impartial,
            is_all_small: symmetry::is_all_small(&moves),
            has_edges: strokes.iter().any(|stroke| stroke.before || stroke.behind),
            transposes: images.iter().any(|image| image.turn >= 4),
            // Where the players have the same moves it does not matter who is who.
            images: images.into_iter().filter(|image| !(is_impartial && image.negated)).collect(),
            strokes,
            first_strokes,
            moves,
            is_strip,
            special,
        }
    }

    /// The moves of a player.
    pub(crate) fn moves_of(&self, who: Player) -> &[StrokeRule] {
        &self.moves[who as usize]
    }

    /// The texts of the alphabet.
    pub(crate) fn symbols(&self) -> Vec<&str> {
        self.alphabet.iter().map(String::as_str).collect()
    }
}

fn add_new<'s>(all: &mut Vec<Stroke>, more: impl Iterator<Item = &'s Stroke>) {
    for stroke in more {
        let same = |other: &Stroke| {
            (&other.elements, &other.steps, other.guard)
                == (&stroke.elements, &stroke.steps, stroke.guard)
                && (other.before, other.behind, other.along)
                    == (stroke.before, stroke.behind, stroke.along)
        };
        if !all.iter().any(same) {
            all.push(stroke.clone());
        }
    }
}

/// The same move in terms of planes.
fn on_planes(rule: &StrokeRule, plane: &dyn Fn(usize) -> Option<usize>) -> StrokeRule {
    let set = |set: KindSet| members(set).filter_map(plane).fold(0, |image, k| image | 1 << k);
    let stroke = |stroke: &Stroke| {
        let mut image = stroke.clone();
        for element in &mut image.elements {
            element.from = set(element.from);
            element.to = element.to.map(|to| plane(to.into()).map_or(VOID, |plane| plane as u8));
        }
        if let Some(guard) = &mut image.guard {
            guard.kinds = set(guard.kinds);
        }
        image
    };
    let stages = rule.stages.iter().map(|stage| stage.iter().map(stroke).collect());
    StrokeRule { stages: stages.collect(), kind: rule.kind }
}
