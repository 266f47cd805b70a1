//! Heaps of any size: closed forms, proved periods, the heap engine, and honest refusals.

use crate::program::{run, upstar};
use serde_json::Value;

fn ask(args: &[&str]) -> (Option<i32>, String, String) {
    let answer = run(upstar(args.iter().copied()), "");
    (answer.status, answer.stdout, answer.stderr)
}

fn prints(args: &[&str], expected: &str) {
    let (status, out, err) = ask(args);
    assert_eq!((status, out.trim_end()), (Some(0), expected), "{args:?}: {err}");
}

fn json(args: &[&str]) -> Value {
    let (status, out, err) = ask(&[args, &["--json"]].concat());
    assert_eq!(status, Some(0), "{args:?}: {out} {err}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn nim_of_any_size_is_one_nim_sum() {
    prints(
        &["value", "nim", "1000000000000000000000000000000+5"],
        "*1000000000000000000000000000005",
    );
    prints(&["value", "nim", "10^30+10^30"], "0");
    prints(&["value", "nim", "2097153"], "*2097153");
    let many = (1..=1000).map(|n| n.to_string()).collect::<Vec<_>>().join("+");
    prints(&["value", "nim", &many], "*1000");
    prints(
        &["value", "nim", "4294967296", "--show", "outcome"],
        "*4294967296\noutcome: N: whoever starts wins",
    );
    prints(&["outcome", "nim", "10^30+7"], "N: whoever starts wins");
    assert!(ask(&["outcome", "nim", "10^30+10^30", "--play", "misere"]).1.starts_with("P"));
    assert!(ask(&["misere", "outcome", "nim", "10^30+10^30"]).1.starts_with("P ("));
    assert!(ask(&["misere", "outcome", "nim", "300+500+700"]).1.starts_with("N ("));
    assert!(ask(&["misere", "outcome", "nim", "1+1+1"]).1.starts_with("P ("));
}

/// What is printed is read by the calculator as the same value.
#[test]
fn large_nimbers_are_read_back() {
    prints(&["eval", "*1000000000000000000000000000005 + *5"], "*1000000000000000000000000000000");
    prints(&["eval", "*4294967296 + *4294967296"], "0");
    prints(&["eval", "*4294967296 + *4294967297"], "*");
    prints(&["eval", "*4294967296 < 1"], "true");
    prints(&["eval", "*4294967296 == *4294967296"], "true");
    assert_eq!(ask(&["eval", "*4294967296 + 1"]).0, Some(2));
}

#[test]
fn proved_periods_answer_for_large_heaps() {
    let (status, out, err) = ask(&["value", "kayles", "4000000000"]);
    assert_eq!((status, out.as_str()), (Some(0), "*\n"), "{err}");
    assert!(err.contains("period 12 from 71 on: proved"), "{err}");
    assert!(
        json(&["value", "kayles", "4000000000"])["because"].as_str().unwrap().contains("proved")
    );
    prints(&["--quiet", "value", "kayles", "20000"], "*");
    prints(&["--quiet", "value", "kayles", "10^18"], "*");
    prints(&["--quiet", "outcome", "kayles", "10^18+10^18"], "P: whoever starts loses");
    prints(&["value", "grundys-game", "2000"], "*39");
    prints(&["--quiet", "value", "subtraction(1000000000)", "5000000000"], "*");
    prints(&["value", "lasker-nim", "10^30"], "*999999999999999999999999999999");
    prints(&["outcome", "wythoff", "832040,1346269"], "P: whoever starts loses");
}

/// A winning move is found where there is one, with exact numbers where they are known.
#[test]
fn moves_of_large_heaps() {
    let (status, out, _) = ask(&["moves", "nim", "3+5+999999"]);
    assert_eq!(status, Some(0));
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(out.starts_with("6+5+3  leaves nim-sum 0\n1 winning move of 1000007"), "{out}");
    let found = json(&["moves", "kayles", "10^18+5+7"]);
    let [count, all] = ["winning_count", "count"].map(|key| found[key].as_u64().unwrap());
    assert_eq!(all, 10u64.pow(18) + 5 + 7);
    assert!(count > 1 << 50 && count < all, "{count}");
    assert_eq!(found["complete"], false);
    let winning = found["winning"].as_array().unwrap();
    assert_eq!(winning.len(), 100);
    for one in &winning[..3] {
        let to = one["to"].as_str().unwrap();
        prints(&["--quiet", "value", "kayles", to], "0");
    }
    let (_, out, _) = ask(&["moves", "nim", "10^30+10^30"]);
    let wanted = "Left has no winning move (1000000000000000000000000000000 losing moves)\n";
    assert_eq!(out, wanted);
    for (rules, position) in [
        ("lasker-nim", "10^30+7"),
        ("dim", "10^18+3"),
        ("dividing-rulers", "10^30+2"),
        ("prim", "10^18+9"),
        ("grundys-game", "100000+3"),
        ("nim", "10^30+3"),
    ] {
        let found = json(&["moves", rules, position]);
        let to = found["winning"][0]["to"].as_str().unwrap_or_else(|| panic!("{rules}: {found}"));
        prints(&["--quiet", "value", rules, to], "0");
    }
    let found = json(&["moves", "nim", "10^30+1", "--play", "misere"]);
    assert_eq!(found["winning"][0]["to"], "1", "{found}");
}

/// Numbers are numbers, whether few moves are listed or many counted; digits beyond 64 bits.
#[test]
fn numbers_of_moves() {
    assert_eq!(json(&["moves", "nim", "3+5"])["losing"], 7);
    assert_eq!(json(&["moves", "nim", "3+5+999999"])["losing"], 1_000_006);
    assert_eq!(json(&["moves", "nim", "10^18+10^18"])["losing"], 10u64.pow(18));
    let found = json(&["moves", "nim", "10^30+10^30"]);
    assert_eq!(found["losing"], "1000000000000000000000000000000", "{found}");
    assert_eq!((&found["winning_count"], &found["count"]), (&0.into(), &found["losing"]));
}

/// Where all moves are asked for and there are too many, it is said so, and the numbers are those
/// of the winning moves alone.
#[test]
fn all_moves_where_there_are_too_many() {
    for (rules, position, play) in [
        ("nim", "10^18+10^18", "normal"),
        ("nim", "70000+70000", "normal"),
        ("nim", "70000+70000", "misere"),
        ("nim", "3+5+20000", "normal"),
        ("nim", "10^30+7", "normal"),
        ("kayles", "60000", "normal"),
        ("kayles", "100000+100000", "normal"),
        ("dawsons-kayles", "10^15+10^15", "normal"),
    ] {
        let plain = ["moves", rules, position, "--play", play];
        let wanted = json(&plain);
        for more in ["--all", "--replies"] {
            let args = [&plain[..], &[more]].concat();
            let found = json(&args);
            for key in ["winning", "losing", "winning_count", "count"] {
                assert_eq!(found[key], wanted[key], "{args:?} {key}");
            }
            assert_eq!(found["complete"], false, "{args:?}: {found}");
            let moves = found["moves"].as_array().unwrap();
            assert_eq!(moves.len(), wanted["winning"].as_array().unwrap().len(), "{args:?}");
            let (status, out, err) = ask(&args);
            assert_eq!(status, Some(0), "{args:?}");
            assert!(!out.is_empty() && !out.contains("can move"), "{args:?}: {out}");
            assert!(err.contains("too many to list"), "{args:?}: {err}");
            let (_, out, err) = ask(&[&args[..], &["--format", "csv"]].concat());
            assert_eq!(out.lines().count(), 1 + moves.len(), "{args:?}: {out}");
            assert!(err.contains("too many to list"), "{args:?}: {err}");
        }
    }
    prints(
        &["--quiet", "moves", "nim", "10^18+10^18", "--all"],
        "no move wins (1000000000000000000 losing moves)",
    );
    let (_, _, err) = ask(&["moves", "nim", "3+5+20000", "--all"]);
    assert_eq!(err, "note: 20008 moves are too many to list: these are those that win\n");
    // A list that has all moves says nothing.
    let (_, out, err) = ask(&["moves", "nim", "3+5", "--all"]);
    assert_eq!((out.lines().count(), err.as_str()), (8, ""), "{out}");
    assert_eq!(json(&["moves", "nim", "3+5", "--all"]).get("complete"), None);
    prints(&["moves", "nim", "0", "--all"], "nobody can move");
    prints(&["moves", "nim", "0+0", "--replies"], "nobody can move");
}

/// A line of a batch says how many moves it does not list.
#[test]
fn many_moves_on_one_line() {
    let lines = |more: &[&str], rules: &str, input: &str| {
        let answer = run(upstar([&["moves", rules, "--each"], more].concat()), input);
        assert_eq!(answer.status, Some(0), "{answer:?}");
        answer.stdout
    };
    assert_eq!(
        lines(&["--all"], "nim", "1\n0\n3+5+20000\n70000+70000\n"),
        "Left win 0\n-\nLeft win 6+5+3\t... 20007 more\n... 70000 more\n"
    );
    assert_eq!(lines(&[], "nim", "3+5+20000\n70000+70000\n"), "6+5+3\n-\n");
    let line = lines(&[], "kayles", "60000\n");
    assert!(line.ends_with("\t... 4899 more\n"), "{line}");
    let line = lines(&["--all"], "infinite-nim", "omega\n");
    assert!(line.ends_with("\t... more\n"), "{line}");
}

#[test]
fn playing_with_large_heaps() {
    let play = |rules: &str, position: &str, lines: &str| {
        let answer = run(upstar(["play", rules, position]), lines);
        assert_eq!(answer.status, Some(0), "{answer:?}");
        answer.stdout
    };
    let out = play("nim", "10^30+7", "hint\n7+7\nquit\n");
    assert!(out.contains("leaves nim-sum 0"), "{out}");
    assert!(!out.contains("cannot move there"), "{out}");
    // A move far from the first ones is taken as it is typed.
    let out = play("nim", "10^30+7", "500000000000000000000000000000+7\nquit\n");
    assert!(!out.contains("cannot move there"), "{out}");
    let out = play("kayles", "10^18", "499999999999999999+499999999999999999\nquit\n");
    assert!(!out.contains("cannot move there"), "{out}");
    let out = play("nim", "10^30+7", "10^30+8\nquit\n");
    assert!(out.contains("cannot move there"), "{out}");
}

/// A refusal says what is too large and where the limit is.
#[test]
fn refusals_name_the_true_limit() {
    let (status, _, err) = ask(&["value", "nim", "10^40"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("at most 340282366920938463463374607431768211455 beans"), "{err}");
    let (status, _, err) = ask(&["value", "kayles", "99999999999999999999999999999999999999999"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("at most 340282366920938463463374607431768211455 beans"), "{err}");
    let (status, _, err) = ask(&["value", "moore-nim", "99999999999"]);
    assert_eq!(status, Some(2));
    assert!(err.contains("more than 4294967295 beans"), "{err}");
    let (status, _, err) = ask(&["value", "heaps(.06)", "10^20", "--time", "200ms"]);
    assert_eq!(status, Some(1), "{err}");
    let (status, _, err) = ask(&["heaps", "values", ".77", "--to", "10^13"]);
    assert_eq!(status, Some(1));
    assert!(err.contains("at most 1000000000 values are printed"), "{err}");
}

#[test]
fn coins_in_long_rows() {
    // Heads on all coins: the nim-sum of the powers of 2 that divide 1, 2, ..., 3000.
    let wanted = (1..=3000u32).fold(0, |sum, n| sum ^ (1 << n.trailing_zeros()));
    prints(&["value", "ruler", &"h".repeat(3000)], &format!("*{wanted}"));
    let (status, out, err) = ask(&["value", "moebius", &"ht".repeat(60)]);
    assert_eq!(status, Some(0), "{out} {err}");
    let (status, _, err) = ask(&["value", "nimble", "1000000,999999"]);
    assert_eq!(status, Some(0), "{err}");
}

#[test]
fn sequences_by_their_period() {
    let (status, out, _) = ask(&["heaps", "values", ".137", "--to", "100000"]);
    assert_eq!(status, Some(0));
    let values: Vec<u32> = out.split_whitespace().map(|v| v.parse().unwrap()).collect();
    assert_eq!(values.len(), 100_001);
    assert!((60..100_001 - 34).all(|n| values[n] == values[n + 34]));
}

/// A checkpoint that knows more does not make the answer longer.
#[test]
fn a_saved_sequence_is_as_long_as_asked() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (long, short, fresh, check) = (path("a"), path("b"), path("c"), path("check"));
    let values = |to: &str, file: &str, more: &[&str]| {
        let args = ["heaps", "values", ".06", "--to", to, "--save", file];
        assert_eq!(ask(&[&args[..], more].concat()).0, Some(0));
    };
    values("1000", &long, &["--checkpoint", &check]);
    values("10", &short, &["--checkpoint", &check]);
    values("10", &fresh, &[]);
    let (short, fresh) = (std::fs::read(short).unwrap(), std::fs::read(fresh).unwrap());
    assert_eq!(short, fresh);
    assert!(short.starts_with(b"upstar-nim-sequence 1 0.06 11 "));
}

#[test]
fn short_claims() {
    for (code, claim) in [(".77", "71,12"), (".156", "3479,349"), (".137", "52,34")] {
        let (status, out, err) = ask(&["heaps", "period", code, "--claim", claim]);
        assert_eq!(status, Some(0), "{code} {claim}: {err}");
        assert!(out.contains("proved"), "{out}");
    }
    let (status, _, err) = ask(&["heaps", "period", ".77", "--claim", "100,12"]);
    assert_eq!(status, Some(1));
    assert!(err.contains("the period is 12 from 71 on"), "{err}");
}

/// Codes whose digits nobody could list, and digits that allow any number of heaps.
#[test]
fn giant_codes_and_many_heaps() {
    for command in [&["values", "sub(1000000000)", "--to", "20"][..], &["info", "sub(1000000000)"]]
    {
        let (status, out, err) = ask(&[&["heaps"], command].concat());
        assert_eq!(status, Some(0), "{out} {err}");
    }
    let (status, ..) = ask(&["heaps", "period", "sub(1000000000)", "--time", "200ms"]);
    assert_eq!(status, Some(1));
    for code in ["0.{1,5+}[{2,3,4+}]", "{3+}.{2,5+}9"] {
        let (status, out, err) = ask(&["heaps", "values", code, "--to", "119"]);
        assert_eq!(status, Some(0), "{err}");
        assert_eq!(out.split_whitespace().count(), 120);
    }
}
