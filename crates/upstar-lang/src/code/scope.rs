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

/// The variables outside of functions. A name keeps its number for the life of a session.
#[derive(Debug, Default)]
pub(crate) struct Globals {
    numbers: FxHashMap<Arc<str>, u32>,
    list: Vec<Global>,
}

/// A name, and what it stands for.
#[derive(Debug)]
pub(crate) struct Global {
    pub(crate) name: Arc<str>,
    pub(crate) value: Option<Value>,
    /// What the name means as long as nobody assigns it.
    pub(crate) builtin: Option<&'static Builtin>,
}

impl Globals {
    /// The number of a name.
    pub(super) fn number(&mut self, name: &Arc<str>) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.list.len() as u32;
        let builtin = builtins::global(name);
        self.list.push(Global { name: name.clone(), value: None, builtin });
        self.numbers.insert(name.clone(), number);
        number
    }

    /// Gives a name a value.
    pub(crate) fn define(&mut self, name: &str, value: Value) {
        let number = self.number(&Arc::from(name));
        if let Some(slot) = self.slot(number) {
            *slot = Some(value);
        }
    }

    pub(crate) fn get(&self, number: u32) -> Option<&Global> {
        self.list.get(number as usize)
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
pub(super) struct Scope {
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

impl Scope {
    pub(super) fn new(opens: Opens, itself: Option<Arc<str>>, inner: &[Arc<str>]) -> Scope {
        Scope {
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

    fn find(&self, name: &str) -> Option<u32> {
        let known = self.names.iter().rev().find(|(known, _)| **known == *name);
        known.map(|&(_, slot)| slot)
    }
}

/// The slot of `name` in the last of `scopes`, if it is a variable of a function; `shared` if it is
/// assigned there.
pub(super) fn resolve(scopes: &mut [Scope], name: &Arc<str>, shared: bool) -> Option<u32> {
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
