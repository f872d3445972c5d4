//! `hcldyn explain`, and the examples of `docs/diagnostics.md` that call the command.

use std::fs;
use std::path::Path;

use snapbox::str;

use super::{Files, hcldyn};

#[test]
fn a_section_is_shown_for_a_terminal() {
    hcldyn(["explain", "too-many-labels"]).assert().success().stderr_eq("").stdout_eq(str![[r#"
too-many-labels: Too many labels

A block has more labels than its type allows. Remove the extra labels, or check
the order of the block's type and labels.

Spec file:

    block {
      block_type = "server"
      attr { name = "port" }
    }

Example:

    server "web" {
      port = 80
    }

https://github.com/hcldyn/hcldyn/blob/HEAD/docs/diagnostics.md#too-many-labels

"#]]);
}

#[test]
fn an_unknown_code_is_an_error_with_a_suggestion() {
    hcldyn(["explain", "to-many-labels"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: invalid value 'to-many-labels' for '[CODE]': Unknown code. Did you mean "too-many-labels"?

For more information, try '--help'.

"#]]);
    hcldyn(["explain", "x"]).assert().code(2).stderr_eq(str![[r#"
error: invalid value 'x' for '[CODE]': Unknown code. "hcldyn explain" lists all codes.

For more information, try '--help'.

"#]]);
}

#[test]
fn all_codes_are_listed_by_stage() {
    let output = hcldyn(["explain"]).output().unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert!(shown.starts_with("Files and sources:\n  directory-not-found "), "{shown}");
    assert!(shown.contains("\n\nNative syntax:\n  chained-index "), "{shown}");
    let missing = hcldyn::diag::codes::ALL
        .iter()
        .chain(hcldyn_cli::CODES)
        .find(|code| !shown.lines().any(|line| line.trim_start().starts_with(&format!("{code} "))));
    assert_eq!(missing, None);
}

#[test]
fn every_code_is_explained() {
    for code in hcldyn::diag::codes::ALL.iter().chain(hcldyn_cli::CODES) {
        let mut output = Vec::new();
        let args = ["hcldyn", "explain", code.name()].map(Into::into);
        let mut streams = hcldyn_cli::Streams::new(&[][..], &mut output, std::io::sink());
        assert_eq!(hcldyn_cli::run(args, &mut streams), 0);
        drop(streams);
        let shown = String::from_utf8(output).unwrap();
        let paragraphs = shown.split("\n\n").count();
        assert!(shown.starts_with(&format!("{code}: {}\n\n", code.summary())), "{shown}");
        assert!(paragraphs >= 3 && !shown.contains("```"), "{shown}");
    }
}

/// A block of commands in the document, with the files that it needs.
struct Commands {
    code: String,
    files: Vec<(String, String)>,
    commands: String,
}

fn commands() -> Vec<Commands> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diagnostics.md");
    let document = fs::read_to_string(path).unwrap();
    let mut all = Vec::new();
    for section in document.split("\n### ").skip(1) {
        let mut files = Vec::new();
        for block in section.split("```").skip(1).step_by(2) {
            let (kind, code) = block.split_once('\n').unwrap();
            if let Some((_, name)) = kind.split_once("file=") {
                files.push((name.to_owned(), code.to_owned()));
            } else if kind == "console" {
                let (files, commands) = (files.clone(), code.to_owned());
                let code = section.lines().next().unwrap().to_owned();
                all.push(Commands { code, files, commands });
            }
        }
    }
    all
}

/// Runs commands as a shell does, with `hcldyn` in the path.
#[cfg(unix)]
#[test]
fn commands_in_the_document_report_their_code() {
    use snapbox::cmd::cargo_bin;
    use std::process::Command;

    let commands = commands();
    assert!(commands.len() > 8, "{}", commands.len());
    for Commands { code, files, commands } in commands {
        let folder = files
            .into_iter()
            .fold(Files::new(&format!("document-{code}")), |folder, (name, text)| {
                folder.with(&name, text)
            });
        let script = commands.lines().map(|line| line.strip_prefix("$ ").unwrap());
        let program = cargo_bin!("hcldyn");
        let path = std::env::join_paths(
            std::iter::once(program.parent().unwrap().to_owned())
                .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap())),
        );
        let output = Command::new("sh")
            .args(["-c", &script.collect::<Vec<_>>().join("\n")])
            .current_dir(&folder.0)
            .env("PATH", path.unwrap())
            .output()
            .unwrap();
        let shown = [output.stdout, output.stderr].concat();
        let shown = String::from_utf8(shown).unwrap();
        let is_impossible = match &*code {
            "output-not-writable" => !Path::new("/dev/full").exists(),
            // The superuser can read every file.
            "permission-denied" => fs::read(folder.0.join("server.hcl")).is_ok(),
            _ => false,
        };
        if is_impossible {
            continue;
        }
        let reports = shown.matches("error[").count() + shown.matches("warning[").count();
        let count = |level: &str| shown.matches(&format!("{level}[{code}]")).count();
        let expected = count("error") + count("warning");
        assert!(expected > 0, "{code}: {shown}");
        assert!(reports == expected || code == "file-not-changed", "{code}: {shown}");
    }
}
