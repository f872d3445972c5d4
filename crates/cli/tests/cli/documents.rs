//! The commands in the documents, which the examples of diagnostics in [`explain`](super::explain) do not run.

use std::env;
use std::process::Command;

use snapbox::cmd::cargo_bin;

use super::Files;

const DOCUMENTS: [&str; 3] = [
    include_str!("../../../../README.md"),
    include_str!("../../../../docs/cli.md"),
    include_str!("../../../../docs/diagnostics.md"),
];

/// With `--help`, a command reads its arguments and does nothing else.
const PRELUDE: &str = "set -e\nhcldyn() { command hcldyn \"$@\" --help; }\n";

#[test]
fn arguments_in_the_documents_are_accepted() {
    let program = cargo_bin!("hcldyn");
    let own = [program.parent().unwrap().to_owned()];
    let others = env::var_os("PATH").unwrap();
    let path = env::join_paths(own.into_iter().chain(env::split_paths(&others))).unwrap();
    let commands: Vec<_> = DOCUMENTS.iter().flat_map(|it| commands(it)).collect();
    assert!(commands.len() > 10, "{commands:?}");
    let files = Files::new("documents");
    for command in commands {
        let output = Command::new("sh")
            .args(["-c", &format!("{PRELUDE}{command}")])
            .current_dir(&files.0)
            .env("PATH", &path)
            .output()
            .unwrap();
        assert!(output.status.success(), "{command}: {output:?}");
    }
}

/// Returns the lines that begin with `hcldyn` in the shell code of a document.
fn commands(document: &str) -> impl Iterator<Item = &str> {
    let blocks = document.split("```").skip(1).step_by(2);
    let code = blocks.filter_map(|block| block.strip_prefix("sh\n"));
    code.flat_map(str::lines).filter(|line| line.starts_with("hcldyn "))
}
