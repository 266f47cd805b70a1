//! Limits as people write them: `2G`, `500ms`; and the default, half of the RAM or of what the
//! process may use.

use std::str::FromStr;
use std::time::Duration;

/// An amount of memory in bytes, such as `500M` or `2GiB`. Units are powers of 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount(pub u64);

/// A span of time, such as `500ms`, `2s`, `1.5h`; a bare number is in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeSpan(pub Duration);

impl FromStr for Amount {
    type Err = String;

    fn from_str(text: &str) -> Result<Amount, String> {
        let (number, unit) = split_unit(text);
        let letter = unit.to_ascii_uppercase();
        let letter = letter.strip_suffix("IB").or(letter.strip_suffix('B')).unwrap_or(&letter);
        let power = match letter {
            "" => 0,
            "K" => 1,
            "M" => 2,
            "G" => 3,
            "T" => 4,
            _ => return Err(format!("unknown unit `{unit}`; expected K, M, G or T, as in 2G")),
        };
        match scaled(number, 1 << (10 * power)) {
            Some(0) => Err("the limit must be more than 0".to_string()),
            Some(bytes) => Ok(Amount(bytes)),
            None => Err("expected a number and a unit, as in 500M or 2G".to_string()),
        }
    }
}

impl FromStr for TimeSpan {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeSpan, String> {
        let (number, unit) = split_unit(text);
        let nanoseconds = match unit {
            "ns" => 1,
            "us" | "µs" => 1_000,
            "ms" => 1_000_000,
            "" | "s" => 1_000_000_000,
            "m" | "min" => 60_000_000_000,
            "h" => 3_600_000_000_000,
            "d" => 86_400_000_000_000,
            _ => return Err(format!("unknown unit `{unit}`; expected ms, s, m, h or d, as in 2s")),
        };
        match scaled(number, nanoseconds) {
            Some(0) => Err("the limit must be more than 0".to_string()),
            Some(n) => Ok(TimeSpan(Duration::from_nanos(n))),
            None => Err("expected a number and a unit, as in 500ms, 2s or 1m".to_string()),
        }
    }
}

fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    (&text[..end], text[end..].trim_start())
}

/// A decimal number times `unit`, rounded down; `None` if it is no number or too large.
fn scaled(number: &str, unit: u64) -> Option<u64> {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    if (whole.is_empty() && part.is_empty()) || part.contains('.') || part.len() > 9 {
        return None;
    }
    let digits: u128 = format!("0{whole}{part}").parse().ok()?;
    let denominator = 10u128.pow(u32::try_from(part.len()).ok()?);
    u64::try_from(digits.checked_mul(u128::from(unit))? / denominator).ok()
}

/// The memory that is allowed where nobody says how much: half of what there is.
pub fn half_of_ram() -> u64 {
    ram().unwrap_or(FALLBACK) / 2
}

/// The RAM that is assumed where the system does not tell.
const FALLBACK: u64 = 8 << 30;

/// The RAM of this machine, or what the container or the process itself is limited to if that is
/// less.
fn ram() -> Option<u64> {
    let meminfo = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = meminfo.lines().find_map(|line| {
        let kilobytes = line.strip_prefix("MemTotal:")?.trim().strip_suffix("kB")?;
        kilobytes.trim().parse::<u64>().ok()?.checked_mul(1024)
    })?;
    Some(cgroup().into_iter().chain(own_limits()).fold(total, u64::min))
}

/// What the control groups allow that this process belongs to, each and those above it.
fn cgroup() -> Vec<u64> {
    let number = |path: &str| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let mut limits = Vec::new();
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    for line in groups.lines() {
        // `0::/path` in version 2, `9:memory:/path` in version 1.
        let mut fields = line.splitn(3, ':');
        let (Some(_), Some(kinds), Some(path)) = (fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let (root, file) = match kinds {
            "" => ("/sys/fs/cgroup", "memory.max"),
            _ if kinds.split(',').any(|kind| kind == "memory") => {
                ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => continue,
        };
        let mut path = path.trim_end_matches('/');
        loop {
            limits.extend(number(&format!("{root}{path}/{file}")));
            let Some((above, _)) = path.rsplit_once('/') else { break };
            path = above;
        }
    }
    limits
}

/// What the process itself may use, as `ulimit -v` and `ulimit -d` set it.
#[cfg(unix)]
fn own_limits() -> Vec<u64> {
    use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
    [Resource::RLIMIT_AS, Resource::RLIMIT_DATA]
        .into_iter()
        .filter_map(|resource| getrlimit(resource).ok())
        .map(|(soft, _)| soft)
        .filter(|&soft| soft != RLIM_INFINITY)
        .collect()
}

#[cfg(not(unix))]
fn own_limits() -> Vec<u64> {
    Vec::new()
}
