//! A game of independent heaps that another game is made of, by its name or its code.
//!
//! Turning games and products take such games as parameters: `kayles`, `subtraction(2,5)`,
//! `spawning(1-3)`, `.77`. The name is looked up in the registry; what is no name must be a code.

use super::code::HeapCode;
use super::independent::{Heap, Independent};
use crate::erased::Erased;
use crate::prelude::*;
use crate::registry;
use std::fmt;
use std::sync::Arc;

/// A game of independent heaps.
#[derive(Clone)]
pub struct AnyHeapGame {
    text: String,
    heap: AnyHeapRules,
}

#[derive(Clone)]
enum AnyHeapRules {
    Code(Arc<HeapCode>),
    Rules(Arc<Erased>),
}

impl fmt::Debug for AnyHeapGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for AnyHeapGame {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for AnyHeapGame {}

impl AnyHeapGame {
    /// Reads the name of a game, with its parameters, or a code; `place` is where the text starts.
    ///
    /// ```
    /// use upstar_rules::heap::any::AnyHeapGame;
    /// use upstar_rules::heap::independent::Heap;
    /// assert!(AnyHeapGame::parse(0, "kayles")?.allows(5, &[2, 1]));
    /// assert!(AnyHeapGame::parse(0, "subtraction(2,5)")?.allows(5, &[3]));
    /// assert_eq!(AnyHeapGame::parse(7, "domineering").unwrap_err().at, 7);
    /// # Ok::<(), upstar_rules::PositionError>(())
    /// ```
    pub fn parse(place: usize, text: &str) -> Result<AnyHeapGame, PositionError> {
        let heap = match registry::about(text) {
            Ok(about) => {
                let (_, rules) = registry::open_sized(text, (1, 1)).map_err(|error| {
                    let at = |inside: PositionError| inside.shifted(place);
                    match error {
                        registry::RulesError::Parameters(inside) => at(inside),
                        other => PositionError::new(place, text.len(), other.to_string()),
                    }
                })?;
                if rules.downcast::<Independent>().is_none() {
                    let message = format!(
                        "{} is not a game of independent heaps such as `nim`, `kayles` or `.77`",
                        about.title
                    );
                    return Err(PositionError::new(place, text.len(), message));
                }
                AnyHeapRules::Rules(Arc::new(rules))
            }
            Err(_) => {
                let code = text.parse::<HeapCode>().map_err(|error| error.shifted(place))?;
                AnyHeapRules::Code(Arc::new(code))
            }
        };
        Ok(AnyHeapGame { text: text.to_owned(), heap })
    }

    /// Reads two games between which there is a `;`, or one comma that is in no parentheses.
    pub fn parse_two(text: &str) -> Result<[AnyHeapGame; 2], PositionError> {
        let mut depth = 0usize;
        let mut commas = Vec::new();
        for (at, c) in text.char_indices() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => commas.push(at),
                _ => {}
            }
        }
        let at = text.find(';').or(match commas[..] {
            [only] => Some(only),
            _ => None,
        });
        let Some(at) = at else {
            let message = "expected two heap games with `;` between them, such as `nim;kayles`";
            return Err(PositionError::whole(text, message));
        };
        let read = |start: usize, part: &str| {
            let blank = part.len() - part.trim_start().len();
            AnyHeapGame::parse(start + blank, part.trim())
        };
        Ok([read(0, &text[..at])?, read(at + 1, &text[at + 1..])?])
    }

    fn inside(&self) -> Option<&dyn Heap> {
        match &self.heap {
            AnyHeapRules::Code(code) => Some(&**code),
            AnyHeapRules::Rules(rules) => rules.downcast::<Independent>().map(Independent::each),
        }
    }
}

impl Heap for AnyHeapGame {
    fn moves(&self, size: u128, visit: &mut dyn Visit<u128>) -> ControlFlow<()> {
        match self.inside() {
            Some(heap) => heap.moves(size, visit),
            None => ControlFlow::Continue(()),
        }
    }

    fn in_rows(&self) -> bool {
        self.inside().is_some_and(Heap::in_rows)
    }

    fn most_moves(&self, size: u128) -> u128 {
        self.inside().map_or(0, |heap| heap.most_moves(size))
    }

    fn allows(&self, size: u128, left: &[u128]) -> bool {
        self.inside().is_some_and(|heap| heap.allows(size, left))
    }
}
