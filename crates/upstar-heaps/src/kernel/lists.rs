//! Which pairs a proof tries first: for each rare code a greedy list of parts.
//!
//! On a sample of earlier blocks of 512 positions, take again and again the part a that excludes
//! the code at most of the positions where it must be excluded and is not yet (lazy evaluation:
//! gains only shrink). Parts whose partner codes are frequent are no good guide alone, since
//! small parts are strongly correlated. Only speed depends on the choice.
//!
//! Only parts with a + m divisible by 8 are used, so that windows of bitmaps start at whole bytes.

use super::codes::PositionCodes;
use super::coding::RARE;
use super::prove::Setting;
use crate::simd::{self, BlockBits, SPAN, Windows};

/// How much work goes into the lists.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ListWork {
    /// Codes that have a bitmap, if there are many.
    pub(crate) symbols: usize,
    /// The largest part that is used.
    pub(crate) farthest: u64,
    /// Parts that are tried for each code.
    pub(crate) pool: usize,
    /// Blocks of 512 positions that are sampled.
    pub(crate) samples: usize,
    /// The longest list.
    pub(crate) entries: usize,
    /// A list ends when fewer positions than `rest` of `rest_of` blocks are left.
    pub(crate) rest: u32,
    pub(crate) rest_of: u32,
}

impl ListWork {
    /// What suits codes of a width, with parts up to `farthest` at most, at length `n`.
    pub(crate) fn new(width: u32, farthest: u64, n: u64) -> ListWork {
        let measure = if width <= 5 {
            ListWork {
                symbols: 32,
                farthest: farthest.min(16384),
                pool: 800,
                samples: 96,
                entries: 256,
                rest: 3,
                rest_of: 10,
            }
        } else {
            ListWork {
                symbols: 64,
                farthest: farthest.min(40000),
                pool: 1500,
                samples: 48,
                entries: 384,
                rest: 2,
                rest_of: 5,
            }
        };
        if n >= 1 << 17 {
            return measure;
        }
        // For a short way ahead less will do.
        ListWork {
            farthest: measure.farthest.min(8192),
            pool: measure.pool / 4,
            samples: measure.samples / 4,
            entries: measure.entries / 4,
            rest: measure.rest * 8,
            ..measure
        }
    }
}

/// The window of a prover.
pub(crate) struct View<'a> {
    pub(crate) codes: &'a PositionCodes,
    pub(crate) bits: &'a [u8],
    pub(crate) stride: usize,
    pub(crate) front: usize,
    pub(crate) origin: u64,
    pub(crate) symbols: &'a [u8],
    pub(crate) limits: &'a [[u8; 2]],
}

/// The lists by code. An offset is where a window starts in the bitmaps for a block at bit 0.
pub(crate) fn choose(setting: &Setting, view: &View<'_>) -> Vec<Windows> {
    let samples = sample(setting, view);
    if samples.is_empty() || view.codes.len() < 2 * SPAN as u64 {
        return Vec::new();
    }
    let mut place = [None; 256];
    for (i, &symbol) in view.symbols.iter().enumerate() {
        place[usize::from(symbol)] = Some(i);
    }
    let blocks: Vec<(u64, [u8; SPAN])> = samples
        .iter()
        .filter_map(|&b| Some((b, *view.codes.slice(b, b + SPAN as u64).first_chunk()?)))
        .collect();
    let common = |code: &&u8| !setting.coding.flagged() || **code & RARE == 0;
    let codes = blocks.iter().flat_map(|(_, block)| block);
    let highest = usize::from(codes.filter(common).fold(0, |most, &code| most.max(code)));
    let most = setting.coding.need(0)[highest].max(setting.coding.need(1)[highest]);
    let last = usize::from(most) + 8;
    let starts: Vec<u32> = samples.iter().map(|&b| ((b - view.origin) / 8) as u32).collect();
    let sampled = Sampled { setting, view, place, parts: parts(setting), blocks, starts };
    let last = last.min(setting.coding.capacity());
    let some = |codes: std::ops::Range<usize>| -> Vec<Windows> {
        codes.map(|code| list(&sampled, code as u8)).collect()
    };
    if setting.threads < 2 {
        return some(0..last);
    }
    // Lists of small codes take a little longer.
    let middle = last * 2 / 5;
    std::thread::scope(|scope| {
        let second = scope.spawn(|| some(middle..last));
        let mut lists = some(0..middle);
        match second.join() {
            Ok(more) => lists.extend(more),
            Err(panic) => std::panic::resume_unwind(panic),
        }
        lists
    })
}

/// Starts of sampled blocks, all a multiple of 8 after the origin.
fn sample(setting: &Setting, view: &View<'_>) -> Vec<u64> {
    let reach =
        setting.measure.farthest + setting.breaks.iter().map(|b| b.taken).max().unwrap_or(0);
    let end = view.codes.len();
    let Some(last) = end.checked_sub(SPAN as u64) else { return Vec::new() };
    let first = (view.origin + reach).min(last / 4 * 3).max(view.origin);
    if last <= first {
        return Vec::new();
    }
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let blocks = (0..setting.measure.samples).map(|_| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let at = first + (state >> 33) % (last - first);
        at - (at - view.origin) % 8
    });
    blocks.collect()
}

/// What all lists are chosen with.
struct Sampled<'a> {
    setting: &'a Setting,
    view: &'a View<'a>,
    /// The number of the bitmap of each code.
    place: [Option<usize>; 256],
    parts: Vec<ListPart>,
    /// Sampled blocks, with their first position.
    blocks: Vec<(u64, [u8; SPAN])>,
    /// Where they start in a bitmap.
    starts: Vec<u32>,
}

/// The list for one code.
fn list(sampled: &Sampled<'_>, code: u8) -> Windows {
    let Sampled { setting, view, blocks, starts, .. } = sampled;
    let measure = &setting.measure;
    let limits = view.limits[usize::from(code)];
    let need = |(start, block): &(u64, [u8; SPAN])| {
        let parity = (start & 1) as usize;
        simd::at_least(setting.level, block, [limits[parity], limits[1 - parity]])
    };
    let mut left: Vec<BlockBits> = blocks.iter().map(need).collect();
    let total = |left: &[BlockBits]| left.iter().flatten().map(|w| w.count_ones()).sum::<u32>();
    let mut open = total(&left);
    let mut entries = measure.entries;
    if open < 16 * blocks.len() as u32 {
        // Seldom needed: the samples say too little, so exclude it everywhere, with less effort.
        left.fill([u64::MAX; SPAN / 64]);
        open = total(&left);
        entries /= 4;
    }
    let mut windows = Vec::new();
    let gain =
        |offset, left: &[BlockBits]| simd::overlap(setting.level, view.bits, offset, starts, left);
    let mut queue = GainQueue::default();
    for offset in candidates(sampled, code) {
        queue.push(gain(offset, &left), offset);
    }
    while windows.len() < entries
        && open * measure.rest_of >= measure.rest * blocks.len() as u32
        && let Some((rank, offset)) = queue.pop()
    {
        let gain = gain(offset, &left);
        // Nearly the best is good enough, and much sooner found.
        if gain == 0 || GainQueue::rank(gain) < rank {
            queue.push(gain, offset);
            continue;
        }
        simd::strike(setting.level, view.bits, offset, starts, &mut left);
        open -= gain;
        windows.push(offset as u32);
    }
    Windows::new(windows)
}

/// Offsets by the rank of their gain: gains of one rank differ by less than a quarter.
#[derive(Default)]
struct GainQueue {
    ranks: Vec<Vec<usize>>,
}

impl GainQueue {
    /// Four ranks from each power of two to the next.
    fn rank(gain: u32) -> usize {
        let top = gain.max(1).ilog2();
        (4 * top + ((u64::from(gain) << 2 >> top) & 3) as u32) as usize
    }

    /// Adds an offset; one without gain never comes back.
    fn push(&mut self, gain: u32, offset: usize) {
        if gain > 0 {
            let rank = GainQueue::rank(gain);
            self.ranks.resize(self.ranks.len().max(rank + 1), Vec::new());
            self.ranks[rank].push(offset);
        }
    }

    /// An offset of the highest rank, and that rank.
    fn pop(&mut self) -> Option<(usize, usize)> {
        while let Some(last) = self.ranks.last_mut() {
            match last.pop() {
                Some(offset) => return Some((self.ranks.len() - 1, offset)),
                None => self.ranks.pop().map(drop)?,
            }
        }
        None
    }
}

/// A part that lists may use: its byte, and by how many bytes of a bitmap its windows go back.
struct ListPart {
    byte: u8,
    back: usize,
}

/// The common parts a with a + m divisible by 8.
fn parts(setting: &Setting) -> Vec<ListPart> {
    let mut parts = Vec::new();
    let mut rares = setting.rares.iter().map(|r| r.at).peekable();
    for (a, &byte) in (0u64..).zip(&setting.prefix).take(setting.measure.farthest as usize + 1) {
        while rares.next_if(|&r| r < a).is_some() {}
        if a == 0 || rares.peek() == Some(&a) {
            continue;
        }
        for rule in setting.breaks.iter().filter(|b| (a + b.taken).is_multiple_of(8)) {
            parts.push(ListPart { byte, back: ((a + rule.taken) / 8) as usize });
        }
    }
    parts
}

/// Window offsets of the parts that are tried for a code, the most frequent partners first.
fn candidates(sampled: &Sampled<'_>, code: u8) -> Vec<usize> {
    let view = sampled.view;
    // Bitmaps are in the order of frequency.
    let offset = |part: &ListPart| {
        let symbol = sampled.place[usize::from(part.byte ^ code)]?;
        Some((symbol, symbol * view.stride + view.front - part.back))
    };
    let mut offsets: Vec<(usize, usize)> = sampled.parts.iter().filter_map(offset).collect();
    offsets.sort_by_key(|&(symbol, _)| symbol);
    offsets.truncate(sampled.setting.measure.pool);
    offsets.into_iter().map(|(_, offset)| offset).collect()
}
