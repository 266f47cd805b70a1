//! The heap pretending table and the addition table.

use super::approximator::{self, Exception, Stand};
use crate::class::Classifier;
use crate::genus::{Genera, Genus};
use crate::heaps::Word;
use crate::quotient::{End, Quotient};
use upstar_base::{Budget, Stopped};

/// What a heap is pretended to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// The adder `:a`.
    Adder(u32),
    /// The symbol with this number.
    Symbol(usize),
}

/// A special game value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// `A`, `B`, ..., `Z`, `A1`, ...
    pub name: String,
    /// The heaps that are pretended to be this.
    pub heaps: Vec<u32>,
    /// p copies may be taken away from p + s or more.
    pub p: u64,
    /// So many copies always stay.
    pub s: u64,
    /// What approximates it.
    pub approximator: Option<Stand>,
}

/// All tables of a game.
#[derive(Clone, Debug)]
pub struct Pretension {
    /// The heaps up to this one are covered.
    pub heaps: u32,
    /// From which heap on the names repeat with which period, if the game is solved.
    pub period: Option<(u64, u64)>,
    /// The genus of each heap, from heap 0.
    pub genera: Vec<Genus>,
    /// The name of each heap, from heap 0.
    pub names: Vec<Name>,
    /// The symbols.
    pub symbols: Vec<Symbol>,
    /// The genus for all reduced multiplicities of the symbols.
    pub addition: Vec<(Vec<u64>, Genus)>,
    /// The most symbols of a sum in the table, if that is not all sums.
    pub most_terms: Option<u64>,
    /// Where the approximator is wrong.
    pub exceptions: Vec<Exception>,
}

/// An addition table with more entries is cut down where nothing else is asked for.
pub const MOST_SUMS: u64 = 600;

impl Pretension {
    /// The tables of a game for the heaps up to `heaps`, which the quotient must cover. If there
    /// are more than `most_sums` reduced multiplicities, the addition table has only the sums of
    /// so few symbols that there are not more: [`Pretension::most_terms`].
    pub fn new(
        quotient: &Quotient,
        genera: &mut Genera,
        heaps: u32,
        most_sums: u64,
        budget: &Budget,
    ) -> Result<Pretension, Stopped> {
        let adders = adder_classes(quotient, genera, heaps, budget)?;
        let monoid = quotient.monoid();
        let (mut names, mut symbols) = (Vec::new(), Vec::<(u16, Symbol)>::new());
        let (mut all, mut classes) = (Vec::new(), Classifier::default());
        for heap in 0..=heaps {
            let word = genera.sum(&[(heap, 1)], budget)?;
            all.push(classes.genus(genera, &word, budget)?);
            let Some(class) = quotient.class(u64::from(heap)) else { break };
            if let Some(a) = adders.iter().position(|&adder| adder == class) {
                names.push(Name::Adder(a as u32));
                continue;
            }
            let known = symbols.iter().position(|symbol| symbol.0 == class);
            let number = known.unwrap_or(symbols.len());
            if known.is_none() {
                let (s, p) = monoid.index_and_period(class);
                let name = symbol_name(number);
                let symbol = Symbol { name, heaps: Vec::new(), p, s, approximator: None };
                symbols.push((class, symbol));
            }
            symbols[number].1.heaps.push(heap);
            names.push(Name::Symbol(number));
        }
        let period = match *quotient.end() {
            End::Complete { preperiod, period } => Some((preperiod, period)),
            _ => None,
        };
        let symbols = symbols.into_iter().map(|(_, symbol)| symbol).collect();
        let mut pretension = Pretension {
            heaps: names.len() as u32 - 1,
            period,
            genera: all,
            names,
            symbols,
            addition: Vec::new(),
            most_terms: None,
            exceptions: Vec::new(),
        };
        pretension.add_up(genera, &mut classes, most_sums, budget)?;
        approximator::choose(&mut pretension);
        Ok(pretension)
    }

    /// The addition table.
    fn add_up(
        &mut self,
        genera: &mut Genera,
        classes: &mut Classifier<Word>,
        most_sums: u64,
        budget: &Budget,
    ) -> Result<(), Stopped> {
        let sizes: Vec<u64> = self.symbols.iter().map(|symbol| symbol.p + symbol.s).collect();
        let entries = sizes.iter().try_fold(1u64, |product, &n| product.checked_mul(n));
        if entries.is_none_or(|entries| entries > most_sums) {
            self.most_terms = Some(most_terms(&sizes, most_sums));
        }
        let most = self.most_terms.unwrap_or(u64::MAX);
        let mut counts = vec![0u64; sizes.len()];
        loop {
            budget.check()?;
            let terms = self.symbols.iter().zip(&counts);
            let heaps: Vec<(u32, u32)> = terms
                .map(|(symbol, &n)| (symbol.heaps[0], u32::try_from(n).unwrap_or(u32::MAX)))
                .collect();
            let sum = genera.sum(&heaps, budget)?;
            let genus = classes.genus(genera, &sum, budget)?;
            self.addition.push((counts.clone(), genus));
            // The next vector in lexicographic order that is allowed.
            let more = |i: &usize| {
                let terms: u64 = counts[..=*i].iter().sum();
                counts[*i] + 1 < sizes[*i] && terms < most
            };
            let Some(i) = (0..counts.len()).rev().find(more) else { return Ok(()) };
            counts[i] += 1;
            counts[i + 1..].fill(0);
        }
    }
}

/// The largest n such that at most `most_sums` vectors with entries below `sizes` have a sum of at
/// most n.
fn most_terms(sizes: &[u64], most_sums: u64) -> u64 {
    let (mut terms, mut total) = (0u64, 1u64);
    loop {
        // How many vectors have the sum 0, 1, ..., terms + 1.
        let mut ways = vec![0u64; terms as usize + 2];
        ways[0] = 1;
        for &size in sizes {
            let before = ways.clone();
            for (n, way) in ways.iter_mut().enumerate() {
                let from = (n as u64 + 1).saturating_sub(size) as usize;
                *way = before[from..=n].iter().fold(0, |sum, &w| sum.saturating_add(w));
            }
        }
        let more = ways[terms as usize + 1];
        total = total.saturating_add(more);
        if more == 0 || total > most_sums {
            return terms;
        }
        terms += 1;
    }
}

fn symbol_name(number: usize) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// The classes of the adders :0, :1, ... until they repeat, as far as heaps of the game equal
/// `*1` and `*2`.
fn adder_classes(
    quotient: &Quotient,
    genera: &mut Genera,
    heaps: u32,
    budget: &Budget,
) -> Result<Vec<u16>, Stopped> {
    genera.parts_mut().extend(heaps, budget)?;
    let heap_of = |k: u64| {
        let heap = (1..=heaps).find(|&heap| genera.parts().heap(heap).as_adder() == Some(k))?;
        quotient.class(u64::from(heap))
    };
    let monoid = quotient.monoid();
    // Heap 0 has the class of the empty game.
    let Some(zero) = quotient.class(0) else { return Ok(Vec::new()) };
    let mut classes = vec![zero];
    let (one, two) = (heap_of(1), heap_of(2));
    classes.extend(one);
    if let (Some(one), Some(two)) = (one, two) {
        let (s, p) = monoid.index_and_period(two);
        for k in 2..2 * (s + p) {
            let twos = monoid.power(two, k / 2);
            classes.push(if k % 2 == 1 { monoid.times(twos, one) } else { twos });
        }
    }
    Ok(classes)
}
