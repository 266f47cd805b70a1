//! Who wins by the rule of two ladders, as far as what is known of a sum tells.
//!
//! A [`LadderSum`] is what the rule sees of a sum of heaps: D, whether B is 0, odd, or even and
//! positive, how many Y there are (from three on only their parity counts) and the two largest
//! numbers of its X. Numbers may be unknown. The answer is `None` only if it depends on unknown
//! numbers; more known numbers never change an answer.

/// The numbers of the Y of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Firsts {
    /// How many: 3 stands for 3, 5, 7, ... and 4 for 4, 6, 8, ...
    count: u8,
    is_known: bool,
    /// Rising; as many as there are, if there are at most two and they are known.
    numbers: [i64; 2],
}

/// The numbers of the X of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seconds {
    /// How many; 2 stands for two or more.
    count: u8,
    /// How many of the largest numbers are known.
    known: u8,
    /// Falling.
    numbers: [i64; 2],
}

/// What is known of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LadderSum {
    /// D.
    odd: bool,
    /// B: 0, 1 if it is odd, 2 if it is even and positive.
    twos: u8,
    ys: Firsts,
    xs: Seconds,
}

impl LadderSum {
    pub(super) const NOTHING: LadderSum = LadderSum {
        odd: false,
        twos: 0,
        ys: Firsts { count: 0, is_known: true, numbers: [0; 2] },
        xs: Seconds { count: 0, known: 0, numbers: [0; 2] },
    };

    /// With d more in D and b more in B.
    pub(super) fn plus(mut self, odd: bool, twos: u64) -> LadderSum {
        self.odd ^= odd;
        self.twos = match u64::from(self.twos) + twos {
            0 => 0,
            sum if sum % 2 == 1 => 1,
            _ => 2,
        };
        self
    }

    /// With an Y of this number, or of an unknown one.
    pub(super) fn plus_first(mut self, number: Option<i64>) -> LadderSum {
        let ys = &mut self.ys;
        match (number, ys.count) {
            (Some(number), 0) => ys.numbers[0] = number,
            (Some(number), 1) => {
                let other = ys.numbers[0];
                ys.numbers = [other.min(number), other.max(number)];
            }
            // Numbers of three and more do not count.
            (Some(_), _) => {}
            (None, _) => ys.is_known = false,
        }
        ys.count = if ys.count == 4 { 3 } else { ys.count + 1 };
        self
    }

    /// With an X of this number, or of an unknown one; D counts it.
    pub(super) fn plus_second(mut self, number: Option<i64>) -> LadderSum {
        self.odd ^= true;
        let xs = &mut self.xs;
        let is_complete = xs.known == xs.count.min(2);
        let known = usize::from(xs.known);
        match number {
            None => xs.known = 0,
            Some(number) => {
                let place = xs.numbers[..known].iter().take_while(|&&other| other >= number);
                let place = place.count();
                // A number below the known ones may be below unknown ones as well.
                if place < known || is_complete && place < 2 {
                    if place == 0 {
                        xs.numbers[1] = xs.numbers[0];
                    }
                    xs.numbers[place] = number;
                    xs.known = (xs.known + 1).min(2);
                }
            }
        }
        xs.count = (xs.count + 1).min(2);
        self
    }

    /// With so many X, of which the largest numbers are these, falling.
    pub(super) fn with_seconds(mut self, count: usize, largest: &[i64]) -> LadderSum {
        self.odd ^= count % 2 == 1;
        let known = largest.len().min(2);
        self.xs = Seconds { count: count.min(2) as u8, known: known as u8, numbers: [0; 2] };
        self.xs.numbers[..known].copy_from_slice(&largest[..known]);
        self
    }

    /// The same sum before its X came, of which there are so many.
    #[cfg(test)]
    pub(super) fn without_seconds(mut self, count: usize) -> LadderSum {
        self.odd ^= count % 2 == 1;
        self.xs = LadderSum::NOTHING.xs;
        self
    }

    /// Is it called P? Numbers are near if they differ by `near` or less.
    pub(super) fn is_p(&self, near: i64) -> Option<bool> {
        let LadderSum { odd, twos, ys, .. } = *self;
        if ys.count >= 3 {
            return Some(!odd && twos != 1 && ys.count == 4);
        }
        if ys.count == 2 {
            let if_near = || self.is_p_with_a_pair(near);
            let if_not = Some(odd && twos == 1);
            return match ys.is_known {
                true if ys.numbers[1] - ys.numbers[0] <= near => if_near(),
                true => if_not,
                false if if_near() == if_not => if_not,
                false => None,
            };
        }
        if twos > 0 {
            return Some(!odd && twos == 2 && ys.count == 0);
        }
        match (ys.count, self.xs.count) {
            (0, 0) => Some(odd),
            (0, _) if odd => Some(false),
            (0, _) => self.has_top_pair(near),
            _ if !odd => Some(false),
            _ if !ys.is_known => None,
            (_, 0) => Some(ys.numbers[0] >= 2 + near),
            _ => {
                let (first, second) = (ys.numbers[0], self.largest_second()?);
                if second > first + near {
                    self.has_top_pair(near).map(|pair| !pair)
                } else {
                    Some(second + 2 + near <= first)
                }
            }
        }
    }

    /// The same with two Y whose numbers are near.
    fn is_p_with_a_pair(&self, near: i64) -> Option<bool> {
        if self.odd || self.twos == 1 {
            return Some(false);
        }
        if self.twos > 0 || self.xs.count == 0 {
            return Some(true);
        }
        let above = match (self.ys.is_known, self.largest_second()) {
            (true, Some(second)) => Some(second > self.ys.numbers[0] + near),
            _ => None,
        };
        match (above, self.has_top_pair(near)) {
            (Some(false), _) | (_, Some(true)) => Some(true),
            (Some(true), pair) => pair,
            (None, _) => None,
        }
    }

    fn largest_second(&self) -> Option<i64> {
        (self.xs.known > 0).then_some(self.xs.numbers[0])
    }

    /// Are the two largest numbers of its X near?
    fn has_top_pair(&self, near: i64) -> Option<bool> {
        match (self.xs.count, self.xs.known) {
            (0 | 1, _) => Some(false),
            (_, 2) => Some(self.xs.numbers[0] - self.xs.numbers[1] <= near),
            _ => None,
        }
    }
}

#[cfg(test)]
#[path = "../../tests/private/ladders/rule.rs"]
mod tests;
