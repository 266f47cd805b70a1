//! The definitions of [`super`], to the letter, over any kind of positions.

use crate::deeper;
use rustc_hash::FxHashMap;
use std::fmt;
use std::hash::Hash;
use upstar_base::Stopped;
use upstar_base::arithmetic::mex;

/// Positions whose class may be asked for.
pub trait ClassifiedGame<P> {
    /// Its options.
    fn options(&mut self, position: &P) -> Result<Vec<P>, Stopped>;

    /// The same in an order that does not depend on what was asked before.
    fn sorted_options(&mut self, position: &P) -> Result<Vec<P>, Stopped> {
        self.options(position)
    }

    /// Shows its options one after the other, some perhaps twice, until one is what was looked
    /// for; is there one?
    fn any_option(
        &mut self,
        position: &P,
        mut is_it: impl FnMut(&mut Self, P) -> Result<bool, Stopped>,
    ) -> Result<bool, Stopped> {
        for option in self.options(position)? {
            if is_it(self, option)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Its nim-value and misère nim-value.
    fn pair(&mut self, position: &P) -> Result<(u32, u32), Stopped>;

    /// The size of the nim-heap that it equals, if it is known to equal one.
    fn nim_heap(&self, position: &P) -> Option<u32>;

    /// The sum of two copies. Who wins it is found by search, which looks at fewer positions than
    /// a pair does.
    fn twice(&mut self, position: &P) -> Result<Twice<P>, Stopped>;

    /// Counts the memory of an entry for a position in a table.
    fn charge(&self, position: &P) -> Result<(), Stopped>;

    /// The position without its *1, if it has one. As *1 is tame and *1 + *1 = 0, both are tame or
    /// neither is.
    fn even(&self, _: &P) -> Option<P> {
        None
    }

    /// Ways to write the position as a sum of two or more simpler ones.
    fn splits(&mut self, position: &P) -> Result<Vec<Vec<P>>, Stopped>;
}

/// The sum of two copies of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twice<P> {
    /// It is too large to be looked at.
    TooLarge,
    /// It is an N-position.
    Next,
    /// It is this P-position.
    Previous(P),
}

/// Doubles are looked at of positions in which play lasts at most so many moves.
pub(super) const MOST_DEPTH: u64 = 40;

/// The first of these that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClassKind {
    /// Equal to a nim-heap of this size.
    Nim(u32),
    /// Like a position of Nim.
    Tame,
    /// Like a position of Nim except together with small nim-heaps.
    Restive,
    /// Just wild, with the other mixture of fickle and firm options.
    Restless,
    /// Anything else.
    Wild,
}

/// A class with its further marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MisereClass {
    /// The class.
    pub kind: ClassKind,
    /// For a tame game: is its pair one of k^k?
    pub firm: bool,
    /// Not tame, but the sum of two copies is; `None` if that sum is too large to be looked at.
    pub half_tame: Option<bool>,
    /// Tameable, which all tame games are.
    pub tameable: bool,
    /// Not tame, but all options are.
    pub just_wild: bool,
}

impl fmt::Display for ClassKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ClassKind::Nim(_) => "nim",
            ClassKind::Tame => "tame",
            ClassKind::Restive => "restive",
            ClassKind::Restless => "restless",
            ClassKind::Wild => "wild",
        })
    }
}

/// All words that apply, the next to Nim first, but `tame` for what is tameable too, and `wild`
/// only where nothing else can be said: `nim`, `tame`, `tameable`, `restive+half-tame`, `wild`,
/// and `wild+half-tame?` where the double is too large to be looked at.
impl fmt::Display for MisereClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        let tame = matches!(self.kind, ClassKind::Nim(_) | ClassKind::Tame);
        if self.tameable && !tame {
            words.push("tameable".to_owned());
        }
        if self.kind != ClassKind::Wild || !(self.tameable || self.half_tame == Some(true)) {
            words.push(self.kind.to_string());
        }
        match self.half_tame {
            Some(true) => words.push("half-tame".to_owned()),
            Some(false) => {}
            None => words.push("half-tame?".to_owned()),
        }
        f.write_str(&words.join("+"))
    }
}

/// Which values the good options of a position have, as far as they were asked for: bit v for the
/// value v, first among nim-values and then among misère nim-values.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    asked: [u64; 2],
    found: [u64; 2],
}

/// Values up to this are remembered.
const REMEMBERED: u32 = 63;

/// What is remembered of positions, each in a table of its own.
#[derive(Clone, Copy)]
enum ClassProperty {
    Tame,
    Restive,
    /// What the test by options says.
    HalfTame,
    Tameable,
    HereditarilyTame,
}

/// Whether a position has a property, unless the budget ends before that is known.
type Answer = Result<bool, Stopped>;

/// Finds classes and remembers them.
#[derive(Debug)]
pub struct Classifier<P> {
    known: [FxHashMap<P, bool>; 5],
    /// A position is asked by all that lead to it, for few values.
    reached: FxHashMap<P, Reached>,
}

impl<P> Default for Classifier<P> {
    fn default() -> Self {
        Classifier { known: Default::default(), reached: FxHashMap::default() }
    }
}

/// Is this the pair of a position of Nim?
pub(super) fn is_tame_pair((g, y): (u32, u32)) -> bool {
    g == y || (g < 2 && y == g ^ 1)
}

impl<P: Clone + Eq + Hash> Classifier<P> {
    /// The class of a position.
    pub fn class(
        &mut self,
        on: &mut impl ClassifiedGame<P>,
        position: &P,
    ) -> Result<MisereClass, Stopped> {
        let tame = self.is_tame(on, position)?;
        let (g, y) = on.pair(position)?;
        let just_wild = !tame && self.is_just_wild(on, position)?;
        let kind = match on.nim_heap(position) {
            Some(heap) => ClassKind::Nim(heap),
            None if tame => ClassKind::Tame,
            None if self.is_restive(on, position)? => ClassKind::Restive,
            None if just_wild && self.is_restless(on, position)? => ClassKind::Restless,
            None => ClassKind::Wild,
        };
        Ok(MisereClass {
            kind,
            firm: tame && g == y,
            half_tame: if tame { Some(false) } else { self.half_tame(on, position)? },
            tameable: tame || self.is_tameable(on, position)?,
            just_wild,
        })
    }

    /// Is a position tame?
    pub fn is_tame(&mut self, on: &mut impl ClassifiedGame<P>, position: &P) -> Answer {
        if on.nim_heap(position).is_some() {
            return Ok(true);
        }
        let even = on.even(position);
        let position = even.as_ref().unwrap_or(position);
        self.remember(ClassProperty::Tame, on, position, |this, on| {
            deeper(|| this.is_tame_by_definition(on, position))
        })
    }

    /// Whether a position has a property: looked up, or found and remembered.
    fn remember<O: ClassifiedGame<P>>(
        &mut self,
        property: ClassProperty,
        on: &mut O,
        position: &P,
        find: impl FnOnce(&mut Self, &mut O) -> Answer,
    ) -> Answer {
        if let Some(&known) = self.known[property as usize].get(position) {
            return Ok(known);
        }
        let answer = find(self, on)?;
        on.charge(position)?;
        self.known[property as usize].insert(position.clone(), answer);
        Ok(answer)
    }

    fn is_tame_by_definition(&mut self, on: &mut impl ClassifiedGame<P>, position: &P) -> Answer {
        // A sum of tame games is tame.
        for terms in on.splits(position)? {
            let mut all = true;
            for term in terms {
                all = all && self.is_tame(on, &term)?;
            }
            if all {
                return Ok(true);
            }
        }
        let pair = on.pair(position)?;
        if !is_tame_pair(pair) {
            return Ok(false);
        }
        let mut tame = [Vec::new(), Vec::new()];
        let cannot_be_taken_back = on.any_option(position, |on, option| {
            let (g, y) = on.pair(&option)?;
            if is_tame_pair((g, y)) && self.is_tame(on, &option)? {
                tame[0].push(g);
                tame[1].push(y);
                return Ok(false);
            }
            Ok(!self.reverts_to_tame(on, &option, pair)?)
        })?;
        Ok(!cannot_be_taken_back && mexes(tame) == pair)
    }

    /// Is a position restive?
    pub fn is_restive(&mut self, on: &mut impl ClassifiedGame<P>, position: &P) -> Answer {
        self.remember(ClassProperty::Restive, on, position, |this, on| {
            let pair @ (g, y) = on.pair(position)?;
            if g >= 2 || y < 2 {
                return Ok(false);
            }
            let options = on.options(position)?;
            let (good, others) = this.split(on, options, |this, on, p| this.is_tame(on, p))?;
            let mut answer = mex_pair(on, &good)? == pair;
            let small = |_, v: u32| v < 2 || v | 1 == y | 1;
            for other in others {
                answer = answer
                    && this.reverts(on, &other, pair, small, |this, on, p| {
                        Ok(this.is_tame(on, p)? || deeper(|| this.is_restive(on, p))?)
                    })?;
            }
            Ok(answer)
        })
    }

    /// Is a position not tame although all its options are?
    pub fn is_just_wild(&mut self, on: &mut impl ClassifiedGame<P>, position: &P) -> Answer {
        if self.is_tame(on, position)? {
            return Ok(false);
        }
        self.all_options(on, position, |this, on, option| this.is_tame(on, option))
    }

    /// Is a position restless?
    pub fn is_restless(&mut self, on: &mut impl ClassifiedGame<P>, position: &P) -> Answer {
        if !self.is_just_wild(on, position)? {
            return Ok(false);
        }
        let options = on.options(position)?;
        let units = units(on, &options)?;
        Ok(matches!(units, [false, true, true, false] | [true, false, false, true]))
    }

    /// Is a position half-tame? The double of a position may be too large to tell.
    pub fn is_half_tame(&mut self, on: &mut impl ClassifiedGame<P>, position: &P) -> Answer {
        let what = "the size of a game whose double is looked at";
        let limit = MOST_DEPTH;
        self.half_tame(on, position)?.ok_or(Stopped::Limit { what, limit })
    }

    /// Is a position half-tame: not tame, though the sum of two copies is? `None` if that sum is
    /// too large to be looked at.
    pub fn half_tame(
        &mut self,
        on: &mut impl ClassifiedGame<P>,
        position: &P,
    ) -> Result<Option<bool>, Stopped> {
        if self.is_tame(on, position)? {
            return Ok(Some(false));
        }
        if self.is_half_tame_by_options(on, position)? {
            return Ok(Some(true));
        }
        // A tame double has the pair 0^0.
        Ok(match on.twice(position)? {
            Twice::TooLarge => None,
            Twice::Next => Some(false),
            Twice::Previous(twice) => Some(self.is_tame(on, &twice)?),
        })
    }

    /// The test of Winning Ways: all options are tame or pass it, and there is an option 0^1 only
    /// with an option 0^0, and 1^0 only with 1^1. What passes is half-tame or tame.
    fn is_half_tame_by_options(&mut self, on: &mut impl ClassifiedGame<P>, position: &P) -> Answer {
        self.remember(ClassProperty::HalfTame, on, position, |this, on| {
            let mut tame = Vec::new();
            let spoils = on.any_option(position, |on, option| {
                if this.is_tame(on, &option)? {
                    tame.push(option);
                    return Ok(false);
                }
                Ok(!deeper(|| this.is_half_tame_by_options(on, &option))?)
            })?;
            if spoils {
                return Ok(false);
            }
            let [zero_one, one_zero, zero_zero, one_one] = units(on, &tame)?;
            Ok((!zero_one || zero_zero) && (!one_zero || one_one))
        })
    }

    /// Is a position tameable?
    pub fn is_tameable(&mut self, on: &mut impl ClassifiedGame<P>, position: &P) -> Answer {
        if self.is_tame(on, position)? {
            return Ok(true);
        }
        self.remember(ClassProperty::Tameable, on, position, |this, on| {
            let pair = on.pair(position)?;
            if !is_tame_pair(pair) {
                return Ok(false);
            }
            let good = |this: &mut Self, on: &mut _, p: &P| deeper(|| this.is_tameable(on, p));
            let options = on.options(position)?;
            let (kept, others) = this.split(on, options, good)?;
            let mut answer = mex_pair(on, &kept)? == pair || (kept.is_empty() && pair == (0, 1));
            for other in others {
                answer = answer && this.reverts(on, &other, pair, |_, _| true, good)?;
            }
            Ok(answer)
        })
    }

    /// Is a position tame without a wild position below it?
    pub fn is_hereditarily_tame(
        &mut self,
        on: &mut impl ClassifiedGame<P>,
        position: &P,
    ) -> Answer {
        if on.nim_heap(position).is_some() {
            return Ok(true);
        }
        self.remember(ClassProperty::HereditarilyTame, on, position, |this, on| {
            let all =
                |this: &mut Self, on: &mut _, p: &P| deeper(|| this.is_hereditarily_tame(on, p));
            Ok(this.is_tame(on, position)? && this.all_options(on, position, all)?)
        })
    }

    /// Is a position restive with only hereditarily tame options?
    pub fn is_hereditarily_restive(
        &mut self,
        on: &mut impl ClassifiedGame<P>,
        position: &P,
    ) -> Answer {
        Ok(self.is_restive(on, position)?
            && self.all_options(on, position, |this, on, p| this.is_hereditarily_tame(on, p))?)
    }

    /// Have all options a property?
    fn all_options<O: ClassifiedGame<P>>(
        &mut self,
        on: &mut O,
        position: &P,
        has: impl Fn(&mut Self, &mut O, &P) -> Answer,
    ) -> Answer {
        for option in on.options(position)? {
            if !has(self, on, &option)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Those of the options that have a property, and the others.
    #[allow(clippy::type_complexity)]
    fn split<O: ClassifiedGame<P>>(
        &mut self,
        on: &mut O,
        options: Vec<P>,
        mut has: impl FnMut(&mut Self, &mut O, &P) -> Answer,
    ) -> Result<(Vec<P>, Vec<P>), Stopped> {
        let (mut good, mut others) = (Vec::new(), Vec::new());
        for option in options {
            if has(self, on, &option)? { good.push(option) } else { others.push(option) }
        }
        Ok((good, others))
    }

    /// Has `from` moves to tame positions g^? and ?^y?
    fn reverts_to_tame(
        &mut self,
        on: &mut impl ClassifiedGame<P>,
        from: &P,
        (g, y): (u32, u32),
    ) -> Answer {
        if g.max(y) > REMEMBERED {
            return self.reverts(on, from, (g, y), |_, _| true, |this, on, p| this.is_tame(on, p));
        }
        let bits = [1u64 << g, 1u64 << y];
        let known = self.reached.get(from).copied().unwrap_or_default();
        let mut has = [0, 1].map(|i| known.found[i] & bits[i] != 0);
        if (0..2).any(|i| known.asked[i] & bits[i] != 0 && !has[i]) {
            return Ok(false);
        }
        if has != [true; 2] {
            on.any_option(from, |on, to| {
                let pair @ (h, z) = on.pair(&to)?;
                let (first, second) = (!has[0] && h == g, !has[1] && z == y);
                if (first || second) && is_tame_pair(pair) && self.is_tame(on, &to)? {
                    has[0] |= first;
                    has[1] |= second;
                }
                Ok(has == [true; 2])
            })?;
            on.charge(from)?;
            let reached = self.reached.entry(from.clone()).or_default();
            for i in 0..2 {
                reached.asked[i] |= bits[i];
                reached.found[i] |= if has[i] { bits[i] } else { 0 };
            }
        }
        Ok(has == [true; 2])
    }

    /// Has `from` moves to good positions g^? and ?^y? `fits` restricts the number at the
    /// question mark; it is told whether that is the nim-value.
    pub(super) fn reverts<O: ClassifiedGame<P>>(
        &mut self,
        on: &mut O,
        from: &P,
        (g, y): (u32, u32),
        fits: impl Fn(bool, u32) -> bool,
        mut good: impl FnMut(&mut Self, &mut O, &P) -> Answer,
    ) -> Answer {
        let (mut nim, mut misere) = (false, false);
        on.any_option(from, |on, to| {
            let (h, z) = on.pair(&to)?;
            let (first, second) = (h == g && fits(false, z), z == y && fits(true, h));
            if ((first && !nim) || (second && !misere)) && good(self, on, &to)? {
                nim |= first;
                misere |= second;
            }
            Ok(nim && misere)
        })
    }
}

/// The mex of the nim-values and that of the misère nim-values.
fn mex_pair<P>(on: &mut impl ClassifiedGame<P>, positions: &[P]) -> Result<(u32, u32), Stopped> {
    let mut values = [Vec::new(), Vec::new()];
    for position in positions {
        let (g, y) = on.pair(position)?;
        values[0].push(g);
        values[1].push(y);
    }
    Ok(mexes(values))
}

fn mexes(values: [Vec<u32>; 2]) -> (u32, u32) {
    values.map(|mut values| mex(&mut values) as u32).into()
}

/// Do the pairs 0^1, 1^0, 0^0, 1^1 occur among these positions?
fn units<P>(on: &mut impl ClassifiedGame<P>, positions: &[P]) -> Result<[bool; 4], Stopped> {
    let mut found = [false; 4];
    for position in positions {
        let pair = on.pair(position)?;
        if let Some(i) = [(0, 1), (1, 0), (0, 0), (1, 1)].iter().position(|&unit| unit == pair) {
            found[i] = true;
        }
    }
    Ok(found)
}
