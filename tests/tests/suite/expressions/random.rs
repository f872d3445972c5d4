//! Random expressions compared with the reference: `tests/vectors/random_expressions.json`, which holds the
//! rarest of those that `tests/peer/differential/run` compares.

use hcldyn_tests::differential::{Case, compare};
use hcldyn_tests::vectors::{cases, read};

#[test]
fn random_expressions_evaluate_as_in_the_reference() {
    let file = read("random_expressions.json");
    let unexplained: Vec<_> = cases(&file, "cases", 2_000)
        .iter()
        .map(Case::answer)
        .map(|case| (compare(&case).unexplained, case))
        .filter(|(unexplained, _)| !unexplained.is_empty())
        .map(|(unexplained, case)| {
            format!("{unexplained:?} {:?}: {}, not {}", case.text, case.found, case.expected)
        })
        .collect();
    assert!(unexplained.is_empty(), "{}:\n{}", unexplained.len(), unexplained.join("\n"));
}
