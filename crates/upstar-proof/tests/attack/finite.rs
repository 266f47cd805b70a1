//! False rules with a finite monoid: as quotients, and as rules with counters that count nothing.

use crate::code::Code;
use crate::judge::Judge;
use crate::tools::{neighbour, octal, repeats};
use std::collections::BTreeSet;
use upstar_base::Random;
use upstar_proof::{Certificate, MisereCounters, MisereQuotient, Periodic};

/// A rule: heap n has a class, classes multiply, and some products are called P.
#[derive(Clone)]
pub struct Finite {
    pub code: String,
    /// Element 0 is the identity.
    products: Vec<Vec<usize>>,
    p: Vec<bool>,
    /// The classes of the heaps 1, 2, ...
    classes: Vec<usize>,
    /// From where on classes repeat, and with which period.
    pub periodic: Option<(usize, usize)>,
}

impl Finite {
    /// The rule of a quotient.
    pub fn of(claim: &MisereQuotient) -> Option<Finite> {
        let order = claim.steps.len();
        let mut words: Vec<Option<Vec<usize>>> = vec![None; order];
        words[0] = Some(Vec::new());
        let mut open = vec![0];
        while let Some(x) = open.pop() {
            for (g, &to) in claim.steps[x].iter().enumerate() {
                let to = usize::from(to);
                if words[to].is_none() {
                    words[to] = Some([words[x].clone()?, vec![g]].concat());
                    open.push(to);
                }
            }
        }
        let words: Vec<Vec<usize>> = words.into_iter().collect::<Option<_>>()?;
        let times = |x: usize, word: &Vec<usize>| {
            word.iter().fold(x, |x, &g| usize::from(claim.steps[x][g]))
        };
        let products = (0..order).map(|x| words.iter().map(|y| times(x, y)).collect()).collect();
        let periodic = claim.periodic.map(|p| (p.preperiod as usize, p.period as usize));
        Some(Finite {
            code: claim.code.clone(),
            products,
            p: (0..order as u16).map(|x| claim.p_portion.contains(&x)).collect(),
            classes: claim.pretending.iter().map(|&class| class.into()).collect(),
            periodic,
        })
    }

    /// The rule of normal play of a code, or that of tame games, in which large nim-values count.
    pub fn from_nim_values(code: &str, tame: bool, judge: &mut Judge) -> Option<Finite> {
        let values = judge.values(code)?;
        let listed = &values[1..values.len().min(400)];
        let periodic = repeats(listed, 4).map(|(start, period)| (start + 1, period));
        let heaps = match periodic {
            Some((start, period)) => {
                let code = Code::read(code)?;
                code.most_heaps() * (start + period - 1) + code.reach()
            }
            None => 20,
        };
        let listed = &values[1..=heaps.min(values.len() - 1)];
        let bits = 64 - listed.iter().max()?.leading_zeros();
        if bits > 5 {
            return None;
        }
        let size = 1usize << bits;
        // The lowest bit of an element tells whether there is a large value, if that counts.
        let class = |value: u64| {
            if tame { 2 * value as usize + usize::from(value > 1) } else { value as usize }
        };
        let order = if tame { 2 * size } else { size };
        let product = |x: usize, y: usize| if tame { (x ^ y) & !1 | (x | y) & 1 } else { x ^ y };
        let is_p = |x: usize| match (tame, x & 1) {
            (false, _) => x == 0,
            (true, 1) => x == 1,
            (true, _) => x == 2,
        };
        Some(Finite {
            code: code.to_owned(),
            products: (0..order).map(|x| (0..order).map(|y| product(x, y)).collect()).collect(),
            p: (0..order).map(is_p).collect(),
            classes: listed.iter().map(|&value| class(value)).collect(),
            periodic,
        })
    }

    /// A rule made from nothing: a product of small cyclic monoids.
    pub fn from_nothing(random: &mut Random) -> Finite {
        // Powers of each generator: as many different ones, of which the last ones repeat.
        let cycles: Vec<(usize, usize)> = (0..1 + random.below(2))
            .map(|_| {
                let size = 2 + random.below(2);
                (size, 1 + random.below(size))
            })
            .collect();
        let order: usize = cycles.iter().map(|cycle| cycle.0).product();
        let product = |mut x: usize, mut y: usize| {
            let (mut result, mut unit) = (0, 1);
            for &(size, period) in &cycles {
                let sum = x % size + y % size;
                let sum = if sum < size { sum } else { size - period + (sum - size) % period };
                result += unit * sum;
                unit *= size;
                (x, y) = (x / size, y / size);
            }
            result
        };
        let period = 1 + random.below(4);
        let start = 1 + random.below(4);
        let code = octal(random);
        let read = Code::read(&code);
        let heaps = read.map_or(8, |code| 2 * (start + period - 1) + code.reach());
        let mut classes: Vec<usize> =
            (0..start + period - 1).map(|_| random.below(order)).collect();
        // Heaps without moves must be nothing, or the claim dies at once.
        if let Some(code) = Code::read(&code) {
            for (class, heap) in classes.iter_mut().zip(1..) {
                if code.options(heap).is_empty() {
                    *class = 0;
                }
            }
        }
        while classes.len() < heaps {
            classes.push(classes[classes.len() - period]);
        }
        let few = random.one_in(2);
        Finite {
            code,
            products: (0..order).map(|x| (0..order).map(|y| product(x, y)).collect()).collect(),
            p: (0..order).map(|x| x > 0 && random.one_in(if few { 4 } else { 2 })).collect(),
            classes,
            periodic: (!random.one_in(4)).then_some((start, period)),
        }
    }

    /// Makes it false, or perhaps only different.
    pub fn spoil(&mut self, random: &mut Random) {
        let order = self.products.len();
        match random.below(9) {
            0 => self.code = neighbour(&self.code, random),
            1 => self.code = octal(random),
            2 | 3 => {
                let x = random.below(order);
                self.p[x] = !self.p[x];
            }
            4 | 5 => self.merge(random.below(order), random.below(order), random),
            6 => {
                let heap = random.below(self.classes.len());
                let other = random.below(self.classes.len());
                let (old, new) = (self.classes[heap], self.classes[other]);
                let everywhere = random.one_in(2);
                for (place, class) in self.classes.iter_mut().enumerate() {
                    if place == heap || everywhere && *class == old {
                        *class = new;
                    }
                }
            }
            7 => self.recut(random),
            _ => {
                // The class of the last heap counts for further ones.
                let end = 1 + random.below(self.classes.len());
                self.classes.truncate(end);
                let last = self.classes[end - 1];
                self.classes.extend((0..random.below(4)).map(|_| last));
                self.periodic = None;
            }
        }
    }

    /// Other numbers for the period, with classes that fit to them.
    fn recut(&mut self, random: &mut Random) {
        let Some((start, period)) = self.periodic else { return };
        let (start, period) = match random.below(6) {
            0 => (start, (period / 2).max(1)),
            1 => (start, 2 * period),
            2 => (start.saturating_sub(1).max(1), period),
            3 => (start + 1, period),
            4 => (start, period + 1),
            _ => ((start / 2).max(1), period),
        };
        let end = start + period - 1;
        if end <= self.classes.len() {
            let heaps = self.classes.len();
            self.classes.truncate(end);
            while self.classes.len() < heaps {
                self.classes.push(self.classes[self.classes.len() - period]);
            }
            self.periodic = Some((start, period));
        }
    }

    /// Makes two elements one, and others with them.
    fn merge(&mut self, x: usize, y: usize, random: &mut Random) {
        let order = self.products.len();
        let mut to: Vec<usize> = (0..order).collect();
        let mut open = vec![(x, y)];
        while let Some((x, y)) = open.pop() {
            let (x, y) = (to[x], to[y]);
            let (x, y) = (x.min(y), x.max(y));
            if x == y {
                continue;
            }
            to.iter_mut().filter(|z| **z == y).for_each(|z| *z = x);
            let generators: BTreeSet<usize> = self.classes.iter().copied().collect();
            for z in 0..order {
                for &g in &generators {
                    let (a, b) = (self.products[z][g], self.products[to[z]][to[g]]);
                    if to[a] != to[b] {
                        open.push((a, b));
                    }
                }
            }
        }
        let kept: Vec<usize> = (0..order).filter(|&x| to[x] == x).collect();
        let Some(number) =
            (0..order).map(|x| kept.iter().position(|&k| k == to[x])).collect::<Option<Vec<_>>>()
        else {
            return;
        };
        let any = random.one_in(2);
        let is_p = |k: usize| {
            let mut members = (0..order).filter(|&x| to[x] == k);
            if any { members.any(|x| self.p[x]) } else { self.p[k] }
        };
        self.p = kept.iter().map(|&k| k != 0 && is_p(k)).collect();
        let row = |&x: &usize| kept.iter().map(|&y| number[self.products[x][y]]).collect();
        self.products = kept.iter().map(row).collect();
        self.classes.iter_mut().for_each(|class| *class = number[*class]);
    }

    /// The elements that sums of heaps have, from the identity on.
    fn reached(&self) -> Vec<usize> {
        let generators: BTreeSet<usize> = self.classes.iter().copied().collect();
        let mut reached = vec![0];
        let mut i = 0;
        while i < reached.len() {
            for &g in &generators {
                let next = self.products[reached[i]][g];
                if !reached.contains(&next) {
                    reached.push(next);
                }
            }
            i += 1;
        }
        reached
    }

    /// The claim that this is a quotient.
    pub fn quotient(&self) -> Option<Certificate> {
        let reached = self.reached();
        let number = |x: usize| reached.iter().position(|&y| y == x).map(|at| at as u16);
        let mut first: Vec<(usize, usize)> = Vec::new();
        for (&class, heap) in self.classes.iter().zip(1..) {
            if class != 0 && first.iter().all(|&(_, other)| other != class) {
                first.push((heap, class));
            }
        }
        let row = |&x: &usize| first.iter().map(|&(_, g)| number(self.products[x][g])).collect();
        let mut p_portion: Vec<u16> =
            reached.iter().filter(|&&x| self.p[x]).map(|&x| number(x)).collect::<Option<_>>()?;
        p_portion.sort_unstable();
        let classes = self.classes.iter().map(|&class| number(class)).collect::<Option<_>>()?;
        let periodic = self
            .periodic
            .map(|(start, period)| Periodic { preperiod: start as u64, period: period as u64 });
        Some(Certificate::new(MisereQuotient {
            code: self.code.clone(),
            heaps: self.classes.len() as u64,
            order: reached.len() as u64,
            generators: first.iter().map(|&(heap, _)| heap as u64).collect(),
            steps: reached.iter().map(row).collect::<Option<_>>()?,
            p_portion,
            pretending: classes,
            periodic,
        }))
    }

    /// The claim that this is a rule with counters, which may count heaps or nothing.
    pub fn counters(&self, random: &mut Random) -> Option<Certificate> {
        let reached = self.reached();
        let number = |x: usize| reached.iter().position(|&y| y == x);
        let letters: BTreeSet<usize> = self.classes.iter().copied().filter(|&c| c != 0).collect();
        let letters: Vec<usize> = letters.into_iter().collect();
        // The checker looks at every set of kinds of heaps.
        if letters.len() > 7 {
            return None;
        }
        let word = |&class: &usize| -> Vec<u16> {
            let place = letters.iter().position(|&letter| letter == class);
            place.map(|place| place as u16).into_iter().collect()
        };
        let (start, period) = self.periodic.unwrap_or((self.classes.len(), 1));
        let words = self.classes.get(..start + period - 1)?.iter().map(word).collect();
        let counts = random.below(4);
        let weights = letters.iter().map(|_| match counts {
            0 | 1 => vec![0],
            2 => vec![1],
            _ => vec![random.under(3) as i64 - 1],
        });
        let weights = weights.collect();
        let interval = |x: usize, random: &mut Random| {
            let low = match counts {
                _ if x == 0 => Some(1),
                2 if random.one_in(3) => Some(random.under(3) as i64),
                3 => random.one_in(2).then(|| random.under(5) as i64 - 2),
                _ => None,
            };
            let high = (counts == 3 && random.one_in(2)).then(|| random.under(5) as i64);
            (0, low, high)
        };
        let mut winning = Vec::new();
        for &x in &reached {
            // The rule of normal play, as it is or only for sums that are not empty.
            let whole = random.one_in(2);
            winning
                .push(self.p[x].then(|| if whole { (0, None, None) } else { interval(x, random) }));
        }
        let row = |&x: &usize| {
            letters.iter().map(|&g| number(self.products[x][g]).map(|at| at as u16)).collect()
        };
        Some(Certificate::new(MisereCounters {
            code: self.code.clone(),
            period: period as u64,
            preperiod: start as u64,
            words,
            weights,
            relations: Vec::new(),
            steps: reached.iter().map(row).collect::<Option<_>>()?,
            winning,
        }))
    }
}
