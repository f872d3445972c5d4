//! Random renamings, actions and edits in a language server. `fuzz-renames`, `fuzz-actions` and `fuzz-server` make many more.

use std::path::Path;

use hcldyn_tests::actions::{self, Tally, sabotage};
use hcldyn_tests::renames::{Outcome, check};
use hcldyn_tests::server::{run, samples};

#[test]
fn a_renaming_keeps_the_value_or_is_rejected() {
    let outcome = |index| match check(0, index, |_| {}) {
        Ok(outcome) => outcome,
        Err(error) => panic!("case {index}: {error}"),
    };
    let outcomes: Vec<_> = (0..150).map(outcome).collect();
    let count = |outcome| outcomes.iter().filter(|it| **it == outcome).count();
    assert!(count(Outcome::Renamed) >= 100, "{outcomes:?}");
    assert!(count(Outcome::WithoutEffect) <= 3, "{outcomes:?}");
}

#[test]
fn an_action_keeps_the_value() {
    let mut tally = Tally::default();
    for index in 0..60 {
        if let Err(error) = actions::check(0, index, &mut tally, |_| {}) {
            panic!("case {index}: {error}");
        }
    }
    assert_eq!(tally.0.len(), 6, "{tally:?}");
    assert!(tally.0.values().all(|(applied, _)| *applied >= 3), "{tally:?}");
}

/// The check itself finds a server that writes another number.
#[test]
fn a_wrong_number_is_found() {
    let is_wrong = |index: &u64| {
        actions::check(0, *index, &mut Tally::default(), |edits| sabotage(edits)).is_err()
    };
    assert!((0..20).filter(is_wrong).count() >= 10);
}

/// The check itself finds a server that forgets one use of a name.
#[test]
fn a_missing_edit_is_found() {
    let renamed = |tamper: fn(&mut Vec<_>)| {
        let is_renamed = |index: &u64| check(0, *index, tamper) == Ok(Outcome::Renamed);
        (0..50).filter(is_renamed).count()
    };
    assert!(renamed(|_| {}) >= 20);
    assert_eq!(renamed(|edits| drop(edits.pop())), 0);
}

#[test]
fn random_edits_and_requests() {
    let texts = samples(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples")));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("language_server");
    for index in 0..3 {
        let figures = run(0, index, 120, &folder, &texts);
        let figures = figures.unwrap_or_else(|error| panic!("session {index}: {error:.4000}"));
        assert!(figures.comparisons >= 1, "{figures}");
    }
}

/// `fuzz-values` compares more of them.
#[test]
fn shown_values_equal_those_of_the_command() {
    let (mut values, mut blocks) = (0, 0);
    for index in 0..300 {
        let found = hcldyn_tests::shown_values::run(2, index);
        assert!(found.differences.is_empty(), "{index}: {}", found.differences.join("\n"));
        values += found.values;
        blocks += found.blocks;
    }
    assert!(values > 300 && blocks > 10, "{values} {blocks}");
}

/// `fuzz-values files` compares those of any folders.
#[test]
fn shown_values_of_examples_equal_those_of_the_command() {
    let examples = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples"));
    let found = hcldyn_tests::shown_values::compare(&examples.join("specs"));
    assert!(found.differences.is_empty(), "{}", found.differences.join("\n"));
    assert!(found.values > 100 && found.blocks > 0, "{found:?}");
}
