//! Completion scripts of the gateway, run in real shells. A shell that is not installed is skipped.

use std::process::Command;
use std::{env, fs};

use clap_complete::{Shell, generate_to};

use super::*;

/// Writes the completion script of a shell, and runs the shell with some arguments, the path of the script, and further
/// arguments. Returns the output, or `None` if the shell is not installed.
fn run(shell: Shell, program: &str, arguments: &[&str], after: &[&str]) -> Option<String> {
    if Command::new(program).arg("--version").output().is_err() {
        eprintln!("skipped: {program} is not installed");
        return None;
    }
    let folder = env::temp_dir().join(format!("hcldyn-completions-{shell}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let script =
        generate_to(shell, &mut options().command::<Gateway>(), "gateway", &folder).unwrap();
    let output = Command::new(program)
        .args(arguments)
        .arg(&script)
        .args(after)
        .env("HOME", &folder)
        .output()
        .unwrap();
    fs::remove_dir_all(&folder).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Asserts that completions contain some words, and not others.
fn assert_offers(offered: Option<String>, words: &[&str], others: &[&str]) {
    let Some(offered) = offered else { return };
    for word in words {
        assert!(offered.contains(word), "{word}: {offered}");
    }
    for other in others {
        assert!(!offered.contains(other), "{other}: {offered}");
    }
}

#[test]
fn bash_completes() {
    let complete = |words: &str, current: &str, previous: &str| {
        let text = format!(
            "source \"$1\"; COMP_WORDS=(gateway {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
             _gateway gateway '{current}' '{previous}'; echo \"${{COMPREPLY[@]}}\""
        );
        run(Shell::Bash, "bash", &["-c", &text, "bash"], &[])
    };
    assert_offers(complete("--wo", "--wo", "gateway"), &["--workers"], &["--log-level"]);
    assert_offers(
        complete("--log-level ''", "", "--log-level"),
        &["debug", "info", "warning"],
        &["--set"],
    );
    assert_offers(complete("config ''", "", "config"), &["explain", "show", "set"], &["--workers"]);
}

#[test]
fn fish_completes() {
    let complete = |line: &str| {
        run(Shell::Fish, "fish", &["-c", &format!("source $argv[1]; complete -C '{line}'")], &[])
    };
    assert_offers(
        complete("gateway --wo"),
        &["--workers", "The number of threads"],
        &["--log-level"],
    );
    // The script of clap_complete offers values after an equals sign only.
    assert_offers(complete("gateway --log-level="), &["debug", "info", "warning"], &["--set"]);
    assert_offers(complete("gateway config "), &["explain", "show", "set"], &["--workers"]);
}

#[test]
fn zsh_completes() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/gateway/completions.zsh");
    let complete = |line: &str| {
        let output = run(Shell::Zsh, "zsh", &["-f", script], &[line])?;
        // The terminal also shows everything that is written to it.
        let lines = output.lines().filter_map(|line| line.trim().strip_prefix("offered: "));
        Some(lines.collect::<Vec<_>>().join(" "))
    };
    assert_offers(complete("gateway --wo"), &["--workers"], &["--log-level"]);
    assert_offers(complete("gateway --log-level "), &["debug", "info", "warning"], &["--set"]);
    assert_offers(complete("gateway config "), &["explain", "show", "set"], &["--workers"]);
}
