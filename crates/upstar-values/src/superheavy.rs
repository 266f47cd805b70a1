//! Superheavy atoms: games in which a player may have every integer among the options.
//!
//! The simplest are `{Z|Z}`, written ±∞ in the books, and ∞ = `{Z||Z|Z}`, where `Z` stands for
//! all integers (Winning Ways ch. 11; *On Numbers and Games*, ch. 16). They end, but have infinitely
//! many options, and adding a number to them is not adding it to their options: `{Z|Z} + 1` is
//! greater than `{Z|Z}`. So sums are kept as sums, of atoms and one short game, and compared by
//! playing the difference.
//!
//! That search is finite and exact. The larger an integer the better for Left, so from some size
//! on the winner no longer depends on it. Hence after a move to an integer only its sign counts:
//! it outweighs all that is finite, and the last such move outweighs those before. The player in
//! whose favour it is has moves to spare there; the other has none, because a move in a number
//! is not needed next to what is not a number.
//!
//! Theorem: `docs/infinity.md#superheavy`.

use crate::{Calc, Dyadic, Short};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use upstar_base::{Outcome, Player, Stopped};

/// The largest number in a sum with atoms: play may go through all integers below it.
pub const MAX_NUMBER: i64 = 10_000;

/// The options of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Side {
    /// Are all integers among them?
    pub integers: bool,
    /// The others.
    pub games: Vec<Superheavy>,
}

/// A sum of atoms and a short game. Meaningless outside the store that made it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Superheavy {
    atoms: Vec<u32>,
    short: Short,
}

impl From<Short> for Superheavy {
    fn from(short: Short) -> Superheavy {
        Superheavy { atoms: Vec::new(), short }
    }
}

impl Superheavy {
    /// The short game that this is, if no atoms are left.
    pub fn as_short(&self) -> Option<Short> {
        self.atoms.is_empty().then_some(self.short)
    }

    /// The short game in the sum.
    pub fn short(&self) -> Short {
        self.short
    }

    /// The atoms in the sum.
    pub fn atoms(&self) -> &[u32] {
        &self.atoms
    }
}

/// What a player has to gain by the last move to an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Scale {
    /// There was none.
    Level,
    /// The integer is as large as this player wants.
    For(Player),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct HeavyState {
    sum: Superheavy,
    scale: Scale,
    mover: Player,
}

/// Atoms, and who wins which sum of them.
///
/// ```
/// use upstar_base::{Outcome, Stopped};
/// use upstar_values::{Calc, Side, SuperheavyStore};
/// let (mut calc, mut store) = (Calc::default(), SuperheavyStore::default());
/// let integers = || Side { integers: true, games: Vec::new() };
/// let p = store.make(integers(), integers());
/// let sum = store.add(&mut calc, &p, &p)?;
/// assert_eq!(store.outcome(&mut calc, &sum)?, Outcome::P);
/// assert_eq!(store.simplest(&mut calc, &sum)?.as_short(), Some(upstar_values::Short::ZERO));
/// # Ok::<(), Stopped>(())
/// ```
#[derive(Debug, Default)]
pub struct SuperheavyStore {
    atoms: Vec<[Side; 2]>,
    index: FxHashMap<[Side; 2], u32>,
    wins: FxHashMap<HeavyState, bool>,
}

impl SuperheavyStore {
    /// `{left|right}` as it is written.
    pub fn make(&mut self, left: Side, right: Side) -> Superheavy {
        let sides = [left, right].map(|mut side| {
            side.games.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
            side.games.dedup();
            side
        });
        let next = self.atoms.len() as u32;
        let atom = *self.index.entry(sides.clone()).or_insert(next);
        if atom == next {
            self.atoms.push(sides);
        }
        Superheavy { atoms: vec![atom], short: Short::ZERO }
    }

    /// The options of an atom.
    pub fn side(&self, atom: u32, who: Player) -> &Side {
        &self.atoms[atom as usize][usize::from(who == Player::Right)]
    }

    /// `g + h`
    pub fn add(
        &mut self,
        calc: &mut Calc,
        g: &Superheavy,
        h: &Superheavy,
    ) -> Result<Superheavy, Stopped> {
        let mut atoms = [&g.atoms[..], &h.atoms[..]].concat();
        atoms.sort_unstable();
        Ok(Superheavy { atoms, short: calc.add(g.short, h.short)? })
    }

    /// `-g`
    pub fn neg(&mut self, calc: &mut Calc, g: &Superheavy) -> Result<Superheavy, Stopped> {
        let mut negative = Superheavy::from(calc.neg(g.short)?);
        for &atom in &g.atoms {
            let mut sides = Vec::with_capacity(2);
            for who in [Player::Right, Player::Left] {
                let side = self.side(atom, who).clone();
                let games = side.games.iter().map(|option| self.neg(calc, option));
                sides.push(Side { games: games.collect::<Result<_, _>>()?, ..side });
            }
            if let (Some(right), Some(left)) = (sides.pop(), sides.pop()) {
                let opposite = self.make(left, right);
                negative = self.add(calc, &negative, &opposite)?;
            }
        }
        Ok(negative)
    }

    /// Who wins.
    pub fn outcome(&mut self, calc: &mut Calc, g: &Superheavy) -> Result<Outcome, Stopped> {
        for who in Player::BOTH {
            let stop = calc.stop(g.short, who);
            if stop > Dyadic::from(MAX_NUMBER) || stop < Dyadic::from(-MAX_NUMBER) {
                let what = "numbers beside superheavy atoms";
                return Err(Stopped::Limit { what, limit: MAX_NUMBER.unsigned_abs() });
            }
        }
        let mut first = [false; 2];
        for (wins, mover) in first.iter_mut().zip(Player::BOTH) {
            *wins = self.mover_wins(calc, g.clone(), Scale::Level, mover)?;
        }
        Ok(Outcome::from_first(first[0], first[1]))
    }

    /// The order of two games; `None` if they are confused.
    pub fn compare(
        &mut self,
        calc: &mut Calc,
        g: &Superheavy,
        h: &Superheavy,
    ) -> Result<Option<Ordering>, Stopped> {
        let opposite = self.neg(calc, h)?;
        let difference = self.add(calc, g, &opposite)?;
        Ok(match self.outcome(calc, &difference)? {
            Outcome::L => Some(Ordering::Greater),
            Outcome::R => Some(Ordering::Less),
            Outcome::P => Some(Ordering::Equal),
            Outcome::N => None,
        })
    }

    fn mover_wins(
        &mut self,
        calc: &mut Calc,
        sum: Superheavy,
        scale: Scale,
        mover: Player,
    ) -> Result<bool, Stopped> {
        if let (Some(short), Scale::Level) = (sum.as_short(), scale) {
            return Ok(calc.outcome(short).winner(mover) == mover);
        }
        if let (Some(_), Scale::For(winner)) = (sum.as_short(), scale) {
            return Ok(winner == mover);
        }
        let mut state = HeavyState { sum, scale, mover };
        if scale != Scale::Level && calc.is_number(state.sum.short) {
            state.sum.short = Short::ZERO;
        }
        if let Some(&known) = self.wins.get(&state) {
            return Ok(known);
        }
        calc.step()?;
        let wins = upstar_base::deeper(|| self.search(calc, &state))?;
        calc.budget().charge(size_of::<HeavyState>() as u64 + 4 * state.sum.atoms.len() as u64)?;
        self.wins.insert(state, wins);
        Ok(wins)
    }

    fn search(&mut self, calc: &mut Calc, state: &HeavyState) -> Result<bool, Stopped> {
        let &HeavyState { ref sum, scale, mover } = state;
        for i in 0..sum.atoms.len() {
            if i > 0 && sum.atoms[i] == sum.atoms[i - 1] {
                continue;
            }
            let mut rest = sum.clone();
            let atom = rest.atoms.remove(i);
            let side = self.side(atom, mover).clone();
            if side.integers && !self.mover_wins(calc, rest.clone(), Scale::For(mover), !mover)? {
                return Ok(true);
            }
            for option in &side.games {
                let to = self.add(calc, &rest, option)?;
                if !self.mover_wins(calc, to, scale, !mover)? {
                    return Ok(true);
                }
            }
        }
        for short in calc.options(sum.short, mover)? {
            let to = Superheavy { short, ..sum.clone() };
            if !self.mover_wins(calc, to, scale, !mover)? {
                return Ok(true);
            }
        }
        // A move in the great integer changes nothing but the turn. The opponent has no such
        // move, so this does not go round.
        Ok(scale == Scale::For(mover) && !self.mover_wins(calc, sum.clone(), scale, !mover)?)
    }

    /// The same value, its atoms replaced by one of a few simple ones or by nothing if they are
    /// equal to that.
    pub fn simplest(&mut self, calc: &mut Calc, g: &Superheavy) -> Result<Superheavy, Stopped> {
        let atoms = Superheavy { short: Short::ZERO, ..g.clone() };
        for candidate in self.simple(calc)? {
            if self.compare(calc, &atoms, &candidate)? == Some(Ordering::Equal) {
                return self.add(calc, &candidate, &g.short.into());
            }
        }
        Ok(g.clone())
    }

    /// 0, `{Z|Z}`, `{Z|0}`, `{Z||Z|Z}`, `{Z||Z|0}` and the negatives.
    fn simple(&mut self, calc: &mut Calc) -> Result<Vec<Superheavy>, Stopped> {
        let zero = Superheavy::from(Short::ZERO);
        let all = || Side { integers: true, games: Vec::new() };
        let only = |game: &Superheavy| Side { integers: false, games: vec![game.clone()] };
        let switch = self.make(all(), all());
        let half = self.make(all(), only(&zero));
        let infinity = self.make(all(), only(&switch));
        let double = self.make(all(), only(&half));
        let mut simple = vec![zero, switch];
        for game in [half, infinity, double] {
            let negative = self.neg(calc, &game)?;
            simple.extend([game, negative]);
        }
        Ok(simple)
    }
}

fn key(g: &Superheavy) -> (&[u32], u32) {
    (&g.atoms, g.short.0)
}
