//! What a reader of the literature on misère play asks: tables, bases, replies, large heaps.

use crate::program::{Run, run, upstar};
use serde_json::{Value, json};

fn misere(args: &[&str]) -> Run {
    run(upstar(["misere"].iter().chain(args).copied()), "")
}

fn text(args: &[&str]) -> String {
    let run = misere(args);
    assert_eq!(run.status, Some(0), "{args:?} {run:?}");
    run.stdout
}

fn object(args: &[&str]) -> Value {
    let mut with = args.to_vec();
    with.push("--json");
    let run = misere(&with);
    assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
    serde_json::from_str(&run.stdout).unwrap()
}

/// Genera of heaps that no search reaches: sharp where the monoid of values is finite.
#[test]
fn genera_of_large_heaps() {
    let kayles = object(&["genus", ".77", "200"]);
    let values = run(upstar(["heaps", "values", ".77", "--to", "200", "--json"]), "").stdout;
    let values: Value = serde_json::from_str(&values).unwrap();
    let base = values["values"].as_array().unwrap().last().unwrap().to_string();
    let genus = kayles["genus"].as_str().unwrap();
    assert!(genus.starts_with(&format!("{base}^")), "{genus}");
    assert!(kayles["source"].as_str().unwrap().contains("order 40"), "{kayles}");
    assert_eq!(object(&["genus", ".75", "300"])["genus"], "2^20");
    let guiles = object(&["genus", ".15", "1000000000000000022"]);
    assert_eq!((&guiles["genus"], &guiles["outcome"]), (&json!("1^13"), &json!("N")));
    // Heaps that are found by search have the same genus a period apart; 22 is before the period.
    for (heap, genus) in [("22", "1^431"), ("72", "1^13"), ("82", "1^13")] {
        let searched = object(&["genus", ".15", heap]);
        assert_eq!(searched["genus"], genus);
        assert_eq!(searched.get("source"), None, "{heap}");
    }
    let sum = object(&["genus", ".15", "1000000000000000022+3*22"]);
    assert!(sum["source"].as_str().unwrap().contains("order 58"), "{sum}");
    // A table goes on where the search ends, and says so. Sharp superscripts are searched for.
    let table = misere(&["genus", ".77", "--to", "120", "--blurry"]);
    assert_eq!((table.status, table.stdout.lines().count()), (Some(0), 121));
    assert!(table.stderr.contains("# is 4 or more"), "{}", table.stderr);
    // Outcomes of the quotient agree with genera.
    for heap in ["118", "200", "1000003"] {
        let genus = object(&["genus", ".77", heap]);
        assert_eq!(genus["outcome"], object(&["outcome", ".77", heap])["class"], "{heap}");
    }
}

/// Codes whose heaps are those of Knots, and others with a rule of its kind.
#[test]
fn games_that_are_won_like_knots() {
    for code in [".157", ".57", "4.71", "4.7", ".26", "4.757"] {
        let answer = object(&["outcome", code, "1000000000000000000+123456789+7"]);
        assert_eq!(answer["by"], "rule", "{code} {answer}");
        let p = answer["class"] == "P";
        let moves = object(&["moves", code, "1000000000000000000+123456789+7"]);
        assert_eq!(moves["winning"].as_array().unwrap().is_empty(), p, "{code}");
        for winning in moves["winning"].as_array().unwrap().iter().take(3) {
            let to = winning["to"].as_str().unwrap();
            assert_eq!(object(&["outcome", code, to])["class"], "P", "{code} {to}");
        }
        let pretend = object(&["pretend", code]);
        assert!(pretend["labels"]["labels"].as_array().unwrap().len() > 4, "{pretend}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rule.json");
    let file = file.to_str().unwrap();
    assert!(text(&["solve", ".26", "--certificate", file]).contains("a rule like that of Knots"));
    let verdict = run(upstar(["verify", file]), "");
    assert_eq!((verdict.status, verdict.stdout.starts_with("verified")), (Some(0), true));
    let changed = std::fs::read_to_string(file).unwrap().replacen("\"step\": 2", "\"step\": 4", 1);
    std::fs::write(file, changed).unwrap();
    assert_eq!(run(upstar(["verify", file]), "").status, Some(1));
}

/// Small sums of such games, moves by moves, against search in the general theory of positions.
#[test]
fn rules_agree_with_the_genus() {
    for code in ["4.7", ".26", ".57"] {
        for sum in ["7+5+3", "9", "6+6", "8+2", "10+4+1", "5+5+5"] {
            let genus = object(&["genus", code, sum]);
            assert_eq!(object(&["outcome", code, sum])["class"], genus["outcome"], "{code} {sum}");
        }
    }
}

#[test]
fn patterns_of_few_heaps_are_used() {
    let sum = "3000012+2000007+1000001";
    let moves = object(&["moves", ".3102", sum]);
    let winning: Vec<&str> =
        moves["winning"].as_array().unwrap().iter().map(|to| to["to"].as_str().unwrap()).collect();
    assert!(winning.len() > 2 && moves["winning"][0]["why"] == "pattern: P", "{moves}");
    // Also beyond 32 bits, where the pattern is that of a period nearer.
    let far = ["10000000000000000+12+7", "1000000+12+7"];
    let sums: Vec<&str> = far.into_iter().chain([sum]).chain(winning).collect();
    let answers =
        run(upstar(["misere", "outcome", ".3102", "-", "--json"]), sums.join("\n") + "\n");
    let answers: Vec<Value> =
        answers.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), sums.len());
    for answer in &answers {
        assert_eq!(answer["by"], "pattern", "{answer}");
        assert!(answer["source"].as_str().unwrap().contains("the pattern of few heaps"));
    }
    assert_eq!(answers[0]["class"], answers[1]["class"]);
    let label = object(&["frisky", ".3102", "--position", sum]);
    assert_eq!((&answers[2]["class"], &label["label"].as_str().unwrap()[1..]), (&json!("N"), "N"));
    assert!(answers[3..].iter().all(|answer| answer["class"] == "P"), "{answers:?}");
    let small = object(&["frisky", ".3102", "--position", "5+6+10+12"]);
    assert_eq!(small["label"].as_str().unwrap().len(), 2);
}

#[test]
fn tables_of_rulesets_that_are_no_codes() {
    let dim = object(&["genus", "dim(-)", "--to", "100"]);
    assert_eq!((&dim["from"], dim["genus"].as_array().unwrap().len()), (&json!(0), 101));
    // n = 2^g d: 12 = 4*3 and 14 = 2*7.
    assert_eq!((&dim["genus"][12], &dim["genus"][14]), (&json!("2^46"), &json!("1^13")));
    for rules in ["prim(+)", "dividing-rulers", "welter"] {
        let table = object(&["genus", rules, "--to", "12"]);
        assert!(table["genus"].as_array().unwrap().len() >= 12, "{rules} {table}");
    }
    assert_eq!(object(&["genus", "dividing-rulers", "--to", "8"])["genus"][8], "1^31");
    let queens = object(&["genus", "wythoff", "--to", "9x9"]);
    assert_eq!((&queens["from"], &queens["genus"][0][3]), (&json!(0), &json!("3^31")));
    assert_eq!((&queens["genus"][3][5], &queens["genus"][6][6]), (&json!("0^02"), &json!("3^31")));
    assert_eq!(queens["genus"].as_array().unwrap().len(), 10);
    assert_eq!(misere(&["genus", "wythoff", "--to", "9x"]).status, Some(2));
    assert_eq!(misere(&["genus", "domineering", "--to", "3x3"]).status, Some(1));
    let csv = text(&["genus", "wythoff", "--to", "2x2", "--format", "csv"]);
    assert!(csv.contains("0^120"), "{csv}");
    // The same by the table of positions.
    let shown = run(upstar(["table", "wythoff", "9x9", "--play", "misere", "--show", "genus"]), "");
    assert_eq!(shown.stdout, text(&["genus", "wythoff", "--to", "9x9"]));
    let kayles = run(upstar(["table", "kayles", "9", "--play", "misere", "--show", "genus"]), "");
    assert_eq!(kayles.stdout, text(&["genus", ".77", "--to", "9"]));
    for wrong in [&["--show", "genus"][..], &["--play", "misere", "--show", "colour"]] {
        let args = ["table", "wythoff", "9x9"].iter().chain(wrong).copied();
        assert_eq!(run(upstar(args), "").status, Some(2), "{wrong:?}");
    }
}

/// Nim-heaps and adders beside the heaps of a game.
#[test]
fn nim_heaps_beside_heaps() {
    for (sum, genus) in [("13+*4", "5^57"), ("13+:4", "1^13"), ("3+*3", "0^02"), ("*5+*5", "0^02")]
    {
        let with = object(&["genus", ".77", sum]);
        assert_eq!((&with["genus"], &with["position"]), (&json!(genus), &json!(sum)));
        let outcome = object(&["outcome", ".77", sum]);
        assert_eq!(outcome["class"], with["outcome"], "{sum}");
    }
    // The same sum as positions of two rulesets.
    for heap in 1..9 {
        let both = run(
            upstar(["misere", "genus", "sum", &format!("kayles:11 + nim:{heap}"), "--json"]),
            "",
        );
        let both: Value = serde_json::from_str(&both.stdout).unwrap();
        let with = object(&["genus", ".77", &format!("11+*{heap}")]);
        assert_eq!(both["genus"], with["genus"], "{heap}");
    }
    assert_eq!(
        object(&["genus", ".77", "13+*"])["genus"],
        object(&["genus", ".77", "13+*1"])["genus"]
    );
    for wrong in ["13+:", "13+:x", "13+*99999999", "+*4", "13+x+*4", "2**4"] {
        assert_eq!(misere(&["genus", ".77", wrong]).status, Some(2), "{wrong}");
    }
}

/// The winning moves beside nim-heaps and adders are those of the sum of two rulesets.
#[test]
fn moves_beside_nim_heaps() {
    for (sum, other) in [
        ("13+*4", "kayles:13 + *4"),
        ("9+4+*2+*5", "kayles:9+4 + *2 + *5"),
        ("2*6+*3+*3", "kayles:6+6 + *3 + *3"),
        ("11+:5", "kayles:11 + *2 + *2 + *"),
        ("8+:2+*", "kayles:8 + *2 + *"),
    ] {
        let beside = object(&["moves", ".77", sum, "--replies"]);
        let asked = ["moves", "sum", other, "--play", "misere", "--json"];
        let both: Value = serde_json::from_str(&run(upstar(asked), "").stdout).unwrap();
        let genera = |found: &Value| {
            let all = found["winning"].as_array().unwrap().iter();
            let mut all: Vec<String> = all.map(|m| m["why"].as_str().unwrap().to_owned()).collect();
            all.sort();
            all.dedup();
            all
        };
        assert_eq!(genera(&beside), genera(&both), "{sum}");
        for reply in beside["replies"].as_array().unwrap() {
            let left = reply["leaves"].as_str().unwrap_or(reply["to"].as_str().unwrap());
            assert_eq!(object(&["outcome", ".77", left])["class"], "P", "{sum}: {reply}");
        }
    }
    let adder = object(&["moves", ".77", ":3"]);
    let names = |which: &str| adder[which].as_array().map_or(0, Vec::len);
    assert_eq!(names("winning") as u64 + adder["losing"].as_u64().unwrap(), 3);
}

#[test]
fn sums_of_two_heaps() {
    let pairs = object(&["genus", ".77", "--to", "12", "--pairs"]);
    // Winning Ways, table 4.
    for (i, j, genus) in [(5, 5, "0^120"), (5, 9, "0^02"), (3, 12, "7^57"), (2, 11, "4^64")] {
        assert_eq!(pairs["genus"][i - 1][j - i], genus, "{i}+{j}");
    }
    let grundy = object(&["genus", "grundy", "--to", "25", "--pairs", "--digits"]);
    // Allemang, table iii.
    for (i, j, genus) in [(13, 22, "0(120)"), (16, 23, "3(#31)"), (13, 20, "3(#31)")] {
        assert_eq!(grundy["genus"][i - 1][j - i], genus, "{i}+{j}");
    }
    let positions = object(&["p-positions", "grundy", "--to", "25"]);
    let positions = positions["positions"].as_array().unwrap();
    assert!(positions.contains(&json!("23+20")) && positions.contains(&json!("18+13")));
    assert!(!positions.contains(&json!("16+13")));
    let three = object(&["p-positions", ".75", "--to", "6", "--heaps", "3"]);
    for position in three["positions"].as_array().unwrap() {
        let position = position.as_str().unwrap();
        assert_eq!(object(&["genus", ".75", position])["outcome"], "P", "{position}");
    }
    assert_eq!(misere(&["p-positions", ".75", "--to", "100000", "--heaps", "9"]).status, Some(1));
    assert_eq!(misere(&["p-positions", ".75", "--to", "x"]).status, Some(2));
}

#[test]
fn replies_and_carries() {
    let replies = object(&["moves", ".75", "7+5+2", "--replies"]);
    for reply in replies["replies"].as_array().unwrap() {
        let leaves = reply["leaves"].as_str().or(reply["to"].as_str()).unwrap();
        assert_eq!(object(&["outcome", ".75", leaves])["class"], "P", "{reply}");
    }
    let sum = text(&["genus", "grundy", "13", "--options"]);
    let last = sum.lines().last().unwrap();
    assert!(last.starts_with("least missing") && last.contains("3 ^ 1 4 3 1"), "{sum}");
    assert!(sum.contains("carry +1"), "{sum}");
    let options = object(&["genus", "grundy", "13", "--options"]);
    assert_eq!(options["options"].as_array().unwrap().len(), 3);
    assert!(text(&["genus", "cram", "...|...", "--options"]).contains("least missing"));
}

#[test]
fn several_bases_and_sums() {
    let rows = object(&["rows", "0", "--base", "2_2 1;2_2 2 1", "--rows", "3"]);
    let rows = rows["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[3]["copies"]), (9, &json!([1, 0])));
    assert_eq!(rows[3]["entries"], json!([1, 6]));
    assert!(text(&["rows", "2_+ 2 1", "--base", "2_2 1"]).contains("period 2 from row 1 on"));
    for (first, second, base, equal) in [
        ("2+2", ":4", "1;2", true),
        (".77(3)", "*3", "1;2;*4", true),
        ("grundy(13+13)", "0", "1;2;grundy(18)", true),
        (".123(6)", ":4", "1;2;.123(9)", false),
        ("2_+ + 1", "1 + 2_+", "1;2", true),
        (".57(9)", "4.7(5)", "1;2;4.7(7)", true),
        (".57(9)", "4.7(8)", "1;2;4.7(7)", false),
        ("wythoff(1,2)", "0", "1;2;*4", true),
        ("cram:2x2 + *3", "wythoff(1,2) + *3", "1;2", true),
        ("subtraction(1,2):5", "*2", "1;2;cram:3x3", true),
        ("wythoff(2,2)", "wythoff(1,3)", "1;2", false),
    ] {
        let answer = object(&["equal", first, second, "--base", base]);
        assert_eq!(answer["equal"], equal, "{first} {second} {answer}");
    }
    for bad in [":x", "*", ".77(x)", "2 + ", "+", "*99999999", "cram:2y2", "wythoff(1;2)"] {
        assert_eq!(misere(&["equal", bad, "0"]).status, Some(2), "{bad}");
    }
    // Heap n of .57 is heap n/2 of Knots, rounded up, and of .157 heap n/3.
    for (code, fold) in [(".57", 2), (".157", 3)] {
        let related = object(&["equal", code, "4.7", "--to", "24"]);
        assert_eq!((&related["fold"], related.get("shift")), (&json!(fold), None));
        assert_eq!(related["equal"][17], json!([18_u32.div_ceil(fold)]));
    }
    assert_eq!(object(&["equal", "4.71", "4.7", "--to", "24"])["shift"], 0);
    let rearranged = object(&["equal", ".1331", ".123", "--to", "12"]);
    assert_eq!((&rearranged["all"], rearranged.get("shift")), (&json!(true), None));
    assert_eq!(object(&["equal", ".77", ".07"])["all"], false);
}

#[test]
fn a_game_for_every_genus() {
    for wanted in ["1##0", "##0#0", "##1##", "#0", "0##", "1#0##", "##"] {
        let answer = object(&["construct", wanted]);
        let form = answer["calculator"].as_str().unwrap();
        let genus = run(upstar(["eval", &format!("{form}.Genus")]), "").stdout;
        let read = run(upstar(["eval", &format!("GameWithGenus(\"{wanted}\") == {form}")]), "");
        assert_eq!(read.stdout, "true\n", "{wanted} {genus}");
    }
    assert_eq!(misere(&["construct", "10"]).status, Some(2));
    assert_eq!(misere(&["construct", "x"]).status, Some(2));
    let far = format!("{}0#", "#".repeat(200));
    assert_eq!(misere(&["construct", &far]).status, Some(1));
}

#[test]
fn genera_in_other_notations() {
    let genus = |more: &[&str]| {
        let args: Vec<&str> = ["genus", "grundy", "13"].iter().chain(more).copied().collect();
        text(&args).split_whitespace().next().unwrap().to_owned()
    };
    assert_eq!(genus(&[]), "3^1431");
    assert_eq!(genus(&["--blurry"]), "3(1##1)");
    assert_eq!(genus(&["--digits"]), "3(1#31)");
    assert_eq!(genus(&["--notation", "unicode"]), "3¹⁴³¹");
    assert_eq!(genus(&["--notation", "latex"]), "3^{1431}");
}

#[test]
fn names_for_what_occurs_often() {
    let answer = object(&["canonical", "grundy", "18", "--named"]);
    // b = a_2 a 2 0 with a = 2_2 2 1.
    assert_eq!(
        (&answer["canonical"], &answer["names"][0]),
        (&json!("a_2 a 2 0"), &json!(["a", "2_2 2 1"]))
    );
    let plain = object(&["canonical", "grundy", "18"]);
    assert_eq!(plain.get("names"), None);
    assert_eq!(plain["calculator"], answer["calculator"]);
    let kayles = text(&["canonical", "kayles", "14", "--named"]);
    assert!(kayles.len() < text(&["canonical", "kayles", "14"]).len(), "{kayles}");
}

/// Winning Ways, table 6: three forms of one type and six of the other.
#[test]
fn the_forms_of_sibert_and_conway() {
    let answer = object(&["sibert-conway", ".77", "--tokens", "10"]);
    let families = answer["families"].as_array().unwrap();
    let of = |label: &str| families.iter().filter(|family| family["label"] == label).count();
    assert_eq!((of("PN"), of("NP")), (3, 6), "{families:?}");
    let form = |text: &str| families.iter().find(|family| family["family"] == text);
    for (text, nim_value) in [
        ("E(1,4)E(5)", 0),
        ("E(1,4,20)E(9,12,17)", 0),
        ("1(25)D(1,4,20)E(9,12,17)", 0),
        ("D(1,4)D(5)", 5),
        ("D(1,4)E(5)", 1),
        ("E(1,4)D(9)", 4),
        ("1(12)E(1,4)", 4),
        ("D(1,4,20)E(9,12,17)", 1),
        ("1(25)D(1,4)D(9)", 4),
    ] {
        let found = form(text).unwrap_or_else(|| panic!("{text} {families:?}"));
        assert_eq!(found["nim_value"], nim_value, "{text}");
    }
}

/// The letters of a quotient stand for the same heaps wherever they are told.
#[test]
fn one_legend() {
    let solved = object(&["solve", ".123"])["letters"].clone();
    assert_eq!(solved[0], json!(["a", 1]));
    assert_eq!(object(&["moves", ".123", "9+8+5+3"])["letters"], solved);
    let pretend = object(&["pretend", ".123"]);
    assert_eq!(pretend["letters"], solved);
    assert!(pretend["symbols"][0]["element"].is_string(), "{pretend}");
    assert!(text(&["solve", ".123"]).contains("generators: a = h1, b = h3"));
}

#[test]
fn sums_one_a_line() {
    let lines = run(upstar(["misere", "genus", ".77", "-"]), "9+8+5\n300\nx\n3+3\n");
    assert_eq!((lines.status, lines.stdout.lines().count()), (Some(2), 3), "{lines:?}");
}
