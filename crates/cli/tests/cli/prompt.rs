//! The console at a terminal: no key is lost, whenever it is typed.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use snapbox::cmd::cargo_bin;

use super::Files;

/// The time within which every expected output appears.
const PATIENCE: Duration = Duration::from_secs(60);

/// An expression that takes about a second, with the value 779.
const SLOW: &str =
    "777 + length([for a in range(2) : [for b in range(1000) : [for c in range(99) : b * c]]])";

/// An expression that takes longer than any test.
const ENDLESS: &str =
    "[for a in range(1000) : length([for b in range(1000) : [for c in range(1000) : b * c]])]";

/// The sequence that the console prints before it evaluates an input.
const ACCEPTED: &str = "\u{1b}[?2004l";

/// A console at a pseudo-terminal.
struct Terminal {
    console: Child,
    keys: File,
    output: Receiver<Vec<u8>>,
    shown: String,
}

impl Terminal {
    fn open(name: &str) -> Self {
        let files = Files::new(name);
        let keys = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&keys).unwrap();
        unlockpt(&keys).unwrap();
        let path = ptsname(&keys, Vec::new()).unwrap().into_string().unwrap();
        let terminal = OpenOptions::new().read(true).write(true).open(path).unwrap();
        let terminal = || Stdio::from(terminal.try_clone().unwrap());
        let console = Command::new(cargo_bin!("hcldyn"))
            .arg("console")
            .env("TERM", "xterm")
            .env("XDG_STATE_HOME", &files.0)
            .stdin(terminal())
            .stdout(terminal())
            .stderr(terminal())
            .spawn()
            .unwrap();
        let keys = File::from(keys);
        let mut reader = keys.try_clone().unwrap();
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 1024];
            // It fails once the console has ended.
            while let Ok(length @ 1..) = reader.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        let mut terminal = Self { console, keys, output, shown: String::new() };
        terminal.wait_for("> ");
        terminal
    }

    /// Writes keys at once.
    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the output contains a text, and drops the output up to its end.
    fn wait_for(&mut self, text: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.shown.contains(text) {
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => self.shown += &String::from_utf8_lossy(&bytes),
                Err(_) => {
                    self.console.kill().unwrap();
                    panic!("{text:?} does not appear after {:?}", self.shown);
                }
            }
        }
        let (_, rest) = self.shown.split_once(text).unwrap();
        self.shown = rest.to_owned();
    }

    /// Waits for the values of inputs. Each is on a line of its own.
    fn wait_for_values(&mut self, values: &[&str]) {
        for value in values {
            self.wait_for(&format!("\n{value}\r"));
        }
    }

    /// Ends the console, which must have no input left.
    fn end(mut self) {
        self.press("exit\r");
        assert!(self.console.wait().unwrap().success());
    }
}

#[test]
fn lines_in_one_write() {
    let mut terminal = Terminal::open("lines-in-one-write");
    terminal.press("1 + 1\r2 + 2\r[\r3 +\r3\r][0]\r\"é\"\n");
    terminal.wait_for_values(&["2", "4", "6", "\"é\""]);
    let many: String = (1000..2000).map(|number| format!("{number} * 10\r")).collect();
    // A pseudo-terminal holds 4 KiB.
    let mut keys = terminal.keys.try_clone().unwrap();
    let writer = thread::spawn(move || keys.write_all(many.as_bytes()).unwrap());
    // The terminal shows keys that are pressed during an evaluation, so a value may follow them on its line.
    (1000..2000).for_each(|number| terminal.wait_for(&format!("{number}0\r")));
    writer.join().unwrap();
    terminal.end();
}

#[test]
fn keys_during_an_evaluation() {
    let mut terminal = Terminal::open("keys-during-an-evaluation");
    terminal.press(&format!("{SLOW}\r"));
    terminal.wait_for(ACCEPTED);
    terminal.press("5 + 5\r6 + ");
    // The terminal shows these keys before the value.
    terminal.wait_for("779\r");
    terminal.wait_for_values(&["10"]);
    terminal.press("6\r");
    terminal.wait_for_values(&["12"]);
    terminal.end();
}

#[test]
fn keys_of_several_bytes_appear_at_once() {
    let mut terminal = Terminal::open("keys-of-several-bytes");
    terminal.press("upp");
    terminal.wait_for("upp");
    // Three backspaces, then the key "left" in the middle.
    terminal.press("\u{7f}\u{7f}\u{7f}10\u{1b}[D9\r");
    terminal.wait_for_values(&["190"]);
    // The key "up", and a completion.
    terminal.press("\u{1b}[A\rtose\t[7])\r");
    terminal.wait_for_values(&["190", "[7]"]);
    terminal.end();
}

#[test]
fn pasted_lines() {
    let mut terminal = Terminal::open("pasted-lines");
    terminal.press("\u{1b}[200~1 + 1\r2 + 2\r\u{1b}[201~\r3\r");
    terminal.wait_for_values(&["2", "4", "3"]);
    terminal.end();
}

#[test]
fn an_interrupt_ends_an_evaluation() {
    let mut terminal = Terminal::open("an-interrupt-ends-an-evaluation");
    // At the prompt, Ctrl-C is a key, which discards the input.
    terminal.press("nope\u{3}");
    terminal.wait_for("> ");
    terminal.press("1 + 2\r");
    terminal.wait_for_values(&["3"]);
    terminal.press(&format!("{ENDLESS}\r"));
    terminal.wait_for(ACCEPTED);
    kill_process(Pid::from_child(&terminal.console), Signal::INT).unwrap();
    assert_eq!(terminal.console.wait().unwrap().signal(), Some(Signal::INT.as_raw()));
}
