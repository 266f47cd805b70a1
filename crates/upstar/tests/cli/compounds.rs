//! The tables of Winning Ways, chapters 9 and 10, asked of the program cell for cell.

use crate::program::{run, upstar};
use serde_json::Value as Json;
use upstar_testing::golden;

fn table(args: &[&str]) -> Json {
    let answer = run(upstar([&["--json", "table"], args].concat()), "");
    let table: Json = serde_json::from_str(&answer.stdout).unwrap_or(Json::Null);
    assert!(table["cells"].is_array(), "{args:?}: {}{}", answer.stdout, answer.stderr);
    table["cells"].clone()
}

/// The values without the row and column of size 0, if there are such.
fn from_one(values: &Json, from_zero: bool) -> Vec<Vec<Json>> {
    let skip = usize::from(from_zero);
    let row = |row: &Json| row.as_array().unwrap()[skip..].to_vec();
    values.as_array().unwrap()[skip..].iter().map(row).collect()
}

#[test]
fn tables_of_joins() {
    let mut tables = 0;
    for (name, file) in golden::all::<Json>("compounds") {
        let Some(variant) = file.get("variant").filter(|variant| variant.is_object()) else {
            continue;
        };
        let rules = match file["ruleset"].as_str().unwrap() {
            "all-the-kings-horses" => "horses",
            "cutcakes" => "cutcake",
            "eatcakes" => "eatcake",
            other => panic!("{other}"),
        };
        let from_zero = file["index"].as_str().unwrap().contains("h=0+i");
        let values = from_one(&file["values"], from_zero);
        let quarter = if variant["board"] == "quarter-infinite" { "quarter:" } else { "" };
        let size = format!("{quarter}{}x{}", values.len(), values[0].len());
        let mode = variant["mode"].as_str().unwrap();
        let compound = match (variant["compound"].as_str().unwrap(), mode) {
            ("slow join", _) => "slow-join",
            (_, "pass") => "join-pass",
            _ => "join",
        };
        let play = if variant["misere"] == true { "misere" } else { "normal" };
        let mut args = vec![rules, &size, "--compound", compound, "--play", play];
        if mode == "imp" {
            args.extend(["--variant", "impartial"]);
        }
        assert_eq!(table(&args), serde_json::json!(values), "{name}");
        tables += 1;
    }
    assert_eq!(tables, 38);
}

#[test]
fn tables_of_unions() {
    let mut tables = 0;
    for (name, file) in golden::all::<Json>("compounds") {
        let rules = match name.split_once("-t") {
            Some(("ch10", rest)) => rest.split_once('-').unwrap().1,
            _ => continue,
        };
        if !rules.chars().all(|c| c.is_ascii_alphabetic() || c == '-') || rules == "rule-examples" {
            continue;
        }
        tables += 1;
        let union = |args: &[&str]| table(&[args, &["--compound", "union"]].concat());
        if rules == "select-boys-and-girls" {
            let row = |key: &str| file["values"][key].as_array().unwrap()[1..].to_vec();
            let values = vec![row("LnL"), row("LnR")];
            let size = format!("2x{}", values[0].len());
            assert_eq!(union(&[rules, &size]), serde_json::json!(values), "{name}");
            continue;
        }
        if rules == "squares-off" {
            let values = file["values"].as_array().unwrap();
            let cells = union(&[rules, &values.len().to_string()]);
            assert_eq!(cells, serde_json::json!([values]), "{name}");
            continue;
        }
        let from_zero = file["index"].as_str().unwrap().contains("from 0");
        let values = from_one(&file["values"], from_zero);
        let size = format!("{}x{}", values.len(), values[0].len());
        assert_eq!(union(&[rules, &size]), serde_json::json!(values), "{name}");
    }
    assert_eq!(tables, 8);
    let file = golden::all::<Json>("compounds")
        .into_iter()
        .find(|(name, _)| name == "ch10-mrs-grundy")
        .unwrap();
    for (rules, key) in [("mrs-grundy", "mrs_grundy"), ("mrs-grundy(variation)", "variation")] {
        let values = &file.1["values"][key];
        let size = values.as_array().unwrap().len().to_string();
        let cells = table(&[rules, &size, "--compound", "union"]);
        assert_eq!(cells, serde_json::json!([values]), "{rules}");
    }
}

/// Coldcakes are Cutcakes: where all values are numbers a union is a sum.
#[test]
fn coldcakes_are_cutcakes() {
    let cold = table(&["coldcakes", "8x8", "--compound", "union"]);
    let cut = table(&["cutcake", "8x8"]);
    for r in 0..8 {
        for c in 0..8 {
            let value = cut[r][c].as_str().unwrap();
            assert_eq!(cold[r][c], serde_json::json!([[value, 0], [value, 0]]));
        }
    }
}
