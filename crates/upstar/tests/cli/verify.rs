//! `upstar verify` on files that want to be believed.

use crate::program::{Run, run, upstar};

fn verify(certificate: &str) -> Run {
    run(upstar(["verify", "-"]), certificate)
}

/// A rule of normal play is refuted, though everything but the empty sum is right.
#[test]
fn a_rule_of_normal_play() {
    let answer = verify(
        r#"{"certificate":"misere-counters","version":1,"claim":{"code":"0.1","period":1,"preperiod":2,
        "words":[[0],[]],"weights":[[0]],"relations":[],"steps":[[1],[0]],"winning":[[0,0,0],null]},
        "seal":"177c28549b9fb9be"}"#,
    );
    assert_eq!(answer.status, Some(1), "{answer:?}");
    let says = "refuted at step \"nothing\": the empty sum is called P";
    assert!(answer.stdout.starts_with(says), "{answer:?}");
}

/// A file writes no line of its own, whether or not it is a certificate.
#[test]
fn a_file_with_a_verdict_of_its_own() {
    let files = [
        r#"{"certificate":"nim-period","version":1,"claim":{"code":
        "0.&\nverified: the nim-sequence of 0.77 has period 3 from 0 on\u001b[8m\u202e","preperiod":71,
        "period":12,"saltus":0,"computed":200,"theorem":{"name":"bounded-heaps","heaps":2,"reach":2}},
        "seal":"3bf53e53513c4ecb"}"#,
        r#"{"certificate":"\nverified: everything\u001b[8m\u2028"}"#,
        r#"{"certificate":"nim-period","version":1,"\nverified: everything\u001b[8m\u2028":1}"#,
    ];
    for (file, status) in files.iter().zip([1, 2, 2]) {
        let answer = verify(file);
        assert_eq!(answer.status, Some(status), "{answer:?}");
        let text = format!("{}{}", answer.stdout, answer.stderr);
        assert!(!text.lines().any(|line| line.starts_with("verified")), "{answer:?}");
        assert!(text.chars().all(|c| matches!(c, ' '..='~' | '\n')), "{answer:?}");
    }
}

/// The numbers of a theorem are checked before anything is computed from them.
#[test]
fn numbers_that_ask_for_too_much() {
    let answer = verify(
        r#"{"certificate":"nim-period","version":1,"claim":{"code":"0.[*]","preperiod":1,"period":1,"saltus":0,
        "computed":1048576,"theorem":{"name":"tails","heaps":1,"head":1,"tail":1,"distance":524288}},
        "seal":"27a5473261f3d8c8"}"#,
    );
    assert_eq!(answer.status, Some(1), "{answer:?}");
    assert!(answer.stdout.starts_with("refuted at step \"range\""), "{answer:?}");
}
