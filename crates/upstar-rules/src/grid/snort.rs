//! Snort on a board: neighbours must not differ (Simon Norton; On Numbers and Games ch. 8).
//!
//! Every square painted reserves its neighbours, so the game is hot.

use super::painting::Painting;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Snort on a board
"A player paints an unpainted square in their colour; squares that share an edge must not have
  different colours. Who cannot move loses. For maps and graphs see `snort`."
like grid-col
try "x..|..o" "...|..." "....."
source "Simon Norton; Winning Ways ch. 6"
known "." = * (Winning Ways ch. 6)
known ".." = +-1 (Winning Ways ch. 6)
known "l" = 1 (Winning Ways ch. 6)
"#;

/// The rules on planes of one size.
pub type Snort<P> = Painting<P, false>;
