//! Why a position is tame or restive: the moves that take back every wild option.

use super::classifier::{ClassKind, ClassifiedGame, Classifier};
use std::hash::Hash;
use upstar_base::Stopped;

/// A wild option and the moves that revert it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversal<P> {
    /// The option.
    pub option: P,
    /// A move from it to a good game with the nim-value of the position.
    pub to_nim: Option<P>,
    /// A move from it to a good game with the misère nim-value of the position.
    pub to_misere: Option<P>,
}

/// Why a position belongs to its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassReason<P> {
    /// The class.
    pub kind: ClassKind,
    /// Nim-value and misère nim-value.
    pub pair: (u32, u32),
    /// The options that are not tame, each with the moves that revert it where there are any.
    pub reversals: Vec<Reversal<P>>,
}

impl<P: Clone + Eq + Hash> Classifier<P> {
    /// The class of a position and the moves that prove it.
    pub fn reason(
        &mut self,
        on: &mut impl ClassifiedGame<P>,
        position: &P,
    ) -> Result<ClassReason<P>, Stopped> {
        let kind = self.class(on, position)?.kind;
        let pair @ (g, y) = on.pair(position)?;
        let restive = kind == ClassKind::Restive;
        let fits = |v: u32| !restive || v < 2 || v | 1 == y | 1;
        let mut reversals = Vec::new();
        for option in on.sorted_options(position)? {
            if self.is_tame(on, &option)? {
                continue;
            }
            let (mut to_nim, mut to_misere) = (None, None);
            for to in on.sorted_options(&option)? {
                let (h, z) = on.pair(&to)?;
                if !(h == g && fits(z) || z == y && fits(h)) {
                    continue;
                }
                if self.is_tame(on, &to)? || (restive && self.is_restive(on, &to)?) {
                    if h == g && fits(z) {
                        to_nim.get_or_insert_with(|| to.clone());
                    }
                    if z == y && fits(h) {
                        to_misere.get_or_insert(to);
                    }
                }
            }
            reversals.push(Reversal { option, to_nim, to_misere });
        }
        Ok(ClassReason { kind, pair, reversals })
    }
}
