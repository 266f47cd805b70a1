//! What a claim says, read by definition, and whether brute force contradicts it.
//!
//! The judge knows the rules as `docs/heaps.md` and `docs/quotients.md` state them and nothing of how they
//! are proved. It plays all sums with few tokens, and computes nim-values by the mex rule.

use crate::code::Code;
use std::collections::BTreeMap;
use std::rc::Rc;
use upstar_proof::{
    AnyClaim, Certificate, MisereCounters, MisereKnots, MisereLadders, MisereQuotient, NimPeriod,
};

/// What brute force says of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is contradicted: why.
    False(String),
    /// It says nothing, because its parts do not fit together.
    Meaningless,
    /// As far as brute force goes, it holds.
    Holds,
    /// It is about things out of reach.
    Open,
}

/// Outcomes of sums, those with fewer tokens first.
type Outcomes = Rc<Vec<(Vec<usize>, bool)>>;

/// Remembers what was computed for a code.
#[derive(Default)]
pub struct Judge {
    values: BTreeMap<String, Rc<Vec<u64>>>,
    outcomes: BTreeMap<(String, usize), Outcomes>,
}

impl Judge {
    /// Nim-values, as many as are quickly computed.
    pub fn values(&mut self, text: &str) -> Option<Rc<Vec<u64>>> {
        if let Some(values) = self.values.get(text) {
            return Some(Rc::clone(values));
        }
        let code = Code::read(text)?;
        let len = match (code.is_open(), code.is_finite()) {
            (true, _) => 72,
            (_, false) if code.most_heaps() > 2 => 120,
            (_, false) => 300,
            _ if code.most_heaps() <= 2 => 1200,
            _ => 260,
        };
        let values = Rc::new(code.nim_values(len));
        self.values.insert(text.to_owned(), Rc::clone(&values));
        Some(values)
    }

    /// Misère outcomes of the sums with at most this many tokens.
    pub fn outcomes(&mut self, text: &str, tokens: usize) -> Option<Outcomes> {
        let key = (text.to_owned(), tokens);
        if let Some(outcomes) = self.outcomes.get(&key) {
            return Some(Rc::clone(outcomes));
        }
        let code = Code::read(text)?;
        let outcomes = Rc::new(code.misere(tokens));
        self.outcomes.insert(key, Rc::clone(&outcomes));
        Some(outcomes)
    }

    /// Judges a claim by sums with at most this many tokens.
    pub fn judge(&mut self, certificate: &Certificate, tokens: usize) -> Judgement {
        let (code, meaning, reduced) = match &certificate.claim {
            AnyClaim::NimPeriod(claim) => return self.period(claim),
            AnyClaim::MisereQuotient(claim) => {
                (&claim.code, quotient(claim), quotient_is_reduced(claim))
            }
            AnyClaim::MisereKnots(claim) => (&claim.code, knots(claim), knots_are_least(claim)),
            AnyClaim::MisereLadders(claim) => {
                (&claim.code, ladders(claim), ladders_are_least(claim))
            }
            AnyClaim::MisereCounters(claim) => {
                (&claim.code, counters(claim), counters_are_least(claim))
            }
        };
        let Some(is_p) = meaning else { return Judgement::Meaningless };
        if let Some(why) = reduced {
            return Judgement::False(why);
        }
        let Some(outcomes) = self.outcomes(code, tokens) else { return Judgement::Open };
        for (sum, wins) in outcomes.iter() {
            match is_p(sum) {
                Some(called) if called == *wins => {
                    let (said, is) = if called { ("P", "N") } else { ("N", "P") };
                    return Judgement::False(format!("{sum:?} is called {said} and is {is}"));
                }
                _ => {}
            }
        }
        Judgement::Holds
    }

    fn period(&mut self, claim: &NimPeriod) -> Judgement {
        let Some(values) = self.values(&claim.code) else { return Judgement::Open };
        let sizes = [claim.preperiod, claim.period].map(usize::try_from);
        let [Ok(start), Ok(period)] = sizes else { return Judgement::Open };
        if period == 0 {
            return Judgement::Meaningless;
        }
        let end = start.saturating_add(period.saturating_mul(2));
        for n in start..values.len().saturating_sub(period) {
            if values[n].checked_add(claim.saltus) != Some(values[n + period]) {
                return Judgement::False(format!("G({n}) and G({})", n + period));
            }
        }
        if end >= values.len() {
            return Judgement::Open;
        }
        if start > 0
            && values[start - 1].checked_add(claim.saltus) == Some(values[start - 1 + period])
        {
            return Judgement::False("the preperiod is not least".to_owned());
        }
        for shorter in (1..period).filter(|shorter| period.is_multiple_of(*shorter)) {
            let rise = |n: usize| values[n + shorter] as i128 - values[n] as i128;
            if (start..start + period).all(|n| rise(n) == rise(start)) {
                return Judgement::False("the period is not least".to_owned());
            }
        }
        Judgement::Holds
    }
}

/// Whether a sum is called P; the inner `None` is for sums of which the claim does not speak.
pub type Meaning<'a> = Option<Box<dyn Fn(&[usize]) -> Option<bool> + 'a>>;

/// The place in a list of `len` entries for heap `n`, and how many periods it is before that heap.
fn place(n: usize, len: usize, period: u64) -> (usize, u64) {
    let period = period as usize;
    let periods = n.saturating_sub(len).div_ceil(period);
    (n - 1 - periods * period, periods as u64)
}

/// Whether the list has the entries of the heaps before preperiod + period, both at least 1.
fn is_list(len: usize, preperiod: u64, period: u64) -> bool {
    let wanted = preperiod.checked_add(period).and_then(|end| end.checked_sub(1));
    preperiod >= 1 && period >= 1 && wanted == Some(len as u64)
}

/// The product of each element with each class, if steps define a commutative monoid.
fn products(claim: &MisereQuotient) -> Option<Vec<Vec<usize>>> {
    let order = claim.steps.len();
    let is_element = |&x: &u16| usize::from(x) < order;
    let fits = order as u64 == claim.order
        && order > 0
        && claim.pretending.len() as u64 == claim.heaps
        && claim.steps.iter().all(|row| row.len() == claim.generators.len())
        && claim.steps.iter().flatten().all(is_element)
        && claim.p_portion.iter().all(is_element)
        && claim.pretending.iter().all(is_element);
    if !fits {
        return None;
    }
    let step = |x: usize, g: usize| usize::from(claim.steps[x][g]);
    let generators = claim.generators.len();
    for x in 0..order {
        for a in 0..generators {
            if (0..a).any(|b| step(step(x, a), b) != step(step(x, b), a)) {
                return None;
            }
        }
    }
    // A word for each element that a word reaches.
    let mut words: Vec<Option<Vec<usize>>> = vec![None; order];
    words[0] = Some(Vec::new());
    let mut open = vec![0];
    while let Some(x) = open.pop() {
        for g in 0..generators {
            let to = step(x, g);
            if words[to].is_none() {
                let mut word = words[x].clone()?;
                word.push(g);
                words[to] = Some(word);
                open.push(to);
            }
        }
    }
    let words: Vec<Vec<usize>> = words.into_iter().collect::<Option<_>>()?;
    let times = |x: usize, y: &Vec<usize>| y.iter().fold(x, |x, &g| step(x, g));
    Some((0..order).map(|x| words.iter().map(|y| times(x, y)).collect()).collect())
}

fn quotient(claim: &MisereQuotient) -> Meaning<'_> {
    let products = products(claim)?;
    let heaps = claim.pretending.len();
    if let Some(periodic) = claim.periodic
        && (periodic.period == 0
            || periodic.preperiod == 0
            || periodic.preperiod.saturating_add(periodic.period) > heaps as u64 + 1)
    {
        return None;
    }
    Some(Box::new(move |sum: &[usize]| {
        let mut element = 0;
        for &heap in sum {
            let at = match claim.periodic {
                _ if heap <= heaps => heap - 1,
                None => return None,
                Some(periodic) => place(heap, heaps, periodic.period).0,
            };
            element = products[element][usize::from(claim.pretending[at])];
        }
        Some(claim.p_portion.contains(&(element as u16)))
    }))
}

fn quotient_is_reduced(claim: &MisereQuotient) -> Option<String> {
    let products = products(claim)?;
    let is_p = |x: usize| claim.p_portion.contains(&(x as u16));
    let rows: Vec<Vec<bool>> =
        products.iter().map(|row| row.iter().map(|&x| is_p(x)).collect()).collect();
    for x in 0..rows.len() {
        if let Some(y) = (0..x).find(|&y| rows[x] == rows[y]) {
            return Some(format!("{x} and {y} are one"));
        }
    }
    let periodic = claim.periodic?;
    let (start, period) = (periodic.preperiod as usize, periodic.period as usize);
    let class = |heap: usize| claim.pretending.get(heap - 1);
    if start == 0 || period == 0 {
        return None;
    }
    if (start..)
        .take_while(|heap| heap + period <= claim.pretending.len())
        .any(|heap| class(heap) != class(heap + period))
    {
        return Some("the classes listed do not repeat".to_owned());
    }
    if start > 1 && class(start - 1) == class(start - 1 + period) {
        return Some("the preperiod is not least".to_owned());
    }
    let repeats = |shorter: usize| {
        let at = |i: usize| class(start + i % period);
        (0..period).all(|i| at(i) == at(i + shorter))
    };
    let shorter = (1..period).find(|&q| period.is_multiple_of(q) && repeats(q));
    shorter.map(|q| format!("{q} is a period of the classes"))
}

/// The label (d, t, m) of a heap.
fn knot(claim: &MisereKnots, heap: usize) -> [u64; 3] {
    let (at, periods) = place(heap, claim.labels.len(), claim.period);
    let [d, t, m] = claim.labels[at];
    let more = periods * claim.step;
    [d, t + more, if m == 0 { 0 } else { m + 2 * more }]
}

pub fn knots(claim: &MisereKnots) -> Meaning<'_> {
    let fits = |&[d, t, m]: &[u64; 3]| d < 2 && (m == 0 || m % 2 == 1 && m > t && t > 0);
    if !is_list(claim.labels.len(), claim.preperiod, claim.period)
        || claim.step == 0
        || claim.step > 1 << 32
        || !claim.labels.iter().all(fits)
        || claim.labels.iter().flatten().any(|&number| number > 1 << 32)
    {
        return None;
    }
    Some(Box::new(move |sum: &[usize]| {
        let labels = sum.iter().map(|&heap| knot(claim, heap));
        let (d, t, m) = labels
            .fold((0, 0, 0), |(d, t, m), label| (d + label[0], t + label[1], m.max(label[2])));
        let odd = d % 2 == 1;
        Some(match (t, t % 2) {
            (0, _) => odd,
            (_, 0) => !odd && m < t,
            _ => odd && m > t,
        })
    }))
}

fn knots_are_least(claim: &MisereKnots) -> Option<String> {
    let _ = knots(claim)?;
    let (start, period) = (claim.preperiod as usize, claim.period as usize);
    let moved = |[d, t, m]: [u64; 3], by: u64| [d, t + by, if m == 0 { 0 } else { m + 2 * by }];
    let after =
        |heap: usize, by: u64, q: usize| knot(claim, heap + q) == moved(knot(claim, heap), by);
    if start > 1 && after(start - 1, claim.step, period) {
        return Some("the preperiod is not least".to_owned());
    }
    let all = |q: usize, by: u64| (start..start + period).all(|heap| after(heap, by, q));
    for q in (1..period).filter(|q| period.is_multiple_of(*q)) {
        let by = claim.step * q as u64;
        if by.is_multiple_of(claim.period) && all(q, by / claim.period) {
            return Some(format!("{q} is a period of the labels"));
        }
    }
    None
}

/// The label of a heap in the form [d, b, number of Y, number of X].
fn rung(claim: &MisereLadders, heap: usize) -> [u64; 4] {
    let (at, periods) = place(heap, claim.labels.len(), claim.period);
    let [d, b, y, x] = claim.labels[at];
    let more = |number: u64| if number == 0 { 0 } else { number + periods };
    [d, b, more(y), more(x)]
}

pub fn ladders(claim: &MisereLadders) -> Meaning<'_> {
    let fits = |label: &[u64; 4]| match *label {
        [d, b, 0, 0] => d < 2 && b < 3,
        [0, 0, i, 0] | [1, 0, 0, i] => i < 1 << 32,
        _ => false,
    };
    if !is_list(claim.labels.len(), claim.preperiod, claim.period)
        || !claim.labels.iter().all(fits)
        || claim.near > 1 << 32
    {
        return None;
    }
    Some(Box::new(move |sum: &[usize]| {
        let labels: Vec<[u64; 4]> = sum.iter().map(|&heap| rung(claim, heap)).collect();
        let odd = labels.iter().map(|label| label[0]).sum::<u64>() % 2 == 1;
        let b: u64 = labels.iter().map(|label| label[1]).sum();
        let number = |i: usize| {
            let numbers = labels.iter().map(|label| label[i] as i64).filter(|&number| number > 0);
            let mut numbers: Vec<i64> = numbers.collect();
            numbers.sort_unstable();
            numbers
        };
        let (ys, xs, g) = (number(2), number(3), claim.near as i64);
        let x = xs.last().copied();
        let pair = xs.len() > 1 && xs[xs.len() - 1] - xs[xs.len() - 2] <= g;
        let b_even = b.is_multiple_of(2);
        Some(match ys[..] {
            [] if b == 0 => x.is_none() && odd || pair && !odd,
            [] => b_even && !odd,
            [i] => {
                let above = x.is_some_and(|x| x > i + g) && !pair;
                let below = x.is_some_and(|x| x <= i - 2 - g);
                b == 0 && odd && (above || below || x.is_none() && i >= 2 + g)
            }
            [i, j] if j - i > g => b > 0 && !b_even && odd,
            [i, _] if b == 0 => !odd && (pair || x.is_none_or(|x| x <= i + g)),
            [_, _] => b_even && !odd,
            _ => b_even && !odd && ys.len().is_multiple_of(2),
        })
    }))
}

fn ladders_are_least(claim: &MisereLadders) -> Option<String> {
    let _ = ladders(claim)?;
    let (start, period) = (claim.preperiod as usize, claim.period as usize);
    let up = |number: u64| number + u64::from(number > 0);
    let moved = |[d, b, y, x]: [u64; 4]| [d, b, up(y), up(x)];
    if start > 1 && rung(claim, start - 1 + period) == moved(rung(claim, start - 1)) {
        return Some("the preperiod is not least".to_owned());
    }
    let plain = |heap: usize| matches!(rung(claim, heap), [_, _, 0, 0]);
    let repeats = |q: usize| {
        let mut heaps = start..start + period;
        heaps.all(|heap| plain(heap) && rung(claim, heap) == rung(claim, heap + q))
    };
    let shorter = (1..period).find(|&q| period.is_multiple_of(q) && repeats(q));
    shorter.map(|q| format!("{q} is a period of the labels"))
}

pub fn counters(claim: &MisereCounters) -> Meaning<'_> {
    let (letters, elements) = (claim.weights.len(), claim.steps.len());
    let counters = claim.weights.first()?.len();
    let is_counter = |&i: &u16| usize::from(i) < counters;
    let after = |q: u16, letter: usize| claim.steps[usize::from(q)][letter];
    let fits = is_list(claim.words.len(), claim.preperiod, claim.period)
        && elements > 0
        && claim.winning.len() == elements
        && claim.words.iter().flatten().all(|&letter| usize::from(letter) < letters)
        && claim.weights.iter().all(|weights| weights.len() == counters)
        && claim.weights.iter().flatten().all(|weight| weight.abs() < 1 << 32)
        && claim.relations.iter().flatten().all(is_counter)
        && claim.steps.iter().all(|row| row.len() == letters)
        && claim.steps.iter().flatten().all(|&q| usize::from(q) < elements)
        && claim.winning.iter().flatten().all(|(i, _, _)| is_counter(i))
        && claim
            .steps
            .iter()
            .all(|row| (0..letters).all(|a| (0..a).all(|b| after(row[a], b) == after(row[b], a))));
    if !fits {
        return None;
    }
    Some(Box::new(move |sum: &[usize]| {
        let mut element = 0u16;
        let mut totals = vec![0i64; counters];
        for &heap in sum {
            let (at, _) = place(heap, claim.words.len(), claim.period);
            for &letter in &claim.words[at] {
                let letter = usize::from(letter);
                element = after(element, letter);
                totals.iter_mut().zip(&claim.weights[letter]).for_each(|(sum, w)| *sum += w);
            }
        }
        Some(claim.winning[usize::from(element)].is_some_and(|(i, low, high)| {
            let count = totals[usize::from(i)];
            low.is_none_or(|low| count >= low) && high.is_none_or(|high| count <= high)
        }))
    }))
}

fn counters_are_least(claim: &MisereCounters) -> Option<String> {
    let _ = counters(claim)?;
    let broken = claim.relations.iter().any(|relation| {
        let [i, j, k] = relation.map(usize::from);
        claim.weights.iter().any(|weights| weights[i] != weights[j] + weights[k])
    });
    if broken {
        return Some("a relation does not hold".to_owned());
    }
    let (start, period) = (claim.preperiod as usize, claim.period as usize);
    let word = |heap: usize| &claim.words[place(heap, claim.words.len(), claim.period).0];
    if start > 1 && word(start - 1) == word(start - 1 + period) {
        return Some("the preperiod is not least".to_owned());
    }
    let repeats = |q: usize| (start..start + period).all(|heap| word(heap) == word(heap + q));
    let shorter = (1..period).find(|&q| period.is_multiple_of(q) && repeats(q));
    shorter.map(|q| format!("{q} is a period of the words"))
}
