//! Random bodies under random specs compared with the reference: `tests/vectors/random_bodies.json` and
//! `random_json_bodies.json`, which hold the rarest of those that `tests/peer/differential/run-bodies` and
//! `run-json` compare.

use hcldyn_tests::bodies::{Case, compare};
use hcldyn_tests::vectors::{cases, read};

#[test]
fn random_bodies_decode_as_in_the_reference() {
    check("random_bodies.json", 1_000);
}

#[test]
fn random_json_bodies_decode_as_in_the_reference() {
    check("random_json_bodies.json", 500);
}

fn check(file: &str, least: usize) {
    let file = read(file);
    let all = cases(&file, "cases", least).iter().flat_map(Case::answers);
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
