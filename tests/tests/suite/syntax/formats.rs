//! Layouts, compared with the reference: `tests/vectors/random_formats.json`.
//! `tests/peer/differential/run-formats` compares many more with the reference itself.

use std::collections::BTreeMap;

use hcldyn_tests::formats::Case;
use hcldyn_tests::vectors::{cases, read};

#[test]
fn layouts_are_as_in_the_reference() {
    let file = read("random_formats.json");
    let all: Vec<_> = cases(&file, "cases", 600).iter().map(Case::answer).collect();
    let mut reasons = BTreeMap::new();
    for case in &all {
        assert_eq!(case.differences(), [], "{case:?}");
        *reasons.entry(case.reason()).or_insert(0) += 1;
    }
    // Most layouts are equal, and the deliberate differences are still needed.
    assert!(reasons[&None] > all.len() / 2, "{reasons:?}");
    assert!(reasons.contains_key(&Some("numbers around a dot stay apart")), "{reasons:?}");
}
