//! Col on a board: neighbours must differ (Colin Vout; On Numbers and Games ch. 8).
//!
//! Conway: every position is a number or a number and a star.

use super::painting::Painting;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Col on a board
"A player paints an unpainted square in their colour; squares that share an edge must not have the
  same colour. Who cannot move loses. For maps and graphs see `col`."
notation "Rows joined by `|`: `x` painted by Left, `o` painted by Right, `.` not painted, `l` or `r`
  not painted and open to Left or to Right only, `#` missing or closed to both. Squares next to
  painted ones are understood: `x.` reads as `xr` in Col and as `xl` in Snort."
tables "ROWSxCOLUMNS: all unpainted boards up to this size"
edit cells .xolr#
try "x..|..o" "...|..." "....."
source "Colin Vout; Winning Ways ch. 2"
known "." = * (Winning Ways ch. 2)
known ".." = 0 (Winning Ways ch. 2)
known "l" = 1 (Winning Ways ch. 2)
"#;

/// The rules on planes of one size.
pub type Col<P> = Painting<P, true>;
