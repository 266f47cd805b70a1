//! A game of patterns on boards of one size, as rules.

use crate::analysis;
use crate::board::Board;
use crate::family::Family;
use crate::moves::Mover;
use crate::program::Program;
use std::marker::PhantomData;
use std::sync::Arc;
use upstar_base::{Mapped, Options, Player};
use upstar_rules::grid::plane::Plane;
use upstar_rules::{Cells, MoveKind, Picture, PositionError, Rules};

/// Looks for one position among those that are listed.
pub(crate) struct Wanted<'p, P> {
    position: &'p P,
    is_found: bool,
}

impl<P: Eq> Options<P> for Wanted<'_, P> {
    fn push(&mut self, position: P) -> bool {
        self.is_found |= position == *self.position;
        !self.is_found
    }

    fn is_closed(&mut self) -> bool {
        self.is_found
    }
}

/// The kinds of moves that are not ordinary.
pub(crate) fn special(kinds: &[MoveKind]) -> &'static [MoveKind] {
    let has = |kind: MoveKind| kinds.contains(&kind);
    match (has(MoveKind::Entailing), has(MoveKind::Complimenting)) {
        (false, false) => &[],
        (true, false) => &[MoveKind::Entailing],
        (false, true) => &[MoveKind::Complimenting],
        (true, true) => &[MoveKind::Entailing, MoveKind::Complimenting],
    }
}

/// The kind of the move that leads to `option`: `list` lists the moves of one kind.
pub(crate) fn special_kind<P: Eq>(
    kinds: &[MoveKind],
    option: &P,
    mut list: impl FnMut(MoveKind, &mut Wanted<'_, P>),
) -> MoveKind {
    let leads_there = |kind: &&MoveKind| {
        let mut wanted = Wanted { position: option, is_found: false };
        list(**kind, &mut wanted);
        wanted.is_found
    };
    kinds.iter().find(leads_there).copied().unwrap_or(MoveKind::Ordinary)
}

/// The rules on planes of one size, with room for `K` kinds.
#[derive(Clone, Debug)]
pub struct Patterns<P, const K: usize> {
    program: Arc<Program>,
    family: Arc<Family>,
    planes: PhantomData<P>,
}

impl<P: Plane, const K: usize> Patterns<P, K> {
    pub(crate) fn new(program: &Arc<Program>, family: &Arc<Family>) -> Self {
        debug_assert!(program.planes <= K);
        let (program, family) = (Arc::clone(program), Arc::clone(family));
        Patterns { program, family, planes: PhantomData }
    }

    /// Do moves of several sorts, or somebody's victory, keep a board together?
    fn is_whole(&self) -> bool {
        !self.program.special.is_empty()
    }

    /// The least image under the symmetries of the game.
    fn least_image(&self, board: &Board<P, K>) -> (Board<P, K>, bool) {
        let cut = if self.program.has_edges { board.clone() } else { board.cut_to_box() };
        let (rows, columns) = (usize::from(cut.rows), usize::from(cut.columns));
        let lying = self.program.images.iter().any(|image| image.turn >= 4) && P::IMAGES > 4;
        let mut best: Option<(Board<P, K>, bool)> = None;
        for image in &self.program.images {
            let is_transposed = image.turn & 4 != 0;
            if is_transposed && P::IMAGES <= 4 {
                continue;
            }
            // Images are a group: if one transposes, half of them do, and of a board and the
            // same one transposed the lower one is enough.
            let is_needless = if is_transposed { rows < columns } else { rows > columns };
            if lying && is_needless {
                continue;
            }
            // A plane of one row knows only one other image, the mirror's.
            let turn = match P::IMAGES {
                2 if image.turn & 2 == 0 => 0,
                2 => P::MIRROR,
                _ => image.turn,
            };
            let mut kinds = cut.kinds.clone();
            for (k, plane) in cut.kinds.iter().enumerate() {
                kinds[image.kind(k)] = plane.turned(turn, rows, columns);
            }
            let (rows, columns) =
                if is_transposed { (cut.columns, cut.rows) } else { (cut.rows, cut.columns) };
            let candidate = (Board { kinds, rows, columns }, image.negated);
            if best.as_ref().is_none_or(|least| candidate < *least) {
                best = Some(candidate);
            }
        }
        best.unwrap_or((cut, false))
    }
}

impl<P: Plane, const K: usize> Rules for Patterns<P, K> {
    type Position = Board<P, K>;

    fn options(&self, board: &Board<P, K>, who: Player, out: &mut dyn Options<Board<P, K>>) {
        Mover { program: &self.program, out }.list(board, who, None);
    }

    fn parse(&self, text: &str) -> Result<Board<P, K>, PositionError> {
        let board = Board::read(text, &self.program.symbols(), self.program.planes)?;
        if self.program.is_strip && board.rows != 1 {
            let end = text.find('|').unwrap_or(text.len());
            return Err(PositionError::new(end, 1, "expected one row: this is a game on a strip"));
        }
        Ok(board)
    }

    fn show(&self, board: &Board<P, K>) -> String {
        if board.rows == 0 || board.columns == 0 {
            return self.program.alphabet[self.program.planes].chars().take(1).collect();
        }
        board.write(&self.program.symbols(), self.program.planes)
    }

    fn picture(&self, board: &Board<P, K>) -> Picture {
        Picture::board(board.rows.into(), board.columns.into(), |r, c| {
            let look = self.program.looks[board.kind(r, c).unwrap_or(self.program.planes)];
            (look.square, look.piece)
        })
    }

    fn is_impartial(&self) -> bool {
        self.program.is_impartial
    }

    fn is_loopy(&self) -> bool {
        self.program.ending.is_none()
    }

    fn is_all_small(&self) -> bool {
        self.program.is_all_small
    }

    fn components(&self, board: Board<P, K>, out: &mut dyn Options<Board<P, K>>) {
        if self.is_whole() {
            out.push(board);
        } else {
            analysis::components(&self.program, &board, out);
        }
    }

    fn parts(&self, board: &Board<P, K>, out: &mut dyn Options<(Board<P, K>, u64)>) {
        if self.is_whole() {
            out.push((board.clone(), 1));
        } else {
            analysis::pieces(&self.program, board, &mut Mapped::new(out, |part| (part, 1)));
        }
    }

    fn pieces(&self) -> &'static str {
        match (self.is_whole(), self.program.needs_pieces) {
            (true, _) => "the whole position",
            (false, true) => {
                "each region with a piece in which squares can come to matter together"
            }
            (false, false) => "each region of squares that can come to matter to each other",
        }
    }

    fn refine(&self, board: &Board<P, K>, out: &mut dyn Options<Board<P, K>>) -> bool {
        !self.is_whole() && analysis::refine(&self.program, board, out)
    }

    fn normal_form(&self, board: Board<P, K>) -> (Board<P, K>, bool) {
        self.least_image(&board)
    }

    fn size(&self, board: &Board<P, K>) -> u32 {
        board.in_play().count()
    }

    fn special_moves(&self) -> &'static [MoveKind] {
        special(&self.program.special)
    }

    fn move_kind(&self, board: &Board<P, K>, who: Player, option: &Board<P, K>) -> MoveKind {
        special_kind(&self.program.special, option, |kind, wanted| {
            Mover { program: &self.program, out: wanted }.list(board, who, Some(kind));
        })
    }

    fn member(&self, size: &[usize]) -> Option<Board<P, K>> {
        let cells = self.family.member(size, self.program.is_strip)?;
        if !P::holds(cells.rows, cells.columns) {
            return None;
        }
        let plane = |kind: u8| {
            let found = self.program.kind_of_plane.iter().position(|&k| k == Some(kind.into()));
            found.unwrap_or(self.program.planes) as u8
        };
        let cells = Cells { cells: cells.cells.iter().map(|&kind| plane(kind)).collect(), ..cells };
        Some(Board::of_cells(&cells, self.program.planes))
    }
}
