//! False rules of the types of Knots and of two ladders, and false rules that count.

use crate::code::Code;
use crate::judge::{Judge, counters, knots, ladders};
use crate::tools::{changed, neighbour, octal};
use upstar_base::Random;
use upstar_proof::{AnyClaim, Certificate, MisereCounters, MisereKnots, MisereLadders};

/// The list continued to `len` entries; `further` is what an entry becomes one period further.
fn continued<T: Clone>(list: &[T], period: usize, len: usize, further: impl Fn(&T) -> T) -> Vec<T> {
    let mut list = list.to_vec();
    while list.len() < len {
        list.push(further(&list[list.len() - period]));
    }
    list.truncate(len);
    list
}

/// Makes preperiod and period of a list least, where `further` is what an entry becomes one period further;
/// both are returned.
fn least<T: Clone + PartialEq>(
    list: &mut Vec<T>,
    mut period: usize,
    further: impl Fn(&T) -> T,
) -> (u64, u64) {
    let cycle = list[list.len() - period..].to_vec();
    let repeats = |q: &usize| {
        period.is_multiple_of(*q)
            && cycle.iter().all(|entry| further(entry) == *entry)
            && (*q..period).all(|i| cycle[i] == cycle[i - q])
    };
    if let Some(q) = (1..period).find(repeats) {
        list.truncate(list.len() - period + q);
        period = q;
    }
    while list.len() > period && further(&list[list.len() - period - 1]) == list[list.len() - 1] {
        list.pop();
    }
    ((list.len() + 1 - period) as u64, period as u64)
}

/// Other numbers for the period and the preperiod.
fn recut(start: usize, period: usize, random: &mut Random) -> (usize, usize) {
    let (start, period) = match random.below(8) {
        0 => (start, period / 2),
        1 => (start, 2 * period),
        2 => (start - 1, period),
        3 => (start + 1, period),
        4 => (start, period + 1),
        5 => (start, period - 1),
        6 => (start / 2, period),
        _ => (start + period - 1, 1),
    };
    (start.max(1), period.max(1))
}

/// Labels for the first heaps that fit all sums with few tokens, as far as tries go.
fn fitted<T: Clone>(
    code: &str,
    judge: &mut Judge,
    random: &mut Random,
    mut label: impl FnMut(&mut Random) -> T,
    is_p: impl Fn(&[T], &[usize]) -> Option<bool>,
    nothing: &T,
) -> Option<Vec<T>> {
    let tokens = 4 + random.below(9);
    let outcomes = judge.outcomes(code, tokens)?;
    let read = Code::read(code)?;
    let heaps = 3 + random.below(tokens - 2);
    let mut labels: Vec<T> = Vec::new();
    for heap in 1..=heaps {
        if read.options(heap).is_empty() {
            labels.push(nothing.clone());
            continue;
        }
        let mut best = label(random);
        for _ in 0..40 {
            labels.push(best.clone());
            let about = outcomes.iter().filter(|(sum, _)| sum.last() == Some(&heap));
            let right = about.clone().all(|(sum, wins)| is_p(&labels, sum) == Some(!wins));
            labels.pop();
            if right {
                break;
            }
            best = label(random);
        }
        labels.push(best);
    }
    Some(labels)
}

fn knot_label(random: &mut Random) -> [u64; 3] {
    let t = random.under(5);
    let m = (t + 1) | 1;
    let m = if t == 0 || random.one_in(2) { 0 } else { m + 2 * random.under(2) };
    [random.under(2), t, m]
}

/// A claim of a rule like that of Knots.
pub fn knot_claim(
    base: &[Certificate],
    judge: &mut Judge,
    random: &mut Random,
) -> Option<Certificate> {
    let known = random.pick(base)?;
    let AnyClaim::MisereKnots(claim) = &known.claim else { return None };
    let mut claim = claim.clone();
    let (start, period) = (claim.preperiod as usize, claim.period as usize);
    match random.below(10) {
        0 | 1 => return changed(known, random),
        2 => claim.code = neighbour(&claim.code, random),
        3 => claim.code = octal(random),
        4 => {
            let (new_start, new_period) = recut(start, period, random);
            if random.one_in(3) {
                claim.step = (claim.step * new_period as u64 / period as u64).max(1);
            }
            let step = claim.step;
            let further =
                |&[d, t, m]: &[u64; 3]| [d, t + step, if m == 0 { 0 } else { m + 2 * step }];
            let len = new_start + new_period - 1;
            claim.labels = continued(&claim.labels, period, len, further);
            (claim.preperiod, claim.period) = (new_start as u64, new_period as u64);
        }
        5 | 6 => {
            let heap = random.below(claim.labels.len());
            let [d, t, m] = &mut claim.labels[heap];
            match random.below(5) {
                0 => *d ^= 1,
                1 => *t += 1,
                2 => *t = t.saturating_sub(1),
                3 if *t > 0 => *m = if *m == 0 { (*t + 1) | 1 } else { *m + 2 },
                _ => *m = m.saturating_sub(2).max((*t + 1) | 1) * u64::from(*m > 0),
            }
            if *m > 0 && *m <= *t {
                *m = (*t + 1) | 1;
            }
        }
        7 => {
            // Nim-values as labels, as far as the form goes.
            claim.code = octal(random);
            let values = judge.values(&claim.code)?;
            let turned = random.under(2);
            let half = random.one_in(2);
            let label = |&value: &u64| {
                let t = if half { value / 2 } else { value };
                [(value & 1) ^ (turned * u64::from(value > 0)), t, 0]
            };
            let len = 2 + random.below(12);
            claim.labels = values[1..=len].iter().map(label).collect();
            claim.period = 1 + random.under(len as u64);
            claim.preperiod = len as u64 + 1 - claim.period;
            claim.step = 1 + random.under(2);
        }
        _ => {
            let code =
                if random.one_in(2) { octal(random) } else { neighbour(&claim.code, random) };
            let is_p = |labels: &[[u64; 3]], sum: &[usize]| {
                let labels = labels.to_vec();
                let preperiod = labels.len() as u64;
                let code = String::new();
                let claim = MisereKnots { code, period: 1, step: 1, preperiod, labels };
                knots(&claim)?(sum)
            };
            claim.labels = fitted(&code, judge, random, knot_label, is_p, &[0, 0, 0])?;
            claim.code = code;
            claim.period = 1 + random.under(claim.labels.len() as u64);
            claim.preperiod = claim.labels.len() as u64 + 1 - claim.period;
            claim.step = 1 + random.under(4);
        }
    }
    Some(Certificate::new(claim))
}

/// The label of a rule of two ladders one period further.
fn rung_further(&[d, b, y, x]: &[u64; 4]) -> [u64; 4] {
    let up = |number: u64| number + u64::from(number > 0);
    [d, b, up(y), up(x)]
}

fn ladder_label(random: &mut Random) -> [u64; 4] {
    let number = 1 + random.under(3);
    match random.below(4) {
        0 => [0, 0, number, 0],
        1 => [1, 0, 0, number],
        _ => [random.under(2), random.under(3), 0, 0],
    }
}

/// A claim of a rule of two ladders.
pub fn ladder_claim(
    base: &[Certificate],
    judge: &mut Judge,
    random: &mut Random,
) -> Option<Certificate> {
    let known = random.pick(base)?;
    let AnyClaim::MisereLadders(claim) = &known.claim else { return None };
    let mut claim = claim.clone();
    let (start, period) = (claim.preperiod as usize, claim.period as usize);
    match random.below(9) {
        0 | 1 => return changed(known, random),
        2 => claim.code = neighbour(&claim.code, random),
        3 => {
            claim.near = random.under(4);
            if random.one_in(2) {
                claim.code = octal(random);
            }
        }
        4 => {
            let (new_start, new_period) = recut(start, period, random);
            let len = new_start + new_period - 1;
            claim.labels = continued(&claim.labels, period, len, rung_further);
            (claim.preperiod, claim.period) = (new_start as u64, new_period as u64);
        }
        5 => {
            let heap = random.below(claim.labels.len());
            claim.labels[heap] = ladder_label(random);
        }
        6 => {
            // Nim-values as labels: the rule for plain heaps looks at d and b only.
            claim.code = octal(random);
            let values = judge.values(&claim.code)?;
            let turned = random.under(2);
            let label = |&value: &u64| {
                [(value & 1) ^ (turned * u64::from(value > 0)), (value / 2).min(2), 0, 0]
            };
            let len = 2 + random.below(14);
            claim.labels = values[1..=len].iter().map(label).collect();
            let period = 1 + random.below(len);
            (claim.preperiod, claim.period) = least(&mut claim.labels, period, rung_further);
        }
        _ => {
            let code =
                if random.one_in(2) { octal(random) } else { neighbour(&claim.code, random) };
            let near = random.under(2);
            let is_p = |labels: &[[u64; 4]], sum: &[usize]| {
                let labels = labels.to_vec();
                let preperiod = labels.len() as u64;
                let code = String::new();
                let claim = MisereLadders { code, near, period: 1, preperiod, labels };
                ladders(&claim)?(sum)
            };
            claim.labels = fitted(&code, judge, random, ladder_label, is_p, &[0; 4])?;
            claim.code = code;
            claim.near = near;
            let period = 1 + random.below(claim.labels.len());
            (claim.preperiod, claim.period) = least(&mut claim.labels, period, rung_further);
        }
    }
    Some(Certificate::new(claim))
}

/// A claim of a rule with counters that really count, with words that fit small sums.
pub fn counter_claim(
    base: &[Certificate],
    judge: &mut Judge,
    random: &mut Random,
) -> Option<Certificate> {
    let known = random.pick(base)?;
    let AnyClaim::MisereCounters(claim) = &known.claim else { return None };
    let mut claim = claim.clone();
    let (start, period) = (claim.preperiod as usize, claim.period as usize);
    match random.below(24) {
        0 => return changed(known, random),
        1 => claim.code = neighbour(&claim.code, random),
        2 => {
            let (new_start, new_period) = recut(start, period, random);
            let len = new_start + new_period - 1;
            claim.words = continued(&claim.words, period, len, Clone::clone);
            (claim.preperiod, claim.period) = (new_start as u64, new_period as u64);
        }
        3 => {
            let heap = random.below(claim.words.len());
            claim.words[heap] = random.pick(&claim.words)?.clone();
        }
        _ => return counting(judge, random),
    }
    Some(Certificate::new(claim))
}

/// A small rule that counts, made from nothing but for words that fit small sums.
fn counting(judge: &mut Judge, random: &mut Random) -> Option<Certificate> {
    let code = octal(random);
    let letters = 1 + random.below(3);
    let counters_count = 1 + random.below(2);
    let elements = 1 + random.below(4);
    let weight = |random: &mut Random| random.under(4) as i64 - 1;
    let weights: Vec<Vec<i64>> =
        (0..letters).map(|_| (0..counters_count).map(|_| weight(random)).collect()).collect();
    // Letters as powers of one step, so that they commute.
    let back = random.below(elements);
    let step = |x: usize| if x + 1 < elements { x + 1 } else { back };
    let powers: Vec<usize> = (0..letters).map(|_| random.below(3)).collect();
    let row = |x: usize| {
        let power = |&power: &usize| (0..power).fold(x, |x, _| step(x)) as u16;
        powers.iter().map(power).collect::<Vec<u16>>()
    };
    let steps: Vec<Vec<u16>> = (0..elements).map(row).collect();
    let bound = |random: &mut Random| random.one_in(2).then(|| random.under(4) as i64 - 1);
    let winning = (0..elements).map(|_| {
        let counter = random.below(counters_count) as u16;
        (!random.one_in(4)).then(|| (counter, bound(random), bound(random)))
    });
    let winning = winning.collect();
    let mut claim = MisereCounters {
        code: code.clone(),
        period: 1,
        preperiod: 1,
        words: Vec::new(),
        weights,
        relations: Vec::new(),
        steps,
        winning,
    };
    let model = claim.clone();
    let is_p = |words: &[Vec<u16>], sum: &[usize]| {
        let (words, preperiod) = (words.to_vec(), words.len() as u64);
        let claim = MisereCounters { words, preperiod, ..model.clone() };
        counters(&claim)?(sum)
    };
    let word = |random: &mut Random| -> Vec<u16> {
        (0..random.below(3)).map(|_| random.below(letters) as u16).collect()
    };
    claim.words = fitted(&code, judge, random, word, is_p, &Vec::new())?;
    let period = 1 + random.below(claim.words.len());
    (claim.preperiod, claim.period) = least(&mut claim.words, period, Clone::clone);
    Some(Certificate::new(claim))
}
