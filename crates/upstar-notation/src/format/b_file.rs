//! A b-file of the OEIS: index and term on each line.

use super::{Grid, Stream, Unwritable, Write};

pub(super) struct BFile;

impl Write for BFile {
    fn write(&self, grid: &Grid) -> Result<String, Unwritable> {
        let Some((first, terms)) = &grid.sequence else {
            return Err(Unwritable("a b-file needs one row of integers"));
        };
        Ok((*first..).zip(terms).map(|(n, term)| format!("{n} {term}\n")).collect())
    }

    fn stream(&self) -> Option<Stream> {
        Some(Stream { head: "", separator: ' ' })
    }
}
