//! Your own game in a rule file: Clobber with a third kind of stone that either player may move.

use std::error::Error;
use std::io::Write;
use upstar::{Player, Ruleset};

const RULES: &str = r#"game "Neutral Clobber"
"Left moves x or n, Right moves o or n, onto a neighbouring stone of another kind, which is removed."
grid . x o n
left orthogonal x[on] -> .x
left orthogonal n[xo] -> .n
right as left with x<->o
"#;

/// Writes the value and the moves of a position.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let rules = Ruleset::from_text(RULES)?;
    let board = rules.position("xon")?;
    writeln!(out, "{rules}: {board} = {}", board.value()?)?;
    for player in [Player::Left, Player::Right] {
        for legal in board.legal_moves(player)? {
            writeln!(out, "{player} {} leaves {}", legal.name(), legal.position())?;
        }
    }
    let mistake = RULES.replace("[on]", "[oq]");
    if let Err(error) = Ruleset::from_text(&mistake) {
        writeln!(out, "line {}: {}", error.line().unwrap_or_default(), error.message())?;
    }
    Ok(())
}

#[allow(dead_code, reason = "the tests run the example as a module")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}
