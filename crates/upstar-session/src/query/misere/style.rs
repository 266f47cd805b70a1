//! How genera are written.

use upstar_misere::genus::{Blurry, Genus, Rough};
use upstar_notation::print::Notation;

/// Sharp or blurry, and with which signs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GenusStyle {
    /// Tell superscripts above 1 no further apart.
    pub(super) blurry: bool,
    /// The same, with Allemang's 2 and 3.
    pub(super) digits: bool,
    pub(super) notation: Notation,
}

impl GenusStyle {
    /// Whether superscripts above 3 do not matter.
    pub(super) fn is_blurry(self) -> bool {
        self.blurry || self.digits
    }

    /// Sharp as `2^1420`, blurry as `2(1##0)`, with digits as `2(1#20)`.
    pub(super) fn genus(self, genus: &Genus) -> String {
        match (self.digits, self.blurry) {
            (true, _) => {
                self.signs(&format!("{}({})", genus.base(), Blurry::from(genus).in_digits()))
            }
            (_, true) => self.signs(&format!("{}({})", genus.base(), Blurry::from(genus))),
            _ => self.signs(&genus.to_string()),
        }
    }

    /// The same for superscripts that are not known if they are 4 or more.
    pub(super) fn rough(self, rough: &Rough) -> String {
        match rough.sharp() {
            Some(genus) => self.genus(&genus),
            None if self.digits || self.blurry => {
                // A blurry genus needs no superscript above 1.
                let blurred = |y: &Option<u32>| Some(y.unwrap_or(4));
                let exponents: Option<Vec<u32>> = rough.exponents().iter().map(blurred).collect();
                let base = u32::try_from(rough.base()).unwrap_or(u32::MAX);
                let genus = exponents.and_then(|exponents| Genus::new(base, &exponents));
                genus.map_or_else(|| rough.to_string(), |genus| self.genus(&genus))
            }
            None => self.signs(&rough.to_string()),
        }
    }

    fn signs(self, text: &str) -> String {
        let (base, raised) = text.split_once('^').unwrap_or((text, ""));
        match (self.notation, raised) {
            (Notation::Ascii, _) | (Notation::Unicode, "") => text.to_owned(),
            (Notation::Latex, "") => text.replace('#', "\\#"),
            (Notation::Unicode, raised) => {
                let sign = |c: char| match c {
                    '1' => '¹',
                    '2' => '²',
                    '3' => '³',
                    '0' => '⁰',
                    '4' => '⁴',
                    '5' => '⁵',
                    '6' => '⁶',
                    '7' => '⁷',
                    '8' => '⁸',
                    '9' => '⁹',
                    '[' => '⁽',
                    ']' => '⁾',
                    c => c,
                };
                format!("{base}{}", raised.chars().map(sign).collect::<String>())
            }
            (Notation::Latex, raised) => {
                let raised = raised.replace('#', "\\#").replace('[', "(").replace(']', ")");
                format!("{base}^{{{raised}}}")
            }
        }
    }
}
