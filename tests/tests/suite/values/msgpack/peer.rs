//! Writes random values for the reference to read, see `tests/vectors/README.md`.

use hcldyn::cty::Type;
use hcldyn::cty::msgpack::{from_msgpack, to_msgpack};
use hcldyn_tests::notation::{type_to_notation, value_to_notation};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Value as Json, json};

use super::hex;
use crate::support::random_values::typed_value;

/// Writes `msgpack.json` into the folder that `HCLDYN_PEER_DIR` names.
#[test]
#[ignore = "writes files for the reference"]
fn values_for_the_reference_to_read() {
    let folder = std::env::var_os("HCLDYN_PEER_DIR").unwrap();
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
