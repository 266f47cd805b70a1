//! The genus of an impartial game in misère play, with the text that Winning Ways would give it.

use super::{Arranged, KindRow, Stores, Value, ValueError, ValueKind, arranged};
use std::cmp::Ordering;
use std::sync::Arc;

/// A genus with the text that says as much of its class as Winning Ways does. Genera are equal if
/// all their superscripts are, however they are written.
#[derive(Clone, Debug)]
pub struct Genus {
    /// All superscripts.
    pub genus: crate::misere::genus::Genus,
    /// A size for a nim-heap, one superscript for a tame or restive game.
    pub text: String,
}

impl PartialEq for Genus {
    fn eq(&self, other: &Genus) -> bool {
        self.genus == other.genus
    }
}

impl Eq for Genus {}

impl Genus {
    /// The text with one superscript.
    pub fn short_text(g: u32, y: u32) -> String {
        match y {
            10.. => format!("{g}^[{y}]"),
            _ => format!("{g}^{y}"),
        }
    }

    /// Reads the text of a genus. A number alone is a nim-heap. One superscript y is that of a
    /// tame game, g^g, 0^1 or 1^0, or of a restive one, whose other superscripts are those of
    /// the tame game that it becomes with *2 (Winning Ways ch. 13).
    pub fn read(text: &str) -> Option<Genus> {
        use crate::misere::genus::Genus as Sharp;
        let number = |text: &str| {
            if text.bytes().all(|byte| byte.is_ascii_digit()) {
                text.parse::<u32>().ok()
            } else {
                None
            }
        };
        let Some((base, above)) = text.split_once('^') else {
            let heap = number(text)?;
            return Some(Genus { genus: Sharp::nim_heap(heap), text: heap.to_string() });
        };
        let bracketed = above.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let single = bracketed.or(Some(above).filter(|above| above.len() == 1)).and_then(number);
        let Some(y) = single else {
            let genus: Sharp = text.parse().ok()?;
            return Some(Genus { text: genus.to_string(), genus });
        };
        let g = number(base)?;
        let genus = match (g, y) {
            _ if g == y => Sharp::tame(g, true),
            (0 | 1, 0 | 1) => Sharp::tame(g, false),
            (0 | 1, 2 | 3) => Sharp::new(g, &[y, y ^ 2])?,
            (0 | 1, _) => Sharp::new(g, &[y, g ^ 2, g])?,
            _ => return None,
        };
        Some(Genus { genus, text: Genus::short_text(g, y) })
    }
}

pub(super) const ROW: KindRow = KindRow::new("Genus", 24);

impl ValueKind for Arc<Genus> {
    fn text(&self) -> Option<String> {
        Some(self.text.clone())
    }

    fn arrange(&self, other: &Value, _: &mut Stores<'_>) -> Result<Arranged, ValueError> {
        let Value::Genus(other) = other else { return arranged(Ordering::Equal) };
        arranged(self.genus.cmp(&other.genus))
    }
}
