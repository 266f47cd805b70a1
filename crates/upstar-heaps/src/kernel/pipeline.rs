//! Two threads for one sequence: one speculates, the other proves.
//!
//! Batches of speculated codes go through a channel to the prover, which has its own window of
//! them; what it leaves open comes back and is settled here. Speculation runs ahead by a bounded
//! number of batches. Everything after a position whose proof fails is rolled back, so the
//! values are the same as with one thread.

use super::engine::BlockEngine;
use crate::simd::SPAN;
use std::collections::VecDeque;
use std::sync::mpsc::{TryRecvError, channel, sync_channel};
use std::thread;
use upstar_base::{Budget, Stopped};

/// Positions in a batch.
const BATCH: usize = 16 * SPAN;
/// Batches that speculation may be ahead.
const AHEAD: usize = 8;
/// Positions in one run of the two threads, so that constant memory can let go in between.
const RUN: u64 = 1 << 22;

impl BlockEngine {
    /// Goes on to `to`, or for a long run, or until lists should be chosen anew; false if a position was met that
    /// blocks cannot decide. The tools must be up to date.
    pub(super) fn pipeline(&mut self, to: u64, budget: &Budget) -> Result<bool, Stopped> {
        let Some(mut tools) = self.tools.take() else { return Ok(false) };
        let start = self.codes.len();
        let end = to.min(tools.expires.max(start + 1)).min(start + RUN);
        let (plan, prover) = (&mut tools.plan, &mut tools.prover);
        // Up to where proofs are complete; then what ended the run, if not the length.
        let mut proved = start;
        let (mut overflow, mut short) = (false, false);
        let mut failed = None;
        let mut stopped = None;
        thread::scope(|scope| {
            let (send, batches) = sync_channel::<Vec<u8>>(AHEAD);
            let (answer, answers) = channel();
            scope.spawn(move || {
                for batch in batches {
                    let open: Vec<_> =
                        batch.chunks(SPAN).flat_map(|block| prover.prove(block)).collect();
                    if answer.send((open, prover.longest())).is_err() {
                        break;
                    }
                }
            });
            let mut pending: VecDeque<(u64, u64)> = VecDeque::new();
            loop {
                let more = self.codes.len() < end && !overflow && stopped.is_none();
                if more && pending.len() < AHEAD {
                    let from = self.codes.len();
                    while self.codes.len() < end && self.codes.len() < from + BATCH as u64 {
                        let wanted = (to - self.codes.len()).min(SPAN as u64) as usize;
                        let count = plan.speculate(&mut self.codes, SPAN).min(wanted);
                        self.codes.advance(count);
                        short |= count < SPAN;
                        overflow = count < wanted;
                        if overflow {
                            break;
                        }
                    }
                    let batch = self.codes.slice(from, self.codes.len()).to_vec();
                    pending.push_back((from, self.codes.len()));
                    if send.send(batch).is_err() {
                        break;
                    }
                    stopped = budget.check().err();
                } else if pending.is_empty() {
                    break;
                }
                // Wait for an answer only if there is nothing else to do.
                let received = if more && pending.len() < AHEAD {
                    answers.try_recv()
                } else {
                    answers.recv().map_err(|_| TryRecvError::Disconnected)
                };
                let (open, longest) = match received {
                    Ok(answer) => answer,
                    Err(TryRecvError::Empty) => continue,
                    Err(TryRecvError::Disconnected) => break,
                };
                let Some((from, to)) = pending.pop_front() else { break };
                let known = match self.settle(open) {
                    Ok(None) => to,
                    Ok(Some(at)) => {
                        failed = Some(at);
                        at
                    }
                    Err((at, error)) => {
                        stopped = Some(error);
                        failed = Some(at);
                        at
                    }
                };
                self.note(from, known, longest);
                proved = known;
                if failed.is_some() {
                    break;
                }
            }
        });
        // Whatever was not proved is forgotten; the prover's window may be ahead of it.
        let behind = self.codes.len() != proved;
        self.codes.truncate(proved);
        tools.stale = behind || short;
        self.tools = Some(tools);
        match stopped {
            Some(stopped) => Err(stopped),
            None => Ok(failed.is_none() && !overflow),
        }
    }
}
