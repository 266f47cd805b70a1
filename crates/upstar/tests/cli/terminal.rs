//! The program at a terminal, typed at and read.

use crate::program::{Running, upstar};
use nix::pty::{OpenptyResult, openpty};
use std::fs::File;
use std::io::{Read, Write};
use std::process::Stdio;
use std::sync::mpsc::{Receiver, channel};
use upstar_testing::child::patience;

/// The program at a terminal.
pub struct Terminal {
    pub child: Running,
    keyboard: File,
    screen: Receiver<String>,
    seen: String,
    pub state: tempfile::TempDir,
}

impl Terminal {
    /// Starts the program with these arguments.
    pub fn open(args: &[&str]) -> Terminal {
        let OpenptyResult { master, slave } = openpty(None, None).unwrap();
        let state = tempfile::tempdir().unwrap();
        let mut command = upstar(args.iter().copied());
        command.env("XDG_STATE_HOME", state.path()).env("TERM", "xterm").env("PAGER", "");
        command.stdin(Stdio::from(slave.try_clone().unwrap()));
        command.stdout(Stdio::from(slave.try_clone().unwrap()));
        let child = Running::start(command.stderr(Stdio::from(slave)));
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
        Terminal { child, keyboard, screen, seen: String::new(), state }
    }

    /// Presses keys.
    pub fn type_in(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the screen shows `text`, and forgets what came before.
    pub fn expect(&mut self, text: &str) {
        loop {
            if let Some(at) = self.seen.find(text) {
                self.seen.drain(..at + text.len());
                return;
            }
            match self.screen.recv_timeout(patience()) {
                Ok(more) => self.seen.push_str(&more),
                Err(_) => panic!("no `{text}` in {:?}", self.seen),
            }
        }
    }
}
