//! A reader of codes that shares nothing with the crate, and what follows from it by definition.

use std::collections::BTreeMap;

/// What sizes several heaps may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Any,
    Different,
    NotAllEqual,
    Same,
}

/// The numbers of heaps that a digit allows.
#[derive(Clone)]
struct Digit {
    bits: u64,
    /// Every number from this one on.
    from: Option<usize>,
    mark: Mark,
}

impl Digit {
    fn allows(&self, heaps: usize) -> bool {
        heaps < 64 && self.bits >> heaps & 1 == 1 || self.from.is_some_and(|from| heaps >= from)
    }

    fn is_none(&self) -> bool {
        self.bits == 0 && self.from.is_none()
    }
}

/// A heap game.
#[derive(Clone)]
pub struct Code {
    head: Vec<Digit>,
    tail: Vec<Digit>,
}

impl Code {
    /// Reads a code; `None` where it has something that this reader does not know, or where play
    /// would not end.
    pub fn read(text: &str) -> Option<Code> {
        let (before, after) = text.split_once('.')?;
        let (written, repeated) = match after.split_once('[') {
            Some((written, rest)) => (written, rest.strip_suffix(']')?),
            None => (after, ""),
        };
        let mut head = digits(before)?;
        if head.len() != 1 || head[0].allows(0) || head[0].allows(1) {
            return None;
        }
        head.extend(digits(written)?);
        Some(Code { head, tail: digits(repeated)? })
    }

    fn at(&self, taken: usize) -> Option<&Digit> {
        let beyond = taken.checked_sub(self.head.len());
        match beyond {
            None => self.head.get(taken),
            Some(_) if self.tail.is_empty() => None,
            Some(beyond) => self.tail.get(beyond % self.tail.len()),
        }
    }

    fn digits(&self) -> impl Iterator<Item = &Digit> {
        self.head.iter().chain(&self.tail)
    }

    /// Whether the code has finitely many digits, each with finitely many numbers of heaps.
    pub fn is_finite(&self) -> bool {
        self.tail.iter().all(Digit::is_none) && self.digits().all(|digit| digit.from.is_none())
    }

    /// Whether some digit allows every number of heaps from some number on.
    pub fn is_open(&self) -> bool {
        self.digits().any(|digit| digit.from.is_some())
    }

    /// Whether several heaps may have any sizes.
    pub fn any_sizes(&self) -> bool {
        self.digits().all(|digit| digit.mark == Mark::Any || digit.bits < 4)
    }

    /// The most heaps that a digit names, at least 1.
    pub fn most_heaps(&self) -> usize {
        let most = self.digits().map(|digit| 63 - digit.bits.leading_zeros().min(63)).max();
        most.unwrap_or(0).max(1) as usize
    }

    /// The most tokens that a move takes.
    pub fn reach(&self) -> usize {
        self.head.iter().rposition(|digit| !digit.is_none()).unwrap_or(0)
    }

    /// What the theorem on tails counts: the most heaps that are named one by one, where digits
    /// begin to repeat and after how many.
    pub fn shape(&self) -> (usize, usize, usize) {
        let normal = |digit: &Digit| {
            let mut these: Vec<bool> = (0..64).map(|h| digit.bits >> h & 1 == 1).collect();
            let mut from = digit.from;
            if let Some(from) = &mut from {
                these.truncate(*from);
                while these.last() == Some(&true) {
                    these.pop();
                    *from -= 1;
                }
            }
            while these.last() == Some(&false) {
                these.pop();
            }
            (these, from)
        };
        let mut head: Vec<_> = self.head.iter().map(normal).collect();
        let mut tail: Vec<_> = self.tail.iter().map(normal).collect();
        if tail.is_empty() {
            tail.push((Vec::new(), None));
        }
        let repeats = |q: &usize| {
            tail.len().is_multiple_of(*q) && (*q..tail.len()).all(|i| tail[i] == tail[i - q])
        };
        let length = (1..=tail.len()).find(repeats).unwrap_or(tail.len());
        tail.truncate(length);
        while head.len() > 1 && head.last() == tail.last() {
            head.pop();
            tail.rotate_right(1);
        }
        let most = head.iter().chain(&tail).map(|(these, _)| these.len()).max().unwrap_or(0);
        (most.saturating_sub(1).max(1), head.len(), tail.len())
    }

    /// The largest i of "i heaps or more", at least 2.
    pub fn largest_from(&self) -> Option<usize> {
        let open = |digit: &Digit| {
            let mut from = digit.from?;
            while from > 0 && digit.bits >> (from - 1) & 1 == 1 {
                from -= 1;
            }
            Some(from.max(2))
        };
        self.digits().filter_map(open).max()
    }

    /// The tokens that moves take which leave two heaps, and whether these may be equal, must be, or
    /// must not.
    pub fn breaks(&self) -> impl Iterator<Item = usize> {
        (0..self.head.len()).filter(|&taken| self.head[taken].bits & 4 != 0)
    }

    /// Every option of a heap, as sizes that do not decrease.
    pub fn options(&self, heap: usize) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        for taken in 0..=heap {
            let Some(digit) = self.at(taken) else { break };
            partitions(heap - taken, 1, &mut Vec::new(), &mut |parts| {
                let several = parts.len() > 1;
                let same = parts.first() == parts.last();
                let fits = match digit.mark {
                    Mark::Any => true,
                    Mark::Different => parts.windows(2).all(|pair| pair[0] != pair[1]),
                    Mark::NotAllEqual => !several || !same,
                    Mark::Same => !several || same,
                };
                if fits && digit.allows(parts.len()) {
                    all.push(parts.to_vec());
                }
            });
        }
        all.sort();
        all.dedup();
        all
    }

    /// G(0), ..., G(len - 1), by the mex rule.
    pub fn nim_values(&self, len: usize) -> Vec<u64> {
        let mut values: Vec<u64> = vec![0];
        if !self.any_sizes() && self.most_heaps() > 2 {
            for heap in 1..len.min(36) {
                let options = self.options(heap);
                let worth = |option: &Vec<usize>| option.iter().fold(0, |sum, &a| sum ^ values[a]);
                values.push(mex(&options.iter().map(worth).collect::<Vec<u64>>()));
            }
            return values;
        }
        let levels = if self.is_open() { len } else { self.most_heaps() };
        // By the number of heaps from 3 on and tokens: the values of all divisions.
        let mut sums: Vec<Vec<Bits>> = vec![Vec::new(); (levels + 1).saturating_sub(3)];
        for heap in 1..len {
            let pair = |left: usize, mark: Mark, seen: &mut Bits| {
                for a in 1..=left / 2 {
                    let same = 2 * a == left;
                    let fits = match mark {
                        Mark::Any => true,
                        Mark::Different | Mark::NotAllEqual => !same,
                        Mark::Same => same,
                    };
                    if fits {
                        seen.insert(values[a] ^ values[left - a]);
                    }
                }
            };
            if !sums.is_empty() {
                for level in 3..=levels {
                    for tokens in sums[level - 3].len()..=heap {
                        let mut set = Bits::default();
                        for a in 1..tokens {
                            let mut rest = Bits::default();
                            match level {
                                3 => pair(tokens - a, Mark::Any, &mut rest),
                                _ => rest.clone_from(&sums[level - 4][tokens - a]),
                            }
                            rest.each().for_each(|value| set.insert(value ^ values[a]));
                        }
                        sums[level - 3].push(set);
                    }
                }
            }
            let mut seen = Bits::default();
            for taken in 0..=heap {
                let Some(digit) = self.at(taken) else { break };
                let left = heap - taken;
                if left == 0 && digit.allows(0) {
                    seen.insert(0);
                }
                if left > 0 && digit.allows(1) {
                    seen.insert(values[left]);
                }
                if digit.allows(2) {
                    pair(left, digit.mark, &mut seen);
                }
                for level in (3..=levels.min(left)).filter(|&level| digit.allows(level)) {
                    sums[level - 3][left].each().for_each(|value| seen.insert(value));
                }
            }
            values.push((0..).find(|&value| !seen.contains(value)).unwrap_or(0));
        }
        values.truncate(len);
        values
    }

    /// Whether the player to move wins in misère play, for every sum with at most `tokens` tokens;
    /// sums with fewer tokens come first.
    pub fn misere(&self, tokens: usize) -> Vec<(Vec<usize>, bool)> {
        let options: Vec<Vec<Vec<usize>>> = (0..=tokens).map(|heap| self.options(heap)).collect();
        let mut known: BTreeMap<Vec<usize>, bool> = BTreeMap::new();
        let mut all = Vec::new();
        for total in 0..=tokens {
            let mut sums = Vec::new();
            partitions(total, 1, &mut Vec::new(), &mut |sum| sums.push(sum.to_vec()));
            // A move that takes nothing leaves more heaps.
            sums.sort_by_key(|sum| usize::MAX - sum.len());
            for sum in sums {
                let mut has_move = false;
                let mut wins = false;
                for (place, &heap) in sum.iter().enumerate() {
                    if place > 0 && sum[place - 1] == heap {
                        continue;
                    }
                    for option in &options[heap] {
                        has_move = true;
                        let mut next = sum.clone();
                        next.remove(place);
                        next.extend(option);
                        next.sort_unstable();
                        wins |= !known[&next];
                    }
                }
                let wins = wins || !has_move;
                known.insert(sum.clone(), wins);
                all.push((sum, wins));
            }
        }
        all
    }
}

fn digits(text: &str) -> Option<Vec<Digit>> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut digit = Digit { bits: 0, from: None, mark: Mark::Any };
        let mut used = 1;
        match c {
            '*' => digit.from = Some(0),
            '&' => {
                used = rest.find(';')? + 1;
                digit.bits = rest[1..used - 1].parse().ok()?;
            }
            '{' => {
                used = rest.find('}')? + 1;
                for item in rest[1..used - 1].split(',') {
                    match item.strip_suffix('+') {
                        Some(number) => {
                            let number: usize = number.parse().ok()?;
                            digit.from = Some(digit.from.map_or(number, |from| from.min(number)));
                        }
                        None => digit.bits |= 1u64.checked_shl(item.parse().ok()?)?,
                    }
                }
            }
            _ => digit.bits = c.to_digit(16)?.into(),
        }
        rest = &rest[used..];
        digit.mark = match rest.chars().next() {
            Some('!') => Mark::Different,
            Some('?') => Mark::NotAllEqual,
            Some('=') => Mark::Same,
            _ => Mark::Any,
        };
        if digit.mark != Mark::Any {
            rest = &rest[1..];
        }
        all.push(digit);
    }
    Some(all)
}

/// Calls `visit` with every division of the tokens into heaps of at least `least`.
fn partitions(
    tokens: usize,
    least: usize,
    parts: &mut Vec<usize>,
    visit: &mut dyn FnMut(&[usize]),
) {
    if tokens == 0 {
        visit(parts);
        return;
    }
    for part in least..=tokens {
        parts.push(part);
        partitions(tokens - part, part, parts, visit);
        parts.pop();
    }
}

fn mex(values: &[u64]) -> u64 {
    (0..).find(|value| !values.contains(value)).unwrap_or(0)
}

/// A set of values.
#[derive(Clone, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, value: u64) {
        let place = (value / 64) as usize;
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        self.0[place] |= 1 << (value % 64);
    }

    fn contains(&self, value: u64) -> bool {
        self.0.get((value / 64) as usize).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    fn each(&self) -> impl Iterator<Item = u64> {
        let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
        self.0.iter().zip(0..).flat_map(move |(&word, i)| bits(word).map(move |bit| 64 * i + bit))
    }
}

/// Codes whose values and outcomes are in print.
#[test]
fn known_values_and_outcomes() {
    let values = |code: &str| Code::read(code).unwrap().nim_values(12);
    assert_eq!(values("0.77"), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    assert_eq!(values("4!.0"), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2]);
    assert_eq!(values("0.3F"), [0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5]);
    assert_eq!(values("4.[3]"), [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12]);
    assert_eq!(values("0.{0,1,3+}"), [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
    let nim = Code::read("0.33").unwrap().misere(8);
    let is_p = |sum: &[usize]| {
        let big = sum.iter().any(|&heap| heap % 3 == 2);
        let nim_sum = sum.iter().fold(0, |value, &heap| value ^ (heap % 3));
        if big { nim_sum == 0 } else { nim_sum == 1 }
    };
    assert!(nim.iter().all(|(sum, wins)| *wins != is_p(sum)));
}
