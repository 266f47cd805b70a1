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
