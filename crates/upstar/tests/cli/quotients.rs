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
    assert!(verdict.stdout.starts_with(
        "verified: in misère play, the quotient of heaps of every size of 0.77 has order 40"
    ));
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
    assert!(answer.stdout.contains("proved for all sums of all heaps"), "{answer:?}");
    let answer = misere(&["solve", ".06", "--memory", "20M", "--json"]);
    assert_eq!(answer.status, Some(1), "{answer:?}");
    assert_eq!(json(&answer)["heaps"], 16);
    assert_eq!(misere(&["solve", "99.9x"]).status, Some(2));
}

#[test]
fn outcomes_of_the_literature() {
    let outcome = |code: &str, sum: &str| json(&misere(&["outcome", code, sum, "--json"]));
    assert_eq!(outcome(".37", "2+7+2*10+5*11+13")["class"], "N");
    let answer = outcome(".07", "21+17+12+10+7+4");
    assert_eq!((&answer["class"], &answer["by"]), (&"P".into(), &"quotient".into()));
    assert_eq!(outcome(".77", "0")["class"], "N");
    let answer = outcome("4.7", "1000000008+1000000*2+1");
    assert_eq!((&answer["class"], &answer["by"]), (&"P".into(), &"rule".into()));
    assert_eq!(outcome("4.7", "1000000008+1001*1000000+1")["class"], "N");
    assert_eq!(outcome("4.7", "1000000008+1001*1000000+2*1")["class"], "P");
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
    let survey = |steps: &str, digits: &str, name: &str| {
        let mut all = args.to_vec();
        (all[2], all[4]) = (digits, name);
        all.extend(["--steps", steps]);
        json(&misere(&all))
    };
    let first = survey("100", "1", name);
    assert_eq!(first, survey("100", "1", name));
    // More digits in the same file, and then the first again.
    let fresh = folder.path().join("fresh.db");
    let more = survey("100", "2", name);
    assert_eq!(more, survey("100", "2", fresh.to_str().unwrap()));
    assert!(more["complete_codes"].as_u64() > first["complete_codes"].as_u64());
    assert_eq!(first, survey("100", "1", name));
    assert!(first["complete"].as_u64().unwrap() >= 5, "{first}");
    fs::write(folder.path().join("other"), "something else that is no database").unwrap();
    let other = folder.path().join("other");
    let answer = misere(&["survey", "--database", other.to_str().unwrap()]);
    assert_eq!(answer.status, Some(2), "{answer:?}");
}

/// `misere outcome` and `outcome --play misere` are one question with one answer.
#[test]
fn one_question_one_answer() {
    for (code, rules, sum) in
        [(".77", "kayles", "9+8"), (".77", "kayles", "9+9"), (".07", "dawsons-kayles", "5+3")]
    {
        let one = json(&misere(&["outcome", code, sum, "--json"]));
        let other = json(&run(upstar(["outcome", rules, sum, "--play", "misere", "--json"]), ""));
        for key in ["position", "compound", "play", "class", "outcome", "why"] {
            assert_eq!(one[key], other[key], "{code} {sum} {key}: {one} {other}");
        }
    }
    assert_eq!(misere(&["outcome", ".77", "3|4"]).status, Some(2));
    assert_eq!(run(upstar(["outcome", "kayles", "3|4", "--play", "misere"]), "").status, Some(2));
}

#[test]
fn one_answer_a_line() {
    let lines = "9+8+5\n3+3\n\n7\n";
    let ask = |args: &[&str]| run(upstar(["misere"].iter().chain(args).copied()), lines);
    let answer = ask(&["genus", ".77", "-"]);
    assert_eq!((answer.status, answer.stdout.lines().count()), (Some(0), 3), "{answer:?}");
    let alone: String = ["9+8+5", "3+3", "7"].map(|s| misere(&["genus", ".77", s]).stdout).concat();
    assert_eq!(answer.stdout, alone);
    for command in ["outcome", "moves", "canonical"] {
        let answer = ask(&[command, ".77", "-", "--json"]);
        let positions: Vec<String> = answer
            .stdout
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
            .map(|object| object["position"].as_str().unwrap().to_owned())
            .collect();
        let twice = if command == "outcome" { "3+3" } else { "2*3" };
        assert_eq!(positions, ["9+8+5", twice, "7"], "{command} {answer:?}");
    }
    // A wrong line does not keep the others from their answers.
    let answer = run(upstar(["misere", "outcome", ".77", "-"]), "9+8\n3+x\n5\n");
    assert_eq!((answer.status, answer.stdout.lines().count()), (Some(2), 2), "{answer:?}");
    assert_eq!(run(upstar(["misere", "outcome", ".77", "-"]), "\n").status, Some(2));
}

/// Heaps of any size where the quotient is that of all heaps; else the true reason.
#[test]
fn large_heaps() {
    let huge = "1000000000000000000";
    let class = |code: &str, sum: &str| {
        let answer = misere(&["outcome", code, sum, "--json"]);
        assert_eq!(answer.status, Some(0), "{answer:?}");
        json(&answer)["class"].as_str().unwrap().to_owned()
    };
    for (code, period, near) in [(".77", 12u64, 100u64), (".75", 2, 20)] {
        for more in 0..period {
            let far = 1_000_000_000_000_000_000 - 1_000_000_000_000_000_000 % period + near;
            let [far, near] =
                [far - near % period + more, near - near % period + more].map(|n| n.to_string());
            assert_eq!(class(code, &format!("{far}+3")), class(code, &format!("{near}+3")));
        }
    }
    let answer = json(&misere(&["moves", ".77", &format!("{huge}+3"), "--json"]));
    let winning = answer["winning"].as_array().unwrap();
    assert!(!winning.is_empty(), "{answer}");
    for row in winning {
        assert_eq!(class(".77", row["to"].as_str().unwrap()), "P", "{row}");
    }
    assert!(winning.iter().any(|row| row["moves"].as_u64() > Some(1_000_000_000)), "{answer}");
    assert_eq!(class("4.7", &format!("{huge}+1")), "P");
    let answer = misere(&["outcome", ".07", &format!("{huge}+3")]);
    assert_eq!(answer.status, Some(1));
    assert!(answer.stderr.contains("no quotient of all heaps is known"), "{answer:?}");
    let answer = misere(&["genus", ".77", "--to", "10^11"]);
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(1), ""));
    assert!(answer.stderr.contains("limited to 100000"), "{answer:?}");
}
