//! `upstar misere`.

use crate::program::{Run, run, upstar};
use serde_json::{Value, json};

fn misere(args: &[&str]) -> Run {
    run(upstar(["misere"].iter().chain(args).copied()), "")
}

fn object(run: &Run) -> Value {
    assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn genus_of_heaps() {
    let answer = misere(&["genus", ".77", "--to", "5", "--json"]);
    assert_eq!(answer.status, Some(0));
    let wanted = json!({
        "code": "0.77", "from": 0,
        "genus": ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146"],
        "class": ["nim", "nim", "nim", "nim", "nim", "wild"],
        "value": [":0", ":1", ":2", ":3", ":1", "h5"],
    });
    assert_eq!(object(&answer)["genus"], wanted["genus"]);
    assert_eq!(object(&answer)["value"], wanted["value"]);
    let text = misere(&["genus", "grundy", "--to", "13", "--blurry"]).stdout;
    assert!(text.ends_with("13  3(1##1)  restless  h13\n"), "{text}");
}

#[test]
fn genus_of_a_sum() {
    let answer = object(&misere(&["genus", ".123", "--position", "9+8+5+3", "--json"]));
    assert_eq!(answer["outcome"], "N");
    for winning in ["9+5+5+3", "9+8+3+3", "9+8+5+1"] {
        let answer = object(&misere(&["genus", ".123", "--position", winning, "--json"]));
        assert_eq!(answer["outcome"], "P", "{winning}");
    }
    let officers = "2+7+2*10+5*11+13";
    assert_eq!(
        object(&misere(&["genus", ".37", "--position", officers, "--json"]))["outcome"],
        "N"
    );
    let dawson = "21+17+12+10+7+4";
    assert_eq!(object(&misere(&["genus", ".07", "--position", dawson, "--json"]))["outcome"], "P");
}

#[test]
fn canonical_forms() {
    assert_eq!(misere(&["canonical", "grundy", "13"]).stdout, "2_2 2 1\n");
    assert_eq!(misere(&["canonical", ".77", "4"]).stdout, "1\n");
    let answer = object(&misere(&["canonical", "grundy", "13", "--json"]));
    assert_eq!((&answer["calculator"], &answer["genus"]), (&json!("*[2[2]21]"), &json!("3^1431")));
}

#[test]
fn limits_and_bad_input() {
    let answer = misere(&["genus", ".07", "--to", "400", "--time", "300ms", "--json"]);
    assert_eq!(answer.status, Some(1));
    let answer = object(&answer);
    assert!(answer["genus"].as_array().unwrap().len() > 20, "{answer}");
    assert!(answer["stopped"].as_str().unwrap().contains("time"));
    for bad in [
        &["genus", "1.77", "--to", "5"][..],
        &["genus", ".77", "--to", "x"],
        &["genus", ".77", "--position", "9+"],
        &["genus", ".77", "--position", "9+-3"],
        &["genus", ".77"],
        &["canonical", ".77", "x"],
        &["canonical", ".77", "99999999999"],
    ] {
        assert_eq!(misere(bad).status, Some(2), "{bad:?}");
    }
    let answer = misere(&["canonical", ".77", "2000000000", "--time", "200ms"]);
    assert_eq!(answer.status, Some(1));
}

#[test]
fn pretending() {
    let answer = misere(&["pretend", ".351", "--json"]);
    assert_eq!(answer.status, Some(0));
    let answer = object(&answer);
    assert_eq!((&answer["complete"], &answer["period"]), (&json!(true), &json!(8)));
    let names = answer["names"].as_array().unwrap();
    assert_eq!((&names[5], &names[6], &names[9]), (&json!(":4"), &json!("A"), &json!("B")));
    assert_eq!(answer["symbols"][0]["law"], json!([2, 2]));
    assert_eq!(answer["addition"].as_array().unwrap().len(), 12);
    assert_eq!(answer["exceptions"].as_array().unwrap().len(), 4);
    let text = misere(&["pretend", ".351"]).stdout;
    assert!(text.contains("0+   :1      :2  :1      :2  :4  A(2,2)  :4  :2\n"), "{text}");
    assert!(text.contains("A + 2B"), "{text}");
    let answer = misere(&["pretend", ".35", "--heaps", "7", "--json"]);
    assert_eq!(answer.status, Some(0));
    assert_eq!(object(&answer)["addition"].as_array().unwrap().len(), 144);
}

#[test]
fn sibert_conway() {
    let answer = misere(&["sibert-conway", ".77", "--tokens", "14", "--json"]);
    assert_eq!(answer.status, Some(0));
    let answer = object(&answer);
    assert_eq!(answer["proved"], "all heaps and all sums");
    assert!(answer["counts"]["NN"].as_u64().unwrap() > 100);
    let text = misere(&["sibert-conway", ".75"]).stdout;
    assert!(text.contains("NP  D(1,3)\n"), "{text}");
    let text = misere(&["sibert-conway", "4.7", "--tokens", "10", "--time", "20s"]).stdout;
    assert!(text.contains("Allemang"), "{text}");
}

#[test]
fn frisky_positions_with_few_heaps() {
    let answer = object(&misere(&["frisky", ".3102", "--heaps", "3", "--json"]));
    assert_eq!((&answer["group"], &answer["proved"]), (&json!(5), &json!("all sizes")));
    let tau = &answer["tau"];
    assert_eq!((&tau["start"], &tau["period"]), (&json!(3), &json!(5)));
    assert_eq!(tau["items"][1]["items"][4], "12");
    assert_eq!(tau["items"][2]["items"][16], "1_5");
    assert_eq!(tau["items"][7]["items"][3], "4_0");
    let text = misere(&["frisky", ".3102"]).stdout;
    assert!(text.contains("0+   24  16_24  2_18  6  6\n5+   0   0      2     6  6\n"), "{text}");
    let text = misere(&["frisky", ".3102", "--position", "22+50+67"]).stdout;
    assert_eq!(text, "PP  not frisky\n");
    let text = misere(&["frisky", ".3102", "--heaps", "1", "--group", "10"]).stdout;
    assert!(text.ends_with("\n792\n"), "{text}");
    for args in [
        &["frisky", ".77"][..],
        &["frisky", ".3102", "--heaps", "0"],
        &["frisky", ".3102", "--heaps", "9"],
        &["frisky", ".3102", "--position", "4000000000*3"],
        &["frisky", ".3102", "--heaps", "5", "--time", "10ms"],
    ] {
        let answer = misere(args);
        assert_eq!(answer.status, Some(1), "{args:?} {answer:?}");
    }
    assert_eq!(misere(&["frisky", ".3102", "--position", "3+x"]).status, Some(2));
}

#[test]
fn genera_of_sums_with_few_tokens() {
    let answer = object(&misere(&["genus", ".3102", "--tokens", "22", "--json"]));
    let rows = answer["genera"].as_array().unwrap();
    let last = json!({ "genus": "2^46", "tokens": 22, "first": "9+7+6" });
    assert_eq!((rows.len(), &rows[18]), (19, &last));
    assert_eq!(misere(&["genus", ".3102", "--tokens", "200", "--time", "10ms"]).status, Some(1));
}

#[test]
fn statements_over_a_base() {
    let answer = object(&misere(&["equal", "2_+", "2_2", "--json"]));
    assert_eq!((&answer["equal"], &answer["base"]), (&json!(true), &json!(["1", "2"])));
    let answer = object(&misere(&["equal", "2_+", "2_2", "--base", "1;2;2_+ 0", "--json"]));
    assert_eq!(answer["equal"], false, "{answer}");
    assert_eq!((&answer["add"], &answer["previous_wins"]), (&json!([1, 0, 1]), &json!("first")));
    assert_eq!(misere(&["equal", "2_+", "2_"]).status, Some(2));
    assert_eq!(misere(&["equal", "2_+", "2_2", "--base", ""]).status, Some(2));
    let text = misere(&["rows", "0", "--base", "2_2 1", "--rows", "3"]).stdout;
    assert_eq!(text, "0  1#0   1 4\n1  1##0  1 6\n2  1#0   1 4\n");
}

#[test]
fn misere_play_of_other_rules() {
    let args = ["value", "dim(-)", "12", "--play", "misere", "--show", "genus,class"];
    assert_eq!(run(upstar(args), "").stdout, "N\ngenus: 2^46\nclass: wild+half\n");
    let args = ["value", "domineering", "..|..", "--play", "misere", "--show", "genus"];
    assert_eq!(run(upstar(args), "").status, Some(1));
    let args = ["value", "dim(-)", "12", "--play", "misere", "--show", "Mean"];
    assert_eq!(run(upstar(args), "").status, Some(2));
}
