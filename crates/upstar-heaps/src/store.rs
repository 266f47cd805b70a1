//! Where values are kept: all of them, or a prefix and a sliding window.
//!
//! Invariants: `front` is G(0..front.len()). While nothing is forgotten `front` holds everything
//! and `back` is empty; afterwards `back` is G(base..len) and at least `window` long.

/// The values of a sequence.
#[derive(Clone, Debug)]
pub(crate) struct ValueStore {
    front: Vec<u16>,
    back: Vec<u16>,
    base: u64,
    /// `None` while all values are kept.
    window: Option<usize>,
}

impl ValueStore {
    /// G(0) = 0.
    pub(crate) fn new() -> ValueStore {
        ValueStore { front: vec![0], back: Vec::new(), base: 0, window: None }
    }

    /// A sequence of `len` values from its beginning and its end; `None` when they contradict
    /// each other.
    pub(crate) fn from_pieces(len: u64, prefix: &[u16], window: &[u16]) -> Option<ValueStore> {
        let base = len.checked_sub(window.len() as u64)?;
        let start = if base == 0 { window.first() } else { prefix.first() };
        if start != Some(&0) || prefix.len() as u64 > len {
            return None;
        }
        if base > prefix.len() as u64 {
            let back = window.to_vec();
            let window = Some(window.len());
            return Some(ValueStore { front: prefix.to_vec(), back, base, window });
        }
        let overlap = prefix.len() - base as usize;
        if prefix[base as usize..] != window[..overlap] {
            return None;
        }
        let front = [prefix, &window[overlap..]].concat();
        Some(ValueStore { front, back: Vec::new(), base: 0, window: None })
    }

    /// Prefix and window, as [`ValueStore::from_pieces`] wants them.
    pub(crate) fn to_pieces(&self) -> (Vec<u16>, Vec<u16>) {
        (self.front.clone(), self.back.clone())
    }

    pub(crate) fn len(&self) -> u64 {
        match self.window {
            None => self.front.len() as u64,
            Some(_) => self.base + self.back.len() as u64,
        }
    }

    pub(crate) fn kept_len(&self) -> usize {
        self.front.len() + self.back.len()
    }

    pub(crate) fn bytes(&self) -> u64 {
        2 * (self.front.capacity() + self.back.capacity()) as u64
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.window.is_none()
    }

    pub(crate) fn whole(&self) -> Option<&[u16]> {
        self.is_whole().then_some(&self.front)
    }

    /// The prefix; the values that end the sequence; the position of the first of those.
    pub(crate) fn pieces(&self) -> (&[u16], &[u16], u64) {
        match self.window {
            None => (&self.front, &self.front, 0),
            Some(_) => (&self.front, &self.back, self.base),
        }
    }

    pub(crate) fn value(&self, n: u64) -> Option<u16> {
        let index = |n: u64| usize::try_from(n).ok();
        let early = index(n).and_then(|n| self.front.get(n));
        early.or_else(|| self.back.get(index(n.checked_sub(self.base)?)?)).copied()
    }

    /// Copies the values from `from` on; false when one of them is not kept.
    pub(crate) fn read<T: From<u16>>(&self, from: u64, out: &mut [T]) -> bool {
        let piece = |values: &[u16], base: u64, out: &mut [T]| {
            let start = from.checked_sub(base).and_then(|start| usize::try_from(start).ok());
            let end = start.and_then(|start| start.checked_add(out.len()));
            match start.zip(end).and_then(|(start, end)| values.get(start..end)) {
                Some(found) => {
                    out.iter_mut().zip(found).for_each(|(place, &v)| *place = v.into());
                    true
                }
                None => false,
            }
        };
        piece(&self.front, 0, out)
            || piece(&self.back, self.base, out)
            || (from..)
                .zip(out)
                .all(|(n, place)| self.value(n).map(|value| *place = value.into()).is_some())
    }

    /// The positions and values that are kept, each once.
    pub(crate) fn kept(&self) -> impl Iterator<Item = (u64, u16)> + '_ {
        let first = self.front.len() as u64;
        let late = (self.base..).zip(self.back.iter().copied()).filter(move |&(n, _)| n >= first);
        (0u64..).zip(self.front.iter().copied()).chain(late)
    }

    pub(crate) fn push(&mut self, value: u16) {
        match self.window {
            None => self.front.push(value),
            Some(window) => {
                if self.back.len() >= 2 * window {
                    let drop = self.back.len() - window;
                    self.back.drain(..drop);
                    self.base += drop as u64;
                }
                self.back.push(value);
            }
        }
    }

    /// From now on keeps `prefix` values and a window; does nothing while that would be longer
    /// than what there is.
    pub(crate) fn forget(&mut self, prefix: usize, window: usize) {
        let window = window.max(1);
        if !self.is_whole() || prefix.saturating_add(window) >= self.front.len() {
            return;
        }
        self.base = (self.front.len() - window) as u64;
        self.back = self.front[self.base as usize..].to_vec();
        self.front.truncate(prefix);
        self.front.shrink_to_fit();
        self.window = Some(window);
    }
}
