//! Messages with a caret under the place that is wrong.

use upstar_session::Remark;
use upstar_terminal::caret::warning;

fn shown(source: &str, span: [usize; 2]) -> String {
    warning("x", source, &Remark { message: "m".into(), span })
}

#[test]
fn a_long_line_is_cut_round_the_place() {
    let source = format!("{}é?{}", "1+".repeat(100_000), "+1".repeat(100_000));
    let at = source.find('?').unwrap();
    let text = shown(&source, [at, at + 1]);
    assert!(text.chars().count() < 600, "{text}");
    let line = text.lines().find(|line| line.contains('?')).unwrap();
    assert!(line.contains("…1+") || line.contains("…+1"), "{text}");
    assert!(line.ends_with('…'), "{text}");
    // The caret is below the place.
    let column = line.chars().position(|c| c == '?').unwrap();
    let below = text.lines().skip_while(|below| *below != line).nth(1).unwrap();
    assert!(matches!(below.chars().nth(column), Some('┬' | '│' | '^')), "{text}");
}

#[test]
fn strange_spans_do_no_harm() {
    for source in ["", "é", "a\nbé\n", &"é".repeat(5000)] {
        for start in 0..6 {
            for end in 0..6 {
                assert!(shown(source, [start, end]).contains('m'));
            }
        }
    }
}
