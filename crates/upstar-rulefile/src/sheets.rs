//! Games on boards whose moves are comprehensions: `for i in squares where .. yield b with ..`.
//!
//! Nothing is analysed here: components and symmetries are what the file declares, and
//! `upstar rules check` holds them against plain play. Play ends because a measure falls, the number
//! of squares that are not of the first kind if the file names no other; every move is held
//! against it.

use crate::code::{CodeGame, RuleResults, RuleRun, RunBoard, RunStop, Taker};
use crate::falling::{Falling, Height};
use crate::prelude::*;
use std::cell::RefCell;

/// A symmetry that the file declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeclaredSymmetry {
    pub(crate) turn: usize,
    pub(crate) kinds: Vec<u8>,
    pub(crate) negated: bool,
}

/// How a board falls apart, as the file declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DeclaredParts {
    pub(crate) directions: Vec<Vector>,
    pub(crate) kinds: KindSet,
    /// What the squares outside of a part become: a kind that joins nothing.
    pub(crate) rest: u8,
}

/// A game on boards, compiled.
#[derive(Clone, Debug)]
pub(crate) struct SheetGame {
    pub(crate) kinds: SquareKinds,
    pub(crate) looks: Vec<KindLook>,
    pub(crate) is_strip: bool,
    pub(crate) images: Vec<DeclaredSymmetry>,
    pub(crate) joined: Option<DeclaredParts>,
    pub(crate) code: CodeGame,
}

/// A board, square by square.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareBoard {
    rows: u16,
    columns: u16,
    kinds: Box<[u8]>,
}

impl Weigh for SquareBoard {
    fn heap_bytes(&self) -> usize {
        self.kinds.len()
    }
}

/// The rules of such a game, with its parameters.
#[derive(Clone, Debug)]
pub struct SheetRules {
    game: Arc<SheetGame>,
    family: Arc<BoardFamily>,
    parameters: Vec<i64>,
    blame: Blame,
}

impl SheetRules {
    pub(crate) fn new(
        game: &Arc<SheetGame>,
        family: &Arc<BoardFamily>,
        parameters: Vec<i64>,
    ) -> SheetRules {
        let blame = game.code.blame.anew();
        SheetRules { game: Arc::clone(game), family: Arc::clone(family), parameters, blame }
    }

    fn run<'s>(&'s self, sheet: &'s SquareBoard) -> RuleRun<'s> {
        let (rows, columns) = (sheet.rows.into(), sheet.columns.into());
        let board = RunBoard { rows, columns, kinds: &sheet.kinds };
        self.game.code.run(board, [&self.parameters, &[]])
    }

    fn measure(&self, sheet: &SquareBoard) -> Result<Height, RunStop> {
        let count = || sheet.kinds.iter().filter(|&&kind| kind != 0).count() as i64;
        self.game.code.height(|| self.run(sheet), count)
    }

    fn list(
        &self,
        sheet: &SquareBoard,
        who: Player,
        kind: Option<MoveKind>,
        out: &mut dyn Options<SquareBoard>,
    ) {
        if self.decided(sheet).is_some() || self.blame.is_set() {
            return;
        }
        let out = RefCell::new(out);
        let run = || -> Result<(), RunStop> {
            let code = &self.game.code;
            let height = (!code.is_loopy).then(|| self.measure(sheet)).transpose()?;
            let falling = Falling::from(height);
            let mut moves = SheetMoves { rules: self, sheet, falling, out: &out };
            code.rules(who, kind).try_for_each(|rule| self.run(sheet).rule(rule, &mut moves))
        };
        if let Err(RunStop::Trouble(trouble)) = run() {
            self.blame.set(&trouble, &self.show(sheet));
        }
    }

    /// What must fall, in words.
    fn falls(&self) -> String {
        if self.game.code.measure.is_empty() {
            let first = self.game.kinds.symbol(0);
            format!("the number of squares other than `{first}`")
        } else {
            "the measure".to_owned()
        }
    }

    fn turned(&self, sheet: &SquareBoard, same: &DeclaredSymmetry) -> SquareBoard {
        let (rows, columns) = (usize::from(sheet.rows), usize::from(sheet.columns));
        let is_transposed = same.turn & 4 != 0;
        let (height, width) = if is_transposed { (columns, rows) } else { (rows, columns) };
        let mut kinds = vec![0; sheet.kinds.len()];
        for (i, &kind) in sheet.kinds.iter().enumerate() {
            let (r, c) = (i / columns.max(1), i % columns.max(1));
            let (r, c) = if is_transposed { (c, r) } else { (r, c) };
            let r = if same.turn & 1 == 0 { r } else { height - 1 - r };
            let c = if same.turn & 2 == 0 { c } else { width - 1 - c };
            kinds[r * width + c] = same.kinds[usize::from(kind)];
        }
        SquareBoard { rows: height as u16, columns: width as u16, kinds: kinds.into() }
    }

    fn symbols(&self) -> Vec<&str> {
        self.game.kinds.symbols.iter().map(String::as_str).collect()
    }
}

/// Takes what the rules find.
struct SheetMoves<'m, 'o> {
    rules: &'m SheetRules,
    sheet: &'m SquareBoard,
    falling: Falling,
    out: &'m RefCell<&'o mut dyn Options<SquareBoard>>,
}

impl Taker for SheetMoves<'_, '_> {
    fn take(&mut self, found: RuleResults<'_>, place: TextSpan) -> Result<(), RunStop> {
        let RuleResults::Squares(changes) = found else { return Ok(()) };
        self.falling.count(place)?;
        let mut next = self.sheet.clone();
        for &(square, kind) in changes {
            next.kinds[square] = kind;
        }
        let rules = self.rules;
        let words = || (rules.show(&next), rules.falls());
        self.falling.hold(place, || rules.measure(&next), words)?;
        if self.out.borrow_mut().push(next) { Ok(()) } else { Err(RunStop::Closed) }
    }

    fn is_closed(&mut self) -> bool {
        self.out.borrow_mut().is_closed()
    }
}

impl Rules for SheetRules {
    type Position = SquareBoard;

    fn options(&self, sheet: &SquareBoard, who: Player, out: &mut dyn Options<SquareBoard>) {
        self.list(sheet, who, None, out);
    }

    fn parse(&self, text: &str) -> Result<SquareBoard, PositionError> {
        let Cells { rows, columns, cells } = read_cells(text, &self.symbols())?;
        if self.game.is_strip && rows != 1 {
            let end = text.find('|').unwrap_or(text.len());
            return Err(PositionError::new(end, 1, "expected one row: this is a game on a strip"));
        }
        let (Ok(rows), Ok(columns)) = (u16::try_from(rows), u16::try_from(columns)) else {
            return Err(PositionError::whole(text, "the board is too large"));
        };
        Ok(SquareBoard { rows, columns, kinds: cells.into() })
    }

    fn show(&self, sheet: &SquareBoard) -> String {
        let (rows, columns) = (usize::from(sheet.rows), usize::from(sheet.columns));
        write_cells(rows, columns, &self.symbols(), |r, c| sheet.kinds[r * columns + c])
    }

    fn picture(&self, sheet: &SquareBoard) -> Picture {
        let columns = usize::from(sheet.columns);
        Picture::board(sheet.rows.into(), columns, |r, c| {
            let look = self.game.looks[usize::from(sheet.kinds[r * columns + c])];
            (look.square, look.piece)
        })
    }

    fn nature(&self) -> Nature {
        self.game.code.nature(match self.game.joined {
            Some(_) => "each part, as the file declares them",
            None => "the whole position",
        })
    }

    /// The parts that the file declares; all else becomes a kind that joins nothing.
    fn sum_components(&self, sheet: SquareBoard, out: &mut dyn Options<SquareBoard>) {
        let Some(joined) = &self.game.joined else {
            out.push(sheet);
            return;
        };
        let (rows, columns) = (i32::from(sheet.rows), i32::from(sheet.columns));
        let belongs = |i: usize| joined.kinds >> sheet.kinds[i] & 1 == 1;
        let mut done = vec![false; sheet.kinds.len()];
        for start in 0..sheet.kinds.len() {
            if done[start] || !belongs(start) {
                continue;
            }
            let mut part = vec![joined.rest; sheet.kinds.len()];
            let mut open = vec![start];
            done[start] = true;
            while let Some(i) = open.pop() {
                part[i] = sheet.kinds[i];
                let (r, c) = (i as i32 / columns, i as i32 % columns);
                for &(down, right) in &joined.directions {
                    let (r, c) = (r + i32::from(down), c + i32::from(right));
                    if (0..rows).contains(&r) && (0..columns).contains(&c) {
                        let next = (r * columns + c) as usize;
                        if !done[next] && belongs(next) {
                            done[next] = true;
                            open.push(next);
                        }
                    }
                }
            }
            if !out.push(SquareBoard { kinds: part.into(), ..sheet }) {
                return;
            }
        }
    }

    fn normal_form(&self, sheet: SquareBoard) -> (SquareBoard, bool) {
        let images = self.game.images.iter();
        let least = images.map(|same| (self.turned(&sheet, same), same.negated)).min();
        least.unwrap_or((sheet, false))
    }

    fn size(&self, sheet: &SquareBoard) -> u32 {
        sheet.kinds.len() as u32
    }

    fn move_kind(&self, sheet: &SquareBoard, who: Player, option: &SquareBoard) -> MoveKind {
        self.game.code.move_kind(who, option, self.decided(option), |kind, wanted| {
            self.list(sheet, who, Some(kind), wanted);
        })
    }

    fn decided(&self, sheet: &SquareBoard) -> Option<Player> {
        Player::BOTH.into_iter().find(|&who| {
            let mut wins = self.game.code.wins[who as usize].iter();
            wins.any(|op| self.blame.truth(self.run(sheet).value(op), || self.show(sheet)))
        })
    }

    fn fault(&self) -> Option<String> {
        self.blame.get()
    }

    fn family(&self) -> Family<'_, SquareBoard> {
        Family::of(|size| {
            let Cells { rows, columns, cells } = self.family.member(size, self.game.is_strip)?;
            let (rows, columns) = (u16::try_from(rows).ok()?, u16::try_from(columns).ok()?);
            Some(SquareBoard { rows, columns, kinds: cells.into() })
        })
    }
}
