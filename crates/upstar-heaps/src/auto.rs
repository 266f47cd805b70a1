//! The best engine for a code.

use crate::game::Breaks;
use crate::kernel::Fast;
use crate::many::Many;
use crate::plain::MexEngine;
use crate::sequence::Engine;
use crate::window::Window;
use upstar_rules::heap::code::HeapCode;

/// Which way a sequence is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineChoice {
    /// Nothing is broken: [`Window`].
    Window,
    /// At most two heaps are left: [`Fast`].
    Sparse,
    /// More heaps are left: [`Many`].
    Sets,
    /// Everything else: [`MexEngine`].
    Plain,
}

impl EngineChoice {
    /// The best way for a code.
    pub fn of(code: &HeapCode) -> EngineChoice {
        if Window::new(code).is_some() {
            EngineChoice::Window
        } else if Breaks::from_code(code).is_some() {
            EngineChoice::Sparse
        } else if sets(code).is_some() {
            EngineChoice::Sets
        } else {
            EngineChoice::Plain
        }
    }
}

/// The engine of sets where it is better than the plain rule: with three heaps or more, or with
/// two after any number of tokens was taken.
fn sets(code: &HeapCode) -> Option<Many> {
    match code.most_heaps() {
        Some(0 | 1) => None,
        Some(2) if code.reach().is_some() => None,
        _ => Many::new(code),
    }
}

/// The best engine for a code.
///
/// ```
/// use upstar_base::Budget;
/// let mut kayles = upstar_heaps::engine(&"kayles".parse()?);
/// kayles.extend(100, &Budget::unlimited())?;
/// assert_eq!(kayles.value(71), Some(7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn engine(code: &HeapCode) -> Box<dyn Engine> {
    engine_on(code, 1)
}

/// The best engine for a code, with so many threads where it can use them.
pub fn engine_on(code: &HeapCode, threads: usize) -> Box<dyn Engine> {
    if let Some(window) = Window::new(code) {
        return Box::new(window);
    }
    if let Some(game) = Breaks::from_code(code) {
        return Box::new(Fast::new(game).with_threads(threads));
    }
    match sets(code) {
        Some(many) => Box::new(many),
        None => Box::new(MexEngine::new(code.clone())),
    }
}
