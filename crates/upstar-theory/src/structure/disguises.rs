//! Nim, its disguises, and other impartial games with a closed rule, joined to their rulesets.
//!
//! The rules stand in [`heaps`](super::heaps), [`coins`](super::coins),
//! [`welter`](super::welter) and [`moore`](super::moore); here they meet positions.

use super::one_heap::SummedHeaps;
use super::theorem::{Inside, KnownTheorem, Rest, Theorem};
use super::{coins, heaps, moore, welter};
use std::sync::{Arc, Mutex, PoisonError};
use upstar_base::{Budget, Play, Stopped};
use upstar_rules::Rules;
use upstar_rules::coin::coins::Coins;
use upstar_rules::coin::nimble::{self, Nimble};
use upstar_rules::coin::tartan::Tartan;
use upstar_rules::coin::turning::Turning;
use upstar_rules::coin::turning_rule::TurningRule;
use upstar_rules::coin::welter::{Squares, Welter};
use upstar_rules::grid::northcott::{Board, Northcott};
use upstar_rules::heap::euclid::{Euclid, Pairs};
use upstar_rules::heap::fibonacci_nim::FibonacciNim;
use upstar_rules::heap::heaps::Heaps;
use upstar_rules::heap::moore_nim::MooreNim;
use upstar_rules::heap::poker_nim::{Chips, PokerNim};
use upstar_rules::heap::remembering::{Bounded, Remembering};
use upstar_rules::heap::staircase_nim::{StaircaseNim, Stairs};
use upstar_rules::strip::pieces::Pieces;
use upstar_rules::strip::silver_dollar::{SilverDollar, Strip};
use upstar_rules::strip::wythoff::Wythoff;
use upstar_values::nim::nim_product_u64;

/// A closed rule, as a plain function.
struct ClosedRule<R: Rules> {
    rules: Arc<R>,
    statement: &'static str,
    answer: RuleAnswer<R>,
}

/// What a closed rule says of a position.
enum RuleAnswer<R: Rules> {
    NimValue(fn(&R, &R::Position) -> Option<u64>),
    PreviousWins(fn(&R, &R::Position) -> Option<bool>),
}

impl<R: Rules> Theorem<R::Position> for ClosedRule<R> {
    fn statement(&self) -> &'static str {
        self.statement
    }

    fn nim_value(&self, position: &R::Position, _: &Budget) -> Result<Option<u128>, Stopped> {
        Ok(match self.answer {
            RuleAnswer::NimValue(value) => value(&self.rules, position).map(u128::from),
            RuleAnswer::PreviousWins(wins) => {
                wins(&self.rules, position).filter(|&wins| wins).map(|_| 0)
            }
        })
    }

    fn previous_player_wins(&self, position: &R::Position) -> Option<bool> {
        match self.answer {
            RuleAnswer::NimValue(_) => None,
            RuleAnswer::PreviousWins(wins) => wins(&self.rules, position),
        }
    }
}

fn nim_sum(values: impl IntoIterator<Item = u64>) -> u64 {
    values.into_iter().fold(0, |sum, value| sum ^ value)
}

/// The longest row of coins that search may try where the theorem is stopped by a limit.
const SHORT_ROW: usize = 32;

/// The values of the heads of a row, as far as they were needed.
struct Heads {
    rule: TurningRule,
    values: Mutex<Vec<u64>>,
}

impl Heads {
    fn of(rule: &TurningRule) -> Heads {
        Heads { rule: rule.clone(), values: Mutex::default() }
    }

    /// The values of the first `coins` coins; `None` when there are too many.
    fn with<T>(
        &self,
        coins: usize,
        budget: &Budget,
        then: impl FnOnce(&[u64]) -> T,
    ) -> Result<Option<T>, Stopped> {
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        if values.len() < coins {
            match coins::head_values(&self.rule, coins, budget) {
                Ok(more) => *values = more,
                // A short row can be searched; the moves of a long one cannot even be listed.
                Err(Stopped::Limit { .. }) if coins <= SHORT_ROW => return Ok(None),
                Err(stopped) => return Err(stopped),
            }
        }
        Ok(Some(then(&values)))
    }
}

impl Theorem<Coins> for Heads {
    fn statement(&self) -> &'static str {
        "a coin turned twice is as it was, so heads add by nim-sums (Winning Ways ch. 14)"
    }

    fn nim_value(&self, position: &Coins, budget: &Budget) -> Result<Option<u128>, Stopped> {
        let needed = position.heads().map(|(_, column)| column + 1).max().unwrap_or(0);
        let sum = self.with(needed, budget, |values| {
            nim_sum(position.heads().map(|(_, column)| values[column]))
        })?;
        Ok(sum.map(u128::from))
    }
}

/// The Tartan Theorem: a head of a product is worth the nim-product of its two values.
struct Products {
    along_rows: Heads,
    along_columns: Heads,
}

impl Theorem<Coins> for Products {
    fn statement(&self) -> &'static str {
        "a head is worth the nim-product of its values in the two games (Tartan Theorem, Winning \
         Ways ch. 14)"
    }

    fn nim_value(&self, position: &Coins, budget: &Budget) -> Result<Option<u128>, Stopped> {
        let rows = position.heads().map(|(row, _)| row + 1).max().unwrap_or(0);
        let columns = position.heads().map(|(_, column)| column + 1).max().unwrap_or(0);
        let sum = self.along_rows.with(columns, budget, |across| {
            self.along_columns.with(rows, budget, |down| {
                nim_sum(position.heads().map(|(r, c)| nim_product_u64(down[r], across[c])))
            })
        })?;
        let Some(sum) = sum else { return Ok(None) };
        Ok(sum?.map(u128::from))
    }
}

fn widened(numbers: &[u32]) -> Vec<u64> {
    numbers.iter().map(|&n| u64::from(n)).collect()
}

fn nimble(rules: &Nimble, coins: &nimble::Squares) -> Option<u64> {
    Some(nim_sum(coins.iter().map(|&square| u64::from(square) + u64::from(!rules.stay))))
}

fn poker(_: &PokerNim, chips: &Chips) -> Option<u64> {
    Some(nim_sum(widened(chips.heaps.sizes())))
}

fn staircase(_: &StaircaseNim, stairs: &Stairs) -> Option<u64> {
    Some(heaps::staircase(&widened(stairs)))
}

/// Welter's Game: by mating, and fickle in abacus positions.
struct Mating;

impl Theorem<Squares> for Mating {
    fn statement(&self) -> &'static str {
        "the nim-value is the Welter function, by mating (Winning Ways ch. 15)"
    }

    fn nim_value(&self, coins: &Squares, _: &Budget) -> Result<Option<u128>, Stopped> {
        Ok(welter::welter(&widened(coins)).map(u128::from))
    }

    fn rest(&self, coins: &Squares, play: Play, _: &Budget) -> Result<Option<Rest>, Stopped> {
        let coins = widened(coins);
        // The winning moves of a long strip are not counted, so normal play has nothing to gain.
        let nim = welter::welter(&coins).filter(|_| play == Play::Misere).map(u128::from);
        Ok(nim.map(|nim| Rest { nim, firm: u64::from(!welter::is_abacus(&coins)) }))
    }
}

fn silver_dollar(_: &SilverDollar, strip: &Strip) -> Option<u64> {
    Some(nim_sum(widened(&strip.gaps()?).into_iter().step_by(2)))
}

fn northcott(_: &Northcott, board: &Board) -> Option<u64> {
    Some(nim_sum(board.gaps().map(u64::from)))
}

fn euclid_positive(_: &Euclid, pairs: &Pairs) -> Option<u64> {
    let values = pairs.iter().map(|&(a, b)| heaps::euclid_positive(a.into(), b.into()));
    values.collect::<Option<Vec<u64>>>().map(nim_sum)
}

fn euclid_to_zero(_: &Euclid, pairs: &Pairs) -> Option<bool> {
    match pairs[..] {
        [] => Some(true),
        [(a, b)] => Some(heaps::euclid_previous_player_wins(a.into(), b.into())),
        _ => None,
    }
}

fn is_fibonacci(rules: &Remembering) -> bool {
    rules.memory() == FibonacciNim::MEMORY
}

fn fibonacci(_: &Remembering, position: &Bounded) -> Option<bool> {
    match position[..] {
        [] => Some(true),
        [(beans, most)] => Some(heaps::fibonacci_previous_player_wins(beans.into(), most.into())),
        _ => None,
    }
}

/// Wythoff's game, with Fraenkel's slack r: the previous player wins just if the numbers differ by
/// r n and the smaller one is floor(n a), a = (2 - r + sqrt(r^2 + 4)) / 2.
fn wythoff(rules: &Wythoff, queens: &Pieces) -> Option<bool> {
    match queens.places() {
        [] => Some(true),
        &[(row, column)] => {
            let (x, y) = (i128::from(row.min(column)), i128::from(row.max(column)));
            let r = i128::from(rules.slack());
            let n = (y - x) / r;
            let root = (n * n * (r * r + 4)).isqrt();
            Some((y - x) % r == 0 && (n * (2 - r) + root).div_euclid(2) == x)
        }
        _ => None,
    }
}

fn moore(rules: &MooreNim, position: &Heaps) -> Option<bool> {
    Some(moore::previous_player_wins(&widened(position.sizes()), rules.most))
}

fn rule<R: Rules>(
    inside: &Inside,
    value: fn(&R, &R::Position) -> Option<u64>,
    statement: &'static str,
) -> Option<KnownTheorem> {
    let answer = RuleAnswer::NimValue(value);
    KnownTheorem::join(inside, |rules| Some(ClosedRule { rules, statement, answer }))
}

fn winner<R: Rules>(
    inside: &Inside,
    wins: fn(&R, &R::Position) -> Option<bool>,
    statement: &'static str,
) -> Option<KnownTheorem> {
    let answer = RuleAnswer::PreviousWins(wins);
    KnownTheorem::join(inside, |rules| Some(ClosedRule { rules, statement, answer }))
}

/// The theorem on impartial rules.
pub(super) fn known(rules: &Inside) -> Option<KnownTheorem> {
    macro_rules! first_of {
        ($($found:expr),* $(,)?) => { None$(.or_else(|| $found))* };
    }
    if let Some(euclid) = rules.downcast_ref::<Euclid>() {
        return if euclid.to_zero {
            winner(
                rules,
                euclid_to_zero,
                "the player to move loses just if the numbers differ and their ratio is less \
                 than the golden one (Cole and Davie 1969)",
            )
        } else {
            rule(rules, euclid_positive, "x <= y is worth floor(y/x - x/y) (Nivasch 2006)")
        };
    }
    first_of![
        KnownTheorem::join(rules, SummedHeaps::of),
        KnownTheorem::join(rules, |rules: Arc<Turning>| Some(Heads::of(&rules.rule))),
        KnownTheorem::join(rules, |rules: Arc<Tartan>| {
            let (along_rows, along_columns) = (&rules.along_rows, &rules.along_columns);
            let [along_rows, along_columns] = [along_rows, along_columns].map(Heads::of);
            Some(Products { along_rows, along_columns })
        }),
        rule(rules, nimble, "coins do not hinder each other: each is a Nim heap"),
        rule(
            rules,
            poker,
            "an addition is answered by taking the same chips away, so additions are reversible \
             and this is Nim (Winning Ways ch. 3)"
        ),
        rule(
            rules,
            staircase,
            "a coin that comes down to an odd step is sent on at once, so only odd steps count \
             and this is Nim"
        ),
        KnownTheorem::join(rules, |_: Arc<Welter>| Some(Mating)),
        rule(
            rules,
            silver_dollar,
            "a gap made larger is made smaller again by the coin behind, so every second gap is \
             a Nim heap (Winning Ways ch. 3)"
        ),
        rules.downcast_ref().is_some_and(is_fibonacci).then(|| winner(
            rules,
            fibonacci,
            "the player to move loses just if less may be taken than the smallest term of the heap \
             as a sum of Fibonacci numbers, no neighbours (Whinihan 1963)"
        )).flatten(),
        winner(
            rules,
            wythoff,
            "the player to move loses just if the numbers are a pair of complementary Beatty \
             sequences (Wythoff 1907, Fraenkel 1982)"
        ),
        winner(
            rules,
            moore,
            "the player to move loses just if in every binary place the number of heaps with a 1 \
             is a multiple of k+1 (Moore 1910)"
        ),
    ]
}

/// The theorem on partizan rules that are a disguise of Nim.
pub(super) fn known_partizan(rules: &Inside) -> Option<KnownTheorem> {
    let statement = "a retreat is answered by an equal advance, so retreats are reversible and \
                     the gaps are Nim heaps (Winning Ways ch. 3)";
    rule(rules, northcott, statement)
}
