//! Output to terminals and pipes.

use std::ffi::OsString;
use std::process::{Command, Stdio};

use hcldyn_cli::{Streams, run};
use snapbox::cmd::cargo_bin;

use super::Files;

/// Returns the exit code with a closed standard output, and the content of standard error.
fn run_closed(files: &Files, args: &[&str], stdin: &str) -> (Option<i32>, String) {
    let files = Files(files.0.clone()).with("stdin", stdin);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = Command::new(cargo_bin!("hcldyn"))
        .args(args)
        .current_dir(&files.0)
        .stdin(std::fs::File::open(files.0.join("stdin")).unwrap())
        .stdout(writer)
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_closed_pipe_hides_no_error() {
    let files = Files::new("closed")
        .with("d/a.hcl", "x = {a = 1, a = 2}\n")
        .with("d/b.hcl", "a = = 1\n")
        .with("d/c.hcl", "a = = 1\n")
        .with("warning.hcl", "x = {a = 1, a = 2}\n")
        .with("s.hcldec", "attr {\n  name = \"x\"\n  type = any\n}\n");
    let run = |args: &[&str], stdin| run_closed(&files, args, stdin);
    for format in ["--diags=text", "--diags=json", "--diags=sarif"] {
        assert_eq!(run(&["check", format, "d"], "").0, Some(1), "{format}");
        let warning = "checked the syntax of 1 file: 1 warning\n";
        assert_eq!(run(&["check", format, "warning.hcl"], ""), (Some(0), warning.to_owned()));
    }
    for stdin in ["nope\n1\n", "1\nnope\n"] {
        let (exit_code, errors) = run(&["console"], stdin);
        assert_eq!((exit_code, errors.contains("Variables not available")), (Some(1), true));
    }
    assert_eq!(run(&["console"], "1\n2\n"), (Some(0), String::new()));
    assert_eq!(run(&["decode", "-ss.hcldec", "warning.hcl"], "").0, Some(0));
    assert_eq!(run(&["decode", "-ss.hcldec", "d/b.hcl"], "").0, Some(2));
    assert_eq!(run(&["expand", "warning.hcl"], "").0, Some(0));
    assert_eq!(run(&["eval", "nope"], "").0, Some(2));
}

/// The command escapes control characters of its input in every output.
#[test]
fn control_characters_are_escaped() {
    let hostile = "\u{1b}]0;\u{9b}\u{7f}\u{202e}\u{200b}\u{e0041}";
    let name = format!("{hostile}.hcl");
    let block = format!("b \"{hostile}\" {{}}\na = b[\"{hostile}\"]\n");
    let files = Files::new("controls")
        .with(&name, format!("a = = \"{hostile}\"\n"))
        .with("block.hcl", &block)
        .with("value.hcl", format!("a = \"{hostile}\"\n"))
        .with("s.hcldec", "attr {\n  name = \"a\"\n  type = any\n}\n");
    let literal = format!("\"{hostile}\"");
    let out = format!("no/{hostile}");
    let runs: &[&[&str]] = &[
        &["check", "--diags=text", &name, hostile],
        &["check", "--diags=json", &name, hostile],
        &["check", "--diags=sarif", &name, hostile],
        &["check", &format!("--{hostile}")],
        &[hostile],
        &["man", hostile],
        &["eval", &literal],
        &["eval", &format!("{{ {literal} = 1 }}.b")],
        &["eval", "1", "-V", &name],
        &["expand", &name],
        &["vars", "block.hcl"],
        &["vars", "--format=json", "block.hcl"],
        &["decode", "-ss.hcldec", &name],
        &["decode", "-ss.hcldec", "--diags=json", "block.hcl"],
        &["decode", "-ss.hcldec", "--var-refs", "block.hcl"],
        &["decode", "-ss.hcldec", "value.hcl", "-o", &out],
        &["decode", "-ss.hcldec", "value.hcl"],
        &["decode", "-ss.hcldec", "--with-type", "value.hcl"],
        &["decode", "-ss.hcldec", "--keep-nulls", "--with-type", "value.hcl"],
        &["decode", "-ss.hcldec", "--format=hcl", "value.hcl"],
    ];
    for args in runs {
        let output =
            Command::new(cargo_bin!("hcldyn")).args(*args).current_dir(&files.0).output().unwrap();
        for bytes in [&output.stdout, &output.stderr] {
            let text = std::str::from_utf8(bytes).unwrap();
            let found = text.find(|c: char| hostile.contains(c) && !c.is_ascii_graphic());
            assert_eq!(found, None, "{args:?} {text:?}");
        }
        assert!(!output.stdout.is_empty() || !output.stderr.is_empty(), "{args:?}");
    }
}

/// Output that copies the input is escaped on a terminal, and only there.
#[test]
fn a_terminal_gets_no_control_characters_of_the_input() {
    let hostile = "\u{1b}[31m\u{9b}\u{7f}\u{202e}";
    let files = Files::new("terminal")
        .with("a.hcl", format!("a =  \"{hostile}\"\r\n"))
        .with("s.hcldec", format!("attr {{\n  name = \"a\"\n  docs = \"{hostile}\"\n}}\n"));
    let (file, spec) = (files.0.join("a.hcl"), files.0.join("s.hcldec"));
    let (file, spec) = (file.to_str().unwrap(), spec.to_str().unwrap());
    let runs: &[&[&str]] = &[
        &["fmt", "--diff", file],
        &["get", file, "a"],
        &["set", file, "b", "1"],
        &["expand", file],
        &["convert", file],
        &["docs", "-s", spec],
        &["sample", "-s", spec],
        &["schema", "-s", spec],
        &["spec", "write", spec],
    ];
    for args in runs {
        let run = |is_terminal: bool| {
            let mut output = Vec::new();
            let streams = Streams::new(&[][..], &mut output, std::io::sink());
            let mut streams = if is_terminal { streams.to_terminals() } else { streams };
            run(["hcldyn"].iter().chain(*args).map(OsString::from), &mut streams);
            drop(streams);
            String::from_utf8(output).unwrap()
        };
        let is_hostile = |c: char| hostile.contains(c) && !c.is_ascii_graphic();
        let (piped, shown) = (run(false), run(true));
        assert!(!shown.contains(is_hostile), "{args:?} {shown:?}");
        assert_eq!(shown.lines().count(), piped.lines().count(), "{args:?} {shown:?}");
        assert!(!piped.contains("\\u202e") || shown == piped, "{args:?} {piped:?}");
    }
}

#[test]
fn a_closed_pipe_does_not_panic() {
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
