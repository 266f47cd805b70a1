//! The interactive calculator, through a pipe and through a terminal.

use crate::program::{run, upstar};

fn talk(input: &str) -> crate::program::Run {
    run(upstar([]), input)
}

#[test]
fn through_a_pipe() {
    let run = talk("x := {2|1}\nx.Mean\n:quit\n99\n");
    assert_eq!(
        (run.stdout.as_str(), run.stderr.as_str(), run.status),
        ("{2|1}\n3/2\n", "", Some(0))
    );
}

#[test]
fn goes_on_after_errors() {
    let run = talk("1 +\n)\n{1|0\n}\n2\n");
    assert!(run.stdout.ends_with("2\n"));
    assert!(run.stderr.contains("Error"));
    assert_eq!(run.status, Some(0));
}

#[test]
fn an_open_bracket_asks_for_more() {
    let run = talk("{3||\n2|1}\ndef f(x) begin\n  x + *\nend\nf(2)\n");
    assert_eq!(run.stdout, "{3||2|1}\n2*\n");
}

#[test]
fn help() {
    let run = talk("help\n");
    assert!(run.stdout.contains(":plot") && run.stdout.contains("help NAME"));
    let run = talk("help Temperature\n");
    assert!(run.stdout.contains("Temperature") && run.stdout.lines().count() > 1);
    let run = talk("help Temperatur\n");
    assert!(run.stderr.contains("did you mean `Temperature`"), "{}", run.stderr);
}

#[test]
fn plot() {
    let run = talk("g := {3||2|1}\n:plot g\n");
    assert!(run.stdout.contains('▲') && run.stdout.contains("9/4"), "{}", run.stdout);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.svg");
    let run = talk(&format!(":plot {{3||2|1}} + 1 {}\n", file.display()));
    assert!(run.stdout.starts_with("wrote "), "{run:?}");
    assert!(std::fs::read_to_string(file).unwrap().contains("13/4"));
    let run = talk(":plot\n:plot true\n:plot 1 /no/such/folder/a.svg\n1\n");
    let errors = run.stderr.lines().filter(|line| line.to_lowercase().starts_with("error: "));
    assert_eq!(errors.count(), 3, "{}", run.stderr);
    assert_eq!(run.stdout, "1\n");
}

#[test]
fn settings() {
    let run = talk(":notation unicode\n^*\n:notation runes\n:frobnicate\n:time\n1\n");
    assert!(run.stdout.starts_with("↑*\n1\n("), "{}", run.stdout);
    assert_eq!(run.stderr.matches("error").count(), 2);
}

#[test]
fn a_full_store_can_be_freed() {
    let hungry = "x := [1]; while true do x := x.Concat(x) end";
    let mut command = upstar(["--memory", "30M"]);
    command.env("NO_COLOR", "1");
    let run = run(command, format!("y := 3\n{hungry}\n:reset\n\"a\"\ny\n40+2\n"));
    assert!(run.stderr.contains("`:reset`"), "{}", run.stderr);
    assert!(run.stderr.contains("forgotten: x, y"), "{}", run.stderr);
    assert!(run.stderr.contains("`y` is not defined"), "{}", run.stderr);
    assert!(run.stdout.ends_with("42\n"), "{}", run.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_line_is_given_up() {
    use std::process::Stdio;
    let mut command = upstar([]);
    let zero = std::fs::File::open("/dev/zero").unwrap();
    command.stdin(zero).stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = crate::program::Running::start(&mut command).output();
    assert!(run.stderr.contains("a line is limited to"), "{run:?}");
}

#[test]
fn help_has_no_name_twice() {
    let run = talk("help\n");
    let listed = run.stdout.split("\nConstants and makers").nth(1).unwrap();
    let listed = listed.split("\nRules of games").next().unwrap();
    let lines = listed.lines().filter(|line| line.starts_with("  "));
    let mut names: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert!(count > 200 && names.len() == count, "{} of {count}", names.len());
    let run = talk("help :plot\nhelp plot\nhelp :no\n");
    assert_eq!(run.stdout.matches(":plot G [FILE]").count(), 2, "{}", run.stdout);
    assert!(run.stderr.contains("`:notation`"), "{}", run.stderr);
}

#[test]
fn the_tour_goes_on_with_the_right_answer() {
    let run = talk(":tour\n1\nnim(\"3+3\").Outcome\n:tour next\n:tour back\n:tour stop\n2\n");
    let at = |text: &str| run.stdout.find(text).unwrap_or_else(|| panic!("{text}: {}", run.stdout));
    assert!(at("[1/") < at("\n1\n") && at("\nP\n") < at("[2/") && at("[2/") < at("[3/"));
    assert_eq!(run.stdout.matches("[2/").count(), 2, "{}", run.stdout);
    assert!(run.stdout.ends_with("The tour is over; `:tour` begins it again.\n2\n"));
    assert!(talk(":tour sideways\n").stderr.contains("expected :tour"));
}

/// What was typed can be saved, run, loaded, and read as a page.
#[test]
fn worksheets_and_transcripts() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (up, md, page) = (file("a.up"), file("a.md"), file("a.html"));
    let input = format!(
        "g := {{3|\n1}}\ng +* )\ndef f(x) := x + g\n:plot g\n:draw nim 3+2\n:save {up}\n:save {md}\n:save {page}\n"
    );
    let run = talk(&input);
    assert_eq!(run.stdout.matches("wrote ").count(), 3, "{run:?}");
    let sheet = std::fs::read_to_string(&up).unwrap();
    assert_eq!(sheet, "g := {3|\n1}\ndef f(x) := x + g\n");
    let run = crate::program::run(upstar(["run", &up]), "");
    assert_eq!((run.stdout.as_str(), run.status), ("{3|1}\n", Some(0)), "{run:?}");
    let run = talk(&format!(":load {up}\nf(1)\n:load {up}x\n:load\n"));
    assert_eq!(run.stdout, "{3|1}\n{4|2}\n", "{run:?}");
    assert_eq!(run.stderr.matches("error: ").count(), 2, "{}", run.stderr);
    let text = std::fs::read_to_string(&md).unwrap();
    assert!(text.contains("> g := {3|\n. 1}\n{3|1}\n") && text.contains("](<a-2.svg>)"), "{text}");
    assert!(std::fs::read_to_string(file("a-1.svg")).unwrap().starts_with("<svg"));
    let page = std::fs::read_to_string(&page).unwrap();
    assert_eq!(page.matches("<svg").count(), 2, "{page}");
    assert!(page.contains("class=\"error\""), "{page}");
    // A sheet that fails says where.
    std::fs::write(&up, "1\n\n)\n2\n").unwrap();
    let run = talk(&format!(":load {up}\n"));
    assert!(run.stdout == "1\n" && run.stderr.contains("up to line 3"), "{run:?}");
}

#[cfg(unix)]
mod at_a_terminal {
    use crate::program::tell;
    use crate::terminal::Terminal;
    use nix::sys::signal::Signal;

    /// What the prompt says to the terminal before it reads (a paste comes in brackets): it is
    /// drawn anew with every key, this is sent once a line.
    const READY: &str = "\u{1b}[?2004h";

    /// What the progress line of a calculation begins with.
    const AT_WORK: &str = "evaluating: ";

    fn open() -> Terminal {
        let mut terminal = Terminal::open(&[]);
        terminal.expect("Upstar");
        terminal.expect("> ");
        terminal
    }

    #[test]
    fn answers_completes_and_remembers() {
        let mut terminal = open();
        terminal.type_in("1/2 + *\r");
        terminal.expect("\n1/2*");
        terminal.expect("> ");
        terminal.type_in("{3|1}.Temper\t\r");
        terminal.expect("\n1");
        terminal.expect("> ");
        // More than one line, with a prompt of its own.
        terminal.type_in("{5|\r");
        terminal.expect("\n");
        terminal.expect(". ");
        terminal.type_in("4}\r");
        terminal.expect("\n{5|4}");
        terminal.expect("> ");
        terminal.type_in("\u{3}");
        terminal.expect("> ");
        let history = terminal.state.path().join("upstar/history");
        let history = std::fs::read_to_string(history).unwrap();
        assert!(history.contains("1/2 + *") && history.contains("Temperature"), "{history}");
        terminal.type_in("\u{4}");
        assert_eq!(terminal.child.status(), Some(0));
    }

    #[test]
    fn sigterm_ends_the_session() {
        for question in ["", "while true do 1 end\r"] {
            let mut terminal = open();
            terminal.type_in(question);
            if !question.is_empty() {
                terminal.expect(AT_WORK);
            }
            tell(&terminal.child, Signal::SIGTERM);
            assert!(matches!(terminal.child.status(), Some(0 | 143)), "{question}");
        }
    }

    #[test]
    fn ctrl_c_ends_the_question_not_the_session() {
        let mut terminal = open();
        terminal.type_in("while true do 1 end\r");
        terminal.expect(AT_WORK);
        tell(&terminal.child, Signal::SIGINT);
        terminal.expect("interrupted");
        terminal.expect("> ");
        terminal.type_in("40+2\r");
        terminal.expect("\n42");
        terminal.type_in(":quit\r");
        assert_eq!(terminal.child.status(), Some(0));
    }

    #[test]
    fn commands_and_rules_are_completed() {
        let mut terminal = open();
        terminal.type_in(":not\t uni\t\r");
        terminal.expect(READY);
        terminal.type_in("^\r");
        terminal.expect("\n↑");
        terminal.expect(READY);
        terminal.type_in("toppling_d\t(\"xo\").Value\r");
        terminal.expect("\n*");
        terminal.expect(READY);
        terminal.type_in(":draw toppling-d\t xo\r");
        terminal.expect("\nxo");
        terminal.expect(READY);
        terminal.type_in(":quit\r");
        assert_eq!(terminal.child.status(), Some(0));
    }
}
