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
    // Two masts, each with the head of an arrow, and nothing else left in the folder.
    assert_eq!(picture.matches("class=\"arrow\"").count(), 2);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
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
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("/no/such/folder/x.svg"));
}

/// How it is played changes which moves win, and nothing else in a picture.
#[test]
fn flags_without_effect_are_refused() {
    let flags: [&[&str]; 4] =
        [&["--play", "misere"], &["--compound", "join"], &["--variant", "impartial"], &["--whole"]];
    for flag in flags {
        for what in [&["nim", "3"][..], &["--thermograph", "1"]] {
            let run = run(upstar([&["draw"], what, flag].concat()), "");
            assert_eq!((run.stdout.as_str(), run.status), ("", Some(2)), "{what:?} {flag:?}");
            assert!(run.stderr.contains(flag[0]) && run.stderr.contains("--moves"), "{run:?}");
        }
        let marked = run(upstar([&["draw", "nim", "3", "--moves"], flag].concat()), "");
        assert_eq!(marked.status, Some(0), "{flag:?}: {marked:?}");
    }
}

/// The first bytes of what a command writes into a file of this name.
fn beginning(args: &[&str], name: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    let mut all = vec!["draw"];
    all.extend(args);
    all.extend(["-o", file.to_str().unwrap()]);
    let run = run(upstar(all), "");
    assert_eq!(
        (run.stdout.as_str(), run.stderr.as_str(), run.status),
        ("", "", Some(0)),
        "{args:?}"
    );
    std::fs::read(file).unwrap().into_iter().take(24).collect()
}

#[test]
fn the_name_of_a_file_tells_the_format() {
    for args in [
        &["--thermograph", "{3||2|1}", "1"][..],
        &["digraph", "a>a,b @ a"],
        &["domineering", "...|...", "--moves"],
    ] {
        for (name, start) in [
            ("x.svg", &b"<svg "[..]),
            ("x.png", b"\x89PNG"),
            ("x.PDF", b"%PDF"),
            ("x.tex", b"% Needs \\usepackage"),
            ("x", b"<svg "),
        ] {
            assert!(beginning(args, name).starts_with(start), "{args:?} {name}");
        }
    }
    assert!(beginning(&["nim", "3", "--format", "png"], "x.svg").starts_with(b"\x89PNG"));
    let run = run(upstar(["draw", "nim", "3", "-o", "picture.jpg"]), "");
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains(".png") && !std::path::Path::new("picture.jpg").exists());
}

#[test]
fn what_is_not_text_is_not_json() {
    let run = run(upstar(["--json", "draw", "nim", "3", "--format", "pdf"]), "");
    assert_eq!(run.status, Some(2));
    assert!(run.stdout.contains("-o FILE"));
}

/// A title of one thermograph or of many is there in full, if only for those who ask.
#[test]
fn long_titles_are_not_cut_off() {
    let game = "+-20 + +-9 + +-4 + +-1 + {50|20||-10|-40}";
    let one = run(upstar(["draw", "--thermograph", game]), "");
    assert_eq!(one.status, Some(0));
    let title = one.stdout.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
    assert!(title.is_some_and(|title| title.len() > 200), "{}", one.stdout);
    let width = |svg: &str| {
        let number = svg.split("width=\"").nth(1).and_then(|rest| rest.split('"').next());
        number.and_then(|number| number.parse::<u32>().ok())
    };
    assert!(width(&one.stdout).is_some_and(|width| width < 800));
}

#[test]
fn walls_that_run_together_share_their_place() {
    let alone = run(upstar(["draw", "--thermograph", "+-1"]), "");
    assert!(!alone.stdout.contains("dasharray"));
    let twice = run(upstar(["draw", "--thermograph", "+-1", "+-1 + *"]), "");
    assert!(twice.stdout.contains("stroke-dasharray=\"9 9\""));
}

#[test]
fn many_games_have_many_colours() {
    let games: Vec<String> = (1..=12).map(|n| format!("+-{n}")).collect();
    let mut args = vec!["draw", "--thermograph"];
    args.extend(games.iter().map(String::as_str));
    let picture = run(upstar(args), "").stdout;
    let mut colours: Vec<&str> = picture
        .lines()
        .filter(|line| line.contains("class=\"arrow\""))
        .filter_map(|line| line.rsplit("fill=\"").next())
        .collect();
    colours.sort_unstable();
    colours.dedup();
    assert_eq!(colours.len(), 12);
}

#[test]
fn the_winning_moves_are_marked() {
    let of = |args: &[&str]| {
        let all: Vec<&str> = ["draw"].iter().chain(args).copied().collect();
        let run = run(upstar(all), "");
        assert_eq!(run.status, Some(0), "{args:?} {}", run.stderr);
        run.stdout
    };
    let picture = of(&["nim", "3+5+7", "--moves"]);
    // Three winning moves, each with a frame, a number on it and a line of the legend.
    assert_eq!(picture.matches("rx=\"4\"").count(), 3);
    assert_eq!(picture.matches("leaves nim-sum 0").count(), 3);
    assert!(of(&["nim", "3+3", "--moves"]).contains("Left has no winning move"));
    let picture = of(&["hackenbush", "l(r;ee)", "--moves", "--player", "left"]);
    assert!(picture.contains("rx=\"4\""));
    assert!(
        of(&["domineering", "(...|...) + ..", "--moves", "--player", "right"]).contains("rx=\"4\"")
    );
    assert!(of(&["--text", "domineering", "...|...", "--moves"]).contains(':'));
}

#[test]
fn a_number_has_its_axis_apart() {
    let picture = run(upstar(["draw", "--thermograph", "1"]), "").stdout;
    let y = |text: &str| -> f64 {
        let line = picture.lines().find(|line| line.ends_with(&format!(">{text}</text>"))).unwrap();
        line.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    assert!((y("t") - y("0")).abs() > 10.0);
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
    assert!(run.status == Some(0) && run.stdout.contains(".TH UPSTAR"));
}

#[test]
fn a_thermograph_with_one_wall() {
    for (game, wall) in [("oof", "Right's wall at off"), ("ono", "Left's wall at on")] {
        let text = run(upstar(["draw", "--text", "--thermograph", game]), "");
        assert_eq!(text.status, Some(0), "{}", text.stderr);
        let title = text.stdout.lines().next();
        assert!(title.is_some_and(|title| title.ends_with(wall)), "{}", text.stdout);
        let picture = run(upstar(["draw", "--thermograph", game]), "");
        // No mast; the wall leaves the picture with the head of an arrow.
        assert_eq!(picture.stdout.matches("class=\"arrow\"").count(), 1);
    }
    let neither = run(upstar(["draw", "--thermograph", "hot"]), "");
    assert_eq!((neither.stdout.as_str(), neither.status), ("", Some(2)));
}
