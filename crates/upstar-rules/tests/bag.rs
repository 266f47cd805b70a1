//! Bags of things: places of errors, counts, empty heaps.

use upstar_base::Player;
use upstar_rules::Rules;
use upstar_rules::cake::maundy::MaundyCake;
use upstar_rules::heap::partizan_subtraction::PartizanSubtraction;
use upstar_rules::seating::chairs::SeatingCouples;

fn place<R: Rules>(rules: &R, text: &str) -> (usize, usize) {
    let error = rules.parse(text).expect_err(text);
    (error.at, error.len)
}

#[test]
fn errors_name_the_place() {
    let cakes = [
        ("", (0, 0)),
        ("5", (0, 1)),
        ("5x", (2, 0)),
        ("5x10+3y4", (5, 3)),
        ("2x99999999999", (2, 11)),
        ("x*2x2", (0, 1)),
        ("2x2+99999*2x2", (4, 9)),
        ("2x-2", (2, 2)),
    ];
    for (text, expected) in cakes {
        assert_eq!(place(&MaundyCake::default(), text), expected, "{text}");
    }
    let rows = [
        ("L5", (0, 2)),
        ("5R", (0, 2)),
        ("L0L", (1, 1)),
        ("LR", (1, 0)),
        ("L5R+R99999R", (5, 5)),
        ("L+5R", (0, 1)),
        ("é5R", (0, 4)),
        ("O", (1, 0)),
    ];
    for (text, expected) in rows {
        assert_eq!(place(&SeatingCouples::default(), text), expected, "{text}");
    }
    let heaps = PartizanSubtraction::from_parameters("1,3;2").unwrap();
    assert_eq!(place(&heaps, "9+x"), (2, 1));
    assert_eq!(place(&heaps, "99999999999999999999"), (0, 20));
    for (text, at) in [("1,3", 0), ("1,x;2", 2), ("1;2,0", 4), ("1;2;3", 2)] {
        let error = PartizanSubtraction::from_parameters(text).expect_err(text);
        assert_eq!(error.at, at, "{text}");
    }
}

#[test]
fn empty_heaps_are_none() {
    let rules = PartizanSubtraction::from_parameters("1,3;2").unwrap();
    for (text, shown) in [(" 0", "0"), ("2*0", "0"), ("0+4+0", "4")] {
        let heaps = rules.parse(text).unwrap();
        assert_eq!(rules.show(&heaps), shown);
        assert_eq!(rules.parse(shown).unwrap(), heaps);
    }
}

#[test]
fn equal_things_are_counted() {
    let rules = MaundyCake::default();
    let cakes = rules.parse("1x2+3*2x2+1x2").unwrap();
    assert_eq!(rules.show(&cakes), "2*1x2+3*2x2");
    let mut options = Vec::new();
    rules.options(&cakes, Player::Left, &mut options);
    let shown: Vec<_> = options.iter().map(|option| rules.show(option)).collect();
    assert_eq!(shown, ["2*1x1+1x2+3*2x2", "2*1x2+2*2x1+2*2x2"]);
}
