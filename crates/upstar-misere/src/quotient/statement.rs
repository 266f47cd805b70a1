//! Statements G = H (X), the generalized genus of Allemang: for every x in X the sums G + x and
//! H + x have the same outcome. Here X = <a,b,...>, all sums of copies of some games; <1,2> is
//! what the blurry genus tells. G = H (<a,b,...> + S) is G + S = H + S (<a,b,...>).
//!
//! X is infinite, but in the quotient of G, H, a, b, ... there are finitely many pairs of classes
//! of G + x and H + x. They are all reached by adding one of the games at a time, so if none of
//! them has different outcomes the statement is proved; else the first one that does is a
//! shortest x that refutes it. Sums of few games are tried first, without a quotient, which may
//! be infinite.

use super::{End, QuotientOfGames};
use crate::form::{Form, Forms};
use crate::genus::Genera;
use crate::heaps::{Parts, Word};
use rustc_hash::FxHashSet;
use upstar_base::{Budget, Stopped};

/// What is known of a statement G = H (X).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementVerdict {
    /// It is true.
    Proved {
        /// The order of the quotient that proves it; 1 if the games are equal.
        order: usize,
        /// How many pairs of classes there are.
        pairs: usize,
    },
    /// It is false.
    Refuted {
        /// How many copies of each game of the base to add; no sum of fewer games does it.
        counts: Vec<u64>,
        /// Is G with these a P-position? H is not, or the other way round.
        first_is_p: bool,
    },
    /// No quotient was found.
    Open {
        /// The outcomes agree for all x with at most so many games.
        terms: u64,
        /// Why there is no quotient.
        why: String,
    },
}

/// Sums of so many games of the base are tried without a quotient.
const FEW: u64 = 4;

/// Decides whether G = H on all sums of games of the base.
///
/// ```
/// use upstar_base::Budget;
/// use upstar_misere::form::Forms;
/// use upstar_misere::quotient::{StatementVerdict, decide};
/// let mut forms = Forms::default();
/// let mut game = |text: &str| forms.read(text).unwrap();
/// let (g, h, base) = (game("2_+"), game("0"), [game("1"), game("2")]);
/// let verdict = decide(&forms, g, h, &base, &Budget::unlimited())?;
/// assert_eq!(verdict, StatementVerdict::Refuted { counts: vec![0, 0], first_is_p: true });
/// # Ok::<(), upstar_base::Stopped>(())
/// ```
pub fn decide(
    forms: &Forms,
    g: Form,
    h: Form,
    base: &[Form],
    budget: &Budget,
) -> Result<StatementVerdict, Stopped> {
    if g == h {
        return Ok(StatementVerdict::Proved { order: 1, pairs: 1 });
    }
    if let Some(refuted) = search(forms, g, h, base, budget)? {
        return Ok(refuted);
    }
    let games: Vec<Form> = [g, h].into_iter().chain(base.iter().copied()).collect();
    let found = QuotientOfGames::new(forms, &games, budget);
    let classes: Option<Vec<u16>> = games.iter().map(|&game| found.class(game)).collect();
    let Some(classes) = classes else {
        found.quotient.end().unless_stopped(budget)?;
        let why = match found.quotient.end() {
            End::Stopped(stopped) => stopped.to_string(),
            End::Stuck(why) => (*why).to_owned(),
            _ => "there is no quotient".to_owned(),
        };
        return Ok(StatementVerdict::Open { terms: FEW, why });
    };
    let monoid = found.quotient.monoid();
    let start = (classes[0], classes[1]);
    let mut seen = FxHashSet::from_iter([start]);
    let mut queue = vec![(start, vec![0u64; base.len()])];
    let mut next = 0;
    while let Some((pair, counts)) = queue.get(next).cloned() {
        next += 1;
        budget.check()?;
        let first_is_p = monoid.is_p(pair.0);
        if first_is_p != monoid.is_p(pair.1) {
            return Ok(StatementVerdict::Refuted { counts, first_is_p });
        }
        for (i, &class) in classes[2..].iter().enumerate() {
            let pair = (monoid.times(pair.0, class), monoid.times(pair.1, class));
            if seen.insert(pair) {
                let mut counts = counts.clone();
                counts[i] += 1;
                queue.push((pair, counts));
            }
        }
    }
    Ok(StatementVerdict::Proved { order: monoid.order(), pairs: seen.len() })
}

/// Looks for a sum of few games of the base that refutes the statement.
fn search(
    forms: &Forms,
    g: Form,
    h: Form,
    base: &[Form],
    budget: &Budget,
) -> Result<Option<StatementVerdict>, Stopped> {
    let games: Vec<Form> = [g, h].into_iter().chain(base.iter().copied()).collect();
    let parts = Parts::from_forms(forms, &games, budget)?;
    let (g, h) = (parts.heap(1).clone(), parts.heap(2).clone());
    let generators: Vec<Word> =
        (3..).take(base.len()).map(|number| parts.heap(number).clone()).collect();
    let mut genera = Genera::over(parts);
    let mut layer: Vec<(Word, Vec<u64>)> = vec![(Word::default(), vec![0; base.len()])];
    for _ in 0..=FEW {
        let mut longer = Vec::new();
        for (x, counts) in layer {
            let (first, second) = (g.plus(&x)?, h.plus(&x)?);
            let first_is_p = genera.is_previous_win(&first, budget)?;
            if first_is_p != genera.is_previous_win(&second, budget)? {
                return Ok(Some(StatementVerdict::Refuted { counts, first_is_p }));
            }
            // Each sum once: only games at or after the last one are added.
            let last = counts.iter().rposition(|&n| n > 0).unwrap_or(0);
            for (i, generator) in generators.iter().enumerate().skip(last) {
                let mut counts = counts.clone();
                counts[i] += 1;
                longer.push((x.plus(generator)?, counts));
            }
        }
        layer = longer;
    }
    Ok(None)
}
