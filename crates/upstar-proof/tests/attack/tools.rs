//! Random codes, changed codes and changed files.

use serde_json::Value;
use upstar_base::Random;
use upstar_proof::Certificate;

/// A random octal code with one to three digits after the point.
pub fn octal(random: &mut Random) -> String {
    let before = if random.one_in(3) { '4' } else { '0' };
    let len = 1 + random.below(3);
    let mut digits: Vec<u64> = (0..len).map(|_| random.under(8)).collect();
    digits[len - 1] = 1 + random.under(7);
    let digits: String = digits.iter().map(ToString::to_string).collect();
    format!("{before}.{digits}")
}

/// A random code with marks and larger digits.
pub fn marked(random: &mut Random, digits: &[&str]) -> String {
    let mark = |random: &mut Random| {
        let marks = ["", "", "", "", "!", "?", "="];
        random.pick(&marks).copied().unwrap_or("")
    };
    let before = if random.one_in(2) { format!("4{}", mark(random)) } else { "0".to_owned() };
    let len = 1 + random.below(3);
    let mut code = format!("{before}.");
    for place in 0..len {
        let digit = random.pick(digits).copied().unwrap_or("3");
        let digit = if place + 1 == len && digit == "0" { "3" } else { digit };
        code.push_str(digit);
        code.push_str(mark(random));
    }
    code
}

/// The code with one digit after the point changed, added or removed.
pub fn neighbour(code: &str, random: &mut Random) -> String {
    let Some((before, after)) = code.split_once('.') else { return code.to_owned() };
    if !after.chars().all(|c| c.is_ascii_digit()) {
        return octal(random);
    }
    let mut digits: Vec<char> = after.chars().collect();
    let digit = |random: &mut Random| (b'0' + random.under(8) as u8) as char;
    match random.below(5) {
        0 => digits.push((b'1' + random.under(7) as u8) as char),
        1 if digits.len() > 1 => drop(digits.pop()),
        2 => {
            let other = if before == "0" { "4" } else { "0" };
            return format!("{other}.{after}");
        }
        _ => {
            let place = random.below(digits.len());
            digits[place] = digit(random);
        }
    }
    format!("{before}.{}", digits.iter().collect::<String>())
}

/// The JSON pointers of all numbers, nulls and lists of a value.
fn places(value: &Value, path: &str, all: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            all.push(path.to_owned());
            for (i, item) in items.iter().enumerate() {
                places(item, &format!("{path}/{i}"), all);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                places(field, &format!("{path}/{name}"), all);
            }
        }
        Value::Number(_) | Value::Null => all.push(path.to_owned()),
        Value::Bool(_) | Value::String(_) => {}
    }
}

/// The certificate with some number, bound or list changed, sealed again; `None` where it cannot be
/// read any more.
pub fn changed(certificate: &Certificate, random: &mut Random) -> Option<Certificate> {
    let mut value: Value = serde_json::from_str(&certificate.write()).ok()?;
    for _ in 0..1 + random.below(2) {
        let mut all = Vec::new();
        places(&value["claim"], "/claim", &mut all);
        let other = random.pick(&all)?.clone();
        let other = value.pointer(&other)?.clone();
        let place = value.pointer_mut(random.pick(&all)?)?;
        *place = match place {
            Value::Number(number) => {
                let now = number.as_i64()?;
                match random.below(9) {
                    0 | 1 => now.saturating_add(1).into(),
                    2 | 3 => now.saturating_sub(1).into(),
                    4 => 0.into(),
                    5 => now.saturating_add(2).into(),
                    6 => now.checked_mul(2)?.into(),
                    7 if other.is_number() => other,
                    7 => Value::Null,
                    _ => [1000i64, 100_001, 1 << 32, i64::MAX][random.below(4)].into(),
                }
            }
            Value::Null => (random.under(5) as i64 - 2).into(),
            Value::Array(items) if items.len() > 1 => {
                let (i, j) = (random.below(items.len()), random.below(items.len()));
                match random.below(4) {
                    0 => drop(items.pop()),
                    1 => drop(items.remove(i)),
                    2 => items.swap(i, j),
                    _ => items[i] = items[j].clone(),
                }
                Value::Array(std::mem::take(items))
            }
            ref kept => (**kept).clone(),
        };
    }
    let mut certificate = Certificate::read(&value.to_string()).ok()?;
    certificate.reseal();
    Some(certificate)
}

/// The least (start, period) with which the list repeats from `start` on for at least `times`
/// periods.
pub fn repeats<T: PartialEq>(list: &[T], times: usize) -> Option<(usize, usize)> {
    (1..=list.len() / times).find_map(|period| {
        let start = start(list, period);
        (start + times * period <= list.len()).then_some((start, period))
    })
}

/// From where on a list repeats with this period.
pub fn start<T: PartialEq>(list: &[T], period: usize) -> usize {
    let last = (0..list.len().saturating_sub(period)).rev().find(|&i| list[i] != list[i + period]);
    last.map_or(0, |last| last + 1)
}
