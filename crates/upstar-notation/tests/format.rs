//! Tables in the formats of other programs.

use upstar_notation::format::{Format, Grid};

#[test]
fn sentences_keep_their_formulas() {
    let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
    let (head, rows) = (row(["to", Grid::WHY]), vec![row(["x$|o", "leaves $\\{0\\}$ > 0"])]);
    let grid = Grid { head, rows, ..Grid::default() };
    let text = Format::Latex.write(&grid).unwrap().unwrap();
    let wanted = "x\\$\\textbar{}o & leaves $\\{0\\}$ \\textgreater{} 0 \\\\\n";
    assert!(text.contains(wanted), "{text}");
    // A dollar sign without a partner is text.
    let grid = Grid { rows: vec![row(["1", "5$ & more"])], ..grid };
    let text = Format::Latex.write(&grid).unwrap().unwrap();
    assert!(text.contains("1 & 5\\$ \\& more \\\\\n"), "{text}");
}
