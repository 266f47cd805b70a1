//! Snort on a board: neighbours must not differ (Simon Norton; On Numbers and Games ch. 8).
//!
//! Every square painted reserves its neighbours, so the game is hot.

use super::painting::{NOTATION, Painting};
use crate::registry::{About, Editor, Known};

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "grid-snort",
    aliases: &["snort-grid", "cats-and-dogs"],
    title: "Snort on a board",
    rules: "A player paints an unpainted square in their colour; squares that share an edge must \
            not have different colours. Who cannot move loses. For maps and graphs see `snort`.",
    notation: NOTATION,
    examples: &["x..|..o", "...|...", "....."],
    source: "Simon Norton; Winning Ways ch. 6",
    known: &[
        Known { position: ".", value: "*", source: "Winning Ways ch. 6" },
        Known { position: "..", value: "+-1", source: "Winning Ways ch. 6" },
        Known { position: "l", value: "1", source: "Winning Ways ch. 6" },
    ],
    tables: "ROWSxCOLUMNS: all unpainted boards up to this size",
    impartial: false,
    editor: Editor::Cells(".xolr#"),
};

/// The rules on planes of one size.
pub type Snort<P> = Painting<P, false>;
