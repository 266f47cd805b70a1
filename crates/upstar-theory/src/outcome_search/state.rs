//! A sum in the search: what is small, as one rest, and large components.

use super::rests::RestId;
use smallvec::SmallVec;
use upstar_base::Weigh;

/// A large component, negative when the players are exchanged in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct LargeComponent(u32);

impl Weigh for LargeComponent {}

impl LargeComponent {
    /// How many components can be distinguished.
    pub(super) const LIMIT: usize = 1 << 31;

    pub(super) fn new(index: usize, negated: bool) -> LargeComponent {
        LargeComponent((index as u32) << 1 | u32::from(negated))
    }

    pub(super) fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// This part, negated if `negated`.
    pub(super) fn signed(self, negated: bool) -> LargeComponent {
        LargeComponent(self.0 ^ u32::from(negated))
    }

    /// A number that no other part has.
    pub(super) fn code(self) -> u32 {
        self.0
    }

    /// The part with this code.
    pub(super) fn from_code(code: u32) -> LargeComponent {
        LargeComponent(code)
    }
}

impl std::ops::Neg for LargeComponent {
    type Output = LargeComponent;

    fn neg(self) -> LargeComponent {
        self.signed(true)
    }
}

/// A rest and large components, sorted.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct SearchState {
    pub(super) rest: RestId,
    pub(super) parts: SmallVec<[LargeComponent; 6]>,
}

impl SearchState {
    pub(super) fn empty() -> SearchState {
        SearchState { rest: RestId::EMPTY, parts: SmallVec::new() }
    }

    /// Adds a part; it and its negative cancel.
    pub(super) fn add(&mut self, part: LargeComponent) {
        match self.parts.binary_search(&-part) {
            Ok(i) => {
                self.parts.remove(i);
            }
            Err(_) => {
                let (Ok(i) | Err(i)) = self.parts.binary_search(&part);
                self.parts.insert(i, part);
            }
        }
    }

    /// The only part, if there is nothing else.
    pub(super) fn lone_part(&self) -> Option<LargeComponent> {
        match self.parts[..] {
            [part] if self.rest == RestId::EMPTY => Some(part),
            _ => None,
        }
    }
}
