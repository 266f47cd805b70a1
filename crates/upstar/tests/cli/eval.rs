//! `upstar eval`: answers, statements from stdin, JSON.

use crate::program::{Running, eval, run, upstar};

#[test]
fn answers_on_stdout() {
    let run = eval("{3||2|1} + ^*");
    assert_eq!(
        (run.stdout.as_str(), run.stderr.as_str(), run.status),
        ("{3^*||2^*|1^*}\n", "", Some(0))
    );
}

#[test]
fn several_expressions_share_variables() {
    let run = run(upstar(["eval", "g := {2|-1}", "g.Mean", "g.Temperature"]), "");
    assert_eq!(run.stdout, "{2|-1}\n1/2\n3/2\n");
    assert_eq!(run.status, Some(0));
}

#[test]
fn expressions_may_begin_with_a_minus() {
    for (expression, answer) in [("-1", "-1\n"), ("-^", "v\n"), ("-v", "^\n"), ("+-1", "+-1\n")] {
        assert_eq!(eval(expression).stdout, answer, "{expression}");
    }
}

#[test]
fn global_options_stand_anywhere() {
    for args in [
        ["--notation", "unicode", "eval", "+-1"],
        ["eval", "--notation", "unicode", "+-1"],
        ["eval", "+-1", "--notation", "unicode"],
        ["eval", "+-1", "--notation=unicode", "--threads=2"],
    ] {
        let run = run(upstar(args), "");
        assert_eq!((run.stdout.as_str(), run.status), ("±1\n", Some(0)), "{args:?}");
    }
}

#[test]
fn expressions_and_options_stand_in_any_order() {
    for args in
        [["eval", "-1", "--json", "-^", "--1", "-on"], ["--json", "eval", "-1", "-^", "--1", "-on"]]
    {
        let run = run(upstar(args), "");
        let values: Vec<serde_json::Value> =
            run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let values: Vec<&str> = values.iter().filter_map(|line| line["value"].as_str()).collect();
        assert_eq!((values, run.status), (vec!["-1", "v", "1", "off"], Some(0)), "{args:?}");
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("thermographs.svg");
    let file = file.to_str().unwrap();
    let drawn = run(upstar(["draw", "--thermograph", "-1", "+-1", "-o", file, "--quiet"]), "");
    assert_eq!((drawn.stdout.as_str(), drawn.status), ("", Some(0)), "{}", drawn.stderr);
    assert!(std::fs::read_to_string(file).unwrap().contains("<svg"));
}

#[test]
fn notations() {
    let print = |notation: &str, expression: &str| {
        run(upstar(["eval", "--notation", notation, expression]), "").stdout
    };
    assert_eq!(print("unicode", "3/2 + ^^*"), "3/2⇑*\n");
    assert_eq!(print("unicode", "{0||0|-2}"), "⧾₂\n");
    assert_eq!(print("unicode", "{0|v*}"), "↑²\n");
    assert_eq!(print("latex", "{3||2|1/2}"), "\\{3\\parallel 2\\mid \\frac{1}{2}\\}\n");
}

#[test]
fn one_line_out_for_each_line_in() {
    let input = "x := 3\n\n   \n{1|\n// a comment\nx + 1\n1/2 + Foo(\nx*2";
    let run = run(upstar(["eval", "-"]), input);
    let lines: Vec<_> = run.stdout.split('\n').collect();
    assert_eq!(lines.len(), input.split('\n').count() + 1, "{}", run.stdout);
    assert_eq!(
        [lines[0], lines[1], lines[2], lines[4], lines[5], lines[7]],
        ["3", "", "", "", "4", "6"]
    );
    assert!(lines[3].starts_with("error: ") && lines[6].starts_with("error: "));
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("stdin line 4") && run.stderr.contains("stdin line 7"));
}

#[test]
fn a_script_of_ten_thousand_lines() {
    let input: String =
        (0..10_000).map(|n| format!("{{{n}|-{n}}}.Temperature + *{}\n", n % 7)).collect();
    let run = run(upstar(["eval", "-"]), input);
    assert_eq!(run.status, Some(0));
    let lines: Vec<_> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 10_000);
    assert_eq!([lines[1], lines[2], lines[9_999]], ["1*", "2*2", "9999*3"]);
}

#[test]
fn answers_come_before_the_next_question() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let mut command = upstar(["eval", "-"]);
    let mut child = Running::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for (question, answer) in [("a := 1\n", "1\n"), ("a + *\n", "1*\n")] {
        stdin.write_all(question.as_bytes()).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, answer);
    }
    drop(stdin);
    assert_eq!(child.status(), Some(0));
}

#[test]
fn json_answers() {
    let run = run(upstar(["eval", "--json", "1/2", "{0|*}", "\"a\\\"b\""]), "");
    let objects: Vec<serde_json::Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects[0]["input"], "1/2");
    assert_eq!(objects[0]["value"], "1/2");
    assert!(objects[0]["kind"].is_string());
    assert_eq!(objects[1]["value"], "^");
    assert_eq!(objects.len(), 3);
}

#[test]
fn json_errors_are_on_stdout_with_the_place() {
    let run = run(upstar(["--json", "eval", "-"]), "1 + Foo\n\n2");
    let objects: Vec<serde_json::Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 3);
    let error = &objects[0]["error"];
    assert_eq!(error["span"], serde_json::json!([4, 7]));
    assert!(error["kind"].is_string() && error["message"].is_string());
    assert!(objects[1]["value"].is_null());
    assert_eq!(objects[2]["value"], "2");
    assert_eq!((run.stderr.as_str(), run.status), ("", Some(2)));
}

#[test]
fn a_division_by_zero_has_a_value_and_a_warning() {
    let run = eval("17/0");
    assert_eq!((run.stdout.as_str(), run.status), ("inf\n", Some(2)));
    assert!(run.stderr.contains("Warning") && run.stderr.contains("17/0"), "{}", run.stderr);
}

#[test]
fn quiet_means_quiet() {
    let run = run(upstar(["--quiet", "eval", "1 +", "2"]), "");
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.status), ("2\n", "", Some(2)));
}

#[test]
fn large_numbers_are_exact() {
    for (expression, answer) in [
        ("(2^63-1)+1", "9223372036854775808\n"),
        ("+-(3^40)", "+-12157665459056928801\n"),
        (
            "2^200 + 1/2^200",
            "2582249878086908589655919172003011874329705792829223512830659356540647622016841194629645353280137831435903171972747493377/1606938044258990275541962092341162602522202993782792835301376\n",
        ),
    ] {
        assert_eq!(eval(expression).stdout, answer);
    }
}
