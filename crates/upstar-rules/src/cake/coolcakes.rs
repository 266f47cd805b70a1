//! Coolcakes: Eatcakes played as a union. Every cake is tepid.

use super::eatcake::Column;
use super::knife::Sliced;

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Coolcakes
"Eatcakes, with mouthfuls from as many pieces as a player likes: Left eats a column of each of them,
  Right a row. Meant to be played with --compound union."
like cutcake
try "1x3" "3x4" "2x3+1x2" "4x4"
source "Winning Ways ch. 10"
"#;

/// The rules.
pub type Coolcakes = Sliced<Column>;
