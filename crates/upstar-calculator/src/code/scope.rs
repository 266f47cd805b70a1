//! Which variable a name means.
//!
//! A function has the variables that it declares (`var`), takes (parameters) or assigns. A name that
//! it assigns and that the function around it has as well means that one, and all share it. A name
//! that no function inside assigns is kept with the value it has when the function is made. Outside of functions
//! `:=` sets a global; a lambda there changes a global that exists, while `def` never does.

use super::Capture;
use crate::builtins::{self, Builtin};
use crate::value::Value;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The variables outside of functions. A name keeps its number for the life of a session.
///
/// They also know when each was set and read, so that whoever keeps what a function answered can
/// tell whether it would answer the same again ([`Globals::watch`]).
#[derive(Debug, Default)]
pub(crate) struct Globals {
    numbers: FxHashMap<Arc<str>, u32>,
    list: Vec<Global>,
    /// How often anything changed that a function can read.
    changes: u64,
    /// How often rules changed, which texts name.
    rules: u64,
    /// How many watches began.
    watches: u64,
}

/// What an answer depends on that was computed from `at` on.
#[derive(Debug, Default)]
pub(crate) struct Depends {
    /// The globals that were read.
    globals: Vec<u32>,
    /// Whether anything was read that changes without being set.
    volatile: bool,
    /// The number of changes when it was known to be right.
    at: u64,
    rules: u64,
}

/// A watch over what is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadWatch {
    number: u64,
    at: u64,
}

/// A name, and what it stands for.
#[derive(Debug)]
pub(crate) struct Global {
    pub(crate) name: Arc<str>,
    pub(crate) value: Option<Value>,
    /// What the name means as long as nobody assigns it.
    pub(crate) builtin: Option<&'static Builtin>,
    /// The number of changes when it was set.
    changed: u64,
    /// The last watch during which it was read.
    read: AtomicU64,
}

impl Globals {
    /// The number of a name.
    pub(super) fn number(&mut self, name: &Arc<str>) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.list.len() as u32;
        let builtin = builtins::global(name);
        let read = AtomicU64::new(0);
        self.list.push(Global { name: name.clone(), value: None, builtin, changed: 0, read });
        self.numbers.insert(name.clone(), number);
        number
    }

    /// Gives a name a value.
    pub(crate) fn define(&mut self, name: &str, value: Value) {
        let number = self.number(&Arc::from(name));
        self.set(number, value);
    }

    /// Sets a variable.
    pub(crate) fn set(&mut self, number: u32, value: Value) {
        self.changes += 1;
        if let Some(global) = self.list.get_mut(number as usize) {
            global.changed = self.changes;
            global.value = Some(value);
        }
    }

    /// Counts a change of something else that functions can read.
    pub(crate) fn other_change(&mut self) {
        self.changes += 1;
    }

    /// Counts a change of the rules that texts name.
    pub(crate) fn rules_change(&mut self) {
        self.changes += 1;
        self.rules += 1;
    }

    /// Whether nothing changed since the watch began.
    pub(crate) fn is_as_at(&self, watch: ReadWatch) -> bool {
        self.changes == watch.at
    }

    /// Begins to watch what is read. Watches may nest.
    pub(crate) fn watch(&mut self) -> ReadWatch {
        self.watches += 1;
        ReadWatch { number: self.watches, at: self.changes }
    }

    /// Adds what was read since `watch` to what an answer depends on, whose other parts must be
    /// right at the beginning of the watch; `volatile` if it also read what changes by itself.
    pub(crate) fn seen(&self, depends: &mut Depends, watch: ReadWatch, volatile: bool) {
        (depends.at, depends.rules) = (watch.at, self.rules);
        depends.volatile |= volatile;
        for (number, global) in (0u32..).zip(&self.list) {
            if global.read.load(Ordering::Relaxed) < watch.number {
                continue;
            }
            depends.volatile |= global.value.as_ref().is_some_and(|value| value.nesting().mutable);
            if !depends.globals.contains(&number) {
                depends.globals.push(number);
            }
        }
    }

    /// Whether an answer that depends on this is still right.
    pub(crate) fn holds(&self, depends: &Depends) -> bool {
        let unchanged = |&number: &u32| {
            self.list.get(number as usize).is_none_or(|global| global.changed <= depends.at)
        };
        depends.at == self.changes
            || !depends.volatile
                && depends.rules == self.rules
                && depends.globals.iter().all(unchanged)
    }

    /// Takes note that what an answer depends on counts as read: the answer is used again.
    pub(crate) fn read_again(&self, depends: &Depends) {
        for &number in &depends.globals {
            let _ = self.get(number);
        }
    }

    pub(crate) fn get(&self, number: u32) -> Option<&Global> {
        let global = self.list.get(number as usize)?;
        global.read.store(self.watches, Ordering::Relaxed);
        Some(global)
    }

    pub(crate) fn value(&self, number: u32) -> Option<&Value> {
        self.get(number)?.value.as_ref()
    }

    /// The value of the global of this name.
    pub(crate) fn named(&self, name: &str) -> Option<&Value> {
        self.value(*self.numbers.get(name)?)
    }

    pub(crate) fn slot(&mut self, number: u32) -> Option<&mut Option<Value>> {
        self.list.get_mut(number as usize).map(|global| &mut global.value)
    }

    /// The names that have values.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.list.iter().filter(|global| global.value.is_some()).map(|global| &global.name)
    }
}

/// What opens a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opens {
    Input,
    Def,
    Lambda,
}

/// The names of a function, or of an input.
#[derive(Debug)]
pub(super) struct CodeScope {
    pub(super) opens: Opens,
    /// Names and their slots; later ones hide earlier ones.
    pub(super) names: Vec<(Arc<str>, u32)>,
    /// Names of functions around this one.
    outer: Vec<(Arc<str>, u32)>,
    pub(super) captures: Vec<Capture>,
    /// The name of the function, and its slot once the body speaks of it.
    itself: Option<Arc<str>>,
    pub(super) own_slot: Option<u32>,
    pub(super) slots: u32,
    /// In how many loops the place is.
    pub(super) loops: usize,
    /// The names that functions inside assign.
    inner: Vec<Arc<str>>,
}

impl CodeScope {
    pub(super) fn new(opens: Opens, itself: Option<Arc<str>>, inner: &[Arc<str>]) -> CodeScope {
        CodeScope {
            opens,
            names: Vec::new(),
            outer: Vec::new(),
            captures: Vec::new(),
            itself,
            own_slot: None,
            slots: 0,
            loops: 0,
            inner: inner.to_vec(),
        }
    }

    pub(super) fn new_slot(&mut self) -> u32 {
        self.slots += 1;
        self.slots - 1
    }

    /// A further variable of this name.
    pub(super) fn declare(&mut self, name: &Arc<str>) -> u32 {
        let slot = self.new_slot();
        self.names.push((name.clone(), slot));
        slot
    }

    /// The slot of the last variable of this name.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        let known = self.names.iter().rev().find(|(known, _)| **known == *name);
        known.map(|&(_, slot)| slot)
    }
}

/// The slot of `name` in the last of `scopes`, if it is a variable of a function; `shared` if it is
/// assigned there.
pub(super) fn resolve(scopes: &mut [CodeScope], name: &Arc<str>, shared: bool) -> Option<u32> {
    let (scope, around) = scopes.split_last_mut()?;
    if let Some(slot) = scope.find(name) {
        return Some(slot);
    }
    if !shared && scope.itself.as_ref() == Some(name) {
        let slot = match scope.own_slot {
            Some(slot) => slot,
            None => scope.new_slot(),
        };
        scope.own_slot = Some(slot);
        return Some(slot);
    }
    if let Some(&(_, slot)) = scope.outer.iter().find(|(known, _)| known == name) {
        if shared && let Some(from) = resolve(around, name, true) {
            for capture in &mut scope.captures {
                capture.shared |= capture.from == from;
            }
        }
        return Some(slot);
    }
    let shared = shared || around.last().is_some_and(|outer| outer.inner.contains(name));
    let from = resolve(around, name, shared)?;
    let to = scope.new_slot();
    scope.outer.push((name.clone(), to));
    scope.captures.push(Capture { from, to, shared });
    Some(to)
}
