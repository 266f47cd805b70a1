//! A game of patterns on boards of one size, as rules.

use crate::analysis;
use crate::moves::Mover;
use crate::prelude::*;
use std::marker::PhantomData;
use upstar_rules::PositionSearch;

/// The kinds of moves that are not ordinary.
pub(crate) fn special(kinds: &[MoveKind], decides: bool) -> &'static [MoveKind] {
    use MoveKind::{Complimenting, Entailing, Overriding, Suiciding};
    let has = |kind: MoveKind| kinds.contains(&kind);
    match (has(Entailing), has(Complimenting), decides) {
        (false, false, false) => &[],
        (true, false, false) => &[Entailing],
        (false, true, false) => &[Complimenting],
        (true, true, false) => &[Entailing, Complimenting],
        (false, false, true) => &[Overriding, Suiciding],
        (true, false, true) => &[Entailing, Overriding, Suiciding],
        (false, true, true) => &[Complimenting, Overriding, Suiciding],
        (true, true, true) => &[Entailing, Complimenting, Overriding, Suiciding],
    }
}

/// The kind of the move that leads to `option`: `list` lists the moves of one kind.
pub(crate) fn special_kind<P: Eq>(
    kinds: &[MoveKind],
    option: &P,
    mut list: impl FnMut(MoveKind, &mut PositionSearch<'_, P>),
) -> MoveKind {
    let leads_there = |kind: &&MoveKind| {
        let mut wanted = PositionSearch::new(option);
        list(**kind, &mut wanted);
        wanted.is_found()
    };
    kinds.iter().find(leads_there).copied().unwrap_or(MoveKind::Ordinary)
}

/// The rules on planes of one size, with room for `K` kinds.
#[derive(Clone, Debug)]
pub struct Patterns<P, const K: usize> {
    program: Arc<PatternGame>,
    family: Arc<BoardFamily>,
    planes: PhantomData<P>,
}

impl<P: Plane, const K: usize> Patterns<P, K> {
    pub(crate) fn new(program: &Arc<PatternGame>, family: &Arc<BoardFamily>) -> Self {
        debug_assert!(program.planes <= K);
        let (program, family) = (Arc::clone(program), Arc::clone(family));
        Patterns { program, family, planes: PhantomData }
    }

    /// Do moves of several sorts, or somebody's victory, keep a board together?
    fn is_whole(&self) -> bool {
        !self.program.special.is_empty()
    }

    /// Lists the moves of a player of one kind, or of all kinds.
    fn list(
        &self,
        board: &Layers<P, K>,
        who: Player,
        kind: Option<MoveKind>,
        out: &mut dyn Options<Layers<P, K>>,
    ) {
        Mover { program: &self.program, out }.list(board, who, kind);
    }

    /// The least image under the symmetries of the game.
    fn least_image(&self, board: &Layers<P, K>) -> (Layers<P, K>, bool) {
        let cut = if self.program.has_edges { board.clone() } else { board.cut_to_box() };
        let (rows, columns) = (cut.rows(), cut.columns());
        let lying = self.program.transposes && P::IMAGES > 4;
        // Images come by their turns: each plane is turned once for all that follow.
        let mut base = (cut.layers.clone(), rows, columns);
        let mut turned = (0, cut.layers.clone());
        let mut best: Option<([P; K], bool)> = None;
        for image in &self.program.images {
            let is_transposed = image.turn & 4 != 0;
            if is_transposed && P::IMAGES <= 4 {
                break;
            }
            // Images are a group: if one transposes, half of them do, and of a board and the
            // same one transposed the lower one is enough.
            let is_needless = if is_transposed { rows < columns } else { rows > columns };
            if lying && is_needless {
                continue;
            }
            if image.turn != turned.0 {
                if is_transposed && turned.0 & 4 == 0 {
                    let over = |k: usize| cut.layers[k].turned(4, rows, columns);
                    base = (std::array::from_fn(over), columns, rows);
                }
                // A plane of one row knows only one other image, the mirror's.
                let turn = match P::IMAGES {
                    2 if image.turn & 2 == 0 => 0,
                    2 => P::MIRROR,
                    _ => image.turn & 3,
                };
                let (kinds, rows, columns) = &base;
                let around = |k: usize| kinds[k].turned(turn, *rows, *columns);
                turned = (image.turn, std::array::from_fn(around));
            }
            let mut candidate = (turned.1.clone(), image.negated);
            if !image.keeps_kinds {
                for (k, plane) in turned.1.iter().enumerate() {
                    candidate.0[image.kind(k)] = plane.clone();
                }
            }
            if best.as_ref().is_none_or(|least| candidate < *least) {
                best = Some(candidate);
            }
        }
        let (rows, columns) =
            if lying { (rows.min(columns), rows.max(columns)) } else { (rows, columns) };
        let (kinds, negated) = best.unwrap_or((cut.layers, false));
        (Layers::new(kinds, rows, columns), negated)
    }
}

impl<P: Plane, const K: usize> Rules for Patterns<P, K> {
    type Position = Layers<P, K>;

    fn options(&self, board: &Layers<P, K>, who: Player, out: &mut dyn Options<Layers<P, K>>) {
        self.list(board, who, None, out);
    }

    fn parse(&self, text: &str) -> Result<Layers<P, K>, PositionError> {
        let board = Layers::parse_some(text, &self.program.symbols(), self.program.planes)?;
        if self.program.is_strip && board.rows() != 1 {
            let end = text.find('|').unwrap_or(text.len());
            return Err(PositionError::new(end, 1, "expected one row: this is a game on a strip"));
        }
        Ok(board)
    }

    fn show(&self, board: &Layers<P, K>) -> String {
        let (rows, columns) = (board.rows(), board.columns());
        if rows == 0 || columns == 0 {
            return self.program.alphabet[self.program.planes].chars().take(1).collect();
        }
        let kind = |r, c| board.kind(r, c).min(self.program.planes) as u8;
        write_cells(rows, columns, &self.program.symbols(), kind)
    }

    fn picture(&self, board: &Layers<P, K>) -> Picture {
        board.picture(|kind| {
            let look = self.program.looks[kind.min(self.program.planes)];
            (look.square, look.piece)
        })
    }

    fn nature(&self) -> Nature {
        Nature {
            impartial: self.program.is_impartial,
            all_small: self.program.is_all_small,
            loopy: self.program.ending.is_none(),
            special_moves: special(&self.program.special, false),
            part_noun: match (self.is_whole(), self.program.needs_pieces) {
                (true, _) => "the whole position",
                (false, true) => {
                    "each region with a piece in which squares can come to matter together"
                }
                (false, false) => "each region of squares that can come to matter to each other",
            },
            ..Nature::PARTIZAN
        }
    }

    fn sum_components(&self, board: Layers<P, K>, out: &mut dyn Options<Layers<P, K>>) {
        if self.is_whole() {
            out.push(board);
            return;
        }
        analysis::components(&self.program, &board, out);
    }

    fn compound_parts(&self, board: &Layers<P, K>, out: &mut dyn Options<(Layers<P, K>, u64)>) {
        if self.is_whole() {
            out.push((board.clone(), 1));
            return;
        }
        let mut out = Mapped::new(out, |part| (part, 1));
        analysis::pieces(&self.program, board, &mut out);
    }

    fn refine(&self, board: &Layers<P, K>, out: &mut dyn Options<Layers<P, K>>) -> bool {
        !self.is_whole() && analysis::refine(&self.program, board, out)
    }

    fn normal_form(&self, board: Layers<P, K>) -> (Layers<P, K>, bool) {
        self.least_image(&board)
    }

    fn size(&self, board: &Layers<P, K>) -> u32 {
        board.in_play().count()
    }

    fn move_kind(&self, board: &Layers<P, K>, who: Player, option: &Layers<P, K>) -> MoveKind {
        special_kind(&self.program.special, option, |kind, wanted| {
            self.list(board, who, Some(kind), wanted);
        })
    }

    fn family(&self) -> Family<'_, Layers<P, K>> {
        Family::of(|size| {
            let cells = self.family.member(size, self.program.is_strip)?;
            let plane = |r: usize, c: usize| {
                let kind = Some(cells.cells[r * cells.columns + c].into());
                self.program.kind_of_plane.iter().position(|&k| k == kind)
            };
            let planes = self.program.planes;
            Layers::drawn(cells.rows, cells.columns, |r, c| plane(r, c).filter(|&k| k < planes))
        })
    }
}
