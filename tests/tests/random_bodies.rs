//! Random bodies under random specs against the reference: `tests/vectors/random_bodies.json`, which
//! holds the rarest of those that `tests/peer/differential/run-bodies` compares with the reference itself.

#![allow(clippy::unwrap_used, reason = "a vector file that cannot be read fails the test")]

use hcldyn_tests::bodies::{Case, compare};
use hcldyn_tests::vectors::{cases, read};

#[test]
fn random_bodies_decode_as_in_the_reference() {
    let file = read("random_bodies.json");
    let all = cases(&file, "cases", 1_000).iter().flat_map(Case::answers);
    let unexplained: Vec<_> = all
        .filter_map(|case| {
            let unexplained = compare(&case).unexplained;
            (!unexplained.is_empty()).then(|| {
                format!("{:?} {unexplained:?} with {}:\n{}", case.way, case.spec, case.text)
            })
        })
        .collect();
    assert!(unexplained.is_empty(), "{}:\n{}", unexplained.len(), unexplained.join("\n"));
}
