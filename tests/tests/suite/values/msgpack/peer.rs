//! Writes random values for the reference to read, if `HCLDYN_PEER_DIR` names a folder.

use hcldyn::Type;
use hcldyn::cty::msgpack::{from_msgpack, to_msgpack};
use hcldyn_tests::notation::{type_to_notation, value_to_notation};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value as Json, json};

use super::hex;
use crate::support::random_values::typed_value;

#[test]
fn values_for_the_reference_to_read() {
    let Ok(folder) = std::env::var("HCLDYN_PEER_DIR") else { return };
    let mut runner = TestRunner::deterministic();
    let mut cases = Vec::new();
    for _ in 0..2_000 {
        let (ty, value) = typed_value().new_tree(&mut runner).unwrap().current();
        for ty in [ty, Type::Dynamic] {
            let bytes = to_msgpack(&value, &ty).unwrap();
            // The wire form drops negative zero and the precision of a number.
            let value = from_msgpack(&bytes, &ty).unwrap();
            let bytes = hex(&bytes);
            cases.push(json!({
                "value": value_to_notation(&value), "type": type_to_notation(&ty), "bytes": bytes,
            }));
        }
    }
    let file = std::path::Path::new(&folder).join("msgpack.json");
    std::fs::write(file, Json::from(cases).to_string()).unwrap();
}
