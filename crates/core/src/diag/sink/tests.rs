//! The sink itself. Its use by other layers is tested with these.

use super::super::suggest::Known;
use super::*;
use crate::cty::Value;
use crate::source::Span;

fn problem(source: &Source, at: u32) -> Diagnostic {
    Diagnostic::error(source.place(Span::empty(at)), "Bad", "It is bad.")
}

#[test]
fn equal_diagnostics_are_stored_once_but_counted() {
    let source = Source::new("t", "abc");
    let mut diags = Diagnostics::new();
    diags.push(problem(&source, 0));
    diags.push(problem(&source, 0));
    diags.push(problem(&source, 1));
    assert_eq!((diags.len(), diags.error_count()), (2, 3));
}

#[test]
fn duplicates_are_found_among_many_diagnostics() {
    let source = Source::new("t", "abc".repeat(50));
    let all = |diags: &mut Diagnostics| (0..100).for_each(|at| diags.push(problem(&source, at)));
    let mut diags = Diagnostics::with_limit(200);
    all(&mut diags);
    all(&mut diags);
    assert_eq!((diags.len(), diags.error_count()), (100, 200));
    let before = diags.checkpoint();
    diags.push(problem(&source, 120));
    let found = *diags.split_off(before).unwrap();
    diags.append(found);
    diags.sort();
    all(&mut diags);
    diags.push(problem(&source, 120));
    assert_eq!((diags.len(), diags.suppressed()), (101, 0));
}

#[test]
fn diagnostics_beyond_the_limit_are_counted() {
    let source = Source::new("t", "abc");
    let mut diags = Diagnostics::with_limit(2);
    for at in 0..3 {
        diags.push(problem(&source, at));
    }
    assert_eq!((diags.len(), diags.suppressed()), (2, 1));
    assert!(diags.to_string().ends_with("and 1 more"));
}

#[test]
fn diagnostics_are_sorted_by_location() {
    let (one, two) = (Source::new("one", "abc"), Source::new("two", "abc"));
    let mut diags = Diagnostics::new();
    for (source, at) in [(&two, 2), (&one, 1), (&two, 0)] {
        diags.push(problem(source, at));
    }
    diags.push(Diagnostic::input_error("three", "Bad", "It is bad."));
    diags.sort();
    let order: Vec<_> = diags.iter().map(|diagnostic| diagnostic.subject.to_string()).collect();
    assert_eq!(order, ["three", "two:1:1", "two:1:3", "one:1:2"]);
}

#[test]
fn hints_of_speculative_evaluation_are_postponed() {
    let source = Source::new("t", "abc");
    let hint = || {
        let value = Value::object([("port", Value::from(1))]);
        Hint::new("prot", Known::Value(value), "It has")
    };
    let hinted = "t:1:2: error: Bad; It is bad. Did you mean \"port\"?";
    let mut diags = Diagnostics::new();
    diags.push_with_hint(problem(&source, 1), hint());
    assert_eq!(diags.to_string(), hinted);

    let mut diags = Diagnostics::of_attempt();
    diags.push(problem(&source, 0));
    let before = diags.checkpoint();
    diags.push_with_hint(problem(&source, 1), hint());
    diags.push_with_hint(problem(&source, 1), hint());
    let found = *diags.split_off(before).unwrap();
    assert_eq!((found.len(), found.to_string()), (1, "t:1:2: error: Bad; It is bad.".to_owned()));
    diags.append(found);
    diags.add_hints();
    assert_eq!(diags.to_string(), format!("t:1:1: error: Bad; It is bad.\n{hinted}"));
}

#[test]
fn warnings_do_not_fail_a_result() {
    let source = Source::new("t", "abc");
    let mut diags = Diagnostics::new();
    diags.push(Diagnostic::warning(source.place(Span::empty(0)), "Old", "It is old."));
    assert_eq!(diags.clone().into_result(Some(1)).ok(), Some(1));
    diags.push(problem(&source, 0));
    assert!(diags.into_result(Some(1)).is_err());
}
