//! Random edits of our own examples. `fuzz-edits` makes more of them, of the files in a folder.

use std::collections::BTreeMap;

use hcldyn::source::Source;
use hcldyn_tests::edits::{Failure, run};

use crate::support::sources::read;

const FILES: [&str; 6] = [
    "examples/firewall.hcl",
    "examples/planner/cluster/main.hcl",
    "examples/proxy/routes.hcl",
    "examples/specs/nomad/sample.nomad.hcl",
    "examples/specs/packer/sample.pkr.hcl",
    "hcldyn/examples/tutorial/11_editing/services.hcl",
];

/// A heredoc cannot be in a block on one line, so some edits are rejected.
#[test]
fn edits_change_nothing_else() {
    let sources: Vec<_> = FILES.iter().map(|path| Source::new(*path, read(path))).collect();
    let mut done = BTreeMap::new();
    run(&sources, 1, 600, |outcome| match &outcome.result {
        Ok(()) => *done.entry(outcome.action).or_insert(0) += 1,
        Err(Failure::Rejected(_)) => *done.entry(outcome.action).or_insert(0) += 0,
        Err(failure) => {
            panic!(
                "{:?} of {}: {failure}\n--- before:\n{}",
                outcome.action, outcome.path, outcome.before
            )
        }
    });
    assert!(done.len() == 6 && done.values().all(|count| *count > 50), "{done:?}");
}
