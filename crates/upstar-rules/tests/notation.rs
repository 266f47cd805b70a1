//! Positions of every ruleset can be written, read back and drawn, and whatever is typed gives a
//! position or an error that names its place.

#![allow(clippy::unwrap_used)]

use crate::common;

use common::positions;
use proptest::prelude::*;
use upstar_rules::erased::Erased;
use upstar_rules::registry::{About, about, all, open};
use upstar_rules::{MOST_CELLS, Rules, RulesError};

/// Reads a text and says where that fails; what can be read must be shown so that it can be
/// read again. If `near`, the same for positions near the examples, which are also drawn.
struct Read<'a> {
    text: &'a str,
    near: bool,
}

impl Read<'_> {
    fn visit(self, about: &About<'_>, rules: Erased) -> Result<(), usize> {
        let mut found =
            if self.near { positions(&rules, about.examples, 60, 3) } else { Vec::new() };
        let answer = match rules.parse(self.text) {
            Ok(position) => {
                found.push(position);
                Ok(())
            }
            Err(error) => {
                let wrong = self.text.get(error.at..error.at + error.len);
                assert!(wrong.is_some(), "{error:?} in {}", self.text);
                assert!(!error.message.is_empty());
                Err(error.at)
            }
        };
        for position in found {
            let text = rules.show(&position);
            assert_eq!(rules.parse(&text).as_ref(), Ok(&position), "{} {text}", about.name);
            if self.near {
                assert!(!rules.display(&position).is_empty());
                let picture = rules.picture(&position);
                assert!(picture.width > 0 && picture.height > 0, "{} {text}", about.name);
                assert!(picture.to_svg().ends_with("</svg>\n"));
            }
        }
        answer
    }
}

fn read(rules: &str, text: &str) -> Result<Result<(), usize>, RulesError> {
    open(rules, text).map(|(about, rules)| Read { text, near: false }.visit(about, rules))
}

#[test]
fn what_is_shown_can_be_read() {
    for about in all() {
        for example in about.examples {
            open(about.name, example)
                .map(|(about, rules)| Read { text: example, near: true }.visit(about, rules))
                .unwrap()
                .unwrap();
        }
    }
}

#[test]
fn examples_known_positions_and_names() {
    let mut names = Vec::new();
    for about in all() {
        assert!(about.examples.len() >= 2, "{}", about.name);
        let known = about.known.iter().map(|known| &known.position);
        for text in about.examples.iter().chain(known) {
            assert_eq!(read(about.name, text).unwrap(), Ok(()), "{} {text}", about.name);
        }
        names.push(about.name);
        names.extend(about.aliases);
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(count, names.len(), "a name stands for two games");
}

#[test]
fn bad_positions() {
    let huge = ".".repeat(MOST_CELLS + 1);
    let million = vec![".".repeat(1000); 1000].join("|");
    for about in all() {
        for text in ["?", "x.|?", &huge, &million] {
            assert!(read(about.name, text).unwrap().is_err(), "{} {text:.20}", about.name);
        }
    }
    for (rules, text, at) in [
        ("clobber", "xo|x", 3),
        ("clobber", "xo||ox", 3),
        ("amazons", "x.|.q", 4),
        ("nogo", "xo|..|xo|ox", 10),
        ("chomp", "..|.#|..", 7),
        ("chomp", "#", 0),
        ("northcott", "x.o|x..", 4),
        ("northcott", "x.ox", 3),
        ("toppling-dominoes", "xo|x", 2),
        ("silver-dollar", "..$", 2),
        ("silver-dollar", "b$.$", 3),
        ("silver-dollar", "b..o", 0),
        ("wythoff", "3,5+4", 4),
    ] {
        assert_eq!(read(rules, text).unwrap(), Err(at), "{rules} {text}");
    }
    assert!(read("domineering(3)", "..").is_err());
    assert!(read("fjords(round)", "x.").is_err());
    assert!(read("wythoff(0)", "3,5").is_err());
    let unknown = about("clober").unwrap_err();
    assert_eq!(unknown.to_string(), "there is no ruleset `clober`; did you mean clobber?");
}

proptest! {
    #[test]
    fn whatever_is_typed(text in "[-.#xoXOltrfebBLR$|+,()0-9 é]{0,24}") {
        for about in all() {
            let _ = read(about.name, &text).unwrap();
        }
    }

    #[test]
    fn whatever_parameters(text in "[-a-z0-9,() ]{0,8}") {
        for about in all() {
            let _ = read(&format!("{}({text})", about.name), "x.");
        }
    }
}
