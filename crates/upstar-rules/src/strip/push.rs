//! Push: pushing what is in the way off the strip (Lessons in Play).
//!
//! A piece moves one square to the left and pushes along only what touches it. Squares right of
//! the last piece are never used. Exchanging the colours negates.

use super::cells::{Cells, draw, read, write};
use crate::registry::{About, Editor, Known};
use crate::{Color, Picture, PositionError, Rules, no_parameters};
use upstar_base::{Options, Player, Weigh};

const ALPHABET: [&str; 3] = ["xXlLbB", "oOrRwW", "."];
const EMPTY: u8 = 2;

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "push",
    aliases: &[],
    title: "Push",
    rules: "A player moves one of their pieces one square to the left. If that square is \
            occupied, the piece there is pushed one square to the left too, and so on up to the \
            first empty square; a piece pushed or moved over the left end is lost. Who cannot \
            move loses.",
    notation: "A row: `x` a piece of Left, `o` a piece of Right, `.` empty.",
    examples: &["x.xoo", ".ox.o", "..x"],
    source: "M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play, 2007",
    known: &[
        Known { position: "..x", value: "3", source: "Lessons in Play" },
        Known { position: "o", value: "-1", source: "Lessons in Play" },
    ],
    tables: "",
    impartial: false,
    editor: Editor::Cells(".xo"),
};

/// The rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Push;

/// Pieces on a strip.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strip(pub(super) Cells);

impl Weigh for Strip {
    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

impl Push {
    /// The game; it takes no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| Push)
    }
}

impl Strip {
    /// Reads a strip with pieces of two colours.
    pub(super) fn parse(text: &str) -> Result<Strip, PositionError> {
        read(text, &ALPHABET).map(Strip)
    }

    pub(super) fn show(&self) -> String {
        write(&self.0, &ALPHABET)
    }

    pub(super) fn picture(&self) -> Picture {
        draw(&self.0, |kind| [Some(Color::Blue), Some(Color::Red), None][usize::from(kind)])
    }

    /// The squares with pieces of `who`.
    pub(super) fn pieces(&self, who: Player) -> impl Iterator<Item = usize> + '_ {
        let places = self.0.iter().enumerate();
        places.filter(move |place| *place.1 == who as u8).map(|place| place.0)
    }

    /// The strip after everything between the squares `gone` and `to` has moved one square to
    /// the left: `gone` disappears with what is on it and `to` is left empty.
    pub(super) fn shifted(&self, gone: usize, to: usize) -> Strip {
        let mut next = self.clone();
        next.0.remove(gone);
        next.0.insert(to, EMPTY);
        next
    }

    /// The name of a move: the square of the piece that is pushed.
    pub(super) fn name(
        &self,
        option: &Strip,
        who: Player,
        pushed: impl Fn(usize) -> Strip,
    ) -> String {
        let square = self.pieces(who).find(|&to| pushed(to) == *option);
        square.map_or_else(|| option.show(), |square| (square + 1).to_string())
    }

    /// Without the empty squares on the right, and with the colours exchanged if that is less.
    pub(super) fn normal_form(mut self) -> (Strip, bool) {
        while self.0.last() == Some(&EMPTY) {
            self.0.pop();
        }
        let swap = |kind: u8| if kind < EMPTY { 1 - kind } else { kind };
        let swapped = Strip(self.0.iter().map(|&kind| swap(kind)).collect());
        if swapped < self { (swapped, true) } else { (self, false) }
    }

    /// How far the pieces can go together at most.
    pub(super) fn size(&self) -> u32 {
        let squares = (1u32..).zip(&self.0);
        squares.filter(|square| *square.1 != EMPTY).map(|square| square.0).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&kind| kind == EMPTY)
    }
}

/// The strip after the piece on this square is pushed.
fn pushed(strip: &Strip, to: usize) -> Strip {
    let gap = strip.0[..to].iter().rposition(|&kind| kind == EMPTY);
    strip.shifted(gap.unwrap_or(0), to)
}

impl Rules for Push {
    type Position = Strip;

    fn options(&self, strip: &Strip, who: Player, out: &mut dyn Options<Strip>) {
        for to in strip.pieces(who) {
            if !out.push(pushed(strip, to)) {
                return;
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Strip, PositionError> {
        Strip::parse(text)
    }

    fn show(&self, strip: &Strip) -> String {
        strip.show()
    }

    fn name_move(&self, strip: &Strip, who: Player, option: &Strip) -> String {
        strip.name(option, who, |to| pushed(strip, to))
    }

    fn picture(&self, strip: &Strip) -> Picture {
        strip.picture()
    }

    fn components(&self, strip: Strip, out: &mut dyn Options<Strip>) {
        if !strip.is_empty() {
            out.push(strip);
        }
    }

    fn normal_form(&self, strip: Strip) -> (Strip, bool) {
        strip.normal_form()
    }

    fn size(&self, strip: &Strip) -> u32 {
        strip.size()
    }
}
