//! Your own game in Rust: tokens on a strip. Left moves one token one square to the right, Right
//! one token one square to the left. A token that is moved onto another one removes it, and a token
//! that leaves the strip is gone.

use std::error::Error;
use std::io::Write;
use upstar::{CustomRules, Player, Ruleset};

struct Shove;

impl CustomRules for Shove {
    /// Whether there is a token on each square.
    type Position = Vec<bool>;

    fn moves(&self, strip: &Vec<bool>, player: Player) -> Vec<Vec<bool>> {
        let target = |from: usize| match player {
            Player::Left => Some(from + 1),
            Player::Right => from.checked_sub(1),
        };
        let tokens = (0..strip.len()).filter(|&square| strip[square]);
        let options = tokens.map(|from| {
            let mut option = strip.clone();
            option[from] = false;
            if let Some(square) = target(from).and_then(|to| option.get_mut(to)) {
                *square = true;
            }
            option
        });
        options.collect()
    }

    fn parse(&self, text: &str) -> Result<Vec<bool>, String> {
        let square = |c| match c {
            'x' => Ok(true),
            '.' => Ok(false),
            _ => Err(format!("unexpected `{c}`; a strip is written with x and ., such as x..x")),
        };
        text.chars().map(square).collect()
    }

    fn show(&self, strip: &Vec<bool>) -> String {
        strip.iter().map(|&token| if token { 'x' } else { '.' }).collect()
    }

    fn title(&self) -> &str {
        "Shove"
    }

    /// Tokens move back and forth, so play may never end.
    fn is_loopy(&self) -> bool {
        true
    }
}

/// Writes the values and outcomes of some strips.
pub fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let shove = Ruleset::from_rules(Shove)?;
    for strip in ["x", "x.", ".x", "x.x", "xx."] {
        let position = shove.position(strip)?;
        writeln!(out, "{strip:<4} {:<6} {}", position.outcome()?.to_string(), position.value()?)?;
    }
    Ok(())
}

#[allow(dead_code, reason = "the tests run the example as a module")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&mut std::io::stdout())
}
