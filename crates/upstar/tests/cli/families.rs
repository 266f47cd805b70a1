//! `upstar positions`, `heaps sparse`, arithmetic periods, names of the documents.

use crate::program::{run, upstar};

#[track_caller]
fn answer<const N: usize>(arguments: [&str; N]) -> String {
    let run = run(upstar(arguments), "");
    assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    run.stdout
}

#[track_caller]
fn refused<const N: usize>(arguments: [&str; N], status: i32, says: &str) {
    let run = run(upstar(arguments), "");
    assert_eq!(run.status, Some(status), "{arguments:?}: {}", run.stdout);
    assert!(run.stderr.contains(says), "{arguments:?}: {}", run.stderr);
}

#[test]
fn codes_of_moebius_and_mogul() {
    let moebius = answer(["positions", "moebius", "18", "--outcome", "P", "--by", "heads"]);
    let lines: Vec<&str> = moebius.lines().collect();
    let counts =
        ["heads  0: 1", "heads  6: 102", "heads  8: 153", "heads 10: 153", "heads 12: 102"];
    assert_eq!(lines[..5], counts);
    assert_eq!(lines[5..], ["heads 18: 1", "512 P-positions of 262144"]);
    let golay = answer(["positions", "mogul", "24", "--outcome", "P", "--by", "heads"]);
    for line in ["8: 759", "12: 2576", "16: 759", "4096 P-positions of 16777216"] {
        assert!(golay.contains(line), "{golay}");
    }
    let word = answer(["positions", "moebius", "18", "--outcome", "p"]);
    assert!(word.starts_with("tttttttttttttttttt\nhhhhhhtttttttttttt\n"), "{word}");
    assert_eq!(word.lines().count(), 513);
}

/// The code against a search of every row.
#[test]
fn the_code_is_what_search_finds() {
    let by_code = answer(["positions", "moebius", "9", "--outcome", "P", "--json"]);
    let listed = answer(["positions", "moebius", "9", "--by", "value", "--json"]);
    let by_code: serde_json::Value = serde_json::from_str(&by_code).unwrap();
    let listed: serde_json::Value = serde_json::from_str(&listed).unwrap();
    let zero = listed["counts"].as_array().unwrap().iter().find(|row| row["is"] == "0").unwrap();
    assert_eq!(by_code["count"], zero["count"]);
    assert_eq!(listed["family"], "512");
    let count: usize = by_code["count"].as_str().unwrap().parse().unwrap();
    assert_eq!(by_code["positions"].as_array().unwrap().len(), count);
    let n = answer(["positions", "moebius", "9", "--outcome", "N", "--count"]);
    assert_eq!(n, format!("{} N-positions of 512\n", 512 - count));
}

#[test]
fn heaps_boards_strips_and_followers() {
    assert_eq!(
        answer(["positions", "nim", "3x5", "--outcome", "P"]),
        "0\n1+1\n2+2\n3+3\n4+4\n5+5\n1+2+3\n1+4+5\n8 P-positions of 56\n"
    );
    let wythoff = answer(["positions", "wythoff", "6x8", "--outcome", "P"]);
    assert!(wythoff.contains("P-positions of 48"), "{wythoff}");
    assert_eq!(
        answer(["positions", "welter", "2x4", "--outcome", "P"]),
        "0,1\n2,3\n2 P-positions of 6\n"
    );
    assert_eq!(
        answer(["positions", "nim", "1+1+2", "--by", "outcome"]),
        "outcome N: 5\noutcome P: 2\n7 positions of 7\n"
    );
    let csv = ["positions", "nim", "2x2", "--outcome", "P", "--format", "csv"];
    assert_eq!(answer(csv), "position\n0\n1+1\n2+2\n");
}

#[test]
fn families_that_do_not_exist() {
    refused(["positions", "domineering", "3x3x3"], 2, "expected");
    refused(["positions", "nim", "2x3", "--outcome", "Q"], 2, "expected an outcome class");
    refused(["positions", "nim", "2x3", "--by", "heads"], 2, "no coins");
    refused(["positions", "nimm", "2x3"], 2, "there is no ruleset");
}

#[test]
fn sparse_spaces() {
    let grundy = answer(["heaps", "sparse", "grundy", "--to", "2000"]);
    assert!(
        grundy.contains("rare values 0 1 6 7 10 11 12 13 18 19 20 21 24 25 30 31 ..."),
        "{grundy}"
    );
    let kayles = answer(["heaps", "sparse", "kayles", "--to", "1000", "--json"]);
    let kayles: serde_json::Value = serde_json::from_str(&kayles).unwrap();
    assert_eq!(kayles["last"]["heap"], 70);
    let evil = [0, 3, 5, 6, 9, 10, 12, 15];
    let values = kayles["rare_values"].as_array().unwrap();
    assert!(values.iter().zip(evil).all(|(value, evil)| *value == evil), "{values:?}");
    refused(["heaps", "sparse", ".8"], 1, "at most two heaps");
}

#[test]
fn arithmetic_periods() {
    for (code, says) in [
        ("0.[3]", "period 1 and saltus 1 from 0 on: proved (arithmetic)\n"),
        ("4.[3]", "period 4 and saltus 4 from 1 on: proved (arithmetic)\n"),
        (".8", "period 3 and saltus 1 from 1 on: proved (arithmetic)\n"),
        ("0.{1,5+}[{2,3,4+}]", "period 4 and saltus 2 from 1 on: proved (arithmetic)\n"),
        ("{3+}.{2,5+}9", "period 3 and saltus 2 from 3 on: proved (arithmetic)\n"),
    ] {
        assert_eq!(answer(["heaps", "period", code]), says);
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.json");
    let file = file.to_str().unwrap();
    answer(["heaps", "period", ".9C", "--certificate", file]);
    assert!(
        answer(["verify", file])
            .starts_with("verified: in normal play, the nim-sequence of 0.9C has period 36")
    );
    let text = std::fs::read_to_string(file).unwrap().replace("\"low\": 10", "\"low\": 11");
    std::fs::write(file, text).unwrap();
    let run = run(upstar(["verify", file]), "");
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (Some(1), "refuted at step \"seal\": the file was changed after it was written\n")
    );
    let large = answer(["heaps", "values", ".8", "--to", "3000"]);
    assert!(large.trim_end().ends_with(" 999"), "{large}");
}

#[test]
fn names_of_the_documents() {
    for (name, position, value) in [
        ("cutcakes", "2x5", "1"),
        ("kenyon", "7", "*4"),
        ("lasker", "3", "*4"),
        ("triplicate-nim", "6", "*2"),
        ("dawson", "5", "*3"),
        ("knots", "2", "*2"),
        ("daisies", "2", "*2"),
        ("tins", "4", "*"),
        ("canapes", "3", "*"),
        ("take-a-square", "5", "0"),
        ("S(2,5,6)", "7", "*3"),
    ] {
        let run = run(upstar(["value", name, position]), "");
        assert_eq!(run.stdout, format!("{value}\n"), "{name}: {}", run.stderr);
    }
    for (compound, other) in [
        ("rapid-join", "join"),
        ("conjunctive", "join"),
        ("selective", "union"),
        ("continued-conjunctive", "slow-join"),
    ] {
        let ask = |compound| answer(["outcome", "kayles", "3+2", "--compound", compound]);
        assert_eq!(ask(compound), ask(other));
    }
}

#[test]
fn misere_welter_is_told_at_once() {
    let told = answer(["outcome", "welter", "30,41,52,63,75", "--play", "misere"]);
    assert!(told.starts_with("N"), "{told}");
    assert!(answer(["outcome", "welter", "2,4,5", "--play", "misere"]).starts_with('N'));
    assert!(answer(["outcome", "welter", "0,2,4", "--play", "misere"]).starts_with('P'));
}

#[test]
fn trees_and_graphs_with_names() {
    for (position, value) in
        [("{1/2|^*}", "{1/2|^*}"), ("^^", "^^"), ("{5/8|}", "1"), ("+-1/2", "+-1/2")]
    {
        assert_eq!(answer(["value", "tree", position]), format!("{value}\n"));
    }
    assert_eq!(
        answer(["value", "partizan-digraph", "a={1/2|v} @ a"]),
        answer(["value", "tree", "{1/2|v}"])
    );
    assert_eq!(
        answer(["value", "partizan-digraph", "a={0|v};v={0|} @ a"]),
        answer(["value", "tree", "{0|1}"])
    );
    refused(["value", "tree", "{1/3|0}"], 2, "expected a number");
    refused(["value", "tree", "{0|2000}"], 2, "expected a number below");
}

#[test]
fn sizes_of_konane_and_amazons() {
    assert_eq!(answer(["value", "konane", "1x5"]), answer(["value", "konane", "xo..x"]));
    assert_eq!(answer(["value", "amazons", "2x2"]), answer(["value", "amazons", "x.|.o"]));
    assert!(answer(["table", "konane", "2x3"]).lines().count() == 3);
    let tree = answer(["draw", "--number-tree", "3"]);
    assert!(tree.starts_with("<svg") && tree.contains("3/4"), "{tree}");
    refused(["draw", "--number-tree", "9"], 2, "expected a day");
}
