//! Files that survive a crash: checkpoints of long computations, and saved sequences.
//!
//! A checkpoint is a [sealed file](upstar_base::file::sealed). Its body says which code it belongs
//! to; a file that is not a whole checkpoint of the same code is refused and left alone.
//!
//! ```text
//! body: u32 length of the code, the code; u8 kind
//!   kind 0, all values:  u8 width (2 or 4); u64 count; values
//!   kind 1, a snapshot:  u64 len; u32 mask; u8 parity (255: none); u32 largest; u64 largest at;
//!                        u64 longest proof; u64 count, (u64 at, u16 value) rares;
//!                        u64 count, (u64 at, u64 length) proofs; u64 count, u16 prefix; u64 count, u16 window
//! ```
//! All numbers are little-endian.

use crate::auto::engine_on;
use crate::game::Breaks;
use crate::kernel::Fast;
use crate::mask::{Mask, Rare};
use crate::sequence::{Engine, Snapshot, Statistics};
use std::path::Path;
use upstar_base::file;
use upstar_base::file::sealed::{self, SealedReader, put_text};
use upstar_base::{Budget, Stopped};
use upstar_rules::heap::code::HeapCode;

pub use upstar_base::file::sealed::SealedError as FileError;

/// Writes the state of a computation.
pub fn save(path: &Path, code: &HeapCode, engine: &dyn Engine) -> Result<(), FileError> {
    sealed::write(path, &state(code, engine))
}

/// The body of a checkpoint.
pub fn state(code: &HeapCode, engine: &dyn Engine) -> Vec<u8> {
    let mut body = Vec::new();
    put_text(&mut body, &code.to_string());
    // A snapshot also knows how long proofs were.
    match engine.snapshot() {
        Some(snapshot) => put_snapshot(&mut body, &snapshot),
        None => put_values(&mut body, engine),
    }
    body
}

/// The engine in the state that was saved; `None` when there is no such file.
pub fn load(path: &Path, code: &HeapCode) -> Result<Option<Box<dyn Engine>>, FileError> {
    load_on(path, code, 1, &Budget::unlimited())
}

/// The engine in the state that was saved, with so many threads; `None` when there is no such
/// file. Reading looks at the budget, and the engine is charged to it.
pub fn load_on(
    path: &Path,
    code: &HeapCode,
    threads: usize,
    budget: &Budget,
) -> Result<Option<Box<dyn Engine>>, FileError> {
    let Some(body) = sealed::read(path, budget)? else { return Ok(None) };
    let foreign = |what| FileError::Foreign { path: path.to_owned(), what };
    let engine = restored(&body, code, threads).map_err(foreign)?;
    budget.charge(engine.bytes()).map_err(file::FileError::from)?;
    Ok(Some(engine))
}

/// The engine that [`state`] describes, or what is wrong.
pub fn restored(body: &[u8], code: &HeapCode, threads: usize) -> Result<Box<dyn Engine>, String> {
    let mut reader = SealedReader::new(body);
    let name = reader.text().ok_or("it names no code")?;
    if name != code.to_string() {
        return Err(format!("it belongs to the code {name}"));
    }
    let resumed = match reader.u8() {
        Some(0) => get_values(&mut reader).and_then(|values| {
            let mut engine = engine_on(code, threads);
            engine.restore(&values).then_some(engine)
        }),
        Some(1) => get_snapshot(&mut reader).and_then(|snapshot| {
            let fast = Fast::from_snapshot(Breaks::from_code(code)?, &snapshot)?;
            Some(Box::new(fast.with_threads(threads)) as Box<dyn Engine>)
        }),
        _ => None,
    };
    let resumed = resumed.filter(|_| reader.is_at_end());
    resumed.ok_or_else(|| "its pieces do not fit together".to_owned())
}

/// Whether an engine keeps all values that it knows: one with constant memory forgets the middle.
pub fn keeps_all(engine: &dyn Engine) -> bool {
    let mut read = 0;
    each_value(engine, |_| read += 1);
    read == engine.len()
}

/// Returns a sequence in bytes, unless the budget ends it: a line
/// `upstar-nim-sequence 1 CODE COUNT WIDTH`, then COUNT values from G(0) on, each in WIDTH bytes
/// (1, 2 or 4), little-endian.
pub fn packed(code: &HeapCode, engine: &dyn Engine, budget: &Budget) -> Result<Vec<u8>, Stopped> {
    let width = match engine.statistics().largest {
        0..0x100 => 1,
        0x100..0x1_0000 => 2,
        _ => 4,
    };
    let mut bytes = format!("upstar-nim-sequence 1 {code} {} {width}\n", engine.len()).into_bytes();
    let mut block = vec![0; 1 << 14];
    let mut n = 0;
    while n < engine.len() {
        let size = (engine.len() - n).min(block.len() as u64) as usize;
        budget.spend(size as u64)?;
        if !engine.read(n, &mut block[..size]) {
            break;
        }
        block[..size].iter().for_each(|value| bytes.extend(&value.to_le_bytes()[..width]));
        n += size as u64;
    }
    Ok(bytes)
}

/// Calls `visit` with G(0), G(1), ... as far as they are known and kept.
pub fn each_value(engine: &dyn Engine, mut visit: impl FnMut(u32)) {
    let mut block = vec![0; 1 << 14];
    let mut n = 0;
    while n < engine.len() {
        let size = (engine.len() - n).min(block.len() as u64) as usize;
        if !engine.read(n, &mut block[..size]) {
            return;
        }
        block[..size].iter().for_each(|&value| visit(value));
        n += size as u64;
    }
}

fn put_values(body: &mut Vec<u8>, engine: &dyn Engine) {
    let width: u8 = if engine.statistics().largest < 1 << 16 { 2 } else { 4 };
    body.extend([0, width]);
    body.extend(engine.len().to_le_bytes());
    each_value(engine, |value| body.extend(&value.to_le_bytes()[..usize::from(width)]));
}

fn get_values(reader: &mut SealedReader<'_>) -> Option<Vec<u32>> {
    let width = reader.u8().filter(|width| matches!(width, 2 | 4))?;
    let count = usize::try_from(reader.u64()?).ok()?;
    let bytes = reader.bytes(count.checked_mul(usize::from(width))?)?;
    let value = |bytes: &[u8]| bytes.iter().rev().fold(0, |v, &byte| v << 8 | u32::from(byte));
    Some(bytes.chunks(usize::from(width)).map(value).collect())
}

fn put_snapshot(body: &mut Vec<u8>, snapshot: &Snapshot) {
    let Statistics { largest, largest_at, longest_proof, .. } = snapshot.statistics;
    body.push(1);
    body.extend(snapshot.len.to_le_bytes());
    body.extend(snapshot.mask.bits.to_le_bytes());
    body.push(snapshot.mask.position.unwrap_or(u8::MAX));
    body.extend(largest.to_le_bytes());
    body.extend(largest_at.to_le_bytes());
    body.extend(longest_proof.to_le_bytes());
    body.extend((snapshot.rares.len() as u64).to_le_bytes());
    for rare in &snapshot.rares {
        body.extend(rare.at.to_le_bytes());
        body.extend(rare.value.to_le_bytes());
    }
    body.extend((snapshot.proofs.len() as u64).to_le_bytes());
    for (at, length) in &snapshot.proofs {
        body.extend(at.to_le_bytes());
        body.extend(length.to_le_bytes());
    }
    for piece in [&snapshot.prefix, &snapshot.window] {
        body.extend((piece.len() as u64).to_le_bytes());
        piece.iter().for_each(|value| body.extend(value.to_le_bytes()));
    }
}

fn get_snapshot(reader: &mut SealedReader<'_>) -> Option<Snapshot> {
    let len = reader.u64()?;
    let bits = reader.u32()?;
    let position = Some(reader.u8()?).filter(|&parity| parity != u8::MAX);
    let (largest, largest_at) = (reader.u32()?, reader.u64()?);
    let longest_proof = reader.u64()?;
    let mut rares = Vec::new();
    for _ in 0..reader.u64()? {
        rares.push(Rare { at: reader.u64()?, value: reader.u16()? });
    }
    let mut proofs = Vec::new();
    for _ in 0..reader.u64()? {
        proofs.push((reader.u64()?, reader.u64()?));
    }
    let mut piece = || -> Option<Vec<u16>> {
        let count = usize::try_from(reader.u64()?).ok()?;
        let bytes = reader.bytes(count.checked_mul(2)?)?;
        Some(bytes.chunks(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect())
    };
    let (prefix, window) = (piece()?, piece()?);
    let statistics = Statistics {
        largest,
        largest_at,
        longest_proof,
        rares: rares.len() as u64,
        last_rare: rares.last().map_or(0, |rare| rare.at),
        rebuilds: 0,
    };
    let mask = Mask { bits, position };
    Some(Snapshot { len, prefix, window, mask, rares, proofs, statistics })
}
