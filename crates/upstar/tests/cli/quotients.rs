//! `upstar misere solve`, `outcome`, `moves` and `survey`.

use crate::program::{Run, run, upstar};
use serde_json::Value;
use std::fs;

fn misere(args: &[&str]) -> Run {
    run(upstar(["misere"].iter().chain(args).copied()), "")
}

fn json(run: &Run) -> Value {
    assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn a_solution_with_its_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate.json");
    let name = file.to_str().unwrap();
    let answer = misere(&["solve", ".77", "--json", "--certificate", name]);
    assert_eq!(answer.status, Some(0), "{answer:?}");
    let answer = json(&answer);
    assert_eq!((&answer["order"], &answer["period"]), (&40.into(), &12.into()));
    assert_eq!((&answer["complete"], &answer["preperiod"]), (&true.into(), &71.into()));
    assert_eq!(answer["p_portion"].as_array().unwrap().len(), 9);
    assert_eq!(answer["pretending"][0], "a");
    let verdict = run(upstar(["verify", name]), "");
    assert_eq!(verdict.status, Some(0), "{verdict:?}");
    assert!(verdict.stdout.starts_with("verified: the misère quotient of 0.77 has order 40"));
    let changed = fs::read_to_string(&file).unwrap().replace("\"period\": 12", "\"period\": 24");
    fs::write(&file, changed).unwrap();
    assert_eq!(run(upstar(["verify", name]), "").status, Some(1));
}

#[test]
fn a_partial_quotient_says_what_is_known() {
    let answer = misere(&["solve", ".07", "--heaps", "25", "--json"]);
    assert_eq!(answer.status, Some(1), "{answer:?}");
    let answer = json(&answer);
    assert_eq!((&answer["order"], &answer["complete"]), (&144.into(), &false.into()));
    assert_eq!(answer["order_by_heap"].as_array().unwrap().len(), 25);
    let answer = misere(&["solve", "4.7", "--heaps", "20"]);
    assert!(answer.stdout.contains("growing, order 122 at heap 20"), "{answer:?}");
    assert!(answer.stdout.contains("rule, proved for all sums of all heaps"), "{answer:?}");
    let answer = misere(&["solve", ".06", "--time", "300ms", "--json"]);
    assert_eq!(answer.status, Some(1), "{answer:?}");
    assert_eq!(json(&answer)["heaps"], 16);
    assert_eq!(misere(&["solve", "99.9x"]).status, Some(2));
}

#[test]
fn outcomes_of_the_literature() {
    let outcome = |code: &str, sum: &str| json(&misere(&["outcome", code, sum, "--json"]));
    assert_eq!(outcome(".37", "2+7+2*10+5*11+13")["outcome"], "N");
    let answer = outcome(".07", "21+17+12+10+7+4");
    assert_eq!((&answer["outcome"], &answer["by"]), (&"P".into(), &"quotient".into()));
    assert_eq!(outcome(".77", "0")["outcome"], "N");
    let answer = outcome("4.7", "1000000008+1000000*2+1");
    assert_eq!((&answer["outcome"], &answer["by"]), (&"P".into(), &"rule".into()));
    assert_eq!(outcome("4.7", "1000000008+1001*1000000+1")["outcome"], "N");
    assert_eq!(outcome("4.7", "1000000008+1001*1000000+2*1")["outcome"], "P");
    assert_eq!(misere(&["outcome", ".77", "3+x"]).status, Some(2));
    let many: Vec<String> = (0..1_000_000).map(|i| (1 + i * 7 % 90).to_string()).collect();
    let answer = run(upstar(["misere", "outcome", ".77", "-"]), many.join("+"));
    assert!(answer.stdout.contains("quotient of order 40"), "{:?}", answer.stderr);
}

#[test]
fn the_winning_moves_of_plambecks_example() {
    let answer = json(&misere(&["moves", ".123", "9+8+5+3", "--json"]));
    let winning = answer["winning"].as_array().unwrap();
    let moves: Vec<&str> = winning.iter().map(|m| m["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["8->5", "5->3", "3->1"]);
    assert!(winning[0]["why"].as_str().unwrap().starts_with("pretend: "));
    assert!(misere(&["moves", ".77", "0"]).stdout.contains("has won"));
}

#[test]
fn a_survey_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let name = file.to_str().unwrap();
    let args = ["survey", "--digits", "1", "--database", name, "--json", "--quiet"];
    let survey = |time: &str| {
        let mut all = args.to_vec();
        all.extend(["--seconds-per-class", time]);
        json(&misere(&all))
    };
    let first = survey("100ms");
    let again = survey("100ms");
    assert_eq!(first, again);
    assert!(first["complete"].as_u64().unwrap() >= 5, "{first}");
    fs::write(folder.path().join("other"), "something else that is no database").unwrap();
    let other = folder.path().join("other");
    let answer = misere(&["survey", "--database", other.to_str().unwrap()]);
    assert_eq!(answer.status, Some(2), "{answer:?}");
}
