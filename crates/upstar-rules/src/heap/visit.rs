//! Somebody who is shown moves one by one and says when it is enough.

use std::ops::ControlFlow;

/// Looks at the heaps that a move leaves.
///
/// ```
/// use std::ops::ControlFlow;
/// use upstar_rules::heap::code::HeapCode;
/// let kayles: HeapCode = ".77".parse()?;
/// let mut seen = 0;
/// let end = kayles.try_each_option(10u128.pow(30), &mut |_: &[u128]| {
///     seen += 1;
///     if seen < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// });
/// assert!(end.is_break());
/// # Ok::<(), upstar_rules::PositionError>(())
/// ```
pub trait Visit<N = u128> {
    /// Looks at one move; breaks off when that is enough.
    fn heaps(&mut self, heaps: &[N]) -> ControlFlow<()>;

    /// Is called now and then where moves are looked for and none is found for long.
    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<N, F: FnMut(&[N]) -> ControlFlow<()>> Visit<N> for F {
    fn heaps(&mut self, heaps: &[N]) -> ControlFlow<()> {
        self(heaps)
    }
}

/// How many steps without a move are too many not to pause.
pub(crate) const PAUSE: u128 = 1 << 14;
