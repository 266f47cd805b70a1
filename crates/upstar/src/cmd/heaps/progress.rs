//! What a long computation shows while it runs.

use crate::args::Global;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use upstar_heaps::{Statistics, Watch};

/// A bar on stderr with the rate, the rare positions and the largest value; nothing where stderr
/// is not a terminal.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar for a computation up to `len` values.
    pub(crate) fn new(global: &Global, len: u64) -> Bar {
        let bar = ProgressBar::new(len);
        let seen = std::io::stderr().is_terminal() && !global.quiet;
        bar.set_draw_target(match seen {
            true => ProgressDrawTarget::stderr_with_hz(8),
            false => ProgressDrawTarget::hidden(),
        });
        let style = "{elapsed_precise} {wide_bar} {human_pos}/{human_len} {per_sec} {eta} {msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Bar(bar)
    }

    /// So many values are known.
    pub(crate) fn at(&self, len: u64) {
        self.0.set_position(len);
    }

    /// Where the computation starts when it goes on from an earlier one.
    pub(crate) fn start_at(&self, len: u64) {
        self.0.set_position(len);
        self.0.reset_eta();
    }
}

impl Watch for Bar {
    fn progress(&mut self, len: u64, statistics: Statistics) {
        let Statistics { largest, rares, last_rare, .. } = statistics;
        self.0.set_position(len);
        self.0.set_message(format!("rares {rares}, last {last_rare}, largest value {largest}"));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
