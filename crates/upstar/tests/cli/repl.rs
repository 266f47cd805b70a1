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
    let mut command = upstar([]);
    let zero = std::fs::File::open("/dev/zero").unwrap();
    let output = command.stdin(zero).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("a line is limited to"));
}

#[cfg(unix)]
mod terminal {
    use crate::program::{upstar, wait};
    use nix::pty::{OpenptyResult, openpty};
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::fs::File;
    use std::io::{Read, Write};
    use std::process::{Child, Stdio};
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    /// The program at a terminal.
    struct Terminal {
        child: Child,
        keyboard: File,
        screen: Receiver<String>,
        seen: String,
        _state: tempfile::TempDir,
    }

    impl Terminal {
        fn open() -> Terminal {
            let OpenptyResult { master, slave } = openpty(None, None).unwrap();
            let state = tempfile::tempdir().unwrap();
            let mut command = upstar([]);
            command.env("XDG_STATE_HOME", state.path()).env("TERM", "xterm").env("NO_COLOR", "1");
            command.stdin(Stdio::from(slave.try_clone().unwrap()));
            command.stdout(Stdio::from(slave.try_clone().unwrap()));
            let child = command.stderr(Stdio::from(slave)).spawn().unwrap();
            drop(command);
            let keyboard = File::from(master);
            let mut reader = keyboard.try_clone().unwrap();
            let (sender, screen) = channel();
            std::thread::spawn(move || {
                let mut buffer = [0; 4096];
                while let Ok(n @ 1..) = reader.read(&mut buffer) {
                    let text = String::from_utf8_lossy(&buffer[..n]).into_owned();
                    if sender.send(text).is_err() {
                        break;
                    }
                }
            });
            let mut terminal =
                Terminal { child, keyboard, screen, seen: String::new(), _state: state };
            terminal.expect("Upstar");
            terminal.expect("> ");
            terminal
        }

        fn type_in(&mut self, keys: &str) {
            self.keyboard.write_all(keys.as_bytes()).unwrap();
        }

        /// Waits until the screen shows `text`, and forgets what came before.
        fn expect(&mut self, text: &str) {
            loop {
                if let Some(at) = self.seen.find(text) {
                    self.seen.drain(..at + text.len());
                    return;
                }
                match self.screen.recv_timeout(Duration::from_secs(20)) {
                    Ok(more) => self.seen.push_str(&more),
                    Err(_) => panic!("no `{text}` in {:?}", self.seen),
                }
            }
        }
    }

    impl Drop for Terminal {
        fn drop(&mut self) {
            let _ = self.child.kill();
        }
    }

    #[test]
    fn answers_completes_and_remembers() {
        let mut terminal = Terminal::open();
        terminal.type_in("1/2 + *\r");
        terminal.expect("\n1/2*");
        terminal.expect("> ");
        terminal.type_in("{3|1}.Temper\t\r");
        terminal.expect("\n1");
        terminal.expect("> ");
        // More than one line, and the line before from the history.
        terminal.type_in("{5|\r4}\r");
        terminal.expect("\n{5|4}");
        terminal.expect("> ");
        terminal.type_in("\u{3}");
        terminal.expect("> ");
        let history = terminal._state.path().join("upstar/history");
        let history = std::fs::read_to_string(history).unwrap();
        assert!(history.contains("1/2 + *") && history.contains("Temperature"), "{history}");
        terminal.type_in("\u{4}");
        assert_eq!(wait(&mut terminal.child), Some(0));
    }

    #[test]
    fn sigterm_ends_the_session() {
        for question in ["", "while true do 1 end\r"] {
            let mut terminal = Terminal::open();
            terminal.type_in(question);
            std::thread::sleep(Duration::from_millis(300));
            let id = Pid::from_raw(i32::try_from(terminal.child.id()).unwrap());
            kill(id, Signal::SIGTERM).unwrap();
            assert!(matches!(wait(&mut terminal.child), Some(0 | 143)), "{question}");
        }
    }

    #[test]
    fn ctrl_c_ends_the_question_not_the_session() {
        let mut terminal = Terminal::open();
        terminal.type_in("while true do 1 end\r");
        std::thread::sleep(Duration::from_millis(300));
        let id = Pid::from_raw(i32::try_from(terminal.child.id()).unwrap());
        kill(id, Signal::SIGINT).unwrap();
        terminal.expect("interrupted");
        terminal.expect("> ");
        terminal.type_in("40+2\r");
        terminal.expect("\n42");
        terminal.type_in(":quit\r");
        assert_eq!(wait(&mut terminal.child), Some(0));
    }
}
