//! Changing a text a little: by tokens, so that most of what comes out still means something,
//! and by characters, so that not all of it does.

use upstar_testing::Random;

/// The most bytes of a text that is tried.
const LONGEST: usize = 600;

/// Numbers at which something may break.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "7",
    "8",
    "10",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "999",
    "1000",
    "1024",
    "32767",
    "32768",
    "65535",
    "65536",
    "1000000",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "100000000000000000000000000000000000000",
];

const BRACKETS: &[(&str, &str)] =
    &[("(", ")"), ("{", "}"), ("[", "]"), ("'{", "|}'"), ("{0|", "}"), ("`", "`"), ("\"", "\"")];

/// Cuts a text into words, numbers, runs of one mark, and single other characters.
pub(crate) fn tokens(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        c if c.is_ascii_digit() => 1,
        c if c.is_alphabetic() || c == '_' => 2,
        c if c.is_whitespace() => 3,
        _ => 0,
    };
    let mut tokens = Vec::new();
    let (mut start, mut last) = (0, None);
    for (i, c) in text.char_indices() {
        let joined = last.is_some_and(|d| d == c || (class(c) != 0 && class(c) == class(d)));
        if !joined && i > start {
            tokens.push(&text[start..i]);
            start = i;
        }
        last = Some(c);
    }
    if start < text.len() {
        tokens.push(&text[start..]);
    }
    tokens
}

/// A text near `text`, with words from `dictionary` and pieces of `other`.
pub(crate) fn mutate(
    random: &mut Random,
    text: &str,
    dictionary: &[String],
    other: &str,
) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(5) {
        text = if random.one_in(5) {
            characters(random, &text)
        } else {
            words(random, &text, dictionary, other)
        };
    }
    if text.len() > LONGEST && !random.one_in(50) {
        text.truncate(text.floor_char_boundary(LONGEST));
    }
    text
}

fn words(random: &mut Random, text: &str, dictionary: &[String], other: &str) -> String {
    let tokens = tokens(text);
    let n = tokens.len();
    let from = random.below(n + 1);
    let to = (from + random.below(4)).min(n);
    let (before, middle, after) =
        (tokens[..from].concat(), tokens[from..to].concat(), tokens[to..].concat());
    let word = match random.below(4) {
        0 => random.pick(NUMBERS).map_or("", |number| number),
        _ => random.pick(dictionary).map_or("", String::as_str),
    };
    match random.below(10) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{middle}{middle}{after}"),
        2 => format!("{before}{}{after}", middle.repeat(1 + random.below(40))),
        3 | 4 => format!("{before}{word}{middle}{after}"),
        5 => {
            let end = (from + 1).min(n);
            format!("{before}{word}{}", tokens[end..].concat())
        }
        6 => {
            let numbers: Vec<usize> =
                (0..n).filter(|&i| tokens[i].starts_with(|c: char| c.is_ascii_digit())).collect();
            let number = random.pick(NUMBERS).map_or("", |number| number);
            match random.pick(&numbers) {
                Some(&i) => {
                    format!("{}{number}{}", tokens[..i].concat(), tokens[i + 1..].concat())
                }
                None => format!("{before}{number}{middle}{after}"),
            }
        }
        7 => {
            let (open, close) = random.pick(BRACKETS).copied().unwrap_or(("(", ")"));
            format!("{before}{open}{middle}{close}{after}")
        }
        _ => {
            let tokens = self::tokens(other);
            let start = random.below(tokens.len() + 1);
            let end = (start + 1 + random.below(8)).min(tokens.len());
            let piece = tokens[start..end].concat();
            match random.below(3) {
                0 => format!("{before}{}", tokens[start..].concat()),
                1 => format!("{before}{piece}{middle}{after}"),
                _ => format!("{before}{piece}{after}"),
            }
        }
    }
}

fn characters(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = random.below(bytes.len() + 1);
    match random.below(4) {
        0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        1 if at < bytes.len() => {
            bytes.remove(at);
        }
        2 => bytes.insert(at, (32 + random.below(96)) as u8),
        _ => {
            let all: Vec<char> =
                "½↑⇑↓⧾⧿₂±⋆ω×·²∞é\u{301}\u{200b}\u{10ffff}\0\t\r\n".chars().collect();
            let c = random.pick(&all).copied().unwrap_or(' ');
            let at = text.floor_char_boundary(at);
            return format!("{}{c}{}", &text[..at], &text[at..]);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A shorter text that still `fails`, by leaving out ever smaller pieces.
pub(crate) fn shrink(text: &str, mut fails: impl FnMut(&str) -> bool) -> String {
    let mut text = text.to_owned();
    let mut tries = 400;
    loop {
        let tokens: Vec<String> = tokens(&text).into_iter().map(str::to_owned).collect();
        let mut size = tokens.len().div_ceil(2).max(1);
        let mut found = None;
        'sizes: loop {
            for start in 0..tokens.len() {
                if tries == 0 {
                    return text;
                }
                tries -= 1;
                let end = (start + size).min(tokens.len());
                let shorter = tokens[..start].concat() + &tokens[end..].concat();
                if fails(&shorter) {
                    found = Some(shorter);
                    break 'sizes;
                }
            }
            if size == 1 {
                break;
            }
            size /= 2;
        }
        match found {
            Some(shorter) => text = shorter,
            None => return text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_text() {
        let text = "{3||2|x12} + Heat(½)";
        assert_eq!(tokens(text).concat(), text);
        assert_eq!(tokens("ab12||x"), ["ab", "12", "||", "x"]);
    }

    #[test]
    fn shrinking_keeps_the_failure() {
        assert_eq!(shrink("1 + 2 + boom + 3", |t| t.contains("boom")), "boom");
    }

    #[test]
    fn mutants_differ_and_repeat() {
        let dictionary = ["Heat".to_owned()];
        let run = |seed| mutate(&mut Random::new(seed), "{1|2}+3", &dictionary, "a.b");
        assert_eq!(run(5), run(5));
        assert!((0..50).filter(|&seed| run(seed) != "{1|2}+3").count() > 30);
    }
}
