//! The examples, each run as a module.

#[path = "../../examples/domineering_table.rs"]
mod domineering_table;
#[path = "../../examples/limits.rs"]
mod limits;
#[path = "../../examples/misere_quotient.rs"]
mod misere_quotient;
#[path = "../../examples/rule_file.rs"]
mod rule_file;
#[path = "../../examples/rules_in_rust.rs"]
mod rules_in_rust;
#[path = "../../examples/solve.rs"]
mod solve;

/// What an example writes.
fn written(run: impl FnOnce(&mut Vec<u8>) -> Result<(), Box<dyn std::error::Error>>) -> String {
    let mut out = Vec::new();
    run(&mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn a_table_of_values() {
    let table = written(domineering_table::run);
    let first = table.lines().next().unwrap();
    assert_eq!(first.split_whitespace().collect::<Vec<_>>(), ["0", "-1", "-1", "-2"]);
    assert!(table.lines().nth(1).unwrap().starts_with("1             +-1"), "{table}");
    assert_eq!(table.lines().count(), 4);
}

#[test]
fn a_position_is_solved() {
    let text = written(|out| solve::run("nim", "3+5+7", out));
    assert!(text.starts_with("value *, outcome N\nmean 0, temperature 0\n"), "{text}");
    assert!(text.contains("Left wins with "), "{text}");
    let text = written(|out| solve::run("domineering", "....|....", out));
    assert!(text.starts_with("value Miny(2), outcome R\n"), "{text}");
    assert!(text.contains("Left has no winning move\n"), "{text}");
    assert!(solve::run("domineering", "...|?..", &mut Vec::new()).is_err());
}

#[test]
fn rules_in_rust() {
    let expected = "x    N      *\n\
                    x.   NCheck {1|0} & -1\n\
                    .x   NHat   1 & {0|-1}\n\
                    x.x  D      {2*|1} & {-1|-2*}\n\
                    xx.  D      {2|2,{2|0}} & -2*\n";
    assert_eq!(written(rules_in_rust::run), expected);
}

#[test]
fn rules_in_a_file() {
    let text = written(rule_file::run);
    assert!(text.starts_with("Neutral Clobber: xon = v\n"), "{text}");
    let leads = |player: &str, to: &str| {
        text.lines().any(|line| line.starts_with(player) && line.ends_with(to))
    };
    assert!(leads("Left ", " leaves .xn") && leads("Left ", " leaves xn."), "{text}");
    assert!(leads("Right ", " leaves x.o") && leads("Right ", " leaves o.n"), "{text}");
    let mistake = "line 4: `q` is no kind of square; the kinds are . x o n\n";
    assert!(text.ends_with(mistake), "{text}");
}

#[test]
fn a_quotient_and_its_certificate() {
    let text = written(|out| misere_quotient::run("kayles", out));
    assert!(
        text.starts_with("0.77 solved: order 40, 9 P-elements, wild; period 12 from heap 71 on\n"),
        "{text}"
    );
    assert!(
        text.contains("\nverified: in misère play, the quotient of heaps of every size of 0.77"),
        "{text}"
    );
}

#[test]
fn limits_and_cancellation() {
    assert_eq!(written(limits::run), "limit: true\ncancelled: true\nN\n");
}
