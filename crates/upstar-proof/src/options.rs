//! The options of a heap, listed from the rules as the checker reads them.

use crate::meter::Meter;
use crate::rules::{HeapSizes, Rules};
use upstar_base::Stopped;

/// Is called with an option: the sizes of its heaps, which do not decrease.
pub(crate) type SizesVisit<'a> = &'a mut dyn FnMut(&[u64]) -> Result<(), Stopped>;

impl Rules {
    /// Calls `visit` with every option of a heap of `size` tokens; an option may come more than
    /// once.
    pub(crate) fn each_option(
        &self,
        size: u64,
        meter: &Meter<'_>,
        visit: SizesVisit<'_>,
    ) -> Result<(), Stopped> {
        let mut option = Vec::new();
        let taking = self.taking.iter().zip(0..).map(|(rule, n)| (rule, size.checked_sub(n)));
        let adding = self.adding.iter().zip(1..).map(|(rule, n)| (rule, size.checked_add(n)));
        for (rule, left) in taking.take_while(|(_, left)| left.is_some()).chain(adding) {
            meter.tick(1)?;
            let Some(left) = left else { continue };
            let mut bits = rule.bits;
            while bits != 0 {
                let heaps = u64::from(bits.trailing_zeros());
                bits &= bits - 1;
                split(left, heaps, 1, rule.heaps, &mut option, meter, visit)?;
            }
        }
        Ok(())
    }
}

/// Appends `heaps` heaps of at least `least` tokens each, `left` in all.
fn split(
    left: u64,
    heaps: u64,
    least: u64,
    kind: HeapSizes,
    option: &mut Vec<u64>,
    meter: &Meter<'_>,
    visit: SizesVisit<'_>,
) -> Result<(), Stopped> {
    if heaps == 0 {
        let several = option.len() > 1;
        let same = option.first() == option.last();
        let fits = match kind {
            HeapSizes::Any => true,
            HeapSizes::Different => option.windows(2).all(|pair| pair[0] != pair[1]),
            HeapSizes::NotAllEqual => !(several && same),
            HeapSizes::Same => !several || same,
        };
        if left == 0 && fits {
            visit(option)?;
        }
        return Ok(());
    }
    // The last heap takes all that is left.
    let first = if heaps == 1 { left.max(least) } else { least };
    let mut size = first;
    while size.checked_mul(heaps).is_some_and(|total| total <= left) {
        meter.tick(1)?;
        option.push(size);
        split(left - size, heaps - 1, size, kind, option, meter, visit)?;
        option.pop();
        size += 1;
    }
    Ok(())
}

#[cfg(test)]
#[path = "../tests/private/options.rs"]
mod tests;
