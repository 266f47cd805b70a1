//! The texts of superheavy games: `{Z||Z|Z}`, `1 + {Z|Z}`.
//!
//! Invariant: what is written reads back as the same value. The bars of an option that stands
//! alone on its side need no braces of their own, one bar more outside tells them apart.

use super::Notation;
use upstar_base::{Player, Stopped};
use upstar_values::{Calc, Short, Superheavy, SuperheavyStore};

/// A sum of atoms and a short game.
pub fn sum(
    store: &SuperheavyStore,
    calc: &mut Calc,
    g: &Superheavy,
    notation: Notation,
) -> Result<String, Stopped> {
    let mut parts = Vec::with_capacity(g.atoms().len() + 1);
    if g.short() != Short::ZERO || g.atoms().is_empty() {
        parts.push(super::short(calc, g.short(), notation)?);
    }
    for &atom in g.atoms() {
        let (inside, _) = bare(store, calc, atom, notation)?;
        parts.push(match notation {
            Notation::Latex => format!("\\{{{inside}\\}}"),
            _ => format!("{{{inside}}}"),
        });
    }
    Ok(parts.join(" + "))
}

/// An atom without its braces, and how many bars stand together in it at most.
fn bare(
    store: &SuperheavyStore,
    calc: &mut Calc,
    atom: u32,
    notation: Notation,
) -> Result<(String, usize), Stopped> {
    upstar_base::deeper(|| {
        let (mut texts, mut bars) = (Vec::with_capacity(2), 0);
        for who in Player::BOTH {
            let side = store.side(atom, who);
            let alone = side.games.len() == 1 && !side.integers;
            let mut options = Vec::with_capacity(side.games.len() + 1);
            if side.integers {
                options.push(if notation == Notation::Latex { "\\mathbb{Z}" } else { "Z" }.into());
            }
            for option in &side.games {
                options.push(match option.atoms() {
                    [inner] if alone && option.short() == Short::ZERO => {
                        let (inside, inner_bars) = bare(store, calc, *inner, notation)?;
                        bars = bars.max(inner_bars);
                        inside
                    }
                    _ => sum(store, calc, option, notation)?,
                });
            }
            texts.push(options.join(","));
        }
        Ok((texts.join(&"|".repeat(bars + 1)), bars + 1))
    })
}
