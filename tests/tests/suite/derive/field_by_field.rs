//! Structs and values that are read from a body item by item, compared with those of the whole content.

use hcldyn_tests::structs::run;

#[test]
fn random_configurations_decode_alike_in_both_ways() {
    let different: Vec<_> = (0..1_000).filter_map(|index| run(1, index)).collect();
    assert!(different.is_empty(), "{}", different.join("\n"));
}
