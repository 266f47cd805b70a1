//! Texts that are almost those of a position are read as meant or refused, never as something else.

use upstar_rules::erased::Erased;
use upstar_rules::registry::{self, About};
use upstar_rules::{Rules, read_sum};

/// What somebody may type who means `text`, or nothing that makes sense, each with its name.
fn near_misses(text: &str) -> Vec<(&'static str, String)> {
    let mut list = Vec::new();
    for (i, _) in text.char_indices().skip(1) {
        list.push(("a blank", format!("{} {}", &text[..i], &text[i..])));
    }
    for sign in "+,|;*>:/".chars() {
        list.push(("a sign at the end", format!("{text}{sign}")));
        list.push(("a sign at the beginning", format!("{sign}{text}")));
        for (i, _) in text.match_indices(sign) {
            list.push(("a sign twice", format!("{}{sign}{}", &text[..i], &text[i..])));
        }
    }
    let mut inside = false;
    for (i, digit) in text.char_indices() {
        let starts = digit.is_ascii_digit() && !inside;
        inside = digit.is_ascii_digit();
        if !inside {
            continue;
        }
        let (before, after) = (&text[..i], &text[i + 1..]);
        let value = digit.to_digit(10).unwrap_or(0);
        let other = |zero: u32| char::from_u32(zero + value).unwrap_or('?');
        let mut change = |name, changed: String| {
            list.push((name, format!("{before}{changed}{after}")));
        };
        change("a wide digit", other(0xff10).to_string());
        change("another script's digit", other(0x660).to_string());
        change("a blank in a number", format!("{digit} {digit}"));
        if starts {
            change("a leading zero", format!("0{digit}"));
            change("a minus", format!("-{digit}"));
            change("a minus sign", format!("\u{2212}{digit}"));
            change("a huge number", "9".repeat(60));
        }
        if !after.starts_with(|c: char| c.is_ascii_digit()) {
            change("a decimal point", format!("{digit}.0"));
            change("an exponent", format!("{digit}e3"));
            change("an underscore", format!("{digit}_0"));
            change("thousands", format!("{digit},000"));
        }
    }
    for (name, changed) in [
        ("nothing", String::new()),
        ("a blank alone", " ".to_owned()),
        ("a tab", format!("\t{text}")),
        ("a new line", format!("{text}\n")),
        ("quotes", format!("\"{text}\"")),
        ("parentheses", format!("({text})")),
        ("brackets", format!("[{text}]")),
        ("the same again", format!("{text} {text}")),
        ("a wide plus", text.replace('+', "\u{ff0b}")),
        ("blanks for plus", text.replace('+', " ")),
        ("blanks for commas", text.replace(',', " ")),
        ("blanks for bars", text.replace('|', " ")),
    ] {
        list.push((name, changed));
    }
    list.retain(|(_, changed)| changed != text);
    list
}

/// Their positions hold expressions or names of the user's own, in which signs have a meaning.
const EXPRESSIONS: [&str; 4] = ["tree", "sum", "digraph", "partizan-digraph"];

/// The texts that are read as something else, and how many were tried.
struct Misread;

impl Misread {
    fn visit(self, about: &About<'_>, rules: Erased) -> (Vec<String>, usize) {
        let (mut wrong, mut tried) = (Vec::new(), 0);
        for example in about.examples {
            let Ok(meant) = read_sum(&rules, example) else { continue };
            for (name, text) in near_misses(example) {
                tried += 1;
                let Ok(found) = read_sum(&rules, &text) else { continue };
                if found != meant {
                    let shown: Vec<String> = found.iter().map(|term| rules.show(term)).collect();
                    let name = format!("{name}: {} {text:?} for {example:?}", about.name);
                    wrong.push(format!("{name} is read as {shown:?}"));
                }
            }
        }
        (wrong, tried)
    }
}

#[test]
fn what_is_not_meant_is_refused() {
    let (mut wrong, mut tried) = (Vec::new(), 0);
    for about in registry::all().iter().filter(|about| !EXPRESSIONS.contains(&about.name)) {
        let (of_one, count) = registry::open_sized(about.name, (31, 64))
            .map(|(about, rules)| Misread.visit(about, rules))
            .unwrap_or_default();
        wrong.extend(of_one);
        tried += count;
    }
    assert!(tried > 5000, "{tried}");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}
