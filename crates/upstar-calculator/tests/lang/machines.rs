//! What chapters 9 to 12 of Winning Ways do by hand, on typed values.

use crate::answer;
use upstar_calculator::Calculator;

fn all(rows: &[(&str, &str)]) {
    let mut session = Calculator::default();
    for (input, expected) in rows {
        assert_eq!(answer(&mut session, input).as_deref(), Ok(*expected), "{input}");
    }
}

#[test]
fn remoteness_and_suspense_come_from_those_of_the_options() {
    all(&[
        ("Remoteness([])", "Remoteness(0)"),
        ("Remoteness([4,1,2])", "Remoteness(3)"),
        ("Remoteness([1,3])", "Remoteness(4)"),
        ("Remoteness([1,4,5], misere)", "Remoteness(2)"),
        ("Remoteness([2,4], misere)", "Remoteness(5)"),
        ("Remoteness([0],[])", "Remoteness(1,0)"),
        ("Suspense([4,1,2])", "Suspense(5)"),
        ("Suspense([1,3])", "Suspense(2)"),
        ("Suspense([2,4], misere)", "Suspense(3)"),
        ("{Remoteness(5,0), Remoteness(4,1)|Remoteness(1,7)}", "Remoteness(1,2)"),
        ("{Remoteness(3)|}", "Remoteness(4,0)"),
        ("{Suspense(0,0)|}", "Suspense(1,2)"),
        ("{|Suspense(0,0)}", "Suspense(2,1)"),
        ("{0|Suspense(1,2)}", "Suspense(1,2)"),
    ]);
}

#[test]
fn numbers_are_those_of_positions() {
    // The options of trees, valued one by one and put together, against the engine.
    let mut session = Calculator::default();
    for (text, left, right) in [
        ("{{0|},{|0}|{0|{|0}}}", "{0|},{|0}", "{0|{|0}}"),
        ("{{0,{0|0}|}|{|{0|0}}}", "{0,{0|0}|}", "{|{0|0}}"),
    ] {
        for way in ["join", "slow_join"] {
            let mut valued = |list: &str| -> String {
                let mut depth = 0;
                let mut parts = vec![String::new()];
                for c in list.chars() {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    match (c, depth) {
                        (',', 0) => parts.push(String::new()),
                        _ => parts.last_mut().unwrap().push(c),
                    }
                }
                let value = |part: &String| {
                    answer(&mut session, &format!("tree(\"{part}\").Value({way})")).unwrap()
                };
                parts.iter().map(value).collect::<Vec<_>>().join(",")
            };
            let typed = format!("{{{}|{}}}", valued(left), valued(right));
            let found = answer(&mut session, &typed).unwrap();
            let expected = answer(&mut session, &format!("tree(\"{text}\").Value({way})")).unwrap();
            assert_eq!(found, expected, "{typed}");
        }
    }
}

#[test]
fn the_tally_machine() {
    all(&[
        ("{1_2 0_1|0_1 0_1}", "0"),
        ("{4_3 4_2|1_3 0_1}", "4_3 1_4"),
        ("Tally(\"{..1/2_8|1_4..}\")", "3/4"),
        ("Tally(\"{..1/2_7|1_3..}\")", "1"),
        ("Tally(\"{..0_7|0_4..}\")", "0_8 0_9"),
        ("Tally(\"{..0_3, ..0_1|0_0..}\")", "0_2 0_3"),
        ("Tally(\"{..-inf_1|inf_1..}\")", "0"),
        (
            "Tally(\"{..-inf_5, ..inf_6, ..2_2, ..-inf_1, ..inf_4 | 1_9.., 3_8.., 1_6.., inf_1.., 1_2..}\")",
            "inf_5 1_7",
        ),
        ("Tally(\"{..inf_8|inf_3..}\")", "inf_9 inf_10"),
        ("Tally(\"{..inf_6|}\")", "inf_7 inf_8"),
        ("{inf, 1_2 0_1|0_1 0_1}", "inf_1 0_2"),
        ("{-inf, 1_2 0_1|0_1 0_1}", "0"),
    ]);
    let mut session = Calculator::default();
    for wrong in ["Tally(\"{1_2}\")", "Tally(\"{a|b}\")", "{1_2 0_1, ^|}", "{Remoteness(1), 3|}"] {
        assert!(answer(&mut session, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn sidling_step_by_step() {
    all(&[
        // The equations of figure 7, in the order a, d, c, b.
        ("Sidling(\"a{0|d{c{a|b{a|}}|}}\", Left).Last", "[1,2,3/2,2]"),
        ("Sidling(\"a{0|d{c{a|b{a|}}|}}\", Right).Last", "[*,0,v,0]"),
        ("Sidling(\"{0|pass}\", Left, 4)", "[[on],[1],[1/2],[1/4],[1/8]]"),
        ("Sidling(\"{pass|*}\", Right, 3)[1]", "[off]"),
    ]);
    let mut session = Calculator::default();
    for wrong in [
        "Sidling(\"3\", Left)",
        "Sidling(\"{a|\", Left)",
        "Sidling(\"{0|b}\", Left)",
        "Sidling(\"\", Left)",
    ] {
        assert!(answer(&mut session, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn degrees_names_weights_and_walls() {
    all(&[
        ("tis.Degree", "1"),
        ("(ace - ace).Degree.Name", "\"Spade(0)\""),
        ("(ace - ace).Name", "\"joker & -joker\""),
        (
            "[tis.Name, tisn.Name, dud.Name, (ono + oof).Name]",
            "[\"tis\",\"tisn\",\"dud\",\"hi & lo\"]",
        ),
        (
            "[Club(5).AtomicWeight, Heart(-2).AtomicWeight, ace.AtomicWeight, joker.AtomicWeight]",
            "[5,-2,1,0]",
        ),
        ("oof.LeftWall", "[[0,0,-1]]"),
        ("oof.RightWall", "off"),
        ("*.Overheat(Z,Z)", "{Z|Z}"),
        ("3 Heat Z", "3"),
    ]);
    let mut session = Calculator::default();
    for wrong in ["over.AtomicWeight", "^ Heat Z", "tis.LeftWall"] {
        assert!(answer(&mut session, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_graft_has_the_sides_that_it_is_made_of() {
    let stoppers =
        ["0", "1", "-1", "*", "^", "over", "under", "upon", "on", "off", "tiny", "{2|1}"];
    let mut session = Calculator::default();
    let mut grafts = 0;
    for s in stoppers {
        for t in stoppers {
            if answer(&mut session, &format!("({s}) > ({t})")).as_deref() != Ok("true") {
                continue;
            }
            let text = answer(&mut session, &format!("(({s}) & ({t})).Graph")).unwrap();
            let game = format!("partizan_digraph({text}).Value == (({s}) & ({t}))");
            assert_eq!(answer(&mut session, &game).as_deref(), Ok("true"), "{game}");
            grafts += 1;
        }
    }
    assert!(grafts > 40, "{grafts}");
}

#[test]
fn positions_of_the_l_game_by_remoteness() {
    all(&[
        (
            "l_game(\"nAA.|.BA.|.BA.|.BBn\").Remotenesses",
            "{0 => 15, 1 => 768, 2 => 3, 3 => 27, 4 => 3, 5 => 81, 6 => 5, 7 => 11, 8 => 3, 9 => 119, Nothing => 1261}",
        ),
        ("l_game(\"nAA.|.BA.|.BA.|.BBn\").OfRemoteness(4).Length", "3"),
        ("fair_shares(\"6+5\").Remotenesses", "{0 => 1, 1 => 10, Nothing => 45}"),
    ]);
    let mut session = Calculator::default();
    for wrong in ["nim(\"3\").Remotenesses", "sisyphus(\"a1\").Remotenesses"] {
        assert!(answer(&mut session, wrong).is_err(), "{wrong}");
    }
}
