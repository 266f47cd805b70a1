//! The tables of Winning Ways, chapter 12, asked of the program cell for cell.

use crate::program::{run, upstar};
use serde_json::Value as Json;
use upstar_testing::golden;

fn table_of(name: &str) -> Json {
    golden::read(&format!("loopy/{name}.json"))
}

fn ask(args: &[&str]) -> Json {
    let answer = run(upstar([&["--json"], args].concat()), "");
    let json = serde_json::from_str(&answer.stdout);
    json.unwrap_or_else(|_| panic!("{args:?}: {}{}", answer.stdout, answer.stderr))
}

/// One row of a table from its first size on.
fn row(rules: &str, last: usize) -> Vec<Json> {
    let table = ask(&["table", rules, &last.to_string()]);
    table["cells"][0].as_array().unwrap_or_else(|| panic!("{rules}: {table}")).clone()
}

/// Compares a table given as {"size": value} with the row of a family that begins at `first`.
fn compare(rules: &str, values: &Json, first: usize, corrected: &[(usize, &str)]) -> usize {
    let values = values.as_object().unwrap();
    let last = values.keys().map(|n| n.parse::<usize>().unwrap()).max().unwrap();
    let cells = row(rules, last);
    for (n, printed) in values {
        let n: usize = n.parse().unwrap();
        let expected = match corrected.iter().find(|row| row.0 == n) {
            Some(&(_, computed)) => Json::from(computed),
            None => printed.clone(),
        };
        assert_eq!(cells[n - first], expected, "{rules} {n}");
    }
    values.len()
}

#[test]
fn fair_shares() {
    for (rules, name) in [
        ("fair-shares", "fair-shares-varied-pairs"),
        ("unequal-partners", "fair-shares-unequal-partners"),
    ] {
        let file = table_of(name);
        for (position, value) in file["values"].as_object().unwrap() {
            let answer = ask(&["value", rules, position]);
            assert_eq!(answer["value"], *value, "{rules} {position}");
        }
    }
    assert_eq!(ask(&["value", "unequal-partners", "3+2+2+1+1"])["value"], "2@12");
    assert_eq!(ask(&["value", "fair-shares", "4+2+2+1"])["remoteness"], 14);
    assert_eq!(ask(&["value", "unequal-partners", "4+2+2+1"])["remoteness"], 3);
}

/// From four twos and a one with three or more toffees there is one winning move.
#[test]
fn sweets_and_nuts() {
    for toffees in 3..=11 {
        let found = ask(&["moves", "sweets-and-nuts", &format!("2+2+2+2+1;{toffees}")]);
        let winning = found["winning"].as_array().unwrap();
        assert_eq!(winning.len(), 1, "{found}");
        let to = winning[0]["to"].as_str().unwrap();
        assert!(to.contains(";2"), "{to}");
    }
}

#[test]
fn additional_subtraction() {
    let file = table_of("additional-subtraction");
    for (name, values) in file["values"].as_object().unwrap() {
        let rules = name.replace('S', "addsub");
        let values = values.as_array().unwrap();
        assert_eq!(row(&rules, values.len() - 1), *values, "{rules}");
    }
}

#[test]
fn adders_and_ladders() {
    let file = table_of("adders-and-ladders");
    let cells = row("adders-and-ladders", 25);
    for (square, value) in file["values"].as_object().unwrap() {
        let square: usize = square.parse().unwrap();
        let cell = cells[square - 1].as_str().unwrap();
        let value = value.as_str().unwrap();
        assert_eq!(cell.split('@').next().unwrap(), value, "{square}");
    }
    let found = ask(&["moves", "adders-and-ladders", "1+5+22"]);
    assert_eq!(found["winning"].as_array().unwrap().len(), 1);
    assert_eq!(found["winning"][0]["to"], "(22) + (24) + (1)");
}

#[test]
fn tables_of_entailing_moves() {
    compare("top-entails", &table_of("top-entails")["values"], 0, &[]);
    compare("all-square", &table_of("all-square")["values"], 1, &[]);
    let tails = table_of("prim-dim-tails");
    compare("prim-tails(a)", &tails["values"]["prim_a"], 0, &[]);
    compare("prim-tails(b)", &tails["values"]["prim_b"], 0, &[(0, "sunny")]);
    compare("prim-tails(c)", &tails["values"]["prim_c"], 1, &[(21, "1,3,8>")]);
    compare("dim-tails", &tails["values"]["dim"], 0, &[]);
    let nim = table_of("nim-entailing");
    for (rules, key) in [
        ("nim-entailing(1)", "N(1)"),
        ("nim-entailing(1;0)", "N(1)_with_1->0_not_entailing"),
        ("nim-entailing(2,5,7)", "N(2,5,7)"),
        ("nim-entailing(2,5,7;0)", "N(2,5,7)_dis0"),
        ("nim-entailing(2,5,7;1)", "N(2,5,7)_dis01"),
    ] {
        assert!(compare(rules, &nim["values"][key], 0, &[]) > 8);
    }
}

/// In the variant of Dim the set of every odd heap also contains 0.
#[test]
fn dim_without_whole_heaps() {
    let (dim, variant) = (row("dim-tails", 80), row("dim-tails(variant)", 80));
    for n in (3..=80usize).step_by(2) {
        let expected = format!("0,{}", dim[n].as_str().unwrap()).replace(",loony", "");
        assert_eq!(variant[n - 1].as_str().unwrap(), expected, "{n}");
    }
}

#[test]
fn goldbachs_nim() {
    let file = table_of("goldbach-nim");
    let computed = &file["discrepancies"][0]["computed"];
    for (rules, key) in [("goldbach-nim(a)", "A_first13"), ("goldbach-nim(b)", "B_first14")] {
        let sizes: Vec<usize> = serde_json::from_value(computed[key].clone()).unwrap();
        let cells = row(rules, *sizes.last().unwrap());
        let tame = (0..cells.len()).filter(|&n| cells[n] != "loony");
        assert_eq!(tame.collect::<Vec<_>>(), sizes, "{rules}");
        for (i, &size) in sizes.iter().enumerate() {
            let expected = if i == 0 { "sunny".to_owned() } else { format!("{i}>") };
            assert_eq!(cells[size], Json::from(expected), "{rules} {size}");
        }
    }
}

#[test]
fn queens_with_tails() {
    let file = table_of("wyt-queens-orthogonal");
    let table = ask(&["table", "wyt-queens-trains", "8x12"]);
    assert_eq!(table["cells"], file["values"]["rows_0_to_7_cols_0_to_11"]);
    let file = table_of("off-wyth-its-tail");
    let rows = file["values"]["table4_rows_d0_to_8_columns_k"].as_array().unwrap();
    for row in rows {
        for (k, square) in row.as_array().unwrap().iter().enumerate() {
            let (x, y) = (square[0].as_u64().unwrap(), square[1].as_u64().unwrap());
            let answer = ask(&["value", "off-wyth-its-tail", &format!("{x},{y}")]);
            let value = answer["value"].as_str().unwrap();
            let expected = match (x, k) {
                (0, 0) => "sunny".to_owned(),
                (0, k) => format!("{k}>"),
                (_, k) => k.to_string(),
            };
            assert_eq!(value, expected, "{x},{y}");
        }
    }
}

#[test]
fn on_the_rails() {
    let file = table_of("on-the-rails");
    let values = file["values"].as_object().unwrap();
    let table = ask(&["table", "on-the-rails", &format!("{}x8", values.len())]);
    for (n, expected) in values {
        let n: usize = n.parse().unwrap();
        for (column, value) in expected.as_array().unwrap().iter().enumerate() {
            let cell = match &table["cells"][n - 1][column] {
                Json::Number(number) => number.to_string(),
                text => text.as_str().unwrap().to_owned(),
            };
            assert_eq!(cell, value.as_str().unwrap(), "row {n}, column {}", column + 1);
        }
    }
}

#[test]
fn sums_with_entailing_moves() {
    let file = table_of("entailing-sums");
    let mut checked = 0;
    for row in file["values"]["positions"].as_array().unwrap() {
        let rules = match row["game"].as_str().unwrap() {
            "Top Entails" => "top-entails",
            _ => "nim-entailing(2,5,7)",
        };
        let mut terms: Vec<String> =
            row["heaps"].as_array().unwrap().iter().map(|n| n.to_string()).collect();
        let mut args = vec!["outcome", rules];
        let place;
        if let Some(stack) = row["entailed_stack"].as_u64() {
            terms.push(stack.to_string());
            place = terms.len().to_string();
            args.extend(["--entailed", &place]);
        }
        let position = terms.join(" + ");
        args.insert(2, &position);
        let answer = ask(&args);
        let loses = answer["outcome"]["left_first"] == "loss";
        assert_eq!(loses, row["player_to_move_loses"] == true, "{args:?}");
        checked += 1;
    }
    assert_eq!(checked, 100);
}

/// The start of De Bono's game is drawn.
#[test]
fn the_l_game_is_a_draw() {
    let answer = ask(&["outcome", "l-game", "nAA.|.BA.|.BA.|.BBn"]);
    assert_eq!(answer["class"], "D");
}

#[test]
fn horsefly() {
    let table = ask(&["table", "horsefly", "8x7"]);
    let rows = [
        ["0", "loony", "loony", "0", "loony", "loony", "0"],
        ["0", "loony", "loony", "0", "loony", "loony", "0"],
        ["0", "1", "2", "0", "2", "1", "0"],
    ];
    for (r, row) in rows.iter().enumerate() {
        for (c, expected) in row.iter().enumerate() {
            let cell = table["cells"][r][c].as_str().unwrap();
            assert_eq!(cell.split('@').next().unwrap(), *expected, "{},{}", r + 1, c + 1);
        }
    }
    for (r, expected) in [(4, "inf_{0,1,2}"), (5, "inf_{0,1,3}"), (6, "inf_{0,1,2}")] {
        assert_eq!(table["cells"][r][2], expected);
        assert_eq!(table["cells"][r][4], expected);
    }
}
