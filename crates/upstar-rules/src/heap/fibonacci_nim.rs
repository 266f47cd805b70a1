//! Fibonacci Nim: take at most twice what was just taken (Whinihan 1963).
//!
//! Each heap remembers how much may be taken from it next. Known: when at most m beans may be
//! taken from a heap of n, the player to move loses just if m is less than the smallest term of
//! the way to write n as a sum of Fibonacci numbers no two of which are neighbours.

use super::heaps::columns_of_beans;
use crate::naming::by_texts;
use crate::registry::{About, Editor, Known};
use crate::{Color, MOST_CELLS, Picture, PositionError, Rules, Shape, no_parameters, parameters};
use upstar_base::{Options, Player};
use upstar_picture::LABEL;

/// What the registry says of it.
pub const ABOUT: About = About {
    name: "fibonacci-nim",
    aliases: &[],
    title: "Fibonacci Nim",
    rules: "Take at least one bean from a heap and at most twice as many as were taken from it \
            by the move before; the first move in a heap may take any number but not all. Who \
            cannot move loses.",
    notation: "Heaps with the most that may be taken next: `20:4`; a number alone, `20`, is a \
               heap that was not touched; `+` between heaps.",
    examples: &["20", "12:4", "7+5:2"],
    source: "M. J. Whinihan 1963; Winning Ways ch. 15",
    known: &[
        Known { position: "13", value: "0", source: "Whinihan 1963" },
        Known { position: "20:1", value: "0", source: "Whinihan 1963: 20 = 13+5+2" },
        Known { position: "2", value: "0", source: "Whinihan 1963" },
        Known { position: "1:1", value: "*", source: "Whinihan 1963" },
    ],
    tables: "N: an untouched heap of 1 to N beans",
    impartial: true,
    editor: Editor::Text,
};

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct FibonacciNim;

/// Heaps (beans, the most that may be taken), the largest first; the second number is at least
/// 1 and at most the first.
pub type Limited = Vec<(u32, u32)>;

fn sorted(mut heaps: Limited) -> Limited {
    heaps.retain(|&(_, most)| most > 0);
    heaps.sort_unstable_by(|a, b| b.cmp(a));
    heaps
}

impl FibonacciNim {
    /// The game; it takes no parameters.
    pub fn from_parameters(text: &str) -> Result<Self, PositionError> {
        no_parameters(text).map(|()| FibonacciNim)
    }
}

impl Rules for FibonacciNim {
    type Position = Limited;

    fn options(&self, heaps: &Limited, _: Player, out: &mut dyn Options<Limited>) {
        for (place, &(beans, most)) in heaps.iter().enumerate() {
            if place > 0 && heaps[place - 1] == heaps[place] {
                continue;
            }
            for taken in 1..=most {
                let left = beans - taken;
                let mut to = heaps.clone();
                to[place] = (left, left.min(taken.saturating_mul(2)));
                if !out.push(sorted(to)) {
                    return;
                }
            }
        }
    }

    fn parse(&self, text: &str) -> Result<Limited, PositionError> {
        let mut heaps = Limited::new();
        for (place, heap) in parameters::parts(text, '+') {
            if heaps.len() == MOST_CELLS {
                let message = format!("the position has more than {MOST_CELLS} heaps");
                return Err(PositionError::new(place, text.len() - place, message));
            }
            let (size, limit) = match heap.split_once(':') {
                Some((size, limit)) => (size, Some(limit)),
                None => (heap, None),
            };
            let beans = parameters::number(place, size, 0, u32::MAX, "a heap")?;
            let most = match limit {
                Some(limit) => {
                    let what = "how many may be taken";
                    parameters::number(place + size.len() + 1, limit, 0, u32::MAX, what)?
                }
                None => beans.saturating_sub(1),
            };
            heaps.push((beans, most.min(beans)));
        }
        Ok(sorted(heaps))
    }

    fn show(&self, heaps: &Limited) -> String {
        if heaps.is_empty() {
            return "0".to_owned();
        }
        let heap = |&(beans, most): &(u32, u32)| {
            if most + 1 == beans { beans.to_string() } else { format!("{beans}:{most}") }
        };
        heaps.iter().map(heap).collect::<Vec<_>>().join("+")
    }

    /// What may be taken next follows from what is taken now.
    fn name_move(&self, heaps: &Limited, _: Player, option: &Limited) -> String {
        let name = by_texts(&self.show(heaps), &self.show(option));
        match name.rsplit_once(':') {
            Some((name, _)) if name.contains("->") => name.to_owned(),
            _ => name,
        }
    }

    /// Columns of beans with the most that may be taken under each.
    fn picture(&self, heaps: &Limited) -> Picture {
        let sizes: Vec<u32> = heaps.iter().map(|&(beans, _)| beans).collect();
        let (mut picture, width) = columns_of_beans(&sizes);
        for (i, &(_, most)) in (0i32..).zip(heaps) {
            let (x, y, text) = (width * i + width / 2, picture.height + 10, format!("≤{most}"));
            picture.shapes.push(Shape::sized(x, y, text, Color::Gray, LABEL));
        }
        picture.height += 10;
        picture
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn is_all_small(&self) -> bool {
        true
    }

    fn components(&self, heaps: Limited, out: &mut dyn Options<Limited>) {
        out.extend(heaps.into_iter().map(|heap| vec![heap]));
    }

    fn parts(&self, heaps: &Limited, out: &mut dyn Options<(Limited, u64)>) {
        out.extend(heaps.iter().map(|&heap| (vec![heap], 1)));
    }

    fn pieces(&self) -> &'static str {
        "each heap"
    }

    fn size(&self, heaps: &Limited) -> u32 {
        heaps.iter().fold(0, |total, &(beans, _)| total.saturating_add(beans))
    }

    fn member(&self, size: &[usize]) -> Option<Limited> {
        let &[n] = size else { return None };
        let n = u32::try_from(n).ok()?;
        Some(sorted(vec![(n, n.saturating_sub(1))]))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn limits_follow_the_moves() {
        let rules = FibonacciNim;
        let mut options = Vec::new();
        rules.options(&rules.parse("7:3").unwrap(), Player::Left, &mut options);
        let shown: Vec<String> = options.iter().map(|to| rules.show(to)).collect();
        assert_eq!(shown, ["6:2", "5", "4:4"]);
        assert_eq!(rules.show(&rules.parse("1+0+3:9").unwrap()), "3:3");
        for (text, at) in [("", 0), ("7:", 2), ("7:x", 2), ("3+7;2", 2)] {
            assert_eq!(rules.parse(text).unwrap_err().at, at, "{text}");
        }
    }
}
