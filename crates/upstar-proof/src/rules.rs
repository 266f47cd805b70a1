//! The rules of a heap game, read anew.
//!
//! Only what certificates are about: finitely many digits d0.d1d2...dt, each a hexadecimal digit
//! or `&n;`, perhaps with one of the marks `!`, `?`, `=`. Bit h of a digit allows h heaps.

/// What sizes several heaps may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heaps {
    Any,
    /// All different (`!`).
    Different,
    /// Not all equal (`?`).
    NotAllEqual,
    /// All equal (`=`).
    Same,
}

/// A digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) bits: u64,
    pub(crate) heaps: Heaps,
}

/// The digits; number i is for taking i tokens.
#[derive(Clone, Debug)]
pub(crate) struct Rules(pub(crate) Vec<Rule>);

impl Rules {
    /// Reads a code; the error says what this checker cannot read.
    pub(crate) fn read(code: &str) -> Result<Rules, String> {
        let (before, after) =
            code.split_once('.').ok_or_else(|| format!("`{code}` has no point"))?;
        let mut rules = digits(before)?;
        if rules.len() != 1 {
            return Err(format!("`{before}` before the point is not one digit"));
        }
        if rules[0].bits & 3 != 0 {
            return Err("d0 allows a move that leaves the heap as it is".to_owned());
        }
        rules.extend(digits(after)?);
        while rules.len() > 1 && rules.last().is_some_and(|rule| rule.bits == 0) {
            rules.pop();
        }
        Ok(Rules(rules))
    }

    /// The most tokens that a move takes.
    pub(crate) fn reach(&self) -> u64 {
        self.0.len() as u64 - 1
    }

    /// The most heaps that a move leaves, at least 1.
    pub(crate) fn most_heaps(&self) -> u64 {
        let all = self.0.iter().fold(0, |bits, rule| bits | rule.bits);
        u64::from(63 - all.leading_zeros().min(63)).max(1)
    }

    /// May heaps always be of any sizes?
    pub(crate) fn any_sizes(&self) -> bool {
        self.0.iter().all(|rule| rule.heaps == Heaps::Any || rule.bits < 4)
    }
}

fn digits(text: &str) -> Result<Vec<Rule>, String> {
    let mut rules: Vec<Rule> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let mut used = c.len_utf8();
        let bits = if let Some(value) = c.to_digit(16) {
            u64::from(value)
        } else if c == '&' {
            let end = rest.find(';').ok_or_else(|| format!("`{rest}` has no `;`"))?;
            used = end + 1;
            rest[1..end].parse().map_err(|_| format!("`{}` is not a digit", &rest[..used]))?
        } else {
            return Err(format!("this checker does not read `{c}` in a code"));
        };
        rest = &rest[used..];
        let heaps = match rest.chars().next() {
            Some('!') => Heaps::Different,
            Some('?') => Heaps::NotAllEqual,
            Some('=') => Heaps::Same,
            _ => Heaps::Any,
        };
        if heaps != Heaps::Any {
            rest = &rest[1..];
        }
        rules.push(Rule { bits, heaps });
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn codes() {
        let rules = Rules::read("4!.07").unwrap();
        assert_eq!((rules.reach(), rules.most_heaps(), rules.any_sizes()), (2, 2, false));
        assert_eq!(Rules::read("0.3F").unwrap().most_heaps(), 3);
        assert_eq!(Rules::read("0.&32;").unwrap().most_heaps(), 5);
        assert_eq!(Rules::read("0.30").unwrap().reach(), 1);
        for bad in ["77", "1.5", "40.1", ".7", "0.[3]", "0.&7", "0.&x;", "0.7 ", "9.", "0.é"] {
            assert!(Rules::read(bad).is_err(), "{bad}");
        }
    }
}
