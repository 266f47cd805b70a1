//! The house order: the total order in which options and sets are written.
//!
//! It is not the order of values. Numbers come first, ascending; then the nimbers by size; then the
//! other uptimals `x + *m + a1.↑ + a2.↑2 + ...` by `x`, then `a1`, `a2`, ..., then their length,
//! then `m`; then all other games, lexicographically by their options in this very order, first
//! Left's, then Right's, a shorter list before its extensions. Since values are canonical forms,
//! two games are equal in this order only if they are the same.

use crate::memo::Memos;
use crate::{Calc, Dyadic, Short, Uptimal};
use std::cmp::Ordering;
use std::sync::Arc;
use upstar_base::{Player, Stopped};

/// What the first three classes are ordered by; the fourth has no key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum HouseClass {
    Number(Dyadic),
    Nimber(u32),
    Uptimal(Dyadic, Vec<i32>, u32),
    Other,
}

impl HouseClass {
    fn of(uptimal: Option<Uptimal>) -> HouseClass {
        match uptimal {
            None => HouseClass::Other,
            Some(u) if u.ups.is_empty() && u.nim == 0 => HouseClass::Number(u.number),
            Some(u) if u.ups.is_empty() && u.number.is_zero() => HouseClass::Nimber(u.nim),
            // Lists compare so that one that another extends comes first.
            Some(u) => HouseClass::Uptimal(u.number, u.ups, u.nim),
        }
    }
}

impl Calc {
    /// How `g` and `h` are ordered when they are written in a list.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use upstar_values::Calc;
    /// let mut calc = Calc::default();
    /// let (star, seven) = (calc.nimber(1)?, calc.integer(7)?);
    /// assert_eq!(calc.cmp_house(star, seven)?, Ordering::Greater);
    /// # Ok::<(), upstar_base::Stopped>(())
    /// ```
    pub fn cmp_house(&mut self, g: Short, h: Short) -> Result<Ordering, Stopped> {
        if g == h {
            return Ok(Ordering::Equal);
        }
        if self.as_number_up_star(g).is_some() && self.as_number_up_star(h).is_some() {
            return Ok(
                HouseClass::of(self.as_uptimal(g)?).cmp(&HouseClass::of(self.as_uptimal(h)?))
            );
        }
        self.kept(Memos::house, (g, h), |calc| {
            let ordering = calc.descend(|calc| calc.cmp_forms(g, h))?;
            calc.memos.house().put((h, g), ordering.reverse());
            Ok(ordering)
        })
    }

    /// [`Calc::cmp_house`] of two games that have not been compared.
    fn cmp_forms(&mut self, g: Short, h: Short) -> Result<Ordering, Stopped> {
        let (a, b) = (HouseClass::of(self.as_uptimal(g)?), HouseClass::of(self.as_uptimal(h)?));
        if (&a, &b) != (&HouseClass::Other, &HouseClass::Other) {
            return Ok(a.cmp(&b));
        }
        for who in Player::BOTH {
            let (ours, theirs) = (self.sorted_options(g, who)?, self.sorted_options(h, who)?);
            for (&x, &y) in ours.iter().zip(theirs.iter()) {
                let first = self.cmp_house(x, y)?;
                if first != Ordering::Equal {
                    return Ok(first);
                }
            }
            if ours.len() != theirs.len() {
                return Ok(ours.len().cmp(&theirs.len()));
            }
        }
        Ok(Ordering::Equal)
    }

    /// The options of `who` in house order.
    pub fn sorted_options(&mut self, g: Short, who: Player) -> Result<Arc<[Short]>, Stopped> {
        self.kept(Memos::sorted, (g, who), |calc| {
            let mut options = calc.options(g, who)?.to_vec();
            calc.sort_house(&mut options)?;
            Ok(options.into())
        })
    }

    /// Sorts `games` in house order, by merging: a comparison may fail, so the sort of the
    /// standard library does not serve.
    pub fn sort_house(&mut self, games: &mut Vec<Short>) -> Result<(), Stopped> {
        let mut width = 1;
        let mut merged = Vec::with_capacity(games.len());
        while width < games.len() {
            for pair in games.chunks(2 * width) {
                let (mut a, mut b) = pair.split_at(width.min(pair.len()));
                while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
                    self.step()?;
                    if self.cmp_house(*x, *y)? == Ordering::Greater {
                        merged.push(*y);
                        b = rest_b;
                    } else {
                        merged.push(*x);
                        a = rest_a;
                    }
                }
                merged.extend_from_slice(a);
                merged.extend_from_slice(b);
            }
            std::mem::swap(games, &mut merged);
            merged.clear();
            width *= 2;
        }
        Ok(())
    }
}
