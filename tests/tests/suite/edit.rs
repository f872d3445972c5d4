//! Random edits of our own examples. `fuzz-edits` makes more of them, of the files in a folder.

use std::collections::BTreeMap;

use hcldyn::syntax::Source;
use hcldyn_tests::edits::run;

use crate::support::sources::read;

const FILES: [&str; 6] = [
    "examples/firewall.hcl",
    "examples/planner/cluster/main.hcl",
    "examples/proxy/routes.hcl",
    "examples/specs/nomad/sample.nomad.hcl",
    "examples/specs/packer/sample.pkr.hcl",
    "hcldyn/examples/tutorial/11_editing/services.hcl",
];

#[test]
fn edits_change_nothing_else() {
    let sources: Vec<_> = FILES.iter().map(|path| Source::new(*path, read(path))).collect();
    check(&sources, 600);
}

#[test]
fn edits_of_generated_sources_change_nothing_else() {
    check(&[], 2_000);
}

/// Checks random edits. None of them is rejected.
fn check(sources: &[Source], count: usize) {
    let mut done = BTreeMap::new();
    run(sources, 1, count, |outcome| match &outcome.result {
        Ok(()) => *done.entry(outcome.action).or_insert(0) += 1,
        Err(failure) => {
            panic!(
                "{:?} of {}: {failure}\n--- before:\n{}",
                outcome.action, outcome.path, outcome.before
            )
        }
    });
    assert!(done.len() == 6 && done.values().all(|count| *count > 50), "{done:?}");
}
