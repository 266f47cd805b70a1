//! Games with a name, by the names of their options: numbers, nimbers, ups and switches.
//!
//! A name is all there is: options are names again, in canonical form, down to `0`. So a reader of
//! trees or graphs can write out whatever is named, sharing what occurs several times.

/// The largest integer, denominator, nimber and number of ups that has a name.
const LARGEST: i64 = 1 << 10;

/// The characters that names are made of.
pub(crate) fn is_part(c: char) -> bool {
    c.is_ascii_digit() || "/*^v+-".contains(c)
}

/// The names of the options of Left and of Right; `None` if nothing is called so.
///
/// Numbers are written `3`, `-1`, `5/8`; nimbers `*`, `*2`; ups `^`, `^^`, `^3`, downs `v`, each
/// perhaps with a nimber behind (`^*`, `^3*2`); `+-1/2` is the switch {1/2|-1/2}.
pub(crate) fn options(name: &str) -> Option<[Vec<String>; 2]> {
    if let Some(number) = name.strip_prefix("+-") {
        let (a, b) = number_of(number).filter(|&(a, _)| a > 0)?;
        return Some([vec![number_name(a, b)], vec![number_name(-a, b)]]);
    }
    if let Some(size) = name.strip_prefix('*') {
        let size = if size.is_empty() { 1 } else { small(size).filter(|&n| n > 1)? };
        let smaller: Vec<String> = (0..size).map(nimber_name).collect();
        return Some([smaller.clone(), smaller]);
    }
    if name.starts_with(['^', 'v']) {
        return ups(name);
    }
    let (a, b) = number_of(name)?;
    if b > 1 {
        return Some([vec![number_name(a - 1, b)], vec![number_name(a + 1, b)]]);
    }
    let mut sides = [Vec::new(), Vec::new()];
    if a != 0 {
        sides[usize::from(a < 0)].push((a - a.signum()).to_string());
    }
    Some(sides)
}

fn small(text: &str) -> Option<i64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|n| plain && *n <= LARGEST)
}

/// A dyadic number in lowest terms.
fn number_of(text: &str) -> Option<(i64, i64)> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let (above, below) = match rest.split_once('/') {
        Some((above, below)) => (small(above)?, small(below)?),
        None => (small(rest)?, 1),
    };
    (below.count_ones() == 1).then(|| lowest(sign * above, below))
}

fn lowest(mut a: i64, mut b: i64) -> (i64, i64) {
    while b > 1 && a % 2 == 0 {
        (a, b) = (a / 2, b / 2);
    }
    (a, b)
}

fn number_name(a: i64, b: i64) -> String {
    match lowest(a, b) {
        (a, 1) => a.to_string(),
        (a, b) => format!("{a}/{b}"),
    }
}

fn nimber_name(n: i64) -> String {
    match n {
        0 => "0".to_owned(),
        1 => "*".to_owned(),
        n => format!("*{n}"),
    }
}

/// n ups and `*k` are {0 | n-1 ups and `*(k xor 1)`}, but ^* is {0,*|0}. Downs are the negatives.
fn ups(name: &str) -> Option<[Vec<String>; 2]> {
    let mark = name.chars().next()?;
    let (rest, star) = match name.split_once('*') {
        Some((rest, "")) => (rest, 1),
        Some((rest, size)) => (rest, small(size).filter(|&n| n > 1)?),
        None => (name, 0),
    };
    let marks = rest.chars().take_while(|&c| c == mark).count();
    let digits = &rest[marks..];
    let count = match (marks, digits) {
        (_, "") => i64::try_from(marks).ok().filter(|&n| n <= LARGEST)?,
        (1, digits) => small(digits).filter(|&n| n > 0)?,
        _ => return None,
    };
    let beside = if star ^ 1 == 0 { String::new() } else { nimber_name(star ^ 1) };
    let fewer = match count - 1 {
        0 => nimber_name(star ^ 1),
        1 => format!("{mark}{beside}"),
        n => format!("{mark}{n}{beside}"),
    };
    let zero = || "0".to_owned();
    let [mine, other] = match (count, star) {
        (1, 1) => [vec![zero(), "*".to_owned()], vec![zero()]],
        _ => [vec![zero()], vec![fewer]],
    };
    Some(if mark == '^' { [mine, other] } else { [other, mine] })
}
