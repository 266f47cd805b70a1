//! A game with a given blurry genus: Allemang's Theorem IV, that every admissible sequence is the
//! genus of some game.
//!
//! The genus of a game is the first admissible sequence that avoids the entries of its options
//! ([`Blurry::of_options`]). So options are wanted that have an entry wherever the sequence could
//! have one earlier and has none. Three kinds suffice:
//!
//! - tails, J(i) with the entries i, i+4, i+8, ...: for i < 4 these are :4, :5, *2 and *3. Let
//!   i = 2k or 2k+1, k >= 2. The string of n = k + 6 knots, in 4.7, has with j copies of *2 (and
//!   *1) the entries of J(i) below i, or with *1 added those, and behind them entries of another
//!   residue modulo 4: by the rule of Knots T = n-3+j is odd for j = k-2, k-4, ..., and then M > T.
//!   With it and the tails of the three other residues as options, i is the first entry left;
//! - single entries, K(i) with the entry i alone: J(i+4), the other three residues, and K(i-4),
//!   K(i-8), ...;
//! - what is built of them. Options that turn out not to be needed are left out.
//!
//! Theorem: `docs/theorems.md#admissible-genera`.

use super::blurry::Blurry;
use crate::form::{Form, Forms};
use crate::heaps::{PartForms, Parts};
use rustc_hash::FxHashMap;
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

/// The largest entry.
const LARGEST: u64 = 60;

/// A game with this blurry genus.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_misere::form::Forms;
/// use upstar_misere::genus::{Blurry, construct};
/// let mut forms = Forms::default();
/// let wanted: Blurry = "1##0".parse().unwrap();
/// let game = construct(&mut forms, &wanted, &Budget::unlimited())?;
/// assert_eq!(Blurry::from(&forms.genus(game)?), wanted);
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn construct(forms: &mut Forms, wanted: &Blurry, budget: &Budget) -> Result<Form, Stopped> {
    if wanted.entries().last().is_some_and(|&last| last > LARGEST) {
        return Err(Stopped::Limit { what: "the place of the last 0 or 1", limit: LARGEST / 2 });
    }
    let mut builder = Builder::new(forms, budget)?;
    let mut options = Vec::new();
    let last = wanted.entries().last().copied();
    for entry in (0..last.unwrap_or(0)).filter(|&entry| !wanted.contains(entry)) {
        options.push(builder.single(entry)?);
    }
    let from = last.map_or(0, |last| last + 1);
    for entry in from..from + 4 {
        if !wanted.contains(entry) {
            options.push(builder.tail(entry)?);
        }
    }
    builder.smallest(options, wanted)
}

/// Builds tails and single entries.
struct Builder<'a> {
    forms: &'a mut Forms,
    knots: Parts,
    strings: PartForms,
    tails: FxHashMap<u64, Form>,
    singles: FxHashMap<u64, Form>,
    budget: &'a Budget,
}

impl<'a> Builder<'a> {
    fn new(forms: &'a mut Forms, budget: &'a Budget) -> Result<Builder<'a>, Stopped> {
        let knots = HeapCode::from_bits(&[4, 7]);
        let what = "the game of Knots";
        let knots = Parts::new(knots.ok_or(Stopped::Limit { what, limit: 0 })?);
        let mut tails = FxHashMap::default();
        for (entry, adder) in [(0, 4), (1, 5), (2, 2), (3, 3)] {
            tails.insert(entry, forms.adder(adder)?);
        }
        let (strings, singles) = (PartForms::default(), FxHashMap::default());
        Ok(Builder { forms, knots, strings, tails, singles, budget })
    }

    /// The tails of the residues other than that of `entry`.
    fn others(&self, entry: u64) -> Vec<Form> {
        let other = (0..4).filter(|residue| *residue != entry % 4);
        other.filter_map(|residue| self.tails.get(&residue).copied()).collect()
    }

    /// A game with the entries `entry`, `entry` + 4, ...
    fn tail(&mut self, entry: u64) -> Result<Form, Stopped> {
        if let Some(&known) = self.tails.get(&entry) {
            return Ok(known);
        }
        self.budget.check()?;
        let k = entry / 2;
        let heap = k as u32 + 6;
        self.knots.extend(heap, self.budget)?;
        let string = self.strings.of(&self.knots, self.forms, self.knots.heap(heap))?;
        // Its early entries are even exactly if k is odd.
        let is_even = k % 2 == 1;
        let string = if is_even == entry.is_multiple_of(2) { string } else { string.plus_one() };
        let mut options = self.others(entry);
        options.push(string);
        let made = self.forms.make(&options)?;
        self.tails.insert(entry, made);
        Ok(made)
    }

    /// A game with this entry alone.
    fn single(&mut self, entry: u64) -> Result<Form, Stopped> {
        if let Some(&known) = self.singles.get(&entry) {
            return Ok(known);
        }
        self.budget.check()?;
        let mut options = self.others(entry);
        options.push(self.tail(entry + 4)?);
        for before in (entry % 4..entry).step_by(4) {
            options.push(self.single(before)?);
        }
        let made = self.forms.make(&options)?;
        self.singles.insert(entry, made);
        Ok(made)
    }

    /// The game with these options, those left out that are not needed, the deepest first.
    fn smallest(&mut self, mut options: Vec<Form>, wanted: &Blurry) -> Result<Form, Stopped> {
        options.sort_by_key(|&option| self.forms.birthday(option));
        let mut i = options.len();
        while i > 0 {
            i -= 1;
            let mut fewer = options.clone();
            fewer.remove(i);
            if fewer.is_empty() {
                continue;
            }
            let mut genera = Vec::new();
            for &option in &fewer {
                genera.push(Blurry::from(&self.forms.genus(option)?));
            }
            if Blurry::of_options(&genera) == *wanted {
                options = fewer;
            }
        }
        self.forms.make(&options)
    }
}
