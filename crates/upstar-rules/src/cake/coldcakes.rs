//! Coldcakes: Cutcake played as a union. Every value is a number, so it is the sum as well.

/// The page of the ruleset.
pub const PAGE: &str = r#"
game Coldcakes
"Cutcake, with cuts in as many pieces as a player likes. Meant to be played with --compound union;
  since cutting is never urgent, nothing is gained by more than one cut, and the values are those of
  Cutcake."
like cutcake
try "5x10" "4x4+3*2x5" "1x3" "3x1"
source "Winning Ways ch. 10"
"#;

/// The rules.
pub type Coldcakes = super::cutcake::Cutcake;
