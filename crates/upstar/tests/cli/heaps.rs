//! `upstar heaps` and `upstar verify`.

use crate::program::{Run, Running, run, until, upstar};
use serde_json::Value;
use std::fs;

fn heaps(args: &[&str]) -> Run {
    run(upstar(["heaps"].iter().chain(args).copied()), "")
}

fn json(run: &Run) -> Value {
    assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn values() {
    let answer = heaps(&["values", ".77", "--to", "11", "--json"]);
    assert_eq!(answer.status, Some(0));
    let wanted = serde_json::json!({
        "code": "0.77", "from": 0, "values": [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6],
    });
    assert_eq!(json(&answer), wanted);
    assert_eq!(heaps(&["values", "kayles", "--to", "5"]).stdout, "0 1 2 3 1 4\n");
    assert_eq!(heaps(&["values", "sub(1,2)", "--to", "0"]).stdout, "0\n");
}

#[test]
fn periods_are_proved_and_certificates_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("certificate.json");
    let name = file.to_str().unwrap();
    for (code, preperiod, period) in
        [(".77", 71, 12), (".16", 105_351, 149_459), (".56", 326_640, 144), (".127", 46_578, 4)]
    {
        let answer = heaps(&["period", code, "--json", "--certificate", name]);
        assert_eq!(answer.status, Some(0), "{answer:?}");
        let answer = json(&answer);
        assert_eq!(answer["proved"], true);
        assert_eq!((&answer["preperiod"], &answer["period"]), (&preperiod.into(), &period.into()));
        let verdict = run(upstar(["verify", name, "--json"]), "");
        assert_eq!((verdict.status, &json(&verdict)["verdict"]), (Some(0), &"verified".into()));
        let changed = fs::read_to_string(&file)
            .unwrap()
            .replace(&format!("\"period\": {period}"), &format!("\"period\": {}", period + 1));
        fs::write(&file, changed).unwrap();
        let verdict = run(upstar(["verify", name]), "");
        assert_eq!(verdict.status, Some(1));
        assert!(verdict.stdout.starts_with("refuted"), "{verdict:?}");
    }
}

/// A claim that was interrupted again and again is proved all the same, and its certificate holds
/// in a long check too. A checkpoint that was cut off or belongs to another code is refused.
#[test]
fn a_claim_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (check, certificate) = (path("check"), path("certificate.json"));
    let args = ["period", "4.406", "--claim", "294097,44", "--checkpoint", &check];
    let first = heaps(&[&args[..], &["--time", "30ms"]].concat());
    assert!(matches!(first.status, Some(0 | 1)), "{first:?}");
    assert!(fs::exists(&check).unwrap(), "{first:?}");
    let whole = fs::read(&check).unwrap();
    for (code, bytes) in [("4.406", &whole[..whole.len() / 2]), ("4.404", &whole[..])] {
        fs::write(&check, bytes).unwrap();
        let args = ["period", code, "--claim", "294097,44", "--checkpoint", &check];
        let answer = heaps(&args);
        assert_eq!(answer.status, Some(2), "{answer:?}");
        assert_eq!(fs::read(&check).unwrap(), bytes);
    }
    fs::write(&check, &whole).unwrap();
    let answer = heaps(&[&args[..], &["--certificate", &certificate]].concat());
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(0), PROVED), "{answer:?}");
    let verdict = run(upstar(["verify", "--long", &certificate]), "");
    assert_eq!(verdict.status, Some(0), "{verdict:?}");
    assert!(verdict.stdout.starts_with("verified"), "{verdict:?}");
}

const PROVED: &str = "period 44 from 294097 on: proved (sparse-space)\n";

/// Killed in the middle, a survey goes on.
#[test]
#[cfg(unix)]
fn a_survey_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let name = file.to_str().unwrap();
    let args = ["heaps", "survey", "--digits", "1", "--database", name, "--limit", "2^24"];
    let child = Running::start(&mut upstar(args));
    until("there is a database", || file.exists());
    #[cfg(target_os = "linux")]
    crate::program::seen::until_worked(&child, 20);
    child.kill();
    let args = ["survey", "--digits", "1", "--database", name, "--limit", "900", "--json"];
    let answer = json(&heaps(&args));
    assert_eq!((&answer["classes"], &answer["proved"]), (&8.into(), &7.into()));
}

#[test]
fn what_is_not_proved_is_said_not_to_be() {
    let answer = heaps(&["period", ".F6", "--limit", "1900", "--json"]);
    assert_eq!(answer.status, Some(1));
    let answer = json(&answer);
    assert_eq!((&answer["proved"], &answer["saltus"]), (&false.into(), &32.into()));
    let answer = heaps(&["period", ".F6", "--limit", "1900"]);
    assert!(answer.stdout.ends_with("on: observed to 1899, not proved\n"), "{}", answer.stdout);
    let answer = heaps(&["period", ".6", "--limit", "2000"]);
    assert_eq!((answer.status, answer.stdout.as_str()), (Some(1), "no period to 1999\n"));
}

#[test]
fn wrong_inputs() {
    for args in [
        &["values", "9.", "--to", "5"][..],
        &["values", ".8G", "--to", "5"],
        &["values", "0.", "--to", "5"],
        &["values", "1.5", "--to", "5"],
        &["values", "", "--to", "5"],
        &["values", ".77", "--to", "1000000000000000000000000000000"],
        &["values", ".77", "--to", "-1"],
        &["period", ".77", "--limit", "0"],
        &["period", ".77", "--limit", "10^30"],
        &["period", ".77", "--claim", "12"],
        &["info", "kails"],
    ] {
        let answer = heaps(args);
        assert_eq!((answer.status, answer.stdout.as_str()), (Some(2), ""), "{args:?} {answer:?}");
        assert!(!answer.stderr.contains("panicked"), "{answer:?}");
    }
    let answer = heaps(&["values", ".8G", "--to", "5", "--json"]);
    assert_eq!(answer.status, Some(2));
    assert_eq!(json(&answer)["error"]["span"], serde_json::json!([2, 3]));
}

#[test]
fn files_of_other_kinds_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter");
    let name = file.to_str().unwrap();
    let letter = "Dear friend, this is neither a checkpoint nor a certificate nor a database.";
    fs::write(&file, letter).unwrap();
    for answer in [
        heaps(&["values", ".77", "--to", "100", "--checkpoint", name]),
        heaps(&["survey", "--digits", "1", "--database", name]),
        run(upstar(["verify", name]), ""),
    ] {
        assert_eq!(answer.status, Some(2), "{answer:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), letter);
    }
}

/// Killed at any moment, a run goes on from its checkpoint to the same values.
#[test]
#[cfg(unix)]
fn checkpoints_survive_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let (check, values) = (folder.path().join("check"), folder.path().join("values"));
    let (check, values) = (check.to_str().unwrap(), values.to_str().unwrap());
    let args = ["heaps", "values", ".06", "--to", "30000", "--checkpoint", check, "--save", values];
    let child = Running::start(&mut upstar(args));
    until("there is a checkpoint", || fs::exists(check).unwrap() || child.ended().is_some());
    child.kill();
    assert_eq!(run(upstar(args), "").status, Some(0));
    let direct = heaps(&["values", ".06", "--to", "30000", "--json"]);
    let wanted: Vec<u64> = serde_json::from_value(json(&direct)["values"].clone()).unwrap();
    let saved = fs::read(values).unwrap();
    let start = saved.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    assert_eq!(&saved[..start], b"upstar-nim-sequence 1 0.06 30001 2\n");
    let saved: Vec<u64> =
        saved[start..].chunks(2).map(|b| u64::from(u16::from_le_bytes([b[0], b[1]]))).collect();
    assert_eq!(saved, wanted);
}

#[test]
fn info_and_survey() {
    let answer = heaps(&["info", ".4", "--json"]);
    let answer = json(&answer);
    assert_eq!(answer["standard_form"], "0.137");
    assert_eq!(answer["cousins"], serde_json::json!(["0.4", "0.07", "0.137"]));
    let codes = answer["class_codes"].as_array().unwrap();
    assert!(codes.contains(&"0.07".into()) && codes.contains(&"0.137".into()), "{codes:?}");
    // Codes that no table lists belong to a class as well.
    let other = json(&heaps(&["info", ".13701", "--json"]));
    assert_eq!(other["class"], answer["class"]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.db");
    let name = file.to_str().unwrap();
    for _ in 0..2 {
        let args = ["survey", "--digits", "1", "--database", name, "--limit", "900", "--json"];
        let answer = json(&heaps(&args));
        assert_eq!((&answer["classes"], &answer["proved"]), (&8.into(), &7.into()));
    }
}
