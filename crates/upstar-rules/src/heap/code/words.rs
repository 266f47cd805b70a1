//! The rules of a code in words.

use super::{Digit, HeapCode, Sizes, Tail};

impl HeapCode {
    /// The rules as sentences, one for each kind of move.
    ///
    /// ```
    /// use upstar_rules::heap::code::HeapCode;
    /// let code: HeapCode = "4!.07".parse()?;
    /// assert_eq!(code.in_words(), [
    ///     "Take nothing, leaving two heaps, not of the same size.",
    ///     "Take 2, leaving nothing, one heap or two heaps.",
    /// ]);
    /// # Ok::<(), upstar_rules::PositionError>(())
    /// ```
    pub fn in_words(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        for (i, digit) in self.before.iter().enumerate().rev() {
            let how = match i {
                0 => "Take nothing".to_owned(),
                _ => format!("Add {i}"),
            };
            sentences.extend(sentence(&how, digit));
        }
        let mut digits: Vec<(usize, &Digit)> = (1..).zip(&self.after).collect();
        while let Some(&(first, digit)) = digits.first() {
            let (same, rest): (Vec<_>, Vec<_>) = digits.iter().partition(|(_, d)| *d == digit);
            digits = rest;
            let numbers: Vec<usize> = same.into_iter().map(|(i, _)| i).collect();
            let how = match numbers.len() {
                1 => format!("Take {first}"),
                _ => format!("Take {}", runs(&numbers)),
            };
            sentences.extend(sentence(&how, digit));
        }
        match &self.tail {
            Tail::Nothing => {}
            Tail::Set(set) => sentences.push(format!("Take a number from the set {{{set}}}.")),
            Tail::Repeat(repeat) => {
                let from = self.after.len() + 1;
                for (i, digit) in (from..).zip(repeat) {
                    let how = match repeat.len() {
                        1 => format!("Take {from} or more"),
                        len => format!("Take {i}, {}, {} and so on", i + len, i + 2 * len),
                    };
                    sentences.extend(sentence(&how, digit));
                }
            }
        }
        if sentences.is_empty() {
            sentences.push("No move is allowed.".to_owned());
        }
        sentences
    }
}

/// "1 to 3, 7 or 9"
fn runs(numbers: &[usize]) -> String {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    for &n in numbers {
        match parts.last_mut() {
            Some((_, last)) if *last + 1 == n => *last = n,
            _ => parts.push((n, n)),
        }
    }
    let texts: Vec<String> = parts
        .iter()
        .flat_map(|&(a, b)| match b - a {
            0 => vec![a.to_string()],
            1 => vec![a.to_string(), b.to_string()],
            _ => vec![format!("{a} to {b}")],
        })
        .collect();
    or(&texts)
}

fn or(texts: &[String]) -> String {
    match texts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn sentence(how: &str, digit: &Digit) -> Option<String> {
    let listed = digit.most().flatten().map_or(0, |most| most + 1);
    let upto = if digit.most().is_none() { 64 } else { listed };
    let mut kinds = Vec::new();
    let mut heaps = 0;
    while heaps < upto {
        if let Some(sizes) = digit.allows(heaps) {
            let number = match heaps {
                0 => "nothing".to_owned(),
                1 => "one heap".to_owned(),
                2 => "two heaps".to_owned(),
                3 => "three heaps".to_owned(),
                n => format!("{n} heaps"),
            };
            let which = match (sizes, heaps) {
                (_, 0 | 1) | (Sizes::Any, _) => "",
                (Sizes::Equal, _) => ", all of the same size",
                (Sizes::Distinct | Sizes::NotAllEqual, 2) => ", not of the same size",
                (Sizes::Distinct, _) => ", all of different sizes",
                (Sizes::NotAllEqual, _) => ", not all of the same size",
            };
            let open_end = digit.most().is_none()
                && (heaps..64).all(|h| digit.allows(h) == digit.allows(heaps.max(2)) || h < 2);
            let more = if open_end { " or more" } else { "" };
            kinds.push(format!("{number}{more}{which}"));
            if open_end {
                break;
            }
        }
        heaps += 1;
    }
    (!kinds.is_empty()).then(|| format!("{how}, leaving {}.", or(&kinds)))
}
