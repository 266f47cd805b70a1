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
    assert_eq!(answer["proved"], "heaps of every size and all sums");
    assert!(answer["counts"]["NN"].as_u64().unwrap() > 100);
    let text = misere(&["sibert-conway", ".75"]).stdout;
    assert!(text.contains("NP  D(1,3)  nim-value 1\n"), "{text}");
    let text = misere(&["sibert-conway", "4.7", "--tokens", "10", "--time", "20s"]).stdout;
    assert!(text.contains("labels for all heaps"), "{text}");
}

#[test]
fn positions_of_rulesets() {
    assert_eq!(misere(&["genus", "cram", ".."]).stdout, "1^031  nim  P  :1\n");
    let answer = object(&misere(&["genus", "wythoff", "3,5", "--json"]));
    assert_eq!((&answer["rules"], &answer["genus"]), (&json!("wythoff"), &json!("0^02")));
    assert_eq!((&answer["class"], &answer["outcome"]), (&json!("tame"), &json!("P")));
    // A code that is a ruleset as well gives the same with and without --position.
    let with = misere(&["genus", "grundy", "--position", "18+20"]).stdout;
    assert_eq!(misere(&["genus", "grundy", "18+20"]).stdout, with);
    assert_eq!(misere(&["canonical", "subtraction(1,2)", "4+2"]).stdout, "3\n");
    let answer = object(&misere(&["canonical", "dividing-rulers", "8", "--json"]));
    let form = answer["calculator"].as_str().unwrap();
    let genus = run(upstar(["eval", &format!("{form} == {form}"), form]), "").stdout;
    assert_eq!(genus, format!("true\n{form}\n"));
    let why = misere(&["genus", "dividing-rulers", "16+8+4", "--why"]);
    assert_eq!((why.status, why.stdout.contains("not tame")), (Some(0), true), "{why:?}");
}

#[test]
fn rulesets_without_a_genus() {
    for (args, status, message) in [
        (&["genus", "domineering", ".."][..], 1, "partizan"),
        (&["canonical", "toads-and-frogs", "TF."], 1, "partizan"),
        (&["canonical", "northcott", "x..o"], 1, "endless"),
        (&["genus", "nosuchgame", "3"], 2, "no ruleset"),
        (&["genus", "cram", "?"], 2, "position:1:1"),
        (&["genus", "cram", "..", "--to", "3"], 2, "cannot be used"),
        (&["genus", ".77", "3", "--position", "4"], 2, "cannot be used"),
    ] {
        let run = misere(args);
        assert_eq!((run.status, run.stdout.as_str()), (Some(status), ""), "{args:?} {run:?}");
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
    let board = ["......"; 6].join("|");
    let run = misere(&["canonical", "cram", &board, "--time", "200ms", "--json"]);
    assert_eq!(run.status, Some(1));
    assert!(run.stdout.contains("positions were reduced"), "{run:?}");
}

/// Every command ends soon, with status 1 or 2, on what it cannot do.
#[test]
fn absurd_input() {
    let huge = "1000000000000000000";
    for (args, status) in [
        (&["genus", ".77", "--to", "10^11", "--time", "300ms"][..], 1),
        (&["genus", ".77", "--to", "10^30"], 2),
        (&["genus", ".77", "--to", "-5"], 2),
        (&["genus", ".77", "--position", huge], 0),
        (&["genus", ".77", "--position", "4000000000*70"], 1),
        (&["genus", ".77", "--position", "100000000000000000000"], 2),
        (&["genus", ".07", "--position", "4000000000", "--time", "300ms"], 1),
        (&["genus", ".77", "--position", ""], 2),
        (&["genus", ".77", "--position=-3"], 2),
        (&["genus", "", "--to", "3"], 2),
        (&["genus", "2.77", "--to", "3"], 2),
        (&["genus", "4..7", "--to", "3"], 2),
        (&["canonical", ".77", huge], 2),
        (&["canonical", ".77", "--", "-3"], 2),
        (&["canonical", ".77", ""], 2),
        (&["canonical", ".77", "60000*9+60000*11", "--time", "300ms"], 1),
        (&["canonical", "nim", "4000000000", "--time", "300ms"], 1),
        (&["outcome", ".77", "100000000000000000000"], 2),
        (&["outcome", ".77", ""], 2),
        (&["outcome", "1.7", "3"], 2),
        (&["outcome", "domineering", "3"], 2),
        (&["outcome", ".07", "4000000000", "--time", "300ms"], 1),
        (&["moves", ".77", "100000000000000000000"], 2),
        (&["moves", ".07", "4000000000", "--time", "300ms"], 1),
        (&["moves", "3.7", "3"], 2),
        (&["moves", "nim", "4000000000", "--time", "300ms"], 1),
        (&["solve", "3.77"], 2),
        (&["solve", ".07", "--heaps", "10^15", "--time", "300ms"], 1),
        (&["solve", ".77", "--heaps", "0"], 2),
        (&["solve", "nim", "--heaps", "10^11", "--time", "300ms"], 1),
        (&["solve", "grundy", "--heaps", "10^11", "--time", "300ms"], 1),
        (&["pretend", ".77", "--heaps", huge], 2),
        (&["pretend", ".07", "--heaps", "4000000000", "--time", "300ms"], 1),
        (&["pretend", "1.0"], 2),
        (&["sibert-conway", "1.0"], 2),
        (&["sibert-conway", ".77", "--tokens", "4000000000", "--time", "300ms"], 1),
        (&["sibert-conway", ".77", "--tokens", huge], 2),
        (&["sibert-conway", ".07", "--tokens", "10", "--time", "300ms"], 1),
        (&["survey", "--digits", "9", "--database", "x"], 2),
    ] {
        let run = misere(args);
        assert_eq!(run.status, Some(status), "{args:?} {:.300} {:.500}", run.stdout, run.stderr);
        assert!(!run.stderr.contains("panicked"), "{args:?}: {}", run.stderr);
    }
    let stopped = misere(&["outcome", ".07", "4000000000", "--time", "300ms"]);
    assert!(stopped.stderr.contains("the time limit of 300ms was reached"), "{stopped:?}");
    assert!(stopped.stderr.contains("the quotient of the heaps up to "), "{stopped:?}");
    assert!(stopped.stderr.contains(" has order "), "{stopped:?}");
    // What is known so far is told.
    let table = misere(&["genus", ".77", "--to", "10^11", "--time", "300ms"]);
    assert!(table.stdout.lines().count() > 10 && table.stderr.contains("after heap"), "{table:?}");
    // The empty sum, and a game without moves.
    assert_eq!(misere(&["outcome", ".77", "0"]).stdout.get(..1), Some("N"));
    assert_eq!(misere(&["genus", ".0", "--to", "2"]).status, Some(0));
    assert_eq!(misere(&["outcome", ".0", "5+7"]).stdout.get(..1), Some("N"));
}

#[test]
fn frisky_positions_with_few_heaps() {
    let answer = object(&misere(&["frisky", ".3102", "--heaps", "3", "--json"]));
    assert_eq!((&answer["group"], &answer["sizes"]), (&json!(5), &json!("all")));
    assert_eq!(answer["status"], "computed");
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
    assert_eq!(run(upstar(args), "").stdout, "N\ngenus: 2^46\nclass: half-tame\n");
    let args = ["value", "domineering", "..|..", "--play", "misere", "--show", "genus"];
    assert_eq!(run(upstar(args), "").status, Some(1));
    let args = ["value", "dim(-)", "12", "--play", "misere", "--show", "Mean"];
    assert_eq!(run(upstar(args), "").status, Some(2));
}

/// Half-tame is what has a tame double, in every place where classes are told.
#[test]
fn classes_have_one_name() {
    let answer = object(&misere(&["genus", ".71", "11", "--json"]));
    let class = answer["class"].as_str().unwrap().to_owned();
    assert!(class.split('+').any(|word| word == "half-tame"), "{class}");
    let double = object(&misere(&["genus", ".71", "11+11", "--json"]));
    assert_eq!(double["class"], "tame");
    let table = object(&misere(&["genus", ".71", "--to", "11", "--json"]));
    assert_eq!(table["class"][11], class.as_str());
    let form = object(&misere(&["canonical", ".71", "11", "--json"]));
    let form = form["calculator"].as_str().unwrap();
    let words =
        run(upstar(["eval", &format!("{form}.MisereClass"), &format!("{form}.IsHalfTame")]), "");
    assert_eq!(words.stdout, format!("\"{class}\"\ntrue\n"));
    let show =
        run(upstar(["value", "heaps(.71)", "11", "--play", "misere", "--show", "class"]), "");
    assert!(show.stdout.ends_with(&format!("class: {class}\n")), "{show:?}");
}

/// Rows of the period, the last one repeats, and it is said what is proved.
#[test]
fn pretending_tables_in_rows_of_the_period() {
    let text = misere(&["pretend", ".373"]).stdout;
    let (genera, names) = text.split_once("heap pretending table").unwrap();
    assert!(!genera.contains("...") && genera.contains("not proved to repeat"), "{genera}");
    assert!(names.contains("the last row repeats, period 28 from heap"), "{names}");
    assert!(names.contains(": proved for all heaps"), "{names}");
    let rows: Vec<Vec<&str>> = names
        .lines()
        .skip(1)
        .take_while(|line| !line.contains("..."))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!((rows.len(), rows[0].len(), rows[2].len()), (3, 28, 29), "{names}");
    let classes = object(&misere(&["solve", ".373", "--json"]))["pretending"].clone();
    let classes = classes.as_array().unwrap();
    assert!(classes.len() > 56 && (28..classes.len() - 28).all(|i| classes[i] == classes[i + 28]));
    let answer = object(&misere(&["pretend", ".373", "--json"]));
    assert_eq!(answer["proved_for_all_heaps"], true);
    let text = misere(&["pretend", ".123", "--heaps", "8"]).stdout;
    assert!(!text.contains("...") && text.contains("no period is proved"), "{text}");
}
