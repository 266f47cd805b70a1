//! Lists, sets and maps, as they grow and as they are.
//!
//! Collections know how deeply they nest: what could be dropped only with a deep stack is
//! refused when it is made, and mutable collections hold nothing mutable, so nothing is cyclic.

use crate::charge::Charge;
use crate::value::Value;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use upstar_base::{Budget, Stopped};

/// How deeply values may nest in lists, maps and captured variables.
pub(crate) const MAX_DEPTH: u32 = 1000;
/// The depth that mutable collections count as, whatever is in them at the moment.
const MUTABLE_DEPTH: u32 = MAX_DEPTH / 2;

/// What a container must know of its parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Nesting {
    pub(crate) depth: u32,
    pub(crate) mutable: bool,
}

impl Nesting {
    /// That of what may change later.
    pub(crate) const SHARED: Nesting = Nesting { depth: MUTABLE_DEPTH + 1, mutable: true };

    pub(crate) fn with(self, other: Nesting) -> Nesting {
        Nesting { depth: self.depth.max(other.depth), mutable: self.mutable || other.mutable }
    }

    /// That of a container whose parts nest like `self`.
    pub(crate) fn container(self) -> Nesting {
        Nesting { depth: self.depth + 1, ..self }
    }

    /// May something that nests like this be put into a mutable collection?
    pub(crate) fn fits_mutable(self) -> bool {
        !self.mutable && self.depth < MUTABLE_DEPTH
    }
}

/// The members of a list or set.
#[derive(Debug)]
pub struct Items {
    items: Vec<Value>,
    pub(crate) nesting: Nesting,
    charge: Charge,
}

impl Items {
    /// The members in order.
    pub fn as_slice(&self) -> &[Value] {
        &self.items
    }
}

/// A collection that is being filled; it counts its memory as it grows.
#[derive(Debug)]
pub struct Growing {
    pub(crate) items: Vec<Value>,
    nesting: Nesting,
    charge: Charge,
    /// Bytes that are not charged yet.
    pending: u64,
}

/// How many bytes a collection grows before it counts them.
const BLOCK: u64 = 4096;

impl Growing {
    pub(crate) fn new(budget: &Arc<Budget>) -> Growing {
        Growing {
            items: Vec::new(),
            nesting: Nesting::default(),
            charge: Charge::new(budget),
            pending: 0,
        }
    }

    /// The members of a list or set, without copying them if nobody else holds it.
    pub(crate) fn from_items(items: Arc<Items>, budget: &Arc<Budget>) -> Result<Growing, Stopped> {
        match Arc::try_unwrap(items) {
            Ok(Items { items, nesting, charge }) => {
                let nesting = Nesting { depth: nesting.depth - 1, ..nesting };
                Ok(Growing { items, nesting, charge, pending: 0 })
            }
            Err(items) => {
                let mut copy = Growing::new(budget);
                for item in items.as_slice() {
                    copy.push(item.clone())?;
                }
                Ok(copy)
            }
        }
    }

    fn weigh(&mut self, value: &Value) -> Result<(), Stopped> {
        self.nesting = self.nesting.with(value.nesting());
        self.pending += value.weight();
        if self.pending < BLOCK { Ok(()) } else { self.settle() }
    }

    /// Counts what is not counted yet.
    fn settle(&mut self) -> Result<(), Stopped> {
        self.charge.add(std::mem::take(&mut self.pending))
    }

    pub(crate) fn push(&mut self, value: Value) -> Result<(), Stopped> {
        self.weigh(&value)?;
        self.items.push(value);
        Ok(())
    }

    pub(crate) fn insert(&mut self, at: usize, value: Value) -> Result<(), Stopped> {
        self.weigh(&value)?;
        self.items.insert(at.min(self.items.len()), value);
        Ok(())
    }

    pub(crate) fn remove(&mut self, at: usize) -> Option<Value> {
        (at < self.items.len()).then(|| {
            let value = self.items.remove(at);
            self.unweigh(&value);
            value
        })
    }

    fn unweigh(&mut self, value: &Value) {
        let weight = value.weight();
        let counted = weight.saturating_sub(self.pending);
        self.pending -= weight - counted;
        self.charge.remove(counted);
    }

    pub(crate) fn clear(&mut self) {
        while let Some(value) = self.items.pop() {
            self.unweigh(&value);
        }
        self.nesting = Nesting::default();
    }

    /// Leaves the first `length` members.
    pub(crate) fn shorten(&mut self, length: usize) {
        for value in self.items.split_off(length.min(self.items.len())) {
            self.unweigh(&value);
        }
    }

    /// The finished members; `None` if they nest too deeply.
    pub(crate) fn finish(mut self) -> Option<Arc<Items>> {
        let nestings = self.items.iter().map(Value::nesting);
        self.nesting = nestings.fold(Nesting::default(), Nesting::with);
        self.finish_grown().ok()
    }

    /// The same in constant time, for what only grew.
    pub(crate) fn finish_grown(mut self) -> Result<Arc<Items>, Growing> {
        // A limit that is reached here is met at the next step.
        let _ = self.settle();
        let nesting = self.nesting.container();
        if nesting.depth > MAX_DEPTH {
            return Err(self);
        }
        let Growing { items, charge, .. } = self;
        Ok(Arc::new(Items { items, nesting, charge }))
    }
}

/// A mutable collection that several variables may hold. It is locked for the time of one
/// operation that calls no function of the user, so nobody waits for it within a session.
#[derive(Debug)]
pub struct Shared(RwLock<Growing>);

impl Shared {
    pub(crate) fn new(items: Growing) -> Arc<Shared> {
        Arc::new(Shared(RwLock::new(items)))
    }

    pub(crate) fn borrow(&self) -> RwLockReadGuard<'_, Growing> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn borrow_mut(&self) -> RwLockWriteGuard<'_, Growing> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The entries of a map, sorted by key.
#[derive(Debug)]
pub struct Map {
    entries: Vec<(Value, Value)>,
    pub(crate) nesting: Nesting,
    _charge: Charge,
}

impl Map {
    /// The map of sorted entries; `None` if they nest too deeply.
    pub(crate) fn new(
        entries: Vec<(Value, Value)>,
        budget: &Arc<Budget>,
    ) -> Result<Option<Arc<Map>>, Stopped> {
        let mut charge = Charge::new(budget);
        let mut nesting = Nesting::default();
        for (key, value) in &entries {
            charge.add(key.weight() + value.weight())?;
            nesting = nesting.with(key.nesting()).with(value.nesting());
        }
        let nesting = nesting.container();
        let fits = nesting.depth <= MAX_DEPTH;
        Ok(fits.then(|| Arc::new(Map { entries, nesting, _charge: charge })))
    }

    /// The entries in the order of their keys.
    pub fn entries(&self) -> &[(Value, Value)] {
        &self.entries
    }
}
