//! Worksheets and transcripts.

use upstar_terminal::talk::sheet::{SheetCell, html, markdown, worksheet};

fn cells() -> Vec<SheetCell> {
    let cell = |input: &str, output: &str| SheetCell {
        input: input.to_owned(),
        output: output.to_owned(),
        is_statement: true,
        ..SheetCell::default()
    };
    vec![
        cell("g := {3|\n1}", "{3|1}\n"),
        SheetCell { failed: true, ..cell("g +", "error: <&>\n") },
        SheetCell {
            picture: Some("<svg></svg>\n".to_owned()),
            is_statement: false,
            ..cell(":plot g", "")
        },
    ]
}

#[test]
fn a_worksheet_has_what_had_no_error() {
    assert_eq!(worksheet(&cells()), "g := {3|\n1}\n");
    assert_eq!(upstar_calculator::pieces(&worksheet(&cells())).count(), 1);
}

#[test]
fn transcripts() {
    let (text, pictures) = markdown(&cells(), |n| format!("a-{n}.svg"));
    assert!(text.contains("```text\n> g := {3|\n. 1}\n{3|1}\n```"), "{text}");
    assert!(text.contains("![:plot g](<a-1.svg>)"), "{text}");
    assert_eq!(pictures, [("a-1.svg".to_owned(), "<svg></svg>\n".to_owned())]);
    let page = html(&cells());
    assert!(page.contains("error: &lt;&amp;&gt;") && page.contains("<figure><svg>"), "{page}");
    let ticks =
        [SheetCell { input: "`3*5`".to_owned(), output: "```".to_owned(), ..SheetCell::default() }];
    assert!(markdown(&ticks, |_| String::new()).0.contains("\n````text\n"));
}
