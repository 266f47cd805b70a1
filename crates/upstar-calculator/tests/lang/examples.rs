//! Every example of the table of builtins gives what its row says, and help knows every name.

use crate::answer;
use upstar_calculator::{Calculator, builtins, help, reference_markdown};

#[test]
fn examples_hold() {
    let wrong: Vec<String> = builtins()
        .filter_map(|builtin| {
            let got = answer(&mut Calculator::default(), builtin.example);
            (got.as_deref() != Ok(builtin.output)).then(|| {
                format!(
                    "{}: {} gives {got:?}, not {}",
                    builtin.name, builtin.example, builtin.output
                )
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn help_and_reference_know_every_builtin() {
    let reference = reference_markdown();
    for builtin in builtins() {
        let text = help(builtin.name).unwrap();
        assert!(text.contains(builtin.summary), "help {}", builtin.name);
        assert!(reference.contains(&builtin.summary.replace('|', "\\|")), "{}", builtin.name);
        assert!(builtin.example.contains(builtin.name), "{}", builtin.name);
    }
}

/// The lines of the examples in a section of the guide for contributors.
fn shown(section: &str) -> Vec<&'static str> {
    let guide = include_str!("../../../../CONTRIBUTING.md");
    let section = guide.split(section).nth(1).unwrap().split("\n## ").next().unwrap();
    let blocks = section.split("```rust,ignore\n").skip(1);
    blocks.flat_map(|block| block.split("```").next().unwrap().lines()).collect()
}

#[test]
fn the_guide_shows_a_kind_of_value_and_a_format_as_they_are() {
    let kind = [
        include_str!("../../../upstar-values/src/value/misere.rs"),
        include_str!("../../../upstar-values/src/value/mod.rs"),
        include_str!("../../src/show.rs"),
        include_str!("../../src/eval/kinds.rs"),
        include_str!("../../src/builtins/args.rs"),
        include_str!("../../src/builtins/misere.rs"),
    ];
    let format = [
        include_str!("../../../upstar-notation/src/format/csv.rs"),
        include_str!("../../../upstar-notation/src/format/mod.rs"),
    ];
    for (section, sources, least) in [
        ("## How to add a kind of value", &kind[..], 40),
        ("## How to add a format of tables", &format[..], 25),
    ] {
        let shown = shown(section);
        assert!(shown.len() >= least, "{section}");
        for line in shown {
            assert!(sources.iter().any(|source| source.lines().any(|own| own == line)), "{line}");
        }
    }
}
