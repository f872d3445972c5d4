//! Sources with one wrong byte, compared with the reference: `tests/vectors/random_syntax.json`.
//! `tests/peer/differential/run-syntax` compares many more with the reference itself.

use hcldyn_tests::syntax::{Case, rule_for};
use hcldyn_tests::vectors::{cases, read};

#[test]
fn the_same_sources_are_valid_as_in_the_reference() {
    let file = read("random_syntax.json");
    let all = cases(&file, "cases", 400).iter().map(Case::answer);
    let unexplained = |case: Case| {
        let difference = case.difference().filter(|it| rule_for(&case, *it).is_none())?;
        Some(format!("{difference:?} {:?}: {:?}, not {:?}", case.text, case.found, case.expected))
    };
    let unexplained: Vec<_> = all.filter_map(unexplained).collect();
    assert!(unexplained.is_empty(), "{}:\n{}", unexplained.len(), unexplained.join("\n"));
}
