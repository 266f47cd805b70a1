//! Col on a board: neighbours must differ (Colin Vout; On Numbers and Games ch. 8).
//!
//! Conway: every position is a number or a number and a star.

use super::painting::{NOTATION, Painting};
use crate::registry::{About, Editor, Known};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "grid-col",
    aliases: &["col-grid"],
    title: "Col on a board",
    rules: "A player paints an unpainted square in their colour; squares that share an edge must \
            not have the same colour. Who cannot move loses. For maps and graphs see `col`.",
    notation: NOTATION,
    examples: &["x..|..o", "...|...", "....."],
    source: "Colin Vout; Winning Ways ch. 2",
    known: &[
        Known { position: ".", value: "*", source: "Winning Ways ch. 2" },
        Known { position: "..", value: "0", source: "Winning Ways ch. 2" },
        Known { position: "l", value: "1", source: "Winning Ways ch. 2" },
    ],
    tables: "ROWSxCOLUMNS: all unpainted boards up to this size",
    impartial: false,
    editor: Editor::Cells(".xolr#"),
};

/// The rules on planes of one size.
pub type Col<P> = Painting<P, true>;
