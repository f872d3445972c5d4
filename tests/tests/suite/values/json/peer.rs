//! Writes values for the reference to read, see `tests/vectors/README.md`.

use std::path::Path;

use hcldyn::cty::{Type, json};
use hcldyn_tests::notation::{type_to_notation, value_to_notation};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::support::random_values::known_typed_value;

/// The number of values written, alternately by their own type and by any type.
const CASES: usize = 4_000;

/// Writes `json.json` into the folder that `HCLDYN_PEER_DIR` names.
#[test]
#[ignore = "writes files for the reference"]
fn write_for_the_reference() {
    let folder = std::env::var_os("HCLDYN_PEER_DIR").unwrap();
    let mut runner = TestRunner::deterministic();
    let cases: Vec<_> = (0..CASES)
        .map(|index| {
            let (ty, value) = known_typed_value().new_tree(&mut runner).unwrap().current();
            let ty = if index % 2 == 0 { ty } else { Type::Dynamic };
            let text = json::to_json(&value, &ty).unwrap();
            serde_json::json!({
                "value": value_to_notation(&value), "type": type_to_notation(&ty), "json": text,
            })
        })
        .collect();
    let text = serde_json::to_string(&cases).unwrap();
    std::fs::write(Path::new(&folder).join("json.json"), text).unwrap();
}
