//! Solves a position that you type: `cargo run --example solve -- nim 3+5+7`.

use std::error::Error;
use std::io::Write;
use upstar::{Player, Ruleset};

/// Solves a position and writes what is known about it.
pub fn run(rules: &str, position: &str, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let position = Ruleset::named(rules)?.position(position)?;
    let value = position.value()?;
    writeln!(out, "value {value}, outcome {}", position.outcome()?)?;
    if let (Ok(mean), Ok(temperature)) = (value.mean(), value.temperature()) {
        writeln!(out, "mean {mean}, temperature {temperature}")?;
    }
    for player in [Player::Left, Player::Right] {
        match position.winning_moves(player)?.first() {
            Some(best) => {
                let reason = best.reason().unwrap_or("wins");
                writeln!(out, "{player} wins with {}: {reason}", best.name())?;
            }
            None => writeln!(out, "{player} has no winning move")?,
        }
    }
    Ok(())
}

#[allow(dead_code, reason = "the tests run the example as a module")]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [rules, position] => run(rules, position, &mut std::io::stdout()),
        _ => Err("name a ruleset and a position, such as: domineering '...|...'".into()),
    }
}
