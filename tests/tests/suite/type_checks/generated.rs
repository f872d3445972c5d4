//! Random expressions and planted mistakes. `fuzz-types` runs more of them.

use hcldyn_tests::type_checks::{KINDS, planted, run};

#[test]
fn what_evaluates_with_values_is_not_rejected() {
    let mut rejected = 0;
    for index in 0..1_500 {
        let outcome = run(1, index);
        rejected += usize::from(outcome.is_rejected);
        assert!(outcome.difference.is_none(), "{index}: {}", outcome.difference.unwrap());
    }
    assert!(rejected > 200, "{rejected}");
}

#[test]
fn planted_mistakes_are_found_once() {
    let mut missed = Vec::new();
    let count = 10 * KINDS.len();
    for index in 0..count as u64 {
        let case = planted(2, index);
        if !case.is_found_once() {
            let messages = (case.messages(), case.other_messages());
            missed.push(format!("{}: {}: {messages:?}", case.kind, case.mistake));
        }
    }
    assert!(missed.len() * 20 <= count, "{missed:#?}");
}
