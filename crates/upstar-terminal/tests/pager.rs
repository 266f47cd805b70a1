//! Long lines.

use upstar_terminal::folded;

#[test]
fn long_lines_go_on_below_their_last_column() {
    let text = "  :load FILE  evaluate a worksheet, until something is wrong\nshort\n";
    assert_eq!(
        folded(text, 38),
        "  :load FILE  evaluate a worksheet,\n              until something is wrong\nshort\n"
    );
    assert_eq!(folded(text, 80), text);
    assert_eq!(folded("abcdefgh ij kl\n", 5), "abcdefgh\nij kl\n");
}
