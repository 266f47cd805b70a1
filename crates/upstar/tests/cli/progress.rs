//! What a terminal shows while an answer is awaited.

use crate::program::{Running, tell, upstar};
use nix::pty::{OpenptyResult, openpty};
use nix::sys::signal::Signal;
use std::fs::File;
use std::io::Read;
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use upstar_testing::child::patience;

/// A command whose messages go to a terminal.
struct Watched {
    child: Running,
    screen: Receiver<String>,
    seen: String,
}

impl Watched {
    fn start(args: &[&str]) -> Watched {
        let size = nix::pty::Winsize { ws_row: 24, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0 };
        let OpenptyResult { master, slave } = openpty(&size, None).unwrap();
        let mut command = upstar(args.iter().copied());
        command.env("TERM", "xterm").env("NO_COLOR", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::from(slave));
        let child = Running::start(&mut command);
        drop(command);
        let (sender, screen) = channel();
        let mut reader = File::from(master);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut buffer) {
                if sender.send(String::from_utf8_lossy(&buffer[..n]).into_owned()).is_err() {
                    break;
                }
            }
        });
        Watched { child, screen, seen: String::new() }
    }

    /// Waits until the screen shows all of these.
    fn expect(&mut self, texts: &[&str]) {
        while !texts.iter().all(|text| self.seen.contains(text)) {
            // A program that shows nothing of it is killed in the end, and the screen goes dark.
            match self.screen.recv_timeout(2 * patience()) {
                Ok(more) => self.seen.push_str(&more),
                Err(_) => panic!("no {texts:?} in {:?}", self.seen),
            }
        }
    }

    /// Everything that the screen showed, until the end.
    fn rest(mut self) -> String {
        while let Ok(more) = self.screen.recv_timeout(2 * patience()) {
            self.seen.push_str(&more);
        }
        std::mem::take(&mut self.seen)
    }
}

#[test]
fn what_is_being_done() {
    let cases: [(&[&str], &[&str]); 12] = [
        (
            &["heaps", "values", ".007", "--to", "900000000"],
            &["nim-values: ", " of 900,000,001, ", "/s, ", "s so far"],
        ),
        (&["heaps", "period", ".106", "--limit", "10^12"], &["values without a proved period: "]),
        (&["value", "domineering", "12x12"], &["the value: ", " steps, ", "/s, "]),
        (&["outcome", "clobber", "8x8"], &["positions searched: ", "/s, "]),
        (&["moves", "clobber", "8x8"], &["moves searched: ", " of 112"]),
        (&["play", "clobber", "8x8", "--first", "right"], &["moves searched: ", " of 112"]),
        (&["table", "domineering", "30x30"], &["cells: ", " of 900, "]),
        (&["eval", "while true do 1 end"], &["evaluating: ", " steps, "]),
        (&["misere", "solve", ".3102", "--heaps", "900"], &["heaps of the quotient: ", " of 900"]),
        (&["misere", "genus", ".35", "--to", "100000"], &["heaps", " of ", "s so far"]),
        (&["misere", "canonical", ".77", "200"], &["the canonical form: "]),
        (&["draw", "--thermograph", "*300 ConwayProduct *301"], &["evaluating: "]),
    ];
    for (args, texts) in cases {
        Watched::start(args).expect(texts);
    }
}

#[test]
fn the_line_is_cleared_when_the_answer_comes() {
    let mut watched = Watched::start(&["heaps", "values", ".007", "--to", "900000000"]);
    watched.expect(&["nim-values: "]);
    tell(&watched.child, Signal::SIGINT);
    let screen = watched.rest();
    let (before, after) = screen.rsplit_once("nim-values: ").unwrap();
    assert!(!before.is_empty());
    // After the last line that was drawn: the end of it, a cleared line, the message.
    let (_, message) = after.rsplit_once("\u{1b}[2K").unwrap();
    assert!(
        message.trim_start_matches('\r').starts_with("error: stopped: interrupted"),
        "{screen:?}"
    );
}

#[test]
fn nothing_for_programs() {
    for quiet in ["--quiet", "--json"] {
        let endless = ["heaps", "values", ".007", "--to", "900000000", "--time", "2s", quiet];
        assert_eq!(Watched::start(&endless).rest(), "");
    }
    let short = ["heaps", "values", ".77", "--to", "20"];
    assert_eq!(Watched::start(&short).rest(), "");
}
