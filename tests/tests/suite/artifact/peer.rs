//! Writes artifacts for the reference to read, see `tests/vectors/README.md`.

use std::path::Path;

use hcldyn::load::artifact::Artifact;
use hcldyn_tests::notation::value_to_notation;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value as Json};

use super::{planned, written};
use crate::support::random_values::typed_value;

/// Writes each artifact in both forms, with a file of its values, into the folder that `HCLDYN_PEER_DIR` names.
#[test]
#[ignore = "writes files for the reference"]
fn artifacts_for_the_reference_to_read() {
    let folder = std::env::var_os("HCLDYN_PEER_DIR").unwrap();
    for (name, artifact) in [("planned", planned()), ("random", random())] {
        for (form, bytes) in ["json", "msgpack"].into_iter().zip(written(&artifact)) {
            let file = Path::new(&folder).join(format!("{name}.artifact.{form}"));
            std::fs::write(&file, &bytes).unwrap();
            let read = Artifact::from_bytes(&bytes).unwrap();
            let values = read.values().map(|(name, it)| (name.to_owned(), value_to_notation(it)));
            let values = Json::from(values.collect::<Map<_, _>>());
            std::fs::write(format!("{}.values", file.display()), values.to_string()).unwrap();
        }
    }
}

fn random() -> Artifact {
    let mut runner = TestRunner::deterministic();
    (0..1_000).fold(Artifact::new(), |artifact, index| {
        let (_, value) = typed_value().new_tree(&mut runner).unwrap().current();
        artifact.with_value(format!("value {index}"), value)
    })
}
