//! Texts that are almost those of a position are read as meant or refused, never as something else.

use upstar_rules::registry::{self, About, Visitor};
use upstar_rules::{Rules, read_sum};

/// Changes of a text that nobody means as another position, each with its name.
fn near_misses(text: &str) -> Vec<(&'static str, String)> {
    let mut list = Vec::new();
    for (i, _) in text.char_indices().skip(1) {
        list.push(("blank", format!("{} {}", &text[..i], &text[i..])));
    }
    for (name, sign) in [
        ("trailing", '+'),
        ("trailing", ','),
        ("trailing", '|'),
        ("trailing", ';'),
        ("trailing", '-'),
        ("trailing", '@'),
        ("trailing", '*'),
        ("trailing", '>'),
        ("trailing", ':'),
        ("trailing", '/'),
    ] {
        list.push((name, format!("{text}{sign}")));
        list.push(("leading", format!("{sign}{text}")));
    }
    for sign in "+,|;@x*:>/".chars() {
        for (i, _) in text.match_indices(sign) {
            list.push(("double", format!("{}{sign}{}", &text[..i], &text[i..])));
        }
    }
    for (from, to) in [
        ("+", ","),
        ("+", " "),
        ("+", "＋"),
        ("+", "&"),
        (",", "+"),
        (",", ";"),
        (",", " "),
        ("|", " "),
        ("|", "/"),
        ("|", ";"),
        ("-", "−"),
        ("-", " "),
        (";", ","),
        (";", "+"),
        ("x", "*"),
        ("x", " "),
        ("@", " "),
    ] {
        if text.contains(from) {
            list.push(("exchanged", text.replace(from, to)));
        }
    }
    for (i, digit) in text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        let (before, after) = (&text[..i], &text[i + 1..]);
        let d = digit.to_digit(10).unwrap_or(0);
        let wide = char::from_u32(0xff10 + d).unwrap_or('?');
        let arabic = char::from_u32(0x660 + d).unwrap_or('?');
        for (name, changed) in [
            ("minus", format!("-{digit}")),
            ("minus sign", format!("−{digit}")),
            ("plus sign", format!("+{digit}")),
            ("wide digit", wide.to_string()),
            ("arabic digit", arabic.to_string()),
            ("huge", "9".repeat(60)),
            ("decimal", format!("{digit}.0")),
            ("exponent", format!("{digit}e3")),
            ("thousands", format!("{digit},000")),
            ("underscore", format!("{digit}_0")),
            ("zero", format!("0{digit}")),
            ("blank digits", format!("{digit} {digit}")),
        ] {
            list.push((name, format!("{before}{changed}{after}")));
        }
    }
    for (name, changed) in [
        ("empty", String::new()),
        ("blank only", " ".to_owned()),
        ("tab", format!("\t{text}")),
        ("newline", format!("{text}\n")),
        ("newline2", format!("{text}\n\n")),
        ("upper", text.to_uppercase()),
        ("lower", text.to_lowercase()),
        ("quotes", format!("\"{text}\"")),
        ("parentheses", format!("({text})")),
        ("brackets", format!("[{text}]")),
        ("twice", format!("{text} {text}")),
    ] {
        list.push((name, changed));
    }
    list.retain(|(_, changed)| changed != text);
    list
}

struct Read;

impl Visitor for Read {
    type Output = ();

    fn visit<R: Rules>(self, about: &About<'_>, rules: R) {
        for example in about.examples {
            let Ok(meant) = read_sum(&rules, example) else { continue };
            for (name, text) in near_misses(example) {
                let Ok(found) = read_sum(&rules, &text) else { continue };
                if found != meant {
                    let shown: Vec<String> = found.iter().map(|p| rules.show(p)).collect();
                    println!("{name}\t{}\t{example:?}\t{text:?}\t{shown:?}", about.name);
                }
            }
        }
    }
}

#[test]
fn dump() {
    for about in registry::all() {
        let _ = registry::visit_sized(about.name, (31, 64), Read);
    }
}
