//! Pictures, completions and the manual page.

use crate::program::{run, upstar};

#[test]
fn a_thermograph_on_stdout() {
    let run = run(upstar(["draw", "--thermograph", "{3||2|1}"]), "");
    assert_eq!(run.status, Some(0));
    assert!(run.stdout.starts_with("<svg ") && run.stdout.trim_end().ends_with("</svg>"));
    // The title and the labels of the mast, the feet and the temperatures.
    for text in [">{3||2|1}<", ">9/4<", ">3<", ">2<", ">3/4<", ">1/2<", ">0<"] {
        assert!(run.stdout.contains(text), "{text}");
    }
}

#[test]
fn a_file_and_several_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.svg");
    let name = file.to_str().unwrap();
    let args = ["draw", "--thermograph", "+-1", "-2+-{3|1}", "-o", name];
    let run = run(upstar(args), "");
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.status), ("", "", Some(0)));
    let picture = std::fs::read_to_string(file).unwrap();
    assert!(picture.contains(">+-1<"));
    assert_eq!(picture.matches("<polyline").count(), 4);
}

#[test]
fn markup_in_a_title_is_escaped() {
    let run = run(upstar(["draw", "--thermograph", "{0|v*}"]), "");
    assert!(run.stdout.contains(">^&lt;2&gt;<"));
}

#[test]
fn what_is_no_game_has_no_thermograph() {
    for source in ["true", "[1,2]", "1/3", "x :="] {
        let run = run(upstar(["draw", "--thermograph", source]), "");
        assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{source}");
        assert!(run.stderr.contains("input:1:"), "{source}: {}", run.stderr);
    }
}

#[test]
fn a_file_that_cannot_be_written() {
    let run = run(upstar(["draw", "--thermograph", "1", "-o", "/no/such/folder/x.svg"]), "");
    assert_eq!(run.status, Some(1));
    assert!(run.stderr.contains("/no/such/folder/x.svg"));
}

#[test]
fn characters_instead_of_svg() {
    let run = run(upstar(["draw", "--text", "--thermograph", "{3||2|1}"]), "");
    assert!(run.stdout.starts_with("{3||2|1}\n"));
    assert!(run.stdout.contains('▲') && run.stdout.contains("3/4 ┤"));
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 76));
}

#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = run(upstar(["completions", shell]), "");
        assert!(run.status == Some(0) && run.stdout.contains("upstar"), "{shell}");
    }
    let run = run(upstar(["man"]), "");
    assert!(run.status == Some(0) && run.stdout.contains(".TH upstar"));
}
