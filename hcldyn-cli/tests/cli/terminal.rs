//! What the command does to the terminal or the pipe it writes to.

use std::process::{Command, Stdio};

use snapbox::cmd::cargo_bin;

#[test]
fn a_closed_pipe_is_no_panic() {
    let mut child = Command::new(cargo_bin!("hcldyn"))
        .args([
            "eval",
            "[for n in range(1000) : \"0123456789 0123456789 0123456789 0123456789 ${n}\"]",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_pipe_gets_no_colours() {
    let output = super::hcldyn(["eval", "nope"]).output().unwrap();
    assert!(!output.stderr.is_empty() && !output.stderr.contains(&0x1b));
}
